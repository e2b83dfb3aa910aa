"""PNG: one picture per page, drawn by PDFium from printshop's own PDF, so that a preview shows the printed page."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from printshop.drawing.display_list import Document
from printshop.output import OutputOptions, pdf
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

    with PdfDocument(pdf.render_pdf(document)) as pages:
        for page in pages:
            data = encode_png(draw_pixels(page, options.dpi), options.dpi)
            page.close()
            yield data


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
