"""A picture for games without a cover: two units before a rising sun, in the colours of their sides."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from printshop.drawing import artwork, shapes
from printshop.drawing.display_list import WHITE, Color, Item, Page, parse_color
from printshop.game.model import Game, Unit
from printshop.problems import PrintshopError
from printshop.silhouettes import SIDE_VIEW, SilhouetteSpec

WIDTH, HEIGHT = 400.0, 300.0  # points: the proportions of the covers on the page
_HORIZON = 222.0
_SUN, _SUN_RADIUS, _SUN_CENTER = Color(244, 220, 174), 92.0, (200.0, 212.0)
_NIGHT, _INK = Color(16, 24, 40), Color(14, 18, 26)
_RAYS = 22
_NEUTRAL = Color(90, 105, 125)  # of a game with fewer than two sides
_BOXES = ((28.0, 96.0, 214.0, 138.0), (240.0, 150.0, 138.0, 76.0))  # of the two units: the first one is nearer
_WAVES = ((238.0, 3.0), (256.0, 5.0), (280.0, 8.0))  # the top and the height of each dark band of the ground


def draw_plain_cover(game: Game) -> Page:
    """Return the picture. A unit whose picture cannot be read is left out."""
    sides = [parse_color(side.color) for side in game.sides.values()]
    first, second = [*sides, _NEUTRAL, _NEUTRAL][:2]
    return Page(WIDTH, HEIGHT, tuple(chain(_draw_ground(first, second), _draw_units(game))))


def _draw_ground(first: Color, second: Color) -> Iterator[Item]:
    sky, ground = first.mix(_NIGHT, 0.35), second.mix(_NIGHT, 0.5)
    x, y = _SUN_CENTER
    yield shapes.rect(0, 0, WIDTH, HEIGHT, fill=sky)
    step = math.pi / _RAYS
    for number in range(_RAYS):
        angles = [math.pi + step * (number + half) for half in (0.0, 0.5)]
        ends = [(x + 2 * WIDTH * math.cos(angle), y + 2 * WIDTH * math.sin(angle)) for angle in angles]
        yield shapes.polygon([(x, y), *ends], fill=sky.mix(_SUN, 0.16))
    yield shapes.circle(x, y, _SUN_RADIUS + 14, fill=sky.mix(_SUN, 0.4))
    yield shapes.circle(x, y, _SUN_RADIUS, fill=_SUN)
    yield shapes.rect(0, _HORIZON, WIDTH, HEIGHT - _HORIZON, fill=ground)
    yield shapes.rect(0, _HORIZON, WIDTH, 4, fill=ground.mix(WHITE, 0.25))
    for top, height in _WAVES:
        yield shapes.rect(0, top, WIDTH, height, fill=ground.mix(_NIGHT, 0.35))


def _draw_units(game: Game) -> Iterator[Item]:
    for unit, box in reversed([*zip(_choose_units(game), _BOXES, strict=False)]):
        try:
            art = replace(unit.art, view=SIDE_VIEW) if isinstance(unit.art, SilhouetteSpec) else unit.art
            picture = artwork.load_picture(art) if art else None
        except PrintshopError:
            continue
        if picture:
            # units face each other
            yield artwork.place_picture(picture, box, color=_INK, mirror=box is not _BOXES[0], align=(0.5, 1.0))


def _choose_units(game: Game) -> list[Unit]:
    """Return the first unit of each side, or the first units of the only side."""
    units = [unit for unit in game.units.values() if unit.art]
    firsts = {unit.side.key: unit for unit in reversed(units)}
    chosen = [firsts[key] for key in dict.fromkeys(unit.side.key for unit in units)]
    return chosen if len(chosen) > 1 else units
