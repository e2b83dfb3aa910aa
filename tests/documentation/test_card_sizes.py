"""The table of card sizes in the reference: as many cards on a page as the table says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.games import load_forms
from helpers.pages import make_document, make_pages, read_texts
from helpers.paths import ROOT
from helpers.problems import catch_problems

from printshop.game.forms.model import CARDS
from printshop.layout.rectangles import PAPERS
from printshop.print_settings import PrintSettings

if TYPE_CHECKING:
    from printshop.game.model import Game

TABLE = (ROOT / "data" / "reference" / "forms.md").read_text(encoding="utf-8").split("| size |")[1]
ROWS = re.findall(r"^\| `(\w+)` \| \d[^|]*\| (\d+) \| (\d+), (\d+) \| (\w+) \|$", TABLE, re.MULTILINE)
BACKS = ", back: '#1c3557', backs: "
COUNTS = [(size, paper, backs, int(count)) for size, usual, a4, letter, beside in ROWS for paper, backs, count in (
    ("universal", "", usual), ("universal", f"{BACKS}long", usual), ("a4", f"{BACKS}long", a4),
    ("letter", f"{BACKS}long", letter), ("universal", f"{BACKS}beside", beside.replace("none", "0")))]


def test_table_has_all_sizes() -> None:
    assert {name.casefold() for name, *_ in ROWS} == set(CARDS)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    """A game for each kind of back, with cards of all sizes: full pages, and fewer if more cards fit on a page."""
    forms = dict.fromkeys((backs for _, _, backs, _ in COUNTS), "")
    for size, paper, backs, count in COUNTS:
        copies = min(count * (count + 1) or 1, 720)
        forms[backs] += (f"{size}_{paper}: {{size: {size}, copies: {copies}{backs}, "
                         "rows: [{height: rest, text: here}]}\n")
    return {backs: load_forms(tmp_path_factory.mktemp("cards"), text) for backs, text in forms.items()}


@pytest.mark.parametrize(("size", "paper", "backs", "count"), COUNTS)
def test_page_has_as_many_cards_as_the_table_says(games: dict[str, Game], size: str, paper: str, backs: str, count: int
                                                  ) -> None:
    settings = PrintSettings(PAPERS[paper])
    if count:
        first, *_ = make_document("cards", games[backs], settings, only_keys=(f"{size}_{paper}",)).pages
        assert read_texts(first.items).count("here") == count
    else:
        (problem,) = catch_problems(make_pages, "cards", games[backs], settings, only_keys=(f"{size}_{paper}",))
        assert "do not fit the page" in problem.message
