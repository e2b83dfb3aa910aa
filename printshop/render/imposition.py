"""Pages of a booklet on sheets: two beside one another on each side, in order once the sheets are folded together.

The pages of the PDF file become forms on its sheets, as large as they were: nothing is drawn anew or scaled. Outline,
links and labels belong to the file that is read. Points, origin at the bottom left as in PDF.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import NamedTuple

from printshop.problems import failure
from printshop.units import MM

FARTHEST = 6 * MM
"""How far a page may move towards the fold, where 10 mm are white."""

_READERS = ("/Outlines", "/PageLabels", "/Names", "/Dests", "/PageMode", "/OpenAction")


class Fold(NamedTuple):
    """How booklets are printed: the sheet as it lies, wider than high, and `creep`, the thickness of the paper.

    Each sheet lies within those outside it, whose fold it cannot reach into: it is moved towards its own fold by the
    thickness of all of them. `offset` moves what is on the backs of sheets to the right and down, by as much as the
    printer misses it by.
    """

    width: float
    height: float
    creep: float = 0.0
    offset: tuple[float, float] = (0.0, 0.0)


def sides(count: int) -> Iterator[tuple[int | None, int | None]]:
    """Give the pages of all sides of sheets, left and right, from 0, front and back in turn, from the outermost sheet.

    Missing pages are the last ones, None.

    >>> list(sides(6))
    [(None, 0), (1, None), (5, 2), (3, 4)]
    """
    places = -(-count // 4) * 4
    leaves = (*range(count), *(None,) * (places - count))
    for first in range(0, places // 2, 2):
        last = places - 1 - first
        yield leaves[last], leaves[first]
        yield leaves[first + 1], leaves[last - 1]


def imposed(data: bytes, fold: Fold, scale: tuple[float, float] = (1.0, 1.0)) -> bytes:
    """Return a PDF file with the pages of another on sheets, to be printed on both sides and flipped on the short edge.

    `scale` is how much larger than true all is drawn about the middle of a sheet, across and along, for a printer.
    Raises PrintshopError if the innermost pages would be moved too far towards the fold.
    """
    import pikepdf

    with pikepdf.open(BytesIO(data)) as pdf:
        boxes = [tuple(float(edge) for edge in page.mediabox) for page in pdf.pages]
        forms = [page.as_form_xobject() for page in pdf.pages]
        inner = max(0, -(-len(forms) // 4) - 1)
        if inner * fold.creep > FARTHEST:
            raise failure(f"{inner + 1} sheets as thick as --creep says would move the innermost pages by "
                          f"{inner * fold.creep / MM:.1f} mm into the fold, the most are 6 mm",
                          "thinner paper: 80 g/m² is 0.1 mm thick")
        for key in _READERS:
            if key in pdf.Root:
                del pdf.Root[key]
        middle = fold.width / 2, fold.height / 2
        shift = [at * (1 - by) for at, by in zip(middle, scale, strict=True)]
        scaled = [f"{scale[0]:.8g} 0 0 {scale[1]:.8g} {shift[0]:.6f} {shift[1]:.6f} cm"] * (scale != (1.0, 1.0))
        for number, pages in enumerate(sides(len(forms))):
            right, down = fold.offset if number % 2 else (0.0, 0.0)
            placed: dict[str, pikepdf.Object] = {}
            inwards, drawn = number // 2 * fold.creep, [*scaled]
            for page, left, moved in zip(pages, (0.0, middle[0]), (inwards, -inwards), strict=True):
                if page is not None:  # in the middle of its half
                    x, y, edge, top = boxes[page]
                    name = f"/P{len(placed)}"
                    placed[name] = forms[page]
                    drawn.append(f"q 1 0 0 1 {left + (middle[0] - edge + x) / 2 + moved - x + right:.6f} "
                                 f"{(fold.height - top + y) / 2 - y - down:.6f} cm {name} Do Q")
            pdf.pages.append(pikepdf.Page(pdf.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name("/Page"), MediaBox=[0, 0, round(fold.width, 6), round(fold.height, 6)],
                Resources=pikepdf.Dictionary(XObject=pikepdf.Dictionary(placed)),
                Contents=pdf.make_stream("\n".join(drawn).encode())))))
        del pdf.pages[: len(forms)]
        pdf.Root.ViewerPreferences.Duplex = pikepdf.Name("/DuplexFlipShortEdge")
        written = BytesIO()
        pdf.save(written, deterministic_id=True, min_version="1.7")
    return written.getvalue()
