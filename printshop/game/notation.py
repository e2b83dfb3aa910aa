"""How values are written: texts as YAML, ranges and options in a player's words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from printshop.source import UNKNOWN

_PLAIN = re.compile(r"(?:[0-9]{1,6}(?![eExXoO]))?[^\W\d_](?:[\w ./()&+'–’-]*[\w.)’])?")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null", UNKNOWN))
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
MOST_OPTIONS = 40  # that are named in words


def quoted(text: str) -> str:
    r"""Return a text as YAML: in quotes where it could be taken for something else, by whatever reads it.

    >>> quoted("Mary Celeste"), quoted("no"), quoted("1904"), quoted("2d6"), quoted('The "Rat": #2')
    ('Mary Celeste', '"no"', '"1904"', '2d6', '"The \\"Rat\\": #2"')
    """
    if _PLAIN.fullmatch(text) and text.casefold() not in _WORDS:
        return text
    return '"' + "".join(_ESCAPES.get(sign) or (sign if sign.isprintable() else _escaped(ord(sign)))
                         for sign in text) + '"'


def _escaped(number: int) -> str:
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def range_of(low: int | None, high: int | None) -> str:
    """Return the whole numbers of a range in words.

    >>> range_of(1, 35), range_of(2, None), range_of(None, None), range_of(1, 1)
    ('1 to 35', '2 or more', '', '1')
    """
    if low is not None and high is not None:
        return str(low) if low == high else f"{low} to {high}"
    return f"{low} or more" if low is not None else "" if high is None else f"{high} or less"


def options(words: Iterable[str]) -> str:
    """Return words in a row, as they are written; very many of them cut short, with their number."""
    every = [quoted(word) for word in words]
    shown = every[:MOST_OPTIONS]
    return ", ".join(shown) + (f" ... ({len(every)} in all)" if len(every) > len(shown) else "")
