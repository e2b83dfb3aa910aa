"""Cards on a sheet: as many of one size as go on it, upright or turned, edge to edge in the middle.

Points, origin at the top left, y down. Neighbours share their cuts; marks outside the block show where the cuts run
on. Every sheet of one size is cut alike: where cards are missing, those that are there keep their places.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Group, Layer, Stroke
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item
    from printshop.layout.paper import Paper

OFF, MARK = 0.7 * MM, 1.2 * MM
"""How far from the block its cut marks begin, and how long they are."""

CUT, TICK = Stroke(BLACK, 0.4), Stroke(BLACK, 0.35)
RULER = furniture.RULER - 1.0  # what the ruler up the side really takes


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards lie on a sheet: a block of `columns` x `rows` in a box; `turned` cards lie on their left side."""

    box: Box
    columns: int
    rows: int
    turned: bool

    @property
    def count(self) -> int:
        """How many cards a sheet has."""
        return self.columns * self.rows

    def place(self, index: int) -> Box:
        """Return the place of a card, row by row."""
        row, column = divmod(index, self.columns)
        width, height = self.box.width / self.columns, self.box.height / self.rows
        return Box(self.box.x + column * width, self.box.y + row * height, width, height)

    def there(self, index: int) -> Transform:
        """Return what takes an upright card, its top left corner at the origin, to its place."""
        place = self.place(index)
        if self.turned:
            return Transform(0, 1, -1, 0, place.right, place.y)
        return Transform(e=place.x, f=place.y)


def area(paper: Paper) -> Box:
    """Return the room for cards on a sheet: clear of header, rulers and the marks round the block."""
    inner = furniture.content_box(paper)
    left = paper.box.x + RULER
    return Box(left, inner.y, inner.right - left, inner.height).inset(OFF + MARK)


def sheet(width: float, height: float, paper: Paper) -> Sheet | None:
    """Return how cards of a size lie on a sheet of paper, None if not even one does."""
    room = area(paper)
    upright, turned = _grid(width, height, room), _grid(height, width, room)
    if not any(upright) and not any(turned):
        return None
    lying = turned[0] * turned[1] > upright[0] * upright[1]
    (columns, rows), (across, down) = (turned, (height, width)) if lying else (upright, (width, height))
    x = room.x + (room.width - columns * across) / 2
    y = room.y + (room.height - rows * down) / 2
    return Sheet(Box(x, y, columns * across, rows * down), columns, rows, lying)


def _grid(width: float, height: float, room: Box) -> tuple[int, int]:
    columns, rows = floor(room.width / width + 1e-9), floor(room.height / height + 1e-9)
    return (columns, rows) if columns and rows else (0, 0)


def draw(made: Sheet, cards: Sequence[tuple[Item, ...]]) -> tuple[Item, ...]:
    """Return the cards of a sheet in their places, the lines to cut along, and the marks round them."""
    cuts = tuple(shapes.line(*one, CUT) for one in _cuts(made, len(cards)))
    return (
        *(Group(items, made.there(index)) for index, items in enumerate(cards)),
        Group(cuts, layer=Layer.CUT),
        Group((shapes.lines(tuple(_marks(made, len(cards))), TICK),), layer=Layer.GUIDE),
    )


def _filled(made: Sheet, count: int) -> tuple[int, int]:
    """Return how many columns have a card, and how many rows."""
    return min(count, made.columns), -(-count // made.columns)


def _cuts(made: Sheet, count: int) -> Iterator[tuple[float, float, float, float]]:
    """Give every line to cut along once; lines end where there are no cards on either side."""
    columns, rows = _filled(made, count)
    last = count - (rows - 1) * made.columns  # cards in the last row
    for row in range(rows + 1):
        y = made.box.y + row * made.place(0).height
        yield made.box.x, y, made.place((last if row == rows else columns) - 1).right, y
    for column in range(columns + 1):
        x = made.box.x + column * made.place(0).width
        foot = rows if column <= last else rows - 1
        yield x, made.box.y, x, made.box.y + foot * made.place(0).height


def _marks(made: Sheet, count: int) -> Iterator[tuple[float, float, float, float]]:
    columns, rows = _filled(made, count)
    right = made.box.x + columns * made.place(0).width
    foot = made.box.y + rows * made.place(0).height
    for row in range(rows + 1):
        y = made.box.y + row * made.place(0).height
        yield made.box.x - OFF - MARK, y, made.box.x - OFF, y
        yield right + OFF, y, right + OFF + MARK, y
    for column in range(columns + 1):
        x = made.box.x + column * made.place(0).width
        yield x, made.box.y - OFF - MARK, x, made.box.y - OFF
        yield x, foot + OFF, x, foot + OFF + MARK
