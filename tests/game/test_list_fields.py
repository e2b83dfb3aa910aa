"""Fields of several numbers and lists of rows: read, derived, refused with reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems, list_messages
from hypothesis import given
from hypothesis import strategies as st

from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import ListRows, NamedNumbers
from printshop.game.fields import read_field
from printshop.game.model import ReadContext
from printshop.game.pictures import Pictures
from printshop.load_game import read_game
from printshop.problems import PrintshopError, Problems
from printshop.schema.reader import Reader
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.fields import Field

SIDES = ("bow", "port", "stern")
NUMBERS = "{kind: numbers, of: [bow, port, stern], min: 0, max: 9}"
GUNS = """\
kind: list
most: 4
of:
  gun: {kind: choice, options: [mortar, big mortar, swivel]}
  faces: {kind: choice, options: [bow, port, stern], optional: true}
  balls: {kind: whole, min: 1, max: 9, optional: true}
  rusty: {kind: flag, optional: true}
"""


def field_of(text: str) -> Field:
    problems = Problems()
    context = ReadContext(problems=problems, pictures=Pictures(()), sides={}, sizes=(), size_field="", unit_types={},
                          tables={}, units={})
    reader = Reader(parse_yaml(text, "game.yaml", problems), problems, "field 'guns'", context)
    reader.key = "guns"
    result = read_field(reader)
    problems.raise_if_any()
    return result


def read_value(field: Field, text: str) -> tuple[object, list[str]]:
    """Return the value of a text, and its problems: column, message, hint."""
    problems = Problems()
    node = parse_yaml(text, "tugs.yaml", problems)
    assert node
    value = field.read(node, "Rat", problems)
    return value, [f"{one.span.column if one.span else 0}: {one.message} | {one.hint}".rstrip(" |") for one in problems]


@pytest.mark.parametrize(("text", "figures"), [
    ("{bow: 3, port: 0, stern: 9}", (3, 0, 9)), ("{stern: 9, bow: 3, port: 0}", (3, 0, 9)), ("[3, 0, 9]", (3, 0, 9)),
    ("4", (4, 4, 4)), ("[3, unknown, 9]", (3, NOT_KNOWN, 9)), ("{bow: unknown, port: 0, stern: 9}", (NOT_KNOWN, 0, 9)),
])  # fmt: skip
def test_numbers_are_written_by_name_in_order_or_as_one_number(text: str, figures: tuple[object, ...]) -> None:
    assert read_value(field_of(NUMBERS), text) == (NamedNumbers(SIDES, figures), [])


@pytest.mark.parametrize(("text", "expected"), [
    ("{bow: 3, prot: 0, stern: 9}",
     ["1: guns of Rat lacks port", "10: guns of Rat: there is no 'prot' | did you mean 'port'?"]),
    ("[3, 0]",
     ["1: guns of Rat has 2 numbers, but needs 3 | write one number for each of these names: bow, port, stern"]),
    ("[3, 0, 10]", ["8: 'stern' in guns of Rat is 10, but must be at most 9 | write a number from 0 to 9"]),
    ("[3, x, -1]", ["5: 'port' in guns of Rat must be a whole number, found the text 'x'",
                    "8: 'stern' in guns of Rat is -1, but must be at least 0 | write a number from 0 to 9"]),
    ("[[1], {a: 1}, 2]", ["2: 'bow' in guns of Rat must be a whole number, found a list",
                          "7: 'port' in guns of Rat must be a whole number, found a block of keys"]),
    ("many", ["1: guns of Rat must be a whole number, found the text 'many'"]),
    ("10", ["1: guns of Rat is 10, but must be at most 9 | write a number from 0 to 9"]),
])  # fmt: skip
def test_invalid_numbers_are_reported_with_their_place(text: str, expected: list[str]) -> None:
    assert read_value(field_of(NUMBERS), text) == (None, expected)


@given(st.lists(st.integers(0, 9), min_size=3, max_size=3), st.permutations(SIDES))
def test_numbers_mean_the_same_in_any_order(figures: list[int], order: list[str]) -> None:
    by_name = dict(zip(SIDES, figures, strict=True))
    text = "{" + ", ".join(f"{name}: {by_name[name]}" for name in order) + "}"
    expected = (NamedNumbers(SIDES, tuple(figures)), [])
    assert read_value(field_of(NUMBERS), text) == read_value(field_of(NUMBERS), str(figures)) == expected


def rows_of(text: str) -> list[dict[str, object]]:
    value, words = read_value(field_of(GUNS), text)
    assert not words
    assert isinstance(value, ListRows)
    return [{key: cell for key, cell in row.items() if cell is not None} for row in value.rows]


@pytest.mark.parametrize(("text", "row"), [
    ("mortar", {"gun": "mortar"}), ("mortar bow", {"gun": "mortar", "faces": "bow"}),
    ("big mortar stern 3 rusty", {"gun": "big mortar", "faces": "stern", "balls": 3, "rusty": True}),
    ("swivel 3", {"gun": "swivel", "balls": 3}), ("swivel rusty", {"gun": "swivel", "rusty": True}),
    ("  swivel   port  2 ", {"gun": "swivel", "faces": "port", "balls": 2}),
    ("{gun: swivel, balls: 2}", {"gun": "swivel", "balls": 2}),
    ("{gun: unknown, rusty: false}", {"gun": NOT_KNOWN, "rusty": False}),
])  # fmt: skip
def test_row_is_a_block_or_its_words_in_order(text: str, row: dict[str, object]) -> None:
    assert rows_of(f"[{text}]") == [{**row, "n": 1}]


def test_rows_are_numbered_and_written_unchanged() -> None:
    value, _ = read_value(field_of(GUNS), "[mortar bow, big mortar port 2 rusty, mortar bow]")
    assert isinstance(value, ListRows)
    assert [row["n"] for row in value.rows] == [1, 2, 3]
    assert str(value) == "mortar bow, big mortar port 2 rusty, mortar bow"
    assert value.columns == ("gun", "faces", "balls", "rusty")
    assert (len(value), value.count, value.column("balls")) == (3, 3, (None, 2, None))
    assert read_value(field_of(GUNS), "[]") == (ListRows(("gun", "faces", "balls", "rusty"), ()), [])


USUAL = "write the gun of each row, for example mortar"


@pytest.mark.parametrize(("text", "expected"), [
    ("mortar", [("1: guns of Rat must be a list, found the text 'mortar' | write the value between [ ], even if the "
                 "list has only one value: [mortar]")]),
    ("{gun: mortar}", [("1: guns of Rat must be a list, found a block of keys | write all rows between [ ], or write "
                        f"each row on its own line after a dash; {USUAL}")]),
    ("[mortar: 4]", [("2: row 1 of guns of Rat is a block of keys, but none of the keys is a sub-field of the list | "
                      f"{USUAL}, without a colon")]),
    ("[morter bow]",
     [("2: gun of row 1 of guns of Rat: 'morter' is not one of mortar, big mortar, swivel "
       "| did you mean 'mortar'?")]),
    ("[mortar, swivel bow x]", [f"21: row 2 of guns of Rat has words that belong to no sub-field: 'x' | {USUAL}"]),
    ("[mortar bow 77]", [f"13: row 1 of guns of Rat has words that belong to no sub-field: '77' | {USUAL}"]),
    ('["mortar, bow, 2"]', ["2: row 1 of guns of Rat must not have commas between its words | write mortar bow 2"]),
    ("[[mortar]]", [f"2: row 1 of guns of Rat cannot be a list | {USUAL}"]),
    ("[{faces: bow}]", ["2: row 1 of guns of Rat lacks 'gun' | add the key 'gun'"]),
    ("[{gun: mortar, ball: 2}]", ["16: unknown key 'ball' of row 1 of guns of Rat | did you mean 'balls'?"]),
    ("[mortar, mortar, mortar, mortar, mortar]", ["1: guns of Rat has 5 rows; at most 4 are allowed"]),
])  # fmt: skip
def test_invalid_rows_are_reported_with_their_place(text: str, expected: list[str]) -> None:
    assert read_value(field_of(GUNS), text) == (None, expected)


@given(st.lists(st.tuples(st.sampled_from(["mortar", "big mortar", "swivel"]), st.sampled_from([None, *SIDES]),
                          st.one_of(st.none(), st.integers(1, 9)), st.booleans()), max_size=4))
def test_short_texts_and_blocks_give_equal_rows(guns: list[tuple[str, str | None, int | None, bool]]) -> None:
    short = [" ".join(str(word) for word in (gun, faces, balls, "rusty" if rusty else None) if word is not None)
             for gun, faces, balls, rusty in guns]
    blocks = [{key: str(value).lower() for key, value in (("gun", gun), ("faces", faces), ("balls", balls),
                                                          ("rusty", rusty or None)) if value is not None}
              for gun, faces, balls, rusty in guns]
    long = ", ".join("{" + ", ".join(f"{key}: {value}" for key, value in one.items()) + "}" for one in blocks)
    assert read_value(field_of(GUNS), f"[{', '.join(short)}]") == read_value(field_of(GUNS), f"[{long}]")


NOTED = "{kind: list, of: {what: {kind: text}, casks: {kind: whole}, note: {kind: text, optional: true}}}"
COAL = "write the what and casks of each row, for example '\"a text\" 1'"


def test_quotes_join_the_words_of_a_value() -> None:
    short = """['"brown coal" 3', sack "brown coal" 3, "'brown coal' 3 'in quotes'", rum 3 "half" full]"""
    value, words = read_value(field_of(NOTED), short)
    assert not value
    assert words == [f"26: casks of row 2 of guns of Rat must be a whole number, found the text 'brown coal' | {COAL}"]
    value, words = read_value(field_of(NOTED), short.replace("sack ", "sack 1 "))
    assert not words
    assert isinstance(value, ListRows)
    assert value.cells == (("brown coal", 3, None), ("sack", 1, '"brown coal" 3'), ("brown coal", 3, "in quotes"),
                           ("rum", 3, '"half" full'))


def test_message_about_several_words_shows_a_valid_row() -> None:
    assert read_value(field_of(NOTED), "[brown coal of 3]") == (
        None, [f"8: casks of row 1 of guns of Rat must be a whole number, found the text 'coal' | {COAL}"])
    assert read_value(field_of(NOTED), "[brown]") == (None, [f"2: row 1 of guns of Rat lacks its casks | {COAL}"])
    value, words = read_value(field_of(NOTED), f"[{COAL.split('example ')[1]}]")
    assert isinstance(value, ListRows)
    assert (value.cells, words) == ((("a text", 1, None),), [])


@given(st.text(max_size=60))
def test_any_text_is_a_row_or_a_problem(text: str) -> None:
    problems = Problems()
    node = parse_yaml("- x", "tugs.yaml", problems)
    assert node
    node.items[0].text = text  # type: ignore[attr-defined]
    value = field_of(GUNS).read(node, "Rat", problems)
    assert (value is None) == bool(problems)


@pytest.mark.parametrize(("text", "message"), [
    ("{kind: numbers, of: [a, b, a]}",
     "'of' of field 'guns' must have at most 100 names, and all names must be different"),
    ("{kind: numbers}", "field 'guns' lacks 'of'"),
    ("{kind: list}", "field 'guns' lacks 'of'"),
    ("{kind: list, of: {}}", "'of' of field 'guns' must have at least one sub-field"),
    ("{kind: list, of: {n: {kind: whole}}}", "a sub-field of field 'guns' must not have the name 'n'"),
    ("{kind: list, of: {a b: {kind: whole}}}", "a sub-field of field 'guns' must not have the name 'a b'"),
    ("{kind: list, of: {a: {kind: list, of: {b: {kind: whole}}}}}",
     ("'kind' of sub-field 'a': 'list' is not one of whole, text, choice, flag, "
      "entries, numbers, length, decimal, percent, angle, dice, battery")),
    ("{kind: list, most: 1001, of: {a: {kind: whole}}}", "'most' of field 'guns' is 1001, but must be at most 1000"),
    ("{kind: list, of: {a: {kind: whole}}, derived: {b: a + c}}", "the formula of 'b': unknown name 'c'"),
])  # fmt: skip
def test_invalid_declarations_of_fields_are_reported(text: str, message: str) -> None:
    assert list_messages(catch_problems(field_of, text)) == [message]


# --- in a whole game

GAME = """\
format: 1
title: Rats
rights: free
tables: {prices: {columns: [gun, price], rows: [[mortar, 5], [swivel, 2], [relic, unknown]]}}
unit_types:
  tug:
    fields:
      hull: {kind: whole}
      guns:
        kind: list
        of: {gun: {kind: choice, options: [mortar, swivel, relic]}, side: {kind: text, optional: true}}
        derived: {whole: price + hull, price: "lookup(prices, gun) * n", share: 12 / (hull - 1)}
    derived: {cost: 'total(guns, "whole")', bow: 'count(guns, "side", "bow")'}
"""


def load_tugs(folder: Path, tugs: str, game: str = GAME) -> list[dict[str, object]]:
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "tugs.yaml").write_text(tugs, encoding="utf-8")
    return [dict(unit.values) for unit in read_game(folder).units.values()]


def catch_messages(folder: Path, tugs: str, game: str = GAME) -> list[str]:
    return list_messages(catch_problems(load_tugs, folder, tugs, game))


def test_derived_values_of_rows_are_available_to_the_unit(tmp_path: Path) -> None:
    rat, relic = load_tugs(tmp_path, "- {name: Rat, hull: 3, guns: [mortar bow, swivel stern]}\n"
                                     "- {name: Old, hull: 2, guns: [relic bow]}\n")
    assert isinstance(rat["guns"], ListRows)
    assert [(row["price"], row["whole"], row["side"]) for row in rat["guns"].rows] == [(5, 8, "bow"), (4, 7, "stern")]
    assert (rat["cost"], rat["bow"], str(rat["guns"])) == (15, 1, "mortar bow, swivel stern")
    assert (relic["cost"], relic["bow"]) == (NOT_KNOWN, 1)


def test_row_that_cannot_be_evaluated_is_named(tmp_path: Path) -> None:
    messages = catch_messages(tmp_path, "- {name: Rat, hull: 1, guns: [swivel, mortar bow]}")
    assert messages == ["Rat: share of row 1 of guns: division by zero: hull - 1 is 0"]


@pytest.mark.parametrize(("row", "expected"), [
    ("port bow light 1", ["side of row 1 of guns of Rat: 'port' is not one of bow, stern"]),
    ("bow light 1 2", ["boxes of row 1 of guns of Rat must be a whole number, found the text '1 2'"]),
    ("bow heavvy 1", ["gun of row 1 of guns of Rat: 'heavvy' is not one of light, heavy"]),
    ("bwo heavvy 1", ["side of row 1 of guns of Rat: 'bwo' is not one of bow, stern",
                      "gun of row 1 of guns of Rat: 'heavvy' is not one of light, heavy"]),
    ("bow heavvy 9", ["gun of row 1 of guns of Rat: 'heavvy' is not one of light, heavy",
                      "boxes of row 1 of guns of Rat is 9, but must be at most 2"]),
])  # fmt: skip
def test_additional_word_is_one_mistake(tmp_path: Path, row: str, expected: list[str]) -> None:
    entry = ("{side: {kind: choice, options: [bow, stern]}, gun: {kind: choice, options: [light, heavy]}, "
             "boxes: {kind: whole, max: 2}}")
    game = f"""\
format: 1
title: Rats
rights: free
unit_types: {{tug: {{fields: {{guns: {{kind: list, of: {entry}}}}}}}}}
"""
    assert catch_messages(tmp_path, f"- {{name: Rat, guns: [{row}]}}", game) == expected


def test_table_that_is_too_long_is_refused(tmp_path: Path) -> None:
    def long(count: int) -> str:  # two are there already
        return GAME.replace("[relic, unknown]", ", ".join(f"[gun {number}, 1]" for number in range(count - 2)))

    assert load_tugs(tmp_path, "- {name: Rat, hull: 3, guns: [mortar]}", long(1_000))
    messages = catch_messages(tmp_path, "- {name: Rat, hull: 3, guns: [mortar]}", long(1_001))
    assert messages == ["table 'prices' has 1001 rows; at most 1000 are allowed"]


HUGE = 1_000_000


@pytest.mark.parametrize("guns", [
    f"[{'x' * HUGE}]", f"{'x' * HUGE}", f"['{'y ' * (HUGE // 2)}']", f"[{{gun: {'x' * HUGE}}}]",
    f"[{'mortar, ' * 10_000}]", f"[{'[' * 40}1{']' * 40}]", f"{{{'x' * HUGE}: 1}}",
], ids=["row", "text", "words", "block", "rows", "nested", "key"])  # fmt: skip
def test_hostile_lists_are_refused_in_short_messages(guns: str, tmp_path: Path) -> None:
    with pytest.raises(PrintshopError) as error:
        load_tugs(tmp_path, f"- {{name: Rat, hull: 3, guns: {guns}}}")
    assert len(error.value.problems) <= 2  # YAML itself has something to say of a key of that length
    assert len(str(error.value)) < 2_000


def test_quoted_row_equals_a_row_without_quotes() -> None:
    assert read_value(field_of(GUNS), '["mortar bow 3 rusty"]') == read_value(field_of(GUNS), "[mortar bow 3 rusty]")
    assert not read_value(field_of(GUNS), '["mortar bow 3 rusty"]')[1]
