"""Paths: how a ship may go, step by step, on hexes of the map's size; a gauge that is laid before it.

=============== ==============================================================================================
`map`           the key of a map whose hexes these are; or
`across`        the size of a hex across flats, and
`orientation`   how the hexes stand: `flat-top` or `pointy-top`
`strips`        the strips by name (a speed), each with a `label`, a `sequence` and `notes`
`sequence`      a list of `move 2` (hexes) and `turn 1` (hexsides; `turn -1` to the other hand); a step with † is
                somebody's reading of the rules: from there on the path is dashed, and its figures are marked
`hands`         `together`: to the right and to the left on one strip, `apart`: on two; `right` or `left` (together)
`turn_costs`    what a turn by one hexside costs, counted with the hexes entered (0)
=============== ==============================================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.hex_lists import HexSize, read_size
from printshop.game.templates.template_head import Head, as_words, read_notes
from printshop.hexes import Hex, Orientation, add, directions
from printshop.language.reader import describe
from printshop.source import Scalar, Sequence

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.language.reader import Reader
    from printshop.source import Node

HANDS = {"together": (("right", "left"),), "apart": (("right",), ("left",)), "right": (("right",),),
         "left": (("left",),)}
MOST_STRIPS, MOST_STEPS, MOST_MOVED, MOST_TURNED = 24, 40, 30, 5
_STEP = re.compile(r"(move|turn) +(-?\d{1,3})( *†)?")
_HINT = "write move 2 for two hexes, turn 1 for one hexside"


class Step(NamedTuple):
    """So many hexes ahead, or a turn by so many hexsides, clockwise for the right hand; `marked` with a dagger."""

    moves: int = 0
    turns: int = 0
    marked: bool = False


class Strip(NamedTuple):
    """One way to go."""

    label: str
    steps: tuple[Step, ...]
    notes: tuple[str, ...]


class Stop(NamedTuple):
    """A hex of a path: what has been spent there, the facing on entering it and on leaving it (or at the end).

    Facings are numbers of `printshop.hexes.directions`; the path begins with facing 0.
    """

    cell: Hex
    spent: int
    entered: int
    left: int
    marked: bool = False


@dataclass(frozen=True, slots=True)
class PathTemplate:
    """Paths on hexes. `pieces` says which hands are drawn on each piece of a strip."""

    head: Head
    size: HexSize
    strips: tuple[Strip, ...]
    pieces: tuple[tuple[str, ...], ...]
    turn_costs: int


def walk(strip: Strip, hand: str, orientation: Orientation, turn_costs: int = 0) -> tuple[Stop, ...]:
    """Return the hexes of a path, the start included, in which (0, 0) is the start and facing 0 the first."""
    sign = 1 if hand == "right" else -1
    stops = [Stop((0, 0), 0, 0, 0)]
    for step in strip.steps:
        here = stops[-1]
        if step.turns:
            spent = here.spent + turn_costs * abs(step.turns)
            stops[-1] = here._replace(left=(here.left + sign * step.turns) % 6, spent=spent)
        for _ in range(step.moves):
            here = stops[-1]
            cell = add(here.cell, directions(orientation)[here.left])
            stops.append(Stop(cell, here.spent + 1, here.left, here.left, here.marked or step.marked))
    return tuple(stops)


def read_path(head: Head, reader: Reader, context: Context) -> PathTemplate | None:
    """Return paths, None if there are none."""
    size = read_size(reader, context)
    named = reader.named("strips", "strip", required=True)
    strips = tuple(_strip(name, one) for name, one in named[:MOST_STRIPS])
    if "strips" in reader and not 0 < len(named) <= MOST_STRIPS:
        reader.fail("strips", f"'strips' of {reader.what} must have 1 to {MOST_STRIPS} entries")
    hands = reader.choice("hands", tuple(HANDS), "together")
    return PathTemplate(head, size, strips, HANDS[hands], reader.whole("turn_costs", 0, 0, 10))


def _strip(name: str, reader: Reader) -> Strip:
    found = reader.node("sequence", required=True)
    items = found.items if isinstance(found, Sequence) else ()
    if found is not None and not 0 < len(items) <= MOST_STEPS:
        reader.fail("sequence", f"'sequence' of {reader.what} must be a list of 1 to {MOST_STEPS} steps", _HINT)
        items = ()
    steps = tuple(step for item in items if (step := _step(item, reader)))
    strip = Strip(reader.text("label", as_words(name)), steps, read_notes(reader))
    if steps and len(steps) == len(items) and not 0 < sum(step.moves for step in steps) <= MOST_MOVED:
        reader.fail("sequence", f"'sequence' of {reader.what} moves {sum(step.moves for step in steps)} hexes, "
                                f"it must move 1 to {MOST_MOVED}")
    reader.done()
    return strip


def _step(node: Node, reader: Reader) -> Step | None:
    match = _STEP.fullmatch(node.text) if isinstance(node, Scalar) else None
    count = int(match[2]) if match else 0
    if match and match[1] == "move" and 0 < count <= MOST_MOVED:
        return Step(moves=count, marked=bool(match[3]))
    if match and match[1] == "turn" and 0 < abs(count) <= MOST_TURNED:
        return Step(turns=count, marked=bool(match[3]))
    if match:
        sides = f"1 to {MOST_TURNED} hexsides, or -1 to -{MOST_TURNED}"
        limits = f"1 to {MOST_MOVED} hexes" if match[1] == "move" else sides
        reader.problems.add(node.span, f"a step of {reader.what}, '{match[0]}', must be {limits}")
    else:
        reader.problems.add(node.span, f"a step of {reader.what} must be move or turn and a number, "
                                       f"found {describe(node)}", _HINT)
    return None
