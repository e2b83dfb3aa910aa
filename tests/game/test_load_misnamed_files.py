"""Misnamed files of a game: one problem for each, and none that only follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.problems import catch_problems, list_load_problems

from printshop.fleet_files import list_fleet_files
from printshop.game.pictures import Pictures
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_user_games, list_data_files
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import write_starter_game


@pytest.fixture
def harbour_with_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_starter_game(Path("harbour"))
    battle = Path("harbour/scenarios/first_light.yaml")
    battle.write_text(f"{battle.read_text(encoding='utf-8')}pieces: {{forms: [record], templates: [cannon_stick]}}\n",
                      encoding="utf-8")
    read_game(Path("harbour"))
    return Path("harbour")


CALLED, NOTHING = "no part of a game has this file name", "no unit type in game.yaml has a folder with this name"
ENDS, TUGS = "the names of a game's files must end in .yaml", ", which is the plural of tug in game.yaml"
KNOWN = "known here: charts.yaml, maps.yaml, markers.yaml"


@pytest.mark.parametrize(("file", "name", "message"), [
    ("tugs.yaml", "tug.yaml", f"harbour/tug.yaml: {CALLED} | change the name to tugs.yaml{TUGS}"),
    ("tugs.yaml", "Tugs.yaml", f"harbour/Tugs.yaml: {CALLED} | change the name to tugs.yaml{TUGS}"),
    ("tugs.yaml", "tugs.yml", f"harbour/tugs.yml: {ENDS} | change the name to tugs.yaml"),
    ("tugs.yaml", "tug/rats.yaml", f"harbour/tug: {NOTHING} | change the name to tugs{TUGS}"),
    ("tugs.yaml", "tugs/rats.yml", f"harbour/tugs/rats.yml: {ENDS} | change the name to rats.yaml"),
    ("tugs.yaml", "fishing boats.yaml", f"harbour/fishing boats.yaml: {CALLED} | {KNOWN}, tugs.yaml"),
    ("tugs.yaml", "fleet/rats.yaml", f"harbour/fleet: {NOTHING} | known here: tugs"),
    ("forms.yaml", "form.yaml", f"harbour/form.yaml: {CALLED} | change the name to forms.yaml"),
    ("forms.yaml", "forms.yml", f"harbour/forms.yml: {ENDS} | change the name to forms.yaml"),
    ("templates.yaml", "gauges.yaml", f"harbour/gauges.yaml: {CALLED} | {KNOWN}, templates.yaml"),
    ("scenarios", "scenario", f"harbour/scenario: {NOTHING} | change the name to scenarios"),
    ("scenarios/first_light.yaml", "scenarios.yaml",
     (f"harbour/scenarios.yaml: {CALLED} | move the scenarios to the key 'scenarios:' in game.yaml, or move each entry "
      "to a separate file in the folder scenarios")),
    ("scenarios/first_light.yaml", "scenarios/first_light.yml",
     f"harbour/scenarios/first_light.yml: {ENDS} | change the name to first_light.yaml"),
])
def test_misnamed_file_is_the_only_problem(harbour_with_pieces: Path, file: str, name: str, message: str) -> None:
    (harbour_with_pieces / name).parent.mkdir(exist_ok=True)
    (harbour_with_pieces / file).rename(harbour_with_pieces / name)
    assert list_load_problems(harbour_with_pieces) == [message]


def test_additional_file_does_not_hide_mistakes_in_names(harbour_with_pieces: Path) -> None:
    for part in ("maps", "markers", "charts"):  # nothing is missing that the stray file could be
        (harbour_with_pieces / f"{part}.yaml").write_text("{}\n", encoding="utf-8")
    (harbour_with_pieces / "notes.yaml").write_text("- what I wanted to say\n", encoding="utf-8")
    battle = harbour_with_pieces / "scenarios" / "first_light.yaml"
    battle.write_text(battle.read_text(encoding="utf-8").replace("3 x Rat", "3 x Cat"), encoding="utf-8")
    first, second = list_load_problems(harbour_with_pieces)
    assert first == f"harbour/notes.yaml: {CALLED} | known here: tugs.yaml"
    assert "there is no unit named 'Cat'" in second


def test_two_versions_of_a_file_are_reported_and_not_read(harbour_with_pieces: Path) -> None:
    (harbour_with_pieces / "tugs").mkdir()
    (harbour_with_pieces / "tugs.yaml").rename(harbour_with_pieces / "tugs/all.yaml")
    copies = ("tugs/all.sync-conflict-20260102-101112-ABCDEFG.yaml", "tugs/all (Ann's conflicted copy 2026-01-02).yaml",
              "forms.sync-conflict-20260102-101112-ABCDEFG.yaml")
    for name in copies:
        (harbour_with_pieces / name).write_bytes((harbour_with_pieces / "tugs/all.yaml").read_bytes())
    assert list_load_problems(harbour_with_pieces) == [
        f"harbour/{name}: this file is a second version that was saved after conflicting changes | keep one of "
        "the two versions under the old name, and delete the other version"
        for name in sorted(copies)
    ]


def test_hidden_files_are_ignored(harbour_with_pieces: Path) -> None:
    """Emacs locks what is being edited with a link to nowhere, macOS and version control leave files and folders."""
    for name in (".tugs.yaml", "tugs/.rat.yaml", "scenarios/._first_light.yaml", ".github/ci.yaml", "fleets/.home.csv",
                 "art/.rat.svg", "art/.thumbs/rat.svg"):
        (harbour_with_pieces / name).parent.mkdir(exist_ok=True, parents=True)
        (harbour_with_pieces / name).write_text("- [", encoding="utf-8")
    for name in (".#tugs.yaml", "tugs/.#rat.yaml", "scenarios/.#first_light.yaml"):
        (harbour_with_pieces / name).symlink_to("ann@study.1234")
    game = read_game(harbour_with_pieces)
    assert list(game[SCENARIOS]) == ["first_light"]
    assert list_fleet_files(game.fleets_folder) == []
    assert list_data_files(harbour_with_pieces / "tugs") == []
    assert find_user_games(harbour_with_pieces) == {}
    assert Pictures((harbour_with_pieces / "art",)).find_problem("rat.svg") == (
        "there is no picture 'rat.svg' in harbour/art", "put the picture into the folder art/")


def test_main_file_with_a_short_ending_is_recognised(harbour_with_pieces: Path) -> None:
    from printshop.game_paths import find_game

    (harbour_with_pieces / "game.yaml").rename(harbour_with_pieces / "game.yml")
    assert catch_problems(find_game, "harbour")[0].hint == "rename game.yml to game.yaml"


@pytest.mark.parametrize(("name", "command"), [("wasp.yml", "wasp.yml"), ("wasp.yml", "wasp"), ("wasp.txt", "wasp.txt"),
                                               ("wasp.yaml.txt", "wasp")])
def test_game_in_a_file_that_is_misnamed_is_recognised(harbour_with_pieces: Path, name: str, command: str) -> None:
    from printshop.game_paths import find_game

    path = harbour_with_pieces.parent / name
    path.write_text("extends: harbour\n", encoding="utf-8")
    problems = catch_problems(find_game, command)
    assert problems[0].message == f"{name} is not a game"
    assert problems[0].hint == "the file of a game needs the ending .yaml: rename the file to wasp.yaml"


def test_new_game_has_a_name_different_from_shipped_games() -> None:
    with pytest.raises(PrintshopError, match="a game named iron_stars comes with printshop"):
        write_starter_game(Path("iron_stars"))
    assert not Path("iron_stars").exists()


def test_units_under_an_unknown_type_are_reported_with_the_right_key(harbour_with_pieces: Path) -> None:
    own = harbour_with_pieces.parent / "own.yaml"
    own.write_text("extends: harbour\nfloats:\n- {name: Pig}\n", encoding="utf-8")
    (message,) = list_load_problems(own)
    assert message == "own.yaml:2:1: unknown key 'floats' of the game | did you mean 'tugs'?"


def test_message_lists_the_sides_unless_one_is_similar(harbour_with_pieces: Path) -> None:
    own = harbour_with_pieces.parent / "own.yaml"
    for text, hint in (("Germany", "known here: any, customs, docks"), ("", "known here: any, customs, docks"),
                       ("Docks", "did you mean 'docks'?")):
        own.write_text(f"extends: harbour\ntugs:\n- {{name: Pig, side: {text}}}\n", encoding="utf-8")
        assert any(one.endswith(f"| {hint}") for one in list_load_problems(own)), (text, list_load_problems(own))
