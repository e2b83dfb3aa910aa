"""A format that printshop knows nothing of: how many items there are on each page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.render import Format, Options

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Document

TOY = Format("toy", ".count", "plugins.toy_format:written", pagewise=True)


def written(document: Document, _: Options) -> Iterator[str]:
    return (f"{len(page.items)}\n" for page in document.pages)
