"""Damage of a fleet: which circles there are on its records and cards, and whether those marked are among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing.ink import Ink
from printshop.game.damage import key_of
from printshop.game.forms.forms import FORMS
from printshop.products import contents
from printshop.products.forms.form_sheets import Compiled, check_damage, track_hint

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from printshop.game.fleets.fleets import Fleet, Vessel
    from printshop.game.model import Game, Unit
    from printshop.problems import Problems, Span

    Tracks = Mapping[str, int]

FILLED = ("records", "cards")
ROOM = 10_000.0  # points: a place on which every form fits, as only the names of its circles are asked for


def tracks_of(game: Game, units: Iterable[Unit], products: Iterable[str] = FILLED) -> dict[str, Tracks]:
    """Return how many circles every unit has on its usual records and cards, by track; the keys are `key_of` units."""
    forms = _compiled(game, products)
    found: dict[str, Tracks] = {}
    for unit in units:
        own = (form.tracks(unit) for form in forms if form.form.unit == unit.kind)
        found[key_of(unit)] = {track: count for tracks in own for track, count in tracks.items()}
    return found


def _compiled(game: Game, products: Iterable[str] = FILLED) -> list[Compiled]:
    """Return the usual forms for units, on a place where all of them fit."""
    keys = [key for product in products for key in contents.usual(game, product)]
    return [Compiled(game[FORMS][key], (), Ink.COLOUR, ROOM, ROOM) for key in keys if game[FORMS][key].unit]


def refuse(game: Game, units: Sequence[Unit], damage: Mapping[str, Tracks]) -> None:
    """Refuse damage that is on no record of the units. Raises PrintshopError."""
    check_damage([(form, tuple(unit for unit in units if unit.kind == form.form.unit)) for form in _compiled(game)],
                 damage)


def forgiven(fleet: Fleet, known: Mapping[str, Tracks]) -> Fleet:
    """Return the fleet with every track called as the records call it, which the file may write large or small."""
    squadrons = tuple(replace(one, ships=tuple(_called(ship, known[key_of(ship.unit)]) for ship in one.ships))
                      for one in fleet.squadrons)
    return replace(fleet, squadrons=squadrons)


def _called(ship: Vessel, tracks: Tracks) -> Vessel:
    folded = {_folded(track): track for track in tracks}
    named = {track: track if track in tracks else folded.get(_folded(track), track) for track in ship.damage}
    if len({*named.values()}) < len(named) or all(old == new for old, new in named.items()):
        return ship
    return replace(ship, damage={named[track]: marked for track, marked in ship.damage.items()},
                   places={named.get(track, track): place for track, place in ship.places.items()})


def _folded(track: str) -> str:
    return " ".join(track.replace("_", " ").split()).casefold()


def check(fleet: Fleet, known: Mapping[str, Tracks], problems: Problems) -> None:
    """Note damage that is not on the records of its ship, once for each line; what has no records may have any."""
    told: set[tuple[Span | None, str]] = set()
    for ship in fleet.ships:
        tracks = known[key_of(ship.unit)]
        for track, marked in ship.damage.items() if tracks else ():
            place = ship.places.get(track, ship.span)
            if (place, track) in told:
                continue
            told.add((place, track))
            if track not in tracks:
                problems.add(place, f"damage of {ship.unit.title}: its record has no '{track}'",
                             track_hint(track, tracks))
            elif marked > tracks[track]:
                problems.add(place, f"damage of {ship.unit.title}: {marked} of {track} are marked, "
                                    f"the record has {tracks[track]}")


def damage_of(fleet: Fleet, known: Mapping[str, Tracks]) -> dict[str, dict[str, int]]:
    """Return the damage of a fleet as records and cards take it; `known` are the circles that those have."""
    found = {}
    for ship in fleet.ships:
        key = key_of(ship.unit)
        own = {track: marked for track, marked in ship.damage.items() if track in known[key]}
        if own:
            found[key] = own
    return found
