"""PNG: one picture per page, drawn by PDFium from printshop's own PDF.

Therefore a preview shows the printed page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import BytesIO
from itertools import chain
from operator import is_
from typing import TYPE_CHECKING

from printshop.drawing.clipping import flatten_outlines, make_polygons, outline_stroke, split_dashes
from printshop.drawing.display_list import CurveTo, Document, Group, Item, Path, Stroke, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.shapes import split_outlines, transform_segments
from printshop.output import BoundedCache, OutputOptions, pdf
from printshop.problems import make_error

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

MAX_PIXELS = 160_000_000
"""The largest number of pixels in a picture.

An A0 sheet at 300 dpi has 140 million pixels, and needs half a gigabyte of memory during drawing.
"""

_WHITE, _CLEAR = (255, 255, 255, 255), (255, 255, 255, 0)

# PDFium moves the edges of upright filled rectangles to whole pixels, by up to 0.08 mm at 300 dpi, but not if the page
# is rotated. This rotation is too small to see: it moves nothing by more than 0.002 mm.
_TINY_ROTATION = 5e-6


def make_png_files(document: Document, options: OutputOptions) -> Iterator[bytes]:
    """Yield the content of the files; see `printshop.output.FileFormat`."""
    from pypdfium2 import PdfDocument

    with PdfDocument(render_for_pixels(document, options.dpi)) as pages:
        for page in pages:
            data = encode_png(draw_pixels(page, options.dpi), options.dpi)
            page.close()
            yield data


def render_for_pixels(document: Document, dpi: int) -> bytes:
    """Return the document as a PDF file for `draw_pixels` at `dpi` pixels per inch.

    PDFium draws each line at least one pixel wide, so that fine lines would be too dark. Lines that are thinner than a
    pixel are therefore written as areas: a pixel then has the colour of a line in the share that the line covers.
    """
    lines = _ThinLines(72 / dpi)
    return pdf.render_pdf(replace(document, pages=(replace(page, items=lines.fill(page.items))
                                                   for page in document.pages)))


class _ThinLines:
    """Replacement of lines by areas, for lines thinner than `pixel` points on the page."""

    def __init__(self, pixel: float) -> None:
        self._pixel = pixel
        self._symbols = BoundedCache[tuple[Symbol, float], Symbol](lambda key: self._fill_symbol(*key))

    def fill(self, items: tuple[Item, ...], scale: float = 1.0) -> tuple[Item, ...]:
        """Return items that are drawn at a scale.

        If no line is thin, return the same tuple.
        """
        filled = tuple(part for item in items for part in self._fill_item(item, scale))
        return items if len(filled) == len(items) and all(map(is_, filled, items)) else filled

    def _fill_item(self, item: Item, scale: float) -> Iterable[Item]:
        if isinstance(item, Group):
            items = self.fill(item.items, scale * item.transform.mean_scale)
            return (item if items is item.items else replace(item, items=items),)
        if isinstance(item, SymbolUse):
            symbol = self._symbols[item.symbol, round(scale * item.transform.mean_scale, 6)]
            return (item if symbol is item.symbol else replace(item, symbol=symbol),)
        if not isinstance(item, Path) or not item.stroke or item.stroke.width * scale >= self._pixel or not scale:
            return (item,)
        area = _outline_line(item, item.stroke, scale)
        # PDFium also fills an outline without an area with a line of one pixel.
        filled = [outline for outline in split_outlines(item.segments) if len(outline) > 2
                  or isinstance(outline[-1], CurveTo)] if item.fill else ()
        return (replace(item, segments=tuple(chain.from_iterable(filled)), stroke=None), area) if filled else (area,)

    def _fill_symbol(self, symbol: Symbol, scale: float) -> Symbol:
        items = self.fill(symbol.items, scale)
        return symbol if items is symbol.items else replace(symbol, items=items)


def _outline_line(path: Path, stroke: Stroke, scale: float) -> Path:
    """Return the ink of a line as an area. Its corners are mitred, which no pixel shows."""
    segments = transform_segments(path.segments, Transform().scale(scale))  # so that chords are fine enough
    line = replace(stroke, width=stroke.width * scale, dash=tuple(length * scale for length in stroke.dash),
                   join="miter")
    outlines = flatten_outlines(split_dashes(segments, line) if line.dash else segments)
    area = make_polygons(polygon for outline in outlines for polygon in outline_stroke(outline, line))
    return Path(transform_segments(area, Transform().scale(1 / scale)), stroke.color)


def encode_png(image: Image, dpi: int) -> bytes:
    """Return a picture as a PNG file. The same picture always gives the same bytes."""
    data = BytesIO()
    image.save(data, "PNG", dpi=(dpi, dpi))
    return data.getvalue()


def draw_pixels(page: PdfPage, dpi: int, *, transparent: bool = False) -> Image:
    """Return a page of a PDF file as a picture with exactly `dpi` pixels per inch.

    If `transparent` is true, the paper is transparent. Width and height are rounded to whole pixels; the drawing is
    not stretched to fit the rounded size. Raises PrintshopError if the picture would have more than `MAX_PIXELS`
    pixels.
    """
    from pypdfium2 import PdfBitmap, raw

    width, height = (max(1, round(side * dpi / 72)) for side in page.get_size())
    if width * height > MAX_PIXELS:
        lower_dpi = int(dpi * (MAX_PIXELS / width / height) ** 0.5)
        raise make_error(f"a picture of {width} x {height} pixels is too large for PNG",
                         f"lower the resolution with --dpi {lower_dpi}, or write the "
                         "document as PDF" if lower_dpi >= 36 else "write the document as PDF")
    bitmap = PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGRA if transparent else raw.FPDFBitmap_BGR)
    bitmap.fill_rect(_CLEAR if transparent else _WHITE, 0, 0, width, height)
    scale = dpi / 72
    matrix = raw.FS_MATRIX(scale, scale * _TINY_ROTATION, -scale * _TINY_ROTATION, scale, 0, 0)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap, page, matrix, raw.FS_RECTF(0, 0, width, height), 0)
    image: Image = bitmap.to_pil()
    return image
