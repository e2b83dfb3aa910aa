"""Placing of pieces on sheets; `printshop.layout.cuts` draws the result.

All lengths are points, origin at the top left, y down. Pieces of one size are cut together: they lie edge to edge in a
`Block`, and `pack` places blocks; `nest` places pieces that are each cut separately. Nothing is ever scaled: a piece
too large for the page is a `Problem`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise, permutations, product
from operator import mul
from typing import NamedTuple

from printshop.drawing.fonts import NoGlyph, remembered
from printshop.drawing.items import Color
from printshop.drawing.text import Style, measure, plain
from printshop.layout.backs import Mirror, half
from printshop.layout.boxes import Box
from printshop.layout.pieces import GUTTER, ROOM, Batch, Comb, Piece, apart, comb, grid
from printshop.problems import PrintshopError, Problems, some
from printshop.units import MM

Pieces = tuple[Piece | None, ...]
Size = tuple[float, float]

TITLE = Style("sans", 7.5, bold=True)
NOTE = Style("sans", 7, color=Color(90, 90, 90))
LABEL = 19.0  # height of a block's label of two lines
SHRINK = 5.5 / 6.5  # smallest scale of a label that lacks space
# The search is exponential: the space round each of the first `_TRIED` blocks is split in two ways, and all
# combinations are tried, 2 ** 6 plans with both values of `torn`; only if the first plan has at most `_FEW` sheets.
_TRIED, _FEW = 5, 8
_FEW_BATCHES = 4  # with at most this many, every order is tried (24 orders)
_OPEN = 60  # last pages that are searched for space: keeps time linear in the pieces, and hardly costs a sheet
_SPECK = 1e-6


@dataclass(frozen=True, slots=True)
class Block:
    """A grid of pieces with its top left corner at (x, y), row by row with `columns` to a row."""

    batch: Batch
    x: float
    y: float
    columns: int
    pieces: Pieces
    label: float  # maximum width of its label
    comb: Comb | None = None  # arrangement of pieces of hexes, instead of rows and columns

    @property
    def rows(self) -> int:
        """The number of rows; the last may not be full."""
        return -(-len(self.pieces) // self.columns)

    @property
    def box(self) -> Box:
        """The rectangle of the pieces, including blank cells, without label and ticks."""
        return Box(self.x, self.y, *_extent(self.batch, self.columns, len(self.pieces), self.comb))

    def cell(self, row: int, column: int) -> Box:
        """Return the rectangle of one cell; for pieces of hexes, the bounds of the piece."""
        model, gap = self.batch.model, self.batch.gap
        x, y = (self.comb.place(row * self.columns + column) if self.comb else
                (column * (model.width + gap), row * (model.height + gap)))
        return Box(self.x + x, self.y + y, model.width, model.height)

    def at(self, row: int, column: int) -> Piece | None:
        """Return the piece in a cell, or None if there is none."""
        index = row * self.columns + column
        inside = 0 <= column < self.columns and row >= 0 and index < len(self.pieces)
        return self.pieces[index] if inside else None

    def placed(self) -> Iterator[tuple[Piece, Box]]:
        """Yield each piece with its rectangle."""
        for index, piece in enumerate(self.pieces):
            if piece is not None:
                yield piece, self.cell(*divmod(index, self.columns))


def _extent(batch: Batch, columns: int, count: int, comb: Comb | None) -> Size:
    """Return the width and height of `count` pieces, in columns or as arranged by a comb."""
    if comb:
        return comb.extent(count)
    model, gap, rows = batch.model, batch.gap, -(-count // columns)
    return columns * model.width + (columns - 1) * gap, rows * model.height + (rows - 1) * gap


Sheet = tuple[Block, ...]


class Even(NamedTuple):
    """The same grid of pieces of one size on every sheet, in a `box`; all are `turned` by a quarter, or none."""

    box: Box
    columns: int
    rows: int
    turned: bool

    @property
    def places(self) -> int:
        """The number of pieces on a sheet."""
        return self.columns * self.rows

    def block(self, batch: Batch) -> Block:
        """Return the block of one sheet; cells of missing pieces stay empty."""
        return Block(batch, self.box.x, self.box.y, self.columns, batch.pieces, 0.0)


def even(size: Size, room: Box, gap: float = 0.0) -> Even | None:
    """Return the largest grid of pieces, centred in a rectangle, or None if no piece fits.

    `size` is (width, height) of a piece; pieces are turned by a quarter if more fit.
    """
    ways = [(lattice, turned) for turned, lying in enumerate((size, size[::-1]))
            if (lattice := grid(lying, (room.width, room.height), gap))]
    if not ways:
        return None
    lattice, turned = max(ways, key=lambda way: way[0].capacity)
    width, height = lattice.extent(lattice.capacity)
    box = Box(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
    return Even(box, lattice.per_line, lattice.lines, bool(turned))


class _Way(NamedTuple):
    """A way to lay out batches: one candidate of the search."""

    tall: tuple[bool, ...] = ()  # for each block in turn: the space beside it is as high as the free rectangle
    torn: bool = False  # batches are split to fill a page
    airy: bool = False  # groups begin new rows, and pieces of several hexes share no cuts
    rows: bool = False  # each group has its own rows, with its sizes side by side


_Cost = tuple[int, int, int]  # to minimise, in this order: sheets, blocks, blank cells


class _Step(NamedTuple):
    """The state of a plan before a batch is added."""

    sheets: tuple[Sheet, ...]
    free: tuple[tuple[Box, ...], ...]
    split: int
    row: tuple[str, float]
    cost: _Cost


class _Room(NamedTuple):
    sheet: int
    box: Box
    lattice: Comb


class _Plan:
    """A layout of batches in one way; `page` has the free rectangles of the first sheet and of later ones.

    With a `limit`, it is abandoned as soon as it cannot cost less. It continues from `before`, a plan with a limit for
    the same batches, at the first batch where the two ways differ.
    """

    def __init__(self, batches: Iterable[Batch], page: tuple[Box, Box], way: _Way, limit: _Cost | None = None,
                 before: _Plan | None = None) -> None:
        self.way = way
        self.cost: _Cost = 0, 0, 0
        self.sheets: list[list[Block]] = []
        self._first, self._later = page
        self._split = 0  # number of free rectangles split so far
        self._free: list[list[Box]] = []
        self._row = "", 0.0  # title of the last row, and its y
        self._steps: list[_Step] = []  # states that other ways may share, before each batch
        self._given_up = False
        batches = tuple(batches)
        self._indent = max((batch.room for batch in batches), default=0.0)
        if before:
            self._steps = before.shared(way)
            step = self._steps.pop()
            self.sheets, self._free = [[*sheet] for sheet in step.sheets], [[*rooms] for rooms in step.free]
            self._split, self._row, self.cost = step.split, step.row, step.cost
        for number in range(len(self._steps), len(batches)):
            if limit and self._split <= len(way.tall):
                self._steps.append(_Step(tuple(map(tuple, self.sheets)), tuple(map(tuple, self._free)), self._split,
                                         self._row, self.cost))
            self._add(batches[number])
            _, blocks, blanks = self.cost
            self.cost = len(self.sheets), blocks, blanks
            left = len(batches) - number - 1  # each takes at least one block
            if limit and (len(self.sheets), blocks + left, blanks) >= limit:
                self.cost, self._given_up = limit, True
                return

    def is_like(self, way: _Way, count: int) -> bool:
        """Return whether another way splits the first `count` free rectangles as this one does."""
        return way.torn == self.way.torn and way.tall[:count] == self.way.tall[:count]

    def shared(self, way: _Way) -> list[_Step]:
        """Return the states before each batch, up to where another way differs."""
        return [step for step in self._steps if self.is_like(way, step.split)]

    def rules_out(self, way: _Way) -> bool:
        """Return whether another way must be abandoned for the same reason as this one."""
        return self._given_up and self.is_like(way, self._split)

    def _add(self, batch: Batch) -> None:
        """Place a batch: whole where it fits or on a new page, else (or if it may be torn) as many rows as fit."""
        placed, count = 0, len(batch.pieces)
        page = _room(batch, 0, self._later)
        while placed < count:
            left = count - placed
            whole = page is not None and page.lattice.capacity >= left
            room = self._whole(batch, left) if whole else None
            if room is None and self._free and (self.way.torn or not whole):  # the fullest space on the last page
                room = max(self._rooms(batch, len(self._free) - 1), key=lambda room: min(left, room.lattice.capacity),
                           default=None)
            if room is None:
                self._free.append([self._later if self._free else self._first])
                self.sheets.append([])
                continue
            last = min(count, placed + room.lattice.capacity)
            self._place(batch, batch.pieces[placed:last], room)
            placed = last

    def _rooms(self, batch: Batch, sheet: int) -> list[_Room]:
        return [room for box in self._free[sheet] if (room := _room(batch, sheet, box))]

    def _whole(self, batch: Batch, count: int) -> _Room | None:
        """Return the smallest free rectangle for all pieces, on the first page that has one.

        With `rows`, batches with headings go beside the last row of their title, or below all rows.
        """
        if self.way.rows and batch.headed:
            (title, y), left = self._row, self._first.x
            rooms = self._rooms(batch, len(self._free) - 1) if self._free else []
            beside = [room for room in rooms if title == batch.title and room.box.x > left and room.box.y >= y]
            rooms = [*sorted(beside, key=lambda room: room.box.y), *(room for room in rooms if room.box.x == left)]
            return next((room for room in rooms if room.lattice.capacity >= count), None)
        for sheet in range(max(0, len(self._free) - _OPEN), len(self._free)):
            if fitting := [room for room in self._rooms(batch, sheet) if room.lattice.capacity >= count]:
                return min(fitting, key=lambda room: room.box.width * room.box.height)
        return None

    def _place(self, batch: Batch, pieces: Pieces, room: _Room) -> None:
        """Place pieces in a free rectangle, and split what remains of it into two."""
        box, around = room.box, batch.room
        self._free[room.sheet].remove(box)
        if box.x == self._first.x:
            self._row = batch.title, box.y
        columns, nested = 1, None
        if batch.model.form:  # has no rows: groups follow one another
            nested = _lattice(batch, box, len(pieces), loose=self.way.airy)
        else:
            columns, pieces = _arranged(pieces, room.lattice, by_group=self.way.airy)
        across, deep = _extent(batch, columns, len(pieces), nested)
        label = max(across, min(_label_width(batch), box.width - 2 * around))
        width, height = label + 2 * around, deep + 2 * around + LABEL
        # with the largest margin of all batches at the left and the top, where there is space: blocks line up
        right, down = (min(self._indent - around, free) for free in (box.width - width, box.height - height))
        self.sheets[room.sheet].append(Block(batch, box.x + around + right, box.y + LABEL + around + down, columns,
                                             pieces, label, nested))
        sheets, blocks, blanks = self.cost
        self.cost = sheets, blocks + 1, blanks + -len(pieces) % columns
        width, height = width + right, height + down
        tall = self._split < len(self.way.tall) and self.way.tall[self._split]
        self._split += 1
        beside = Box(box.x + width, box.y, box.width - width, box.height if tall else height)
        below = Box(box.x, box.y + height, width if tall else box.width, box.height - height)
        self._free[room.sheet] += [space for space in (beside, below) if space.width > 0 and space.height > LABEL]


def _room(batch: Batch, sheet: int, box: Box) -> _Room | None:
    """Return a free rectangle for a batch; None if not one piece fits with its label and ticks."""
    size = box.width, box.height
    if size not in batch.rooms:
        (wide, high), model = largest(box, batch.room), batch.model
        least = max(model.width, _label_width(batch) * SHRINK)
        batch.rooms[size] = None if wide + _SPECK < least or high + _SPECK < model.height else _lattice(batch, box)
    lattice = batch.rooms[size]
    return _Room(sheet, box, lattice) if lattice else None


def _lattice(batch: Batch, box: Box, count: int = 0, *, loose: bool = False) -> Comb | None:
    """Return the arrangement of pieces in a rectangle: of the most pieces, or of `count` pieces of hexes."""
    model, size = batch.model, largest(box, batch.room)
    if not model.form:
        return grid((model.width, model.height), size, batch.gap)
    clear = apart(model.form, size, GUTTER, count) if loose else None
    return clear or comb(model.form, size, batch.gap, count, batch.alike)


def _arranged(pieces: Pieces, lattice: Comb, *, by_group: bool) -> tuple[int, Pieces]:
    """Return the number of columns to use, and the pieces, with blanks between groups if these fit."""
    def grouped(most: int) -> Pieces:
        """Return the pieces with blank cells after each group, so that the next begins a row of `most` columns."""
        cells: list[Piece | None] = []
        for before, piece in pairwise((None, *pieces)):
            if before and piece and before.group != piece.group:
                cells += [None] * (-len(cells) % most)
            cells.append(piece)
        return tuple(cells)

    columns = lattice.per_line
    if not by_group or len(grouped(columns)) > lattice.capacity:
        return -(-len(pieces) // -(-len(pieces) // columns)), pieces  # 6 + 6 looks and cuts better than 11 + 1
    rows = -(-len(grouped(columns)) // columns)
    while columns > 1 and len(grouped(columns - 1)) <= (columns - 1) * rows:
        columns -= 1
    return columns, grouped(columns)


def noted(batch: Batch, count: int) -> str:
    """Return the note of a block with `count` pieces of the batch."""
    many = some(count, batch.counted) if batch.counted else ""
    return ", ".join(part for part in (many, batch.note) if part)


def _label_width(batch: Batch) -> float:
    """Return the width of a batch's label, if the batch is not torn."""
    return _wider(batch.title, noted(batch, len(batch.pieces)))


@remembered(256)
def _wider(title: str, note: str) -> float:
    return max(measure(title, TITLE), measure(note, NOTE))


def largest(box: Box, room: float = ROOM) -> Size:
    """Return the width and height of the largest piece for a sheet, with a margin of `room` round it and a label."""
    return box.width - 2 * room, box.height - 2 * room - LABEL


def pack(batches: Iterable[Batch], box: Box, later: Box | None = None) -> tuple[Sheet, ...]:
    """Place all pieces of the batches on as few sheets as the search finds.

    The first sheet offers the rectangle `box`, all others `later` if given. A batch is kept together unless that takes
    more sheets. Labels and ticks lie inside the rectangle; the sheet with the first batch comes first. If few sheets
    are needed, many layouts are tried, else few: time grows with the number of pieces. Raises PrintshopError that names
    all pieces larger than the rectangle and all labels that cannot be set.
    """
    filled = [batch for batch in batches if any(batch.pieces)]
    ordered = sorted(filled, key=lambda batch: -batch.model.height)
    _check(ordered, box)
    page = box, later or box
    best = _in_order(ordered, page)
    small = len(ordered) <= _FEW_BATCHES and len(best.sheets) <= _FEW
    if small and best.cost[1] > len(ordered) and not any(batch.headed for batch in ordered):
        others = (_in_order(order, page) for order in permutations(ordered))  # another order may split no batch
        best = min((best, *others), key=lambda plan: plan.cost[:2])
    places: dict[int, int] = {}
    for piece in (piece for batch in filled for piece in batch.pieces):
        places.setdefault(id(piece), len(places))
    sheets = sorted(filter(None, best.sheets), key=lambda sheet: min(places[id(block.batch.model)] for block in sheet))
    # pieces of a split batch keep their sequence over its blocks, in reading order; not if blanks separate groups
    torn: dict[int, list[Block]] = {}
    for block in (block for sheet in sheets for block in sorted(sheet, key=lambda block: (block.y, block.x))):
        torn.setdefault(id(block.batch), []).append(block)
    dealt: dict[int, Block] = {}
    for blocks in torn.values():
        if sum(len(block.pieces) for block in blocks) == len(blocks[0].batch.pieces):
            pieces = iter(blocks[0].batch.pieces)
            dealt |= {id(block): replace(block, pieces=tuple(islice(pieces, len(block.pieces)))) for block in blocks}
    return tuple(tuple(dealt.get(id(block), block) for block in sheet) for sheet in sheets)


def _in_order(batches: Sequence[Batch], page: tuple[Box, Box]) -> _Plan:
    """Return the best plan for batches in this order; groups get rows or blocks of their own if no sheet is lost."""
    best = _tried(batches, page)
    split = [part for batch in batches for part in batch.groups()]
    if len(split) > len(batches):
        titles = list(dict.fromkeys(batch.title for batch in split if batch.headed))
        together = sorted(split, key=lambda batch: titles.index(batch.title) if batch.headed else len(titles))
        blocks, rows = _tried(split, page), _Plan(together, page, _Way(rows=True))
        if len(rows.sheets) <= min(len(best.sheets), len(blocks.sheets)):
            return rows
        best, batches = (blocks, split) if len(blocks.sheets) <= len(best.sheets) else (best, batches)
    airy = _Plan(batches, page, best.way._replace(airy=True))
    if len(airy.sheets) > len(best.sheets) and any(batch.model.form for batch in batches):
        airy = _tried(batches, page, airy=True)
    return airy if airy.cost[:2] <= best.cost[:2] else best


def _tried(batches: Sequence[Batch], page: tuple[Box, Box], *, airy: bool = False) -> _Plan:
    """Return the plan of the lowest cost; with many sheets the first plan, as others gain little."""
    best, last = _Plan(batches, page, _Way(airy=airy)), None
    ways = product((False, True), product((False, True), repeat=min(len(batches), _TRIED)))
    for torn, tall in ways if len(best.sheets) <= _FEW else ():
        if best.cost <= (1, len(batches), 0):
            break
        way = _Way(tall, torn, airy)
        if last and last.rules_out(way):
            continue
        last = _Plan(batches, page, way, best.cost, last if last and last.is_like(way, 0) else None)
        best = min(best, last, key=lambda plan: plan.cost)
    return best


def folded(batches: Sequence[Batch], room: Box) -> tuple[Box, tuple[Sheet, ...], Mirror]:
    """Return the half for fronts, its sheets and the fold, whichever way to fold needs fewer sheets.

    Raises PrintshopError if pieces are too large for either half.
    """
    ways: list[tuple[Box, tuple[Sheet, ...], Mirror]] = []
    refused: list[PrintshopError] = []
    for across in (True, False):
        area, mirror = half(room, across=across)
        try:
            ways.append((area, pack(batches, area), mirror))
        except PrintshopError as error:
            refused.append(error)
    if not ways:
        raise PrintshopError([replace(problem, hint=f"{problem.hint}; or print backs on the other side of the sheet")
                              for problem in refused[0].problems])
    return min(ways, key=lambda way: len(way[1]))


def _check(batches: Sequence[Batch], box: Box) -> None:
    """Raise PrintshopError for pieces that are too large for any sheet, and for labels that cannot be set."""
    problems = Problems()
    for batch in batches:
        (wide, high), model = largest(box, batch.room), batch.model
        too_large = model.width > wide + _SPECK or model.height > high + _SPECK
        for piece in (piece for piece in batch.pieces if piece and too_large):
            problems.add(
                piece.span,
                f"{piece.name} is {piece.width / MM:.1f} x {piece.height / MM:.1f} mm laid flat and does not "
                f"fit the page: there is room for {wide / MM:.1f} x {high / MM:.1f} mm",
                "choose a larger paper or a smaller size; pieces are never shrunk",
            )
    for batch in batches:
        label = f"the label '{plain(batch.title)}, {plain(batch.note)}'"
        try:
            if _label_width(batch) * SHRINK > largest(box)[0]:
                problems.add(batch.model.span, f"{label} is too long for the page", "shorten the titles it is made of")
        except NoGlyph as error:
            problems.add(batch.model.span, f"{label}: {error}", error.hint)
    problems.raise_if_any()


# --- pieces of different sizes, each cut separately ------------------------------------------------------------


class Spot(NamedTuple):
    """The place of a piece: page (from 0), top left corner, and whether it is turned by a quarter."""

    page: int
    x: float
    y: float
    turned: bool


_STRIP = 4.0  # length / width from which a piece is a strip
# Sort keys. The given order comes first, so that pieces stay in sequence if others need as many pages.
_ORDERS: tuple[Callable[[Size], float], ...] = (lambda _: 0, max, lambda size: mul(*size), min, sum)


def fits(size: Size, room: Size) -> bool:
    """Return whether a piece fits a page, turned by a quarter or not."""
    return _lies(size, room) or _lies(size[::-1], room)


def _lies(size: Size, room: Size) -> bool:
    return size[0] <= room[0] + _SPECK and size[1] <= room[1] + _SPECK


def nest(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Return a place for each piece (width, height) on pages of size `room`, at least `gap` apart.

    Rows in sequence are preferred. If another layout needs fewer pages, each piece goes into the free rectangle where
    it fits best (Jylänki, "maximal rectangles, best short side"). Then pieces of one size, and strips of one width,
    exchange places so that they follow in sequence: by page, left to right, then down. Raises ValueError if a piece is
    larger than the page.
    """
    if not all(fits(size, room) for size in sizes):
        raise ValueError("a piece is larger than the page")
    # 11 layouts: rows, and 5 orders with two rules for turning; the first with the fewest pages is used
    tries = [_in_rows(sizes, room, gap)]
    tries += [_in_rooms(sizes, room, gap, order, upright) for order in _ORDERS for upright in (True, False)]
    spots = min(tries, key=lambda spots: max((spot.page for spot in spots), default=0))

    def footprint(index: int) -> Size:
        return sizes[index][::-1] if spots[index].turned else sizes[index]

    def depth(index: int) -> float:
        """Return the free height from the top of a piece down to the next one below, or to the foot of the page."""
        upper, right = spots[index], spots[index].x + footprint(index)[0] + gap - _SPECK
        below = (spot.y - gap for other, spot in enumerate(spots)
                 if spot.page == upper.page and spot.y > upper.y + _SPECK and spot.x < right
                 and upper.x < spot.x + footprint(other)[0] + gap - _SPECK)
        return min([room[1], *below]) - upper.y

    for sides in (2, 1):  # pieces of one size; then of one width, in places long enough for the longest
        groups: dict[tuple[tuple[float, ...], bool], list[int]] = {}
        for index, spot in enumerate(spots):
            groups.setdefault((footprint(index)[:sides], spot.turned), []).append(index)
        for alike in groups.values():
            longest = max(footprint(index)[1] for index in alike)
            roomy = [index for index in alike if depth(index) >= longest - _SPECK]
            for index, spot in zip(roomy, sorted(spots[index] for index in roomy), strict=True):
                spots[index] = spot
    return tuple(spots)


def _in_rows(sizes: Sequence[Size], room: Size, gap: float) -> list[Spot]:
    """Place pieces in rows, in sequence; strips stand upright, others are turned only if they do not fit."""
    page, x, y, high = 0, 0.0, 0.0, 0.0
    spots = []
    for size in sizes:
        turned = (size[0] > _STRIP * size[1] or not _lies(size, room)) and _lies(size[::-1], room)
        width, height = size[::-1] if turned else size
        if x and x + width > room[0] + _SPECK:
            x, y, high = 0.0, y + high + gap, 0.0
        if y and y + height > room[1] + _SPECK:
            page, x, y, high = page + 1, 0.0, 0.0, 0.0
        spots.append(Spot(page, x, y, turned))
        x, high = x + width + gap, max(high, height)
    return spots


def _in_rooms(sizes: Sequence[Size], room: Size, gap: float, order: Callable[[Size], float], upright: bool
              ) -> list[Spot]:
    """Place pieces in an order, each where the least of a short side is left; turn `upright` ones only if necessary."""
    page = Box(0.0, 0.0, room[0] + gap, room[1] + gap)
    pages: list[list[Box]] = []
    spots: dict[int, Spot] = {}
    for index in sorted(range(len(sizes)), key=lambda index: -order(sizes[index])):
        width, height = sizes[index][0] + gap, sizes[index][1] + gap
        for number, free in enumerate([*pages, [page]]):
            ways = [((upright and turned, min(box.width - across, box.height - down), box.y, box.x), turned,
                     Box(box.x, box.y, across, down))
                    for box in free for across, down, turned in ((width, height, False), (height, width, True))
                    if _lies((across, down), (box.width, box.height))]
            if ways:
                _, turned, filled = min(ways, key=lambda way: way[0])
                pages[number:number + 1] = [_left_over(free, filled)]
                spots[index] = Spot(number, filled.x, filled.y, turned)
                break
    return [spots[index] for index in range(len(sizes))]


def _left_over(rooms: Iterable[Box], filled: Box) -> list[Box]:
    """Return the maximal free rectangles after `filled` is taken, without those inside another."""
    parts: dict[Box, None] = {}
    for room in rooms:
        if not room.shared(filled):
            parts[room] = None
            continue
        beside = (Box(room.x, room.y, filled.x - room.x, room.height),
                  Box(filled.right, room.y, room.right - filled.right, room.height),
                  Box(room.x, room.y, room.width, filled.y - room.y),
                  Box(room.x, filled.bottom, room.width, room.bottom - filled.bottom))
        parts |= dict.fromkeys(box for box in beside if box.width > _SPECK and box.height > _SPECK)

    def holds(outer: Box, inner: Box) -> bool:
        return (outer.x <= inner.x + _SPECK and outer.y <= inner.y + _SPECK
                and outer.right >= inner.right - _SPECK and outer.bottom >= inner.bottom - _SPECK)

    return [room for place, room in enumerate(parts)
            if not any(holds(other, room) and (place > before or not holds(room, other))
                       for before, other in enumerate(parts) if before != place)]
