"""Actions on the forces of a scenario that need other files: units of the user, and fleets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce

from printshop.game.fleets import FleetUnit
from printshop.game.scenarios import SCENARIOS, format_points
from printshop.text_markup import strip_markup
from printshop.workshop import fleets_api, game_cache, replies
from printshop.workshop.value_edits import Data, edit_yaml, list_items, require_block
from printshop.workshop.workspace import Workspace, make_stamp, read_file_text

Place = tuple[str, ...]


def take_fleet(workspace: Workspace, file: str, stamp: str, key: str, side: str, fleet: str) -> replies.TakenFleet:
    """Replace the units of a force by those of a fleet, with their names and damage.

    Return the new stamp, the title and points of the fleet, and whether units have values that stay in the fleet.
    Raises PrintshopError, also for a fleet of another game.
    """
    text, path = workspace.read_unchanged(file, stamp), workspace.resolve_yaml_file(fleet)
    fleets_api.check_same_game(workspace, path, workspace.resolve_yaml_file(file))
    game, found = game_cache.load_cached_fleet(path)
    force, bases = _find_force(text, key, side), [game.units[ship.base] for ship in found.units]
    value = {"data": list_force_lines(found.units)}
    text = edit_yaml(text, {"do": "set", "path": [*force, "units"], "value": value})
    files = [workspace.find_own_file(game.units[name].span) for name in dict.fromkeys(unit.name for unit in bases)]
    changed = any(ship.unit.values.get(key) != base.values.get(key)
                  for ship, base in zip(found.units, bases, strict=True) for key in game.unit_types[base.kind].fields)
    return {"stamp": _write_force(workspace, file, text, force, files), "title": strip_markup(found.title),
            "points": format_points(sum((one.points for one in found.forces), Fraction(0))),
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


def _write_force(workspace: Workspace, file: str, text: str, force: Place, files: Iterable[str]) -> str:
    """Write a scenario with another force, and return the stamp. Its game extends the files of the user from now on.

    Points that the force states become the points of its units. Raises PrintshopError if a file extends that of the
    scenario.
    """
    path = workspace.resolve_yaml_file(file)
    others = [workspace.resolve_yaml_file(name) for name in files if name]
    edits = fleets_api.find_extending_edits(workspace, path, others)
    text = workspace.write_text(file, reduce(edit_yaml, edits, text))
    game = game_cache.load_cached_game(workspace.find_game_of_part(path))
    points = [fleets_api.find_line_points(line, game)[1] for line in list_items(text, *force, "units")]
    known = [one for one in points if one is not None]
    if len(known) == len(points) and "points" in require_block(text, *force).entries:
        total = sum(known, Fraction(0))
        edit = {"do": "set", "path": [*force, "points"], "value": {"yaml": format_points(total)}}
        text = edit_yaml(text, edit)
    workspace.write_text(file, text)
    return make_stamp(read_file_text(path))
