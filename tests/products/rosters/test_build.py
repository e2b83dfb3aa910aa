"""Rosters: their sums in the PDF equal the data, and columns and titles fit the page."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers import pdf_text
from helpers.fleets import HOME, make_roster_pages, parse_fleet, read_roster
from helpers.games import open_game
from helpers.pages import find_rows, find_words
from helpers.problems import catch_problems

from printshop.drawing.display_list import Document, Page, SymbolUse
from printshop.drawing.display_list import Path as DrawnPath
from printshop.drawing.shapes import measure_bounds
from printshop.game.fleets import Fleet, has_points
from printshop.game.model import make_unique_name
from printshop.game.scenarios import SCENARIOS, find_unit_points, format_points
from printshop.layout.zoom import ZOOM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product, packs
from printshop.products.booklets.illustrations import measure_base_size
from printshop.products.rosters.build import count_marks
from printshop.products.rosters.rows import BOX_SIZE

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

GAMES = ("iron_stars", "toy")


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


def test_markup_applies_to_texts_of_a_unit_and_not_to_its_name(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(MARKED, encoding="utf-8")
    game = read_game(tmp_path)
    request = PrintRequest(units=game.expand_roster([("Two*star*", 1)]))
    pack = [find_product(one).build(game, request, PrintSettings())
            for one in ("records", "cards", "counters", "rosters")]
    pack.append(find_product("booklet").build(game, PrintRequest(scenario=game[SCENARIOS]["duel"]), PrintSettings()))
    for document in pack:
        words = [word for page in document.pages for word in find_words(page.items)]
        texts = "".join(word.text for word in words)
        assert {word.font.endswith("-italic") for word in words if word.text == "ever"} == {True}
        assert "Two*star*" in texts
        assert "ever*" in texts.replace(" ", "")
    warned = [word for page in pack[0].pages for word in find_words(page.items) if word.text == "old"]
    assert [word.font.endswith("-italic") for word in warned] == [True]


def muster_all(game: Game) -> Fleet:
    """Return a fleet of all units of a game, some of each, the first circle of the first track of each marked."""
    default, lines = next(iter(game.sides), ""), []
    tracks = count_marks(game, game.units.values())
    for unit in game.units.values():
        side = f", side: {default}" if unit.has_no_side and default else ""
        track = next((track for track, count in tracks[make_unique_name(unit)].items() if count), None)
        damage = f", damage: {{{track}: 1}}" if track else ""
        lines.append(f'- {{unit: "{unit.name}", count: 1{side}{damage}, notes: seen twice}}')
    return parse_fleet(game, "title: All of *them*\nunits:\n" + "\n".join(lines))


class Whole(NamedTuple):
    """A game, a fleet of all its units, and the pages of its roster."""

    game: Game
    read_fleet: Fleet
    pages: list[Page]


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest) -> Whole:
    game = open_game(request.param)
    fleet = muster_all(game)
    return Whole(game, fleet, make_roster_pages(game, fleet))


def test_sums_in_the_pdf_equal_those_of_the_data(whole: Whole) -> None:
    game, result, sheets = whole
    lines = [" ".join(words) for sheet in pdf_text.read_runs(Document("roster", tuple(sheets)))
             for words in pdf_text.read_lines(sheet)]
    totals = [line for line in lines if line.startswith("Total: ")]
    summed = [one for one in result.forces if has_points(game) or len(one.units) > 1]
    assert len(totals) == len(summed)
    for line, squadron in zip(totals, summed, strict=True):
        worth = [find_unit_points(ship.unit, game.unit_types) for ship in squadron.units]
        known = sum((one for one in worth if one is not None), Fraction(0))
        assert line.startswith(f"Total: {len(squadron.units)} ")
        if any(worth):
            assert line.split()[3] == format_points(known)
            assert ("+" in line) == (None in worth)


def test_fleet_that_breaks_rules_has_a_note_at_its_head() -> None:
    game = open_game("iron_stars")
    texts = read_roster(make_roster_pages(game, parse_fleet(game, HOME.replace("limit: 100", "limit: 80"))))
    assert texts[1:6] == ["The Home Squadron 83 of 80 points", "Britain · 5 ships 3 over the limit",
                          "This fleet breaks a rule", "83 points, 3 over the limit of 80",
                          "Player Opponent Date Signed"]
    assert "Over the limit 3" in texts


def test_long_title_continues_on_a_second_line() -> None:
    game = open_game("iron_stars")
    title = "The Second Heavy Expeditionary Squadron of the Grand Fleet under Admiral of the White Sir John"
    result = [
        read_roster([page])
        for page in make_roster_pages(game, parse_fleet(game, f"title: {title}\nlimit: 10\nunits: [60 x Alpha]"))
    ]
    assert " ".join(result[0]).count("under Admiral of the White Sir John") == 1
    assert result[1][0].startswith("Roster: The Second Heavy Expeditionary Squadron…")


def test_columns_too_wide_for_any_page_are_reported() -> None:
    game = open_game("toy")
    long = "x" * 190
    fleet = parse_fleet(game, f"units: [{{unit: Ogg, name: {long}, notes: {long}}}]")
    (problem,) = catch_problems(packs.assemble_fleet, game, fleet, (), PrintSettings())
    assert "the roster of 'Night watch'" in problem.message
    assert "needs" in problem.message


def test_units_without_values_have_no_rows() -> None:
    game = open_game("iron_stars")
    (page,) = find_product("rosters").build(game, PrintRequest(), PrintSettings()).pages
    (lines,) = ([" ".join(words) for words in pdf_text.read_lines(sheet)]
                for sheet in pdf_text.read_runs(Document("roster", (page,))))
    unknown = [unit.name for unit in game.units.values() if not game.has_known_values(unit)]
    assert len(unknown) > 15
    heading = lines.index("Values not known")
    for name in unknown:
        (number,) = (number for number, line in enumerate(lines) if re.search(rf"\b{name}\b", line))
        assert number > heading
    assert not any("____" in line for line in lines)


def test_list_of_units_has_boxes_for_each_unit_and_the_sums() -> None:
    game = open_game("iron_stars")
    (page,) = find_product("rosters").build(game, PrintRequest(), PrintSettings()).pages
    known = [unit for unit in game.units.values() if game.has_known_values(unit)]
    lines = [" ".join(word.text for word in line) for line in find_rows(page.items, 1.0)]
    assert [line for line in lines if line.endswith("Number Total")]
    assert "Total Limit Left over" in lines
    boxes = [item for item in page.items if isinstance(item, DrawnPath)
             and (bounds := measure_bounds([item]))[2] - bounds[0] == pytest.approx(BOX_SIZE[0], abs=3)
             and bounds[3] - bounds[1] == pytest.approx(BOX_SIZE[1], abs=3)]
    assert len(boxes) == 2 * len(known) + 3


def test_pictures_of_a_table_have_one_scale() -> None:
    game = open_game("iron_stars")
    units = game.expand_roster([("Gauntlet", 1), ("Golem", 1), ("Alpha", 1)])
    page, *_ = find_product("rosters").build(game, PrintRequest(units=units), PrintSettings()).pages
    pictures = [item for item in page.items if isinstance(item, SymbolUse)]
    lengths = sorted(use.transform.a * use.symbol.bounds[2] for use in pictures)
    bases = sorted(map(measure_base_size, units))
    assert [length / lengths[-1] for length in lengths] == pytest.approx([base / bases[-1] for base in bases], rel=0.05)


@pytest.mark.parametrize("key", GAMES)
def test_roster_in_large_print_has_all_words_in_the_usual_typeface(key: str) -> None:
    usual, large = ([word for page in find_product("rosters").build(
        open_game(key), PrintRequest(), PrintSettings(variants=frozenset(variants))).pages
        for word in find_words(page.items) if word.text.strip()] for variants in ((), ("large",)))
    # a line may end behind a hyphen
    counts = [Counter(part for word in words for part in word.text.replace("-", "- ").split())
              for words in (usual, large)]
    assert not counts[0] - counts[1]
    assert min(word.size for word in large) >= ZOOM * min(word.size for word in usual) - 0.01


def test_roster_of_a_fleet_is_enlarged_once() -> None:
    game = open_game("toy")
    fleet = parse_fleet(game, "units: [Ogg]")
    usual, large = (packs.assemble_fleet(game, fleet, (), PrintSettings(variants=frozenset(variants))).document.pages
                    for variants in ((), ("large",)))
    sizes = [max(word.size for page in pages for word in find_words(page.items)) for pages in (usual, large)]
    assert sizes[1] == pytest.approx(ZOOM * sizes[0])


def test_value_that_differs_from_the_book_has_its_mark_and_its_note() -> None:
    game = open_game("iron_stars")
    request = PrintRequest(units=(game.units["Petrograd"], game.units["Tsargrad"]))
    pages = pdf_text.read_runs(find_product("rosters").build(game, request, PrintSettings()))
    texts = [run.text for page in pages for run in page]
    assert {"4/d6 (×2)‡", "6/d4 (×1)‡"} <= set(texts)
    assert texts.count("4/d6 (×2)‡") == 1
    assert "‡ Book: secondary 6/d4 (×1), light guns 4/d6 (×2)." in " ".join(texts)
