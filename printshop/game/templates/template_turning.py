"""Turning templates.

`turning`: half a disc with the angles by which models may turn; turned over, it serves the other side.

=========== ==================================================================================================
`radius`    of the half disc
`moments`   when a model may turn: the columns of its table
`rows`      the rows by name: a list with one angle, 0 to 180 degrees, for each of the moments; 0 is no turn
`by`        `size classes`: the rows' names are keys of size classes
=========== ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.templates.template_arcs import BY_CLASS
from printshop.game.templates.template_head import Head, positive
from printshop.language.reader import Reader, describe, whole_number
from printshop.problems import suggestion
from printshop.source import Sequence

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.units import Length


class Turns(NamedTuple):
    """A row of a turning template: the angle for each moment, 0 for no turn; `key` is its short name."""

    key: str
    name: str
    angles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurningTemplate:
    """Half a disc with the angles by which models may turn."""

    head: Head
    radius: Length
    moments: tuple[str, ...]
    rows: tuple[Turns, ...]

    @property
    def angles(self) -> tuple[int, ...]:
        """The angles that occur, smallest first."""
        return tuple(sorted({angle for row in self.rows for angle in row.angles if angle}))


def read_turning(head: Head, reader: Reader, context: Context) -> TurningTemplate:
    """Return half a disc of angles."""
    radius, moments = positive(reader, "radius"), reader.texts("moments", ...)
    classes = {size.key: size.name for size in context.sizes}
    named = reader.choice("by", (BY_CLASS,), "") == BY_CLASS
    inner = reader.reader("rows", required=True)
    rows = []
    for key in inner.keys() if inner else ():
        assert inner is not None
        if named and key not in classes:
            hint = suggestion(key, classes)
            reader.problems.add(inner.key_span(key), f"'{key}' in {inner.what} is not a size class", hint)
        rows.append(Turns(key, classes.get(key, key) if named else key, _angles(key, len(moments), inner)))
    template = TurningTemplate(head, radius, moments, tuple(rows))
    if inner and not template.angles:
        reader.fail("rows", f"'rows' of {reader.what} has no angle other than 0")
    return template


def _angles(key: str, count: int, reader: Reader) -> tuple[int, ...]:
    node = reader.node(key)
    if not isinstance(node, Sequence) or len(node.items) != count:
        found = f"{len(node.items)}" if isinstance(node, Sequence) else describe(node) if node else "nothing"
        reader.fail(key, f"'{key}' in {reader.what} must be a list of {count} angles, one for each of the "
                         f"moments, found {found}", "write 0 where no turn is allowed")
        return (0,) * count
    what = f"an angle of '{key}' in {reader.what}"
    return tuple(whole_number(item, what, reader.problems, 0, 180) or 0 for item in node.items)
