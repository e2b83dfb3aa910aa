"""Skins of maps: what lies below the hexes - stars, a sea, a field - in few, pale paths that save ink.

Points, origin at the top left, y down. What lies in a hex is strewn by the hex itself: the same on every sheet, and in
every run. Skins are for colour and for tints; in black ink maps are plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, pi, sin, tau

from printshop.drawing.ink import Ink, area
from printshop.drawing.items import WHITE, Color, Curve, Item, Line, Move, Path, Segment, Stroke, parse_color
from printshop.drawing.themes import worn
from printshop.game.maps import HexMap
from printshop.hexes import Grid, Hex

PLAIN = "plain"
GROUNDS = {PLAIN: "#ffffff", "stars": "#edf1f7", "night": "#14202f", "chart": "#bfdcd8", "river": "#e9e2cf",
           "field": "#edf0dc"}
"""What the hexes of a skin are filled with."""
_MARKS = {"stars": "#6f86a8", "night": "#cfdcf0", "chart": "#6fa5a1", "river": "#a3b7a9", "field": "#a3ad74"}
_LINES = {"stars": "#8b9ab0", "night": "#5c7290", "chart": "#5b908c", "river": "#9a927c", "field": "#98a07a"}
Place = Callable[[], tuple[float, float]]


def skin_of(hexmap: HexMap, ink: Ink) -> str:
    """Return the skin of a map: its own, or that of the theme, unless the map has a colour of its own."""
    if ink is Ink.BLACK:
        return PLAIN
    return hexmap.skin or (worn().skin if hexmap.ground == GROUNDS[PLAIN] else PLAIN)


def line_of(skin: str, usual: Color) -> Color:
    """Return the colour of the lines between hexes."""
    return parse_color(_LINES[skin]) if skin in _LINES else usual


def strewn(skin: str, cells: Sequence[Hex], grid: Grid, ink: Ink, *, clear: bool = False, tone: Color | None = None
           ) -> Iterator[Item]:
    """Give what lies in some hexes, each kind of mark as one path; `clear` of where their numbers stand.

    What lies outside the hexes of a map has a `tone` of its own.
    """
    if skin not in _MARKS or not cells:
        return
    color, unit = parse_color(_MARKS[skin]), min(grid.across, 60.0) / 50
    if ink is Ink.LIGHT and skin != "night":
        color = WHITE.mix(color, 0.6)
    draw = {"stars": _stars, "night": _stars, "chart": _wave, "river": _ripples, "field": _tufts}[skin]
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


def _places(cell: Hex, x: float, y: float, reach: float) -> Place:
    """Return what gives one place in a hex after the other, as if by chance."""
    state = (cell[0] * 73_856_093 ^ cell[1] * 19_349_663) & 0x7FFFFFFF or 1

    def chance() -> float:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (state >> 8) / 0x7FFFFF

    def place() -> tuple[float, float]:
        chance()
        far, way = reach * chance() ** 0.5, tau * chance()
        return x + far * cos(way), y + far * sin(way)

    return place


def _stars(place: Place, unit: float, fine: list[Segment], heavy: list[Segment]) -> None:
    """Strew dots: lines of no length with round ends; here and there one shines."""
    for number in range(3):
        x, y = place()
        into = heavy if (int(7 * x + 3 * y) + number) % 5 == 0 else fine
        into += (Move(x, y), Line(x + 0.01, y))
    if int(x + y) % 11 == 0:
        for turn in range(2):
            dx, dy = 3.2 * unit * cos(turn * pi / 2), 3.2 * unit * sin(turn * pi / 2)
            fine += (Move(x - dx, y - dy), Line(x + dx, y + dy))


_SWELL = 0.07  # how far a wave is from the middle of its place in a hex, in hexes
_CREST = ((-5.0, 1.2, -3.0, 1.0, -1.4, -0.5, 0.0, -2.0), (0.0, -2.0, 0.5, -0.3, 2.6, 1.2, 5.4, 1.1))
_LEE = ((0.7, -0.4, 1.1, 0.4, 1.6, 0.9, 2.3, 1.4), (-0.5, -0.9, -0.1, 0.1, 0.3, 0.8, 1.0, 1.5),
        (-1.7, -0.1, -1.4, 0.5, -1.0, 1.0, -0.4, 1.5))
_ASTERN = ((3.2, 2.6, 4.4, 1.8, 5.6, 3.4, 7.0, 2.6),)
_WAVES = ((*_CREST, *_LEE), (*_CREST, *_LEE[:2], *_ASTERN), (*_CREST, *_ASTERN), ())
"""Waves as curves (start, two handles, end): a crest with its lee hatched, one with a swell astern; and a calm."""


def _wave(place: Place, unit: float, fine: list[Segment], heavy: list[Segment]) -> None:  # noqa: ARG001
    """Draw one wave, or none: so no two lie on one another."""
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


def _tufts(place: Place, unit: float, fine: list[Segment], heavy: list[Segment]) -> None:  # noqa: ARG001
    for _ in range(2):
        x, y = place()
        for lean in (-1.6, 0.0, 1.6):
            high = 3.4 * unit / hypot(1, lean / 3)
            fine += (Move(x + 0.4 * lean * unit, y), Line(x + lean * unit, y - high))
