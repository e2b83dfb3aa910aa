"""Beer and Pretzels Ironclads: lost values are spaces to fill in, and house rules are marked as such.

Every value here is typed in or worked out from the text of the rules; none comes from the data. Its charts, boats and
gauges have files of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, find_rows, find_words, read_texts

from printshop.drawing.display_list import WHITE, Page
from printshop.drawing.shapes import measure_outline
from printshop.game.charts import CHARTS
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Document

Box = tuple[float, float, float, float]

# how many of each are on the sheets; a puff on the front of one for reloading, two behind
MARKERS = {"reload": {"reload": 32}, "aground": {"Aground": 3},
           "fire": {"On fire": 3}, "fire_delta": {"On fire": 3}, "grappled": {"Grappled": 3},
           "grappled_delta": {"Grappled": 3}, "jammed": {"Jammed": 2}, "jammed_delta": {"Jammed": 1},
           "ram_used": {"Ram used": 2}, "torpedo_used": {"Torpedo used": 1}, "torpedo_used_delta": {"Torpedo used": 1},
           "cleared": {"Decks cleared": 2}, "cleared_delta": {"Decks cleared": 2},
           "struck": {"Surrendered": 2}, "struck_delta": {"Surrendered": 2},
           "speed": {"0": 4, "1": 2, "2": 3, "3": 3, "4": 4, "5": 3, "6": 4, "7": 2, "8": 4, "9": 2, "10": 2, "11": 1,
                     "12": 2, "in": 36},
           "shoals": {f"Shoal {number}": 1 for number in range(1, 7)}}
SIZES = {"shoals": "3⅛ × 2⅝ in", "speed": "½ × ½ in"}  # all others ¾ in; shoals with water round 3 × 2½ in


def make_ironclads(product: str, *only: str, blank: int = 0) -> Document:
    return find_product(product).build(open_game("ironclads"), PrintRequest(only_keys=only, blank_forms=blank),
                                       PrintSettings())


@cache
def make_ironclads_pages(product: str, *only: str) -> tuple[Page, ...]:
    return tuple(make_ironclads(product, *only).pages)


def lines(page: Page) -> list[str]:
    """The words of a page line by line, with single spaces."""
    return [" ".join(" ".join(word.text for word in row).split()) for row in find_rows(page.items, 1.0)]


# --- what is lost

def blanks(page: Page) -> list[Box]:
    """The spaces to fill in of a chart: small white boxes with a frame."""
    result = [measure_outline(path.segments) for path in find_outlines(page.items)
              if path.fill == WHITE and path.stroke and len(path.segments) == 5]
    return [box for box in result if 5 < box[3] - box[1] < 30]


def test_cards_of_a_battle_have_no_open_values() -> None:
    assert not [box for page in make_ironclads_pages("charts", "chart_card", "house_tables") for box in blanks(page)]


def test_every_lost_chart_has_lines_to_write_on() -> None:
    (page,) = make_ironclads_pages("charts", "readings")
    lost = [word.text for word in find_words(page.items) if word.text.startswith("LOST · ")]
    blocks = [block for block in open_game("ironclads")[CHARTS]["readings"].blocks if block.title.startswith("Lost · ")]
    assert len(lost) == len(blocks) == 12
    assert all(any(part.kind == "lines" for part in block.parts) for block in blocks)


def test_house_rules_are_marked_as_house_rules() -> None:
    """It has a dagger, and the booklet says once whose it is."""
    both = [
        word for page in make_ironclads_pages("charts", "chart_card", "house_tables") for word in read_texts(page.items)
    ]
    battle = open_game("ironclads")[SCENARIOS]["catfish_bar"]
    booklet = find_product("booklet").build(open_game("ironclads"), PrintRequest(scenario=battle), PrintSettings())
    words = " ".join(word for page in booklet.pages for word in read_texts(page.items))
    assert words.count("are this edition’s own.†") == 1
    for ours in ("CRITICAL HIT, ON A 20†", "Radius of the arc†", "d20†"):
        assert ours in both


# --- markers

@pytest.mark.parametrize("key", MARKERS)
def test_markers_have_the_expected_numbers(key: str) -> None:
    """Smoke enough for all 32 guns to fire in the same turn."""
    words = Counter(word.text for page in make_ironclads_pages("markers", key) for word in find_words(page.items)
                    if not word.text.isdigit() or word.size > 7.9)  # smaller ones stand at the rulers
    assert {text: words[text] for text in MARKERS[key]} == MARKERS[key]
    size = SIZES.get(key, "¾ × ¾ in")
    assert [word for word in words if re.match(r"\d+ markers?, ", word) and not word.endswith(size)] == []
    assert any(word.endswith(size) for word in words)


# --- user's boats

@pytest.mark.parametrize(("sections", "speeds", "astern", "armor"), [
    ("[8]", "7 in", "4 in", "heavy"), ("[8, 8]", "7 in 4 in", "4 in 2 in", "heavy medium"),
    ("[8, 8, 8]", "7 in 4 in 2 in", "4 in 2 in 1 in", "heavy medium light"),
    ("[8, 8, 8, 8]", "7 in 4 in 2 in 1 in", "4 in 2 in 1 in 1 in", "heavy medium light none")])
def test_hulls_have_one_to_four_sections(tmp_path: Path, sections: str, speeds: str, astern: str, armor: str) -> None:
    (tmp_path / "whale.yaml").write_text(
        "extends: ironclads\nboats:\n  - {name: River Whale, side: delta, type: giant, build: 3, speed: 7, "
        f"acceleration: 2, armor: heavy, hull: {sections}, crew: [5], guns: [bow light 1], ram: 0, torpedo: 0, "
        "points: 6}\n",
        encoding="utf-8")
    whale = read_game(tmp_path / "whale.yaml")
    (page,) = find_product("records").build(whale, PrintRequest(units=whale.expand_roster([("River Whale", 1)])),
                                            PrintSettings()).pages
    for line in (f"Maximum speed {speeds} sunk", f"Astern {astern} sunk", f"Armor {armor} sunk"):
        assert any(result.startswith(line) for result in lines(page)), line
