"""Games with hex maps, their pages, and the numbers on these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.pages import find_words

from printshop.drawing.display_list import Item, Page
from printshop.drawing.ink import Ink
from printshop.game.maps import MAPS, HexMap
from printshop.layout.rectangles import PAPERS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game


GAME = """\
format: 1
title: Marsh
sides: {frogs: {colour: "#009e73", pattern: dots}}
unit_types: {frog: {plural: frogs, fields: {hops: {kind: whole}}}}
"""


def load_map_game(folder: Path, text: str) -> Game:
    """Return a game whose only map, `pond`, has a text."""
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "maps.yaml").write_text(f"pond:\n  {text}\n", encoding="utf-8")
    return read_game(folder)


def make_map_pages(items: Game, paper: str = "universal", ink: Ink = Ink.COLOUR, *only: str) -> tuple[Page, ...]:
    """Return the pages of the maps of a game."""
    return tuple(find_product("maps").build(items, PrintRequest(only_keys=only),
                                            PrintSettings(PAPERS[paper], ink)).pages)


def find_numbers(items: tuple[Item, ...]) -> dict[str, tuple[float, float]]:
    """Return the numbers of hexes with their middles on the page."""
    return {word.text: (word.x, word.y) for word in find_words(items) if word.text.isdigit() and len(word.text) >= 4}


COUNTERS = """\
pads: {kind: flat, units: frog, size: 1/2 x 1/2 in, front: [{text: "{name}"}]}
"""
MARKERS = """\
eggs: {size: 20 x 20 mm, shape: round, front: [{text: egg}]}
"""
MAP = """\
pond:
  orientation: flat-top
  across: 20 mm
  columns: 12
  rows: 9
  terrain:
    reeds: {colour: "#009e73", pattern: dots, letter: R, hexes: ["0203", 0405-0607]}
  labels: [{text: Deep, at: "0101"}]
  zones:
    north: {edge: top, depth: 2, side: frogs}
"""


def load_maps(folder: Path, maps: str) -> Game:
    """Return a game with counters, markers and maps."""
    files = {"game": GAME, "counters": COUNTERS, "markers": MARKERS, "maps": maps}
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return read_game(folder)


def make_pond(folder: Path, old: str = "", new: str = "") -> HexMap:
    """Return the map `pond` with a part of its text replaced."""
    assert old in MAP
    return load_maps(folder, MAP.replace(old, new, 1) if old else MAP)[MAPS]["pond"]
