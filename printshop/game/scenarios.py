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
    forces         side: {units, points, start, allies, notes}, see below
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

and those of a force, which says what units fight for a side, and what they cost:

    units          a list of names, or 5 x NAME; left out where the player chooses them
    points         the total as stated, checked against what the units are worth; without units what may be spent
                   (optional)
    limit          what the units may cost; what they cost beyond it is a warning, and stands in the table (optional)
    start          labelled facts, "Momentum: 3" (optional)
    allies         the other sides whose units may fight for it (optional)
    notes          a text below its table (optional)
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.deployment import Deployment, read_deployment
from printshop.game.differences import KEY, Marks, read_differences, set_marks
from printshop.game.maps import MAPS, Zone, read_zones
from printshop.game.model import find, muster
from printshop.language.reader import NOTHING, Reader, describe, plain_text
from printshop.language.sections import Section
from printshop.problems import PrintshopError, Span, suggestion
from printshop.source import UNKNOWN, Node, Scalar, Sequence
from printshop.source import Mapping as MappingNode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.context import Context
    from printshop.game.model import Game, Side, Unit, UnitType
    from printshop.problems import Problems
    from printshop.units import Length

MOST = 200  # of a game, with all that it extends
MOST_COPIES = 99  # copies of one unit in one force
MOST_FORCES = 6
MOST_FACTS = 60  # in one place: more is no table that anybody reads
MOST_PARAGRAPHS = 100  # of one text
MOST_STEPS = 100  # of setting up, and ways to score
PIECES = ("forms", "counters", "markers", "templates", "charts", "maps")
NONE = "none"

_SHARE = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3})?) *%")
_COPIES = re.compile(r"(?P<count>\d{1,6}) *[x×] +(?P<name>\S.*)")
_STAR = re.compile(r"(?P<name>\S(?:.*\S)?) *\* *(?P<count>\d{1,6})")  # as the command line has it

Prose = tuple[str, ...]
"""Paragraphs of markup."""


class Fact(NamedTuple):
    """A labelled figure: "Starting momentum", "3"."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of a roster: `count` units called `unit`, each worth `points`; None if that is not known."""

    unit: str
    count: int
    points: Fraction | None
    span: Span

    def __str__(self) -> str:
        """The line as it stands in the data: "Kestrel" or "5 x Kestrel"."""
        return self.unit if self.count == 1 else f"{self.count} x {self.unit}"

    @property
    def total(self) -> Fraction:
        """What the line adds to its force's points."""
        return (self.points or Fraction(0)) * self.count


@dataclass(frozen=True, slots=True)
class Force:
    """One side's units; none where its player chooses them. `stated` is the total as the data states it, or None.

    `limit` is what they may cost, or None.

    `complete` is False where some of the points are not known, or a problem kept units out: then sums say nothing.
    """

    side: Side
    listings: tuple[Listing, ...]
    stated: Fraction | None
    start: tuple[Fact, ...]
    notes: Prose
    span: Span
    complete: bool = True
    limit: Fraction | None = None

    @property
    def roster(self) -> tuple[tuple[str, int], ...]:
        """The units and their numbers, as `Game.muster` takes them."""
        return tuple((one.unit, one.count) for one in self.listings)

    @property
    def total(self) -> Fraction:
        """The points of all the units; of a force that is still to be chosen, those that it may spend."""
        if not self.listings:
            return self.stated or Fraction(0)
        return sum((one.total for one in self.listings), Fraction(0))

    @property
    def left(self) -> Fraction | None:
        """What is left of the limit, less than nothing if it is broken; None without a limit or with unknown points."""
        return None if self.limit is None or not self.complete else self.limit - self.total

    @property
    def warning(self) -> str:
        """What is told of a force that costs more than it may, and where; or ""."""
        if self.limit is None or self.left is None or self.left >= 0:
            return ""
        return (f"{self.span}: the forces of {self.side.name} cost {figure(self.total)} points, "
                f"{figure(-self.left)} over their limit of {figure(self.limit)}")


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


def crews(game: Game, scenario: Scenario) -> tuple[tuple[Unit, ...], ...]:
    """Return the units of each force of a scenario, in the order of the forces."""
    return tuple(game.muster(force.roster, force.side) for force in scenario.forces)


def read(node: Node, context: Context) -> dict[str, Scenario]:
    """Return the scenarios of a game; what is wrong with them is noted in the context's problems."""
    entries = node.entries if isinstance(node, MappingNode) else {}
    return {key: scenario for key, one in entries.items() if (scenario := _read(one, key, context))}


def _read(node: Node, key: str, context: Context) -> Scenario | None:
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


def check_pieces(scenarios: Mapping[str, Scenario], context: Context) -> None:
    """Note every piece that a scenario asks for and the game has not."""
    for scenario in scenarios.values():
        _check_pieces(scenario, context)


def _check_pieces(scenario: Scenario, context: Context) -> None:
    asked = [("maps", "map", scenario.map)] if scenario.map else []
    asked += [(kind, kind, key) for kind, keys in scenario.pieces.items() for key in keys]
    for kind, place, key in asked:
        there = context.entries(kind)
        if key not in there and not context.noted.has(kind, key):
            context.problems.add(
                scenario.spans.get(place, scenario.span),
                f"the scenario '{scenario.key}' asks for '{key}', but the game has no such entry in its {kind}",
                suggestion(key, there) if there else f"describe it in {kind}.yaml")


# --- forces and texts


def paragraphs(text: str) -> Prose:
    r"""Return a text's paragraphs, each on one line.

    >>> paragraphs("One\nline.\n\nAnother.\n")
    ('One line.', 'Another.')
    """
    return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text) if part.strip())


def read_prose(reader: Reader, key: str, required: bool = False) -> Prose | None:
    """Return paragraphs of markup: none at all for `none` or a missing key, None for what is unknown."""
    node = reader.node(key, required=required)
    if isinstance(node, Scalar) and node.plain and node.text in (UNKNOWN, NONE):
        return None if node.text == UNKNOWN else ()
    texts = reader.texts(key) if node is not None else ()
    found = tuple(part for text in texts for part in paragraphs(text))
    if len(found) > MOST_PARAGRAPHS:
        reader.fail(key, f"'{key}' of {reader.what} has {len(found)} paragraphs, at most {MOST_PARAGRAPHS} are allowed")
        return ()
    return found


def read_facts(reader: Reader, key: str) -> tuple[Fact, ...]:
    """Return the labelled facts at a key, in the order of the file."""
    inner = reader.reader(key)
    labels = inner.keys() if inner else ()
    if len(labels) > MOST_FACTS:
        reader.fail(key, f"'{key}' of {reader.what} has {len(labels)} entries, at most {MOST_FACTS} are allowed")
        return ()
    return tuple(Fact(label, inner.text(label)) for label in labels) if inner else ()


def read_forces(reader: Reader, context: Context) -> tuple[Force, ...]:
    """Return the forces of a scenario; unknown sides and units and wrong totals are noted."""
    found = []
    for key, one in reader.named("forces", "the force of", required=True):
        if key in context.sides:
            found.append(_force(context.sides[key], one, context))
        else:
            places = reader.node("forces")
            assert isinstance(places, MappingNode)
            context.problems.add(places.key_span(key), f"there is no side '{key}'",
                                 suggestion(key, context.sides))
    if len(found) > MOST_FORCES:
        reader.fail("forces", f"{reader.what} has {len(found)} forces, at most {MOST_FORCES} are allowed")
    if "forces" in reader and not found and not context.problems:
        reader.fail("forces", f"'forces' of {reader.what} is empty",
                    "write the sides below it, and their units")
    return tuple(found)


def _force(side: Side, reader: Reader, context: Context) -> Force:
    stated, limit = (reader.number(key, None, 0, 1_000_000) for key in ("points", "limit"))
    allies = reader.texts("allies")
    for ally in allies:
        if ally not in context.sides:
            reader.fail("allies", f"there is no side '{ally}'", suggestion(ally, context.sides))
    listings = _listings(reader, {side.key, *allies}, side, context)
    complete = len(listings) == len(getattr(reader.node("units"), "items", ()))
    complete = complete and all(one.points is not None for one in listings)
    force = Force(side, listings, stated, read_facts(reader, "start"), read_prose(reader, "notes") or (),
                  reader.place or Span(""), complete, limit)
    if limit is not None and "units" not in reader:
        reader.fail("limit", f"{side.name} has no units that a 'limit' could be for",
                    "what a player may spend who chooses them is 'points'")
    reader.done()
    if complete:
        _check_total(force, reader, context)
    return force


def _listings(reader: Reader, allowed: set[str], side: Side, context: Context) -> tuple[Listing, ...]:
    node = reader.node("units")
    if node is not None and not isinstance(node, Sequence):
        reader.fail("units", f"the units of {side.name} must be a list, found {describe(node)}",
                    'begin each with "- ": - 5 x NAME')
    if isinstance(node, Sequence) and not node.items:
        reader.fail("units", f"{side.name} has no units", "write them as a list: - 5 x NAME; or leave 'units' out, "
                    "if its player chooses them")
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
    count, name = counted(text.strip())
    if not 1 <= count <= MOST_COPIES:
        context.problems.add(node.span, f"{count} x {name}: there can be 1 to {MOST_COPIES} of a unit")
        return None
    unit = find_unit(name, node, context)
    if unit and unit.side.key not in allowed and not unit.anyones:
        context.problems.add(node.span, f"{name} belongs to {unit.side.name}, not to {side.name}",
                             f"move it, or write 'allies: {unit.side.key}' with the force of {side.name}")
    return Listing(unit.name, count, points_of(unit, context.unit_types), node.span) if unit else None


def counted(text: str) -> tuple[int, str]:
    """Return how many of what: (5, "Kestrel") of "5 x Kestrel" and of "Kestrel*5".

    >>> counted("5 x Kestrel"), counted("Red Kite *2"), counted("Red Kite")
    ((5, 'Kestrel'), (2, 'Red Kite'), (1, 'Red Kite'))
    """
    match = _COPIES.fullmatch(text) or _STAR.fullmatch(text)
    return (int(match["count"]), match["name"]) if match else (1, text)


def find_unit(name: str, node: Node, context: Context) -> Unit | None:
    """Return the unit of a name, or None after noting, at the node, that there is none."""
    try:
        return find(context.units, name)
    except PrintshopError as error:
        # It, or the unit of which it is a numbered copy, could not be read.
        if context.noted.has("units", name) or context.noted.has("units", name.rpartition("-")[0]):
            context.problems.hush(node.span)
            return None
        for problem in error.problems:
            context.problems.add(node.span, problem.message, problem.hint)
    return None


def points_of(unit: Unit, types: Mapping[str, UnitType]) -> Fraction | None:
    """Return what a unit costs: 0 if its type has nothing of the kind, None if its own points are not known."""
    kind = types[unit.kind]
    if kind.points not in kind.names:  # a wrong name has been told; without one there are no points
        return Fraction(0) if kind.points == "points" else None
    value = unit.values.get(kind.points)
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


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
    if force.stated is None or force.stated == force.total or not force.listings:
        return
    parts = ", ".join(f"{one} {figure(one.total)}" for one in force.listings)
    reader.fail("points", f"the forces of {force.side.name} are given as {figure(force.stated)} points, "
                f"but the {noun(context.units, force, context)} add up to {figure(force.total)}", parts)


def values_of(forces: tuple[Force, ...], context: Context) -> set[str]:
    """Return the names of all values that any of the units has; where a force is still to be chosen, of any unit."""
    kinds = {find(context.units, one.unit).kind for force in forces for one in force.listings}
    if context.noted.has("units") or not all(force.listings for force in forces):
        kinds = set(context.unit_types)
    return {value for kind in kinds for value in context.unit_types[kind].names}


SCENARIOS = Section("scenarios", read, check_pieces, files=MOST)
