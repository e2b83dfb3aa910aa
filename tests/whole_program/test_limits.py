"""Input as large as a limit allows is accepted, one more is refused, and input within the limits takes little time."""

from __future__ import annotations

import re
import shutil
import time
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers.cli import invoke
from pypdfium2 import PdfDocument

import printshop
from printshop import load_game, problems
from printshop.cli import data_commands, shared_options
from printshop.elements import marks
from printshop.equipment import papers
from printshop.game import extends, fleets, load, pictures, units
from printshop.game.config_files import CONFIG_VARIABLE
from printshop.layout import tiling
from printshop.output import png
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems, suggest_name
from printshop.products.forms import page_breaks
from printshop.scaffold.yaml_writer import STARTERS_FOLDER, check_title, write_starter_game
from printshop.schema import sections
from printshop.source import SourceText, parse_yaml, yaml_reader
from printshop.source.cache import LoadCache
from printshop.source.csv_tables import parse_csv
from printshop.source.yaml_reader import parse_yaml_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Limit(NamedTuple):
    """A limit, a file of the game of the starter with `{}` for the limited part, and the message about one more."""

    most: int
    file: str
    text: str
    many: Callable[[int], str]
    said: str


def _words(count: int) -> str:
    return ", ".join(f"w{number}" for number in range(count))


def _blocks(count: int) -> str:
    return ", ".join(f"w{number}: 1" for number in range(count))


def _times(word: str) -> Callable[[int], str]:
    return lambda count: ", ".join([word] * count)


UNIT = "- {{name: Bat, side: docks, planks: 4, steam: 4, points: 4, {}}}\n"
FIELD = "      more: {{{{optional: true, kind: {}}}}}\n"
DERIVED = "    derived: {{{}}}\n"
SCENARIO = "{}\n"
MARKER = "m: {{size: 1 in, front: [{{text: x}}], {}}}\n"
ARCS = "arcs: {{kind: overlay, across: 40 mm, radius: 1, dots: shared, {}}}\n"
STICK = "stick: {{kind: stick, width: 1 in, length: 4 in, every: 4 in, labels: [a], {}}}\n"
ON_HEXES = "x: {{across: 20 mm, {}}}\n"
OVERLAY = ON_HEXES.replace("{}", "kind: overlay, radius: 2, {}")
MAP = "moor: {{orientation: flat-top, {}}}\n"
SMALL = "moor: {{orientation: flat-top, across: 9 mm, columns: 3, rows: 3, {}}}\n"
BATTLE = "{{title: B, summary: Here., table: 4 ft x 3 ft, {}}}\n"
RATS = "forces: {{docks: {{units: [Rat]}}}}"
PIECE = "piece: {{shape: hex, units: tug, front: [{{text: x}}], {}}}\n"
FORM = "more: {}\n"
FIGURE = "card: {{blocks: [{{title: T, hexes: {{orientation: flat-top, cells: [{{at: [{}]}}]}}}}]}}\n"
TABLE = "deployment: {{{{scale: 1:12, caption: Here., positions: {{{{{}}}}}, {{}}}}}}\n".format(", ".join(
    f"{unit}: {{{{at: {at}, heading: 0}}}}" for unit, at in {
        "Mary Gloster": "9 x 9 in", "Rat-1": "9 x 12 in", "Rat-2": "9 x 15 in", "Rat-3": "9 x 18 in",
        "Vigilant": "30 x 9 in", "Diligent": "30 x 12 in"}.items()))


def make_names(key: str, value: str) -> Callable[[int], str]:
    """Return a function that gives a block of names with the same value, at a key."""
    return lambda count: f"{key}: {{{', '.join(f'w{number}: {value}' for number in range(count))}}}"


def _list(key: str, value: str) -> Callable[[int], str]:
    return lambda count: f"{key}: [{', '.join([value] * count)}]"


def _hexes(count: int, wide: int = 20) -> str:
    return ", ".join(f"[{number % wide}, {-(number // wide)}]" for number in range(count))


def _row(count: int) -> str:
    return f"{{height: 8 mm, columns: {count}, cells: [{', '.join(['{text: a}'] * count)}]}}"


def make_nested(count: int) -> str:
    rows = _row(1)
    for _ in range(count):
        rows = f"{{height: 8 mm, cells: [{{rows: [{rows}]}}]}}"
    return f"{{rows: [{rows}]}}"


LIMITS = {
    "columns of a map": Limit(
        250,
        "maps.yaml",
        MAP,
        "across: 9 mm, rows: 2, columns: {}".format,
        "'columns' of map 'moor' is {}, but must be at most 250",
    ),
    "rows of a map": Limit(
        250,
        "maps.yaml",
        MAP,
        "across: 9 mm, columns: 2, rows: {}".format,
        "'rows' of map 'moor' is {}, but must be at most 250",
    ),
    "hexes of a map": Limit(
        125,
        "maps.yaml",
        MAP,
        "across: 9 mm, columns: 200, rows: {}".format,
        "has 25,200 hexes; at most 25,000 are allowed",
    ),
    "radius of a map": Limit(
        60,
        "maps.yaml",
        MAP,
        "across: 9 mm, shape: hexagon, radius: {}".format,
        "'radius' of map 'moor' is {}, but must be at most 60",
    ),
    "hexes across a map": Limit(
        121,
        "maps.yaml",
        MAP,
        "across: 9 mm, shape: hexagon, across_hexes: {}".format,
        "is {}, but must be at most 121",
    ),
    "large hexes of a map": Limit(
        300, "maps.yaml", MAP, "columns: 2, rows: 2, across: {} mm".format, "is {} mm, but must be 5 mm to 300 mm"
    ),
    "small hexes of a map": Limit(
        -5,
        "maps.yaml",
        MAP,
        lambda count: f"columns: 2, rows: 2, across: {-count} mm",
        "is 4 mm, but must be 5 mm to 300 mm",
    ),
    "terrain": Limit(
        100, "maps.yaml", SMALL, make_names("terrain", "{letter: a, hexes: []}"), "has {} entries, but at most 100"
    ),
    "zones": Limit(100, "maps.yaml", SMALL, make_names("zones", "{edge: top}"), "has {} entries, but at most 100"),
    "hexes that zones name": Limit(
        20,
        "maps.yaml",
        MAP,
        lambda count: "across: 9 mm, columns: 100, rows: 100, " + make_names("zones", "{edge: top, depth: 100}")(count),
        "lists too many hexes: all lists of a map together must not have more than 200,000 hexes",
    ),
    "labels": Limit(
        2_000, "maps.yaml", SMALL, _list("labels", "{at: '0101', text: a}"), "has 2,001 entries, but at most 2,000"
    ),
    "rows of a form": Limit(
        200, "forms.yaml", FORM, lambda count: f"{{rows: [{', '.join([_row(1)] * count)}]}}", "has {} rows; at most 200"
    ),
    "cells in a row": Limit(
        100, "forms.yaml", FORM, lambda count: f"{{rows: [{_row(count)}]}}", "has {} cells; at most 100"
    ),
    "repeated rows": Limit(
        200,
        "forms.yaml",
        FORM,
        "{{rows: [{{height: 1 mm, repeat: {}, cells: [{{text: a}}]}}]}}".format,
        "is {}, but must be at most 200",
    ),
    "columns of a form": Limit(
        100,
        "forms.yaml",
        FORM,
        lambda count: f"{{columns: {count}, rows: [{_row(1)}]}}",
        "is {}, but must be at most 100",
    ),
    "rows and cells": Limit(
        41,
        "forms.yaml",
        FORM,
        lambda count: f"{{rows: [{', '.join(map(_row, (count, *[98] * 39, 58, 37)))}]}}",
        "the form has more than 4000 rows and cells",
    ),
    "forms in one another": Limit(
        6, "forms.yaml", FORM, make_nested, "must not have 'rows': rows can be nested in cells at most 6 levels deep"
    ),
    "bands of a stick": Limit(
        60,
        "templates.yaml",
        "s: {{kind: stick, width: 1 in, every: 1 in, {}}}\n",
        _list("labels", "a"),
        "has {} bands, but at most 60",
    ),
    "uneven bands": Limit(
        60,
        "templates.yaml",
        "s: {{kind: stick, width: 1 in, bands: [{}]}}\n",
        lambda count: ", ".join(f"{{to: {number + 1} in, label: a}}" for number in range(count)),
        "must have 1 to 60 entries",
    ),
    "marks of a stick": Limit(
        20, "templates.yaml", STICK, _list("marks", "{at: 1 in, label: a}"), "has {} entries, but at most 20"
    ),
    "holes of a template": Limit(
        20, "templates.yaml", ARCS, _list("holes", "{diameter: 1 mm}"), "has {} entries, but at most 20"
    ),
    "large holes": Limit(
        100, "templates.yaml", ARCS, "holes: [{{diameter: {} mm}}]".format, "is {} mm, but must be at most 100 mm"
    ),
    "ticks of a stick": Limit(
        2_000,
        "templates.yaml",
        "s: {{kind: stick, width: 1 in, labels: [a], {}}}\n",
        "every: {0} mm, length: {0} mm, ticks: 1 mm".format,
        "would have more than 2000 ticks at a distance of 1 mm",
    ),
    "ticks of a curve": Limit(
        318,
        "templates.yaml",
        "c: {{kind: curves, every: 1 mm, sweep: 180, {}}}\n",
        "rows: {{a: {{radius: {} mm}}}}".format,
        "have more than 1000 ticks at a distance of 1 mm",
    ),
    "a blank arm": Limit(
        36,
        "templates.yaml",
        "b: {{kind: boxes, {}}}\n",
        "arms: {{a: {{order: [a], box: unknown, length: {} in}}}}".format,
        "is {} in, but must be at most 3 ft",
    ),
    "arms": Limit(
        12,
        "templates.yaml",
        "b: {{kind: boxes, {}}}\n",
        make_names("arms", "{order: [a], box: 1 in}"),
        "must have 1 to 12 entries",
    ),
    "boxes of an arm": Limit(
        40,
        "templates.yaml",
        "b: {{kind: boxes, arms: {{a: {{box: 1 in, {}}}}}}}\n",
        _list("order", "a"),
        "must have 1 to 40 entries",
    ),
    "curves": Limit(
        24,
        "templates.yaml",
        "c: {{kind: curves, {}}}\n",
        make_names("rows", "{radius: 1 in}"),
        "must have 1 to 24 entries",
    ),
    "lengths": Limit(
        24,
        "templates.yaml",
        "s: {{kind: straight, width: 1 in, {}}}\n",
        lambda count: f"lengths: {{{', '.join(f'{number}: 90 mm' for number in range(count))}}}",
        "has {} entries, but at most 24",
    ),
    "angles": Limit(
        12,
        "templates.yaml",
        "b: {{kind: bend, width: 1 in, radius: 99 mm, {}}}\n",
        _list("angles", "45"),
        "has {} angles, but must have 1 to 12",
    ),
    "degrees of a bend": Limit(
        180,
        "templates.yaml",
        "b: {{kind: bend, width: 1 in, radius: 99 mm, {}}}\n",
        "angle: {}".format,
        "is {}, but must be at least -180 and at most 180",
    ),
    "width of a bend": Limit(
        300,
        "templates.yaml",
        "b: {{kind: bend, angle: 9, radius: 999 mm, {}}}\n",
        "width: {} mm".format,
        "but must be 6 mm to 300 mm",
    ),
    "bands of a wedge": Limit(
        20,
        "templates.yaml",
        "w: {{kind: wedge, half_angle: 40, {}}}\n",
        lambda count: "bands: [" + ", ".join(f"{{to: {number + 1} in, label: a}}" for number in range(count)) + "]",
        "has {} entries, but at most 20",
    ),
    "wedges": Limit(
        12,
        "templates.yaml",
        "w: {{kind: wedge, length: 9 in, {}}}\n",
        lambda count: f"bearings: [{', '.join(str(20 * number) for number in range(count + 1))}]",
        "has 14 bearings, but must have 2 to 13",
    ),
    "marks of a ruler": Limit(
        40,
        "templates.yaml",
        "r: {{kind: ruler, {}}}\n",
        lambda count: f"marks: {{{', '.join(f'{number + 1} in: a' for number in range(count))}}}",
        "has {} entries, but at most 40",
    ),
    "ticks of a ruler": Limit(
        2_000,
        "templates.yaml",
        "r: {{kind: ruler, every: 10 mm, ticks: 1 mm, {}}}\n",
        "length: {} mm".format,
        "would have more than 2000 ticks at a distance of 1 mm",
    ),
    "steps of a track": Limit(
        200,
        "markers.yaml",
        "m: {{size: 200 mm, front: [{{steps: {}}}]}}\n",
        lambda count: f"1-{count}",
        "has 201 steps; at most 200",
    ),
    "names of steps": Limit(
        200, "markers.yaml", "m: {{size: 200 mm, front: [{{steps: [{}]}}]}}\n", _words, "has 201 steps; at most 200"
    ),
    "diameters": Limit(
        60,
        "templates.yaml",
        "d: {{kind: disc, {}}}\n",
        lambda count: f"diameters: {{{', '.join(f'{number}: 9 mm' for number in range(count))}}}",
        "has {} entries, but at most 60",
    ),
    "hexes from the ship": Limit(
        30,
        "templates.yaml",
        ON_HEXES,
        "kind: overlay, radius: 30, areas: {{a: {{hexes: [[0, -{}]]}}}}".format,
        "is {} hexes from [0, 0]; at most 30",
    ),
    "radius of a template": Limit(
        30, "templates.yaml", ON_HEXES, "kind: overlay, radius: {}".format, "is {}, but must be at most 30"
    ),
    "areas": Limit(
        12, "templates.yaml", OVERLAY, make_names("areas", "{from: 0, to: 60}"), "has {} entries, but at most 12"
    ),
    "rays": Limit(72, "templates.yaml", OVERLAY, _list("rays", "5"), "has {} entries, but at most 72"),
    "lines of an overlay": Limit(
        72, "templates.yaml", OVERLAY, _list("lines", "{bearing: 5}"), "has {} lines; at most 72"
    ),
    "strips": Limit(
        24,
        "templates.yaml",
        ON_HEXES,
        lambda count: f"kind: path, {make_names('strips', '{sequence: [move 1]}')(count)}",
        "must have 1 to 24 entries",
    ),
    "steps": Limit(
        40,
        "templates.yaml",
        ON_HEXES,
        lambda count: f"kind: path, strips: {{a: {{sequence: [{'turn 1, ' * (count - 1)} move 1]}}}}",
        "must be a list of 1 to 40 steps",
    ),
    "hexes of a path": Limit(
        30,
        "templates.yaml",
        ON_HEXES,
        lambda count: f"kind: path, strips: {{a: {{{_list('sequence', 'move 1')(count)}}}}}",
        "moves {} hexes, but must move 1 to 30 hexes",
    ),
    "points of a rose": Limit(
        36,
        "templates.yaml",
        "r: {{kind: rose, across: 3 in, {}}}\n",
        "points: {}".format,
        "is {}, but must be at most 36",
    ),
    "sides of a rose": Limit(
        12,
        "templates.yaml",
        "r: {{kind: rose, across: 3 in, shape: sides, {}}}\n",
        "points: {}".format,
        "has {} points, but at most 12 sides can be cut",
    ),
    "hexes of a figure": Limit(400, "charts.yaml", FIGURE, _hexes, "has {} hexes; at most 400"),
    "zones of the table": Limit(
        12,
        "scenarios/first_light.yaml",
        TABLE,
        _list("zones", "{side: docks, edge: left}"),
        "has {} entries, but at most 12",
    ),
    "ranges of the table": Limit(
        12,
        "scenarios/first_light.yaml",
        TABLE,
        _list("ranges", "{from: Rat-1, to: Vigilant, at_least: 0 in, at_most: 99 in}"),
        "has {} entries, but at most 12",
    ),
    "lines of the table": Limit(
        60,
        "scenarios/first_light.yaml",
        TABLE,
        _list("lines", "{units: [Rat-1], within: 1 in}"),
        "has {} entries, but at most 60",
    ),
    "escorts of the table": Limit(
        60,
        "scenarios/first_light.yaml",
        TABLE,
        _list("escorts", "{units: [Rat-2], of: [Rat-1], within: 9 in, arcs: [aft]}"),
        "has {} entries, but at most 60",
    ),
    "scenery": Limit(
        60,
        "scenarios/first_light.yaml",
        TABLE,
        _list("scenery", "{at: 9 in x 9 in, size: 1 x 1 in}"),
        "has {} entries, but at most 60",
    ),
    "a setting": Limit(
        200,
        "game.yaml",
        "settings: {{a: {{value: {}}}}}\n",
        lambda count: "t" * count,
        "or a text of up to 200 characters",
    ),
    "a word": Limit(
        20, "game.yaml", "words: {{bow: {}}}\n", lambda count: "t" * count, "has {} letters, but at most 20"
    ),
    "columns of a roster": Limit(
        16, "game.yaml", "    roster: {{}}\n".replace("{{}}", "[{}]"), _times("planks"), "has {} columns; at most 16"
    ),
    "one unit of a force": Limit(
        99,
        "scenarios/b.yaml",
        BATTLE,
        "setup: [], victory: {{text: Win.}}, forces: {{docks: {{units: [{} x Rat]}}}}".format,
        "{} x Rat: the number of copies of a unit must be from 1 to 99",
    ),
    "steps of setting up": Limit(
        100,
        "scenarios/b.yaml",
        BATTLE.replace("{}", f"victory: {{{{text: Win.}}}}, {RATS}, {{}}"),
        _list("setup", "Wait."),
        "has {} steps; at most 100",
    ),
    "ways to score": Limit(
        100,
        "scenarios/b.yaml",
        BATTLE.replace("{}", f"setup: [], {RATS}, victory: {{{{text: Win., {{}}}}}}"),
        _list("score", "{title: A, worth: points}"),
        "has {} entries, but at most 100",
    ),
    "hexes of a piece": Limit(
        19,
        "counters.yaml",
        PIECE,
        lambda count: f"across: 1 in, cells: [{_hexes(count, 10)}]",
        "must be a list of 1 to 19 hexes",
    ),
    "hexes from the first": Limit(
        12,
        "counters.yaml",
        PIECE,
        lambda count: f"across: 1 in, cells: [{_hexes(count + 1, 1)}]",
        "is {} hexes from [0, 0]; at most 12",
    ),
    "large pieces": Limit(500, "counters.yaml", PIECE, "across: {} mm".format, "must be 6 mm to 500 mm"),
    "small pieces": Limit(-6, "counters.yaml", PIECE, lambda count: f"across: {-count} mm", "must be 6 mm to 500 mm"),
    "rows of a table": Limit(
        1_000,
        "game.yaml",
        "tables: {{t: {{columns: [a], rows: [{}]}}}}\n",
        lambda count: ", ".join(f"[{number}]" for number in range(count)),
        "at most 1000",
    ),
    "derived values": Limit(200, "game.yaml", DERIVED, _blocks, "at most 200"),
    "names of numbers": Limit(100, "game.yaml", FIELD.format("numbers, of: [{}]"), _words, "at most 100 names"),
    "rows of a list": Limit(
        1_000,
        "game.yaml",
        FIELD.format("list, most: {}, of: {{w: {{kind: whole}}}}"),
        str,
        "but must be at most 1000",
    ),
    "a formula": Limit(
        500, "game.yaml", DERIVED, lambda count: f"a: '1+{' ' * (count - 3)}1'", "more than 500 characters"
    ),
    "a list": Limit(
        1_000, "game.yaml", DERIVED, lambda count: f"a: '[spread({count - 2}, 9), 1]'", "more than 1,000 values"
    ),
    "lists in one another": Limit(
        10, "game.yaml", DERIVED, lambda count: f"a: '{'[' * count}1{']' * count}'", "more than 10 levels deep"
    ),
    "copies of a unit": Limit(200, "tugs.yaml", UNIT, "copies: {}".format, "but must be at most 200"),
    "each of a marker": Limit(500, "markers.yaml", MARKER, lambda count: f"each: [{_words(count)}]", "at most 500"),
    "copies of a marker": Limit(500, "markers.yaml", MARKER, "copies: {}".format, "but must be at most 500"),
    "markers": Limit(
        10_000,
        "markers.yaml",
        MARKER,
        lambda count: f"each: 1-40, copies: [{'250, ' * 39}{count - 9_750}]",
        "more than 10,000 markers",
    ),
    "facts": Limit(
        60, "scenarios/first_light.yaml", SCENARIO, lambda count: f"facts: {{{_blocks(count)}}}", "at most 60"
    ),
    "paragraphs": Limit(
        100, "scenarios/first_light.yaml", SCENARIO, lambda count: f"notes: [{_words(count)}]", "at most 100"
    ),
    "copies of a template": Limit(100, "templates.yaml", STICK, "copies: {}".format, "but must be at most 100"),
    "notes of a template": Limit(40, "templates.yaml", ARCS, lambda count: f"notes: [{_words(count)}]", "at most 40"),
    "fonts": Limit(20, "game.yaml", "fonts: [{}]\n", _times("DejaVuSans.ttf"), "at most 20"),
    "characters of a key": Limit(
        60, "templates.yaml", f"{{}}{STICK[5:-7]}}}}}\n", lambda count: "k" * count, "more than 60 characters"
    ),
    "characters of a text": Limit(
        50_000, "markers.yaml", MARKER, lambda count: f"title: {'t' * count}", "at most 50,000 are allowed"
    ),
    "nesting": Limit(
        62, "markers.yaml", MARKER, lambda count: f"each: {'[' * count}{']' * count}", "more than 64 levels deep"
    ),
}


def read_problems(folder: Path, cache: LoadCache | None = None) -> str:
    """Return all that is wrong with a game."""
    try:
        load_game.read_game(folder, cache=cache)
    except PrintshopError as error:
        return str(error)
    return ""


@pytest.fixture
def harbour_copy(tmp_path: Path) -> Path:
    write_starter_game(tmp_path / "harbour")
    return tmp_path / "harbour"


@pytest.mark.parametrize("what", LIMITS)
def test_value_at_a_limit_is_accepted_and_one_more_is_reported(tmp_path: Path, what: str) -> None:
    limit, folder = LIMITS[what], tmp_path / "harbour"
    path = folder / limit.file
    cache = LoadCache({str(path)})  # the other files stay as they are
    (folder / "scenarios").mkdir(parents=True)
    for name in {"game.yaml", "tugs.yaml", *({limit.file} & {"scenarios/first_light.yaml"})}:  # others take longer
        shutil.copy(STARTERS_FOLDER / "harbour" / name, folder / name)
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(before + limit.text.format(limit.many(limit.most)), encoding="utf-8")
    within = read_problems(folder, cache)
    assert limit.said not in within
    assert what == "nesting" or within == ""
    path.write_text(before + limit.text.format(limit.many(limit.most + 1)), encoding="utf-8")
    assert re.search(rf"^\S*harbour/\S+\.yaml:\d+:\d+: error: .*{re.escape(limit.said.format(limit.most + 1))}",
                     read_problems(folder, cache), re.MULTILINE)


def test_values_and_battles_of_a_game_have_limits(harbour_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = 0
    for path in harbour_copy.rglob("*.yaml"):
        node = parse_yaml_file(path, Problems())
        assert node
        values += node.source.value_count
    monkeypatch.setattr(extends, "MAX_VALUES", values)
    assert read_problems(harbour_copy) == ""
    monkeypatch.setattr(extends, "MAX_VALUES", values - 1)
    assert "with this file, the game has more than" in read_problems(harbour_copy)
    monkeypatch.setattr(extends, "MAX_VALUES", 2 * values)
    declared = sections._DECLARATIONS["scenarios"]
    monkeypatch.setitem(sections._DECLARATIONS, "scenarios", declared._replace(max_files=1))
    assert read_problems(harbour_copy) == ""
    battle = (harbour_copy / "scenarios/first_light.yaml").read_text(encoding="utf-8")
    for name in ("two", "three"):
        (harbour_copy / f"scenarios/{name}.yaml").write_text(battle, encoding="utf-8")
    assert "at most 1 scenarios are allowed" in read_problems(harbour_copy)


def test_units_rows_and_derived_values_have_limits(harbour_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = harbour_copy / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "      cargo: {kind: list, optional: true, of: {w: {kind: "
                    "whole}}, derived: {a: w, b: w}}\n    derived: {c: planks, d: planks, e: planks}\n",
                    encoding="utf-8")
    tugs = (harbour_copy / "tugs.yaml").read_text(encoding="utf-8")
    (harbour_copy / "tugs.yaml").write_text(tugs + UNIT.format("cargo: [1, 2, 3, 4], sisters: [Cat]"), encoding="utf-8")
    count = len(load_game.read_game(harbour_copy).units)
    for name, most, what in (("MAX_UNITS", count, "units"), ("MAX_LIST_ROWS", 8, "rows of lists"),
                             ("MAX_DERIVED_VALUES", 3 * count + 16, "derived values of units")):
        with monkeypatch.context() as patched:
            patched.setattr(units, name, most)
            assert read_problems(harbour_copy) == ""
            patched.setattr(units, name, most - 1)
            assert (f"tugs.yaml:5:3: error: the game must not have more than {most - 1} "
                    f"{what}, counting sisters") in read_problems(
                harbour_copy
            )


def test_files_of_units_have_limits(harbour_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (harbour_copy / "tugs").mkdir()
    (harbour_copy / "tugs/more.yaml").write_text(UNIT.format(""), encoding="utf-8")
    monkeypatch.setattr(units, "MAX_FILES", 2)
    assert read_problems(harbour_copy) == ""
    monkeypatch.setattr(units, "MAX_FILES", 1)
    assert "harbour/tugs/more.yaml: error: at most 1 files of tugs are allowed" in read_problems(harbour_copy)


def test_large_game_is_read_only_once(harbour_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (harbour_copy / "tugs.yaml").write_text(
        (harbour_copy / "tugs.yaml").read_text(encoding="utf-8") + "- {name: Bat, steam: x}\n", encoding="utf-8"
    )
    assert [part.names for part in load_game.read_game(harbour_copy, skip_broken=True).broken.parts] == [("Bat",)]
    monkeypatch.setattr(load, "MAX_REREAD_VALUES", 100)
    with pytest.raises(PrintshopError, match="steam of Bat must be a whole number"):
        load_game.read_game(harbour_copy, skip_broken=True)


def test_values_and_bytes_of_a_file_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, text = tmp_path / "x.yaml", "".join(f"k{number}: 1\n" for number in range(1_000))
    path.write_text(text, encoding="utf-8")
    for name, most, what in (("MAX_VALUES", 1_001, "more than 1000 values"), ("MAX_BYTES", len(text), "larger than")):
        for fewer in (0, 1):
            monkeypatch.setattr(yaml_reader, name, most - fewer)
            messages = Problems()
            parse_yaml_file(path, messages)
            assert bool(messages) == bool(fewer)
            assert all(what in one.message for one in messages)
        monkeypatch.setattr(yaml_reader, name, 10**9)


def test_problems_of_a_run_have_limits() -> None:
    messages = Problems()
    for number in range(problems.MAX_PROBLEMS):
        messages.add(None, f"no. {number}")
    with pytest.raises(PrintshopError, match="there are more than 1,000 problems"):
        messages.add(None, "one more")


def _read_or_raise(reader: Callable[[Problems], object]) -> object:
    """Return what is read. Raises PrintshopError if anything is wrong with it."""
    messages = Problems()
    result = reader(messages)
    messages.raise_if_any()
    return result


def _fleet(units: str) -> Callable[[Path], object]:
    node = parse_yaml(f"units: {units}", "f.yaml", Problems())
    assert node
    return lambda game: _read_or_raise(lambda result: fleets.read_fleet(node, "f", load_game.read_game(game), result,
                                                                        fleets.FleetOptions()))


def _table(text: str) -> Callable[[Path], object]:
    return lambda _: _read_or_raise(lambda result: parse_csv(SourceText("f.csv", text), result))


def _title(text: str) -> Callable[[Path], object]:
    return lambda _: check_title(text, "a ship") is None


def _paper(text: str) -> Callable[[Path], object]:
    return lambda _: papers.find_paper(text)


@pytest.mark.parametrize(("make", "within", "beyond", "message"), [
    (_fleet, "[1 x Vigilant, 999 x Rat]", "[2 x Vigilant, 999 x Rat]",
     "f.yaml:1:1: error: the fleet 'f' has 1,001 units; at most 1,000"),
    (_fleet, f"[{{unit: Rat, name: {'x' * 200}}}]", f"[{{unit: Rat, name: {'x' * 201}}}]",
     "f.yaml:1:27: error: this name has 201 characters; at most 200 are allowed"),
    (_fleet, f"[{{unit: Rat, notes: {'x' * 600}}}]", f"[{{unit: Rat, notes: {'x' * 601}}}]",
     "f.yaml:1:28: error: this note has 601 characters; at most 600 are allowed"),
    (_fleet, "[{unit: Rat, damage: {planks: 9999}}]", "[{unit: Rat, damage: {planks: 10000}}]",
     "f.yaml:1:38: error: damage to 'planks' of unit 1 of the fleet is 10000, but must be at most 9999"),
    (_table, "a\n" * 5_000, "a\n" * 5_001, "f.csv:5001:1: error: there are more than 5,000 rows"),
    (_table, "a," * 99, "a," * 100, "f.csv:1:1: error: there are more than 100 cells in one row"),
    (_title, "x" * 100, "x" * 101, "this name has 101 characters, but at most 100 are allowed"),
    (_paper, "100 x 140 mm", "99 x 140 mm", "a sheet must measure at least 100 x 140 mm"),
    (_paper, "100 x 140 mm", "100 x 139 mm", "a sheet must measure at least 100 x 140 mm"),
    (_paper, "5000 x 5000 mm", "5000 x 5001 mm", "a sheet must not be longer than 5 m"),
])
def test_requests_have_limits(
    harbour_copy: Path, make: Callable[[str], Callable[[Path], object]], within: str, beyond: str, message: str
) -> None:
    assert make(within)(harbour_copy)
    with pytest.raises(PrintshopError, match=re.escape(message)):
        make(beyond)(harbour_copy)


def test_margins_of_a_paper_have_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    for margin, taken in (("3 mm", True), ("2.9 mm", False), ("40 mm", True), ("40.1 mm", False)):
        (tmp_path / "papers.yaml").write_text(f"own: {{size: 200 x 300 mm, margin: {margin}}}\n", encoding="utf-8")
        with nullcontext() if taken else pytest.raises(PrintshopError, match=r"papers.yaml:1:\d+: error: 'margin' of "):
            papers.find_paper("own")


def test_thickness_of_paper_has_limits(harbour_copy: Path) -> None:
    for creep, message in (("1 mm", "use --creep only with --booklet"), ("1.01 mm", "paper is at most 1 mm thick")):
        assert message in invoke("make", "booklet", harbour_copy, "--creep", creep).stderr


def test_pixels_of_a_page_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    page = PdfDocument.new().new_page(144, 72)
    monkeypatch.setattr(png, "MAX_PIXELS", 200 * 100)
    assert png.draw_pixels(page, 100).size == (200, 100)
    with pytest.raises(
        PrintshopError, match=r"202 x 101 pixels is too large(?s:.*)lower the resolution with --dpi 100"
    ):
        png.draw_pixels(page, 101)


@pytest.mark.parametrize(("product", "module", "name", "most", "message"), [
    ("maps", tiling, "MAX_SHEETS", 8, r"maps.yaml:1:\d+: error: .*would take 8 sheets .*at most 7 are allowed"),
    ("records", page_breaks, "MAX_PAGES", 2, r"forms.yaml:\d+:\d+: error: .*a record would take more than 1 page"),
    ("records", marks, "MOST", 9,
     r"tugs.yaml:\d+:\d+: error: .*gives 9 circles, but at most 8 can be in one place"),
])
def test_printed_products_have_limits(harbour_copy: Path, monkeypatch: pytest.MonkeyPatch, product: str,
                                      module: object, name: str, most: int, message: str) -> None:
    if module is page_breaks:
        (harbour_copy / "forms.yaml").write_text(
            f"form: {{unit: tug, rows: [{', '.join([_row(1)] * 24)}]}}", encoding="utf-8"
        )
    (harbour_copy / "maps.yaml").write_text(MAP.format("across: 40 mm, columns: 12, rows: 12"), encoding="utf-8")
    loaded = load_game.read_game(harbour_copy)
    request = PrintRequest(shared_options.find_units(loaded, ("Mary Gloster",)))
    how = PrintSettings(papers.find_paper("a5" if module is page_breaks else "universal"))
    monkeypatch.setattr(module, name, most - 1)
    with pytest.raises(PrintshopError, match=message):
        tuple(printshop.build(product, loaded, request, how).pages)
    monkeypatch.setattr(module, name, most)
    assert tuple(printshop.build(product, loaded, request, how).pages)


def _figure(game: Path, more: int) -> tuple[object, ...]:
    (game / "forms.yaml").write_text("form: {unit: tug, rows: [{height: 8 mm, cells: [{text: Planks, track: planks, "
                                     f"count: planks * 1000 + {more}}}]}}]}}\n", encoding="utf-8")
    loaded = load_game.read_game(game)
    return tuple(printshop.build("records", loaded,
                                 PrintRequest(shared_options.find_units(loaded, ("Mary Gloster",)))).pages)


def test_figure_on_a_form_has_limits(harbour_copy: Path) -> None:
    assert _figure(harbour_copy, 999)
    with pytest.raises(PrintshopError, match=r"tugs.yaml:1:3: error: .*gives 10000, but at most 9999 can be in one"):
        _figure(harbour_copy, 1_000)


def test_number_of_stacked_extensions_has_a_limit(harbour_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(8):
        below = f"g{number - 1}" if number else "harbour"
        (harbour_copy.parent / f"g{number}.yaml").write_text(f"extends: {below}\n", encoding="utf-8")
    assert read_problems(harbour_copy.parent / "g6.yaml") == ""
    assert "g0.yaml:1:10: error: too many games: at most 8 games may extend one another in a row" in read_problems(
        harbour_copy.parent / "g7.yaml"
    )
    for name in "abc":
        (harbour_copy.parent / f"{name}.yaml").write_text("extends: harbour\n", encoding="utf-8")
    (harbour_copy.parent / "all.yaml").write_text("extends: [a, b, c]\n", encoding="utf-8")
    monkeypatch.setattr(extends, "MAX_GAMES", 5)
    assert read_problems(harbour_copy.parent / "all.yaml") == ""
    monkeypatch.setattr(extends, "MAX_GAMES", 4)
    assert re.search(
        "all.yaml:1:17: error: .*, and at most 4 games may be used in all",
        read_problems(harbour_copy.parent / "all.yaml"),
    )


def test_number_of_folders_with_pictures_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "art"
    for deep in range(18):
        folder.mkdir()
        (folder / f"{deep}.png").touch()
        folder = folder / "more"
    assert {path.name for path in pictures.find_pictures(tmp_path / "art")} == {f"{deep}.png" for deep in range(17)}
    monkeypatch.setattr(pictures, "MAX_FILES", 4)
    assert {path.name for path in pictures.find_pictures(tmp_path / "art")} == {"0.png", "1.png"}


def test_number_of_searched_games_has_a_limit(harbour_copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(harbour_copy.parent)
    monkeypatch.setattr(data_commands.game_paths, "find_shipped_games", dict)
    size = (harbour_copy / "game.yaml").stat().st_size
    for most, large in ((size, False), (size - 1, True)):
        monkeypatch.setattr(data_commands, "LARGE_GAME_SIZE", most)
        assert ("is a large game: printshop list harbour" in "\n".join(data_commands.list_games())) == large


def test_number_of_named_units_has_a_limit(harbour_copy: Path) -> None:
    loaded = load_game.read_game(harbour_copy)
    assert len(shared_options.find_units(loaded, ("Rat*1000",))) == shared_options.MOST_UNITS
    for words in (("Rat*99999",), ("Rat*1000", "Vigilant")):
        with pytest.raises(PrintshopError, match="at most 1,000 can be made at once"):
            shared_options.find_units(loaded, words)


@pytest.mark.slow
def test_number_of_pieces_at_once_has_a_limit(harbour_copy: Path) -> None:
    def build(units: int, counters: int) -> str:
        (harbour_copy / "tugs/more.yaml").write_text(
            UNIT.format(f"sisters: [{_words(49)}], copies: {units}"), encoding="utf-8"
        )
        path = harbour_copy / "counters.yaml"
        text = path.read_text(encoding="utf-8").partition("  copies:")[0]
        path.write_text(f"{text}  copies: {counters}\n", encoding="utf-8")
        try:
            printshop.build("counters", load_game.read_game(harbour_copy))
        except PrintshopError as error:
            return str(error)
        return ""

    (harbour_copy / "tugs").mkdir()
    (harbour_copy / "tugs.yaml").unlink()
    (harbour_copy / "scenarios/first_light.yaml").unlink()
    assert "more than 10,000" not in build(200, 0)
    assert "more than 10,000 counters 'tugs'" in build(200, 2)
    (harbour_copy / "tugs/yet.yaml").write_text(UNIT.format("").replace("Bat", "Cat"), encoding="utf-8")
    assert "more than 10,000 units with pieces" in build(200, 0)


# --- cost

@contextmanager
def assert_no_longer(than: float, before: float) -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < than * before + 1


def test_lists_of_lists_have_a_limited_size(harbour_copy: Path) -> None:
    growing = "".join(f"      a{number}: '[a{number - 1}, a{number - 1}, a{number - 1}]'\n" for number in range(1, 150))
    path = harbour_copy / "game.yaml"
    path.write_text(f"{path.read_text(encoding='utf-8')}    derived:\n      a0: '[planks, planks]'\n{growing}",
                    encoding="utf-8")
    with assert_no_longer(1, 1):
        problems = read_problems(harbour_copy)
        assert re.search(r"a6 of .*Rat.*: a list has more than 1,000 values", problems)


def test_number_of_derived_row_values_has_a_limit(harbour_copy: Path) -> None:
    path = harbour_copy / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "      cargo: {kind: list, most: 1000, optional: true, of: {w: {"
                    "kind: whole}}, derived: {a: w, b: w, c: w, d: w, e: w}}\n", encoding="utf-8")
    units = (harbour_copy / "tugs.yaml").read_text(encoding="utf-8")
    (harbour_copy / "tugs.yaml").write_text(units + UNIT.format(f"cargo: [{'1, ' * 1_000}]"), encoding="utf-8")
    assert read_problems(harbour_copy) == ""
    path.write_text(path.read_text(encoding="utf-8").replace("e: w}", "e: '[w]'}"), encoding="utf-8")
    assert "cargo has more than 5,000 derived values" in read_problems(harbour_copy)


def test_suggestion_compares_a_limited_number_of_names() -> None:
    names = [f"Vessel {number:06}" for number in range(200_000)]
    few, start = names[:2_000], time.process_time()
    for _ in range(20):
        suggest_name("Vassel 000123", few)
    with assert_no_longer(2, time.process_time() - start):
        for _ in range(20):
            assert suggest_name("Vassel 000123", names) == "did you mean 'Vessel 000123'?"
    assert suggest_name("Qqq", [*names[:1_999], "Qqqq"]) == "did you mean 'Qqqq'?"
    assert "Qqqq" not in suggest_name("Qqq", [*few, "Qqqq"])
    assert suggest_name("x", names[1_999:2_000] * 2) == "known here: Vessel 001999"
    assert len(suggest_name("x", names)) < problems.MAX_MESSAGE_LENGTH + 100


@pytest.mark.slow
def test_frequent_key_is_looked_up_once() -> None:
    text = "".join(f"k{number}: 1\n" for number in range(50_000))
    start = time.process_time()
    parse_yaml(text + "k49999: 1\n", "x.yaml", Problems())
    messages = Problems()
    with assert_no_longer(2, time.process_time() - start):
        parse_yaml(text + "k49999: 1\n" * 400, "x.yaml", messages)
    assert {one.hint for one in messages} == {"the key is first given on line 50000"}


def test_alias_among_many_names_is_found_quickly() -> None:
    messages = Problems()
    text = "".join(f"- &name{number} 1\n" for number in range(20_000)) + "- *nome1\n" * 50
    with assert_no_longer(1, 4):
        parse_yaml(text, "x.yaml", messages)
    assert len(messages) == 50
