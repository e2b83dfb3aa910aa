"""All units of a game: read from every file of a stack of games, each once, as many as the limits allow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.game.apart import UNITS, Apart
from printshop.game.layers import Layer, own_layers, parsed, shown
from printshop.game.settings import fill_in
from printshop.game.unit_lists import Roll, names_of, stem_of, unit_files
from printshop.game.units import Surroundings, read_unit
from printshop.game.values import Rows
from printshop.problems import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from printshop.game.model import Unit, UnitType
    from printshop.game.unit_types import Rules
    from printshop.language.reader import Reader
    from printshop.source import Node

MOST_UNITS = 25_000  # of a game, with all that it extends
MOST_FILES = 5_000  # of one type of unit, in each of the games on top of one another
MOST_LISTED = 60_000  # rows of lists of all units, and
MOST_WORKED_OUT = 500_000  # values that are derived for them, those of their rows counted: both take time


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
