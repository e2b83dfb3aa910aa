"""Record sheets: sides apart, damage marked, no circle lost; a problem at the unit that does not fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.problems import catch_problems, list_messages

from printshop.drawing.display_list import BLACK, Group, Item, Page, SymbolUse, TextRun
from printshop.drawing.display_list import Path as Outline
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.forms import records

if TYPE_CHECKING:
    from printshop.game.model import Game


def make_sheets(game: Game, *roster: tuple[str, int], **request: object) -> list[Page]:
    document = records.build_records(game, PrintRequest(units=game.expand_roster(roster), **request), PrintSettings())  # type: ignore[arg-type]
    return list(document.pages)


def find_mark_groups(items: tuple[Item, ...]) -> list[tuple[str, int, int]]:
    """Return name, circles and filled circles of all groups of pips."""
    results = []
    for item in items:
        if isinstance(item, Group):
            results += find_mark_groups(item.items)
        elif isinstance(item, SymbolUse) and item.symbol.name.startswith("pips"):
            outlines = [one for one in item.symbol.items if isinstance(one, Outline)]
            results.append((item.symbol.name, len(outlines), sum(one.fill == BLACK for one in outlines)))
        elif isinstance(item, SymbolUse):
            results += find_mark_groups(item.symbol.items)
    return results


def find_fonts(items: tuple[Item, ...]) -> list[tuple[str, str, float]]:
    """Return text, font and size of every run."""
    results = []
    for item in items:
        match item:
            case TextRun():
                results.append((item.string, item.font, item.size))
            case Group():
                results += find_fonts(item.items)
            case SymbolUse():
                results += find_fonts(item.symbol.items)
    return results


def test_five_records_are_on_a_page_and_sides_are_separate(iron_stars: Game) -> None:
    scenario = iron_stars[SCENARIOS]["meeting_engagement"]
    pages = list(records.build_records(iron_stars, PrintRequest(scenario=scenario), PrintSettings()).pages)
    result = [
        [text for text, _, size in find_fonts(page.items) if size == 16 and text.strip() != "HMES"] for page in pages
    ]
    assert result == [["Gauntlet", "Golem", "Sycorax", "Alpha"],
                      ["Tsargrad", "Petrograd", "Kaliningrad", "Ekaterinburg", "Volga"]]
    message = [[text.strip() for text, _, _ in find_fonts(page.items)] for page in pages]
    for number in range(1, 6):  # destroyers of one design share a record
        assert f"Alpha-{number}" in message[0]
        assert f"Volga-{number}" in message[1]
    assert [mark.title for page in pages for mark in page.bookmarks] == ["Ship records: British ships",
                                                                         "Ship records: Russian ships"]


@pytest.mark.parametrize(("damage", "message"), [
    ({"Golem": {"hull": 15}}, "damage of HMES Golem: 15 marks of hull are asked for, but the record has only 14"),
    ({"Golem": {"hul": 1}}, "damage of HMES Golem: the record has no 'hul'"),
    ({"Golam": {"hull": 1}}, "damage is given for 'Golam', which has no record here"),
])
def test_damage_without_circles_is_reported(iron_stars: Game, damage: dict[str, dict[str, int]], message: str) -> None:
    assert list_messages(catch_problems(make_sheets, iron_stars, ("Golem", 1), damage=damage)) == [message]


@pytest.mark.parametrize("positions", [(3, 3), (15,), (0,)])
def test_marked_circle_is_never_lost(iron_stars: Game, positions: tuple[int, ...]) -> None:
    golem = iron_stars.units["Golem"]
    wrong = replace(golem, values={**golem.values, "q_positions": positions})
    with pytest.raises(PrintshopError, match=r"the positions of the Q circles among 14 circles would be "):
        list(records.build_records(iron_stars, PrintRequest(units=(wrong,)), PrintSettings()).pages)


def test_pages_of_a_document_can_be_iterated_twice(iron_stars: Game) -> None:
    document = records.build_records(iron_stars, PrintRequest(), PrintSettings())
    assert [page.bookmarks for page in document.pages] == [page.bookmarks for page in document.pages]


@pytest.mark.parametrize(("per_row", "count"), [(1, 3), (2, 6)])
def test_page_has_as_many_records_as_fit(tmp_path: Path, per_row: int, count: int) -> None:
    (tmp_path / "game.yaml").write_text(
        "format: 1\ntitle: Bees\nsides: {red: {colour: '#d55e00', pattern: hatch}, blue: {colour: '#0072b2'}}\n"
        "unit_types: {bee: {plural: bees, fields: {legs: {kind: whole}}}}\n", encoding="utf-8")
    (tmp_path / "forms.yaml").write_text(
        f"log:\n  per_page: fit\n  per_row: {per_row}\n  rows:\n"
        "    - {height: 30 mm, each: sides, cells: [{text: '{name}'}]}\n",
        encoding="utf-8")
    (page,) = records.build_records(read_game(tmp_path), PrintRequest(), PrintSettings()).pages
    assert [result[0] for result in find_fonts(page.items)].count("Red") == count


def test_form_without_blank_copies_has_none_in_make_all() -> None:
    product = find_product("records")
    assert product.find_blank_keys(open_game("stellar_wars"), ("control", "data", "log"), None) == ("control",)
