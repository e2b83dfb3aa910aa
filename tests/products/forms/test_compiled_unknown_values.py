"""Unknown values of a unit are spaces to fill in; all other values stay on its record or card."""

from __future__ import annotations

import shutil
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers import pages
from helpers.games import open_game

from printshop.drawing.display_list import Group, SymbolUse
from printshop.game.errata import NoteMarks
from printshop.game.field_values import FieldEntries
from printshop.game.forms.cells import walk_cells
from printshop.game.forms.model import FORMS
from printshop.game.model import UNDAMAGED
from printshop.game.units import change_unit
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Problems
from printshop.products import find_product
from printshop.products.forms.compiled import CompiledForm, FormProblems
from printshop.products.forms.record_layout import fit_on_pages
from printshop.products.forms.records import RecordPrinter
from printshop.products.forms.shared_records import share_records
from printshop.scaffold.yaml_writer import STARTERS_FOLDER
from printshop.schema.reader import Reader
from printshop.source import MappingNode, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from printshop.drawing.display_list import Item
    from printshop.game.forms.model import Form
    from printshop.game.model import Game, Unit

SHARED_UNITS = 5  # units on a blank record for several
GAMES = ["toy", *find_shipped_games()]


def forget_fields(game: Game, unit: Unit, *fields: str) -> Unit:
    """Return a unit with some unknown fields."""
    problems = Problems()
    node = parse_yaml("".join(f"{field}: unknown\n" for field in fields), "unknown", problems)
    assert isinstance(node, MappingNode)
    changed = change_unit(unit, Reader(node, problems, unit.title, game), game)
    problems.raise_if_any()
    return changed


def compile_form(game: Game, form: Form, *variants: str) -> CompiledForm:
    """Return a form on its place, for all units of the game and blank."""
    run = RecordPrinter(game, PrintRequest(), PrintSettings(variants=frozenset(variants)))
    styled, units = run.with_variants(form), [unit for unit in game.units.values() if unit.kind == form.unit]
    if form.size:
        return run.compile_form(styled, styled.size[0].pt - 2 * styled.margin, styled.size[1].pt - 2 * styled.margin)
    (compiled,) = fit_on_pages(styled, [*units, None], PrintSettings().paper, run.compile_form).compile_parts(
        run.compile_form)
    return compiled


def read_record(compiled: CompiledForm, unit: Unit) -> tuple[Counter[str], int]:
    """Return the words of a unit's record, and how many circles and boxes to mark there are on it, pale or not."""
    troubles = FormProblems()
    items = compiled.draw_record(make_record_unit(compiled, unit), UNDAMAGED, troubles)
    troubles.raise_if_any()
    return tokens(items), circles(items)


def make_record_unit(compiled: CompiledForm, unit: Unit) -> Unit:
    """Return what stands for a unit on a record: on one for several of a design, as many as a blank one has."""
    return next(share_records((unit,) * SHARED_UNITS, 1, {})) if compiled.form.together else unit


def tokens(items: Iterable[Item]) -> Counter[str]:
    return Counter(token for word in pages.find_words(tuple(items)) for token in word.text.split())


def circles(items: Iterable[Item]) -> int:
    """Return how many circles there are, a figure to be written being one."""
    count = 0
    for item in items:
        match item:
            case Group():
                count += circles(item.items)
            case SymbolUse() if item.symbol.name.startswith("pips"):
                count += int(item.symbol.name.split("-")[1])
            case SymbolUse():
                count += circles(item.symbol.items)
    return count


def find_dependents(game: Game, unit: Unit, field: str) -> set[str]:
    """Return the names of all that is unknown if a field of a unit is, its size among them."""
    names = {field, *({"size", "size_name"} if field == game.size_field else ())}
    for derived in game.unit_types[unit.kind].formulas:  # each after all that it needs
        if derived.formula.names & names:
            names.add(derived.key)
    return names


def count_lasting_words(compiled: CompiledForm, unit: Unit, lost: set[str]) -> Counter[str]:
    """Return the words on a unit's record of the cells that do not depend on what is lost.

    Words of a row that depends on what is lost, and that no blank form has, may go with it: the headings of a table
    that only some units have.
    """
    plain: set[int] = set()
    for row in (row for _, row in walk_cells(compiled.form.rows)):
        if row.only_if and row.only_if.names & lost:
            plain.update(id(cell) for cell, _ in walk_cells((row,)) if row.blank == 0 and not cell.value_names)
    result, unit = Counter[str](), make_record_unit(compiled, unit)
    for slot in compiled.lay_out(compiled.find_row_counts(unit)).slots:
        cell = slot.cell
        if {*cell.value_names, slot.each} & lost or id(cell) in plain or cell.mounted:
            continue
        painter = compiled.make_painter(slot)
        result += tokens((*painter.draw_frame(), *(painter.paint(unit, UNDAMAGED) if painter.varies else ())))
    return result


def tracks_of(form: Form, unit: Unit, names: set[str]) -> set[str]:
    """Return the names of the circles of a unit on a form that depend on some names; those of things by their keys."""
    things = (value for name, value in unit.values.items() if name in names and isinstance(value, FieldEntries))
    tracks = {entry.key for value in things for entry in value.items}
    for cell, row in walk_cells(form.rows):
        if {*cell.value_names, row.each} & names:
            tracks |= {getattr(cell, "track", ""), row.each, *cell.shown_names}
    return tracks


def find_fullest(game: Game, form: Form, compiled: CompiledForm) -> list[Unit]:
    """Return the unit of a form with the most circles, if it has units with known values."""
    units = [unit for unit in game.units.values() if unit.kind == form.unit and not unit.unknown_values
             and (unit.numbered or not form.together)]
    return sorted(units, key=lambda unit: sum(compiled.count_tracks(unit).values()))[-1:]


@pytest.mark.parametrize("key", GAMES)
def test_unknown_value_hides_no_other_value_of_the_record(key: str) -> None:
    game = open_game(key)
    for form in (form for form in game[FORMS].values() if form.unit):
        compiled = compile_form(game, form)
        for unit in find_fullest(game, form, compiled):
            before = compiled.count_tracks(unit)
            for field in game.unit_types[unit.kind].fields:
                lost = find_dependents(game, unit, field)
                lacking = forget_fields(game, unit, field)
                what = f"{form.key} of {unit.title} without {field}"
                missing = count_lasting_words(compiled, unit, lost) - read_record(compiled, lacking)[0]
                assert not missing, what
                after = compiled.count_tracks(lacking)
                fewer = {name for name, amount in before.items() if after.get(name, 0) < amount}
                excused = tracks_of(form, unit, lost)
                assert not {name for name in fewer if not {name, name.split(".")[0]} & excused}, what


@pytest.mark.parametrize("key", GAMES)
def test_unit_with_unknown_values_has_all_cells_of_a_blank_form(key: str) -> None:
    game = open_game(key)
    for form in (form for form in game[FORMS].values() if form.unit and form.blanks):
        compiled = compile_form(game, form)
        (unit, *_) = [unit for unit in game.units.values() if unit.kind == form.unit]
        unknown = forget_fields(game, unit, *game.unit_types[unit.kind].fields)
        words, circled = read_record(compiled, unknown)
        only_blank = {id(cell) for cell, row in walk_cells(form.rows) if row.is_blank_only}
        fixed = Counter[str]()
        for slot in compiled.lay_out(compiled.find_row_counts(None)).slots:
            if slot.cell.text and slot.cell.text.is_fixed and not slot.each and id(slot.cell) not in only_blank:
                fixed += tokens(compiled.make_painter(slot).draw_blank())
        assert not fixed - words, form.key
        assert circled >= circles(compiled.blank_record.items), form.key


@pytest.mark.parametrize("key", GAMES)
def test_notes_on_differences_have_their_marks_beside_unknown_values(key: str) -> None:
    game = open_game(key)
    for form in (form for form in game[FORMS].values() if form.unit):
        compiled = compile_form(game, form)
        units = [unit for unit in game.units.values() if unit.kind == form.unit and unit.differs]
        for unit in {frozenset(compiled.list_differences(unit)): unit for unit in units}.values():
            for field in game.unit_types[unit.kind].fields:
                marks, lacking = NoteMarks(), forget_fields(game, unit, field)
                signs = [marks.assign_marks((note,)) for note in compiled.list_differences(lacking)]
                items = compiled.draw_record(make_record_unit(compiled, lacking), UNDAMAGED, FormProblems(), marks)
                words = "".join(word.text for word in pages.find_words(items))
                assert not [sign for sign in signs if sign not in words], f"{form.key} of {unit.title} without {field}"


GAME = """
extends: harbour
unit_types:
  tug:
    changes: true
    fields:
      guns: {{kind: numbers, of: [bow, stern], min: 0, max: 99, optional: true}}
      crew: {{kind: list, optional: true, of: {{duty: {{kind: text}}, heads: {{kind: whole}}}}}}
tugs:
  - {{name: Tug, side: docks, planks: unknown, steam: 5, points: 341, guns: {{bow: 37, stern: 48}},
     crew: [gunner 61, sailor 73]}}
forms:
  record:
    replaces: true
    title: Record
    unit: tug
    per_page: 1
    columns: [1]
    rows:
{}
"""


def record_of(folder: Path, rows: str) -> tuple[Item, ...]:
    """Return the words of the record of a tug with unknown planks."""
    shutil.copytree(STARTERS_FOLDER / "harbour", folder / "harbour")
    (folder / "own.yaml").write_text(GAME.format(rows), encoding="utf-8")
    game = read_game(folder / "own.yaml")
    (page,) = find_product("records").build(game, PrintRequest(units=game.expand_roster([("Tug", 1)])),
                                            PrintSettings()).pages
    return page.items


def read_record_words(folder: Path, rows: str) -> list[str]:
    """Return the words on that record."""
    return [token for word in pages.find_words(record_of(folder, rows)) for token in word.text.split()]


@pytest.mark.parametrize(("first", "second", "expected"), [
    ("text: '{points + planks}'", "text: '{points}'", ["341"]),
    ("text: '{points} and {steam + planks}'", "text: '{steam}'", ["341", "5"]),
    ("text: '{max(points, 400)}'", "text: '{points}'", ["400", "341"]),
    ("text: '{lookup(guns, \"bow\")}'", "text: '{lookup(guns, \"stern\")}'", ["37", "48"]),
    ("text: '{item(column(crew, \"heads\"), 1)}'", "text: '{item(column(crew, \"heads\"), 2)}'", ["61", "73"]),
    ("count: points + planks, track: a", "count: points, track: a", ["341"]),
    ("count: 'lookup(guns, \"bow\")'", "text: '{lookup(guns, \"stern\")}'", ["37", "48"]),
])
@pytest.mark.parametrize("blank", ["", ", blank: 0"])
def test_row_omitted_on_blank_forms_is_printed_if_other_rows_lack_its_values(tmp_path: Path, first: str, second: str,
                                                                             expected: list[str],
                                                                             blank: str) -> None:
    rows = (f"      - {{height: 12 mm, only_if: planks > 10{blank}, cells: [{{{first}}}]}}\n"
            f"      - {{height: 12 mm, only_if: planks <= 10, blank: 0, cells: [{{{second}}}]}}\n")
    assert not {*expected} - {*read_record_words(tmp_path, rows)}


def test_row_omitted_on_blank_forms_is_omitted_if_other_rows_have_its_values(tmp_path: Path) -> None:
    rows = ("      - {height: 9 mm, only_if: planks > 10, cells: [{text: 'A {points} of {planks}'}]}\n"
            "      - {height: 9 mm, only_if: planks <= 10, blank: 0, cells: [{text: 'B {max(points, 7)} {planks}'}]}\n")
    words = read_record_words(tmp_path, rows)
    assert "A" in words
    assert "B" not in words


@pytest.mark.parametrize(("keys", "shown"), [
    ("at: steam, effects: {3: '{points} knots'}", ["at", "5;", "3:", "341", "knots"]),
    ("effects: {3: '{points} knots', 4: Sunk}", ["3:", "341", "knots;", "4:", "Sunk"]),
    ("at: steam", ["at", "5"]),
    ("blank: 4, at: steam, effects: {3: '{points} knots', 9: Sunk}", ["at", "5;", "3:", "341", "9:", "Sunk"]),
    ("effects: {3: '{points} knots', 4: '" + "more words than go on one line and on a second one, " * 4 + "too'}",
     ["341", "knots;", "too"]),
])
@pytest.mark.parametrize("rules", ["", "rules: true, "])
def test_known_values_of_a_track_with_unknown_steps_are_printed(tmp_path: Path, rules: str, keys: str, shown: list[str]
                                                                ) -> None:
    row = f"      - {{height: 25 mm, {rules}cells: [{{steps: planks, track: hull, {keys}}}]}}\n"
    assert not Counter(shown) - Counter(read_record_words(tmp_path, row))


def test_unknown_track_has_a_line_to_write_on(tmp_path: Path) -> None:
    row = "      - {height: 9 mm, cells: [{steps: %s, track: hull}]}\n"
    nothing, line = ([*pages.find_outlines(record_of(tmp_path / steps, row % steps))]
                     for steps in ("points - points", "planks"))
    assert len(line) == len(nothing) + 1
