"""New units: written for every game, legal at once, and every note in them true."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import plain
import pytest
import yaml
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from toys import opened

from printshop.catalogue import games
from printshop.cli import main
from printshop.drafts import entries as drafted
from printshop.drafts import writing
from printshop.drafts.entries import draft, type_of
from printshop.game.fields import MOST_TRIED, quoted
from printshop.game.units import read_alone
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.schemas import FOLDER

if TYPE_CHECKING:
    from click.testing import Result

TOY = Path(__file__).parent.parent / "games" / "toy"
LOADED = opened("toy")
TYPES = [(key, kind) for key in games() for kind in opened(key).unit_types]
TOYS = [("toy", kind) for kind in LOADED.unit_types]
NAMES = ["Wasp", "Mary Celeste", 'The "Rat"', "Żółw: ä #2", "1904", "no", "unknown", "[a]", "O'Hara & Sons", "日本丸",
         "C:\\x", "{x}", "null", "Nº 1 – x"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def written(result: Result) -> Path:
    assert result.exit_code == 0, result.output
    return Path(result.output.splitlines()[0])


def schema_of(path: Path) -> dict[str, Any]:
    """Return the schema that a file names in its first line."""
    first = path.read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match
    found: dict[str, Any] = yaml.safe_load((path.parent / match[1]).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize(("key", "kind"), [*TYPES, *TOYS])
def test_a_new_unit_of_every_type_is_good_and_prints(key: str, kind: str) -> None:
    result = run("new", "unit", key, "Sea Cat", "--type", kind)
    path = written(result)
    last = result.output.splitlines()[-1]
    assert last.startswith("next: printshop ")
    game = load(Path(shlex.split(last)[3 if "check" in last else 4]) if key == "toy" else path)
    unit = game.units["Sea Cat"]
    assert unit.kind == kind
    assert not unit.warnings
    assert not list(Draft7Validator(schema_of(path)).iter_errors(plain.of_file(path)))
    if "check" not in last:
        assert run(*shlex.split(last)[2:]).exit_code == 0
        assert list(Path("output").glob("*.pdf"))


def test_in_a_game_of_ones_own_it_is_a_file_of_its_type() -> None:
    result = run("new", "unit", "toy", "Leaning Too", "--type", "tower")
    assert result.output.splitlines() == ["toy/towers/leaning_too.yaml", "toy/.printshop/toy-towers.schema.json",
                                          'next: printshop check toy']


def test_for_a_shipped_game_it_is_a_file_that_adds_to_it() -> None:
    result = run("new", "unit", "iron_stars", "Wasp")
    assert result.output.splitlines() == ["wasp.yaml", ".printshop/wasp.schema.json",
                                          "next: printshop make records wasp Wasp"]
    game = load(Path("wasp.yaml"))
    assert game.base == "iron_stars"
    assert game.own["units"] == {"Wasp"}
    assert not list(games()["iron_stars"].glob(".*"))


def test_more_of_them_go_below_it() -> None:
    run("new", "unit", "iron_stars", "Wasp")
    before = Path("wasp.yaml").read_text(encoding="utf-8")
    result = run("new", "unit", "wasp", "Hornet", "--like", "Alpha")
    assert result.output.splitlines() == ["wasp.yaml", "next: printshop make records wasp Hornet"]
    assert Path("wasp.yaml").read_text(encoding="utf-8").startswith(before)
    game = load(Path("wasp.yaml"))
    assert game.own["units"] == {"Wasp", "Hornet"}
    assert game.units["Hornet"].numbered
    assert game.units["Hornet"].values["hull"] == game.units["Alpha"].values["hull"]


LISTED = """\
extends: iron_stars
ships:
- name: A
  side: britain
  type: Cruiser
  points: 9
  hull: 3
  armour: 0
  thrust: 4
# behind the list
needs: [tea]
"""


@pytest.mark.parametrize("text", [
    LISTED, "extends: iron_stars\r\nneeds: [tea]\r\n", "extends: iron_stars\nneeds: [tea]",
    "extends: iron_stars\nships: []\n"])
def test_where_in_a_file_it_goes(text: str, here: Path) -> None:
    (here / "mine.yaml").write_bytes(text.encode())
    result = run("new", "unit", "mine", "Wasp")
    if "[]" in text:
        assert result.exit_code == 1
        assert "line by line" in result.output
        assert (here / "mine.yaml").read_bytes() == text.encode()
        return
    assert result.exit_code == 0, result.output
    game = load(here / "mine.yaml")
    assert "Wasp" in game.units
    assert "tea" in game.needs
    after = (here / "mine.yaml").read_bytes()
    assert (b"\r\n" in after) == ("\r\n" in text)
    assert after.count(b"\r\n") in (0, after.count(b"\n"))
    assert all(line in after.decode().split() for line in text.split())


def test_the_lines_of_a_file_keep_their_ends(here: Path) -> None:
    before = b"extends: iron_stars\r\n# a note\nneeds: [tea]\r\nrights: me"
    (here / "mine.yaml").write_bytes(before)
    assert run("new", "unit", "mine", "Wasp").exit_code == 0
    after = (here / "mine.yaml").read_bytes()
    assert after.startswith(before + b"\r\n")
    assert after.count(b"\n") == after.count(b"\r\n") + 1


@pytest.mark.parametrize("name", NAMES)
def test_names_that_need_quotes(name: str) -> None:
    path = written(run("new", "unit", "toy", name, "--type", "tower"))
    assert load(Path("toy")).units[name].name == name
    assert yaml.safe_load(path.read_text(encoding="utf-8"))[0]["name"] == name  # and for those who read YAML 1.1


@pytest.mark.parametrize(("name", "told"), [
    ("Ogg", "has a hero called 'Ogg' already"), ("ogg", "already"), ("", "is no name"), (" x", "is no name"),
    ("a\nb", "is no name"), ("x" * 101, "101 characters"), ("3 x Rat", "command line"), ("Rat*5", "command line"),
    ("-x", "command line")])
def test_names_that_nothing_can_have(name: str, told: str) -> None:
    before = sorted(Path().rglob("*"))
    result = run("new", "unit", "toy", "--type", "tower", "--", name)
    assert result.exit_code == 1
    assert told in result.output
    assert "nothing was written" in result.output
    assert sorted(Path().rglob("*")) == before


def test_nothing_is_overwritten(here: Path) -> None:
    (here / "wasp.yaml").write_text("mine")
    result = run("new", "unit", "iron_stars", "Wasp")
    assert result.exit_code == 1
    assert "there is a file wasp.yaml already; it stays as it is" in result.output
    assert (here / "wasp.yaml").read_text() == "mine"
    assert not (here / FOLDER).exists()


def test_what_is_asked_for_wrongly() -> None:
    for words, told in ((("toy", "X"), "add one of: --type hero, --type tower"),
                        (("toy", "X", "--type", "towr"), "did you mean 'tower'?"),
                        (("toy", "X", "--like", "Og"), "did you mean 'Ogg'?"), (("tyo", "X"), "did you mean 'toy'?"),
                        (("toy", "X", "--type", "tower", "--like", "Ogg"), "Ogg is no tower, but a hero")):
        result = run("new", "unit", *words)
        assert result.exit_code == 1
        assert told in result.output


def test_files_have_names_that_every_system_takes() -> None:
    assert [writing.stem(name, "tug") for name in ("CON", "a/b\\c", "...", "X" * 99, "É t", "日本")] == [
        "con_", "a_b_c", "tug", "x" * 60, "é_t", "日本"]


def test_a_unit_called_like_a_game_does_not_hide_it() -> None:
    assert written(run("new", "unit", "iron_stars", "Iron Stars")) == Path("my_iron_stars.yaml")
    assert written(run("new", "unit", "iron_stars", "Toy")) == Path("my_toy.yaml")


@pytest.mark.parametrize(("key", "kind"), [*TYPES, *TOYS])
def test_what_is_left_out_is_right_when_it_is_put_in(key: str, kind: str) -> None:
    game = opened(key)
    unit_type = game.unit_types[kind]
    text = draft(game, unit_type, "Sea Cat", "")[0]
    every = set(unit_type.fields)
    assert every == {match[1] for match in re.finditer(r"^  #?(\w+):", text, re.MULTILINE)} & every
    for match in list(re.finditer(r"^  #(\w+):.*\n(?:  #  - .*\n)*", text, re.MULTILINE)):
        if match[1] in ("art", "prefix"):
            continue  # a picture of the player's own
        put_in = text.replace(match[0], re.sub("^  #", "  ", match[0], flags=re.MULTILINE))
        _, problems = read_alone(game, unit_type, put_in)
        own = f"{unit_type.fields[match[1]].label} of" if match[1] in every else ""  # other fields may not go with it
        assert not [problem for problem in problems if own in problem.message or "unknown key" in problem.message]


@pytest.mark.parametrize(("key", "kind"), [*TYPES, *TOYS])
def test_a_note_is_never_taken_for_a_key_that_is_switched_off(key: str, kind: str) -> None:
    text = written(run("new", "unit", key, "Sea Cat", "--type", kind)).read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        if line.lstrip().startswith("#") and not line.lstrip().startswith("##"):
            assert re.match(r" *#(\w+:|  - )", line), line
    unit_type = opened(key).unit_types[kind]
    off = set(re.findall(r"^ *#(\w+):", text, re.MULTILINE))
    assert off <= {*unit_type.fields, "numbered", "class", "sisters", "short", "prefix", "copies", "art", "art_bow"}


def test_what_a_unit_of_ones_own_is_and_what_its_game_says_of_it() -> None:
    assert "origin: house design " in written(run("new", "unit", "stellar_wars", "X")).read_text(encoding="utf-8")
    text = written(run("new", "unit", "for_the_masses", "Cooks", "--like", "Men at Arms")).read_text(encoding="utf-8")
    assert "Cooks, a unit for" in text
    assert "needed here: a unit needs its morale" in " ".join(text.replace("##", "").split())
    text = written(run("new", "unit", "for_the_masses", "Boss", "--like", "Orc Chief")).read_text(encoding="utf-8")
    assert "left out here: a Personality tests no morale" in " ".join(text.replace("##", "").split())
    assert '--like "Orc Warriors"' in run("new", "unit", "for_the_masses", "Z", "--type", "Infantry").output
    assert 'make all "Mud & Blood"' in run("new", "game", "Mud & Blood").output


def test_the_own_choice_is_one_of_its_options(here: Path) -> None:
    text = CHECKED.replace("[x, y, z]", "[x, y, z], own: v").replace("THAT", "a >= 0")
    (here / "sums.yaml").write_text(text, encoding="utf-8")
    result = run("check", "sums.yaml")
    assert result.exit_code == 1
    assert "which is none of its options" in result.output


def test_a_game_without_units_gets_legal_ones(here: Path) -> None:
    for folder in ("heroes", "scenarios"):
        shutil.rmtree(here / "toy" / folder)
    for file in ("towers", "kites", "tumblers"):
        (here / "toy" / f"{file}.yaml").unlink()
    for kind in load(here / "toy").unit_types:
        written(run("new", "unit", "toy", f"A {kind}", "--type", kind))
        unit = load(here / "toy").units[f"A {kind}"]
        assert not unit.warnings
        assert not drafted.lost(unit)


CHECKED = """
format: 1
title: Sums
unit_types:
  sum:
    fields:
      a: {kind: whole, min: 0, max: 40}
      b: {kind: whole, min: 0, max: 40}
      c: {kind: choice, options: [x, y, z]}
      d: {kind: whole, min: 0, max: 9, optional: true}
    checks:
      - {that: THAT, message: no}
"""


@pytest.mark.parametrize(("that", "known"), [
    ("a + b == 30", True), ('c == "z" and a > b', True), ("d is_there", True), ("a == 17 and b == 23", False),
    ("a > 50", False)])
def test_checks_are_met_or_the_figures_left_open(that: str, known: bool, here: Path) -> None:
    (here / "sums").mkdir()
    that = that.replace("d is_there", "(1 if d else 0) == 1")
    (here / "sums" / "game.yaml").write_text(CHECKED.replace("THAT", quoted(that)), encoding="utf-8")
    written(run("new", "unit", "sums", "One"))
    unit = load(here / "sums").units["One"]
    assert bool(unit.unknown) != known


@given(st.text(min_size=1, max_size=30))
@settings(max_examples=200)
def test_every_name_is_written_or_refused(name: str) -> None:
    kind = type_of(LOADED, "tower", "")
    try:
        writing.check_title(name, "a tower", typed=True)
    except PrintshopError:
        return
    if name.casefold() in {unit.casefold() for unit in LOADED.units}:
        return
    units, problems = read_alone(LOADED, kind, draft(LOADED, kind, name, "")[0])
    assert not problems
    assert [unit.name for unit in units] == [name]
    assert re.fullmatch(r"[\w]{1,61}", writing.stem(name, "tower"))


@given(st.text(max_size=20))
def test_quoted_texts_are_read_as_they_are(text: str) -> None:
    for wrapped in (f"[{quoted(text)}]", f"- {quoted(text)}"):
        found = plain.of_text(wrapped)
        assert found == [text]


def test_examples_are_candidates_that_the_fields_take() -> None:
    game = opened("toy")
    for kind in game.unit_types.values():
        for field in kind.fields.values():
            assert field.candidates()
            assert len(field.candidates()) <= 3 * MOST_TRIED
