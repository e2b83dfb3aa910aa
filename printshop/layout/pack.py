"""Sheets of pieces to cut out: what goes where. `printshop.layout.cuts` draws them.

All lengths are points, origin at the top left, y down. Pieces of one size are cut together: they lie edge to
edge in a `Block`, and `pack` finds places for blocks; `nest` for pieces that are each cut by itself. Nothing is ever
scaled: what is too large for the page is a `Problem`.
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
LABEL = 19.0  # the height of a block's two lines of label
SHRINK = 5.5 / 6.5  # how far a label may shrink where there is little room
_TRIED, _FEW = 5, 8  # of the first blocks, that are tried with the room beside them as high as the page; sheets
_FEW_BATCHES = 4  # of so many, every order is tried
_OPEN = 60  # of the last pages, that are looked at for room: time goes with the pieces, and hardly a sheet is lost
_SPECK = 1e-6


@dataclass(frozen=True, slots=True)
class Block:
    """A grid of pieces with its top left corner at (x, y): row by row, `columns` to a row."""

    batch: Batch
    x: float
    y: float
    columns: int
    pieces: Pieces
    label: float  # the width that its label may take
    comb: Comb | None = None  # how pieces of hexes lie instead, line by line

    @property
    def rows(self) -> int:
        """How many rows there are; the last may not be full."""
        return -(-len(self.pieces) // self.columns)

    @property
    def box(self) -> Box:
        """What the pieces cover, blank cells included, without label and ticks."""
        return Box(self.x, self.y, *_extent(self.batch, self.columns, len(self.pieces), self.comb))

    def cell(self, row: int, column: int) -> Box:
        """Return the place of one piece; of pieces of hexes, that of the rectangle round it."""
        model, gap = self.batch.model, self.batch.gap
        x, y = (self.comb.place(row * self.columns + column) if self.comb else
                (column * (model.width + gap), row * (model.height + gap)))
        return Box(self.x + x, self.y + y, model.width, model.height)

    def at(self, row: int, column: int) -> Piece | None:
        """Return the piece in a cell, or None where there is none."""
        index = row * self.columns + column
        inside = 0 <= column < self.columns and row >= 0 and index < len(self.pieces)
        return self.pieces[index] if inside else None

    def placed(self) -> Iterator[tuple[Piece, Box]]:
        """Give every piece with its place."""
        for index, piece in enumerate(self.pieces):
            if piece is not None:
                yield piece, self.cell(*divmod(index, self.columns))


def _extent(batch: Batch, columns: int, count: int, comb: Comb | None) -> Size:
    """Return width and height of so many pieces in columns, or as they lie in a comb."""
    if comb:
        return comb.extent(count)
    model, gap, rows = batch.model, batch.gap, -(-count // columns)
    return columns * model.width + (columns - 1) * gap, rows * model.height + (rows - 1) * gap


Sheet = tuple[Block, ...]


class Even(NamedTuple):
    """Where pieces of one size lie on every sheet of theirs: in a `box`, all of them `turned` or none."""

    box: Box
    columns: int
    rows: int
    turned: bool

    @property
    def places(self) -> int:
        """How many pieces a sheet has."""
        return self.columns * self.rows

    def block(self, batch: Batch) -> Block:
        """Return the block of one sheet; where pieces are missing, those that are there keep their places."""
        return Block(batch, self.box.x, self.box.y, self.columns, batch.pieces, 0.0)


def even(size: Size, room: Box, gap: float = 0.0) -> Even | None:
    """Return how as many pieces of (width, height) as go there lie in the middle of a room, None if not one does."""
    ways = [(lattice, turned) for turned, lying in enumerate((size, size[::-1]))
            if (lattice := grid(lying, (room.width, room.height), gap))]
    if not ways:
        return None
    lattice, turned = max(ways, key=lambda way: way[0].capacity)
    width, height = lattice.extent(lattice.capacity)
    box = Box(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
    return Even(box, lattice.per_line, lattice.lines, bool(turned))


class _Way(NamedTuple):
    """A way to lay batches out."""

    tall: tuple[bool, ...] = ()  # how the room round each block in turn is split in two
    torn: bool = False  # batches are torn to fill a page
    airy: bool = False  # groups begin rows, and pieces of several hexes lie clear of each other
    rows: bool = False  # each group has rows of its own, its sizes side by side


_Cost = tuple[int, int, int]  # fewer sheets are better, then fewer batches torn apart, then fewer blank cells


class _Step(NamedTuple):
    """How a plan stands before a batch."""

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
    """Batches, laid out in one way, with the room of the `first` box on the first sheet, of the `rest` on others.

    One with a `limit` goes on from where its way parts from that `before`, a plan with a limit, too, of the same
    batches; it is given up where it can cost no less.
    """

    def __init__(self, batches: Iterable[Batch], page: tuple[Box, Box], way: _Way, limit: _Cost | None = None,
                 before: _Plan | None = None) -> None:
        self.way = way
        self.cost: _Cost = 0, 0, 0
        self.sheets: list[list[Block]] = []
        self._first, self._later = page
        self._split = 0  # so many rooms
        self._free: list[list[Box]] = []
        self._row = "", 0.0  # the title of the last row, and where down the page it begins
        self._steps: list[_Step] = []  # how it stood before each batch, as far as other ways may be the same
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
            left = len(batches) - number - 1  # each takes a block at least
            if limit and (len(self.sheets), blocks + left, blanks) >= limit:
                self.cost, self._given_up = limit, True
                return

    def is_like(self, way: _Way, count: int) -> bool:
        """Say whether so many rooms are split in the same way."""
        return way.torn == self.way.torn and way.tall[:count] == self.way.tall[:count]

    def shared(self, way: _Way) -> list[_Step]:
        """Return how it stood before each batch up to where another way parts from its own."""
        return [step for step in self._steps if self.is_like(way, step.split)]

    def rules_out(self, way: _Way) -> bool:
        """Say whether what made it be given up is the same in another way."""
        return self._given_up and self.is_like(way, self._split)

    def _add(self, batch: Batch) -> None:
        """Place a batch: whole where it fits, else on a new page, else (or if it may be torn) as many rows as fit."""
        placed, count = 0, len(batch.pieces)
        page = _room(batch, 0, self._later)
        while placed < count:
            left = count - placed
            whole = page is not None and page.lattice.capacity >= left
            room = self._whole(batch, left) if whole else None
            if room is None and self._free and (self.way.torn or not whole):  # where most go on the last page
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
        """Find the smallest room for all pieces on the first open page; with `rows`, one beside or below all rows."""
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
        """Place pieces in a room, and split what is left of it in two."""
        box, around = room.box, batch.room
        self._free[room.sheet].remove(box)
        if box.x == self._first.x:
            self._row = batch.title, box.y
        columns, nested = 1, None
        if batch.model.form:  # there is no row to begin: a group begins wherever the one before it ends
            nested = _lattice(batch, box, len(pieces), loose=self.way.airy)
        else:
            columns, pieces = _arranged(pieces, room.lattice, by_group=self.way.airy)
        across, deep = _extent(batch, columns, len(pieces), nested)
        label = max(across, min(_label_width(batch), box.width - 2 * around))
        width, height = label + 2 * around, deep + 2 * around + LABEL
        # all begin as far from their left and upper neighbours, where there is room for it
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
    """Return the place of a box, None if not one piece of a batch goes into it with label and ticks."""
    size = box.width, box.height
    if size not in batch.rooms:
        (wide, high), model = largest(box, batch.room), batch.model
        least = max(model.width, _label_width(batch) * SHRINK)
        batch.rooms[size] = None if wide + _SPECK < least or high + _SPECK < model.height else _lattice(batch, box)
    lattice = batch.rooms[size]
    return _Room(sheet, box, lattice) if lattice else None


def _lattice(batch: Batch, box: Box, count: int = 0, *, loose: bool = False) -> Comb | None:
    """Return how pieces lie in a box: of hexes so many of them, or as many as there is room for."""
    model, size = batch.model, largest(box, batch.room)
    if not model.form:
        return grid((model.width, model.height), size, batch.gap)
    clear = apart(model.form, size, GUTTER, count) if loose else None
    return clear or comb(model.form, size, batch.gap, count, batch.alike)


def _arranged(pieces: Pieces, lattice: Comb, *, by_group: bool) -> tuple[int, Pieces]:
    """Return how many of the columns to use, and the pieces, with blanks between groups if they fit."""
    def grouped(most: int) -> Pieces:
        """Return the pieces with blank cells where a group ends: the next begins a row of `most` columns."""
        cells: list[Piece | None] = []
        for before, piece in pairwise((None, *pieces)):
            if before and piece and before.group != piece.group:
                cells += [None] * (-len(cells) % most)
            cells.append(piece)
        return tuple(cells)

    columns = lattice.per_line
    if not by_group or len(grouped(columns)) > lattice.capacity:
        return -(-len(pieces) // -(-len(pieces) // columns)), pieces  # 6 and 6 look and cut better than 11 and 1
    rows = -(-len(grouped(columns)) // columns)
    while columns > 1 and len(grouped(columns - 1)) <= (columns - 1) * rows:
        columns -= 1
    return columns, grouped(columns)


def noted(batch: Batch, count: int) -> str:
    """Return the note of a block with so many pieces of the batch."""
    many = some(count, batch.counted) if batch.counted else ""
    return ", ".join(part for part in (many, batch.note) if part)


def _label_width(batch: Batch) -> float:
    """Return how wide the label of a batch is that is not torn apart."""
    return _wider(batch.title, noted(batch, len(batch.pieces)))


@remembered(256)
def _wider(title: str, note: str) -> float:
    return max(measure(title, TITLE), measure(note, NOTE))


def largest(box: Box, room: float = ROOM) -> Size:
    """Return width and height of the largest piece that goes on a sheet of this box, with `room` round it."""
    return box.width - 2 * room, box.height - 2 * room - LABEL


def pack(batches: Iterable[Batch], box: Box, later: Box | None = None) -> tuple[Sheet, ...]:
    """Place all pieces of the batches within the box, on as few sheets as can be found.

    All sheets but one have the room of `later`, if it is given. A batch is kept together unless that takes more sheets.
    Labels and ticks lie within the box as well; the sheet with the first batch comes first. What takes few sheets is
    laid out in several ways, what takes many in a few: time goes with the number of pieces. Raises PrintshopError that
    names all pieces larger than the box and all labels that cannot be set.
    """
    filled = [batch for batch in batches if any(batch.pieces)]
    ordered = sorted(filled, key=lambda batch: -batch.model.height)
    _check(ordered, box)
    page = box, later or box
    best = _in_order(ordered, page)
    small = len(ordered) <= _FEW_BATCHES and len(best.sheets) <= _FEW
    if small and best.cost[1] > len(ordered) and not any(batch.headed for batch in ordered):
        others = (_in_order(order, page) for order in permutations(ordered))  # which may tear none apart
        best = min((best, *others), key=lambda plan: plan.cost[:2])
    places: dict[int, int] = {}
    for piece in (piece for batch in filled for piece in batch.pieces):
        places.setdefault(id(piece), len(places))
    sheets = sorted(filter(None, best.sheets), key=lambda sheet: min(places[id(block.batch.model)] for block in sheet))
    # the pieces of a batch that is torn apart come in their order, as one reads; not where blanks part its groups
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
    """Return the best plan for batches in their order, groups in rows or blocks of their own if no sheet is lost."""
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
    """Return the plan that fills its sheets best; for many the first will do, as there is little left to gain."""
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
    """Return the fronts' half of the room, their sheets and the fold. Raises PrintshopError for too large pieces."""
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
    """Refuse pieces that are too large for any sheet, and labels that cannot be set."""
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


# --- pieces of different sizes, each cut by itself ------------------------------------------------------------


class Spot(NamedTuple):
    """Where a piece lies: the page (from 0), its top left corner, whether it is turned by a quarter."""

    page: int
    x: float
    y: float
    turned: bool


_STRIP = 4.0  # what is so many times as long as it is wide
# The order given comes first: where it needs no more pages than the others, pieces stay in sequence.
_ORDERS: tuple[Callable[[Size], float], ...] = (lambda _: 0, max, lambda size: mul(*size), min, sum)


def fits(size: Size, room: Size) -> bool:
    """Say whether a piece of `size` lies in a page's `room`, turned or not."""
    return _lies(size, room) or _lies(size[::-1], room)


def _lies(size: Size, room: Size) -> bool:
    return size[0] <= room[0] + _SPECK and size[1] <= room[1] + _SPECK


def nest(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Return a place for each piece (width, height) on pages that have `room`, at least `gap` apart.

    Rows in sequence come first; where other places need fewer pages, each piece lies in a free rectangle by the rule of
    Jylänki ("maximal rectangles, best short side"). Pieces of one size, and strips of one width, share their places in
    sequence: page by page, left to right, then down. Raises ValueError if a piece is larger than the room.
    """
    if not all(fits(size, room) for size in sizes):
        raise ValueError("a piece is larger than the page")
    tries = [_in_rows(sizes, room, gap)]
    tries += [_in_rooms(sizes, room, gap, order, upright) for order in _ORDERS for upright in (True, False)]
    spots = min(tries, key=lambda spots: max((spot.page for spot in spots), default=0))

    def footprint(index: int) -> Size:
        return sizes[index][::-1] if spots[index].turned else sizes[index]

    def depth(index: int) -> float:
        """Return how far down the page a piece could go on from its place."""
        upper, right = spots[index], spots[index].x + footprint(index)[0] + gap - _SPECK
        below = (spot.y - gap for other, spot in enumerate(spots)
                 if spot.page == upper.page and spot.y > upper.y + _SPECK and spot.x < right
                 and upper.x < spot.x + footprint(other)[0] + gap - _SPECK)
        return min([room[1], *below]) - upper.y

    for sides in (2, 1):  # those of one size; then strips of one width, whose places all have room for the longest
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
    """Place the pieces in rows as one reads; strips stand on end, others are turned only where they do not fit."""
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
    """Place pieces in an order, each where it wastes least of a short side; turn `upright` ones only if they must."""
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
    """Return the largest rectangles that remain free, none within another."""
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
