"""Events of a scenario: reinforcements, objectives and tables of random events."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Self

from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader
from printshop.problems import Span, suggestion
from printshop.source import MappingNode
from printshop.units import Length

MOST_ROLLED = 200  # results of a table of events
LISTED = "units that come later must be in 'units' of the force, too"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
UNIT: Schema = {"$ref": "#/definitions/unit_in_a_list"}  # a roster line; defined in `printshop.schemas`

_COPIES = re.compile(r"(?P<count>\d{1,6}) *[x×] +(?P<name>\S.*)")
_STAR = re.compile(r"(?P<name>\S(?:.*\S)?) *\* *(?P<count>\d{1,6})")  # the notation of the command line
_DICE = re.compile(r"([1-9]\d?)?d([1-9]\d{0,2})")
_ROLL = re.compile(r"(\d{1,3})(?: *[-–] *(\d{1,3}))?")


def counted(text: str) -> tuple[int, str]:
    """Return the number and the name in a text: (5, "Kestrel") for "5 x Kestrel" and for "Kestrel*5".

    >>> counted("5 x Kestrel"), counted("Red Kite *2"), counted("Red Kite")
    ((5, 'Kestrel'), (2, 'Red Kite'), (1, 'Red Kite'))
    """
    match = _COPIES.fullmatch(text) or _STAR.fullmatch(text)
    return (int(match["count"]), match["name"]) if match else (1, text)


@block
class Reinforcement(Block):
    """Units of a force that arrive later: in a `turn`, from an `edge`, on a `condition`; `roster` has their numbers."""

    roster: tuple[tuple[str, int], ...] = keys.special(
        lambda at, name: tuple(counted(text.strip())[::-1] for text in at.texts(name, ...)),
        {"type": ["array", "string"], "items": UNIT}, "which of the force's units, by name, or `2 x Name`",
        name="units", default=...)
    turn: int = keys.whole("the turn in which they come", 1, 99, default=0)
    edge: str = keys.text("the edge they come from: `the northern edge`", default="")
    condition: str = keys.text("the condition for their arrival: `once the gate is open`", default="")
    span: Span | None = None

    def settled(self, at: Reader) -> Self | None:
        if not self.turn and not self.condition and at.sound:
            at.fail("turn", f"{at.what} do not say when they come", "write turn: 3, or a 'condition', or both")
        return self if at.sound else None

    @property
    def when(self) -> str:
        """The time and place of arrival, as markup: "Turn 3, from the northern edge, once the gate is open"."""
        words = ", ".join(filter(None, (f"turn {self.turn}" if self.turn else "", self.edge and f"from {self.edge}",
                                        self.condition)))
        return words[:1].upper() + words[1:]


def check_reinforcements(comings: tuple[Reinforcement, ...], listed: Mapping[str, int], at: Reader, whose: str
                         ) -> tuple[Reinforcement, ...]:
    """Return reinforcements with unit names spelt as in the force.

    Units that the force lacks, or has too few of, are reported.
    """
    names = {name.casefold(): name for name in listed}
    coming_in_all, checked = Counter[str](), []
    for coming in comings:
        roster = Counter[str]()
        for written, count in coming.roster:
            roster[names.get(written.casefold(), written)] += count
        coming_in_all.update(roster)
        for name, count in roster.items():
            if name not in listed:
                at.problems.add(coming.span, f"'{name}' is none of the units of {whose}",
                                suggestion(name, listed) if listed else LISTED)
            elif not count or coming_in_all[name] > listed[name]:
                at.problems.add(coming.span, f"{coming_in_all[name]} x {name} come later, {whose} have {listed[name]}",
                                LISTED)
        checked.append(replace(coming, roster=tuple(roster.items())))
    return tuple(checked)


@block
class Objective(Block):
    """An objective: its place, on the table or in a zone of the map, and its worth."""

    title: str = keys.text("what it is: `the bridge`")
    at: tuple[Length, Length] | None = keys.size("its place on the table, from the left and far edges; the figure "
                                                 "shows its letter there", default=None)
    zone: str = keys.text("on a map, its zone", default="")
    worth: str = keys.text("its worth: `5 points`", default="")
    marker: str = keys.special(lambda at, name: at.text(name, ""), lambda writer: writer.entry("markers"),
                               "the marker that lies there: one is printed for each objective with it, unless `pieces` "
                               "gives another number")
    side: str = keys.special(lambda at, name: at.text(name, ""), lambda writer: writer.entry("sides"),
                             "the only side for which it is worth something")
    span: Span | None = None

    def settled(self, at: Reader) -> Self:
        if self.side and self.side not in at.context.sides:
            at.fail("side", f"there is no side '{self.side}'", suggestion(self.side, at.context.sides))
        return self


@block
class Events(Block):
    """A table of random events: the dice, the time to roll, and the result of each roll, in the order of the data."""

    dice: str = keys.text("the dice: `d6`, `2d6`, `d66` (11 to 66)")
    when: str = keys.text("when they are rolled: `At the end of every turn.`", default="")
    results: tuple[tuple[str, str], ...] = keys.special(
        lambda at, name: at.pairs(name, MOST_ROLLED, required=True),
        {"type": "object", "additionalProperties": {"type": patterns.TEXT}},
        "what happens, by roll, `3`, or by rolls, `4-6`", default=...)

    def settled(self, at: Reader) -> Self:
        """Return the table; report impossible rolls, rolls with two results and rolls without any."""
        dice = _DICE.fullmatch(self.dice)
        count, die = (int(dice[1] or 1), int(dice[2])) if dice else (0, 0)
        if self.dice and not 1 < count * die <= MOST_ROLLED:
            at.fail("dice", f"'{self.dice}' is not a roll of dice", "write d6 or 2d6")
        if not at.sound:
            return self
        told = Counter[int]()
        possible = range(count, count * die + 1) if self.dice != "d66" else [
            10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]
        results = at.peek("results")
        assert isinstance(results, MappingNode)
        for roll, _ in self.results:
            match = _ROLL.fullmatch(roll)
            first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
            if first > last or first not in possible or last not in possible:
                at.problems.add(results.key_span(roll), f"'{roll}' is no roll of {self.dice}",
                                f"write {possible[0]} to {possible[-1]}, or several as {possible[0]}-{possible[-1]}")
            else:
                told.update(roll for roll in possible if first <= roll <= last)
        if at.sound:
            for says, rolls in (("nothing happens", [roll for roll in possible if not told[roll]]),
                                ("several things happen", [roll for roll in possible if told[roll] > 1])):
                if rolls:
                    at.fail("results", f"{says} on a {', '.join(map(str, rolls))}", "give each roll one result")
        return self
