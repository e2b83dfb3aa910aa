"""PDF: a document in one file, at true scale, the same bytes from the same input.

reportlab is the container: fonts, information, outline, labels, viewer preferences. Pages, forms and pictures
are written by `pdf_content` and `pdf_objects`. A `Symbol` becomes a form. A layer becomes an optional content
group of its name, which a reader can hide.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from printshop.render import Options, file_name, number
from printshop.render.pdf_content import Store
from printshop.render.pdf_objects import Objects, container, embeddable

if TYPE_CHECKING:
    from pathlib import Path

    from reportlab.pdfgen.canvas import Canvas

    from printshop.drawing.items import Bookmark, Document, Link, Page
    from printshop.files import Delivery
    from printshop.render.press import Press


def to_bytes(document: Document, press: Press | None = None) -> bytes:
    """Return the document as a PDF file, as a press asks for it. Pages are asked for one at a time, kept compressed.

    Raises ValueError when an item breaks the contract of `printshop.drawing.items`.
    """
    writer = _Writer(document, press)
    for page in document.pages:
        writer.add(page)
    data = writer.finish()
    if not press:
        return data
    from printshop.render.pdf_standard import finished

    return finished(data, document, press)


def write(document: Document, target: Path, delivery: Delivery, options: Options) -> tuple[Path, ...]:
    """Write a document; see `printshop.render.Format.write`."""
    file = file_name(target, ".pdf")
    data = to_bytes(document, options.press)
    delivery.place(file).write_bytes(data)
    return (file,)



class _Writer:
    """One PDF file in the making."""

    def __init__(self, document: Document, press: Press | None) -> None:
        self._press = press
        self._canvas = _canvas(document)
        self._objects = Objects(container(self._canvas))
        self._store = _store(self._objects, press)
        self._parent = self._objects.own(self._objects.document.Pages)
        self._resources = self._objects.reserve()
        self._pages = 0
        self._labels = _Labels(self._canvas)
        self._outline = _Outline(self._canvas)
        self._anchors: dict[str, str] = {}
        self._links: list[tuple[str, float, tuple[Link, ...]]] = []

    def add(self, page: Page) -> None:
        """Write a page."""
        objects = self._objects
        content = self._store.content()
        content.turn(page.height)
        content.draw(page.items)
        contents = objects.stream(content.operators())
        box = f"0 0 {number(page.width, 6)} {number(page.height, 6)}"
        if not self._press or self._press.links:
            self._outline.add(page.bookmarks, page.height)
        self._labels.add(self._pages, page.label)
        name = self._place()
        resources = objects.reference(self._resources)
        objects.fill(
            name,
            f"<</Type /Page /Parent {self._parent} /MediaBox [{box}]{self._boxes(page)} /Resources {resources} "
            f"/Contents {contents}{self._annots(page)}>>".encode(),
        )
        if page.anchor:
            top = f"{objects.reference(name)} /XYZ 0 {number(page.height)} null"
            self._anchors.setdefault(page.anchor, top)

    def _place(self) -> str:
        """Add the next page to the document's tree, under the name by which its bookmarks know it."""
        from reportlab.pdfbase.pdfdoc import PDFObjectReference

        document = self._objects.document
        name = document.thisPageName()
        document.Reference(b"null", name)
        document.Pages.addPage(PDFObjectReference(name))
        document.pageCounter += 1
        document.inObject = None
        self._pages += 1
        return name

    def _boxes(self, page: Page) -> str:
        """Return the boxes that a press cuts by: the page without its bleed, and with it."""
        if not self._press:
            return ""
        width, height = page.trim
        left, low = (page.width - width) / 2, (page.height - height) / 2
        trim = " ".join(number(value, 6) for value in (left, low, left + width, low + height))
        return f" /TrimBox [{trim}] /BleedBox [0 0 {number(page.width, 6)} {number(page.height, 6)}]"

    def _annots(self, page: Page) -> str:
        if not page.links or (self._press and not self._press.links):
            return ""
        name = self._objects.reserve()  # filled at the end: a link may lead to a page that is yet to come
        self._links.append((name, page.height, page.links))
        return f" /Annots {self._objects.reference(name)}"

    def finish(self) -> bytes:
        """Return the file. Raises ValueError for a document without pages."""
        if not self._pages:
            raise ValueError("a document needs at least one page")
        for name, height, links in self._links:
            known = [link for link in links if link.target in self._anchors]
            written = " ".join(_link(link, height, self._anchors[link.target]) for link in known)
            self._objects.fill(name, f"[{written}]".encode())
        self._store.own_fonts.finish()
        self._objects.fill(self._resources, self._store.resources(self._store.references).encode())
        self._show_layers([self._store.references[name] for name in self._store.layers.values()])
        return self._objects.document.GetPDFData(self._canvas)

    def _show_layers(self, groups: list[str]) -> None:
        if groups:
            catalog: Any = self._objects.document.Catalog
            # reportlab writes those of a catalogue's attributes that it lists.
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties"]
            listed = " ".join(groups)
            catalog.OCProperties = f"<</OCGs [{listed}] /D <</Order [{listed}] /ON [{listed}]>>>>".encode()


def _store(objects: Objects, press: Press | None) -> Store:
    if not press:
        return Store(objects)
    from printshop.render.pdf_press import PressStore

    return PressStore(objects, press)


def _canvas(document: Document) -> Canvas:
    """Return an empty canvas that carries what readers show of the document."""
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFName
    from reportlab.pdfgen.canvas import Canvas

    # Without a first font of our own every file would name Helvetica, and not embed it.
    first: Any = embeddable("sans").fontName  # the stubs ask for a number
    canvas = Canvas("", pdfVersion=(1, 7), invariant=1, initialFontName=first, lang=document.language)
    canvas.setTitle(document.title)
    canvas.setAuthor(document.author)
    canvas.setSubject(document.subject)
    canvas.setKeywords(", ".join(document.keywords))
    canvas.setCreator("printshop")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    canvas.setViewerPreference("PrintScaling", "None")
    if document.duplex:
        canvas.setViewerPreference("Duplex", f"DuplexFlip{document.duplex.capitalize()}Edge")
    # reportlab does not know Enforce, which locks the choice of "actual size" in Acrobat's print dialogue.
    pdf = container(canvas)
    vars(pdf.Catalog)["ViewerPreferences"].dict["Enforce"] = PDFArray([PDFName("PrintScaling")])
    # SOURCE_DATE_EPOCH would overrule `invariant`; the same pages must give the same file everywhere.
    vars(pdf)["_timeStamp"].YMDhms = (2000, 1, 1, 0, 0, 0)
    pdf.signature = hashlib.md5(b"printshop", usedforsecurity=False)
    return canvas


def _link(link: Link, height: float, destination: str) -> str:
    left, bottom = number(link.x), number(height - link.y - link.height)
    right, top = number(link.x + link.width), number(height - link.y)
    return (
        f"<</Type /Annot /Subtype /Link /Rect [{left} {bottom} {right} {top}] /Border [0 0 0] "
        f"/F 4 /Dest [{destination}]>>"
    )


class _Outline:
    """The tree of bookmarks: a level can only be one deeper than the one before."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._count = 0
        self._level = -1

    def add(self, bookmarks: tuple[Bookmark, ...], height: float) -> None:
        """Add entries that lead to the top of the page which is about to be placed."""
        for title, level in bookmarks:
            if not self._count:
                self._canvas.showOutline()
            self._count += 1
            self._level = max(0, min(level, self._level + 1))
            key = f"bookmark {self._count}"
            self._canvas.bookmarkPage(key, "XYZ", left=0, top=height)
            self._canvas.addOutlineEntry(title, key, self._level)


class _Labels:
    """The pages' labels. PDF counts on from a prefix and a number; a new rule begins where that is wrong."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._prefix: str | None = None
        self._number = 0

    def add(self, page: int, label: str) -> None:
        """Label the page of this index, from 0; without a label it has its number."""
        label = label or str(page + 1)
        match = re.fullmatch(r"(.*?)([1-9][0-9]{0,8})", label, re.DOTALL)
        prefix, value = (match[1], int(match[2])) if match else (None, 0)
        if prefix is None:
            self._canvas.addPageLabel(page, prefix=label)
        elif (prefix, value) != (self._prefix, self._number + 1):
            self._canvas.addPageLabel(page, "ARABIC", value, prefix)
        self._prefix, self._number = prefix, value
