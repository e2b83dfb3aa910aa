"""Lengths as players write them, exact to the last fraction."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.lengths import parse_length, parse_size, typeset_fractions


@pytest.mark.parametrize(("text", "points"),
    [
        ("3 in", 216),
        ('3"', 216),
        ("3in", 216),
        ("3/4 in", 54),
        ("1 1/2 in", 108),
        ("  1   1/2  in ", 108),
        (".5 in", 36),
        ("4 ft", 3456),
        ("25.4 mm", 72),
        ("2.54 cm", 72),
        ("9 pt", 9),
        ("0 mm", 0),
        ("1 mm", Fraction(360, 127)),
    ],
)
def test_length_is_parsed(text: str, points: Fraction) -> None:
    length = parse_length(text)
    assert length.points == points
    assert length.pt == float(length) == float(points)
    assert length.text == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3", "the length '3' has no unit: write 3 mm or 3 in"),
        ("1 1/2", "the length '1 1/2' has no unit: write 1 1/2 mm or 1 1/2 in"),
        ("3 parsec", "'parsec' is not a unit of length: use in, ft, mm, cm, pt"),
        ("1/0 in", "'1/0 in' divides by zero"),
        ("-3 mm", "'-3 mm' is not a length: write a number with a unit, for example 19 mm, 3/4 in or 1 1/2 in"),
        ("mm", "'mm' is not a length: write a number with a unit, for example 19 mm, 3/4 in or 1 1/2 in"),
        ("1,5 cm", "'1,5 cm' is not a length: write 1.5 cm, with a decimal point"),
        ("1e3 mm", "'1e3 mm' is not a length: write a number with a unit, for example 19 mm, 3/4 in or 1 1/2 in"),
        ("9999999 mm",
         "'9999999 mm' is not a length: write a number with a unit, for example 19 mm, 3/4 in or 1 1/2 in"),
        ("", "'' is not a length: write a number with a unit, for example 19 mm, 3/4 in or 1 1/2 in"),
    ],
)
def test_text_is_not_a_length(text: str, message: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the whole message is compared
        parse_length(text)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "width", "length"),
    [
        ("1/2 x 3/4 in", 36, 54),
        ("1 1/2 x 2 1/4 in", 108, 162),
        ("25.4 mm x 2 in", 72, 144),
        ("3 × 4 cm", Fraction(10800, 127), Fraction(14400, 127)),
        ('1 x 2"', 72, 144),
    ],
)
def test_size_is_parsed(text: str, width: Fraction, length: Fraction) -> None:
    assert [side.points for side in parse_size(text)] == [width, length]


@pytest.mark.parametrize(
    ("text", "message"), [
    ("3 in", "is one length: write two lengths, for example 1/2 x 3/4 in"),
    ("1 x 2 x 3 in", "is not a size: write two lengths, for example 1/2 x 3/4 in"),
    ("2 in x 3", "the length '3' has no unit"),
    ("1 x 2", "has no unit"),
    ("a x 2 in", "'a' is not a length"),
])
def test_text_is_not_a_size(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_size(text)


@given(st.text(st.sampled_from('0123456789./ inmtfpcx"×-') | st.characters(), max_size=14))
def test_any_text_is_a_length_or_a_value_error(text: str) -> None:
    for parse in (parse_length, parse_size):
        with contextlib.suppress(ValueError):
            assert parse(text)


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (typeset_fractions, ("3/4 x 1 1/8 in, 3/16 in",), "¾ x 1⅛ in, 3/16 in"),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected
