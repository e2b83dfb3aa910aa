"""SVG for cutters: a layer for every step, plain paths with their colours as attributes, every edge once.

One unit is a millimetre, and the file has the whole size of its page. The description says how large what is cut has
to come in: programs that take a file for one of 72 dots an inch make it a third larger.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing.items import Layer
from printshop.render import number, page_names
from printshop.render.cut_paths import find, printed
from printshop.render.cut_plan import whole
from printshop.render.cutter import LABELS, STEPS
from printshop.render.svg_content import Content, Library, closure, millimetres
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path as File

    from svgwrite import Drawing

    from printshop.drawing.items import Document, Item, Page
    from printshop.files import Delivery
    from printshop.render import Options
    from printshop.render.cut_plan import Plan
    from printshop.render.cutter import Cutter

FRONT = "-front"
"""What the names of pictures of the print end with, before the page."""


def write(document: Document, target: File, delivery: Delivery, options: Options) -> tuple[File, ...]:
    """Write what `options.cutter` does of a document; see `printshop.render.Format.write`."""
    cutter = options.cutter
    assert cutter
    return written(document, target, delivery, options, ".svg", lambda page, title: to_text(
        page, title, cutter, options.fitted))


def written(document: Document, target: File, delivery: Delivery, options: Options, suffix: str,
            to_text: Callable[[Page, str], str]) -> tuple[File, ...]:
    """Write a file for each page that has anything to cut, and pictures of the print if it is not in the same files.

    The other pages keep their numbers. The printer alone needs to have made up for what it misses by: what is cut has
    its true size.
    """
    cutter = options.cutter
    assert cutter
    files: list[File] = []
    for index, (page, file) in enumerate(zip(document.pages, page_names(target, suffix, document), strict=False), 1):
        if text := to_text(page, f"{document.title} – {page.label or index}"):
            delivery.place(file).write_text(text, encoding="utf-8", newline="\n")
            files.append(file)
    if options.notes and options.scale != (1.0, 1.0) and files and (
            cutter.front == "none" or not any(map(has_front, document.pages))):
        options.notes.say("--printer changes nothing of what a machine engraves, or cuts without print")
    if cutter.front == "picture" or (cutter.front == "layer" and suffix != ".svg"):
        files += _fronts(document, target, delivery, options)
    return tuple(files)


def _fronts(document: Document, target: File, delivery: Delivery, options: Options) -> Iterator[File]:
    """Write a picture of what is printed on each page that is cut, and on its back. Give the files.

    They have the whole size of the page, and its number. Pages whose pieces are engraved have none.
    """
    from pypdfium2 import PdfDocument

    from printshop.render import pdf, png

    dpi = options.dpi
    numbered = list(zip(document.pages, page_names(target.with_name(target.name + FRONT), ".png", document),
                        strict=False))
    cut = [has_front(page) for page, _ in numbered]
    behind = [bool(document.duplex) and before for before in (False, *cut)]
    chosen = [(replace(page, items=printed(options.fitted(page).items), links=()), file)
              for (page, file), own, back in zip(numbered, cut, behind, strict=False) if own or back]
    for page, file in (one for one in chosen if one[1] not in delivery.targets()):  # SVG and DXF share theirs
        with PdfDocument(pdf.to_bytes(replace(document, pages=(page,)))) as pages:
            png.picture(pages[0], dpi).save(delivery.place(file), "PNG", dpi=(dpi, dpi))
        yield file


def has_front(page: Page) -> bool:
    """Say whether a page is printed and cut: what is engraved is not printed."""
    found = find(page.items)
    return bool(found.cuts and not found.engraved)


def to_text(page: Page, title: str, cutter: Cutter, fitted: Callable[[Page], Page] = lambda page: page) -> str:
    """Return a page as an SVG file for a cutter, "" if there is nothing to do for it."""
    from io import StringIO

    made = whole(page, cutter)
    if not made.steps:
        return ""
    stream = StringIO()
    _drawing(page, title, cutter, made, fitted).write(stream)
    return stream.getvalue()


def _drawing(page: Page, title: str, cutter: Cutter, made: Plan, fitted: Callable[[Page], Page]) -> Drawing:
    from svgwrite import Drawing
    from svgwrite.extensions import Inkscape

    width, height = millimetres(page.width), millimetres(page.height)
    drawing = Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=f"0 0 {width} {height}", debug=False)
    inkscape = Inkscape(drawing)
    content = Content(Library(Content))
    layers: list[tuple[str, tuple[Item, ...]]] = [(LABELS[step], made.steps.get(step, ())) for step in STEPS]
    if cutter.front == "layer" and not made.steps.keys() & {"engrave", "lines"}:
        layers.insert(0, (Layer.PRINT.value, printed(fitted(page).items)))
    for name, items in layers:
        if items:
            content.draw(items, drawing.add(inkscape.layer(label=name)))
    for definition in closure(content.needs.values()):
        drawing.defs.add(definition.element)
    drawing.set_desc("".join(char if char.isprintable() else " " for char in title), _said(page, made, cutter))
    return drawing


def _said(page: Page, made: Plan, cutter: Cutter) -> str:
    """Return what the file says of itself: how large it is, and how large what is cut has to be."""
    said = [f"Page {millimetres(page.width)} x {millimetres(page.height)} mm."]
    if "cut" in made.steps:
        left, top, right, bottom = (round(edge / MM, 2) for edge in made.bounds)
        said.append(f"What is cut measures {number(right - left, 2)} x {number(bottom - top, 2)} mm.")
    if made.square:
        width, height = (round((made.square[end] - made.square[end - 2]) / MM) for end in (2, 3))
        said.append(f"The box on the layer 'size check' measures {width} x {height} mm: measure it, then hide it.")
    if cutter.kerf:
        said.append(f"Made for a kerf of {millimetres(cutter.kerf)} mm"
                    + ("; pieces that share cuts come out smaller by it." if made.shared else "."))
    return " ".join(said)

