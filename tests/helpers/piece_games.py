"""Texts of counters, markers and pieces of hexes, and the problems of games with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.games import read_markers
from helpers.problems import catch_problems, join_lines

if TYPE_CHECKING:

    from printshop.game.model import Game


TENT = """
tent:
  kind: tent
  units: tower
  size: by size class
  profile: [{text: "{short}"}]
  flap: [{text: "{label}"}]
"""
MARKER = """
fog:
  size: 5/8 x 5/8 in
  front: [{text: "{each}"}]
"""
PIECE = """
piece:
  units: tower
  shape: hex
  across: 40 mm
  front: [{text: "{short}"}]
"""


def load_pieces(counters: str = TENT, markers: str = MARKER) -> Game:
    """Return a game with counters and markers."""
    return read_markers(markers, counters)


def catch_piece_problems(counters: str = TENT, markers: str = MARKER) -> list[str]:
    """Return "line: message | hint" of each problem of such a game."""
    return join_lines(catch_problems(load_pieces, counters, markers))
