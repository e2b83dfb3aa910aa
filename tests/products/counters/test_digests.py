"""Digests, margins and sizes of type of all pages of counters and markers, for all games and starters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.page_digests import check_pages

if TYPE_CHECKING:
    from helpers.golden_files import Goldens


def test_no_page_has_changed(golden: Goldens) -> None:
    check_pages("counters", golden)
