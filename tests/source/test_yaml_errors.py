"""Syntax errors that players make in YAML, each with a helpful message, from libyaml and from pure Python."""

import pytest
import yaml

from printshop.problems import Problems
from printshop.source import parse_yaml, yaml_reader

QUOTES = 'a text that contains ": " needs quotes'
SLIPS = [
    # text, line, column, message, hint
    ("- name: Note: this\n", 1, 13, "there is a second ':' in this value", f'{QUOTES}: - name: "Note: this"'),
    ("a: {name: Note: this}\n", 1, 15, "there is a second ':' in this value", QUOTES),
    ("a: [x: y: z]\n", 1, 9, "there is a second ':' in this value", QUOTES),
    ("a: 5\n  b: 6\n", 2, 3, "this line is indented deeper than line 1, which already has a value",
     "begin the line in column 1, like line 1"),
    ("a: 5\n\n# note\n  b: 6\n", 4, 3, "this line is indented deeper than line 1, which already has a value",
     "begin the line in column 1, like line 1"),
    ("ships:\n  - name: Wasp\n   side: britain\n", 3, 4,
     "this line belongs to 'name' in line 2, but is indented less",
     "begin the line in column 5, under 'name'"),
    ("ships:\n  - name: Wasp\n     side: britain\n", 3, 6,
     "this line is indented deeper than line 2, which already has a value", "begin the line in column 5, under 'name'"),
    ("ships:\n  - name:Wasp\n    side: britain\n", 2, 3, "this line has no key",
     "put a space after the colon: - name: Wasp"),
    ("ship:\n\thull: 3\n", 2, 1, "there is a tab where spaces are needed", "indent with spaces, two for each level"),
    ("a:\n  b: 3\n  \tc: 2\n", 3, 3,
     "there is a tab where spaces are needed", "indent with spaces, two for each level"),
    ('a: 1\nname: "Gnat\nkind: x\n', 2, 7, "this quote is not closed", 'close the quote: name: "Gnat"'),
    ("name: 'Gnat", 1, 7, "this quote is not closed", "close the quote: name: 'Gnat'"),
    ('name: "Gnat\nkind: "Ship"\nhull: 3\n', 1, 7, "the text that begins with this quote ends only on line 2",
     'if a quote is missing in line 1, close the quote: name: "Gnat"'),
    ("name: 'Gnat's'\n", 1, 13, "there is text after the closing quote",
     "put the whole text in quotes of the other kind: name: \"Gnat's\""),
    ("ship:\n    a: 1\n  b: 2\n", 3, 3, "this line begins in column 3, but no line above begins there",
     "begin the line in column 1 or 5, like a line above"),
    ("x:\n  - a: 1\n    b: 2\n   c: 3\n", 4, 4, "this line begins in column 4, but no line above begins there",
     "begin the line in column 5, like a line above"),
    ("  a: 1\nb: 2\n", 2, 1, "this line does not belong to the value that began on line 1",
     "begin the line in column 3, like line 1"),
    ("a: 1\n...\nb: 2\n", 3, 1, "this line does not belong to the value that began on line 1",
     "do not mix keys and lists, and write nothing after a line '...'"),
    ("- a\nb: 1\n", 2, 1, "this line does not fit the list that began on line 1",
     "begin the line with '- ', or indent the line like the other lines of the value"),
    ("x:\n  b: 1\n  - a\n", 3, 3, "this line does not fit the keys that began on line 2",
     "begin the line with key: value, or indent the line like the other lines of the value"),
    ("b: 1\na: [", 2, 4, "this '[' is not closed", "close the bracket: a: []"),
    ("a: [1, 2\nb: 3\n", 1, 4, "this '[' is not closed", "close the bracket: a: [1, 2]"),
    ("a: {x: 1, y: 2\nb: 3\n", 1, 4, "this '{' is not closed", "close the bracket: a: {x: 1, y: 2}"),
    ("a: [1, 'b' c]\n", 1, 12, "',' or ']' is missing here",
     "write the comma, or put the whole text in quotes of the other kind"),
    ("a: [1, 'b' 'c']\n", 1, 12, "',' or ']' is missing here",
     "write the missing comma: a: [1, 'b', 'c']"),
    ("a: [1, 2]]\n", 1, 10, "this ']' has no opening bracket", "delete the bracket: a: [1, 2]"),
    ("a: [1, , 2]\n", 1, 8, "a value is missing before ','", "write the value, or delete the ','"),
    ("text: {name} sails\n", 1, 14, "there is text after the end of a value",
     'a text that begins with "{" needs quotes: text: "{name} sails"'),
    ("hull: 3\narmour:5\nthrust: 4\n", 2, 1, "this line has no key",
     "put a space after the colon: armour: 5"),
    ("hull: 3\narmour\nthrust: 4\n", 2, 1, "this line has no key", "if a colon is missing, write armour:"),
    ("hull: 3\narmour 5\nthrust: 4\n", 2, 1, "this line has no key", "if a colon is missing, write armour: 5"),
    ("- hull: 3\n  armour = as hers\n  thrust: 4\n", 2, 3, "this line has no key",
     "if a colon is missing, write armour: as hers"),
    ("hull: 3\nand so on\nthrust: 4\n", 2, 1, "this line has no key",
     "write key: value; if a text continues on the next line, indent that line deeper than the key"),
    ("-name: Wasp\n  hull: 3\n", 1, 1, "this line has no key", "put a space after the dash: - name: Wasp"),
    ("- {text: {name} sails, hull: 3}\n", 1, 17, "there is text after the end of a value",
     "put quotes round all of a text that begins with \"{\""),
    ("-a\n-b\nc: d\n", 2, 1, "this line has no key", "put a space after the dash: - b"),
    ("name: @home\n", 1, 7, "a text cannot begin with '@'", 'put the text in quotes: name: "@home"'),
    ("- {name: @home, hull: 3}\n", 1, 10, "a text cannot begin with '@'",
     'put the text in quotes: - {name: "@home", hull: 3}'),
    ("a: [x, {b: 'y{', c: %5}]\n", 1, 21, "a text cannot begin with '%'",
     "put the text in quotes: a: [x, {b: 'y{', c: \"%5\"}]"),
    ("- {name: A, code: !important}\n", 1, 19, "a text cannot begin with '!'",
     'put the text in quotes: - {name: A, code: "!important"}'),
    ("- {name: *Gnat* strikes, hull: 3}\n", 1, 10, "a text cannot begin with '*'",
     'put the text in quotes: - {name: "*Gnat* strikes", hull: 3}'),
    ("- {note: a text that is so long that no hint shows the line again, name: @home}\n", 1, 74,
     "a text cannot begin with '@'", 'put the text in quotes: "@home"'),
    ("a: {b: @\\c}\n", 1, 8, "a text cannot begin with '@'", "put the text in quotes"),
    ("-\u00a0{name: A, hull: 3}\n", 1, 2, "this space is not an ordinary one, but U+00A0, NO-BREAK SPACE",
     "delete it, and type a space; a web page or a word processor puts it in"),
    ("- name:\u00a0A\n  hull: 3\n", 1, 8, "this space is not an ordinary one, but U+00A0, NO-BREAK SPACE",
     "delete it, and type a space; a web page or a word processor puts it in"),
    ("name: %50\n", 1, 7, "a text cannot begin with '%'", 'put the text in quotes: name: "%50"'),
    ("%50: name\n", 1, 1, "a line cannot begin with '%'", "delete the line, or put the text in quotes"),
    ("text: *Gnat* strikes\n", 1, 7, "a text cannot begin with '*'",
     'put the text in quotes: text: "*Gnat* strikes"'),
    ("- **bold**\n", 1, 3, "a text cannot begin with '*'", 'put the text in quotes: - "**bold**"'),
    ("text: & more\n", 1, 7, "a text cannot begin with '&'", 'put the text in quotes: text: "& more"'),
    ("text: !e!x y\n", 1, 7, "a text cannot begin with '!'", 'put the text in quotes: text: "!e!x y"'),
    ("range: > 12 in\n", 1, 8, "a text cannot begin with '>'", 'put the text in quotes: range: "> 12 in"'),
    ("range: |x\n", 1, 8, "a text cannot begin with '|'", 'put the text in quotes: range: "|x"'),
    ("a: ? b\n", 1, 4, "a text cannot begin with '?'", 'put the text in quotes: a: "? b"'),
    ("a: , b\n", 1, 4, "a text cannot begin with ','", 'put the text in quotes: a: ", b"'),
    ("a: @\\b\n", 1, 4, "a text cannot begin with '@'", "put the text in quotes: a: '@\\b'"),
    ('text: "\\*a\\*"\n', 1, 8, "'\\*' is not a valid escape in double quotes",
     "use single quotes, or write \\\\ for a backslash"),
    ('text: "\\xZZ"\n', 1, 8, "'\\x' is not a valid escape in double quotes",
     "use single quotes, or write \\\\ for a backslash"),
    ("a: - b\n", 1, 4, "a list cannot begin on the line of its key",
     'begin the list on the next line, or write [a, b]; a text that begins with "- " needs quotes'),
    (": x\n", 1, 1, "there is no key before this ':'", "write the key, or put the text in quotes"),
    ("{: x}\n", 1, 2, "there is no key before this ':'", "write the key, or put the text in quotes"),
    ("a: 1\n" + "k" * 1100 + ": 2\n", 2, 1, "this key is longer than 1024 characters", ""),
    ("k" * 1100 + ": 2\n", 1, 1101, "a ':' is not allowed here",
     "put a text with a ':' in quotes, and write a key with at most 1024 characters"),
]  # fmt: skip


REPAIRS = [
    # text, the line that the hint shows, its number, a part of the hint before it
    ("side: [britain\nlimit: 3\n", 1, "side: [britain]", "close the bracket"),
    ("side: [britain   # a side\nlimit: 3\n", 1, "side: [britain]   # a side", "close the bracket"),
    (f"side: [britain {' ' * 30} # the side: britain, russia, china\nlimit: 3\n", 1, "side: [britain]", "close"),
    ("units: [Nike, Golem,\nlimit: 3\n", 1, "units: [Nike, Golem]", "close the bracket"),
    ("units: [{unit: Nike, count: 2\nlimit: 3\n", 1, "units: [{unit: Nike, count: 2}]", "close the bracket"),
    ("units: [{unit: 'A]', damage: {hull: 2\nlimit: 3\n", 1, "units: [{unit: 'A]', damage: {hull: 2}}]", "close"),
    ("units:\n  - {unit: Nike\n  - Golem\n", 2, "- {unit: Nike}", "close the bracket"),
    ("a:\n  red: {units: [A], points: 3\n  blue: {units: [B]}\n", 2, "red: {units: [A], points: 3}", "close"),
    ("side: [\n  britain,\n  spain\nlimit: 3\n", 3, "spain]", "close the bracket at the end of line 3"),
    ("damage: {hull: 3\n  thrust: 2}\n", 1, "damage: {hull: 3,", "write a comma at the end of line 1"),
    ("damage: {hull: 3 thrust: 2}\n", 1, "damage: {hull: 3, thrust: 2}", "write the missing comma"),
    ("units: [{unit: Nike, damage: {hull: 2}]\n", 1, "units: [{unit: Nike, damage: {hull: 2}}]", "in front of ']'"),
    ("units: [Nike, Golem}\n", 1, "units: [Nike, Golem]", "write ']' in place of '}'"),
    ('units: ["Nike, Golem]\nlimit: 3\n', 1, 'units: ["Nike", Golem]', "close the quote"),
    ("title: 'Night Raid  # a note\nlimit: 3\n", 1, "title: 'Night Raid'  # a note", "close the quote"),
    ('title: "The "Nike" sails"\n', 1, "title: 'The \"Nike\" sails'", "quotes of the other kind"),
    ('title: "Nike" sails\n', 1, "title: '\"Nike\" sails'", "quotes of the other kind"),
    ("title Night Raid\nside: britain\n", 1, "title: Night Raid", "if a colon is missing"),
    ("forces:\n  red:\n    units [Nike]\n    points: 3\n", 3, "units: [Nike]", "if a colon is missing"),
    ("units:\n  - Nike\n  Golem\n", 3, "- Golem", "begin the line with a dash, like line 2"),
    ("- name: A\n  hull: 3\n-name: B\n", 3, "- name: B", "put a space after the dash"),
    ("ships:\n  - name: A\n    hull: 3\n  name: B\n    hull: 3\n", 4, "- name: B", "like line 2"),
]


@pytest.mark.parametrize(("text", "line", "repaired_line", "advice"), REPAIRS)
def test_line_of_the_advice_repairs_the_file(text: str, line: int, repaired_line: str, advice: str) -> None:
    problems = Problems()
    assert parse_yaml(text, "", problems) is None
    (problem,) = problems
    assert problem.hint.endswith(f" {repaired_line}")
    assert advice in problem.hint
    lines = text.split("\n")
    lines[line - 1] = lines[line - 1][:len(lines[line - 1]) - len(lines[line - 1].lstrip())] + repaired_line
    assert parse_yaml("\n".join(lines), "", Problems()) is not None


@pytest.mark.parametrize(("text", "line", "column"), [
    ("a:\n  units:\n      - A\n     - B\n", 4, 7), ("x:\n  - a: 1\n    b: 2\n   c: 3\n", 4, 5)])
def test_column_of_the_advice_repairs_the_file(text: str, line: int, column: int) -> None:
    problems = Problems()
    assert parse_yaml(text, "", problems) is None
    (problem,) = problems
    assert f"begin the line in column {column}," in problem.hint
    lines = text.split("\n")
    lines[line - 1] = " " * (column - 1) + lines[line - 1].lstrip()
    assert parse_yaml("\n".join(lines), "", Problems()) is not None


@pytest.mark.parametrize("parser", [yaml.CBaseLoader, yaml.BaseLoader])
def test_mistake_gets_its_message_and_hint(monkeypatch: pytest.MonkeyPatch, parser: type) -> None:
    monkeypatch.setattr(yaml_reader, "Parser", parser)

    def describe(text: str) -> tuple[object, ...]:
        problems = Problems()
        assert parse_yaml(text, "test.yaml", problems) is None, text
        (problem,) = problems
        assert problem.span is not None
        return (problem.span.line, problem.span.column, problem.message, problem.hint, problem.span.text)

    assert {text: describe(text) for text, *_ in SLIPS} == {
        text: (*rest, text.split("\n")[rest[0] - 1]) for text, *rest in SLIPS}
