"""Templates read from data: the hexes and arcs that they cover, unknown values, and every problem with its place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers.games import TOY, open_toy_copy
from helpers.problems import catch_problems
from helpers.template_pages import make_context

from printshop.hexes import Orientation, is_in_arc, mirror_hex
from printshop.problems import PrintshopError, Problems
from printshop.products.templates import template as templates
from printshop.products.templates.discs import RoseTemplate
from printshop.products.templates.hex_templates import BaseTemplate, OverlayTemplate
from printshop.products.templates.kinds import TEMPLATES
from printshop.products.templates.move_templates import CurvesTemplate
from printshop.products.templates.sticks import StickTemplate
from printshop.products.templates.turn_gauges import PATH_HANDS, PathStep, PathStrip, PathTemplate, trace_path
from printshop.source import parse_yaml

if TYPE_CHECKING:

    from printshop.game.model import Game
    from printshop.products.templates.kinds import Template

DISC = "puddle: {kind: disc, diameters: {Damp: 40 mm}}\n"
ARCS = """
arcs:
  kind: arcs
  of: size classes
  diameter: 60 mm
  arcs: {forward: {}, starboard: {}, aft: {}, port: {}}
"""
STICK = """
stick:
  kind: stick
  width: 15 mm
  length: 6 in
  every: 2 in
  labels: [a, b, c]
"""
BANDS = """
stick:
  kind: stick
  width: 15 mm
  bands:
    - {to: 5 cm, label: near}
    - {to: 9 cm, label: far}
"""
TURNING = """
turn:
  kind: turning
  radius: 50 mm
  by: size classes
  moments: [first, last]
  rows:
    tiny: [90, 60]
    vast: [30, 0]
"""
GAUGE = """stick:
  kind: stick
  width: 1 in
  length: 24 in
  bands: [{to: 4 in, label: near}, {to: unknown, label: middle}, {to: unknown, label: far}]
  marks: [{at: 12 in, label: gauge}]
"""
BOXES = """gauge:
  kind: boxes
  shape: L
  arms:
    drift: {order: [5, 3, 1, 2, 4, 6], box: 1/2 in}
    climb: {order: [5, 3, 1, 2, 4, 6], box: unknown, example: 1 in}
"""
CURVES = """gauge:
  kind: curves
  rows:
    slow: {radius: 3 in}
    top_speed: {radius: unknown}
"""
OVERLAY = """
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
KINDS = tuple(sorted(templates.TEMPLATE_KINDS.blocks))  # in the order of the messages
FOUR = "give all four arcs between the diagonals of a base: forward, starboard, aft, port"
PAIRS = "write each hex as [q, r], for example [[0, -1], [1, -1]]"
STEPS = "write move 2 for two hexes, or turn 1 for one hexside"


def load_templates(
    templates: str, maps: str = "{}\n", game: str = (TOY / "game.yaml").read_text(encoding="utf-8")
) -> Game:
    others = tuple(path.name for path in TOY.rglob("*.yaml") if path.stem not in {"game", "templates", "maps"})
    return open_toy_copy("templates", others).read_with(game=game, templates=templates, maps=maps)


def overlay(templates: str) -> OverlayTemplate:
    (result,) = load_templates(templates)[TEMPLATES].values()
    assert isinstance(result, OverlayTemplate)
    return result


def gauge(text: str) -> Template:
    """Return the only template of a valid text."""
    problems = Problems()
    node = parse_yaml(text, "templates.yaml", problems)
    assert node
    # no other section is read: of the context, gauges need nothing but where problems go
    (result,) = templates.read_templates(node, make_context(problems)).values()
    assert not problems
    return result


# --- arcs, discs, sticks and turns


def test_bands_can_differ_in_length_and_units() -> None:
    stick = load_templates(BANDS)[TEMPLATES]["stick"]
    assert isinstance(stick, StickTemplate)
    assert [(float(band.to) * 25.4 / 72, band.label) for band in stick.bands] == [
        (pytest.approx(50), "near"), (pytest.approx(90), "far")]
    assert stick.ticks.text == "1 in"


def test_stick_can_have_bands_with_unknown_ends() -> None:
    stick = gauge(GAUGE)
    assert isinstance(stick, StickTemplate)
    assert [(band.to.text if band.to else None, band.label) for band in stick.bands] == [
        ("4 in", "near"), (None, "middle"), (None, "far")]
    assert stick.length.points == 24 * 72
    assert [(mark.at.text, mark.label) for mark in stick.marks] == [("12 in", "gauge")]
    stick = gauge(GAUGE.replace("  length: 24 in\n", "").replace("unknown, label: far", "20 in, label: far"))
    assert isinstance(stick, StickTemplate)
    assert stick.length.text == "20 in"


def test_unknown_radius_gives_a_grid() -> None:
    curves = gauge(CURVES)
    assert isinstance(curves, CurvesTemplate)
    assert [(row.label, row.radius and row.radius.text) for row in curves.rows] == [
        ("slow", "3 in"), ("top speed", None)]
    assert [(arc.radius and arc.radius.text, arc.label) for arc in curves.drawn_arcs] == [
        ("6 in", ""), ("5 in", ""), ("4 in", ""), ("3 in", "slow"), ("3 in", ""), ("2 in", "")]
    known = gauge(CURVES.replace("unknown", "5 in"))
    assert isinstance(known, CurvesTemplate)
    assert known.grid_radii == ()


# --- hexes


def test_area_between_bearings_contains_every_hex_with_its_middle_there() -> None:
    one = overlay(OVERLAY)
    assert len(one.cells) == 61
    bow, beam = one.areas
    assert bow.cells == {cell for cell in one.cells if is_in_arc(cell, -30, 60, Orientation.FLAT)}
    assert {(0, -1), (1, -2), (-1, -1)} <= bow.cells
    assert one.dotted == bow.cells & beam.cells == {(1, -2), (2, -4)}
    assert one.rays == (330, 30)


def test_heading_turns_bearings_and_not_listed_hexes() -> None:
    one = overlay(OVERLAY + "  heading: 60\n  grey: [[0, -4]]\n")
    assert one.areas[0].cells == {cell for cell in one.cells if is_in_arc(cell, 30, 60, Orientation.FLAT)}
    assert one.rays == (30, 90)
    assert one.grey == {(0, -4)}


def test_dots_are_read_on_rays_and_rings_with_words() -> None:
    one = overlay(OVERLAY.replace("shared", "rays") + "  rings: {4: gun, 2: horn}\n")
    assert one.dotted == {(1, -2), (2, -4), (-1, -1), (-2, -2)}
    assert one.range_rings == ((2, "horn"), (4, "gun"))
    (plain,) = load_templates(OVERLAY + "  rings: [3, 1]\n")[TEMPLATES].values()
    assert isinstance(plain, OverlayTemplate)
    assert plain.range_rings == ((1, ""), (3, ""))


def test_path_follows_hexes_and_is_mirrored_for_the_other_hand() -> None:
    strip = PathStrip(label="x", steps=(PathStep(moves=1), PathStep(turns=2), PathStep(moves=2), PathStep(turns=-1),
                                        PathStep(moves=1)))
    right = trace_path(strip, "right", Orientation.FLAT)
    assert [stop.cell for stop in right] == [(0, 0), (0, -1), (1, -1), (2, -1), (3, -2)]
    assert [stop.cost for stop in right] == [0, 1, 2, 3, 4]
    assert [(stop.entry_facing, stop.exit_facing) for stop in right] == [(0, 0), (0, 2), (2, 2), (2, 1), (1, 1)]
    left = trace_path(strip, "left", Orientation.FLAT)
    assert [stop.cell for stop in left] == [mirror_hex(stop.cell, Orientation.FLAT) for stop in right]


def test_hands_choose_the_pieces_of_a_path() -> None:
    for hands, pieces in (("together", (("right", "left"),)), ("apart", (("right",), ("left",))),
                          ("left", (("left",),))):
        (one,) = load_templates(PATH + f"  hands: {hands}\n")[TEMPLATES].values()
        assert isinstance(one, PathTemplate)
        assert PATH_HANDS[one.hands] == pieces
        assert [strip.steps for strip in one.strips] == [(PathStep(moves=1), PathStep(turns=1), PathStep(moves=2))]


def test_roses_and_bases_have_defaults() -> None:
    game = load_templates(
        ROSE + "foot: {kind: base, across: 30 mm}\nsky: {kind: rose, across: 50 mm, points: 16}\n"
    )
    rose, foot, sky = (game[TEMPLATES][key] for key in ("wind", "foot", "sky"))
    assert isinstance(rose, RoseTemplate)
    assert (rose.labels, rose.first, rose.shape == "sides", rose.arrow, rose.material) == (
        tuple("123456"), 0, True, True, "card")
    assert isinstance(sky, RoseTemplate)
    assert sky.shape == "round"
    assert isinstance(foot, BaseTemplate)
    assert (foot.label, foot.cells, foot.inset.text) == ("Foot", ((0, 0),), "0.5 mm")


# --- what is wrong


@pytest.mark.parametrize(("yaml", "wrong"), [
    (DISC.replace("disc", "disk"),
     [f"1:16 'kind' of template 'puddle': 'disk' is not one of {', '.join(KINDS)}",
      "did you mean 'disc'?"]),
    ("puddle: {diameters: {Damp: 40 mm}}\n", ["1:9 template 'puddle' lacks 'kind'", "add the key 'kind'"]),
    (DISC.replace("diameters", "diameter"),
     ["1:22 unknown key 'diameter' of template 'puddle'", "did you mean 'diameters'?"]),
    (DISC.replace("40 mm", "40"),
     ["1:40 'Damp' of 'diameters' of template 'puddle': the length '40' has no unit", "write 40 mm or 40 in"]),
    (DISC.replace("40 mm", "0 mm"), ["1:40 'Damp' of 'diameters' of template 'puddle' must be more than 0"]),
    (DISC.replace("Damp: 40 mm", ""), ["1:33 'diameters' of template 'puddle' must have at least one length",
                                       "write, for example, {Small: 3 in}"]),
    (DISC.replace("disc,", "disc, copies: 0,"),
     ["1:30 'copies' of template 'puddle' is 0, but must be at least 1", "write a number from 1 to 100"]),
    (ARCS.replace("port: {}", "prot: {}"),
     ["6:9 the arc 'port' is missing in 'arcs' of template 'arcs'", FOUR,
      "6:53 unknown arc 'prot' of template 'arcs'", "did you mean 'port'?"]),
    (ARCS.replace("60 mm", "40 mm"),
     ["5:13 'diameter' of template 'arcs' is only 40 mm, but the base of Vast is 1.76 in from corner to corner",
      "make the diameter larger, so that the arcs reach beyond every base"]),
    (ARCS.replace("  of: size classes\n", "").replace("{forward: {}, starboard: {}, aft: {}, port: {}}", "{}"),
     ["5:9 'arcs' of template 'arcs' must have at least one arc"]),
    (ARCS.replace("  of: size classes\n", "").replace(", starboard: {}, aft: {}, port: {}", ""),
     ["5:19 arc 'forward' lacks 'from'", "add the key 'from'", "5:19 arc 'forward' lacks 'to'", "add the key 'to'"]),
    (ARCS.replace("size classes", "size class"),
     ["4:7 'of' of template 'arcs': 'size class' is not one of size classes", "did you mean 'size classes'?"]),
    (STICK.replace("6 in", "7 in"),
     ["5:11 'length' of template 'stick' is 7 in, which is not a whole number of bands of 2 in",
      "make the length a multiple of 'every'"]),
    (STICK.replace("a, b, c", "a, b"),
     ["7:11 template 'stick' has 3 bands of 2 in in 6 in, but 2 labels",
      "give one label for each band, from the nearest band to the farthest"]),
    (STICK.replace("15 mm", "11 mm"),
     ["4:10 'width' of template 'stick' is 11 mm, but must be at least 12 mm",
      "make the stick wider, so that its words can be read"]),
    (STICK.replace("2 in", "1/16 in"),
     ["6:10 template 'stick' has 96 bands, but at most 60 are allowed"]),
    (STICK + "  ticks: 0.01 mm\n",
     ["8:10 template 'stick' would have more than 2000 ticks at a distance of 0.01 mm on its length of 6 in",
      "make the ticks farther apart, or make the stick shorter"]),
    (BANDS.replace("9 cm", "4 cm"),
     ["7:12 band 2 of template 'stick' ends at 4 cm, but the band before it ends at 5 cm",
      "list the bands from the nearest to the farthest"]),
    (BANDS + "  length: 9 cm\n",
     ["8:11 template 'stick' has both 'bands' and 'length'", "keep one of the two"]),
    (BANDS.replace("    - {to: 5 cm, label: near}\n    - {to: 9 cm, label: far}\n", "    []\n"),
     ["6:5 'bands' of template 'stick' must have 1 to 60 entries"]),
    (TURNING.replace("vast", "vats"),
     ["9:5 'vats' in 'rows' of template 'turn' is not a size class", "did you mean 'vast'?"]),
    (TURNING.replace("[90, 60]", "[90]"),
     [("8:11 'tiny' in 'rows' of template 'turn' must be a list of 2 angles, one for each "
       "moment, found 1"), "write 0 for a moment when no turn is allowed"]),
    (TURNING.replace("90, 60", "200, 60"),
     ["8:12 an angle of 'tiny' in 'rows' of template 'turn' is 200, but must be at most 180",
      "write a number from 0 to 180"]),
    (TURNING.replace("90, 60", "0, 0").replace("30", "0"),
     ["8:5 'rows' of template 'turn' must have at least one angle other than 0"]),
    (GAUGE.replace("  length: 24 in\n", ""), ["2:3 template 'stick' lacks 'length'", "add the key 'length'"]),
    (GAUGE.replace("24 in", "4 in").replace("12 in", "4 in"),
     ["4:11 'length' of template 'stick' is 4 in, but its band 'near' ends at 4 in",
      "make the stick longer than its bands with known ends"]),
    (GAUGE.replace("12 in", "25 in"),
     ["6:10 the mark 'gauge' of template 'stick' is at 25 in, but the stick ends at 24 in",
      "move the mark, or make the stick longer"]),
    (GAUGE.replace("unknown, label: far", "3 in, label: far"),
     ["4:11 template 'stick' has both 'bands' and 'length'", "keep one of the two",
      "5:71 band 3 of template 'stick' ends at 3 in, but the band before it ends at 4 in",
      "list the bands from the nearest to the farthest",
      "6:10 the mark 'gauge' of template 'stick' is at 12 in, but the stick ends at 3 in",
      "move the mark, or make the stick longer"]),
    (GAUGE.replace("label: near", "label: near, colour: '#fff'"),
     ["5:43 band 1 of template 'stick' has a 'colour', but no 'pattern'",
      "add a pattern, for example pattern: solid"]),
    (GAUGE.replace("label: near", "label: near, pattern: dotts"),
     [("5:44 'pattern' of band 1 of template 'stick': 'dotts' is not one of plain, solid, hatch, backhatch, "
       "crosshatch, bars, stripes, dots, checks, chevrons"), "did you mean 'dots'?"]),
    (GAUGE.replace("at: 12 in", "at: 12"),
     ["6:16 'at' of mark 1 of template 'stick': the length '12' has no unit", "write 12 mm or 12 in"]),
    (GAUGE.replace("to: unknown, label: far", "to: unkown, label: far"),
     ["4:11 template 'stick' has both 'bands' and 'length'", "keep one of the two",
      "5:71 'to' of band 3 of template 'stick': 'unkown' is not a length",
      "write a number with a unit, for example 19 mm, 3/4 in or 1 1/2 in"]),
    (BOXES.replace("climb:", "more: {order: [1], box: 1 in}\n    climb:"),
     ["3:10 template 'gauge' is an L and needs 2 arms, but has 3",
      "give the gauge two arms, or write shape: strips"]),
    (BOXES.replace("shape: L", "shape: X"), ["3:10 'shape' of template 'gauge': 'X' is not one of strips, L, T"]),
    (BOXES.replace("shape: L", "shape: T").replace("1/2 in", "1/16 in"),
     ["3:10 the bar of template 'gauge' is only 0.375 in long, but 3/4 in wide",
      "put the longer arm of a T first, or make the bar longer than it is wide"]),
    (BOXES.replace("shape: L", "width: 1 mm"),
     ["3:10 'width' of template 'gauge' is 1 mm, but must be at least 12 mm",
      "make the arms wider, so that their words can be read"]),
    (BOXES.replace("box: 1/2 in", "box: 1/2 in, example: 2 in"),
     ["5:62 arm 'drift' has both 'box' and 'example'", "leave out 'example', or write box: unknown"]),
    (BOXES.replace("example: 1 in", "example: 1 in, length: 2 in"),
     ["6:77 arm 'climb' has both 'example' and 'length'",
      "keep one of the two: the boxes set the length of the arm"]),
    (BOXES.replace("example: 1 in", "length: 4 ft"),
     ["6:62 'length' of arm 'climb' is 4 ft, but must be at most 3 ft", "write 3 ft or less"]),
    (BOXES.replace("[5, 3, 1, 2, 4, 6], box: 1/2 in", "[], box: 1/2 in"),
     ["5:20 'order' of arm 'drift' must have 1 to 40 entries"]),
    (BOXES.replace("box: 1/2 in", "box: 0 in"), ["5:45 'box' of arm 'drift' must be more than 0"]),
    ("gauge: {kind: boxes, arms: {}}\n", ["1:28 'arms' of template 'gauge' must have 1 to 12 entries"]),
    (CURVES.replace("3 in", "3 in, sweep: 200"), ["4:33 'sweep' of row 'slow' is 200, but must be at most 180",
                                                     "write a number from 10 to 180"]),
    (CURVES.replace("unknown", "4 in") + "  grid: {}\n",
     ["6:9 template 'gauge' has a 'grid', but no radius is unknown",
      "leave out 'grid', or write radius: unknown for an arc"]),
    (CURVES + "  grid: {from: 4 in, to: 2 in}\n",
     ["6:26 'grid' of template 'gauge' cannot have 0 arcs, from 4 in to 2 in in steps of 1 in",
      "choose the limits and the step so that there are 1 to 24 arcs"]),
    (CURVES + "  every: 0.1 mm\n",
     ["6:10 the arcs of template 'gauge' would have more than 1000 ticks at a distance of 0.1 mm",
      "make the ticks farther apart, or make the radii shorter"]),
    (CURVES + "  hands: three\n", ["6:10 'hands' of template 'gauge': 'three' is not one of turn over, both"]),
    ("gauge: {kind: curves, rows: {}}\n", ["1:29 'rows' of template 'gauge' must have 1 to 24 entries"]),
    (CURVES.replace("radius: 3 in", "radii: 3 in"),
     ["4:12 unknown key 'radii' of row 'slow'", "did you mean 'radius'?"]),
    (OVERLAY.replace("20 mm", "4 mm"),
     ["4:11 'across' of template 'arcs' is 4 mm, but must be 5 mm to 300 mm",
      "write a length from 5 mm to 300 mm"]),
    (OVERLAY.replace("  across: 20 mm\n", ""), ["3:3 template 'arcs' lacks 'across'", "add the key 'across'"]),
    (OVERLAY.replace("across: 20 mm", "map: sea"),
     ["4:8 'map' of template 'arcs': there is no map 'sea'", "define it in maps.yaml, or give 'across'"]),
    (OVERLAY.replace("across: 20 mm", "across: 20 mm\n  orientation: flat"),
     ["5:16 'orientation' of template 'arcs': 'flat' is not one of flat-top, pointy-top",
      "did you mean 'flat-top'?"]),
    (OVERLAY.replace("radius: 4", "radius: 31").replace("-30, to: 30", "-30, to: 400"),
     ["5:11 'radius' of template 'arcs' is 31, but must be at most 30", "write a number from 1 to 30"]),
    (OVERLAY.replace("  radius: 4\n", ""),
     ["6:10 area 'bow' lies between bearings, but the overlay has no 'radius'",
      "give the overlay a radius, or give the area a list of hexes",
      "7:11 area 'beam' lies between bearings, but the overlay has no 'radius'",
      "give the overlay a radius, or give the area a list of hexes"]),
    (OVERLAY[: OVERLAY.index("  radius")],
     ["3:3 template 'arcs' has no hexes", "give the overlay a radius, or areas with hexes"]),
    (OVERLAY + "  heading: 45\n",
     ["11:12 'heading' of template 'arcs' is 45, but must point to a side or a corner of a hex",
      "write a multiple of 30, for example 60"]),
    (OVERLAY.replace("-30, 30]", "north, 30]"),
     [("10:10 'rays' of template 'arcs' must be a list of bearings from -360 to 360 degrees, found "
       "the text 'north'"), "write degrees, clockwise from dead ahead"]),
    (LIST + "  then: {at: [0, -3], heading: 20}\n  lines: [{bearing: up, from: [1]}]\n",
     ["8:32 'heading' of 'then' of template 'cone' is 20, but must point to a side or a corner of a hex",
      "write a multiple of 30, for example 60",
      "9:21 'bearing' of line 1 of template 'cone' must be a number, found the text 'up'",
      "9:31 'from' of line 1 of template 'cone' must be two whole numbers, found a list of 1",
      "write each hex as [q, r], for example [[0, -1], [1, -1]]"]),
    (LIST + "  then: {at: [3, 0]}\n",
     ["8:9 'then' of template 'cone' has the hex [3, 0], which is not drawn",
      "add the hex to 'grey' or to an area"]),
    (OVERLAY.replace("dots: shared", "dots: [[1, -5]]"),
     ["5:11 template 'arcs' uses the hex [1, -5], which is 5 hexes from the ship, but the radius is only 4",
      "make the radius larger, or leave out 'radius'"]),
    (OVERLAY + "  rings: [2, 5]\n",
     ["11:14 a range of 'rings' of template 'arcs' is 5, but must be at most 4", "write a number from 1 to 4"]),
    (OVERLAY + "  rings: {far: gun, 5: horn}\n",
     ["11:11 'rings' of template 'arcs': 'far' is not a range from 1 to 4",
      "write a range and its label, for example {7: gun}",
      "11:21 'rings' of template 'arcs': '5' is not a range from 1 to 4",
      "write a range and its label, for example {7: gun}"]),
    (OVERLAY.replace("to: 30}", "to: 30, hexes: [[0, -1]]}"),
     ["7:17 area 'bow' has both 'hexes' and 'from'", "keep one of the two",
      "7:26 area 'bow' has both 'hexes' and 'to'", "keep one of the two"]),
    (LIST.replace("[0, -2], [1, -2]", "[0, -3]").replace("grey: [[0, -3]]", "cut: straight"),
     [("3:3 template 'cone' would fall apart: nothing joins the hex [0, -3] to the ship"),
      "give the overlay a radius, so that the hexes between this hex and the ship are drawn"]),
    (LIST.replace("[0, -3]", "[0, -2]"),
     ["7:9 the hex [0, -2] of template 'cone' must not be both in 'grey' and in the area 'cone'",
      "remove the hex from the area if the hex is out of range; otherwise, remove it from 'grey'"]),
    (LIST.replace("[1, -2]", "[1, -2, 3]"),
     ["6:51 a hex of 'hexes' of area 'cone' must be two whole numbers, found a list of 3", PAIRS]),
    (LIST.replace("[1, -2]", "[0, -1]"), ["6:51 the hex [0, -1] is listed twice in 'hexes' of area 'cone'"]),
    (LIST.replace("[1, -2]", "[1, -99]"),
     ["6:51 a hex of 'hexes' of area 'cone' is [1, -99], which is 99 hexes from [0, 0]; at most 30 are allowed"]),
    (LIST.replace("[[0, -3]]", "3"),
     ["7:9 'grey' of template 'cone' must be a list of hexes, found the number 3", PAIRS]),
    (PATH.replace("turn 1", "turn 6"),
     ["6:31 the number in the step 'turn 6' of strip 'slow' is out of range: it must be 1 to 5 hexsides, or -1 to -5"]),
    (PATH.replace("move 2", "move 31"),
     ["6:39 the number in the step 'move 31' of strip 'slow' is out of range: it must be 1 to 30 hexes"]),
    (PATH.replace("turn 1", "left 1"),
     ["6:31 a step of strip 'slow' must be 'move' or 'turn' and a number, found the text 'left 1'", STEPS]),
    (PATH.replace("[move 1, turn 1, move 2]", "[turn 1]"),
     ["6:22 'sequence' of strip 'slow' moves 0 hexes, but must move 1 to 30 hexes"]),
    (PATH.replace("[move 1, turn 1, move 2]", "move 1"),
     ["6:22 'sequence' of strip 'slow' must be a list of 1 to 40 steps", STEPS]),
    (PATH.replace("    slow: {sequence: [move 1, turn 1, move 2]}\n", "    {}\n"),
     ["6:5 'strips' of template 'turn' must have 1 to 24 entries"]),
    (ROSE.replace("6}", "2}"), ["1:43 'points' of template 'wind' is 2, but must be at least 3",
                                       "write a number from 3 to 36"]),
    (ROSE.replace("50 mm", "20 mm"),
     ["1:28 'across' of template 'wind' is 20 mm, but must be at least 25 mm",
      "make the rose wider, so that its labels can be read"]),
    (ROSE.replace("6}", "6, labels: [a, b]}"),
     ["1:54 template 'wind' has 6 points, but 2 labels", "give one label for each point"]),
    (ROSE.replace("6}", "16, shape: sides}"),
     ["1:54 template 'wind' has 16 points, but at most 12 sides can be cut", "write shape: round"]),
])  # fmt: skip
def test_mistakes_in_templates_are_reported(yaml: str, wrong: list[str]) -> None:
    problems = catch_problems(load_templates, yaml)
    messages = []
    for problem in problems:
        assert problem.span
        assert problem.span.file.endswith("templates.yaml")
        messages.append(f"{problem.span.line}:{problem.span.column} {problem.message}")
        messages += [problem.hint] if problem.hint else []
    assert messages == wrong


def test_arcs_of_sizes_need_sizes() -> None:
    sizeless = re.sub(r"size_classes:\n(?: .*\n)+", "", (TOY / "game.yaml").read_text(encoding="utf-8"))
    with pytest.raises(PrintshopError, match="template 'arcs' needs the size classes of the game, but the game has no "
                                             "size classes"):
        load_templates(ARCS, game=sizeless)


@pytest.mark.parametrize(("yaml", "message"), [
    (LIST.replace("[[0, -3]]", "[" + "x, " * 5000 + "]"),
     "'grey' of template 'cone' has 5,000 hexes; at most 2,791 are allowed"),
    (OVERLAY.replace("rays: [-30, 30]", "lines: [" + "{}, " * 90 + "]"), "has 90 lines; at most 72 are allowed"),
    (OVERLAY + "  notes: [" + "a, " * 41 + "]\n",
     "'notes' of template 'arcs' has 41 entries, but at most 40 are allowed"),
    (PATH.replace("move 2]", "move 2], notes: [" + "a, " * 41 + "]"), "'notes' of strip 'slow' has 41 entries"),
    ("b: {kind: base, across: 20 mm, cells: [" + "x, " * 500 + "]}", "must be a list of 1 to 19 hexes"),
    ("b: {kind: base, across: 20 mm, zones: {" + ", ".join(f"z{k}: x" for k in range(50)) + "}}",
     "must have 1 to 6 entries"),
])  # fmt: skip
def test_list_far_too_long_is_one_problem(yaml: str, message: str) -> None:
    (problem,) = catch_problems(load_templates, yaml)
    assert message in problem.message
