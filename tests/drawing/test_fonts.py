"""Bundled fonts: families, widths, outlines, and the font of each character."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.pens.areaPen import AreaPen
from fontTools.ttLib import TTFont
from reportlab.pdfbase import pdfmetrics, ttfonts

from printshop.drawing import fonts
from printshop.drawing.display_list import CLOSE, CurveTo, LineTo, MoveTo
from printshop.drawing.themes import NARROW_FAMILY, build_theme, use_theme
from printshop.game import themes

FOLDER = Path(fonts.__file__).parent.parent / "fonts"


def test_widths_equal_those_of_reportlab() -> None:
    text = "HMES Golem, 4/d8 (x2) – “a turn”"
    for name in fonts.FACES:
        pdfmetrics.registerFont(ttfonts.TTFont(f"test-{name}", fonts.load_face(name).path))
        expected = pdfmetrics.stringWidth(text, f"test-{name}", 11)
        assert fonts.measure_string(text, name, 11) == pytest.approx(expected, abs=0.002), name
        tracked = fonts.measure_string(text, name, 11, tracking=0.5)
        assert tracked == pytest.approx(expected + 0.5 * len(text), abs=0.002), name


def test_face_has_the_characters_of_english_and_sensible_measures() -> None:
    for name in fonts.FACES:
        face = fonts.load_face(name)
        assert all(face.has_character(char) for char in "AZaz09 \u00a0–—‘’“”…×éÉñ£°"), name
        assert not face.has_character("\n")
        assert 0.4 < face.x_height < face.cap_height < face.ascent < 1, name
        assert 0.1 < face.descent < 0.3, name
        assert face.ascent + face.descent == pytest.approx(1, abs=0.17 if name.startswith("symbols") else 0.021), name


def test_families_have_names_for_the_data() -> None:
    assert set(fonts.FAMILIES) == set(themes.FAMILIES)
    for family in {look for theme in themes.load_themes().values() for look in (theme.text, theme.figures) if look}:
        assert all(fonts.load_face(str(family)).has_character(char) for char in "½¼¾†"), family


def test_words_too_wide_use_the_narrowest_family() -> None:
    widths = {family: fonts.measure_string("Hauptbewegung 1234567890", family, 10) for family in fonts.FAMILIES}
    assert min(widths, key=widths.__getitem__) == NARROW_FAMILY


def test_text_is_divided_into_runs_by_available_characters() -> None:
    assert fonts.split_by_face("Golem", "old-standard") == (("old-standard", "Golem"),)
    assert fonts.split_by_face("", "old-standard") == ()
    assert fonts.split_by_face("☐☐ and ●", "plex-condensed-bold") == (
        ("symbols-bold", "☐☐"), ("plex-condensed-bold", " and "), ("symbols-bold", "●"))


def test_all_missing_characters_are_named() -> None:
    with pytest.raises(fonts.MissingGlyphError, match=r"'海' \(U\+6D77.*'軍' \(U\+8ECD") as error:
        fonts.split_by_face("海軍 navy 海", "plex-condensed")
    assert error.value.characters == "海軍"
    with pytest.raises(fonts.MissingGlyphError, match=r"no available font has U\+000A$"):
        fonts.split_by_face("a\nb", "plex-condensed")
    with pytest.raises(fonts.MissingGlyphError, match="☐"):
        fonts.measure_string("☐", "plex-condensed", 9)
    with pytest.raises(fonts.MissingGlyphError):
        fonts.read_glyph_outline("plex-condensed", "☐")


def test_unknown_face_is_refused_with_the_available_names() -> None:
    with pytest.raises(ValueError, match="'arial' is not a font: use one of plex-condensed,"):
        fonts.load_face("arial")


def test_outlines_enclose_the_area_of_the_glyph() -> None:
    """Every curve and component is there: the area is that which fontTools measures on the quadratics."""
    for name in fonts.FACES:
        face = fonts.load_face(name)
        with TTFont(face.path) as font:
            glyphs, names = font.getGlyphSet(), font.getBestCmap()
            for char in "gé%":
                glyphs[names[ord(char)]].draw(pen := AreaPen(glyphs))
                area = _area(fonts.read_glyph_outline(name, char)) * face.units_per_em**2
                assert area == pytest.approx(-pen.value, rel=1e-6), (name, char)  # y points down


def _area(segments: tuple[object, ...]) -> float:
    """Integrate x dy over lines and cubics."""
    total = x0 = y0 = 0.0
    start = (0.0, 0.0)
    for segment in (*segments, MoveTo(0, 0)):
        match segment:
            case MoveTo(x, y):
                assert (x0, y0) == start, "an outline is left open"
                x0, y0 = start = x, y
            case LineTo(x, y):
                total += (x0 + x) / 2 * (y - y0)
                x0, y0 = x, y
            case CurveTo(x1, y1, x2, y2, x, y):
                total += (x0 * (-10 * y0 + 6 * y1 + 3 * y2 + y) + x1 * (-6 * y0 + 3 * y2 + 3 * y)
                          + x2 * (-3 * y0 - 3 * y1 + 6 * y) + x * (-y0 - 3 * y1 - 6 * y2 + 10 * y)) / 20
                x0, y0 = x, y
            case _:
                assert segment == CLOSE
                total += (x0 + start[0]) / 2 * (start[1] - y0)
                x0, y0 = start
    return total


def test_space_has_no_outline() -> None:
    assert fonts.read_glyph_outline("old-standard", " ") == ()


def test_every_font_comes_with_a_licence_and_the_folder_is_small() -> None:
    files = {path.name for path in FOLDER.iterdir()}
    licences = {name for name in files if name.endswith(".txt")}
    assert {name for name in files - licences if name.endswith(".ttf")} == set(fonts.FACES.values())
    for file in fonts.FACES.values():
        family = file.split(".")[0].split("-")[0]
        (licence,) = (name for name in licences if family in name)
        copyright_line = TTFont(FOLDER / file)["name"].getDebugName(0).splitlines()[0]
        assert copyright_line in (FOLDER / licence).read_text(encoding="utf-8")
    assert sum((FOLDER / name).stat().st_size for name in files) < 7_300_000  # less than half of it where it is packed


def test_face_of_a_family_has_the_weight_and_slant() -> None:
    names = [fonts.find_face_name("sans", bold, italic) for bold in (False, True) for italic in (False, True)]
    assert names == ["plex-condensed", "plex-condensed-italic", "plex-condensed-bold", "plex-condensed-bold-italic"]
    assert [fonts.find_face_name("symbols", bold, True) for bold in (False, True)] == ["symbols", "symbols-bold"]
    assert {*names, "symbols", "symbols-bold"} <= fonts.FACES.keys()


def test_text_grows_with_its_size_and_tracking() -> None:
    width = fonts.measure_string("Golem", "plex-condensed", 1)
    assert fonts.measure_string("Golem", "plex-condensed", 12) == pytest.approx(12 * width)
    assert fonts.measure_string("Golem", "plex-condensed", 12, 0.5) == pytest.approx(12 * width + 2.5)
    face = fonts.load_face("plex-condensed")
    assert width == pytest.approx(sum(face.measure_advance(char) for char in "Golem"))
    with pytest.raises(fonts.MissingGlyphError):
        face.measure_advance("☐")


def test_capitals_of_tall_faces_are_in_the_middle_of_their_line() -> None:
    for name in fonts.FACES:
        face = fonts.load_face(name)
        font = TTFont(face.path)
        em = font["head"].unitsPerEm
        metrics = font["OS/2"].sTypoAscender / em, -font["OS/2"].sTypoDescender / em
        if sum(metrics) > 1.02 + 1e-9:
            half = face.cap_height / 2
            assert (face.ascent, face.descent) == pytest.approx((0.42 + half, 0.58 - half))
        else:
            assert (face.ascent, face.descent) == pytest.approx(metrics)


def test_accent_is_in_the_face_of_its_letter() -> None:
    assert fonts.split_by_face("ae\u0301z", "plex-condensed") == (("plex-condensed", "ae\u0301z"),)
    ((face, _),) = fonts.split_by_face("\u0413\u0301", "grenze-gotisch")  # neither has both
    assert face.startswith("symbols")


def test_weight_of_symbols_is_that_of_the_text() -> None:
    for name in ("old-standard", "old-standard-bold", "old-standard-bold-italic"):
        ((face, _),) = fonts.split_by_face("☐", name)
        assert face == ("symbols-bold" if "bold" in name else "symbols")


def test_layout_cache_depends_on_the_theme_and_the_fonts() -> None:
    calls = []

    @fonts.cache_layout(8)
    def note(value: int) -> int:
        calls.append(value)
        return value

    assert [note(1), note(1), note(2)] == [1, 1, 2]
    with use_theme(build_theme(rules="thick")):
        note(1)
        note(1)
    with fonts.use_user_fonts(("own:x",)):
        note(1)
    note(1)
    assert calls == [1, 2, 1, 1]
    assert fonts.get_font_context()[0] == ()
