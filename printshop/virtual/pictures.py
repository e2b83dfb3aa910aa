"""Drawings as pixels: every face of a piece by itself, clear outside what is cut out."""

from __future__ import annotations

import io
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.items import Document, Page

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from PIL.Image import Image
    from pypdfium2 import PdfPage

    from printshop.drawing.items import Item, Path


class View(NamedTuple):
    """Something to be seen, in points; what is outside the `outline` is clear, without one nothing is.

    With `clear`, there is no paper below it: what is not drawn is clear.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    outline: Path | None = None
    clear: bool = False


def shots(views: Iterable[View], dpi: int) -> Iterator[Image]:
    """Give the picture of every view, `dpi` pixels an inch, width and height rounded to whole pixels."""
    from PIL import ImageOps
    from pypdfium2 import PdfDocument

    from printshop.render import pdf

    known = list(views)
    if not known:
        return
    with PdfDocument(pdf.to_bytes(Document("pictures", tuple(_pages(known))))) as pages:
        numbers = iter(range(len(pages)))
        for view in known:
            face = _seen(pages[next(numbers)], dpi, clear=view.clear)
            if view.outline:
                face.putalpha(ImageOps.invert(_seen(pages[next(numbers)], dpi).convert("L")))
            yield face


def _seen(page: PdfPage, dpi: int, *, clear: bool = False) -> Image:
    """Return the picture of a page, which is closed: there may be thousands."""
    from printshop.render.png import picture

    with closing(page):
        return picture(page, dpi, clear=clear)


def _pages(views: Iterable[View]) -> Iterator[Page]:
    """Give the page of every view and, behind it, that of its outline: black where something is to be seen."""
    for view in views:
        yield Page(view.width, view.height, view.items)
        if view.outline:
            yield Page(view.width, view.height, (view.outline,))


def png(image: Image, dpi: int) -> bytes:
    """Return a picture as a PNG file, the same bytes every time."""
    data = io.BytesIO()
    image.save(data, "PNG", dpi=(dpi, dpi))
    return data.getvalue()


def on_white(image: Image) -> Image:
    """Return a picture without anything clear, for programs that take none."""
    from PIL import Image as Images

    if image.mode != "RGBA":
        return image.convert("RGB")
    ground = Images.new("RGB", image.size, (255, 255, 255))
    ground.paste(image, mask=image.getchannel("A"))
    return ground
