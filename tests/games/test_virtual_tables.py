"""Scenarios of two games on both virtual tables: all their pieces, as large as on paper, and the dice of all games.

The numbers of pieces, their sizes and the dice are typed in from the rules of the games, not taken from the data.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from helpers import vassal_module as engine
from helpers.cli import invoke
from helpers.games import open_game
from helpers.images import blank_pictures
from helpers.tabletop_simulator_schema import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DPI = engine.DPI

# how many counters each side has
PIECES = {
    "iron_guest/two_captains": {"Vermilion": 6, "Cobalt": 6},  # three ships each, two counters for a ship
    "ironclads/catfish_bar": {"The Upper River Squadron": 4, "The Delta Flotilla": 4},
}
DECKS = {"ironclads/catfish_bar": {"Activation cards": 8}}  # one deck for both sides
DICE = {
    "iron_stars": {4: 1, 6: 1, 8: 1, 10: 1, 12: 1, 20: 1}, "iron_guest": {6: 2}, "stellar_wars": {6: 2},
    "ironclads": {20: 1, 6: 1}, "for_the_masses": {4: 1, 6: 1, 8: 1, 10: 1, 12: 1},
}
# a counter of each, in inches, fore and aft first
SIZES = {
    "ironclads/catfish_bar": ("Stout Annie", 5.5, 1.5),
    "iron_guest/two_captains": ("Vermilion A, 1 of 2", 20.0 * 2 / 3**0.5 / 25.4, 20.0 / 25.4),
}


def export_objects(name: str, folder: Path) -> list[dict[str, Any]]:
    """Return the objects of a table; every picture that they name is there."""
    with blank_pictures():
        result = invoke("export", "tts", name, "-o", folder, "--dpi", DPI)
    assert result.exit_code == 0, result.output
    (file,) = folder.glob("*.json")
    results = json.loads(file.read_text(encoding="utf-8"))
    jsonschema.validate(results, SCHEMA)
    objects: list[dict[str, Any]] = results["ObjectStates"]
    assert set(_pictures(objects)) == {path.name for path in folder.glob("*.png")}
    return objects


def _pictures(what: Any) -> Iterator[str]:
    if isinstance(what, list):
        for one in what:
            yield from _pictures(one)
    elif isinstance(what, dict):
        for key, one in what.items():
            if key.endswith("URL") and one:
                yield one
            yield from _pictures(one)


@pytest.mark.slow
@pytest.mark.parametrize("name", PIECES, ids=lambda name: name.split("/")[0])
def test_pieces_and_dice_of_a_scenario_are_on_both_tables(name: str, tmp_path: Path) -> None:
    module, objects, pieces = engine.export_module(name), export_objects(name, tmp_path / "out"), PIECES[name]
    dice = DICE[name.partition("/")[0]]
    tabs = {tab.attrib["entryName"]: tab for tab in module.tree.iter("VASSAL.build.widget.ListWidget")}
    assert {side: len(tabs[side]) for side in pieces} == pieces
    piles = {pile.attrib["name"]: len(pile) for pile in module.tree.iter("VASSAL.build.module.map.DrawPile")
             if len(pile)}
    assert piles == DECKS.get(name, {})
    [roster] = module.tree.iter("VASSAL.build.module.PlayerRoster")
    assert [entry.text for entry in roster] == [*pieces]

    expected = [slot.attrib["entryName"] for side in pieces for slot in tabs[side]]  # each once on the other table
    loose = Counter(one["Nickname"] for one in objects if one["Name"].startswith("Custom_T"))
    assert {piece: loose[piece] for piece in expected} == dict.fromkeys(expected, 1)
    decks = [one for one in objects if one["Name"] == "DeckCustom"]
    assert sum(len(deck["DeckIDs"]) for deck in decks) >= sum(piles.values())

    assert Counter(int(one["Name"].removeprefix("Die_")) for one in objects
                   if one["Name"].startswith("Die_")) == dice
    assert {int(one.attrib["nSides"]): int(one.attrib["nDice"])
            for one in module.tree.iter("VASSAL.build.module.DiceButton")} == dice

    if name in SIZES:  # counters are as large as on paper
        piece, long, wide = SIZES[name]
        (one,) = (one for one in objects if one["Nickname"] == piece)
        if one["Name"] == "Custom_Tile":  # two inches to one of its scale
            size = one["Transform"]["scaleX"] * 2, one["Transform"]["scaleZ"] * 2
            assert size == pytest.approx((long, wide), abs=0.002)
        pixels = {(int(slot.attrib["width"]), int(slot.attrib["height"])) for slot in module.slots()
                  if slot.attrib["entryName"] == piece
                  and engine.piece(slot.text or "").images()[0].startswith("counters-")}
        assert [*pixels] == [pytest.approx((long * DPI, wide * DPI), abs=1.01)]


@pytest.mark.parametrize("key", DICE)
def test_game_has_the_dice_of_its_rules(key: str) -> None:
    rolls = [roll.split("d") for roll in open_game(key).dice]
    assert {int(sides): int(count) for count, sides in rolls} == DICE[key]


@pytest.mark.parametrize("name", PIECES, ids=lambda name: name.split("/")[0])
def test_vassal_shows_the_whole_table_when_a_game_begins(name: str) -> None:
    """VASSAL (3.8.0) docks a map into its window only if the global options have been built before it."""
    module = engine.export_module(name)
    tags = [component.tag for component in module.tree]
    maps = [number for number, tag in enumerate(tags) if tag == engine.MAP]
    assert tags.count("VASSAL.build.module.GlobalOptions") == 1
    assert tags.index("VASSAL.build.module.GlobalOptions") < min(maps)
    for window in module.tree.iter(engine.MAP):
        levels, zoom = engine.zoom(window)
        assert len(levels) > 3
        assert min(levels) <= zoom < max(levels)
        result = [(zoom * wide, zoom * high) for wide, high in module.sizes(window)]
        assert all(wide <= 1280 and high <= 700 for wide, high in result)
        # no smaller than it must be: a board is in its true size, or fills the window one way
        assert zoom == 1 or any(wide > 1270 or high > 690 for wide, high in result)
