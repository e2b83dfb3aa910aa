"""Characters that are replaced or refused, and the breaks of words and lines."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers import sample_fonts
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop import text_markup
from printshop.drawing import fonts, text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STYLE = text.Style("sans", 10)
CLOSING, OPENING = "、。」ー・ァッ", "「"
MIXED = st.text(alphabet=f"{sample_fonts.SIGNS}aZ09 -é()…\u00ad\u200b", max_size=40)


@pytest.fixture(scope="module")
def japanese(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    path: Path = tmp_path_factory.mktemp("fonts") / "Signs.ttf"
    with fonts.use_user_fonts(fonts.read_face_names(sample_fonts.write(path))):
        yield


# --- what is made alike, and what is refused

@pytest.mark.parametrize(("arguments", "expected"), [
    ("Te\u0301me\u0301raire", "Téméraire"),
    ("Golem\ufeff \u200eHMS\u2060", "Golem HMS"),
    ("\u2764\ufe0f", "\u2764"),
    ("か\u3099", "が"),
    ("\u1112\u1161\u11ab", "한"),
    ("神\ufa19", "神\ufa19"),  # an old form that a name may be written with stays
    ("x\u0302", "x\u0302"),
    ("plain", "plain"),
])
def test_invisible_characters_have_no_effect(arguments: str, expected: str) -> None:
    assert text_markup.normalize_text(arguments) == expected
    assert text.strip_markup(arguments) == expected


@pytest.mark.parametrize(("words", "message", "hint"), [
    ("HMS שלום", "right-to-left text cannot be printed: 'ש' (U+05E9 HEBREW LETTER SHIN)", "write the text in"),
    ("مصر", "right-to-left text cannot be printed: 'م' (U+0645 ARABIC LETTER MEEM)", "write the text in Latin"),
    ("a\u202eb", "right-to-left text cannot be printed: U+202E RIGHT-TO-LEFT OVERRIDE", "write the text in Latin"),
    ("विक्रांत", "letters that change shape beside other letters cannot be printed: 'व'", "write the text in Latin"),
    ("🚢", "no available font has '🚢' (U+1F6A2 SHIP)", "an emoji is a coloured picture"),
    ("大", "no available font has '大' (U+5927)", "add a font with the missing characters: write fonts: [FILE.ttf]"),
    ("\u0007", "no available font has U+0007", "delete the invisible characters from the text"),
])
def test_unprintable_text_is_refused_with_a_reason(words: str, message: str, hint: str) -> None:
    with pytest.raises(fonts.MissingGlyphError) as error:
        text.set_line(words, STYLE, 0, 0)
    assert str(error.value).startswith(message)
    assert error.value.hint.startswith(hint)


def test_right_to_left_text_is_refused_for_any_font(tmp_path: Path) -> None:
    with fonts.use_user_fonts(fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", "שम"))):
        for words in "שम":
            with pytest.raises(fonts.MissingGlyphError, match="cannot be printed"):
                text.set_line(words, STYLE, 0, 0)


def test_letter_and_its_accents_have_one_face(tmp_path: Path) -> None:
    (item,) = text.set_line("x\u0302", STYLE, 0, 0)
    assert item.string == "x\u0302"
    with fonts.use_user_fonts(fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", "大q\u1ab0"))):
        words, own = text.set_line("aq\u1ab0", STYLE, 0, 0)
        assert (words.string, own.string) == ("a", "q\u1ab0")


# --- where lines break

@pytest.mark.parametrize(("word", "expected"), [
    ("大和、発進!", ["大", "和、", "発", "進!"]),
    ("「大和」と武蔵", ["「大", "和」", "と", "武", "蔵"]),
    ("Golem大和Golem", ["Golem", "大", "和", "Golem"]),
    ("ラーメン", ["ラー", "メ", "ン"]),
    ("ヴァリャーグ", ["ヴァ", "リャー", "グ"]),
    ("(大和)", ["(大", "和)"]),
    ("大和-武蔵", ["大", "和-", "武", "蔵"]),
    ("東京・大阪", ["東", "京・", "大", "阪"]),
    ("第3艦隊", ["第", "3", "艦", "隊"]),
    ("대한민국", ["대", "한", "민", "국"]),
    ("ship-of-the-line", ["ship-", "of-", "the-", "line"]),
    ("4/d8/d10", ["4/d8/d10"]),
    ("Donau\u00addampf\u00adschiff", ["Donau\u00ad", "dampf\u00ad", "schiff"]),
    ("über\u200bmut", ["über\u200b", "mut"]),
])
def test_words_are_hyphenated(word: str, expected: list[str]) -> None:
    assert text_markup.split_at_breaks(word) == expected


@given(st.text(max_size=40))
def test_hyphenation_loses_no_characters(word: str) -> None:
    assert "".join(text_markup.split_at_breaks(word)) == word


@settings(max_examples=100)
@given(MIXED, st.floats(25, 90))
@pytest.mark.usefixtures("japanese")
def test_lines_of_ideographs_begin_and_end_with_allowed_characters(string: str, width: float) -> None:
    try:
        lines = text.wrap_text(string, STYLE, width)
    except text.TooWideError as error:
        assert error.extent > error.available  # noqa: PT017 - either outcome is right
        return
    assert all(line.measure_width(STYLE) <= width + 1e-6 for line in lines)
    texts = [line.string for line in lines if line.string]
    soft = string.count("\u00ad")
    joined_text = "".join(texts).replace(" ", "")
    expected = text_markup.remove_invisible(text_markup.normalize_text(string)).replace(" ", "")
    assert len(expected) <= len(joined_text) <= len(expected) + soft  # hyphens at the ends of lines
    assert [char for char in joined_text if char != "-"] == [char for char in expected if char != "-"]
    for before, line in pairwise(texts):
        if line[0] in CLOSING or before[-1] in OPENING:
            assert {" ", "\u00ad", "\u200b"} & {*string}  # only what the data says can part these


def test_soft_hyphen_is_visible_only_at_the_end_of_a_line() -> None:
    word = "Donau\u00addampf\u00adschiff\u00ad"
    assert [line.string for line in text.wrap_text(word, STYLE, 200)] == ["Donaudampfschiff"]
    assert [line.string for line in text.wrap_text(word, STYLE, 40)] == ["Donau-", "dampf-", "schiff"]
    assert [item.string for item in text.set_line(word, STYLE, 0, 0)] == ["Donaudampfschiff"]
    narrow = text.measure_text("Donau", STYLE) + 0.1
    with pytest.raises(text.TooWideError) as error:  # there is room for the letters, but not for the hyphen
        text.wrap_text(word, STYLE, narrow)
    assert error.value.extent == pytest.approx(text.measure_text("Donau-", STYLE))


def test_hyphen_that_does_not_fit_moves_the_break_before_it() -> None:
    width = text.measure_text("a Donaudampf", STYLE)
    assert [line.string for line in text.wrap_text("a Donau\u00addampf\u00adschiff", STYLE, width)] == [
        "a Donau-", "dampfschiff"]
