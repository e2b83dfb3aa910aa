"""Events of a scenario: reinforcements, objectives and random events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Self, TypeVar

from printshop.game.formula_keys import format_value
from printshop.game.model import Unit, split_proper_name
from printshop.game.unit_lists import counts_key
from printshop.lengths import Length
from printshop.problems import Span, join_first_names, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.source import MappingNode

MAX_RESULTS = 200  # results of a table of events
LISTED_HINT = "add units that arrive later to 'units' of the force, too"
Part = TypeVar("Part", bound=Any)  # a block with a `roster`
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

_DICE = re.compile(r"([1-9]\d?)?d([1-9]\d{0,2})")
_ROLL = re.compile(r"(\d{1,3})(?: *[-–] *(\d{1,3}))?")


@data_block
class Reinforcement(DataBlock):
    """Units of a force that arrive later: in a `turn`, from an `edge`, on a `condition`.

    `roster` is a tuple of pairs: the name of a unit, and the number of units with this name.
    """

    roster: tuple[tuple[str, int], ...] = counts_key(
        "the units of the force that arrive later: `Name`, `2 x Name` for two units, or a [rule](#units-by-rule). "
        "With `by`, the default is all units of the force")
    turn: int = keys.integer("the turn in which the units arrive", 1, 99, default=0)
    by: str = keys.custom(lambda reader, name: reader.read_text(name, ""),
                          lambda writer: writer.make_entry_schema("values"),
                          "a value of the units with the turn in which each of them arrives, in place of `turn`. Units "
                          "for which it is empty or 0 are there from the start", default="")
    edge: str = keys.text("the edge from which the units arrive, for example `the northern edge`",
                          label="At the edge", default="")
    condition: str = keys.text("the condition for the arrival, for example `once the gate is open`", default="")
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:
        if "units" not in reader and not self.by:
            reader.add_missing_key("units")
        if self.turn and self.by:
            reader.add_problem("by", f"{reader.label} must not have both 'turn' and 'by'", "keep one of the two keys")
        elif not self.turn and not self.by and not self.condition and reader.is_valid:
            reader.add_problem("turn", f"{reader.label} need a 'turn' or a 'condition'",
                               "write 'turn: 3', write a 'condition', or write both keys")
        return self if reader.is_valid else None

    def split_by_turn(self, units: Iterable[Unit], reader: Reader) -> Iterator[Self]:
        """Yield the units of each turn that the value `by` of the `units` of a force gives, in order. Report mistakes.

        The attribute `copies` of a unit is the number of its copies in the force.
        """
        counts, rosters, wrong = dict(self.roster), dict[int, list[tuple[str, int]]](), list[str]()
        units = [unit for unit in units if unit.name in counts or not counts]
        for unit in units:
            text = format_value(unit.values[self.by]) if unit.values.get(self.by) else ""
            if text.isdecimal() and 0 < int(text) < 100:
                rosters.setdefault(int(text), []).append((unit.name, counts.get(unit.name, unit.copies)))
            elif text:
                wrong.append(f"{text} of {unit.name}")
        if wrong:
            reader.problems.add(self.span, f"'{self.by}' must be the number of a turn, found {join_first_names(wrong)}",
                                "write the number of the turn, or leave it out if the unit is there from the start")
        elif units and not rosters:
            names = dict.fromkeys(name for unit in units for name in unit.values)
            reader.problems.add(self.span, f"no unit of {reader.label} has a turn in '{self.by}'",
                                "" if self.by in names else suggest_name(self.by, names))
        for turn, roster in sorted(rosters.items()):
            yield replace(self, by="", turn=turn, roster=tuple(roster))

    @property
    def arrival(self) -> str:
        """The time and place of arrival, as markup: "Turn 3, from the northern edge, once the gate is open"."""
        words = ", ".join(filter(None, (f"turn {self.turn}" if self.turn else "", self.edge and f"from {self.edge}",
                                        self.condition)))
        return words[:1].upper() + words[1:]


def check_reinforcements(reinforcements: tuple[Part, ...], unit_counts: Mapping[str, int], reader: Reader,
                         force_name: str, verb: str = "arrive later", hint: str = LISTED_HINT) -> tuple[Part, ...]:
    """Return reinforcements, or other parts of a force, with the names of units spelt as in the force.

    A proper name is enough for a unit that has one.
    Units that the force does not have, or has too few of, are reported with `verb` and `hint`.
    """
    names = {proper_name.casefold(): name for name in unit_counts if (proper_name := split_proper_name(name)[1])}
    names |= {name.casefold(): name for name in unit_counts}
    total_counts, checked = Counter[str](), []
    for reinforcement in reinforcements:
        roster = Counter[str]()
        for written_name, count in reinforcement.roster:
            roster[names.get(written_name.casefold(), written_name)] += count
        total_counts.update(roster)
        for name, count in roster.items():
            if name not in unit_counts:
                reader.problems.add(reinforcement.span, f"'{name}' is not one of the units of {force_name}",
                                    suggest_name(name, unit_counts) if unit_counts else hint)
            elif not count or total_counts[name] > unit_counts[name]:
                reader.problems.add(reinforcement.span,
                                    f"{total_counts[name]} x {name} {verb}, but {force_name} have "
                                    f"{unit_counts[name]}" if count else f"0 x {name}: write at least 1",
                                    hint if count else "")
        checked.append(replace(reinforcement, roster=tuple(roster.items())))
    return tuple(checked)


@data_block
class Objective(DataBlock):
    """An objective: its place (on the table or in a zone of the map) and its worth."""

    title: str = keys.text("the name of the objective, for example `the bridge`")
    at: tuple[Length, Length] | None = keys.size("the place of the objective on the table, as the distances from the "
                                                 "left and far edges. The figure shows the letter of the objective at "
                                                 "this place", default=None)
    zone: str = keys.text("for scenarios on a map: the zone of the objective", default="")
    worth: str = keys.text("the worth of the objective, for example `5 points`", default="")
    marker: str = keys.custom(lambda reader, name: reader.read_text(name, ""),
                              lambda writer: writer.make_entry_schema("markers"),
                              "the marker of the objective. If the marker has fewer copies than there are objectives "
                              "with it, one copy is printed for each of them; `pieces` may give another number")
    side: str = keys.custom(lambda reader, name: reader.read_text(name, ""),
                            lambda writer: writer.make_entry_schema("sides"),
                            "the only side that gets the worth of the objective. Without this key, every side gets the "
                            "worth")
    span: Span | None = None

    def validate(self, reader: Reader) -> Self:
        if self.side and self.side not in reader.context.sides:
            reader.add_problem("side", f"there is no side '{self.side}'", suggest_name(self.side, reader.context.sides))
        return self


@data_block
class RandomEvents(DataBlock):
    """A table of random events.

    It has the dice, the time of the roll, and the result of each roll, in file order.
    """

    dice: str = keys.text("the dice, for example `d6`, `2d6` or `d66` (11 to 66)")
    when: str = keys.text("the time of the roll, for example `At the end of every turn.`", default="")
    results: tuple[tuple[str, str], ...] = keys.custom(
        lambda reader, name: reader.read_text_pairs(name, MAX_RESULTS, required=True),
        {"type": "object", "additionalProperties": {"type": json_patterns.TEXT_TYPES}},
        "the events, each under one roll (`3`) or under a range of rolls (`4-6`)", default=...)

    def validate(self, reader: Reader) -> Self:
        """Return the table. Report impossible rolls, rolls with several results and rolls without a result."""
        dice = _DICE.fullmatch(self.dice)
        count, die = (int(dice[1] or 1), int(dice[2])) if dice else (0, 0)
        if self.dice and not 1 < count * die <= MAX_RESULTS:
            reader.add_problem("dice", f"'{self.dice}' is not a roll of dice", "write d6 or 2d6")
        if not reader.is_valid:
            return self
        roll_counts = Counter[int]()
        possible = range(count, count * die + 1) if self.dice != "d66" else [
            10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
        results = reader.get_raw_node("results")
        assert isinstance(results, MappingNode)
        for roll, _ in self.results:
            match = _ROLL.fullmatch(roll)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if first > last or first not in possible or last not in possible:
                reader.problems.add(results.find_key_span(roll), f"'{roll}' is not a possible roll of {self.dice}",
                                    f"write a number from {possible[0]} to {possible[-1]}, or a range such as "
                                    f"{possible[0]}-{possible[-1]}")
            else:
                roll_counts.update(roll for roll in possible if first <= roll <= last)
        if reader.is_valid:
            for result_text, rolls in (("nothing happens", [roll for roll in possible if not roll_counts[roll]]),
                                       ("several things happen", [roll for roll in possible if roll_counts[roll] > 1])):
                if rolls:
                    reader.add_problem("results", f"{result_text} on a {', '.join(map(str, rolls))}",
                                       "give each roll exactly one result")
        return self
