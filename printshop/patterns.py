"""The names of the patterns by which sides are told apart without colour; `printshop.drawing.patterns` draws them."""

from __future__ import annotations

PATTERNS = ("plain", "solid", "hatch", "backhatch", "crosshatch", "bars", "stripes", "dots", "checks", "chevrons")
