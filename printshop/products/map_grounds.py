"""The ground of maps.

It is the skin of a map in an ink, the colour of its hexes, and the look of its terrain.
"""

from __future__ import annotations

from dataclasses import replace

from printshop.drawing import text
from printshop.drawing.display_list import ClosePath, CurveTo, LineTo, MoveTo
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import transform_segments
from printshop.drawing.terrain import TerrainSample
from printshop.drawing.themes import current_theme
from printshop.game.maps import MAPS, HexMap, Terrain
from printshop.game.model import Game
from printshop.hexes import Orientation

PLAIN, STARS, NIGHT, FIELD = "plain", "stars", "night", "field"
GROUNDS = {PLAIN: "#ffffff", "stars": "#e9eef8", "night": "#101b3c", "chart": "#bfdcd8", "river": "#e9e2cf",
           FIELD: "#dbe2b2"}
"""The ground colours of the hexes, by skin."""
_SEGMENT_LETTERS = {MoveTo: "M", LineTo: "L", CurveTo: "C", ClosePath: "Z"}  # of path data


def find_skin(hexmap: HexMap, ink: Ink) -> str:
    """Return the skin of a map.

    If the map has neither a skin nor a ground colour, return the skin of the theme. In black ink, maps are plain. In
    light ink, stars replace the night sky of a map.
    """
    if ink is Ink.BLACK:
        return PLAIN
    if ink is Ink.LIGHT and hexmap.skin == NIGHT:
        return STARS  # the light version of this skin
    return hexmap.skin or (current_theme().skin if hexmap.ground == GROUNDS[PLAIN] else PLAIN)


def apply_ground(hexmap: HexMap, ink: Ink) -> HexMap:
    """Return a map whose hexes have the ground colour of its skin.

    If the map sets a ground colour, return the map unchanged.
    """
    skin = find_skin(hexmap, ink)
    return hexmap if skin == PLAIN or hexmap.ground != GROUNDS[PLAIN] else replace(hexmap, ground=GROUNDS[skin])


def make_terrain_sample(hexmap: HexMap, terrain: Terrain, ink: Ink) -> TerrainSample:
    """Return the look of a terrain, without its letter, on a map whose ground is that of its skin."""
    return TerrainSample(terrain.label, hexmap.orientation.value, hexmap.ground, terrain.color, terrain.pattern,
                         str(terrain.picture or ""), float(terrain.size), ink.value)


def find_terrain_sample(game: Game, name: str, ink: Ink) -> TerrainSample:
    """Return the look of a terrain on the first map that has it.

    If this map is broken, return a plain look.
    """
    for hexmap in game[MAPS].values():
        for terrain in hexmap.terrain:
            if terrain.key == name:
                sample = make_terrain_sample(apply_ground(hexmap, ink), terrain, ink)
                runs = text.set_line(text.escape_markup(terrain.letter), text.Style("serif", 1.0, bold=True), 0, 0)
                return sample._replace(letter="".join(
                    _SEGMENT_LETTERS[type(segment)] + " ".join(f"{number:.3f}" for number in segment)
                    for run in runs for outline, place in text.iter_glyph_outlines(run)
                    for segment in transform_segments(outline, place)))
    return TerrainSample(name, Orientation.FLAT.value, GROUNDS[PLAIN], "", "", "", 0.0, ink.value)
