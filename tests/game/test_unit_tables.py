"""Units of a spreadsheet: what an export writes reads back the same; every slip is told at its row and column."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from toys import TOY, opened

from printshop.catalogue import games
from printshop.drafts.writing import STARTERS, starters
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.workshop.exporting import as_csv

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = {**games(), "toy": TOY, **{name: STARTERS / name for name in starters()}}
GAME = """\
format: 1
title: Harbour
sides: {docks: {name: Docks, colour: "#0072b2"}}
unit_types:
  tug:
    fields:
      planks: {kind: whole, min: 1, max: 20}
      own_song: {kind: text, label: song, optional: true}
      shield: {kind: numbers, of: [bow, stern], optional: true}
      kit: {kind: entries, of: {flare: {}, rope: {}}, optional: true}
      cargo: {kind: list, optional: true, of: {cask: {kind: text}, casks: {kind: whole}}}
    derived: {half: planks / 2}
"""


@pytest.mark.parametrize("key", FOLDERS)
def test_what_is_exported_reads_back_the_same(key: str, tmp_path: Path) -> None:
    game = opened(key) if key in games() or key == "toy" else load(FOLDERS[key])
    shutil.copytree(FOLDERS[key], tmp_path / key)
    for kind in game.unit_types.values():
        (tmp_path / key / f"{kind.stem}.yaml").unlink(missing_ok=True)
        shutil.rmtree(tmp_path / key / kind.stem, ignore_errors=True)
        if units := [unit for unit in game.units.values() if unit.kind == kind.key]:
            (tmp_path / key / f"{kind.stem}.csv").write_text(as_csv(game, units), encoding="utf-8-sig")
    again = load(tmp_path / key)
    assert again.units.keys() == game.units.keys()
    for name, unit in game.units.items():
        assert again.units[name].values == unit.values
        assert (again.units[name].copies, again.units[name].art_bow) == (unit.copies, unit.art_bow)


def loaded(folder: Path, table: str, suffix: str = "csv") -> dict[str, object]:
    """Return the values of the only unit of a table beside the game."""
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / f"tugs.{suffix}").write_text(table, encoding="utf-8")
    (unit,) = load(folder).units.values()
    return dict(unit.values)


@pytest.mark.parametrize(("suffix", "table"), [
    ("csv", "name,side,planks,song,cargo\nRat,docks,9,No *more*,rum 3; '\"brown coal\" 2'\n"),
    ("csv", "Name;Side;Planks;Song;[price];cargo\nRat;docks;9;No *more*;12,50;\"rum 3; '\"\"brown coal\"\" 2'\"\n"
     .replace("Name;Side", "name;side")),
    ("tsv", "planks\tname\tside\tsong\tcargo\n9\tRat\tdocks\tNo *more*\trum 3; {cask: brown coal, casks: 2}\n"),
])
def test_tables_of_all_kinds(tmp_path: Path, suffix: str, table: str) -> None:
    values = loaded(tmp_path, table, suffix)
    assert (values["name"], values["planks"], values["own_song"]) == ("Rat", 9, "No *more*")
    assert str(values["cargo"]) == "rum 3, brown coal 2"


def test_figures_by_name_and_things_have_columns(tmp_path: Path) -> None:
    values = loaded(tmp_path, "name,side,planks,shield.bow,shield.stern,kit.flare,kit.rope\nRat,docks,9,2,0,3,\n")
    assert (str(values["shield"]), str(values["kit"])) == ("bow 2, stern 0", "3 flares")


@pytest.mark.parametrize(("table", "place", "message", "hint"), [
    ("name,side,planks\nRat,docks,nine\n", (2, 11), "planks of Rat must be a whole number, found the text 'nine'", ""),
    ("name,side,planks\nRat,dox,9\n", (2, 5), "side of Rat: there is no side 'dox'", "known here: any, docks"),
    ("name,side,planks\nRat,docks,\n", (2, 1), "Rat lacks 'planks'",
     "a tug may do without it if its field says 'optional: true'"),
    ("name,side,planx\nRat,docks,9\n", (1, 11), "units have no 'planx'",
     "did you mean 'planks'? A heading in brackets, [planx], leaves the column out"),
    ("name,planks,side,Planks\nRat,9,docks,9\n", (1, 18), "there are two columns 'planks'",
     "put the heading of one into brackets: [...]"),
    ("ship,side,planks\nRat,docks,9\n".replace("ship", "[ship]"), (1, 1), "no column has the heading 'name'",
     "the first row names the columns: name, ..."),
    ("name,side,planks\nRat,docks,9,7\n", (2, 13), "this row has 4 cells, the headings are 3",
     "put quotes round a text that holds what parts the cells"),
    ("name,side,planks,cargo\nRat,docks,9,rum 3; coal\n", (2, 20), "row 2 of cargo of Rat lacks its casks",
     "a row has its cask and casks, for instance '\"a text\" 1'"),
    ("name,side,planks\nRat,docks,9\nRat,docks,9\n", (3, 1), "there are two tugs called 'Rat'",
     "the first is at tugs.csv:2:1"),
])
def test_slips_are_told_at_their_row_and_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str,
                                                place: tuple[int, int], message: str, hint: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrintshopError) as caught:
        loaded(tmp_path, table)
    (problem,) = caught.value.problems
    assert problem.span
    assert (problem.span.file, problem.span.line, problem.span.column) == ("tugs.csv", *place)
    assert (problem.message, problem.hint) == (message, hint)
