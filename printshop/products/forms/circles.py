"""Circles in a cell: alone in its middle, or behind words on a line or two; or figures in their place.

A figure is a box to write how many are left in, or lost, and of how many. What circles show besides - which carry a
letter, where sections end - is said in words: nothing is lost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group, Stroke, Use
from printshop.drawing.shapes import rect
from printshop.drawing.text import Style
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.model import USUAL
from printshop.game.values import Battery, Entries
from printshop.layout import pips
from printshop.layout.boxes import Box
from printshop.letters import escape
from printshop.problems import some
from printshop.products.forms.plan import PAD, CrowdedError, FormError
from printshop.products.forms.text import LEADING, LINE, SMALLEST, baseline, brief
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from printshop.drawing.ink import Ink
    from printshop.drawing.items import Item
    from printshop.game.forms.model import Cell, Hand, Pips
    from printshop.products.forms.plan import Slot

MOST_LINES = 12  # of words and circles in one cell
MOST = 1_000  # circles in one place: more is a slip, not a ship
MOST_COUNTED = 9_999  # of what is written as a figure


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

    def look(self, ink: Ink) -> pips.Look:
        """Return how the circles look."""
        return pips.Look(self.shape, self.letter, ink, self.ghost, self.weight)

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
        drawing = pips.symbol(self.count, self.marks, self.damaged, layout, self.look(ink), self.crossed)
        return Use(drawing, Transform(e=x, f=y))

    def on_a_line(self, pitch: float) -> pips.Layout:
        """Return the circles arranged on one line."""
        return pips.on_a_line(self.count, self.pitches(pitch)[0], self.group, self.sections)


SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}


def part(spec: Pips, values: Mapping[str, object], damaged: int, align: str = "") -> Part | None:
    """Return the circles of a cell, None if it is not known how many. Raises FormError for what is no number."""
    count = spec.count.evaluate(values)
    if count is NOT_KNOWN:
        return None
    if count is None:  # an optional field that is left out: there are none
        count = 0
    key, most, what = ("count", MOST_COUNTED, "counted") if spec.number else ("pips", MOST, "circles")
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        way = "floor" if isinstance(count, Fraction) else "max" if isinstance(count, int) else "count"
        mended = f"{way}({spec.count.text}{', 0' if way == 'max' else ''})"
        raise FormError(f"'{key}: {spec.count.text}' of the form gives {count}, which is no number of circles",
                        f"write '{key}: {mended}' in the form")
    if count > most:
        raise FormError(f"'{key}: {spec.count.text}' of the form gives {count} {what}, at most {most} go in one place",
                        "" if spec.number else f"'count: {spec.count.text}' is a figure, and may be {MOST_COUNTED}")
    crossed = spec.marked.evaluate(values) if spec.marked else 0
    crossed = crossed if isinstance(crossed, int) and not isinstance(crossed, bool) else 0
    if not 0 <= crossed <= count:
        raise FormError(f"{crossed} of {some(count, 'circle')} would be crossed out", "mend 'marked' in the form")
    return Part("", count, _marks(spec, values, count), min(damaged, count - crossed), spec.shape, spec.letter,
                _sections(spec, values, count), crossed, spec.group, spec.size, share=SHARES.get(align, 0.5),
                number=spec.number, lost=spec.lost)


def _marks(spec: Pips, values: Mapping[str, object], count: int) -> tuple[int, ...]:
    marks = spec.marks.evaluate(values) if spec.marks else ()
    positions = tuple(mark for mark in marks if isinstance(mark, int)) if isinstance(marks, tuple) else ()
    if len(set(positions)) < len(positions) or not all(1 <= place <= count for place in positions):
        places = ", ".join(str(place) for place in positions)
        raise FormError(f"the {spec.letter} circles would be {places}, of {some(count, 'circle')}",
                        "each needs a circle of its own")
    return positions


def _sections(spec: Pips, values: Mapping[str, object], count: int) -> tuple[int, ...]:
    found = spec.sections.evaluate(values) if spec.sections else ()
    sizes = tuple(one for one in found if isinstance(one, int) and one > 0) if isinstance(found, tuple) else ()
    if spec.sections and found is not NOT_KNOWN and sum(sizes) != count:
        shown = ", ".join(str(one) for one in sizes) or "none"
        raise FormError(f"the sections ({shown}) make {some(sum(sizes), 'circle')}, "
                        f"'pips: {spec.count.text}' gives {count}",
                        "mend 'sections' in the form")
    return sizes if len(sizes) > 1 else ()


def ghosts(cell: Cell, slot: Slot, ink: Ink) -> Item:
    """Return the pale circles of a blank form, in the middle of their place."""
    assert cell.pips
    ghost = replace(_ghost(cell.pips, slot.hand), share=SHARES.get(cell.align, 0.5))
    return alone(ghost, slot.place, ink, cell.largest, slot.hand)


def _ghost(spec: Pips, hand: Hand) -> Part:
    return Part("", spec.blank, (), 0, spec.shape, spec.letter, (), 0, spec.group, spec.size, ghost=True,
                number=spec.number, lost=spec.lost).within(hand)


def ghosts_at_the_end(spec: Pips, slot: Slot, ink: Ink, left: float) -> tuple[Item, float]:
    """Return the pale circles of a blank form at the right of their place, and where they begin: not before `left`.

    Raises FormError if they do not fit there.
    """
    ghost, box = _ghost(spec, slot.hand), slot.place
    if ghost.number:
        style = Style(size=max(SIZES[0], slot.hand.words))
        x = max(left, box.right - PAD - width(ghost, style, box.height))
        if x + width(ghost, style, box.height) > box.right + 0.01:
            raise FormError("a figure to be written does not fit behind the words of the blank form",
                            "give the cell more room in the form")
        return Group(tuple(on_a_line(ghost, x, box, style))), x - PAD
    largest, least = ghost.pitches(4.0 * MM)
    try:
        grid = pips.arrange(ghost.count, box.right - 2 * PAD - left, box.height, largest, ghost.group, least)
    except pips.TooMany as error:
        raise FormError(f"{error} behind the words of the blank form", "give the cell more room in the form, or "
                        "make 'blank' smaller") from error
    x = box.right - 2 * PAD - grid.width
    return ghost.drawn(grid, x, box.center[1], ink), x


def alone(part: Part, place: Box, ink: Ink, largest: float, hand: Hand) -> Item:
    """Return circles that have a cell to themselves, at most `largest` points wide. Raises FormError."""
    if part.number:
        return lone_figure(part, place, hand)
    aside = PAD if part.count > 1 or part.share != SHARES["center"] else 0.0
    inner = place.inset(aside, 0.8 * MM if part.least else 0.0 if part.shape == "box" else 0.5 * MM)
    largest, least = part.pitches(largest / pips.share(part.shape))
    layout: pips.Layout
    try:
        if part.sections:
            layout = pips.in_sections(part.sections, inner.width, inner.height, largest, part.group, least,
                                       whole=hand.larger)
        else:
            layout = pips.arrange(part.count, inner.width, inner.height, largest, part.group, least)
    except pips.TooMany as error:
        raise FormError(str(error), "give the column more room in the form") from error
    return part.drawn(layout, *pips.middle(layout, inner, part.share), ink)


def notes(value: object, damage: Mapping[str, int], hand: Hand) -> Iterator[Part]:
    """Give what there is to say of a field: the entries of a list with their circles, the notes of traits."""
    if isinstance(value, Battery):
        for trait in value.traits:
            if trait.note:
                yield Part(trait.said)
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
        if size < least or not _low_enough(parts, size, place.height / lines, SEVERAL if lines > 1 else LINE):
            continue
        style, band = Style(size=size), place.height / lines
        pitch = min(3.9 * MM, band, max(size * 1.12, pips.SMALLEST))
        try:
            rows = _break(parts, style, (pitch, band), place.width)
        except fonts.NoGlyph as error:
            raise FormError(f"the notes: {error}", error.hint) from error
        if len(rows) <= lines:
            bands = place.rows([1] * len(rows))
            return tuple(item for row, band in zip(rows, bands, strict=True)
                         for item in _row(row, band, style, (pitch, SHARES[align or "left"]), ink))
    stacked = _stacked(parts, place, ink, least, align)
    if stacked:
        return stacked
    said = brief("; ".join(part.words for part in parts if part.words))
    if not _low_enough(parts, least, place.height):
        raise FormError(f"'{said}' and its circles are too high for their place: there are {place.height / MM:.1f} mm",
                        "make the row higher")
    room = (pips.SMALLEST, place.height)
    widest = max((part for part in parts if part.count), key=lambda part: _circles(part, Style(size=least), room),
                 default=None)
    needed = _circles(widest, Style(size=least), room) if widest else 0.0
    if widest and not widest.number and needed > place.width:
        smaller = ", or 'size' smaller" if widest.size else ""
        raise CrowdedError(f"{some(widest.count, widest.shape, 'boxes' if widest.shape == 'box' else '')} beside words "
                           f"{'takes' if widest.count == 1 else 'take'} "
                           f"{needed / MM:.1f} mm on a line, there are {place.width / MM:.1f} mm",
                           "give the cell more columns, make the row higher" + smaller)
    raise FormError(f"'{said}' is too long for its place, {place.width / MM:.0f} mm wide, even at {least:g} pt",
                    "shorten it, or give the cell more columns")


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


def _low_enough(parts: tuple[Part, ...], size: float, height: float, line: float = LINE) -> bool:
    """Return whether words of a size, and circles that a pen can fill, are no higher than their line."""
    pitches = [figure(part, 0.0).height if part.number else part.pitches(pips.SMALLEST)[0]
               for part in parts if part.count]
    return max(size * line, *pitches, 0.0) <= height + 0.01


INLINE = (10.0, SMALLEST)
SEVERAL = 1.2  # of the size of words on one of several lines: their descenders keep clear of what is below
_SPACE = 2.2 * MM  # between the pieces of a line
_NEAR = 1.0 * MM  # between words and their circles


def _circles(part: Part, style: Style, room: tuple[float, float]) -> float:
    """Return the width of the circles, or of the figure that stands for them; `room` is their pitch and height."""
    if part.number:
        return width(part, style, room[1])
    return part.on_a_line(room[0]).width if part.count else 0.0


def _extent(part: Part, style: Style, room: tuple[float, float]) -> float:
    words = text.measure(part.words, style) if part.words else 0.0
    return words + (_NEAR if part.count and part.words else 0) + _circles(part, style, room)


def _break(parts: tuple[Part, ...], style: Style, room: tuple[float, float], width: float) -> list[list[Part]]:
    rows: list[list[Part]] = [[]]
    x = 0.0
    for part in parts:
        extent = _extent(part, style, room)
        if rows[-1] and x + extent > width:
            rows.append([])
            x = 0.0
        if extent > width:  # too long for any line: say so by asking for more lines than there can be
            rows += [[]] * MOST_LINES
        rows[-1].append(part)
        x += extent + _SPACE
    return rows


def _row(parts: list[Part], band: Box, style: Style, how: tuple[float, float], ink: Ink) -> Iterator[Item]:
    """Give a line of words and circles; `how` are the pitch of these and the share of free room before them."""
    pitch, share = how
    room = (pitch, band.height)
    extent = sum(_extent(part, style, room) for part in parts) + _SPACE * (len(parts) - 1)
    x = band.x + (band.width - extent) * share
    for part in parts:
        if part.words:
            yield from text.line(part.words, style, x, baseline(band, style))
        start = x + _extent(part, style, room) - _circles(part, style, room)
        if part.number:
            yield from on_a_line(part, start, band, style)
        elif part.count:
            yield part.drawn(part.on_a_line(pitch), start, band.center[1], ink)
        x += _extent(part, style, room) + _SPACE


LOWEST, HIGHEST = 3.2 * MM, 7 * MM  # of a box: what a hand needs, what looks like a box and not like a table
SHAPE = 1.5  # width of a box to its height: two figures
NEAR = 1.0 * MM  # between a box and the words behind it
FRAME = 0.8
UNKNOWN = "____"  # on a blank form: room to write of how many
LOWERED = (1.0, 0.85, 0.7, 0.6)  # of its height: how much lower a box may be for the sake of the words below it
SIZES = (9.0, 6.5)  # of the words: the largest and the smallest


class Figure(NamedTuple):
    """A box to write in: its height, what stands in it already, and what is said of it, the most important first."""

    height: float
    left: str
    weight: float
    of: str
    notes: tuple[str, ...]

    @property
    def width(self) -> float:
        """The width of the box."""
        return self.height * SHAPE

    def box(self, x: float, y: float) -> Iterator[Item]:
        """Give the box, its left edge and its middle at (x, y)."""
        frame = Box(x, y - self.height / 2, self.width, self.height)
        yield rect(*frame, stroke=Stroke(width=FRAME * self.weight))
        if self.left:
            style = Style(size=self.height * 0.75, bold=True)
            yield from text.line(self.left, style, frame.center[0], baseline(frame, style), "middle")


def figure(part: Part, room: float) -> Figure:
    """Return the figure that stands for circles where there are `room` points of height."""
    least = max(LOWEST, part.least)
    height = max(min(room - 0.8 * MM, max(HIGHEST, least)), least)
    gone = part.crossed + part.damaged
    notes = [f"{text.escape(part.letter)} at the {_list(part.marks, _ordinal)} hit"] if part.marks else []
    notes += [f"in sections of {_list(part.sections)}"] if part.sections else []
    said = f"of {UNKNOWN if part.ghost else part.count}{'' if part.lost else ' left'}"
    return Figure(height, str(gone if part.lost else part.count - gone) if gone else "", part.weight, said,
                  tuple(notes))


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
    largest, least = (max(one, hand.words) for one in SIZES)
    sizes = [largest - step / 2 for step in range(int(2 * (largest - least)) + 1)]
    for height in _heights(made.height, max(LOWEST, part.least)):
        for size in sizes:
            for arranged in (_beside, _above, _below):
                items = arranged(made._replace(height=height), inner, Style(size=size), part.share)
                if items:
                    return Group(items)
    raise FormError(f"the figure '{' · '.join((made.of, *made.notes))}' is too large for its place, "
                    f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "give the cell more room in the form")


def _heights(high: float, low: float) -> list[float]:
    """Return the heights that a box may have, the largest first."""
    return [*(height for share in LOWERED if (height := high * share) > low), low]


def _beside(made: Figure, inner: Box, style: Style, share: float) -> tuple[Item, ...]:
    """Return the box with all that is said behind it on one line; nothing if that is too wide."""
    said = " · ".join((made.of, *made.notes))
    width = made.width + NEAR + text.measure(said, style)
    if width > inner.width or style.size > inner.height:
        return ()
    return tuple(_line(made, said, inner.x + (inner.width - width) * share, inner, style))


def _line(made: Figure, said: str, x: float, band: Box, style: Style) -> Iterator[Item]:
    yield from made.box(x, band.center[1])
    yield from text.line(said, style, x + made.width + NEAR, baseline(band, style))


def _above(made: Figure, inner: Box, style: Style, share: float) -> tuple[Item, ...]:
    """Return the box and of how many on one line, above the rest; nothing if that does not fit."""
    if not made.notes:
        return ()
    width = made.width + NEAR + text.measure(made.of, style)
    return _stacked_words(made, inner, style, (" · ".join(made.notes), width, share)) if width <= inner.width else ()


def _below(made: Figure, inner: Box, style: Style, share: float) -> tuple[Item, ...]:
    """Return the box above all that is said; nothing if that does not fit."""
    if made.width > inner.width:
        return ()
    return _stacked_words(made._replace(of=""), inner, style, ("\n".join((made.of, *made.notes)), made.width, share))


def _stacked_words(made: Figure, inner: Box, style: Style, below: tuple[str, float, float]) -> tuple[Item, ...]:
    """Return a box, and lines of words below it: the words, the width of the line of the box, its share aside."""
    words, width, share = below
    top = max(made.height, style.size * LEADING if made.of else 0.0)
    align = ("start", "middle", "end")[round(2 * share)]
    try:
        block = text.block(words, style, (inner.x, 0.0, inner.width, None), LEADING, align)  # type: ignore[arg-type]
    except text.TooWide:
        return ()
    height = top + 0.4 * MM + block.height
    if height > inner.height:
        return ()
    y = inner.y + (inner.height - height) / 2
    band = Box(inner.x, y, inner.width, top)
    x = inner.x + (inner.width - width) * share
    lowered = text.block(words, style, (inner.x, y + top + 0.4 * MM, inner.width, None), LEADING,
                         align)  # type: ignore[arg-type]
    return (*_line(made, made.of, x, band, style), *lowered.items) if made.of else (*made.box(x, band.center[1]),
                                                                                  *lowered.items)


def width(part: Part, style: Style, room: float) -> float:
    """Return the width of a figure on a line of words that is `room` points high."""
    made = figure(part, room)
    return made.width + NEAR + text.measure(" · ".join((made.of, *made.notes)), style)


def on_a_line(part: Part, x: float, band: Box, style: Style) -> Iterator[Item]:
    """Give a figure on a line of words, its left edge at x."""
    made = figure(part, band.height)
    yield from _line(made, " · ".join((made.of, *made.notes)), x, band, style)
