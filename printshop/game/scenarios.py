"""Scenarios of a game: forces, place, set-up and victory, read from `scenarios/<key>.yaml`, one file each.

Every text may contain *italic* and **bold**; a blank line in it begins a new paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, Self

from printshop.expressions import Names
from printshop.game.counters import COUNTERS
from printshop.game.deployment import Deployment, Stage
from printshop.game.differences import KEY, Difference, Marks, read_differences, set_marks
from printshop.game.happenings import LETTERS, UNIT, Events, Objective, Reinforcement, check_reinforcements, counted
from printshop.game.maps import MAPS, Zone, read_zones
from printshop.game.model import Context, Game, Side, Unit, in_series
from printshop.game.pictures import picture
from printshop.game.references import named_twice
from printshop.game.unit_types import UnitType
from printshop.language import keys, patterns
from printshop.language.keys import Block, Writer, block
from printshop.language.patterns import Schema
from printshop.language.reader import NOTHING, Reader, plain_text, whole_number
from printshop.language.sections import Section
from printshop.problems import PrintshopError, Span, suggestion
from printshop.source import UNKNOWN, MappingNode, Node, Scalar, SequenceNode
from printshop.units import Length

MOST = 200  # scenarios of a game, with those of the games that it extends
MOST_COPIES = 99  # copies of one unit in one force
MOST_FORCES = 6
MOST_FACTS = 60  # in one table: nobody would read a longer one
MOST_PARAGRAPHS = 100  # of one text
MOST_STEPS = 100  # of setting up; also the most ways to score, and examples
MARKERS = "markers"
MOST_OF_MARKERS = 500  # of one kind
PIECES = ("forms", "counters", MARKERS, "templates", "charts", "maps")
NONE = "none"

_SHARE = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3})?) *%")

Prose = tuple[str, ...]
"""Paragraphs of markup."""


# --- texts and facts


def prose(says: str = "", *, lost: bool = False, default: Any = (), name: str = "") -> Any:
    """Declare paragraphs of markup: none for the word `none`, None for `unknown` where the text may be `lost`."""
    def take(at: Reader, name: str) -> Prose | None:
        node = at.node(name, required=default is ...)
        if isinstance(node, Scalar) and node.plain and node.text in (UNKNOWN, NONE):
            return None if lost and node.text == UNKNOWN else ()
        parts = tuple(" ".join(part.split()) for text in at.texts(name)
                      for part in re.split(r"\n\s*\n", text) if part.strip())
        if len(parts) > MOST_PARAGRAPHS:
            at.fail(name, f"'{name}' of {at.what} has {len(parts)} paragraphs, at most {MOST_PARAGRAPHS} are allowed")
            return ()
        return parts

    return keys.special(take, keys.TEXTS, says, default=default, name=name)


def _name_in(section: str, says: str = "", *, name: str = "") -> Any:
    """Declare the name of an entry of a section; whether the entry exists is checked later."""
    return keys.special(lambda at, name: at.text(name, ""), lambda writer: writer.entry(section), says, name=name)


class Fact(NamedTuple):
    """A labelled figure: "Starting momentum", "3"."""

    label: str
    text: str


def _facts(at: Reader, name: str) -> tuple[Fact, ...]:
    return tuple(Fact(*pair) for pair in at.pairs(name, MOST_FACTS))


FACTS: Schema = {"type": "object", "additionalProperties": {"type": patterns.TEXT}}


def _several(section: str) -> Callable[[Writer], Schema]:
    return lambda writer: {"type": ["array", "string"], "items": writer.entry(section)}


# --- forces


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of a roster: `count` units called `unit`, each worth `points`, None if these are unknown."""

    unit: str
    count: int
    points: Fraction | None
    span: Span

    def __str__(self) -> str:
        """Return the line as the data has it: "Kestrel" or "5 x Kestrel"."""
        return self.unit if self.count == 1 else f"{self.count} x {self.unit}"

    @property
    def total(self) -> Fraction:
        """The points of all units of the line; unknown points count as 0."""
        return (self.points or Fraction(0)) * self.count


def _listings(at: Reader, name: str) -> tuple[Listing, ...]:
    side = at.context.sides[at.key]
    items = at.items(name, 'begin each with "- ": - 5 x NAME')
    if not items and isinstance(at.peek(name), SequenceNode):
        at.fail(name, f"{side.name} has no units", "write them as a list: - 5 x NAME; or leave 'units' out, if its "
                "player chooses them")
    lines: dict[str, Listing] = {}
    for item in items:
        line = _listing(item, {side.key, *at.texts("allies")}, side, at.context)
        first = lines.setdefault(line.unit, line) if line else line
        if line and first and line is not first:
            at.problems.add(item.span, f"{line.unit} is listed twice", f"the first is on line {first.span.line}: write "
                            f"{first.count + line.count} x {line.unit} there if more are meant")
    every = [(line, at.context.find(line.unit)) for line in lines.values() for _ in range(line.count)]
    types = at.context.unit_types
    for later, before, held in named_twice((types[unit.kind].fields, unit.values) for _, unit in every):
        at.problems.add(every[later][0].span, f"{held} is named by {every[before][1].name} and by "
                        f"{every[later][1].name}", "in a fleet each of them can have its own")
    return tuple(lines.values())


def _listing(node: Node, allowed: set[str], side: Side, context: Context) -> Listing | None:
    problems = context.problems
    text = plain_text(node, f"a unit of {side.name}", problems)
    if text is None:
        return None
    count, name = counted(text.strip())
    if not 1 <= count <= MOST_COPIES:
        problems.add(node.span, f"{count} x {name}: there can be 1 to {MOST_COPIES} of a unit")
        return None
    try:
        unit = context.find(name)
    except PrintshopError as error:
        unread = any(context.noted.has("units", written) for written in (name, name.rpartition("-")[0]))
        if unread:  # the unit, or the unit of which it is a numbered copy, has problems that are reported already
            problems.settle(node.span)
        for problem in () if unread else error.problems:
            problems.add(node.span, problem.message, problem.hint)
        return None
    if unit.side.key not in allowed and not unit.anyones:
        problems.add(node.span, f"{name} belongs to {unit.side.name}, not to {side.name}",
                     f"move it, or write 'allies: {unit.side.key}' with the force of {side.name}")
    return Listing(unit.name, count, points_of(unit, context.unit_types), node.span)


def points_of(unit: Unit, types: Mapping[str, UnitType]) -> Fraction | None:
    """Return the points of a unit: 0 if its type has no points, None if they are unknown."""
    kind = types[unit.kind]
    if kind.points not in kind.names:  # "points" is the default: the type has none; any other name is reported already
        return Fraction(0) if kind.points == "points" else None
    value = unit.values.get(kind.points)
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def figure(number: Fraction) -> str:
    """Return a number as it is printed, with at most two decimals: 188, 18.8.

    >>> figure(Fraction(94, 5)), figure(Fraction(188))
    ('18.8', '188')
    """
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}".rstrip("0")


def _dummies(at: Reader, name: str) -> dict[str, int]:
    inner = at.reader(name)
    markers = inner.keys() if inner else ()
    return {key: inner.whole(key, 1, 1, MOST_OF_MARKERS) for key in markers} if inner else {}


@block
class Force(Block):
    """The units of one side; none where the player chooses them. `stated` is the total given in the data, or None.

    `limit` is the most that the units may cost, or None. `complete` is False where some points are unknown or a problem
    kept units out: then no sum is reliable.
    """

    listings: tuple[Listing, ...] = keys.special(
        _listings, {"type": "array", "items": UNIT}, "a list of names, or `5 x Name`. Units of side `any` may be in "
        "every force. Leave it out if the player chooses the units: then the booklet has lines to write them on",
        name="units")
    stated: Fraction | None = keys.number("the total, checked against the units; without units, the points to spend",
                                          0, 1_000_000, default=None, name="points")
    limit: Fraction | None = keys.number(
        "the most that the units may cost: the force's table shows the points that are left, or those above the limit, "
        "which are also a warning", 0, 1_000_000, default=None)
    start: tuple[Fact, ...] = keys.special(_facts, FACTS, "labelled facts: its state at the start")
    allies: tuple[str, ...] = keys.special(lambda at, name: at.texts(name), _several("sides"),
                                           "sides whose units may fight for it")
    notes: Prose = prose("a text below its table")
    reinforcements: tuple[Reinforcement, ...] = keys.blocks(
        Reinforcement, "units that arrive later: a list of **`units`** with the `turn`, the `edge` they come from and "
        "a `condition`, in words. They are printed with the others, and the turn track shows when they arrive",
        entry="reinforcements", most=MOST_FACTS)
    dummies: Mapping[str, int] = keys.special(
        _dummies, {"type": "object", "additionalProperties": {"type": ["integer", "string"], "minimum": 1,
                                                              "maximum": MOST_OF_MARKERS}},
        "dummy markers among its hidden units, with their numbers: `{blip: 3}`; that many are printed, and the booklet "
        "says so")
    side: Side
    span: Span | None = None
    complete: bool = True

    def settled(self, at: Reader) -> Self:
        context: Context = at.context
        for ally in self.allies:
            if ally not in context.sides:
                at.fail("allies", f"there is no side '{ally}'", suggestion(ally, context.sides))
        if self.limit is not None and "units" not in at:
            at.fail("limit", f"{self.side.name} has no units that a 'limit' could be for",
                    "if the player chooses the units, write the points to spend as 'points'")
        readable = len(self.listings) == len(units.items if (units := at.peek("units")) else ())
        complete = readable and all(line.points is not None for line in self.listings)
        if complete and self.listings and self.stated not in (None, self.total):
            kinds = {context.find(line.unit).kind for line in self.listings}
            noun = context.unit_types[kinds.pop()].plural if len(kinds) == 1 else "units"
            at.fail("points", f"the forces of {self.side.name} are given as {figure(self.stated or Fraction(0))} "
                    f"points, but the {noun} add up to {figure(self.total)}",
                    ", ".join(f"{line} {figure(line.total)}" for line in self.listings))
        listed = {line.unit: line.count for line in self.listings}
        comings = check_reinforcements(self.reinforcements, listed, at, self.side.name) if readable else ()
        return replace(self, complete=complete, reinforcements=comings)

    @property
    def later(self) -> Counter[str]:
        """The number of copies of each unit that arrives later."""
        return sum((Counter(dict(coming.roster)) for coming in self.reinforcements), Counter[str]())

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The units and their numbers, as arguments of `Game.muster`."""
        return tuple((line.unit, line.count) for line in self.listings)

    @property
    def total(self) -> Fraction:
        """The points of all units; of a force that is not chosen yet, the points that it may spend."""
        if not self.listings:
            return self.stated or Fraction(0)
        return sum((line.total for line in self.listings), Fraction(0))

    @property
    def left(self) -> Fraction | None:
        """The points left below the limit, negative above it; None without a limit or with unknown points."""
        return None if self.limit is None or not self.complete else self.limit - self.total

    @property
    def warning(self) -> str:
        """The warning, with its place, that the force costs more than its limit; "" if it does not."""
        if self.limit is None or self.left is None or self.left >= 0:
            return ""
        return (f"{self.span}: the forces of {self.side.name} cost {figure(self.total)} points, "
                f"{figure(-self.left)} over their limit of {figure(self.limit)}")


def _forces(at: Reader, name: str) -> tuple[Force, ...]:
    """Return the forces; the context then holds their units, and the value names of those units' types.

    Units are called by their own names there: Kestrel-1, Kestrel-2 ... Where the same unit fights for two sides (it
    belongs to none), the name of the side follows its name.
    """
    context: Context = at.context
    at.begin()
    forces: list[Force] = []
    crews: list[tuple[Side, Unit]] = []
    later = set[tuple[str, str]]()
    for key, inner in at.named(name, "the force of", required=True):
        if key not in context.sides:
            place = at.peek(name)
            assert isinstance(place, MappingNode)
            context.problems.add(place.key_span(key), f"there is no side '{key}'", suggestion(key, context.sides))
            continue
        force: Force = keys.read(Force, inner, side=context.sides[key])
        forces.append(force)
        try:
            crew = context.muster(force.roster, force.side)
            crews += [(force.side, unit) for unit in crew]
            for line in force.listings:  # of the copies of a unit the last ones arrive later
                copies, crew = crew[:line.count], crew[line.count:]
                later |= {(key, unit.name) for unit in copies[line.count - force.later[line.unit]:]}
        except PrintshopError as error:  # a formula for the tags of units fails
            context.problems.extend(error.problems)
    if len(forces) > MOST_FORCES:
        at.fail(name, f"{at.what} has {len(forces)} forces, at most {MOST_FORCES} are allowed")
    if name in at and not forces and not context.problems:
        at.fail(name, f"'{name}' of {at.what} is empty", "write the sides below it, and their units")
    kinds = {context.find(line.unit).kind for force in forces for line in force.listings}
    if context.noted.has("units") or not all(force.listings for force in forces):
        kinds = set(context.unit_types)  # units that are not chosen yet may be of any type
    often = Counter(unit.name for _, unit in crews)
    names = {(side.key, unit.name): unit.name if often[unit.name] == 1 else f"{unit.name} ({side.name})"
             for side, unit in crews}
    at.context = replace(context, later=frozenset(names[whose] for whose in later),
                         units={names[side.key, unit.name]: unit for side, unit in crews},
                         own=Names(value for kind in kinds for value in context.unit_types[kind].names))
    return tuple(forces)


def _force_blocks(writer: Writer) -> Schema:
    block, sides = writer.block(Force), writer.entries.get("sides")
    if not isinstance(sides, Mapping):
        return {"type": "object", "additionalProperties": block}
    named = {key: {"title": name, **block} for key, name in sides.items()}
    return {"type": "object", "additionalProperties": False, "properties": named}


# --- place, set-up and victory


def _table(at: Reader, name: str) -> tuple[Length, Length] | None:
    """Return the width and depth of the table; None if it is unknown or the scenario has a map instead."""
    if name in at and "map" in at:
        at.fail("map", f"{at.what} is played on a '{name}' or on a 'map'", "keep one of the two")
    if at.unknown(name) or (name not in at and "map" in at):
        return None
    if name not in at:
        at.problems.add(at.place, f"{at.what} lacks '{name}' or 'map'",
                        "write for instance table: 6 ft x 4 ft, or the key of a map in maps.yaml")
        return None
    table = at.size(name)
    if table[0] is not NOTHING and 0 in (table[0].points, table[1].points):
        at.fail(name, f"'{name}' of {at.what} must have a width and a depth")
    return table


def _zones(at: Reader, name: str) -> tuple[Zone, ...]:
    if name in at and "map" not in at:
        at.fail(name, f"'{name}' of {at.what} lie on a map, and there is no 'map'",
                "on a table, a 'deployment' has zones")
    at.node(name)
    hexmap = at.context[MAPS].get(at.text("map", ""))
    return read_zones(at, hexmap, at.context) if hexmap else ()


def _deployment(at: Reader, name: str) -> Deployment | None:
    """Return the figure of the table; None if the forces have problems, because the figure would only repeat them."""
    context: Context = at.context
    at.node(name)
    inner, table = at.reader(name) if at.sound else None, _table(at, "table")
    if inner is None or (table is None and not {"table", "map"} & {*at.keys()}):  # the missing keys are reported
        return None
    if table is None:
        at.fail(name, f"'{name}' of {at.what} is a figure of the table, and there is no 'table'",
                "on a map, 'zones' say where the forces stand")
        return None
    if 0 in (table[0].points, table[1].points):
        return None
    if not isinstance(inner.peek("positions"), MappingNode | None):
        inner.reader("positions")
        return None
    countered = {kind.unit_type for kind in context[COUNTERS].values()}
    placed = frozenset(key for key, unit in context.units.items() if (unit.size or unit.kind in countered)
                       and key not in context.later)
    inner.context = Stage(table, context.sides, context.units, placed, context.pictures)
    figure: Deployment = keys.read(Deployment, inner)
    return figure


def _shown(at: Reader, name: str) -> tuple[Fact, ...]:
    columns, known = _facts(at, name), at.context.own
    for heading, value in columns:
        if known and value and value not in known:
            at.fail(name, f"the units have no value '{value}' for the column '{heading}'", suggestion(value, known))
    return columns


def _share(at: Reader, name: str) -> Fraction | None:
    text = at.text(name, None)
    match = _SHARE.fullmatch(text) if text else None
    if text and not match:
        at.fail(name, f"'{name}' of {at.what}: '{text}' is not a percentage", "write for instance 10 %")
    return Fraction(match["number"]) / 100 if match else None


@block
class Step(Block):
    """A step of setting up."""

    title: str = keys.text("its heading", default="")
    text: str = keys.text("what the players do")


@block
class Example(Block):
    """An example of play: a picture with a text that explains it."""

    title: str = keys.text("its heading", default="")
    text: str = keys.text("what happens")
    picture: Path | None = picture("a drawing from the game's folder `art/`, printed above the text", "{1}")


def _steps(at: Reader, name: str) -> tuple[Step, ...] | None:
    if at.unknown(name):
        return None
    items = at.items(name, 'begin each step with "- "', required=True)
    if len(items) > MOST_STEPS:
        at.fail(name, f"'{name}' of {at.what} has {len(items)} steps, at most {MOST_STEPS} are allowed")
        return ()
    what = "a step of the set-up"
    steps = (keys.read(Step, Reader(item, at.problems, what)) if isinstance(item, MappingNode)
             else Step(title="", text=plain_text(item, what, at.problems) or "") for item in items)
    return tuple(replace(step, text=" ".join(step.text.split())) for step in steps if step.title or step.text)


@block
class Score(Block):
    """Victory points for an opponent's unit: the unit's value `value`, won once or (`each`) several times.

    With `below` it is won fewer times than that value of the unit: then the unit is lost.
    """

    title: str = keys.text("what happens to it")
    worth: str = _name_in("values", "a value of the units, won once")
    won: str = _name_in("values", "or a value that is won several times", name="each")
    below: str = _name_in("values", "with `each`: it is won fewer times than this value")

    @property
    def value(self) -> str:
        """The name of the value that is won."""
        return self.worth or self.won

    @property
    def each(self) -> bool:
        """Whether the value can be won several times for one unit."""
        return bool(self.won)

    def settled(self, at: Reader) -> Self:
        known, wrong = at.context.own, [("below", self.below)]
        if ("worth" in at) == ("each" in at):
            at.problems.add(at.place, f"{at.what} needs either 'worth' or 'each'",
                            "worth: won once for a unit; each: won as often as it happens")
        else:
            wrong.insert(0, ("each" if self.won else "worth", self.value))
        for name, value in wrong:
            if known and value and value not in known:
                at.fail(name, f"the units have no value '{value}'", suggestion(value, known))
        return self


@block
class Victory(Block):
    """The victory conditions; `text` is None if they are unknown."""

    text: Prose | None = prose("how the players win", lost=True, default=...)
    score: tuple[Score, ...] = keys.blocks(Score, "what scores points", entry="score", most=MOST_STEPS)


def _victory(at: Reader, name: str) -> Victory:
    inner = None if at.unknown(name) else at.reader(name, required=True)
    return keys.read(Victory, inner) if inner else Victory(text=None if at.unknown(name) else (), score=())


def _pieces(at: Reader, name: str) -> dict[str, tuple[str, ...]]:
    inner = at.reader(name)
    if inner is None:
        return {}
    pieces = {kind: tuple(node.entries) if kind == MARKERS and isinstance(node := inner.node(kind), MappingNode)
              else inner.texts(kind) for kind in PIECES if kind in inner}
    for kind, names in pieces.items():
        if not names and not isinstance(inner.node(kind), SequenceNode):
            inner.fail(kind, f"'{kind}' of {inner.what} names nothing",
                       "leave it out if all of them belong here, write [] if none does")
    inner.done(PIECES)
    return pieces


def _pieces_shape(kind: str, writer: Writer) -> Schema:
    counted = {"type": ["array", "string", "object"], "additionalProperties": {
        "type": ["integer", "string"], "minimum": 1, "maximum": MOST_OF_MARKERS}} if kind == MARKERS else {}
    return {**_several(kind)(writer), **counted}


def _numbers(scenario: Scenario, at: Reader) -> dict[str, Any]:
    """Return the attributes `pieces` and `counts`, with the markers of objectives and dummies added."""
    node = at.inside("pieces").get(MARKERS)
    named = node.entries if node else {}
    counts = {key: whole_number(count, f"how many '{key}' of {at.what} needs", at.problems, 1, MOST_OF_MARKERS)
              for key, count in named.items()}
    lying = Counter(objective.marker for objective in scenario.objectives if objective.marker)

    def variants(key: str) -> int:
        return len(getattr(at.context.entries(MARKERS).get(key), "each", ())) or 1

    for key, number in lying.items():
        if 1 < variants(key) < number:  # each objective needs a variant with its own letter
            at.fail("objectives", f"{number} objectives of {at.what} have the marker '{key}', of which there are "
                    f"{variants(key)}", f"give it more: each: [{', '.join(LETTERS[:number])}]")
    for force in scenario.forces:
        lying.update(force.dummies)
    for key, number in lying.items():
        if variants(key) < number:  # else one marker of each variant is enough
            counts.setdefault(key, -(-number // variants(key)))
    pieces = dict(scenario.pieces)
    if MARKERS in pieces:
        pieces[MARKERS] = tuple(dict.fromkeys((*pieces[MARKERS], *lying)))
    return {"pieces": pieces, "counts": {key: count for key, count in counts.items() if count}}


class Balance(NamedTuple):
    """The difference between the highest and the lowest total of the forces, and the largest that is allowed."""

    difference: Fraction
    limit: Fraction

    @property
    def even(self) -> bool:
        """Whether the forces count as balanced."""
        return self.difference <= self.limit


@block
class Scenario(Block):
    """A scenario, read and checked.

    `special_rules` and `variant` are empty if there are none; they, `setup` and `turns` are None if they are unknown.
    `turns` is 0 without a set number. The scenario is played on a `table` or on the `map` of that key; both may be
    missing if the size of the table is unknown. `pieces` is kind ("templates", "markers", ...) -> keys; a missing kind
    means all entries. `counts` are the numbers of markers, where the scenario says them.
    """

    title: str = keys.text("its name, a line below it, short facts with labels")
    subtitle: str = keys.text(default="")
    facts: tuple[Fact, ...] = keys.special(_facts, FACTS)
    cover: Path | None = picture("a picture for the cover of its pack, in place of the game's", "{1}")
    banner: Path | None = picture("a wide picture for the head of its booklet, in place of a strip of the cover", "{1}")
    parts: Path | None = picture("a picture of the table, for the page behind the cover if it has room", "{1}")
    summary: Prose = prose("what happens, and the story before it", default=...)
    background: Prose = prose()
    table: tuple[Length, Length] | None = keys.special(
        _table, {"type": "string", "pattern": patterns.stand_in(patterns.SIZE, unknown=True)},
        "the playing area, width x depth (`6 ft x 4 ft`); or, in place of it, the key of a [map](maps.md), which the "
        "booklet shows as a small picture")
    map: str = _name_in("maps")
    zones: tuple[Zone, ...] = keys.special(
        _zones, lambda writer: {"type": "object", "additionalProperties": writer.block(Zone)},
        "on a map: the areas where the forces begin, and others that its picture shows, in place of the map's own "
        "[zones](maps.md) and written like these")
    turns: int | None = keys.whole('the number of turns, left out if there is no set number; what the players write '
                                   'down every turn: an entry that ends in "side" or "(side)" has a box to tick for '
                                   'each side; "(side)" is not printed', 1, 99, default=0, unknown=True)
    track: tuple[str, ...] = keys.texts()
    forces: tuple[Force, ...] = keys.special(_forces, _force_blocks, "by side, one to six of them: see below",
                                             default=...)
    deployment: Deployment | None = keys.special(_deployment, lambda writer: writer.block(Deployment),
                                                 "a figure of the table, see [below](#a-figure-of-the-table)")
    objectives: tuple[Objective, ...] = keys.blocks(
        Objective, "the aims of the battle: a list of **`title`**, `worth`, the place (`at`, or `zone` on a map), and "
        "the `marker` that lies there: see [below](#what-happens)", entry="objective", most=len(LETTERS))
    events: Events | None = keys.inner(Events, "a table of random events: see [below](#what-happens)", default=None)
    campaign: tuple[str, ...] = keys.texts("lines for each side to write on at the end, and to carry into the next "
                                           "battle: `[Points carried over, Crew lost]`")
    show: tuple[Fact, ...] = keys.special(
        _shown, lambda writer: {"type": "object", "additionalProperties": writer.entry("values")},
        "columns of the forces' tables: heading and value. The value `serial` is the number on the units' counters")
    share: Fraction | None = keys.special(_share, {"type": "string"}, "how much the totals may differ, as a share of "
                                          "the lower one: checked, and shown", name="balance")
    setup: tuple[Step, ...] | None = keys.special(
        _steps, lambda writer: {"type": ["array", "string"], "items": {**writer.block(Step), "type": ["object",
        "string"]}}, "the steps of setting up: texts, or blocks with `title` and `text`", default=...)
    special_rules: Prose | None = prose("texts; `none`", lost=True)
    victory: Victory = keys.special(
        _victory, lambda writer: {**writer.block(Victory), "type": ["object", "string"]},
        "**`text`**, and `score`: a list of `title` with `worth` (a value of the units, won once for a unit) or `each` "
        "(won several times, but fewer times than the value `below`)", default=...)
    variant: Prose | None = prose("as `special_rules`", lost=True)
    examples: tuple[Example, ...] = keys.blocks(
        Example, "examples of play with pictures, up to three side by side: a list of **`text`**, `title` and "
        "`picture`", entry="example", most=MOST_STEPS)
    pieces: Mapping[str, tuple[str, ...]] = keys.special(
        _pieces, lambda writer: {"type": "object", "additionalProperties": False,
        "properties": {kind: _pieces_shape(kind, writer) for kind in PIECES}}, "which `forms`, `counters`, `markers`, "
        "`templates`, `charts` and `maps` belong to it, if not the default ones (those of one side only if it takes "
        "part), `[]` for none; of markers also how many, `{smoke: 6, fire: 10}` (of each variant): that many are "
        "printed")
    notes: Prose = prose("a text for the end")
    differs: tuple[str, ...] = keys.special(lambda at, _: at.context.marks.fresh(), lambda writer: {"type": "array",
                                            "items": writer.block(Difference)}, "notes on [differences from the "
                                            "book](differs.md), each at its `[1]`, `[2]` in a text")
    counts: Mapping[str, int] = field(default_factory=dict)
    key: str = ""
    span: Span | None = None
    spans: Mapping[str, Span] = field(default_factory=dict)  # of `map` and of the kinds in `pieces`

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Put the marks of the notes on differences into the texts."""
        at.context = replace(at.context, marks=Marks(at.written()))
        if set_marks(at, read_differences(at), at.context.marks):
            at.fail(KEY, f"'{KEY}' of {at.what}: no text says where each of its notes belongs",
                    "write [1] behind what the first of them is about, [2] for the second, and so on")

    def settled(self, at: Reader) -> Self:
        balance = self.balance
        if balance and not balance.even and all(force.complete and force.total for force in self.forces):
            ends = sorted(self.forces, key=lambda force: force.total)
            names = " and ".join(f"{force.side.name} ({figure(force.total)})"
                                 for force in (self.forces if len(ends) == 2 else (ends[0], ends[-1])))
            at.fail("balance", f"{names} differ by {figure(balance.difference)} points, more than the "
                    f"{figure(balance.limit)} that 'balance' allows",
                    "change the forces, or leave 'balance' out of a scenario that is not meant to be even")
        zones = {zone.key: zone for zone in self.zones or getattr(at.context[MAPS].get(self.map), "zones", ())}
        for force in self.forces:
            for coming in force.reinforcements:
                if self.turns and coming.turn > self.turns:
                    at.problems.add(coming.span, f"reinforcements of {force.side.name} come in turn {coming.turn}, and "
                                    f"there are {self.turns}")
        for objective in self.objectives:
            if objective.zone and objective.zone not in zones and self.map in ("", *at.context[MAPS]):
                at.problems.add(objective.span, f"objective '{objective.title}': there is no zone '{objective.zone}'",
                                suggestion(objective.zone, zones) if zones else "zones lie on the 'map' of a scenario")
            if objective.at and self.table and (wide := Stage(self.table, {}, {}, frozenset()).beside(objective.at)):
                at.problems.add(objective.span, f"objective '{objective.title}' would lie beside {wide}")
        nodes = {"map": at.peek("map"), **at.inside("pieces")}
        return replace(self, spans={name: node.span for name, node in nodes.items() if node},
                       **_numbers(self, at))

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The units of all forces and their numbers, as arguments of `Game.muster`."""
        return tuple(line for force in self.forces for line in force.roster)

    @property
    def named(self) -> frozenset[str]:
        """The names of the units of all forces; for a numbered copy its own name, which is no unit of the game."""
        return frozenset(name for name, _ in self.roster)

    @property
    def balance(self) -> Balance | None:
        """The totals compared with the balance rule, or None if the scenario has no such rule."""
        if self.share is None or len(self.forces) < 2:
            return None
        totals = sorted(force.total for force in self.forces)
        return Balance(totals[-1] - totals[0], totals[0] * self.share)


def crews(game: Game, scenario: Scenario) -> tuple[tuple[Unit, ...], ...]:
    """Return the units of each force of a scenario, in the order of the forces."""
    mustered = [game.muster(force.roster, force.side) for force in scenario.forces]
    through = iter(in_series(unit for crew in mustered for unit in crew))  # numbers are unique in a battle
    return tuple(tuple(islice(through, len(crew))) for crew in mustered)


def read(node: Node, context: Context) -> dict[str, Scenario]:
    """Return the scenarios of a game; problems are added to those of the context.

    A scenario of the previous load is used again if neither its text nor any of its units has changed.
    """
    units, before = context.workings.get(SCENARIOS, ({}, {}))
    same, kept, scenarios = units.keys() == context.units.keys(), dict[Node, Scenario](), dict[str, Scenario]()
    for key, entry in node.entries.items() if isinstance(node, MappingNode) else ():
        at, count = Reader(entry, context.problems, f"the scenario '{key}'", context), len(context.problems)
        scenario: Scenario | None = before.get(entry)
        if not (scenario and same and all(units[name] is context.units[name] for name in scenario.named)):
            scenario = keys.read(Scenario, at, key=key) if isinstance(entry, MappingNode) else None
        if scenario:
            scenarios[key] = scenario
            if len(context.problems) == count and scenario.named <= context.units.keys() and not context.noted.lost:
                kept[entry] = scenario
    context.workings[SCENARIOS] = context.units, kept
    return scenarios


def check_pieces(scenarios: Mapping[str, Scenario], context: Context) -> None:
    """Report each entry that a scenario names and the game does not have."""
    for scenario in scenarios.values():
        spans = scenario.spans
        asked = [("maps", spans.get("map"), scenario.map)] if scenario.map else []
        asked += [(MARKERS, goal.span, goal.marker) for goal in scenario.objectives if goal.marker]
        asked += [(MARKERS, force.span, key) for force in scenario.forces for key in force.dummies]
        asked += [(kind, spans.get(kind), key) for kind, names in scenario.pieces.items() for key in names]
        for kind, span, key in asked:
            there = context.entries(kind)
            if key not in there and not context.noted.has(kind, key):
                context.problems.add(
                    span or scenario.span,
                    f"the scenario '{scenario.key}' asks for '{key}', but the game has no such entry in its {kind}",
                    suggestion(key, there) if there else f"describe it in {kind}.yaml")


SCENARIOS = Section("scenarios", read, check_pieces, Scenario, files=MOST, of_units=True)
