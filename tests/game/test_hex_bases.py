"""Pieces of hexes read from data: zones, corners, and every problem."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.piece_games import PIECE, catch_piece_problems, load_pieces

from printshop.game.counters import COUNTERS
from printshop.load_game import read_game
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path



@pytest.mark.parametrize(("orientation", "zones", "numbers"), [
    ("pointy-top", "true", {"front": (0, 5), "flank": (1, 4), "rear": (2, 3)}),
    ("flat-top", "true", {"front": (0, 1, 5), "flank": (2, 4), "rear": (3,)}),
    ("flat-top", "{bow: 1, side: 4, stern: 1}", {"bow": (0,), "side": (1, 2, 4, 5), "stern": (3,)}),
    ("pointy-top", "{face: {sides: 4, pattern: dots}, back: 2}", {"face": (0, 1, 4, 5), "back": (2, 3)}),
    ("pointy-top", "{all round: 6}", {"all round": (0, 1, 2, 3, 4, 5)}),
])
def test_zones_are_symmetric(orientation: str, zones: str,
                             numbers: dict[str, tuple[int, ...]]) -> None:
    base = load_pieces(PIECE + f"  orientation: {orientation}\n  zones: {zones}\n")[COUNTERS][
        "piece"
    ].hex_base
    assert base
    assert {zone.name: zone.hexsides for zone in base.zones} == numbers
    assert len({zone.pattern for zone in base.zones}) == len(numbers)
    assert {number for zone in base.zones for number in zone.hexsides} == {*range(6)}


MISTAKES = [
    ("  size: 20 x 20 mm",
     ("counter 'piece' must not have a 'size', because the hexes give the size | write the size of a hex instead, "
      "for example 'across: 40 mm'")),
    ("  inset: 11 mm", "'inset' of counter 'piece' must be from 0 to a quarter of the size of a hex"),
    ("  inset: -1 mm", "'inset'"),
    ("  inset: 1", "has no unit"),
    ("  orientation: pointy", "did you mean 'pointy-top'?"),
    ("  cells: [[0, 0], [0, 2]]", "the hex [0, 2] in 'cells' of counter 'piece' does not touch the other hexes"),
    ("  cells: [[0, 0], [0, 1], [0, 0]]", "lists the hex [0, 0] twice"),
    ("  cells: [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]]", "leave a hole"),
    ("  cells: [[0, 0], [0]]",
     "must be two whole numbers, found a list of 1 | write each hex as [q, r], for example [[0, -1], "),
    ("  cells: [[0, 0], [0, x]]", "must be two whole numbers, found a list"),
    ("  cells: [[0, 0], [0, 99]]", "is [0, 99], which is 99 hexes from [0, 0]; at most 12 are allowed"),
    ("  cells: []", "must be a list of 1 to"),
    ("  cells: many", "must be a list of 1 to"),
    ("  zones: maybe", "must be true or false"),
    ("  zones: [front, rear]", "must be true or a block, found a list"),
    ("  zones: {front: 3, rear: 1}", "must have 6 hexsides in all, not 4"),
    ("  zones: {front: 2, flank: 2, rear: 2}", "flat-top hexes, write 1, 3 or 5 hexsides at the front"),
    ("  orientation: pointy-top\n  zones: {front: 3, rear: 3}", "pointy-top hexes, write 2 or 4 hexsides at the front"),
    ("  zones: {front: 1, flank: 3, rear: 2}", "must be the same on the left and on the right"),
    ("  zones: {front: no, rear: 6}", "zone 'front' of counter 'piece' must be a whole number"),
    ("  zones: {front: {sides: 6, color: '#000000'}}", "did you mean 'colour'?"),
    ("  facing: up", "must be true or false"),
    ("  kind: tent", "is a tent and must have the shape 'rectangle'"),
    ("  back: [{text: x, cell: 2}]",
     ("'back' of counter 'piece' has a part with 'cell: 2', but the piece has 1 hex | write the number of one of the "
      "hexes in 'cells'")),
    ("  copies: girht", "did you mean 'girth'?"),
    ("  only_if: girht > 1", "did you mean 'girth'?"),
    ("  back: [{pips: girth, letter: abc}]", "one or two letters"),
    ("  back: [{pips: girht}]", "did you mean 'girth'?"),
    ("  back: [{pips: girth, shape: star}]", "is not one of circle, box, diamond"),
    ("  acros: 20 mm", "did you mean 'across'?"),
    ("  corners: 2 mm", "its pieces are made of hexes"),
]


def test_mistakes_in_a_hex_base_are_reported_in_its_lines() -> None:
    """Each mistake is in a piece of its own, `piece_7` for example."""
    pieces = [PIECE.replace("piece", f"piece_{number}") + f"{extra}\n" for number, (extra, _) in enumerate(MISTAKES)]
    problems = catch_piece_problems("".join(pieces))
    line = 1
    for number, (text, (_, message)) in enumerate(zip(pieces, MISTAKES, strict=True)):
        lines, wanted = range(line, line + text.count("\n")), message.replace("'piece'", f"'piece_{number}'")
        assert any(wanted in one and int(one.partition(":")[0]) in lines for one in problems), wanted
        line = lines.stop


def test_corners_are_compared_with_the_smallest_base(tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("extends: iron_stars\ncounters:\n  tokens: {changes: true, corners: 20 mm}\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match="'corners' of counter 'tokens' is 20 mm, which is more than half"):
        read_game(own)
    own.write_text(own.read_text(encoding="utf-8").replace("20 mm", "2 mm"), encoding="utf-8")
    assert read_game(own)[COUNTERS]["tokens"].corners
