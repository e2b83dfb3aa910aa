"""Machines that cut, by name: what `--cutter` may say.

They are data, `data/common/cutters.yaml`, and a user's own file of that name beside it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.items import Color, parse_color
from printshop.equipment import common
from printshop.layout.paper import Machine
from printshop.render.cutter import FRONTS, LABELS, STEPS, Cutter, Step
from printshop.source import Scalar
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.language.reader import Reader

KERF, LINE, GAP = (0.0, 1.0), (0.001, 1.0), (0.0, 20.0)
"""What lengths may be, in millimetres."""

APART = 3 * MM
"""The room between pieces whose outlines are moved for a kerf, if nothing else is said."""

# Each of these is done in another way; engraved lines may go with engraved areas, inner cuts with the others.
_APART: tuple[tuple[Step, ...], ...] = (("engrave", "lines"), ("score",), ("inner", "cut"), ("check",))


class Profile(NamedTuple):
    """A machine: how its files are written, and what pages for it are like."""

    cutter: Cutter
    machine: Machine


def cutters() -> Mapping[str, Profile]:
    """Return the machines that are known, by name. Raises PrintshopError if their files are no good."""
    return common.known("cutters", "cutter", _read)


def find(name: str) -> Profile:
    """Return the machine of a name. Raises PrintshopError, with a suggestion, if there is none."""
    return common.find(name, cutters(), "cutter")


def _read(name: str, reader: Reader) -> Profile:
    reader.text("title", "")
    colors: dict[Step, Color] = dict(_colors(reader))
    line, kerf = _length(reader, "line", LINE, 0.01 * MM), _length(reader, "kerf", KERF, 0.0)
    gap = _length(reader, "gap", GAP, APART if kerf else 0.0)
    if kerf and gap <= kerf:
        reader.fail("gap" if "gap" in reader else "kerf", f"{reader.what} has a kerf, but no gap between pieces",
                    "cuts that pieces share cannot make up for a kerf: write gap: 3 mm, or leave it out")
    front = reader.choice("front", FRONTS, "layer")
    cutter = Cutter(name, colors, line, kerf, next(one for one in FRONTS if one == front), reader.flag("frame"))
    reader.done()
    return Profile(cutter, Machine(cutter.engraves, gap))


def _colors(reader: Reader) -> Iterator[tuple[Step, Color]]:
    """Give the colour of each step; what is done in different ways must not have one colour."""
    found = {step: text for step in STEPS if (text := _color(reader, step))}
    like: tuple[tuple[Step, Step], ...] = (("inner", "cut"), ("lines", "engrave"))
    for one, other in like:
        if one not in reader and other in found:
            found[one] = found[other]
    for first, second in combinations(_APART, 2):
        for step in second:
            for other in first:
                if step in reader and other in found and found[step] == found[other]:
                    reader.fail(step, f"'{step}' of {reader.what} has the colour of '{other}'",
                                f"the machine tells {LABELS[step]} from {LABELS[other]} by colour: give it another")
    yield from ((step, parse_color(found[step])) for step in STEPS if step in found)


def _color(reader: Reader, step: Step) -> str:
    """Return the colour of a step, "" for none; what cuts must have one."""
    node = reader.peek(step)
    if step != "cut" and isinstance(node, Scalar) and node.text == "none":
        reader.text(step, "")
        return ""
    return reader.color(step) if step == "cut" else reader.color(step, "")


def _length(reader: Reader, key: str, limits: tuple[float, float], default: float) -> float:
    found = reader.length(key, None)
    if found is None:
        return default
    if not limits[0] - 1e-9 <= found.pt / MM <= limits[1] + 1e-9:
        reader.fail(key, f"'{key}' of {reader.what}: {found.text}", f"from {limits[0]:g} to {limits[1]:g} mm")
        return default
    return found.pt
