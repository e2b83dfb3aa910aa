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

    from printshop.drawing.items import Document, Page
    from printshop.drawing.notes import Notes
    from printshop.files import Delivery
    from printshop.render.cut import Cutter
    from printshop.render.imposition import Fold
    from printshop.render.press import Press

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Options:
    """Output options; each format uses those that concern it.

    `dpi` is the resolution of PNG. `text` is how SVG writes letters: "outline" shares one outline per glyph, "joined"
    has one path per run of text, which browsers draw in half the time, "live" keeps text that can be edited and
    searched, "flat" writes plain paths only, for cutters. `scale` enlarges all pages, across and along, for a printer
    that prints them too small. `fold` is how the sheets of booklets are printed. With a `cutter`, SVG and DXF are
    written for that machine, and the printed content is `fitted` to the printer; with a `press`, PDF is written for
    that print service. `notes` collects warnings about files for a press. A `fillable` PDF has check boxes and text
    fields where records have circles and blanks.
    """

    dpi: int = 300
    text: Literal["outline", "joined", "live", "flat"] = "outline"
    scale: tuple[float, float] = (1.0, 1.0)
    fold: Fold | None = None
    cutter: Cutter | None = None
    press: Press | None = None
    notes: Notes | None = None
    fillable: bool = False
    fitted: Callable[[Page], Page] = lambda page: page


@dataclass(frozen=True, slots=True)
class Format:
    """A file format and the function that writes it, "module:function", imported on first use.

    Given a document and options, the function yields the content of files, text or bytes, empty for files that are not
    needed: one per page if `pagewise`, with names like "target-01.svg", else one per document. `cutter` is the function
    that writes the format for cutting machines; its module writes the accompanying pictures with `write_fronts`. A
    format without a `writer` is for cutters only. Formats with `press` can be written for print services; those with
    `single` also for services that make pieces singly. `about` is a description for users.
    """

    name: str
    suffix: str
    writer: str = ""
    pagewise: bool = False
    cutter: str = ""
    press: bool = False
    single: bool = False
    about: str = ""

    def write(self, document: Document, target: Path, delivery: Delivery, options: Options) -> tuple[Path, ...]:
        """Write a document through the delivery and return its files. Raises ValueError for a number not finite."""
        writer = (options.cutter and self.cutter) or self.writer
        if not writer:
            raise ValueError(f"{self.name} is for machines that cut: it needs a cutter")
        name, _, function = writer.partition(":")
        module, files = import_module(name), []
        written = getattr(module, function)(document, options)
        for content, file in zip(written, self.names(document, target), strict=False):
            if content:
                delivery.place(file).write_bytes(content if isinstance(content, bytes) else content.encode())
                files.append(file)
        if writer == self.cutter:
            files += module.write_fronts(document, target, delivery, options, self.suffix if files else "")
        return tuple(files)

    def names(self, document: Document, target: Path) -> Iterator[Path]:
        """Yield the target with the suffix or, for each page, with its number, from 1.

        Numbers have as many digits as the document needs, at least two. Pages made on demand cannot be counted first:
        their numbers grow longer from page 100 on.
        """
        stem = target.name.removesuffix(self.suffix)
        if not self.pagewise:
            yield target.with_name(stem + self.suffix)
            return
        digits = max(2, len(str(len(document.pages)))) if isinstance(document.pages, Sized) else 2
        yield from (target.with_name(f"{stem}-{page:0{digits}}{self.suffix}") for page in count(1))


FORMATS = {form.name: form for form in (
    Format("pdf", ".pdf", "printshop.render.pdf:written", press=True),
    Format("svg", ".svg", "printshop.render.svg:written", pagewise=True, cutter="printshop.render.cut.files:as_svg"),
    Format("png", ".png", "printshop.render.png:written", pagewise=True, single=True),
    Format("dxf", ".dxf", pagewise=True, cutter="printshop.render.cut.files:as_dxf", about="for a --cutter"),
    Format("html", ".html", "printshop.render.html:written", about="one file to fill in on a screen"),
    Format("dump", ".txt", "printshop.render.dump:written", about="the items of each page, as text"),
)}


def find(name: str) -> Format:
    """Return a format by its name. Raises ValueError for a name that is not in `FORMATS`."""
    if name not in FORMATS:
        raise ValueError(f"'{name}' is not a format: use {', '.join(FORMATS)}")
    return FORMATS[name]


def suffixes(*, pagewise: bool) -> tuple[str, ...]:
    """Return the suffixes of formats with one file per page, or of those with one file per document."""
    return tuple(form.suffix for form in FORMATS.values() if form.pagewise is pagewise)


class Memo(dict[Key, Value]):
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


def figures(form: str, values: Iterable[float], places: int = 4) -> str:
    """Return a template with a number, as `number` writes it, and a blank for each "# ".

    Most numbers of a drawing's long outlines occur once: writing them all at once takes a third of the time. Raises
    ValueError unless all are finite.

    >>> figures("# # m", [1.50001, -0.00001])
    '1.5 0 m'
    """
    text = form.replace("# ", f"%.{places}f;") % (values := tuple(values))
    if "nan;" in text or "inf;" in text:
        raise ValueError(f"{next(value for value in values if not isfinite(value))} is not a length")
    text = text.replace(f"-0.{'0' * places};", "0 ").replace(f".{'0' * places};", " ")
    for zeros in range(places - 1, 0, -1):
        text = text.replace(f"{'0' * zeros};", " ")
    return text.replace(";", " ")


def number(value: float, places: int = 4) -> str:
    """Return the shortest text of a number with at most `places` decimals.

    Raises ValueError unless the number is finite: a page with NaN in it would print incorrectly.

    >>> number(1.50001), number(-0.00001), number(1200.0)
    ('1.5', '0', '1200')
    """
    if not isfinite(value):
        raise ValueError(f"{value} is not a length")
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
