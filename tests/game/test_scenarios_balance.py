"""The balance of a scenario: its sides, forces without points, and the words of the booklet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_words, make_pages
from helpers.problems import catch_problems

from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
format: 1
title: Town
sides: {{a: {{name: Reds, colour: "#9e2a2b"}}, b: {{name: Blues, colour: "#e0c879"}},
  c: {{name: Watch, colour: "#33658a"}}}}
unit_types: {{man: {{plural: men, fields: {{{field}: {{kind: whole}}, start: {{kind: text, optional: true}}}}}}}}
men:
  - {{name: Ann, side: a, {field}: 10}}
  - name: Bo
    side: b
    {field}: 11
  - {{name: Cy, side: c, {field}: 2}}
maps: {{m: {{grid: square, across: 20 mm, columns: 6, rows: 3, numbering: {{first: A1}}}}}}
scenarios:
  s:
    title: S
    summary: x
    table: 4 ft x 3 ft
    forces: {{a: {{units: [Ann]}}, b: {{units: [Bo]}}, c: {{units: [Cy]}}}}
    setup: [x]
    balance: {balance}
    victory: {{text: x}}
"""


def write_game(folder: Path, balance: str, field: str = "points") -> Path:
    (folder / "game.yaml").write_text(GAME.format(balance=balance, field=field), encoding="utf-8")
    return folder


def test_balance_may_compare_two_sides_of_three(tmp_path: Path) -> None:
    game = read_game(write_game(tmp_path, "{limit: 10 %, sides: [a, b]}"))
    balance = game[SCENARIOS]["s"].balance
    assert balance
    assert (balance.difference, balance.limit, balance.is_even) == (1, 1, True)
    pages = make_pages("booklet", game, scenario=game[SCENARIOS]["s"])
    text = " ".join(word.text for page in pages for word in find_words(page.items))
    assert "Reds 10 against Blues 11:" in text


@pytest.mark.parametrize(("balance", "message", "hint"), [
    ("10 %", "Watch (2) and Blues (11) differ by 9 points", "{limit: 10 %, sides: [a, b]}"),
    ("{limit: 5 %, sides: [a, b]}", "Reds (10) and Blues (11) differ by 1 points", "change the forces"),
    ("{limit: 10 %, sides: [a, d]}", "there is no side 'd'", "a, b, c"),
    ("{limit: 10 %, sides: [a]}", "'sides' of 'balance' of the scenario 's' must be two sides or more", "sides: ["),
    ("{limit: ten, sides: [a, b]}", "must be a percentage, found 'ten'", "10 %"),
    ("{sides: [a, b]}", "'limit'", ""),
    ("{limit: 10 %, side: [a, b]}", "unknown key 'side'", "sides")])
def test_wrong_balance_is_reported(tmp_path: Path, balance: str, message: str, hint: str) -> None:
    problems = catch_problems(read_game, write_game(tmp_path, balance))
    assert any(message in problem.message and hint in (problem.hint or "") for problem in problems), problems
    assert all(problem.span and problem.span.line == 20 for problem in problems)


def test_forces_without_points_cannot_be_balanced(tmp_path: Path) -> None:
    [problem] = catch_problems(read_game, write_game(tmp_path, "10 %", "fee"))
    assert "the units of Reds, Blues and Watch have no points" in problem.message
    assert problem.span
    assert problem.span.line == 20


def test_message_about_a_hex_names_the_field_and_the_unit(tmp_path: Path) -> None:
    file = write_game(tmp_path, "{limit: 10 %, sides: [a, b]}") / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("    side: b\n", "    side: b\n    start: B66\n")
    zones = "    map: m\n    zones: {z: {side: b, units: {by: start}}}\n"
    file.write_text(text.replace("    table: 4 ft x 3 ft\n", zones), encoding="utf-8")
    [problem] = catch_problems(read_game, tmp_path)
    assert problem.message == "'start' of Bo, on the map of the scenario 's': there is no hex 'B66'"


def test_misspelt_key_of_the_numbers_keeps_the_squares(tmp_path: Path) -> None:
    file = write_game(tmp_path, "{limit: 10 %, sides: [a, b]}") / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("{first: A1}", "{first: A1, orign: x}, compass: [N, E, S, W]")
    file.write_text(text, encoding="utf-8")
    [problem] = catch_problems(read_game, tmp_path)
    assert "unknown key 'orign'" in problem.message
