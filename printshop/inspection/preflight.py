"""Preflight of PDF files: their rulers, and everything that a print service would refuse.

pikepdf reads the file; each content stream is read once, through every transform and form. Nothing here comes from the
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
from printshop.equipment.services import counted, page_count_rule
from printshop.inspection.operators import EACH, Operand, TooMuch, Work, filters, inflated, operators, unpack
from printshop.problems import some
from printshop.render.press import Format, Press, fitting, is_card, millimetres, refused
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from pikepdf import Object, Page, Pdf

GUIDE = "guide"
"""The name of the layer with the rulers."""
COARSE = 100  # dots an inch: the dots of coarser pictures are visible
TOLERANCE = 0.05 / 3  # mm in 100 mm: 0.05 mm in 300 mm
MOST_PAIRS = 200_000  # pairs of guide lines on a page that are tested as rulers
MOST_FORMS = 20_000  # times that forms are read
MOST_SAVED = 1_000  # nested graphics states (q), and nested marks (BDC)
_DEPTH, _SPACES = 20, 4  # forms nested in forms, and colour spaces based on others
_SLACK = 0.05 * MM  # tolerance of page boxes
_LOOKED_UP = 8  # steps that one look-up counts as
_PLAIN = {"g": "grey", "G": "grey", "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK"}
_STROKES = ("S", "s", "B", "B*", "b", "b*")
_LINES = frozenset({"m", "l", "c"})  # the most frequent operators, skipped outside the guide layer
_FAMILIES = {"/DeviceGray": "grey", "/CalGray": "grey", "/DeviceRGB": "RGB", "/CalRGB": "RGB", "/DeviceCMYK": "CMYK",
             "/Lab": "Lab", "/Pattern": "patterns"}


# --- rulers, recognised by their shape ---


@dataclass(frozen=True, slots=True)
class Ruler:
    """A measured ruler: the lengths in millimetres of its 100 mm bar (`metric`) and its 4 in bar (`inches`)."""

    page: int
    axis: Literal["across", "up"]
    metric: float
    inches: float

    def true(self, scale: tuple[float, float] = (1.0, 1.0)) -> bool:
        """Return whether both bars are true to a file's declared scale, across and along."""
        by = scale[self.axis == "up"]
        return abs(self.metric - 100 * by) <= TOLERANCE and abs(self.inches - 101.6 * by) <= TOLERANCE


def scale_said(words: str) -> tuple[float, float]:
    """Return the scale for a printer, across and along, that a file's keywords or description declare.

    >>> scale_said("charts, scaled for a printer: 1.004016 across, 0.997009 along")
    (1.004016, 0.997009)
    """
    match = re.search(r"scaled for a printer: (\d\.\d{3,9}) across, (\d\.\d{3,9}) along", words)
    return (float(match[1]), float(match[2])) if match else (1.0, 1.0)


class Straight(NamedTuple):
    """A straight line on a page, in points."""

    start: Point
    end: Point

    @property
    def length(self) -> float:
        """The length in millimetres."""
        return dist(self.start, self.end) / MM


def rulers(count: int, strokes: Iterable[Straight]) -> Iterator[Ruler]:
    """Yield the rulers among the lines of a page: two parallel lines of 100 mm and 4 in from a common zero.

    They are recognised by the ratio of their lengths, at any scale. Raises TooMuch.
    """
    lines = sorted((line for line in strokes if line.length > 20), key=lambda line: line.length)
    pairs = 0
    axes: tuple[tuple[Literal["across", "up"], int], ...] = (("across", 0), ("up", 1))
    for axis, along in axes:
        off = 1 - along
        level = [line for line in lines if abs(line.start[off] - line.end[off]) < 0.01]
        lengths = [line.length for line in level]
        for metric in level:
            low, high = (bisect_left(lengths, share * metric.length) for share in (1.0155, 1.0165))
            pairs += high - low
            if pairs > MOST_PAIRS:
                raise TooMuch(f"the guides of page {count} have too many lines to find its rulers")
            for inches in level[low:high]:
                same_zero = abs(metric.start[along] - inches.start[along]) < 0.02
                if same_zero and abs(metric.start[off] - inches.start[off]) < 5:
                    yield Ruler(count, axis, metric.length, inches.length)


# --- contents of the pages ---


@dataclass(slots=True)
class Survey:
    """The measurements of a PDF file. Lengths are in millimetres; `coarsest` is in dots an inch.

    `boxes` names the trim, bleed and art boxes that its pages have. `ink` is the greatest total of CMYK inks at one
    place, 1 for 100 %. `rulers` are those of all pages in order; `blank` has the numbers of the empty pages.
    """

    colors: set[str] = field(default_factory=set)
    spots: set[str] = field(default_factory=set)
    boxes: set[str] = field(default_factory=set)
    thinnest: float = inf
    coarsest: float = inf
    pictures: int = 0
    see_through: bool = False
    ink: float = 0.0
    rulers: tuple[Ruler, ...] = ()
    blank: set[int] = field(default_factory=set)

    def lines(self) -> list[str]:
        """Return the measurements as lines for people."""
        spots, boxes = ", ".join(sorted(self.spots)), ", ".join(sorted(self.boxes))
        findings = {
            f"  colours: {', '.join(sorted(self.colors)) or 'none'}" + (f"; spot colours: {spots}" if spots else "")
            + (f"; thinnest line {self.thinnest:.2f} mm" if self.thinnest < inf else "")
            + (f"; at most {100 * self.ink:.0f} % of ink" if self.ink else ""): True,
            f"  {some(self.pictures, 'picture')} of pixels, the coarsest {self.coarsest:.0f} dots an inch":
                self.pictures,
            f"  boxes: {boxes}": boxes, "  has transparency": self.see_through}
        return [line for line, applies in findings.items() if applies]

    def findings(self) -> Iterator[str]:
        """Yield a sentence for each measurement that will look bad on paper."""
        if self.thinnest < 0.01:
            yield "a line has no width: every printer makes it as thin as it can"
        if self.coarsest < COARSE:
            yield f"a picture has only {self.coarsest:.0f} dots an inch: its dots will be seen"


def survey(pdf: Pdf, work: Work) -> Survey:
    """Measure the contents of the pages of a file. Raises TooMuch beyond the limits."""
    result = Survey()
    walker = _Walker(result, work)
    for count, page in enumerate(pdf.pages, 1):
        result.boxes |= {name[1:-3].lower() for name in ("/TrimBox", "/BleedBox", "/ArtBox") if name in page.obj}
        walker.guides.clear()
        if not walker.read(page.obj, dictionary(page.obj, "/Resources"), _Pen(), 0):
            result.blank.add(count)
        result.rulers += tuple(rulers(count, walker.guides))
    return result


@dataclass(slots=True)
class _Pen:
    """The graphics state within one content stream: transform, line width, whether it draws on the guide layer."""

    place: Transform = IDENTITY
    guide: bool = False
    width: float = 1.0
    position: Point = (0.0, 0.0)
    saved: list[tuple[Transform, float]] = field(default_factory=list)
    marks: list[bool] = field(default_factory=list)

    @property
    def size(self) -> float:
        """The mean scale: the factor by which the transform widens lines."""
        return sqrt(abs(self.place.a * self.place.d - self.place.b * self.place.c))


class _Walker:
    """A reader of content streams; it reads a form again only at another scale, or if it may contain guides."""

    def __init__(self, survey: Survey, work: Work) -> None:
        self._survey, self._work = survey, work
        self._read: set[tuple[tuple[int, int], float]] = set()
        self._guided: dict[tuple[int, int], bool] = {}
        self._inks: dict[tuple[int, int], float] = {}
        self._forms = 0
        self.guides: list[Straight] = []

    def read(self, stream: Object, resources: Object, pen: _Pen, depth: int) -> bool:
        """Record what one content stream draws, and return whether it draws anything."""
        survey, marked = self._survey, False
        looked_up: set[tuple[str, str]] = set()  # (operator, name) of resources, each looked up once for a stream
        for operator, operands in operators(_content(stream, self._work), self._work):
            if operator in _LINES and not pen.guide:
                marked = True
                continue
            marked = marked or operator not in ("q", "Q", "cm")
            if operator in _STROKES:
                survey.thinnest = min(survey.thinnest, pen.width * pen.size / MM)
            elif operator in _PLAIN:
                survey.colors.add(_PLAIN[operator])
                survey.ink = max(survey.ink, sum(_numbers(operands)) if operator in "kK" else 0.0)
            elif operator in ("cs", "CS", "gs"):
                if (name := (operator, str(operands[0]))) not in looked_up:
                    looked_up.add(name)
                    self._work.step(_LOOKED_UP)
                    self._named(*name, resources)
            elif operator == "BI":
                survey.pictures += 1
            elif operator == "Do" and depth < _DEPTH:
                self._work.step(_LOOKED_UP)
                external = dictionary(resources, "/XObject", str(operands[0]))
                if external.get("/Subtype") == "/Image":
                    self._picture(external, pen.place)
                elif external.get("/Subtype") == "/Form":
                    self._form(external, pen, depth)
            else:
                self._move(pen, operator, operands, resources)
        return marked

    def _move(self, pen: _Pen, operator: str, operands: Sequence[Operand], resources: Object) -> None:
        match operator:
            case "m" | "l" if pen.guide:
                point = pen.place.apply(*_numbers(operands))
                if operator == "l":
                    self.guides.append(Straight(pen.position, point))
                pen.position = point
            case "q":
                pen.saved.append((pen.place, pen.width))
                if len(pen.saved) > MOST_SAVED:
                    raise TooMuch(f"its pages save more than {MOST_SAVED:,} states within one another (q)")
            case "Q" if pen.saved:
                pen.place, pen.width = pen.saved.pop()
            case "cm":
                pen.place = pen.place.then(Transform(*_numbers(operands)))
            case "w":
                (pen.width,) = _numbers(operands[:1])
            case "BDC" | "BMC":
                self._work.step(_LOOKED_UP)
                if len(pen.marks) >= MOST_SAVED:
                    raise TooMuch(f"its pages have more than {MOST_SAVED:,} marks within one another (BDC)")
                pen.marks.append(pen.guide)
                if len(operands) == 2 and str(operands[0]) == "/OC":
                    pen.guide = pen.guide or _is_guide(dictionary(resources, "/Properties", str(operands[1])))
            case "EMC" if pen.marks:
                pen.guide = pen.marks.pop()

    def _named(self, operator: str, name: str, resources: Object) -> None:
        if operator != "gs":
            self._space(name, resources)
            return
        state = dictionary(resources, "/ExtGState", name)
        shares, soft = [float(state.get(key, 1)) for key in ("/ca", "/CA")], state.get("/SMask")
        if min(shares) < 1 or (soft is not None and str(soft) != "/None"):
            self._survey.see_through = True

    def _form(self, form: Object, pen: _Pen, depth: int) -> None:
        key = form.objgen, round(pen.size, 4)
        if key in self._read and not pen.guide and not self._has_guide(form):
            return
        self._read.add(key)
        self._forms += 1
        if self._forms > MOST_FORMS:
            raise TooMuch("drawings within drawings stand too often on its pages to be measured")
        matrix = Transform(*_numbers(form.get("/Matrix", [1, 0, 0, 1, 0, 0])))
        self.read(form, dictionary(form, "/Resources"), _Pen(pen.place.then(matrix), pen.guide), depth + 1)

    def _has_guide(self, form: Object) -> bool:
        """Return whether a form, or a form inside it, can draw on the guide layer; most are symbols that cannot."""
        if form.objgen in self._guided:
            return self._guided[form.objgen]
        queue, within = [form], {form.objgen}
        guided = False
        while queue and not guided:
            resources = dictionary(queue.pop(), "/Resources")
            layers, forms = values(resources, "/Properties"), values(resources, "/XObject")
            self._work.step(1 + len(layers) + len(forms))
            guided = any(_is_guide(dictionary(layer)) for layer in layers)
            queue += [other for other in forms if other.objgen not in within]
            within |= {other.objgen for other in forms}
        self._guided |= {form.objgen: True} if guided else dict.fromkeys(within, False)
        return guided

    def _picture(self, image: Object, place: Transform) -> None:
        survey, space = self._survey, image.get("/ColorSpace")
        survey.pictures += 1
        for pixels, points in ((image.get("/Width", 0), hypot(place.a, place.b)),
                               (image.get("/Height", 0), hypot(place.c, place.d))):
            if points:
                survey.coarsest = min(survey.coarsest, float(pixels) * INCH / points)
        if space is not None:
            self._space(space, image)
        if str(space) == "/DeviceCMYK":
            if image.objgen not in self._inks:
                self._inks[image.objgen] = _inked(image, self._work)
            survey.ink = max(survey.ink, self._inks[image.objgen])
        if "/SMask" in image or "/Mask" in image:
            survey.see_through = True

    def _space(self, name: Object | str, resources: Object) -> None:
        from pikepdf import Array, Dictionary

        spaces = dictionary(resources, "/ColorSpace")
        space = spaces.get(str(name), name) if isinstance(spaces, Dictionary) and not isinstance(name, Array) else name
        for _ in range(_SPACES):
            if not isinstance(space, Array) or str(space[0]) != "/Indexed":
                break
            space = space[1]
        family = str(space[0]) if isinstance(space, Array) else str(space)
        if isinstance(space, Array) and family == "/Separation":
            self._survey.spots.add(str(space[1]).lstrip("/"))
        elif isinstance(space, Array) and family == "/ICCBased":
            self._survey.colors.add({1: "grey", 3: "RGB", 4: "CMYK"}.get(int(space[1].get("/N", 0)), "a profile's"))
        else:
            self._survey.colors.add(_FAMILIES.get(family, family.lstrip("/")))


def _content(page_or_form: Object, work: Work) -> bytes:
    """Return the content stream of a page or form, its parts joined."""
    from pikepdf import Array, Stream

    content = page_or_form if isinstance(page_or_form, Stream) else page_or_form.get("/Contents", ())
    parts: list[bytes] = []
    for part in content if isinstance(content, Array | tuple) else (content,):
        parts.append(unpack(part))
        work.step(1 + len(parts[-1]) // EACH)
    return b"\n".join(parts)


def _inked(image: Object, work: Work) -> float:
    """Return the greatest total ink of a CMYK picture, 1 for 100 %; 0 if the stored values are not exact (lossy)."""
    from PIL import Image, ImageMath

    if filters(image) != ("/FlateDecode",) or int(image.get("/BitsPerComponent", 0)) != 8:
        return 0.0
    pieces = (image.read_bytes(),) if "/DecodeParms" in image else inflated(image.read_raw_bytes(), work)
    most, count, unread = 0.0, 0, b""
    try:
        for piece in pieces:
            count += len(piece)
            unread += piece
            if whole := len(unread) // 4:
                bands = Image.frombytes("CMYK", (whole, 1), unread[:4 * whole]).split()
                total = ImageMath.lambda_eval(lambda args: args["c"] + args["m"] + args["y"] + args["k"],
                                              **dict(zip("cmyk", bands, strict=True)))
                most, unread = max(most, float(total.getextrema()[1]) / 255), unread[4 * whole:]
    except zlib.error:
        return 0.0
    return most if count == 4 * int(image.get("/Width", 0)) * int(image.get("/Height", 0)) else 0.0


def dictionary(value: Object, *keys: str) -> Object:
    """Return the entry of nested dictionaries under the keys; an empty dictionary if a key is missing."""
    from pikepdf import Dictionary

    for key in keys:
        entry = value.get(key) if hasattr(value, "get") else None
        value = Dictionary() if entry is None else entry
    return value


def values(value: Object, key: str) -> Sequence[Object]:
    """Return the values of the dictionary or array under a key."""
    from pikepdf import Array, Dictionary

    entry = value.get(key)
    return tuple(entry.values()) if isinstance(entry, Dictionary) else tuple(entry) if isinstance(entry, Array) else ()


def _is_guide(layer: Object) -> bool:
    return str(layer.get("/Name", "")) == GUIDE


def _numbers(array: Iterable[Object | Operand]) -> tuple[float, ...]:
    return tuple(float(value) for value in array)  # type: ignore[arg-type]  # raises TypeError for non-numbers


# --- requirements of a service ---


def demands(pdf: Pdf, survey: Survey, press: Press) -> Iterator[str]:
    """Yield a sentence for each requirement of a service that the file does not meet."""
    allowed = {"grey", "CMYK" if press.space == "cmyk" else "RGB"}
    if strange := sorted(survey.colors - allowed):
        yield f"there are colours in {', '.join(strange)}: {press.name} takes {' and '.join(sorted(allowed))}"
    if survey.ink > press.limit + 0.002 and press.space == "cmyk":
        yield f"there is up to {100 * survey.ink:.0f} % of ink: {press.name} takes {100 * press.limit:.0f} %"
    spots = press.spots.values()
    if strange := sorted(survey.spots - {name.replace(" ", "#20") for name in spots} - {*spots}):
        yield (f"there are spot colours {', '.join(strange)}: {press.name} takes "
               f"{' and '.join(spots) or 'no spot colours'}")
    if survey.see_through:
        yield "there is transparency: it has to be flattened"
    if press.thinnest and survey.thinnest * MM < press.thinnest * 0.99:
        yield f"a line is {survey.thinnest:.3f} mm thin: {press.name} wants at least {press.thinnest / MM:.3f}"
    if survey.coarsest < press.dpi * 0.99:
        yield f"a picture has {survey.coarsest:.0f} dots an inch: {press.name} wants at least {press.dpi}"
    pages = [_Sheet(page, press) for page in pdf.pages]
    for number, page in enumerate(pages, 1):
        yield from (f"page {number}{wrong}" for wrong in page.trouble(press))
    yield from _sizes(pages, press)
    yield from _inside(pdf, press)
    taken, count = pages[0].format, len(pages)
    # Page counts do not apply to cards, nor to single pieces for a service without formats.
    if taken not in press.cards and not (press.single and not press.formats and pages[0].cut):
        multiple = (taken.multiple if taken else 0) or press.multiple
        if count % multiple or (press.blank_end and count not in survey.blank):
            yield f"there are {count} pages: {press.name} wants {page_count_rule(press, taken)}"
        if why := counted(press, count):
            yield f"there are {count} pages: {why}"
    if press.standard:
        yield from _standard(pdf, press)


class _Sheet:
    """The boxes of one page, None for those that are missing or malformed, and the service's format that it has."""

    def __init__(self, page: Page, press: Press) -> None:
        from pikepdf import Array

        def box(key: str) -> tuple[float, ...] | None:
            """Return the four numbers of a box; None if they are not four, or the box is empty."""
            entry = page.obj.get(key)
            edges = tuple(map(float, entry)) if isinstance(entry, Array) else ()
            return edges if len(edges) == 4 and edges[0] < edges[2] and edges[1] < edges[3] else None

        self.sheet = box("/MediaBox") or (0.0, 0.0, 0.0, 0.0)
        self.trim, self.bleed = box("/TrimBox"), box("/BleedBox")
        self.boxed = "/TrimBox" in page.obj or "/BleedBox" in page.obj
        left, low, right, high = self.trim or self.sheet
        self.size = width, height = right - left, high - low  # the trimmed size; without a TrimBox, that of the sheet
        self.cut = self.size != (self.sheet[2] - self.sheet[0], self.sheet[3] - self.sheet[1])
        self.format: Format | None = fitting(press.formats, self.size)
        if not self.format and not self.trim:  # without a TrimBox, the sheet may include the bleed
            self.format = next((size for size in press.formats if fitting(
                [size], (width - 2 * size.bleed[0], height - 2 * size.bleed[1]))), None)

    def trouble(self, press: Press) -> Iterator[str]:
        """Yield what is wrong with the boxes, as the rest of a sentence that begins with the page."""
        if self.trim is None or self.bleed is None:
            if self.boxed or press.standard or not press.formats:
                yield " has no sound trim and bleed boxes"
            return
        if any(inner[k] < outer[k] - _SLACK or inner[k + 2] > outer[k + 2] + _SLACK for k in (0, 1)
               for inner, outer in pairwise((self.trim, self.bleed, self.sheet))):
            yield ": its trim box has to lie within its bleed box, and that on the sheet"
            return
        left, low, right, high = (abs(edge - outer) for edge, outer in zip(self.trim, self.bleed, strict=True))
        if max(left, low, right, high) <= _SLACK and not press.everywhere:
            return  # no bleed, and none required
        across, along = self.format.bleed if self.format else (press.bleed, press.bleed)
        if press.outer and min(left, right) <= _SLACK:  # the bound side may have no bleed
            left = right = max(left, right)
        if max(abs(left - across), abs(right - across), abs(low - along), abs(high - along)) > _SLACK:
            yield (f" has a bleed of {min(left, low, right, high) / MM:.2f} mm: {press.name} wants {across / MM:.2f}")


def _sizes(pages: list[_Sheet], press: Press) -> Iterator[str]:
    if not press.formats:
        return
    strange: dict[str, list[int]] = {}
    for number, page in enumerate(pages, 1):
        if page.format is None:  # named as a card if its size is closer to those of cards
            strange.setdefault(refused(press, page.size, is_card(press, page.size)), []).append(number)
    for why, numbers in strange.items():
        yield f"page {numbers[0]}{f' and {len(numbers) - 1} more' if len(numbers) > 1 else ''}: {why}"
    sizes = dict.fromkeys(millimetres(page.size) for page in pages)
    if len(sizes) > 1:
        examples = ", ".join([*sizes][:4]) + (" ..." if len(sizes) > 4 else "")
        yield f"the pages come in {len(sizes)} sizes ({examples}): {press.name} wants a file for each"


def _inside(pdf: Pdf, press: Press) -> Iterator[str]:
    from pikepdf import Dictionary

    if press.plain_fonts and any(isinstance(part, Dictionary) and part.get("/Subtype") == "/Type0"
                                 for part in pdf.objects):
        yield f"there is a font with codes of two bytes (CID): {press.name} takes none"
    if not press.links and any("/Annots" in page.obj and len(page.obj["/Annots"]) for page in pdf.pages):
        yield f"there are links or notes on the pages: {press.name} wants none"
    if not press.links and "/Outlines" in pdf.Root:
        yield f"there are bookmarks: {press.name} wants none"
    if pdf.is_encrypted:
        yield "the file is locked"


def _standard(pdf: Pdf, press: Press) -> Iterator[str]:
    if tuple(map(int, pdf.pdf_version.split("."))) > tuple(map(int, press.version.split("."))):
        yield f"the file is PDF {pdf.pdf_version}: {press.standard} is PDF {press.version}"
    intents: Object | None = pdf.Root.get("/OutputIntents")
    intended = intents is not None and len(intents) == 1 and "/OutputConditionIdentifier" in intents[0]
    for name, present in (("an output condition", intended), ("an ID", "/ID" in pdf.trailer),
                          ("the mark Trapped", str(pdf.docinfo.get("/Trapped", "")) in {"/True", "/False"}),
                          (f"the name {press.standard}", all(str(pdf.docinfo.get(f"/{key}")) == value
                                                             for key, value in press.marks.items())),
                          ("a title", str(pdf.docinfo.get("/Title", "")) != "")):
        if not present:
            yield f"the file lacks {name}, which {press.standard} asks for"
    if "/OCProperties" in pdf.Root:
        yield f"the file has layers: {press.standard} has none"
