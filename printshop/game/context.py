"""What every section of a game's data is read against: what was read before it, and where problems go."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from printshop.expressions import Formula, Names
from printshop.game.board import MapHexes
from printshop.game.differences import Marks
from printshop.game.formulas import Wording, read_formula, read_wording
from printshop.game.model import Side, SizeClass, Unit, Words
from printshop.game.pictures import Pictures
from printshop.game.settings import Setting
from printshop.game.unit_types import UnitType
from printshop.game.values import Table
from printshop.language.sections import Section
from printshop.problems import Problems
from printshop.source import Node

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Noted:
    """What stands in a game's files, be it wrong or right: whose mistakes are noted need not be missed elsewhere.

    `names` are those of a section's entries, "units" and "maps" and so on; of a section in `lost` a part could not be
    read, so that whatever is named may stand there.
    """

    names: Mapping[str, Collection[str]] = field(default_factory=dict)
    lost: Collection[str] = ()

    def has(self, section: str, name: str = "") -> bool:
        """Return whether a section has, or may have, something of a name; without one, whether any of it is lost."""
        return section in self.lost or name in self.names.get(section, ())


@dataclass(frozen=True)
class Context:
    """What a section's data may refer to, and where its problems go.

    `context[SECTION]` are the entries of a section that has been read.
    """

    problems: Problems
    pictures: Pictures
    sides: Mapping[str, Side]
    sizes: tuple[SizeClass, ...]
    unit_types: Mapping[str, UnitType]
    tables: Mapping[str, Table]
    units: Mapping[str, Unit]
    sections: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)
    constants: Mapping[str, object] = field(default_factory=dict)
    outlines: Mapping[str, Names] = field(default_factory=dict)
    words: Words = field(default_factory=Words)
    noted: Noted = field(default_factory=Noted)
    marks: Marks = field(default_factory=Marks)  # of the page that is being read
    hexes: MapHexes | None = None  # of the map that is being read
    size_by: str = ""  # the field by which a unit has its size class
    own: Names = field(default_factory=Names)  # names that formulas may use where something is read

    def __getitem__(self, section: Section[T]) -> Mapping[str, T]:
        return self.sections.get(section.key, {})  # type: ignore[return-value]

    def entries(self, section: str) -> Mapping[str, object]:
        """Return the entries of a section by its key."""
        return self.sections.get(section, {})

    @cached_property
    def names(self) -> Names:
        """What formulas may name: the game's settings and tables, and what is known where they stand."""
        return Names((), self.constants) | self.own

    def within(self, names: frozenset[str]) -> Context:
        """Return the context of something whose formulas may use more names."""
        return replace(self, own=self.own | names)

    def wording(self, node: Node, what: str, names: frozenset[str] | set[str] = frozenset()) -> Wording:
        """Return the text with holes at a node; what is wrong with it is noted."""
        return read_wording(node, what, self.names | names if names else self.names, self.problems)

    def formula(self, node: Node, what: str) -> Formula | None:
        """Return the formula at a node, or None; what is wrong with it is noted."""
        return read_formula(node, what, self.names, self.problems)
