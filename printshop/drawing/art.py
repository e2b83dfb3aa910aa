"""Pictures for counters, cards and records: SVG silhouettes, PNG and JPEG files, read safely and placed.

A drawing becomes a symbol that every counter shares. Black is the colour that a caller may replace by another:
one silhouette serves every side.
"""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from printshop.drawing import shapes
from printshop.drawing.art_tree import MAX_BYTES, ArtError
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Color, Group, Image, Item, Path, Picture, Symbol, Use

if TYPE_CHECKING:
    from pathlib import Path as File

    from PIL.Image import Image as Pixels

__all__ = ["Art", "ArtError", "place", "read", "read_raster", "read_svg"]

MAX_RASTER_BYTES = 40_000_000
MAX_PIXELS = 50_000_000

# Drawing programs write near-blacks (#231f20, #010101) for black: all of them count as black.
_DARK = 0x30
_GREYISH = 12  # how far the channels of a grey may be apart

_CENTER = (0.5, 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A drawing in its own units, its view box at (0, 0), `width` x `height`.

    `points` is the size in points that the file asks for, if it asks. `warnings` says what was left out.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    warnings: tuple[str, ...] = ()
    points: tuple[float, float] | None = None


def read(path: File) -> Art | Picture:
    """Read a picture by what its name ends in: .svg, .png, .jpg or .jpeg. Raises ArtError."""
    kind = path.suffix.lower()
    if kind == ".svg":
        return read_svg(path)
    if kind in {".png", ".jpg", ".jpeg"}:
        return read_raster(path)
    raise ArtError(f"'{path.name}' is not a kind of picture that can be used", "use an SVG, PNG or JPEG file")


def read_svg(path: File) -> Art:
    """Read an SVG file; the same file is read once.

    Raises:
        ArtError: the file is missing, not an SVG, hostile or beyond the limits. It says on which line.
    """
    return _read_svg(path, *_stamp(path))


@lru_cache(maxsize=256)
def _read_svg(path: File, _changed: int, _size: int) -> Art:
    from printshop.drawing import art_svg  # expat and colours are not needed without art

    drawing = art_svg.read(_bytes(path, MAX_BYTES))
    try:
        shapes.bounds(drawing.items)
    except ValueError:
        hint = "move the drawing onto its page, or fit the page to the drawing"
        raise ArtError(f"nothing of the drawing {path.name} lies on its page", hint) from None
    return Art(path.stem, drawing.width, drawing.height, drawing.items, drawing.warnings, drawing.points)


def _stamp(path: File) -> tuple[int, int]:
    """Return what changes when a file does. Raises ArtError if there is none."""
    try:
        found = path.stat()
    except OSError as error:
        raise _unreadable(path, error) from error
    if path.is_dir():
        raise ArtError(f"'{path.name}' is a folder, not a picture")
    return found.st_mtime_ns, found.st_size


def _bytes(path: File, limit: int) -> bytes:
    """Return a file's bytes, one more than the limit at most. Raises ArtError."""
    try:
        with path.open("rb") as handle:
            return handle.read(limit + 1)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: File, error: OSError) -> ArtError:
    if isinstance(error, FileNotFoundError):
        return ArtError(f"there is no picture '{path.name}'", f"looked for {path}")
    return ArtError(f"cannot read '{path.name}': {(error.strerror or str(error)).lower()}")


def read_raster(path: File) -> Picture:
    """Read a PNG or JPEG file; the same file is read once.

    It is turned upright as its EXIF data say. Files that PDF and SVG viewers show alike are kept byte for
    byte; 16-bit pictures become 8-bit grey and CMYK pictures RGB.

    Raises:
        ArtError: the file is missing, not a PNG or JPEG, damaged or too large.
    """
    return _read_raster(path, *_stamp(path))


@lru_cache(maxsize=64)
def _read_raster(path: File, _changed: int, _size: int) -> Picture:
    data = _bytes(path, MAX_RASTER_BYTES)
    if len(data) > MAX_RASTER_BYTES:
        raise ArtError(f"'{path.name}' has more than {MAX_RASTER_BYTES:,} bytes", "save a smaller picture")
    pixels = _decoded(path.name, data)
    upright = _normal(pixels)
    if upright is None:
        kind: Literal["png", "jpeg"] = "png" if pixels.format == "PNG" else "jpeg"
        return Picture(data, kind, pixels.width, pixels.height)
    buffer = io.BytesIO()
    upright.save(buffer, "PNG")
    return Picture(buffer.getvalue(), "png", upright.width, upright.height)


def _decoded(name: str, data: bytes) -> Pixels:
    """Return the pixels of a PNG or JPEG, all of them really there. Raises ArtError."""
    from PIL import Image as pillow  # noqa: N813 - `Image` is an item here; Pillow takes 40 ms to load
    from PIL import UnidentifiedImageError

    too_many = ArtError(f"'{name}' has more than {MAX_PIXELS:,} pixels", "save a smaller picture")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pillow.DecompressionBombWarning)
            pixels = pillow.open(io.BytesIO(data), formats=("PNG", "JPEG"))
        if pixels.width * pixels.height <= MAX_PIXELS:
            pixels.load()
    except (pillow.DecompressionBombWarning, pillow.DecompressionBombError) as error:
        raise too_many from error
    except UnidentifiedImageError as error:
        raise ArtError(f"'{name}' is not a PNG or JPEG picture", "open it and save it as PNG") from error
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        hint = "copy it again from where it came"
        raise ArtError(f"'{name}' is damaged or cut short", hint) from error
    if pixels.width * pixels.height > MAX_PIXELS:
        raise too_many
    return pixels


def _normal(pixels: Pixels) -> Pixels | None:
    """Return the pixels upright and in a mode that every viewer shows alike; None if they already are."""
    from PIL import ImageOps

    turned = pixels.getexif().get(0x0112, 1) not in {0, 1}
    upright = ImageOps.exif_transpose(pixels) if turned else pixels
    if upright.mode.startswith("I") or upright.mode == "F":
        return upright.point(lambda value: value / 257).convert("L")
    if upright.mode in {"CMYK", "YCbCr", "LAB", "HSV"}:
        return upright.convert("RGB")
    return upright if turned else None


def place(
    art: Art | Picture,
    box: tuple[float, float, float, float],
    *,
    mirror: bool = False,
    color: Color | None = None,
    plain: bool = False,
    align: tuple[float, float] = _CENTER,
) -> Item:
    """Return the picture as large as the box (x, y, width, height) allows, its proportions kept.

    Args:
        art: what to show.
        box: where, in points.
        mirror: whether left and right are swapped: a ship's other side.
        color: what black in a drawing becomes; raster pictures keep their colours.
        plain: whether the colours of a drawing become white, those of its lines black: for black ink.
        align: where in a box of other proportions: (0, 0) top left, (0.5, 0.5) the middle.
    """
    width, height = (art.width, art.height) if isinstance(art, Art) else (art.pixel_width, art.pixel_height)
    x, y, across, down = box
    scale = min(across / width, down / height)
    left = x + (across - scale * width) * align[0]
    top = y + (down - scale * height) * align[1]
    if isinstance(art, Picture):
        shown = Image(0.0 if mirror else left, 0.0 if mirror else top, scale * width, scale * height, art)
        turned = Transform(a=-1.0, e=left + scale * width, f=top)
        return Group((shown,), turned) if mirror else shown
    flip = Transform(a=-1.0, e=width) if mirror else Transform()
    return Use(_symbol(art, color, plain), Transform(a=scale, d=scale, e=left, f=top).then(flip))


@lru_cache(maxsize=1024)
def _symbol(art: Art, color: Color | None, plain: bool) -> Symbol:
    """Return the drawing as a symbol, black replaced by the colour: one symbol for each art and way to colour it."""
    items = art.items if color in {None, BLACK} else tuple(_recolored(item, color) for item in art.items)
    items = tuple(_plain(item) for item in items) if plain else items
    name = f"{art.name}-{color.hex()[1:]}" if color else art.name
    return Symbol(f"{name}-plain" if plain and items != art.items else name, items, shapes.bounds(items))


def _plain(item: Item) -> Item:
    """Return an item without colours; greys stay."""
    match item:
        case Path(_, fill, stroke):
            line = replace(stroke, color=BLACK) if stroke and _colorful(stroke.color) else stroke
            return replace(item, fill=WHITE if fill and _colorful(fill) else fill, stroke=line)
        case Group(items):
            return replace(item, items=tuple(_plain(part) for part in items))
        case _:
            return item


def _colorful(color: Color) -> bool:
    return max(color) - min(color) > _GREYISH


def _recolored(item: Item, color: Color | None) -> Item:
    match item:
        case Path(_, fill, stroke):
            line = stroke and replace(stroke, color=_instead(stroke.color, color))
            return replace(item, fill=fill and _instead(fill, color), stroke=line)
        case Group(items):
            return replace(item, items=tuple(_recolored(part, color) for part in items))
        case _:
            return item


def _instead(own: Color, color: Color | None) -> Color:
    return color if color and max(own) < _DARK else own
