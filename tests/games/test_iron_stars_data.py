"""The data of Iron Stars against its book: every printed track, every derived value, both misprints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems

from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from printshop.game.model import Game, Unit

FOLDER = find_shipped_games()["iron_stars"]


def _label(game: Game, name: str) -> str:
    return game.find_unit(name).label


def test_proper_names_are_italic_and_numbered_boats_are_not(iron_stars: Game) -> None:
    assert _label(iron_stars, "Golem") == "HMES *Golem*"
    assert _label(iron_stars, "Kaliningrad") == "*Kaliningrad*"
    assert _label(iron_stars, "Alpha-3") == "Alpha-3"


def test_sister_has_a_class_and_a_name_ship_has_none(iron_stars: Game) -> None:
    assert iron_stars.find_unit("Kaliningrad").class_name == "Petrograd"
    assert iron_stars.find_unit("Petrograd").class_name == "Petrograd"
    assert iron_stars.find_unit("Golem").class_name == "Haemonculous"
    assert iron_stars.find_unit("Alpha-2").class_name == ""


def test_roster_gives_every_copy_a_name(iron_stars: Game) -> None:
    names = [unit.name for unit in iron_stars.expand_roster([("Golem", 1), ("Alpha", 2), ("Volga", 1), ("Alpha", 2)])]
    assert names == ["Golem", "Alpha-1", "Alpha-2", "Volga-1", "Alpha-3", "Alpha-4"]


def test_unknown_ship_is_reported_with_the_nearest(iron_stars: Game) -> None:
    with pytest.raises(PrintshopError) as error:
        iron_stars.expand_roster([("Gaunlet", 1)])
    assert str(error.value) == "error: there is no unit named 'Gaunlet'\n      = did you mean 'Gauntlet'?"


def load_with_ship(folder: Path, ship: str) -> Unit:
    """Load the game with one more ship."""
    copy = folder / "game"
    copy.mkdir(parents=True)
    for path in FOLDER.glob("*.yaml"):
        if path.stem == "game":
            words = re.sub(r", emblem: \S+?(?=})|^cover: .*", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            (copy / path.name).write_text(words, encoding="utf-8")  # without pictures
    (copy / "ships").mkdir()
    (copy / "ships" / "one.yaml").write_text(ship, encoding="utf-8")
    return next(iter(read_game(copy).units.values()))


NIKE = """\
- name: Nike
  side: britain
  type: Light Cruiser
  points: 38
  hull: 10
  armour: 2
  thrust: 4
  primary: 4/d10 x2
  secondary: 6/d6 x1
  light_guns: 4
  torpedoes: 4/d8 x2
  printed:
    track: [1-12, "13", 14-15, "16", 17-18, 19-20]
"""


def test_misprint_of_nike_is_reported_with_both_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrintshopError) as error:
        load_with_ship(Path(), NIKE)
    assert str(error.value) == """\
game/ships/one.yaml:13:12: error: the damage location track of Nike is \
1–12 | 13 | 14–15 | 16 | 17–18 | 19–20 in 'printed', \
but 1–10 | 11 | 12–13 | 14–15 | 16–18 | 19–20 as calculated from the fields
   13 |     track: [1-12, "13", 14-15, "16", 17-18, 19-20]
      |            ^
      = correct the fields of the unit, or remove this line to use the calculated value"""


def test_constant_damage_can_be_omitted(tmp_path: Path) -> None:
    ship = NIKE.partition("  printed")[0].replace("light_guns: 4", "light_guns: 4/d4")
    assert str(load_with_ship(tmp_path / "one", ship).values["light_guns"]) == "4/d4 (x1)"
    with pytest.raises(PrintshopError, match="'6/d6' must be written as count/die xdamage"):
        load_with_ship(tmp_path / "two", ship.replace("6/d6 x1", "6/d6"))


PETROGRAD = """\
- name: Petrograd
  side: russia
  type: Light Cruiser
  points: 28
  hull: 8
  armour: 1
  thrust: 6
  primary: 4/d6 x2
  secondary: 6/d4 x1
  light_guns: 4/d6 x2
  torpedoes: 4/d6 x2
  equipment: {mine_factors: 3}
"""


def test_misprint_of_petrograd_is_reported_with_both_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrintshopError) as error:
        load_with_ship(Path(), PETROGRAD)
    assert str(error.value) == """\
game/ships/one.yaml:10:15: error: light guns of Petrograd: \
4/d6 (x2) rolls a d6 (allowed: d4) and has damage x2 (allowed: x1)
   10 |   light_guns: 4/d6 x2
      |               ^
      = were secondary and light guns exchanged? They are now 6/d4 x1 and 4/d6 x2; \
if you exchange these values, they become: secondary 4/d6 (x2), light guns 6"""


@pytest.mark.parametrize(("line", "message", "hint"), [
    ("  hull: 36", "hull of Nike is 36, but must be at most 35", "write a number from 1 to 35"),
    ("  hull: 0", "hull of Nike is 0, but must be at least 1", "write a number from 1 to 35"),
    ("  hull: [10]", "hull of Nike must be a whole number, found a list", None),
    ("  hull: 10.5", "hull of Nike must be a whole number, found the number 10.5", "round it"),
    ("  primary: 4/d8 x9", "primary of Nike: 4/d8 (x9) has damage x9 (allowed: x1 to x3)",
     "write a value such as 4/d8 x1"),
    ("  primary: lots",
     "primary of Nike: 'lots' must be written as count/die xdamage", "write a value such as 4/d8 x1"),
    ("  primary: 4/d8 x2 thunder", "primary of Nike: 'thunder' is not a trait of these guns (lightning)",
     "write a value such as 4/d8 x1"),
    ("  equipment: {congreve_rocket: 5}", "special equipment of Nike: there is no 'congreve_rocket'",
     "did you mean 'congreve_rockets'?"),
    ("  art: nike.png", "art of Nike: there is no picture 'nike.png' in game/art",
     "put the picture into the folder art/"),
    ("  art: ../../etc/passwd", "art of Nike: '../../etc/passwd' must be in the folder art/",
     "put the picture into the folder art/"),
])
def test_wrong_lines_of_a_ship_are_reported(tmp_path: Path, line: str, message: str, hint: str | None) -> None:
    key = line.split(":", 1)[0]
    clean = NIKE.partition("  printed:")[0]
    if f"\n{key}:" in clean:
        text = "\n".join(line if row.startswith(f"{key}:") else row for row in clean.splitlines())
    else:
        text = clean + line
    (problem,) = catch_problems(load_with_ship, tmp_path, text)
    assert problem.message == message
    assert problem.hint == (hint or "")
    assert problem.span is not None
    assert problem.span.line == text.splitlines().index(line) + 1
