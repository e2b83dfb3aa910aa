"""How pieces lie on their sheets and come to their backs: keys that counters, markers and cards share.

=========== ================================================================================================
`backs`     what is done with the back where the player does not say: `beside` the front, to be folded (the
            default); `long`, on the other side of the sheet; `fold`, on the other half of it; `none`
`gap`       the room between neighbours; without it they share their cuts, unless they are round or their
            colours differ along the cut
`bleed`     how far colours reach over the cut (1.5 mm)
`corners`   the radius that corners are rounded with: marked, not cut
=========== ================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.game.faces import NONE, SIDE, Band, Ground, Spot, read_face
from printshop.source import Scalar
from printshop.units import parse_length

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.game.faces import Face
    from printshop.language.reader import Reader
    from printshop.units import Length

# How backs can be printed; a player may also ask for "short", the other edge of the sheet.
BACKS = ("beside", "long", "fold", "none")
WIDEST, FARTHEST = parse_length("50 mm"), parse_length("10 mm")


@dataclass(frozen=True, slots=True)
class Cutting:
    """How pieces are cut out; None is what is usual for pieces of their kind. `backs` is one of `BACKS`."""

    backs: str = BACKS[0]
    gap: Length | None = None
    bleed: Length | None = None
    corners: Length | None = None


USUAL = Cutting()


def read_cutting(reader: Reader, corners: str = "") -> Cutting:
    """Return how pieces are cut; `corners` says why theirs cannot be rounded, if so: "are round"."""
    cutting = Cutting(reader.choice("backs", BACKS, BACKS[0]), _length(reader, "gap", WIDEST),
                      _length(reader, "bleed", FARTHEST), _length(reader, "corners", WIDEST))
    if "backs" in reader and "back" not in reader:
        reader.fail("backs", f"{reader.what} has 'backs', but no 'back'", "write what is on its back, or leave it out")
    if "corners" in reader and corners:
        reader.fail("corners", f"'corners' of {reader.what}: its pieces {corners}", "leave it out")
    return cutting


def read_back(reader: Reader, names: frozenset[str], context: Context) -> Face:
    """Return the face at `back`: a list of parts, `side` for the colour and pattern of the side, or a colour."""
    node, whole = reader.node("back"), Spot("", NONE, NONE, None)
    if not isinstance(node, Scalar) or not node.text:
        return read_face(reader, "back", names, context, required=False)
    if node.text == SIDE:
        return (Band(whole, "", "solid"),)
    if not node.text.startswith("#"):
        reader.fail("back", f"'back' of {reader.what}: '{node.text}' is not the back of anything",
                    'write a list of parts, side, or a colour, for instance "#0072b2"')
        return ()
    return (Ground(whole, reader.color("back"), False),)


def is_plain(face: Face) -> bool:
    """Say whether a face is nothing but colour and pattern."""
    return bool(face) and all(isinstance(part, Band | Ground) for part in face)


def check_corners(cutting: Cutting, size: tuple[Length, Length] | None, reader: Reader) -> None:
    """Note corners that are rounder than a piece of a size is wide."""
    if size and cutting.corners and min(size).points and 2 * cutting.corners.points > min(size).points:
        reader.fail("corners", f"'corners' of {reader.what}: {cutting.corners.text} is more than half of its shorter "
                    "side", "write a smaller radius, or shape: round")


def _length(reader: Reader, key: str, most: Length) -> Length | None:
    found = reader.length(key, None)
    if found and found.points > most.points:
        reader.fail(key, f"'{key}' of {reader.what} is {found.text}, it must be at most {most.text}")
        return None
    return found


__all__ = ["BACKS", "USUAL", "Cutting", "check_corners", "is_plain", "read_back", "read_cutting"]
