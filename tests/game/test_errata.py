"""Values that are ours and notes on differences: a mark at the value, a line at the foot, and nothing elsewhere."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_rows, find_words, make_pages, read_text
from helpers.problems import catch_problems

from printshop.exports.unit_tables import format_units_csv, format_units_json
from printshop.layout.rectangles import Paper
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.booklets import build as booklets_build
from printshop.products.charts import build as charts_build
from printshop.products.forms import cards, records
from printshop.products.templates import build as templates_build
from printshop.products.templates.kinds import TEMPLATES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from printshop.drawing.display_list import Document, Page

GAME = """
format: 1
title: Ferries
sides: {us: {name: Us, colour: "#0072b2"}}
size_classes:
  by: hull
  classes:
    S: {up_to: 4, base: 1/2 x 3/4 in}
    L:
      base: 1 x 1 in
      differs: [{printed: 1 x 2 in, why: so wide are the boats that it draws}]
unit_types:
  ship:
    plural: ships
    fields: {hull: {kind: whole}, oars: {kind: whole}, crew: {kind: whole}, points: {kind: whole}}
    derived: {speed: oars * 2}
ships:
  - {name: Ida, side: us, hull: 3, oars: 2, crew: 5, points: 3}
  - name: Ottilie
    side: us
    hull: 5
    oars: 3
    crew: 4
    points: 4
    differs:
      speed: {printed: 7, why: oars are *counted* in pairs.}
      crew: &hands {printed: "3", played: one more, why: somebody has to steer}
      oars: *hands
  - {name: Pia, side: us, hull: 5, oars: 1, crew: 1, points: 4, differs: {hull: {printed: 9, why: she has 5 planks}}}
forms:
  sheet:
    title: Sheets
    unit: ship
    per_page: 2
    columns: 4
    rows:
      - height: 10 mm
        cells: [{text: "{label}"}, {text: "hull {hull}", pips: hull}, {text: "speed {speed}"}, {pips: crew}]
      - {height: 10 mm, columns: 1, cells: [{pips: hull}]}
  card:
    title: Cards
    unit: ship
    size: 60 x 40 mm
    margin: 2 mm
    columns: 1
    rows:
      - {height: 8 mm, cells: [{text: "{label} {oars}"}]}
      - {height: rest, cells: [{text: "at the foot", wrap: true, valign: bottom}]}
templates:
  arcs:
    kind: arcs
    of: size classes
    title: Arcs
    diameter: 90 mm
    arcs: {forward: {}, starboard: {}, aft: {}, port: {}}
  oil: {kind: disc, title: Oil, diameters: {oil: 20 mm}}
  fog: {kind: disc, title: Fog, diameters: {fog: 20 mm}, differs: [{printed: nothing, why: it is needed}]}
charts:
  card:
    title: Card
    blocks:
      - {title: Plain, text: "a dagger‡ of its own and [1] apple"}
      - title: Rowing
        steps: ["Row two[2] inches.", "Row on."]
        differs: [{printed: "nothing on it", played: as here, why: one must}, {printed: three, why: of the examples}]
      - title: Boats
        sizes: {number: Hull}
        table: {columns: [a], rows: [["b[1]"]]}
        differs: [{printed: c, why: of d}]
      - {title: Again, text: "and again[1]", differs: [{printed: three, why: of the examples}]}
scenarios:
  race:
    title: Race
    summary: Who is first?
    table: 4 ft x 4 ft
    forces: {us: {units: [Ottilie, Ida]}}
    show: {Speed: speed}
    setup: ["Begin 3 in[1] apart."]
    victory: {text: "The first[2]."}
    differs: [{printed: 3 ft, why: the table is small}, {printed: the last, why: it is a race}]
"""
SPEED = "Book: 7. Not so here, because oars are counted in pairs."
HANDS = "Book: 3. Here: one more, because somebody has to steer."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "ferries.yaml"
    path.write_text(GAME, encoding="utf-8")
    return path


def lines(page: Page) -> list[str]:
    return [" ".join(word.text for word in row) for row in find_rows(page.items)]


def read_page_lines(path: Path, build: Callable[..., Document], *roster: str, **request: object) -> list[list[str]]:
    game = read_game(path)
    asked = PrintRequest(units=game.expand_roster((name, 1) for name in roster), **request)  # type: ignore[arg-type]
    return [lines(page) for page in build(game, asked, PrintSettings()).pages]


def find_line(results: list[str], words_of_it: str) -> str:
    """Return the one line that has some words."""
    (line,) = [one for one in results if words_of_it in one]
    return line


def test_record_has_marks_at_values_and_notes_at_the_foot_of_the_page(path: Path) -> None:
    (result,) = read_page_lines(path, records.build_records, "Ottilie", "Ida", only_keys=("sheet",))
    assert "speed 6‡" in find_line(result, "Ottilie")
    assert "§" in [word for line in result[:4] for word in line.split()]  # the circles of the crew, which no text tells
    assert "‡" not in find_line(result, "Ida")
    below = result[next(place for place, line in enumerate(result) if "Ida" in line):]
    assert [line for line in below if line.startswith(("‡", "§"))] == [f"‡ {SPEED}", f"§ {HANDS}"]


def test_notes_without_space_on_a_page_are_refused(path: Path) -> None:
    path.write_text(GAME.replace("{height: 10 mm, columns: 1", "{height: 110.4 mm, columns: 1"), encoding="utf-8")
    assert len(read_page_lines(path, records.build_records, "Ida", "Ida", only_keys=("sheet",))) == 1
    with pytest.raises(PrintshopError, match="2 records of the form 'sheet' do not fit the page"):
        read_page_lines(path, records.build_records, "Ottilie", "Ida", only_keys=("sheet",))


@pytest.mark.parametrize("variant", ["erase", "large"])
def test_records_keep_their_notes_in_a_variant(path: Path, variant: str) -> None:
    game = read_game(path)
    request = PrintRequest(units=game.expand_roster([("Ottilie", 1), ("Ida", 1)]), only_keys=("sheet",))
    usual, words = (Counter(word for page in find_product("records").build(
        game, request, PrintSettings(variants=frozenset(variants))).pages
        for word in re.findall(r"\w+|[‡§¶]", read_text(page.items))) for variants in ((), (variant,)))
    assert sum(usual[sign] for sign in "‡§¶") > 1
    assert not usual - words


def test_card_has_its_notes_above_its_edge(path: Path) -> None:
    game = read_game(path)
    document = cards.build_cards(game, PrintRequest(units=game.expand_roster([("Ottilie", 1), ("Ida", 1)]),
                                                    only_keys=("card",)), PrintSettings())
    (page,) = document.pages
    words = list(find_words(page.items))
    title, plain = ({word.text: word.y for word in words}[name] for name in ("3‡", "2"))
    feet = [word.y for word in words if word.text == "at the foot"]
    (note,) = [word.y for word in words if "somebody" in word.text]
    assert note - feet[0] > 5
    assert feet[0] - title < feet[1] - plain - 5
    assert not [word for word in words if "counted" in word.text]  # it does not show the speed


def test_chart_has_marks_in_its_texts_and_behind_headings(path: Path) -> None:
    texts = [
        word.text for page in charts_build.build_charts(read_game(path), PrintRequest(), PrintSettings()).pages
             for word in find_words(page.items)
    ]
    whole = " ".join(texts)
    assert "a dagger‡ of its own and [1] apple" in whole  # so its own notes begin with the next sign
    assert "two§ inches" in whole
    assert "ROWING¶" in whole
    assert "b‡‡" in whole
    assert "1 × 1 in §§" in whole  # the base is bold, its mark is not
    assert "again§" in whole
    assert whole.count("three") == 1  # the same line once


def test_template_has_its_mark_behind_its_title_and_a_size_class_behind_its_key(path: Path) -> None:
    (result,) = read_page_lines(path, templates_build.build_templates)
    whole = " ".join(result)
    assert "Fog§" in whole
    assert "Oil§" not in whole
    assert "L‡" in whole
    assert result.index("‡ Book: 1 x 2 in. Not so here, because so wide are the boats that it draws.") < result.index(
        "§ Book: nothing. Not so here, because it is needed.")


def test_booklet_has_the_notes_at_its_end_in_the_order_of_their_marks(path: Path) -> None:
    game = read_game(path)
    # in one column
    document = booklets_build.build_booklet(game, PrintRequest(), PrintSettings(Paper("a5", 148 * MM, 210 * MM))).pages
    result = [line for page in document for line in lines(page)]
    places = [result.index(find_line(result, part)) for part in (
        "Ottilie 6‡", "3\u00a0in§ apart", "The first¶.", f"‡ {SPEED}", "§ Book: 3\u00a0ft.", "¶ Book: the last.")]
    assert places == sorted(places)


def test_extensions_remove_and_add_notes(path: Path) -> None:
    top = path.with_name("top.yaml")
    top.write_text("""
extends: ferries.yaml
ships:
  - {name: Ottilie, changes: true, crew: 6, differs: {speed: none, hull: {printed: 1, why: it floats}}}
  - {name: Pia, changes: true, differs: none}
  - {name: Ida, changes: true, points: 9, differs: {points: {printed: 3, why: everything is dearer}}}
templates: {fog: {changes: true, differs: []}}
""", encoding="utf-8")
    game = read_game(top)
    assert {name: [*unit.differs] for name, unit in game.units.items()} == {
        "Ottilie": ["oars", "hull"], "Pia": [], "Ida": ["points"]}  # that on her crew went with the old figure
    assert not game[TEMPLATES]["fog"].differs


@pytest.mark.parametrize(("before", "after", "message", "hint"), [
    ("crew: &hands", "krew: &hands", "'krew' in 'differs' of Ottilie is neither a field nor a derived value",
     "did you mean 'crew'?"),
    ("{printed: 7, why: oars are *counted* in pairs.}", "{printed: 7}", "'speed' of 'differs' of Ottilie lacks 'why'",
     ""),
    ("{printed: 3 ft, why: the table is small}, ", "",
     "each note in 'differs' of the scenario 'race' needs a place in a text", "write [1] after"),
    ("differs: [{printed: nothing, why: it is needed}]", "differs: {printed: nothing, why: it is needed}",
     "'differs' of template 'fog' must be a list", 'begin each entry of the list with "- "'),
])
def test_mistakes_in_notes_are_reported(path: Path, before: str, after: str, message: str, hint: str) -> None:
    assert before in GAME
    text = GAME.replace(before, after)
    path.write_text(text.replace("3 in[1] apart", "3 in apart") if "3 ft" in before else text, encoding="utf-8")
    raised = catch_problems(read_game, path)
    problems = list(raised)
    assert any(message in one.message and hint in one.hint for one in problems), problems


# --- what is ours ---

OURS_GAME = GAME.replace("crew: {kind: whole}", "crew: {kind: whole, ours: true}").replace(
    "{name: Ida, ", "{name: Ida, ours: all, ").replace("{name: Pia, ", "{name: Pia, ours: [hull, speed], ").replace(
    "plural: ships", """plural: ships
    roster: {columns: {Planks: hull, Crew: crew, Speed: speed}}""") + """
counters:
  boats:
    title: Boats
    kind: flat
    units: ship
    size: by size class
    front: [{text: "{short}", edge: top, take: 40 %}, {text: "{hull}"}]
"""


@pytest.fixture
def ours_path(tmp_path: Path) -> Path:
    path = tmp_path / "ours.yaml"
    path.write_text(OURS_GAME, encoding="utf-8")
    return path


def test_house_values_belong_to_units_and_fields(ours_path: Path) -> None:
    units = read_game(ours_path).units
    assert units["Ottilie"].ours == {"crew"}
    assert units["Pia"].ours == {"crew", "hull", "speed"}
    assert units["Ida"].ours == {"hull", "oars", "crew", "points", "speed", "name"}


@pytest.mark.parametrize(("product", "marked"), [
    ("records", {"Ottilie": ["†"], "Pia": ["hull 5†‡", "speed 2†", "†"], "Ida": ["Ida†"]}),
    ("cards", {"Ottilie": [], "Pia": [], "Ida": ["Ida 2†"]}),
    ("rosters", {"Ottilie": ["Crew†"], "Pia": ["Planks†", "Crew†", "Speed†"], "Ida": ["Ida†"]}),
    ("counters", {"Ottilie": [], "Pia": ["5†"], "Ida": ["3†"]}),
])
def test_each_house_value_has_its_mark(ours_path: Path, product: str, marked: dict[str, list[str]]) -> None:
    game = read_game(ours_path)
    for name, texts in marked.items():
        (page,) = make_pages(product, game, roster=[name])
        whole = " ".join(lines(page))
        unmarked = re.sub(r" (?=[†‡])", "", whole.replace(game.ours, ""))
        assert unmarked.count("†") == len(texts), (name, unmarked)
        assert all(text in unmarked for text in texts), (name, unmarked)
        assert whole.count(game.ours) == bool(texts)


@pytest.mark.parametrize("product", ["records", "cards", "rosters", "counters"])
def test_space_for_an_unknown_value_has_no_mark(ours_path: Path, product: str) -> None:
    ours_path.write_text(OURS_GAME.replace("crew: {kind: whole, ours: true}", "crew: {kind: whole}").replace(
        "ours: [hull, speed]", "ours: [oars, speed]").replace("oars: 1", "oars: unknown").replace(
        'text: "{hull}"}', 'text: "{speed}"}'), encoding="utf-8")
    (page,) = make_pages(product, read_game(ours_path), roster=["Pia"])
    assert "†" not in " ".join(lines(page))


def test_space_on_a_counter_has_no_mark_if_all_values_are_house_values(ours_path: Path) -> None:
    ours_path.write_text(OURS_GAME.replace("side: us, hull: 3, oars: 2", "side: us, hull: 3, oars: unknown").replace(
        'text: "{hull}"}', 'text: "{oars}"}'), encoding="utf-8")
    (page,) = make_pages("counters", read_game(ours_path), roster=["Ida"])
    assert "†" not in " ".join(lines(page))


def test_roster_column_has_the_mark_in_its_heading_if_all_values_are_house_values(ours_path: Path) -> None:
    (page,) = make_pages("rosters", read_game(ours_path), roster=["Ottilie", "Pia"])
    words = [word.text for word in find_words(page.items)]
    assert "Crew†" in words
    assert "Planks" in words
    assert len(re.findall("5†[‡§¶]", "".join(words))) == 1  # it differs, too
    assert "1†" not in words


def test_force_lists_mark_house_values(ours_path: Path) -> None:
    ours_path.write_text(OURS_GAME.replace("units: [Ottilie, Ida]", "units: [Ottilie, Ida, Pia]").replace(
        "show: {Speed: speed}", "show: {Speed: speed, Crew: crew}"), encoding="utf-8")
    game = " ".join(line for page in make_pages("booklet", read_game(ours_path)) for line in lines(page))
    for part in ("Ottilie 6‡ 4†", "Ida† 4 5", "Pia 2† 1†"):
        assert part in game.replace(" †", "†"), game


def test_exports_list_house_values_and_a_table_can_be_read_again(ours_path: Path) -> None:
    game = read_game(ours_path)
    table = format_units_csv(game, [*game.units.values()])
    assert [row["ours"] for row in csv.DictReader(io.StringIO(table))] == ["all", "crew", "crew; hull; speed"]
    (folder := ours_path.with_name("again")).mkdir()
    (folder / "ships.csv").write_text(table, encoding="utf-8")
    text = re.sub(r"\nships:\n(?:  .*\n)+", "\n", OURS_GAME)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    again = read_game(folder).units
    assert {name: unit.ours for name, unit in again.items()} == {name: unit.ours for name, unit in game.units.items()}
    listed = json.loads(format_units_json(game, [game.units["Pia"]]))["units"][0]
    assert listed["ours"] == ["hull", "crew", "speed"]


def test_game_has_its_own_line_about_house_values(ours_path: Path) -> None:
    ours_path.write_text(OURS_GAME + "ours: † ist von uns.\n", encoding="utf-8")
    (page,) = make_pages("records", read_game(ours_path), roster=["Ida"])
    assert "† ist von uns." in [word.text for word in find_words(page.items)]


def test_changed_value_is_no_house_value(ours_path: Path) -> None:
    top = ours_path.with_name("top.yaml")
    top.write_text("extends: ours.yaml\nships: [{name: Pia, changes: true, hull: 4}]\n", encoding="utf-8")
    assert read_game(top).units["Pia"].ours == {"crew", "speed"}


@pytest.mark.parametrize(("before", "after", "message", "hint"), [
    ("ours: [hull, speed]", "ours: [hul]", "'hul' in 'ours' of Pia is neither a field nor a derived value",
     "did you mean 'hull'?"),
    ("title: Ferries", "title: Ferries\nours: our own", "'ours' of the game must contain the mark †",
     "begin the line with †"),
])
def test_mistakes_in_house_values_are_reported(ours_path: Path, before: str, after: str, message: str,
                                               hint: str) -> None:
    ours_path.write_text(OURS_GAME.replace(before, after), encoding="utf-8")
    problems = list(catch_problems(read_game, ours_path))
    assert any(message in one.message and hint in one.hint for one in problems), problems
