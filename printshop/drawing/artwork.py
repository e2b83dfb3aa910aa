"""Pictures for counters, cards and records.

The module reads SVG, PNG, JPEG, WebP and GIF files safely, and places them on pages. A drawing becomes a symbol that
all counters with this drawing share. The black of a drawing can be replaced by another colour, so that one silhouette
serves every side.

Photos, scans and paintings are decoded when their printed size is known. A picture with more pixels than a
printer can show is reduced, so that a document with forty photos stays small enough to send. Only the
pixels of a file are copied. The location, the thumbnail and other metadata of a photo are left out.
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
from printshop.drawing import prepared_pictures, shapes, svg_reader
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Color,
    Group,
    Image,
    ImageData,
    Item,
    Path,
    Stroke,
    Symbol,
    SymbolUse,
    map_items,
    walk_with_transforms,
)
from printshop.drawing.geometry import IDENTITY, Bounds, Transform
from printshop.drawing.ink import Ink
from printshop.drawing.prepared_pictures import JPEG_SEGMENT
from printshop.drawing.svg_elements import MAX_BYTES, PictureError
from printshop.drawing.svg_reader import Drawing
from printshop.lengths import MM
from printshop.silhouettes import SilhouetteSpec

MIN_LINE_WIDTH = 0.04
"""The minimum width of a drawing's lines at any size, in points. Printers lose finer lines."""
_OUTLINE_SHARE = 1 / 800  # the width of the outline that black ink gives an area, as a share of the drawing's width
PictureSource = File | SilhouetteSpec
"""The source of a picture: a file, or the description of a silhouette."""

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels
    from PIL.ImageCms import ImageCmsTransform

__all__ = ["Drawing", "PictureError", "Raster", "limit_to_sharp_size", "load_picture", "mark_unit_errors",
           "place_picture", "read_raster", "read_svg"]


_XML = rb"(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<"
_SAVE_ADVICE = "open the file in a picture editor and save it as PNG"
# Kinds of files by the bytes they begin with: a name, and the proper ending, or the advice for a kind that is not read.
_FILE_KINDS = {
    rb"(?i)" + _XML + rb"(?:\w+:)?svg\b": ("an SVG drawing", ".svg"),
    rb"\x89PNG": ("a PNG picture", ".png"),
    rb"\xff\xd8\xff": ("a JPEG picture", ".jpg"),
    rb"GIF8": ("a GIF picture", ".gif"),
    rb"RIFF....WEBP": ("a WebP picture", ".webp"),
    rb"....ftyp(?:avi|hei|mif)": ("an AVIF or HEIC picture", _SAVE_ADVICE),
    rb"BM.{12}": ("a BMP picture", _SAVE_ADVICE),
    rb"II\*\0|MM\0\*": ("a TIFF picture", _SAVE_ADVICE),
    rb"%PDF-": ("a PDF file", "save the drawing of the PDF file as SVG"),
    rb"(?i)" + _XML + rb"html\b": ("a web page", "download the picture itself"),
}
_SIGNATURE_BYTES = 4_096  # bytes at the beginning of a file that are compared with `_FILE_KINDS`


def _read_file(path: File, limit: int, *allowed_endings: str) -> bytes:
    """Return the first `limit` + 1 bytes of a file, or the whole file if it is shorter.

    Raises PictureError if the file cannot be read or is empty. Also raises PictureError if the first bytes show
    a known kind of file, and this kind has none of the allowed endings.
    """
    with _report_unreadable(path):
        data = files.read_up_to(path, limit)
    if not data.strip():
        raise PictureError(f"'{path.name}' is empty", "save the file again, or copy it again from its source")
    kinds = (kind for signature, kind in _FILE_KINDS.items() if re.match(signature, data[:_SIGNATURE_BYTES], re.DOTALL))
    name, advice = next(kinds, ("", allowed_endings[0]))
    if advice not in allowed_endings:
        raise PictureError(f"the file name '{path.name}' has the wrong ending: the file is {name}",
                           f"rename the file to {path.stem}{advice}" if advice.startswith(".") else advice)
    return data


@contextmanager
def _report_unreadable(path: File) -> Iterator[None]:
    try:
        yield
    except (FileNotFoundError, ValueError) as error:
        raise PictureError(f"there is no picture '{path.name}'", f"check that {path} exists") from error
    except OSError as error:
        raise PictureError(f"cannot read '{path.name}': {(error.strerror or str(error)).lower()}") from error


MAX_RASTER_BYTES = 40_000_000
MAX_PIXELS = 50_000_000
# pixels, the limit of JPEG: for each row Pillow takes at least 12 bytes in addition to the pixels
MAX_RASTER_SIDE = 65_535
MAX_PROGRESSIVE_PIXELS = 25_000_000  # pixels of a progressive JPEG file: libjpeg takes up to 8 more bytes for each
MAX_WEBP_PIXELS = 16_000_000  # pixels of a WebP or GIF file: animations take up to 20 more bytes for each
MAX_SCANS = 100  # of a JPEG file: each scan is work for all of its pixels
MAX_CHUNKS = 20_000  # chunks of a PNG file
_PHOTO_NOTES = re.compile(rb"Exif\0|ICC_PROFILE\0")  # of a JPEG file, which may turn it or change its colours
_ANIMATION_NOTE = "{} is an animation: only its first frame is printed"

_MIN_DPI = 100  # pixels an inch: coarser pixels are visible to everyone
SHARP_DPI = 200  # pixels an inch: finer pixels are invisible at arm's length
KEPT_DPI = 300  # least pixels an inch after a picture is reduced: one with at least twice as many is reduced

LIGHT_INK_SHARE = 0.5  # of the ink, remains in light ink
_LEAST_GREY, _GREY_POWER = 0.22, 0.7  # of a drawing in black ink: darker greys become black, other greys become paler
_JPEG_QUALITY = 90  # of JPEG files that are saved again
_STRIP_PIXELS = 1_000_000  # pixels changed at once: intermediate results take several times their memory


def _is_animation(data: bytes) -> bool:
    """Return whether a PNG, WebP or GIF file has several pictures, without decoding it."""
    head = data[:4096]
    if data.startswith(b"GIF8"):
        return data.count(b"!\xf9\x04") > 1  # a control block for each picture
    return (data.startswith(b"\x89PNG") and b"acTL" in head) or (data[8:12] == b"WEBP" and b"ANIM" in head)


@dataclass(frozen=True, slots=True)
class Raster:
    """A file of pixels, with the size of its upright picture.

    Equal rasters come from one unchanged file.
    """

    path: File
    modified_ns: int
    size: int
    pixel_width: int
    pixel_height: int

    @property
    def name(self) -> str:
        """The file's name, for messages."""
        return self.path.name

    @property
    def aspect_ratio(self) -> float:
        """The aspect ratio: width divided by height."""
        return self.pixel_width / self.pixel_height

    def make_image(self, width: float, ink: Ink = Ink.COLOUR) -> ImageData:
        """Return the pixels for a picture that is printed `width` points wide.

        Raises PictureError if the picture has too few pixels for `width`, or if the file can no longer be read.
        """
        dpi = self.pixel_width * 72 / width
        if dpi < _MIN_DPI:
            pixels_needed = [math.ceil(side / 72 * SHARP_DPI) for side in (width, width / self.aspect_ratio)]
            raise PictureError(
                f"'{self.name}' is too coarse to be {width / MM:.0f} mm wide: the picture has {self.pixel_width} "
                f"pixels across, {dpi:.0f} per inch, but needs at least {_MIN_DPI} per inch",
                f"use a picture of at least {pixels_needed[0]} x {pixels_needed[1]} pixels, or print the picture "
                "smaller")
        return _image_cache(self, max(1, int(dpi / KEPT_DPI)), ink)


def read_raster(path: File) -> Raster:
    """Return the raster of a PNG, JPEG, WebP or GIF file.

    An unchanged file is read only once. Raises PictureError if the file is missing, damaged or too large.
    """
    return _read_raster(path, *read_file_stamp(path))


def read_file_stamp(path: File) -> tuple[int, int]:
    """Return the modification time (in nanoseconds) and the size of a file, for keys of caches.

    Raises PictureError if the file does not exist, or if `path` is a folder.
    """
    with _report_unreadable(path):
        status = path.stat()
    if path.is_dir():
        raise PictureError(f"'{path.name}' is a folder, not a picture")
    return status.st_mtime_ns, status.st_size


@lru_cache(maxsize=1024)
def _read_raster(path: File, modified_ns: int, size: int) -> Raster:
    picture = _load_image(path, modified_ns, size)
    return Raster(path, modified_ns, size, picture.pixel_width, picture.pixel_height)


# Key: path, time of change and size. A picture can take 40 MB, so the cache has only a few.
@lru_cache(maxsize=4)
def _load_image(path: File, _modified_ns: int, _size: int, prepared_ink: Ink = Ink.COLOUR) -> ImageData:
    """Read a whole picture file, and return its picture. Of an animation, this is the first frame.

    Without Pillow, return the prepared picture for `prepared_ink`.

    If every viewer shows the file correctly, its bytes stay as they are, without metadata. Otherwise the
    pixels are turned or converted, and saved again.
    """
    data = _read_file(path, MAX_RASTER_BYTES, ".png", ".jpg", ".webp", ".gif")
    if len(data) > MAX_RASTER_BYTES:
        raise PictureError(f"'{path.name}' is too large: more "
                           f"than {MAX_RASTER_BYTES:,} bytes", "save a smaller picture")
    scans, excess_chunks = data.startswith(b"\xff\xd8") and data.count(b"\xff\xda"), islice(_iter_chunks(data),
                                                                                            MAX_CHUNKS, None)
    if scans > MAX_SCANS or any(excess_chunks):
        raise PictureError(f"the data of the picture '{path.name}' are split into "
                           "too many parts", "open the picture and save it again")
    if prepared_pictures.are_needed():
        return _find_prepared(path.name, data, prepared_ink)
    with _report_damaged(path.name):
        # The decoded pixels have no variable here, so that `_normalize` can free them before it makes a second copy.
        pixels = _normalize(_decode(path.name, data))
        is_photo = data.startswith(b"\xff\xd8") or (pixels.mode == "RGB" and b"VP8 " in data[:_SIGNATURE_BYTES])
        kind: Literal["png", "jpeg"] = "jpeg" if is_photo else "png"
        is_animated = pixels.info.get("is_animated")
        # Pixels read from a file have a `format`; those made by `_normalize` have none and are saved again.
        encoded = _strip_metadata(data) if pixels.format else _encode(pixels, kind)
    return ImageData(encoded, kind, *pixels.size, path.name, _ANIMATION_NOTE.format(path.name) if is_animated else "")


def _find_prepared(name: str, data: bytes, ink: Ink) -> ImageData:
    """Return the picture that a browser has decoded. Raises PictureError if there is none."""
    with _report_damaged(name):
        note = _ANIMATION_NOTE.format(name) if _is_animation(data) else ""
        picture = prepared_pictures.read_record(data, ink, name, note)
        if picture is None:
            raise PictureError(f"'{name}' cannot be read without Pillow",
                               "run 'pip install pillow', or use an SVG drawing")
        is_photo = ink is Ink.COLOUR and data.startswith(b"\xff\xd8")
        is_plain = is_photo and prepared_pictures.count_jpeg_channels(data) in {1, 3} and not _PHOTO_NOTES.search(data)
        # every viewer shows a plain photo correctly
        return replace(picture, data=_strip_metadata(data), format="jpeg") if is_plain else picture


class _PictureCache(dict[tuple["Raster", int, Ink], ImageData]):
    """A cache of prepared pictures.

    If the pictures take more than `limit` bytes, the cache drops the least recently used pictures.
    """

    limit = 200_000_000  # bytes of encoded pictures

    def __call__(self, raster: Raster, step: int, ink: Ink) -> ImageData:
        """Return the picture of a raster for an ink mode, from the cache if possible.

        Each square of `step` x `step` pixels is reduced to one pixel.
        """
        key = raster, step, ink
        picture = self.pop(key, None)
        if picture is None:
            picture = _load_image(raster.path, raster.modified_ns, raster.size)
            if prepared_pictures.are_needed():
                picture = _load_image(raster.path, raster.modified_ns, raster.size, ink)
            elif step > 1 or ink is not Ink.COLOUR:
                with _report_damaged(raster.name):
                    pixels = _reduce_and_tone(_decode(raster.name, picture.data), step, ink)
                    picture = ImageData(_encode(pixels, picture.format), picture.format, *pixels.size, raster.name,
                                        picture.note)
        self[key] = picture  # last, as the most recently used
        while len(self) > 1 and sum(len(picture.data) for picture in self.values()) > self.limit:
            del self[next(iter(self))]
        return picture


_image_cache = _PictureCache()


def _decode(name: str, data: bytes) -> Pixels:
    """Return all pixels of a file, of an animation those of the first frame.

    Raises PictureError if the file cannot be decoded or is too large.
    """
    from PIL import Image as pillow  # noqa: N813 - Pillow takes 40 ms to load
    from PIL import UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", pillow.DecompressionBombWarning)
            warnings.simplefilter("ignore", UserWarning)  # about odd metadata, none of which is used
            pixels = pillow.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP", "GIF"))
            if pixels.width * pixels.height > MAX_PIXELS:
                raise pillow.DecompressionBombError  # noqa: TRY301 - as Pillow itself does, for more
            _check_memory(name, pixels)
            is_animated = pixels.format in {"PNG", "WEBP", "GIF"} and getattr(pixels, "is_animated", False)
            pixels.load()
    except (pillow.DecompressionBombWarning, pillow.DecompressionBombError) as error:
        raise PictureError(f"'{name}' is too large: more "
                           f"than {MAX_PIXELS:,} pixels", "save a smaller picture") from error
    except UnidentifiedImageError as error:
        raise PictureError(f"'{name}' is not a PNG, JPEG, WebP or GIF picture" if data[8:12] != b"WEBP" else
                           f"'{name}' cannot be read: the installed Pillow reads no WebP pictures",
                           "open the file in a picture editor and save it as PNG") from error
    except PictureError:
        raise
    except Exception as error:  # Pillow raises errors of any type for damaged pictures
        raise _make_damaged_error(name) from error
    if pixels.mode in {"P", "PA"} and not (pixels.palette and pixels.palette.palette):
        raise _make_damaged_error(name)  # Pillow reads such a file, and fails later when the colours are converted
    pixels.info["is_animated"] = is_animated
    if pixels.format in {"WEBP", "GIF"}:  # not for PDF: without a `format`, the pixels are saved again
        return pixels.convert("RGBA" if pixels.has_transparency_data else "RGB")
    return pixels


def _check_memory(name: str, pixels: Pixels) -> None:
    """Raise PictureError for a picture with too many pixels on one side, or too many for its kind of file."""
    if max(pixels.size) > MAX_RASTER_SIDE:
        raise PictureError(f"'{name}' has {pixels.width:,} x {pixels.height:,} pixels, but each side may have at most "
                           f"{MAX_RASTER_SIDE:,}", "crop the picture, or save a smaller picture")
    progressive = "progressive" in pixels.info or "progression" in pixels.info
    if progressive and pixels.width * pixels.height > MAX_PROGRESSIVE_PIXELS:
        raise PictureError(f"'{name}' is too large for a progressive JPEG (saved in layers): more than "
                           f"{MAX_PROGRESSIVE_PIXELS:,} pixels",
                           "save the picture as a baseline JPEG, or save a smaller picture")
    if pixels.format in {"WEBP", "GIF"} and pixels.width * pixels.height > MAX_WEBP_PIXELS:
        raise PictureError(f"'{name}' is too large for WebP or GIF: more than {MAX_WEBP_PIXELS:,} pixels",
                           "save the picture as PNG or JPEG, or save a smaller picture")


def _make_damaged_error(name: str) -> PictureError:
    return PictureError(f"'{name}' is damaged or incomplete", "copy the file again from its source")


@contextmanager
def _report_damaged(name: str) -> Iterator[None]:
    """Turn any error of Pillow within the context into a PictureError for a damaged picture."""
    try:
        yield
    except PictureError:
        raise
    except Exception as error:
        raise _make_damaged_error(name) from error


# --- pixels -------------------------------------------------------------------------------------------------

_SRGB = re.compile(b"sRGB|s\0R\0G\0B")  # the name in an sRGB profile, in ASCII or UTF-16


def _normalize(pixels: Pixels) -> Pixels:
    """Return the pixels upright, in grey or in sRGB, with 8 bits per channel.

    The pixels are turned as the camera noted. If the file has a usable colour profile, the profile converts the
    pixels. If nothing has to change, the same object is returned, with its `format`.
    """
    from PIL import ImageCms
    from PIL.Image import Transpose

    transpositions = (Transpose.FLIP_LEFT_RIGHT, Transpose.ROTATE_180, Transpose.FLIP_TOP_BOTTOM, Transpose.TRANSPOSE,
                      Transpose.ROTATE_270, Transpose.TRANSVERSE, Transpose.ROTATE_90)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            orientation = pixels.getexif().get(0x0112, 1)
    except Exception:  # damaged EXIF data raise errors of any type, and the picture can be used without them
        orientation = 1
    pixels = pixels.transpose(transpositions[orientation - 2]) if orientation in range(2, 9) else pixels
    if pixels.mode.startswith("I") or pixels.mode == "F":
        return change_in_strips(pixels, lambda strip: strip.point(lambda value: value / 257).convert("L"))
    profile = pixels.info.get("icc_profile") or b""
    has_rgb_mode = pixels.mode in {"1", "L", "LA", "P", "PA", "RGB", "RGBA"}
    if not isinstance(profile, bytes) or not profile or _SRGB.search(profile) or pixels.mode in {"1", "L", "LA"}:
        return pixels if has_rgb_mode else _convert_to_rgb(pixels)
    try:
        source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        color_transform = ImageCms.buildTransform(source, ImageCms.createProfile("sRGB"),
                                                  "RGB" if has_rgb_mode else pixels.mode, "RGB")
        return change_in_strips(pixels, lambda strip: _apply_profile(strip, color_transform))
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):  # not a profile, or one for another colour space
        return pixels if has_rgb_mode else _convert_to_rgb(pixels)


def _convert_to_rgb(pixels: Pixels) -> Pixels:
    return change_in_strips(pixels, lambda strip: strip.convert("RGB"))


def _apply_profile(pixels: Pixels, color_transform: ImageCmsTransform) -> Pixels:
    """Return pixels converted to sRGB by a colour profile. The transparency does not change."""
    from PIL import ImageCms

    alpha, colors = _find_alpha(pixels), pixels.convert("RGB") if color_transform.input_mode == "RGB" else pixels
    colors = ImageCms.applyTransform(colors, color_transform) or colors
    if alpha:
        colors.putalpha(alpha)
    return colors


def change_in_strips(pixels: Pixels, change: Callable[[Pixels], Pixels], step: int = 1) -> Pixels:
    """Return a picture that is changed in strips of rows, to save memory for intermediate results.

    The change turns each square of `step` x `step` pixels into one pixel, and depends on no other pixels. A
    small picture is changed as a whole.
    """
    from PIL import Image as pillow  # noqa: N813

    result, top = None, 0
    for strip in iter_strips(pixels, change, step):
        if result is None:
            full_size = strip.width, -(-pixels.height // step)
            if strip.size == full_size:
                return strip
            result = pillow.new(strip.mode, full_size)
            result.info = strip.info
        result.paste(strip, (0, top))
        top += strip.height
    assert result
    return result


def iter_strips(pixels: Pixels, change: Callable[[Pixels], Pixels], step: int = 1) -> Iterator[Pixels]:
    """Yield the strips of a picture, changed as in `change_in_strips`, from top to bottom."""
    (width, height), rows = pixels.size, max(1, _STRIP_PIXELS // pixels.width // step) * step
    if height <= rows:
        yield change(pixels)
        return
    for top in range(0, height, rows):
        yield change(pixels.crop((0, top, width, min(top + rows, height))))


def _find_alpha(pixels: Pixels) -> Pixels | None:
    """Return the alpha channel of the pixels. If the pixels have no transparency, return None."""
    return pixels.convert("RGBA").getchannel("A") if pixels.has_transparency_data else None


def _reduce_and_tone(pixels: Pixels, step: int, ink: Ink) -> Pixels:
    """Return the pixels reduced and toned: each square of `step` x `step` pixels becomes one pixel.

    In black ink, the pixels become grey. In light ink, the pixels become paler.
    """
    reduced = change_in_strips(pixels, lambda strip: _reduce(strip, step), step) if step > 1 else pixels
    del pixels
    return reduced if ink is Ink.COLOUR else change_in_strips(reduced, lambda strip: _tone(strip, ink))


def _reduce(pixels: Pixels, step: int) -> Pixels:
    if pixels.mode in {"1", "P", "PA"}:
        pixels = pixels.convert("RGBA" if pixels.has_transparency_data else "L" if pixels.mode == "1" else "RGB")
    # Premultiplied alpha: transparent pixels must not colour visible ones.
    premultiplied_mode = {"LA": "La", "RGBA": "RGBa"}.get(pixels.mode, pixels.mode)
    return pixels.convert(premultiplied_mode).reduce(step).convert(pixels.mode)


def _tone(pixels: Pixels, ink: Ink) -> Pixels:
    from PIL import Image as pillow  # noqa: N813
    from PIL import ImageChops

    alpha = _find_alpha(pixels)
    toned = pixels.convert("RGBA").convert("L" if ink is Ink.BLACK else "RGB")
    if ink is Ink.LIGHT:
        toned = ImageChops.blend(toned, pillow.new("RGB", toned.size, "white"), 1 - LIGHT_INK_SHARE)
    if alpha:
        toned.putalpha(alpha)
    return toned


def _encode(pixels: Pixels, file_format: Literal["png", "jpeg"]) -> bytes:
    buffer = io.BytesIO()
    pixels.info.clear()
    # Without `optimize`, for which Pillow (13.0) gives libjpeg a buffer of one byte a pixel, too small for noise, and
    # libjpeg takes 6 more bytes for each pixel.
    jpeg = {"quality": _JPEG_QUALITY, "subsampling": 0} if file_format == "jpeg" else {}
    pixels.save(buffer, file_format.upper(), **jpeg)
    return buffer.getvalue()


# --- bytes --------------------------------------------------------------------------------------------------

_NO_LENGTH = range(0xD0, 0xD9)
# Application segments and comments; not APP14 of Adobe, which says how the colours are encoded.
_START_OF_SCAN, _METADATA_SEGMENTS = 0xDA, {*range(0xE1, 0xF0), 0xFE} - {0xEE}
_KEPT_CHUNKS = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")


def _strip_metadata(data: bytes) -> bytes:
    """Return a PNG or JPEG file without its metadata: location, time, thumbnails, comments."""
    if data.startswith(b"\x89PNG"):
        kept_chunks = (data[start:end] for start,
                       end in _iter_chunks(data) if data[start + 4:start + 8] in _KEPT_CHUNKS)
        return b"".join([data[:8], *kept_chunks])
    bare, position = data[:2], 2
    while (segment := JPEG_SEGMENT.match(data, position)) and segment[1][0] != _START_OF_SCAN:
        marker, start = segment[1][0], segment.end()
        end = start if marker in _NO_LENGTH else start + int.from_bytes(data[start:start + 2], "big")
        if end < start + 2 and marker not in _NO_LENGTH:
            return data
        if marker not in _METADATA_SEGMENTS:
            bare += data[position:end]
        position = end
    return bare + data[position:]


def _iter_chunks(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each chunk of a PNG file. For a JPEG file, yield nothing."""
    position = 8 if data.startswith(b"\x89PNG") else len(data)
    while position + 12 <= len(data):
        end = position + 12 + int.from_bytes(data[position:position + 4], "big")
        yield position, end
        position = end


# Drawing programs write near-blacks (#231f20, #010101) for black: colours with no channel of 0x30 or more are black.
_BLACK_LIMIT, _WHITE_LIMIT = 0x30, 0xe8
_LEAST_BRIGHTNESS = 100  # difference of the greatest and the least part of a colour, of 255
_LARGE_AREA = 0.02  # of a drawing, as far as its outline reaches
_MAX_GREY_SPREAD = 12  # the most by which the channels of a grey differ


@contextmanager
def mark_unit_errors(path: PictureSource | None) -> Iterator[None]:
    """Mark each PictureError within the context as an error of the unit's own picture, at `path`.

    If `path` is None, the picture belongs to no unit.
    """
    try:
        yield
    except PictureError as error:
        error.unit_file = path.name if path else ""
        raise


def load_picture(path: PictureSource) -> Drawing | Raster:
    """Return a picture: an .svg, .png, .jpg, .jpeg, .webp or .gif file, or a drawn silhouette.

    Raises PictureError if the picture cannot be used.
    """
    if isinstance(path, SilhouetteSpec):
        from printshop.drawing import hulls  # imported late: most units have pictures

        return hulls.draw_hull(path)
    match path.suffix.lower():
        case ".svg":
            return read_svg(path)
        case ".png" | ".jpg" | ".jpeg" | ".webp" | ".gif":
            return read_raster(path)
    raise PictureError(f"'{path.name}' is not a supported kind of picture", "use an SVG, PNG, JPEG, WebP or GIF file")


def read_svg(path: File) -> Drawing:
    """Return the drawing in an SVG file. An unchanged file is read only once.

    Raises PictureError, with the line, if the file is missing or unsafe, or if the drawing exceeds a limit.
    """
    return _load_svg(path, *read_file_stamp(path))


@lru_cache(maxsize=256)
def _load_svg(path: File, _modified_ns: int, _size: int) -> Drawing:
    drawing = svg_reader.read_drawing(_read_file(path, MAX_BYTES, ".svg"), path.stem)
    try:
        shapes.measure_bounds(drawing.items)
    except ValueError:
        hint = "move the drawing onto the page of the file, or fit the page to the drawing"
        raise PictureError(f"no part of the drawing {path.name} lies on the page of the file", hint) from None
    return drawing


def limit_to_sharp_size(picture: Drawing | Raster, rectangle: Bounds) -> Bounds:
    """Return the box (x, y, width, height), reduced until the pixels of a raster are invisible.

    The reduced box has the largest size at which the pixels are invisible. The reduced box is centred
    horizontally in the old box and stands on the bottom edge of the old box.
    """
    if isinstance(picture, Drawing):
        return rectangle
    x, y, width, height = rectangle
    scale = min(1.0, max(picture.pixel_width * 72 / SHARP_DPI / width, picture.pixel_height * 72 / SHARP_DPI / height))
    return x + width * (1 - scale) / 2, y + height * (1 - scale), width * scale, height * scale


def place_picture(picture: Drawing | Raster, rectangle: Bounds, *, mirror: bool = False, rotation: int = 0,
                  color: Color | None = None,
                  background: Color | None = None, ink: Ink = Ink.COLOUR,
                  align: tuple[float, float] = (0.5, 0.5)) -> Item:
    """Return the picture, with its proportions, as large as a box (x, y, width, height) allows.

    If `mirror` is true, the picture shows the other side of a ship. `rotation` is in degrees clockwise about
    the middle of the box, a multiple of 90. `align` is the position of the picture in a box of other
    proportions: (0, 0) is top left, (0.5, 0.5) is the middle. In a drawing, black becomes `color`, and white
    becomes `background`, the colour behind the picture. In black ink, areas of other colours become white, lines of
    other colours become black, and photos become grey. In light ink, photos become paler. Raises PictureError for a
    photo with too few pixels for its size.
    """
    x, y, available_width, available_height = rectangle
    if rotation:
        turned_rectangle = (x + (available_width - available_height) / 2, y + (available_height - available_width) / 2,
                            available_height, available_width)
        upright = place_picture(picture, turned_rectangle, mirror=mirror, color=color, background=background, ink=ink,
                                align=IDENTITY.rotate(-rotation, 0.5, 0.5).apply(*align))
        return Group((upright,), IDENTITY.rotate(rotation, x + available_width / 2, y + available_height / 2))
    width, height = (picture.width, picture.height) if isinstance(picture, Drawing) else (picture.pixel_width,
                                                                                          picture.pixel_height)
    scale = min(available_width / width, available_height / height)
    left, top = x + (available_width - scale * width) * align[0], y + (available_height - scale * height) * align[1]
    if isinstance(picture, Drawing):
        flip = Transform(a=-1.0, e=width) if mirror else IDENTITY
        drawing = picture.choose_detail(scale)
        has_outlines = ink is Ink.BLACK and has_own_colors(drawing)
        thinnest = min(_find_thinnest_line(drawing), _OUTLINE_SHARE * width if has_outlines else math.inf)
        min_line_width = MIN_LINE_WIDTH / scale if thinnest * scale < MIN_LINE_WIDTH else 0.0
        symbol = _make_symbol(drawing, color, background, ink is Ink.BLACK, min_line_width)
        return SymbolUse(symbol, Transform(a=scale, d=scale, e=left, f=top).compose(flip))
    image = Image(left, top, scale * width, scale * height, picture.make_image(scale * width, ink))
    if not mirror:
        return image
    return Group((replace(image, x=0.0, y=0.0),), Transform(a=-1.0, e=left + image.width, f=top))


def save_picture_ink(picture: Drawing | Raster, ink: Ink, *, areas_matter: bool = False,
                     side_tones: tuple[tuple[Color, Color], ...] = ()) -> Drawing | Raster:
    """Return a picture that takes less ink.

    In light ink, the areas of a drawing become paler by the same share as the colours of a photo, and its lines stay.
    If `areas_matter` is true (the areas carry meaning), small areas, such as letters, stay as well, and in black ink, a
    drawing becomes grey: an area behind all of it becomes white, and if that was dark, light and dark change places.
    Lines of bright colours become black. `side_tones` has the colours of sides, each with its grey.
    """
    if not isinstance(picture, Drawing) or ink is Ink.COLOUR or (ink is Ink.BLACK and not areas_matter):
        return picture
    return _lighten_drawing(picture, ink is Ink.BLACK, _LARGE_AREA if areas_matter else 0.0, side_tones)


@lru_cache(maxsize=8)
def _lighten_drawing(drawing: Drawing, grey: bool, least_area: float, side_tones: tuple[tuple[Color, Color], ...]
                     ) -> Drawing:
    greys_of_sides = dict(side_tones)

    def measure_level(color: Color) -> float:  # as through a red filter: warm sides are paler than cool ones
        return (0.8 * color.red + 0.2 * color.green) / 255

    def lighten_color(color: Color) -> Color:
        if color in greys_of_sides:
            return greys_of_sides[color]
        level = (measure_level(color) - dark) / (ground - dark)
        return (BLACK if level < _LEAST_GREY or max(color) < _BLACK_LIMIT else
                BLACK.mix(WHITE, min(level ** _GREY_POWER, 1.0)))

    back = next(((Group((item,), transform), item.fill) for item, transform in walk_with_transforms(drawing.items)
                 if isinstance(item, Path) and item.fill), None)
    ground = 1.0
    if back:
        left, top, right, bottom = shapes.measure_bounds(back[:1])
        if (right - left) * (bottom - top) > drawing.width * drawing.height / 2:
            ground = measure_level(back[1])
    dark = float(ground < 0.5)  # the level that becomes black

    def lighten_item(item: Item) -> tuple[Item]:
        if not isinstance(item, Path):
            return (item,)
        fill, stroke = item.fill, item.stroke
        if not grey:
            left, top, right, bottom = shapes.measure_bounds((item,))
            is_large = (right - left) * (bottom - top) > least_area * drawing.width * drawing.height
            return (replace(item, fill=fill.mix(WHITE, 1 - LIGHT_INK_SHARE)) if fill and is_large else item,)
        if stroke and max(stroke.color) - min(stroke.color) > _LEAST_BRIGHTNESS:
            fill = BLACK if fill == stroke.color else fill and lighten_color(fill)
            stroke = replace(stroke, color=BLACK)
        else:
            stroke = stroke and replace(stroke, color=lighten_color(stroke.color))
            fill = fill and lighten_color(fill)
        return (replace(item, fill=fill, stroke=stroke),)

    return replace(drawing, items=map_items(drawing.items, lighten_item))


def load_inked_picture(path: PictureSource, ink: Ink) -> Drawing | Raster:
    """Return a picture for a piece: in light ink, a drawing with colours of its own is paler. Raises PictureError."""
    picture = load_picture(path)
    return save_picture_ink(picture, ink) if ink is Ink.LIGHT and has_own_colors(picture) else picture


@lru_cache(maxsize=1024)  # asked for every piece in black and light ink
def has_own_colors(picture: Drawing | Raster) -> bool:
    """Return whether a drawing has colours other than black, white and greys.

    In black ink, lines in these other colours become black.
    """
    return isinstance(picture, Drawing) and _make_symbol(picture, None, None, True, 0.0).items != picture.items


@lru_cache(maxsize=1024)
def _find_thinnest_line(drawing: Drawing) -> float:
    return min(_iter_line_widths(drawing.items), default=math.inf)


def _iter_line_widths(items: Iterable[Item]) -> Iterator[float]:
    for item in items:
        if isinstance(item, Group):
            yield from _iter_line_widths(item.items)
        elif isinstance(item, Path) and item.stroke:
            yield item.stroke.width


# By drawing and colours: a renderer writes a symbol once, however many counters show it.
@lru_cache(maxsize=1024)
def _make_symbol(drawing: Drawing, color: Color | None, background: Color | None, is_plain: bool,
                 min_line_width: float) -> Symbol:
    """Return the drawing as a symbol in which `color` replaces black. Equal arguments give the same symbol.

    With `is_plain`, the symbol has no colours other than `color`, `background` and greys: areas of other colours become
    white, lines of other colours become black. Lines are at least `min_line_width` wide.
    """
    def replace_color(original: Color, plain_color: Color) -> Color:
        if color not in {None, BLACK} and max(original) < _BLACK_LIMIT:
            original = color or original
        elif background and min(original) > _WHITE_LIMIT:
            return background
        return plain_color if is_plain and max(original) - min(original) > _MAX_GREY_SPREAD else original

    def recolor_items(items: Iterable[Item], scale: float) -> tuple[Item, ...]:
        """Return the items in the new colours. `scale` is that of the groups around them."""
        return tuple(replace(item, items=recolor_items(item.items, scale * item.transform.mean_scale))
                     if isinstance(item, Group) else recolor_item(item, scale) for item in items)

    def recolor_item(item: Item, scale: float) -> Item:
        if not isinstance(item, Path):
            return item
        stroke = item.stroke and replace(item.stroke, color=replace_color(item.stroke.color, BLACK),
                                         width=max(item.stroke.width, min_line_width))
        fill = item.fill and replace_color(item.fill, WHITE)
        if fill != item.fill and is_plain and not stroke:  # without an outline, a white area would erase what it covers
            stroke = Stroke(BLACK, outline / scale) if scale else None
        return replace(item, fill=fill, stroke=stroke)

    outline = max(_OUTLINE_SHARE * drawing.width, min_line_width)
    items = recolor_items(drawing.items, 1.0)
    colors = (replacement.to_hex()[1:] for replacement in (color, background) if replacement)
    name = "-".join((drawing.name, *colors, *([f"{min_line_width:.4g}"] if min_line_width else ())))
    notes = tuple(f"{drawing.name}.svg: {warning}" for warning in drawing.warnings)
    return Symbol(f"{name}-plain" if is_plain and items != drawing.items else name, items, shapes.measure_bounds(items),
                  notes)
