"""Reference cards: on one page, readable, blocks apart; a card that does not fit is reported."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, find_rows, find_words
from helpers.paths import TOY
from helpers.problems import catch_problems
from helpers.typeset_elements import make_context
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from printshop.drawing.display_list import Item
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.elements.charts import draw_block
from printshop.elements.tables import TableContent, typeset_cell
from printshop.game.charts import CHART_PARTS, CHARTS, ChartBlock, ChartCard
from printshop.layout.page_frame import CONTENT_GAP, find_content_rect
from printshop.layout.rectangles import PAPERS, Rect
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.build import use_game_fonts
from printshop.products.charts import build as charts_build

if TYPE_CHECKING:

    from printshop.game.model import Game

GAME = open_game("iron_stars")
CARD = GAME[CHARTS]["reference"]


def compose_card(paper: str = "universal", ink: Ink = Ink.COLOUR) -> tuple[tuple[Item, ...], Rect]:
    box = find_content_rect(PAPERS[paper], true_scale=False)
    with use_game_fonts(GAME, PrintSettings()):
        return charts_build.compose_card(CARD, box, ink), box


@pytest.mark.parametrize(("paper", "ink"), [*zip(PAPERS, Ink, strict=False)])
def test_chart_is_one_full_legible_page(paper: str, ink: Ink) -> None:
    items, box = compose_card(paper, ink)
    left, top, right, bottom = measure_bounds(items, with_strokes=False)
    assert (left, top, right) == pytest.approx((box.x, box.y, box.right))
    assert bottom <= box.bottom + 0.01
    assert box.bottom - bottom < CONTENT_GAP + 0.01  # a hair above the rule of the foot
    assert min(word.size for word in find_words(items)) >= charts_build.MIN_TYPE_SIZE


def load_charts(folder: Path, text: str) -> Game:
    """Return the toy game with other charts."""
    toy = Path(shutil.copytree(TOY, folder / "toy", ignore=shutil.ignore_patterns("scenarios")))
    (toy / "charts.yaml").write_text(text, encoding="utf-8")
    return read_game(toy)


LADDER = """\
card:
  blocks:
    - title: Range
      ladder:
        bands: ["0", "+1", "+2", "+3", "+4", "+5", "+6"]
        beyond: out of range
        rulers: [{label: Guns, every: 5 in}, {label: Torpedoes, every: 2 in}]
"""


def test_bands_are_between_their_distances(tmp_path: Path) -> None:
    block = load_charts(tmp_path, LADDER)[CHARTS]["card"].blocks[0]
    lines = find_rows(draw_block(block, 500, make_context(9, 1)).items)
    scale = [line for line in lines if any(word.text == "0" for word in line)]
    guns, bands, torpedoes = ([word for word in line if word.text[0] in "0123456789+"] for line in scale)
    assert [word.text for word in guns] == ["0", "5", "10", "15", "20", "25", "30", "35 in"]
    assert [word.text for word in torpedoes] == ["0", "2", "4", "6", "8", "10", "12", "14 in"]
    assert [word.text for word in bands] == ["0", "+1", "+2", "+3", "+4", "+5", "+6"]
    for index, band in enumerate(bands[:-1]):
        assert band.x == pytest.approx((guns[index].x + guns[index + 1].x) / 2, abs=0.1)
        assert band.x == pytest.approx((torpedoes[index].x + torpedoes[index + 1].x) / 2, abs=0.1)
    assert [word.x > bands[-1].x for line in lines for word in line if word.text == "out of range"] == [True]


def test_card_too_long_for_its_page_continues_on_the_next(tmp_path: Path) -> None:
    long = "".join(f"    - {{title: Block {number}, lines: 20}}\n" for number in range(9))
    toy = load_charts(tmp_path, f"crammed:\n  columns: 1\n  blocks:\n{long}")
    pages = charts_build.build_charts(toy, PrintRequest(), PrintSettings()).pages
    titles = [[word.text[-1] for word in find_words(page.items) if word.text.upper().startswith("BLOCK ")]
              for page in pages]
    assert "".join("".join(numbers) for numbers in titles) == "012345678"
    assert [page.label for page in pages] == ["R-1", *(f"R-1.{number}" for number in range(2, len(pages) + 1))]


@pytest.mark.parametrize("element", ["picture: photo.png", f"chain: [{'x' * 90}, {'y' * 90}, z]", "text: 港"])
def test_element_that_cannot_be_drawn_is_reported_at_its_place(tmp_path: Path, element: str) -> None:
    toy = load_charts(tmp_path, "card: {blocks: [{title: A, lines: 1}]}")
    (toy.root / "art").mkdir(exist_ok=True)
    Image.new("RGB", (30, 30)).save(toy.root / "art" / "photo.png")
    text = f"card:\n  blocks:\n    - title: A\n      elements:\n        - {element}\n"
    (toy.root / "charts.yaml").write_text(text, encoding="utf-8")
    (problem,) = catch_problems(charts_build.build_charts, read_game(toy.root), PrintRequest(), PrintSettings())
    assert problem.message.startswith("the card 'Card': ")
    assert problem.span
    assert problem.span.line == 5


TABLE = """\
odds:
  copies: one
  blocks:
    - title: Odds
      table: {columns: [Die, "1", "2", "3"], over: {roll: [2, 3], never: [4]}, rows: [[d4, "7", "8", "9"]]}
"""


def test_words_over_headings_are_centred(tmp_path: Path) -> None:
    card = load_charts(tmp_path, TABLE)[CHARTS]["odds"]
    assert card.is_shared
    texts = {word.text: word for word in find_words(draw_block(card.blocks[0], 240,
                                                               make_context(9)).items)}
    assert texts["roll"].x == pytest.approx((texts["1"].x + texts["2"].x) / 2)
    assert texts["never"].x == pytest.approx(texts["3"].x)
    assert texts["roll"].y < texts["1"].y < texts["7"].y
    assert texts["2"].x - texts["1"].x == pytest.approx(texts["3"].x - texts["2"].x)  # equal columns


@pytest.mark.parametrize("over", [
    "{roll: [0, 2]}", "{roll: [3, 2]}", "{roll: [2, 9]}", "{roll: two}", "{roll: [2, 3], again: [3, 4]}",
])
def test_words_over_missing_columns_are_reported(tmp_path: Path, over: str) -> None:
    text = TABLE.replace("{roll: [2, 3], never: [4]}", over)
    with pytest.raises(PrintshopError, match="needs a first and a last column, from 1 to 4"):
        load_charts(tmp_path, text)


WORDS = st.text("abcdefgh ijkl", min_size=1, max_size=40).filter(str.strip)
PARTS = st.one_of(
    st.builds(lambda kind, words: CHART_PARTS.blocks[kind](texts=(words,)), st.sampled_from(["text", "note", "big"]),
              WORDS),
    st.builds(CHART_PARTS.blocks["list"], texts=st.lists(WORDS, min_size=1, max_size=5).map(tuple),
              numbered=st.booleans()),
    st.builds(lambda rows: CHART_PARTS.blocks["table"](table=TableContent(("A", "B"), tuple(rows), frozenset({1}))),
              st.lists(st.tuples(st.sampled_from(["one", "two"]), st.sampled_from(["1", "1/2", None])), max_size=4)),
)


@pytest.mark.slow
@given(st.lists(st.builds(ChartBlock, title=st.sampled_from(["X", "Long title"]), mark=st.sampled_from(["", "M"]),
                          across=st.booleans(), differs=st.just(()), parts=st.lists(PARTS, max_size=3).map(tuple)),
                min_size=1, max_size=7), st.integers(1, 3))
@settings(max_examples=5)
def test_any_card_fits_its_page_or_is_refused(blocks: list[ChartBlock], columns: int) -> None:
    card, box = ChartCard(key="k", title="K", columns=columns, blocks=tuple(blocks)), Rect(10, 20, 500, 640)
    try:
        if not charts_build._find_type_size(card, box, Ink.COLOUR):
            return
        items = charts_build.compose_card(card, box, Ink.COLOUR)
    except PrintshopError as error:
        if "the card 'K'" not in str(error):
            raise
        return
    left, top, right, bottom = measure_bounds(items, with_strokes=False)
    assert left >= 10 - 0.01
    assert top >= 20 - 0.01
    assert right <= 510 + 0.01
    assert bottom <= 660 + 0.01
    assert len(list(find_words(items))) + len(list(find_outlines(items))) > 0


@pytest.mark.parametrize(("text", "expected"), [
    ("1/2", "½"), ("1 1/8 in", "1⅛ in"), ("11/2", "11/2"), ("1/20", "1/20"), ("3 x 4", "3 × 4"), ("7-9", "7–9"),
    ("-", "-"),
])
def test_cells_follow_typographic_rules(text: str, expected: str) -> None:
    assert typeset_cell(text) == expected
