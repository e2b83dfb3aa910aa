"""What a game that extends another adds to it: all that is printed of it when nothing in particular is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from printshop.problems import some

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Scenario
    from printshop.products.product import Request

T = TypeVar("T")


def units(game: Game) -> list[Unit]:
    """Return the units that a game adds to the one that it extends; none where it extends none."""
    mine = game.own.get("units")
    return [unit for name, unit in game.units.items() if name in mine] if mine else []


def things(game: Game, section: str, every: Mapping[str, T]) -> dict[str, T]:
    """Return what a game adds to a section, "forms" or "maps" ..., and what is made of the units that it adds."""
    mine, kinds = game.own.get(section, frozenset()), {unit.kind for unit in units(game)}
    return {key: one for key, one in every.items() if key in mine or made_of(one) in kinds}


def made_of(thing: object) -> str:
    """Return the unit type that a form or a counter is for, "" of what is for none."""
    return getattr(thing, "unit_type", "") or getattr(thing, "unit", "")


def usual(game: Game, section: str, every: Mapping[str, T]) -> dict[str, T]:
    """Return what is meant when nothing is named: of a game that adds nothing to a section, all that is there."""
    return things(game, section, every) or dict(every)


def scenarios(game: Game, request: Request) -> tuple[Scenario, ...]:
    """Return the scenarios that a request is about."""
    if request.scenario:
        return (request.scenario,)
    return tuple((game.scenarios if request.whole else usual(game, "scenarios", game.scenarios)).values())


def summary(game: Game) -> str:
    """Return how much a game adds to the one that it extends: "2 units, 1 form more than harbour"."""
    found = [(len(names), section.removesuffix("s").replace("_", " "))
             for section, names in sorted(game.own.items(), key=lambda item: item[0] != "units") if names]
    parts = [some(count, noun) for count, noun in found]
    return f"{', '.join(parts) or 'nothing'} more than {game.base}"
