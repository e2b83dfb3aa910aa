"""Cards on sheets, as Tabletop Simulator takes them: up to 10 across and 7 down in one picture, none of it clear."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from printshop.virtual.pictures import on_white

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PIL.Image import Image

    from printshop.virtual.things import Thing

LARGEST = 4096
"""Pixels along a side of any picture."""

ACROSS, DOWN = 10, 7
LEAST = 2
"""Cells across and down: the program takes no fewer."""

BACK = "cards-back"
_GREY = (120, 126, 134)


class Sheet(NamedTuple):
    """A sheet of `across` x `down` cells of `cell` pixels, `dpi` of them an inch."""

    across: int
    down: int
    cell: tuple[int, int]
    dpi: int

    @classmethod
    def of(cls, things: Sequence[Thing], dpi: int) -> Sheet:
        """Return the sheet for some cards of one size, about as many down as across."""
        whole, count = cls.largest(things[0], dpi), len(things)
        across = min(whole.across, max(LEAST, isqrt(count - 1) + 1, -(-count // whole.down)))
        return whole._replace(across=across, down=max(LEAST, -(-count // across)))

    @classmethod
    def largest(cls, thing: Thing, dpi: int) -> Sheet:
        """Return the largest sheet of cards of a size: at least two across and two down have room on it."""
        best = min(dpi, int((LARGEST // LEAST - 1) * 72 / max(thing.width, thing.height)))
        wide, high = (max(1, round(side * best / 72)) for side in (thing.width, thing.height))
        return cls(min(ACROSS, LARGEST // wide), min(DOWN, LARGEST // high), (wide, high), best)

    def drawn(self, pictures: Iterable[Image]) -> Image:
        """Return the sheet with pictures in its cells, row by row."""
        from PIL import Image as Images

        wide, high = self.cell
        sheet = Images.new("RGB", (self.across * wide, self.down * high), (255, 255, 255))
        for index, picture in enumerate(pictures):
            row, column = divmod(index, self.across)
            sheet.paste(on_white(picture).crop((0, 0, wide, high)), (column * wide, row * high))
        return sheet


def parted(things: Sequence[Thing], dpi: int) -> Iterator[Sequence[Thing]]:
    """Give cards of one size in as many as go on a sheet."""
    whole = Sheet.largest(things[0], dpi)
    room = whole.across * whole.down
    yield from (things[start:start + room] for start in range(0, len(things), room))


def plain_back() -> Image:
    """Return the back of cards that have none."""
    from PIL import Image as Images

    return Images.new("RGB", (64, 90), _GREY)
