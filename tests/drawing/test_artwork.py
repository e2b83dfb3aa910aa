"""Pictures: read once, refused if they are none, placed in their box, recoloured by the ink."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING

import pytest
from helpers.drawings import list_paths, make_svg, read_svg
from PIL import Image as Pillow

from printshop.drawing import artwork, shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Image, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink

if TYPE_CHECKING:
    from pathlib import Path
BLUE = Color(0, 114, 178)


# --- files

def test_an_art_file_is_read_once_and_again_when_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_bytes(make_svg('<rect width="5" height="5"/>'))
    first = artwork.read_svg(file)
    assert artwork.read_svg(file) is first
    assert first.name == "a"
    file.write_bytes(make_svg('<rect width="50" height="5"/>'))
    assert artwork.read_svg(file) is not first


@pytest.mark.parametrize(("name", "message", "hint"), [
    ("none.svg", "there is no picture 'none.svg'", "check that "),
    ("none.png", "there is no picture 'none.png'", "check that "),
    ("folder.svg", "'folder.svg' is a folder, not a picture", ""),
    ("tune.mp3", "'tune.mp3' is not a supported kind of picture", "use an SVG, PNG or JPEG file"),
    ("fake.png", "the ending of 'fake.png' is wrong: the file is a GIF picture",
     "open the file in a picture editor and save it as PNG"),
    ("photo.svg", "the ending of 'photo.svg' is wrong: the file is a PNG picture", "rename the file to photo.png"),
    ("crane.png", "the ending of 'crane.png' is wrong: the file is an SVG drawing", "rename the file to crane.svg"),
    ("page.svg", "the ending of 'page.svg' is wrong: the file is a web page", "download the picture itself"),
    ("nothing.svg", "'nothing.svg' is empty", "save the file again, or copy it again from its source"),
    ("fake.jpg", "'fake.jpg' is not a PNG or JPEG picture", "open the file in a picture editor and save it as PNG"),
    ("short.png", "'short.png' is damaged or incomplete", "copy the file again from its source"),
    ("bomb.png", "'bomb.png' is too large: more than 50,000,000 pixels", "save a smaller picture"),
    ("big.png", "'big.png' is too large: more than 50,000,000 pixels", "save a smaller picture"),
])  # fmt: skip
def test_files_that_are_no_pictures(name: str, message: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "fake.png").write_bytes(b"GIF89a" + b"\0" * 50)
    (tmp_path / "fake.jpg").write_text("not at all")
    (tmp_path / "photo.svg").write_bytes(png(Pillow.new("L", (4, 4))))
    (tmp_path / "crane.png").write_bytes(b'<?xml version="1.0"?>\n<!-- drawn by hand -->\n' + make_svg("<path/>"))
    (tmp_path / "page.svg").write_text("<!DOCTYPE html><html></html>")
    (tmp_path / "nothing.svg").write_text("\n")
    (tmp_path / "short.png").write_bytes(png(Pillow.effect_noise((60, 60), 50))[:900])
    for file, pixels in (("bomb.png", (60_000, 60_000)), ("big.png", (8_000, 8_000))):
        (tmp_path / file).write_bytes(make_claiming_png(*pixels))
    with pytest.raises(artwork.PictureError) as caught:
        artwork.load_picture(tmp_path / name)
    assert caught.value.message == message
    assert caught.value.hint.startswith(hint)


def png(picture: Pillow.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", **options)
    return buffer.getvalue()


def make_claiming_png(width: int, height: int) -> bytes:
    """A small PNG file whose header claims to have many pixels."""
    data = png(Pillow.new("L", (4, 4)))
    header = b"IHDR" + width.to_bytes(4) + height.to_bytes(4) + data[24:29]
    return data[:12] + header + zlib.crc32(header).to_bytes(4) + data[33:]


# --- placing

@pytest.fixture
def wide(tmp_path: Path) -> artwork.Drawing:
    file = tmp_path / "wide.svg"
    body = '<rect width="10" height="20"/><rect x="90" width="10" height="50" fill="#fff" stroke="#010101"/>'
    file.write_bytes(make_svg(body, 'viewBox="0 0 100 50"'))
    return artwork.read_svg(file)


BOX = (10.0, 20.0, 200.0, 200.0)


@pytest.mark.parametrize(("align", "top"), [((0.5, 0.0), 20), ((0.5, 0.5), 70), ((0.5, 1.0), 120)])
def test_a_picture_fills_its_box_and_keeps_its_proportions(
    wide: artwork.Drawing, align: tuple[float, float], top: float
) -> None:
    use = artwork.place_picture(wide, BOX, align=align)
    assert isinstance(use, SymbolUse)
    assert use.transform == Transform(2, 0, 0, 2, 10, top)


def test_black_becomes_the_colour_and_white_stays(wide: artwork.Drawing) -> None:
    use = artwork.place_picture(wide, BOX, color=BLUE)
    assert isinstance(use, SymbolUse)
    first, second = list_paths(use.symbol.items)
    assert first.fill == BLUE
    assert second.fill == (255, 255, 255)
    assert second.stroke
    assert second.stroke.color == BLUE


def test_raster_pictures_are_placed_and_mirrored(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png(Pillow.new("L", (1000, 500))))
    picture = artwork.read_raster(file)
    straight = artwork.place_picture(picture, BOX)
    assert isinstance(straight, Image)
    assert (straight.x, straight.y, straight.width, straight.height) == (10, 70, 200, 100)
    flipped = artwork.place_picture(picture, BOX, mirror=True)
    assert isinstance(flipped, Group)
    assert shapes.measure_bounds([flipped]) == (10, 70, 210, 170)
    assert flipped.transform.a == -1
    (same,) = flipped.items
    assert isinstance(same, Image)
    assert same.picture is straight.picture


def test_what_areas_tell_is_grey_in_black_ink() -> None:
    drawing = read_svg('<path d="M0 0H9V9H0Z" fill="#2050a0"/><path d="M3 3H6V6H3Z" fill="#fff"/>'
                   '<path d="M0 0H9V2H0Z" fill="#2b211c"/>')
    shown = artwork.place_picture(artwork.save_picture_ink(drawing, Ink.BLACK, areas_matter=True), (0, 0, 9, 9),
                                  ink=Ink.BLACK)
    assert isinstance(shown, SymbolUse)
    blue, white, dark = (one.fill for one in list_paths(shown.symbol.items))
    assert blue is not None
    assert blue[0] == blue[1] == blue[2]
    assert 100 < blue[0] < 180
    assert (white, dark) == (WHITE, BLACK)
