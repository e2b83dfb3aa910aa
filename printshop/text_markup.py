r"""Text before a font is chosen: normalisation, unsupported characters, line breaks and markup.

Text is refused if it cannot be set letter by letter, from left to right (Arabic, Hebrew, the scripts of India).
Markup is `*italic*`, `**bold**`, `***both***`, and a backslash, which makes the next asterisk an ordinary
character. An asterisk can open a style before any character but a space, and close one after any character but a
space. An asterisk without a partner is an ordinary character. Italic within italic is upright, like a ship's name
in an italic sentence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

OURS_MARK = "†"
"""The mark behind a value or text that is a reading or an addition of this edition, not of the rulebook."""
SOFT_HYPHEN = "\u00ad"
ZERO_SPACE = "\u200b"
REMOVE_INVISIBLE = str.maketrans("", "", SOFT_HYPHEN + ZERO_SPACE)
"""A table for `str.translate` that removes the characters which are never drawn and only allow a line break."""

# Joiners, direction marks, byte order marks, and variation selectors.
_IGNORED_PATTERN = re.compile("[\u034f\u200c-\u200f\u2060\u2061-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]")

# A letter and its marks, or the parts of a Korean syllable. Nothing else is composed: that would replace old forms of
# ideographs, which are used in names, by modern ones.
_COMPOSED_PATTERN = re.compile(
    "\\w[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u3099\u309a\ufe20-\ufe2f]+|[\u1100-\u11ff]+"
)

# Letters that change or move with their neighbours: Indian scripts, Tibetan, Burmese, Khmer, Mongolian.
_JOINING_PATTERN = re.compile(
    "[\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\u1a20-\u1aaf\u1b00-\u1cff\ua800-\uaaff\uabc0-\uabff\U00011000-\U000114ff]"
)

_IDEOGRAPHIC = (
    "\u1100-\u11ff\u2e80-\u2fdf\u3003-\u3007\u3021-\u303f\u3041-\u3096\u309d-\u30ff\u3105-\u31ff\u3200-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9d"
    "\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Ideographs, kana and Hangul.

A line may break on both sides of each of these characters, except beside punctuation and before a character of
`_NOT_AT_LINE_START`.
"""

# Characters that do not begin a line: closing signs, small kana, marks that repeat or lengthen.
_NOT_AT_LINE_START = ("\u3001\u3002\u3005\u303b"
                      "\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308e\u3095\u3096\u309b-\u309e"
                      "\u30a0\u30a1\u30a3\u30a5\u30a7\u30a9\u30c3\u30e3\u30e5\u30e7\u30ee\u30f5\u30f6\u30fb-\u30fe\u31f0-\u31ff"
                      "\uff01\uff0c\uff0e\uff1a\uff1b\uff1f\uff61\uff64\uff65\uff67-\uff70\uff9e\uff9f")
_CLOSING_SIGNS = (
    r"\u3000\-)\]}»’”!?,.:;%‰°…‥\u2010-\u2015/\u3009\u300b\u300d\u300f\u3011\u3015\u3017\u3019\u301b\u301f"
    r"\uff09\uff3d\uff5d"
)
_OPENING_SIGNS = r"(\[{«‘“\u3008\u300a\u300c\u300e\u3010\u3014\u3016\u3018\u301a\u301d\uff08\uff3b\uff5b$£¥€#"

_AFTER_HYPHEN = r"(?<=[^\W\d_][-/–—])(?=[^\W\d_])"  # or after a slash or a dash, between two letters
_AFTER_INVISIBLE = f"(?<=[{SOFT_HYPHEN}{ZERO_SPACE}])"
_WESTERN_BREAK_PATTERN = re.compile(f"{_AFTER_HYPHEN}|{_AFTER_INVISIBLE}")


@cache
def _compile_break_pattern() -> re.Pattern[str]:
    """Return the pattern of line breaks in texts with ideographs. It is compiled on first use, because that is slow."""
    marks = r"\u0300-\u036f\u3099\u309a"
    return re.compile(
        f"{_AFTER_HYPHEN}(?![{_NOT_AT_LINE_START}])|{_AFTER_INVISIBLE}"
        f"|(?<=[{_IDEOGRAPHIC}{_NOT_AT_LINE_START}])(?<![{_OPENING_SIGNS}])(?![{_NOT_AT_LINE_START}{_CLOSING_SIGNS}{marks}])"
        rf"|(?<![{_OPENING_SIGNS}\u2010-\u2015/])(?=[{_IDEOGRAPHIC}])(?![{_NOT_AT_LINE_START}])"
    )


@lru_cache(maxsize=4096)
def normalize_text(text: str) -> str:
    """Return a text with composed accents and without invisible characters."""
    if text.isascii():
        return text
    return _COMPOSED_PATTERN.sub(lambda match: unicodedata.normalize("NFC", match[0]), _IGNORED_PATTERN.sub("", text))


def explain_unsupported(char: str) -> str:
    """Return the reason why a character cannot be set in any font.

    Return "" if it can.
    """
    if unicodedata.bidirectional(char) in {"R", "AL", "AN", "RLE", "RLO", "RLI"}:
        return "right-to-left text cannot be printed"
    return "letters that change shape beside other letters cannot be printed" if _JOINING_PATTERN.match(char) else ""


def is_pictorial(char: str) -> bool:
    """Return whether a character is a picture, such as an emoji, rather than a letter."""
    return ord(char) >= 0x1F000 and unicodedata.category(char) in {"So", "Sk", "Cn"}


def remove_invisible(text: str) -> str:
    """Return the characters of a text that are drawn when it is set on one line."""
    return text.translate(REMOVE_INVISIBLE) if not text.isascii() else text


def split_at_breaks(word: str) -> list[str]:
    """Split a word (the text between two spaces) into parts at every possible line break.

    The parts, joined together, are the word.
    """
    if word.isalnum() and word.isascii():
        return [word]
    # no ideographs, kana, Hangul or wide punctuation
    is_western = all(char < "\u1100" or "\u1200" <= char < "\u2e80" for char in word)
    pattern = _WESTERN_BREAK_PATTERN if is_western else _compile_break_pattern()
    return [part for part in pattern.split(word) if part]


_ONE_STYLE_PATTERN = re.compile(r"(\*{1,3})([^*\\\s](?:[^*\\]*[^*\\\s])?)\1")
_TOKEN_PATTERN = re.compile(r"\\([\\*<])|(\*+)|[^\\*]+|\\")


class MarkupText(str):
    """A text that is markup. Other texts among the values are printed character by character."""

    __slots__ = ()


class StyledRun(NamedTuple):
    """Consecutive characters of one style."""

    string: str
    bold: bool = False
    italic: bool = False


def escape_markup(string: str) -> str:
    """Return the markup for a string that is to be printed exactly as it is."""
    return string.replace("\\", "\\\\").replace("*", "\\*")


def strip_markup(markup: str) -> str:
    """Return the characters of a markup text without its styles."""
    return "".join(run.string for run in parse_markup(markup))


@lru_cache(maxsize=4096)
def parse_markup(markup: str) -> tuple[StyledRun, ...]:
    """Split markup into runs of one style, with composed accents and without invisible characters."""
    markup = normalize_text(markup)
    if "*" not in markup and "\\" not in markup:
        return (StyledRun(markup),) if markup else ()
    if styled_text := _ONE_STYLE_PATTERN.fullmatch(markup):  # most names of ships
        stars = len(styled_text[1])
        return (StyledRun(styled_text[2], bold=stars > 1, italic=stars != 2),)
    tokens: list[str] = []
    paired_markers: set[int] = set()  # indices of opening and closing markers that belong together
    open_markers: dict[str, int] = {}  # by marker: the index of one that is not closed yet
    for match in _TOKEN_PATTERN.finditer(markup):
        escaped, marker = match.groups()
        if not marker or len(marker) > 3:
            tokens.append(escaped or match[0])
            continue
        start, end = match.span()
        opens = end < len(markup) and not markup[end].isspace()
        closes = start > 0 and not markup[start - 1].isspace()
        for marker_part in ("**", "*") if len(marker) == 3 else (marker,):
            if marker_part in open_markers and closes:
                paired_markers |= {open_markers.pop(marker_part), len(tokens)}
            elif marker_part not in open_markers and opens:
                open_markers[marker_part] = len(tokens)
            tokens.append(marker_part)
    bold = italic = False
    styled = []
    for index, token in enumerate(tokens):
        if index in paired_markers:
            bold, italic = bold ^ (token == "**"), italic ^ (token == "*")  # noqa: S105 - no password
        else:
            styled.append(StyledRun(token, bold, italic))
    return tuple(join_runs(styled))


BLANK = "\ue000"
"""A character of the private use area that stands for a blank in markup, until `remove_blanks` removes it."""


def remove_blanks(markup: str) -> str:
    """Return markup without each `BLANK`, and without asterisks that have nothing else between them.

    >>> remove_blanks(f"Flying **{BLANK}** *high{BLANK}*")
    'Flying  *high*'
    """
    return _format_runs(parse_markup(markup)) if "*" in markup else markup.replace(BLANK, "")


def cut_at_blank(markup: str) -> str:
    """Return the part of markup before the first `BLANK`, with the styles that are open there closed.

    >>> cut_at_blank(f"**Flying {BLANK}** *high*")
    '**Flying** '
    """
    runs = list[StyledRun]()
    for run in parse_markup(markup):
        before, blank, _ = run.string.partition(BLANK)
        runs.append(run._replace(string=before))
        if blank:
            break
    return _format_runs(runs)


def _format_runs(runs: Iterable[StyledRun]) -> str:
    """Return the markup for runs, without each `BLANK`. An asterisk cannot close a style behind a space."""
    markup = ""
    for string, bold, italic in runs:
        run_text = string.replace(BLANK, "")
        words, stars = run_text.strip(), "*" * (2 * bold + italic)
        if words and stars:
            # without it, the asterisks would be one marker
            divider = ZERO_SPACE * (markup.endswith("*") and not run_text[0].isspace())
            before, after = run_text[:len(run_text) - len(run_text.lstrip())], run_text[len(run_text.rstrip()):]
            markup += f"{before}{divider}{stars}{escape_markup(words)}{stars}{after}"
        else:
            markup += escape_markup(run_text)
    return markup


def join_runs(neighbours: list[StyledRun]) -> Iterator[StyledRun]:
    """Join neighbouring runs of the same style."""
    for style, group in groupby(neighbours, key=itemgetter(1, 2)):
        yield StyledRun("".join([run.string for run in group]), *style)
