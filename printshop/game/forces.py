"""Forces: which units fight for whom, what they cost, and the texts and facts that go with them.

The keys of a force:

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
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.model import find
from printshop.language.reader import Reader, describe, plain_text
from printshop.problems import PrintshopError, Span, suggestion
from printshop.source import UNKNOWN, Node, Scalar, Sequence
from printshop.source import Mapping as MappingNode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.context import Context
    from printshop.game.model import Side, Unit, UnitType

MOST = 99  # copies of one unit in one force
MOST_FORCES = 6
MOST_FACTS = 60  # in one place: more is no table that anybody reads
MOST_PARAGRAPHS = 100  # of one text
NONE = "none"

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
    allies = _allies(reader, context)
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


def _allies(reader: Reader, context: Context) -> tuple[str, ...]:
    allies = reader.texts("allies")
    for ally in allies:
        if ally not in context.sides:
            reader.fail("allies", f"there is no side '{ally}'", suggestion(ally, context.sides))
    return allies


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
    if not 1 <= count <= MOST:
        context.problems.add(node.span, f"{count} x {name}: there can be 1 to {MOST} of a unit")
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
        if _noted(name, context):
            context.problems.hush(node.span)
            return None
        for problem in error.problems:
            context.problems.add(node.span, problem.message, problem.hint)
    return None


def _noted(name: str, context: Context) -> bool:
    """Return whether a unit, or one of which it is a numbered copy, could not be read."""
    return context.noted.has("units", name) or context.noted.has("units", name.rpartition("-")[0])


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
