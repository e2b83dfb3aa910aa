"""Rosters: what is printed adds up to what is in the data, and damage is on the records as the fleet's file has it."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import pdfplumber
import pytest
from placed import outlines, rows, words
from toys import TOY

from printshop.catalogue import games
from printshop.drawing.items import BLACK, Document, Page
from printshop.drawing.shapes import bounds
from printshop.drawing.text import plain
from printshop.files import Delivery
from printshop.game.damage import key_of
from printshop.game.fleets.fleets import Asked, Fleet, priced, read
from printshop.game.forces import figure, points_of
from printshop.game.load import load
from printshop.problems import PrintshopError, Problems
from printshop.products import contents, find, fleet_pack
from printshop.products.product import Request, Settings
from printshop.products.rosters import rosters
from printshop.products.rosters.fleet_marks import tracks_of
from printshop.publishing import write
from printshop.render.renderer import Options
from printshop.source import parse_text

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

GAMES = [*games(), "toy"]


def opened(key: str) -> Game:
    return load(TOY if key == "toy" else games()[key])


def fleet(game: Game, text: str) -> Fleet:
    problems = Problems()
    node = parse_text(text, "f.yaml", problems)
    made = read(node, "night_watch", game, problems, Asked()) if node else None
    problems.raise_if_any()
    assert made is not None
    return made


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


def text_of(printed: list[Page]) -> list[str]:
    lines = [" ".join(word.text for word in line) for page in printed for line in rows(page.items, 1.5)]
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


def test_the_sums_in_the_pdf_are_those_of_the_data(whole: Whole, tmp_path: Path) -> None:
    game, made, printed = whole
    with Delivery() as delivery:
        write(Document("roster", tuple(printed)), tmp_path / "roster", ("pdf",), delivery, Options())
    with pdfplumber.open(tmp_path / "roster.pdf") as pdf:
        lines = [line for page in pdf.pages for line in page.extract_text().split("\n")]
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


def test_every_unit_has_a_row(whole: Whole) -> None:
    lines = text_of(whole.pages)
    assert [line.endswith("seen twice") for line in lines].count(True) >= 0.5 * len(whole.fleet.ships)
    for ship in whole.fleet.ships:
        first = plain(ship.unit.label).split()[0]
        assert any(line.startswith(first) for line in lines), ship.unit.name


@pytest.mark.parametrize("paper", ["universal", "letter"])
def test_nothing_leaves_the_page(whole: Whole, paper: str) -> None:
    from printshop.layout.paper import PAPERS

    game, made, printed = whole
    for page in printed if paper == "universal" else pages(game, made, Settings(PAPERS[paper])):
        left, top, right, bottom = bounds(page.items)
        margin = 9 / 25.4 * 72
        assert left >= margin
        assert top >= margin
        assert right <= page.width - margin
        assert bottom <= page.height - margin
        assert min(word.size for word in words(page.items)) >= 6


def filled(printed: list[Page]) -> int:
    return sum(path.fill == BLACK for page in printed for path in outlines(page.items))


@pytest.mark.parametrize("product", ["records", "cards"])
def test_the_circles_that_are_marked_are_those_of_the_file(whole: Whole, product: str) -> None:
    game, made, _ = whole
    request = fleet_pack._request(game, made, product)
    if request is None:
        assert not any(game.forms[key].unit for key in contents.usual(game, product))
        return
    tracks = tracks_of(game, [ship.unit for ship in made.ships], (product,))
    expected = sum(count for ship in made.ships for track, count in ship.damage.items()
                   if track in tracks[key_of(ship.unit)])
    build = find(product).build
    marked, clean = (list(build(game, one, Settings()).pages) for one in (request, replace(request, damage={})))
    assert filled(marked) - filled(clean) == expected


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
    game = load(games()["iron_stars"])
    return text_of(pages(game, fleet(game, HOME)))


def test_a_row_says_what_matters_of_a_ship(home: list[str]) -> None:
    assert "HMES Golem Haemonculous 14 1 5 4/d8 (×2)* 4/d6 (×1) 4/d4 (×1) 4/d8 (×3) 43 hull 3/14, flagship" in home
    assert "torpedoes 1/4" in home
    assert any(line.startswith("HMES Dauntless Alpha 1 0 9") for line in home)


def test_classes_have_sums_and_the_limit_is_reckoned(home: list[str]) -> None:
    assert [line for line in home if line.startswith(("Destroyer:", "Total:", "Limit ", "Left over ", "Cruiser:"))] == [
        "Destroyer: 3 ships 15", "Total: 5 ships 83", "Limit 100", "Left over 17"]
    assert "The Home Squadron 83 of 100 points" in home
    assert "17 left over" in " ".join(home)


def test_the_summary_counts_what_adds_up_and_what_is_lost(home: list[str]) -> None:
    table = home[home.index("Type Number Points Share Hull Primary guns Secondary guns Light guns Torpedo tubes"):][:7]
    assert table[1:] == ["Destroyer 3 15 18 % 3 0 0 6 6", "Light Cruiser 1 25 30 % 7 2 4 6 3",
                         "Cruiser 1 43 52 % 14 4 4 4 4", "Total 5 83 100 % 24 6 8 16 13",
                         "Lost to damage 5 – – – 1", "Left 19 6 8 16 12"]
    assert home[home.index("Size Number Points Share"):][1:4] == ["Very Small 3 15 18 %", "Small 1 25 30 %",
                                                                  "Medium 1 43 52 %"]


def test_a_fleet_that_breaks_rules_says_so_at_its_head() -> None:
    game = load(games()["iron_stars"])
    shown = text_of(pages(game, fleet(game, HOME.replace("limit: 100", "limit: 80"))))
    assert shown[1:6] == ["The Home Squadron 83 of 80 points", "Britain · 5 ships 3 over the limit",
                          "This fleet breaks a rule", "83 points, 3 over the limit of 80",
                          "Player Opponent Date Signed"]
    assert "Over the limit 3" in shown


def test_one_ship_has_one_page_without_a_summary() -> None:
    game = load(games()["iron_stars"])
    (page,) = pages(game, fleet(game, "units: [Nike]"))
    shown = text_of([page])
    assert "Total: 1 ship 38" in shown
    assert "Force summary" not in shown
    assert "Notes" in shown


def test_a_long_title_goes_on_in_a_second_line() -> None:
    game = load(games()["iron_stars"])
    title = "The Second Heavy Expeditionary Squadron of the Grand Fleet under Admiral of the White Sir John"
    made = [text_of([page]) for page in pages(game, fleet(game, f"title: {title}\nlimit: 10\nunits: [60 x Alpha]"))]
    assert " ".join(made[0]).count("under Admiral of the White Sir John") == 1
    assert made[1][0].startswith("Roster: The Second Heavy Expeditionary Squadron…")


def test_hundreds_of_ships_go_on_with_sums() -> None:
    game = load(games()["iron_stars"])
    made = pages(game, fleet(game, "units: [120 x Alpha, 99 x Volga, Golem]"))
    assert [page.label for page in made] == [f"F-{number}" for number in range(1, len(made) + 1)]
    assert len(made) <= 9
    shown = [text_of([page]) for page in made]
    forward = [line for page in shown for line in page if line.startswith("Carried forward")]
    brought = [line for page in shown for line in page if line.startswith("Brought forward")]
    assert [line.rsplit(" ", 1)[1] for line in forward] == [line.rsplit(" ", 1)[1] for line in brought]
    assert sum(re.fullmatch(r"Alpha-\d+ 1 0 9 .*", line) is not None for page in shown for line in page) == 120
    assert all(any(line.startswith("Ship ") for line in page) for page in shown[:-1])


def test_what_is_printed_with_a_roster_stands_on_it() -> None:
    game = load(games()["iron_stars"])
    made = fleet(game, HOME)
    pack = fleet_pack.assemble(game, made, tuple(fleet_pack.make(game, made, Settings())), Settings())
    assert [component.product.name for component in pack.components] == ["rosters", "records", "counters"]
    assert pack.cover is None
    shown = text_of(list(pack.components[0].pages))
    assert "Records S-1 paper" in shown
    assert any(line.startswith("Counters C-1 card") for line in shown)
    labels = [page.label for page in pack.document.pages]
    assert labels == ["F-1", "S-1", "C-1"]


def test_points_that_nobody_knows_leave_room_to_write() -> None:
    game = load(games()["for_the_masses"])
    shown = text_of(pages(game, fleet(game, "side: orcs\nlimit: 500\nunits: [Orc Warriors, Light Cavalry]")))
    assert "Total: 2 units 270 + ____" in shown
    assert "Left over ____" in shown
    assert not [line for line in shown if "over the limit" in line]


def test_a_limit_that_is_broken_whatever_the_unknown_costs_is_told() -> None:
    game = load(games()["for_the_masses"])
    shown = text_of(pages(game, fleet(game, "side: orcs\nlimit: 200\nunits: [Orc Warriors, Light Cavalry]")))
    assert "at least 270 points, at least 70 over the limit of 200" in shown
    assert any(line.endswith("at least 70 over the limit") for line in shown)
    assert "Over the limit 70 + ____" in shown
    assert not [line for line in shown if "eft over" in line]


def test_texts_may_hold_markup_and_lone_stars() -> None:
    game = opened("toy")
    shown = " ".join(text_of(pages(game, fleet(
        game, 'title: "A *very* odd 3* lot"\nnotes: "*Mind* the 5* gap."\nunits: [{unit: Ogg, notes: "*old* 2*"}]'))))
    assert "A very odd 3* lot" in shown
    assert "old 2*" in shown
    assert "Mind the 5* gap." in shown


# --- without a fleet ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_all_units_of_a_game_are_listed_with_their_points(key: str) -> None:
    game = opened(key)
    shown = text_of(list(rosters.build(game, Request(), Settings()).pages))
    for unit in game.units.values():
        points = points_of(unit, game.unit_types)
        lines = [line for line in shown if plain(unit.label).split()[-1] in line]
        assert lines
        assert not points or any(figure(points) in line for line in shown)
    assert not [line for line in shown if line.startswith(("Total", "Player", "Carried"))]


@pytest.mark.parametrize("key", GAMES)
def test_a_blank_roster_fills_its_page(key: str) -> None:
    game = opened(key)
    made = list(rosters.build(game, Request(blank=2), Settings()).pages)
    assert len(made) == 2 * len(game.unit_types)
    assert [page.label for page in made] == [f"FB-{number}" for number in range(1, len(made) + 1)]
    for page in made:
        assert bounds(page.items)[3] > page.height - 45
        assert {"Fleet", "Player", "Date"} <= {word.text for word in words(page.items)}


def test_units_that_are_asked_for_are_a_roster() -> None:
    game = load(games()["iron_stars"])
    request = Request(units=game.muster([("Golem", 1), ("Alpha", 3)]), damage={"Golem": {"hull": 2}})
    shown = text_of(list(rosters.build(game, request, Settings()).pages))
    assert "Total: 4 ships 58" in shown
    assert any("hull 2/14" in line for line in shown)
    with pytest.raises(PrintshopError, match="its record has no 'hul'"):
        rosters.build(game, Request(units=request.units, damage={"Golem": {"hul": 2}}), Settings())


def test_the_forces_of_a_scenario_are_a_roster() -> None:
    game = load(games()["iron_stars"])
    scenario = game.scenarios["meeting_engagement"]
    shown = text_of(list(rosters.build(game, Request(scenario=scenario), Settings()).pages))
    totals = [line.rsplit(" ", 1)[1] for line in shown if line.startswith("Total: ")]
    assert totals == [figure(force.total) for force in scenario.forces]


def test_damage_of_a_unit_that_fights_on_both_sides_says_whose() -> None:
    game = opened("toy")
    scenario = game.scenarios["picnic"]

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
        fleet_pack.assemble(game, made, (), Settings())
    (problem,) = caught.value.problems
    assert "the roster of 'Night watch'" in problem.message
    assert "needs" in problem.message
