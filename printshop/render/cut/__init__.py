"""What a machine that cuts, scores and engraves wants to find in a file: a profile of it, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from printshop.drawing.items import Color
from printshop.units import MM

Step = Literal["engrave", "lines", "score", "inner", "cut", "check"]
STEPS: tuple[Step, ...] = get_args(Step)
"""What is done one after the other, each step a layer: areas engraved, lines engraved, folds, holes and slots,
outlines; the square to check the size by comes last and is not for the machine."""

LABELS: dict[Step, str] = {"engrave": "engrave", "lines": "engrave lines", "score": "score", "inner": "inner cut",
                           "cut": "cut", "check": "size check"}

Front = Literal["layer", "picture", "none"]
FRONTS: tuple[Front, ...] = get_args(Front)


@dataclass(frozen=True, slots=True)
class Cutter:
    """How files for a machine are written; lengths in points.

    `colors` has a colour for every step that the machine knows: what has none is left out. `line` is how broad lines
    to cut are drawn, `kerf` what the beam takes away. `front` is where the print goes: on a `layer` of the file, to a
    `picture` of the same size beside it, or nowhere. A `frame` round the page makes both come in at one size.
    """

    name: str
    colors: Mapping[Step, Color]
    line: float = 0.01 * MM
    kerf: float = 0.0
    front: Front = "layer"
    frame: bool = False

    @property
    def engraves(self) -> bool:
        """Whether pieces without print are engraved."""
        return "engrave" in self.colors or "lines" in self.colors
