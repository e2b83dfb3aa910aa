"""Every text of the documentation's game is markup where it is printed; only names show their stars."""

from __future__ import annotations

import re
from itertools import product as pairs
from typing import TYPE_CHECKING

import pytest
from helpers import documentation_files

from printshop import build, load, products
from printshop.drawing.display_list import TextRun, walk_with_transforms
from printshop.game.forms.model import FORMS
from printshop.game.scenarios import SCENARIOS
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems
from printshop.products import find_product
from printshop.products.product import find_default_keys
from printshop.source import MappingNode, ScalarNode, SequenceNode, parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.model import Game
    from printshop.source import Node

TEXTS = frozenset(re.findall(r"\w+", """title subtitle label labels note notes text caption before after rights needs
    facts printed played why big list mark chain numbers_note moments order bands beyond start end heads blank events
    tell material"""))
NAMES = frozenset({"adjective", "prefix"})  # stand letter for letter
# Narrow, and the same in capitals.
_LETTERS = "ΓΕΖΗΙΞΡΣΤΥІЈТГЕСЅЗ"
_SIGNS = ["Ї" + "".join(signs) for signs in (*pairs(_LETTERS, repeat=2), *pairs("ΛΔ", _LETTERS))]
# a letter, a block, and words that are no text: fields, a typeface, the order of hexes
_APART = {("maps.yaml", "letter"), ("fog.yaml", "victory"), ("forms.yaml", "list"), ("game.yaml", "text"),
          ("maps.yaml", "order")}


def find_texts(node: Node, key: str = "") -> Iterator[tuple[str, ScalarNode]]:
    """Give the texts at a node with the keys that they stand at."""
    match node:
        case MappingNode(entries=entries):
            for name, inner in entries.items():
                yield from find_texts(inner, name)
        case SequenceNode(items=items):
            for inner in items:
                yield from find_texts(inner, key)
        case ScalarNode(value=str()) if node.text and key in TEXTS | NAMES:
            yield key, node


def mark_texts(path: Path, signs: Iterator[str], narrow: set[str]) -> dict[str, str]:
    """Write a sign and a word in italics into each text of a file, and return what has which sign.

    Those that have been found to stand in places too `narrow` for that stay as they are.
    """
    lines, given = path.read_text(encoding="utf-8").split("\n"), {}
    root = parse_yaml("\n".join(lines), str(path), Problems())
    for key, text in sorted(find_texts(root) if root else (), key=lambda each: (-each[1].line, -each[1].column)):
        line, start = lines[text.line - 1], text.column - 1 + (not text.is_plain)
        if text.text and line.startswith(text.text, start) and (path.name, key) not in _APART:
            if (sign := next(signs)) in narrow:
                continue
            remaining = text.text if set("{>") & {*text.text} else ""  # holes and arrows
            lines[text.line - 1] = f"{line[:start]}{remaining}{sign}*q*{line[start + len(text.text):]}"
            given[sign] = f"{path.name}: {key}"
    path.write_text("\n".join(lines), encoding="utf-8")
    return given


def find_printed(game: Game) -> Iterator[str]:
    """Give what is printed of a game, run by run."""
    forms = ("records", "cards")  # the first that find a place too narrow
    requests = [*pairs(forms, [PrintRequest(), PrintRequest(blank_forms=1)]),
                *((name, PrintRequest()) for name in products.PRODUCT_MODULES if name not in (*forms, "booklet")),
                *(("booklet", PrintRequest(scenario=scenario)) for scenario in game[SCENARIOS].values())]
    usual = {key for name in forms for key in find_default_keys(find_product(name), game)}
    asked = [("cards" if form.size else "records", PrintRequest(only_keys=(key,))) for key, form in game[FORMS].items()
             if key not in usual]
    for name, request in (*requests, *asked):
        for page in build(name, game, request, PrintSettings(check_reports=True)).pages:
            yield from (item.string for item, _ in walk_with_transforms(page.items) if isinstance(item, TextRun))


@pytest.mark.slow
def test_stars_are_visible_in_names_only(tmp_path: Path) -> None:
    narrow = set[str]()
    for attempt in range(9):
        folder = documentation_files.write_blocks(tmp_path / str(attempt),
                                                  [block for block in documentation_files.list_blocks()
                                                         if block.how in ("file", "add")])
        signs, given = iter(_SIGNS), dict[str, str]()
        for path in sorted(folder.rglob("*.yaml")):
            if path.parent.name != "fleets":
                given |= mark_texts(path, signs, narrow)
        try:
            strings = [*find_printed(load(folder))]
        except PrintshopError as error:
            narrow |= {*re.findall("Ї..", str(error))}
        else:
            break
    visible = {sign for string in strings for sign in re.findall("Ї..", string)}
    starred = {sign for string in strings for sign in re.findall(r"(Ї..)\*", string)}
    # `label` is that of a derived value, by which the audit calls it
    assert {given[sign] for sign in starred} == {
        "game.yaml: adjective", "game.yaml: prefix", "cranes.yaml: prefix", "game.yaml: label"}
    # Products printed only by name are not among these pages, except forms: maps on request, for example.
    assert len(visible) > 0.9 * len(given) > 100
