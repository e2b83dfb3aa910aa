"""Where what does not fit becomes a problem that a player can mend: one place, for every product."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printshop.drawing.misfit import Misfit
from printshop.expressions import FormulaError
from printshop.problems import failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printshop.drawing.items import Document, Page
    from printshop.game.model import Game
    from printshop.problems import Span
    from printshop.products.product import Request, Settings

    Build = Callable[[Game, Request, Settings], Document]


@contextmanager
def reported(what: str, span: Span | None = None) -> Iterator[None]:
    """Turn what does not fit, or a formula that cannot be worked out, into a PrintshopError that says of what."""
    try:
        yield
    except (Misfit, FormulaError) as error:
        raise failure(f"{what}: {error}", error.hint, span) from error


@dataclass(frozen=True, slots=True)
class _Reported:
    """Pages that are made as they are walked, and report what does not fit on them."""

    pages: Iterable[Page]
    what: str

    def __iter__(self) -> Iterator[Page]:
        with reported(self.what):
            yield from self.pages


def safe(name: str, build: Build) -> Build:
    """Return a product's `build` that lets nothing but PrintshopError out, now or while its pages are walked."""

    def build_safely(game: Game, request: Request, settings: Settings) -> Document:
        with reported(f"the {name} of {game.title}"):
            document = build(game, request, settings)
        if isinstance(document.pages, tuple):
            return document
        return replace(document, pages=_Reported(document.pages, f"the {name} of {game.title}"))

    return build_safely

