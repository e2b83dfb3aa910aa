"""Every example of howto.md, every starter, and forms with a style at every key print in every variant."""

from __future__ import annotations

from collections import deque
from itertools import product as product_of
from typing import TYPE_CHECKING

import pytest
from tools import pictures

from printshop.drawing.ink import Ink
from printshop.game.elements import VARIANTS
from printshop.load_game import read_game
from printshop.print_settings import DEFAULT_REQUEST, PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.product import find_entries
from printshop.scaffold.yaml_writer import list_starters, write_starter_game

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

RECIPES = pictures.recipes()
LOOKS = """\
format: 1
title: Looks
settings: {hot: {value: "#d62728"}}
unit_types: {tug: {fields: {heat: {kind: whole}, hue: {kind: text}, steps: {kind: list, of: {item: {kind: text}}}}}}
tugs:
  - {name: Rat, heat: 9, hue: "#202020", steps: [Boil, Burst]}
  - {name: Sow, heat: 1, hue: "#ffe08a", steps: [Boil]}
forms:
  sheet: &form
    unit: tug
    columns: 2
    rows:
      - {height: 14 mm, shade: "0.2 if heat > 5 else 0", cells: [{text: "{name}", colour: hue}, {text: x, ground: hue}]}
      - {height: 14 mm, cells: [{pips: heat, colour: hue, blank: 3}, {text: "{heat}", ground: hue, pattern: dots}]}
      - {height: 14 mm, cells: [{box: true, text: Hold, colour: hue}, {lines: 1, text: Log, colour: hue}]}
      - {height: 9 mm, each: steps, blank: 2, cells: [{text: "{item}", colour: hue}, {pips: "2", colour: hue}]}
  card: {<<: *form, size: 4 x 5 in}
"""


def builds(game: Game) -> list[str]:
    """Build forms of a game in every variant and ink; return those that are refused, which has been said in words."""
    refused = []
    for name in ("records", "cards"):
        product = find_product(name)
        if not find_entries(product, game):
            continue
        ways = [*product_of([Ink.COLOUR], VARIANTS), (Ink.LIGHT, "large"), (Ink.BLACK, "large")]
        for ink, variant in ways:
            for request in (DEFAULT_REQUEST, PrintRequest(blank_forms=1)):
                how = PrintSettings(ink=ink, variants=frozenset({variant}), dry_run=True)
                try:
                    deque(product.build(game, request, how).pages, 0)
                except PrintshopError as error:
                    refused.append(f"{name} {ink} {variant}: {error}")
    return refused


@pytest.mark.parametrize("name", RECIPES)
def test_examples_print_in_every_variant(tmp_path: Path, name: str) -> None:
    (tmp_path / f"{name}.yaml").write_text(RECIPES[name][0], encoding="utf-8")
    assert builds(read_game(tmp_path / f"{name}.yaml")) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", list_starters())
def test_starters_print_in_every_variant(tmp_path: Path, name: str) -> None:
    write_starter_game(tmp_path / name, name)
    assert builds(read_game(tmp_path / name)) == []


@pytest.mark.slow
def test_styles_of_cells_print_in_every_variant(tmp_path: Path) -> None:
    (tmp_path / "looks.yaml").write_text(LOOKS, encoding="utf-8")
    assert builds(read_game(tmp_path / "looks.yaml")) == []
