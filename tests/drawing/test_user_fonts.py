"""The user's own fonts: outlines, embedded characters, collections, and files that are refused."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from helpers import sample_fonts

from printshop.drawing import fonts, text
from printshop.drawing.display_list import CurveTo

if TYPE_CHECKING:
    from pathlib import Path

STYLE = text.Style("sans", 10)


@pytest.mark.parametrize("cubic", [False, True], ids=["glyf", "cff"])
def test_a_font_is_asked_for_what_the_bundled_ones_lack(tmp_path: Path, cubic: bool) -> None:
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.otf", cubic=cubic))
    with pytest.raises(fonts.MissingGlyphError):
        fonts.split_by_face("HMS 大和", "plex-condensed")
    with fonts.use_user_fonts((face,)):
        assert fonts.split_by_face("HMS 大和 é☐", "plex-condensed") == (
            ("plex-condensed", "HMS "), (face, "大和"), ("plex-condensed", " é"), ("symbols", "☐"))
        assert text.measure_text("大和", STYLE) == pytest.approx(20)
    with pytest.raises(fonts.MissingGlyphError):  # what was set with it is forgotten without it
        fonts.split_by_face("HMS 大和", "plex-condensed")


@pytest.mark.parametrize("cubic", [False, True], ids=["glyf", "cff"])
def test_outlines_are_those_of_the_file(tmp_path: Path, cubic: bool) -> None:
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", cubic=cubic))
    segments = fonts.read_glyph_outline(face, "大")
    points = {(round(1000 * part[-2]), round(1000 * part[-1])) for part in segments if len(part) > 1}
    assert {(0, 0), (1000, 0), (1000, -600)} <= points
    curves = [part for part in segments if isinstance(part, CurveTo)]
    assert curves
    assert (curves[-1].x, curves[-1].y) == pytest.approx((0, -0.42))
    assert fonts.load_face(face).measure_advance("大") == 1
    with pytest.raises(fonts.MissingGlyphError):
        fonts.read_glyph_outline(face, "A")


@pytest.mark.parametrize("cubic", [False, True], ids=["glyf", "cff"])
def test_what_is_embedded_has_the_characters_in_use_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cubic: bool,
) -> None:
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", cubic=cubic))
    packed = fonts.load_outline_face(face).build_subset("和大")
    monkeypatch.setattr("fontTools.fontBuilder.timestampNow", lambda: 3_900_000_000)
    assert packed == fonts.load_outline_face(face).build_subset("和大")
    file = tmp_path / "packed.ttf"
    file.write_bytes(packed)
    font = TTFont(file)
    first, second = (font.getGlyphID(font.getBestCmap()[ord(char)]) for char in "和大")
    assert (first, second, len(font.getBestCmap())) == (1, 2, 2)
    assert font["hmtx"]["uni548C"][0] == 1000
    assert font["glyf"]["uni548C"].xMax == 1000
    assert font["glyf"]["uni548C"].yMax == 600
    assert "glyf" in font
    assert len(packed) < 1500


def test_a_variable_font_is_regular_and_bold(tmp_path: Path) -> None:
    regular, bold = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", varies=True))
    assert (fonts.load_outline_face(regular).bold, fonts.load_outline_face(bold).bold) == (False, True)
    light, heavy = fonts.load_face(regular).measure_advance("大"), fonts.load_face(bold).measure_advance("大")
    assert (light, heavy) == pytest.approx((1 + 0.08 * 300 / 800, 1 + 0.08 * 600 / 800), abs=0.001)  # 400 and 700
    assert fonts.load_outline_face(bold).title == "Signs-Bold"


def test_a_face_of_a_collection_is_chosen_by_place_or_name(tmp_path: Path) -> None:
    path = sample_fonts.write_collection(tmp_path / "c.ttc", "Japan", "China", "Korea")
    for member, expected in (("", 1), ("1", 1), ("3", 3), ("china regular", 2)):
        (face,) = fonts.read_face_names(path, member)
        assert len(fonts.load_face(face).advances) == expected
    with pytest.raises(fonts.FontError, match="has no face 'Mars'") as caught:
        fonts.read_face_names(path, "Mars")
    assert caught.value.hint == "choose one of its faces: 1 Japan Regular, 2 China Regular, 3 Korea Regular"
    with pytest.raises(fonts.FontError, match="has no face '4'"):
        fonts.read_face_names(path, "4")


def test_a_character_that_nothing_is_seen_of_is_not_in_the_font(tmp_path: Path) -> None:
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", "大\u3000 "))
    assert set(fonts.load_face(face).advances) == {"大", "\u3000", " "}
    font = sample_fonts.build("大和")
    font["glyf"]["u5927"].numberOfContours = 0
    font["glyf"]["u5927"].data = b""
    path = tmp_path / "b.ttf"
    path.write_bytes(sample_fonts.data(font))
    (face,) = fonts.read_face_names(path)
    assert not fonts.load_face(face).has_character("大")
    assert fonts.load_face(face).has_character("和")


def test_a_font_that_may_not_be_embedded_says_so(tmp_path: Path) -> None:
    (free,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", fs_type=8))
    (bound,) = fonts.read_face_names(sample_fonts.write(tmp_path / "b.ttf", fs_type=2))
    assert fonts.load_outline_face(free).warning == ""
    assert fonts.load_outline_face(bound).warning.startswith("the licence of the font 'b.ttf' forbids embedding")


@pytest.mark.parametrize(("name", "data", "message", "hint"), [
    ("none.ttf", None, "there is no font 'none.ttf'", "check that "),
    ("web.woff", b"wOFF", "'web.woff' is not a supported kind of font", "this is a font for web pages (WOFF)"),
    ("web.woff2", b"wOF2", "'web.woff2' is not a supported kind of font", "this is a font for web pages (WOFF2)"),
    ("old.pfb", b"\x80\x01\0\0", "'old.pfb' is not a supported kind of font", "this is an old PostScript font"),
    ("fonts.zip", b"PK\3\4", "'fonts.zip' is not a supported kind of font", "this is an archive: unpack it"),
    ("words.ttf", b"not at all", "'words.ttf' is not a supported kind of font", "use a .ttf or .otf file"),
    ("short.ttf", b"\0\1\0\0\0\7", "the font 'short.ttf' has no characters", "copy the file again from its source"),
    ("empty.ttf", b"", "'empty.ttf' is not a supported kind of font", "use a .ttf or .otf file"),
])  # fmt: skip
def test_files_that_are_no_fonts(name: str, data: bytes | None, message: str, hint: str, tmp_path: Path) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(fonts.FontError) as caught:
        fonts.read_face_names(tmp_path / name)
    assert str(caught.value) == message
    assert caught.value.hint.startswith(hint)


def test_a_folder_is_no_font(tmp_path: Path) -> None:
    with pytest.raises(fonts.FontError, match="is a folder"):
        fonts.read_face_names(tmp_path)


def test_a_huge_font_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "MAX_BYTES", 1_000)
    with pytest.raises(fonts.FontError, match="is too large: more than 1,000 bytes"):
        fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf"))


def test_an_outline_without_end_is_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "MAX_PEN_COMMANDS", 3)
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf"))
    assert not fonts.load_face(face).has_character("大")


@pytest.mark.parametrize("cubic", [False, True], ids=["glyf", "cff"])
def test_damaged_fonts_are_refused_or_used_and_nothing_else(tmp_path: Path, cubic: bool) -> None:
    sound = sample_fonts.data(sample_fonts.build(cubic=cubic, varies=not cubic))
    chance, outcomes = random.Random(7), set()
    for number in range(150):
        broken = bytearray(sound if number % 5 else sound[: chance.randrange(len(sound))])
        for _ in range(chance.choice((0, 1, 4, 40))):
            broken[chance.randrange(len(broken))] = chance.choice((0, 255, chance.randrange(256)))
        path = tmp_path / f"{number}.ttf"
        path.write_bytes(broken)
        try:
            with fonts.use_user_fonts(fonts.read_face_names(path)):
                (item, *_) = text.set_line("大和", STYLE, 0, 0)
            assert fonts.load_outline_face(item.font).build_subset(item.string)
            outcomes.add("used")
        except (fonts.FontError, fonts.MissingGlyphError) as error:
            outcomes.add(type(error).__name__)
    assert outcomes == {"used", "FontError", "MissingGlyphError"}


@pytest.mark.parametrize(("advance", "out", "seen"), [
    (1_000, 29_000, True), (1_000, 32_000, False), (1_000, -32_000, False), (10, 30_001, False),
])
def test_an_outline_far_out_is_not_drawn(tmp_path: Path, advance: int, out: int, *, seen: bool) -> None:
    font = sample_fonts.build(cubic=True, advance=advance)
    pen = T2CharStringPen(advance, None)
    pen.moveTo((0, 0))
    pen.lineTo((out, 0))
    pen.lineTo((0, 600))
    pen.closePath()
    font["CFF "].cff[0].CharStrings["u5927"] = pen.getCharString(
        font["CFF "].cff[0].Private, font["CFF "].cff[0].GlobalSubrs)
    path = tmp_path / "a.otf"
    path.write_bytes(sample_fonts.data(font))
    (face,) = fonts.read_face_names(path)
    assert fonts.load_face(face).has_character("大") is seen
    assert fonts.load_outline_face(face).build_subset("大和" if seen else "和")
