"""Reference cards in large print: they go on on further pages, in the order of their blocks, and lose no word."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_words, read_text, walk_items

from printshop.drawing.display_list import TextRun
from printshop.layout.rectangles import PAPERS
from printshop.layout.zoom import ZOOM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Page
    from printshop.game.model import Game

HEAD = 48.0  # points: titles of pages are higher


def build(game: Game, *variants: str, paper: str = "universal") -> list[Page]:
    settings = PrintSettings(PAPERS[paper], variants=frozenset(variants))
    return list(find_product("charts").build(game, PrintRequest(), settings).pages)


def load_card(folder: Path, blocks: str, columns: int = 2) -> Game:
    (folder / "own.yaml").write_text(
        f"format: 1\ntitle: Own\nunit_types: {{tug: {{fields: {{heat: {{kind: whole}}}}}}}}\n"
        f"charts:\n  reference:\n    columns: {columns}\n    blocks:\n{blocks}", encoding="utf-8")
    return read_game(folder / "own.yaml")


def count_words(pages: list[Page]) -> Counter[str]:
    """Count the words of pages below the titles, and the parts of words with a hyphen, which may end a line."""
    return Counter(re.findall(r"\w+", " ".join(word.text for page in pages for word in find_words(page.items)
                                               if word.y > HEAD and word.text != page.label)))


@pytest.mark.slow
def test_no_word_is_lost_and_all_type_is_larger_on_upright_pages() -> None:
    usual, large = build(open_game("iron_stars")), build(open_game("iron_stars"), "large")
    assert len(large) > len(usual)
    assert not count_words(usual) - count_words(large)
    smallest = [min(word.size for page in pages for word in find_words(page.items) if word.text.strip())
                for pages in (usual, large)]
    assert smallest[1] >= ZOOM * smallest[0] - 0.01
    assert [page.label for page in large if page.anchor] == [page.label for page in usual if page.anchor]
    assert all(page.height > page.width for page in large)


def test_card_continues_on_the_next_page(tmp_path: Path) -> None:
    blocks = "".join(f"      - {{title: Block {number}, list: [{', '.join(['one'] * 12)}]}}\n" for number in range(6))
    game = load_card(tmp_path, blocks)
    (usual,), (first, *others) = build(game), build(game, "large")
    titles = [word.text for page in (first, *others) for word in find_words(page.items)
              if word.text.upper().startswith("BLOCK ")]
    assert [title[-1] for title in titles] == list("012345")
    assert [page.label for page in (usual, first, others[0])] == ["R-1", "R-1", "R-1.2"]
    assert f"Reference: 2 of {1 + len(others)}" in read_text(others[0].items)
    assert [len(page.bookmarks) for page in (first, others[0])] == [1, 0]


def test_table_higher_than_a_page_is_divided_between_its_rows(tmp_path: Path) -> None:
    rows = ", ".join(f'["{number}", result {number}]' for number in range(1, 31))
    game = load_card(tmp_path, f"      - {{title: Hits, table: {{columns: [d100, Effect], rows: [{rows}]}}}}\n", 1)
    (usual,), large = build(game), build(game, "large")
    words = [word.text for page in large for word in find_words(page.items)]
    assert [word for word in words if word.startswith("result")] == [f"result {number}" for number in range(1, 31)]
    assert words.count("Effect") == len([word for word in words if word.casefold() == "hits"]) > 1
    assert read_text(usual.items).count("Effect") == 1


def test_block_higher_than_a_page_is_reported(tmp_path: Path) -> None:
    texts = ", ".join(["A very long sentence that fills the line of the card to its end and goes on"] * 45)
    game = load_card(tmp_path, f"      - {{title: Story, list: [{texts}]}}\n", 1)
    assert len(build(game)) == 1
    with pytest.raises(PrintshopError, match=r"(?s)own\.yaml:6:5: .*the block 'Story' is higher than a page.*"
                                             "divide it into several elements"):
        build(game, "large")


def test_bands_of_a_page_have_no_gaps(tmp_path: Path) -> None:
    lists = "      - {title: Block, list: [one, one, one]}\n      - {title: Block, list: [one, one, one]}\n"
    rows = ", ".join(f'["{number}", result {number}]' for number in range(1, 9))
    across = f"      - {{title: Hits, across: true, table: {{columns: [d6, Effect], rows: [{rows}]}}}}\n"
    tops = sorted(word.y for page in build(load_card(tmp_path, lists + across))
                  for word in find_words(page.items) if word.text in ("HITS", "Hits", "one"))
    assert max(below - above for above, below in pairwise(tops)) < 90


def test_numbers_of_the_main_row_do_not_touch(tmp_path: Path) -> None:
    ranges, needed = (", ".join(f'"{number}"' for number in range(start, start + 8)) for start in (1, 20))
    words = "**Of the dice of the gun, this number or more**"
    table = f"{{main: 1, columns: [Range, {ranges}], rows: [['{words}', {needed}]]}}"
    page = build(load_card(tmp_path, f"      - {{title: Hits, table: {table}}}\n", 1), "large")[0]
    spans = sorted((unit.transform.apply(run.x, 0)[0], unit.transform.apply(run.x + run.width, 0)[0])
                   for unit in walk_items(page.items)
                   if isinstance(run := unit.item, TextRun) and run.string in needed and len(run.string) == 2)
    assert len(spans) == 8
    assert all(after[0] - before[1] > 4 for before, after in pairwise(spans))


def test_pages_are_equally_full(tmp_path: Path) -> None:
    blocks = "".join(f"      - {{title: Block {number}, list: [{', '.join(['one'] * 11)}]}}\n" for number in range(4))
    pages = build(load_card(tmp_path, blocks, 1), "large")
    assert [read_text(page.items).upper().count("BLOCK") for page in pages] == [2, 2]


def test_block_without_neighbours_has_the_width_of_the_page(tmp_path: Path) -> None:
    rows = ", ".join(f'["{number}", result {number}]' for number in range(1, 9))
    across = f"      - {{title: Hits, across: true, table: {{columns: [d6, Effect], rows: [{rows}]}}}}\n"
    words = " ".join(["long"] * 60)
    pages = build(load_card(tmp_path, f"{across}      - {{title: Alone, text: {words}}}\n"), "large")
    page = next(page for page in pages if "long" in read_text(page.items))
    assert max(word.x for word in find_words(page.items) if "long" in word.text) > page.width / 2 - 20
