"""Imposition of booklets: two pages on each side of a sheet.

They are arranged so that folded sheets have them in order. Each page of a PDF file becomes a form on a sheet and keeps
its size; nothing is drawn again. The outline, links and labels are removed, because they belong to the file for reading
on a screen. Coordinates are points, with the origin at the bottom left, as in PDF.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from printshop.lengths import MM
from printshop.problems import make_error

MAX_CREEP = 6 * MM
"""The largest allowed shift of a page towards the fold, because pages have a white margin of 10 mm there."""

_READER_KEYS = ("/Outlines", "/PageLabels", "/Names", "/Dests", "/PageMode", "/OpenAction")


class FoldedSheet(NamedTuple):
    """The sheets of a booklet: width and height in landscape format, and `creep`, the thickness of the paper.

    An inner sheet cannot reach into the fold of the sheets outside it. The pages of an inner sheet are therefore
    moved towards its fold by the total thickness of the outer sheets. `offset` moves the backs of all sheets to the
    right and down, to correct the registration of the printer.
    """

    width: float
    height: float
    creep: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)


def list_sheet_sides(count: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield the indices of the left and right pages on each side of each sheet, from the outermost sheet inwards.

    Fronts and backs alternate. Indices start at 0. None stands for an empty page. Empty pages come at the end of the
    booklet.

    >>> list(list_sheet_sides(6))
    [(None, 0), (1, None), (5, 2), (3, 4)]
    """
    page_count = -(-count // 4) * 4
    pages = (*range(count), *(None,) * (page_count - count))
    for first in range(0, page_count // 2, 2):
        last = page_count - 1 - first
        yield pages[last], pages[first]
        yield pages[first + 1], pages[last - 1]


def impose_pages(data: bytes, fold: FoldedSheet, scale: tuple[float, float] = (1.0, 1.0)) -> bytes:
    """Return a PDF file of folded sheets, made from a PDF file of single pages.

    The sheets are for two-sided printing, flipped on the short edge. `scale` enlarges everything about the middle
    of the sheet, across and along, to correct the printer. Raises PrintshopError if creep would move the innermost
    pages too far towards the fold.
    """
    import pikepdf

    with pikepdf.open(BytesIO(data)) as pdf:
        boxes = [tuple(float(edge) for edge in page.mediabox) for page in pdf.pages]
        forms = [page.as_form_xobject() for page in pdf.pages]
        inner_count = max(0, -(-len(forms) // 4) - 1)
        if inner_count * fold.creep > MAX_CREEP:
            raise make_error(f"{inner_count + 1} sheets of the thickness in --creep would move the innermost pages "
                             f"{inner_count * fold.creep / MM:.1f} mm into the fold, but at most 6 mm are allowed",
                             "use thinner paper: 80 g/m² paper is 0.1 mm thick")
        for key in _READER_KEYS:
            if key in pdf.Root:
                del pdf.Root[key]
        middle = fold.width / 2, fold.height / 2
        shift = [center * (1 - factor) for center, factor in zip(middle, scale, strict=True)]
        scale_operators = [f"{scale[0]:.8g} 0 0 {scale[1]:.8g} {shift[0]:.6f} {shift[1]:.6f} cm"] * (scale != (1.0,
                                                                                                               1.0))
        for number, pages in enumerate(list_sheet_sides(len(forms))):
            offset_x, offset_y = fold.offset if number % 2 else (0.0, 0.0)
            page_forms: dict[str, pikepdf.Object] = {}
            creep, operators = number // 2 * fold.creep, [*scale_operators]
            for page, left, page_shift in zip(pages, (0.0, middle[0]), (creep, -creep), strict=True):
                if page is not None:  # centred in its half
                    x, y, edge, top = boxes[page]
                    name = f"/P{len(page_forms)}"
                    page_forms[name] = forms[page]
                    operators.append(f"q 1 0 0 1 {left + (middle[0] - edge + x) / 2 + page_shift - x + offset_x:.6f} "
                                     f"{(fold.height - top + y) / 2 - y - offset_y:.6f} cm {name} Do Q")
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name("/Page"), MediaBox=[0, 0, round(fold.width, 6), round(fold.height, 6)],
                Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(page_forms)),
                Contents=pdf.make_stream("\n".join(operators).encode())))))
        del pdf.pages[: len(forms)]
        pdf.Root.ViewerPreferences.Duplex = pikepdf.Name("/DuplexFlipShortEdge")
        output = BytesIO()
        pdf.save(output, deterministic_id=True, min_version="1.7")
    return output.getvalue()
