"""Marks of a sheet that was filled in on a screen: the damage and notes that they mean for a fleet or scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from printshop.game.fleets import Fleet
from printshop.game.model import Game, Unit, make_unique_name
from printshop.game.scenarios import Scenario, muster_forces
from printshop.game.unit_lists import MAX_DAMAGE
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintSettings
from printshop.problems import make_error
from printshop.products import packs
from printshop.products.rosters.build import count_marks
from printshop.source.json_reader import parse_json

NOTES_WIDTH = 72  # points; narrower blanks are for numbers, such as the momentum of a turn
LONGEST_NOTES = 300  # characters of the notes of a unit


class SheetMarks(NamedTuple):
    """The changed damage and the changed notes of units by their unique names, and the changes as a sentence."""

    damage: Mapping[str, Mapping[str, int]]
    notes: Mapping[str, str]
    report: str


def list_unit_states(game: Game, contents: Fleet | Scenario) -> list[tuple[Unit, Mapping[str, int], str]]:
    """Return the units of a fleet or scenario, each with its damage by track and its notes."""
    if isinstance(contents, Fleet):
        return [(ship.unit, ship.damage, ship.notes) for ship in contents.units]
    units = [unit for force in muster_forces(game, contents) for unit in force]
    notes = [line.notes for force in contents.forces for line in force.listings for _ in range(line.count)]
    return [(unit, unit.damage, note) for unit, note in zip(units, notes, strict=True)]


def read_sheet_marks(game: Game, contents: Fleet | Scenario, text: str) -> SheetMarks:
    """Return the damage and notes of units after a game, from the JSON of a saved sheet of a fleet or scenario.

    Marks are added to those that the sheet began with, or removed from them. Notes are added to the notes of a unit;
    they stand in blanks that are at least `NOTES_WIDTH` wide. Raises PrintshopError if nothing is marked.
    """
    try:
        values = dict(parse_json(text)["marks"])
    except (ValueError, TypeError, KeyError, RecursionError):
        values = {}
    states = list_unit_states(game, contents)
    tracks = count_marks(game, [unit for unit, _, _ in states])
    numbering = FieldNumbering()
    pages = packs.make_pack(game, contents, PrintSettings()).document.pages
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
    damage, notes, changes = dict[str, dict[str, int]](), dict[str, str](), list[str]()
    for unit, before, old_notes in states:
        key = make_unique_name(unit)
        texts = (" ".join(values[field.key].split()) for field in blanks if field.record == key)
        if new_notes := "; ".join(text for text in texts if text not in old_notes):
            notes[key] = "; ".join(filter(None, (old_notes, new_notes)))[:LONGEST_NOTES]
            changes.append(f"{key}: notes")
        for track in tracks.get(key, ()):
            amount = max(0, min(MAX_DAMAGE, before.get(track, 0) + added[key, track]))
            if amount != before.get(track, 0):
                damage.setdefault(key, {})[track] = amount
                changes.append(f"{key}: {track.replace('_', ' ')} {before.get(track, 0)} to {amount}")
    keys = {make_unique_name(unit) for unit, _, _ in states}
    used = {field.key for field in (*circles, *blanks) if field.record in keys}
    unused = len(values.keys() - used)
    more = f". {unused} more left out: neither damage nor notes of these ships" if unused else ""
    return SheetMarks(damage, notes, f"Taken: {'; '.join(changes) or 'nothing new'}{more}.")


def mark_fleet(fleet: Fleet, marks: SheetMarks) -> Fleet:
    """Return a fleet with the damage and notes of a saved sheet."""
    return replace(fleet, forces=tuple(replace(force, units=tuple(
        replace(ship, damage={**ship.damage, **marks.damage.get(make_unique_name(ship.unit), {})},
                notes=marks.notes.get(make_unique_name(ship.unit), ship.notes)) for ship in force.units))
        for force in fleet.forces))


def clear_damage(contents: Fleet | Scenario) -> Fleet | Scenario:
    """Return a fleet or scenario without damage, for sheets on which a player marks all of it."""
    if isinstance(contents, Fleet):
        return replace(contents, forces=tuple(
            replace(force, units=tuple(replace(ship, damage={}, damage_spans={}) for ship in force.units))
            for force in contents.forces))
    return replace(contents, forces=tuple(
        replace(force, listings=tuple(replace(line, damage={}) for line in force.listings))
        for force in contents.forces))
