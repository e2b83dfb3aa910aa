"""Markers: as many as the data says, with instructions beside them, or on the sheets of their counters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.counter_sheets import make_markers, walk_with_symbols
from helpers.games import open_game, read_markers

from printshop.drawing.display_list import Page, TextRun
from printshop.game.counters import MARKERS
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.counters import MARKERS as PRODUCT
from printshop.products.counters import build as counters_build
from printshop.products.product import find_default_keys

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game


def count_texts(page: Page) -> Counter[str]:
    return Counter(item.string for item, _ in walk_with_symbols(page.items) if isinstance(item, TextRun))


def test_missing_picture_is_reported(iron_stars: Game) -> None:
    rock = replace(iron_stars[MARKERS]["asteroids"], each=("9",), copies=(1,))
    with pytest.raises(PrintshopError, match=r"Asteroids† 9: .*no picture 'marker-asteroid-9.svg'"):
        make_markers(replace(iron_stars, sections={**iron_stars.sections, "markers": {"asteroids": rock}}))
    away = replace(rock, each=("/../../x",))
    with pytest.raises(PrintshopError, match="must be in the folder"):
        make_markers(replace(iron_stars, sections={**iron_stars.sections, "markers": {"asteroids": away}}))


def test_markers_of_counters_are_on_the_counter_sheets_only() -> None:
    game = open_game("stellar_wars")
    battle = game[SCENARIOS]["beginning"]
    [page] = counters_build.build_counters(game, PrintRequest(scenario=battle), PrintSettings()).pages
    assert count_texts(page)["START"] == 3  # two, and their label
    assert not find_default_keys(PRODUCT, game, battle)
    assert PRODUCT.find_keys_printed_elsewhere(game, battle) == ("start", "moved", "cloaked", "shields_down")
    alone = game.expand_roster([("SC-A", 1)])
    assert not any(count_texts(one)["START"] for one in counters_build.build_counters(game, PrintRequest(units=alone),
                                                                                      PrintSettings()).pages)


@pytest.mark.parametrize(("counters", "marker", "expected"), [
    ("backs: long", "with: tugs", "long"), ("backs: long", "with: tugs, backs: fold", "fold"),
    ("backs: long", "sheet: Mine", "beside"), ("gap: 0 mm", "with: tugs", "beside"),
    ("backs: none", "with: tugs", "beside"),
])
def test_backs_of_markers_follow_the_mode_of_their_counters(tmp_path: Path, counters: str, marker: str,
                                                            expected: str) -> None:
    (tmp_path / "game.yaml").write_text(f"""
format: 1
title: Harbour
sides: {{ours: {{name: Ours, colour: "#0072b2"}}}}
unit_types: {{tug: {{fields: {{hull: {{kind: whole}}}}}}}}
tugs: [{{name: Rat, hull: 7, side: ours}}]
markers: {{held: {{size: 13 mm, {marker}, front: [{{text: Held}}], back: "#0072b2"}}}}
counters: {{tugs: {{kind: flat, units: tug, size: 20 mm, {counters}, front: [{{text: T}}], back: [{{text: B}}]}}}}
""", encoding="utf-8")
    assert read_game(tmp_path)[MARKERS]["held"].backs == expected


def test_markers_without_their_counters_have_separate_sheets() -> None:
    game = open_game("stellar_wars")
    battle = replace(game[SCENARIOS]["beginning"], pieces={"markers": ("start",), "counters": ()})
    assert find_default_keys(PRODUCT, game, battle) == ("start",)
    [page] = make_markers(game, *find_default_keys(PRODUCT, game, battle))
    assert count_texts(page)["START"] == 3


def test_sheet_has_the_name_requested_by_its_markers() -> None:
    pages = make_markers(open_game("toy"))
    assert [page.bookmarks[0].title for page in pages if page.bookmarks] == ["Markers", "Weather"]
    assert [page.label for page in pages] == [f"M-{number}" for number in range(1, len(pages) + 1)]


@pytest.mark.parametrize(("size", "shape"), [("20 mm", "square"), ("20 x 60 mm", "square"), ("20 mm", "round")])
@pytest.mark.parametrize(("border", "broadest"), [("single", 3.0), ("double", 1.01), ("theme", 0.77)])
def test_border_leaves_space_for_its_content(border: str, broadest: float, size: str, shape: str
                                             ) -> None:
    marker = (f"a: {{size: {size}, shape: {shape}, front: [{{border: {border}, width: %s mm, margin: 0 mm}}, "
              "{text: A, largest: 6 pt}]}")
    assert make_markers(read_markers(marker % f"{broadest - 0.05:.2f}"))
    for width in (f"{broadest + 0.05:.2f}", 8, 99999):
        with pytest.raises(PrintshopError, match=r"the border reaches .* at most 3\.0 mm leave room"):
            make_markers(read_markers(marker % width))
