"""Skins of maps: what lies below the hexes - stars, a sea, a field - in few, pale paths that save ink.

Points, origin at the top left, y down. What lies in a hex is strewn by the hex itself: the same on every sheet, and in
every run. Skins are for colour and for tints; in black ink maps are plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, pi, sin, tau

from printshop.drawing.ink import Ink, area
from printshop.drawing.items import WHITE, Color, Item, Line, Move, Path, Segment, Stroke, parse_color
from printshop.drawing.themes import worn
from printshop.game.maps import HexMap
from printshop.hexes import Grid, Hex

PLAIN = "plain"
GROUNDS = {PLAIN: "#ffffff", "stars": "#edf1f7", "night": "#14202f", "chart": "#e2eff1", "river": "#e9e2cf",
           "field": "#edf0dc"}
"""What the hexes of a skin are filled with."""
_MARKS = {"stars": "#6f86a8", "night": "#cfdcf0", "chart": "#8fb6bd", "river": "#a3b7a9", "field": "#a3ad74"}
_LINES = {"stars": "#8b9ab0", "night": "#5c7290", "chart": "#7d9fa6", "river": "#9a927c", "field": "#98a07a"}
Place = Callable[[], tuple[float, float]]


def skin_of(hexmap: HexMap, ink: Ink) -> str:
    """Return the skin of a map: its own, or that of the theme, unless the map has a colour of its own."""
    if ink is Ink.BLACK:
        return PLAIN
    return hexmap.skin or (worn().skin if hexmap.ground == GROUNDS[PLAIN] else PLAIN)


def line_of(skin: str, usual: Color) -> Color:
    """Return the colour of the lines between hexes."""
    return parse_color(_LINES[skin]) if skin in _LINES else usual


def strewn(skin: str, cells: Sequence[Hex], grid: Grid, ink: Ink, *, clear: bool = False) -> Iterator[Item]:
    """Give what lies in some hexes, each kind of mark as one path; `clear` of where their numbers stand."""
    if skin not in _MARKS or not cells:
        return
    color, unit = parse_color(_MARKS[skin]), min(grid.across, 60.0) / 50
    if ink is Ink.LIGHT and skin != "night":
        color = WHITE.mix(color, 0.6)
    draw = {"stars": _stars, "night": _stars, "chart": _waves, "river": _ripples, "field": _tufts}[skin]
    fine: list[Segment] = []
    heavy: list[Segment] = []
    for cell in cells:
        x, y = grid.center(cell)
        draw(_places(cell, x, y + (0.11 if clear else 0.0) * grid.across, (0.3 if clear else 0.36) * grid.across),
             unit, fine, heavy)
    back = area(ink, parse_color(GROUNDS[skin]))
    if fine:
        yield Path(tuple(fine), None, Stroke(back.mix(color, 0.75), 0.9 * unit, cap="round"))
    if heavy:
        yield Path(tuple(heavy), None, Stroke(color, 2.0 * unit, cap="round"))


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


def _waves(place: Place, unit: float, fine: list[Segment], heavy: list[Segment]) -> None:  # noqa: ARG001
    for _ in range(2):
        x, y = place()
        for shift in (-3.0, 3.0):
            left = x + shift * unit
            fine += (Move(left - 3 * unit, y), Line(left - 1.5 * unit, y - 1.4 * unit), Line(left, y - 1.7 * unit),
                     Line(left + 1.5 * unit, y - 1.4 * unit), Line(left + 3 * unit, y))


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
