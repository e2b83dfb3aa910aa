"""The space that the letters on a page take: the outlines of their characters, not their lines."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import fonts
from printshop.drawing.display_list import Group, Item, SymbolUse, TextRun
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.shapes import measure_outline

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in points."""


TOUCH = 0.6
"""Points by which letters may stick out of their place: the serif of an f, the tail of a y."""
SWASH, TAIL = 0.16, 0.06
"""The shares of its size by which an italic letter may reach over its neighbours, and over words below it."""


class InkBox(NamedTuple):
    """A run of text, the box round its ink and its size, in points on the page."""

    text: str
    box: Box
    size: float


@cache
def _glyph(font: str, char: str) -> Box | None:
    """The box round a character's outline, in ems from its place on the baseline; None for a space."""
    outline = fonts.read_glyph_outline(font, char)
    return measure_outline(outline) if outline else None


@lru_cache(maxsize=65536)
def _run(string: str, font: str, size: float, tracking: float) -> Box | None:
    x, boxes = 0.0, []
    for char in string:
        box = _glyph(font, char)
        if box:
            boxes.append((x + box[0] * size, box[1] * size, x + box[2] * size, box[3] * size))
        x += fonts.load_face(font).measure_advance(char) * size + tracking
    return around(boxes) if boxes else None


def around(boxes: Iterable[Box]) -> Box:
    """Return the box round boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def measure_ink(items: Iterable[Item], there: Transform = IDENTITY, *, symbols: bool = True) -> Iterator[InkBox]:
    """Yield every run of text with ink; without `symbols`, the letters within pips are left out."""
    for item in items:
        match item:
            case TextRun():
                box = _run(item.string, item.font, item.size, item.tracking)
                if box:
                    left, top, right, bottom = (item.x + box[0], item.y + box[1], item.x + box[2], item.y + box[3])
                    corners = [there.apply(x, y) for x in (left, right) for y in (top, bottom)]
                    size = item.size * abs(there.a * there.d - there.b * there.c) ** 0.5
                    yield InkBox(item.string, around((x, y, x, y) for x, y in corners), size)
            case Group():
                yield from measure_ink(item.items, there.compose(item.transform), symbols=symbols)
            case SymbolUse() if symbols or not item.symbol.name.startswith("pips"):
                yield from measure_ink(item.symbol.items, there.compose(item.transform), symbols=symbols)


def overlap(one: InkBox, other: InkBox) -> float:
    """Return the overlap of two runs beyond the allowed overlap, in points; 0 or less if it is allowed.

    The swash of an italic may reach over the word beside it.
    """
    across = min(one.box[2], other.box[2]) - max(one.box[0], other.box[0])
    down = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return min(across, down) - max(TOUCH, (SWASH if across < down else TAIL) * max(one.size, other.size))


def find_outside(run: InkBox, outer: Box) -> float:
    """Return by how many points a run reaches out of a box beyond the allowance, 0 or less within it."""
    inner = run.box
    out = max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])
    return out - max(TOUCH, SWASH * run.size)


def find_overlaps(items: Iterable[InkBox]) -> Iterator[tuple[InkBox, InkBox]]:
    """Yield every pair of texts that overlap."""
    runs = sorted(items, key=lambda one: one.box)
    for index, one in enumerate(runs):
        for other in runs[index + 1:]:
            if other.box[0] > one.box[2]:
                break
            if overlap(one, other) > 0:
                yield one, other
