"""Write documents and packs in each format, for a printer, print service or cutter.

Files of earlier runs are removed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from printshop import products
from printshop.drawing.display_list import Document, Page, PageStream
from printshop.file_names import FOLDED_SUFFIX, SIZE_SUFFIX_PATTERN
from printshop.files import AtomicWrite, open_regular_file
from printshop.output import OutputOptions, find_format, list_suffixes
from printshop.print_settings import PrintSettings
from printshop.problems import join_with_and, make_error, pluralize

if TYPE_CHECKING:  # only packs need it
    from printshop.products.packs import OutputFile, PrintedPack

_PRODUCER_MARK = b"/Producer (ReportLab"
_TITLE_PATTERN = re.compile(rb".*?/Title (\((?:[^\\()]|\\.)*\))", re.DOTALL)
# bytes searched at the end of a file, and of its document information
_MAX_SEARCHED_BYTES, _MAX_HEAD_BYTES = 16_000_000, 4_000


def _write_format(format_name: str, document: Document, target: Path, delivery: AtomicWrite,
                  options: OutputOptions) -> None:
    output_format = find_format(format_name)
    if options.cutter and output_format.cutter:
        from printshop.equipment.printers import scale_page

        output_format.write_document(document, target, delivery,
                                     replace(options, fit_page=partial(scale_page, scale=options.scale)))
    elif options.press and (output_format.press or (options.press.one_per_page and output_format.single_pieces)):
        from printshop.equipment.services import split_for_service

        name_part, page_warnings = (
            target.name.removeprefix(f"{target.parent.name}-"),
            options.notes if output_format.press else None,
        )
        for ending, part in split_for_service(options.press, document, name_part, page_warnings):
            output_format.write_document(part, target.with_name(f"{target.name}{ending}"), delivery, options)
    else:
        whole = document
        if options.scale != (1.0, 1.0):
            from printshop.equipment.printers import compensate_document

            whole = compensate_document(document, options.scale)
        output_format.write_document(whole, target, delivery, options)
        if format_name == "pdf" and document.is_booklet and options.fold:
            from printshop.equipment.printers import add_scale_keyword
            from printshop.output.imposition import impose_pages
            from printshop.output.pdf import render_pdf

            sheets = delivery.add_file(target.with_name(f"{target.name}{FOLDED_SUFFIX}.pdf"))
            sheets.write_bytes(impose_pages(render_pdf(add_scale_keyword(document, options.scale)), options.fold,
                                            options.scale))


def write_document(document: Document, target: Path, settings: PrintSettings, delivery: AtomicWrite) -> None:
    """Write a document in each format. `target` is the path without a suffix.

    Raises PrintshopError if a file cannot be written, the document has no pages, or nothing is left to write.
    """

    def check_pages() -> Iterator[Page]:
        page = None
        for page in document.pages:
            yield page
        if page is None:
            raise make_error(f"{document.title}: there is nothing to print for this request",
                             "check 'units', 'only_if' and 'copies' in the data, or name other units or entries")

    for format_name in settings.formats:
        _write_format(format_name, replace(document, pages=PageStream(check_pages)), target, delivery, settings.options)
    _check_anything_written(document.title, settings, delivery)


def _check_anything_written(title: str, settings: PrintSettings, delivery: AtomicWrite) -> None:
    """Raise PrintshopError if no file was written for the print service, or none for the cutter."""
    press = settings.options.press
    if press and not delivery.list_targets():
        raise make_error(f"{title}: {press.name} accepts nothing in this document",
                         f"it prints {'cards, not pages' if press.card_formats else 'pages, not cards'}")
    suffixes = {output_format.suffix for output_format in map(find_format, settings.formats) if output_format.cutter}
    if settings.options.cutter and suffixes and not any(target.suffix in suffixes
                                                        for target in delivery.list_targets()):
        cut_products = join_with_and(product.name for product in products.list_products() if product.is_cut_out)
        raise make_error(f"{title}: there is nothing to cut on these pages",
                         f"only {cut_products} are cut out, and a cutout that is larger than the sheet is left out: "
                         "choose a larger sheet with --paper")


def write_pack(pack: PrintedPack, folder: Path, settings: PrintSettings, delivery: AtomicWrite,
               progress: Callable[[str], None] = lambda _: None) -> None:
    """Write a pack as a whole.

    Also write a file for each component that is not bound into the book. If the print service prints each piece as a
    page of its own, the pack is not written as a whole.
    """
    press, page_warnings = settings.options.press, settings.options.notes
    for format_name in settings.formats:
        progress(f"  writing {format_name}")
        if find_format(format_name).file_per_page:
            files = [(folder / format_name / "0-cover", pack.cover)] if pack.cover else []
            files += [(folder / format_name / f"{number}-{component.product.name}", component.document)
                      for number, component in enumerate(pack.components, 1)]
        else:
            files = [(folder / folder.name, pack.document)] if not (press and press.one_per_page) else []
            for component in pack.components:
                if not (component.bound_pages and format_name == "pdf" and press and press.makes_books):
                    files.append((folder / f"{folder.name}-{component.product.name}", component.document))
                elif component.product.is_cut_out and page_warnings:
                    page_warnings.add(f"bound into the book by {press.name}: to cut out this product, also print the "
                                      "product elsewhere",
                                      component.product.name)
        for target, document in files:
            _write_format(format_name, document, target, delivery, settings.options)
    _check_anything_written(pack.document.title, settings, delivery)


def write_output_files(outputs: Iterable[OutputFile], folder: Path, settings: PrintSettings, delivery: AtomicWrite,
                       progress: Callable[[str], None] = lambda _: None) -> None:
    """Write one file for each part, named after the folder.

    Formats with a file for each page go to folders below it, one for each format.
    """
    for number, (label, document) in enumerate(outputs, 1):
        progress(f"  {label}")
        for format_name in settings.formats:
            target = (
                folder / format_name / f"{number}-{label}"
                if find_format(format_name).file_per_page
                else folder / f"{folder.name}-{label}"
            )
            _write_format(format_name, document, target, delivery, settings.options)
    _check_anything_written(folder.name, settings, delivery)


def remove_stale_files(folder: Path, written_files: tuple[Path, ...], *, whole_pack: bool = False) -> int:
    """Remove files of parts that an earlier run wrote. Return the number of removed files.

    If `whole_pack` is true, remove the earlier files of the whole pack, too.
    """
    part_names = ["cover"]
    for product in products.list_products():
        part_names += [product.name, f"blank-{product.name}",
                       *([rf"{product.name}-\d{{1,3}}"] if product.splits_files else ())]
    names_pattern, page_suffixes, file_suffixes = ("|".join(names) for names in (
        part_names, map(re.escape, list_suffixes(file_per_page=True)), map(re.escape,
                                                                           list_suffixes(file_per_page=False))))
    # in folders below
    page_pattern = re.compile(
        rf"\d{{1,2}}-(?:{names_pattern})(?:-front|{SIZE_SUFFIX_PATTERN})?-\d{{2,}}(?:{page_suffixes})"
    )
    part_pattern = re.compile(
        rf"{re.escape(folder.name)}(?:-(?:{names_pattern})){'?' * whole_pack}"
        rf"(?:{FOLDED_SUFFIX}|{SIZE_SUFFIX_PATTERN})?(?:{file_suffixes})"
    )
    formats = {path.suffix for path in written_files}
    stale = [path for path in folder.rglob("*") if path.suffix in formats and path not in written_files
             and (part_pattern if path.parent == folder else page_pattern).fullmatch(path.name)]
    for path in stale:
        path.unlink(missing_ok=True)
    return len(stale)


def find_foreign_files(delivery: AtomicWrite) -> tuple[Path, ...]:
    """Return the PDF files of another game that are about to be replaced.

    They are recognised by their titles, which begin differently.
    """

    def read_game_title(file: Path) -> bytes:
        with open_regular_file(file) as handle:
            handle.seek(max(0, handle.seek(0, 2) - _MAX_SEARCHED_BYTES))
            data = handle.read(_MAX_SEARCHED_BYTES)
        producer_offset = data.find(_PRODUCER_MARK)
        title = _TITLE_PATTERN.match(data, producer_offset,
                                     producer_offset + _MAX_HEAD_BYTES) if producer_offset >= 0 else None
        return title[1].partition(b":")[0] if title else b""

    return tuple(old for old, new in delivery.list_replaced() if old.suffix == ".pdf"
                 and read_game_title(old) != read_game_title(new))


def add_progress(document: Document, name: str, report: Callable[[str], None]) -> Document:
    """Return a document that reports the number of each page when the page is made."""

    def counted_pages() -> Iterator[Page]:
        last_report, number = time.monotonic(), 0
        for number, page in enumerate(document.pages, 1):
            if time.monotonic() - last_report > 0.1:
                report(f"  {name}: page {number} ")
                last_report = time.monotonic()
            yield page
        report(f"  {name}: {pluralize(number, 'page')}\n")

    return replace(document, pages=PageStream(counted_pages))
