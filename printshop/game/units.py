"""The units of a game, listed in every file of a stack of games.

Each is read with its fields, with what is derived, and whether all of it fits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from printshop.catalogue import data_files
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.expressions.functions import article
from printshop.game.differences import KEY, read_by_name
from printshop.game.fields import EntriesField, Field, NumbersField
from printshop.game.formulas import show
from printshop.game.layers import CHANGES, MARKS, Layer, changed, marked, own_layers, parsed, shown
from printshop.game.model import NEUTRAL, UNITS, Apart, Context, Game, SizeClass, Unit
from printshop.game.notations import BatteryField, DecimalField
from printshop.game.pictures import ART_BOWS, Pictures, read_picture
from printshop.game.references import Reference, references, spoken_type
from printshop.game.rows import NUMBER, ListField
from printshop.game.settings import fill_in
from printshop.game.unit_types import UNIT_KEYS, UnitType, side_key
from printshop.game.values import Held, Rows, Value
from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe
from printshop.letters import Marked
from printshop.problems import Problems, Span, suggestion
from printshop.silhouettes import UPRIGHT
from printshop.source import UNKNOWN, MappingNode, Node, Scalar, SequenceNode, parse, parse_text
from printshop.source.memory import Memory
from printshop.source.tables import aside, headed, keyed, parted
from printshop.source.workbooks import TABLES, read_rows

MOST_COPIES = 200
MOST_DEEP = 10  # units that hold one another
MOST_UNITS = 25_000  # of a game, with all that it extends
MOST_FILES = 5_000  # of one type of unit, in each of the games on top of one another
MOST_LISTED = 60_000  # rows of lists of all units, and
MOST_WORKED_OUT = 500_000  # values that are derived for them, those of their rows counted: both take time


@block
class General(Block):
    """What every unit may have besides its fields; `printed` is read when all is worked out, and so is `differs`."""

    name: str = keys.text("unique in the game")
    side: str = side_key("the key of a side; `any` for a unit that every side has: it takes the side of the force "
                                 "it is listed in, and its counters are made for all of them. It may be left out where "
                                 "the type of unit says it, and in a game without `sides`")
    prefix: str | None = keys.special(
        lambda at, name: at.word(name) if at.node(name) else None,
        {"type": ["string", "number", "null"]}, 'instead of the side\'s; `""` for none')
    class_: str = keys.text("the name of its class, if that is not its own", default="")
    sisters: tuple[str, ...] = keys.texts("names of units that are the same in all but name: this one's name is their "
                                          "class")
    numbered: bool = keys.flag("`true`: copies have no names but numbers, Alpha-1, Alpha-2 ... (or as the type's "
                               "[`numbering`](game.md) has it)")
    copies: int = keys.whole("how many counters are made of it when nothing else is asked (1)", 0, MOST_COPIES,
                             default=1)
    short: str = keys.text("a shorter name, for counters", default="")
    art: Path | None = keys.special(
        lambda at, name: read_picture(at, name, f"art of {at.what}"),
        lambda writer: {**patterns.text(), "examples": [*writer.entries.get("pictures", ())]},
        "a [picture](#pictures) in the folder `art/`, bow to the right: SVG, PNG or JPEG")
    art_bow: str = keys.choice(ART_BOWS, "where the bow points in the picture, if not to the `right`: `left` or `up`; "
                               "or `none`, for a picture that never turns with the bow", default="")
    printed: Reader | None = keys.special(lambda at, name: at.reader(name), {}, "derived values as a book prints them: "
                                          "what differs from the figures is reported with both readings")
    differs: object = keys.special(
        lambda at, name: at.node(name), {}, "notes on values that are [not as in the book](differs.md), by field")


class Known:
    """The units of a game that others may hold, by their names, large or small; `units` are they by name."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self.units = units

    def find(self, name: str) -> Unit | None:
        """Return the unit of a name, finished; None if there is none. Raises ValueError: why it cannot be held."""
        folded = name.casefold()
        return self.units.get(name) or next((unit for unit in self.units.values() if unit.name.casefold() == folded),
                                            None)

    def excused(self, name: str) -> bool:  # noqa: ARG002
        """Return whether a unit is not there because of a mistake that has been told."""
        return False


@dataclass(slots=True, eq=False)
class Draft:
    """A unit whose fields are read, to be finished when the units that it holds are known.

    Its `values` are the unit's own: what is worked out comes into them. If it is not `sound`, what is wrong is told.
    """

    unit: Unit
    unit_type: UnitType
    reader: Reader
    printed: Reader | None
    values: dict[str, Value]
    sound: bool

    def finish(self, known: Known) -> Unit:
        """Return the unit with what it holds and what is derived, after noting what does not fit."""
        self.reader.begin()
        for key, field in references(self.unit_type.fields).items():
            self.values[key] = _held_units(self, key, field, known)
        sound = self.sound and self.reader.sound
        if sound and self.unit_type.sound:  # else what is derived would only repeat the trouble
            _work_out(self.reader, self.values, self.unit_type, self.printed)
        if not sound or not self.reader.sound:
            return replace(self.unit, tagging=None)  # which could not be worked out, either
        unit, drawn = self.unit, self.unit_type.drawn
        if not unit.art and self.unit_type.art:
            unit = replace(unit, art=self._usual_art())
        if unit.art or not drawn:
            return unit
        return replace(unit, art=drawn.hull(self.values), art_bow="none" if drawn.look in UPRIGHT else "right")

    def _usual_art(self) -> Path | None:
        """Return the picture that units of the type have, None for one of which it is not known or not there."""
        pictures: Pictures = self.reader.context.pictures
        with suppress(FormulaError):
            name = self.unit_type.art.words(self.values) if self.unit_type.art else ""
            return pictures.path(name) if name and not pictures.trouble(name) else None
        return None

    def units(self, known: Known) -> Iterator[Unit]:
        """Give the unit, finished, and its sisters."""
        unit = self.finish(known)
        yield unit
        for sister in unit.sisters:
            yield unit.called(sister)


def _held_units(draft: Draft, key: str, field: Reference, known: Known) -> Value:
    """Return what a field holds that names other units; what it cannot hold is noted at the name."""
    at, names, node = draft.reader, draft.values[key], draft.reader.node(key)
    if not isinstance(names, Held) or node is None:
        return field.empty if names is None else names
    units, lost, what = list[Unit](), False, f"{field.label} of {at.what}"
    for name, span in field.called(node, what, Problems()) or ():
        try:
            unit = known.find(name)
        except ValueError as error:
            at.problems.add(span, f"{what}: {error}", "leave one of them out")
            continue
        if unit and unit.kind in field.of:
            units.append(unit)
        elif unit:
            at.problems.add(span, f"{what}: '{name}' is {article(spoken_type(unit.kind))}, and must be {field.one_of}")
        elif known.excused(name):
            lost = True
        else:
            near = suggestion(name, [other.name for other in known.units.values() if other.kind in field.of])
            at.problems.add(span, f"{what}: there is no {field.one_of.partition(' ')[2]} '{name}'", near)
    values = tuple(unit.name for unit in units)
    if at.sound and not lost and (wrong := field.misfit(values, draft.values)):
        at.fail(key, f"{what} {wrong}")
    if lost or not at.sound:
        return NOT_KNOWN
    columns = tuple(dict.fromkeys(name for unit in units for name in unit.values))
    rows = tuple({**dict.fromkeys(columns), **unit.values, NUMBER: number} for number, unit in enumerate(units, 1))
    return replace(field.empty, columns=columns, cells=tuple(tuple(map(row.get, columns)) for row in rows), rows=rows,
                   names=values)


def read_unit(node: Node, unit_type: UnitType, around: Context) -> Draft | None:
    """Return the unit of an item of a list, to be finished; None if it has no name.

    One with a problem is given too, lest everything that names it be a problem as well.
    """
    if not isinstance(node, MappingNode):
        what = article(unit_type.name)
        around.problems.add(node.span, f"{what} must be a block of keys, found {describe(node)}",
                            'write it as "- name: ..." with its other keys below')
        return None
    reader = Reader(node, around.problems, _name(node) or article(unit_type.name), around)
    values = _fields(reader, unit_type)
    given = General(**keys.taken(General, reader))
    if not (given.side or unit_type.side) and around.sides:
        reader.lack("side")
    side = around.sides.get(given.side or unit_type.side, NEUTRAL)
    differs = read_by_name(reader, (*unit_type.fields, *unit_type.derived))
    reader.done(MARKS, new=f"a new field is declared in game.yaml, under unit_types: {unit_type.key}: fields:")
    if not given.name:
        return None
    prefix = given.prefix if given.prefix is not None else "" if given.numbered else side.prefix
    size = _size(reader, values, around.size_by, around.sizes)
    unit = Unit(unit_type.key, given.name, prefix, given.class_ or (given.name if given.sisters else ""), side,
                size, values, given.art, reader.place, given.numbered, given.sisters, given.short,
                given.copies, unit_type.serial, given.art_bow or unit_type.art_bow, unit_type.numbering,
                tagging=unit_type.tag, art_at=reader.span("art"), differs=differs)
    values |= _named_values(unit, unknown=values.get(around.size_by) is NOT_KNOWN)
    return Draft(unit, unit_type, reader, given.printed, values, reader.sound)


def altered(unit: Unit, at: Reader, game: Game) -> Unit:
    """Return a unit of a game with other values in those of its fields that are keys of a block, worked out again.

    What is wrong with them, or with the unit that they make, is noted.
    """
    unit_type, values = game.unit_types[unit.kind], dict(unit.values)
    for key, field in unit_type.fields.items():
        if node := at.node(key):
            fill_in(node, game.settings, at.problems)
            values[key] = field.read(node, at.what, at.problems)
    at.done(new=f"these are the fields of {article(unit_type.name)}: {', '.join(unit_type.fields)}")
    unit = replace(unit, values=values, size=_size(at, values, game.size_by, game.sizes))
    return Draft(unit, unit_type, at, None, values, at.sound).finish(Known(game.units))


def doubts(game: Game, unit: Unit) -> Iterator[str]:
    """Give what is likely to be a slip in the values of a unit's fields, each as a whole sentence."""
    for key, field in game.unit_types[unit.kind].fields.items():
        if (value := unit.values.get(key)) not in (None, NOT_KNOWN):
            yield from field.doubts(value)


def read_alone(game: Game, unit_type: UnitType, text: str) -> tuple[tuple[Unit, ...], Problems]:
    """Return the units of a list as a game that has been loaded reads them, and what is wrong with them."""
    problems = Problems()
    around = Context(**game.data(), problems=problems)
    root = parse_text(text, "the new file", problems)
    items = root.items if root else ()
    for item in items:
        fill_in(item, game.settings, problems)
    known = Known(game.units)
    drafts = [draft for item in items if (draft := read_unit(item, unit_type, around))]
    return tuple(unit for draft in drafts for unit in draft.units(known)), problems


def _named_values(unit: Unit, *, unknown: bool) -> dict[str, Value]:
    """Return the values that every unit has, by the names that formulas know; its size may be `unknown`."""
    none, short = NOT_KNOWN if unknown else None, unit.short or unit.name
    return {**unit.names, "stem": short, "tag": short, "number": "", "serial": NOT_KNOWN if unit.serial else None,
            "warnings": (), "size": unit.size.key if unit.size else none,
            "size_name": unit.size.name if unit.size else none}


def _fields(reader: Reader, unit_type: UnitType) -> dict[str, Value]:
    values: dict[str, Value] = {}
    misspelt = {*reader.keys()} - {*unit_type.fields, *UNIT_KEYS}
    for key, field in unit_type.fields.items():
        node, trial = reader.node(key), Problems()
        values[key] = field.read(node, reader.what, trial) if node else None
        swapped = _swapped(reader, field, unit_type) if trial else ""
        for problem in trial:
            reader.problems.add(problem.span, problem.message, swapped or problem.hint)
        if node is None and not field.optional:
            reader.lack(key, "" if misspelt else
                        f"{article(unit_type.name)} may do without it if its field says 'optional: true'")
    return values


def _swapped(reader: Reader, field: Field, unit_type: UnitType) -> str:
    """Return a hint where two columns of guns have changed places, "" where they have not."""
    node_here = reader.node(field.key)
    for other in unit_type.fields.values():
        node = reader.node(other.key)
        if not (isinstance(field, BatteryField) and isinstance(other, BatteryField) and other is not field
                and isinstance(node_here, Scalar) and isinstance(node, Scalar)):
            continue
        try:
            guns = field.parse(node.text), other.parse(node_here.text)
        except ValueError:
            continue
        here, there = (str(getattr(value, "count", "")) if kind.short else str(value)
                       for kind, value in zip((field, other), guns, strict=True))
        return (f"have {other.label} and {field.label} changed places? As they stand: {node.text} and "
                f"{node_here.text}; exchanged: {other.label} {there}, {field.label} {here}")
    return ""


def _size(reader: Reader, values: Mapping[str, Value], size_by: str, sizes: Sequence[SizeClass]) -> SizeClass | None:
    number = values.get(size_by)
    if not sizes or not isinstance(number, int | Fraction):
        return None
    size = next((size for size in sizes if size.up_to is None or number <= size.up_to), None)
    if size is None:
        reader.fail(size_by, f"{size_by} of {reader.what} is {number}: no size class goes that high",
                    f"the largest, {sizes[-1].name}, goes up to {sizes[-1].up_to}")
    return size


def _work_out(reader: Reader, values: dict[str, Value], unit_type: UnitType, printed: Reader | None) -> None:
    """Work out what is derived for every row of a list, then for the unit; note what does not hold of it.

    It has its `warnings` and its `tag` then, which has room for the number that it does not have yet.
    """
    what, formula = reader.what, ""
    try:
        for key, field in unit_type.fields.items():
            rows = values[key]
            if isinstance(field, ListField) and field.derived and isinstance(rows, Rows):
                values[key] = field.finished(rows, values)
        for derived in unit_type.formulas:
            what, formula = f"{derived.label} of {reader.what}", f"it is {derived.formula.text}"
            values[derived.key] = derived.work_out(values)
    except FormulaError as error:
        reader.problems.add(reader.place, f"{what}: {error.message}", error.hint or formula)
    _compare(reader, values, unit_type, printed)
    if not all(name in values for name in unit_type.derived):  # what could not be worked out has been told
        return
    warnings: list[str] = []
    for check in unit_type.checks:
        try:
            holds = check.that.evaluate(values)
            message = "" if holds or holds is NOT_KNOWN else check.message.fill(values)  # one over what is unknown, too
        except FormulaError as error:
            reader.problems.add(reader.place, f"a check of {reader.what}: {error.message}",
                                error.hint or f"what must hold is {check.that.text}")
            continue
        if holds or holds is NOT_KNOWN:
            continue
        if check.warning:
            warnings.append(Marked(message))
        else:
            reader.problems.add(reader.place, f"{reader.what}: {message}")
    values["warnings"] = tuple(warnings)
    try:
        values["tag"] = (unit_type.tag.words(values) if unit_type.tag else "") or values["tag"]
    except FormulaError as error:
        text = unit_type.tag.text if unit_type.tag else ""
        reader.problems.add(reader.place, f"the tag of {reader.what}: {error.message}", error.hint or f"it is {text}")


def _compare(reader: Reader, values: Mapping[str, Value], unit_type: UnitType, printed: Reader | None) -> None:
    """Compare what a book prints with what its figures give: one of the two is a misprint."""
    labels = {derived.key: derived.label for derived in unit_type.formulas}
    for key in printed.keys() if printed else ():
        assert printed is not None
        if key not in labels:
            reader.problems.add(printed.key_span(key), f"'{key}' in 'printed' of {reader.what} is not derived",
                                suggestion(key, [*labels]))
        elif key in values and (value := values[key]) is not NOT_KNOWN:
            ours = [show(part) for part in (value if isinstance(value, tuple) else (value,))]
            theirs = [text.replace("-", "–").replace("—", "–").strip() for text in printed.texts(key)]
            if ours != theirs:
                printed.fail(key, f"the {labels[key]} of {reader.what} is printed as {' | '.join(theirs)}, "
                                  f"but the figures give {' | '.join(ours)}",
                             "one of the two is a misprint: mend the figures, or leave this line out to go by them")


def unit_files(folder: Path, unit_type: UnitType) -> list[Path]:
    """Return the files of one type's units: "ships.yaml", "ships.csv", "ships/*.yaml" where they are called ships."""
    single = (folder / f"{unit_type.stem}{suffix}" for suffix in (".yaml", *TABLES))
    return [path for path in single if os.path.lexists(path)] + data_files(folder / unit_type.stem)


_OTHERWISE = ("sisters", *MARKS)  # keys of a unit that is not simply one more


class _Roll:
    """The units of one type, in the order of the games and their files, as those on top leave them."""

    def __init__(self, unit_type: UnitType, problems: Problems) -> None:
        self._type, self._problems = unit_type, problems
        self.items: list[tuple[Node, bool]] = []  # as they are written, and whether no game below has them
        self.places: dict[str, int] = {}  # of names, those of sisters too, among the items
        self.lost = False  # something is written that is no unit with a name

    def add(self, lists: Iterable[Node], *, own: bool, extends: bool) -> None:
        """Take the lists of a game; what they replace or change is one of those that were taken before."""
        below, taken = dict(self.places), set[str]()
        for node in lists:
            if not isinstance(node, SequenceNode):
                self.lost = True
                self._problems.add(node.span, f"{self._type.plural} must be a list, found {describe(node)}",
                                   'begin each of them with "- name: ..."')
            for item in node.items:
                name = _name(item)
                if name and item.entries.keys().isdisjoint(_OTHERWISE):  # almost all, of thousands
                    self.places.setdefault(name, len(self.items))
                    self.items.append((item, own))
                    continue
                self.lost |= not name
                unit, mark = marked(item, name or self._type.name, self._problems)
                at = below.get(name) if extends else None
                if mark and at is None:
                    hint = suggestion(name, below) if extends else f"leave out '{mark}': this game extends no other"
                    self._problems.add(unit.span, f"there is no {self._type.name} '{name}' that this one {mark}", hint)
                if mark and at is not None and name not in taken:
                    taken.add(name)
                    if _name(self.items[at][0]) == name:
                        self._replace(unit, name, mark, own, at)
                        continue
                    unit = self._parted(unit, name, mark, at)
                for name in names_of(unit):
                    self.places.setdefault(name, len(self.items))
                self.items.append((unit, own))

    def _parted(self, node: Node, name: str, mark: str, at: int) -> Node:
        """Return a unit that takes the place of a sister, who is parted from the others."""
        base, was_own = self.items[at]
        assert isinstance(base, MappingNode)
        of = base.entries["sisters"]
        rest = tuple(sister for sister in _sisters(base) if sister.text != name)
        others = {**base.entries, "sisters": SequenceNode(of.source, of.line, of.column, rest)}
        self.items[at] = base.having(others), was_own
        alone = base.without("sisters", "short", "printed")
        named = {"class": base.entries["name"], **alone.entries}
        return changed(alone.having(named), node) if mark == CHANGES else node

    def _replace(self, node: Node, name: str, mark: str, own: bool, at: int) -> None:
        """Put a unit into the place of the one of its name."""
        base, _ = self.items[at]
        lost = ", ".join(names_of(base)[1:])
        if lost and "sisters" not in node.entries and mark != CHANGES:
            self._problems.add(node.span, f"{name} replaces a {self._type.name} with sisters: {lost}",
                               f"write sisters: [{lost}] if this goes for them, too, or sisters: []")
        if mark == CHANGES and isinstance(base, MappingNode) and isinstance(node, MappingNode):
            said, left = base.entries.get(KEY), base.without("printed")  # what a book prints is that of the old
            if isinstance(said, MappingNode):
                left = left.having({**left.entries, KEY: said.without(*node.entries)})
            node = changed(left, node)
        self.items[at] = node, own
        for sister in names_of(node)[1:]:
            self.places.setdefault(sister, at)


def names_of(node: Node) -> tuple[str, ...]:
    """Return the name of a unit as it is written, if it has one, and those of its sisters."""
    return tuple(name for name in (_name(node), *(sister.text for sister in _sisters(node))) if name)


def _name(node: Node) -> str:
    return node.entries["name"].text if "name" in node.entries else ""


def _sisters(node: Node) -> Sequence[Node]:
    return node.entries["sisters"].listed if "sisters" in node.entries else ()


class Weighed(NamedTuple):
    """A unit, and what it costs: rows of its lists, and values that are worked out for it."""

    unit: Unit
    rows: int
    worked_out: int


class AllUnits(Known):
    """All units of a stack of games, and the files that all of it is read from.

    `units` are they, by name; `names` is all that is written, what is wrong with it or not, and `lost` says whether
    some could not be read at all; `own` are the names of those that are not from a game that the last one extends.
    """

    def __init__(self, stack: Sequence[Layer], around: Context, settings: Collection[str], apart: Apart, *,
                 memory: Memory) -> None:
        self._stack, self._around, self._settings, self._apart = stack, around, settings, apart
        self._memory, self._known = memory, dict[Node, tuple[Weighed, ...]]()  # of this time
        self.units: dict[str, Unit] = {}
        self._drafts: dict[str, Draft] = {}  # of units that hold others, and have not been finished yet
        self._path: list[Draft] = []  # those that are being finished, each held by the one before
        self._rows = self._worked_out = 0
        self._spelt: dict[str, str] = {}  # the names, by what they are in small letters
        self.names: set[str] = set()
        self.lost = False
        self.own: set[str] = set()
        self.roots = [root for layer in stack for root in layer.roots]

    def read(self, unit_type: UnitType) -> None:
        """Take all units of a type."""
        roll = _Roll(unit_type, self._around.problems)
        for number, layer in enumerate(self._stack):
            node = layer.tree.entries.get(unit_type.stem)
            lists = [*([node] if node else []), *self._files(layer, unit_type)]
            roll.add(lists, own=layer in own_layers(self._stack), extends=number > 0)
        self.names |= roll.places.keys()
        self.lost |= roll.lost
        left_out = self._apart.names(UNITS)
        for node, own in roll.items:
            if self._apart.parts and (not (names := {*names_of(node)}) or names & left_out):
                continue
            for unit, rows, worked_out in self._read(node, unit_type):
                first_name = self._spelt.setdefault(unit.name.casefold(), unit.name)
                if first_name in self.units:
                    self._note_twice(unit, first_name, unit_type)
                    continue
                self.units[unit.name] = unit
                if own:
                    self.own.add(unit.name)
                self._rows += rows
                self._worked_out += worked_out
                self._check_bounds(unit)

    def _read(self, node: Node, unit_type: UnitType) -> tuple[Weighed, ...]:
        """Return the units of an item of a list; those that hold no others are kept if there is nothing wrong."""
        if known := self._memory.units.get(node):
            self._known[node] = known
            return known
        before = len(self._around.problems)
        draft = read_unit(node, unit_type, self._around)
        if draft and references(unit_type.fields):
            self._drafts.update(dict.fromkeys((draft.unit.name, *draft.unit.sisters), draft))
            return tuple(_weighed(unit, unit_type) for unit in (
                draft.unit, *map(draft.unit.called, draft.unit.sisters)))
        units = tuple(_weighed(unit, unit_type) for unit in draft.units(self)) if draft else ()
        if len(self._around.problems) == before:
            self._known[node] = units
        return units

    def find(self, name: str) -> Unit | None:
        """Return the unit of a name, finished; None if there is none. Raises ValueError: why it cannot be held."""
        name = self._spelt.get(name.casefold(), name)
        if draft := self._drafts.get(name):
            self._finish(draft)
        return self.units.get(name)

    def excused(self, name: str) -> bool:
        """Return whether a unit is not there because of a mistake that has been told."""
        return bool(self.lost or name in self.names or self._apart.parts)

    def finish(self) -> None:
        """Finish the units that hold others, each after those that it holds; all others are kept."""
        for draft in [*self._drafts.values()]:
            if draft.unit.name in self._drafts:
                self._finish(draft)
        self._memory.units = self._known

    def _finish(self, draft: Draft) -> None:
        path = [holder.unit.name for holder in self._path]
        if draft in self._path:
            circle = [*path[self._path.index(draft):], draft.unit.name]
            raise ValueError("in a circle, " + ", ".join(f"{name} names {other}" for name, other in pairwise(circle)))
        if len(path) == MOST_DEEP:
            raise ValueError(f"these units name one another, {MOST_DEEP} deep: {', '.join(path)}")
        self._path.append(draft)
        for unit in draft.units(self):
            if unit.name in self._drafts and self.units[unit.name].span == unit.span:
                self.units[unit.name] = unit
        self._path.pop()
        for name in (draft.unit.name, *draft.unit.sisters):
            self._drafts.pop(name, None)
        self._rows += sum(len(value) for value in draft.values.values() if isinstance(value, Held))
        self._check_bounds(draft.unit)

    def _check_bounds(self, unit: Unit) -> None:
        """Give up where there is more to be worked out than anybody plays with: hostile games take hours."""
        if len(self.units) <= MOST_UNITS and self._rows <= MOST_LISTED and self._worked_out <= MOST_WORKED_OUT:
            return
        for count, most, what in ((len(self.units), MOST_UNITS, "units"), (self._rows, MOST_LISTED, "rows of lists"),
                                  (self._worked_out, MOST_WORKED_OUT, "derived values of units")):
            if count > most:
                problems = self._around.problems
                problems.add(unit.span, f"there are more than {most:,} {what}, sisters counted", "take some out")
                problems.raise_if_any()

    def _files(self, layer: Layer, unit_type: UnitType) -> Iterator[Node]:
        problems = self._around.problems
        paths = [] if layer.single else unit_files(layer.folder, unit_type)
        if len(paths) > MOST_FILES:
            problems.add(Span(shown(paths[MOST_FILES])), f"there are more than {MOST_FILES:,} files of "
                         f"{unit_type.plural}", "put several into one file")
        for path in paths[:MOST_FILES]:
            node = parsed(path, layer.folder, self.roots, problems, self._memory, partial(
                read_table, unit_type) if path.suffix in TABLES else parse)
            if node is None:
                self.lost = True
                continue
            fill_in(node, self._around.settings, problems, self._settings)
            yield node

    def _note_twice(self, unit: Unit, first_name: str, unit_type: UnitType) -> None:
        """Note a unit with the name of another; it is the same in large letters and small."""
        first, span = self.units[first_name], self.units[first_name].span
        written = "" if first_name == unit.name else f", one of them written '{first_name}'"
        hint = f"the first is at {span}" if span else ""
        what = f"there are two {unit_type.plural} called '{unit.name}'{written}"
        if first.kind != unit_type.key:
            what = f"{article(unit_type.name)} and {article(spoken_type(first.kind))} are called '{unit.name}'{written}"
            hint += f"; write for instance: {unit.name} ({unit_type.name})"
        if len(self._stack) > 1 and first_name not in self.own:
            hint += "; 'replaces: true' puts this one in its place"
        self._around.problems.add(unit.span, what, hint)


def _weighed(unit: Unit, unit_type: UnitType) -> Weighed:
    lists = [value for value in unit.values.values() if isinstance(value, Rows)]
    worked_out = len(unit_type.formulas) + sum(len(rows) * rows.derived for rows in lists)
    return Weighed(unit, sum(map(len, lists)), worked_out)


# --- units of a spreadsheet: a row for each, below headings that are called like their keys or fields ---
#
# What `printshop export csv` writes is read: what is worked out from the fields, and a heading in brackets, is left
# out. Entries of a list, and names, are parted by semicolons; of figures by name and of things each has a column of its
# own, `shield.bow`.

ASIDE = ("unit type", "size", "points", "warnings")  # what exported tables have besides: it follows from the rest
_TEXTS = ("text", "choice", "unit")  # what stands there is a text, be it of digits alone
_SEVERAL = ("choices", "list", "units")
_FOLLOWING = ("battery", "length", "list", "unit", "units")  # fields whose parts are worked out where they are exported
_COMMA = re.compile(r"([-+]?\d+),(\d{1,2} *\D?|\d{4,6} *\D?)")  # three digits behind it may be thousands
NO_PREFIX = "none"
NOTHING = "[]"  # a list that has no entries, and is not left out


def read_table(unit_type: UnitType, path: Path, problems: Problems, name: str) -> Node | None:
    """Return the units of a table as the tree of a list, or None after noting why there is none."""
    rows = read_rows(path, problems, name)
    before = len(problems)
    table = headed(rows, partial(_key, unit_type, problems), "name", "name, ...", problems) if rows else None
    if not rows or not table:
        return None
    if len(problems) > before and "side" not in table.columns:
        return None
    there = {key.partition(".")[0] for key in table.columns}
    doubtful = set[str]()  # what a column may hold that has a wrong heading
    if len(problems) > before:
        astray = {cell.text.partition(".")[0] for cell in rows[0].cells if cell.text not in table.columns}
        doubtful = {key for key, field in unit_type.fields.items() if key in astray or key not in there}
    for cell in rows[0].cells if not doubtful else ():
        whole, dot, _ = cell.text.partition(".")
        if dot and whole in unit_type.fields and whole not in there:
            problems.add(cell.span, f"there is no column '{whole}', from which '{cell.text[:60]}' follows",
                         f"write the column '{whole}' itself; in a cell stands {unit_type.fields[whole].example}")
            return None
    items = tuple(_unit(line.place, table.cells(line, problems), unit_type.fields, doubtful) for line in table.lines)
    root = SequenceNode(rows[0].cells[0].source, 1, 1, items)
    root.source.path, root.source.values = path, sum(len(line.cells) for line in table.lines)
    return root


def _key(unit_type: UnitType, problems: Problems, cell: Scalar) -> str:
    """Return the key, or key and part, that a column is for; "" for one that is left out."""
    text = " ".join(cell.text.split())
    fields = {word.casefold(): key for key, field in unit_type.fields.items()
              for word in (field.label, key.replace("_", " "), key)}
    first, _, part = text.partition(".")
    general = text.casefold().replace(" ", "_")
    key = general if general in UNIT_KEYS else fields.get(text.casefold(), "")
    if key or aside(text) or text in ASIDE or first in unit_type.derived:
        return key
    field = unit_type.fields.get(first)
    if part and isinstance(field, EntriesField | NumbersField):
        if part not in _parts(field) and (part != "total" or isinstance(field, EntriesField)):
            problems.add(cell.span, f"{first} has no '{part[:60]}'", suggestion(part, _parts(field)))
            return ""
        return text if part in _parts(field) else ""
    if part and field and field.kind in _FOLLOWING:
        return ""
    meant = suggestion(text, (*unit_type.fields, *UNIT_KEYS))
    problems.add(cell.span, f"units have no '{text[:60]}'", f"{meant}{' A' if meant.endswith('?') else '; a'} heading "
                 f"in brackets, [{text[:40]}], leaves the column out")
    return ""


def _parts(field: Field) -> tuple[str, ...]:
    return tuple(field.things) if isinstance(field, EntriesField) else field.options


def _unit(at: Scalar, cells: Mapping[str, Scalar], fields: Mapping[str, Field], doubtful: Collection[str]) -> Node:
    """Return the unit of a row; what is `doubtful` of its fields is not known."""
    entries: dict[str, Node] = {key: replace(at, text=UNKNOWN, plain=True) for key in doubtful}
    parted = {key.partition(".")[0] for key, cell in cells.items() if "." in key and cell.text}
    for key, cell in cells.items():
        first, _, part = key.partition(".")
        if not cell.text or first in doubtful or (first in parted and not part):
            continue
        if not part:
            entries[key] = _value(key, cell, fields.get(key))
        elif not isinstance(fields[first], EntriesField) or cell.text != "0":
            inside = entries.get(first)
            inner = dict(inside.entries) if isinstance(inside, MappingNode) else {}
            entries[first] = keyed(cells.get(first, cell), {**inner, part: cell})
    return keyed(at, entries)


def _value(key: str, cell: Scalar, field: Field | None) -> Node:
    """Return what stands in a cell as the data has it."""
    if cell.text != UNKNOWN and (key == "sisters" or (field and field.kind in _SEVERAL)):
        if cell.text == NOTHING:
            return SequenceNode(cell.source, cell.line, cell.column, ())
        return SequenceNode(cell.source, cell.line, cell.column, tuple(map(_entry, parted(cell))))
    if key == "prefix" and cell.text == NO_PREFIX:
        return Scalar(cell.source, cell.line, cell.column, "", plain=False)
    if isinstance(field, DecimalField) and (comma := _COMMA.fullmatch(cell.text)):
        return Scalar(cell.source, cell.line, cell.column, ".".join(comma.groups()), plain=True)
    text = field is None or (field.kind in _TEXTS and cell.text != UNKNOWN)
    named = cell.text in ("true", "false") or cell.text.isdigit()  # of what every unit may have
    return Scalar(cell.source, cell.line, cell.column, cell.text, plain=not text or (field is None and named))


def _entry(cell: Scalar) -> Node:
    """Return an entry of a list: words, or what begins as YAML would have it, a block or a text in quotes."""
    if cell.text[:1] in "{'\"":
        node = parse_text(f"[{cell.text}]", cell.source.name, trial := Problems())
        if isinstance(node, SequenceNode) and len(node.items) == 1 and not trial:
            return node.items[0]
    return cell
