"""A scenario of every game at both virtual tables: all pieces that it needs, as large as on paper, and its dice.

How many pieces there are, their sizes and the dice are typed from the rules of the games, not taken from the data.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import vassal_module as engine
from click.testing import CliRunner
from tts_schema import SCHEMA

from printshop.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

DPI = 40

# how many counters and cards each side has
PIECES = {
    "iron_stars/meeting_engagement": {"Britain": 8, "Russia": 9},
    "iron_guest/two_captains": {"Vermilion": 6, "Cobalt": 6},  # three ships each, two counters for a ship
    "stellar_wars/convoy": {"Side 1": 4, "Side 2": 7},
    "ironclads/catfish_bar": {"The Upper River Squadron": 4, "The Delta Flotilla": 4,
                              "Cards: The Upper River Squadron": 4, "Cards: The Delta Flotilla": 4},
    "for_the_masses/sample_game": {"Orcs": 1 + 3 * 5, "Alvernans": 1 + 3 * 8, "Cards: Orcs": 4,
                                   "Cards: Alvernans": 4},  # a card for each unit, a counter for each element
}
DICE = {
    "iron_stars/meeting_engagement": {4: 1, 6: 1, 8: 1, 10: 1, 12: 1, 20: 1}, "iron_guest/two_captains": {6: 2},
    "stellar_wars/convoy": {6: 2}, "ironclads/catfish_bar": {20: 1, 6: 1},
    "for_the_masses/sample_game": {4: 1, 6: 1, 8: 1, 10: 1, 12: 1},
}
# a counter of each, in inches, fore and aft first
SIZES = {
    "iron_stars/meeting_engagement": ("HMES Golem", 1.5, 1.0), "ironclads/catfish_bar": ("Stout Annie", 5.5, 1.5),
    "iron_guest/two_captains": ("Vermilion A, 1 of 2", 20.5 * 2 / 3**0.5 / 25.4, 20.5 / 25.4),
}
BY_GAME = pytest.mark.parametrize("name", PIECES, ids=lambda name: name.split("/")[0])


def export(form: str, name: str, target: Path) -> None:
    result = CliRunner().invoke(main, ["export", form, name, "-o", str(target), "--dpi", str(DPI)])
    assert result.exit_code == 0, result.output


@cache
def module(name: str) -> engine.Module:
    with TemporaryDirectory() as folder:
        export("vassal", name, Path(folder) / "x.vmod")
        return engine.Module.read(Path(folder) / "x.vmod")


@cache
def saved(name: str) -> list[dict[str, Any]]:
    """The objects of a table; every picture that they name is there."""
    with TemporaryDirectory() as folder:
        export("tts", name, Path(folder) / "out")
        (file,) = (Path(folder) / "out").glob("*.json")
        found = json.loads(file.read_text(encoding="utf-8"))
        jsonschema.validate(found, SCHEMA)
        objects: list[dict[str, Any]] = found["ObjectStates"]
        assert set(_pictures(objects)) == {path.name for path in (Path(folder) / "out").glob("*.png")}
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


@BY_GAME
def test_every_piece_of_the_scenario_is_in_the_module(name: str) -> None:
    tabs = {tab.attrib["entryName"]: len(tab) for tab in module(name).tree.iter("VASSAL.build.widget.ListWidget")}
    assert {side: tabs.get(side) for side in PIECES[name]} == PIECES[name]
    [roster] = module(name).tree.iter("VASSAL.build.module.PlayerRoster")
    assert [entry.text for entry in roster] == [side for side in PIECES[name] if not side.startswith("Cards")]


@BY_GAME
def test_every_piece_of_the_scenario_lies_on_the_table(name: str) -> None:
    """The same pieces at both tables: those of a side in the module are those on the table, each once."""
    wanted = [slot.attrib["entryName"] for tab in module(name).tree.iter("VASSAL.build.widget.ListWidget")
              if tab.attrib["entryName"] in PIECES[name] and not tab.attrib["entryName"].startswith("Cards")
              for slot in tab]
    loose = Counter(one["Nickname"] for one in saved(name) if one["Name"].startswith("Custom_T"))
    assert {piece: loose[piece] for piece in wanted} == dict.fromkeys(wanted, 1)
    cards = sum(count for side, count in PIECES[name].items() if side.startswith("Cards"))
    decks = [one for one in saved(name) if one["Name"] == "DeckCustom"]
    assert sum(len(deck["DeckIDs"]) for deck in decks) >= cards


@BY_GAME
def test_the_dice_of_the_game_lie_by(name: str) -> None:
    found = Counter(int(one["Name"].removeprefix("Die_")) for one in saved(name) if one["Name"].startswith("Die_"))
    assert found == DICE[name]
    buttons = {int(one.attrib["nSides"]): int(one.attrib["nDice"])
               for one in module(name).tree.iter("VASSAL.build.module.DiceButton")}
    assert buttons == DICE[name]


@pytest.mark.parametrize("name", SIZES, ids=lambda name: name.split("/")[0])
def test_counters_are_as_large_as_on_paper(name: str) -> None:
    piece, long, wide = SIZES[name]
    (one,) = (one for one in saved(name) if one["Nickname"] == piece)
    size = one["Transform"]["scaleX"] * 2, one["Transform"]["scaleZ"] * 2  # two inches to one of its scale
    if one["Name"] == "Custom_Tile":
        assert size == pytest.approx((long, wide), abs=0.002)
    pixels = {(int(slot.attrib["width"]), int(slot.attrib["height"])) for slot in module(name).slots()
              if slot.attrib["entryName"] == piece
              and engine.piece(slot.text or "").images()[0].startswith("counters-")}
    assert [*pixels] == [pytest.approx((long * DPI, wide * DPI), abs=1.01)]
