"""Unusual units of the user in the shipped games: only the rules of the book limit them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers import pages as placed
from helpers.games import open_game

from printshop.game.counters import MARKERS
from printshop.game.field_values import NamedNumbers
from printshop.load_game import read_game
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Page
    from printshop.game.model import Game

SHIP = "points: 90, armour: 4, thrust: 10, primary: 8/d10 x2 lightning, secondary: 6/d6 x1, torpedoes: 2/d6 x2"
OWN = {
    "dreadnought": ("iron_stars", f"ships: [{{name: Own, side: britain, type: Dreadnought, hull: 20, {SHIP}}}]"),
    "sloop": ("iron_stars", (f"ships: [{{name: Own, side: britain, type: Sloop, hull: 3, {SHIP}, equipment: "
              "{babbage_engine: 1, gyroscopic_stabilizer: 1, fire_arrows: 1}}]")),
    "notes": ("iron_stars", (f"ships: [{{name: Own, side: britain, type: Cruiser, hull: 35, {SHIP}, equipment: "
              "{babbage_engine: 1, congreve_rockets: 10, keel_bombard: 2, mine_factors: 6}}]")),
    "battleship": ("stellar_wars", ("ships: [{name: Own, side: side_1, type: DN, engine: 5, hull: 5, reactor: 3, "
                   "shield: [8, 8, 9, 8, 7, 7], armor: [8, 8, 9, 8, 7, 7], missiles: 26, mines: 12, "
                   "weapons: [Laser F], other_systems: [Missile Rack]}]")),
    "monitor": ("ironclads", ("boats: [{name: Own, side: delta, type: monitor, build: 3, speed: 8, acceleration: 3, "
                "armor: heavy, hull: [20, 20], crew: [10], guns: [turret A heavy 2, turret B heavy 2, "
                "{part: turret C, gun: very heavy, boxes: 2}], turrets: [turret A 6, turret B 6, "
                "{turret: turret C, boxes: 6}], ram: 0, torpedo: 0, points: 60}]")),
}


def make_own_pages(game: Game, product: str) -> list[Page]:
    return [*find_product(product).build(game, PrintRequest(units=game.expand_roster([("Own", 1)])),
                                         PrintSettings()).pages]


@pytest.mark.parametrize("key", OWN)
def test_units_allowed_by_the_book_are_printed(tmp_path: Path, key: str) -> None:
    base, units = OWN[key]
    (tmp_path / "own.yaml").write_text(f"extends: {base}\n{units}\n", encoding="utf-8")
    game = read_game(tmp_path / "own.yaml")
    records = make_own_pages(game, "records")
    assert make_own_pages(game, "counters")
    assert make_own_pages(game, "rosters")
    fields = Counter(field.name for page in records for field in FieldNumbering().list_fields(page))
    own = game.units["Own"].values
    for track in ("hull", "missiles", "mines", "mine_factors"):
        if isinstance(amount := own.get(track), int):
            assert fields[track] == amount
    for ring in ("shield", "armor"):
        if isinstance(own.get(ring), NamedNumbers):
            assert sum(count for name, count in fields.items() if name.startswith(f"{ring}.")) == sum(
                own[ring].numbers)  # type: ignore[union-attr]
    words = " ".join(word.text for page in records for word in placed.find_words(page.items))
    if key in ("dreadnought", "sloop"):
        assert str(own["type"]) in words
    assert bool(own["warnings"]) is (key in {"sloop", "battleship"})
    assert ("inferred" in str(own["warnings"])) is (key == "sloop")


def test_class_with_blank_figures_can_have_no_primary_guns(tmp_path: Path) -> None:
    text = "extends: iron_stars\nships:\n  - {name: Tycho, changes: true, hull: 12, primary: none}\n"
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    values = read_game(tmp_path / "own.yaml").units["Tycho"].values
    assert (values["hull"], values["primary"]) == (12, None)


def test_momentum_markers_suffice_for_the_thrust() -> None:
    game = open_game("iron_stars")
    markers = tuple(key for key in game[MARKERS] if key.startswith("momentum"))
    document = find_product("markers").build(game, PrintRequest(only_keys=markers, whole_game=True), PrintSettings())
    words = Counter(word.text for page in document.pages for word in placed.find_words(page.items))
    assert all(words[str(momentum)] >= 4 for momentum in range(11))  # thrust is 10 at most


def test_labels_and_boxes_of_all_units_are_on_blank_forms() -> None:
    for key, product, labels in (("iron_stars", "records", {"Nets down"}), ("stellar_wars", "records", {"Unit"}),
                                 ("for_the_masses", "cards", {"Army and unit type"})):
        (page, *_) = find_product(product).build(open_game(key), PrintRequest(blank_forms=1), PrintSettings()).pages
        assert labels <= {word.text for word in placed.find_words(page.items)}
        if key == "iron_stars":
            assert [field.kind for field in FieldNumbering().list_fields(page)] == 5 * ["box"]
