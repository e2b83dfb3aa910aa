"""PDF: a document in one file at true scale, always the same bytes from the same input; for screen or press.

reportlab is the container: fonts, information, outline, labels, viewer preferences. Pages, forms and pictures are
written here and in `pdf_objects`: a page's stream starts by turning the y axis, so that all coordinates of the display
list are unchanged in the file; only text is turned back. A `Symbol` becomes a form, written once. A layer becomes an
optional content group of its name, which a reader can hide.

For a press there are inks instead of screen colours, no transparency and no layers. A die line has an ink of its own
and is overprinted: it leaves no gap in what lies below. The file names its output condition as in the ICC registry and
holds no profile. It follows the standard's rules as far as they are known here; it has not been certified.
"""

from __future__ import annotations

import hashlib
import re
from copy import copy
from dataclasses import dataclass, replace
from io import BytesIO
from math import inf
from typing import TYPE_CHECKING, Any, assert_never

from printshop.drawing.fonts import OWN, face
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import WHITE, Close, Curve, Group, Image, Layer, Line, Move, Path, Symbol, Text, Use
from printshop.drawing.shapes import bounds
from printshop.drawing.text import glyphs
from printshop.render import Memo, Options, figures, number
from printshop.render.pdf_form import Form
from printshop.render.pdf_objects import Objects, OwnFonts, container, embeddable, encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reportlab.pdfgen.canvas import Canvas

    from printshop.drawing.geometry import Transform
    from printshop.drawing.items import Color, Document, Item, Link, Page, Picture, Stroke
    from printshop.render.press import Press

MOST_GUIDES = 200  # groups of guides in the cache: the rulers of each kind of page, and the groups between these
LONG = 16  # segments from which an outline's numbers are formatted together, uncached
_FORMS = {Move: "# # m\n", Line: "# # l\n", Curve: "# # # # # # c\n", Close: "h\n"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_OVERPRINT = "Overprint"
_STATE = "<</Type /ExtGState /OP true /op true /OPM 1>>"
# The look of die lines on a screen, or printed without their ink: solid magenta and solid cyan.
_SHOWN = {Layer.CUT: "0 1 0 0", Layer.SCORE: "1 0 0 0"}
_REGISTRY = "http://www.color.org"
_DATE = "2000-01-01T00:00:00+00:00"  # fixed, as in the file's information: the same input gives the same bytes


def to_bytes(document: Document, press: Press | None = None, *, fillable: bool = False) -> bytes:
    """Return the document as a PDF file, prepared for a `press` if given; `fillable` adds form fields.

    Pages are read one at a time and kept compressed. Raises ValueError if an item breaks the rules of
    `printshop.drawing.items`.
    """
    writer = _Writer(document, press, fillable=fillable)
    for page in document.pages:
        writer.add(page)
    data = writer.finish()
    return _for_press(data, document, press) if press else data


def written(document: Document, options: Options) -> Iterator[bytes]:
    """Yield the content of the file; see `printshop.render.Format`."""
    yield to_bytes(document, options.press, fillable=options.fillable)


class _Writer:
    def __init__(self, document: Document, press: Press | None, *, fillable: bool) -> None:
        self._press, self._leads = press, not press or press.links  # whether links and bookmarks are written
        self._canvas = _canvas(document)
        self._objects = Objects(container(self._canvas))
        self._store = _Store(self._objects, press)
        tree = self._objects.document.Reference(self._objects.document.Pages)
        self._parent = self._objects.reference(tree.name)
        self._resources = self._objects.reserve()
        self._pages = 0
        self._bookmarks, self._level = 0, -1  # number of bookmarks, level of the last
        self._label: tuple[str | None, int] = None, 0
        self._anchors: dict[str, str] = {}
        self._links: list[tuple[str, float, tuple[Link, ...], tuple[str, ...]]] = []
        self._form = Form(self._objects) if fillable else None

    def add(self, page: Page) -> None:
        """Write a page; for a press with its trim box (without bleed) and bleed box."""
        from reportlab.pdfbase.pdfdoc import PDFObjectReference

        objects, press = self._objects, self._press
        turn = f"1 0 0 -1 0 {number(page.height, 6)} cm"
        stream = objects.stream(_Content(self._store).stream(page.items, turn))
        self._describe(page)
        # The page needs the name that reportlab uses for it in bookmarks.
        document = objects.document
        name = document.thisPageName()
        document.Reference(b"null", name)
        document.Pages.addPage(PDFObjectReference(name))
        document.pageCounter += 1
        document.inObject = None
        self._pages += 1
        sheet = f"0 0 {number(page.width, 6)} {number(page.height, 6)}"
        extras = ""
        if press:
            width, height = page.trim
            left, low = (page.width - width) / 2, (page.height - height) / 2
            trim = " ".join(number(value, 6) for value in (left, low, left + width, low + height))
            extras = f" /TrimBox [{trim}] /BleedBox [{sheet}]"
        extras += f" /Resources {objects.reference(self._resources)} /Contents {stream}"
        widgets = self._form.widgets(page, objects.reference(name)) if self._form else ()
        if widgets or (page.links and self._leads):
            links = objects.reserve()  # set at the end: a link may lead to a later page
            self._links.append((links, page.height, page.links if self._leads else (), widgets))
            extras += f" /Annots {objects.reference(links)}"
        objects.fill(name, f"<</Type /Page /Parent {self._parent} /MediaBox [{sheet}]{extras}>>")
        if page.anchor:
            top = f"{objects.reference(name)} /XYZ 0 {number(page.height)} null"
            self._anchors.setdefault(page.anchor, top)

    def _describe(self, page: Page) -> None:
        """Add bookmarks and label of the page about to be placed; bookmarks lead to its top.

        A bookmark is at most one level deeper than the last. PDF continues labels from a prefix and a number; a new
        rule is written where that would be wrong.
        """
        for title, level in page.bookmarks if self._leads else ():
            if not self._bookmarks:
                self._canvas.showOutline()
            self._bookmarks += 1
            self._level = max(0, min(level, self._level + 1))
            key = f"bookmark {self._bookmarks}"
            self._canvas.bookmarkPage(key, "XYZ", left=0, top=page.height)
            self._canvas.addOutlineEntry(title, key, self._level)
        label = page.label or str(self._pages + 1)
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
        for name, height, links, widgets in self._links:
            written = (f"<</Type /Annot /Subtype /Link /Rect "
                       f"[{' '.join(map(number, (x, height - y - high, x + wide, height - y)))}] /Border [0 0 0] "
                       f"/F 4 /Dest [{self._anchors[target]}]>>"
                       for x, y, wide, high, target in links if target in self._anchors)
            self._objects.fill(name, f"[{' '.join((*written, *widgets))}]")
        self._store.own_fonts.finish()
        self._objects.fill(self._resources, self._store.resources(self._store.entries))
        catalog = self._objects.document.Catalog
        if self._form and (form := self._form.finished()):
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "AcroForm"]
            catalog.AcroForm = form.encode()
        if listed := " ".join(reference for kind, reference in self._store.entries.values() if kind == "Properties"):
            # reportlab writes only those attributes of a catalogue that are in this list.
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties"]
            catalog.OCProperties = f"<</OCGs [{listed}] /D <</Order [{listed}] /ON [{listed}]>>>>".encode()
        data: bytes = self._objects.document.GetPDFData(self._canvas)
        return data


def _canvas(document: Document) -> Canvas:
    from reportlab.pdfbase.pdfdoc import PDFArray, PDFName
    from reportlab.pdfgen.canvas import Canvas

    # By default, reportlab would name Helvetica in every file, and not embed it.
    first: Any = embeddable(face("plex-condensed").path).fontName  # Any: reportlab's stubs wrongly ask for a number
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
    # reportlab has no setting for Enforce, which locks "actual size" in Acrobat's print dialogue.
    pdf = container(canvas)
    vars(pdf.Catalog)["ViewerPreferences"].dict["Enforce"] = PDFArray([PDFName("PrintScaling")])
    # The environment's SOURCE_DATE_EPOCH would override `invariant`; the same pages must give the same file.
    vars(pdf)["_timeStamp"].YMDhms = (2000, 1, 1, 0, 0, 0)
    pdf.signature = hashlib.md5(b"printshop", usedforsecurity=False)
    return canvas


def _for_press(data: bytes, document: Document, press: Press) -> bytes:
    """Return a file with a standard's name, output condition and metadata, without what the press refuses."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    output = BytesIO()
    with pikepdf.open(BytesIO(data)) as file:
        if not press.links:
            for key in ("/Outlines", "/PageMode"):
                if key in file.Root:
                    del file.Root[key]
        file.docinfo["/Trapped"] = Name("/False")
        for key, value in press.marks.items():
            file.docinfo[f"/{key}"] = value
        if press.condition:
            title = press.condition.title or press.condition.name
            file.Root.OutputIntents = Array([Dictionary(
                Type=Name("/OutputIntent"), S=Name("/GTS_PDFX"), OutputConditionIdentifier=press.condition.name,
                OutputCondition=title, RegistryName=_REGISTRY, Info=title)])
        entries = {"dc:title": document.title, "dc:creator": [document.author], "dc:format": "application/pdf",
                   "xmp:CreatorTool": "printshop", "xmp:CreateDate": _DATE, "xmp:ModifyDate": _DATE,
                   "pdf:Producer": str(file.docinfo.get("/Producer", "")), "pdf:Trapped": "False"}
        entries |= {f"pdfx:{key}": value for key, value in press.marks.items()}
        with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            for name, words in entries.items():
                metadata[name] = words
        file.save(output, force_version=press.version, object_stream_mode=pikepdf.ObjectStreamMode.disable,
                  deterministic_id=True)
    return output.getvalue()


# --- content ---


class _Store:
    """Resources and caches of the content streams of one document: numbers, strings, forms, pictures, layers, inks."""

    def __init__(self, objects: Objects, press: Press | None) -> None:
        self.objects, self.press = objects, press
        self.thinnest = press.thinnest if press else 0.0
        self.numbers: Memo[float, str] = Memo(number)
        self.own_fonts = OwnFonts(objects)
        # By font and string: pairs of font resource and show operator.
        self.strings: Memo[tuple[str, str], tuple[tuple[str, str], ...]] = Memo(
            lambda key: (self.own_fonts.show(*key),) if key[0].startswith(OWN) else encode(objects.document, *key),
            5_000)
        self.entries: dict[str, tuple[str, str]] = {}  # by resource name: kind and reference
        self.pictures: Memo[Picture, str] = Memo(lambda picture: self._refer(
            "XObject", f"P{len(self.pictures) + 1}", objects.picture(picture, press)), inf)
        self._forms: dict[tuple[Symbol, str, float], str] = {}
        # Guides that pages share, by id, which stays unique because the cache keeps the group: the group itself and,
        # from its second use, its form. Comparing the content would take as long as writing it.
        self._guides: dict[int, tuple[Group, Group | None]] = {}
        self._finest: Memo[Symbol, float] = Memo(lambda symbol: _finest(symbol.items, self._finest))
        self.fills: Memo[Color, str] = Memo(lambda color: _colored(color, press, "g", "rg", "k"))
        self.strokes: Memo[Color, str] = Memo(lambda color: _colored(color, press, "G", "RG", "K"))
        self.styles: Memo[Stroke, tuple[str, ...]] = Memo(lambda stroke: (self.strokes[stroke.color], *_style(stroke)))
        self.turns: Memo[tuple[float, ...], str] = Memo(lambda turn: " ".join([number(value, 8) for value in turn]))
        self._fonts = objects.reference("BasicFonts")

    def _refer(self, kind: str, name: str, reference: str) -> str:
        self.entries[name] = kind, reference
        return name

    def form(self, symbol: Symbol, spot: str, scale: float) -> str:
        """Return the resource name of a symbol's form, in one ink if `spot` names one; the first call writes it.

        A symbol with lines too thin for the press at a `scale` has a separate form for that scale, with wider lines.
        """
        thin = self.thinnest and self._finest[symbol] * scale < self.thinnest
        key = symbol, spot, round(scale, 4) if thin else inf
        if key not in self._forms:
            content = _Content(self, spot, key[2])
            operators = content.stream(symbol.items)
            # PDF clips a form to its box, SVG does not: leave space for every spike of a mitre join.
            left, top, right, bottom = symbol.bounds
            room = 72 + max(right - left, bottom - top)
            box = " ".join(map(number, (left - room, top - room, right + room, bottom + room)))
            head = f"/Type /XObject /Subtype /Form /BBox [{box}] /Resources {self.resources(content.used)}"
            reference = self.objects.stream(operators, head)
            self._forms[key] = self._refer("XObject", f"{spot or 'S'}{len(self._forms) + 1}", reference)
        return self._forms[key]

    def shared(self, group: Group) -> Group:
        """Return guides as they are written: as one form if the same object, the rulers, was on an earlier page."""
        if sum([len(item.segments) for item in group.items if isinstance(item, Path)]) < LONG:
            return group
        if id(group) not in self._guides:
            if len(self._guides) >= MOST_GUIDES:
                self._guides.clear()
            self._guides[id(group)] = group, None
            return group
        first, again = self._guides[id(group)]
        if not again:
            symbol = Symbol("guides", group.items, bounds(group.items))
            again = replace(group, items=(Use(symbol),))
            self._guides[id(group)] = first, again
        return again

    def layer(self, layer: Layer) -> str:
        """Return the resource name of a layer; the first call writes its optional content group."""
        if layer.value not in self.entries:
            self._refer("Properties", layer.value, self.objects.add(f"<</Type /OCG /Name ({layer.value})>>"))
        return layer.value

    def spot(self, layer: Layer) -> str:
        """Return the resource name of the spot ink for a layer's lines, "" if they are printed in their own colours."""
        ink = self.press.spots.get(layer) if self.press else None
        if not ink:
            return ""
        name = f"Spot{layer.value.capitalize()}"
        if name not in self.entries:
            shown = f"<</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{_SHOWN[layer]}] /N 1>>"
            space = f"[/Separation /{ink.replace(' ', '#20')} /DeviceCMYK {shown}]"
            self._refer("ColorSpace", name, self.objects.add(space))
        if _OVERPRINT not in self.entries:
            self._refer("ExtGState", _OVERPRINT, self.objects.add(_STATE))
        return name

    def resources(self, names_used: Iterable[str]) -> str:
        """Return the resource dictionary with all fonts and the named resources."""
        named = ""
        for kind in ("XObject", "Properties", "ColorSpace", "ExtGState"):
            if names := [f"/{name} {self.entries[name][1]}" for name in names_used if self.entries[name][0] == kind]:
                named += f" /{kind} <<{' '.join(names)}>>"
        return f"<</Font {self._fonts}{named}>>"


def _finest(items: Iterable[Item], known: Memo[Symbol, float]) -> float:
    """Return the width of the thinnest line, infinite if there are no lines."""
    widths = [item.stroke.width for item in items if isinstance(item, Path) and item.stroke]
    inner = ((known[item.symbol] if isinstance(item, Use) else _finest(item.items, known)) * _size(item.transform)
             for item in items if isinstance(item, Use | Group))
    return min((*widths, *inner), default=inf)


def _size(place: Transform) -> float:
    return place.breadth or 1.0


@dataclass(slots=True)
class _State:
    """The graphics state last written to a content stream."""

    fill: Color | None = None
    stroke: Stroke | None = None
    font: str = ""
    size: float = 0.0
    tracking: float = -1.0


class _Content:
    """The operators of one content stream, and the names of its resources; with a `spot`, all in that ink.

    `scale` is the enlargement of the drawing, infinite where it does not matter: lines that would be thinner than the
    press can print get the least width that it can.
    """

    def __init__(self, store: _Store, spot: str = "", scale: float = 1.0) -> None:
        self._store, self._numbers, self._scale = store, store.numbers, scale
        self._out: list[str] = []
        self._in_text = False
        self._state = _State()
        self.used: dict[str, None] = dict.fromkeys((spot, _OVERPRINT) if spot else ())
        self._spot = spot

    def stream(self, items: Iterable[Item], *before: str) -> bytes:
        """Return the stream of operators and items, in order. Raises ValueError for a number that is not finite."""
        self._out += before
        self._draw(items)
        return "\n".join(self._out).encode("latin-1")

    def _draw(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Use(symbol, transform):
                    name = self._store.form(symbol, self._spot, self._scaled(transform))
                    self._do(name, self._matrix(transform))
                case Path():
                    self._path(item)
                case Group():
                    self._group(item)
                case Image():
                    left, bottom, width, height = (self._numbers[value] for value in (
                        item.x, item.y + item.height, item.width, -item.height))
                    self._do(self._store.pictures[item.picture], f"{width} 0 0 {height} {left} {bottom} cm ")
                case _:
                    assert_never(item)
        self._end_text()

    def _scaled(self, transform: Transform) -> float:
        return self._scale * _size(transform) if self._store.thinnest else self._scale

    def _do(self, name: str, move: str) -> None:
        self._end_text()
        self.used[name] = None
        self._out.append(f"q {move}/{name} Do Q" if move else f"/{name} Do")

    def _text(self, text: Text) -> None:
        if self._store.press and self._store.press.plain_fonts and text.font.startswith(OWN):
            for shape, place in glyphs(text):  # as outlines: the press refuses two-byte codes
                if shape:
                    self._group(Group((Path(shape, fill=text.color),), place))
            return
        out, numbers, state = self._out, self._numbers, self._state
        if not self._in_text:
            self._in_text = True
            out.append("BT")
        if text.color != state.fill:
            self._fill(text.color)
        if text.tracking != state.tracking:
            state.tracking = text.tracking
            out.append(f"{numbers[text.tracking]} Tc")
        out.append(f"1 0 0 -1 {numbers[text.x]} {numbers[text.y]} Tm")
        for font, show in self._store.strings[text.font, text.string]:
            if font != state.font or text.size != state.size:
                state.font, state.size = font, text.size
                out.append(f"{font} {numbers[text.size]} Tf")
            out.append(show)

    def _end_text(self) -> None:
        if self._in_text:
            self._in_text = False
            self._out.append("ET")

    def _fill(self, color: Color) -> None:
        self._state.fill = color
        self._out.append(f"/{self._spot} cs 1 scn" if self._spot else self._store.fills[color])

    def _path(self, path: Path) -> None:
        fill, stroke = path.fill, path.stroke
        if self._spot:  # only lines are die lines; white ones only set others off
            fill, stroke = None, stroke if stroke and stroke.color != WHITE else None
        if not fill and not stroke:
            return
        self._end_text()
        if fill and fill != self._state.fill:
            self._fill(fill)
        if stroke and self._store.thinnest and stroke.width < self._store.thinnest / self._scale:
            stroke = replace(stroke, width=self._store.thinnest / self._scale)
        if stroke and stroke != self._state.stroke:
            before = self._stroke_style(self._state.stroke) if self._state.stroke else ()
            self._out.append(" ".join([said for said in self._stroke_style(stroke) if said not in before]))
            self._state.stroke = stroke
        self._outline(path)
        star = "*" if fill and path.rule == "evenodd" else ""
        self._out.append(f"B{star}" if fill and stroke else f"f{star}" if fill else "S")

    def _stroke_style(self, stroke: Stroke) -> tuple[str, ...]:
        return (f"/{self._spot} CS 1 SCN", *_style(stroke)) if self._spot else self._store.styles[stroke]

    def _outline(self, path: Path) -> None:
        out, numbers, segments = self._out, self._numbers, path.segments
        if len(segments) >= LONG:
            form = "".join([_FORMS[type(part)] for part in segments])
            out.append(figures(form, [value for part in segments for value in part]).rstrip("\n"))
            return
        for part in segments:  # no helper functions: most of the time is spent here
            if isinstance(part, Line):
                x, y = part
                out.append(f"{numbers[x]} {numbers[y]} l")
            elif isinstance(part, Curve):
                x1, y1, x2, y2, x, y = part
                out.append(f"{numbers[x1]} {numbers[y1]} {numbers[x2]} {numbers[y2]} {numbers[x]} {numbers[y]} c")
            elif isinstance(part, Move):
                x, y = part
                out.append(f"{numbers[x]} {numbers[y]} m")
            else:
                out.append("h")

    def _group(self, group: Group) -> None:
        self._end_text()
        layer, state = group.layer, self._state
        if layer is Layer.GUIDE:
            group = self._store.shared(group)
        if layer and not self._store.press:
            self.used[self._store.layer(layer)] = None
            self._out.append(f"/OC /{layer.value} BDC")
            self._within(group)
            self._out.append("EMC")
        elif layer and not self._spot and (spot := self._store.spot(layer)):
            self._out.append(f"q /{_OVERPRINT} gs")
            self.used[spot] = self.used[_OVERPRINT] = None
            self._spot, self._state = spot, replace(state, fill=None, stroke=None)
            self._within(group)
            self._spot, self._state = "", state
            self._out.append("Q")
        else:
            self._within(group)

    def _within(self, group: Group) -> None:
        """Draw the content of a group, through its transform and clip."""
        if not group.clip and group.transform == IDENTITY:
            self._draw(group.items)
            return
        state, scale = self._state, self._scale
        self._state, self._scale = copy(state), self._scaled(group.transform)
        self._out.append(f"q {self._matrix(group.transform)}".rstrip())
        if group.clip:
            self._outline(group.clip)
            self._out.append("W* n" if group.clip.rule == "evenodd" else "W n")
        self._draw(group.items)
        self._out.append("Q")
        self._state, self._scale = state, scale

    def _matrix(self, transform: Transform) -> str:
        a, b, c, d, e, f = transform
        numbers = self._numbers
        if a == d == 1 and not b and not c:
            return f"1 0 0 1 {numbers[e]} {numbers[f]} cm " if e or f else ""
        return f"{self._store.turns[a, b, c, d]} {numbers[e]} {numbers[f]} cm "


def _style(stroke: Stroke) -> tuple[str, ...]:
    """Return the operators for the style of a line, except its colour."""
    return (f"{number(stroke.width)} w", f"{_CAPS[stroke.cap]} J", f"{_JOINS[stroke.join]} j",
            f"{number(stroke.miter_limit)} M", f"[{' '.join(map(number, stroke.dash))}] {number(stroke.phase)} d")


def _colored(color: Color, press: Press | None, grey: str, rgb: str, cmyk: str) -> str:
    """Return the operator that sets a colour, one of the three given for fills or for strokes."""
    if press and press.space == "cmyk":
        return " ".join([*map(number, press.mix(color)), cmyk])
    # Grey as grey: laser printers then use black toner alone, and text has no coloured fringe.
    if color.red == color.green == color.blue:
        return f"{number(color.red / 255)} {grey}"
    return " ".join([*(number(value / 255) for value in color), rgb])
