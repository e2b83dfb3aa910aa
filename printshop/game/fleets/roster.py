"""What rosters show of the units of a type.

The key `roster` of a unit type is a list of values, or a block:

    columns        the values that stand beside each name: a list, or a block of headings and values
    by             the value that parts the units into classes with sums of their own, a choice for instance; or none
    totals         what is added up in the summary: a list, or a block of headings and values

What is left out follows from the fields, see `printshop.products.rosters.tables`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from printshop.game.fields import Field
from printshop.language.reader import Reader, describe
from printshop.problems import suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Sequence

MOST_COLUMNS = 16
NONE = "none"
UNCOUNTED = ("text", "choice", "flag", "length", "dice")


class Shown(NamedTuple):
    """A value of units in a roster, or added up below it: its heading and its name."""

    heading: str
    value: str


@dataclass(frozen=True, slots=True)
class Roster:
    """What rosters show of units of a type; what is None or empty there follows from the fields.

    `columns` are values of each, `by` the value that parts them into classes, `totals` what is added up.
    """

    columns: tuple[Shown, ...] = ()
    by: str | None = None
    totals: tuple[Shown, ...] = ()


def read_roster(reader: Reader, fields: Mapping[str, Field], names: Collection[str]) -> Roster:
    """Return what a unit type says of its rosters; `names` are all values that its units have."""
    node = reader.node("roster")
    if node is None:
        return Roster()
    if isinstance(node, Sequence):
        return Roster(_shown(reader, "roster", fields, names))
    inner = Reader(node, reader.problems, f"'roster' of {reader.what}")
    by = inner.text("by", None)
    if by not in (None, NONE, *names):
        inner.fail("by", f"'by' of {inner.what}: the units have no value '{by}'", suggestion(str(by), [*names, NONE]))
    roster = Roster(_shown(inner, "columns", fields, names), by, _shown(inner, "totals", fields, names))
    for heading, value in roster.totals:
        if value in fields and fields[value].kind in UNCOUNTED:
            inner.fail("totals", f"{heading} in 'totals' of {inner.what} cannot be added up: "
                       f"'{value}' is a {fields[value].kind}")
    inner.done()
    return roster


def _shown(reader: Reader, key: str, fields: Mapping[str, Field], names: Collection[str]) -> tuple[Shown, ...]:
    """Return the columns at a key: those of a list are headed by their labels."""
    node = reader.node(key)
    if isinstance(node, MappingNode):
        inner = Reader(node, reader.problems, f"'{key}' of {reader.what}")
        found = [(Shown(heading, inner.text(heading)), inner.span(heading)) for heading in node.entries]
    elif isinstance(node, Sequence):
        found = [(Shown(heading_of(value, fields), value), span) for value, span in reader.placed_texts(key)]
    else:
        if node is not None:
            reader.fail(key, f"'{key}' of {reader.what} must be a list of values, found {describe(node)}",
                        "write for instance [hull, speed], or {Hull: hull}")
        return ()
    for (heading, value), span in found:
        if value and value not in names:
            reader.problems.add(span, f"the units have no value '{value}' for the column '{heading}'",
                                suggestion(value, names))
    if len(found) > MOST_COLUMNS:
        reader.fail(key, f"'{key}' of {reader.what} has {len(found)} columns, at most {MOST_COLUMNS} are allowed")
    return tuple(shown for shown, _ in found[:MOST_COLUMNS])


def heading_of(value: str, fields: Mapping[str, Field]) -> str:
    """Return what stands above the column of a value: its field's label, or its name in words."""
    label = fields[value].label if value in fields else value.replace("_", " ")
    return label[:1].upper() + label[1:]
