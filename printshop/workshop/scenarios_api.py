"""Actions on the forces of a scenario that need other files: units of the user, and fleets."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce

from printshop.game.fleets import FleetUnit
from printshop.game.scenarios import SCENARIOS, find_unit_points, format_points
from printshop.source.value_edits import Data, edit_yaml, read_value_at, require_block
from printshop.text_markup import strip_markup
from printshop.workshop import fleets_api, game_cache, replies, units_api
from printshop.workshop.workspace import Workspace, make_stamp

Place = tuple[str, ...]


def take_fleet(workspace: Workspace, file: str, stamp: str, key: str, side: str, fleet: str) -> replies.TakenFleet:
    """Replace the units of a force by those of a fleet, with their names and damage.

    The scenario extends the files of these units from now on. Points that the force states become those of the units.
    Return the new stamp, the title and points of the fleet, and whether units have values that stay in the fleet.
    Raises PrintshopError, also for a fleet of another game, or if a file of a unit extends that of the scenario.
    """
    text, path = workspace.read_unchanged(file, stamp), workspace.resolve_yaml_file(fleet)
    fleets_api.check_same_game(workspace, path, workspace.resolve_yaml_file(file))
    game, found = game_cache.load_cached_fleet(path)
    force, bases = _find_force(text, key, side), [game.units[ship.base] for ship in found.units]
    files = [workspace.find_own_file(unit.span) for unit in bases]
    others = [workspace.resolve_yaml_file(name) for name in dict.fromkeys(files) if name]
    edits = [{"do": "set", "path": [*force, "units"], "value": {"data": list_force_lines(found.units)}},
             *fleets_api.find_extending_edits(workspace, workspace.resolve_yaml_file(file), others)]
    points = [points for unit in bases if (points := find_unit_points(unit, game.unit_types)) is not None]
    if len(points) == len(bases) and read_value_at(text, *force, "points"):
        edits.append({"do": "set", "path": [*force, "points"], "value": {
            "yaml": format_points(sum(points, Fraction(0)))}})
    changed = any(ship.unit.values.get(key) != base.values.get(key)
                  for ship, base in zip(found.units, bases, strict=True) for key in game.unit_types[base.kind].fields)
    changed_text = units_api.write_and_rename(workspace, file, text, reduce(edit_yaml, edits, text), {})
    return {"stamp": make_stamp(changed_text), "title": strip_markup(found.title),
            "points": format_points(found.points),
            "has_other_values": changed or any(ship.notes for ship in found.units)}


def list_force_lines(ships: Sequence[FleetUnit]) -> list[Data]:
    """Return the lines of a force for units of a fleet, as plain data: a line for each unit of the game and damage.

    A damaged unit without a name is named by its number, because a force has one line for all units without a name.
    """
    lines = list[Data]()
    for base in dict.fromkeys(ship.base for ship in ships):
        alike = [ship for ship in ships if ship.base == base]
        unnamed = [ship for ship in alike if ship.unit.numbered or ship.unit.name == base]
        needs_names = len(unnamed) > 1 and any(ship.damage for ship in unnamed)
        groups = dict[tuple[bool, tuple[tuple[str, int], ...]], list[FleetUnit]]()
        for ship in alike:
            is_named = needs_names or ship not in unnamed
            groups.setdefault((is_named, (*ship.damage.items(),)), []).append(ship)
        for (is_named, damage), group in groups.items():
            names = [ship.unit.name.replace('"', "'") for ship in group] if is_named else []
            count = {"count": len(group)} if len(group) > 1 and not names else {}
            block = {"unit": base, **count, **({"names": names} if names else {}),
                     **({"damage": dict(damage)} if damage else {})}
            short = f"{len(group)} x {base}" if count else base
            lines.append(block if names or damage else short)
    return lines


def _find_force(text: str, key: str, side: str) -> Place:
    """Return the path of a force: below the key of its scenario, or, in a file of one scenario, at the top."""
    above = (SCENARIOS.key, key) if SCENARIOS.key in require_block(text).entries else ()
    return (*above, "forces", side)
