"""The table of card sizes in the reference: as many cards on a page as the table says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.games import load_forms
from helpers.pages import make_pages, read_texts
from helpers.paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

TABLE = (ROOT / "data" / "reference" / "forms.md").read_text(encoding="utf-8").split("| size |")[1]
ROWS = re.findall(r"^\| (`.*`) \|.* \| ([\d, ]+) \|$", TABLE, re.MULTILINE)
SIZES = [(size, int(number)) for sizes, numbers in ROWS
         for size, number in zip(re.findall("`(.*?)`", sizes), numbers.split(", "), strict=True)]


def test_the_table_has_all_sizes() -> None:
    assert len(SIZES) == 10


@pytest.mark.parametrize(("size", "number"), SIZES)
def test_a_page_has_as_many_cards_as_the_table_says(tmp_path: Path, size: str, number: int) -> None:
    game = load_forms(tmp_path, f"card: {{size: {size}, copies: 20, rows: [{{height: rest, text: here}}]}}")
    assert read_texts(make_pages("cards", game)[0].items).count("here") == number
