"""Everything that a game has to print, or a scenario of it: each product with its pieces, and blank forms.

Of a game that extends another it is what that one adds, unless this is nothing that is printed by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.counters import COUNTERS
from printshop.game.forms.forms import FORMS
from printshop.problems import failure
from printshop.products import additions, contents
from printshop.products.making import MANY
from printshop.products.pack import made
from printshop.products.product import Request, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.drawing.items import Document
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario
    from printshop.products.pack import Component

FILLED = ("records", "cards")


class Part(NamedTuple):
    """One file: the name of its product, "blank-" and that, or that and a number; its pages are made."""

    name: str
    document: Document


def parts(game: Game, scenario: Scenario | None, settings: Settings) -> Iterator[Part]:
    """Give everything there is to print, one product after the other, as it is made.

    Raises PrintshopError, after the last one, with the problems of all of them; also where nothing is printed.
    """
    part = None
    for one in made(game, _requests(game, scenario), settings):
        for part in _files(one):
            yield part
    if part:
        return
    if game.unit_types and not game[FORMS] and not game[COUNTERS]:
        raise failure(f"{game.title} has nothing to print yet",
                      f'write a record sheet for its units: printshop new form {game.key} "My sheet"')
    raise failure(f"nothing of {game.title} is printed unless it is asked for",
                  "printshop list GAME names what there is, and --only prints it")


def _files(one: Component) -> Iterator[Part]:
    """Give the files of a product: a map of so many sheets that a pack keeps it apart has one of its own.

    The first page of every map leads to it, and none of the others does.
    """
    name = f"blank-{one.product.name}" if one.request.blank else one.product.name
    starts = [index for index, page in enumerate(one.pages) if page.bookmarks]
    if name != "maps" or len(starts) < 2:
        yield Part(name, one.document)
        return
    maps = [one.pages[start:end] for start, end in zip(starts, (*starts[1:], None), strict=True)]
    large = [pages for pages in maps if len(pages) > MANY]
    rest = tuple(page for pages in maps if len(pages) <= MANY for page in pages)
    if rest:
        yield Part(name, replace(one.document, pages=rest))
    for number, pages in enumerate(large, 1):
        title = pages[0].bookmarks[0].title
        yield Part(f"{name}-{number}", replace(one.document, title=f"{one.document.title}: {title}", pages=pages))


def _requests(game: Game, scenario: Scenario | None) -> Iterator[tuple[str, Request]]:
    """Give what is asked of each product, forms twice: filled, and blank."""
    wanted = {name: contents.wanted(game, scenario, name) if scenario else contents.every(game, name)
              for name in contents.products(game)}
    if not scenario and (mine := _own(game, wanted)):
        wanted = mine
    for name, only in wanted.items():
        if not only:
            continue
        request = Request(scenario=scenario, only=() if name == "booklet" else only)
        yield name, request
        filled = tuple(key for key in only if name in FILLED and game[FORMS][key].unit and _blank(game, key, scenario))
        if filled:
            yield name, replace(request, only=filled, blank=1)


def _own(game: Game, wanted: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return what a game that extends another adds to it, by product: the rest is printed of that one."""
    return {name: mine for name, only in wanted.items()
            if (mine := tuple(additions.things(game, contents.section(name), {key: contents.things(game, name)[key]
                                                                        for key in only})))}


def _blank(game: Game, form: str, scenario: Scenario | None) -> bool:
    """Return whether a blank form is printed, too; a game that extends another has only its own."""
    return bool(scenario) or not game.base or form in game.own.get("forms", ()) or not additions.units(game)
