"""Display list in, files out: one module is one format, and one line of `FORMATS` says what it is.

Every such module ends in one `match` over the kinds of item, closed with `assert_never`. This room has what all of them
share: options, the names of files, numbers as text.
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
    """What can be asked of the formats; each takes what concerns it.

    `dpi` is the resolution of PNG. `text` is how SVG writes letters: "outline" shares one outline per glyph, "joined"
    has one for each run of text, which browsers show in half the time, "live" keeps text that can be edited and
    searched, "flat" leaves nothing but plain paths, for cutters. `scale` is how much larger than true all pages are
    drawn, across and along, for a printer that prints them too small. `fold` is how the sheets of booklets are printed.
    With a `cutter`, SVG and DXF are written for it, what is printed `fitted` to the printer; with a `press`, PDF.
    `notes` takes down what is odd about files for a press. PDF that is `fillable` has check boxes and text fields where
    records have circles and blanks.
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
    """A file format, written by a function, "module:function", which is loaded when it is asked for.

    Of a document and options it yields what the files hold, text or bytes, nothing for those that there is no need of:
    of one that is `pagewise` one for each page, which adds its number, "target-01.svg"; of any other one for the whole
    document. With a `cutter`, that writes it for machines, and its module the pictures that go with
    it by `write_fronts`; without a `writer`, it is for nothing else. Print
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
        """Yield the target with the suffix or, of each page, with its number, from 1.

        They have as many digits as the document needs, at least two. Pages that are made on demand cannot be counted
        first: from page 100 on their numbers grow longer.
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
    Format("html", ".html", "printshop.render.html:written", about="one file to mark and write on, on a screen"),
    Format("dump", ".txt", "printshop.render.dump:written", about="what a page is made of, as text"),
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


def figures(form: str, values: Iterable[float], places: int = 4) -> str:
    """Return a text with numbers, each as `number` writes it, in the place of each "#" and with a blank behind it.

    Of the long outlines of drawings hardly any number is there twice: to write them all at once takes a third of the
    time. Raises ValueError unless all are finite.

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

    Raises ValueError unless the number is finite: a page with NaN in it would print as something else.

    >>> number(1.50001), number(-0.00001), number(1200.0)
    ('1.5', '0', '1200')
    """
    if not isfinite(value):
        raise ValueError(f"{value} is not a length")
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
