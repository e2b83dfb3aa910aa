"""Reading units: their fields, what is derived from them, and whether it all fits together."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions import FUNCTIONS, Formula, FormulaError, compile_formula
from printshop.game.fields import Field, read_field
from printshop.game.model import UNIT_NAMES, Battery, Side, SizeClass, Unit, UnitType, Value
from printshop.game.schema import Reader, describe, no_picture, plain_text
from printshop.game.wording import Wording, place_of, read_wording, show
from printshop.problems import Problems, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

MOST_KNOWN = 5_000
KEYS = ("name", "side", "prefix", "class", "sisters", "numbered", "short", "art", "printed")


@dataclass(frozen=True, slots=True)
class Derived:
    """A value worked out from the fields; `label` names it in messages.

    Ships of a fleet share many figures, so what has been worked out once is remembered.
    """

    key: str
    label: str
    formula: Formula
    known: dict[tuple[Value, ...], Value] = field(default_factory=dict, compare=False, repr=False)

    def work_out(self, values: Mapping[str, Value]) -> Value:
        """Return the value for a unit. Raises FormulaError."""
        given = tuple([values[name] for name in self.formula.names])
        if given not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            self.known[given] = self.formula.evaluate(values)  # type: ignore[assignment]
        return self.known[given]


@dataclass(frozen=True, slots=True)
class Check:
    """Something that must hold of every unit, and what to say when it does not."""

    that: Formula
    message: Wording


@dataclass(frozen=True, slots=True)
class Rules:
    """How units of one type are read: the type itself, its derived values and its checks."""

    unit_type: UnitType
    derived: tuple[Derived, ...]
    checks: tuple[Check, ...]


def read_type(key: str, reader: Reader) -> Rules:
    """Return a unit type as the game's data describes it."""
    problems = reader.problems
    fields = {name: read_field(name, one) for name, one in reader.named("fields", "field", required=True)}
    for name in fields:
        if name in KEYS or name in UNIT_NAMES or name in FUNCTIONS or not name.isidentifier():
            problems.add(reader.key_span("fields"), f"a field of {reader.what} cannot be called '{name}'",
                         "every unit has that name already, or it is not one word of letters, digits and _")
    names = {*fields, *UNIT_NAMES}
    derived = tuple(_read_derived(reader, names))
    plural = reader.text("plural", f"{key}s")
    if not re.fullmatch(r"[\w -]{1,60}", plural):
        reader.fail("plural", f"'plural' of {reader.what} names a file: it can have letters, digits, spaces, - and _")
        plural = f"{key}s"
    unit_type = UnitType(key, reader.text("name", key), plural, fields,
                         tuple(one.key for one in derived))
    checks = tuple(check for one in reader.readers("checks", "check") if (check := _read_check(one, unit_type.names)))
    reader.done()
    return Rules(unit_type, derived, checks)


def _read_derived(reader: Reader, names: set[str]) -> Iterator[Derived]:
    inner = reader.reader("derived")
    for key in inner.keys() if inner else ():
        assert inner is not None
        node = inner.node(key)
        label: str | None = key.replace("_", " ")
        if isinstance(node, MappingNode):
            detail = Reader(node, reader.problems, f"derived value '{key}'")
            label = detail.text("label", label)
            node = detail.node("formula", required=True)
            detail.done()
        formula = read_formula(node, f"the formula of '{key}'", names, reader.problems) if node else None
        if formula:
            yield Derived(key, label or key, formula)
        names.add(key)


def read_formula(node: Node, what: str, names: set[str] | frozenset[str], problems: Problems) -> Formula | None:
    """Return the formula at a node, or None after noting what is wrong with it."""
    text = plain_text(node, what, problems)
    try:
        return compile_formula(text, names) if text else None
    except FormulaError as error:
        problems.add(place_of(error, node), f"{what}: {error.message}", error.hint)
        return None


def _read_check(reader: Reader, names: frozenset[str]) -> Check | None:
    that, message = reader.node("that", required=True), reader.node("message", required=True)
    reader.done()
    if that is None or message is None:
        return None
    formula = read_formula(that, f"'that' of {reader.what}", names, reader.problems)
    wording = read_wording(message, f"'message' of {reader.what}", names, reader.problems)
    return Check(formula, wording) if formula else None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a unit's data may refer to."""

    problems: Problems
    root: Path
    sides: Mapping[str, Side]
    sizes: tuple[SizeClass, ...]
    size_by: str


def read_units(node: Node, rules: Rules, around: Surroundings) -> Iterator[Unit]:
    """Give every unit of a file, each followed by its sisters. The file is a list of units.

    A unit with a problem is given too, lest everything that names it be a problem as well.
    """
    plural = rules.unit_type.plural
    if not isinstance(node, Sequence):
        around.problems.add(node.span, f"a file of {plural} must be a list, found {describe(node)}",
                            'begin each of them with "- name: ..."')
        return
    for item in node.items:
        if not isinstance(item, MappingNode):
            around.problems.add(item.span, f"a {rules.unit_type.name} must be a block of keys, found {describe(item)}",
                                'write it as "- name: ..." with its other keys below')
            continue
        unit = _read_unit(item, rules, around)
        if unit:
            yield unit
            for sister in unit.sisters:
                yield unit.called(sister)


def _read_unit(node: MappingNode, rules: Rules, around: Surroundings) -> Unit | None:
    problems, unit_type = around.problems, rules.unit_type
    before = len(problems)
    reader = Reader(node, problems, _who(node, unit_type))
    name = reader.text("name")
    side = _side(reader, around)
    class_name = reader.text("class", "")
    sisters = reader.texts("sisters")
    numbered = reader.flag("numbered")
    short = reader.text("short", "")
    art = _art(reader, around)
    prefix = _prefix(reader, side, numbered)
    printed = reader.reader("printed")
    values = _fields(reader, unit_type)
    reader.done()
    if side is None or not name:
        return None
    title = f"{prefix} {name}" if prefix else name
    class_name = class_name or (name if sisters else "")
    values |= {"name": name, "title": title, "short": short or name, "number": "", "prefix": prefix,
               "class_name": class_name,
               "side": side.name, "adjective": side.adjective}
    size = _size(reader, values, around)
    values |= {"size": size.key if size else None, "size_name": size.name if size else None}
    unit = Unit(unit_type.key, name, prefix, class_name, side, size, values, art, node.span, numbered, sisters, short)
    values["label"] = unit.label
    if len(problems) == before:  # else what is derived would only repeat the trouble
        _derive(reader, values, rules)
        _compare(reader, values, rules, printed)
    return unit


def _who(node: MappingNode, unit_type: UnitType) -> str:
    name = node.entries.get("name")
    return name.text if isinstance(name, Scalar) and name.text else f"a {unit_type.name}"


def _side(reader: Reader, around: Surroundings) -> Side | None:
    key = reader.text("side")
    if key and key not in around.sides:
        reader.fail("side", f"side of {reader.what}: there is no side '{key}'", suggestion(key, around.sides))
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
    trouble = no_picture(around.root / "art", name)
    if trouble:
        reader.fail("art", f"art of {reader.what}: {trouble[0]}", trouble[1])
        return None
    return around.root / "art" / name


def _fields(reader: Reader, unit_type: UnitType) -> dict[str, Value]:
    values: dict[str, Value] = {}
    trial = Problems()
    for key, one in unit_type.fields.items():
        node = reader.node(key, required=not one.optional)
        if node is None:
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
    for derived in rules.derived:
        try:
            values[derived.key] = derived.work_out(values)
        except FormulaError as error:
            reader.problems.add(reader.place, f"{derived.label} of {reader.what}: {error.message}", error.hint)
            return
    for check in rules.checks:
        try:
            if not check.that.evaluate(values):
                reader.problems.add(reader.place, f"{reader.what}: {check.message.fill(values)}")
        except FormulaError as error:
            reader.problems.add(reader.place, f"a check of {reader.what}: {error.message}", error.hint)


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
        ours = [show(one) for one in value] if isinstance(value, tuple) else [show(value)]
        theirs = [_dashes(text) for text in printed.texts(key)]
        if ours != theirs:
            printed.fail(key, f"the {derived.label} of {reader.what} is printed as {' | '.join(theirs)}, "
                              f"but the figures give {' | '.join(ours)}",
                         "one of the two is a misprint: mend the figures, or leave this line out to go by them")


def _dashes(text: str) -> str:
    return text.replace("-", "–").replace("—", "–").strip()

