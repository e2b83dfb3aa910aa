"""Skins of maps: stars, sea or field below the hexes, drawn in few pale paths to save ink.

Coordinates are points, with the origin at the top left and y down. The marks in a hex depend only on the hex: they
are the same on every sheet and in every run. Skins are used in colour and in light ink. In black ink, maps are plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin, tau

from printshop.drawing import artwork
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    ClosePath,
    Color,
    CurveTo,
    Item,
    LineTo,
    MoveTo,
    Path,
    Segment,
    Stroke,
    map_items,
    parse_color,
)
from printshop.drawing.ink import Ink, choose_area_color, measure_luminance
from printshop.game.maps import HexMap
from printshop.hexes import Hex, HexGrid, list_hexes_within
from printshop.layout.rectangles import Rect
from printshop.products.build import report_errors
from printshop.products.map_grounds import FIELD, GROUNDS, NIGHT, PLAIN, STARS

_MARK_COLORS = {"stars": "#9fb0cc", "night": "#ffffff", "chart": "#6fa5a1", "river": "#a3b7a9", FIELD: "#3f4a1e"}
_LINE_COLORS = {"stars": "#8b9ab0", "night": "#4c69a4", "chart": "#5b908c", "river": "#9a927c", FIELD: "#7c8558"}
MARGINS = {FIELD: 0.075}
"""The distance from the hexes to the frame of a rectangular map, in hexes, by skin."""
_NUMBER_COLORS = {NIGHT: "#dde7f8"}
_SKY_FADING, _FIELD_FADING = 0.62, 0.25  # share of the ground that fades scenery: on most skins, on land
_LEAST_SHADOW = 0.97  # darkness (1 is black) of the shadows of scenery in black ink
_STARRY_SHARE = 0.62  # share of hexes with one or two stars
_FIELD_TONES = (("#86994a", 0.3, 0.72), ("#f7efc9", 0.42, 0.3), ("#6f8a44", 0.34, 0.28))
"""The tones of a field, the lowest first.

Each tone has its colour, its share in the ground, and the greatest radius of its spots in hexes.
"""
MakePoint = Callable[[], tuple[float, float]]


def find_line_color(skin: str, default: Color) -> Color:
    """Return the colour of the lines between hexes.

    If the skin sets no such colour, return `default`.
    """
    return parse_color(_LINE_COLORS[skin]) if skin in _LINE_COLORS else default


def find_number_color(skin: str, default: Color) -> Color:
    """Return the colour of hex numbers. If the skin sets no such colour, return `default`."""
    return parse_color(_NUMBER_COLORS[skin]) if skin in _NUMBER_COLORS else default


def draw_scatter(skin: str, cells: Sequence[Hex], grid: HexGrid, ink: Ink, *, clear_of_numbers: bool = False,
                 tone: Color | None = None
                 ) -> Iterator[Item]:
    """Draw the marks of a skin in some hexes, as one path for each kind of mark.

    If `clear_of_numbers` is true, the marks stay off the numbers. `tone` replaces the colour of the marks, for marks
    outside the hexes of a map.
    """
    if skin not in _MARK_COLORS or not cells:
        return
    color, unit = parse_color(_MARK_COLORS[skin]), min(grid.across_flats, 60.0) / 50
    if skin in {STARS, NIGHT}:
        yield from _draw_stars(cells, grid, (color, choose_area_color(ink, parse_color(GROUNDS[skin]))),
                               clear_of_numbers=clear_of_numbers)
        return
    if ink is Ink.LIGHT:
        color = WHITE.mix(color, 0.6)
    draw = {"chart": _draw_wave, "river": _draw_ripples, FIELD: _draw_tufts}[skin]
    radius = _WAVE_OFFSET if skin == "chart" else 0.3 if clear_of_numbers else 0.36
    fine_segments: list[Segment] = []
    heavy_segments: list[Segment] = []
    for cell in cells:
        x, y = grid.find_center(cell)
        draw(_make_point_generator(cell, x, y + (0.11 if clear_of_numbers else 0.0) * grid.across_flats,
                                   radius * grid.across_flats), unit, fine_segments, heavy_segments)
    ground = choose_area_color(ink, parse_color(GROUNDS[skin]))
    if fine_segments:
        yield Path(tuple(fine_segments), None, Stroke(tone or ground.mix(color, 0.75), 0.9 * unit, cap="round",
                                                      join="round"))
    if heavy_segments:
        yield Path(tuple(heavy_segments), None, Stroke(tone or color, 2.0 * unit, cap="round"))


def draw_map_scenery(hexmap: HexMap, skin: str, grid: HexGrid, ink: Ink) -> Iterator[tuple[Rect, Item]]:
    """Yield the pictures below the hexes, each with its box.

    On a night sky, pictures have their full colour. On other skins, pictures are faint. In black ink, their outlines
    are grey, and their shadows pale. Raises PrintshopError at the place of a picture if the picture cannot be used.
    """
    ground = choose_area_color(ink, parse_color(hexmap.ground))

    def fade_item(item: Item) -> tuple[Item]:
        def fade(color: Color) -> Color:
            if ink is Ink.BLACK:
                darkness = 1 - measure_luminance(color)
                return WHITE.mix(BLACK, 0.5 if darkness == 1 else 0.12 if darkness > _LEAST_SHADOW else 0.0)
            return color.mix(ground, _FIELD_FADING if skin in {FIELD, PLAIN} and ink is Ink.COLOUR else _SKY_FADING)

        return (replace(item, fill=item.fill and fade(item.fill), stroke=item.stroke and replace(
            item.stroke, color=fade(item.stroke.color))) if isinstance(item, Path) else item,)

    for number, piece in enumerate(hexmap.scenery):
        assert piece.picture
        with report_errors(f"the scenery of map '{hexmap.title}'", piece.span, "use another picture"):
            drawing = artwork.read_svg(piece.picture)
        if skin != NIGHT:
            drawing = replace(drawing, name=f"{drawing.name}-faint-{number}", items=map_items(drawing.items, fade_item))
        x, y = grid.find_center(piece.at)
        width = piece.size.pt
        height = width * drawing.height / drawing.width
        box = Rect(x - width / 2, y - height / 2, width, height)
        yield box, artwork.place_picture(drawing, box, ink=ink)


def _make_random(cell: Hex) -> Callable[[], float]:
    """Return a generator of pseudo-random numbers from 0 to 1.

    For the same hex, the generator gives the same series.
    """
    state = (cell[0] * 73_856_093 ^ cell[1] * 19_349_663) & 0x7FFFFFFF or 1

    def draw_number() -> float:
        nonlocal state
        state = (state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (state >> 8) / 0x7FFFFF

    draw_number()
    return draw_number


def _make_point_generator(cell: Hex, x: float, y: float, radius: float) -> MakePoint:
    """Return a function that gives pseudo-random points within `radius` of a point, seeded by the hex."""
    chance = _make_random(cell)

    def draw_point() -> tuple[float, float]:
        chance()
        distance, angle = radius * chance() ** 0.5, tau * chance()
        return x + distance * cos(angle), y + distance * sin(angle)

    return draw_point


def _draw_stars(cells: Sequence[Hex], grid: HexGrid, colors: tuple[Color, Color], *,
                clear_of_numbers: bool) -> Iterator[Item]:
    """Draw stars of three sizes in some hexes, with few large stars.

    All stars are round, unlike any mark of a map. No star is near the centre of its hex, from which players count, or
    near the hex number.
    """
    color, ground = colors
    unit = min(grid.across_flats, 60.0) / 50
    dust, dots, bright = list[Segment](), list[Segment](), list[Segment]()
    for cell in cells:
        x, y = grid.find_center(cell)
        chance = _make_random(cell)
        for _ in range(2 if chance() < 0.3 else 1 if chance() < _STARRY_SHARE else 0):
            # below and beside the centre if there is a number: the lower 250 degrees
            angle = pi * (1.5 + (0.31 + 1.38 * chance() if clear_of_numbers else 2 * chance()))
            distance, size = grid.across_flats * (0.2 + 0.24 * chance() ** 0.6), chance()
            at_x, at_y = x + distance * cos(angle), y + distance * sin(angle)
            segments_of_size = bright if size > 0.93 else dots if size > 0.72 else dust
            segments_of_size += (MoveTo(at_x, at_y), LineTo(at_x + 0.01, at_y))
    for segments, width, share in ((dust, 0.9, 0.6), (dots, 1.6, 0.85), (bright, 2.3, 1.0)):
        if segments:
            yield Path(tuple(segments), None, Stroke(ground.mix(color, share), width * unit, cap="round"))


_WAVE_OFFSET = 0.07  # hexes: greatest offset of a wave
_CREST_CURVES = ((-5.0, 1.2, -3.0, 1.0, -1.4, -0.5, 0.0, -2.0), (0.0, -2.0, 0.5, -0.3, 2.6, 1.2, 5.4, 1.1))
_LEE_CURVES = ((0.7, -0.4, 1.1, 0.4, 1.6, 0.9, 2.3, 1.4), (-0.5, -0.9, -0.1, 0.1, 0.3, 0.8, 1.0, 1.5),
               (-1.7, -0.1, -1.4, 0.5, -1.0, 1.0, -0.4, 1.5))
_SWELL_CURVES = ((3.2, 2.6, 4.4, 1.8, 5.6, 3.4, 7.0, 2.6),)
_WAVES = ((*_CREST_CURVES, *_LEE_CURVES), (*_CREST_CURVES, *_LEE_CURVES[:2], *_SWELL_CURVES),
          (*_CREST_CURVES, *_SWELL_CURVES), ())
"""The kinds of waves, as curves (start, two handles, end).

The kinds are: a wave with a lee, a wave with a lee and a swell, a wave with a swell, and no wave.
"""


def _draw_wave(make_point: MakePoint, unit: float, fine_segments: list[Segment], heavy_segments: list[Segment]) -> None:  # noqa: ARG001
    """Draw at most one wave, so that waves of neighbouring hexes do not overlap."""
    x, y = make_point()
    turn = int(13 * x + 29 * y)
    across, down = (2.2 if turn % 2 else -2.2) * unit, 2.2 * unit
    for x0, y0, x1, y1, x2, y2, x3, y3 in _WAVES[turn // 2 % len(_WAVES)]:
        fine_segments += (MoveTo(x + across * x0, y + down * y0),
                          CurveTo(x + across * x1, y + down * y1, x + across * x2,
                                  y + down * y2, x + across * x3,
                                  y + down * y3))


def _draw_ripples(make_point: MakePoint, unit: float, fine_segments: list[Segment],
                  heavy_segments: list[Segment]) -> None:  # noqa: ARG001
    for number in range(3):
        x, y = make_point()
        half_length = (3 + 2 * number) * unit
        fine_segments += (MoveTo(x - half_length, y), LineTo(x + half_length, y))


def draw_ground_spots(cells: Sequence[Hex], grid: HexGrid, ground: Color) -> Iterator[Item]:
    """Draw spots in other tones of a ground, with the spots of neighbouring hexes that reach into these hexes."""
    left, top, right, bottom = grid.measure_bounds(cells)
    sources = dict.fromkeys(other for cell in cells for other in list_hexes_within(1, cell, grid.orientation))
    for number, (color, share, reach) in enumerate(_FIELD_TONES):
        spots = list[Segment]()
        for cell in sources:
            chance = _make_random((cell[0] + 101 * number, cell[1] - 57 * number))
            x, y = (coordinate + (chance() - 0.5) * 0.7 * grid.across_flats for coordinate in grid.find_center(cell))
            size = reach * (0.45 + 0.55 * chance()) * grid.across_flats
            is_outside = x + size < left or x - size > right or y + size < top or y - size > bottom
            if (cell[0] - cell[1] + number) % 3 == 0 and not is_outside:  # no touching hexes: few spots merge
                spots += _draw_spot(x, y, size, chance)
        if spots:
            yield Path(tuple(spots), ground.mix(parse_color(color), share))


def _draw_spot(x: float, y: float, size: float, random: Callable[[], float]) -> Iterator[Segment]:
    """Yield a round outline with bays, wider than high, within `size` of (x, y)."""
    turns, first = 9, tau * random()
    points = []
    for turn in range(turns):
        distance = size * (0.7 + 0.3 * random())
        angle = first + tau * turn / turns
        points.append((x + distance * cos(angle), y + 0.7 * distance * sin(angle)))
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]),
                                                                          strict=True)]
    yield MoveTo(*middles[-1])
    for (start_x, start_y), (x1, y1), (end_x, end_y) in zip((middles[-1], *middles), points, middles, strict=False):
        yield CurveTo((start_x + 2 * x1) / 3, (start_y + 2 * y1) / 3, (end_x + 2 * x1) / 3, (end_y + 2 * y1) / 3, end_x,
                      end_y)
    yield ClosePath()


_BLADE_TIPS = ((-5.6, 5.2), (-3.2, 8.4), (-0.6, 10.4), (2.0, 8.8), (4.8, 6.0))
"""The tips of a tussock's blades: horizontal offset and height."""


def _draw_tufts(make_point: MakePoint, unit: float, fine_segments: list[Segment],
                heavy_segments: list[Segment]) -> None:  # noqa: ARG001
    """Draw at most three tussocks."""
    tussocks: list[tuple[float, float]] = []
    x, y = make_point()
    for _ in range(int(13 * x + 29 * y) % 4 - (int(7 * x + y) % 3 == 0)):
        if all(hypot(x - other_x, y - other_y) > 20 * unit for other_x, other_y in tussocks):
            tussocks.append((x, y))
            size = unit * (1.25 if len(tussocks) == 1 else 0.8)
            for lean, high in _BLADE_TIPS:
                foot = x + 0.3 * lean * size
                fine_segments += (MoveTo(foot, y),
                                  CurveTo(foot, y - 0.5 * high * size, x + 0.6 * lean * size, y - 0.8 * high * size,
                                          x + lean * size, y - high * size))
            fine_segments += (MoveTo(x - 4.6 * size, y + 0.8 * size), LineTo(x + 6.2 * size, y + 0.8 * size))
        x, y = make_point()
        fine_segments += (MoveTo(x - 5 * unit, y),
                          CurveTo(x - 2 * unit, up := y - 1.4 * unit, x + 3 * unit, up, x + 7 * unit, y))
