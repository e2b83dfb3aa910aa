"""Counters of two sides differ in black ink by the pattern of the side, on every kind of counter of every game."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import images
from helpers.combinations import GAMES, open_any
from helpers.pages import make_pages

from printshop.drawing.ink import Ink
from printshop.output import svg
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from printshop.game.model import Game, Side, Unit

LEAST = 40  # pixels at 72 dpi: a frame of 1 mm round a small counter has some 150, a solid mark far fewer


def draw_first_page(game: Game, unit: Unit, side: Side) -> images.Picture:
    """Return the counters of a unit with nothing but the colour and the pattern of a side, in black ink."""
    bare = replace(side, name="A", adjective="A", prefix="", emblem="", emblem_path=None)
    shown, alone = replace(unit, side=bare), replace(game, sides={side.key: bare})
    page = make_pages("counters", alone, PrintSettings(ink=Ink.BLACK), units=(shown,))[0]
    return images.draw_svg(svg.render_svg(page, "G"), 72)


@pytest.mark.parametrize("key", GAMES)
def test_the_pattern_of_a_side_is_visible_on_counters_in_black_ink(key: str) -> None:
    """Name and picture are those of one unit: only the pattern tells the sides apart."""
    game = open_any(key)
    sides = list(game.sides.values())
    seen = set[tuple[str, str]]()
    for unit in game.units.values():
        kind = unit.kind, str(unit.values.get("type"))
        if kind in seen:
            continue
        try:
            pages = [draw_first_page(game, unit, side) for side in sides]
        except PrintshopError:  # there are units without counters, such as pilots
            continue
        seen.add(kind)
        for (one, first), (other, second) in combinations(zip(sides, pages, strict=True), 2):
            differing = int(np.count_nonzero(np.any(np.abs(first.astype(int) - second) > 90, axis=-1)))
            assert differing >= LEAST, f"{unit.name}: {one.name} and {other.name} differ in {differing} pixels"
    assert seen
