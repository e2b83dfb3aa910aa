"""The examples of the documentation build, load and print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import documentation_files as examples
from helpers.cli import invoke, run_example
from helpers.pages import make_pages
from helpers.paths import ROOT
from helpers.problems import check_whole_game

from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_products_for
from printshop.products.product import find_entries
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER

README = (ROOT / "README.md").read_text(encoding="utf-8")
DATA = examples.read_documentation()
BLOCKS = examples.list_blocks()


def test_first_game_is_that_of_the_program(example_harbour: Path) -> None:
    result = {
        str(path.relative_to(example_harbour)): path.read_text(encoding="utf-8")
        for path in example_harbour.rglob("*.yaml")
    }
    starter = STARTERS_FOLDER / DEFAULT_STARTER
    files = {str(path.relative_to(starter)): path.read_text(encoding="utf-8") for path in starter.rglob("*.yaml")}
    assert result == files
    assert sum(text.count("\n") for name, text in result.items() if not name.startswith("scenarios")) < 60


@pytest.mark.slow
def test_commands_of_the_first_game_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    part = page[page.index("## Your first game"): page.index("## How values are written")]
    commands = [match.strip("`") for match in re.findall(r"^ {4}printshop .*$|`printshop [^`]*`", part, re.MULTILINE)]
    assert len(commands) >= 8
    for command in commands:
        if command != "printshop check":  # of all games: tests/games/test_all_games.py
            run_example(command)
    assert len(list((tmp_path / "output" / "harbour").glob("*.txt"))) >= 5


def test_mistakes_of_the_first_game_have_the_documented_messages(
    example_harbour: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(example_harbour.parent)
    result = re.search(r"<!-- mistake: (\S+): (\S+) -->\n```\n(.*?)```", DATA, re.DOTALL)
    assert result
    path = example_harbour / "tugs.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(rf"\b{result[1]}: \d+", f"{result[1]}: {result[2]}", text, count=1), encoding="utf-8")
    assert invoke("check", "harbour").output == result[3]


def test_every_example_belongs_to_the_game_of_the_page() -> None:
    assert not [str(block) for block in BLOCKS if not block.how]


@pytest.mark.parametrize("page", list(dict.fromkeys(block.page for block in BLOCKS if block.how))[:-1])
def test_examples_of_a_page_load_on_top_of_those_of_the_pages_before(page: str, tmp_path: Path) -> None:
    names = [page.name for page in examples.PAGES]
    before = names[: names.index(page) + 1]
    folder = examples.write_blocks(tmp_path, [block for block in BLOCKS if block.how and (block.how == "file"
                                                                                          or block.page in before)])
    assert read_game(folder).units  # with those of the last page: test_every_example_prints


@pytest.mark.slow
def test_every_example_prints(tmp_path: Path) -> None:
    check_whole_game(examples.write_blocks(tmp_path, [block for block in BLOCKS if block.how]))


SINGLE = sorted({block.file for block in BLOCKS if block.how == "file" and "/" not in block.file
                 and "extends:" in block.text})


@pytest.mark.slow
@pytest.mark.parametrize("name", SINGLE)
def test_games_in_one_file_print(name: str, tmp_path: Path) -> None:
    examples.write_blocks(tmp_path / "begun", [block for block in BLOCKS if block.how == "file"])
    assert read_game(tmp_path / "begun" / name).own_entries["units"]
    examples.write_blocks(tmp_path / "whole", [block for block in BLOCKS if block.how in ("file", "add")])
    game = read_game(tmp_path / "whole" / name)
    own_keys = {key for keys in game.own_entries.values() for key in keys}  # the others: test_every_example_prints
    page_count = 0
    for product in find_products_for(game):
        if keys := tuple(key for key in find_entries(product, game) if key in own_keys):
            page_count += len([*product.build(game, PrintRequest(only_keys=keys), PrintSettings()).pages])
    for product_name in ("rosters", *(product.name for product in find_products_for(game) if product.needs_units)):
        page_count += len(make_pages(product_name, game, roster=sorted(game.own_entries["units"])))
    assert page_count


@pytest.mark.slow
def test_commands_for_user_ships_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examples.write_blocks(tmp_path, [block for block in BLOCKS if block.how and block.file == "my_ships.yaml"])
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    part = page[page.index("## Add your own ships to a game"): page.index("## Your first game")]
    commands = re.findall(r"^ {4}printshop .*$|(?<=`)printshop [^`]*(?=`)", part, re.MULTILINE)
    assert len(commands) >= 7
    for command in commands:
        if command != "printshop make all iron_stars":  # the tests of digests make all pages
            run_example(command)
