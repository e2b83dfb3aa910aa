"""Rosters: what is printed adds up to what is in the data, and damage is on the records as the fleet's file has it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import printed
import pytest
from placed import rows, words
from toys import opened

from printshop.catalogue import games
from printshop.drawing.items import Document, Page
from printshop.game.fleets import Asked, Fleet, priced, read
from printshop.game.model import key_of
from printshop.game.scenarios import SCENARIOS, figure, points_of
from printshop.job import Request, Settings
from printshop.loading import load
from printshop.problems import PrintshopError, Problems
from printshop.products import find, pack
from printshop.products.rosters import rosters
from printshop.products.rosters.rosters import tracks_of
from printshop.source import parse_text

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

GAMES = [*games(), "toy"]


def fleet(game: Game, text: str) -> Fleet:
    problems = Problems()
    node = parse_text(text, "f.yaml", problems)
    made = read(node, "night_watch", game, problems, Asked()) if node else None
    problems.raise_if_any()
    assert made is not None
    return made


MARKED = r"""
format: 1
title: Marked
sides: {red: {colour: "#d55e00"}}
unit_types:
  hero:
    plural: heroes
    points: age
    roster: [motto]
    fields: {age: {kind: whole}, motto: {kind: text}}
    checks: [{that: age < 9, message: "she is *old*: {motto}", warning: true}]
heroes: [{name: Two*star*, side: red, age: 20, motto: 'Never *ever* \*'}]
forms:
  sheet: {unit: hero, columns: 1, rows: [{height: 9 mm, cells: [{text: "{name} {motto}"}]},
                                         {height: 9 mm, cells: [{text: "But", warnings: true}]}]}
  card: {unit: hero, size: poker, columns: 1, rows: [{height: 9 mm, cells: [{text: "{name} {motto}"}]}]}
counters: {flats: {kind: flat, units: hero, size: 60 x 60 mm, front: [{text: "{name} {motto}", largest: 7 pt}]}}
scenarios:
  duel: {title: Duel, summary: S., table: 4 ft x 4 ft, turns: 3, forces: {red: {units: [Two*star*]}}, setup: [S.],
         victory: {text: V.}, show: {Motto: motto}}
"""


def test_markup_is_markup_in_a_units_texts_and_not_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(MARKED, encoding="utf-8")
    game = load(tmp_path)
    request = Request(units=game.muster([("Two*star*", 1)]))
    made = [find(one).build(game, request, Settings()) for one in ("records", "cards", "counters", "rosters")]
    made.append(find("booklet").build(game, Request(scenario=game[SCENARIOS]["duel"]), Settings()))
    for document in made:
        found = [word for page in document.pages for word in words(page.items)]
        said = "".join(word.text for word in found)
        assert {word.font.endswith("-italic") for word in found if word.text == "ever"} == {True}
        assert "Two*star*" in said
        assert "ever*" in said.replace(" ", "")
    warned = [word for page in made[0].pages for word in words(page.items) if word.text == "old"]
    assert [word.font.endswith("-italic") for word in warned] == [True]


def everybody(game: Game) -> Fleet:
    """Return a fleet of all units of a game, some of each, the first circle of the first track of each marked."""
    default, lines = next(iter(game.sides), ""), []
    tracks = tracks_of(game, game.units.values())
    for unit in game.units.values():
        side = f", side: {default}" if unit.anyones and default else ""
        track = next((track for track, count in tracks[key_of(unit)].items() if count), None)
        damage = f", damage: {{{track}: 1}}" if track else ""
        lines.append(f'- {{unit: "{unit.name}", count: 1{side}{damage}, notes: seen twice}}')
    return fleet(game, "title: All of *them*\nunits:\n" + "\n".join(lines))


def pages(game: Game, made: Fleet, settings: Settings | None = None) -> list[Page]:
    return list(rosters.document(game, made, settings or Settings()).pages)


def text_of(pages: list[Page]) -> list[str]:
    lines = [" ".join(word.text for word in line) for page in pages for line in rows(page.items, 1.5)]
    return [line.replace("\u00a0", " ") for line in lines]


class Whole(NamedTuple):
    """A game, a fleet of all its units, and the pages of its roster."""

    game: Game
    fleet: Fleet
    pages: list[Page]


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest) -> Whole:
    game = opened(request.param)
    made = everybody(game)
    return Whole(game, made, pages(game, made))


def test_the_sums_in_the_pdf_are_those_of_the_data(whole: Whole) -> None:
    game, made, sheets = whole
    lines = [" ".join(words) for sheet in printed.sheets(Document("roster", tuple(sheets)))
             for words in printed.lines(sheet)]
    totals = [line for line in lines if line.startswith("Total: ")]
    summed = [one for one in made.squadrons if priced(game) or len(one.ships) > 1]
    assert len(totals) == len(summed)
    for line, squadron in zip(totals, summed, strict=True):
        worth = [points_of(ship.unit, game.unit_types) for ship in squadron.ships]
        known = sum((one for one in worth if one is not None), Fraction(0))
        assert line.startswith(f"Total: {len(squadron.ships)} ")
        if any(worth):
            assert line.split()[3] == figure(known)
            assert ("+" in line) == (None in worth)


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
    game = opened("iron_stars")
    return text_of(pages(game, fleet(game, HOME)))


def test_the_summary_counts_what_adds_up_and_what_is_lost(home: list[str]) -> None:
    table = home[home.index("Type Number Points Share Hull Primary guns Secondary guns Light guns Torpedoes"):][:7]
    assert table[1:] == ["Destroyer 3 15 18 % 3 0 0 6 6", "Light Cruiser 1 25 30 % 7 2 4 6 3",
                         "Cruiser 1 43 52 % 14 4 4 4 4", "Total 5 83 100 % 24 6 8 16 13",
                         "Lost to damage 5 – – – 1", "Left 19 6 8 16 12"]
    assert home[home.index("Size Number Points Share"):][1:4] == ["Very Small 3 15 18 %", "Small 1 25 30 %",
                                                                  "Medium 1 43 52 %"]


def test_a_fleet_that_breaks_rules_says_so_at_its_head() -> None:
    game = opened("iron_stars")
    shown = text_of(pages(game, fleet(game, HOME.replace("limit: 100", "limit: 80"))))
    assert shown[1:6] == ["The Home Squadron 83 of 80 points", "Britain · 5 ships 3 over the limit",
                          "This fleet breaks a rule", "83 points, 3 over the limit of 80",
                          "Player Opponent Date Signed"]
    assert "Over the limit 3" in shown


def test_classes_of_hardly_more_than_a_ship_each_have_no_headings_but_a_column() -> None:
    game = opened("iron_stars")
    for names, alone in ((["Nike", "Golem", "Gauntlet"], True), (["Nike", "Golem", "2 x Sycorax"], False)):
        shown = text_of(pages(game, fleet(game, f"units: [{', '.join(names)}]")))
        head = next(number for number, line in enumerate(shown) if line.startswith("Ship Class"))
        assert ("Cruiser" in shown[head + 1:]) is not alone
        golem = next(number for number, line in enumerate(shown) if line.startswith("HMES Golem"))
        assert shown[golem].startswith("HMES Golem Haemonculous, 14" if alone else "HMES Golem Haemonculous 14")
        assert shown[golem + 1].startswith("Cruiser") is alone


def test_a_long_title_goes_on_in_a_second_line() -> None:
    game = opened("iron_stars")
    title = "The Second Heavy Expeditionary Squadron of the Grand Fleet under Admiral of the White Sir John"
    made = [text_of([page]) for page in pages(game, fleet(game, f"title: {title}\nlimit: 10\nunits: [60 x Alpha]"))]
    assert " ".join(made[0]).count("under Admiral of the White Sir John") == 1
    assert made[1][0].startswith("Roster: The Second Heavy Expeditionary Squadron…")


def test_parts_of_the_points_make_what_is_written_below_them() -> None:
    """Thirds of 100 % are 33, 34 and 33, not three times 33."""
    game = opened("iron_stars")
    shown = text_of(pages(game, fleet(game, "side: russia\nunits: [Petrograd, Volga, Tsargrad, 2 x Kaliningrad]")))
    start = next(place for place, line in enumerate(shown) if line.startswith("Type Number"))
    table = [re.search(r"(\d+) %", line) for line in shown[start + 1:]]
    parts = [int(found[1]) for found in table[:next(place for place, one in enumerate(table) if one is None)] if found]
    assert parts[-1] == 100
    assert sum(parts[:-1]) == 100


def test_a_limit_that_is_broken_whatever_the_unknown_costs_is_told() -> None:
    game = opened("for_the_masses")
    shown = text_of(pages(game, fleet(game, "side: orcs\nlimit: 200\nunits: [Orc Warriors, Light Cavalry]")))
    assert "at least 270 points, at least 70 over the limit of 200" in shown
    assert any(line.endswith("at least 70 over the limit") for line in shown)
    assert "Over the limit 70 + ____" in shown
    assert not [line for line in shown if "eft over" in line]


# --- without a fleet ---------------------------------------------------------------------------------------------


def test_damage_of_a_unit_that_fights_on_both_sides_says_whose() -> None:
    game = opened("toy")
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


def test_columns_that_no_page_holds_are_told() -> None:
    game = opened("toy")
    long = "x" * 190
    made = fleet(game, f"units: [{{unit: Ogg, name: {long}, notes: {long}}}]")
    with pytest.raises(PrintshopError) as caught:
        pack.assemble_fleet(game, made, (), Settings())
    (problem,) = caught.value.problems
    assert "the roster of 'Night watch'" in problem.message
    assert "needs" in problem.message
