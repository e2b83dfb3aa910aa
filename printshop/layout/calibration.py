"""The calibration page: what a printer makes of 100 mm, and how far its back is off its front.

Points, origin at the top left, y down. The front has a line of 100 mm across and one along the page, the outline of a
bank card and, on paper whose edges are those of the page, rulers that count from the edges. A cross on it lies exactly
before the middle of two scales on the back, where a needle through the cross shows by how much the back has to move.
"""

from __future__ import annotations

from collections.abc import Iterator

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Document, Group, Item, Layer, Stroke
from printshop.layout import backs, furniture
from printshop.layout.boxes import Box
from printshop.layout.paper import Paper
from printshop.units import MM

CARD = (85.60 * MM, 53.98 * MM, 3.18 * MM)
"""A bank card, ID-1 of ISO/IEC 7810: width, height and the radius of its corners."""

_HAIR, _FINE, _LINE = Stroke(BLACK, 0.15), Stroke(BLACK, 0.35), Stroke(BLACK, 0.6)
_SMALL, _BODY = text.Style("sans", 7.5), text.Style("sans", 9.5)
_LENGTH = 100 * MM
_GRID = 10  # mm of the grid on either side of its middle
_EDGE, _ENDS = 15, 12  # mm that are counted from a side, and from head and foot, where a rule is behind them
_STEPS = (
    "**1.** Print both pages on one sheet: 100 % (“actual size”), both sides, flipped on the long edge.",
    ("**2.** Measure both long lines from tick to tick, in millimetres and tenths, with a steel rule: "
     "x = ____________   y = ____________"),
    ("**3.** Pierce the middle of the small cross with a needle. Turn the sheet over like the page of a book and read "
     "on the grid there, in millimetres, how far right and down of its middle the hole is: right = __________ mm   "
     "down = __________ mm (left and up are less than zero)"),
    "**4.** Type, with a name for the printer and your figures for these:",
    ("**5.** From then on, --printer NAME behind any command prints for it. To see whether it does, print this page "
     "again with printshop calibrate --printer NAME: both lines measure 100.0 mm, and the hole is in the middle."),
)
_EDGES = ("The scales in the middle of the four edges count millimetres from the edge of the paper: the first line "
          "that is printed is the margin of your printer on that side.")
_GRID_WORDS = "A grid of millimetres, every fifth line heavy. The hole would be in its middle if the back lay true."
_COMMAND = "printshop calibrate --printer NAME --x 99.6 --y 100.3 --back 0.4,-0.6"


def document(paper: Paper, edges: bool, offset: tuple[float, float] = (0.0, 0.0), printer: str = "") -> Document:
    """Return the front and the back, moved by `offset` points; `edges`: the page's are those of the paper."""
    title = f"Calibration of {printer}" if printer else "Calibration"
    cross = paper.width / 2 + 10 * MM, paper.box.bottom - 36 * MM  # low enough for all that stands above it
    behind = backs.Mirror(paper.width / 2).box(Box(*cross, 0, 0))
    front, back = (furniture.page(paper, text.escape(title), tuple(items), game_title=f"paper: {paper.name}",
                                  rights="", note=side, scale=False, label=side)
                   for side, items in (("front", _front(paper, edges, cross)), ("back", _scales(behind.x, behind.y))))
    return Document(title, (front, backs.turned(back, "long", offset)), duplex="long")


def _front(paper: Paper, edges: bool, cross: tuple[float, float]) -> Iterator[Item]:
    """Give what to do, the lines of 100 mm, the outline of a card, the cross and the rulers at the edges."""
    area = furniture.content_box(paper, scale=False)
    y = area.y + 4
    for step in (*_STEPS, *((_EDGES,) if edges else ())):
        block = text.block(step, _BODY, (area.x, y, area.width, None), leading=1.35)
        yield from block.items
        y += block.height + 4
        if step is _STEPS[3]:
            yield from text.line(text.escape(_COMMAND), _BODY._replace(bold=True), area.x + 12, y + 8)
            y += 17
    left, top = area.x + (area.width - _LENGTH) / 2 + 10 * MM, y + 14 * MM
    yield from _bar("x", Transform(e=left, f=top))
    yield from _bar("y", Transform(e=left - 14 * MM, f=top + 8 * MM + _LENGTH).rotate(-90))
    card = Box(left + (_LENGTH - CARD[0]) / 2, top + 16 * MM, CARD[0], CARD[1])
    yield Group((shapes.rounded_rect(*card, CARD[2], stroke=_LINE),), layer=Layer.GUIDE)
    yield from text.block("A bank card laid on this outline covers it exactly.", _SMALL, card.inset(8, 0),
                          align="middle", valign="middle").items
    x, y = cross
    yield shapes.lines([(x - 5 * MM, y, x + 5 * MM, y), (x, y - 5 * MM, x, y + 5 * MM)], _FINE)
    yield from text.line("pierce here", _SMALL, x + 8 * MM, y + 2.5)
    if edges:  # a ruler inward from the middle of each edge: the first line that is printed tells the margin
        for x, y, right, down in ((paper.width / 2, 0.0, 0, 1), (paper.width / 2, paper.height, 0, -1),
                                  (0.0, paper.height / 2, 1, 0), (paper.width, paper.height / 2, -1, 0)):
            ticks = []
            for far in range(1, (_ENDS if down else _EDGE) + 1):
                tall = (4.0 if far % 5 == 0 else 2.0) * MM
                at_x, at_y = x + right * far * MM, y + down * far * MM
                ticks.append((at_x - tall * abs(down), at_y - tall * abs(right), at_x + tall * abs(down),
                              at_y + tall * abs(right)))
                if far % 5 == 0:
                    yield from text.line(f"{far}", _SMALL._replace(size=6), at_x + (4.6 * MM if down else 0.0),
                                         at_y + (2 if down else 6.2 * MM), anchor="start" if down else "middle")
            yield shapes.lines(ticks, _FINE)


def _bar(axis: str, place: Transform) -> Iterator[Item]:
    """Give a line of 100 mm with ticks to measure between, to the right from the origin of `place`."""
    ends = [(*place.apply(at, -4 * MM), *place.apply(at, 4 * MM)) for at in (0.0, _LENGTH)]
    yield shapes.line(*place.apply(0, 0), *place.apply(_LENGTH, 0), _LINE)
    yield shapes.lines(ends, _LINE)
    yield Group(text.line(f"{axis}: 100 mm from tick to tick", _SMALL, _LENGTH / 2, -2.5, anchor="middle"), place)


def _scales(x: float, y: float) -> Iterator[Item]:
    """Give a grid of millimetres with (x, y) in its middle, and figures to the right and down beside it."""
    reach = _GRID * MM
    for far in range(-_GRID, _GRID + 1):
        at, stroke = far * MM, _LINE if far % 5 == 0 else _HAIR
        yield shapes.lines([(x + at, y - reach, x + at, y + reach), (x - reach, y + at, x + reach, y + at)], stroke)
        if far % 5 == 0:
            sign = f"{far:+d}".replace("-", "−") if far else "0"
            yield from text.line(sign, _SMALL, x + at, y - reach - 6, anchor="middle")
            yield from text.line(sign, _SMALL, x - reach - 3, y + at + 2.6, anchor="end")
    yield shapes.circle(x, y, 0.6 * MM, stroke=_LINE)
    yield from text.line("right", _SMALL, x + reach + 5, y + 2.6)
    yield from text.line("down", _SMALL, x, y + reach + 9, anchor="middle")
    yield from text.line(_GRID_WORDS, _SMALL, x, y - reach - 20, anchor="middle")
