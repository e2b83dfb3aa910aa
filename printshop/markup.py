r"""Marked text: `*italic*`, `**bold**`, `***both***`, and a backslash that makes an asterisk ordinary.

An asterisk that opens or closes nothing is itself: it opens before anything but a space, and closes after
anything but a space. Italic within italic is upright, as a ship's name in an italic sentence is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from printshop.letters import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = re.compile(r"\\([\\*])|(\*+)|[^\\*]+|\\")


class Marked(str):
    """A text that is markup already, among values that are printed letter for letter."""

    __slots__ = ()


class Run(NamedTuple):
    """Characters that look alike."""

    string: str
    bold: bool = False
    italic: bool = False


class _Token(NamedTuple):
    """Ordinary characters, or a marker: then `opens` and `closes` say what its neighbours let it do."""

    string: str
    opens: bool = False
    closes: bool = False


def escape(string: str) -> str:
    r"""Return the markup that shows exactly this string.

    >>> escape("d8*")
    'd8\\*'
    """
    return string.replace("\\", "\\\\").replace("*", "\\*")


def plain(markup: str) -> str:
    r"""Return the characters that the markup shows.

    >>> plain(r"the *Kestrel* has 2 \* d6")
    'the Kestrel has 2 * d6'
    """
    return "".join(run.string for run in runs(markup))


@lru_cache(maxsize=16384)
def runs(markup: str) -> tuple[Run, ...]:
    """Cut markup into runs, its accents composed and without what nobody sees.

    >>> runs("the *Kestrel*")
    (Run(string='the ', bold=False, italic=False), Run(string='Kestrel', bold=False, italic=True))
    """
    markup = clean(markup)
    if "*" not in markup and "\\" not in markup:
        return (Run(markup),) if markup else ()
    tokens = list(_tokens(markup))
    paired = _pair(tokens, "*") | _pair(tokens, "**")
    bold = italic = False
    shown = []
    for index, token in enumerate(tokens):
        if index not in paired:
            shown.append(Run(token.string, bold, italic))
        elif token.string == "*":
            italic = not italic
        else:
            bold = not bold
    return tuple(joined(shown))


def joined(parts: list[Run]) -> Iterator[Run]:
    """Join neighbours that look alike."""
    for (bold, italic), same in groupby(parts, key=lambda run: (run.bold, run.italic)):
        yield Run("".join(run.string for run in same), bold, italic)


def _tokens(markup: str) -> Iterator[_Token]:
    for match in _TOKEN.finditer(markup):
        escaped, marker = match.groups()
        if not marker or len(marker) > 3:
            yield _Token(escaped or match[0])
            continue
        start, end = match.span()
        opens = end < len(markup) and not markup[end].isspace()
        closes = start > 0 and not markup[start - 1].isspace()
        for part in ("**", "*") if len(marker) == 3 else (marker,):
            yield _Token(part, opens, closes)


def _pair(tokens: list[_Token], marker: str) -> set[int]:
    """Find the places of the markers that come in twos: one that opens, then one that closes."""
    paired: set[int] = set()
    opened = None
    for index, token in enumerate(tokens):
        if token.string != marker or not (token.opens or token.closes):
            continue
        if opened is not None and token.closes:
            paired |= {opened, index}
            opened = None
        elif opened is None and token.opens:
            opened = index
    return paired
