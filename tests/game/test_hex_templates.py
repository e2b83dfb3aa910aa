"""Reading overlays, paths, roses and bases: which hexes they cover, and every mistake explained."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printshop.hexes import Orientation, distance, in_arc, mirrored
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.templates import TEMPLATES
from printshop.templates.discs import RoseTemplate
from printshop.templates.hexes import BaseTemplate, OverlayTemplate
from printshop.templates.turning import HANDS, PathTemplate, Step, Strip, walk

if TYPE_CHECKING:
    from printshop.game.model import Game

TOY = Path(__file__).parent.parent / "games" / "toy"
ARCS = """
arcs:
  kind: overlay
  across: 20 mm
  radius: 4
  areas:
    bow: {from: -30, to: 30}
    beam: {from: 30, to: 90}
  dots: shared
  rays: [-30, 30]
"""
LIST = """
cone:
  kind: overlay
  across: 20 mm
  areas:
    cone: {label: none, hexes: [[0, -1], [0, -2], [1, -2]]}
  grey: [[0, -3]]
"""
PATH = """
turn:
  kind: path
  across: 20 mm
  strips:
    slow: {sequence: [move 1, turn 1, move 2]}
"""
ROSE = "wind: {kind: rose, across: 50 mm, points: 6}\n"


def read(folder: Path, templates: str, maps: str = "") -> Game:
    target = folder / "game"
    others = shutil.ignore_patterns("forms.yaml", "charts.yaml", "counters.yaml", "markers.yaml", "maps.yaml",
                                    "scenarios")
    shutil.copytree(TOY, target, ignore=others)
    (target / "templates.yaml").write_text(templates, encoding="utf-8")
    if maps:
        (target / "maps.yaml").write_text(maps, encoding="utf-8")
    return load(target)


def overlay(folder: Path, templates: str) -> OverlayTemplate:
    (found,) = read(folder, templates)[TEMPLATES].values()
    assert isinstance(found, OverlayTemplate)
    return found


def test_an_area_between_bearings_has_every_hex_whose_middle_lies_there(tmp_path: Path) -> None:
    one = overlay(tmp_path, ARCS)
    assert len(one.cells) == 61
    bow, beam = one.areas
    assert bow.cells == {cell for cell in one.cells if in_arc(cell, -30, 60, Orientation.FLAT)}
    assert {(0, -1), (1, -2), (-1, -1)} <= bow.cells
    assert one.dotted == bow.cells & beam.cells == {(1, -2), (2, -4)}
    assert one.rays == (330, 30)


def test_a_heading_turns_bearings_and_not_the_hexes_of_lists(tmp_path: Path) -> None:
    one = overlay(tmp_path, ARCS + "  heading: 60\n  grey: [[0, -4]]\n")
    assert one.areas[0].cells == {cell for cell in one.cells if in_arc(cell, 30, 60, Orientation.FLAT)}
    assert one.rays == (30, 90)
    assert one.grey == {(0, -4)}


def test_without_a_radius_only_the_hexes_that_are_named_are_drawn(tmp_path: Path) -> None:
    one = overlay(tmp_path, LIST)
    assert set(one.cells) == {(0, 0), (0, -1), (0, -2), (1, -2), (0, -3)}
    assert (one.areas[0].label, one.areas[0].bounded) == ("", True)


def test_only_areas_leaves_the_others_out(tmp_path: Path) -> None:
    one = overlay(tmp_path, ARCS + "  only_areas: true\n")
    assert set(one.cells) == {(0, 0)} | one.areas[0].cells | one.areas[1].cells
    assert len(one.cells) == 1 + 12 + 12 - 2


def test_dots_on_rays_and_rings_with_words(tmp_path: Path) -> None:
    one = overlay(tmp_path, ARCS.replace("shared", "rays") + "  rings: {4: gun, 2: horn}\n")
    assert one.dotted == {(1, -2), (2, -4), (-1, -1), (-2, -2)}
    assert one.ringed == ((2, "horn"), (4, "gun"))
    (plain,) = read(tmp_path / "plain", ARCS + "  rings: [3, 1]\n")[TEMPLATES].values()
    assert isinstance(plain, OverlayTemplate)
    assert plain.ringed == ((1, ""), (3, ""))


def test_lines_the_ship_afterwards_and_ranges_in_areas_alone(tmp_path: Path) -> None:
    lines = "  lines: [{bearing: 90, from: [0, -3], label: end, dashed: true}, {bearing: -90}]\n"
    one = overlay(tmp_path, LIST + "  heading: 30\n  then: {at: [0, -3], heading: -60}\n  numbers: areas\n" + lines)
    assert tuple(line[:4] for line in one.lines) == ((120, (0, -3), "end", True), (300, (0, 0), "", False))
    assert one.then
    assert (one.then.at, one.then.heading) == ((0, -3), 330)
    assert one.numbered == {(0, -1), (0, -2), (1, -2)}


def test_the_map_gives_the_hexes(tmp_path: Path) -> None:
    maps = "sea: {orientation: pointy-top, across: 31 mm, shape: hexagon, radius: 3, numbers: none}\n"
    yaml = ARCS.replace("across: 20 mm", "map: sea") + ROSE
    one = read(tmp_path, yaml, maps)[TEMPLATES]["arcs"]
    assert isinstance(one, OverlayTemplate)
    assert (one.size.orientation, one.size.across.text) == (Orientation.POINTY, "31 mm")


def test_a_path_goes_hex_by_hex_and_back_to_front_for_the_other_hand() -> None:
    strip = Strip(label="x", steps=(Step(moves=1), Step(turns=2), Step(moves=2), Step(turns=-1), Step(moves=1)))
    right = walk(strip, "right", Orientation.FLAT)
    assert [stop.cell for stop in right] == [(0, 0), (0, -1), (1, -1), (2, -1), (3, -2)]
    assert [stop.spent for stop in right] == [0, 1, 2, 3, 4]
    assert [(stop.entered, stop.left) for stop in right] == [(0, 0), (0, 2), (2, 2), (2, 1), (1, 1)]
    left = walk(strip, "left", Orientation.FLAT)
    assert [stop.cell for stop in left] == [mirrored(stop.cell, Orientation.FLAT) for stop in right]


def test_turns_may_cost(tmp_path: Path) -> None:
    strip = Strip(label="x", steps=(Step(moves=1), Step(turns=-2), Step(moves=1), Step(turns=1)))
    assert [stop.spent for stop in walk(strip, "right", Orientation.POINTY, 3)] == [0, 7, 11]


def test_hands(tmp_path: Path) -> None:
    for hands, pieces in (("together", (("right", "left"),)), ("apart", (("right",), ("left",))),
                          ("left", (("left",),))):
        (one,) = read(tmp_path / hands, PATH + f"  hands: {hands}\n")[TEMPLATES].values()
        assert isinstance(one, PathTemplate)
        assert HANDS[one.hands] == pieces
        assert [strip.steps for strip in one.strips] == [(Step(moves=1), Step(turns=1), Step(moves=2))]


def test_defaults_of_roses_and_bases(tmp_path: Path) -> None:
    game = read(tmp_path, ROSE + "foot: {kind: base, across: 30 mm}\nsky: {kind: rose, across: 50 mm, points: 16}\n")
    rose, foot, sky = (game[TEMPLATES][key] for key in ("wind", "foot", "sky"))
    assert isinstance(rose, RoseTemplate)
    assert (rose.labels, rose.first, rose.shape == "sides", rose.arrow, rose.material) == (
        tuple("123456"), 0, True, True, "card")
    assert isinstance(sky, RoseTemplate)
    assert sky.shape == "round"
    assert isinstance(foot, BaseTemplate)
    assert (foot.label, foot.cells, foot.inset.text) == ("Foot", ((0, 0),), "0.5 mm")


PAIRS = "write it as [q, r], as in [[0, -1], [1, -1]]"
STEPS = "write move 2 for two hexes, turn 1 for one hexside"


@pytest.mark.parametrize(("yaml", "wrong"), [
    (ARCS.replace("20 mm", "4 mm"),
     ["4:11: error: 'across' of template 'arcs' is 4 mm, it must be 5 mm to 300 mm"]),
    (ARCS.replace("  across: 20 mm\n", ""), ["3:3: error: template 'arcs' lacks 'across'"]),
    (ARCS.replace("across: 20 mm", "map: sea"),
     ["4:8: error: 'map' of template 'arcs': there is no map 'sea'", "describe it in maps.yaml, or give 'across'"]),
    (ARCS.replace("across: 20 mm", "across: 20 mm\n  orientation: flat"),
     ["5:16: error: 'orientation' of template 'arcs': 'flat' is not one of flat-top, pointy-top",
      "did you mean 'flat-top'?"]),
    (ARCS.replace("radius: 4", "radius: 31").replace("-30, to: 30", "-30, to: 400"),
     ["5:11: error: 'radius' of template 'arcs' is 31, the largest allowed is 30"]),
    (ARCS.replace("  radius: 4\n", ""),
     ["6:10: error: area 'bow' goes by bearings, and the overlay has no 'radius'",
      "give the overlay a radius, or the area a list of hexes",
      "7:11: error: area 'beam' goes by bearings, and the overlay has no 'radius'",
      "give the overlay a radius, or the area a list of hexes"]),
    (ARCS[: ARCS.index("  radius")],
     ["3:3: error: template 'arcs' has no hexes", "give it a radius, or areas with hexes"]),
    (ARCS + "  heading: 45\n",
     ["11:12: error: 'heading' of template 'arcs' is 45, neither a side nor a corner of a hex",
      "write a multiple of 30"]),
    (ARCS.replace("-30, 30]", "north, 30]"),
     [("10:10: error: 'rays' of template 'arcs' must be a list of bearings, -360 to 360 degrees, found the text "
       "'north'"), "0 is dead ahead, 90 to the right"]),
    (LIST + "  then: {at: [0, -3], heading: 20}\n  lines: [{bearing: up, from: [1]}]\n",
     ["8:32: error: 'heading' of 'then' of template 'cone' is 20, neither a side nor a corner of a hex",
      "write a multiple of 30",
      "9:21: error: 'bearing' of line 1 of template 'cone' must be a number, found the text 'up'",
      "9:31: error: 'from' of line 1 of template 'cone' must be two whole numbers, found a list of 1",
      "write it as [q, r], as in [[0, -1], [1, -1]]"]),
    (LIST + "  then: {at: [3, 0]}\n",
     ["8:9: error: 'then' of template 'cone': the hex [3, 0] is not one of those drawn",
      "add it to 'grey' or to an area"]),
    (ARCS.replace("dots: shared", "dots: [[1, -5]]"),
     ["5:11: error: template 'arcs' names the hex [1, -5], 5 hexes from the ship: its radius is 4",
      "make the radius larger, or leave it out"]),
    (ARCS + "  rings: [2, 5]\n",
     ["11:14: error: a range of 'rings' of template 'arcs' is 5, the largest allowed is 4"]),
    (ARCS + "  rings: {far: gun, 5: horn}\n",
     ["11:11: error: 'rings' of template 'arcs': 'far' is not a range from 1 to 4",
      "write the range, then what reaches so far: {7: gun}",
      "11:21: error: 'rings' of template 'arcs': '5' is not a range from 1 to 4",
      "write the range, then what reaches so far: {7: gun}"]),
    (ARCS.replace("to: 30}", "to: 30, hexes: [[0, -1]]}"),
     ["7:17: error: area 'bow' has both 'hexes' and 'from'", "keep one of the two",
      "7:26: error: area 'bow' has both 'hexes' and 'to'", "keep one of the two"]),
    (LIST.replace("[0, -2], [1, -2]", "[0, -3]").replace("grey: [[0, -3]]", "cut: straight"),
     [("3:3: error: template 'cone' would fall apart: nothing joins the hex [0, -3] to the ship"),
      "give it a radius, so that the hexes between are there"]),
    (LIST.replace("[0, -3]", "[0, -2]"),
     ["7:9: error: the hex [0, -2] of 'grey' of template 'cone' lies also in the area 'cone'",
      "a hex is in range or out of it"]),
    (LIST.replace("[1, -2]", "[1, -2, 3]"),
     ["6:51: error: a hex of 'hexes' of area 'cone' must be two whole numbers, found a list of 3", PAIRS]),
    (LIST.replace("[1, -2]", "[0, -1]"), ["6:51: error: the hex [0, -1] stands twice in 'hexes' of area 'cone'"]),
    (LIST.replace("[1, -2]", "[1, -99]"),
     ["6:51: error: a hex of 'hexes' of area 'cone', [1, -99], is 99 hexes from [0, 0], at most 30 are allowed"]),
    (LIST.replace("[[0, -3]]", "3"),
     ["7:9: error: 'grey' of template 'cone' must be a list of hexes, found the number 3", PAIRS]),
    (PATH.replace("turn 1", "turn 6"),
     ["6:31: error: a step of strip 'slow', 'turn 6', must be 1 to 5 hexsides, or -1 to -5"]),
    (PATH.replace("move 2", "move 31"), ["6:39: error: a step of strip 'slow', 'move 31', must be 1 to 30 hexes"]),
    (PATH.replace("turn 1", "left 1"),
     ["6:31: error: a step of strip 'slow' must be move or turn and a number, found the text 'left 1'", STEPS]),
    (PATH.replace("[move 1, turn 1, move 2]", "[turn 1]"),
     ["6:22: error: 'sequence' of strip 'slow' moves 0 hexes, it must move 1 to 30"]),
    (PATH.replace("[move 1, turn 1, move 2]", "move 1"),
     ["6:22: error: 'sequence' of strip 'slow' must be a list of 1 to 40 steps", STEPS]),
    (PATH.replace("    slow: {sequence: [move 1, turn 1, move 2]}\n", "    {}\n"),
     ["6:5: error: 'strips' of template 'turn' must have 1 to 24 entries"]),
    (ROSE.replace("6}", "2}"), ["1:43: error: 'points' of template 'wind' is 2, the smallest allowed is 3"]),
    (ROSE.replace("50 mm", "20 mm"),
     ["1:28: error: 'across' of template 'wind' is 20 mm, the smallest allowed is 25 mm",
      "its figures would be too small to read"]),
    (ROSE.replace("6}", "6, labels: [a, b]}"),
     ["1:54: error: template 'wind' has 6 points and 2 labels", "give one for each point"]),
    (ROSE.replace("6}", "16, shape: sides}"),
     ["1:54: error: template 'wind' has 16 points: at most 12 sides can be cut", "make it round"]),
])  # fmt: skip
def test_bad_hex_templates_are_explained(yaml: str, wrong: list[str], tmp_path: Path) -> None:
    with pytest.raises(PrintshopError) as caught:
        read(tmp_path, yaml)
    said = []
    for problem in caught.value.problems:
        assert problem.span
        assert problem.span.file.endswith("templates.yaml")
        said.append(f"{problem.span.line}:{problem.span.column}: error: {problem.message}")
        said += [problem.hint] if problem.hint else []
    assert said == wrong


def test_every_hex_of_an_area_is_within_the_radius(tmp_path: Path) -> None:
    one = overlay(tmp_path, ARCS.replace("radius: 4", "radius: 30"))
    assert max(distance(cell) for area in one.areas for cell in area.cells) == 30


@pytest.mark.parametrize(("yaml", "said"), [
    (LIST.replace("[[0, -3]]", "[" + "x, " * 5000 + "]"), "'grey' of template 'cone' has 5,000 hexes, at most 2,791"),
    (ARCS.replace("rays: [-30, 30]", "lines: [" + "{}, " * 90 + "]"), "has 90 lines, at most 72 are allowed"),
    (ARCS + "  notes: [" + "a, " * 41 + "]\n", "'notes' of template 'arcs' has 41 entries, at most 40"),
    (PATH.replace("move 2]", "move 2], notes: [" + "a, " * 41 + "]"), "'notes' of strip 'slow' has 41 entries"),
    ("b: {kind: base, across: 20 mm, cells: [" + "x, " * 500 + "]}", "must be a list of 1 to 19 hexes"),
    ("b: {kind: base, across: 20 mm, zones: {" + ", ".join(f"z{k}: x" for k in range(50)) + "}}", "must be 1 to 6"),
])  # fmt: skip
def test_a_list_that_is_far_too_long_is_one_problem(yaml: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(PrintshopError) as caught:
        read(tmp_path, yaml)
    (problem,) = caught.value.problems
    assert said in problem.message
