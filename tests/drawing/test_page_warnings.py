"""Warnings about pages: coarse pictures, parts of drawings that are left out, fonts that may not be embedded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers import sample_fonts
from PIL import Image as Pillow

from printshop.drawing import artwork, fonts, text
from printshop.drawing.display_list import Group, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.page_warnings import PageWarnings

if TYPE_CHECKING:
    from pathlib import Path

INCH = 72.0


def list_notes(*items: object) -> list[str]:
    notes = PageWarnings()
    notes.scan(items)  # type: ignore[arg-type]
    notes.scan(items)  # type: ignore[arg-type]
    return list(notes)


def test_coarse_picture_is_reported_once_at_its_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Pillow.new("RGB", (300, 150), "red").save(path)
    small, large = (artwork.place_picture(artwork.load_picture(path), (0, 0, inches * INCH, inches * INCH))
                    for inches in (1.5, 2))
    assert list_notes(small) == []
    assert list_notes(small, large) == [
        ("a.png has only 150 pixels per inch at a width of 51 mm: a sharp picture needs 200 pixels per inch (400 "
         "pixels across)")]


def test_animation_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    Pillow.new("RGB", (300, 150), "red").save(path, save_all=True, append_images=[Pillow.new("RGB", (300, 150))])
    picture = artwork.place_picture(artwork.load_picture(path), (0, 0, INCH, INCH))
    assert list_notes(picture) == ["a.gif is an animation: only its first frame is printed"]


def test_size_on_the_page_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Pillow.new("RGB", (300, 150), "red").save(path)
    picture = artwork.place_picture(artwork.load_picture(path), (0, 0, INCH, INCH), mirror=True)
    symbol = Symbol("s", (picture,), (0, 0, INCH, INCH))
    assert list_notes(SymbolUse(symbol)) == []
    turned = Transform().rotate(30).scale(2)
    assert list_notes(Group((SymbolUse(symbol, turned),))) == list_notes(SymbolUse(symbol, turned)) == [
        ("a.png has only 150 pixels per inch at a width of 51 mm: a sharp picture needs 200 pixels per inch (400 "
         "pixels across)")]


def test_omitted_parts_of_a_drawing_are_reported_at_its_use(tmp_path: Path) -> None:
    path = tmp_path / "ship.svg"
    path.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/>\n'
                    "<script>alert(1)</script></svg>", encoding="utf-8")
    assert list_notes(artwork.place_picture(artwork.load_picture(path),
                                       (0, 0, 50, 50))) == ["ship.svg: line 2: a script is left out"]


def test_font_that_may_not_be_embedded_is_reported(tmp_path: Path) -> None:
    for name, bits in (("a.ttf", 2), ("b.ttf", 0)):
        with fonts.use_user_fonts(fonts.read_face_names(sample_fonts.write(tmp_path / name, fs_type=bits))):
            result = list_notes(*text.set_line("大和 HMS", text.Style("sans", 9), 0, 0))
        message = ["the licence of the font 'a.ttf'"] if bits else []
        assert [note.partition(" forbids")[0] for note in result] == message


def test_sharp_picture_is_not_reported(tmp_path: Path) -> None:
    for pixels, is_sharp in ((200, True), (199, False)):
        path = tmp_path / f"{pixels}.png"
        Pillow.new("L", (pixels, 10)).save(path)
        notes = list_notes(artwork.place_picture(artwork.load_picture(path), (0, 0, INCH, INCH)))
        assert (notes == []) is is_sharp


def test_largest_size_counts_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Pillow.new("RGB", (300, 150), "red").save(path)
    sizes = [artwork.place_picture(artwork.load_picture(path), (0, 0, inches * INCH, inches * INCH))
             for inches in (1.6, 2, 1.8)]
    assert [note.partition(":")[0] for note in list_notes(*sizes)] == [
        "a.png has only 150 pixels per inch at a width of 51 mm"]


def test_warning_comes_once_after_all_its_uses() -> None:
    notes = PageWarnings()
    for subject, message in (("Ann", "is pale"), ("", "first"), ("Bob", "is pale"), ("Ann", "is pale"), ("", "first"),
                             ("", ""), ("Cat", "is dark")):
        notes.add(message, subject)
    assert [*notes] == ["first", "Ann, Bob: is pale", "Cat: is dark"]
    assert not notes.has_backs
