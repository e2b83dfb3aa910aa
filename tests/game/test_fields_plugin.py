"""A kind of field registered from outside: read, exported, drafted and in the JSON Schema."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from helpers import reference_tables
from helpers.cli import invoke

from printshop.cli import main
from printshop.game.fields import FIELD_KINDS


@pytest.fixture
def moods(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the game with tugs whose crews have moods, and two of them."""
    monkeypatch.setattr(FIELD_KINDS, "blocks", dict(FIELD_KINDS.blocks))
    from plugins import mood_field

    FIELD_KINDS.register("mood")(mood_field.MoodField)
    path = harbour / "game.yaml"
    text = path.read_text(encoding="utf-8")
    own = text.replace("    fields:\n", "    fields:\n      crew: {kind: mood, best: 2}\n", 1)
    path.write_text(own, encoding="utf-8")
    return harbour


def tugs(folder: Path, face: str) -> None:
    path = folder / "tugs.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(", side:", f', crew: "{face}", side:'), encoding="utf-8")


def test_kind_of_field_is_read_exported_drafted_and_in_the_schema(moods: Path) -> None:
    tugs(moods, ":-)")
    run = CliRunner()
    assert '"crew": 2' in run.invoke(main, ["export", "json", "harbour", "-o", "-"]).output
    run.invoke(main, ["schema", "harbour"])
    (file,) = Path().rglob("*tugs.schema.json")
    crew = json.loads(file.read_text(encoding="utf-8"))["items"]["properties"]["crew"]
    assert crew["enum"] == [":-(", ":-|", ":-)", "unknown"]
    output = run.invoke(main, ["new", "unit", "harbour", "Gloomy"])
    assert output.exit_code == 0, output.output
    drafted = next(path for path in moods.rglob("*gloomy*.yaml")).read_text(encoding="utf-8")
    assert re.search(r'crew: ":-\)" +# a face: :-\( :-\| :-\)', drafted)


def test_mistakes_in_a_kind_of_field_are_reported_at_their_place(moods: Path) -> None:
    tugs(moods, ":-D")
    output = invoke("check", "harbour").output
    assert "crew of" in output
    assert "':-D' is not one of :-(, :-|, :-)" in output


def test_reference_has_the_keys_of_a_kind_of_field(moods: Path) -> None:
    table = reference_tables.make_table(FIELD_KINDS, "mood", head=FIELD_KINDS.base_block)
    assert "| `mood` | `best` | how good it may be (3) |" in table
