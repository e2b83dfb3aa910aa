"""Counters of units and markers: the sections `counters` and `markers` of a game, and the faces of cards too.

A face is a list of parts in reading order. A part takes a strip from one edge of the remaining face (`edge` and `take`)
or, without an edge, fills the remaining face. Borders and grounds cover the whole face, whatever was taken from it. A
share ("20 %") is of the whole face. On pieces of hexes the parts lie inside the outline, below the mark at the front;
the bow is up. The kinds of parts and their drawing are in `printshop.parts.faces`.

A tent is a strip of four panels folded into a three-sided tent; a flat counter has a front and perhaps a back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple, Self

from printshop.expressions import Formula
from printshop.game.hexbases import KEYS as HEX_KEYS
from printshop.game.hexbases import HexBase, read_base
from printshop.game.maps import MAPS
from printshop.game.model import Context, Game, Side
from printshop.hexes import SQUARE
from printshop.language import keys
from printshop.language.keys import Block, ByKey, Writer, block
from printshop.language.reader import NOTHING, Reader, describe, spoken, whole_number
from printshop.language.sections import Section
from printshop.problems import Span, suggestion
from printshop.source import Node, Scalar, SequenceNode, parse_text
from printshop.units import MM, Length, parse_length

BY_CLASS = "by size class"
HEX, DRAWN, ROUND = "hex", "drawn", "round"
BOWS = ("right", "up")
TENT_FACES, FLAT_FACES = ("profile", "flap"), ("front", "back")
MOST_COPIES = 500
MOST_PIECES = 10_000  # markers of a game; also counters made by one command
Size = tuple[Length, Length]

EDGES = ("top", "bottom", "left", "right", "bow", "stern")
SIDE = "side"


class Measure(NamedTuple):
    """A length in points plus a share (0 to 1) of a whole length."""

    points: float = 0.0
    share: float = 0.0

    def of(self, whole: float) -> float:
        """Return the length in points for a given whole length."""
        return self.points + self.share * whole


NONE = Measure()
MEASURE = {"type": ["string", "number"]}


def measure(at: Reader, name: str, default: Measure | None = NONE) -> Measure | None:
    """Return the length or share at a key ("7 pt", "20 %"), `default` if the key is missing."""
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
    """A part of a face: its content and its place. `cell` is the number of a hex, 0 for the whole piece.

    Each kind says of itself: the `usual` margin; the attribute that it `needs` to be of use; whether it is `plain`
    colour; whether a piece can be cut along it (`outlined`); whether it turns with the bow (`turning`). `unit` names
    the content that needs a unit, "" for none; a `fixed` part looks the same on all pieces.
    """

    edge: str = keys.choice(EDGES, "top, bottom, left, right, bow or stern: the edge from which the part takes its "
                            "strip; its size: a share of the face (`20 %`) or a length", default="")
    take: Measure = keys.special(measure, MEASURE, default=NONE)
    free: Measure | None = keys.special(lambda at, name: measure(at, name, None), MEASURE, "the space left free on the "
                                        "left and on the right", default=None, name="margin")
    only_if: Formula | None = keys.formula("a formula: the part is shown only if it is true (not if it is unknown; "
                                           "then `printshop check` says so)", default=None)
    cell: int = keys.whole("pieces of several hexes: the number of the hex that the part goes into, as listed in "
                           "`cells`; without it the part goes on the whole piece", 1, default=0)

    usual: ClassVar[Measure] = NONE
    needs: ClassVar[str] = ""
    plain: ClassVar[bool] = False
    outlined: ClassVar[bool] = False
    turning: ClassVar[bool] = False

    @property
    def margin(self) -> Measure:
        """The free space left and right of it."""
        return self.usual if self.free is None else self.free

    @property
    def unit(self) -> str:
        """The content that needs a unit, "picture: unit"; "" for none."""
        return ""

    @property
    def fixed(self) -> bool:
        """Whether it looks the same for all units, apart from its condition."""
        return not self.unit

    def settled(self, at: Reader) -> Self | None:
        """Return the part, None if the attribute that it needs is missing."""
        if self.edge and "take" not in at:
            at.fail("edge", f"{at.what} lacks 'take': how much of the face it takes", "write for instance take: 20 %")
        elif "take" in at and "edge" not in at:
            at.fail("take", f"'take' of {at.what} needs an 'edge' to take from", f"edge is one of {', '.join(EDGES)}")
        return None if self.needs and getattr(self, self.needs) is None else self

    def painting(self, place: Any, on: Any) -> Any:
        """Return a function that draws the part in the box `place` on the face of a painter.

        See `printshop.parts.faces`.
        """
        raise NotImplementedError


Face = tuple[Part, ...]
PARTS: ByKey[Part] = ByKey(Part, "a part is one thing", "make two parts of it")


def read_face(at: Reader, name: str, *, required: bool = True) -> Face:
    """Return the parts of the face at a key; formulas may use the names of the reader's context."""
    node = at.node(name, required=required)
    if node is None:
        return ()
    if not isinstance(node, SequenceNode):
        at.fail(name, f"'{name}' of {at.what} must be a list of parts, found {describe(node)}",
                'begin each part with "- ", for instance "- text: ..."')
        return ()
    readers = (Reader(entry, at.problems, f"part {number} of '{name}' of {at.what}", at.context)
               for number, entry in enumerate(node.items, 1))
    return tuple(part for reader in readers if (part := keys.read(PARTS, reader)))


def read_back(at: Reader, name: str = "back") -> Face:
    """Return the face at `back`: a list of parts, `side` for the colour and emblem of the side, or a colour."""
    at.node(name)
    word = at.word(name)
    if not word:
        return read_face(at, name, required=False)
    kinds: Mapping[str, Any] = PARTS.blocks
    if word == SIDE:
        return kinds["ground"](color=SIDE), kinds["picture"](name=None, emblem=True, free=Measure(share=0.08))
    if not word.startswith("#"):
        at.fail(name, f"'{name}' of {at.what}: '{word}' is not a back",
                'write a list of parts, side, or a colour, for instance "#0072b2"')
        return ()
    return (kinds["ground"](color=at.color(name)),)


def _face_shape(writer: Writer) -> Mapping[str, Any]:
    return {"type": "array", "items": writer.block(PARTS)}


def back_shape(writer: Writer) -> Mapping[str, Any]:
    """Return the JSON Schema of a back."""
    return {"type": ["array", "string"], "items": writer.block(PARTS)}


def is_plain(face: Face) -> bool:
    """Return whether a face has only colours, patterns and the emblem of a side."""
    return bool(face) and all(part.plain or part.unit == "picture: emblem" for part in face)


def uses_unit(face: Face, *, sided: bool = False) -> str:
    """Return the first content of a face that needs a unit, "picture: unit"; "" for none.

    If `sided`, the piece has a side, so that only the unit's own picture counts.
    """
    return next((part.unit for part in face if part.unit and not (sided and part.unit != "picture: unit")), "")


# Ways to print backs; the player may also ask for "short", to flip the sheet on its short edge.
BACKS = ("beside", "long", "fold", "none")


@block
class Cutting(Block):
    """Keys for cutting pieces out of sheets and printing their backs; None is the default of the kind of piece."""

    backs: str = keys.choice(BACKS, "where the back is printed unless the player says otherwise: `beside` the front, "
                             "to be folded (the default); `long`, on the other side of the sheet; `fold`, on its other "
                             "half; `none`", default=BACKS[0])
    gap: Length | None = keys.length("the space between neighbours: `1/8 in` is usual for punches and for print shops",
                                     default=None, most="50 mm")
    bleed: Length | None = keys.length("how far colours extend beyond the cut (1.5 mm); between neighbours, at most "
                                       "half the gap", default=None, most="10 mm")
    corners: Length | None = keys.length("the radius of rounded corners; it is marked, the cuts are straight",
                                         default=None, most="50 mm")

    def check_cut(self, at: Reader, size: tuple[Length, Length] | None, corners: str = "") -> None:
        """Report impossible values; `corners` says why pieces cannot have rounded corners: "are round"."""
        if "backs" in at and "back" not in at:
            at.fail("backs", f"{at.what} has 'backs', but no 'back'", "write what is on its back, or leave it out")
        if "corners" in at and corners:
            at.fail("corners", f"'corners' of {at.what}: its pieces {corners}", "leave it out")
        elif size and self.corners and min(size).points and 2 * self.corners.points > min(size).points:
            at.fail("corners", f"'corners' of {at.what}: {self.corners.text} is more than half of its shorter side",
                    "write a smaller radius, or shape: round")


# --- counters and markers


def _read_size(at: Reader, name: str) -> Size:
    """Return width and height, or one length for both; a piece of hexes must not have a size."""
    node = at.node(name, required=at.word("shape") != HEX)
    if at.word("shape") == HEX:
        if node:
            at.fail(name, f"{at.what} is as large as its hexes: it has no '{name}'", "write across: 40 mm instead")
        return NOTHING, NOTHING
    square = isinstance(node, Scalar) and not set("x×") & set(node.text)
    side = at.length(name, None) if square else None
    size = (side, side) if side else None if square else at.size(name, None)
    if size and min(size).points <= 0:
        at.fail(name, f"{at.what} must have a width and a height")
    return size or (NOTHING, NOTHING)


def _read_base_size(at: Reader, name: str) -> Size | None:
    """Return the size of a counter, None for the base of the unit's size class."""
    if at.word(name) != BY_CLASS or at.word("shape") == HEX:
        return _read_size(at, name)
    at.node(name)
    if not at.context.sizes:
        at.fail(name, f"{at.what} goes by size class, but the game has no size classes",
                "add size_classes to game.yaml, or write a size such as 5/8 x 5/8 in")
    return None


@block
class Piece(Cutting):
    """Common keys of counters and markers; `base` are the hexes of a piece that covers hexes."""

    default: bool = keys.flag("whether it is printed when nothing else is asked for (true)", default=True)
    shape: str = ""
    key: str = ""
    span: Span | None = None
    base: HexBase | None = None

    facing: ClassVar[bool]  # whether the front of a piece of hexes is marked by default

    @property
    def round(self) -> bool:
        """Whether it is round."""
        return self.shape == ROUND

    @property
    def drawn(self) -> bool:
        """Whether it is cut along the outline of its picture."""
        return self.shape == DRAWN

    @property
    def faces(self) -> Mapping[str, Face]:
        """Its faces by their keys."""
        raise NotImplementedError

    @classmethod
    def more(cls) -> Mapping[str, keys.Key]:
        """Return the keys of pieces of hexes."""
        return keys.keys(HexBase)

    def hexed(self, at: Reader, drawn: str) -> Self:
        """Return the piece with its hexes, if it covers any; report parts and keys that it cannot have.

        `drawn` is the face with the picture along which it is cut, "" for none.
        """
        hexes = at.word("shape") == HEX
        base = read_base(at, facing=self.facing) if hexes else None
        cells = len(base.cells) if base else 0
        for name, face in self.faces.items() if base or not hexes else ():
            if wrong := next((part.cell for part in face if part.cell > cells), 0):
                at.fail(name, f"'cell: {wrong}' in '{name}' of {at.what}: it has {cells} "
                        f"{'hex' if cells == 1 else 'hexes'}",
                        "count the hexes of 'cells' from 1" if cells else "only pieces with shape: hex have cells")
        for name in () if hexes else HEX_KEYS:
            if at.node(name):
                at.fail(name, f"{at.what} has '{name}', but covers no hexes", "write shape: hex as well")
        if drawn in at and not any(part.outlined for part in self.faces[drawn]):
            at.fail("shape", f"{at.what} is cut along a picture, but its front has none",
                    "add a part such as - picture: island.svg")
        return replace(self, base=base)


def _read_kind(at: Reader, name: str) -> str:
    return at.choice(name, ("tent", "flat"), "tent" if "profile" in at else "flat")


def _read_unit_type(at: Reader, name: str) -> str:
    types: tuple[str, ...] = tuple(at.context.unit_types)
    key = types[0] if name not in at and len(types) == 1 else at.text(name)
    if key and key not in types:
        at.fail(name, f"there is no unit type '{key}'", suggestion(key, types))
    return key if key in types else ""


def _read_side_face(at: Reader, name: str) -> Face:
    """Return a face of the counter's kind, tent or flat; () at a key that belongs to the other kind."""
    if (_read_kind(at, "kind") == "tent") is not (name in TENT_FACES):
        return ()
    return read_back(at) if name == "back" else read_face(at, name)


@block
class CounterKind(Piece):
    """A kind of counter. `size` is (beam, length), None for that of the unit's size class.

    A tent has the faces "profile" and "flap", a flat counter "front" and perhaps "back". With `copies` None there is
    one counter for each unit; with `only_if` None the kind is for all units of the type.
    """

    shape: str = keys.choice(("rectangle", ROUND, DRAWN, HEX), "`rectangle`; `round` for flat ones, such as the discs "
                             "of [dials](#dials); `drawn` for flat ones [cut along their "
                             "picture](#pieces-cut-along-their-picture); or `hex` for flat [pieces of "
                             "hexes](#pieces-of-hexes), which have no `size`", default="rectangle", decisive=True)
    title: str = keys.text("the title of its sheets", default=lambda at: spoken(at.key))
    kind_: str = keys.special(_read_kind, {"enum": ["tent", "flat"]}, "`tent`, a strip of four panels folded into a "
                              "three-sided tent, or `flat`", name="kind")
    unit_type: str = keys.special(_read_unit_type, lambda writer: writer.entry("unit_types"), "its unit type; "
                                  "may be left out if there is only one", name="units")
    size: Size | None = keys.special(
        _read_base_size, {"type": "string"}, "the base, beam x length, or `by size class`. One length is a square: "
        "`5/8 in` (usual are 1/2, 9/16, 5/8, 3/4 and 1 in)")
    copies: Formula | None = keys.formula("a formula: the number of counters for each unit (1). In texts `{copy}` is "
                                          "the number of the counter", default=None)
    only_if: Formula | None = keys.formula("a formula: only units for which it is true have these counters. If it is "
                                           "unknown, the unit has the first kind for which it is unknown, unless it is "
                                           "true for another kind", default=None)
    pages: str = keys.choice(("by side", "together"), "`by side`, so that every player has sheets of their own (the "
                             "default), or `together`, with rows of its own for each side, under its name and the "
                             "size, if that takes no more paper", default="by side")
    note: str = keys.text("a few words for the head of the sheet", default="")
    profile: Face = keys.special(
        _read_side_face, _face_shape, "tent, which needs both: the parts of its side, drawn with the bow to the right "
        "and mirrored for port (words are not mirrored), and of its underside")
    flap: Face = keys.special(_read_side_face, _face_shape)
    bow: str = keys.choice(BOWS, "flat: `right`, with the length across (the default), or `up`, with the length up the "
                           "page", default=BOWS[0])
    front: Face = keys.special(_read_side_face, _face_shape, "flat, which needs a `front`: the parts of the face; and "
                               "of the [other face](#fronts-and-backs)")
    back: Face = keys.special(_read_side_face, back_shape)

    facing = True

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Let texts and formulas use the names of the units, and `copy`."""
        types = at.context.unit_types
        named = types.get(at.word("units"))
        for unit_type in [named] if named else types.values():
            at.context = at.context.within(unit_type.names)
        at.context = at.context.within(frozenset({"copy"}))

    @property
    def tent(self) -> bool:
        """Whether it is folded into a tent."""
        return self.kind_ == "tent"

    @property
    def by_side(self) -> bool:
        """Whether every side has sheets of its own."""
        return self.pages == "by side"

    @property
    def up(self) -> bool:
        """Whether the bow of a flat counter is up."""
        return self.bow == "up"

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        return {name: getattr(self, name) for name in (TENT_FACES if self.tent else FLAT_FACES)}

    def settled(self, at: Reader) -> Self | None:
        hexes = self.shape == HEX
        if self.shape != "rectangle" and self.tent:
            at.fail("shape", f"{at.what} is a tent: a tent stands on a rectangle", "leave 'shape' or 'kind' out")
        if "bow" in at and (self.tent or hexes):
            at.fail("bow", f"{at.what} has 'bow', but is {'of hexes' if hexes else 'a tent'}",
                    "leave it out: its bow is up" if hexes else "leave it out: its bow is to the right")
        bases = [size.base for size in at.context.sizes]  # without a size the counter must suit the smallest base
        least = min(bases, key=lambda base: min(side.points for side in base)) if bases else None
        if self.round and any(beam.points != length.points for beam, length in ([self.size] if self.size else bases)):
            at.fail("size", f"{at.what} is round: its width and height must be the same")
        self.check_cut(at, self.size or least, ROUNDED.get(self.shape, "stand up" if self.tent else ""))
        return self.hexed(at, "front" if self.drawn and not self.tent else "")


ROUNDED = {HEX: "are made of hexes", ROUND: "are round", DRAWN: "are cut along their drawing"}
"""Reasons why pieces cannot have rounded corners, by shape; they complete "its pieces ..."."""


def _read_each(at: Reader, name: str) -> tuple[str, ...]:
    """Return the variants of a marker: those of a list, or the numbers of a range; () for none."""
    node = at.node(name)
    if isinstance(node, SequenceNode) and len(node.items) > MOST_COPIES:
        at.fail(name, f"'{name}' of {at.what} names {len(node.items)}, at most {MOST_COPIES} are allowed")
        return ()
    values = at.texts(name)
    if len(values) == 1 and (match := re.fullmatch(r"(\d{1,4})-(\d{1,4})", values[0])):
        first, last = int(match[1]), int(match[2])
        if first <= last <= first + MOST_COPIES:
            return tuple(map(str, range(first, last + 1)))
        at.fail(name, f"'{name}' of {at.what} must run upwards, over {MOST_COPIES} numbers at most")
    return values


def _read_copies(at: Reader, name: str) -> tuple[int, ...]:
    """Return the number of copies of each variant; the variants are read again to count them."""
    before, node, what = len(at.problems), at.node(name), f"'{name}' of {at.what}"
    each = _read_each(at, "each")
    variants = len(each) or 1 if len(at.problems) == before else 0  # 0: the list has problems, its length is unknown
    nodes = node.items if isinstance(node, SequenceNode) else (node,) * variants if node else ()
    if len(nodes) > MOST_COPIES + 1:  # a range may have MOST_COPIES + 1 numbers
        at.fail(name, f"{what} has {len(nodes)} numbers, at most {MOST_COPIES} are allowed")
    if node is None or len(nodes) > MOST_COPIES + 1:
        return (1,) * variants
    numbers = [whole_number(entry, what, at.problems, 0, MOST_COPIES) for entry in nodes]
    if variants and len(numbers) != variants:
        at.fail(name, f"{what} has {len(numbers)} numbers for {variants} of 'each'",
                "give one number for all, or one for every entry of 'each'")
    return tuple(number or 0 for number in (*numbers, *([0] * variants))[:variants])


def _read_whose(at: Reader, name: str) -> Side | None:
    key = at.text(name) if name in at else ""
    if key and key not in at.context.sides:
        at.fail(name, f"'{name}' of {at.what}: there is no side '{key}'", suggestion(key, at.context.sides))
    side: Side | None = at.context.sides.get(key)
    return side


@block
class MarkerKind(Piece):
    """A kind of marker: `each` are the names of its variants ("" for the only one), `copies` the number of each.

    `size` is (width, height), (NOTHING, NOTHING) for a piece of hexes. `beside` is the key of the kind of counter whose
    sheets it shares, "" if it has sheets of its own; those have the title `sheet`.
    """

    shape: str = keys.choice(("square", ROUND, DRAWN, HEX), "`square` (any rectangle), `round`, `drawn` if they are "
                             "[cut along their picture](#pieces-cut-along-their-picture), or `hex` for [pieces of "
                             "hexes](#pieces-of-hexes), which have no `size`", default="square", decisive=True)
    title: str = keys.text("its name; may stand in texts as `{title}`", default=lambda at: spoken(at.key))
    size: Size = keys.special(_read_size, {"type": "string"}, "width x height, or one length for a square or a circle")
    each: tuple[str, ...] = keys.special(
        _read_each, {"type": ["array", "string", "number"]},
        "a list, or a range of numbers (`0-10`): one marker for each, which stands in texts as `{each}`")
    copies: tuple[int, ...] = keys.special(_read_copies, {"type": ["array", "integer", "string"]},
                                           "how many of it, or a list with a number for each of `each` (1)")
    beside: str = keys.text("a kind of counter: the marker goes on the sheets of that kind if they have space, and has "
                            "no sheets of its own. A scenario without these counters has it among its markers",
                            default="", name="with")
    side: Side | None = keys.special(_read_whose, {"type": "string"}, "the key of its side: `ground: side`, `band: "
                                     "side` and `picture: emblem` are those of that side, and `with` puts it on that "
                                     "side’s sheets")
    sheet: str = keys.text("the title of its sheets, which it shares with other markers of that title, for instance "
                           "`Terrain` (Markers)", default="")
    front: Face = keys.special(read_face, _face_shape, "the parts of the face, and of the [other "
                               "face](#fronts-and-backs)", default=...)
    back: Face = keys.special(read_back, back_shape)
    beside_span: Span | None = None

    facing = False

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Let texts use its title and its variant."""
        at.context = at.context.within(frozenset({"title", "each"}))

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        return {"front": self.front, "back": self.back}

    def settled(self, at: Reader) -> Self | None:
        for name, face in self.faces.items():
            if needs := uses_unit(face, sided="side" in at):
                at.fail(name, f"{at.what} belongs to no unit: '{needs}' has no meaning here",
                        "" if needs == "picture: unit" else "write whose it is: side: ...")
        if self.round and self.size[0].points != self.size[1].points:
            at.fail("size", f"{at.what} is round: its width and height must be the same")
        self.check_cut(at, self.size, ROUNDED.get(self.shape, ""))
        marker = replace(self, each=self.each or ("",), beside_span=at.span("with"))
        return marker.hexed(at, "front" if self.drawn else "")


def read(node: Node, context: Context) -> Mapping[str, CounterKind]:
    """Return the kinds of counters of a game."""
    root = Reader(node, context.problems, "the section 'counters'", context)
    return {key: keys.read(CounterKind, reader) for key, reader in root.each("counter")}


def read_markers(node: Node, context: Context) -> Mapping[str, MarkerKind]:
    """Return the kinds of markers of a game."""
    root = Reader(node, context.problems, "the section 'markers'", context)
    markers: dict[str, MarkerKind] = {key: keys.read(MarkerKind, reader) for key, reader in root.each("marker")}
    counts = accumulate(sum(kind.copies) for kind in markers.values())
    if many := next((kind for kind, count in zip(markers.values(), counts, strict=True) if count > MOST_PIECES), None):
        what = f"with those of '{many.key}' there are more than {MOST_PIECES:,} markers"
        context.problems.add(many.span, what, "write fewer 'copies'")
    return markers


class Tracked(NamedTuple):
    """The steps of a track that has markers, the size of these in points, and the place of the request."""

    steps: tuple[str, ...]
    size: float
    span: Span | None


def of_tracks(context: Context) -> Mapping[str, MarkerKind]:
    """Return the markers that tracks ask for, built from the same keys as markers in the data."""
    kinds = dict[str, MarkerKind]()
    for key, tracked in context.tracks.items():
        front = [{"text": "{title}", "edge": "top", "take": "30 %", "largest": "7 pt"},
                 {"text": "**{each}**", "largest": "12 pt", "margin": "8 %"}]
        size = f"{round(tracked.size / MM, 2):g} mm"
        written = {"title": spoken(key), "each": tracked.steps, "size": size, "front": front}
        node = parse_text(json.dumps(written, ensure_ascii=False), key, context.problems)
        assert node
        kinds[key] = replace(keys.read(MarkerKind, Reader(node, context.problems, f"marker '{key}'", context), key=key),
                             span=tracked.span)
    return kinds


def check_beside(markers: Mapping[str, MarkerKind], context: Context) -> None:
    """Report markers that share the sheets of unknown counters, or that have both `with` and `sheet`."""
    counters = context[COUNTERS]
    for kind in markers.values():
        if kind.beside and kind.beside not in counters:
            if not context.noted.has("counters", kind.beside):
                context.problems.add(kind.beside_span, f"marker '{kind.key}' goes with counters '{kind.beside}', which "
                                     "do not exist", suggestion(kind.beside, counters))
        elif kind.beside and kind.sheet:
            context.problems.add(kind.beside_span, f"marker '{kind.key}' goes with counters: it has no 'sheet' of its "
                                 "own", "leave out 'with' or 'sheet'")


def warnings(game: Game) -> Iterator[str]:
    """Yield a warning for each map whose hexes are too small for the counters on it."""
    for hexmap in game[MAPS].values():
        kind = game[COUNTERS].get(hexmap.counters) or game[MARKERS].get(hexmap.counters)
        if not kind:
            continue
        sizes = [kind.size] if kind.size else [size.base for size in game.sizes]
        bases = [(width.pt, length.pt) for width, length in sizes]
        if kind.base:  # a piece of hexes is measured as a circle
            bases = [(kind.base.across.pt - 2 * kind.base.inset.pt,) * 2]
        need = max((least(*base, bool(kind.base) or kind.round) for base in bases), default=0.0)
        if need > hexmap.across.pt + 1e-6:
            yield (f"map '{hexmap.title}': its hexes are {hexmap.across.text} across flats, too small for "
                   f"'{kind.title}': these need {need / MM:.1f} mm")


def least(width: float, length: float, round_: bool) -> float:
    """Return the least hex, across flats, for a rectangular or round counter with a side parallel to a flat.

    >>> round(least(1.0, 1.0, False), 3)
    1.366
    """
    if round_:
        return max(width, length)
    # The corner must lie within the sloping side: the half sides are projected onto its normal, by cos 30 and sin 30.
    slope = 2 * SQUARE - 1  # the square root of 3
    return min(max(length, (slope * width + length) / 2), max(width, (slope * length + width) / 2))


COUNTERS = Section("counters", read, blocks=CounterKind)
MARKERS = Section("markers", read_markers, check_beside, blocks=MarkerKind, besides=of_tracks)
