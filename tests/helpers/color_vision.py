"""Distances of two colours for all kinds of colour vision: CIEDE2000 under simulated colour blindness.

The matrices are those of G. M. Machado, M. M. Oliveira, L. A. F. Fernandes (2009), severity 1, for linear RGB; the
distance is that of G. Sharma, W. Wu, E. N. Dalal (2005).
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from printshop.drawing.display_list import Color

Lab = tuple[float, float, float]
EYES = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
_WHITE = (0.95047, 1.0, 1.08883)


def _linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(factor * value for factor, value in zip(row, vector, strict=True)) for row in matrix)


def convert_to_lab(color: Color, eyes: str = "all colours") -> Lab:
    """Return a colour as a kind of colour vision sees it, in CIE L*a*b* for D65."""
    perceived = tuple(min(1.0, max(0.0, value)) for value in _times(EYES[eyes], tuple(map(_linear, color))))
    x, y, z = (value / white for value, white in zip(_times(_XYZ, perceived), _WHITE, strict=True))
    fx, fy, fz = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def measure_distance(one: Lab, other: Lab) -> float:
    """Return the CIEDE2000 distance of two colours: about 2 is just seen, side by side."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    c1, c2 = hypot((1 + g) * a1, b1), hypot((1 + g) * a2, b2)
    h1, h2 = (degrees(atan2(b, (1 + g) * a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    mean_h = (h1 + h2) if c1 * c2 == 0 else (h1 + turn / 2) % 360
    low, mean = (l1 + l2) / 2, (c1 + c2) / 2
    t = (1 - 0.17 * cos(radians(mean_h - 30)) + 0.24 * cos(radians(2 * mean_h)) + 0.32 * cos(radians(3 * mean_h + 6))
         - 0.20 * cos(radians(4 * mean_h - 63)))
    sl = 1 + 0.015 * (low - 50) ** 2 / sqrt(20 + (low - 50) ** 2)
    sc, sh = 1 + 0.045 * mean, 1 + 0.015 * mean * t
    rt = -2 * sqrt(mean**7 / (mean**7 + 25**7)) * sin(radians(60 * exp(-(((mean_h - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / sh
    return sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def find_least_distance(one: Color, other: Color) -> float:
    """Return the least CIEDE2000 distance of two colours over all kinds of colour vision."""
    return min(measure_distance(convert_to_lab(one, eyes), convert_to_lab(other, eyes)) for eyes in EYES)
