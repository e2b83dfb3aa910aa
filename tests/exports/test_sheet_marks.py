"""A fleet is printed with the marks of a sheet that was filled in on a screen; the workshop tests kinds of marks."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.usefixtures("home_fleet_folder")
def test_a_fleet_is_printed_with_the_marks_of_a_saved_sheet(home_fleet_folder: Path) -> None:
    assert invoke("fleet", "home.yaml", "--format", "html").exit_code == 0
    page = (home_fleet_folder / "output" / "home" / "home.html").read_text(encoding="utf-8")
    hull = next(key for key in re.findall(r'data-key="([^"]*)"', page) if "Golem" in key and "/hull/" in key)
    (home_fleet_folder / "marks.json").write_text(json.dumps({"marks": {hull: True}}), encoding="utf-8")
    before = invoke("fleet", "home.yaml", "--format", "dump")
    dump = home_fleet_folder / "output" / "home" / "home.txt"
    unmarked = dump.read_text(encoding="utf-8")
    result = invoke("fleet", "home.yaml", "--marks", "marks.json", "--format", "dump")
    assert (before.exit_code, result.exit_code) == (0, 0), result.output
    assert re.match(r"Taken: Golem.*: hull 0 to 1\.\n", result.stdout)
    assert dump.read_text(encoding="utf-8") != unmarked
    (home_fleet_folder / "marks.json").write_text("[", encoding="utf-8")
    assert "nothing in this file is marked" in invoke("fleet", "home.yaml", "--marks", "marks.json").output
