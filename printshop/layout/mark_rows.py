"""Rows of marks (circles, boxes or diamonds that a player fills in).

The module arranges marks in groups or sections, and draws them. The number of marks is always exact, or an error is
raised. Marks are wrapped and made smaller, down to a size that a player can still fill in with a pen. Marks are never
merged, clipped or left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, chain
from math import ceil
from typing import assert_never

from printshop.drawing.display_list import BLACK, WHITE, Color, FillableMarks, Item, Stroke, Symbol, TextRun
from printshop.drawing.fonts import cache_layout, find_face_name, load_face, measure_string
from printshop.drawing.geometry import Point
from printshop.drawing.shapes import circle, line, lines, polygon, rect
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import get_line_color
from printshop.lengths import MM
from printshop.mark_shapes import MarkShape
from printshop.problems import DoesNotFitError, pluralize

GROUP_SIZE = 5
MAX_PITCH, MIN_PITCH = 4.1 * MM, 2.5 * MM  # pitch, from centre to centre of neighbours
LINE_PITCH = 1.1  # distance between lines, in pitches
DIVIDER_WIDTH = 2.2  # points: width of the line between sections
_PITCH_STEP = 0.05 * MM
_CIRCLE_SHARE = 0.84  # diameter of a circle, as a share of the pitch
_MAX_BOX_PITCH = 5.0 * MM
_BOX_SHARE = 0.8  # width of a box: straight sides need more space, 1 mm at the largest pitch
_GROUP_GAP = 0.38  # gap between groups, in pitches
_SECTION_GAP = 0.9  # gap between sections, in pitches, for a divider that is visible across a table
_MIN_UNBROKEN_SCALE = 0.8  # scale down to which marks shrink so that sections need not be broken
_TOLERANCE = 1e-9

Clusters = tuple[tuple[int, bool], ...]  # of a line: number of marks, and whether a divider follows


class TooManyMarksError(DoesNotFitError):
    """The error for marks that do not fit their rectangle at a usable size.

    `capacity` is the number of marks that fit. If this number is unknown, `capacity` is None.
    """

    def __init__(self, count: int, capacity: int | None) -> None:
        self.count, self.capacity = count, capacity
        room_left = "" if capacity is None else f": there is room for {max(capacity, 0)}"
        super().__init__(f"{pluralize(count, 'circle')} {'does' if count == 1 else 'do'} not fit{room_left}")


@dataclass(frozen=True, slots=True)
class MarkLayout:
    """The arrangement of marks: the clusters of each line, with lines from the top."""

    pitch: float  # points from mark to mark
    rows: tuple[Clusters, ...]
    line_pitch: float = LINE_PITCH  # distance between lines, in pitches
    centred: bool = False  # lines are centred; else they begin at the left

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return (1 + (len(self.rows) - 1) * self.line_pitch) * self.pitch

    @property
    def width(self) -> float:
        """The width of the longest line, in points."""
        return max((_measure_line(row) for row in self.rows), default=0.0) * self.pitch

    def _list_clusters(self) -> Iterator[tuple[float, int, int, bool]]:
        """Yield each cluster: its start in pitches, its line, its number of marks, and whether it ends a section."""
        for number, row in enumerate(self.rows):
            indent = (self.width / self.pitch - _measure_line(row)) / 2 if self.centred else 0.0
            for start, (size, ends) in zip(_measure_starts(row), row, strict=True):
                yield indent + start, number, size, ends

    def list_points(self) -> Iterator[Point]:
        """Yield the centre of each mark, in points from the left and from the middle height."""
        middle = (len(self.rows) - 1) / 2
        return ((x, (row - middle) * self.pitch * self.line_pitch) for x, row in self.list_centres())

    def list_centres(self) -> Iterator[tuple[float, int]]:
        """Yield the x of the centre of each mark, in points from the left, and the line of the mark."""
        return (((start + index + 0.5) * self.pitch, row)
                for start, row, size, _ in self._list_clusters() for index in range(size))

    def list_dividers(self) -> Iterator[tuple[float, int]]:
        """Yield the x of each divider, in points from the left, and the line of the divider."""
        return (((start + size + _SECTION_GAP / 2) * self.pitch, row)
                for start, row, size, ends in self._list_clusters() if ends)


@dataclass(frozen=True, slots=True)
class MarkPoints:
    """Marks at any points, in the order in which players fill them.

    Points are measured from the left and from the middle height.
    """

    pitch: float  # points: it gives the size of the marks
    points: tuple[Point, ...]

    @property
    def height(self) -> float:
        """Twice the distance from the middle to the farthest edge of a mark, in points."""
        return 2 * max((abs(y) for _, y in self.points), default=0.0) + self.pitch

    @property
    def width(self) -> float:
        """The distance from the left to the farthest edge of a mark, in points."""
        return max((x for x, _ in self.points), default=0.0) + self.pitch / 2

    def list_points(self) -> Iterator[Point]:
        """Yield the points."""
        return iter(self.points)

    def list_dividers(self) -> Iterator[tuple[float, int]]:
        """Yield nothing: the marks have no sections."""
        return iter(())


def _measure_starts(row: Clusters) -> list[float]:
    """Return the starts of the clusters of a line, in pitches."""
    return [0.0, *accumulate(size + (_SECTION_GAP if ends else _GROUP_GAP) for size, ends in row)][:-1]


def _measure_line(row: Clusters) -> float:
    """Return the length of a line in pitches, including the gap of a divider at its end."""
    return _measure_starts(row)[-1] + row[-1][0] + (_SECTION_GAP if row[-1][1] else 0.0) if row else 0.0


def get_mark_share(shape: MarkShape) -> float:
    """Return the width of a mark as a share of the pitch."""
    return _BOX_SHARE if shape == "box" else _CIRCLE_SHARE


def get_max_pitch(shape: MarkShape) -> float:
    """Return the largest pitch of marks of a shape. This is also the default pitch."""
    return _MAX_BOX_PITCH if shape == "box" else MAX_PITCH


def measure_groups(count: int, group: int) -> float:
    """Return the length of a line of marks in groups, in pitches."""
    return count + (ceil(count / group) - 1) * _GROUP_GAP if count else 0.0


def _split_groups(count: int, group: int, *, ends: bool = False) -> Clusters:
    """Return the clusters of `count` marks in groups. If `ends` is true, the last cluster ends a section."""
    return tuple((min(group, count - start), ends and start + group >= count) for start in range(0, count, group))


def _split_sections(sizes: tuple[int, ...], group: int) -> tuple[Clusters, ...]:
    """Return the clusters of each section. No divider follows the last section."""
    return tuple(_split_groups(size, group, ends=number < len(sizes)) for number, size in enumerate(sizes, 1))


def arrange_line(count: int, pitch: float, group: int = GROUP_SIZE, sections: tuple[int, ...] = ()) -> MarkLayout:
    """Return the layout of marks on a single line, in groups.

    The marks may also be in sections.
    """
    return MarkLayout(pitch, (tuple(chain(*_split_sections(sections or (count,), group))),))


def arrange_marks(count: int, width: float, height: float, max_pitch: float = MAX_PITCH, group: int = GROUP_SIZE,
                  min_pitch: float = MIN_PITCH) -> MarkLayout:
    """Return the layout of `count` marks with the largest pitch that fits a rectangle.

    Lines hold whole groups. If a line has no space for a whole group, the lines hold equal numbers of marks.
    Raises TooManyMarksError if the marks do not fit at the smallest pitch.
    """
    per_line = 0
    for pitch in _list_pitches(max_pitch, min_pitch):
        if pitch > height + _TOLERANCE:
            continue
        groups = int((width / pitch + _GROUP_GAP) / (group + _GROUP_GAP) + _TOLERANCE)
        per_line = groups * group if groups else int(width / pitch + _TOLERANCE)
        if count <= per_line or measure_groups(count, group) * pitch <= width:
            return arrange_line(count, pitch, group)
        capacities = (per_line,) * ceil(count / per_line) if per_line else ()
        if capacities and (1 + (len(capacities) - 1) * LINE_PITCH) * pitch <= height + _TOLERANCE:
            sizes = (*capacities[1:], count - sum(capacities[1:])) if groups else tuple(_distribute(count, capacities))
            return MarkLayout(pitch, tuple(_split_groups(size, group) for size in sizes))
    raise TooManyMarksError(count, per_line * (1 + int(max(height / min_pitch - 1, 0) / LINE_PITCH + _TOLERANCE)))


def _list_pitches(max_pitch: float, min_pitch: float) -> Iterator[float]:
    """Yield the pitches to try, the largest first. The last one is the smallest pitch itself."""
    steps = max(0, int((max_pitch - min_pitch) / _PITCH_STEP + 1e-6))
    yield from (max_pitch - step * _PITCH_STEP for step in range(steps + 1))
    if max_pitch - steps * _PITCH_STEP > min_pitch + _TOLERANCE:
        yield min_pitch


def arrange_rows(count: int, measure_widths: Callable[[float, int], tuple[float, ...]], height: float,
                 pitches: tuple[float, float] = (MAX_PITCH, MIN_PITCH)) -> MarkLayout:
    """Return centred rows of marks.

    The marks are as large as possible, in as few rows as possible at this size. `measure_widths` returns the widths of
    the rows, from the top, for a pitch and a number of rows. `pitches` are the largest and the smallest pitch. Raises
    TooManyMarksError if the marks do not fit at the smallest pitch.
    """
    for pitch in _list_pitches(*pitches):
        for rows in range(1, min(count, int(height / pitch + _TOLERANCE)) + 1):
            capacities = tuple(int(width / pitch + _TOLERANCE) for width in measure_widths(pitch, rows))
            if sum(capacities) >= count and min(capacities) > 0:
                return MarkLayout(pitch, tuple(((size, False),) for size in _distribute(count, capacities)), 1.0,
                                  centred=True)
    raise TooManyMarksError(count, None)


def _distribute(count: int, capacities: tuple[int, ...]) -> Iterator[int]:
    """Yield the number of marks in each row, as even as the `capacities` of the rows allow."""
    for row, capacity in enumerate(capacities):
        later = capacities[row + 1:]
        size = max(min(capacity, ceil(count / (1 + len(later)))), count - sum(later))
        yield size
        count -= size


def arrange_sections(sizes: tuple[int, ...], width: float, height: float, max_pitch: float = MAX_PITCH,
                     group: int = GROUP_SIZE,
                     min_pitch: float = MIN_PITCH) -> MarkLayout:
    """Return the largest arrangement of sections that fits a rectangle, with a divider between sections.

    All sections are on one line, or each section begins a line. If this makes the marks more than 1.25 times as
    large, several sections share a line, or lines are broken between groups. Raises TooManyMarksError if the marks do
    not fit at the smallest pitch.
    """
    sections = _split_sections(sizes, group)
    clusters = [(cluster,) for section in sections for cluster in section]
    broken: MarkLayout | None = None
    for pitch in _list_pitches(max_pitch, min_pitch):
        if broken and pitch < _MIN_UNBROKEN_SCALE * broken.pitch - _TOLERANCE:
            break
        line_length = width / pitch
        line_per_section = chain(*(_fill_lines([(cluster,) for cluster in section], line_length)
                                   for section in sections))
        candidates = [(tuple(chain(*sections)),), tuple(line_per_section),
                      *(() if broken
                        else (_fill_lines(sections, line_length), _fill_lines(clusters, line_length)))]
        fitting = [layout for layout in (MarkLayout(pitch, rows) for rows in candidates)
                   if layout.width <= width + _TOLERANCE and layout.height <= height + _TOLERANCE]
        if fitting and fitting[0].rows in candidates[:2]:
            return fitting[0]
        broken = broken or next(iter(fitting), None)
    if not broken:
        raise TooManyMarksError(sum(sizes), None)
    return broken


def _fill_lines(pieces: Iterable[Clusters], line_length: float) -> tuple[Clusters, ...]:
    """Return lines filled one after another, each with as many clusters as fit."""
    rows: list[Clusters] = [()]
    for piece in pieces:
        longer = (*rows[-1], *piece)
        if rows[-1] and _measure_line(longer) > line_length + _TOLERANCE:
            rows.append(piece)
        else:
            rows[-1] = longer
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """The style of marks: circle, box or diamond.

    If `pale` is true, marks are grey, with thinner lines. `line_scale` scales the width of lines. If `markable`
    is true, marks that are not crossed out can be filled in on a screen.
    """

    shape: MarkShape = "circle"
    letter: str = "Q"
    pale: bool = False
    line_scale: float = 1.0
    color: Color = BLACK
    markable: bool = True


@cache_layout(4096)  # by all arguments: records of one form share most rows, and an output file holds each symbol once
def draw_marks(count: int, lettered: tuple[int, ...], damaged: int, layout: MarkLayout | MarkPoints, style: MarkStyle,
               crossed: int = 0) -> Symbol:
    """Return the symbol of `count` marks in a layout.

    Its left edge is at x = 0 and its middle at y = 0. The marks at the positions `lettered` (from 1) have the letter of
    the style. The first `crossed` marks are crossed out, and the next `damaged` marks are filled. Marks are drawn in
    the order in which players fill them: along the lines, from the top.
    """
    items, mark_rects = list[Item](), list[tuple[float, float, float, float]]()
    pitch, radius = layout.pitch, layout.pitch * get_mark_share(style.shape) / 2
    last_row, pen = len(layout.rows) - 1 if isinstance(layout, MarkLayout) else 0, get_line_color(style.color)
    stroke = Stroke(Color(110, 110, 110) if style.pale else style.color,
                    (0.6 if style.pale else 0.7) * style.line_scale)
    for index, (x, y) in enumerate(layout.list_points()):
        filled = crossed <= index < crossed + damaged
        if index >= crossed:
            mark_rects.append((x - radius, y - radius, 2 * radius, 2 * radius))
        fill = style.color if filled else None
        match style.shape:
            case "box":
                items.append(rect(x - radius, y - radius, 2 * radius, 2 * radius, fill=fill, stroke=stroke))
            case "diamond":
                corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
                items.append(polygon(corners, fill=fill, stroke=stroke))
            case "circle":
                items.append(circle(x, y, radius, fill=fill, stroke=stroke))
            case _:
                assert_never(style.shape)
        if index + 1 in lettered:
            size = radius * 1.5
            font = find_face_name("sans", bold=True)
            advance, baseline = measure_string(style.letter, font, size), y + load_face(font).cap_height * size / 2
            items.append(TextRun(x - advance / 2, baseline, style.letter, font, size, advance,
                                 WHITE if filled else stroke.color))
        if index < crossed:  # to the edges: visible even over a letter
            reach = radius * 0.95
            cross = (x - reach, y - reach, x + reach, y + reach), (x - reach, y + reach, x + reach, y - reach)
            items.append(lines(cross, Stroke(pen, 0.9 * style.line_scale)))
    reach = pitch / 2 * (get_mark_share(style.shape) if last_row else LINE_PITCH)  # dividers of two lines do not touch
    for x, row in layout.list_dividers():
        y = (row - last_row / 2) * pitch * LINE_PITCH
        items.append(line(x, y - reach, x, y + reach, Stroke(pen, DIVIDER_WIDTH)))
    markable = None if not style.markable else FillableMarks(
        tuple(mark_rects), damaged, "circle" if style.shape == "circle" else "box")
    return Symbol(f"pips-{count}", tuple(items), (0.0, -layout.height / 2, layout.width, layout.height / 2),
                  marks=markable)


def place_marks(layout: MarkLayout, rect: Rect, alignment: float = 0.5) -> tuple[float, float]:
    """Return the position (left, middle) of a symbol of marks in a rectangle.

    An `alignment` of 0 puts the symbol at the left, 0.5 at the centre (the default), and 1 at the right.
    """
    return rect.x + (rect.width - layout.width) * alignment, rect.y + rect.height / 2
