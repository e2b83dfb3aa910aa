"""Fields that hold more than one value: a figure for each of several names, and lists of rows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN, FormulaError, NotKnown
from printshop.expressions.operators import amount
from printshop.game.values import Numbers, Rows, Value
from printshop.language.reader import Reader, describe, is_unknown, whole_number
from printshop.problems import Problems, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.fields import Field
    from printshop.game.formulas import Derived

_QUOTED = re.compile(r"""(["'])((?:(?!\1).)+)\1(?!\S)""")
MOST_DERIVED = 5_000  # values of all rows of one list
NUMBER = "n"
"""What a row calls its number, from 1."""


@dataclass(frozen=True, slots=True)
class Columns:
    """What each row of a list field has: its sub-fields, and what is derived from them. `most` bounds the rows.

    `keys` names all that is derived, also where it cannot be worked out and `derived` is empty.
    """

    fields: Mapping[str, Field]
    derived: tuple[Derived, ...]
    keys: tuple[str, ...]
    most: int
    known: dict[str, dict[str, Value]] = field(default_factory=dict, compare=False, repr=False)  # rows read before

    @property
    def example(self) -> str:
        """A row that would be right, as a short text: what has several words is in quotes, unless it is the last."""
        words = [(one.example, key == [*self.fields][-1]) for key, one in self.fields.items() if not one.optional]
        row = " ".join(f'"{word}"' if " " in word and not last else word for word, last in words)
        return f"'{row}'" if row.startswith('"') else row


def read_numbers(field: Field, node: Node, what: str, problems: Problems) -> Numbers | None:
    """Return a figure for each of the field's names, or None after noting what is wrong.

    They are written by name, as a list in the order of the names, or as one number that goes for all.
    """
    names = field.options
    if isinstance(node, Scalar):
        same = _figure(field, node, what, problems)
        return None if same is None else Numbers(names, (same,) * len(names))
    if isinstance(node, MappingNode):
        nodes = _by_name(node, names, what, problems)
    else:
        nodes = node.items if isinstance(node, Sequence) else ()
    if nodes is None or len(nodes) != len(names):
        if nodes is not None:
            problems.add(node.span, f"{what} has {len(nodes)} figures, it needs {len(names)}",
                         f"one each for {', '.join(names)}")
        return None
    found = [_figure(field, one, f"'{name}' in {what}", problems) for name, one in zip(names, nodes, strict=True)]
    known = tuple(number for number in found if number is not None)
    return Numbers(names, known) if len(known) == len(names) else None


def _figure(field: Field, node: Node, what: str, problems: Problems) -> int | NotKnown | None:
    return NOT_KNOWN if is_unknown(node) else whole_number(node, what, problems, field.low, field.high)


def _by_name(node: MappingNode, names: tuple[str, ...], what: str, problems: Problems) -> tuple[Node, ...] | None:
    before = len(problems)
    for key in node.entries:
        if key not in names:
            problems.add(node.key_span(key), f"{what}: there is no '{key}'", suggestion(key, names))
    missing = [name for name in names if name not in node.entries]
    if missing:
        problems.add(node.span, f"{what} lacks {', '.join(missing)}")
    return tuple(node.entries[name] for name in names) if len(problems) == before else None


def read_rows(columns: Columns, node: Node, what: str, problems: Problems) -> Rows | None:
    """Return the rows of a list field, nothing derived yet, or None after noting what is wrong with them."""
    if not isinstance(node, Sequence):
        problems.add(node.span, f"{what} must be a list, found {describe(node)}", _hint(columns, node))
        return None
    if len(node.items) > columns.most:
        problems.add(node.span, f"{what}: {len(node.items)} rows are listed, at most {columns.most} are allowed")
        return None
    rows = [_row(columns, item, f"row {number} of {what}", problems) for number, item in enumerate(node.items, 1)]
    good = tuple({**row, NUMBER: number} for number, row in enumerate(rows, 1) if row is not None)
    return Rows.of(tuple(columns.fields), good) if len(good) == len(rows) else None


def _hint(columns: Columns, node: Node) -> str:
    if isinstance(node, Scalar) and node.plain and node.text:
        return f"put it between [ ], also where there is only one: [{node.text}]"
    return f"write all rows between [ ], or one behind each dash; {_usual(columns)}"


def _usual(columns: Columns) -> str:
    """Return what a row looks like."""
    *others, last = [one.label for one in columns.fields.values() if not one.optional] or [NUMBER]
    names = f"{', '.join(others)} and {last}" if others else last
    return f"a row has its {names}, for instance {columns.example}"


def _row(columns: Columns, node: Node, what: str, problems: Problems) -> dict[str, Value] | None:
    before = len(problems)
    if isinstance(node, MappingNode):
        return _block(columns, node, what, problems)
    if not isinstance(node, Scalar):
        problems.add(node.span, f"{what} cannot be {describe(node)}", _usual(columns))
        return None
    if node.text not in columns.known:
        row = _short(columns, node, what, problems)
        if len(problems) > before:
            return None
        columns.known[node.text] = row
    return columns.known[node.text]


def _block(columns: Columns, node: MappingNode, what: str, problems: Problems) -> dict[str, Value] | None:
    if not node.entries.keys() & columns.fields.keys():
        problems.add(node.span, f"{what} is a block of keys, none of which it has",
                     f"{_usual(columns)}, without a colon")
        return None
    before = len(problems)
    reader = Reader(node, problems, what)
    row: dict[str, Value] = {}
    for key, one in columns.fields.items():
        value = reader.node(key, required=not one.optional)
        row[key] = None if value is None else one.read(value, what, problems)
    reader.done()
    return row if len(problems) == before else None


def _commas(field: Field) -> bool:
    """Return whether a comma may stand in a value of a field of words."""
    return field.kind in ("text", "battery") or any("," in option for option in field.options)


def _short(columns: Columns, node: Scalar, what: str, problems: Problems) -> dict[str, Value]:
    """Return a row written as words in the order of the sub-fields; a flag is there if its name is.

    A word too many pushes all that follows to the wrong sub-fields: that is one mistake, and told once.
    """
    if "," in node.text and not any(_commas(one) for one in columns.fields.values()):
        problems.add(node.span, f"{what} has commas between its words",
                     f"write {' '.join(node.text.replace(',', ' ').split())}")
        return {}
    told = Problems()
    row, astray = _words(columns, node, what, told)
    needed = sum(not one.optional for one in columns.fields.values())
    apart = any(one.kind == "text" for one in [*columns.fields.values()][:-1]) and node.text.count(" ") >= needed
    for one in list(told)[:1 if astray else None]:
        problems.add(one.span, one.message, one.hint or (_usual(columns) if apart else ""))
    return row


def _words(columns: Columns, node: Scalar, what: str, problems: Problems) -> tuple[dict[str, Value], bool]:
    """Return what the words of a row are for its sub-fields, and whether there were more words than those take."""
    row: dict[str, Value] = {}
    at, last = 0, ("", *columns.fields)[-1]
    for key, one in columns.fields.items():
        at += len(node.text[at:]) - len(node.text[at:].lstrip())
        word, quote = _word(one, node.text[at:], key == last)
        plain = node.plain or len(columns.fields) > 1  # quotes are around the row, not around its words
        found = Scalar(node.source, node.line, node.column + at + quote, word, plain)
        if word and one.optional and key != last and not _fits(one, found):
            word, quote = "", 0  # it belongs to a later one
        at += len(word) + 2 * quote
        if word:
            row[key] = True if one.kind == "flag" else one.read(found, what, problems)
        else:
            row[key] = None
            if not one.optional and one.kind != "flag":
                problems.add(node.span, f"{what} lacks its {one.label}", _usual(columns))
    rest = node.text[at:].strip()
    if rest:
        problems.add(node.span_at(at), f"{what}: nothing is meant by '{rest[:60]}'", _usual(columns))
    return row, bool(rest) or (one.kind == "whole" and " " in word)


def _fits(field: Field, node: Scalar) -> bool:
    trial = Problems()
    return field.kind == "flag" or (field.read(node, "", trial), not trial)[1]


def _word(field: Field, text: str, last: bool) -> tuple[str, int]:
    """Return the part of a text, from its beginning, that belongs to a field, "" if it is left out.

    The number is 1 where it stands in quotes, which keep several words together.
    """
    first = text.split(maxsplit=1)[0] if text else ""
    if field.kind == "flag":
        return first if first == field.key else "", 0
    if field.kind == "choice":
        fitting = [one for one in field.options if text == one or text.startswith(f"{one} ")]
        if fitting:
            return max(fitting, key=len), 0
    if found := (_QUOTED.fullmatch(text.rstrip()) if last else _QUOTED.match(text)):
        return found[2], 1
    if field.kind == "choice":
        return "" if field.optional else first, 0
    return text.rstrip() if last else first, 0


def finish(rows: Rows, columns: Columns, values: Mapping[str, Value], what: str) -> Rows:
    """Return the rows with what is derived for each, from its own values and the unit's. Raises FormulaError."""
    finished, found = [], 0
    for row in rows.rows:
        whole = {**values, **row}
        for derived in columns.derived:
            try:
                whole[derived.key] = derived.work_out(whole)
            except FormulaError as error:
                message = f"{derived.label} of row {row[NUMBER]} of {what}: {error.message}"
                raise FormulaError(message, error.offset, error.hint) from error
            found += amount(whole[derived.key])
        if found > MOST_DERIVED:
            raise FormulaError(f"{what} derives more than {MOST_DERIVED:,} values for all rows, lists of them counted")
        finished.append({**row, **{one.key: whole[one.key] for one in columns.derived}})
    return Rows.of((*columns.fields, *(one.key for one in columns.derived)), tuple(finished), len(columns.derived))
