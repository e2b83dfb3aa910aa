"""The figures of the shipped game against its book: every printed track, every derived value, both misprints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from toys import opened

from printshop.catalogue import games
from printshop.game.formulas import show
from printshop.loading import load
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game, Unit

FOLDER = games()["iron_stars"]

# What the book prints, column by column: hull, armour, thrust, primary, secondary, light guns.
TRACKS = {
    "Gauntlet": "1-12 | 13 | 14-15 | 16 | 17-18 | 19-20",
    "Golem": "1-12 | - | 13-14 | 15-16 | 17-18 | 19-20",
    "Sycorax": "1-8 | 9 | 10-13 | 14 | 15-16 | 17-20",
    "Alpha": "1-3 | - | 4-17 | - | - | 18-20",
    "Tsargrad": "1-9 | 10 | 11-12 | 13-14 | 15-17 | 18-20",
    "Petrograd": "1-9 | 10 | 11-13 | 14-15 | 16-17 | 18-20",
    "Volga": "1-6 | - | 7-14 | - | - | 15-20",
    "Tai Zhou": "1-7 | 8 | 9-11 | 12-13 | 14-16 | 17-20",
    "Min Zhou": "1-8 | 9 | 10-13 | 14 | 15-17 | 18-20",
    "Fei Yu": "1-5 | - | 6-15 | - | - | 16-20",
    "Nike": "1-10 | 11 | 12-13 | 14-15 | 16-18 | 19-20",  # as the text explains it; the table beside it is a misprint
}
# What it prints of the others, name by name: the victory points of a box of hull, the size of the base.
FIGURES = {"Gauntlet": (3, "L"), "Golem": (2, "M"), "Sycorax": (2, "S"), "Alpha": (3, "VS"), "Tsargrad": (2, "M"),
           "Petrograd": (2, "S"), "Volga": (2, "VS"), "Tai Zhou": (3, "M"), "Min Zhou": (2, "S"), "Fei Yu": (2, "VS"),
           "Nike": (2, "M")}
Q = {"Golem": (7,), "Gauntlet": (10,), "Fei Yu": (1,), "Volga": (1, 2), "Petrograd": (2, 4, 6), "Nike": ()}


@pytest.fixture(scope="module")
def game() -> Game:
    return opened("iron_stars")


@pytest.mark.parametrize("name", TRACKS)
def test_the_damage_location_track_is_the_printed_one(game: Game, name: str) -> None:
    assert " | ".join(game.units[name].values["track"]) == TRACKS[name]


def test_victory_points_sizes_and_q_circles_are_the_printed_ones(game: Game) -> None:
    assert {name: (game.units[name].values["hull_vp"], game.units[name].size.key) for name in FIGURES} == FIGURES
    assert {name: game.units[name].values["q_positions"] for name in Q} == Q


def test_all_eleven_ships_and_their_sisters_are_there(game: Game) -> None:
    figured = [unit.name for unit in game.units.values() if unit.copies]
    assert sorted(figured) == sorted([*TRACKS, "Kaliningrad", "Ekaterinburg"])
    assert [side.name for side in game.sides.values()] == ["Britain", "Russia", "China", "Japan"]
    assert not [unit for unit in game.units.values() if unit.side.key == "japan" and unit.copies]


def test_bases_are_exactly_as_printed(game: Game) -> None:
    bases = {size.key: (float(size.width) / 72, float(size.length) / 72) for size in game.sizes}
    assert bases == {"VS": (0.5, 0.75), "S": (0.75, 1.125), "M": (1, 1.5), "L": (1.5, 1.5), "VL": (1.5, 2.25)}
    assert [size.up_to for size in game.sizes] == [3, 8, 15, 24, 35]


def test_every_ship_has_its_picture_and_types_differ(game: Game) -> None:
    pictures: dict[str, set[tuple[str, str]]] = {}
    for unit in (one for one in game.units.values() if one.copies):  # of the others nothing is known but their names
        assert unit.art is not None
        pictures.setdefault(unit.art.name, set()).add((unit.side.key, str(unit.values["type"])))
    assert all(len(kinds) == 1 for kinds in pictures.values())  # one drawing, one type of one nation


def _label(game: Game, name: str) -> str:
    return game.find(name).label


def test_proper_names_are_italic_and_numbered_boats_are_not(game: Game) -> None:
    assert _label(game, "Golem") == "HMES *Golem*"
    assert _label(game, "Kaliningrad") == "*Kaliningrad*"
    assert _label(game, "Alpha-3") == "Alpha-3"


def test_a_sister_is_of_her_class_and_a_name_ship_is_not(game: Game) -> None:
    assert game.find("Kaliningrad").class_name == "Petrograd"
    assert game.find("Petrograd").class_name == "Petrograd"
    assert game.find("Golem").class_name == "Haemonculous"
    assert game.find("Alpha-2").class_name == ""


def test_a_roster_gives_every_copy_a_name(game: Game) -> None:
    names = [unit.name for unit in game.muster([("Golem", 1), ("Alpha", 2), ("Volga", 1), ("Alpha", 2)])]
    assert names == ["Golem", "Alpha-1", "Alpha-2", "Volga-1", "Alpha-3", "Alpha-4"]


def test_an_unknown_ship_is_answered_with_the_nearest(game: Game) -> None:
    with pytest.raises(PrintshopError) as caught:
        game.muster([("Gaunlet", 1)])
    assert str(caught.value) == "error: there is no unit called 'Gaunlet'\n      = did you mean 'Gauntlet'?"


def _with(folder: Path, ship: str) -> Unit:
    """Load the game with one more ship."""
    copy = folder / "game"
    copy.mkdir()
    for path in FOLDER.glob("*.yaml"):
        if path.stem == "game":
            (copy / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (copy / "ships").mkdir()
    (copy / "ships" / "one.yaml").write_text(ship, encoding="utf-8")
    return next(iter(load(copy).units.values()))


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


def test_the_misprint_of_nike_is_caught_with_both_readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrintshopError) as caught:
        _with(tmp_path, NIKE)
    assert str(caught.value) == """\
game/ships/one.yaml:13:12: error: the damage location track of Nike is printed as \
1–12 | 13 | 14–15 | 16 | 17–18 | 19–20, but the figures give 1–10 | 11 | 12–13 | 14–15 | 16–18 | 19–20
   13 |     track: [1-12, "13", 14-15, "16", 17-18, 19-20]
      |            ^
      = one of the two is a misprint: mend the figures, or leave this line out to go by them"""


def test_what_the_text_of_the_book_says_of_nike_agrees(tmp_path: Path) -> None:
    right = NIKE.replace('[1-12, "13", 14-15, "16", 17-18, 19-20]', '[1-10, "11", 12-13, 14-15, 16-18, 19-20]')
    assert show(_with(tmp_path, right).values["track"][0]) == "1–10"


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


def test_the_misprint_of_petrograd_is_caught_with_both_readings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PrintshopError) as caught:
        _with(tmp_path, PETROGRAD)
    assert str(caught.value) == """\
game/ships/one.yaml:10:15: error: light guns of Petrograd: \
4/d6 (x2) rolls a d6, allowed is d4 and has damage x2, allowed is x1
   10 |   light_guns: 4/d6 x2
      |               ^
      = have secondary and light guns changed places? As they stand: 6/d4 x1 and 4/d6 x2; \
exchanged: secondary 4/d6 (x2), light guns 6"""


def test_the_figures_of_petrograd_as_printed_contradict_the_printed_track(tmp_path: Path) -> None:
    as_if = PETROGRAD.replace("light_guns: 4/d6 x2", "light_guns: 4") + \
        '  printed: {track: [1-9, "10", 11-13, 14-15, 16-17, 18-20]}\n'
    with pytest.raises(PrintshopError, match=r"but the figures give 1–9 \| 10 \| 11–13 \| 14–15 \| 16–18 \| 19–20"):
        _with(tmp_path, as_if)


@pytest.mark.parametrize(("line", "message", "hint"), [
    ("  hull: 36", "hull of Nike is 36, the largest allowed is 35", None),
    ("  hull: 0", "hull of Nike is 0, the smallest allowed is 1", None),
    ("  hull: [10]", "hull of Nike must be a whole number, found a list", None),
    ("  hull: 10.5", "hull of Nike must be a whole number, found the number 10.5", None),
    ("  primary: 4/d8 x9", "primary of Nike: 4/d8 (x9) has damage x9, allowed is x1 to x3",
     "write for instance 4/d8 x1"),
    ("  primary: lots", "primary of Nike: 'lots' is not a battery (count/die xdamage)", "write for instance 4/d8 x1"),
    ("  primary: 4/d8 x2 thunder", "primary of Nike: 'thunder' is no property of these guns (lightning)",
     "write for instance 4/d8 x1"),
    ("  type: Cruser", ("type of Nike: 'Cruser' is not one of Destroyer, Armoured Frigate, Light Cruiser, Cruiser, "
                        "Battlecruiser"), "did you mean 'Cruiser'?"),
    ("  equipment: {congreve_rocket: 5}", "special equipment of Nike: there is no 'congreve_rocket'",
     "did you mean 'congreve_rockets'?"),
    ("  art: nike.png", "art of Nike: there is no picture 'nike.png' in game/art", "put the picture there"),
    ("  art: ../../etc/passwd", "art of Nike: '../../etc/passwd' lies outside the folder art/",
     "put the picture there"),
])
def test_a_wrong_line_of_a_ship(tmp_path: Path, line: str, message: str, hint: str | None) -> None:
    key = line.split(":", 1)[0]
    clean = NIKE.partition("  printed:")[0]
    if f"\n{key}:" in clean:
        text = "\n".join(line if row.startswith(f"{key}:") else row for row in clean.splitlines())
    else:
        text = clean + line
    with pytest.raises(PrintshopError) as caught:
        _with(tmp_path, text)
    (problem,) = caught.value.problems
    assert problem.message == message
    assert problem.hint == (hint or "")
    assert problem.span is not None
    assert problem.span.line == text.splitlines().index(line) + 1


def test_more_equipment_than_hull(tmp_path: Path) -> None:
    text = PETROGRAD.replace("secondary: 6/d4 x1", "secondary: 4/d6 x2").replace("light_guns: 4/d6 x2", "light_guns: 6")
    message = "Petrograd: 8 pieces of special equipment need a hull of at least 9, not 8"
    with pytest.raises(PrintshopError, match=message):
        _with(tmp_path, text.replace("mine_factors: 3", "mine_factors: 8"))
