"""Bands have the colour and the pattern of a side, or their own, in all containers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers import pages as placed
from helpers.games import read_forms
from helpers.problems import catch_problems

from printshop.drawing.display_list import WHITE, Page, parse_color
from printshop.drawing.ink import Ink
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game


def make_roster_pages(game: Game, product: str = "records", *roster: str, **request: object) -> list[Page]:
    units = game.expand_roster([(name, 1) for name in roster])
    return list(find_product(product).build(game, PrintRequest(units=units, **request), PrintSettings()).pages)  # type: ignore[arg-type]


def test_band_has_the_colour_and_the_pattern_of_the_side() -> None:
    game = read_forms("sheet: {unit: hero, columns: 1, rows: [{height: 4 mm, cells: [{band: true}]}]}")
    ogg = game.units["Ogg"]
    (page,) = make_roster_pages(game, "records", "Ogg")
    (other,) = make_roster_pages(game, "records", "Blob")
    fills = [{one.fill for one in placed.find_outlines(one.items) if one.fill} for one in (page, other)]
    assert parse_color(ogg.side.color) in fills[0]
    assert parse_color(ogg.side.color) not in fills[1]
    (blank,) = make_roster_pages(game, blank_forms=1)
    fills += [{one.fill for one in placed.find_outlines(blank.items) if one.fill}]
    assert fills[2] <= fills[1]  # the code of the page
    assert not fills[2] & {parse_color(side.color) for side in game.sides.values()}


GAME = """\
format: 1
title: Harbour
sides: {ours: {name: Ours, colour: "#0072b2", pattern: solid}}
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7, side: ours}]
forms: {sheet: {unit: tug, rows: [{height: 9 mm, cells: [FORM]}]}}
counters: {tugs: {kind: flat, units: tug, size: 20 x 40 mm, front: [FACE]}}
charts: {card: {blocks: [{title: Tugs, elements: [CHART]}]}}
"""
GREY, BLUE = (153, 153, 153), (0, 114, 178)


def load_harbour(folder: Path, form: str = "{band: true}", face: str = "{band: true}",
                 chart: str = '{band: "#999999"}') -> Game:
    text = GAME.replace("FORM", form).replace("FACE", face).replace("CHART", chart)
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def find_fills(game: Game, product: str, **request: object) -> set[object]:
    pages = find_product(product).build(game, PrintRequest(**request), PrintSettings()).pages  # type: ignore[arg-type]
    return {path.fill for page in pages for path in placed.find_outlines(page.items)}


@pytest.mark.parametrize("product", ["records", "counters"])
@pytest.mark.parametrize(("part", "color"), [("{band: true}", BLUE), ("{band: side}", BLUE),
                                             ('{band: "#999999"}', GREY),
                                             ("{band: '\"#999999\" if hull > 6 else \"side\"'}", GREY)])
def test_band_has_the_same_keys_in_forms_and_on_faces(tmp_path: Path, product: str, part: str,
                                                      color: tuple[int, int, int]) -> None:
    fills = find_fills(load_harbour(tmp_path, part, part), product)
    assert color in fills
    assert not {GREY, BLUE} - {color} & fills


def test_band_with_its_own_colour_is_on_charts_and_blank_forms(tmp_path: Path) -> None:
    game = load_harbour(tmp_path, '{band: "#999999"}')
    assert GREY in find_fills(game, "charts")
    assert GREY in find_fills(game, "records", blank_forms=1)
    assert BLUE not in find_fills(load_harbour(tmp_path), "records", blank_forms=1)


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize(("product", "container", "band"), [
    ("records", "form", '{band: "COLOUR"}'), ("records", "form", '{band: "COLOUR", text: Rat}'),
    ("charts", "chart", '{band: "COLOUR"}'), ("counters", "face", '{band: "COLOUR", edge: top, take: 20 %}'),
    ("counters", "face", '{band: "COLOUR", edge: top, take: 1 %}'),
])
def test_white_band_is_white_in_all_inks(tmp_path: Path, ink: Ink, product: str, container: str,
                                         band: str) -> None:
    def count_colored_fills(color: str) -> int:
        game = load_harbour(tmp_path, **{container: band.replace("COLOUR", color)})
        pages = find_product(product).build(game, PrintRequest(), PrintSettings(ink=ink)).pages
        return sum(path.fill not in (None, WHITE) for page in pages for path in placed.find_outlines(page.items))

    assert count_colored_fills("#ffffff") < count_colored_fills("#7a4a2b")


@pytest.mark.parametrize(("form", "chart", "message"), [
    ("{band: true}", "{band: side}", "shows the band of a side, but a chart has no unit | write a colour"),
    ("{band: true, pattern: bars}", '{band: "#999"}', "already has the pattern of the unit's side | remove 'pattern'"),
    ("{band: maybe}", '{band: "#999"}', "'band' of cell 1 of row 1 of form 'sheet'"),
])
def test_mistakes_have_messages(tmp_path: Path, form: str, chart: str, message: str) -> None:
    problems = catch_problems(load_harbour, tmp_path, form, "{band: side}", chart)
    assert any(message in f"{problem.message} | {problem.hint}" for problem in problems), list(problems)


@pytest.mark.parametrize("kind", ["arrow: bow", "border: single", "hole: 4 mm", "window: 0-3"])
def test_decorations_of_faces_are_allowed_only_on_faces(tmp_path: Path, kind: str) -> None:
    problems = catch_problems(load_harbour, tmp_path, f"{{{kind}}}", "{band: side}", f"{{{kind}}}")
    assert sum(f"cannot be '{kind.partition(':')[0]}': " in problem.message for problem in problems) == 2


def test_space_of_rows_in_a_cell_is_no_free_strip(tmp_path: Path) -> None:
    assert load_harbour(tmp_path, "{rows: [{height: 3 mm, text: x}], space: 1 mm}")
