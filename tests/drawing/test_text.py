"""Text: runs of markup, lines that shrink, wrapping, and blocks that fit their box."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop import text_markup
from printshop.drawing import text

STYLE = text.Style("sans", 10)
WORDS = st.text(alphabet="abcXYZ019é-/–—*\\½☐ \u00a0\u2011\n", max_size=60)


@pytest.mark.parametrize(("marked", "expected"), [
    ("plain", [("plain", False, False)]),
    ("*it* **bo**", [("it", False, True), (" ", False, False), ("bo", True, False)]),
    ("***both***", [("both", True, True)]),
    ("**a *b***", [("a ", True, False), ("b", True, True)]),
    ("2 * 3 * 4", [("2 * 3 * 4", False, False)]),
    ("one * or** two", [("one * or** two", False, False)]),
    ("*open", [("*open", False, False)]),
    (r"*4/d8\**", [("4/d8*", False, True)]),
    (r"\*no\* C:\dir \\", [(r"*no* C:\dir " + "\\", False, False)]),
    ("****", [("****", False, False)]),
    ("", []),
])
def test_markup(marked: str, expected: list[tuple[str, bool, bool]]) -> None:
    assert list(text_markup.parse_markup(marked)) == expected


@given(st.text(alphabet="ab*\\ ", max_size=30))
def test_markup_drops_nothing_but_markers_and_escapes(string: str) -> None:
    shown = text.strip_markup(string)
    assert shown.replace("*", "").replace("\\", "") == string.replace("*", "").replace("\\", "")


def test_runs_follow_one_another_without_a_gap() -> None:
    items = text.set_line("HMES *Golem* **☐**", STYLE, 5, 7)
    assert [(item.string, item.font) for item in items] == [
        ("HMES ", "plex-condensed"), ("Golem", "plex-condensed-italic"), (" ", "plex-condensed"), ("☐", "symbols-bold")]
    for left, right in pairwise(items):
        assert right.x == pytest.approx(left.x + left.width)


def test_the_tracking_after_the_last_character_does_not_count_as_ink() -> None:
    tracked = STYLE._replace(tracking=2)
    assert text.measure_text("Golem", tracked) == pytest.approx(text.measure_text("Golem", STYLE) + 8)
    (item,) = text.set_line("Golem", tracked, 0, 0)
    assert item.width == pytest.approx(text.measure_text("Golem", STYLE) + 10)


def test_a_long_line_shrinks_as_a_whole_down_to_the_smallest_size() -> None:
    style = STYLE._replace(tracking=1)
    needed = text.measure_text("HMES *Golem*", style)
    items = text.set_line("HMES *Golem*", style, 0, 0, anchor="end", max_width=0.8 * needed, min_size=6)
    assert {(item.size, item.tracking) for item in items} == {(items[0].size, items[0].size / 10)}
    assert 7.9 < items[0].size <= 8
    assert items[-1].x + items[-1].width - items[-1].tracking == pytest.approx(0)
    with pytest.raises(text.TooWideError) as caught:
        text.set_line("HMES *Golem*", style, 0, 0, max_width=0.5 * needed, min_size=6)
    assert (caught.value.needed, caught.value.available) == pytest.approx((0.6 * needed, 0.5 * needed))
    with pytest.raises(text.TooWideError, match=r"'Golem' needs .* pt of width, but only 10\.0 pt are available"):
        text.set_line("Golem", STYLE, 0, 0, max_width=10)


def test_line_breaks_of_the_data_are_spaces_in_a_line() -> None:
    assert [item.string for item in text.set_line("a\nb\n", STYLE, 0, 0)] == ["a b"]


@given(WORDS, st.floats(30, 200), st.booleans())
def test_wrapping_loses_no_word_and_exceeds_no_line(string: str, width: float, bold: bool) -> None:
    style = STYLE._replace(bold=bold, tracking=0.3)
    try:
        lines = text.wrap_text(string, style, width)
    except text.TooWideError as error:
        assert error.needed > error.available == width  # noqa: PT017 - either outcome is right
        assert error.text in text.strip_markup(string).replace("\u2011", "-")  # noqa: PT017
        return
    assert all(line.measure_width(style) <= width + 1e-6 for line in lines)
    shown = text.strip_markup(string).replace("\u2011", "-")
    assert "".join(line.string for line in lines).replace(" ", "") == shown.replace(" ", "").replace("\n", "")
    assert not any(line.string.startswith(" ") or line.string.endswith(" ") for line in lines)


@pytest.mark.parametrize(("marked", "lines"), [
    ("ships-of-the-line", ["ships-of-", "the-line"]),
    ("forecastle/aft", ["forecastle/", "aft"]),
    ("over Alpha-3", ["over", "Alpha-3"]),
    ("dice 4/d8/d10", ["dice", "4/d8/d10"]),
    ("turn 3\u00a0inches", ["turn", "3\u00a0inches"]),
    ("abcdef non\u2011stop", ["abcdef", "non-stop"]),
    ("one\ntwo\n\nthree\n", ["one", "two", "", "three"]),
    ("  three   spaces ", ["three", "spaces"]),
    ("the *Golem*-class", ["the Golem-", "class"]),
])
def test_where_lines_break(marked: str, lines: list[str]) -> None:
    assert [line.string for line in text.wrap_text(marked, STYLE, 48)] == lines


@pytest.mark.parametrize("words", ["RHNS *Αβέρωφ*, 38 points", "Αβέρωφ → 3 ✓", "*Ἀβέρωφ* и Потёмкин"])
def test_a_title_with_letters_that_its_face_has_not_is_wholly_of_one_face(words: str) -> None:
    """A name in two faces by turns looks like a slip; so does the rest of its title beside it."""
    title = text.Style("serif", 14, bold=True)
    for made in (text.set_line(words, title, 0, 0), text.set_block(words, title, (0, 0, 120, None)).items):
        assert {item.font for item in made} == {"symbols-bold"}
    assert text.measure_text(words, title) == pytest.approx(sum(item.width
                                                                for item in text.set_line(words, title, 0, 0)))


@pytest.mark.parametrize(("words", "faces"), [
    ("*Потёмкин* и Šilo", {"old-standard", "old-standard-italic"}),  # these the serif has
    ("Šilo ✓ → 3", {"old-standard", "symbols"}),  # a sign is no letter
])
def test_a_title_whose_letters_its_face_has_keeps_it(words: str, faces: set[str]) -> None:
    assert {item.font for item in text.set_line(words, text.Style("serif", 14), 0, 0)} == faces


def test_a_block_stands_in_its_box() -> None:
    style, box = text.Style("serif", 10), (50.0, 100.0, 80.0, 60.0)
    found = text.set_block("one two three four five six", style, box, leading=1.5, align="end", valign="bottom")
    assert found.height == pytest.approx(30)
    assert {round(item.x + item.width, 6) for item in found.items} == {130}
    baselines = sorted({item.y for item in found.items})
    assert baselines[1] - baselines[0] == pytest.approx(15)
    ascent, descent = style.face.ascent, style.face.descent
    gap_above, gap_below = baselines[0] - 10 * ascent - 130, 160 - baselines[1] - 10 * descent
    assert gap_above == pytest.approx(gap_below)
    middle = text.set_block("one", style, box, align="middle", valign="middle").items[0]
    assert middle.x + middle.width / 2 == pytest.approx(90)
    assert middle.y == pytest.approx(130 + 10 * (ascent - 0.5))


def test_a_block_shrinks_until_it_fits_or_says_what_it_needs() -> None:
    words = "one two three four five six"
    found = text.set_block(words, STYLE, (0, 0, 50, 24), min_size=6)
    assert 6 <= found.items[0].size < 10
    assert found.height <= 24
    with pytest.raises(text.TooTallError, match=r"needs 36\.0 pt of height, but only 12\.0 pt are available") as caught:
        text.set_block(words, STYLE, (0, 0, 50, 12))
    assert (caught.value.needed, caught.value.available) == pytest.approx((36, 12))
    with pytest.raises(text.TooWideError, match="'Goliath'"):
        text.set_block("a Goliath", STYLE, (0, 0, 20, None), min_size=9)
    with pytest.raises(ValueError, match="aligned to the top"):
        text.set_block("a", STYLE, (0, 0, 60, None), valign="middle")
