"""data/howto.md: every file prints without a problem, every command works, every picture is of its file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers.cli import invoke
from PIL import Image
from tools import pictures

RECIPES = pictures.recipes()
PAGE = (pictures.ROOT / "data" / "howto.md").read_text(encoding="utf-8")


def run_howto(command: str) -> None:
    result = invoke(*command.split())
    assert result.exit_code == 0, f"{command}: {result.output}"


@pytest.mark.parametrize("name", RECIPES)
def test_answer_prints_without_changes(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, commands = RECIPES[name]
    (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "no problems" in invoke("check", name).output
    for command in commands:
        run_howto(command)
    assert any((tmp_path / "output").rglob("*.pdf"))


@pytest.mark.slow
def test_commands_to_print_with_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, (text, _) in RECIPES.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    commands = re.findall(r"^ {4}printshop (.*)$", PAGE[PAGE.index("## Print it"):], re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        run_howto(command)


@pytest.mark.parametrize("name", RECIPES)
def test_picture_is_of_the_file_beside_it(name: str) -> None:
    assert f"(../.readme/howto-{name}.png)" in PAGE
    with Image.open(pictures.TARGET / f"howto-{name}.png") as picture:
        assert picture.info.get(pictures.MADE_OF) == pictures.digest(RECIPES[name][0]), "python tests/tools/pictures.py"


def test_links_of_the_page_have_targets() -> None:
    links = re.findall(r"\]\(([^)#]+)", PAGE)
    assert len(links) > 10
    assert not [link for link in links if not (pictures.ROOT / "data" / link).exists()]
