"""Palettes: colours for the sides of any game, from data/common/palettes.yaml and a user's own beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from printshop.equipment.common import find, known

if TYPE_CHECKING:
    from printshop.language.reader import Reader

NOUN = "palette"


def palettes() -> dict[str, tuple[str, ...]]:
    """Return the colours, "#rrggbb", of all palettes by name. Raises PrintshopError if their files are no good."""
    return known("palettes", NOUN, _read)


def _read(_: str, reader: Reader) -> tuple[str, ...]:
    reader.text("title", "")
    colors = reader.texts("colours", ...)
    for color in colors:
        if not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
            reader.fail("colours", f"'{color[:40]}' of {reader.what} is not a colour",
                        'write it as "#rrggbb", in quotes')
    reader.done()
    return colors


def palette(name: str) -> tuple[str, ...]:
    """Return the colours of a palette, or those of a list like "#0072b2 #f0e442".

    Raises PrintshopError, with a suggestion, if there is no palette of the name.
    """
    if name.lstrip().startswith("#"):
        return tuple(re.split(r"[\s,]+", name.strip()))
    return find(name, palettes(), NOUN)
