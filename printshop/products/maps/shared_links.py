"""Paths of several kinds through the same two hexes: they lie side by side there, together in the middle.

Points are complex numbers, x + y j, in points, with y down. An offset is the distance in points by which a path lies to
the right of the centres of the hexes. Where a path is alone, it runs through the centres; from a shared link to the
next centre, it returns there smoothly.
"""

from __future__ import annotations

from cmath import phase
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from printshop.game.map_paths import MapPath, PathKind
from printshop.hexes import Hex, HexGrid, list_hexes_within

Link = tuple[Hex, Hex]
_LEAST_COSINE = 0.48  # of the turn of a line at a junction: lines that turn more end there
_STEPS = 8  # pieces of a smooth line from a centre to the next
_GAP_SHARE = 0.012  # between two paths, as a share of a hex


class SharedLinks(NamedTuple):
    """The links that paths of several kinds share.

    `offsets` has the offset of each kind on each shared link, in both directions. `tangents` has the direction in
    which all paths of a link leave its first hex. `widths` has the width of all paths on a link together, and of the
    widest of them.
    """

    offsets: Mapping[str, Mapping[Link, float]]
    tangents: Mapping[Link, complex]
    widths: Mapping[frozenset[Hex], tuple[float, float]]


def join_path_edges(edges: Iterable[Sequence[complex]], grid: HexGrid) -> Iterator[tuple[list[complex], set[complex]]]:
    """Yield the points of each line of joined edges, and the points where more than two edges meet.

    Every edge is in one line. At a junction, the line goes on that turns least. A closed line has equal ends.
    """
    places: dict[complex, complex] = {}
    neighbors: dict[complex, dict[complex, None]] = defaultdict(dict)
    for edge in edges:
        # equal points get equal nodes, in spite of rounding errors
        scaled = [(point - complex(grid.x, grid.y)) * 1000 / grid.across_flats for point in edge]
        nodes = [complex(round(node.real), round(node.imag)) for node in scaled]
        for node, other, point in zip(nodes, nodes[::-1], edge, strict=True):
            neighbors[node][other] = None
            places.setdefault(node, point)
    counts = {node: len(node_neighbors) for node, node_neighbors in neighbors.items()}
    junctions = {places[node] for node, count in counts.items() if count > 2}
    for start in sorted(neighbors, key=lambda node: (counts[node] != 1, counts[node] == 2)):
        while neighbors[start]:
            line, along = [start], 0j
            while neighbors[line[-1]]:
                turns = {node: (node - line[-1]) / (along or node - line[-1]) for node in neighbors[line[-1]]}
                node = max(turns, key=lambda node: turns[node].real / abs(turns[node]))
                if counts[line[-1]] > 2 and turns[node].real < _LEAST_COSINE * abs(turns[node]):
                    break
                del neighbors[line[-1]][node], neighbors[node][line[-1]]
                along = node - line[-1]
                line.append(node)
            yield [places[node] for node in line], junctions


def find_shared_links(paths: Sequence[MapPath], grid: HexGrid, widths: Mapping[PathKind, float]) -> SharedLinks:
    """Return the offsets of paths that share links with other kinds of paths.

    `widths` has the kinds in question.
    """
    kinds_on: dict[frozenset[Hex], dict[PathKind, None]] = defaultdict(dict)
    for kind in widths:
        for link in (link for path in paths if path.path_kind == kind for link in path.links):
            kinds_on[frozenset(link)][kind] = None
    groups: dict[tuple[PathKind, ...], list[tuple[complex, ...]]] = defaultdict(list)
    for ends, on_link in kinds_on.items():
        if len(on_link) > 1:
            groups[tuple(on_link)].append(tuple(complex(*grid.find_center(cell)) for cell in sorted(ends)))
    offsets: dict[str, dict[Link, float]] = defaultdict(dict)
    joint_widths: dict[frozenset[Hex], tuple[float, float]] = {}
    for kinds, edges in groups.items():
        gap, widest = _GAP_SHARE * grid.across_flats, max(widths[kind] for kind in kinds)
        total = sum(widths[kind] for kind in kinds) + gap * (len(kinds) - 1)
        for line, _ in join_path_edges(edges, grid):
            cells = [grid.find_hex(point.real, point.imag) for point in line]
            left = -total / 2
            for kind in _sort_kinds(kinds, cells, kinds_on, grid):
                for start, end in pairwise(cells):
                    offset = left + widths[kind] / 2
                    offsets[kind.key][start, end], offsets[kind.key][end, start] = offset, -offset
                    joint_widths[frozenset((start, end))] = total, widest
                left += widths[kind] + gap
    return SharedLinks(offsets, _find_common_tangents(paths, offsets, grid), joint_widths)


def _find_common_tangents(paths: Sequence[MapPath], offsets: Mapping[str, Mapping[Link, float]], grid: HexGrid
                   ) -> Mapping[Link, complex]:
    """Return the mean of the directions in which the kinds of paths on each shared link leave its first hex."""
    directions: dict[Link, list[complex]] = defaultdict(list)
    for kind, links in offsets.items():
        edges = [[complex(*grid.find_center(cell)) for cell in link] for path in paths if path.path_kind.key == kind
                 for link in path.links]
        for line, _ in join_path_edges(edges, grid):
            cells, tangents = [grid.find_hex(point.real, point.imag) for point in line], _find_tangents(line)
            for (start, end), leaving, arriving in zip(pairwise(cells), tangents, tangents[1:], strict=False):
                if (start, end) in links:
                    directions[start, end].append(leaving)
                    directions[end, start].append(-arriving)
    return {link: sum(tangents) / len(tangents) for link, tangents in directions.items()}


def _sort_kinds(kinds: Sequence[PathKind], cells: Sequence[Hex],
                kinds_on: Mapping[frozenset[Hex], Mapping[PathKind, None]], grid: HexGrid) -> list[PathKind]:
    """Return the kinds on a shared line from left to right, so that they do not cross where they part."""
    turns = dict.fromkeys(kinds, 0.0)  # to the right, in radians, at both ends
    for last, before, sign in ((cells[-1], cells[-2], 1), (cells[0], cells[1], -1)):
        center = complex(*grid.find_center(last))
        along = center - complex(*grid.find_center(before))
        for end in list_hexes_within(1, last, grid.orientation):
            if end != before and (end_kinds := kinds_on.get(frozenset((last, end)))):
                for kind in turns.keys() & end_kinds.keys():
                    turns[kind] += sign * phase((complex(*grid.find_center(end)) - center) / along)
    return sorted(kinds, key=lambda kind: round(turns[kind], 6))


def move_lines(lines: Sequence[Sequence[complex]], kind: str, shared: SharedLinks, grid: HexGrid
               ) -> Iterator[list[complex]]:
    """Yield the points of each line of a kind, smooth and moved by the offsets.

    `lines` run from centre to centre.
    """
    offsets, tangents = shared.offsets.get(kind, {}), shared.tangents
    traced: list[tuple[list[Hex], list[float], list[complex]]] = []
    shifts: dict[Hex, complex] = {}  # of the kind's lines in each hex, so that branches meet their line
    for line in lines:
        cells = [grid.find_hex(center.real, center.imag) for center in line]
        along = [offsets.get(link, 0.0) for link in pairwise(cells)]
        directions = _find_tangents(line)
        for number, cell in enumerate(cells):
            before = number - 1 if number else len(along) - 1 if cells[0] == cells[-1] else -1
            after = number if number < len(along) else 0 if cells[0] == cells[-1] else -1
            common = [-tangents[cells[before + 1], cells[before]]] if before >= 0 and along[before] else []
            common += [tangents[cells[after], cells[after + 1]]] if after >= 0 and along[after] else []
            directions[number] = sum(common) / len(common) if common else directions[number]
            if nearby := [along[side] for side in (before, after) if side >= 0 and along[side]]:
                shifts.setdefault(cell, sum(nearby) / len(nearby) * 1j * _shorten(directions[number]))
        traced.append((cells, along, directions))
    for line, (cells, along, directions) in zip(lines, traced, strict=True):
        moved = [line[0] + shifts.get(cells[0], 0j)]
        for number, offset in enumerate(along):
            points = [*_trace_curve(line[number : number + 2], directions[number : number + 2])]
            corrections = [shifts.get(cells[index], 0j) - offset * 1j * _shorten(directions[index])
                           for index in (number, number + 1)]
            for step, (point, direction) in enumerate(points, 1):
                share = (step / _STEPS) ** 2 * (3 - 2 * step / _STEPS)
                moved.append(point + offset * 1j * direction + corrections[0] * (1 - share) + corrections[1] * share)
        yield moved


def _trace_curve(ends: Sequence[complex], tangents: Sequence[complex]) -> Iterator[tuple[complex, complex]]:
    """Yield points of a cubic curve, without its first point, and the direction of the curve at each of them."""
    (start, end), (leaving, arriving) = ends, tangents
    for t in (step / _STEPS for step in range(1, _STEPS + 1)):
        s = 1 - t
        yield (start * (1 + 2 * t) * s * s + leaving * t * s * s + end * t * t * (3 - 2 * t) - arriving * t * t * s,
               _shorten(6 * t * s * (end - start) + leaving * s * (1 - 3 * t) + arriving * t * (3 * t - 2)))


def _find_tangents(line: Sequence[complex]) -> list[complex]:
    """Return the direction of a smooth line at each of its points, as `smooth_line` has it."""
    before, after = (line[-2], line[1]) if line[0] == line[-1] else (line[0], line[-1])
    padded = [before, *line, after]
    return [(end - start) / 2 for start, end in zip(padded, padded[2:], strict=False)]


def _shorten(direction: complex) -> complex:
    return direction / (abs(direction) or 1.0)
