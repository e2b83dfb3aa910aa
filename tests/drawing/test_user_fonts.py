"""The user's own fonts: outlines, embedded characters, collections, and files that are refused."""

from __future__ import annotations

import random
import unicodedata
from typing import TYPE_CHECKING

import pytest
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from helpers import sample_fonts

from printshop.drawing import fonts, text
from printshop.drawing.display_list import CurveTo
from printshop.drawing.user_fonts import MissingGlyphError

if TYPE_CHECKING:
    from pathlib import Path

STYLE = text.Style("sans", 10)


@pytest.mark.parametrize("cubic", [False, True], ids=["glyf", "cff"])
def test_user_font_provides_characters_missing_from_bundled_fonts(tmp_path: Path, cubic: bool) -> None:
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
def test_outlines_equal_those_of_the_file(tmp_path: Path, cubic: bool) -> None:
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
def test_embedded_font_has_only_the_characters_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cubic: bool,
) -> None:
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", cubic=cubic))
    font_data = fonts.load_outline_face(face).build_subset("和大")
    monkeypatch.setattr("fontTools.fontBuilder.timestampNow", lambda: 3_900_000_000)
    assert font_data == fonts.load_outline_face(face).build_subset("和大")
    file = tmp_path / "packed.ttf"
    file.write_bytes(font_data)
    font = TTFont(file)
    first, second = (font.getGlyphID(font.getBestCmap()[ord(char)]) for char in "和大")
    assert (first, second, len(font.getBestCmap())) == (1, 2, 2)
    assert font["hmtx"]["uni548C"][0] == 1000
    assert font["glyf"]["uni548C"].xMax == 1000
    assert font["glyf"]["uni548C"].yMax == 600
    assert "glyf" in font
    assert len(font_data) < 1500


def test_variable_font_is_regular_and_bold(tmp_path: Path) -> None:
    regular, bold = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", varies=True))
    assert (fonts.load_outline_face(regular).bold, fonts.load_outline_face(bold).bold) == (False, True)
    light, heavy = fonts.load_face(regular).measure_advance("大"), fonts.load_face(bold).measure_advance("大")
    assert (light, heavy) == pytest.approx((1 + 0.08 * 300 / 800, 1 + 0.08 * 600 / 800), abs=0.001)  # 400 and 700
    assert fonts.load_outline_face(bold).title == "Signs-Bold"


def test_face_of_a_collection_is_chosen_by_place_or_name(tmp_path: Path) -> None:
    path = sample_fonts.write_collection(tmp_path / "c.ttc", "Japan", "China", "Korea")
    for member, expected in (("", 1), ("1", 1), ("3", 3), ("china regular", 2)):
        (face,) = fonts.read_face_names(path, member)
        assert len(fonts.load_face(face).advances) == expected
    with pytest.raises(fonts.FontError, match="has no face 'Mars'") as error:
        fonts.read_face_names(path, "Mars")
    assert error.value.hint == "choose one of its faces: 1 Japan Regular, 2 China Regular, 3 Korea Regular"
    with pytest.raises(fonts.FontError, match="has no face '4'"):
        fonts.read_face_names(path, "4")


def test_invisible_character_is_not_in_the_font(tmp_path: Path) -> None:
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


def test_font_that_may_not_be_embedded_is_marked(tmp_path: Path) -> None:
    (free,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", fs_type=8))
    (bound,) = fonts.read_face_names(sample_fonts.write(tmp_path / "b.ttf", fs_type=2))
    assert fonts.load_outline_face(free).warning == ""
    assert fonts.load_outline_face(bound).warning.startswith("the licence of the font 'b.ttf' forbids embedding")


@pytest.mark.parametrize(("name", "data", "message", "hint"), [
    ("none.ttf", None, "there is no font 'none.ttf'", "check that "),
    ("web.woff", b"wOFF", "'web.woff' is not a supported kind of font", "this is a font for web pages (WOFF)"),
    ("web.woff2", b"wOF2", "'web.woff2' is not a supported kind of font", "this is a font for web pages (WOFF2)"),
    ("old.pfb", b"\x80\x01\0\0", "'old.pfb' is not a supported kind of font", "this is an old PostScript font"),
    ("fonts.zip", b"PK\3\4", "'fonts.zip' is not a supported kind of font", "this is an archive: unpack the archive"),
    ("words.ttf", b"not at all", "'words.ttf' is not a supported kind of font", "use a .ttf or .otf file"),
    ("short.ttf", b"\0\1\0\0\0\7", "the font 'short.ttf' has no characters", "copy the file again from its source"),
    ("empty.ttf", b"", "'empty.ttf' is not a supported kind of font", "use a .ttf or .otf file"),
])  # fmt: skip
def test_files_of_other_kinds_are_no_fonts(name: str, data: bytes | None, message: str, hint: str,
                                           tmp_path: Path) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(fonts.FontError) as error:
        fonts.read_face_names(tmp_path / name)
    assert str(error.value) == message
    assert error.value.hint.startswith(hint)


def test_folder_is_no_font(tmp_path: Path) -> None:
    with pytest.raises(fonts.FontError, match="is a folder"):
        fonts.read_face_names(tmp_path)


def test_huge_font_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "MAX_BYTES", 1_000)
    with pytest.raises(fonts.FontError, match="is too large: more than 1,000 bytes"):
        fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf"))


def test_outline_without_end_is_not_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "MAX_PEN_COMMANDS", 3)
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf"))
    assert not fonts.load_face(face).has_character("大")


@pytest.mark.parametrize("cubic", [False, True], ids=["glyf", "cff"])
def test_damaged_fonts_are_refused_or_printed(tmp_path: Path, cubic: bool) -> None:
    sound = sample_fonts.data(sample_fonts.build(cubic=cubic, varies=not cubic))
    chance, outcomes = random.Random(7), set()
    for number in range(80):
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


@pytest.mark.parametrize(("advance", "out", "has_outline"), [
    (1_000, 29_000, True), (1_000, 32_000, False), (1_000, -32_000, False), (10, 30_001, False),
])
def test_outline_with_far_points_is_not_drawn(tmp_path: Path, advance: int, out: int, *, has_outline: bool) -> None:
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
    assert fonts.load_face(face).has_character("大") is has_outline
    assert fonts.load_outline_face(face).build_subset("大和" if has_outline else "和")


# --- characters that no font has

SIX = ", ".join(f"'{char}' (U+{ord(char):04X} {unicodedata.name(char)})" for char in "αβγδεζ")


@pytest.mark.parametrize(("characters", "message", "hint"), [
    ("海", "no available font has '海' (U+6D77)", "add a font with the missing characters"),
    (("軍", "海軍"), "no available font has '軍' (U+8ECD), '海' (U+6D77)", "add a font with the missing"),
    ("αβγδεζ", f"no available font has {SIX}", "add a font"),
    ("αβγδεζηθ", f"no available font has {SIX} and 2 others", "add a font"),
    ("Ж", "no available font has 'Ж' (U+0416 CYRILLIC CAPITAL LETTER ZHE)", "add a font"),
    ("\x07", "no available font has U+0007", "delete the invisible characters from the text"),
    ("\x07海", "no available font has U+0007, '海' (U+6D77)", "delete the invisible"),
    ("\U0001f600", "no available font has '\U0001f600' (U+1F600 GRINNING FACE)", "an emoji is a coloured picture"),
])
def test_missing_characters_are_named(characters: str, message: str, hint: str) -> None:
    error = MissingGlyphError(characters)
    assert str(error) == message
    assert error.hint.startswith(hint)


def test_unsupported_scripts_are_reported_first() -> None:
    error = MissingGlyphError("海\u0627\u0628")
    assert str(error).endswith(": '\u0627' (U+0627 ARABIC LETTER ALEF), '\u0628' (U+0628 ARABIC LETTER BEH)")
    assert error.characters == "海\u0627\u0628"
    assert error.hint.startswith("write the text in Latin letters")


# --- faces

def test_small_font_has_the_measures_of_the_large_one(tmp_path: Path) -> None:
    (name,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", advance=777))
    face = fonts.load_outline_face(name)
    assert (face.units_per_em, face.ascent, face.descent) == (1000, 0.88, 0.12)
    assert (face.title, face.family, face.bold, face.italic) == ("Signs-Regular", "Signs", False, False)
    file = tmp_path / "packed.ttf"
    file.write_bytes(face.build_subset("和大"))
    font = TTFont(file)
    assert (font["hhea"].ascent, font["hhea"].descent) == (880, -120)
    assert (font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender) == (880, -120)
    assert (font["OS/2"].usWinAscent, font["OS/2"].usWinDescent) == (880, 120)
    assert font["head"].unitsPerEm == 1000
    assert [font["hmtx"][glyph] for glyph in font.getGlyphOrder()] == [(1000, 0), (777, 0), (777, 0)]
    assert font["name"].getDebugName(1) == "Signs-Regular"
    assert font["head"].created == font["head"].modified == 3_029_529_600


def test_bold_face_is_tried_first_for_bold_text(tmp_path: Path) -> None:
    faces = [fonts.read_face_names(sample_fonts.write(tmp_path / f"{is_bold}.ttf", bold=is_bold))[0]
             for is_bold in (True, False)]
    bold, regular = faces
    for order in (faces, faces[::-1]):
        with fonts.use_user_fonts(tuple(order)):
            assert fonts.split_by_face("大", "plex-condensed-bold") == ((bold, "大"),)
            assert fonts.split_by_face("大", "plex-condensed") == ((regular, "大"),)


def test_bold_of_a_theme_with_a_font_of_the_user_is_its_heavy_weight(tmp_path: Path) -> None:
    regular, bold = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", varies=True))
    (fixed,) = fonts.read_face_names(sample_fonts.write(tmp_path / "b.ttf"))
    for name, heavy in ((regular, bold), (fixed, fixed)):
        assert fonts.find_face_name(name, bold=True) == heavy
        assert fonts.find_face_name(name) == fonts.find_face_name(name, italic=True) == name
    assert [fonts.load_outline_face(name).title for name in (regular, bold)] == ["Signs-Regular", "Signs-Bold"]
    face = fonts.load_face(regular)
    assert (face.cap_height, face.x_height) == (0.7, 0.5)


def test_name_of_a_font_is_plain(tmp_path: Path) -> None:
    (odd,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", family="Größe's \\ (1)"))
    assert fonts.load_outline_face(odd).title == "Gres1-Regular"
    assert fonts.load_outline_face(odd).family == "Größes  (1)"
    (long,) = fonts.read_face_names(sample_fonts.write(tmp_path / "c.ttf", family="x" * 150))
    assert fonts.load_outline_face(long).title == "x" * 60
    assert fonts.load_outline_face(long).family == "x" * 100


def test_face_has_a_count_of_its_characters(tmp_path: Path) -> None:
    (name,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", "大和\x07"))
    face = fonts.load_outline_face(name)
    assert (len(face), sorted(face)) == (2, ["和", "大"])
    assert face.restore_text("大") == "大"


@pytest.mark.parametrize("bits", [0, 2, 4, 8, 0x102, 0x100])
def test_only_a_restricted_licence_is_reported(tmp_path: Path, bits: int) -> None:
    """The upper bits concern subsets and bitmaps."""
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", fs_type=bits))
    assert bool(fonts.load_outline_face(face).warning) is (bits & 15 == 2)


def test_size_of_a_font_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = sample_fonts.write(tmp_path / "a.ttf")
    monkeypatch.setattr(fonts, "MAX_BYTES", path.stat().st_size)
    assert fonts.read_face_names(path)
    other = sample_fonts.write(tmp_path / "b.ttf")
    monkeypatch.setattr(fonts, "MAX_BYTES", path.stat().st_size - 1)
    with pytest.raises(fonts.FontError, match="is too large"):
        fonts.read_face_names(other)


def test_length_of_an_outline_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf"))
    commands = len(fonts.load_outline_face(face).record_outline("大").value)
    for limit, is_drawn in ((commands, True), (commands - 1, False)):
        monkeypatch.setattr(fonts, "MAX_PEN_COMMANDS", limit)
        (face,) = fonts.read_face_names(sample_fonts.write(tmp_path / f"{limit}.ttf"))
        assert fonts.load_face(face).has_character("大") is is_drawn


def test_negative_number_of_a_face_is_refused(tmp_path: Path) -> None:
    path = sample_fonts.write_collection(tmp_path / "c.ttc", "Japan", "China")
    for member in ("0", "3", "10000"):
        with pytest.raises(fonts.FontError, match=f"has no face '{member}'"):
            fonts.read_face_names(path, member)
