"""Words and marks one after the other, marks alone, and boxes for numbers in place of marks.

Words are made smaller down to a stated size, never cut off. Beside a box for a number stands the number of marks;
players write the number of remaining or lost marks into the box. Words replace the letters and the sections of marks.
Lengths are in points, in the coordinates of the page, record or face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Stroke, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.shapes import rect
from printshop.drawing.text import Style
from printshop.game.elements import Variant
from printshop.layout import mark_rows
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import (
    AIR,
    ANCHORS,
    LEADING,
    LINE,
    PAD,
    RULED_AIR,
    SHARES,
    RowHeights,
    find_baseline,
    get_line_color,
    shorten_text,
)
from printshop.lengths import MM
from printshop.mark_shapes import MarkShape
from printshop.problems import CrowdedError, DoesNotFitError, pluralize
from printshop.words import Words, load_words

if TYPE_CHECKING:
    from printshop.layout.mark_areas import MarkArea

Items = tuple[Item, ...]

CIRCLES_AIR, MARKS_AIR = 1.2 * MM, 0.8 * MM  # above and below circles, and marks of other shapes
CELL_AIR, RULES_AIR = 0.5 * MM, 0.6 * MM  # above and below marks in a cell, and between rules
FEWER_LINES = 0.85  # least size of marks that are made smaller for fewer lines, as a share of their usual size
FEWER_LARGE_LINES = 0.78  # the same for marks that a variant enlarges, which are large enough even then
LIMITLESS = 10_000.0  # points: higher than any page
MOST_LINES = 12  # of words and marks in one cell
INLINE = (10.0, 6.5)  # points: the largest and the smallest size of words beside marks
LINE_GAP_FACTOR = 1.2  # of the size of words on several lines: descenders must not touch the next line
_SPACE = 2.2 * MM  # between the pieces of a line
_NEAR = 1.0 * MM  # between words and their marks, between a box and the words behind it

LOWEST, HIGHEST = 3.2 * MM, 7 * MM  # of a box: less is too low to write in, more looks like a table
SHAPE = 1.5  # ratio of the width of a box to its height, with room for two figures
FRAME = 0.8
UNKNOWN = "____"  # in place of the number of marks on a blank form
LOWERED = (1.0, 0.85, 0.7, 0.6)  # shares of the height of a box that are tried, to make room for words below it
SIZES = (9.0, 6.5)  # of the words: the largest and the smallest
NEAR_EDGE, ABOVE_FIGURE = 0.4 * MM, 0.2 * MM  # free at the sides of a narrow place, and above and below a figure
_BELOW = 0.4 * MM  # between a box and the words below it


@dataclass(frozen=True, slots=True)
class MarkRun:
    """A piece of a line: words, then marks, or a box for a number.

    Lengths are points, 0 for the usual ones.
    """

    words: str = ""
    count: int = 0
    marks: tuple[int, ...] = ()
    damaged: int = 0
    shape: MarkShape = "circle"
    letter: str = ""
    sections: tuple[int, ...] = ()
    crossed_out: int = 0
    group: int = mark_rows.GROUP_SIZE
    size: float = 0.0  # exact size of a mark
    is_ghost: bool = False
    align: str = "center"  # its position in a place of its own
    preferred_size: float = 0.0  # of a mark, or the height of the box of a figure, if there is room
    line_weight: float = 1.0
    is_figure: bool = False  # a box for a number replaces the marks
    may_be_marks: bool = False  # marks stay if the box does not fit
    counts_lost: bool = False  # players write the number of lost marks, not of remaining ones
    color: Color = BLACK
    track: str = ""  # the name of the marks for damage
    texts: Words | None = None  # of the words beside a figure; None for English

    def find_pitches(self, largest: float = 0.0) -> tuple[float, float]:
        """Return the largest and the smallest distance of the marks."""
        share = mark_rows.get_mark_share(self.shape)
        if self.size:
            exact = self.size / share
            return exact, exact
        return (max(largest or mark_rows.get_max_pitch(self.shape), self.preferred_size / share, mark_rows.MIN_PITCH),
                mark_rows.MIN_PITCH)

    def with_variant(self, hand: Variant) -> MarkRun:
        """Return the run adapted to a variant.

        A single mark stays a mark, also in the variant `numbers`.
        """
        number = self.is_figure or (hand.uses_figures and self.count > 1)
        return replace(self, preferred_size=hand.writing_height if number else hand.mark_size,
                       line_weight=hand.line_weight, is_figure=number,
                       may_be_marks=number and not self.is_figure and hand.figures_are_optional)

    def as_marks(self) -> MarkRun:
        """Return marks in place of a box for a number, if this is allowed."""
        return replace(self, is_figure=False, may_be_marks=False) if self.may_be_marks else self

    def draw(self, layout: mark_rows.MarkLayout | mark_rows.MarkPoints, x: float, y: float) -> SymbolUse:
        """Return the marks, with the middle of their left edge at (x, y)."""
        open_ones = not self.is_ghost or bool(self.track)  # the pale marks of blank forms cannot be filled
        look = mark_rows.MarkStyle(self.shape, self.letter, self.is_ghost, self.line_weight, self.color, open_ones)
        drawing = mark_rows.draw_marks(self.count, self.marks, self.damaged, layout, look, self.crossed_out)
        return SymbolUse(drawing, Transform(e=x, f=y), self.track)

    def arrange(self, width: float, height: float, pitches: tuple[float, float]) -> mark_rows.MarkLayout:
        """Return the marks, in their sections, as large as a place and the pitches allow.

        Raises TooManyMarksError.
        """
        largest, least = pitches
        if self.sections:
            return mark_rows.arrange_sections(self.sections, width, height, largest, self.group, least)
        return mark_rows.arrange_marks(self.count, width, height, largest, self.group, least)

    def arrange_on_line(self, pitch: float) -> mark_rows.MarkLayout:
        """Return the marks arranged on one line."""
        return mark_rows.arrange_line(self.count, self.find_pitches(pitch)[0], self.group, self.sections)

    def measure_marks(self, style: Style, room: tuple[float, float]) -> float:
        """Return the width of the marks, or of the box in their place; `room` is their pitch and height."""
        if self.is_figure:
            return _make_figure(self, room[1]).measure_extent(style)
        return self.arrange_on_line(room[0]).width if self.count else 0.0

    def measure_width(self, style: Style, room: tuple[float, float]) -> float:
        """Return the width of words and marks."""
        words_width = text.measure_text(self.words, style) if self.words else 0.0
        return words_width + (_NEAR if self.count and self.words else 0) + self.measure_marks(style, room)


def measure_marks(part: MarkRun, width: float, largest: float = 0.0) -> RowHeights:
    """Return the natural height of marks that stand alone, and the height at their least size, in points.

    Marks become a little smaller than usual if they need fewer lines then.
    """
    usual_pitch, least = part.find_pitches(largest / mark_rows.get_mark_share(part.shape))
    heights = [0.0, 0.0]
    fewer = FEWER_LARGE_LINES if part.preferred_size else FEWER_LINES
    for number, pitch in enumerate((max(fewer * usual_pitch, least), least)):
        with suppress(mark_rows.TooManyMarksError):  # drawing reports it
            layout = part.arrange(width, LIMITLESS, (pitch, least))
            heights[number] = layout.height / layout.pitch * (least if number else usual_pitch)
    air = 2 * (MARKS_AIR if part.shape == "box" else CIRCLES_AIR)
    return RowHeights(heights[0] + air, heights[1] + CIRCLES_AIR)


def measure_inline(parts: tuple[MarkRun, ...], width: float, sizes: tuple[float, float], pad: float) -> RowHeights:
    """Return the natural height of words and marks one after the other, in points: see `set_inline`."""
    largest, least = sizes
    width -= 2 * pad
    for size, lines in ((largest, 1), (0.85 * largest, 1), (0.75 * largest, 2), *((least, lines)
                                                                               for lines in range(1, MOST_LINES))):
        pitch = min(3.9 * MM, max(size * 1.12, mark_rows.MIN_PITCH))
        line = max(size * LINE_GAP_FACTOR, pitch, *(part.find_pitches(mark_rows.MIN_PITCH)[0]
                                                    for part in parts if part.count))
        with suppress(fonts.MissingGlyphError):
            if size >= least and len(_break_lines(parts, Style(size=size), (pitch, line), width)) <= lines:
                natural_height = lines * line + 2 * (RULED_AIR if pad else AIR)
                return RowHeights(natural_height, lines * line + 1)
    # the words on one line, and the marks below them on as many lines as necessary
    marks = max((measure_marks(part, width, 0.0) for part in parts if part.count), default=RowHeights(0.0, 0.0))
    return RowHeights(least * LINE_GAP_FACTOR + marks.natural, least * LINE_GAP_FACTOR + marks.lowest)


def place_at_end(ghost: MarkRun, place: Rect, left: float) -> tuple[Items, float]:
    """Return pale marks at the right of their place, and the x of their left edge, which is at least `left`.

    Raises DoesNotFitError.
    """
    if ghost.is_figure:
        style, box = Style(size=SIZES[0], color=get_line_color(ghost.color)), _make_figure(ghost, place.height)
        x = max(left, place.right - PAD - box.measure_extent(style))
        if x + box.measure_extent(style) > place.right + 0.01:
            if ghost.may_be_marks:
                return place_at_end(ghost.as_marks(), place, left)
            raise CrowdedError("a number to be written does not fit after the words of the blank form",
                               "give the cell more room in the form")
        return (Group(tuple(box.draw_on_line(box.caption, x, place, style))),), x - PAD
    try:
        grid = ghost.arrange(place.right - 2 * PAD - left, place.height, ghost.find_pitches(4.0 * MM))
    except mark_rows.TooManyMarksError as error:
        raise CrowdedError(f"{error} after the words of the blank form",
                           "give the cell more room in the form, or make 'blank' smaller") from error
    x = place.right - 2 * PAD - grid.width
    return (ghost.draw(grid, x, place.center[1]),), x


def replace_number(part: MarkRun, place: Rect) -> MarkRun:
    """Return marks in place of a number that may be left out and does not fit a place."""
    if part.may_be_marks:
        try:
            draw_lone_figure(part, place)
        except DoesNotFitError:
            return part.as_marks()
    return part


def inset_marks(place: Rect, part: MarkRun) -> Rect:
    """Return the place of marks between rules, which keep at least 0.8 mm from the rules above and below."""
    return place.inset(0, RULES_AIR if part.shape == "box" else RULES_AIR - CELL_AIR)


def measure_mark_size(part: MarkRun, place: Rect, largest: float) -> float:
    """Return the size in points of marks that have a place between rules to themselves.

    Return 0 if there are none. Raises TooManyMarksError.
    """
    if part.is_figure or not part.count:
        return 0.0
    share, inner = mark_rows.get_mark_share(part.shape), _inset_alone(part, inset_marks(place, part), PAD)
    return share * part.arrange(inner.width, inner.height, part.find_pitches(largest / share)).pitch


def _inset_alone(part: MarkRun, place: Rect, pad: float) -> Rect:
    side_space = pad if part.count > 1 or part.align != "center" else 0.0
    return place.inset(side_space, CELL_AIR if pad and part.shape != "box" else 0.0)


def place_alone(part: MarkRun, place: Rect, largest: float, area: MarkArea | None = None, pad: float = PAD) -> Item:
    """Return marks without words in a place, at most `largest` points wide, or marks that fill an area.

    They stay `pad` points clear of the sides of the place. Raises DoesNotFitError.
    """
    part = replace_number(part, place)
    if part.is_figure:
        return draw_lone_figure(part, place)
    inner = _inset_alone(part, place, pad)
    pitches = part.find_pitches(largest / mark_rows.get_mark_share(part.shape))
    if area:
        from printshop.layout.mark_areas import arrange_in_area  # few games fill shapes

        try:
            points = arrange_in_area(part.count, area, pitches, part.shape)
        except mark_rows.TooManyMarksError as error:
            raise CrowdedError(f"{error} in the shape", "make the shape larger, or the picture") from error
        left, top, _, bottom = area.bounds
        return part.draw(points, left, (top + bottom) / 2)
    try:
        layout = part.arrange(inner.width, inner.height, pitches)
    except mark_rows.TooManyMarksError as error:
        raise CrowdedError(str(error), error.hint) from error
    return part.draw(layout, *mark_rows.place_marks(layout, inner, SHARES[part.align]))


# --- words and marks one after the other ------------------------------------------------------------------------


def set_inline(parts: tuple[MarkRun, ...], place: Rect, sizes: tuple[float, float], align: str = "", *,
               color: Color = BLACK) -> Items:
    """Set words, of `sizes` (largest, smallest) in points, and marks on few lines. Raises DoesNotFitError.

    The preferences of a variant - larger circles, boxes for numbers in place of circles - are ignored if they do not
    fit.
    """
    usual_parts = tuple(replace(part, preferred_size=0.0) for part in parts)
    *preferred, last = dict.fromkeys((parts, usual_parts, tuple(part.as_marks() for part in usual_parts)))
    for candidate in preferred:
        with suppress(DoesNotFitError):
            return _set_inline(candidate, place, sizes, align or "left", color)
    return _set_inline(last, place, sizes, align or "left", color)


def _set_inline(parts: tuple[MarkRun, ...], place: Rect, sizes: tuple[float, float], align: str,
                color: Color) -> Items:
    largest, least = sizes
    candidates = ((largest, 1), (0.85 * largest, 1), (0.75 * largest, 2), (least, 2), (least, 1))
    for size, lines in (*candidates, *((least, lines) for lines in range(3, MOST_LINES))):
        band = place.height / lines
        if size < least or not _is_low_enough(parts, size, band, LINE_GAP_FACTOR if lines > 1 else LINE):
            continue
        style, pitch = Style(size=size, color=color), min(3.9 * MM, band, max(size * 1.12, mark_rows.MIN_PITCH))
        try:
            rows = _break_lines(parts, style, (pitch, band), place.width)
        except fonts.MissingGlyphError as error:
            raise DoesNotFitError(f"the notes: {error}", error.hint) from error
        if len(rows) <= lines:
            bands = place.split_rows([1] * len(rows))
            return tuple(item for row, place_of_line in zip(rows, bands, strict=True)
                         for item in _draw_line(row, place_of_line, style, (pitch, band), SHARES[align]))
    if stacked := _stack_marks(parts, place, Style(size=least, color=color), align):
        return stacked
    words = shorten_text("; ".join(part.words for part in parts if part.words))
    if not _is_low_enough(parts, least, place.height):
        raise CrowdedError(f"'{words}' and its circles are too high for their place, which is "
                           f"{place.height / MM:.1f} mm high", "make the row higher")
    style, room = Style(size=least), (mark_rows.MIN_PITCH, place.height)
    widest = max((part for part in parts if part.count), key=lambda part: part.measure_marks(style, room), default=None)
    if widest and not widest.is_figure and (width := widest.measure_marks(style, room)) > place.width:
        smaller = ", or make 'size' smaller" if widest.size else ""
        raise CrowdedError(f"{pluralize(widest.count, widest.shape, 'boxes' if widest.shape == 'box' else '')} beside "
                           f"words {('takes' if widest.count == 1 else 'take')} {width / MM:.1f} mm on a line, but the "
                           f"place is {place.width / MM:.1f} mm wide",
                           "give the cell more columns, or make the row higher" + smaller)
    raise DoesNotFitError(f"'{words}' is too long for its place, {place.width / MM:.0f} mm wide, even at {least:g} pt",
                          "shorten it, or give the cell more columns")


def _is_low_enough(parts: tuple[MarkRun, ...], size: float, height: float, line: float = LINE) -> bool:
    """Return whether words of a size, and marks of the least size for a pen, are no higher than their line."""
    pitches = [_make_figure(part, 0.0).height if part.is_figure else part.find_pitches(mark_rows.MIN_PITCH)[0]
               for part in parts if part.count]
    return max(size * line, *pitches, 0.0) <= height + 0.01


def _break_lines(parts: tuple[MarkRun, ...], style: Style, room: tuple[float, float],
                 width: float) -> list[list[MarkRun]]:
    """Return parts on lines; more lines than are allowed if one part is too long for a line."""
    rows: list[list[MarkRun]] = [[]]
    x = 0.0
    for part in parts:
        extent = part.measure_width(style, room)
        if rows[-1] and x + extent > width:
            rows.append([])
            x = 0.0
        if extent > width:
            rows += [[]] * MOST_LINES
        rows[-1].append(part)
        x += extent + _SPACE
    return rows


def _draw_line(parts: Sequence[MarkRun], band: Rect, style: Style, room: tuple[float, float],
               share: float) -> Iterator[Item]:
    """Yield a line of words and marks, with a `share` of the free width before them; `room` as for measuring."""
    extents = [part.measure_width(style, room) for part in parts]
    x = band.x + (band.width - sum(extents) - _SPACE * (len(parts) - 1)) * share
    for part, extent in zip(parts, extents, strict=True):
        if part.words:
            yield from text.set_line(part.words, style, x, find_baseline(band, style))
        start = x + extent - part.measure_marks(style, room)
        if part.is_figure:
            box = _make_figure(part, room[1])
            yield from box.draw_on_line(box.caption, start, band, style)
        elif part.count:
            yield part.draw(part.arrange_on_line(room[0]), start, band.center[1])
        x += extent + _SPACE


def _stack_marks(parts: tuple[MarkRun, ...], place: Rect, style: Style, align: str) -> Items:
    """Return words on a line with their marks on further lines below; nothing if there is no room."""
    *before, circles = parts
    top = style.size * LINE
    words = " ".join(part.words for part in before)
    if (not words or any(part.count for part in before) or circles.words or not circles.count or circles.is_figure
            or (wide := text.measure_text(words, style)) > place.width or top >= place.height):
        return ()
    below = place.inset(-PAD, top, -PAD, 0)  # the marks themselves stay clear of the edges
    try:
        marks = place_alone(replace(circles, align=align), below, 0.0)
    except DoesNotFitError:
        return ()
    x = place.x + (place.width - wide) * SHARES[align]
    return (*text.set_line(words, style, x, find_baseline(place._replace(height=top), style)), marks)


# --- boxes for numbers ------------------------------------------------------------------------------------------


class _Figure(NamedTuple):
    """A box for a number: its height, the number that is printed in it, and its words, the most important first."""

    height: float
    left: str
    weight: float
    total: str
    notes: tuple[str, ...]

    @property
    def caption(self) -> str:
        return " · ".join((self.total, *self.notes))

    def measure_extent(self, style: Style, caption: str | None = None) -> float:
        """Return the width of the box and of the words behind it, by default all its words."""
        behind = self.caption if caption is None else caption
        return self.height * SHAPE + (_NEAR + text.measure_text(behind, style) if behind else 0.0)

    def draw_on_line(self, caption: str, x: float, band: Rect, style: Style) -> Iterator[Item]:
        frame = Rect(x, band.center[1] - self.height / 2, self.height * SHAPE, self.height)
        paper = WHITE if get_line_color(style.color) != BLACK else None  # on a dark ground
        yield rect(*frame, fill=paper, stroke=Stroke(width=FRAME * self.weight))
        if self.left:
            inside = Style(size=self.height * 0.75, bold=True)
            yield from text.set_line(self.left, inside, frame.center[0], find_baseline(frame, inside), "middle")
        if caption:
            yield from text.set_line(caption, style, frame.right + _NEAR, find_baseline(band, style))

    def arrange_words(self, caption: str, below: str, inner: Rect, style: Style, align: str) -> Items:
        """Return the box with words behind it and below it; nothing if they do not fit."""
        width = self.measure_extent(style, caption)
        x = inner.x + (inner.width - width) * SHARES[align]
        if width > inner.width or (not below and style.size > inner.height):
            return ()
        if not below:
            return tuple(self.draw_on_line(caption, x, inner, style))
        top = max(self.height, style.size * LEADING if caption else 0.0)
        try:
            height = top + _BELOW + text.set_block(below, style, (inner.x, 0.0, inner.width, None), LEADING).height
        except text.TooWideError:
            return ()
        if height > inner.height:
            return ()
        y = inner.y + (inner.height - height) / 2
        place = (inner.x, y + top + _BELOW, inner.width, None)
        return (*self.draw_on_line(caption, x, Rect(inner.x, y, inner.width, top), style),
                *text.set_block(below, style, place, LEADING, ANCHORS[align]).items)


def _make_figure(part: MarkRun, room: float, *, is_brief: bool = False) -> _Figure:
    """Return the box for a number in place of marks, in `room` points of height. A brief one has fewer words."""
    lost_count, words, notes = part.crossed_out + part.damaged, part.texts or load_words(), list[str]()
    if 0 < len(part.marks) < part.count and not is_brief:
        notes.append(words("at_hits", letter=text.escape_markup(part.letter),
                           hits=words.join(_format_ordinal(number, words) for number in part.marks)))
    if part.sections and not is_brief:
        notes.append(words("in_sections", sizes=words.join(map(str, part.sections))))
    return _Figure(max(min(room - 0.8 * MM, max(HIGHEST, part.preferred_size)), LOWEST),
                   str(lost_count if part.counts_lost else part.count - lost_count) if lost_count else "",
                   part.line_weight,
                   words("of_whole" if part.counts_lost or is_brief else "of_whole_left",
                         whole=UNKNOWN if part.is_ghost else part.count), tuple(notes))


def _format_ordinal(number: int, words: Words) -> str:
    """Return the ordinal of a number: "1st", "12th", "23rd"."""
    last = number % 10 if number % 100 // 10 != 1 else 0
    return words(f"ordinal_{last if last < 4 else 0}", number=number)


def measure_figure(part: MarkRun, width: float, height: float) -> RowHeights:
    """Return the natural height of a box for a number in a cell, in points, and `height` as the least height.

    Words of the usual size that do not fit behind the box stand below it.
    """
    inner, style = width - 2 * (PAD if width > 12 * MM else NEAR_EDGE), Style(size=SIZES[0])
    box = _make_figure(part, height - 2 * ABOVE_FIGURE)
    if box.measure_extent(style) <= inner:
        return RowHeights(height, height)
    is_alone = box.measure_extent(style, box.total) > inner
    lines = 1 + len(box.notes) if is_alone else 1
    return RowHeights(HIGHEST + _BELOW + lines * style.size * LEADING + 2 * MARKS_AIR, height)


class FigureSize(NamedTuple):
    """The height of a box for a number and the size of its words, in points."""

    height: float
    words: float


def draw_lone_figure(part: MarkRun, place: Rect, most: FigureSize | None = None, *, is_brief: bool = False) -> Group:
    """Return a box for a number without other words in its place, as large as possible, but at most `most`.

    A brief one has only the number of marks. Raises DoesNotFitError.
    """
    return _arrange_figure(part, place, most, is_brief=is_brief)[0]


def find_figure_size(part: MarkRun, place: Rect, *, is_brief: bool = False) -> FigureSize:
    """Return the largest size of a box for a number in a place without other words. Raises DoesNotFitError."""
    return _arrange_figure(part, place, is_brief=is_brief)[1]


def _arrange_figure(part: MarkRun, place: Rect, most: FigureSize | None = None, *,
                    is_brief: bool = False) -> tuple[Group, FigureSize]:
    inner = place.inset(PAD if place.width > 12 * MM else NEAR_EDGE, ABOVE_FIGURE)
    box = _make_figure(part, inner.height, is_brief=is_brief)
    if box.height > inner.height + 0.01:
        raise CrowdedError(f"a number to be written needs {box.height / MM:.1f} mm, but the place is "
                           f"{inner.height / MM:.1f} mm high", "give it more height")
    largest, least = SIZES
    if most:
        box, largest = box._replace(height=min(box.height, most.height)), min(largest, most.words)
    captions = ((box.caption, ""), (box.total, " · ".join(box.notes)), ("", "\n".join((box.total, *box.notes))))
    for height in (*(high for share in LOWERED if (high := box.height * share) > LOWEST), LOWEST):
        for size in (largest - step / 2 for step in range(int(2 * (largest - least)) + 1)):
            for caption, below in captions:
                style = Style(size=size, color=get_line_color(part.color))
                if items := box._replace(height=height).arrange_words(caption, below, inner, style, part.align):
                    return Group(items), FigureSize(height, size)
    raise CrowdedError(f"the number '{box.caption}' is too large for its place, {place.width / MM:.0f} x "
                       f"{place.height / MM:.0f} mm", "give it more room")
