"""Problems: how they are collected and printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from printshop.problems import (
    MAX_MESSAGE_LENGTH,
    Problem,
    Problems,
    Span,
    correct_spelling,
    escape_controls,
    join_first_names,
    pluralize,
    suggest_name,
)


def test_problem_prints_like_a_compiler_message() -> None:
    span = Span("fleet.yaml", 10, 5, "    hul: 9")
    assert str(Problem(span, "unknown key 'hul'", "did you mean 'hull'?")) == (
        "fleet.yaml:10:5: error: unknown key 'hul'\n"
        "   10 |     hul: 9\n"
        "      |     ^\n"
        "      = did you mean 'hull'?"
    )


@pytest.mark.parametrize(("text", "column", "under"),
    [
        ("\thull: x", 8, "          ^"),
        ("名前: x", 5, "      ^"),
        ("e\u0301a: x", 5, "   ^"),
        ("a: x", 9, "        ^"),
        ("a: x", 0, "^"),
    ],
)
def test_caret_is_under_the_character(text: str, column: int, under: str) -> None:
    lines = str(Problem(Span("f", 1, column, text), "m")).split("\n")
    spaced = text.replace("\t", "    ")
    assert lines[1:] == [f"    1 | {spaced}", f"      | {under}"]


@pytest.mark.parametrize("column", [1, 40, 500, 951, 1000, 1001])
def test_long_line_is_cut_round_the_caret(column: int) -> None:
    text = "".join(chr(0x4E00 + n) if n == column - 1 else "x" for n in range(1000))
    _, line, caret = str(Problem(Span("f", 1, column, text), "m")).split("\n")
    assert len(line) < 130
    assert line[caret.index("^") : caret.index("^") + 1] in (chr(0x4E00 + column - 1), "")


def test_file_contents_are_escaped_in_the_terminal() -> None:
    span = Span("f", 1, 4, "a: \x1b[31mred\x07")
    result = str(Problem(span, "unknown key '\x1b[2J'", "known here: \x9b"))
    assert not set(result) & set("\x1b\x07\x9b")
    assert len(str(Problem(None, "m" * 10_000_000))) < MAX_MESSAGE_LENGTH + 100


def test_problems_are_unique_and_sorted_by_place() -> None:
    problems = Problems()
    assert not problems
    problems.add(None, "no printer")
    problems.add(Span("b.yaml", 1, 1), "second file")
    problems.add(Span("a.yaml", 12, 1), "later")
    problems.add(Span("a.yaml", 2, 7), "earlier", "hint")
    problems.add(Span("a.yaml", 2, 7, "the text does not count"), "earlier", "hint")
    assert len(problems) == 5  # of mistakes, one of them made twice
    assert [problem.message for problem in problems] == ["earlier", "later", "second file", "no printer"]


@pytest.mark.parametrize(
    ("word", "known", "hint"), [
    ("batleship", ["battleship", "cruiser"], "did you mean 'battleship'?"),
    ("HULL", ["armour", "hull"], "did you mean 'hull'?"),
    ("x", ["thrust", "hull", "hull"], "known here: hull, thrust"),
    ("x", [], "no names are defined here"),
    ("hed", ["spread", *(f"n{number}" for number in range(40))], "similar names here: spread, n9, n8, n7, n6"),
    ("x" * 5_000_000, ["hull"], "known here: hull"),
])
def test_suggestion_names_a_similar_word(word: str, known: list[str], hint: str) -> None:
    assert suggest_name(word, known) == hint


SHIPS = ["Destroyer", "Armoured Frigate", "Light Cruiser", "Cruiser", "Battlecruiser", "turret A"]


def test_misspelling_differs_from_another_word() -> None:
    expected = dict([
    ("Crusier", "Cruiser"), ("Cruisr", "Cruiser"), ("Cruisers", "Cruiser"), ("cruiser", "Cruiser"),
    ("Armored Frigate", "Armoured Frigate"), ("Light-Cruiser", "Light Cruiser"), ("Battle Cruiser", "Battlecruiser"),
    ("turet A", "turret A"), ("turret-a", "turret A"),
    *((word, "") for word in ("turret C", "turret-C", "turret", "Heavy Cruiser", "Armoured Cruiser", "Light Frigate",
                              "Gunboat", "Battleship", "Cruiser 2", "", "!", "港")),
])
    assert {word: correct_spelling(word, SHIPS) for word in expected} == expected
    assert not any(correct_spelling(word, []) for word in expected)


def test_formula_that_fails_for_several_units_is_reported_once() -> None:
    problems, formula = Problems(), Span("game.yaml", 3, 5)
    for number, unit in enumerate(("Rat", "Otter", "Otter", "Wasp"), 1):
        problems.add_failure(formula, "worth of ", unit, Problem(Span("units.yaml", number, 1), f"no {number}", "mend"))
        where, names = (formula, "Rat, Otter") if number > 1 else (Span("units.yaml", 1, 1), "Rat")
        names += ", Wasp" * (number == 4)
        assert [*problems] == [Problem(where, f"worth of {names}: no 1", "mend")]
        assert len(problems) == number
    problems.add_failure(Span("game.yaml", 4, 5), "worth of ", "Rat", Problem(Span("units.yaml", 1, 1), "no", ""))
    assert len([*problems]) == 2


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (escape_controls, ("Rat\x1b[2J",), r"Rat\x1b[2J"), (escape_controls, ("one\ntwo",), r"one\ntwo"),
    (escape_controls, ("\u202etxt.exe",), r"\u202etxt.exe"), (escape_controls, ("caf\udce9",), r"caf\xe9"),
    (pluralize, (1, "box", "boxes"), "1 box"), (pluralize, (3, "column"), "3 columns"),
    (join_first_names, (["Rat", "Vigilant"],), "Rat, Vigilant"),
    (join_first_names, (["Rat", "Vigilant", "Diligent", "Otter", "Wasp"],), "Rat, Vigilant, Diligent and 2 more"),
    (suggest_name, ("minimum", ["kind", "max", "min"]), "did you mean 'min'?"),
    (suggest_name, ("hul", ["hull", "armour"]), "did you mean 'hull'?"),
    (suggest_name, ("epee", ["Épée", "Hawk"]), "did you mean 'Épée'?"),
    (suggest_name, ("x", ["hull", "armour"]), "known here: armour, hull"),
    (suggest_name, ("colour", ["cells", "columns"]), "known here: cells, columns"),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected


@pytest.mark.parametrize(("hint", "suggestion"), [
    (suggest_name("hul", ["hull"]), "hull"), (suggest_name("hul", ["armour"]), ""), ("did you mean 'hull'?", "")])
def test_suggestion_is_the_similar_name_of_a_hint(hint: str, suggestion: str) -> None:
    assert Problem(None, "unknown", hint).suggestion == suggestion
