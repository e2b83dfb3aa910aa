"""Where what does not fit becomes a problem that a player can mend: one place, for every product."""

from __future__ import annotations

from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from printshop.drawing.items import Stream
from printshop.drawing.text import plain
from printshop.expressions import FormulaError
from printshop.problems import Misfit, PrintshopError, failure
from printshop.products import contents, other_paper
from printshop.products.own_faces import setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printshop.drawing.items import Document, Page
    from printshop.drawing.notes import Notes
    from printshop.game.model import Game, Unit
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


def _reported(made: Iterable[Page], what: str, faces: Callable[[], AbstractContextManager[None]],
              notes: Notes | None) -> Iterator[Page]:
    """Give pages as they are made, in the fonts that they may have, and report what does not fit on them."""
    pages = iter(made)
    while True:
        with reported(what), faces():
            page = next(pages, None)
        if page is None:
            return
        if notes:
            notes.look(page.items)
        yield page


def _told(pages: Iterable[Page], better: Callable[[PrintshopError], PrintshopError]) -> Iterator[Page]:
    """Give pages as they are made; an error among them is made `better`."""
    try:
        yield from pages
    except PrintshopError as error:
        raise better(error) from error


def safe(name: str, build: Build) -> Build:
    """Return a product's `build` that lets nothing but PrintshopError out, now or while its pages are walked.

    What does not fit a small sheet is made for that sheet turned, if it fits then.
    """

    def built(game: Game, request: Request, settings: Settings) -> Document:
        what, faces = f"the {name} of {game.title}", partial(setting, game, settings)
        with reported(what), faces():
            document = build(game, request, settings)
        if isinstance(document.pages, tuple):
            return document
        return replace(document, pages=Stream(partial(_reported, document.pages, what, faces, settings.notes)))

    def build_safely(game: Game, request: Request, settings: Settings) -> Document:
        anew = partial(built, game, request)
        contents.need(game, name, request)
        try:
            document = anew(settings)
        except PrintshopError as error:
            document = other_paper.turned(anew, settings, error)
        if settings.notes:
            settings.notes.backed |= document.backed
            settings.notes.made.add(name)
        if not isinstance(document.pages, tuple):
            better = partial(other_paper.placed, anew, settings)
            return replace(document, pages=Stream(partial(_told, document.pages, better)))
        if settings.notes:
            settings.notes.look(item for page in document.pages for item in page.items)
        return document

    return build_safely


def odd(units: Iterable[Unit]) -> Iterator[str]:
    """Give the warnings of units; sisters stand in one place and are told of once."""
    told: set[object] = set()
    for unit in units:
        if unit.warnings and unit.span not in told:
            told.add(unit.span)
            yield from (f"{unit.span}: {unit.title}: {plain(warning)}" for warning in unit.warnings)
