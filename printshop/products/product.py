"""What a product is: the one thing that every module of this package exports as `PRODUCT`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from printshop.drawing.ink import Ink
from printshop.layout.paper import PAPERS, Paper
from printshop.problems import failure, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.drawing.items import Document
    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Scenario


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """How things are printed: on which paper, with how much ink."""

    paper: Paper = PAPERS["universal"]
    ink: Ink = Ink.COLOUR


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for.

    `units` are the units to print, in order, each copy named (empty: all the game's units, once each, or
    those of the scenario). `damage` is unit name -> track key -> boxes already marked. `only` names the
    pieces wanted of a product that has several (templates, markers, charts); empty means all. `blank` is how many
    blank forms are wanted.
    """

    units: tuple[Unit, ...] = ()
    scenario: Scenario | None = None
    damage: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    blank: int = 0


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of printed thing.

    `material`, `copies` and `hint` stand on a pack's cover: what to print it on, how often, and what to do then.
    """

    name: str
    summary: str
    material: str
    hint: str
    build: Callable[[Game, Request, Settings], Document]
    copies: str = "1"


def chosen(game: Game, things: Mapping[str, T], request: Request, noun: str, file: str,
           default: Callable[[T], bool] = lambda _: True) -> list[T]:
    """Return the things that a request names, in its order, or those that are made by default.

    `noun` is what one of them is called, `file` where they are described. Raises PrintshopError, with a
    suggestion, for a name that there is not, and where there are none at all.
    """
    if not things:
        raise failure(f"{game.title} has no {noun}s", f"describe a {noun} in {file}")
    for name in request.only:
        if name not in things:
            raise failure(f"{game.title} has no {noun} '{name}'", suggestion(name, things))
    return [things[name] for name in request.only] or [one for one in things.values() if default(one)]


def units_of(game: Game, request: Request) -> tuple[Unit, ...]:
    """Return the units that a request is about: those it names, its scenario's, or all of the game, side by side."""
    if request.units:
        return request.units
    if request.scenario:
        return game.muster(request.scenario.roster)
    order = list(game.sides)
    return tuple(sorted(game.units.values(), key=lambda unit: order.index(unit.side.key)))
