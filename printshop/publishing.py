"""Documents to files, in every format asked for, through one delivery: all of them or none."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TextIO

from printshop.equipment.printers import made_up_for, remarked
from printshop.equipment.services import asked_by
from printshop.problems import failure
from printshop.render import renderer
from printshop.render.cut_svg import write_fronts
from printshop.render.imposition import imposed
from printshop.render.pdf import to_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from printshop.drawing.items import Document, Page
    from printshop.files import Delivery
    from printshop.products.everything import Part
    from printshop.products.pack import Pack
    from printshop.render.renderer import Options

_TITLE = re.compile(rb"/Producer \(ReportLab.{0,2000}?/Title (\((?:[^\\()]|\\.)*\))", re.DOTALL)
FOLDED = "-print"
"""What the name of a booklet's file ends in that is printed on sheets to fold."""
# These formats hold one page a file: a pack's go to a folder of their own.
PAGEWISE = ("svg", "png")


def _write(name: str, document: Document, target: Path, delivery: Delivery, options: Options) -> None:
    """Write a document in one format, as the printer needs it; what a cutter needs is not scaled."""
    if name == "svg" and options.cutter:
        renderer(name).write(document, target, delivery, options)
        if options.cutter.front == "picture":
            write_fronts(document, target, delivery, options.dpi)
        return
    if name == "pdf" and options.press:
        document = asked_by(options.press, document)
    renderer(name).write(made_up_for(document, options.scale), target, delivery, options)
    if name == "pdf" and document.folded and options.fold:
        sheets = delivery.place(target.with_name(f"{target.name}{FOLDED}.pdf"))
        sheets.write_bytes(imposed(to_bytes(remarked(document, options.scale)), options.fold, options.scale))


def write(document: Document, target: Path, formats: tuple[str, ...], delivery: Delivery, options: Options) -> None:
    """Write a document in each of the formats; `target` is the file without its suffix.

    Raises PrintshopError if a page cannot be made, if there are none, or if a file cannot be written.
    """
    for name in formats:
        _write(name, replace(document, pages=_Some(document)), target, delivery, options)
    if options.cutter and not delivery.targets():
        raise failure(f"{document.title}: there is nothing to cut on these pages",
                      "counters, markers, cards and templates are cut out")


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
            parts = [("0-cover", pack.cover)] if pack.cover else []
            parts += [(f"{number}-{one.product.name}", one.document) for number, one in enumerate(pack.components, 1)]
            for part, document in parts:
                _write(name, document, folder / name / part, delivery, options)
            continue
        _write(name, pack.document, folder / stem, delivery, options)
        for one in pack.components:
            _write(name, one.document, folder / f"{stem}-{one.product.name}", delivery, options)


def write_parts(parts: Iterable[Part], folder: Path, formats: tuple[str, ...], delivery: Delivery, options: Options,
                say: Callable[[str], None] = lambda _: None) -> None:
    """Write everything there is: a file for each part, named after the folder; single pages to folders below it."""
    for number, (part, document) in enumerate(parts, 1):
        say(f"  {part}")
        for name in formats:
            target = folder / name / f"{number}-{part}" if name in PAGEWISE else folder / f"{folder.name}-{part}"
            _write(name, document, target, delivery, options)


def clear(folder: Path, stem: str, written: tuple[Path, ...]) -> int:
    """Remove what an earlier pack of the same name left in its folder and this one has not written again.

    Only files with the names that packs have are touched. Return how many they were.
    """
    from printshop.products import NAMES

    names = "|".join(("cover", *NAMES, *(f"blank-{name}" for name in NAMES)))
    page = re.compile(rf"\d{{1,2}}-(?:{names})(?:-front)?-\d{{2,}}\.(?:svg|png)")
    part = re.compile(rf"{re.escape(stem)}-(?:{names})(?:{FOLDED})?\.(?:pdf|dump|txt)")
    formats = {path.suffix for path in written}
    old = [path for path in folder.rglob("*") if path.suffix in formats and path not in written
           and (part if path.parent == folder else page).fullmatch(path.name)]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def strangers(delivery: Delivery) -> tuple[Path, ...]:
    """Return the PDF files that are about to be replaced by those of another game: their titles begin otherwise."""
    return tuple(old for old, new in delivery.replaced() if old.suffix == ".pdf" and _game(old) != _game(new))


def _game(file: Path) -> bytes:
    """Return the name of the game that a PDF file is of, as its title has it; of any other file, nothing."""
    found = _TITLE.search(file.read_bytes())
    return found[1].partition(b":")[0] if found else b""


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
