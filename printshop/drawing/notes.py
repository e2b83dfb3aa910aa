"""Warnings about finished pages: coarse pictures, omitted parts of drawings, fonts with restricted licences.

They are read from the display list, where every item has the size at which it is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from printshop.drawing import fonts
from printshop.drawing.art import GOOD
from printshop.drawing.fonts import OWN
from printshop.drawing.items import Group, Image, Item, Picture, Symbol, Text, Use
from printshop.units import MM


class Notes:
    """The warnings about some pages, each once, in the order in which they were found.

    `backed` is set if something has its back on the other side, or the other half, of its sheet; `products` are the
    names of the products with pages.
    """

    backed = False

    def __init__(self) -> None:
        self.products: set[str] = set()
        self._widest: dict[str, tuple[Picture, float]] = {}
        self._said: dict[str, None] = {}
        self._about: dict[str, dict[str, None]] = {}
        self._seen: set[tuple[Symbol, float]] = set()

    def say(self, note: str, subject: str = "") -> None:
        """Add another warning; one that has several subjects comes once, after their names."""
        if subject:
            self._about.setdefault(note, {}).setdefault(subject)
        else:
            self._said.setdefault(note)

    def look(self, items: Iterable[Item], scale: float = 1.0) -> None:
        """Look for warnings in items whose unit is `scale` points.

        This method does not use `items.walk`, whose generator resumes for each of the many thousand items of a pack; it
        is called once for each group instead.
        """
        for item in items:
            if isinstance(item, Text):
                if item.font.startswith(OWN):
                    self._said.setdefault(fonts.drawn_face(item.font).warning)
            elif isinstance(item, Group):
                self.look(item.items, scale * hypot(item.transform.a, item.transform.b))
            elif isinstance(item, Use):
                size = scale * hypot(item.transform.a, item.transform.b)
                if (item.symbol, size) not in self._seen:
                    self._seen.add((item.symbol, size))
                    self._said.update(dict.fromkeys(item.symbol.notes))
                    self.look(item.items, size)
            elif isinstance(item, Image):
                picture, width = item.picture, item.width * scale
                _, widest = self._widest.get(picture.name, (picture, 0.0))
                if picture.pixel_width * 72 < GOOD * width and width > widest:
                    self._widest[picture.name] = picture, width

    def __iter__(self) -> Iterator[str]:
        yield from filter(None, self._said)
        for picture, width in self._widest.values():
            yield (f"{picture.name} has {picture.pixel_width * 72 / width:.0f} pixels an inch where it is "
                   f"{width / MM:.0f} mm wide: with {GOOD} or more, {width * GOOD / 72:.0f} across, it looks sharp")
        yield from (f"{', '.join(names)}: {note}" for note, names in self._about.items())
