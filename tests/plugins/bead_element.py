"""A kind of element registered from outside: a string of beads to cross off. This module is all that it needs."""

from __future__ import annotations

from typing import NamedTuple

from printshop.drawing.display_list import FillableMarks, Item, Stroke, Symbol, SymbolUse, parse_color
from printshop.drawing.shapes import circle, line, measure_bounds
from printshop.elements.context import DrawContext
from printshop.formulas import NOT_KNOWN, Formula, FormulaError
from printshop.game.elements import Element, ShownValues
from printshop.layout.rectangles import Rect
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block

SIZE = 9.0  # points: the width of a bead


class BeadContent(NamedTuple):
    """The number of beads, None if it is unknown, and the number of beads that are crossed off."""

    count: int | None
    damaged: int = 0


@data_block
class Beads(Element):
    """Beads on a string."""

    beads: Formula | None = keys.formula("a formula for the number of beads", default=None, icon="pips",
                                         new_values={"beads": 5})
    bead_colour: str = keys.colour("the colour of the beads", default="#0072b2")
    track: str = keys.text("the name of the beads for `--damage`", default="")

    has_marks = True
    required_attribute = "beads"

    @property
    def is_fixed(self) -> bool:
        return not (self.formulas or self.track)

    def resolve(self, values: ShownValues) -> BeadContent:
        """Return the number of beads. Raises FormulaError for a result that is not a number."""
        assert self.beads
        count = self.beads.evaluate(values.values)
        if count is NOT_KNOWN:
            return BeadContent(None)
        if not isinstance(count, int):
            raise FormulaError(f"'beads: {self.beads.text}' gives {count}, which is not a number of beads")
        return BeadContent(count, values.damage)

    def count_marks(self, content: BeadContent) -> int:
        """Return the number of beads."""
        return content.count or 0

    def measure(self, content: BeadContent, width: float, context: DrawContext) -> float:
        """Return the height of a bead."""
        return SIZE

    def draw(self, content: BeadContent, rectangle: Rect, context: DrawContext) -> tuple[Item, ...]:
        """Return the string and its beads. Raises DoesNotFitError if it is too short."""
        if content.count is None:
            return context.draw_space(rectangle, "")
        if content.count * SIZE > rectangle.width or rectangle.height < SIZE:
            raise DoesNotFitError(f"{content.count} beads are too many for the string", "make the string longer")
        y, boxes = rectangle.center[1], [(rectangle.x + number * SIZE, rectangle.center[1] - SIZE / 2, SIZE, SIZE)
                                         for number in range(content.count)]
        color = context.palette.choose_line(parse_color(self.bead_colour))
        items = [line(rectangle.x, y, rectangle.right, y, Stroke(context.pen))]
        items += [circle(x + SIZE / 2, y, 0.4 * SIZE, fill=color if number < content.damaged else None,
                         stroke=Stroke(color, context.line_weight)) for number, (x, *_) in enumerate(boxes)]
        marks = FillableMarks(tuple(boxes), content.damaged, "circle")
        return (SymbolUse(Symbol("beads", tuple(items), measure_bounds(items), marks=marks), track=context.track),)
