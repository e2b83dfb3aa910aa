"""What explains a hex map: its terrain, and how its sheets are put together. Points, y down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, Use
from printshop.hexes import Grid
from printshop.layout.boxes import Box
from printshop.layout.tiling import GLUE, STEPS_HEIGHT, steps
from printshop.products.hexmaps import hex_zones
from printshop.products.hexmaps.hex_terrain import terrain_hex
from printshop.products.hexmaps.map_figure import measured
from printshop.products.safely import reported
from printshop.units import set_fractions

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from printshop.drawing.ink import Ink
    from printshop.game.maps import HexMap, Terrain
    from printshop.layout.tiling import Tile, Tiling
    from printshop.products.hexmaps.hex_board import Drawn

LEGEND = 26.0  # how high a line of the terrain's legend is
BESIDE = 8  # lines of it on one page with the plan of the sheets
SAMPLE = 24.0  # how high its hexes are
_WORDS = text.Style("sans", 9.0)
_GAP = 14.0
_STEPS = text.Style("serif", 11.0)
_SMALLEST = 7.0
_LEAST_HEX = 4.0  # across flats: smaller ones would be a grey mush
_RIM = Stroke(BLACK, 0.4)
_SEAM = Stroke(BLACK, 1.0)
_EDGE = Stroke(BLACK, 1.4)


def legend_height(one: HexMap, width: float) -> float:
    """Return how high the legend of a map's terrain is in a given width; 0 for a map without one."""
    return LEGEND * len(_legend_lines(one, width))


def legend(one: HexMap, box: Box, ink: Ink) -> Iterator[Item]:
    """Give the legend, its lines centred in a box from its top. Raises PrintshopError for a label too long."""
    yield from _drawn_legend(one, _legend_lines(one, box.width), box, ink)


def legend_pages(one: HexMap, area: Box, ink: Ink) -> Iterator[Iterator[Item]]:
    """Give the further pages of a legend that is too long for the page of the plan. Raises PrintshopError."""
    lines = _legend_lines(one, area.width)
    room = max(1, int((area.height - 6) / LEGEND))
    for first in range(0, len(lines), room) if len(lines) > BESIDE else ():
        yield _drawn_legend(one, lines[first : first + room], Box(area.x, area.y + 6, area.width, area.height), ink)


def _drawn_legend(one: HexMap, lines: list[list[Terrain]], box: Box, ink: Ink) -> Iterator[Item]:
    for number, line in enumerate(lines):
        x = max(box.center[0] - (sum(_entry_width(terrain) for terrain in line) - _GAP) / 2, box.x)
        y = box.y + LEGEND * (number + 0.5)
        for terrain in line:
            scale = SAMPLE / (2 * one.across.pt / 3**0.5)
            yield Use(terrain_hex(one, terrain, ink), Transform(a=scale, d=scale, e=x + SAMPLE / 2, f=y))
            yield shapes.polygon(Grid(one.orientation, scale * one.across.pt, x + SAMPLE / 2, y).corners(), stroke=_RIM)
            with reported(f"the legend of map '{one.title}'", terrain.span, "give the terrain a shorter label"):
                yield from text.line(terrain.label, _WORDS, x + SAMPLE + 4, y + 0.35 * _WORDS.size,
                                     max_width=box.width - SAMPLE - 4, min_size=_SMALLEST)
            x += _entry_width(terrain)


def _entry_width(terrain: Terrain) -> float:
    return SAMPLE + 4 + text.measure(terrain.label, _WORDS) + _GAP


def _legend_lines(one: HexMap, width: float) -> list[list[Terrain]]:
    """Return the terrain of each line of the legend, as many as go beside one another."""
    lines: list[list[Terrain]] = []
    free = 0.0
    for terrain in one.terrain if one.legend else ():
        free -= _entry_width(terrain)
        if not lines or free + _GAP < 0:
            lines.append([])
            free = width - _entry_width(terrain)
        lines[-1].append(terrain)
    return lines


def sheet_plan(one: HexMap, drawn: Drawn, tiling: Tiling, area: Box, ink: Ink) -> Iterator[Item]:
    """Give the page that shows how the sheets lie, and how they are put together."""
    several = tiling.count > 1
    beside = _legend_lines(one, area.width)
    beside = beside if len(beside) <= BESIDE else []
    legend_high = LEGEND * len(beside)
    low = (STEPS_HEIGHT + 26 if several else 0.0) + legend_high + 26
    bottom = yield from _picture(one, drawn, tiling, area.inset(0, 6, 0, low), ink)
    across = set_fractions(one.across.text)
    caption = f"The whole map, not to scale: it measures {measured(one)}, its hexes are {across} across flats"
    yield from text.line(text.escape(caption), _WORDS._replace(italic=True), area.center[0], bottom + 14, "middle",
                         area.width, _SMALLEST)
    y = bottom + 24
    yield from _drawn_legend(one, beside, Box(area.x, y, area.width, legend_high), ink)
    if several:
        y += legend_high + 16
        say = (f"Print all {tiling.count} sheets on {text.escape(one.material)} at 100 % and measure the rulers of "
               "one. Each has its code in its heading, and its place in the small plan in its lower right corner.")
        words = text.block(say, _STEPS, (area.x, y - 12, area.width, None), 1.25)
        yield from words.items
        y += words.height - 2
        yield from steps(tiling, GLUE, Box(area.x, y, area.width, area.bottom - y))


def _picture(one: HexMap, drawn: Drawn, tiling: Tiling, box: Box, ink: Ink) -> Generator[Item, None, float]:
    """Give the map in small, with the edges of its sheets as they will lie; return its bottom edge."""
    scale = min(box.width / drawn.width, box.height / drawn.height, 1.0)
    x, y = box.center[0] - scale * drawn.width / 2, box.y
    right, bottom = x + scale * drawn.width, y + scale * drawn.height
    place = Transform(a=scale, d=scale, e=x, f=y)
    yield Group(drawn.bare(lines=scale * one.across.pt >= _LEAST_HEX), place)
    yield Group(tuple(hex_zones.shades(one, drawn.grid, ink, scale)), place)
    seams = [(x + scale * at, y, x + scale * at, bottom) for at in tiling.across[1:]]
    seams += [(x, y + scale * at, right, y + scale * at) for at in tiling.down[1:]]
    if seams:
        yield shapes.lines(seams, _SEAM)
    yield shapes.rect(x, y, right - x, bottom - y, stroke=_EDGE)
    for tile in tiling.tiles() if tiling.count > 1 else ():
        yield from _code(tile, (x, y), scale)
    yield from hex_zones.small_names(one, drawn.grid, (x, y, scale))
    return bottom


def _code(tile: Tile, at: tuple[float, float], scale: float) -> Iterator[Item]:
    """Give the code of a sheet in its upper left corner."""
    size = min(11.0, max(6.0, scale * tile.box.width / 4))
    style = text.Style("sans", size, bold=True)
    x, y = at[0] + scale * tile.box.x + 2.0, at[1] + scale * tile.box.y + 2.0
    width = text.measure(tile.code, style) + 0.4 * size
    yield shapes.rect(x, y, width, 1.1 * size, fill=WHITE)
    yield from text.line(tile.code, style, x + 0.2 * size, y + 0.9 * size)
