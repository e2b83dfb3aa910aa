"""Boxes on every side of a drawn polygon: the figure, the same on every record, and the boxes of a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from printshop.drawing import text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import mark, shade
from printshop.drawing.items import BLACK, Group, Item, Stroke
from printshop.drawing.shapes import arrow, line, polygon
from printshop.drawing.text import Style
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.cells import Around
from printshop.game.model import Unit
from printshop.game.values import Numbers
from printshop.layout import pips
from printshop.layout.boxes import Rings, fitted
from printshop.products.forms import circles
from printshop.products.forms.painters import Damage, Items, Painter, Shown, paints
from printshop.products.forms.plan import FormError
from printshop.units import MM

FOOT = 1.5  # of the size of the names of the rings: the room for them below the polygon
LABEL = Style(size=7.5, bold=True)
NAMES = Style(size=7.0)
LEAST_DEPTH = 3.2 * MM
ROOMY = 1.4  # how much larger than a pen needs them pips may be, in a figure that has the room
CLEAR = 0.4 * MM  # of the depth of a ring, between its edges and the pips


@paints(Around)
class RingsPainter(Painter[Around]):
    """Draws boxes side by side along every side of a polygon; those of a ring are of one size on all sides."""

    def draw(self, shown: Shown) -> Items:
        """Return the boxes. Raises FormError."""
        return tuple(self._boxes(self._rings(), shown.values, shown.damage))

    def blank(self) -> Items:
        """Return the pale boxes of a blank form."""
        return self.draw(Shown({}))

    def frame(self) -> Items:
        """Return the polygon, its spokes, the names of its sides and rings."""
        return (*self._outline(self._rings()), *(() if self.varies else self.blank()))

    def tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        """Give the names by which damage knows the boxes, and how many there are of each."""
        for name in self.cell.fields:
            numbers = unit.values.get(name)
            for key, number in numbers.items() if isinstance(numbers, Numbers) else ():
                yield f"{name}.{key}", number if isinstance(number, int) else 0

    def _rings(self) -> Rings:
        """Return the polygon. Raises FormError where there is too little room for boxes."""
        around, place, hand = self.cell, self.place, self.hand
        box = place.inset(1 * MM, 1 * MM, 1 * MM, FOOT * max(NAMES.size, hand.words) + 0.5 * MM)
        rings = fitted(box, len(around.sides), len(around.fields), pointed=around.pointed)
        if rings.depth < max(LEAST_DEPTH, hand.circle / pips.share(around.shape) + CLEAR):
            raise FormError(f"the boxes of {' and '.join(around.fields)} have too little room round a figure "
                            f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "make the row higher")
        return rings

    def _outline(self, rings: Rings) -> Iterator[Item]:
        around, place, hand, ink = self.cell, self.place, self.hand, self.how.ink
        count = len(around.fields)
        for ring in range(count + 1):
            fill = shade(ink, 0.1) if ring % 2 and ring < count and hand.weight == 1 else shade(ink, 0.0)
            yield polygon(rings.outline(ring), fill=fill, stroke=Stroke(BLACK, 0.9 if ring in (0, count) else 0.5))
        for outer, inner in zip(rings.outline(0), rings.outline(count), strict=True):
            yield line(*outer, *inner, Stroke(BLACK, 0.5))
        yield from self._names(rings, LABEL._replace(size=max(LABEL.size, hand.words)))
        yield arrow(rings.x, rings.y - rings.core * 0.3, 0, rings.core * 0.6, rings.core * 0.42, fill=mark(ink, BLACK))
        named = " · ".join(f"{'outer' if ring == 0 else 'inner' if ring == count - 1 else 'next'}: {label}"
                           for ring, label in enumerate(around.labels)) if count > 1 else around.labels[0]
        names = NAMES._replace(size=max(NAMES.size, hand.words))
        foot = min(max(y for _, y in rings.outline(0)) + 1.2 * names.size, place.bottom - 4.0)  # it hangs on the figure
        yield from text.line(text.escape(named), names, place.center[0], foot, "middle", place.width,
                             max(6.0, hand.words))

    def _names(self, rings: Rings, style: Style) -> Iterator[Item]:
        """Give the names of the sides, within the middle polygon: upright if they are short, else along their sides."""
        sides = [text.escape(side) for side in self.cell.sides]
        upright = max(text.measure(side, style) for side in sides) <= rings.core * 0.6
        for number, side in enumerate(sides):
            x, y = rings.inside(number, 0.74)
            if upright:
                yield from text.line(side, style, x, y + style.size * 0.36, "middle")
                continue
            turn = rings.bearing(number) % 360
            there = Transform().translate(x, y).rotate(turn - 180 if 90 < turn < 270 else turn)
            width = rings.cell(number, len(self.cell.fields) - 1)[0].width * 0.75
            least = 5.5 if style.size == LABEL.size else style.size
            yield Group(text.line(side, style, 0.0, style.size * 0.36, "middle", width, least), there)

    def _boxes(self, rings: Rings, values: Mapping[str, object], damage: Damage) -> Iterator[Item]:
        shape, hand = self.cell.shape, self.hand
        for ring, name in enumerate(self.cell.fields):
            numbers = values.get(name, NOT_KNOWN)
            known = dict(numbers.items()) if isinstance(numbers, Numbers) else {}
            counts = [known.get(side, NOT_KNOWN if numbers is NOT_KNOWN else 0) for side in self.cell.sides]
            parts = [(circles.Part("", count, (), damage.get(f"{name}.{side}", 0), shape) if isinstance(count, int) else
                      circles.Part("", self.cell.blank, (), 0, shape, ghost=True)).within(hand)
                     for side, count in zip(self.cell.sides, counts, strict=True)]
            most = max(part.count for part in parts)
            roomy = parts[0].pitches(ROOMY * hand.circle / pips.share(shape))
            circled = most and not all(part.number for part in parts)
            pitch = _stack(most, rings, ring, roomy).pitch if circled else 0.0
            for side, part in enumerate(parts):
                place, there = rings.cell(side, ring)
                if part.number:  # on the lower sides it is turned, to be read
                    turned = 90 < rings.bearing(side) % 360 < 270
                    yield Group((circles.lone_figure(part, place, hand),), there.rotate(180) if turned else there)
                elif part.count:
                    stack = _stack(part.count, rings, ring, (pitch, pitch))
                    yield Group((part.drawn(stack, -stack.width / 2, 0.0, self.how.ink),), there)


def _stack(count: int, rings: Rings, ring: int, pitches: tuple[float, float]) -> pips.Layout:
    try:
        return pips.stacked(count, partial(rings.widths, ring), rings.depth - CLEAR, pitches)
    except pips.TooMany as error:
        raise FormError(f"{error} on one side", "make the row higher") from error
