"""What a game is, once read and checked: frozen values, no YAML, no drawing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.problems import PrintshopError, Problem, Span, suggestion
from printshop.units import Length

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from printshop.game.charts import Card
    from printshop.game.counters import CounterKind, MarkerKind
    from printshop.game.fields import Field
    from printshop.game.forms import Form
    from printshop.game.scenarios import Scenario
    from printshop.game.templates import Template


@dataclass(frozen=True, slots=True)
class Side:
    """A party to the game. `color` is "#rrggbb"; `pattern` tells it apart where there is no colour."""

    key: str
    name: str
    adjective: str
    color: str
    pattern: str
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class SizeClass:
    """A class of bases: `width` is the beam, `length` runs fore and aft; `up_to` is its highest number."""

    key: str
    name: str
    up_to: int | None
    width: Length
    length: Length


class Trait(NamedTuple):
    """A property that a battery may have: its word in the data, its mark in the cell, its note."""

    key: str
    mark: str
    note: str


@dataclass(frozen=True, slots=True)
class Battery:
    """Guns of one kind: how many, the die each rolls, the damage of a hit, and what is special about them."""

    count: int
    die: int
    damage: int
    traits: tuple[Trait, ...] = ()

    def __str__(self) -> str:
        """The battery as it is printed: count/die (damage), then the marks of its traits."""
        marks = "".join(trait.mark for trait in self.traits)
        return f"{self.count}/d{self.die} (x{self.damage}){marks}"


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll of dice plus a number, "2d6+1"."""

    count: int
    die: int
    plus: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.die}" + (f"{self.plus:+d}" if self.plus else "")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list field: `amount` of something; `pieces` is how many things that counts as."""

    key: str
    name: str
    amount: int
    pieces: int

    def __str__(self) -> str:
        return self.name if self.amount == 1 and self.pieces == 1 else f"{self.amount} {self.name}"


@dataclass(frozen=True, slots=True)
class Entries:
    """A list field's value. Its `count` is the number of pieces, so that formulas can say count(equipment)."""

    items: tuple[Entry, ...] = ()

    @property
    def count(self) -> int:
        """How many pieces there are in all."""
        return sum(entry.pieces for entry in self.items)

    def __str__(self) -> str:
        return ", ".join(str(entry) for entry in self.items)


Value = int | Fraction | str | bool | Length | Battery | Dice | Entries | tuple["Value", ...] | None


@dataclass(frozen=True, slots=True)
class Unit:
    """A ship, a tank, a hero: whatever has a record and a counter. `name` is unique within its game.

    `values` holds the fields, the derived values and name, prefix, title, class_name, side, size: everything that
    a formula or a text with {holes} may name.
    """

    kind: str
    name: str
    prefix: str
    class_name: str
    side: Side
    size: SizeClass | None
    values: Mapping[str, Value]
    art: Path | None
    span: Span | None
    numbered: bool = False
    sisters: tuple[str, ...] = ()
    short: str = ""

    @property
    def title(self) -> str:
        """The name with its prefix."""
        return f"{self.prefix} {self.name}" if self.prefix else self.name

    @property
    def label(self) -> str:
        """The title as markup."""
        return f"{escape(self.prefix)} {self.proper}" if self.prefix else self.proper

    @property
    def proper(self) -> str:
        """The name as markup: a proper name is italic, a numbered boat is not."""
        return escape(self.name) if self.numbered else f"*{escape(self.name)}*"

    def called(self, name: str) -> Unit:
        """Return a sister of this unit under another name, of this unit's class."""
        sister = replace(self, name=name, class_name=self.class_name or self.name, short="")
        named = {"name": name, "title": sister.title, "label": sister.label, "class_name": sister.class_name,
                 "short": name, "number": ""}
        return replace(sister, values={**self.values, **named})

    def numbered_as(self, number: int) -> Unit:
        """Return one of several nameless copies: "Kestrel-3"."""
        twin = self.called(f"{self.name}-{number}")
        return replace(twin, class_name=self.class_name, numbered=True,
                       short=f"{self.short}-{number}" if self.short else "",
                       values={**twin.values, "class_name": self.class_name, "label": escape(twin.title),
                               "short": f"{self.short or self.name}-{number}", "number": str(number)})


def escape(text: str) -> str:
    r"""Return text with everything escaped that markup would take for more than itself.

    >>> escape("4/d8 (x2)*")
    '4/d8 (x2)\\*'
    """
    return text.replace("\\", "\\\\").replace("*", "\\*") if "*" in text or "\\" in text else text


@dataclass(frozen=True, slots=True)
class UnitType:
    """What units of one kind have: their fields in order, and the names of the values derived from them."""

    key: str
    name: str
    plural: str
    fields: Mapping[str, Field]
    derived: tuple[str, ...]

    @property
    def names(self) -> frozenset[str]:
        """Every name that a formula about such a unit may use."""
        return frozenset((*self.fields, *self.derived, *UNIT_NAMES))


UNIT_NAMES = ("name", "title", "label", "short", "number", "prefix", "class_name", "side", "adjective", "size",
              "size_name")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the game: texts, row by row; None is a cell that is unknown."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game, checked.

    `units` has every unit by name, sisters included, in the order of the files. `needs` is what players must bring.
    """

    key: str
    title: str
    subtitle: str
    rights: str
    root: Path
    sides: Mapping[str, Side]
    sizes: tuple[SizeClass, ...]
    size_by: str
    unit_types: Mapping[str, UnitType]
    tables: Mapping[str, Table]
    units: Mapping[str, Unit]
    forms: Mapping[str, Form] = field(default_factory=dict)
    counters: Mapping[str, CounterKind] = field(default_factory=dict)
    markers: Mapping[str, MarkerKind] = field(default_factory=dict)
    templates: Mapping[str, Template] = field(default_factory=dict)
    charts: Mapping[str, Card] = field(default_factory=dict)
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    needs: tuple[str, ...] = ()

    def find(self, name: str) -> Unit:
        """Return the unit of a name; "Kestrel-3" is the third of the numbered Kestrels.

        Raises PrintshopError, with a suggestion, if the game has none.
        """
        return find(self.units, name)

    def muster(self, roster: Iterable[tuple[str, int]]) -> tuple[Unit, ...]:
        """Return the units of a list of (name, how many), in order, every one with a name of its own.

        Several of a kind are numbered from 1; numbering goes on where a name is listed again.
        Raises PrintshopError for an unknown name.
        """
        return muster(self.units, roster)


def find(units: Mapping[str, Unit], name: str) -> Unit:
    """Return the unit of a name, or a numbered copy of it; see `Game.find`."""
    if name in units:
        return units[name]
    folded = {known.casefold(): known for known in units}
    if name.casefold() in folded:
        return units[folded[name.casefold()]]
    stem, _, number = name.rpartition("-")
    if stem in units and number.isdecimal() and units[stem].numbered and 0 < int(number) < 1000:
        return units[stem].numbered_as(int(number))
    raise PrintshopError([Problem(None, f"there is no unit called '{name}'", suggestion(name, units))])


def muster(units: Mapping[str, Unit], roster: Iterable[tuple[str, int]]) -> tuple[Unit, ...]:
    """Return every unit of a roster under a name of its own; see `Game.muster`."""
    found: list[Unit] = []
    numbers: dict[str, int] = {}
    for name, count in roster:
        unit = find(units, name)
        if count == 1 and (not unit.numbered or unit.name not in units):
            found.append(unit)
            continue
        first = numbers.get(unit.name, 0) + 1
        numbers[unit.name] = first + count - 1
        found += [unit.numbered_as(number) for number in range(first, first + count)]
    return tuple(found)
