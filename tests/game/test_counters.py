"""Counters, markers and hex pieces read from data: defaults, cuts, and every problem."""

from __future__ import annotations

import pytest
from helpers.piece_games import MARKER, PIECE, TENT, catch_piece_problems, load_pieces

from printshop.elements.bands import Band
from printshop.elements.decorations import BowArrow
from printshop.elements.pictures import Picture
from printshop.elements.texts import FaceText
from printshop.game.counters import COUNTERS, MARKERS, RelativeLength
from printshop.hexes import Orientation

FLAT = """
slab:
  units: tower
  size: 20 x 30 mm
  front:
    - PART
"""
SLAB = FLAT.replace("PART", '{text: "{short}"}')


# --- what is read

def test_omitted_keys_have_defaults() -> None:
    game = load_pieces(TENT + PIECE)
    kind, marker = game[COUNTERS]["tent"], game[MARKERS]["fog"]
    assert (kind.title, kind.size, kind.default, kind.has_sheets_by_side, kind.is_tent) == ("Tent", None, True, True,
                                                                                            True)
    assert set(kind.faces) == {"profile", "flap"}
    assert (marker.title, marker.each, marker.copies, marker.is_round, marker.back) == ("Fog", ("",), (1,), False, ())
    for piece in (kind, marker):
        assert (piece.backs, piece.gap, piece.bleed, piece.corners) == ("beside", None, None, None)
    base = game[COUNTERS]["piece"].hex_base
    assert base
    assert (base.orientation, base.inset.text, base.cells, base.facing, base.zones) == (
        Orientation.FLAT, "0.5 mm", ((0, 0),), True, ())


def test_parts_are_read_with_their_places() -> None:
    parts = """{band: side, edge: bow, take: 12.5 %}
    - {text: "**{name}** has {girth}", edge: top, take: 7 pt, margin: 1 mm, only_if: girth > 2, align: stern}
    - {arrow: ridge, colour: "#123"}
    - {picture: unit}"""
    band, text, arrow, picture = load_pieces(FLAT.replace("PART", parts))[COUNTERS]["slab"].faces["front"]
    assert isinstance(band, Band)
    assert (band.edge, band.take, band.color) == ("bow", RelativeLength(share=0.125), "side")
    assert isinstance(text, FaceText)
    assert text.take == RelativeLength(points=7)
    assert text.margin.to_points(100) == pytest.approx(360 / 127)
    assert text.only_if
    assert (text.text.fill({"name": "Ogg", "girth": 4}), text.align, text.smallest.pt) == (
        "**Ogg** has 4", "stern", 5)
    assert isinstance(arrow, BowArrow)
    assert arrow.way == "ridge"
    assert arrow.colour == "#112233"
    assert isinstance(picture, Picture)
    assert picture.is_unit_art


# --- what is wrong


@pytest.mark.parametrize(("part", "message"), [
    ("{txt: x}", "6: part 1 of 'front' of counter 'slab' has no key that determines its kind | did you mean 'text'?"),
    ("{text: x, band: side}",
     "has 'text', 'band': a part can have only one of these keys | write a separate part for each of these keys"),
    ("{text: x, edge: top}",
     "has an 'edge', but no 'take' with the size of the strip | add the size of the strip, for example 'take: 20 %'"),
    ("{text: x, take: 20 %}",
     "has a 'take', but no 'edge' for the strip | add an 'edge' with one of these values: top,"),
    ("{text: x, edge: botom, take: 20 %}", "did you mean 'bottom'?"),
    ("{text: x, edge: top, take: 20}", "has no unit"),
    ("{text: x, edge: top, take: 120 %}", "must not be more than 100 % of the face"),
    ("{text: '{girht}'}", "did you mean 'girth'?"),
    ("{text: x, only_if: girht > 1}", "did you mean 'girth'?"),
    ("{text: x, smallest: 20 pt, largest: 9 pt}", "more than its largest size, 9 pt"),
    ("{text: x, color: '#000000'}", "did you mean 'colour'?"),
    ("{picture: nothing.svg}", "there is no picture 'nothing.svg' in toy/art"),
    ("{picture: ../../x.svg}", "must be in the folder art/"),
    ("{band: '#123456', pattern: hach}", "did you mean 'hatch'?"),
    ("{band: side, pattern: hatch}", "has the pattern of the unit's side"),
    ("{arrow: ridge, edge: top, take: 5 %}", "has a fixed place and cannot have an 'edge'"),
    ("{space: 4 %}", "needs an 'edge' along which it stays free"),
    ("{text: x, margin: true}", "'margin' of part 1 of 'front' of counter 'slab' must be a text, found true"),
    ("{picture: unit, margin: [1]}", "'margin' of part 1 of 'front' of counter 'slab' must be a text, found a list"),
    ("{band: side, edge: top, take: true}", "'take' of part 1 of 'front' of counter 'slab' must be a text"),
    ("{space: true, edge: top}", "'space' of part 1 of 'front' of counter 'slab' must be a text"),
    ("{ground: '123456'}", "has no #"),
    ("just words", "must be a block of keys"),
])  # fmt: skip
def test_mistakes_in_a_part_are_reported(part: str, message: str) -> None:
    problems = catch_piece_problems(FLAT.replace("PART", part))
    assert any(message in one for one in problems), problems
    assert all(one.startswith("6: ") for one in problems)


@pytest.mark.parametrize(("old", "new", "message"), [
    ("kind: tent", "kind: tend", "did you mean 'tent'?"),
    ("units: tower", "units: towers", "4: there is no unit type 'towers' | did you mean 'tower'?"),
    ("units: tower", "title: x", "lacks 'units'"),
    ("size: by size class", "size: 20 x 30", "has no unit"),
    ("size: by size class", "size: 0 x 30 mm", "the width and the height of counter 'tent' must be more than 0"),
    ("size: by size class", "note: x", "lacks 'size'"),
    ("flap: ", "flop: ", "did you mean 'flap'?"),
    ('profile: [{text: "{short}"}]', "profile: many", "must be a list of parts"),
    ("units: tower", "units: tower\n  bow: up",
     "counter 'tent' is a tent and must not have a 'bow' | leave out 'bow', because the bow of a tent is"),
])
def test_mistakes_in_a_counter_are_reported(old: str, new: str, message: str) -> None:
    assert old in TENT
    [problem] = catch_piece_problems(TENT.replace(old, new))
    assert message in problem


@pytest.mark.parametrize(("more", "message"), [
    ("  back: blue", "'back' of counter 'slab' cannot be 'blue' | write a list of parts, the word 'side', or"),
    ("  back: \"#12\"", "'back' of counter 'slab': '#12' is not a colour"),
    ("  back: {text: x}", "'back' of counter 'slab' must be a list of parts, found a block"),
    ("  back: side\n  backs: short", "'backs' of counter 'slab': 'short' is not one of beside, long, fold, none"),
    ("  gap: 3", "'gap' of counter 'slab': the length '3' has no unit | write 3 mm or 3 in"),
    ("  gap: 60 mm", "'gap' of counter 'slab' is 60 mm, but must be at most 50 mm"),
    ("  bleed: 1 in", "'bleed' of counter 'slab' is 1 in, but must be at most 10 mm"),
    ("  corners: 11 mm",
     "'corners' of counter 'slab' is 11 mm, which is more than half of the shorter side of the piece"),
    ("  backs: long", "7: counter 'slab' has 'backs', but no 'back' to print | add a 'back', or leave out 'backs'"),
])
def test_mistakes_in_cut_keys_are_reported(more: str, message: str) -> None:
    [problem] = catch_piece_problems(f"{SLAB}{more}\n")
    assert message in problem


@pytest.mark.parametrize(("extra", "message"), [
    ("  copies: -1", "but must be at least 0"),
    ("  copies: many", "must be a whole number"),
    ("  copies: 501", "but must be at most 500"),
    ("  each: [a, b]\n  copies: [1, 2, 3]", "has 3 numbers, but 'each' has 2 entries"),
    ("  each: 9-3", "must run from a smaller number to a larger number"),
    ("  shape: round\n  back: [{band: side}]", "belongs to no unit and must not have 'band: side'"),
    ("  back: [{picture: unit}]", "belongs to no unit and must not have 'picture: unit'"),
    ("  back: [{text: '{name}'}]", "name"),
    ("  shapes: round", "did you mean 'shape'?"),
    ("  with: tend", "5: 'with' of marker 'fog': there are no counters 'tend' | did you mean 'tent'?"),
    ("  with: tent\n  sheet: Weather", "5: marker 'fog' must not have both 'with' and 'sheet'"),
    ("  shape: round\n  corners: 2 mm", "its pieces are round"),
    ("  back: side", "belongs to no unit and must not have 'ground: side'"),
])
def test_mistakes_in_a_marker_are_reported(extra: str, message: str) -> None:
    problems = catch_piece_problems(markers=f"{MARKER}{extra}\n")
    assert any(message in one for one in problems), problems


SQUARE = PIECE.replace("  shape: hex\n", "") + "  size: 20 x 20 mm\n"
BOG = "bog:\n  shape: hex\n  front: [{text: x, cell: 3}]\n  cells: [[0, 0], [5, 5]]\n  across: 20 mm\n"


@pytest.mark.parametrize(("counters", "markers", "message"), [
    *((PIECE.replace("40 mm", across), MARKER, message) for across, message in (
        ("40", "has no unit"), ("2 mm", "must be 6 mm to 500 mm"), ("1 km", "across"), ("0 mm", "must be 6 mm"))),
    (PIECE.replace("  across: 40 mm\n", ""), MARKER, "lacks 'across'"),
    (SQUARE, MARKER,
     "4: counter 'piece' must not have 'across' without 'shape: hex' | add 'shape: hex', or leave out the key"),
    (SQUARE.replace("  across: 40 mm\n", "").replace('"{short}"', '"{short}", cell: 1'), MARKER,
     "leave out 'cell', which only pieces with 'shape: hex' may have"),
    (PIECE, BOG, "the hex [5, 5] in 'cells' of marker 'bog' does not touch"),
    (PIECE, BOG.replace("[5, 5]", "[0, 1]"),
     "'front' of marker 'bog' has a part with 'cell: 3', but the piece has 2 hexes"),
    (f"{TENT}  corners: 2 mm\n", MARKER, "its pieces stand up"),
    (TENT, MARKER.replace("5/8 x 5/8", "5/8 x 3/4") + "  shape: round\n", "so the width and the height must be equal"),
])
def test_conflicting_keys_are_reported_once(counters: str, markers: str, message: str) -> None:
    [problem] = catch_piece_problems(counters, markers)
    assert message in problem
