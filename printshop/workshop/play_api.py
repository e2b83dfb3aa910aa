"""Actions of the play view: records and cards of a fleet on the screen, and marks of a saved sheet.

The file of a fleet says how many circles of a track are marked: `damage: {hull: 3}`. Prints of the fleet show these
marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Item, Page
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.game.fleets import Fleet
from printshop.game.model import Game, Unit, make_unique_name
from printshop.game.scenarios import Scenario, muster_forces
from printshop.game.unit_lists import MAX_DAMAGE
from printshop.output import svg
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintSettings
from printshop.problems import make_error
from printshop.products import packs as packing
from printshop.products.rosters import build as rosters_build
from printshop.source.value_edits import list_items
from printshop.text_markup import strip_markup
from printshop.workshop import export_api, replies
from printshop.workshop.value_trees import make_value_tree
from printshop.workshop.workspace import Workspace, make_stamp, parse_json, read_file_text

MARGIN = 6.0  # points round a record
NOTES_WIDTH = 72  # points; narrower blanks are for numbers, such as the momentum of a turn
LONGEST_NOTES = 300  # characters of the notes of a unit


def describe_play(workspace: Workspace, file: str) -> replies.PlayedFleet:
    """Return the units of a fleet or of GAME/BATTLE, and their records and cards as SVG without damage.

    A sheet's `marks` are the places of its circles, in percents of the sheet, each with its unit, track and number;
    `blanks` are the names and places of its blanks. Only a fleet has a stamp: nothing can be marked in the file of a
    battle. Raises PrintshopError.
    """
    # before the fleet: an older stamp is noticed, a newer one is not
    text = read_file_text(workspace.resolve_yaml_file(file)) if file.endswith(".yaml") else ""
    game, contents = export_api.load_pack(workspace, file)
    stamp, lines = "", list[replies.Tree]()
    units, ships = _list_played(game, contents)
    if isinstance(contents, Fleet):
        stamp, lines = make_stamp(text), [make_value_tree(text, line) for line in list_items(text, "units")]
        forces = [replace(force, units=tuple(replace(ship, damage={}, damage_spans={}) for ship in force.units))
                  for force in contents.forces]
        unhurt: Fleet | Scenario = replace(contents, forces=tuple(forces))
    else:
        unhurt = replace(contents, forces=tuple(
            replace(force, listings=tuple(replace(line, damage={}) for line in force.listings))
            for force in contents.forces))
    components = packing.build_components(game, unhurt, PrintSettings(), only_marked=True)
    tracks = {key: frozenset(known) for key, known in rosters_build.count_marks(game, units).items()}
    pages = [page for component in components for whole in component.pages for page in list_records(whole)]
    return {"file": file, "stamp": stamp, "game": game.title, "title": strip_markup(contents.title),
            "legend": strip_markup(game.ours), "ships": ships, "lines": lines,
            "sheets": [_describe_sheet(page, tracks) for page in pages]}


def crop_to_items(page: Page, items: Sequence[Item], margin: float = MARGIN) -> Page | None:
    """Return some items of a page with a margin, or None if they draw nothing: a record that does not fit its place."""
    try:
        left, top, right, bottom = shapes.measure_bounds(items)
    except ValueError:
        return None
    placed = Group(tuple(items), Transform(e=margin - left, f=margin - top))
    return Page(right - left + 2 * margin, bottom - top + 2 * margin, (placed,), page.label)


def list_records(page: Page) -> Iterator[Page]:
    """Yield each record of a page as a page of its own; the whole page, if there are none on it."""
    found = [*_find_outermost(page.items, IDENTITY)]
    for group in found:
        if record := crop_to_items(page, [group]):
            yield replace(record, label=group.record)
    if not found:
        yield page


def _find_outermost(items: tuple[Item, ...], place: Transform) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            inner = place.compose(item.transform)
            if item.record:
                yield replace(item, transform=inner)
            else:
                yield from _find_outermost(item.items, inner)


def _describe_sheet(page: Page, tracks: Mapping[str, frozenset[str]]) -> replies.PlaySheet:
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


def _list_played(game: Game, contents: Fleet | Scenario) -> tuple[list[Unit], list[replies.PlayShip]]:
    """Return the units of a fleet or of a battle, and their states at the beginning."""
    if isinstance(contents, Fleet):
        return [ship.unit for ship in contents.units], list_ships(contents)
    units = [unit for force in muster_forces(game, contents) for unit in force]
    notes = [line.notes for force in contents.forces for line in force.listings for _ in range(line.count)]
    return units, [{"key": make_unique_name(unit), "side": unit.side.name, "damage": dict(unit.damage), "notes": note,
                    "line": 0} for unit, note in zip(units, notes, strict=True)]


def list_ships(fleet: Fleet) -> list[replies.PlayShip]:
    """Return the units of a fleet, each with its damage and the number of its line in the file."""
    places = [(ship.span.line, ship.span.column) if ship.span else (0, 0) for ship in fleet.units]
    in_order = sorted({*places})
    return [{"key": make_unique_name(ship.unit), "side": ship.unit.side.name, "damage": dict(ship.damage),
             "notes": ship.notes, "line": in_order.index(place)}
            for ship, place in zip(fleet.units, places, strict=True)]


def read_marks(workspace: Workspace, file: str, marks: str) -> replies.MarkedShips:
    """Return the units of a fleet or of GAME/BATTLE with the marks and notes of a saved sheet, and report the changes.

    `marks` is the JSON of the sheet. Marks are added to those that the sheet began with, or removed from them. Notes
    are added to the notes of a unit; they stand in blanks that are at least `NOTES_WIDTH` wide. Raises PrintshopError.
    """
    try:
        values = dict(parse_json(marks)["marks"])
    except (ValueError, TypeError, KeyError, RecursionError):
        values = {}
    game, contents = export_api.load_pack(workspace, file)
    units, ships = _list_played(game, contents)
    tracks = rosters_build.count_marks(game, units)
    numbering = FieldNumbering()
    pages = packing.make_pack(game, contents, PrintSettings()).document.pages
    fields = [field for page in pages for field in numbering.list_fields(page)]
    circles = [field for field in fields if field.name in tracks.get(field.record, ())]
    changed = [field for field in circles if values.get(field.key) is (not field.is_marked)]
    blanks = [field for field in fields if field.kind == "text" and field.width >= NOTES_WIDTH
              and isinstance(values.get(field.key), str)]
    if not changed and not blanks:
        raise make_error("nothing in this file is marked on these records",
                         "choose the file that 'Save marks' has written on the sheet of this very fleet or battle")
    added = Counter((field.record, field.name) for field in changed if not field.is_marked)
    added.subtract((field.record, field.name) for field in changed if field.is_marked)
    changes = list[str]()
    for ship in ships:
        texts = (" ".join(values[field.key].split()) for field in blanks if field.record == ship["key"])
        if new_notes := "; ".join(text for text in texts if text not in ship["notes"]):
            ship["notes"] = "; ".join(filter(None, (ship["notes"], new_notes)))[:LONGEST_NOTES]
            changes.append(f"{ship['key']}: notes")
        for track in tracks.get(ship["key"], ()):
            before = ship["damage"].get(track, 0)
            amount = max(0, min(MAX_DAMAGE, before + added[ship["key"], track]))
            if amount != before:
                ship["damage"][track] = amount
                changes.append(f"{ship['key']}: {track.replace('_', ' ')} {before} to {amount}")
    keys = {ship["key"] for ship in ships}
    used = {field.key for field in (*circles, *blanks) if field.record in keys}
    unused = len(values.keys() - used)
    more = f". {unused} more left out: neither damage nor notes of these ships" if unused else ""
    return {"ships": ships, "done": f"Taken: {'; '.join(changes) or 'nothing new'}{more}."}
