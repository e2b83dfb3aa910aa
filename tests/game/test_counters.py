"""Reading counters and markers: every mistake is found, placed and explained."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printshop.game.counters import COUNTERS, MARKERS, Measure
from printshop.loading import load
from printshop.parts.faces import Arrow, Band, Picture, Text
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from printshop.game.model import Game

TOY = Path(__file__).parent.parent / "games" / "toy"

TENT = """
tent:
  kind: tent
  units: hero
  size: by size class
  profile: [{text: "{short}"}]
  flap: [{text: "{label}"}]
"""
FLAT = """
slab:
  units: hero
  size: 20 x 30 mm
  front:
    - PART
"""
MARKER = """
fog:
  size: 5/8 x 5/8 in
  front: [{text: "{each}"}]
"""


def read(folder: Path, counters: str = TENT, markers: str = MARKER) -> Game:
    target = folder / "game"
    others = shutil.ignore_patterns("forms.yaml", "charts.yaml", "templates.yaml", "maps.yaml", "scenarios")
    shutil.copytree(TOY, target, ignore=others)
    (target / "counters.yaml").write_text(counters, encoding="utf-8")
    (target / "markers.yaml").write_text(markers, encoding="utf-8")
    return load(target)


def problems(folder: Path, counters: str = TENT, markers: str = MARKER) -> list[str]:
    """Message and hint of every problem, with its line."""
    with pytest.raises(PrintshopError) as caught:
        read(folder, counters, markers)
    return [f"{problem.span.line if problem.span else 0}: {problem.message} | {problem.hint}"
            for problem in caught.value.problems]


def test_what_is_left_out_has_a_sensible_value(tmp_path: Path) -> None:
    game = read(tmp_path)
    kind, marker = game[COUNTERS]["tent"], game[MARKERS]["fog"]
    assert (kind.title, kind.size, kind.default, kind.by_side, kind.tent) == ("Tent", None, True, True, True)
    assert set(kind.faces) == {"profile", "flap"}
    assert (marker.title, marker.each, marker.copies, marker.round, marker.back) == ("Fog", ("",), (1,), False, ())


def test_parts_are_read_with_their_places(tmp_path: Path) -> None:
    parts = """{band: side, edge: bow, take: 12.5 %}
    - {text: "**{name}** has {girth}", edge: top, take: 7 pt, margin: 1 mm, only_if: girth > 2, align: stern}
    - {arrow: ridge, colour: "#123"}
    - {picture: unit}"""
    band, text, arrow, picture = read(tmp_path, FLAT.replace("PART", parts))[COUNTERS]["slab"].faces["front"]
    assert isinstance(band, Band)
    assert (band.edge, band.take, band.color) == ("bow", Measure(share=0.125), "")
    assert isinstance(text, Text)
    assert text.take == Measure(points=7)
    assert text.margin.of(100) == pytest.approx(360 / 127)
    assert text.only_if
    assert (text.wording.fill({"name": "Ogg", "girth": 4}), text.align, text.smallest.pt) == (
        "**Ogg** has 4", "stern", 5)
    assert isinstance(arrow, Arrow)
    assert arrow.way == "ridge"
    assert arrow.color == "#112233"
    assert isinstance(picture, Picture)
    assert picture.name is None


def test_variants_and_copies(tmp_path: Path) -> None:
    extra = "  each: 8-10\n  copies: [1, 0, 2]\n"
    marker = read(tmp_path, markers=MARKER + extra)[MARKERS]["fog"]
    assert marker.each == ("8", "9", "10")
    assert marker.copies == (1, 0, 2)
    marker = read(tmp_path / "b", markers=MARKER + "  each: [red, green]\n  copies: 5\n")[MARKERS]["fog"]
    assert (marker.each, marker.copies) == (("red", "green"), (5, 5))


@pytest.mark.parametrize(("part", "message"), [
    ("{txt: x}", "6: part 1 of 'front' of counter 'slab' does not say what it is | did you mean 'text'?"),
    ("{text: x, band: side}", "has 'text', 'band': a part is one thing | make two parts of it"),
    ("{text: x, edge: top}", "lacks 'take': how much of the face it takes | write for instance take: 20 %"),
    ("{text: x, take: 20 %}", "needs an 'edge' to take from"),
    ("{text: x, edge: botom, take: 20 %}", "did you mean 'bottom'?"),
    ("{text: x, edge: top, take: 20}", "has no unit"),
    ("{text: x, edge: top, take: 120 %}", "more than the whole face"),
    ("{text: '{girht}'}", "did you mean 'girth'?"),
    ("{text: x, only_if: girht > 1}", "did you mean 'girth'?"),
    ("{text: x, smallest: 20 pt, largest: 9 pt}", "more than its largest size, 9 pt"),
    ("{text: x, color: '#000000'}", "did you mean 'colour'?"),
    ("{picture: nothing.svg}", "there is no picture 'nothing.svg' in game/art"),
    ("{picture: ../../x.svg}", "lies outside the folder art/"),
    ("{band: '#123456', pattern: hach}", "did you mean 'hatch'?"),
    ("{band: side, pattern: hatch}", "has the pattern of the unit's side"),
    ("{arrow: ridge, edge: top, take: 5 %}", "has its own place"),
    ("{space: 4 %}", "needs an 'edge' to keep free"),
    ("{text: x, margin: true}", "'margin' of part 1 of 'front' of counter 'slab' must be a text, found true"),
    ("{picture: unit, margin: [1]}", "'margin' of part 1 of 'front' of counter 'slab' must be a text, found a list"),
    ("{band: side, edge: top, take: true}", "'take' of part 1 of 'front' of counter 'slab' must be a text"),
    ("{space: true, edge: top}", "'space' of part 1 of 'front' of counter 'slab' must be a text"),
    ("{ground: '123456'}", "lacks its #"),
    ("just words", "must be a block of keys"),
])  # fmt: skip
def test_a_bad_part_is_explained(tmp_path: Path, part: str, message: str) -> None:
    found = problems(tmp_path, FLAT.replace("PART", part))
    assert any(message in one for one in found), found
    assert all(one.startswith("6: ") for one in found)


@pytest.mark.parametrize(("old", "new", "message"), [
    ("kind: tent", "kind: tend", "did you mean 'tent'?"),
    ("units: hero", "units: heros", "4: there is no unit type 'heros' | did you mean 'hero'?"),
    ("units: hero", "title: x", "lacks 'units'"),
    ("size: by size class", "size: 20 x 30", "has no unit"),
    ("size: by size class", "size: 0 x 30 mm", "must have a width and a height"),
    ("size: by size class", "note: x", "lacks 'size'"),
    ("flap: ", "flop: ", "did you mean 'flap'?"),
    ('profile: [{text: "{short}"}]', "profile: many", "must be a list of parts"),
    ("units: hero", "units: hero\n  bow: up", "counter 'tent' has 'bow', but is a tent | leave it out"),
])
def test_a_bad_counter_is_explained(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in TENT
    found = problems(tmp_path, TENT.replace(old, new))
    assert any(message in one for one in found), found
    assert len(found) == 1


@pytest.mark.parametrize(("extra", "message"), [
    ("  copies: -1", "the smallest allowed is 0"),
    ("  copies: many", "must be a whole number"),
    ("  copies: 501", "the largest allowed is 500"),
    ("  each: [a, b]\n  copies: [1, 2, 3]", "has 3 numbers for 2 of 'each'"),
    ("  each: 9-3", "must run upwards"),
    ("  shape: round\n  back: [{band: side}]", "'band: side' has no meaning here"),
    ("  back: [{picture: unit}]", "'picture: unit' has no meaning here"),
    ("  back: [{text: '{name}'}]", "name"),
    ("  shapes: round", "did you mean 'shape'?"),
])
def test_a_bad_marker_is_explained(tmp_path: Path, extra: str, message: str) -> None:
    found = problems(tmp_path, markers=MARKER + extra + "\n")
    assert any(message in one for one in found), found


@pytest.mark.parametrize(("extra", "message"), [
    ("  with: tend", "5: marker 'fog' goes with counters 'tend', which there are not | did you mean 'tent'?"),
    ("  with: tent\n  sheet: Weather", "5: marker 'fog' goes with counters: it has no 'sheet' of its own"),
])
def test_a_marker_goes_with_counters_that_there_are(tmp_path: Path, extra: str, message: str) -> None:
    assert message in problems(tmp_path, markers=MARKER + extra + "\n")[0]


def test_a_round_marker_is_as_high_as_wide(tmp_path: Path) -> None:
    oval = MARKER.replace("5/8 x 5/8", "5/8 x 3/4") + "  shape: round\n"
    assert any("its width and height must be the same" in one for one in problems(tmp_path, markers=oval))


def test_everything_wrong_is_said_at_once(tmp_path: Path) -> None:
    counters = FLAT.replace("PART", "{txt: x}") + TENT.replace("flap: ", "flop: ")
    assert len(problems(tmp_path, counters, MARKER + "  copies: -1\n")) == 3
