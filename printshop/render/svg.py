"""SVG: one file a page, at true scale in millimetres, layers as Inkscape shows them.

Sizes are given in millimetres on the root alone; inside, one unit is one millimetre. An `@page` rule makes a
browser print the file at its size. How letters are written is an option: see `Options.text`.
"""

from __future__ import annotations

from io import StringIO
from math import floor
from typing import TYPE_CHECKING

from printshop.render import Options, page_names
from printshop.render.svg_content import Content, Library, closure, millimetres
from printshop.render.svg_flat import flat
from printshop.render.svg_live import LiveContent
from printshop.render.svg_window import Windows

if TYPE_CHECKING:
    from pathlib import Path

    from svgwrite import Drawing

    from printshop.drawing.items import Document, Page
    from printshop.files import Delivery


def to_text(page: Page, title: str, options: Options | None = None) -> str:
    """Return one page as an SVG file. Raises ValueError when an item breaks the contract of its module."""
    stream = StringIO()
    _Writer(options or Options()).drawing(page, title).write(stream)
    return stream.getvalue()


def write(document: Document, target: Path, delivery: Delivery, options: Options) -> tuple[Path, ...]:
    """Write a document; see `printshop.render.Format.write`."""
    if options.cutter:
        from printshop.render import cut_svg

        return cut_svg.write(document, target, delivery, options)
    writer = _Writer(options)
    files: list[Path] = []
    for page, file in zip(document.pages, page_names(target, ".svg", document), strict=False):
        title = f"{document.title} – {page.label or len(files) + 1}"
        with delivery.place(file).open("w", encoding="utf-8", newline="\n") as stream:
            writer.drawing(page, title).write(stream)
        files.append(file)
    return tuple(files)



class _Writer:
    """Turns pages into drawings that share what they can."""

    def __init__(self, options: Options) -> None:
        self._flat = options.text == "flat"
        across, along = options.scale
        self._scaled = "" if across == along == 1 else (
            f" It is scaled for a printer: {across:.6f} across, {along:.6f} along.")
        self._library = Library(LiveContent if options.text == "live" else Content, repeats=not self._flat)
        self._windows = Windows()

    def drawing(self, page: Page, title: str) -> Drawing:
        """Return a page as a drawing that is ready to be written."""
        from svgwrite import Drawing
        from svgwrite.extensions import Inkscape

        width, height = millimetres(page.width), millimetres(page.height)
        shown = [_whole_pixels(side) for side in (page.width, page.height)]
        drawing = Drawing(size=(f"{shown[0]}mm", f"{shown[1]}mm"), viewBox=f"0 0 {shown[0]} {shown[1]}", debug=False)
        Inkscape(drawing)
        content = self._library.content(self._library)
        items = self._windows.seen(page.items)
        content.draw(flat(items) if self._flat else items, drawing)
        drawing.defs.add(drawing.style(f"@page{{size:{width}mm {height}mm;margin:0}}"))
        for definition in closure(content.needs.values()):
            drawing.defs.add(definition.element)
        # XML has no way to write a control character.
        readable = "".join(char if char.isprintable() else " " for char in title)
        drawing.set_desc(readable, f"{width} x {height} mm. Print at 100 %.{self._scaled}")
        return drawing


def _whole_pixels(points: float) -> str:
    """Return a side of the picture in millimetres, less what is not a whole CSS pixel (1/96 in): under 0.27 mm.

    Chromium stretches an SVG to whole pixels when it prints it, and 300 mm would become 300.11. What is cut
    off is margin, which no printer prints; the page itself keeps its size.
    """
    return millimetres(floor(points * 96 / 72 + 1e-6) * 72 / 96)
