"""Actions on the forces of a scenario that need other files: units of the user, and fleets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import reduce

from printshop.game.scenarios import SCENARIOS, find_unit_points, format_points
from printshop.text_markup import strip_markup
from printshop.workshop import fleets_api, game_cache, replies
from printshop.workshop.value_edits import edit_yaml, list_items, require_block
from printshop.workshop.workspace import Workspace, make_stamp, read_file_text

Place = tuple[str, ...]


def take_fleet(workspace: Workspace, file: str, stamp: str, key: str, side: str, fleet: str) -> replies.TakenFleet:
    """Replace the units of a force by those of a fleet, and return the new stamp and the title and points of the fleet.

    Raises PrintshopError, also for a fleet of another game.
    """
    text, path = workspace.read_unchanged(file, stamp), workspace.resolve_yaml_file(fleet)
    fleets_api.check_same_game(workspace, path, workspace.resolve_yaml_file(file))
    game, found = game_cache.load_cached_fleet(path)
    counts, force = Counter(unit.base for unit in found.units), _find_force(text, key, side)
    lines = [unit if count == 1 else f"{count} x {unit}" for unit, count in counts.items()]
    text = edit_yaml(text, {"do": "set", "path": [*force, "units"], "value": {"data": lines}})
    files = [workspace.find_own_file(game.units[unit].span) for unit in counts]
    return {"stamp": _write_force(workspace, file, text, force, files), "title": strip_markup(found.title),
            "points": format_points(sum((one.points for one in found.forces), Fraction(0)))}


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
    lines = [fleets_api.read_fleet_line(line) for line in list_items(text, *force, "units")]
    units = [game.units.get(line.unit) for line in lines]
    points = [find_unit_points(unit, game.unit_types) if unit else None for unit in units]
    are_numbers = all(line.number.isdecimal() for line in lines if line.number)
    if None not in points and are_numbers and "points" in require_block(text, *force).entries:
        total = sum((each * int(line.number or 1) for each, line in zip(points, lines, strict=True) if each),
                    Fraction(0))
        edit = {"do": "set", "path": [*force, "points"], "value": {"yaml": format_points(total)}}
        text = edit_yaml(text, edit)
    workspace.write_text(file, text)
    return make_stamp(read_file_text(path))
