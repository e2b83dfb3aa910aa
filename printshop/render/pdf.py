"""PDF: a document in one file, at true scale, the same bytes from the same input.

reportlab is the container: fonts, information, outline, labels, viewer preferences. Pages, forms and pictures are
written here and in `pdf_objects`: a page's stream starts by turning the y axis, so that every coordinate of the display
list stands in the file as it is; text alone is turned back. A `Symbol` becomes a form, written once. A layer becomes an
optional content group of its name, which a reader can hide.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, Any, assert_never

from printshop.drawing.fonts import OWN
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Color, Curve, Group, Image, Layer, Line, Move, Path, Stroke, Symbol, Text, Use
from printshop.render import Memo, Options, file_name, number
from printshop.render.pdf_objects import Objects, OwnFonts, container, embeddable, encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path as File

    from reportlab.pdfgen.canvas import Canvas

    from printshop.drawing.geometry import Transform
    from printshop.drawing.items import Document, Item, Link, Page, Picture
    from printshop.files import Delivery
    from printshop.render.press import Press

_State = tuple[Color | None, Stroke | None, str, float, float]
_UNKNOWN: _State = (None, None, "", 0.0, -1.0)
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


def to_bytes(document: Document, press: Press | None = None, store: Callable[[Objects], Store] | None = None) -> bytes:
    """Return the document as a PDF file, with the boxes that a press cuts by, its streams as a `store` makes them.

    Pages are asked for one at a time, kept compressed. Raises ValueError when an item breaks the contract of
    `printshop.drawing.items`.
    """
    writer = _Writer(document, press, store or Store)
    for page in document.pages:
        writer.add(page)
    return writer.finish()


def write(document: Document, target: File, delivery: Delivery, _: Options) -> tuple[File, ...]:
    """Write a document; see `printshop.render.Format.write`."""
    file = file_name(target, ".pdf")
    delivery.place(file).write_bytes(to_bytes(document))
    return (file,)


class _Writer:
    def __init__(self, document: Document, press: Press | None, store: Callable[[Objects], Store]) -> None:
        self._press = press
        self._canvas = _canvas(document)
        self._objects = Objects(container(self._canvas))
        self._store = store(self._objects)
        self._parent = self._objects.own(self._objects.document.Pages)
        self._resources = self._objects.reserve()
        self._pages = 0
        self._bookmarks, self._level = 0, -1  # how many there are, and how deep the last one is
        self._label: tuple[str | None, int] = None, 0
        self._anchors: dict[str, str] = {}
        self._links: list[tuple[str, float, tuple[Link, ...]]] = []

    def add(self, page: Page) -> None:
        """Write a page, with the boxes that a press cuts by: the page without its bleed, and with it."""
        from reportlab.pdfbase.pdfdoc import PDFObjectReference

        objects, press = self._objects, self._press
        content = self._store.content()
        content.turn(page.height)
        content.draw(page.items)
        contents = objects.stream(content.operators())
        if not press or press.links:
            self._add_bookmarks(page)
        self._add_label(page.label or str(self._pages + 1))
        # The page joins the document's tree under the name by which its bookmarks know it.
        document = objects.document
        name = document.thisPageName()
        document.Reference(b"null", name)
        document.Pages.addPage(PDFObjectReference(name))
        document.pageCounter += 1
        document.inObject = None
        self._pages += 1
        sheet = f"0 0 {number(page.width, 6)} {number(page.height, 6)}"
        more = ""
        if press:
            width, height = page.trim
            left, low = (page.width - width) / 2, (page.height - height) / 2
            trim = " ".join(number(value, 6) for value in (left, low, left + width, low + height))
            more = f" /TrimBox [{trim}] /BleedBox [{sheet}]"
        more += f" /Resources {objects.reference(self._resources)} /Contents {contents}"
        if page.links and (not press or press.links):
            links = objects.reserve()  # filled at the end: a link may lead to a page that is yet to come
            self._links.append((links, page.height, page.links))
            more += f" /Annots {objects.reference(links)}"
        objects.fill(name, f"<</Type /Page /Parent {self._parent} /MediaBox [{sheet}]{more}>>".encode())
        if page.anchor:
            top = f"{objects.reference(name)} /XYZ 0 {number(page.height)} null"
            self._anchors.setdefault(page.anchor, top)

    def _add_bookmarks(self, page: Page) -> None:
        """Add entries that lead to the top of the page about to be placed, one deeper than the last at most."""
        for title, level in page.bookmarks:
            if not self._bookmarks:
                self._canvas.showOutline()
            self._bookmarks += 1
            self._level = max(0, min(level, self._level + 1))
            key = f"bookmark {self._bookmarks}"
            self._canvas.bookmarkPage(key, "XYZ", left=0, top=page.height)
            self._canvas.addOutlineEntry(title, key, self._level)

    def _add_label(self, label: str) -> None:
        """Label the next page. PDF counts on from a prefix and a number; a new rule begins where that is wrong."""
        match = re.fullmatch(r"(.*?)([1-9][0-9]{0,8})", label, re.DOTALL)
        prefix, value = (match[1], int(match[2])) if match else (None, 0)
        if prefix is None:
            self._canvas.addPageLabel(self._pages, prefix=label)
        elif (prefix, value) != (self._label[0], self._label[1] + 1):
            self._canvas.addPageLabel(self._pages, "ARABIC", value, prefix)
        self._label = prefix, value

    def finish(self) -> bytes:
        """Return the file. Raises ValueError for a document without pages."""
        if not self._pages:
            raise ValueError("a document needs at least one page")
        for name, height, links in self._links:
            written = []
            for x, y, wide, high, target in links:
                edges = " ".join(map(number, (x, height - y - high, x + wide, height - y)))
                if target in self._anchors:
                    written.append(f"<</Type /Annot /Subtype /Link /Rect [{edges}] /Border [0 0 0] "
                                   f"/F 4 /Dest [{self._anchors[target]}]>>")
            self._objects.fill(name, f"[{' '.join(written)}]".encode())
        self._store.own_fonts.finish()
        self._objects.fill(self._resources, self._store.resources(self._store.references).encode())
        if listed := " ".join(self._store.references[layer.value] for layer in self._store.layers):
            catalog: Any = self._objects.document.Catalog
            # reportlab writes those of a catalogue's attributes that it lists.
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties"]
            catalog.OCProperties = f"<</OCGs [{listed}] /D <</Order [{listed}] /ON [{listed}]>>>>".encode()
        return self._objects.document.GetPDFData(self._canvas)


def _canvas(document: Document) -> Canvas:
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


# --- content ---


class Store:
    """What the content streams of one document share: numbers, strings, forms, pictures, layers."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.numbers: Memo[float, str] = Memo(number)
        self.own_fonts = OwnFonts(objects)
        # Of a font and a string: the resources of fonts that have its characters, and the operators that show them.
        self.strings: Memo[tuple[str, str], tuple[tuple[str, str], ...]] = Memo(lambda key: self._encoded(*key), 5_000)
        self.forms: dict[Symbol, str] = {}
        self.pictures: dict[Picture, str] = {}
        self.layers: dict[Layer, None] = {}
        self.references: dict[str, str] = {}
        self.fill_color: Callable[[Color], str] = fill_color
        self.stroke_color: Callable[[Color], str] = stroke_color
        self._fonts = objects.reference("BasicFonts")

    def content(self) -> Content:
        """Return an empty content stream."""
        return Content(self)

    def _encoded(self, font: str, string: str) -> tuple[tuple[str, str], ...]:
        if font.startswith(OWN):
            return (self.own_fonts.show(font, string),)
        return encode(self.objects.document, font, string)

    def form(self, symbol: Symbol) -> str:
        """Return the resource name of a symbol's form; the first call writes it."""
        if symbol not in self.forms:
            reference = self.written(symbol, self.content())
            name = f"S{len(self.forms) + 1}"
            self.references[name] = reference
            self.forms[symbol] = name
        return self.forms[symbol]

    def written(self, symbol: Symbol, content: Content) -> str:
        """Write the form of a symbol with an empty content stream; return what refers to it."""
        content.draw(symbol.items)
        # PDF clips a form to its box and SVG does not clip: leave room for every spike of a mitre join.
        left, top, right, bottom = symbol.bounds
        room = 72 + max(right - left, bottom - top)
        box = " ".join(map(number, (left - room, top - room, right + room, bottom + room)))
        head = f"/Type /XObject /Subtype /Form /BBox [{box}] /Resources {self.resources(content.used)}"
        return self.objects.stream(content.operators(), head)

    def picture(self, picture: Picture) -> str:
        """Return the resource name of a picture; the first call writes it."""
        if picture not in self.pictures:
            name = f"P{len(self.pictures) + 1}"
            self.references[name] = self.write_picture(picture)
            self.pictures[picture] = name
        return self.pictures[picture]

    def write_picture(self, picture: Picture) -> str:
        """Write a picture; return what refers to it."""
        return self.objects.picture(picture)

    def layer(self, layer: Layer) -> str:
        """Return the resource name of a layer; the first call writes its optional content group."""
        if layer not in self.layers:
            self.references[layer.value] = self.objects.add(f"<</Type /OCG /Name ({layer.value})>>".encode())
            self.layers[layer] = None
        return layer.value

    def resources(self, used: Iterable[str]) -> str:
        """Return the resource dictionary with all fonts and the things of these names."""
        layers = {layer.value for layer in self.layers}
        drawn = [f"/{name} {self.references[name]}" for name in used if name not in layers]
        marked = [f"/{name} {self.references[name]}" for name in used if name in layers]
        objects = f" /XObject <<{' '.join(drawn)}>>" if drawn else ""
        properties = f" /Properties <<{' '.join(marked)}>>" if marked else ""
        return f"<</Font {self._fonts}{objects}{properties}>>"


class Content:
    """The operators of one content stream, and the names of what they use."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers = store.numbers
        self._fill_color, self._stroke_color = store.fill_color, store.stroke_color
        self._out: list[str] = []
        self._in_text = False
        self._fill, self._stroke, self._font, self._size, self._tracking = _UNKNOWN
        self.used: dict[str, None] = {}

    def operators(self) -> bytes:
        """Return the finished stream."""
        self._end_text()
        return "\n".join(self._out).encode("latin-1")

    def turn(self, height: float) -> None:
        """Put the origin at the top left of a page of this height, with y down."""
        self._out.append(f"1 0 0 -1 0 {number(height, 6)} cm")

    def draw(self, items: Iterable[Item]) -> None:
        """Write the items, in their order. Raises ValueError for a number that is not finite."""
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Use():
                    self._use(item)
                case Path():
                    self._path(item)
                case Group():
                    self._group(item)
                case Image():
                    self._end_text()
                    name = self._store.picture(item.picture)
                    self.used[name] = None
                    left, bottom, width, height = (self._numbers[value] for value in (
                        item.x, item.y + item.height, item.width, -item.height))
                    self._out.append(f"q {width} 0 0 {height} {left} {bottom} cm /{name} Do Q")
                case _:
                    assert_never(item)

    def _text(self, text: Text) -> None:
        out, numbers = self._out, self._numbers
        if not self._in_text:
            self._in_text = True
            out.append("BT")
        if text.color != self._fill:
            self._fill = text.color
            out.append(self._fill_color(text.color))
        if text.tracking != self._tracking:
            self._tracking = text.tracking
            out.append(f"{numbers[text.tracking]} Tc")
        out.append(f"1 0 0 -1 {numbers[text.x]} {numbers[text.y]} Tm")
        size = text.size
        for font, show in self._store.strings[text.font, text.string]:
            if font != self._font or size != self._size:
                self._font, self._size = font, size
                out.append(f"{font} {numbers[size]} Tf")
            out.append(show)

    def _end_text(self) -> None:
        if self._in_text:
            self._in_text = False
            self._out.append("ET")

    def _use(self, use: Use) -> None:
        self._end_text()
        name = self._form(use)
        self.used[name] = None
        move = self._matrix(use.transform)
        self._out.append(f"q {move}/{name} Do Q" if move else f"/{name} Do")

    def _form(self, use: Use) -> str:
        return self._store.form(use.symbol)

    def _path(self, path: Path) -> None:
        if not path.fill and not path.stroke:
            return
        self._end_text()
        out = self._out
        if path.fill and path.fill != self._fill:
            self._fill = path.fill
            out.append(self._fill_color(path.fill))
        if path.stroke and path.stroke != self._stroke:
            out.append(_stroke_style(self._stroke, path.stroke, self._stroke_color))
            self._stroke = path.stroke
        self._outline(path)
        star = "*" if path.fill and path.rule == "evenodd" else ""
        out.append(f"B{star}" if path.fill and path.stroke else f"f{star}" if path.fill else "S")

    def _outline(self, path: Path) -> None:
        out, numbers = self._out, self._numbers
        for segment in path.segments:
            if isinstance(segment, Line):
                x, y = segment
                out.append(f"{numbers[x]} {numbers[y]} l")
            elif isinstance(segment, Curve):
                x1, y1, x2, y2, x, y = segment
                out.append(
                    f"{numbers[x1]} {numbers[y1]} {numbers[x2]} {numbers[y2]} {numbers[x]} {numbers[y]} c"
                )
            elif isinstance(segment, Move):
                x, y = segment
                out.append(f"{numbers[x]} {numbers[y]} m")
            else:
                out.append("h")

    def _group(self, group: Group) -> None:
        self._end_text()
        if group.layer:
            name = self._store.layer(group.layer)
            self.used[name] = None
            self._out.append(f"/OC /{name} BDC")
        if group.clip or group.transform != IDENTITY:
            self._nested(group)
        else:
            self.draw(group.items)
            self._end_text()
        if group.layer:
            self._out.append("EMC")

    def _nested(self, group: Group) -> None:
        state = self._fill, self._stroke, self._font, self._size, self._tracking
        self._out.append(f"q {self._matrix(group.transform)}".rstrip())
        if group.clip:
            self._outline(group.clip)
            self._out.append("W* n" if group.clip.rule == "evenodd" else "W n")
        self.draw(group.items)
        self._end_text()
        self._out.append("Q")
        self._fill, self._stroke, self._font, self._size, self._tracking = state

    def _matrix(self, transform: Transform) -> str:
        a, b, c, d, e, f = transform
        numbers = self._numbers
        if a == d == 1 and not b and not c:
            return f"1 0 0 1 {numbers[e]} {numbers[f]} cm " if e or f else ""
        turn = " ".join(number(value, 8) for value in (a, b, c, d))
        return f"{turn} {numbers[e]} {numbers[f]} cm "


def _color(color: Color, grey: str, rgb: str) -> str:
    # Grey as grey: a laser printer then takes its black toner alone, and text has no coloured fringe.
    if color.red == color.green == color.blue:
        return f"{number(color.red / 255)} {grey}"
    return " ".join(number(value / 255) for value in color) + f" {rgb}"


@cache
def fill_color(color: Color) -> str:
    """Return the operator that makes a colour that of areas and text."""
    return _color(color, "g", "rg")


def stroke_color(color: Color) -> str:
    """Return the operator that makes a colour that of lines."""
    return _color(color, "G", "RG")


def _stroke_style(old: Stroke | None, new: Stroke, colored: Callable[[Color], str]) -> str:
    parts = []
    if not old or old.color != new.color:
        parts.append(colored(new.color))
    if not old or old.width != new.width:
        parts.append(f"{number(new.width)} w")
    if not old or old.cap != new.cap:
        parts.append(f"{_CAPS[new.cap]} J")
    if not old or old.join != new.join:
        parts.append(f"{_JOINS[new.join]} j")
    if not old or old.miter_limit != new.miter_limit:
        parts.append(f"{number(new.miter_limit)} M")
    if not old or (old.dash, old.phase) != (new.dash, new.phase):
        parts.append(f"[{' '.join(map(number, new.dash))}] {number(new.phase)} d")
    return " ".join(parts)
