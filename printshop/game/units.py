"""The units of a game and their types.

A type says which fields its units have, what is derived from them, and what must hold of every unit. Units are listed
in every file of a stack of games; each is read with its fields, with what is derived, and whether all of it fits.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.catalogue import data_files
from printshop.expressions import FUNCTIONS, NOT_KNOWN, FormulaError, Names, compared
from printshop.expressions.functions import article
from printshop.game.differences import KEY, read_by_name
from printshop.game.fields import finish, read_field
from printshop.game.fleets.roster import read_roster
from printshop.game.formulas import UNSETTLED, Wording, derived_keys, read_derived, read_formula, read_wording, show
from printshop.game.layers import CHANGES, MARKS, Layer, changed, marked, own_layers, parsed, reserved, shown
from printshop.game.model import (
    ANY,
    ART_BOWS,
    NEUTRAL,
    NUMBERING,
    UNIT_NAMES,
    UNITS,
    Apart,
    Check,
    Rules,
    Side,
    SizeClass,
    Unit,
    UnitType,
)
from printshop.game.settings import fill_in
from printshop.game.values import Battery, Rows, Value
from printshop.language.reader import Reader, describe
from printshop.letters import Marked
from printshop.problems import Problems, Span, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Merged, Node, Scalar
from printshop.source import Sequence as SequenceNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from printshop.game.fields import Field
    from printshop.game.pictures import Pictures
    from printshop.game.settings import Setting


KEYS = ("name", "side", "prefix", "class", "sisters", "numbered", "short", "art", "art_bow", "printed", "copies",
        "differs")
LATER = frozenset({"serial", "tag", "warnings"})
"""What a unit has only when all else is worked out."""


def read_type(key: str, reader: Reader, constants: Mapping[str, object]) -> Rules:
    """Return a unit type as the game's data describes it. `constants` are its settings and tables."""
    before = len(reader.problems)
    inner = reader.reader("fields", required=True)
    if len(reader.problems) > before:
        return _without_fields(key, reader)
    given = Names((*(inner.keys() if inner else ()), *UNIT_NAMES), constants)
    known = Names(given - given.constants.keys() - UNSETTLED, given.constants)
    fields = {name: read_field(name, one, known) for name, one in (inner.each("field") if inner else ())}
    for name in fields:
        if name in (*KEYS, *MARKS) or name in UNIT_NAMES or name in FUNCTIONS or not name.isidentifier():
            reader.problems.add(inner.key_span(name) if inner else None,
                                f"a field of {reader.what} cannot be called '{name}'",
                                "every unit has that name already, or it is not one word of letters, digits and _")
    derived = read_derived(reader, known, {*fields, *UNIT_NAMES})
    unit_type = UnitType(key, reader.text("name", key), _plural(key, reader), fields, derived_keys(reader),
                         reader.text("points", "points"), reader.text("serial", ""), constants)
    names = Names(unit_type.names - unit_type.names.constants.keys() - LATER, constants)
    checks = [_read_check(one, names) for one in reader.readers("checks", "check")]
    unit_type = replace(unit_type, roster=read_roster(reader, fields, (*fields, *unit_type.derived, *UNIT_NAMES)))
    unit_type = replace(unit_type, numbering=_numbering(reader), tag=_read_tag(reader, unit_type))
    _check_names(reader, unit_type, fields)
    reader.done()
    return Rules(unit_type, derived, tuple(check for check in checks if check), len(reader.problems) == before)


def _without_fields(key: str, reader: Reader) -> Rules:
    """Return a type whose fields are missing, which has been noted: all that names one would only repeat it."""
    for name in ("name", "derived", "checks", "points", "serial", "roster", "numbering", "tag"):
        reader.node(name)
    unit_type = UnitType(key, key, _plural(key, reader), {}, ())
    reader.done()
    return Rules(unit_type, (), (), sound=False)


def _plural(key: str, reader: Reader) -> str:
    plural = reader.text("plural", f"{key}s")
    if plural.replace(" ", "_") in reserved():
        reader.fail("plural", f"units of {reader.what} cannot be called '{plural}': that is a part of every game",
                    "call them by another word: plural: ...")
    elif re.fullmatch(r"[\w -]{1,60}", plural):
        return plural
    else:
        reader.fail("plural", f"'plural' of {reader.what} names a file: it can have letters, digits, spaces, - and _")
    return f"{key} units"


def _numbering(reader: Reader) -> str:
    """Return how copies that have no names are called: "Kestrel-3"."""
    numbering = reader.text("numbering", NUMBERING)
    if sorted(re.findall(r"\{[^{}]*\}|[{}]", numbering)) == ["{name}", "{number}"]:
        return numbering
    reader.fail("numbering", f"'numbering' of {reader.what} must have {{name}} once and {{number}} once, and no more",
                'write for instance numbering: "{name} {number}"')
    return NUMBERING


def _read_tag(reader: Reader, unit_type: UnitType) -> Wording | None:
    """Return what counters say of a unit, where that is not its name: a text with holes."""
    node, names = reader.node("tag"), unit_type.names
    known = Names(names - names.constants.keys() - {"tag", "warnings"}, names.constants)
    return read_wording(node, f"'tag' of {reader.what}", known, reader.problems) if node else None


def _check_names(reader: Reader, unit_type: UnitType, fields: Mapping[str, Field]) -> None:
    if unit_type.serial and unit_type.serial not in fields:
        reader.fail("serial", f"'serial' of {reader.what}: there is no field '{unit_type.serial}'",
                    suggestion(unit_type.serial, fields))
    valued = (*fields, *unit_type.derived)
    if "points" in reader and unit_type.points not in valued:
        reader.fail("points", f"'points' of {reader.what}: there is no field or derived value '{unit_type.points}'",
                    suggestion(unit_type.points, valued))


def _read_check(reader: Reader, names: Names) -> Check | None:
    that, message = reader.node("that", required=True), reader.node("message", required=True)
    warning, label, figures = reader.flag("warning"), reader.text("label", ""), reader.node("figures")
    reader.done()
    if that is None or message is None:
        return None
    settled = Names(names - names.constants.keys() - UNSETTLED, names.constants)
    formula = read_formula(that, f"'that' of {reader.what}", settled, reader.problems, shared=True)
    wording = read_wording(message, f"'message' of {reader.what}", names, reader.problems)
    told = read_wording(figures, f"'figures' of {reader.what}", names, reader.problems) if figures else None
    return Check(formula, wording, warning, label, told, compared(formula.text, settled)) if formula else None


MOST_COPIES = 200
MOST_UNITS = 25_000  # of a game, with all that it extends
MOST_FILES = 5_000  # of one type of unit, in each of the games on top of one another
MOST_LISTED = 60_000  # rows of lists of all units, and
MOST_WORKED_OUT = 500_000  # values that are derived for them, those of their rows counted: both take time


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a unit's data may refer to."""

    problems: Problems
    pictures: Pictures
    sides: Mapping[str, Side]
    sizes: tuple[SizeClass, ...]
    size_by: str
    settings: Mapping[str, Setting]


def read_unit(node: Node, rules: Rules, around: Surroundings) -> Iterator[Unit]:
    """Give the unit of an item of a list, followed by its sisters.

    A unit with a problem is given too, lest everything that names it be a problem as well.
    """
    if not isinstance(node, MappingNode):
        what = article(rules.unit_type.name)
        around.problems.add(node.span, f"{what} must be a block of keys, found {describe(node)}",
                            'write it as "- name: ..." with its other keys below')
        return
    unit = _read_unit(node, rules, around)
    if unit:
        yield unit
        for sister in unit.sisters:
            yield unit.called(sister)


def _read_unit(node: MappingNode, rules: Rules, around: Surroundings) -> Unit | None:
    problems, unit_type = around.problems, rules.unit_type
    before = len(problems)
    reader = Reader(node, problems, _who(node, unit_type))
    printed = reader.reader("printed")
    values = _fields(reader, unit_type)
    unit = _described(reader, unit_type, around)
    unit = replace(unit, differs=read_by_name(reader, (*unit_type.fields, *unit_type.derived)))
    reader.done(MARKS, new=f"a new field is declared in game.yaml, under unit_types: {unit_type.key}: fields:")
    if not unit.name:
        return None
    unit = replace(unit, size=_size(reader, values, around), values=values)
    values |= _named(unit, values.get(around.size_by))
    if len(problems) == before and rules.sound:  # else what is derived would only repeat the trouble
        _derive(reader, values, rules)
        _compare(reader, values, rules, printed)
        _check(reader, values, rules)
        _tag(reader, values, unit_type)
    return unit if len(problems) == before else replace(unit, tagging=None)  # which could not be worked out, either


def _described(reader: Reader, unit_type: UnitType, around: Surroundings) -> Unit:
    """Return a unit with what every unit can have; a unit whose side is wrong is missed nowhere."""
    name, side, sisters = reader.text("name"), _side(reader, around) or NEUTRAL, reader.texts("sisters")
    numbered = reader.flag("numbered")
    return Unit(
        unit_type.key, name, _prefix(reader, side, numbered), reader.text("class", "") or (name if sisters else ""),
        side, None, {}, _art(reader, around), reader.place, numbered, sisters, reader.text("short", ""),
        reader.whole("copies", 1, 0, MOST_COPIES), unit_type.serial, reader.choice("art_bow", ART_BOWS, "right"),
        unit_type.numbering, tagging=unit_type.tag, art_at=reader.span("art"),
    )  # fmt: skip


def _named(unit: Unit, sized: Value) -> dict[str, Value]:
    """Return the values that every unit has, by the names that formulas know; `sized` is what its size goes by."""
    none = NOT_KNOWN if sized is NOT_KNOWN else None
    size = {"size": unit.size.key, "size_name": unit.size.name} if unit.size else {"size": none, "size_name": none}
    return {"name": unit.name, "title": unit.title, "label": unit.label, "short": unit.short or unit.name,
            "stem": unit.short or unit.name, "number": "", "prefix": unit.prefix, "class_name": unit.class_name,
            "side": unit.side.name, "adjective": unit.side.adjective,
            "serial": NOT_KNOWN if unit.serial else None, "tag": unit.short or unit.name, "warnings": (), **size}


def _who(node: MappingNode, unit_type: UnitType) -> str:
    name = node.entries.get("name")
    return name.text if isinstance(name, Scalar) and name.text else article(unit_type.name)


def _side(reader: Reader, around: Surroundings) -> Side | None:
    """Return the unit's side; a game without sides needs none, and `any` is everyone's."""
    known = f"known here: {', '.join(sorted((*around.sides, ANY)))}"
    written = reader.peek("side")
    if isinstance(written, Scalar) and written.value is None:
        reader.node("side")
        reader.fail("side", f"side of {reader.what} is empty", known)
        return None
    key = reader.text("side") if around.sides else reader.text("side", ANY)
    if key == ANY:
        return NEUTRAL
    if key and key not in around.sides:
        hint = suggestion(key, (*around.sides, ANY))
        by_chance = len(key) > len(ANY) + 2 and hint == f"did you mean '{ANY}'?"  # the end of Germany
        reader.fail("side", f"side of {reader.what}: there is no side '{key}'", known if by_chance else hint)
    return around.sides.get(key)


def _prefix(reader: Reader, side: Side | None, numbered: bool) -> str:
    given = reader.node("prefix")
    if given is not None:
        return given.text if isinstance(given, Scalar) else ""
    return side.prefix if side and not numbered else ""


def _art(reader: Reader, around: Surroundings) -> Path | None:
    name = reader.text("art", None)
    if name is None:
        return None
    trouble = around.pictures.trouble(name)
    if trouble:
        reader.fail("art", f"art of {reader.what}: {trouble[0]}", trouble[1])
        return None
    return around.pictures.path(name)


def _fields(reader: Reader, unit_type: UnitType) -> dict[str, Value]:
    values: dict[str, Value] = {}
    trial = Problems()
    misspelt = {*reader.keys()} - {*unit_type.fields, *KEYS}
    for key, one in unit_type.fields.items():
        node = reader.node(key)
        if node is None:
            if not one.optional:
                hint = f"a {unit_type.name} may do without it if its field says 'optional: true'"
                reader.lack(key, "" if misspelt else hint)
            values[key] = None
            continue
        values[key] = one.read(node, reader.what, trial)
        if trial:
            _note(trial, reader, one, unit_type)
            trial = Problems()
    return values


def _note(trial: Problems, reader: Reader, field: Field, unit_type: UnitType) -> None:
    """Pass on a field's problems, with a better hint where two columns have changed places."""
    swapped = _swapped(reader, field, unit_type)
    for problem in trial:
        reader.problems.add(problem.span, problem.message, swapped or problem.hint)


def _swapped(reader: Reader, field: Field, unit_type: UnitType) -> str:
    own = reader.node(field.key)
    if field.kind != "battery":
        return ""
    for other in unit_type.fields.values():
        node = reader.node(other.key)
        if other.kind != "battery" or other is field or not isinstance(node, Scalar) or not isinstance(own, Scalar):
            continue
        try:
            here, there = field.parse(node.text), other.parse(own.text)
        except ValueError:
            continue
        return (f"have {other.label} and {field.label} changed places? As they stand: {node.text} and {own.text}; "
                f"exchanged: {other.label} {_written(other, there)}, {field.label} {_written(field, here)}")
    return ""


def _written(field: Field, value: Value) -> str:
    return str(value.count) if field.short and isinstance(value, Battery) else str(value)


def _size(reader: Reader, values: Mapping[str, Value], around: Surroundings) -> SizeClass | None:
    number = values.get(around.size_by)
    if not around.sizes or not isinstance(number, int | Fraction):
        return None
    for size in around.sizes:
        if size.up_to is None or number <= size.up_to:
            return size
    reader.fail(around.size_by, f"{around.size_by} of {reader.what} is {number}: no size class goes that high",
                f"the largest, {around.sizes[-1].name}, goes up to {around.sizes[-1].up_to}")
    return None


def _derive(reader: Reader, values: dict[str, Value], rules: Rules) -> None:
    """Work out what is derived for every row of a list, then what is derived for the unit."""
    label = formula = ""
    try:
        for key, one in rules.unit_type.fields.items():
            rows = values[key]
            if one.entry and one.entry.derived and isinstance(rows, Rows):
                values[key] = finish(rows, one.entry, values, one.label)
        for derived in rules.derived:
            label, formula = derived.label, derived.formula.text
            values[derived.key] = derived.work_out(values)
    except FormulaError as error:
        what = f"{label} of {reader.what}" if label else reader.what
        reader.problems.add(reader.place, f"{what}: {error.message}", error.hint or (formula and f"it is {formula}"))


def _check(reader: Reader, values: dict[str, Value], rules: Rules) -> None:
    """Note every check that does not hold; one over a figure that is unknown says nothing."""
    if any(one.key not in values for one in rules.derived):
        return  # it could not be worked out, which has been told
    warnings: list[str] = []
    for check in rules.checks:
        try:
            holds = check.that.evaluate(values)
            if holds or holds is NOT_KNOWN:
                continue
            message = check.message.fill(values)
        except FormulaError as error:
            reader.problems.add(reader.place, f"a check of {reader.what}: {error.message}",
                                error.hint or f"what must hold is {check.that.text}")
            continue
        if check.warning:
            warnings.append(Marked(message))
        else:
            reader.problems.add(reader.place, f"{reader.what}: {message}")
    values["warnings"] = tuple(warnings)


def _tag(reader: Reader, values: dict[str, Value], unit_type: UnitType) -> None:
    """Add what the unit's counter will say, with room for the number that it does not have yet."""
    if not unit_type.tag or any(name not in values for name in unit_type.derived):
        return
    try:
        values["tag"] = unit_type.tag.words(values) or values["tag"]
    except FormulaError as error:
        reader.problems.add(reader.place, f"the tag of {reader.what}: {error.message}",
                            error.hint or f"it is {unit_type.tag.text}")


def _compare(reader: Reader, values: Mapping[str, Value], rules: Rules, printed: Reader | None) -> None:
    """Compare what a book prints with what its figures give: one of the two is a misprint."""
    for key in printed.keys() if printed else ():
        assert printed is not None
        derived = next((one for one in rules.derived if one.key == key), None)
        if derived is None or key not in values:
            if derived is None:
                reader.problems.add(printed.key_span(key), f"'{key}' in 'printed' of {reader.what} is not derived",
                                    suggestion(key, [one.key for one in rules.derived]))
            continue
        value = values[key]
        if value is NOT_KNOWN:
            continue
        ours = [show(one) for one in value] if isinstance(value, tuple) else [show(value)]
        theirs = [_dashes(text) for text in printed.texts(key)]
        if ours != theirs:
            printed.fail(key, f"the {derived.label} of {reader.what} is printed as {' | '.join(theirs)}, "
                              f"but the figures give {' | '.join(ours)}",
                         "one of the two is a misprint: mend the figures, or leave this line out to go by them")


def _dashes(text: str) -> str:
    return text.replace("-", "–").replace("—", "–").strip()


class Item(NamedTuple):
    """A unit as it is written; `own` says that it is not one of a game that this one extends."""

    node: Node
    own: bool


def stem_of(unit_type: UnitType) -> str:
    """Return what files and lists of a type's units are called: its plural in one word."""
    return unit_type.plural.replace(" ", "_")


def unit_files(folder: Path, unit_type: UnitType) -> list[Path]:
    """Return the files of one type's units: "ships.yaml" and "ships/*.yaml" for a type whose plural is ships."""
    stem = stem_of(unit_type)
    single = folder / f"{stem}.yaml"
    return ([single] if os.path.lexists(single) else []) + data_files(folder / stem)


class Roll:
    """The units of one type, in the order of the games and their files, as those on top leave them."""

    def __init__(self, unit_type: UnitType, problems: Problems) -> None:
        self._type, self._problems = unit_type, problems
        self._items: list[Item] = []
        self._places: dict[str, int] = {}  # of names, those of sisters too, among the items
        self._taken: set[str] = set()  # names whose units the game that is being added has replaced or changed
        self.lost = False  # something is written that is no unit with a name

    @property
    def names(self) -> frozenset[str]:
        """The names of all units and their sisters."""
        return frozenset(self._places)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def add(self, lists: Iterable[Node], *, own: bool, extends: bool) -> None:
        """Take the lists of a game; what they replace or change is one of those that were taken before."""
        known, self._taken = dict(self._places), set[str]()
        for node in lists:
            if isinstance(node, SequenceNode):
                for item in node.items:
                    self._add(item, own, known if extends else None)
            else:
                plural = self._type.plural
                self.lost = True
                self._problems.add(node.span, f"{plural} must be a list, found {describe(node)}",
                                   'begin each of them with "- name: ..."')

    def _add(self, node: Node, own: bool, known: dict[str, int] | None) -> None:
        name = _name(node)
        self.lost |= not name
        node, mark = marked(node, name or self._type.name, self._problems)
        at = known.get(name) if known else None
        if not mark or at is None or name in self._taken:
            if mark and at is None:
                self._nothing(node, name, mark, known)
            self._append(Item(node, own))
            return
        self._taken.add(name)
        if _name(self._items[at].node) != name:
            self._sister(node, name, mark, Item(node, own), at)
        else:
            self._replace(node, name, mark, own, at)

    def _nothing(self, node: Node, name: str, mark: str, known: dict[str, int] | None) -> None:
        hint = f"leave out '{mark}': this game extends no other" if known is None else suggestion(name, known)
        self._problems.add(node.span, f"there is no {self._type.name} '{name}' that this one {mark}", hint)

    def _append(self, item: Item) -> None:
        for name in names_of(item.node):
            self._places.setdefault(name, len(self._items))
        self._items.append(item)

    def _replace(self, node: Node, name: str, mark: str, own: bool, at: int) -> None:
        """Put a unit into the place of the one of its name."""
        base = self._items[at].node
        lost = [] if "sisters" in getattr(node, "entries", {}) or mark == CHANGES else _sisters(base)
        if lost:
            self._problems.add(node.span, f"{name} replaces a {self._type.name} with sisters: {', '.join(lost)}",
                               f"write sisters: [{', '.join(lost)}] if this goes for them, too, or sisters: []")
        if mark == CHANGES and isinstance(base, MappingNode):
            node = changed(_as_played(base, node), node)
        self._items[at] = Item(node, own)
        for sister in _sisters(node):
            self._places.setdefault(sister, at)

    def _sister(self, node: Node, name: str, mark: str, item: Item, at: int) -> None:
        """Part a unit from her sisters."""
        base, was_own = self._items[at]
        assert isinstance(base, MappingNode)
        alone = base.without("sisters", "short", "printed")
        self._items[at] = Item(_without_sister(base, name), was_own)
        if mark == CHANGES:
            named = {"class": base.entries["name"], **alone.entries}
            item = Item(changed(Merged(alone, named, dict.fromkeys(alone.entries, alone)), node), item.own)
        self._append(item)


def _as_played(base: MappingNode, own: Node) -> MappingNode:
    """Return a unit without what is said of the figures that another changes: what a book prints is that of the old."""
    said = base.entries.get(KEY)
    left = base.without("printed")
    if not isinstance(said, MappingNode) or not isinstance(own, MappingNode):
        return left
    return Merged(left, {**left.entries, KEY: said.without(*own.entries)}, dict.fromkeys(left.entries, left))


def names_of(node: Node) -> tuple[str, ...]:
    """Return the name of a unit as it is written, if it has one, and those of its sisters."""
    return tuple(name for name in (_name(node), *_sisters(node)) if name)


def _name(node: Node) -> str:
    name = node.entries.get("name") if isinstance(node, MappingNode) else None
    return name.text if isinstance(name, Scalar) else ""


def _sisters(node: Node) -> list[str]:
    found = node.entries.get("sisters") if isinstance(node, MappingNode) else None
    nodes = found.items if isinstance(found, SequenceNode) else (found,) if found else ()
    return [one.text for one in nodes if isinstance(one, Scalar)]


def _without_sister(node: MappingNode, name: str) -> MappingNode:
    sisters = node.entries["sisters"]
    left = [one for one in getattr(sisters, "items", ()) if getattr(one, "text", "") != name]
    rest = SequenceNode(sisters.source, sisters.line, sisters.column, tuple(left))
    return Merged(node, {**node.entries, "sisters": rest}, dict.fromkeys(node.entries, node))


class AllUnits:
    """All units of a stack of games, and the files that all of it is read from.

    `found` are they, by name; `names` is all that is written, what is wrong with it or not, and `lost` says whether
    some could not be read at all; `own` are the names of those that are not from a game that the last one extends.
    """

    def __init__(self, stack: Sequence[Layer], around: Surroundings, settings: frozenset[str], apart: Apart) -> None:
        self._stack, self._around, self._settings, self._apart = stack, around, settings, apart
        self._own = own_layers(stack)
        self.found: dict[str, Unit] = {}
        self._rows = self._worked_out = 0
        self._spelt: dict[str, str] = {}  # the names, by what they are in small letters
        self.names: set[str] = set()
        self.lost = False
        self.own: set[str] = set()
        self.roots = [root for layer in stack for root in layer.roots]

    @property
    def files(self) -> tuple[Path, ...]:
        """Every YAML file that has been read."""
        return tuple(root.source.path for root in self.roots if root.source.path)

    def read(self, every: Iterable[Rules], reader: Reader) -> None:
        """Take all units of all types."""
        for rules in every:
            self._read(rules, reader)

    def _read(self, rules: Rules, reader: Reader) -> None:
        problems = self._around.problems
        roll, inside = Roll(rules.unit_type, problems), stem_of(rules.unit_type)
        reader.node(inside)
        for number, layer in enumerate(self._stack):
            node = layer.tree.entries.get(inside)
            lists = [*([node] if node else []), *self._files(layer, rules.unit_type)]
            roll.add(lists, own=layer in self._own, extends=number > 0)
        self.names |= roll.names
        self.lost |= roll.lost
        left_out = self._apart.names(UNITS)
        for item in roll:
            names = {*names_of(item.node)}
            if self._apart.parts and (not names or names & left_out):
                continue
            for unit in read_unit(item.node, rules, self._around):
                known = self._spelt.setdefault(unit.name.casefold(), unit.name)
                if known in self.found:
                    self._twice(unit, known, rules.unit_type)
                    continue
                self.found[unit.name] = unit
                if item.own:
                    self.own.add(unit.name)
                self._count(unit, rules)

    def _count(self, unit: Unit, rules: Rules) -> None:
        """Give up where there is more to be worked out than anybody plays with: hostile games take hours."""
        lists = [value for value in unit.values.values() if isinstance(value, Rows)]
        self._rows += sum(map(len, lists))
        self._worked_out += len(rules.derived) + sum(len(rows) * rows.derived for rows in lists)
        for count, most, what in ((len(self.found), MOST_UNITS, "units"), (self._rows, MOST_LISTED, "rows of lists"),
                                  (self._worked_out, MOST_WORKED_OUT, "derived values of units")):
            if count > most:
                problems = self._around.problems
                problems.add(unit.span, f"there are more than {most:,} {what}, sisters counted", "take some out")
                problems.raise_if_any()

    def _files(self, layer: Layer, unit_type: UnitType) -> Iterator[Node]:
        paths = [] if layer.single else unit_files(layer.folder, unit_type)
        if len(paths) > MOST_FILES:
            self._around.problems.add(Span(shown(paths[MOST_FILES])), f"there are more than {MOST_FILES:,} files of "
                                      f"{unit_type.plural}", "put several into one file")
        for path in paths[:MOST_FILES]:
            node = parsed(path, layer.folder, self.roots, self._around.problems)
            if node is None:
                self.lost = True
                continue
            fill_in(node, self._around.settings, self._around.problems, self._settings)
            yield node

    def _twice(self, unit: Unit, known: str, unit_type: UnitType) -> None:
        """Note a unit with the name of another; it is the same in large letters and small."""
        first = self.found[known].span
        written = "" if known == unit.name else f", one of them written '{known}'"
        hint = f"the first is at {first}" if first else ""
        if len(self._stack) > 1 and known not in self.own:
            hint += "; 'replaces: true' puts this one in its place"
        self._around.problems.add(unit.span, f"there are two {unit_type.plural} called '{unit.name}'{written}", hint)
