"""YAML that is written for new entries: quotes, names and comments are read back as intended."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import yaml_values
from helpers.games import open_game
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.game.units import read_unit_list
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold import yaml_writer
from printshop.scaffold.new_entries import DRAFT_COMMANDS, draft_unit, find_unit_type
from printshop.source import quote_yaml

pytestmark = pytest.mark.usefixtures("working_folder")

LOADED = open_game("toy")
TYPES = [(key, kind) for key in (*find_shipped_games(), "toy") for kind in open_game(key).unit_types]
LATER = {"numbered", "class", "sisters", "short", "prefix", "copies", "art", "art_bow"}


LISTED = """\
extends: iron_stars
ships:
- name: A
  side: britain
  type: Cruiser
  points: 9
  hull: 3
  armour: 0
  thrust: 4
# behind the list
needs: [tea]
"""


@pytest.mark.parametrize("before", [
    LISTED, "extends: iron_stars\nneeds: [tea]", "extends: iron_stars\r\n# a note\nneeds: [tea]\r\nrights: me"])
def test_new_entry_follows_the_contents_of_a_file_with_its_line_ends(before: str) -> None:
    end = "\r\n" if "\r" in before else "\n"
    before = before.replace("\r", "").replace("\n", end)
    path = Path("mine.yaml")
    path.write_bytes(before.encode())
    DRAFT_COMMANDS["unit"](read_game(path), "mine", "Wasp")
    assert {"Wasp"} < read_game(path).units.keys()
    after = path.read_bytes().decode()
    assert after.count("\n") == after.count(end)
    assert after.startswith(before.partition("# behind")[0] if before == LISTED else before + end)
    assert [line for line in before.split() if line not in after.split()] == []


def test_list_in_brackets_is_not_changed() -> None:
    path = Path("mine.yaml")
    path.write_text("extends: iron_stars\nships: []\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match="write each existing entry on separate lines, not in brackets"):
        DRAFT_COMMANDS["unit"](read_game(path), "mine", "Wasp")
    assert path.read_text(encoding="utf-8") == "extends: iron_stars\nships: []\n"


@pytest.mark.parametrize("name", ["Mary Celeste", 'The "Rat"', "Żółw: ä #2", "1904", "no", "unknown", "[a]",
                                  "O'Hara & Sons", "日本丸", "C:\\x", "{x}", "null", "Nº 1 – x"])
def test_names_are_quoted_if_needed(name: str) -> None:
    text = draft_unit(LOADED, LOADED.unit_types["tower"], name, "")[0]
    assert [unit.name for unit in read_unit_list(LOADED, LOADED.unit_types["tower"], text)[0]] == [name]
    assert yaml.safe_load(text)[0]["name"] == name  # and for those who read YAML 1.1


@pytest.mark.parametrize(("key", "kind"), TYPES)
def test_comment_is_never_read_as_a_disabled_key(key: str, kind: str) -> None:
    unit_type = open_game(key).unit_types[kind]
    text = draft_unit(open_game(key), unit_type, "Sea Cat", "")[0]
    notes = [line for line in text.splitlines() if re.match(" *#(?!#)", line)]
    assert [line for line in notes if not re.match(r" *#(\w+:|  - )", line)] == []
    off = set(re.findall(r"^ *#(\w+):", text, re.MULTILINE))
    assert off <= {*unit_type.fields, *LATER}


@given(st.text(min_size=1, max_size=30))
@settings(max_examples=100)
def test_every_name_is_written_or_refused(name: str) -> None:
    kind = find_unit_type(LOADED, "tower", "")
    try:
        yaml_writer.check_title(name, "a tower", on_command_line=True)
    except PrintshopError:
        return
    if name.casefold() in {unit.casefold() for unit in LOADED.units}:
        return
    units, problems = read_unit_list(LOADED, kind, draft_unit(LOADED, kind, name, "")[0])
    assert not problems
    assert [unit.name for unit in units] == [name]
    assert re.fullmatch(r"[\w]{1,61}", yaml_writer.make_file_stem(name, "tower"))


@given(st.text(max_size=20))
def test_quoted_texts_can_be_read_again(text: str) -> None:
    for wrapped in (f"[{quote_yaml(text)}]", f"- {quote_yaml(text)}"):
        assert yaml_values.read_text(wrapped) == [text]


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (yaml_writer.make_file_stem, ("CON", ""), "con_"), (yaml_writer.make_file_stem, ("a/b\\c", ""), "a_b_c"),
                                                                 (yaml_writer.make_file_stem, ("...", "tug"), "tug"),
    (yaml_writer.make_file_stem, ("X" * 99, ""), "x" * 60), (yaml_writer.make_file_stem, ("É t", ""), "é_t"),
                                                                 (yaml_writer.make_file_stem, ("日本", ""), "日本"),
    (yaml_writer.make_file_stem, ("H.M.S. Þór — 2", "tug"), "h_m_s_þór_2"),
    (yaml_writer.quote_argument, ("Wasp",), "Wasp"), (yaml_writer.quote_argument, ("Mary Celeste",), '"Mary Celeste"'),
    (yaml_writer.quote_argument, ('The "Rat"',), "'The \"Rat\"'"),
    (yaml_writer.nest_yaml, ("tugs", "- name: Rat\n"), "tugs:\n  - name: Rat\n"),
    (yaml_writer.make_folder_title, ("harbour",), "Harbour"),
    (yaml_writer.make_folder_title, ("bay_of-pigs",), "Bay of pigs"),
    (yaml_writer.make_folder_title, ("1904",), "1904"),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected
