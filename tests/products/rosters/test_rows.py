"""The rows of a roster: classes, sums, limits, and damage."""

from __future__ import annotations

import re

import pytest
from helpers.fleets import HOME, make_roster_pages, parse_fleet, read_roster
from helpers.games import open_game

from printshop.game.scenarios import SCENARIOS
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.rosters import build as rosters_build


@pytest.fixture(scope="module")
def home() -> list[str]:
    game = open_game("iron_stars")
    return read_roster(make_roster_pages(game, parse_fleet(game, HOME)))


def test_summary_adds_up_totals_and_losses(home: list[str]) -> None:
    table = home[home.index("Type Number Points Share Hull Primary guns Secondary guns Light guns Torpedoes"):][:7]
    assert table[1:] == ["Destroyer 3 15 18 % 3 0 0 6 6", "Light Cruiser 1 25 30 % 7 2 4 6 3",
                         "Cruiser 1 43 52 % 14 4 4 4 4", "Total 5 83 100 % 24 6 8 16 13",
                         "Lost to damage 5 – – – 1", "Left 19 6 8 16 12"]
    assert home[home.index("Size Number Points Share"):][1:4] == ["Very Small 3 15 18 %", "Small 1 25 30 %",
                                                                  "Medium 1 43 52 %"]


def test_small_classes_have_a_column_in_place_of_headings() -> None:
    game = open_game("iron_stars")
    for names, alone in ((["Nike", "Golem", "Gauntlet"], True), (["Nike", "Golem", "2 x Sycorax"], False)):
        texts = read_roster(make_roster_pages(game, parse_fleet(game, f"units: [{', '.join(names)}]")))
        head = next(number for number, line in enumerate(texts) if line.startswith("Ship Class"))
        assert ("Cruiser" in texts[head + 1:]) is not alone
        golem = next(number for number, line in enumerate(texts) if line.startswith("HMES Golem"))
        row = " ".join(texts[golem - 1:golem + 2])  # a class of two lines stands above and below the middle of its row
        assert "Haemonculous" in row
        assert ("Haemonculous," in row and "Cruiser" in row.split()) is alone
        assert texts[golem].startswith("HMES Golem 14" if alone else "HMES Golem Haemonculous 14")


def test_shares_of_the_points_are_rounded_to_the_nearest_percent() -> None:
    """All shares together may be 99 % or 101 %: a share of 27.4 % is 27 %, whatever stands above it."""
    game = open_game("iron_stars")
    texts = read_roster(
        make_roster_pages(game, parse_fleet(game, "side: russia\nunits: [Petrograd, Volga, Tsargrad, 2 x Kaliningrad]"))
    )
    start = next(place for place, line in enumerate(texts) if line.startswith("Type Number"))
    rows = [match for line in texts[start + 1:] if (match := re.search(r"\d+ (\d+) (\d+) %", line))]
    total = max(int(points) for points, _ in (row.groups() for row in rows))
    shares = [(int(points), int(share)) for points, share in (row.groups() for row in rows)]
    assert [share for _, share in shares] == [int(100 * points / total + 0.5) for points, _ in shares]
    assert {sum(share for points, share in shares if points < total)} != {100}


def test_limit_broken_for_any_unknown_cost_is_reported() -> None:
    game = open_game("for_the_masses")
    texts = read_roster(
        make_roster_pages(game, parse_fleet(game, "side: orcs\nlimit: 200\nunits: [Orc Warriors, Light Cavalry]"))
    )
    assert "at least 270 points, at least 70 over the limit of 200" in texts
    assert any(line.endswith("at least 70 over the limit") for line in texts)
    assert "Over the limit 70 + ____" in texts
    assert not [line for line in texts if "eft over" in line]


# --- without a fleet ---------------------------------------------------------------------------------------------


def test_damage_of_a_unit_on_both_sides_names_its_owner() -> None:
    game = open_game("toy")
    scenario = game[SCENARIOS]["picnic"]

    def find_damage_lines(name: str) -> list[str]:
        request = PrintRequest(scenario=scenario, damage={name: {"padding.left": 1}})
        texts = read_roster(list(rosters_build.build_rosters(game, request, PrintSettings()).pages))
        return [line for line in texts if "padding left" in line]

    assert len(find_damage_lines("Biff (Teal)")) == 1
    with pytest.raises(PrintshopError, match=r"but there are records of Biff \(Mauve\) and Biff \(Teal\)"):
        find_damage_lines("Biff")
    with pytest.raises(PrintshopError, match=r"did you mean 'Biff \(Mauve\)'"):
        find_damage_lines("Biff (Moove)")
