"""Long texts of cards: where they are divided. `test_cards.py` tests the printed cards."""

from __future__ import annotations

import pytest

from printshop.products.forms.long_texts import MAX_PARTS, divide_text


def divide(text: str, *lengths: int) -> list[str]:
    """Divide a text for faces with space for a number of letters."""
    return divide_text(text, len(lengths), lambda part, face: len(part) <= lengths[face])


@pytest.mark.parametrize(("text", "lengths", "parts"), [
    ("", [5], [""]),
    ("Short.", [6], ["Short."]),
    ("One. Two. Three four.", [14], ["One. Two.", "Three four."]),  # between sentences
    ("One two three four", [11], ["One two …", "… three …", "… four"]),
    ("One (two.) Three four five six.", [13], ["One (two.)", "Three four …", "… five six."]),
    ("One. two three four five six", [19], ["One. two three …", "… four five six"]),  # this sentence ends too early
    ("aa bb cc dd", [7, 6], ["aa bb …", "… cc …", "… dd"]),  # a front and a back
    ("Line one.\nLine two. Three.", [21], ["Line one.\nLine two.", "Three."]),  # lines stay lines
    ("one\ntwo\nthree", [9], ["one\ntwo …", "… three"]),  # between lines, too
    ("1. Ash and\n2. Oak", [14], ["1. Ash and …", "… 2. Oak"]),  # the number of an entry ends no sentence
])
def test_text_is_divided_between_words(text: str, lengths: list[int], parts: list[str]) -> None:
    assert divide(text, *lengths) == parts


def test_word_too_wide_is_not_divided() -> None:
    assert divide("Impossible word", 4) == ["Impossible word"]
    assert len(divide("word " * 500, 8)) == MAX_PARTS


def test_long_text_is_set_in_small_pieces() -> None:
    lengths = list[int]()

    def fits(text: str, _: int) -> bool:
        lengths.append(len(text))
        return len(text) <= 200

    divide_text("A word or two. " * 3_000, 1, fits)
    assert sum(lengths) < 60_000  # of 45,000 letters, 20 faces have 4,000
