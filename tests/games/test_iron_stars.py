"""The ships of Iron Stars and their pieces, read in the written PDF, against the rulebook.

Expected values are typed in from the rulebook, column by column, and not taken from the data; both misprints of the
rulebook are corrected as its own text and its other tracks show.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers import pdf_text
from helpers.games import list_problem_lines, list_unit_lines, load_variants, open_game
from helpers.pages import find_outlines, find_words

from printshop.drawing.display_list import CurveTo
from printshop.drawing.shapes import measure_outline
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Document, Page
    from printshop.game.model import Game

INCH = 25.4
HEADS = ["Hull", "Armour", "Thrust", "Primary", "Secondary", "Light guns", "Torpedoes"]
# name; class and type; points; hull and its letter, armour, thrust; primary, secondary; light guns; torpedoes; track;
# where the Qs are; what else is aboard
SHIPS = """
HMES Nike|Light Cruiser|38|10 M 2 4|4/d10 2|6/d6 1|4|4/d8 2|1–10 11 12–13 14–15 16–18 19–20||
HMES Gauntlet|Battlecruiser|95|19 L 3 6|4/d8 3|6/d6 2|6|6/d6 3|1–12 13 14–15 16 17–18 19–20|10|5 Congreve rockets
HMES Golem|Haemonculous-class Cruiser|43|14 M 1 5|4/d8 2 *|4/d6 1|4|4/d8 3|1–12 – 13–14 15–16 17–18 19–20|7|\
Gyroscopic stabilizer
HMES Sycorax|Caliban-class Light Cruiser|25|7 S 1 7|2/d8 2|4/d6 1|6|3/d6 3|1–8 9 10–13 14 15–16 17–20||
Alpha-1|Destroyer|5|1 VS 0 9|||2|2/d6 2|1–3 – 4–17 – – 18–20||
Tsargrad|Cruiser|53|12 M 2 6|4/d8 2|8/d6 1|8|6/d6 2|1–9 10 11–12 13–14 15–17 18–20||
Petrograd|Petrograd-class Light Cruiser|28|8 S 1 6|4/d6 2|4/d6 2|6|4/d6 2|1–9 10 11–13 14–15 16–17 18–20|2 4 6|\
3 mine factors
Kaliningrad|Petrograd-class Light Cruiser|28|8 S 1 6|4/d6 2|4/d6 2|6|4/d6 2|1–9 10 11–13 14–15 16–17 18–20|2 4 6|\
3 mine factors
Ekaterinburg|Petrograd-class Light Cruiser|28|8 S 1 6|4/d6 2|4/d6 2|6|4/d6 2|1–9 10 11–13 14–15 16–17 18–20|2 4 6|\
3 mine factors
Volga-1|Destroyer|11|3 VS 0† 8|||6|6/d6 2|1–6 – 7–14 – – 15–20|1 2|2 mine factors
Tai Zhou|Cruiser|53|10 M 2 6|4/d6 2|6/d6 1|10|4/d6 2|1–7 8 9–11 12–13 14–16 17–20||
Min Zhou|Armoured Frigate|28|6 S 2 6|2/d6 2|4/d6 1|4|4/d6 2|1–8 9 10–13 14 15–17 18–20||
Fei Yu-1|Destroyer|8|2 VS 0† 8|||4|3/d6 2|1–5 – 6–15 – – 16–20|1|5 fire arrows
""".replace("\\\n", "")
SIDES = {"HMES": "British", "Alpha": "British", "Tai": "Chinese", "Min": "Chinese", "Fei": "Chinese"}
BASES = {"VS": "½ × ¾", "S": "¾ × 1⅛", "M": "1 × 1½", "L": "1½ × 1½"}
NAMES = {"VS": "Very Small", "S": "Small", "M": "Medium", "L": "Large"}
DIFFERS = {"HMES Nike": "1–12, 13, 14–15, 16, 17–18, 19–20 in the record. Not so here, because its text says 1–10, 11 "
                        "and 12–13, and the rest is worked out from the other records",
           "Petrograd": "secondary 6/d4 (×1), light guns 4/d6 (×2). Here: exchanged, because the book says that all "
                        "light guns are d4 (×1)"}
COLUMNS = (0, 140.3, 181.4, 261.9, 334.5, 411.6, 488.7, 600)  # points from the left: where columns of a record begin


class Ship(NamedTuple):
    """A ship as the rulebook prints her."""

    name: str
    kind: str
    points: int
    size: str
    amounts: list[int]
    values: list[str]
    track: list[str]
    marked: list[int]
    notes: list[str]


def battery(text: str) -> str:
    """How guns are printed: 4/d8 3 as 4/d8 (×3)."""
    guns, damage, *mark = text.split() if text else ("–", "")
    return f"{guns} (×{damage}){''.join(mark)}" if damage else guns


def ship(line: str) -> Ship:
    name, kind, points, body, primary, secondary, light, torpedoes, track, marked, notes = line.split("|")
    hull, size, armour, thrust = body.split()
    amounts = [int(hull), int(armour.removesuffix("†")), int(thrust),
               *(int(guns.split("/")[0] or 0) for guns in (primary, secondary)), int(light),
               int(torpedoes.split("/")[0])]
    worth = math.floor(int(points) / 2 / int(hull) + 0.5)  # half the points over the hull, rounded half up
    values = [f"{hull} {NAMES[size]}, {worth} VP a hit", armour.replace("†", " †"), thrust, battery(primary),
              battery(secondary), f"{light}/d4 (×1)", battery(torpedoes)]
    lightning = ["*Lightning projectors"] if "*" in primary else []
    return Ship(name, kind, int(points), size, amounts, values, track.split(),
                [*map(int, marked.split())], [*lightning, *filter(None, [notes])])


FLEET = [ship(line) for line in SHIPS.strip().split("\n")]
BY_NAME = pytest.mark.parametrize("one", FLEET, ids=lambda one: one.name)


def make_for_ship(product: str, one: Ship) -> Document:
    units = open_game("iron_stars").expand_roster([(one.name.removeprefix("HMES "), 1)])
    return find_product(product).build(open_game("iron_stars"), PrintRequest(units=units), PrintSettings())


def test_fleet_has_only_the_ships_of_the_rulebook() -> None:
    """But for classes that are names in the index, whose records are spaces to fill in, where they are asked for."""
    named = """Banneret Bantam Beta Gamma Southam Tycho Butakoff Morozko Spiridoff Hodaka Kojishi Makuhari Nagano
               Sagami Saidan Senjo Tochigi"""
    known = [one.name.removeprefix("HMES ").rsplit("-", 1)[0] for one in FLEET]
    assert sorted(unit.rsplit("-", 1)[0] for unit in open_game("iron_stars").units) == sorted(
        [*known, *named.split(), "Huo Shi"]
    )
    every = [
        run.text
        for page in pdf_text.read_runs(find_product("records").build(open_game("iron_stars"), PrintRequest(),
                                                                     PrintSettings()))
        for run in page
    ]
    assert "Volga" in every
    assert not {*named.split(), "Huo Shi"} & {*every}
    (page,) = pdf_text.read_runs(
        find_product("records").build(
            open_game("iron_stars"), PrintRequest(units=open_game("iron_stars").expand_roster([("Tycho", 1)])),
                                      PrintSettings()
        )
    )
    assert {"Tycho", "Class, type and points", "Torpedoes"} <= {run.text for run in page}


# --- records

@BY_NAME
def test_record_equals_that_of_the_rulebook(one: Ship) -> None:
    (page,) = pdf_text.read_runs(make_for_ship("records", one))
    side = SIDES.get(re.split("[ -]", one.name)[0], "Russian")
    assert page[0].text == f"Ship records: {side} ships"
    rows = pdf_text.find_rows([run for run in page if 60 < run.y < 700])
    head, *table, boxes, tail = [row for row in rows if not {run.text for run in row} <= {"Q", "–"}]  # in circles
    assert " ".join(run.text for run in head) == f"{one.name} {one.kind} ({one.points} pts.)"
    message = DIFFERS.get("Petrograd" if "Petrograd" in one.name + one.kind else one.name, "")
    values = [f"{value}‡" if message.startswith("secondary") and column in {4, 5} else value
              for column, value in enumerate(one.values)]
    track = [*(f"{value}‡" if message.startswith("1–12") else value for value in one.track), "not by a d20"]
    assert " ".join(run.text for run in table[1][:2]) == values[0]  # figure and words meet below their heading
    table[1], values[0] = table[1][2:], ""
    cells, rest = pdf_text.take_table([[*pdf_text.join_runs(row, 9.0)] for row in table], [HEADS, values, track])
    cells = [tuple(cell.replace(" ‡", "‡") for cell in row) for row in cells]
    assert cells == [tuple(HEADS), tuple(values), tuple(track)]
    assert not rest
    assert [run.text for run in page if run.text.startswith("‡ ")] == ([f"‡ Book: {message}."] if message else [])
    nets = ["Nets down"] * (one.size not in {"S", "VS"})
    assert [run.text.strip() for run in boxes] == ["start", *(f"T{n}" for n in range(1, 7))]
    assert [run.text for run in tail] == ["Momentum", *nets, "Notes", *one.notes]


def circles(page: Page) -> list[tuple[float, float, float, float]]:
    """The circles of a record in reading order: (left, top, right, bottom)."""
    result = [measure_outline(path.segments) for path in find_outlines(page.items)
              if path.stroke and any(isinstance(part, CurveTo) for part in path.segments)]
    return sorted(result, key=lambda box: (round(box[1]), box[0]))


@BY_NAME
def test_record_has_a_circle_for_every_point_and_a_q_as_in_the_rulebook(one: Ship) -> None:
    (page,) = make_for_ship("records", one).pages
    marks = circles(page)
    systems = [[box for box in marks if left < box[0] < right and box[1] < 156]
               for left, right in pairwise(COLUMNS)]
    assert [len(boxes) for boxes in systems] == one.amounts
    (sheet,) = pdf_text.read_runs(make_for_ship("records", one))
    letters = [run for run in sheet if run.text == "Q"]
    assert [number for number, (left, top, right, low) in enumerate(systems[0], 1)
            if any(left < run.x < right and top < run.y < low for run in letters)] == one.marked
    assert len(letters) == len(one.marked)
    at_foot = [box for box in marks if 156 < box[1] < 740]  # above the code of the page
    aboard = sum(int(note.split()[0]) if note[0].isdigit() else note[0] != "*" for note in one.notes)
    assert len(at_foot) == aboard


# --- counters

@BY_NAME
def test_counter_has_the_base_of_its_size_and_describes_the_ship(one: Ship) -> None:
    (page,) = pdf_text.read_runs(make_for_ship("counters", one))
    text = " ".join(run.text for run in page)
    assert f"1 counter, base {BASES[one.size]} in" in text
    kind = one.kind.split("-class ")[-1]
    assert text.count(f"{kind} {one.size}, {one.points} points") == 2  # on either flap
    assert text.count(one.name.removeprefix("HMES ")) >= (2 if one.size == "VS" else 4)  # these have their numbers


# --- templates

def templates(*only: str) -> Document:
    return find_product("templates").build(open_game("iron_stars"), PrintRequest(only_keys=only), PrintSettings())


def test_firing_arcs_show_their_guns_and_angles() -> None:
    (page,) = pdf_text.read_runs(templates("firing_arcs"))
    words = [run.text for run in page]
    ahead, beside = ["primary ½", "secondary ¼", "light guns ½"], ["primary all", "secondary ½", "light guns ½"]
    for wide, narrow, sizes in (("112.6°", "67.4°", ", 3:2 bases: VS, S, M, VL"), ("90°", "90°", ", square bases: L")):
        end = words.index(sizes)
        assert words[end - 21:end] == ["FORWARD", *ahead, narrow, "STARBOARD", *beside, wide, "AFT", *ahead, narrow,
                                       "PORT", *beside, wide, "Firing arcs†"]


def test_base_of_large_ships_is_a_setting() -> None:
    """Three to two as all others, it needs no arc template of its own."""
    other = read_game(find_shipped_games()["iron_stars"], {"large_base": "1 1/4 x 1 7/8 in"})
    (page,) = pdf_text.read_runs(find_product("templates").build(other, PrintRequest(only_keys=("firing_arcs",)),
                                                                 PrintSettings()))
    assert [run.text for run in page if "bases: " in run.text] == [", 3:2 bases: VS, S, M, L, VL"]


def test_minefields_show_their_sizes() -> None:
    (page,) = pdf_text.read_runs(templates("minefield"))
    assert [run.text for run in page if " · " in run.text] == ["Small · 3 in", "Medium · 4 in", "Large · 5 in"]


def test_turning_template_shows_the_ships_of_each_angle() -> None:
    (page,) = pdf_text.read_runs(templates("turning"))
    words = [run.text for run in page]
    assert words[words.index("45°"):words.index("VS, S") + 1] == [
        "45°", "start", "M", "· middle", "L", "· end", "VL", "start", "S", "· middle", "M", "· end", "L", "90°", "135°",
        "start", "VS", "· middle", "S", "· end", "M", "180°", "middle", "VS", "· end", "VS, S"]


@pytest.mark.parametrize(("key", "every"), [("gun_stick", 5), ("torpedo_stick", 2)])
def test_seven_bands_of_range_sticks_show_their_modifiers(key: str, every: int) -> None:
    (page,) = pdf_text.read_runs(templates(key))
    words = [run.text for run in page]
    bands = [f"{every * n}–{every * n + every} in" for n in range(7)]
    assert {text for text in words if re.fullmatch(r"\d+–\d+ in", text)} == set(bands)
    assert {cost for text, cost in pairwise(words) if text == bands[0]} == {"0"}
    for n, band in enumerate(bands[1:], 1):
        assert {cost for text, cost in pairwise(words) if text == band} == {f"+{n}"}


# --- markers

MARKERS = {"momentum_britain": {str(n): count for n, count in enumerate((1, 2, 2, 8, 3, 3, 6, 3, 5, 5))},
           "momentum_russia": {str(n): count for n, count in enumerate((1, 2, 2, 3, 9, 3, 8, 6, 5, 5))},
           "nets": {"Nets down": 3}, "destroyed": {"Destroyed": 9}, "turn": {"TURN": 1},
           "initiative_britain": {"ACTIVE": 1, "REACTIVE": 1}}
SIZES = {"momentum_britain": "38 markers, ⅝ × ⅝ in", "momentum_russia": "44 markers, ⅝ × ⅝ in",
         "nets": "3 markers, ⅝ × ⅝ in", "destroyed": "9 markers, ⅝ × ⅝ in", "turn": "1 marker, round, ¾ in",
         "mines": "19 markers, ⅝ × ⅝ in", "initiative_britain": "1 marker, 1 × 1 in",
         "small_asteroids": "3 markers, 1 × 1 in", "asteroids": "3 markers, 1½ × 1½ in",
         "large_asteroids": "2 markers, 2¼ × 2¼ in"}


@pytest.mark.parametrize("key", SIZES)
def test_markers_have_the_expected_numbers(key: str) -> None:
    """Momentum goes from 0 to 9; eight ships begin with 3 and nine with 4; the sheet names some of them once more."""
    document = find_product("markers").build(open_game("iron_stars"), PrintRequest(only_keys=(key,)), PrintSettings())
    assert SIZES[key] in [run.text for page in pdf_text.read_runs(document) for run in page]
    words = Counter(word.text for page in document.pages for word in find_words(page.items)
                    if not word.text.isdigit() or word.size > 12)  # smaller ones stand at the rulers
    for text, count in MARKERS.get(key, {}).items():
        assert words[text] == count, text


# --- what a ship may be

OWN = {"type": "Cruiser", "points": "40", "hull": "12", "armour": "2", "thrust": "6", "primary": "4/d8 x2",
       "secondary": "4/d6 x1", "light_guns": "4", "torpedoes": "4/d6 x2"}
LEAST_AND_MOST = {
    "hull": (("1", "35"), ("0", "36")), "armour": (("0", "5"), ("6",)), "thrust": (("2", "10"), ("1", "11")),
    "primary": (("1/d4 x1", "9/d12 x3", "2/d6 x2", "2/d10 x1"), ("4/d8 x4", "4/d20 x1", "4/d3 x1")),
    "secondary": (("1/d4 x1", "9/d12 x2", "2/d8 x1"), ("4/d8 x3", "4/d20 x1")),
    "light_guns": (("1", "12"), ("4/d6 x1", "4/d4 x2")),
    "torpedoes": (("1/d4 x1", "6/d12 x5", "6/d10 x4"), ("4/d8 x6", "4/d20 x1")),
}


def load_own_game(folder: Path, key: str, value: str, equipment: str = "") -> Game:
    fields = ", ".join(f"{name}: {text}" for name, text in {**OWN, key: value}.items())
    more = f", equipment: {equipment}" if equipment else ""
    (folder / "own.yaml").write_text(
        f"extends: iron_stars\nships:\n- {{name: Wasp, side: japan, {fields}{more}}}\n", encoding="utf-8")
    return read_game(folder / "own.yaml")


def test_user_ships_follow_the_limits_of_the_rulebook(tmp_path: Path) -> None:
    file, values = tmp_path / "own.yaml", {"side": "japan", **OWN}
    load_variants(file, "iron_stars", "ships", values, {key: ends[0] for key, ends in LEAST_AND_MOST.items()})
    refused = {key: ends[1] for key, ends in LEAST_AND_MOST.items()}
    with pytest.raises(PrintshopError) as error:
        load_variants(file, "iron_stars", "ships", values, refused)
    assert list_problem_lines(error.value) == list_unit_lines(refused)


def test_every_special_equipment_needs_a_separate_q(tmp_path: Path) -> None:
    """A rack of rockets is one piece, each mine factor is one; a hull of one may carry one."""
    def has_warnings(hull: str, equipment: str) -> bool:
        game = load_own_game(tmp_path, "hull", hull, equipment)
        ((warnings, circles),) = {(unit.values["warnings"], unit.values["q_positions"])
                                  for unit in game.units.values() if unit.name == "Wasp"}
        assert len(set(circles)) == len(circles) > 0  # type: ignore[arg-type]
        return bool(warnings)

    assert not has_warnings("4", "{mine_factors: 2, congreve_rockets: 9}")
    assert not has_warnings("1", "{fire_arrows: 9}")
    assert has_warnings("3", "{mine_factors: 3}")


def test_blank_record_has_space_for_the_largest_ship() -> None:
    (page,) = find_product("records").build(open_game("iron_stars"), PrintRequest(blank_forms=1), PrintSettings()).pages
    marks = circles(page)
    assert [len([box for box in marks if left < box[0] < right and box[1] < 170])
            for left, right in pairwise(COLUMNS)] == [35, 5, 10, 15, 15, 15, 6]
