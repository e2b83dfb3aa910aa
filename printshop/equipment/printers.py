"""Profiles of printers with small errors: their measurements, and pages that compensate for the errors.

No printer prints 100 mm as exactly 100 mm, and no printer prints a back exactly behind its front. The
user's measurements are in the file printers.yaml in the settings folder, with one profile for each printer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Self

from printshop.drawing.display_list import Document, Group, Page, PageStream
from printshop.drawing.geometry import Transform
from printshop.files import AtomicWrite, lock_file
from printshop.game.config_files import ConfigFile, find_config_folder, normalize_key
from printshop.lengths import MM
from printshop.problems import Problems, make_error
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block, read_block
from printshop.schema.reader import Reader

PROFILES_FILE = "printers.yaml"
MAX_BACK_SHIFT = 10
"""The largest shift of backs, in millimetres."""
MAX_SCALE_ERROR = 0.03
"""The largest scale error of a printer (3 %). A larger error comes from a setting of the print dialogue."""

# Printed lengths of 100 mm with "fit to page" on: CUPS and common drivers, with margins of 4 to 13 mm.
_FIT_TO_PAGE_LENGTHS = {85.5: "an A4 page was shrunk to fit on Letter paper",
                        91.3: "the page was shrunk to fit within the printer's margins",
                        93.5: "the page was shrunk to fit the sheet, as browsers do",
                        95.9: "the page was shrunk to fit within small margins",
                        103.9: "the page was enlarged to fill the sheet",
                        106.0: "the page was enlarged to fill the sheet"}


@dataclass(frozen=True, slots=True)
class Printer:
    """The measurements of a printer.

    `x` and `y` are the printed lengths of 100 mm lines across and along the page, in millimetres. `back_shift`
    is the shift to the right and down that puts backs behind their fronts, in millimetres.
    """

    name: str
    x: float = 100.0
    y: float = 100.0
    back_shift: tuple[float, float] = (0.0, 0.0)

    @property
    def scale(self) -> tuple[float, float]:
        """The factors, across and along, by which pages are enlarged so that they print at true scale."""
        return 100 / self.x, 100 / self.y

    @property
    def back_shift_points(self) -> tuple[float, float]:
        """The shift of back pages to the right and down, in points."""
        return self.back_shift[0] * MM, self.back_shift[1] * MM


def find_scale_problem(printed_length: float) -> str:
    """Return the reason why a length printed for 100 mm cannot come from an error of the printer.

    If the length can come from an error of the printer, return "".

    >>> find_scale_problem(99.6)
    ''
    >>> find_scale_problem(85.6)
    '100 mm are 85.6 mm long in print: an A4 page was shrunk to fit on Letter paper'
    """
    if 1 - MAX_SCALE_ERROR <= 100 / printed_length <= 1 + MAX_SCALE_ERROR:
        return ""
    nearest = min(_FIT_TO_PAGE_LENGTHS, key=lambda length: abs(length - printed_length))
    if abs(nearest - printed_length) <= 1.2:
        return f"100 mm are {printed_length:g} mm long in print: {_FIT_TO_PAGE_LENGTHS[nearest]}"
    if 98.4 <= printed_length * 25.4 <= 103.2:
        return f"100 mm are {printed_length:g} long in print: this length is in inches; measure in millimetres"
    return f"100 mm are {printed_length:g} mm long in print: no printer has such a large error"


def save_measurements(name: str, printed_across: float | None, printed_along: float | None,
                      back_shift: tuple[float, float] | None) -> tuple[Printer, Path]:
    """Save new measurements of a printer, and return its profile and the file.

    If a value is None, the old measurement stays. Raises PrintshopError if a length shows a wrong setting of
    the print dialogue, or if the shift of backs is too large.
    """
    import yaml

    _check_measurements(printed_across, printed_along, back_shift)
    name, path = normalize_key(name), find_config_folder() / PROFILES_FILE
    with lock_file(path):  # no other process may write between reading the profiles and writing all of them
        entries = read_printers()
        old_profile = entries.get(name, Printer(name))
        entries[name] = Printer(name, printed_across or old_profile.x, printed_along or old_profile.y,
                                old_profile.back_shift if back_shift is None else back_shift)
        data = {name: {"x": entry.x, "y": entry.y, "right": entry.back_shift[0], "down": entry.back_shift[1]}
                for name, entry in sorted(entries.items())}
        text = ("# Printed lengths of 100 mm, across and along the page, and the shift that backs need, in mm.\n"
                + yaml.safe_dump(data, allow_unicode=True, sort_keys=False, default_flow_style=None))
        with AtomicWrite() as delivery:
            delivery.add_file(path).write_text(text, encoding="utf-8")
    return entries[name], path


def make_printer(measurements: Sequence[float] | None) -> Printer:
    """Return a printer without a name, from the lengths of 100 mm across and along, and the shift of backs.

    `measurements` are these four numbers in mm, as for `save_measurements`. A printer without measurements has no
    errors. Raises PrintshopError as `save_measurements` does, and for another count of numbers.
    """
    if not measurements:
        return Printer("")
    if len(measurements) != 4 or min(measurements[:2]) <= 0:
        raise make_error("a printer has two lengths and the shift of backs", "measure the printer again")
    x, y, right, down = measurements
    _check_measurements(x, y, (right, down))
    return Printer("", x, y, (right, down))


def _check_measurements(printed_across: float | None, printed_along: float | None,
                        back_shift: tuple[float, float] | None) -> None:
    problems = Problems()
    for direction, length in (("across", printed_across), ("along", printed_along)):
        if length is not None and (reason := find_scale_problem(length)):
            problems.add(None, f"{direction} the page: {reason}",
                         "print the page again at 100 % (“actual size”), with “fit to page” off, and measure again")
    if back_shift and not all(abs(shift) <= MAX_BACK_SHIFT for shift in back_shift):  # NaN is no shift
        problems.add(None, f"the back is more than {MAX_BACK_SHIFT} mm away from its correct position",
                     "check that the back was printed from the same file as the front, and that the sheet was turned "
                     "over the long edge")
    problems.raise_if_any()


@data_block
class PrinterEntry(DataBlock):
    """An entry with the measurements of a printer in printers.yaml."""

    x: Fraction = keys.number("the printed lengths of 100 mm across and along the page, in mm", default=100)
    y: Fraction = keys.number(default=100)
    right: Fraction = keys.number("the distances by which the print on backs is moved right and down, in mm", default=0)
    down: Fraction = keys.number(default=0)

    def validate(self, reader: Reader) -> Self:
        for key, length in (("x", self.x), ("y", self.y)):
            if length <= 0 or find_scale_problem(float(length)):
                reader.add_problem(key, f"'{key}' of {reader.label}: "
                                        f"{find_scale_problem(float(length)) if length > 0 else 'must be more than 0'}")
        for key, length in (("right", self.right), ("down", self.down)):
            if abs(length) > MAX_BACK_SHIFT:
                reader.add_problem(key,
                                   f"'{key}' of {reader.label} is {float(length):g} mm; at most {MAX_BACK_SHIFT} mm "
                                   "are allowed")
        return self


def _read_printer(name: str, reader: Reader) -> Printer:
    entry: PrinterEntry = read_block(PrinterEntry, reader)
    return Printer(name, float(entry.x), float(entry.y), (float(entry.right), float(entry.down)))


_PRINTERS = ConfigFile("printers", "printer", _read_printer,
                       "measure the printer first: the command printshop calibrate explains the steps")
read_printers, find_printer = _PRINTERS.read_entries, _PRINTERS.find_entry


def compensate_document(document: Document, scale: tuple[float, float]) -> Document:
    """Return a document with contents that are scaled to compensate for a printer.

    Page sizes stay the same. The keywords of the file contain the scale, for programs that measure the file.
    """
    if scale == (1.0, 1.0):
        return document
    pages = PageStream(lambda: (scale_page(page, scale) for page in document.pages))
    return add_scale_keyword(replace(document, pages=tuple(pages) if isinstance(document.pages, tuple) else pages),
                             scale)


def add_scale_keyword(document: Document, scale: tuple[float, float]) -> Document:
    """Return a document with its scale for a printer among the keywords.

    If the scale is 1, the document is returned unchanged.
    """
    keyword = f"scaled for a printer: {scale[0]:.6f} across, {scale[1]:.6f} along"
    return document if scale == (1.0, 1.0) else replace(document, keywords=(*document.keywords, keyword))


def scale_page(page: Page, scale: tuple[float, float]) -> Page:
    """Return a page with its contents scaled about its centre, across and along."""
    if scale == (1.0, 1.0):
        return page
    transform = Transform(scale[0], 0.0, 0.0, scale[1], page.width / 2 * (1 - scale[0]),
                          page.height / 2 * (1 - scale[1]))
    links = []
    for link in page.links:
        x, y = transform.apply(link.x, link.y)
        links.append(link._replace(x=x, y=y, width=link.width * transform.a, height=link.height * transform.d))
    return replace(page, items=(Group(page.items, transform),), links=tuple(links))
