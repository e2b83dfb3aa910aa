"""The files of JSON Schemas: their places, and that they are renewed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from helpers import yaml_values
from helpers.cli import invoke
from jsonschema import Draft7Validator

from printshop.game_paths import find_shipped_games
from printshop.json_schemas import SCHEMA_FOLDER

pytestmark = pytest.mark.usefixtures("toy_folder")


def test_schemas_of_a_shipped_game_are_in_the_working_folder() -> None:
    lines = invoke("schema", "iron_guest").output.splitlines()
    assert lines[0] == str(Path(".printshop/iron_guest-ships.schema.json"))
    assert lines[-1].endswith("=.printshop/iron_guest-ships.schema.json")
    assert not (find_shipped_games()["iron_guest"] / SCHEMA_FOLDER).exists()


def test_game_in_one_file_has_one_schema(toy_folder: Path) -> None:
    (toy_folder / "more towers.yaml").write_text("extends: toy\ntitle: More\n", encoding="utf-8")
    lines = invoke("schema", "more towers").output.splitlines()
    names = [f"more_towers{end}.schema.json" for end in ("", "-fleet", "-extension")]
    assert [Path(line).name for line in lines[:3]] == names
    assert lines[-1] == "# yaml-language-server: $schema=.printshop/more_towers.schema.json"
    lines = invoke("schema", "more towers", "-o", "elsewhere").output.splitlines()
    assert lines[0] == str(Path("elsewhere/more_towers.schema.json"))
    assert lines[-1].endswith("=elsewhere/more_towers.schema.json")


def test_first_line_refers_to_its_schema(toy_folder: Path) -> None:
    invoke("new", "unit", "toy", "Pisa", "--type", "tower")
    file = toy_folder / "toy" / "towers" / "pisa.yaml"
    match = re.match(r"# yaml-language-server: \$schema=(\S+)\n", file.read_text(encoding="utf-8"))
    assert match
    schema = json.loads((file.parent / match[1]).read_text(encoding="utf-8"))
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert Draft7Validator(schema).is_valid(yaml_values.read_file(file))


@pytest.mark.slow
def test_check_updates_the_schemas(harbour: Path) -> None:
    for path in [*harbour.glob("*.yaml"), *harbour.glob("*/*.yaml")]:
        if path.name not in {"game.yaml", "tugs.yaml"}:
            path.unlink()  # so that little is printed
    battle = "{docks: {units: [Otter]}}"
    invoke("schema", "harbour")
    file = harbour / SCHEMA_FOLDER / "harbour-scenario.schema.json"
    before = file.stat().st_mtime_ns, file.read_text(encoding="utf-8")
    assert "Otter" not in before[1]
    assert invoke("check", "harbour").exit_code == 0
    assert (file.stat().st_mtime_ns, file.read_text(encoding="utf-8")) == before  # nothing new, nothing written
    (harbour / SCHEMA_FOLDER / "harbour-charts.schema.json").unlink()
    invoke("new", "unit", "harbour", "Otter")
    assert invoke("check", "harbour").exit_code == 0
    schema = json.loads(file.read_text(encoding="utf-8"))
    forces = {**schema["properties"]["forces"], "definitions": schema["definitions"]}
    assert Draft7Validator(forces).is_valid(yaml_values.read_text(battle))
    assert not Draft7Validator(forces).is_valid(yaml_values.read_text(battle.replace("Otter", "Oter")))
    assert not (harbour / SCHEMA_FOLDER / "harbour-charts.schema.json").exists()  # what is not wanted is not made
