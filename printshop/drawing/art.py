"""Pictures for counters, cards and records: SVG silhouettes, PNG and JPEG files, read safely and placed.

A drawing becomes a symbol that every counter shares. Black is the colour that a caller may replace by another:
one silhouette serves every side.

Photos, scans and paintings are decoded when it is known how large they become: what is finer than a printer shows is
made smaller, so that a document with forty photos can be sent to a friend. Nothing of a file goes along but its pixels:
not the place where a photo was taken, not its thumbnail.
"""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path as File
from typing import TYPE_CHECKING, Literal

from printshop import files
from printshop.drawing import hulls, shapes, svg
from printshop.drawing.geometry import IDENTITY, Bounds, Transform
from printshop.drawing.ink import Ink, luminance
from printshop.drawing.items import BLACK, WHITE, Color, Group, Image, Item, Path, Picture, Symbol, Use, remade
from printshop.drawing.svg import Art
from printshop.drawing.svg_elements import MAX_BYTES, ArtError
from printshop.silhouettes import Hull
from printshop.units import MM

FINEST = 0.04
"""Points: the width of the finest lines of a drawing, however small it is; printers lose finer ones."""
Source = File | Hull
"""Where a picture comes from: a file, or figures."""

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels
    from PIL.ImageCms import ImageCmsTransform

__all__ = ["Art", "ArtError", "Raster", "of_unit", "place", "read", "read_raster", "read_svg", "sharp"]


_XML = rb"(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<"
_SAVE = "open it in a program for pictures and save it as PNG"
_KINDS = {  # what files are, by how they begin, and what to do with them where another kind is wanted
    rb"(?i)" + _XML + rb"(?:\w+:)?svg\b": ("an SVG drawing", ".svg"),
    rb"\x89PNG": ("a PNG picture", ".png"),
    rb"\xff\xd8\xff": ("a JPEG picture", ".jpg"),
    rb"GIF8": ("a GIF picture", _SAVE),
    rb"RIFF....WEBP": ("a WebP picture", _SAVE),
    rb"....ftyp(?:avi|hei|mif)": ("an AVIF or HEIC picture", _SAVE),
    rb"BM.{12}": ("a BMP picture", _SAVE),
    rb"II\*\0|MM\0\*": ("a TIFF picture", _SAVE),
    rb"%PDF-": ("a PDF file", "save its drawing as SVG"),
    rb"(?i)" + _XML + rb"html\b": ("a page of the web", "download the picture itself"),
}
_LOOK = 4_096  # bytes


def _contents(path: File, limit: int, *endings: str) -> bytes:
    """Return a file's bytes, one more than the limit at most; they may begin as if they were of one of the endings.

    Raises ArtError for a file that is empty, and one of a kind that is known and not wanted.
    """
    with _readable(path):
        data = files.contents(path, limit)
    if not data.strip():
        raise ArtError(f"'{path.name}' is empty", "save it again, or copy it again from where it came")
    kinds = (kind for begins, kind in _KINDS.items() if re.match(begins, data[:_LOOK], re.DOTALL))
    name, advice = next(kinds, ("", endings[0]))
    if advice not in endings:
        raise ArtError(f"'{path.name}' is {name}, whatever its name says",
                       f"rename it to {path.stem}{advice}" if advice.startswith(".") else advice)
    return data


@contextmanager
def _readable(path: File) -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, ValueError) as error:
        raise ArtError(f"there is no picture '{path.name}'", f"looked for {path}") from error
    except OSError as error:
        raise ArtError(f"cannot read '{path.name}': {(error.strerror or str(error)).lower()}") from error


MAX_RASTER_BYTES = 40_000_000
MAX_PIXELS = 50_000_000
MAX_SIDE = 65_535  # pixels, as of a JPEG file: Pillow takes 12 bytes and more for each row beside its pixels
MAX_LAYERED = 25_000_000  # pixels of a JPEG file in layers: libjpeg holds up to 8 bytes more for each
MAX_SCANS = 100  # of a JPEG file: each is work for all of its pixels
MAX_PIECES = 20_000  # of a PNG file

_COARSEST = 100  # pixels an inch: below that everyone sees them
GOOD = 200  # pixels an inch from which nobody sees them at arm's length
FINE = 300  # pixels an inch that are kept at least; what has twice as many is made smaller

PALE, _GREYED = 0.5, 0.7  # of the ink is left where ink is saved; of the greys of a picture in black ink
_QUALITY = 90  # of JPEG files that are written anew
_STRIP = 1_000_000  # pixels that are changed at once: what is in between takes several times their memory


@dataclass(frozen=True, slots=True)
class Raster:
    """A picture file made of pixels, upright. Equal ones are of one file that has not changed in between."""

    path: File
    changed: int
    size: int
    pixel_width: int
    pixel_height: int

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return self.path.name

    @property
    def breadth(self) -> float:
        """How many times as broad as it is high the picture is."""
        return self.pixel_width / self.pixel_height

    def picture(self, width: float, ink: Ink = Ink.COLOUR) -> Picture:
        """Return the pixels for a picture that becomes `width` points wide.

        Raises ArtError if they are too coarse for that, or cannot be read after all.
        """
        dpi = self.pixel_width * 72 / width
        if dpi < _COARSEST:
            need = [math.ceil(side / 72 * GOOD) for side in (width, width / self.breadth)]
            raise ArtError(
                f"'{self.name}' is too coarse to be {width / MM:.0f} mm wide: its {self.pixel_width} pixels are "
                f"{dpi:.0f} an inch, at least {_COARSEST} are needed",
                f"use a picture of {need[0]} x {need[1]} pixels or more, or show it smaller")
        return _picture(self, max(1, int(dpi / FINE)), ink)


def read_raster(path: File) -> Raster:
    """Return what a PNG or JPEG file holds, read once. Raises ArtError if it is missing, damaged or too large."""
    return _measured(path, *stamp(path))


def stamp(path: File) -> tuple[int, int]:
    """Return what changes when a file does. Raises ArtError if there is none."""
    with _readable(path):
        status = path.stat()
    if path.is_dir():
        raise ArtError(f"'{path.name}' is a folder, not a picture")
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=1024)
def _measured(path: File, changed: int, size: int) -> Raster:
    picture = _prepared(path, changed, size)
    return Raster(path, changed, size, picture.pixel_width, picture.pixel_height)


@lru_cache(maxsize=4)
def _prepared(path: File, _changed: int, _size: int) -> Picture:
    """Read a file to its end. What PDF and SVG viewers show alike keeps its bytes, but for what is not shown."""
    data = _contents(path, MAX_RASTER_BYTES, ".png", ".jpg")
    if len(data) > MAX_RASTER_BYTES:
        raise ArtError(f"'{path.name}' has more than {MAX_RASTER_BYTES:,} bytes", "save a smaller picture")
    scans, pieces = data.startswith(b"\xff\xd8") and data.count(b"\xff\xda"), islice(_pieces(data), MAX_PIECES, None)
    if scans > MAX_SCANS or any(pieces):
        raise ArtError(f"'{path.name}' is built up in too many steps", "open it and save it again")
    kind: Literal["png", "jpeg"] = "png" if data.startswith(b"\x89PNG") else "jpeg"
    with _reported_as_damaged(path.name):
        # The decoded pixels have no name here, so that `_normal` can free them: two copies need twice the memory.
        pixels = _normal(_decoded(path.name, data))
        # Pixels read from a file have a `format`. Those that `_normal` has made have none: they are saved again.
        shown = _bare(data) if pixels.format else _saved(pixels, kind)
    return Picture(shown, kind, *pixels.size, path.name)


class _PictureCache(dict[tuple["Raster", int, Ink], Picture]):
    """Makes pictures, and keeps those that were last asked for, up to a limit of bytes."""

    limit = 200_000_000  # bytes, ready to go into a document

    def __call__(self, raster: Raster, step: int, ink: Ink) -> Picture:
        """Return a picture of `step` x `step` pixels made one, in its ink; the same object as long as it is kept."""
        key = raster, step, ink
        picture = self.pop(key, None)
        if picture is None:
            picture = _prepared(raster.path, raster.changed, raster.size)
            if step > 1 or ink is not Ink.COLOUR:
                with _reported_as_damaged(raster.name):
                    pixels = _changed(_decoded(raster.name, picture.data), step, ink)
                    picture = Picture(_saved(pixels, picture.format), picture.format, *pixels.size, raster.name)
        self[key] = picture  # behind all others
        while len(self) > 1 and sum(len(picture.data) for picture in self.values()) > self.limit:
            del self[next(iter(self))]
        return picture


_picture = _PictureCache()


def _decoded(name: str, data: bytes) -> Pixels:
    """Return the pixels of a PNG or JPEG, all of them really there. Raises ArtError."""
    try:
        from PIL import Image as pillow  # noqa: N813 - Pillow takes 40 ms to load
        from PIL import UnidentifiedImageError
    except ImportError as error:
        words = f"'{name}' cannot be read without Pillow", "pip install pillow, or use an SVG drawing"
        raise ArtError(*words) from error

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pillow.DecompressionBombWarning)
            warnings.simplefilter("ignore", UserWarning)  # odd metadata, of which nothing is used
            pixels = pillow.open(io.BytesIO(data), formats=("PNG", "JPEG"))
            if pixels.width * pixels.height > MAX_PIXELS:
                raise pillow.DecompressionBombError  # noqa: TRY301 - as Pillow itself does, for more
            _check_memory(name, pixels)
            pixels.load()
    except (pillow.DecompressionBombWarning, pillow.DecompressionBombError) as error:
        raise ArtError(f"'{name}' has more than {MAX_PIXELS:,} pixels", "save a smaller picture") from error
    except UnidentifiedImageError as error:
        raise ArtError(f"'{name}' is not a PNG or JPEG picture", "open it and save it as PNG") from error
    except ArtError:
        raise
    except Exception as error:  # damaged pictures fail in any way
        raise _damaged(name) from error
    if pixels.mode in {"P", "PA"} and not (pixels.palette and pixels.palette.palette):
        raise _damaged(name)  # Pillow reads it, and fails when it is asked what its colours are
    return pixels


def _check_memory(name: str, pixels: Pixels) -> None:
    """Refuse a picture that has few pixels and takes much memory to read. Raises ArtError."""
    if max(pixels.size) > MAX_SIDE:
        raise ArtError(f"'{name}' is {pixels.width:,} x {pixels.height:,} pixels: no side may have more than "
                       f"{MAX_SIDE:,}", "cut it, or save it smaller")
    layered = "progressive" in pixels.info or "progression" in pixels.info
    if layered and pixels.width * pixels.height > MAX_LAYERED:
        raise ArtError(f"'{name}' has more than {MAX_LAYERED:,} pixels and is saved in layers (a progressive JPEG)",
                       "save it as a baseline JPEG, or save a smaller picture")


def _damaged(name: str) -> ArtError:
    return ArtError(f"'{name}' is damaged or cut short", "copy it again from where it came")


@contextmanager
def _reported_as_damaged(name: str) -> Iterator[None]:
    """Turn whatever Pillow raises for a damaged picture into an ArtError."""
    try:
        yield
    except ArtError:
        raise
    except Exception as error:
        raise _damaged(name) from error


# --- pixels -------------------------------------------------------------------------------------------------

_SRGB = re.compile(b"sRGB|s\0R\0G\0B")  # what such a profile calls itself, in either way to write it


def _normal(pixels: Pixels) -> Pixels:
    """Return the pixels upright, in grey or sRGB of 8 bits: the same object if they already are, with its format.

    They are turned as a camera noted, and changed by the profile that the file brings along, if that can be used.
    """
    from PIL import ImageCms
    from PIL.Image import Transpose

    turns = (Transpose.FLIP_LEFT_RIGHT, Transpose.ROTATE_180, Transpose.FLIP_TOP_BOTTOM, Transpose.TRANSPOSE,
             Transpose.ROTATE_270, Transpose.TRANSVERSE, Transpose.ROTATE_90)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            noted = pixels.getexif().get(0x0112, 1)
    except Exception:  # damaged notes fail in any way, and the picture is there all the same
        noted = 1
    pixels = pixels.transpose(turns[noted - 2]) if noted in range(2, 9) else pixels
    if pixels.mode.startswith("I") or pixels.mode == "F":
        return in_strips(pixels, lambda strip: strip.point(lambda value: value / 257).convert("L"))
    profile = pixels.info.get("icc_profile") or b""
    plain = pixels.mode in {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}
    if not isinstance(profile, bytes) or not profile or _SRGB.search(profile) or pixels.mode in {"1", "L", "LA"}:
        return pixels if plain else _in_rgb(pixels)
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        change = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"), "RGB" if plain else pixels.mode, "RGB")
        return in_strips(pixels, lambda strip: _profiled(strip, change))
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):  # no profile, or one for other colours
        return pixels if plain else _in_rgb(pixels)


def _in_rgb(pixels: Pixels) -> Pixels:
    return in_strips(pixels, lambda strip: strip.convert("RGB"))


def _profiled(pixels: Pixels, change: ImageCmsTransform) -> Pixels:
    """Return pixels in sRGB, as clear as they were."""
    from PIL import ImageCms

    clear, colors = _clearness(pixels), pixels.convert("RGB") if change.input_mode == "RGB" else pixels
    colors = ImageCms.applyTransform(colors, change) or colors
    if clear:
        colors.putalpha(clear)
    return colors


def in_strips(pixels: Pixels, change: Callable[[Pixels], Pixels], step: int = 1) -> Pixels:
    """Return a picture changed in strips of rows, so that what a change makes on its way takes little memory.

    The change makes `step` x `step` pixels one, and looks at no others. A small picture is changed as a whole.
    """
    from PIL import Image as pillow  # noqa: N813

    changed, top = None, 0
    for strip in strips(pixels, change, step):
        if changed is None:
            whole = strip.width, -(-pixels.height // step)
            if strip.size == whole:
                return strip
            changed = pillow.new(strip.mode, whole)
            changed.info = strip.info
        changed.paste(strip, (0, top))
        top += strip.height
    assert changed
    return changed


def strips(pixels: Pixels, change: Callable[[Pixels], Pixels], step: int = 1) -> Iterator[Pixels]:
    """Give a picture in strips of rows, from its top down, each of them changed; see `in_strips`."""
    (width, height), rows = pixels.size, max(1, _STRIP // pixels.width // step) * step
    if height <= rows:
        yield change(pixels)
        return
    for top in range(0, height, rows):
        yield change(pixels.crop((0, top, width, min(top + rows, height))))


def _clearness(pixels: Pixels) -> Pixels | None:
    """Return how much is seen of each of the pixels, if not all of all."""
    return pixels.convert("RGBA").getchannel("A") if pixels.has_transparency_data else None


def _changed(pixels: Pixels, step: int, ink: Ink) -> Pixels:
    """Return the pixels, `step` x `step` made into one, in greys for black ink, paler where ink is saved."""
    smaller = in_strips(pixels, lambda strip: _reduced(strip, step), step) if step > 1 else pixels
    del pixels
    return smaller if ink is Ink.COLOUR else in_strips(smaller, lambda strip: _toned(strip, ink))


def _reduced(pixels: Pixels, step: int) -> Pixels:
    if pixels.mode in {"1", "P", "PA"}:
        pixels = pixels.convert("RGBA" if pixels.has_transparency_data else "L" if pixels.mode == "1" else "RGB")
    flat = {"LA": "La", "RGBA": "RGBa"}.get(pixels.mode, pixels.mode)  # what is not seen must not colour what is
    return pixels.convert(flat).reduce(step).convert(pixels.mode)


def _toned(pixels: Pixels, ink: Ink) -> Pixels:
    from PIL import Image as pillow  # noqa: N813
    from PIL import ImageChops

    clear = _clearness(pixels)
    toned = pixels.convert("RGBA").convert("L" if ink is Ink.BLACK else "RGB")
    if ink is Ink.LIGHT:
        toned = ImageChops.blend(toned, pillow.new("RGB", toned.size, "white"), 1 - PALE)
    if clear:
        toned.putalpha(clear)
    return toned


def _saved(pixels: Pixels, kind: Literal["png", "jpeg"]) -> bytes:
    buffer = io.BytesIO()
    pixels.info.clear()
    # Not optimized: Pillow (13.0) gives libjpeg a byte for each pixel then, which is too little for noise, and libjpeg
    # holds 6 bytes more for each.
    jpeg = {"quality": _QUALITY, "subsampling": 0} if kind == "jpeg" else {}
    pixels.save(buffer, kind.upper(), **jpeg)
    return buffer.getvalue()


# --- bytes --------------------------------------------------------------------------------------------------

_SEGMENT = re.compile(rb"\xff+([\xc0-\xfe])")
_NO_LENGTH = range(0xD0, 0xD9)
_SCAN, _NOTES = 0xDA, {*range(0xE1, 0xF0), 0xFE} - {0xEE}  # what programs note, and comments; not what Adobe says
_SHOWN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")


def _bare(data: bytes) -> bytes:
    """Return a PNG or JPEG file without what is noted beside its pixels: place, time, thumbnails, comments."""
    if data.startswith(b"\x89PNG"):
        shown = (data[start:end] for start, end in _pieces(data) if data[start + 4:start + 8] in _SHOWN)
        return b"".join([data[:8], *shown])
    bare, at = data[:2], 2
    while (segment := _SEGMENT.match(data, at)) and segment[1][0] != _SCAN:
        marker, start = segment[1][0], segment.end()
        end = start if marker in _NO_LENGTH else start + int.from_bytes(data[start:start + 2], "big")
        if end < start + 2 and marker not in _NO_LENGTH:
            return data
        if marker not in _NOTES:
            bare += data[at:end]
        at = end
    return bare + data[at:]


def _pieces(data: bytes) -> Iterator[tuple[int, int]]:
    """Give where the pieces of a PNG file begin and end; a JPEG file has none."""
    at = 8 if data.startswith(b"\x89PNG") else len(data)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at:at + 4], "big")
        yield at, end
        at = end


# Drawing programs write near-blacks (#231f20, #010101) for black: all of them count as black.
_DARK, _PALE = 0x30, 0xe8
_GREYISH = 12  # how far the channels of a grey may be apart


@contextmanager
def of_unit(path: Source | None) -> Iterator[None]:
    """Tell what is wrong with a unit's own picture, if that is at a path, from what is wrong with any other."""
    try:
        yield
    except ArtError as error:
        error.unit_file = path.name if path else ""
        raise


def read(path: Source) -> Art | Raster:
    """Read a picture by what its name ends in: .svg, .png, .jpg or .jpeg; or draw a hull. Raises ArtError."""
    if isinstance(path, Hull):
        return hulls.drawn(path)
    match path.suffix.lower():
        case ".svg":
            return read_svg(path)
        case ".png" | ".jpg" | ".jpeg":
            return read_raster(path)
    raise ArtError(f"'{path.name}' is not a kind of picture that can be used", "use an SVG, PNG or JPEG file")


def read_svg(path: File) -> Art:
    """Read an SVG file, once. Raises ArtError, with the line, for one that is missing, hostile or beyond limits."""
    return _read_svg(path, *stamp(path))


@lru_cache(maxsize=256)
def _read_svg(path: File, _changed: int, _size: int) -> Art:
    drawing = svg.read(_contents(path, MAX_BYTES, ".svg"), path.stem)
    try:
        shapes.bounds(drawing.items)
    except ValueError:
        hint = "move the drawing onto its page, or fit the page to the drawing"
        raise ArtError(f"nothing of the drawing {path.name} lies on its page", hint) from None
    return drawing


def sharp(art: Art | Raster, box: Bounds) -> Bounds:
    """Return a box (x, y, width, height), or its middle as large as pixels are not seen in, standing on its bottom."""
    if isinstance(art, Art):
        return box
    x, y, width, height = box
    share = min(1.0, max(art.pixel_width * 72 / GOOD / width, art.pixel_height * 72 / GOOD / height))
    return x + width * (1 - share) / 2, y + height * (1 - share), width * share, height * share


def place(art: Art | Raster, box: Bounds, *, mirror: bool = False, turn: int = 0, color: Color | None = None,
          ground: Color | None = None, ink: Ink = Ink.COLOUR, align: tuple[float, float] = (0.5, 0.5)) -> Item:
    """Return the picture as large as the box (x, y, width, height) allows, its proportions kept.

    A `mirror` shows a ship's other side. `turn` is in degrees clockwise, a multiple of 90, in the middle of the box.
    Black in a drawing becomes the `color`, and white what it stands on, the `ground`; in black ink its other colours
    become white, those of its lines black, and photos grey, which are paler where ink is saved. In a box of other
    proportions it stands where `align` says: (0, 0)
    top left, (0.5, 0.5) in the middle. Raises ArtError for a photo that has too few pixels for its size.
    """
    x, y, across, down = box
    if turn:
        lying = (x + (across - down) / 2, y + (down - across) / 2, down, across)
        upright = place(art, lying, mirror=mirror, color=color, ground=ground, ink=ink)
        return Group((upright,), IDENTITY.rotate(turn, x + across / 2, y + down / 2))
    width, height = (art.width, art.height) if isinstance(art, Art) else (art.pixel_width, art.pixel_height)
    scale = min(across / width, down / height)
    left, top = x + (across - scale * width) * align[0], y + (down - scale * height) * align[1]
    if isinstance(art, Art):
        flip = Transform(a=-1.0, e=width) if mirror else IDENTITY
        drawing = art.at(scale)
        least = FINEST / scale if _thinnest(drawing) * scale < FINEST else 0.0
        symbol = _symbol(drawing, color, ground, ink is Ink.BLACK, least)
        return Use(symbol, Transform(a=scale, d=scale, e=left, f=top).then(flip))
    shown = Image(left, top, scale * width, scale * height, art.picture(scale * width, ink))
    if not mirror:
        return shown
    return Group((replace(shown, x=0.0, y=0.0),), Transform(a=-1.0, e=left + shown.width, f=top))


def sparing(picture: Art | Raster, ink: Ink, *, telling: bool = False) -> Art | Raster:
    """Return a large picture as it takes less ink, of a drawing's colours as much less as of a photo's in light ink.

    One whose areas are `telling` what its lines do not is grey in black ink, and what is dark in it black.
    """
    if not isinstance(picture, Art) or ink is Ink.COLOUR or (ink is Ink.BLACK and not telling):
        return picture
    return _paler(picture, grey=ink is Ink.BLACK)


@lru_cache(maxsize=8)
def _paler(drawing: Art, *, grey: bool) -> Art:
    def less(color: Color) -> Color:
        if grey and max(color) < _DARK:
            return BLACK
        level = round(255 * luminance(color) ** (1 / 2.2))
        return (Color(level, level, level) if grey else color).mix(WHITE, 1 - (_GREYED if grey else PALE))

    def mixed(item: Item) -> tuple[Item]:
        return (replace(item, fill=item.fill and less(item.fill), stroke=item.stroke and replace(
            item.stroke, color=less(item.stroke.color))) if isinstance(item, Path) else item,)

    return replace(drawing, items=remade(drawing.items, mixed))


def painted(art: Art | Raster) -> bool:
    """Say whether a drawing has colours of its own, beside black and white: its lines then stay black."""
    return isinstance(art, Art) and _symbol(art, None, None, True, 0.0).items != art.items


@lru_cache(maxsize=1024)
def _thinnest(art: Art) -> float:
    return min(_widths(art.items), default=math.inf)


def _widths(items: Iterable[Item]) -> Iterator[float]:
    for item in items:
        if isinstance(item, Group):
            yield from _widths(item.items)
        elif isinstance(item, Path) and item.stroke:
            yield item.stroke.width


@lru_cache(maxsize=1024)
def _symbol(art: Art, color: Color | None, ground: Color | None, plain: bool, least: float) -> Symbol:
    """Return the drawing as a symbol, black replaced by the colour: one symbol for each art and way to colour it.

    A `plain` one has no colours but `color`'s greys: areas become white, lines black. Lines have the `least` width.
    """
    def instead(usual: Color, bare: Color) -> Color:
        if color not in {None, BLACK} and max(usual) < _DARK:
            usual = color or usual
        elif ground and min(usual) > _PALE:
            return ground
        return bare if plain and max(usual) - min(usual) > _GREYISH else usual

    def inked(item: Item) -> tuple[Item]:
        if not isinstance(item, Path):
            return (item,)
        line = item.stroke and replace(item.stroke, color=instead(item.stroke.color, BLACK),
                                       width=max(item.stroke.width, least))
        return (replace(item, fill=item.fill and instead(item.fill, WHITE), stroke=line),)

    items = remade(art.items, inked)
    colors = (found.hex()[1:] for found in (color, ground) if found)
    name = "-".join((art.name, *colors, *([f"{least:.4g}"] if least else ())))
    notes = tuple(f"{art.name}.svg: {warning}" for warning in art.warnings)
    return Symbol(f"{name}-plain" if plain and items != art.items else name, items, shapes.bounds(items), notes)
