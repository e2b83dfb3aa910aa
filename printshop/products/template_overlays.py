"""Overlays: the hexes round a ship at the size of the map's, with its arcs, its range, and what it can reach."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import ink, patterns, shapes, text
from printshop.drawing.geometry import bearing
from printshop.drawing.items import BLACK, WHITE, Group, Path, Stroke, parse_color
from printshop.hexes import Orientation, distance
from printshop.hexes import bearing as hex_bearing
from printshop.products import hex_drawing
from printshop.products.cut_pieces import BOUND, FINE, GREY, LEAST, TITLE, WORDS, Cutout
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.game.template_overlays import Area, OverlayTemplate
    from printshop.hexes import Grid, Hex

Words = tuple[tuple[str, text.Style], ...]

_SHIP = (0, 0)
_GRID = Stroke(WHITE.mix(BLACK, 0.7), 0.4)
_RING = Stroke(BLACK, 1.3)
_BAND = 2.2 * MM  # how wide the border of an area is where it has a pattern
_PITCH = 3.4  # of the pattern in it
_MARKS = 100_000  # of all patterns on a piece
_TINT = 0.16  # of hexes out of range
_RANGE = text.Style("sans", 6.5)
_RANGE_AWAY = text.Style("sans", 6.5, color=GREY)
_LABEL = text.Style("sans", 24.0, bold=True)
_RINGED = text.Style("sans", 7.5, bold=True)
_NOTE = WORDS._replace(size=6.5)
_CROSSED = 0.45  # a ray this near to a hex's middle, in hexes, leaves no room for words
_CLEAR = 0.22  # rays stop this far from the ship's centre, in hexes


class _Plan(NamedTuple):
    """An overlay on its grid, and which hexes hold words: their texts, with what goes in them."""

    template: OverlayTemplate
    grid: Grid
    labels: dict[Hex, str]
    words: dict[Hex, Words]


def overlays(template: OverlayTemplate, spend: ink.Ink) -> Iterator[Cutout]:
    """Yield the piece of an overlay, however large. Raises TooWide, TooTall and NoGlyph."""
    grid, width, height = hex_drawing.lay(template.cells, template.size.orientation, template.size.across.pt)
    edge = hex_drawing.edge(grid, template.cells, straight=template.straight)
    head = template.head
    yield Cutout(head.title, head.title, width, height, edge, tuple(_items(_plan(template, grid), spend)), head.span)


def _plan(template: OverlayTemplate, grid: Grid) -> _Plan:
    """Return where the labels of the areas and all other words stand: in hexes of their own. Raises TooTall."""
    crossed = {cell for cell in template.cells if any(_near(grid, cell, ray) for ray in template.rays)}
    free = [cell for cell in template.cells if cell not in crossed | template.dots and cell != _SHIP]
    words = _ring_words(template, free)
    labels = _labels(template, grid, [cell for cell in free if cell not in words])
    texts: list[Words] = [((template.head.title, TITLE),), *(((note, _NOTE),) for note in template.notes)]
    left = [cell for cell in free if cell not in labels and cell not in words]
    places = sorted(left, key=lambda cell: _aside(template, grid, cell))
    if len(places) < len(texts):
        raise text.TooTall(template.head.title, len(texts), len(places))
    words |= dict(zip(_in_order(places[: len(texts)], grid), texts, strict=True))
    return _Plan(template, grid, labels, words)


def _labels(template: OverlayTemplate, grid: Grid, free: list[Hex]) -> dict[Hex, str]:
    """Return the areas' labels, each in the hex nearest to the middle of its area. Raises TooTall."""
    labels: dict[Hex, str] = {}
    for area in template.areas:
        if area.label:
            own = [cell for cell in free if cell in area.cells - template.grey and cell not in labels]
            if not own:
                raise text.TooTall(area.label, 1, 0)
            labels[min(own, key=lambda cell: _off(grid, cell, area.cells))] = area.label
    return labels


def _ring_words(template: OverlayTemplate, free: list[Hex]) -> dict[Hex, Words]:
    """Return what reaches how far, each in the hex ahead at that range."""
    words: dict[Hex, Words] = {}
    for ring in template.rings:
        own = [cell for cell in free if distance(cell) == ring.reach]
        if own and ring.label:
            words[min(own, key=lambda cell: _ahead(template, cell))] = ((ring.label, _RINGED),)
    return words


def _ahead(template: OverlayTemplate, cell: Hex) -> tuple[float, Hex]:
    """Return how far a hex lies off the ship's heading, in degrees."""
    off = abs((hex_bearing(cell, template.size.orientation) - template.heading + 180) % 360 - 180)
    return round(off, 6), cell


def _near(grid: Grid, cell: Hex, ray: float) -> bool:
    """Say whether a ray from the ship passes near the middle of a hex."""
    x, y = (one - other for one, other in zip(grid.center(cell), grid.center(_SHIP), strict=True))
    dx, dy = bearing(ray, 1.0)
    return x * dx + y * dy > 0 and abs(x * dy - y * dx) < _CROSSED * grid.across


def _off(grid: Grid, cell: Hex, cells: frozenset[Hex]) -> tuple[float, Hex]:
    """Return how far a hex is from the middle of an area."""
    middle = [sum(way) / len(cells) for way in zip(*(grid.center(one) for one in cells), strict=True)]
    return round(math.dist(grid.center(cell), middle), 3), cell


def _aside(template: OverlayTemplate, grid: Grid, cell: Hex) -> tuple[bool, int, float, Hex]:
    """Return how much a hex is wanted for play: one out of range least, one far off and behind the ship little."""
    x, y = (one - other for one, other in zip(grid.center(cell), grid.center(_SHIP), strict=True))
    dx, dy = bearing(template.heading, 1.0)
    return cell not in template.grey, -distance(cell), round(x * dx + y * dy, 3), cell


def _in_order(places: list[Hex], grid: Grid) -> list[Hex]:
    """Return hexes in the order of reading."""
    return sorted(places, key=lambda cell: (round(grid.center(cell)[1], 1), grid.center(cell)[0]))


def _items(plan: _Plan, spend: ink.Ink) -> Iterator[Item]:
    template, grid = plan.template, plan.grid
    for area in template.areas:
        yield from _band(area, grid, spend, math.sqrt(_MARKS / len(template.areas)))
    for cell in sorted(template.grey):
        yield shapes.polygon(grid.corners(cell), fill=ink.shade(spend, _TINT))
    yield hex_drawing.grid_lines(grid, template.cells, _GRID, outer=template.straight)
    yield from _borders(plan)
    for ray in template.rays:
        yield from _ray(plan, ray)
    yield from _ship(plan)
    yield from _middles(plan)
    if template.numbers:
        for cell in template.cells:
            if cell != _SHIP:
                yield from _range(plan, cell)
    yield from _words(plan)


def _band(area: Area, grid: Grid, spend: ink.Ink, most: float) -> Iterator[Item]:
    """Yield the patterned border within the edge of an area: the map is seen through what it leaves free.

    The pattern has at most so many marks across, that it stays cheap where areas are larger than any table.
    """
    if area.pattern == "plain" or not area.cells:
        return
    wide = _band_width(grid)
    color = ink.mark(spend, parse_color(area.color))
    rim = hex_drawing.closed([*grid.outline(area.cells), *grid.outline(area.cells, wide)])
    left, top, right, bottom = grid.bounds(area.cells)
    if area.pattern == "solid":
        yield Path(rim.segments, ink.area(spend, parse_color(area.color)), None, "evenodd")
    pitch = max(_PITCH, (right - left) / most, (bottom - top) / most)
    drawn = patterns.marks(area.pattern, (left, top, right - left, bottom - top), color, pitch=pitch, weight=0.6)
    yield Group(drawn, clip=rim)
    yield hex_drawing.closed(grid.outline(area.cells, wide), Stroke(color, 0.4))


def _band_width(grid: Grid) -> float:
    return min(_BAND, 0.12 * grid.across)


def _borders(plan: _Plan) -> Iterator[Item]:
    """Yield the edges of areas given by their hexes, and the rings."""
    template, grid = plan.template, plan.grid
    for area in template.areas:
        if area.bounded and area.cells:
            yield hex_drawing.closed(grid.outline(area.cells), BOUND)
    for ring in template.rings:
        inside = [cell for cell in template.cells if distance(cell) <= ring.reach]
        edges = [one for one in grid.edges(inside) if one.beyond in set(template.cells) - set(inside)]
        if edges:
            yield shapes.lines([(*one.start, *one.end) for one in edges], _RING)


def _ray(plan: _Plan, ray: float) -> Iterator[Item]:
    template, grid = plan.template, plan.grid
    start = grid.center(_SHIP)
    for near, far in hex_drawing.stretches(grid, template.cells, start, ray):
        first = max(near, _CLEAR * grid.across)
        if far > first:
            yield shapes.line(*bearing(ray, first, *start), *bearing(ray, far, *start), BOUND)


def _ship(plan: _Plan) -> Iterator[Item]:
    """Yield the ship in the centre: an outline that points along its heading, and a cross over its middle."""
    grid = plan.grid
    x, y = grid.center(_SHIP)
    long = 0.76 * grid.across
    tip = bearing(plan.template.heading, long / 2, x, y)
    yield shapes.arrow(*tip, plan.template.heading, long, 0.44 * grid.across, notch=0.16, stroke=BOUND)
    yield shapes.arrow(*tip, plan.template.heading, 0.3 * long, 0.3 * 0.44 * grid.across, fill=BLACK)
    yield shapes.cross(x, y, 0.14 * grid.across, FINE)


def _middles(plan: _Plan) -> Iterator[Item]:
    """Yield the middles of hexes, by which the piece is laid on the map, and the dots."""
    for cell in plan.template.cells:
        x, y = plan.grid.center(cell)
        if cell in plan.template.dots:
            yield shapes.circle(x, y, 0.055 * plan.grid.across, fill=BLACK, stroke=Stroke(WHITE, 0.8))
        elif cell != _SHIP and cell not in plan.labels and cell not in plan.words:
            yield shapes.circle(x, y, 0.6, fill=BLACK)


def _range(plan: _Plan, cell: Hex) -> Iterator[Item]:
    """Yield the range of a hex, near one of its lower sides that no ray crosses."""
    style = _RANGE_AWAY if cell in plan.template.grey else _RANGE
    x, y = _figure_at(plan, cell, style.size)
    yield from text.line(str(distance(cell)), style, x, y, "middle")


def _figure_at(plan: _Plan, cell: Hex, size: float) -> Point:
    """Return the middle of a hex's range: at a lower side, within the border of an area, where no ray crosses it."""
    grid = plan.grid
    flat = grid.orientation is Orientation.FLAT
    held = cell in plan.labels or cell in plan.words
    ways = ((180,) if held else (180, 120, 240)) if flat else ((150, 210) if held else (150, 210, 90, 270))
    reach = grid.across / 2 - 0.82 * size - _banded(plan, cell)
    places = [bearing(way, reach, *grid.center(cell)) for way in ways]
    clear = (place for place in places if all(_clear(plan, place, ray) for ray in plan.template.rays))
    x, y = next(clear, places[0])
    return x, y + 0.36 * size


def _banded(plan: _Plan, cell: Hex) -> float:
    """Return how broad a border runs within a hex, if it lies in an area that has one."""
    bordered = any(cell in area.cells and area.pattern != "plain" for area in plan.template.areas)
    return _band_width(plan.grid) if bordered else 0.0


def _clear(plan: _Plan, place: Point, ray: float) -> bool:
    x, y = (one - other for one, other in zip(place, plan.grid.center(_SHIP), strict=True))
    dx, dy = bearing(ray, 1.0)
    return x * dx + y * dy < 0 or abs(x * dy - y * dx) > 5.0


def _words(plan: _Plan) -> Iterator[Item]:
    numbers = plan.template.numbers
    for cell, words in plan.labels.items():
        place = hex_drawing.box(plan.grid, cell, above_figure=numbers).inset(0.8 * _banded(plan, cell), 0)
        size = min(_LABEL.size, 0.44 * plan.grid.across)
        yield from text.block(words, _LABEL._replace(size=size), place, 1.0, "middle", "middle", LEAST).items
    for cell, parts in plan.words.items():
        place = hex_drawing.box(plan.grid, cell, above_figure=numbers)
        yield from hex_drawing.lines(parts, place.inset(0.8 * _banded(plan, cell), 0))
