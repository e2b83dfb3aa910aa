"""The map in a booklet: its shape true in small, its real size in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from placed import rows

from printshop.drawing.ink import Ink
from printshop.drawing.shapes import bounds
from printshop.game.load import load
from printshop.products import booklet, map_figure, pack
from printshop.products.product import Request, Settings
from printshop.starting import write_game

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

FIELD = """\
bay:
  orientation: pointy-top
  across: 40 mm
  columns: 30
  rows: 45
  zones: {docks: {side: docks, edge: top, depth: 8}}
"""
BOARD = "bay: {orientation: flat-top, across: 1 in, shape: hexagon, across_hexes: 9, edges: [A, B, C, D, E, F]}\n"


def game(folder: Path, maps: str) -> Game:
    write_game(folder / "harbour")
    (folder / "harbour" / "maps.yaml").write_text(maps, encoding="utf-8")
    battle = folder / "harbour" / "scenarios" / "first_light.yaml"
    battle.write_text(battle.read_text(encoding="utf-8").replace("table: 4 ft x 3 ft", "map: bay"), encoding="utf-8")
    return load(folder / "harbour")


# The width of n columns of pointy hexes, every other row shifted, is n + 1/2 hexes; m rows are (3m + 1) / 2 sides high.
@pytest.mark.parametrize(("maps", "said", "size"), [
    (FIELD, "30 × 45 hexes, 40 mm across flats; the whole map is 1220 × 1570 mm", (30.5 * 40, 68 * 40 / 3**0.5)),
    (BOARD, "61 hexes, 1 in across flats; the whole map is 8.1 × 9.0 in", (25.4 * 14 / 3**0.5, 25.4 * 9)),
])
def test_a_map_keeps_its_shape_and_says_its_size(
    tmp_path: Path, maps: str, said: str, size: tuple[float, float]
) -> None:
    loaded = game(tmp_path, maps)
    found = map_figure.figure(loaded.maps["bay"], 450, Ink.COLOUR)
    assert said in found.caption
    assert found.width / found.height == pytest.approx(size[0] / size[1], rel=1e-6)
    left, top, right, bottom = bounds(found.items)
    assert (left, top, right, bottom) == pytest.approx((0, 0, found.width, found.height), abs=1.1)
    assert found.width <= 450 * map_figure.SHARE + 1e-6
    assert found.height <= map_figure.HIGHEST + 1e-6


@pytest.mark.parametrize("ink", list(Ink))
def test_the_map_stands_in_the_booklet_and_comes_with_the_pack(tmp_path: Path, ink: Ink) -> None:
    loaded = game(tmp_path, FIELD)
    settings = Settings(ink=ink)
    pages = booklet.build(loaded, Request(), settings).pages
    words = " ".join(word.text for page in pages for line in rows(page.items) for word in line)
    assert "The map" in words
    assert "the whole map is 1220 × 1570 mm" in words
    made = tuple(pack.make(loaded, loaded.scenarios["first_light"], settings))
    assert [one.product.name for one in made] == ["booklet", "maps", "records", "counters", "templates"]
    cover = pack.assemble(loaded, loaded.scenarios["first_light"], made, settings).cover.pages
    assert "room for the map, 1220 × 1570 mm" in " ".join(word.text for page in cover for line in rows(page.items)
                                                          for word in line)
