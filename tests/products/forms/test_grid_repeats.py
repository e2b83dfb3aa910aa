"""Rows and texts repeated for each entry of a field: lists, named numbers, things and units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import DEFAULT_REQUEST, PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      sides: {kind: numbers, of: [bow, stern], optional: true}
      kit: {kind: entries, of: {flare: {}, rope: {}}, optional: true}
      cargo: {kind: list, optional: true, of: {cask: {kind: text}, casks: {kind: whole}}, derived: {twice: casks * 2}}
      crew: {kind: units, of: [hand], optional: true}
    derived:
      {armour: sum(sides.figure), load: sum(cargo.casks), most: "max(cargo.twice) if cargo else 0",
       things: sum(kit.amount)}
  hand: {fields: {trade: {kind: text}}}
tugs:
  - {name: Rat, sides: [3, 1], kit: {flare: 2, rope: 1}, cargo: [rum 3, coal 4], crew: [Jo, Meg]}
  - {name: Sow}
hands: [{name: Jo, trade: stoker}, {name: Meg, trade: diver}]
"""


def dump_row(folder: Path, part: str, where: str = "cards", request: PrintRequest = DEFAULT_REQUEST) -> str:
    forms = f"forms: {{card: {{unit: tug, size: poker, columns: [1, 1], rows: [{part}]}}}}\n"
    counters = f"counters: {{tugs: {{kind: flat, units: tug, size: 2 x 2 in, front: [{part}]}}}}\n"
    (folder / "harbour.yaml").write_text(GAME + (forms if where == "cards" else counters), encoding="utf-8")
    return dump.render_dump(find_product(where).build(read_game(folder / "harbour.yaml"), request, PrintSettings()))


def find_dumped_texts(drawn: str) -> list[str]:
    return re.findall(r"text .*?'([^']+)'", drawn)


@pytest.mark.parametrize(("field", "text", "rows"), [
    ("cargo", "{n} {cask} {casks} {twice}", ["1 rum 3 6", "2 coal 4 8"]),
    ("sides", "{n} {name} {figure}", ["1 bow 3", "2 stern 1"]),
    ("kit", "{n} {name} {amount} {key}", ["1 flares 2 flare", "2 rope 1 rope"]),
    ("crew", "{n} {name} {trade}", ["1 Jo stoker", "2 Meg diver"]),
])
def test_rows_and_texts_stand_once_for_each(tmp_path: Path, field: str, text: str, rows: list[str]) -> None:
    row = f"{{each: {field}, blank: 1, height: 6 mm, cells: [{{across: 2, text: '{text}'}}]}}"
    assert [word for word in find_dumped_texts(dump_row(tmp_path, row)) if word in rows] == rows
    cell = f"{{height: 6 mm, cells: [{{across: 2, text: '{text}', each: {field}, between: ' + ', largest: 7 pt}}]}}"
    assert " + ".join(rows) in find_dumped_texts(dump_row(tmp_path, cell))
    alike = cell.replace(text, "x").replace("largest", "alike: true, largest")
    assert f"{len(rows)} × x" in find_dumped_texts(dump_row(tmp_path, alike))
    face = f"{{text: '{text}', each: {field}, largest: 7 pt}}"
    assert ", ".join(rows) in find_dumped_texts(dump_row(tmp_path, face, "counters"))


def test_formulas_know_what_the_entries_have(tmp_path: Path) -> None:
    dump_row(tmp_path, "{height: 6 mm, cells: [{across: 2, text: x}]}")
    values = read_game(tmp_path / "harbour.yaml").units["Rat"].values
    assert [values[name] for name in ("armour", "load", "most", "things")] == [4, 7, 8, 3]


@pytest.mark.parametrize(("field", "count", "track"), [
    ("sides", "figure", "sides.bow"), ("kit", "amount", "flare"), ("cargo", "casks", "cargo.1"),
    ("crew", "2", "crew.1"),
])
def test_circles_of_each_are_known_to_damage(tmp_path: Path, field: str, count: str, track: str) -> None:
    row = f"{{each: {field}, blank: 1, height: 6 mm, cells: [{{across: 2, pips: '{count}'}}]}}"
    whole = dump_row(tmp_path, row)
    damaged = dump_row(tmp_path, row, request=PrintRequest(damage={"Rat": {track: 1}}))
    assert damaged.count("fill #000000") > whole.count("fill #000000")


@pytest.mark.parametrize(("cell", "message", "hint"), [
    ("text: x, each: crow", "'each' of cell 1 of row 1 of form 'card': 'crow' has no entries", "did you mean 'crew'?"),
    ("text: '{trad}', each: crew", "'text' of cell 1 of row 1 of form 'card': unknown name 'trad'",
     "did you mean 'trade'?"),
    ("box: true, each: crew", "'each' of cell 1 of row 1 of form 'card' goes with 'text', which it does not have", ""),
    ("text: x, between: y", "'between' of cell 1 of row 1 of form 'card' goes with 'each', which it does not have", ""),
])
def test_what_cannot_be_repeated(tmp_path: Path, cell: str, message: str, hint: str) -> None:
    with pytest.raises(PrintshopError) as caught:
        dump_row(tmp_path, f"{{height: 6 mm, cells: [{{across: 2, {cell}}}]}}")
    assert [(problem.message, problem.hint) for problem in caught.value.problems] == [(message, hint)]
