"""Other colours for the sides of a game, for one run; by their patterns sides are told apart without colours, too."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printshop.game.model import Side
    from printshop.problems import Problems

COLOURS = ("free", "fixed")
"""What a game says of the colours of its sides: whether a palette may change them."""


def kept(sides: Mapping[str, Side], title: str, problems: Problems) -> dict[str, Side]:
    """Return the sides as they are, and note that the game does not let a palette change them."""
    problems.add(None, f"--palette: the sides of {title} are called by their colours, and keep them",
                 "leave out --palette; --ink black tells sides apart by their patterns alone")
    return dict(sides)


def recoloured(sides: Mapping[str, Side], colors: Sequence[str], problems: Problems) -> dict[str, Side]:
    """Return sides with other colours, such as "#0072b2", instead of their own; what is wrong is noted."""
    wrong = [one for one in colors if not re.fullmatch(r"#[0-9a-fA-F]{6}", one)]
    if wrong:
        problems.add(None, f"--palette: '{wrong[0][:40]}' is not a colour",
                     'write "#rrggbb" for each side, or name colours that are there')
    elif len(colors) < len(sides):
        problems.add(None, f"the palette has {len(colors)} colours, and the game {len(sides)} sides",
                     "take one with more colours, or leave the game its own")
    else:
        return {key: replace(side, color=color) for (key, side), color in zip(sides.items(), colors, strict=False)}
    return dict(sides)
