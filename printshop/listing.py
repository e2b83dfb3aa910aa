"""What there is, in words: the games, and what one of them holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.game.load import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game, Unit


def games() -> Iterator[str]:
    """Give a line for each game that comes with printshop, and the way on."""
    for key, folder in catalogue.games().items():
        game = load(folder)
        yield f"{key:14} {game.title}: {len(game.units)} units; {_scenarios(key, game)}"
    yield ""
    yield "printshop list GAME shows what is in one; a folder with a game.yaml of your own is a GAME too."


def _scenarios(key: str, game: Game) -> str:
    names = [f"{key}/{one}" for one in game.scenarios]
    return ("scenario " if len(names) == 1 else "scenarios ") + ", ".join(names) if names else "no scenarios"


def inside(game: Game, name: str) -> Iterator[str]:
    """Give what a game holds: its units by side, its scenarios, its pieces. `name` is how the user called it."""
    yield f"{game.title}" + (f" - {game.subtitle}" if game.subtitle else "")
    yield f"read from {game.root}"
    for side in game.sides.values():
        units = [unit for unit in game.units.values() if unit.side.key == side.key]
        yield ""
        yield f"{side.name}" + ("" if units else ": no units yet")
        yield from (_unit(unit) for unit in units)
    yield ""
    yield "Scenarios"
    name = name.rstrip("/")
    yield from (f"  {name + '/' + key:36} {one.title}" for key, one in game.scenarios.items())
    for title, section in (("Records", game.forms), ("Counters", game.counters), ("Markers", game.markers),
                           ("Templates", game.templates), ("Charts", game.charts)):
        if section:
            yield f"{title}: {', '.join(section)}"


def _unit(unit: Unit) -> str:
    details = [str(value) for key in ("type", "points") if (value := unit.values.get(key)) is not None]
    if len(details) == 2:
        details[1] += " points"
    size = [unit.size.name] if unit.size else []
    number = f" (numbered: {unit.name}-1, {unit.name}-2 ...)" if unit.numbered else ""
    return f"  {unit.name:16} {', '.join(details + size)}{number}".rstrip()
