"""Who makes things of the pages, and what those want of them: a machine that cuts, a print shop, scissors at home."""

from __future__ import annotations

from typing import NamedTuple


class Machine(NamedTuple):
    """What a machine that cuts wants of pages: at least so much room between pieces, in points.

    If it engraves, what is drawn on templates is black, on the engrave layer.
    """

    engraves: bool = False
    gap: float = 0.0


class Shop(NamedTuple):
    """What a print shop wants of pages: with `single`, each card and counter on its own, with so much `bleed` (points).

    `die` says that lines to cut and to fold are not printed but tell where to: there is no need to show them otherwise.
    """

    single: bool = False
    bleed: float = 0.0
    die: bool = False


HOME = Shop()
"""What is printed at home: sheets, with lines to cut along."""
