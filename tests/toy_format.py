"""A format that printshop knows nothing of: how many items there are on each page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.render import Format, Options, page_names

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.items import Document
    from printshop.files import Delivery

TOY = Format("toy", ".count", "toy_format:write", pagewise=True)


def write(document: Document, target: Path, delivery: Delivery, _: Options) -> tuple[Path, ...]:
    files = []
    for page, file in zip(document.pages, page_names(target, TOY.suffix, document), strict=False):
        delivery.place(file).write_text(f"{len(page.items)}\n", encoding="utf-8")
        files.append(file)
    return tuple(files)
