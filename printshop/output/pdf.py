"""PDF: a document in one file at true scale, for screen or press.

The same input always gives the same bytes. reportlab makes the frame of the file: fonts, information, outline, labels
and viewer preferences. This module and `pdf_objects` write pages, forms and pictures. The stream of a page starts with
a flip of the y axis, so that all coordinates of the display list are unchanged in the file; only text is flipped back.
A `Symbol` becomes a form, which is written once. A layer becomes an optional content group with the same name. Users
can hide this group in their viewer.

Files for a press have inks instead of screen colours, and neither transparency nor layers. Die lines have a separate
ink and are overprinted, so that they leave no gap in the print below them. The file names its output condition as in
the ICC registry, and holds no colour profile. Files follow the rules of their standard as far as these rules are
known here; the files have not been certified.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, replace
from io import BytesIO
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from printshop.drawing.display_list import (
    WHITE,
    ClosePath,
    CurveTo,
    Group,
    Image,
    JoinedItems,
    LineTo,
    MoveTo,
    PageLayer,
    Path,
    Symbol,
    SymbolUse,
    TextRun,
)
from printshop.drawing.fonts import USER_FONT_PREFIX, load_face
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.shapes import measure_bounds
from printshop.drawing.text import iter_glyph_outlines
from printshop.imports import LateModule, hide_module
from printshop.output import BoundedCache, OutputOptions, format_number, format_numbers
from printshop.output.pdf_objects import (
    PdfObjects,
    PdfUserFonts,
    encode_string,
    get_reportlab_document,
    load_reportlab_font,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from reportlab.pdfgen.canvas import Canvas

    from printshop.drawing.display_list import Color, Document, ImageData, Item, Link, Page, Stroke
    from printshop.drawing.geometry import Transform
    from printshop.output.pdf_form import PdfForm
    from printshop.output.press import Press

MAX_CACHED_GUIDES = 200  # groups of guides in the cache: the rulers of each kind of page, and the groups between these
MAX_CACHED_RUNS = 5_000  # runs of items in the cache: the cells of a few thousand records, some 300 bytes each
LONG_OUTLINE = 16  # segments from which an outline's numbers are formatted together, uncached
_TEMPLATES = {MoveTo: "# # m\n", LineTo: "# # l\n", CurveTo: "# # # # # # c\n", ClosePath: "h\n"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_OVERPRINT = "Overprint"
_OVERPRINT_STATE = "<</Type /ExtGState /OP true /op true /OPM 1>>"
# The look of die lines on a screen, or printed without their ink: solid magenta and solid cyan.
_DIE_COLORS = {PageLayer.CUT: "0 1 0 0", PageLayer.SCORE: "1 0 0 0"}
_REGISTRY = "http://www.color.org"
_DATE = "2000-01-01T00:00:00+00:00"  # fixed, as in the file's information: the same input gives the same bytes


def render_pdf(document: Document, press: Press | None = None, *, fillable: bool = False, marks: str = "") -> bytes:
    """Return the document as a PDF file.

    If there is a `press`, the file is prepared for it. If `fillable` is true, the file has form fields, with the texts
    of `marks`. Pages are read one at a time and kept compressed. Raises ValueError if an item breaks the rules of
    `printshop.drawing.display_list`, or if the document has no pages.
    """
    writer = _PdfWriter(document, press, fillable=fillable, marks=marks)
    for page in document.pages:
        writer.add_page(page)
    data = writer.finish()
    return _prepare_for_press(data, document, press) if press else data


def make_pdf_files(document: Document, options: OutputOptions) -> Iterator[bytes]:
    """Yield the content of the file; see `printshop.output.FileFormat`."""
    yield render_pdf(document, options.press, fillable=options.fillable, marks=options.marks)


class _PdfWriter:
    def __init__(self, document: Document, press: Press | None, *, fillable: bool, marks: str) -> None:
        self._press, self._has_links = press, not press or press.links  # whether links and bookmarks are written
        self._canvas = _make_canvas(document)
        self._objects = PdfObjects(get_reportlab_document(self._canvas))
        self._store = _Resources(self._objects, press)
        tree = self._objects.document.Reference(self._objects.document.Pages)
        self._page_tree = self._objects.find_reference(tree.name)
        self._resources = self._objects.reserve()
        self._page_count = 0
        self._bookmark_count, self._bookmark_level = 0, -1  # number of bookmarks, level of the last
        self._label: tuple[str | None, int] = None, 0
        self._anchors: dict[str, str] = {}
        self._links: list[tuple[str, float, tuple[Link, ...], tuple[str, ...]]] = []
        self._form: PdfForm | None = None
        if fillable:
            from printshop.output.pdf_form import PdfForm

            self._form = PdfForm(self._objects, json.loads(marks or "{}"))

    def add_page(self, page: Page) -> None:
        """Write a page.

        For a press, the page gets a trim box (without bleed) and a bleed box.
        """
        from reportlab.pdfbase.pdfdoc import PDFObjectReference

        objects, press = self._objects, self._press
        flip = f"1 0 0 -1 0 {format_number(page.height, 6)} cm"
        stream = objects.write_stream(_ContentStream(self._store).make_stream(page.items, flip))
        self._add_bookmarks_and_label(page)
        # The page needs the name that reportlab uses for it in bookmarks.
        document = objects.document
        name = document.thisPageName()
        document.Reference(b"null", name)
        document.Pages.addPage(PDFObjectReference(name))
        document.pageCounter += 1
        document.inObject = None
        self._page_count += 1
        sheet = f"0 0 {format_number(page.width, 6)} {format_number(page.height, 6)}"
        extras = ""
        if press:
            width, height = page.trim_size
            left, bottom = (page.width - width) / 2, (page.height - height) / 2
            trim = " ".join(format_number(value, 6) for value in (left, bottom, left + width, bottom + height))
            extras = f" /TrimBox [{trim}] /BleedBox [{sheet}]"
        extras += f" /Resources {objects.find_reference(self._resources)} /Contents {stream}"
        widgets = self._form.add_page(page, objects.find_reference(name)) if self._form else ()
        if widgets or (page.links and self._has_links):
            links = objects.reserve()  # set at the end: a link may lead to a later page
            self._links.append((links, page.height, page.links if self._has_links else (), widgets))
            extras += f" /Annots {objects.find_reference(links)}"
        objects.set_body(name, f"<</Type /Page /Parent {self._page_tree} /MediaBox [{sheet}]{extras}>>")
        if page.anchor:
            destination = f"{objects.find_reference(name)} /XYZ 0 {format_number(page.height)} null"
            self._anchors.setdefault(page.anchor, destination)

    def _add_bookmarks_and_label(self, page: Page) -> None:
        """Add the bookmarks and the label of the next page. Bookmarks lead to the top of the page.

        A bookmark is at most one level deeper than the bookmark before it. PDF viewers continue labels from a prefix
        and a number. If the label of the page does not continue the label before it, a new rule is written.
        """
        for title, level in page.bookmarks if self._has_links else ():
            if not self._bookmark_count:
                self._canvas.showOutline()
            self._bookmark_count += 1
            self._bookmark_level = max(0, min(level, self._bookmark_level + 1))
            key = f"bookmark {self._bookmark_count}"
            self._canvas.bookmarkPage(key, "XYZ", left=0, top=page.height)
            self._canvas.addOutlineEntry(title, key, self._bookmark_level)
        label = page.label or str(self._page_count + 1)
        match = re.fullmatch(r"(.*?)([1-9][0-9]{0,8})", label, re.DOTALL)
        prefix, value = (match[1], int(match[2])) if match else (None, 0)
        if prefix is None:
            self._canvas.addPageLabel(self._page_count, prefix=label)
        elif (prefix, value) != (self._label[0], self._label[1] + 1):
            self._canvas.addPageLabel(self._page_count, "ARABIC", value, prefix)
        self._label = prefix, value

    def finish(self) -> bytes:
        """Return the file. Raises ValueError if the document has no pages."""
        if not self._page_count:
            raise ValueError("a document needs at least one page")
        for name, height, links, widgets in self._links:
            annotations = (
                f"<</Type /Annot /Subtype /Link /Rect "
                f"[{' '.join(map(format_number, (x, height - y - link_height, x + link_width, height - y)))}] /Border "
                f"[0 0 0] /F 4 /Dest [{self._anchors[target]}]>>"
                for x, y, link_width, link_height, target in links
                if target in self._anchors
            )
            self._objects.set_body(name, f"[{' '.join((*annotations, *widgets))}]")
        self._store.user_fonts.write_fonts()
        self._objects.set_body(self._resources, self._store.format_dictionary(self._store.entries))
        catalog = self._objects.document.Catalog
        if self._form and (form := self._form.format_dictionary()):
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "AcroForm"]
            catalog.AcroForm = form.encode()
        if layer_references := " ".join(reference for kind,
                                        reference in self._store.entries.values() if kind == "Properties"):
            # reportlab writes only those attributes of a catalogue that are in this list.
            catalog.__NoDefault__ = [*catalog.__NoDefault__, "OCProperties"]
            catalog.OCProperties = (
                f"<</OCGs [{layer_references}] /D <</Order [{layer_references}] /ON [{layer_references}]>>>>".encode()
            )
        data: bytes = self._objects.document.GetPDFData(self._canvas)
        return data


def _make_canvas(document: Document) -> Canvas:
    # ReportLab would import HarfBuzz for shaping text, which is done in `drawing`, and all of Pillow for pictures,
    # which `pdf_objects` writes.
    with hide_module("uharfbuzz"), hide_module("PIL.Image", LateModule("PIL.Image")):
        from reportlab.pdfbase.pdfdoc import PDFArray, PDFName
        from reportlab.pdfgen.canvas import Canvas

    # By default, reportlab would name Helvetica in every file, and not embed it.
    # Any: reportlab's stubs wrongly ask for a number
    font_name: Any = load_reportlab_font(load_face("plex-condensed").path).fontName
    canvas = Canvas("", pdfVersion=(1, 7), invariant=1, initialFontName=font_name, lang=document.language)
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
    pdf = get_reportlab_document(canvas)
    vars(pdf.Catalog)["ViewerPreferences"].dict["Enforce"] = PDFArray([PDFName("PrintScaling")])
    # The environment's SOURCE_DATE_EPOCH would override `invariant`; the same pages must give the same file.
    vars(pdf)["_timeStamp"].YMDhms = (2000, 1, 1, 0, 0, 0)
    pdf.signature = hashlib.md5(b"printshop", usedforsecurity=False)
    return canvas


def _prepare_for_press(data: bytes, document: Document, press: Press) -> bytes:
    """Return the file for a press: with the name of its standard, its output condition and metadata.

    The outline is removed if the press does not accept links.
    """
    import pikepdf
    from pikepdf import Array, Dictionary, Name

    output = BytesIO()
    with pikepdf.open(BytesIO(data)) as file:
        if not press.links:
            for key in ("/Outlines", "/PageMode"):
                if key in file.Root:
                    del file.Root[key]
        file.docinfo["/Trapped"] = Name("/False")
        for key, value in press.standard_info.items():
            file.docinfo[f"/{key}"] = value
        if press.condition:
            title = press.condition.title or press.condition.name
            file.Root.OutputIntents = Array([Dictionary(
                Type=Name("/OutputIntent"), S=Name("/GTS_PDFX"), OutputConditionIdentifier=press.condition.name,
                OutputCondition=title, RegistryName=_REGISTRY, Info=title)])
        entries = {"dc:title": document.title, "dc:creator": [document.author], "dc:format": "application/pdf",
                   "xmp:CreatorTool": "printshop", "xmp:CreateDate": _DATE, "xmp:ModifyDate": _DATE,
                   "pdf:Producer": str(file.docinfo.get("/Producer", "")), "pdf:Trapped": "False"}
        entries |= {f"pdfx:{key}": value for key, value in press.standard_info.items()}
        with file.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            for name, words in entries.items():
                metadata[name] = words
        file.save(output, force_version=press.version, object_stream_mode=pikepdf.ObjectStreamMode.disable,
                  deterministic_id=True)
    return output.getvalue()


# --- content ---


class _Resources:
    """Resources and caches that all content streams of a document share.

    The resources are numbers, strings, forms, pictures, layers and inks.
    """

    def __init__(self, objects: PdfObjects, press: Press | None) -> None:
        self.objects, self.press = objects, press
        self.min_line_width = press.min_line_width if press else 0.0
        self.numbers: BoundedCache[float, str] = BoundedCache(format_number)
        self.user_fonts = PdfUserFonts(objects)
        # By font and string: pairs of font resource and show operator.
        self.strings: BoundedCache[tuple[str, str], tuple[tuple[str, str], ...]] = BoundedCache(
            lambda key: (
                (self.user_fonts.show_string(*key),)
                if key[0].startswith(USER_FONT_PREFIX)
                else encode_string(objects.document, *key)
            ),
            5_000,
        )
        self.entries: dict[str, tuple[str, str]] = {}  # by resource name: kind and reference
        self.pictures: BoundedCache[ImageData, str] = BoundedCache(lambda picture: self._add_entry(
            "XObject", f"P{len(self.pictures) + 1}", objects.write_picture(picture, press)), inf)
        self._forms: dict[tuple[Symbol, str, float], str] = {}
        # Guides that pages share, by id, which stays unique because the cache keeps the group: the group itself and,
        # from its second use, its form. Comparing the content would take as long as writing it.
        self._guides: dict[int, tuple[Group, Group | None]] = {}
        # Runs of items that records share, by the id of the run and the graphics state before it. Ids stay unique
        # because the cache keeps the run and the stroke.
        self.written_runs: dict[tuple[object, ...], _WrittenRun] = {}
        self._thinnest_lines: BoundedCache[Symbol,
                                           float] = BoundedCache(lambda symbol: _find_thinnest_line(symbol.items,
                                                                                                    self._thinnest_lines))
        self.fills: BoundedCache[Color, str] = BoundedCache(lambda color: _format_color(color, press, "g", "rg", "k"))
        self.strokes: BoundedCache[Color, str] = BoundedCache(lambda color: _format_color(color, press, "G", "RG", "K"))
        self.styles: BoundedCache[Stroke, tuple[str, ...]] = BoundedCache(lambda stroke: (self.strokes[stroke.color],
                                                                                          *_format_line_style(stroke)))
        self.turns: BoundedCache[tuple[float, ...],
                                 str] = BoundedCache(lambda turn: " ".join([format_number(value, 8) for value in turn]))
        self._fonts = objects.find_reference("BasicFonts")

    def _add_entry(self, kind: str, name: str, reference: str) -> str:
        self.entries[name] = kind, reference
        return name

    def find_form(self, symbol: Symbol, spot: str, scale: float) -> str:
        """Return the resource name of the form for a symbol.

        The first call writes the form. `spot` is the resource name of the spot ink from `find_spot` in which the form
        is printed. Without a spot ink, `spot` is "". If a symbol has lines that are too thin for the press at a
        `scale`, the symbol gets a separate form for that scale, with wider lines.
        """
        has_thin_lines = self.min_line_width and self._thinnest_lines[symbol] * scale < self.min_line_width
        key = symbol, spot, round(scale, 4) if has_thin_lines else inf
        if key not in self._forms:
            content = _ContentStream(self, spot, key[2])
            operators = content.make_stream(symbol.items)
            # PDF clips a form to its box, SVG does not: leave space for every spike of a mitre join.
            left, top, right, bottom = symbol.bounds
            margin = 72 + max(right - left, bottom - top)
            bounding_box = " ".join(map(format_number, (left - margin, top - margin, right + margin, bottom + margin)))
            resources = self.format_dictionary(content.used_resources)
            head = f"/Type /XObject /Subtype /Form /BBox [{bounding_box}] /Resources {resources}"
            reference = self.objects.write_stream(operators, head)
            self._forms[key] = self._add_entry("XObject", f"{spot or 'S'}{len(self._forms) + 1}", reference)
        return self._forms[key]

    def share_guides(self, group: Group) -> Group:
        """Return the group to write in place of a group of guides.

        If an earlier page had the same group object (for example, the rulers), the returned group contains one form
        instead of its items. If a group has few segments, it is returned unchanged.
        """
        if sum([len(item.segments) for item in group.items if isinstance(item, Path)]) < LONG_OUTLINE:
            return group
        if id(group) not in self._guides:
            if len(self._guides) >= MAX_CACHED_GUIDES:
                self._guides.clear()
            self._guides[id(group)] = group, None
            return group
        first, form_group = self._guides[id(group)]
        if not form_group:
            symbol = Symbol("guides", group.items, measure_bounds(group.items))
            form_group = replace(group, items=(SymbolUse(symbol),))
            self._guides[id(group)] = first, form_group
        return form_group

    def find_layer(self, layer: PageLayer) -> str:
        """Return the resource name of a layer.

        The first call writes the optional content group of the layer.
        """
        if layer.value not in self.entries:
            self._add_entry("Properties", layer.value,
                            self.objects.write_object(f"<</Type /OCG /Name ({layer.value})>>"))
        return layer.value

    def find_spot(self, layer: PageLayer) -> str:
        """Return the resource name of the spot ink for the lines of a layer.

        If the layer has no spot ink, return "".
        """
        ink = self.press.spot_inks.get(layer) if self.press else None
        if not ink:
            return ""
        name = f"Spot{layer.value.capitalize()}"
        if name not in self.entries:
            tint_function = f"<</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{_DIE_COLORS[layer]}] /N 1>>"
            space = f"[/Separation /{ink.replace(' ', '#20')} /DeviceCMYK {tint_function}]"
            self._add_entry("ColorSpace", name, self.objects.write_object(space))
        if _OVERPRINT not in self.entries:
            self._add_entry("ExtGState", _OVERPRINT, self.objects.write_object(_OVERPRINT_STATE))
        return name

    def format_dictionary(self, names_used: Iterable[str]) -> str:
        """Return a resource dictionary with all fonts and the resources in `names_used`."""
        sections = ""
        for kind in ("XObject", "Properties", "ColorSpace", "ExtGState"):
            if names := [f"/{name} {self.entries[name][1]}" for name in names_used if self.entries[name][0] == kind]:
                sections += f" /{kind} <<{' '.join(names)}>>"
        return f"<</Font {self._fonts}{sections}>>"


def _find_thinnest_line(items: Iterable[Item], cache: BoundedCache[Symbol, float]) -> float:
    """Return the width of the thinnest line. If there are no lines, return infinity."""
    widths = [item.stroke.width for item in items if isinstance(item, Path) and item.stroke]
    inner = ((cache[item.symbol] if isinstance(item, SymbolUse)
              else _find_thinnest_line(item.items, cache)) * _find_scale(item.transform)
             for item in items if isinstance(item, SymbolUse | Group))
    return min((*widths, *inner), default=inf)


def _find_scale(transform: Transform) -> float:
    return transform.mean_scale or 1.0


@dataclass(slots=True)
class _GraphicsState:
    """The graphics state last written to a content stream."""

    fill: Color | None = None
    stroke: Stroke | None = None
    font: str = ""
    size: float = 0.0
    tracking: float = -1.0


class _WrittenRun(NamedTuple):
    """The operators of a run of items, the graphics state after them and the names of the resources in use.

    `run` and `old_stroke` are part of the key of the cache.
    """

    run: tuple[Item, ...]
    old_stroke: Stroke | None
    operators: str
    state: tuple[Color | None, Stroke | None, str, float, float]
    in_text: bool
    resources: dict[str, None]


class _ContentStream:
    """The operators of one content stream, and the names of the resources that it uses.

    If there is a `spot`, everything is drawn in that ink. `scale` is the enlargement of the drawing. If the
    enlargement does not matter, `scale` is infinity. If a line would be thinner than the press can print, it gets the
    least width that the press can print.
    """

    def __init__(self, store: _Resources, spot: str = "", scale: float = 1.0) -> None:
        self._store, self._numbers, self._scale = store, store.numbers, scale
        self._operators: list[str] = []
        self._in_text = False
        self._state = _GraphicsState()
        self.used_resources: dict[str, None] = dict.fromkeys((spot, _OVERPRINT) if spot else ())
        self._spot = spot

    def make_stream(self, items: Iterable[Item], *operators: str) -> bytes:
        """Return the stream: `operators` first, then the items in order.

        Raises ValueError if a number is not finite.
        """
        self._operators += operators
        self._draw_items(items)
        return "\n".join(self._operators).encode("latin-1")

    def _draw_items(self, items: Iterable[Item]) -> None:
        if isinstance(items, JoinedItems) and not self._store.press:  # for a press, lines depend on the scale
            self._draw_runs(items.runs)
        else:
            self._draw_each(items)
        self._end_text()

    def _draw_runs(self, runs: Iterable[tuple[Item, ...]]) -> None:
        """Draw runs of items. The operators of a run are made once for each graphics state before the run."""
        state, written_runs = self._state, self._store.written_runs
        for run in runs:
            key = id(run), self._in_text, state.fill, id(state.stroke), state.font, state.size, state.tracking
            written_run = written_runs.get(key)
            if not written_run:
                if len(written_runs) >= MAX_CACHED_RUNS:
                    written_runs.clear()
                written_runs[key] = written_run = self._write_run(run)
            if written_run.operators:
                self._operators.append(written_run.operators)
            state.fill, state.stroke, state.font, state.size, state.tracking = written_run.state
            self._in_text = written_run.in_text
            if written_run.resources:
                self.used_resources |= written_run.resources

    def _write_run(self, run: tuple[Item, ...]) -> _WrittenRun:
        """Return the operators of a run and the state after it, without adding them to the stream."""
        state, operators, resources = self._state, self._operators, self.used_resources
        old_stroke, self._operators, self.used_resources = state.stroke, [], {}
        self._draw_each(run)
        written_run = _WrittenRun(run, old_stroke, "\n".join(self._operators),
                                  (state.fill, state.stroke, state.font, state.size, state.tracking), self._in_text,
                                  self.used_resources)
        self._operators, self.used_resources = operators, resources
        return written_run

    def _draw_each(self, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case TextRun():
                    self._draw_text(item)
                case SymbolUse(symbol, transform):
                    name = self._store.find_form(symbol, self._spot, self._find_inner_scale(transform))
                    self._draw_resource(name, self._format_matrix(transform))
                case Path():
                    self._draw_path(item)
                case Group():
                    self._draw_group(item)
                case Image():
                    left, bottom, width, height = (self._numbers[value] for value in (
                        item.x, item.y + item.height, item.width, -item.height))
                    self._draw_resource(self._store.pictures[item.picture], f"{width} 0 0 {height} {left} {bottom} cm ")
                case _:
                    assert_never(item)

    def _find_inner_scale(self, transform: Transform) -> float:
        return self._scale * _find_scale(transform) if self._store.min_line_width else self._scale

    def _draw_resource(self, name: str, matrix: str) -> None:
        self._end_text()
        self.used_resources[name] = None
        self._operators.append(f"q {matrix}/{name} Do Q" if matrix else f"/{name} Do")

    def _draw_text(self, text: TextRun) -> None:
        if self._store.press and self._store.press.plain_fonts and text.font.startswith(USER_FONT_PREFIX):
            for shape, glyph_transform in iter_glyph_outlines(text):  # as outlines: the press refuses two-byte codes
                if shape:
                    self._draw_group(Group((Path(shape, fill=text.color),), glyph_transform))
            return
        out, numbers, state = self._operators, self._numbers, self._state
        if not self._in_text:
            self._in_text = True
            out.append("BT")
        if text.color != state.fill:
            self._set_fill(text.color)
        if text.tracking != state.tracking:
            state.tracking = text.tracking
            out.append(f"{numbers[text.tracking]} Tc")
        out.append(f"1 0 0 -1 {numbers[text.x]} {numbers[text.y]} Tm")
        for font, operator in self._store.strings[text.font, text.string]:
            if font != state.font or text.size != state.size:
                state.font, state.size = font, text.size
                out.append(f"{font} {numbers[text.size]} Tf")
            out.append(operator)

    def _end_text(self) -> None:
        if self._in_text:
            self._in_text = False
            self._operators.append("ET")

    def _set_fill(self, color: Color) -> None:
        self._state.fill = color
        self._operators.append(f"/{self._spot} cs 1 scn" if self._spot else self._store.fills[color])

    def _draw_path(self, path: Path) -> None:
        fill, stroke = path.fill, path.stroke
        if self._spot:  # only lines are die lines; white ones only set others off
            fill, stroke = None, stroke if stroke and stroke.color != WHITE else None
        if not fill and not stroke:
            return
        self._end_text()
        if fill and fill != self._state.fill:
            self._set_fill(fill)
        if stroke and self._store.min_line_width and stroke.width < self._store.min_line_width / self._scale:
            stroke = replace(stroke, width=self._store.min_line_width / self._scale)
        if stroke and stroke != self._state.stroke:
            old_style = self._format_stroke(self._state.stroke) if self._state.stroke else ()
            self._operators.append(" ".join([operator for operator in self._format_stroke(stroke)
                                             if operator not in old_style]))
            self._state.stroke = stroke
        self._write_outline(path)
        star = "*" if fill and path.rule == "evenodd" else ""
        self._operators.append(f"B{star}" if fill and stroke else f"f{star}" if fill else "S")

    def _format_stroke(self, stroke: Stroke) -> tuple[str, ...]:
        return (f"/{self._spot} CS 1 SCN", *_format_line_style(stroke)) if self._spot else self._store.styles[stroke]

    def _write_outline(self, path: Path) -> None:
        out, numbers, segments = self._operators, self._numbers, path.segments
        if len(segments) >= LONG_OUTLINE:
            form = "".join([_TEMPLATES[type(part)] for part in segments])
            out.append(format_numbers(form, [value for part in segments for value in part]).rstrip("\n"))
            return
        for part in segments:  # no helper functions: most of the time is spent here
            if isinstance(part, LineTo):
                x, y = part
                out.append(f"{numbers[x]} {numbers[y]} l")
            elif isinstance(part, CurveTo):
                x1, y1, x2, y2, x, y = part
                out.append(f"{numbers[x1]} {numbers[y1]} {numbers[x2]} {numbers[y2]} {numbers[x]} {numbers[y]} c")
            elif isinstance(part, MoveTo):
                x, y = part
                out.append(f"{numbers[x]} {numbers[y]} m")
            else:
                out.append("h")

    def _draw_group(self, group: Group) -> None:
        self._end_text()
        layer, state = group.layer, self._state
        if layer is PageLayer.GUIDE:
            group = self._store.share_guides(group)
        if layer and not self._store.press:
            self.used_resources[self._store.find_layer(layer)] = None
            self._operators.append(f"/OC /{layer.value} BDC")
            self._draw_group_content(group)
            self._operators.append("EMC")
        elif layer and not self._spot and (spot := self._store.find_spot(layer)):
            self._operators.append(f"q /{_OVERPRINT} gs")
            self.used_resources[spot] = self.used_resources[_OVERPRINT] = None
            self._spot, self._state = spot, replace(state, fill=None, stroke=None)
            self._draw_group_content(group)
            self._spot, self._state = "", state
            self._operators.append("Q")
        else:
            self._draw_group_content(group)

    def _draw_group_content(self, group: Group) -> None:
        """Draw the content of a group with the transform and the clip of the group."""
        if not group.clip and group.transform == IDENTITY:
            self._draw_items(group.items)
            return
        state, scale = self._state, self._scale
        self._state = _GraphicsState(state.fill, state.stroke, state.font, state.size, state.tracking)
        self._scale = self._find_inner_scale(group.transform)
        self._operators.append(f"q {self._format_matrix(group.transform)}".rstrip())
        if group.clip:
            self._write_outline(group.clip)
            self._operators.append("W* n" if group.clip.rule == "evenodd" else "W n")
        self._draw_items(group.items)
        self._operators.append("Q")
        self._state, self._scale = state, scale

    def _format_matrix(self, transform: Transform) -> str:
        a, b, c, d, e, f = transform
        numbers = self._numbers
        if a == d == 1 and not b and not c:
            return f"1 0 0 1 {numbers[e]} {numbers[f]} cm " if e or f else ""
        return f"{self._store.turns[a, b, c, d]} {numbers[e]} {numbers[f]} cm "


def _format_line_style(stroke: Stroke) -> tuple[str, ...]:
    """Return the operators for the style of a line, but not for its colour."""
    return (f"{format_number(stroke.width)} w", f"{_CAPS[stroke.cap]} J", f"{_JOINS[stroke.join]} j",
            f"{format_number(stroke.miter_limit)} M",
            f"[{' '.join(map(format_number, stroke.dash))}] {format_number(stroke.phase)} d")


def _format_color(color: Color, press: Press | None, grey: str, rgb: str, cmyk: str) -> str:
    """Return the operator that sets a colour.

    `grey`, `rgb` and `cmyk` are the names of the operators for fills or for strokes.
    """
    if press and press.space == "cmyk":
        return " ".join([*map(format_number, press.find_inks(color)), cmyk])
    # Grey as grey: laser printers then use black toner alone, and text has no coloured fringe.
    if color.red == color.green == color.blue:
        return f"{format_number(color.red / 255)} {grey}"
    return " ".join([*(format_number(value / 255) for value in color), rgb])
