"""Units in charts: this module finds the units of elements `units` and makes the faces of their counters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing.ink import Ink
from printshop.elements.unit_groups import ShownUnit, UnitGroup, UnitGroups
from printshop.game.charts import ChartBlock
from printshop.game.formula_keys import format_value
from printshop.game.model import Game, Unit
from printshop.game.unit_lists import UnitChoice, split_count
from printshop.problems import PrintshopError, Problems, suggest_name
from printshop.text_markup import escape_markup

if TYPE_CHECKING:
    from printshop.game.scenarios import Scenario


def fill_unit_lists(game: Game, blocks: Sequence[ChartBlock], ink: Ink, scenario: Scenario | None = None
                    ) -> tuple[ChartBlock, ...]:
    """Return blocks whose elements `units` have their units.

    Raises PrintshopError if a rule has a mistake, matches no unit, or groups by a value that no unit has.
    """
    if not any(isinstance(part, UnitGroups) for block in blocks for part in block.parts):
        return tuple(blocks)
    return tuple(replace(block, parts=tuple(_find_groups(game, part, ink, scenario) if isinstance(part, UnitGroups)
                                            else part for part in block.parts)) for block in blocks)


def _find_groups(game: Game, part: UnitGroups, ink: Ink, scenario: Scenario | None) -> UnitGroups:
    from printshop.products.counters.build import make_unit_faces  # few charts show units

    problems, units = Problems(), list[tuple[Unit, int]]()
    choice = UnitChoice(game.units.values(), game.unit_types, game.sides, problems)
    for node in choice.expand(part.units, "'units'"):
        count, name = split_count(node.text.strip())
        try:
            units.append((game.find_unit(name), count))
        except PrintshopError as error:
            for problem in error.problems:
                problems.add(node.span, problem.message, problem.hint)
    values = [unit.values.get(part.group) for unit, _ in units]
    if part.group and units and not any(part.group in unit.values for unit, _ in units):
        names = {name for unit, _ in units for name in unit.values}
        problems.add(getattr(part, "span", None), f"'group: {part.group}' is not a value of these units",
                     suggest_name(part.group, names))
    problems.raise_if_any()
    faces = make_unit_faces(game, scenario, ink, [unit for unit, _ in units])
    sides = {unit.side.key for unit, _ in units}
    groups = dict[tuple[str, str], list[ShownUnit]]()
    for (unit, count), value in zip(units, values, strict=True):
        heading = format_value(value) if part.group and value is not None else ""
        name = escape_markup(unit.short or unit.title)
        groups.setdefault((heading, unit.side.name if len(sides) > 1 else ""), []).append(
            ShownUnit(f"{count}\u00a0×\u00a0{name}" if count > 1 else name, faces.get(unit.name)))
    return replace(part, units=None, groups=tuple(
        UnitGroup(" · ".join(map(escape_markup, filter(None, (heading, side)))), tuple(shown))
        for (heading, side), shown in groups.items()))
