"""A scenario's whole pack: a cover that says what to print on what, and every component behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printshop.drawing.items import Bookmark, Document, Page
from printshop.problems import PrintshopError, Problems, failure, suggestion
from printshop.products import NAMES, contents, find
from printshop.products.product import Product, Request, Settings
from printshop.products.trouble import reported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario


BLANK = 4  # blank forms for every force that is still to be chosen


@dataclass(frozen=True, slots=True)
class Component:
    """One component of a pack, its pages made."""

    product: Product
    document: Document
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """A scenario's pack: `document` is all of it, `components` are its parts, without the cover."""

    document: Document
    cover: Document
    components: tuple[Component, ...]


def find_scenario(game: Game, key: str) -> Scenario:
    """Return a scenario of a game. Raises PrintshopError, with a suggestion, if there is none."""
    if key not in game.scenarios:
        raise failure(f"{game.title} has no scenario '{key}'", suggestion(key, game.scenarios))
    return game.scenarios[key]


def make(game: Game, scenario: Scenario, settings: Settings) -> Iterator[Component]:
    """Give the components of a scenario, one after the other, as they are made.

    Raises PrintshopError, after the last one, with the problems of all of them.
    """
    problems = Problems()
    for name in NAMES:
        request = _request(game, scenario, name)
        if request is None:
            continue
        made = find(name)
        try:
            document = made.build(game, request, settings)
            pages = tuple(document.pages)
        except PrintshopError as error:
            problems.extend(error.problems)
            continue
        if pages:
            yield Component(made, replace(document, pages=pages), pages)
    problems.raise_if_any()


def _request(game: Game, scenario: Scenario, name: str) -> Request | None:
    """Return what a scenario needs of a product, or None; forms are blank where all units are still to be chosen."""
    only = contents.wanted(game, scenario, name)
    units = tuple(unit for crew in game.crews(scenario) for unit in crew)
    if not only or (name == "counters" and not units):
        return None
    blank = 0 if units or name not in ("records", "cards") else BLANK * len(scenario.forces)
    return Request(units=units, scenario=scenario, only=() if name == "booklet" else only, blank=blank,
                   packed=True)


def assemble(game: Game, scenario: Scenario, components: tuple[Component, ...], settings: Settings) -> Pack:
    """Return the pack: the cover and, behind it, every page of every component. Raises PrintshopError."""
    from printshop.products.cover import page as cover_page

    title = f"{game.title}: {scenario.title}"
    with reported(f"the cover of '{scenario.title}'", scenario.span):
        first = Document(f"{title}: cover", (cover_page(game, scenario, components, settings),))
    pages = [*first.pages]
    for component in components:
        pages += _chapter(component)
    document = Document(title, tuple(pages), subject="Scenario pack", keywords=(game.title, scenario.title, "wargame"))
    return Pack(document, first, components)


def _chapter(component: Component) -> Iterator[Page]:
    """Give a component's pages with their bookmarks one level below that of the component."""
    for number, page in enumerate(component.pages):
        below = tuple(_inwards(mark) for mark in page.bookmarks)
        head = (Bookmark(component.product.name.capitalize()),) if number == 0 else ()
        yield replace(page, bookmarks=(*head, *below))


def _inwards(mark: Bookmark) -> Bookmark:
    return mark._replace(level=mark.level + 1)
