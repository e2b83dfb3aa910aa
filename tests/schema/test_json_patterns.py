"""Patterns for the values of a JSON Schema match what the reader accepts, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from printshop.schema import json_patterns as patterns


@given(st.integers(0, 1200), st.integers(0, 1200), st.integers(0, 1300))
@example(0, 9, 10)
@example(99, 101, 100)
@settings(max_examples=80)
def test_pattern_matches_the_whole_numbers_between_two_limits(low: int, size: int, number: int) -> None:
    match = re.fullmatch(patterns.make_integer_pattern(low, low + size), str(number))
    assert bool(match) == (low <= number <= low + size)


def test_numbers_without_a_limit_run_from_zero_to_six_digits() -> None:
    matches = re.compile(patterns.make_integer_pattern(None, None)).fullmatch
    assert all(matches(number) for number in ("0", "7", "10", "12345", "999999"))
    assert not any(matches(number) for number in ("", "-1", "01", "1000000"))
    assert not re.fullmatch(patterns.make_integer_pattern(5, None), "4")


@pytest.mark.parametrize("text", ["a.b", "(a|b)*", "[x]{2}", "^a$", "a\\b/c", "a+b?", "plain, text"])
def test_escaped_text_matches_only_itself(text: str) -> None:
    pattern = patterns.escape_pattern(text)
    assert re.fullmatch(pattern, text)
    assert not re.fullmatch(pattern, text + "a")
    assert not re.fullmatch(pattern, text.translate(str.maketrans(".*+?|", "-----")) + "-")


def test_text_in_any_case_matches_every_mixture() -> None:
    pattern = patterns.make_any_case_pattern("Ra-t 1.ß")
    assert all(re.fullmatch(pattern, text) for text in ("Ra-t 1.ß", "rA-T 1.ß", "RA-T 1.ß"))
    assert not any(re.fullmatch(pattern, text) for text in ("Rat 1.ß", "Ra-t 1xß", "Rä-t 1.ß", "Ra-t 1.SS"))


@pytest.mark.parametrize(("pattern", "good", "bad"), [
    (patterns.LENGTH_PATTERN, ("1 mm", "0.5in", ".5 in", '2"', "1/2 in", "1 1/2 in"),
     ("1", "mm", "1. mm", "-1 mm", "1/0 in", "1234567 mm")),
    (patterns.SIZE_PATTERN, ("1 x 2 mm", "1 mm × 2 mm", "1/2 x 3/4 in"), ("1 x 2", "1x2 mm", "x 2 mm", "1 mm")),
    (patterns.DICE_PATTERN, ("1d6", "12d100", "2d6+1", "2d6 - 1"), ("d6", "1d", "1234d6", "1d6+", "2d6*2")),
    (patterns.COLOUR_PATTERN, ("#abc", "#A0b1C2"), ("abc", "#ab", "#abcd", "#abcdefg", "#ggg")),
    (patterns.DECIMAL_PATTERN, ("0", "-1.5", "+20"), ("01", "1.", ".5", "1e3", "")),
    (patterns.INTEGER_PATTERN, ("0", "-1", "+20"), ("01", "1.5", "")),
    (patterns.STAND_IN_PATTERN, ("$a", "2 * $size", "1.5 in*$b_2"), ("$", "$2", "a * $b", "2 $b", "2 * * $b")),
])
def test_pattern_accepts_good_texts_and_rejects_bad_texts(pattern: str, good: tuple[str, ...], bad: tuple[str,
                                                          ...]) -> None:
    matches = re.compile(patterns.anchor_pattern(pattern)).search
    assert [text for text in good if not matches(text)] == []
    assert [text for text in bad if matches(text)] == []


@pytest.mark.parametrize("unknown", [True, False])
def test_placeholder_is_a_setting_or_one_of_several_texts(unknown: bool) -> None:
    matches = re.compile(patterns.make_stand_in_pattern("red", "blue", unknown=unknown)).search
    assert all(matches(text) for text in ("red", "blue", "$ink"))
    assert not any(matches(text) for text in ("redblue", "a red", "green", "$ink!"))
    assert bool(matches("unknown")) == unknown


def test_limits_of_zero_are_limits() -> None:
    assert patterns.make_limits(0, 0) == {"minimum": 0, "maximum": 0}
    assert patterns.make_limits(None, 2.5) == {"maximum": 2.5}
    assert patterns.make_limits(1, None) == {"minimum": 1}


def test_list_can_be_written_as_its_only_item() -> None:
    assert patterns.make_list_schema({"type": "integer"}) == {
        "type": ["array", "integer"], "items": {"type": "integer"}}
    assert patterns.make_list_schema(patterns.make_text_schema())["type"] == ["array", *patterns.TEXT_TYPES]
    word = {"type": "string", "enum": ["a"]}  # an enum next to the items would refuse all lists
    assert patterns.make_list_schema(word) == {"anyOf": [word, {"type": "array", "items": word}]}


def test_numbers_and_booleans_among_words_need_no_quotes() -> None:
    assert patterns.make_choice_schema(["a", "1", "2.0", "true", "a", "~"])["enum"] == [
        "a", "1", 1, "2.0", 2.0, "true", True, "~"]
    nothing = patterns.make_choice_schema([])
    assert not re.search(nothing["pattern"], "")
    assert "enum" not in nothing
