"""Words beside the marks of a record: labels and figures, and tables of figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game, read_forms

from printshop.game_paths import find_shipped_games
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.forms.compiled import MARKABLE_PRODUCTS
from printshop.products.forms.mark_words import describe_records
from printshop.products.product import find_default_keys
from printshop.products.rosters.build import count_marks

if TYPE_CHECKING:

    from printshop.products.forms.word_shapes import RecordWords

FORM = """
record:
  unit: tower
  rows:
    - {height: 9 mm, text: "**{label}**", style: title}
    - {gap: 2 mm, rules: true, columns: [2, 1, 1], cells: [Stairs, Lamps, Bells]}
    - {rules: true, columns: [2, 1, 1], cells: ["**{girth}** steps", "2d6", {}]}
    - {rules: true, columns: [2, 1, 1], cells: [{pips: "3", track: stairs}, {pips: "2", track: lamps},
        {pips: "1", track: bells}]}
    - {rules: true, columns: [2, 1, 1], cells: [{pips: "3", track: attic}, {pips: "2", track: attic_lamps}, {}]}
    - {gap: 2 mm, rules: true, columns: [1, 3, 3, 4, 3], cells: [A, Cellar, {pips: "2", track: cellar},
        "dry, *dusty*", once]}
    - {rules: true, columns: [3, 3, 3, 3, 2], cells: [Gate, {pips: "4", track: gate, marks: "[2]",
        letter: K}, Wall, {pips: "4", track: wall, group: 2, sections: "[3, 1]"}, F]}
    - {rules: true, columns: [3, 3, 4, 4], cells: [Leaning, {pips: "1", track: leaning}, Towards, {}]}
    - {rules: true, columns: [3, 3, 4, 4], cells: ["{label}", {text: "Flag down", pips: "1", track: flag}, {}, {}]}
    - {gap: 2 mm, rules: true, columns: [2, 1, 1], cells: [At, near, far]}
    - {rules: true, columns: [2, 1, 1], cells: [Stone, "{girth}", "3"]}
    - {rules: true, columns: [1, 1, 1, 1], cells: [Dodge, "4", "5", "6"]}
"""


@pytest.fixture(scope="module")
def record_words(tmp_path_factory: pytest.TempPathFactory) -> RecordWords:
    game = read_forms(FORM)
    (unit, *_) = [unit for unit in game.units.values() if unit.kind == "tower"]
    (record,) = describe_records(game, [unit]).values()
    return record


@pytest.mark.parametrize(("track", "label", "figures"), [
    pytest.param("cellar", "A Cellar", ["dry, dusty", "once"], id="words on both sides, after a letter"),
    pytest.param("gate", "Gate", [], id="words to the right belong to the next marks"),
    pytest.param("wall", "Wall", ["F"], id="words between two rows of marks belong to the second"),
    pytest.param("leaning", "Leaning", [], id="words before a space to write in are a label of the space"),
    pytest.param("lamps", "Lamps", ["2d6"], id="words above, from the top"),
    pytest.param("bells", "Bells", [], id="words above an empty cell"),
    pytest.param("attic_lamps", "Lamps", ["2d6"], id="words above other marks of the column"),
    pytest.param("flag", "Flag down", [], id="words of the cell itself, not the name of the unit")])
def test_marks_have_the_words_that_the_record_shows_beside_them(record_words: RecordWords, track: str, label: str,
                                                                figures: list[str]) -> None:
    row = record_words["rows"][track]
    assert (row["label"], row["figures"]) == (label, figures)


def test_marks_have_their_letters_sections_and_groups(record_words: RecordWords) -> None:
    rows = record_words["rows"]
    assert rows["gate"]["letters"] == ["", "K", "", ""]
    assert (rows["wall"]["sections"], rows["wall"]["group"]) == ([3, 1], 2)
    assert (rows["lamps"]["letters"], rows["lamps"]["sections"], rows["lamps"]["group"]) == ([], [], 5)


def test_lines_of_words_are_tables(record_words: RecordWords) -> None:
    assert record_words["tables"] == [[["At", "near", "far"], ["Stone", "30", "3"]], [["Dodge", "4", "5", "6"]]]


@pytest.mark.parametrize("key", [*find_shipped_games(), "toy"])
def test_all_marks_that_records_and_cards_show_have_a_row(key: str) -> None:
    game = open_game(key)
    units = [*game.units.values()][::3]
    counts, records = count_marks(game, units), describe_records(game, units)
    request, numbering = PrintRequest(units=units), FieldNumbering()
    products = [product for product in map(find_product, MARKABLE_PRODUCTS)
                if find_default_keys(product, game)]
    shown = [field for product in products for page in product.build(game, request, PrintSettings()).pages
             for field in numbering.list_fields(page)]
    tracks = {(field.record, field.name) for field in shown if field.name in counts.get(field.record, ())}
    assert tracks >= {(name, track) for name, record in records.items() for track in record["rows"]
                      if counts[name][track]}  # others have pale marks for an unknown number, or none
    assert bool(tracks) == (key != "iron_guest")  # whose squadron log is for all ships of a side
    for name, track in tracks:
        row = records[name]["rows"][track]
        assert len(row["letters"]) in (0, counts[name][track])
        assert sum(row["sections"]) in (0, counts[name][track])


def test_guns_have_their_dice_and_the_numbers_that_hit_them() -> None:
    game = open_game("iron_stars")
    rows = describe_records(game, [game.units["Nike"]])["Nike (Britain)"]["rows"]
    assert (rows["primary"]["label"], rows["primary"]["figures"]) == ("Primary", ["4/d10 (×2)", "14–15"])
