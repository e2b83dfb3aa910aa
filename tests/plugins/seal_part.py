"""Kinds of elements registered from outside: a seal on a face, a wave in a block of a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Stroke
from printshop.elements import charts
from printshop.elements.faces import make_constant
from printshop.game.counters import FACE_ELEMENTS, FaceElement
from printshop.schema import keys
from printshop.schema.keys import data_block

if TYPE_CHECKING:
    from printshop.elements.charts import BlockStyle, ElementDrawing
    from printshop.elements.faces import DrawFunction, FacePainter
    from printshop.layout.rectangles import Rect


@FACE_ELEMENTS.register("seal")
@data_block
class Seal(FaceElement):
    """A letter in a ring."""

    letter: str = keys.text("what stands in it", name="seal")
    color: str = keys.colour("of the ring", default="#000000", name="colour")

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Draw the ring as large as it goes into its place."""
        inner = painter.fit_without_margin(self, rectangle)
        ring = shapes.circle(*inner.center, min(inner.width, inner.height) / 2,
                             stroke=Stroke(painter.backings.choose_line_color(self.color), 1.0))
        return make_constant((ring, *text.set_line(self.letter, text.Style("serif", 6.0), *inner.center, "middle")))


WAVES = keys.integer("so many waves", 1, 9)


@charts.register_element("wave", WAVES)
@dataclass(frozen=True)
class Wave(charts.ChartElement):
    """A wavy line."""

    count: int

    def draw(self, width: float, look: BlockStyle, columns: int) -> ElementDrawing:
        """Return as many waves as there are, as broad as the block."""
        step = width / self.count / 2
        points = [(number * step, look.size * (number % 2)) for number in range(2 * self.count + 1)]
        return charts.ElementDrawing((shapes.polyline(points, stroke=Stroke(BLACK, 1.0)),), look.size)
