"""Probable slips in the paths of a map.

They are gaps of one side in rivers, streams and walls, and bridges that cross nothing. A side is the pair of its two
hexes, in any order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from printshop.game.map_paths import PATH_STYLES, MapPath, PathKind, list_side_names
from printshop.hexes import Hex, HexGrid, hex_directions, step_hex

if TYPE_CHECKING:
    from printshop.game.map_hexes import HexBoard

Side = frozenset[Hex]
_Corner = tuple[int, int]
_CROSSED_STYLES = ("river", "stream", "wall")
_GRID_SIZE = 1000.0  # of a hex, so that equal corners have equal whole coordinates


def find_path_slips(paths: Sequence[MapPath], board: HexBoard) -> Iterator[str]:
    """Yield a warning for each probable slip in the paths of a map, with its place in the data.

    A gap lies between the ends of two lines of one kind. An opening in one line, such as the door of a house, is no
    gap, and neither is the place where a path leads through a wall.
    """
    steps = hex_directions(board.orientation)
    sides_by_kind: dict[PathKind, dict[Side, MapPath]] = defaultdict(dict)
    for path in paths:
        for cell, number in path.sides:
            sides_by_kind[path.path_kind].setdefault(frozenset((cell, step_hex(cell, steps[number]))), path)
    links = {frozenset(link) for path in paths for link in path.links}
    for kind, sides in sides_by_kind.items():
        if kind.style in _CROSSED_STYLES:
            yield from _find_gaps(kind, sides, links if kind.style == "wall" else (), board)
    # a kind of the game's own may be a river or wall in any style
    lines = {side for kind, sides in sides_by_kind.items() if kind.style != "bridge" for side in sides
             if kind.style in _CROSSED_STYLES or kind.key not in PATH_STYLES}
    reached = {corner for ends in _find_corners(lines, board).values() for corner in ends}
    for path in paths if lines else ():
        if path.path_kind.style == "bridge":
            crossings = (*path.links, *((cell, step_hex(cell, steps[number])) for cell, number in path.sides))
            bridges = {frozenset((start, end)): (start, end) for start, end in crossings
                       if (end[0] - start[0], end[1] - start[1]) in steps}
            for side, ends in _find_corners(bridges, board).items():
                # a door may close an opening in a wall
                if side not in lines and not reached.issuperset(ends):
                    names = " and ".join(map(board.format_name, bridges[side]))
                    yield (f"{path.span}: the {path.path_kind.key} between {names} crosses no river, stream or wall: "
                           "none lies along that side")


def _find_gaps(kind: PathKind, sides: Mapping[Side, MapPath], links: Collection[Side], board: HexBoard
               ) -> Iterator[str]:
    """Yield a warning for each missing side between two lines of a kind. Sides that `links` cross are no gaps."""
    steps, names, seen_sides = hex_directions(board.orientation), list_side_names(board), set[Side](links)
    cells, corners = frozenset((*board.whole_hexes, *board.partial_hexes)), _find_corners(sides, board)
    at_corners: dict[_Corner, list[Side]] = defaultdict(list)
    for side, ends in corners.items():
        for corner in ends:
            at_corners[corner].append(side)
    line_numbers: dict[_Corner, int] = {}
    for first in at_corners:
        reached, number = [first], len(line_numbers)
        while reached:
            if (corner := reached.pop()) not in line_numbers:
                line_numbers[corner] = number
                reached += [end for side in at_corners[corner] for end in corners[side]]
    near_ends = {cell for meeting in at_corners.values() if len(meeting) == 1 for cell in meeting[0]}
    near_ends |= {step_hex(cell, step) for cell in near_ends for step in steps}
    for cell in sorted(near_ends & cells):
        gaps = [frozenset((cell, step_hex(cell, step))) for step in steps]
        for gap, ends in _find_corners([gap for gap in gaps if gap <= cells and gap not in seen_sides], board).items():
            is_between_ends = all(len(at_corners.get(corner, ())) == 1 for corner in ends)
            if is_between_ends and line_numbers[ends[0]] != line_numbers[ends[1]]:
                seen_sides.add(gap)
                path = sides[at_corners[ends[0]][0]]
                yield (f"{path.span}: this {kind.key} and another one have a gap of one side between their ends: "
                       f"{board.format_name(cell)} {names[gaps.index(gap)]}")


def _find_corners(sides: Collection[Side], board: HexBoard) -> dict[Side, tuple[_Corner, ...]]:
    grid, steps = HexGrid(board.orientation, _GRID_SIZE), hex_directions(board.orientation)
    return {side: tuple((round(x), round(y)) for x, y in grid.find_side(
        cell, steps.index((other[0] - cell[0], other[1] - cell[1]))))
        for side in sides for cell, other in (sorted(side),)}
