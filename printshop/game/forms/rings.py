"""Cells with boxes on every side of a drawn polygon: rings of shields, and what is mounted within them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Self

from printshop.game.forms.cells import CELLS, SHAPES, Cell
from printshop.problems import pluralize, suggest_name
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader
from printshop.source import SequenceNode


@CELLS.register("around")
@data_block
class RingCell(Cell):
    """Boxes on every side of a drawn polygon: a ring for each numbers field, the outermost first.

    `sides` are clockwise, the first at the top: a side of the polygon, or, `is_pointy`, the side to the right of the
    point at the top. `side_labels` are the names of the rings.
    """

    fields: tuple[str, ...] = keys.texts(
        "one or more numbers fields. Their boxes stand on every side of a drawn hex (or square, pentagon ...), those "
        "of the first field outermost", name="around")
    sides: tuple[str, ...] = keys.texts(
        "the names of the sides clockwise from the top, if the field has another order; flat-top or pointy-top",
        name="clockwise")
    orientation: str = keys.choice(("flat-top", "pointy-top"), default="flat-top")
    shape: str = keys.choice(SHAPES, "circle, box or diamond", default="box")
    core: str = keys.choice(("arrow", "unit"),
                            "the middle: an arrow to the front, or the unit's picture with its bow up",
                            default="arrow")
    mounts: str = keys.text("a list field of weapons or other items mounted on the sides: each is a shape on its side "
                            "that points outwards, with its initials", default="")
    side_labels: tuple[str, ...] = ()
    mounting_fields: tuple[str, str] = ("", "")  # of the entries: what says where they are, and what they are

    no_text = has_marks = True
    is_fixed = False
    unit_attributes = None

    @property
    def is_pointy(self) -> bool:
        """Whether there is a point at the top, not a side."""
        return self.orientation == "pointy-top"

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The fields whose boxes it has."""
        return self.fields

    def validate(self, reader: Reader) -> Self | None:
        """Return the boxes; of fields that have not the same sides, or too many, there are none."""
        numbers = {key: field for key, field in reader.context.fields.items() if field.kind == "numbers"}
        if not self.fields and isinstance(reader.get_raw_node("around"), SequenceNode):
            reader.add_problem("around", f"'around' of {reader.label} names no field",
                               "write, for example, around: [shield]")
        for name in (name for name in self.fields if name not in numbers):
            reader.add_problem("around", f"'{name}' in 'around' of {reader.label} is not a numbers field",
                               suggest_name(name, numbers))
        rings = [numbers[name] for name in self.fields if name in numbers]
        options, order = rings[0].options if rings else (), self.sides
        if any(ring.options != options for ring in rings):
            reader.add_problem("around", f"the fields in 'around' of {reader.label} do not have the same sides in the "
                                         "same order",
                               "give both the same 'of'")
            rings = []
        elif rings and not 3 <= len(options) <= 12:
            reader.add_problem("around",
                               f"{reader.label} has {pluralize(len(options), 'side')} to draw; it must have 3 to 12")
            rings = []
        elif "clockwise" in reader and sorted(order) != sorted(options):
            reader.add_problem("clockwise", f"'clockwise' of {reader.label} lists {', '.join(order)}",
                               f"list each of {', '.join(options)} once")
        around = replace(self, fields=tuple(ring.key for ring in rings),
                         side_labels=tuple(ring.label for ring in rings),
                         sides=order if "clockwise" in reader else options,
                         mounting_fields=find_mounting_fields(reader, self.mounts, options))
        return super(RingCell, around).validate(reader)


def find_mounting_fields(reader: Reader, mounts: str, sides: Collection[str]) -> tuple[str, str]:
    """Return which sub-fields of a list say where a thing is mounted, on one of the sides, and what it is."""
    if not mounts:
        return "", ""
    below = getattr(reader.context.fields.get(mounts), "fields", {})
    where = next((key for key, field in below.items() if field.options and {*field.options} <= {*sides}), "")
    what = next((key for key in below if key != where), "")
    if not (where and what):
        listing = [key for key, field in reader.context.fields.items() if getattr(field, "fields", {})]
        reader.add_problem("mounts",
                           f"'mounts' of {reader.label} must be a list field whose entries name these sides; "
                           f"'{mounts}' is not",
                           suggest_name(mounts, listing))
    return where, what
