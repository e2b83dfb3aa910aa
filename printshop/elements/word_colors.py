"""Grounds and bands behind the parts of a face, and the colours that can be read on them.

Positions are in points of the face, origin top left, y down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printshop.drawing.display_list import BLACK, WHITE, Color, parse_color
from printshop.drawing.geometry import Point
from printshop.drawing.ink import Ink, choose_line_color, choose_text_color, measure_contrast
from printshop.drawing.themes import MIN_TEXT_CONTRAST, keep_legible
from printshop.layout.rectangles import Rect

DEFAULT_INK = "#000000"  # the usual colour of words and lines


class Backing(NamedTuple):
    """The colour that a ground or a band puts behind the parts after it.

    `intended_color` is the colour of the data, `printed_color` the colour in the ink of the print, before any pattern;
    `is_side_color` is true for the colour of the unit's side. `covers_point` returns whether the colour is at a point
    of the face; None stands for the whole face. It `varies` if a condition or a formula makes it differ between the
    units of a side.
    """

    intended_color: Color
    printed_color: Color
    is_side_color: bool
    covers_point: Callable[[Point], bool] | None = None
    varies: bool = False


class BackingStack(NamedTuple):
    """The backings behind a part, the uppermost first, on a face with a `middle`.

    On bare paper, there are no backings.
    """

    ink: Ink
    middle: Point
    backings: tuple[Backing, ...] = ()

    def with_backing(self, backing: Backing, *, varies: bool) -> BackingStack:
        """Return the stack with one more backing on top."""
        return self._replace(backings=(backing._replace(varies=varies), *self.backings))

    @property
    def side_color(self) -> Color | None:
        """The printed colour of the unit's side, if it is behind the part."""
        return next((backing.printed_color for backing in reversed(self.backings) if backing.is_side_color), None)

    @property
    def is_patchy(self) -> bool:
        """Whether the colour behind the part differs from place to place."""
        return bool(self.backings and self.backings[0].covers_point)

    @property
    def is_dark(self) -> bool:
        """Whether there is a backing on which black cannot be read."""
        return any(map(hides_black, self.backings))

    def find_backing(self, point: Point | None = None) -> Backing | None:
        """Return the backing at a point of the face, its middle by default.

        Return None for bare paper.
        """
        return next((backing for backing in self.backings
                     if not backing.covers_point or backing.covers_point(point or self.middle)), None)

    def find_hiding_color(self, point: Point | None = None) -> Color | None:
        """Return the colour at a point of the face if it varies between units and hides black, else None."""
        backing = self.find_backing(point)
        return backing.printed_color if backing and backing.varies and hides_black(backing) else None

    def choose_line_color(self, color: str, point: Point | None = None) -> Color:
        """Return the colour of a line or a picture at a point of the face, its middle by default.

        The usual colour becomes black or white on the colour of a side, and on a ground that varies between units. In
        light ink, a dark ground becomes a tint, so pale lines become black, except on the colour of a side.
        """
        backing, line_color = self.find_backing(point), choose_line_color(self.ink, parse_color(color))
        if not backing:
            return line_color
        if color == DEFAULT_INK and (backing.is_side_color or self.find_hiding_color(point)):
            return choose_text_color(backing.printed_color)
        paled = (
            self.ink is Ink.LIGHT and not backing.is_side_color and choose_text_color(backing.intended_color) == WHITE
        )
        return BLACK if paled and choose_text_color(line_color) == BLACK else line_color

    def choose_text_color(self, color: str, point: Point | None = None) -> Color:
        """Return the colour of words at a point of the face.

        The colour is changed if it cannot be read in the usual or light ink.
        """
        backing, line_color = self.find_backing(point), self.choose_line_color(color, point)
        if not backing:
            return line_color
        unread = color == DEFAULT_INK and measure_contrast(line_color, backing.printed_color) < MIN_TEXT_CONTRAST
        return choose_text_color(backing.printed_color) if unread else keep_legible(line_color, backing.intended_color,
                                                                                    backing.printed_color)


def hides_black(backing: Backing) -> bool:
    """Return whether black cannot be read on a backing."""
    return measure_contrast(BLACK, backing.printed_color) < MIN_TEXT_CONTRAST


def make_inside_test(box: Rect) -> Callable[[Point], bool]:
    """Return a test of whether a point lies in a box."""
    return lambda point: box.x <= point[0] <= box.right and box.y <= point[1] <= box.bottom
