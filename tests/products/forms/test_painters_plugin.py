"""A kind of cell registered from outside is read, printed, and has its problems like the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import load_forms
from helpers.problems import catch_problems

from printshop.drawing.display_list import Path as Outline
from printshop.drawing.display_list import SymbolUse
from printshop.game.forms.cells import CELLS
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.forms import records
from printshop.schema.keys import JsonSchemaWriter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOG = "log:\n  columns: 2\n  rows: [{height: 20 mm, cells: [{%s}, {text: x}]}]\n"


@pytest.fixture(autouse=True)
def stamps() -> Iterator[None]:
    from plugins import stamp_cell

    CELLS.blocks["stamp"] = stamp_cell.Stamp
    yield
    del CELLS.blocks["stamp"]


def test_it_is_printed(tmp_path: Path) -> None:
    game = load_forms(tmp_path, LOG % "stamp: Paid, heavy: true")
    (page,) = records.build_records(game, PrintRequest(only_keys=("log",)), PrintSettings()).pages
    (record,) = (item for item in page.items if isinstance(item, SymbolUse) and item.symbol.name == "blank-log")
    (frame,) = (item for item in record.symbol.items if isinstance(item, SymbolUse))
    assert [item.stroke.width for item in frame.symbol.items if isinstance(item, Outline) and item.stroke] == [2.0]


@pytest.mark.parametrize(("cell", "said"), [
    ("heavy: true", "'heavy' of cell 1 of row 1 of form 'log' needs 'stamp', which is missing"),
    ("stamp: Paid, text: x",
     "'text' of cell 1 of row 1 of form 'log' cannot be printed: the cell already shows 'stamp'"),
    ("stamp: Paid, lines: 2", "has 'lines' and 'stamp': a cell can show only one thing"),
    ("stmp: Paid", "unknown key 'stmp' of cell 1 of row 1 of form 'log'"),
    ("pips: 3, size: 3 mm, track: a, each: b", "'each' of cell 1 of row 1 of form 'log' needs the key 'text'"),
])
def test_what_is_wrong_with_it_is_told(tmp_path: Path, cell: str, said: str) -> None:
    caught = catch_problems(load_forms, tmp_path, LOG % cell)
    assert any(said in problem.message for problem in caught)


def test_the_schema_knows_it() -> None:
    assert {"stamp", "heavy", "text"} <= JsonSchemaWriter().make_block_schema(CELLS)["properties"].keys()
