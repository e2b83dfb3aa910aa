"""Drawings larger than the paper, split over several sheets to be joined: nothing is ever scaled down.

In reading order, each sheet is cut straight at its left and top edges if it has a neighbour there, and laid over the
strip, as wide as the overlap, that the neighbour keeps at its right or foot. The strips of a template are tinted and
show only lines to match. A board continues below its strips, so that an inexact cut shows no gap; only ticks in the
margins show where to cut it, and its strips are hatched in white, a few points off the seam. Seams cut as few words as
possible. Rows have letters, columns numbers: B3 is the third sheet of the second row. Rulers lie in the strips or, if
there is space, beside the drawing; a board has them on its first sheet only. Points, origin at the top left, y down.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from printshop.drawing import patterns, shapes, text
from printshop.drawing.geometry import Point, Transform, sides
from printshop.drawing.items import BLACK, WHITE, Group, Item, Layer, Path, Stroke
from printshop.layout import boxes, furniture
from printshop.layout.boxes import Box, Paper
from printshop.layout.labels import about, plate
from printshop.units import MM

OVERLAP = 10 * MM
MOST = 400  # the most sheets that somebody would join
BLEED = 1.5  # points printed beyond an edge, for inexact cuts
TINT = WHITE.mix(BLACK, 0.09)
CUT = Stroke(BLACK, 0.6, dash=(4.5, 2.5))
STEPS_HEIGHT = 158.0

_SPECK = 1e-6
_TRIED = 40  # positions tried for each seam; all pairs of neighbouring seams are compared
_STRAY = 0.3  # cost, in cut words, of moving a seam by all the slack from its place in equal windows
_EDGE = 13.0  # free above and left of a window, for the text beside a cut line
_STEP = 6.0  # between positions tried for a ruler or a text
_FAR, _NEAR = 10.5, 2.5  # distances of the ends of ticks from a window
_HAIR, _THIN, _THICK, _EDGES = (Stroke(BLACK, width) for width in (0.35, 0.5, 0.6, 0.8))
_CUT_WORDS = text.Style("sans", 7.0, color=WHITE.mix(BLACK, 0.85))
_STRIP_WORDS = text.Style("sans", 10.0, bold=True)

_NOWHERE = Box(0, 0, 0, 0)
_OFF, _PITCH = 4.0, 4.2  # distance of the hatching of a board's strip from the seam; its pitch

Spans = tuple[tuple[float, float], ...]


class Spared(NamedTuple):
    """Stretches (from, to) of a drawing that seams should not cut, horizontally and vertically; all cost the same."""

    across: Spans = ()
    down: Spans = ()


_ANYWHERE = Spared()


class Tile(NamedTuple):
    """One sheet: its column and row, from 0, and its window of the drawing."""

    column: int
    row: int
    core: Box  # the part that is visible when all are joined
    box: Box  # its window, including strips
    before: str  # the codes of its neighbours, "" if there is none
    above: str
    after: str
    below: str

    @property
    def code(self) -> str:
        """The code of the sheet: the letter of its row and the number of its column."""
        return code(self.column, self.row)

    @property
    def right(self) -> Box | None:
        """The strip at the right, including the corner."""
        core, box = self.core, self.box
        return Box(core.right, box.y, box.width - core.width, box.height) if self.after else None

    @property
    def foot(self) -> Box | None:
        """The strip at the foot, without the corner."""
        core, box = self.core, self.box
        return Box(box.x, core.bottom, core.width, box.height - core.height) if self.below else None


def code(column: int, row: int) -> str:
    """Return the code of a sheet, from its column and row.

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
    """A drawing split into windows, which extend `OVERLAP` below neighbours at the right and the foot."""

    width: float
    height: float
    across: tuple[float, ...]  # the left edges of the windows
    down: tuple[float, ...]  # their top edges
    left_out: frozenset[tuple[int, int]] = frozenset()  # empty sheets, as (column, row)

    @property
    def columns(self) -> int:
        """The number of columns of sheets."""
        return len(self.across)

    @property
    def rows(self) -> int:
        """The number of rows of sheets."""
        return len(self.down)

    @property
    def count(self) -> int:
        """The number of sheets, without those left out."""
        return self.columns * self.rows - len(self.left_out)

    def tile(self, column: int, row: int) -> Tile:
        """Return the sheet at a column and a row, from 0."""
        left, right = self.across[column], (*self.across[1:], self.width)[column]
        top, bottom = self.down[row], (*self.down[1:], self.height)[row]
        before, above, after, below = (
            self._called(*at) if 0 <= at[0] < self.columns and 0 <= at[1] < self.rows and at not in self.left_out
            else "" for at in ((column - 1, row), (column, row - 1), (column + 1, row), (column, row + 1)))
        box = Box(left, top, (min(right + OVERLAP, self.width) if after else right) - left,
                  (min(bottom + OVERLAP, self.height) if below else bottom) - top)
        return Tile(column, row, Box(left, top, right - left, bottom - top), box, before, above, after, below)

    @property
    def halves(self) -> bool:
        """Whether the drawing has an upper and a lower half, which are named so instead of by codes."""
        return (self.columns, self.rows) == (1, 2)

    def _called(self, column: int, row: int) -> str:
        return _HALVES[row] if self.halves else code(column, row)

    def tiles(self) -> Iterator[Tile]:
        """Return an iterator over all sheets in reading order, without those left out."""
        return (self.tile(column, row) for row in range(self.rows) for column in range(self.columns)
                if (column, row) not in self.left_out)

    def numbered(self, tile: Tile) -> str:
        """Return the header text of a sheet: its code, its number and the number of sheets."""
        if self.halves:
            return _HALVES[tile.row].removeprefix("the ")
        number = [other.code for other in self.tiles()].index(tile.code) + 1
        return f"sheet {tile.code} ({number} of {self.count})"


def tiles(width: float, height: float, room: tuple[float, float], spared: Spared = _ANYWHERE) -> Tiling:
    """Return the fewest windows of size `room`, without strips, for a drawing. Raises ValueError for too small ones."""
    if min(room) <= 2 * OVERLAP:
        raise ValueError("a sheet must be larger than its overlaps")
    return Tiling(width, height, _starts(width, room[0], spared.across), _starts(height, room[1], spared.down))


def room(paper: Paper) -> tuple[float, float]:
    """Return the largest width and height of windows on a sheet."""
    return _region(paper)[2:]


def _region(paper: Paper) -> Box:
    """Return the rectangle for windows on a sheet, at its lower right; strips lie outside it."""
    return paper.box.inset(_EDGE, furniture.header(paper) + _EDGE, OVERLAP,
                           furniture.footer(paper) + 2 * MM + OVERLAP)


def plan(width: float, height: float, paper: Paper, spared: Spared = _ANYWHERE) -> tuple[Paper, Tiling]:
    """Return the paper, upright or turned, that needs fewer sheets, and the tiling; one tile if the drawing fits."""
    papers = (paper, paper.turned())
    for sheet in papers:
        area = furniture.content_box(sheet)
        if width <= area.width + _SPECK and height <= area.height + _SPECK:
            return sheet, Tiling(width, height, (0.0,), (0.0,))
    counts = _counts(width, height, paper)
    best = papers[counts.index(min(counts))]
    # with too many sheets, an error in any case, the search for seams is skipped
    return best, tiles(width, height, _region(best)[2:], spared if min(counts) <= MOST else _ANYWHERE)


def least(width: float, height: float, paper: Paper) -> int:
    """Return the number of sheets for a drawing that does not fit one, without laying it out."""
    return min(_counts(width, height, paper))


def _counts(width: float, height: float, paper: Paper) -> list[int]:
    """Return the numbers of sheets with the paper upright and turned."""
    return [_count(width, area.width) * _count(height, area.height) for area in map(_region, (paper, paper.turned()))]


def _count(length: float, room: float) -> int:
    return max(1, math.ceil(length / room - _SPECK))


def _starts(length: float, room: float, spared: Spans) -> tuple[float, ...]:
    """Return the starts of windows along one direction, chosen so that their seams cost least (dynamic programming)."""
    count = _count(length, room)
    starts, ends = sorted(start for start, _ in spared), sorted(end for _, end in spared)
    slack = max(count * room - length, _SPECK)
    best: list[tuple[float, tuple[float, ...]]] = [(0.0, (0.0,))]
    for seam in range(1, count):
        equal = length * seam / count
        low, high = max(length - (count - seam) * room, OVERLAP), min(seam * room, length - OVERLAP)
        steps = min(_TRIED, max(1, math.ceil(high - low)))
        ways = []
        for place in (equal, *(low + (high - low) * k / steps for k in range(steps + 1))):
            if before := [way for way in best if OVERLAP <= place - way[1][-1] <= room + _SPECK]:
                cost, chain = min(before)
                cut = bisect_left(starts, place) - bisect_right(ends, place)
                ways.append((cost + cut + _STRAY * abs(place - equal) / slack, (*chain, place)))
        best = ways
    return min(best)[1]


# --- a sheet ------------------------------------------------------------------------------------------------


class Join(NamedTuple):
    """How sheets are joined; `strip` has the texts of strips, the longest first, with {0} for the neighbour."""

    strip: tuple[str, ...]
    glued: bool
    through: bool = False  # a board: the drawing continues below the strips, and no cut line crosses it


GLUE = Join(("glue {0} here", "{0} here", "{0}"), glued=True)
BOARD = GLUE._replace(through=True)
TAPE = Join(("{0} over this strip: tape", "tape {0} here", "{0}"), glued=False)  # film is transparent: no tint

_HALVES = ("the upper half", "the lower half")
# Texts at an edge to cut, the longest that fits; {0} is the neighbour there.
_CUT = ("✂ cut along this line, then lay the sheet over the strip of {0}", "✂ cut here, lay over {0}", "✂ {0}")
_CUT_AT_TICKS = ("✂ cut from tick to tick, then lay the sheet over the strip of {0}", *_CUT[1:])


class Shown(NamedTuple):
    """The content of a sheet, in the coordinates of the drawing."""

    all: Sequence[Item]  # drawn in its window
    lines: Sequence[Item] = ()  # drawn in the strips
    outline: Sequence[Point] = ()  # corners of a drawing that is not a rectangle; rulers may lie outside it
    told: bool = False  # joining instructions go on the last sheet, if there is space, and nowhere else


def draw(tiling: Tiling, tile: Tile, shown: Shown, paper: Paper, join: Join = GLUE) -> tuple[Item, ...]:
    """Return the items of one sheet: its window, seams, strips, rulers and a small plan of all sheets.

    The drawing has its top left corner at the origin. Raises NoGlyph and TooWide.
    """
    area, side, core = _region(paper), OVERLAP, tile.core
    x, y = area.right - core.width, area.bottom - core.height
    sheet = tile._replace(core=core._replace(x=x, y=y), box=tile.box._replace(x=x, y=y))  # on the paper
    place = Transform(e=x - core.x, f=y - core.y)
    outline = [place.apply(*corner) for corner in shown.outline]
    ruled = not join.through or tile.code == next(tiling.tiles()).code
    level, upright = rulers = _rulers(sheet, paper, outline, join.through)
    return (
        *_window(sheet, shown, place, join),
        *_seams(sheet, join),
        *_strips(sheet, join, rulers if ruled else (_NOWHERE, _NOWHERE), outline),
        *(furniture.ruler(level.x + 4.0, level.center[1]) if ruled else ()),
        *(furniture.ruler(upright.center[0], upright.y + 4.0, turn=90) if ruled else ()),
        # a small plan of all sheets, in the corner that neighbours cover
        shapes.rect(area.right + 1, area.bottom + 1, side - 1, side - 1, fill=WHITE),
        *_key(tiling, Box(area.right, area.bottom, side, side).inset(3.5), tile),
        *(_steps_above(tiling, join, Box(area.x, area.y, upright.x - 10.0 - area.x, y - _EDGE - area.y))
          if shown.told and not (tile.after or tile.below) else ()),
    )


def _steps_above(tiling: Tiling, join: Join, free: Box) -> Iterator[Item]:
    """Yield the joining instructions above the window of a sheet, if there is space."""
    if free.height >= STEPS_HEIGHT + 20 and free.width >= 3 * _WIDE:
        y = free.y + (free.height - STEPS_HEIGHT - 20) / 2
        yield from text.line("**How the sheets go together**", text.Style("display", 12.0), free.x, y + 12)
        yield from steps(tiling, join, free._replace(y=y + 20, height=STEPS_HEIGHT))


def alone(drawing: Sequence[Item], size: tuple[float, float], paper: Paper) -> tuple[Item, ...]:
    """Return a drawing of (width, height) that fits one page, centred on it."""
    area = furniture.content_box(paper)
    return (Group(tuple(drawing), Transform(e=furniture.middle(area, size[0]), f=area.center[1] - size[1] / 2)),)


def _window(sheet: Tile, shown: Shown, place: Transform, join: Join) -> Iterator[Item]:
    """Yield the drawing: all of it in the window, only its lines in strips that a neighbour covers."""
    strips, back = [strip for strip in (sheet.right, sheet.foot) if strip], Transform(e=-place.e, f=-place.f)
    bleed = sheet.core.inset(-BLEED, -BLEED, 0.0 if sheet.after else -BLEED, 0.0 if sheet.below else -BLEED)
    if join.through:
        bleed = sheet.box.inset(-BLEED, -BLEED, 0.0 if sheet.after else -BLEED, 0.0 if sheet.below else -BLEED)
    yield Group(tuple(shown.all), place, shapes.transform_path(shapes.rect(*bleed), back))
    for strip in strips if join.through else ():
        off = strip.inset(_OFF, 0, 0, 0) if strip == sheet.right else strip.inset(0, _OFF, 0, 0)
        yield Group(patterns.marks("hatch", off, WHITE, pitch=_PITCH, weight=1.4), clip=shapes.rect(*off))
    if strips and not join.through:
        covered = Path(tuple(part for strip in strips for part in shapes.rect(*strip).segments), TINT)
        if join.glued:
            yield covered
        if shown.lines:
            yield Group(tuple(shown.lines), place, shapes.transform_path(covered, back))


def _seams(sheet: Tile, join: Join) -> Iterator[Item]:
    """Yield the cut lines, the inner edges of the strips, and ticks outside the window for both."""
    core, box = sheet.core, sheet.box
    upright = [x for x, neighbour in ((core.x, sheet.before), (core.right, sheet.after)) if neighbour]
    level = [y for y, neighbour in ((core.y, sheet.above), (core.bottom, sheet.below)) if neighbour]
    ticks = [(x, core.y - _FAR, x, core.y - _NEAR) for x in upright]
    ticks += [(core.x - _FAR, y, core.x - _NEAR, y) for y in level]
    if join.through:  # at the other end, too: in the margin, or on a strip that a neighbour covers
        ends = [(x, core.bottom + _NEAR, x, core.bottom + _FAR) for x in upright]
        ends += [(core.right + _NEAR, y, core.right + _FAR, y) for y in level]
        yield Group((shapes.lines(ends, Stroke(WHITE, 1.4)), shapes.lines(ends, _THIN)), layer=Layer.GUIDE)
    yield Group((shapes.lines(ticks, _THIN),), layer=Layer.GUIDE)
    for neighbour, cut, along, free in (
            (sheet.before, (core.x, core.y - BLEED, core.x, box.bottom),
             Transform(e=core.x, f=core.center[1] + 0.1).rotate(-90), core.height),
            (sheet.above, (core.x - BLEED, core.y, box.right, core.y),
             Transform(e=core.center[0], f=core.y), core.width)):
        if neighbour:
            if not join.through:
                yield shapes.line(*cut, CUT)
            words = _longest(_CUT_AT_TICKS if join.through else _CUT, neighbour, _CUT_WORDS, free - 4)
            yield Group(text.line(words, _CUT_WORDS, 0, -4.0, "middle", min_size=6.0), along)
    inner = [(core.right, core.y, core.right, core.bottom)] * bool(sheet.after)
    inner += [(core.x, core.bottom, core.right, core.bottom)] * bool(sheet.below)
    if inner and not join.through:
        yield shapes.lines(inner, _THICK)


def _longest(ways: Sequence[str], neighbour: str, style: text.Style, room: float) -> str:
    phrases = [way.format(neighbour) for way in ways]
    return next((words for words in phrases if text.measure(words, style) <= room), phrases[-1])


def _rulers(sheet: Tile, paper: Paper, outline: Sequence[Point], through: bool) -> tuple[Box, Box]:
    """Return the rectangles of the rulers: along the strips, or beside a drawing that leaves space."""
    area, core, side, broad = _region(paper), sheet.core, OVERLAP, furniture.RULER
    level = Box(area.x, area.bottom + (side - broad) / 2, furniture.RULER_LONG, broad)
    upright = Box(area.right + (side - broad) / 2, area.y, broad, furniture.RULER_LONG)
    if not (outline or through):
        return level, upright
    obstacles = [strip for strip in (sheet.right, sheet.foot) if strip]  # and the texts beside cut lines
    obstacles += [Box(core.x - _EDGE, core.y, _EDGE, core.height)] * bool(sheet.before)
    obstacles += [Box(core.x, core.y - _EDGE, core.width, _EDGE)] * bool(sheet.above)
    obstacles += [Box(area.right, area.bottom, side, side), *[sheet.box] * through]
    room = Box(paper.box.x, area.y, area.right + side - paper.box.x, area.bottom + side - area.y)
    window = sheet.box.inset(-2 * BLEED)
    for usual in (level, upright):
        obstacles.append(_first_free(usual, room, obstacles, () if through else outline, window))
    return obstacles[-2], obstacles[-1]


def _first_free(usual: Box, room: Box, obstacles: Sequence[Box], outline: Sequence[Point], window: Box) -> Box:
    """Return the usual rectangle, or the first one, row by row, clear of obstacles and of an outline in the window."""
    edges = [(start, end) for start, end in sides(outline)
             if max(start[1], end[1]) >= window.y and min(start[1], end[1]) <= window.bottom]
    ways = ((usual.y, (usual.x,)), *((y, _steps(room.x, room.right - usual.width))
                                     for y in _steps(room.y, room.bottom - usual.height)))
    for y, lefts in ways:
        row = usual._replace(x=window.x, y=y, width=window.width).shared(window)
        taken = boxes.covered(edges, row) if edges and row else []
        past = -math.inf  # right end of the last obstacle: skips positions that it covers
        for x in lefts:
            if x < past:
                continue
            box = usual._replace(x=x, y=y)
            past = max((other.right for other in obstacles if box.shared(other)), default=-math.inf)
            if past < x and window.x < box.right and x < window.right:
                past = max((last for first, last in taken if first <= box.right and x <= last), default=-math.inf)
            if past < x:
                return box
    return usual


def _steps(first: float, last: float) -> list[float]:
    return [first + _STEP * k for k in range(int((last - first) / _STEP) + 1)]


def _strips(sheet: Tile, join: Join, rulers: tuple[Box, Box], outline: Sequence[Point]) -> Iterator[Item]:
    """Yield the texts of the strips, beside the rulers and, if there is space, clear of the outline."""
    (level, upright), style = rulers, _STRIP_WORDS
    for strip, neighbour, ruler, down in ((sheet.right, sheet.after, upright, True),
                                          (sheet.foot, sheet.below, level, False)):
        if not strip:
            continue
        if down:
            top = ruler.bottom + 4 if ruler.shared(strip) else strip.y
            room = Box(strip.x, top, strip.width, sheet.core.bottom - top)
        else:
            left = ruler.right + 4 if ruler.shared(strip) else strip.x
            room = Box(left, strip.y, strip.right - left, strip.height)
        length = room.height if down else room.width
        words = _longest(join.strip, neighbour, style, length)
        long = text.measure(words, style) + 12
        size = (style.size, long) if down else (long, style.size)
        reach = max(0.0, length - long) / 2
        (x, y), offs = room.center, (0.0, *sorted(_steps(-reach, reach), key=abs))
        places = [(x, y + off) if down else (x + off, y) for off in offs]
        clear = (at for at in places if not (outline and boxes.crossed(outline, about(at, size))))
        place = Transform().translate(*next(clear, room.center)).rotate(90 if down else 0)
        yield Group(tuple(plate(words, style, (0.0, 0.0), beside=6.0, high=1.3)), place)


def _key(tiling: Tiling, box: Box, current: Tile) -> Iterator[Item]:
    """Yield a small plan of all sheets, centred in a rectangle; the `current` sheet is filled."""
    cell = min(box.width / tiling.columns / 0.75, box.height / tiling.rows)
    wide = 0.75 * cell
    x, y = box.center[0] - wide * tiling.columns / 2, box.center[1] - cell * tiling.rows / 2
    yield from (shapes.rect(x + tile.column * wide, y + tile.row * cell, wide, cell, stroke=_HAIR,
                            fill=BLACK if tile.code == current.code else None) for tile in tiling.tiles())


# --- joining instructions -------------------------------------------------------------------------------------

_NAME = text.Style("sans", 13.0, bold=True)
_SCISSORS = text.Style("sans", 14.0)
_WIDE, _HIGH, _BROAD = 60.0, 66.0, 13.0  # width, height and strip of a sheet in the drawings


def steps(tiling: Tiling, join: Join, box: Box) -> Iterator[Item]:
    """Yield the joining instructions, side by side, in a rectangle at least `STEPS_HEIGHT` high. Raises TooTall."""
    across, down = tiling.columns > 1, tiling.rows > 1
    sides = " and ".join(["left"] * across + ["upper"] * down)
    first, second = ("row A", "row B") if across else _HALVES if tiling.halves else ("A1", "B1")
    edge = "its cut edge from tick to tick" if join.through else "its cut edge along the line"
    glue = (f"Glue the strip of A1 and lay A2 over it, {edge}. Go on to the right." if join.glued
            else "Lay A2 over the strip of A1, its cut edge along the line, and fix it with clear tape.")
    last = "Trim the outside last." if join.glued else "Then cut the piece out."
    line = "from tick to tick" if join.through else "along its dashed lines" if across else "along its dashed line"
    drawn = [(_cut, f"Cut each sheet {line}, at its {sides} edge. The strips at the others stay on." if across
              else f"Cut {second if tiling.halves else 'each sheet but the first'} {line}, at its upper edge.")]
    drawn += [(_row, glue)] * across
    onwards = ", and so on." if tiling.rows > 2 else "."
    how = "in the same way" if across else (f"{edge}, and " + (
        "glue it there" if join.glued else "fix it with clear tape"))
    below = f"Lay {second} over the strip at the foot of {first}{' ' if across else ', '}{how}{onwards} {last}"
    drawn += [(_rows, below)] * down
    places = box.columns([1] * len(drawn), gap=16)
    for number, ((picture, words), place) in enumerate(zip(drawn, places, strict=True), 1):
        yield from picture(tiling, place.center[0], place.y + 8)
        yield from text.block(f"**{number}.** {words}", text.Style("serif", 10.5),
                              (place.x, place.y + 96, place.width, STEPS_HEIGHT - 96), 1.2, min_size=8.0).items


def _sheet(box: Box, *, right: float = 0.0, foot: float = 0.0) -> Iterator[Item]:
    yield shapes.rect(*box, fill=WHITE)
    if right:
        yield shapes.rect(box.right - right, box.y, right, box.height, fill=TINT, stroke=_THIN)
    if foot:
        yield shapes.rect(box.x, box.bottom - foot, box.width - right, foot, fill=TINT, stroke=_THIN)
    yield shapes.rect(*box, stroke=_EDGES)


def _named(name: str, x: float, y: float, *, right: bool, foot: bool) -> Iterator[Item]:
    right_strip, foot_strip = _BROAD * right, _BROAD * foot
    yield from _sheet(Box(x, y, _WIDE, _HIGH), right=right_strip, foot=foot_strip)
    yield from text.line(name, _NAME, x + (_WIDE - right_strip) / 2, y + (_HIGH - foot_strip) / 2 + 4.7, "middle")


def _cut(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw a sheet with its cut lines."""
    across, down = tiling.columns > 1, tiling.rows > 1
    left, top = x - _WIDE / 2, y + 6
    name = "B2" if across and down else "A2" if across else "lower" if tiling.halves else "B1"
    yield from _named(name, left, top, right=tiling.columns > 2, foot=tiling.rows > 2)
    if across:
        yield shapes.line(left + 8, top - 6, left + 8, top + _HIGH + 5, CUT)
        yield from text.line("✂", _SCISSORS, left + 8, top + _HIGH + 13, "middle")
    if down:
        yield shapes.line(left - 5, top + 8, left + _WIDE + 6, top + 8, CUT)
        yield from text.line("✂", _SCISSORS, left - 12, top + 12.5, "middle")


def _row(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw the second sheet being laid over the strip of the first."""
    left, low = x - _WIDE - 8, tiling.rows > 1
    yield from _named("A1", left, y + 8, right=True, foot=low)
    yield from _named("A2", left + _WIDE + 20, y + 2, right=tiling.columns > 2, foot=low)
    yield shapes.line(left + _WIDE + 32, y + 77, left + _WIDE - 1, y + 80, _EDGES)
    yield shapes.arrow(left + _WIDE - 9, y + 80.6, 264, 9, 7, fill=BLACK)


def _rows(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw the second row being laid over the strip of the first."""
    several, high = tiling.columns > 1, 40.0
    single = ("upper", "lower") if tiling.halves else ("A1", "B1")
    wide, names = (104.0, ("row A", "row B")) if several else (_WIDE, single)
    left = x - wide / 2
    for number, (top, name) in enumerate(zip((y - 6, y + high + 3), names, strict=True)):
        yield from _sheet(Box(left, top, wide, high), foot=(_BROAD - 3) * (number == 0 or tiling.rows > 2))
        shown = min(tiling.columns, 4)
        yield from (shapes.line(left + wide * k / shown, top, left + wide * k / shown, top + high, _THIN)
                    for k in range(1, shown))
        yield from text.line(name, _NAME._replace(size=11.0), left + wide / 2 / shown, top + 20, "middle",
                             wide / shown - 2 if several else None, 6.0)
    yield shapes.line(left + wide + 10, y + high + 22, left + wide + 10, y + high - 2, _EDGES)
    yield shapes.arrow(left + wide + 10, y + high - 10, 0, 9, 7, fill=BLACK)
