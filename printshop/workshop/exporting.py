"""Units as data with all derived values: JSON for programs, CSV for spreadsheets.

Numbers stay exact in JSON ("1/3"); in CSV they have up to twelve decimals, because spreadsheets read "1/3" as a date.
Missing values are null, or empty in CSV; unknown values are null and listed in `unknown`, or the word `unknown` in CSV.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from printshop.expressions import NotKnown
from printshop.game.fields import Field
from printshop.game.formulas import marked
from printshop.game.model import Game, Unit
from printshop.game.rows import NUMBER, ListField
from printshop.game.scenarios import points_of
from printshop.game.unit_types import ANY
from printshop.game.units import NO_PREFIX, NOTHING
from printshop.game.values import Battery, Dice, Entries, Held, Numbers, Percent, Rows, Value
from printshop.letters import Marked, plain
from printshop.problems import failure
from printshop.silhouettes import Hull
from printshop.source import UNKNOWN
from printshop.source.tables import guarded
from printshop.units import MM, Length

BOM = "\ufeff"  # without it Excel reads the file in the legacy code page of Windows
_HEAD = ("name", "class", "unit type", "side", "size")
_GENERAL = ("short", "numbered", "prefix", "copies", "art", "art_bow")  # columns for other values than the defaults


def chosen(game: Game, names: Sequence[str], all_units: bool) -> tuple[Unit, ...]:
    """Return the named units, else the game's own, or with `all_units` all. Raises PrintshopError if there are none."""
    if names:
        return tuple(game.find(name) for name in names)
    in_scope = game.own.get("units", frozenset()) if game.base and not all_units else game.units.keys()
    units = tuple(unit for name, unit in game.units.items() if name in in_scope)
    if not units:
        raise failure(f"{game.title} has no units of its own", "--all includes those of the game it extends"
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
    """Return a value for JSON: numbers exact, as a text if they have no finite decimals."""
    match value:
        case None | NotKnown():
            return None
        case Fraction():
            exact = 10 ** value.denominator.bit_length() % value.denominator == 0
            return value.numerator if value.denominator == 1 else float(value) if exact else str(value)
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
        case Held():
            return [*value.names] if not value.single else value.names[0] if value.names else None
        case Rows():
            return [{key: _data(cell) for key, cell in row.items() if key != NUMBER} for row in value.rows]
        case tuple():
            return [_data(part) for part in value]
        case Marked():
            return plain(value)
    return value


def as_csv(game: Game, units: Sequence[Unit], *, fleet: bool = False, semicolons: bool = False) -> str:
    """Return units as a table with one row each; composite values also have a column for each part.

    With `fleet` the first columns are `unit`, `count` and `side`; all others are in brackets, which a fleet ignores.
    With `semicolons` these separate the cells, and numbers have decimal commas.
    """
    kinds = [game.unit_types[key] for key in dict.fromkeys(unit.kind for unit in units)]
    rows = [dict(_cells(game, unit)) for unit in units]
    names: dict[str, None] = {}
    for key in (key for kind in kinds for key in (*kind.fields, *kind.derived)):  # before their parts
        names |= {name: None for row in rows for name in row if name == key or name.startswith(f"{key}.")}
    general = [name for name in _GENERAL if any(row.get(name) is not None for row in rows)]
    columns = [*_HEAD, *general, *names]
    columns += [name for name in ("points", "warnings") if name not in columns]
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
    yield from zip(_HEAD, (unit.name, unit.class_name, unit.kind, unit.side.key, unit.size.key if unit.size else None),
                   strict=True)
    prefix = unit.prefix if unit.prefix != ("" if unit.numbered else unit.side.prefix) else None
    general = (unit.short or None, unit.numbered or None, NO_PREFIX if prefix == "" else prefix,
               unit.copies if unit.copies != 1 else None, unit.art.name if isinstance(unit.art, Path) else None,
               unit.art_bow if unit.art_bow != "right" and not isinstance(unit.art, Hull) else None)
    yield from zip(_GENERAL, general, strict=True)
    for key in (*kind.fields, *kind.derived):
        value = unit.values.get(key)
        yield key, _whole(kind.fields.get(key), value)
        yield from ((f"{key}.{part}", cell) for part, cell in _parts(value))
    if "points" not in (*kind.fields, *kind.derived):
        points = points_of(unit, game.unit_types)
        yield "points", UNKNOWN if points is None else points
    yield "warnings", "; ".join(map(plain, unit.warnings))


def _whole(field: Field | None, value: Value) -> object:  # noqa: PLR0911 - one for each kind of value
    """Return a value as one cell: a number, or a text in the notation of the data."""
    match value:
        case Held():
            return "; ".join(value.listed(" x "))
        case Rows() if isinstance(field, ListField):
            return "; ".join(field.rows_of(value)) or NOTHING
        case Rows():
            names = value.columns[: len(value.columns) - value.derived]
            return "; ".join(" ".join(name if row[name] is True else plain(marked(row[name])) for name in names
                                      if row[name] is not None and row[name] is not False) for row in value.rows)
        case Battery() if field:
            return field.written(value)
        case NotKnown():
            return UNKNOWN
        case Length():
            return value.text
        case tuple():
            return "; ".join(plain(marked(part)) for part in value) or (NOTHING if field else "")
        case Marked():
            return str(value) if field else plain(value)
        case None | bool() | int() | Fraction() | str():
            return value
    return str(value)


def _parts(value: Value) -> Iterator[tuple[str, object]]:
    """Yield the parts of a value as cells, each with its name."""
    match value:
        case Battery():
            yield from (("count", value.count), ("die", value.die), ("damage", value.damage))
        case Length():
            yield "mm", Fraction(value.points * 127, 360)
        case Entries():
            yield from ((entry.key, entry.amount) for entry in value.items)
        case Numbers():
            yield from value.items()
            yield "total", _total(value.numbers)
        case Rows():
            if not isinstance(value, Held):
                yield "rows", value.count
            elif not value.single:
                yield "count", value.count
            for name in value.columns:
                column = value.column(name)
                if any(isinstance(cell, int | Fraction) and not isinstance(cell, bool) for cell in column):
                    yield name, _total(cell for cell in column if cell is not None)


def _total(values: Iterable[Value]) -> object:
    numbers = list(values)
    return UNKNOWN if any(isinstance(number, NotKnown) for number in numbers) else sum(
        number for number in numbers if isinstance(number, int | Fraction) and not isinstance(number, bool))


def _cell(value: object, commas: bool) -> str:
    """Return a cell's text; a text that a spreadsheet would take for a formula begins with an apostrophe."""
    match value:
        case NotKnown():
            return UNKNOWN
        case bool():
            return str(value).lower()
        case int() | Fraction():
            number = str(value) if value.denominator == 1 else f"{float(value):.12f}".rstrip("0")
            number += "%" * (isinstance(value, Percent) and 0 < abs(value) < 1)  # else 0.5 % could be read as a half
            return number.replace(".", ",") if commas else number
    return guarded("" if value is None else str(value))
