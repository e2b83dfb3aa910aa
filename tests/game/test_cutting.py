"""How pieces are cut and come to their backs: read from the data, and every mistake told in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from toys import load_markers

from printshop.game.counters import COUNTERS, MARKERS, is_plain
from printshop.loading import load
from printshop.parts.faces import Band, Ground
from printshop.problems import PrintshopError
from printshop.units import parse_length

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game

SLAB = """
slab:
  units: tower
  size: 20 x 30 mm
  front:
    - {text: "{short}"}
"""
TENT = """
tent:
  kind: tent
  units: tower
  size: 20 x 30 mm
  profile: [{text: "{short}"}]
  flap: [{text: "{label}"}]
"""
MARKER = """
fog:
  size: 5/8 x 5/8 in
  front: [{text: "{each}"}]
"""


def read(folder: Path, counters: str = SLAB, markers: str = MARKER) -> Game:
    return load_markers(folder, markers, counters)


def problems(folder: Path, counters: str = SLAB, markers: str = MARKER) -> list[str]:
    """Line, message and hint of every problem."""
    with pytest.raises(PrintshopError) as caught:
        read(folder, counters, markers)
    return [f"{problem.span.line if problem.span else 0}: {problem.message} | {problem.hint}"
            for problem in caught.value.problems]


def test_what_is_left_out_is_as_usual(tmp_path: Path) -> None:
    game = read(tmp_path, SLAB)
    for kind in (game[COUNTERS]["slab"], game[MARKERS]["fog"]):
        assert (kind.backs, kind.gap, kind.bleed, kind.corners) == ("beside", None, None, None)


def test_everything_that_can_be_said(tmp_path: Path) -> None:
    more = "  back: side\n  backs: long\n  gap: 1/8 in\n  bleed: 3 mm\n  corners: 2 mm\n"
    cutting = read(tmp_path, SLAB + more)[COUNTERS]["slab"]
    assert cutting.backs == "long"
    assert (cutting.gap, cutting.bleed, cutting.corners) == tuple(map(parse_length, ("1/8 in", "3 mm", "2 mm")))


def test_a_back_may_be_nothing_but_colour(tmp_path: Path) -> None:
    side = read(tmp_path / "a", SLAB + "  back: side\n")[COUNTERS]["slab"].faces["back"]
    [part] = side
    assert isinstance(part, Band)
    assert part.color == ""
    [ground] = read(tmp_path / "b", markers=MARKER + '  back: "#fed"\n')[MARKERS]["fog"].back
    assert isinstance(ground, Ground)
    assert ground.color == "#ffeedd"
    assert is_plain(side)
    assert is_plain((ground,))
    assert not is_plain(())


@pytest.mark.parametrize(("size", "points"), [
    ("5/8 in", 45), ("9/16 in", 40.5), ("1/2 in", 36), ("15 mm", 15 * 72 / 25.4)])
def test_one_length_is_a_square(tmp_path: Path, size: str, points: float) -> None:
    found = read(tmp_path, SLAB.replace("20 x 30 mm", size))[COUNTERS]["slab"].size
    assert found
    assert [side.pt for side in found] == pytest.approx([points, points])


def test_round_markers_and_several_hexes_may_have_backs(tmp_path: Path) -> None:
    markers = MARKER + ("  shape: round\n  back: [{text: x}]\nbog:\n  shape: hex\n  across: 20 mm\n"
                        "  cells: [[0, 0], [1, 0]]\n  front: [{text: a}]\n  back: [{text: b}]\n")
    game = read(tmp_path, markers=markers)
    assert game[MARKERS]["fog"].back
    assert game[MARKERS]["bog"].back


@pytest.mark.parametrize(("more", "said"), [
    ("  back: blue", "'back' of counter 'slab': 'blue' is not the back of anything | write a list of parts, side, or"),
    ("  back: \"#12\"", "'back' of counter 'slab': '#12' is not a colour"),
    ("  back: {text: x}", "'back' of counter 'slab' must be a list of parts, found a block"),
    ("  back: side\n  backs: short", "'backs' of counter 'slab': 'short' is not one of beside, long, fold, none"),
    ("  gap: 3", "'gap' of counter 'slab': the length '3' has no unit | write 3 mm or 3 in"),
    ("  gap: 60 mm", "'gap' of counter 'slab' is 60 mm, the largest allowed is 50 mm"),
    ("  bleed: 1 in", "'bleed' of counter 'slab' is 1 in, the largest allowed is 10 mm"),
    ("  corners: 11 mm", "'corners' of counter 'slab': 11 mm is more than half of its shorter side"),
])
def test_mistakes_are_told(tmp_path: Path, more: str, said: str) -> None:
    [found] = problems(tmp_path, SLAB + more + "\n")
    assert said in found


def test_backs_without_a_back_are_told(tmp_path: Path) -> None:
    assert problems(tmp_path, SLAB + "  backs: long\n") == [
        "7: counter 'slab' has 'backs', but no 'back' | write what is on its back, or leave it out"]


@pytest.mark.parametrize(("counters", "why"), [
    (TENT + "  corners: 2 mm\n", "its pieces stand up"),
    ("hexes:\n  shape: hex\n  across: 20 mm\n  units: tower\n  front: [{text: x}]\n  corners: 2 mm\n",
     "its pieces are made of hexes"),
])
def test_corners_are_for_rectangles(tmp_path: Path, counters: str, why: str) -> None:
    [found] = problems(tmp_path, counters)
    assert why in found


def test_round_markers_have_no_corners(tmp_path: Path) -> None:
    [found] = problems(tmp_path, markers=MARKER + "  shape: round\n  corners: 2 mm\n")
    assert "its pieces are round" in found


def test_a_marker_has_no_side(tmp_path: Path) -> None:
    [found] = problems(tmp_path, markers=MARKER + "  back: side\n")
    assert "belongs to no unit: 'band: side' has no meaning here" in found


def test_corners_are_compared_with_the_smallest_base(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("extends: iron_stars\ncounters:\n  tokens: {changes: true, corners: 20 mm}\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match="'corners' of counter 'tokens': 20 mm is more than half"):
        load(own)
    own.write_text(own.read_text(encoding="utf-8").replace("20 mm", "2 mm"), encoding="utf-8")
    assert load(own)[COUNTERS]["tokens"].corners
