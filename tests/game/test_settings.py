"""Settings: read, put in the place of `$name`, changed by the user."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.problems import catch_problems, join_hints
from hypothesis import given
from hypothesis import strategies as st

from printshop.lengths import POINTS_PER_UNIT, parse_length, scale_length_text
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.products.templates.kinds import TEMPLATES
from printshop.products.templates.move_templates import StraightTemplate
from printshop.source import MappingNode, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
format: 1
title: $name
rights: free
settings:
  name: {value: Rats}
  hull: {value: 4, label: planks of a tug, min: 1, max: 9}
  base: {value: 15 mm, min: 10 mm, max: 1 in}
  fast: {value: false}
  lost: {value: unknown}
  fog: {value: thin, options: [thin, as soup]}
size_classes: {by: hull, classes: {S: {base: 15 x 15 mm}}}
unit_types:
  tug:
    fields: {hull: {kind: whole}, speed: {kind: whole}, note: {kind: text}}
    derived: {twice: "hull * 2 if fast else hull", more: lost + 1}
"""
TUGS = """\
- {name: Rat, hull: $hull, speed: $lost, note: "$hull"}
"""
SLABS = """\
tugs: {kind: flat, size: 20 x 20 mm, front: [{text: "{name} {base}", edge: top, take: $base}]}
"""


@pytest.fixture
def rats(tmp_path: Path) -> Path:
    for name, text in (("game", GAME), ("tugs", TUGS), ("counters", SLABS)):
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("changes", "message"), [
    ({"hul": "3"}, "--set hul=...: there is no setting 'hul' | did you mean 'hull'?"),
    ({"hull": "10"}, "--set hull=10: 'hull' is 10, but must be at most 9 | "),
    ({"hull": "0.5"}, "--set hull=0.5: 'hull' is 0.5, but must be at least 1 | "),
    ({"hull": "3 mm"}, "--set hull=3 mm: 'hull' must be a number | write, for example, --set hull='4'"),
    ({"base": "3"}, "--set base=3: 'base' must be a length | write, for example, --set base='15 mm'"),
    ({"base": "26 mm"}, "--set base=26 mm: 'base' is 26 mm, but must be at most 1 in | "),
    ({"fast": "yes"}, "--set fast=yes: 'fast' must be true or false | write, for example, --set fast='false'"),
    ({"fog": "thick"}, "--set fog=thick: 'fog' is 'thick', but must be 'thin' or 'as soup' | "),
    ({"name": " "},
     ("--set name= : the value must not be empty, too long, or a reference to a setting | write, for example, "
      "--set name='Rats'")),
    ({"name": "$hull"},
     ("--set name=$hull: the value must not be empty, too long, or a reference to a setting | write, for example, "
      "--set name='Rats'")),
])  # fmt: skip
def test_wrong_changes_are_reported(rats: Path, changes: dict[str, str], message: str) -> None:
    assert join_hints(catch_problems(read_game, rats, changes)) == [message]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("{value: Rats}", "{value: $hull}",
     "'value' of setting 'name' must be a number, a length, true or false, or a text"),
    ("{value: Rats}", "{value: [1]}", "'value' of setting 'name' must be a number"),
    ("{value: Rats}", "{}", "setting 'name' lacks 'value'"),
    ("{value: Rats}", f"{{value: {'x' * 1_000_000}}}", "this text has 1,000,000 characters"),
    ("value: 4", "value: 10", "'value' of setting 'hull' is 10, but must be at most 9"),
    ("min: 1,", "min: 1 mm,",
     "'min' of setting 'hull' must be the same kind of value as 'value': a number or a length"),
    ("{value: Rats}", "{value: Rats, min: 1}",
     "'min' of setting 'name' must be the same kind of value as 'value': a number or a length"),
    ("value: thin", "value: thick", "'value' of setting 'fog' is 'thick', but must be 'thin' or 'as soup'"),
    ("  fast:", "  fa st:", "a setting cannot be named 'fa st'"),
    ("free", "$fre", "there is no setting 'fre'"),
    ("free", f"${'x' * 1_000_000}", "this text has 1,000,001 characters"),
])  # fmt: skip
def test_wrong_settings_are_reported(rats: Path, old: str, new: str, message: str) -> None:
    (rats / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    with pytest.raises(PrintshopError) as error:
        read_game(rats)
    assert any(one.message.startswith(message) for one in error.value.problems)
    assert len(str(error.value)) < 8_000


def test_command_line_changes_and_lists_them(rats: Path) -> None:
    listed = invoke("list", rats, "--set", "hull=5")
    assert "hull = 5" in listed.output
    assert "planks of a tug" in listed.output
    checked = invoke("check", rats, "--set", "hull=50")
    assert (checked.exit_code, checked.stderr.splitlines()[0]) == (
        1, "error: --set hull=50: 'hull' is 50, but must be at most 9")
    result = invoke("make", "counters", rats, "--set", "base = 11 mm", "-o", rats / "out",
                                     "--format", "dump")
    assert result.exit_code == 0, result.output
    assert "Rat 11 mm" in next((rats / "out").glob("*.txt")).read_text(encoding="utf-8")


@pytest.mark.parametrize(("words", "message"), [
    (["--set", "hull"], "'hull' is not NAME=VALUE"), (["--set", "=3"], "'=3' is not NAME=VALUE"),
    (["--set", "hull=3", "--set", "hull=4"], "'hull' is set twice"),
])  # fmt: skip
def test_changes_without_an_effect_are_accepted(rats: Path, words: list[str], message: str) -> None:
    result = invoke("check", rats, *words)
    assert result.exit_code == 2
    assert message in result.output


SCALED = """\
format: 1
title: Toy
rights: ours
settings: {scale: {value: 1, label: scale, on_pages: true}, far: {value: 9 in}, lost: {value: unknown}, low: {value: 0}}
unit_types: {craft: {fields: {}}}
"""
STICK = "s: {{kind: straight, material: card, width: 20 mm, length: {}}}\n"


@pytest.mark.parametrize(("length", "scale", "expected"), [
    ("120 mm * $scale", "1/2", "60 mm"), ("3 in * $scale", "1/2", "1 1/2 in"), ("25 mm * $scale", "0.5", "12.5 mm"),
    ("1 1/2 in*$scale", "2", "3 in"), ("4 in * $scale", "1/3", "1 1/3 in"), ("4 in * $scale", "1", "4 in"),
    ('5" * $scale', "3", "15 in"), ("3 ft * $scale", "3/4", "2 1/4 ft"), ("9 cm * $scale", "2/3", "6 cm"),
])
def test_lengths_are_multiplied_with_a_setting(tmp_path: Path, length: str, scale: str, expected: str) -> None:
    (tmp_path / "game.yaml").write_text(SCALED, encoding="utf-8")
    (tmp_path / "templates.yaml").write_text(STICK.format(length), encoding="utf-8")
    stick = read_game(tmp_path, {"scale": scale})[TEMPLATES]["s"]
    assert isinstance(stick, StraightTemplate)
    assert stick.length
    assert (stick.length.text, stick.width.text if stick.width else "") == (expected, "20 mm")  # that is not scaled


@pytest.mark.parametrize(("length", "message"), [
    ("9 in * $sale", "there is no setting 'sale'"),
    ("9 in * $far", "the setting 'far' is 9 in, but must be a number above 0"),
    ("9 in * $low", "the setting 'low' is 0, but must be a number above 0"),
    ("9 ells and more * $scale",
     "'9 ells and more' must be a length, a size or a number to be multiplied by a setting"),
    ("9 ells * $scale", "'9 ells' must be a length, a size or a number to be multiplied by a setting"),
    ("9 in * $lost", "'unknown' is not a length"),
])
def test_length_with_an_invalid_factor_is_reported(tmp_path: Path, length: str, message: str) -> None:
    (tmp_path / "game.yaml").write_text(SCALED, encoding="utf-8")
    (tmp_path / "templates.yaml").write_text(STICK.format(length), encoding="utf-8")
    [problem] = catch_problems(read_game, tmp_path)
    assert message in problem.message
    assert problem.span
    assert problem.span.column == STICK.index("{}")


@pytest.mark.slow
@given(st.fractions(Fraction(1, 99), 99, max_denominator=99), st.fractions(Fraction(1, 64), 64, max_denominator=64),
       st.sampled_from(["in", "mm", "ft"]))
def test_scaled_length_is_a_length(length: Fraction, factor: Fraction, unit: str) -> None:
    there = parse_length(scale_length_text(f"{length.numerator}/{length.denominator} {unit}", factor))
    assert float(there.points / POINTS_PER_UNIT[unit]) == pytest.approx(float(length * factor), rel=1e-9)


def read_scalars(node: object) -> list[ScalarNode]:
    match node:
        case ScalarNode():
            return [node]
        case SequenceNode():
            return [one for item in node.items for one in read_scalars(item)]
        case MappingNode():
            return [one for item in node.entries.values() for one in read_scalars(item)]
    return []
