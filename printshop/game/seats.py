"""The players of a scenario: their number, and the units that each of them commands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.events import UNIT_SCHEMA, split_count
from printshop.game.model import Game, Unit
from printshop.problems import Span, join_with_and, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import Reader
from printshop.source import SequenceNode
from printshop.text_markup import OURS_MARK, escape_markup

if TYPE_CHECKING:
    from printshop.game.scenarios import Force, Scenario

MAX_PLAYERS = 24
_NUMBER_PATTERN = "[1-9][0-9]?(?: *[-–] *[1-9][0-9]?)?"
_SEATS_HINT = ("write a list with an entry for each player: - {side: KEY, name: Battle line, units: [2 x NAME, NAME]}. "
               "A side that is not in the list has one player")


@data_block
class Seat(DataBlock):
    """A player of a scenario. `roster` has the names of the units that the player commands, and their numbers.

    If the player commands all units of the side, `roster` is empty. `title` names the player on pages: "Britain", or
    "Britain, Battle line".
    """

    side: str = keys.custom(lambda reader, name: reader.read_text(name), lambda writer: writer.make_entry_schema(
        "sides"), "the side of the player", default=...)
    name: str = keys.text("the name of the part of the side that the player commands, for example `Battle line`. If "
                          "the division is not the book's, write † behind the name", default="")
    roster: tuple[tuple[str, int], ...] = keys.custom(
        lambda reader, name: tuple(split_count(text.strip())[::-1] for text in reader.read_texts(name)),
        {"type": ["array", "string"], "items": UNIT_SCHEMA},
        "the units of the player: `Name`, or `2 x Name`. Every unit of a side with several players belongs to exactly "
        "one of them", name="units")
    title: str = ""
    span: Span | None = None


class Players(NamedTuple):
    """The players of a scenario: the least and the greatest number, and their seats in the order of the forces.

    Fewer players than seats command several seats each.
    """

    least: int
    most: int
    seats: tuple[Seat, ...] = ()

    @property
    def number_text(self) -> str:
        """The number of players, as markup: "2", or "2 to 4†" if the division of a side is not the book's."""
        mark = OURS_MARK if any(OURS_MARK in seat.name for seat in self.seats) else ""
        return f"{self.least} to {self.most}{mark}" if self.most > self.least else str(self.most)

    def find_seats(self, side: str) -> tuple[Seat, ...]:
        """Return the seats of a side."""
        return tuple(seat for seat in self.seats if seat.side == side)


def make_players_schema(writer: JsonSchemaWriter) -> JsonSchema:
    """Return the JSON Schema of the key `players`."""
    return {"type": ["integer", "string", "array"], "minimum": 1, "maximum": MAX_PLAYERS,
            "pattern": json_patterns.make_stand_in_pattern(_NUMBER_PATTERN), "items": writer.make_block_schema(Seat)}


def read_players(reader: Reader, name: str) -> Players | None:
    """Return the number of players, or the seats that the data lists. `complete_players` adds all other values."""
    if isinstance(reader.get_node(name), SequenceNode):
        seats = tuple(keys.read_block(Seat, seat_reader) for seat_reader in reader.open_list(name, "player"))
        if not seats:
            reader.add_problem(name, f"'{name}' of {reader.label} must not be empty", _SEATS_HINT)
        return Players(0, 0, tuple(filter(None, seats)))
    text = reader.read_text(name, "")
    least, *rest = map(int, re.findall("[0-9]+", text)) if re.fullmatch(_NUMBER_PATTERN, text) else (0,)
    most = rest[0] if rest else least
    if text and not 0 < least <= most <= MAX_PLAYERS:
        reader.add_problem(name, f"'{name}' of {reader.label} must be a number of players up to {MAX_PLAYERS}, found "
                                 f"'{text[:40]}'", "write 2, or 2-4 for two to four players")
    return Players(least, most) if text else None


def complete_players(players: Players, forces: Sequence[Force], reader: Reader) -> Players | None:
    """Return the players with all seats of all forces. Report what does not match the forces.

    If there are mistakes, return None.
    """
    problem_count, seats = len(reader.problems), list[Seat]()
    if players.most and not players.least <= len(forces) <= players.most:
        reader.add_problem("players", f"'players' of {reader.label} is {players.number_text}, but the scenario has "
                                      f"{len(forces)} sides", _SEATS_HINT)
    sides = {force.side.key: force.side.name for force in forces}
    for seat in players.seats:
        if seat.side not in sides:
            reader.problems.add(seat.span, f"the scenario has no force of '{seat.side}'",
                                suggest_name(seat.side, sides))
    for force in forces:
        own = players.find_seats(force.side.key) or (Seat(side=force.side.key, roster=()),)
        names = Counter(seat.name for seat in own)
        for seat in own[1:] if len(own) > 1 else ():
            if not seat.name or names[seat.name] > 1:
                reader.problems.add(seat.span, f"each of the {len(own)} players of {force.side.name} needs a 'name' of "
                                               "its own", "write, for example, name: Battle line")
        if force.is_read and (len(own) > 1 or own[0].roster):
            own = _assign_units(own, force, reader)
        for seat in own:
            title = ", ".join(filter(None, (escape_markup(force.side.name), seat.name.replace(OURS_MARK, ""))))
            seats.append(replace(seat, title=title))
    if len(seats) > MAX_PLAYERS:
        reader.add_problem("players", f"{reader.label} has {len(seats)} players; at most {MAX_PLAYERS} are allowed")
    if len(reader.problems) > problem_count:
        return None
    return players._replace(seats=tuple(seats), **({} if players.most else {"least": len(forces), "most": len(seats)}))


def _assign_units(seats: Sequence[Seat], force: Force, reader: Reader) -> tuple[Seat, ...]:
    """Return the seats of a force, with the names of units spelt as in the force. Report units that are not assigned.

    Also report units that are assigned twice, and units that the force does not have.
    """
    listed = dict(force.roster)
    names = {name.casefold(): name for name in listed}
    assigned, side, result = Counter[str](), force.side.name, []
    for seat in seats:
        roster = Counter[str]()
        for written_name, count in seat.roster:
            roster[names.get(written_name.casefold(), written_name)] += count
        assigned.update(roster)
        for name, count in roster.items():
            if name not in listed:
                reader.problems.add(seat.span, f"'{name}' is not one of the units of {side}",
                                    suggest_name(name, listed))
            elif not count or assigned[name] > listed[name]:
                reader.problems.add(seat.span, f"the players of {side} command {assigned[name]} x {name}, but the "
                                               f"force has {listed[name]}", "write each unit for one player only")
        result.append(replace(seat, roster=tuple(roster.items())))
    if missing := [name if listed[name] == 1 else f"{listed[name] - assigned[name]} x {name}" for name in listed
                   if assigned[name] < listed[name]]:
        reader.problems.add(seats[-1].span, f"no player of {side} commands {join_with_and(missing)}",
                            "write every unit of the side in the 'units' of one of its players")
    return tuple(result)


def muster_seats(game: Game, scenario: Scenario) -> Iterator[tuple[Unit, ...]]:
    """Yield the units of each seat of a scenario, in the order of the seats. Without `players`, yield nothing."""
    from printshop.game.scenarios import muster_forces

    for force, crew in zip(scenario.forces, muster_forces(game, scenario), strict=True):
        waiting, rest = dict[str, Iterator[Unit]](), list(crew)
        for name, count in force.roster:
            waiting[name], rest = iter(rest[:count]), rest[count:]
        for seat in scenario.players.find_seats(force.side.key) if scenario.players else ():
            yield tuple(next(waiting[name]) for name, count in seat.roster or force.roster for _ in range(count))
