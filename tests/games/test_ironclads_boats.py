"""The boats of Beer and Pretzels Ironclads and their battle: records, cards and booklet, read as they are drawn.

The boats and the battle are house values, typed in as intended; values that follow from them are worked out by the
rules.
"""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers import pdf_text
from helpers.games import list_problem_lines, list_unit_lines, load_variants, open_game
from helpers.pages import find_outlines

from printshop.drawing.display_list import BLACK, WHITE, CurveTo
from printshop.drawing.shapes import measure_outline
from printshop.game.scenarios import SCENARIOS
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Document, Page

Box = tuple[float, float, float, float]

GRADES = ("heavy", "medium", "light", "none", "none", "none")
CREW_GONE = ("When a section is gone, her guns reload in two turns. "
             "When all boxes are gone, no gun fires, and she surrenders if she is boarded.")
SECTION = ("A heavy line ends a section. When one is gone, her armor is a grade lower and her maximum speed is halved, "
           "rounded up†. When all are gone, she sinks.†")
# name, side, kind, size, points; speed, acceleration; armor; hull, crew; guns and their boxes; turrets; ram, torpedo
BOATS = """
Stout Annie|Upper River|double-turret ironclad|large|30|8 3|heavy|14 14 14|15 15|2 x turret A heavy 2,
  2 x turret B heavy 2|turret A 4, turret B 4|0 0
Old Kettle|Upper River|casemate ironclad|large|24|6 2|medium|12 12 12|10 10|2 x bow heavy 1, 2 x port medium 1,
  2 x starboard medium 1, 1 x stern light 1||0 0
Corn Maiden|Upper River|wooden side-wheel gunboat|medium|14|10 4|none|12 11 11|8 8|1 x bow pivot medium 1,
  2 x port light 1, 2 x starboard light 1, 1 x stern very light 1||0 0
Tin Whistle|Upper River|spar torpedo boat|small|8|12 5|none|6 6|6|1 x bow very light 1||0 1
Duchess of Mud|Delta|casemate ironclad with a ram|large|30|8 2|heavy|13 13 12|12 12|1 x bow very heavy 2,
  1 x port heavy 1, 1 x port medium 1, 1 x starboard heavy 1, 1 x starboard medium 1, 1 x stern medium 1||1 0
Brass Button|Delta|turret ironclad|medium|24|8 3|heavy|12 11 11|8 8|1 x turret very heavy 2,
  1 x turret heavy 2|turret 5|0 0
Sugar Cane|Delta|wooden stern-wheel ram|medium|14|10 4|light|11 11 10|8 8|2 x bow medium 1, 1 x port light 1,
  1 x starboard light 1, 1 x stern very light 1||1 0
Mosquito Hawk|Delta|spar torpedo boat|small|8|12 5|none|6 6|6|1 x bow very light 1||0 1
"""
SIZES = ("very light", "very heavy", "light", "medium", "heavy")


class Boat(NamedTuple):
    """A boat as it is meant."""

    name: str
    side: str
    kind: str
    size: str
    points: int
    speed: int
    acceleration: int
    armor: str
    hull: list[int]
    crew: list[int]
    guns: list[tuple[str, str, int]]
    turrets: list[tuple[str, int]]
    ram: int
    torpedo: int

    @property
    def beak(self) -> str:
        return "ram" if self.ram else "spar torpedo" if self.torpedo else "none"


def boat(line: str) -> Boat:
    name, side, kind, size, points, speeds, armor, hull, crew, guns, turrets, beak = line.split("|")
    speed, acceleration, *_ = map(int, speeds.split())
    carried = []
    for one in guns.split(", "):
        count, battery = one.split(" x ")
        rest, boxes = battery.rsplit(" ", 1)
        gun = next(gun for gun in SIZES if rest.endswith(gun))
        carried += [(rest.removesuffix(gun).strip(), gun, int(boxes))] * int(count)
    ram, torpedo = map(int, beak.split())
    return Boat(name, side, kind, size, int(points), speed, acceleration, armor, [*map(int, hull.split())],
                [*map(int, crew.split())], carried,
                [(one[:-2], int(one[-1])) for one in turrets.split(", ") if one], ram, torpedo)


FLEET = {one.name: one for one in map(boat, BOATS.strip().replace("\n  ", " ").split("\n"))}


def make_boat_record(name: str) -> Document:
    return find_product("records").build(
        open_game("ironclads"), PrintRequest(units=open_game("ironclads").expand_roster([(name, 1)])), PrintSettings()
    )


# --- records

def halve(speed: int) -> int:
    """Half of a maximum, halves rounded up: our reading."""
    return -(-speed // 2)


def inches(amount: float) -> str:
    return f"{amount:g} in"


TURRETS = " A turret without boxes fires, but cannot turn."
GUNS = f"Cross off a box that is hit. Fill in circles while a gun reloads.{TURRETS}"
TROUBLE = [["Trouble", "A fire takes 2 boxes of hull at once, and 2 in each turn that does not put it out."],
           ["On fire", "Aground", "Grappled to"], ["Crew used this turn", "on the fire", "for muskets"]]


def figures(one: Boat) -> list[list[str]]:
    """The lines of the upper part of a record: the values that remain after the loss of each section of the hull."""
    count, speeds = len(one.hull), [one.speed]
    for _ in one.hull[1:]:
        speeds.append(halve(speeds[-1]))
    first = GRADES.index(one.armor)
    return [["Hull sections gone", "none", *map(str, range(1, count + 1)), "Speed, card by card",
             f"± {one.acceleration} in each time"],
            ["start", *map(str, range(1, 7))],
            ["Maximum speed", *map(inches, speeds), "sunk†"],
            ["Astern", *(inches(halve(speed)) for speed in speeds), "sunk†"],
            [*map(str, range(7, 14))],
            ["Armor", *GRADES[first:first + count], "sunk†"],
            [f"Hull {sum(one.hull)}", SECTION if first < 3 else SECTION.replace("her armor is a grade lower and ", "")],
            [f"Crew {sum(one.crew)}", CREW_GONE if one.crew[1:] else CREW_GONE.partition(". ")[2]],
            ["Guns", GUNS if one.turrets else GUNS.removesuffix(TURRETS)]]


def list_mounts(one: Boat) -> list[tuple[str, int, int]]:
    """The sorted contents round the deck plan of a boat: words, boxes, circles; a turret with the guns in it."""
    turrets = {name: [(gun, boxes) for part, gun, boxes in one.guns if part == name] for name, _ in one.turrets}
    return sorted([*((f"{part}, {gun}", boxes, 2) for part, gun, boxes in one.guns if part not in turrets),
                   *((" ".join([name, *(gun for gun, _ in turrets[name])]),
                      boxes + sum(two for _, two in turrets[name]), 2 * len(turrets[name]))
                     for name, boxes in one.turrets),
                   *([("ram, one use", 1, 0)] if one.ram else []),
                   *([("spar torpedo, one use", 1, 0)] if one.torpedo else [])])


@pytest.mark.parametrize("name", FLEET)
def test_record_shows_the_derived_values_of_a_boat(name: str) -> None:
    one = FLEET[name]
    (page,) = pdf_text.read_runs(make_boat_record(name))
    lines = pdf_text.read_lines([run for run in page if 60 < run.y < 740])
    start, end = (next(number for number, line in enumerate(lines) if line[0] == first)
                  for first in ("Hull sections gone", "Guns"))
    assert sorted(word for line in lines[:start] for word in line) == sorted(
        [one.side, one.name, "†", f"{one.kind}, {one.size}", *(word for line in TROUBLE for word in line)])
    assert lines[start:end + 1] == figures(one)


def pips(page: Page) -> tuple[list[list[Box]], list[list[Box]]]:
    """The black boxes of a record, then its circles, line by line: (left, top, right, bottom)."""
    paths = [path for path in find_outlines(page.items) if path.stroke and path.stroke.width == 0.7
             and path.stroke.color == BLACK]
    round_ones = [any(isinstance(one, CurveTo) for one in path.segments) for path in paths]
    boxes = [measure_outline(path.segments) for path, curved in zip(paths, round_ones, strict=True)
             if not curved and len(path.segments) == 5]
    circles = [measure_outline(path.segments) for path, curved in zip(paths, round_ones, strict=True) if curved]
    return group_in_lines(boxes), group_in_lines(circles)


def group_in_lines(boxes: list[Box]) -> list[list[Box]]:
    results: list[list[Box]] = []
    for box in sorted(boxes, key=lambda one: (one[1] + one[3], one[0])):
        middle = (box[1] + box[3]) / 2
        if results and abs((results[-1][0][1] + results[-1][0][3]) / 2 - middle) < 3:
            results[-1].append(box)
        else:
            results.append([box])
    return results


def sections(page: Page, line: list[Box]) -> list[int]:
    """How many of the pips in a line stand between its heavy lines."""
    top = line[0][1]
    bars = sorted(start for path in find_outlines(page.items) if path.stroke and path.stroke.width == 2.2
                  for start, high, _, low in [measure_outline(path.segments)] if high < top + 5 < low)
    return [sum(low < box[0] < high for box in line) for low, high in pairwise([-math.inf, *bars, math.inf])]


def read_frames(document: Document) -> list[tuple[str, int, int]]:
    """The words, boxes and circles in every frame round a deck plan, sorted."""
    (page,), (sheet,) = document.pages, pdf_text.read_runs(document)
    paths = [(path, measure_outline(path.segments)) for path in find_outlines(page.items) if path.stroke]
    frames = [box for path, box in paths if path.fill == WHITE and path.stroke and path.stroke.width == 0.5
              and abs(box[2] - box[0] - 40 * MM) < 0.1]
    results = []
    for left, top, right, bottom in frames:
        inner = [path for path, box in paths if path.stroke and path.stroke.width in (0.6, 0.7)
                 and left < box[0] and box[2] < right and top < box[1] and box[3] < bottom]
        curved = sum(any(isinstance(one, CurveTo) for one in path.segments) for path in inner)
        words = [run for run in sheet if left < run.left < right and top < run.y < bottom]
        results.append((" ".join(run.text for run in words), len(inner) - curved, curved))
    return sorted(results)


@pytest.mark.parametrize("name", FLEET)
def test_every_system_of_a_boat_has_its_boxes_and_mounts_are_at_their_places(name: str) -> None:
    one, paths = FLEET[name], make_boat_record(name)
    (page,) = paths.pages
    boxes, _ = pips(page)
    assert len(boxes[0]) == 2  # on fire, aground
    assert sections(page, boxes[1]) == one.hull
    assert sections(page, boxes[2]) == one.crew
    assert read_frames(paths) == list_mounts(one)
    dots = [path for path in find_outlines(page.items) if path.stroke and path.stroke.width == 0.6
            and (box := measure_outline(path.segments))[2] - box[0] < 4]
    assert len(dots) == len(list_mounts(one))  # each has a line to its place on the deck


ALSO = """
crew roll d10 larger adds winner boarders loses lose tie side card when moves in edge upstream downstream shoals shoal
speed turn sunk surrendered points middle third table captured driven long above below
wharf burns
"""


def test_blank_record_has_space_for_any_boat() -> None:
    """More boxes of hull than five dice can take at once, eight guns with two boxes each and two turns of reloading."""
    document = find_product("records").build(open_game("ironclads"), PrintRequest(blank_forms=1), PrintSettings())
    (sheet,), (page,) = pdf_text.read_runs(document), document.pages
    lines = pdf_text.read_lines([run for run in sheet if 60 < run.y < 400])
    assert lines[0] == ["Side", "Player"]
    for line in (["Hull", SECTION], ["Crew", CREW_GONE],
                 ["Guns", GUNS], *TROUBLE):
        assert line in lines
    pale = [path for path in find_outlines(page.items) if path.stroke and path.stroke.width == 0.6
            and path.stroke.color != BLACK and measure_outline(path.segments)[1] < 400]
    _, hull, crew, *_ = group_in_lines([measure_outline(path.segments) for path in pale if len(path.segments) == 5])
    assert (len(hull), len(crew)) == (45, 40)
    assert read_frames(document) == sorted(2 * [*([("gun", 2, 2)] * 8), ("turret", 6, 0), ("turret", 6, 0),
                                       ("ram, one use", 1, 0), ("spar torpedo, one use", 1, 0)])


# --- activation cards and boarding tracks

def read_cards(only: str) -> list[list[pdf_text.Run]]:
    """The texts of each card of three by five inches, three to a page."""
    results = []
    for page in pdf_text.read_runs(find_product("cards").build(open_game("ironclads"), PrintRequest(only_keys=(only,)),
                                                               PrintSettings())):
        lasting = "fire or reload" if only == "activation" else "boarded"
        ends = sorted(run.y for run in page if run.text == lasting)
        results += [[run for run in page if end - 211 < run.y < end + 2 and 100 < run.left < 500] for end in ends]
    return results


@pytest.mark.parametrize(("place", "name"), list(enumerate(FLEET)))
def test_activation_card_lists_the_actions_of_a_boat(place: int, name: str) -> None:
    one = FLEET[name]
    everything = read_cards("activation")
    assert len(everything) == len(FLEET) + 1  # and a blank one, where there is room for it
    words = pdf_text.read_lines(everything[place])
    guns = Counter((part, gun) for part, gun, _ in one.guns)
    assert words == [
        [one.side], [name, "†", f"{one.kind}, {one.size}"],
        *([f"{count} × {part}," if count > 1 else f"{part},", gun] for (part, gun), count in guns.items()),
        ["Speed", "Each turn", "Astern", "Armor", "Hull", "Crew", "Ram or spar"],
        [inches(one.speed), f"± {inches(one.acceleration)}", inches(halve(one.speed)), one.armor, str(sum(one.hull)),
         str(sum(one.crew)), one.beak],
        ["1", "move", "2", "fire or reload", "3", "special actions"]]


def test_boarding_track_shows_the_course_of_a_boarding() -> None:
    tracks = read_cards("boarding")
    assert len(tracks) == 3
    for track in tracks:
        head, title, phases, *text, rounds, boarders, boarded = pdf_text.read_lines(track)
        assert (head, title, phases) == (["Boarders of", "aboard"], ["Boarding"],
                                         ["Start", "1 Board", "2 Clear the decks", "3 Capture"])
        assert (rounds, boarders, boarded) == (["Crew after round", *"1234567"], ["boarders"], ["boarded"])
        assert pdf_text.pick_deciding(" ".join(word for line in text for word in line), ALSO) == pdf_text.pick_deciding(
            """when card of either, first, card after †; each side d10, larger crew adds 1 for every 5 † more;
            loses crew, winner half, rounded up †; winner moves; boarders lose, 2 †; after tie each side loses 1d6;
            ends 3, when side no crew""", ALSO)


@pytest.mark.slow
def test_booklet_states_the_origin_of_the_readings_and_names_no_publisher() -> None:
    """In the booklet of the battle; and the readings are not the designers'."""
    game = open_game("ironclads")
    battle = PrintRequest(scenario=game[SCENARIOS]["catfish_bar"])
    words = " ".join(run.text for page in pdf_text.read_runs(find_product("booklet").build(game, battle,
                                                                                           PrintSettings()))
                     for run in page)
    assert "this edition’s own" in words
    assert "publisher’s own" not in words
    assert not [run.text for page in pdf_text.read_runs(find_product("charts").build(game, PrintRequest(),
                                                                                     PrintSettings()))
                for run in page if "Designer" in run.text]


# --- the battle

BATTLE = {
    "Setting up": """1 †: long edges of the table; left edge upstream, right edge downstream; upper: three shoals in the
        middle third of the table, none 6 in from another or a bank; two, the wharf: the middle 8 in;
        2 † up, first; 8 in of the downstream edge, middle of each 10 in; 3 upper †: 8 in of the upstream edge,
        middle of each 10 in; any; 4 eight; each: speed of the side: speed of the turn before the first †;
        in, up: turn, R-1 R-3; 8 in 8 in; upper edge, edge; 0 1 2 3 4 5, 1 2 3 4; the table before the first turn:
        upstream left, wharf; one; 8 in of edges, 10 in, shoals 1 to 3""",
    "Special rules": """shoals: any part of a shoal, once; torpedo boats do not †;
        the wharf †: ends 2 in of the wharf, speed 4 in, less; may, in place of firing; burns; out""",
    "In play": """14 in, under, middle † at 12 in; 4: right, edge over middle;
        long edge †, 1, 2; 1, 3; down 13 to 14 in †; 4 † less 2 †: +2;
        11 on the d20: two, one crew, side †""",
    "Victory": """a side, once, when every boat of the enemy is sunk, has surrendered, has left the table †; points † of
        what each side has sunk, captured, surrendered, captured †, half of what is driven off the table †; 15 more
        if the wharf burns †""",
    "Variant": "† five shoals instead of three, 4 in of one",
}


def test_battle_has_its_planned_setup() -> None:
    battle = open_game("ironclads")[SCENARIOS]["catfish_bar"]
    pages = pdf_text.read_runs(find_product("booklet").build(open_game("ironclads"), PrintRequest(scenario=battle),
                                                             PrintSettings()))
    blocks = pdf_text.find_sections(pdf_text.find_body(pages), ["Forces", *BATTLE, "Score sheet", "What you need"])
    texts = {title: " ".join(run.text for run in words) for title, words in blocks.items()}
    assert {title: pdf_text.pick_deciding(texts[title], ALSO) for title in BATTLE} == {
        title: pdf_text.pick_deciding(text, ALSO) for title, text in BATTLE.items()}
    objective = ["A", "the coal wharf burns†", "15 points", "–"]
    assert pdf_text.read_lines(blocks["Score sheet"])[1:] == [
        ["Sunk or captured", "Driven off (half)", "Scored"] * 2,
        *([cell for one in pair for cell in (one.name, str(one.points), str(one.points // 2))]
          for pair in zip(list_boats("Upper River"), list_boats("Delta"), strict=True)),
        ["Total", "Total"], ["Objective", "Worth", "Upper River Squadron", "Delta Flotilla"], objective,
        ["Winner", "by", "points"]]


def list_boats(side: str) -> list[Boat]:
    return [one for one in FLEET.values() if one.side == side]


@pytest.mark.parametrize(("side", "title", "speed"), [("Upper River", "The Upper River Squadron", "4 in each†"),
                                                      ("Delta", "The Delta Flotilla", "6 in each†")])
def test_both_sides_have_their_planned_units(side: str, title: str, speed: str) -> None:
    battle = open_game("ironclads")[SCENARIOS]["catfish_bar"]
    pages = pdf_text.read_runs(find_product("booklet").build(open_game("ironclads"), PrintRequest(scenario=battle),
                                                             PrintSettings()))
    lines = [line for page in pages for line in pdf_text.read_lines(page)]
    assert lines[(start := lines.index([title])) + 1:start + 7] == [
        ["Boat", "Size", "Speed", "Speed ±", "Armor", "Hull", "Crew", "Guns", "Ram or spar", "Points"],
        *([one.name, "†", one.size, str(one.speed), str(one.acceleration), one.armor, str(sum(one.hull)),
           str(sum(one.crew)), str(len(one.guns)), one.beak, str(one.points)] for one in list_boats(side)),
        [f"4 boats · Starting speed: {speed}", "76"]]
    start = lines.index(["PLAYERS", "WHERE", "WHEN", "TABLE", "LENGTH"])
    players, *_, table, _ = lines[start + 1]
    assert (players, table, lines[start + 2][2]) == ("2–4†", "5 ft by 4 ft, with", "three shoals†")


# --- what a boat may have

OWN = {"type": "raft", "build": "2", "speed": "8", "acceleration": "2", "armor": "light", "hull": "[8]", "crew": "[5]",
       "guns": "[bow light 1]", "ram": "0", "torpedo": "0", "points": "9"}
ALLOWED = {"guns": [f"[bow {gun} {boxes}]" for gun in SIZES for boxes in (1, 2)],
           "armor": ["none", "light", "medium", "heavy"], "ram": ["0", "1"], "torpedo": ["0", "1"],
           "hull": ["[8]", "[8, 8, 8, 8]", "[30, 30, 30]"], "acceleration": ["1", "8"]}
REFUSED = {"guns": ["[bow light 0]", "[bow light 3]"], "armor": ["steel"], "ram": ["2"], "torpedo": ["2"],
           "hull": ["[8, 8, 8, 8, 8]", "[31, 30, 30]"], "acceleration": ["9"]}


def test_user_boats_have_the_options_of_the_rules(tmp_path: Path) -> None:
    """Guns of five sizes with one or two boxes, four grades of armor, one box of ram and torpedo; a record's room."""
    file = tmp_path / "own.yaml"
    load_variants(file, "ironclads", "boats", {"side": "delta", **OWN}, ALLOWED)
    with pytest.raises(PrintshopError) as error:
        load_variants(file, "ironclads", "boats", {"side": "delta", **OWN}, REFUSED)
    assert list_problem_lines(error.value) == list_unit_lines(REFUSED)
