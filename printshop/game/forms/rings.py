"""Cells with boxes on every side of a drawn polygon: rings of shields, and what is mounted within them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Self

from printshop.game.forms.cells import CELLS, SHAPES, Cell
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import Reader
from printshop.problems import some, suggestion
from printshop.source import SequenceNode


@CELLS.kind("around")
@block
class Around(Cell):
    """Boxes on every side of a drawn polygon: a ring for each numbers field, the outermost first.

    `sides` are clockwise, the first at the top: a side of the polygon, or, `pointed`, the side to the right of the
    point at the top. `labels` are the names of the rings.
    """

    fields: tuple[str, ...] = keys.texts(
        "one or more numbers fields: their boxes on every side of a drawn hex (square, pentagon ...), those of the "
        "first field outermost", name="around")
    sides: tuple[str, ...] = keys.texts(
        "the names of the sides clockwise from the top, if the field has them in another order; flat-top or pointy-top",
        name="clockwise")
    orientation: str = keys.choice(("flat-top", "pointy-top"), default="flat-top")
    shape: str = keys.choice(SHAPES, "circle, box or diamond", default="box")
    core: str = keys.choice(("arrow", "unit"), "in the middle: an arrow to the front, or the unit's picture, bow up",
                            default="arrow")
    mounts: str = keys.text("a list of what is mounted on the sides: each entry is a shape there that points "
                            "outwards, with its initials", default="")
    labels: tuple[str, ...] = ()
    mounting: tuple[str, str] = ("", "")  # of the entries: what says where they are, and what they are

    wordless = circled = True
    fixed = False

    @property
    def pointed(self) -> bool:
        """Whether there is a point at the top, not a side."""
        return self.orientation == "pointy-top"

    @property
    def shown(self) -> tuple[str, ...]:
        """The fields whose boxes it has."""
        return self.fields

    def settled(self, at: Reader) -> Self | None:
        """Return the boxes; of fields that have not the same sides, or too many, there are none."""
        numbers = {key: field for key, field in at.context.fields.items() if field.kind == "numbers"}
        if not self.fields and isinstance(at.peek("around"), SequenceNode):
            at.fail("around", f"'around' of {at.what} names no field", "such as: around: [shield]")
        for name in (name for name in self.fields if name not in numbers):
            at.fail("around", f"'{name}' in 'around' of {at.what} is not a numbers field", suggestion(name, numbers))
        rings = [numbers[name] for name in self.fields if name in numbers]
        options, order = rings[0].options if rings else (), self.sides
        if any(ring.options != options for ring in rings):
            at.fail("around", f"the fields in 'around' of {at.what} do not have the same sides in the same order",
                    "give both the same 'of'")
            rings = []
        elif rings and not 3 <= len(options) <= 12:
            at.fail("around", f"{at.what} has {some(len(options), 'side')} to draw, it can be 3 to 12")
            rings = []
        elif "clockwise" in at and sorted(order) != sorted(options):
            at.fail("clockwise", f"'clockwise' of {at.what} names {', '.join(order)}",
                    f"it must name each of {', '.join(options)} once")
        around = replace(self, fields=tuple(ring.key for ring in rings), labels=tuple(ring.label for ring in rings),
                         sides=order if "clockwise" in at else options,
                         mounting=mounting(at, self.mounts, options))
        return super(Around, around).settled(at)


def mounting(at: Reader, mounts: str, sides: Collection[str]) -> tuple[str, str]:
    """Return which sub-fields of a list say where a thing is mounted, on one of the sides, and what it is."""
    if not mounts:
        return "", ""
    below = getattr(at.context.fields.get(mounts), "fields", {})
    where = next((key for key, field in below.items() if field.options and {*field.options} <= {*sides}), "")
    what = next((key for key in below if key != where), "")
    if not (where and what):
        listing = [key for key, field in at.context.fields.items() if getattr(field, "fields", {})]
        at.fail("mounts", f"'mounts' of {at.what}: no field '{mounts}' lists what is on these sides",
                suggestion(mounts, listing))
    return where, what
