"""What a game has for each product to print, and which of it belongs to a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from printshop.game.counters import MARKERS
from printshop.game.forms.forms import FORMS
from printshop.problems import failure, suggestion
from printshop.products import NAMES, TAKES_UNITS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.charts import Card
    from printshop.game.counters import CounterKind, MarkerKind
    from printshop.game.forms.forms import Form
    from printshop.game.maps import HexMap
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario
    from printshop.products.product import Request
    from printshop.templates import Template

    Thing: TypeAlias = Card | CounterKind | Form | HexMap | MarkerKind | Scenario | Template

NO_PIECES = ("booklet", "rosters")  # of these there is but one
# Products whose pieces stand in another file than the one of their own name.
FILES = {"records": "forms", "cards": "forms", "booklet": "scenarios"}


class Piece(NamedTuple):
    """What one thing of a game is called, and whether it is printed when nothing in particular is asked for."""

    title: str
    default: bool


def section(product: str) -> str:
    """Return where a product's pieces are described: the name of the file or folder, and of the key in `pieces`."""
    return FILES.get(product, product)


def things(game: Game, product: str) -> Mapping[str, Thing]:
    """Return what a game has for a product, by key. A form that has a size is a card, one without a record."""
    if product in ("records", "cards"):
        return {key: form for key, form in game[FORMS].items() if (form.size is not None) == (product == "cards")}
    if product == "rosters":
        return {}  # they are of players' fleets, not of the game
    key = section(product)
    return game.scenarios if key == "scenarios" else game.entries(key)  # type: ignore[return-value]


def pieces(game: Game, product: str) -> dict[str, Piece]:
    """Return titles and defaults of what a game has for a product, by key."""
    return {key: _piece(thing) for key, thing in things(game, product).items()}


def _piece(thing: Thing) -> Piece:
    head: Any = getattr(thing, "head", thing)
    return Piece(head.title, getattr(head, "default", True))


def find_scenario(game: Game, key: str) -> Scenario:
    """Return a scenario of a game. Raises PrintshopError, with a suggestion, if there is none."""
    if key not in game.scenarios:
        game.apart.need("scenarios", {key})
        fleets = [one.stem for one in game.fleets.glob("*.*")]
        raise failure(f"{game.title} has no scenario '{key}'", f"this is a fleet: printshop fleet {game.key}/{key}"
                      if key in fleets else suggestion(key, game.scenarios))
    return game.scenarios[key]


def request(game: Game, product: str, scenario: str = "", only: tuple[str, ...] = ()) -> Request:
    """Return the request for a product, or for what belongs of it to a scenario: what `only` names, or all of that.

    Raises PrintshopError for a scenario that there is not, or that is played without the product.
    """
    from printshop.products.product import Request

    if not scenario:
        return Request(only=only)
    chosen = find_scenario(game, scenario)
    if product not in NO_PIECES and not only:
        only = wanted(game, chosen, product)
        if not only:
            raise failure(f"the scenario '{chosen.key}' is played without {product}")
    return Request(scenario=chosen, only=only)


def wanted(game: Game, scenario: Scenario, product: str) -> tuple[str, ...]:
    """Return the keys of what belongs to a scenario; empty if nothing of this product does.

    A scenario that is played on a map needs that map and, if it does not say so, no other. Markers on sheets of
    counters belong to those.
    """
    if product == "booklet":
        return (scenario.key,)
    if product == "markers":
        beside = carried(game, scenario)
        return tuple(key for key in _named(game, scenario, product) if key not in beside)
    return _named(game, scenario, product)


def usual(game: Game, product: str) -> tuple[str, ...]:
    """Return the keys of what is printed of a whole game when nothing in particular is asked for.

    Raises PrintshopError, as all that says what belongs together, if something of it is wrong.
    """
    game.apart.need(section(product))
    beside = carried(game, None) if product == "markers" else ()
    return tuple(key for key, piece in pieces(game, product).items() if piece.default and key not in beside)


def every(game: Game, product: str) -> tuple[str, ...]:
    """Return the keys of all that a game has of a product, also of what is printed only when it is asked for."""
    game.apart.need(section(product), game.apart.names(section(product)))
    beside = carried(game, None) if product == "markers" else ()
    return tuple(key for key in pieces(game, product) if key not in beside)


def carried(game: Game, scenario: Scenario | None) -> tuple[str, ...]:
    """Return the keys of the markers that lie on sheets of counters, of a scenario or of the whole game."""
    if scenario and not any(game.crews(scenario)):
        return ()  # its units are still to be chosen: there are no counters
    kinds = _named(game, scenario, "counters")
    return tuple(key for key in _named(game, scenario, "markers") if game[MARKERS][key].beside in kinds)


def _named(game: Game, scenario: Scenario | None, product: str) -> tuple[str, ...]:
    """Return what a scenario lists of a product, or what is usual."""
    known = pieces(game, product)
    if scenario and section(product) in scenario.pieces:
        return tuple(key for key in scenario.pieces[section(product)] if key in known)
    if scenario and product == "maps":
        return (scenario.map,) if scenario.map else ()
    game.apart.need(section(product))
    return tuple(key for key, piece in known.items() if piece.default)


def need(game: Game, product: str, request: Request) -> None:
    """Raise PrintshopError, with all that is wrong in the game's files, if a request needs something that is."""
    only = (request.scenario.key,) if product == "booklet" and request.scenario else request.only
    game.apart.need(section(product), only)
    if product == "counters":
        game.apart.need("markers")  # which may lie on the same sheets
    if product in TAKES_UNITS and not (request.units or request.scenario or request.blank):
        game.apart.need("units")


def products(game: Game) -> tuple[str, ...]:
    """Return the products that a game's data is enough for, in the order of a pack."""
    return tuple(name for name in NAMES if things(game, name) or game.apart.lacks(section(name)))
