"""What stands in a cell: words, circles behind them or alone, figures to be written in their place.

Words are made smaller down to a stated size, never cut off. A figure is a box to write how many are left in, or lost,
and of how many. What circles show besides - which carry a letter, where sections end - is said in words: nothing is
lost. Points, in the coordinates of the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, contrast
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Stroke, Text, Use, parse_color
from printshop.drawing.shapes import rect
from printshop.drawing.text import Style
from printshop.drawing.themes import READABLE
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.cells import Cell, Count
from printshop.game.forms.reading import USUAL, Hand
from printshop.layout import pips
from printshop.layout.boxes import Box
from printshop.letters import escape
from printshop.problems import some
from printshop.products.forms.plan import PAD, CrowdedError, FormError
from printshop.products.product import listed
from printshop.units import MM

Items = tuple[Item, ...]

STYLES = {
    "title": Style(family="display", size=16.0),
    "label": Style(size=8.0, bold=True),
    "value": Style(size=11.0),
    "body": Style(size=10.0),
    "small": Style(size=7.5),
}
SMALLEST = 6.5  # points: the least that is read at a table
HINT = Style(size=7.5, color=Color(110, 110, 110))  # what stands where something is to be written
LEADING = 1.18
LINE = 0.9  # of the size of a line of text: how high its place must be
ABOVE = 0.6 * MM  # between the top of a cell and several lines of text
ANCHORS: dict[str, text.Anchor] = {"left": "start", "center": "middle", "right": "end"}
VALIGNS: dict[str, text.Valign] = {"top": "top", "middle": "middle", "bottom": "bottom"}

MOST_LINES = 12  # of words and circles in one cell
MOST = 1_000  # circles in one place: more is a slip, not a ship
MOST_COUNTED = 9_999  # of what is written as a figure
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
_BELOW = 0.4 * MM  # between a box and the words below it


# --- words ---------------------------------------------------------------------------------------------------


def style_of(cell: Cell) -> Style:
    """Return how a cell's text looks where there is room."""
    return STYLES[cell.style]._replace(color=colour_of(cell), size=size_of(cell))


def size_of(cell: Cell) -> float:
    """Return the size, in points, of a cell's text where there is room, whatever formulas say of its colour."""
    return cell.largest or STYLES[cell.style].size


def colour_of(cell: Cell) -> Color:
    """Return the colour of a cell's words and of the lines of its circles."""
    return parse_color(cell.colour) if cell.colour else BLACK


def pen(color: Color) -> Color:
    """Return the colour of lines beside words of a colour: black, unless the words are too pale for paper."""
    return color if contrast(color, WHITE) < READABLE else BLACK


def smallest(cell: Cell) -> float:
    """Return the size, in points, down to which a cell's text may shrink."""
    return min(cell.smallest or SMALLEST, size_of(cell))


def lowered(style: Style, least: float, height: float, words: str) -> Style:
    """Return a style that is no larger than a line of some height takes. Raises FormError below the least size."""
    fits = height / LINE
    if fits < least - 0.01:
        raise FormError(f"'{brief(words)}' is too high for its place: {least:g} pt take {least * LINE / MM:.1f} mm, "
                        f"there are {max(height, 0.0) / MM:.1f} mm", "make the row higher")
    return style._replace(size=min(style.size, fits))


def words(markup: str, cell: Cell, place: Box, pad: float) -> tuple[Text, ...]:
    """Set a cell's text on a line, or on as many as it takes. Raises FormError if it does not fit at its smallest."""
    if not markup:
        return ()
    least, align = smallest(cell), cell.align or "left"
    inner = place.inset(min(pad, 0.5 * MM) if align == "center" else pad, ABOVE if cell.wrap else 0)
    try:
        if cell.wrap:
            return text.block(markup, style_of(cell), inner, LEADING, ANCHORS[align], VALIGNS[cell.valign], least).items
        style = lowered(style_of(cell), least, place.height, markup)
        x = inner.x + inner.width * SHARES[align]
        return text.line(markup, style, x, baseline(place, style), ANCHORS[align], inner.width, least)
    except fonts.NoGlyph as error:
        raise FormError(f"'{brief(markup)}': {error}", error.hint) from error
    except (text.TooWide, text.TooTall) as error:
        if cell.wrap:
            size = f"{max(inner.width, 0.0) / MM:.0f} x {max(inner.height, 0.0) / MM:.0f} mm"
            raise FormError(f"'{brief(markup)}' is too long for its place: even at {least:g} pt it does not fit "
                            f"{size}", "shorten it, or give the cell more room") from error
        raise FormError(f"'{brief(markup)}' is too long for its place: at {least:g} pt it is "
                        f"{error.needed / MM:.1f} mm wide, there are {max(error.available, 0.0) / MM:.1f} mm",
                        "shorten it") from error


def brief(markup: str) -> str:
    """Return the beginning of a text, for messages."""
    plain = text.plain(markup)
    return plain if len(plain) <= 60 else f"{plain[:57]}..."


def baseline(place: Box, style: Style) -> float:
    """Return the y at which text stands in the optical middle of a box."""
    face = fonts.face(fonts.styled(style.family, style.family != "sans"))
    return place.y + place.height / 2 + face.cap_height * style.size / 2


# --- circles -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line: words, then circles, or a figure to be written instead; lengths are points, 0 if not said."""

    words: str = ""
    count: int = 0
    marks: tuple[int, ...] = ()
    damaged: int = 0
    shape: str = "circle"
    letter: str = ""
    sections: tuple[int, ...] = ()
    crossed: int = 0
    group: int = pips.GROUP
    size: float = 0.0  # of a circle, exactly
    ghost: bool = False
    align: str = "center"  # where it stands in a place of its own
    least: float = 0.0  # how small a circle may become
    weight: float = 1.0
    number: bool = False  # a figure stands for the circles:
    lost: bool = False  # what is lost, not what is left
    color: Color = BLACK
    track: str = ""  # by which damage knows the circles

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
        open_ones = not self.ghost or bool(self.track)  # pale ones of blank forms are not
        look = pips.Look(self.shape, self.letter, ink, self.ghost, self.weight, self.color, open_ones)
        drawing = pips.symbol(self.count, self.marks, self.damaged, layout, look, self.crossed)
        return Use(drawing, Transform(e=x, f=y), self.track)

    def on_a_line(self, pitch: float) -> pips.Layout:
        """Return the circles arranged on one line."""
        return pips.on_a_line(self.count, self.pitches(pitch)[0], self.group, self.sections)

    def breadth(self, style: Style, room: tuple[float, float]) -> float:
        """Return the width of the circles, or of the figure that stands for them; `room` is their pitch and height."""
        if self.number:
            return _figure(self, room[1]).extent(style)
        return self.on_a_line(room[0]).width if self.count else 0.0

    def extent(self, style: Style, room: tuple[float, float]) -> float:
        """Return the width of words and circles."""
        words_width = text.measure(self.words, style) if self.words else 0.0
        return words_width + (_NEAR if self.count and self.words else 0) + self.breadth(style, room)


def _look(cell: Count) -> Part:
    return Part(shape=cell.shape, letter=cell.letter, group=cell.group, size=cell.size, align=cell.align or "center",
                number=cell.number, lost=cell.counts == "lost", color=colour_of(cell))


def part(cell: Count, values: Mapping[str, object], damaged: int) -> Part | None:
    """Return the circles of a cell, None if it is not known how many. Raises FormError for what is no number."""
    assert cell.count
    source, count = cell.count.text, cell.count.evaluate(values)
    if count is NOT_KNOWN:
        return None
    if count is None:  # an optional field that is left out: there are none
        count = 0
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        way = "floor" if isinstance(count, Fraction) else "max" if isinstance(count, int) else "count"
        raise FormError(f"'{cell.kind}: {source}' of the form gives {count}, which is no number of circles",
                        f"write '{cell.kind}: {way}({source}{', 0' if way == 'max' else ''})' in the form")
    most, counted = (MOST_COUNTED, "counted") if cell.number else (MOST, "circles")
    if count > most:
        raise FormError(f"'{cell.kind}: {source}' of the form gives {count} {counted}, at most {most} go in one place",
                        "" if cell.number else f"'count: {source}' is a figure, and may be {MOST_COUNTED}")
    crossed = cell.marked.evaluate(values) if cell.marked else 0
    crossed = crossed if isinstance(crossed, int) and not isinstance(crossed, bool) else 0
    if not 0 <= crossed <= count:
        raise FormError(f"{crossed} of {some(count, 'circle')} would be crossed out", "mend 'marked' in the form")
    listed = [formula.evaluate(values) if formula else () for formula in (cell.marks, cell.sections)]
    marks, sections = (tuple(number for number in numbers if isinstance(number, int))
                       if isinstance(numbers, tuple) else () for numbers in listed)
    if len(set(marks)) < len(marks) or not all(1 <= place <= count for place in marks):
        raise FormError(f"the {cell.letter} circles would be {', '.join(map(str, marks))}, of {some(count, 'circle')}",
                        "each needs a circle of its own")
    sections = tuple(size for size in sections if size > 0)
    if cell.sections and listed[1] is not NOT_KNOWN and sum(sections) != count:
        raise FormError(f"the sections ({', '.join(map(str, sections)) or 'none'}) make "
                        f"{some(sum(sections), 'circle')}, 'pips: {source}' gives {count}",
                        "mend 'sections' in the form")
    return replace(_look(cell), count=count, marks=marks, damaged=min(damaged, count - crossed), crossed=crossed,
                   sections=sections if len(sections) > 1 else ())


def ghost(cell: Count, hand: Hand, track: str = "") -> Part:
    """Return the pale circles of a blank form, or on a record those of a track of which it is unknown how many."""
    return replace(_look(cell), count=cell.blank, ghost=True, track=track).within(hand)


def at_the_end(ghost: Part, place: Box, ink: Ink, left: float, hand: Hand) -> tuple[Items, float]:
    """Return pale circles at the right of their place, and where they begin: not before `left`. Raises FormError."""
    if ghost.number:
        style, box = Style(size=max(SIZES[0], hand.words), color=pen(ghost.color)), _figure(ghost, place.height)
        x = max(left, place.right - PAD - box.extent(style))
        if x + box.extent(style) > place.right + 0.01:
            raise FormError("a figure to be written does not fit behind the words of the blank form",
                            "give the cell more room in the form")
        return (Group(tuple(box.on_a_line(box.caption, x, place, style))),), x - PAD
    largest, least = ghost.pitches(4.0 * MM)
    try:
        grid = pips.arrange(ghost.count, place.right - 2 * PAD - left, place.height, largest, ghost.group, least)
    except pips.TooMany as error:
        raise FormError(f"{error} behind the words of the blank form", "give the cell more room in the form, or "
                        "make 'blank' smaller") from error
    x = place.right - 2 * PAD - grid.width
    return (ghost.drawn(grid, x, place.center[1], ink),), x


def alone(part: Part, place: Box, ink: Ink, largest: float, hand: Hand) -> Item:
    """Return circles that have a cell to themselves, at most `largest` points wide. Raises FormError."""
    if part.number:
        return lone_figure(part, place, hand)
    aside = PAD if part.count > 1 or part.align != "center" else 0.0
    inner = place.inset(aside, 0.8 * MM if part.least else 0.0 if part.shape == "box" else 0.5 * MM)
    largest, least = part.pitches(largest / pips.share(part.shape))
    try:
        layout = (pips.in_sections(part.sections, inner.width, inner.height, largest, part.group, least,
                                   whole=hand.larger) if part.sections else
                  pips.arrange(part.count, inner.width, inner.height, largest, part.group, least))
    except pips.TooMany as error:
        raise FormError(str(error), "give the column more room in the form") from error
    return part.drawn(layout, *pips.middle(layout, inner, SHARES[part.align]), ink)


# --- words and circles one after the other ------------------------------------------------------------------------


def inline(parts: tuple[Part, ...], place: Box, ink: Ink, sizes: tuple[float, float], align: str = "", *,
           color: Color = BLACK) -> Items:
    """Set words, of `sizes` (largest, smallest) in points, and circles on few lines. Raises FormError."""
    align = align or "left"
    largest, least = sizes
    ways = ((largest, 1), (0.85 * largest, 1), (0.75 * largest, 2), (least, 2), (least, 1))
    for size, lines in (*ways, *((least, lines) for lines in range(3, MOST_LINES))):
        band = place.height / lines
        if size < least or not _low_enough(parts, size, band, SEVERAL if lines > 1 else LINE):
            continue
        style, pitch = Style(size=size, color=color), min(3.9 * MM, band, max(size * 1.12, pips.SMALLEST))
        try:
            rows = _broken(parts, style, (pitch, band), place.width)
        except fonts.NoGlyph as error:
            raise FormError(f"the notes: {error}", error.hint) from error
        if len(rows) <= lines:
            bands = place.rows([1] * len(rows))
            return tuple(item for row, band in zip(rows, bands, strict=True)
                         for item in _line(row, band, style, pitch, SHARES[align], ink))
    if stacked := _stacked(parts, place, ink, Style(size=least, color=color), align):
        return stacked
    words = brief("; ".join(part.words for part in parts if part.words))
    if not _low_enough(parts, least, place.height):
        raise FormError(f"'{words}' and its circles are too high for their place: there are {place.height / MM:.1f} mm",
                        "make the row higher")
    style, room = Style(size=least), (pips.SMALLEST, place.height)
    widest = max((part for part in parts if part.count), key=lambda part: part.breadth(style, room), default=None)
    if widest and not widest.number and (width := widest.breadth(style, room)) > place.width:
        smaller = ", or 'size' smaller" if widest.size else ""
        raise CrowdedError(f"{some(widest.count, widest.shape, 'boxes' if widest.shape == 'box' else '')} beside words "
                           f"{'takes' if widest.count == 1 else 'take'} "
                           f"{width / MM:.1f} mm on a line, there are {place.width / MM:.1f} mm",
                           "give the cell more columns, make the row higher" + smaller)
    raise FormError(f"'{words}' is too long for its place, {place.width / MM:.0f} mm wide, even at {least:g} pt",
                    "shorten it, or give the cell more columns")


def _low_enough(parts: tuple[Part, ...], size: float, height: float, line: float = LINE) -> bool:
    """Return whether words of a size, and circles that a pen can fill, are no higher than their line."""
    pitches = [_figure(part, 0.0).height if part.number else part.pitches(pips.SMALLEST)[0]
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
            box = _figure(part, band.height)
            yield from box.on_a_line(box.caption, start, band, style)
        elif part.count:
            yield part.drawn(part.on_a_line(pitch), start, band.center[1], ink)
        x += extent + _SPACE


def _stacked(parts: tuple[Part, ...], place: Box, ink: Ink, style: Style, align: str) -> Items:
    """Return words on a line and their circles below it, on as many as they take; nothing if there is no room."""
    *before, circles = parts
    top = style.size * LINE
    words = " ".join(part.words for part in before)
    if (not words or any(part.count for part in before) or circles.words or not circles.count or circles.number
            or (wide := text.measure(words, style)) > place.width or top >= place.height):
        return ()
    below = place.inset(-PAD, top, -PAD, 0)  # the circles keep clear of the edges themselves
    try:
        drawn = alone(replace(circles, align=align), below, ink, 0.0, USUAL)
    except FormError:
        return ()
    x = place.x + (place.width - wide) * SHARES[align]
    return (*text.line(words, style, x, baseline(place._replace(height=top), style)), drawn)


# --- figures to be written --------------------------------------------------------------------------------------


class _Figure(NamedTuple):
    """A box to write in: its height, what stands in it already, and what is said of it, the most important first."""

    height: float
    left: str
    weight: float
    of: str
    notes: tuple[str, ...]

    @property
    def caption(self) -> str:
        return " · ".join((self.of, *self.notes))

    def extent(self, style: Style, caption: str | None = None) -> float:
        """Return the width of the box and of words behind it; all that is said, if not others."""
        behind = self.caption if caption is None else caption
        return self.height * SHAPE + (_NEAR + text.measure(behind, style) if behind else 0.0)

    def on_a_line(self, caption: str, x: float, band: Box, style: Style) -> Iterator[Item]:
        frame = Box(x, band.center[1] - self.height / 2, self.height * SHAPE, self.height)
        paper = WHITE if pen(style.color) != BLACK else None  # on a dark ground
        yield rect(*frame, fill=paper, stroke=Stroke(width=FRAME * self.weight))
        if self.left:
            inside = Style(size=self.height * 0.75, bold=True)
            yield from text.line(self.left, inside, frame.center[0], baseline(frame, inside), "middle")
        if caption:
            yield from text.line(caption, style, frame.right + _NEAR, baseline(band, style))

    def arranged(self, caption: str, below: str, inner: Box, style: Style, align: str) -> Items:
        """Return the box with words behind it and words below; nothing if that does not fit."""
        width = self.extent(style, caption)
        x = inner.x + (inner.width - width) * SHARES[align]
        if width > inner.width or (not below and style.size > inner.height):
            return ()
        if not below:
            return tuple(self.on_a_line(caption, x, inner, style))
        top = max(self.height, style.size * LEADING if caption else 0.0)
        try:
            height = top + _BELOW + text.block(below, style, (inner.x, 0.0, inner.width, None), LEADING).height
        except text.TooWide:
            return ()
        if height > inner.height:
            return ()
        y = inner.y + (inner.height - height) / 2
        place = (inner.x, y + top + _BELOW, inner.width, None)
        return (*self.on_a_line(caption, x, Box(inner.x, y, inner.width, top), style),
                *text.block(below, style, place, LEADING, ANCHORS[align]).items)


def _figure(part: Part, room: float) -> _Figure:
    """Return the figure that stands for circles where there are `room` points of height."""
    least, gone = max(LOWEST, part.least), part.crossed + part.damaged
    notes = [f"{escape(part.letter)} at the {listed(map(_ordinal, part.marks))} hit"] if part.marks else []
    notes += [f"in sections of {listed(map(str, part.sections))}"] if part.sections else []
    return _Figure(max(min(room - 0.8 * MM, max(HIGHEST, least)), least),
                  str(gone if part.lost else part.count - gone) if gone else "", part.weight,
                  f"of {UNKNOWN if part.ghost else part.count}{'' if part.lost else ' left'}", tuple(notes))


def _ordinal(number: int) -> str:
    """Return "1st", "12th", "23rd"."""
    last = number % 10 if number % 100 // 10 != 1 else 0
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def lone_figure(part: Part, place: Box, hand: Hand) -> Group:
    """Return a figure that has a cell to itself, as large as it can be. Raises FormError."""
    inner = place.inset(PAD if place.width > 12 * MM else 0.4 * MM, 0.8 * MM if part.least else 0.2 * MM)
    box = _figure(part, inner.height)
    if box.height > inner.height + 0.01:
        raise FormError(f"a figure to be written takes {box.height / MM:.1f} mm, there are {inner.height / MM:.1f} mm",
                        "make the row higher")
    (largest, least), lowest = (max(size, hand.words) for size in SIZES), max(LOWEST, part.least)
    ways = ((box.caption, ""), (box.of, " · ".join(box.notes)), ("", "\n".join((box.of, *box.notes))))
    for height in (*(high for share in LOWERED if (high := box.height * share) > lowest), lowest):
        for size in (largest - step / 2 for step in range(int(2 * (largest - least)) + 1)):
            for caption, below in ways:
                style = Style(size=size, color=pen(part.color))
                if items := box._replace(height=height).arranged(caption, below, inner, style, part.align):
                    return Group(items)
    raise FormError(f"the figure '{box.caption}' is too large for its place, "
                    f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "give the cell more room in the form")
