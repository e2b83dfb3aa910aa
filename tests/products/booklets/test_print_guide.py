"""The rows of the print guide follow from the pack: folds, materials, sheets, copies, hidden sheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import read_text

from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product, packs
from printshop.products.forms import records
from printshop.products.product import make_instructions
from printshop.scaffold.yaml_writer import write_starter_game

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from printshop.drawing.display_list import Page
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario
    from printshop.products.product import PrintInstructions

LOG = "log: {title: Log, hidden: true, columns: 1, rows: [{height: 9 mm, repeat: 9, cells: [{lines: 1}]}]}\n"


@pytest.fixture
def harbour_copy(tmp_path: Path) -> Path:
    write_starter_game(tmp_path / "harbour")
    return tmp_path / "harbour"


def add(folder: Path, file: str, text: str) -> Game:
    path = folder / file
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(before + text, encoding="utf-8")
    return read_game(folder)


def list_instructions(game: Game, name: str, scenario: Scenario | None = None,
                      pages: Sequence[Page] = ()) -> PrintInstructions:
    if scenario is None:
        (scenario,) = game[SCENARIOS].values()
    return make_instructions(find_product(name), game, scenario, pages, PrintSettings())


def test_every_side_has_a_hidden_sheet_and_the_cover_says_so(harbour_copy: Path) -> None:
    game = add(harbour_copy, "forms.yaml", LOG)
    (scenario,) = game[SCENARIOS].values()
    components = tuple(packs.build_pack_components(game, scenario, PrintSettings()))
    (sheets,) = [one for one in components if one.product.name == "records"]
    sides = [force.side.name for force in scenario.forces]
    *_, first, second = sheets.pages
    assert f"Log: {sides[0]}" in read_text(first.items)
    assert f"Log: {sides[1]}" in read_text(second.items)
    cover = read_text(packs.assemble_pack(game, scenario, components, PrintSettings()).cover.pages[1].items)  # type: ignore[index]
    assert f"{first.label} and {second.label}: one for each side, kept from the other" in cover
    alone = list(records.build_records(game, PrintRequest(only_keys=("log",)), PrintSettings()).pages)
    assert len(alone) == 1  # without a scenario nobody knows who plays


def test_every_side_has_a_set_of_a_hidden_sheet_with_several_pages(harbour_copy: Path) -> None:
    game = add(harbour_copy, "forms.yaml", LOG.replace("9,", "18,"))
    large = PrintSettings(variants=frozenset({"large"}))
    (scenario,) = game[SCENARIOS].values()
    components = tuple(packs.build_pack_components(game, scenario, large))
    *_, first, _, _, last = next(one for one in components if one.product.name == "records").pages
    cover = read_text(packs.assemble_pack(game, scenario, components, large).cover.pages[1].items)  # type: ignore[union-attr,index]
    assert f"{first.label} to {last.label}: one set for each side, kept from the other" in cover
