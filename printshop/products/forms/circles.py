"""Circles in a cell: alone in its middle, or behind words on a line or two; or figures in their place.

A figure is a box to write how many are left in, or lost, and of how many. What circles show besides - which carry a
letter, where sections end - is said in words: nothing is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import Group, Item, Stroke, Use
from printshop.drawing.shapes import rect
from printshop.drawing.text import Style
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.cells import Count
from printshop.game.forms.reading import USUAL, Hand
from printshop.game.values import Battery, Entries
from printshop.layout import pips
from printshop.layout.boxes import Box
from printshop.letters import escape
from printshop.problems import some
from printshop.products.forms.plan import PAD, CrowdedError, FormError
from printshop.products.forms.text import ANCHORS, LEADING, LINE, SMALLEST, baseline, brief
from printshop.units import MM

MOST_LINES = 12  # of words and circles in one cell
MOST = 1_000  # circles in one place: more is a slip, not a ship
MOST_COUNTED = 9_999  # of what is written as a figure
TIGHT = 3  # circles to a line, where more have no room
SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}
INLINE = (10.0, SMALLEST)
SEVERAL = 1.2  # of the size of words on one of several lines: their descenders keep clear of what is below
_SPACE = 2.2 * MM  # between the pieces of a line
_NEAR = 1.0 * MM  # between words and their circles, between a box and the words behind it

LOWEST, HIGHEST = 3.2 * MM, 7 * MM  # of a box: what a hand needs, what looks like a box and not like a table
SHAPE = 1.5  # width of a box to its height: two figures
FRAME = 0.8
UNKNOWN = "____"  # on a blank form: room to write of how many
LOWERED = (1.0, 0.85, 0.7, 0.6)  # of its height: how much lower a box may be for the sake of the words below it
SIZES = (9.0, 6.5)  # of the words: the largest and the smallest


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line: words, then circles, or if they are a `number` a figure to be written: what is left or `lost`.

    `size` is that of a circle exactly, `least` how small it may become, in points; 0 where nothing is said.
    """

    words: str = ""
    count: int = 0
    marks: tuple[int, ...] = ()
    damaged: int = 0
    shape: str = "circle"
    letter: str = ""
    sections: tuple[int, ...] = ()
    crossed: int = 0
    group: int = pips.GROUP
    size: float = 0.0
    ghost: bool = False
    share: float = 0.5
    least: float = 0.0
    weight: float = 1.0
    number: bool = False
    lost: bool = False

    def pitches(self, largest: float = 0.0) -> tuple[float, float]:
        """Return the largest and the smallest distance of the circles."""
        share = pips.share(self.shape)
        if self.size:
            exact = max(self.size, self.least) / share
            return exact, exact
        smallest = max(pips.SMALLEST, self.least / share)
        return max(largest or pips.largest(self.shape), smallest), smallest

    def within(self, hand: Hand) -> Part:
        """Return the part as a hand needs it: a single circle stays one, whatever stands for others."""
        number = self.number or (hand.numbers and self.count > 1)
        return replace(self, least=hand.room if number else hand.circle, weight=hand.weight, number=number)

    def drawn(self, layout: pips.Layout, x: float, y: float, ink: Ink) -> Use:
        """Return the circles, their left edge and their middle at (x, y)."""
        look = pips.Look(self.shape, self.letter, ink, self.ghost, self.weight)
        drawing = pips.symbol(self.count, self.marks, self.damaged, layout, look, self.crossed)
        return Use(drawing, Transform(e=x, f=y))

    def on_a_line(self, pitch: float) -> pips.Layout:
        """Return the circles arranged on one line."""
        return pips.on_a_line(self.count, self.pitches(pitch)[0], self.group, self.sections)

    def breadth(self, style: Style, room: tuple[float, float]) -> float:
        """Return the width of the circles, or of the figure that stands for them; `room` is their pitch and height."""
        if self.number:
            return figure(self, room[1]).extent(style)
        return self.on_a_line(room[0]).width if self.count else 0.0

    def extent(self, style: Style, room: tuple[float, float]) -> float:
        """Return the width of words and circles."""
        words = text.measure(self.words, style) if self.words else 0.0
        return words + (_NEAR if self.count and self.words else 0) + self.breadth(style, room)


def part(cell: Count, values: Mapping[str, object], damaged: int) -> Part | None:
    """Return the circles of a cell, None if it is not known how many. Raises FormError for what is no number."""
    assert cell.count
    count = cell.count.evaluate(values)
    if count is NOT_KNOWN:
        return None
    if count is None:  # an optional field that is left out: there are none
        count = 0
    most, what = (MOST_COUNTED, "counted") if cell.number else (MOST, "circles")
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        way = "floor" if isinstance(count, Fraction) else "max" if isinstance(count, int) else "count"
        mended = f"{way}({cell.count.text}{', 0' if way == 'max' else ''})"
        raise FormError(f"'{cell.kind}: {cell.count.text}' of the form gives {count}, which is no number of circles",
                        f"write '{cell.kind}: {mended}' in the form")
    if count > most:
        raise FormError(f"'{cell.kind}: {cell.count.text}' of the form gives {count} {what}, at most {most} go in one "
                        "place", "" if cell.number else f"'count: {cell.count.text}' is a figure, and may be "
                        f"{MOST_COUNTED}")
    crossed = cell.marked.evaluate(values) if cell.marked else 0
    crossed = crossed if isinstance(crossed, int) and not isinstance(crossed, bool) else 0
    if not 0 <= crossed <= count:
        raise FormError(f"{crossed} of {some(count, 'circle')} would be crossed out", "mend 'marked' in the form")
    marks = cell.marks.evaluate(values) if cell.marks else ()
    marks = tuple(mark for mark in marks if isinstance(mark, int)) if isinstance(marks, tuple) else ()
    if len(set(marks)) < len(marks) or not all(1 <= place <= count for place in marks):
        raise FormError(f"the {cell.letter} circles would be {', '.join(map(str, marks))}, of {some(count, 'circle')}",
                        "each needs a circle of its own")
    given = cell.sections.evaluate(values) if cell.sections else ()
    sections = tuple(size for size in given if isinstance(size, int) and size > 0) if isinstance(given, tuple) else ()
    if cell.sections and given is not NOT_KNOWN and sum(sections) != count:
        raise FormError(f"the sections ({', '.join(map(str, sections)) or 'none'}) make "
                        f"{some(sum(sections), 'circle')}, 'pips: {cell.count.text}' gives {count}",
                        "mend 'sections' in the form")
    return Part("", count, marks, min(damaged, count - crossed), cell.shape, cell.letter,
                sections if len(sections) > 1 else (), crossed, cell.group, cell.size,
                share=SHARES.get(cell.align, 0.5), number=cell.number, lost=cell.counts == "lost")


def ghost(cell: Count, hand: Hand) -> Part:
    """Return the pale circles of a blank form."""
    return Part("", cell.blank, (), 0, cell.shape, cell.letter, (), 0, cell.group, cell.size, ghost=True,
                share=SHARES.get(cell.align, 0.5), number=cell.number, lost=cell.counts == "lost").within(hand)


def at_the_end(ghost: Part, place: Box, ink: Ink, left: float, hand: Hand) -> tuple[Item, float]:
    """Return pale circles at the right of their place, and where they begin: not before `left`. Raises FormError."""
    if ghost.number:
        style, made = Style(size=max(SIZES[0], hand.words)), figure(ghost, place.height)
        x = max(left, place.right - PAD - made.extent(style))
        if x + made.extent(style) > place.right + 0.01:
            raise FormError("a figure to be written does not fit behind the words of the blank form",
                            "give the cell more room in the form")
        return Group(tuple(made.on_a_line(made.said, x, place, style))), x - PAD
    largest, least = ghost.pitches(4.0 * MM)
    try:
        grid = pips.arrange(ghost.count, place.right - 2 * PAD - left, place.height, largest, ghost.group, least)
    except pips.TooMany as error:
        raise FormError(f"{error} behind the words of the blank form", "give the cell more room in the form, or "
                        "make 'blank' smaller") from error
    x = place.right - 2 * PAD - grid.width
    return ghost.drawn(grid, x, place.center[1], ink), x


def alone(part: Part, place: Box, ink: Ink, largest: float, hand: Hand) -> Item:
    """Return circles that have a cell to themselves, at most `largest` points wide. Raises FormError."""
    if part.number:
        return lone_figure(part, place, hand)
    aside = PAD if part.count > 1 or part.share != SHARES["center"] else 0.0
    inner = place.inset(aside, 0.8 * MM if part.least else 0.0 if part.shape == "box" else 0.5 * MM)
    largest, least = part.pitches(largest / pips.share(part.shape))
    try:
        layout = (pips.in_sections(part.sections, inner.width, inner.height, largest, part.group, least,
                                   whole=hand.larger) if part.sections else
                  pips.arrange(part.count, inner.width, inner.height, largest, part.group, least))
    except pips.TooMany as error:
        raise FormError(str(error), "give the column more room in the form") from error
    return part.drawn(layout, *pips.middle(layout, inner, part.share), ink)


def breadths(cell: Count, count: int, hand: Hand) -> tuple[float, float]:
    """Return how wide a cell must be for a few of its circles to a line, and for a group; 0 if any width serves."""
    if not count or not (hand.circle or cell.size):
        return 0.0, 0.0
    pitch = max(hand.circle, cell.size) / pips.share(cell.shape)
    few, group = (pips.extent(min(count, most), cell.group) * pitch + 2 * PAD + 0.5 for most in (TIGHT, cell.group))
    return few, group


def notes(value: object, damage: Mapping[str, int], hand: Hand) -> Iterator[Part]:
    """Give what there is to say of a field: the entries of a list with their circles, the notes of traits."""
    if isinstance(value, Battery):
        yield from (Part(trait.said) for trait in value.traits if trait.note)
    if isinstance(value, Entries):
        for entry in value.items:
            said = str(entry)
            words = escape(said[:1].upper() + said[1:])
            yield Part(words, entry.amount, (), damage.get(entry.key, 0)).within(hand)


def inline(parts: tuple[Part, ...], place: Box, ink: Ink, sizes: tuple[float, float], align: str = ""
           ) -> tuple[Item, ...]:
    """Set words and circles one after the other: on one line, else smaller on as few as it takes. Raises FormError.

    `sizes` are the largest and the smallest that the words may have, in points. What is not aligned begins at the left.
    """
    largest, least = sizes
    ways = ((largest, 1), (0.85 * largest, 1), (0.75 * largest, 2), (least, 2), (least, 1))
    for size, lines in (*ways, *((least, lines) for lines in range(3, MOST_LINES))):
        band = place.height / lines
        if size < least or not _low_enough(parts, size, band, SEVERAL if lines > 1 else LINE):
            continue
        style, pitch = Style(size=size), min(3.9 * MM, band, max(size * 1.12, pips.SMALLEST))
        try:
            rows = _broken(parts, style, (pitch, band), place.width)
        except fonts.NoGlyph as error:
            raise FormError(f"the notes: {error}", error.hint) from error
        if len(rows) <= lines:
            bands = place.rows([1] * len(rows))
            return tuple(item for row, band in zip(rows, bands, strict=True)
                         for item in _line(row, band, style, pitch, SHARES[align or "left"], ink))
    if stacked := _stacked(parts, place, ink, least, align):
        return stacked
    said = brief("; ".join(part.words for part in parts if part.words))
    if not _low_enough(parts, least, place.height):
        raise FormError(f"'{said}' and its circles are too high for their place: there are {place.height / MM:.1f} mm",
                        "make the row higher")
    style, room = Style(size=least), (pips.SMALLEST, place.height)
    widest = max((part for part in parts if part.count), key=lambda part: part.breadth(style, room), default=None)
    if widest and not widest.number and (needed := widest.breadth(style, room)) > place.width:
        smaller = ", or 'size' smaller" if widest.size else ""
        raise CrowdedError(f"{some(widest.count, widest.shape, 'boxes' if widest.shape == 'box' else '')} beside words "
                           f"{'takes' if widest.count == 1 else 'take'} "
                           f"{needed / MM:.1f} mm on a line, there are {place.width / MM:.1f} mm",
                           "give the cell more columns, make the row higher" + smaller)
    raise FormError(f"'{said}' is too long for its place, {place.width / MM:.0f} mm wide, even at {least:g} pt",
                    "shorten it, or give the cell more columns")


def _low_enough(parts: tuple[Part, ...], size: float, height: float, line: float = LINE) -> bool:
    """Return whether words of a size, and circles that a pen can fill, are no higher than their line."""
    pitches = [figure(part, 0.0).height if part.number else part.pitches(pips.SMALLEST)[0]
               for part in parts if part.count]
    return max(size * line, *pitches, 0.0) <= height + 0.01


def _broken(parts: tuple[Part, ...], style: Style, room: tuple[float, float], width: float) -> list[list[Part]]:
    """Return parts on lines; more of these than there can be if one is too long for any."""
    rows: list[list[Part]] = [[]]
    x = 0.0
    for part in parts:
        extent = part.extent(style, room)
        if rows[-1] and x + extent > width:
            rows.append([])
            x = 0.0
        if extent > width:
            rows += [[]] * MOST_LINES
        rows[-1].append(part)
        x += extent + _SPACE
    return rows


def _line(parts: Sequence[Part], band: Box, style: Style, pitch: float, share: float, ink: Ink) -> Iterator[Item]:
    """Give a line of words and circles; `share` of the free room is before them."""
    room = (pitch, band.height)
    extents = [part.extent(style, room) for part in parts]
    x = band.x + (band.width - sum(extents) - _SPACE * (len(parts) - 1)) * share
    for part, extent in zip(parts, extents, strict=True):
        if part.words:
            yield from text.line(part.words, style, x, baseline(band, style))
        start = x + extent - part.breadth(style, room)
        if part.number:
            made = figure(part, band.height)
            yield from made.on_a_line(made.said, start, band, style)
        elif part.count:
            yield part.drawn(part.on_a_line(pitch), start, band.center[1], ink)
        x += extent + _SPACE


def _stacked(parts: tuple[Part, ...], place: Box, ink: Ink, least: float, align: str) -> tuple[Item, ...]:
    """Return words on a line and their circles below it, on as many as they take; nothing if there is no room."""
    *words, circles = parts
    style, top = Style(size=least), least * LINE
    said = " ".join(part.words for part in words)
    if not said or any(part.count for part in words) or circles.words or not circles.count or circles.number:
        return ()
    if text.measure(said, style) > place.width or top >= place.height:
        return ()
    band, share = place._replace(height=top), SHARES[align or "left"]
    x = place.x + (place.width - text.measure(said, style)) * share
    below = place.inset(-PAD, top, -PAD, 0)  # the circles keep clear of the edges themselves
    try:
        drawn = alone(replace(circles, share=share), below, ink, 0.0, USUAL)
    except FormError:
        return ()
    return (*text.line(said, style, x, baseline(band, style)), drawn)


class Figure(NamedTuple):
    """A box to write in: its height, what stands in it already, and what is said of it, the most important first."""

    height: float
    left: str
    weight: float
    of: str
    notes: tuple[str, ...]

    @property
    def said(self) -> str:
        """All that is said of it."""
        return " · ".join((self.of, *self.notes))

    def extent(self, style: Style, said: str | None = None) -> float:
        """Return the width of the box and of words behind it; all that is said, if not others."""
        words = self.said if said is None else said
        return self.height * SHAPE + (_NEAR + text.measure(words, style) if words else 0.0)

    def on_a_line(self, said: str, x: float, band: Box, style: Style) -> Iterator[Item]:
        """Give the box, its left edge at x, with words behind it."""
        frame = Box(x, band.center[1] - self.height / 2, self.height * SHAPE, self.height)
        yield rect(*frame, stroke=Stroke(width=FRAME * self.weight))
        if self.left:
            inside = Style(size=self.height * 0.75, bold=True)
            yield from text.line(self.left, inside, frame.center[0], baseline(frame, inside), "middle")
        if said:
            yield from text.line(said, style, frame.right + _NEAR, baseline(band, style))

    def arranged(self, said: str, below: str, inner: Box, style: Style, align: str) -> tuple[Item, ...]:
        """Return the box with words behind it and words below; nothing if that does not fit."""
        share, width = SHARES[align], self.extent(style, said)
        x = inner.x + (inner.width - width) * share
        if width > inner.width or (not below and style.size > inner.height):
            return ()
        if not below:
            return tuple(self.on_a_line(said, x, inner, style))
        top = max(self.height, style.size * LEADING if said else 0.0)

        def block(y: float) -> text.Block:
            return text.block(below, style, (inner.x, y, inner.width, None), LEADING, ANCHORS[align])

        try:
            height = top + 0.4 * MM + block(0.0).height
        except text.TooWide:
            return ()
        if height > inner.height:
            return ()
        y = inner.y + (inner.height - height) / 2
        return *self.on_a_line(said, x, Box(inner.x, y, inner.width, top), style), *block(y + top + 0.4 * MM).items


def figure(part: Part, room: float) -> Figure:
    """Return the figure that stands for circles where there are `room` points of height."""
    least = max(LOWEST, part.least)
    gone = part.crossed + part.damaged
    notes = [f"{text.escape(part.letter)} at the {_list(part.marks, _ordinal)} hit"] if part.marks else []
    notes += [f"in sections of {_list(part.sections)}"] if part.sections else []
    return Figure(max(min(room - 0.8 * MM, max(HIGHEST, least)), least),
                  str(gone if part.lost else part.count - gone) if gone else "", part.weight,
                  f"of {UNKNOWN if part.ghost else part.count}{'' if part.lost else ' left'}", tuple(notes))


def _ordinal(number: int) -> str:
    """Return "1st", "12th", "23rd"."""
    last = number % 10 if number % 100 // 10 != 1 else 0
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def _list(numbers: tuple[int, ...], said: Callable[[int], str] = str) -> str:
    *most, last = map(said, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def lone_figure(part: Part, place: Box, hand: Hand) -> Group:
    """Return a figure that has a cell to itself, as large as it can be. Raises FormError."""
    inner = place.inset(PAD if place.width > 12 * MM else 0.4 * MM, 0.8 * MM if part.least else 0.2 * MM)
    made = figure(part, inner.height)
    if made.height > inner.height + 0.01:
        raise FormError(f"a figure to be written takes {made.height / MM:.1f} mm, there are {inner.height / MM:.1f} mm",
                        "make the row higher")
    largest, least = (max(size, hand.words) for size in SIZES)
    lowest = max(LOWEST, part.least)
    align = next(align for align, share in SHARES.items() if share == part.share)
    ways = ((made.said, ""), (made.of, " · ".join(made.notes)), ("", "\n".join((made.of, *made.notes))))
    for height in (*(high for share in LOWERED if (high := made.height * share) > lowest), lowest):
        for size in (largest - step / 2 for step in range(int(2 * (largest - least)) + 1)):
            for said, below in ways:
                if items := made._replace(height=height).arranged(said, below, inner, Style(size=size), align):
                    return Group(items)
    raise FormError(f"the figure '{made.said}' is too large for its place, "
                    f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "give the cell more room in the form")
