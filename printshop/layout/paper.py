"""Sheets of paper. Sizes are exact and never rounded: a rounded page is a scaled page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from printshop.layout.boxes import Box
from printshop.units import INCH, MM


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, in points, with the margin that home printers leave white on every side; `title` says more of it."""

    name: str
    width: float
    height: float
    margin: float = 10 * MM
    title: str = ""

    @property
    def box(self) -> Box:
        """The part of the sheet that can be counted on."""
        return Box(0, 0, self.width, self.height).inset(self.margin)

    @property
    def area(self) -> float:
        """How large the sheet is, in square points."""
        return self.width * self.height

    @property
    def usual(self) -> bool:
        """Whether there is as much room on it, across and down, as everything is made for."""
        return self.box.width >= UNIVERSAL.box.width - 0.01 and self.box.height >= UNIVERSAL.box.height - 0.01

    def turned(self) -> Paper:
        """Return the sheet in landscape (or back in portrait)."""
        return replace(self, width=self.height, height=self.width)

    def lying(self) -> Paper:
        """Return the sheet in landscape."""
        return self if self.width >= self.height else self.turned()


UNIVERSAL = Paper("universal", 210 * MM, 11 * INCH)
"""What A4 and Letter have in common: printers put it on either at 100 %. Everything is made for it."""

PAPERS = {paper.name: paper for paper in (
    UNIVERSAL, Paper("a4", 210 * MM, 297 * MM), Paper("letter", 8.5 * INCH, 11 * INCH))}
"""What homes have; `printshop.equipment.papers` knows many more."""

FIT = Paper("fit", 0.0, 0.0, 0.0)  # stands for a sheet as large as what is on it


class Machine(NamedTuple):
    """What a machine that cuts wants: black engraved drawings on templates, and so much room between pieces."""

    engraves: bool = False
    gap: float = 0.0


class Shop(NamedTuple):
    """What a print shop wants of pages."""

    single: bool = False  # each card and counter on its own
    bleed: float = 0.0  # points
    die: bool = False  # lines to cut and to fold tell where to, and are not printed


HOME = Shop()  # what is printed at home: sheets, with lines to cut along
