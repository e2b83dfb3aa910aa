"""How sheets are put together, in three small drawings with their words. Points, origin top left, y down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, WHITE, Item, Stroke
from printshop.layout.tile_marks import CUT, TINT, Join

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.layout.boxes import Box
    from printshop.layout.tiling import Tiling

HEIGHT = 158.0
_EDGE = Stroke(BLACK, 0.8)
_THIN = Stroke(BLACK, 0.5)
_CODE = text.Style("sans", 13.0, bold=True)
_SMALL = text.Style("sans", 7.0)
_SCISSORS = text.Style("sans", 14.0)
_WORDS = text.Style("serif", 10.5)
_WIDE, _HIGH, _STRIP = 60.0, 66.0, 13.0  # of a sheet in the drawings


def steps(tiling: Tiling, join: Join, box: Box) -> Iterator[Item]:
    """Give the steps, side by side at the top of a box at least `HEIGHT` high. Raises TooTall."""
    drawn = [(_cut, _cutting(tiling))]
    if tiling.columns > 1:
        drawn.append((_row, _beside(join)))
    if tiling.rows > 1:
        drawn.append((_rows, _below(tiling, join)))
    places = box.columns([1] * len(drawn), gap=16)
    for number, ((picture, words), place) in enumerate(zip(drawn, places, strict=True), 1):
        yield from picture(tiling, place.center[0], place.y + 8)
        yield from text.block(f"**{number}.** {words}", _WORDS, (place.x, place.y + 96, place.width, HEIGHT - 96), 1.2,
                              min_size=8.0).items


def _cutting(tiling: Tiling) -> str:
    sides = " and ".join(["left"] * (tiling.columns > 1) + ["upper"] * (tiling.rows > 1))
    return f"Cut each sheet along its dashed lines, at its {sides} edge. The strips at the others stay on."


def _beside(join: Join) -> str:
    if join.tinted:
        return "Glue the strip of A1 and lay A2 over it, its cut edge along the line. Go on to the right."
    return "Lay A2 over the strip of A1, its cut edge along the line, and fix it with clear tape."


def _below(tiling: Tiling, join: Join) -> str:
    first, second = ("row A", "row B") if tiling.columns > 1 else ("A1", "B1")
    last = " Trim the outside last." if join.tinted else " Then cut the piece out."
    return f"Lay {second} over the strip at the foot of {first} in the same way, and so on.{last}"


def _sheet(x: float, y: float, name: str, *, right: bool = False, foot: bool = False) -> Iterator[Item]:
    """Give a sheet with its top left corner at (x, y), with its strips."""
    yield shapes.rect(x, y, _WIDE, _HIGH, fill=WHITE)
    if right:
        yield shapes.rect(x + _WIDE - _STRIP, y, _STRIP, _HIGH, fill=TINT, stroke=_THIN)
    if foot:
        yield shapes.rect(x, y + _HIGH - _STRIP, _WIDE - _STRIP * right, _STRIP, fill=TINT, stroke=_THIN)
    yield shapes.rect(x, y, _WIDE, _HIGH, stroke=_EDGE)
    yield from text.line(name, _CODE, x + (_WIDE - _STRIP * right) / 2, y + (_HIGH - _STRIP * foot) / 2 + 4.7, "middle")


def _cut(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw a sheet with the lines along which it is cut."""
    across, down = tiling.columns > 1, tiling.rows > 1
    left, top = x - _WIDE / 2, y + 6
    name = "B2" if across and down else "A2" if across else "B1"
    yield from _sheet(left, top, name, right=tiling.columns > 2, foot=tiling.rows > 2)
    if across:
        yield shapes.line(left + 8, top - 6, left + 8, top + _HIGH + 5, CUT)
        yield from text.line("✂", _SCISSORS, left + 8, top + _HIGH + 13, "middle")
    if down:
        yield shapes.line(left - 5, top + 8, left + _WIDE + 6, top + 8, CUT)
        yield from text.line("✂", _SCISSORS, left - 12, top + 12.5, "middle")


def _row(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw the second sheet on its way over the strip of the first."""
    low = tiling.rows > 1
    left = x - _WIDE - 8
    yield from _sheet(left, y + 8, "A1", right=True, foot=low)
    yield from _sheet(left + _WIDE + 20, y + 2, "A2", right=tiling.columns > 2, foot=low)
    yield shapes.line(left + _WIDE + 32, y + 77, left + _WIDE - 1, y + 80, _EDGE)
    yield shapes.arrow(left + _WIDE - 9, y + 80.6, 264, 9, 7, fill=BLACK)


def _rows(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw the second row on its way over the strip of the first."""
    wide, high, names = 104.0, 40.0, ("row A", "row B")
    if tiling.columns == 1:
        wide, names = _WIDE, ("A1", "B1")
    left = x - wide / 2
    for top, name in ((y - 6, names[0]), (y + high + 3, names[1])):
        yield shapes.rect(left, top, wide, high, fill=WHITE)
        if name == names[0] or tiling.rows > 2:
            yield shapes.rect(left, top + high - _STRIP + 3, wide, _STRIP - 3, fill=TINT, stroke=_THIN)
        if tiling.columns > 1:
            yield shapes.line(left + wide / 2, top, left + wide / 2, top + high, _THIN)
        yield shapes.rect(left, top, wide, high, stroke=_EDGE)
        yield from text.line(name, _CODE._replace(size=11.0), left + wide / 4 if tiling.columns > 1 else x, top + 20,
                             "middle")
    yield shapes.line(left + wide + 10, y + high + 22, left + wide + 10, y + high - 2, _EDGE)
    yield shapes.arrow(left + wide + 10, y + high - 10, 0, 9, 7, fill=BLACK)
