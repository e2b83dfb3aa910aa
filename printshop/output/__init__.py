"""Output formats, which turn display lists into files. Each format is one module and one entry of `FORMATS`.

A module that draws items has one `match` over all kinds of items, closed with `assert_never`. This module holds the
code that formats share: options, file names and the text of numbers.
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
    """Options of the output formats. Each format reads only the options that concern it.

    `dpi` is the resolution of PNG files. `text` sets how letters are written in SVG files: "outline" stores one outline
    for each glyph and reuses this outline; "joined" stores one path for each run of text, because browsers draw joined
    text in half the time; "live" keeps text that can be edited and searched; "flat" stores plain paths only, for
    cutters. `scale` holds the factors by which all pages are enlarged, across and along, for a printer that prints
    pages too small. `fold` describes the folded sheets of booklets. If there is a `cutter`, SVG and DXF files are
    written for that machine, and `fit_page` adapts their printed content to the printer. If there is a `press`, PDF
    files are written for that print service. `notes` collects warnings about files for cutters and print services. If
    `fillable` is true, PDF files have check boxes at the circles of records, and text fields at their blanks. `marks`
    are the marks of an HTML file, or the texts of a fillable PDF file, at the start, as JSON: the text of blanks by
    their keys ("Alpha/note/1"), and destroyed units (`{"Alpha/destroyed": true}`).
    """

    dpi: int = 300
    text: Literal["outline", "joined", "live", "flat"] = "outline"
    scale: tuple[float, float] = (1.0, 1.0)
    fold: FoldedSheet | None = None
    cutter: Cutter | None = None
    press: Press | None = None
    notes: PageWarnings | None = None
    fillable: bool = False
    marks: str = ""
    fit_page: Callable[[Page], Page] = lambda page: page


@dataclass(frozen=True, slots=True)
class FileFormat:
    """A file format, with the name of the function that writes it.

    `writer` is this function, as "module:function"; its module is imported on first use. The function gets a document
    and options, and yields the contents of files as text or bytes. If a file is not needed, its content is empty. If
    `file_per_page` is true, there is one file for each page, with names such as "target-01.svg". Otherwise there is
    one file for each document. `cutter` is the function that writes the format for cutting machines. The module of
    this function also has a function `write_fronts`, which writes the pictures that belong to the files. If there is
    no `writer`, the format can only be written for cutters. If `press` is true, the format can be written for print
    services. If `single_pieces` is true, the format can be written for print services that make each piece singly.
    `description` is shown to users.
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
        """Write a document through `delivery`, and return its files. Raises ValueError as `make_files` does."""
        files = []
        for file, content in self.make_files(document, target, options):
            delivery.add_file(file).write_bytes(content)
            files.append(file)
        if options.cutter and self.cutter:
            module = import_module(self.cutter.partition(":")[0])
            files += module.write_fronts(document, target, delivery, options, self.suffix if files else "")
        return tuple(files)

    def make_files(self, document: Document, target: Path, options: OutputOptions) -> Iterator[tuple[Path, bytes]]:
        """Yield each file of a document, with its content.

        Raises ValueError if a number is not finite, or if the format is only for cutters and `options` has no cutter.
        """
        writer = (options.cutter and self.cutter) or self.writer
        if not writer:
            raise ValueError(f"{self.name} files can only be written for a cutter, but no cutter is set")
        name, _, function = writer.partition(":")
        contents = getattr(import_module(name), function)(document, options)
        for content, file in zip(contents, self.list_names(document, target), strict=False):
            if content:
                yield file, content if isinstance(content, bytes) else content.encode()

    def list_names(self, document: Document, target: Path) -> Iterator[Path]:
        """Yield the names of the files: the target with the suffix, or one numbered name for each page.

        Page numbers start at 1. They have as many digits as the number of the last page, and at least two. If pages
        are made on demand, they cannot be counted in advance. The numbers of such pages have two digits, and more
        digits from page 100 on.
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
    """Return a format by its name. Raises ValueError if the name is not in `FORMATS`."""
    if name not in FORMATS:
        raise ValueError(f"'{name}' is not a format: use one of {', '.join(FORMATS)}")
    return FORMATS[name]


def list_suffixes(*, file_per_page: bool) -> tuple[str, ...]:
    """Return the suffixes of the formats that write one file for each page.

    If `file_per_page` is false, return the suffixes of all other formats, which write one file for each document.
    """
    return tuple(form.suffix for form in FORMATS.values() if form.file_per_page is file_per_page)


class BoundedCache(dict[Key, Value]):
    """A dictionary that makes missing values, and that is emptied when it is full.

    For pages with thousands of short texts, this dictionary is faster than `functools.lru_cache`.
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
    """Return a template in which a number and a space replace each "# ".

    The numbers have the format of `format_number`. Most numbers of a long outline occur only once. Writing all of
    these numbers together takes a third of the time. Raises ValueError if a number is not finite.

    >>> format_numbers("# # m", [1.50001, -0.00001])
    '1.5 0 m'
    """
    text = template.replace("# ", f"%.{decimals}f;") % (values := tuple(values))
    if "nan;" in text or "inf;" in text:
        raise ValueError(f"{next(value for value in values if not isfinite(value))} is not a finite length")
    text = text.replace(f"-0.{'0' * decimals};", "0 ").replace(f".{'0' * decimals};", " ")
    for zeros in range(decimals - 1, 0, -1):
        text = text.replace(f"{'0' * zeros};", " ")
    return text.replace(";", " ")


def format_number(value: float, decimals: int = 4) -> str:
    """Return the shortest text of a number with at most `decimals` decimals.

    Raises ValueError if the number is not finite, because a page with NaN in it would print incorrectly.

    >>> format_number(1.50001), format_number(-0.00001), format_number(1200.0)
    ('1.5', '0', '1200')
    """
    if not isfinite(value):
        raise ValueError(f"{value} is not a finite length")
    text = f"{value:.{decimals}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
