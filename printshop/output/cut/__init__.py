"""Profiles of machines that cut, score and engrave: the requirements for their files, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from printshop.drawing.display_list import Color
from printshop.lengths import MM

CutStep = Literal["engrave", "lines", "score", "inner", "cut", "check"]
CUT_STEPS: tuple[CutStep, ...] = get_args(CutStep)
"""The steps of a machine in order, with one layer for each step.

The machine engraves areas, engraves lines, scores folds, cuts holes and slots, and cuts outlines. The last layer
is not for the machine. It holds a rectangle for checking the size.
"""

STEP_LABELS: dict[CutStep, str] = {"engrave": "engrave", "lines": "engrave lines", "score": "score",
                                   "inner": "inner cut",
                                   "cut": "cut", "check": "size check"}

FrontPlace = Literal["layer", "picture", "none"]
FRONT_PLACES: tuple[FrontPlace, ...] = get_args(FrontPlace)


class RegistrationMarks(NamedTuple):
    """The marks by which a machine finds the printed sheet. Lengths are in points.

    `inset` is the distance of the marks from the edges of the page. `length` and `thickness` are those of the arms
    of the two angles.
    """

    inset: float
    length: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Cutter:
    """Settings of the files for a cutting machine. Lengths are in points.

    `colors` has a colour for each step that the machine knows. Files contain no other steps. `line_width` is the
    width of drawn cut lines, and `kerf` is the width that the beam removes. `front` is the place of the printed
    front: a layer of the file ("layer"), a separate picture of the same size ("picture"), or no place ("none"). If
    `frame` is true, a frame is drawn round the page, so that the file and the picture have the same size when they
    are imported. `marks` are printed on the picture of the front.
    """

    name: str
    colors: Mapping[CutStep, Color]
    line_width: float = 0.01 * MM
    kerf: float = 0.0
    front: FrontPlace = "layer"
    frame: bool = False
    marks: RegistrationMarks | None = None

    @property
    def engraves(self) -> bool:
        """Whether the machine engraves pieces that are not printed."""
        return "engrave" in self.colors or "lines" in self.colors
