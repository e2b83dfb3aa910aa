"""Combinations of options print without a fault. Another `COMBINATIONS_SEED` takes other combinations.

`python tests/tools/run_combinations.py` runs all combinations of a covering array.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import replace
from itertools import combinations as pairs_of
from random import Random

import pytest
from helpers import combinations
from helpers.combinations import Combination, Run
from helpers.pages import make_pages

from printshop.drawing.display_list import BLACK, WHITE, Color, Page, TextRun
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.shapes import rect

SEED = int(os.environ.get("COMBINATIONS_SEED", "3"))
SAMPLE = 3


@pytest.mark.slow
def test_combinations_of_options_print_without_a_fault() -> None:
    chosen = Random(SEED).sample(combinations.list_combinations(SEED), SAMPLE)
    faults = {f"COMBINATIONS_SEED={SEED}: {one}": result for one in chosen
              if (result := combinations.find_new_faults(one))}
    assert faults == {}


@pytest.mark.parametrize("combination", [
    Combination("iron_guest", "maps", theme="standard"), Combination("iron_guest", "maps", theme="naval"),
    Combination("toy", "maps", theme="naval"), Combination("iron_stars", "booklet", paper="a3", profile="lulu"),
    Combination("for_the_masses", "booklet", theme="captains_log", half_size=True)],
    ids=lambda one: f"{one.game}-{one.product}-{one.theme}")
def test_combinations_with_past_faults_print_without_any(combination: Combination) -> None:
    assert list(combinations.find_faults(combination)) == []


def test_combinations_have_every_pair_of_values() -> None:
    result = combinations.list_combinations(SEED)
    arguments = {frozenset(pair) for one in result
                 for pair in pairs_of(((name, getattr(one, name)) for name in combinations.DIMENSIONS), 2)}
    random = Random(1)
    for _ in range(300):  # pairs of other combinations that may be given
        one, value = random.choice(list(combinations.DIMENSIONS)), {}
        value[one] = random.choice(list(combinations.DIMENSIONS[one]))
        other = combinations.complete_values(value, (), random)
        assert other is None or {frozenset(pair) for pair in pairs_of(other.items(), 2)} <= arguments


@pytest.mark.parametrize(("color", "ground", "faint"), [
    (BLACK, Color(32, 32, 32), True), (WHITE, Color(32, 32, 32), False), (Color(150, 150, 150), WHITE, True)])
def test_word_hidden_by_its_ground_is_found(color: Color, ground: Color, faint: bool) -> None:
    page = Page(200, 100, (rect(0, 0, 200, 100, fill=ground), TextRun(20, 50, "0510", "plex-condensed", 12, 24, color)))
    assert bool(combinations.find_faint_words([page], frozenset())) == faint


def test_word_covered_by_another_item_is_found() -> None:
    word, cover = TextRun(20, 50, "0510", "plex-condensed", 12, 24, BLACK), rect(10, 30, 60, 30, fill=BLACK)
    assert combinations.find_faint_words([Page(200, 100, (word, cover))], frozenset())
    assert not combinations.find_faint_words([Page(200, 100, (word,))], frozenset())


def test_words_marks_and_colours_with_differences_are_found() -> None:
    (page, *_) = make_pages("cards", "toy")
    bare = replace(page, items=page.items[:len(page.items) // 2])
    assert combinations.find_lost_words([page], [bare], frozenset(), 0)
    assert combinations.count_fields([page]) != combinations.count_fields([replace(page, items=())])
    red = Page(10, 10, (Outline(rect(0, 0, 5, 5).segments, Color(200, 30, 30)),))
    assert list(combinations.find_colors(red)) == [Color(200, 30, 30)]


def test_marks_missing_beside_an_unknown_value_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    marks = Counter({("Complete tugs", "hull", False): 5, ("Complete tugs", "guns", False): 2,
                     ("No guns of tugs", "hull", False): 3, ("No hull of tugs", "guns", False): 2})
    monkeypatch.setattr(combinations, "count_fields", lambda _pages: marks)
    assert combinations.find_lost_tracks([]) == ["No guns of tugs: hull 3 of 5"]


def test_crash_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(combinations, "run_combination", lambda _: Run(1, "", ValueError("x"), (), {}))
    assert combinations.find_new_faults(Combination("toy", "cards")) == ["crash: ValueError: x"]
