"""Preflight of PDF files: everything that a print service would refuse; also the search for printed rulers.

pikepdf reads the file. Contents are read through every transform and form. Nothing is taken from the
modules that wrote the file, except the requirements of services.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import dist, hypot, inf, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.drawing.geometry import IDENTITY, Point, Transform
from printshop.equipment.services import describe_page_count_rule, find_page_count_problem
from printshop.inspection.pdf_operators import (
    BYTES_PER_STEP,
    Operand,
    TooLargeToMeasure,
    WorkCounter,
    inflate,
    iter_operators,
    list_filters,
    unpack_stream,
)
from printshop.lengths import INCH, MM
from printshop.output.press import Press, ServiceFormat, explain_refusal, find_fitting_format, format_size, is_card
from printshop.problems import pluralize

if TYPE_CHECKING:
    from pikepdf import Object, Page, Pdf

GUIDE_LAYER = "guide"
"""The name of the layer with the rulers."""
MIN_DPI = 100  # dots an inch: the dots of coarser pictures are visible
TOLERANCE = 0.05 / 3  # mm in 100 mm: 0.05 mm in 300 mm
MAX_RULER_PAIRS = 200_000  # pairs of guide lines on a page that are tested as rulers
MAX_FORMS = 20_000  # times that forms are read
MAX_SAVED_STATES = 1_000  # nested graphics states (q), and nested marks (BDC)
_MAX_FORM_DEPTH, _MAX_BASE_SPACES = 20, 4  # forms nested in forms, and colour spaces based on others
_BOX_TOLERANCE = 0.05 * MM  # tolerance of page boxes
_STEPS_PER_LOOKUP = 8  # steps that one look-up counts as
_COLOR_OPERATORS = {"g": "grey", "G": "grey", "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK"}
_STROKE_OPERATORS = ("S", "s", "B", "B*", "b", "b*")
_LINE_OPERATORS = frozenset({"m", "l", "c"})  # the most frequent operators, skipped outside the guide layer
_COLOR_FAMILIES = {"/DeviceGray": "grey", "/CalGray": "grey", "/DeviceRGB": "RGB", "/CalRGB": "RGB",
                   "/DeviceCMYK": "CMYK",
                   "/Lab": "Lab", "/Pattern": "patterns"}


# --- rulers, recognised by their shape ---


@dataclass(frozen=True, slots=True)
class MeasuredRuler:
    """A measured ruler.

    `metric` is the length of its 100 mm bar, `inches` the length of its 4 in bar. Both lengths are in millimetres.
    """

    page: int
    axis: Literal["across", "up"]
    metric: float
    inches: float

    def is_true(self, scale: tuple[float, float] = (1.0, 1.0)) -> bool:
        """Return whether both bars have their true lengths at the scale that a file declares (across, along)."""
        factor = scale[self.axis == "up"]
        return abs(self.metric - 100 * factor) <= TOLERANCE and abs(self.inches - 101.6 * factor) <= TOLERANCE


def read_declared_scale(description: str) -> tuple[float, float]:
    """Return the scale for a printer (across, along) that the keywords or the description of a file declare.

    If the file declares no scale, the result is (1, 1).

    >>> read_declared_scale("charts, scaled for a printer: 1.004016 across, 0.997009 along")
    (1.004016, 0.997009)
    """
    match = re.search(r"scaled for a printer: (\d\.\d{3,9}) across, (\d\.\d{3,9}) along", description)
    return (float(match[1]), float(match[2])) if match else (1.0, 1.0)


class MeasuredLine(NamedTuple):
    """A straight line on a page, in points."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """The length in millimetres."""
        return dist(self.start, self.end) / MM


def find_rulers(page_number: int, lines: Iterable[MeasuredLine]) -> Iterator[MeasuredRuler]:
    """Yield the rulers among the lines of a page.

    A ruler is two parallel lines of 100 mm and 4 in from a common zero. The ratio of the two lengths identifies a ruler
    at any scale. Raises TooLargeToMeasure if the page has too many lines.
    """
    sorted_lines = sorted((line for line in lines if line.length > 20), key=lambda line: line.length)
    pairs = 0
    axes: tuple[tuple[Literal["across", "up"], int], ...] = (("across", 0), ("up", 1))
    for axis, axis_index in axes:
        other_index = 1 - axis_index
        parallel_lines = [line for line in sorted_lines if abs(line.start[other_index] - line.end[other_index]) < 0.01]
        lengths = [line.length for line in parallel_lines]
        for metric in parallel_lines:
            low, high = (bisect_left(lengths, share * metric.length) for share in (1.0155, 1.0165))
            pairs += high - low
            if pairs > MAX_RULER_PAIRS:
                raise TooLargeToMeasure(f"page {page_number} has too many guide lines: the rulers of the page cannot "
                                        "be found")
            for inches in parallel_lines[low:high]:
                same_zero = abs(metric.start[axis_index] - inches.start[axis_index]) < 0.02
                if same_zero and abs(metric.start[other_index] - inches.start[other_index]) < 5:
                    yield MeasuredRuler(page_number, axis, metric.length, inches.length)


# --- contents of the pages ---


@dataclass(slots=True)
class PdfSurvey:
    """The measurements of a PDF file. Lengths are in millimetres.

    `coarsest` is the lowest resolution of a picture, in dots per inch. `boxes` holds the names of the trim,
    bleed and art boxes that pages have. `ink` is the largest total of CMYK inks at one place (1 is 100 %).
    `rulers` are the rulers of all pages in order. `blank_pages` holds the numbers of the empty pages.
    """

    colors: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    boxes: set[str] = field(default_factory=set)
    thinnest: float = inf
    coarsest: float = inf
    picture_count: int = 0
    has_transparency: bool = False
    ink: float = 0.0
    rulers: tuple[MeasuredRuler, ...] = ()
    blank_pages: set[int] = field(default_factory=set)

    def format_lines(self) -> list[str]:
        """Return the measurements as lines of text for users."""
        spots, boxes = ", ".join(sorted(self.spots)), ", ".join(sorted(self.boxes))
        findings = {
            f"  colours: {', '.join(sorted(self.colors)) or 'none'}" + (f"; spot colours: {spots}" if spots else "")
            + (f"; thinnest line {self.thinnest:.2f} mm" if self.thinnest < inf else "")
            + (f"; at most {100 * self.ink:.0f} % of ink" if self.ink else ""): True,
            f"  {pluralize(self.picture_count, 'picture')} made of pixels; lowest resolution {self.coarsest:.0f} dots "
            "per inch":
                self.picture_count,
            f"  boxes: {boxes}": boxes, "  has transparency": self.has_transparency}
        return [line for line, applies in findings.items() if applies]

    def find_flaws(self) -> Iterator[str]:
        """Yield a sentence for each measurement that will look bad on paper."""
        if self.thinnest < 0.01:
            yield "a line has no width: every printer prints such a line as thin as possible"
        if self.coarsest < MIN_DPI:
            yield f"a picture has only {self.coarsest:.0f} dots per inch: the dots will be visible"


def survey_pages(pdf: Pdf, work: WorkCounter) -> PdfSurvey:
    """Measure the contents of the pages of a file.

    Raises TooLargeToMeasure if the contents exceed a limit.
    """
    result = PdfSurvey()
    content_reader = _ContentReader(result, work)
    for page_number, page in enumerate(pdf.pages, 1):
        result.boxes |= {name[1:-3].lower() for name in ("/TrimBox", "/BleedBox", "/ArtBox") if name in page.obj}
        content_reader.guides.clear()
        if not content_reader.read_stream(page.obj, find_dictionary(page.obj, "/Resources"), _GraphicsState(), 0):
            result.blank_pages.add(page_number)
        result.rulers += tuple(find_rulers(page_number, content_reader.guides))
    return result


@dataclass(slots=True)
class _GraphicsState:
    """The graphics state within one content stream.

    The state includes the transform, the line width, and whether the stream draws on the guide layer.
    """

    transform: Transform = IDENTITY
    on_guide_layer: bool = False
    width: float = 1.0
    position: Point = (0.0, 0.0)
    saved: list[tuple[Transform, float]] = field(default_factory=list)
    marks: list[bool] = field(default_factory=list)

    @property
    def mean_scale(self) -> float:
        """The mean scale: the factor by which the transform widens lines."""
        return sqrt(abs(self.transform.a * self.transform.d - self.transform.b * self.transform.c))


class _ContentReader:
    """A reader of content streams.

    A form is read again only if it is drawn at another scale, if it is drawn on the guide layer, or if it may
    contain guides.
    """

    def __init__(self, survey: PdfSurvey, work: WorkCounter) -> None:
        self._survey, self._work = survey, work
        self._read_forms: set[tuple[tuple[int, int], float]] = set()
        self._forms_with_guide: dict[tuple[int, int], bool] = {}
        self._inks: dict[tuple[int, int], float] = {}
        self._forms = 0
        self.guides: list[MeasuredLine] = []

    def read_stream(self, stream: Object, resources: Object, state: _GraphicsState, depth: int) -> bool:
        """Record what one content stream draws, and return whether it draws anything."""
        survey, draws = self._survey, False
        seen_names: set[tuple[str, str]] = set()  # (operator, name) of resources, each looked up once for a stream
        for operator, operands in iter_operators(_read_content(stream, self._work), self._work):
            if operator in _LINE_OPERATORS and not state.on_guide_layer:
                draws = True
                continue
            draws = draws or operator not in ("q", "Q", "cm")
            if operator in _STROKE_OPERATORS:
                survey.thinnest = min(survey.thinnest, state.width * state.mean_scale / MM)
            elif operator in _COLOR_OPERATORS:
                survey.colors.add(_COLOR_OPERATORS[operator])
                survey.ink = max(survey.ink, sum(_convert_to_floats(operands)) if operator in "kK" else 0.0)
            elif operator in ("cs", "CS", "gs"):
                if (name := (operator, str(operands[0]))) not in seen_names:
                    seen_names.add(name)
                    self._work.count_steps(_STEPS_PER_LOOKUP)
                    self._read_named_resource(*name, resources)
            elif operator == "BI":
                survey.picture_count += 1
            elif operator == "Do" and depth < _MAX_FORM_DEPTH:
                self._work.count_steps(_STEPS_PER_LOOKUP)
                external_object = find_dictionary(resources, "/XObject", str(operands[0]))
                if external_object.get("/Subtype") == "/Image":
                    self._read_image(external_object, state.transform)
                elif external_object.get("/Subtype") == "/Form":
                    self._read_form(external_object, state, depth)
            else:
                self._update_state(state, operator, operands, resources)
        return draws

    def _update_state(self, state: _GraphicsState, operator: str, operands: Sequence[Operand],
                      resources: Object) -> None:
        match operator:
            case "m" | "l" if state.on_guide_layer:
                point = state.transform.apply(*_convert_to_floats(operands))
                if operator == "l":
                    self.guides.append(MeasuredLine(state.position, point))
                state.position = point
            case "q":
                state.saved.append((state.transform, state.width))
                if len(state.saved) > MAX_SAVED_STATES:
                    raise TooLargeToMeasure(f"the pages nest more than {MAX_SAVED_STATES:,} saved graphics states (q)")
            case "Q" if state.saved:
                state.transform, state.width = state.saved.pop()
            case "cm":
                state.transform = state.transform.compose(Transform(*_convert_to_floats(operands)))
            case "w":
                (state.width,) = _convert_to_floats(operands[:1])
            case "BDC" | "BMC":
                self._work.count_steps(_STEPS_PER_LOOKUP)
                if len(state.marks) >= MAX_SAVED_STATES:
                    raise TooLargeToMeasure(f"the pages nest more than {MAX_SAVED_STATES:,} marked sections (BDC)")
                state.marks.append(state.on_guide_layer)
                if len(operands) == 2 and str(operands[0]) == "/OC":
                    state.on_guide_layer = state.on_guide_layer or _is_guide(find_dictionary(resources, "/Properties",
                                                                                             str(operands[1])))
            case "EMC" if state.marks:
                state.on_guide_layer = state.marks.pop()

    def _read_named_resource(self, operator: str, name: str, resources: Object) -> None:
        if operator != "gs":
            self._read_color_space(name, resources)
            return
        graphics_state = find_dictionary(resources, "/ExtGState", name)
        shares, soft_mask = [float(graphics_state.get(key, 1)) for key in ("/ca", "/CA")], graphics_state.get("/SMask")
        if min(shares) < 1 or (soft_mask is not None and str(soft_mask) != "/None"):
            self._survey.has_transparency = True

    def _read_form(self, form: Object, state: _GraphicsState, depth: int) -> None:
        key = form.objgen, round(state.mean_scale, 4)
        if key in self._read_forms and not state.on_guide_layer and not self._has_guide(form):
            return
        self._read_forms.add(key)
        self._forms += 1
        if self._forms > MAX_FORMS:
            raise TooLargeToMeasure("the pages contain too many drawings within drawings to be measured")
        matrix = Transform(*_convert_to_floats(form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
        self.read_stream(form, find_dictionary(form, "/Resources"),
                         _GraphicsState(state.transform.compose(matrix), state.on_guide_layer), depth + 1)

    def _has_guide(self, form: Object) -> bool:
        """Return whether a form, or a form inside it, can draw on the guide layer. Most forms cannot."""
        if form.objgen in self._forms_with_guide:
            return self._forms_with_guide[form.objgen]
        queue, form_ids = [form], {form.objgen}
        has_guide = False
        while queue and not has_guide:
            resources = find_dictionary(queue.pop(), "/Resources")
            layers, forms = list_values(resources, "/Properties"), list_values(resources, "/XObject")
            self._work.count_steps(1 + len(layers) + len(forms))
            has_guide = any(_is_guide(find_dictionary(layer)) for layer in layers)
            queue += [inner_form for inner_form in forms if inner_form.objgen not in form_ids]
            form_ids |= {other.objgen for other in forms}
        self._forms_with_guide |= {form.objgen: True} if has_guide else dict.fromkeys(form_ids, False)
        return has_guide

    def _read_image(self, image: Object, transform: Transform) -> None:
        survey, space = self._survey, image.get("/ColorSpace")
        survey.picture_count += 1
        for pixels, points in ((image.get("/Width", 0), hypot(transform.a, transform.b)),
                               (image.get("/Height", 0), hypot(transform.c, transform.d))):
            if points:
                survey.coarsest = min(survey.coarsest, float(pixels) * INCH / points)
        if space is not None:
            self._read_color_space(space, image)
        if str(space) == "/DeviceCMYK":
            if image.objgen not in self._inks:
                self._inks[image.objgen] = _measure_ink(image, self._work)
            survey.ink = max(survey.ink, self._inks[image.objgen])
        if "/SMask" in image or "/Mask" in image:
            survey.has_transparency = True

    def _read_color_space(self, name: Object | str, resources: Object) -> None:
        from pikepdf import Array, Dictionary

        spaces = find_dictionary(resources, "/ColorSpace")
        space = spaces.get(str(name), name) if isinstance(spaces, Dictionary) and not isinstance(name, Array) else name
        for _ in range(_MAX_BASE_SPACES):
            if not isinstance(space, Array) or str(space[0]) != "/Indexed":
                break
            space = space[1]
        family = str(space[0]) if isinstance(space, Array) else str(space)
        if isinstance(space, Array) and family == "/Separation":
            self._survey.spots.add(str(space[1]).lstrip("/"))
        elif isinstance(space, Array) and family == "/ICCBased":
            self._survey.colors.add({1: "grey", 3: "RGB", 4: "CMYK"}.get(int(space[1].get("/N", 0)), "an ICC profile"))
        else:
            self._survey.colors.add(_COLOR_FAMILIES.get(family, family.lstrip("/")))


def _read_content(page_or_form: Object, work: WorkCounter) -> bytes:
    """Return the content stream of a page or form, with its parts joined."""
    from pikepdf import Array, Stream

    content = page_or_form if isinstance(page_or_form, Stream) else page_or_form.get("/Contents", ())
    parts: list[bytes] = []
    for part in content if isinstance(content, Array | tuple) else (content,):
        parts.append(unpack_stream(part))
        work.count_steps(1 + len(parts[-1]) // BYTES_PER_STEP)
    return b"\n".join(parts)


def _measure_ink(image: Object, work: WorkCounter) -> float:
    """Return the largest total of inks at one place of a CMYK picture (1 is 100 %).

    If the inks cannot be measured exactly, for example because of lossy compression, the result is 0.
    """
    from PIL import Image, ImageMath

    if list_filters(image) != ("/FlateDecode",) or int(image.get("/BitsPerComponent", 0)) != 8:
        return 0.0
    chunks = (image.read_bytes(),) if "/DecodeParms" in image else inflate(image.read_raw_bytes(), work)
    max_ink, count, unread = 0.0, 0, b""
    try:
        for chunk in chunks:
            count += len(chunk)
            unread += chunk
            if pixel_count := len(unread) // 4:
                bands = Image.frombytes("CMYK", (pixel_count, 1), unread[:4 * pixel_count]).split()
                total = ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"] + args["k"],
                                              **dict(zip("cmyk", bands, strict=True)))
                max_ink, unread = max(max_ink, float(total.getextrema()[1]) / 255), unread[4 * pixel_count:]
    except zlib.error:
        return 0.0
    return max_ink if count == 4 * int(image.get("/Width", 0)) * int(image.get("/Height", 0)) else 0.0


def find_dictionary(parent: Object, *keys: str) -> Object:
    """Return the entry of nested dictionaries under the keys.

    If a key is missing, return an empty dictionary.
    """
    from pikepdf import Dictionary

    for key in keys:
        entry = parent.get(key) if hasattr(parent, "get") else None
        parent = Dictionary() if entry is None else entry
    return parent


def list_values(parent: Object, key: str) -> Sequence[Object]:
    """Return the values of the dictionary or array under a key."""
    from pikepdf import Array, Dictionary

    entry = parent.get(key)
    return tuple(entry.values()) if isinstance(entry, Dictionary) else tuple(entry) if isinstance(entry, Array) else ()


def _is_guide(layer: Object) -> bool:
    return str(layer.get("/Name", "")) == GUIDE_LAYER


def _convert_to_floats(array: Iterable[Object | Operand]) -> tuple[float, ...]:
    return tuple(float(value) for value in array)  # type: ignore[arg-type]  # raises TypeError for non-numbers


# --- requirements of a service ---


def find_service_problems(pdf: Pdf, survey: PdfSurvey, press: Press) -> Iterator[str]:
    """Yield a sentence for each requirement of a service that the file does not meet."""
    allowed = {"grey", "CMYK" if press.space == "cmyk" else "RGB"}
    if unexpected := sorted(survey.colors - allowed):
        yield (f"the file has colours in {', '.join(unexpected)}, but {press.name} accepts only "
               f"{' and '.join(sorted(allowed))}")
    if survey.ink > press.ink_limit + 0.002 and press.space == "cmyk":
        yield (f"the file has up to {100 * survey.ink:.0f} % of ink at one place, but {press.name} accepts at most "
               f"{100 * press.ink_limit:.0f} %")
    spots = press.spot_inks.values()
    if unexpected := sorted(survey.spots - {name.replace(" ", "#20") for name in spots} - {*spots}):
        yield (f"the file has spot colours {', '.join(unexpected)}, but {press.name} accepts "
               f"{' and '.join(spots) or 'no spot colours'}")
    if survey.has_transparency:
        yield "the file has transparency, which must be flattened"
    if press.min_line_width and survey.thinnest * MM < press.min_line_width * 0.99:
        yield (f"a line is only {survey.thinnest:.3f} mm wide, but {press.name} requires at least "
               f"{press.min_line_width / MM:.3f} mm")
    if survey.coarsest < press.min_dpi * 0.99:
        yield (f"a picture has only {survey.coarsest:.0f} dots per inch, but {press.name} requires at least "
               f"{press.min_dpi}")
    pages = [_InspectedPage(page, press) for page in pdf.pages]
    for number, page in enumerate(pages, 1):
        yield from (f"page {number}{problem}" for problem in page.find_box_problems(press))
    yield from _find_size_problems(pages, press)
    yield from _find_content_problems(pdf, press)
    page_format, count = pages[0].format, len(pages)
    # Page counts do not apply to cards, nor to single pieces for a service without formats.
    if page_format not in press.card_formats and not (press.one_per_page and not press.formats and pages[0].is_trimmed):
        multiple = (page_format.multiple if page_format else 0) or press.page_multiple
        if count % multiple or (press.blank_end and count not in survey.blank_pages):
            yield f"there are {count} pages, but {press.name} requires {describe_page_count_rule(press, page_format)}"
        if reason := find_page_count_problem(press, count):
            yield f"there are {count} pages, but {reason}"
    if press.standard:
        yield from _find_standard_problems(pdf, press)


class _InspectedPage:
    """The boxes of one page, and the service's format with the size of the page.

    If the trim box or the bleed box is missing or malformed, its value is None. If the service has no format of
    this size, `format` is None.
    """

    def __init__(self, page: Page, press: Press) -> None:
        from pikepdf import Array

        def read_box(key: str) -> tuple[float, ...] | None:
            """Return the four numbers of a box.

            If the box is empty or does not have four numbers, return None.
            """
            entry = page.obj.get(key)
            edges = tuple(map(float, entry)) if isinstance(entry, Array) else ()
            return edges if len(edges) == 4 and edges[0] < edges[2] and edges[1] < edges[3] else None

        self.sheet = read_box("/MediaBox") or (0.0, 0.0, 0.0, 0.0)
        self.trim, self.bleed = read_box("/TrimBox"), read_box("/BleedBox")
        self.has_boxes = "/TrimBox" in page.obj or "/BleedBox" in page.obj
        left, bottom, right, top = self.trim or self.sheet
        self.size = width, height = right - left, top - bottom  # the trimmed size; without a TrimBox, that of the sheet
        self.is_trimmed = self.size != (self.sheet[2] - self.sheet[0], self.sheet[3] - self.sheet[1])
        self.format: ServiceFormat | None = find_fitting_format(press.formats, self.size)
        if not self.format and not self.trim:  # without a TrimBox, the sheet may include the bleed
            self.format = next((size for size in press.formats if find_fitting_format(
                [size], (width - 2 * size.bleed[0], height - 2 * size.bleed[1]))), None)

    def find_box_problems(self, press: Press) -> Iterator[str]:
        """Yield the problems of the boxes. Each text is the end of a sentence that begins with the page."""
        if self.trim is None or self.bleed is None:
            if self.has_boxes or press.standard or not press.formats:
                yield " lacks a valid trim box or bleed box"
            return
        if any(inner[k] < outer[k] - _BOX_TOLERANCE or inner[k + 2] > outer[k + 2] + _BOX_TOLERANCE for k in (0, 1)
               for inner, outer in pairwise((self.trim, self.bleed, self.sheet))):
            yield ": the trim box must lie within the bleed box, and the bleed box must lie on the sheet"
            return
        left, bottom, right, top = (abs(edge - outer) for edge, outer in zip(self.trim, self.bleed, strict=True))
        if max(left, bottom, right, top) <= _BOX_TOLERANCE and not press.bleed_everywhere:
            return  # no bleed, and none required
        bleed_across, bleed_along = self.format.bleed if self.format else (press.bleed, press.bleed)
        if press.outer_bleed_only and min(left, right) <= _BOX_TOLERANCE:  # the bound side may have no bleed
            left = right = max(left, right)
        if max(abs(left - bleed_across), abs(right - bleed_across), abs(bottom - bleed_along),
               abs(top - bleed_along)) > _BOX_TOLERANCE:
            yield (f" has a bleed of {min(left, bottom, right, top) / MM:.2f} mm, but {press.name} requires "
                   f"{bleed_across / MM:.2f} mm")


def _find_size_problems(pages: list[_InspectedPage], press: Press) -> Iterator[str]:
    if not press.formats:
        return
    unexpected: dict[str, list[int]] = {}
    for number, page in enumerate(pages, 1):
        if page.format is None:  # named as a card if its size is closer to those of cards
            unexpected.setdefault(explain_refusal(press, page.size, is_card(press, page.size)), []).append(number)
    for reason, numbers in unexpected.items():
        yield f"page {numbers[0]}{f' and {len(numbers) - 1} more' if len(numbers) > 1 else ''}: {reason}"
    sizes = dict.fromkeys(format_size(page.size) for page in pages)
    if len(sizes) > 1:
        examples = ", ".join([*sizes][:4]) + (" ..." if len(sizes) > 4 else "")
        yield (f"the pages have {len(sizes)} different sizes ({examples}), but {press.name} requires a file for each "
               "size")


def _find_content_problems(pdf: Pdf, press: Press) -> Iterator[str]:
    from pikepdf import Dictionary

    if press.plain_fonts and any(isinstance(pdf_object, Dictionary) and pdf_object.get("/Subtype") == "/Type0"
                                 for pdf_object in pdf.objects):
        yield f"a font has two-byte codes (CID), which {press.name} does not accept"
    if not press.links and any("/Annots" in page.obj and len(page.obj["/Annots"]) for page in pdf.pages):
        yield f"the pages have links or notes, which {press.name} does not accept"
    if not press.links and "/Outlines" in pdf.Root:
        yield f"the file has bookmarks, which {press.name} does not accept"
    if pdf.is_encrypted:
        yield "the file is encrypted"


def _find_standard_problems(pdf: Pdf, press: Press) -> Iterator[str]:
    if tuple(map(int, pdf.pdf_version.split("."))) > tuple(map(int, press.version.split("."))):
        yield f"the file is PDF {pdf.pdf_version}, but {press.standard} allows at most PDF {press.version}"
    intents: Object | None = pdf.Root.get("/OutputIntents")
    has_condition = intents is not None and len(intents) == 1 and "/OutputConditionIdentifier" in intents[0]
    for name, present in (("an output condition", has_condition), ("an ID", "/ID" in pdf.trailer),
                          ("the entry Trapped", str(pdf.docinfo.get("/Trapped", "")) in {"/True", "/False"}),
                          (f"the name {press.standard}", all(str(pdf.docinfo.get(f"/{key}")) == value
                                                             for key, value in press.standard_info.items())),
                          ("a title", str(pdf.docinfo.get("/Title", "")) != "")):
        if not present:
            yield f"the file lacks {name}, which {press.standard} requires"
    if "/OCProperties" in pdf.Root:
        yield f"the file has layers, which {press.standard} does not allow"
