"""Scenarios: who fights whom, where they stand, and who wins. One file a scenario, `scenarios/<key>.yaml`.

Every text may hold *italic* and **bold**; a blank line in it begins a new paragraph. The keys of a scenario:

    title          the name of the scenario
    subtitle       a line below it (optional)
    facts          short facts for the title page, label: text, in order (optional)
    summary        two or three sentences: what happens here
    background     the story before it (optional)
    table          the playing area, across x deep: 6 ft x 4 ft
    turns          how many turns are played
    track          what is written down every turn, for the boxes of the turn track (optional)
    forces         side: {units, points, start, allies, notes}, see below
    show           the columns of the forces' tables beside name and points, "Hull: hull": heading and value
    balance        by how much of the lesser total the totals may differ, 10 %; checked when given
    setup          the steps of setting up, in order: texts, or {title, text}
    deployment     the figure of the table, see printshop.game.deployment (optional)
    special_rules  a text, a list of texts, or none
    victory        {text, score}; score is a list of {title, worth: VALUE} for what is won once for a unit, or
                   {title, each: VALUE, below: VALUE} for what is won several times, but fewer times than
                   the value `below` (optional); VALUE is a value of the units
    variant        as special_rules; unknown where the source has lost it: blank lines are printed
    pieces         {forms, counters, markers, templates, charts}: lists of the keys that belong to it;
                   a kind that is not named means all of it (optional)
    notes          more to say at the end (optional)

The keys of a force:

    units          a list of names, or 5 x NAME
    points         the total as stated, checked against the units' values `points` (optional)
    start          labelled facts, "Momentum: 3" (optional)
    allies         the other sides whose units may fight for it (optional)
    notes          a text below its table (optional)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.deployment import Deployment, read_deployment
from printshop.game.model import find, muster
from printshop.game.schema import Reader, describe, plain_text
from printshop.problems import PrintshopError, Span, suggestion
from printshop.source import UNKNOWN, Node, Scalar, Sequence
from printshop.source import Mapping as MappingNode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.load import Context
    from printshop.game.model import Side, Unit
    from printshop.problems import Problems
    from printshop.units import Length

MOST = 99  # copies of one unit in one force
NONE = "none"

_COPIES = re.compile(r"(?P<count>\d{1,6}) *[x×] +(?P<name>\S.*)")
_SHARE = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3})?) *%")

Prose = tuple[str, ...]
"""Paragraphs of markup."""


class Fact(NamedTuple):
    """A labelled figure: "Starting momentum", "3"."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of a roster: `count` units called `unit`, each worth `points`."""

    unit: str
    count: int
    points: Fraction
    span: Span

    def __str__(self) -> str:
        """The line as it stands in the data: "Gauntlet" or "5 x Alpha"."""
        return self.unit if self.count == 1 else f"{self.count} x {self.unit}"

    @property
    def total(self) -> Fraction:
        """What the line adds to its force's points."""
        return self.points * self.count


@dataclass(frozen=True, slots=True)
class Force:
    """One side's units. `stated` is the total as the data states it, None where it states none."""

    side: Side
    listings: tuple[Listing, ...]
    stated: Fraction | None
    start: tuple[Fact, ...]
    notes: Prose
    span: Span

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The units and their numbers, as `Game.muster` takes them."""
        return tuple((one.unit, one.count) for one in self.listings)

    @property
    def total(self) -> Fraction:
        """The points of all the units."""
        return sum((one.total for one in self.listings), Fraction(0))


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
    """How the scenario is won."""

    text: Prose
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

    `special_rules` and `variant` are empty where there are none and None where they are not known any more.
    `pieces` is kind ("templates", "markers", ...) -> keys; a kind that is not in it means all of them.
    """

    key: str
    title: str
    subtitle: str
    facts: tuple[Fact, ...]
    summary: Prose
    background: Prose
    table: tuple[Length, Length]
    turns: int
    track: tuple[str, ...]
    forces: tuple[Force, ...]
    show: tuple[Fact, ...]
    share: Fraction | None
    setup: tuple[Step, ...]
    deployment: Deployment | None
    special_rules: Prose | None
    victory: Victory
    variant: Prose | None
    pieces: Mapping[str, tuple[str, ...]]
    notes: Prose
    span: Span
    pieces_span: Span

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


PIECES = ("forms", "counters", "markers", "templates", "charts")


def read(node: Node, key: str, context: Context) -> Scenario | None:
    """Return the scenario of a file, or None; everything wrong with it is noted in the context's problems."""
    reader = Reader(node, context.problems, f"the scenario '{key}'")
    if not isinstance(node, MappingNode):
        return None
    table = reader.size("table")
    forces = _forces(reader, context)
    scenario = Scenario(
        key, reader.text("title"), reader.text("subtitle", ""), _facts(reader, "facts"),
        _prose(reader, "summary", required=True) or (), _prose(reader, "background") or (), table,
        reader.whole("turns", ..., 1, 99), reader.texts("track"), forces,
        _shown(reader, forces, context), _share(reader), _steps(reader),
        read_deployment(reader.reader("deployment"), table, _mustered(forces, context), context),
        _prose(reader, "special_rules"), _victory(reader.reader("victory", required=True), forces, context),
        _prose(reader, "variant"), _pieces(reader.reader("pieces")), _prose(reader, "notes") or (), node.span,
        reader.span("pieces") or node.span)
    reader.done()
    _check_balance(scenario, reader)
    return scenario


def paragraphs(text: str) -> Prose:
    r"""Return a text's paragraphs, each on one line.

    >>> paragraphs("One\nline.\n\nAnother.\n")
    ('One line.', 'Another.')
    """
    return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip())


def _prose(reader: Reader, key: str, required: bool = False) -> Prose | None:
    """Return paragraphs: none at all for `none` or a missing key, None for what is unknown."""
    node = reader.node(key, required=required)
    if isinstance(node, Scalar) and node.plain and node.text in (UNKNOWN, NONE):
        return None if node.text == UNKNOWN else ()
    texts = reader.texts(key) if node is not None else ()
    return tuple(part for text in texts for part in paragraphs(text))


def _facts(reader: Reader, key: str) -> tuple[Fact, ...]:
    inner = reader.reader(key)
    labels = inner.keys() if inner else ()
    return tuple(Fact(label, inner.text(label)) for label in labels) if inner else ()


def _forces(reader: Reader, context: Context) -> tuple[Force, ...]:
    found = []
    for key, one in reader.named("forces", "the force of", required=True):
        if key in context.sides:
            found.append(_force(context.sides[key], one, context))
        else:
            places = reader.node("forces")
            assert isinstance(places, MappingNode)
            context.problems.add(places.key_span(key), f"there is no side '{key}'",
                                 suggestion(key, context.sides))
    if "forces" in reader and not found and not context.problems:
        reader.fail("forces", f"'forces' of {reader.what} is empty",
                    "write the sides below it, and their units")
    return tuple(found)


def _force(side: Side, reader: Reader, context: Context) -> Force:
    stated = reader.number("points", None, 0, 1_000_000)
    allies = _allies(reader, context)
    listings = _listings(reader, {side.key, *allies}, side, context)
    force = Force(side, listings, stated, _facts(reader, "start"), _prose(reader, "notes") or (),
                  reader.place or Span(""))
    reader.done()
    if len(listings) == len(getattr(reader.node("units"), "items", ())):  # else the sum says nothing
        _check_total(force, reader, context)
    return force


def _allies(reader: Reader, context: Context) -> tuple[str, ...]:
    allies = reader.texts("allies")
    for ally in allies:
        if ally not in context.sides:
            reader.fail("allies", f"there is no side '{ally}'", suggestion(ally, context.sides))
    return allies


def _listings(reader: Reader, allowed: set[str], side: Side, context: Context) -> tuple[Listing, ...]:
    node = reader.node("units", required=True)
    if node is not None and not isinstance(node, Sequence):
        reader.fail("units", f"the units of {side.name} must be a list, found {describe(node)}",
                    'begin each with "- ": - 5 x Alpha')
    found: dict[str, Listing] = {}
    for item in node.items if isinstance(node, Sequence) else ():
        listing = _listing(item, allowed, side, context)
        if listing and listing.unit in found:
            first = found[listing.unit]
            context.problems.add(item.span, f"{listing.unit} is listed twice",
                                 f"the first is on line {first.span.line}: write "
                                 f"{first.count + listing.count} x {listing.unit} there if more are meant")
        elif listing:
            found[listing.unit] = listing
    return tuple(found.values())


def _listing(node: Node, allowed: set[str], side: Side, context: Context) -> Listing | None:
    text = plain_text(node, f"a unit of {side.name}", context.problems)
    if text is None:
        return None
    match = _COPIES.fullmatch(text.strip())
    count, name = (int(match["count"]), match["name"]) if match else (1, text.strip())
    if not 1 <= count <= MOST:
        context.problems.add(node.span, f"{count} x {name}: there can be 1 to {MOST} of a unit")
        return None
    unit = find_unit(name, node, context)
    if unit and unit.side.key not in allowed:
        context.problems.add(node.span, f"{name} belongs to {unit.side.name}, not to {side.name}",
                             f"move it, or write 'allies: {unit.side.key}' with the force of {side.name}")
    return Listing(unit.name, count, points_of(unit), node.span) if unit else None


def find_unit(name: str, node: Node, context: Context) -> Unit | None:
    """Return the unit of a name, or None after noting, at the node, that there is none."""
    try:
        return find(context.units, name)
    except PrintshopError as error:
        for problem in error.problems:
            context.problems.add(node.span, problem.message, problem.hint)
    return None


def points_of(unit: Unit) -> Fraction:
    """Return what a unit costs: its value `points`, 0 if its type has no such value."""
    value = unit.values.get("points")
    return Fraction(value) if isinstance(value, int | Fraction) else Fraction(0)


def figure(number: Fraction) -> str:
    """Return a number as it is printed: 188, 18.8.

    >>> figure(Fraction(94, 5)), figure(Fraction(188))
    ('18.8', '188')
    """
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.2f}".rstrip("0")


def noun(units: Mapping[str, Unit], force: Force, context: Context) -> str:
    """Return what a force's units are called together: "ships", or "units" for a mixture."""
    kinds = {find(units, one.unit).kind for one in force.listings}
    return context.unit_types[kinds.pop()].plural if len(kinds) == 1 else "units"


def _check_total(force: Force, reader: Reader, context: Context) -> None:
    if force.stated is None or force.stated == force.total:
        return
    parts = ", ".join(f"{one} {figure(one.total)}" for one in force.listings)
    reader.fail("points", f"the forces of {force.side.name} are given as {figure(force.stated)} points, "
                f"but the {noun(context.units, force, context)} add up to {figure(force.total)}", parts)


def _shown(reader: Reader, forces: tuple[Force, ...], context: Context) -> tuple[Fact, ...]:
    columns, known = _facts(reader, "show"), _values(forces, context)
    for heading, value in columns:
        if known and value not in known:
            reader.fail("show", f"the units have no value '{value}' for the column '{heading}'",
                        suggestion(value, known))
    return columns


def _values(forces: tuple[Force, ...], context: Context) -> set[str]:
    """Return the names of all values that any of the units has."""
    names = [one.unit for force in forces for one in force.listings]
    return {value for name in names for value in find(context.units, name).values}


def _share(reader: Reader) -> Fraction | None:
    text = reader.text("balance", None)
    match = _SHARE.fullmatch(text) if text else None
    if text and not match:
        reader.fail("balance", f"'balance' of {reader.what}: '{text}' is not a percentage",
                    "write for instance 10 %")
    return Fraction(match["number"]) / 100 if match else None


def _check_balance(scenario: Scenario, reader: Reader) -> None:
    balance = scenario.balance
    if balance and balance.lesser and not balance.even:
        names = " and ".join(f"{force.side.name} ({figure(force.total)})" for force in scenario.forces)
        reader.fail("balance", f"{names} differ by {figure(balance.difference)} points, "
                    f"more than the {figure(balance.limit)} that 'balance' allows",
                    "change the forces, or leave 'balance' out of a scenario that is not meant to be even")


def _steps(reader: Reader) -> tuple[Step, ...]:
    node = reader.node("setup", required=True)
    if node is not None and not isinstance(node, Sequence):
        reader.fail("setup", f"'setup' of {reader.what} must be a list, found {describe(node)}",
                    'begin each step with "- "')
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
    """Return every unit on the table by its own name: Alpha-1, Alpha-2 ..."""
    roster = [line for force in forces for line in force.roster]
    return {unit.name: unit for unit in muster(context.units, roster)}


def _victory(reader: Reader | None, forces: tuple[Force, ...], context: Context) -> Victory:
    if reader is None:
        return Victory((), ())
    known = _values(forces, context)
    text = _prose(reader, "text", required=True) or ()
    score = tuple(_score(one, known) for one in reader.readers("score", "score"))
    reader.done()
    return Victory(text, score)


def _score(reader: Reader, known: set[str]) -> Score:
    title = reader.text("title")
    worth, each, below = reader.text("worth", ""), reader.text("each", ""), reader.text("below", "")
    key = "each" if each else "worth"
    if bool(worth) == bool(each):
        reader.problems.add(reader.place, f"{reader.what} needs either 'worth' or 'each'",
                            "worth: won once for a unit; each: won as often as it happens")
    elif known and (worth or each) not in known:
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


def check_pieces(scenario: Scenario, known: Mapping[str, Mapping[str, object]], problems: Problems) -> None:
    """Note every piece that a scenario asks for and the game has not; `known` is kind -> key -> thing."""
    for kind, keys in scenario.pieces.items():
        for key in keys:
            if key not in known.get(kind, {}):
                problems.add(scenario.pieces_span, f"the scenario '{scenario.key}' asks for '{key}', "
                             f"but the game has no such entry in its {kind}",
                             suggestion(key, known.get(kind, {})))

