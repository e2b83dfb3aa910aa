"""Units in charts: the units of elements `units` with the faces of their counters, and the signs of their colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from printshop.drawing.ink import Ink
from printshop.elements.tables import GameTable
from printshop.elements.unit_groups import ShownUnit, UnitGroup, UnitGroups
from printshop.game.charts import ChartBlock
from printshop.game.fields import Field
from printshop.game.formula_keys import format_value
from printshop.game.model import Game, Unit
from printshop.game.unit_lists import UnitChoice, split_count
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError, Problems, suggest_name
from printshop.schema.reader import make_title
from printshop.text_markup import escape_markup

if TYPE_CHECKING:
    from printshop.game.scenarios import Scenario


def fill_blocks(game: Game, blocks: Sequence[ChartBlock], ink: Ink, scenario: Scenario | None = None
                ) -> tuple[ChartBlock, ...]:
    """Return blocks whose elements `units` have their units, and whose colours have their signs in black ink.

    Raises PrintshopError if a rule has a mistake, matches no unit, or groups by a value that no unit has.
    """
    def fill(part: Any) -> Any:
        if isinstance(part, UnitGroups):
            return _find_groups(game, part, ink, scenario)
        if ink is Ink.BLACK and isinstance(part, GameTable) and part.table and part.table.swatches:
            from printshop.products.counters.color_signs import find_color_signs  # few charts show colours

            signs = find_color_signs(game, PrintSettings(ink=ink))
            return replace(part, table=replace(part.table, color_signs=tuple(
                (color.lower(), sign) for color, sign in signs.items())))
        return part

    return tuple(replace(block, parts=tuple(map(fill, block.parts))) if any(
        isinstance(part, UnitGroups | GameTable) for part in block.parts) else block for block in blocks)


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
    field = next((fields[part.group] for unit, _ in units
                  if part.group in (fields := game.unit_types[unit.kind].fields)), None)
    for value, (unit, count) in sorted(zip(values, units, strict=True), key=lambda pair: _rank_value(pair[0], field)):
        heading = format_value(value) if part.group and value is not None else ""
        if heading and _is_number(value):
            heading = f"{make_title(field.label if field else part.group)} {heading}"
        name = escape_markup(unit.short or unit.title)
        groups.setdefault((heading, unit.side.name if len(sides) > 1 else ""), []).append(
            ShownUnit(f"{count}\u00a0×\u00a0{name}" if count > 1 else name, faces.get(unit.name)))
    return replace(part, units=None, groups=tuple(
        UnitGroup(" · ".join(map(escape_markup, filter(None, (heading, side)))), tuple(group_units))
        for (heading, side), group_units in groups.items()))


def _is_number(value: object) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _rank_value(value: Any, field: Field | None) -> tuple[int, Any]:
    """Return the rank of the group of units with a value of a field.

    Units without a value come first. Numbers follow by size, words of a choice as its options stand, and then all
    other values, which have equal ranks.
    """
    if value is None:
        return 0, 0
    if _is_number(value):
        return 1, value
    options = field.options if field else ()
    return (1, options.index(value)) if value in options else (2, 0)
