"""Pictures that a browser shows, and pictures that it draws for an export.

Python in a page has no PDFium and no Pillow. So the export runs twice: the first run collects the drawings, the page
draws them, and the second run takes the pictures.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from printshop.drawing import artwork, shapes
from printshop.drawing.display_list import WHITE, Group, Item, Page
from printshop.drawing.geometry import Transform
from printshop.exports.images import ImageView, PictureRequest, Rasterize
from printshop.files import read_up_to
from printshop.output.data_addresses import make_data_address
from printshop.output.svg import render_browser_svg, render_svg
from printshop.problems import make_error
from printshop.silhouettes import SilhouetteSpec

_CSS_DPI = 96  # CSS pixels per inch
_HEADER_END = 33  # bytes of a PNG file up to the end of its first chunk
_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


LARGEST_SHOWN = 200_000  # bytes of a picture that the workshop shows
_SILHOUETTE_WIDTH = 100.0  # points


def make_picture_address(source: Path | SilhouetteSpec) -> str:
    """Return the picture in a file, or the silhouette of units without one, as a data: address."""
    if isinstance(source, SilhouetteSpec):
        hull = artwork.load_picture(source)
        width, height = _SILHOUETTE_WIDTH, _SILHOUETTE_WIDTH / hull.aspect_ratio
        page = Page(width, height, (artwork.place_picture(hull, (0.0, 0.0, width, height)),))
        return make_data_address("image/svg+xml", render_svg(page, source.kind).encode())
    media = {".svg": "svg+xml", ".jpg": "jpeg"}.get(source.suffix, source.suffix[1:])
    return make_data_address(f"image/{media}", read_up_to(source, LARGEST_SHOWN))


class BrowserDrawing(NamedTuple):
    """A drawing for a browser: an SVG file, and the width and height of its picture in pixels."""

    svg: str
    width: int
    height: int


def collect_drawings(drawings: list[BrowserDrawing]) -> Rasterize:
    """Return a function that adds each requested picture to `drawings`, and yields empty files."""
    def collect(requests: Iterable[PictureRequest]) -> Iterator[bytes]:
        for request in requests:
            drawings.append(BrowserDrawing(_draw_request(request), *request.size))
            yield b""

    return collect


def use_pictures(pictures: Iterable[bytes]) -> Rasterize:
    """Return a function that yields the next of `pictures`, PNG files, for each request, with its resolution.

    The function raises PrintshopError if a picture is missing, or has another size than requested.
    """
    remaining = iter(pictures)

    def take_next(requests: Iterable[PictureRequest]) -> Iterator[bytes]:
        for request in requests:
            data = next(remaining, b"")
            if not data.startswith(_PNG_SIGNATURE) or struct.unpack(">II", data[16:24].ljust(8)) != request.size:
                raise make_error("the browser has not drawn a picture of this export",
                                 "export a scenario, or a few units, instead of the whole game")
            yield _add_resolution(data, request.dpi)

    return take_next


def _draw_request(request: PictureRequest) -> str:
    """Return the SVG file of a picture, whose size in CSS pixels is that of the picture."""
    width, height = request.cell_size
    scale = request.dpi / _CSS_DPI
    cells = tuple(
        Group((Group(_list_items(view), Transform(a=scale, d=scale)),),
              Transform(e=column * width * 72 / _CSS_DPI, f=row * height * 72 / _CSS_DPI),
              clip=shapes.rect(0, 0, width * 72 / _CSS_DPI, height * 72 / _CSS_DPI))
        for index, view in enumerate(request.views) for row, column in [divmod(index, request.across)])
    page_width, page_height = (side * 72 / _CSS_DPI for side in request.size)
    paper = (shapes.rect(0, 0, page_width, page_height, fill=WHITE),) if request.is_on_white else ()
    return render_browser_svg(Page(page_width, page_height, (*paper, *cells)))


def _list_items(view: ImageView) -> tuple[Item, ...]:
    """Return the items of a view, with white paper below them, cut along the outline."""
    paper = () if view.is_transparent else (shapes.rect(-1, -1, view.width + 2, view.height + 2, fill=WHITE),)
    items = (*paper, *view.items)
    return (Group(items, clip=view.outline),) if view.outline else items


def _add_resolution(data: bytes, dpi: int) -> bytes:
    """Return a PNG file with a resolution, which stands behind the first chunk."""
    body = b"pHYs" + struct.pack(">IIB", *(round(dpi / 0.0254),) * 2, 1)
    return data[:_HEADER_END] + struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body)) + data[
        _HEADER_END:]
