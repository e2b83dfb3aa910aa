"""New battles, fleets and forms: written for every game, good at once, printed."""

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
from jsonschema import Draft7Validator
from toys import opened

from printshop.catalogue import games
from printshop.cli import main
from printshop.game.scenarios import SCENARIOS
from printshop.loading import load

if TYPE_CHECKING:
    from click.testing import Result

TOY = Path(__file__).parent.parent / "games" / "toy"
GAMES = [*games(), "toy"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def made(*words: str) -> tuple[Path, list[str]]:
    """Write something new; return its file and the command that the last line names."""
    result = run("new", *words)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[-1].startswith("next: printshop ")
    return Path(lines[0]), shlex.split(lines[-1])[2:]


def sound(path: Path) -> bool:
    """Return whether a file is good by the schema that it names."""
    match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8"))
    assert match
    schema: dict[str, Any] = yaml.safe_load((path.parent / match[1]).read_text(encoding="utf-8"))
    return Draft7Validator(schema).is_valid(plain.of_file(path))


@pytest.mark.parametrize("key", GAMES)
def test_a_new_battle_prints(key: str, here: Path) -> None:
    path, command = made("scenario", key, "Three in the: Morning")
    assert path == Path("toy/scenarios/three_in_the_morning.yaml" if key == "toy" else "three_in_the_morning.yaml")
    assert sound(path)
    game = load(here / "toy" if key == "toy" else path)
    battle = game[SCENARIOS]["three_in_the_morning"]
    assert battle.title == "Three in the: Morning"
    assert len(battle.forces) == 2
    assert all(force.listings for force in battle.forces)
    assert command == ["pack", f"{'toy' if key == 'toy' else battle.key}/{battle.key}"]
    words = command if key in ("toy", "iron_stars") else ["make", "booklet", battle.key, "--scenario", battle.key]
    assert run(*words, "--format", "dump").exit_code == 0


@pytest.mark.parametrize("key", GAMES)
def test_a_new_fleet_prints(key: str) -> None:
    path, command = made("fleet", key, "Home Fleet")
    assert path == Path("toy/fleets/home_fleet.yaml" if key == "toy" else "home_fleet.yaml")
    assert sound(path)
    result = run(*command, "--format", "dump")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("key", GAMES)
def test_a_new_form_prints(key: str) -> None:
    for kind in opened(key).unit_types:
        path, command = made("form", key, f"Sheet of one {kind}", "--type", kind)
        assert path.name == "forms.yaml" or sound(path)  # an own one may do without a schema
        result = run(*command, "--format", "dump")
        assert result.exit_code == 0, result.output
        result = run(*command, "--format", "dump", "--blank", "2")
        assert result.exit_code == 0, result.output


def test_a_new_form_has_circles_for_what_the_games_own_records_track() -> None:
    path, _ = made("form", "iron_stars", "Mine")
    text = path.read_text(encoding="utf-8")
    assert "pips: hull, marks: q_positions, letter: Q, align: left, blank: 35" in text
    assert "pips: count(primary)" in text
    assert "per_page: 2 " in text
    path, _ = made("form", "for_the_masses", "Ours")
    text = path.read_text(encoding="utf-8")
    assert "pips: wounds" in text
    assert "pips: movement" not in text
    assert "pips: defense" not in text
    assert "only_if" in text


@pytest.mark.parametrize(("key", "parts"), [
    ("iron_stars", ["picture: unit", 'text: "{item(track, 1)}"', 'text: "{item(track, 6)}"',
                    "across: 2, pips: count(torpedoes)"]),
    ("stellar_wars", ["around: [shield, armor], clockwise: [F, FR, RR, R, RL, FL], shape: box, blank: 6",
                      "pips: 4, shape: box", "#- {height: 18 mm, cells: [{across: 2, picture: unit}]}"]),
    ("ironclads", ["picture: unit"]),
])
def test_a_new_form_shows_what_is_hit_as_the_games_own_do(key: str, parts: list[str]) -> None:
    """The damage track, the boxes on the sides of a figure, the picture."""
    path, command = made("form", key, "Mine")
    text = path.read_text(encoding="utf-8")
    for part in parts:
        assert part in text
    assert "**{shield}**" not in text
    result = run(*command, "--format", "dump")
    assert result.exit_code == 0, result.output


def test_the_side_of_a_fleet() -> None:
    path, _ = made("fleet", "iron_stars", "Far East", "--side", "china")
    found = plain.of_file(path)
    assert found["side"] == "china"
    assert found["units"] == ["Tai Zhou", "Min Zhou", "Fei Yu"]
    result = run("new", "fleet", "iron_stars", "Far West", "--side", "chian")
    assert "did you mean 'china'?" in result.output


def test_in_a_game_of_one_file_they_go_below_the_others(here: Path) -> None:
    (here / "mine.yaml").write_text("extends: iron_stars\n\nneeds: [tea]\n", encoding="utf-8")
    for title in ("Dawn", "Dusk"):
        _, command = made("scenario", "mine", title)
        assert run(*command, "--format", "dump").exit_code == 0
    for title in ("One", "Two"):
        _, command = made("form", "mine", title)
        assert run(*command, "--format", "dump").exit_code == 0
    game = load(here / "mine.yaml")
    assert game.own["scenarios"] == {"dawn", "dusk"}
    assert game.own["forms"] == {"one", "two"}
    assert "tea" in game.needs


@pytest.mark.parametrize(("words", "told"), [
    (("scenario", "toy", "Duel"), "has a battle 'duel' already"), (("scenario", "toy", ""), "is no name"),
    (("form", "toy", "Stats", "--type", "heron"), "did you mean 'hero'?"),
    (("form", "toy", "Stats"), "add one of: --type"), (("fleet", "toy", "x\ny"), "is no name"),
    (("fleet", "toys", "x"), "did you mean 'toy'?")])
def test_what_is_asked_for_wrongly(words: tuple[str, ...], told: str) -> None:
    before = sorted(Path().rglob("*"))
    result = run("new", *words)
    assert result.exit_code == 1
    assert told in result.output
    assert sorted(Path().rglob("*")) == before


def test_a_new_battle_has_the_players_own_ship() -> None:
    made("unit", "iron_stars", "Rurik")
    path, _ = made("scenario", "rurik", "Dawn")
    assert "- Rurik\n" in path.read_text(encoding="utf-8")


def test_a_game_with_nothing_to_print_says_how_to_begin(here: Path) -> None:
    (here / "alone.yaml").write_text(SIDELESS, encoding="utf-8")
    assert "printshop new form alone" in run("make", "all", "alone").output
    assert "under forms: in alone.yaml" in run("make", "records", "alone").output


def test_nothing_is_overwritten(here: Path) -> None:
    (here / "dawn.yaml").write_text("mine", encoding="utf-8")
    for kind in ("scenario", "fleet", "form"):
        result = run("new", kind, "iron_stars", "Dawn")
        assert result.exit_code == 1
        assert "it stays as it is" in result.output
        assert (here / "dawn.yaml").read_text(encoding="utf-8") == "mine"


SIDELESS = "format: 1\ntitle: Alone\nunit_types: {rat: {fields: {teeth: {kind: whole, min: 1, max: 4}}}}\n"


def test_a_game_with_neither_sides_nor_units(here: Path) -> None:
    (here / "alone").mkdir()
    (here / "alone" / "game.yaml").write_text(SIDELESS, encoding="utf-8")
    assert "has no sides" in run("new", "scenario", "alone", "Dawn").output
    assert "no units yet" in run("new", "fleet", "alone", "Dawn").output
    made("unit", "alone", "Rat")
    path, command = made("form", "alone", "Rats")
    assert path == Path("alone/forms.yaml")
    assert sound(path)
    assert run(*command, "--format", "dump").exit_code == 0
    _, command = made("fleet", "alone", "Pack")
    assert run(*command, "--format", "dump").exit_code == 0
