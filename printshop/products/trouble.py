"""Where what does not fit becomes a problem that a player can mend: one place, for every product."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from printshop.drawing.misfit import Misfit
from printshop.expressions import FormulaError
from printshop.problems import failure
from printshop.products.own_faces import setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printshop.drawing.items import Document, Page
    from printshop.drawing.notes import Notes
    from printshop.game.model import Game
    from printshop.problems import Span
    from printshop.products.product import Request, Settings

    Build = Callable[[Game, Request, Settings], Document]


@contextmanager
def reported(what: str, span: Span | None = None, hint: str = "") -> Iterator[None]:
    """Turn what does not fit, or a formula that cannot be worked out, into a PrintshopError that says of what.

    `hint` is what to do about it, unless the error knows better.
    """
    try:
        yield
    except (Misfit, FormulaError) as error:
        raise failure(f"{what}: {error}", error.hint or hint, span) from error


@dataclass(frozen=True, slots=True)
class _Reported:
    """Pages that are made as they are walked, in the fonts that they may have, and report what does not fit on them."""

    pages: Iterable[Page]
    what: str
    setting: Callable[[], AbstractContextManager[None]]
    notes: Notes | None

    def __iter__(self) -> Iterator[Page]:
        pages = iter(self.pages)
        while True:
            with reported(self.what), self.setting():
                page = next(pages, None)
            if page is None:
                return
            if self.notes:
                self.notes.look(page.items)
            yield page


def safe(name: str, build: Build) -> Build:
    """Return a product's `build` that lets nothing but PrintshopError out, now or while its pages are walked."""

    def build_safely(game: Game, request: Request, settings: Settings) -> Document:
        with reported(f"the {name} of {game.title}"), setting(game, settings):
            document = build(game, request, settings)
        if isinstance(document.pages, tuple):
            if settings.notes:
                settings.notes.look(item for page in document.pages for item in page.items)
            return document
        what = f"the {name} of {game.title}"
        return replace(document, pages=_Reported(document.pages, what, partial(setting, game, settings),
                                                 settings.notes))

    return build_safely

