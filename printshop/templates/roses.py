"""Roses: directions with numbers, for wind or current, and an arrow that is laid on them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.items import BLACK, WHITE, Item
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import Reader
from printshop.templates.pieces import CUT, FINE, LEAST, TITLE, Cutout, Sheet, center_mark, turned
from printshop.templates.template import TEMPLATE_KINDS, Pierced
from printshop.units import Length

MOST_POINTS, MOST_SIDES = 36, 12


@TEMPLATE_KINDS.kind("rose")
@block
class RoseTemplate(Pierced):
    """Directions about a centre: `labels` clockwise from the bearing `first`."""

    material: str = keys.text("what to print it on (card)", default="card")
    across: Length = keys.length(
        "how large, from side to side", positive=True, least="25 mm", why="its figures would be too small to read")
    points: int = keys.whole("how many directions", 3, MOST_POINTS)
    labels: tuple[str, ...] = keys.texts("what they are called (1, 2, 3 ...)")
    first: int = keys.whole("the bearing of the first, clockwise from up the page (0)", -360, 360, default=0)
    shape: str = keys.choice(("sides", "round"), "a side for every direction (`sides`), or `round`", default="")
    north: bool = keys.flag("a mark at the top (true)", default=True)
    arrow: bool = keys.flag("an arrow to lay on it (true)", default=True)

    def settled(self, at: Reader) -> Self | None:
        """Return the rose with a label for every point, and with its shape."""
        labels = self.labels or tuple(str(number) for number in range(1, self.points + 1))
        if "labels" in at and "points" in at and len(labels) != self.points:
            at.fail("labels", f"{at.what} has {self.points} points and {len(labels)} labels", "give one for each point")
        shape = self.shape or ("sides" if self.points <= MOST_SIDES else "round")
        if shape == "sides" and self.points > MOST_SIDES:
            at.fail("shape", f"{at.what} has {self.points} points: at most {MOST_SIDES} sides can be cut", "make it "
            "round")
        return replace(self, labels=labels, shape=shape, first=self.first % 360)

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the rose and its arrow. Raises TooWide and NoGlyph."""
        radius, half = self.across.pt / 2, 180 / len(self.labels)
        edge = shapes.circle(0, 0, radius, stroke=CUT) if self.shape != "sides" else shapes.regular(
            0, 0, radius / math.cos(math.radians(half)), len(self.labels), self.first + half, stroke=CUT)
        left, top, right, bottom = shapes.outline_bounds(edge.segments)
        edge = shapes.transform_path(edge, Transform(e=-left, f=-top))
        yield Cutout(self.title, self.title, right - left, bottom - top, edge, tuple(_items(self, -left, -top)),
                     self.span, middle=(-left, -top))
        if self.arrow:
            yield _arrow(self)


# --- drawing

_LABEL = text.Style("sans", 20.0, bold=True)
_NORTH = text.Style("sans", 8.0, bold=True)
# Distances from the centre, as shares of that of the sides.
_STAR, _NOTCH, _LABELS, _EDGE = 0.52, 0.16, 0.68, 0.9
_SHAFT, _HEAD, _BARB = 0.09, 0.2, 0.42  # of the arrow: half its shaft, half its head, how long the head is


def _items(template: RoseTemplate, x: float, y: float) -> Iterator[Item]:
    radius, count = template.across.pt / 2, len(template.labels)
    step = 360 / count
    pitch = _LABELS * radius * math.radians(step)
    size, room = min(_LABEL.size, 0.24 * radius, 0.72 * pitch), min(0.95 * pitch, 0.5 * radius)
    for number, words in enumerate(template.labels):
        at = template.first + number * step
        yield from point(at, step, radius, (x, y))
        base_x, base_y = bearing(at, _LABELS * radius, x, y)
        yield from text.line(words, _LABEL._replace(size=size), base_x, base_y + 0.36 * size, "middle", room, LEAST)
    yield from center_mark(x, y)
    if template.north:
        yield shapes.arrow(x - 4.5, y - _EDGE * radius - 3.5, 0, 7, 5, fill=BLACK)
        yield from text.line("N", _NORTH, x + 0.5, y - _EDGE * radius + 3.2)
    yield from text.line(template.title, TITLE, x, y + _EDGE * radius + 2.9, "middle", 0.9 * radius, LEAST)


def point(at: float, step: float, radius: float, center: tuple[float, float]) -> Iterator[Item]:
    """Yield one point of the star: its right half filled, as on a compass."""
    tip, middle = bearing(at, _STAR * radius, *center), center
    for side, fill in ((step / 2, BLACK), (-step / 2, WHITE)):
        corner = bearing(at + side, _NOTCH * radius, *center)
        yield shapes.polygon([middle, tip, corner], fill=fill, stroke=FINE)


def _arrow(template: RoseTemplate) -> Cutout:
    """Return the arrow, pointing to the right, as long as the star of the rose is broad."""
    radius = template.across.pt / 2
    long, shaft, half, barb = 1.2 * radius, _SHAFT * radius, _HEAD * radius, _BARB * radius
    corners = [(0.0, half - shaft), (long - barb, half - shaft), (long - barb, 0.0), (long, half),
               (long - barb, 2 * half), (long - barb, half + shaft), (0.0, half + shaft)]
    inner = [(long - barb + 2.4, 3.8), (long - 4.4, half), (long - barb + 2.4, 2 * half - 3.8)]
    size = min(8.0, 1.3 * shaft)
    words = text.line(template.title, TITLE._replace(size=size), 0, 0.36 * size, "middle", 0.5 * long, LEAST)
    items = (shapes.polygon(inner, fill=BLACK),
             turned(words, (long - barb) / 2, half, 0) if words else shapes.cross(long / 2, half, 5, FINE))
    return Cutout(f"{template.title} arrow", template.title, long, 2 * half, shapes.polygon(corners, stroke=CUT), items,
                  template.span)
