"""Booklets: contents, large forces, small paper, and problems of what does not fit."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.figures import draw_map_figure, draw_scenario_map
from helpers.games import open_game
from helpers.page_digests import STARTERS
from helpers.pages import Word, find_rows, find_words
from helpers.paths import TOY
from helpers.problems import catch_problems

from printshop.drawing import text
from printshop.drawing.display_list import Document, Item, Page
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.maps import MAPS
from printshop.game.scenarios import SCENARIOS, muster_forces
from printshop.game_paths import find_shipped_games
from printshop.layout.rectangles import Paper, Rect
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.output.dump import render_dump
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.booklets import build as booklets_build
from printshop.products.booklets import deployment, force_lists
from printshop.words import load_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helpers.golden_files import Goldens

IRON = find_shipped_games()["iron_stars"]
GAME = open_game("iron_stars")
SCENARIO = GAME[SCENARIOS]["meeting_engagement"]
FILE = "scenarios/meeting_engagement.yaml"


@pytest.fixture(scope="module")
def booklet_pages() -> list[Page]:
    return list(booklets_build.build_booklet(GAME, PrintRequest(scenario=SCENARIO), PrintSettings()).pages)


# --- the figure -----------------------------------------------------------------------------------------


def figure(ink: Ink = Ink.COLOUR) -> deployment.Figure:
    assert SCENARIO.deployment
    return deployment.draw_deployment(SCENARIO.deployment, False, ink)


# --- the pages ------------------------------------------------------------------------------------------


def test_contents_lead_to_their_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booklets_build, "MAX_PAGES_WITHOUT_CONTENTS", 3)
    pages = list(booklets_build.build_booklet(GAME, PrintRequest(scenario=SCENARIO), PrintSettings()).pages)
    lines = [half for line in halves(pages[0]) for half in line if half and re.fullmatch(r"[A-Z]-\d+", half[-1].text)]
    entries = {line[0].text: line[-1].text for line in lines}
    titles = ["Background", "Forces", "Setting up", "Victory", "Turn track", "Score sheet", "What you need"]
    where = {mark.title: page.label for page in pages for mark in page.bookmarks}
    assert {title: entries.get(title) for title in titles} == {title: where[title] for title in titles}
    assert {link.target for link in pages[0].links} <= {page.anchor for page in pages}
    assert len(pages[0].links) >= len(titles)
    labels = {page.anchor: page.label for page in pages}
    for line in (one for one in lines if one[0].text in titles):
        (link,) = [link for link in pages[0].links
                   if link.y <= line[0].y <= link.y + link.height and link.x <= line[0].x <= link.x + link.width]
        assert line[-1].text == labels[link.target]


def halves(page: Page) -> list[tuple[list[Word], list[Word]]]:
    """Return the lines of a page set in two columns: the words of each column."""
    middle = page.width / 2
    return [([word for word in line if word.x < middle], [word for word in line if word.x > middle])
            for line in find_rows(page.items)]


def test_large_force_needs_several_sheets(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(TOY, tmp_path / "toy"))
    party = folder / "scenarios" / "tea_party.yaml"
    party.write_text(party.read_text(encoding="utf-8").replace("2 x Blob", "99 x Blob"), encoding="utf-8")
    game = read_game(folder)
    pages = booklets_build.build_booklet(game, PrintRequest(scenario=game[SCENARIOS]["tea_party"]),
                                         PrintSettings()).pages
    words = [word.text for page in pages for word in find_words(page.items)]
    assert [words.count(f"Blob-{number}") for number in range(1, 100)] == [1] * 99
    assert words.count("Total") == 2


def test_booklet_of_a_game_without_scenarios_is_refused(tmp_path: Path) -> None:
    bare = Path(shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("scenarios")))
    with pytest.raises(PrintshopError, match="Wobbling Towers has no scenarios"):
        booklets_build.build_booklet(read_game(bare), PrintRequest(), PrintSettings())


@pytest.mark.parametrize(("old", "new", "message"), [
    ("subtitle: Two patrols", "subtitle: \u4e8c Two patrols",
     "the booklet of 'Meeting Engagement': no available font has"),
])
def test_fit_problems_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    folder = Path(shutil.copytree(IRON, tmp_path / "iron"))
    text = (folder / FILE).read_text(encoding="utf-8")
    assert old in text
    (folder / FILE).write_text(text.replace(old, new), encoding="utf-8")
    game = read_game(folder)
    problems = catch_problems(
        booklets_build.build_booklet,
        game,
        PrintRequest(scenario=game[SCENARIOS]["meeting_engagement"]),
        PrintSettings(),
    )
    (problem,) = problems
    assert problem.message.startswith(message)
    assert problem.span
    assert problem.span.file.endswith(FILE)


def test_toy_scores_have_not_changed(golden: Goldens) -> None:
    toy = open_game("toy")
    party, picnic = toy[SCENARIOS]["tea_party"], toy[SCENARIOS]["picnic"]
    tracks = [one for battle in (party, picnic)
              for one in force_lists.draw_score_sheets(battle, muster_forces(toy, battle), 400, Ink.COLOUR,
                                                       load_words())]
    tracks += [force_lists.draw_turn_track(toy, battle, 400, Ink.COLOUR) for battle in (toy[SCENARIOS]["duel"], picnic)]
    pages = tuple(Page(400, one.height, one.items) for one in tracks)
    golden.check("toy-scores", render_dump(Document("scores", pages)))


def test_toy_map_has_not_changed(golden: Goldens) -> None:
    figure = draw_map_figure(
        open_game("toy")[MAPS]["plateau"], open_game("toy")[SCENARIOS]["picnic"].zones, 400, Ink.LIGHT, load_words()
    )
    page = Page(figure.width, figure.height, figure.items)
    golden.check("toy-map-figure", render_dump(Document(text.strip_markup(figure.caption), (page,))))


@pytest.mark.parametrize(("key", "scenario", "count"), [
    ("iron_guest", "four_captains", 5), ("for_the_masses", "sample_game", 5), ("iron_stars", "meeting_engagement", 8)])
def test_small_booklet_has_smaller_maps_and_no_contents_to_save_pages(
        key: str, scenario: str, count: int) -> None:
    game = open_game(key)
    sheet = Paper("a5", 148 * MM, 210 * MM)
    small = list(booklets_build.build_booklet(game, PrintRequest(scenario=game[SCENARIOS][scenario]),
                                              PrintSettings(sheet)).pages)
    assert len(small) == count
    assert not any(page.links for page in small)
    for page in small[:-1]:  # hardly any ends above its middle
        result = [item for item in page.items if measure_bounds((item,))[1] < page.height - 20 * MM]
        assert measure_bounds(result)[3] > 0.4 * page.height


def test_layout_of_a_long_booklet_tries_some_places_only(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments: list[tuple[float, bool]] = []
    composer = booklets_build._make_composer

    def record_composer(*args: Any) -> Any:
        composed = composer(*args)

        def record_layout(way: Any) -> Any:
            arguments.append((way.map_share, way.forces_together))
            return composed(way)

        return record_layout

    monkeypatch.setattr(booklets_build, "_make_composer", record_composer)
    monkeypatch.setattr(booklets_build, "MAX_PAGES_TO_SEARCH", 0)
    toy = open_game("toy")
    assert booklets_build.build_booklet(toy, PrintRequest(scenario=toy[SCENARIOS]["picnic"]), PrintSettings()).pages
    assert [*dict.fromkeys(arguments)] == [(booklets_build.MIN_MAP_SHARE, False), (booklets_build.MAP_SHARES[0], True)]


@pytest.mark.parametrize(("key", "scenario"), [(key, name) for key in find_shipped_games()
                                               for name in open_game(key)[SCENARIOS]])
def test_every_shipped_scenario_has_a_background_and_a_figure_with_every_unit(key: str, scenario: str) -> None:
    game = open_game(key)
    battle = game[SCENARIOS][scenario]
    assert battle.background
    units = [unit.name for crew in muster_forces(game, battle) for unit in crew]
    if battle.deployment:
        assert sorted(battle.deployment.places) == sorted(units)
    elif battle.examples and battle.examples[0].title.endswith("Setting up"):
        assert battle.examples[0].picture
    else:
        words = draw_scenario_map(game, battle, Ink.COLOUR, 540, 1.0)
        tags = [text.strip_markup(unit.tag or unit.title) for crew in muster_forces(game, battle) for unit in crew]
        assert {*tags} <= {word.text for word in find_words(words.items)}


def test_figure_needs_a_hex_for_each_unit() -> None:
    game = open_game("stellar_wars")
    convoy = game[SCENARIOS]["convoy"]
    zones = tuple(replace(zone, units=zone.units[1:]) if isinstance(zone.units, tuple) else zone
                  for zone in convoy.zones)
    with pytest.raises(PrintshopError, match=r"'units' of zone 'convoy' has 6 hexes, but the side has 7 units"):
        draw_scenario_map(game, replace(convoy, zones=zones), Ink.COLOUR, 540, 1.0)


SETUP_GAME = """\
format: 1
title: Isthmus
sides: {red: {name: Reds, colour: "#d55e00"}, blue: {name: Blues, colour: "#0072b2"}}
unit_types: {unit: {fields: {hex: {kind: text}, men: {kind: whole}}}}
units:
  - {name: Rat, side: red, hex: "0101", men: 41}
  - {name: Cat, side: blue, hex: "0303", men: 57}
counters:
  tent: {kind: tent, units: unit, size: 1/2 x 1 in, profile: [{text: tent}], flap: [{text: flap}]}
  flat: {kind: flat, units: unit, size: 1/2 in, front: [{text: "{men}"}], back: [{text: back}]}
maps: {field: {across: 18 mm, columns: 8, rows: 8}}
scenarios:
  battle:
    title: Battle
    summary: They meet.
    map: field
    turns: 6
    zones: {red: {side: red, units: {by: hex}}, blue: {side: blue, units: {by: hex}}}
    forces: {red: {units: all}, blue: {units: all}}
    pieces: {counters: @}
    setup: [As printed.]
    victory: {text: None.}
"""


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize(("counters", "faces"), [("[flat]", {"41", "57"}), ("[tent]", set()), ("[]", set())])
def test_map_shows_the_faces_of_flat_counters(tmp_path: Path, counters: str, faces: set[str], ink: Ink) -> None:
    (tmp_path / "game.yaml").write_text(SETUP_GAME.replace("@", counters), encoding="utf-8")
    game = read_game(tmp_path)
    figure = draw_scenario_map(game, game[SCENARIOS]["battle"], ink, 540, 1.0)
    words = {word.text for word in find_words(figure.items)}
    assert words & {"41", "57", "back", "tent"} == faces
    assert {"Rat", "Cat"} <= words


def test_reinforcements_have_no_hex_on_the_map() -> None:
    game = read_game(STARTERS / "hexes")
    figure = draw_scenario_map(game, game[SCENARIOS]["crossing"], Ink.BLACK, 540, 1.0)
    words = {word.text for word in find_words(figure.items)}
    assert {"Marsh Foot", "Light Guns"} <= words
    assert not words & {"Red Horse", "Hill Foot"}


def test_booklet_of_several_scenarios_shows_an_example_once() -> None:
    game = open_game("iron_guest")
    document = booklets_build.build_booklet(game, PrintRequest(), PrintSettings())
    words = " ".join(word.text for page in document.pages for word in find_words(page.items))
    assert words.count("2. Where a shoal lies.") == 1
    assert words.count("1. Setting up.") == len(game[SCENARIOS])
    assert words.count("The rest of this part is in") == len(game[SCENARIOS]) - 1
    assert words.count("The special rules are those of") == len(game[SCENARIOS]) - 1


def test_units_in_line_are_on_the_last_page_of_the_forces(monkeypatch: pytest.MonkeyPatch) -> None:
    rooms: list[Rect] = []

    def record_boxes(_game: object, _scenario: object, boxes: Sequence[Rect], _ink: Ink) -> list[list[Item]]:
        rooms.extend(boxes)
        return [[] for _ in boxes]

    monkeypatch.setattr(booklets_build.illustrations, "draw_lineup", record_boxes)
    pages = [page for key in ("iron_stars", "ironclads") for page in booklets_build.build_booklet(
        open_game(key), PrintRequest(), PrintSettings()).pages]
    last_headings = [page.bookmarks[-1].title for page, room in zip(pages, rooms, strict=True) if room.height]
    assert last_headings
    assert {*last_headings} <= {"Russia", "The Delta Flotilla"}  # the last force
