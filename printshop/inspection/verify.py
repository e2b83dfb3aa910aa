"""Open a PDF file and measure it: does it print at true scale, on any computer?

Nothing here comes from the modules that wrote the file: it is read with pikepdf, and lengths are those of the
lines as they stand on the page, through every transform and form. A ruler is recognised by its shape, two
parallel lines of 100 mm and 4 in from a common zero, on the layer "guide": that holds at any scale.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import permutations
from math import dist
from typing import TYPE_CHECKING

from printshop.drawing.geometry import IDENTITY, Transform
from printshop.equipment.papers import papers
from printshop.inspection import demands
from printshop.inspection.preflight import Survey, survey
from printshop.inspection.rulers import Ruler, Straight
from printshop.inspection.rulers import rulers as find_rulers
from printshop.problems import failure
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from pikepdf import Object, Page, Pdf

    from printshop.render.press import Press

_GUIDE = "guide"
_DEPTH = 20  # forms within forms


@dataclass(frozen=True, slots=True)
class Report:
    """What was measured, and in `findings` what is wrong, a sentence each. Page sizes are in points.

    `edge` is the one that sheets are turned over if the file asks to be printed on both sides: long, short or "".
    `scale` is how much larger than true the file says that it is drawn, across and along, for a printer. `contents` is
    what stands on the pages.
    """

    file: str
    sizes: tuple[tuple[float, float], ...]
    rulers: tuple[Ruler, ...]
    fonts: tuple[str, ...]
    findings: tuple[str, ...]
    edge: str = ""
    scale: tuple[float, float] = (1.0, 1.0)
    contents: Survey = field(default_factory=Survey)

    def __str__(self) -> str:
        """Return the measurements for people, without the findings."""
        sizes = Counter(self.sizes)
        pages = [f"{count} x {_size_text(*size)}" for size, count in sizes.items()]
        metric = [ruler.metric for ruler in self.rulers]
        inches = [ruler.inches for ruler in self.rulers]
        lines = [f"{self.file}: {_count(self.sizes, 'page')} ({', '.join(pages)})"]
        if self.rulers:
            measured = f"100 mm measures {_span(metric)}, 4 in measures {_span(inches)}"
            lines.append(f"  {_count(self.rulers, 'ruler')}: {measured}")
        if self.scale != (1.0, 1.0):
            lines.append(f"  made for one printer, which it makes up for: {self.scale[0]:.2%} across, "
                         f"{self.scale[1]:.2%} along")
        if self.edge:
            lines.append(f"  to be printed on both sides, flipped on the {self.edge} edge")
        lines.append(f"  {_count(self.fonts, 'font')}: {', '.join(self.fonts) or 'none'}")
        return "\n".join(lines + self.contents.lines())


def verify(path: Path, press: Press | None = None) -> Report:
    """Measure a PDF file, and hold it against what a service asks for.

    Raises PrintshopError when it cannot be read as one.
    """
    import pikepdf

    try:
        with pikepdf.open(path) as pdf:
            return _measured(str(path), pdf, press)
    except pikepdf.PasswordError as error:
        raise failure(f"cannot verify {path}: it asks for a password") from error
    except (pikepdf.PdfError, ValueError, TypeError, LookupError, AttributeError) as error:
        # What is not of the kind that PDF asks for, a number for a dictionary say, fails in any of these ways.
        raise failure(f"cannot verify {path}: it is not a PDF file, or a damaged one") from error
    except OSError as error:
        raise failure(f"cannot verify {path}: {(error.strerror or str(error)).lower()}") from error


def _measured(name: str, pdf: Pdf, press: Press | None) -> Report:
    boxes = [_numbers(page.mediabox) for page in pdf.pages]
    sizes = tuple((right - left, top - bottom) for left, bottom, right, top in boxes)
    tracer = _Tracer()
    strokes = enumerate(map(tracer.page, pdf.pages), 1)
    rulers = tuple(ruler for count, lines in strokes for ruler in find_rulers(count, lines))
    fonts = sorted(_fonts(pdf))
    scale, contents = _scale(pdf), survey(pdf)
    findings = (
        *(f"not a sound PDF file: {warning}" for warning in pdf.check_pdf_syntax()),
        *_print_findings(pdf),
        *_duplex_findings(pdf),
        *_page_findings(pdf, sizes),
        *(f"the font {font} is not in the file: text may change" for font, inside in fonts if not inside),
        *_ruler_findings(rulers, scale),
        *contents.findings(),
        *(demands.findings(pdf, contents, press) if press else ()),
    )
    return Report(name, sizes, rulers, tuple(font for font, _ in fonts), findings, _edge(pdf), scale, contents)


def _scale(pdf: Pdf) -> tuple[float, float]:
    """Return how much larger than true the file says that it is, for a printer that prints too small."""
    words = _text(pdf.docinfo, "/Keywords")
    said = re.search(r"scaled for a printer: (\d\.\d{3,9}) across, (\d\.\d{3,9}) along", words)
    return (float(said[1]), float(said[2])) if said else (1.0, 1.0)


def _edge(pdf: Pdf) -> str:
    """Return the edge that the file asks the printer to turn sheets over, "" if it does not."""
    asked = _text(_inner(pdf.Root, "/ViewerPreferences"), "/Duplex")
    return {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}.get(asked, "")


def _duplex_findings(pdf: Pdf) -> Iterator[str]:
    if _edge(pdf) and len(pdf.pages) % 2:
        yield "the file asks to be printed on both sides, but its last sheet lacks a back"


def _print_findings(pdf: Pdf) -> Iterator[str]:
    preferences = _inner(pdf.Root, "/ViewerPreferences")
    if preferences.get("/PrintScaling") != "/None":
        yield "the file does not ask to be printed at 100 % (ViewerPreferences lacks PrintScaling None)"
    elif "/PrintScaling" not in map(str, _values(preferences, "/Enforce")):
        yield "the file asks to be printed at 100 % but does not insist (ViewerPreferences lacks Enforce)"


def _page_findings(pdf: Pdf, sizes: tuple[tuple[float, float], ...]) -> Iterator[str]:
    known = papers().values()
    for count, (page, size) in enumerate(zip(pdf.pages, sizes, strict=True), 1):
        if "/UserUnit" in page:
            yield f"page {count} has a UserUnit: programs disagree on its size"
        if _numbers(page.cropbox) != _numbers(page.mediabox):
            yield f"page {count} is cropped: some programs print the part that shows, enlarged"
        for paper in known:
            for exact in permutations((paper.width, paper.height)):
                off = dist(size, exact)
                if 0.005 < off < 1.5:
                    yield (
                        f"page {count} is {_size_text(*size)}, nearly but not exactly {paper.name} "
                        f"({_size_text(*exact)}): it will be scaled to fit"
                    )


def _ruler_findings(rulers: tuple[Ruler, ...], scale: tuple[float, float]) -> Iterator[str]:
    for ruler in rulers:
        if not ruler.true(scale):
            lengths = f"100 mm measures {ruler.metric:.3f} mm, 4 in measures {ruler.inches:.3f} mm"
            yield f"page {ruler.page} is not at true scale {ruler.axis}: {lengths}"


def _fonts(pdf: Pdf) -> set[tuple[str, bool]]:
    """Return the fonts of a file: name, and whether its shapes are in the file."""
    from pikepdf import Dictionary

    found = set()
    for thing in pdf.objects:
        if isinstance(thing, Dictionary) and thing.get("/Type") == "/Font":
            if thing.get("/Subtype") in {"/Type0", "/Type3"}:
                continue  # the one names the other fonts that it is made of, the other is made of drawings
            descriptor = _inner(thing, "/FontDescriptor")
            inside = any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3"))
            found.add((re.sub(r"^/([A-Z]{6}\+)?", "", _text(thing, "/BaseFont")), inside))
    return found


class _Tracer:
    """Follows the content streams of a file and finds the straight lines on the guide layer."""

    def __init__(self) -> None:
        self._guided: dict[tuple[int, int], bool] = {}

    def page(self, page: Page) -> Iterator[Straight]:
        """Yield the lines of a page."""
        resources = _inner(page.obj, "/Resources")
        if self._has_guide(resources, 0):
            yield from self._trace(page.obj, resources, IDENTITY, False, 0)

    def _has_guide(self, resources: Object, depth: int) -> bool:
        """Say whether the guide layer can be used: most forms are symbols that need not be read."""
        key = resources.objgen if resources.is_indirect else None
        if key in self._guided:
            return self._guided[key]
        layers = _values(resources, "/Properties")
        forms = _values(resources, "/XObject") if depth < _DEPTH else ()
        found = any(_text(layer, "/Name") == _GUIDE for layer in layers) or any(
            self._has_guide(_inner(form, "/Resources"), depth + 1) for form in forms
        )
        if key:
            self._guided[key] = found
        return found

    def _trace(
        self, stream: Object, resources: Object, place: Transform, on: bool, depth: int
    ) -> Iterator[Straight]:
        saved: list[Transform] = []
        marks: list[bool] = []
        here = (0.0, 0.0)
        for operator, operands in _instructions(stream):
            match operator:
                case "q":
                    saved.append(place)
                case "Q":
                    place = saved.pop() if saved else place
                case "cm":
                    place = place.then(Transform(*_numbers(operands)))
                case "BDC" | "BMC":
                    marks.append(on)
                    on = on or _is_guide(operands, resources)
                case "EMC":
                    on = marks.pop() if marks else on
                case "m":
                    here = place.apply(*_numbers(operands))
                case "l":
                    there = place.apply(*_numbers(operands))
                    if on:
                        yield Straight(here, there)
                    here = there
                case "Do" if depth < _DEPTH:
                    form = _inner(resources, "/XObject", str(operands[0]))
                    yield from self._form(form, place, on, depth)

    def _form(self, form: Object, place: Transform, on: bool, depth: int) -> Iterator[Straight]:
        resources = _inner(form, "/Resources")
        if form.get("/Subtype") == "/Form" and (on or self._has_guide(resources, depth)):
            matrix = _numbers(_values(form, "/Matrix")) or IDENTITY
            yield from self._trace(form, resources, place.then(Transform(*matrix)), on, depth + 1)


def _instructions(stream: Object) -> Iterator[tuple[str, Sequence[Object]]]:
    from pikepdf import ContentStreamInstruction, parse_content_stream

    for instruction in parse_content_stream(stream):
        if isinstance(instruction, ContentStreamInstruction):
            yield str(instruction.operator), tuple(instruction.operands)


def _is_guide(operands: Sequence[Object], resources: Object) -> bool:
    layered = len(operands) == 2 and str(operands[0]) == "/OC"
    return layered and _text(_inner(resources, "/Properties", str(operands[1])), "/Name") == _GUIDE


def _inner(thing: Object, *keys: str) -> Object:
    """Return what a dictionary holds under the keys, one inside the other; an empty one if it lacks one."""
    from pikepdf import Dictionary

    for key in keys:
        found = thing.get(key)
        thing = Dictionary() if found is None else found
    return thing


def _values(thing: Object, key: str) -> Sequence[Object]:
    """Return the values of the dictionary or the array that a dictionary holds under the key."""
    from pikepdf import Array, Dictionary

    found = thing.get(key)
    if isinstance(found, Dictionary):
        return tuple(found.values())
    return tuple(found) if isinstance(found, Array) else ()


def _text(thing: Object, key: str) -> str:
    return str(thing.get(key, ""))


def _numbers(array: Iterable[Object | float]) -> tuple[float, ...]:
    return tuple(float(value) for value in array)


def _size_text(width: float, height: float) -> str:
    return f"{width / MM:.2f} x {height / MM:.2f} mm"


def _count(things: Sequence[object], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _span(lengths: list[float]) -> str:
    low, high = f"{min(lengths):.3f}", f"{max(lengths):.3f}"
    return f"{low} mm" if low == high else f"{low} to {high} mm"
