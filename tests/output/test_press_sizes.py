"""Sizes that a service makes: what fits, what is nearest, and the words for a size that it refuses."""

from __future__ import annotations

import pytest

from printshop.lengths import MM
from printshop.output.press import (
    NEAREST_CARD_LIMIT,
    SIZE_TOLERANCE,
    Press,
    ServiceFormat,
    explain_refusal,
    find_fitting_format,
    format_size,
    is_card,
)

BOOK = ServiceFormat("book", 300.0, 400.0, "300 x 400", (0, 0))
LARGE = ServiceFormat("large", 310.0, 400.0, "310 x 400", (0, 0))
POKER = ServiceFormat("poker", 180.0, 252.0, "180 x 252", (0, 0))
SHOP = Press("shop", page_formats=(BOOK, LARGE), card_formats=(POKER,))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("side", [0, 1])
def test_size_fits_within_a_fifth_of_a_millimetre(side: int, sign: int) -> None:
    for off, fits in ((0.199 * MM, True), (0.201 * MM, False)):
        size = [300.0, 400.0]
        size[side] += sign * off
        assert (find_fitting_format([LARGE, BOOK], (size[0], size[1])) is BOOK) is fits
    assert pytest.approx(0.2 * MM) == SIZE_TOLERANCE


def test_nearest_of_two_sizes_is_chosen() -> None:
    other = ServiceFormat("other", 300.3, 400.0, "", (0, 0))
    assert find_fitting_format([other, BOOK], (300.1, 400.0)) is BOOK
    assert find_fitting_format([other, BOOK], (300.2, 400.0)) is other


def test_rejected_page_has_the_nearest_size_and_turn_as_advice() -> None:
    assert explain_refusal(SHOP, (308, 400), card=False).endswith("the nearest size is large, 310 x 400")
    assert explain_refusal(SHOP, (400, 300), card=False).endswith(
        "the nearest size is book, 300 x 400: turn the page or card by 90 degrees")
    assert explain_refusal(Press("shop", card_formats=(POKER,)), (9, 9), card=False) == "shop accepts cards, not pages"
    assert explain_refusal(Press("shop", page_formats=(BOOK,)), (9, 9), card=True) == "shop accepts pages, not cards"


@pytest.mark.parametrize(("size", "near"), [
    ((170.0, 240.0), True), ((240.0, 170.0), True), ((180.4, 252.4), True), ((180.7, 240.0), False),
    ((170.0, 252.7), False), ((180.0, 252 - NEAREST_CARD_LIMIT + 1), True),
    ((180.0, 252 - NEAREST_CARD_LIMIT - 1), False),
])
def test_rejected_card_has_a_slightly_larger_size_as_advice(size: tuple[float, float], near: bool) -> None:
    words = explain_refusal(SHOP, size, card=True)
    assert words.startswith(f"shop accepts no card of {format_size(size)}")
    assert words.endswith(" mm, and no slightly larger size") is not near


@pytest.mark.parametrize(("size", "card"), [((180, 252), True), ((252, 180), True), ((300, 400), False),
                                            ((230, 310), True), ((260, 350), False)])
def test_size_closer_to_a_card_than_to_a_page_is_a_card(size: tuple[float, float], card: bool) -> None:
    assert is_card(SHOP, size) is card
    assert not is_card(Press("shop", page_formats=(BOOK,)), size)
    assert is_card(Press("shop", card_formats=(POKER,)), size)


@pytest.mark.parametrize(("more", "books"), [
    ({}, False), ({"page_multiple": 2}, True), ({"min_pages": 2}, True), ({"min_pages": 1}, False),
    ({"page_multiple": 4, "one_per_page": True}, False),
])
def test_service_with_rules_for_the_number_of_pages_makes_books(more: dict[str, int], books: bool) -> None:
    assert Press("shop", **more).makes_books is books  # type: ignore[arg-type]


def test_press_requires_only_declared_rules() -> None:
    press = Press("shop")
    assert (press.bleed, press.margin, press.min_line_width, press.min_dpi) == (0, 0, 0, 0)
    assert (press.min_pages, press.max_pages, press.page_multiple) == (0, 0, 1)
    assert not any((press.bleed_everywhere, press.outer_bleed_only, press.one_per_page, press.blank_end,
                    press.plain_fonts, press.links, press.formats, press.standard_info))


def test_sizes_are_printed_in_millimetres_with_a_decimal() -> None:
    assert format_size((10.04 * MM, 99.96 * MM)) == "10 x 100 mm"
    assert format_size((10.06 * MM, 20.5 * MM)) == "10.1 x 20.5 mm"
