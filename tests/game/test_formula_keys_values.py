"""Values as they are printed: signs, dashes, decimals, and words that are counted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import Battery, Degrees, FieldEntry, FieldValue, NamedNumbers, Percent
from printshop.game.formula_keys import MISSING, compile_wording, format_cell, format_value
from printshop.lengths import parse_length


@pytest.mark.parametrize(("value", "text"), [
    (0, "0"), (-1, "−1"), (7, "7"), (Fraction(5, 2), "2.5"), (Fraction(-1, 8), "−0.125"), (Fraction(1, 3), "0.333"),
    (Fraction(100), "100"), (Percent(75), "75%"), (Percent("-2.5"), "−2.5%"), (Degrees(60), "60°"), (None, MISSING),
    ("3-5", "3–5"), ("3-5a", "3-5a"), ("a-b", "a-b"), ((1, -2), "1, −2"), (Battery(2, 6, 1), "2/d6 (×1)"),
])  # fmt: skip
def test_value_is_printed_with_typographic_signs(value: FieldValue, text: str) -> None:
    assert format_value(value) == text


@pytest.mark.parametrize(("value", "text"), [
    (True, "yes"), (False, MISSING), ("", MISSING), ((), MISSING), (None, MISSING), (0, "0"),
    (("gun", "gun", "ram"), "2 × gun, ram"), (("gun",), "gun"), ((1, 1), "1, 1"),
    (NamedNumbers(("bow", "stern"), (3, -1)), "3/−1"),
])  # fmt: skip
def test_cell_of_a_table_counts_equal_words(value: object, text: str) -> None:
    assert format_cell(value).replace("\u00a0", " ") == text


@pytest.mark.parametrize(("amount", "pieces", "text"), [(1, 1, "gun"), (2, 1, "2 gun"), (2, 2, "2 gun"),
                                                         (1, 2, "1 gun")])
def test_single_piece_has_no_count(amount: int, pieces: int, text: str) -> None:
    assert str(FieldEntry("g", "gun", amount, pieces)) == text


@pytest.mark.parametrize(("text", "filled"), [
    ("{hull}", "4"), ("{hull + 1} of {hull}", "5 of 4"), ("no hole", "no hole"),
])  # fmt: skip
def test_placeholders_of_a_text_have_their_values(text: str, filled: str) -> None:
    assert compile_wording(text, ("hull",)).fill({"hull": 4}) == filled


def test_unknown_value_is_a_space_to_write_in() -> None:
    assert {*format_value(NOT_KNOWN)} == {"_"}


@pytest.mark.parametrize(("value", "expected"), [
    (Fraction(5, 2), "2,5"), (Percent("-2.5"), "−2,5%"), ((Fraction(1, 2), 3), "0,5, 3"), (1_000, "1000"),
    (parse_length("1.25 in"), "1,25 in"), ("Mk 1.5", "Mk 1.5"),
])  # fmt: skip
def test_numbers_in_placeholders_have_the_decimal_sign_of_the_language(value: FieldValue, expected: str) -> None:
    wording = compile_wording("{x}; {item(y, 1)}; {z + 0.25}", ("x", "y", "z"), decimal_sign=",")
    assert wording.fill({"x": value, "y": (Fraction(3, 2),), "z": 1}) == f"{expected}; 1,5; 1,25"
