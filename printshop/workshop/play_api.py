"""Actions of the play view.

They return records and cards of a fleet on the screen, and read marks of a saved sheet. The file of a fleet says how
many marks of a track are filled, and what is written: `damage: {hull: 3}, writing: {1: slow}`. Prints show both.
"""

from __future__ import annotations

from collections.abc import Mapping

from printshop.drawing.display_list import Page
from printshop.exports.sheet_marks import clear_damage, list_unit_states, read_marks_in_play
from printshop.game.fleets import Fleet
from printshop.game.model import Game, Unit, make_unique_name
from printshop.game.scenarios import Scenario
from printshop.output import svg
from printshop.output.form_fields import FieldNumbering, FormField
from printshop.print_settings import PrintSettings
from printshop.products import packs as packing
from printshop.products.forms.mark_words import describe_records
from printshop.products.forms.record_pages import list_records
from printshop.products.forms.word_shapes import RecordWords
from printshop.source.value_edits import list_items
from printshop.text_markup import strip_markup
from printshop.workshop import export_api, folder_games, replies
from printshop.workshop.value_trees import make_value_tree
from printshop.workshop.workspace import Workspace, make_stamp, read_file_text


def describe_play(workspace: Workspace, file: str) -> replies.PlayedFleet:
    """Return the units of a fleet or of GAME/BATTLE, and their records and cards as SVG without damage.

    A sheet has a width and a height in points. Its `marks` and its `spaces` to write in have places in percents of the
    sheet, and numbers that begin at 1 for each track, and for the spaces of each unit on all sheets. `records` are the
    words beside the marks of each unit. Only a fleet has a stamp: nothing can be marked in the file of a battle. The
    `file` of a battle is GAME/BATTLE with the name by which lists have the game. Raises PrintshopError.
    """
    # read before the fleet: a stamp that is too old causes a conflict, one that is too new would hide a change
    text = read_file_text(workspace.resolve_yaml_file(file)) if file.endswith(".yaml") else ""
    game, contents = export_api.load_pack(workspace, file)
    if isinstance(contents, Scenario):
        file = f"{folder_games.name_game(workspace, game.root)}/{contents.key}"
    units, played = _list_played(game, contents)
    components = packing.build_components(game, clear_damage(contents), PrintSettings(), only_marked=True)
    records = describe_records(game, units)
    pages = [page for component in components for whole in component.pages for page in list_records(whole)]
    numbering = FieldNumbering()  # of all sheets: a text stands on one of them, but a mark on all records of its unit
    return {"file": file, "stamp": text and make_stamp(text), "game": game.title, "title": strip_markup(contents.title),
            "turn": contents.turn if isinstance(contents, Fleet) else 1,
            "legend": strip_markup(game.ours), "units": played,
            "lines": [make_value_tree(text, line) for line in list_items(text, "units")],
            "sheets": [_describe_sheet(page, records, numbering) for page in pages], "records": records}


def _describe_sheet(page: Page, records: Mapping[str, RecordWords], numbering: FieldNumbering) -> replies.PlaySheet:
    tracks = dict[tuple[str, str], list[FormField]]()
    for field in FieldNumbering().list_fields(page):
        if not field.is_marked and field.record in records and field.name in records[field.record]["rows"]:
            tracks.setdefault((field.record, field.name), []).append(field)
    return {"svg": svg.render_browser_svg(page), "width": page.width, "height": page.height,
            "units": [unit for unit in dict.fromkeys([page.label, *(unit for unit, _ in tracks)]) if unit in records],
            "marks": [{"unit": unit, "track": track, "kind": mark.kind, "number": number, "of": len(row),
                       "at": mark.measure_percentages(page)}
                      for (unit, track), row in tracks.items() for number, mark in enumerate(row, 1)],
            "spaces": [{"key": field.key, "unit": field.record, "label": field.label,
                        "at": field.measure_percentages(page)}
                       for field in numbering.list_fields(page) if field.kind == "text"]}


def _list_played(game: Game, contents: Fleet | Scenario) -> tuple[list[Unit], list[replies.PlayUnit]]:
    """Return the units of a fleet or of a battle, and their states at the beginning.

    The state of a unit of a fleet has the number of its line in the file.
    """
    states = list_unit_states(game, contents)
    places = [unit.place for unit in contents.units] if isinstance(contents, Fleet) else [(0, 0)] * len(states)
    numbers = {place: number for number, place in enumerate(sorted({*places}))}
    return [unit for unit, *_ in states], [
        {"key": make_unique_name(unit), "side": unit.side.name, "damage": dict(damage), "notes": notes,
         "writing": dict(unit.writing), "line": numbers[place]}
        for (unit, damage, notes), place in zip(states, places, strict=True)]


def read_marks(workspace: Workspace, file: str, marks: str, now: dict[str, int | str]) -> replies.MarkedUnits:
    """Return the units of a fleet or of GAME/BATTLE with the marks and notes of a saved sheet, and report the changes.

    `marks` is the text of the file of the sheet, and `now` are the marks at the table. Raises PrintshopError.
    """
    game, contents = export_api.load_pack(workspace, file)
    marked, changes = read_marks_in_play(game, contents, marks, now)
    return {"units": _list_played(game, marked)[1], "done": changes.report}
