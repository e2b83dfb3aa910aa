"""Roses: directions with numbers, for wind or current, and an arrow that is laid on them.

=============== ==============================================================================================
`across`        how large the rose is, from side to side
`points`        how many directions it has, 3 to 36
`first`         the bearing of the first, degrees clockwise from up the page (0)
`labels`        what the directions are called (1, 2, 3 ...)
`north`         whether a mark says where north is (true)
`shape`         `sides`: with a side for every direction, as a hex has, or `round` (sides, up to 12 directions)
`arrow`         whether there is an arrow to lay on it (true)
=============== ==============================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.game.templates.template_head import Head, positive
from printshop.units import parse_length

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.language.reader import Reader
    from printshop.units import Length

LEAST_POINTS, MOST_POINTS, MOST_SIDES = 3, 36, 12
SMALLEST = parse_length("25 mm")


@dataclass(frozen=True, slots=True)
class RoseTemplate:
    """Directions about a centre: `labels` clockwise from the bearing `first`."""

    head: Head
    across: Length
    labels: tuple[str, ...]
    first: int
    north: bool
    sided: bool
    arrow: bool


def read_rose(head: Head, reader: Reader, _: Context) -> RoseTemplate:
    """Return a rose."""
    across = positive(reader, "across")
    if 0 < across.points < SMALLEST.points:
        reader.fail("across", f"'across' of {reader.what} is {across.text}, the smallest allowed is {SMALLEST.text}",
                    "its figures would be too small to read")
    points = reader.whole("points", ..., LEAST_POINTS, MOST_POINTS)
    labels = reader.texts("labels", tuple(str(number) for number in range(1, points + 1)))
    if "labels" in reader and "points" in reader and len(labels) != points:
        reader.fail("labels", f"{reader.what} has {points} points and {len(labels)} labels", "give one for each point")
    shape = reader.choice("shape", ("sides", "round"), "sides" if points <= MOST_SIDES else "round")
    if shape == "sides" and points > MOST_SIDES:
        reader.fail("shape", f"{reader.what} has {points} points: at most {MOST_SIDES} sides can be cut",
                    "make it round")
    return RoseTemplate(head, across, labels, reader.whole("first", 0, -360, 360) % 360, reader.flag("north", True),
                        shape == "sides", reader.flag("arrow", True))
