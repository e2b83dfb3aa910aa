"""Everything that a game has to print, or a scenario of it: each product with its usual pieces, and blank forms.

Of a game that extends another it is what that one adds, unless this is nothing that is printed by itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.problems import PrintshopError, Problems, failure
from printshop.products import additions, contents, find
from printshop.products.product import Request, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.drawing.items import Document
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario

FORMS = ("records", "cards")


class Part(NamedTuple):
    """One file: the name of its product, or "blank-" and that; its pages are made."""

    name: str
    document: Document


def parts(game: Game, scenario: Scenario | None, settings: Settings) -> Iterator[Part]:
    """Give everything there is to print, one product after the other, as it is made.

    Raises PrintshopError, after the last one, with the problems of all of them; also where nothing is printed.
    """
    problems, made = Problems(), 0
    for name, request in _requests(game, scenario):
        product = name.removeprefix("blank-")
        try:
            document = find(product).build(game, request, settings)
            pages = tuple(document.pages)
        except PrintshopError as error:
            problems.extend(error.problems)
            continue
        if pages:
            made += 1
            yield Part(name, replace(document, pages=pages))
    problems.raise_if_any()
    if not made and game.unit_types and not (game.forms or game.counters):
        raise failure(f"{game.title} has nothing to print yet",
                      f'write a record sheet for its units: printshop new form {game.key} "My sheet"')
    if not made:
        raise failure(f"nothing of {game.title} is printed unless it is asked for",
                      "printshop list GAME names what there is, and --only prints it")


def _requests(game: Game, scenario: Scenario | None) -> Iterator[tuple[str, Request]]:
    wanted = {name: contents.wanted(game, scenario, name) if scenario else contents.usual(game, name)
              for name in contents.products(game)}
    if not scenario and (mine := _own(game, wanted)):
        wanted = mine
    for name, only in wanted.items():
        if not only:
            continue
        request = Request(scenario=scenario, only=() if name == "booklet" else only)
        yield name, request
        filled = tuple(key for key in only if name in FORMS and game.forms[key].unit and _blank(game, key, scenario))
        if filled:
            yield f"blank-{name}", replace(request, only=filled, blank=1)


def _own(game: Game, wanted: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return what a game that extends another adds to it, by product: the rest is printed of that one."""
    return {name: mine for name, only in wanted.items()
            if (mine := tuple(additions.things(game, contents.section(name), {key: contents.things(game, name)[key]
                                                                        for key in only})))}


def _blank(game: Game, form: str, scenario: Scenario | None) -> bool:
    """Return whether a blank form is printed, too; a game that extends another has only its own."""
    return bool(scenario) or not game.base or form in game.own.get("forms", ()) or not additions.units(game)
