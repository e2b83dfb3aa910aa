"""Counters of two sides differ in black ink by the pattern of the side, on every kind of counter of every game."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import inf
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import images
from helpers.combinations import GAMES, open_any

from printshop.drawing.display_list import Page
from printshop.drawing.ink import Ink
from printshop.exports.images import gather_pieces
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.booklets.illustrations import measure_base_size
from printshop.products.product import find_default_keys

if TYPE_CHECKING:
    from printshop.game.model import Game, Side, Unit

LEAST = 40  # pixels at 72 dpi: a frame of 1 mm round a small counter has some 150, a solid mark far fewer


def draw_counters(game: Game, unit: Unit, side: Side) -> list[images.Picture]:
    """Return the counters of a unit with nothing but the colour and the pattern of a side, in black ink."""
    bare = replace(side, name="A", adjective="A", prefix="", emblem="", emblem_path=None)
    result, alone = replace(unit, side=bare), replace(game, sides={side.key: bare})
    keys = find_default_keys(find_product("counters"), game)
    pieces = gather_pieces(alone, PrintRequest((result,), only_keys=keys), PrintSettings(ink=Ink.BLACK), is_flat=False)
    return [images.draw_svg(svg.render_svg(Page(piece.width, piece.height, piece.front), "G"), 72) for piece in pieces]


@pytest.mark.parametrize("key", GAMES)
def test_pattern_of_a_side_is_visible_on_counters_in_black_ink(key: str) -> None:
    """Name and picture are those of one unit, the smallest of its type: only the pattern tells the sides apart."""
    game = open_any(key)
    sides = list(game.sides.values())
    # the last of each type: the smallest base, if any has one
    by_size = sorted(game.units.values(), key=lambda unit: -measure_base_size(unit) or -inf)
    smallest = {unit.kind: unit for unit in by_size}
    occurrences = set[str]()
    for unit in smallest.values():
        counters = [draw_counters(game, unit, side) for side in sides]
        if not counters[0]:  # there are units without counters, such as pilots
            continue
        occurrences.add(unit.kind)
        for (one, first), (other, second) in combinations(zip(sides, counters, strict=True), 2):
            differing = sum(int(np.count_nonzero(np.any(np.abs(a.astype(np.int16) - b) > 90, axis=-1)))
                            for a, b in zip(first, second, strict=True))
            assert differing >= LEAST, f"{unit.name}: {one.name} and {other.name} differ in {differing} pixels"
    assert occurrences
