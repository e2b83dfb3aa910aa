"""Actions of the play view: records and cards of a fleet on the screen, with marks that the fleet's file stores.

The file says how many circles of a track are marked: `damage: {hull: 3}`. Prints of the fleet show these marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from printshop import fleet_files
from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Item, Page
from printshop.drawing.geometry import IDENTITY, Bounds, Transform
from printshop.game.fleets import Fleet, FleetForce, FleetOptions, FleetUnit
from printshop.game.model import Game, make_unique_name
from printshop.game.scenarios import muster_forces
from printshop.game.unit_lists import MAX_DAMAGE
from printshop.output import svg
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintSettings
from printshop.problems import Problems, make_error
from printshop.products import packs as packing
from printshop.products.build import use_game_fonts
from printshop.products.product import find_game_scenario
from printshop.products.rosters import build as rosters_build
from printshop.text_markup import strip_markup
from printshop.workshop import fleets_api, game_cache, replies
from printshop.workshop.value_edits import Data, edit_yaml, list_items, set_value
from printshop.workshop.workspace import Workspace, make_stamp, read_file_text

MARGIN = 6.0  # points round a record
LONGEST = 300  # characters of a ship's notes


def play(workspace: Workspace, file: str) -> replies.PlayedFleet:
    """Return the units of a fleet or of GAME/BATTLE, and their records and cards as SVG without damage.

    A sheet's `marks` are the places of its circles, in percents of the sheet, each with its unit, track and number;
    `blanks` are the names and places of its blanks. Only a fleet has a stamp: nothing can be marked in the file of a
    battle. Raises PrintshopError.
    """
    if file.endswith(".yaml"):
        path = workspace.resolve_yaml_file(file)
        stamp = make_stamp(read_file_text(path))
        game, fleet = fleet_files.load_fleet(path, FleetOptions(), load_cached=game_cache.load_cached_game)
        unhurt = replace(fleet, forces=tuple(
            replace(force, units=tuple(replace(ship, damage={}, damage_spans={}) for ship in force.units))
            for force in fleet.forces))
        components = packing.build_fleet_components(game, unhurt, PrintSettings(), only_marked=True)
        title, ships, units = strip_markup(fleet.title), _ships(fleet), [ship.unit for ship in fleet.units]
    else:
        name, _, battle = file.rpartition("/")
        game = game_cache.load_cached_game(workspace.resolve_game(name))
        scenario = find_game_scenario(game, battle)
        unhurt_battle = replace(scenario, forces=tuple(
            replace(force, listings=tuple(replace(line, damage={}) for line in force.listings))
            for force in scenario.forces))
        components = packing.build_pack_components(game, unhurt_battle, PrintSettings(), only_marked=True)
        stamp, title, units = "", scenario.title, [unit for force in muster_forces(game, scenario) for unit in force]
        ships = [{"key": make_unique_name(unit), "side": unit.side.name, "damage": dict(unit.damage), "notes": "",
                  "line": 0} for unit in units]
    tracks = {key: frozenset(known) for key, known in rosters_build.count_marks(game, units).items()}
    pages = [page for component in components for whole in component.pages for page in records(whole)]
    return {"file": file, "stamp": stamp, "game": game.title, "title": title, "legend": strip_markup(game.ours),
            "ships": ships, "sheets": [_sheet(page, tracks) for page in pages]}


def find_drawn_bounds(items: Iterable[Item]) -> Bounds | None:
    """Return the bounds of items, or None if they draw nothing: a record that does not fit its place is empty."""
    with suppress(ValueError):
        return shapes.measure_bounds(items)
    return None


def records(page: Page, margin: float = MARGIN) -> Iterator[Page]:
    """Give each record of a page as a page of its own; the whole page, if there are none on it."""
    found = [*_outermost(page.items, IDENTITY)]
    for group in found:
        if (bounds := find_drawn_bounds([group])) is None:
            continue
        left, top, right, bottom = bounds
        placed = Group((group,), Transform(e=margin - left, f=margin - top))
        yield Page(right - left + 2 * margin, bottom - top + 2 * margin, (placed,), group.record)
    if not found:
        yield page


def _outermost(items: tuple[Item, ...], place: Transform) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            inner = place.compose(item.transform)
            if item.record:
                yield replace(item, transform=inner)
            else:
                yield from _outermost(item.items, inner)


def _sheet(page: Page, tracks: Mapping[str, frozenset[str]]) -> replies.PlaySheet:
    every = [*FieldNumbering().list_fields(page)]
    fields = [field for field in every if field.name in tracks.get(field.record, ())]
    gone = Counter((field.record, field.name) for field in fields if field.is_marked)  # circles that it begins without
    count = Counter((field.record, field.name) for field in fields)
    marks: list[replies.SheetMark] = [
        {"ship": field.record, "track": field.name, "kind": field.kind,
         "number": field.number - gone[of], "of": count[of] - gone[of], "at": field.measure_percentages(page)}
        for field in fields if not field.is_marked for of in [(field.record, field.name)]]
    whose = dict.fromkeys([page.label, *(mark["ship"] for mark in marks)])
    return {"svg": svg.render_browser_svg(page), "width": page.width, "height": page.height,
            "ships": [key for key in whose if key in tracks], "marks": marks,
            "blanks": [{"key": field.key, "at": field.measure_percentages(page)} for field in every
                       if field.kind == "text"]}


def _ships(fleet: Fleet) -> list[replies.PlayShip]:
    in_order = sorted({_place(ship) for ship in fleet.units})
    return [{"key": make_unique_name(ship.unit), "side": ship.unit.side.name, "damage": dict(ship.damage),
             "notes": ship.notes, "line": in_order.index(_place(ship))} for ship in fleet.units]


def mark(workspace: Workspace, file: str, stamp: str, ship: str, track: str, amount: str) -> replies.MarkedShips:
    """Write how many circles of a track of a ship are gone, and return stamp and ships. Raises PrintshopError."""
    if not amount.isdecimal() or int(amount) > MAX_DAMAGE:
        raise make_error(f"'{amount[:20]}' is no number of circles", f"mark 0 to {MAX_DAMAGE}")
    game, fleet, found = _find(workspace, file, ship)
    problems, gone = Problems(), {**found.damage, track: int(amount)}
    changed = replace(found, damage={name: marks for name, marks in gone.items() if marks}, damage_spans={}, span=None)
    with use_game_fonts(game, PrintSettings()):
        tracks = rosters_build.count_marks(game, [found.unit])
    rosters_build.check_fleet_damage(Fleet("", "", (FleetForce(found.unit.side, (changed,)),)), tracks, problems)
    problems.raise_if_any()
    return _changed(workspace, file, stamp, fleet, found, changed)


def note(workspace: Workspace, file: str, stamp: str, ship: str, words: str) -> replies.MarkedShips:
    """Write the notes of a ship, and return stamp and ships. Raises PrintshopError."""
    if len(words) > LONGEST:
        raise make_error(f"these notes have {len(words)} characters, the most are {LONGEST}", "write less")
    _, fleet, found = _find(workspace, file, ship)
    return _changed(workspace, file, stamp, fleet, found, replace(found, notes=" ".join(words.split())))


def _find(workspace: Workspace, file: str, ship: str) -> tuple[Game, Fleet, FleetUnit]:
    game, fleet = fleet_files.load_fleet(workspace.resolve_yaml_file(file), FleetOptions(),
                                         load_cached=game_cache.load_cached_game)
    found = next((one for one in fleet.units if make_unique_name(one.unit) == ship), None)
    if found is None:
        raise make_error(f"'{ship[:60]}' is not in this fleet", "open it again")
    return game, fleet, found


def _changed(workspace: Workspace, file: str, stamp: str, fleet: Fleet, before: FleetUnit, now: FleetUnit
             ) -> replies.MarkedShips:
    """Write what is new of a ship into her line; a line of several is parted, so that the others stay as they are."""
    text = workspace.read_unchanged(file, stamp)
    in_order = sorted({_place(one) for one in fleet.units})
    of_line = [one for one in fleet.units if _place(one) == _place(before)]
    number, copy, count = in_order.index(_place(before)), of_line.index(before), len(of_line)
    entry = list_items(text, "units")[number]
    names, single = fleets_api.read_ship_names(entry), "name" in entry.entries and "names" not in entry.entries
    if single and len(names) == 1 < count:  # a `name` of several is that of all of them, with a number
        names = [f"{names[0]}-{one}" for one in range(1, count + 1)]
    new = {**({"damage": dict(now.damage) or None} if now.damage != before.damage else {}),
           **({"notes": now.notes or None} if now.notes != before.notes else {})}
    parts = list[Data]()
    for start, end, more in ((0, copy, {}), (copy, copy + 1, new), (copy + 1, count, {})):
        if end > start:
            several = end - start if end - start > 1 else None
            called = {"name": None, "names": names[start:end] or None, "count": several} if count > 1 else {}
            parts.append(fleets_api.change_line(entry, {**called, **more}))
    changed = set_value(text, ("units", number), parts[0])
    for position, part in enumerate(parts[1:], number + 1):
        changed = edit_yaml(changed, {"do": "insert", "path": ["units"], "number": position,
                                                  "value": {"data": part}})
    workspace.write_text(file, changed)
    ships: list[replies.PlayShip] = [
        {**one, "damage": dict(now.damage), "notes": now.notes} if one["key"] == make_unique_name(before.unit) else one
        for one in _ships(fleet)]
    return {"stamp": make_stamp(changed), "ships": ships}


def _place(ship: FleetUnit) -> tuple[int, int]:
    return (ship.span.line, ship.span.column) if ship.span else (0, 0)
