"""Units as data with all derived values: JSON for programs, CSV for spreadsheets.

Numbers stay exact in JSON ("1/3"). In CSV, numbers have up to twelve decimals, because spreadsheets read "1/3" as a
date. Missing values are null in JSON, and empty in CSV. Unknown values are null in JSON, and `unknown` lists the
names of the fields. In CSV, unknown values are the word `unknown`.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from printshop.formulas import UnknownFigure
from printshop.game.errata import ALL_OURS
from printshop.game.field_values import (
    Battery,
    DiceRoll,
    FieldEntries,
    FieldValue,
    HeldUnits,
    ListRows,
    NamedNumbers,
    Percent,
)
from printshop.game.fields import Field
from printshop.game.formula_keys import to_markup
from printshop.game.list_fields import ROW_NUMBER, ListField
from printshop.game.model import Game, Unit
from printshop.game.scenarios import find_unit_points
from printshop.game.unit_types import ANY_SIDE
from printshop.game.units import EMPTY_LIST, NO_PREFIX
from printshop.lengths import MM, Length
from printshop.problems import make_error, suggest_name
from printshop.silhouettes import SilhouetteSpec
from printshop.source import UNKNOWN
from printshop.source.csv_tables import guard_cell_text
from printshop.text_markup import MarkupText, strip_markup
from printshop.words import load_words

BOM = "\ufeff"  # without it Excel reads the file in the legacy code page of Windows
_BASIC_COLUMNS = ("name", "class", "unit type", "side", "size")
# columns for other values than the defaults
_OPTIONAL_COLUMNS = ("short", "numbered", "prefix", "copies", "art", "art_bow", "ours")


def select_units(game: Game, names: Sequence[str], all_units: bool, unit_type: str = "") -> tuple[Unit, ...]:
    """Return the units with the given names.

    If there are no names, return the units that the game itself defines. If `all_units` is true, the units of the game
    below are included. If `unit_type` is given, only units of the type with this key, name or plural are returned.
    Raises PrintshopError if there are no such units.
    """
    if unit_type:
        types = {word.casefold(): key for key, kind in game.unit_types.items()
                 for word in (kind.plural, kind.name, key)}
        if unit_type.casefold() not in types:
            raise make_error(f"{game.title} has no unit type '{unit_type}'", suggest_name(unit_type, game.unit_types))
        key = types[unit_type.casefold()]
        units = tuple(unit for unit in select_units(game, names, all_units) if unit.kind == key)
        if not units:
            raise make_error(f"{game.title} has no units of the type '{key}' among those chosen")
        return units
    if names:
        return tuple(game.find_unit(name) for name in names)
    in_scope = game.own_entries.get("units", frozenset()) if game.base_name and not all_units else game.units.keys()
    units = tuple(unit for name, unit in game.units.items() if name in in_scope)
    if not units:
        raise make_error(f"{game.title} defines no units",
                         "add --all to include the units of the game that this game extends"
                         if game.base_name else f"write a unit: printshop new unit {game.key} NAME")
    return units


def format_units_json(game: Game, units: Iterable[Unit]) -> str:
    """Return units as JSON."""
    unit_data = []
    for unit in units:
        kind = game.unit_types[unit.kind]
        unit_data.append({
            "name": unit.name, "class": unit.class_name or None, "type": unit.kind, "side": unit.side.key,
            "size": unit.size.key if unit.size else None, "numbered": unit.numbered,
            "fields": {key: _to_json_value(unit.values[key]) for key in kind.fields},
            "derived": {key: _to_json_value(unit.values[key]) for key in kind.derived_names if key in unit.values},
            "points": _to_json_value(find_unit_points(unit, game.unit_types)),
            "ours": [name for name in (*kind.fields, *kind.derived_names) if name in unit.ours],
            "unknown": [name for name in (*kind.fields, *kind.derived_names) if name in unit.unknown_values],
            "warnings": [strip_markup(warning) for warning in unit.warnings],
            "differs": {key: strip_markup(note.format_note(load_words())) for key, note in unit.differs.items()}})
    return json.dumps({"game": game.key, "title": game.title, "units": unit_data}, ensure_ascii=False, indent=2) + "\n"


def _to_json_value(value: FieldValue) -> Any:  # noqa: PLR0911 - one for each kind of value
    """Return a value for JSON.

    Numbers are exact. If a number has no finite decimals, it becomes text.
    """
    match value:
        case None | UnknownFigure():
            return None
        case Fraction():
            exact = 10 ** value.denominator.bit_length() % value.denominator == 0
            return value.numerator if value.denominator == 1 else float(value) if exact else str(value)
        case Length():
            return {"text": value.text, "mm": round(float(value) / MM, 6)}
        case Battery(count, die, damage, traits):
            return {"count": count, "die": die, "damage": damage, "traits": [trait.key for trait in traits]}
        case DiceRoll(count, die, plus):
            return {"count": count, "die": die, "plus": plus}
        case FieldEntries(items):
            return {entry.key: entry.amount for entry in items}
        case NamedNumbers():
            return {name: _to_json_value(number) for name, number in value.items()}
        case HeldUnits():
            return [*value.names] if not value.is_single else value.names[0] if value.names else None
        case ListRows():
            return [{key: _to_json_value(cell) for key, cell in row.items() if key != ROW_NUMBER} for row in value.rows]
        case tuple():
            return [_to_json_value(item) for item in value]
        case MarkupText():
            return strip_markup(value)
    return value


def format_units_csv(game: Game, units: Sequence[Unit], *, fleet: bool = False, semicolons: bool = False) -> str:
    """Return units as a CSV table with a row for each unit.

    Composite values also have a column for each part. If `fleet` is true, the first columns are `unit`, `count` and
    `side`. The names of all other columns are then in brackets, because a fleet ignores columns with such names. If
    `semicolons` is true, semicolons separate the cells, and numbers have decimal commas.
    """
    kinds = [game.unit_types[key] for key in dict.fromkeys(unit.kind for unit in units)]
    rows = [dict(_list_cells(game, unit)) for unit in units]
    names: dict[str, None] = {}
    for key in (key for kind in kinds for key in (*kind.fields, *kind.derived_names)):  # before their parts
        names |= {name: None for row in rows for name in row if name == key or name.startswith(f"{key}.")}
    optional_columns = [name for name in _OPTIONAL_COLUMNS if any(row.get(name) is not None for row in rows)]
    columns = [*_BASIC_COLUMNS, *optional_columns, *names]
    last_columns = ("points", "warnings", *(("differs",) if any(unit.differs for unit in units) else ()))
    columns += [name for name in last_columns if name not in columns]
    fleet_columns = ["unit", "count", "side"] if fleet else []
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";" if semicolons else ",")
    writer.writerow([*fleet_columns, *(guard_cell_text(f"[{name}]" if fleet else name) for name in columns)])
    for row in rows:
        fleet_cells = [row["name"], 1, "" if row["side"] == ANY_SIDE else row["side"]] if fleet else []
        writer.writerow([_format_cell(cell, semicolons)
                         for cell in (*fleet_cells, *(row.get(name) for name in columns))])
    return text.getvalue()


def _list_cells(game: Game, unit: Unit) -> Iterator[tuple[str, object]]:
    kind = game.unit_types[unit.kind]
    yield from zip(_BASIC_COLUMNS, (unit.name, unit.class_name, unit.kind, unit.side.key,
                                    unit.size.key if unit.size else None),
                   strict=True)
    prefix = unit.prefix if unit.prefix != ("" if unit.numbered else unit.side.prefix) else None
    optional_cells = (unit.short or None, unit.numbered or None, NO_PREFIX if prefix == "" else prefix,
                      unit.copies if unit.copies != 1 else None, unit.art.name if isinstance(unit.art, Path) else None,
                      unit.art_bow if unit.art_bow != "right" and not isinstance(unit.art, SilhouetteSpec) else None,
                      ALL_OURS if unit.name_mark else "; ".join(sorted(unit.ours)) or None)
    yield from zip(_OPTIONAL_COLUMNS, optional_cells, strict=True)
    for key in (*kind.fields, *kind.derived_names):
        value = unit.values.get(key)
        yield key, _to_single_cell(kind.fields.get(key), value)
        yield from ((f"{key}.{part_name}", cell) for part_name, cell in _list_part_cells(value))
    if "points" not in (*kind.fields, *kind.derived_names):
        points = find_unit_points(unit, game.unit_types)
        yield "points", UNKNOWN if points is None else points
    yield "warnings", "; ".join(map(strip_markup, unit.warnings))
    yield "differs", "; ".join(f"{key}: {strip_markup(note.format_note(load_words()))}" for key,
                               note in unit.differs.items())


def _to_single_cell(field: Field | None, value: FieldValue) -> object:  # noqa: PLR0911 - one for each kind of value
    """Return a value as one cell: a number, or a text in the notation of the data."""
    match value:
        case HeldUnits():
            return "; ".join(value.list_counted_names(" x "))
        case ListRows() if isinstance(field, ListField):
            return "; ".join(field.write_rows(value)) or EMPTY_LIST
        case ListRows():
            names = value.columns[: len(value.columns) - value.derived_count]
            return "; ".join(" ".join(name if row[name] is True else strip_markup(to_markup(row[name]))
                                      for name in names
                                      if row[name] is not None and row[name] is not False) for row in value.rows)
        case Battery() if field:
            return field.write_value(value)
        case UnknownFigure():
            return UNKNOWN
        case Length():
            return value.text
        case tuple():
            return "; ".join(strip_markup(to_markup(item)) for item in value) or (EMPTY_LIST if field else "")
        case MarkupText():
            return str(value) if field else strip_markup(value)
        case None | bool() | int() | Fraction() | str():
            return value
    return str(value)


def _list_part_cells(value: FieldValue) -> Iterator[tuple[str, object]]:
    """Yield the name and the cell of each part of a value."""
    match value:
        case Battery():
            yield from (("count", value.count), ("die", value.die), ("damage", value.damage))
        case Length():
            yield "mm", Fraction(value.points * 127, 360)
        case FieldEntries():
            yield from ((entry.key, entry.amount) for entry in value.items)
        case NamedNumbers():
            yield from value.items()
            yield "total", _add_numbers(value.numbers)
        case ListRows():
            if not isinstance(value, HeldUnits):
                yield "rows", value.count
            elif not value.is_single:
                yield "count", value.count
            for name in value.columns:
                column = value.column(name)
                if any(isinstance(cell, int | Fraction) and not isinstance(cell, bool) for cell in column):
                    yield name, _add_numbers(cell for cell in column if cell is not None)


def _add_numbers(values: Iterable[FieldValue]) -> object:
    numbers = list(values)
    return UNKNOWN if any(isinstance(number, UnknownFigure) for number in numbers) else sum(
        number for number in numbers if isinstance(number, int | Fraction) and not isinstance(number, bool))


def _format_cell(value: object, decimal_commas: bool) -> str:
    """Return the text of a cell. A text that a spreadsheet would read as a formula begins with an apostrophe."""
    match value:
        case UnknownFigure():
            return UNKNOWN
        case bool():
            return str(value).lower()
        case int() | Fraction():
            number = str(value) if value.denominator == 1 else f"{float(value):.12f}".rstrip("0")
            number += "%" * (isinstance(value, Percent) and 0 < abs(value) < 1)  # else 0.5 % could be read as a half
            return number.replace(".", ",") if decimal_commas else number
    return guard_cell_text("" if value is None else str(value))
