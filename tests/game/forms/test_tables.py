"""Cells that make tables of figures and of lists from the names of fields, and rows with the keys of one cell."""

from __future__ import annotations

import pytest
from helpers.games import read_forms
from helpers.pages import find_rows, make_pages, read_lines, read_texts
from helpers.problems import catch_problems

from printshop.game.forms.cells import CELLS, MARKS, Cell, FormRow, PanelCell, walk_cells, walk_marks
from printshop.game.forms.model import FORMS
from printshop.game.formula_keys import DynamicStyle, Wording


def load_table(row: str, unit: str = "kite") -> tuple[FormRow, ...]:
    """Return the rows of a table, which is the only row of a form."""
    (outer,) = read_forms(f"sheet: {{unit: {unit}, rows: [{row}]}}")[FORMS]["sheet"].rows
    (panel,) = outer.cells
    assert isinstance(panel, PanelCell)
    return panel.rows


def show(cell: Cell) -> str:
    """Return the formula of the marks of a cell, or its text."""
    if cell.kind == MARKS:
        return f"o {cell.count.text}"  # type: ignore[attr-defined]
    return cell.text.text if isinstance(cell.text, Wording) else ""


def show_rows(rows: tuple[FormRow, ...]) -> list[list[str]]:
    return [[show(cell) for cell in row.cells] for row in rows]


@pytest.mark.parametrize(("row", "unit", "expected"), [
    ("{stats: [string, boast]}", "kite", [["String", "Boast"], ["**{string}**", "**{boast}**"]]),
    ("{stats: {string: Yards}, marks: [string]}", "kite", [["Yards"], ["**{string}**"], ["o string"]]),
    ("{stats: [girth, luck, slings], marks: girth}", "hero",
     [["Girth", "Luck", "Slings"], ["**{girth}**", "**{luck}**", "**{slings}**"], ["o girth", "", "o count(slings)"]]),
    ("{stats: pack}", "hero", [["**Pack**"]]),
    ("{list: tails}", "kite", [["What", "End"], ["{what}", "{end}"]]),
    ("{list: tails, values: [what, knots], marks: {Hits: 3}}", "kite",
     [["What", "Knots", "Hits"], ["{what}", "{knots}", "o 3"]]),
    ("{list: tricks, values: {trick: Feat}, marks: [cups]}", "tumbler", [["Feat", "Cups"], ["{trick}", "o cups"]]),
    ("{list: tricks, marks: [cups]}", "tumbler",
     [["Trick", "Toward", "Cups", "Blindfold"], ["{trick}", "{toward}", "o cups", "{blindfold}"]]),
    ("{list: tricks, values: [cups, trick], marks: [cups]}", "tumbler",
     [["Cups", "Trick"], ["{cups}", "o cups", "{trick}"]]),
    ("{list: flap}", "kite", [["Flap"], ["{name}", "{figure}"]]),
    ("{list: flap, marks: [figure]}", "kite", [["Flap"], ["{name}", "{figure}", "o figure"]]),
    ("{list: flap, marks: flap}", "kite", [["Flap"], ["{name}", "{figure}", "o figure"]]),
    ("{list: pack}", "hero", [["Pack"], ["{name}", "o amount"]]),
])
def test_table_has_headings_figures_and_marks(row: str, unit: str, expected: list[list[str]]) -> None:
    assert show_rows(load_table(row, unit)) == expected


@pytest.mark.parametrize("row", ["{stats: [string, boast, tails], marks: [string], LOOK}", "{list: tails, LOOK}",
                                 "{LOOK, cells: [{list: tails}]}"])
def test_values_of_a_table_have_the_style_of_its_cell(row: str) -> None:
    rows = load_table(row.replace("LOOK", "largest: 7 pt, smallest: 6 pt, align: right"))
    cells = [cell for cell, _ in walk_cells(rows) if show(cell) and not cell.rows]
    assert {cell.align for cell in cells} == {"right"}
    assert {(cell.largest, cell.smallest) for cell in cells if "{" in show(cell)} == {(7.0, 6.0)}


@pytest.mark.parametrize("key", ["style: small", "colour: side", "wrap: true", "plate: shield"])
@pytest.mark.parametrize("table", ["stats: [string]", "list: tails"])
def test_other_keys_of_a_style_are_an_error(key: str, table: str) -> None:
    (problem,) = catch_problems(load_table, f"{{{table}, {key}}}")
    name = key.partition(":")[0]
    assert problem.message.startswith(f"'{name}' of cell 1 of row 1 of form 'sheet' has no meaning: the table has")
    load_table(f"{{{key}, cells: [{{{table}}}]}}")  # of a row it is that of other cells


def test_all_values_of_a_row_have_one_size_and_one_baseline() -> None:
    game = read_forms("sheet: {unit: kite, rows: [{list: tails, values: [what, end, knots]}]}")
    (page,) = make_pages("records", game, roster=["Buffeter"])
    rows = [row for row in find_rows(page.items, 0.01) if len(row) == 3 and row[1].text != game.fingerprint]
    assert len(rows) > 1
    assert {word.size for row in rows[1:] for word in row} == {9.0}


def test_lists_among_the_stats_are_tables_below_the_figures() -> None:
    *_, below = load_table("{stats: [string, tails, flap]}")
    assert [show(cell) for cell, _ in walk_cells((below,)) if show(cell)] == ["Flap", "{name}", "{figure}"]


def test_table_below_the_figures_has_their_style() -> None:
    row = "{stats: {string: Line, flap: Flaps}, marks: [flap], ground: side, shape: box}"
    *_, below = load_table(row)
    cells = [cell for cell, _ in walk_cells((below,)) if not cell.rows]
    assert [show(cell) for cell in cells] == ["Flaps", "{name}", "{figure}", "o figure"]
    assert [cell.ground for cell in cells] == ["side"] + [""] * 3
    assert [cell.shape for cell, _ in walk_marks((below,))] == ["box"]


def test_two_columns_of_marks_have_two_names_for_damage() -> None:
    rows = load_table("{list: tricks, values: [trick], marks: {cups: Cups, Bruise marks: 2}}", "tumbler")
    assert [cell.track for cell, _ in walk_marks(rows[-1:])] == ["cups", "bruise_marks"]


def test_number_of_rows_on_a_blank_form() -> None:
    assert [load_table(f"{{list: tails{more}}}")[-1].blank for more in ("", ", blank: 9")] == [4, 9]


def test_tables_are_printed_for_units_and_blank() -> None:
    game = read_forms("sheet: {unit: kite, rows: [{stats: [string], marks: [string]}, {list: tails}]}")
    (page,) = make_pages("records", game, roster=["Buffeter"])
    assert {"String", "23", "What"} <= set(read_texts(page.items))
    (blank,) = make_pages("records", game, blank_forms=1)
    assert "What End" in read_lines(blank.items)


@pytest.mark.parametrize(("row", "message", "hint"), [
    ("{stats: [strnig]}", "'strnig' in 'stats' of cell 1 of row 1 of form 'sheet' is not a field or a",
     "did you mean 'string'?"),
    ("{stats: [string], marks: [flap]}", "'flap' in 'marks' of cell 1 of row 1 of form 'sheet' is not one of its", ""),
    ("{stats: [[string]]}", "'stats' of cell 1 of row 1 of form 'sheet' must be a list of names", "write, for example"),
    ("{list: string}", "'string' in 'list' of cell 1 of row 1 of form 'sheet' is not a field with several entries", ""),
    ("{list: tails, values: [wat]}", "'wat' in 'values' of cell 1 of row 1 of form 'sheet' is not a value",
     "did you mean 'what'?"),
    ("{list: tails, marks: {Hits: 3 +}}", "'pips' of cell 3 of row 2 of cell 1 of row 1", ""),
    ("{stats: [string, boast], marks: [boast]}",
     "'boast' in 'marks' of cell 1 of row 1 of form 'sheet' is a text; marks need a whole number", "string"),
    ("{list: tails, marks: [what]}",
     "'what' in 'marks' of cell 1 of row 1 of form 'sheet' is a text; marks", "{Hits: 4}"),
    ("{list: tails, marks: [knosts]}",
     "'knosts' in 'marks' of cell 1 of row 1 of form 'sheet' is not a value of the entries of 'tails'", "'knots'"),
    ("{txet: Notes}", "unknown key 'txet' of row 1 of form 'sheet'", "did you mean 'text'?"),
    ("{text: Notes, hieght: 3 mm}", "unknown key 'hieght' of row 1 of form 'sheet'", "did you mean 'height'?"),
    ("{stats: [string], text: a}", "'text' of cell 1 of row 1 of form 'sheet' cannot be printed", ""),
])
def test_mistakes_in_a_table_are_reported(row: str, message: str, hint: str) -> None:
    problems = catch_problems(read_forms, f"sheet: {{unit: kite, rows: [{row}]}}")
    (problem,) = [result for result in problems if message in result.message]
    assert len(problems) == 1
    assert hint in problem.hint


def test_stats_need_a_unit() -> None:
    (problem, *_) = catch_problems(read_forms, "sheet: {rows: [{stats: [string]}]}")
    assert "shows values of a unit, but its form has no unit" in problem.message


@pytest.mark.parametrize(("row", "kind"), [
    ("{text: a, height: 8 mm, rules: true}", Cell), ("{pips: string, blank: 20}", CELLS.blocks[MARKS]),
    ("{rows: [{text: a}], columns: 1, space: 2 mm}", PanelCell),
])
def test_row_can_have_the_keys_of_its_only_cell(row: str, kind: type[Cell]) -> None:
    (outer,) = read_forms(f"sheet: {{unit: kite, columns: [2, 1], rows: [{row}]}}")[FORMS]["sheet"].rows
    (cell,) = outer.cells
    assert isinstance(cell, kind)
    assert cell.across == 2
    assert outer.blank == -1


def test_texts_among_cells_are_cells_and_have_the_style_of_the_row() -> None:
    row = "{style: label, align: center, cells: [String, {text: Flap, align: right}, {pips: string}, '{string}']}"
    (outer,) = read_forms(f"sheet: {{unit: kite, rows: [{row}]}}")[FORMS]["sheet"].rows
    assert [show(cell) for cell in outer.cells] == ["String", "Flap", "o string", "{string}"]
    assert [cell.align for cell in outer.cells] == ["center", "right", "center", "center"]
    assert {cell.style for cell in outer.cells} == {"label"}


def test_each_with_between_belongs_to_the_text() -> None:
    form = "sheet: {unit: kite, rows: [{each: tails, text: '{what}', between: ' / '}, {each: tails, text: '{what}'}]}"
    within, repeated = read_forms(form)[FORMS]["sheet"].rows
    assert [(row.each, row.cells[0].each) for row in (within, repeated)] == [("", "tails"), ("tails", "")]


def test_texts_in_place_of_a_field_are_refused_with_a_reason() -> None:
    (problem,) = catch_problems(load_table, "{list: ['Steam: all tugs move']}")
    assert problem.message == ("'list' of cell 1 of row 1 of form 'sheet' cannot be a list of texts: there, `list` "
                               "prints the entries of a field as a table")
    assert problem.hint.startswith("write the name of a field")


def test_ground_of_headings_may_be_a_formula() -> None:
    ground = "\"'#112233' if string > 9 else '#445566'\""
    for table in (f"{{stats: [string], ground: {ground}}}", f"{{list: flap, ground: {ground}}}"):
        (heading, *_) = load_table(table)
        assert all(isinstance(cell.ground, DynamicStyle) for cell in heading.cells if cell.text), table
