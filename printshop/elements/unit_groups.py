"""The element `units` of charts: an order of battle.

It has the faces of counters and the names of units in groups. The element names the units by rules.
`printshop.products.charts.unit_lists` finds the units and makes their faces. Lengths are in points, with the origin at
the top left and y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from printshop.drawing import text
from printshop.drawing.display_list import BLACK, Item, Stroke
from printshop.elements.context import DrawContext
from printshop.elements.typeset import LEADING, ElementDrawing, TypesetElement
from printshop.game.elements import CHART, ELEMENTS, ShownValues
from printshop.game.unit_lists import ANY_UNITS_SCHEMA, unit_list_key
from printshop.layout.cutouts import Cutout
from printshop.layout.rectangles import Rect
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.source import Node

FACE_HEIGHT, CELL_WIDTH = 2.7, 5.2  # of the size of the text: the greatest height of a face, the least width of a cell
_NAME_SIZE, _GAP = 0.8, 3.0  # of the size of the text: names; points: between faces, and between a face and its name
_APART = 0.4  # cells between groups that stand beside one another
_EDGE = Stroke(BLACK, 0.4)


@dataclass(frozen=True, eq=False)
class ShownUnit:
    """A unit in a group: its name as markup, and the face of its counter, None without a counter."""

    name: str
    face: Cutout | None


class UnitGroup(NamedTuple):
    """Units below a heading, which is markup, or "" for no heading."""

    heading: str
    units: tuple[ShownUnit, ...]


@ELEMENTS.register("units")
@data_block
class UnitGroups(TypesetElement):
    """Units by rule, in groups. `groups` is empty until the units are found."""

    units: Node | None = unit_list_key(
        lambda reader, name: reader.get_node(name), ANY_UNITS_SCHEMA,
        "an order of battle: [names of units and rules](scenarios.md#units-by-rule), for example `all` or `{where: arm "
        "== \"infantry\"}`. Each unit is shown with its name and the face of its flat counter", default=None)
    group: str = keys.text("a value of the units: units with equal values stand together, below this value. Numbers "
                           "are sorted and stand behind the label of the field", label="In groups by", default="")
    groups: tuple[UnitGroup, ...] = ()

    containers = (CHART,)
    subject = "the group of units"
    required_attribute = "units"

    def resolve(self, unit_values: ShownValues) -> tuple[UnitGroup, ...]:
        """Return the groups, which depend on no values."""
        return self.groups

    def typeset(self, content: tuple[UnitGroup, ...], width: float, context: DrawContext) -> ElementDrawing:
        """Return the groups in rows: small groups stand beside one another. Raises TooWideError."""
        faces = [unit.face for group in content for unit in group.units if unit.face]
        size, air = context.text_size, _GAP + context.row_gap
        scale = min((FACE_HEIGHT * size / face.height for face in faces), default=1.0)
        widest = max((face.width * min(scale, 1.0) for face in faces), default=0.0)
        across = max(1, int((width + _GAP) / (max(widest, CELL_WIDTH * size) + _GAP)))
        cell = (width + _GAP) / across
        items, column, top, foot, rows = list[Item](), 0.0, 0.0, 0.0, 0
        for group in content:
            wide = max(min(len(group.units), across), min(2, across))
            if column and column + wide > across:
                column, top = 0.0, foot + 1.5 * air
            rows += not column
            box = Rect(column * cell, top, wide * cell - _GAP, 0)
            drawing = _draw_group(group, box, wide, min(scale, 1.0), context)
            items += drawing.items
            column, foot = column + wide + _APART, max(foot, drawing.height)
        return ElementDrawing(tuple(items), foot, rows)


def _draw_group(group: UnitGroup, box: Rect, across: int, scale: float, context: DrawContext) -> ElementDrawing:
    """Return the heading and the units of a group from the top of a box; the height is measured from 0."""
    items, y, cell = list[Item](), box.y, (box.width + _GAP) / across - _GAP
    if group.heading:
        heading = text.Style("sans", context.text_size, bold=True)
        block = text.set_block(group.heading, heading, (box.x, y, box.width, None), LEADING)
        items, y = [*block.items], y + block.height + _GAP
    style = text.Style("sans", max(context.smallest, _NAME_SIZE * context.text_size))
    for start in range(0, len(group.units), across):
        row, below = group.units[start:start + across], y
        high = max((unit.face.height * scale for unit in row if unit.face), default=0.0)
        for place, unit in enumerate(row):
            x = box.x + place * (cell + _GAP)
            if unit.face:
                items += unit.face.draw_small(scale, (x + cell / 2, y + high / 2), _EDGE)
            name = text.set_block(unit.name, style, (x, y + high + _GAP / 2, cell, None), LEADING, "middle",
                                  min_size=context.smallest)
            items += name.items
            below = max(below, y + high + _GAP / 2 + name.height)
        y = below + _GAP + context.row_gap
    return ElementDrawing(tuple(items), y - _GAP - context.row_gap)
