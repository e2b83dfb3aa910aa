"""What every section of a game's data is read against: what was read before it, and where problems go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.game.wording import Wording, read_wording

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from printshop.game.model import Side, SizeClass, Table, Unit, UnitType
    from printshop.problems import Problems
    from printshop.source import Node

# The names of `printshop.drawing.patterns`, which this package does not know; a test compares them.
PATTERNS = ("plain", "solid", "hatch", "backhatch", "crosshatch", "bars", "stripes", "dots", "checks", "chevrons")


@dataclass(frozen=True, slots=True)
class Context:
    """What a section's data may refer to, and where its problems go."""

    problems: Problems
    root: Path
    sides: Mapping[str, Side]
    sizes: tuple[SizeClass, ...]
    unit_types: Mapping[str, UnitType]
    tables: Mapping[str, Table]
    units: Mapping[str, Unit]

    def wording(self, node: Node, what: str, names: frozenset[str] | set[str] = frozenset()) -> Wording:
        """Return the text with holes at a node; what is wrong with it is noted."""
        return read_wording(node, what, names, self.problems)
