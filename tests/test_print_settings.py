"""The settings of a print run: the smaller papers for large print."""

from __future__ import annotations

from dataclasses import replace

import pytest

from printshop.layout.rectangles import PAPERS
from printshop.layout.zoom import ZOOM
from printshop.print_settings import PrintSettings


def test_large_print_has_smaller_papers_before_the_zoom() -> None:
    usual = PrintSettings(PAPERS["a4"], booklet_paper=PAPERS["letter"], back_offset=(2.8, -1.4),
                          map_paper=PAPERS["letter"])
    large = replace(usual, variants=frozenset({"large", "erase"}), larger_settings=(
        replace(usual, paper=PAPERS["letter"], variants=frozenset({"large"})),))
    small = large.before_zoom()
    assert large.zoom == ZOOM
    assert small.booklet_paper
    assert [small.paper.width, small.booklet_paper.width, small.larger_settings[0].paper.width] == pytest.approx(
        [paper.width / ZOOM for paper in (PAPERS["a4"], PAPERS["letter"], PAPERS["letter"])])
    assert small.back_offset == pytest.approx((2.0, -1.0))
    assert (small.map_paper, small.variants) == (large.map_paper, large.variants)


def test_other_prints_have_their_papers() -> None:
    usual = PrintSettings(PAPERS["a4"], variants=frozenset({"erase", "numbers"}), back_offset=(1.0, 2.0))
    assert usual.zoom == 1
    assert usual.before_zoom() == usual
