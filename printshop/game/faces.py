"""Faces of counters, markers and the backs of cards: a list of parts, first things first.

A part takes a strip off one edge of what is left of the face (`edge` and `take`), or, without an edge, fills what is
left. Borders and grounds cover the face, whatever was taken off it. A share ("20 %") is of the whole face. On pieces of
hexes the parts lie inside the outline, below the mark at the front; bow is up. `printshop.parts.faces` has the kinds of
part and their drawing.

How pieces are cut out and come to their backs is said by keys that counters, markers and cards share: `Cutting`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Self

from printshop.expressions import Formula
from printshop.language import keys
from printshop.language.keys import Block, ByKey, Writer, block
from printshop.language.reader import Reader, describe
from printshop.source import Scalar, Sequence
from printshop.units import Length, parse_length

EDGES = ("top", "bottom", "left", "right", "bow", "stern")
SIDE = "side"


class Measure(NamedTuple):
    """A length in points, or a share (0 to 1) of whatever it is measured against."""

    points: float = 0.0
    share: float = 0.0

    def of(self, whole: float) -> float:
        """Return the length in points where the whole is as long as given."""
        return self.points + self.share * whole


NONE = Measure()
MEASURE = {"type": ["string", "number"]}


def measure(at: Reader, name: str, default: Measure | None = NONE) -> Measure | None:
    """Return "20 %" or "7 pt" at a key, the default if nothing is there."""
    if name not in at:
        return default
    text = at.text(name)
    if match := re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) *%", text):
        share = Fraction(match[1]) / 100
        if share > 1:
            at.fail(name, f"'{name}' of {at.what} is more than the whole face")
        return Measure(share=float(share))
    try:
        return Measure(parse_length(text).pt) if text else NONE
    except ValueError as error:
        at.fail(name, f"'{name}' of {at.what}: {error}", "or give a share of the face, for instance 20 %")
        return NONE


@block
class Part(Block):
    """A part of a face: what it shows, and where. `cell` 0 is the whole of a piece of hexes.

    What every kind says of itself: its `usual` margin; whether it is `plain` colour, `outlined` so that a piece can be
    cut along it, `turning` with the bow, `marking` that the strip at its edge has a colour; `unit` is what of it needs
    a unit, "" for nothing, and it is `fixed` if it looks the same on all pieces.
    """

    edge: str = keys.choice(EDGES, "top, bottom, left, right, bow or stern: the side that the part takes its strip "
                            "from; how much: a share of the face (`20 %`) or a length", default="")
    take: Measure = keys.special(measure, MEASURE, default=NONE)
    free: Measure | None = keys.special(lambda at, name: measure(at, name, None), MEASURE, "what stays free left and "
                                        "right", default=None, name="margin")
    only_if: Formula | None = keys.formula("a formula: the part is there only where it holds (not if that is unknown, "
                                           "and then `printshop check` says so)", default=None)
    cell: int = keys.whole("pieces of several hexes: the number of the hex that the part goes into, as listed in "
                           "`cells`; otherwise it goes by the whole piece", 1, default=0)

    usual: ClassVar[Measure] = NONE
    plain: ClassVar[bool] = False
    outlined: ClassVar[bool] = False
    turning: ClassVar[bool] = False

    @property
    def margin(self) -> Measure:
        """What stays free left and right of it."""
        return self.usual if self.free is None else self.free

    @property
    def unit(self) -> str:
        """What of it needs a unit, "picture: unit"; "" for nothing."""
        return ""

    @property
    def fixed(self) -> bool:
        """Whether it looks the same for all units, conditions apart."""
        return not self.unit

    def settled(self, at: Reader) -> Self | None:
        """Return the part."""
        if self.edge and "take" not in at:
            at.fail("edge", f"{at.what} lacks 'take': how much of the face it takes", "write for instance take: 20 %")
        elif "take" in at and "edge" not in at:
            at.fail("take", f"'take' of {at.what} needs an 'edge' to take from", f"edge is one of {', '.join(EDGES)}")
        return self

    def painting(self, place: Any, on: Any) -> Any:
        """Return what draws it in a place, a box, on a painter's face: see `printshop.parts.faces`."""
        raise NotImplementedError


Face = tuple[Part, ...]
PARTS: ByKey[Part] = ByKey(Part, "a part is one thing", "make two parts of it")


def read_face(at: Reader, name: str, *, required: bool = True) -> Face:
    """Return the parts of the face at a key; its formulas may use the names of the reader's context."""
    node = at.node(name, required=required)
    if node is None:
        return ()
    if not isinstance(node, Sequence):
        at.fail(name, f"'{name}' of {at.what} must be a list of parts, found {describe(node)}",
                'begin each part with "- ", for instance "- text: ..."')
        return ()
    readers = (Reader(entry, at.problems, f"part {number} of '{name}' of {at.what}", at.context)
               for number, entry in enumerate(node.items, 1))
    return tuple(part for reader in readers if (part := keys.read(PARTS, reader)))


def read_back(at: Reader, name: str = "back") -> Face:
    """Return the face at `back`: a list of parts, `side` for the colour and pattern of the side, or a colour."""
    node = at.node(name)
    if not isinstance(node, Scalar) or not node.text:
        return read_face(at, name, required=False)
    kinds: Mapping[str, Any] = PARTS.blocks
    if node.text == SIDE:
        return (kinds["band"](color="", pattern="solid"),)
    if not node.text.startswith("#"):
        at.fail(name, f"'{name}' of {at.what}: '{node.text}' is not the back of anything",
                'write a list of parts, side, or a colour, for instance "#0072b2"')
        return ()
    return (kinds["ground"](color=at.color(name)),)


def face_shape(writer: Writer) -> Mapping[str, Any]:
    """Return the JSON Schema of a face."""
    return {"type": "array", "items": writer.block(PARTS)}


def back_shape(writer: Writer) -> Mapping[str, Any]:
    """Return the JSON Schema of a back."""
    return {"type": ["array", "string"], "items": writer.block(PARTS)}


def is_plain(face: Face) -> bool:
    """Say whether a face is nothing but colour and pattern."""
    return bool(face) and all(part.plain for part in face)


def uses_unit(face: Face) -> str:
    """Return the first thing on a face that needs a unit, "picture: unit"; "" if nothing does."""
    return next((part.unit for part in face if part.unit), "")


# How backs can be printed; a player may also ask for "short", the other edge of the sheet.
BACKS = ("beside", "long", "fold", "none")


@block
class Cutting(Block):
    """How pieces lie on their sheets and come to their backs; None is what is usual for pieces of their kind."""

    backs: str = keys.choice(BACKS, "what is done with the back where the player does not say: `beside` the front, to "
                             "be folded (the default); `long`, on the other side of the sheet; `fold`, on the other "
                             "half of it; `none`", default=BACKS[0])
    gap: Length | None = keys.length("the room between neighbours: `1/8 in` is usual for punches and for shops",
                                     default=None, most="50 mm")
    bleed: Length | None = keys.length("how far colours reach over the cut (1.5 mm); between neighbours, half the gap "
                                       "at most", default=None, most="10 mm")
    corners: Length | None = keys.length("the radius that corners are rounded with; it is marked, the cuts are "
                                         "straight", default=None, most="50 mm")

    def check_cut(self, at: Reader, size: tuple[Length, Length] | None, corners: str = "") -> None:
        """Note what cannot be; `corners` says why those of its pieces cannot be rounded, if so: "are round"."""
        if "backs" in at and "back" not in at:
            at.fail("backs", f"{at.what} has 'backs', but no 'back'", "write what is on its back, or leave it out")
        if "corners" in at and corners:
            at.fail("corners", f"'corners' of {at.what}: its pieces {corners}", "leave it out")
        elif size and self.corners and min(size).points and 2 * self.corners.points > min(size).points:
            at.fail("corners", f"'corners' of {at.what}: {self.corners.text} is more than half of its shorter side",
                    "write a smaller radius, or shape: round")


USUAL = Cutting()
