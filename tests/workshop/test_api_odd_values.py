"""Odd values in files of the workspace: names keep their text, problems have their place, other files still work."""

from __future__ import annotations

import base64
import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_type_hints

import pytest
from helpers.workshop import list_lines, make_edits, open_document

from printshop.problems import Problems
from printshop.scaffold import unit_names
from printshop.source import ScalarNode, parse_yaml, quote_yaml
from printshop.source.value_spans import parse_with_spans
from printshop.workshop import answers, api, files_api, play_api, user_units
from printshop.workshop.workspace import MalformedRequestError, Workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

OLD_YAML = ("No", "Yes", "Off", "on", "y", "N", "1:30", "190:20:30", "0x10", "010", "0o17", "0b1", "1_000", "1e3",
            "+1e3", "1.", ".5", "-.5", ".inf", ".nan", "2024-01-05", "2001-02-30", "2024-01-05T10:00:00Z", "=", "<<",
            "NULL x", "1,5", "+12e03", "0.", "00", "-0x1", "12:30:45", "0:0", "1__0", "tRUE", "nULL", "Unknown")
ODD = ("a: b", "# a", "a #b", "[a]", "{a}", "a, b", "a; b", '"', "'", '"a"', "it's", "-", "- a", "? a", ": a", "!a",
       "!!int a", "&a", "*a", "%a", "@a", "`a", "|", ">", "\\", "a\\nb", "~", "null", "true", "12", "1.50", "-3",
       "unknown", "a=1", "hull 3", "Ö", "漢字", "\U0001f6a2", "a\tb", "---", "...", "a" * 150, "x: y, z: 'w'",
       "2 x Nike", "Nike *2")
_LETTERS = "aZ0_1.:,-+#'\"[]{}&*!|>%@`\\=~? éß漢"
_CHANCE = random.Random(1904)
NAMES = (*OLD_YAML, *ODD, *("".join(_CHANCE.choices(_LETTERS, k=_CHANCE.randint(1, 8))).strip() or "x"
                           for _ in range(300)))


def _plain(name: str) -> str:
    """Return a name without quotes where that is what is read again, else in quotes."""
    node = parse_yaml(f"- {{unit: {name}}}", "", problems := Problems())
    result = node.items[0].entries.get("unit") if node and node.items and not problems else None
    return (
        name
        if isinstance(result, ScalarNode) and result.value == name and len(node.items[0].entries) == 1
        else quote_yaml(name)
    )


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return "fleet.yaml"


def _names(file: str) -> list[list[str]]:
    """Return the names of each line of a fleet, as the program reads them: each must be a text."""
    node = parse_yaml(Path(file).read_text(encoding="utf-8"), file, problems := Problems())
    assert node
    assert not problems, next(iter(problems))
    results = []
    for line in node.entries["units"].items:
        names = line.entries.get("names", line.entries.get("name"))
        assert all(isinstance(one, ScalarNode) and isinstance(one.value, str)
                   for one in (names.items_or_self if names else ()))
        results.append([one.text for one in (names.items_or_self if names else ())])
    return results


@pytest.mark.parametrize("name", ["No", "1:30", "2001-02-30"])
def test_yaml_1_1_words_are_names_in_every_action(workspace: Workspace, fleet: str,
                                                  name: str) -> None:
    Path(fleet).write_text(f"game: iron_stars\nside: britain\ntitle: {name}\nunits:\n"
                           f"  - {{unit: Nike, name: {name}, notes: {name}}}\n"
                           f"  - {{unit: Alpha, count: 2, names: [{name} I, '{name} II']}}\n", encoding="utf-8")
    reply = play_api.describe_play(workspace, fleet)
    keys = [ship["key"] for ship in reply["units"]]
    assert keys[0] == f"{name} (Britain)"
    assert reply["title"] == name
    opened = open_document(workspace, fleet)
    assert opened["problems"] == []
    assert [(line["names"], line["notes"]) for line in list_lines(opened)] == [
        ([name], name), ([f"{name} I", f"{name} II"], "")]
    make_edits(workspace, fleet, *({"do": "set", "path": ["units", number, "notes"], "value": {"text": name}}
                                   for number in range(2)), {"do": "set", "path": ["title"], "value": {"text": name}})
    table = base64.b64encode(files_api.make_fleet_table(workspace, fleet)["text"].encode()).decode()
    result = [dict(line["entries"]) for line in files_api.read_fleet_table(workspace, fleet, "x.csv", table)["lines"]]
    assert [(line["name"] if "name" in line else line["names"]["items"][0]) for line in result] == [
        {"text": text, "plain": False} for text in (name, f"{name} I")]
    assert play_api.describe_play(workspace, fleet)["title"] == name
    assert _names(fleet) == [[name], [f"{name} I", f"{name} II"]]
    assert [ship["key"] for ship in play_api.describe_play(workspace, fleet)["units"]] == keys


# --- the problems of a file are stated for that file alone


BOMB = "[&a [x,x,x,x,x,x,x,x,x,x], {}]".format(", ".join(
    f"&{new} [{','.join([f'*{old}'] * 10)}]" for old, new in zip("abcdefg", "bcdefgh", strict=True)))
BAD = (
    BOMB, "&a [*a]", "[" * 70 + "]" * 70, "[" * 3_000, "!<tag:x> y", "!!python/none x", "{<<: [1]}", "{<<: 3}",
    "*nothing", "'", "{? [a] : b}",  # these can stand nowhere
    "2001-02-30", "2020-01-01T25:61:61Z", "!!int x", "!!float x", "!!bool x", "!!timestamp x", "!!binary aGk=",
    "!!set {a, b}", "=", "9" * 5_000, ".nan", "{2020-01-01: 1}", "&x 3", '"\\uD800"', '"\\0"', "x" * 60_000, "",
    "[1, [2]]", "{a: {b: 1}}")
NOWHERE = 11
FILES = {"fleet.yaml": """\
game: iron_stars
title: T
side: britain
limit: 99
notes: n
units:
  - {unit: Alpha, name: Bob, notes: n, damage: {hull: 1}, count: 1}
  - {unit: Nike, names: [N], x: 1}
""", "own.yaml": """\
extends: iron_stars
ships:
  - {name: Wasp, side: britain, type: Light Cruiser, points: 40, hull: 9, armour: 2, thrust: 5, equipment: {}}
""", "battle.yaml": """\
extends: iron_stars
scenarios:
  b:
    title: T
    turns: 6
    objectives: [{title: x, worth: 2}]
    setup: [a]
    victory: {text: v}
    table: 6 ft x 4 ft
    forces: {britain: {units: [Nike]}, china: {units: [Alpha], points: 5}}
""", "form.yaml": """\
extends: iron_stars
forms:
  f:
    title: T
    unit: ship
    columns: 2
    rows:
      - {height: 9 mm, cells: [{text: a, across: 1}, {pips: 5, track: m}]}
"""}
EDIT = "edit_document"
ASKED = {
    "fleet.yaml": (("list_units", {}), ("describe_play", {}), ("make_fleet_table", {}), (EDIT, {"edits": [
        {"do": "set", "path": ["title"], "value": {"text": "x"}},
        {"do": "set", "path": ["units", 0, "names"], "value": {"data": ["No"]}}]})),
    "own.yaml": ((EDIT, {"edits": [
        {"do": "set", "path": ["ships", 0, "hull"], "value": {"yaml": "3"}}]}),),
    "battle.yaml": ((EDIT, {"view": {"path": ["scenarios", "b"]}, "edits": [
        {"do": "set", "path": ["scenarios", "b", "title"], "value": {"text": "x"}}]}),
                    ("join_file", {"of": "own.yaml"})),
    "form.yaml": ((EDIT, {"view": {"path": ["forms", "f"]}, "edits": [
        {"do": "insert", "path": ["forms", "f", "rows"], "number": 1, "value": {"data": {"text": "x"}}}]}),),
}
_VALUE = re.compile(r"(?<=: )(?:\{.*?\}|\[[^{}\[\]]*\]|[^\n{}\[\],]+)(?=[,}\n])")


def replace_values(file: str, value: str) -> Iterator[str]:
    """Give the text of a file with an odd value in the place of each of its own in turn."""
    text = FILES[file]
    yield from (f"{text[:one.start()]}{value}{text[one.end():]}" for one in _VALUE.finditer(text))


@pytest.mark.slow
def test_odd_value_is_reported_at_its_place_and_blocks_no_other_file(workspace: Workspace, tmp_path: Path,
                                                                     monkeypatch: pytest.MonkeyPatch
                                                                     ) -> None:
    """Some of the values stand once in each file, in another place each time, and all actions are asked."""
    monkeypatch.chdir(tmp_path)
    for number, value in enumerate(BAD[::5]):
        texts = {file: (every := [*replace_values(file, value)])[number % len(every)] for file in FILES}
        for file, text in texts.items():
            Path(file).write_text(text, encoding="utf-8")
        reply = ask_action(workspace, "list_own_games", {}, 200)
        listed = [*(one["file"] for one in reply["fleets"]), *(f"{one['name']}.yaml" for one in reply["games"])]
        assert {*listed} >= FILES.keys(), value[:90]
        for file, text in texts.items():
            reply = ask_action(workspace, "open_document", {"file": file}, 200)
            assert reply["text"] == text
            if value in BAD[:NOWHERE]:
                assert any(one["line"] and one["column"] and Path(one["file"] or file).name == file
                           for one in reply["problems"]), (file, value[:90], reply["problems"])
            for action, given in ASKED[file]:
                ask_action(workspace, action, {"file": file, "stamp": reply["stamp"], **given} if action in CHANGES else
                       {"file": file, **given}, 200, 422)
                Path(file).write_text(text, encoding="utf-8")


CHANGES = {EDIT}


def ask_action(workspace: Workspace, action: str, given: dict[str, Any], *expected: int) -> Any:
    status, reply = api.answer(workspace, action, given)
    assert status in expected, (action, given, reply)
    assert api.FAULT not in json.dumps(reply, allow_nan=False), (action, given, reply)
    return reply


@pytest.mark.parametrize("file", [*FILES])
def test_every_place_of_a_file_can_have_an_invalid_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
                                                         ) -> None:
    monkeypatch.chdir(tmp_path)
    for value in BAD[:NOWHERE]:
        for text in replace_values(file, value):
            Path(file).write_text(text, encoding="utf-8")
            result = parse_with_spans(text, file)
            assert any(one.span and one.span.line for one in result.problems), (text, value[:90])
            user_units.read_file_head(Path(file))
            if result.node:
                unit_names.rename_units(text, {"Nike": "Hood"})
            unit_names.list_unit_places(text)


def test_lone_surrogate_is_refused_by_every_action(workspace: Workspace, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for action in api.ACTIONS:
        status, reply = api.answer(workspace, action, {"file": "\ud800"})
        assert (status, reply) == (400, answers.make_problem(api.UNPAIRED_SURROGATE))
    assert [status for status, _ in api.stream(workspace, "preview_pack", {"what": "\ud800"})] == [400]
    assert "\\ud800" in answers.encode_json("\ud800")
    assert answers.encode_json([Fraction(1, 2)]) == '["1/2"]'
    assert list(tmp_path.iterdir()) == []


# --- arguments that no page sends

PLAN = {"sides": [{"name": "York", "color": "#b3302b", "units": [{"name": "Bors", "values": {"Wounds": "3"}}, {}]}],
        "unit": {"name": "knight", "plural": "knights", "fields": [{"label": "Wounds", "high": "8"}]}, "title": "K"}
STRUCTURED: dict[str, dict[str, Any]] = {
    "open_document": {"file": "own.yaml", "view": {"path": ["ships", 0], "drawn": False}},
    EDIT: {"file": "own.yaml", "stamp": "", "view": {"drawn": False}, "edits": [
        {"do": "set", "path": ["title"], "value": {"text": "x"}},
        {"do": "insert", "path": ["notes"], "number": 0, "value": {"data": ["x"]}},
        {"do": "add", "path": [], "key": "k", "value": {"yaml": "3"}}, {"do": "rename", "path": ["k"], "to": "m"},
        {"do": "copy", "path": ["notes", 0]}, {"do": "move", "path": ["notes", 0], "to": 1},
        {"do": "remove", "path": ["m"]}]},
    "write_document_text": {"file": "own.yaml", "stamp": "", "text": "extends: none\n", "view": {"drawn": False}},
    "draw_blank_game": PLAN,
    "new_blank_game": PLAN,
    "add_field": {"game": "none", "kind": "knight", "field": {"label": "Armour", "low": "0", "is_marked": True}},
    "create_entry": {"game": "none", "entry": {"section": "unit", "title": "Wasp"}},
    "read_marks": {"file": "iron_stars/none", "marks": "{}", "now": {"Nike (Britain)/hull": 3, "Nike/notes": "x"}},
    "add_files": {"files": [["a.yaml", "QUJD"], ["b.yaml", ""]]},
}
ODD_VALUES = (None, True, -1, 10**30, 1.5, float("nan"), "", "\0", "\ud800", [], {}, [[[]]], {"": {}}, ["\ud800"],
              {"\ud800": 1}, {"do": "set"}, [None] * 300, json.loads("[" * 199 + "]" * 199))


def list_value_paths(value: Any) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of each value within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, item in inner:
        yield (step,)
        yield from ((step, *path) for path in list_value_paths(item))


def replace_value(value: Any, path: tuple[str | int, ...], odd: Any) -> Any:
    """Return a value with an odd one in the place of that at a path."""
    if not path:
        return odd
    copied = {**value} if isinstance(value, dict) else [*value]
    copied[path[0]] = replace_value(value[path[0]], path[1:], odd)
    return copied


def test_every_action_with_structured_arguments_has_an_example() -> None:
    structured = {name for name, action in api.ACTIONS.items()
                  if {*get_type_hints(action).values()} - {str, bool, Workspace, get_type_hints(action)["return"]}}
    assert structured == STRUCTURED.keys()


@pytest.mark.parametrize("action", STRUCTURED)
def test_odd_argument_of_an_action_is_no_fault_of_printshop(workspace: Workspace, tmp_path: Path, action: str,
                                                            monkeypatch: pytest.MonkeyPatch,
                                                            capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    chance, given = random.Random(f"{action} 1904"), {**STRUCTURED[action]}
    paths = [*list_value_paths(given)]
    seen = set[int]()
    for odd in ODD_VALUES:
        for path in chance.sample(paths, 3):
            Path("own.yaml").write_text("extends: none\nnotes: [a, b]\n", encoding="utf-8")  # no game: quick
            if "stamp" in given:
                given["stamp"] = ask_action(workspace, "find_document_stamp", {"file": "own.yaml"}, 200)["stamp"]
            arguments = replace_value(given, path, odd)
            status, reply = api.answer(workspace, action, arguments)
            assert status in (200, 400, 409, 422), (arguments, reply)
            assert api.FAULT not in json.dumps(reply), (arguments, reply)
            has_half = "\\ud800" in json.dumps(arguments)
            assert has_half == (reply == answers.make_problem(api.UNPAIRED_SURROGATE)), (arguments, reply)
            seen.add(status)
    assert 400 in seen
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("body", ["", "[", "null", "3", "[]", '{"what": 3}', '{"what": ' + "[" * 5_000,
                                  '{"what": "iron_stars", "rasterize": null}',
                                  '{"what": "iron_stars", "marks": {"a": []}}'])
def test_malformed_request_for_a_file_is_refused(workspace: Workspace, body: str) -> None:
    with pytest.raises(MalformedRequestError):
        api.make_requested_file(workspace, body)
    assert api.answer(workspace, "open_document", api.parse_arguments(body))[0] == 400
