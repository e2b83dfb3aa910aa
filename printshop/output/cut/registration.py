"""Registration marks for machines that print and cut: a square at the top left, and two angles.

The machine finds the marks of the printed sheet with its optical sensor. The marks must be where the machine's
program expects them, so the lengths are those of the program. Coordinates are points, origin at the top left, y down.
"""

from __future__ import annotations

from printshop.drawing.display_list import BLACK, Item
from printshop.drawing.shapes import rect
from printshop.lengths import MM
from printshop.output.cut import RegistrationMarks

SQUARE = 5 * MM
"""The side of the square."""


def draw_registration_marks(width: float, height: float, marks: RegistrationMarks) -> tuple[Item, ...]:
    """Return the registration marks of a page.

    They are a square at the top left, and angles at the top right and the bottom left.
    """
    inset, length, thickness = marks
    right, bottom = width - inset, height - inset
    bars = ((right - length, inset, length, thickness), (right - thickness, inset, thickness, length),
            (inset, bottom - thickness, length, thickness), (inset, bottom - length, thickness, length))
    return tuple(rect(*bar, fill=BLACK) for bar in ((inset, inset, SQUARE, SQUARE), *bars))
