"""Turning templates: half a disc, its straight edge laid along the model, with the angles it may turn by.

Turned over, it serves the other side.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform, bearing, cos_sin
from printshop.drawing.items import BLACK, CLOSE, Group, Item, Path
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import Reader, describe, whole_number
from printshop.problems import suggestion
from printshop.source import Sequence as SequenceNode
from printshop.templates.arcs import BY_CLASS
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, TITLE, WORDS, Cutout, Sheet, rim, turned
from printshop.templates.template import TEMPLATE_KINDS, Pierced
from printshop.units import Length


class Turns(NamedTuple):
    """A row of a turning template: the angle for each moment, 0 for no turn; `key` is its short name."""

    key: str
    name: str
    angles: tuple[int, ...]


def _read_rows(at: Reader, name: str) -> tuple[Turns, ...]:
    """Return the rows; the number of their angles is that of the moments, which is looked up."""
    count = len(at.texts("moments"))
    classes = {size.key: size.name for size in at.context.sizes}
    named = getattr(at.peek("by"), "text", "") == BY_CLASS
    inner = at.reader(name, required=True)
    if inner is None:
        return ()
    rows = []
    for row in inner.keys():  # noqa: SIM118
        if named and row not in classes:
            inner.problems.add(inner.key_span(row), f"'{row}' in {inner.what} is not a size class",
                               suggestion(row, classes))
        node = inner.node(row)
        angles = (0,) * count
        if isinstance(node, SequenceNode) and len(node.items) == count:
            what = f"an angle of '{row}' in {inner.what}"
            angles = tuple(whole_number(item, what, at.problems, 0, 180) or 0 for item in node.items)
        else:
            there = f"{len(node.items)}" if isinstance(node, SequenceNode) else describe(node) if node else "nothing"
            inner.fail(row, f"'{row}' in {inner.what} must be a list of {count} angles, one for each of the moments, "
                       f"found {there}", "write 0 where no turn is allowed")
        rows.append(Turns(row, classes.get(row, row) if named else row, angles))
    if not any(angle for row in rows for angle in row.angles):
        at.fail(name, f"'{name}' of {at.what} has no angle other than 0")
    return tuple(rows)


@TEMPLATE_KINDS.kind("turning")
@block
class TurningTemplate(Pierced):
    """Half a disc with the angles by which models may turn."""

    radius: Length = keys.length("of the half disc", positive=True)
    moments: tuple[str, ...] = keys.texts("when a model may turn: the columns of its table", default=...)
    rows: tuple[Turns, ...] = keys.special(
        _read_rows,
        {"type": "object", "additionalProperties": {"type": "array", "items": {
            "type": ["integer", "string"], "minimum": 0, "maximum": 180}}},
        "one angle for each moment, 0 for no turn; `by: size classes` makes the rows' names keys of size classes",
        default=...)
    by: str = keys.choice((BY_CLASS,), default="")

    @property
    def angles(self) -> tuple[int, ...]:
        """The angles that occur, smallest first."""
        return tuple(sorted({angle for row in self.rows for angle in row.angles if angle}))

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the piece. Raises TooWide, TooTall and NoGlyph."""
        radius = self.radius.pt
        bow = text.line(sheet.words.bow.upper(), _ANGLE._replace(size=7.0, tracking=0.8), 0, 0, "end")
        items = (
            rim((0, radius), radius, 0, 180, fine=5, coarse=15),
            Path((*shapes.arc(0, radius, 4, 0, 180).segments, CLOSE), stroke=FINE),
            shapes.arrow(4.2, 11, 0, 9, 5.6, fill=BLACK), turned(bow, 7.0, 24, -90),
            *(item for angle in self.angles for item in _ray(self, angle, radius)),
            *_words(self, radius),
        )
        edge = Path((*shapes.arc(0, radius, radius, 0, 180).segments, CLOSE), stroke=CUT)
        yield Cutout(self.title, self.title, radius, 2 * radius, edge, items, self.span)


# --- drawing

_CLEAR = 7.0
_ANGLE = text.Style("sans", 9.0, bold=True)
_WHO = text.Style("sans", 7.0)
_CELL = text.Style("sans", 7.0)
_BROAD, _BOW_ENDS = 24.0, 40.0  # how broad the mark at the bow is, with a figure beside it, and where it ends
_HIGH = 8.0  # words along a ray, with what is free below them
_APART = 5.0  # between the title and a table below it
_STEP = 3  # points from one place that is tried to the next
_HINT = "Straight edge along the model, mark at its centre. Turn over for the other side."
_HINTS = ((84.0, 7.0), (74.0, 6.2), (66.0, LEAST))  # how wide it is set, in which size
_HEAD = text.Style("sans", 7.0, bold=True)


def _ray(template: TurningTemplate, angle: int, radius: float) -> Iterator[Item]:
    """Yield the line of an angle and, along it, who may turn so far and when."""
    near, far = bearing(angle, _CLEAR, 0, radius), bearing(angle, radius, 0, radius)
    if angle < 180:
        yield shapes.line(*near, *far, BOUND)
    whose = [(moment, ", ".join(text.escape(row.key) for row in template.rows if row.angles[column] == angle))
             for column, moment in enumerate(template.moments)]
    who = " · ".join(f"{moment} **{keys}**" for moment, keys in whose if keys)
    before = angle - max((other for other in template.angles if other < angle), default=0)
    beside_bow = before == angle and radius * math.sin(math.radians(min(angle, 90))) < _BROAD
    label = text.line(f"{angle}°", _ANGLE, radius - (_BOW_ENDS if beside_bow else 9), -3.0, "end")
    start = max(16.0, _HIGH / math.tan(math.radians(min(before, 60))))  # where there is room between two rays
    room = shapes.bounds(label)[0] - start - 6
    yield turned((*label, *text.line(who, _WHO, start, -3.0, max_width=room, min_size=LEAST)), 0, radius, angle - 90)


class _Table(NamedTuple):
    """The table as it will be printed: names of its rows, type size, widths of first and other columns, its size."""

    names: tuple[str, ...]
    size: float
    first: float
    other: float
    width: float
    height: float


@lru_cache(maxsize=1024)
def _middle(gap: tuple[int, int], radius: float, width: float, height: float) -> Point | None:
    """Return where the middle of a rectangle lies most freely between two rays and the rim; None if nowhere.

    The place is relative to the centre of the disc. Pieces larger than any paper are searched more coarsely.
    """
    step = max(_STEP, int(radius) // 150)
    (cos_a, sin_a), (cos_b, sin_b) = (cos_sin(angle) for angle in gap)
    # how far the rectangle's nearest corner is from a ray if its middle is on it, and what to keep free
    after = (abs(cos_a) * width + abs(sin_a) * height) / 2 + (14.0 if gap[0] == 0 else 3.0)
    before = (abs(cos_b) * width + abs(sin_b) * height) / 2 + 11.5  # words stand on this side of a ray
    best, place = 0.0, None
    for x in range(0, int(radius), step):
        beyond_first, before_second = x * cos_a, -x * cos_b
        for y in range(-int(radius), int(radius), step):
            free = beyond_first + y * sin_a - after
            if free > best and (other := before_second - y * sin_b - before) > best:
                rim = radius - 9 - math.hypot(x + width / 2, abs(y) + height / 2)
                if rim > best:
                    best, place = min(free, other, rim), (float(x), float(y))
    return place


def _words(template: TurningTemplate, radius: float) -> tuple[Item, ...]:
    """Return the table of angles and the title, each in a sector of its own, or else the one below the other.

    Both are in type as large as there is room for; rows have their names where there is room, else their keys. Raises
    TooWide.
    """
    # the sectors between neighbouring rays, those in the middle of the piece first
    gaps = sorted(pairwise(sorted({0, *template.angles, 180})), key=lambda gap: abs(sum(gap) / 2 - 100))
    full, short = tuple(row.name for row in template.rows), tuple(text.escape(row.key) for row in template.rows)
    for names, size in (*((full, size) for size in (8.0, 7.0)),
                        *((short, size) for size in (8.0, 7.5, 7.0, 6.2, 5.4, LEAST))):
        first = max(text.measure(name, _CELL._replace(size=size)) for name in names) + 4
        moment = max(text.measure(moment, _HEAD._replace(size=size)) for moment in template.moments)
        other = max(moment + 5, 2.4 * size)
        table = _Table(names, size, first, other, first + other * len(template.moments), size * 1.24 * (len(names) + 1))
        for gap in gaps:
            if place := _middle(gap, radius, table.width, table.height):
                if title := _title(template, [other for other in gaps if other != gap], radius):
                    return (*_cells(template, table, place[0], place[1] + radius), *title)
                break
        if title := _title(template, gaps, radius, table):
            return title
    raise text.TooWide("the table of angles and the title", table.width, radius)


def _title(template: TurningTemplate, gaps: list[tuple[int, int]], radius: float,
           table: _Table | None = None) -> tuple[Item, ...]:
    """Return the name and how to lay the piece down, perhaps with the table below; nothing if there is no room."""
    across, down = (table.width, table.height + _APART) if table else (0.0, 0.0)
    for wide, size in _HINTS:
        note = text.block(_HINT, WORDS._replace(size=size), (0, 0, wide, None), 1.15, "middle")
        height = note.height + 10 + down
        for gap in gaps:
            if place := _middle(gap, radius, max(wide, across, text.measure(template.title, TITLE)), height):
                x, y = place[0], place[1] + radius - height / 2
                hint = Group(note.items, Transform().translate(x - wide / 2, y + 10))
                below = _cells(template, table, x, y + height - table.height / 2) if table else ()
                return (*text.line(template.title, TITLE, x, y + 7, "middle"), hint, *below)
    return ()


def _cells(template: TurningTemplate, table: _Table, x: float, y: float) -> Iterator[Item]:
    """Yield the table with its middle at (x, y)."""
    cell, head = _CELL._replace(size=table.size), _HEAD._replace(size=table.size)
    left, top, step = x - table.width / 2, y - table.height / 2, table.size * 1.24
    columns = [left + table.first + table.other * (k + 0.5) for k in range(len(template.moments))]
    for at, moment in zip(columns, template.moments, strict=True):
        yield from text.line(moment, head, at, top + 0.8 * step, "middle")
    yield shapes.line(left, top + 1.08 * step, left + table.width, top + 1.08 * step, FINE)
    for number, (name, row) in enumerate(zip(table.names, template.rows, strict=True)):
        base = top + step * (number + 1.95)
        yield from text.line(name, head, left, base)
        for at, angle in zip(columns, row.angles, strict=True):
            yield from text.line(f"{angle}°" if angle else "–", cell, at, base, "middle")
