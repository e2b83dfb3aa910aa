"""Strokes of a written PDF, measured in millimetres by a program that did not write it."""

from __future__ import annotations

import ctypes
import math
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from printshop.drawing.geometry import Transform
from printshop.output import pdf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.display_list import Document

Point = tuple[float, float]
Shape = list[Point]

TOLERANCE = 0.05
"""Millimetres in 300, and in what is shorter."""
MM = 72 / 25.4


class Stroke(NamedTuple):
    """One outline of a path: the width of its pen in points, its corners and ends in mm from the top left."""

    width: float
    points: Shape


def measure_pages(document: Document) -> list[list[Stroke]]:
    """Return what is drawn with a pen on every page of a document, written and read."""
    with pypdfium2.PdfDocument(pdf.render_pdf(document)) as file:
        return [list(_strokes(page.raw, page.get_height())) for page in file]


def measure_page(document: Document, number: int = 0) -> list[Stroke]:
    """Return what is drawn with a pen on one page of a document; only that page is written."""
    (drawn,) = measure_pages(replace(document, pages=tuple(islice(document.pages, number, number + 1))))
    return drawn


def find_strokes(drawn: Iterable[Stroke], width: float, corners: int = 2) -> list[Shape]:
    """Return what is drawn with a pen of so many points and has so many corners or more."""
    return [one.points for one in drawn if abs(one.width - width) < 0.01 and len(one.points) >= corners]


def _strokes(holder: object, height: float, way: Transform | None = None) -> Iterator[Stroke]:
    """Read the paths of a page, or of a form on it that lies `way`."""
    count, item = ((pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject) if way is None else
                   (pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject))
    for number in range(count(holder)):
        found = item(holder, number)
        kind = pdfium.FPDFPageObj_GetType(found)
        if kind not in (pdfium.FPDF_PAGEOBJ_FORM, pdfium.FPDF_PAGEOBJ_PATH):
            continue
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(found, matrix)
        lies = Transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
        lies = way.compose(lies) if way else lies
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _strokes(found, height, lies)
            continue
        mode, stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        pdfium.FPDFPath_GetDrawMode(found, mode, stroked)
        pdfium.FPDFPageObj_GetStrokeWidth(found, width)
        if stroked.value:
            for points in _outlines(found):
                placed = [lies.apply(x, y) for x, y in points]
                yield Stroke(width.value, [(x / MM, (height - y) / MM) for x, y in placed])


def _outlines(path: object) -> Iterator[Shape]:
    """Read the outlines of a path: their corners and the ends of their curves, closed ones as often as they turn."""
    points: Shape = []
    bent = 0
    for number in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, number)
        x, y = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            if len(points) > 1:
                yield points
            points = []
        bent = bent + 1 if kind == pdfium.FPDF_SEGMENT_BEZIERTO else 0
        if bent % 3 == 0:  # the other two lead the curve
            points.append((x.value, y.value))
        if pdfium.FPDFPathSegment_GetClose(segment) and len(points) > 2 and points[0] != points[-1]:
            points.append(points[0])
    if len(points) > 1:
        yield points


def measure_size(shape: Iterable[Point]) -> Point:
    """Return how wide and high a shape is."""
    xs, ys = zip(*shape, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def find_corners(shape: Sequence[Point]) -> Shape:
    """Return the corners of a closed outline, each once."""
    found: Shape = []
    for one in shape:
        if not any(math.dist(one, other) < TOLERANCE for other in found):
            found.append(one)
    return found


def measure_off_grid(points: Iterable[Point], across: float, *, pointy: bool) -> float:
    """Return by how many mm the farthest of some corners of hexes lies off the grid of hexes of a size.

    Corners lie half a hex apart along the rows (or columns) that touch at flats, and half a side apart across them.
    """
    found = [(x, y) if pointy else (y, x) for x, y in points]
    left, top = min(x for x, _ in found), min(y for _, y in found)
    half, step = across / 2, across / math.sqrt(3) / 2
    return max(max(abs((x - left) - round((x - left) / half) * half), abs((y - top) - round((y - top) / step) * step))
               for x, y in found)
