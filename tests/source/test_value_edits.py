"""Edits at any path of any file: the data are those that the edit asks for, and all else in the text stays."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from helpers.paths import PACKAGE, ROOT
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.problems import PrintshopError, Problems
from printshop.source import parse_yaml, value_edits
from printshop.source.cache import splice_tree
from printshop.source.value_edits import Scalar, edit_yaml

TEXT = """# a file
title: Old   # the title
units:
  # the first
  - name: Wasp  # a name
    hull: 3
    guns: [{kind: light, count: 2}, heavy]
  - name: Gnat

    notes: |
      two
      lines
#limit: 20  # points
flow: {a: 1, b: [x, y]}
"""


def edit(text: str, do: str, *path: str | int, **more: Any) -> str:
    return edit_yaml(text, {"do": do, "path": [*path], **more})


@pytest.mark.parametrize(("do", "path", "more", "before", "after"), [
    ("set", ("title",), {"value": {"text": "New"}}, "title: Old   # the title", "title: New   # the title"),
    ("set", ("title",), {"value": {"text": "12"}}, "title: Old ", 'title: "12" '),
    ("set", ("title",), {"value": {"yaml": "12"}}, "title: Old ", "title: 12 "),
    ("set", ("title",), {"value": {"yaml": "a: b"}}, "title: Old ", 'title: "a: b" '),
    ("set", ("title",), {"value": {"text": "a\nb"}}, "title: Old   # the title",
     "title: |-   # the title\n  a\n  b"),
    ("set", ("units", 0, "guns", 1), {"value": {"text": "a\nb"}}, "heavy]", '"a\\nb"]'),
    ("set", ("limit",), {"value": {"yaml": "25"}}, "#limit: 20 ", "limit: 25 "),
    ("set", ("flow", "c", "d", 0), {"value": {"text": "z"}}, "y]}", "y], c: {d: [z]}}"),
    ("set", ("units", 1, "notes"), {}, "    notes: |\n      two\n      lines\n", ""),
    ("set", ("units", 1, "notes"), {"value": {"data": ["long " * 12, "long " * 12]}},
     "notes: |\n      two\n      lines\n",
     f'notes:\n      - "{"long " * 12}"\n      - "{"long " * 12}"\n'),
    ("insert", ("units", 0, "guns"), {"number": 1, "value": {"yaml": "bow"}}, "}, heavy", "}, bow, heavy"),
    ("insert", ("title",), {"number": 1, "value": {"yaml": "New"}}, "Old ", "[Old, New] "),
    ("insert", ("units",), {"number": 1, "value": {"data": {"name": "Bee"}}}, "  - name: Gnat",
     "  - {name: Bee}\n  - name: Gnat"),
    ("insert", ("units",), {"number": 0, "value": {"text": "x"}}, "  - name: Wasp", "  - x\n  - name: Wasp"),
    ("add", ("flow",), {"key": "no", "value": {"yaml": "1"}}, "y]}", 'y], "no": 1}'),
    ("copy", ("units", 0), {}, "  - name: Gnat", (
        "  - name: Wasp  # a name\n    hull: 3\n    guns: [{kind: light, count: 2}, heavy]\n  - name: Gnat")),
    ("copy", ("flow", "a"), {"to": "c"}, "{a: 1,", "{a: 1, c: 1,"),
    ("rename", ("units", 0, "hull"), {"to": "thrust"}, "hull: 3", "thrust: 3"),
    ("remove", ("units", 0, "name"), {}, "- name: Wasp  # a name\n    hull", "-  # a name\n    hull"),
    ("remove", ("units", 1, "name"), {}, "- name: Gnat\n\n    notes", "- notes"),
    ("remove", ("flow", "b", 0), {}, "[x, y]", "[y]"),
    ("remove", ("title",), {}, "title: Old", "#title: Old"),
    ("move", ("units", 0, "guns", 0), {"to": 1}, "[{kind: light, count: 2}, heavy]",
     "[heavy, {kind: light, count: 2}]"),
    ("move", ("units", 0, "guns"), {"to": 1}, "    hull: 3\n    guns: [{kind: light, count: 2}, heavy]\n",
     "    guns: [{kind: light, count: 2}, heavy]\n    hull: 3\n"),
])  # fmt: skip
def test_edit_changes_one_place(do: str, path: tuple[str | int, ...], more: dict[str, Any], before: str,
                                after: str) -> None:
    expected = TEXT.replace(before, after, 1)
    assert edit(TEXT, do, *path, **more) == expected
    with_crlf = TEXT.replace("\n", "\r\n")
    assert edit(with_crlf, do, *path, **more) == expected.replace("\n", "\r\n")


def test_item_in_a_merged_list_makes_a_separate_list() -> None:
    text = "a: &a\n  labels: [one, two]\nb:\n  <<: *a\n  hull: 3\n"
    assert edit(text, "insert", "b", "labels", number=1, value={"data": "new"}) == f"{text}  labels: [one, new, two]\n"


def test_item_of_a_file_that_is_a_list_moves_with_the_comment_above_it() -> None:
    assert edit("- a: 1\n\n# second\n- a: 2\n", "move", 1, to=0) == "# second\n- a: 2\n- a: 1\n"


def test_removal_of_the_last_item_or_entry_leaves_an_empty_collection() -> None:
    assert edit("a:  # note\n  - x\n", "remove", "a", 0) == "a: []  # note\n"
    assert edit("a:\n  b: 1\n", "remove", "a", "b") == "a: {}\n"
    assert edit("a: {}\n", "add", "a", key="b", value={"text": "x"}) == "a: {b: x}\n"
    assert edit("# nothing yet\n", "set", "a", "b", value={"text": "x"}) == "# nothing yet\na: {b: x}\n"
    assert edit("a: {b: 1}", "remove", "a") == "{}\n"


@pytest.mark.parametrize(("text", "do", "path", "more", "message"), [
    ("a: &x {b: 1}\nc: *x\n", "set", ("a", "b"), {"value": {"yaml": "2"}}, "something else in the file would change"),
    ("a: &x {b: 1}\nc: *x\n", "set", ("c", "b"), {"value": {"yaml": "2"}}, "an alias stands here"),
    ("a: &x {b: 1}\nc:\n  <<: *x\n  d: 1\n", "remove", ("c", "b"), {}, "merged from another place"),
    ("a: 1\n", "add", (), {"key": "a", "value": {"text": "x"}}, "there is a 'a' here already"),
    ("a: 1\nb: 2\n", "rename", ("a",), {"to": "b"}, "there is a 'b' here already"),
    ("a: 1\n", "rename", ("a",), {"to": "x\ny"}, "on one line"),
    ("a: [1]\n", "remove", ("a", 3), {}, "not in the file any more"),
    ("a: [1]\n", "move", ("a", 0), {"to": 5}, "there is no place 5"),
    ("a: [1]\n", "set", ("a", "b"), {"value": {"text": "x"}}, "another kind of value"),
    ("a: 1\n", "set", ("a",), {"value": {"tex": "x"}}, "text, yaml or data"),
    ("a: [1\n", "remove", ("a",), {}, "is not closed"),
    ("a:\n  b: 1  # x\n  c: 2\n", "insert", ("a",), {"number": 0, "value": {"text": "x"}},
     "a single value with comments"),
])  # fmt: skip
def test_impossible_edit_has_a_reason(text: str, do: str, path: tuple[Any, ...], more: dict[str, Any],
                                      message: str) -> None:
    with pytest.raises(PrintshopError, match=message):
        edit(text, do, *path, **more)


def test_deep_data_has_a_limit() -> None:
    data: Any = "x"
    for _ in range(100):
        data = [data]
    with pytest.raises(PrintshopError, match="64 levels"):
        edit("a: 1\n", "set", "a", value={"data": data})


# --- all files


FILES = sorted([*(ROOT / "data").glob("*/**/*.yaml"), *(PACKAGE / "starters").rglob("*.yaml")])
TEXTS = st.one_of(st.sampled_from(["x", "two words", "no", "12", "1:30", "a: b", "a #b", "# a", "- a", "[a]", "*a",
                                   "&a", "!a", "'a'", '"a"', "a:", "null", "unknown", "", "?", "---", "a\nb", "a\nb\n",
                                   " a\nb", "a\n\n", "\ta", "{", "<<", "=", "long " * 30]), st.text(max_size=20))
KEYS = st.sampled_from(["key", "no", "two words", "a: b", "#", "é", "1"])
VALUES = st.recursive(st.one_of(TEXTS, st.integers(-9, 999), st.booleans(), st.none()), lambda inner: st.one_of(
    st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)), max_leaves=8)


def read_data(text: str) -> Any:
    return value_edits.list_data(parse_yaml(text, "", Problems()))


def list_paths(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(deeper for step, value in inner for deeper in list_paths(value, (*path, step)))]


def to_data(value: Any) -> Any:
    """Return the data of a file that stand for plain data."""
    if isinstance(value, dict):
        return {key: to_data(one) for key, one in value.items()}
    if isinstance(value, list):
        return [*map(to_data, value)]
    return Scalar(value.replace("\r\n", "\n").replace("\r", "\n")) if isinstance(value, str) else Scalar(
        "null" if value is None else str(value).lower(), is_typed=True)


def change_data(parent: Any, step: Any, change: dict[str, Any]) -> Any:
    """Return a list or mapping after an edit at one of its items or entries, as the edit says."""
    pairs = [*(parent.items() if isinstance(parent, dict) else enumerate(parent))]
    at = [key for key, _ in pairs].index(step)
    match change["do"]:
        case "set":
            pairs[at] = step, to_data(change["value"]["data"])
        case "insert":
            items, number = pairs[at][1], change["number"]  # other aliases may share the list
            pairs[at] = step, [*items[:number], to_data(change["value"]["data"]), *items[number:]]
        case "remove":
            del pairs[at]
        case "copy":
            pairs.insert(at + 1, (change["to"], pairs[at][1]))
        case "move":
            pairs.insert(change["to"], pairs.pop(at))
        case "rename":
            pairs[at] = change["to"], pairs[at][1]
    return [*pairs] if isinstance(parent, dict) else [value for _, value in pairs]


def find_comments(text: str) -> Counter[str]:
    return Counter(re.findall(r"(?:^|[ ])#(?:[ ].*)", text, re.MULTILINE))


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(FILES), st.data(), st.booleans())
def test_any_edit_of_any_file_changes_only_its_data(file: Any, drawn: st.DataObject, crlf: bool) -> None:
    text = file.read_text(encoding="utf-8")
    text = text.replace("\n", "\r\n") if crlf else text
    before = read_data(text)
    path = drawn.draw(st.sampled_from(list_paths(before)[1:]))
    parent: Any = before
    for step in path[:-1]:
        parent = parent[step]
    value, size = parent[path[-1]], len(parent)
    kinds = ["set", "remove", "copy", "move", *(["rename"] if isinstance(parent, dict) else []),
             *(["insert"] if isinstance(value, list) else [])]
    change: dict[str, Any] = {"do": drawn.draw(st.sampled_from(kinds)), "path": [*path]}
    if change["do"] in ("set", "insert"):
        change["value"] = {"data": drawn.draw(VALUES)}
    if change["do"] == "insert":
        change["number"] = drawn.draw(st.integers(0, len(value)))
    if change["do"] in ("copy", "rename"):
        change["to"] = "other name" if isinstance(parent, dict) else None
    if change["do"] == "move":
        change["to"] = drawn.draw(st.integers(0, size - 1))
    try:
        after = edit_yaml(text, change)
    except PrintshopError as error:
        # only anchors and merged values keep an edit from being made
        assert re.search(r"&\w|<<", text), error  # noqa: PT017
        return
    assert not crlf or "\n" not in after.replace("\r\n", "")
    expected = change_data(parent, path[-1], change)
    now: Any = read_data(after)
    for step in path[:-1]:
        now = now[step]
    if isinstance(now, dict) and "<<" in text:  # merged entries come last
        assert now == dict(expected)
    else:
        assert ([*now.items()] if isinstance(now, dict) else now) == expected
    for step, other in before.items() if isinstance(before, dict) else enumerate(before):
        if step != path[0] and len(path) > 1:
            assert read_data(after)[step] == other
    lost = find_comments(text) - find_comments(after)
    assert not lost or change["do"] in ("set", "remove")


def test_item_of_a_long_list_is_edited_alone() -> None:
    text = "title: x\nships:\n" + "".join(f"  - name: n{number}\n    hull: 3  # three\n" for number in range(50))
    root = parse_yaml(text, "", Problems())
    assert root
    reply = value_edits.edit_list_item(text, root, {"do": "set", "path": ["ships", 49, "hull"], "value": {"yaml": "4"}})
    assert reply
    assert reply[0] == text[:-len("3  # three\n")] + "4  # three\n"
    assert value_edits.list_data(reply[1]) == read_data(reply[0])
    assert splice_tree(root, reply[0])
    for path in (["ships", 49], ["ships", 50, "hull"], ["title"]):
        assert value_edits.edit_list_item(text, root, {"do": "set", "path": path, "value": {"yaml": "4"}}) is None


def test_position_has_a_path() -> None:
    root = parse_yaml(TEXT, "", Problems())
    places = {("title",): (2, 1), ("units", 0, "name"): (5, 5), ("units", 0, "guns", 0, "count"): (7, 26),
              ("flow", "b", 1): (14, 21), ("units", 1, "notes"): (10, 5)}
    assert [value_edits.find_path(root, *place) for place in places.values()] == [*places]


def test_new_lines_have_the_line_ends_of_the_file() -> None:
    text = "units:\r\n  - Nike\r\n  - {unit: Golem, notes: x}\r\n#limit: 5  # points\r\ntitle: x\r\nnotes:\r\n  - a\r\n"
    for after in (edit(text, "set", "side", value={"text": "britain"}), edit(text, "remove", "title"),
                  edit(text, "set", "units", 0, value={"data": {"unit": "Nike", "notes": "y"}}),
                  edit(text, "insert", "units", value={"text": "Alpha"}), edit(text, "remove", "units", 0),
                  edit(text, "move", "units", 0, to=1),
                  value_edits.set_scalars(text, {("units", 1, "unit"): "Nike", ("units", 0): "Golem"}),
                  edit(text, "set", "units", 1, "damage", value={"data": {"hull": 1}})):
        assert after != text
        assert after.count("\r\n") == after.count("\n")
        assert "\r" not in after.replace("\r\n", "")


def test_several_single_values_are_set_at_once() -> None:
    scalars = {("units", 0, "name"): "Bee: the \"first\"", ("units", 1, "name"): "B", ("flow", "b", 0): "no",
               ("units", 0, "guns", 1): "a, b", ("title",): "12"}
    after = value_edits.set_scalars(TEXT, scalars)
    for path, text in scalars.items():
        assert value_edits.get_text(value_edits.read_value_at(after, *path)) == text
    assert re.findall("#.*", after) == re.findall("#.*", TEXT)
    assert after.count("\n") == TEXT.count("\n")
    with pytest.raises(PrintshopError, match="not in the file any more"):
        value_edits.set_scalars(TEXT, {("units", 9): "x"})


def test_block_is_read_or_refused_with_a_reason() -> None:
    assert value_edits.require_block(TEXT, "flow").entries.keys() == {"a", "b"}
    for text, path, message in (("ships: 'x", (), "quote is not closed"), (TEXT, ("title",), "no block of keys"),
                                ("", (), "the file is empty")):
        with pytest.raises(PrintshopError, match=message):
            value_edits.require_block(text, *path)
    with pytest.raises(PrintshopError, match="too large"):
        value_edits.read_value_at("#" * 2_000_001)


def test_entry_in_lines_follows_the_others_with_its_comments() -> None:
    text = "a:\n  - x: 1\n    # y: 2\n\n# end\nb: {c: 1}\n"
    added = value_edits.add_entry_lines(text, ("a",), "- x: 3  # three\n  #y: 4\n")
    assert added == text.replace("    # y: 2\n", "    # y: 2\n\n  - x: 3  # three\n    #y: 4\n")
    assert value_edits.add_entry_lines("", (), "k:\n  z: 1\n") == "\nk:\n  z: 1\n"
    assert value_edits.add_entry_lines("b: 1", ("a",), "- x\n") == "b: 1\n\na:\n  - x\n"
    assert edit(text, "copy", "a", 0) == text.replace("    # y: 2\n", "    # y: 2\n  - x: 1\n    # y: 2\n")
    for path in (("b",), ("b", "c")):
        with pytest.raises(PrintshopError, match="cannot find the place"):
            value_edits.add_entry_lines(text, path, "d: 1\n")
