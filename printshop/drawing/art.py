"""Pictures for counters, cards and records: read SVG, PNG and JPEG files safely, and place them on pages.

A drawing becomes a symbol that every counter shares. Its black can be replaced by another colour: one silhouette serves
every side.

Photos, scans and paintings are decoded when their printed size is known. Those with more pixels than a printer can show
are reduced, so that a document with forty photos stays small enough to send. Only the pixels of a file are copied: no
location, thumbnail or other metadata of a photo.
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
"""The least width of the lines of a drawing at any size, in points; printers lose finer lines."""
Source = File | Hull
"""The source of a picture: a file, or the figures of a silhouette."""

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels
    from PIL.ImageCms import ImageCmsTransform

__all__ = ["Art", "ArtError", "Raster", "of_unit", "place", "read", "read_raster", "read_svg", "sharp"]


_XML = rb"(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<"
_SAVE = "open it in a program for pictures and save it as PNG"
# Kinds of files by the bytes they begin with: a name, and the proper ending, or the advice for a kind that is not read.
_KINDS = {
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
_LOOK = 4_096  # bytes at the beginning of a file that are compared with `_KINDS`


def _contents(path: File, limit: int, *endings: str) -> bytes:
    """Return the bytes of a file, at most `limit` + 1, whose first bytes fit one of the endings or no known kind.

    Raises ArtError for an empty file, and for a file of a known kind that does not have one of the endings.
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
MAX_SIDE = 65_535  # pixels, the limit of JPEG: for each row Pillow takes at least 12 bytes in addition to the pixels
MAX_LAYERED = 25_000_000  # pixels of a progressive JPEG file: libjpeg takes up to 8 more bytes for each
MAX_SCANS = 100  # of a JPEG file: each scan is work for all of its pixels
MAX_PIECES = 20_000  # chunks of a PNG file

_COARSEST = 100  # pixels an inch: coarser pixels are visible to everyone
GOOD = 200  # pixels an inch: finer pixels are invisible at arm's length
FINE = 300  # pixels an inch that a picture keeps at least: with twice as many or more it is reduced

PALE, _GREYED = 0.5, 0.7  # the shares of ink that remain in light ink, and in the greys of a drawing in black ink
_QUALITY = 90  # of JPEG files that are saved again
_STRIP = 1_000_000  # pixels changed at once: intermediate results take several times their memory


@dataclass(frozen=True, slots=True)
class Raster:
    """A PNG or JPEG file, its size measured upright. Equal rasters are of the same file, unchanged in between."""

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
        """The aspect ratio: width divided by height."""
        return self.pixel_width / self.pixel_height

    def picture(self, width: float, ink: Ink = Ink.COLOUR) -> Picture:
        """Return the pixels for a picture that is printed `width` points wide.

        Raises ArtError if they are too coarse for that width, or if the file cannot be read any more.
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
    """Return a PNG or JPEG file, read once. Raises ArtError if it is missing, damaged or too large."""
    return _measured(path, *stamp(path))


def stamp(path: File) -> tuple[int, int]:
    """Return a file's time of change and size, as keys of caches. Raises ArtError if there is no such file."""
    with _readable(path):
        status = path.stat()
    if path.is_dir():
        raise ArtError(f"'{path.name}' is a folder, not a picture")
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=1024)
def _measured(path: File, changed: int, size: int) -> Raster:
    picture = _prepared(path, changed, size)
    return Raster(path, changed, size, picture.pixel_width, picture.pixel_height)


# By path, time of change and size. A picture can take 40 MB: only the few latest ones are kept.
@lru_cache(maxsize=4)
def _prepared(path: File, _changed: int, _size: int) -> Picture:
    """Return a file's picture, read completely; its bytes stay, without metadata, if every viewer shows them upright.

    Otherwise the pixels are turned or converted, and saved again.
    """
    data = _contents(path, MAX_RASTER_BYTES, ".png", ".jpg")
    if len(data) > MAX_RASTER_BYTES:
        raise ArtError(f"'{path.name}' has more than {MAX_RASTER_BYTES:,} bytes", "save a smaller picture")
    scans, pieces = data.startswith(b"\xff\xd8") and data.count(b"\xff\xda"), islice(_pieces(data), MAX_PIECES, None)
    if scans > MAX_SCANS or any(pieces):
        raise ArtError(f"'{path.name}' is built up in too many steps", "open it and save it again")
    kind: Literal["png", "jpeg"] = "png" if data.startswith(b"\x89PNG") else "jpeg"
    with _reported_as_damaged(path.name):
        # The decoded pixels are not kept in a variable, so that `_normal` can free them before it has a second copy.
        pixels = _normal(_decoded(path.name, data))
        # Pixels read from a file have a `format`; those made by `_normal` have none and are saved again.
        shown = _bare(data) if pixels.format else _saved(pixels, kind)
    return Picture(shown, kind, *pixels.size, path.name)


class _PictureCache(dict[tuple["Raster", int, Ink], Picture]):
    """A cache of prepared pictures that drops the least recently used ones above a limit of bytes."""

    limit = 200_000_000  # bytes of encoded pictures

    def __call__(self, raster: Raster, step: int, ink: Ink) -> Picture:
        """Return a picture with each `step` x `step` pixels reduced to one, in an ink mode; cached."""
        key = raster, step, ink
        picture = self.pop(key, None)
        if picture is None:
            picture = _prepared(raster.path, raster.changed, raster.size)
            if step > 1 or ink is not Ink.COLOUR:
                with _reported_as_damaged(raster.name):
                    pixels = _changed(_decoded(raster.name, picture.data), step, ink)
                    picture = Picture(_saved(pixels, picture.format), picture.format, *pixels.size, raster.name)
        self[key] = picture  # last, as the most recently used
        while len(self) > 1 and sum(len(picture.data) for picture in self.values()) > self.limit:
            del self[next(iter(self))]
        return picture


_picture = _PictureCache()


def _decoded(name: str, data: bytes) -> Pixels:
    """Return the pixels of a PNG or JPEG file, all of them loaded. Raises ArtError."""
    try:
        from PIL import Image as pillow  # noqa: N813 - Pillow takes 40 ms to load
        from PIL import UnidentifiedImageError
    except ImportError as error:
        words = f"'{name}' cannot be read without Pillow", "pip install pillow, or use an SVG drawing"
        raise ArtError(*words) from error

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pillow.DecompressionBombWarning)
            warnings.simplefilter("ignore", UserWarning)  # about odd metadata, none of which is used
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
    except Exception as error:  # Pillow raises errors of any type for damaged pictures
        raise _damaged(name) from error
    if pixels.mode in {"P", "PA"} and not (pixels.palette and pixels.palette.palette):
        raise _damaged(name)  # Pillow reads such a file, and fails later when the colours are converted
    return pixels


def _check_memory(name: str, pixels: Pixels) -> None:
    """Refuse a picture whose decoding takes much memory for its number of pixels. Raises ArtError."""
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
    """Turn any error of Pillow within the context into an ArtError for a damaged picture."""
    try:
        yield
    except ArtError:
        raise
    except Exception as error:
        raise _damaged(name) from error


# --- pixels -------------------------------------------------------------------------------------------------

_SRGB = re.compile(b"sRGB|s\0R\0G\0B")  # the name in an sRGB profile, in ASCII or UTF-16


def _normal(pixels: Pixels) -> Pixels:
    """Return the pixels upright, in grey or sRGB of 8 bits; the same object, with its format, if they already are.

    They are turned as the camera noted, and converted by the file's colour profile if that can be used.
    """
    from PIL import ImageCms
    from PIL.Image import Transpose

    turns = (Transpose.FLIP_LEFT_RIGHT, Transpose.ROTATE_180, Transpose.FLIP_TOP_BOTTOM, Transpose.TRANSPOSE,
             Transpose.ROTATE_270, Transpose.TRANSVERSE, Transpose.ROTATE_90)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            noted = pixels.getexif().get(0x0112, 1)
    except Exception:  # damaged EXIF data raise errors of any type, and the picture can be used without them
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
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):  # not a profile, or one for another colour space
        return pixels if plain else _in_rgb(pixels)


def _in_rgb(pixels: Pixels) -> Pixels:
    return in_strips(pixels, lambda strip: strip.convert("RGB"))


def _profiled(pixels: Pixels, change: ImageCmsTransform) -> Pixels:
    """Return pixels converted to sRGB by a colour profile, with the same transparency."""
    from PIL import ImageCms

    clear, colors = _clearness(pixels), pixels.convert("RGB") if change.input_mode == "RGB" else pixels
    colors = ImageCms.applyTransform(colors, change) or colors
    if clear:
        colors.putalpha(clear)
    return colors


def in_strips(pixels: Pixels, change: Callable[[Pixels], Pixels], step: int = 1) -> Pixels:
    """Return a picture changed in strips of rows, which keeps the memory for intermediate results small.

    The change turns each `step` x `step` pixels into one, and reads no other pixels. A small picture is changed at
    once.
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
    """Yield the changed strips of rows of a picture, from its top down; see `in_strips`."""
    (width, height), rows = pixels.size, max(1, _STRIP // pixels.width // step) * step
    if height <= rows:
        yield change(pixels)
        return
    for top in range(0, height, rows):
        yield change(pixels.crop((0, top, width, min(top + rows, height))))


def _clearness(pixels: Pixels) -> Pixels | None:
    """Return the alpha channel of the pixels, or None if they have no transparency."""
    return pixels.convert("RGBA").getchannel("A") if pixels.has_transparency_data else None


def _changed(pixels: Pixels, step: int, ink: Ink) -> Pixels:
    """Return the pixels, each `step` x `step` reduced to one, in greys for black ink, paler for light ink."""
    smaller = in_strips(pixels, lambda strip: _reduced(strip, step), step) if step > 1 else pixels
    del pixels
    return smaller if ink is Ink.COLOUR else in_strips(smaller, lambda strip: _toned(strip, ink))


def _reduced(pixels: Pixels, step: int) -> Pixels:
    if pixels.mode in {"1", "P", "PA"}:
        pixels = pixels.convert("RGBA" if pixels.has_transparency_data else "L" if pixels.mode == "1" else "RGB")
    # Premultiplied alpha: transparent pixels must not colour visible ones.
    flat = {"LA": "La", "RGBA": "RGBa"}.get(pixels.mode, pixels.mode)
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
    # Without `optimize`, for which Pillow (13.0) gives libjpeg a buffer of one byte a pixel, too small for noise, and
    # libjpeg takes 6 more bytes for each pixel.
    jpeg = {"quality": _QUALITY, "subsampling": 0} if kind == "jpeg" else {}
    pixels.save(buffer, kind.upper(), **jpeg)
    return buffer.getvalue()


# --- bytes --------------------------------------------------------------------------------------------------

_SEGMENT = re.compile(rb"\xff+([\xc0-\xfe])")
_NO_LENGTH = range(0xD0, 0xD9)
# Application segments and comments; not APP14 of Adobe, which says how the colours are encoded.
_SCAN, _NOTES = 0xDA, {*range(0xE1, 0xF0), 0xFE} - {0xEE}
_SHOWN = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")


def _bare(data: bytes) -> bytes:
    """Return a PNG or JPEG file without its metadata: location, time, thumbnails, comments."""
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
    """Yield the start and the end of each chunk of a PNG file; none for a JPEG file."""
    at = 8 if data.startswith(b"\x89PNG") else len(data)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at:at + 4], "big")
        yield at, end
        at = end


# Drawing programs write near-blacks (#231f20, #010101) for black: colours with no channel of 0x30 or more are black.
_DARK, _PALE = 0x30, 0xe8
_GREYISH = 12  # the most by which the channels of a grey differ


@contextmanager
def of_unit(path: Source | None) -> Iterator[None]:
    """Note in each ArtError raised within the context that it concerns the unit's own picture, at `path`."""
    try:
        yield
    except ArtError as error:
        error.unit_file = path.name if path else ""
        raise


def read(path: Source) -> Art | Raster:
    """Return a picture: an .svg, .png, .jpg or .jpeg file, or a drawn silhouette. Raises ArtError."""
    if isinstance(path, Hull):
        return hulls.drawn(path)
    match path.suffix.lower():
        case ".svg":
            return read_svg(path)
        case ".png" | ".jpg" | ".jpeg":
            return read_raster(path)
    raise ArtError(f"'{path.name}' is not a kind of picture that can be used", "use an SVG, PNG or JPEG file")


def read_svg(path: File) -> Art:
    """Return the drawing in an SVG file, read once.

    Raises ArtError, with the line, for a file that is missing, hostile or beyond limits.
    """
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
    """Return a box (x, y, width, height), reduced for a raster to the largest size at which its pixels are invisible.

    The reduced box is centred horizontally and stands on the bottom of the old one.
    """
    if isinstance(art, Art):
        return box
    x, y, width, height = box
    share = min(1.0, max(art.pixel_width * 72 / GOOD / width, art.pixel_height * 72 / GOOD / height))
    return x + width * (1 - share) / 2, y + height * (1 - share), width * share, height * share


def place(art: Art | Raster, box: Bounds, *, mirror: bool = False, turn: int = 0, color: Color | None = None,
          ground: Color | None = None, ink: Ink = Ink.COLOUR, align: tuple[float, float] = (0.5, 0.5)) -> Item:
    """Return the picture as large as a box (x, y, width, height) allows, with its proportions.

    `mirror` shows a ship's other side. `turn` is in degrees clockwise about the middle of the box, a multiple of 90. In
    a drawing, black becomes `color`, and white becomes `ground`, the background's colour. In black ink the other
    colours of areas become white, those of lines black, and photos grey; where ink is saved, photos are paler. `align`
    is the position in a box of other proportions: (0, 0) top left, (0.5, 0.5) in the middle. Raises ArtError for a
    photo with too few pixels for its size.
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
    """Return a picture that takes less ink: the colours of a drawing are paler in light ink, by as much as a photo's.

    In black ink a drawing whose areas carry meaning (`telling`) is grey, with its dark areas black.
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
    """Return whether a drawing has colours other than black and white; in black ink its lines then stay black."""
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


# By drawing and colours: a renderer writes a symbol once, however many counters show it.
@lru_cache(maxsize=1024)
def _symbol(art: Art, color: Color | None, ground: Color | None, plain: bool, least: float) -> Symbol:
    """Return the drawing as a symbol with black replaced by `color`; equal arguments give the same symbol.

    If `plain`, it has no colours other than `color`, `ground` and greys: other areas become white, other lines black.
    Lines are at least `least` wide.
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
