"""Pictures that a browser has decoded: read and printed without Pillow as with it."""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.images import draw_pdf
from PIL import Image

from printshop.drawing import artwork, prepared_pictures
from printshop.drawing.display_list import Document, Page
from printshop.drawing.ink import Ink
from printshop.drawing.prepared_pictures import PreparedPicture
from printshop.output import pdf, svg

if TYPE_CHECKING:
    from pathlib import Path

SIDES = 61, 40
COLOR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # of PNG, by number of channels


def make_pixels(mode: str) -> Image.Image:
    noise = np.random.default_rng(7).integers(0, 256, (SIDES[1], SIDES[0], 4), dtype=np.uint8)
    noise[:, :, 3] = np.where(noise[:, :, 3] > 128, 255, 0)
    return Image.fromarray(noise, "RGBA").convert(mode)


def encode_file(pixels: Image.Image, kind: str) -> bytes:
    data = io.BytesIO()
    pixels.save(data, kind)
    return data.getvalue()


def encode_upwards(pixels: Image.Image) -> bytes:
    """Return a PNG file as the page writes it: each row holds the differences from the row above."""
    rows = np.asarray(pixels).reshape(pixels.height, -1)
    differences = np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), np.uint8))
    body = b"".join(b"\2" + row.tobytes() for row in differences)
    head = struct.pack(">IIBBBBB", *pixels.size, 8, COLOR_TYPES[len(pixels.getbands())], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in ((b"IHDR", head), (b"IDAT", zlib.compress(body)), (b"IEND", b"")))


def prepare(file: bytes) -> None:
    """Write the record of a picture, as the page does, but with Pillow."""
    prepared = []
    for ink in (Ink.COLOUR, Ink.LIGHT, Ink.BLACK):
        with Image.open(io.BytesIO(file)) as image:
            opaque = not image.has_transparency_data
            pixels = image.convert("RGB" if opaque else "RGBA")
        toned = pixels if ink is Ink.COLOUR else artwork._tone(pixels, ink)
        prepared.append(PreparedPicture("png", *toned.size, encode_upwards(toned)))
    prepared_pictures.write_record(prepared_pictures.find_record(file), prepared)


@pytest.fixture
def without_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for picture files. Pillow counts as missing, and records have a folder of their own."""
    monkeypatch.setattr(prepared_pictures, "FOLDER", tmp_path / "records")
    monkeypatch.setattr(prepared_pictures, "are_needed", lambda: True)
    (folder := tmp_path / "bare").mkdir()
    return folder


def print_picture(path: Path, ink: Ink) -> tuple[bytes, str]:
    """Return a page with the picture of a file, as PDF and as SVG."""
    picture = artwork.load_picture(path)
    page = Page(40, 30, (artwork.place_picture(picture, (5, 5, 30, 20), ink=ink),))
    return pdf.render_pdf(Document("picture", (page,))), svg.render_browser_svg(page)


@pytest.mark.parametrize("ink", [Ink.COLOUR, Ink.LIGHT, Ink.BLACK])
@pytest.mark.parametrize(("mode", "kind"), [("RGB", "png"), ("RGBA", "png"), ("L", "png"), ("P", "png"), ("RGB", "gif"),
                                            ("RGBA", "webp")])
def test_picture_is_printed_without_pillow_as_with_it(tmp_path: Path, without_pillow: Path, mode: str, kind: str,
                                                      ink: Ink, monkeypatch: pytest.MonkeyPatch) -> None:
    data = encode_file(make_pixels(mode), kind)
    (without_pillow / f"one.{kind}").write_bytes(data)
    (tmp_path / f"one.{kind}").write_bytes(data)
    prepare(data)
    bare, _ = print_picture(without_pillow / f"one.{kind}", ink)
    assert (b"/ColorSpace /DeviceRGB" in bare) == (ink is not Ink.BLACK)
    monkeypatch.undo()
    full, _ = print_picture(tmp_path / f"one.{kind}", ink)
    assert np.array_equal(draw_pdf(bare), draw_pdf(full))


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_photo_is_embedded_unchanged(tmp_path: Path, without_pillow: Path, mode: str,
                                     monkeypatch: pytest.MonkeyPatch) -> None:
    data = encode_file(make_pixels(mode), "jpeg")
    (without_pillow / "one.jpg").write_bytes(data)
    (tmp_path / "one.jpg").write_bytes(data)
    prepare(data)
    bare = print_picture(without_pillow / "one.jpg", Ink.COLOUR)
    monkeypatch.undo()
    assert bare == print_picture(tmp_path / "one.jpg", Ink.COLOUR)


def test_rotated_photo_is_decoded_by_the_browser(without_pillow: Path) -> None:
    data, exif = io.BytesIO(), Image.Exif()
    exif[0x0112] = 6
    make_pixels("RGB").save(data, "jpeg", exif=exif)
    (without_pillow / "one.jpg").write_bytes(data.getvalue())
    turned = make_pixels("RGB").rotate(-90, expand=True)
    prepared = [PreparedPicture("png", *turned.size, encode_upwards(turned))] * 3
    prepared_pictures.write_record(prepared_pictures.find_record(data.getvalue()), prepared)
    raster = artwork.read_raster(without_pillow / "one.jpg")
    assert (raster.pixel_width, raster.pixel_height) == SIDES[::-1]
    assert raster.make_image(10).data == prepared[0].data


def test_animation_is_named(without_pillow: Path) -> None:
    frames = [Image.new("RGB", SIDES, color) for color in ("red", "green", "blue")]
    for kind in ("gif", "webp", "png"):
        data = io.BytesIO()
        frames[0].save(data, kind, save_all=True, append_images=frames[1:])
        (without_pillow / f"one.{kind}").write_bytes(data.getvalue())
        prepare(data.getvalue())
        note = artwork.read_raster(without_pillow / f"one.{kind}").make_image(10).note
        assert note == f"one.{kind} is an animation: only its first frame is printed"


def test_file_that_the_browser_could_not_decode_is_damaged(without_pillow: Path) -> None:
    (path := without_pillow / "one.png").write_bytes(b"\x89PNG and no more")
    with pytest.raises(artwork.PictureError, match="cannot be read without Pillow"):
        artwork.read_raster(path)
    prepared_pictures.write_record(prepared_pictures.find_record(path.read_bytes()), [])
    with pytest.raises(artwork.PictureError, match=r"'one\.png' is damaged or incomplete"):
        artwork.read_raster(path)
