"""Sheets of pieces to cut out: what goes where. `printshop.layout.cuts` draws them.

All lengths are points, origin at the top left, y down. Pieces of one size are cut together: they lie edge to
edge in a `Block`, and `pack` finds places for blocks; `nest` for pieces that are each cut by itself. Nothing is ever
scaled: what is too large for the page is a `Problem`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import mul
from typing import NamedTuple

from printshop.drawing.fonts import NoGlyph, remembered
from printshop.drawing.items import Color
from printshop.drawing.text import Style, measure, plain
from printshop.layout.backs import Mirror, half
from printshop.layout.boxes import Box
from printshop.layout.combs import Comb, apart, comb
from printshop.layout.pieces import GUTTER, ROOM, Batch, Piece
from printshop.problems import PrintshopError, Problems, some
from printshop.units import MM

Pieces = tuple[Piece | None, ...]
Size = tuple[float, float]

TITLE = Style("sans", 7.5, bold=True)
NOTE = Style("sans", 6.5, color=Color(90, 90, 90))
LABEL = 19.0
"""The height of a block's two lines of label."""

SHRINK = 5.5 / 6.5
"""How far a label may shrink where there is little room."""

_TRIED, _FEW = 5, 8  # of the first blocks, that are tried with the room beside them as high as the page; sheets
_FEW_BATCHES = 4  # of so many, every order is tried
_OPEN = 60  # of the last pages, that are looked at for room: time goes with the pieces, and hardly a sheet is lost
_SPECK = 1e-6


@dataclass(frozen=True, slots=True)
class Block:
    """A grid of pieces with its top left corner at (x, y): row by row, `columns` to a row.

    `label` is the width that its label may take. Pieces of hexes lie in a `comb` instead, line by line.
    """

    batch: Batch
    x: float
    y: float
    columns: int
    pieces: Pieces
    label: float
    comb: Comb | None = None

    @property
    def rows(self) -> int:
        """How many rows there are; the last may not be full."""
        return -(-len(self.pieces) // self.columns)

    @property
    def box(self) -> Box:
        """What the pieces cover, blank cells included, without label and ticks."""
        model, gap = self.batch.model, self.batch.gap
        if self.comb:
            return Box(self.x, self.y, *self.comb.extent(len(self.pieces)))
        return Box(self.x, self.y, _span(self.columns, model.width, gap), _span(self.rows, model.height, gap))

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
    ways = [(_fitting(room.width, wide, gap), _fitting(room.height, high, gap), wide, high, turned)
            for wide, high, turned in ((*size, False), (size[1], size[0], True))]
    columns, rows, wide, high, turned = max(ways, key=lambda way: way[0] * way[1])
    if not columns * rows:
        return None
    width, height = _span(columns, wide, gap), _span(rows, high, gap)
    box = Box(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
    return Even(box, columns, rows, turned)


class _Way(NamedTuple):
    """A way to lay batches out; `tall` says how the room round each block in turn is split in two.

    With `torn`, batches are torn to fill a page; with `airy`, groups of pieces begin new rows and pieces of several
    hexes lie clear of each other; with `rows`, each group has a row of its own, or several, and its sizes lie one
    beside the other.
    """

    tall: tuple[bool, ...] = ()
    torn: bool = False
    airy: bool = False
    rows: bool = False


class _Room(NamedTuple):
    """A free place on a sheet; so many columns and rows of a batch go into it, or a comb of pieces of hexes."""

    sheet: int
    box: Box
    columns: int
    rows: int
    comb: Comb | None = None

    @property
    def capacity(self) -> int:
        return self.comb.capacity if self.comb else self.columns * self.rows


class _Plan:
    """Batches, laid out in one way. Each is placed in time that depends on the sheets it takes, and on no others.

    There is as much room as in the `first` box on the first sheet, as in the `rest` on every other.
    """

    def __init__(self, batches: Iterable[Batch], page: tuple[Box, Box], way: _Way) -> None:
        self.way = way
        self.sheets: list[list[Block]] = []
        self._first, self._rest = page
        self._tall = iter(way.tall)
        self._free: list[list[Box]] = []
        self._row = "", 0.0  # the title of the last row, and where down the page it begins
        for batch in batches:
            self._add(batch)
        blocks = [block for sheet in self.sheets for block in sheet]
        blanks = sum(block.columns * block.rows - len(block.pieces) for block in blocks)
        # fewer sheets are better, then fewer batches torn apart, then fewer rows that are not full
        self.cost = len(self.sheets), len(blocks), blanks

    def _add(self, batch: Batch) -> None:
        """Place a batch: whole where it fits, else on a new page, else (or if it may be torn) as many rows as fit."""
        done, count = 0, len(batch.pieces)
        page = _room(batch, 0, self._rest)
        while done < count:
            whole = page is not None and page.capacity >= count - done
            room = self._whole(batch, count - done) if whole else None
            if room is None and self._free and (self.way.torn or not whole):  # where most go on the last page
                room = max(self._rooms(batch, len(self._free) - 1), default=None,
                           key=lambda room: min(count - done, room.capacity))
            if room is None:
                self._free.append([self._rest if self._free else self._first])
                self.sheets.append([])
                continue
            last = min(count, done + room.capacity)
            self._put(batch, batch.pieces[done:last], room)
            done = last

    def _rooms(self, batch: Batch, sheet: int) -> Iterator[_Room]:
        return (room for box in self._free[sheet] if (room := _room(batch, sheet, box)))

    def _whole(self, batch: Batch, count: int) -> _Room | None:
        """Find the smallest room for all pieces on the first of the open pages with any."""
        if self.way.rows and batch.headed:
            return next((room for room in self._in_rows(batch) if room.capacity >= count), None)
        for sheet in range(max(0, len(self._free) - _OPEN), len(self._free)):
            fitting = [room for room in self._rooms(batch, sheet) if room.capacity >= count]
            if fitting:
                return min(fitting, key=lambda room: room.box.width * room.box.height)
        return None

    def _in_rows(self, batch: Batch) -> Iterator[_Room]:
        """Give the rooms in the row of a group, then those below all rows."""
        title, y = self._row
        rooms = tuple(self._rooms(batch, len(self._free) - 1)) if self._free else ()
        left = self._first.x
        beside = [room for room in rooms if title == batch.title and room.box.x > left and room.box.y >= y]
        yield from sorted(beside, key=lambda room: room.box.y)
        yield from (room for room in rooms if room.box.x == left)

    def _put(self, batch: Batch, pieces: Pieces, room: _Room) -> None:
        """Place pieces in a room, and split what is left of it in two."""
        box = room.box
        self._free[room.sheet].remove(box)
        if box.x == self._first.x:
            self._row = batch.title, box.y
        columns, pieces = _arranged(pieces, room, by_group=self.way.airy)
        comb = _comb(batch, box, len(pieces), loose=self.way.airy) if room.comb else None
        across = comb.extent(len(pieces))[0] if comb else _span(columns, batch.model.width, batch.gap)
        label = max(across, min(_label_width(batch), box.width - 2 * batch.room))
        block = Block(batch, box.x + batch.room, box.y + LABEL + batch.room, columns, pieces, label, comb)
        self.sheets[room.sheet].append(block)
        width, height = label + 2 * batch.room, block.box.height + 2 * batch.room + LABEL
        tall = next(self._tall, False)
        beside = Box(box.x + width, box.y, box.width - width, box.height if tall else height)
        below = Box(box.x, box.y + height, width if tall else box.width, box.height - height)
        self._free[room.sheet] += [rest for rest in (beside, below) if rest.width > 0 and rest.height > LABEL]


def _room(batch: Batch, sheet: int, box: Box) -> _Room | None:
    """Return how many pieces of a batch go into a box with label and ticks; None for not one."""
    wide, high = largest(box, batch.room)
    model = batch.model
    if wide + _SPECK < model.width or high + _SPECK < model.height or wide < _label_width(batch) * SHRINK - _SPECK:
        return None
    if model.form:
        nested = _comb(batch, box)
        return _Room(sheet, box, 1, nested.capacity, nested) if nested else None
    columns, rows = _fitting(wide, model.width, batch.gap), _fitting(high, model.height, batch.gap)
    return _Room(sheet, box, columns, rows) if columns and rows else None


def _comb(batch: Batch, box: Box, count: int = 0, *, loose: bool = False) -> Comb | None:
    form, size = batch.model.form, largest(box, batch.room)
    if not form:
        return None
    clear = apart(form, size, GUTTER, count) if loose else None
    return clear or comb(form, size, batch.gap, count)


def _span(count: int, size: float, gap: float) -> float:
    return count * size + (count - 1) * gap


def _fitting(room: float, size: float, gap: float) -> int:
    """Return how many pieces go into a stretch; a rounding error does not cost one."""
    return max(0, math.floor((room + gap) / (size + gap) + 1e-9))


def _arranged(pieces: Pieces, room: _Room, *, by_group: bool) -> tuple[int, Pieces]:
    """Return how many of the columns to use, and the pieces, with blanks between groups if they fit.

    Of a comb there is one column: a group begins wherever the one before it ends.
    """
    def grouped(most: int) -> Pieces:
        """Return the pieces with blank cells where a group ends: the next begins a row of `most` columns."""
        cells: list[Piece | None] = []
        for before, piece in itertools.pairwise((None, *pieces)):
            if before and piece and before.group != piece.group:
                cells += [None] * (-len(cells) % most)
            cells.append(piece)
        return tuple(cells)

    columns, rows = room.columns, room.rows
    if room.comb:
        return 1, pieces
    if not by_group or len(grouped(columns)) > columns * rows:
        return -(-len(pieces) // -(-len(pieces) // columns)), pieces  # 6 and 6 look and cut better than 11 and 1
    used = -(-len(grouped(columns)) // columns)
    while columns > 1 and len(grouped(columns - 1)) <= (columns - 1) * used:
        columns -= 1
    return columns, grouped(columns)


def noted(batch: Batch, count: int) -> str:
    """Return the note of a block with so many pieces of the batch."""
    many = some(count, batch.counted) if batch.counted else ""
    return " · ".join(part for part in (batch.note, many) if part)


def _label_width(batch: Batch) -> float:
    """Return how wide the label of a batch is that is not torn apart."""
    return _wider(batch.title, noted(batch, len(batch.pieces)))


@remembered(256)
def _wider(title: str, note: str) -> float:
    return max(measure(title, TITLE), measure(note, NOTE))


def largest(box: Box, room: float = ROOM) -> Size:
    """Return width and height of the largest piece that goes on a sheet of this box, with `room` round it."""
    return box.width - 2 * room, box.height - 2 * room - LABEL


def pack(batches: Iterable[Batch], box: Box, more: Box | None = None) -> tuple[Sheet, ...]:
    """Place all pieces of the batches within the box, on as few sheets as can be found.

    With `more`, all sheets but one have as much room as that. Tall pieces are placed first; a batch is kept together
    unless that takes more sheets. Labels and ticks lie within the box as well; the sheet with the first batch comes
    first. What takes few sheets is laid out in several ways, in a fixed order; what takes many in a few, so that time
    goes with the number of pieces.

    Raises:
        PrintshopError: pieces are larger than the box, or labels cannot be set; all of them are named.
    """
    given = [batch for batch in batches if any(batch.pieces)]
    ordered = sorted(given, key=lambda batch: -batch.model.height)
    _check(ordered, box)
    page = box, more or box
    best = _in_order(ordered, page)
    few = len(ordered) <= _FEW_BATCHES and len(best.sheets) <= _FEW
    if few and best.cost[1] > len(ordered) and not any(batch.headed for batch in ordered):
        others = (_in_order(order, page) for order in itertools.permutations(ordered))  # which may tear none apart
        best = min((best, *others), key=lambda plan: plan.cost[:2])
    places: dict[int, int] = {}
    for piece in (piece for batch in given for piece in batch.pieces):
        places.setdefault(id(piece), len(places))
    sheets = [tuple(blocks) for blocks in best.sheets if blocks]
    return _dealt(sorted(sheets, key=lambda blocks: min(places[id(block.batch.model)] for block in blocks)))


def _dealt(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return sheets on which the pieces of a batch that is torn apart come in their order, as one reads."""
    torn: dict[int, list[Block]] = {}
    for block in (block for blocks in sheets for block in sorted(blocks, key=lambda block: (block.y, block.x))):
        torn.setdefault(id(block.batch), []).append(block)
    dealt: dict[int, Block] = {}
    for blocks in torn.values():
        whole = blocks[0].batch.pieces
        if sum(len(block.pieces) for block in blocks) == len(whole):  # no blanks between groups
            pieces = iter(whole)
            dealt |= {id(block): replace(block, pieces=tuple(itertools.islice(pieces, len(block.pieces))))
                      for block in blocks}
    return tuple(tuple(dealt.get(id(block), block) for block in blocks) for blocks in sheets)


def _in_order(batches: Sequence[Batch], page: tuple[Box, Box]) -> _Plan:
    """Return the best plan for batches in their order.

    If that takes no more sheets, every group has rows of its own, or else a block, or else begins a row of a block.
    """
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
    best = _Plan(batches, page, _Way(airy=airy))
    if len(best.sheets) <= _FEW:
        for torn in (False, True):
            for tall in itertools.product((False, True), repeat=min(len(batches), _TRIED)):
                if best.cost <= (1, len(batches), 0):
                    return best
                best = min(best, _Plan(batches, page, _Way(tall, torn, airy)), key=lambda plan: plan.cost)
    return best


def folded(batches: Sequence[Batch], room: Box) -> tuple[Box, tuple[Sheet, ...], Mirror]:
    """Return the half of the room that fronts have, their places on as few sheets as there need be, and the fold.

    The sheet is folded across, or down its middle where that takes fewer sheets.

    Raises PrintshopError for pieces that are larger than either half.
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
    """Refuse pieces that are too large for any sheet, and labels that cannot be set."""
    problems = Problems()
    for batch in batches:
        (wide, high), model = largest(box, batch.room), batch.model
        fits = _fitting(wide, model.width, 0) and _fitting(high, model.height, 0)
        for piece in (piece for piece in batch.pieces if piece and not fits):
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
_PASSES = 8  # over all pairs of pieces that may change places
# The order given comes first: where it needs no more pages than the others, pieces stay in sequence.
_ORDERS: tuple[Callable[[Size], float], ...] = (lambda _: 0, max, lambda size: mul(*size), min, sum)


def fits(size: Size, room: Size) -> bool:
    """Say whether a piece of `size` lies in a page's `room`, turned or not."""
    across, down = room[0] + _SPECK, room[1] + _SPECK
    return any(width <= across and height <= down for width, height in (size, size[::-1]))


def nest(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Return a place for each piece (width, height) on pages that have `room`, at least `gap` apart.

    Rows in the sequence of the pieces come first; where other places need fewer pages, every piece lies in a free
    rectangle by the rule of Jylänki ("maximal rectangles, best short side"), tried in several orders; what is left free
    stays a whole. Raises ValueError if a piece is larger than the room: ask `fits` first.
    """
    if not all(fits(size, room) for size in sizes):
        raise ValueError("a piece is larger than the page")
    tries = [_in_rows(sizes, room, gap)]
    tries += [_in_rooms(sizes, room, gap, order, upright) for order in _ORDERS for upright in (True, False)]
    return min(tries, key=lambda spots: max((spot.page for spot in spots), default=0))


def in_sequence(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Return places as `nest` does, with strips of the same width in the sequence of the pieces as far as that goes.

    That is page by page from left to right, then down the page. Two change places where each is as wide as the other
    and has room down the page for it; nothing else moves.
    """
    spots = list(nest(sizes, room, gap))

    def footprint(index: int) -> Size:
        return sizes[index][::-1] if spots[index].turned else sizes[index]

    def depth(index: int) -> float:
        """Return how far down the page a piece could go on from its place."""
        here, right = spots[index], spots[index].x + footprint(index)[0] + gap - _SPECK
        below = (spot.y - gap for other, spot in enumerate(spots)
                 if spot.page == here.page and spot.y > here.y + _SPECK and spot.x < right
                 and here.x < spot.x + footprint(other)[0] + gap - _SPECK)
        return min([room[1], *below]) - here.y

    def alike(one: int, other: int) -> bool:
        if spots[one].turned != spots[other].turned:
            return False
        (width, height), (width_there, height_there) = footprint(one), footprint(other)
        longest = max(height, height_there) - _SPECK
        return abs(width - width_there) < _SPECK and all(
            high >= longest or depth(index) >= longest for index, high in ((one, height), (other, height_there)))

    def read(spot: Spot) -> tuple[int, bool, float, float]:
        return spot.page, spot.turned, spot.x, spot.y

    for _ in range(_PASSES):
        before = list(spots)
        for one, other in itertools.combinations(range(len(spots)), 2):
            if read(spots[other]) < read(spots[one]) and alike(one, other):
                spots[one], spots[other] = spots[other], spots[one]
        if spots == before:
            break
    return tuple(spots)


def _in_rows(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Place the pieces in rows as one reads; strips stand on end, others are turned only where they do not fit."""
    page, x, y, high = 0, 0.0, 0.0, 0.0
    spots = []
    for size in sizes:
        turned = size[0] > _STRIP * size[1] or size[0] > room[0] + _SPECK or size[1] > room[1] + _SPECK
        turned = turned and size[1] <= room[0] + _SPECK and size[0] <= room[1] + _SPECK
        width, height = size[::-1] if turned else size
        if x and x + width > room[0] + _SPECK:
            x, y, high = 0.0, y + high + gap, 0.0
        if y and y + height > room[1] + _SPECK:
            page, x, y, high = page + 1, 0.0, 0.0, 0.0
        spots.append(Spot(page, x, y, turned))
        x, high = x + width + gap, max(high, height)
    return tuple(spots)


def _in_rooms(sizes: Sequence[Size], room: Size, gap: float, order: Callable[[Size], float], upright: bool
              ) -> tuple[Spot, ...]:
    """Place the pieces in an order, each where it wastes least of a short side; earlier pages come first.

    `upright` pieces are turned only where they do not fit otherwise.
    """
    page = Box(0.0, 0.0, room[0] + gap, room[1] + gap)
    pages: list[list[Box]] = []
    spots: dict[int, Spot] = {}
    for index in sorted(range(len(sizes)), key=lambda index: -order(sizes[index])):
        width, height = sizes[index][0] + gap, sizes[index][1] + gap
        for number, free in enumerate([*pages, [page]]):
            ways = [((upright and turned, min(box.width - across, box.height - down), box.y, box.x), turned,
                     Box(box.x, box.y, across, down))
                    for box in free for across, down, turned in ((width, height, False), (height, width, True))
                    if across <= box.width + _SPECK and down <= box.height + _SPECK]
            if ways:
                _, turned, used = min(ways, key=lambda way: way[0])
                pages[number:number + 1] = [_left_over(free, used)]
                spots[index] = Spot(number, used.x, used.y, turned)
                break
    return tuple(spots[index] for index in range(len(sizes)))


def _left_over(rooms: Iterable[Box], used: Box) -> list[Box]:
    """Return the largest rectangles that remain free, none within another."""
    parts: dict[Box, None] = {}
    for room in rooms:
        if not (used.x < room.right and used.y < room.bottom and used.right > room.x and used.bottom > room.y):
            parts[room] = None
            continue
        beside = (Box(room.x, room.y, used.x - room.x, room.height),
                  Box(used.right, room.y, room.right - used.right, room.height),
                  Box(room.x, room.y, room.width, used.y - room.y),
                  Box(room.x, used.bottom, room.width, room.bottom - used.bottom))
        parts |= dict.fromkeys(box for box in beside if box.width > _SPECK and box.height > _SPECK)

    def holds(outer: Box, inner: Box) -> bool:
        return (outer.x <= inner.x + _SPECK and outer.y <= inner.y + _SPECK
                and outer.right >= inner.right - _SPECK and outer.bottom >= inner.bottom - _SPECK)

    return [room for place, room in enumerate(parts)
            if not any(holds(other, room) and (place > before or not holds(room, other))
                       for before, other in enumerate(parts) if before != place)]
