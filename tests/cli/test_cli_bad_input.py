"""Bad input on the command line: all problems at once, sorted, exit code 1, and no file written."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from helpers.cli import invoke

GAME = """\
format: 1
title: Harbour Rats
rights: free to copy
sides:
  docks: {name: The Docks, adjective: Dockside, colour: "#0072b2", pattern: solid}
  customs: {name: Her Customs, adjective: Customs, colour: "#f0e442", pattern: hatch}
size_classes:
  by: hull
  classes:
    S: {name: Small, up_to: 6, base: 5/8 x 1 in}
    L: {name: Large, up_to: 20, base: 1 x 1 1/2 in}
unit_types:
  ship:
    name: ship
    plural: ships
    fields:
      type: {kind: choice, options: [Tug, Lighter]}
      hull: {kind: whole, min: 1, max: 20}
      speed: {kind: whole, min: 0, max: 9, optional: true}
      guns: {kind: battery, dice: [d6, d8], damage: 1-2, optional: true}
      points: {kind: whole, min: 1}
"""
SHIPS = """\
- {name: Rat, side: docks, type: Tug, hull: 4, points: 10}
- {name: Vigilant, side: customs, type: Lighter, hull: 6, guns: 2/d6 x1, points: 14}
"""
COUNTERS = """\
ships:
  title: Ships
  kind: flat
  units: ship
  size: by size class
  front:
    - {band: side, edge: stern, take: 15 %}
    - {text: "{short}", edge: top, take: 30 %, largest: 12 pt, smallest: 5 pt}
    - {picture: unit}
"""
SCENARIO = """\
title: Dawn
summary: The Rats come out.
table: 4 ft x 3 ft
turns: 8
forces:
  docks: {points: 10, units: [Rat]}
  customs: {points: 14, units: [Vigilant]}
setup: [Anywhere.]
special_rules: none
victory: {text: Sink them.}
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sound game in the folder `rats`, below the current one."""
    monkeypatch.chdir(tmp_path)
    files = {"game.yaml": GAME, "ships.yaml": SHIPS, "counters.yaml": COUNTERS, "scenarios/dawn.yaml": SCENARIO}
    for name, text in files.items():
        path = tmp_path / "rats" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Path("rats")


def entries(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


CHECK, MAKE, PACK = ["check", "rats"], ["make", "counters", "rats", "-o", "out"], ["pack", "rats/dawn", "-o", "out"]


def assert_refused(message: str, commands: tuple[list[str], ...] = (CHECK, MAKE, PACK)) -> None:
    """Check that all commands print the same message and write no file."""
    before = entries(Path())
    problems = message.count(": error: ") + message.count("\nerror: ") + message.startswith("error: ")
    count = f"{problems} problem{'' if problems == 1 else 's'}"
    for arguments in commands:
        result = invoke(*arguments)
        assert result.stderr == f"{message}{count}{'' if arguments[0] == 'check' else '; nothing was written'}\n"
        assert result.stdout == ""
        assert result.exit_code == 1
    assert entries(Path()) == before


# --- what is wrong in the files themselves

CHARTS = """\
card:
  title: Card
   blocks: []
"""
WRONG_SHIPS = """\
- {name: Rat, side: docks, type: Tug, hull: 4, points: 10}
- {name: Yes, side: docks, type: Tug, hull: yes, points: 10}
- {name: Octal, side: docks, type: Tug, hull: 010, points: 10}
- {name: Sixty, side: docks, type: Tug, hull: 1:30, points: 10}
- {name: Quoted, side: docks, type: Tug, hull: "4", points: 10}
- {name: Deep, side: docks, type: Tug, hull: 21, speed: -1, points: 0}
- {name: Astray, side: dock, type: Tog, hull: 4, points: 10}
- {name: Hollow, side: docks, type: Tug, points: 10}
- {name: Gunboat, side: docks, type: Tug, hull: 4, guns: 4/d7 x9, points: 10}
- {name: Key, side: docks, type: Tug, hull: 4, hul: 4, points: 10}
- {name: Twice, side: docks, type: Tug, hull: 4, hull: 5, points: 10}
- {name: Rat, side: docks, type: Tug, hull: 4, points: 10}
- {name: Vigilant, side: customs, type: Lighter, hull: 6, guns: 2/d6 x1, points: 14}
"""
MESSAGES = """\
rats/charts.yaml:3:4: error: this line is indented deeper than line 2, which already has a value
    3 |    blocks: []
      |    ^
      = begin the line in column 3, like line 2
rats/counters.yaml:8:57: error: 'largest' of part 2 of 'front' of counter 'ships': the length '12' has no unit
    8 |     - {text: "{short}", edge: top, take: 30 %, largest: 12, smallest: 5 pt}
      |                                                         ^
      = write 12 mm or 12 in
rats/game.yaml:5:57: error: 'colour' of side 'docks': the colour '0072b2' has no #
    5 |   docks: {name: The Docks, adjective: Dockside, colour: 0072b2, pattern: solid}
      |                                                         ^
      = write "#0072b2" in quotes
rats/game.yaml:6:52: error: unknown key 'color' of side 'customs'
    6 |   customs: {name: Her Customs, adjective: Customs, color: "#f0e442", pattern: hatch}
      |                                                    ^
      = did you mean 'colour'?
rats/game.yaml:10:38: error: 'base' of size class 'S': the length '1' has no unit
   10 |     S: {name: Small, up_to: 6, base: 5/8 x 1}
      |                                      ^
      = write 1 mm or 1 in
rats/scenarios/dawn.yaml:3:8: error: 'table' of the scenario 'dawn': the length '3' has no unit
    3 | table: 4 x 3
      |        ^
      = write 3 mm or 3 in
rats/scenarios/dawn.yaml:6:36: error: there is no unit named 'Vigilent'
    6 |   docks: {points: 10, units: [Rat, Vigilent]}
      |                                    ^
      = did you mean 'Vigilant'?
rats/scenarios/dawn.yaml:7:21: error: 'points' of the force of Her Customs is 15, but the ships cost 14 points in all
    7 |   customs: {points: 15, units: [Vigilant]}
      |                     ^
      = Vigilant 14
rats/ships.yaml:2:45: error: hull of Yes must be a whole number, found the text 'yes'
    2 | - {name: Yes, side: docks, type: Tug, hull: yes, points: 10}
      |                                             ^
rats/ships.yaml:3:47: error: hull of Octal must be a whole number, found the text '010'
    3 | - {name: Octal, side: docks, type: Tug, hull: 010, points: 10}
      |                                               ^
      = leading zeros are not allowed: write 10
rats/ships.yaml:4:47: error: hull of Sixty must be a whole number, found the text '1:30'
    4 | - {name: Sixty, side: docks, type: Tug, hull: 1:30, points: 10}
      |                                               ^
rats/ships.yaml:5:48: error: hull of Quoted must be a whole number, found the quoted text '4'
    5 | - {name: Quoted, side: docks, type: Tug, hull: "4", points: 10}
      |                                                ^
      = leave out the quotes: write 4
rats/ships.yaml:6:46: error: hull of Deep is 21, but must be at most 20
    6 | - {name: Deep, side: docks, type: Tug, hull: 21, speed: -1, points: 0}
      |                                              ^
      = write a number from 1 to 20
rats/ships.yaml:6:57: error: speed of Deep is -1, but must be at least 0
    6 | - {name: Deep, side: docks, type: Tug, hull: 21, speed: -1, points: 0}
      |                                                         ^
      = write a number from 0 to 9
rats/ships.yaml:6:69: error: points of Deep is 0, but must be at least 1
    6 | - {name: Deep, side: docks, type: Tug, hull: 21, speed: -1, points: 0}
      |                                                                     ^
      = write 1 or more
rats/ships.yaml:7:24: error: 'side' of Astray refers to an unknown side 'dock'
    7 | - {name: Astray, side: dock, type: Tog, hull: 4, points: 10}
      |                        ^
      = did you mean 'docks'?
rats/ships.yaml:7:36: error: type of Astray: 'Tog' is not one of Tug, Lighter
    7 | - {name: Astray, side: dock, type: Tog, hull: 4, points: 10}
      |                                    ^
      = did you mean 'Tug'?
rats/ships.yaml:8:3: error: Hollow lacks 'hull'
    8 | - {name: Hollow, side: docks, type: Tug, points: 10}
      |   ^
      = add the key, or write 'optional: true' for the field if a ship can lack it
rats/ships.yaml:9:58: error: guns of Gunboat: \
4/d7 (x9) rolls a d7 (allowed: d6 d8) and has damage x9 (allowed: x1 to x2)
    9 | - {name: Gunboat, side: docks, type: Tug, hull: 4, guns: 4/d7 x9, points: 10}
      |                                                          ^
      = write a value such as 4/d8 x1
rats/ships.yaml:10:48: error: unknown key 'hul' of Key
   10 | - {name: Key, side: docks, type: Tug, hull: 4, hul: 4, points: 10}
      |                                                ^
      = did you mean 'hull'?
rats/ships.yaml:11:50: error: key 'hull' is given twice
   11 | - {name: Twice, side: docks, type: Tug, hull: 4, hull: 5, points: 10}
      |                                                  ^
      = the key is first given on line 11
rats/ships.yaml:12:3: error: two ships are called 'Rat'
   12 | - {name: Rat, side: docks, type: Tug, hull: 4, points: 10}
      |   ^
      = the first unit is at rats/ships.yaml:1:3
"""


def test_all_mistakes_in_all_files_are_reported_at_once(game: Path) -> None:
    (game / "charts.yaml").write_text(CHARTS, encoding="utf-8")
    (game / "ships.yaml").write_text(WRONG_SHIPS, encoding="utf-8")
    for name, right, wrong in [
        ("game.yaml", '"#0072b2"', "0072b2"),
        ("game.yaml", 'colour: "#f0e442"', 'color: "#f0e442"'),
        ("game.yaml", "5/8 x 1 in", "5/8 x 1"),
        ("counters.yaml", "largest: 12 pt", "largest: 12"),
        ("scenarios/dawn.yaml", "4 ft x 3 ft", "4 x 3"),
        ("scenarios/dawn.yaml", "[Rat]", "[Rat, Vigilent]"),
        ("scenarios/dawn.yaml", "points: 14", "points: 15"),
    ]:
        path = game / name
        text = path.read_text(encoding="utf-8")
        assert text.count(right) == 1
        path.write_text(text.replace(right, wrong), encoding="utf-8")
    assert_refused(MESSAGES)


# --- what shows only when pages are laid out

FIT_PROBLEMS = """\
- {name: Laughs, side: docks, type: Tug, hull: 4, points: 10, art: laughs.svg}
- {name: Crowd, side: docks, type: Tug, hull: 4, points: 10, art: crowd.svg}
- {name: Worm, side: docks, type: Tug, hull: 4, points: 10, art: worm.svg}
- {name: Letter, side: docks, type: Tug, hull: 4, points: 10, art: letter.png}
- {name: 漢字, side: docks, type: Tug, hull: 4, points: 10}
- {name: The Unsinkable Admiral Lord Ponsonby-Smythe, side: docks, type: Tug, hull: 4, points: 10}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
ART = {
    "laughs.svg": '<!DOCTYPE svg [<!ENTITY a SYSTEM "ha.txt">]>\n' + SVG.format("<title>&a;</title>"),
    "crowd.svg": SVG.format('<path d="M0 0h9"/>' * 100_000),
    "worm.svg": SVG.format('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    "letter.png": "Dear Sir,",
}
FIT_PROBLEM = """\
rats/ships.yaml:3:68: error: the picture 'laughs.svg' cannot be used: the file must not \
define parameter entities, or entities in other files (line 1, column 42)
    3 | - {name: Laughs, side: docks, type: Tug, hull: 4, points: 10, art: laughs.svg}
      |                                                                    ^
      = save the drawing again as plain SVG (Inkscape: File > Save as > Plain SVG)
rats/ships.yaml:4:67: error: the picture 'crowd.svg' cannot be used: the drawing has too many elements: \
more than 5,000 (line 1, column 90043)
    4 | - {name: Crowd, side: docks, type: Tug, hull: 4, points: 10, art: crowd.svg}
      |                                                                   ^
      = simplify the drawing: join its shapes into a few paths
rats/ships.yaml:5:66: error: the picture 'worm.svg' cannot be used: \
this <use> refers to a shape that contains the <use> (line 1, column 71)
    5 | - {name: Worm, side: docks, type: Tug, hull: 4, points: 10, art: worm.svg}
      |                                                                  ^
      = make the <use> refer to another shape
rats/ships.yaml:6:68: error: 'letter.png' is not a PNG, JPEG, WebP or GIF picture
    6 | - {name: Letter, side: docks, type: Tug, hull: 4, points: 10, art: letter.png}
      |                                                                    ^
      = open the file in a picture editor and save it as PNG
rats/ships.yaml:7:3: error: 漢字: no available font has '漢' (U+6F22), '字' (U+5B57)
    7 | - {name: 漢字, side: docks, type: Tug, hull: 4, points: 10}
      |   ^
      = add a font with the missing characters: write fonts: [FILE.ttf] in the game's file, or use --font FILE
rats/ships.yaml:8:3: error: The Unsinkable Admiral Lord \
Ponsonby-Smythe: part 2 of the front, text '{short}': 'The Unsinkable Admiral Lord Ponsonby-Smythe' is \
too long: it needs 28.3 mm even at 5 pt in the narrowest typeface, but there is room for only 19.0 mm
    8 | - {name: The Unsinkable Admiral Lord Ponsonby-Smythe, side: docks, type: Tug, hull: 4, points: 10}
      |   ^
      = give the unit a shorter name for its counters: add 'short: ...'
"""


def test_unprintable_pictures_and_letters_are_reported(game: Path) -> None:
    (game / "art").mkdir()
    for name, content in ART.items():
        (game / "art" / name).write_text(content, encoding="utf-8")
    (game / "ships.yaml").write_text(SHIPS + FIT_PROBLEMS, encoding="utf-8")
    assert_refused(FIT_PROBLEM, (CHECK, MAKE))
    # none of them sails at dawn until now, so the pack was sound
    scenario = SCENARIO.replace("points: 10, units: [Rat]", "units: [Laughs, Crowd, Worm, Letter]")
    (game / "scenarios" / "dawn.yaml").write_text(scenario, encoding="utf-8")
    assert_refused("".join(FIT_PROBLEM.splitlines(keepends=True)[:16]), (PACK,))


# --- what cannot be written


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit on the size of files")
@pytest.mark.parametrize("form", ["pdf", "svg", "png", "dump"])
def test_disk_that_fills_up_keeps_the_old_files(game: Path, form: str) -> None:
    import resource  # which only POSIX has

    arguments = ["pack", "rats/dawn", "-o", "out", "--format", form, "--dpi", "72"]
    assert invoke(*arguments).exit_code == 0
    before = {path: path.read_bytes() for path in Path("out").rglob("*") if path.is_file()}
    biggest = max(len(content) for content in before.values())
    for path in before:
        path.write_bytes(b"old")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (biggest - 1000, usual[1]))  # Python ignores the signal SIGXFSZ
    try:
        result = invoke(*arguments)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    full = [path for path, content in before.items() if len(content) > biggest - 1000]
    assert result.stderr in [f"error: cannot write {path}: file too large\n"
                              "      = choose another folder with -o, or free some space; nothing was changed\n"
                              "1 problem; nothing was written\n" for path in full]
    assert (result.stdout, result.exit_code) == ("", 1)
    assert {path for path in Path("out").rglob("*") if path.is_file()} == set(before)
    assert {path.read_bytes() for path in before} == {b"old"}


@pytest.mark.parametrize(("file", "old", "new", "at", "hint"), [
    ("ships.yaml", "hull: 4,", "hull: 4, wings: 4,", "1:48",
     "; declare new fields in game.yaml, under unit_types: ship: fields:"),
    ("ships.yaml", "hull: 4,", "hull: 4, spede: 4,", "1:48", "did you mean 'speed'?"),
    ("scenarios/dawn.yaml", "units: [Rat]", "units: [Rat x 3]", "6:31", "write the number first: 3 x Rat"),
    ("scenarios/dawn.yaml", "units: [Rat]", "units: [Rats×3]", "6:31", "write the number first: 3 x Rats"),
    ("counters.yaml", 'text: "{short}"', "text: {short}", "8:14", 'write the text in quotes: "{short}"'),
    ("counters.yaml", 'text: "{short}"', "text: {short, label}", "8:14", 'a text that begins with "{" needs quotes'),
    ("counters.yaml", 'text: "{short}"', "text: [short]", "8:14", 'a text that begins with "[" needs quotes'),
    ("counters.yaml", "edge: top", "only_if: {hull}, edge: top", "8:34",
     "leave out the braces round the formula"),
])
def test_beginners_mistake_gets_advice(
    game: Path, file: str, old: str, new: str, at: str, hint: str
) -> None:
    path = game / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    output = invoke("check", "rats").stderr.splitlines()
    assert output[0].startswith(f"rats/{file}:{at}: error: ")
    assert output[3].startswith("      = ")
    assert output[3].endswith(hint)
    assert output[-1] == "1 problem"
