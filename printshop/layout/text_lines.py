"""Lines of text in rectangles: base lines, natural heights, and the words of messages. Points."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from printshop.drawing import fonts, text
from printshop.drawing.display_list import BLACK, WHITE, Color
from printshop.drawing.ink import measure_contrast
from printshop.drawing.text import Style
from printshop.drawing.themes import MIN_TEXT_CONTRAST, Theme, current_theme
from printshop.layout.rectangles import Rect
from printshop.lengths import MM

PAD = 1.4 * MM  # between the sides of a place and its words or marks
LEADING = 1.18
LINE = 0.9  # of the size of a line of text: how high its place must be
TEXT_LINE = 1.25  # of the size of a text: the natural height of a line, without the air above and below it
ABOVE = 0.6 * MM  # between the top of a place and several lines of text
AIR, RULED_AIR = 0.6 * MM, 0.9 * MM  # above and below a line of text
ANCHORS: dict[str, text.Anchor] = {"left": "start", "center": "middle", "right": "end"}
SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}  # of the free room: the part before the words


class RowHeights(NamedTuple):
    """The natural and the least height of rows, in points.

    At their natural height, rows show everything at full size. Rows that take the rest have their least height.
    """

    natural: float
    lowest: float


FIGURE_HEIGHTS = RowHeights(60 * MM, 40 * MM)  # of a figure with boxes or rows round it


def get_line_color(color: Color) -> Color:
    """Return the colour of lines beside words of a colour.

    It is black, unless the words are too pale for paper.
    """
    return color if measure_contrast(color, WHITE) < MIN_TEXT_CONTRAST else BLACK


def shorten_text(markup: str) -> str:
    """Return the beginning of a text, for messages."""
    plain_text = text.strip_markup(markup)
    return plain_text if len(plain_text) <= 60 else f"{plain_text[:57]}..."


def measure_line(size: float, pad: float) -> RowHeights:
    """Return the natural height of a line of text of a size, in points.

    Between rules, there is more space above and below it.
    """
    return RowHeights(TEXT_LINE * size + 2 * (RULED_AIR if pad else AIR), 1.05 * size)


def find_baseline(place: Rect, style: Style) -> float:
    """Return the y at which text stands in the optical middle of a box."""
    return place.y + place.height / 2 + find_cap_height(style.family, current_theme()) * style.size / 2


@lru_cache(64)
def find_cap_height(family: str, theme: Theme) -> float:  # noqa: ARG001 - which is in use
    """Return the height of the capitals of a family of the theme in use, in sizes of the text."""
    return fonts.load_face(fonts.find_face_name(family, family != "sans")).cap_height
