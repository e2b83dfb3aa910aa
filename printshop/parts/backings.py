"""Grounds and bands behind the parts of a face, and the colours that can be read on them.

Positions are in points of the face, origin top left, y down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printshop.drawing.geometry import Point
from printshop.drawing.ink import Ink, contrast, mark, text_on
from printshop.drawing.items import BLACK, WHITE, Color, parse_color
from printshop.drawing.themes import READABLE, legible
from printshop.layout.boxes import Box

INK = "#000000"  # the usual colour of words and lines


class Backing(NamedTuple):
    """The colour that a ground or a band puts behind the parts after it.

    `meant` is the colour of the data, `drawn` what is printed of it in the ink at hand, before any pattern; `of_side`
    says that it is that of the unit's side. `covers` says of a point of the face whether the colour is there; None
    stands for the whole face. It `varies` if a condition or a formula makes it differ between the units of a side.
    """

    meant: Color
    drawn: Color
    of_side: bool
    covers: Callable[[Point], bool] | None = None
    varies: bool = False


class Below(NamedTuple):
    """The backings behind a part, the uppermost first, on a face with a `middle`; bare paper if there are none."""

    ink: Ink
    middle: Point
    backings: tuple[Backing, ...] = ()

    def under(self, backing: Backing, *, varies: bool) -> Below:
        """Return what is behind the parts that lie upon one more backing."""
        return self._replace(backings=(backing._replace(varies=varies), *self.backings))

    @property
    def field(self) -> Color | None:
        """The colour of the unit's side where that is behind the part, as it is drawn."""
        return next((backing.drawn for backing in reversed(self.backings) if backing.of_side), None)

    @property
    def patchy(self) -> bool:
        """Whether what is behind the part differs from place to place."""
        return bool(self.backings and self.backings[0].covers)

    @property
    def dark(self) -> bool:
        """Whether black cannot be read somewhere."""
        return any(map(hides, self.backings))

    def behind(self, at: Point | None = None) -> Backing | None:
        """Return what is behind a point of the face, its middle by default; None for bare paper."""
        return next((one for one in self.backings if not one.covers or one.covers(at or self.middle)), None)

    def hidden(self, at: Point | None = None) -> Color | None:
        """Return the colour at a point of the face that not all units have and that hides black, None if none does."""
        backing = self.behind(at)
        return backing.drawn if backing and backing.varies and hides(backing) else None

    def marked(self, color: str, at: Point | None = None) -> Color:
        """Return the colour of a line or a picture at a point of the face, its middle by default.

        What is usual is black or white on the colour of a side, and on a ground that not all units have. A dark ground
        is a tint where ink is saved: there what is pale is black, unless it goes with the colour of a side.
        """
        backing, drawn = self.behind(at), mark(self.ink, parse_color(color))
        if not backing:
            return drawn
        if color == INK and (backing.of_side or self.hidden(at)):
            return text_on(backing.drawn)
        paled = self.ink is Ink.LIGHT and not backing.of_side and text_on(backing.meant) == WHITE
        return BLACK if paled and text_on(drawn) == BLACK else drawn

    def worded(self, color: str, at: Point | None = None) -> Color:
        """Return the colour of words at a point of the face: what is usual can be read, and so can what ink changes."""
        backing, drawn = self.behind(at), self.marked(color, at)
        if not backing:
            return drawn
        unread = color == INK and contrast(drawn, backing.drawn) < READABLE
        return text_on(backing.drawn) if unread else legible(drawn, backing.meant, backing.drawn)


def hides(backing: Backing) -> bool:
    """Return whether black cannot be read on a backing."""
    return contrast(BLACK, backing.drawn) < READABLE


def over(box: Box) -> Callable[[Point], bool]:
    """Return a test of whether a point lies in a box."""
    return lambda at: box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom
