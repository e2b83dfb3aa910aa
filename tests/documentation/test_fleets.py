"""data/reference/fleets.md: its fleets and tables print, and its commands work."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest
from helpers import documentation_files as examples
from helpers.cli import invoke

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("home_fleet_folder")


def test_fleet_of_the_page_prints(home_fleet_folder: Path, full_example_harbour: Path) -> None:
    result = invoke("fleet", "saturday.yaml", "--format", "dump")
    assert result.exit_code == 0, result.output
    assert (home_fleet_folder / "output/saturday/saturday-rosters.txt").is_file()
    assert "over the limit" not in result.output


def test_table_of_the_page_prints(home_fleet_folder: Path, full_example_harbour: Path) -> None:
    match = re.search(r"<!-- fleet: (\S+), (\w+), (\w+) -->\n```csv\n(.*?)```", examples.read_documentation(),
                      re.DOTALL)
    assert match
    (home_fleet_folder / match[1]).write_text(match[4], encoding="utf-8")
    result = invoke("fleet", match[1], "--game", match[2], "--side", match[3], "--format", "dump")
    assert result.exit_code == 0, result.output


@pytest.mark.slow
def test_commands_of_the_page_work(full_example_harbour: Path) -> None:
    page = (examples.ROOT / "data" / "reference" / "fleets.md").read_text(encoding="utf-8")
    commands = re.findall(r"^ {4}(printshop make rosters [^\n]*?)(?: {2,}.*)?$", page, re.MULTILINE)
    assert len(commands) == 4
    for command in commands:
        result = invoke(*shlex.split(command)[1:], "--format", "dump")
        assert result.exit_code == 0, f"{command}: {result.output}"
