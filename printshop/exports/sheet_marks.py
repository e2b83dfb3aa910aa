"""Marks of a sheet that was filled in on a screen.

They become the damage and notes of a fleet or scenario.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias, TypeVar

from printshop.game.fleets import DESTROYED, Fleet, is_destroyed, remove_destroyed_mark
from printshop.game.model import Game, Unit, UnitMarks, make_unique_name
from printshop.game.scenarios import Scenario, muster_forces
from printshop.game.unit_lists import MAX_DAMAGE
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintSettings
from printshop.problems import make_error
from printshop.products import packs
from printshop.products.forms.compiled import NOTES_WIDTH
from printshop.products.rosters.build import count_marks
from printshop.source.json_reader import parse_json

ALREADY_MARKED = "Nothing new: these marks are there already"
LONGEST_NOTES = 300  # characters of the notes of a unit
DESTROYED_FIELD = "/destroyed"  # end of the key of a field on a sheet
Contents = TypeVar("Contents", bound=Fleet | Scenario)
WRITING = "/note/"  # in the key of a blank, before its number
TableMarks: TypeAlias = Mapping[str, int | str]
"""The marks at the table: `{"Alpha/hull": 3, "Alpha/notes": "on fire", "Alpha/note/1": "slow"}`.

`Alpha/note/1` is the text in the first writing space.
"""


class SheetMarks(NamedTuple):
    """The changed damage and the changed notes of units by their unique names, and the changes as a sentence.

    `writing` are the changed texts in writing spaces of units, by the number of the space.
    """

    damage: Mapping[str, Mapping[str, int]]
    notes: Mapping[str, str]
    report: str
    writing: Mapping[str, Mapping[str, str]] = {}


def list_unit_states(game: Game, contents: Fleet | Scenario) -> list[tuple[Unit, Mapping[str, int], str]]:
    """Return the units of a fleet or scenario, each with its damage by track and its notes."""
    if isinstance(contents, Fleet):
        return [(ship.unit, ship.damage, ship.notes) for ship in contents.units]
    return [(unit, unit.damage, unit.notes) for force in muster_forces(game, contents) for unit in force]


def read_sheet_marks(game: Game, contents: Fleet | Scenario, text: str) -> SheetMarks:
    """Return the damage and notes of units after a game, from the JSON of a saved sheet of a fleet or scenario.

    Marks are added to those that the fleet or scenario has, or removed from them. Notes are added to the notes of a
    unit; they stand in blanks that are at least `NOTES_WIDTH` wide, and have no text of the table. All other texts
    replace those of the table. Texts and destroyed units with which the sheet began are no changes. Raises
    PrintshopError if nothing in the file belongs to these records.
    """
    try:
        data = parse_json(text)
        values, first = dict(data["marks"]), dict(data.get("first", {}))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        values, first = {}, {}
    states = list_unit_states(game, contents)
    tracks = count_marks(game, [unit for unit, _, _ in states])
    numbering = FieldNumbering()
    pages = packs.make_pack(game, contents, PrintSettings()).document.pages
    fields = [field for page in pages for field in numbering.list_fields(page)]
    circles = [field for field in fields if field.name in tracks.get(field.record, ())]
    keys = {make_unique_name(unit) for unit, _, _ in states}
    written = _list_texts(unit for unit, _, _ in states)
    spaces = [field for field in fields if field.kind == "text" and field.record in keys]
    blanks = [field for field in spaces if field.width >= NOTES_WIDTH and field.key not in written]
    numbers = [field for field in spaces if field.width < NOTES_WIDTH or field.key in written]
    field_keys = {*(field.key for field in (*circles, *spaces)), *(key + DESTROYED_FIELD for key in keys)}
    if field_keys.isdisjoint(values.keys() | first.keys()):
        raise make_error("nothing in this file is marked on these records",
                         "choose the file that 'Save marks' has written on the sheet of this very fleet or battle")
    values = {key: value for key in values.keys() | first.keys()
              if (value := values.get(key, False)) != first.get(key)}
    added = Counter((field.record, field.name) for field in circles
                    if values.get(field.key) is True and not field.is_marked)
    added.subtract((field.record, field.name) for field in circles
                   if values.get(field.key) is False and field.is_marked)
    damage, notes, changes = dict[str, dict[str, int]](), dict[str, str](), list[str]()
    for unit, before, old_notes in states:
        key = make_unique_name(unit)
        texts = (" ".join(value.split()) for field in blanks if field.record == key
                 and isinstance(value := values.get(field.key), str))
        new_notes = "; ".join(text for text in texts if text not in old_notes)
        destroyed = values.get(key + DESTROYED_FIELD)
        is_changed = isinstance(destroyed, bool) and destroyed != is_destroyed(old_notes)
        if new_notes or is_changed:
            other_notes = remove_destroyed_mark(old_notes)
            mark = DESTROYED if is_destroyed(old_notes) != is_changed else ""
            notes[key] = "; ".join(filter(None, (mark, other_notes, new_notes)))[:LONGEST_NOTES]
            changes += [f"{key}: {'' if destroyed else 'not '}destroyed"] if is_changed else []
            changes += [f"{key}: notes"] if new_notes else []
        for track in tracks.get(key, ()):
            amount = max(0, min(MAX_DAMAGE, before.get(track, 0) + added[key, track]))
            if amount != before.get(track, 0):
                damage.setdefault(key, {})[track] = amount
                changes.append(f"{key}: {track.replace('_', ' ')} {before.get(track, 0)} to {amount}")
    writing = dict[str, dict[str, str]]()
    for field in numbers:
        if (words := str(values.get(field.key) or "")) != written.get(field.key, "") and field.key in values:
            writing.setdefault(field.record, {})[str(field.number)] = words
    changes += [f"{key}: {'text' if len(texts) == 1 else f'{len(texts)} texts'} in writing spaces"
                for key, texts in writing.items()]
    unused = len(values.keys() - field_keys)
    more = f". {unused} more left out: neither damage nor notes of these ships" if unused else ""
    report = f"Taken: {'; '.join(changes)}" if changes else ALREADY_MARKED
    return SheetMarks(damage, notes, f"{report}{more}.", writing)


def read_table_marks(game: Game, contents: Fleet | Scenario, values: TableMarks) -> SheetMarks:
    """Return the damage and notes of units at the table. Marks that the records do not have are left out."""
    damage, notes, writing = dict[str, dict[str, int]](), dict[str, str](), dict[str, dict[str, str]]()
    units = [unit for unit, _, _ in list_unit_states(game, contents)]
    for key, tracks in count_marks(game, units).items():
        for track, circles in tracks.items():
            amount = values.get(f"{key}/{track}")
            if isinstance(amount, int):
                damage.setdefault(key, {})[track] = max(0, min(circles, amount))
        if isinstance(words := values.get(f"{key}/notes"), str):
            notes[key] = " ".join(words.split())[:LONGEST_NOTES]
    for key, value in values.items():
        unit_key, is_text, number = key.rpartition(WRITING)
        if is_text and isinstance(value, str):
            writing.setdefault(unit_key, {})[number] = value
    return SheetMarks(damage, notes, "", writing)


def read_marks_in_play(game: Game, contents: Contents, marks: str, table_marks: TableMarks
                       ) -> tuple[Contents, SheetMarks]:
    """Return a fleet or scenario with the marks of a saved sheet, and the changes of these marks.

    `marks` is the text of the file of the sheet. Raises PrintshopError.
    """
    table = read_table_marks(game, contents, table_marks)
    contents = mark_units(game, contents, table)
    changes = read_sheet_marks(game, contents, marks)
    return mark_units(game, contents, changes), changes


def mark_units(game: Game, contents: Contents, marks: SheetMarks) -> Contents:
    """Return a fleet or scenario with the damage and notes of `marks` in place of its own."""
    writing = marks.writing
    states = {key: UnitMarks(
        {track: amount for track, amount in {**damage, **marks.damage.get(key, {})}.items() if amount},
        marks.notes.get(key, notes), {**unit.writing, **writing.get(key, {})})
              for unit, damage, notes in list_unit_states(game, contents)
              for key in (make_unique_name(unit),) if key in marks.damage or key in marks.notes or key in writing}
    if isinstance(contents, Scenario):
        return replace(contents, forces=tuple(
            replace(force, states=(*{**dict(force.states), **states}.items(),)) for force in contents.forces))
    return replace(contents, forces=tuple(replace(force, units=tuple(
        replace(ship, unit=replace(ship.unit, writing=state.writing), damage=state.damage, notes=state.notes)
        if (state := states.get(make_unique_name(ship.unit))) else ship for ship in force.units))
        for force in contents.forces))


def move_writing_to_fields(game: Game, contents: Contents) -> tuple[Contents, str]:
    """Return a fleet or scenario without texts in writing spaces, and the marks with which its form fields begin.

    The marks are JSON, see `printshop.output.OutputOptions`: destroyed units, and the texts of blanks.
    """
    states = list_unit_states(game, contents)
    erased = {make_unique_name(unit): dict.fromkeys(unit.writing, "") for unit, _, _ in states if unit.writing}
    first = _list_texts(unit for unit, _, _ in states) | {
        make_unique_name(unit) + DESTROYED_FIELD: True for unit, _, notes in states if is_destroyed(notes)}
    return mark_units(game, contents, SheetMarks({}, {}, "", erased)), json.dumps(first) if first else ""


def _list_texts(units: Iterable[Unit]) -> dict[str, str | bool]:
    """Return the texts in the writing spaces of units, by the keys of the spaces."""
    return {f"{make_unique_name(unit)}{WRITING}{number}": words for unit in units
            for number, words in unit.writing.items() if words}


def clear_damage(contents: Contents) -> Contents:
    """Return a fleet or scenario without damage, notes and texts, for sheets on which players enter all of these."""
    if isinstance(contents, Fleet):
        return replace(contents, forces=tuple(
            replace(force, units=tuple(replace(ship, unit=replace(ship.unit, writing={}), damage={}, damage_spans={},
                                               notes="") for ship in force.units))
            for force in contents.forces))
    return replace(contents, forces=tuple(
        replace(force, states=(), listings=tuple(replace(line, damage={}, notes="") for line in force.listings))
        for force in contents.forces))
