"""Scenarios: who fights whom, where they stand, and who wins. One file a scenario, `scenarios/<key>.yaml`.

Every text may hold *italic* and **bold**; a blank line in it begins a new paragraph. The keys of a scenario:

    title          the name of the scenario
    subtitle       a line below it (optional)
    facts          short facts for the title page, label: text, in order (optional)
    summary        two or three sentences: what happens here
    background     the story before it (optional)
    table          the playing area, across x deep: 6 ft x 4 ft; or unknown
    map            instead of the table: the key of the map that is played on
    zones          on the map: where forces begin; shown instead of the map's own, and written as these (optional)
    turns          how many turns are played; left out where there is no set number, or unknown
    track          what is written down every turn, for the boxes of the turn track; where the words end in "side",
                   or in "(side)", which is not printed, the sides' names can be ticked (optional)
    forces         side: {units, points, start, allies, notes}, see printshop.game.forces
    show           the columns of the forces' tables beside name and points, "Hull: hull": heading and value
    balance        by how much of the lesser total the totals may differ, 10 %; checked when given
    setup          the steps of setting up, in order: texts, or {title, text}; or unknown
    deployment     the figure of the table, see printshop.game.deployment (optional)
    special_rules  a text, a list of texts, or none
    victory        {text, score}; score is a list of {title, worth: VALUE} for what is won once for a unit, or
                   {title, each: VALUE, below: VALUE} for what is won several times, but fewer times than
                   the value `below` (optional); VALUE is a value of the units; or unknown
    variant        as special_rules; unknown where the source has lost it: blank lines are printed
    pieces         {forms, counters, markers, templates, charts, maps}: lists of the keys that belong to it;
                   a kind that is not named means all of it (optional)
    notes          more to say at the end (optional)
    differs        notes on what is not as in the book, each at its [1], [2] ..., see printshop.game.differences
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.deployment import Deployment, read_deployment
from printshop.game.differences import KEY, Marks, read_differences, set_marks
from printshop.game.forces import Fact, Force, Listing, Prose, figure, read_facts, read_forces, read_prose, values_of
from printshop.game.maps import MAPS, Zone, read_zones
from printshop.game.model import muster
from printshop.language.reader import NOTHING, Reader, describe, plain_text
from printshop.problems import PrintshopError, Span, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Sequence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.context import Context
    from printshop.game.model import Unit
    from printshop.problems import Problems
    from printshop.units import Length

__all__ = ["Balance", "Fact", "Force", "Listing", "Prose", "Scenario", "Score", "Step", "Victory", "check_pieces",
           "figure", "read"]

_SHARE = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3})?) *%")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of setting up."""

    title: str
    text: str


class Score(NamedTuple):
    """What an opponent's unit is worth: its value `value`, once or (`each`) as often as it happens.

    It happens fewer times than the unit's value `below`, if that is given: then the unit is gone.
    """

    title: str
    value: str
    each: bool
    below: str


@dataclass(frozen=True, slots=True)
class Victory:
    """How the scenario is won; `text` is None where nobody knows any more."""

    text: Prose | None
    score: tuple[Score, ...]


class Balance(NamedTuple):
    """The totals of the two most unequal forces, and how far they may be apart."""

    lesser: Fraction
    greater: Fraction
    limit: Fraction

    @property
    def difference(self) -> Fraction:
        """By how much the totals differ."""
        return self.greater - self.lesser

    @property
    def even(self) -> bool:
        """Whether the forces count as balanced."""
        return self.difference <= self.limit


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario, read and checked.

    `special_rules` and `variant` are empty where there are none; they, `setup` and `turns` are None where they are
    not known any more. `turns` is 0 where there is no set number. It is played on a `table` or on the `map` of that
    key; both may be missing, where nobody knows what size the table was. `pieces` is kind ("templates", "markers",
    ...) -> keys; a kind that is not in it means all of them.
    """

    key: str
    title: str
    subtitle: str
    facts: tuple[Fact, ...]
    summary: Prose
    background: Prose
    table: tuple[Length, Length] | None
    map: str
    zones: tuple[Zone, ...]
    turns: int | None
    track: tuple[str, ...]
    forces: tuple[Force, ...]
    show: tuple[Fact, ...]
    share: Fraction | None
    setup: tuple[Step, ...] | None
    deployment: Deployment | None
    special_rules: Prose | None
    victory: Victory
    variant: Prose | None
    pieces: Mapping[str, tuple[str, ...]]
    notes: Prose
    span: Span
    spans: Mapping[str, Span]
    differs: tuple[str, ...] = ()

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The units of all forces and their numbers, as `Game.muster` takes them."""
        return tuple(line for force in self.forces for line in force.roster)

    @property
    def balance(self) -> Balance | None:
        """The totals against the balance rule, or None if the scenario has no such rule."""
        if self.share is None or len(self.forces) < 2:
            return None
        totals = sorted(force.total for force in self.forces)
        return Balance(totals[0], totals[-1], totals[0] * self.share)


MOST_STEPS = 100  # of setting up, and ways to score
PIECES = ("forms", "counters", "markers", "templates", "charts", "maps")


def read(node: Node, key: str, context: Context) -> Scenario | None:
    """Return the scenario of a file, or None; everything wrong with it is noted in the context's problems."""
    reader = Reader(node, context.problems, f"the scenario '{key}'")
    if not isinstance(node, MappingNode):
        return None
    before = len(context.problems)
    differs = _differs(reader)
    table = _table(reader)
    forces = read_forces(reader, context)
    sound = len(context.problems) == before  # else the figure would only repeat the trouble
    reader.node("deployment")
    scenario = Scenario(
        key, reader.text("title"), reader.text("subtitle", ""), read_facts(reader, "facts"),
        read_prose(reader, "summary", required=True) or (), read_prose(reader, "background") or (), table,
        reader.text("map", ""), _zones(reader, context),
        None if reader.unknown("turns") else reader.whole("turns", 0, 1, 99),
        reader.texts("track"), forces, _shown(reader, forces, context), _share(reader),
        None if reader.unknown("setup") else _steps(reader),
        _deployment(reader, table, forces, context) if sound else None,
        read_prose(reader, "special_rules"), _victory(reader, forces, context),
        read_prose(reader, "variant"), _pieces(reader.reader("pieces")), read_prose(reader, "notes") or (), node.span,
        _spans(reader), differs)
    reader.done()
    _check_balance(scenario, reader)
    return scenario


def _differs(reader: Reader) -> tuple[str, ...]:
    """Return the notes with their marks, which are put into the texts of the scenario."""
    marks = Marks(reader.written())
    unplaced = set_marks(reader, read_differences(reader), marks)
    if unplaced:
        reader.fail(KEY, f"'{KEY}' of {reader.what}: no text says where each of its notes belongs",
                    "write [1] behind what the first of them is about, [2] for the second, and so on")
    return marks.fresh()


def _table(reader: Reader) -> tuple[Length, Length] | None:
    """Return the width and depth of the table; None for an unknown one, or where there is a map instead."""
    if "table" in reader and "map" in reader:
        reader.fail("map", f"{reader.what} is played on a 'table' or on a 'map'", "keep one of the two")
    if reader.unknown("table") or ("table" not in reader and "map" in reader):
        return None
    if "table" not in reader:
        reader.problems.add(reader.place, f"{reader.what} lacks 'table' or 'map'",
                            "write for instance table: 6 ft x 4 ft, or the key of a map in maps.yaml")
        return None
    table = reader.size("table")
    if table[0] is not NOTHING and 0 in (table[0].points, table[1].points):
        reader.fail("table", f"'table' of {reader.what} must have a width and a depth")
    return table


def _zones(reader: Reader, context: Context) -> tuple[Zone, ...]:
    if "zones" in reader and "map" not in reader:
        reader.fail("zones", f"'zones' of {reader.what} lie on a map, and there is no 'map'",
                    "on a table, a 'deployment' has zones")
    key = reader.text("map", "")
    if key in context[MAPS]:
        return read_zones(reader, context[MAPS][key], context)
    reader.node("zones")
    return ()


def _deployment(reader: Reader, table: tuple[Length, Length] | None, forces: tuple[Force, ...],
                context: Context) -> Deployment | None:
    if table is None and reader.node("deployment"):
        if "table" not in reader and "map" not in reader:
            return None  # that it lacks them is noted
        reader.fail("deployment", f"'deployment' of {reader.what} is a figure of the table, and there is no 'table'",
                    "on a map, 'zones' say where the forces stand")
        return None
    return read_deployment(reader.reader("deployment"), table or (NOTHING, NOTHING), _mustered(forces, context),
                           context)


def _shown(reader: Reader, forces: tuple[Force, ...], context: Context) -> tuple[Fact, ...]:
    columns, known = read_facts(reader, "show"), values_of(forces, context)
    for heading, value in columns:
        if known and value and value not in known:
            reader.fail("show", f"the units have no value '{value}' for the column '{heading}'",
                        suggestion(value, known))
    return columns


def _share(reader: Reader) -> Fraction | None:
    text = reader.text("balance", None)
    match = _SHARE.fullmatch(text) if text else None
    if text and not match:
        reader.fail("balance", f"'balance' of {reader.what}: '{text}' is not a percentage",
                    "write for instance 10 %")
    return Fraction(match["number"]) / 100 if match else None


def _check_balance(scenario: Scenario, reader: Reader) -> None:
    balance = scenario.balance
    if balance and balance.lesser and not balance.even and all(force.complete for force in scenario.forces):
        ends = sorted(scenario.forces, key=lambda force: force.total)
        names = " and ".join(f"{force.side.name} ({figure(force.total)})"
                             for force in (scenario.forces if len(ends) == 2 else (ends[0], ends[-1])))
        reader.fail("balance", f"{names} differ by {figure(balance.difference)} points, "
                    f"more than the {figure(balance.limit)} that 'balance' allows",
                    "change the forces, or leave 'balance' out of a scenario that is not meant to be even")


def _steps(reader: Reader) -> tuple[Step, ...]:
    node = reader.node("setup", required=True)
    if node is not None and not isinstance(node, Sequence):
        reader.fail("setup", f"'setup' of {reader.what} must be a list, found {describe(node)}",
                    'begin each step with "- "')
    if isinstance(node, Sequence) and len(node.items) > MOST_STEPS:
        reader.fail("setup", f"'setup' of {reader.what} has {len(node.items)} steps, at most {MOST_STEPS} are allowed")
        return ()
    steps = (_step(item, reader.problems) for item in (node.items if isinstance(node, Sequence) else ()))
    return tuple(step for step in steps if step)


def _step(node: Node, problems: Problems) -> Step | None:
    if not isinstance(node, MappingNode):
        text = plain_text(node, "a step of the set-up", problems)
        return Step("", " ".join(text.split())) if text else None
    reader = Reader(node, problems, "a step of the set-up")
    step = Step(reader.text("title", ""), " ".join(reader.text("text").split()))
    reader.done()
    return step


def _mustered(forces: tuple[Force, ...], context: Context) -> Mapping[str, Unit]:
    """Return every unit on the table by its own name: Kestrel-1, Kestrel-2 ...

    Where the same unit, which is anyone's, fights for two sides, its names are followed by those of the sides.
    """
    crews = []
    for force in forces:
        try:
            crews.append((force.side, muster(context.units, force.roster, force.side)))
        except PrintshopError as error:  # a tag that cannot be worked out
            context.problems.extend(error.problems)
    often = Counter(unit.name for _, crew in crews for unit in crew)
    return {unit.name if often[unit.name] == 1 else f"{unit.name} ({side.name})": unit
            for side, crew in crews for unit in crew}


def _victory(scenario: Reader, forces: tuple[Force, ...], context: Context) -> Victory:
    if scenario.unknown("victory"):
        return Victory(None, ())
    reader = scenario.reader("victory", required=True)
    if reader is None:
        return Victory((), ())
    known = values_of(forces, context)
    text = read_prose(reader, "text", required=True)
    scores = reader.readers("score", "score")
    if len(scores) > MOST_STEPS:
        reader.fail("score", f"'score' of {reader.what} has {len(scores)} entries, at most {MOST_STEPS} are allowed")
        scores = []
    score = tuple(_score(one, known) for one in scores)
    reader.done()
    return Victory(text, score)


def _score(reader: Reader, known: set[str]) -> Score:
    title = reader.text("title")
    worth, each, below = reader.text("worth", ""), reader.text("each", ""), reader.text("below", "")
    key = "each" if each else "worth"
    if ("worth" in reader) == ("each" in reader):
        reader.problems.add(reader.place, f"{reader.what} needs either 'worth' or 'each'",
                            "worth: won once for a unit; each: won as often as it happens")
    elif known and (worth or each) and (worth or each) not in known:
        reader.fail(key, f"the units have no value '{worth or each}'", suggestion(worth or each, known))
    if known and below and below not in known:
        reader.fail("below", f"the units have no value '{below}'", suggestion(below, known))
    reader.done()
    return Score(title, worth or each, bool(each), below)


def _pieces(reader: Reader | None) -> dict[str, tuple[str, ...]]:
    if reader is None:
        return {}
    found = {kind: reader.texts(kind) for kind in PIECES if kind in reader}
    for kind, keys in found.items():
        if not keys:
            reader.fail(kind, f"'{kind}' of {reader.what} names nothing",
                        "leave it out if all of them belong here")
    reader.done(PIECES)
    return found


def _spans(reader: Reader) -> dict[str, Span]:
    """Return where the map and each kind of pieces are named."""
    pieces = reader.node("pieces")
    nodes = {"map": reader.node("map"), **(pieces.entries if isinstance(pieces, MappingNode) else {})}
    return {key: node.span for key, node in nodes.items() if node}


def check_pieces(scenario: Scenario, context: Context) -> None:
    """Note every piece that a scenario asks for and the game has not."""
    asked = [("maps", "map", scenario.map)] if scenario.map else []
    asked += [(kind, kind, key) for kind, keys in scenario.pieces.items() for key in keys]
    for kind, place, key in asked:
        there = context.entries(kind)
        if key not in there and not context.noted.has(kind, key):
            context.problems.add(
                scenario.spans.get(place, scenario.span),
                f"the scenario '{scenario.key}' asks for '{key}', but the game has no such entry in its {kind}",
                suggestion(key, there) if there else f"describe it in {kind}.yaml")

