"""What a print shop would send a PDF file back for: the file is held against what a service asks for.

Read with pikepdf from the file; of what printshop itself knows, only the demands are used.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pikepdf import Object, Page, Pdf

    from printshop.inspection.preflight import Survey
    from printshop.render.press import Press

_SLACK = 0.05 * MM
_GREYS = {"grey"}


def findings(pdf: Pdf, found: Survey, press: Press) -> Iterator[str]:
    """Give what a service would not accept, a sentence each."""
    yield from _colors(found, press)
    yield from _drawn(found, press)
    yield from _boxes(pdf, press)
    yield from _inside(pdf, press)
    yield from _count(pdf, press)
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


def _boxes(pdf: Pdf, press: Press) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        trim, bleed = _box(page, "/TrimBox"), _box(page, "/BleedBox")
        sheet = _box(page, "/MediaBox") or (0.0, 0.0, 0.0, 0.0)
        if trim is None or bleed is None:
            yield f"page {number} has no sound trim and bleed boxes"
        elif any(_outside(inner, outer) for inner, outer in pairwise((trim, bleed, sheet))):
            yield f"page {number}: its trim box has to lie within its bleed box, and that on the sheet"
        else:
            yield from _bleed(number, (trim, bleed), press)


def _bleed(number: int, boxes: tuple[tuple[float, ...], tuple[float, ...]], press: Press) -> Iterator[str]:
    trim, bleed = boxes
    off = [abs(one - other) for one, other in zip(trim, bleed, strict=True)]
    if max(off) <= _SLACK and not press.everywhere:
        return  # nothing runs out over its edges
    if any(abs(one - press.bleed) > _SLACK for one in off):
        yield f"page {number} has a bleed of {min(off) / MM:.2f} mm: {press.name} wants {press.bleed / MM:.2f}"


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


def _count(pdf: Pdf, press: Press) -> Iterator[str]:
    count = len(pdf.pages)
    if press.single and "/TrimBox" in pdf.pages[0].obj and pdf.pages[0].trimbox != pdf.pages[0].mediabox:
        return  # cards are no booklet
    if count % press.multiple:
        yield f"there are {count} pages: {press.name} wants a number that divides by {press.multiple}"
    if press.blank_end and pdf.pages[-1].obj.get("/Contents") is not None and _marks(pdf.pages[-1]):
        yield f"the last page is not empty: {press.name} wants it so"


def _marks(page: Page) -> bool:
    """Say whether anything is drawn on a page."""
    from pikepdf import parse_content_stream

    return any(str(one.operator) not in {"cm", "q", "Q"} for one in parse_content_stream(page))


def _standard(pdf: Pdf, press: Press) -> Iterator[str]:
    if tuple(map(int, pdf.pdf_version.split("."))) > tuple(map(int, press.version.split("."))):
        yield f"the file is PDF {pdf.pdf_version}: {press.standard} is PDF {press.version}"
    for name, there in (("an output condition", _intended(pdf)), ("an ID", "/ID" in pdf.trailer),
                        ("the mark Trapped", str(pdf.docinfo.get("/Trapped", "")) in {"/True", "/False"}),
                        (f"the name {press.standard}", str(pdf.docinfo.get("/GTS_PDFXVersion")) == press.standard),
                        ("a title", str(pdf.docinfo.get("/Title", "")) != "")):
        if not there:
            yield f"the file lacks {name}, which {press.standard} asks for"
    if "/OCProperties" in pdf.Root:
        yield f"the file has layers: {press.standard} has none"


def _intended(pdf: Pdf) -> bool:
    intents: Object | None = pdf.Root.get("/OutputIntents")
    return intents is not None and len(intents) == 1 and "/OutputConditionIdentifier" in intents[0]
