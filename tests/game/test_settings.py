"""Settings: read, put in the place of `$name`, changed by the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from printshop.cli import main
from printshop.expressions import NOT_KNOWN
from printshop.game.counters import COUNTERS
from printshop.game.settings import Setting, fill_in
from printshop.loading import load
from printshop.problems import PrintshopError, Problems
from printshop.source import Mapping, Scalar, Sequence, parse_text

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


def test_settings_stand_in_for_values_and_are_names_in_formulas(rats: Path) -> None:
    game = load(rats)
    values = game.units["Rat"].values
    assert (game.title, values["hull"], values["speed"], values["note"]) == ("Rats", 4, NOT_KNOWN, "$hull")
    assert (values["twice"], values["more"]) == (4, NOT_KNOWN)
    assert [str(one) for one in game.settings.values()] == [
        "name = Rats", "hull = 4", "base = 15 mm", "fast = false", "lost = unknown", "fog = thin"]


def test_settings_are_changed_for_one_run(rats: Path) -> None:
    game = load(rats, {"hull": "9", "base": "1/2 in", "fast": "true", "name": "30", "lost": "7"})
    values = game.units["Rat"].values
    assert (game.title, values["hull"], values["speed"], values["twice"], values["more"]) == ("30", 9, 7, 18, 8)
    assert game[COUNTERS]["tugs"].faces["front"][0].take.points == 36


@pytest.mark.parametrize(("changes", "said"), [
    ({"hul": "3"}, "--set hul=...: there is no setting 'hul' | did you mean 'hull'?"),
    ({"hull": "10"}, "--set hull=10: 'hull' is 10, the largest allowed is 9 | "),
    ({"hull": "0.5"}, "--set hull=0.5: 'hull' is 0.5, the smallest allowed is 1 | "),
    ({"hull": "3 mm"}, "--set hull=3 mm: 'hull' must be a number | for instance --set hull='4'"),
    ({"base": "3"}, "--set base=3: 'base' must be a length | for instance --set base='15 mm'"),
    ({"base": "26 mm"}, "--set base=26 mm: 'base' is 26 mm, the largest allowed is 1 in | "),
    ({"fast": "yes"}, "--set fast=yes: 'fast' must be true or false | for instance --set fast='false'"),
    ({"fog": "thick"}, "--set fog=thick: 'fog' is 'thick', it may be 'thin' or 'as soup' | "),
    ({"name": " "}, "--set name= : this is no value | for instance --set name='Rats'"),
    ({"name": "$hull"}, "--set name=$hull: this is no value | for instance --set name='Rats'"),
])  # fmt: skip
def test_changes_that_are_wrong(rats: Path, changes: dict[str, str], said: str) -> None:
    with pytest.raises(PrintshopError) as caught:
        load(rats, changes)
    assert [f"{one.message} | {one.hint}" for one in caught.value.problems] == [said]


def test_a_decimal_where_a_whole_number_is_needed_is_told_where_it_stands(rats: Path) -> None:
    with pytest.raises(PrintshopError) as caught:
        load(rats, {"hull": "2.5"})
    assert str(caught.value).splitlines()[0].endswith(
        "tugs.yaml:1:21: error: hull of Rat must be a whole number, found the number 2.5")
    assert "$hull" in str(caught.value).splitlines()[1]


def test_a_setting_that_is_not_there_is_all_that_is_wrong_there(rats: Path) -> None:
    (rats / "counters.yaml").write_text(SLABS.replace("20 x 20 mm", "$hexx"), encoding="utf-8")
    with pytest.raises(PrintshopError) as caught:
        load(rats)
    assert [one.message for one in caught.value.problems] == ["there is no setting 'hexx'"]


@pytest.mark.parametrize(("old", "new", "said"), [
    ("{value: Rats}", "{value: $hull}",
     "'value' of setting 'name' must be a number, a length, true or false, or a text"),
    ("{value: Rats}", "{value: [1]}", "'value' of setting 'name' must be a number"),
    ("{value: Rats}", "{}", "setting 'name' lacks 'value'"),
    ("{value: Rats}", f"{{value: {'x' * 1_000_000}}}", "this text has 1,000,000 characters"),
    ("value: 4", "value: 10", "'value' of setting 'hull' is 10, the largest allowed is 9"),
    ("min: 1,", "min: 1 mm,", "'min' of setting 'hull' must be a number or a length, as its value is"),
    ("{value: Rats}", "{value: Rats, min: 1}", "'min' of setting 'name' must be a number or a length, as its value is"),
    ("value: thin", "value: thick", "'value' of setting 'fog' is 'thick', it may be 'thin' or 'as soup'"),
    ("  fast:", "  fa st:", "a setting cannot be called 'fa st'"),
    ("free", "$fre", "there is no setting 'fre'"),
    ("free", f"${'x' * 1_000_000}", "this text has 1,000,001 characters"),
])  # fmt: skip
def test_settings_that_are_wrong(rats: Path, old: str, new: str, said: str) -> None:
    (rats / "game.yaml").write_text(GAME.replace(old, new), encoding="utf-8")
    with pytest.raises(PrintshopError) as caught:
        load(rats)
    assert any(one.message.startswith(said) for one in caught.value.problems)
    assert len(str(caught.value)) < 8_000


def test_the_command_line_changes_and_lists_them(rats: Path) -> None:
    listed = CliRunner().invoke(main, ["list", str(rats), "--set", "hull=5"])
    assert "hull = 5" in listed.output
    assert "planks of a tug" in listed.output
    checked = CliRunner().invoke(main, ["check", str(rats), "--set", "hull=50"])
    assert (checked.exit_code, checked.stderr.splitlines()[0]) == (
        1, "error: --set hull=50: 'hull' is 50, the largest allowed is 9")
    made = CliRunner().invoke(main, ["make", "counters", str(rats), "--set", "base = 11 mm", "-o", str(rats / "out"),
                                     "--format", "dump"])
    assert made.exit_code == 0, made.output
    assert "Rat 11 mm" in next((rats / "out").glob("*.txt")).read_text(encoding="utf-8")


@pytest.mark.parametrize(("words", "said"), [
    (["--set", "hull"], "'hull' is not NAME=VALUE"), (["--set", "=3"], "'=3' is not NAME=VALUE"),
    (["--set", "hull=3", "--set", "hull=4"], "'hull' is set twice"),
])  # fmt: skip
def test_changes_that_are_none(rats: Path, words: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["check", str(rats), *words])
    assert result.exit_code == 2
    assert said in result.output


TREES = st.recursive(st.sampled_from(["$a", "$b", "x", "'$a'", "$a b", "$"]),
                     lambda inner: st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]")
                     | st.lists(inner, min_size=1, max_size=4).map(
                         lambda items: "{" + ", ".join(f"k{n}: {item}" for n, item in enumerate(items)) + "}"))


@given(TREES)
def test_only_plain_values_that_are_a_name_and_no_more_are_replaced(text: str) -> None:
    problems = Problems()
    before, after = (parse_text(text, "x.yaml", problems) for _ in range(2))
    assert before
    assert after
    fill_in(after, {"a": Setting(key="a", label="", sort="number", text="7", value=7, low=None, high=None)}, problems)
    for old, new in zip(scalars(before), scalars(after), strict=True):
        assert new.text == ("7" if old.plain and old.text == "$a" else old.text)
        assert (new.line, new.column) == (old.line, old.column)
    places = {(one.line, one.column) for one in scalars(before) if one.plain and one.text == "$b"}
    assert {(one.span.line, one.span.column) for one in problems if one.span} == places


def scalars(node: object) -> list[Scalar]:
    match node:
        case Scalar():
            return [node]
        case Sequence():
            return [one for item in node.items for one in scalars(item)]
        case Mapping():
            return [one for item in node.entries.values() for one in scalars(item)]
    return []
