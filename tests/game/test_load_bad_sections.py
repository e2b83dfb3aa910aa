"""Problems in the sections of a game, with their lines and columns.

Each case is added to a file of the game that `printshop new game` writes. The expected problems have lines and
columns counted within the added text. Messages of the reader of one section are tested beside it, in tests/game.
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

FORM = "f: {{unit: tug, rows: [{}]}}\n"
CELL = "f: {{unit: tug, rows: [{{height: 25 mm, cells: [{}]}}]}}\n"
OVERLAY = "t: {{kind: overlay, title: T, across: 20 mm, orientation: flat-top, {}}}\n"

CASES = {
    "maps.yaml": [
        ("bay: {orientation: flat-top, across: 300 mm, columns: 30, rows: 30}", {
            "1:6": "map 'Bay' is 7881 x 9150 mm and would take"}),
        ("bay: {orientation: flat-top, across: $hecks, columns: 4, rows: 4}", {
            "1:38": "there is no setting 'hecks'"}),
    ],
    "forms.yaml": [
        ('f: {rows: [{height: 5 mm, cells: [{text: "{planks}"}]}]}', {
            "1:44": "'text' of cell 1 of row 1 of form 'f': unknown name 'planks'"}),
        ("f: {unit: tug, size: poker, rows: [{height: 500 mm, cells: [{text: x}]}]}", {
            "1:4": "records of Mary Gloster, Rat, Vigilant and 1 more, form 'f': its rows are 500.0 mm high, but "
                   "there is room for only 82.9 mm"}),
        (FORM.format("{height: 500 mm, only_if: steam > 9, cells: [{text: x}]}, {height: rest, cells: [{text: x}]}"), {
            "1:4": "the blank form 'f': its rows are 504.0 mm high, but there is room for only 2"}),
        ("f: {unit: tug, size: 900 x 900 mm, rows: [{height: 5 mm, cells: [{text: x}]}]}", {
            "1:4": "cards of the form 'f' are 900 × 900 mm and do not fit the page"}),
        (CELL.format('{pips: planks, sections: "[3, 4]"}'), {
            "1:47": "records of Mary Gloster, Rat, Vigilant and 1 more, cell 1 of row 1 of form 'f': the sections "
                    "(3, 4) contain 7"}),
        (CELL.format(f"{{picture: {'x' * 3000}}}"), {
            "1:57": f"'picture' of cell 1 of row 1 of form 'f': there is no picture '{'x' * 100}"}),
        ("f: {unit: tug, columns: 3, rows: [{height: 25 mm, cells: [{lines: 900}, {box: yes}]}]}", {
            "1:58": "the cells of row 1 of form 'f' cover 2 columns, but the form has 3",
            "1:67": "'lines' of cell 1 of row 1 of form 'f' is 900, but must be at most 100",
            "1:79": "'box' of cell 2 of row 1 of form 'f' must be true or false, found the text 'yes'"}),
        ("f: {unit: tug, per_page: 4, per_row: 3, rows: []}", {
            "1:38": "form 'f' has 4 records on a page, 3 in a row, so the last row is not full"}),
    ],
    "counters.yaml": [
        ("c: {kind: flat, shape: hex, size: 20 x 20 mm, front: [{text: x}]}", {
            "1:4": "counter 'c' lacks 'across'",
            "1:35": "counter 'c' must not have a 'size', because the hexes give the size"}),
        ("c: {kind: flat, size: 20 x 20 mm, copies: planks / 2, front: [{text: x}]}", {
            "1:4": "'copies' of counter 'c' for Mary Gloster must be a whole number from 0 to 500, not 9/2"}),
    ],
    "markers.yaml": [
        ("m: {shape: triangle, size: 20 x 20 mm, front: [{text: x}]}", {
            "1:12": "'shape' of marker 'm': 'triangle' is not one of square, round, drawn, hex"}),
        (f"m: {{size: 20 x 20 mm, each: [{'x, ' * 9000}], front: [{{text: x}}]}}", {
            "1:29": "'each' of marker 'm' lists 9000 variants; at most 500 are allowed"}),
    ],
    "templates.yaml": [
        ("t: {kind: ladder, title: T}", {
            "1:11": "'kind' of template 't': 'ladder' is not one of arcs, base, bend"}),
        (OVERLAY.format("radius: 300, areas: {f: {from: 0}}"), {
            "1:76": "'radius' of template 't' is 300, but must be at most 30",
            "1:92": "area 'f' lacks 'to'"}),
        ("t: {kind: base, title: T, across: 20 mm, zones: {front: 7}}", {
            "1:57": "zone 'front' of template 't' is 7, but must be at most 6"}),
    ],
    "charts.yaml": [
        ("c: {blocks: [{title: F, hexes: {orientation: flat-top, cells: [[0,0]]}}]}", {
            "1:64": "cell 1 of 'hexes' of block 'F' must be a block of keys, found a list"}),
        ("c: {blocks: [{title: F, hexes: {}}]}", {"1:32": "'hexes' of block 'F' lacks 'cells'"}),
        ("c: {blocks: [{title: F, hexes: []}]}", {"1:32": "'hexes' of block 'F' is an empty list"}),
        ("c: {blocks: [{title: F, table: {columns: [], rows: []}}]}", {
            "1:42": "'columns' of 'table' of block 'F' is an empty list",
            "1:52": "'rows' of 'table' of block 'F' is an empty list"}),
    ],
    "game.yaml": [
        ("settings: {hex: {value: 40 mm, min: 50 mm}}", {
            "1:25": "'value' of setting 'hex' is 40 mm, but must be at least 50 mm"}),
        ("tables: {prices: {columns: [a, b], rows: [[1, 2, 3]]}}", {
            "1:43": "row 1 of table 'prices' has 3 cells, but the number of columns is 2"}),
        ("    derived: {d: max(3, 2)}", {"1:21": "the formula of 'd': '(' was never closed"}),
        ("      hold: {kind: numbers, of: [], min: 3, max: 2}", {
            "1:33": "'of' of field 'hold' must not be an empty list",
            "1:50": "'max' of field 'hold' is 2, which is less than 'min' (3)"}),
        ("      hold: {kind: list, of: {a: {kind: whole}}, most: 0}", {
            "1:56": "'most' of field 'hold' is 0, but must be at least 1"}),
    ],
    "tugs.yaml": [
        ("- {name: Sly, side: anyone, planks: [1, 2], steam: unknown, points: \"unknown\", copies: 900}", {
            "1:21": "'side' of Sly refers to an unknown side 'anyone'",
            "1:37": "planks of Sly must be a whole number, found a list",
            "1:69": "points of Sly must be a whole number, found the quoted text 'unknown'",
            "1:88": "'copies' of Sly is 900, but must be at most 200"}),
    ],
}


@pytest.mark.parametrize(("file", "text", "expected"), [
    (file, text, expected) for file, cases in CASES.items() for text, expected in cases])
def test_mistakes_in_sections_are_reported_with_their_place(
    file: str, text: str, expected: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_starter_game(Path("harbour"))
    path = Path("harbour") / file
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{known}{text}\n", encoding="utf-8")
    before = known.count("\n")
    with pytest.raises(PrintshopError) as error:
        check_whole_game(Path("harbour"))
    result = str(error.value)
    for place, message in expected.items():
        line, _, column = place.partition(":")
        where = place if ".yaml" in place else f"{file}:{before + int(line)}:{column}"
        assert f"harbour/{where}: error: {message}" in result


@pytest.mark.parametrize("section", list_entry_sections())
@pytest.mark.parametrize(("key", "why"), [
    ("../../evil", "has a '/'"), ("c:evil", "has a ':'"), ("a\\\\evil", "has a '\\'"),
    (".evil", "begins or ends with a dot"), ("..", "begins or ends with a dot"), ("", "is empty"),
    (" evil", "begins or ends with a space"),
    ("ev\\til", "has an invisible character"), ("e" * 61, "has more than 60 characters")])
def test_no_key_is_a_path_outside_the_output_folder(
    section: str, key: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "game.yaml").write_text(f'format: 1\ntitle: Evil\n{section}:\n  "{key}": {{}}\n', encoding="utf-8")
    problems = catch_problems(read_game, tmp_path)
    [problem] = [one for one in problems if one.message.startswith("the key '")]
    assert re.fullmatch(rf"the key '.*' of a \w+(?: type)? {re.escape(why)}", problem.message)
    assert problem.span
    assert (problem.span.line, problem.span.column) == (4, 3)


@pytest.mark.parametrize("key", ["大和", "Ärger 2", "é.b", "a-b_c", "e" * 60, "かめ" * 30])
def test_keys_can_use_any_alphabet(key: str, tmp_path: Path) -> None:
    write_starter_game(tmp_path / "harbour")
    charts = tmp_path / "harbour" / "charts.yaml"
    known = charts.read_text(encoding="utf-8") if charts.exists() else ""
    charts.write_text(f'{known}"{key}": {{title: A, blocks: [{{title: B, text: c}}]}}\n', encoding="utf-8")
    assert key in read_game(tmp_path / "harbour")[CHARTS]
