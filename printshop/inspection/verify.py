"""Measurement of finished PDF and SVG files: page sizes, ruler lengths, fonts and possible problems in print.

Nothing is taken from the modules that wrote the file. Lengths are measured on the lines of the page,
through every transform and form. A ruler is recognised by its shape, on the layer "guide".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING
from xml.parsers import expat

from printshop.drawing.display_list import LineTo, MoveTo
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.svg_elements import CODEC_ERRORS, parse_number_list, parse_path_data, parse_transform
from printshop.equipment.papers import read_papers
from printshop.files import open_regular_file, read_up_to
from printshop.inspection import pdf_operators, preflight
from printshop.inspection.preflight import (
    MeasuredLine,
    MeasuredRuler,
    PdfSurvey,
    find_dictionary,
    find_rulers,
    list_values,
    read_declared_scale,
)
from printshop.lengths import MM, parse_length
from printshop.output.press import Press
from printshop.problems import describe_os_error, format_for_terminal, make_error, pluralize

if TYPE_CHECKING:
    from pikepdf import Object, Pdf

MAX_SVG_BYTES = 64_000_000  # bytes of an SVG file: no page of printshop is larger
MAX_SVG_PARTS = 1_000_000  # elements and attributes
MAX_GUIDE_CHARACTERS = 1_000_000  # characters of path data on the guide layer
_MAX_DESCRIPTION = 10_000  # characters of the file's description
_TRUE_SCALE = 1.0, 1.0


@dataclass(frozen=True, slots=True)
class PdfReport:
    """The measurements of a PDF file, with a sentence for each problem in `findings`.

    Page sizes are in points. If the file asks for printing on both sides, `edge` is the edge over which sheets are
    turned (long or short). Otherwise `edge` is "". `scale` is the scale that the file declares for a printer (across,
    along). `survey` describes the contents of the pages.
    """

    file: str
    sizes: tuple[tuple[float, float], ...]
    rulers: tuple[MeasuredRuler, ...]
    fonts: tuple[str, ...]
    findings: tuple[str, ...]
    edge: str = ""
    scale: tuple[float, float] = _TRUE_SCALE
    survey: PdfSurvey = field(default_factory=PdfSurvey)

    def __str__(self) -> str:
        """Return the measurements as text for users, without the findings."""
        pages = [f"{count} x {_format_size(*size)}" for size, count in Counter(self.sizes).items()]
        lines = [f"{self.file}: {pluralize(len(self.sizes), 'page')} ({', '.join(pages)})"]
        if self.rulers:
            metric, inches = ([*dict.fromkeys(f"{edge(lengths):.3f}" for edge in (min, max))] for lengths in (
                [ruler.metric for ruler in self.rulers], [ruler.inches for ruler in self.rulers]))
            lines.append(f"  {pluralize(len(self.rulers), 'ruler')}: 100 mm measures {' to '.join(metric)} mm, "
                         f"4 in measures {' to '.join(inches)} mm")
        lines += _describe_scale(self.scale)
        if self.edge:
            lines.append(f"  to be printed on both sides, flipped on the {self.edge} edge")
        lines.append(f"  {pluralize(len(self.fonts), 'font')}: {', '.join(self.fonts) or 'none'}")
        return "\n".join(map(format_for_terminal, lines + self.survey.format_lines()))


def _describe_scale(scale: tuple[float, float]) -> list[str]:
    return [] if scale == _TRUE_SCALE else [
        f"  scaled to correct the errors of one printer: {scale[0]:.2%} across, {scale[1]:.2%} along"]


def verify_pdf(path: Path, press: Press | None = None) -> PdfReport:
    """Measure a PDF file.

    If a service is given, check the file against the requirements of the service. Raises PrintshopError if the file
    cannot be read as PDF, or if measuring it needs too much work or memory.
    """
    import pikepdf

    try:
        with (
            open_regular_file(path) as file,
            pdf_operators.limit_pikepdf(file),
            pikepdf.open(file, attempt_recovery=False) as pdf,
        ):
            # Opened without recovery, which can take hours for a damaged file.
            report = _measure_pdf(str(path), pdf, press)
            return replace(report, findings=tuple(words.replace(repr(file), path.name) for words in report.findings))
    except MemoryError as error:
        raise make_error(f"cannot verify {path}: the file needs more than {pdf_operators.MAX_MEMORY:,} "
                         "bytes of memory") from error
    except pdf_operators.TooLargeToMeasure as error:
        raise make_error(f"cannot verify {path}: {error}") from error
    except pikepdf.PasswordError as error:
        raise make_error(f"cannot verify {path}: the file needs a password") from error
    except (pikepdf.PdfError, ValueError, TypeError, LookupError, AttributeError) as error:
        # Values of a wrong type, for instance a number for a dictionary, raise any of these errors.
        raise make_error(f"cannot verify {path}: the file is damaged or is not a PDF file") from error
    except OSError as error:
        raise make_error(f"cannot verify {path}: {describe_os_error(error)}") from error


def _measure_pdf(name: str, pdf: Pdf, press: Press | None) -> PdfReport:
    work = pdf_operators.WorkCounter()
    queue, pages = [pdf.Root["/Pages"]], 0  # counted before `pdf.pages` is used, which keeps all pages in memory
    while queue:
        kids = list_values(queue.pop(), "/Kids")
        queue += kids
        work.count_steps(1 + len(kids))
        pages += not kids
        if pages > pdf_operators.MAX_PAGES:
            raise pdf_operators.TooLargeToMeasure(f"the file has more than {pdf_operators.MAX_PAGES:,} pages")
    boxes = [[float(edge) for edge in page.mediabox] for page in pdf.pages]
    sizes = tuple((right - left, top - bottom) for left, bottom, right, top in boxes)
    fonts, preferences = sorted(_list_fonts(pdf)), find_dictionary(pdf.Root, "/ViewerPreferences")
    edge = {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}.get(_read_text(preferences, "/Duplex"), "")
    scale, survey = read_declared_scale(_read_text(pdf.docinfo, "/Keywords")), preflight.survey_pages(pdf, work)
    findings = [f"the PDF file is faulty: {problem}"
                for problem in (*pdf_operators.unpack_all_streams(pdf, work), *pdf.get_warnings())]
    if preferences.get("/PrintScaling") != "/None":
        findings.append("the file does not ask to be printed at 100 % (ViewerPreferences lacks PrintScaling None)")
    elif "/PrintScaling" not in map(str, list_values(preferences, "/Enforce")):
        findings.append("the file asks to be printed at 100 %, but does not enforce this scale (ViewerPreferences "
                        "lacks Enforce)")
    if edge and len(pdf.pages) % 2:
        findings.append("the file asks to be printed on both sides, but its last sheet lacks a back")
    findings += _find_page_problems(pdf, sizes)
    findings += (f"the font {font} is not embedded in the file: the text may look different" for font,
                 is_embedded in fonts if not is_embedded)
    findings += (f"page {ruler.page} is not at true scale {ruler.axis}: 100 mm measures {ruler.metric:.3f} mm, "
                 f"4 in measures {ruler.inches:.3f} mm" for ruler in survey.rulers if not ruler.is_true(scale))
    findings += (*survey.find_flaws(), *(preflight.find_service_problems(pdf, survey, press) if press else ()))
    return PdfReport(name, sizes, survey.rulers, tuple(font for font, _ in fonts), tuple(findings), edge, scale, survey)


def _find_page_problems(pdf: Pdf, sizes: tuple[tuple[float, float], ...]) -> Iterator[str]:
    sheets = read_papers().values()
    for count, (page, size) in enumerate(zip(pdf.pages, sizes, strict=True), 1):
        if "/UserUnit" in page:
            yield f"page {count} has a UserUnit: programs disagree on the size of such pages"
        if [*map(float, page.cropbox)] != [*map(float, page.mediabox)]:
            yield f"page {count} is cropped: some programs enlarge the visible part when they print the page"
        for paper in sheets:
            for exact in permutations((paper.width, paper.height)):
                if 0.005 < dist(size, exact) < 1.5:
                    yield (f"page {count} is {_format_size(*size)}, nearly but not exactly {paper.name} "
                           f"({_format_size(*exact)}): the page will be scaled to fit")


def _list_fonts(pdf: Pdf) -> set[tuple[str, bool]]:
    """Return the name of each font of a file, and whether the outlines of the font are embedded."""
    from pikepdf import Dictionary

    fonts = set()
    for font in pdf.objects:
        if isinstance(font, Dictionary) and font.get("/Type") == "/Font":
            if font.get("/Subtype") in {"/Type0", "/Type3"}:
                continue  # a Type0 font refers to the font with the outlines; a Type3 font consists of drawings
            descriptor = find_dictionary(font, "/FontDescriptor")
            is_embedded = any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3"))
            fonts.add((re.sub(r"^/([A-Z]{6}\+)?", "", _read_text(font, "/BaseFont")), is_embedded))
    return fonts


def _read_text(dictionary: Object, key: str) -> str:
    return str(dictionary.get(key, ""))


def _format_size(width: float, height: float) -> str:
    return f"{width / MM:.2f} x {height / MM:.2f} mm"


# --- SVG ---


@dataclass(slots=True)
class SvgReport:
    """The measurements of an SVG file, with a sentence for each problem in `findings`.

    `size` is in millimetres. `layers` are in the order of the file. `scale` is the scale that the file declares
    for a printer (across, along).
    """

    file: str
    size: tuple[float, float] = (0.0, 0.0)
    rulers: tuple[MeasuredRuler, ...] = ()
    layers: list[str] = field(default_factory=list)
    text_count: int = 0
    picture_count: int = 0
    findings: tuple[str, ...] = ()
    scale: tuple[float, float] = _TRUE_SCALE

    def __str__(self) -> str:
        """Return the measurements as text for users, without the findings."""
        lines = [f"{self.file}: {self.size[0]:.2f} x {self.size[1]:.2f} mm; layers: {', '.join(self.layers) or 'none'}"]
        if self.rulers:
            lengths = ", ".join(f"{ruler.metric:.3f}" for ruler in self.rulers)
            lines.append(f"  {len(self.rulers)} rulers: 100 mm measures {lengths} mm")
        lines += _describe_scale(self.scale)
        if self.text_count:
            lines.append(f"  {self.text_count} texts that need their fonts on the computer that opens the file")
        if self.picture_count:
            lines.append(f"  {self.picture_count} pictures made of pixels")
        return "\n".join(map(format_for_terminal, lines))


def verify_svg(path: Path) -> SvgReport:
    """Measure an SVG file. Raises PrintshopError if the file cannot be read as SVG."""
    try:
        data = read_up_to(path, MAX_SVG_BYTES)
        if len(data) > MAX_SVG_BYTES:
            raise make_error(f"cannot verify {path}: the file is too large")
        return _SvgMeasurer(str(path)).read(data)
    except OSError as error:
        raise make_error(f"cannot verify {path}: {describe_os_error(error)}") from error
    except pdf_operators.TooLargeToMeasure as error:
        raise make_error(f"cannot verify {path}: {error}") from error
    except (expat.ExpatError, *CODEC_ERRORS) as error:
        raise make_error(f"cannot verify {path}: the file is damaged or is not an SVG file") from error


class _SvgMeasurer:
    """A reader of SVG elements and their transforms. It keeps the straight lines of the guide layer."""

    def __init__(self, name: str) -> None:
        self._report = SvgReport(name)
        # elements: tag, transform, whether on the guide layer
        self._open_elements: list[tuple[str, Transform, bool]] = []
        self._lines: list[MeasuredLine] = []
        self._root: dict[str, str] | None = None
        self._description = ""
        self._guide_characters = 0

    def read(self, data: bytes) -> SvgReport:
        """Return the report on the contents of a file."""
        if data.count(b"<") + data.count(b"=") > MAX_SVG_PARTS:
            raise pdf_operators.TooLargeToMeasure(f"the file has more than {MAX_SVG_PARTS:,} elements and attributes")

        def refuse(*_: object) -> None:
            raise ValueError("a document type declaration is not allowed, because its entities can "
                             "expand without limit")

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start_element, lambda _: self._open_elements.pop()
        parser.CharacterDataHandler = self._add_text
        parser.EntityDeclHandler = parser.AttlistDeclHandler = refuse
        parser.Parse(data, True)
        if self._root is None:
            raise ValueError("no svg")
        size_texts = [self._root.get(key, "") for key in ("width", "height")]
        sizes = [parse_length(text).pt / MM if re.fullmatch(r"\d+(\.\d+)?(mm|cm|in|pt)", text) else None
                 for text in size_texts]
        box, findings = parse_number_list(self._root.get("viewBox", "")), []
        if None in sizes:
            findings.append("the width and height of the file are not lengths with a unit: programs will guess the "
                            "size of the drawing")
        elif len(box) != 4 or any(abs(size - side) > 0.001 for size, side in zip(sizes, box[2:], strict=True) if size):
            findings.append("the viewBox does not state the width and height in millimetres: the drawing may be scaled")
        scale, rulers = read_declared_scale(self._description), tuple(find_rulers(1, self._lines))
        findings += (f"the file is not at true scale {ruler.axis}: 100 mm measures {ruler.metric:.3f} mm"
                     for ruler in rulers if not ruler.is_true(scale))
        return replace(self._report, size=(sizes[0] or 0.0, sizes[1] or 0.0), scale=scale, rulers=rulers,
                       layers=[*dict.fromkeys(self._report.layers)], findings=tuple(findings))

    def _start_element(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        if self._root is None:
            if name != "svg":
                raise ValueError(tag)
            self._root = attributes
        _, transform_to_page, on_guide_layer = self._open_elements[-1] if self._open_elements else ("", IDENTITY, False)
        transform_to_page = transform_to_page.compose(parse_transform(attributes.get("transform", "")))
        if label := attributes.get("inkscape:label", ""):
            self._report.layers.append(label)
        on_guide_layer = on_guide_layer or label == preflight.GUIDE_LAYER
        self._open_elements.append((name, transform_to_page, on_guide_layer))
        self._report.text_count += name == "text"
        self._report.picture_count += name == "image"
        if on_guide_layer and name == "path":
            self._guide_characters += len(data := attributes.get("d", ""))
            if self._guide_characters > MAX_GUIDE_CHARACTERS:
                raise pdf_operators.TooLargeToMeasure("the guides have too many lines to be measured")
            position = (0.0, 0.0)
            for segment in parse_path_data(data):
                if isinstance(segment, MoveTo | LineTo):
                    target = transform_to_page.apply(segment.x * MM, segment.y * MM)
                    if isinstance(segment, LineTo):
                        self._lines.append(MeasuredLine(position, target))
                    position = target

    def _add_text(self, text: str) -> None:
        if (
            len(self._open_elements) == 2
            and self._open_elements[1][0] == "desc"
            and len(self._description) < _MAX_DESCRIPTION
        ):
            self._description += text
