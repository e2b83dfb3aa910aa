"""The share of ink of a page: the mean darkness of its area.

The share is estimated without a picture of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, hypot

from printshop.drawing.display_list import (
    Color,
    CurveTo,
    Group,
    Image,
    MoveTo,
    Page,
    Path,
    Segment,
    Stroke,
    SymbolUse,
    TextRun,
    walk_items,
)
from printshop.drawing.geometry import IDENTITY, Point, Transform

_CELL = 6.0  # points: the side of the squares on which fills are painted
_TEXT_SHARE = 0.2  # the share of the area of letters, advance width times size, that has ink
_PHOTOGRAPH = Color(128, 128, 128)  # the mean colour of photographs, which are not opened
_MANY_SEGMENTS = 40  # in a path of more segments, curves are taken for straight lines
_Outline = list[Point]
_Area = dict[int, list[tuple[int, int]]]  # the squares of an area: by row, the first column and the one past the last


def measure_ink(page: Page) -> float:
    """Return the share of ink of a page, 0 to 1.

    The share is the mean of 1 - luminance over the area of the page. The luminance of a colour is 0.299 red + 0.587
    green + 0.114 blue, as in a grey picture of the page. Fills are painted on a coarse grid, in their order. Lines and
    letters count with their area, against the fill below their first point. The result differs from that of a picture
    by a few hundredths.
    """
    columns, rows = ceil(page.width / _CELL), ceil(page.height / _CELL)
    grid, added = [[0.0] * columns for _ in range(rows)], 0.0

    def enter(item: SymbolUse | Group, place: tuple[Transform, _Area]) -> tuple[Transform, _Area]:
        transform, clip = place
        if item.transform != IDENTITY:
            transform = transform.compose(item.transform)
        if isinstance(item, Group) and item.clip:
            clip = _find_squares(_flatten(item.clip.segments, transform), clip)
        return transform, clip

    for item, (transform, clip) in walk_items(page.items, (IDENTITY, {row: [(0, columns)] for row in range(rows)}),
                                              enter):
        a, b, c, d, e, f = transform
        scale = abs(a * d - b * c) ** 0.5
        if isinstance(item, TextRun):
            x, y, color = a * item.x + c * item.y + e, b * item.x + d * item.y + f, item.color
            area = _TEXT_SHARE * item.width * item.size * scale * scale
        else:
            fill: Color | None
            line: Stroke | None
            if isinstance(item, Image):
                left, top, right, bottom = transform.map_bounds((item.x, item.y, item.x + item.width,
                                                                 item.y + item.height))
                outlines, fill, line = [[(left, top), (right, top), (right, bottom), (left, bottom)]], _PHOTOGRAPH, None
            else:
                outlines, fill, line = _flatten(item.segments, transform), item.fill, item.stroke
            if fill:
                darkness = _measure_darkness(fill)
                evenodd = isinstance(item, Path) and item.rule == "evenodd"
                for row, parts in _find_squares(outlines, clip, evenodd=evenodd).items():
                    for begin, end in parts:
                        grid[row][begin:end] = [darkness] * (end - begin)
            if not line or not outlines:
                continue
            (x, y), color, dash = outlines[0][0], line.color, line.dash
            area = _measure_length(outlines, clip) * line.width * scale
            area *= sum(dash[::2]) / sum(dash) if dash and len(dash) % 2 == 0 else 1
        row, column = int(y / _CELL), int(x / _CELL)
        below = grid[row][column] if 0 <= row < rows and 0 <= column < columns else 0.0
        added += area * (_measure_darkness(color) - below)
    return (sum(map(sum, grid)) * _CELL * _CELL + added) / (page.width * page.height)


@lru_cache(maxsize=1024)
def _measure_darkness(color: Color) -> float:
    return 1 - (0.299 * color.red + 0.587 * color.green + 0.114 * color.blue) / 255


def _flatten(segments: Sequence[Segment], transform: Transform) -> list[_Outline]:
    """Return the corners of outlines, moved by a transform. In a simple path, each curve has a corner halfway."""
    a, b, c, d, e, f = transform
    outlines, x, y, is_simple = list[_Outline](), 0.0, 0.0, len(segments) <= _MANY_SEGMENTS
    for segment in segments:
        if not segment:  # the end of an outline
            outlines[-1].append(outlines[-1][0])
            continue
        if isinstance(segment, MoveTo):
            outlines.append([])
        elif is_simple and isinstance(segment, CurveTo):
            u, v = x + 3 * (segment.x1 + segment.x2) + segment.x, y + 3 * (segment.y1 + segment.y2) + segment.y
            outlines[-1].append(((a * u + c * v) / 8 + e, (b * u + d * v) / 8 + f))
        x, y = segment[-2:]
        outlines[-1].append((a * x + c * y + e, b * x + d * y + f))
    return outlines


def _measure_length(outlines: list[_Outline], clip: _Area) -> float:
    """Return the length of the lines whose middles are within a clip."""
    length = 0.0
    for outline in outlines:
        x0, y0 = outline[0]
        for x, y in outline:
            column = (x0 + x) / 2 / _CELL
            for begin, end in clip.get(int((y0 + y) / 2 / _CELL), ()):
                if begin <= column <= end:
                    length += hypot(x - x0, y - y0)
            x0, y0 = x, y
    return length


def _find_squares(outlines: list[_Outline], clip: _Area, *, evenodd: bool = False) -> _Area:
    """Return the squares of the grid within outlines and a clip. Their number is right in the mean."""
    crossings: dict[int, list[tuple[float, int]]] = {}
    for outline in outlines:
        x0, y0 = outline[-1]
        row0 = ceil(y0 / _CELL - 0.5)  # the first row whose middle is below the corner
        for x, y in outline:
            row1 = ceil(y / _CELL - 0.5)
            if row0 != row1:
                for row in range(min(row0, row1), max(row0, row1)):
                    if row in clip:
                        place = x0 + (x - x0) / (y - y0) * ((row + 0.5) * _CELL - y0)
                        crossings.setdefault(row, []).append((place, 1 if row1 > row0 else -1))
            x0, y0, row0 = x, y, row1
    squares: _Area = {}
    for row, places in crossings.items():
        places.sort()
        winding, start, parts = 0, 0.0, list[tuple[int, int]]()
        for x, direction in places:
            if not winding:
                start = x
            winding = winding ^ 1 if evenodd else winding + direction
            if not winding:
                first, last = round(start / _CELL), round(x / _CELL)
                for begin, end in clip[row]:
                    if max(first, begin) < min(last, end):
                        parts.append((max(first, begin), min(last, end)))
        if parts:
            squares[row] = parts
    return squares
