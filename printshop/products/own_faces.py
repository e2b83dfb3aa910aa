"""The faces of the fonts that a game brings along and a player adds, behind the bundled ones."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from printshop.drawing import fonts
from printshop.problems import Problems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game
    from printshop.products.product import Settings


def faces(game: Game, settings: Settings) -> tuple[fonts.OwnFace, ...]:
    """Return the faces for what is made of a game: those asked for in this run first.

    Raises PrintshopError, at the place where it is named, for every font that cannot be used.
    """
    problems = Problems()
    found: dict[fonts.OwnFace, None] = {}
    for file in (*settings.fonts, *game.fonts):
        try:
            found.update(dict.fromkeys(fonts.faces(file.path, file.member)))
        except fonts.FontError as error:
            problems.add(file.span, str(error), error.hint)
    problems.raise_if_any()
    return tuple(found)


@contextmanager
def setting(game: Game, settings: Settings) -> Iterator[None]:
    """Let what is laid out within have the fonts of a game and of this run. Raises PrintshopError."""
    with fonts.besides(faces(game, settings)):
        yield
