"""Write documents to files in every requested format, through one delivery: all of them or none."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from printshop import products
from printshop.drawing.items import Document, Page, Stream
from printshop.equipment.printers import made_up_for, remarked, scaled
from printshop.files import Delivery, opened
from printshop.job import Settings
from printshop.naming import FOLDED, SIZED
from printshop.problems import failure, some
from printshop.products.product import listed
from printshop.render import Options, find, suffixes

if TYPE_CHECKING:  # only packs need it
    from printshop.products.pack import Pack, Part

_PRODUCER = b"/Producer (ReportLab"
_TITLE = re.compile(rb".*?/Title (\((?:[^\\()]|\\.)*\))", re.DOTALL)
_LOOK, _HEAD = 16_000_000, 4_000  # bytes searched at the end of a file, and of its document information


def _write(name: str, document: Document, target: Path, delivery: Delivery, options: Options) -> None:
    form = find(name)
    if options.cutter and form.cutter:
        form.write(document, target, delivery, replace(options, fitted=partial(scaled, scale=options.scale)))
    elif options.press and (form.press or (options.press.single and form.single)):
        from printshop.equipment.services import asked_by

        name_part, notes = target.name.removeprefix(f"{target.parent.name}-"), options.notes if form.press else None
        for ending, part in asked_by(options.press, document, name_part, notes):
            form.write(part, target.with_name(f"{target.name}{ending}"), delivery, options)
    else:
        form.write(made_up_for(document, options.scale), target, delivery, options)
        if name == "pdf" and document.folded and options.fold:
            from printshop.render.imposition import imposed
            from printshop.render.pdf import to_bytes

            sheets = delivery.place(target.with_name(f"{target.name}{FOLDED}.pdf"))
            sheets.write_bytes(imposed(to_bytes(remarked(document, options.scale)), options.fold, options.scale))


def write(document: Document, target: Path, how: Settings, delivery: Delivery) -> None:
    """Write a document in each format; `target` lacks its suffix. Raises PrintshopError, also if there is no page."""

    def pages() -> Iterator[Page]:
        page = None
        for page in document.pages:
            yield page
        if page is None:
            raise failure(f"{document.title}: there is nothing to print for this request",
                          "check 'units', 'only_if' and 'copies' in the data, or ask for other units or entries")

    for name in how.formats:
        _write(name, replace(document, pages=Stream(pages)), target, delivery, how.options)
    _check(document.title, how, delivery)


def _check(title: str, how: Settings, delivery: Delivery) -> None:
    """Raise PrintshopError if nothing was written that the print service takes, or that the machine cuts."""
    press = how.options.press
    if press and not delivery.targets():
        raise failure(f"{title}: {press.name} takes nothing of this",
                      f"it takes {'cards, no pages' if press.cards else 'pages, no cards'}")
    suffixes = {form.suffix for form in map(find, how.formats) if form.cutter}
    if how.options.cutter and suffixes and not any(target.suffix in suffixes for target in delivery.targets()):
        cut = listed(product.name for product in products.every() if product.cut_out)
        raise failure(f"{title}: there is nothing to cut on these pages",
                      f"{cut} are cut out; what is larger than the sheet is left out: name another with --paper")


def write_pack(pack: Pack, folder: Path, how: Settings, delivery: Delivery,
               progress: Callable[[str], None] = lambda _: None) -> None:
    """Write a pack as a whole, unless it is ordered by piece; then write each component that is not bound with it."""
    press, notes = how.options.press, how.options.notes
    for name in how.formats:
        progress(f"  writing {name}")
        if find(name).pagewise:
            files = [(folder / name / "0-cover", pack.cover)] if pack.cover else []
            files += [(folder / name / f"{place}-{component.product.name}", component.document)
                      for place, component in enumerate(pack.components, 1)]
        else:
            files = [(folder / folder.name, pack.document)] if not (press and press.single) else []
            for component in pack.components:
                if not (component.bound and name == "pdf" and press and press.binds):
                    files.append((folder / f"{folder.name}-{component.product.name}", component.document))
                elif component.product.cut_out and notes:
                    notes.say(f"bound into the book by {press.name}: to cut them out, print them elsewhere, too",
                              component.product.name)
        for target, document in files:
            _write(name, document, target, delivery, how.options)
    _check(pack.document.title, how, delivery)


def write_parts(parts: Iterable[Part], folder: Path, how: Settings, delivery: Delivery,
                progress: Callable[[str], None] = lambda _: None) -> None:
    """Write one file for each part, named after the folder; formats of single pages go to folders below it."""
    for place, (part, document) in enumerate(parts, 1):
        progress(f"  {part}")
        for name in how.formats:
            target = folder / name / f"{place}-{part}" if find(name).pagewise else folder / f"{folder.name}-{part}"
            _write(name, document, target, delivery, how.options)
    _check(folder.name, how, delivery)


def clear(folder: Path, written: tuple[Path, ...], *, whole: bool = False) -> int:
    """Remove the files of parts, or of the `whole` of a pack, that an earlier run left; return their number."""
    parts = ["cover"]
    for product in products.every():
        parts += [product.name, f"blank-{product.name}", *([rf"{product.name}-\d{{1,3}}"] if product.numbered else ())]
    kinds, pages, files = ("|".join(names) for names in (
        parts, map(re.escape, suffixes(pagewise=True)), map(re.escape, suffixes(pagewise=False))))
    page = re.compile(rf"\d{{1,2}}-(?:{kinds})(?:-front|{SIZED})?-\d{{2,}}(?:{pages})")  # in folders below
    part = re.compile(rf"{re.escape(folder.name)}(?:-(?:{kinds})){'?' * whole}(?:{FOLDED}|{SIZED})?(?:{files})")
    formats = {path.suffix for path in written}
    old = [path for path in folder.rglob("*") if path.suffix in formats and path not in written
           and (part if path.parent == folder else page).fullmatch(path.name)]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def strangers(delivery: Delivery) -> tuple[Path, ...]:
    """Return the PDF files of another game that are about to be replaced; the titles of these begin differently."""

    def game(file: Path) -> bytes:
        with opened(file) as handle:
            handle.seek(max(0, handle.seek(0, 2) - _LOOK))
            data = handle.read(_LOOK)
        at = data.find(_PRODUCER)
        title = _TITLE.match(data, at, at + _HEAD) if at >= 0 else None
        return title[1].partition(b":")[0] if title else b""

    return tuple(old for old, new in delivery.replaced() if old.suffix == ".pdf" and game(old) != game(new))


def watched(document: Document, name: str, count: Callable[[str], None]) -> Document:
    """Return a document that reports the number of each page as it is made."""

    def pages() -> Iterator[Page]:
        shown, number = time.monotonic(), 0
        for number, page in enumerate(document.pages, 1):
            if time.monotonic() - shown > 0.1:
                count(f"  {name}: page {number} ")
                shown = time.monotonic()
            yield page
        count(f"  {name}: {some(number, 'page')}\n")

    return replace(document, pages=Stream(pages))
