"""Small figures of hexes for reference cards, not to scale. Points, origin top left, y down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import patterns, shapes, text
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.hexes import Grid
from printshop.products.hexmaps import hex_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.game.chart_hexes import HexCell, HexFigure, HexFigures
    from printshop.game.hex_lists import Ray
    from printshop.hexes import Hex

SMALLEST = 6.0
_LINE = Stroke(BLACK, 0.6, join="round")
_GAP = 12.0
_LEAST = 10.0  # across flats: nobody sees more in smaller ones
_CLEAR = 0.28  # of a hex: room for a label in its middle


def figures(part: HexFigures, width: float, size: float, ink: Ink) -> tuple[tuple[Item, ...], float]:
    """Return the figures beside each other in a width, for text of a size, and how high they are.

    All hexes are equally large, at most four times the text's size across. Raises TooWide.
    """
    wide = [_extent(figure)[0] for figure in part.figures]
    free = width - _GAP * (len(wide) - 1)
    across = min(4.0 * size, free / sum(wide))
    if across < _LEAST:
        raise text.TooWide("the figure of hexes", _LEAST * sum(wide), free, described=True)
    spare = (free - across * sum(wide)) / len(wide)
    columns = [across * one + spare for one in wide]
    high = max(_extent(figure)[1] for figure in part.figures) * across
    items: list[Item] = []
    x, height = 0.0, 0.0
    for figure, column in zip(part.figures, columns, strict=True):
        own = _extent(figure)
        left, top = x + (column - own[0] * across) / 2, (high - own[1] * across) / 2
        items.append(Group(tuple(_figure(figure, across, ink)), Transform(e=left, f=top + 1)))
        below = text.block(figure.caption, text.Style("sans", size, italic=True),
                           (x, high + 3, column, None), 1.15, "middle") if figure.caption else None
        items += below.items if below else ()
        height = max(height, below.height + 2 if below else 0.0)
        x += column + _GAP
    return tuple(items), high + 3 + height


def _every(figure: HexFigure) -> list[Hex]:
    return [cell for one in figure.cells for cell in one.at]


def _extent(figure: HexFigure) -> tuple[float, float]:
    """Return width and height of a figure of hexes that are 1 across."""
    left, top, right, bottom = Grid(figure.orientation, 1.0).bounds(_every(figure))
    return right - left, bottom - top


def _figure(figure: HexFigure, across: float, ink: Ink) -> Iterator[Item]:
    left, top, _, _ = Grid(figure.orientation, across).bounds(_every(figure))
    grid = Grid(figure.orientation, across, -left, -top)
    for one in figure.cells:
        for cell in one.at:
            yield from _ground(one, grid, cell, ink)
    edges = [(*edge.start, *edge.end) for edge in grid.edges(_every(figure))]
    yield shapes.lines(edges, Stroke(BLACK, _LINE.width, cap="round"))
    for ray in figure.lines:
        yield from _ray(ray, grid, _every(figure))
    for one in figure.cells:
        for cell in one.at:
            yield from _marks(one, grid, cell)


def _ray(ray: Ray, grid: Grid, cells: Sequence[Hex]) -> Iterator[Item]:
    """Give a line across the hexes; one with an end leaves room for what stands where it begins."""
    start, stroke = grid.center(ray.start), Stroke(BLACK, 1.2, dash=(4.0, 2.5) if ray.dashed else ())
    if ray.end is not None:
        yield shapes.line(*bearing(ray.bearing, _CLEAR * grid.across, *start), *grid.center(ray.end), stroke)
        return
    for near, far in hex_drawing.stretches(grid, cells, start, ray.bearing):
        yield shapes.line(*bearing(ray.bearing, near, *start), *bearing(ray.bearing, far, *start), stroke)


def _ground(one: HexCell, grid: Grid, cell: Hex, ink: Ink) -> Sequence[Item]:
    items: list[Item] = []
    corners = grid.corners(cell)
    if one.color:
        left, top, right, bottom = grid.bounds([cell])
        filled = patterns.fill(one.pattern, (left, top, right - left, bottom - top), parse_color(one.color), ink,
                               pitch=4.2, weight=0.7)
        return (Group(filled, clip=shapes.polygon(corners)),)
    if one.shade:
        items.append(shapes.polygon(corners, fill=WHITE if ink is Ink.BLACK else shade(ink, one.shade)))
    if one.pattern:
        left, top, right, bottom = grid.bounds([cell])
        clip = shapes.polygon(grid.corners(cell, 0.05 * grid.across))
        items.append(patterns.texture(one.pattern, (left, top, right - left, bottom - top), WHITE.mix(BLACK, 0.6),
                                      clip=clip, pitch=3.4, weight=0.5))
    return items


def _marks(one: HexCell, grid: Grid, cell: Hex) -> Iterator[Item]:
    """Give the arrow, which points from the middle, or from the edge where there is a label too; and the label."""
    x, y = grid.center(cell)
    across = grid.across
    if one.facing is not None:
        reach, length, notch = (0.46, 0.2, 0.0) if one.label else (0.36, 0.5, 0.25)
        tip = bearing(one.facing, reach * across, x, y)
        yield shapes.arrow(*tip, one.facing, length * across, 0.36 * across, notch=notch, fill=BLACK)
    if one.label:
        style = text.Style("sans", min(12.0, max(7.0, 0.24 * across)), bold=True)
        width = text.measure(one.label, style)
        if one.color:
            wide, high = min(width, 0.8 * across) + 4, 1.25 * style.size
            yield shapes.rounded_rect(x - wide / 2, y - high / 2, wide, high, 2, fill=WHITE)
        elif one.pattern:
            yield shapes.circle(x, y, max(min(width, 0.7 * across), style.size) / 2 + 1, fill=WHITE)
        yield from text.line(one.label, style, x, y + 0.35 * style.size, "middle", 0.8 * across, SMALLEST)
