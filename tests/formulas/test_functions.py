"""The functions of formulas, against values worked out by hand and printed ones."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.formulas.functions import (
    FUNCTIONS,
    count_items,
    describe_value,
    get_item,
    make_ranges,
    round_half_up,
    share_out,
    spread_evenly,
)
from printshop.lengths import parse_length


@given(st.fractions(-1000, 1000, max_denominator=60))
def test_values_are_rounded(number: Fraction) -> None:
    floor, ceil = FUNCTIONS["floor"], FUNCTIONS["ceil"]
    assert floor(number) <= number <= ceil(number)
    assert abs(round_half_up(number) - number) <= Fraction(1, 2)
    assert round_half_up(number + 1) == round_half_up(number) + 1
    assert round_half_up(floor(number) + Fraction(1, 2)) == floor(number) + 1


@pytest.mark.slow
@given(
    st.integers(0, 100),
    st.lists(st.integers(0, 40) | st.fractions(0, 40, max_denominator=4), min_size=1, max_size=8),
)
def test_shares_add_up_and_are_fair(amount: int, weights: list[int | Fraction]) -> None:
    shares = share_out(amount, weights)
    assert len(shares) == len(weights)
    assert min(shares) >= 0
    assert sum(shares) == (amount if any(weights) else 0)
    assert all(share == 0 for share, weight in zip(shares, weights, strict=True) if weight == 0)


def test_first_share_without_weight_leaves_the_difference_to_the_largest() -> None:
    assert share_out(10, (0, 1, 1, 1)) == (0, 4, 3, 3)
    assert share_out(20, (0, 1, 1, 1)) == (0, 6, 7, 7)
    assert share_out(0, (3, 1)) == (0, 0)
    assert share_out(7, (0, 0)) == (0, 0)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=9))
def test_ranges_are_consecutive(shares: list[int]) -> None:
    result = [tuple(map(int, text.split("-"))) for text in make_ranges(shares) if text != "-"]
    numbers = [number for ends in result for number in range(ends[0], ends[-1] + 1)]
    assert numbers == list(range(1, sum(shares) + 1))
    assert [text == "-" for text in make_ranges(shares)] == [share == 0 for share in shares]


@given(st.integers(0, 40), st.integers(0, 99))
def test_positions_are_inside_in_order_and_symmetrical(pieces: int, length: int) -> None:
    positions = spread_evenly(pieces, length)
    assert len(positions) == pieces
    assert list(positions) == sorted(positions)
    assert all(0 <= position <= length for position in positions)
    mirrored = [length - position for position in reversed(positions)]
    assert all(0 <= position - mirror <= 1 for position, mirror in zip(positions, mirrored, strict=True))


class Battery:
    count = 4


def test_values_are_counted() -> None:
    assert [*map(count_items, (None, 0, 7, True, False, (1, 2), [], Battery()))] == [0, 0, 7, 1, 0, 2, 0, 4]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: count_items("abc"), "cannot count the text 'abc'"),
    (lambda: count_items(1.5), "cannot count the value '1.5'"),
    (lambda: round_half_up("3"), "a number is needed, not the text '3'"),
    (lambda: round_half_up(True), "a number is needed, not true"),
    (lambda: round_half_up(None), "a number is needed, not nothing"),
    (lambda: share_out(20, ()), "the weights must be a list such as [2, 1], not an empty list"),
    (lambda: share_out(20, [1] * 1001), "the weights must be a list of at most 1000 values"),
    (lambda: share_out(-1, (1,)), "the amount to share out must be a whole number"),
    (lambda: share_out(Fraction(1, 2), (1,)), "the amount to share out must be a whole number"),
    (lambda: spread_evenly(10**9, 5), "the number of positions must be a whole number from 0 to 1000"),
    (lambda: make_ranges((1, -1)), "a share must be a whole number"),
])
def test_wrong_arguments_are_refused(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError) as error:  # noqa: PT011 - the message is looked at below
        call()
    assert str(error.value).startswith(message)


def test_length_is_no_list() -> None:
    length = parse_length("3 in")
    assert describe_value(length) != "a list"
    with pytest.raises(ValueError, match="cannot count"):
        count_items(length)
    with pytest.raises(ValueError, match="must be a list"):
        get_item(length, 1)
