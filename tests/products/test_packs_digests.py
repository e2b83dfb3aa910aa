"""Digests of the covers of packs, for all games and starters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.page_digests import check_covers

if TYPE_CHECKING:
    from helpers.golden_files import Goldens


def test_no_cover_has_changed(golden: Goldens) -> None:
    check_covers(golden)
