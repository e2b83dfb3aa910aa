"""A scenario's whole pack: a cover that says what to print on what, and every component behind it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printshop.drawing.items import Bookmark, Document, Page
from printshop.layout.leaves import empty
from printshop.problems import PrintshopError, Problems
from printshop.products import NAMES, contents, find
from printshop.products.making import apart
from printshop.products.own_faces import setting
from printshop.products.product import Product, Request, Settings
from printshop.products.trouble import reported

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario


AS_USUAL = Request()
BLANK = 4  # blank forms for every force that is still to be chosen


@dataclass(frozen=True, slots=True)
class Component:
    """A component of a pack, its pages made: `request` is what was asked for, `apart` that it has its own file."""

    product: Product
    document: Document
    pages: tuple[Page, ...]
    request: Request = AS_USUAL
    apart: bool = False

    @property
    def bound(self) -> tuple[Page, ...]:
        """Its pages in the one file of the pack: a map of very many sheets is not there, nor a booklet to fold."""
        return () if self.document.folded or self.apart else self.pages


@dataclass(frozen=True, slots=True)
class Pack:
    """The pack of a scenario or a fleet: `document` is the one file, `components` are its parts, without the cover.

    That of a fleet has no cover: its roster goes first.
    """

    document: Document
    cover: Document | None
    components: tuple[Component, ...]


def made(game: Game, asked: Iterable[tuple[str, Request]], settings: Settings) -> Iterator[Component]:
    """Give what is asked for of products, one after the other, as it is made; nothing of those without pages.

    Raises PrintshopError, after the last one, with the problems of all of them.
    """
    problems = Problems()
    for name, request in asked:
        product = find(name)
        try:
            document = product.build(game, request, settings)
            pages = tuple(document.pages)
        except PrintshopError as error:
            problems.extend(error.problems)
            continue
        if pages:
            yield Component(product, replace(document, pages=pages), pages, request, apart(name, pages, settings))
    problems.raise_if_any()


def make(game: Game, scenario: Scenario, settings: Settings) -> Iterator[Component]:
    """Give the components of a scenario, one after the other, as they are made. Raises PrintshopError at the end."""
    asked = ((name, _request(game, scenario, name)) for name in NAMES)
    return made(game, ((name, request) for name, request in asked if request), settings)


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
    """Return the pack: the cover and, behind it, the pages of every component. Raises PrintshopError."""
    from printshop.products.booklets.cover import page as cover_page

    title = f"{game.title}: {scenario.title}"
    with reported(f"the cover of '{scenario.title}'", scenario.span), setting(game, settings):
        first = Document(f"{title}: cover", (cover_page(game, scenario, components, settings),))
    pages = (*first.pages, *chapters(components, 1))
    document = Document(title, pages, subject="Scenario pack", keywords=(game.title, scenario.title, "wargame"))
    return Pack(document, first, components)


def chapters(components: Iterable[Component], before: int = 0) -> Iterator[Page]:
    """Give the pages of components one after the other, behind so many pages `before` them.

    What is printed on both sides begins on the front of a sheet, behind an empty page if need be: so fronts and backs
    come together whether those pages are printed alone or all pages on both sides.
    """
    for component, number in zip(components, beginnings(components, before), strict=True):
        if number > before + 1:
            yield empty(component.pages[0].width, component.pages[0].height)
        yield from _chapter(component)
        before = number + len(component.bound) - 1


def beginnings(components: Iterable[Component], before: int = 0) -> tuple[int, ...]:
    """Return the number of the page that each component begins on, behind so many pages."""
    found = []
    for component in components:
        number = before + 1
        number += 1 if component.document.duplex and number % 2 == 0 else 0
        found.append(number)
        before = number + len(component.bound) - 1
    return tuple(found)


def _chapter(component: Component) -> Iterator[Page]:
    """Give a component's pages with their bookmarks one level below that of the component."""
    for number, page in enumerate(component.bound):
        below = tuple(_inwards(mark) for mark in page.bookmarks)
        head = (Bookmark(component.product.name.capitalize()),) if number == 0 else ()
        yield replace(page, bookmarks=(*head, *below))


def _inwards(mark: Bookmark) -> Bookmark:
    return mark._replace(level=mark.level + 1)
