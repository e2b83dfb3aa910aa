"""Packs: a scenario's components behind a cover, a fleet's behind its roster, or all that a game can print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from printshop import products
from printshop.drawing.items import Bookmark, Document, Page
from printshop.drawing.text import plain
from printshop.game.fleets import Fleet
from printshop.game.model import Game
from printshop.game.scenarios import Scenario
from printshop.job import AS_USUAL, Request, Settings
from printshop.layout.backs import codes, empty
from printshop.problems import PrintshopError, Problems, failure
from printshop.products.product import Product, added, unit_type_of
from printshop.products.safely import reported, setting

FRONT = 2
"""Pages before the first component: the cover and the print guide."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component of a pack with its pages; `request` is what was asked for, `apart` that it has a file of its own."""

    product: Product
    document: Document
    pages: tuple[Page, ...]
    request: Request = AS_USUAL
    apart: bool = False

    @property
    def bound(self) -> tuple[Page, ...]:
        """Its pages in the pack's one file: none of a booklet to fold, or of a map of very many sheets."""
        return () if self.document.folded or self.apart else self.pages


@dataclass(frozen=True, slots=True)
class Pack:
    """Pack of a scenario, or of a fleet behind its roster: the one file, its cover, its components."""

    document: Document
    cover: Document | None
    components: tuple[Component, ...]


class Part(NamedTuple):
    """One file of all that a game can print: its name ("maps", "blank-records", "maps-2") and its pages."""

    name: str
    document: Document


def _components(game: Game, requests: Iterable[tuple[Product, Request | None]], settings: Settings
                ) -> Iterator[Component]:
    """Yield the requested components that have pages, as they are built. Raises PrintshopError after the last one."""
    problems = Problems()
    for product, request in requests:
        if request is None:
            continue
        try:
            document = product.build(game, request, settings)
            pages = tuple(document.pages)
        except PrintshopError as error:
            problems.extend(error.problems)
            continue
        if pages:
            yield Component(product, replace(document, pages=pages), pages, request, product.apart(pages, settings))
    problems.raise_if_any()


def make(game: Game, scenario: Scenario, settings: Settings) -> Iterator[Component]:
    """Yield the components of a scenario as they are built. Raises PrintshopError at the end."""
    return _components(game, ((product, product.packed(game, scenario)) for product in products.every()), settings)


def assemble(game: Game, scenario: Scenario, components: Sequence[Component], settings: Settings) -> Pack:
    """Return the pack: cover and print guide, then the pages of each component. Raises PrintshopError."""
    from printshop.products.booklets import cover, front

    title, subject = f"{game.title}: {scenario.title}", f"the cover of '{scenario.title}'"
    with reported(subject, scenario.span, "print it on larger paper"), setting(game, settings):
        rows = []  # component, pages, material, copies, next step
        for component, first in zip(components, beginnings(components, FRONT), strict=True):
            last = first + len(component.bound) - 1
            pages = f"{first} to {last}" if last > first else f"{first}" if component.bound else "a file of its own"
            coded = f" ({labels})" if (labels := _codes(component)) else ""
            handling = component.product.handling(game, scenario, component.pages, settings)
            rows.append((f"**{component.product.name.capitalize()}**", f"{pages}{coded}",
                         *handling.sided(component.document.duplex)))
        two_sided = any(component.document.duplex or component.document.folded for component in components)
        pages_before = cover.page(game, scenario, settings), front.page(game, scenario, tuple(rows), settings,
                                                                        two_sided=two_sided)
        opening = Document(f"{title}: cover", pages_before)
        bound = (*opening.pages, *chapters(components, FRONT))
    document = Document(title, bound, subject="Scenario pack", keywords=(game.title, scenario.title, "wargame"))
    return Pack(document, opening, tuple(components))


def _codes(component: Component) -> str:
    """Return the page codes of a component, "C-1 to C-4"."""
    labels = [code for code in codes(component.pages) if code]
    return f"{labels[0]} to {labels[-1]}" if len(labels) > 1 else "".join(labels)


def make_fleet(game: Game, fleet: Fleet, settings: Settings, *, filled: bool = False) -> Iterator[Component]:
    """Yield a fleet's components, except its roster, as they are built; with `filled`, only those that show damage.

    Raises PrintshopError after the last one.
    """
    requests = ((product, of_fleet(game, fleet, product)) for product in products.every()
                if product.of_units and (product.filled or not filled))
    for component in _components(game, requests, settings):
        title = f"{game.title}: {plain(fleet.title)}, {component.product.name}"
        yield replace(component, document=replace(component.document, title=title))


def of_fleet(game: Game, fleet: Fleet, product: Product) -> Request | None:
    """Return the request for a product of a fleet, for the default entries of its units; None if there are none.

    It has the damage of the fleet if the product can show it.
    """
    from printshop.products.rosters.rosters import damage_of, tracks_of

    units, entries = tuple(ship.unit for ship in fleet.ships), product.entries(game)
    kinds = {unit.kind for unit in units}
    only = tuple(key for key in product.wanted(game) if key in entries and unit_type_of(entries[key]) in kinds)
    if not only:
        return None
    damage = damage_of(fleet, tracks_of(game, units, (product.name,))) if product.filled else {}
    return Request(units=units, damage=damage, only=only)


def assemble_fleet(game: Game, fleet: Fleet, components: Sequence[Component], settings: Settings) -> Pack:
    """Return the pack of a fleet and its components. Raises PrintshopError if the roster does not fit its page."""
    from printshop.products.rosters import rosters

    title = f"{game.title}: {plain(fleet.title)}"
    parts = []  # rows in the roster: component, page codes, material
    for component in components:
        material, edge = component.product.material, component.document.duplex
        parts.append((component.product.name.capitalize(), _codes(component),
                      f"{material}, both sides, flip on {edge} edge" if edge else material))
    with reported(f"the roster of '{plain(fleet.title)}'", fleet.span), setting(game, settings):
        document = rosters.document(game, fleet, settings, parts)
        pages = tuple(document.pages)
        bound = (Component(products.find("rosters"), replace(document, pages=pages), pages), *components)
        whole = Document(title, tuple(chapters(bound)), subject="Fleet",
                         keywords=(game.title, plain(fleet.title), "fleet"))
    return Pack(whole, None, bound)


def parts(game: Game, scenario: Scenario | None, settings: Settings) -> Iterator[Part]:
    """Yield the files of all products, of what the game adds, if anything. Raises PrintshopError after the last."""
    part = None
    for component in _components(game, _everything(game, scenario), settings):
        for part in files_of(component):
            yield part
    if part:
        return
    if game.unit_types and not any(product.entries(game) for product in products.every() if product.of_units):
        raise failure(f"{game.title} has nothing to print yet",
                      f'write a record sheet for its units: printshop new form {game.key} "My sheet"')
    raise failure(f"nothing of {game.title} is printed unless it is asked for",
                  "printshop list GAME names what there is, and --only prints it")


def files_of(component: Component) -> Iterator[Part]:
    """Yield the files of a component: usually one, with its product's name."""
    name = f"blank-{component.product.name}" if component.request.blank else component.product.name
    number = 0
    for title, pages in component.product.files(component.pages):
        number += bool(title)
        document = replace(component.document, pages=pages)
        yield Part(f"{name}-{number}", replace(document, title=f"{document.title}: {title}")) if title else Part(
            name, document)


def _everything(game: Game, scenario: Scenario | None) -> Iterator[tuple[Product, Request]]:
    """Yield the requests for all products; forms are requested filled and blank."""
    complete = {product: product.wanted(game, scenario) if scenario else product.complete(game)
                for product in products.there_for(game)}
    added_keys = {product: tuple(added(game, product.section, {key: product.entries(game)[key] for key in keys}))
                  for product, keys in complete.items()} if not scenario else {}
    for product, only in (added_keys if any(added_keys.values()) else complete).items():
        if not only:
            continue
        request = Request(scenario=scenario, only=() if product.refuses_only else only)
        yield product, request
        if filled := product.blanks(game, only, played=scenario is not None):
            yield product, replace(request, only=filled, blank=1)


def chapters(components: Iterable[Component], before: int = 0) -> Iterator[Page]:
    """Yield the pages of components, with `before` pages in front; their bookmarks move one level down.

    A component that is printed on both sides begins on the front of a sheet, so that its fronts and backs match.
    """
    for component, number in zip(components, beginnings(components, before), strict=True):
        if number > before + 1:
            yield empty(component.pages[0].width, component.pages[0].height)
        head: tuple[Bookmark, ...] = (Bookmark(component.product.name.capitalize()),)
        for page in component.bound:
            yield replace(page, bookmarks=(*head, *(mark._replace(level=mark.level + 1) for mark in page.bookmarks)))
            head = ()
        before = number + len(component.bound) - 1


def beginnings(components: Iterable[Component], before: int = 0) -> tuple[int, ...]:
    """Return the number of the first page of each component, with `before` pages in front."""
    numbers = []
    for component in components:
        number = before + 1 + bool(component.document.duplex and before % 2)
        numbers.append(number)
        before = number + len(component.bound) - 1
    return tuple(numbers)
