"""Every section of a game, broken: what is said, with line and column, and what to write instead.

Each case is added to a file of the game that `printshop new game` writes. It has what is said of it, by line and
column of what is added.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from checked import check_game

from printshop.drafts.writing import write_game
from printshop.game.layers import holders
from printshop.loading import load
from printshop.parts.charts import CHARTS
from printshop.problems import PrintshopError

MAP = "bay: {{orientation: flat-top, across: 20 mm, columns: 4, rows: 4, {}}}\n"
FORM = "f: {{unit: tug, rows: [{}]}}\n"
CELL = "f: {{unit: tug, rows: [{{height: 25 mm, cells: [{}]}}]}}\n"
OVERLAY = "t: {{kind: overlay, title: T, across: 20 mm, orientation: flat-top, {}}}\n"
PATH = "t: {{kind: path, title: T, across: 20 mm, orientation: flat-top, strips: {}}}\n"
COUNTER = "c: {{kind: flat, shape: hex, across: 20 mm, {}, front: [{{text: x}}]}}\n"

STICK = ("t: {kind: stick, title: T, width: 15 mm, length: 4 in, every: 2 in, labels: [a, b], "
         "marks: [{at: 9 in, label: x}]}")

CASES = {
    "maps.yaml": [
        ("bay: {orientation: sideways, across: 20, columns: 4}", {
            "1:20": "'orientation' of map 'bay': 'sideways' is not one of flat-top, pointy-top",
            "1:38": "'across' of map 'bay': the length '20' has no unit",
            "1:6": "map 'bay' lacks 'rows'"}),
        ("bay: {orientation: flat-top, across: 2 mm, columns: 400, rows: 4000}", {
            "1:38": "'across' of map 'bay' is 2 mm, it must be 5 mm to 300 mm",
            "1:53": "'columns' of map 'bay' is 400, the largest allowed is 250",
            "1:64": "'rows' of map 'bay' is 4000, the largest allowed is 250"}),
        ("bay: {orientation: flat-top, across: 300 mm, columns: 90, rows: 90}", {
            "1:6": "map 'Bay' is 23469 x 27150 mm and would take"}),
        (MAP.format('terrain: {reef: {pattern: dots, hexes: ["0509"]}}'), {
            "1:106": "terrain 'reef': there is no hex '0509'"}),
        (MAP.format('terrain: {reef: {colour: "#ffffff", hexes: ["0101"]}}'), {
            "1:82": "terrain 'reef' needs a 'pattern', a 'letter' or a 'picture'"}),
        ("bay: {orientation: flat-top, across: 20 mm, shape: hexagon, columns: 4}", {
            "1:6": "map 'bay' lacks 'radius'",
            "1:70": "map 'bay' is a hexagon: it has no 'columns'"}),
        ("bay: {orientation: flat-top, across: 20 mm, shape: hexagon, across_hexes: 8}", {
            "1:75": "'across_hexes' of map 'bay' is 8: a hexagon of hexes has a hex in its middle"}),
        (MAP.format("edges: [A, B, C]"), {
            "1:73": "'edges' of map 'bay' must be six letters, for a map with shape: hexagon"}),
        (MAP.format("zones: {b: {edge: north, depth: 2}, c: {edge: top, side: dock}}"), {
            "1:84": "'edge' of zone 'b': 'north' is not one of top, right, bottom, left",
            "1:123": "'side' of zone 'c': 'dock' is not one of docks, customs"}),
        (MAP.format("counters: tug"), {"1:76": "map 'bay': there are no counters or markers 'tug'"}),
        (MAP.format("megahexes: 8, numbers: columns, hexes: 4"), {
            "1:77": "'megahexes' of map 'bay': '8' is not one of 7, 19, 37",
            "1:89": "'numbers' of map 'bay': 'columns' is not one of columns first, rows first, none",
            "1:98": "unknown key 'hexes' of map 'bay'"}),
        ("bay: {orientation: flat-top, across: $hecks, columns: 4, rows: 4}", {
            "1:38": "there is no setting 'hecks'"}),
    ],
    "forms.yaml": [
        ('f: {rows: [{height: 5 mm, cells: [{text: "{planks}"}]}]}', {
            "1:44": "'text' of cell 1 of row 1 of form 'f': unknown name 'planks'"}),
        ("f: {unit: tug, size: poker, rows: [{height: 500 mm, cells: [{text: x}]}]}", {
            "1:4": "records of Mary Gloster and 3 others, form 'f': its rows are 500.0 mm high, there are 82.9 mm"}),
        (FORM.format("{height: 500 mm, only_if: steam > 9, cells: [{text: x}]}, {height: rest, cells: [{text: x}]}"), {
            "1:4": "the blank form 'f': its rows are 504.0 mm high, there are 2"}),
        ("f: {unit: tug, size: 900 x 900 mm, rows: [{height: 5 mm, cells: [{text: x}]}]}", {
            "1:4": "cards of the form 'f' are 900 × 900 mm and do not fit the page"}),
        (FORM.format('{height: 5 mm, each: cargo, cells: [{text: "{name}"}]}'), {
            "1:44": "'cargo' in 'each' of row 1 of form 'f' is not a list field of a tug"}),
        (FORM.format('{height: 5 mm, repeat: 5000, cells: [{text: "{n}"}]}'), {
            "1:46": "'repeat' of row 1 of form 'f' is 5000, the largest allowed is 200"}),
        (CELL.format("{pips: planks, around: [planks]}"), {
            "1:70": "cell 1 of row 1 of form 'f' has 'pips' and 'around', a cell shows one thing"}),
        (CELL.format('{pips: planks, sections: "[3, 3]"}'), {
            "1:47": "records of Mary Gloster and 3 others, cell 1 of row 1 of form 'f': the sections (3, 3) make 6"}),
        (CELL.format("{pips: planks, group: 0, size: 1 mm}"), {
            "1:69": "'group' of cell 1 of row 1 of form 'f' is 0, the smallest allowed is 1",
            "1:78": "'size' of cell 1 of row 1 of form 'f' is 1 mm: a circle can be 2 mm to 1 in wide"}),
        (CELL.format("{picture: ship.svg}"), {
            "1:57": "'picture' of cell 1 of row 1 of form 'f': there is no picture 'ship.svg' in harbour/art"}),
        (CELL.format(f"{{picture: {'x' * 3000}}}"), {
            "1:57": f"'picture' of cell 1 of row 1 of form 'f': there is no picture '{'x' * 100}"}),
        (CELL.format("{lines: 900}, {box: yes}"), {
            "1:46": "the cells of row 1 of form 'f' cover 2 columns, the form has 1",
            "1:55": "'lines' of cell 1 of row 1 of form 'f' is 900, the largest allowed is 100",
            "1:67": "'box' of cell 2 of row 1 of form 'f' must be true or false, found the text 'yes'"}),
        ("f: {unit: tug, per_page: 4, per_row: 3, rows: []}", {
            "1:38": "form 'f' has 4 records on a page, 3 to a row: the last row would not be full"}),
    ],
    "counters.yaml": [
        ("c: {kind: flat, shape: hex, size: 20 x 20 mm, front: [{text: x}]}", {
            "1:4": "counter 'c' lacks 'across'",
            "1:35": "counter 'c' is as large as its hexes: it has no 'size'"}),
        ("c: {kind: tent, shape: hex, across: 20 mm, profile: [{text: x}], flap: [{text: x}]}", {
            "1:24": "counter 'c' is a tent: a tent stands on a rectangle"}),
        (COUNTER.format("inset: 15 mm"), {"1:51": "'inset' of counter 'c' must be from 0 to a quarter of its hex"}),
        (COUNTER.format("cells: [[0, 0], [3, 3]]"), {
            "1:51": "'cells' of counter 'c': the hex [3, 3] does not touch the others"}),
        (COUNTER.format("cells: [[0, 0], [1], x]"), {
            "1:60": "a hex of 'cells' of counter 'c' must be two whole numbers, found a list of 1",
            "1:65": "a hex of 'cells' of counter 'c' must be two whole numbers, found the text 'x'"}),
        (COUNTER.format("zones: {front: 2, flank: 3}"), {
            "1:51": "'zones' of counter 'c' add up to 5 hexsides: a hex has 6"}),
        ("c: {kind: flat, size: 20 x 20 mm, copies: planks / 2, front: [{text: x}]}", {
            "1:4": "'copies' of counter 'c' for Mary Gloster gives 9/2: it must be a whole number, 0 to 500"}),
        ("c: {kind: flat, size: 20 x 20 mm, front: [{pips: planks, shape: star}, {text: x, cell: 3}]}", {
            "1:65": "'shape' of part 1 of 'front' of counter 'c': 'star' is not one of circle, box, diamond",
            "1:42": "'cell: 3' in 'front' of counter 'c': it has 0 hexes"}),
    ],
    "markers.yaml": [
        ("m: {shape: triangle, size: 20 x 20 mm, front: [{text: x}]}", {
            "1:12": "'shape' of marker 'm': 'triangle' is not one of square, round, drawn, hex"}),
        ("m: {shape: hex, front: [{text: x}]}", {"1:4": "marker 'm' lacks 'across'"}),
        (f"m: {{size: 20 x 20 mm, each: [{'x, ' * 9000}], front: [{{text: x}}]}}", {
            "1:29": "'each' of marker 'm' names 9000, at most 500 are allowed"}),
    ],
    "templates.yaml": [
        ("t: {kind: ladder, title: T}", {
            "1:11": "'kind' of template 't': 'ladder' is not one of arcs, base, boxes, curves, disc, overlay, path"}),
        ("t: {kind: overlay, title: T, map: bay, radius: 3}", {"1:35": "'map' of template 't': there is no map 'bay'"}),
        (OVERLAY.format("radius: 300, areas: {f: {from: 0}}"), {
            "1:76": "'radius' of template 't' is 300, the largest allowed is 30",
            "1:92": "area 'f' lacks 'to'"}),
        (OVERLAY.format("radius: 3, areas: {f: {hexes: [[9, 9]]}}, grey: [[1, 2, 3]], rays: [a], rings: [9]"), {
            "1:76": "template 't' names the hex [9, 9], 18 hexes from the ship: its radius is 3",
            "1:117": "a hex of 'grey' of template 't' must be two whole numbers, found a list of 3",
            "1:136": "'rays' of template 't' must be a list of bearings, -360 to 360 degrees, found the text 'a'",
            "1:148": "a range of 'rings' of template 't' is 9, the largest allowed is 3"}),
        (PATH.format("{slow: {sequence: [move 1, spin 2, turn 9]}}"), {
            "1:100": "a step of strip 'slow' must be move or turn and a number, found the text 'spin 2'",
            "1:108": "a step of strip 'slow', 'turn 9', must be 1 to 5 hexsides, or -1 to -5"}),
        (PATH.format("{}"), {"1:73": "'strips' of template 't' must have 1 to 24 entries"}),
        ("t: {kind: base, title: T, across: 20 mm, zones: {front: 7}}", {
            "1:57": "zone 'front' of template 't' is 7, the largest allowed is 6"}),
        ("t: {kind: rose, title: T, across: 2 in, ways: 1}", {
            "1:4": "template 't' lacks 'points'", "1:41": "unknown key 'ways' of template 't'"}),
        ("t: {kind: boxes, title: T, arms: {x: {order: [1, 1, 2]}}}", {"1:38": "arm 'x' lacks 'box'"}),
        ("t: {kind: curves, title: T, rows: {slow: {radius: 3}}, sweep: 900}", {
            "1:51": "'radius' of row 'slow': the length '3' has no unit",
            "1:63": "'sweep' of template 't' is 900, the largest allowed is 180"}),
        (STICK, {
            "1:92": "the mark 'x' of template 't' is at 9 in, the stick ends at 4 in"}),
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
        ("settings: {hex: {value: 40 mm, min: 50 mm}, 2x: {value: 3}, dues: {value: [1]}}", {
            "1:25": "'value' of setting 'hex' is 40 mm, the smallest allowed is 50 mm",
            "1:49": "a setting cannot be called '2x'",
            "1:75": "'value' of setting 'dues' must be a number, a length, true or false, or a text"}),
        ("tables: {prices: {columns: [a, b], rows: [[1, 2, 3]]}}", {
            "1:43": "row 1 of table 'prices' has 3 cells, its columns are 2"}),
        ("    points: pints\n    serial: planx", {
            "1:13": "'points' of unit type 'tug': there is no field or derived value 'pints'",
            "2:13": "'serial' of unit type 'tug': there is no field 'planx'"}),
        ("    derived: {a: b + 1, b: c + 1, c: a + 1}", {
            "1:18": "these values need one another in a circle: 'a' needs 'b', 'b' needs 'c', 'c' needs 'a'"}),
        ("    derived: {d: max(3, 2)}", {"1:21": "the formula of 'd': '(' was never closed"}),
        ("    derived: {d: 'lookup(prices, 3)'}", {"1:26": "the formula of 'd': unknown name 'prices'"}),
        ("      hold: {kind: numbers, of: [], min: 3, max: 2}", {
            "1:33": "'of' of field 'hold' names nothing",
            "1:50": "'max' of field 'hold' is 2, less than its 'min' of 3"}),
        ("      hold: {kind: list, of: {a: {kind: wholesome}, n: {kind: whole}}, derived: {b: a + c}, most: 0}", {
            "1:41": "'kind' of sub-field 'a': 'wholesome' is not one of whole, text, choice",
            "1:26": "a sub-field of field 'hold' cannot be called 'n'",
            "1:89": "the formula of 'b': unknown name 'c'",
            "1:99": "'most' of field 'hold' is 0, the smallest allowed is 1"}),
    ],
    "tugs.yaml": [
        ("- {name: Sly, side: anyone, planks: [1, 2], steam: unknown, points: \"unknown\", copies: 900}", {
            "1:21": "side of Sly: there is no side 'anyone'",
            "1:37": "planks of Sly must be a whole number, found a list",
            "1:69": "points of Sly must be a whole number, found the quoted text 'unknown'",
            "1:88": "'copies' of Sly is 900, the largest allowed is 200"}),
    ],
}


@pytest.mark.parametrize(("file", "text", "said"), [
    (file, text, said) for file, cases in CASES.items() for text, said in cases])
def test_what_is_wrong_is_said_with_its_place(
    file: str, text: str, said: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(Path("harbour"))
    path = Path("harbour") / file
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(f"{known}{text}\n", encoding="utf-8")
    before = known.count("\n")
    with pytest.raises(PrintshopError) as caught:
        check_game(Path("harbour"))
    found = str(caught.value)
    for place, message in said.items():
        line, _, column = place.partition(":")
        where = place if ".yaml" in place else f"{file}:{before + int(line)}:{column}"
        assert f"harbour/{where}: error: {message}" in found


@pytest.mark.parametrize("section", holders())
@pytest.mark.parametrize(("key", "why"), [
    ("../../evil", "has a '/'"), ("c:evil", "has a ':'"), ("a\\\\evil", "has a '\\'"),
    (".evil", "begins or ends with a dot"), ("..", "begins or ends with a dot"), ("", "is empty"),
    (" evil", "begins or ends with a space"),
    ("ev\\til", "has a sign that cannot be seen"), ("e" * 61, "has more than 60 characters")])
def test_no_key_leads_out_of_the_folder_that_its_files_go_to(
    section: str, key: str, why: str, tmp_path: Path
) -> None:
    (tmp_path / "game.yaml").write_text(f'format: 1\ntitle: Evil\n{section}:\n  "{key}": {{}}\n', encoding="utf-8")
    with pytest.raises(PrintshopError) as caught:
        load(tmp_path)
    [problem] = [one for one in caught.value.problems if "the key of a" in one.message]
    assert problem.message.endswith(f", {why}")
    assert problem.span
    assert (problem.span.line, problem.span.column) == (4, 3)


@pytest.mark.parametrize("key", ["大和", "Ärger 2", "é.b", "a-b_c", "e" * 60, "かめ" * 30])
def test_keys_of_any_alphabet_are_good(key: str, tmp_path: Path) -> None:
    write_game(tmp_path / "harbour")
    charts = tmp_path / "harbour" / "charts.yaml"
    known = charts.read_text(encoding="utf-8") if charts.exists() else ""
    charts.write_text(f'{known}"{key}": {{title: A, blocks: [{{title: B, text: c}}]}}\n', encoding="utf-8")
    assert key in load(tmp_path / "harbour")[CHARTS]


def test_units_of_a_game_that_has_no_types(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("format: 1\ntitle: x\nunits: [{name: a}]\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match="unknown key 'units' of the game"):
        load(tmp_path)
