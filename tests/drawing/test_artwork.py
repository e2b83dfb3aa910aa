"""Pictures: read once, refused if they are none, placed in their box, recoloured by the ink."""

from __future__ import annotations

import io
import zlib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.drawings import list_paths, make_svg, read_svg
from PIL import Image as Pillow

from printshop.drawing import artwork, shapes
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Color,
    Group,
    Image,
    SymbolUse,
    parse_color,
    walk_with_transforms,
)
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink

if TYPE_CHECKING:
    from pathlib import Path
BLUE = Color(0, 114, 178)


# --- files

def test_art_file_is_read_once_and_again_when_it_changes(tmp_path: Path) -> None:
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
    ("tune.mp3", "'tune.mp3' is not a supported kind of picture", "use an SVG, PNG, JPEG, WebP or GIF file"),
    ("fake.png", "'fake.png' is not a PNG, JPEG, WebP or GIF picture",
     "open the file in a picture editor and save it as PNG"),
    ("photo.svg",
     "the file name 'photo.svg' has the wrong ending: the file is a PNG picture", "rename the file to photo.png"),
    ("crane.png",
     "the file name 'crane.png' has the wrong ending: the file is an SVG drawing", "rename the file to crane.svg"),
    ("page.svg",
     "the file name 'page.svg' has the wrong ending: the file is a web page", "download the picture itself"),
    ("nothing.svg", "'nothing.svg' is empty", "save the file again, or copy it again from its source"),
    ("fake.jpg", "'fake.jpg' is not a PNG, JPEG, WebP or GIF picture",
     "open the file in a picture editor and save it as PNG"),
    ("short.png", "'short.png' is damaged or incomplete", "copy the file again from its source"),
    ("bomb.png", "'bomb.png' is too large: more than 50,000,000 pixels", "save a smaller picture"),
    ("big.png", "'big.png' is too large: more than 50,000,000 pixels", "save a smaller picture"),
])  # fmt: skip
def test_files_of_other_kinds_are_no_pictures(name: str, message: str, hint: str, tmp_path: Path) -> None:
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
    with pytest.raises(artwork.PictureError) as error:
        artwork.load_picture(tmp_path / name)
    assert error.value.message == message
    assert error.value.hint.startswith(hint)


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
def test_picture_fills_its_box_and_keeps_its_proportions(
    wide: artwork.Drawing, align: tuple[float, float], top: float
) -> None:
    use = artwork.place_picture(wide, BOX, align=align)
    assert isinstance(use, SymbolUse)
    assert use.transform == Transform(2, 0, 0, 2, 10, top)


@pytest.mark.parametrize(("align", "middle"), [((0.0, 0.5), 60), ((0.5, 0.0), 110), ((1.0, 0.5), 160)])
def test_turned_picture_is_aligned(
    wide: artwork.Drawing, align: tuple[float, float], middle: float
) -> None:
    (left, _, right, _) = shapes.measure_bounds((artwork.place_picture(wide, BOX, align=align, rotation=90),))
    assert (left + right) / 2 == pytest.approx(middle)


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


@pytest.mark.parametrize("ground", ["#dbe2b2", "#101b3c"])
def test_coloured_areas_are_grey_in_black_ink_if_areas_matter(ground: str) -> None:
    drawing = read_svg(f'<path d="M0 0H99V99H0Z" fill="{ground}"/><path d="M0 0H2V2H0Z" fill="#b03020"/>'
                       '<path d="M3 3H4V4H3Z" fill="#2050a0"/><path d="M0 0H9V2H0Z" fill="#2b211c"/>')
    picture = artwork.place_picture(artwork.save_picture_ink(drawing, Ink.BLACK, areas_matter=True), (0, 0, 9, 9),
                                    ink=Ink.BLACK)
    assert isinstance(picture, SymbolUse)
    behind, red, blue, dark = (one.fill or WHITE for one in list_paths(picture.symbol.items))
    assert (behind, dark) == (WHITE, BLACK)
    assert red[0] == red[1] == red[2]
    assert abs(red[0] - blue[0]) > 60


# --- turned, thin, small

def test_turned_picture_fills_the_turned_box(wide: artwork.Drawing) -> None:
    for rotation, first in ((90, (0, 40)), (270, (60, 0))):  # the black part lies at the left
        picture = artwork.place_picture(wide, (0, 0, 60, 100), rotation=rotation)
        assert shapes.measure_bounds([picture]) == pytest.approx((5, 0, 55, 100), abs=1)
        assert isinstance(picture, Group)
        (use,) = picture.items
        assert isinstance(use, SymbolUse)
        place = picture.transform.compose(use.transform)
        assert (place.a, place.d) == pytest.approx((0, 0))
        x, y = place.apply(0, 0)
        assert (x, y) == pytest.approx((55, 0) if rotation == 90 else (5, 100)), first
    upside = artwork.place_picture(wide, (0, 0, 100, 50), rotation=180)
    assert isinstance(upside, Group)
    assert upside.transform.apply(0, 0) == (100, 50)


def test_mirrored_drawing_keeps_its_box(wide: artwork.Drawing) -> None:
    use = artwork.place_picture(wide, BOX, mirror=True)
    assert isinstance(use, SymbolUse)
    assert use.transform.apply(0, 0) == (210, 70)
    assert use.transform.apply(100, 50) == (10, 170)


@pytest.mark.parametrize(("size", "width"), [(100, 0.05), (50, 0.08), (10, 0.4)])
def test_lines_are_no_thinner_than_a_printer_can_print(size: float, width: float) -> None:
    drawing = read_svg('<path d="M0 0H99" stroke="#000" stroke-width=".05"/><g clip-path="url(#c)"><path d="M0 9H99" '
                       'stroke="#000" stroke-width="2"/></g><clipPath id="c"><rect width="50" height="50"/></clipPath>')
    use = artwork.place_picture(drawing, (0, 0, size, size))
    assert isinstance(use, SymbolUse)
    strokes = [path.stroke.width for path in list_paths(use.symbol.items) if path.stroke]
    assert strokes == pytest.approx([width, 2])
    assert strokes[0] * use.transform.a >= artwork.MIN_LINE_WIDTH - 1e-9


def test_drawing_has_the_detail_for_its_size() -> None:
    coarse, fine = read_svg('<rect width="10" height="10"/>'), read_svg('<rect width="5" height="5"/>')
    both = replace(coarse, finer_drawings=((50, fine),))
    for size, result in ((49, coarse), (50, fine)):
        use = artwork.place_picture(both, (0, 0, size, size))
        assert isinstance(use, SymbolUse)
        assert use.symbol.items == result.items


# --- colours

def recolor(fill: str, **how: object) -> Color | None:
    """The colour in which an area is shown."""
    use = artwork.place_picture(read_svg(f'<rect width="9" height="9" fill="{fill}"/>'), (0, 0, 9, 9),
                                **how)  # type: ignore[arg-type]
    assert isinstance(use, SymbolUse)
    return list_paths(use.symbol.items)[0].fill


@pytest.mark.parametrize(("fill", "expected"), [
    ("#000000", BLUE), ("#2f2f2f", BLUE), ("#30302f", Color(48, 48, 47)), ("#e8ffff", Color(232, 255, 255)),
    ("#e9e9e9", Color(255, 240, 0)), ("#ffffff", Color(255, 240, 0)), ("#ff0000", Color(255, 0, 0))])
def test_near_black_and_near_white_are_replaced(fill: str, expected: Color) -> None:
    assert recolor(fill, color=BLUE, background=Color(255, 240, 0)) == expected
    assert recolor(fill) == recolor(fill, color=BLACK) == parse_color(fill)


@pytest.mark.parametrize(("fill", "area", "line"), [
    ("#808c80", Color(128, 140, 128), Color(128, 140, 128)), ("#808d80", WHITE, BLACK), ("#0072b2", WHITE, BLACK),
    ("#000000", BLACK, BLACK), ("#ffffff", WHITE, WHITE)])
def test_in_black_ink_areas_of_colour_are_white_and_lines_black(fill: str, area: Color, line: Color) -> None:
    assert recolor(fill, ink=Ink.BLACK) == area
    assert recolor(fill, ink=Ink.LIGHT) == parse_color(fill)
    drawing = read_svg(f'<path d="M0 0H9V9" fill="none" stroke="{fill}"/>')
    use = artwork.place_picture(drawing, (0, 0, 9, 9), ink=Ink.BLACK)
    assert isinstance(use, SymbolUse)
    stroke = list_paths(use.symbol.items)[0].stroke
    assert stroke
    assert stroke.color == line
    assert artwork.has_own_colors(drawing) is (line != parse_color(fill))


@pytest.mark.parametrize(("attributes", "has_outline"), [
    ('fill="#0072b2"', True), ('fill="#808c80"', False), ('fill="#0072b2" stroke="#d55e00" stroke-width=".5"', False)])
def test_area_that_loses_its_colour_has_a_thin_outline(attributes: str, has_outline: bool) -> None:
    use = artwork.place_picture(read_svg(f'<path d="M0 0H9V9Z" {attributes}/>'), (0, 0, 9, 9), ink=Ink.BLACK)
    assert isinstance(use, SymbolUse)
    (path,) = list_paths(use.symbol.items)
    assert bool(path.stroke and path.stroke.color == BLACK and path.stroke.width < 0.5) is has_outline


@pytest.mark.parametrize("scale", [1, 0.1, 20])
def test_added_outline_has_one_width_in_groups_of_all_scales(scale: float) -> None:
    drawing = read_svg(f'<g transform="scale({scale})"><path d="M0 0H{9 / scale}V{9 / scale}Z" fill="#0072b2"/></g>')
    use = artwork.place_picture(drawing, (0, 0, 2, 2), ink=Ink.BLACK)
    assert isinstance(use, SymbolUse)
    ((path, place),) = walk_with_transforms([use])
    stroke = getattr(path, "stroke", None)
    assert stroke
    assert stroke.width * place.mean_scale == pytest.approx(artwork.MIN_LINE_WIDTH)


def test_equal_pictures_share_one_symbol_with_a_unique_name(wide: artwork.Drawing) -> None:
    uses = [artwork.place_picture(wide, box, color=color, ink=ink) for box in (BOX, (0, 0, 9, 9))
            for color in (None, BLUE) for ink in (Ink.COLOUR, Ink.BLACK)]
    symbols = [use.symbol for use in uses if isinstance(use, SymbolUse)]
    assert symbols[:4] == symbols[4:]
    assert [symbol.name for symbol in symbols[:4]] == ["wide", "wide", "wide-0072b2", "wide-0072b2-plain"]
    bare = artwork.place_picture(wide, BOX, background=Color(1, 2, 3))
    assert isinstance(bare, SymbolUse)
    assert bare.symbol.name == "wide-010203"


@pytest.mark.parametrize(("fill", "light", "grey"), [
    ("#000000", Color(128, 128, 128), BLACK), ("#2f2f2f", Color(151, 151, 151), BLACK), ("#ffffff", WHITE, WHITE),
    ("#ff0000", Color(255, 128, 128), BLACK), ("#885555", Color(195, 170, 170), Color(156, 156, 156))])
def test_pictures_that_save_ink_are_paler(fill: str, light: Color, grey: Color) -> None:
    drawing = read_svg(f'<rect width="9" height="9" fill="{fill}" stroke="{fill}"/>')
    (pale,) = list_paths(artwork.save_picture_ink(drawing, Ink.LIGHT).items)  # type: ignore[union-attr]
    assert pale.stroke
    assert pale.stroke.color.to_hex() == fill
    assert pale.fill == pytest.approx(light, abs=1)
    (dark,) = list_paths(artwork.save_picture_ink(drawing, Ink.BLACK, areas_matter=True).items)  # type: ignore[union-attr]
    assert dark.fill == grey
    for ink, matter in ((Ink.COLOUR, True), (Ink.COLOUR, False), (Ink.BLACK, False)):
        assert artwork.save_picture_ink(drawing, ink, areas_matter=matter) is drawing


def test_small_areas_with_a_meaning_keep_their_colour_in_light_ink() -> None:
    drawing = read_svg('<rect width="30" height="20" fill="#ff0000"/><rect width="1" height="1" fill="#ff0000"/>')
    for matter, small in ((True, Color(255, 0, 0)), (False, Color(255, 128, 128))):
        pale = artwork.save_picture_ink(drawing, Ink.LIGHT, areas_matter=matter)
        assert [path.fill for path in list_paths(pale.items)] == [Color(255, 128, 128), small]  # type: ignore[union-attr]


def test_sides_have_their_greys_in_black_ink() -> None:
    drawing = read_svg('<rect width="9" height="9" fill="#ffffff"/><rect width="5" height="5" fill="#009e73"/>')
    tones = ((Color(0, 158, 115), Color(150, 150, 150)),)
    grey = artwork.save_picture_ink(drawing, Ink.BLACK, areas_matter=True, side_tones=tones)
    assert [path.fill for path in list_paths(grey.items)] == [WHITE, Color(150, 150, 150)]  # type: ignore[union-attr]


def test_unusable_picture_of_a_unit_is_marked(tmp_path: Path) -> None:
    for path, marked in ((tmp_path / "a.svg", "a.svg"), (None, "")):
        with pytest.raises(artwork.PictureError) as error, artwork.mark_unit_errors(path):
            raise artwork.PictureError("no")
        assert error.value.unit_file == marked


def test_drawing_beside_its_page_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "off.svg"
    file.write_bytes(make_svg('<rect x="200" width="5" height="5"/>'))
    with pytest.raises(artwork.PictureError, match="no part of the drawing off\\.svg lies on the page of the file"):
        artwork.read_svg(file)


@pytest.mark.parametrize(("name", "data", "kind", "hint"), [
    ("a.svg", b"RIFF....WEBPVP8 ", "a WebP picture", "rename the file to a.webp"),
    ("a.png", b"\0\0\0 ftypavif", "an AVIF or HEIC picture", "open the file"), ("a.png", b"MM\0*" + b"x" * 9,
                                                                            "a TIFF picture", "open the file"),
    ("a.png", b"BM" + b"x" * 20, "a BMP picture", "open the file"), ("a.svg", b"%PDF-1.7", "a PDF file", "save the"),
    ("a.svg", b"\xff\xd8\xff\xe0", "a JPEG picture", "rename the file to a.jpg"),
    ("a.jpg", b'\xef\xbb\xbf <?xml?><!-- x --><s:svg xmlns:s="http://www.w3.org/2000/svg">', "an SVG drawing",
     "rename the file to a.svg")])
def test_kinds_of_files_are_known_by_their_first_bytes(tmp_path: Path, name: str, data: bytes, kind: str, hint: str
                                                       ) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(artwork.PictureError, match=f"the file name '{name}' has the wrong ending: the "
                                                   f"file is {kind}") as error:
        artwork.load_picture(tmp_path / name)
    assert error.value.hint.startswith(hint)


def test_pixel_image_has_a_limited_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = png(Pillow.effect_noise((60, 60), 50))
    for number, limit in enumerate((len(data), len(data) - 1)):
        path = tmp_path / f"{number}.png"
        path.write_bytes(data)
        monkeypatch.setattr(artwork, "MAX_RASTER_BYTES", limit)
        if not number:
            assert artwork.read_raster(path)
            continue
        with pytest.raises(artwork.PictureError, match=r"'1\.png' is too large: more than"):
            artwork.read_raster(path)


def test_jpeg_has_either_usual_suffix(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.jpeg", "a.JPG", "a.PNG"):
        Pillow.new("RGB", (30, 10)).save(tmp_path / name)
        raster = artwork.load_picture(tmp_path / name)
        assert isinstance(raster, artwork.Raster)
        assert (raster.name, raster.aspect_ratio) == (name, 3)
