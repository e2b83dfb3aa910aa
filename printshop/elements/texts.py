"""Texts: words in rectangles, and the elements that print a text in forms, on faces and in charts.

Words are set smaller until they fit, down to a least size, and never cut off. Lengths are in points, with the origin at
the top left of the page, record or face and y down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import ClassVar, Literal, NamedTuple, Self, TypeVar

from printshop.drawing import fonts, shapes, text, themes
from printshop.drawing.display_list import BLACK, Color, Group, Item, parse_color
from printshop.elements.context import DrawContext, Items
from printshop.elements.mark_runs import MarkRun, measure_inline
from printshop.elements.marks import set_words_and_marks
from printshop.elements.typeset import ElementDrawing, TypesetElement, set_paragraph, shift_items
from printshop.elements.word_colors import DEFAULT_INK
from printshop.formulas import NOT_KNOWN
from printshop.game.counters import TEXT_MARGIN
from printshop.game.elements import CHART, CONTAINERS, ELEMENTS, FACE, FORM, Element, ShownValues
from printshop.game.forms.cells import Cell, unit_flag
from printshop.game.forms.names import PLATES
from printshop.game.formula_keys import (
    TextHole,
    Wording,
    alike_key,
    between_key,
    dynamic_style,
    each_key,
    each_wording,
    to_markup,
    turn_key,
)
from printshop.layout.rectangles import Rect, turn_rect
from printshop.layout.text_lines import (
    ABOVE,
    AIR,
    ANCHORS,
    LEADING,
    LINE,
    PAD,
    SHARES,
    RowHeights,
    find_cap_height,
    measure_line,
    shorten_text,
)
from printshop.lengths import MM, Length, format_shortage
from printshop.problems import CrowdedError, DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader

VALIGNS: dict[str, text.Valign] = {"top": "top", "middle": "middle", "bottom": "bottom"}
SIDES_OF_BOW = {("bow", "right"): "right", ("bow", "left"): "left",
                ("stern", "right"): "left", ("stern", "left"): "right"}
TOLERANCE = 0.01  # points

T = TypeVar("T")
E = TypeVar("E", bound=Exception)


class LineFit(NamedTuple):
    """The fit of lines of words in a rectangle.

    All numbers are multiples of the size of the words. `leading` is the distance of base lines. A single line is
    `height` high if there is room, and at least `least_height`. Without a `descent`, the base line of a single line
    depends on the rectangle and the style only: words in neighbouring rectangles stand on one line, even if some of
    them are set smaller because of their width. With a `descent`, capitals stand in the middle of the rectangle, and
    the descent stays free below the base line.
    """

    leading: float
    height: float
    least_height: float
    descent: float | None = None


CELL_LINES = LineFit(LEADING, LINE, LINE)
FACE_LINES = LineFit(leading=1.12, height=1.2, least_height=0.75, descent=0.31)


class WordLook(NamedTuple):
    """The look of words in a rectangle.

    The size of the `style` is the largest size, and `smallest` the least size, in points. `align` is left, center or
    right. Words that `wrap` take several lines, at the top, in the middle or at the bottom of the rectangle (`valign`);
    other words stand in the middle. The words and these directions are turned clockwise by `turn` degrees.
    """

    style: text.Style
    smallest: float
    align: str = "left"
    valign: text.Valign = "middle"
    wrap: bool = False
    turn: int = 0
    lines: LineFit = CELL_LINES


def set_words(markup: str, look: WordLook, rectangle: Rect) -> Items:
    """Return words in a rectangle, as large as fits.

    Raises TooWideError or TooTallError if they do not fit at their smallest size, and MissingGlyphError for characters
    that no font has.
    """
    if not markup:
        return ()
    if look.turn:
        upright, turning = turn_rect(rectangle, look.turn)
        words = set_words(markup, look._replace(turn=0), upright)
        return (Group(words, turning),) if words else ()
    lines, style, anchor = look.lines, look.style, ANCHORS[look.align]
    if look.wrap:
        return _set_block(markup, look, rectangle)
    if look.smallest * lines.least_height > rectangle.height + TOLERANCE:
        raise text.TooTallError(text.strip_markup(markup), look.smallest * lines.least_height, rectangle.height)
    style = style._replace(size=min(style.size, max(rectangle.height / lines.height, look.smallest)))
    x, middle = rectangle.x + rectangle.width * SHARES[look.align], rectangle.y + rectangle.height / 2
    if lines.descent is None:
        base = middle + find_cap_height(style.family, themes.current_theme()) * style.size / 2
        return text.set_line(markup, style, x, base, anchor, rectangle.width, look.smallest)
    words = text.set_line(markup, style, x, 0.0, anchor, rectangle.width, look.smallest)
    if not words:
        return ()
    size = words[0].size
    base = min(middle + style.face.cap_height * size / 2, rectangle.bottom - lines.descent * size)
    return tuple([replace(word, y=base) for word in words])


def _set_block(markup: str, look: WordLook, rectangle: Rect) -> Items:
    """Return words on as many lines as they need. Raises DoesNotFitError as `set_words`."""
    lines, style = look.lines, look.style
    items = text.set_block(markup, style, rectangle, lines.leading, ANCHORS[look.align], look.valign,
                           look.smallest).items
    if look.valign != "middle" or lines.descent is not None or len({item.y for item in items}) != 1:
        return items
    # one line has the baseline of cells beside it whose words do not wrap
    shift = find_cap_height(style.family, themes.current_theme()) * items[0].size / 2
    return tuple([replace(item, y=rectangle.y + rectangle.height / 2 + shift) for item in items])


_set_face_words = fonts.cache_layout(4096)(set_words)  # counters are drawn for several products


def draw_in_narrow_family(draw: Callable[[], T], error: E) -> tuple[T | None, E | DoesNotFitError]:
    """Draw words in the narrowest family of the theme, after an `error` in the usual family.

    Return the drawing. If the error is not about words, or if the words do not fit in this family either, return None
    and the last error.
    """
    if any(isinstance(cause, text.TooWideError | text.TooTallError) for cause in (error, error.__cause__)):
        try:
            with themes.use_theme(themes.narrow_theme(themes.current_theme())):
                return draw(), error
        except DoesNotFitError as narrow_error:
            return None, narrow_error
    return None, error


@ELEMENTS.register("text")
@data_block
class FaceText(Element):
    """Words on one line, or wrapped, as large as fits between `smallest` and `largest`."""

    text: Wording = each_wording(
        "words with holes. They shrink to fit; words that are too long at the smallest size are set in the narrowest "
        "typeface. Words that are too long even then are reported, never cut off",
        help_text="Words, or a value of the unit", icon="text",
        new_values={"text": "**New text**", "edge": "top", "take": "25 %"})
    each: str = each_key()
    between: str = between_key()
    alike: bool = alike_key()
    family: Literal["sans", "serif", "display"] = keys.choice(
        ("sans", "serif", "display"), "the family of the theme: `sans` for figures, `serif` for text, `display` for "
        "titles", label="Letters", default="sans")
    largest: Length = keys.length("the size of the words, and the size to which they may shrink (14 "
                                  "pt, 5 pt)",
                                  label="Largest letters", help_text="Words that are too long shrink",
                                  default="14 pt", positive=True)
    smallest: Length = keys.length(label="Smallest letters", help_text="", default="5 pt", positive=True)
    align: str = keys.choice(
        ("middle", "left", "right", "bow", "stern"), "middle, left, right, bow or stern", label="Alignment",
        default="middle")
    wrap: bool = keys.flag("whether the words may take several lines (false)", label="On several lines")
    turn: str = turn_key()
    color: str = dynamic_style(keys.colour("of the words", default=DEFAULT_INK, name="colour"))

    containers = (FACE,)
    default_margin = TEXT_MARGIN

    def validate(self, reader: Reader) -> Self | None:
        if self.smallest.pt > self.largest.pt:
            reader.add_problem("smallest", f"'smallest' of {reader.label} is more than its largest size, "
                                           f"{self.largest.pt:g} pt")
        return super().validate(reader)

    def resolve(self, unit_values: ShownValues) -> str:
        """Return the words, as markup. Raises FormulaError if a formula of a hole fails."""
        words = self.text.fill(unit_values.values)  # type: ignore[arg-type]
        return words + unit_values.find_ours_mark(self.text) if unit_values.ours and words else words

    def find_aspect_ratio(self, content: str) -> float:
        """Return the width of the line divided by its height, 0 for words that wrap."""
        if self.wrap:
            return 0.0
        breadth = max(text.measure_text(content, text.Style(self.family, 1.0)) / FACE_LINES.height, 0.01)
        return 1 / breadth if self.turn != "0" else breadth

    @property
    def pen_color(self) -> str:
        """The colour of the words."""
        return self.color

    @cached_property
    def _look(self) -> WordLook:
        return WordLook(text.Style(self.family, self.largest.pt), self.smallest.pt, wrap=self.wrap, turn=int(self.turn),
                        lines=FACE_LINES)

    def draw(self, content: str, rectangle: Rect, context: DrawContext) -> Items:
        """Return the words in the middle of the height, in a colour that can be read on the colours behind them."""
        backings, look = context.backings, self._look
        bow = context.face.style.bow if context.face else ""
        align = SIDES_OF_BOW.get((self.align, bow), self.align if self.align in SHARES else "center")
        look = look._replace(style=look.style._replace(color=context.pen), align=align)
        items = _set_face_words(content, look, rectangle)
        if backings.is_patchy and items:
            left, top, right, bottom = shapes.measure_bounds(items)
            color = backings.choose_text_color(self.color, ((left + right) / 2, (top + bottom) / 2))
            if color != context.pen:
                return _set_face_words(content, look._replace(style=look.style._replace(color=color)), rectangle)
        return items


# --- in cells of forms

STYLES = {
    "title": text.Style(family="display", size=16.0),
    "label": text.Style(size=8.0, bold=True),
    "value": text.Style(size=11.0),
    "body": text.Style(size=10.0),
    "small": text.Style(size=7.5),
}
SMALLEST = 6.5  # points: the least size that is legible at a table
BLANK_HEIGHTS = RowHeights(5.5 * MM, 4 * MM)  # of a space to fill in
PLATE_SHARE = 2.2  # of the size of a text: the height of the shape round it
CENTER_PAD = 0.5 * MM  # at the sides of words in the middle, at most
SPACE = to_markup(NOT_KNOWN)  # in place of an unknown value
NONE = "none"  # of the checks is not passed


def get_text_style(cell: Cell) -> text.Style:
    """Return the style of a cell's text, in its largest size."""
    return STYLES[cell.style]._replace(color=get_text_color(cell), size=cell.largest or STYLES[cell.style].size)


def get_text_color(cell: Cell) -> Color:
    """Return the colour of a cell's words and of the lines of its marks."""
    return parse_color(cell.colour) if cell.colour else BLACK


def get_least_text_size(cell: Cell) -> float:
    """Return the size, in points, down to which a cell's text may shrink."""
    return min(cell.smallest or SMALLEST, cell.largest or STYLES[cell.style].size)


def lower_style(style: text.Style, least: float, height: float, words: str) -> text.Style:
    """Return a style whose size fits a line of some height.

    Raises CrowdedError below the least size.
    """
    fits = height / LINE
    if fits < least - TOLERANCE:
        height_text, free = format_shortage(least * LINE, height)
        subject = f"'{shorten_text(words)}'" if words else "a space to write in"
        raise CrowdedError(f"{subject} is too high for its place: at {least:g} pt it needs "
                           f"{height_text} mm, but the place is {free} mm high",
                           "make the row higher")
    return style._replace(size=min(style.size, fits))


def is_unknown_text(wording: Wording | None, values: Mapping[str, object], *, has_label: bool) -> bool:
    """Return whether a text consists only of unknown values, so that a space to write in replaces it.

    `has_label` is true if the space has a label.
    """
    if not wording or wording.is_fixed:
        return False
    unknown = False
    for hole in wording.holes:
        value = hole.evaluate(values)
        if value is NOT_KNOWN:
            unknown = True
        elif value is not None and value != "":
            return False
    if not unknown:
        return False
    behind = "".join(piece for piece in wording.segments[isinstance(wording.segments[0], str):]
                     if isinstance(piece, str))
    return has_label or not any(sign.isalnum() for sign in behind)


class TextContent(NamedTuple):
    """The words of a cell, as markup, and shorter words to try, in this order, if they do not fit.

    If the words are unknown, or on a blank form, there is a space to write in.
    """

    markup: str = ""
    shorter: tuple[str, ...] = ()
    is_unknown: bool = False
    is_blank: bool = False


@ELEMENTS.register("text")
@data_block
class CellText(Cell):
    """The words of a cell without another element. Their keys are those of every cell: words may stand beside marks."""

    containers: ClassVar[tuple[str, ...]] = (FORM,)
    no_text = False
    keeps_clear = True

    @property
    def has_marks(self) -> bool:
        """Whether the entries of fields have marks."""
        return bool(self.notes)

    @property
    def holes(self) -> tuple[TextHole, ...]:
        """The holes of the words."""
        return self.text.holes if self.text else ()

    @property
    def is_fixed(self) -> bool:
        """Whether the words depend only on the values of their row."""
        return not self.notes

    @property
    def height_varies(self) -> bool:
        """Whether the height of the words depends on the words."""
        return bool(self.wrap or self.notes or self.turn != "0")

    def resolve(self, unit_values: ShownValues) -> TextContent:
        """Return the words. Raises FormulaError if a formula of a hole fails."""
        if unit_values.is_blank:
            return TextContent(is_unknown=True, is_blank=True)
        wording = self.text
        markup = wording.fill(unit_values.values).rstrip() if wording else ""  # type: ignore[arg-type]
        if SPACE in markup and not self.notes and is_unknown_text(wording, unit_values.values,
                                                                  has_label=bool(self.blank)):
            return TextContent(is_unknown=True)
        return TextContent(markup)

    def draw(self, content: TextContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the words, and behind them the entries and notes of fields. Raises DoesNotFitError."""
        if content.is_unknown:
            return context.draw_space(rectangle, "")
        if self.notes:
            return set_words_and_marks(_list_runs(content, context), rectangle, context)
        look = self._cell_look
        inner = _inset_words(rectangle, context.words.pad, look)
        try:
            return set_words(content.markup, look, inner)
        except DoesNotFitError as error:
            for shorter in content.shorter:
                with suppress(DoesNotFitError):
                    return set_words(shorter, look, inner)
            raise _describe_fit_problem(content.markup, look, inner, error) from error

    @cached_property
    def _cell_look(self) -> WordLook:
        return WordLook(get_text_style(self), get_least_text_size(self), self.align or "left",
                        VALIGNS[self.valign], self.wrap, int(self.turn))

    def measure_range(self, content: TextContent, width: float, context: DrawContext) -> tuple[float, float | None]:
        """Return the natural and the least height of the words, or of the space to write them in."""
        style, least, pad = get_text_style(self), get_least_text_size(self), context.words.pad
        if self.plate != PLATES[0]:
            return PLATE_SHARE * style.size, PLATE_SHARE * style.size
        line = measure_line(style.size, pad)
        if content.is_blank:
            return max(line, BLANK_HEIGHTS) if self.text or self.blank or self.ground else (0.0, 0.0)
        if self.notes:
            return measure_inline(_list_runs(content, context), width, context.words.sizes, pad)
        if self.turn != "0":
            length = text.measure_text(content.markup, style) + 2 * PAD
            return length, length * least / style.size
        if self.wrap and content.markup:
            return _measure_block(content.markup, style, least, width, pad)
        return line if self.text or self.ground else (0.0, 0.0)


def _list_runs(content: TextContent, context: DrawContext) -> tuple[MarkRun, ...]:
    return (*((MarkRun(content.markup),) if content.markup else ()), *context.words.behind)


@lru_cache(4096)
def _inset_words(place: Rect, pad: float, look: WordLook) -> Rect:
    """Return the rectangle of words in a cell: free at their sides and, if they wrap, above and below."""
    if look.turn:
        pad = max(pad, ABOVE)  # the ends of the text would touch the rows above and below
    side_space, above = min(pad, CENTER_PAD) if look.align == "center" else pad, ABOVE if look.wrap else 0.0
    return place.inset(above, side_space) if look.turn else place.inset(side_space, above)


def _describe_fit_problem(markup: str, look: WordLook, rectangle: Rect, error: DoesNotFitError) -> DoesNotFitError:
    """Return the error for words that do not fit their cell."""
    words, least = f"'{shorten_text(markup)}'", look.smallest
    if not isinstance(error, text.TooWideError | text.TooTallError):  # no font has a character
        return DoesNotFitError(f"{words}: {error}", error.hint)
    if look.wrap:
        width, height = (max(length, 0.0) / MM for length in (rectangle[2:] if not look.turn else rectangle[:1:-1]))
        return DoesNotFitError(f"{words} is too long for its place: even at {least:g} pt it does not fit {width:.0f} x "
                               f"{height:.0f} mm", "shorten it, or give the cell more room")
    extent, available = error.extent / MM, max(error.available, 0.0) / MM
    if isinstance(error, text.TooTallError):
        return CrowdedError(f"{words} is too high for its place: at {least:g} pt it needs {extent:.1f} mm, but the "
                            f"place is {available:.1f} mm high", "make the row higher")
    return DoesNotFitError(f"{words} is too long for its place: at {least:g} pt it is {extent:.1f} mm wide, but the "
                           f"place is {available:.1f} mm wide", "shorten it")


def _measure_block(markup: str, style: text.Style, least: float, width: float, pad: float) -> RowHeights:
    """Return the natural height of a text on as many lines as necessary, and the height in its smallest type."""
    heights = list[float]()
    for size in (style.size, least):
        with suppress(text.TooWideError, fonts.MissingGlyphError):  # reported where the text is drawn
            box = (0.0, 0.0, max(width - 2 * pad, 1.0), None)
            block = text.set_block(markup, style._replace(size=size), box, LEADING, min_size=least)
            heights.append(block.height + ABOVE)
    line = measure_line(style.size, pad)
    return RowHeights(max(line.natural, max(heights, default=0.0) + AIR), max(line.lowest, min(heights, default=0.0)))


@ELEMENTS.register("warnings")
@data_block
class CheckWarnings(CellText):
    """The checks that a unit does not pass, behind the text of the cell."""

    warnings: bool = unit_flag(
        "`true`: the checks that give only warnings and that the unit does not pass, or \"none\"", "warnings",
        label="Warnings of checks")

    exceptions = ((FACE, "only the forms of units show the checks of a unit"),
                  (CHART, "only the forms of units show the checks of a unit"))
    is_fixed = False

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The name of the shown value."""
        return (*self.notes, "warnings")

    def validate(self, reader: Reader) -> Self | None:
        """Return the cell: its words take as many lines as they need."""
        return super(CheckWarnings, replace(self, wrap=True)).validate(reader)

    def resolve(self, unit_values: ShownValues) -> TextContent:
        """Return the checks line by line, or one behind the other, as many as fit."""
        if unit_values.is_blank:
            return TextContent(is_unknown=True, is_blank=True)
        lead = self.text.fill(unit_values.values).rstrip() if self.text else ""  # type: ignore[arg-type]
        broken = unit_values.values.get("warnings")
        warnings = [to_markup(warning) for warning in broken] if isinstance(broken, tuple) else []
        if not warnings:
            return TextContent(f"{lead} {NONE}".strip())
        shorter_texts = list[str]()
        for most in range(len(warnings), 0, -1):
            remainder = [f"and {len(warnings) - most} more"] if most < len(warnings) else []
            shorter_texts.append(f"{lead} {'; '.join([*warnings[:most], *remainder])}".strip())
        return TextContent("\n".join(filter(None, (lead, *(f"• {warning}" for warning in warnings)))),
                           tuple(shorter_texts))

    def measure_range(self, content: TextContent, width: float, context: DrawContext) -> tuple[float, float | None]:
        """Return the natural and the least height of a blank cell, 0 and None for a list of checks.

        Trials then find the least height, which is also the natural height.
        """
        return super().measure_range(content, width, context) if content.is_blank else (0.0, None)


# --- in blocks of charts, and in boxes of booklets


@ELEMENTS.register("text")
@data_block
class ChartText(TypesetElement):
    """Paragraphs in the size of running text."""

    texts: tuple[str, ...] = keys.texts("paragraphs", kind="prose", name="text", icon="text",
                                        new_values={"text": "New text"})

    containers: ClassVar[tuple[str, ...]] = (CHART,)
    subject = "the text"
    required_attribute = "texts"

    def resolve(self, unit_values: ShownValues) -> tuple[str, ...]:
        """Return the paragraphs; empty lines part them."""
        return tuple(filter(None, (" ".join(words.split()) for text in self.texts for words in text.split("\n\n"))))

    def typeset(self, content: tuple[str, ...], width: float, context: DrawContext) -> ElementDrawing:
        return self.typeset_paragraphs(content, width, context, context.text_size)

    def typeset_paragraphs(self, content: tuple[str, ...], width: float, context: DrawContext, size: float
                           ) -> ElementDrawing:
        """Return paragraphs in a size. Raises TooWideError."""
        items, y = list[Item](), 0.0
        for words in content:
            y += 2 + context.row_gap if items else 0.0
            block = set_paragraph(words, text.Style("sans", size), 0, 0, width)
            items.append(shift_items(block.items, 0, y))
            y += block.height
        return ElementDrawing(tuple(items), y)


@ELEMENTS.register("note")
@data_block
class ChartNote(ChartText):
    """Paragraphs in small print."""

    texts: tuple[str, ...] = keys.texts("in charts, paragraphs in small print", kind="prose",
                                        label="Small print", help_text="", name="note")

    containers = CONTAINERS
    exceptions = ((FORM, "there, a `text` with `style: small` is small print"),
                  (FACE, "there, `largest` is the size of a `text`"))

    def typeset(self, content: tuple[str, ...], width: float, context: DrawContext) -> ElementDrawing:
        return self.typeset_paragraphs(content, width, context, context.small_size)


@ELEMENTS.register("big")
@data_block
class ChartStatement(ChartText):
    """A statement in large type."""

    texts: tuple[str, ...] = keys.texts("in charts, a statement in large type",
                                        label="Large words", help_text="", name="big")

    containers = CONTAINERS
    exceptions = ((FORM, "there, a `text` with `style: title` is large"),
                  (FACE, "there, `largest` is the size of a `text`"))

    def typeset(self, content: tuple[str, ...], width: float, context: DrawContext) -> ElementDrawing:
        """Return each text on a line of its own. Raises TooWideError."""
        size, items = context.text_size * 1.5, list[Item]()
        style = text.Style("serif", size, bold=True)
        for number, words in enumerate(content):
            base = size * (number * 1.25 + 0.86)
            items += text.set_line(words, style, width / 2, base, "middle", width, context.text_size)
        return ElementDrawing(tuple(items), size * 1.25 * len(content))
