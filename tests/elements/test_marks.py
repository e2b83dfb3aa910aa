"""Marks and numbers in forms, on faces and in charts: filled, blank, unknown, and wrong keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, read_texts
from helpers.problems import catch_problems

from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_outline
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.drawing.display_list import Item, Path
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7}, {name: Sow, hull: unknown}]
forms: {sheet: {unit: tug, rows: [{height: 14 mm, cells: [FORM]}]}}
counters: {tugs: {kind: flat, units: tug, size: 40 x 30 mm, front: [FACE]}}
charts: {card: {blocks: [{title: Marks, elements: [CHART]}]}}
"""
PRODUCTS = ["records", "counters", "charts"]
BLUE = (0, 114, 178)


def load_harbour(folder: File, form: str, face: str = "", chart: str = "") -> Game:
    text = GAME.replace("FORM", form).replace("FACE", face or form).replace("CHART", chart or (
        face or form).replace("hull", "7"))
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def draw(game: Game, product: str, unit: str = "Rat", ink: Ink = Ink.COLOUR, **request: object) -> list[Item]:
    if product == "records" and not request.get("blank_forms"):
        request["units"] = (game.units[unit],)
    pages = find_product(product).build(game, PrintRequest(**request), PrintSettings(ink=ink)).pages  # type: ignore[arg-type]
    return [item for page in pages for item in page.items]


def find_marks(items: list[Item]) -> list[Path]:
    """Return the outlines of marks, which are small and have lines of 0.7 pt."""
    result = [path for path in find_outlines(items) if path.stroke and path.stroke.width == pytest.approx(0.7)]
    bounds = [measure_outline(path.segments) for path in result]
    return [path for path, (left, top, right, bottom) in zip(result, bounds, strict=True)
            if right - left < 20 and bottom > top]


@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("shape", ["circle", "box", "diamond"])
def test_marks_have_all_keys_in_all_places(tmp_path: File, product: str, shape: str) -> None:
    marks = f"{{pips: hull, shape: {shape}, marks: '[2, 7]', letter: K, sections: '[3, 4]', marked: 1, "
    items = draw(load_harbour(tmp_path, f"{marks} group: 2, size: 3 mm, colour: '#0072b2'}}"), product)
    paths = [path for path in find_marks(items) if path.stroke and path.stroke.color == BLUE]
    assert len(paths) == 7
    assert read_texts(items).count("K") == 2
    assert len([path for path in find_outlines(items) if path.stroke and path.stroke.width == pytest.approx(2.2)]) == 1
    assert len([path for path in find_outlines(items) if path.stroke and path.stroke.width == pytest.approx(0.9)]) >= 1


@pytest.mark.parametrize("product", PRODUCTS)
def test_letter_without_positions_is_in_every_mark(tmp_path: File, product: str) -> None:
    assert read_texts(draw(load_harbour(tmp_path, "{pips: hull, letter: X}"), product)).count("X") == 7


@pytest.mark.parametrize("product", PRODUCTS)
def test_box_for_a_number_shows_the_number_of_marks(tmp_path: File, product: str) -> None:
    items = draw(load_harbour(tmp_path, "{count: hull, sections: '[3, 4]'}"), product)
    assert any("of 7 left" in words for words in read_texts(items))
    assert any("in sections of 3 and 4" in words for words in read_texts(items))


@pytest.mark.parametrize("product", PRODUCTS)
def test_marks_are_black_in_black_ink(tmp_path: File, product: str) -> None:
    marks = find_marks(draw(load_harbour(tmp_path, "{pips: hull, colour: '#0072b2'}"), product, ink=Ink.BLACK))
    assert len(marks) == 7
    assert {path.stroke.color for path in marks if path.stroke} == {(0, 0, 0)}


def test_unknown_number_is_a_space_to_write_in(tmp_path: File) -> None:
    game = load_harbour(tmp_path, "{pips: hull}")
    for unit, request in (("Sow", {}), ("", {"blank_forms": 1})):
        items = draw(game, "records", unit, **request)  # type: ignore[arg-type]
        assert not find_marks(items)
        assert [path for path in find_outlines(items) if path.stroke and path.stroke.width == pytest.approx(0.4)]
    assert "____" in read_texts(draw(game, "counters"))


def test_blank_form_has_pale_marks_and_known_marks(tmp_path: File) -> None:
    for cell, count in (("{pips: hull, blank: 12}", 0), ("{pips: 3, track: bell}", 3)):
        items = draw(load_harbour(tmp_path, cell, "{pips: 1}", "{pips: 1}"), "records", blank_forms=1)
        assert len(find_marks(items)) == count
        pale = [path for path in find_outlines(items) if path.stroke and path.stroke.color == (110, 110, 110)]
        assert len(pale) == (0 if count else 12)


def test_damage_fills_marks_after_those_that_are_crossed_out(tmp_path: File) -> None:
    game = load_harbour(tmp_path, "{pips: hull, marked: 2}")
    marks = find_marks(draw(game, "records", damage={"Rat": {"hull": 3}}))
    assert [path.fill is not None for path in marks] == [False, False, True, True, True, False, False]
    problems = catch_problems(draw, game, "records", damage={"Rat": {"hull": 6}})
    assert any("only 5" in problem.message for problem in problems)


@pytest.mark.parametrize(("element", "message"), [
    ("{pips: hull, track: hull}", "only forms show damage"),
    ("{pips: hull, letter: XYZ}", "takes one or two letters"),
    ("{pips: hull, shape: star}", "is not one of circle, box, diamond"),
    ("{pips: hull, pips_colour: red}", "unknown key 'pips_colour'"),
])
@pytest.mark.parametrize("container", ["face", "chart"])
def test_wrong_keys_are_reported(tmp_path: File, container: str, element: str, message: str) -> None:
    problems = catch_problems(load_harbour, tmp_path, "{pips: hull}", *(
        (element, "{pips: 1}") if container == "face" else ("{pips: 1}", element.replace("hull,", "7,"))))
    assert any(message in problem.message for problem in problems), list(problems)


@pytest.mark.parametrize("product", PRODUCTS)
def test_wrong_number_of_marks_is_reported(tmp_path: File, product: str) -> None:
    def make() -> None:
        draw(load_harbour(tmp_path, "{pips: hull / 2}", chart="{pips: 7 / 2}"), product)

    problems = catch_problems(make)
    assert any("gives 7/2, which is not a number of circles" in problem.message for problem in problems)


@pytest.mark.parametrize("product", PRODUCTS)
def test_too_many_marks_are_reported(tmp_path: File, product: str) -> None:
    def make() -> None:
        draw(load_harbour(tmp_path, "{pips: hull * 1000}", "{pips: hull * 100}", "{pips: 1001}"), product)

    problems = catch_problems(make)
    assert any("circles" in problem.message for problem in problems)
