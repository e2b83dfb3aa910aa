"""Units of one design share a record."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from helpers.fleets import muster_fleet
from helpers.games import open_game
from helpers.pages import find_rows, read_text

from printshop.game.scenarios import SCENARIOS
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.forms.shared_records import share_records


def test_units_of_one_design_share_a_data_sheet() -> None:
    game = open_game("stellar_wars")
    fleet = muster_fleet(game, ["- {unit: ES-A, count: 3, side: side_1}", "- {unit: ES-A, side: side_2, name: Gnat}",
                        "- {unit: DD-A, side: side_2}"])
    request = PrintRequest(units=tuple(ship.unit for ship in fleet.units))
    for form, expected in (("control", ["ES-A"] * 4 + ["DD-A"]), ("data", ["ES-A", "DD-A"])):
        built = find_product("records").build(game, replace(request, only_keys=(form,)), PrintSettings())
        words = " ".join(word.text for page in built.pages for line in find_rows(page.items) for word in line)
        assert sorted(re.findall(r"(?:Escort|Destroyer) +(\S+)", words)) == sorted(expected)


def test_few_records_of_several_sides_share_a_page_except_in_a_battle() -> None:
    game = open_game("iron_stars")
    records = find_product("records")
    for scenario, count in ((None, 1), (game[SCENARIOS]["meeting_engagement"], 2)):
        request = PrintRequest(only_keys=("flotilla",), scenario=scenario)
        assert len([*records.build(game, request, PrintSettings()).pages]) == count


def test_shared_record_has_the_notes_of_its_units() -> None:
    alpha = [replace(unit, notes="slow") for unit in open_game("iron_stars").expand_roster([("Alpha", 2)])]
    (together,) = share_records(alpha, 2, {})
    assert together.notes == "slow"
    (apart,) = share_records([alpha[0], replace(alpha[1], notes="")], 2, {})
    assert apart.notes == "Alpha-1: slow"


@pytest.mark.parametrize(("name", "notes", "is_printed"), [
    ("Golem", "leaks badly", True), ("Golem", "leaks badly " * 20, False), ("Alpha", "slow", True)])
def test_notes_of_a_unit_follow_the_entries_of_the_cell_for_notes(name: str, notes: str,
                                                                  is_printed: bool) -> None:
    game = open_game("iron_stars")
    (unit,) = game.expand_roster([(name, 1)])
    words = [read_text(page.items) for changed in (unit, replace(unit, notes=notes))
             for page in find_product("records").build(game, PrintRequest(units=(changed,)), PrintSettings()).pages]
    assert (notes[:4] in words[1]) == is_printed
    assert is_printed or words[0] == words[1]
