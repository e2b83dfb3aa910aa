"""The kinds of value a unit can have, and how each is read from the data.

| kind    | written                  | keys                                                     |
|---------|--------------------------|----------------------------------------------------------|
| whole   | 14                       | min, max                                                 |
| text    | any text                 |                                                          |
| choice  | one of the options       | options                                                  |
| flag    | true, false              |                                                          |
| length  | 3 in                     |                                                          |
| dice    | 2d6+1                    |                                                          |
| battery | 4/d8 x2, then traits     | dice, damage, counts, short (a number alone), traits     |
| entries | {rockets: 5}             | of: the things there are, with name, each, plural        |
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from printshop.game.model import Battery, Dice, Entries, Entry, Trait, Value
from printshop.game.schema import Reader, describe, one_of, plain_text, true_or_false, whole_number
from printshop.problems import Problems, suggestion
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar
from printshop.units import parse_length

if TYPE_CHECKING:
    from collections.abc import Mapping

KINDS = ("whole", "text", "choice", "flag", "length", "dice", "battery", "entries")
_BATTERY = re.compile(r"(\d{1,3})/d(\d{1,3}) *x *(\d{1,2})(?: +([a-z_ ,]+))?")
_DICE = re.compile(r"(\d{1,3})d(\d{1,3})(?: *([+-]) *(\d{1,3}))?")


@dataclass(frozen=True, slots=True)
class Thing:
    """What an entry of a list field can be; `each` says that every single one counts as a piece."""

    key: str
    name: str
    plural: str
    each: bool


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a unit type: what may stand there. `low` and `high` bound a whole number or a battery's count."""

    key: str
    kind: str
    label: str
    optional: bool
    low: int | None = None
    high: int | None = None
    options: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    damage: tuple[int, int] = (1, 99)
    short: bool = False
    traits: Mapping[str, Trait] = field(default_factory=dict)
    things: Mapping[str, Thing] = field(default_factory=dict)
    known: dict[str, Value] = field(default_factory=dict, compare=False, repr=False)  # texts read before

    def read(self, node: Node, who: str, problems: Problems) -> Value:
        """Return the value at a node, or None after noting what is wrong with it. `who` is the unit's name."""
        what = f"{self.label} of {who}"
        match self.kind:
            case "whole":
                return whole_number(node, what, problems, self.low, self.high)
            case "choice":
                return one_of(node, what, self.options, problems)
            case "flag":
                return true_or_false(node, what, problems)
            case "entries":
                return self._entries(node, what, problems)
            case "text":
                return plain_text(node, what, problems)
        return self._parsed(node, what, problems)

    def _parsed(self, node: Node, what: str, problems: Problems) -> Value:
        if not isinstance(node, Scalar):
            problems.add(node.span, f"{what} cannot be {describe(node)}", f"write for instance {self.example}")
            return None
        try:
            return self.parse(node.text)
        except ValueError as error:
            message, _, hint = str(error).partition(": write ")
            problems.add(node.span, f"{what}: {message}", f"write {hint or f'for instance {self.example}'}")
            return None

    @property
    def example(self) -> str:
        """A value that would be right."""
        if self.kind == "battery":
            if self.short:
                return str(max(self.low or 1, 4))
            return f"{max(self.low or 1, 4)}/d{self.dice[len(self.dice) // 2] if self.dice else 6} x{self.damage[0]}"
        return {"length": "3 in", "dice": "2d6", "whole": str(self.low or 1)}.get(self.kind, "a text")

    def parse(self, text: str) -> Value:
        """Return the value that a text stands for. Raises ValueError: what is wrong with it."""
        if text not in self.known:
            self.known[text] = self._read_text(text)
        return self.known[text]

    def _read_text(self, text: str) -> Value:
        match self.kind:
            case "length":
                return parse_length(text)
            case "dice":
                return _dice(text)
        return self._battery(text)

    def _battery(self, text: str) -> Battery:
        match = _BATTERY.fullmatch(text.strip())
        if match:
            battery = Battery(int(match[1]), int(match[2]), int(match[3]), self._traits(match[4] or ""))
        elif self.short and text.isdigit():
            battery = Battery(int(text), self.dice[0], self.damage[0])
        else:
            raise ValueError(f"'{text}' is not a battery (count/die xdamage)")
        return self._allowed(battery)

    def _traits(self, words: str) -> tuple[Trait, ...]:
        for word in words.replace(",", " ").split():
            if word not in self.traits:
                known = ", ".join(self.traits) or "they have none"
                raise ValueError(f"'{word}' is no property of these guns ({known})")
        return tuple(self.traits[word] for word in words.replace(",", " ").split())

    def _allowed(self, battery: Battery) -> Battery:
        low, high = self.damage
        wrong = []
        if self.dice and battery.die not in self.dice:
            wrong.append(f"rolls a d{battery.die}, allowed is {' '.join(f'd{die}' for die in self.dice)}")
        if not low <= battery.damage <= high:
            allowed = f"x{low}" if low == high else f"x{low} to x{high}"
            wrong.append(f"has damage x{battery.damage}, allowed is {allowed}")
        if not (self.low or 1) <= battery.count <= (self.high or 999):
            wrong.append(f"has {battery.count} guns, allowed are {self.low or 1} to {self.high or 999}")
        if wrong:
            raise ValueError(f"{battery} {' and '.join(wrong)}")
        return battery

    def _entries(self, node: Node, what: str, problems: Problems) -> Entries | None:
        if not isinstance(node, MappingNode):
            problems.add(node.span, f"{what} must list what there is and how many, found {describe(node)}",
                         f"write for instance {{{next(iter(self.things), 'thing')}: 1}}")
            return None
        found = []
        for key, value in node.entries.items():
            thing = self.things.get(key)
            if thing is None:
                problems.add(node.key_span(key), f"{what}: there is no '{key}'", suggestion(key, self.things))
                continue
            amount = whole_number(value, f"'{key}' in {what}", problems, 1, 99)
            if amount is not None:
                name = thing.name if amount == 1 else thing.plural
                found.append(Entry(key, name, amount, amount if thing.each else 1))
        return Entries(tuple(found))


def _dice(text: str) -> Dice:
    match = _DICE.fullmatch(text.strip())
    if not match:
        raise ValueError(f"'{text}' is not a roll of dice")
    plus = int(f"{match[3]}{match[4]}") if match[4] else 0
    return Dice(int(match[1]), int(match[2]), plus)


def read_field(key: str, reader: Reader) -> Field:
    """Return the field that a unit type's data describes."""
    kind = reader.choice("kind", KINDS)
    label = reader.text("label", key.replace("_", " "))
    common = {"key": key, "kind": kind, "label": label, "optional": reader.flag("optional")}
    made = Field(**common, **_details(kind, reader))  # type: ignore[arg-type]
    reader.done()
    return made


def _details(kind: str, reader: Reader) -> dict[str, object]:
    match kind:
        case "whole":
            return {"low": reader.whole("min", None), "high": reader.whole("max", None)}
        case "choice":
            return {"options": reader.texts("options", ...)}
        case "battery":
            return _battery_details(reader)
        case "entries":
            return {"things": {name: _thing(name, one) for name, one in reader.named("of", "entry", required=True)}}
    return {}


def _battery_details(reader: Reader) -> dict[str, object]:
    dice = tuple(die for die in (_die(text, reader) for text in reader.texts("dice")) if die)
    damage = _span_of_numbers(reader, "damage", (1, 99))
    low, high = _span_of_numbers(reader, "counts", (1, 99))
    short = reader.flag("short")
    if short and (len(dice) != 1 or damage[0] != damage[1]):
        reader.fail("short", f"a number alone can stand for {reader.what} only if it has one die and one damage")
        short = False
    traits = {name: _trait(name, one) for name, one in reader.named("traits", "trait")}
    return {"dice": dice, "damage": damage, "low": low, "high": high, "short": short, "traits": traits}


def _die(text: str, reader: Reader) -> int | None:
    if re.fullmatch(r"d\d{1,3}", text):
        return int(text[1:])
    reader.fail("dice", f"'{text}' in {reader.what} is not a die", "write d6")
    return None


def _span_of_numbers(reader: Reader, key: str, default: tuple[int, int]) -> tuple[int, int]:
    text = reader.text(key, "")
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text)
    if match and int(match[1]) <= int(match[2] or match[1]):
        return int(match[1]), int(match[2] or match[1])
    if text:
        reader.fail(key, f"'{text}' in {reader.what} is not a number or a range", "write 1 or 1-3")
    return default


def _trait(key: str, reader: Reader) -> Trait:
    trait = Trait(key, reader.text("mark", "*"), reader.text("note"))
    reader.done()
    return trait


def _thing(key: str, reader: Reader) -> Thing:
    name = reader.text("name", key.replace("_", " "))
    plural = reader.text("plural", name if name.endswith("s") else f"{name}s")
    thing = Thing(key, name, plural, reader.flag("each"))
    reader.done()
    return thing
