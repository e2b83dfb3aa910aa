"""Warnings about finished pages: coarse pictures, omitted parts of drawings, fonts with restricted licences.

The warnings come from the display list, where every item has the size at which it is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from printshop.drawing import fonts
from printshop.drawing.artwork import SHARP_DPI
from printshop.drawing.display_list import Group, Image, ImageData, Item, JoinedItems, Symbol, SymbolUse, TextRun
from printshop.drawing.fonts import USER_FONT_PREFIX
from printshop.lengths import MM

MAX_SCANNED_RUNS = 5_000  # entries in the cache of scanned runs: the cells of a few thousand records


class PageWarnings:
    """The warnings about some pages, without duplicates.

    Warnings of one kind are in the order in which they are found. `has_backs` is set if any item has its back on the
    other side, or on the other half, of its sheet. `products` are the names of the products with pages.
    """

    has_backs = False

    def __init__(self) -> None:
        self.products: set[str] = set()
        self._widest_coarse: dict[str, tuple[ImageData, float]] = {}
        self._messages: dict[str, None] = {}
        self._subjects: dict[str, dict[str, None]] = {}
        self._scanned_symbols: set[tuple[Symbol, float]] = set()
        # Key: identity and scale of items that pages share. The items stay alive, so that identities are unique.
        self._scanned_runs: dict[tuple[int, float], tuple[Item, ...]] = {}

    def add(self, message: str, subject: str = "") -> None:
        """Add a warning.

        If a warning is added for several subjects, it is printed once, after a list of these subjects.
        """
        if subject:
            self._subjects.setdefault(message, {}).setdefault(subject)
        else:
            self._messages.setdefault(message)

    def scan(self, items: Iterable[Item], scale: float = 1.0) -> None:
        """Collect warnings about items whose unit of length is `scale` points.

        This method does not use `display_list.walk_items`, because resuming a generator for each of the many
        thousand items of a pack is slow. Instead, the method calls itself once for each group.
        """
        if isinstance(items, JoinedItems):
            self._scan_runs(items, scale)
            return
        for item in items:
            if isinstance(item, TextRun):
                if item.font.startswith(USER_FONT_PREFIX):
                    self._messages.setdefault(fonts.load_outline_face(item.font).warning)
            elif isinstance(item, Group):
                self.scan(item.items, scale * hypot(item.transform.a, item.transform.b))
            elif isinstance(item, SymbolUse):
                symbol_scale = scale * hypot(item.transform.a, item.transform.b)
                if (item.symbol, symbol_scale) not in self._scanned_symbols:
                    self._scanned_symbols.add((item.symbol, symbol_scale))
                    self._messages.update(dict.fromkeys(item.symbol.notes))
                    self.scan(item.items, symbol_scale)
            elif isinstance(item, Image):
                picture, width = item.picture, item.width * scale
                if picture.note:
                    self._messages.setdefault(picture.note)
                _, widest = self._widest_coarse.get(picture.name, (picture, 0.0))
                if picture.pixel_width * 72 < SHARP_DPI * width and width > widest:
                    self._widest_coarse[picture.name] = picture, width

    def _scan_runs(self, items: JoinedItems, scale: float) -> None:
        for run in items.runs:
            key = id(run), scale
            if key not in self._scanned_runs:
                if len(self._scanned_runs) >= MAX_SCANNED_RUNS:
                    self._scanned_runs.clear()
                self._scanned_runs[key] = run
                self.scan(run, scale)

    def __iter__(self) -> Iterator[str]:
        yield from filter(None, self._messages)
        for picture, width in self._widest_coarse.values():
            yield (f"{picture.name} has only {picture.pixel_width * 72 / width:.0f} pixels per inch at a width of "
                   f"{width / MM:.0f} mm: a sharp picture needs {SHARP_DPI} pixels per inch "
                   f"({width * SHARP_DPI / 72:.0f} pixels across)")
        yield from (f"{', '.join(subjects)}: {message}" for message, subjects in self._subjects.items())
