"""The terrain of a hex map: one hex of each kind, and the room that the numbers need. Points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import art, fonts, patterns, shapes, text
from printshop.drawing.ink import Ink, area, contrast, mark
from printshop.drawing.items import BLACK, WHITE, Color, Path, Symbol, parse_color
from printshop.hexes import ROOT, Grid, Orientation
from printshop.products.safely import reported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Item
    from printshop.game.maps import HexMap, Terrain


def terrain_hex(one: HexMap, terrain: Terrain, ink: Ink) -> Symbol:
    """Return one hex of a terrain about the origin, with room for its number.

    Raises PrintshopError, at the place of the terrain, for a letter that does not fit or a picture that cannot be used.
    """
    grid = Grid(one.orientation, one.across.pt)
    with reported(f"map '{one.title}', the terrain '{terrain.label}'", terrain.span,
                  "make the hexes larger or the letters fewer"):
        items = tuple(_terrain(terrain, grid, one, ink))
    half = one.across.pt / ROOT
    return Symbol(f"terrain-{one.key}-{terrain.label}", items, (-half, -half, half, half))


def _terrain(terrain: Terrain, grid: Grid, one: HexMap, ink: Ink) -> Iterator[Item]:
    across = grid.across
    color = parse_color(terrain.color) if terrain.color else BLACK
    ground = area(ink, color if terrain.color else parse_color(one.ground))
    if terrain.color:
        yield shapes.polygon(grid.corners(), fill=ground)
    line = line_color(ink, color if terrain.color else WHITE.mix(BLACK, 0.5), ground)
    if terrain.pattern:
        left, top, right, bottom = grid.bounds([(0, 0)])
        clip = shapes.polygon(grid.corners(inset=0.045 * across))
        pitch = min(9.0, max(4.0, 0.11 * across))
        yield patterns.texture(terrain.pattern, (left, top, right - left, bottom - top), line, clip=clip, pitch=pitch,
                               weight=min(1.2, 0.13 * pitch))
        if one.numbered:
            yield _plate(one, ground)
    if terrain.picture:
        yield _picture(terrain, across, ink)
    if terrain.letter:
        yield from _letter(terrain, across, ground)


def line_color(ink: Ink, color: Color, ground: Color) -> Color:
    """Return what draws a pattern on a ground: the colour, as much darker as makes it seen, or black."""
    drawn = mark(ink, color)
    for share in (0.0, 0.25, 0.4, 0.55, 0.7):
        darker = drawn.mix(BLACK, share)
        if contrast(darker, ground) >= 1.8:
            return darker
    return WHITE if contrast(WHITE, ground) > contrast(BLACK, ground) else BLACK


def _plate(one: HexMap, ground: Color) -> Path:
    """Return what keeps a pattern clear of the number."""
    figures = Figures(one)
    width = figures.width + 4
    return shapes.rounded_rect(-width / 2, figures.base - 0.75 * figures.size - 1.5, width, figures.size + 2, 2,
                               fill=ground)


def _picture(terrain: Terrain, across: float, ink: Ink) -> Item:
    assert terrain.picture is not None
    side = 0.56 * across
    box = (-side / 2, -0.24 * across, side, side)
    return art.place(art.read(terrain.picture), box, color=mark(ink, BLACK), ink=ink)


def _letter(terrain: Terrain, across: float, ground: Color) -> Iterator[Item]:
    style = text.Style("serif", min(28.0, 0.34 * across), bold=True,
                       color=WHITE if contrast(WHITE, ground) > 4.5 else BLACK)
    base = 0.06 * across + 0.35 * style.size
    width = text.measure(text.escape(terrain.letter), style)
    if terrain.pattern:
        reach = max(width, style.size) / 2 + 0.12 * style.size
        yield shapes.circle(0, base - 0.34 * style.size, reach, fill=ground)
    yield from text.line(text.escape(terrain.letter), style, 0, base, "middle", 0.7 * across, 5.0)


class Figures:
    """How the numbers of a map are set: their size, and where their baseline is from the middle of a hex."""

    font = "sans"

    def __init__(self, one: HexMap) -> None:
        across, digits = one.across.pt, 2 * one.board.digits
        self.size = min(10.0, max(5.0, 0.15 * across))
        self.width = fonts.width("0" * digits, self.font, self.size)
        if one.orientation is Orientation.FLAT:
            gap = max(1.8, 0.05 * across)
            free = across / ROOT + 2 * gap / ROOT
            top = gap - across / 2
        else:
            gap = (self.width + 3) / (2 * ROOT)  # below the point, where there is room for it
            free = across - 2
            top = gap - across / ROOT
        if self.width > free or top + 0.72 * self.size > 0:
            raise text.TooWide("the numbers of the hexes", self.width, free, described=True)
        self.base = top + 0.7 * self.size
