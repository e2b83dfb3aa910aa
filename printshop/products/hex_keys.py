"""What explains a hex map: its terrain, and how its sheets are put together. Points, y down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, Use
from printshop.hexes import Grid
from printshop.layout.boxes import Box
from printshop.products.hex_terrain import terrain_hex
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from printshop.drawing.ink import Ink
    from printshop.game.maps import HexMap, Terrain
    from printshop.layout.tiling import Tile, Tiling
    from printshop.products.hex_board import Drawn

LEGEND = 26.0  # how high a line of the terrain's legend is
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
    """Give the legend, its lines centred in a box from its top. Raises TooWide."""
    for number, line in enumerate(_legend_lines(one, box.width)):
        x = box.center[0] - (sum(_entry_width(terrain) for terrain in line) - _GAP) / 2
        y = box.y + LEGEND * (number + 0.5)
        for terrain in line:
            scale = SAMPLE / (2 * one.across.pt / 3**0.5)
            yield Use(terrain_hex(one, terrain, ink), Transform(a=scale, d=scale, e=x + SAMPLE / 2, f=y))
            yield shapes.polygon(Grid(one.orientation, scale * one.across.pt, x + SAMPLE / 2, y).corners(), stroke=_RIM)
            yield from text.line(terrain.label, _WORDS, x + SAMPLE + 4, y + 0.35 * _WORDS.size, max_width=box.width,
                                 min_size=_SMALLEST)
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
    """Give the page that shows how the sheets lie, and says how to put them together."""
    high = legend_height(one, area.width)
    words = _steps(one, tiling) if tiling.count > 1 else []
    low = [text.block(step, _STEPS, (0, 0, area.width - 24, None), 1.3) for step in words]
    below = sum(block.height + 3 for block in low) + high + 26
    box = Box(area.x, area.y + 6, area.width, area.height - below - 6)
    bottom = yield from _picture(drawn, one.across.pt, tiling, box)
    size = f"{drawn.width / MM:.0f} x {drawn.height / MM:.0f} mm"
    caption = f"The whole map, not to scale: it is {size} large, its hexes are {one.across.text} across flats"
    yield from text.line(text.escape(caption), _WORDS._replace(italic=True), area.center[0], bottom + 14, "middle",
                         area.width, _SMALLEST)
    y = bottom + 24
    yield from legend(one, Box(area.x, y, area.width, high), ink)
    y += high + 4
    for number, (step, block) in enumerate(zip(words, low, strict=True), 1):
        yield from text.line(f"**{number}.**", _STEPS, area.x + 16, y + 12, "end")
        placed = text.block(step, _STEPS, (area.x + 22, y, area.width - 24, None), 1.3)
        yield from placed.items
        y += block.height + 3


def _picture(drawn: Drawn, across: float, tiling: Tiling, box: Box) -> Generator[Item, None, float]:
    """Give the map in small, with the edges of its sheets as they will lie; return its bottom edge."""
    scale = min(box.width / drawn.width, box.height / drawn.height, 1.0)
    x, y = box.center[0] - scale * drawn.width / 2, box.y
    yield Group(drawn.bare(lines=scale * across >= _LEAST_HEX), Transform(a=scale, d=scale, e=x, f=y))
    inner = [shapes.line(x + scale * tile.box.x, y, x + scale * tile.box.x, y + scale * drawn.height, _SEAM)
             for tile in tiling.tiles() if tile.column and not tile.row]
    inner += [shapes.line(x, y + scale * tile.box.y, x + scale * drawn.width, y + scale * tile.box.y, _SEAM)
              for tile in tiling.tiles() if tile.row and not tile.column]
    yield from inner
    yield shapes.rect(x, y, scale * drawn.width, scale * drawn.height, stroke=_EDGE)
    if tiling.count > 1:
        for tile in tiling.tiles():
            yield from _code(tiling, tile, (x, y), scale)
    return y + scale * drawn.height


def _code(tiling: Tiling, tile: Tile, at: tuple[float, float], scale: float) -> Iterator[Item]:
    """Give the code of a sheet in the middle of what is seen of it."""
    box = tile.box
    right = box.right - (tiling.overlap if tile.column < tiling.columns - 1 else 0.0)
    bottom = box.bottom - (tiling.overlap if tile.row < tiling.rows - 1 else 0.0)
    x, y = at[0] + scale * (box.x + right) / 2, at[1] + scale * (box.y + bottom) / 2
    size = min(20.0, scale * (right - box.x) / 2.4, scale * (bottom - box.y) / 1.6)
    if size < 5:
        return
    style = text.Style("sans", size, bold=True)
    width = text.measure(tile.code, style) + 0.4 * size
    yield shapes.rounded_rect(x - width / 2, y - 0.55 * size, width, 1.1 * size, 0.2 * size, fill=WHITE)
    yield from text.line(tile.code, style, x, y + 0.35 * size, "middle")


def _steps(one: HexMap, tiling: Tiling) -> Sequence[str]:
    second, below = tiling.columns > 1, tiling.rows > 1
    strips = " and ".join(["at the right"] * second + ["at the foot"] * below)
    edges = " and ".join(["left"] * second + ["upper"] * below)
    steps = [(f"Print all {tiling.count} sheets on {text.escape(one.material)} at 100 % and measure the rulers of one. "
              "Each has its code in its heading, and at its left a small plan with its place filled in."),
             (f"Cut off the {edges} margin of each sheet, from tick to tick, where it shows scissors: there it will "
              f"lie on its neighbour. The margins {strips} stay on.")]
    if second:
        steps.append("Put each row together from the left. Glue the strip at the right of A1 and lay A2 over it: its "
                     "cut edge lies along the inner ticks and the lines of the hexes run on.")
    if below:
        steps.append("Then lay row B over the strip at the foot of row A in the same way, and so on." if second else
                     "Glue the strip at the foot of A1 and lay B1 over it: its cut edge lies along the inner ticks and "
                     "the lines of the hexes run on. Go on downwards.")
    return [*steps, "Trim the outside of the whole map last."]
