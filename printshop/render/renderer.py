"""What a renderer is, and what all of them share: options, file names, numbers as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.items import Document
    from printshop.drawing.notes import Notes
    from printshop.files import Delivery
    from printshop.render.cutter import Cutter
    from printshop.render.imposition import Fold
    from printshop.render.press import Press

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Options:
    """What can be asked of the renderers; each takes what concerns it.

    `dpi` is the resolution of PNG. `text` is how SVG writes letters: "outline" shares one outline per glyph, "live"
    keeps text that can be edited and searched, "flat" leaves nothing but plain paths, for cutters. `scale` is how much
    larger than true all pages are drawn, across and along, for a printer that prints them too small. `fold` is how the
    sheets of booklets are printed. With a `cutter`, SVG and DXF are written for it; with a `press`, PDF.
    `notes` takes down what is odd about files for a press.
    """

    dpi: int = 300
    text: Literal["outline", "live", "flat"] = "outline"
    scale: tuple[float, float] = (1.0, 1.0)
    fold: Fold | None = None
    cutter: Cutter | None = None
    press: Press | None = None
    notes: Notes | None = None


@dataclass(frozen=True, slots=True)
class Renderer:
    """A file format: every module of this package that writes one exports it as `RENDERER`.

    `write(document, target, delivery, options)` writes through the delivery and returns the files. A format
    that holds a whole document writes `target`; one that holds a page adds its number, "target-01.svg".
    It raises ValueError when an item breaks the contract of `printshop.drawing.items`.
    """

    name: str
    suffix: str
    write: Callable[[Document, Path, Delivery, Options], tuple[Path, ...]]


class Memo(dict[Key, Value]):
    """A dictionary that makes what it lacks, and forgets everything when it holds too much.

    Faster than `functools.lru_cache` where a page asks for thousands of short texts, and as bounded.
    """

    def __init__(self, make: Callable[[Key], Value], limit: int = 10_000) -> None:
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
