"""Reading units: their fields, what is derived from them, and whether it all fits together."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.expressions.functions import article
from printshop.game.differences import read_by_name
from printshop.game.lists import finish
from printshop.game.merging import MARKS
from printshop.game.model import ANY, NEUTRAL, Side, SizeClass, Unit, UnitType
from printshop.game.unit_types import ART_BOWS, KEYS
from printshop.game.values import Battery, Rows, Value
from printshop.game.wording import show
from printshop.language.reader import Reader, describe
from printshop.letters import Marked
from printshop.problems import Problems, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from printshop.game.fields import Field
    from printshop.game.pictures import Pictures
    from printshop.game.settings import Setting
    from printshop.game.unit_types import Rules

MOST_COPIES = 200

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

