"""Rosters: what is printed adds up to what is in the data, and damage is on the records as the fleet's file has it."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import pdfplumber
import pytest
from placed import outlines, rows, words
from toys import opened

from printshop.catalogue import games
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, Document, Page
from printshop.drawing.shapes import bounds
from printshop.drawing.text import plain
from printshop.files import Delivery
from printshop.game.fleets.fleets import Asked, Fleet, priced, read
from printshop.game.forms.reading import FORMS
from printshop.game.formulas import MISSING
from printshop.game.model import key_of
from printshop.game.scenarios import SCENARIOS, figure, points_of
from printshop.job import Request, Settings
from printshop.loading import load
from printshop.problems import PrintshopError, Problems
from printshop.products import find, pack
from printshop.products.rosters import rosters
from printshop.products.rosters.rosters import tracks_of
from printshop.products.rosters.tables import BLANK, Plan, sections
from printshop.publishing import write
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
        write(Document("roster", tuple(printed)), tmp_path / "roster", Settings(), delivery)
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


def filled(printed: list[Page]) -> int:
    return sum(path.fill == BLACK for page in printed for path in outlines(page.items))


@pytest.mark.parametrize("product", ["records", "cards"])
def test_the_circles_that_are_marked_are_those_of_the_file(whole: Whole, product: str) -> None:
    game, made, _ = whole
    request = pack.of_fleet(game, made, find(product))
    if request is None:
        assert not any(game[FORMS][key].unit for key in find(product).wanted(game))
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
    game = opened("iron_stars")
    return text_of(pages(game, fleet(game, HOME)))


def test_a_row_says_what_matters_of_a_ship(home: list[str]) -> None:
    golem = "HMES Golem Haemonculous 14 1 5 4/d8 (×2)* 4/d6 (×1) 4/d4 (×1) 4/d8 (×3) 43 hull 3/14, "
    assert f"{golem}*Lightning projectors;" in home
    assert "torpedoes 1/4 gyroscopic stabilizer;" in home  # her special equipment, as on her record
    assert "flagship" in home
    assert any(line.startswith("HMES Dauntless Alpha 1 0 9") for line in home)


def test_classes_have_sums_and_the_limit_is_reckoned(home: list[str]) -> None:
    assert [line for line in home if line.startswith(("Destroyer:", "Total:", "Limit ", "Left over ", "Cruiser:"))] == [
        "Destroyer: 3 ships 15", "Total: 5 ships 83", "Limit 100", "Left over 17"]
    assert "The Home Squadron 83 of 100 points" in home
    assert "17 left over" in " ".join(home)


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


def test_classes_of_one_ship_each_have_no_headings_but_a_column() -> None:
    game = opened("iron_stars")
    for names, alone in ((["Nike", "Golem", "Gauntlet"], True), (["Nike", "Golem", "Sycorax"], False)):
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


def test_what_is_carried_forward_is_the_sum_of_the_rows_so_far() -> None:
    """Whatever stands between them: other classes, a second side, rows whose points nobody knows."""
    game = opened("iron_stars")
    made = pages(game, fleet(game, "units: [70 x Alpha, 3 x Golem, 2 x Nike, {unit: Volga, count: 60, side: russia}]"))
    sums: list[int] = []
    running = 0
    for page in made:
        for line in text_of([page]):
            if line == "Russia":
                running = 0
            if row := re.match(r"(?:Alpha|HMES|Volga)\S* .*?\) (\d+)( \*.*| \d+ mine factors)?$", line):
                running += int(row[1])
            if line.startswith(("Carried forward", "Brought forward")):
                sums.append(running)
                assert line.rsplit(" ", 1)[1] == str(running), line
    assert len(sums) >= 4
    assert len({*sums}) >= 2


@pytest.mark.parametrize("key", GAMES)
def test_every_row_knows_the_sum_down_to_it(key: str) -> None:
    """Over classes and over kinds of unit that have tables of their own; sides have sums of their own."""
    game = opened(key)
    made, told = everybody(game), 0
    for squadron in made.squadrons:
        alone = replace(made, squadrons=(squadron,))
        sums, open_ = Fraction(0), False
        worth = {figure(ship.points): ship.points for ship in squadron.ships if ship.points is not None}
        for section in sections(alone, Plan(game, {}, Ink.COLOUR)):
            for row in section.rows:
                if row.kind == "row" and section.sums is not None:
                    own = Fraction(0) if row.cells[section.sums] == MISSING else worth.get(row.cells[section.sums])
                    sums, open_ = sums + (own or 0), open_ or own is None
                if row.kind in ("row", "sum") and row.running:
                    known = figure(sums) if sums or not open_ else ""
                    assert row.running == " + ".join(part for part in (known, BLANK if open_ else "") if part)
                    told += 1
    assert told >= len(made.ships) or not priced(game)


@pytest.mark.parametrize("count", range(24, 60))
def test_no_row_stands_alone_on_a_page(count: int) -> None:
    game = opened("iron_stars")
    made = [text_of([page]) for page in pages(game, fleet(game, f"units: [{count} x Alpha]"))]
    rows_of = [sum(line.startswith("Alpha-") for line in page) for page in made]
    assert sum(rows_of) == count
    assert 1 not in rows_of


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


@pytest.mark.parametrize("key", GAMES)
def test_all_units_of_a_game_are_listed_with_their_points(key: str) -> None:
    game = opened(key)
    made = list(rosters.build(game, Request(), Settings()).pages)
    shown = text_of(made)
    for unit in game.units.values():
        points = points_of(unit, game.unit_types)
        lines = [line for line in shown if plain(unit.label).split()[-1] in line]
        assert lines
        assert not points or any(figure(points) in line for line in shown)
    assert not [line for line in shown if line.startswith(("Total", "Player", "Carried"))]
    assert sum(line.count("Units") for line in shown) == len(made)  # the title of each page


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
    game = opened("iron_stars")
    request = Request(units=game.muster([("Golem", 1), ("Alpha", 3)]), damage={"Golem": {"hull": 2}})
    shown = text_of(list(rosters.build(game, request, Settings()).pages))
    assert "Total: 4 ships 58" in shown
    assert any("hull 2/14" in line for line in shown)
    with pytest.raises(PrintshopError, match="its record has no 'hul'"):
        rosters.build(game, Request(units=request.units, damage={"Golem": {"hul": 2}}), Settings())


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
