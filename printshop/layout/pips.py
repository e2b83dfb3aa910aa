"""Layout of rows of marks: circles, boxes or diamonds that a player fills in, in groups or sections.

The number of marks is always exact, or an error is raised. Marks are made smaller, down to a size that a pen can still
fill, and wrapped; they are never merged, clipped or left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, chain
from math import ceil

from printshop.drawing.fonts import face, remembered, styled, width
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Color, Item, Marks, Stroke, Symbol, Text
from printshop.drawing.shapes import circle, line, lines, polygon, rect
from printshop.layout.boxes import Box
from printshop.problems import Misfit, some
from printshop.units import MM

GROUP = 5
LARGEST, SMALLEST = 4.1 * MM, 2.5 * MM  # pitch, from centre to centre of neighbours
LEADING = 1.1  # distance between lines, in pitches
DIVIDER = 2.2  # points: width of the line between sections
_STEP = 0.05 * MM
_SHARE = 0.84  # diameter of a circle, as a share of the pitch
_LARGEST_BOX = 5.0 * MM
_BOX_SHARE = 0.8  # width of a box: straight sides need more space, 1 mm at the largest pitch
_GROUP_GAP = 0.38  # gap between groups, in pitches
_SECTION_GAP = 0.9  # gap between sections, in pitches, for a divider that is visible across a table
_WHOLE = 0.8  # scale down to which marks shrink so that sections need not be broken
_NEAR = 1e-9

Clusters = tuple[tuple[int, bool], ...]  # of a line: number of marks, and whether a divider follows


class TooMany(Misfit):
    """The marks do not fit their rectangle at a usable size; `room` is the number that fits, if known."""

    def __init__(self, count: int, room: int | None) -> None:
        self.count, self.room = count, room
        room_left = "" if room is None else f": there is room for {room}"
        super().__init__(f"{some(count, 'circle')} {'does' if count == 1 else 'do'} not fit{room_left}")


@dataclass(frozen=True, slots=True)
class Layout:
    """The arrangement of marks: the clusters of each line, from the top."""

    pitch: float  # points from mark to mark
    rows: tuple[Clusters, ...]
    leading: float = LEADING  # distance between lines, in pitches
    centred: bool = False  # lines are centred; else they begin at the left

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return (1 + (len(self.rows) - 1) * self.leading) * self.pitch

    @property
    def width(self) -> float:
        """The width of the longest line, in points."""
        return max((_length(row) for row in self.rows), default=0.0) * self.pitch

    def _clusters(self) -> Iterator[tuple[float, int, int, bool]]:
        """Yield the start of each cluster in pitches, its line, its number of marks and whether it ends a section."""
        for number, row in enumerate(self.rows):
            aside = (self.width / self.pitch - _length(row)) / 2 if self.centred else 0.0
            for start, (size, ends) in zip(_starts(row), row, strict=True):
                yield aside + start, number, size, ends

    def spots(self) -> Iterator[tuple[float, int]]:
        """Yield the centre of each mark, in points from the left, and its line."""
        return (((start + index + 0.5) * self.pitch, row)
                for start, row, size, _ in self._clusters() for index in range(size))

    def dividers(self) -> Iterator[tuple[float, int]]:
        """Yield the position of each divider, in points from the left, and its line."""
        return (((start + size + _SECTION_GAP / 2) * self.pitch, row)
                for start, row, size, ends in self._clusters() if ends)


def _starts(row: Clusters) -> list[float]:
    """Return the starts of the clusters of a line, in pitches."""
    return [0.0, *accumulate(size + (_SECTION_GAP if ends else _GROUP_GAP) for size, ends in row)][:-1]


def _length(row: Clusters) -> float:
    """Return the length of a line in pitches, including the gap of a divider at its end."""
    return _starts(row)[-1] + row[-1][0] + (_SECTION_GAP if row[-1][1] else 0.0) if row else 0.0


def share(shape: str) -> float:
    """Return the width of a mark as a share of the pitch."""
    return _BOX_SHARE if shape == "box" else _SHARE


def largest(shape: str) -> float:
    """Return the default pitch of marks, which is also the largest."""
    return _LARGEST_BOX if shape == "box" else LARGEST


def extent(count: int, group: int) -> float:
    """Return the length of a line of marks in groups, in pitches."""
    return count + (ceil(count / group) - 1) * _GROUP_GAP if count else 0.0


def _grouped(count: int, group: int, *, ends: bool = False) -> Clusters:
    """Return marks in groups; with `ends`, the last group ends a section."""
    return tuple((min(group, count - start), ends and start + group >= count) for start in range(0, count, group))


def _sections(sizes: tuple[int, ...], group: int) -> tuple[Clusters, ...]:
    """Return the clusters of each section; no divider follows the last."""
    return tuple(_grouped(size, group, ends=number < len(sizes)) for number, size in enumerate(sizes, 1))


def on_a_line(count: int, pitch: float, group: int = GROUP, sections: tuple[int, ...] = ()) -> Layout:
    """Return marks on a single line, in groups and optionally in sections."""
    return Layout(pitch, (tuple(chain(*_sections(sections or (count,), group))),))


def arrange(count: int, width: float, height: float, largest: float = LARGEST, group: int = GROUP,
            smallest: float = SMALLEST) -> Layout:
    """Return the largest grid of `count` marks in a rectangle, in whole groups or even lines. Raises TooMany."""
    per_line = 0
    for pitch in _pitches(largest, smallest):
        if pitch > height + _NEAR:
            continue
        groups = int((width / pitch + _GROUP_GAP) / (group + _GROUP_GAP) + _NEAR)
        per_line = groups * group if groups else int(width / pitch + _NEAR)
        if count <= per_line or extent(count, group) * pitch <= width:
            return on_a_line(count, pitch, group)
        most = (per_line,) * ceil(count / per_line) if per_line else ()
        if most and (1 + (len(most) - 1) * LEADING) * pitch <= height + _NEAR:
            dealt = (*most[1:], count - sum(most[1:])) if groups else tuple(_dealt(count, most))
            return Layout(pitch, tuple(_grouped(size, group) for size in dealt))
    raise TooMany(count, per_line * (1 + int(max(height / smallest - 1, 0) / LEADING + _NEAR)))


def _pitches(largest: float, smallest: float) -> Iterator[float]:
    return (largest - step * _STEP for step in range(max(0, int((largest - smallest) / _STEP + 1e-6)) + 1))


def stacked(count: int, room: Callable[[float, int], tuple[float, ...]], height: float,
            pitches: tuple[float, float] = (LARGEST, SMALLEST)) -> Layout:
    """Return centred rows of marks, as large as possible, then in as few rows as possible. Raises TooMany.

    `room` returns the widths of the rows, from the top, for a pitch and a number of rows; `pitches` are the largest and
    the smallest.
    """
    for pitch in _pitches(*pitches):
        for rows in range(1, min(count, int(height / pitch + _NEAR)) + 1):
            most = tuple(int(width / pitch + _NEAR) for width in room(pitch, rows))
            if sum(most) >= count and min(most) > 0:
                return Layout(pitch, tuple(((size, False),) for size in _dealt(count, most)), 1.0, centred=True)
    raise TooMany(count, None)


def _dealt(count: int, most: tuple[int, ...]) -> Iterator[int]:
    """Distribute marks over rows as evenly as the rows' capacities, `most`, allow."""
    for row, room in enumerate(most):
        later = most[row + 1:]
        share = max(min(room, ceil(count / (1 + len(later)))), count - sum(later))
        yield share
        count -= share


def in_sections(sizes: tuple[int, ...], width: float, height: float, largest: float = LARGEST, group: int = GROUP,
                smallest: float = SMALLEST, *, whole: bool = False) -> Layout:
    """Return the largest arrangement of sections that fits a rectangle, with a divider between sections.

    All sections stand on one line, or else each begins a line. Several sections to a line, or lines broken between
    groups, are used only if the marks would otherwise be less than 0.8 times as large, and never if `whole`. Raises
    TooMany.
    """
    sections = _sections(sizes, group)
    clusters = [(cluster,) for section in sections for cluster in section]
    broken: Layout | None = None
    for pitch in _pitches(largest, smallest):
        if broken and pitch < _WHOLE * broken.pitch - _NEAR:
            break
        room = width / pitch
        apart = chain(*(_filled([(cluster,) for cluster in section], room) for section in sections))
        ways = [(tuple(chain(*sections)),), tuple(apart),
                *(() if whole or broken else (_filled(sections, room), _filled(clusters, room)))]
        fitting = [layout for layout in (Layout(pitch, rows) for rows in ways)
                   if layout.width <= width + _NEAR and layout.height <= height + _NEAR]
        if fitting and fitting[0].rows in ways[:2]:
            return fitting[0]
        broken = broken or next(iter(fitting), None)
    if not broken:
        raise TooMany(sum(sizes), None)
    return broken


def _filled(pieces: Iterable[Clusters], room: float) -> tuple[Clusters, ...]:
    """Fill line after line with clusters, as many as fit each."""
    rows: list[Clusters] = [()]
    for piece in pieces:
        longer = (*rows[-1], *piece)
        if rows[-1] and _length(longer) > room + _NEAR:
            rows.append(piece)
        else:
            rows[-1] = longer
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Look:
    """The style of marks: circle, box or diamond, pale if `ghost`; `weight` scales the width of lines.

    With `open`, marks that are not crossed out can be marked on a screen.
    """

    shape: str = "circle"
    letter: str = "Q"
    ink: Ink = Ink.COLOUR
    ghost: bool = False
    weight: float = 1.0
    color: Color = BLACK
    open: bool = True


@remembered(4096)  # by all arguments: records of one form share most rows, and an output file holds each symbol once
def symbol(count: int, marks: tuple[int, ...], damaged: int, layout: Layout, look: Look, crossed: int = 0) -> Symbol:
    """Return the symbol of `count` marks in a layout, with its left edge at x = 0 and its middle at y = 0.

    The marks at the positions `marks` (from 1) have the letter; the first `crossed` are crossed out, the next `damaged`
    are filled. Marks are drawn in the order in which players fill them: along the lines, from the top.
    """
    items, places = list[Item](), list[tuple[float, float, float, float]]()
    pitch, last, radius = layout.pitch, len(layout.rows) - 1, layout.pitch * share(look.shape) / 2
    stroke = Stroke(Color(150, 150, 150) if look.ghost else look.color, (0.4 if look.ghost else 0.7) * look.weight)
    for index, (x, row) in enumerate(layout.spots()):
        y = (row - last / 2) * pitch * layout.leading
        filled = crossed <= index < crossed + damaged
        if index >= crossed:
            places.append((x - radius, y - radius, 2 * radius, 2 * radius))
        fill = look.color if filled else None
        match look.shape:
            case "box":
                items.append(rect(x - radius, y - radius, 2 * radius, 2 * radius, fill=fill, stroke=stroke))
            case "diamond":
                corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]
                items.append(polygon(corners, fill=fill, stroke=stroke))
            case _:
                items.append(circle(x, y, radius, fill=fill, stroke=stroke))
        if index + 1 in marks:
            size = radius * 1.5
            font = styled("sans", bold=True)
            advance, foot = width(look.letter, font, size), y + face(font).cap_height * size / 2
            items.append(Text(x - advance / 2, foot, look.letter, font, size, advance,
                              WHITE if filled else stroke.color))
        if index < crossed:  # to the edges: visible even over a letter
            reach = radius * 0.95
            cross = (x - reach, y - reach, x + reach, y + reach), (x - reach, y + reach, x + reach, y - reach)
            items.append(lines(cross, Stroke(BLACK, 0.9 * look.weight)))
    reach = pitch / 2 * (share(look.shape) if last else LEADING)  # dividers of two lines do not touch
    for x, row in layout.dividers():
        y = (row - last / 2) * pitch * LEADING
        items.append(line(x, y - reach, x, y + reach, Stroke(BLACK, DIVIDER)))
    open_ones = None if not look.open else Marks(
        tuple(places), damaged, "circle" if look.shape == "circle" else "box")
    return Symbol(f"pips-{count}", tuple(items), (0.0, -layout.height / 2, layout.width, layout.height / 2),
                  marks=open_ones)


def middle(layout: Layout, box: Box, share: float = 0.5) -> tuple[float, float]:
    """Return the position (left, middle) of a symbol of marks in a rectangle.

    It is centred; with `share` 0 it is at the left, with 1 at the right.
    """
    return box.x + (box.width - layout.width) * share, box.y + box.height / 2
