"""Packs have few pieces to cut: dice and records replace markers, and markers are printed if they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.packs import build_pack, make_pack
from helpers.pages import read_text

from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product, packs
from printshop.products import product as products

if TYPE_CHECKING:
    from pathlib import Path

CUT_PRODUCTS = ("counters", "markers")


def count_pieces(game_key: str, scenario: str, **settings: str) -> tuple[int, str]:
    """Return the number of counters and markers in a pack, and the words of its print guide."""
    pack = (make_pack(read_game(open_game(game_key).root, settings), scenario) if settings
            else build_pack(game_key, scenario))
    pieces = sum(page.cutouts for part in pack.components if part.product.name in CUT_PRODUCTS for page in part.pages)
    cover = pack.cover
    assert cover
    return pieces, " ".join(read_text(tuple(cover.pages)[1].items).split())


def test_dice_replace_markers_unless_the_markers_are_requested() -> None:
    count, words = count_pieces("iron_stars", "meeting_engagement")
    assert count == 51
    assert "a d10 beside each ship" in words
    count, words = count_pieces("iron_stars", "meeting_engagement", number_markers="true")
    assert count == 133
    assert "a d10 beside each ship" not in words


def list_keys(game_key: str, product: str) -> set[str]:
    """Return the keys of the entries that `make all` prints on the pages of a product."""
    game = open_game(game_key)
    return {*products.find_all_keys(find_product(product), game)}


def test_complete_output_of_a_game_omits_unused_products() -> None:
    markers = list_keys("iron_stars", "markers") | {
        *find_product("markers").find_keys_printed_elsewhere(open_game("iron_stars"), None)}
    assert not {key for key in markers if "momentum" in key or "japan" in key}  # dice replace; no ship has figures
    assert "initiative_china" in markers
    assert list_keys("for_the_masses", "maps") == {"open_board"}  # the board of its scenario


@pytest.mark.parametrize("more", ["", ", {name: Bob, side: a}"])
def test_complete_output_of_a_game_has_rosters_for_several_units(tmp_path: Path, more: str) -> None:
    (tmp_path / "men.yaml").write_text(
        "format: 1\ntitle: Men\nsides: {a: {name: A, colour: '#5c1a2b'}}\n"
        "unit_types: {man: {plural: men, fields: {}}}\nforms: {sheet: {unit: man, rows: [{text: '{name}'}]}}\n"
        f"men: [{{name: Al, side: a}}{more}]\n", encoding="utf-8")
    game = read_game(tmp_path / "men.yaml")
    names = [file.name for file in packs.build_all_files(game, None, PrintSettings()) if "rosters" in file.name]
    assert names == (["rosters", "blank-rosters"] if more else [])


def test_instructions_for_alternative_counters_say_that_one_kind_is_enough() -> None:
    game = open_game("iron_stars")
    counters = find_product("counters")
    for keys, message in ((("tents",), False), (products.find_all_keys(counters, game), True)):
        document = counters.build(game, PrintRequest(only_keys=keys), PrintSettings())
        words = " ".join(read_text(next(iter(document.pages)).items).split())
        assert ("one of 3 kinds to choose from" in words) is message
