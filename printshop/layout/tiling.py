"""Drawings larger than the paper, split over several sheets to be joined.

Nothing is ever scaled down. Sheets are joined in reading order. A sheet is cut straight at its left and top edges if it
has a neighbour there. The sheet is then laid over the strip that this neighbour keeps at its right or bottom edge; the
strip is as wide as the overlap. The strips of a template are tinted and show only the lines that must meet. On a board,
the drawing continues on the strips, below the next sheet, so that an inexact cut leaves no gap. Only ticks in the
margins show where to cut a board, and its strips are hatched in white, a few points off the seam. Seams cut as few
words as possible. Rows have letters, columns have numbers: B3 is the third sheet of the second row. Rulers lie in the
strips or, if there is space, beside the drawing. A board has rulers on its first sheet only. Lengths are points, origin
at the top left, y down.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printshop.drawing import patterns, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, PageLayer, Path, Stroke
from printshop.drawing.geometry import Point, Transform, iter_sides
from printshop.layout import page_frame, rectangles
from printshop.layout.labels import center_rect, draw_text_plate
from printshop.layout.rectangles import Paper, Rect
from printshop.lengths import MM
from printshop.words import Words, load_words

OVERLAP = 10 * MM
MAX_SHEETS = 400  # the most sheets that players would join
TILE_BLEED = 1.5  # points printed beyond an edge, for inexact cuts
TINT = WHITE.mix(BLACK, 0.09)
CUT_STROKE = Stroke(BLACK, 0.6, dash=(4.5, 2.5))
STEPS_HEIGHT = 158.0

_TOLERANCE = 1e-6
_SEAM_POSITIONS = 40  # positions tried for each seam; all pairs of neighbouring seams are compared
_SEAM_SHIFT_COST = 0.3  # cost, in cut words, of moving a seam by all the slack from its place in equal windows
_CUT_TEXT_SPACE = 13.0  # free above and left of a window, for the text beside a cut line
_SEARCH_STEP = 6.0  # between positions tried for a ruler or a text
_TICK_END, _TICK_START = 10.5, 2.5  # distances of the ends of ticks from a window
_HAIR, _THIN, _THICK, _OUTLINE = (Stroke(BLACK, width) for width in (0.35, 0.5, 0.6, 0.8))
_CUT_STYLE = text.Style("sans", 7.0, color=WHITE.mix(BLACK, 0.85))
_STRIP_STYLE = text.Style("sans", 10.0, bold=True)

_NO_RECT = Rect(0, 0, 0, 0)
_HATCH_OFFSET, _HATCH_PITCH = 4.0, 4.2  # distance of the hatching of a board's strip from the seam; its pitch

Spans = tuple[tuple[float, float], ...]


class SeamObstacles(NamedTuple):
    """Spans (from, to) of a drawing along x (`horizontal`) and y (`vertical`) that seams should not cut.

    All spans cost the same.
    """

    horizontal: Spans = ()
    vertical: Spans = ()


_NO_OBSTACLES = SeamObstacles()


class Tile(NamedTuple):
    """A sheet of a tiling.

    It has a column and a row (from 0), and the window of the drawing that is printed on the sheet.
    """

    column: int
    row: int
    visible: Rect  # the part that is visible when all are joined
    window: Rect  # its window, including strips
    left_code: str  # the codes of its neighbours, "" if there is none
    upper_code: str
    right_code: str
    lower_code: str

    @property
    def code(self) -> str:
        """The code of the sheet: the letter of its row and the number of its column."""
        return format_sheet_code(self.column, self.row)

    @property
    def right_strip(self) -> Rect | None:
        """The strip at the right, including the corner.

        If there is no neighbour at the right, the strip is None.
        """
        visible, window = self.visible, self.window
        return Rect(visible.right, window.y, window.width - visible.width, window.height) if self.right_code else None

    @property
    def foot_strip(self) -> Rect | None:
        """The strip at the bottom edge, without the corner.

        If there is no neighbour below, the strip is None.
        """
        visible, window = self.visible, self.window
        return Rect(window.x, visible.bottom, visible.width,
                    window.height - visible.height) if self.lower_code else None


def format_sheet_code(column: int, row: int) -> str:
    """Return the code of a sheet, given its column and row (from 0).

    >>> format_sheet_code(2, 1), format_sheet_code(0, 26)
    ('B3', 'AA1')
    """
    letters = ""
    while row >= 0:
        letters = chr(ord("A") + row % 26) + letters
        row = row // 26 - 1
    return f"{letters}{column + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A drawing split into windows.

    Each window extends by `OVERLAP` under the next sheet at the right and under the next sheet at the bottom
    edge.
    """

    width: float
    height: float
    column_starts: tuple[float, ...]  # the left edges of the windows
    row_starts: tuple[float, ...]  # their top edges
    omitted: frozenset[tuple[int, int]] = frozenset()  # empty sheets, as (column, row)
    words: Words = field(default_factory=load_words, compare=False)  # on the sheets

    @property
    def column_count(self) -> int:
        """The number of columns of sheets."""
        return len(self.column_starts)

    @property
    def row_count(self) -> int:
        """The number of rows of sheets."""
        return len(self.row_starts)

    @property
    def sheet_count(self) -> int:
        """The number of sheets, without omitted sheets."""
        return self.column_count * self.row_count - len(self.omitted)

    def find_tile(self, column: int, row: int) -> Tile:
        """Return the sheet at a column and a row, from 0."""
        left, right = self.column_starts[column], (*self.column_starts[1:], self.width)[column]
        top, bottom = self.row_starts[row], (*self.row_starts[1:], self.height)[row]
        left_code, upper_code, right_code, lower_code = (
            self._name_sheet(*position) if 0 <= position[0] < self.column_count and 0 <= position[1] < self.row_count
                                                         and position not in self.omitted
            else "" for position in ((column - 1, row), (column, row - 1), (column + 1, row), (column, row + 1)))
        window = Rect(left, top, (min(right + OVERLAP, self.width) if right_code else right) - left,
                      (min(bottom + OVERLAP, self.height) if lower_code else bottom) - top)
        return Tile(column, row, Rect(left, top, right - left, bottom - top), window, left_code, upper_code, right_code,
                    lower_code)

    @property
    def is_halved(self) -> bool:
        """Whether the drawing consists of an upper and a lower half.

        The halves have these names instead of codes.
        """
        return (self.column_count, self.row_count) == (1, 2)

    def _name_sheet(self, column: int, row: int) -> str:
        return self.words(f"the_{_HALF_NAMES[row]}") if self.is_halved else format_sheet_code(column, row)

    def list_tiles(self) -> Iterator[Tile]:
        """Return an iterator over all sheets in reading order, without omitted sheets."""
        return (self.find_tile(column, row) for row in range(self.row_count) for column in range(self.column_count)
                if (column, row) not in self.omitted)

    def describe_sheet(self, tile: Tile) -> str:
        """Return the header text of a sheet: its code, its number and the number of sheets.

        For a drawing in two halves, the text is the name of the half.
        """
        if self.is_halved:
            return self.words(_HALF_NAMES[tile.row])
        number = [other.code for other in self.list_tiles()].index(tile.code) + 1
        return self.words("sheet_of", code=tile.code, number=number, count=self.sheet_count)


def split_drawing(width: float, height: float, window_size: tuple[float, float],
                  obstacles: SeamObstacles = _NO_OBSTACLES) -> Tiling:
    """Return a tiling with as few windows as possible for a drawing.

    `window_size` does not include strips. Raises ValueError if windows are too small.
    """
    if min(window_size) <= 2 * OVERLAP:
        raise ValueError("a sheet must be larger than its overlaps")
    return Tiling(width, height, _find_window_starts(width, window_size[0], obstacles.horizontal),
                  _find_window_starts(height, window_size[1], obstacles.vertical))


def find_window_size(paper: Paper) -> tuple[float, float]:
    """Return the width and height of the largest window on a sheet."""
    return _find_window_area(paper)[2:]


def _find_window_area(paper: Paper) -> Rect:
    """Return the rectangle for windows on a sheet, at the lower right. Strips lie outside the rectangle."""
    return paper.printable.inset(_CUT_TEXT_SPACE, page_frame.measure_header(paper) + _CUT_TEXT_SPACE, OVERLAP,
                                 page_frame.measure_footer(paper) + 2 * MM + OVERLAP)


def plan_tiling(width: float, height: float, paper: Paper, obstacles: SeamObstacles = _NO_OBSTACLES) -> tuple[Paper,
                                                                                                              Tiling]:
    """Return the paper, upright or turned, and the tiling.

    The orientation that needs fewer sheets is used. If the drawing fits one sheet, the tiling has one tile.
    """
    papers = (paper, paper.rotate())
    for sheet in papers:
        area = page_frame.find_content_rect(sheet)
        if width <= area.width + _TOLERANCE and height <= area.height + _TOLERANCE:
            return sheet, Tiling(width, height, (0.0,), (0.0,))
    counts = _count_sheets(width, height, paper)
    best = papers[counts.index(min(counts))]
    # with too many sheets, an error in any case, the search for seams is skipped
    return best, split_drawing(width, height, _find_window_area(best)[2:],
                               obstacles if min(counts) <= MAX_SHEETS else _NO_OBSTACLES)


def count_min_sheets(width: float, height: float, paper: Paper) -> int:
    """Return the minimum number of sheets for a drawing that does not fit one sheet, without making a layout."""
    return min(_count_sheets(width, height, paper))


def _count_sheets(width: float, height: float, paper: Paper) -> list[int]:
    """Return the number of sheets with the paper upright, and with the paper turned."""
    return [_count_windows(width, area.width) * _count_windows(height, area.height)
            for area in map(_find_window_area, (paper, paper.rotate()))]


def _count_windows(length: float, window_length: float) -> int:
    return max(1, math.ceil(length / window_length - _TOLERANCE))


def _find_window_starts(length: float, window_length: float, obstacles: Spans) -> tuple[float, ...]:
    """Return the starts of windows along one direction, with the lowest cost of seams (dynamic programming)."""
    count = _count_windows(length, window_length)
    starts, ends = sorted(start for start, _ in obstacles), sorted(end for _, end in obstacles)
    slack = max(count * window_length - length, _TOLERANCE)
    best: list[tuple[float, tuple[float, ...]]] = [(0.0, (0.0,))]
    for seam in range(1, count):
        even_position = length * seam / count
        low, high = max(length - (count - seam) * window_length, OVERLAP), min(seam * window_length, length - OVERLAP)
        steps = min(_SEAM_POSITIONS, max(1, math.ceil(high - low)))
        chains = []
        for position in (even_position, *(low + (high - low) * k / steps for k in range(steps + 1))):
            if previous := [option for option in best if OVERLAP <= position - option[1][-1] <= window_length
                            + _TOLERANCE]:
                cost, chain = min(previous)
                cut_words = bisect_left(starts, position) - bisect_right(ends, position)
                chains.append((cost + cut_words + _SEAM_SHIFT_COST * abs(position - even_position) / slack,
                               (*chain, position)))
        best = chains
    return min(best)[1]


# --- a sheet ------------------------------------------------------------------------------------------------


class JoinMethod(NamedTuple):
    """The way to join sheets.

    `strip_texts` are the keys of the possible words on strips, the longest words first.
    """

    strip_texts: tuple[str, ...]  # keys of words
    glued: bool
    is_board: bool = False  # a board: the drawing continues below the strips, and no cut line crosses it


GLUE = JoinMethod(("glue_sheet_here", "sheet_here", "sheet_code"), glued=True)
BOARD = GLUE._replace(is_board=True)
TAPE = JoinMethod(("tape_sheet_over_strip", "tape_sheet_here", "sheet_code"),
                  glued=False)  # film is transparent: no tint

_HALF_NAMES = ("upper_half", "lower_half")
# The keys of words at an edge to cut, the longest that fits.
_CUT_TEXTS = ("cut_along_line", "cut_here", "cut_sheet")
_TICK_CUT_TEXTS = ("cut_between_ticks", *_CUT_TEXTS[1:])


class SheetContent(NamedTuple):
    """The content of a sheet, in the coordinates of the drawing."""

    items: Sequence[Item]  # drawn in its window
    lines: Sequence[Item] = ()  # drawn in the strips
    outline: Sequence[Point] = ()  # corners of a drawing that is not a rectangle; rulers may lie outside it
    has_instructions: bool = False  # joining instructions go on the last sheet, if there is space, and nowhere else


def draw_tile(tiling: Tiling, tile: Tile, content: SheetContent, paper: Paper, join: JoinMethod = GLUE) -> tuple[Item,
                                                                                                                 ...]:
    """Return the items of one sheet: its window, seams, strips, rulers and a small plan of all sheets.

    The drawing has its top left corner at the origin. Raises MissingGlyphError or TooWideError if a text cannot
    be set.
    """
    area, overlap, visible = _find_window_area(paper), OVERLAP, tile.visible
    x, y = area.right - visible.width, area.bottom - visible.height
    sheet = tile._replace(visible=visible._replace(x=x, y=y), window=tile.window._replace(x=x, y=y))  # on the paper
    transform = Transform(e=x - visible.x, f=y - visible.y)
    outline = [transform.apply(*corner) for corner in content.outline]
    has_rulers = not join.is_board or tile.code == next(tiling.list_tiles()).code
    horizontal, vertical = rulers = _place_rulers(sheet, paper, outline, join.is_board)
    return (
        *_draw_window(sheet, content, transform, join),
        *_draw_seams(sheet, join, tiling.words),
        *_draw_strip_texts(sheet, join, rulers if has_rulers else (_NO_RECT, _NO_RECT), outline, tiling.words),
        *(page_frame.draw_ruler(horizontal.x + 4.0, horizontal.center[1]) if has_rulers else ()),
        *(page_frame.draw_ruler(vertical.center[0], vertical.y + 4.0, turn=90) if has_rulers else ()),
        # a small plan of all sheets, in the corner that neighbours cover
        shapes.rect(area.right + 1, area.bottom + 1, overlap - 1, overlap - 1, fill=WHITE),
        *_draw_sheet_plan(tiling, Rect(area.right, area.bottom, overlap, overlap).inset(3.5), tile),
        *(_draw_instructions_above(tiling, join,
                                   Rect(area.x, area.y, vertical.x - 10.0 - area.x, y - _CUT_TEXT_SPACE - area.y))
          if content.has_instructions and not (tile.right_code or tile.lower_code) else ()),
    )


def _draw_instructions_above(tiling: Tiling, join: JoinMethod, free_rect: Rect) -> Iterator[Item]:
    """Yield the joining instructions above the window of a sheet, if there is space."""
    if free_rect.height >= STEPS_HEIGHT + 20 and free_rect.width >= 3 * _SHEET_WIDTH:
        y = free_rect.y + (free_rect.height - STEPS_HEIGHT - 20) / 2
        yield from text.set_line(tiling.words("joining"), text.Style("display", 12.0), free_rect.x, y + 12)
        yield from draw_join_instructions(tiling, join, free_rect._replace(y=y + 20, height=STEPS_HEIGHT))


def draw_single_sheet(drawing: Sequence[Item], size: tuple[float, float], paper: Paper) -> tuple[Item, ...]:
    """Return a drawing of size (width, height) that fits one page.

    The drawing is centred on the page.
    """
    area = page_frame.find_content_rect(paper)
    return (Group(tuple(drawing), Transform(e=page_frame.find_centred_left(area, size[0]),
                                            f=area.center[1] - size[1] / 2)),)


def _draw_window(sheet: Tile, content: SheetContent, transform: Transform, join: JoinMethod) -> Iterator[Item]:
    """Yield the drawing in the window of a sheet.

    On a template, strips that a neighbour covers show only the lines of the drawing.
    """
    strips, inverse = [strip for strip in (sheet.right_strip, sheet.foot_strip) if strip], Transform(e=-transform.e,
                                                                                                     f=-transform.f)
    bleed = sheet.visible.inset(-TILE_BLEED, -TILE_BLEED, 0.0 if sheet.right_code else -TILE_BLEED,
                                0.0 if sheet.lower_code else -TILE_BLEED)
    if join.is_board:
        bleed = sheet.window.inset(-TILE_BLEED, -TILE_BLEED, 0.0 if sheet.right_code else -TILE_BLEED,
                                   0.0 if sheet.lower_code else -TILE_BLEED)
    yield Group(tuple(content.items), transform, shapes.transform_path(shapes.rect(*bleed), inverse))
    for strip in strips if join.is_board else ():
        hatched = strip.inset(_HATCH_OFFSET, 0, 0, 0) if strip == sheet.right_strip else strip.inset(0, _HATCH_OFFSET,
                                                                                                     0, 0)
        yield Group(patterns.draw_pattern_marks("hatch", hatched, WHITE, pitch=_HATCH_PITCH, weight=1.4),
                    clip=shapes.rect(*hatched))
    if strips and not join.is_board:
        covered = Path(tuple(part for strip in strips for part in shapes.rect(*strip).segments), TINT)
        if join.glued:
            yield covered
        if content.lines:
            yield Group(tuple(content.lines), transform, shapes.transform_path(covered, inverse))


def _draw_seams(sheet: Tile, join: JoinMethod, words: Words) -> Iterator[Item]:
    """Yield the cut lines, the inner edges of the strips, and ticks outside the window for cuts and strips."""
    visible, window = sheet.visible, sheet.window
    vertical = [x for x, neighbour in ((visible.x, sheet.left_code), (visible.right, sheet.right_code)) if neighbour]
    horizontal = [y for y, neighbour in ((visible.y, sheet.upper_code), (visible.bottom, sheet.lower_code))
                  if neighbour]
    ticks = [(x, visible.y - _TICK_END, x, visible.y - _TICK_START) for x in vertical]
    ticks += [(visible.x - _TICK_END, y, visible.x - _TICK_START, y) for y in horizontal]
    if join.is_board:  # at the other end, too: in the margin, or on a strip that a neighbour covers
        ends = [(x, visible.bottom + _TICK_START, x, visible.bottom + _TICK_END) for x in vertical]
        ends += [(visible.right + _TICK_START, y, visible.right + _TICK_END, y) for y in horizontal]
        yield Group((shapes.lines(ends, Stroke(WHITE, 1.4)), shapes.lines(ends, _THIN)), layer=PageLayer.GUIDE)
    yield Group((shapes.lines(ticks, _THIN),), layer=PageLayer.GUIDE)
    for neighbour, cut, text_transform, free_length in (
            (sheet.left_code, (visible.x, visible.y - TILE_BLEED, visible.x, window.bottom),
             Transform(e=visible.x, f=visible.center[1] + 0.1).rotate(-90), visible.height),
            (sheet.upper_code, (visible.x - TILE_BLEED, visible.y, window.right, visible.y),
             Transform(e=visible.center[0], f=visible.y), visible.width)):
        if neighbour:
            if not join.is_board:
                yield shapes.line(*cut, CUT_STROKE)
            line = _choose_longest(_TICK_CUT_TEXTS if join.is_board else _CUT_TEXTS, neighbour, _CUT_STYLE,
                                   free_length - 4, words)
            yield Group(text.set_line(line, _CUT_STYLE, 0, -4.0, "middle", min_size=6.0), text_transform)
    inner = [(visible.right, visible.y, visible.right, visible.bottom)] * bool(sheet.right_code)
    inner += [(visible.x, visible.bottom, visible.right, visible.bottom)] * bool(sheet.lower_code)
    if inner and not join.is_board:
        yield shapes.lines(inner, _THICK)


def _choose_longest(keys: Sequence[str], neighbour: str, style: text.Style, max_width: float, words: Words) -> str:
    phrases = [words(key, code=neighbour) for key in keys]
    return next((phrase for phrase in phrases if text.measure_text(phrase, style) <= max_width), phrases[-1])


def _place_rulers(sheet: Tile, paper: Paper, outline: Sequence[Point], is_board: bool) -> tuple[Rect, Rect]:
    """Return the rectangles of the rulers. The rulers lie along the strips, or beside a drawing that leaves space."""
    area, visible, overlap, ruler_width = _find_window_area(paper), sheet.visible, OVERLAP, page_frame.RULER_WIDTH
    horizontal = Rect(area.x, area.bottom + (overlap - ruler_width) / 2, page_frame.RULER_LENGTH, ruler_width)
    vertical = Rect(area.right + (overlap - ruler_width) / 2, area.y, ruler_width, page_frame.RULER_LENGTH)
    if not (outline or is_board):
        return horizontal, vertical
    obstacles = [strip for strip in (sheet.right_strip, sheet.foot_strip) if strip]  # and the texts beside cut lines
    obstacles += [Rect(visible.x - _CUT_TEXT_SPACE, visible.y, _CUT_TEXT_SPACE, visible.height)] * bool(sheet.left_code)
    obstacles += [Rect(visible.x, visible.y - _CUT_TEXT_SPACE, visible.width, _CUT_TEXT_SPACE)] * bool(sheet.upper_code)
    obstacles += [Rect(area.right, area.bottom, overlap, overlap), *[sheet.window] * is_board]
    search_area = Rect(paper.printable.x, area.y, area.right + overlap - paper.printable.x,
                       area.bottom + overlap - area.y)
    window = sheet.window.inset(-2 * TILE_BLEED)
    for preferred_rect in (horizontal, vertical):
        obstacles.append(_find_free_rect(preferred_rect, search_area, obstacles, () if is_board else outline, window))
    return obstacles[-2], obstacles[-1]


def _find_free_rect(preferred_rect: Rect, search_area: Rect, obstacles: Sequence[Rect], outline: Sequence[Point],
                    window: Rect) -> Rect:
    """Return the preferred rectangle for a ruler. If it is not free, return the first free rectangle, row by row.

    A free rectangle is clear of obstacles and of the part of the outline in the window. If there is no free
    rectangle, return the preferred rectangle.
    """
    edges = [(start, end) for start, end in iter_sides(outline)
             if max(start[1], end[1]) >= window.y and min(start[1], end[1]) <= window.bottom]
    candidates = ((preferred_rect.y, (preferred_rect.x,)),
                  *((y, _list_positions(search_area.x, search_area.right - preferred_rect.width))
                    for y in _list_positions(search_area.y, search_area.bottom - preferred_rect.height)))
    for y, lefts in candidates:
        row = preferred_rect._replace(x=window.x, y=y, width=window.width).intersect(window)
        covered = rectangles.find_covered_spans(edges, row) if edges and row else []
        blocked_until = -math.inf  # right end of the last obstacle: skips positions that it covers
        for x in lefts:
            if x < blocked_until:
                continue
            rect = preferred_rect._replace(x=x, y=y)
            blocked_until = max((other.right for other in obstacles if rect.intersect(other)), default=-math.inf)
            if blocked_until < x and window.x < rect.right and x < window.right:
                blocked_until = max((last for first, last in covered if first <= rect.right and x <= last),
                                    default=-math.inf)
            if blocked_until < x:
                return rect
    return preferred_rect


def _list_positions(first: float, last: float) -> list[float]:
    return [first + _SEARCH_STEP * k for k in range(int((last - first) / _SEARCH_STEP) + 1)]


def _draw_strip_texts(sheet: Tile, join: JoinMethod, rulers: tuple[Rect, Rect],
                      outline: Sequence[Point], words: Words) -> Iterator[Item]:
    """Yield the texts of the strips, beside the rulers. If there is space, the texts are clear of the outline."""
    (horizontal, vertical), style = rulers, _STRIP_STYLE
    for strip, neighbour, ruler, is_vertical in ((sheet.right_strip, sheet.right_code, vertical, True),
                                                 (sheet.foot_strip, sheet.lower_code, horizontal, False)):
        if not strip:
            continue
        if is_vertical:
            top = ruler.bottom + 4 if ruler.intersect(strip) else strip.y
            text_rect = Rect(strip.x, top, strip.width, sheet.visible.bottom - top)
        else:
            left = ruler.right + 4 if ruler.intersect(strip) else strip.x
            text_rect = Rect(left, strip.y, strip.right - left, strip.height)
        length = text_rect.height if is_vertical else text_rect.width
        line = _choose_longest(join.strip_texts, neighbour, style, length, words)
        text_length = text.measure_text(line, style) + 12
        size = (style.size, text_length) if is_vertical else (text_length, style.size)
        max_shift = max(0.0, length - text_length) / 2
        (x, y), shifts = text_rect.center, (0.0, *sorted(_list_positions(-max_shift, max_shift), key=abs))
        centers = [(x, y + shift) if is_vertical else (x + shift, y) for shift in shifts]
        free_centers = (center for center in centers
                        if not (outline and rectangles.crosses_polygon_side(outline, center_rect(center, size))))
        transform = Transform().translate(*next(free_centers, text_rect.center)).rotate(90 if is_vertical else 0)
        yield Group(tuple(draw_text_plate(line, style, (0.0, 0.0), padding=6.0, height=1.3)), transform)


def _draw_sheet_plan(tiling: Tiling, rect: Rect, current: Tile) -> Iterator[Item]:
    """Yield a small plan of all sheets, centred in a rectangle. The `current` sheet is filled."""
    cell = min(rect.width / tiling.column_count / 0.75, rect.height / tiling.row_count)
    cell_width = 0.75 * cell
    x, y = rect.center[0] - cell_width * tiling.column_count / 2, rect.center[1] - cell * tiling.row_count / 2
    yield from (shapes.rect(x + tile.column * cell_width, y + tile.row * cell, cell_width, cell, stroke=_HAIR,
                            fill=BLACK if tile.code == current.code else None) for tile in tiling.list_tiles())


# --- joining instructions -------------------------------------------------------------------------------------

_NAME_STYLE = text.Style("sans", 13.0, bold=True)
_PRINT_STYLE = text.Style("serif", 11.0)
_PLAN_GAPS = 80.0  # points: the height of a plan page that neither the drawing nor the steps for joining take
_SCISSORS_STYLE = text.Style("sans", 14.0)
_SHEET_WIDTH, _SHEET_HEIGHT, _STRIP_WIDTH = 60.0, 66.0, 13.0  # width, height and strip of a sheet in the drawings


def draw_plan(tiling: Tiling, drawing: Sequence[Item], material: str, join: JoinMethod, area: Rect) -> Iterator[Item]:
    """Yield a drawing at a small scale, with the edges and codes of its sheets.

    The steps for joining the sheets are below it.
    """
    scale = min(area.width / tiling.width, (area.height - STEPS_HEIGHT - _PLAN_GAPS) / tiling.height)
    transform = Transform(a=scale, d=scale, e=area.center[0] - scale * tiling.width / 2, f=area.y + _PLAN_GAPS / 8)
    yield Group(tuple(drawing), transform)
    seams = [(position, 0.0, position, tiling.height) for position in tiling.column_starts[1:]]
    seams += [(0.0, position, tiling.width, position) for position in tiling.row_starts[1:]]
    yield Group((shapes.lines(seams, Stroke(BLACK, 0.9 / scale, dash=(5.0 / scale, 3.0 / scale))),), transform)
    for tile in tiling.list_tiles():
        yield from draw_text_plate(tile.code, _NAME_STYLE, transform.apply(*tile.visible.center), padding=6.0,
                                   height=1.25)
    yield from draw_print_instructions(tiling, material, join,
                                       area.inset(0, scale * tiling.height + _PLAN_GAPS / 3, 0, 0))


def draw_print_instructions(tiling: Tiling, material: str, join: JoinMethod, rect: Rect) -> Iterator[Item]:
    """Yield how to print all sheets, and below it the joining instructions."""
    first, words = next(tiling.list_tiles()).code, tiling.words
    block = text.set_block(words("print_all_sheets", count=tiling.sheet_count, code=first,
                                 material=words.name(material)), _PRINT_STYLE, (rect.x, rect.y, rect.width, None), 1.25)
    yield from block.items
    yield from draw_join_instructions(tiling, join, rect.inset(0, block.height + 10, 0, 0))


def draw_join_instructions(tiling: Tiling, join: JoinMethod, rect: Rect) -> Iterator[Item]:
    """Yield the joining instructions, side by side, in a rectangle that is `STEPS_HEIGHT` high.

    Raises TooTallError if an instruction does not fit.
    """
    has_columns, has_rows = tiling.column_count > 1, tiling.row_count > 1
    words = tiling.words
    first, second = ((words("row", code="A"), words("row", code="B")) if has_columns
                     else map(words, ("the_upper_half", "the_lower_half")) if tiling.is_halved else ("A1", "B1"))
    word_key = "between_ticks" if join.is_board else "along_lines" if has_columns else "along_line"
    line = words(word_key)
    edge = words("edge_between_ticks" if join.is_board else "edge_along_line")
    fixing = "glue" if join.glued else "tape"
    instructions = [(_draw_cutting, words("cut_left_and_upper" if has_rows else "cut_left", line=line) if has_columns
                     else words("cut_upper", line=line, sheet=second) if tiling.is_halved
                     else words("cut_upper_of_all", line=line))]
    instructions += [(_draw_joining_sheets, words(f"{fixing}_columns", edge=edge))] * has_columns
    below = words("join_rows" if has_columns else f"{fixing}_rows", first=first, second=second, edge=edge,
                  onwards=words("and_so_on") if tiling.row_count > 2 else ".", last=words(f"{fixing}_last"))
    instructions += [(_draw_joining_rows, below)] * has_rows
    columns = rect.split_columns([1] * len(instructions), gap=16)
    for number, ((picture, step), column) in enumerate(zip(instructions, columns, strict=True), 1):
        yield from picture(tiling, column.center[0], column.y + 8)
        yield from text.set_block(f"**{number}.** {step}", text.Style("serif", 10.5),
                                  (column.x, column.y + 96, column.width, STEPS_HEIGHT - 96), 1.2, min_size=8.0).items


def _draw_sheet_icon(rect: Rect, *, right_strip: float = 0.0, foot_strip: float = 0.0) -> Iterator[Item]:
    yield shapes.rect(*rect, fill=WHITE)
    if right_strip:
        yield shapes.rect(rect.right - right_strip, rect.y, right_strip, rect.height, fill=TINT, stroke=_THIN)
    if foot_strip:
        yield shapes.rect(rect.x, rect.bottom - foot_strip, rect.width - right_strip, foot_strip, fill=TINT,
                          stroke=_THIN)
    yield shapes.rect(*rect, stroke=_OUTLINE)


def _draw_named_sheet(name: str, x: float, y: float, *, has_right_strip: bool, has_foot_strip: bool) -> Iterator[Item]:
    right_strip, foot_strip = _STRIP_WIDTH * has_right_strip, _STRIP_WIDTH * has_foot_strip
    yield from _draw_sheet_icon(Rect(x, y, _SHEET_WIDTH, _SHEET_HEIGHT), right_strip=right_strip, foot_strip=foot_strip)
    yield from text.set_line(name, _NAME_STYLE, x + (_SHEET_WIDTH - right_strip) / 2,
                             y + (_SHEET_HEIGHT - foot_strip) / 2 + 4.7, "middle")


def _draw_cutting(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw a sheet with its cut lines."""
    has_columns, has_rows = tiling.column_count > 1, tiling.row_count > 1
    left, top = x - _SHEET_WIDTH / 2, y + 6
    name = "B2" if has_columns and has_rows else "A2" if has_columns else (
        tiling.words("lower") if tiling.is_halved else "B1")
    yield from _draw_named_sheet(name, left, top, has_right_strip=tiling.column_count > 2,
                                 has_foot_strip=tiling.row_count > 2)
    if has_columns:
        yield shapes.line(left + 8, top - 6, left + 8, top + _SHEET_HEIGHT + 5, CUT_STROKE)
        yield from text.set_line("✂", _SCISSORS_STYLE, left + 8, top + _SHEET_HEIGHT + 13, "middle")
    if has_rows:
        yield shapes.line(left - 5, top + 8, left + _SHEET_WIDTH + 6, top + 8, CUT_STROKE)
        yield from text.set_line("✂", _SCISSORS_STYLE, left - 12, top + 12.5, "middle")


def _draw_joining_sheets(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw the second sheet being laid over the strip of the first."""
    left, has_rows = x - _SHEET_WIDTH - 8, tiling.row_count > 1
    yield from _draw_named_sheet("A1", left, y + 8, has_right_strip=True, has_foot_strip=has_rows)
    yield from _draw_named_sheet("A2", left + _SHEET_WIDTH + 20, y + 2, has_right_strip=tiling.column_count > 2,
                                 has_foot_strip=has_rows)
    yield shapes.line(left + _SHEET_WIDTH + 32, y + 77, left + _SHEET_WIDTH - 1, y + 80, _OUTLINE)
    yield shapes.arrow(left + _SHEET_WIDTH - 9, y + 80.6, 264, 9, 7, fill=BLACK)


def _draw_joining_rows(tiling: Tiling, x: float, y: float) -> Iterator[Item]:
    """Draw the second row being laid over the strip of the first."""
    has_columns, row_height = tiling.column_count > 1, 40.0
    words = tiling.words
    single = (words("upper"), words("lower")) if tiling.is_halved else ("A1", "B1")
    row_width, names = (104.0, (words("row", code="A"), words("row", code="B"))) if has_columns else (_SHEET_WIDTH,
                                                                                                      single)
    left = x - row_width / 2
    for number, (top, name) in enumerate(zip((y - 6, y + row_height + 3), names, strict=True)):
        yield from _draw_sheet_icon(Rect(left, top, row_width, row_height),
                                    foot_strip=(_STRIP_WIDTH - 3) * (number == 0 or tiling.row_count > 2))
        shown_count = min(tiling.column_count, 4)
        yield from (shapes.line(left + row_width * k / shown_count, top, left + row_width * k / shown_count,
                                top + row_height, _THIN)
                    for k in range(1, shown_count))
        yield from text.set_line(name, _NAME_STYLE._replace(size=11.0), left + row_width / 2 / shown_count, top + 20,
                                 "middle",
                                 row_width / shown_count - 2 if has_columns else None, 6.0)
    yield shapes.line(left + row_width + 10, y + row_height + 22, left + row_width + 10, y + row_height - 2, _OUTLINE)
    yield shapes.arrow(left + row_width + 10, y + row_height - 10, 0, 9, 7, fill=BLACK)
