"""Sheets that are folded: fronts on one half, backs on the other, which comes to lie behind it.

Points, origin at the top left, y down. On either side of the fold a strip stays free, so that a fold that goes astray
shows on no piece. The fold runs across the sheet, or down it where that takes fewer sheets.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group, Item, Layer
from printshop.layout import sheets
from printshop.layout.backs import Mirror
from printshop.layout.boxes import Box
from printshop.layout.cutlines import RIDGE
from printshop.problems import PrintshopError
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.layout.sheets import Batch, Sheet

STRIP = 3 * MM
"""What stays free on either side of the fold."""

WORDS = text.Style("sans", 6.5)
SAID = "score and fold here"


def half(room: Box, *, across: bool) -> tuple[Box, Mirror]:
    """Return the half of a room that fronts have, the lower or the left one, and the line to fold along."""
    if across:
        fold = room.y + room.height / 2
        return Box(room.x, fold + STRIP, room.width, room.bottom - fold - STRIP), Mirror(fold, across=True)
    fold = room.x + room.width / 2
    return Box(room.x, room.y, fold - STRIP - room.x, room.height), Mirror(fold)


def pack(batches: Sequence[Batch], room: Box) -> tuple[Box, tuple[Sheet, ...], Mirror]:
    """Return the half of the room that fronts have, their places on as few sheets as there need be, and the fold.

    Raises PrintshopError for pieces that are larger than either half.
    """
    found: list[tuple[Box, tuple[Sheet, ...], Mirror]] = []
    refused: list[PrintshopError] = []
    for across in (True, False):
        area, mirror = half(room, across=across)
        try:
            found.append((area, sheets.pack(batches, area), mirror))
        except PrintshopError as error:
            refused.append(error)
    if not found:
        raise PrintshopError([replace(one, hint=f"{one.hint}; or print backs on the other side of the sheet")
                              for one in refused[0].problems])
    return min(found, key=lambda one: len(one[1]))


def draw(area: Box, mirror: Mirror) -> Iterator[Item]:
    """Draw the fold of a sheet, over all the length of the half that fronts have."""
    if mirror.across:
        line = shapes.line(area.x, mirror.at, area.right, mirror.at, RIDGE)
        words = text.line(SAID, WORDS, area.center[0], mirror.at - 3.0, "middle")
        yield Group(words)
    else:
        line = shapes.line(mirror.at, area.y, mirror.at, area.bottom, RIDGE)
        words = text.line(SAID, WORDS, 0, -3.0, "middle")
        yield Group(words, Transform(e=mirror.at, f=area.center[1]).rotate(-90))
    yield Group((line,), layer=Layer.SCORE)
