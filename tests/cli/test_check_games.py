"""`printshop check` reports unprintable entries of a loaded game with their places, without a traceback."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from helpers.cli import run
from helpers.games import change_file
from helpers.problems import catch_problems, check_whole_game
from PIL import Image

from printshop import game_paths
from printshop.cli.check_games import find_game_warnings, find_unused_pictures
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError
from printshop.products import packs
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER


@pytest.fixture
def iron_guest_copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(find_shipped_games()["iron_guest"], tmp_path / "iron_guest"))


FORMS, GAME, SCENARIO = "forms.yaml", "game.yaml", "scenarios/first_light.yaml"
STATS = "{stats: [planks, steam, cannon], marks: [planks, steam], shape: box}"
CELLS = ("{height: 20 mm, cells: [{text: Planks, pips: planks, shape: box, blank: 20}, {pips: steam, blank: 6}, "
         '{text: "{cannon}"}]}')


def test_harbour_with_the_changed_cells_prints(harbour: Path) -> None:
    """The other tests add one mistake to these cells."""
    change_file(harbour / FORMS, (STATS, CELLS))
    check_whole_game(harbour)


@pytest.mark.parametrize(("file", "old", "new", "message"), [
    (FORMS, "text: Planks", f"text: {'Planks ' * 60}",
     "10:31: error: records of Mary Gloster, Rat, Vigilant and 1 more, cell 1 of row 2 of form 'record': 'Plan"),
    (FORMS, "  columns", '  apart: "{1 // (planks - planks)}"\n  columns',
     "'apart' of form 'record': division by zero: planks - planks is 0"),
    (FORMS, "shape: box", "marks: '[1]', letter: 港",
     "cell 1 of row 2 of form 'record': the marks: no available font has '港'"),
    (FORMS, "blank: 20", "blank: 200, size: 5 mm",
     "the blank form, cell 1 of row 2 of form 'record': 200 circles do not fit"),
    (FORMS, "pips: steam", "pips: cannon", "= write 'pips: count(cannon)'"),
    (FORMS, "pips: steam", "pips: steam - 99", "gives -95, which is not a number of circles"),
    (FORMS, "per_page: 6", "per_page: 12",
     "12 records of the form 'record' do not fit the page: each is 29.3 mm high"),
    (SCENARIO, "title: First Light", f"title: {'First Light ' * 40}", "error: the booklet of 'First Light First"),
    (SCENARIO, "title: First Light", "title: 港", "no available font has '港'"),
    (SCENARIO, "The Docks place", "港 place", "no available font has '港'"),
    (GAME, "rights: ", f"subtitle: {'Tugs ' * 80}\nrights: ", "error: the cover of 'First Light': 'Tugs Tugs"),
    (GAME, "title: Harbour", f"title: {'Harbour ' * 50}", "error: the game's title 'Harbour Harbour"),
    (GAME, "rights: Free", f"rights: {'Harbour ' * 200}", "error: the rights line 'Harbour Harbour"),
    (GAME, "rights: ", "needs: [港]\nrights: ", "no available font has '港'"),
])
def test_check_reports_cells_that_do_not_print(harbour: Path, file: str, old: str, new: str, message: str) -> None:
    change_file(harbour / FORMS, (STATS, CELLS))
    change_file(harbour / file, (old, new))
    read_game(harbour)  # nothing is wrong with it as data
    with pytest.raises(PrintshopError) as error:
        check_whole_game(harbour)
    assert message in str(error.value)


@pytest.mark.parametrize(("cell", "expected"), [
    # two of four units in the game, but four of six records in the battle
    ('pips: planks, sections: "[3, 3]"', ["record of Mary Gloster,", "record of Rat,"]),
    ('pips: planks, sections: "[3, 4]"', ["records of Mary Gloster, Rat, Vigilant and 1 more,"]),
    ("rows: [{height: 50 mm, cells: [{}]}]", [
        "records of Mary Gloster, Rat, Vigilant and 1 more,", "the blank form 'f':"]),
])
def test_fit_problem_is_reported_once_for_the_form_and_not_again_for_a_battle(harbour: Path, cell: str,
                                                                              expected: list[str]) -> None:
    with (harbour / FORMS).open("a", encoding="utf-8") as file:
        file.write(f"f: {{unit: tug, rows: [{{height: 25 mm, cells: [{{{cell}}}]}}]}}\n")
    messages = sorted(problem.message for problem in catch_problems(check_whole_game, harbour))
    assert len(messages) == len(expected)
    assert all(message.startswith(start) for message, start in zip(messages, expected, strict=True)), messages


def test_cover_makes_its_ships_smaller_and_never_runs_over_its_page(iron_guest_copy: Path) -> None:
    path = iron_guest_copy / "game.yaml"
    text = path.read_text(encoding="utf-8")
    game, settings = read_game(iron_guest_copy), PrintSettings(ink=Ink.LIGHT)  # in colour, ink is measured
    components = tuple(packs.build_pack_components(game, game[SCENARIOS]["two_captains"], settings))
    for lines, fits in ((15, True), (60, False)):
        path.write_text(text.replace("needs:\n", "needs:\n" + "  - another thing\n" * lines, 1),
                        encoding="utf-8")
        game = read_game(iron_guest_copy)
        scenario = game[SCENARIOS]["two_captains"]
        if not fits:
            with pytest.raises(PrintshopError, match=r"the front page of .* is \d+ mm too long for the paper"):
                packs.assemble_pack(game, scenario, components, settings)
            continue
        cover, front = packs.assemble_pack(game, scenario, components, settings).cover.pages
        for page in (cover, front):
            # the foot's letters are bounded on the safe side
            assert measure_bounds(page.items)[3] <= page.height - 10 * MM + 3


def test_drawing_outside_its_page_is_reported(harbour: Path) -> None:
    (harbour / "art").mkdir()
    (harbour / "art" / "rat.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect x="50" y="50" width="5" height="5"/></svg>',
        encoding="utf-8")
    change_file(harbour / "tugs.yaml", ("numbered: true", "numbered: true, art: rat.svg"))
    with pytest.raises(PrintshopError, match="no part of the drawing rat\\.svg lies on the page of the file"):
        check_whole_game(harbour)


def test_picture_that_nothing_prints_by_default_is_checked_too(harbour: Path) -> None:
    (harbour / "art").mkdir()
    (harbour / "art" / "rock-1.svg").write_text("not a picture", encoding="utf-8")
    (harbour / "markers.yaml").write_text(
        'rocks: {title: Rocks, size: 1 x 1 in, default: false, each: 1-1, front: [{picture: "rock-{each}.svg"}]}\n',
        encoding="utf-8")
    with pytest.raises(PrintshopError, match="Rocks 1: the picture cannot be used: not valid XML"):
        check_whole_game(harbour)


def test_coarse_picture_is_reported_once_at_its_name(harbour: Path) -> None:
    """Three counters, a record and a cover show it, each in another size."""
    (harbour / "art").mkdir()
    Image.new("L", (30, 15)).save(harbour / "art" / "rat.png")
    for file, old, new in (("tugs.yaml", "numbered: true", "numbered: true, copies: 3, art: rat.png"),
                           ("forms.yaml", "height: 9 mm", "height: 20 mm"),
                           ("counters.yaml", "- {band:", "- {picture: unit, edge: bottom, take: 60 %}\n    - {band:")):
        change_file(harbour / file, (old, new))
    (messages,) = catch_problems(check_whole_game, harbour)
    assert messages.message.startswith("'rat.png' is too coarse to be ")
    assert messages.span
    assert messages.span.text[messages.span.column - 1 :].startswith("rat.png")


def test_cover_reports_its_picture_at_the_name(harbour: Path) -> None:
    (harbour / "art").mkdir()
    (harbour / "art" / "rat.svg").write_text("not a picture", encoding="utf-8")
    change_file(harbour / "tugs.yaml", ("numbered: true", "numbered: true, art: rat.svg"))
    with pytest.raises(PrintshopError, match=r"tugs\.yaml:2:36: error: the picture 'rat\.svg' cannot be used"):
        check_whole_game(harbour)


FLAG = '- {picture: "flag-{steam}.svg", edge: top, take: 9 %, only_if: steam > 9}'


def test_unused_pictures_are_reported(harbour: Path) -> None:
    (harbour / "art" / "old").mkdir(parents=True)
    for name in ("mary.svg", "rat.svg", "flag-docks.svg", "flag-4.svg", "old/rat.svg", "read_me.txt", ".hidden.svg"):
        (harbour / "art" / name).write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9"/></svg>',
                                            encoding="utf-8")
    for file, old, new in (("tugs.yaml", "planks: 9", "planks: 9, art: mary.svg"),
                           ("counters.yaml", "- {text:", FLAG)):
        change_file(harbour / file, (old, f"{new}\n    {old}" if old[0] == "-" else new))
    assert list(find_unused_pictures(check_whole_game(harbour))) == [
        "art/old/rat.svg: the game does not use this picture", "art/rat.svg: the game does not use this picture"]


def test_counter_parts_with_unknown_values_are_reported(harbour: Path) -> None:
    change_file(
        harbour / "counters.yaml", ("- {arrow: bow,", "- {border: single, only_if: steam > 3}\n    - {arrow: bow,")
    )
    assert list(find_game_warnings(read_game(harbour))) == []
    change_file(harbour / "tugs.yaml", ("steam: 4, points", "steam: unknown, points"), ("steam: 3", "steam: unknown"))
    assert list(find_game_warnings(read_game(harbour))) == [
        ("counter 'tugs': part 2 of 'front' is left out for Rat, Vigilant, Diligent, "
         "because it is unknown whether steam > 3 is true")]


def test_check_without_paths_checks_the_shipped_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_paths, "find_shipped_games", lambda: {"harbour": STARTERS_FOLDER / DEFAULT_STARTER})
    assert run("check") == (0, "harbour: 4 units, 1 scenario, no problems\n")


OWN_TUG = "{name: Own, side: docks, planks: 5, steam: 4, cannon: 2/d8 x2, points: 21}"
OWN_SCENARIO = ("{title: 港, summary: A, table: 4 ft x 3 ft, setup: [A], victory: {text: A}, "
                "forces: {docks: {units: [Own]}, customs: {units: [Vigilant]}}}")


@pytest.mark.parametrize(("own", "is_whole"), [
    (f"tugs: [{OWN_TUG}]", False),
    ("tugs: [{name: Rat, changes: true, planks: 5}]", True),
    (f"title: Own\ntugs: [{OWN_TUG}]", True),
    ("templates: {own: {kind: disc, title: Own, across: 20 mm}}", True),
])
def test_game_that_only_adds_units_is_checked_without_the_game_below(harbour: Path, own: str, is_whole: bool) -> None:
    change_file(harbour / SCENARIO, ("title: First Light", "title: 港"))
    Path("own.yaml").write_text(f"extends: harbour\n{own}\n", encoding="utf-8")
    messages = [problem.message for problem in catch_problems(check_whole_game, Path("own.yaml"))] if is_whole else []
    assert any("港" in message for message in messages) is is_whole
    assert is_whole or check_whole_game(Path("own.yaml")).base_name


@pytest.mark.parametrize(("own", "message"), [
    (f"tugs: [{OWN_TUG.replace('Own', '港')}]", "港"),
    (f"tugs: [{OWN_TUG.replace('planks: 5', 'planks: 500')}]", "500"),
    (f"tugs: [{OWN_TUG}]\nscenarios: {{own: {OWN_SCENARIO}}}", "港"),
])
def test_added_units_and_scenarios_are_checked(harbour: Path, own: str, message: str) -> None:
    assert harbour.is_dir()
    Path("own.yaml").write_text(f"extends: harbour\n{own}\n", encoding="utf-8")
    assert any(message in problem.message for problem in catch_problems(check_whole_game, Path("own.yaml")))
