"""Write a small game from nothing.

It has sides, a unit type with its fields, a record sheet, counters and a first battle.
"""

from __future__ import annotations

import dataclasses
import keyword
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count, islice
from math import ceil
from pathlib import Path
from textwrap import indent
from typing import Final

from printshop.drawing.fonts import MissingGlyphError
from printshop.drawing.text import Style, measure_text
from printshop.files import AtomicWrite
from printshop.formulas import FUNCTIONS
from printshop.game.extends import OVERRIDE_KEYS, list_reserved_names
from printshop.game.unit_types import ANY_SIDE, UNIT_KEYS, UNIT_NAMES
from printshop.problems import add_article, make_error
from printshop.scaffold.game_plans import FieldPlan, SidePlan, UnitTypePlan
from printshop.scaffold.yaml_writer import (
    KeyLine,
    check_new_game_folder,
    check_title,
    format_lines,
    make_battle_summary,
    make_file_stem,
    nest_yaml,
)
from printshop.silhouettes import SILHOUETTE_KINDS, UPRIGHT_KINDS
from printshop.source import quote_yaml

NEW_FIELD_KINDS: Final = ("number", "die", "words", "yes or no", "choice")
DEFAULT_DRAWING: Final = "squad"
MAX_SIDES, MAX_FIELDS, MAX_OPTIONS, MAX_UNITS = 6, 20, 40, 12
MAX_NAME_LENGTH: Final = 60  # characters of a title, and of the name of a field or an option
MAX_SHORT_NAME_LENGTH: Final = 30  # characters of the name of a side or a unit: they stand together in headings
MAX_NUMBER: Final = 9_999  # the largest number that a form can print in place of marks
_DICE = (4, 6, 8, 10, 12, 20)
_PATTERNS = ("solid", "hatch", "dots", "crosshatch", "bars", "checks")
# A side with the name of a colour has this colour. The first six differ clearly for colour-blind readers, too.
_COLORS = {"blue": "#1f5f9e", "orange": "#b8560f", "green": "#1e7047", "purple": "#7a4b94", "gold": "#8f6c00",
           "grey": "#5b616b", "red": "#b3302b", "black": "#2b2b2b", "white": "#d8d4c8", "brown": "#80562f",
           "gray": "#5b616b", "pink": "#d0699a", "yellow": "#e0b02c", "silver": "#9aa3ad"}
_UNIT_NAMES = ("Falcon", "Thistle", "Lantern", "Magpie", "Copper", "Bramble", "Ember", "Juniper", "Kestrel", "Nettle",
               "Harrow", "Marlow")
_SHARES = (0.6, 0.4, 0.7, 0.5)  # of the range of a number: the values of the example units
_EDGES = (("far", 180), ("near", 0), ("left", 90), ("right", 270))  # with the heading of units that stand there
MAX_COUNTED, _MAX_MARKS = 40, 100  # marks of a field, and of a record
_MAX_KEY = 30  # characters of a key
_MAX_WORD_WIDTH = 180  # points, at a size of 10 points: a longer word does not fit half a page
_MAX_AIRY = 8  # fields of a record with wide spaces between its rows
_MAX_ON_COUNTER, _LEAST_ON_COUNTER, _COUNTER_WIDTH = 4, 8, 62.0  # fields; their size and width in points, if all fit
MAX_BESIDE, MAX_WIDTH_BESIDE = 4, 40  # fields and characters of a table beside the drawing
_MAX_HEADING, _MAX_CELL = 14, 12  # characters of a heading and of a value that fit a narrow column


@dataclass(frozen=True, slots=True)
class NewField:
    """A field of a new unit type.

    `kind` is one of `NEW_FIELD_KINDS`. `low` and `high` are the limits of a number or of the sides of a die. `options`
    are the words of a choice. `is_marked` is true for a number that is lost in play, point by point.
    """

    label: str
    kind: str = "number"
    low: int = 1
    high: int = 12
    options: tuple[str, ...] = ()
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class NewUnit:
    """One of the first units of a side.

    `values` are texts by the labels of fields; a missing one is an example.
    """

    name: str = ""
    values: Mapping[str, str] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewSide:
    """A side of a new game.

    Without `color` ("#rrggbb") a colour is chosen, and without `units` there are two.
    """

    name: str
    color: str = ""
    units: tuple[NewUnit, ...] = (NewUnit(), NewUnit())


@dataclass(frozen=True, slots=True)
class NewUnitType:
    """The unit type of a new game: its names and its fields.

    `drawing` is one of `SILHOUETTE_KINDS`.
    """

    name: str
    plural: str
    fields: tuple[NewField, ...] = ()
    drawing: str = DEFAULT_DRAWING


def read_new_unit_type(plan: UnitTypePlan) -> NewUnitType:
    """Return the unit type of a plan. Raises PrintshopError for a limit that is not a number."""
    return NewUnitType(plan["name"].strip(), plan["plural"].strip(), tuple(map(read_new_field, plan["fields"])),
                       plan.get("drawing", DEFAULT_DRAWING))


def read_new_side(plan: SidePlan) -> NewSide:
    """Return the side of a plan."""
    units = tuple(NewUnit(unit.get("name", "").strip(),
                          {label.strip(): value for label, value in unit.get("values", {}).items()})
                  for unit in plan["units"])
    return NewSide(plan["name"].strip(), plan.get("color", ""), units)


def read_new_field(plan: FieldPlan) -> NewField:
    """Return the field of a plan. Raises PrintshopError for a limit that is not a number."""
    label, kind = plan["label"].strip(), plan.get("kind", NEW_FIELD_KINDS[0])
    options = tuple(option.strip() for option in plan.get("options", ()))
    field = NewField(label, kind, options=options, is_marked=plan.get("is_marked", False))
    if kind not in ("number", "die"):
        return field
    texts = plan.get("low", str(field.low)), plan.get("high", str(field.high))
    limits = [re.fullmatch(r"d?(-?[0-9]{1,9})", text.strip()) for text in texts]
    low, high = (int(limit[1]) if limit else None for limit in limits)
    if low is None or high is None:
        raise make_error(f"the lowest and the highest value of {label} must be whole numbers", "write 1 and 12, or d6")
    return replace(field, low=low, high=high)


def write_blank_game(folder: Path, title: str, sides: Sequence[NewSide], unit: NewUnitType) -> tuple[Path, ...]:
    """Write a game with example units that can be printed at once, and return the written files.

    Raises PrintshopError, and changes nothing, if the input or the folder cannot be used.
    """
    check_new_game_folder(folder)
    texts = make_blank_game(title, sides, unit)
    with AtomicWrite() as delivery:
        for name, text in texts.items():
            delivery.add_file(folder / name).write_text(text, encoding="utf-8", newline="\n")
    return delivery.list_targets()


def make_blank_game(title: str, sides: Sequence[NewSide], unit: NewUnitType) -> Mapping[str, str]:
    """Return the YAML of the files of a new game by file name. Raises PrintshopError."""
    _check_text(title, "a game")
    side_keys = _make_side_keys(sides)
    unit_key, plural = _make_unit_names(unit)
    fields = _make_fields(unit, unit_key)
    units = list_example_units(sides, unit)
    names = {side: [example.name for example in examples] for side, examples in zip(side_keys, units, strict=True)}
    return {
        "game.yaml": _format_game(title, side_keys, unit, unit_key, plural, fields),
        f"{plural.replace(' ', '_')}.yaml": _format_units(dict(zip(side_keys, units, strict=True)), unit, fields),
        "forms.yaml": _format_form(unit, unit_key, fields),
        "counters.yaml": _format_counters(unit, unit_key, fields),
        "scenarios/first_battle.yaml": _format_battle(names, [side.name for side in sides], unit),
    }


def list_example_units(sides: Sequence[NewSide], unit: NewUnitType) -> tuple[tuple[NewUnit, ...], ...]:
    """Return the first units of each side with their names and all values. Raises PrintshopError."""
    used_names = {new_unit.name.casefold() for side in sides for new_unit in side.units}
    names_to_use = chain(_UNIT_NAMES, (f"Unit {number}" for number in count(1)))
    # each place has its own name, so that the name of a unit changes no other one
    names_of_places = iter([*islice(names_to_use, sum(len(side.units) for side in sides))])
    free = (name for name in names_to_use if name.casefold() not in used_names)

    def choose_name(typed_name: str) -> str:
        name = next(names_of_places)
        return typed_name or (next(free) if name.casefold() in used_names else name)

    example_units = tuple(tuple(NewUnit(choose_name(new_unit.name), {
        field.label: read_field_value(field, new_unit.values.get(field.label, ""), number + index)
        for index, field in enumerate(unit.fields)}) for number, new_unit in enumerate(side.units)) for side in sides)
    for side in sides:
        _check_count(side.units, f"{unit.plural} of {side.name}", 1, MAX_UNITS)
    names = [new_unit.name for side in example_units for new_unit in side]
    for name in names:
        _check_text(name, "a unit", MAX_SHORT_NAME_LENGTH)
    _check_distinct(names, "units")
    return example_units


def read_field_value(field: NewField, text: str, number: int) -> str:
    """Return the value of a field of a unit; if there is none, an example.

    Raises PrintshopError.
    """
    text = " ".join(text.split())
    if not text:
        return _make_example(field, number)
    if field.kind == "number" and not (re.fullmatch(r"-?\d{1,9}", text, re.ASCII)
                                        and field.low <= int(text) <= field.high):
        raise make_error(f"'{text}' cannot be the {field.label} of a unit", f"write a whole number from {field.low} "
                         f"to {field.high}, or change the limits of {field.label}")
    if options := _list_options(field):
        if text not in options:
            raise make_error(f"'{text}' cannot be the {field.label} of a unit", f"choose one of {', '.join(options)}")
    elif field.kind == "words":
        _check_text(text, f"a value of {field.label}")
    return str(int(text)) if field.kind == "number" else text


# --- checks of the input


def _check_text(text: str, label: str, most: int = MAX_NAME_LENGTH) -> None:
    """Raise PrintshopError if a text is empty or too long, or has characters with a meaning or without a drawing."""
    check_title(text, label)
    if len(text) > most:
        raise make_error(f"'{text}' has {len(text)} characters, but the name of {label} has at most {most}",
                         "choose a shorter name")
    if special := re.search(r"[{}<>*\\$]", text):
        raise make_error(f"'{text}' cannot be the name of {label}, because {special[0]} has a special meaning in texts",
                         f"write the name without {special[0]}")
    try:
        widest = max(text.split(), key=lambda word: measure_text(word, Style("sans", 10)))
    except MissingGlyphError as error:
        raise make_error(f"'{text}' cannot be the name of {label}: {error}",
                         "write the name in Latin, Greek or Cyrillic letters, without emoji") from error
    if measure_text(widest, Style("sans", 10)) > _MAX_WORD_WIDTH:
        raise make_error(f"'{widest}' in the name of {label} is too long a word for a record", "divide it with a space")


def _check_count(items: Sequence[object], label: str, low: int, high: int) -> None:
    if not low <= len(items) <= high:
        raise make_error(f"there are {len(items)} {label}, but {low} to {high} are possible",
                         f"{'add' if len(items) < low else 'remove'} some")


def _check_distinct(names: Iterable[str], label: str) -> None:
    used_names = set[str]()
    for name in names:
        if name.casefold() in used_names:
            raise make_error(f"two {label} have the name '{name}'", "give each one a name of its own")
        used_names.add(name.casefold())


def _make_side_keys(sides: Sequence[NewSide]) -> dict[str, NewSide]:
    """Return the sides by their keys. Raises PrintshopError."""
    _check_count(sides, "sides", 1, MAX_SIDES)
    _check_distinct((side.name for side in sides), "sides")
    keys = dict[str, NewSide]()
    for number, side in enumerate(sides, 1):
        _check_text(side.name, "a side", MAX_SHORT_NAME_LENGTH)
        if side.color and not re.fullmatch("#[0-9a-fA-F]{6}", side.color):
            raise make_error(f"'{side.color}' is not a colour for {side.name}", 'write it as "#1f5f9e"')
        key = make_file_stem(re.sub(r"(?i)^the ", "", side.name), "side")
        keys[f"{key}_{number}" if key in (ANY_SIDE, *keys) else key] = side
    return keys


def _make_unit_names(unit: NewUnitType) -> tuple[str, str]:
    """Return the key of the unit type, and the plural as a possible name of a file. Raises PrintshopError."""
    _check_text(unit.name, "a unit", MAX_SHORT_NAME_LENGTH)
    _check_text(unit.plural, "several units", MAX_SHORT_NAME_LENGTH)
    if unit.drawing not in SILHOUETTE_KINDS:
        raise make_error(f"'{unit.drawing}' is not a drawing of a unit", f"choose one of {', '.join(SILHOUETTE_KINDS)}")
    key = make_file_stem(unit.name, "unit")
    plural = make_file_stem(unit.plural, "units").replace("_", " ").strip()
    if plural.replace(" ", "_") in list_reserved_names():
        raise make_error(f"the units cannot be named '{unit.plural}', because every game has a part with this name",
                         "choose another plural, for example with an adjective before it")
    return key if key.isidentifier() else f"unit_{key}", plural


def _make_fields(unit: NewUnitType, unit_key: str) -> dict[str, NewField]:
    """Return the fields by their keys. Raises PrintshopError."""
    _check_count(unit.fields, "values of a unit", 0, MAX_FIELDS)
    _check_distinct((field.label for field in unit.fields), "values")
    fields = dict[str, NewField]()
    for number, field in enumerate(unit.fields, 1):
        check_new_field(field, unit.name)
        fields[make_field_key(field, unit_key, fields, number)] = field
    return fields


def make_field_key(field: NewField, unit_key: str, used_keys: Collection[str], number: int) -> str:
    """Return a key for a field that no other field has."""
    key = make_file_stem(field.label[:_MAX_KEY], f"figure_{number}")
    is_odd = (not key.isidentifier() or keyword.iskeyword(key) or quote_yaml(key) != key
              or key in {*UNIT_KEYS, *OVERRIDE_KEYS, *UNIT_NAMES, *FUNCTIONS}
              or (key == "points" and (field.kind != "number" or field.is_marked)))
    key = f"{unit_key}_{key}" if is_odd else key
    return f"{key}_{number}" if key in used_keys else key


def check_new_field(field: NewField, unit_name: str) -> None:
    """Raise PrintshopError if a field of a unit has a bad label, kind or limits."""
    _check_text(field.label, "a value")
    if field.label.casefold() in ("name", "side"):
        raise make_error(f"a value cannot be named '{field.label}', because every unit has a name and a side",
                         "leave out this value, or choose another name")
    if field.kind not in NEW_FIELD_KINDS:
        raise make_error(f"'{field.kind}' is not a kind of value, but {field.label} of {add_article(unit_name)} has "
                         "it", f"choose one of {', '.join(NEW_FIELD_KINDS)}")
    if field.is_marked and field.kind != "number":
        raise make_error(f"{field.label} cannot be marked off, because it is not a number", "choose the kind number")
    if field.kind in ("number", "die") and field.low > field.high:
        raise make_error(f"the lowest value of {field.label}, {field.low}, is higher than the highest, {field.high}",
                         "exchange the two numbers")
    if field.kind == "number" and not -MAX_NUMBER <= field.low <= field.high <= MAX_NUMBER:
        raise make_error(f"the values of {field.label} are not between -{MAX_NUMBER:,} and {MAX_NUMBER:,}",
                         "choose smaller numbers")
    if field.is_marked and (field.low < 0 or field.high < 1):
        raise make_error(f"{field.label} cannot be marked off from {field.low} to {field.high}",
                         "the lowest value must be 0 or more, and the highest 1 or more")
    if field.kind == "die" and not _list_options(field):
        raise make_error(f"no die for {field.label} has {field.low} to {field.high} sides",
                         f"choose from {', '.join(f'd{sides}' for sides in _DICE)}")
    if field.kind == "choice":
        _check_count(field.options, f"words for {field.label}", 1, MAX_OPTIONS)
        _check_distinct(field.options, f"words for {field.label}")
        for option in field.options:
            _check_text(option, f"a value of {field.label}")


# --- the files


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def _list_options(field: NewField) -> tuple[str, ...]:
    """Return the words from which the value of a field is chosen."""
    if field.kind == "die":
        return tuple(f"d{sides}" for sides in _DICE if field.low <= sides <= field.high)
    return ("yes", "no") if field.kind == "yes or no" else field.options if field.kind == "choice" else ()


def is_narrow_field(field: NewField) -> bool:
    """Return whether the heading and all values of a field fit a narrow column of a table."""
    return (field.kind != "words" and not field.is_marked and len(field.label) <= _MAX_HEADING
            and all(len(option) <= _MAX_CELL for option in _list_options(field)))


def choose_side_colors(sides: Sequence[NewSide]) -> tuple[str, ...]:
    """Return the colour of each side: its own, that of its name, or one of the free ones."""
    free = [color for word, color in _COLORS.items() if word not in {side.name.casefold() for side in sides}]
    return tuple(side.color or _COLORS.get(side.name.casefold()) or free[number] for number, side in enumerate(sides))


def _format_game(title: str, side_keys: Mapping[str, NewSide], unit: NewUnitType, unit_key: str, plural: str,
                 fields: Mapping[str, NewField]) -> str:
    colors = choose_side_colors([*side_keys.values()])
    sides = [KeyLine(quote_yaml(key), f'{{name: {quote_yaml(side.name)}, colour: "{color}", pattern: {pattern}}}')
             for (key, side), color, pattern in zip(side_keys.items(), colors, _PATTERNS, strict=False)]
    dice = dict.fromkeys(die for field in fields.values() if field.kind == "die" for die in _list_options(field))
    general = [KeyLine("format", "1", "the version of this file format"), KeyLine("title", quote_yaml(title)),
               KeyLine("dice", f"[{', '.join(dice or ['d6'])}]", "the dice of the game")]
    names = [KeyLine("name", quote_yaml(unit.name))] if unit.name != unit_key.replace("_", " ") else []
    unit_lines = [*names, KeyLine("plural", quote_yaml(plural), "the name of the file of the units, too"),
                  KeyLine("drawn", f"{{as: {unit.drawing}}}", "the drawing of a unit without a picture"),
                  *([KeyLine("art_bow", "none", "the drawing never turns")] if unit.drawing in UPRIGHT_KINDS else [])]
    field_lines = [KeyLine(key, format_field(key, field)) for key, field in fields.items()]
    body = format_lines(unit_lines) + (nest_yaml("fields", format_lines(field_lines)) if fields else "fields: {}\n")
    return "".join((
        format_lines(general),
        "sides:                        # each side has a colour, and a pattern for prints in black\n",
        "".join(f"  {line.key_text}\n" for line in sides),
        nest_yaml("unit_types", nest_yaml(quote_yaml(unit_key), body))))


def format_field(key: str, field: NewField) -> str:
    """Return the declaration of a field as YAML on one line."""
    has_label = field.label != _capitalize(key.replace("_", " ")) and field.label != key.replace("_", " ")
    label = f"label: {quote_yaml(field.label)}, " if has_label else ""
    if field.kind == "number":
        return f"{{{label}kind: whole, min: {field.low}, max: {field.high}}}"
    if field.kind == "words":
        return f"{{{label}kind: text, optional: true}}"
    return f"{{{label}kind: choice, options: [{', '.join(map(quote_yaml, _list_options(field)))}]}}"


def _format_units(units: Mapping[str, Sequence[NewUnit]], unit: NewUnitType, fields: Mapping[str, NewField]) -> str:
    text = [f"# The first {unit.plural} of each side: change them, and add your own.\n"]
    for side, side_units in units.items():
        for new_unit in side_units:
            values = {"name": quote_yaml(new_unit.name), "side": quote_yaml(side)}
            values |= {key: value if field.kind == "number" else quote_yaml(value)
                       for key, field in fields.items() for value in (new_unit.values[field.label],)}
            lines = "".join(f"  {key}: {value}\n" for key, value in values.items())
            text.append(f"- {lines[2:]}")
    return "\n".join(text)


def _make_example(field: NewField, number: int) -> str:
    """Return a value for an example unit. The values of neighbouring numbers differ."""
    if field.kind == "number":
        value = round(field.low + (field.high - field.low) * _SHARES[number % len(_SHARES)])
        return str(max(value, 1) if field.is_marked else value)
    if field.kind == "words":
        return "to be chosen"
    options = _list_options(field)
    return options[number % len(options)]


def _format_form(unit: NewUnitType, unit_key: str, fields: Mapping[str, NewField]) -> str:
    """Return the record sheet: a head, the drawing beside tables of figures, marks, and lines of words."""
    title = f'text: "**{{label}}**", style: title, blank: {quote_yaml(_capitalize(unit.name))}'
    points = ', {text: "**{points}** points", align: right, blank: Points}' if "points" in fields else ""
    head = f"columns: [3, 1], cells: [{{{title}}}{points}]" if points else title
    rows = [f"- {{height: 9 mm, ground: side, {head}}}\n", "- {height: 2 mm, gap: 0 mm, band: side}\n"]
    tables = [f"- {{stats: [{', '.join(keys)}], ground: tint}}\n" for keys in _divide_tables(fields)]
    if tables:
        table_text = "".join(tables[:2])
        rows.append("- columns: [1, 2]  # the drawing, and the figures beside it\n"
                    "  cells:\n    - {picture: unit, of_side: true}\n"
                    f"    - rows:\n{indent(table_text, 8 * ' ')}")
        rows += tables[2:]
    else:
        rows.append("- {height: 22 mm, picture: unit, of_side: true}\n")
    free_marks = _MAX_MARKS
    for key, field in fields.items():
        if field.is_marked:
            has_marks = field.high <= min(MAX_COUNTED, free_marks)
            free_marks -= field.high * has_marks
            rows.append(f"- {format_field_row(key, field, has_marks=has_marks)}\n")
    for key, field in fields.items():
        if not field.is_marked and not is_narrow_field(field) and key != "points":
            rows.append(f"- {format_field_row(key, field, has_marks=False)}\n")
    rows.append("- {height: 16 mm, text: Notes, box: true}\n")
    lines = [KeyLine("title", quote_yaml(_capitalize(unit.plural))), KeyLine("unit", quote_yaml(unit_key)),
             KeyLine("per_page", "fit", "as many records on a page as fit,"),
             KeyLine("per_row", "2", "two of them side by side"),
             KeyLine("fill", "true", "blank records fill the last page"),
             KeyLine("space", "1 mm" if len(fields) > _MAX_AIRY else "2 mm", "between rows")]
    return nest_yaml("record", format_lines(lines) + nest_yaml("rows", "".join(rows)))


def format_field_row(key: str, field: NewField, *, has_marks: bool) -> str:
    """Return the row of a field as YAML: with a mark or a box for points that are lost, else with its value."""
    heading = _capitalize(field.label)
    if not field.is_marked:
        return f"{{text: {quote_yaml(f'**{heading}** {{{key}}}')}, wrap: true, blank: {quote_yaml(heading)}}}"
    marks = f"pips: {key}, align: left, blank: {field.high}" if has_marks else f"count: {key}"
    if len(heading) > _MAX_HEADING:
        text = f"{{text: {quote_yaml(heading)}, wrap: true, blank: {quote_yaml(heading)}}}"
        return f"{{columns: [1, 1], cells: [{text}, {{{marks}}}]}}"
    text = f"**{heading}** {{{key}}}" if has_marks else heading
    return f"{{text: {quote_yaml(text)}, {marks}}}"


def _divide_tables(fields: Mapping[str, NewField]) -> Iterator[list[str]]:
    """Yield the keys of each table of narrow fields: up to four beside the drawing, up to five below it.

    Two tables beside the drawing have equal numbers of fields, or the first has one more.
    """
    keys = [key for key, field in fields.items() if is_narrow_field(field) and key != "points"]
    widths = [measure_field_column(fields[key]) for key in keys]
    for first in dict.fromkeys((len(keys), ceil(len(keys) / 2))):
        if first <= MAX_BESIDE and max(sum(widths[:first]), sum(widths[first:])) <= MAX_WIDTH_BESIDE:
            yield from filter(None, (keys[:first], keys[first:]))
            return
    table, width, number = list[str](), 0, 0
    for key, length in zip(keys, widths, strict=True):
        most, widest = (MAX_BESIDE - 1, MAX_WIDTH_BESIDE) if number < 2 else (5, 60)
        if table and (width + length > widest or len(table) == most):
            yield table
            table, width, number = [], 0, number + 1
        table, width = [*table, key], width + length
    if table:
        yield table


def measure_field_column(field: NewField) -> int:
    """Return the width of the column of a narrow field, in characters."""
    return max(map(len, (field.label, *_list_options(field)))) + 3


def _format_counters(unit: NewUnitType, unit_key: str, fields: Mapping[str, NewField]) -> str:
    """Return counters with the name, the drawing and the first fields of a unit."""
    field_keys = [key for key, field in fields.items() if field.kind in ("number", "die") and key != "points"
                   and len(field.label) <= _MAX_HEADING]
    field_keys = sorted(field_keys, key=lambda key: fields[key].is_marked)[:_MAX_ON_COUNTER]
    widest = " · ".join(max(_list_options(fields[key]) or map(str, (fields[key].low, fields[key].high)), key=len)
                        for key in field_keys)
    if measure_text(f"**{widest}**", Style("sans", _LEAST_ON_COUNTER)) > _COUNTER_WIDTH:
        field_keys = field_keys[:_MAX_ON_COUNTER - 1]
    lines = [KeyLine("title", quote_yaml(_capitalize(unit.plural))), KeyLine("kind", "flat"),
             KeyLine("units", quote_yaml(unit_key)), KeyLine("size", "25 mm"), KeyLine("bow", "up")]
    if field_keys:
        note = " · ".join(_capitalize(fields[key].label) for key in field_keys)
        lines.append(KeyLine("note", quote_yaml(note), "the figures on each counter, from the left"))
    front = ['{ground: "#fbf8ee"}', "{band: side, edge: bottom, take: 10 %}",
             '{text: "**{short}**", edge: top, take: 18 %, largest: 9 pt, smallest: 5 pt}']
    if field_keys:
        holes = " · ".join(f"{{{key}}}" for key in field_keys)
        front.append(f'{{text: "**{holes}**", edge: bottom, take: 23 %, largest: 13 pt}}')
    front.append("{picture: unit, of_side: true}")
    face = "".join(f"- {part}\n" for part in front)
    return nest_yaml(quote_yaml(unit_key), format_lines(lines) + nest_yaml("front", face))


def _format_battle(names: Mapping[str, Sequence[str]], side_names: Sequence[str], unit: NewUnitType) -> str:
    forces, zones, positions = [], [], []
    for (side, unit_names), (edge, heading) in zip(names.items(), (*_EDGES, *_EDGES), strict=False):
        forces.append(f"  {quote_yaml(side)}: {{units: [{', '.join(map(quote_yaml, unit_names))}]}}\n")
        zones.append(f"    - {{side: {quote_yaml(side)}, edge: {edge}, depth: 6 in}}\n")
        for number, name in enumerate(unit_names):
            along = round(36 * (number + 1) / (len(unit_names) + 1))
            across = 4 if edge in ("far", "left") else 32
            x, y = (along, across) if edge in ("far", "near") else (across, along)
            positions.append(f"    {quote_yaml(name)}: {{at: {x} in x {y} in, heading: {heading}}}\n")
    deployment = f"deployment:\n  zones:\n{''.join(zones)}  positions:\n{''.join(positions)}"
    victory = (f"After six turns the side with the most {unit.plural} on the table wins." if len(names) > 1
               else f"The players win if {add_article(unit.name)} is on the table after six turns.")
    return "".join((
        format_lines([KeyLine("title", "First Battle"), make_battle_summary(side_names)]),
        "table: 3 ft x 3 ft\nturns: 6\n",
        f"forces:\n{''.join(forces)}",
        deployment if len(names) <= len(_EDGES) else "",
        f"setup:\n  - {quote_yaml(f'Each side places its {unit.plural} within 6 in of its edge of the table.')}\n",
        f"victory: {{text: {quote_yaml(victory)}}}\n"))
