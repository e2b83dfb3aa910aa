"""Charts read from data: the elements of blocks, and the problems of wrong cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game, open_toy_copy
from helpers.paths import TOY
from helpers.problems import catch_problems, list_messages

from printshop.elements.card_parts import LadderFigure
from printshop.elements.tables import TableContent
from printshop.game.charts import CHARTS, ChartCard
from printshop.game.elements import ShownValues

if TYPE_CHECKING:
    from printshop.game.model import Game

GOOD, GAME = ((TOY / name).read_text(encoding="utf-8") for name in ("charts.yaml", "game.yaml"))


def read_charts(charts: str, game: str = GAME) -> Game:
    """Return the toy game with other cards, and another main file."""
    others = tuple(path.name for path in TOY.rglob("*.yaml") if path.stem not in {"game", "charts", "towers"})
    return open_toy_copy("charts", others).read_with(game=game, charts=charts)


@pytest.fixture(scope="module")
def oddments() -> ChartCard:
    return open_game("toy")[CHARTS]["oddments"]


def test_parts_keep_the_order_of_the_file(oddments: ChartCard) -> None:
    kinds = {block.title: [part.kind for part in block.parts] for block in oddments.blocks}
    assert kinds == {"Shouting": ["ladder", "list"], "Weather": ["table"], "Girths": ["sizes"],
                     "Wobbling": ["list", "table"],
                     "Lost rules": ["table"], "Order of falling": ["chain", "big", "note", "lines"]}
    assert oddments.columns == 2
    assert [block.mark for block in oddments.blocks if block.mark] == ["Grown-ups only"]


def test_table_of_the_game_can_be_reused(oddments: ChartCard) -> None:
    (part,) = oddments.blocks[1].parts
    assert part.table == TableContent(("roll", "weather"), (("1-3", "fair"), ("4-6", "foul")), frozenset({1}))


def test_size_classes_make_a_table(oddments: ChartCard) -> None:
    (part,) = oddments.blocks[2].parts
    assert part.resolve(ShownValues({})).rows == (("tiny", "Tiny", "1–4", "**15 x 15 mm**"),
                                                  ("vast", "Vast", "5 and more", "**20 x 40 mm**"))


@pytest.mark.parametrize("base", ['15mm x 15mm', "15 mm x 15mm"])
def test_lengths_can_be_written_without_a_space(base: str) -> None:
    assert "base: 15 x 15 mm" in GAME
    game = read_charts(GOOD.replace("every: 25 mm", "every: 25mm"), GAME.replace("base: 15 x 15 mm", f"base: {base}"))
    card = game[CHARTS]["oddments"]
    (part,) = card.blocks[2].parts
    assert part.resolve(ShownValues({})).rows[0][3] == "**15 x 15mm**"
    part = card.blocks[0].parts[0]
    assert isinstance(part, LadderFigure)
    assert part.ladder
    assert part.ladder.rulers[0].every.multiply(2).amount == "50"


@pytest.mark.parametrize(("rows", "message"), [
    ("hello", "'rows' of table 'weather' must be a list, found the text 'hello'"),
    ("[fair]", "row 1 of table 'weather' has 1 cells, but the number of columns is 2"),
    ("[[fair, {a: 1}]]", "a cell of table 'weather' must be a text, found a block of keys"),
])
def test_wrong_rows_of_a_table_are_reported(rows: str, message: str) -> None:
    right = '[["1-3", fair], ["4-6", foul]]'
    assert right in GAME
    assert list_messages(catch_problems(read_charts, GOOD, GAME.replace(right, rows))) == [message]


def test_unknown_cell_is_a_blank(oddments: ChartCard) -> None:
    grid = oddments.blocks[3].parts[1].table
    assert grid.rows[1] == ("gale", "3/4", None)
    assert grid.values == {1}


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("table: weather", "table: wether", "the game has no table 'wether'", "did you mean 'weather'?"),
    ("columns: 2", "columns: 9", "'columns' of card 'oddments' is 9, but must be at most 4",
     "write a number from 1 to 4"),
    ("columns: 2", "colums: 2", "unknown key 'colums' of card 'oddments'", "did you mean 'columns'?"),
    ("steps:", "stpes:", "unknown key 'stpes' of block 'Wobbling'", "did you mean 'steps'?"),
    ("[breeze, ", "[breeze, brisk, ",
     "row 1 of 'table' of block 'Wobbling' has 4 cells, but the number of columns is 3", ""),
    ('values: ["2"]', 'values: ["4"]', "'table' of block 'Wobbling' has no column 4", "write a column from 1 to 3"),
    ("every: 25 mm", "every: 25", "'every' of ruler 1 of 'ladder' of block 'Shouting': the length '25' has no unit",
     "write 25 mm or 25 in"),
    ("across: true", "across: yes", "'across' of block 'Shouting' must be true or false, found the text 'yes'", None),
])
def test_mistakes_in_a_card_are_reported(old: str, new: str, message: str, hint: str | None) -> None:
    assert old in GOOD
    (problem,) = catch_problems(read_charts, GOOD.replace(old, new, 1))
    assert problem.message == message
    assert hint is None or problem.hint == hint
    assert problem.span
    assert problem.span.file.endswith("charts.yaml")
