"""Cards: exact size in the written file, as many on a sheet as fit, blank ones and copies."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers import measure
from helpers.games import open_game, read_forms, write_file
from helpers.pages import find_outlines, find_words, make_pages, read_text
from helpers.problems import catch_problems

from printshop.drawing.shapes import measure_bounds, measure_outline
from printshop.layout.cutouts import CutSettings
from printshop.layout.duplex import BackMode
from printshop.layout.rectangles import PAPERS
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.forms import cards

if TYPE_CHECKING:
    from pathlib import Path


INCH = 25.4
# Typed in from the trade's sizes, in millimetres; how many on a page of 210 mm x 11 in, and whether they lie.
SIZES = {"poker": (63.5, 88.9, 6, True), "bridge": (57.15, 88.9, 8, True), "tarot": (70.0, 120.0, 3, True),
         "mini": (44.45, 63.5, 12, False), "index": (76.2, 127.0, 3, True), "3 x 5 in": (76.2, 127.0, 3, True),
         "A6": (105.0, 148.0, 2, True), "A7": (74.0, 105.0, 4, False), "A5": (148.0, 210.0, 1, False),
         "100 x 20 mm": (100.0, 20.0, 18, True)}

FORM = """
card:
  size: SIZE
  copies: 30
  columns: 1
  rows:
    - {height: 5 mm, rules: true, cells: [{text: Card}]}
    - {height: rest, rules: true, cells: [{text: Words, wrap: true}]}
"""

GROVE = """\
format: 1
title: Grove
unit_types: {tree: {plural: trees, fields: {rings: {kind: whole}}}}
trees: [{name: Ash, copies: 3, rings: 5}, {name: Oak, rings: 7}]
forms: {card: {unit: tree, size: mini, COPIEScolumns: 1, rows: [{height: 9 mm, cells: [{text: "{name}"}]}]}}
"""


def test_background_of_a_card_bleeds_over_the_cut() -> None:
    form = FORM.replace("SIZE", "100 x 20 mm\n  margin: 2 mm\n  bleed: 2 mm\n  front: [{ground: '#ff0000'}, "
                        "{ground: '#00ff00', margin: 5 mm}]").replace("copies: 30", "copies: 1")
    (page,) = make_pages("cards", read_forms(form))
    grounds = {path.fill.to_hex(): measure_outline(path.segments) for path in find_outlines(page.items)
               if path.fill and path.fill.to_hex() in ("#ff0000", "#00ff00")}
    sizes = {fill: sorted(round(side / MM, 2) for side in (right - left, low - high))
             for fill, (left, high, right, low) in grounds.items()}
    assert sizes == {"#ff0000": [24.0, 104.0], "#00ff00": [10.0, 90.0]}


@pytest.mark.parametrize("name", SIZES)
def test_card_has_the_size_of_its_name(name: str) -> None:
    game = read_forms(FORM.replace("SIZE", name).replace("rules: true, ", ""))
    drawing = measure.find_strokes(measure.measure_page(find_product("cards").build(game, PrintRequest(),
                                                                                    PrintSettings())), 0.4)
    lines = [shape for shape in drawing if max(measure.measure_size(shape)) > 10]  # longer than a mark
    width, height, count, lies = SIZES[name]
    across, down = (height, width) if lies else (width, height)
    for way, length in ((0, across), (1, down)):
        places = sorted({round(line[0][way], 2) for line in lines if measure.measure_size(line)[way] < 0.001})
        steps = [b - a for a, b in pairwise(places) if b - a > 10]
        assert steps
        assert steps == pytest.approx([length] * len(steps), abs=measure.TOLERANCE)
    assert cards._find_best_layout((width / INCH * 72, height / INCH * 72), PrintSettings(PAPERS["universal"]),
                       CutSettings(back_mode=BackMode.NONE)).even.capacity == count  # type: ignore[union-attr]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nine_poker_cards_with_their_backs_are_on_a_sheet(paper: str) -> None:
    game = read_forms(FORM.replace("SIZE", "poker").replace(
        "copies: 30", "copies: 18\n  backs: long\n  back: [{text: Behind}]"))
    document = find_product("cards").build(game, PrintRequest(), PrintSettings(PAPERS[paper]))
    pages = list(document.pages)
    assert [sum(word.text == text for word in find_words(page.items))
            for page, text in zip(pages, ("Card", "Behind") * 2, strict=True)] == [10, 9, 10, 9]  # one in the heading
    for page, items in zip(pages, measure.measure_pages(replace(document, pages=tuple(pages))), strict=True):
        left, top, right, bottom = measure_bounds(page.items)
        assert min(left, top, page.width - right, page.height - bottom) >= 3.25 * MM
        bars = [max(measure.measure_size(shape)) for shape in measure.find_strokes(items, 0.5)]
        assert any(bar == pytest.approx(100, abs=measure.TOLERANCE) for bar in bars)


@pytest.mark.parametrize(("copies", "ash", "oak"), [("", 3, 1), ("copies: 2 if rings == 7 else 0, ", 0, 2)])
def test_copies_of_a_unit_are_cards(copies: str, ash: int, oak: int, tmp_path: Path) -> None:
    game = read_game(write_file(str(tmp_path / "grove.yaml"), GROVE.replace("COPIES", copies)))

    def count_cards(*names: str) -> dict[str, int]:
        words = [word.text for page in make_pages("cards", game, roster=names)
                 for word in find_words(page.items)]
        return {name: words.count(name) for name in ("Ash", "Oak")}

    assert count_cards() == {"Ash": ash, "Oak": oak}
    if not copies:
        assert count_cards("Ash") == {"Ash": 1, "Oak": 0}


TALES = """\
format: 1
title: Tales
unit_types: {tale: {plural: tales, fields: {words: {kind: text}, pages: {kind: whole}}}}
tales: [{name: Long, pages: 1, words: "TEXT"}, {name: Short, pages: 1, words: One.}]
forms:
  card:
    {unit: tale, size: mini, long_text: words, MORE columns: 1, rows: [{height: 9 mm, cells: [{text: "{name}"}]},
     {height: rest, cells: [{text: "{words}", wrap: true, smallest: 9 pt}]}]}
"""
BEHIND = """\
  behind: {unit: tale, size: mini, columns: 1, rows: [{height: rest, text: "{words}", wrap: true, smallest: 9 pt}]}
"""
SENTENCES = " ".join(f"Sentence {number} of this long tale." for number in range(1, 41))


@pytest.mark.parametrize(("more", "end", "fronts"), [("", "", 4), ("back: behind, backs: long,", BEHIND, 2)])
def test_long_text_continues_on_the_back_or_on_further_cards(more: str, end: str, fronts: int, tmp_path: Path
                                                             ) -> None:
    path = write_file(str(tmp_path / "tales.yaml"), TALES.replace("MORE", more).replace("TEXT", SENTENCES) + end)
    pages = make_pages("cards", read_game(path))
    text = " ".join(read_text(page.items) for page in pages).replace("\n", " ")
    assert text.count("Long") == fronts
    numbers = [int(number) for number in re.findall(r"Sentence (\d+) of", text)]
    assert sorted(numbers) == [*range(1, 41)]
    assert "…" not in text  # divided between sentences


def test_word_too_wide_for_any_card_is_reported(tmp_path: Path) -> None:
    path = write_file(str(tmp_path / "tales.yaml"), TALES.replace("MORE", "").replace("TEXT", "One " + "M" * 60))
    (problem,) = catch_problems(make_pages, "cards", read_game(path))
    assert "does not fit" in problem.message or "too" in problem.message


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("long_text: words", "long_text: wrods", "'wrods' is no text field of the unit type", "did you mean 'words'?"),
    ("long_text: words", "long_text: pages", "'pages' is no text field", "known here: words"),
    ("size: mini, long", "long", "is only for cards for units", "leave it out"),
    ("{text: \"{words}\", wrap", "{text: Same, wrap", "no cell shows 'words'",
     "write a cell: {text: \"{words}\", wrap: true}"),
])
def test_wrong_long_text_is_reported(old: str, new: str, message: str, hint: str, tmp_path: Path) -> None:
    text = TALES.replace("MORE", "").replace("TEXT", "One.")
    assert old in text
    (problem,) = catch_problems(read_game, write_file(str(tmp_path / "tales.yaml"), text.replace(old, new, 1)))
    assert message in problem.message
    assert problem.hint == hint


def test_form_for_the_rest_of_a_long_text_can_be_printed_alone(tmp_path: Path) -> None:
    path = write_file(str(tmp_path / "tales.yaml"),
                      TALES.replace("MORE", "back: behind, backs: long,").replace("TEXT", SENTENCES) + BEHIND)
    game = read_game(path)
    assert [page.label for page in make_pages("cards", game)] == ["K-1", "K-1b"]
    text = " ".join(read_text(page.items) for page in make_pages("cards", game, only_keys=("behind",)))
    assert len(re.findall(r"Sentence \d+ of", text.replace("\n", " "))) == 40


def test_number_of_cards_has_a_limit(tmp_path: Path) -> None:
    trees = ", ".join(f"{{name: Tree {number}, copies: 200, rings: 1}}" for number in range(60))
    text = GROVE.replace("COPIES", "").replace("{name: Ash, copies: 3, rings: 5}, {name: Oak, rings: 7}", trees)
    game = read_game(write_file(str(tmp_path / "grove.yaml"), text))
    (problem,) = catch_problems(make_pages, "cards", game)
    assert "more than 10,000 cards" in problem.message


def test_large_print_has_the_usual_frame() -> None:
    game = read_forms(FORM.replace("SIZE", "poker").replace("30", "9"))
    for variants, rulers in (((), 1), (("large",), 2)):
        settings = PrintSettings(PAPERS["a4"], variants=frozenset(variants))
        first, *_ = find_product("cards").build(game, PrintRequest(), settings).pages
        assert sum(word.text == "100 mm" for word in find_words(first.items)) == rulers


def test_wrong_number_of_copies_is_reported(tmp_path: Path) -> None:
    game = read_game(write_file(str(tmp_path / "grove.yaml"), GROVE.replace("COPIES", "copies: rings / 2, ")))
    messages = [problem.message for problem in catch_problems(make_pages, "cards", game)]
    assert messages == [f"'copies' of the form 'card' for {name} must be a whole number from 0 to 500, not {count}"
                        for name, count in (("Ash", "5/2"), ("Oak", "7/2"))]


def test_copies_and_blank_cards_are_printed() -> None:
    game = read_forms(FORM.replace("SIZE", "A7"))
    assert [one.label for one in make_pages("cards", game)] == [
        f"K-{number}" for number in range(1, 9)
    ]  # 30 cards, 4 to a page
    assert [one.label for one in make_pages("cards", game, only_keys=("card",), blank_forms=9)] == ["KB-1", "KB-2",
                                                                                                    "KB-3"]
    assert len(make_pages("cards", game, blank_forms=9)) == 8  # not asked for by name: as many as there ought to be


@pytest.mark.parametrize(("product", "only", "hint"), [
    ("records", "kite_card", "write: printshop make cards ... --only kite_card"),
    ("cards", "kite", "write: printshop make records ... --only kite"),
    ("cards", "kite_crad", "did you mean 'kite_card'?"),
])
def test_message_names_the_form_of_the_other_product(product: str, only: str, hint: str) -> None:
    problems = catch_problems(
        find_product(product).build, open_game("toy"), PrintRequest(only_keys=(only,)), PrintSettings()
    )
    assert [problem.terminal_hint or problem.hint for problem in problems] == [hint]


def test_half_and_quarter_cards_fit_any_paper() -> None:
    for name, count in (("half", 2), ("half upright", 2), ("quarter", 4), ("quarter across", 4), ("poker across", 4)):
        game = read_forms(f"card:\n  size: {name}\n  copies: {count}\n  rows:\n"
                                    "    - {height: rest, cells: [{box: true}]}\n")
        for paper in PAPERS.values():
            document = list(find_product("cards").build(game, PrintRequest(only_keys=("card",)),
                                                        PrintSettings(paper)).pages)
            assert len(document) == 1, (name, paper.name)


@pytest.mark.parametrize(("size", "zoom"), [("poker", 1.4), ("half", 1.4), ("131 x 76 mm", 1.35)])
def test_cards_are_enlarged_in_large_print_as_much_as_the_paper_allows(size: str, zoom: float) -> None:
    game = read_forms(f"card:\n  size: {size}\n  copies: 1\n  columns: 1\n  rows:\n"
                                "    - {height: rest, cells: [{text: Act, wrap: true}]}\n")
    sizes = [next(word.size for page in find_product("cards").build(
        game, PrintRequest(only_keys=("card",)), PrintSettings(variants=frozenset(variants))).pages
        for word in find_words(page.items) if word.text == "Act") for variants in ((), ("large",))]
    assert sizes[1] == pytest.approx(zoom * sizes[0])


@pytest.mark.parametrize(("variants", "count", "turned"), [((), 3, False), (("large",), 4, True)])
def test_cards_without_backs_are_upright_on_full_sheets_in_large_print(variants: tuple[str, ...], count: int,
                                                                       turned: bool) -> None:
    game = read_forms("card:\n  size: 74 x 105 mm\n  copies: 3\n  columns: 1\n  rows:\n"
                                "    - {height: rest, cells: [{text: Act, wrap: true}]}\n")
    pages = list(find_product("cards").build(game, PrintRequest(only_keys=("card",)),
                                             PrintSettings(variants=frozenset(variants))).pages)
    words = [word for page in pages for word in find_words(page.items) if word.text == "Act"]
    assert len(words) == count
    assert all((page.width > page.height) is turned for page in pages)
