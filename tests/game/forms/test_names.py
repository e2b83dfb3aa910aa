"""Names in the formulas of forms: those of the entries of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.repeated_rows import dump_row

from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path


def test_formulas_accept_the_names_of_all_entries(tmp_path: Path) -> None:
    dump_row(tmp_path, "{height: 6 mm, cells: [{across: 2, text: x}]}")
    values = read_game(tmp_path / "harbour.yaml").units["Rat"].values
    assert [values[name] for name in ("armour", "load", "most", "things")] == [4, 7, 8, 3]
