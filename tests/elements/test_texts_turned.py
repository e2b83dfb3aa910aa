"""Texts that are turned, in cells and on faces: their direction, their place, and the height of their row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems

from printshop.drawing.display_list import TextRun, walk_with_transforms
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.geometry import Transform
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7}]
counters: {t: {kind: flat, units: tug, size: 30 x 30 mm, front: [{text: Wide, edge: left, take: 20 %, turn: "TURN"}]}}
forms: {sheet: {unit: tug, columns: [1, 9], rows: [{CELLS}]}}
"""
CELLS = 'cells: [{text: Wide, turn: "TURN"}, {text: x}]'


def load_harbour(folder: Path, turn: str = "90", cells: str = CELLS) -> Game:
    text = GAME.replace("CELLS", cells).replace("TURN", turn)
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def find_text(game: Game, product: str, word: str = "Wide") -> tuple[TextRun, Transform]:
    """Return the run of a word, and the transform to the page."""
    (page,) = find_product(product).build(game, PrintRequest(), PrintSettings()).pages
    return next((item, placing) for item, placing in walk_with_transforms(page.items)
                if isinstance(item, TextRun) and item.string == word)


@pytest.mark.parametrize("product", ["records", "counters"])
@pytest.mark.parametrize(("turn", "direction"), [("0", (1, 0)), ("90", (0, 1)), ("-90", (0, -1))])
def test_text_reads_across_down_or_up(tmp_path: Path, product: str, turn: str, direction: tuple[int, int]) -> None:
    _, placing = find_text(load_harbour(tmp_path, turn), product)
    assert (round(placing.a, 6), round(placing.b, 6)) == direction


@pytest.mark.parametrize("product", ["records", "counters"])
def test_turned_text_stays_in_the_middle_of_its_strip(tmp_path: Path, product: str) -> None:
    places = []
    for turn in ("90", "-90"):
        run, placing = find_text(load_harbour(tmp_path, turn), product)
        places.append(placing.apply(run.x + run.width / 2, run.y - 0.35 * run.size))
    assert places[0] == pytest.approx(places[1], abs=run.size / 2)


def test_row_is_as_high_as_its_turned_text(tmp_path: Path) -> None:
    usual, long = (find_text(load_harbour(tmp_path, "90", CELLS.replace("Wide", words)), "records", words)[0]
                   for words in ("Wide", "Widdershins"))
    assert long.size == usual.size
    game = load_harbour(tmp_path, "90", f"height: 11 mm, {CELLS.replace('Wide', 'Widdershins')}")
    assert find_text(game, "records", "Widdershins")[0].size < usual.size


def test_only_a_text_alone_can_be_turned(tmp_path: Path) -> None:
    error = catch_problems(load_harbour, tmp_path, "90", "height: 20 mm, cells: [{text: x, pips: hull, turn: 90}, {}]")
    assert [problem.message for problem in error] == [
        "'turn' of cell 1 of row 1 of form 'sheet' is only for cells with nothing but a text"]
    error = catch_problems(load_harbour, tmp_path, "45")
    assert len([problem for problem in error if "'turn' of" in problem.message]) == 2
