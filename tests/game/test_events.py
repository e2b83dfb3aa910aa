"""Events of a battle: reinforcements, objectives and random events, read, refused with reasons, and printed."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from helpers import pages
from helpers.cli import run
from helpers.games import ChangedGame
from helpers.images import blank_pictures
from helpers.problems import catch_problems, join_hints, list_messages
from hypothesis import given
from hypothesis import strategies as st

import printshop
from printshop.drawing.ink import Ink
from printshop.game.events import RandomEvents
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems
from printshop.products import find_product
from printshop.products.booklets.deployment import LEFT_MARGIN, draw_deployment
from printshop.schema import keys
from printshop.schema.reader import Reader
from printshop.source import parse_yaml

SQUADS = Path(printshop.__file__).parent / "starters" / "squads"
LANE = "scenarios/lane.yaml"
ASKS = "the scenario 'lane' refers to "


@pytest.fixture
def squads_folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SQUADS, tmp_path / "squads"))


@pytest.fixture(scope="module")
def squads(tmp_path_factory: pytest.TempPathFactory) -> ChangedGame:
    return ChangedGame(SQUADS, tmp_path_factory.mktemp("copy"), LANE)


def change_squads(folder: Path, *changes: tuple[str, str], file: str = LANE) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    (folder / file).write_text(text, encoding="utf-8")


def dump_booklet(folder: Path) -> str:
    game = read_game(folder)
    return dump.render_dump(find_product("booklet").build(game, PrintRequest(scenario=game[SCENARIOS]["lane"]),
                                                          PrintSettings()))


@pytest.mark.parametrize(("old", "new", "message"), [
    ("{units: [Quarrymen], turn: 2,", "{units: [Quarrymen], turn: 7,",
     "reinforcements of The Hill cannot arrive in turn 7, because the scenario has only 6 turns | "),
    ("{units: [Quarrymen], turn: 2,", "{units: [Quarymen], turn: 2,",
     "'Quarymen' is not one of the units of The Hill | did you mean 'Quarrymen'?"),
    ("{units: [Quarrymen], turn: 2,", "{units: [3 x lane watch], turn: 2,",
     "3 x Lane Watch arrive later, but The Hill have 2 | add units that arrive later to 'units' of the force, too"),
    ("{units: [Quarrymen], turn: 2,", "{units: [Quarrymen, quarrymen], turn: 2,",
     "2 x Quarrymen arrive later, but The Hill have 1 | add units that arrive later to 'units' of the force, too"),
    ("{units: [Quarrymen], turn: 2,", "{units: [0 x Quarrymen], turn: 2,",
     "0 x Quarrymen: write at least 1 | "),
    ("points: 43\n    units: [2 x Lane Watch, Quarrymen, Old Thunder]", "points: 43",
     "'Quarrymen' is not one of the units of The Hill | add units that arrive later to 'units' of the force, too"),
    ("turn: 2, edge: the far edge", "edge: the far edge",
     ("reinforcements 1 of the force of 'hill' need a 'turn' or a 'condition' | write 'turn: 3', write a 'condition', "
      "or write both keys")),
    ("at: 12 in x 24 in", "at: 60 in x 24 in",
     "objective 'the west bridge' must be on the table, which is 4 ft x 4 ft | "),
    ("at: 12 in x 24 in", "zone: bridge",
     "objective 'the west bridge': there is no zone 'bridge' | add 'zones' to the scenario or to its 'map'"),
    ("marker: objective", "marker: objectiv",
     ASKS + "'objectiv', which is missing in the markers of the game | did you mean 'objective'?"),
    ("marker: objective", "side: hil", "there is no side 'hil' | did you mean 'hill'?"),
    ("  - {title: the pump", "  - {title: the inn, marker: objective}\n  - {title: the pump",
     ("4 objectives of the scenario 'lane' have the marker 'objective', but the marker has only 3 variants | give the "
      "marker more variants: each: [A, B, C, D]")),
    ("reinforcements: [{units: [Quarrymen]", "dummies: {blip: 3}\n    reinforcements: [{units: [Quarrymen]",
     ASKS + "'blip', which is missing in the markers of the game | known here: bridge, objective, pinned, shell, wall"),
    ("dice: d6", "dice: six", "'six' is not a roll of dice | write d6 or 2d6"),
    ("4-6:", "4-5:", "nothing happens on a 6 | give each roll exactly one result"),
    ("4-6:", "3-6:", "several things happen on a 3 | give each roll exactly one result"),
    ("4-6:", "6-4:", "'6-4' is not a possible roll of d6 | write a number from 1 to 6, or a range such as 1-6"),
    ("4-6:", "4-7:", "'4-7' is not a possible roll of d6 | write a number from 1 to 6, or a range such as 1-6"),
])
def test_impossible_events_are_reported(squads: ChangedGame, old: str, new: str, message: str) -> None:
    assert join_hints(catch_problems(squads.read, (old, new))) == [message]


def test_missing_map_is_reported_without_its_zones(squads_folder: Path) -> None:
    change_squads(squads_folder, ("table: 4 ft x 4 ft", "table: 4 ft x 4 ft\nmap: lanes"),
                  ("at: 12 in x 24 in", "zone: bridge"))
    with pytest.raises(PrintshopError, match="'lanes'") as error:
        read_game(squads_folder)
    assert not [problem for problem in error.value.problems if "zone" in problem.message]


def test_two_dice_give_a_two_digit_result(squads_folder: Path) -> None:
    change_squads(squads_folder, ("dice: d6", "dice: d66"), ("    1: Supper", "    11-16: Supper"), ("2-3:", "21-36:"),
                  ("4-6:", "41-66:"))
    events = read_game(squads_folder)[SCENARIOS]["lane"].events
    assert events
    assert [roll for roll, _ in events.results] == ["11-16", "21-36", "41-66"]


def test_booklets_list_reinforcements_objectives_and_events(squads_folder: Path) -> None:
    dump_text = dump_booklet(squads_folder)
    for words in ("Later.", "'+ Quarrymen'", "'+ Grindstone'", "the west bridge", "2 points", "Mist from the mill race",
                  "INTO THE NEXT BATTLE", "Points carried over"):
        assert words in dump_text, words


def test_unit_of_unknown_cost_can_be_a_reinforcement(squads_folder: Path) -> None:
    change_squads(squads_folder, ("points: 9}", "points: unknown}"), file="squads.yaml")
    assert "'+ Quarrymen'" in dump_booklet(squads_folder)


def test_turn_box_names_all_its_reinforcements(squads_folder: Path) -> None:
    change_squads(squads_folder, ("turn: 3", "turn: 2"))
    assert "'+ Quarrymen, Grindstone'" in dump_booklet(squads_folder)


def test_objectives_are_drawn_to_scale_on_the_figure(squads_folder: Path) -> None:
    battle = read_game(squads_folder)[SCENARIOS]["lane"]
    assert battle.deployment
    figure = draw_deployment(battle.deployment, in_decimetres=False, ink=Ink.COLOUR,
                             objectives=[goal.at for goal in battle.objectives])
    middles = {word.text: word.x for word in pages.find_words(figure.items) if word.text in ("A", "B", "C")}
    # feet at 1:12
    assert middles == pytest.approx({"A": LEFT_MARGIN + 72, "B": LEFT_MARGIN + 144, "C": LEFT_MARGIN + 216}, abs=0.01)


def test_objective_of_one_side_has_one_score_box(squads_folder: Path) -> None:
    whole = dump_booklet(squads_folder).count("'–'")
    change_squads(squads_folder, ("marker: objective", "side: hill"))
    assert dump_booklet(squads_folder).count("'–'") == whole + 1


def test_reinforcements_need_no_position_and_other_units_do(squads_folder: Path) -> None:
    change_squads(squads_folder, ("    reinforcements: [{units: [Quarrymen], turn: 2, edge: the far edge}]\n", ""))
    problems = catch_problems(read_game, squads_folder)
    assert ["Quarrymen" in problem.message for problem in problems] == [True]


def test_reinforcement_of_one_side_has_a_position_as_a_unit_of_the_other(squads_folder: Path) -> None:
    change_squads(squads_folder, ("name: Quarrymen, side: hill", "name: Quarrymen, side: any"), file="squads.yaml")
    change_squads(squads_folder, ("points: 43\n    units: [2 x Millers,", "units: [2 x Millers, Quarrymen,"))
    problems = catch_problems(read_game, squads_folder)
    assert list_messages(problems) == ["no position is given for Quarrymen (The Mill)"]


@pytest.mark.parametrize(("kind", "number"), [("objective", None), ("pinned", 3)])
def test_each_objective_has_a_marker(squads_folder: Path, kind: str, number: int | None) -> None:
    text = (squads_folder / LANE).read_text(encoding="utf-8").replace("marker: objective", f"marker: {kind}")
    (squads_folder / LANE).write_text(text, encoding="utf-8")
    assert read_game(squads_folder)[SCENARIOS]["lane"].counts.get(kind) == number  # three letters have one each


def test_dummies_are_among_the_units(squads_folder: Path) -> None:
    change_squads(squads_folder, ("  mill:\n", "  mill:\n    dummies: {pinned: 3}\n"))
    assert read_game(squads_folder)[SCENARIOS]["lane"].counts == {"pinned": 3}
    assert "3 × Pinned" in dump_booklet(squads_folder).replace(r"\xa0", " ")


def test_virtual_table_begins_with_the_positions_of_the_figure(squads_folder: Path) -> None:
    with blank_pictures():
        assert run("export", "tts", f"{squads_folder}/lane", "-o", str(squads_folder / "out"))[0] == 0
    (saved_game,) = (squads_folder / "out").glob("*.json")
    objects = [(thing["Nickname"], *(thing["Transform"][key] for key in ("posX", "posZ", "rotY")), thing["Locked"])
               for thing in json.loads(saved_game.read_text(encoding="utf-8"))["ObjectStates"]]
    assert ("Table 4 ft x 4 ft", 24, -24, 180, True) in objects
    lying = [what[:4] for what in objects if what[1] < 48 and not what[4]]  # tents, which show their starboard side
    assert sorted(lying) == [
        ("Lane Watch-1", 14, -6, 270), ("Lane Watch-2", 34, -6, 270), ("Millers-1", 12, -42, 90),
        ("Millers-2", 36, -42, 90), ("Objective A", 12, -24, 180), ("Objective B", 24, -24, 180),
        ("Objective C", 36, -24, 180), ("Old Thunder", 24, -4, 270), ("Race Runners", 24, -44, 90)]


def test_objectives_on_a_map_have_their_letters_and_hexes(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SQUADS.parent / "hexes", tmp_path / "hexes"))
    change_squads(folder, ("zones:\n", "zones:\n  ford: {hexes: ['0804'], label: the ford}\n"),
                  ("setup:", ("objectives: [{title: the crossing, zone: ford}, {title: home, zone: west}, "
                              "{title: bank, zone: west}]\nsetup:")),
                  file="scenarios/crossing.yaml")
    game = read_game(folder)
    dump_text = dump.render_dump(find_product("booklet").build(game, PrintRequest(scenario=game[SCENARIOS]["crossing"]),
                                                               PrintSettings()))
    for words in ("'the ford, hex 0804'", "'The West'", "'A' source-serif", "'B, C: The West' source-serif"):
        assert words in dump_text, words


def test_counter_sheets_have_the_number_of_dummies_of_the_scenario(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SQUADS.parent / "hexes", tmp_path / "hexes"))
    change_squads(folder, ("  west: {units", "  west: {dummies: {turn: 3}, units"), file="scenarios/crossing.yaml")
    game = read_game(folder)
    printed = dump.render_dump(find_product("counters").build(game, PrintRequest(scenario=game[SCENARIOS]["crossing"]),
                                                              PrintSettings()))
    assert "3 markers" in printed


def test_draft_of_a_scenario_uses_each_pilot_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(SQUADS.parent / "air", tmp_path / "air")
    assert run("new", "scenario", "air", "Dusk Patrol")[0] == 0
    forces = read_game(tmp_path / "air")[SCENARIOS]["dusk_patrol"].forces
    assert [[name for name, _ in force.roster] for force in forces] == [["Heron", "Tern"], ["Jackdaw", "Crow"]]


@pytest.mark.slow
def test_objective_markers_are_in_their_zones_on_virtual_maps(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SQUADS.parent / "hexes", tmp_path / "hexes"))
    with (folder / "scenarios" / "crossing.yaml").open("a", encoding="utf-8") as file:
        file.write("objectives: [{title: the western bank, zone: west, marker: turn}]\n")
    with blank_pictures():
        for program, out in (("tts", "out"), ("vassal", "out.vmod")):
            assert run("export", program, f"{folder}/crossing", "-o", str(tmp_path / out), "--dpi", "72")[0] == 0
    (saved_game,) = (tmp_path / "out").glob("*.json")
    (turn,) = (thing["Transform"] for thing in json.loads(saved_game.read_text(encoding="utf-8"))["ObjectStates"]
               if thing["Nickname"] == "Turn")
    across, column = 30 / 25.4, 30 / 25.4 * 3**0.5 / 2  # inches; the zone is columns 1 and 2 of 7 rows
    middle = across / 3**0.5 + column / 2, (7 + 1 / 2) * across / 2
    assert (turn["posX"], -turn["posZ"]) == pytest.approx(middle, abs=0.03)  # less than a pixel, and a border
    with ZipFile(tmp_path / "out.vmod") as archive:
        (stack,) = (stack for stack in ET.fromstring(archive.read("buildFile.xml")).iter()
                    if stack.tag.endswith("SetupStack") and stack.get("name") == "Turn")
    assert stack.get("owningBoard") == "The Valley"
    assert [int(stack.get(way, 0)) / 72 for way in "xy"] == pytest.approx(middle, abs=0.03)


def test_objective_markers_are_at_their_positions_on_virtual_tables(squads_folder: Path) -> None:
    with blank_pictures():
        assert run("export", "vassal", f"{squads_folder}/lane", "-o", str(squads_folder / "out"))[0] == 0
    module = squads_folder / "out.vmod"
    with ZipFile(module) as archive:
        tree = ET.fromstring(archive.read("buildFile.xml"))
    stacks = [(stack.get("name"), int(stack.get("x", 0)), int(stack.get("y", 0))) for stack in tree.iter()
              if stack.tag.endswith("SetupStack") and "Objective" in (stack.get("name") or "")]
    (_, left, y), (_, middle, _), (_, right, _) = stacks
    assert [name for name, _, _ in stacks] == ["Objective A", "Objective B", "Objective C"]
    assert (middle, right, y) == (2 * left, 3 * left, 2 * left)  # 12, 24, 36 in from the left, 24 from the far edge


@given(st.integers(1, 3), st.sampled_from((4, 6, 10)), st.data())
def test_results_for_every_roll_are_a_table(count: int, die: int, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.sets(st.integers(count + 1, count * die))))
    starts, ends = [count, *cuts], [*(cut - 1 for cut in cuts), count * die]
    rolls = "".join(f"  {first}-{last}: So it is.\n" for first, last in zip(starts, ends, strict=True))
    node = parse_yaml(f"dice: {count}d{die}\nresults:\n{rolls}", "", problems := Problems())
    events = keys.read_block(RandomEvents, Reader(node, problems, "the events"))
    assert [*problems] == []
    assert len(events.results) == len(starts)
