"""Open a PDF file and measure it: does it print at true scale, on any computer?

Nothing here comes from the modules that wrote the file: it is read with pikepdf, and lengths are those of the
lines as they stand on the page, through every transform and form. A ruler is recognised by its shape, two
parallel lines of 100 mm and 4 in from a common zero, on the layer "guide": that holds at any scale.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import dist
from typing import TYPE_CHECKING

from printshop.equipment.papers import papers
from printshop.files import opened
from printshop.inspection import demands, operators
from printshop.inspection.preflight import Survey, dictionary, survey, values
from printshop.inspection.rulers import made_for, scale_said
from printshop.problems import failure, reason, shown, some
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pikepdf import Object, Pdf

    from printshop.inspection.rulers import Ruler
    from printshop.render.press import Press


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
        lines = [f"{self.file}: {some(len(self.sizes), 'page')} ({', '.join(pages)})"]
        if self.rulers:
            measured = f"100 mm measures {_span(metric)}, 4 in measures {_span(inches)}"
            lines.append(f"  {some(len(self.rulers), 'ruler')}: {measured}")
        if self.scale != (1.0, 1.0):
            lines.append(made_for(self.scale))
        if self.edge:
            lines.append(f"  to be printed on both sides, flipped on the {self.edge} edge")
        lines.append(f"  {some(len(self.fonts), 'font')}: {', '.join(self.fonts) or 'none'}")
        return "\n".join(map(shown, lines + self.contents.lines()))


def verify(path: Path, press: Press | None = None) -> Report:
    """Measure a PDF file, and hold it against what a service asks for.

    Raises PrintshopError when it cannot be read as one.
    """
    import pikepdf

    try:
        with opened(path) as file, operators.bounded(file), pikepdf.open(file, attempt_recovery=False) as pdf:
            report = _measured(str(path), pdf, press)  # to look for what is lost in a damaged file can take hours
            return replace(report, findings=tuple(one.replace(repr(file), path.name) for one in report.findings))
    except MemoryError as error:
        raise failure(f"cannot verify {path}: it takes more than {operators.MOST_MEMORY:,} bytes of memory") from error
    except operators.TooMuch as error:
        raise failure(f"cannot verify {path}: {error}") from error
    except pikepdf.PasswordError as error:
        raise failure(f"cannot verify {path}: it asks for a password") from error
    except (pikepdf.PdfError, ValueError, TypeError, LookupError, AttributeError) as error:
        # What is not of the kind that PDF asks for, a number for a dictionary say, fails in any of these ways.
        raise failure(f"cannot verify {path}: it is not a PDF file, or a damaged one") from error
    except OSError as error:
        raise failure(f"cannot verify {path}: {reason(error)}") from error


def _measured(name: str, pdf: Pdf, press: Press | None) -> Report:
    work = operators.Work()
    _count(pdf, work)
    boxes = [_numbers(page.mediabox) for page in pdf.pages]
    sizes = tuple((right - left, top - bottom) for left, bottom, right, top in boxes)
    fonts = sorted(_fonts(pdf))
    scale, contents = scale_said(_text(pdf.docinfo, "/Keywords")), survey(pdf, work)
    findings = (
        *(f"not a sound PDF file: {wrong}" for wrong in (*operators.unpack_all(pdf, work), *pdf.get_warnings())),
        *_print_findings(pdf),
        *_duplex_findings(pdf),
        *_page_findings(pdf, sizes),
        *(f"the font {font} is not in the file: text may change" for font, inside in fonts if not inside),
        *_ruler_findings(contents.rulers, scale),
        *contents.findings(),
        *(demands.findings(pdf, contents, press) if press else ()),
    )
    return Report(name, sizes, contents.rulers, tuple(font for font, _ in fonts), findings, _edge(pdf), scale, contents)


def _count(pdf: Pdf, work: operators.Work) -> None:
    """Go through the tree of pages before pikepdf does, which keeps them all. Raises TooMuch for too many."""
    waiting, count = [pdf.Root["/Pages"]], 0
    while waiting:
        kids = values(waiting.pop(), "/Kids")
        waiting += kids
        work.step(1 + len(kids))
        count += not kids
        if count > operators.MOST_PAGES:
            raise operators.TooMuch(f"it has more than {operators.MOST_PAGES:,} pages")


def _edge(pdf: Pdf) -> str:
    """Return the edge that the file asks the printer to turn sheets over, "" if it does not."""
    asked = _text(dictionary(pdf.Root, "/ViewerPreferences"), "/Duplex")
    return {"/DuplexFlipLongEdge": "long", "/DuplexFlipShortEdge": "short"}.get(asked, "")


def _duplex_findings(pdf: Pdf) -> Iterator[str]:
    if _edge(pdf) and len(pdf.pages) % 2:
        yield "the file asks to be printed on both sides, but its last sheet lacks a back"


def _print_findings(pdf: Pdf) -> Iterator[str]:
    preferences = dictionary(pdf.Root, "/ViewerPreferences")
    if preferences.get("/PrintScaling") != "/None":
        yield "the file does not ask to be printed at 100 % (ViewerPreferences lacks PrintScaling None)"
    elif "/PrintScaling" not in map(str, values(preferences, "/Enforce")):
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
            descriptor = dictionary(thing, "/FontDescriptor")
            inside = any(f"/FontFile{kind}" in descriptor for kind in ("", "2", "3"))
            found.add((re.sub(r"^/([A-Z]{6}\+)?", "", _text(thing, "/BaseFont")), inside))
    return found


def _text(thing: Object, key: str) -> str:
    return str(thing.get(key, ""))


def _numbers(array: Iterable[Object | float]) -> tuple[float, ...]:
    return tuple(float(value) for value in array)


def _size_text(width: float, height: float) -> str:
    return f"{width / MM:.2f} x {height / MM:.2f} mm"


def _span(lengths: list[float]) -> str:
    low, high = f"{min(lengths):.3f}", f"{max(lengths):.3f}"
    return f"{low} mm" if low == high else f"{low} to {high} mm"
