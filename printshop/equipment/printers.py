"""Profiles of printers that miss by a little: their measurements, and pages that compensate for them.

No printer prints 100 mm as exactly 100 mm, nor a back exactly behind its front. The user's measurements are kept, one
profile for each printer, in the file printers.yaml in the user's folder of settings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Self

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Document, Group, Page, Stream
from printshop.files import Delivery, alone
from printshop.game.shelves import Shelf, as_key, own_folder
from printshop.language import keys
from printshop.language.keys import Block, block, read
from printshop.language.reader import Reader
from printshop.problems import Problems
from printshop.units import MM

FILE = "printers.yaml"
FARTHEST = 10
"""The greatest offset of backs, in millimetres."""
SLACK = 0.03
"""The greatest scale error of a printer, 3 %: more is caused by a setting of the printer dialog."""

# Printed lengths of 100 mm with "fit to page" on: CUPS and common drivers, with margins of 4 to 13 mm.
_FITTED = {85.5: "an A4 page was made to fit on Letter", 91.3: "the page was made to fit within the printer's margins",
           93.5: "the page was made to fit, as browsers do", 95.9: "the page was made to fit within small margins",
           103.9: "the page was made larger to fill the sheet", 106.0: "the page was made larger to fill the sheet"}


@dataclass(frozen=True, slots=True)
class Printer:
    """The measurements of a printer.

    `x` and `y` are the printed lengths of a line of 100 mm across and along the page, in millimetres. `back` is the
    shift to the right and down, in millimetres, that puts backs behind their fronts.
    """

    name: str
    x: float = 100.0
    y: float = 100.0
    back: tuple[float, float] = (0.0, 0.0)

    @property
    def scale(self) -> tuple[float, float]:
        """The factors, across and along, that enlarge pages to print at true scale."""
        return 100 / self.x, 100 / self.y

    @property
    def offset(self) -> tuple[float, float]:
        """The shift of back pages to the right and down, in points."""
        return self.back[0] * MM, self.back[1] * MM


def trouble(measured: float) -> str:
    """Return why a length measured for 100 mm is not caused by the printer itself, or "".

    >>> trouble(99.6)
    ''
    >>> trouble(85.6)
    '85.6 mm for 100 mm: an A4 page was made to fit on Letter'
    """
    if 1 - SLACK <= 100 / measured <= 1 + SLACK:
        return ""
    near = min(_FITTED, key=lambda length: abs(length - measured))
    if abs(near - measured) <= 1.2:
        return f"{measured:g} mm for 100 mm: {_FITTED[near]}"
    if 98.4 <= measured * 25.4 <= 103.2:
        return f"{measured:g} for 100 mm: that is in inches; measure in millimetres"
    return f"{measured:g} mm for 100 mm: no printer is that far off"


def measured(name: str, x: float | None, y: float | None, back: tuple[float, float] | None) -> tuple[Printer, Path]:
    """Save new measurements of a printer, and return its profile and the file; a value of None keeps the old one.

    Raises PrintshopError for lengths that show a wrong setting.
    """
    import yaml

    problems = Problems()
    for way, length in (("across", x), ("along", y)):
        if length is not None and (why := trouble(length)):
            problems.add(None, f"{way} the page: {why}",
                         "print the page again at 100 % (“actual size”), with “fit to page” off, and measure again")
    if back and max(map(abs, back)) > FARTHEST:
        problems.add(None, f"the back is more than {FARTHEST} mm off",
                     "was it printed from the same file, over the long edge?")
    problems.raise_if_any()
    name, path = as_key(name), own_folder() / FILE
    with alone(path):  # no other process may write between reading the profiles and writing all of them
        entries = printers()
        old = entries.get(name, Printer(name))
        entries[name] = Printer(name, x or old.x, y or old.y, old.back if back is None else back)
        data = {name: {"x": entry.x, "y": entry.y, "right": entry.back[0], "down": entry.back[1]}
                for name, entry in sorted(entries.items())}
        text = ("# Printed lengths of 100 mm, across and along the page, and the shift that backs need, in mm.\n"
                + yaml.safe_dump(data, allow_unicode=True, sort_keys=False, default_flow_style=None))
        with Delivery() as delivery:
            delivery.place(path).write_text(text, encoding="utf-8")
    return entries[name], path


@block
class PrinterEntry(Block):
    """The measurements of a printer in a file."""

    x: Fraction = keys.number("the printed lengths of 100 mm across and along the page, in mm", default=100)
    y: Fraction = keys.number(default=100)
    right: Fraction = keys.number("the shift that backs need to the right and down, in mm", default=0)
    down: Fraction = keys.number(default=0)

    def settled(self, at: Reader) -> Self:
        for key, length in (("x", self.x), ("y", self.y)):
            if length <= 0 or trouble(float(length)):
                at.fail(key, f"'{key}' of {at.what}: {trouble(float(length)) if length > 0 else 'is not a length'}")
        for key, length in (("right", self.right), ("down", self.down)):
            if abs(length) > FARTHEST:
                at.fail(key, f"'{key}' of {at.what} is {float(length):g} mm, at most {FARTHEST} mm is possible")
        return self


def _printer(name: str, reader: Reader) -> Printer:
    entry: PrinterEntry = read(PrinterEntry, reader)
    return Printer(name, float(entry.x), float(entry.y), (float(entry.right), float(entry.down)))


_PRINTERS = Shelf("printers", "printer", _printer, "measure it first: printshop calibrate explains how")
printers, find = _PRINTERS.entries, _PRINTERS.find


def made_up_for(document: Document, scale: tuple[float, float]) -> Document:
    """Return a document that compensates for a printer: page sizes stay, the contents are scaled.

    The scale is noted in the file's keywords, for programs that measure it.
    """
    if scale == (1.0, 1.0):
        return document
    pages = Stream(lambda: (scaled(page, scale) for page in document.pages))
    return remarked(replace(document, pages=tuple(pages) if isinstance(document.pages, tuple) else pages), scale)


def remarked(document: Document, scale: tuple[float, float]) -> Document:
    """Return a document with its scale for a printer among its keywords, unless that is 1."""
    remark = f"scaled for a printer: {scale[0]:.6f} across, {scale[1]:.6f} along"
    return document if scale == (1.0, 1.0) else replace(document, keywords=(*document.keywords, remark))


def scaled(page: Page, scale: tuple[float, float]) -> Page:
    """Return a page with its contents scaled about its centre, across and along."""
    if scale == (1.0, 1.0):
        return page
    place = Transform(scale[0], 0.0, 0.0, scale[1], page.width / 2 * (1 - scale[0]), page.height / 2 * (1 - scale[1]))
    links = []
    for link in page.links:
        x, y = place.apply(link.x, link.y)
        links.append(link._replace(x=x, y=y, width=link.width * place.a, height=link.height * place.d))
    return replace(page, items=(Group(page.items, place),), links=tuple(links))
