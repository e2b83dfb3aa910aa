"""The rows of a roster: classes, sums, limits, and damage."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_rows
from helpers.toy_game import open_game

from printshop.drawing.items import Page
from printshop.game.fleets import Asked, Fleet, read
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.problems import PrintshopError, Problems
from printshop.products.rosters import rosters
from printshop.source import parse_text

if TYPE_CHECKING:

    from printshop.game.model import Game


def fleet(game: Game, text: str) -> Fleet:
    problems = Problems()
    node = parse_text(text, "f.yaml", problems)
    made = read(node, "night_watch", game, problems, Asked()) if node else None
    problems.raise_if_any()
    assert made is not None
    return made


def pages(game: Game, made: Fleet, settings: Settings | None = None) -> list[Page]:
    return list(rosters.document(game, made, settings or Settings()).pages)


def text_of(pages: list[Page]) -> list[str]:
    lines = [" ".join(word.text for word in line) for page in pages for line in find_rows(page.items, 1.5)]
    return [line.replace("\u00a0", " ") for line in lines]


# --- one fleet, line by line -------------------------------------------------------------------------------------

HOME = """
title: The Home Squadron
side: britain
limit: 100
units:
  - {unit: Golem, damage: {hull: 3, torpedoes: 1}, notes: flagship}
  - {unit: Sycorax, damage: {hull: 2}}
  - 2 x Alpha
  - {unit: Alpha, name: Dauntless}
"""


@pytest.fixture(scope="module")
def home() -> list[str]:
    game = open_game("iron_stars")
    return text_of(pages(game, fleet(game, HOME)))


def test_the_summary_counts_what_adds_up_and_what_is_lost(home: list[str]) -> None:
    table = home[home.index("Type Number Points Share Hull Primary guns Secondary guns Light guns Torpedoes"):][:7]
    assert table[1:] == ["Destroyer 3 15 18 % 3 0 0 6 6", "Light Cruiser 1 25 30 % 7 2 4 6 3",
                         "Cruiser 1 43 52 % 14 4 4 4 4", "Total 5 83 100 % 24 6 8 16 13",
                         "Lost to damage 5 – – – 1", "Left 19 6 8 16 12"]
    assert home[home.index("Size Number Points Share"):][1:4] == ["Very Small 3 15 18 %", "Small 1 25 30 %",
                                                                  "Medium 1 43 52 %"]


def test_classes_of_hardly_more_than_a_ship_each_have_no_headings_but_a_column() -> None:
    game = open_game("iron_stars")
    for names, alone in ((["Nike", "Golem", "Gauntlet"], True), (["Nike", "Golem", "2 x Sycorax"], False)):
        shown = text_of(pages(game, fleet(game, f"units: [{', '.join(names)}]")))
        head = next(number for number, line in enumerate(shown) if line.startswith("Ship Class"))
        assert ("Cruiser" in shown[head + 1:]) is not alone
        golem = next(number for number, line in enumerate(shown) if line.startswith("HMES Golem"))
        assert shown[golem].startswith("HMES Golem Haemonculous, 14" if alone else "HMES Golem Haemonculous 14")
        assert shown[golem + 1].startswith("Cruiser") is alone


def test_parts_of_the_points_make_what_is_written_below_them() -> None:
    """Thirds of 100 % are 33, 34 and 33, not three times 33."""
    game = open_game("iron_stars")
    shown = text_of(pages(game, fleet(game, "side: russia\nunits: [Petrograd, Volga, Tsargrad, 2 x Kaliningrad]")))
    start = next(place for place, line in enumerate(shown) if line.startswith("Type Number"))
    table = [re.search(r"(\d+) %", line) for line in shown[start + 1:]]
    parts = [int(found[1]) for found in table[:next(place for place, one in enumerate(table) if one is None)] if found]
    assert parts[-1] == 100
    assert sum(parts[:-1]) == 100


def test_a_limit_that_is_broken_whatever_the_unknown_costs_is_told() -> None:
    game = open_game("for_the_masses")
    shown = text_of(pages(game, fleet(game, "side: orcs\nlimit: 200\nunits: [Orc Warriors, Light Cavalry]")))
    assert "at least 270 points, at least 70 over the limit of 200" in shown
    assert any(line.endswith("at least 70 over the limit") for line in shown)
    assert "Over the limit 70 + ____" in shown
    assert not [line for line in shown if "eft over" in line]


# --- without a fleet ---------------------------------------------------------------------------------------------


def test_damage_of_a_unit_that_fights_on_both_sides_says_whose() -> None:
    game = open_game("toy")
    scenario = game[SCENARIOS]["picnic"]

    def marked(name: str) -> list[str]:
        request = Request(scenario=scenario, damage={name: {"padding.left": 1}})
        shown = text_of(list(rosters.build(game, request, Settings()).pages))
        return [line for line in shown if "padding left" in line]

    assert len(marked("Biff (Teal)")) == 1
    with pytest.raises(PrintshopError, match=r"Biff \(Mauve\) and Biff \(Teal\) are among the records"):
        marked("Biff")
    with pytest.raises(PrintshopError, match=r"did you mean 'Biff \(Mauve\)'"):
        marked("Biff (Moove)")
