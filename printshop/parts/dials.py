"""What two discs need to turn on each other as a dial: a hole for the pin, and the window of the upper one.

The lower disc has a ring of slots, `steps` with `way: dial` or `manoeuvres` with `layout: dial`; a window for the same
over a face of the same size lies over the slot at the top. Points, origin top left, y down.
"""

from __future__ import annotations

from typing import Self

from printshop.drawing import shapes
from printshop.drawing.items import Group, Layer, Path
from printshop.expressions import NOT_KNOWN
from printshop.game.counters import PARTS, Part
from printshop.game.values import Rows
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import Reader
from printshop.layout.boxes import Box
from printshop.layout.cuts import CUT
from printshop.parts import manoeuvres, tracks
from printshop.parts.faces import INDENT, Painter, Shown, Step, always
from printshop.parts.tracks import Items, Ring, Scale, Track, ring
from printshop.problems import Misfit
from printshop.units import MM, Length

CLEAR = 0.35 * MM  # how far the edge of a window stays inside its slot: no line of a neighbour is seen
WIDEST = 60.0  # degrees: of a window over one of few slots


class WideHole(Misfit):
    """A hole is as wide as its face."""

    def __init__(self, across: Length, face: Box) -> None:
        super().__init__(f"a hole of {across.text} does not go into {face.width / MM:g} x {face.height / MM:g} mm")


@PARTS.kind("hole")
@block
class Hole(Part):
    """A round hole in the middle of a face, cut out: for the pin that holds two discs together."""

    across: Length = keys.length("a round hole in the middle of the face, to be cut out: how wide. A dial turns on a "
                                 "paper fastener in it (4 mm)", name="hole", least="1 mm", most="50 mm")

    def painting(self, place: Box, on: Painter) -> Step:  # noqa: ARG002
        """Draw its edge in the middle of the face. Raises WideHole."""
        radius = self.across.pt / 2
        if 2 * radius >= min(on.whole.width, on.whole.height):
            raise WideHole(self.across, on.whole)
        return always(cut(shapes.circle(*on.whole.center, radius)))


@PARTS.kind("window")
@block
class Window(Part):
    """The window of a dial, cut out of the disc on top: what the lower disc shows at the top is seen through it."""

    slots: Scale | None = keys.special(
        tracks.read_steps, {"type": ["array", "string", "integer"]},
        "the window of a dial, to be cut out of the disc that lies on top: what stands at `steps` or `manoeuvres` of "
        "the lower disc, whose size and `margin` it has", name="window")

    usual = INDENT

    @property
    def fixed(self) -> bool:
        """Whether it is the same for all units."""
        return bool(self.slots and not self.slots.formula)

    def settled(self, at: Reader) -> Self | None:
        """Return the window, None if nobody knows of what."""
        part = super().settled(at)
        return part if self.slots else None

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw its edge. Raises what the drawing of the dial raises, and FormulaError."""
        box, track = on.indented(self, place), Track(steps=self.slots)

        def opened(shown: Shown) -> Items:
            formula = self.slots.formula if self.slots else None
            content = formula.evaluate(shown.values) if formula else None
            if content is NOT_KNOWN:
                return ()
            if isinstance(content, Rows) and manoeuvres.BEARING in content.columns:
                return cut(edge(ring(box, len(content), deep=manoeuvres.DEEP))) if content.rows else ()
            stages = track.stages(shown.values)
            return cut(edge(ring(box, len(stages)))) if stages else ()

        return always(opened(Shown({}))) if self.fixed else opened


def edge(dial: Ring) -> Path:
    """Return the edge of a window over the slot at the top, a little inside it."""
    inner, outer = dial.inner + CLEAR, dial.outer - CLEAR
    ways = []
    for radius, way in ((outer, 1), (inner, -1)):
        half = min(180 / dial.count, WIDEST / 2) - CLEAR / radius * 57.29578
        ways.append(shapes.arc(dial.x, dial.y, radius, -way * half, way * 2 * half))
    return shapes.joined(ways)


def cut(line: Path) -> Items:
    """Return what is cut out along a line."""
    return (Group((Path(line.segments, None, CUT),), layer=Layer.CUT),)
