"""The hexes of a map: their positions, their names, and their distance from the edges.

A place is (column, row), counted from 1 at the top left. On a board in the shape of a hexagon, the places of
each column (flat-top) or row (pointy-top) are counted from the first hex of that line.

The name of a hex is made of the two numbers of its place, as the numbering of the map says: "0304" is the fourth
hex of the third column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, product

from printshop.game.map_numbering import DEFAULT_NUMBERING, AxisNumbers, MapNumbering
from printshop.hexes import Hex, HexGrid, Orientation, list_hexes_within, to_axial, to_column_row
from printshop.problems import Span
from printshop.schema.reader import Reader

MAX_NAMED_HEXES = 200_000  # hexes named by all terrains and zones of a map, repetitions counted
RECTANGLE, HEXAGON = "rectangle", "hexagon"
RECTANGLE_EDGES = ("top", "right", "bottom", "left")
_EPSILON = 1e-9  # tolerance for rounding, in sizes of a hex


@dataclass(frozen=True)
class HexBoard:
    """The hexes or squares of a map.

    The board is a rectangle of `columns` x `rows` hexes. Every other column (flat-top) or row (pointy-top) is
    shifted by half a hex. The even ones are shifted if `even_low` is true. If `radius` is not 0, the board is a
    hexagon with that many steps from its middle to its corners. If `has_partial_hexes` is true, the board also has
    the hexes that lie partly within the rectangle.
    """

    orientation: Orientation
    columns: int
    rows: int
    radius: int = 0
    even_low: bool = True
    has_partial_hexes: bool = False
    numbering: MapNumbering = DEFAULT_NUMBERING

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
        order, places = -1 if self.numbering.names_rows_first else 1, map(self.find_coordinates, self.whole_hexes)
        sorted_places = sorted(places, key=lambda place: self.find_numbers(place)[::order])
        return self.format_place(sorted_places[0]), self.format_place(sorted_places[-1])

    @property
    def has_column_lines(self) -> bool:
        """Whether the lines of hexes are columns. The lines of pointy-top hexes are rows."""
        return self.orientation is not Orientation.POINTY

    @cached_property
    def axes(self) -> tuple[AxisNumbers, AxisNumbers]:
        """The numbers of the columns and the rows."""
        return self.numbering.find_axes(*self.count_numbers())

    def count_numbers(self) -> tuple[int, int]:
        """Return how many numbers the columns and the rows have."""
        return self._double_along_lines(self.columns, self.rows)

    def _double_along_lines(self, column: int, row: int) -> tuple[int, int]:
        """Return a pair whose part along the lines of hexes is doubled if the numbering is doubled."""
        factor = 1 + self.numbering.doubled
        return (column, factor * row) if self.has_column_lines else (factor * column, row)

    def format_name(self, position: Hex) -> str:
        """Return the name of a hex."""
        return self.format_place(self.find_coordinates(position))

    def format_place(self, coordinates: tuple[int, int]) -> str:
        """Return the name of the hex at a place."""
        parts = self.format_coordinates(coordinates)
        return self.numbering.separator.join(parts[::-1] if self.numbering.names_rows_first else parts)

    def format_coordinates(self, coordinates: tuple[int, int]) -> tuple[str, str]:
        """Return the column and the row of a place in the form that they have in names."""
        (column, row), (column_axis, row_axis) = self.find_numbers(coordinates), self.axes
        return column_axis.format_number(column), row_axis.format_number(row)

    def find_numbers(self, coordinates: tuple[int, int]) -> tuple[int, int]:
        """Return the numbers of the column and the row of a place, as its name has them."""
        by_column, (column, row), numbering = self.has_column_lines, coordinates, self.numbering
        columns, rows = self.columns, self.rows
        if self.radius:  # the lines of a hexagon become shorter towards its corners
            missing = abs((column if by_column else row) - self.radius - 1)
            columns, rows = (columns, rows - missing) if by_column else (columns - missing, rows)
        if numbering.doubled:
            is_high = ((column if by_column else row) % 2 == 0) is not self.even_low
            columns, rows = self._double_along_lines(columns, rows)
            column, row = self._double_along_lines(column, row)
            column, row = (column, row - is_high) if by_column else (column - is_high, row)
        column, row = (columns + 1 - column if numbering.begins_right else column,
                       rows + 1 - row if numbering.begins_at_bottom else row)
        return column - 1 + self.axes[0].start, row - 1 + self.axes[1].start

    def find_coordinates(self, position: Hex) -> tuple[int, int]:
        """Return the (column, row) of a hex."""
        if not self.radius:
            return to_column_row(position, self.orientation, even_shifted=self.even_low)
        along, across = position if self.has_column_lines else (position[1], position[0])
        line, number = along + self.radius + 1, across - max(-self.radius, -along - self.radius) + 1
        return (line, number) if self.has_column_lines else (number, line)

    def find_block(self, first: Hex, last: Hex) -> Iterator[Hex]:
        """Return an iterator over the hexes of a block.

        The two given hexes are its corners and belong to it. The column and the row of each hex lie between the columns
        and the rows of these two hexes.
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


def make_hexagon_board(orientation: Orientation, radius: int, numbering: MapNumbering = DEFAULT_NUMBERING) -> HexBoard:
    """Return a board in the shape of a hexagon, with `2 radius + 1` hexes from corner to corner.

    >>> len(make_hexagon_board(Orientation.FLAT, 4).whole_hexes)
    61
    """
    size = 2 * radius + 1
    return HexBoard(orientation, size, size, radius, numbering=numbering)


class MapHexReader:
    """Reader of the names of hexes on a map. It limits the number of hexes that terrains and zones list.

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
            ends = [self.read_hex(reader, name.strip(), span) for name in self.split_block(text)]
            if not self.has_too_many_names and all(ends):
                hexes.update(self.count_hexes(reader, key,
                                              self.board.find_block(*(end for end in (ends[0], ends[-1]) if end))))
        return tuple(hexes)

    def split_block(self, text: str) -> list[str]:
        """Return the names of the first and the last hex of a block such as "0101-0304", or the name of one hex."""
        parts, end_of_first = text.split("-"), 1 + (self.board.numbering.separator == "-")
        return ["-".join(part) for part in (parts[:end_of_first], parts[end_of_first:]) if part]

    @property
    def has_too_many_names(self) -> bool:
        """Whether the map lists more than `MAX_NAMED_HEXES` hexes, which has been reported."""
        return self._named_count > MAX_NAMED_HEXES

    def read_strip(self, reader: Reader, edge: str, depth: int) -> tuple[Hex, ...]:
        """Return the hexes of a strip along an edge. The strip is `depth` hexes deep.

        If the edge is unknown, return no hexes.
        """
        hexes = self.board.find_strip(self.edge_names.index(edge), depth) if edge in self.edge_names else ()
        return tuple(self.count_hexes(reader, "edge", hexes))

    def count_hexes(self, reader: Reader, key: str, hexes: Iterable[Hex]) -> dict[Hex, None]:
        """Return the given hexes, each once. Report a map that lists more than `MAX_NAMED_HEXES` hexes.

        Drawing more hexes would take too long.
        """
        unique_hexes = dict.fromkeys(hexes)
        self._named_count += len(unique_hexes)
        if self.has_too_many_names:
            reader.add_problem(key,
                               f"{reader.label} lists too many hexes: all lists of a map together must not have more "
                               f"than {MAX_NAMED_HEXES:,} hexes")
        return unique_hexes

    def read_hex(self, reader: Reader, text: str, span: Span | None, label: str = "") -> Hex | None:
        """Return the hex with the given name.

        If there is no such hex, report this and return None. `label` is the name of the place of the text in messages,
        by default that of the reader.
        """
        names = self.board.hexes_by_name
        if names and text not in names:
            first_name, last_name = self.board.name_range
            order = ("the row first, "
                     "then the column") if self.board.numbering.names_rows_first else "the column first, then the row"
            reader.problems.add(span, f"{label or reader.label}: there is no hex '{text}'",
                                f"write a name from {first_name} to {last_name}: {order}")
        return names.get(text)
