"""Size classes, words of a model and removed parts: limits, and both branches of each condition."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import GAME, check_game_limit, fill_up
from helpers.games import open_game

from printshop.game.game_words import MAX_WORD_LENGTH
from printshop.game.model import BrokenPart, BrokenParts

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

CLASSES = "size_classes: {by: hull, classes: {S: {base: 1 x 1 in, up_to: 4}, L: "


@pytest.mark.parametrize(("lines", "inside", "outside"), [
    (CLASSES + "{base: @}}}", "1 x 0.1 in", "1 x 0 in"),
    (CLASSES + "{base: @}}}", "0.1 x 1 in", "0 x 1 in"),
    ("size_classes: {by: hull, classes: {S: {base: 1 x 1 in, up_to: @}}}", "0", "-1"),
    ("words: {bow: @}", "x" * MAX_WORD_LENGTH, "x" * (MAX_WORD_LENGTH + 1)),
    ("sides: {red: {colour: '#d55e00', pattern: @}, blue: {colour: '#0072b2'}}", "dots", "spots"),
    ("sides: {red: {colour: @}, blue: {colour: '#0072b2'}}", "'#d55e00'", "'#d55e0'"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, lines: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "game.yaml", fill_up(GAME, lines), inside, outside, tugs="")


@pytest.mark.parametrize(("part", "names", "is_lacking"), [
    (BrokenPart("maps"), (), True),
    (BrokenPart("maps"), ("pond",), True),
    (BrokenPart("maps", ("pond",)), ("pond",), True),
    (BrokenPart("maps", ("pond",)), ("lake", "pond"), True),
    (BrokenPart("maps", ("pond",)), ("lake",), False),
    (BrokenPart("maps", ("pond",)), (), True),
    (BrokenPart("maps", ("pond",), is_default=False), (), False),
    (BrokenPart("maps", ("pond",), is_default=False), ("pond",), True),
    (BrokenPart("forms"), ("pond",), False),
])  # fmt: skip
def test_removed_part_is_missing_from_its_section(part: BrokenPart, names: Collection[str], is_lacking: bool) -> None:
    assert BrokenParts(parts=frozenset({part})).lacks("maps", names) is is_lacking


def test_removed_parts_are_named_by_their_section() -> None:
    parts = frozenset({BrokenPart("maps", ("pond", "lake")), BrokenPart("forms", ("log",)), BrokenPart("charts")})
    assert BrokenParts(parts=parts).list_names("maps") == {"pond", "lake"}


def test_base_of_a_size_class_is_its_width_by_its_length() -> None:
    for size in open_game("iron_stars").sizes:
        assert (size.width, size.length) == size.base
    assert any(size.width != size.length for size in open_game("iron_stars").sizes)


@pytest.mark.parametrize(("prefix", "numbered", "tag", "class_name", "title", "label"), [
    ("", False, "", "", "Rat", "*Rat*"), ("HMS", False, "", "", "HMS Rat", "HMS *Rat*"),
    ("HMS", True, "", "", "HMS Rat", "HMS Rat"), ("", False, "A1", "", "A1", "A1"),
    ("", False, "A1", "Rodent", "Rat (A1)", "*Rat* (A1)"),
])  # fmt: skip
def test_unit_shows_its_prefix_its_name_and_its_tag(prefix: str, numbered: bool, tag: str, class_name: str,
                                                    title: str, label: str) -> None:
    unit = replace(open_game("iron_stars").units["Golem"], name="Rat", prefix=prefix, numbered=numbered, tag=tag,
                   class_name=class_name)
    assert (unit.display_title, unit.display_label) == (title, label)


def test_copy_with_a_printed_name_shows_its_tag_alone() -> None:
    unit = replace(open_game("iron_stars").units["Golem"], name="Rat-3", printed_name="Rat 3", tag="", class_name="Rat")
    assert unit.display_title.endswith("Rat 3")
    assert replace(unit, tag="A1").display_title == "A1"
