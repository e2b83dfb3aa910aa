"""What kind of file a picture really is, whatever its name ends in: told before it is read as what it is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.art_tree import ArtError

if TYPE_CHECKING:
    from pathlib import Path


class Kind(NamedTuple):
    """A kind of file: what it is called, how it begins, what its names end in, or what to do with it instead."""

    name: str
    begins: re.Pattern[bytes]
    ending: str = ""
    hint: str = "open it in a program for pictures and save it as PNG"


def _xml(root: bytes) -> re.Pattern[bytes]:
    """Return how XML begins whose first element is called so."""
    return re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<[?!][^>]*>\s*)*<" + root, re.IGNORECASE)


SVG = Kind("an SVG drawing", _xml(rb"(?:\w+:)?svg\b"), ".svg")
PNG = Kind("a PNG picture", re.compile(rb"\x89PNG"), ".png")
JPEG = Kind("a JPEG picture", re.compile(rb"\xff\xd8\xff"), ".jpg")
OTHERS = (
    Kind("a GIF picture", re.compile(rb"GIF8")),
    Kind("a WebP picture", re.compile(rb"RIFF....WEBP", re.DOTALL)),
    Kind("an AVIF or HEIC picture", re.compile(rb"....ftyp(?:avi|hei|mif)", re.DOTALL)),
    Kind("a BMP picture", re.compile(rb"BM.{12}", re.DOTALL)),
    Kind("a TIFF picture", re.compile(rb"II\*\0|MM\0\*")),
    Kind("a PDF file", re.compile(rb"%PDF-"), hint="save its drawing as SVG"),
    Kind("a page of the web", _xml(rb"html\b"), hint="download the picture itself"),
)
_LOOK = 4_096  # bytes


def check(path: Path, data: bytes, *good: Kind) -> None:
    """Raise ArtError for a file that is empty, or one of a kind that is known and none of the good ones."""
    if not data.strip():
        raise ArtError(f"'{path.name}' is empty", "save it again, or copy it again from where it came")
    found = next((kind for kind in (SVG, PNG, JPEG, *OTHERS) if kind.begins.match(data[:_LOOK])), None)
    if found and found not in good:
        raise ArtError(f"'{path.name}' is {found.name}, whatever its name says",
                       f"rename it to {path.stem}{found.ending}" if found.ending else found.hint)
