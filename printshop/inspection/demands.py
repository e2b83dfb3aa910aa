"""What a print shop would send a PDF file back for: the file is held against what a service asks for.

Read with pikepdf from the file; of what printshop itself knows, only the demands are used.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from printshop.equipment.services import counted, wanted
from printshop.render.press_sizes import fitting, is_card, millimetres, refused
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pikepdf import Object, Page, Pdf

    from printshop.inspection.preflight import Survey
    from printshop.render.press import Format, Press

_SLACK = 0.05 * MM
_GREYS = {"grey"}


def findings(pdf: Pdf, found: Survey, press: Press) -> Iterator[str]:
    """Give what a service would not accept, a sentence each."""
    yield from _colors(found, press)
    yield from _drawn(found, press)
    pages = [_Sheet(page) for page in pdf.pages]
    yield from _boxes(pages, press)
    yield from _sizes(pages, press)
    yield from _inside(pdf, press)
    yield from _count(pages, found, press)
    if press.standard:
        yield from _standard(pdf, press)


def _colors(found: Survey, press: Press) -> Iterator[str]:
    allowed = _GREYS | {"CMYK" if press.space == "cmyk" else "RGB"}
    if strange := sorted(found.colors - allowed):
        yield f"there are colours in {', '.join(strange)}: {press.name} takes {' and '.join(sorted(allowed))}"
    if found.ink > press.limit + 0.002 and press.space == "cmyk":
        yield f"there is up to {100 * found.ink:.0f} % of ink: {press.name} takes {100 * press.limit:.0f} %"
    if strange := sorted(found.spots - {name.replace(" ", "#20") for name in press.spots.values()} -
                         {*press.spots.values()}):
        known = " and ".join(press.spots.values()) or "no spot colours"
        yield f"there are spot colours {', '.join(strange)}: {press.name} takes {known}"
    if found.see_through:
        yield "there is transparency: it has to be flattened"


def _drawn(found: Survey, press: Press) -> Iterator[str]:
    if press.thinnest and found.thinnest * MM < press.thinnest * 0.99:
        yield f"a line is {found.thinnest:.3f} mm thin: {press.name} wants at least {press.thinnest / MM:.3f}"
    if found.coarsest < press.dpi * 0.99:
        yield f"a picture has {found.coarsest:.0f} dots an inch: {press.name} wants at least {press.dpi}"


class _Sheet:
    """The boxes of one page; None stands for those that it lacks, or that are not sound."""

    def __init__(self, page: Page) -> None:
        self.sheet = _box(page, "/MediaBox") or (0.0, 0.0, 0.0, 0.0)
        self.trim, self.bleed = _box(page, "/TrimBox"), _box(page, "/BleedBox")
        self.boxed = "/TrimBox" in page.obj or "/BleedBox" in page.obj

    @property
    def size(self) -> tuple[float, float]:
        """How large the page is when it is cut, as far as the file says so."""
        return _measures(self.trim or self.sheet)

    def format(self, press: Press) -> Format | None:
        """Return the format of the service that the page has: without a box to cut by, it may have bleed or not."""
        found = fitting(press.formats, self.size)
        if found or self.trim:
            return found
        width, height = self.size
        return next((one for one in press.formats
                     if fitting([one], (width - 2 * one.bleed[0], height - 2 * one.bleed[1]))), None)


def _boxes(pages: list[_Sheet], press: Press) -> Iterator[str]:
    for number, page in enumerate(pages, 1):
        if page.trim is None or page.bleed is None:
            if page.boxed or press.standard or not press.formats:
                yield f"page {number} has no sound trim and bleed boxes"
        elif any(_outside(inner, outer) for inner, outer in pairwise((page.trim, page.bleed, page.sheet))):
            yield f"page {number}: its trim box has to lie within its bleed box, and that on the sheet"
        else:
            yield from _bleed(number, page, press)


def _bleed(number: int, page: _Sheet, press: Press) -> Iterator[str]:
    assert page.trim
    assert page.bleed
    left, low, right, high = (abs(one - other) for one, other in zip(page.trim, page.bleed, strict=True))
    if max(left, low, right, high) <= _SLACK and not press.everywhere:
        return  # nothing runs out over its edges
    found = page.format(press)
    across, along = found.bleed if found else (press.bleed, press.bleed)
    if press.outer and min(left, right) <= _SLACK:  # the side where it is bound
        left = right = max(left, right)
    if max(abs(left - across), abs(right - across), abs(low - along), abs(high - along)) > _SLACK:
        yield (f"page {number} has a bleed of {min(left, low, right, high) / MM:.2f} mm: "
               f"{press.name} wants {across / MM:.2f}")


def _sizes(pages: list[_Sheet], press: Press) -> Iterator[str]:
    """Give the sizes that a service does not take, each with the pages that have it."""
    if not press.formats:
        return
    strange: dict[str, list[int]] = {}
    for number, page in enumerate(pages, 1):
        if page.format(press) is None:
            strange.setdefault(_refused(page, press), []).append(number)
    for why, numbers in strange.items():
        yield f"page {numbers[0]}{f' and {len(numbers) - 1} more' if len(numbers) > 1 else ''}: {why}"
    sizes = dict.fromkeys(millimetres(page.size) for page in pages)
    if len(sizes) > 1:
        few = ", ".join([*sizes][:4]) + (" ..." if len(sizes) > 4 else "")
        yield f"the pages come in {len(sizes)} sizes ({few}): {press.name} wants a file for each"


def _refused(page: _Sheet, press: Press) -> str:
    """Return why a service does not take a page, which is called a card if it is as large as those rather."""
    return refused(press, page.size, is_card(press, page.size))


def _outside(inner: tuple[float, ...], outer: tuple[float, ...]) -> bool:
    return (any(one < other - _SLACK for one, other in zip(inner[:2], outer[:2], strict=True))
            or any(one > other + _SLACK for one, other in zip(inner[2:], outer[2:], strict=True)))


def _box(page: Page, key: str) -> tuple[float, ...] | None:
    """Return the four numbers of a box, None if there are not four, or they hold nothing."""
    from pikepdf import Array

    found = page.obj.get(key)
    values = tuple(float(value) for value in found) if isinstance(found, Array) else ()
    return values if len(values) == 4 and values[0] < values[2] and values[1] < values[3] else None


def _inside(pdf: Pdf, press: Press) -> Iterator[str]:
    from pikepdf import Dictionary

    if press.plain_fonts and any(isinstance(thing, Dictionary) and thing.get("/Subtype") == "/Type0"
                                 for thing in pdf.objects):
        yield f"there is a font with codes of two bytes (CID): {press.name} takes none"
    if not press.links and any("/Annots" in page.obj and len(page.obj["/Annots"]) for page in pdf.pages):
        yield f"there are links or notes on the pages: {press.name} wants none"
    if not press.links and "/Outlines" in pdf.Root:
        yield f"there are bookmarks: {press.name} wants none"
    if pdf.is_encrypted:
        yield "the file is locked"


def _count(pages: list[_Sheet], found: Survey, press: Press) -> Iterator[str]:
    size, count = pages[0].format(press), len(pages)
    if size in press.cards or (press.single and not press.formats and pages[0].size != _measures(pages[0].sheet)):
        return  # cards are no booklet
    multiple = (size.multiple if size else 0) or press.multiple
    if count % multiple or (press.blank_end and count not in found.blank):
        yield f"there are {count} pages: {press.name} wants {wanted(press, size)}"
    if why := counted(press, count):
        yield f"there are {count} pages: {why}"


def _measures(box: tuple[float, ...]) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _standard(pdf: Pdf, press: Press) -> Iterator[str]:
    if tuple(map(int, pdf.pdf_version.split("."))) > tuple(map(int, press.version.split("."))):
        yield f"the file is PDF {pdf.pdf_version}: {press.standard} is PDF {press.version}"
    for name, there in (("an output condition", _intended(pdf)), ("an ID", "/ID" in pdf.trailer),
                        ("the mark Trapped", str(pdf.docinfo.get("/Trapped", "")) in {"/True", "/False"}),
                        (f"the name {press.standard}", all(str(pdf.docinfo.get(f"/{key}")) == value
                                                           for key, value in press.marks.items())),
                        ("a title", str(pdf.docinfo.get("/Title", "")) != "")):
        if not there:
            yield f"the file lacks {name}, which {press.standard} asks for"
    if "/OCProperties" in pdf.Root:
        yield f"the file has layers: {press.standard} has none"


def _intended(pdf: Pdf) -> bool:
    intents: Object | None = pdf.Root.get("/OutputIntents")
    return intents is not None and len(intents) == 1 and "/OutputConditionIdentifier" in intents[0]
