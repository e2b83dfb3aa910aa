"""Faults put into legal units: of known kinds, with the lines of the problems that they must raise, once each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helpers.random_units import Value, Written

from printshop.game.list_fields import ListField

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from printshop.game.fields import Field

    Fault = Callable[[Written, str, Field, Random], list["ExpectedProblem"] | None]
    """Spoils a key of a unit and returns the problems to report; None, without a change, if it cannot."""


class ExpectedProblem(NamedTuple):
    """A problem to report: a key of a unit, or with "" the whole unit; `row` of a list, from 1."""

    unit: Written
    key: str = ""
    row: int = 0

    @property
    def line(self) -> int:
        """The line of the problem in the written file."""
        return self.unit.lines[self.key] + self.row if self.key else self.unit.line


def list_wrong_values(one: Field) -> list[str]:
    """Return values that a field does not allow; each is one problem."""
    low, high = getattr(one, "low", None), getattr(one, "high", None)
    bounds = [*([str(low - 1)] if low is not None else []), *([str(high + 1)] if high is not None else [])]
    match one.kind:
        case "whole":
            return ["many", "[1]", "true", '"3"', "1.5", "010", *bounds]
        case "text":
            return ["[a, b]", "{a: 1}", "true", '""']
        case "choice":
            return [*([] if one.open else ["nonsense"]), "[a]", "{}"]  # an open one takes any text
        case "flag":
            return ["yes", "1", "[true]"]
        case "length":
            return ["12", "long", "[3 in]", "3 parsecs"]
        case "decimal" | "percent" | "angle":
            return ["many", "[1.5]", "true", '"1,5"', "1 in", *bounds]
        case "choices":
            return ["nonsense", "[nonsense]", "{}", f"[{one.options[0]}, {one.options[0]}]"]
        case "dice":
            return ["many", "d", "[2d6]"]
        case "battery":
            return ["lots", "[1]", "0/d6 x1", "1000/d6 x1"]
        case "entries":
            return ["[x]", "{nonsense: 1}", f"{{{next(iter(one.kinds_by_key))}: 0}}", "many"]
        case "numbers":
            return ["many", *(["[1]"] if len(one.options) > 1 else []), *bounds]
        case "list":
            return ["many", "{a: 1}"]
    raise AssertionError(f"nothing wrong is known of the kind '{one.kind}': add it here")


def misspell_key(unit: Written, key: str, one: Field, random: Random) -> list[ExpectedProblem] | None:
    """Add a letter to a key: the unknown key is reported, but not the missing one."""
    if key not in unit.keys:
        return None
    unit.keys = {f"{name}q" if name == key else name: value for name, value in unit.keys.items()}
    return [ExpectedProblem(unit, f"{key}q")]


def remove_key(unit: Written, key: str, one: Field, random: Random) -> list[ExpectedProblem] | None:
    if one.optional or key not in unit.keys:
        return None
    del unit.keys[key]
    return [ExpectedProblem(unit)]


def set_wrong_value(unit: Written, key: str, one: Field, random: Random) -> list[ExpectedProblem] | None:
    unit.keys[key] = Value(random.choice(list_wrong_values(one)))
    return [ExpectedProblem(unit, key)]


def repeat_key(unit: Written, key: str, one: Field, random: Random) -> list[ExpectedProblem] | None:
    if key not in unit.keys or unit.keys[key].rows:
        return None
    unit.again[key] = unit.keys[key]
    return [ExpectedProblem(unit, key)]


def spoil_row(unit: Written, key: str, one: Field, random: Random) -> list[ExpectedProblem] | None:
    """Give a row of a list an unknown key, or a value that its sub-field does not allow."""
    rows = unit.keys[key].rows if key in unit.keys else []
    if not rows or not isinstance(one, ListField):
        return None
    at = random.randrange(len(rows))
    must = {name: column for name, column in one.fields.items() if not column.optional}
    name = random.choice(sorted(must))
    keys = {other: choose_word(column) for other, column in must.items()}
    row = {**keys, "nonsense": "1"} if random.random() < 0.5 else {**keys,
                                                                   name: random.choice(list_wrong_values(must[name]))}
    rows[at] = "{" + ", ".join(f"{other}: {value}" for other, value in row.items()) + "}"
    return [ExpectedProblem(unit, key, at + 1)]


def spoil_words(unit: Written, key: str, one: Field, random: Random) -> list[ExpectedProblem] | None:
    """Write a row as words, with one wrong or additional word."""
    rows = unit.keys[key].rows if key in unit.keys else []
    must = [column for column in one.fields.values() if not column.optional] if isinstance(one, ListField) else []
    if not rows or not must or any(column.kind not in ("whole", "choice") or getattr(column, "open", False)
                                   for column in must):
        return None
    at, wrong_one = random.randrange(len(rows)), random.randrange(len(must))
    good = [choose_word(column) for column in must]
    remaining = good[wrong_one:] if random.random() < 0.5 else good[wrong_one + 1:]
    rows[at] = " ".join((*good[:wrong_one], "nonsense", *remaining))
    return [ExpectedProblem(unit, key, at + 1)]


def choose_word(one: Field) -> str:
    """Return a value that a sub-field allows."""
    return str(getattr(one, "low", 1) or 1) if one.kind == "whole" else one.options[0] if one.kind == "choice" else "x"


FAULTS: tuple[Fault, ...] = (misspell_key, remove_key, set_wrong_value, set_wrong_value, repeat_key, spoil_row,
                             spoil_words)


def add_faults(units: list[Written], fields: dict[str, Field], count: int, random: Random,
               sides: bool) -> list[ExpectedProblem]:
    """Put up to `count` faults into units, each into a different key, and return the problems to report."""
    expected: list[ExpectedProblem] = []
    left = [(unit, key) for unit in units for key in fields]
    random.shuffle(left)
    for unit, key in left:
        if len(expected) >= count:
            break
        expected += random.choice(FAULTS)(unit, key, fields[key], random) or []
    if sides and random.random() < 0.3:
        unit = random.choice(units)
        unit.keys["side"] = Value("nowhere")
        expected.append(ExpectedProblem(unit, "side"))
    return expected
