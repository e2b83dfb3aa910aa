"""Problems in the sections of a game, with their lines and columns.

The cases of a file are added to that file of the game that `printshop new game` writes; `game.yaml` gets one at a time.
Each case is one line, with the columns of the expected problems. Messages of the reader of one section are tested
beside it, in tests/game.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.problems import catch_problems, check_whole_game

from printshop.game.charts import CHARTS
from printshop.game.extends import list_entry_sections
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import write_starter_game

FORM = "{}: {{unit: tug, rows: [{}]}}"
CELL = "{}: {{unit: tug, rows: [{{height: 25 mm, cells: [{}]}}]}}"
OVERLAY = "{}: {{kind: overlay, title: T, across: 20 mm, orientation: flat-top, {}}}"

CASES = {
    "maps.yaml": [
        ("bay: {orientation: flat-top, across: 300 mm, columns: 30, rows: 30}", {
            6: "map 'Bay' is 7881 x 9150 mm and would take"}),
        ("sea: {orientation: flat-top, across: $hecks, columns: 4, rows: 4}", {
            38: "there is no setting 'hecks'"}),
    ],
    "forms.yaml": [
        ('a: {rows: [{height: 5 mm, cells: [{text: "{planks}"}]}]}', {
            44: "'text' of cell 1 of row 1 of form 'a': unknown name 'planks'"}),
        ("b: {unit: tug, size: poker, rows: [{height: 500 mm, cells: [{text: x}]}]}", {
            4: "records of Mary Gloster, Rat, Vigilant and 1 more, form 'b': its rows are 500.0 mm high, but "
               "there is room for only 82.9 mm"}),
        (FORM.format("c", "{height: 500 mm, only_if: steam > 9, cells: [{text: x}]}, "
                          "{height: rest, cells: [{text: x}]}"), {
            4: "the blank form 'c': its rows are 504.0 mm high, but there is room for only 2"}),
        (CELL.format("d", '{pips: planks, sections: "[3, 4]"}'), {
            47: "records of Mary Gloster, Rat, Vigilant and 1 more, cell 1 of row 1 of form 'd': the sections "
               "(3, 4) contain 7"}),
        (CELL.format("e", f"{{picture: {'x' * 3000}}}"), {
            57: f"'picture' of cell 1 of row 1 of form 'e': there is no picture '{'x' * 100}"}),
        ("g: {unit: tug, columns: 3, rows: [{height: 25 mm, cells: [{lines: 900}, {box: yes}]}]}", {
            58: "the cells of row 1 of form 'g' cover 2 columns, but the form has 3",
            67: "'lines' of cell 1 of row 1 of form 'g' is 900, but must be at most 100",
            79: "'box' of cell 2 of row 1 of form 'g' must be true or false, found the text 'yes'"}),
        ("h: {unit: tug, per_page: 4, per_row: 3, rows: []}", {
            38: "form 'h' has 4 records on a page, 3 in a row, so the last row is not full"}),
    ],
    "counters.yaml": [
        ("a: {kind: flat, shape: hex, size: 20 x 20 mm, front: [{text: x}]}", {
            4: "counter 'a' lacks 'across'",
            35: "counter 'a' must not have a 'size', because the hexes give the size"}),
        ("b: {kind: flat, size: 20 x 20 mm, copies: planks / 2, front: [{text: x}]}", {
            4: "'copies' of counter 'b' for Mary Gloster must be a whole number from 0 to 500, not 9/2"}),
    ],
    "markers.yaml": [
        ("a: {shape: triangle, size: 20 x 20 mm, front: [{text: x}]}", {
            12: "'shape' of marker 'a': 'triangle' is not one of square, round, drawn, hex"}),
        (f"b: {{size: 20 x 20 mm, each: [{'x, ' * 9000}], front: [{{text: x}}]}}", {
            29: "'each' of marker 'b' lists 9000 variants; at most 500 are allowed"}),
    ],
    "templates.yaml": [
        ("a: {kind: ladder, title: T}", {
            11: "'kind' of template 'a': 'ladder' is not one of arcs, base, bend"}),
        (OVERLAY.format("b", "radius: 300, areas: {f: {from: 0}}"), {
            76: "'radius' of template 'b' is 300, but must be at most 30",
            92: "area 'f' lacks 'to'"}),
        ("c: {kind: base, title: T, across: 20 mm, zones: {front: 7}}", {
            57: "zone 'front' of template 'c' is 7, but must be at most 6"}),
    ],
    "charts.yaml": [
        ("a: {blocks: [{title: F, hexes: {orientation: flat-top, cells: [[0,0]]}}]}", {
            64: "cell 1 of 'hexes' of block 'F' must be a block of keys, found a list"}),
        ("b: {blocks: [{title: F, hexes: {}}]}", {32: "'hexes' of block 'F' lacks 'cells'"}),
        ("c: {blocks: [{title: F, hexes: []}]}", {32: "'hexes' of block 'F' is an empty list"}),
        ("d: {blocks: [{title: F, table: {columns: [], rows: []}}]}", {
            42: "'columns' of 'table' of block 'F' is an empty list",
            52: "'rows' of 'table' of block 'F' is an empty list"}),
    ],
    "game.yaml": [
        ("settings: {hex: {value: 40 mm, min: 50 mm}}", {
            25: "'value' of setting 'hex' is 40 mm, but must be at least 50 mm"}),
        ("tables: {prices: {columns: [a, b], rows: [[1, 2, 3]]}}", {
            43: "row 1 of table 'prices' has 3 cells, but the number of columns is 2"}),
        ("    derived: {d: max(3, 2)}", {21: "the formula of 'd': '(' was never closed"}),
        ("      hold: {kind: numbers, of: [], min: 3, max: 2}", {
            33: "'of' of field 'hold' must not be an empty list",
            50: "'max' of field 'hold' is 2, which is less than 'min' (3)"}),
        ("      hold: {kind: list, of: {a: {kind: whole}}, most: 0}", {
            56: "'most' of field 'hold' is 0, but must be at least 1"}),
    ],
    "tugs.yaml": [
        ("- {name: Sly, side: anyone, planks: [1, 2], steam: unknown, points: \"unknown\", copies: 900}", {
            21: "'side' of Sly refers to an unknown side 'anyone'",
            37: "planks of Sly must be a whole number, found a list",
            69: "points of Sly must be a whole number, found the quoted text 'unknown'",
            88: "'copies' of Sly is 900, but must be at most 200"}),
    ],
}


def list_missing(file: str, cases: list[tuple[str, dict[int, str]]]) -> list[str]:
    """Return the expected problems that are not reported of the game with some cases in a file, a line each."""
    write_starter_game(Path("harbour"))
    path = Path("harbour") / file
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(known + "".join(f"{text}\n" for text, _ in cases), encoding="utf-8")
    problems = str(PrintshopError(catch_problems(check_whole_game, Path("harbour"))))
    places = [(line, expected) for line, (_, expected) in enumerate(cases, known.count("\n") + 1)]
    return [wanted for line, expected in places for column, message in expected.items()
            if (wanted := f"harbour/{file}:{line}:{column}: error: {message}") not in problems]


@pytest.mark.parametrize("file", [file for file in CASES if file != "game.yaml"])
def test_mistakes_in_sections_are_reported_with_their_place(file: str, working_folder: Path) -> None:
    assert list_missing(file, CASES[file]) == []


@pytest.mark.parametrize("case", CASES["game.yaml"])
def test_mistake_in_the_file_of_the_game_is_reported_with_its_place(case: tuple[str, dict[int, str]],
                                                                    working_folder: Path) -> None:
    assert list_missing("game.yaml", [case]) == []


BAD_KEYS = {
    "../../evil": "has a '/'", "c:evil": "has a ':'", "a\\\\evil": "has a '\\'", ".evil": "begins or ends with a dot",
    "..": "begins or ends with a dot", "": "is empty", " evil": "begins or ends with a space",
    "ev\\til": "has an invisible character", "e" * 61: "has more than 60 characters"}


@pytest.mark.parametrize("section", list_entry_sections())
def test_no_key_is_a_path_outside_the_output_folder(section: str, tmp_path: Path) -> None:
    lines = ["format: 1", "title: Evil", f"{section}:", *(f'  "{key}": {{}}' for key in BAD_KEYS)]
    (tmp_path / "game.yaml").write_text("\n".join(lines), encoding="utf-8")
    problems = [one for one in catch_problems(read_game, tmp_path) if one.message.startswith("the key '")]
    assert [(one.span.line, one.span.column) for one in problems if one.span] == [
        (line, 3) for line in range(4, 4 + len(BAD_KEYS))]
    for problem, why in zip(problems, BAD_KEYS.values(), strict=True):
        assert re.fullmatch(rf"the key '.*' of a \w+(?: type)? {re.escape(why)}", problem.message)


@pytest.mark.parametrize("key", ["大和", "Ärger 2", "é.b", "a-b_c", "e" * 60, "かめ" * 30])
def test_keys_can_use_any_alphabet(key: str, tmp_path: Path) -> None:
    write_starter_game(tmp_path / "harbour")
    charts = tmp_path / "harbour" / "charts.yaml"
    known = charts.read_text(encoding="utf-8") if charts.exists() else ""
    charts.write_text(f'{known}"{key}": {{title: A, blocks: [{{title: B, text: c}}]}}\n', encoding="utf-8")
    assert key in read_game(tmp_path / "harbour")[CHARTS]
