"""Display list in, files out: one module is one format, and one line of `FORMATS` says what it is.

Every such module ends in one `match` over the kinds of item, closed with `assert_never`. This room has what all of them
share: options, the names of files, numbers as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass
from importlib import import_module
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
    """What can be asked of the formats; each takes what concerns it.

    `dpi` is the resolution of PNG. `text` is how SVG writes letters: "outline" shares one outline per glyph, "live"
    keeps text that can be edited and searched, "flat" leaves nothing but plain paths, for cutters. `scale` is how much
    larger than true all pages are drawn, across and along, for a printer that prints them too small. `fold` is how the
    sheets of booklets are printed. With a `cutter`, SVG and DXF are written for it, what is printed `fitted` to the
    printer; with a `press`, PDF. `notes` takes down what is odd about files for a press.
    """

    dpi: int = 300
    text: Literal["outline", "live", "flat"] = "outline"
    scale: tuple[float, float] = (1.0, 1.0)
    fold: Fold | None = None
    cutter: Cutter | None = None
    press: Press | None = None
    notes: Notes | None = None
    fitted: Callable[[Page], Page] = lambda page: page


@dataclass(frozen=True, slots=True)
class Format:
    """A file format, written by a function, "module:function", which is loaded when it is asked for.

    One that is `pagewise` has a file for each page, which adds its number, "target-01.svg"; any other one for the
    whole document. With a `cutter`, that writes it for machines; without a `writer`, it is for nothing else. Print
    shops take what can be for a `press`; those that make pieces singly take what is `single`, too. `about` is for
    people.
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
        """Write a document through the delivery; give the files. Raises ValueError for a number that is not finite."""
        writer = (options.cutter and self.cutter) or self.writer
        if not writer:
            raise ValueError(f"{self.name} is for machines that cut: it needs a cutter")
        module, _, function = writer.partition(":")
        files: tuple[Path, ...] = getattr(import_module(module), function)(document, target, delivery, options)
        return files


FORMATS = {form.name: form for form in (
    Format("pdf", ".pdf", "printshop.render.pdf:write", press=True),
    Format("svg", ".svg", "printshop.render.svg:write", pagewise=True, cutter="printshop.render.cut.files:write_svg"),
    Format("png", ".png", "printshop.render.png:write", pagewise=True, single=True),
    Format("dxf", ".dxf", pagewise=True, cutter="printshop.render.cut.files:write_dxf", about="for a --cutter"),
    Format("dump", ".txt", "printshop.render.dump:write", about="what a page is made of, as text"),
)}


def find(name: str) -> Format:
    """Return a format. Raises ValueError for a name that is not one of `FORMATS`."""
    if name not in FORMATS:
        raise ValueError(f"'{name}' is not a format: use {', '.join(FORMATS)}")
    return FORMATS[name]


def suffixes(*, pagewise: bool) -> tuple[str, ...]:
    """Return what files end in that hold one page, or whole documents."""
    return tuple(form.suffix for form in FORMATS.values() if form.pagewise is pagewise)


class Memo(dict[Key, Value]):
    """A dictionary that makes what it lacks, and forgets everything when it holds too much.

    Faster than `functools.lru_cache` where a page asks for thousands of short texts, and as bounded.
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


def number(value: float, places: int = 4) -> str:
    """Return the shortest text of a number with at most `places` decimals.

    Raises ValueError unless the number is finite: a page with NaN in it would print as something else.

    >>> number(1.50001), number(-0.00001), number(1200.0)
    ('1.5', '0', '1200')
    """
    if not isfinite(value):
        raise ValueError(f"{value} is not a length")
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def file_name(target: Path, suffix: str) -> Path:
    """Return the file that holds a whole document: the target, with the suffix of the format.

    >>> from pathlib import PurePosixPath
    >>> str(file_name(PurePosixPath("out/fleet v1.2"), ".pdf"))
    'out/fleet v1.2.pdf'
    """
    return target.with_name(target.name.removesuffix(suffix) + suffix)


def page_names(target: Path, suffix: str, document: Document) -> Iterator[Path]:
    """Yield the file of each page, numbered from 1 with as many digits as the document needs, at least two.

    Pages that are made on demand cannot be counted first: from page 100 on their numbers grow longer.
    """
    digits = max(2, len(str(len(document.pages)))) if isinstance(document.pages, Sized) else 2
    stem = target.name.removesuffix(suffix)
    page = 0
    while True:
        page += 1
        yield target.with_name(f"{stem}-{page:0{digits}}{suffix}")
