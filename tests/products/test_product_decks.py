"""Decks: cards of a shared form that a scenario names, for units that no force has."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.pages import read_text

from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.print_settings import PrintSettings
from printshop.products import find_product, packs
from printshop.products.product import list_scenario_warnings, make_request

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

GAME = """
format: 1
title: Town
sides: {red: {name: Reds, colour: "#9e2a2b"}, blue: {name: Blues, colour: "#2a2b9e"}}
unit_types: {man: {plural: men, fields: {}}, ruse: {side: any, fields: {}}}
men: [{name: Ann, side: red}, {name: Bob, side: blue}]
ruses: [{name: Fog}, {name: Fire}]
forms:
  deck: {unit: ruse, size: mini, SHARED rows: [{text: "{name}"}]}
  person: {unit: man, size: mini, rows: [{text: "{name}"}]}
scenarios:
  fight:
    title: Fight
    summary: A fight.
    table: 4 ft x 3 ft
    players: 2
    forces: FORCES
    setup: [Begin.]
    victory: {text: Win.}
    pieces: {forms: NAMED}
"""
BOTH = "{red: {units: [Ann]}, blue: {units: [Bob]}}"


def load_game(folder: Path, forces: str = BOTH, named: str = "[deck, person]", shared: str = "shared: true,") -> Game:
    text = GAME.replace("FORCES", forces).replace("NAMED", named).replace("SHARED", shared)
    (folder / "town.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "town.yaml")


def build_pack(game: Game, *only: str) -> packs.PrintedPack:
    scenario, settings = game[SCENARIOS]["fight"], PrintSettings()
    return packs.assemble_pack(game, scenario, tuple(packs.build_pack_components(game, scenario, settings, only)),
                               settings)


def test_deck_is_in_the_pack_but_in_no_kit(tmp_path: Path) -> None:
    pack = build_pack(load_game(tmp_path))
    assert {part.player for part in pack.parts if part.product.name == "cards"} == {"", "Reds", "Blues"}
    decks = [part for part in pack.parts if part.product.name == "cards" and not part.player]
    text = " ".join(read_text(page.items) for part in decks for page in part.pages)
    assert all(word in text for word in ("Fog", "Fire"))
    assert "Ann" not in text
    guide = read_text([*pack.document.pages][1].items)
    assert "Cards" in guide
    assert "4 pieces to cut out" in guide


def test_deck_has_the_number_of_cards_given_by_copies(tmp_path: Path) -> None:
    game = load_game(tmp_path)
    fog = replace(game.units["Fog"], copies=3)
    pack = build_pack(replace(game, units={**game.units, "Fog": fog}), "deck")
    text = " ".join(read_text(page.items) for part in pack.parts for page in part.pages)
    assert (text.count("Fog"), text.count("Fire")) == (3, 1)


def test_card_of_a_deck_is_printed_alone(tmp_path: Path) -> None:
    [part] = build_pack(load_game(tmp_path), "Fire").parts
    assert [page.cutouts for page in part.pages] == [1]
    assert "Fire" in read_text(part.pages[0].items)


def test_deck_is_printed_if_players_choose_all_units(tmp_path: Path) -> None:
    game = load_game(tmp_path, "{red: {points: 9}, blue: {points: 9}}")
    cards = [page for part in build_pack(game).parts if part.product.name == "cards" for page in part.pages]
    assert "Fog" in read_text(cards[0].items)
    assert cards[0].cutouts == 2
    assert not [*list_scenario_warnings(game, game[SCENARIOS].values())]


@pytest.mark.parametrize(("forces", "expected"), [
    (BOTH, {"Fog", "Fire"}),
    ("{red: {units: [Fog]}, blue: {units: [Bob]}}", {"Fog"}),  # a force has some of them
])
def test_deck_has_all_cards_if_no_force_has_any(tmp_path: Path, forces: str, expected: set[str]) -> None:
    cards, game = find_product("cards"), load_game(tmp_path, forces, "[deck]")
    document = cards.build(game, make_request(cards, game, "fight"), PrintSettings())
    text = " ".join(read_text(page.items) for page in document.pages)
    assert {name for name in ("Fog", "Fire", "Ann", "Bob") if name in text} == expected


@pytest.mark.parametrize(("shared", "places"), [("", ["20:21"]), ("shared: true,", [])])
def test_form_without_units_in_any_force_is_a_warning(tmp_path: Path, shared: str, places: list[str]) -> None:
    game = load_game(tmp_path, shared=shared)
    warnings = [*list_scenario_warnings(game, game[SCENARIOS].values())]
    assert len(warnings) == len(places)
    assert all(f"town.yaml:{place}:" in warning for place, warning in zip(places, warnings, strict=True))
