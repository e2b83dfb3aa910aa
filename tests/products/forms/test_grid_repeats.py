"""Rows and texts repeated for each entry of a field: lists, named numbers, things and units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems
from helpers.repeated_rows import dump_row

from printshop.print_settings import PrintRequest

if TYPE_CHECKING:
    from pathlib import Path


def find_dumped_texts(drawn: str) -> list[str]:
    return re.findall(r"text .*?'([^']+)'", drawn)


@pytest.mark.parametrize(("field", "text", "rows"), [
    ("cargo", "{n} {cask} {casks} {twice}", ["1 rum 3 6", "2 coal 4 8"]),
    ("sides", "{n} {name} {figure}", ["1 bow 3", "2 stern 1"]),
    ("kit", "{n} {name} {amount} {key}", ["1 flares 2 flare", "2 rope 1 rope"]),
    ("crew", "{n} {name} {trade}", ["1 Jo stoker", "2 Meg diver"]),
])
def test_rows_and_texts_are_repeated_for_each_entry(tmp_path: Path, field: str, text: str, rows: list[str]) -> None:
    row = f"{{each: {field}, blank: 1, height: 6 mm, cells: [{{across: 2, text: '{text}'}}]}}"
    assert [word for word in find_dumped_texts(dump_row(tmp_path, row)) if word in rows] == rows
    cell = f"{{height: 6 mm, cells: [{{across: 2, text: '{text}', each: {field}, between: ' + ', largest: 7 pt}}]}}"
    assert " + ".join(rows) in find_dumped_texts(dump_row(tmp_path, cell))
    alike = cell.replace(text, "x").replace("largest", "alike: true, largest")
    assert f"{len(rows)} × x" in find_dumped_texts(dump_row(tmp_path, alike))
    face = f"{{text: '{text}', each: {field}, largest: 7 pt}}"
    assert ", ".join(rows) in find_dumped_texts(dump_row(tmp_path, face, "counters"))


@pytest.mark.parametrize(("field", "count", "track"), [
    ("sides", "figure", "sides.bow"), ("kit", "amount", "flare"), ("cargo", "casks", "cargo.1"),
    ("crew", "2", "crew.1"),
])
def test_circles_of_each_entry_accept_damage(tmp_path: Path, field: str, count: str, track: str) -> None:
    row = f"{{each: {field}, blank: 1, height: 6 mm, cells: [{{across: 2, pips: '{count}'}}]}}"
    whole = dump_row(tmp_path, row)
    damaged = dump_row(tmp_path, row, request=PrintRequest(damage={"Rat": {track: 1}}))
    assert damaged.count("fill #000000") > whole.count("fill #000000")


@pytest.mark.parametrize(("cell", "message", "hint"), [
    ("text: x, each: crow",
     "'each' of cell 1 of row 1 of form 'card' is 'crow', which is not a field with entries", "did you mean 'crew'?"),
    ("text: '{trad}', each: crew", "'text' of cell 1 of row 1 of form 'card': unknown name 'trad'",
     "did you mean 'trade'?"),
    ("box: true, each: crew",
     "'each' of cell 1 of row 1 of form 'card' needs the key 'text', which is missing", ""),
    ("text: x, between: y",
     "'between' of cell 1 of row 1 of form 'card' needs the key 'each', which is missing", ""),
])
def test_invalid_repeats_are_reported(tmp_path: Path, cell: str, message: str, hint: str) -> None:
    problems = catch_problems(dump_row, tmp_path, f"{{height: 6 mm, cells: [{{across: 2, {cell}}}]}}")
    assert [(problem.message, problem.hint) for problem in problems] == [(message, hint)]
