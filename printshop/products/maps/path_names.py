"""Names along the paths of a map: straight where their path is straight, else along its curve.

Points are complex numbers, x + y j, in points, with y down. The frame of a name has its origin at the middle of a piece
of the path, u along the piece and v to the right of it. A broad road has its name inside; other paths have it beside.
"""

from __future__ import annotations

from bisect import bisect_left
from cmath import phase
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan, ceil, degrees, hypot
from typing import NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.display_list import Group, Item, TextRun, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color, choose_text_color, measure_contrast
from printshop.drawing.path_styles import PathLook, measure_path_width
from printshop.game.map_paths import MapPath
from printshop.game.maps import HexMap
from printshop.hexes import Hex, HexGrid
from printshop.problems import DoesNotFitError
from printshop.products.build import report_errors
from printshop.products.maps.path_drawing import draw_halo, find_shared, join_path_lines, make_path_look

Spot = tuple[complex, float]  # a point of a word, and the size of its letters

_NAME_STYLE = text.Style("serif", 9.0, italic=True)
_MIN_NAME_SIZE = 5.0
_SIZE_SHARES = (1.0, 0.85, 0.7, 0.55)  # of the usual size, tried in this order
_MAX_NAME_POINTS, _MAX_TRIED = 2_000, 80  # of a path, from its start; of them, the points where its name is tried
_READABLE_CONTRAST = 4.5
_BROAD = 1.5  # sizes of the letters: broader roads have their names inside
_STRAIGHT_BEND = 0.12  # sizes: a name that bends less is straight
_TOUCHING = 0.55  # sum of two sizes: words with points nearer than this touch each other
_SHARPNESS_COST = 6.0  # of a turn of one radian within the size of a letter
_OUTSIDE_COST = 30.0  # of a name that leaves the map
_DEGREE = 3


class _Curve(NamedTuple):
    """A curve v(u) as a sum of polynomials that are orthogonal on the points of a path.

    Each term is (a, b, c): the next polynomial is (u - a) times this one, less b times the one before; c is its factor.
    """

    terms: tuple[tuple[float, float, float], ...]

    def find(self, u: float) -> float:
        """Return v at u."""
        before, polynomial, total = 0.0, 1.0, 0.0
        for a, b, factor in self.terms:
            total += factor * polynomial
            before, polynomial = polynomial, (u - a) * polynomial - b * before
        return total

    def find_slope(self, u: float) -> float:
        """Return the slope of the curve at u."""
        return (self.find(u + 0.01) - self.find(u - 0.01)) / 0.02


class _Place(NamedTuple):
    """A possible place of a name: the frame, the baseline as a curve moved by `shift`, and the cost."""

    cost: float
    middle: complex
    along: complex
    curve: _Curve
    shift: float
    bend: float
    spots: tuple[Spot, ...]
    is_free: bool

    def find_point(self, u: float) -> complex:
        """Return the point of the baseline at u."""
        return self.middle + self.along * complex(u, self.curve.find(u) + self.shift)


class _Cells(NamedTuple):
    """The hexes of a map, and those with words, with marks of terrain, and with paths.

    `owners` has the path through each hex, or None if there are several.
    """

    whole: frozenset[Hex]
    labelled: frozenset[Hex]
    marked: frozenset[Hex]
    owners: Mapping[Hex, MapPath | None]


def _find_cells(hexmap: HexMap) -> _Cells:
    owners: dict[Hex, MapPath | None] = {}
    for path in hexmap.paths:
        for cell in {cell for link in path.links for cell in link}:
            owners[cell] = None if cell in owners else path
    labelled = frozenset(label.at for label in hexmap.labels).union(
        *(zone.hexes for zone in hexmap.zones if zone.label))
    marked = frozenset(cell for kind in hexmap.terrain if kind.letter or kind.picture for cell in kind.hexes)
    return _Cells(frozenset(hexmap.board.whole_hexes), labelled, marked, owners)


def draw_path_names(hexmap: HexMap, grid: HexGrid, ink: Ink, number_place: float, occupied: Sequence[Spot]
                    ) -> Iterator[Item]:
    """Draw the names of paths, none on another.

    `occupied` are the spots of other words, which are avoided if possible. `number_place` is the height of the numbers
    of hexes below the centres of hexes. Raises PrintshopError at the place of a name that is longer than its path or
    has no place clear of other names.
    """
    shared, names, cells = find_shared(hexmap, grid), list[Spot](), _find_cells(hexmap)
    for path in hexmap.paths:
        with report_errors(f"a path of map '{hexmap.title}'", path.span,
                           "make the hexes or the path longer, or write a shorter name"):
            if path.name:
                lines = (line.points for line in join_path_lines([path], hexmap, grid, shared))
                writer = _NameWriter(path, hexmap, grid, ink, cells, max(lines, key=len)[:_MAX_NAME_POINTS])
                place, items = writer.write(number_place, occupied, names)
                names += place.spots
                yield Group(items)


class _NameWriter:
    """The name of a path, with the size, the colour and the halo of its letters."""

    def __init__(self, path: MapPath, hexmap: HexMap, grid: HexGrid, ink: Ink, cells: _Cells,
                 line: Sequence[complex]) -> None:
        self.name, self.line, self.grid, across = path.name, line, grid, grid.across_flats
        self.look: PathLook = make_path_look(path.path_kind, across, hexmap, ink)
        self.half_width = measure_path_width(self.look) / 2
        style, room = _NAME_STYLE._replace(size=min(13.0, max(6.5, 0.17 * across))), max(abs(p - line[0]) for p in line)
        width = text.measure_text(path.name, style)
        if (size := min(style.size, style.size * room / width)) < _MIN_NAME_SIZE:
            raise text.TooWideError(text.strip_markup(path.name), width * _MIN_NAME_SIZE / style.size, room)
        self.size, self.width = size, width * size / style.size
        self.is_inside = path.path_kind.style == "road" and self.look.width >= _BROAD * size
        color = parse_color(self.look.color)
        self.halo = choose_area_color(ink, color) if self.is_inside else self.look.ground
        while measure_contrast(color, self.halo) < _READABLE_CONTRAST:
            color = color.mix(choose_text_color(self.halo), 0.4)
        self.style = style._replace(color=choose_line_color(ink, color))
        self.path, self.cells = path, cells

    def write(self, number_place: float, occupied: Sequence[Spot], names: Sequence[Spot]
              ) -> tuple[_Place, tuple[Item, ...]]:
        """Return the best place for the name and its letters.

        Raises DoesNotFitError if other names leave no place.
        """
        for share in _SIZE_SHARES:
            size = max(share * self.size, _MIN_NAME_SIZE)
            best: _Place | None = None
            for place in sorted(self._list_places(size), key=lambda place: place.cost):
                if best and place.cost >= best.cost:  # words and paths below a name only add to its cost
                    break
                rated = self._rate(place, size, number_place, occupied, names)
                best = min(best or rated, rated, key=lambda place: place.cost)
            if best and best.is_free:
                return best, tuple(self._draw_letters(best, size))
        raise DoesNotFitError(f"'{text.strip_markup(self.name)}' has no place that is clear of other names")

    def _list_places(self, size: float) -> Iterator[_Place]:
        line, width = self.line, self.width * size / self.size
        for first in range(0, len(line), ceil(len(line) / _MAX_TRIED)):
            start = line[first]
            last = next((k for k in range(first + 1, len(line)) if abs(line[k] - start) >= 0.999 * width), 0)
            if not last:
                continue
            along = (line[last] - start) / abs(line[last] - start)
            along = -along if along.real < -0.2 else along  # read from the left
            middle = (line[last] + start) / 2
            frame = [(point - middle) / along for point in line[first : last + 1]]
            curve = _fit_curve(frame)
            offsets = [point.imag - curve.find(point.real) for point in frame]
            samples = [curve.find(width * share) for share in (-0.5, -0.25, 0.0, 0.25, 0.5)]
            turns = [atan(curve.find_slope(width * share)) for share in (-0.5, -0.25, 0.0, 0.25, 0.5)]
            sharpness = max(abs(turn - before) for before, turn in pairwise(turns)) * size / (width / 4)
            cost = ((max(offsets) - min(offsets)) / size + _SHARPNESS_COST * sharpness
                    + abs(first + last - len(line)) / len(line))
            margin = self.half_width + 0.3 * size
            shifts = ((0.34 * size,) if self.is_inside else
                      (min(offsets) - margin, max(offsets) + margin + 0.5 * size))
            for number, shift in enumerate(shifts):
                yield _Place(cost + 0.3 * number, middle, along, curve, shift, max(samples) - min(samples), (), True)

    def _rate(self, place: _Place, size: float, number_place: float, occupied: Sequence[Spot], names: Sequence[Spot]
              ) -> _Place:
        """Return a place with its spots, and with the cost of words, numbers and other paths below it."""
        width, cost, across = self.width * size / self.size, place.cost, self.grid.across_flats
        count = max(4, ceil(2 * width / size))
        spots = tuple((place.find_point(width * (k / count - 0.5)) - 0.35j * size * place.along, size)
                      for k in range(count + 1))
        for spot, _ in spots:
            cell = self.grid.find_hex(spot.real, spot.imag)
            away = spot - complex(*self.grid.find_center(cell)) - 1j * number_place
            on_number = abs(away.imag) < size and abs(away.real) < 0.25 * across
            cost += (_OUTSIDE_COST * any(self.grid.find_hex(edge.real, edge.imag) not in self.cells.whole
                                         for edge in (spot, spot - 0.6j * size * place.along,
                                                      spot + 0.6j * size * place.along))
                     + 5 * (on_number or cell in self.cells.labelled or (self.is_inside and cell in self.cells.marked))
                     + (cell in self.cells.marked or self.cells.owners.get(cell, self.path) is not self.path)
                     ) / (count + 1)
        is_free = not _touch(spots, names)
        return place._replace(spots=spots, is_free=is_free,
                              cost=cost + 100 * (not is_free) + 10 * _touch(spots, occupied))

    def _draw_letters(self, place: _Place, size: float) -> Iterator[Item]:
        runs = text.set_line(self.name, self.style._replace(size=size), 0, 0, "middle")
        if place.bend < _STRAIGHT_BEND * size:
            middle = place.find_point(0.0)
            yield Group((*(draw_halo(run, self.halo) for run in runs), *runs),
                        Transform().translate(middle.real, middle.imag).rotate(degrees(phase(place.along))))
            return
        half_width = 0.75 * self.width
        us = [half_width * (k / 50 - 1) for k in range(101)]
        lengths = [0.0]
        for start, end in pairwise(us):
            lengths.append(lengths[-1] + hypot(end - start, place.curve.find(end) - place.curve.find(start)))
        halos, letters = list[Item](), list[Item]()
        for run in runs:
            for number, letter in enumerate(run.string):
                left, right = (fonts.measure_string(run.string[:end], run.font, run.size)
                               for end in (number, number + 1))
                distance = lengths[50] + run.x + (left + right) / 2
                k = min(max(bisect_left(lengths, distance), 1), 100)
                u = us[k - 1] + (us[k] - us[k - 1]) * (distance - lengths[k - 1]) / (lengths[k] - lengths[k - 1])
                point, turn = place.find_point(u), phase(place.along) + atan(place.curve.find_slope(u))
                transform = Transform().translate(point.real, point.imag).rotate(degrees(turn))
                glyph = TextRun((left - right) / 2, run.y, letter, run.font, run.size, right - left, run.color)
                if letter.strip():
                    halos.append(Group((draw_halo(glyph, self.halo),), transform))
                    letters.append(Group((glyph,), transform))
        yield from halos
        yield from letters


def list_word_spots(center: complex, width: float, size: float) -> Iterator[Spot]:
    """Yield the spots of a level word in letters of a size, in points."""
    count = max(1, ceil(2 * width / size))
    yield from ((center + width * (k / count - 0.5), size) for k in range(count + 1))


def _touch(spots: Sequence[Spot], other_spots: Sequence[Spot]) -> bool:
    left, right = (end(spot.real for spot, _ in spots) for end in (min, max))
    near = [other for other in other_spots if left - 30 < other[0].real < right + 30]
    return any(abs(spot - other) < _TOUCHING * (size + other_size) for other, other_size in near
               for spot, size in spots)


def _fit_curve(points: Sequence[complex]) -> _Curve:
    """Return the curve of least squares through points (u, v), a straight line if there are few of them."""
    before, polynomial = [0.0] * len(points), [1.0] * len(points)
    terms, norm_before = list[tuple[float, float, float]](), 0.0
    for _ in range(min(_DEGREE, len(points) // 3 + 1) + 1):
        norm = sum(value * value for value in polynomial)
        if norm < 1e-9:
            break
        a = sum(point.real * value * value for point, value in zip(points, polynomial, strict=True)) / norm
        b = norm / norm_before if norm_before else 0.0
        factor = sum(point.imag * value for point, value in zip(points, polynomial, strict=True)) / norm
        terms.append((a, b, factor))
        before, polynomial, norm_before = polynomial, [
            (point.real - a) * value - b * old for point, value, old in zip(points, polynomial, before, strict=True)
        ], norm
    return _Curve(tuple(terms))
