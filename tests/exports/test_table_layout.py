"""Virtual tables: a picture of each page of a card, maps with small enough pictures, a first hex on a whole pixel."""

from __future__ import annotations

from math import isqrt
from types import SimpleNamespace
from typing import Any, cast

import pytest
from helpers.games import open_game
from helpers.problems import catch_problems

from printshop.exports.table_layout import MAX_PIXELS, MAX_SIDE, MIN_DPI, TableMap, build_table, clean_name
from printshop.game.charts import CHARTS
from printshop.hexes import HexGrid, Orientation
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.maps.hex_drawing import BORDER_WIDTH


def test_each_page_of_a_card_has_a_picture_with_a_unique_name() -> None:
    settings = PrintSettings(variants=frozenset({"large"}))
    table = build_table(open_game("toy"), PrintRequest(), settings, is_flat=True)
    names = [name for name, _ in table.charts]
    assert len(set(names)) == len(names) > len(open_game("toy")[CHARTS])


def make_map(width: float, height: float, across: float = 31.7) -> TableMap:
    """Return a map of a size, whose numbers begin at its first hex."""
    board = SimpleNamespace(whole_hexes=((0, 0), (0, 1)), find_coordinates=lambda cell: (1, 1 + cell[1]))
    grid = HexGrid(Orientation.FLAT, across, 20.3, 17.9)
    return TableMap(cast("Any", SimpleNamespace(title="Sea", span=None, board=board)),
                    cast("Any", SimpleNamespace(width=width, height=height, grid=grid)), ())


def test_map_has_the_requested_resolution_if_its_picture_is_small() -> None:
    assert make_map(600, 400).choose_dpi(150) == 150


@pytest.mark.parametrize("size", [(9000.0, 300.0), (300.0, 9000.0), (5000.0, 5000.0), (7000.0, 3000.0)])
@pytest.mark.parametrize("max_side", [MAX_SIDE, 4000])
def test_picture_of_a_large_map_has_the_largest_allowed_size(size: tuple[float, float], max_side: int) -> None:
    dpi = make_map(*size).choose_dpi(600, max_side)

    def fits(resolution: int) -> bool:
        width, height = ((side + 4) * resolution / 72 for side in size)
        return max(width, height) <= max_side - 2 and width * height <= min(MAX_PIXELS, max_side ** 2)

    assert fits(dpi)
    assert not fits(dpi + 1)


@pytest.mark.parametrize("turned", [False, True])
def test_illegible_map_is_refused(turned: bool) -> None:
    longest = (MAX_SIDE - 2) * 72 / MIN_DPI - 4
    for length, refused in ((longest - 1, False), (longest + 1, True)):
        result = make_map(*((300.0, length) if turned else (length, 300.0)))
        if refused:
            (problem,) = catch_problems(result.choose_dpi, 150)
            assert problem.message.startswith(f"map 'Sea' is {(length + 4) * 25.4 / 72:.0f} mm long")
        else:
            assert result.choose_dpi(150) == MIN_DPI
    assert isqrt(MAX_PIXELS) < MAX_SIDE


@pytest.mark.parametrize("dpi", [72, 100, 150])
@pytest.mark.parametrize("across", [20.0, 31.7, 40.0])
def test_middle_of_the_first_hex_is_a_whole_pixel_within_the_border(dpi: int, across: float) -> None:
    table_map = make_map(300, 200, across)
    image = table_map.make_image(dpi)
    for pixels in image.find_center((0, 0)):
        assert pixels == pytest.approx(round(pixels), abs=1e-6)
    for start, side, result in zip(image.hex_origin, (300, 200), image.view[:2], strict=True):
        assert BORDER_WIDTH - 1e-6 <= start < BORDER_WIDTH + 72 / dpi
        assert result == pytest.approx(start + side + BORDER_WIDTH)
    x, y = table_map.drawn_map.grid.find_center((0, 1))
    assert image.find_center((0, 1)) == pytest.approx(((x + image.hex_origin[0]) * dpi / 72,
                                                      (y + image.hex_origin[1]) * dpi / 72))
    assert image.view.is_transparent


def test_unprintable_characters_are_removed_from_names() -> None:
    assert clean_name("a\tb\x1bc é") == "a b c é"
