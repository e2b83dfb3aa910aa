"""The hexes of a map: their positions, their names, and their distance from the edges.

A place is (column, row), counted from 1 at the top left. On a board in the shape of a hexagon, the places of
each column (flat-top) or row (pointy-top) are counted from the first hex of that line.

The name of a hex is made of the two numbers of its place, with the same number of digits for both. With columns
first, "0304" is the fourth hex of the third column; with rows first, it is the fourth hex of the third row.
With letters for columns, the fourth hex of the third column is C04. The columns after Z are AA, BB and so on,
as on printed maps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product
from string import ascii_uppercase

from printshop.hexes import Hex, HexGrid, Orientation, list_hexes_within, to_axial, to_column_row
from printshop.problems import Span
from printshop.schema.reader import Reader

MAX_LETTERED_COLUMNS = 2 * len(ascii_uppercase)  # columns that have letters
MAX_NAMED_HEXES = 200_000  # hexes named by all terrains and zones of a map, repetitions counted
RECTANGLE, HEXAGON = "rectangle", "hexagon"
RECTANGLE_EDGES = ("top", "right", "bottom", "left")
_EPSILON = 1e-9  # tolerance for rounding, in sizes of a hex


@dataclass(frozen=True)
class HexBoard:
    """The hexes of a map.

    The board is a rectangle of `columns` x `rows` hexes. Every other column (flat-top) or row (pointy-top) is
    shifted by half a hex. The even ones are shifted if `even_low` is true. If `radius` is not 0, the board is a
    hexagon with that many steps from its middle to its corners.

    If `names_rows_first` is true, names begin with the row. If `has_partial_hexes` is true, the board also has
    the hexes that lie partly within the rectangle. If `has_column_letters` is true, columns have letters instead
    of numbers. If `doubles_coordinates` is true, hexes are counted in steps of half a hex along the shifted
    lines: neighbours in the same line differ by 2, and neighbours in the next line by 1.
    """

    orientation: Orientation
    columns: int
    rows: int
    radius: int = 0
    even_low: bool = True
    has_partial_hexes: bool = False
    names_rows_first: bool = False
    has_column_letters: bool = False
    doubles_coordinates: bool = False

    @cached_property
    def whole_hexes(self) -> tuple[Hex, ...]:
        """All whole hexes. The hexes of a rectangle are listed column by column."""
        if self.radius:
            return list_hexes_within(self.radius)
        places = ((column, row) for column in range(1, self.columns + 1) for row in range(1, self.rows + 1))
        return tuple(to_axial(*place, self.orientation, even_shifted=self.even_low) for place in places)

    @cached_property
    def partial_hexes(self) -> tuple[Hex, ...]:
        """The hexes that lie only partly within the map's rectangle.

        If `has_partial_hexes` is false, there are none.
        """
        if not self.has_partial_hexes:
            return ()
        grid = HexGrid(self.orientation, 1.0)
        left, top, right, bottom = grid.measure_bounds(self.whole_hexes)

        def overlaps_rectangle(position: Hex) -> bool:
            corners = grid.find_corners(position)
            middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise((*corners, corners[0]))]
            return any(left + _EPSILON < x < right - _EPSILON and top + _EPSILON < y < bottom - _EPSILON
                       for x, y in (*corners, *middles))

        border_hexes = (to_axial(column, row, self.orientation, even_shifted=self.even_low)
                        for column in range(self.columns + 2) for row in range(self.rows + 2)
                        if column in {0, self.columns + 1} or row in {0, self.rows + 1})
        return tuple(position for position in border_hexes if overlaps_rectangle(position))

    @cached_property
    def hexes_by_name(self) -> Mapping[str, Hex]:
        """Every hex by its name. Partial hexes are included, although their names are not printed."""
        return {self.format_name(position): position for position in (*self.partial_hexes, *self.whole_hexes)}

    @cached_property
    def name_range(self) -> tuple[str, str]:
        """The names of the first and the last whole hex."""
        sorted_hexes = sorted(self.whole_hexes, key=lambda cell: self.find_coordinates(cell)[:: -1
                                                                                             if self.names_rows_first
                                                                                             else 1])
        return self.format_name(sorted_hexes[0]), self.format_name(sorted_hexes[-1])

    @cached_property
    def digit_count(self) -> int:
        """The number of digits of each of the two numbers in a name."""
        flat = self.orientation is Orientation.FLAT
        max_coordinates = [2 * count if self.doubles_coordinates and is_doubled_axis else count
                           for count, is_doubled_axis in ((0 if self.has_column_letters else self.columns, not flat),
                                                          (self.rows, flat))]
        return max(2, len(str(max(max_coordinates))))

    def format_name(self, position: Hex) -> str:
        """Return the name of a hex."""
        column, row = self.format_coordinates(self.find_coordinates(position))
        return f"{row}{column}" if self.names_rows_first else f"{column}{row}"

    def format_coordinates(self, coordinates: tuple[int, int]) -> tuple[str, str]:
        """Return the column and the row of a place in the form that they have in names."""
        column, row = coordinates
        flat = self.orientation is Orientation.FLAT
        if self.doubles_coordinates:
            is_low = ((column if flat else row) % 2 == 0) is self.even_low
            column, row = (column, 2 * row - 1 + is_low) if flat else (2 * column - 1 + is_low, row)
        repeated, letter = divmod(column - 1, len(ascii_uppercase))
        # a part of a hex before the first column has no letter
        column_text = (
            ascii_uppercase[letter] * (repeated + 1)
            if self.has_column_letters and column > 0
            else f"{column:0{self.digit_count}}"
        )
        return column_text, f"{row:0{self.digit_count}}"

    def find_coordinates(self, position: Hex) -> tuple[int, int]:
        """Return the (column, row) of a hex."""
        if not self.radius:
            return to_column_row(position, self.orientation, even_shifted=self.even_low)
        along, across = position if self.orientation is Orientation.FLAT else (position[1], position[0])
        line, number = along + self.radius + 1, across - max(-self.radius, -along - self.radius) + 1
        return (line, number) if self.orientation is Orientation.FLAT else (number, line)

    def find_block(self, first: Hex, last: Hex) -> Iterator[Hex]:
        """Return an iterator over the hexes of a block. The two given hexes are its corners and belong to it.

        The column and the row of each hex lie between the columns and the rows of these two hexes.
        """
        (left, right), (top, bottom) = map(sorted,
                                           zip(self.find_coordinates(first), self.find_coordinates(last), strict=True))
        coordinates = product(range(left, right + 1), range(top, bottom + 1))
        return (self._hexes_by_coordinates[coordinate] for coordinate in coordinates
                if coordinate in self._hexes_by_coordinates)

    @cached_property
    def _hexes_by_coordinates(self) -> Mapping[tuple[int, int], Hex]:
        """Every hex by its (column, row), including partial hexes."""
        return {self.find_coordinates(position): position for position in (*self.partial_hexes, *self.whole_hexes)}

    def find_strip(self, edge: int, depth: int) -> tuple[Hex, ...]:
        """Return the hexes of a strip along an edge. The strip is `depth` hexes deep.

        `edge` is an index of `RECTANGLE_EDGES`, or of the six edges of a hexagon, clockwise from the top.
        """
        return tuple(position for position, hex_depth in zip(self.whole_hexes, self._depths[edge], strict=True)
                     if hex_depth <= depth)

    @cached_property
    def _depths(self) -> tuple[tuple[int, ...], ...]:
        """The depth of every whole hex, counted from each edge: 1 at the edge, 2 in the next line, and so on."""
        if self.radius:
            middle_depth = self.radius + 1
            depths_by_hex: list[tuple[int, ...]] = [
                (middle_depth + r, middle_depth - q, middle_depth - q - r, middle_depth - r, middle_depth + q,
                 middle_depth + q + r) for q, r in self.whole_hexes]
        else:
            depths_by_hex = [(row, self.columns - column + 1, self.rows - row + 1, column)
                             for column, row in map(self.find_coordinates, self.whole_hexes)]
        return tuple(zip(*depths_by_hex, strict=True)) or ((),) * 6


def make_hexagon_board(orientation: Orientation, radius: int, *, names_rows_first: bool = False,
                       has_column_letters: bool = False) -> HexBoard:
    """Return a board in the shape of a hexagon, with `2 radius + 1` hexes from corner to corner.

    >>> len(make_hexagon_board(Orientation.FLAT, 4).whole_hexes)
    61
    """
    size = 2 * radius + 1
    return HexBoard(orientation, size, size, radius, names_rows_first=names_rows_first,
                    has_column_letters=has_column_letters)


class MapHexReader:
    """A reader of the names of hexes on a map. It limits the number of hexes that terrains and zones list.

    `edge_names` are the names of the edges of the board, in the order of `HexBoard.find_strip`.
    """

    def __init__(self, board: HexBoard, letters: tuple[str, ...] = ()) -> None:
        self.board = board
        self.edge_names = (letters or tuple("123456")) if board.radius else RECTANGLE_EDGES
        self._named_count = 0

    def read_hexes(self, reader: Reader, key: str) -> tuple[Hex, ...]:
        """Return the hexes of a list of names and of blocks such as "0101-0304", each hex once."""
        hexes: dict[Hex, None] = {}
        for text, span in reader.read_texts_with_spans(key, ...):
            ends = [self.read_hex(reader, end.strip(), span) for end in text.split("-", 1)]
            if self._named_count <= MAX_NAMED_HEXES and all(ends):
                hexes.update(self._count_hexes(reader, key,
                                               self.board.find_block(*(end for end in (ends[0], ends[-1]) if end))))
        return tuple(hexes)

    def read_strip(self, reader: Reader, edge: str, depth: int) -> tuple[Hex, ...]:
        """Return the hexes of a strip along an edge. The strip is `depth` hexes deep.

        If the edge is unknown, return no hexes.
        """
        hexes = self.board.find_strip(self.edge_names.index(edge), depth) if edge in self.edge_names else ()
        return tuple(self._count_hexes(reader, "edge", hexes))

    def _count_hexes(self, reader: Reader, key: str, hexes: Iterable[Hex]) -> dict[Hex, None]:
        """Return the given hexes, each once. Report a map that lists more than `MAX_NAMED_HEXES` hexes.

        Drawing more hexes would take too long.
        """
        unique_hexes = dict.fromkeys(hexes)
        self._named_count += len(unique_hexes)
        if self._named_count > MAX_NAMED_HEXES:
            reader.add_problem(key,
                               f"{reader.label} lists too many hexes: all lists of a map together must not have more "
                               f"than {MAX_NAMED_HEXES:,} hexes")
        return unique_hexes

    def read_hex(self, reader: Reader, text: str, span: Span | None) -> Hex | None:
        """Return the hex with the given name. If there is no such hex, report this and return None."""
        names = self.board.hexes_by_name
        if names and text not in names:
            first_name, last_name = self.board.name_range
            order = ("the row first, "
                     "then the column") if self.board.names_rows_first else "the column first, then the row"
            reader.problems.add(span, f"{reader.label}: there is no hex '{text}'",
                                f"write a name from {first_name} to {last_name}: {order}")
        return names.get(text)
