"""What people should know of finished pages: pictures that are a little coarse, or of which something was left out.

It is read off the display list, where everything has the size at which it will be printed.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from printshop.drawing import own_fonts
from printshop.drawing.fonts import OWN
from printshop.drawing.items import Group, Image, Symbol, Text, Use
from printshop.drawing.rasters import GOOD
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.geometry import Transform
    from printshop.drawing.items import Item, Picture


class Notes:
    """The notes of some pages, each once, in the order in which they were found.

    `backed` is set where anything comes to have its back on the other side, or half, of its sheet; `made` are the
    products that there are pages of.
    """

    backed = False

    def __init__(self) -> None:
        self.made: set[str] = set()
        self._widest: dict[str, tuple[Picture, float]] = {}
        self._said: dict[str, None] = {}
        self._about: dict[str, dict[str, None]] = {}
        self._plain: set[tuple[Symbol, float]] = set()

    def say(self, note: str, about: str = "") -> None:
        """Take down something else; what is said `about` several things comes once, behind their names."""
        if about:
            self._about.setdefault(note, {}).setdefault(about)
        else:
            self._said.setdefault(note)

    def look(self, items: Iterable[Item], scale: float = 1.0) -> None:
        """Look through what is drawn in units of `scale` points."""
        for item in items:
            if isinstance(item, Text):
                if item.font.startswith(OWN):
                    self._said.setdefault(own_fonts.warning(item.font))
            elif isinstance(item, Group):
                self.look(item.items, scale * _scale(item.transform))
            elif isinstance(item, Use):
                self._symbol(item.symbol, scale * _scale(item.transform))
            elif isinstance(item, Image):
                self._image(item.picture, item.width * scale)

    def _symbol(self, symbol: Symbol, scale: float) -> None:
        if (symbol, scale) not in self._plain:
            self._plain.add((symbol, scale))
            self._said.update(dict.fromkeys(symbol.notes))
            self.look(symbol.items, scale)

    def _image(self, picture: Picture, width: float) -> None:
        if picture.pixel_width * 72 < GOOD * width and width > self._widest.get(picture.name, (picture, 0.0))[1]:
            self._widest[picture.name] = (picture, width)

    def __iter__(self) -> Iterator[str]:
        coarse = (_coarse(picture, width) for picture, width in self._widest.values())
        about = (f"{', '.join(names)}: {note}" for note, names in self._about.items())
        return iter([*(note for note in self._said if note), *coarse, *about])


def _coarse(picture: Picture, width: float) -> str:
    dpi = picture.pixel_width * 72 / width
    return (f"{picture.name} has {dpi:.0f} pixels an inch where it is {width / MM:.0f} mm wide: with {GOOD} or more, "
            f"{width * GOOD / 72:.0f} across, it looks sharp")


def _scale(transform: Transform) -> float:
    return hypot(transform.a, transform.b)
