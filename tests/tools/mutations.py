"""Mutations of YAML files, as slips of the hand, broken editors and malice make them.

A mutation is a list of `Edit`s of the file's bytes, so that a diff shows it and any part of it can be left out. Those
of keys, values and structure are found in PyYAML's own tree, which has no part in reading games.
"""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

FORMULAS = (
    "9**9**9", "9 ** 9", "1/0", "1 // 0", "1 % 0", "-1", "0", "1/3", "10 * 10 * 10 * 10", "0.1 + 0.2",
    "'a' * 1000000000", "[1] * 1000000000", "sum([9] * 9)", "min()", "max([])", "sum(1)", "count(1)", "floor('a')",
    "article(9)", "item([1], 9)", "spread(99999999, 99999999)", "spread(9, 0)", "share_out(99999999, [1, 2, 3])",
    "share_out(9, [0, 0])", "ranges([99999999])", "round_half_up(1/3)", "lookup(1, 2)", "column(1, 2)",
    "total(name, 'x')", "name", "side", "warnings", "n", "serial", "unknown", "None", "True", "()", "[]",
    "[[1], [2]]", "'x'", "name + 1", "name - name", "name < 1", "not name", "a if b else c", "lambda: 1",
    "__import__('os')", "name.__class__", "name[0]", "{}", "{1: 2}", "x := 1", "1 2", "(", "'",
    "(" * 300 + "1" + ")" * 300, "not " * 2000 + "1", "1+" * 5000 + "1", "-" * 3000 + "1",
    "1 if 1 else " * 500 + "1", "max(" * 100 + "1" + ")" * 100, "9" * 5000, "99999999999999999999 * " * 20 + "1",
    "1.5e308 * 10", "1 == 1 == 1",
)
NUMBERS = (
    "0", "-1", "1", "2", "3", "7", "99", "100", "101", "1000", "5000", "100000", "999999999", "1" + "0" * 18,
    "9" * 99, "9" * 4000, "-" + "9" * 50, "0.5", "-0.0", "1.0000001", "0." + "0" * 90 + "1", "1e9", "1e400", ".5",
    "5.", "010", "0x10", "1_000", "1:30", ".inf", ".nan", "+7", "−7", "½", "٣", "1/2", "1 1/2",
)
LENGTHS = (
    "0 mm", "-3 in", "1 mm", "5 mm", "0.01 mm", "3 in", "300 mm", "10 ft", "999999 ft", "1/0 in", "1/3 in", "0/5 mm",
    "9" * 60 + " mm", "9" * 60 + "/7 in", "0." + "0" * 60 + "1 mm", "3in", "3 \"", "3 parsecs", "0 x 0 mm",
    "1 x 1 mm", "1000 x 1 in", "1 x 1000 in", "9999999 x 9999999 in", "3/4 x 1 in", "1 x in", "0 %", "100 %", "15 %",
    "1000 %", "-5 %", "1:1", "1:0", "0:1", "1:99999999", "poker", "by size class", "rest", "none",
)
TEXTS = (
    '""', '" "', "unknown", "none", "any", "all", "true", "no", "~", "x", "name", "Golem", "漢字", "🚢🚢",
    "e\u0301\u0323", '"\u202eabc"', '"\u200b"', "ﬁ", '"\\0"', '"\\x07"', '"\\ud800"', '"a\\nb\\tc"', "ß" * 300,
    "x" * 3000, "x " * 3000, "W" * 60, "a-" * 200, "*", "**", "'*a'", "'**a'", "'*a **b* c**'", '"\\\\"', "'{'",
    "'}'", "'{}'", "'{{'", "'{name}'", "'{nobody}'", "'{9**9**9}'", "'{name} {name}'", "'{n}'",
    "'" + "{name}" * 500 + "'", "'{' '}'", "../../etc/passwd", "/etc/passwd", "/dev/zero", "a/b/c", "'.'", "'..'",
    "con", "x" * 300 + ".svg", "'\"'", '"#ffffff"', '"#ff"', '"#0072b2"', "$hex", "$nothing", "$", "'$hex'",
    "$hull_price", "2d6", "0d0", "999d999+999", "4/d8 x2", "0/d0 x0", "999/d999 x99", "4/d8 x2 lightning", "3-5",
    "6+", "9-1", "1-99999999", '"0101"', '"9999"', "A1", "flat-top", "pointy-top", "3 x Alpha", "99999 x Alpha",
    "0 x Alpha", "Alpha-3", "Alpha-0", "move 2", "turn 1", "move 99999999", "turn 1 †",
)
SHAPES = (
    "[]", "{}", "[~]", "{a: 1}", "{a: {b: {c: d}}}", "[[]]", "[[[[1]]]]", "[1, 2]", "[0, 0]", "[99999, 99999]",
    "[[0, 0], [1, -1]]", "[a, b]", "[a, a]", "{name: x}", "{text: x}", "[{text: x}]", "{kind: whole}", "&a [*a]",
    "*nobody", "&b {<<: *b}", "<<", "!!str 1", "!tag x", "? x", "{? [1] : 2}", "[" * 60 + "]" * 60,
    "[" * 3000 + "]" * 3000, "[" + "1, " * 3000 + "]",
    "[&z [x, x, x, x, x, x, x, x], " + ", ".join(["*z"] * 3000) + "]",
    "{" + ", ".join(f"k{n}: 1" for n in range(2000)) + "}",
)
ODD = (
    b"\0", b"\t", b"\xff", b"\xef\xbb\xbf", b"\xc2\xa0", b"\r", b"\x1b", b":", b": ", b"#", b" #", b"'", b'"', b"[",
    b"]", b"{", b"}", b",", b"- ", b"\n", b"\n\n---\n", b"\n...\n", b"%", b"@", b"`", b"&a ", b"*a ", b"!", b"|", b">",
    b"?", b"<<: ", b"\xe2\x80\xa8", b"\xf0\x9f\x9a\xa2",
)
VALUES = (NUMBERS, LENGTHS, TEXTS, FORMULAS, SHAPES)
MINE = """\
extends: harbour
title: My Harbour
tugs:
  - {name: Mouse, side: docks, planks: 4, steam: 4, cannon: 2/d6 x1, points: 4}
  - {name: Rat, changes: true, planks: 5}
  - {name: Vigilant, replaces: true, sisters: [Diligent], side: customs, planks: 7, steam: 3, points: 14}
sides:
  docks: {changes: true, colour: "#009e73"}
unit_types:
  tug:
    changes: true
    fields:
      crew: {kind: whole, min: 1, max: 9, optional: true}
forms:
  crew:
    title: Crews
    unit: tug
    size: poker
    columns: 2
    rows:
      - {height: 9 mm, cells: [{text: "{label}", style: title}, {pips: crew, blank: 9}]}
scenarios:
  raid:
    title: Raid
    summary: At night.
    table: 3 ft x 3 ft
    turns: 4
    forces: {docks: {units: [Mouse, 2 x Rat]}, customs: {units: [Vigilant]}}
    setup: [Anywhere.]
    victory: {text: Sink them.}
"""
FLEET = """\
game: harbour
title: The night watch
side: docks
limit: 60
notes: Paid by the hour.
units:
  - Mary Gloster
  - 3 x Rat
  - {unit: Rat, count: 2, names: [Nip, Tuck], damage: {planks: 2}, notes: leaks}
"""
TABLE = "unit,count,name,damage,notes\nMary Gloster,1,,planks=3; steam=1,leaks\nRat,2,,,\n"
OWN = {"mine.yaml": MINE, "watch.yaml": FLEET, "harbour/fleets/table.csv": TABLE}
"""Files of a player's own, below the folder in which the game of the starter is `harbour`."""


class Edit(NamedTuple):
    """The bytes from `start` to `end` of a file are replaced."""

    start: int
    end: int
    text: bytes


def apply(data: bytes, edits: list[Edit]) -> bytes:
    """Return a file with edits made, the last first; one that overlaps another is left out."""
    last = len(data) + 1
    for edit in sorted(edits, reverse=True):
        if edit.end <= last:
            data = data[:edit.start] + edit.text + data[edit.end:]
            last = edit.start
    return data


def mutate(data: bytes, random: Random) -> list[Edit]:
    """Return one to three edits of a file."""
    kinds: list[Callable[[_File, Random], list[Edit]]] = [_bytes, _keys, _values, _values, _values, _structure]
    file = _read(data)
    edits: list[Edit] = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        kind = random.choice(kinds) if file.keys else _bytes
        edits += kind(file, random)
    return edits


def slip(data: bytes, random: Random) -> list[Edit]:
    """Return the edits of one small slip, after which the file is YAML still: what players do most."""
    file = _read(data)
    if not file.keys:
        return _bytes(file, random)
    key, value, _ = random.choice(file.keys)
    scalars = [node for node in file.values if isinstance(node, yaml.ScalarNode)]
    node = random.choice(scalars)
    other = random.choice(scalars).value
    match random.randrange(8):
        case 0:
            at = random.randrange(len(key.value) + 1)
            shorter = key.value[:at] + key.value[at + 1:]
            return [file.replace(key, key, random.choice((f"{key.value}s", shorter or "x")))]
        case 1:
            return [file.replace(key, key, random.choice(file.keys)[0].value)]
        case 2:
            output = quote_text(other) if isinstance(value,
                                                     yaml.CollectionNode) else random.choice(("[7]", "{a: 1}", "[]"))
            return [file.replace(value, value, output)]
        case 3:
            twice = file.written(node, node)
            return [file.replace(node, node, f"[{twice}, {twice}]")]
    word = node.value
    if re.fullmatch(r"-?\d+", word):
        number = int(word)
        word = str(random.choice((number + 1, number - 1, 0, -1, number * 10, number * 100, 1_000_000)))
    elif re.search(r"\d", word) and random.random() < 0.7:
        word = re.sub(r"\d+", lambda match: str(int(match[0]) * random.choice((0, 2, 3, 50))), word, count=1)
    else:
        word = random.choice((f"{word}s", word[:-1] or "x", other, f"{word} and {other}", word.upper(), f"{word} " * 9))
    return [file.replace(node, node, word if re.fullmatch(r"[\w ./]+", word) else quote_text(word))]


@cache
def _read(data: bytes) -> _File:
    return _File(data)


class _File:
    """A file, where its keys are, and where its values."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.text = data.decode("utf-8", "replace")
        self.keys: list[tuple[yaml.Node, yaml.Node, bool]] = []  # with its value, and whether both stand in braces
        self.values: list[yaml.Node] = []
        try:
            root = yaml.compose(self.text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        except yaml.YAMLError:
            root = None
        if root is not None:
            self._walk(root, set())

    def _walk(self, node: yaml.Node, occurrences: set[int]) -> None:
        if id(node) in occurrences:
            return
        occurrences.add(id(node))
        self.values.append(node)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                self.keys.append((key, value, bool(node.flow_style)))
                self._walk(value, occurrences)
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                self._walk(item, occurrences)

    def at(self, index: int) -> int:
        """Return the place of a character as one of bytes."""
        return len(self.text[:index].encode())

    def replace(self, first: yaml.Node, last: yaml.Node, text: str) -> Edit:
        """Return the edit that writes a text in the place of one node, or of all from one to another."""
        start, end = first.start_mark.index, last.end_mark.index
        end = start + len(self.text[start:end].rstrip())  # a block's end is where the next thing begins
        return Edit(self.at(start), self.at(end), text.encode("utf-8", "surrogatepass"))

    def written(self, first: yaml.Node, last: yaml.Node) -> str:
        return self.text[first.start_mark.index:last.end_mark.index].rstrip()


def flow(node: yaml.Node) -> str:
    """Return a value as YAML on one line, which can stand anywhere.

    >>> flow(yaml.compose("- a: 1\\n  b:\\n  - c"))
    '[{a: 1, b: [c]}]'
    """
    node = deepcopy(node)
    for one in _every(node):
        if isinstance(one, yaml.CollectionNode):
            one.flow_style = True
        elif isinstance(one, yaml.ScalarNode) and one.style in ("|", ">"):
            one.style = '"'
    return yaml.serialize(node, width=10**9, allow_unicode=True).removesuffix("\n").removesuffix("\n...")


def _every(node: yaml.Node) -> Iterator[yaml.Node]:
    yield node
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key
            yield from _every(value)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _every(item)


def _bytes(file: _File, random: Random) -> list[Edit]:
    """A byte flipped, bytes put in, taken out, doubled, or the end lost."""
    at = random.randrange(len(file.data) or 1)
    match random.randrange(6):
        case 0:
            return [Edit(at, at + 1, bytes([file.data[at] ^ 1 << random.randrange(8)]))] if file.data else []
        case 1:
            return [Edit(at, at, random.choice(ODD))]
        case 2:
            return [Edit(at, at + random.choice((1, 1, 2, 5, 40)), b"")]
        case 3:
            return [Edit(at, len(file.data), b"")]
        case 4:
            return [Edit(at, at, file.data[at:at + random.choice((10, 100, 2000))])]
    lines = file.data.splitlines(keepends=True)
    number = random.randrange(len(lines) or 1)
    start = sum(map(len, lines[:number]))
    line = lines[number] if lines else b""
    moved = random.choice((b"", b"  " + line, line.lstrip(), line + line, b"\t" + line, b"# " + line))
    return [Edit(start, start + len(line), moved)]


def _keys(file: _File, random: Random) -> list[Edit]:
    """A key misspelt, given twice, deleted, or changed places with another."""
    key, value, braces = random.choice(file.keys)
    match random.randrange(5):
        case 0:
            word, at = key.value, random.randrange(len(key.value) + 1)
            odd = (f"{word}s", word.upper(), f'"{at}"', "true", "~", "[a]", "x" * 200, "字")
            return [file.replace(key, key, random.choice((word[:at] + word[at + 1:] or "x", *odd)))]
        case 1:
            again = f"{key.value}: {flow(value)}"
            apart = ", " if braces else "\n" + " " * key.start_mark.column
            return [Edit(file.at(key.start_mark.index), file.at(key.start_mark.index), f"{again}{apart}".encode())]
        case 2:
            edit = file.replace(key, value, "")
            after = file.data[edit.end:edit.end + 2]
            return [edit._replace(end=edit.end + 2 if after == b", " else edit.end)]
        case 3:
            other = random.choice(file.keys)[0]
            return [file.replace(key, key, other.value), file.replace(other, other, key.value)]
    return [file.replace(key, key, random.choice(file.keys)[0].value)]


def _values(file: _File, random: Random) -> list[Edit]:
    """A value replaced by an extreme one, one of another kind, or another one of the file."""
    scalars = [node for node in file.values if isinstance(node, yaml.ScalarNode)]
    node = random.choice(scalars or file.values)
    match random.randrange(6):
        case 0:
            return [file.replace(node, node, flow(random.choice(file.values)))]
        case 1:
            other = random.choice(scalars or file.values)
            return [file.replace(node, node, flow(other)), file.replace(other, other, flow(node))]
        case 2:
            return [file.replace(node, node, quote_text(random.choice(FORMULAS)))]
    new = random.choice(random.choice(VALUES))
    return [file.replace(node, node, random.choice((new, new, new, quote_text(new))))]


def quote_text(text: str) -> str:
    """Return a text in quotes that change nothing in it."""
    return "'" + text.replace("'", "''") + "'"


def _structure(file: _File, random: Random) -> list[Edit]:
    """A value put into a list or a block, a list made a block, parts moved, repeated, or nested in themselves."""
    node = random.choice(file.values)
    message = flow(node)
    match random.randrange(7):
        case 0:
            return [file.replace(node, node, "[" * (deep := random.choice((1, 2, 70))) + message + "]" * deep)]
        case 1:
            return [file.replace(node, node, f"{{{random.choice(file.keys)[0].value}: {message}}}")]
        case 2:
            return [file.replace(node, node, _change_kind(node))]
        case 3:
            other = random.choice(file.values)
            return [file.replace(node, node, flow(other)), file.replace(other, other, message)]
        case 4:
            lists = [one for one in file.values if isinstance(one, yaml.SequenceNode) and one.value]
            if not lists:
                return []
            chosen = random.choice(lists)
            items = [flow(item) for item in chosen.value] * random.choice((2, 3, 50))
            random.shuffle(items)
            return [file.replace(chosen, chosen, f"[{', '.join(items)}]")]
        case 5:
            blocks = [one for one in file.values if isinstance(one, yaml.MappingNode) and one.value]
            chosen = random.choice(blocks or [node])
            more = [f"copy_{n}: {flow(value)}" for n, (_, value) in enumerate(getattr(chosen, "value", ())[:5])]
            return [file.replace(chosen, chosen, f"{{{', '.join(more)}}}")]
    return [file.replace(node, node, random.choice(SHAPES))]


def _change_kind(node: yaml.Node) -> str:
    """Return a list as a block, a block as a list, a text as its letters."""
    if isinstance(node, yaml.SequenceNode):
        return "{" + ", ".join(f"k{number}: {flow(item)}" for number, item in enumerate(node.value)) + "}"
    if isinstance(node, yaml.MappingNode):
        return "[" + ", ".join(flow(value) for _, value in node.value) + "]"
    return "[" + ", ".join(quote_text(one) for one in node.value[:50]) + "]"
