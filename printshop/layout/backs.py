"""Two sides of a sheet: where a back lies so that it comes to be behind its front.

Points, origin at the top left, y down. However the two sides come together - the printer turns the sheet over its long
edge or its short edge, or somebody folds it - a piece that is turned over like the page of a book shows its back
upright. A back is drawn upright in its own coordinates, its top left corner the origin; a `Mirror` takes it to its
place.

A printer that turns a sheet over an upright edge mirrors the page in the line down its middle. One that turns it over
a level edge does the same to a back page that stands on its head: so a back page is made once, for the upright edge,
and `turned` for the other. Which edge of a page is the long one hangs on whether it is portrait or landscape.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Group, Item, Layer, Stroke
from printshop.layout.boxes import Box
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Sequence

SAFE = 2 * MM
"""How far words on a back stay from the cut: printers do not hit the other side better than that."""

ARM = 1.0 * MM
"""Half of a cross in a corner of a sheet; crosses of both sides lie behind each other."""

CROSS = Stroke(BLACK, 0.35)

STRIP = 3 * MM
"""What stays free on either side of the fold of a sheet: a fold that goes astray shows on no piece."""


class Backs(Enum):
    """How the two faces of a piece come together."""

    LONG = "long"  # on both sides of the sheet, which is turned over its long edge
    SHORT = "short"
    FOLD = "fold"  # on the two halves of the sheet, which is folded
    BESIDE = "beside"  # beside each other, each piece by itself
    NONE = "none"  # there are only fronts

    @property
    def duplex(self) -> bool:
        """Whether the printer has to print on both sides."""
        return self in (Backs.LONG, Backs.SHORT)


class Mirror(NamedTuple):
    """The line that fronts and backs lie on either side of: down the page at x = `at`, or `across` it at y = `at`."""

    at: float
    across: bool = False

    def box(self, front: Box) -> Box:
        """Return the place of the back of what lies in a box."""
        if self.across:
            return Box(front.x, 2 * self.at - front.bottom, front.width, front.height)
        return Box(2 * self.at - front.right, front.y, front.width, front.height)

    def behind(self, front: Transform, width: float) -> Transform:
        """Return what takes a back, upright with its top left corner at the origin, behind its front.

        `front` takes the front, `width` points wide, to its place in the same way. Behind its left edge is the back's
        right one.
        """
        seen = front.then(Transform(a=-1, e=width))
        over = Transform(d=-1, f=2 * self.at) if self.across else Transform(a=-1, e=2 * self.at)
        return over.then(seen)

    def place(self, front: Box) -> Transform:
        """Return the same for a front that stands upright in a box."""
        return self.behind(Transform(e=front.x, f=front.y), front.width)


def middle(width: float) -> Mirror:
    """Return the line in which a printer mirrors a page of that width when it turns it over an upright edge."""
    return Mirror(width / 2)


def overturned(width: float, height: float, edge: Backs) -> bool:
    """Say whether a page that is turned over its long (or short) edge is turned over a level one."""
    return (edge is Backs.SHORT) == (height >= width)


def turned(items: Sequence[Item], width: float, height: float, edge: Backs,
           offset: tuple[float, float] = (0.0, 0.0)) -> tuple[Item, ...]:
    """Return what stands on a back page, made for an upright edge, as it is printed for the edge of the printer.

    `offset` moves all of it to the right and down the page, by as much as the printer misses it by.
    """
    upright = Transform(e=offset[0], f=offset[1])
    way = upright.rotate(180, width / 2, height / 2) if overturned(width, height, edge) else upright
    return tuple(items) if way == Transform() else (Group(tuple(items), way),)


def crosses(box: Box, mirror: Mirror | None = None, arm: float = ARM) -> Item:
    """Return a small cross on every corner of a box; with a mirror, those that come to lie behind these."""
    box = mirror.box(box) if mirror else box
    lines = [line for x in (box.x, box.right) for y in (box.y, box.bottom)
             for line in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm))]
    return Group((shapes.lines(lines, CROSS),), layer=Layer.GUIDE)


def half(room: Box, *, across: bool) -> tuple[Box, Mirror]:
    """Return the half of a room that fronts have, the lower or the left one, and the line to fold along."""
    if across:
        fold = room.y + room.height / 2
        return Box(room.x, fold + STRIP, room.width, room.bottom - fold - STRIP), Mirror(fold, across=True)
    fold = room.x + room.width / 2
    return Box(room.x, room.y, fold - STRIP - room.x, room.height), Mirror(fold)
