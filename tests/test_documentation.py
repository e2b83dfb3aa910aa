"""What the documentation says is what the program does: its examples are built, its key lists are complete."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from printshop.catalogue import games
from printshop.checking import check_game
from printshop.cli import main
from printshop.expressions import FUNCTIONS
from printshop.game import schema
from printshop.game.fields import KINDS
from printshop.game.model import UNIT_NAMES

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DATA = (ROOT / "data" / "README.md").read_text(encoding="utf-8")


def files_of(text: str) -> dict[str, str]:
    """Return the files that a text shows, by name."""
    return dict(re.findall(r"<!-- file: (\S+) -->\n```yaml\n(.*?)```", text, re.DOTALL))


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    for name, content in files_of(DATA).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return tmp_path / "harbour"


def test_the_game_in_five_minutes_prints_its_pack(harbour: Path, tmp_path: Path) -> None:
    assert len(list(harbour.rglob("*.yaml"))) == 6
    check_game(harbour)
    result = CliRunner().invoke(main, ["pack", f"{harbour}/first_light", "-o", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "out" / "first_light" / "first_light-counters.pdf").is_file()
    result = CliRunner().invoke(main, ["make", "records", str(harbour), "--blank", "4", "-o", str(tmp_path / "out")])
    assert result.exit_code == 0, result.output


READS = {name for name in vars(schema.Reader) if not name.startswith("_")} - {"done", "fail", "span", "each", "keys"}


def keys_of(module: Path) -> set[str]:
    """Return the keys that a module reads: the first argument of every call of a Reader's methods."""
    calls = [node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {str(call.args[0].value) for call in calls
            if isinstance(call.func, ast.Attribute) and call.func.attr in READS
            and call.args and isinstance(call.args[0], ast.Constant)}


def test_every_key_that_is_read_is_documented() -> None:
    keys = {key for module in (ROOT / "printshop" / "game").glob("*.py") for key in keys_of(module)}
    assert len(keys) > 80
    assert not {key for key in keys if f"`{key}`" not in DATA and f"`{key}:" not in DATA}


@pytest.mark.parametrize("name", [*FUNCTIONS, *UNIT_NAMES, *KINDS])
def test_every_function_name_and_kind_is_documented(name: str) -> None:
    assert re.search(rf"`{name}\b", DATA)


def test_the_session_in_the_readme_is_what_the_program_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = re.search(r"<!-- session -->\n```\n(.*?)```", README, re.DOTALL)
    assert session
    monkeypatch.chdir(tmp_path)
    steps = re.split(r"^\$ ", session[1], flags=re.MULTILINE)[1:]
    assert len(steps) >= 3
    for step in steps:
        command, _, expected = step.partition("\n")
        words = [word.strip('"') for word in command.split()]
        result = CliRunner().invoke(main, words[1:])
        assert result.output.strip() == expected.strip(), command


def test_the_battle_in_the_readme_prints(tmp_path: Path) -> None:
    battle = re.search(r"<!-- battle -->\n```yaml\n(.*?)```", README, re.DOTALL)
    assert battle
    copy = tmp_path / "iron_stars"
    shutil.copytree(games()["iron_stars"], copy)
    (copy / "scenarios" / "my_battle.yaml").write_text(battle[1], encoding="utf-8")
    check_game(copy)
    result = CliRunner().invoke(main, ["pack", f"{copy}/my_battle", "-o", str(tmp_path / "out"), "--format", "pdf"])
    assert result.exit_code == 0, result.output


def test_the_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 3
    assert all((ROOT / picture).stat().st_size > 10_000 for picture in pictures)


def test_links_within_the_documentation_lead_somewhere() -> None:
    for text, folder in ((README, ROOT), (DATA, ROOT / "data")):
        headings = {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
                    for line in text.splitlines() if line.startswith("#")}
        for target in re.findall(r"\]\(([^)]+)\)", text):
            if target.startswith("#"):
                assert target[1:] in headings
            elif not target.startswith("http"):
                assert (folder / target.split("#")[0]).exists()


def test_the_problems_in_the_readme_are_what_the_program_says(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, right, wrong in (("tugs.yaml", "planks: 9, steam", "planks: yes, steem"),
                               ("templates.yaml", "length: 12 in", "length: 12"),
                               ("scenarios/first_light.yaml", "Vigilant", "Vigilent")):
        path = harbour / name
        text = path.read_text(encoding="utf-8")
        assert right in text
        path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    monkeypatch.chdir(harbour.parent)
    shown = re.search(r"<!-- error -->\n```\n\$ (.*?)\n(.*?)```", README, re.DOTALL)
    assert shown
    result = CliRunner().invoke(main, shown[1].split()[1:])
    assert result.exit_code == 1
    assert result.output == shown[2]
