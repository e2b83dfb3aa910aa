"""Exact lengths.

A text with a number *and a unit* is read as points (1/72 in). A number alone is an error.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

POINTS_PER_UNIT: dict[str, Fraction] = {
    "in": Fraction(72), "ft": Fraction(864), "mm": Fraction(360, 127), "cm": Fraction(3600, 127), "pt": Fraction(1)}
MM = float(POINTS_PER_UNIT["mm"])
INCH = float(POINTS_PER_UNIT["in"])

_NUMBER_SIGNS = "0123456789./ "
FRACTION_GLYPHS = {"1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾",
                   "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞"}
_FRACTION_PATTERN = re.compile(rf"(?:(?<![\d/])(\d+) )?(?<![\d/])({'|'.join(FRACTION_GLYPHS)})(?![\d/])")
_LENGTH_PATTERN = re.compile(
    r"(?:(?P<whole>\d{1,6}) +)?(?P<top>\d{1,6})/(?P<bottom>\d{1,6}) *(?P<unit>[a-z]+|\")"
    r"|(?P<number>\d{1,6}(?:\.\d{1,6})?|\.\d{1,6}) *(?P<unit2>[a-z]+|\")"
)


class Length(NamedTuple):
    """A length as it was written.

    `points` is the exact value, and `text` is the text for labels ("3 in").
    """

    points: Fraction
    text: str

    def __float__(self) -> float:
        return float(self.points)

    @property
    def pt(self) -> float:
        """The length in points."""
        return float(self.points)

    @property
    def unit(self) -> str:
        """The unit in the text, a key of `POINTS_PER_UNIT`; for example "in" for 3/4 in, 3in and 3"."""
        return "in" if self.text.endswith('"') else self.text.lstrip(_NUMBER_SIGNS)

    @property
    def amount(self) -> str:
        """The number before the unit, for example "1 1/2" for "1 1/2 in"."""
        return self.text.removesuffix('"').removesuffix(self.unit).rstrip()

    def multiply(self, factor: int | Fraction) -> Length:
        """Return the length multiplied by a factor, in the same unit."""
        return Length(self.points * factor, f"{float(self.points * factor / POINTS_PER_UNIT[self.unit]):g} {self.unit}")


def format_shortage(needed_length: float, available: float) -> tuple[str, str]:
    """Return a needed length and a shorter available length, in points, as numbers of mm that differ.

    The first is rounded up, the second down, and never below 0.

    >>> format_shortage(9.02 * MM, 8.98 * MM), format_shortage(3 * MM, -2 * MM)
    (('9.1', '8.9'), ('3.0', '0.0'))
    """
    more, less = ceil(needed_length / MM * 10 - 1e-6), floor(max(available, 0.0) / MM * 10 + 1e-6)
    return f"{more / 10:.1f}", f"{less / 10:.1f}"


def scale_length_text(text: str, factor: Fraction) -> str:
    """Return the text of a number, length or size, multiplied by a factor, in the same notation.

    Raises ValueError for any other text.

    >>> scale_length_text("3 in", Fraction(1, 2)), scale_length_text("4 x 3 ft", Fraction(1, 3))
    ('1 1/2 in', '1 1/3 x 1 ft')
    >>> scale_length_text("25 mm", Fraction(1, 2))
    '12.5 mm'
    """
    if " x " in text.replace("×", "x"):
        return " x ".join(scale_length_text(part.strip(), factor) for part in text.replace("×", "x").split(" x "))
    match = re.fullmatch(r"([\d./ ]*[\d.]) *([a-z]*|\")", text.strip())
    if not match:
        raise ValueError(f"'{text}' is not a length")
    unit = match[2].replace('"', "in")
    amount = parse_length(f"{match[1]} {unit or 'pt'}").points / POINTS_PER_UNIT[unit or "pt"] * factor
    integer, remainder = divmod(amount, 1)
    if remainder and (unit not in ("in", "ft") or remainder.denominator > 16) and 10**6 % remainder.denominator == 0:
        number = f"{float(amount):.6f}".rstrip("0")
    else:
        number = f"{integer} {remainder}" if integer and remainder else f"{remainder or integer}"
    return f"{number} {unit}".rstrip()


def typeset_fractions(text: str) -> str:
    """Return a text with each fraction of `FRACTION_GLYPHS` as one character, without a space before it.

    >>> typeset_fractions("1 1/2 in, 2/3, 5/2")
    '1½ in, ⅔, 5/2'
    """
    return _FRACTION_PATTERN.sub(lambda match: (match[1] or "") + FRACTION_GLYPHS[match[2]], text)


@lru_cache(4096)
def parse_length(text: str) -> Length:
    """Return the length of a text: "3 in", "3/4 in", "1 1/2 in", "19.05 mm" or "9 pt".

    Raises ValueError for any other text. The message of the error contains a correction.
    """
    words = " ".join(text.split())
    match = _LENGTH_PATTERN.fullmatch(words)
    if not match:
        if re.fullmatch(r"[\d./ ]+", words):
            raise ValueError(f"the length '{words}' has no unit: write {words} mm or {words} in")
        if re.search(r"\d,\d", words):
            raise ValueError(f"'{words}' is not a length: write {re.sub('(?<=[0-9]),(?=[0-9])', '.', words)}, with a "
                             "decimal point")
        raise ValueError(f"'{words}' is not a length: write a number with a unit, for example 19 mm, 3/4 in or "
                         "1 1/2 in")
    unit = (match["unit"] or match["unit2"]).replace('"', "in")
    if unit not in POINTS_PER_UNIT:
        raise ValueError(f"'{unit}' is not a unit of length: use {', '.join(POINTS_PER_UNIT)}")
    if match["number"]:
        amount = Fraction(match["number"])
    elif int(match["bottom"]) == 0:
        raise ValueError(f"'{words}' divides by zero")
    else:
        amount = int(match["whole"] or 0) + Fraction(int(match["top"]), int(match["bottom"]))
    return Length(amount * POINTS_PER_UNIT[unit], words)


def parse_size(text: str) -> tuple[Length, Length]:
    """Return the width and the length of a text such as "1/2 x 3/4 in".

    If the width has no unit, the unit of the length applies to both. Raises ValueError for any other text.
    """
    parts = [part.strip() for part in text.replace("×", "x").split(" x ")]
    if len(parts) != 2:
        description = "one length" if re.fullmatch(r"[\d./ ]+[a-z\"]+", parts[0]) and len(parts) == 1 else "not a size"
        raise ValueError(f"'{text}' is {description}: write two lengths, for example 1/2 x 3/4 in")
    height = parse_length(parts[1])
    width = parts[0] if re.search(r"[a-z\"]$", parts[0]) else f"{parts[0]} {height.text.lstrip(_NUMBER_SIGNS)}"
    return parse_length(width), height


def format_size_text(width: Length, height: Length) -> str:
    """Return the text of a size, such as "13 x 19 in".

    If both lengths have the same unit, it is written once.
    """
    return f"{width.amount if width.unit == height.unit else width.text} x {height.text}"
