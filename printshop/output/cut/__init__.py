"""Profiles of machines that cut, score and engrave: what they need in their files, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from printshop.drawing.display_list import Color
from printshop.lengths import MM

CutStep = Literal["engrave", "lines", "score", "inner", "cut", "check"]
CUT_STEPS: tuple[CutStep, ...] = get_args(CutStep)
"""The steps of a machine in order, one layer each.

They engrave areas, engrave lines, score folds, cut holes and slots, cut outlines. The last, a square for checking the
size, is not for the machine.
"""

STEP_LABELS: dict[CutStep, str] = {"engrave": "engrave", "lines": "engrave lines", "score": "score",
                                   "inner": "inner cut",
                                   "cut": "cut", "check": "size check"}

FrontPlace = Literal["layer", "picture", "none"]
FRONT_PLACES: tuple[FrontPlace, ...] = get_args(FrontPlace)


@dataclass(frozen=True, slots=True)
class Cutter:
    """Settings of files for a machine; lengths in points.

    `colors` has a colour for each step that the machine knows; other steps are left out. `line_width` is the width of
    drawn cut lines, `kerf` the width that the beam removes. `front` says where the print goes: a `layer` of the file,
    a `picture` of the same size, or nowhere. A `frame` round the page gives both the same size when imported.
    """

    name: str
    colors: Mapping[CutStep, Color]
    line_width: float = 0.01 * MM
    kerf: float = 0.0
    front: FrontPlace = "layer"
    frame: bool = False

    @property
    def engraves(self) -> bool:
        """Whether unprinted pieces are engraved."""
        return "engrave" in self.colors or "lines" in self.colors
