"""Faces of counters, markers and the backs of cards: a list of parts, first things first.

A part takes a strip off one edge of what is left of the face (`edge` and `take`), or, without an edge, fills what is
left. Borders and grounds cover the face, whatever was taken off it. A share ("20 %") is of the whole face. On pieces of
hexes the parts lie inside the outline, below the mark at the front; bow is up.

How pieces lie on their sheets and come to their backs is said by keys that counters, markers and cards share: `Cut`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from printshop.game.model import ART_BOWS
from printshop.language import keys
from printshop.language.keys import Block, ByKey, block
from printshop.language.reader import Reader, describe
from printshop.patterns import PATTERNS
from printshop.source import Scalar, Sequence
from printshop.units import Length, parse_length

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.expressions import Formula
    from printshop.game.formulas import Wording
    from printshop.game.pictures import Pictures
    from printshop.language.keys import Writer

EDGES = ("top", "bottom", "left", "right", "bow", "stern")
UNIT = "unit"
SIDE = "side"
BLACK = "#000000"


class Measure(NamedTuple):
    """A length in points, or a share (0 to 1) of whatever it is measured against."""

    points: float = 0.0
    share: float = 0.0

    def of(self, whole: float) -> float:
        """Return the length in points where the whole is as long as given."""
        return self.points + self.share * whole


NONE = Measure()
INDENT = Measure(share=0.05)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a part goes: `edge` is one of `EDGES`, or empty for what is left of the face.

    `cell` is the number, from 1, of one hex of a piece that has several; 0 is the whole piece.
    """

    edge: str
    take: Measure
    margin: Measure
    only_if: Formula | None
    cell: int = 0


def _measure(at: Reader, name: str) -> Measure | None:
    """Return "20 %" or "7 pt", None if nothing is there."""
    if name not in at:
        return None
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


MEASURE = {"type": ["string", "number"]}


@block
class Part(Block):
    """A part of a face: what it shows, in the `spot` that it takes."""

    edge: str = keys.choice(
        EDGES,
        "top, bottom, left, right, bow or stern: the side that the part takes its strip from; how much: a share of "
        "the face (`20 %`) or a length",
        default="")
    take: Measure | None = keys.special(_measure, MEASURE, default=None)
    margin: Measure | None = keys.special(_measure, MEASURE, "what stays free left and right", default=None)
    only_if: Formula | None = keys.formula(
        "a formula: the part is there only where it holds (not if that is unknown, and then `printshop check` says "
        "so)",
        default=None)
    cell: int = keys.whole(
        "pieces of several hexes: the number of the hex that the part goes into, as listed in `cells`; otherwise "
        "it goes by the whole piece",
        1, default=0)

    usual: ClassVar[Measure] = NONE  # the margin of a part that does not say any

    @cached_property
    def spot(self) -> Spot:
        """Where it goes."""
        margin = self.usual if self.margin is None else self.margin
        return Spot(self.edge, self.take or NONE, margin, self.only_if, self.cell)

    def settled(self, at: Reader) -> Self | None:
        """Return the part."""
        if self.edge and not self.take:
            at.fail("edge", f"{at.what} lacks 'take': how much of the face it takes", "write for instance take: 20 %")
        elif self.take and "edge" not in at:
            at.fail("take", f"'take' of {at.what} needs an 'edge' to take from", f"edge is one of {', '.join(EDGES)}")
        return self


Face = tuple[Part, ...]
PARTS = ByKey(Part, "a part is one thing", "make two parts of it")


@PARTS.kind("text")
@block
class Text(Part):
    """Words on one line, or wrapped, as large as fits between `smallest` and `largest`, in points."""

    wording: Wording = keys.wording(
        "words with holes. They shrink to fit; what is too long at the smallest is reported, never cut off",
        name="text")
    family: str = keys.choice(("sans", "serif"), "sans or serif", default="sans")
    largest_size: Length = keys.length(
        "its size, and how far it may shrink (14 pt, 5 pt)",
        default="14 pt", name="largest")
    smallest_size: Length = keys.length(default="5 pt", name="smallest")
    align: str = keys.choice(
        ("middle", "left", "right", "bow", "stern"),
        "middle, left, right, bow or stern",
        default="middle")
    wrap: bool = keys.flag("whether it may take several lines (false)")
    color: str = keys.colour("of the words", default=BLACK, name="colour")

    usual = INDENT

    @property
    def largest(self) -> float:
        """The size, in points."""
        return self.largest_size.pt

    @cached_property
    def smallest(self) -> float:
        """How far it may shrink, in points."""
        return min(self.smallest_size.pt, self.largest_size.pt)

    def settled(self, at: Reader) -> Self | None:
        """Return the text."""
        if self.smallest_size.pt > self.largest:
            at.fail("smallest", f"'smallest' of {at.what} is more than its largest size, {self.largest:g} pt")
        return super().settled(at)


@PARTS.kind("picture")
@block
class Picture(Part):
    """One of the game's pictures, the unit's own where `name` is None. `color` takes the place of a drawing's black.

    `art_bow` is where the bow points in the file: "" where the unit says so, or right.
    """

    name: Wording | None = keys.wording(
        "`unit` for the unit's own art, or a file of art/ (holes allowed)",
        name="picture")
    color: str = keys.colour("replaces its black", default=BLACK, name="colour")
    art_bow: str = keys.choice(
        ART_BOWS,
        "where the bow points in the file: `right`, `left`, `up`, or `none` for what never [turns with "
        "it](units.md#pictures)",
        default="")
    pictures: Any = None

    usual = INDENT

    def settled(self, at: Reader) -> Self | None:
        """Return the picture; one that is not there is noted, names with holes when they are filled."""
        pictures: Pictures = at.context.pictures
        name = self.name
        if name and name.fixed:
            name = None if name.text == UNIT else name
            if name and (trouble := pictures.trouble(name.text, [UNIT])):
                at.fail("picture", *trouble)
        elif name:
            pictures.expect(name)
        return super(Picture, replace(self, name=name, pictures=pictures)).settled(at)


def _side_or_color(at: Reader, name: str) -> str:
    node = at.peek(name)
    return at.text(name) if isinstance(node, Scalar) and node.text == SIDE else at.color(name)


@PARTS.kind("band")
@block
class Band(Part):
    """Colour with a pattern; an empty `color` stands for those of the unit's side."""

    color: str = keys.special(
        _side_or_color, {"type": "string"},
        "`side` for the colour and pattern of the unit's side, or a colour; a fine line closes its inner edge. "
        "Along the foot of a tent's side it runs on over the fold",
        name="band", default=...)
    pattern: str = keys.choice(PATTERNS, "of a band with a colour of its own", default="")

    def settled(self, at: Reader) -> Self | None:
        """Return the band."""
        if self.color == SIDE and self.pattern:
            at.fail("pattern", f"{at.what} has the pattern of the unit's side", "leave 'pattern' out")
        band = replace(self, color="" if self.color == SIDE else self.color, pattern=self.pattern or "solid")
        return super(Band, band).settled(at)


@PARTS.kind("arrow")
@block
class Arrow(Part):
    """A triangle that points to the bow, or, as `ridge`, the half of one on this side of a tent's ridge."""

    way: str = keys.choice(
        ("bow", "ridge"),
        "`bow` for a triangle that points to the bow, `ridge` for half of one on a tent's ridge",
        name="arrow")
    color: str = keys.colour("of it", default=BLACK, name="colour")

    @property
    def ridge(self) -> bool:
        """Whether it lies along the ridge of a tent."""
        return self.way == "ridge"

    def settled(self, at: Reader) -> Self | None:
        """Return the arrow."""
        if self.ridge and "edge" in at:
            at.fail("edge", f"the arrow along the ridge ({at.what}) has its own place", "leave 'edge' out")
        return super().settled(at)


@PARTS.kind("border")
@block
class Border(Part):
    """One or two lines around the face, `spot.margin` from its edge."""

    lines: str = keys.choice(
        ("single", "double"),
        "`single` or `double`; its `margin` is its distance from the edge",
        name="border")
    thick: Length = keys.length("of the line (0.6 pt)", default="0.6 pt", name="width")
    color: str = keys.colour("of the line", default=BLACK, name="colour")

    usual = Measure(parse_length("1.5 mm").pt)

    @property
    def double(self) -> bool:
        """Whether there are two lines."""
        return self.lines == "double"

    @property
    def width(self) -> float:
        """How broad the line is, in points."""
        return self.thick.pt


@PARTS.kind("ground")
@block
class Ground(Part):
    """A colour behind everything, `SIDE` for that of the unit's side."""

    color: str = keys.special(
        _side_or_color, {"type": "string"},
        "a colour behind everything, or `side`; `margin` is what stays free round it",
        name="ground", default=...)
    shape: str = keys.choice(("face", "disc"), "face or disc", default="face")

    @property
    def disc(self) -> bool:
        """Whether it is round."""
        return self.shape == "disc"


@PARTS.kind("pips")
@block
class Pips(Part):
    """So many circles, boxes or diamonds to mark, as a formula says; `letter` stands in each."""

    count: Formula = keys.formula(
        "a formula: how many circles. As in record sheets, what does not fit is an error",
        name="pips")
    shape: str = keys.choice(("circle", "box", "diamond"), "circle, box or diamond", default="circle")
    letter: str = keys.text("stands in each", default="")

    usual = INDENT

    def settled(self, at: Reader) -> Self | None:
        """Return the circles, None if nobody knows how many."""
        if len(self.letter) > 1:
            at.fail("letter", f"'letter' of {at.what} must be one letter: it stands in every circle")
        part = super().settled(at)
        return part if self.count else None


@PARTS.kind("space")
@block
class Space(Part):
    """Nothing: a strip that stays free."""

    free: Measure = keys.special(_measure, MEASURE, "how much stays free, with an `edge`", name="space", default=...)

    def settled(self, at: Reader) -> Self | None:
        """Return the strip."""
        if self.take and "edge" not in at:
            return super().settled(at)
        if "edge" not in at:
            at.fail("space", f"{at.what} needs an 'edge' to keep free", f"edge is one of {', '.join(EDGES)}")
        return replace(self, take=self.free)


def read_face(at: Reader, name: str, *, required: bool = True) -> Face:
    """Return the parts of the face at a key; its formulas may use the names of the reader's context."""
    node = at.node(name, required=required)
    if node is None:
        return ()
    if not isinstance(node, Sequence):
        at.fail(name, f"'{name}' of {at.what} must be a list of parts, found {describe(node)}",
                'begin each part with "- ", for instance "- text: ..."')
        return ()
    readers = (Reader(one, at.problems, f"part {number} of '{name}' of {at.what}", at.context)
               for number, one in enumerate(node.items, 1))
    return tuple(part for reader in readers if (part := keys.read(PARTS, reader)))


def read_back(at: Reader, name: str = "back") -> Face:
    """Return the face at `back`: a list of parts, `side` for the colour and pattern of the side, or a colour."""
    node = at.node(name)
    if not isinstance(node, Scalar) or not node.text:
        return read_face(at, name, required=False)
    if node.text == SIDE:
        return (Band(color="", pattern="solid"),)
    if not node.text.startswith("#"):
        at.fail(name, f"'{name}' of {at.what}: '{node.text}' is not the back of anything",
                'write a list of parts, side, or a colour, for instance "#0072b2"')
        return ()
    return (Ground(color=at.color(name)),)


def face_shape(writer: Writer) -> Mapping[str, Any]:
    """Return the JSON Schema of a face."""
    return {"type": "array", "items": writer.block(PARTS)}


def back_shape(writer: Writer) -> Mapping[str, Any]:
    """Return the JSON Schema of a back."""
    return {"type": ["array", "string"], "items": writer.block(PARTS)}


def is_plain(face: Face) -> bool:
    """Say whether a face is nothing but colour and pattern."""
    return bool(face) and all(isinstance(part, Band | Ground) for part in face)


def uses_unit(face: Face) -> str:
    """Return the first part of a face that needs a unit, "" if none does."""
    for part in face:
        match part:
            case Picture(name=None):
                return "picture: unit"
            case Band(color=""):
                return "band: side"
            case Ground(color="side"):
                return "ground: side"
    return ""


# How backs can be printed; a player may also ask for "short", the other edge of the sheet.
BACKS = ("beside", "long", "fold", "none")


@dataclass(frozen=True, slots=True)
class Cutting:
    """How pieces are cut out; None is what is usual for pieces of their kind. `backs` is one of `BACKS`."""

    backs: str = BACKS[0]
    gap: Length | None = None
    bleed: Length | None = None
    corners: Length | None = None


USUAL = Cutting()


@block
class Cut(Block):
    """The keys of how pieces lie on their sheets and come to their backs."""

    backs: str = keys.choice(
        BACKS,
        "what is done with the back where the player does not say: `beside` the front, to be folded (the default); "
        "`long`, on the other side of the sheet; `fold`, on the other half of it; `none`",
        default=BACKS[0])
    gap: Length | None = keys.length(
        "the room between neighbours: `1/8 in` is usual for punches and for shops",
        default=None, most="50 mm")
    bleed: Length | None = keys.length(
        "how far colours reach over the cut (1.5 mm); between neighbours, half the gap at most",
        default=None, most="10 mm")
    corners: Length | None = keys.length(
        "the radius that corners are rounded with; it is marked, the cuts are straight",
        default=None, most="50 mm")

    @property
    def cutting(self) -> Cutting:
        """How the pieces are cut."""
        return Cutting(self.backs, self.gap, self.bleed, self.corners)

    def check_cut(self, at: Reader, size: tuple[Length, Length] | None, corners: str = "") -> None:
        """Note what cannot be; `corners` says why those of its pieces cannot be rounded, if so: "are round"."""
        if "backs" in at and "back" not in at:
            at.fail("backs", f"{at.what} has 'backs', but no 'back'", "write what is on its back, or leave it out")
        if "corners" in at and corners:
            at.fail("corners", f"'corners' of {at.what}: its pieces {corners}", "leave it out")
        elif size and self.corners and min(size).points and 2 * self.corners.points > min(size).points:
            at.fail("corners", f"'corners' of {at.what}: {self.corners.text} is more than half of its shorter side",
                    "write a smaller radius, or shape: round")
