"""Packs with `players`: shared pages, a kit for each player that is asked for, and sheets to cut, in this order."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.packs import build_pack
from helpers.pages import find_words, read_text

from printshop.drawing.display_list import SymbolUse
from printshop.game.scenarios import SCENARIOS
from printshop.layout.page_choice import parse_page_choice
from printshop.layout.page_frame import find_content_rect
from printshop.print_settings import PrintSettings
from printshop.products import packs
from printshop.products.booklets.build import FOOT_MARGIN

if TYPE_CHECKING:
    from printshop.drawing.display_list import Page

BATTLES = [("iron_stars", "meeting_engagement"), ("iron_guest", "six_captains")]


def number_parts(pack: packs.PrintedPack) -> list[tuple[int, packs.PackComponent]]:
    return list(zip(packs.find_first_pages(pack.parts, packs.FRONT_PAGES), pack.parts, strict=True))


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_kits_are_between_shared_pages_and_cutouts(game: str, scenario: str) -> None:
    players = open_game(game)[SCENARIOS][scenario].players
    assert players
    kits = [(owner, [*group]) for owner, group in groupby(number_parts(build_pack(game, scenario)),
                                                          key=lambda part: part[1].player)]
    sides = [force.side.name for force in open_game(game)[SCENARIOS][scenario].forces]
    assert [owner for owner, _ in kits] == ["", *sides, ""]
    assert not any(part.product.is_cut_out for _, part in kits[0][1])
    assert all(part.product.is_cut_out for _, part in kits[-1][1])
    assert all("charts" in [part.product.name for _, part in parts] for owner, parts in kits if owner)


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_every_page_of_a_component_is_in_the_pack_once_for_each_of_its_players(game: str, scenario: str) -> None:
    pack = build_pack(game, scenario)
    pages_in_pack = [page.label for part in pack.parts for page in part.pages]
    expected = [page.label for part in pack.components for page in part.pages for _ in page.seats or (0,)]
    assert sorted(pages_in_pack) == sorted(expected)
    assert len([*pack.document.pages]) >= packs.FRONT_PAGES + len(expected)


def test_records_of_a_kit_are_those_of_its_player() -> None:
    records = {part.player: " ".join(read_text(page.items) for page in part.pages)
               for part in build_pack("iron_stars", "meeting_engagement", 4).parts if part.product.name == "records"}
    assert "Golem" in records["Britain, Battle line"]
    assert "Sycorax" not in records["Britain, Battle line"]
    assert "Sycorax" in records["Britain, Flotilla"]
    assert "Alpha-5" in records["Britain, Flotilla"]
    assert "Volga-5" in records["Russia, Flotilla"]


def test_with_fewer_players_a_kit_has_all_units_of_a_side() -> None:
    pack = build_pack("iron_stars", "meeting_engagement", 3)
    records = {part.player: " ".join(read_text(page.items) for page in part.pages)
               for part in pack.parts if part.product.name == "records"}
    assert [*records] == ["Britain, Battle line", "Britain, Flotilla", "Russia"]
    assert all(name in records["Russia"] for name in ("Tsargrad", "Kaliningrad", "Ekaterinburg", "Volga-5"))
    assert sum(read_text(page.items).count("Players of this side") for page in pack.document.pages) == 2


@pytest.mark.parametrize(("players", "line", "sheets"), [
    (3, "The kits are for 3 players. 4 can play: print the pack for more players.", 23),
    (4, "", 27),
])  # fmt: skip
def test_print_guide_says_how_to_print_kits_for_more_players(players: int, line: str, sheets: int) -> None:
    words = read_guide("iron_stars", "meeting_engagement", players)
    assert line in words
    assert ("for more players" in words) == bool(line)
    assert f"{sheets} sheets to print" in words
    assert "64 pieces to cut out" in words


def test_scenario_with_a_player_a_side_has_the_same_kits_for_each_number() -> None:
    players = open_game("iron_guest")[SCENARIOS]["six_captains"].players
    assert players
    assert players.kits == players.seats
    assert "for more players" not in read_guide("iron_guest", "six_captains")


def list_copies(label: str) -> list[Page]:
    return [page for page in build_pack("iron_stars", "meeting_engagement", 4).document.pages if page.label == label]


def test_page_of_several_kits_is_drawn_once_and_names_each_player() -> None:
    copies = list_copies("R-1")
    assert len({page.items[0].symbol for page in copies if isinstance(page.items[0], SymbolUse)}) == 1
    assert ["Flotilla" in read_text(page.items[1:]) for page in copies] == [False, True, False, True]


def test_code_chooses_the_first_of_several_copies_and_a_number_each() -> None:
    pack = build_pack("iron_stars", "meeting_engagement", 4)
    numbers = [number for number, page in enumerate(pack.document.pages, 1) if page.label == "R-1"]
    chosen = packs.choose_pack_pages(pack, parse_page_choice("R-1"))
    assert [page.items for page in chosen.pages] == [list_copies("R-1")[0].items]
    chosen = packs.choose_pack_pages(pack, parse_page_choice("R-1")._replace(every_copy=True))
    assert [page.items for page in chosen.pages] == [page.items for page in list_copies("R-1")]
    chosen = packs.choose_pack_pages(pack, parse_page_choice(",".join(map(str, numbers))))
    assert [page.items for page in chosen.pages if page.label == "R-1"] == [page.items for page in list_copies("R-1")]


def read_guide(game: str, scenario: str, players: int = 0) -> str:
    cover = build_pack(game, scenario, players).cover
    assert cover
    return " ".join(read_text(tuple(cover.pages)[1].items).split())


def test_print_guide_has_a_row_for_each_kit_and_one_for_equal_kits() -> None:
    words = read_guide("iron_stars", "meeting_engagement", 4)
    assert re.search(r"Britain, Flotilla \d+ to \d+ \(S-2, R-1", words)
    assert words.count("The kit of one player, with a pencil.") == 4
    words = read_guide("iron_guest", "six_captains")
    assert "Each player 8 to 13 (R-1)" in words  # no empty pages stand between the kits
    assert words.count("The kit of one player, with a pencil.") == 1


def test_sheets_are_counted_with_the_copies_in_the_kits() -> None:
    pages = [page for part in build_pack("iron_guest", "six_captains").parts if part.product.name == "charts"
             for page in part.pages]
    assert len(pages) == 7  # the card of each captain, and the optional rules once
    assert "7 of heavy paper or card" in read_guide("iron_guest", "six_captains")


def test_score_sheet_is_in_the_kits_and_not_in_the_booklet() -> None:
    parts = build_pack("iron_stars", "meeting_engagement", 4).parts
    booklet, *kits = (" ".join(read_text(page.items) for page in part.pages) for part in parts
                      if part.product.name == "booklet")
    assert "Won from" not in booklet
    assert len(kits) == 4
    assert all("Won from Russia" in words and "TURN TRACK" in words.upper() for words in kits)


@pytest.mark.parametrize(("game", "scenario"), BATTLES)
def test_no_page_of_a_booklet_is_nearly_empty(game: str, scenario: str) -> None:
    box = find_content_rect(PrintSettings().paper, true_scale=False)
    for part in build_pack(game, scenario).parts:
        for page in part.pages if part.product.name == "booklet" else ():
            lowest = max(word.y for word in find_words(page.items) if word.y < box.bottom - FOOT_MARGIN)
            assert lowest > box.y + box.height / 3, page.label


def test_figure_of_the_table_is_below_the_setup() -> None:
    pages = [read_text(page.items) for page in build_pack("iron_stars", "meeting_engagement").document.pages]
    assert ["SETTING UP" in words for words in pages] == ["The table before the first turn." in words
                                                          for words in pages]
    assert sum("SETTING UP" in words for words in pages) == 1
