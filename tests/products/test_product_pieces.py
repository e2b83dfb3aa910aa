"""Choice of single pieces and records by their printed names, in products and in packs."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.cli import read_output
from helpers.games import open_game
from helpers.packs import build_pack
from helpers.pages import read_text

from printshop.drawing.display_list import Document
from printshop.layout.page_choice import parse_page_choice
from printshop.print_settings import PrintSettings
from printshop.products import find_product, packs
from printshop.products.product import choose_pieces, make_request

GAME = "iron_stars/meeting_engagement"


def choose(product: str, *words: str, scenario: str = "meeting_engagement") -> Document:
    chosen, game = find_product(product), open_game("iron_stars")
    request, result = choose_pieces(chosen, game, make_request(chosen, game, scenario), words)
    assert result == {*words}
    return chosen.build(game, request, PrintSettings())


@pytest.mark.parametrize(("product", "words", "scenario", "expected", "missing"), [
    ("counters", ["Volga-2"], "meeting_engagement", "Volga-2", "Volga-1"),
    ("counters", ["volga-2", "tokens"], "meeting_engagement", "Volga", "Volga-1"),
    ("counters", ["Volga-7"], "", "Volga-7", "Volga-1"),
    ("records", ["Volga-2"], "meeting_engagement", "Volga-2", "Volga-1"),
    ("counters", ["Torpedo nets"], "meeting_engagement", "Nets down", "Volga"),
    ("markers", ["TORPEDO NETS"], "", "Nets down", "estroyed"),
    ("templates", ["gun RANGE"], "", "Gun", "orpedo"),
])
def test_piece_is_printed_alone(product: str, words: list[str], scenario: str, expected: str, missing: str) -> None:
    pages = tuple(choose(product, *words, scenario=scenario).pages)
    text = " ".join(read_text(page.items) for page in pages)
    assert len(pages) == 1
    assert expected in text
    assert missing not in text


def test_marker_is_printed_once_and_not_with_all_its_copies() -> None:
    text = " ".join(read_text(page.items) for page in choose("markers", "Torpedo nets", scenario="").pages)
    assert text.count("Nets down") == 1


def test_number_of_a_unit_equals_that_of_the_battle() -> None:
    from printshop.products.product import find_requested_units

    product, game = find_product("counters"), open_game("iron_stars")
    request = make_request(product, game, "meeting_engagement")
    chosen, _ = choose_pieces(product, game, request, ["Volga-2"])
    everyone = find_requested_units(game, request, for_pieces=True)
    assert find_requested_units(game, chosen, for_pieces=True) == tuple(
        unit for unit in everyone if unit.title == "Volga-2")


def test_pack_accepts_a_piece_or_pages() -> None:
    alone = Path(read_output("pack", GAME, "--only", "Volga-2", "--format", "dump").strip())
    assert alone.name == "iron_stars-meeting_engagement-Volga-2.txt"
    assert alone.read_text().count("\npage ") == 2  # a record and a counter
    pages = Path(read_output("pack", GAME, "--pages", "1,C-1", "--format", "dump").strip())
    assert pages.name == "iron_stars-meeting_engagement-page-1_c-1.txt"
    assert pages.read_text().count("\npage ") == 2
    words = read_output("pack", GAME, "--only", "Volga-22", "--only", "Hodako", code=1)
    assert "no entry or piece with the key or name 'Volga-22'" in words
    assert "did you mean 'Volga-2'?" in words
    assert "'Hodako'" in words
    assert "leave out --only or --pages" in read_output("pack", GAME, "--only", "Volga-2", "--pages", "1", code=2)


def test_pages_of_a_pack_have_the_numbers_of_its_single_file() -> None:
    whole = build_pack("iron_stars", "meeting_engagement")
    for number, page in [*enumerate(whole.document.pages, 1)][::4]:
        if page.label == "empty":
            continue
        chosen = tuple(packs.choose_pack_pages(whole, parse_page_choice(str(number))).pages)
        assert [page.items for page in chosen] == [page.items]


def test_unknown_name_is_reported_with_similar_names() -> None:
    assert "did you mean 'Volga-2'?" in read_output("make", "counters", GAME, "--only", "Volga-22", code=1)
    words = read_output("make", "markers", "iron_stars", "--only", "Torpedo net", code=1)
    assert "did you mean 'Torpedo nets'?" in words
    assert "there are pages 1 to" in read_output("make", "counters", GAME, "--pages", "77", code=1)
