"""Texts: words in rectangles, and the elements that print a text in forms, on faces and in charts.

Words are set smaller until they fit, down to a least size; none is cut off. Points, origin at the top left of the page,
record or face, y down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import Literal, NamedTuple, Self, TypeVar

from printshop.drawing import fonts, shapes, text, themes
from printshop.drawing.display_list import Group
from printshop.elements.context import DrawContext, Items
from printshop.elements.word_colors import DEFAULT_INK
from printshop.game.counters import TEXT_MARGIN
from printshop.game.elements import ELEMENTS, FACE, Element, ShownValues
from printshop.game.formula_keys import (
    Wording,
    alike_key,
    between_key,
    dynamic_style,
    each_key,
    each_wording,
    turn_key,
)
from printshop.layout.rectangles import Rect, turn_rect
from printshop.lengths import Length
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader

ANCHORS: dict[str, text.Anchor] = {"left": "start", "center": "middle", "right": "end"}
SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}  # of the free width: the part before the words
SIDES_OF_BOW = {("bow", "right"): "right", ("bow", "left"): "left",
                ("stern", "right"): "left", ("stern", "left"): "right"}
TOLERANCE = 0.01  # points

T = TypeVar("T")
E = TypeVar("E", bound=Exception)


class LineFit(NamedTuple):
    """How lines of words stand in a rectangle. All numbers are multiples of the size of the words.

    `leading` is the distance of base lines. A single line is `height` high if there is room, and at least
    `least_height`. Without a `descent`, the base line of a single line depends on the rectangle and the style only:
    words in neighbouring rectangles stand on one line, even if some of them are set smaller because of their width.
    With a `descent`, capitals stand in the middle of the rectangle, and the descent stays free below the base line.
    """

    leading: float
    height: float
    least_height: float
    descent: float | None = None


CELL_LINES = LineFit(leading=1.18, height=0.9, least_height=0.9)
FACE_LINES = LineFit(leading=1.12, height=1.2, least_height=0.75, descent=0.31)


class WordLook(NamedTuple):
    """How words look in a rectangle.

    The size of the `style` is the largest size, and `smallest` the least size, in points. `align` is left, center or
    right. Words that `wrap` take several lines, at the top, in the middle or at the bottom of the rectangle (`valign`);
    other words stand in the middle. If `turn` is not 0, the words and these directions are turned clockwise by so many
    degrees.
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
        return text.set_block(markup, style, rectangle, lines.leading, anchor, look.valign, look.smallest).items
    if look.smallest * lines.least_height > rectangle.height + TOLERANCE:
        raise text.TooTallError(text.strip_markup(markup), look.smallest * lines.least_height, rectangle.height)
    style = style._replace(size=min(style.size, max(rectangle.height / lines.height, look.smallest)))
    x, middle = rectangle.x + rectangle.width * SHARES[look.align], rectangle.y + rectangle.height / 2
    if lines.descent is None:
        return text.set_line(markup, style, x, find_baseline(rectangle, style), anchor, rectangle.width, look.smallest)
    words = text.set_line(markup, style, x, 0.0, anchor, rectangle.width, look.smallest)
    if not words:
        return ()
    size = words[0].size
    base = min(middle + style.face.cap_height * size / 2, rectangle.bottom - lines.descent * size)
    return tuple([replace(word, y=base) for word in words])


_set_face_words = fonts.cache_layout(4096)(set_words)  # counters are drawn for several products


def find_baseline(rectangle: Rect, style: text.Style) -> float:
    """Return the y of the base line of a text whose capitals stand in the middle of a rectangle."""
    face = fonts.load_face(fonts.find_face_name(style.family, style.family != "sans"))
    return rectangle.y + rectangle.height / 2 + face.cap_height * style.size / 2


def draw_in_narrow_family(draw: Callable[[], T], error: E) -> tuple[T | None, E | DoesNotFitError]:
    """Draw words in the narrowest family of the theme, after an `error` in the usual family.

    Return the drawing. If the error is not about words, or if the words do not fit in this family either, return None
    and the last error.
    """
    if any(isinstance(one, text.TooWideError | text.TooTallError) for one in (error, error.__cause__)):
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
        "typeface. Words that are too long even then are reported, never cut off")
    each: str = each_key()
    between: str = between_key()
    alike: bool = alike_key()
    family: Literal["sans", "serif", "display"] = keys.choice(
        ("sans", "serif", "display"), "the family of the theme: `sans` for figures, `serif` for text, `display` for "
        "titles", default="sans")
    largest: Length = keys.length("the size of the words, and the size to which they may shrink (14 "
                                  "pt, 5 pt)", default="14 pt", positive=True)
    smallest: Length = keys.length(default="5 pt", positive=True)
    align: str = keys.choice(
        ("middle", "left", "right", "bow", "stern"), "middle, left, right, bow or stern", default="middle")
    wrap: bool = keys.flag("whether the words may take several lines (false)")
    turn: str = turn_key()
    color: str = dynamic_style(keys.colour("of the words", default=DEFAULT_INK, name="colour"))

    containers = (FACE,)
    default_margin = TEXT_MARGIN

    def validate(self, reader: Reader) -> Self | None:
        if self.smallest.pt > self.largest.pt:
            reader.add_problem("smallest", f"'smallest' of {reader.label} is more than its largest size, "
                                           f"{self.largest.pt:g} pt")
        return super().validate(reader)

    def resolve(self, shown: ShownValues) -> str:
        """Return the words, as markup. Raises FormulaError if a formula of a hole fails."""
        return self.text.fill(shown.values)  # type: ignore[arg-type]

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
        """Return the words in the middle of the height, in a colour that can be read on what is behind them."""
        backings, look = context.backings, self._look
        align = SIDES_OF_BOW.get((self.align, context.bow), self.align if self.align in SHARES else "center")
        look = look._replace(style=look.style._replace(color=context.pen), align=align)
        items = _set_face_words(content, look, rectangle)
        if backings.is_patchy and items:
            left, top, right, bottom = shapes.measure_bounds(items)
            color = backings.choose_text_color(self.color, ((left + right) / 2, (top + bottom) / 2))
            if color != context.pen:
                return _set_face_words(content, look._replace(style=look.style._replace(color=color)), rectangle)
        return items
