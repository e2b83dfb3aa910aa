"""The names of card sizes: width x height, upright; behind a name stands "across" or "upright" to turn it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from printshop.units import Length, parse_size

# Playing cards as the trade names them, file cards in inches, and ISO 216.
_SIZES = {
    "poker": "2.5 x 3.5 in",  # 63.5 x 88.9 mm
    "bridge": "2.25 x 3.5 in",  # 57.15 x 88.9 mm
    "tarot": "70 x 120 mm",
    "mini": "1.75 x 2.5 in",  # 44.45 x 63.5 mm
    "index": "3 x 5 in",
    "A5": "148 x 210 mm",
    "A6": "105 x 148 mm",
    "A7": "74 x 105 mm",
    # Two and four to a page, with its rulers, on whatever paper: half a page lies across.
    "half": "176 x 116 mm",
    "quarter": "88 x 116 mm",
}
NAMES = tuple(_SIZES)
CARDS: Mapping[str, tuple[Length, Length]] = MappingProxyType(
    {name.casefold(): parse_size(size) for name, size in _SIZES.items()})
"""Sizes by name, in small letters."""
WAYS = ("upright", "across")


def is_name(text: str) -> bool:
    """Return whether a text begins with the name of a size."""
    return text.casefold().split()[:1] in [[name] for name in CARDS]


def named(text: str) -> tuple[Length, Length] | None:
    """Return the size of a name, turned as the word behind it says; None if there is no such name.

    >>> [side.text for side in named("poker across") or ()]
    ['3.5 in', '2.5 in']
    """
    words = text.casefold().split()
    way = words.pop() if words and words[-1] in WAYS else ""
    size = CARDS.get(" ".join(words))
    if size is None or not way:
        return size
    short, long = sorted(size, key=lambda side: side.points)
    return (short, long) if way == "upright" else (long, short)
