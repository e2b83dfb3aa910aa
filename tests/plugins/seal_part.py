"""Kinds of part as somebody else would add them: a seal on a face, a wave in a block of a chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, Stroke
from printshop.game.counters import PARTS, Part
from printshop.language import keys
from printshop.language.keys import block
from printshop.parts import charts
from printshop.parts.faces import always

if TYPE_CHECKING:
    from printshop.layout.boxes import Box
    from printshop.parts.charts import Drawing, Look
    from printshop.parts.faces import Painter, Step


@PARTS.kind("seal")
@block
class Seal(Part):
    """A letter in a ring."""

    letter: str = keys.text("what stands in it", name="seal")
    color: str = keys.colour("of the ring", default="#000000", name="colour")

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw the ring as large as it goes into its place."""
        inner = on.indented(self, place)
        ring = shapes.circle(*inner.center, min(inner.width, inner.height) / 2,
                             stroke=Stroke(on.below.marked(self.color), 1.0))
        return always((ring, *text.line(self.letter, text.Style("serif", 6.0), *inner.center, "middle")))


WAVES = keys.whole("so many waves", 1, 9)


@charts.part("wave", WAVES)
@dataclass(frozen=True)
class Wave(charts.Part):
    """A wavy line."""

    count: int

    def drawn(self, width: float, look: Look, columns: int) -> Drawing:
        """Return as many waves as there are, as broad as the block."""
        step = width / self.count / 2
        points = [(number * step, look.size * (number % 2)) for number in range(2 * self.count + 1)]
        return charts.Drawing((shapes.polyline(points, stroke=Stroke(BLACK, 1.0)),), look.size)
