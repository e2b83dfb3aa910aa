"""What rosters show of the units of a type: its key `roster`, a list of values or a block.

What is left out follows from the fields, see `printshop.products.rosters.tables`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple, Self

from printshop.game.fields import Field
from printshop.language import keys
from printshop.language.keys import Block, Writer, block
from printshop.language.patterns import Schema
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


class _Valued(NamedTuple):
    """What a roster is read against: the fields of its type, and all values that its units have."""

    fields: Mapping[str, Field]
    names: Collection[str]


def _shown(at: Reader, name: str) -> tuple[Shown, ...]:
    """Return the columns at a key: those of a list are headed by their labels."""
    node, (fields, names) = at.node(name), at.context
    if node is not None and not isinstance(node, MappingNode | Sequence):
        at.fail(name, f"'{name}' of {at.what} must be a list of values, found {describe(node)}",
                "write for instance [hull, speed], or {Hull: hull}")
        return ()
    if isinstance(node, MappingNode):
        inner = Reader(node, at.problems, f"'{name}' of {at.what}")
        columns = [(Shown(heading, inner.text(heading)), inner.span(heading)) for heading in node.entries]
    else:
        columns = [(Shown(heading_of(value, fields), value), span) for value, span in at.placed_texts(name)]
    for (heading, value), span in columns:
        if value and value not in names:
            at.problems.add(span, f"the units have no value '{value}' for the column '{heading}'",
                            suggestion(value, names))
    if len(columns) > MOST_COLUMNS:
        at.fail(name, f"'{name}' of {at.what} has {len(columns)} columns, at most {MOST_COLUMNS} are allowed")
    return tuple(shown for shown, _ in columns[:MOST_COLUMNS])


def _values(writer: Writer) -> Schema:
    values = writer.entry("values")
    return {"type": ["array", "object"], "items": values, "additionalProperties": values}


@block
class Roster(Block):
    """What rosters show of units of a type; what is None or empty there follows from the fields."""

    columns: tuple[Shown, ...] = keys.special(_shown, _values, "the values that stand beside each name: a list, or a "
                                              "block of headings and values", default=())
    by: str | None = keys.text("the value that parts the units into classes with sums of their own, a choice for "
                               "instance; or `none`", default=None)
    totals: tuple[Shown, ...] = keys.special(
        _shown, _values, "what is added up in the summary: a list, or a block of headings and values", default=())

    def settled(self, at: Reader) -> Self:
        """Return the roster, after noting what parts nothing, and what cannot be added up."""
        fields, names = at.context
        if self.by not in (None, NONE, *names):
            at.fail("by", f"'by' of {at.what}: the units have no value '{self.by}'",
                    suggestion(str(self.by), [*names, NONE]))
        for heading, value in self.totals:
            if value in fields and fields[value].kind in UNCOUNTED:
                at.fail("totals", f"{heading} in 'totals' of {at.what} cannot be added up: '{value}' is a "
                        f"{fields[value].kind}")
        return self


def roster_shape(writer: Writer) -> Schema:
    """Return the JSON Schema of what a unit type says of its rosters."""
    return {**writer.block(Roster), "type": ["array", "object"], "items": writer.entry("values")}


def read_roster(reader: Reader, fields: Mapping[str, Field], names: Collection[str]) -> Roster:
    """Return what a unit type says of its rosters; `names` are all values that its units have."""
    reader.context = _Valued(fields, names)
    if isinstance(reader.peek("roster"), Sequence):
        return Roster(columns=_shown(reader, "roster"))
    inner = reader.reader("roster")
    return keys.read(Roster, inner) if inner else Roster()


def heading_of(value: str, fields: Mapping[str, Field]) -> str:
    """Return what stands above the column of a value: its field's label, or its name in words."""
    label = fields[value].label if value in fields else value.replace("_", " ")
    return label[:1].upper() + label[1:]
