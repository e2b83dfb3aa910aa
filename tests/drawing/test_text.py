"""Text: runs of markup, lines that shrink, wrapping, and blocks that fit their box."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop import text_markup
from printshop.drawing import fonts, text

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
def test_markup_gives_runs(marked: str, expected: list[tuple[str, bool, bool]]) -> None:
    assert list(text_markup.parse_markup(marked)) == expected


@given(st.text(alphabet="ab*\\ ", max_size=30))
def test_markup_drops_nothing_but_markers_and_escapes(string: str) -> None:
    plain = text.strip_markup(string)
    assert plain.replace("*", "").replace("\\", "") == string.replace("*", "").replace("\\", "")


def test_runs_follow_one_another_without_a_gap() -> None:
    items = text.set_line("HMES *Golem* **☐**", STYLE, 5, 7)
    assert [(item.string, item.font) for item in items] == [
        ("HMES ", "plex-condensed"), ("Golem", "plex-condensed-italic"), (" ", "plex-condensed"), ("☐", "symbols-bold")]
    for left, right in pairwise(items):
        assert right.x == pytest.approx(left.x + left.width)


def test_tracking_after_the_last_character_does_not_count_as_ink() -> None:
    tracked = STYLE._replace(tracking=2)
    assert text.measure_text("Golem", tracked) == pytest.approx(text.measure_text("Golem", STYLE) + 8)
    (item,) = text.set_line("Golem", tracked, 0, 0)
    assert item.width == pytest.approx(text.measure_text("Golem", STYLE) + 10)


def test_long_line_shrinks_as_a_whole_down_to_the_smallest_size() -> None:
    style = STYLE._replace(tracking=1)
    needed = text.measure_text("HMES *Golem*", style)
    items = text.set_line("HMES *Golem*", style, 0, 0, anchor="end", max_width=0.8 * needed, min_size=6)
    assert {(item.size, item.tracking) for item in items} == {(items[0].size, items[0].size / 10)}
    assert 7.9 < items[0].size <= 8
    assert items[-1].x + items[-1].width - items[-1].tracking == pytest.approx(0)
    with pytest.raises(text.TooWideError) as error:
        text.set_line("HMES *Golem*", style, 0, 0, max_width=0.5 * needed, min_size=6)
    assert (error.value.extent, error.value.available) == pytest.approx((0.6 * needed, 0.5 * needed))
    with pytest.raises(text.TooWideError, match=r"'Golem' needs .* mm of width, but only 3\.5 mm are available"):
        text.set_line("Golem", STYLE, 0, 0, max_width=10)


def test_line_breaks_of_the_data_are_spaces_in_a_line() -> None:
    assert [item.string for item in text.set_line("a\nb\n", STYLE, 0, 0)] == ["a b"]


@given(WORDS, st.floats(30, 200), st.booleans())
def test_wrapping_loses_no_word_and_exceeds_no_line(string: str, width: float, bold: bool) -> None:
    style = STYLE._replace(bold=bold, tracking=0.3)
    try:
        lines = text.wrap_text(string, style, width)
    except text.TooWideError as error:
        assert error.extent > error.available == width  # noqa: PT017 - either outcome is right
        assert error.text in text.strip_markup(string).replace("\u2011", "-")  # noqa: PT017
        return
    assert all(line.measure_width(style) <= width + 1e-6 for line in lines)
    plain = text.strip_markup(string).replace("\u2011", "-")
    assert "".join(line.string for line in lines).replace(" ", "") == plain.replace(" ", "").replace("\n", "")
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
def test_lines_break_at_spaces_and_hyphens(marked: str, lines: list[str]) -> None:
    assert [line.string for line in text.wrap_text(marked, STYLE, 48)] == lines


@pytest.mark.parametrize("words", ["RHNS *Αβέρωφ*, 38 points", "Αβέρωφ → 3 ✓", "*Ἀβέρωφ* и Потёмкин"])
def test_title_with_a_missing_letter_is_wholly_in_another_face(words: str) -> None:
    """A name in two faces by turns looks like a slip; so does the rest of its title beside it."""
    title = text.Style("serif", 14, bold=True)
    for result in (text.set_line(words, title, 0, 0), text.set_block(words, title, (0, 0, 120, None)).items):
        assert {item.font for item in result} == {"symbols-bold"}
    assert text.measure_text(words, title) == pytest.approx(sum(item.width
                                                                for item in text.set_line(words, title, 0, 0)))


@pytest.mark.parametrize(("words", "faces"), [
    ("*Потёмкин* и Šilo", {"old-standard", "old-standard-italic"}),  # these the serif has
    ("Šilo ✓ → 3", {"old-standard", "symbols"}),  # a sign is no letter
])
def test_title_without_missing_letters_stays_in_its_face(words: str, faces: set[str]) -> None:
    assert {item.font for item in text.set_line(words, text.Style("serif", 14), 0, 0)} == faces


def test_block_is_inside_its_box() -> None:
    style, box = text.Style("serif", 10), (50.0, 100.0, 80.0, 60.0)
    result = text.set_block("one two three four five six", style, box, leading=1.5, align="end", valign="bottom")
    assert result.height == pytest.approx(30)
    assert {round(item.x + item.width, 6) for item in result.items} == {130}
    baselines = sorted({item.y for item in result.items})
    assert baselines[1] - baselines[0] == pytest.approx(15)
    ascent, descent = style.face.ascent, style.face.descent
    gap_above, gap_below = baselines[0] - 10 * ascent - 130, 160 - baselines[1] - 10 * descent
    assert gap_above == pytest.approx(gap_below)
    middle = text.set_block("one", style, box, align="middle", valign="middle").items[0]
    assert middle.x + middle.width / 2 == pytest.approx(90)
    assert middle.y == pytest.approx(130 + 10 * (ascent - 0.5))


def test_block_shrinks_until_it_fits_or_reports_its_need() -> None:
    words = "one two three four five six"
    result = text.set_block(words, STYLE, (0, 0, 50, 24), min_size=6)
    assert 6 <= result.items[0].size < 10
    assert result.height <= 24
    with pytest.raises(text.TooTallError, match=r"needs 12\.7 mm of height, but only 4\.2 mm are available") as error:
        text.set_block(words, STYLE, (0, 0, 50, 12))
    assert (error.value.extent, error.value.available) == pytest.approx((36, 12))
    with pytest.raises(text.TooWideError, match="'Goliath'"):
        text.set_block("a Goliath", STYLE, (0, 0, 20, None), min_size=9)
    with pytest.raises(ValueError, match="aligned to the top"):
        text.set_block("a", STYLE, (0, 0, 60, None), valign="middle")


# --- lines

@pytest.mark.parametrize(("anchor", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_line_starts_at_its_anchor(anchor: text.Anchor, share: float) -> None:
    items = text.set_line("HMES *Golem*", STYLE, 100, 30, anchor)
    width = text.measure_text("HMES *Golem*", STYLE)
    assert (items[0].x, items[0].y) == (pytest.approx(100 - share * width), 30)


def test_line_that_fits_has_its_full_size() -> None:
    width = text.measure_text("Golem", STYLE)
    assert text.set_line("Golem", STYLE, 0, 0, max_width=width, min_size=1)[0].size == 10
    smaller = text.set_line("Golem", STYLE, 0, 0, max_width=width - 0.01, min_size=1)
    assert smaller[0].size == pytest.approx(9.95)  # in steps of a twentieth of a point
    (least,) = text.set_line("Golem", STYLE, 0, 0, max_width=0.6 * width, min_size=6)
    assert least.size == pytest.approx(6)
    with pytest.raises(text.TooWideError):
        text.set_line("Golem", STYLE, 0, 0, max_width=0.59 * width, min_size=6)
    with pytest.raises(text.TooWideError):
        text.set_line("Golem", STYLE, 0, 0, max_width=0.99 * width)
    with pytest.raises(text.TooWideError):
        text.set_line("Golem", STYLE, 0, 0, max_width=-1, min_size=1)
    with pytest.raises(text.TooWideError):
        text.set_line("Golem", STYLE, 0, 0, max_width=0.99 * width, min_size=12)


def test_message_shows_the_beginning_of_a_long_text() -> None:
    for length, result in ((60, "x" * 60), (61, "x" * 57 + "...")):
        assert str(text.TooWideError("x" * length, 5, 4)).startswith(f"'{result}' needs 1.8 mm of width, but only 1.4")
    assert str(text.TooTallError("the table", 5, 4, described=True)).startswith("the table needs 1.8 mm of height")


def test_letters_are_placed_one_after_another() -> None:
    run = text.set_line("Wil", STYLE._replace(tracking=2), 50, 60)[0]
    places = [place for _, place in text.iter_glyph_outlines(run)]
    assert [(place.a, place.b, place.c, place.d, place.f) for place in places] == [(10, 0, 0, 10, 60)] * 3
    widths = [text.measure_text(char, STYLE) + 2 for char in "Wil"]
    assert [place.e for place in places] == pytest.approx([50, 50 + widths[0], 50 + widths[0] + widths[1]])
    assert run.width == pytest.approx(sum(widths))
    assert [outline for outline, _ in text.iter_glyph_outlines(run)] == [
        fonts.read_glyph_outline("plex-condensed", char) for char in "Wil"]


def test_italics_in_italics_are_upright_and_bold_stays_bold() -> None:
    assert [run.font for run in text.set_line("a *b* **c**", STYLE._replace(italic=True), 0, 0)] == [
        f"plex-condensed{style}" for style in ("-italic", "", "-italic", "-bold-italic")]
    assert {run.font for run in text.set_line("a **c**", STYLE._replace(bold=True), 0, 0)} == {"plex-condensed-bold"}


def test_line_without_characters_has_no_width() -> None:
    assert text.measure_text("", STYLE._replace(tracking=5)) == 0
    assert text.set_line("", STYLE, 0, 0, max_width=0) == ()
    assert text.measure_text("A", STYLE._replace(tracking=5)) == text.measure_text("A", STYLE)


# --- lines filled up

def fill_lines(markup: str, share: float, style: text.Style = STYLE) -> list[str]:
    """The lines of a text in a width that is a share of that of the whole."""
    return [line.string for line in text.wrap_text(markup, style, share * text.measure_text(markup, style))]


def test_lines_are_as_full_as_possible() -> None:
    for style in (STYLE, STYLE._replace(tracking=1.5)):
        assert fill_lines("aa bb cc", 1, style) == ["aa bb cc"]
        assert fill_lines("aa bb cc", 0.999, style) == ["aa bb", "cc"]
        exact = text.measure_text("aa bb", style)
        assert [line.string for line in text.wrap_text("aa bb cc", style, exact)] == ["aa bb", "cc"]
        assert [line.string for line in text.wrap_text("aa bb cc", style, exact - 0.01)] == ["aa", "bb cc"]


def test_soft_hyphen_is_visible_and_takes_space_at_the_end_of_a_line() -> None:
    word = f"forward{text_markup.SOFT_HYPHEN}ness"
    for style in (STYLE, STYLE._replace(tracking=1.5)):
        whole, first = text.measure_text("forwardness", style), text.measure_text("forward-", style)
        assert [line.string for line in text.wrap_text(word, style, whole)] == ["forwardness"]
        assert [line.string for line in text.wrap_text(word, style, first)] == ["forward-", "ness"]
        with pytest.raises(text.TooWideError, match="'forward") as error:
            text.wrap_text(word, style, first - 0.01)
        assert error.value.extent == pytest.approx(first)
    ended = text.wrap_text(f"a{text_markup.SOFT_HYPHEN} b", STYLE, 50)
    assert [line.string for line in ended] == ["a b"]


def test_neighbours_in_one_face_are_one_run() -> None:
    (line,) = text.wrap_text("one two *three four* five", STYLE, 500)
    assert [(run.string, run.font) for run in line.face_runs] == [
        ("one two ", "plex-condensed"), ("three four", "plex-condensed-italic"), (" five", "plex-condensed")]
    assert line.ems * 10 == pytest.approx(text.measure_text("one two *three four* five", STYLE))
    assert line.character_count == len("one two three four five")


# --- blocks

@pytest.mark.parametrize(("align", "share"), [("start", 0), ("middle", 0.5), ("end", 1)])
@pytest.mark.parametrize(("valign", "down"), [("top", 0), ("middle", 0.5), ("bottom", 1)])
def test_block_follows_its_alignment(align: text.Anchor, share: float, valign: text.Valign, down: float) -> None:
    result = text.set_block("one\ntwo", STYLE, (50, 100, 80, 60), 1.5, align, valign)
    assert result.height == pytest.approx(30)
    first, second = result.items
    for item in (first, second):
        assert item.x + share * item.width == pytest.approx(50 + share * 80)
    assert second.y - first.y == pytest.approx(15)
    top = 100 + down * 30
    assert first.y == pytest.approx(top + 10 * (0.25 + STYLE.face.ascent))
    if valign == "top":
        assert text.set_block("one\ntwo", STYLE, (50, 100, 80, None), 1.5, align) == result


def test_block_that_just_fits_keeps_its_size() -> None:
    words = "one two three"
    assert text.set_block(words, STYLE, (0, 0, 500, 12), min_size=6).items[0].size == 10
    smaller = text.set_block(words, STYLE._replace(tracking=1), (0, 0, 500, 11.9), min_size=6).items[0]
    assert (smaller.size, smaller.tracking) == pytest.approx((9.8, 0.98))
    least = text.set_block(words, STYLE, (0, 0, 500, 7.2), min_size=6)
    assert (least.items[0].size, least.height) == pytest.approx((6, 7.2))
    with pytest.raises(text.TooTallError, match=r"needs 2\.6 mm of height, but only 2\.5"):
        text.set_block(words, STYLE, (0, 0, 500, 7.1), min_size=6)
    with pytest.raises(text.TooTallError, match=r"needs 4\.3 mm"):
        text.set_block(words, STYLE, (0, 0, 500, 11), min_size=99)


# --- justified lines, hyphens

def test_extra_width_goes_between_the_words() -> None:
    line = text.set_line("one two *three*", STYLE, 10, 5)
    spread = text.justify_line(line, 8)
    assert [item.string for item in spread] == ["one ", "two ", "three"]
    assert [item.x for item in spread] == pytest.approx([10, 10 + text.measure_text("one ", STYLE) + 4,
                                                         10 + text.measure_text("one two ", STYLE) + 8])
    end = spread[-1].x + spread[-1].width
    assert end == pytest.approx(line[-1].x + line[-1].width + 8)
    assert {item.tracking for item in spread} == {0}


def test_single_word_is_spread_between_its_letters() -> None:
    (word,) = text.justify_line(text.set_line("Golem", STYLE._replace(tracking=1), 10, 5), 10)
    assert (word.string, word.x, word.tracking) == ("Golem", 10, 3)
    assert text.justify_line((), 5) == []


@pytest.mark.parametrize(("words", "expected"), [
    ("the activity of a commander at sea", "the activ-ity of a com-mander at sea"),
    ("aktivitet kommanderar sjöofficer här", "aktivitet kommanderar sjöofficer här"),  # no English
    ("the Commander is its commander", "the Commander is its commander"),  # neither a name nor the last word
    ("the <commander> is commander-like and a commander's at sea",
     "the <commander> is commander-like and a commander's at sea"),
    ("the tables of fire at sea", "the tables of fire at sea"),
])
def test_long_words_of_english_are_hyphenated(words: str, expected: str) -> None:
    pytest.importorskip("pyphen")
    assert text.hyphenate(words).replace(text_markup.SOFT_HYPHEN, "-") == expected


def test_hyphens_equal_those_of_pyphen() -> None:
    pyphen = pytest.importorskip("pyphen").Pyphen(lang="en_GB", left=3, right=3)
    words = ["activity", "commander", "reinforcement", "ammunition", "torpedoes", "manoeuvre", "initiative",
             "armoured", "bombardment", "visibility", "destroyer", "formation", "squadrons", "movement", "critical"]
    for word in words:
        result = text.hyphenate(f"the {word} is here").split()[1]
        assert result.replace(text_markup.SOFT_HYPHEN, "-") == pyphen.inserted(word)
