"""What a product is: the one thing that every module of this package exports as `PRODUCT`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from printshop.drawing.ink import Ink
from printshop.game.model import in_series
from printshop.layout.paper import PAPERS, Paper
from printshop.problems import failure, suggestion

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

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
    blank forms are wanted. `packed` says that a cover comes with it, which tells what there is to print.
    """

    units: tuple[Unit, ...] = ()
    scenario: Scenario | None = None
    damage: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    blank: int = 0
    packed: bool = False


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
    suggestion, for a name that there is not, and where there are none at all or none by default.
    """
    if not things:
        raise failure(f"{game.title} has no {noun}s", f"describe a {noun} in {file}")
    for name in request.only:
        if name not in things:
            raise failure(f"{game.title} has no {noun} '{name}'", suggestion(name, things))
    found = [things[name] for name in request.only] or [one for one in things.values() if default(one)]
    if not found:
        few = ", ".join(list(things)[:5])
        raise failure(f"no {noun} of {game.title} is printed unless it is asked for", f"--only names it: {few}")
    return found


def units_of(game: Game, request: Request, pieces: bool = False) -> tuple[Unit, ...]:
    """Return the units that a request is about: those it names, its scenario's, or all of the game, side by side.

    `pieces` says that things to play with are made of them: what is anyone's is then made for every side, and of
    the whole game's units each in as many copies as it says.
    """
    if request.scenario and not request.units:
        return tuple(unit for crew in game.crews(request.scenario) for unit in crew)
    order = {key: place for place, key in enumerate(game.sides)}
    units = request.units or sorted(game.units.values(), key=lambda unit: order.get(unit.side.key, len(order)))
    if not pieces:
        return tuple(units)
    every = _for_every_side(game, tuple(units))
    return in_series(every if request.units else (copy for unit in every for copy in _copies(unit)))


def _copies(unit: Unit) -> Iterator[Unit]:
    if unit.copies == 1:
        yield unit
    else:
        yield from (unit.numbered_as(number) for number in range(1, unit.copies + 1))


def _for_every_side(game: Game, units: tuple[Unit, ...]) -> Iterator[Unit]:
    """Give the units as they are or, where some are anyone's, side by side with those of every side."""
    if not game.sides or not any(unit.anyones for unit in units):
        yield from units
        return
    for side in game.sides.values():
        for unit in units:
            if unit.anyones or unit.side.key == side.key:
                yield unit.serving(side) if unit.anyones else unit
