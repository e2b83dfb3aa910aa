"""Placement of pieces on sheets. `printshop.layout.cut_lines` draws the result.

All lengths are points, origin at the top left, y down. Pieces of one size are cut together: they lie edge
to edge in a `CutoutBlock`, and `pack_batches` places the blocks. `nest_pieces` places pieces that are cut
separately. Nothing is ever scaled: a piece that is too large for the page causes a `Problem`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, pairwise, permutations, product
from operator import mul
from typing import NamedTuple

from printshop.drawing.display_list import Color
from printshop.drawing.fonts import MissingGlyphError, cache_layout
from printshop.drawing.text import Style, measure_text, strip_markup
from printshop.layout.cutouts import (
    BLOCK_MARGIN,
    GUTTER,
    Arrangement,
    Cutout,
    CutoutBatch,
    arrange_apart,
    arrange_grid,
    arrange_nested,
)
from printshop.layout.duplex import MirrorLine, split_at_fold
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import PrintshopError, Problems

BlockPieces = tuple[Cutout | None, ...]
Size = tuple[float, float]

TITLE_STYLE = Style("sans", 7.5, bold=True)
NOTE_STYLE = Style("sans", 7, color=Color(90, 90, 90))
LABEL_HEIGHT = 19.0  # height of a block's label of two lines
MIN_LABEL_SCALE = 5.5 / 6.5  # smallest scale of a label that lacks space
# The search is exponential: the space round each of the first `_SPLITS_TRIED` blocks is split in two ways, and all
# combinations are tried, 2 ** 6 plans with both values of `torn`; only if the first plan has at most `_FEW_SHEETS`
# sheets.
_SPLITS_TRIED, _FEW_SHEETS = 5, 8
_FEW_BATCHES = 4  # with at most this many, every order is tried (24 orders)
_OPEN_PAGES = 60  # last pages that are searched for space: keeps time linear in the pieces, and hardly costs a sheet
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class CutoutBlock:
    """A grid of pieces in rows of `columns` pieces, with its top left corner at (x, y)."""

    batch: CutoutBatch
    x: float
    y: float
    columns: int
    pieces: BlockPieces
    label_width: float  # maximum width of its label
    arrangement: Arrangement | None = None  # arrangement of pieces of hexes, instead of rows and columns

    @property
    def row_count(self) -> int:
        """The number of rows. The last row may not be full."""
        return -(-len(self.pieces) // self.columns)

    @cached_property
    def rect(self) -> Rect:
        """The rectangle of the pieces. It includes blank cells, but not the label and the ticks."""
        return Rect(self.x, self.y, *_measure_block(self.batch, self.columns, len(self.pieces), self.arrangement))

    def cell_rect(self, row: int, column: int) -> Rect:
        """Return the rectangle of one cell.

        For pieces of hexes, it is the bounds of the piece.
        """
        model, gap = self.batch.sample, self.batch.gap
        x, y = (self.arrangement.place_piece(row * self.columns + column) if self.arrangement else
                (column * (model.width + gap), row * (model.height + gap)))
        return Rect(self.x + x, self.y + y, model.width, model.height)

    @cached_property
    def placed(self) -> tuple[tuple[Cutout, Rect], ...]:
        """Each piece with its rectangle."""
        if self.arrangement:
            return tuple((piece, self.cell_rect(*divmod(index, self.columns)))
                         for index, piece in enumerate(self.pieces) if piece is not None)
        model, gap, left, top, columns = self.batch.sample, self.batch.gap, self.x, self.y, self.columns
        width, height = model.width, model.height
        return tuple([(piece, Rect(left + index % columns * (width + gap), top + index // columns * (height + gap),
                                   width, height))
                      for index, piece in enumerate(self.pieces) if piece is not None])


def _measure_block(batch: CutoutBatch, columns: int, count: int, arrangement: Arrangement | None) -> Size:
    """Return the width and height of `count` pieces, in columns or in an arrangement."""
    if arrangement:
        return arrangement.measure_block(count)
    model, gap, rows = batch.sample, batch.gap, -(-count // columns)
    return columns * model.width + (columns - 1) * gap, rows * model.height + (rows - 1) * gap


CutoutSheet = tuple[CutoutBlock, ...]


class RegularGrid(NamedTuple):
    """A grid of pieces of one size in a `rect`.

    The grid is the same on every sheet. If `rotated` is true, all pieces are turned by 90 degrees.
    """

    rect: Rect
    columns: int
    rows: int
    rotated: bool

    @property
    def capacity(self) -> int:
        """The number of pieces on a sheet."""
        return self.columns * self.rows

    def make_block(self, batch: CutoutBatch) -> CutoutBlock:
        """Return the block of one sheet. Cells without a piece stay blank."""
        return CutoutBlock(batch, self.rect.x, self.rect.y, self.columns, batch.pieces, 0.0)


def fit_regular_grid(size: Size, area: Rect, gap: float = 0.0) -> RegularGrid | None:
    """Return the grid with the most pieces, centred in a rectangle.

    If no piece fits, return None. `size` is (width, height) of a piece. Pieces are turned by 90 degrees if more pieces
    fit that way.
    """
    options = [(arrangement, turned) for turned, oriented_size in enumerate((size, size[::-1]))
               if (arrangement := arrange_grid(oriented_size, (area.width, area.height), gap))]
    if not options:
        return None
    arrangement, rotated = max(options, key=lambda option: option[0].capacity)
    width, height = arrangement.measure_block(arrangement.capacity)
    rect = Rect(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
    return RegularGrid(rect, arrangement.per_line, arrangement.lines, bool(rotated))


class _Strategy(NamedTuple):
    """A way to lay out batches: one candidate of the search."""

    tall_splits: tuple[bool, ...] = ()  # for each block in turn: the space beside it is as high as the free rectangle
    split_batches: bool = False  # batches are split to fill a page
    spaced: bool = False  # groups begin new rows, and pieces of several hexes share no cuts
    group_rows: bool = False  # each group has its own rows, with its sizes side by side


_Cost = tuple[int, int, int]  # to minimise, in this order: sheets, blocks, blank cells


class _PlanState(NamedTuple):
    """The state of a plan before a batch is added."""

    sheets: tuple[CutoutSheet, ...]
    free_rects: tuple[tuple[Rect, ...], ...]
    split_count: int
    last_row: tuple[str, float]
    cost: _Cost


class _Space(NamedTuple):
    sheet: int
    rect: Rect
    arrangement: Arrangement


class _Plan:
    """A layout of batches by one strategy.

    `page` has the free rectangles of the first sheet and of later sheets. If a `limit` is given, the plan is
    abandoned as soon as it cannot cost less than `limit`. `previous` is a plan with a limit for the same
    batches. The new plan continues from the previous plan at the first batch where the two strategies differ.
    """

    def __init__(self, batches: Iterable[CutoutBatch], page: tuple[Rect, Rect], strategy: _Strategy,
                 limit: _Cost | None = None,
                 previous: _Plan | None = None) -> None:
        self.strategy = strategy
        self.cost: _Cost = 0, 0, 0
        self.sheets: list[list[CutoutBlock]] = []
        self._first, self._later = page
        self._split_count = 0  # number of free rectangles split so far
        self._free_rects: list[list[Rect]] = []
        self._last_row = "", 0.0  # title of the last row, and its y
        self._states: list[_PlanState] = []  # states that other ways may share, before each batch
        self._abandoned = False
        batches = tuple(batches)
        self._indent = max((batch.margin for batch in batches), default=0.0)
        if previous:
            self._states = previous.find_shared_states(strategy)
            step = self._states.pop()
            self.sheets, self._free_rects = [[*sheet] for sheet in step.sheets], [[*rooms] for rooms in step.free_rects]
            self._split_count, self._last_row, self.cost = step.split_count, step.last_row, step.cost
        for number in range(len(self._states), len(batches)):
            if limit and self._split_count <= len(strategy.tall_splits):
                self._states.append(_PlanState(tuple(map(tuple, self.sheets)), tuple(map(tuple, self._free_rects)),
                                               self._split_count,
                                               self._last_row, self.cost))
            self._add_batch(batches[number])
            _, blocks, blanks = self.cost
            self.cost = len(self.sheets), blocks, blanks
            remaining = len(batches) - number - 1  # each takes at least one block
            if limit and (len(self.sheets), blocks + remaining, blanks) >= limit:
                self.cost, self._abandoned = limit, True
                return

    def has_same_splits(self, strategy: _Strategy, count: int) -> bool:
        """Return whether another strategy splits the first `count` free rectangles as this plan does."""
        return (
            strategy.split_batches == self.strategy.split_batches
            and strategy.tall_splits[:count] == self.strategy.tall_splits[:count]
        )

    def find_shared_states(self, strategy: _Strategy) -> list[_PlanState]:
        """Return the states that this plan shares with a plan of another strategy.

        There is one state before each batch, up to the batch where the strategies differ.
        """
        return [step for step in self._states if self.has_same_splits(strategy, step.split_count)]

    def rules_out(self, strategy: _Strategy) -> bool:
        """Return whether another strategy must be abandoned for the same reason as this plan."""
        return self._abandoned and self.has_same_splits(strategy, self._split_count)

    def _add_batch(self, batch: CutoutBatch) -> None:
        """Place a batch as a whole on a sheet with enough space, or on a new sheet.

        If the batch is too large for a sheet, or if the strategy may split batches, fill the last sheet with as
        many pieces as fit.
        """
        placed_count, count = 0, len(batch.pieces)
        page = _make_space(batch, 0, self._later)
        while placed_count < count:
            remaining = count - placed_count
            fits_page = page is not None and page.arrangement.capacity >= remaining
            space = self._find_space_for_all(batch, remaining) if fits_page else None
            # the fullest space on the last page
            if space is None and self._free_rects and (self.strategy.split_batches or not fits_page):
                space = max(self._find_spaces(batch, len(self._free_rects) - 1),
                            key=lambda room: min(remaining, room.arrangement.capacity),
                            default=None)
            if space is None:
                self._free_rects.append([self._later if self._free_rects else self._first])
                self.sheets.append([])
                continue
            last = min(count, placed_count + space.arrangement.capacity)
            self._place_pieces(batch, batch.pieces[placed_count:last], space)
            placed_count = last

    def _find_spaces(self, batch: CutoutBatch, sheet: int) -> list[_Space]:
        return [space for rect in self._free_rects[sheet] if (space := _make_space(batch, sheet, rect))]

    def _find_space_for_all(self, batch: CutoutBatch, count: int) -> _Space | None:
        """Return the smallest free rectangle for all pieces, on the first sheet that has such a rectangle.

        If each group has its own rows (`group_rows`), a batch with headings goes beside the last row of its title,
        or below all rows.
        """
        if self.strategy.group_rows and batch.titled_groups:
            (title, y), left = self._last_row, self._first.x
            spaces = self._find_spaces(batch, len(self._free_rects) - 1) if self._free_rects else []
            side_spaces = [space for space in spaces
                           if title == batch.title and space.rect.x > left and space.rect.y >= y]
            spaces = [*sorted(side_spaces, key=lambda room: room.rect.y),
                      *(room for room in spaces if room.rect.x == left)]
            return next((room for room in spaces if room.arrangement.capacity >= count), None)
        for sheet in range(max(0, len(self._free_rects) - _OPEN_PAGES), len(self._free_rects)):
            if fitting := [room for room in self._find_spaces(batch, sheet) if room.arrangement.capacity >= count]:
                return min(fitting, key=lambda room: room.rect.width * room.rect.height)
        return None

    def _place_pieces(self, batch: CutoutBatch, pieces: BlockPieces, target: _Space) -> None:
        """Place pieces in a free rectangle, and split the rest of the rectangle into two."""
        rect, margin = target.rect, batch.margin
        self._free_rects[target.sheet].remove(rect)
        if rect.x == self._first.x:
            self._last_row = batch.title, rect.y
        columns, arrangement = 1, None
        if batch.sample.hex_outline:  # has no rows: groups follow one another
            arrangement = _arrange(batch, rect, len(pieces), separate=self.strategy.spaced)
        else:
            columns, pieces = _choose_columns(pieces, target.arrangement, by_group=self.strategy.spaced)
        block_width, block_height = _measure_block(batch, columns, len(pieces), arrangement)
        label_width = max(block_width, min(_measure_label(batch), rect.width - 2 * margin))
        width, height = label_width + 2 * margin, block_height + 2 * margin + LABEL_HEIGHT
        # with the largest margin of all batches at the left and the top, where there is space: blocks line up
        shift_x, shift_y = (min(self._indent - margin, free_length)
                            for free_length in (rect.width - width, rect.height - height))
        self.sheets[target.sheet].append(CutoutBlock(batch, rect.x + margin + shift_x,
                                                     rect.y + LABEL_HEIGHT + margin + shift_y, columns,
                                                     pieces, label_width, arrangement))
        sheets, blocks, blanks = self.cost
        self.cost = sheets, blocks + 1, blanks + -len(pieces) % columns
        width, height = width + shift_x, height + shift_y
        is_tall = self._split_count < len(self.strategy.tall_splits) and self.strategy.tall_splits[self._split_count]
        self._split_count += 1
        right_rect = Rect(rect.x + width, rect.y, rect.width - width, rect.height if is_tall else height)
        below = Rect(rect.x, rect.y + height, width if is_tall else rect.width, rect.height - height)
        self._free_rects[target.sheet] += [space for space in (right_rect, below) if space.width > 0
                                           and space.height > LABEL_HEIGHT]


def _make_space(batch: CutoutBatch, sheet: int, rect: Rect) -> _Space | None:
    """Return a free rectangle with the arrangement of a batch in it.

    If not even one piece fits with its label and ticks, return None.
    """
    size = rect.width, rect.height
    if size not in batch.arrangement_cache:
        (max_width, max_height), model = find_max_size(rect, batch.margin), batch.sample
        min_width = max(model.width, _measure_label(batch) * MIN_LABEL_SCALE)
        batch.arrangement_cache[size] = (
            None
            if max_width + _TOLERANCE < min_width or max_height + _TOLERANCE < model.height
            else _arrange(batch, rect)
        )
    arrangement = batch.arrangement_cache[size]
    return _Space(sheet, rect, arrangement) if arrangement else None


def _arrange(batch: CutoutBatch, rect: Rect, count: int = 0, *, separate: bool = False) -> Arrangement | None:
    """Return the arrangement with the most pieces in a rectangle.

    For pieces of hexes, return the arrangement of `count` pieces if there is one.
    """
    model, size = batch.sample, find_max_size(rect, batch.margin)
    if not model.hex_outline:
        return arrange_grid((model.width, model.height), size, batch.gap)
    separate_arrangement = arrange_apart(model.hex_outline, size, GUTTER, count) if separate else None
    return separate_arrangement or arrange_nested(model.hex_outline, size, batch.gap, count, batch.group_size)


def _choose_columns(pieces: BlockPieces, arrangement: Arrangement, *, by_group: bool) -> tuple[int, BlockPieces]:
    """Return the number of columns to use, and the pieces.

    If there is space for blanks, the pieces have blanks between groups.
    """
    def pad_groups(column_count: int) -> BlockPieces:
        """Return the pieces with blank cells after each group, so that the next group begins a row."""
        cells: list[Cutout | None] = []
        for previous, piece in pairwise((None, *pieces)):
            if previous and piece and previous.group != piece.group:
                cells += [None] * (-len(cells) % column_count)
            cells.append(piece)
        return tuple(cells)

    columns = arrangement.per_line
    if not by_group or len(pad_groups(columns)) > arrangement.capacity:
        return -(-len(pieces) // -(-len(pieces) // columns)), pieces  # 6 + 6 looks and cuts better than 11 + 1
    rows = -(-len(pad_groups(columns)) // columns)
    while columns > 1 and len(pad_groups(columns - 1)) <= (columns - 1) * rows:
        columns -= 1
    return columns, pad_groups(columns)


def format_note(batch: CutoutBatch, count: int) -> str:
    """Return the note of a block with `count` pieces of the batch."""
    number = batch.words(f"{batch.noun}_count", count=count) if batch.noun else ""
    return ", ".join(part for part in (number, batch.note) if part)


def _measure_label(batch: CutoutBatch) -> float:
    """Return the width of the label of a batch that is not split."""
    return _measure_wider_line(batch.title, format_note(batch, len(batch.pieces)))


@cache_layout(256)
def _measure_wider_line(title: str, note: str) -> float:
    return max(measure_text(title, TITLE_STYLE), measure_text(note, NOTE_STYLE))


def find_max_size(rect: Rect, margin: float = BLOCK_MARGIN) -> Size:
    """Return the width and height of the largest piece for a sheet.

    The piece has a label, and a margin on all sides.
    """
    return rect.width - 2 * margin, rect.height - 2 * margin - LABEL_HEIGHT


def pack_batches(batches: Iterable[CutoutBatch], first: Rect, later: Rect | None = None) -> tuple[CutoutSheet, ...]:
    """Place all pieces of the batches on as few sheets as the search finds.

    The first sheet offers the rectangle `first`, and all other sheets offer `later`. If `later` is not given,
    all sheets offer `first`. A batch stays together unless this takes more sheets. Labels and ticks lie
    inside the rectangle. The sheet with the first batch comes first. If few sheets are needed, many layouts are
    tried. Otherwise only a few layouts are tried, so that the time grows with the number of pieces. Raises
    PrintshopError with all pieces that are larger than the rectangle and all labels that cannot be set.
    """
    non_empty = [batch for batch in batches if any(batch.pieces)]
    ordered = sorted(non_empty, key=lambda batch: -batch.sample.height)
    _check_sizes(ordered, first)
    page = first, later or first
    best = _find_best_plan(ordered, page)
    is_small = len(ordered) <= _FEW_BATCHES and len(best.sheets) <= _FEW_SHEETS
    if is_small and best.cost[1] > len(ordered) and not any(batch.titled_groups for batch in ordered):
        # another order may split no batch
        alternatives = (_find_best_plan(order, page) for order in permutations(ordered))
        best = min((best, *alternatives), key=lambda plan: plan.cost[:2])
    piece_order: dict[int, int] = {}
    for piece in (piece for batch in non_empty for piece in batch.pieces):
        piece_order.setdefault(id(piece), len(piece_order))
    sheets = sorted(filter(None, best.sheets), key=lambda sheet: min(piece_order[id(block.batch.sample)]
                                                                     for block in sheet))
    # pieces of a split batch keep their sequence over its blocks, in reading order; not if blanks separate groups
    blocks_of_batch: dict[int, list[CutoutBlock]] = {}
    for block in (block for sheet in sheets for block in sorted(sheet, key=lambda block: (block.y, block.x))):
        blocks_of_batch.setdefault(id(block.batch), []).append(block)
    reordered: dict[int, CutoutBlock] = {}
    for blocks in blocks_of_batch.values():
        if sum(len(block.pieces) for block in blocks) == len(blocks[0].batch.pieces):
            pieces = iter(blocks[0].batch.pieces)
            reordered |= {id(block): replace(block, pieces=tuple(islice(pieces, len(block.pieces))))
                          for block in blocks}
    return tuple(tuple(reordered.get(id(block), block) for block in sheet) for sheet in sheets)


def _find_best_plan(batches: Sequence[CutoutBatch], page: tuple[Rect, Rect]) -> _Plan:
    """Return the best plan for batches in the given order.

    Groups have their own rows or blocks if this takes no more sheets.
    """
    best = _search_plans(batches, page)
    groups = [group for batch in batches for group in batch.split_groups()]
    if len(groups) > len(batches):
        titles = list(dict.fromkeys(batch.title for batch in groups if batch.titled_groups))
        by_title = sorted(groups, key=lambda batch: titles.index(batch.title) if batch.titled_groups else len(titles))
        blocks, rows = _search_plans(groups, page), _Plan(by_title, page, _Strategy(group_rows=True))
        if len(rows.sheets) <= min(len(best.sheets), len(blocks.sheets)):
            return rows
        best, batches = (blocks, groups) if len(blocks.sheets) <= len(best.sheets) else (best, batches)
    spaced = _Plan(batches, page, best.strategy._replace(spaced=True))
    if len(spaced.sheets) > len(best.sheets) and any(batch.sample.hex_outline for batch in batches):
        spaced = _search_plans(batches, page, spaced=True)
    return spaced if spaced.cost[:2] <= best.cost[:2] else best


def _search_plans(batches: Sequence[CutoutBatch], page: tuple[Rect, Rect], *, spaced: bool = False) -> _Plan:
    """Return the plan of the lowest cost.

    If many sheets are needed, return the first plan, because more plans gain little.
    """
    best, last = _Plan(batches, page, _Strategy(spaced=spaced)), None
    choices = product((False, True), product((False, True), repeat=min(len(batches), _SPLITS_TRIED)))
    for split_batches, tall_splits in choices if len(best.sheets) <= _FEW_SHEETS else ():
        if best.cost <= (1, len(batches), 0):
            break
        strategy = _Strategy(tall_splits, split_batches, spaced)
        if last and last.rules_out(strategy):
            continue
        last = _Plan(batches, page, strategy, best.cost, last if last and last.has_same_splits(strategy, 0) else None)
        best = min(best, last, key=lambda plan: plan.cost)
    return best


def pack_folded(batches: Sequence[CutoutBatch], rect: Rect) -> tuple[Rect, tuple[CutoutSheet, ...], MirrorLine]:
    """Return the half of the sheet for fronts, the packed sheets and the fold line.

    The fold is horizontal or vertical: the direction that needs fewer sheets is used. Raises PrintshopError if
    pieces are too large for either half.
    """
    results: list[tuple[Rect, tuple[CutoutSheet, ...], MirrorLine]] = []
    errors: list[PrintshopError] = []
    for horizontal in (True, False):
        area, mirror = split_at_fold(rect, horizontal=horizontal)
        try:
            results.append((area, pack_batches(batches, area), mirror))
        except PrintshopError as error:
            errors.append(error)
    if not results:
        raise PrintshopError([replace(problem, hint=f"{problem.hint}; or print backs on the other side of the sheet")
                              for problem in errors[0].problems])
    return min(results, key=lambda result: len(result[1]))


def _check_sizes(batches: Sequence[CutoutBatch], rect: Rect) -> None:
    """Raise PrintshopError for pieces that are too large for any sheet, and for labels that cannot be set."""
    problems = Problems()
    for batch in batches:
        (max_width, max_height), model = find_max_size(rect, batch.margin), batch.sample
        too_large = model.width > max_width + _TOLERANCE or model.height > max_height + _TOLERANCE
        for piece in (piece for piece in batch.pieces if piece and too_large):
            problems.add(
                piece.span,
                f"{piece.name} is {piece.width / MM:.1f} x {piece.height / MM:.1f} mm when it lies flat, but the page "
                f"has room for only {max_width / MM:.1f} x {max_height / MM:.1f} mm",
                "printshop never shrinks pieces: choose a larger paper, or make the piece smaller",
            )
    for batch in batches:
        label = f"the label '{strip_markup(batch.title)}, {strip_markup(batch.note)}'"
        try:
            if _measure_label(batch) * MIN_LABEL_SCALE > find_max_size(rect)[0]:
                problems.add(batch.sample.span, f"{label} is too long for the page", "shorten the titles in the label")
        except MissingGlyphError as error:
            problems.add(batch.sample.span, f"{label}: {error}", error.hint)
    problems.raise_if_any()


# --- pieces of different sizes, each cut separately ------------------------------------------------------------


class PiecePlace(NamedTuple):
    """The place of a piece: page (from 0) and top left corner.

    If `rotated` is true, the piece is turned by 90 degrees.
    """

    page: int
    x: float
    y: float
    rotated: bool


_STRIP_RATIO = 4.0  # length / width from which a piece is a strip
# Sort keys. The given order comes first, so that pieces stay in sequence if others need as many pages.
_SORT_KEYS: tuple[Callable[[Size], float], ...] = (lambda _: 0, max, lambda size: mul(*size), min, sum)


def fits_page(size: Size, page_size: Size) -> bool:
    """Return whether a piece fits a page, either upright or turned by 90 degrees."""
    return _fits_unrotated(size, page_size) or _fits_unrotated(size[::-1], page_size)


def _fits_unrotated(size: Size, page_size: Size) -> bool:
    return size[0] <= page_size[0] + _TOLERANCE and size[1] <= page_size[1] + _TOLERANCE


def nest_pieces(sizes: Sequence[Size], page_size: Size, gap: float) -> tuple[PiecePlace, ...]:
    """Return a place for each piece (width, height) on pages of size `page_size`, at least `gap` points apart.

    Rows in the given order are preferred. If another layout needs fewer pages, each piece goes into the free
    rectangle where it fits best (Jylänki, "maximal rectangles, best short side"). Then pieces of one size
    exchange places, and so do strips of one width, so that the pieces are in the given order: by page, left to
    right, then down. Raises ValueError if a piece is larger than the page.
    """
    if not all(fits_page(size, page_size) for size in sizes):
        raise ValueError("a piece is larger than the page")
    # 11 layouts: rows, and 5 orders with two rules for turning; the first with the fewest pages is used
    candidates = [_place_in_rows(sizes, page_size, gap)]
    candidates += [_place_in_free_rects(sizes, page_size, gap, order, upright) for order in _SORT_KEYS
                   for upright in (True, False)]
    places = min(candidates, key=lambda spots: max((spot.page for spot in spots), default=0))

    def get_placed_size(index: int) -> Size:
        return sizes[index][::-1] if places[index].rotated else sizes[index]

    def measure_free_height(index: int) -> float:
        """Return the height from the top of a piece to the next piece below, or to the bottom edge of the page."""
        upper, right = places[index], places[index].x + get_placed_size(index)[0] + gap - _TOLERANCE
        below = (spot.y - gap for other, spot in enumerate(places)
                 if spot.page == upper.page and spot.y > upper.y + _TOLERANCE and spot.x < right
                 and upper.x < spot.x + get_placed_size(other)[0] + gap - _TOLERANCE)
        return min([page_size[1], *below]) - upper.y

    for side_count in (2, 1):  # pieces of one size; then of one width, in places long enough for the longest
        groups: dict[tuple[tuple[float, ...], bool], list[int]] = {}
        for index, place in enumerate(places):
            groups.setdefault((get_placed_size(index)[:side_count], place.rotated), []).append(index)
        for indices in groups.values():
            longest = max(get_placed_size(index)[1] for index in indices)
            sufficient = [index for index in indices if measure_free_height(index) >= longest - _TOLERANCE]
            for index, place in zip(sufficient, sorted(places[index] for index in sufficient), strict=True):
                places[index] = place
    return tuple(places)


def _place_in_rows(sizes: Sequence[Size], page_size: Size, gap: float) -> list[PiecePlace]:
    """Return places in rows, in the given order.

    Strips stand upright. All other pieces are turned only if they do not fit otherwise.
    """
    page, x, y, row_height = 0, 0.0, 0.0, 0.0
    places = []
    for size in sizes:
        rotated = (size[0] > _STRIP_RATIO * size[1]
                   or not _fits_unrotated(size, page_size)) and _fits_unrotated(size[::-1], page_size)
        width, height = size[::-1] if rotated else size
        if x and x + width > page_size[0] + _TOLERANCE:
            x, y, row_height = 0.0, y + row_height + gap, 0.0
        if y and y + height > page_size[1] + _TOLERANCE:
            page, x, y, row_height = page + 1, 0.0, 0.0, 0.0
        places.append(PiecePlace(page, x, y, rotated))
        x, row_height = x + width + gap, max(row_height, height)
    return places


def _place_in_free_rects(sizes: Sequence[Size], page_size: Size, gap: float, sort_key: Callable[[Size], float],
                         keep_upright: bool
                         ) -> list[PiecePlace]:
    """Return places in free rectangles.

    Each piece goes into the rectangle that leaves the smallest remainder in width or height. Pieces are placed
    in the order of `sort_key`, largest first. If `keep_upright` is true, pieces are turned only if necessary.
    """
    page = Rect(0.0, 0.0, page_size[0] + gap, page_size[1] + gap)
    pages: list[list[Rect]] = []
    places: dict[int, PiecePlace] = {}
    for index in sorted(range(len(sizes)), key=lambda index: -sort_key(sizes[index])):
        width, height = sizes[index][0] + gap, sizes[index][1] + gap
        for number, free_rects in enumerate([*pages, [page]]):
            options = [((keep_upright and turned, min(rect.width - placed_width, rect.height - placed_height), rect.y,
                         rect.x), turned,
                        Rect(rect.x, rect.y, placed_width, placed_height))
                       for rect in free_rects for placed_width, placed_height,
                       turned in ((width, height, False), (height, width, True))
                       if _fits_unrotated((placed_width, placed_height), (rect.width, rect.height))]
            if options:
                _, rotated, filled = min(options, key=lambda option: option[0])
                pages[number:number + 1] = [_subtract_rect(free_rects, filled)]
                places[index] = PiecePlace(number, filled.x, filled.y, rotated)
                break
    return [places[index] for index in range(len(sizes))]


def _subtract_rect(free_rects: Iterable[Rect], filled: Rect) -> list[Rect]:
    """Return the maximal free rectangles outside `filled`. Rectangles inside other rectangles are left out."""
    parts: dict[Rect, None] = {}
    for rect in free_rects:
        if not rect.intersect(filled):
            parts[rect] = None
            continue
        candidates = (Rect(rect.x, rect.y, filled.x - rect.x, rect.height),
                      Rect(filled.right, rect.y, rect.right - filled.right, rect.height),
                      Rect(rect.x, rect.y, rect.width, filled.y - rect.y),
                      Rect(rect.x, filled.bottom, rect.width, rect.bottom - filled.bottom))
        parts |= dict.fromkeys(box for box in candidates if box.width > _TOLERANCE and box.height > _TOLERANCE)

    def contains(outer: Rect, inner: Rect) -> bool:
        return (outer.x <= inner.x + _TOLERANCE and outer.y <= inner.y + _TOLERANCE
                and outer.right >= inner.right - _TOLERANCE and outer.bottom >= inner.bottom - _TOLERANCE)

    return [room for index, room in enumerate(parts)
            if not any(contains(other, room) and (index > other_index or not contains(room, other))
                       for other_index, other in enumerate(parts) if other_index != index)]
