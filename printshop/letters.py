r"""Text before it has a font: normalisation, characters that cannot be set, line breaks, and markup.

What cannot be set letter for letter, from left to right (Arabic, Hebrew, the scripts of India) is refused.
Markup is `*italic*`, `**bold**`, `***both***`, and a backslash that makes an asterisk ordinary. An asterisk that opens
or closes nothing is itself: it opens before anything but a space, and closes after anything but a space. Italic within
italic is upright, as a ship's name in an italic sentence is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

SOFT_HYPHEN = "\u00ad"
ZERO_SPACE = "\u200b"
INVISIBLE = str.maketrans("", "", SOFT_HYPHEN + ZERO_SPACE)
"""A table for `str.translate` that removes characters which are never drawn: they only allow a line break."""

# Joiners, direction marks, byte order marks, and variation selectors.
_IGNORED = re.compile("[\u034f\u200c-\u200f\u2060\u2061-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]")

# A letter and its marks, or the parts of a Korean syllable. Nothing else is composed: that would replace old forms of
# ideographs, which are used in names, by modern ones.
_COMPOSED = re.compile("\\w[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u3099\u309a\ufe20-\ufe2f]+|[\u1100-\u11ff]+")

# Letters that change or move with their neighbours: Indian scripts, Tibetan, Burmese, Khmer, Mongolian.
_JOINING = re.compile("[\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1a20-\u1aaf\u1b00-\u1cff\ua800-\uaaff\uabc0-\uabff"
                      "\U00011000-\U000114ff]")

_WIDE = ("\u1100-\u11ff\u2e80-\u2fdf\u3003-\u3007\u3021-\u303f\u3041-\u3096\u309d-\u30ff\u3105-\u31ff\u3200-\u9fff"
         "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9d"
         "\U0001b000-\U0001b16f\U00020000-\U0003ffff")
"""Ideographs, kana, Hangul: lines break on both sides of each, except for those of `_BOUND` and beside punctuation."""

# Characters that do not begin a line: closing signs, small kana, marks that repeat or lengthen.
_BOUND = ("\u3001\u3002\u3005\u303b"
          "\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u309b-\u309e"
          "\u30a0\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\u31f0-\u31ff"
          "\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64\uff65\uff67-\uff70\uff9e\uff9f")
_CLOSING = (r"\u3000\-)\]}»’”!?,.:;%‰°…‥\u2010-\u2015/\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301f"
            r"\uff09\uff3d\uff5d")
_OPENING = r"(\[{«‘“\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\uff08\uff3b\uff5b$£¥€#"

_BREAK = re.compile(
    rf"(?<=[^\W\d_][-/–—])(?=[^\W\d_])(?![{_BOUND}])"  # after a hyphen, a slash or a dash between two letters
    rf"|(?<=[{SOFT_HYPHEN}{ZERO_SPACE}])"
    rf"|(?<=[{_WIDE}{_BOUND}])(?<![{_OPENING}])(?![{_BOUND}{_CLOSING}\u0300-\u036f\u3099\u309a])"
    rf"|(?<![{_OPENING}\u2010-\u2015/])(?=[{_WIDE}])(?![{_BOUND}])"
)


@lru_cache(maxsize=16384)
def clean(text: str) -> str:
    """Return a text with composed accents and without invisible characters."""
    if text.isascii():
        return text
    return _COMPOSED.sub(lambda found: unicodedata.normalize("NFC", found[0]), _IGNORED.sub("", text))


def refusal(char: str) -> str:
    """Return why a character cannot be set in any font, "" if it can."""
    if unicodedata.bidirectional(char) in {"R", "AL", "AN", "RLE", "RLO", "RLI"}:
        return "text that runs from right to left cannot be set"
    return "letters that change with those beside them cannot be set" if _JOINING.match(char) else ""


def pictorial(char: str) -> bool:
    """Return whether a character is a picture rather than a letter, such as an emoji."""
    return ord(char) >= 0x1F000 and unicodedata.category(char) in {"So", "Sk", "Cn"}


def drawn(text: str) -> str:
    """Return the characters of a text on one line that are drawn."""
    return text.translate(INVISIBLE) if not text.isascii() else text


def parts(word: str) -> list[str]:
    """Split a word, the text between two spaces, wherever a line may break; the parts joined are the word."""
    if word.isalnum() and word.isascii():
        return [word]
    return [part for part in _BREAK.split(word) if part]


_TOKEN = re.compile(r"\\([\\*<])|(\*+)|[^\\*]+|\\")


class Marked(str):
    """A text that is markup already, among values that are printed letter for letter."""

    __slots__ = ()


class Run(NamedTuple):
    """Successive characters of one style."""

    string: str
    bold: bool = False
    italic: bool = False


def escape(string: str) -> str:
    """Return the markup that prints exactly a given string."""
    return string.replace("\\", "\\\\").replace("*", "\\*")


def plain(markup: str) -> str:
    """Return the characters that markup prints."""
    return "".join(run.string for run in runs(markup))


@lru_cache(maxsize=16384)
def runs(markup: str) -> tuple[Run, ...]:
    """Split markup into runs of one style, with composed accents and without invisible characters."""
    markup = clean(markup)
    if "*" not in markup and "\\" not in markup:
        return (Run(markup),) if markup else ()
    pieces: list[str] = []
    paired: set[int] = set()  # indices of opening and closing markers that belong together
    opened: dict[str, int] = {}  # by marker: the index of one that is not closed yet
    for match in _TOKEN.finditer(markup):
        escaped, marker = match.groups()
        if not marker or len(marker) > 3:
            pieces.append(escaped or match[0])
            continue
        start, end = match.span()
        opens = end < len(markup) and not markup[end].isspace()
        closes = start > 0 and not markup[start - 1].isspace()
        for part in ("**", "*") if len(marker) == 3 else (marker,):
            if part in opened and closes:
                paired |= {opened.pop(part), len(pieces)}
            elif part not in opened and opens:
                opened[part] = len(pieces)
            pieces.append(part)
    bold = italic = False
    shown = []
    for index, piece in enumerate(pieces):
        if index in paired:
            bold, italic = bold ^ (piece == "**"), italic ^ (piece == "*")
        else:
            shown.append(Run(piece, bold, italic))
    return tuple(joined(shown))


def joined(parts: list[Run]) -> Iterator[Run]:
    """Join neighbouring runs of the same style."""
    for look, same in groupby(parts, key=itemgetter(1, 2)):
        yield Run("".join([run.string for run in same]), *look)
