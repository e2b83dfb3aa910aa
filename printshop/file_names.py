"""Make unique file names that every system accepts.

The names of the patterns for sides are here, too.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import count

from printshop.lengths import MM

PATTERN_WORDS = {"hatch": "Lines ///", "backhatch": "Lines \\\\\\", "crosshatch": "Crossed lines",
                 "bars": "Upright bars", "stripes": "Level stripes"}  # of those whose name does not show them
PATTERNS = ("plain", "solid", "hatch", "backhatch", "crosshatch", "bars", "stripes", "dots", "checks", "chevrons")
AREA_PATTERNS = tuple(pattern for pattern in PATTERNS if pattern not in {"plain", "solid"})
"""Patterns that distinguish sides without colour. `printshop.drawing.patterns` draws them."""

MAX_NAME_LENGTH = 60  # characters of a name, and of a key that may be part of one
_MAX_NAME_BYTES = 180  # of such a name in UTF-8
_FORBIDDEN_SIGNS = '/\\:*?"<>|'  # characters that some system refuses in file names
_DEVICE_NAME_PATTERN = re.compile(r"(?i:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])")
# Unicode: control, format, unassigned, private, surrogate, line and paragraph separators.
_INVISIBLE_CATEGORIES = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
FOLDED_SUFFIX = "-print"  # ends the name of a booklet's file that is printed on sheets to fold
SIZE_SUFFIX_PATTERN = r"-\d+(?:\.\d)?x\d+(?:\.\d)?mm(?:-\d+)?"
"""A regular expression for the result of `format_size_suffix`, with or without a number from `number_duplicates`."""


def find_name_problem(key: str) -> str:
    """Return the reason why a key cannot be part of a file name.

    Return "" if there is none. Letters of every alphabet are allowed.
    """
    forbidden = next((sign for sign in key if sign in _FORBIDDEN_SIGNS or unicodedata.category(sign) == "Cc"), "")
    if forbidden:
        return f"has a '{forbidden}'" if forbidden.isprintable() else "has an invisible character"
    if not key.strip():
        return "is empty"
    if key != key.strip():
        return "begins or ends with a space"
    if "." in (key[0], key[-1]):
        return "begins or ends with a dot"
    return f"has more than {MAX_NAME_LENGTH} characters" if len(key) > MAX_NAME_LENGTH else ""


def make_slug(*words: str) -> str:
    """Return a file name made from some words: lower-case letters of every script, digits and dashes.

    With an ending of some characters, the name is no longer than the 255 bytes that systems allow.

    >>> make_slug("H.M.S. Þór: 2"), make_slug("हिन्दी/船")
    ('h-m-s-þór-2', 'हिन्दी-船')
    """
    folded = unicodedata.normalize("NFC", re.sub("['’]", "", " ".join(words)).casefold())
    signs = (sign if unicodedata.category(sign)[0] in "LMN" else "-" for sign in folded)
    name = re.sub("-+", "-", "".join(signs)).strip("-")[:MAX_NAME_LENGTH]
    name = name.encode("utf-8", "ignore")[:_MAX_NAME_BYTES].decode("utf-8", "ignore").rstrip("-")
    return f"{name}-x" if is_device_name(name) else name or "x"


def is_device_name(name: str) -> bool:
    """Return whether Windows reserves a name, regardless of its suffix, for a device."""
    return bool(_DEVICE_NAME_PATTERN.fullmatch(name.partition(".")[0].strip()))


def clean_file_name(name: str) -> str:
    """Return the name of a received file. Each character that some system forbids is replaced by _."""
    signs = ["_" if sign in _FORBIDDEN_SIGNS or unicodedata.category(sign) in _INVISIBLE_CATEGORIES else sign
             for sign in name]
    words = "".join(signs).strip(" ").rstrip(". ") or "file"
    stem, dot, suffix = words.partition(".")
    return f"{stem}_{dot}{suffix}" if is_device_name(stem) else words


class UniqueFileNames:
    """A source of file names that every system accepts. Each name is returned only once."""

    def __init__(self) -> None:
        self._used_names: set[str] = set()

    def make_name(self, *words: str, endings: Iterable[str] = ("",)) -> str:
        """Return a file name, made from some words.

        With each of the `endings`, the name is still unused.
        """
        stem, endings = make_slug(*words), tuple(endings)
        candidates = (f"{stem}-{number}" if number > 1 else stem for number in count(1))
        name = next(name for name in candidates if self._used_names.isdisjoint(name + ending for ending in endings))
        self._used_names.update(name + ending for ending in endings)
        return name


def format_size_suffix(width: float, height: float) -> str:
    """Return the ending "-WIDTHxHEIGHTmm" for the file of pages of one size.

    Width and height are in points.
    """
    return f"-{round(width / MM, 1):g}x{round(height / MM, 1):g}mm"


def number_duplicates(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names in order, with a number added to each repeated name: a, a-2, a-3."""
    occurrences, numbered = Counter[str](), []
    for name in names:
        occurrences[name] += 1
        numbered.append(name if occurrences[name] == 1 else f"{name}-{occurrences[name]}")
    return tuple(numbered)
