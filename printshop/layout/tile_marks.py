"""The sheets of a drawing larger than the paper: each with its window, where to cut, what goes over it, rulers.

Left and upper edges with a neighbour are cut, along a dashed line with scissors; at the right and the foot the strip
that the neighbour will cover is tinted and says which neighbour that is. One ruler each lies in the strips, or where
they would be. Points, origin at the top left, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Group, Item, Layer, Path, Stroke
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.layout.tiling import Tile, Tiling, code, region

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.layout.paper import Paper

BLEED = 1.5  # what is printed beyond an edge, for a cut that goes a little astray
TINT = WHITE.mix(BLACK, 0.09)

CUT = Stroke(BLACK, 0.6, dash=(4.5, 2.5))
_TICK = Stroke(BLACK, 0.5)
_HAIR = Stroke(BLACK, 0.35)
_ENDS = Stroke(BLACK, 0.6)
_WORDS = text.Style("sans", 7.0, color=WHITE.mix(BLACK, 0.85))
_STRIP = text.Style("sans", 10.0, bold=True)
_SMALLEST = 6.0
_FAR, _NEAR = 10.5, 2.5  # from where to where ticks stand outside a window


class Join(NamedTuple):
    """How sheets are put together: what the strips say, the longest that fits, {0} being the neighbour."""

    strip: tuple[str, ...]
    tinted: bool


GLUE = Join(("glue {0} here", "{0} here", "{0}"), tinted=True)
TAPE = Join(("{0} over this strip: tape", "tape {0} here", "{0}"), tinted=False)  # film is seen through: no tint

# What is said at an edge that is cut, the longest that fits; {0} is the neighbour there.
_CUT = ("✂ cut along this line, then lay the sheet over the strip of {0}", "✂ cut here, lay over {0}", "✂ {0}")


class Shown(NamedTuple):
    """What stands on a sheet: `all` of it in its window, and in the strips, if they are tinted, only `lines`."""

    all: Sequence[Item]
    lines: Sequence[Item] = ()


class _Sheet(NamedTuple):
    """A sheet to be drawn: `core` is where on the paper its window stands, without the strips."""

    tiling: Tiling
    tile: Tile
    core: Box
    join: Join

    def beside(self, columns: int, rows: int) -> str:
        """Return the code of a neighbour, "" where there is none."""
        column, row = self.tile.column + columns, self.tile.row + rows
        return code(column, row) if self.tiling.has(column, row) else ""

    @property
    def right(self) -> Box | None:
        """The strip at the right, which reaches down to the corner."""
        core, low = self.core, self.tiling.overlap if self.beside(0, 1) else 0.0
        wide = self.tile.box.width - core.width
        return Box(core.right, core.y, wide, core.height + low) if self.beside(1, 0) else None

    @property
    def foot(self) -> Box | None:
        """The strip at the foot."""
        core = self.core
        return Box(core.x, core.bottom, core.width, self.tile.box.height - core.height) if self.beside(0, 1) else None


def draw(tiling: Tiling, tile: Tile, shown: Shown, paper: Paper, join: Join = GLUE) -> tuple[Item, ...]:
    """Return what stands on one sheet of several: the window, how it is joined to its neighbours, rulers, a plan.

    The drawing has its top left corner at the origin. Raises NoGlyph and TooWide.
    """
    area, seen = region(paper), tiling.core(tile.column, tile.row)
    core = Box(area.right - seen.width, area.bottom - seen.height, seen.width, seen.height)
    sheet = _Sheet(tiling, tile, core, join)
    place = Transform(e=core.x - tile.box.x, f=core.y - tile.box.y)
    return (
        *_window(sheet, shown, place),
        *_edges(sheet),
        *_strips(sheet, area),
        *furniture.slim_ruler(area.x + 4.0, area.bottom + tiling.overlap / 2),
        *furniture.slim_ruler(area.right + tiling.overlap / 2, area.y + 4.0, down=True),
        *_corner(sheet, area),
    )


def alone(drawing: Sequence[Item], size: tuple[float, float], paper: Paper) -> tuple[Item, ...]:
    """Return a drawing of (width, height) that fits one page, in the middle of it."""
    area = furniture.content_box(paper)
    x, y = furniture.middle(area, size[0]), area.center[1] - size[1] / 2
    return (Group(tuple(drawing), Transform(e=x, f=y)),)


def _window(sheet: _Sheet, shown: Shown, place: Transform) -> Iterator[Item]:
    """Give the drawing: on film all of it, on paper only its lines where a neighbour comes to lie."""
    strips = [strip for strip in (sheet.right, sheet.foot) if strip]
    box = sheet.core if sheet.join.tinted else Box(sheet.core.x, sheet.core.y, *sheet.tile.box[2:])
    right, low = (0.0 if strip and sheet.join.tinted else BLEED for strip in (sheet.right, sheet.foot))
    clip = shapes.rect(box.x - BLEED, box.y - BLEED, box.width + BLEED + right, box.height + BLEED + low)
    yield Group(tuple(shown.all), place, shapes.transform_path(clip, Transform(e=-place.e, f=-place.f)))
    if sheet.join.tinted and strips:
        covered = Path(tuple(part for strip in strips for part in shapes.rect(*strip).segments), TINT)
        yield covered
        if shown.lines:
            clip = shapes.transform_path(covered, Transform(e=-place.e, f=-place.f))
            yield Group(tuple(shown.lines), place, clip)


def _edges(sheet: _Sheet) -> Iterator[Item]:
    """Give the lines to cut along, the inner edges of the strips, and ticks outside the window at both."""
    core, (right, foot) = sheet.core, (sheet.right, sheet.foot)
    end_x, end_y = (right.right if right else core.right), (foot.bottom if foot else core.bottom)
    upright = [core.x] * bool(sheet.beside(-1, 0)) + [core.right] * bool(right)
    level = [core.y] * bool(sheet.beside(0, -1)) + [core.bottom] * bool(foot)
    ticks = [(x, core.y - _FAR, x, core.y - _NEAR) for x in upright]
    ticks += [(core.x - _FAR, y, core.x - _NEAR, y) for y in level]
    yield Group((shapes.lines(ticks, _TICK),), layer=Layer.GUIDE)
    if sheet.beside(-1, 0):
        yield shapes.line(core.x, core.y - BLEED, core.x, end_y, CUT)
        yield _said(_CUT, sheet.beside(-1, 0), _WORDS, (core.x, core.center[1] + 0.1), -90, core.height)
    if sheet.beside(0, -1):
        yield shapes.line(core.x - BLEED, core.y, end_x, core.y, CUT)
        yield _said(_CUT, sheet.beside(0, -1), _WORDS, (core.center[0], core.y), 0, core.width)
    inner = [(core.right, core.y, core.right, core.bottom)] * bool(right)
    inner += [(core.x, core.bottom, core.right, core.bottom)] * bool(foot)
    if inner:
        yield shapes.lines(inner, _ENDS)


def _said(ways: Sequence[str], neighbour: str, style: text.Style, at: tuple[float, float], turn: float,
          room: float) -> Item:
    """Return words outside the middle of an edge that is cut."""
    words = _longest(ways, neighbour, style, room - 4)
    return Group(text.line(words, style, 0, -4.0, "middle", min_size=_SMALLEST),
                 Transform().translate(*at).rotate(turn))


def _longest(ways: Sequence[str], neighbour: str, style: text.Style, room: float) -> str:
    said = [way.format(neighbour) for way in ways]
    return next((words for words in said if text.measure(words, style) <= room), said[-1])


def _strips(sheet: _Sheet, area: Box) -> Iterator[Item]:
    """Give what the strips say, in what the rulers leave free of them."""
    core, ways = sheet.core, sheet.join.strip
    if sheet.right:
        top = max(core.y, area.y + furniture.SLIM_LONG + 8)
        words = _longest(ways, sheet.beside(1, 0), _STRIP, core.bottom - top)
        at = sheet.right.center[0], (top + core.bottom) / 2
        yield Group(_centred(words), Transform().translate(*at).rotate(90))
    if sheet.foot:
        left = max(core.x, area.x + furniture.SLIM_LONG + 8)
        words = _longest(ways, sheet.beside(0, 1), _STRIP, core.right - left)
        yield Group(_centred(words), Transform().translate((left + core.right) / 2, sheet.foot.center[1]))


def _centred(words: str) -> tuple[Item, ...]:
    wide, high = text.measure(words, _STRIP) + 6, _STRIP.size * 1.3
    plate = shapes.rounded_rect(-wide / 2, -high / 2, wide, high, 2, fill=WHITE)
    return (plate, *text.line(words, _STRIP, 0, 0.36 * _STRIP.size, "middle"))


def _corner(sheet: _Sheet, area: Box) -> Iterator[Item]:
    """Give a small plan of all sheets in the corner, which nothing but a neighbour's map is over."""
    side = sheet.tiling.overlap
    yield shapes.rect(area.right + 1, area.bottom + 1, side - 1, side - 1, fill=WHITE)
    yield from key(sheet.tiling, Box(area.right, area.bottom, side, side).inset(3.5), sheet.tile)


def key(tiling: Tiling, box: Box, here: Tile) -> Iterator[Item]:
    """Give a small plan of all sheets, in the middle of a box; the sheet `here` is filled."""
    cell = min(box.width / tiling.columns / 0.75, box.height / tiling.rows)
    wide = 0.75 * cell
    x, y = box.center[0] - wide * tiling.columns / 2, box.center[1] - cell * tiling.rows / 2
    yield shapes.rect(x + here.column * wide, y + here.row * cell, wide, cell, fill=BLACK)
    for tile in tiling.tiles() if tiling.count < tiling.columns * tiling.rows else ():
        yield shapes.rect(x + tile.column * wide, y + tile.row * cell, wide, cell, stroke=_HAIR)
    if tiling.count == tiling.columns * tiling.rows:
        right, foot = x + wide * tiling.columns, y + cell * tiling.rows
        columns = [(x + k * wide, y, x + k * wide, foot) for k in range(tiling.columns + 1)]
        rows = [(x, y + k * cell, right, y + k * cell) for k in range(tiling.rows + 1)]
        yield shapes.lines([*columns, *rows], _HAIR)
