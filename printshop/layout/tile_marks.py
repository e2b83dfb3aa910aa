"""The sheets of a drawing larger than the paper: each with its window, where to cut, what goes over it, rulers.

Left and upper edges with a neighbour are cut, along a dashed line with scissors; at the right and the foot the strip
that the neighbour will cover is tinted and says which neighbour that is; nothing of the drawing is repeated there but
lines to match. One ruler each lies in the strips or where they would be, with a drawing that is no rectangle beside it
if there is room. Points, origin at the top left, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Group, Item, Layer, Path, Stroke
from printshop.layout import furniture, polygons
from printshop.layout.boxes import Box
from printshop.layout.tiling import EDGE, Tile, Tiling, code, region

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
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
_STEP = 6.0  # between places that are tried for a ruler, or for words
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
    """What stands on a sheet: `all` of it in its window, in the strips only `lines`.

    Of a drawing that is no rectangle, `outline` has the corners: what lies outside is free for rulers.
    """

    all: Sequence[Item]
    lines: Sequence[Item] = ()
    outline: Sequence[Point] = ()


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
    outline = [place.apply(x, y) for x, y in shown.outline]
    level, upright = _rulers(sheet, paper, outline)
    return (
        *_window(sheet, shown, place),
        *_edges(sheet),
        *_strips(sheet, (level, upright), outline),
        *furniture.slim_ruler(level.x + 4.0, level.center[1]),
        *furniture.slim_ruler(upright.center[0], upright.y + 4.0, down=True),
        *_corner(sheet, area),
    )


def alone(drawing: Sequence[Item], size: tuple[float, float], paper: Paper) -> tuple[Item, ...]:
    """Return a drawing of (width, height) that fits one page, in the middle of it."""
    area = furniture.content_box(paper)
    x, y = furniture.middle(area, size[0]), area.center[1] - size[1] / 2
    return (Group(tuple(drawing), Transform(e=x, f=y)),)


def _window(sheet: _Sheet, shown: Shown, place: Transform) -> Iterator[Item]:
    """Give the drawing: all of it in the window, only its lines where a neighbour comes to lie."""
    strips, box = [strip for strip in (sheet.right, sheet.foot) if strip], sheet.core
    right, low = (0.0 if strip else BLEED for strip in (sheet.right, sheet.foot))
    clip = shapes.rect(box.x - BLEED, box.y - BLEED, box.width + BLEED + right, box.height + BLEED + low)
    yield Group(tuple(shown.all), place, shapes.transform_path(clip, Transform(e=-place.e, f=-place.f)))
    if strips:
        covered = Path(tuple(part for strip in strips for part in shapes.rect(*strip).segments), TINT)
        if sheet.join.tinted:
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


def _rulers(sheet: _Sheet, paper: Paper, outline: Sequence[Point]) -> tuple[Box, Box]:
    """Return where the rulers lie: where strips are or would be, but beside an outline where it leaves room."""
    area, side, broad = region(paper), sheet.tiling.overlap, furniture.SLIM
    level = Box(area.x, area.bottom + (side - broad) / 2, furniture.SLIM_LONG, broad)
    upright = Box(area.right + (side - broad) / 2, area.y, broad, furniture.SLIM_LONG)
    if not outline:
        return level, upright
    window = Box(*sheet.core[:2], *sheet.tile.box[2:]).inset(-2 * BLEED)
    taken = [*_kept(sheet), Box(area.right, area.bottom, side, side)]

    def free(box: Box) -> bool:
        within = box.shared(window)
        return not (any(box.shared(one) for one in taken) or (within and polygons.meets(outline, within)))

    room = Box(paper.box.x, area.y, area.right + side - paper.box.x, area.bottom + side - area.y)
    for usual in (level, upright):
        ways = (usual._replace(x=x, y=y) for y in _steps(room.y, room.bottom - usual.height)
                for x in _steps(room.x, room.right - usual.width))
        taken.append(next(filter(free, (usual, *ways)), usual))
    return taken[-2], taken[-1]


def _kept(sheet: _Sheet) -> Iterator[Box]:
    """Give where no ruler may lie: strips, and the words beside the edges that are cut."""
    core = sheet.core
    yield from (strip for strip in (sheet.right, sheet.foot) if strip)
    if sheet.beside(-1, 0):
        yield Box(core.x - EDGE, core.y, EDGE, core.height)
    if sheet.beside(0, -1):
        yield Box(core.x, core.y - EDGE, core.width, EDGE)


def _steps(first: float, last: float) -> list[float]:
    return [first + _STEP * k for k in range(int((last - first) / _STEP) + 1)]


def _strips(sheet: _Sheet, rulers: tuple[Box, Box], outline: Sequence[Point]) -> Iterator[Item]:
    """Give what the strips say, in what rulers leave free of them, and an outline if that is possible."""
    level, upright = rulers
    for strip, down, neighbour in ((sheet.right, True, sheet.beside(1, 0)), (sheet.foot, False, sheet.beside(0, 1))):
        if strip and down:
            top = upright.bottom + 4 if upright.shared(strip) else strip.y
            room = Box(strip.x, top, strip.width, sheet.core.bottom - top)
        elif strip:
            left = level.right + 4 if level.shared(strip) else strip.x
            room = Box(left, strip.y, strip.right - left, strip.height)
        else:
            continue
        words = _longest(sheet.join.strip, neighbour, _STRIP, room.height if down else room.width)
        at = Transform().translate(*_beside(outline, room, text.measure(words, _STRIP) + 12, down=down))
        yield Group(_centred(words), at.rotate(90) if down else at)


def _beside(outline: Sequence[Point], room: Box, long: float, *, down: bool) -> Point:
    """Return the middle of words in a strip: its own, or the nearest where an outline does not run through them."""
    x, y = room.center
    reach = max(0.0, (room.height if down else room.width) - long) / 2
    ways = [(x, y + off) if down else (x + off, y) for off in sorted(_steps(-reach, reach), key=abs)]
    wide, high = (_STRIP.size, long) if down else (long, _STRIP.size)
    boxes = ((at, Box(at[0] - wide / 2, at[1] - high / 2, wide, high)) for at in ((x, y), *ways))
    return next((at for at, box in boxes if not (outline and polygons.crossed(outline, box))), (x, y))


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
