"""An output format registered from outside: the number of items on each page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.output import FileFormat, OutputOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.display_list import Document

TOY = FileFormat("toy", ".count", "plugins.toy_format:write_counts", file_per_page=True)


def write_counts(document: Document, _: OutputOptions) -> Iterator[str]:
    return (f"{len(page.items)}\n" for page in document.pages)
