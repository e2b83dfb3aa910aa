"""Limits of a YAML file: a file at a limit is read, a file beyond it is refused at the place of the excess."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
from helpers.yaml_values import strip_places

from printshop.problems import Problems
from printshop.source import Node, parse_yaml, parse_yaml_file, yaml_reader
from printshop.source.tree import MAX_DEPTH

if TYPE_CHECKING:
    from pathlib import Path


def read_limited(text: str) -> tuple[Node | None, list[tuple[int, int, str]]]:
    """Return the tree of a text, and the line, column and message of each problem."""
    root = parse_yaml(text, "test.yaml", problems := Problems())
    return root, [(one.span.line, one.span.column, one.message) for one in problems if one.span]


@pytest.mark.parametrize(("text", "values", "place"), [
    ("[1, 2]", 3, (1, 5)),
    ("{a: 1, b: {c: 2}}", 4, (1, 15)),
    ("a: 1\nb: [[]]", 4, (2, 5)),
    ("a: &x [1, 2]\nb: *x", 7, (2, 4)),  # the values of an alias count again
    ("a: &x 1\nb: *x", 3, (2, 4)),
    ("- &x [1]\n- &y [*x, 2]\n- *y", 11, (3, 3)),
])
def test_number_of_values_has_a_limit(monkeypatch: pytest.MonkeyPatch, text: str, values: int,
                                      place: tuple[int, int]) -> None:
    monkeypatch.setattr(yaml_reader, "MAX_VALUES", values)
    root, problems = read_limited(text)
    assert (problems, root and root.source.value_count) == ([], values)
    monkeypatch.setattr(yaml_reader, "MAX_VALUES", values - 1)
    root, problems = read_limited(text)
    assert root is None
    assert problems == [(*place, f"there are more than {values - 1} values, including the values of aliases")]


def test_depth_of_values_has_a_limit() -> None:
    too_deep = f"values are nested more than {MAX_DEPTH} levels deep"
    assert read_limited("[" * MAX_DEPTH + "]" * MAX_DEPTH)[1] == []
    assert read_limited("[" * (MAX_DEPTH + 1)) == (None, [(1, MAX_DEPTH + 1, too_deep)])


@pytest.mark.parametrize(("anchored", "height"), [("[1]", 1), ("{k: 1}", 1), ("[1, [2], 3]", 2), ("[[[]], 1]", 3)])
def test_levels_inside_an_alias_count(anchored: str, height: int) -> None:
    opened = MAX_DEPTH - height
    assert read_limited(f"- &x {anchored}\n- {'[' * (opened - 1)}*x{']' * (opened - 1)}")[1] == []
    root, problems = read_limited(f"- &x {anchored}\n- {'[' * opened}*x{']' * opened}")
    assert root is None
    assert [(line, column) for line, column, _ in problems] == [(2, opened + 3)]


@pytest.mark.parametrize("text", ["- {}", "? {}\n: 1"])
def test_length_of_a_text_has_a_limit(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(yaml_reader, "MAX_TEXT", 30)
    assert read_limited(text.format("x" * 30))[1] == []
    root, problems = read_limited(text.format("x" * 31))
    assert root is not None
    assert problems == [(1, 3, "this text has 31 characters, but at most 30 are allowed")]


def test_size_of_a_file_has_a_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(yaml_reader, "MAX_BYTES", 20)
    for size, is_read in ((20, True), (21, False)):
        (tmp_path / "x.yaml").write_bytes(b"a: " + b"x" * (size - 3))
        problems = Problems()
        assert (parse_yaml_file(tmp_path / "x.yaml", problems, "x.yaml") is not None) == is_read
        assert bool(problems) != is_read


def test_reading_ends_at_the_limit_of_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_reader, "MAX_PROBLEMS", 3)
    root, problems = read_limited("a: 1\n" * 3)
    assert root is not None
    assert [line for line, _, _ in problems] == [2, 3]
    for repeated in (4, 5, 9):
        root, problems = read_limited("a: 1\n" * repeated)
        assert root is None
        assert [line for line, _, _ in problems] == [2, 3, 4]


@pytest.mark.parametrize("fatal", ["b: *none", "? \n: 1"])
def test_second_document_after_a_fatal_error_gives_no_tree(fatal: str) -> None:
    assert read_limited("a: 1\n---\nb: 2")[0] is not None
    root, problems = read_limited(f"a: 1\n{fatal}\n---\nb: 2")
    assert root is None
    assert [line for line, _, _ in problems] in ([2, 3], [2, 4])


def test_every_repeated_key_names_the_line_of_its_first() -> None:
    problems = Problems()
    parse_yaml("a: 1\nb: 2\na: 3\nc: 4\nc: 5\nb: 6\n", "test.yaml", problems)
    assert [one.hint for one in problems] == [f"the key is first given on line {line}" for line in (1, 4, 2)]


@pytest.mark.parametrize("tagged", ["!x {}", "!x []", "!x y"])
def test_tag_is_reported_at_any_kind_of_value(tagged: str) -> None:
    root, problems = read_limited(f"a: {tagged}\nb: 1")
    assert root is not None
    assert problems == [(1, 4, "the tag !x is not allowed")]
    assert read_limited("!x a: 1")[1] == [(1, 1, "the tag !x is not allowed")]


def test_only_a_plain_sign_merges() -> None:
    root, problems = read_limited("a: &x {k: 1}\nb: {<<: *x}\nc: {'<<': *x}")
    assert root is not None
    assert (problems, strip_places(root)) == ([], {"a": {"k": 1}, "b": {"k": 1}, "c": {"<<": {"k": 1}}})


def test_garbage_collector_has_its_state_after_reading() -> None:
    for switch, is_enabled in ((gc.enable, True), (gc.disable, False)):  # all other tests run without it
        switch()
        for text in ("a: [", "a: 1"):
            read_limited(text)
            assert gc.isenabled() is is_enabled
