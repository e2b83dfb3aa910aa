"""Names of units in the force tables of booklets: the same as in rosters, on records and in the play view."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import read_text

from printshop.drawing.ink import Ink
from printshop.exports.sheet_marks import list_unit_states
from printshop.game.errata import NoteMarks
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.layout.flow import ColumnBlock, FlowBlock, KeepTogether
from printshop.layout.table import LayoutTable
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.booklets.force_lists import build_force_blocks

# games whose records have no names of units, or take long
LOGS = {"for_the_masses", "iron_guest", "stellar_wars"}

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def find_tables(blocks: Iterable[FlowBlock]) -> Iterator[LayoutTable]:
    for block in blocks:
        if isinstance(block, LayoutTable):
            yield block
        elif isinstance(block, KeepTogether | ColumnBlock):
            yield from find_tables(block.blocks)


@pytest.mark.parametrize("key", find_shipped_games())
def test_a_unit_has_one_name_in_booklet_roster_records_and_play(key: str) -> None:
    game = open_game(key)
    battle = next(iter(game[SCENARIOS].values()))
    # with one unit for each line, and a column, because forces without columns have no table
    single = replace(battle, players=None, show=battle.show or (("Side", "side"),), forces=tuple(
        replace(force, reinforcements=(), states=(), listings=tuple(replace(line, count=1) for line in force.listings))
        for force in battle.forces))
    units = [unit for unit, *_ in list_unit_states(game, single)]  # as the play view lists the units
    rows = [row for table in find_tables(build_force_blocks(game, single, 500.0, Ink.COLOUR, NoteMarks()))
            for row in table.rows if row.kind == "row"]
    assert [str(row.cells[0]).removesuffix("†") for row in rows] == [unit.label for unit in units]
    request = PrintRequest(scenario=single, units=tuple(units))
    names = {unit.values["tag"] or unit.printed_name or unit.name for unit in units}
    for product in ("rosters",) if key in LOGS else ("rosters", "records"):
        pages = find_product(product).build(game, request, PrintSettings()).pages
        printed = read_text(item for page in pages for item in page.items)
        assert not [name for name in names if str(name) not in printed]
