"""Pictures that a browser has decoded, for Python in a page, where there is no Pillow.

The page stores a record for each picture file, under the digest of the file: the picture in colour, in light ink and
in black ink. Each of them is a JPEG file, or a PNG file with 8 bits per channel and the filter "up" in each row.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, NamedTuple

from printshop.drawing.display_list import ImageData
from printshop.drawing.ink import Ink

FOLDER = Path(tempfile.gettempdir(), "printshop-pictures")
"""The folder of the records. The page stores it from visit to visit."""

JPEG_SEGMENT = re.compile(rb"\xff+([\xc0-\xfe])")
_INKS = (Ink.COLOUR, Ink.LIGHT, Ink.BLACK)
_FRAME_HEADERS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # markers of JPEG
_CHANNELS = {0: 1, 2: 3, 4: 2, 6: 4}  # by colour type of PNG


class PreparedPicture(NamedTuple):
    """The file of a picture in one ink mode."""

    format: Literal["png", "jpeg"]
    width: int
    height: int
    data: bytes


def are_needed() -> bool:
    """Return whether pictures must be prepared, because Pillow is missing."""
    try:
        from PIL import UnidentifiedImageError  # noqa: F401
    except ImportError:
        return True
    return False


def find_record(data: bytes) -> Path:
    """Return the path of the record for a picture file with this content.

    The record may not exist.
    """
    return FOLDER / hashlib.sha256(data).hexdigest()


def write_record(path: Path, pictures: Iterable[PreparedPicture]) -> None:
    """Write a record of a picture.

    The record has the picture in colour, in light ink and in black ink, or nothing for a damaged file.
    """
    pictures = tuple(pictures)
    head = json.dumps([(*picture[:3], len(picture.data)) for picture in pictures])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\n".join([head.encode(), b"".join(picture.data for picture in pictures)]))


def read_record(data: bytes, ink: Ink, name: str, note: str) -> ImageData | None:
    """Return the prepared picture of a file in an ink mode, None without a record.

    `name` and `note` are those of the picture. Raises ValueError if the browser could not decode the file.
    """
    path = find_record(data)
    if not path.is_file():
        return None
    head, _, body = path.read_bytes().partition(b"\n")
    start = 0
    for mode, (kind, width, height, length) in zip(_INKS, json.loads(head), strict=True):
        if mode is ink:
            return ImageData(body[start:start + length], kind, width, height, name, note)
        start += length
    raise ValueError(f"{ink} is not an ink mode")


def count_jpeg_channels(data: bytes) -> int:
    """Return the number of channels of a JPEG file.

    Return 0 if the file does not state it.
    """
    position = 2
    while segment := JPEG_SEGMENT.match(data, position):
        start = segment.end()
        if segment[1][0] in _FRAME_HEADERS:
            return int.from_bytes(data[start + 7:start + 8], "big")
        position = start + int.from_bytes(data[start:start + 2], "big")
    return 0


def read_png_channels(data: bytes) -> int:
    """Return the number of channels of a PNG file.

    1 is grey, 3 is RGB, 2 and 4 are the same with transparency.
    """
    return _CHANNELS[data[25]]


def read_png_stream(data: bytes) -> bytes:
    """Return the compressed rows of a PNG file."""
    stream, position = b"", 8
    while position < len(data):
        length = int.from_bytes(data[position:position + 4], "big")
        if data[position + 4:position + 8] == b"IDAT":
            stream += data[position + 8:position + 8 + length]
        position += 12 + length
    return stream


def read_png_pixels(data: bytes) -> bytes:
    """Return the channels of all pixels of a prepared PNG file, pixel by pixel, row by row."""
    width = int.from_bytes(data[16:20], "big") * read_png_channels(data)
    rows, above, result = zlib.decompress(read_png_stream(data)), 0, []
    # Each row holds the differences from the row above. All bytes of a row are added at once, as two long integers
    # with gaps between the bytes, so that no byte carries into the next.
    even = int.from_bytes(b"\0\xff" * (width // 2 + 1), "big")
    odd = even << 8
    for start in range(1, len(rows), width + 1):
        row = int.from_bytes(rows[start:start + width], "big")
        above = (((row & even) + (above & even)) & even) | (((row & odd) + (above & odd)) & odd)
        above &= (1 << 8 * width) - 1
        result.append(above.to_bytes(width, "big"))
    return b"".join(result)
