"""Declarations and values of fields: what is just inside is accepted, what is just outside is reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import GAME, check_game_limit, check_type_limit, fill_up
from helpers.template_pages import repeat

from printshop.game.fields import MAX_NAMES, MAX_SAMPLES, format_range, sample_numbers
from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("field", "inside", "outside"), [
    ("kind: whole, min: 3, max: @", "3", "2"),
    ("kind: choice, options: @", "[a]", "[]"),
    ("kind: choices, options: [a, b], least: @", "2", "3"),
    ("kind: choices, options: [a, b], most: 1, least: @", "1", "2"),
    ("kind: choices, options: [a, b], least: @", "0", "-1"),
    ("kind: choices, options: [a, b], most: @", "1", "0"),
    ("kind: numbers, of: @", repeat("n#", MAX_NAMES), repeat("n#", MAX_NAMES + 1)),
    ("kind: numbers, of: @", "[a, b]", "[a, a]"),
    ("kind: numbers, of: @", "[a]", "[]"),
])  # fmt: skip
def test_declaration_just_outside_is_reported_at_its_place(tmp_path: Path, field: str, inside: str,
                                                           outside: str) -> None:
    check_type_limit(tmp_path, f"fields: {{part: {{{field}}}}}", inside, outside)


@pytest.mark.parametrize(("field", "value", "inside", "outside"), [
    ("kind: whole, min: 3", "@", "3", "2"),
    ("kind: whole, max: 3", "@", "3", "4"),
    ("kind: choice, options: [a, b]", "@", "b", "c"),
    ("kind: choices, options: [a, b, c], least: 1, most: 2", "@", "[a]", "[]"),
    ("kind: choices, options: [a, b, c], least: 1, most: 2", "@", "[a, b]", "[a, b, c]"),
    ("kind: choices, options: [a, b, c]", "@", "[c, b, a]", "[a, b, a]"),
    ("kind: choices, options: [a, b, c], least: 1", "@", "a", "d"),
    ("kind: flag", "@", "true", "yes please"),
    ("kind: entries, of: {gun: {}}", "{gun: @}", "1", "0"),
    ("kind: entries, of: {gun: {}}", "{gun: @}", "99", "100"),
    ("kind: entries, of: {gun: {}}", "{@: 1}", "gun", "bow"),
    ("kind: entries, of: {gun: {}}", "@", "{}", "3"),
    ("kind: numbers, of: [a, b], min: 0, max: 9", "[1, @]", "9", "10"),
    ("kind: numbers, of: [a, b], min: 0, max: 9", "@", "0", "-1"),
    ("kind: numbers, of: [a, b]", "@", "[1, 2]", "[1]"),
    ("kind: numbers, of: [a, b]", "@", "{b: 1, a: 2}", "{b: 1}"),
    ("kind: numbers, of: [a, b]", "{a: 1, b: @}", "unknown", "none"),
    ("kind: list, of: {gun: {kind: whole}}, most: 2", "@", "[1, 2]", "[1, 2, 3]"),
    ("kind: list, of: {gun: {kind: whole, max: 5}}", "[1, @]", "5", "6"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, field: str, value: str, inside: str,
                                                     outside: str) -> None:
    game = fill_up(GAME, f"unit_types: {{tug: {{fields: {{part: {{{field}}}}}}}}}")
    check_game_limit(tmp_path, "tugs.yaml", f"- {{name: Rat, side: red, part: {value}}}\n", inside, outside, game=game)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (0, 1), (1, 35), (-9, -2), (-5, 400), (None, None), (None, 7),
                                           (None, -7), (3, None)])
def test_samples_of_numbers_include_both_limits_and_nothing_beyond(low: int | None, high: int | None) -> None:
    numbers = [int(text) for text in sample_numbers(low, high)]
    assert len(numbers) == len(set(numbers)) <= MAX_SAMPLES + 2
    assert low in (None, min(numbers))
    assert high in (None, max(numbers))
    start, end = min(numbers), max(numbers)
    assert numbers[0] == start + (end - start) // 3


@pytest.mark.parametrize(("low", "high", "words"), [
    (0, 0, "0"), (0, None, "0 or more"), (None, 0, "0 or less"), (0, 1, "0 to 1"), (None, None, "")])
def test_message_about_a_range_names_both_limits(low: int | None, high: int | None, words: str) -> None:
    assert format_range(low, high) == words


@pytest.mark.parametrize(("field", "words"), [
    ("kind: whole", "a whole number"), ("kind: whole, min: 2", "a whole number, 2 or more"),
    ("kind: whole, min: 2, max: 2", "a whole number, 2"), ("kind: flag", "true or false"),
    ("kind: choice, options: [a, b]", "one of a, b"),
    ("kind: choice, options: [a, b], open: true", "one of a, b, or another word"),
    ("kind: choices, options: [a, b]", "any of a, b, between [ ]"),
    ("kind: choices, options: [a, b], least: 1", "1 or more of a, b, between [ ]"),
    ("kind: choices, options: [a, b], most: 1", "0 to 1 of a, b, between [ ]"),
    ("kind: decimal", "a number, such as 2.5"), ("kind: decimal, min: 0, max: 4", "a number, 0 to 4, such as 1"),
    ("kind: percent, min: 0, max: 100", "a percentage, 0% to 100%, such as 25%"),
    ("kind: numbers, of: [a, b], max: 3", "3 or less each; a single number applies to all names"),
])  # fmt: skip
def test_allowed_values_are_described_in_words(tmp_path: Path, field: str, words: str) -> None:
    game = fill_up(GAME, f"unit_types: {{tug: {{fields: {{part: {{{field}}}}}}}}}")
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    assert read_game(tmp_path).unit_types["tug"].fields["part"].allowed_text == words


@pytest.mark.parametrize(("field", "limits"), [
    ("kind: whole, max: 2", {"high": "2"}), ("kind: text", {}), ("kind: flag", {"words": "yes or no"}),
    ("kind: choice, options: [a, b]", {"options": ["a", "b"], "open": False}),
    ("kind: choices, options: [a, b]", {"options": ["a", "b"]}),
    ("kind: choices, options: [a, b], most: 1", {"low": "0", "high": "1", "options": ["a", "b"]}),
    ("kind: percent, min: 0, max: 100", {"low": "0%", "high": "100%", "example": "25%"}),
    ("kind: numbers, of: [a, b], max: 3", {"high": "3", "each": True}),
    ("kind: list, most: 4, of: {a: {kind: text}}", {"rows": 4}),
    ("kind: battery, dice: [d6], counts: 1-6", {"low": "1", "high": "6", "guns": {
        "dice": ["d6"], "lowest_damage": 1, "highest_damage": 99, "short": False, "traits": {}}}),
])  # fmt: skip
def test_limits_have_the_allowed_values_without_their_notation(tmp_path: Path, field: str,
                                                               limits: dict[str, object]) -> None:
    game = fill_up(GAME, f"unit_types: {{tug: {{fields: {{part: {{{field}}}}}}}}}")
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    assert read_game(tmp_path).unit_types["tug"].fields["part"].limits == limits


@pytest.mark.parametrize(("field", "word", "is_doubtful"), [
    ("open: true, ", "strped", True), ("open: true, ", "striped", False), ("open: true, ", "zebra", False)])
def test_only_a_misspelt_option_is_doubtful(tmp_path: Path, field: str, word: str, is_doubtful: bool) -> None:
    fields = f"part: {{kind: choice, {field}options: [striped, plain]}}"
    (tmp_path / "game.yaml").write_text(fill_up(GAME, f"unit_types: {{tug: {{fields: {{{fields}}}}}}}"),
                                        encoding="utf-8")
    assert bool([*read_game(tmp_path).unit_types["tug"].fields["part"].find_doubts(word)]) is is_doubtful
