"""README.md shows the real output of the program, and its files print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from helpers import documentation_files as examples
from helpers.cli import invoke, run_example
from helpers.paths import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = examples.list_blocks()


@pytest.mark.slow
def test_session_in_the_readme_equals_the_output_of_the_program(tmp_path: Path,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    session = re.search(r"<!-- session -->\n```\n(.*?)```", README, re.DOTALL)
    assert session
    monkeypatch.chdir(tmp_path)
    steps = re.split(r"^\$ ", session[1], flags=re.MULTILINE)[1:]
    assert len(steps) >= 3
    for step in steps:
        command, _, expected = step.partition("\n")
        words = shlex.split(command)
        result = invoke(*words[1:])
        assert result.output.strip() == expected.strip(), command


@pytest.mark.slow
def test_own_file_in_the_readme_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = re.search(r"<!-- battle -->\n```yaml\n(.*?)```", README, re.DOTALL)
    assert own
    Path("raiders.yaml").write_text(own[1], encoding="utf-8")
    command = re.search(r"`(printshop pack raiders/\w+)`", README)
    assert command
    run_example(command[1])


def test_pictures_of_the_readme_exist() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 3
    assert all((ROOT / picture).stat().st_size > 10_000 for picture in pictures)


def test_problems_in_the_readme_equal_the_output_of_the_program(
    example_harbour: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, right, wrong in (("tugs.yaml", "planks: 9, steam", "planks: yes, steem"),
                               ("templates.yaml", "length: 12 in", "length: 12"),
                               ("scenarios/first_light.yaml", "Vigilant", "Vigilent")):
        path = example_harbour / name
        text = path.read_text(encoding="utf-8")
        assert right in text
        path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.chdir(example_harbour.parent)
    match = re.search(r"<!-- error -->\n```\n\$ (.*?)\n(.*?)```", README, re.DOTALL)
    assert match
    result = invoke(*match[1].split()[1:])
    assert result.exit_code == 1
    assert result.output == match[2]
