"""Random legal units made from the fields of a game, as YAML with the place of every value.

A game is copied without its units: only game.yaml, its forms and its pictures. `soft` copies have only the checks that
forbid a unit, and these checks only warn: so the warnings of the game are the checks that a unit breaks.
"""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import yaml
from hypothesis import strategies as st
from tools.mutations import flow

from printshop.load_game import read_game
from printshop.source.cache import LoadCache

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

    from printshop.game.fields import Field
    from printshop.game.model import Game

FREE = 12  # above the smallest value, if a field has no largest one
MOST_ROWS = 16
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789äöüßéèñøåçşžŁœÆΑΩλπБЖЯдщ'’-.,&()/+!?"
_PLAIN = re.compile(r"[A-Za-z][A-Za-z ]*[A-Za-z]")
_WORDS = {"unknown", "true", "false", "null", "yes", "no", "on", "off", "none", "any"}
UNKNOWN = "unknown"


@dataclass
class Value:
    """A value in the notation of the file: on one line, or as rows of a list below its key."""

    text: str = ""
    rows: list[str] = field(default_factory=list)


Keys = dict[str, Value]
"""The keys of a unit in their order."""


@dataclass
class Written:
    """A unit in a file: its keys in order, the keys that stand twice, and the line on which each key begins."""

    keys: Keys
    again: Keys = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    line: int = 0

    def write(self, line: int) -> list[str]:
        """Return the unit's lines. The first one has the number `line`."""
        self.line = line
        lines: list[str] = []
        for key, value in (*self.keys.items(), *self.again.items()):
            self.lines[key] = line + len(lines)
            lines.append(f"{'  ' if lines else '- '}{key}:{f' {value.text}' if value.text else ''}")
            lines += [f"    - {row}" for row in value.rows]
        return lines


def quoted(text: str) -> str:
    """Return a text as YAML, without quotes if it can only be read as this text."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def words(most: int) -> st.SearchStrategy[str]:
    """Return texts of at most `most` characters of the bundled fonts, with a letter first."""
    return st.text(st.sampled_from(LETTERS + " "), min_size=1, max_size=most).map(
        lambda text: "X" + " ".join(text.split()))


def known(one: Field) -> st.SearchStrategy[Value]:
    """Return values that a field allows."""
    match one.kind:
        case "whole":
            return numbers(one).map(lambda number: Value(str(number)))
        case "text":
            return words(24).map(lambda text: Value(quoted(text)))
        case "flag":
            return st.sampled_from([Value("true"), Value("false")])
        case "choice":
            return st.sampled_from(one.options).map(lambda option: Value(quoted(option)))
        case "length":
            return st.sampled_from(["3 in", "1/2 in", "1 1/2 in", "19 mm", "2.5 cm", "9 pt", "4 ft"]).map(Value)
        case "decimal" | "percent" | "angle":
            low = int(one.low or 0)
            decimals = st.integers(10 * low, 10 * int(one.high or low + FREE)).map(lambda tenths: f"{tenths / 10:g}")
            return decimals.filter(lambda text: one.low is None or float(text) >= one.low).map(
                lambda text: Value(text + one.sign))
        case "choices":
            return st.lists(st.sampled_from(one.options), min_size=one.least, max_size=one.most, unique=True).map(
                lambda chosen: Value(f"[{', '.join(map(quoted, chosen))}]"))
        case "dice":
            return st.builds("{}d{}{}".format, st.integers(1, 12), st.sampled_from([4, 6, 8, 10, 12, 20]),
                             st.sampled_from(["", "+1", "-2", " + 3"])).map(Value)
        case "battery":
            return battery(one)
        case "entries":
            return st.dictionaries(st.sampled_from(sorted(one.kinds_by_key)), st.integers(1, 4), min_size=1,
                                   max_size=4).map(
                lambda result: Value("{" + ", ".join(f"{key}: {number}" for key, number in result.items()) + "}"))
        case "numbers":
            return figures(one)
        case "list":
            return rows(one)
    raise AssertionError(f"no units are made at random with a field of the kind '{one.kind}': add it here")


def numbers(one: Field) -> st.SearchStrategy[int]:
    low = one.low if one.low is not None else 0
    return st.integers(low, one.high if one.high is not None else low + FREE)


def battery(one: Field) -> st.SearchStrategy[Value]:
    count = st.integers(one.counts[0] or 1, min(one.counts[1] or 15, 15))
    if one.short:
        return count.map(lambda number: Value(str(number)))
    dice = st.sampled_from(one.dice or (4, 6, 8, 10, 12, 20))
    traits = st.sampled_from(["", *(f" {trait.key}" for trait in one.traits)])
    return st.builds("{}/d{} x{}{}".format, count, dice, st.integers(*one.damage), traits).map(Value)


def figures(one: Field) -> st.SearchStrategy[Value]:
    """Return figures for all names of a field: by name, as a list in their order, or one figure for all."""
    number = numbers(one).map(str)
    several = st.lists(number, min_size=len(one.options), max_size=len(one.options))
    named = several.map(lambda result: "{" + ", ".join(
        f"{key}: {value}" for key, value in zip(one.options, result, strict=True)) + "}")
    return st.one_of(named, several.map(lambda result: f"[{', '.join(result)}]"), number).map(Value)


def rows(one: Field) -> st.SearchStrategy[Value]:
    columns = one.fields
    row = st.fixed_dictionaries({key: known(column) for key, column in columns.items() if not column.optional},
                                optional={key: known(column) for key, column in columns.items() if column.optional})
    block = row.map(lambda items: "{" + ", ".join(f"{key}: {items[key].text}" for key in columns if key in items) + "}")
    least = 0 if one.optional else 1
    return st.lists(block, min_size=least, max_size=min(one.most, MOST_ROWS)).map(
        lambda items: Value(rows=items) if items else Value("[]"))


def values(one: Field) -> st.SearchStrategy[Value]:
    """Return values that a field allows, some of them unknown."""
    unknown = [] if UNKNOWN in one.options else [st.just(Value(UNKNOWN))]
    return st.integers(0, 9).flatmap(lambda chance: unknown[0] if unknown and not chance else known(one))


def unit(game: Game, kind: str, models: list[Keys]) -> st.SearchStrategy[Written]:
    """Return units of a type, legal except for its checks: random ones, or units of the game with some other values."""
    new = choose_any_value(game, kind)
    if not models:
        return new.map(Written)
    shares = st.sampled_from([0.0, 0.5, 0.9, 1.0])
    fields = tuple(game.unit_types[kind].fields)
    return st.builds(make_similar_unit, st.just(fields), new, st.sampled_from(models), shares,
                     st.randoms(use_true_random=False))


def make_similar_unit(fields: tuple[str, ...], new: Keys, model: Keys, shares: float, random: Random) -> Written:
    """Return a unit with each field from one of two others; `kept` is the chance of the second one."""
    keys = {key: value for key, value in new.items() if key not in fields}
    for key in fields:
        value = (model if random.random() < shares else new).get(key)
        if value:
            keys[key] = value
    return Written(keys)


def choose_any_value(game: Game, kind: str) -> st.SearchStrategy[Keys]:
    """Return the keys of random units of a type, legal except for its checks."""
    unit_type = game.unit_types[kind]
    must = {key: values(one) for key, one in unit_type.fields.items() if not one.optional}
    may = {key: values(one) for key, one in unit_type.fields.items() if one.optional}
    head = {"name": words(14).map(lambda text: Value(quoted(text)))}
    if game.sides:
        head["side"] = st.sampled_from([*map(Value, game.sides), Value("any")])
    more = {"short": words(6).map(lambda text: Value(quoted(text))), "prefix": st.just(Value('""')),
            "class": words(10).map(lambda text: Value(quoted(text))), "numbered": st.just(Value("true"))}
    return st.fixed_dictionaries({**head, **must}, optional={**may, **more})


def fleet(ground: Range, kind: str, most: int = 4) -> st.SearchStrategy[list[Written]]:
    """Return several units of a type with different names."""
    one = unit(ground.empty, kind, ground.models[kind])
    return st.lists(one, min_size=1, max_size=most, unique_by=lambda results: results.keys["name"].text.casefold())


class Range:
    """A copy of a game without units, for trying units in it; without forms, it is read in half the time."""

    def __init__(self, source: Path, folder: Path, *, forms: bool) -> None:
        self.folder = folder
        self.soft = folder.with_name(f"{folder.name}-soft")
        for place in (self.folder, self.soft):
            place.mkdir(parents=True)
            shutil.copy(source / "game.yaml", place)
            if (source / "art").is_dir():
                shutil.copytree(source / "art", place / "art")
        if forms and (source / "forms.yaml").is_file():
            shutil.copy(source / "forms.yaml", self.folder)
        path = self.soft / "game.yaml"
        path.write_text(softened(path.read_text(encoding="utf-8")), encoding="utf-8")
        self.empty = read_game(folder)
        self._caches = {place: LoadCache({str(place / f"{one.plural.replace(' ', '_')}.yaml")
                                          for one in self.empty.unit_types.values()})
                        for place in (self.folder, self.soft)}
        self.models = {kind: [*models(source, one.plural.replace(" ", "_"))]
                       for kind, one in self.empty.unit_types.items()}

    def write(self, kind: str, units: list[Written]) -> Path:
        """Write units as the file of their type in both copies; return its place in the first."""
        lines: list[str] = []
        for one in units:
            lines += one.write(len(lines) + 1)
        return self.write_text(kind, "\n".join(lines) + "\n")

    def write_text(self, kind: str, text: str) -> Path:
        name = f"{self.empty.unit_types[kind].plural.replace(' ', '_')}.yaml"
        for place in (self.soft, self.folder):
            for other in self.empty.unit_types.values():
                (place / f"{other.plural.replace(' ', '_')}.yaml").unlink(missing_ok=True)
            (place / name).write_text(text, encoding="utf-8")
        return self.folder / name

    def read(self) -> Game:
        """Return the game with the units that were last written."""
        return read_game(self.folder, cache=self._caches[self.folder])

    def broken(self, units: list[Written]) -> dict[int, int]:
        """Return the number of checks that each unit breaks, by the line on which the unit begins."""
        game = read_game(self.soft, cache=self._caches[self.soft])
        lines = {unit.span.line: len(unit.warnings) for unit in game.units.values() if unit.span}
        return {one.line: lines[one.line] for one in units}


def models(source: Path, plural: str) -> Iterator[Keys]:
    """Yield the keys of each unit of a game."""
    for path in (source / f"{plural}.yaml", *sorted((source / plural).glob("*.yaml"))):
        root = yaml.compose(path.read_text(encoding="utf-8"), yaml.CSafeLoader) if path.is_file() else None
        for one in root.value if root else ():
            if all(key.value != "<<" for key, _ in one.value):
                yield {key.value: Value(flow(value)) for key, value in one.value}


def softened(text: str) -> str:
    """Return a game.yaml in which checks that forbid a unit only warn, without the checks that warn."""
    root = yaml.compose(text, yaml.CSafeLoader)
    assert root is not None
    for unit_type in (value for _, value in child(root, "unit_types").value):
        checks = child(unit_type, "checks")
        if checks:
            checks.value = [one for one in checks.value if not child(one, "warning")]
            for one in checks.value:
                one.value.append((yaml.ScalarNode("tag:yaml.org,2002:str", "warning"),
                                  yaml.ScalarNode("tag:yaml.org,2002:bool", "true")))
    return yaml.serialize(root, Dumper=yaml.CSafeDumper, allow_unicode=True, width=1000)


def child(node: yaml.Node, key: str) -> yaml.Node | None:
    return next((value for name, value in node.value if name.value == key), None)
