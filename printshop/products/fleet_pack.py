"""A fleet's pack: its roster first, then its records and cards with their damage, and its counters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing.items import Document
from printshop.drawing.text import plain
from printshop.layout.leaves import codes
from printshop.products import contents
from printshop.products.additions import made_of
from printshop.products.own_faces import setting
from printshop.products.pack import Component, Pack, chapters, made
from printshop.products.product import Request, Settings
from printshop.products.rosters import rosters
from printshop.products.rosters.rosters import FILLED, damage_of, tracks_of
from printshop.products.trouble import reported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.game.fleets.fleets import Fleet
    from printshop.game.model import Game

PARTS = (*FILLED, "counters")


def make(game: Game, fleet: Fleet, settings: Settings) -> Iterator[Component]:
    """Give the components of a fleet, one after the other, as they are made; its roster, made last, is not among them.

    Raises PrintshopError, after the last one, with the problems of all of them.
    """
    asked = ((name, _request(game, fleet, name)) for name in PARTS)
    for one in made(game, ((name, request) for name, request in asked if request), settings):
        title = f"{game.title}: {plain(fleet.title)}, {one.product.name}"
        yield replace(one, document=replace(one.document, title=title))


def _request(game: Game, fleet: Fleet, name: str) -> Request | None:
    """Return what a fleet needs of a product, or None: what is printed of its units by default, with their damage."""
    units = tuple(ship.unit for ship in fleet.ships)
    kinds = {unit.kind for unit in units}
    every = contents.things(game, name)
    only = tuple(key for key in contents.usual(game, name) if made_of(every[key]) in kinds)
    if not only:
        return None
    damage = damage_of(fleet, tracks_of(game, units, (name,))) if name in FILLED else {}
    return Request(units=units, damage=damage, only=only)


def assemble(game: Game, fleet: Fleet, components: Sequence[Component], settings: Settings) -> Pack:
    """Return the pack of a fleet and its components. Raises PrintshopError for a roster that does not fit its page."""
    with reported(f"the roster of '{plain(fleet.title)}'", fleet.span), setting(game, settings):
        parts = [_part(one) for one in components]
        document = rosters.document(game, fleet, settings, parts)
    pages = tuple(document.pages)
    every = (Component(rosters.PRODUCT, replace(document, pages=pages), pages), *components)
    whole = tuple(chapters(every))
    title = f"{game.title}: {plain(fleet.title)}"
    document = Document(title, whole, subject="Fleet", keywords=(game.title, plain(fleet.title), "fleet"))
    return Pack(document, None, every)


def _part(component: Component) -> tuple[str, str, str]:
    """Return what a roster says of a component: what it is, the codes of its pages, what it is printed on."""
    labels = codes(component.pages)
    pages = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
    material, edge = component.product.material, component.document.duplex
    how = f"{material}, both sides, flip on {edge} edge" if edge else material
    return component.product.name.capitalize(), pages, how
