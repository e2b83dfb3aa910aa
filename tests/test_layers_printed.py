"""Games on top of others from outside: what the commands print of them, and what they say."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pdfplumber
import pytest
import yaml
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import printshop
from printshop.cli import main
from printshop.drafts.writing import STARTER
from printshop.game.counters import COUNTERS
from printshop.game.forms.reading import FORMS
from printshop.job import Request, Settings
from printshop.loading import load
from printshop.products.counters import counters
from printshop.products.forms import records
from printshop.products.product import added, added_or_all, units_of
from printshop.templates import TEMPLATES

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

    from printshop.game.model import Game

SHIP = """\
extends: iron_stars
ships:
  - name: Thunder Child
    side: britain
    type: Cruiser
    points: 43
    hull: 14
    armour: 3
    thrust: 5
    primary: 4/d10 x2
"""
TUG = """\
extends: harbour
rights: Tugs by Ann.
tugs:
- {name: Black Pig, side: docks, planks: 8, steam: 4, points: 11}
"""
RAID = """\
scenarios:
  raid:
    title: Raid
    summary: Out they come.
    table: 3 ft x 3 ft
    turns: 5
    forces:
      docks: {units: [Black Pig]}
      customs: {units: [Vigilant]}
    setup: [Anywhere.]
    victory: {text: Who floats has won.}
"""
FORM = "forms:\n  log: {title: Logbook, per_page: 1, rows: [{height: 8 mm, cells: [{text: Log}]}]}\n"


def entries(game: Game, name: str) -> Mapping[str, object]:
    return game.sections[name] if name in game.sections else getattr(game, name)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the game `harbour` in it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(STARTER, tmp_path / "harbour")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def done(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.output


def write(text: str, name: str = "mine.yaml") -> Game:
    Path(name).write_text(text, encoding="utf-8")
    return load(Path(name))


def add(name: str, text: str) -> None:
    Path(name).write_text(Path(name).read_text(encoding="utf-8") + text, encoding="utf-8")


def words(file: str) -> str:
    with pdfplumber.open(file) as found:
        return "\n".join(page.extract_text() for page in found.pages)


# --- what is printed


def test_a_ship_of_ones_own_in_eight_lines() -> None:
    Path("my_ships.yaml").write_text(SHIP, encoding="utf-8")
    assert done("make", "records", "my_ships.yaml", "Thunder Child") == "output/my_ships-records.pdf\n"
    text = words("output/my_ships-records.pdf")
    assert "HMES Thunder Child" in text
    assert "Iron Stars is © 2004" in text
    shutil.copy("output/my_ships-records.pdf", "named.pdf")
    done("make", "records", "my_ships")
    assert words("output/my_ships-records.pdf") == words("named.pdf")


def test_without_names_ones_own_units_are_meant() -> None:
    game = write(TUG)
    assert [unit.name for unit in units_of(game, Request())] == ["Black Pig"]
    assert len(units_of(game, Request(whole=True))) == len(game.units) == 5
    assert [unit.name for unit in units_of(load(Path("harbour")), Request())] == [*load(Path("harbour")).units]


def test_a_log_of_ones_own_does_not_hide_the_records_of_ones_own_units() -> None:
    titles = [page.bookmarks[0].title for page in printshop.build("records", write(TUG + FORM)).pages if page.bookmarks]
    assert titles == ["Tug records", "Logbook"]


def test_what_a_game_adds_to_a_section() -> None:
    game = write(TUG + FORM)
    assert [*added(game, "forms", game[FORMS])] == ["record", "log"]
    assert [*added(game, "counters", game[COUNTERS])] == ["tugs"]
    assert not added(game, "templates", game[TEMPLATES])
    assert [*added_or_all(game, "templates", game[TEMPLATES])] == ["cannon_stick"]
    assert not added(load(Path("harbour")), "forms", game[FORMS])


def test_markers_of_the_base_do_not_come_with_a_few_counters() -> None:
    marker = "markers:\n  {}: {{size: 1 x 1 in, with: tugs, front: [{{text: {}}}]}}\n"
    add("harbour/game.yaml", marker.format("wave", "Wave"))
    game = write(TUG)
    assert len([*counters.build(game, Request(), Settings()).pages]) == 1
    Path("mine.yaml").write_text(TUG + marker.format("ink", "Ink"), encoding="utf-8")
    done("make", "counters", "mine")
    text = words("output/mine-counters.pdf")
    assert "Ink" in text
    assert "Wave" not in text


def test_all_of_a_game_on_top_of_another_is_what_it_adds() -> None:
    write(TUG + RAID)
    assert done("make", "all", "mine").splitlines() == [
        "output/mine/mine-booklet.pdf", "output/mine/mine-records.pdf", "output/mine/mine-counters.pdf",
        "what mine has from harbour is printed of that: printshop make all harbour"]
    assert "First Light" not in words("output/mine/mine-booklet.pdf")


def test_all_of_a_game_that_adds_nothing_to_print_is_all_of_its_base() -> None:
    write("extends: harbour\nsides: {docks: {changes: true, colour: '#112233'}}\n")
    assert [line.rpartition("-")[2] for line in done("make", "all", "mine").splitlines()[:-1]] == [
        "booklet.pdf", "records.pdf", "records.pdf", "counters.pdf", "templates.pdf"]


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["pack", "mine"], 2, "did you mean mine/first_light?"),
    (["pack", "mine.yaml"], 2, "did you mean mine.yaml/first_light?"),
    (["pack", "mine/ride"], 1, "did you mean 'raid'?"),
    (["pack", "mune/raid"], 1, "did you mean 'mine'?"),
    (["make", "records", "mine/ride"], 1, "did you mean 'raid'?"),
    (["make", "records", "mine", "Black Pug"], 1, "did you mean 'Black Pig'?"),
    (["make", "records", "mine.yml"], 1, "there is no game called 'mine.yml'"),
    (["list", "harbour/tugs.yaml"], 1, "this is a part of the game harbour"),
])
def test_what_is_told_of_names_that_do_not_fit(arguments: list[str], code: int, message: str) -> None:
    write(TUG + RAID)
    result = run(*arguments)
    assert (result.exit_code, message in result.output) == (code, True), result.output


def test_files_of_another_game_are_not_replaced_in_silence() -> None:
    shutil.copytree("harbour", "old/harbour")
    path = Path("old/harbour/game.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace("title: Harbour", "title: Häfen (old)"), encoding="utf-8")
    assert done("make", "records", "old/harbour") == "output/harbour-records.pdf\n"
    assert done("make", "records", "harbour").splitlines() == [
        "output/harbour-records.pdf",
        "these took the place of files of another game that has the same name: harbour-records.pdf"]
    assert done("make", "records", "harbour", "Rat") == "output/harbour-records.pdf\n"
    done("make", "records", "old/harbour")
    assert done("make", "records", "old/harbour") == "output/harbour-records.pdf\n"


# --- what is said


def test_the_list_has_the_games_of_the_working_folder() -> None:
    write(TUG + RAID)
    Path("broken.yaml").write_text("extends: nowhere\n", encoding="utf-8")
    Path("fleet.yaml").write_text("game: harbour\n", encoding="utf-8")
    lines = done("list").splitlines()
    assert lines[lines.index("In this folder"):-2] == [
        "In this folder",
        "broken          cannot be used as it is: printshop check broken",
        "harbour         Harbour: 4 units",
        "                  harbour/first_light",
        "mine            Harbour: 1 unit, 1 scenario more than harbour",
        "                  mine/raid",
    ]


def test_what_is_in_a_game_is_parted_from_what_it_has_from_its_base() -> None:
    write(TUG + RAID + FORM)
    lines = done("list", "mine").splitlines()
    assert lines[1] == "read from mine.yaml, which adds to harbour"
    assert lines[lines.index("The Docks"):][:3] == ["The Docks", "  Black Pig        11 points, Large",
                                                    "  from harbour: Mary Gloster, Rat"]
    assert "  mine/first_light                     First Light (from harbour)" in lines
    assert "  mine/raid                            Raid" in lines
    assert "  records:    log; from harbour: record" in lines


def test_the_check_tells_every_problem_once() -> None:
    Path("mine.yaml").write_text(TUG.replace("Black Pig", "The Unsinkable Admiral Lord Ponsonby-Smythe of the Docks"),
                                 encoding="utf-8")
    result = run("check", "mine.yaml", "harbour", "mine")
    assert result.exit_code == 1
    told = [line for line in result.output.splitlines() if "error:" in line]
    assert len(told) == len(set(told)) == 1, result.output
    assert told[0].startswith("mine.yaml:4:3: error:")


def test_warnings_about_the_base_are_told_of_the_base() -> None:
    add("harbour/game.yaml", "    checks:\n    - {that: planks > 8, message: small, warning: true}\n")
    write(TUG.replace("planks: 8", "planks: 7"))
    assert done("check", "harbour").count("warning:") == 2
    assert [line for line in done("check", "mine").splitlines() if "warning" in line] == [
        "  warning: mine.yaml:4:3: Black Pig: small"]


# --- a game is the same however it is laid upon another

WHOLE = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in STARTER.glob("*.yaml")}
WHOLE["scenarios"] = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8"))
                      for path in STARTER.glob("scenarios/*.yaml")}
TREE = {**WHOLE.pop("game"), **WHOLE}
NAMED = ("sides", "forms", "counters", "templates", "scenarios")


def parts(chance: random.Random) -> tuple[dict[str, object], dict[str, object]]:
    """Return the game's tree in two: entries and units are parted at random, the rest stays below."""
    below, above = dict(TREE), {}
    for section in NAMED:
        taken = {key for key in TREE[section] if chance.random() < 0.5}
        below[section] = {key: one for key, one in TREE[section].items() if key not in taken}
        above[section] = {key: one for key, one in TREE[section].items() if key in taken}
    at = chance.randrange(len(TREE["tugs"]) + 1)
    below["tugs"], above["tugs"] = TREE["tugs"][:at], TREE["tugs"][at:]
    return below, {"extends": "below", **above}


def seen(game: Game) -> list[object]:
    """Return what a game is made of, without the places of its values."""
    units = {name: (unit.title, unit.side.key, unit.size, dict(unit.values)) for name, unit in game.units.items()}
    pages = [len([*records.build(game, Request(whole=True), Settings()).pages])]
    return [game.title, game.rights, dict(game.sides), units, game.sizes, pages,
            *(sorted(entries(game, section)) for section in NAMED)]


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.randoms(use_true_random=False))
def test_a_game_parted_in_two_is_the_same_game(chance: random.Random) -> None:
    whole = load(Path("harbour"))
    for name, tree in zip(("below", "above"), parts(chance), strict=True):
        Path(f"{name}.yaml").write_text(yaml.safe_dump(tree, sort_keys=False), encoding="utf-8")
    assert seen(load(Path("above.yaml"))) == seen(whole)
