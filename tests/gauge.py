"""What is drawn in a written PDF, measured in millimetres by a program that did not write it."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import pdfplumber

from printshop.render import pdf

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from printshop.drawing.items import Document

Point = tuple[float, float]
Shape = list[Point]

TOLERANCE = 0.05
"""Millimetres in 300, and in what is shorter."""
MM = 72 / 25.4


def pages(document: Document) -> list[Any]:
    """Return all pages of a document, written and read."""
    with pdfplumber.open(io.BytesIO(pdf.to_bytes(document))) as found:
        return [one for one in found.pages if one.objects]


def page(document: Document, number: int = 0) -> Any:
    """Return one page of a document, written and read; only the pages up to it are written."""
    only = replace(document, pages=tuple(islice(document.pages, number, number + 1)))
    with pdfplumber.open(io.BytesIO(pdf.to_bytes(only))) as found:
        (one,) = found.pages
        _ = one.objects
        return one


def strokes(found: Any, width: float, corners: int = 2) -> list[Shape]:
    """Return what is drawn with a pen of so many points and has so many corners or more, in mm from the top left."""
    drawn = (*found.lines, *found.curves, *found.rects)
    return [[(x / MM, y / MM) for x, y in one["pts"]] for one in drawn
            if one["stroke"] and abs(one["linewidth"] - width) < 0.01 and len(one["pts"]) >= corners]


def size(shape: Iterable[Point]) -> Point:
    """Return how wide and high a shape is."""
    xs, ys = zip(*shape, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def corners(shape: Sequence[Point]) -> Shape:
    """Return the corners of a closed outline, each once."""
    found: Shape = []
    for one in shape:
        if not any(math.dist(one, other) < TOLERANCE for other in found):
            found.append(one)
    return found


def off_grid(points: Iterable[Point], across: float, *, pointy: bool) -> float:
    """Return by how many mm the farthest of some corners of hexes lies off the grid of hexes of a size.

    Corners lie half a hex apart along the rows (or columns) that touch at flats, and half a side apart across them.
    """
    found = [(x, y) if pointy else (y, x) for x, y in points]
    left, top = min(x for x, _ in found), min(y for _, y in found)
    half, step = across / 2, across / math.sqrt(3) / 2
    return max(max(abs((x - left) - round((x - left) / half) * half), abs((y - top) - round((y - top) / step) * step))
               for x, y in found)
