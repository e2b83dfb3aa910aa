"""Lists, chains, ladders and figures of hexes in forms, on faces and in charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words
from helpers.problems import catch_problems
from helpers.typeset_elements import typeset

from printshop.drawing.display_list import BLACK, WHITE
from printshop.drawing.ink import Ink
from printshop.drawing.text import TooWideError
from printshop.elements.card_parts import DiceRolls, TextChain, TextList
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Page
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7}]
size_classes:
  by: hull
  classes: {small: {up_to: 3, base: 15 x 15 mm}, large: {base: 20 x 40 mm}}
tables: {prices: {columns: [Goods, Price], rows: [[fish, "2"], [coal, "3"]]}}
forms: {sheet: {unit: tug, rows: [{height: 40 mm, cells: [FORM]}]}}
counters: {tugs: {kind: flat, units: tug, size: 70 x 70 mm, front: [FACE]}}
charts: {card: {columns: 1, blocks: [{title: Parts, elements: [CHART]}]}}
"""
PARTS = {
    "list": ("{list: ['Steam: move', Fire], numbered: true}", {"Steam:", "Fire", "1", "2"}),
    "chain": ("{chain: [Steam, Fire]}", {"Steam", "Fire"}),
    "ladder": ("{ladder: {bands: ['0', '+1'], rulers: [{label: Cannon, every: 3 in}]}}", {"Cannon", "+1", "6 in"}),
    "hexes": ("{hexes: {orientation: flat-top, caption: ahead, cells: [{at: [[0, 0], [0, -1]], label: T}]}}",
              {"ahead", "T"}),
    "sizes": ("{sizes: {key: Size, number: Planks}}", {"Planks", "small", "1–3", "15 × 15 mm"}),
    "table": ("{table: prices}", {"Goods", "fish", "2"}),
}
PRODUCTS = ("records", "counters", "charts")


def load_parts(folder: Path, product: str, part: str) -> Game:
    """Return a game with a part in the place that a product prints."""
    places = dict(zip(PRODUCTS, ("FORM", "FACE", "CHART"), strict=True))
    text = GAME
    for name, place in places.items():
        text = text.replace(place, part if name == product else "{text: x}")
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def print_pages(game: Game, product: str, ink: Ink = Ink.COLOUR, blank_forms: int = 0) -> list[Page]:
    return list(find_product(product).build(game, PrintRequest(blank_forms=blank_forms), PrintSettings(ink=ink)).pages)


def list_words(pages: list[Page]) -> set[str]:
    return {word.text for page in pages for word in find_words(page.items)}


@pytest.mark.parametrize("product", PRODUCTS)
@pytest.mark.parametrize("kind", PARTS)
def test_card_part_is_allowed_in_all_places(tmp_path: Path, kind: str, product: str) -> None:
    if (kind, product) == ("list", "records"):
        return  # there, `list` is a table of entries
    part, expected = PARTS[kind]
    game = load_parts(tmp_path, product, part)
    for ink in (Ink.COLOUR, Ink.BLACK):
        assert list_words(print_pages(game, product, ink)) >= expected
    if product == "records":
        assert list_words(print_pages(game, product, blank_forms=1)) >= expected


@pytest.mark.parametrize("product", PRODUCTS)
def test_unknown_table_is_a_space(tmp_path: Path, product: str) -> None:
    lines, usual = ([path for page in print_pages(load_parts(tmp_path, product, part), product)
                     for path in find_outlines(page.items)] for part in ("{table: unknown}", "{table: prices}"))
    assert len(lines) < len(usual)


@pytest.mark.parametrize(("part", "message"), [
    ("{list: [a], chain: [b]}", "element 1 of block 'Parts' has 'list', 'chain': an element can have only one of"),
    ("{list: {a: b}}", "'list' of element 1 of block 'Parts' must be a text, found a block of keys"),
    ("{ladder: {bands: [a], rulers: []}}", "'rulers' of 'ladder' of element 1 of block 'Parts' is an empty list"),
    ("{sizes: {number: N, form: 2}}", "unknown key 'form' of 'sizes' of element 1 of block 'Parts'"),
])
def test_mistakes_in_chart_parts_are_reported(tmp_path: Path, part: str, message: str) -> None:
    problems = [problem.message for problem in catch_problems(load_parts, tmp_path, "charts", part)]
    assert any(message in result for result in problems), problems


def test_list_of_texts_is_refused_in_a_form(tmp_path: Path) -> None:
    problems = catch_problems(load_parts, tmp_path, "records", "{list: [a, b]}")
    assert any("'list' of cell 1 of row 1 of form 'sheet'" in problem.message for problem in problems)


def test_chain_links_are_read_like_text() -> None:
    links = TextChain(links=("Cast off", "Steam", "Fire", "Moor"))
    wide, narrow = (find_words(typeset(links, width, 9).items) for width in (400, 120))
    assert len({word.y for word in wide}) == 1
    places = [(word.y, word.x) for word in narrow]
    assert places == sorted(places)
    with pytest.raises(TooWideError):
        typeset(links, 20, 9)


def test_words_before_a_colon_are_bold() -> None:
    items = {word.text: word.font for word in find_words(typeset(TextList(texts=("Steam: move",)), 200, 9).items)}
    assert "bold" in items["Steam:"]
    assert "bold" not in items["move"]


def test_words_before_dice_are_above_them_in_a_small_width() -> None:
    rolls = DiceRolls(texts=("Tug fires: d8 3 8! two hits",))
    wide, narrow = ([(word.text, word.y) for word in find_words(typeset(rolls, width, 9).items)]
                    for width in (200, 105))
    assert [word for word, _ in wide] == ["Tug fires: d8", "3", "8", "two hits"]
    assert max(y for _, y in wide) - min(y for _, y in wide) < 1
    assert [word for word, _ in narrow] == ["Tug fires:", "d8", "3", "8", "two hits"]
    assert narrow[0][1] < narrow[1][1]


def test_die_with_a_mark_is_dark() -> None:
    grounds = [path.fill for path in find_outlines(typeset(DiceRolls(texts=("d4 3 4!",)), 200, 9).items)]
    assert grounds == [WHITE, BLACK]
