"""YAML files of players, good, bad and hostile, read into a tree with places."""

from fractions import Fraction
from pathlib import Path

import pytest
import yaml
from helpers.yaml_values import random_texts, random_values, read_tree, strip_places
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from printshop.problems import Problems
from printshop.source import MappingNode, Node, SequenceNode, parse_yaml, parse_yaml_file, yaml_reader


def list_problems(text: str) -> list[str]:
    """All problems of a text as they are printed."""
    problems = Problems()
    parse_yaml(text, "test.yaml", problems)
    return [str(problem) for problem in problems]


def test_values_follow_yaml_1_2() -> None:
    for text, value in [
    ("14", 14), ("-3", -3), ("0", 0), ("2.50", Fraction(5, 2)), ("-0.1", Fraction(-1, 10)), ("true", True),
    ("False", False), ("", None), ("~", None), ("null", None), ("'14'", "14"), ('"true"', "true"), ("''", ""),
    ("3 in", "3 in"), ("unknown", "unknown"),
    *[(trap, trap) for trap in ("yes", "no", "on", "off", "Y", "n", "1:30", "1_000", "010", "0x1F", "0o17", "1e3",
                                ".5", "5.", ".inf", "2026-11-20")],
    ("9" * 101, "9" * 101),
]:
        result = strip_places(read_tree(f"key: {text}"))
        assert isinstance(result, dict)
        assert result == {"key": value}, text
        assert type(result["key"]) is type(value), text


def test_duplicate_key_names_the_first() -> None:
    (problem,) = list_problems("hull: 9\nthrust: 4\nhull: 11\n")
    assert problem.split("\n") == [
        "test.yaml:3:1: error: key 'hull' is given twice",
        "    3 | hull: 11",
        "      | ^",
        "      = the key is first given on line 1",
    ]


def test_several_problems_are_reported_at_once_and_harmless_ones_leave_a_tree() -> None:
    problems = Problems()
    root = parse_yaml("a: 1\na: 2\nb: !!int 3\nc: 4\n---\nd: 5\n", "test.yaml", problems)
    assert [(problem.span and problem.span.line) for problem in problems] == [2, 3, 5]
    assert root is not None
    assert strip_places(root) == {"a": 2, "b": 3, "c": 4}


@pytest.mark.parametrize(("text", "start"), [
    ("a: *b\n", "test.yaml:1:4: error: there is no anchor &b before this *b"),
    ("a: &ship 1\nb: *shp\n", "test.yaml:2:4: error: there is no anchor &shp before this *shp"),
    ("a: *Gnat strikes\n", "test.yaml:1:4: error: there is no anchor &Gnat before this *Gnat"),
    ("a: &x\n  b: *x\n", "test.yaml:2:6: error: *x is inside the value of its own anchor &x"),
    ("a: &x\n  <<: *x\n", "test.yaml:2:7: error: *x is inside the value of its own anchor &x"),
    ("a: &x 1\n*x : 2\n", "test.yaml:2:1: error: an alias cannot be a key"),
    ("a: &x 1\nb: {<<: *x}\n", "test.yaml:2:5: error: the value of '<<' must be a mapping"),
    ("[a]: 1\n", "test.yaml:1:1: error: a key must be a text"),
    ("a: {{b}: 1}\n", "test.yaml:1:5: error: a key must be a text"),
    ("?\n: 1\n", "test.yaml:1:2: error: there is no key before this ':'"),
    ("a: !!python/object:os.system x\n", "test.yaml:1:4: error: the tag !!python/object:os.system is not"),
    ("a: 1\n---\nb: 1\n", "test.yaml:2:1: error: a second document begins here"),
    ("", "test.yaml: error: the file is empty"),
    ("# nothing\n", "test.yaml: error: the file is empty"),
    ("a: b\0c\n", "test.yaml:1:5: error: the unprintable character U+0000 is not allowed"),
    ("a: \ud800\n", "test.yaml:1:4: error: the unprintable character U+D800 is not allowed"),
    ("a: b\n\ufeffc: d\n", "test.yaml:2:1: error: the unprintable character U+FEFF is not allowed"),
])
def test_malformed_yaml_accepted_by_the_parser_is_refused(text: str, start: str) -> None:
    problems = list_problems(text)
    assert len(problems) == 1, problems
    assert problems[0].startswith(start)


BOMB = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12))
MERGES = "a0: &a0 {x: 1}\n" + "".join(
    f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}], k: 1}}\n" for n in range(1, 12)
)
CHAIN = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200))


@pytest.mark.parametrize(("text", "message"), [
    ("[" * 200_000, "nested more than 64 levels deep"),
    ("a: {" * 200_000, "nested more than 64 levels deep"),
    ("- " * 200_000, "nested more than 64 levels deep"),
    (CHAIN, "nested more than 64 levels deep"),
    (BOMB, "more than 500000 values"),
    (MERGES, "more than 500000 values"),
    ("{" * 900, "a key must be a text"),
    ("'" * 100_001, "this quote is not closed"),
    ("k: 1\n" * 100_000, "key 'k' is given twice"),
    ("[" + "*a," * 100_000 + "]", "there is no anchor &a before this *a"),
    ("a: " + "x: " * 3_000_000, "there is a second ':' in this value"),
])
def test_hostile_files_are_refused(text: str, message: str) -> None:
    problems = list_problems(text)
    assert message in problems[0]
    assert all(len(problem) < 2000 for problem in problems)


@pytest.mark.parametrize("text", ["a: {}", "? {}\n: 1", "- {}", "a: |\n  {}\n"])
def test_huge_text_is_reported_and_cut(text: str) -> None:
    problems = Problems()
    root = parse_yaml(text.format("x" * 1_000_000), "x.yaml", problems)
    assert root is not None
    (problem,) = problems
    assert problem.message.startswith("this text has 1,000,00")
    assert len(str(problem)) < 500


@pytest.mark.parametrize(("data", "start"), [
    (b"a: 1\nb: caf\xe9\n", "x.yaml:2:7: error: the byte e9 is not UTF-8\n    2 | b: caf\ufffd\n"),
    (b"\xef\xbb\xbfa\xe9", "x.yaml:1:2: error: the byte e9 is not UTF-8"),
    ("a: 1".encode("utf-16"), "x.yaml: error: the file is encoded as UTF-16"),
    (b"\xff\xfe\x00", "x.yaml: error: the file is encoded as UTF-16"),
    (b"a: b\x00", "x.yaml:1:5: error: the unprintable character U+0000 is not allowed"),
    (b"#" * (yaml_reader.MAX_BYTES + 1), "x.yaml: error: the file is larger than 16 MB"),
])
def test_files_of_other_kinds_are_no_text(tmp_path: Path, data: bytes, start: str) -> None:
    (tmp_path / "x.yaml").write_bytes(data)
    problems = Problems()
    assert parse_yaml_file(tmp_path / "x.yaml", problems, "x.yaml") is None
    assert [str(problem)[: len(start)] for problem in problems] == [start]


@pytest.mark.parametrize(
    ("name", "reason"), [("no.yaml", "no such file"), (".", "it is a folder, not a file"), ("\0", "null")]
)
def test_unreadable_files_are_reported(tmp_path: Path, name: str, reason: str) -> None:
    problems = Problems()
    assert parse_yaml_file(tmp_path / name, problems, "x.yaml") is None
    (problem,) = problems
    assert str(problem).startswith("x.yaml: error: cannot read the file: ")
    assert reason in problem.message


def test_result_without_libyaml_is_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: &x {b: 'q', c: [1, 2.5]}\nd: {<<: *x, e: >-\n    folded\n    text}\n".replace(
        ">-\n    folded\n    text", "t"
    )
    fast = strip_places(read_tree(text))
    monkeypatch.setattr(yaml_reader, "Parser", yaml.BaseLoader)
    assert strip_places(read_tree(text)) == fast


yamlish = st.text(st.sampled_from("ab1:-?,[]{}#&*!|>'\"%@`~<.\\ \t\n") | st.characters(), max_size=60)


@given(yamlish)
@settings(max_examples=50)
def test_any_text_is_a_tree_or_a_problem(text: str) -> None:
    problems = Problems()
    node = parse_yaml(text, "test.yaml", problems)
    assert node is not None or problems
    for problem in problems:
        assert str(problem)
        assert problem.span is not None
        assert problem.span.line == 0 or (problem.span.column >= 1 and problem.span.line <= text.count("\n") + 70)


@pytest.mark.slow
@given(st.dictionaries(random_texts, random_values), st.booleans(), st.booleans(), st.integers(10, 90))
@settings(max_examples=25)
def test_dumped_yaml_is_read_again_with_its_places(
    data: dict[str, object], flow: bool, wide: bool, width: int
) -> None:
    text = yaml.safe_dump(data, default_flow_style=flow, allow_unicode=wide, width=width)
    assume(yaml.safe_load(text) == data)  # PyYAML itself wraps some escapes wrongly
    root = read_tree(text)
    assert strip_places(root) == data
    assert_same_places(root, yaml.compose(text, Loader=yaml.SafeLoader))


def assert_same_places(node: Node, oracle: yaml.Node) -> None:
    """PyYAML's own composer finds the same places."""
    assert (node.line, node.column) == (oracle.start_mark.line + 1, oracle.start_mark.column + 1)
    if isinstance(node, MappingNode):
        for (key, value), (oracle_key, oracle_value) in zip(node.entries.items(), oracle.value, strict=True):
            assert key == oracle_key.value
            at = node.find_key_span(key)
            assert (at.line, at.column) == (oracle_key.start_mark.line + 1, oracle_key.start_mark.column + 1)
            assert_same_places(value, oracle_value)
    elif isinstance(node, SequenceNode):
        for item, oracle_item in zip(node.items, oracle.value, strict=True):
            assert_same_places(item, oracle_item)


def test_pairs_of_escapes_in_json_are_one_character_at_the_right_column() -> None:
    text = r'{"a": "x \ud83d\ude80 y \uD83D\uDE80", "\ud83d\ude80": [1], "c": "\\ud83d\\ude80"}'
    problems = Problems()
    root = parse_yaml(text, "a.yaml", problems)
    assert root
    assert not problems
    assert (root.entries["a"].text, root.entries["\U0001f680"].items[0].text) == ("x \U0001f680 y \U0001f680", "1")
    assert root.entries["c"].text == r"\ud83d\ude80"
    assert text[root.entries["c"].column - 1:].startswith('"')
    parse_yaml(r'{"a": "\ud83d z"}', "a.yaml", problems)
    (problem,) = problems
    assert (str(problem.span), problem.message) == ("a.yaml:1:8", r"'\ud83d' is half of a character")
