"""The pictures of units themselves: what is wrong with one is told where the unit names it, whatever shows it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from printshop.drawing import art
from printshop.drawing.art import ArtError
from printshop.problems import PrintshopError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.drawing.art import Art, Raster
    from printshop.game.model import Unit
    from printshop.problems import Span


class OwnArtError(ArtError):
    """The picture of a unit cannot be used; `file` is what it is called."""

    def __init__(self, file: str, error: ArtError) -> None:
        super().__init__(error.message, error.hint, error.line, error.column)
        self.file = file


@contextmanager
def of_unit(path: Path | None) -> Iterator[None]:
    """Tell what is wrong with a unit's own picture from what is wrong with another; None if it is another.

    Raises OwnArtError.
    """
    try:
        yield
    except ArtError as error:
        if path is None:
            raise
        raise OwnArtError(path.name, error) from error


def read(unit: Unit) -> Art | Raster | None:
    """Return the picture of a unit, if it has one. Raises PrintshopError."""
    try:
        with of_unit(unit.art):
            return art.read(unit.art) if unit.art else None
    except ArtError as error:
        raise PrintshopError([art_problem(error, unit.title, unit.span, unit.art_at)]) from error


def art_problem(error: ArtError, name: str, span: Span | None, own: Span | None = None) -> Problem:
    """Return what is wrong with a picture as a problem of the piece that shows it, or of the unit whose it is.

    `own` is where the unit names it.
    """
    where = f" (line {error.line}, column {error.column})" if error.line else ""
    if isinstance(error, OwnArtError):
        named = "" if error.file in error.message else f"the picture '{error.file}' cannot be used: "
        return Problem(own, f"{named}{error.message}{where}", error.hint)
    return Problem(span, f"{name}: its picture cannot be used: {error.message}{where}", error.hint)
