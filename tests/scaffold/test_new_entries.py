"""New units, battles, fleets and forms for every game are sound and print."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers import yaml_values
from helpers.cli import run
from helpers.games import open_game
from helpers.paths import TOY
from jsonschema import Draft7Validator

from printshop import json_schemas
from printshop.game.forms.model import FORMS
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.scaffold.new_entries import DRAFT_COMMANDS

if TYPE_CHECKING:
    from printshop.game.model import Game

pytestmark = pytest.mark.usefixtures("toy_folder")


def write_entry(*words: str) -> tuple[Path, list[str]]:
    """Write something new; return its file and the command that the last line names."""
    code, output = run("new", *words)
    assert code == 0, output
    lines = output.splitlines()
    assert lines[-1].startswith("next: printshop ")
    return Path(lines[0]), shlex.split(lines[-1])[2:]


def read_entry(*words: str) -> str:
    return write_entry(*words)[0].read_text(encoding="utf-8")


def schema_of(path: Path) -> dict[str, Any]:
    """Return the schema that a file names in its first line."""
    match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8"))
    assert match
    schema: dict[str, Any] = json.loads((path.parent / match[1]).read_text(encoding="utf-8"))
    return schema


def is_valid(path: Path) -> bool:
    """Return whether a file is good by the schema that it names."""
    return Draft7Validator(schema_of(path)).is_valid(yaml_values.read_file(path))


def count_pages(product: str, game: Game, request: PrintRequest) -> int:
    return len([*find_product(product).build(game, request, PrintSettings()).pages])


@pytest.mark.slow
def test_new_entries_of_a_shipped_game_are_valid_and_print() -> None:
    key = "iron_guest"
    base = open_game(key)
    scenario = DRAFT_COMMANDS["scenario"](base, key, "Three in the: Morning")
    path = scenario.paths[0]
    assert (path, scenario.key, scenario.next_command) == (
        Path("three_in_the_morning.yaml"), "three_in_the_morning",
        "printshop pack three_in_the_morning/three_in_the_morning")
    for kind in base.unit_types:
        DRAFT_COMMANDS["unit"](read_game(path), str(path), f"Sea {kind}", kind=kind)
        DRAFT_COMMANDS["form"](read_game(path), str(path), f"Sheet of one {kind}", kind=kind)
    assert is_valid(path)
    game = read_game(path)
    battle = game[SCENARIOS]["three_in_the_morning"]
    assert battle.title == "Three in the: Morning"
    assert len(battle.forces) == 2
    assert all(force.listings for force in battle.forces)
    assert count_pages("booklet", game, PrintRequest(scenario=battle))
    for kind in base.unit_types:
        unit = game.units[f"Sea {kind}"]
        assert (unit.kind, unit.warnings) == (kind, ())
        assert count_pages("records", game, PrintRequest(only_keys=(f"sheet_of_one_{kind.casefold()}",)))
        assert count_pages("records", game, PrintRequest(only_keys=(f"sheet_of_one_{kind.casefold()}",), blank_forms=2))


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (("form", "toy", "Sheet of one kite", "--type", "kite"), "toy/forms.yaml"),
        (("scenario", "toy", "Dawn"), "toy/scenarios/dawn.yaml"),
        (("fleet", "toy", "Home"), "toy/fleets/home.yaml"),
        (("unit", "toy", "Leaning Too", "--type", "tower"), "toy/towers/leaning_too.yaml"),
        (("unit", "iron_stars", "Wasp"), "wasp.yaml"),
    ],
    ids=str,
)
def test_command_named_next_works(words: tuple[str, ...], file: str) -> None:
    path, command = write_entry(*words)
    assert str(path) == file
    assert path.name == "forms.yaml" or is_valid(path)  # that one is there, and may do without a schema
    if command == ["check", "toy"]:  # which prints the whole game
        assert "Leaning Too" in read_game(Path("toy")).units
    else:
        code, output = run(*command, "--format", "dump")
        assert code == 0, output


@pytest.mark.slow
def test_written_files_are_listed() -> None:
    assert run("new", "unit", "toy", "Leaning Too", "--type", "tower")[1].splitlines() == [
        "toy/towers/leaning_too.yaml", "toy/.printshop/toy-towers.schema.json", "next: printshop check toy"]
    assert run("new", "unit", "iron_stars", "Wasp")[1].splitlines() == [
        "wasp.yaml", ".printshop/wasp.schema.json", "next: printshop make records wasp Wasp"]
    game = read_game(Path("wasp.yaml"))
    assert (game.base_name, game.own_entries["units"]) == ("iron_stars", {"Wasp"})
    assert not list(find_shipped_games()["iron_stars"].glob(".*"))
    before = Path("wasp.yaml").read_text(encoding="utf-8")
    assert run("new", "unit", "wasp", "Hornet", "--like", "Alpha")[1].splitlines() == [
        "wasp.yaml", "next: printshop make records wasp Hornet"]
    assert Path("wasp.yaml").read_text(encoding="utf-8").startswith(before)
    game = read_game(Path("wasp.yaml"))
    assert game.own_entries["units"] == {"Wasp", "Hornet"}
    assert game.units["Hornet"].numbered
    assert game.units["Hornet"].values["hull"] == game.units["Alpha"].values["hull"]
    assert "- Wasp\n" in read_entry("scenario", "wasp", "Dawn")  # the player's own ship comes first


@pytest.mark.parametrize(("key", "there", "missing"), [
    ("iron_stars", ["marks: [hull, armour, thrust], ground: side", "per_page: fit", ", {picture: unit}]",
                    "torpedoes]", "list: equipment"], ["shape"]),
    ("for_the_masses", ["marks: [elements]", "marks: [wounds]"], ["movement]"]),
    ("stellar_wars", ["around: [shield, armor], clockwise: [F, FR, RR, R, RL, FL], shape: box, blank: 6",
                      "list: weapons, marks: {Marks: 4}, shape: box"], ["list: shield"]),
    ("ironclads", [", {picture: unit}]", "list: hull, marks: [boxes]"], [])])
def test_new_form_shows_damage_like_the_forms_of_the_game(key: str, there: list[str], missing: list[str]) -> None:
    """Marks of numbers and lists, the boxes on the sides of a figure, the picture."""
    files = DRAFT_COMMANDS["form"](open_game(key), key, "One More", kind=next(iter(open_game(key).unit_types))).paths
    text = files[0].read_text(encoding="utf-8")
    assert [part for part in there if part not in text] == []
    assert [part for part in missing if part in text] == []


def test_new_form_is_independent_of_existing_forms() -> None:
    drafts = [read_entry("form", "toy", f"Sheet {number}", "--type", "kite") for number in (1, 2)]
    first, second = (draft[draft.rindex("rows:"):] for draft in drafts)
    assert first == second
    assert "# marks: what players cross off" in first


def test_new_form_marks_expended_values(tmp_path: Path) -> None:
    """Not each number, and not the first number of an entry: one with a usual name, optional or not."""
    path = tmp_path / "trains.yaml"
    path.write_text("""\
format: 1
title: Trains
unit_types:
  train:
    fields:
      axles: {kind: whole, max: 20}
      crew: {kind: whole, max: 12}
      cars:
        kind: list
        of:
          car: {kind: text}
          length: {kind: whole, max: 9}
          shells_left: {kind: whole, optional: true}
          charges: {kind: whole}
      wheels: {kind: list, of: {wheel: {kind: text}, width: {kind: whole, max: 9}}}
trains:
  - name: Ram
    axles: 4
    crew: 5
    cars: [{car: Gun, length: 2, shells_left: 7, charges: 3}]
    wheels: [{wheel: A, width: 2}]
""", encoding="utf-8")
    text = read_entry("form", str(path), "One More")
    assert re.findall(r"(\w+)\]?, marks: \[(.*?)\]", text) == [
        ("crew", "crew"), ("cars", "shells_left, charges"), ("wheels", "width")]


def test_fleet_has_a_side() -> None:
    fleet = yaml_values.read_file(write_entry("fleet", "iron_stars", "Far East", "--side", "china")[0])
    assert (fleet["side"], fleet["units"]) == ("china", ["Tai Zhou", "Min Zhou", "Fei Yu"])


@pytest.mark.parametrize("key", find_shipped_games())
def test_new_form_can_be_a_copy_of_each_form_of_its_game(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_schemas, "add_schemas", lambda *_: None)  # which takes long
    base = open_game(key)
    sources = yaml_values.read_file(base.root / "forms.yaml")
    for like, form in base[FORMS].items():
        path = DRAFT_COMMANDS["form"](base, key, f"My {like}", like=like).paths[0]
        copy, original = yaml_values.read_file(path)["forms"][f"my_{like}"], sources[like]
        assert copy == {**{name: value for name, value in original.items() if name != "default"}, "title": f"My {like}"}
        assert read_game(path, only_sections=("forms",))[FORMS][f"my_{like}"].unit == form.unit


def test_copy_of_a_form_keeps_its_comments_and_is_printed(toy_folder: Path) -> None:
    path = toy_folder / "mine.yaml"
    path.write_text("""extends: toy
forms:
  # above
  short:
    title: Short  # the head
    unit: hero
    default: false
    rows:
      # in the middle
      - {text: "{label}"}  # at the end
      # below
  other: {title: Other, unit: hero, rows: [{text: Other}]}
""", encoding="utf-8")
    DRAFT_COMMANDS["form"](read_game(path), "mine", "Long", like="short")
    assert path.read_text(encoding="utf-8").endswith("""
  long:
    title: Long  # the head
    unit: hero
    rows:
      # in the middle
      - {text: "{label}"}  # at the end
      # below
""")
    with pytest.raises(PrintshopError, match="has no form 'shirt'"):
        DRAFT_COMMANDS["form"](read_game(path), "mine", "Longer", like="shirt")


def test_new_entries_of_a_game_in_one_file_are_after_the_others(toy_folder: Path) -> None:
    path = toy_folder / "mine.yaml"
    path.write_text("extends: toy\n\nneeds: [tea]\n", encoding="utf-8")
    for title in ("Dawn", "Dusk"):
        DRAFT_COMMANDS["scenario"](read_game(path), "mine", title)
        DRAFT_COMMANDS["form"](read_game(path), "mine", title, kind="hero")
    game = read_game(path)
    assert game.own_entries["scenarios"] == game.own_entries["forms"] == {"dawn", "dusk"}
    assert "#- {picture: unit}" in path.read_text(encoding="utf-8")  # none has any
    assert "tea" in game.needs


@pytest.mark.parametrize(("words", "message"), [
    (("scenario", "toy", "Duel"), "already has a battle 'duel'"), (("scenario", "toy", ""), "cannot be the name of"),
    (("form", "toy", "Stats", "--type", "heron"), "did you mean 'hero'?"),
    (("form", "toy", "Stats"), "add one of: --type"), (("fleet", "toy", "x\ny"), "cannot be the name of"),
    (("fleet", "toys", "x"), "did you mean 'toy'?"), (("fleet", "toy", "x", "--side", "mauv"), "did you mean 'mauve'?"),
    (("unit", "toy", "X"), "add one of: --type hero, --type tower"),
    (("unit", "toy", "X", "--type", "towr"), "did you mean 'tower'?"),
    (("unit", "toy", "X", "--like", "Og"), "did you mean 'Ogg'?"), (("unit", "tyo", "X"), "did you mean 'toy'?"),
    (("unit", "toy", "X", "--type", "tower", "--like", "Ogg"), "Ogg is a hero, but the new unit has the type tower"),
    *((("unit", "toy", "--type", "tower", "--", name), message) for name, message in (
        ("Ogg", "already has a hero named 'Ogg'"), ("ogg", "already"), (" x", "cannot be the name of"),
        ("x" * 101, "101 characters"), ("3 x Rat", "command line"), ("Rat*5", "command line"),
        ("-x", "command line")))])
def test_wrong_arguments_are_refused(words: tuple[str, ...], message: str) -> None:
    before = [sorted(folder.rglob("*")) for folder in (Path(), TOY)]
    code, output = run("new", *(str(TOY) if word == "toy" else word for word in words))
    assert code == 1
    assert message in output
    assert output.endswith("nothing was written\n")
    assert [sorted(folder.rglob("*")) for folder in (Path(), TOY)] == before


@pytest.mark.parametrize("kind", ["unit", "scenario", "fleet", "form"])
def test_existing_files_are_not_overwritten(kind: str, toy_folder: Path) -> None:
    (toy_folder / "dawn.yaml").write_text("mine", encoding="utf-8")
    (toy_folder / "dawn_2.yaml").symlink_to("nowhere")
    code, output = run("new", kind, "iron_stars", "Dawn")
    assert code == 0
    assert "dawn_3.yaml" in output
    assert re.search("(title|name): Dawn", (toy_folder / "dawn_3.yaml").read_text(encoding="utf-8"))
    assert (toy_folder / "dawn.yaml").read_text(encoding="utf-8") == "mine"
    assert (toy_folder / "dawn_2.yaml").is_symlink()


SIDELESS = "format: 1\ntitle: Alone\nunit_types: {rat: {fields: {teeth: {kind: whole, min: 1, max: 4}}}}\n"


def test_game_without_sides_units_and_forms_gets_new_entries(toy_folder: Path) -> None:
    (toy_folder / "single.yaml").write_text(SIDELESS, encoding="utf-8")
    assert "printshop new form single" in run("make", "all", "single")[1]
    assert "under forms: in single.yaml" in run("make", "records", "single")[1]
    (toy_folder / "alone").mkdir()
    (toy_folder / "alone" / "game.yaml").write_text(SIDELESS, encoding="utf-8")
    assert "has no sides" in run("new", "scenario", "alone", "Dawn")[1]
    assert "there are no units for a fleet yet" in run("new", "fleet", "alone", "Dawn")[1]
    write_entry("unit", "alone", "Rat")
    path, command = write_entry("form", "alone", "Rats")
    assert path == Path("alone/forms.yaml")
    assert is_valid(path)
    assert run(*command, "--format", "dump")[0] == 0
    assert run(*write_entry("fleet", "alone", "Pack")[1], "--format", "dump")[0] == 0


def test_new_scenario_has_the_units_of_fleets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("home.yaml").write_text("game: iron_stars\nside: britain\nunits:\n  - 2 x Nike\n"
                                 "  - {unit: Golem, damage: {hull: 3}}\n", encoding="utf-8")
    assert run("new", "scenario", "iron_stars", "Raid", "--fleet", "home.yaml")[0] == 0
    (force,) = read_game(Path("raid.yaml"))[SCENARIOS]["raid"].forces
    assert force.side.key == "britain"
    assert [(line.unit, line.count, dict(line.damage)) for line in force.listings] == [
        ("Nike", 2, {}), ("Golem", 1, {"hull": 3})]
