"""What does not fit its sheet: made for the sheet turned, or told with the smallest one that it fits.

Only of sheets that are smaller than usual, across or down: on the others it is the fault of what is to be printed.
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
    if (settings.leaf or settings.paper).usual or not (names := fitting(build, settings)):
        return error
    return PrintshopError([replace(one, hint=f"it fits on larger paper: {names}") for one in error.problems])


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
