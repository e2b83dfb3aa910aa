"""What does not fit its sheet: made for the sheet turned, or told with the smallest one that it fits.

Only of sheets that are smaller than usual, across or down, and of pieces that may be too large for any: on the others
it is the fault of what is to be printed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from printshop.drawing.items import Document
    from printshop.layout.paper import Paper
    from printshop.products.product import Settings

LARGER = "larger paper with --paper"  # what a hint ends with that larger paper is a way out of
ALIKE = 1.1  # sheets that are so many times as large as the smallest are named with it

Build = Callable[["Settings"], "Document"]


def turned(build: Build, settings: Settings, error: PrintshopError) -> Document:
    """Return a document that does not fit its sheet upright, or lying, made for the sheet turned.

    Raises the error, with what paper it would fit, if that does not hold it either.
    """
    if not settings.paper.usual:
        try:
            return build(replace(settings, paper=settings.paper.turned()))
        except PrintshopError:
            pass
    raise placed(build, settings, error)


def placed(build: Build, settings: Settings, error: PrintshopError) -> PrintshopError:
    """Return an error that says which sheets would do, if any of those that there are does."""
    usual = (settings.leaf or settings.paper).usual
    if usual and not all(one.hint.endswith(LARGER) for one in error.problems):
        return error
    if not (names := fitting(build, settings)):
        return error
    hints = [one.hint.removesuffix(LARGER) if usual else "it fits on " for one in error.problems]
    return PrintshopError([replace(one, hint=f"{hint}larger paper: {names}")
                           for one, hint in zip(error.problems, hints, strict=True)])


def fitting(build: Build, settings: Settings) -> str:
    """Return which larger sheets would do for what does not fit, "--paper a1"; nothing if none does."""
    if not settings.others or not _fits(build, settings.others[-1]):
        return ""
    found: list[Paper] = []
    for other in settings.others:
        if found and other.paper.area > ALIKE * found[0].area:
            break
        if _fits(build, other):
            found.append(other.paper)
    return " or ".join(f"--paper {paper.name}" for paper in found)


def _fits(build: Build, settings: Settings) -> bool:
    try:
        return all(page.width for page in build(settings).pages)  # some are made as they are walked
    except PrintshopError:
        return False
