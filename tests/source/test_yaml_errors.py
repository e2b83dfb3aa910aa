"""Syntax errors that players make in YAML, each with a helpful message, from libyaml and from pure Python."""

import pytest
import yaml

from printshop.problems import Problems
from printshop.source import parse_yaml, yaml_reader

QUOTES = 'a text that contains ": " needs quotes'
SLIPS = [
    # text, line, column, message, hint
    ("- name: Note: this\n", 1, 13, "a second ':' in one value", f'{QUOTES}: - name: "Note: this"'),
    ("a: {name: Note: this}\n", 1, 15, "a second ':' in one value", QUOTES),
    ("a: [x: y: z]\n", 1, 9, "a second ':' in one value", QUOTES),
    ("a: 5\n  b: 6\n", 2, 3, "this line is indented deeper than line 1, which has a value already",
     "begin it in column 1, like line 1"),
    ("a: 5\n\n# note\n  b: 6\n", 4, 3, "this line is indented deeper than line 1, which has a value already",
     "begin it in column 1, like line 1"),
    ("ships:\n  - name: Wasp\n   side: britain\n", 3, 4,
     "this line is indented less than 'name' in line 2, to which it belongs", "begin it in column 5, under 'name'"),
    ("ships:\n  - name: Wasp\n     side: britain\n", 3, 6,
     "this line is indented deeper than line 2, which has a value already", "begin it in column 5, under 'name'"),
    ("ships:\n  - name:Wasp\n    side: britain\n", 2, 3, "this line has no key",
     "put a space after the colon: - name: Wasp"),
    ("ship:\n\thull: 3\n", 2, 1, "a tab stands where spaces are needed", "indent with spaces, two a level"),
    ("a:\n  b: 3\n  \tc: 2\n", 3, 3, "a tab stands where spaces are needed", "indent with spaces, two a level"),
    ('a: 1\nname: "Gnat\nkind: x\n', 2, 7, "this quote is never closed", 'end the text with another "'),
    ("name: 'Gnat", 1, 7, "this quote is never closed", "end the text with another '"),
    ('name: "Gnat\nkind: "Ship"\nhull: 3\n', 1, 7, "the text that begins with this quote ends only on line 2",
     "is a quote missing at the end of line 1?"),
    ("name: 'Gnat's'\n", 1, 13, "there is text after the closing quote",
     "put quotes of the other kind round the whole text"),
    ("ship:\n    a: 1\n  b: 2\n", 3, 3, "this line begins in column 3, where nothing above does",
     "the lines above begin in column 1 or 5: line it up with one of them"),
    ("x:\n  - a: 1\n    b: 2\n   c: 3\n", 4, 4, "this line begins in column 4, where nothing above does",
     "the lines above begin in column 3 or 5: line it up with one of them"),
    ("  a: 1\nb: 2\n", 2, 1, "this line does not belong to what began on line 1",
     "begin it in column 3, like line 1"),
    ("a: 1\n...\nb: 2\n", 3, 1, "this line does not belong to what began on line 1",
     "keys and lists cannot be mixed, and nothing can follow a line '...'"),
    ("- a\nb: 1\n", 2, 1, "this line does not go with the list that began on line 1",
     "begin it with '- ', or indent it like what it belongs to"),
    ("x:\n  b: 1\n  - a\n", 3, 3, "this line does not go with the keys that began on line 2",
     "begin it with key: value, or indent it like what it belongs to"),
    ("a: [1, 2\nb: 3\n", 1, 4, "this '[' is not closed", "']' is missing before line 2"),
    ("a: {x: 1, y: 2\nb: 3\n", 1, 4, "this '{' is not closed", "'}' is missing before line 2"),
    ("a: [1, 'b' c]\n", 1, 12, "',' or ']' is missing here",
     "write the comma, or put quotes of the other kind round the whole text"),
    ("a: [1, 'b' 'c']\n", 1, 12, "',' or ']' is missing here",
     "the '[' in column 4 is still open; quote texts that have commas"),
    ("a: [1, 2]]\n", 1, 10, "this ']' closes nothing", "delete it, or put the whole text in quotes"),
    ("a: [1, , 2]\n", 1, 8, "a value is missing before ','", "write it, or delete the ','"),
    ("text: {name} sails\n", 1, 14, "there is text after the end of a value",
     'a text that begins with "{" needs quotes: text: "{name} sails"'),
    ("hull: 3\narmour:5\nthrust: 4\n", 2, 1, "this line has no key",
     "put a space after the colon: armour: 5"),
    ("hull: 3\narmour\nthrust: 4\n", 2, 1, "this line has no key", "is a colon missing? armour:"),
    ("hull: 3\narmour 5\nthrust: 4\n", 2, 1, "this line has no key", "is a colon missing? armour: 5"),
    ("- hull: 3\n  armour = as hers\n  thrust: 4\n", 2, 3, "this line has no key",
     "is a colon missing? armour: as hers"),
    ("hull: 3\nand so on\nthrust: 4\n", 2, 1, "this line has no key",
     "write key: value; a text that goes on in the next line is indented deeper than its key"),
    ("-name: Wasp\n  hull: 3\n", 1, 1, "this line has no key", "put a space after the dash: - name: Wasp"),
    ("- {text: {name} sails, hull: 3}\n", 1, 17, "there is text after the end of a value",
     'a text that begins with "{" needs quotes round all of it'),
    ("-a\n-b\nc: d\n", 2, 1, "this line has no key", "put a space after the dash: - b"),
    ("name: @home\n", 1, 7, "a text cannot begin with '@'", 'put it in quotes: name: "@home"'),
    ("name: %50\n", 1, 7, "a text cannot begin with '%'", 'put it in quotes: name: "%50"'),
    ("%50: name\n", 1, 1, "a line cannot begin with '%'", "delete the line, or put the text in quotes"),
    ("text: *Gnat* strikes\n", 1, 7, "a text cannot begin with '*'", 'put it in quotes: text: "*Gnat* strikes"'),
    ("- **bold**\n", 1, 3, "a text cannot begin with '*'", 'put it in quotes: - "**bold**"'),
    ("text: & more\n", 1, 7, "a text cannot begin with '&'", 'put it in quotes: text: "& more"'),
    ("text: !e!x y\n", 1, 7, "a text cannot begin with '!'", 'put it in quotes: text: "!e!x y"'),
    ("range: > 12 in\n", 1, 8, "a text cannot begin with '>'", 'put it in quotes: range: "> 12 in"'),
    ("range: |x\n", 1, 8, "a text cannot begin with '|'", 'put it in quotes: range: "|x"'),
    ("a: ? b\n", 1, 4, "a text cannot begin with '?'", 'put it in quotes: a: "? b"'),
    ("a: , b\n", 1, 4, "a text cannot begin with ','", 'put it in quotes: a: ", b"'),
    ("a: @\\b\n", 1, 4, "a text cannot begin with '@'", "put it in quotes: a: '@\\b'"),
    ('text: "\\*a\\*"\n', 1, 8, "'\\*' means nothing between double quotes",
     "use single quotes, or write \\\\ for a backslash"),
    ('text: "\\xZZ"\n', 1, 8, "'\\x' means nothing between double quotes",
     "use single quotes, or write \\\\ for a backslash"),
    ("a: - b\n", 1, 4, "a list cannot begin on the line of its key",
     'begin the list on the next line, or write [a, b]; a text that begins with "- " needs quotes'),
    (": x\n", 1, 1, "there is no key before this ':'", "write the key, or put the text in quotes"),
    ("{: x}\n", 1, 2, "there is no key before this ':'", "write the key, or put the text in quotes"),
    ("a: 1\n" + "k" * 1100 + ": 2\n", 2, 1, "this key is longer than 1024 characters", ""),
    ("k" * 1100 + ": 2\n", 1, 1101, "this ':' does not fit here", "a text with a ':' needs quotes; a key is short"),
]  # fmt: skip


@pytest.mark.parametrize("parser", [yaml.CBaseLoader, yaml.BaseLoader])
@pytest.mark.parametrize("slip", SLIPS, ids=[slip[0][:20] for slip in SLIPS])
def test_slip(monkeypatch: pytest.MonkeyPatch, slip: tuple[str, int, int, str, str], parser: type) -> None:
    monkeypatch.setattr(yaml_reader, "Parser", parser)
    text, line, column, message, hint = slip
    problems = Problems()
    assert parse_yaml(text, "test.yaml", problems) is None
    (problem,) = problems
    assert problem.span is not None
    assert (problem.message, problem.hint) == (message, hint)
    assert (problem.span.line, problem.span.column) == (line, column)
    assert problem.span.text == text.split("\n")[line - 1]
