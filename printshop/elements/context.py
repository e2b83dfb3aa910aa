"""The place that an element is drawn in: its colours, sizes and lines."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.display_list import BLACK, Color, Item, parse_color
from printshop.drawing.geometry import Point
from printshop.drawing.ink import Ink, Palette
from printshop.drawing.patterns import ColorSign
from printshop.drawing.text import Style
from printshop.elements.face_outlines import FaceOutline
from printshop.elements.mark_runs import INLINE, MarkRun
from printshop.elements.word_colors import DEFAULT_INK, BackingStack
from printshop.layout.rectangles import Rect

if TYPE_CHECKING:
    from printshop.layout.mark_areas import MarkArea

Items = tuple[Item, ...]
NO_BACKINGS = BackingStack(Ink.COLOUR, (0.0, 0.0))
SpaceEnd = Callable[[float], tuple[Items, float]]
SMALLEST = 7.5  # points: the least size that is legible across a table
LARGEST = 10.0  # points: the size of running text if an element chooses it and has room


def draw_no_space(rectangle: Rect, words: str, draw_end: SpaceEnd | None = None) -> Items:  # noqa: ARG001
    """Return nothing: players do not write in this place."""
    return ()


def keep_rectangle(rectangle: Rect, ratio: float) -> Rect:  # noqa: ARG001 - as other functions that fit a drawing
    """Return the rectangle: all of it is free."""
    return rectangle


class WordsBeside(NamedTuple):
    """The words of the place, on one line with an element that has marks or lines to write on.

    `before` stands before the marks, as markup, and `behind` are words and marks behind them. `sizes` are the largest
    and the smallest size of these words, and `size` is that of words alone, in points. `pad` is the free space at both
    sides of the words, in points, 0 between cells without rules. `gap` is the free space at the end of a line to write
    on, in points.
    """

    before: str = ""
    behind: tuple[MarkRun, ...] = ()
    sizes: tuple[float, float] = INLINE
    size: float = INLINE[0]
    pad: float = 0.0
    gap: float = 0.0


class DrawContext(NamedTuple):
    """The properties of the place of an element.

    `palette` gives the printed colours, and `pen` is the colour of words and lines, which is legible on the ground.
    `color` is the printed colour that the key `colour` of the element gives. `text_size` is the size of running text
    in points, 0 if the element chooses its sizes. `line_weight` is a factor of the widths of lines. `track` is the name
    of the marks for players and damage, "" if there is none. `draw_space` draws a space to write in, behind
    words that are known; its third argument may draw marks at the right end of the space: it takes the x at which the
    words end, and returns the marks and the x at which they begin.

    `align` is the position of an element that is narrower than its place: left, center or right, "" if the place does
    not set it. Marks stay `pad` points clear of the sides of their place. `words` are the words of the place beside
    marks. Marks fill the `area` of a picture, if there is one. If all marks of a row have one size, `equal_size` is
    this size in points, 0 if there are no marks.

    `row_gap` is the free space in points between rows and paragraphs, 0 if the element chooses it. `columns` is the
    number of columns in which a list may stand. `largest_hex` is the greatest width of hexes across flats, in points,
    so that all figures of a card are alike. `smallest` is the size of the smallest type, in points.

    `text_style` is the style of words. On a blank form, `label` is the label of the space, in the style `label_style`.

    `face` is the face of the piece, None in forms and charts, and `backings` are the colours behind the element there.
    `fit_inside` returns the part of a place without its margin that is free for a drawing with a ratio of width to
    height, 0 for any: on pieces of hexes, the part inside the outline. `margin` is the key of a part of a face, in
    points.
    """

    palette: Palette = Palette()
    pen: Color = BLACK
    text_size: float = 0.0
    line_weight: float = 1.0
    track: str = ""
    draw_space: Callable[..., Items] = draw_no_space
    color: Color = BLACK
    align: str = ""
    pad: float = 0.0
    words: WordsBeside = WordsBeside()
    area: MarkArea | None = None
    equal_size: float | None = None
    text_style: Style = Style()
    label: str = ""
    label_style: Style = Style()
    face: FaceOutline | None = None
    backings: BackingStack = NO_BACKINGS
    margin: float = 0.0
    fit_inside: Callable[[Rect, float], Rect] = keep_rectangle
    row_gap: float = 0.0
    columns: int = 1
    largest_hex: float = inf
    smallest: float = SMALLEST

    @property
    def ink(self) -> Ink:
        """The ink mode."""
        return self.palette.ink

    def find_color_sign(self, color: str, pattern: str, default: str) -> ColorSign:
        """Return the sign in black ink for an area with a `pattern` or, without one, with a colour from a formula.

        Other colours have the `default` pattern.
        """
        sign = self.face.style.color_signs.get(color) if self.face and not pattern else None
        return sign or ColorSign(pattern or default)

    @property
    def small_size(self) -> float:
        """The size of small print."""
        return max(self.smallest, self.text_size - 0.8)

    @property
    def body_style(self) -> Style:
        """The style of running text."""
        return Style("sans", self.text_size)

    @property
    def line_pitch(self) -> float:
        """The distance of lines to write on."""
        return (self.text_size or LARGEST) * 1.9 + self.row_gap

    def choose_line_color(self, color: str, point: Point) -> Color:
        """Return the printed colour of a line or a picture at a point; `DEFAULT_INK` or "" is the usual colour."""
        if self.face:
            return self.backings.choose_line_color(color or DEFAULT_INK, point)
        return self.palette.choose_line(parse_color(color)) if color not in ("", DEFAULT_INK) else self.pen
