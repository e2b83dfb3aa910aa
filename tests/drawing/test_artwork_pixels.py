"""Pictures of pixels: colours, turns, profiles, sizes, memory, and damaged files."""

from __future__ import annotations

import io
import random
import subprocess
import sys
import textwrap
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageCms

from printshop.drawing import artwork
from printshop.drawing.artwork import PictureError
from printshop.drawing.display_list import Document, Image, Page
from printshop.drawing.ink import Ink
from printshop.output import pdf
from printshop.output.press import Press

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

INCH = 72.0


def save_picture(path: Path, picture: Pillow.Image, **options: Any) -> Path:
    picture.save(path, **options)
    return path


def colours(width: int = 400, height: int = 200) -> Pillow.Image:
    """A picture whose quarters are red, green, blue and white."""
    picture = Pillow.new("RGB", (width, height), "white")
    for place, colour in (((0, 0), "#ff0000"), ((width // 2, 0), "#00ff00"), ((0, height // 2), "#0000ff")):
        picture.paste(colour, (*place, place[0] + width // 2, place[1] + height // 2))
    return picture


def open_pixels(picture: Any) -> Pillow.Image:
    return Pillow.open(io.BytesIO(picture.data))


def corners(picture: Pillow.Image) -> list[Any]:
    right, low = picture.width - 3, picture.height - 3
    return [picture.getpixel(place) for place in ((2, 2), (right, 2), (2, low), (right, low))]


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P", "1"])
def test_pixels_do_not_change(tmp_path: Path, mode: str) -> None:
    path = save_picture(tmp_path / "a.png", colours().convert(mode))
    picture = artwork.read_raster(path).make_image(INCH)
    assert picture.data == path.read_bytes()
    assert (picture.format, picture.pixel_width, picture.pixel_height, picture.name) == ("png", 400, 200, "a.png")


@pytest.mark.parametrize(("turn", "expected"), [
    (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"), (8, "gwrb"),
])
@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
def test_photo_is_turned_by_its_exif_orientation(tmp_path: Path, suffix: str, turn: int, expected: str) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = turn
    result = artwork.read_raster(save_picture(tmp_path / f"a.{suffix}", colours(), exif=exif))
    assert (result.pixel_width, result.pixel_height) == ((400, 200) if turn < 5 else (200, 400))
    named = {"r": (255, 0, 0), "g": (0, 255, 0), "b": (0, 0, 255), "w": (255, 255, 255)}
    for name, pixel in zip(expected, corners(open_pixels(result.make_image(0.5 * INCH))), strict=True):
        assert pixel == pytest.approx(named[name], abs=6)


@pytest.mark.parametrize(("name", "mode", "options", "kind"), [
    ("a.webp", "RGB", {"quality": 95}, "jpeg"), ("a.webp", "RGB", {"lossless": True}, "png"),
    ("a.webp", "RGBA", {"lossless": True}, "png"), ("a.gif", "P", {}, "png"),
    ("a.gif", "P", {"transparency": 0}, "png"),
    ("a.png", "RGB", {}, "png"),
])
@pytest.mark.parametrize("is_animated", [False, True])
def test_webp_and_gif_are_read_and_of_animations_the_first_frame(tmp_path: Path, name: str, mode: str,
                                                                 options: dict[str, Any], kind: str,
                                                                 is_animated: bool) -> None:
    frames = {"save_all": True, "append_images": [Pillow.new(mode, (400, 200), 1)]} if is_animated else {}
    path = save_picture(tmp_path / name, colours().convert(mode), **options, **frames)
    unit_values = artwork.read_raster(path).make_image(INCH)
    assert unit_values.format == kind
    assert unit_values.note == (f"{name} is an animation: only its first frame is printed" if is_animated else "")
    pixels = open_pixels(unit_values)
    with Pillow.open(path) as image:
        assert pixels.has_transparency_data == image.has_transparency_data
        expected = corners(image.convert("RGBA"))
    for pixel, color in zip(corners(pixels.convert("RGBA")), expected, strict=True):
        assert pixel == pytest.approx(color, abs=8)
    assert artwork.read_raster(path).make_image(INCH, Ink.BLACK).note == unit_values.note


def test_metadata_of_the_camera_is_removed(tmp_path: Path) -> None:
    exif = Pillow.Exif()
    exif[0x010E] = "off Tsushima"
    for path, options in ((tmp_path / "a.jpg", {"comment": "off Tsushima"}), (tmp_path / "a.png", {})):
        save_picture(path, colours(), exif=exif, **options)
        assert b"off Tsushima" in path.read_bytes()
        picture = artwork.read_raster(path).make_image(INCH)
        assert b"off Tsushima" not in picture.data
        assert np.array_equal(np.asarray(open_pixels(picture)), np.asarray(Pillow.open(path)))


@pytest.mark.parametrize(("mode", "expected"), [("CMYK", "RGB"), ("YCbCr", "RGB"), ("L", "L")])
def test_jpegs_of_all_kinds_are_grey_or_rgb(tmp_path: Path, mode: str, expected: str) -> None:
    path = save_picture(tmp_path / "a.jpg", colours().convert(mode), quality=95)
    result = open_pixels(artwork.read_raster(path).make_image(INCH))
    assert result.mode == expected
    if expected == "RGB":
        assert corners(result)[0] == pytest.approx((255, 0, 0), abs=6)


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    path = tmp_path / "deep.png"
    Pillow.fromarray(np.full((400, 400), 257 * 100, np.uint16)).save(path)
    result = open_pixels(artwork.read_raster(path).make_image(INCH))
    assert (result.mode, result.getpixel((1, 1))) == ("L", 100)


def test_profile_is_used(tmp_path: Path) -> None:
    swapped = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for old, new in ((b"rXYZ", b"????"), (b"gXYZ", b"rXYZ"), (b"????", b"gXYZ"), (b"s\0R\0G\0B", b"o\0d\0d\0!")):
        swapped = swapped.replace(old, new)
    for path in (tmp_path / "o.png", tmp_path / "o.jpg"):
        save_picture(path, colours(), icc_profile=swapped)
        red, green, *_ = corners(open_pixels(artwork.read_raster(path).make_image(INCH)))
        assert red == pytest.approx((0, 255, 0), abs=6)
        assert green == pytest.approx((255, 0, 0), abs=6)
    lab = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    plain = colours()
    wide = Pillow.new("RGB", (400, 200), (0, 200, 0))
    assert corners(
        open_pixels(artwork.read_raster(save_picture(tmp_path / "s.png", plain, icc_profile=srgb)).make_image(INCH))
    ) == (corners(plain))
    broken = save_picture(tmp_path / "b.png", wide, icc_profile=b"nothing of the kind")
    assert corners(open_pixels(artwork.read_raster(broken).make_image(INCH)))[0] == (0, 200, 0)
    foreign = save_picture(tmp_path / "f.png", wide, icc_profile=lab)  # for other colours than these
    assert corners(open_pixels(artwork.read_raster(foreign).make_image(INCH)))[0] == (0, 200, 0)


def test_transparent_pixels_stay_transparent(tmp_path: Path) -> None:
    clear = colours(1600, 800).convert("RGBA")
    clear.putalpha(Pillow.linear_gradient("L").resize(clear.size))
    raster = artwork.read_raster(save_picture(tmp_path / "a.png", clear))
    for ink, mode in ((Ink.COLOUR, "RGBA"), (Ink.LIGHT, "RGBA"), (Ink.BLACK, "LA")):
        result = open_pixels(raster.make_image(INCH, ink))
        assert result.mode == mode
        alpha = result.getchannel("A")
        assert alpha.getpixel((5, 1)) < 10
        assert alpha.getpixel((5, result.height - 2)) > 245


# --- as fine as it is printed

def test_black_ink_is_grey_and_light_ink_is_pale(tmp_path: Path) -> None:
    raster = artwork.read_raster(save_picture(tmp_path / "a.png", colours()))
    black = open_pixels(raster.make_image(INCH, Ink.BLACK))
    assert black.mode == "L"
    assert black.getpixel((2, 2)) == pytest.approx(76, abs=1)
    light = open_pixels(raster.make_image(INCH, Ink.LIGHT))
    assert corners(light)[0] == pytest.approx((255, 128, 128), abs=1)
    assert corners(light)[3] == (255, 255, 255)


def test_too_few_pixels_are_refused_with_the_number_needed(tmp_path: Path) -> None:
    raster = artwork.read_raster(save_picture(tmp_path / "icon.png", colours(100, 50)))
    assert raster.make_image(INCH).pixel_width == 100
    with pytest.raises(PictureError) as error:
        artwork.place_picture(raster, (0, 0, 2 * INCH, 2 * INCH))
    assert error.value.message == (
        "'icon.png' is too coarse to be 51 mm wide: the picture has 100 pixels across, 50 per inch, but needs at least "
        "100 per inch")
    assert error.value.hint == "use a picture of at least 400 x 200 pixels, or print the picture smaller"


def test_coarse_picture_has_a_limited_printed_size(tmp_path: Path) -> None:
    raster = artwork.read_raster(save_picture(tmp_path / "a.png", colours(400, 200)))
    x, y, width, height = artwork.limit_to_sharp_size(raster, (10, 20, 4 * INCH, 4 * INCH))
    picture = artwork.place_picture(raster, (x, y, width, height))
    assert isinstance(picture, Image)
    assert picture.width == pytest.approx(2 * INCH)
    assert (x + width / 2, y + height) == pytest.approx((10 + 2 * INCH, 20 + 4 * INCH))
    assert artwork.limit_to_sharp_size(raster, (10, 20, INCH, INCH)) == (10, 20, INCH, INCH)


def test_picture_cache_has_a_limit_of_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (artwork.read_raster(save_picture(tmp_path / f"{name}.png", colours())) for name in "ab")
    first = one.make_image(INCH)
    assert two.make_image(INCH)
    assert one.make_image(INCH) is first
    monkeypatch.setattr(artwork._image_cache, "limit", len(first.data))
    assert two.make_image(INCH)
    artwork._load_image.cache_clear()
    again = one.make_image(INCH)
    assert again.data == first.data
    assert again is not first


# --- hostile

def test_picture_of_many_layers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save_picture(tmp_path / "a.jpg", colours(), progressive=True)
    assert artwork.read_raster(path)
    monkeypatch.setattr(artwork, "MAX_SCANS", 3)
    again = save_picture(tmp_path / "b.jpg", colours(), progressive=True)
    with pytest.raises(PictureError, match="the data of the picture 'b\\.jpg' are split into too many parts"):
        artwork.read_raster(again)


def test_picture_in_many_pieces_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = save_picture(tmp_path / "a.png", colours()).read_bytes()
    head, tail = data[:33], data[33:]
    text = b"\0\0\0\1tEXta" + zlib.crc32(b"tEXta").to_bytes(4, "big")
    pieces = sum(1 for _ in artwork._iter_chunks(data))
    monkeypatch.setattr(artwork, "MAX_CHUNKS", pieces + 5)
    for more, is_well in ((5, True), (6, False)):
        path = tmp_path / f"{more}.png"
        path.write_bytes(head + text * more + tail)
        if is_well:
            assert artwork.read_raster(path)
        else:
            with pytest.raises(PictureError, match="the data of the picture '6\\.png' are split into too many parts"):
                artwork.read_raster(path)


PROFILE_SCRIPT = """
    import io, resource, sys
    from pathlib import Path
    from PIL import Image, ImageCms
    from printshop.drawing import artwork

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes().replace(b"s\\0R", b"o\\0R")
    for width in (100, 5_000):  # what is loaded for the first counts for nothing
        Image.new("RGB", (width, 3_000), "red").save(sys.argv[1], icc_profile=profile, compress_level=1)
        print(artwork.read_raster(Path(sys.argv[1])).pixel_width)
        taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + int(sys.argv[2])*1_000_000, -1))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs limits of memory")
def test_large_picture_with_a_profile_is_in_memory_at_most_twice(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(PROFILE_SCRIPT), tmp_path / "large.png", "150"],
                          check=False,
                          capture_output=True, text=True)
    assert done.stdout == "100\n5000\n", done.stderr


def test_damaged_jpegs_in_cmyk_are_refused_or_used(tmp_path: Path) -> None:
    noise = Pillow.effect_noise((60, 40), 90).convert("CMYK")
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()
    sound = save_picture(tmp_path / "sound.jpg", noise, icc_profile=profile, quality=30).read_bytes()
    chance, outcomes = random.Random(5), set()
    for number in range(150):
        broken = bytearray(sound)
        for _ in range(chance.choice((1, 3, 20))):
            broken[chance.randrange(len(sound))] = chance.choice((0, 4, 255, chance.randrange(256)))
        path = tmp_path / f"{number}.jpg"
        path.write_bytes(broken)
        try:
            picture = artwork.read_raster(path).make_image(10, chance.choice([*Ink]))
            assert open_pixels(picture).mode in {"L", "RGB"}
            outcomes.add("used")
        except PictureError:
            outcomes.add("refused")
    assert outcomes == {"used", "refused"}


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_damaged_pictures_are_refused_or_printed(tmp_path: Path, suffix: str) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    noise = Pillow.effect_noise((150, 110), 90).convert("RGB")
    sound = save_picture(tmp_path / f"sound.{suffix}", noise, exif=exif,
                 icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()).read_bytes()
    chance, outcomes = random.Random(11), set()
    for number in range(80):
        broken = bytearray(sound if number % 8 else sound[: chance.randrange(len(sound))])
        for _ in range(chance.choice((0, 1, 3, 20))):
            reach = len(broken) if number % 2 else min(600, len(broken))
            broken[chance.randrange(reach)] = chance.choice((0, 255, chance.randrange(256)))
        path = tmp_path / f"{number}.{suffix}"
        path.write_bytes(broken)
        try:
            picture = artwork.read_raster(path).make_image(20, chance.choice([*Ink]))
            open_pixels(picture).load()
            outcomes.add("used")
        except PictureError:
            outcomes.add("refused")
    assert outcomes == {"used", "refused"}


def _chunks(data: bytes) -> list[bytes]:
    """Return the head of a PNG file and its pieces, or the segments of a JPEG file."""
    if data.startswith(b"\x89PNG"):
        return [data[:8], *(data[start:end] for start, end in artwork._iter_chunks(data))]
    starts = [at for at in range(len(data) - 1) if data[at] == 0xFF and data[at + 1] not in {0, 0xFF}]
    return [data[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]


def break_pieces(data: bytes) -> Iterator[bytes]:
    """Give a file with each of its pieces left out, cut short, with a wrong length, of nothing, twice, and last."""
    pieces = _chunks(data)
    for number, piece in enumerate(pieces):
        before, after = b"".join(pieces[:number]), b"".join(pieces[number + 1:])
        yield before + after
        yield before + piece[: len(piece) // 2]
        yield before + piece[: len(piece) // 2] + after
        yield before + b"\xff\xff" + piece[2:] + after
        yield before + b"\0\0\0\1" + piece[4:] + after
        yield before + piece + piece + after
        yield before + after + piece
        if data.startswith(b"\x89PNG") and number:  # sound as a piece, with nothing, or other things, in it
            for held in (b"", b"\0", b"\xff" * 13, piece[8:-5]):
                kind = piece[4:8] + held
                yield before + len(held).to_bytes(4, "big") + kind + zlib.crc32(kind).to_bytes(4, "big") + after


MODES = [("RGB", "png"), ("RGBA", "png"), ("L", "png"), ("LA", "png"), ("P", "png"), ("1", "png"), ("I;16", "png"),
         ("RGB", "jpeg"), ("L", "jpeg"), ("CMYK", "jpeg")]


def make_picture_of_mode(mode: str) -> Pillow.Image:
    noise = Pillow.fromarray(np.random.default_rng(7).integers(0, 256, (70, 90), dtype=np.uint8))
    if mode == "I;16":
        return Pillow.fromarray(np.asarray(noise).astype(np.uint16) * 257)
    picture = Pillow.merge("RGBA", [noise, noise.rotate(90), noise.rotate(180), noise.rotate(20)])
    return picture.convert(mode if mode in {"RGBA", "LA"} else "RGB").convert(mode)


@pytest.mark.parametrize(("mode", "kind"), MODES)
def test_picture_with_a_broken_piece_is_refused_or_used_in_all_inks(tmp_path: Path, mode: str, kind: str) -> None:
    """Each piece is broken in at least seven ways, in turn for each ink."""
    options = {"transparency": 3} if mode == "P" else {"progressive": True} if mode == "L" and kind == "jpeg" else {}
    file, outcomes = io.BytesIO(), set()
    make_picture_of_mode(mode).save(file, kind, **options)
    for number, data in enumerate(break_pieces(file.getvalue())):
        path = tmp_path / f"{number}.{'jpg' if kind == 'jpeg' else kind}"
        path.write_bytes(data)
        try:
            picture = artwork.read_raster(path).make_image(15, [*Ink][number % 3])
            document = Document("one", (Page(50, 50, (Image(0, 0, 15, 12, picture),)),))
            assert pdf.render_pdf(document).startswith(b"%PDF")
            outcomes.add("used")
        except PictureError:
            outcomes.add("refused")
    assert outcomes == {"used", "refused"}


def test_missing_palette_is_reported(tmp_path: Path) -> None:
    sound = save_picture(tmp_path / "a.png", colours().convert("P")).read_bytes()
    (tmp_path / "b.png").write_bytes(b"".join(piece for piece in _chunks(sound) if piece[4:8] != b"PLTE"))
    with pytest.raises(PictureError, match=r"'b\.png' is damaged"):
        artwork.read_raster(tmp_path / "b.png")


def test_noise_is_saved_again_as_a_photo(tmp_path: Path) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (800, 800, 3), dtype=np.uint8)
    path = save_picture(tmp_path / "a.jpg", Pillow.fromarray(noise), quality=100, subsampling=0)
    assert open_pixels(artwork.read_raster(path).make_image(72, Ink.LIGHT)).size == (400, 400)


# --- memory ---


@pytest.mark.parametrize(("width", "height"), [(1, 70_000), (70_000, 1)])
def test_picture_with_an_extreme_side_is_refused(tmp_path: Path, width: int, height: int) -> None:
    path = save_picture(tmp_path / "a.png", Pillow.new("1", (width, height)))
    with pytest.raises(PictureError, match=f"has {width:,} x {height:,} pixels, but each side may have at most 65,535"):
        artwork.read_raster(path)


def test_large_photo_in_layers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artwork, "MAX_PROGRESSIVE_PIXELS", 79_999)
    assert artwork.read_raster(save_picture(tmp_path / "a.jpg", colours()))
    with pytest.raises(PictureError, match=r"is too large for a progressive JPEG \(saved in layers\)"):
        artwork.read_raster(save_picture(tmp_path / "b.jpg", colours(), progressive=True))


@pytest.mark.parametrize(("mode", "kind", "turned"), [*((*one, False) for one in MODES), ("RGBA", "png", True),
                                                      ("RGB", "jpeg", True)])
def test_pictures_converted_in_strips_equal_pictures_converted_as_a_whole(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, kind: str, turned: bool) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = 6
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes().replace(b"s\0R", b"o\0R")
    options = ({"exif": exif} if turned else {}) | ({"icc_profile": profile} if mode in {"RGB", "RGBA", "P"} else {})
    options |= {"transparency": 3} if mode == "P" else {}

    def make_outputs(name: str) -> list[bytes]:
        path, result = tmp_path / name, []
        make_picture_of_mode(mode).save(path, kind, **options)
        for ink in Ink:
            for width in (7.0, 20.0):  # three pixels and one are made one
                picture = artwork.read_raster(path).make_image(width, ink)
                page = Page(50, 50, (Image(0, 0, width, width, picture),))
                press = Press("a press") if width > 7 else None
                result += [picture.data, pdf.render_pdf(Document("one", (page,)), press)]
        return result

    end = "jpg" if kind == "jpeg" else kind
    whole = make_outputs(f"whole.{end}")
    monkeypatch.setattr(artwork, "_STRIP_PIXELS", 700)
    assert make_outputs(f"parts.{end}") == whole


LARGE_SCRIPT = """
    import resource, sys
    from pathlib import Path
    from printshop.drawing import artwork
    from printshop.drawing.ink import Ink
    from printshop.drawing.display_list import Document, Image, Page
    from printshop.output import pdf
    from printshop.output.press import Press

    def use(name):
        for path, ink in ((f"{name}.png", Ink.LIGHT), (f"{name}.jpg", Ink.BLACK)):
            raster = artwork.read_raster(Path(sys.argv[1]) / path)
            width = raster.pixel_width * 72 / 320
            image = Image(0, 0, width, width, raster.make_image(width, ink))
            pdf.render_pdf(Document("one", (Page(width, width, (image,)),)), Press("a press"))

    use("small")  # what is loaded for the first counts for nothing
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    use("large")
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1000)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory in kilobytes")
def test_large_picture_is_in_memory_at_most_twice(tmp_path: Path) -> None:
    """5 million pixels, 20 MB as Pillow holds them: the picture and what is made of it, and strips."""
    for name, size in (("small", (300, 300)), ("large", (2_500, 2_000))):
        for mode, suffix in (("RGBA", "png"), ("CMYK", "jpg")):
            save_picture(tmp_path / f"{name}.{suffix}", Pillow.new(mode, size))
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(LARGE_SCRIPT), tmp_path], check=True,
                          capture_output=True, text=True)
    assert int(done.stdout) < 2 * 20 + 30


# --- how many pixels are kept

@pytest.mark.parametrize(("inches", "size"), [(2, 400), (0.67, 400), (2 / 3, 200), (0.5, 200), (4 / 9, 134)])
def test_picture_keeps_at_least_300_pixels_an_inch(tmp_path: Path, inches: float, size: int) -> None:
    """Whole squares of pixels become one: two by two from 600 an inch, three by three from 900."""
    image = artwork.read_raster(save_picture(tmp_path / "a.png", colours())).make_image(inches * INCH)
    assert image.pixel_width == size
    assert image.pixel_height == -(-size // 2)


def test_coarsest_printable_pixels_are_accepted(tmp_path: Path) -> None:
    raster = artwork.read_raster(save_picture(tmp_path / "a.png", colours(200, 100)))
    assert raster.make_image(2 * INCH)
    with pytest.raises(PictureError, match="is too coarse to be 51 mm wide"):
        raster.make_image(2.01 * INCH)


def test_light_ink_is_paler_by_half(tmp_path: Path) -> None:
    raster = artwork.read_raster(save_picture(tmp_path / "a.png", Pillow.new("RGB", (200, 200), (40, 100, 200))))
    assert open_pixels(raster.make_image(INCH, Ink.LIGHT)).getpixel((1, 1)) == pytest.approx((147, 177, 227), abs=1)


@pytest.mark.parametrize(("box", "expected"), [
    ((10, 20, 200, 100), (10 + 28, 20 + 28, 144, 72)), ((0, 0, 72, 72), (0, 0, 72, 72)),
    ((0, 0, 144, 400), (0, 0, 144, 400)), ((0, 0, 288, 144), (72, 72, 144, 72))])
def test_box_is_reduced_until_its_picture_is_sharp(tmp_path: Path, box: tuple[float, float, float, float],
                                                   expected: tuple[float, ...]) -> None:
    """400 x 200 pixels are sharp on 2 x 1 inches."""
    raster = artwork.read_raster(save_picture(tmp_path / "a.png", colours()))
    assert artwork.limit_to_sharp_size(raster, box) == pytest.approx(expected)


def test_jpeg_keeps_colour_segments_and_drops_others(tmp_path: Path) -> None:
    """A JPEG file may have any application segment, restart marks and comments before its pixels."""
    data = save_picture(tmp_path / "a.jpg", colours()).read_bytes()
    adobe = b"\xff\xee\x00\x0eAdobe\x00\x64\0\0\0\0\x01"
    noted = b"".join(b"\xff" + bytes([mark]) + b"\0\x06note" for mark in (*range(0xE1, 0xEE), 0xEF, 0xFE))
    path = tmp_path / "b.jpg"
    path.write_bytes(data[:2] + adobe + noted + b"\xff\xff\xd0" + data[2:])
    new_data = artwork.read_raster(path).make_image(INCH).data
    assert new_data == data[:2] + adobe + b"\xff\xff\xd0" + data[2:]


def test_png_keeps_only_its_visible_chunks(tmp_path: Path) -> None:
    picture = colours().convert("P")
    path = save_picture(tmp_path / "a.png", picture, transparency=1, dpi=(300, 300))
    data = artwork.read_raster(path).make_image(INCH).data
    assert {data[start + 4:start + 8] for start, _ in artwork._iter_chunks(data)} == {
        b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
    assert b"pHYs" in path.read_bytes()


def test_scans_and_sides_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = save_picture(tmp_path / "a.jpg", colours(), progressive=True).read_bytes()
    scans = data.count(b"\xff\xda")
    for limit in (scans, scans - 1):
        monkeypatch.setattr(artwork, "MAX_SCANS", limit)
        path = tmp_path / f"{limit}.jpg"
        path.write_bytes(data)
        if limit == scans:
            assert artwork.read_raster(path)
            continue
        with pytest.raises(PictureError, match="are split into too many parts"):
            artwork.read_raster(path)
    for name, limit, value in (("MAX_RASTER_SIDE", "each side may have at most", 400),
                               ("MAX_PROGRESSIVE_PIXELS", "is too large for a progressive JPEG", 80_000),
                               ("MAX_PIXELS", "is too large: more than", 80_000)):
        monkeypatch.setattr(artwork, "MAX_SCANS", scans)
        for allowed in (value, value - 1):
            path = tmp_path / f"{name}{allowed}.jpg"
            path.write_bytes(data)
            with monkeypatch.context() as within:
                within.setattr(artwork, name, allowed)
                if allowed == value:
                    assert artwork.read_raster(path)
                    continue
                with pytest.raises(PictureError, match=limit):
                    artwork.read_raster(path)


def test_least_recently_used_pictures_leave_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rasters = [artwork.read_raster(save_picture(tmp_path / f"{name}.png", colours())) for name in "abc"]
    first, second = (raster.make_image(INCH) for raster in rasters[:2])
    assert rasters[0].make_image(INCH) is first  # now the second is the oldest
    old_cache = dict(artwork._image_cache)
    artwork._image_cache.clear()
    artwork._image_cache.update({key: image for key, image in old_cache.items() if key[0] in rasters})
    monkeypatch.setattr(artwork._image_cache, "limit", 2 * len(first.data))
    rasters[2].make_image(INCH)
    assert [key[0] for key in artwork._image_cache] == [rasters[0], rasters[2]]
    assert artwork._image_cache[rasters[0], 1, Ink.COLOUR] is first is not second
