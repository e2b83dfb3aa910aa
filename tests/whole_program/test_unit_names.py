"""A unit has one name everywhere: its counter, the roster and its record agree."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers.fleets import muster_fleet
from helpers.games import open_game
from helpers.pages import find_rows, find_words
from helpers.problems import catch_problems

from printshop.game.counters import COUNTERS
from printshop.game.fleets import Fleet
from printshop.game_paths import find_shipped_games
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems
from printshop.products import find_product
from printshop.products.counters import build as counters_build
from printshop.products.forms.compiled import FormProblems
from printshop.products.rosters import build as rosters_build

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.drawing.display_list import Item, Page
    from printshop.game.model import Game, Unit

NAMED = "Zoé"


def muster_all(game: Game) -> Fleet:
    """Return a fleet with two of every third unit, the second of each with a name of its own."""
    default = next(iter(game.sides), "")
    lines = []
    for number, unit in enumerate([*game.units.values()][::3]):
        side = f", side: {default}" if unit.has_no_side and default else ""
        lines += [f'- {{unit: "{unit.name}"{side}}}', f'- {{unit: "{unit.name}"{side}, name: {NAMED} {number}}}']
    return muster_fleet(game, lines)


def parts(text: str) -> set[str]:
    """Return the words of a text: names, numbers, letters."""
    return set(re.findall(r"[^\s(),–-]+", text.replace("\u00a0", " ")))


def read_words(items: Iterable[Item]) -> set[str]:
    return set().union(*(parts(word.text) for word in find_words(items)), set())


def read_counter_words(game: Game, units: Iterable[Unit]) -> dict[str, set[str]]:
    """Return all words on the front of the counters of every unit, by its name."""
    kinds = [kind for kind in game[COUNTERS].values() if kind.default]
    results: dict[str, set[str]] = {}
    for kind in kinds:
        for unit, piece in counters_build.make_single_counters(game, kind, kinds, units, PrintSettings(), Problems()):
            results.setdefault(unit.name, set()).update(read_words(piece.items))
    return results


@pytest.mark.parametrize("key", find_shipped_games())
def test_name_on_a_counter_is_on_roster_and_record(key: str) -> None:
    game = open_game(key)
    fleet = muster_all(game)
    units = [ship.unit for ship in fleet.units]
    lines = [parts(" ".join(word.text for word in line))
             for page in rosters_build.make_fleet_roster(game, fleet, PrintSettings()).pages
             for line in find_rows(page.items, 1.5)]
    lines += [one | other for one, other in pairwise(lines)]  # a name may stand on two lines
    sheets = [
        read_words(page.items) for product in ("records", "cards") for page in make_unit_pages(game, product, units)
    ]
    counters_of = read_counter_words(game, units)
    assert counters_of
    for unit in units:
        known, tag = parts(unit.display_title), parts(str(unit.values["tag"]))
        assert any(known <= line for line in lines), unit.name
        if unit.name in counters_of:
            assert tag <= counters_of[unit.name], unit.name
            numbers = parts(str(unit.values["number"])) & counters_of[unit.name] if not unit.tag else set()
            assert numbers <= known, unit.name
        assert any(tag <= sheet for sheet in sheets), unit.name
    assert len({(unit.side.key, unit.display_title) for unit in units}) == len(units)


def make_unit_pages(game: Game, product: str, units: list[Unit]) -> Iterable[Page]:
    try:
        return list(find_product(product).build(game, PrintRequest(units=tuple(units)), PrintSettings()).pages)
    except PrintshopError:
        return ()  # a game without cards


def test_mistake_in_a_name_is_reported_at_the_name() -> None:
    game = open_game("iron_stars")
    long = "Incomprehensibilities of the Deep " * 4
    fleet = muster_fleet(game, ["- Golem", f"- {{unit: Golem, name: {long}}}"])
    problems, kinds = FormProblems(), [game[COUNTERS]["tents"]]
    assert len([*counters_build.make_single_counters(game, kinds[0], kinds, [ship.unit for ship in fleet.units],
                                                     PrintSettings(), problems)]) == 1
    messages = catch_problems(problems.raise_if_any)
    assert {str(problem.span) for problem in messages} == {"fleet.yaml:3:23"}
