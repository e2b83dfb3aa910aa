"""What is meant where nothing in particular is named: units, things and scenarios, of a game or of what it adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from printshop.game.counters import MOST_PIECES
from printshop.game.model import Game, Unit, in_series
from printshop.game.scenarios import SCENARIOS, Scenario, crews
from printshop.job import Request
from printshop.letters import plain
from printshop.problems import Span, failure, suggestion

T = TypeVar("T")


def added_units(game: Game) -> list[Unit]:
    """Return the units that a game adds to the one that it extends; none where it extends none."""
    own_names = game.own.get("units")
    return [unit for name, unit in game.units.items() if name in own_names] if own_names else []


def added(game: Game, section: str, entries: Mapping[str, T]) -> dict[str, T]:
    """Return what a game adds to a section, "forms" or "maps" ..., and what is made of the units that it adds."""
    own_keys, kinds = game.own.get(section, frozenset()), {unit.kind for unit in added_units(game)}
    return {key: entry for key, entry in entries.items() if key in own_keys or unit_type_of(entry) in kinds}


def unit_type_of(entry: object) -> str:
    """Return the unit type that a form or a counter is for, "" of what is for none."""
    return getattr(entry, "unit_type", "") or getattr(entry, "unit", "")


def added_or_all(game: Game, section: str, entries: Mapping[str, T]) -> dict[str, T]:
    """Return what is meant when nothing is named: of a game that adds nothing to a section, all that is there."""
    return added(game, section, entries) or dict(entries)


def find_scenario(game: Game, key: str) -> Scenario:
    """Return a scenario of a game. Raises PrintshopError, with a suggestion, if there is none."""
    if key not in game[SCENARIOS]:
        game.apart.need("scenarios", {key})
        fleets = [path.stem for path in game.fleets.glob("*.*")]
        raise failure(f"{game.title} has no scenario '{key}'", f"this is a fleet: printshop fleet {game.key}/{key}"
                      if key in fleets else suggestion(key, game[SCENARIOS]))
    return game[SCENARIOS][key]


def scenarios(game: Game, request: Request) -> tuple[Scenario, ...]:
    """Return the scenarios that a request is about."""
    if request.scenario:
        return (request.scenario,)
    return tuple((game[SCENARIOS] if request.whole else added_or_all(game, "scenarios", game[SCENARIOS])).values())


def overspent(scenarios: Iterable[Scenario]) -> Iterator[str]:
    """Give what is told of forces that cost more than they may."""
    return (force.warning for scenario in scenarios for force in scenario.forces if force.warning)


def unit_warnings(units: Iterable[Unit]) -> Iterator[str]:
    """Give the warnings of units; sisters stand in one place and are told of once."""
    odd: dict[Span | None, Unit] = {}
    for unit in units:
        if unit.warnings:
            odd.setdefault(unit.span, unit)
    for unit in odd.values():
        yield from (f"{unit.span}: {unit.title}: {plain(warning)}" for warning in unit.warnings)


def chosen(game: Game, entries: Mapping[str, T], request: Request, noun: str, file: str,
           default: Callable[[T], bool] = lambda _: True) -> list[T]:
    """Return the things that a request names, in its order, or those that are made by default.

    `noun` is what one of them is called, `file` where they are described. Raises PrintshopError, with a
    suggestion, for a name that there is not, and where there are none at all or none by default.
    """
    section, dot, number = file.partition(".yaml")
    if not entries:
        inside = f"under {section}: in {game.root.name}{number}" if dot and not game.root.is_dir() else f"in {file}"
        writes = f', or have one written: printshop new form {game.key} "My sheet"' if section == "forms" else ""
        raise failure(f"{game.title} has no {noun}s", f"describe a {noun} {inside}{writes}")
    for name in request.only:
        if name not in entries:
            raise failure(f"{game.title} has no {noun} '{name}'", suggestion(name, entries))
    usual = {key: entry for key, entry in entries.items() if default(entry)}
    if not request.whole:
        usual = added_or_all(game, file.partition(".")[0], usual)
    selected = [entries[name] for name in request.only] or list(usual.values())
    if not selected:
        names = ", ".join(list(entries)[:5])
        raise failure(f"no {noun} of {game.title} is printed unless it is asked for", f"--only names it: {names}")
    return selected


def units_of(game: Game, request: Request, pieces: bool = False) -> tuple[Unit, ...]:
    """Return the units that a request is about: those it names, its scenario's, or all of the game, side by side.

    Of a game that extends another and adds units to it, only those are meant where none are named.
    `pieces` says that things to play with are made of them: what is anyone's is then made for every side, and of
    the whole game's units each in as many copies as it says.
    """
    if request.scenario and not request.units:
        return tuple(unit for crew in crews(game, request.scenario) for unit in crew)
    order = {key: place for place, key in enumerate(game.sides)}
    all_units = game.units.values() if request.whole else added_units(game) or game.units.values()
    units = request.units or sorted(all_units, key=lambda unit: order.get(unit.side.key, len(order)))
    if not pieces:
        return tuple(units)
    served: Iterable[Unit] = units
    if game.sides and any(unit.anyones for unit in units):  # side by side with those of every side
        served = (unit.serving(side) if unit.anyones else unit for side in game.sides.values() for unit in units
                  if unit.anyones or unit.side.key == side.key)
    if not request.units:
        served = (copy for unit in served for copy in (
            (unit,) if unit.copies == 1 else map(unit.numbered_as, range(1, unit.copies + 1))))
    printed = tuple(islice(served, MOST_PIECES + 1))
    if len(printed) > MOST_PIECES:
        raise failure(f"there are more than {MOST_PIECES:,} units to make pieces for, copies counted",
                      "name those that you need")
    return in_series(printed)
