"""Documents to files, in every format asked for, through one delivery: all of them or none."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TextIO

from printshop.problems import failure
from printshop.render import renderer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from printshop.drawing.items import Document, Page
    from printshop.files import Delivery
    from printshop.products.everything import Part
    from printshop.products.pack import Pack
    from printshop.render.renderer import Options

# These formats hold one page a file: a pack's go to a folder of their own.
PAGEWISE = ("svg", "png")


def write(document: Document, target: Path, formats: tuple[str, ...], delivery: Delivery, options: Options) -> None:
    """Write a document in each of the formats; `target` is the file without its suffix.

    Raises PrintshopError if a page cannot be made, if there are none, or if a file cannot be written.
    """
    for name in formats:
        renderer(name).write(replace(document, pages=_Some(document)), target, delivery, options)


@dataclass(frozen=True, slots=True)
class _Some:
    """The pages of a document, which raise PrintshopError if there are none."""

    document: Document

    def __iter__(self) -> Iterator[Page]:
        page = None
        for page in self.document.pages:
            yield page
        if page is None:
            raise failure(f"{self.document.title}: there is nothing to print of what is asked for",
                          "look at 'units', 'only_if' and 'copies' where they are described, or ask for others")


def write_pack(pack: Pack, folder: Path, stem: str, formats: tuple[str, ...], delivery: Delivery, options: Options,
               say: Callable[[str], None] = lambda _: None) -> None:
    """Write a pack: the whole, then each component; formats of single pages go to folders named after them."""
    for name in formats:
        say(f"  writing {name}")
        if name in PAGEWISE:
            parts = [("0-cover", pack.cover)]
            parts += [(f"{number}-{one.product.name}", one.document) for number, one in enumerate(pack.components, 1)]
            for part, document in parts:
                renderer(name).write(document, folder / name / part, delivery, options)
            continue
        renderer(name).write(pack.document, folder / stem, delivery, options)
        for one in pack.components:
            renderer(name).write(one.document, folder / f"{stem}-{one.product.name}", delivery, options)


def write_parts(parts: Iterable[Part], folder: Path, formats: tuple[str, ...], delivery: Delivery, options: Options,
                say: Callable[[str], None] = lambda _: None) -> None:
    """Write everything there is: a file for each part, named after the folder; single pages to folders below it."""
    for number, (part, document) in enumerate(parts, 1):
        say(f"  {part}")
        for name in formats:
            target = folder / name / f"{number}-{part}" if name in PAGEWISE else folder / f"{folder.name}-{part}"
            renderer(name).write(document, target, delivery, options)


def clear(folder: Path, stem: str, written: tuple[Path, ...]) -> int:
    """Remove what an earlier pack of the same name left in its folder and this one has not written again.

    Only files with the names that packs have are touched. Return how many they were.
    """
    from printshop.products import NAMES

    names = "|".join(("cover", *NAMES, *(f"blank-{name}" for name in NAMES)))
    page = re.compile(rf"\d{{1,2}}-(?:{names})-\d{{2,}}\.(?:svg|png)")
    part = re.compile(rf"{re.escape(stem)}-(?:{names})\.(?:pdf|dump|txt)")
    formats = {path.suffix for path in written}
    old = [path for path in folder.rglob("*") if path.suffix in formats and path not in written
           and (part if path.parent == folder else page).fullmatch(path.name)]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


@dataclass(frozen=True, slots=True)
class _Watched:
    document: Document
    name: str
    stream: TextIO

    def __iter__(self) -> Iterator[Page]:
        shown, count = time.monotonic(), 0
        for count, page in enumerate(self.document.pages, 1):
            now = time.monotonic()
            if now - shown > 0.1:
                self.stream.write(f"\r  {self.name}: page {count} ")
                self.stream.flush()
                shown = now
            yield page
        self.stream.write(f"\r  {self.name}: {count} page{'' if count == 1 else 's'}\n")


def watched(document: Document, name: str, stream: TextIO) -> Document:
    """Return the document with pages that count themselves on a terminal as they are made."""
    return replace(document, pages=_Watched(document, name, stream))
