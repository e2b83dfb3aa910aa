"""How a field's values are written, the other way round from `fields`: a value as YAML, a field in a player's words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from printshop.expressions import NotKnown
from printshop.game.fields import NUMBER
from printshop.game.values import Battery, Entries, Numbers, Rows, Table, Value
from printshop.problems import Problems
from printshop.source import UNKNOWN, parse_text
from printshop.units import Length

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from printshop.game.fields import Columns, Field
    from printshop.game.model import UnitType

_PLAIN = re.compile(r"(?:[0-9]{1,6}(?![eExXoO]))?[^\W\d_](?:[\w ./()&+'–’-]*[\w.)’])?")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", UNKNOWN))
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_LOOKED_UP = re.compile(r"\blookup\(\s*(\w+)\s*,\s*(\w+)\s*[,)]")
MOST_OPTIONS = 40  # that are named in words


def quoted(text: str) -> str:
    r"""Return a text as YAML: in quotes where it could be taken for something else, by whatever reads it.

    >>> quoted("Mary Celeste"), quoted("no"), quoted("1904"), quoted("2d6"), quoted('The "Rat": #2')
    ('Mary Celeste', '"no"', '"1904"', '2d6', '"The \\"Rat\\": #2"')
    """
    if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS:
        return text
    return '"' + "".join(_ESCAPES.get(one) or (one if one.isprintable() else _escaped(one)) for one in text) + '"'


def _escaped(character: str) -> str:
    number = ord(character)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def written(field: Field, value: Value) -> str:
    """Return a field's value on one line, so that reading it gives the value again; "" for none."""
    match value:
        case None:
            text = ""
        case NotKnown():
            text = UNKNOWN
        case bool():
            text = str(value).lower()
        case Length():
            text = quoted(value.text) if value.text.endswith('"') else value.text
        case Battery():
            text = _battery(field, value)
        case Entries():
            text = "{" + ", ".join(f"{quoted(entry.key)}: {entry.amount}" for entry in value.items) + "}"
        case Numbers():
            text = "{" + ", ".join(f"{quoted(name)}: {_number(number)}" for name, number in value.items()) + "}"
        case Rows():
            text = "[" + ", ".join(rows(field, value)) + "]"
        case str():
            text = quoted(value)
        case _:
            text = str(value)
    return text


def _number(number: int | NotKnown) -> str:
    return UNKNOWN if isinstance(number, NotKnown) else str(number)


def _battery(field: Field, battery: Battery) -> str:
    plain = field.short and not battery.traits
    if plain and (battery.die, battery.damage) == (field.dice[0], field.damage[0]):
        return str(battery.count)
    return " ".join((f"{battery.count}/d{battery.die}", f"x{battery.damage}", *(one.key for one in battery.traits)))


def rows(field: Field, value: Rows) -> list[str]:
    """Return the rows of a list, each on one line: as words where these say it all, else as a block in braces."""
    if field.entry is None:
        return []
    return [_row(field, field.entry, row) for row in value.rows]


def _row(field: Field, columns: Columns, row: Mapping[str, Value]) -> str:
    given = {key: row[key] for key in columns.fields if row[key] is not None}
    words = " ".join(_word(one, key, given[key]) for key, one in columns.fields.items() if key in given).strip()
    single = len(columns.fields) == 1  # a single word keeps its own kind: a number is written without quotes
    short = _word_alone(columns, given) if single else quoted(words)
    if words and _reads(field, short, given):
        return short
    return "{" + ", ".join(f"{key}: {written(columns.fields[key], one)}" for key, one in given.items()) + "}"


def _word(field: Field, key: str, value: Value) -> str:
    """Return a sub-field as it stands among the words of a row: a text without quotes, a flag by its name."""
    if isinstance(value, bool):
        return key if value else ""
    return value if isinstance(value, str) else written(field, value)


def _word_alone(columns: Columns, given: Mapping[str, Value]) -> str:
    key, field = next(iter(columns.fields.items()))
    return written(field, given.get(key))


def _reads(field: Field, text: str, given: Mapping[str, Value]) -> bool:
    """Return whether a row's text means these values: words can be ambiguous."""
    problems = Problems()
    node = parse_text(f"[{text}]", "", problems)
    value = field.read(node, "", problems) if node else None
    if problems or not isinstance(value, Rows) or len(value) != 1:
        return False
    return {key: one for key, one in value.rows[0].items() if one is not None and key != NUMBER} == given


def range_of(low: int | None, high: int | None) -> str:
    """Return the whole numbers of a range in words.

    >>> range_of(1, 35), range_of(2, None), range_of(None, None), range_of(1, 1)
    ('1 to 35', '2 or more', '', '1')
    """
    if low is not None and high is not None:
        return str(low) if low == high else f"{low} to {high}"
    if low is not None:
        return f"{low} or more"
    return "" if high is None else f"{high} or less"


def in_words(field: Field, tables: Mapping[str, str] | None = None) -> str:
    """Return what may stand in a field. `tables` are the titles of tables that it is looked up in, by field."""
    found = _kind(field)
    table = (tables or {}).get(field.key)
    return f"{found} (see the table {table})" if table else found


def _kind(field: Field) -> str:
    limits = range_of(field.low, field.high)
    return {
        "whole": f"a whole number, {limits}" if limits else "a whole number",
        "text": "any text",
        "choice": f"one of {options(field.options)}",
        "flag": "true or false",
        "length": "a length with its unit, such as 3 in or 19 mm",
        "dice": "a roll such as 2d6 or 2d6+1",
        "battery": _battery_words(field),
        "entries": f"what there is, and how many of it: {options(field.things)}",
        "numbers": f"{limits or 'a whole number'} each; a number alone goes for all of them",
        "list": _list_words(field),
    }[field.kind]


def _list_words(field: Field) -> str:
    if field.entry is None:
        return ""
    several = f"up to {field.entry.most}, one behind each dash, or between [ ]"
    only = next(iter(field.entry.fields.values()))
    return several if len(field.entry.fields) > 1 else f"{several}: {_kind(only)}"


def _battery_words(field: Field) -> str:
    count = f"how many ({range_of(field.low or 1, field.high if (field.high or 99) < 99 else None)})"
    dice = " ".join(f"d{die}" for die in field.dice) or "any die"
    low, high = field.damage
    damage = f"x{low}" if low == high else f"x{low} to x{high}"
    if field.short:
        return f"{count}, each {dice} {damage}"
    traits = [f"{quoted(trait.key)} ({trait.note})" for trait in field.traits.values()]
    return f"{count} / {dice}, {damage}" + (f", then perhaps {', '.join(traits)}" if traits else "")


def options(words: Iterable[str]) -> str:
    """Return words in a row, as they are written; very many of them cut short, with their number."""
    every = [quoted(word) for word in words]
    shown = every[:MOST_OPTIONS]
    more = f" ... ({len(every)} in all)" if len(every) > len(shown) else ""
    return ", ".join(shown) + more


def looked_up(unit_type: UnitType, formulas: Iterable[str]) -> dict[str, str]:
    """Return, by field, the titles of the game's tables in which formulas look the field's value up."""
    found: dict[str, str] = {}
    for formula in formulas:
        for name, key in _LOOKED_UP.findall(formula):
            table = unit_type.constants.get(name)
            if isinstance(table, Table):
                found.setdefault(key, table.title)
    return found
