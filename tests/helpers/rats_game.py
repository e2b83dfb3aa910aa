"""A small game with rats. Tests replace its types, units and battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.problems import catch_problems

from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path


GAME = """\
format: 1
title: Rats
rights: free
sides:
  docks: {colour: "#0072b2", prefix: DS}
  customs: {colour: "#d55e00"}
size_classes: {by: hull, classes: {S: {base: 15 x 15 mm, up_to: 4}, L: {name: Large, base: 20 x 20 mm}}}
unit_types:
  tug:
    serial: kind
    points: worth
    fields:
      kind: {kind: choice, options: [fast, slow]}
      hull: {kind: whole, min: 0}
      art_no: {kind: whole, optional: true}
    derived: {worth: half + hull, half: hull / 2}
    checks:
      - {that: hull > 2, message: "only {hull} planks, *poor* {name}", warning: true}
      - {that: worth < 99, message: worth too much}
"""
TUGS = """\
- {name: Rat, side: any, kind: fast, hull: 2, copies: 2}
- {name: Mouse, side: docks, kind: slow, hull: 4}
- {name: Cat, side: any, kind: fast, hull: 8, numbered: true, prefix: The}
- {name: Dog, side: customs, kind: fast, hull: unknown, sisters: [Pup]}
- {name: Ghost, side: docks, kind: slow, hull: 4, copies: 0}
"""
BATTLE = """\
title: Battle
summary: They meet.
table: 4 ft x 3 ft
turns: 3
forces:
  docks: {units: [Rat, Mouse, 2 x Cat]}
  customs: {units: [2 x Rat, Cat]}
setup: [Anywhere.]
victory: {text: Be last.}
"""


def write_rats(folder: Path, game: str = GAME, tugs: str = TUGS) -> Path:
    """Write the game, and return its folder."""
    for name, text in (("game.yaml", game), ("tugs.yaml", tugs), ("scenarios/battle.yaml", BATTLE)):
        path = folder / "rats" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "rats"


def catch_unit_messages(folder: Path, old: str, new: str) -> list[str]:
    """Return "message | hint" of each problem of the game with a part of its text replaced."""
    problems = catch_problems(read_game, write_rats(folder, GAME.replace(old, new)))
    return [f"{one.message} | {one.hint}".rstrip(" |") for one in problems]
