"""Reading pieces of hexes: what is left out, which zone lies where, and every mistake explained."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from printshop.game.counters import COUNTERS
from printshop.hexes import Orientation
from printshop.loading import load
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from printshop.game.counters import CounterKind

TOY = Path(__file__).parent.parent / "games" / "toy"
PIECE = """
piece:
  units: hero
  shape: hex
  across: 40 mm
  front: [{text: "{short}"}]
"""


def read(folder: Path, counters: str, markers: str = "") -> CounterKind:
    target = folder / "game"
    shutil.copytree(TOY, target, ignore=shutil.ignore_patterns("forms.yaml", "charts.yaml", "templates.yaml",
                                                               "markers.yaml", "maps.yaml", "scenarios"))
    (target / "counters.yaml").write_text(counters, encoding="utf-8")
    if markers:
        (target / "markers.yaml").write_text(markers, encoding="utf-8")
    return load(target)[COUNTERS]["piece"]


def problems(folder: Path, counters: str = PIECE, markers: str = "") -> list[str]:
    with pytest.raises(PrintshopError) as caught:
        read(folder, counters, markers)
    return [f"{problem.span.line if problem.span else 0}: {problem.message} | {problem.hint}"
            for problem in caught.value.problems]


def test_what_is_left_out_has_a_sensible_value(tmp_path: Path) -> None:
    base = read(tmp_path, PIECE).base
    assert base
    assert (base.orientation, base.inset.text, base.cells, base.facing, base.zones) == (
        Orientation.FLAT, "0.5 mm", ((0, 0),), True, ())


@pytest.mark.parametrize(("orientation", "zones", "numbers"), [
    ("pointy-top", "true", {"front": (0, 5), "flank": (1, 4), "rear": (2, 3)}),
    ("flat-top", "true", {"front": (0, 1, 5), "flank": (2, 4), "rear": (3,)}),
    ("flat-top", "{bow: 1, side: 4, stern: 1}", {"bow": (0,), "side": (1, 2, 4, 5), "stern": (3,)}),
    ("pointy-top", "{face: {sides: 4, pattern: dots}, back: 2}", {"face": (0, 1, 4, 5), "back": (2, 3)}),
    ("pointy-top", "{all round: 6}", {"all round": (0, 1, 2, 3, 4, 5)}),
])
def test_zones_lie_alike_on_both_sides(
    tmp_path: Path, orientation: str, zones: str, numbers: dict[str, tuple[int, ...]]
) -> None:
    base = read(tmp_path, PIECE + f"  orientation: {orientation}\n  zones: {zones}\n").base
    assert base
    assert {zone.name: zone.numbers for zone in base.zones} == numbers
    assert len({zone.pattern for zone in base.zones}) == len(numbers)
    assert {number for zone in base.zones for number in zone.numbers} == {*range(6)}


@pytest.mark.parametrize(("extra", "message"), [
    ("  size: 20 x 20 mm", "7: counter 'piece' is as large as its hexes: it has no 'size' | write across: 40 mm"),
    ("  inset: 11 mm", "7: 'inset' of counter 'piece' must be from 0 to a quarter of its hex"),
    ("  inset: -1 mm", "'inset'"),
    ("  inset: 1", "has no unit"),
    ("  orientation: pointy", "did you mean 'pointy-top'?"),
    ("  cells: [[0, 0], [0, 2]]", "the hex [0, 2] does not touch the others"),
    ("  cells: [[0, 0], [0, 1], [0, 0]]", "has the hex [0, 0] twice"),
    ("  cells: [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]]", "leave a hole"),
    ("  cells: [[0, 0], [0]]", "must be two whole numbers, found a list of 1 | write it as [q, r], as in [[0, -1], "),
    ("  cells: [[0, 0], [0, x]]", "must be two whole numbers, found a list"),
    ("  cells: [[0, 0], [0, 99]]", "[0, 99], is 99 hexes from [0, 0], at most 12 are allowed"),
    ("  cells: []", "must be a list of 1 to"),
    ("  cells: many", "must be a list of 1 to"),
    ("  zones: maybe", "must be true or false"),
    ("  zones: [front, rear]", "must be true or a block, found a list"),
    ("  zones: {front: 3, rear: 1}", "add up to 4 hexsides: a hex has 6"),
    ("  zones: {front: 2, flank: 2, rear: 2}", "flat-top: 1, 3 or 5 hexsides at the front"),
    ("  orientation: pointy-top\n  zones: {front: 3, rear: 3}", "pointy-top: 2 or 4 hexsides at the front"),
    ("  zones: {front: 1, flank: 3, rear: 2}", "cannot be the same on the left and on the right"),
    ("  zones: {front: no, rear: 6}", "zone 'front' of counter 'piece' must be a whole number"),
    ("  zones: {front: {sides: 6, color: '#000000'}}", "did you mean 'colour'?"),
    ("  facing: up", "must be true or false"),
    ("  kind: tent", "a tent stands on a rectangle"),
    ("  back: [{text: x, cell: 2}]", "'cell: 2' in 'back' of counter 'piece': it has 1 hex | count the hexes"),
    ("  copies: girht", "did you mean 'girth'?"),
    ("  only_if: girht > 1", "did you mean 'girth'?"),
    ("  back: [{pips: girth, letter: ab}]", "must be one letter"),
    ("  back: [{pips: girht}]", "did you mean 'girth'?"),
    ("  back: [{pips: girth, shape: star}]", "is not one of circle, box, diamond"),
    ("  acros: 20 mm", "did you mean 'across'?"),
])  # fmt: skip
def test_a_bad_piece_is_explained(tmp_path: Path, extra: str, message: str) -> None:
    found = problems(tmp_path, PIECE + extra + "\n")
    assert any(message in one for one in found), found


@pytest.mark.parametrize(("across", "message"), [
    ("40", "has no unit"), ("2 mm", "must be 6 mm to 500 mm"), ("1 km", "across"), ("0 mm", "must be 6 mm"),
])
def test_a_bad_size_is_explained(tmp_path: Path, across: str, message: str) -> None:
    found = problems(tmp_path, PIECE.replace("40 mm", across))
    assert len(found) == 1
    assert message in found[0]


def test_a_piece_needs_the_size_of_its_hexes(tmp_path: Path) -> None:
    assert any("lacks 'across'" in one for one in problems(tmp_path, PIECE.replace("  across: 40 mm\n", "")))


def test_what_only_hexes_have_is_refused_elsewhere(tmp_path: Path) -> None:
    square = PIECE.replace("  shape: hex\n", "") + "  size: 20 x 20 mm\n"
    found = problems(tmp_path, square)
    assert found == ["4: counter 'piece' has 'across', but covers no hexes | write shape: hex as well"]
    inside = square.replace("  across: 40 mm\n", "").replace('"{short}"', '"{short}", cell: 1')
    assert any("only pieces with shape: hex have cells" in one for one in problems(tmp_path / "b", inside))


def test_markers_of_hexes_are_checked_likewise(tmp_path: Path) -> None:
    marker = "bog:\n  shape: hex\n  front: [{text: x, cell: 3}]\n  cells: [[0, 0], [5, 5]]\n  across: 20 mm\n"
    found = problems(tmp_path, PIECE, marker)
    assert any("the hex [5, 5] does not touch" in one for one in found)
    fixed = marker.replace("[5, 5]", "[0, 1]")
    assert any("'cell: 3' in 'front' of marker 'bog': it has 2 hexes" in one
               for one in problems(tmp_path / "b", PIECE, fixed))
