"""Units as plain data, with all that is worked out for them: JSON for programs, CSV for spreadsheets.

Numbers stay exact: what no decimal can say is the text "1/3" in JSON; spreadsheets, which would take that for a day,
get its first twelve decimals. What is left out is null in JSON and empty in CSV; what nobody knows is null and named in
the list `unknown`, or the word `unknown`.
"""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from printshop.expressions import NotKnown
from printshop.game.formulas import marked
from printshop.game.model import ANY
from printshop.game.rows import NUMBER
from printshop.game.scenarios import points_of
from printshop.game.values import Battery, Dice, Entries, Numbers, Rows, Value
from printshop.letters import Marked, plain
from printshop.problems import failure
from printshop.source import UNKNOWN
from printshop.source.tables import guarded
from printshop.units import MM, Length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.game.fields import Field
    from printshop.game.model import Game, Unit

BOM = "\ufeff"  # without it Excel takes a file for one of the last century
HEAD = ("name", "class", "unit type", "side", "size")
POINTS, WARNINGS = "points", "warnings"


def chosen(game: Game, names: Sequence[str], every: bool) -> tuple[Unit, ...]:
    """Return the units that are named; without names those of the game itself, or `every` one of those below it, too.

    Raises PrintshopError for an unknown name, or where there are none.
    """
    if names:
        return tuple(game.find(name) for name in names)
    own = game.own.get("units", frozenset()) if game.base and not every else game.units.keys()
    units = tuple(unit for name, unit in game.units.items() if name in own)
    if not units:
        raise failure(f"{game.title} has no units of its own", "--all takes those of the game below it, too"
                      if game.base else f"write one: printshop new unit {game.key} NAME")
    return units


def as_json(game: Game, units: Iterable[Unit]) -> str:
    """Return units as JSON."""
    listed = []
    for unit in units:
        kind = game.unit_types[unit.kind]
        listed.append({
            "name": unit.name, "class": unit.class_name or None, "type": unit.kind, "side": unit.side.key,
            "size": unit.size.key if unit.size else None, "numbered": unit.numbered,
            "fields": {key: _data(unit.values[key]) for key in kind.fields},
            "derived": {key: _data(unit.values[key]) for key in kind.derived if key in unit.values},
            "points": _data(points_of(unit, game.unit_types)),
            "unknown": [name for name in (*kind.fields, *kind.derived) if name in unit.unknown],
            "warnings": [plain(warning) for warning in unit.warnings]})
    return json.dumps({"game": game.key, "title": game.title, "units": listed}, ensure_ascii=False, indent=2) + "\n"


def _data(value: Value) -> Any:  # noqa: PLR0911 - one for each kind of value
    match value:
        case None | NotKnown():
            return None
        case Fraction():
            return _number(value)
        case Length():
            return {"text": value.text, "mm": round(float(value) / MM, 6)}
        case Battery(count, die, damage, traits):
            return {"count": count, "die": die, "damage": damage, "traits": [trait.key for trait in traits]}
        case Dice(count, die, plus):
            return {"count": count, "die": die, "plus": plus}
        case Entries(items):
            return {entry.key: entry.amount for entry in items}
        case Numbers():
            return {name: _data(number) for name, number in value.items()}
        case Rows():
            return [{key: _data(cell) for key, cell in row.items() if key != NUMBER} for row in value.rows]
        case tuple():
            return [_data(part) for part in value]
        case Marked():
            return plain(value)
    return value


def _number(number: Fraction) -> int | float | str:
    """Return a number as JSON has it, or as a text where no decimal is exactly that.

    >>> _number(Fraction(5, 2)), _number(Fraction(4)), _number(Fraction(1, 3))
    (2.5, 4, '1/3')
    """
    if number.denominator == 1:
        return number.numerator
    rest = number.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return float(number) if rest == 1 else str(number)


def as_csv(game: Game, units: Sequence[Unit], *, fleet: bool = False, semicolons: bool = False) -> str:
    """Return units as a table, a row for each; what has parts has a column for each of them as well.

    Every field and derived value stands under its own name. Where none of them is called `points`, a column of that
    name says what the unit costs.

    As a `fleet`, it begins with the columns `unit`, `count` and `side`, and all others are in brackets, which a fleet
    passes over. With `semicolons` these part the cells, and numbers have decimal commas.
    """
    kinds = [game.unit_types[key] for key in dict.fromkeys(unit.kind for unit in units)]
    rows = [dict(_cells(game, unit)) for unit in units]
    names: dict[str, None] = {}
    for key in (key for kind in kinds for key in (*kind.fields, *kind.derived)):  # each before its parts
        names |= {name: None for row in rows for name in row if name == key or name.startswith(f"{key}.")}
    columns = [*HEAD, *names]
    columns += [name for name in (POINTS, WARNINGS) if name not in columns]
    first = ["unit", "count", "side"] if fleet else []
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";" if semicolons else ",")
    writer.writerow([*first, *(guarded(f"[{name}]" if fleet else name) for name in columns)])
    for row in rows:
        start = [row["name"], 1, "" if row["side"] == ANY else row["side"]] if fleet else []
        writer.writerow([_cell(cell, semicolons) for cell in (*start, *(row.get(name) for name in columns))])
    return text.getvalue()


def _cells(game: Game, unit: Unit) -> Iterator[tuple[str, object]]:
    kind = game.unit_types[unit.kind]
    yield from zip(HEAD, (unit.name, unit.class_name, unit.kind, unit.side.key, unit.size.key if unit.size else None),
                   strict=True)
    for key in (*kind.fields, *kind.derived):
        yield from ((key + name, cell) for name, cell in _parts(kind.fields.get(key), unit.values.get(key)))
    if POINTS not in (*kind.fields, *kind.derived):
        points = points_of(unit, game.unit_types)
        yield POINTS, UNKNOWN if points is None else points
    yield WARNINGS, "; ".join(map(plain, unit.warnings))


def _parts(field: Field | None, value: Value) -> Iterator[tuple[str, object]]:
    """Give a value as one cell, under no name, and its parts under names that begin with a dot."""
    yield "", _one(field, value)
    match value:
        case Battery():
            yield from ((f".{name}", getattr(value, name)) for name in ("count", "die", "damage"))
        case Length():
            yield ".mm", Fraction(value.points * 127, 360)
        case Entries():
            yield from ((f".{entry.key}", entry.amount) for entry in value.items)
        case Numbers():
            yield from ((f".{name}", number) for name, number in value.items())
            yield ".total", _total(value.numbers)
        case Rows():
            yield ".rows", value.count
            for name in value.columns:
                column = value.column(name)
                if any(isinstance(cell, int | Fraction) and not isinstance(cell, bool) for cell in column):
                    yield f".{name}", _total(one for one in column if one is not None)


def _one(field: Field | None, value: Value) -> object:
    """Return a value as one cell: a number, or a text as the data has it."""
    if isinstance(value, Rows):
        names = value.columns[: len(value.columns) - value.derived]
        return "; ".join(" ".join(name if row[name] is True else plain(marked(row[name])) for name in names
                                  if row[name] is not None and row[name] is not False) for row in value.rows)
    if isinstance(value, Battery) and field:
        return field.written(value)
    if isinstance(value, tuple) and not isinstance(value, Length):
        return "; ".join(plain(marked(one)) for one in value)
    if isinstance(value, Marked):
        return plain(value)
    if value is None or isinstance(value, bool | int | Fraction | str):
        return value
    return UNKNOWN if isinstance(value, NotKnown) else value.text if isinstance(value, Length) else str(value)


def _total(values: Iterable[Value]) -> object:
    numbers = list(values)
    return UNKNOWN if any(isinstance(number, NotKnown) for number in numbers) else sum(
        number for number in numbers if isinstance(number, int | Fraction) and not isinstance(number, bool))


def _cell(value: object, commas: bool) -> str:
    """Return a cell's text. A text that a spreadsheet would take for a formula begins with an apostrophe.

    >>> _cell(Fraction(5, 2), commas=True), _cell(-2, commas=True), _cell("-", commas=True), _cell("=1+1", commas=True)
    ('2,5', '-2', '-', "'=1+1")
    """
    if isinstance(value, NotKnown):
        return UNKNOWN
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Fraction):
        number = str(value) if value.denominator == 1 else f"{float(value):.12f}".rstrip("0")
        return number.replace(".", ",") if commas else number
    return guarded("" if value is None else str(value))
