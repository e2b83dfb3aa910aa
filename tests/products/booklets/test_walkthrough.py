"""Walkthroughs on paper: two pages for each shipped game, and records with the marks of all steps so far."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, read_text
from helpers.problems import catch_problems, list_messages
from helpers.walkthroughs import add_walkthrough

from printshop.drawing.display_list import BLACK, WHITE
from printshop.drawing.ink import Ink
from printshop.game.scenarios import SCENARIOS
from printshop.game.walkthroughs import MarkedRecord
from printshop.game_paths import find_shipped_games
from printshop.layout.rectangles import Rect
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.booklets import walkthrough
from printshop.products.forms.compiled import CompiledForm
from printshop.products.packs import build_pack_components

GAMES = [key for key in find_shipped_games()
         if any(scenario.walkthrough for scenario in open_game(key)[SCENARIOS].values())]


def test_example_of_play_has_two_pages() -> None:
    document = find_product("walkthrough").build(open_game("iron_guest"), PrintRequest(), PrintSettings())
    assert [page.label for page in document.pages] == ["E-1", "E-2"]


@pytest.mark.parametrize("key", GAMES)
def test_steps_show_moves_dice_and_marks(key: str) -> None:
    pages = next(scenario.walkthrough for scenario in open_game(key)[SCENARIOS].values() if scenario.walkthrough)
    parts = [part for page in pages for step in page.blocks for part in step.parts]
    # all ships of The Iron Guest share one log, which is a picture there
    assert any(isinstance(part, MarkedRecord) for part in parts) or "log-1.svg" in repr(parts)
    assert any(getattr(part, "kind", "") == "dice" for part in parts)


def test_record_shows_the_marks_of_earlier_steps(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = []
    monkeypatch.setattr(CompiledForm, "draw_record",
                        lambda _form, unit, marks, _problems: (drawings.append((unit.name, marks)), ())[1])
    more = "planks: 1}}\n      - {title: More, marks: {Mary Gloster: {planks: 2, steam: 1}}"
    game = read_game(add_walkthrough(harbour, "planks: 1}", more))
    find_product("walkthrough").build(game, PrintRequest(), PrintSettings())
    assert drawings == [("Mary Gloster", {}), ("Mary Gloster", {"planks": 1}), ("Mary Gloster", {"planks": 1}),
                        ("Mary Gloster", {"planks": 3, "steam": 1})]


@pytest.mark.parametrize(("marks", "expected"), [
    ("{planks: 90}", "damage of Mary Gloster: 90 marks of planks are asked for, but the record has only "),
    ("{plank: 1}", "damage of Mary Gloster: the record has no 'plank'"),
])
def test_marks_without_space_on_the_record_are_reported(harbour: Path, marks: str, expected: str) -> None:
    game = read_game(add_walkthrough(harbour, "{planks: 1}", marks))
    problems = catch_problems(lambda: find_product("walkthrough").build(game, PrintRequest(), PrintSettings()))
    assert [message.startswith(expected) for message in list_messages(problems)] == [True]
    assert problems[0].span
    assert problems[0].span.line > 1


@pytest.mark.parametrize(("width", "rows"), [(500.0, 1), (150.0, 2)])
def test_cells_are_in_one_column_in_a_small_width(width: float, rows: int) -> None:
    drawing = walkthrough.draw_cells("Tern", (Rect(0, 0, 100, 50),), [(), ()], width)
    assert drawing.height == pytest.approx(walkthrough.NAME_HEIGHT + 52 * rows + walkthrough.DOWN_GAP * (rows - 1))


def test_cells_too_wide_together_are_in_one_column_with_one_name() -> None:
    cells = (Rect(0, 0, 300, 20), Rect(0, 30, 300, 20))
    both = walkthrough.draw_cells("Tern", cells, [(), ()], 310.0)
    first = walkthrough.draw_cells("Tern", cells[:1], [(), ()], 310.0)
    assert both.height == pytest.approx(2 * first.height - walkthrough.NAME_HEIGHT + walkthrough.CELL_GAP)


@pytest.mark.parametrize(("labels", "expected"), [
    ([Rect(10, 30, 50, 10), Rect(10, 20, 60, 10), Rect(10, 0, 50, 10)], Rect(10, 20, 60, 30)),  # above, without a gap
    ([Rect(0, 41, 10, 4), Rect(0, 45, 10, 4), Rect(0, 60, 10, 4)], Rect(0, 40, 70, 10)),  # at the left
    ([], Rect(10, 40, 60, 10)),
])
def test_cell_is_drawn_with_its_labels(labels: list[Rect], expected: Rect) -> None:
    assert walkthrough._add_headings(Rect(10, 40, 60, 10), labels) == expected


def test_record_has_the_height_of_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that fill the page are no higher than there."""
    game = open_game("ironclads")
    cells: list[Rect] = []
    monkeypatch.setattr(walkthrough, "draw_cells", lambda _name, result, *_: cells.extend(result))
    kettle = MarkedRecord(game.units["Old Kettle"], {"guns.3": 1}, None)
    walkthrough._find_cells(game, kettle, {}, {"guns.3": 1}, Ink.COLOUR)(500.0)
    assert [cell.height < cell.width / 2 for cell in cells] == [True]


@pytest.mark.parametrize("key", ["iron_guest", "for_the_masses"])
def test_pictures_have_greys_in_black_ink(key: str) -> None:
    """The sides of the pieces would else look alike."""
    document = find_product("walkthrough").build(open_game(key), PrintRequest(), PrintSettings(ink=Ink.BLACK))
    greys = {path.fill for page in document.pages for path in find_outlines(page.items) if path.fill} - {BLACK, WHITE}
    assert len(greys) > 3
    assert all(max(grey) == min(grey) for grey in greys)


def test_pack_has_the_walkthrough_only_for_learners(harbour: Path) -> None:
    game = read_game(add_walkthrough(harbour))
    scenario, settings = game[SCENARIOS]["first_light"], PrintSettings()
    for learn in (False, True):
        names = [part.product.name for part in build_pack_components(game, scenario, settings, learn=learn)]
        assert ("walkthrough" in names) == learn


@pytest.mark.parametrize(("name", "named"), [("two_captains", True), ("four_captains", False)])
def test_pages_name_the_scenario_of_another_example(name: str, named: bool) -> None:
    game = open_game("iron_guest")
    document = find_product("walkthrough").build(game, PrintRequest(scenario=game[SCENARIOS][name]), PrintSettings())
    assert [("from the scenario Four Captains" in read_text(page.items)) for page in document.pages] == [named] * 2


def test_missing_walkthrough_is_reported(harbour: Path) -> None:
    problems = catch_problems(lambda: find_product("walkthrough").build(read_game(harbour), PrintRequest(),
                                                                       PrintSettings()))
    assert list_messages(problems) == ["Harbour has no walkthrough"]
