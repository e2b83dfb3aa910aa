"""The hexes of a map: which there are, what they are called, how far they lie from an edge.

A place is (column, row), counted from 1 at the top left; on a board in the shape of a hexagon the places of a
column (flat-top) or row (pointy-top) are counted from its own first hex. A hex is called by its place, both figures
with the same number of digits: "0304" is the fourth hex of the third column or, rows first, the fourth of the third
row. With letters for columns it is C04; the columns after Z are AA, BB, as on printed maps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from string import ascii_uppercase

from printshop.hexes import Grid, Hex, Orientation, to_axial, to_place, within
from printshop.language.reader import Reader
from printshop.problems import Span

MOST_LETTERED = 2 * len(ascii_uppercase)  # columns that have letters
MOST_NAMED = 200_000  # hexes named by all terrains and zones of a map, however often
RECTANGLE, HEXAGON = "rectangle", "hexagon"
SIDES = ("top", "right", "bottom", "left")
_EPSILON = 1e-9


@dataclass(frozen=True)
class Board:
    """The hexes of a map.

    `columns` x `rows` hexes in a rectangle, every other line of them shifted (`even_low`: the even ones); or, with a
    `radius`, a hexagon of hexes that many steps from its middle to its corners. `rows_first` is how hexes are called.
    `partial` fills a rectangle up with parts of hexes. With `lettered` columns have letters; `doubled` counts halves of
    hexes along the lines that are shifted, so that neighbours differ by 2 in a line and by 1 beside it.
    """

    orientation: Orientation
    columns: int
    rows: int
    radius: int = 0
    even_low: bool = True
    partial: bool = False
    rows_first: bool = False
    lettered: bool = False
    doubled: bool = False

    @cached_property
    def cells(self) -> tuple[Hex, ...]:
        """All whole hexes, column by column (flat-top) or row by row."""
        if self.radius:
            return within(self.radius)
        places = ((column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))
        return tuple(to_axial(*place, self.orientation, even_low=self.even_low) for place in places)

    @cached_property
    def parts(self) -> tuple[Hex, ...]:
        """The hexes that lie within the map's rectangle only in part; none without `partial`."""
        if not self.partial:
            return ()
        grid = Grid(self.orientation, 1.0)
        left, top, right, bottom = grid.bounds(self.cells)

        def met(cell: Hex) -> bool:
            corners = grid.corners(cell)
            middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise((*corners, corners[0]))]
            return any(left + _EPSILON < x < right - _EPSILON and top + _EPSILON < y < bottom - _EPSILON
                       for x, y in (*corners, *middles))

        around = (to_axial(column, row, self.orientation, even_low=self.even_low)
                  for column in range(self.columns + 2) for row in range(self.rows + 2)
                  if column in {0, self.columns + 1} or row in {0, self.rows + 1})
        return tuple(cell for cell in around if met(cell))

    @cached_property
    def names(self) -> Mapping[str, Hex]:
        """Every hex by what it is called; parts of hexes too, though their numbers are not printed."""
        return {self.name(cell): cell for cell in (*self.parts, *self.cells)}

    @cached_property
    def reach(self) -> tuple[str, str]:
        """What the first and the last of the whole hexes are called."""
        whole = sorted(self.cells, key=lambda cell: self.place(cell)[:: -1 if self.rows_first else 1])
        return self.name(whole[0]), self.name(whole[-1])

    @cached_property
    def digits(self) -> int:
        """How many digits each of the two figures has."""
        flat = self.orientation is Orientation.FLAT
        most = [2 * count if self.doubled and along else count
                for count, along in ((0 if self.lettered else self.columns, not flat), (self.rows, flat))]
        return max(2, len(str(max(most))))

    def name(self, cell: Hex) -> str:
        """Return what a hex is called."""
        column, row = self.figures(self.place(cell))
        return f"{row}{column}" if self.rows_first else f"{column}{row}"

    def figures(self, place: tuple[int, int]) -> tuple[str, str]:
        """Return what column and row of a place are called in the names of hexes."""
        column, row = place
        flat = self.orientation is Orientation.FLAT
        if self.doubled:
            low = ((column if flat else row) % 2 == 0) is self.even_low
            column, row = (column, 2 * row - 1 + low) if flat else (2 * column - 1 + low, row)
        repeated, letter = divmod(column - 1, len(ascii_uppercase))
        # a part of a hex before the first column has no letter
        first = ascii_uppercase[letter] * (repeated + 1) if self.lettered and column > 0 else f"{column:0{self.digits}}"
        return first, f"{row:0{self.digits}}"

    def place(self, cell: Hex) -> tuple[int, int]:
        """Return the place of a hex."""
        if not self.radius:
            return to_place(cell, self.orientation, even_low=self.even_low)
        along, across = cell if self.orientation is Orientation.FLAT else (cell[1], cell[0])
        line, number = along + self.radius + 1, across - max(-self.radius, -along - self.radius) + 1
        return (line, number) if self.orientation is Orientation.FLAT else (number, line)

    def block(self, first: Hex, last: Hex) -> Iterator[Hex]:
        """Give the hexes whose column and row both lie between those of two hexes, these included."""
        (left, right), (top, bottom) = map(sorted, zip(self.place(first), self.place(last), strict=True))
        places = product(range(left, right + 1), range(top, bottom + 1))
        return (self._places[place] for place in places if place in self._places)

    @cached_property
    def _places(self) -> Mapping[tuple[int, int], Hex]:
        """Every hex by its place, parts of hexes too."""
        return {self.place(cell): cell for cell in (*self.parts, *self.cells)}

    def strip(self, edge: int, depth: int) -> tuple[Hex, ...]:
        """Return the hexes at most `depth` from an edge: of `SIDES`, or of a hexagon's six, clockwise from the top."""
        return tuple(cell for cell, deep in zip(self.cells, self._depths[edge], strict=True) if deep <= depth)

    @cached_property
    def _depths(self) -> tuple[tuple[int, ...], ...]:
        """How deep every hex lies behind each of the edges: 1 at the edge, 2 behind that."""
        if self.radius:
            far = self.radius + 1
            deep: list[tuple[int, ...]] = [
                (far + r, far - q, far - q - r, far - r, far + q, far + q + r) for q, r in self.cells]
        else:
            deep = [(row, self.columns - column + 1, self.rows - row + 1, column)
                    for column, row in map(self.place, self.cells)]
        return tuple(zip(*deep, strict=True)) or ((),) * 6


def hexagon(orientation: Orientation, radius: int, *, rows_first: bool = False, lettered: bool = False) -> Board:
    """Return a board in the shape of a hexagon, `2 radius + 1` hexes from corner to corner.

    >>> len(hexagon(Orientation.FLAT, 4).cells)
    61
    """
    size = 2 * radius + 1
    return Board(orientation, size, size, radius, rows_first=rows_first, lettered=lettered)


class MapHexes:
    """Reads hexes by what they are called on a map, and counts how many have been named.

    `edges` are what the edges of its board are called, in the order of `Board.strip`.
    """

    def __init__(self, board: Board, letters: tuple[str, ...] = ()) -> None:
        self.board = board
        self.edges = (letters or tuple("123456")) if board.radius else SIDES
        self._named = 0

    def listed(self, at: Reader, key: str) -> tuple[Hex, ...]:
        """Return the hexes of a list of numbers and blocks of numbers, each once."""
        cells: dict[Hex, None] = {}
        for text, span in at.placed_texts(key, ...):
            ends = [self.hex(at, end.strip(), span) for end in text.split("-", 1)]
            if self._named <= MOST_NAMED and all(ends):
                cells.update(self._counted(at, key, self.board.block(*(end for end in (ends[0], ends[-1]) if end))))
        return tuple(cells)

    def strip(self, at: Reader, edge: str, depth: int) -> tuple[Hex, ...]:
        """Return the hexes at most `depth` from an edge, none for an edge that there is not."""
        cells = self.board.strip(self.edges.index(edge), depth) if edge in self.edges else ()
        return tuple(self._counted(at, "edge", cells))

    def _counted(self, at: Reader, key: str, cells: Iterable[Hex]) -> dict[Hex, None]:
        """Return hexes, each once; so many as would take forever to draw are noted."""
        each = dict.fromkeys(cells)
        self._named += len(each)
        if self._named > MOST_NAMED:
            at.fail(key, f"{at.what} names too many hexes: {MOST_NAMED:,} may be named on a map in all")
        return each

    def hex(self, at: Reader, text: str, span: Span | None) -> Hex | None:
        """Return the hex that is called so, None after noting that there is none."""
        names = self.board.names
        if names and text not in names:
            first, last = self.board.reach
            order = "row, then column" if self.board.rows_first else "column, then row"
            at.problems.add(span, f"{at.what}: there is no hex '{text}'",
                            f"hexes are called {first} to {last}: {order}")
        return names.get(text)
