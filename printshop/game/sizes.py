"""The names of card sizes: width x height, upright."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from printshop.units import parse_size

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.units import Length

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
}
NAMES = tuple(_SIZES)
CARDS: Mapping[str, tuple[Length, Length]] = MappingProxyType(
    {name.casefold(): parse_size(size) for name, size in _SIZES.items()})
"""Sizes by name, in small letters."""
