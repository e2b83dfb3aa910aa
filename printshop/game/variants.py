"""Variants of forms: how marks and spaces to write in suit large print, a pen that wipes off, or a pencil."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from printshop.lengths import MM


class Variant(NamedTuple):
    """How marks and spaces to write in are drawn in a variant; lengths are points, 0 for the usual ones.

    Marks grow to `mark_size`, and boxes for numbers to `writing_height`, where there is room; nothing else moves.
    `line_weight` is the factor of the widths of lines. With `uses_figures`, boxes for numbers replace marks; with
    `figures_are_optional`, marks stay in places that are too small for such a box. With `no_tint`, there is no tint
    where players write.
    """

    mark_size: float = 0.0
    writing_height: float = 0.0
    line_weight: float = 1.0
    uses_figures: bool = False
    figures_are_optional: bool = False
    no_tint: bool = False

    @classmethod
    def combine(cls, variants: Collection[str]) -> Variant:
        """Return one variant with everything that several variants ask for."""
        return cls(*(max(values) for values in zip(NO_VARIANT, *(VARIANTS[name] for name in variants), strict=True)))


NO_VARIANT = Variant()
LARGE = "large"
VARIANTS = {
    LARGE: NO_VARIANT,  # the whole page is enlarged: `printshop.layout.zoom`
    # A wet-erase pen draws lines of 1 to 2 mm: a cross in a circle of 6 mm is clear, and a number needs 10 mm.
    "erase": Variant(mark_size=6 * MM, writing_height=10 * MM, line_weight=1.5, no_tint=True),
    "numbers": Variant(uses_figures=True, figures_are_optional=True),
}
"""The variants of forms: large print, lamination and a pen that wipes off, and numbers to write instead of circles."""
