"""Words in rectangles; texts in forms, on faces and in charts: filled, blank, unknown, and too long."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_words, read_texts
from helpers.problems import catch_problems
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.text import Style, TooTallError, TooWideError
from printshop.elements.texts import CELL_LINES, FACE_LINES, LineFit, WordLook, draw_in_narrow_family, set_words
from printshop.game.forms.cells import CELLS, TEXT
from printshop.game.forms.model import FORMS
from printshop.layout.rectangles import Rect
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import DoesNotFitError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Item
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields: {hull: {kind: whole}}
    checks: [{that: hull < 5, message: "{hull} is much", warning: true},
             {that: hull < 6, message: "{hull} is more than a tug of the harbour may have", warning: true}]
tugs: [{name: Rat, hull: 7}, {name: Sow, hull: unknown}, {name: Eel, hull: 3}]
forms: {sheet: {unit: tug, rows: [{height: HIGH, cells: [FORM]}]}}
counters: {tugs: {kind: flat, units: tug, size: 40 x 30 mm, front: [FACE]}}
charts: {card: {blocks: [{title: Words, elements: [CHART]}]}}
"""
PLACE = Rect(10.0, 20.0, 60.0, 30.0)
BAR = Rect(0.0, 0.0, 200.0, 8.0)


def load_harbour(folder: Path, form: str = "{}", face: str = "{text: x}", chart: str = "{text: x}", high: str = "14 mm"
                 ) -> Game:
    text = GAME.replace("FORM", form).replace("FACE", face).replace("CHART", chart).replace("HIGH", high)
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def draw(game: Game, product: str, *names: str, blank: bool = False) -> list[Item]:
    units = tuple(game.units[name] for name in names)
    request = PrintRequest(units=units, blank_forms=int(blank)) if product != "charts" else PrintRequest()
    return [item for page in find_product(product).build(game, request, PrintSettings()).pages for item in page.items]


@pytest.mark.parametrize("text", ["Steam", "*Steam* ahead", "**Steam**"])
def test_text_is_allowed_in_all_containers(tmp_path: Path, text: str) -> None:
    game = load_harbour(tmp_path, *[f"{{text: '{text}'}}"] * 3)
    for product in ("records", "counters", "charts"):
        assert text.replace("*", "") in " ".join(read_texts(draw(game, product, *(["Rat"] if product != "charts" else
                                                                                  []))))


def test_words_of_records_have_values_spaces_or_unknowns(tmp_path: Path) -> None:
    game = load_harbour(tmp_path, '{text: "Hull {hull}", blank: Strength}', '{text: "Hull {hull}"}')
    assert "Hull 7" in " ".join(read_texts(draw(game, "records", "Rat")))
    for items in (draw(game, "records", "Sow"), draw(game, "records", blank=True)):
        assert "Strength" in read_texts(items)
        assert "Hull" not in " ".join(read_texts(items))
    assert "Hull ____" in " ".join(read_texts(draw(game, "counters", "Sow")))


def test_cell_without_other_keys_is_a_text(tmp_path: Path) -> None:
    game = load_harbour(tmp_path, "{}, Words, {text: Words, align: right}")
    assert [cell.kind for cell in game[FORMS]["sheet"].rows[0].cells] == [TEXT] * 3
    assert TEXT not in CELLS.blocks


@pytest.mark.parametrize(("name", "words"), [
    ("Rat", ["Checks:", "• 7 is much", "• 7 is more than a tug of the harbour may have"]), ("Eel", ["Checks: none"])])
def test_warnings_are_on_separate_lines(tmp_path: Path, name: str, words: list[str]) -> None:
    items = draw(load_harbour(tmp_path, '{text: "Checks:", warnings: true}'), "records", name)
    assert set(words) <= set(read_texts(items))


def test_lines_contain_as_many_warnings_as_fit(tmp_path: Path) -> None:
    low = load_harbour(tmp_path, "{warnings: true, largest: 8 pt, smallest: 8 pt}, {}, {}, {}", high="6 mm")
    assert "and 1 more" in " ".join(read_texts(draw(low, "records", "Rat")))


@pytest.mark.parametrize(("form", "face", "chart", "message"), [
    ("{note: Small}", "{text: x}", "{text: x}", "cannot be 'note': there, a `text` with `style: small` is small"),
    ("{}", "{big: Large}", "{text: x}", "cannot be 'big': there, `largest` is the size of a `text`"),
    ("{}", "{warnings: true}", "{text: x}", "cannot be 'warnings': only the forms of units show the checks"),
    ("{}", "{text: x}", "{warnings: true}", "cannot be 'warnings': only the forms of units show the checks"),
])
def test_kind_not_allowed_in_a_place_has_a_reason(tmp_path: Path, form: str, face: str, chart: str,
                                                  message: str) -> None:
    assert any(message in problem.message for problem in catch_problems(load_harbour, tmp_path, form, face, chart))


def test_words_too_wide_use_the_narrowest_family() -> None:
    look = WordLook(Style("display", 12.0), 12.0)
    width = sum(word.width for word in set_words("Harbour Tugs", look, BAR._replace(height=20.0)))  # type: ignore[union-attr]
    place = Rect(0.0, 0.0, 0.9 * width, 20.0)
    with pytest.raises(TooWideError) as exception:
        set_words("Harbour Tugs", look, place)
    items, _ = draw_in_narrow_family(partial(set_words, "Harbour Tugs", look, place), exception.value)
    assert items
    for error in (DoesNotFitError("a border"), exception.value):
        assert draw_in_narrow_family(partial(set_words, "Harbour Tugs" * 9, look, place), error)[0] is None


@given(st.sampled_from(["left", "center", "right"]), st.sampled_from([0, 90, -90]),
       st.sampled_from([CELL_LINES, FACE_LINES]), st.booleans())
def test_words_stay_in_their_rectangle(align: str, turn: int, lines: LineFit, wrap: bool) -> None:
    look = WordLook(Style(size=12.0), 4.0, align, wrap=wrap, turn=turn, lines=lines)
    for word in find_words(set_words("Two words", look, PLACE)):
        assert PLACE.x - 0.01 <= word.x <= PLACE.right
        assert PLACE.y <= word.y <= PLACE.bottom + 0.01


def test_smaller_words_of_cells_have_the_same_base_line() -> None:
    wide, narrow = (set_words("A long text in a cell", WordLook(Style(size=8.0), 4.0), BAR._replace(width=width))
                    for width in (200.0, 60.0))
    assert narrow[0].size < wide[0].size  # type: ignore[union-attr]
    assert narrow[0].y == wide[0].y  # type: ignore[union-attr]


@pytest.mark.parametrize("lines", [CELL_LINES, FACE_LINES])
def test_line_that_is_too_low_is_an_error(lines: LineFit) -> None:
    look = WordLook(Style(size=12.0), 10.0, lines=lines)
    with pytest.raises(TooTallError):
        set_words("Words", look, BAR._replace(height=10.0 * lines.least_height - 0.1))
    assert set_words("Words", look, BAR._replace(height=10.0 * lines.least_height + 0.1))
