"""One way or another to lay pieces on sheets: blocks, where they go, and the room that is left.

All lengths are points, origin at the top left, y down. `printshop.layout.sheets` chooses the way.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.fonts import remembered
from printshop.drawing.items import Color
from printshop.drawing.text import Style, measure
from printshop.layout.boxes import Box
from printshop.layout.combs import Comb, apart, comb
from printshop.layout.pieces import GUTTER
from printshop.problems import some

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.layout.pieces import Batch, Piece

TITLE = Style("sans", 7.5, bold=True)
NOTE = Style("sans", 6.5, color=Color(90, 90, 90))
LABEL = 19.0
"""The height of a block's two lines of label."""

SHRINK = 5.5 / 6.5
"""How far a label may shrink where there is little room."""


@dataclass(frozen=True, slots=True)
class Block:
    """A grid of pieces with its top left corner at (x, y): row by row, `columns` to a row.

    `label` is the width that its label may take. Pieces of hexes lie in a `comb` instead, line by line.
    """

    batch: Batch
    x: float
    y: float
    columns: int
    pieces: tuple[Piece | None, ...]
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
        if self.comb:
            x, y = self.comb.place(row * self.columns + column)
            return Box(self.x + x, self.y + y, model.width, model.height)
        return Box(
            self.x + column * (model.width + gap),
            self.y + row * (model.height + gap),
            model.width,
            model.height,
        )

    def at(self, row: int, column: int) -> Piece | None:
        """Return the piece in a cell, or None where there is none."""
        index = row * self.columns + column
        inside = 0 <= column < self.columns and row >= 0 and index < len(self.pieces)
        return self.pieces[index] if inside else None

    def placed(self) -> Iterator[tuple[Piece, int, int]]:
        """Give every piece with its row and column."""
        for index, piece in enumerate(self.pieces):
            if piece is not None:
                yield piece, *divmod(index, self.columns)


Sheet = tuple[Block, ...]


class Page(NamedTuple):
    """The room on the first sheet, and on every other."""

    first: Box
    rest: Box


class _Grid(NamedTuple):
    """How many columns and rows go into a room; or the comb of pieces of hexes."""

    columns: int
    rows: int
    comb: Comb | None = None

    @property
    def capacity(self) -> int:
        return self.comb.capacity if self.comb else self.columns * self.rows


def _span(count: int, size: float, gap: float) -> float:
    return count * size + (count - 1) * gap


def fitting(room: float, size: float, gap: float) -> int:
    """Return how many pieces go into a stretch; a rounding error does not cost one."""
    return max(0, math.floor((room + gap) / (size + gap) + 1e-9))


class Plan:
    """One way to lay all batches out; `tall` says how the room round each block in turn is split in two.

    With `part`, batches are torn to fill a page; with `airy`, groups of pieces begin new rows and pieces of several
    hexes lie clear of each other.
    """

    def __init__(self, box: Page, tall: Sequence[bool], *, part: bool, airy: bool = False) -> None:
        self.settings = tuple(tall), part
        self._airy = airy
        self._box = box
        self._tall = iter(tall)
        self._part = part
        self._free: list[list[Box]] = []
        self.sheets: list[list[Block]] = []

    def cost(self) -> tuple[int, int, int]:
        """Fewer sheets are better, then fewer batches torn apart, then fewer rows that are not full."""
        blocks = [block for sheet in self.sheets for block in sheet]
        return (
            len(self.sheets),
            len(blocks),
            sum(block.columns * block.rows - len(block.pieces) for block in blocks),
        )

    def add(self, batch: Batch) -> None:
        """Place a batch: whole where it fits, else on a new page, else (or if `part`) as many rows as fit."""
        rest = batch.pieces
        while rest:
            whole = self._goes_on_one_page(batch, len(rest))
            place = self._whole(batch, len(rest)) if whole else None
            if place is None and (self._part or not whole):
                place = self._some(batch, len(rest))
            if place is None:
                self._free.append([self._box.rest if self._free else self._box.first])
                self.sheets.append([])
                continue
            page, index, most = place
            taken = min(most, len(rest))
            self._put(batch, rest[:taken], page, index)
            rest = rest[taken:]

    def _whole(self, batch: Batch, count: int) -> tuple[int, int, int] | None:
        """Find the smallest room for all pieces on the first page with any: page, index, how many it takes."""
        for page, rooms in enumerate(self._free):
            found = [
                (room.width * room.height, index, grid.capacity)
                for index, room in enumerate(rooms)
                if (grid := _grid(batch, room)) and grid.capacity >= count
            ]
            if found:
                return page, *min(found)[1:]
        return None

    def _some(self, batch: Batch, count: int) -> tuple[int, int, int] | None:
        """Find the room that takes most pieces on the last page."""
        if not self._free:
            return None
        found = [(_grid(batch, room) or _NO_GRID).capacity for room in self._free[-1]]
        most = max(range(len(found)), key=lambda index: min(count, found[index]), default=None)
        return (len(self._free) - 1, most, found[most]) if most is not None and found[most] else None

    def _goes_on_one_page(self, batch: Batch, count: int) -> bool:
        return (_grid(batch, self._box.rest) or _NO_GRID).capacity >= count

    def _put(self, batch: Batch, pieces: tuple[Piece | None, ...], page: int, index: int) -> None:
        room = self._free[page].pop(index)
        grid = _grid(batch, room) or _Grid(1, 1)
        columns, pieces = _arranged(pieces, grid, by_group=self._airy)
        nested = _comb(batch, room, len(pieces), loose=self._airy) if grid.comb else None
        across = nested.extent(len(pieces))[0] if nested else _span(columns, batch.model.width, batch.gap)
        label = max(across, min(label_width(batch), room.width - 2 * batch.room))
        block = Block(batch, room.x + batch.room, room.y + LABEL + batch.room, columns, pieces, label, nested)
        self.sheets[page].append(block)
        width = label + 2 * batch.room
        height = block.box.height + 2 * batch.room + LABEL
        tall = next(self._tall, False)
        beside = Box(room.x + width, room.y, room.width - width, room.height if tall else height)
        below = Box(room.x, room.y + height, width if tall else room.width, room.height - height)
        self._free[page] += [beside, below]


class Rows(Plan):
    """The way in which each group has a row of its own, or several, and its sizes lie one beside the other."""

    def __init__(self, box: Page, tall: Sequence[bool]) -> None:
        super().__init__(box, tall, part=False)
        self._row = "", 0.0  # the title of the last row, and where down the page it begins

    def _whole(self, batch: Batch, count: int) -> tuple[int, int, int] | None:
        """Find room in the row of the group, else the one below all rows; other things go anywhere."""
        if not batch.headed:
            return super()._whole(batch, count)
        page, (title, y) = len(self._free) - 1, self._row
        rooms = self._free[page] if self._free else []
        left = self._box.first.x
        beside = [index for index, room in enumerate(rooms) if title == batch.title and room.x > left and room.y >= y]
        below = [index for index, room in enumerate(rooms) if room.x == left]
        for index in (*sorted(beside, key=lambda one: rooms[one].y), *below):
            grid = _grid(batch, rooms[index])
            if grid and grid.capacity >= count:
                return page, index, grid.capacity
        return None

    def _put(self, batch: Batch, pieces: tuple[Piece | None, ...], page: int, index: int) -> None:
        room = self._free[page][index]
        if room.x == self._box.first.x:
            self._row = batch.title, room.y
        super()._put(batch, pieces, page, index)


_NO_GRID = _Grid(0, 0)


def _grid(batch: Batch, room: Box) -> _Grid | None:
    """Return how many columns and rows of a batch go into a room with label and ticks; None for not one."""
    if room.width - 2 * batch.room < label_width(batch) * SHRINK - 1e-6:
        return None
    if batch.model.form:
        found = _comb(batch, room)
        return _Grid(1, found.capacity, found) if found else None
    columns = fitting(room.width - 2 * batch.room, batch.model.width, batch.gap)
    rows = fitting(room.height - LABEL - 2 * batch.room, batch.model.height, batch.gap)
    return _Grid(columns, rows) if columns and rows else None


def _comb(batch: Batch, room: Box, count: int = 0, *, loose: bool = False) -> Comb | None:
    form = batch.model.form
    size = room.width - 2 * batch.room, room.height - LABEL - 2 * batch.room
    if not form:
        return None
    clear = apart(form, size, GUTTER, count) if loose else None
    return clear or comb(form, size, batch.gap, count)


def _arranged(
    pieces: tuple[Piece | None, ...], grid: _Grid, *, by_group: bool
) -> tuple[int, tuple[Piece | None, ...]]:
    """Return how many of the columns to use, and the pieces, with blanks between groups if they fit.

    Of a comb there is one column: a group begins wherever the one before it ends.
    """
    columns, rows, comb = grid
    if comb:
        return 1, pieces
    if not by_group or len(_grouped(pieces, columns)) > columns * rows:
        return -(-len(pieces) // -(-len(pieces) // columns)), pieces  # 6 and 6 look and cut better than 11 and 1
    used = -(-len(_grouped(pieces, columns)) // columns)
    while columns > 1 and len(_grouped(pieces, columns - 1)) <= (columns - 1) * used:
        columns -= 1
    return columns, _grouped(pieces, columns)


def _grouped(pieces: tuple[Piece | None, ...], most: int) -> tuple[Piece | None, ...]:
    """Return the pieces with blank cells where a group ends, so that the next begins a row of `most` columns."""
    found: list[Piece | None] = []
    for before, piece in itertools.pairwise((None, *pieces)):
        if before and piece and before.group != piece.group:
            found += [None] * (-len(found) % most)
        found.append(piece)
    return tuple(found)


def noted(batch: Batch, count: int) -> str:
    """Return the note of a block with so many pieces of the batch."""
    many = some(count, batch.counted) if batch.counted else ""
    return " · ".join(part for part in (batch.note, many) if part)


def label_width(batch: Batch) -> float:
    """Return how wide the label of a batch is that is not torn apart."""
    return _wider(batch.title, noted(batch, len(batch.pieces)))


@remembered(256)
def _wider(title: str, note: str) -> float:
    return max(measure(title, TITLE), measure(note, NOTE))
