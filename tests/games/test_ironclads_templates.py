"""Words on gauges and sticks of Beer and Pretzels Ironclads, read in the written PDF; cards and boats, measured.

The marks at 4, 6 and 12 inches, the pair 1 and 2 in the middle and the weights of rounds are from the text of the
rules, the turn of a tick is worked out from them; bands, boxes and radii of the house set are typed in as intended.
"""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from helpers import measure, pdf_text
from helpers.pages import find_words

from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:

    from printshop.drawing.display_list import Document
    from printshop.game.model import Game

INCH = 25.4
GUNS = {"very_light": "Very light", "light": "Light", "medium": "Medium", "heavy": "Heavy", "very_heavy": "Very heavy"}
# the weight of a round at short, medium and long range; on below very light the rules are silent
WEIGHTS = {"very_light": ("very light", "?", "?"), "light": ("light", "very light", "?"),
           "medium": ("medium", "light", "very light"), "heavy": ("heavy", "medium", "light"),
           "very_heavy": ("very heavy", "heavy", "medium")}
HOUSE = {"very_light": (5, 10, 14), "light": (6, 11, 16), "medium": (6, 13, 18), "heavy": (8, 16, 24),
         "very_heavy": (9, 18, 27)}
BANDS = ("short", "medium", "long")
MARKS = {"4": "muskets", "6": "grape", "12": "gauge"}


@cache
def open_ironclads(**settings: str) -> Game:
    return read_game(find_shipped_games()["ironclads"], settings)


@cache
def make_template(key: str) -> Document:
    return find_product("templates").build(open_ironclads(), PrintRequest(only_keys=(key,)), PrintSettings())


@cache
def drawing(key: str) -> Any:
    return measure.measure_page(make_template(key))


@cache
def read_template(key: str) -> list[str]:
    (page,) = pdf_text.read_runs(make_template(key))
    return [run.text for run in page]


# --- sticks

@pytest.mark.parametrize("key", [*(f"{gun}_stick" for gun in GUNS), *(f"house_{gun}_stick" for gun in GUNS), "ruler"])
def test_marks_at_four_six_and_twelve_inches_state_their_use(key: str) -> None:
    for figure, label in MARKS.items():
        assert (label in read_template(key)) == (figure != "12" or key != "ruler")
    (page,) = pdf_text.read_runs(make_template(key))
    labels = {run.text: run for run in page if run.text in MARKS.values()}
    for figure, label in MARKS.items():
        if label in labels:
            beside = [run for run in page if run.text == figure and abs(run.y - labels[label].y) < 15
                      and abs(run.x - labels[label].x) < 15]
            assert len(beside) == 1


@pytest.mark.parametrize("gun", GUNS)
def test_bands_of_a_house_stick_show_their_ranges_and_rounds(gun: str) -> None:
    key = f"house_{gun}_stick"
    starts = (0, *HOUSE[gun])
    weights = (weight.replace("?", "very light") for weight in WEIGHTS[gun])  # below very light: house
    notes = {
        (text, behind.strip()) for text, behind in pairwise(read_template(key)) if text.startswith("hits as")
    }  # in bold
    assert notes == {(f"hits as: {weight}", f"· {low}–{high} in")
                     for weight, low, high in zip(weights, starts, HOUSE[gun], strict=False)}
    ranges = {text for text in read_template(key) if text.endswith(" RANGE")}
    assert ranges - {"END OF RANGE"} == {f"{band.upper()} RANGE" for band in BANDS}
    assert f"{GUNS[gun]} gun†" in read_template(key)  # its figures are ours
    assert {str(HOUSE[gun][-1]), "END OF RANGE"} <= set(read_template(key))


@pytest.mark.parametrize("gun", GUNS)
def test_bands_of_a_rules_stick_are_blank(gun: str) -> None:
    key = f"{gun}_stick"
    assert read_template(key).count("ends at") == 3
    assert [text for text in read_template(key) if text.startswith(BANDS) and text.endswith(")")] == [
        f"{band} ({weight})" for band, weight in zip(BANDS, WEIGHTS[gun], strict=True)]
    assert any(text == f"{GUNS[gun]} gun" for text in read_template(key))
    assert not any("–" in text for text in read_template(key) if "house" not in text and "1998" not in text)


# --- the deflection and elevation gauge

ORDER = ["5", "3", "1", "2", "4", "6"]


def test_parts_of_the_house_gauge_show_their_boxes() -> None:
    assert {"Gauge†", "box ½ in", "box 1 in", "deflection", "elevation"} <= set(read_template("house_gauge"))
    assert [text for text in read_template("house_gauge") if text in ORDER][-12:] == ORDER * 2


def test_arms_of_the_rules_gauge_are_blank() -> None:
    """The deflection part is the shorter; how large its boxes are is to be written in."""
    edges = [measure.measure_size(shape) for shape in measure.find_strokes(drawing("gauge"), 0.9, 4)]
    assert sorted(max(edge) for edge in edges) == pytest.approx([5 * INCH, 7 * INCH], abs=measure.TOLERANCE)
    assert read_template("gauge").count("5 3 1 2 4 6: a box is") == 2
    notes = pdf_text.pick_deciding(
        " ".join(text for text in read_template("gauge") if text.startswith("Lay it")), "middle along"
    )
    assert notes == "under middle † 12 † along 1 2 other four †"


# --- turning gauges

def test_house_turning_gauge_shows_the_angle_of_a_tick() -> None:
    (page,) = pdf_text.read_runs(make_template("house_turning_gauge"))
    lines = pdf_text.read_lines([run for run in page if run.left > 330], 1.5)
    start = lines.index(["radius", "a tick turns"])
    assert lines[start:start + 4] == [
        ["radius", "a tick turns"],
        *([speed, f"{radius} in", f"{57.296 / radius:.1f}°"] for speed, radius in (
            ("speed up to 4 in", 2), ("speed 5 to 8 in", 4), ("speed 9 in and more", 6)))]
    assert {"speed up to 4 in: radius 2 in", "speed 5 to 8 in: radius 4 in", "speed 9 in and more: radius 6 in"} <= set(
        read_template("house_turning_gauge"))


def test_blank_turning_gauge_has_a_space_for_every_radius() -> None:
    assert read_template("turning_gauge").count("speed to ____ in") == 3
    assert read_template("turning_gauge").count("faster") == 1
    assert not any(text.endswith("°") and text != "90°" for text in read_template("turning_gauge"))


# --- cards and boats

def cuts(drawn: list[measure.Stroke], long: float) -> tuple[list[float], list[float]]:
    """Where the ticks of a length beside the pieces say that cuts run: across, then along, in mm from the top left.

    Small crosses where a sheet's colour ends are none of them.
    """
    ticks = [
        line for line in measure.find_strokes(drawn, 0.35) if len(line) == 2 and abs(math.dist(*line) - long) < 0.02
    ]
    middles = [tuple(sum(one[way] for one in line) / 2 for way in (0, 1)) for line in ticks]
    alone = [(line, at) for line, at in zip(ticks, middles, strict=True)
             if sum(math.dist(at, other) < 0.1 for other in middles) == 1]
    return (sorted(x for line, (x, _) in alone if measure.measure_size(line)[0] < 0.001),
            sorted(y for line, (_, y) in alone if measure.measure_size(line)[1] < 0.001))


def test_cards_are_three_by_five_inches() -> None:
    """Three to a sheet, one below the other: each cut has a tick at both of its ends."""
    across, along = cuts(
        measure.measure_page(find_product("cards").build(open_ironclads(), PrintRequest(only_keys=("activation",)),
                                                         PrintSettings())), 1.2
    )
    assert [one - across[0] for one in across] == pytest.approx([0, 0, 5 * INCH, 5 * INCH], abs=measure.TOLERANCE)
    assert [one - along[0] for one in along] == pytest.approx(
        [n * 3 * INCH for n in (0, 0, 1, 1, 2, 2, 3, 3)], abs=measure.TOLERANCE)


@pytest.mark.parametrize(("name", "long", "wide"), [
    ("Stout Annie", 5.5, 1.5), ("Brass Button", 4.5, 1.25), ("Tin Whistle", 3.25, 0.75)])
def test_paper_boats_have_the_sizes_of_the_house_rules(name: str, long: float, wide: float) -> None:
    document = find_product("counters").build(open_ironclads(),
                                              PrintRequest(units=open_ironclads().expand_roster([(name, 1)])),
                                              PrintSettings())
    (page,) = document.pages
    across, along = cuts(measure.measure_page(document), 1.8)
    assert [one - across[0] for one in across] == pytest.approx([0, 0, long * INCH, long * INCH], abs=measure.TOLERANCE)
    assert [one - along[0] for one in along] == pytest.approx([0, 0, wide * INCH, wide * INCH], abs=measure.TOLERANCE)
    assert name in [word.text for word in find_words(page.items)]
