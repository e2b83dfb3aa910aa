"""Strokes of a written PDF, measured in millimetres by a program that did not write it."""

from __future__ import annotations

import ctypes
import math
from dataclasses import replace
from itertools import islice, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from printshop.output import pdf

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.display_list import Document

Point = tuple[float, float]
Shape = list[Point]
Segment = tuple[str, Point]
Matrix = np.ndarray
KINDS = {pdfium.FPDF_SEGMENT_MOVETO: "M", pdfium.FPDF_SEGMENT_LINETO: "L", pdfium.FPDF_SEGMENT_BEZIERTO: "C"}

TOLERANCE = 0.05
"""Millimetres of allowed error in lengths of up to 300 mm."""
MM = 72 / 25.4


class Stroke(NamedTuple):
    """One outline of a path: the width of its pen in points, its corners and ends in mm from the top left."""

    width: float
    points: Shape
    is_dashed: bool = False


def measure_pages(document: Document) -> list[list[Stroke]]:
    """Return the strokes on every page of a document, from its written file."""
    return read_pdf(pdf.render_pdf(document))


def read_pdf(data: bytes, steps: int = 1, most: int | None = None) -> list[list[Stroke]]:
    """Return the strokes on every page of a PDF file, or on the first `most` pages; a curve is `steps` lines."""
    with pypdfium2.PdfDocument(data) as file:
        return [list(_strokes(page.raw, page.get_height(), steps)) for page in islice(file, most)]


def measure_page(document: Document, number: int = 0) -> list[Stroke]:
    """Return the strokes on one page of a document; only this page is written."""
    (items,) = measure_pages(replace(document, pages=tuple(islice(document.pages, number, number + 1))))
    return items


def find_strokes(drawn: Iterable[Stroke], width: float, corners: int = 2) -> list[Shape]:
    """Return the strokes of a pen of `width` points that have at least `corners` corners."""
    return [one.points for one in drawn if abs(one.width - width) < 0.01 and len(one.points) >= corners]


def make_matrix(a: float, b: float, c: float, d: float, e: float, f: float) -> Matrix:
    """Return the matrix of the map (x, y) -> (a x + c y + e, b x + d y + f)."""
    return np.array([[a, c, e], [b, d, f], [0, 0, 1]])


def place_points(way: Matrix, points: Shape) -> Shape:
    """Return points after a map."""
    (a, c, e), (b, d, f), _ = way.tolist()
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in points]


def _strokes(holder: object, height: float, steps: int, way: Matrix | None = None) -> Iterator[Stroke]:
    """Read the paths of a page, or of a form on it that lies `way`."""
    count, item = ((pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject) if way is None else
                   (pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject))
    for number in range(count(holder)):
        result = item(holder, number)
        kind = pdfium.FPDFPageObj_GetType(result)
        if kind not in (pdfium.FPDF_PAGEOBJ_FORM, pdfium.FPDF_PAGEOBJ_PATH):
            continue
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(result, matrix)
        lies = make_matrix(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
        lies = lies if way is None else way @ lies
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _strokes(result, height, steps, lies)
            continue
        mode, stroked, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
        pdfium.FPDFPath_GetDrawMode(result, mode, stroked)
        pdfium.FPDFPageObj_GetStrokeWidth(result, width)
        if stroked.value:
            is_dashed = pdfium.FPDFPageObj_GetDashCount(result) > 0
            for points in trace_outlines(_read_segments(result), steps):
                unit = place_points(lies, points)
                yield Stroke(width.value, [(x / MM, (height - y) / MM) for x, y in unit], is_dashed)


def _read_segments(path: object) -> Iterator[Segment]:
    """Read the segments of a path; a segment that closes its outline is followed by a segment Z."""
    x, y = ctypes.c_float(), ctypes.c_float()
    for number in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, number)
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        yield KINDS[pdfium.FPDFPathSegment_GetType(segment)], (x.value, y.value)
        if pdfium.FPDFPathSegment_GetClose(segment):
            yield "Z", (x.value, y.value)


def trace_outlines(segments: Iterable[Segment], steps: int = 1) -> Iterator[Shape]:
    """Return the outlines of segments M, L, C (three for a curve) and Z: corners, and points on curves.

    A curve gives `steps` points, of which the last one is its end. A closed outline ends with its first point.
    """
    points: Shape = []
    bend: Shape = []
    for kind, point in segments:
        if kind == "M":
            if len(points) > 1:
                yield points
            points = [point]
        elif kind == "L":
            points.append(point)
        elif kind == "C":
            bend.append(point)
            if len(bend) == 3:
                points += [_find_on_curve((points[-1], *bend), step / steps) for step in range(1, steps)]
                points.append(point)
                bend = []
        elif len(points) > 2 and points[0] != points[-1]:
            points.append(points[0])
    if len(points) > 1:
        yield points


def _find_on_curve(curve: Sequence[Point], share: float) -> Point:
    """Return the point of a curve of Bézier (its start, two control points, its end) at a share of its parameter."""
    while len(curve) > 1:
        curve = [(x + (u - x) * share, y + (v - y) * share) for (x, y), (u, v) in pairwise(curve)]
    return curve[0]


def measure_size(shape: Iterable[Point]) -> Point:
    """Return the width and the height of a shape."""
    xs, ys = zip(*shape, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def find_corners(shape: Sequence[Point]) -> Shape:
    """Return the corners of a closed outline, each once."""
    results: Shape = []
    for one in shape:
        if not any(math.dist(one, other) < TOLERANCE for other in results):
            results.append(one)
    return results


def measure_off_grid(points: Iterable[Point], across: float, *, pointy: bool) -> float:
    """Return by how many mm the farthest of some corners of hexes lies off the grid of hexes of a size.

    Corners lie half a hex apart along the rows (or columns) that touch at flats, and half a side apart across them.
    """
    result = [(x, y) if pointy else (y, x) for x, y in points]
    left, top = min(x for x, _ in result), min(y for _, y in result)
    half, step = across / 2, across / math.sqrt(3) / 2
    return max(max(abs((x - left) - round((x - left) / half) * half), abs((y - top) - round((y - top) / step) * step))
               for x, y in result)
