"""Output formats: display list in, files out. Each format is one module and one entry of `FORMATS`.

Each of these modules ends in one `match` over the kinds of item, closed with `assert_never`. This module has what they
share: options, file names, numbers as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from math import isfinite
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Document, Page
    from printshop.drawing.page_warnings import PageWarnings
    from printshop.files import AtomicWrite
    from printshop.output.cut import Cutter
    from printshop.output.imposition import FoldedSheet
    from printshop.output.press import Press

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """Output options; each format uses those that concern it.

    `dpi` is the resolution of PNG. `text` is how SVG writes letters: "outline" shares one outline per glyph, "joined"
    has one path per run of text, which browsers draw in half the time, "live" keeps text that can be edited and
    searched, "flat" writes plain paths only, for cutters. `scale` enlarges all pages, across and along, for a printer
    that prints them too small. `fold` is how the sheets of booklets are printed. With a `cutter`, SVG and DXF are
    written for that machine, and the printed content is `fit_page` to the printer; with a `press`, PDF is written for
    that print service. `notes` collects warnings about files for a press. A `fillable` PDF has check boxes and text
    fields where records have circles and blanks.
    """

    dpi: int = 300
    text: Literal["outline", "joined", "live", "flat"] = "outline"
    scale: tuple[float, float] = (1.0, 1.0)
    fold: FoldedSheet | None = None
    cutter: Cutter | None = None
    press: Press | None = None
    notes: PageWarnings | None = None
    fillable: bool = False
    fit_page: Callable[[Page], Page] = lambda page: page


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format and the function that writes it, "module:function", imported on first use.

    Given a document and options, the function yields the content of files, text or bytes, empty for files that are not
    needed: one per page if `file_per_page`, with names like "target-01.svg", else one per document. `cutter` is the
    function that writes the format for cutting machines; its module writes the accompanying pictures with
    `write_fronts`. A format without a `writer` is for cutters only. Formats with `press` can be written for print
    services; those with `single_pieces` also for services that make pieces singly. `description` is a description for
    users.
    """

    name: str
    suffix: str
    writer: str = ""
    file_per_page: bool = False
    cutter: str = ""
    press: bool = False
    single_pieces: bool = False
    description: str = ""

    def write_document(self, document: Document, target: Path, delivery: AtomicWrite,
                       options: OutputOptions) -> tuple[Path, ...]:
        """Write a document through the delivery and return its files. Raises ValueError for a number not finite."""
        writer = (options.cutter and self.cutter) or self.writer
        if not writer:
            raise ValueError(f"{self.name} is for machines that cut: it needs a cutter")
        name, _, function = writer.partition(":")
        module, files = import_module(name), []
        contents = getattr(module, function)(document, options)
        for content, file in zip(contents, self.list_names(document, target), strict=False):
            if content:
                delivery.add_file(file).write_bytes(content if isinstance(content, bytes) else content.encode())
                files.append(file)
        if writer == self.cutter:
            files += module.write_fronts(document, target, delivery, options, self.suffix if files else "")
        return tuple(files)

    def list_names(self, document: Document, target: Path) -> Iterator[Path]:
        """Yield the target with the suffix or, for each page, with its number, from 1.

        Numbers have as many digits as the document needs, at least two. Pages made on demand cannot be counted first:
        their numbers grow longer from page 100 on.
        """
        stem = target.name.removesuffix(self.suffix)
        if not self.file_per_page:
            yield target.with_name(stem + self.suffix)
            return
        digits = max(2, len(str(len(document.pages)))) if isinstance(document.pages, Sized) else 2
        yield from (target.with_name(f"{stem}-{page:0{digits}}{self.suffix}") for page in count(1))


FORMATS = {form.name: form for form in (
    FileFormat("pdf", ".pdf", "printshop.output.pdf:make_pdf_files", press=True),
    FileFormat("svg", ".svg", "printshop.output.svg:make_svg_files", file_per_page=True,
               cutter="printshop.output.cut.files:make_cut_svg_files"),
    FileFormat("png", ".png", "printshop.output.png:make_png_files", file_per_page=True, single_pieces=True),
    FileFormat("dxf", ".dxf", file_per_page=True, cutter="printshop.output.cut.files:make_cut_dxf_files",
               description="for a --cutter"),
    FileFormat("html", ".html", "printshop.output.html:make_html_files", description="one file to fill in on a screen"),
    FileFormat("dump", ".txt", "printshop.output.dump:make_dump_files", description="the items of each page, as text"),
)}


def find_format(name: str) -> FileFormat:
    """Return a format by its name. Raises ValueError for a name that is not in `FORMATS`."""
    if name not in FORMATS:
        raise ValueError(f"'{name}' is not a format: use {', '.join(FORMATS)}")
    return FORMATS[name]


def list_suffixes(*, file_per_page: bool) -> tuple[str, ...]:
    """Return the suffixes of formats with one file per page, or of those with one file per document."""
    return tuple(form.suffix for form in FORMATS.values() if form.file_per_page is file_per_page)


class BoundedCache(dict[Key, Value]):
    """A bounded cache: a dictionary that makes missing values, and is emptied when it is full.

    Faster than `functools.lru_cache` for pages with thousands of short texts.
    """

    def __init__(self, make: Callable[[Key], Value], limit: float = 10_000) -> None:
        super().__init__()
        self._make = make
        self._limit = limit

    def __missing__(self, key: Key) -> Value:
        if len(self) >= self._limit:
            self.clear()
        value = self[key] = self._make(key)
        return value


def format_numbers(template: str, values: Iterable[float], decimals: int = 4) -> str:
    """Return a template with a number, as `format_number` writes it, and a blank for each "# ".

    Most numbers of a drawing's long outlines occur once: writing them all at once takes a third of the time. Raises
    ValueError unless all are finite.

    >>> format_numbers("# # m", [1.50001, -0.00001])
    '1.5 0 m'
    """
    text = template.replace("# ", f"%.{decimals}f;") % (values := tuple(values))
    if "nan;" in text or "inf;" in text:
        raise ValueError(f"{next(value for value in values if not isfinite(value))} is not a length")
    text = text.replace(f"-0.{'0' * decimals};", "0 ").replace(f".{'0' * decimals};", " ")
    for zeros in range(decimals - 1, 0, -1):
        text = text.replace(f"{'0' * zeros};", " ")
    return text.replace(";", " ")


def format_number(value: float, decimals: int = 4) -> str:
    """Return the shortest text of a number with at most `decimals` decimals.

    Raises ValueError unless the number is finite: a page with NaN in it would print incorrectly.

    >>> format_number(1.50001), format_number(-0.00001), format_number(1200.0)
    ('1.5', '0', '1200')
    """
    if not isfinite(value):
        raise ValueError(f"{value} is not a length")
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
