"""Rows of pips: the circles of a record sheet that a player fills in, in groups of five or in sections.

The promise: exactly as many as asked for, or an error. They are made smaller, down to a size that a pen can
still fill, and wrapped; they are never merged, clipped or left out.
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
LARGEST, SMALLEST = 4.1 * MM, 2.5 * MM  # pitch; the circle is smaller by the space to its neighbour
LEADING = 1.1  # from line to line, in pitches
DIVIDER = 2.2  # points: the weight of what stands between sections
_STEP = 0.05 * MM
_SHARE = 0.84  # of the pitch is circle
_LARGEST_BOX = 5.0 * MM
_BOX_SHARE = 0.8  # of the pitch is box: straight sides want more space between them, 1 mm at the largest
_GROUP_GAP = 0.38  # of the pitch, between groups
_SECTION_GAP = 0.9  # of the pitch, between sections: room for a divider that is seen from across the table
_WHOLE = 0.8  # how small pips may become for the sake of sections that no line breaks, of the size that they have else
_NEAR = 1e-9

Clusters = tuple[tuple[int, bool], ...]  # of a line: how many pips, and whether a divider behind them ends a section


class TooMany(Misfit):
    """So many pips do not fit their place at a size that can be used."""

    def __init__(self, count: int, room: int | None) -> None:
        self.count, self.room = count, room
        room_left = "" if room is None else f": there is room for {room}"
        super().__init__(f"{some(count, 'circle')} {'does' if count == 1 else 'do'} not fit{room_left}")


@dataclass(frozen=True, slots=True)
class Layout:
    """How pips are placed: the clusters of every line, from the top."""

    pitch: float  # points from pip to pip
    rows: tuple[Clusters, ...]
    leading: float = LEADING  # pitches from line to line
    centred: bool = False  # in the middle of the longest line; else from its left

    @property
    def height(self) -> float:
        """The height of all lines, in points."""
        return (1 + (len(self.rows) - 1) * self.leading) * self.pitch

    @property
    def width(self) -> float:
        """The width of the longest line, in points."""
        return max((_length(row) for row in self.rows), default=0.0) * self.pitch

    def _clusters(self) -> Iterator[tuple[float, int, int, bool]]:
        """Give where each cluster begins, in pitches, its line, its pips and whether it ends a section."""
        for number, row in enumerate(self.rows):
            aside = (self.width / self.pitch - _length(row)) / 2 if self.centred else 0.0
            for start, (size, ends) in zip(_starts(row), row, strict=True):
                yield aside + start, number, size, ends

    def spots(self) -> Iterator[tuple[float, int]]:
        """Give the middle of every pip, in points from the left, and its line."""
        return (((start + index + 0.5) * self.pitch, row)
                for start, row, size, _ in self._clusters() for index in range(size))

    def dividers(self) -> Iterator[tuple[float, int]]:
        """Give the place of every divider, in points from the left, and its line."""
        return (((start + size + _SECTION_GAP / 2) * self.pitch, row)
                for start, row, size, ends in self._clusters() if ends)


def _starts(row: Clusters) -> list[float]:
    """Return where the clusters of a line begin, in pitches."""
    return [0.0, *accumulate(size + (_SECTION_GAP if ends else _GROUP_GAP) for size, ends in row)][:-1]


def _length(row: Clusters) -> float:
    """Return the length of a line in pitches; a divider at its end has its room."""
    return _starts(row)[-1] + row[-1][0] + (_SECTION_GAP if row[-1][1] else 0.0) if row else 0.0


def share(shape: str) -> float:
    """Return how much of the pitch a pip takes."""
    return _BOX_SHARE if shape == "box" else _SHARE


def largest(shape: str) -> float:
    """Return the largest pitch of pips that are not given a size."""
    return _LARGEST_BOX if shape == "box" else LARGEST


def extent(count: int, group: int) -> float:
    """Return the length of a line of pips in groups, in pitches."""
    return count + (ceil(count / group) - 1) * _GROUP_GAP if count else 0.0


def _grouped(count: int, group: int, *, ends: bool = False) -> Clusters:
    """Return pips in groups, the last of which may end a section."""
    return tuple((min(group, count - start), ends and start + group >= count) for start in range(0, count, group))


def _sections(sizes: tuple[int, ...], group: int) -> tuple[Clusters, ...]:
    """Return the clusters of every section, of which the last ends none."""
    return tuple(_grouped(size, group, ends=number < len(sizes)) for number, size in enumerate(sizes, 1))


def on_a_line(count: int, pitch: float, group: int = GROUP, sections: tuple[int, ...] = ()) -> Layout:
    """Return pips on a single line, in groups and perhaps in sections."""
    return Layout(pitch, (tuple(chain(*_sections(sections or (count,), group))),))


def arrange(count: int, width: float, height: float, largest: float = LARGEST, group: int = GROUP,
            smallest: float = SMALLEST) -> Layout:
    """Return the largest grid, in whole groups or even lines, of `count` pips in a box. Raises TooMany."""
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
    """Return rows of pips, as large as they can be and as few as possible, each in the middle. Raises TooMany.

    `room` gives the widths, from the top, of so many rows at a pitch; `pitches` are the largest and the smallest.
    """
    for pitch in _pitches(*pitches):
        for rows in range(1, min(count, int(height / pitch + _NEAR)) + 1):
            most = tuple(int(width / pitch + _NEAR) for width in room(pitch, rows))
            if sum(most) >= count and min(most) > 0:
                return Layout(pitch, tuple(((size, False),) for size in _dealt(count, most)), 1.0, centred=True)
    raise TooMany(count, None)


def _dealt(count: int, most: tuple[int, ...]) -> Iterator[int]:
    """Deal pips to rows as evenly as these allow."""
    for row, room in enumerate(most):
        later = most[row + 1:]
        share = max(min(room, ceil(count / (1 + len(later)))), count - sum(later))
        yield share
        count -= share


def in_sections(sizes: tuple[int, ...], width: float, height: float, largest: float = LARGEST, group: int = GROUP,
                smallest: float = SMALLEST, *, whole: bool = False) -> Layout:
    """Return the largest arrangement of sections of pips that fits a box; the last ends without a divider.

    All stand on one line, or else each begins a line of its own: several on a line, or lines broken between groups,
    only where that would take much of their size, and not at all with `whole`. Raises TooMany.
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
    """Fill line after line with pieces, as far as each goes."""
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
    """How pips look: circle, box or diamond, pale if `ghost`; `weight` is how heavy their lines are, 1 as usual.

    With `open` those that are not crossed out can be marked on a screen.
    """

    shape: str = "circle"
    letter: str = "Q"
    ink: Ink = Ink.COLOUR
    ghost: bool = False
    weight: float = 1.0
    color: Color = BLACK
    open: bool = True


@remembered(4096)
def symbol(count: int, marks: tuple[int, ...], damaged: int, layout: Layout, look: Look, crossed: int = 0) -> Symbol:
    """Return `count` pips as they are arranged, their left edge at x = 0 and the middle of their block at y = 0.

    The pips at the positions `marks` (from 1) carry the letter; the first `crossed` are crossed out, the next
    `damaged` are filled. Pips are drawn in the order in which they are to be marked: along the lines, from the top.
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
        if index < crossed:  # over its edges: seen even if it carries a letter
            reach = radius * 0.95
            cross = (x - reach, y - reach, x + reach, y + reach), (x - reach, y + reach, x + reach, y - reach)
            items.append(lines(cross, Stroke(BLACK, 0.9 * look.weight)))
    reach = pitch / 2 * (share(look.shape) if last else LEADING)  # bars of two lines stay apart
    for x, row in layout.dividers():
        y = (row - last / 2) * pitch * LEADING
        items.append(line(x, y - reach, x, y + reach, Stroke(BLACK, DIVIDER)))
    open_ones = None if not look.open else Marks(
        tuple(places), damaged, "circle" if look.shape == "circle" else "box")
    return Symbol(f"pips-{count}", tuple(items), (0.0, -layout.height / 2, layout.width, layout.height / 2),
                  marks=open_ones)


def middle(layout: Layout, box: Box, share: float = 0.5) -> tuple[float, float]:
    """Return where the symbol of pips stands (left, middle) in a box: centred, or with `share` 0 left, 1 right."""
    return box.x + (box.width - layout.width) * share, box.y + box.height / 2
