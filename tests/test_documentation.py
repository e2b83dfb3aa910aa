"""What the documentation says is what the program does: its examples are built, its key lists are complete."""

from __future__ import annotations

import ast
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import harbour as examples
import pytest
import reference
import yaml
from checked import check_game
from click.testing import CliRunner

from printshop.cli import main
from printshop.drafts.writing import STARTERS, USUAL
from printshop.equipment import papers, printers, services
from printshop.expressions import FUNCTIONS
from printshop.game.counters import PARTS
from printshop.game.deployment import Deployment
from printshop.game.differences import Difference
from printshop.game.fields import FIELD_KINDS
from printshop.game.fleets import Entry, FleetFile, Rule
from printshop.game.forms.cells import CELLS, Row
from printshop.game.happenings import Events, Objective, Reinforcement
from printshop.game.hexbases import HexBase
from printshop.game.load import Head, Sizes
from printshop.game.model import Side, SizeClass
from printshop.game.pictures import Icon
from printshop.game.scenarios import Force
from printshop.game.settings import Setting
from printshop.game.themes import ThemeEntry
from printshop.game.unit_types import UNIT_NAMES, Check, Drawn, Roster, UnitType
from printshop.game.units import General
from printshop.game.values import Table
from printshop.language import reader, sections
from printshop.language.keys import Block, spelt
from printshop.language.keys import keys as declared_keys
from printshop.loading import load
from printshop.parts import charts
from printshop.templates import TEMPLATE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DATA = examples.documentation()
BLOCKS = examples.blocks()


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    return examples.write(tmp_path, [block for block in BLOCKS if block.how == "file"])


def test_the_first_game_is_the_one_that_the_program_writes(harbour: Path) -> None:
    shown = {str(path.relative_to(harbour)): path.read_text(encoding="utf-8") for path in harbour.rglob("*.yaml")}
    starter = STARTERS / USUAL
    written = {str(path.relative_to(starter)): path.read_text(encoding="utf-8") for path in starter.rglob("*.yaml")}
    assert shown == written
    assert sum(text.count("\n") for name, text in shown.items() if not name.startswith("scenarios")) < 60


def works(command: str) -> None:
    """Check that a command runs; how pages are written to PDF is no matter here."""
    words = shlex.split(command)[1:]
    result = CliRunner().invoke(main, words + ["--format", "dump"] * (words[0] in ("make", "pack", "fleet")))
    assert result.exit_code == 0, f"{command}: {result.output}"


def test_the_commands_of_the_first_game_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    part = page[page.index("## Your first game"): page.index("## How values are written")]
    commands = [match.strip("`") for match in re.findall(r"^ {4}printshop .*$|`printshop [^`]*`", part, re.MULTILINE)]
    assert len(commands) >= 8
    for command in commands:
        works(command)
    assert len(list((tmp_path / "output" / "harbour").glob("*.txt"))) >= 5


def test_the_mistakes_of_the_first_game_are_told_as_shown(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(harbour.parent)
    shown = re.search(r"<!-- mistake: (\S+): (\S+) -->\n```\n(.*?)```", DATA, re.DOTALL)
    assert shown
    path = harbour / "tugs.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(rf"\b{shown[1]}: \d+", f"{shown[1]}: {shown[2]}", text, count=1), encoding="utf-8")
    assert CliRunner().invoke(main, ["check", "harbour"]).output == shown[3]


def test_every_example_belongs_to_the_game_of_the_page() -> None:
    assert not [str(block) for block in BLOCKS if not block.how]


@pytest.mark.parametrize("page", [page.name for page in examples.PAGES])
def test_the_examples_of_a_page_load_on_top_of_those_of_the_pages_before(page: str, tmp_path: Path) -> None:
    names = [page.name for page in examples.PAGES]
    before = names[: names.index(page) + 1]
    folder = examples.write(tmp_path, [block for block in BLOCKS if block.how and (block.how == "file"
                                                                                   or block.page in before)])
    assert load(folder).units


def test_every_example_prints(tmp_path: Path) -> None:
    check_game(examples.write(tmp_path, [block for block in BLOCKS if block.how]))


SINGLE = sorted({block.file for block in BLOCKS if block.how == "file" and "/" not in block.file
                 and "extends:" in block.text})


@pytest.mark.parametrize("name", SINGLE)
def test_the_games_in_one_file_print(name: str, tmp_path: Path) -> None:
    examples.write(tmp_path / "begun", [block for block in BLOCKS if block.how == "file"])
    assert load(tmp_path / "begun" / name).own["units"]
    examples.write(tmp_path / "whole", [block for block in BLOCKS if block.how in ("file", "add")])
    assert check_game(tmp_path / "whole" / name).own["units"]


def test_the_commands_of_ones_own_ships_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples.write(tmp_path, [block for block in BLOCKS if block.how and block.file == "my_ships.yaml"])
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    part = page[page.index("## Your own ships"): page.index("## Your first game")]
    commands = re.findall(r"^ {4}printshop .*$|(?<=`)printshop [^`]*(?=`)", part, re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        works(command)


OTHERS = {"parts": PARTS, "hexes": HexBase, "forces": Force, "deployment": Deployment, "fleets": FleetFile,
          "reinforcements": Reinforcement, "objectives": Objective, "events": Events,
          "fleet_lines": Entry, "fleet_rules": Rule, "chart_blocks": charts.Block, "chart_parts": charts.PARTS, "game":
          Head, "sides": Side, "theme": ThemeEntry,
          "size_classes": Sizes, "classes": SizeClass, "tables": Table, "settings": Setting,
          "unit_types": UnitType, "drawn": Drawn, "checks": Check, "fields": FIELD_KINDS, "units": General,
          "differs": Difference,
          "rows": Row, "cells": CELLS, "rosters": Roster, "papers": papers.PaperEntry, "palettes": papers.PaletteEntry,
          "printers": printers.PrinterEntry, "services": services.ServiceEntry, "formats": services.FormatEntry,
          "cutters": services.CutterEntry, "icons": Icon}
READS = {name for name in vars(reader.Reader) if not name.startswith("_")} - {"done", "fail", "span", "each", "keys"}


def keys_of(module: Path) -> set[str]:
    """Return the keys that a module reads: the first argument of every call of a Reader's methods."""
    calls = [node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {str(call.args[0].value) for call in calls
            if isinstance(call.func, ast.Attribute) and call.func.attr in READS
            and ast.unparse(call.func.value) != "keys"
            and call.args and isinstance(call.args[0], ast.Constant)}


def declared(base: type = Block) -> Iterator[str]:
    """Give the keys of all declared blocks."""
    for one in (block for block in base.__subclasses__() if block.__module__.startswith("printshop.")):
        yield from (spelt(attribute, key) for attribute, key in declared_keys(one).items())
        yield from declared(one)


READING = sorted(module for part in ("game", "parts") for module in (ROOT / "printshop" / part).rglob("*.py"))


def keys_in(tree: object) -> Iterator[str]:
    """Give the keys of a tree of YAML, however deep."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield str(key)
            yield from keys_in(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from keys_in(value)


def test_every_key_that_is_read_is_documented() -> None:
    keys = {key for module in READING for key in keys_of(module)} | {*declared()}
    assert len(keys) > 190
    assert not {key for key in keys if f"`{key}`" not in DATA and f"`{key}:" not in DATA}


def test_every_function_name_and_kind_is_documented() -> None:
    names = [*FUNCTIONS, *UNIT_NAMES, *FIELD_KINDS.blocks]
    assert [name for name in names if not re.search(rf"`{name}\b", DATA)] == []


EXAMPLES = "\n".join(block.text for block in BLOCKS if block.how and block.file.endswith(".yaml"))
EQUIPMENT = [path.read_text(encoding="utf-8") for path in (ROOT / "data" / "common").glob("*.yaml")]
USED = {key for text in (*(block.text for block in BLOCKS if block.file.endswith(".yaml")), *EQUIPMENT)
        for key in keys_in(yaml.load(text, Loader=yaml.CBaseLoader))}


def test_every_key_kind_part_and_function_stands_in_an_example() -> None:
    assert {module.stem: keys_of(module) - USED for module in READING if keys_of(module) - USED} == {}
    assert {*declared()} - USED == set()
    words = [*(f"kind: {kind}" for kind in (*FIELD_KINDS.blocks, *TEMPLATE_KINDS.blocks)), *PARTS.blocks,
             *(f"{name}(" for name in FUNCTIONS)]
    assert [word for word in words if word not in EXAMPLES] == []


def test_the_session_in_the_readme_is_what_the_program_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = re.search(r"<!-- session -->\n```\n(.*?)```", README, re.DOTALL)
    assert session
    monkeypatch.chdir(tmp_path)
    steps = re.split(r"^\$ ", session[1], flags=re.MULTILINE)[1:]
    assert len(steps) >= 3
    for step in steps:
        command, _, expected = step.partition("\n")
        words = shlex.split(command)
        result = CliRunner().invoke(main, words[1:])
        assert result.output.strip() == expected.strip(), command


def test_the_file_of_ones_own_in_the_readme_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = re.search(r"<!-- battle -->\n```yaml\n(.*?)```", README, re.DOTALL)
    assert own
    Path("raiders.yaml").write_text(own[1], encoding="utf-8")
    command = re.search(r"`(printshop pack raiders/\w+)`", README)
    assert command
    works(command[1])


def test_the_pictures_of_the_readme_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert len(pictures) >= 3
    assert all((ROOT / picture).stat().st_size > 10_000 for picture in pictures)


def headings(page: Path) -> set[str]:
    """Return what links to the headings of a page end in."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", examples.PAGES, ids=lambda page: page.name)
def test_the_tables_of_the_reference_are_those_of_the_declared_blocks(page: Path, request: pytest.FixtureRequest
                                                                      ) -> None:
    declared = {section.key: section.blocks for section in sections.sections() if section.blocks} | OTHERS
    text = page.read_text(encoding="utf-8")
    renewed = reference.renewed(text, declared)
    if request.config.getoption("--renew-golden"):
        page.write_text(renewed, encoding="utf-8", newline="\n")
    assert page.read_text(encoding="utf-8") == renewed, f"python -m pytest {__file__} --renew-golden renews the tables"


def test_every_declared_block_has_its_table() -> None:
    declared = {section.key: section.blocks for section in sections.sections() if section.blocks} | OTHERS
    for name, blocks in declared.items():
        shown = re.findall(rf"<!-- keys: {name}((?: \w+)*) -->", DATA)
        assert "" in shown
        assert sorted(" ".join(shown).split()) == sorted(getattr(blocks, "blocks", ()))


def test_links_within_the_documentation_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *examples.PAGES):
        for target in re.findall(r"\]\((?!http)([^)]+)\)", page.read_text(encoding="utf-8")):
            file, _, heading = target.partition("#")
            assert (page.parent / file).exists(), target
            assert not heading or heading in headings(page.parent / file if file else page), target


def test_every_page_of_the_reference_is_linked_from_the_entry() -> None:
    assert set((ROOT / "data" / "reference").iterdir()) == set(examples.PAGES) - {examples.ENTRY}


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
