"""Cells of forms as drawn: crossed and damaged circles, rows with formulas, shared room, side bands."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers import pages as placed
from helpers.games import read_forms
from helpers.pages import read_texts
from helpers.problems import catch_problems

from printshop.drawing.display_list import BLACK, Group, Item, Page, SymbolUse
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.shapes import measure_bounds, measure_outline
from printshop.game.forms.cells import CELLS
from printshop.game.scenarios import SCENARIOS
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.model import Game


def make_roster_pages(game: Game, product: str = "records", *roster: str, **request: object) -> list[Page]:
    units = game.expand_roster([(name, 1) for name in roster])
    return list(find_product(product).build(game, PrintRequest(units=units, **request), PrintSettings()).pages)  # type: ignore[arg-type]


def kite(game: Game, name: str, **request: object) -> Page:
    (page,) = make_roster_pages(game, "records", name, only_keys=("kite",), **request)
    return page


def groups(items: tuple[Item, ...]) -> Iterator[tuple[int, int, int]]:
    """Yield circles, filled and crossed circles of every group of pips."""
    for item in items:
        match item:
            case Group():
                yield from groups(item.items)
            case SymbolUse() if item.symbol.name.startswith("pips"):
                paths = [one for one in item.symbol.items if isinstance(one, Outline) and one.stroke]
                pips = [one for one in paths if one.stroke and one.stroke.width in (0.4, 0.7)]
                crosses = [one for one in paths if one.stroke and one.stroke.width == 0.9]
                yield len(pips), sum(one.fill == BLACK for one in pips), len(crosses)
            case SymbolUse():
                yield from groups(item.symbol.items)


SHEET = """
sheet:
  unit: kite
  columns: 1
  rows:
    - {height: 8 mm, cells: [{text: "{label}"}]}
    - ROW
"""


def test_each_missing_picture_has_a_hint_about_its_file() -> None:
    game = read_forms(SHEET.replace("ROW", "{height: 9 mm, cells: [{picture: '{label}.svg'}]}"))
    with pytest.raises(PrintshopError) as error:
        make_roster_pages(game, "records", *[unit.name for unit in game.units.values() if unit.kind == "kite"])
    problems = {problem.message.rpartition("'")[0].rpartition("'")[2]: problem.hint for problem in error.value.problems}
    assert len(problems) > 1
    assert [name for name, hint in problems.items() if name not in hint] == []


@pytest.mark.parametrize(("text", "words"), [
    ("Flies **{string}** m", "Flies"), ("**Flies {string}** m", "Flies"), ("*{string}* of *n*", ""),
    ("**{string}**", ""), ("Flies **{string}**, pips: string", "Flies")])
def test_blank_value_leaves_no_stars(text: str, words: str) -> None:
    text, _, marks = text.partition(", ")
    game = read_forms(SHEET.replace("ROW", f"{{cells: [{{text: '{text}'{', ' * bool(marks)}{marks}}}]}}"))
    (page,) = make_roster_pages(game, "records", only_keys=("sheet",), blank_forms=1)
    texts = read_texts(page.items)
    assert "*" not in "".join(texts)
    assert not words or words in texts


@pytest.mark.parametrize(("row", "message"), [
    ("{height: 8 mm, cells: [{pips: string, sections: '[3, 4]'}]}",
     r"record of Buffeter, cell 1 of row 2 of form 'sheet': the sections \(3, 4\) contain 7 circles, but 'pips: str"),
    ("{height: 8 mm, cells: [{pips: string, marked: 99}]}", "99 of 23 circles would be crossed out"),
    ("{height: 8 mm, cells: [{pips: string, size: 9 mm}]}", "23 circles do not fit: there is room for"),
    ("{height: 2 mm, cells: [{pips: string}]}", "23 circles do not fit: there is room for 0"),
    ("{height: 8 mm, cells: [{text: '{boast} {boast} {boast}', wrap: true, smallest: 9 pt, largest: 12 pt}]}",
     "is too long for its place: even at 9 pt it does not fit 190 x 7 mm"),
    ("{height: 8 mm, cells: [{text: '{boast} {boast} {boast}', largest: 20 pt, smallest: 12 pt}]}",
     "at 12 pt it is"),
    ("{height: 8 mm, cells: [{pips: 2000, track: string}]}", ("gives 2000 circles, but at most 1000 can be "
                                                             "in one place")),
    ("{height: 8 mm, cells: [{pips: string / 2}]}", "which is not a number of circles"),
])
def test_fit_problem_is_a_problem_of_form_unit_and_cell(row: str, message: str) -> None:
    game = read_forms(SHEET.replace("ROW", row))
    with pytest.raises(PrintshopError, match=message) as error:
        make_roster_pages(game, "records", "Buffeter")
    assert "cell 1 of row 2 of form 'sheet'" in str(error.value)
    assert "record of Buffeter" in str(error.value)
    # a message is at the cell of the form, or says where this is
    assert ("the cell is at " in str(error.value)) == ("kites.yaml" in str(error.value))


def test_damage_is_marked_on_open_circles() -> None:
    game = read_forms(SHEET.replace("ROW", "{height: 8 mm, cells: [{pips: string, marked: 20}]}"))
    for damage in (2, 3):
        (page,) = make_roster_pages(game, "records", "Buffeter", damage={"Buffeter": {"string": damage}})
        assert [(circles, filled + crosses) for circles, filled, crosses in groups(page.items)] == [(23, 20 + damage)]


def test_too_many_cells_are_a_problem_without_delay() -> None:
    inner = "{}"
    for _ in range(5):
        inner = "{rows: [{height: 1 mm, repeat: 200, cells: [" + inner + "]}]}"
    game = read_forms(SHEET.replace("ROW", "{height: 100 mm, cells: [" + inner + "]}"))
    with pytest.raises(PrintshopError, match="mm high, but there is room for only"):
        make_roster_pages(game, "records", "Buffeter")
    wide = "{height: 1 mm, repeat: 100, columns: 100, cells: [{repeat: 100}]}"
    game = read_forms(SHEET.replace("ROW", wide))
    with pytest.raises(PrintshopError, match="more than 4000 cells"):
        make_roster_pages(game, "records", "Buffeter")


def test_rows_for_each_side_exist_for_the_sides_of_the_battle() -> None:
    forms = "log: {columns: 1, rows: [{height: 8 mm, each: sides, cells: [{text: '{n} {side}'}]}]}"
    game = read_forms(forms)
    assert {"1 Mauve", "2 Teal"} <= set(read_texts(make_roster_pages(game)[0].items))
    tea_party = game[SCENARIOS]["tea_party"]
    fighting = [force.side.name for force in tea_party.forces]
    texts = [word for word in read_texts(make_roster_pages(game, scenario=tea_party)[0].items)
             if word[:1].isdigit() and word != game.fingerprint]
    assert texts == [f"{number} {side}" for number, side in enumerate(fighting, 1)]


def test_row_can_be_omitted_from_blank_forms() -> None:
    forms = """
sheet:
  unit: kite
  columns: 1
  rows:
    - {height: 8 mm, cells: [{text: "{label}", blank: Kite}]}
    - {height: 8 mm, blank: 0, cells: [{text: Only of a kite}]}
    - {height: 8 mm, blank: 3, cells: [{text: Often}]}
"""
    game = read_forms(forms)
    (filled,) = make_roster_pages(game, "records", "Droop")
    (blank,) = make_roster_pages(game, blank_forms=1)
    assert Counter(read_texts(filled.items)) >= Counter({"Only of a kite": 1, "Often": 1})
    assert Counter(read_texts(blank.items))["Often"] == 3
    assert "Only of a kite" not in read_texts(blank.items)


KITES = """
sheet:
  unit: kite
  per_page: 2
  fill: true
  columns: 1
  rows:
    - {height: 8 mm, cells: [{text: "{label}", blank: Kite}]}
    - {height: 4 mm, cells: [{band: true}]}
    - {height: 8 mm, only_if: string > 10, blank: 0, cells: [{text: Flies high}]}
    - {height: 8 mm, repeat: 0, blank: 1, cells: [{text: To be made}]}
    - {height: 60 mm, least: 20 mm, rules: true, cells: [{text: Room}]}
    - {height: 60 mm, rules: true, cells: [{text: More}]}
"""


def test_row_is_printed_only_if_its_formula_is_true() -> None:
    game = read_forms(KITES.replace("60 mm", "30 mm"))
    strings = {name: game.units[name].values["string"] for name in ("Buffeter", "Droop", "Lost")}
    assert isinstance(strings["Buffeter"], int)
    assert isinstance(strings["Droop"], int)
    assert strings["Buffeter"] > 10 >= strings["Droop"]
    for name, there in (("Buffeter", (1, 0)), ("Droop", (0, 0)), ("Lost", (0, 1))):  # what Lost has is not known
        (page,) = make_roster_pages(game, "records", name)
        assert (read_texts(page.items).count("Flies high"), read_texts(page.items).count("To be made")) == there
    (blank,) = make_roster_pages(game, blank_forms=1)
    assert (read_texts(blank.items).count("Flies high"), read_texts(blank.items).count("To be made")) == (0, 2)


def test_row_shrinks_if_there_is_too_little_space() -> None:
    """Two records of 132 mm do not fit a page: the row that may be lower is, the other is not."""
    game = read_forms(KITES)
    (page,) = make_roster_pages(game, "records", "Droop")
    lines = [measure_outline(one.segments) for one in placed.find_outlines(page.items)
             if one.stroke and one.stroke.width in (0.4, 1.0)]
    rules = sorted({round(box[1] / MM, 2) for box in lines
                    if box[2] - box[0] > 150 * MM and box[3] - box[1] < 1 * MM})
    heights = [round(b - a, 2) for a, b in pairwise(rules)]
    assert heights[-1] == 60
    assert 20 <= heights[-2] < 60
    with pytest.raises(PrintshopError, match=r"that of Droop is 132\.0 mm high"):
        make_roster_pages(read_forms(KITES.replace("least: 20 mm, ", "")), "records", "Droop")


UNKNOWN = """\
format: 1
title: Harbour
sides: {ours: {name: Ours, colour: "#0072b2"}}
unit_types:
  tug:
    fields: {steam: {kind: whole}, moves: {kind: list, of: {speed: {kind: whole}, bearing: {kind: text}}}}
tugs: [{name: Rat, steam: unknown, moves: unknown, side: ours}]
forms: {sheet: {unit: tug, columns: 1, rows: [{rules: true, cells: [CELL]}]}}
"""


@pytest.mark.parametrize("blank_forms", [0, 1])
@pytest.mark.parametrize("variants", [frozenset(), frozenset({"large", "erase"})])
@pytest.mark.parametrize("cell", ["steps: steam", "pips: steam", "manoeuvres: moves",
                                  "manoeuvres: moves, layout: dial"])
def test_row_with_an_unknown_value_has_space_to_write(tmp_path: Path, cell: str, variants: frozenset[str],
                                                      blank_forms: int) -> None:
    (tmp_path / "harbour.yaml").write_text(UNKNOWN.replace("CELL", f"{{{cell}}}"), encoding="utf-8")
    game = read_game(tmp_path / "harbour.yaml")
    request, settings = PrintRequest(blank_forms=blank_forms), PrintSettings(variants=variants)
    (page,) = find_product("records").build(game, request, settings).pages
    strong = [path for path in placed.find_outlines(page.items) if path.stroke and path.stroke.cap == "square"]
    rules = [box[1] for box in (measure_bounds([path], with_strokes=False) for path in strong) if box[3] - box[1] < 0.1]
    assert max(rules) - min(rules) >= 7 * MM - 0.1


def test_cell_with_only_a_ground_is_on_blank_forms(tmp_path: Path) -> None:
    text = UNKNOWN.replace("[{rules: true, cells: [CELL]}]", "[{text: '{name}'}, {ground: side}]")
    (tmp_path / "harbour.yaml").write_text(text, encoding="utf-8")
    game = read_game(tmp_path / "harbour.yaml")
    assert len(list(find_product("records").build(game, PrintRequest(blank_forms=1), PrintSettings()).pages)) == 1


def test_formula_that_fails_is_reported_once_at_the_formula(tmp_path: Path) -> None:
    text = UNKNOWN.replace("CELL", '{pips: "6 // (steam - 2)"}').replace("steam: unknown", "steam: 2")
    text = text.replace("tugs: [", "tugs: [{name: Sow, steam: 2, moves: [], side: ours}, ")
    (tmp_path / "harbour.yaml").write_text(text, encoding="utf-8")
    (problem,) = catch_problems(make_roster_pages, read_game(tmp_path / "harbour.yaml"), "records", "Rat", "Sow")
    assert problem.message == ("records of Rat, Sow, 'pips' of cell 1 of row 1 of form 'sheet': division by zero: "
                               "steam - 2 is 0 (in the formula '6 // (steam - 2)')")
    assert problem.hint == "write (6 // (steam - 2) if steam - 2 else 0)"
    assert problem.span
    assert problem.span.text[problem.span.column - 1:].startswith('"6 // ')


@pytest.mark.parametrize("row", [
    "{list: panels}", "{list: panels, marks: [figure]}", "{each: panels, text: '{name} {figure}'}",
    "{each: panels, cells: [{text: '{name}: '}]}", "{each: panels, text: '{name}', pips: figure, blank: 9}",
    "{steps: panels}",
])
def test_blank_forms_show_the_names_of_numbers(row: str) -> None:
    game = read_forms(f"sheet: {{unit: kite, rows: [{row}]}}")
    filled, blank = (make_roster_pages(game, "records", *names, **more)[0] for names, more in (
        (("Buffeter",), {}), ((), {"blank_forms": 1})))
    words = [[word.split()[0].strip(":") for word in read_texts(page.items) if word[:5] in ("upper", "middl", "lower")]
             for page in (filled, blank)]
    assert words == [["upper", "middle", "lower"]] * 2


ELEMENTS_WITH_TEXT = {"lines": "2", "box": "true", "pips": "string", "count": "string", "warnings": "true",
                      "band": "side", "steps": "3-9", "text": ""}


@pytest.mark.parametrize("kind", ELEMENTS_WITH_TEXT)
def test_blank_forms_show_words_that_are_the_same_for_all_units(kind: str) -> None:
    element = f", {kind}: {ELEMENTS_WITH_TEXT[kind]}" if kind != "text" else ""
    rows = f"[{{text: Damage{element}}}, {{text: 'Loss of {{label}}'{element}}}]"
    game = read_forms(f"sheet: {{unit: kite, rows: {rows.replace('string', 'string, track: x', 1)}}}")
    (page,) = make_roster_pages(game, blank_forms=1)
    assert {"Damage", "Loss of"} <= {*read_texts(page.items)}


def test_all_elements_with_text_report_fit_problems() -> None:
    assert {*ELEMENTS_WITH_TEXT} - {"text"} == {kind for kind, block in CELLS.blocks.items() if not block.no_text}
