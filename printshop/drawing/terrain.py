"""The terrain of maps: the colour, the pattern and the picture of one hex or square.

The module also draws icons of a terrain with its letter. Coordinates are points, with the centre of the hex at the
origin and y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as File
from typing import NamedTuple

from printshop.drawing import artwork, patterns, shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Path, Stroke, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color, measure_contrast
from printshop.drawing.svg_elements import PictureError, parse_path_data
from printshop.hexes import HexGrid, Orientation

MAX_FREE_SIZE = 0.8  # share of a hex: larger pictures are cut off at its edge
# points: the hex of an icon, whose pattern is coarse, its outline, and the greatest width of its letter
_ICON_HEX, _ICON_LINE, _MAX_LETTER = 26.0, 1.1, 16.0
_LETTER_SIZE, _LETTER_MARGIN = 12.0, 1.2  # points: of the letter of an icon, and its plate on a pattern


class TerrainSample(NamedTuple):
    """The look of a terrain, in plain values: colours are "#rrggbb", and "" stands for none.

    `name` names the terrain in messages. `orientation` is the value of an `Orientation`, `ground` the colour of the
    map, `picture` a path, `size` the size of the picture in hexes, and `ink` the value of an `Ink`. `letter` are the
    outlines of the letter, in ems, as path data of SVG.
    """

    name: str
    orientation: str
    ground: str
    color: str
    pattern: str
    picture: str
    size: float
    ink: str
    letter: str = ""


def find_terrain_ground(sample: TerrainSample) -> Color:
    """Return the colour of a hex of a terrain, below its pattern and its picture."""
    return choose_area_color(Ink(sample.ink), parse_color(sample.color or sample.ground))


def draw_terrain(sample: TerrainSample, across: float) -> Iterator[Item]:
    """Draw the terrain of a hex, `across` points across flats, without its letter.

    Raises PictureError if the picture cannot be used.
    """
    ink, grid, ground = Ink(sample.ink), HexGrid(Orientation(sample.orientation), across), find_terrain_ground(sample)
    if sample.color:
        yield shapes.polygon(grid.find_corners(), fill=ground)
    if sample.pattern:
        color = parse_color(sample.color) if sample.color else WHITE.mix(BLACK, 0.5)
        line = choose_pattern_color(ink, color, ground)
        left, top, right, bottom = grid.measure_bounds([(0, 0)])
        pitch, clip = min(9.0, max(4.0, 0.11 * across)), shapes.polygon(grid.find_corners(inset=0.045 * across))
        yield Group(patterns.draw_pattern_marks(sample.pattern, (left, top, right - left, bottom - top), line,
                                                pitch=pitch,
                                                weight=min(1.2, 0.13 * pitch)), clip=clip)
    yield from draw_terrain_picture(sample, across)


def draw_terrain_picture(sample: TerrainSample, across: float) -> Iterator[Item]:
    """Draw the picture of the terrain of a hex, if it has one. Raises PictureError."""
    ink, grid = Ink(sample.ink), HexGrid(Orientation(sample.orientation), across)
    if sample.picture:
        size, (_, top, _, bottom) = sample.size * across, grid.measure_bounds([(0, 0)])
        # below the middle, clear of the number, as far as the hex has room
        low = min(0.04 * across, max(0.0, (bottom - top - size) / 2))
        picture = artwork.place_picture(artwork.load_inked_picture(File(sample.picture), ink),
                                        (-size / 2, low - size / 2, size, size), color=choose_line_color(ink, BLACK),
                                        ink=ink)
        yield Group((picture,), clip=shapes.polygon(grid.find_corners())) if sample.size > MAX_FREE_SIZE else picture


def draw_terrain_icon(sample: TerrainSample) -> list[Item]:
    """Return a hex of a terrain with its ground, its letter and its outline, for an icon.

    Raises PictureError if the picture of the terrain is a photo, which has no outlines.
    """
    if sample.picture and not sample.picture.lower().endswith(".svg"):
        raise PictureError(f"the picture of the terrain '{sample.name}' is a photo, but icons are printed like letters",
                           "give the terrain an SVG drawing, or the icon an 'art' of its own")
    corners, ground = HexGrid(Orientation(sample.orientation), _ICON_HEX).find_corners(), find_terrain_ground(sample)
    items = [shapes.polygon(corners, fill=ground), *draw_terrain(sample, _ICON_HEX)]
    if sample.letter:
        letter = Path(parse_path_data(sample.letter), choose_letter_color(ground))
        left, top, right, bottom = shapes.measure_bounds([letter])
        size = min(_LETTER_SIZE, _MAX_LETTER / (right - left))
        placed = shapes.transform_path(letter, Transform().scale(size).translate(-(left + right) / 2,
                                                                                -(top + bottom) / 2))
        plate = max(right - left, bottom - top) / 2 * size + _LETTER_MARGIN
        items += [*[shapes.circle(0, 0, plate, fill=ground)] * bool(sample.pattern), placed]
    return [*items, shapes.polygon(corners, stroke=Stroke(BLACK, _ICON_LINE))]


def choose_letter_color(ground: Color) -> Color:
    """Return the colour of the letter of a terrain on a ground."""
    return WHITE if measure_contrast(WHITE, ground) > 4.5 else BLACK


def choose_pattern_color(ink: Ink, color: Color, ground: Color) -> Color:
    """Return the colour of a pattern on a ground: the given colour, darkened until the pattern is visible.

    If the pattern is not visible even in the darkest shade, return white or black.
    """
    for share in (0.0, 0.25, 0.4, 0.55, 0.7):
        darker = choose_line_color(ink, color).mix(BLACK, share)
        if measure_contrast(darker, ground) >= 1.8:
            return darker
    return WHITE if measure_contrast(WHITE, ground) > measure_contrast(BLACK, ground) else BLACK
