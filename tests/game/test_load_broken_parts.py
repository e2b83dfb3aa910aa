"""Broken parts of a game stop only the products that need them, and are still reported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke

from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import write_starter_game

if TYPE_CHECKING:
    from click.testing import Result

HERE = Path("harbour")
SCENARIO = "scenarios/first_light.yaml"
OTHER = """\
title: Last Light
summary: Again.
table: 4 ft x 3 ft
forces:
  docks: {points: 21, units: [Mary Gloster]}
  customs: {units: [Vigilant]}
setup: [Anywhere.]
victory: {text: Be there.}
"""
STICK = "rum: {kind: stick, title: Rum, width: 12 mm, length: 100 mm, every: 25 mm, labels: [a, b, c, d]%s}\n"
TOTAL = (SCENARIO, "points: 33", "points: 34")
UNIT = ("tugs.yaml", "planks: 4, steam", "planks: four, steam")
TEMPLATE = ("templates.yaml", "length: 12 in", "length: 12")
FORM = ("forms.yaml", "stats: [planks, steam", "stats: [planks, steem")
NO_YAML = ("forms.yaml", "record:", "record: }")


@pytest.fixture(autouse=True)
def harbour_with_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_starter_game(HERE)
    (HERE / "scenarios" / "last_light.yaml").write_text(OTHER, encoding="utf-8")
    with (HERE / "templates.yaml").open("a", encoding="utf-8") as file:
        file.write(STICK % "")
    return HERE


def spoil(file: str, old: str, new: str) -> None:
    path = HERE / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def invoke_line(words: str) -> Result:
    return invoke(*words.split())


@pytest.mark.parametrize(("fault", "command"), [
    (TOTAL, "pack harbour/last_light --format dump"),
    (UNIT, "make records harbour Vigilant --format dump"), (UNIT, "make records harbour --blank 2 --format dump"),
    (TEMPLATE, "make templates harbour --only rum --format dump"),
    (NO_YAML, "make counters harbour Rat --format dump"),
    (TOTAL, "list harbour"), (FORM, "export csv harbour"), (UNIT, "export json harbour Vigilant"),
    (UNIT, "fleet home.yaml --format dump"), (TOTAL, "check home.yaml"),
], ids=str)
def test_products_without_broken_parts_are_built_and_the_rest_is_reported(fault: tuple[str, str, str],
                                                                          command: str) -> None:
    Path("home.yaml").write_text("game: harbour\nunits: [Mary Gloster]\n", encoding="utf-8")
    sound = invoke_line(command)
    spoil(*fault)
    result = invoke_line(command)
    assert (result.exit_code, sound.exit_code) == (0, 0), result.output
    assert result.stderr.startswith(f"harbour/{fault[0]}:")
    assert ": warning: " in result.stderr
    assert result.stderr.endswith("1 problem; the result does not depend on the parts with this problem\n")
    assert command.startswith("list") or result.stdout == sound.stdout


@pytest.mark.parametrize(("fault", "command"), [
    (TOTAL, "make records harbour"), (TEMPLATE, "make counters harbour"),
    (("templates.yaml", "length: 12 in", "length: ["), "make records harbour"),
], ids=str)
def test_sections_not_used_by_a_product_are_not_read(fault: tuple[str, str, str], command: str) -> None:
    sound = invoke_line(f"{command} --format dump")
    spoil(*fault)
    result = invoke_line(f"{command} --format dump")
    assert (result.exit_code, result.stderr) == (sound.exit_code, sound.stderr) == (0, "")
    assert result.stdout == sound.stdout


@pytest.mark.parametrize(("fault", "command"), [
    (TOTAL, "pack harbour/first_light"), (TOTAL, "make all harbour"), (TOTAL, "make booklet harbour"),
    (TOTAL, "make all harbour/first_light"), (UNIT, "export json harbour"), (TOTAL, "export vassal harbour"),
    (UNIT, "make records harbour"), (UNIT, "make records harbour Rat*2"), (UNIT, "make counters harbour rat-2"),
    (UNIT, "make rosters harbour"), (UNIT, "pack harbour/first_light"), (UNIT, "fleet home.yaml"),
    (TEMPLATE, "make templates harbour"), (TEMPLATE, "make templates harbour --only cannon_stick"),
    (TEMPLATE, "pack harbour/last_light"), (FORM, "make records harbour Rat"), (NO_YAML, "pack harbour/last_light"),
    (("game.yaml", "planks: {kind: whole", "planks: {kind: hole"), "make templates harbour"),
], ids=str)
def test_products_of_broken_parts_are_not_built(fault: tuple[str, str, str], command: str) -> None:
    Path("home.yaml").write_text("game: harbour\nunits: [Mary Gloster, 2 x Rat]\n", encoding="utf-8")
    spoil(*fault)
    result = invoke_line(command)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith(f"harbour/{fault[0]}:")
    assert ": error: " in result.stderr
    assert "warning" not in result.stderr
    assert not Path("output").exists()


def test_broken_optional_part_stops_no_other_part() -> None:
    spoil("templates.yaml", STICK % "", STICK.replace("100 mm", "100") % ", default: false")
    assert invoke_line("make templates harbour").exit_code == 0
    assert invoke_line("make templates harbour --only rum").exit_code == 1
    assert invoke_line("make all harbour").exit_code == 1


def test_parts_that_refer_to_a_broken_part_are_broken() -> None:
    spoil(*UNIT)
    game = read_game(HERE, skip_broken=True)
    assert {(part.section, part.names) for part in game.broken.parts} == {
        ("units", ("Rat",)), ("scenarios", ("first_light",))}
    assert [*game.units] == ["Mary Gloster", "Vigilant", "Diligent"]
    assert [problem.message for problem in game.broken.problems] == [
        "planks of Rat must be a whole number, found the text 'four'"]


def test_mistake_in_a_shared_value_breaks_the_whole_game() -> None:
    """The planks of both are those of the first, which are wrong."""
    spoil("tugs.yaml", "planks: 9", "planks: &many nine")
    spoil("tugs.yaml", "planks: 6", "planks: *many")
    with pytest.raises(PrintshopError, match="planks of Mary Gloster must be a whole number"):
        read_game(HERE, skip_broken=True)


# --- check -------------------------------------------------------------------------------------------------------


def test_check_prints_one_complete_message() -> None:
    (HERE / "fleets").mkdir()
    (HERE / "fleets" / "night.yaml").write_text("units: [Mary Glster]\n", encoding="utf-8")
    (HERE / "fleets" / "day.yaml").write_text("units: [Mary Gloster]\n", encoding="utf-8")
    assert invoke_line("check harbour").stdout == ""
    for fault in (TOTAL, TEMPLATE, ("tugs.yaml", "cannon: 2/d8 x2", "cannon: 2/d9 x2")):
        spoil(*fault)
    spoil("forms.yaml", "{points} points", f"{'points ' * 60}")
    result = invoke_line("check harbour")
    assert (result.exit_code, result.stdout) == (1, "")
    output = [line for line in result.stderr.splitlines() if ": error: " in line]
    for place in ("fleets/night.yaml:1", "forms.yaml:8", f"{SCENARIO}:6", "templates.yaml:5", "tugs.yaml:1"):
        assert sum(line.startswith(f"harbour/{place}:") for line in output) == 1, place
    assert result.stderr.endswith(f"{len(output)} problems\n")


def test_check_uses_the_requested_paper() -> None:
    gauge = "rudder: {kind: curves, title: Rudder, rows: {slow: {radius: 220 mm}}%s}\n"
    with (HERE / "templates.yaml").open("a", encoding="utf-8") as file:
        file.write(gauge % "")
    result = invoke_line("check harbour")
    assert result.exit_code == 1
    assert "or choose larger paper: --paper tabloid or --paper a3\n" in result.stderr
    large = invoke_line("check harbour --paper a2")
    assert (large.exit_code, large.output) == (0, "harbour: 4 units, 2 scenarios, no problems\n")
    spoil("templates.yaml", gauge % "", gauge % ", default: false")
    command = invoke_line("check harbour")
    assert command.exit_code == 0
    assert command.stdout.endswith("universal paper has room for only 184 x 241 mm (7.24 x 9.48 in); this entry is "
                                   "printed only on request, and fits on --paper tabloid or --paper a3\n")
    spoil("templates.yaml", "title: Rudder", "title: 港")
    assert "no available font has '港'" in invoke_line("check harbour").stderr


def test_check_of_a_scenario_or_a_fleet_includes_its_game() -> None:
    sound = invoke_line("check harbour")
    assert (invoke_line("check harbour/first_light").output, sound.exit_code) == (sound.output, 0)
    assert "Harbour has no scenario 'frist_light'" in invoke_line("check harbour/frist_light").stderr


def test_named_units_are_all_printed_or_reported() -> None:
    spoil("game.yaml", "unit_types: ", "unit_types:\n  crew: {plural: crews, fields: {}}\n#")
    (HERE / "crews.yaml").write_text("- {name: Stokers, side: docks}\n", encoding="utf-8")
    result = invoke_line("make records harbour Stokers Rat")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: there are no records for Stokers\n      = name only tugs\n")
