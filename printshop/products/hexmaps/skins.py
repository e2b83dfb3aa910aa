"""Skins of maps: stars, sea or field below the hexes, drawn in few pale paths that save ink.

Points, origin at the top left, y down. The marks in a hex depend on the hex alone: they are the same on every sheet and
in every run. Skins are for colour and for tints; in black ink maps are plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin, tau

from printshop.drawing import art
from printshop.drawing.ink import Ink, area
from printshop.drawing.items import (
    WHITE,
    Close,
    Color,
    Curve,
    Item,
    Line,
    Move,
    Path,
    Segment,
    Stroke,
    parse_color,
    remade,
)
from printshop.drawing.themes import worn
from printshop.game.maps import HexMap
from printshop.hexes import Grid, Hex, within
from printshop.layout.boxes import Box
from printshop.products.safely import reported

PLAIN, STARS, NIGHT, FIELD = "plain", "stars", "night", "field"
GROUNDS = {PLAIN: "#ffffff", "stars": "#e9eef8", "night": "#101b3c", "chart": "#bfdcd8", "river": "#e9e2cf",
           FIELD: "#dbe2b2"}
"""Ground colours of the hexes, by skin."""
_MARKS = {"stars": "#9fb0cc", "night": "#ffffff", "chart": "#6fa5a1", "river": "#a3b7a9", FIELD: "#3f4a1e"}
_LINES = {"stars": "#8b9ab0", "night": "#4c69a4", "chart": "#5b908c", "river": "#9a927c", FIELD: "#7c8558"}
MARGINS = {FIELD: 0.075}
"""Distance from the hexes to the frame of a rectangular map, in hexes, by skin."""
_FIGURES = {NIGHT: "#dde7f8"}
_FAINT, _CLEARER = 0.82, 0.25 # share of the ground that fades scenery: on most skins, on a field
_SKY = 0.62  # share of hexes with one or two stars
_TONES = (("#86994a", 0.3, 0.72), ("#f7efc9", 0.42, 0.3), ("#6f8a44", 0.34, 0.28))
"""Tones of a field, from below: colour, its share in the ground, and the greatest radius of a spot in hexes."""
NIGHTLY = 0.16  # share of a side's colour in its zone on a small map of a night sky
Place = Callable[[], tuple[float, float]]


def skin_of(hexmap: HexMap, ink: Ink) -> str:
    """Return the skin of a map: its own, or the theme's unless the map sets a ground colour."""
    if ink is Ink.BLACK:
        return PLAIN
    if ink is Ink.LIGHT and hexmap.skin == NIGHT:
        return STARS  # the light version of this skin
    return hexmap.skin or (worn().skin if hexmap.ground == GROUNDS[PLAIN] else PLAIN)


def grounded(hexmap: HexMap, ink: Ink) -> HexMap:
    """Return a map whose hexes have the ground colour of its skin, if it sets none."""
    skin = skin_of(hexmap, ink)
    return hexmap if skin == PLAIN or hexmap.ground != GROUNDS[PLAIN] else replace(hexmap, ground=GROUNDS[skin])


def tinted(hexmap: HexMap, ink: Ink, color: Color, share: float) -> Color:
    """Return a ground with a share of a side's colour; the night sky gets less of it, because more looks muddy."""
    if skin_of(hexmap, ink) == NIGHT:
        return parse_color(GROUNDS[NIGHT]).mix(color, NIGHTLY)
    return WHITE.mix(color, share)


def line_of(skin: str, usual: Color) -> Color:
    """Return the colour of the lines between hexes."""
    return parse_color(_LINES[skin]) if skin in _LINES else usual


def figure_of(skin: str, usual: Color) -> Color:
    """Return the colour of hex numbers."""
    return parse_color(_FIGURES[skin]) if skin in _FIGURES else usual


def strewn(skin: str, cells: Sequence[Hex], grid: Grid, ink: Ink, *, clear: bool = False, tone: Color | None = None
           ) -> Iterator[Item]:
    """Draw the marks of a skin in some hexes, each kind as one path; `clear` keeps them off numbers.

    `tone` replaces the marks' colour, for marks outside the hexes of a map.
    """
    if skin not in _MARKS or not cells:
        return
    color, unit = parse_color(_MARKS[skin]), min(grid.across, 60.0) / 50
    if skin in {STARS, NIGHT}:
        yield from _stars(cells, grid, (color, area(ink, parse_color(GROUNDS[skin]))), clear=clear)
        return
    if ink is Ink.LIGHT:
        color = WHITE.mix(color, 0.6)
    draw = {"chart": _wave, "river": _ripples, FIELD: _tufts}[skin]
    reach = _SWELL if skin == "chart" else 0.3 if clear else 0.36
    fine: list[Segment] = []
    heavy: list[Segment] = []
    for cell in cells:
        x, y = grid.center(cell)
        draw(_places(cell, x, y + (0.11 if clear else 0.0) * grid.across, reach * grid.across), unit, fine, heavy)
    back = area(ink, parse_color(GROUNDS[skin]))
    if fine:
        yield Path(tuple(fine), None, Stroke(tone or back.mix(color, 0.75), 0.9 * unit, cap="round", join="round"))
    if heavy:
        yield Path(tuple(heavy), None, Stroke(tone or color, 2.0 * unit, cap="round"))


def scenery(hexmap: HexMap, skin: str, grid: Grid, ink: Ink) -> Iterator[tuple[Box, Item]]:
    """Yield the pictures below the hexes, each with its box: in full colour on a night sky, else very faint.

    A plain map has none. Raises PrintshopError, at its place, for a picture that cannot be used.
    """
    ground = area(ink, parse_color(hexmap.ground))

    def faint(item: Item) -> tuple[Item]:
        def faded(color: Color) -> Color:
            return color.mix(ground, _CLEARER if skin == FIELD and ink is Ink.COLOUR else _FAINT)

        return (replace(item, fill=item.fill and faded(item.fill), stroke=item.stroke and replace(
            item.stroke, color=faded(item.stroke.color))) if isinstance(item, Path) else item,)

    for number, piece in enumerate(hexmap.scenery if skin != PLAIN else ()):
        assert piece.picture
        with reported(f"map '{hexmap.title}', its scenery", piece.span, "use another picture"):
            drawing = art.read_svg(piece.picture)
        if skin != NIGHT:
            drawing = replace(drawing, name=f"{drawing.name}-faint-{number}", items=remade(drawing.items, faint))
        x, y = grid.center(piece.at)
        width = piece.size.pt
        height = width * drawing.height / drawing.width
        box = Box(x - width / 2, y - height / 2, width, height)
        yield box, art.place(drawing, box, ink=ink)


def _chances(cell: Hex) -> Callable[[], float]:
    """Return a generator of pseudo-random numbers from 0 to 1, seeded by the hex: it always gives the same series."""
    state = (cell[0] * 73_856_093 ^ cell[1] * 19_349_663) & 0x7FFFFFFF or 1

    def chance() -> float:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (state >> 8) / 0x7FFFFF

    chance()
    return chance


def _places(cell: Hex, x: float, y: float, reach: float) -> Place:
    """Return a function that gives pseudo-random points within `reach` of a point, seeded by the hex."""
    chance = _chances(cell)

    def place() -> tuple[float, float]:
        chance()
        far, way = reach * chance() ** 0.5, tau * chance()
        return x + far * cos(way), y + far * sin(way)

    return place


def _stars(cells: Sequence[Hex], grid: Grid, colors: tuple[Color, Color], *, clear: bool) -> Iterator[Item]:
    """Draw stars of three sizes in some hexes, few large ones. All are round, unlike any mark of a map.

    No star is near the centre of its hex, which players count from, or where its number stands.
    """
    color, ground = colors
    unit = min(grid.across, 60.0) / 50
    dust, dots, bright = list[Segment](), list[Segment](), list[Segment]()
    for cell in cells:
        x, y = grid.center(cell)
        chance = _chances(cell)
        for _ in range(2 if chance() < 0.3 else 1 if chance() < _SKY else 0):
            # below and beside the centre if there is a number: the lower 250 degrees
            way = pi * (1.5 + (0.31 + 1.38 * chance() if clear else 2 * chance()))
            far, size = grid.across * (0.2 + 0.24 * chance() ** 0.6), chance()
            at_x, at_y = x + far * cos(way), y + far * sin(way)
            into = bright if size > 0.93 else dots if size > 0.72 else dust
            into += (Move(at_x, at_y), Line(at_x + 0.01, at_y))
    for segments, width, share in ((dust, 0.9, 0.6), (dots, 1.6, 0.85), (bright, 2.3, 1.0)):
        if segments:
            yield Path(tuple(segments), None, Stroke(ground.mix(color, share), width * unit, cap="round"))


_SWELL = 0.07  # hexes: greatest offset of a wave
_CREST = ((-5.0, 1.2, -3.0, 1.0, -1.4, -0.5, 0.0, -2.0), (0.0, -2.0, 0.5, -0.3, 2.6, 1.2, 5.4, 1.1))
_LEE = ((0.7, -0.4, 1.1, 0.4, 1.6, 0.9, 2.3, 1.4), (-0.5, -0.9, -0.1, 0.1, 0.3, 0.8, 1.0, 1.5),
        (-1.7, -0.1, -1.4, 0.5, -1.0, 1.0, -0.4, 1.5))
_ASTERN = ((3.2, 2.6, 4.4, 1.8, 5.6, 3.4, 7.0, 2.6),)
_WAVES = ((*_CREST, *_LEE), (*_CREST, *_LEE[:2], *_ASTERN), (*_CREST, *_ASTERN), ())
"""Waves as curves (start, two handles, end): a crest with its lee hatched, one with a swell astern; and a calm."""


def _wave(place: Place, unit: float, fine: list[Segment], heavy: list[Segment]) -> None:  # noqa: ARG001
    """Draw one wave or none, so that waves do not overlap."""
    x, y = place()
    turn = int(13 * x + 29 * y)
    across, down = (2.2 if turn % 2 else -2.2) * unit, 2.2 * unit
    for x0, y0, x1, y1, x2, y2, x3, y3 in _WAVES[turn // 2 % len(_WAVES)]:
        fine += (Move(x + across * x0, y + down * y0), Curve(x + across * x1, y + down * y1, x + across * x2,
                                                             y + down * y2, x + across * x3, y + down * y3))


def _ripples(place: Place, unit: float, fine: list[Segment], heavy: list[Segment]) -> None:  # noqa: ARG001
    for number in range(3):
        x, y = place()
        long = (3 + 2 * number) * unit
        fine += (Move(x - long, y), Line(x + long, y))


def mottled(cells: Sequence[Hex], grid: Grid, ground: Color) -> Iterator[Item]:
    """Draw spots in other tones of a ground, also those of neighbouring hexes that reach into these."""
    left, top, right, bottom = grid.bounds(cells)
    sources = dict.fromkeys(other for cell in cells for other in within(1, cell))
    for number, (color, share, reach) in enumerate(_TONES):
        spots = list[Segment]()
        for cell in sources:
            chance = _chances((cell[0] + 101 * number, cell[1] - 57 * number))
            x, y = (at + (chance() - 0.5) * 0.7 * grid.across for at in grid.center(cell))
            size = reach * (0.45 + 0.55 * chance()) * grid.across
            beside = x + size < left or x - size > right or y + size < top or y - size > bottom
            if (cell[0] - cell[1] + number) % 3 == 0 and not beside:  # no touching hexes: few spots merge
                spots += _spot(x, y, size, chance)
        if spots:
            yield Path(tuple(spots), ground.mix(parse_color(color), share))


def _spot(x: float, y: float, size: float, chance: Callable[[], float]) -> Iterator[Segment]:
    """Yield a round outline with bays, wider than high, within `size` of (x, y)."""
    turns, first = 9, tau * chance()
    points = []
    for turn in range(turns):
        far = size * (0.7 + 0.3 * chance())
        way = first + tau * turn / turns
        points.append((x + far * cos(way), y + 0.7 * far * sin(way)))
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]),
                                                                          strict=True)]
    yield Move(*middles[-1])
    for (start_x, start_y), (x1, y1), (end_x, end_y) in zip((middles[-1], *middles), points, middles, strict=False):
        yield Curve((start_x + 2 * x1) / 3, (start_y + 2 * y1) / 3, (end_x + 2 * x1) / 3, (end_y + 2 * y1) / 3, end_x,
                    end_y)
    yield Close()


_BLADES = ((-5.6, 5.2), (-3.2, 8.4), (-0.6, 10.4), (2.0, 8.8), (4.8, 6.0))
"""Tips of a tussock's blades: horizontal offset and height."""


def _tufts(place: Place, unit: float, fine: list[Segment], heavy: list[Segment]) -> None:  # noqa: ARG001
    """Draw none, one or two tussocks; one hex in four has none."""
    grown: list[tuple[float, float]] = []
    x, y = place()
    for _ in range(int(13 * x + 29 * y) % 4 - (int(7 * x + y) % 3 == 0)):
        if all(hypot(x - other_x, y - other_y) > 20 * unit for other_x, other_y in grown):
            grown.append((x, y))
            size = unit * (1.25 if len(grown) == 1 else 0.8)
            for lean, high in _BLADES:
                foot = x + 0.3 * lean * size
                fine += (Move(foot, y), Curve(foot, y - 0.5 * high * size, x + 0.6 * lean * size, y - 0.8 * high * size,
                                              x + lean * size, y - high * size))
            fine += (Move(x - 4.6 * size, y + 0.8 * size), Line(x + 6.2 * size, y + 0.8 * size))
        x, y = place()
        fine += (Move(x - 5 * unit, y), Curve(x - 2 * unit, up := y - 1.4 * unit, x + 3 * unit, up, x + 7 * unit, y))
