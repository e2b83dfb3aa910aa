"""The players of a scenario: their number, and the units that each of them commands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from printshop.game.events import check_reinforcements
from printshop.game.unit_lists import counts_key
from printshop.problems import Span, join_with_and, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import Reader
from printshop.source import SequenceNode
from printshop.text_markup import OURS_MARK, escape_markup

MAX_PLAYERS = 24
_NUMBER_PATTERN = "([1-9][0-9]?)(?: *[-–] *([1-9][0-9]?))?"
_SEATS_HINT = "if a side has several players, list the players: - {side: KEY, name: Battle line, units: [2 x NAME]}"


@data_block
class Seat(DataBlock):
    """A player of a scenario.

    `roster` has the names of the units that the player commands, and their numbers. If the player commands all units of
    the side, `roster` may be empty. `side_name` is the name of the side, as markup.
    """

    side: str = keys.custom(lambda reader, name: reader.read_text(name),
                            lambda writer: writer.make_entry_schema("sides"), "the side of the player", default=...)
    name: str = keys.text("the name of the part of the side that the player commands. If the division is not from the "
                          "rulebook, write † behind the name", default="")
    roster: tuple[tuple[str, int], ...] = counts_key(
        "the units of the player: `Name`, `2 x Name`, or a [rule](#units-by-rule). Each "
        "unit of a side with several players has one player")
    side_name: str = ""
    span: Span | None = None

    @property
    def title(self) -> str:
        """The name of the player on pages, as markup: "Reds", or "Reds, Battle line"."""
        return ", ".join(filter(None, (self.side_name, self.name.replace(OURS_MARK, ""))))


class Players(NamedTuple):
    """The players of a scenario.

    It has the least and the greatest number, and the seats in the order of the forces. `kits` are the seats that have a
    kit: if there are fewer players than seats, a kit is for several seats of a side.
    """

    least: int
    most: int
    seats: tuple[Seat, ...] = ()
    kits: tuple[Seat, ...] = ()

    @property
    def number_text(self) -> str:
        """The number of players, as markup: "2", or "2–4†" if the division of a side is not from the rulebook."""
        is_ours = self.most > self.least and any(OURS_MARK in seat.name for seat in self.seats)
        return f"{self.range_text}{OURS_MARK if is_ours else ''}"

    @property
    def range_text(self) -> str:
        """The number of players: "2", or "2–4"."""
        return "–".join(map(str, dict.fromkeys(self[:2])))

    @property
    def kit_numbers(self) -> tuple[int, ...]:
        """The numbers of all kits, from 1."""
        return tuple(range(1, len(self.kits) + 1))

    def choose_kits(self, number: int) -> Players:
        """Return the players with kits for `number` of them. Each side has at least one kit.

        While there are more kits than players, the last two kits of a side become one, beginning at the last side. So
        the sides are divided in their order. A kit for several seats has only the name of the side.
        """
        kits = [*self.seats]
        for index in reversed(range(1, len(kits))):
            first, second = kits[index - 1 : index + 1]
            if len(kits) > number and first.side == second.side:
                kits[index - 1 : index + 1] = [replace(first, name="", roster=first.roster + second.roster)]
        return self._replace(kits=tuple(kits))


def make_players_schema(writer: JsonSchemaWriter) -> JsonSchema:
    """Return the JSON Schema of the key `players`."""
    return {"type": ["integer", "string", "array"], "minimum": 1, "maximum": MAX_PLAYERS,
            "pattern": json_patterns.make_stand_in_pattern(_NUMBER_PATTERN), "items": writer.make_block_schema(Seat)}


def read_players(reader: Reader, name: str) -> Players | None:
    """Return the number of players, or the seats that the data lists.

    `complete_players` adds all other values.
    """
    if isinstance(reader.get_node(name), SequenceNode):
        reader.reject_empty_lists(name)
        seats = tuple(keys.read_block(Seat, seat_reader) for seat_reader in reader.open_list(name, "player"))
        return Players(0, 0, reader.limit_entries(name, tuple(filter(None, seats)), MAX_PLAYERS))
    text = reader.read_text(name, "")
    match = re.fullmatch(_NUMBER_PATTERN, text)
    if text and not match:
        reader.add_problem(name, f"'{name}' of {reader.label} must be a number of players, found '{text[:40]}'",
                           f"write 2, or 2-4 for two to four players; {_SEATS_HINT}")
    return Players(int(match[1]), int(match[2] or match[1])) if match else None


def complete_players(players: Players, forces: Sequence[Any], reader: Reader) -> Players | None:
    """Return the players with the seats of all forces, and with kits for the least number of players.

    `forces` are the forces of the scenario. If something does not match them, report it, and return None.
    """
    problem_count, seats = len(reader.problems), dict[str, Seat]()
    if players.most and not players.least <= len(forces) <= players.most:
        reader.add_problem("players", f"'players' of {reader.label} is {players.number_text}, but the scenario has "
                                      f"{len(forces)} sides", _SEATS_HINT)
    sides = {force.side.key: force.side.name for force in forces}
    for seat in players.seats:
        if seat.side not in sides:
            reader.problems.add(seat.span, f"the scenario has no force of '{seat.side}'",
                                suggest_name(seat.side, sides))
    for force in forces:
        side_seats = tuple(seat for seat in players.seats if seat.side == force.side.key)
        if side_seats and force.is_read and (len(side_seats) > 1 or side_seats[0].roster):
            side_seats = check_reinforcements(side_seats, dict(force.roster), reader, force.side.name, "have a player",
                                              "write each unit for one player only")
            if missing := Counter(dict(force.roster)) - Counter(name for seat in side_seats
                                                                for name, count in seat.roster
                                                                for _ in range(count)):
                units = join_with_and(f"{count} x {name}" if count > 1 else name for name, count in missing.items())
                reader.problems.add(side_seats[-1].span, f"{units} of {force.side.name} must have a player",
                                    "add them to the 'units' of a player of this side")
        for listed_seat in side_seats or (Seat(side=force.side.key, roster=()),):
            seat = replace(listed_seat, side_name=escape_markup(force.side.name))
            if seat.title in seats or (len(side_seats) > 1 and not seat.name):
                reader.problems.add(seat.span, f"each of the players of {force.side.name} needs a 'name' of its own",
                                    "write, for example, name: Battle line")
            seats[seat.title] = seat
    if len(reader.problems) > problem_count:
        return None
    least, most = players[:2] if players.most else (len(forces), len(seats))
    return Players(least, most, tuple(seats.values())).choose_kits(least)
