"""Counters of 1/2 in: they are made in every theme, and messages name the face and the part that does not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import make_pages, walk_items
from helpers.problems import catch_problems

from printshop.drawing.display_list import TextRun
from printshop.drawing.themes import NARROW_FAMILY
from printshop.game.themes import load_themes
from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

GAME = """
format: 1
title: Small
sides: {reds: {name: Reds, adjective: Red, colour: "#b22222"}}
unit_types:
  tank:
    fields:
      code: {kind: text}
      army: {kind: text}
counters:
  flat:
    title: Counters
    kind: flat
    units: tank
    size: 1/2 in
    backs: long
    front:
      - {text: "{army}", edge: left, take: 29 %, largest: 6 pt, smallest: 4.5 pt}
      - {text: "{name}", family: display, edge: bottom, take: 30 %, largest: 7 pt, smallest: 5 pt}
    back:
      - {text: "{code}", edge: right, take: 62 %, largest: 7 pt, smallest: 5 pt}
tanks:
  - {name: Tiger Ausf B, side: reds, code: "5070", army: GTC}
"""


def write_small(folder: Path, *changes: tuple[str, str]) -> Path:
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("theme", sorted(load_themes()))
def test_small_counters_fit_in_every_theme(tmp_path: Path, theme: str) -> None:
    pages = make_pages("counters", read_game(write_small(tmp_path), theme=theme))
    words = {item.string for page in pages for item, _, _ in walk_items(page.items) if isinstance(item, TextRun)}
    assert {"GTC", "Tiger Ausf B", "5070"} <= words


def test_only_words_too_wide_are_narrow(tmp_path: Path) -> None:
    game = read_game(write_small(tmp_path), theme="classic")
    faces = {item.string: item.font for page in make_pages("counters", game)
             for item, _, _ in walk_items(page.items) if isinstance(item, TextRun)}
    assert faces["GTC"] == NARROW_FAMILY
    assert faces["5070"] != NARROW_FAMILY


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("army: GTC", "army: Grenadiers", "part 1 of the front, text '{army}': 'Grenadiers' is too long: it needs ",
     "allow a smaller size ('smallest: 4 pt'), or shorten the text, or make its margin smaller ('margin: 0 mm')"),
    ("name: Tiger Ausf B", "name: Panzerkampfwagen", "part 2 of the front, text '{name}': 'Panzerkampfwagen' is",
     "give the unit a shorter name for its counters: add 'short: ...'"),
    ('code: "5070"', 'code: "5070507050"', "part 1 of the back, text '{code}': '5070507050' is too long",
     "give the part more room (words keep 0.5 mm inside the cut here)"),
    ("size: 1/2 in", "size: 1/2 in\n    copies: \"2\"", "part 1 of the back, text '{copy} of the many': '1 of ",
     "shorten the text"),
])
def test_messages_name_the_part_and_its_face(tmp_path: Path, old: str, new: str, message: str, hint: str) -> None:
    changes = ((old, new), *((("{code}", "{copy} of the many"),) if "copies" in new else ()))
    (problem,) = catch_problems(make_pages, "counters", read_game(write_small(tmp_path, *changes)))
    assert f": {message}" in problem.message
    assert "in the narrowest typeface, but there is room for only" in problem.message
    assert hint in problem.hint
    assert problem.span
    assert problem.span.line == 23 + new.count("\n")


def test_problems_of_all_faces_are_reported_in_one_run(tmp_path: Path) -> None:
    path = write_small(tmp_path, ("army: GTC", "army: Grenadiers"), ('code: "5070"', 'code: "5070507050"'))
    problems = catch_problems(make_pages, "counters", read_game(path))
    assert [problem.message.partition(": ")[2].partition(",")[0] for problem in problems] == ["part 1 of the back",
                                                                                              "part 1 of the front"]
