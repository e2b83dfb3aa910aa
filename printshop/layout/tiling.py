"""Drawings larger than the paper, on several sheets that are glued together: nothing is ever shrunk.

Every sheet shows a window of the drawing; windows of neighbours overlap. The sheets are put together in the order of
reading: each is cut along its left and top edge, if it has a neighbour there, and laid over the strip that the
neighbour keeps free for it. Ticks in the margin stand at both edges of every overlap, on both sheets. Rows have
letters, columns numbers: B3 is the third sheet of the second row.

Points, origin at the top left, y down.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Group, Item, Layer, Stroke
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.layout.paper import Paper

OVERLAP = 10 * MM
MARGIN = 10.0  # round a window: ticks, and words that say what to do
BLEED = 1.5  # what is printed beyond a window, for a cut that goes a little astray
MOST = 400  # sheets that anybody would glue together

_SPECK = 1e-6
_TICK = Stroke(BLACK, 0.5)
_HAIR = Stroke(BLACK, 0.35)
_WORDS = text.Style("sans", 6.5, color=WHITE.mix(BLACK, 0.8))
_SMALLEST = 6.0
_CODE = text.Style("sans", 9.0, bold=True)


class Tile(NamedTuple):
    """One sheet: its place, from 0, and its window, in the drawing's coordinates."""

    column: int
    row: int
    box: Box

    @property
    def code(self) -> str:
        """What the sheet is called: the letter of its row and the number of its column."""
        return code(self.column, self.row)


def code(column: int, row: int) -> str:
    """Return what a sheet is called.

    >>> code(2, 1), code(0, 26)
    ('B3', 'AA1')
    """
    letters = ""
    while row >= 0:
        letters = chr(ord("A") + row % 26) + letters
        row = row // 26 - 1
    return f"{letters}{column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A drawing of `width` x `height` cut into windows of one size, which overlap by `overlap`.

    `left_out` are the sheets, (column, row), on which there is nothing.
    """

    width: float
    height: float
    columns: int
    rows: int
    overlap: float
    left_out: frozenset[tuple[int, int]] = frozenset()

    @property
    def count(self) -> int:
        """How many sheets there are."""
        return self.columns * self.rows - len(self.left_out)

    def has(self, column: int, row: int) -> bool:
        """Say whether there is a sheet at a column and a row, from 0."""
        return 0 <= column < self.columns and 0 <= row < self.rows and (column, row) not in self.left_out

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of every window."""
        return ((self.width + (self.columns - 1) * self.overlap) / self.columns,
                (self.height + (self.rows - 1) * self.overlap) / self.rows)

    @property
    def last(self) -> str:
        """The code of the last sheet, which says how many rows and columns there are."""
        return code(self.columns - 1, self.rows - 1)

    def tile(self, column: int, row: int) -> Tile:
        """Return the sheet of a column and a row, from 0."""
        wide, high = self.size
        return Tile(column, row, Box(column * (wide - self.overlap), row * (high - self.overlap), wide, high))

    def tiles(self) -> Iterator[Tile]:
        """Give all sheets, in the order of reading."""
        for row in range(self.rows):
            for column in range(self.columns):
                if self.has(column, row):
                    yield self.tile(column, row)


def tiles(width: float, height: float, room: tuple[float, float], overlap: float = OVERLAP) -> Tiling:
    """Return the fewest windows, none larger than `room`, that show all of a drawing.

    Raises ValueError for a room that is not larger than the overlap.
    """
    if min(room) <= overlap:
        raise ValueError("a sheet must be larger than the overlap")
    columns, rows = (max(1, ceil((length - overlap) / (free - overlap) - _SPECK))
                     for length, free in zip((width, height), room, strict=True))
    return Tiling(width, height, columns, rows, overlap)


def plan(width: float, height: float, paper: Paper, overlap: float = OVERLAP) -> tuple[Paper, Tiling]:
    """Return the paper, upright or turned, that takes fewer sheets, and what stands on each.

    What fits one page between the rulers stands there alone, without margins for glue.
    """
    found = []
    for sheet in (paper, paper.turned()):
        area = furniture.content_box(sheet)
        if width <= area.width + _SPECK and height <= area.height + _SPECK:
            return sheet, Tiling(width, height, 1, 1, overlap)
        room = area.inset(MARGIN)
        found.append((sheet, tiles(width, height, (room.width, room.height), overlap)))
    return min(found, key=lambda pair: pair[1].count)


def draw(tiling: Tiling, tile: Tile, drawing: Sequence[Item], paper: Paper) -> tuple[Item, ...]:
    """Return what stands on one sheet between header and rulers: the window, ticks and words round it, the key.

    `drawing` has its top left corner at the origin. A drawing on one sheet stands in the middle of the page. Raises
    NoGlyph and TooWide.
    """
    area = furniture.content_box(paper)
    box = tile.box
    x, y = area.center[0] - box.width / 2, area.center[1] - box.height / 2
    place = Transform(e=x - box.x, f=y - box.y)
    if tiling.count == 1:
        return (Group(tuple(drawing), place),)
    clip = shapes.rect(box.x - BLEED, box.y - BLEED, box.width + 2 * BLEED, box.height + 2 * BLEED)
    window = Box(x, y, box.width, box.height)
    return (
        Group(tuple(drawing), place, clip),
        *_marks(tiling, tile, window),
        *_key_beside(tiling, tile, paper),
    )


def _marks(tiling: Tiling, tile: Tile, window: Box) -> Iterator[Item]:
    """Give the ticks round a window and what is to be done at each of its edges."""
    overlap = tiling.overlap
    before, after = (tiling.has(tile.column + step, tile.row) for step in (-1, 1))
    above, below = (tiling.has(tile.column, tile.row + step) for step in (-1, 1))
    xs = [window.x, window.right, *([window.x + overlap] * before), *([window.right - overlap] * after)]
    ys = [window.y, window.bottom, *([window.y + overlap] * above), *([window.bottom - overlap] * below)]
    yield Group((shapes.lines(_ticks(window, xs, ys), _TICK),), layer=Layer.GUIDE)
    if before:
        yield _said(_CUT, code(tile.column - 1, tile.row), (window.x, window.center[1]), -90, window.height)
    if above:
        yield _said(_CUT, code(tile.column, tile.row - 1), (window.center[0], window.y), 0, window.width)
    if after:
        yield _said(_GLUE, code(tile.column + 1, tile.row), (window.right, window.center[1]), 90, window.height)
    if below:
        yield _said(_GLUE, code(tile.column, tile.row + 1), (window.center[0], window.bottom), 180, window.width)


def _ticks(window: Box, xs: Sequence[float], ys: Sequence[float]) -> Iterator[tuple[float, float, float, float]]:
    near, far = BLEED + 1.0, MARGIN - 0.5
    for x in sorted(xs):
        yield x, window.y - far, x, window.y - near
        yield x, window.bottom + near, x, window.bottom + far
    for y in sorted(ys):
        yield window.x - far, y, window.x - near, y
        yield window.right + near, y, window.right + far, y


# What is said outside an edge, the longest that fits; {0} is the neighbour there.
_CUT = ("✂ cut along this edge, then lay it over the strip of {0}", "✂ cut here, lay over {0}", "✂ on {0}")
_GLUE = ("glue here: {0} goes over this strip, its edge at the inner ticks", "glue: {0} goes over", "{0}")


def _said(ways: Sequence[str], neighbour: str, at: tuple[float, float], turn: float, room: float) -> Item:
    """Return words outside the middle of an edge, to be read with the edge below them (turned right round: above)."""
    room -= 2 * (OVERLAP + MARGIN)
    words = next((way for way in ways if text.measure(way.format(neighbour), _WORDS) <= room), ways[-1])
    base = -BLEED - 2.2
    if turn == 180:  # upside down is hard to read
        turn, base = 0.0, BLEED + 1.8 + 0.72 * _WORDS.size
    line = text.line(words.format(neighbour), _WORDS, 0, base, "middle", min_size=_SMALLEST)
    return Group(line, Transform().translate(*at).rotate(turn))


def _key_beside(tiling: Tiling, tile: Tile, paper: Paper) -> Iterator[Item]:
    """Give the code and a small key of all sheets, above the ruler at the left."""
    box = paper.box
    top = box.y + furniture.HEADER + furniture.GAP
    ruler = 4 * INCH + 16  # with the words at its end
    room = Box(box.x, top, furniture.RULER - 2, box.height - (top - box.y) - furniture.RIGHTS - furniture.RULER - ruler)
    yield from text.line(tile.code, _CODE, room.x, room.y + 8, max_width=room.width, min_size=_SMALLEST)
    yield from key(tiling, room.inset(0, 12, 0, 0), tile)


def key(tiling: Tiling, box: Box, here: Tile | None = None) -> Iterator[Item]:
    """Give a small plan of all sheets as large as a box allows, at its top left; the sheet `here` is filled.

    Sheets have their codes in them where these can be read.
    """
    wide, high = tiling.size[0] * tiling.columns, tiling.size[1] * tiling.rows
    scale = min(box.width / wide, box.height / high)
    cell = (wide * scale / tiling.columns, high * scale / tiling.rows)
    if here:
        yield shapes.rect(box.x + here.column * cell[0], box.y + here.row * cell[1], *cell, fill=BLACK)
    columns = [(box.x + k * cell[0], box.y, box.x + k * cell[0], box.y + high * scale)
               for k in range(tiling.columns + 1)]
    rows = [(box.x, box.y + k * cell[1], box.x + wide * scale, box.y + k * cell[1]) for k in range(tiling.rows + 1)]
    yield shapes.lines([*columns, *rows], _HAIR)
    size = min(_CODE.size, cell[0] / 2.2, cell[1] / 1.5)
    if size >= _SMALLEST:
        style = _CODE._replace(size=size, bold=False)
        for tile in tiling.tiles():
            x, y = box.x + (tile.column + 0.5) * cell[0], box.y + (tile.row + 0.5) * cell[1]
            color = WHITE if here and tile.code == here.code else BLACK
            yield from text.line(tile.code, style._replace(color=color), x, y + 0.36 * size, "middle")
