"""Counters of units and markers: the sections `counters` and `markers` of a game, and the faces of cards too.

A face is a list of parts in reading order. A part takes a strip from one edge of the remaining face (`edge` and `take`)
or, without an edge, fills the remaining face. Borders and grounds cover the whole face, whatever was taken from it. A
share ("20 %") is of the whole face. On pieces of hexes the parts lie inside the outline, below the mark at the front;
the bow is up. The kinds of parts and their drawing are in `printshop.elements.faces`.

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

from printshop.formulas import Formula
from printshop.game.hex_bases import HEX_BASE_KEYS as HEX_KEYS
from printshop.game.hex_bases import HexBase, read_hex_base
from printshop.game.maps import MAPS
from printshop.game.model import Game, ReadContext, Side
from printshop.hexes import HEX_AROUND_UNIT_SQUARE
from printshop.lengths import MM, Length, parse_length
from printshop.problems import Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import BlockKindsByKey, DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import ZERO_LENGTH, Reader, describe_node, make_title, read_integer
from printshop.schema.sections import Section
from printshop.source import Node, ScalarNode, SequenceNode, parse_yaml

BY_CLASS = "by size class"
HEX, DRAWN, ROUND = "hex", "drawn", "round"
BOWS = ("right", "up")
TENT_FACES, FLAT_FACES = ("profile", "flap"), ("front", "back")
MAX_COPIES = 500
MAX_PIECES = 10_000  # markers of a game; also counters made by one command
Size = tuple[Length, Length]

EDGES = ("top", "bottom", "left", "right", "bow", "stern")
SIDE = "side"


class RelativeLength(NamedTuple):
    """A length in points plus a share (0 to 1) of a whole length."""

    points: float = 0.0
    share: float = 0.0

    def to_points(self, full_length: float) -> float:
        """Return the length in points for a given whole length."""
        return self.points + self.share * full_length


NO_LENGTH = RelativeLength()
RELATIVE_LENGTH_SCHEMA = {"type": ["string", "number"]}


def read_relative_length(reader: Reader, name: str,
                         default: RelativeLength | None = NO_LENGTH) -> RelativeLength | None:
    """Return the length or share at a key ("7 pt", "20 %"), `default` if the key is missing."""
    if name not in reader:
        return default
    text = reader.read_text(name)
    if match := re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) *%", text):
        share = Fraction(match[1]) / 100
        if share > 1:
            reader.add_problem(name, f"'{name}' of {reader.label} is more than the whole face")
        return RelativeLength(share=float(share))
    try:
        return RelativeLength(parse_length(text).pt) if text else NO_LENGTH
    except ValueError as error:
        reader.add_problem(name, f"'{name}' of {reader.label}: {error}",
                           "or give a share of the face, for instance 20 %")
        return NO_LENGTH


@data_block
class FaceElement(DataBlock):
    """A part of a face: its content and its place. `cell` is the number of a hex, 0 for the whole piece.

    Each kind says of itself: the `default_margin` margin; the attribute that it `required_attribute` to be of use;
    whether it is `is_plain` colour; whether a piece can be cut along it (`has_outline`); whether it turns with the
    bow (`turns_with_bow`). `unit_dependency` names the content that needs a unit, "" for none; a `is_fixed` part
    looks the same on all pieces.
    """

    edge: str = keys.choice(EDGES, "top, bottom, left, right, bow or stern: the edge from which the part takes its "
                            "strip; its size: a share of the face (`20 %`) or a length", default="")
    take: RelativeLength = keys.custom(read_relative_length, RELATIVE_LENGTH_SCHEMA, default=NO_LENGTH)
    own_margin: RelativeLength | None = keys.custom(lambda reader, name: read_relative_length(reader, name, None),
                                                    RELATIVE_LENGTH_SCHEMA, "the space left free on the "
                                                    "left and on the right", default=None, name="margin")
    only_if: Formula | None = keys.formula("a formula: the part is shown only if it is true (not if it is unknown; "
                                           "then `printshop check` says so)", default=None)
    cell: int = keys.integer("pieces of several hexes: the number of the hex that the part goes into, as listed in "
                             "`cells`; without it the part goes on the whole piece", 1, default=0)

    default_margin: ClassVar[RelativeLength] = NO_LENGTH
    required_attribute: ClassVar[str] = ""
    is_plain: ClassVar[bool] = False
    has_outline: ClassVar[bool] = False
    turns_with_bow: ClassVar[bool] = False

    @property
    def margin(self) -> RelativeLength:
        """The free space left and right of it."""
        return self.default_margin if self.own_margin is None else self.own_margin

    @property
    def unit_dependency(self) -> str:
        """The content that needs a unit, "picture: unit"; "" for none."""
        return ""

    @property
    def is_fixed(self) -> bool:
        """Whether it looks the same for all units, apart from its condition."""
        return not self.unit_dependency

    def validate(self, reader: Reader) -> Self | None:
        """Return the part, None if the attribute that it needs is missing."""
        if self.edge and "take" not in reader:
            reader.add_problem("edge", f"{reader.label} lacks 'take': how much of the face it takes",
                               "write for instance take: 20 %")
        elif "take" in reader and "edge" not in reader:
            reader.add_problem("take", f"'take' of {reader.label} needs an 'edge' to take from",
                               f"edge is one of {', '.join(EDGES)}")
        return None if self.required_attribute and getattr(self, self.required_attribute) is None else self

    def make_draw_function(self, rectangle: Any, painter: Any) -> Any:
        """Return a function that draws the part in the box `rectangle` on the face of a painter.

        See `printshop.elements.faces`.
        """
        raise NotImplementedError


Face = tuple[FaceElement, ...]
FACE_ELEMENTS: BlockKindsByKey[FaceElement] = BlockKindsByKey(FaceElement, "a part is one thing",
                                                              "make two parts of it")


def read_face(reader: Reader, name: str, *, required: bool = True) -> Face:
    """Return the parts of the face at a key; formulas may use the names of the reader's context."""
    node = reader.get_node(name, required=required)
    if node is None:
        return ()
    if not isinstance(node, SequenceNode):
        reader.add_problem(name, f"'{name}' of {reader.label} must be a list of parts, found {describe_node(node)}",
                           'begin each part with "- ", for instance "- text: ..."')
        return ()
    element_readers = (Reader(entry, reader.problems, f"part {number} of '{name}' of {reader.label}", reader.context)
                       for number, entry in enumerate(node.items, 1))
    return tuple(element for element_reader in element_readers
                 if (element := keys.read_block(FACE_ELEMENTS, element_reader)))


def read_back(reader: Reader, name: str = "back") -> Face:
    """Return the face at `back`: a list of parts, `side` for the colour and emblem of the side, or a colour."""
    reader.get_node(name)
    word = reader.get_raw_text(name)
    if not word:
        return read_face(reader, name, required=False)
    kinds: Mapping[str, Any] = FACE_ELEMENTS.blocks
    if word == SIDE:
        return kinds["ground"](color=SIDE), kinds["picture"](name=None, is_emblem=True,
                                                             own_margin=RelativeLength(share=0.08))
    if not word.startswith("#"):
        reader.add_problem(name, f"'{name}' of {reader.label}: '{word}' is not a back",
                           'write a list of parts, side, or a colour, for instance "#0072b2"')
        return ()
    return (kinds["ground"](color=reader.read_color(name)),)


def _make_face_schema(writer: JsonSchemaWriter) -> Mapping[str, Any]:
    return {"type": "array", "items": writer.make_block_schema(FACE_ELEMENTS)}


def make_back_schema(writer: JsonSchemaWriter) -> Mapping[str, Any]:
    """Return the JSON Schema of a back."""
    return {"type": ["array", "string"], "items": writer.make_block_schema(FACE_ELEMENTS)}


def is_plain_face(face: Face) -> bool:
    """Return whether a face has only colours, patterns and the emblem of a side."""
    return bool(face) and all(element.is_plain or element.unit_dependency == "picture: emblem" for element in face)


def find_unit_dependency(face: Face, *, has_side: bool = False) -> str:
    """Return the first content of a face that needs a unit, "picture: unit"; "" for none.

    If `has_side`, the piece has a side, so that only the unit's own picture counts.
    """
    return next((element.unit_dependency for element in face if element.unit_dependency
                 and not (has_side and element.unit_dependency != "picture: unit")), "")


# Ways to print backs; the player may also ask for "short", to flip the sheet on its short edge.
BACK_METHODS = ("beside", "long", "fold", "none")


@data_block
class CutKeys(DataBlock):
    """Keys for cutting pieces out of sheets and printing their backs; None is the default of the kind of piece."""

    backs: str = keys.choice(BACK_METHODS, "where the back is printed unless the player says otherwise: `beside` the "
                                           "front, "
                             "to be folded (the default); `long`, on the other side of the sheet; `fold`, on its other "
                             "half; `none`", default=BACK_METHODS[0])
    gap: Length | None = keys.length("the space between neighbours: `1/8 in` is usual for punches and for print shops",
                                     default=None, maximum="50 mm")
    bleed: Length | None = keys.length("how far colours extend beyond the cut (1.5 mm); between neighbours, at most "
                                       "half the gap", default=None, maximum="10 mm")
    corners: Length | None = keys.length("the radius of rounded corners; it is marked, the cuts are straight",
                                         default=None, maximum="50 mm")

    def check_cut(self, reader: Reader, size: tuple[Length, Length] | None, why_not_rounded: str = "") -> None:
        """Report impossible values; `why_not_rounded` says why pieces cannot have rounded corners: "are round"."""
        if "backs" in reader and "back" not in reader:
            reader.add_problem("backs", f"{reader.label} has 'backs', but no 'back'",
                               "write what is on its back, or leave it out")
        if "corners" in reader and why_not_rounded:
            reader.add_problem("corners", f"'corners' of {reader.label}: its pieces {why_not_rounded}", "leave it out")
        elif size and self.corners and min(size).points and 2 * self.corners.points > min(size).points:
            reader.add_problem("corners", f"'corners' of {reader.label}: {self.corners.text} is more than half of its "
                                          "shorter side",
                               "write a smaller radius, or shape: round")


# --- counters and markers


def _read_size(reader: Reader, name: str) -> Size:
    """Return width and height, or one length for both; a piece of hexes must not have a size."""
    node = reader.get_node(name, required=reader.get_raw_text("shape") != HEX)
    if reader.get_raw_text("shape") == HEX:
        if node:
            reader.add_problem(name, f"{reader.label} is as large as its hexes: it has no '{name}'",
                               "write across: 40 mm instead")
        return ZERO_LENGTH, ZERO_LENGTH
    square = isinstance(node, ScalarNode) and not set("x×") & set(node.text)
    side = reader.read_length(name, None) if square else None
    size = (side, side) if side else None if square else reader.read_size(name, None)
    if size and min(size).points <= 0:
        reader.add_problem(name, f"{reader.label} must have a width and a height")
    return size or (ZERO_LENGTH, ZERO_LENGTH)


def _read_base_size(reader: Reader, name: str) -> Size | None:
    """Return the size of a counter, None for the base of the unit's size class."""
    if reader.get_raw_text(name) != BY_CLASS or reader.get_raw_text("shape") == HEX:
        return _read_size(reader, name)
    reader.get_node(name)
    if not reader.context.sizes:
        reader.add_problem(name, f"{reader.label} goes by size class, but the game has no size classes",
                           "add size_classes to game.yaml, or write a size such as 5/8 x 5/8 in")
    return None


@data_block
class CounterBase(CutKeys):
    """Common keys of counters and markers; `hex_base` are the hexes of a piece that covers hexes."""

    default: bool = keys.flag("whether it is printed when nothing else is asked for (true)", default=True)
    shape: str = ""
    key: str = ""
    span: Span | None = None
    hex_base: HexBase | None = None

    default_facing: ClassVar[bool]  # whether the front of a piece of hexes is marked by default

    @property
    def is_round(self) -> bool:
        """Whether it is round."""
        return self.shape == ROUND

    @property
    def follows_picture(self) -> bool:
        """Whether it is cut along the outline of its picture."""
        return self.shape == DRAWN

    @property
    def faces(self) -> Mapping[str, Face]:
        """Its faces by their keys."""
        raise NotImplementedError

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys of pieces of hexes."""
        return keys.list_block_keys(HexBase)

    def with_hexes(self, reader: Reader, outline_face: str) -> Self:
        """Return the piece with its hexes, if it covers any; report parts and keys that it cannot have.

        `outline_face` is the face with the picture along which it is cut, "" for none.
        """
        hexes = reader.get_raw_text("shape") == HEX
        base = read_hex_base(reader, facing=self.default_facing) if hexes else None
        cells = len(base.cells) if base else 0
        for name, face in self.faces.items() if base or not hexes else ():
            if wrong_cell := next((element.cell for element in face if element.cell > cells), 0):
                reader.add_problem(name, f"'cell: {wrong_cell}' in '{name}' of {reader.label}: it has {cells} "
                                   f"{'hex' if cells == 1 else 'hexes'}",
                                   "count the hexes of 'cells' from 1" if cells
                                   else "only pieces with shape: hex have cells")
        for name in () if hexes else HEX_KEYS:
            if reader.get_node(name):
                reader.add_problem(name, f"{reader.label} has '{name}', but covers no hexes",
                                   "write shape: hex as well")
        if outline_face in reader and not any(part.has_outline for part in self.faces[outline_face]):
            reader.add_problem("shape", f"{reader.label} is cut along a picture, but its front has none",
                               "add a part such as - picture: island.svg")
        return replace(self, hex_base=base)


def _read_counter_kind(reader: Reader, name: str) -> str:
    return reader.read_choice(name, ("tent", "flat"), "tent" if "profile" in reader else "flat")


def _read_unit_type(reader: Reader, name: str) -> str:
    types: tuple[str, ...] = tuple(reader.context.unit_types)
    key = types[0] if name not in reader and len(types) == 1 else reader.read_text(name)
    if key and key not in types:
        reader.add_problem(name, f"there is no unit type '{key}'", suggest_name(key, types))
    return key if key in types else ""


def _read_side_face(reader: Reader, name: str) -> Face:
    """Return a face of the counter's kind, tent or flat; () at a key that belongs to the other kind."""
    if (_read_counter_kind(reader, "kind") == "tent") is not (name in TENT_FACES):
        return ()
    return read_back(reader) if name == "back" else read_face(reader, name)


@data_block
class CounterKind(CounterBase):
    """A kind of counter. `size` is (beam, length), None for that of the unit's size class.

    A tent has the faces "profile" and "flap", a flat counter "front" and perhaps "back". With `copies` None there is
    one counter for each unit; with `only_if` None the kind is for all units of the type.
    """

    shape: str = keys.choice(("rectangle", ROUND, DRAWN, HEX), "`rectangle`; `round` for flat ones, such as the discs "
                             "of [dials](#dials); `drawn` for flat ones [cut along their "
                             "picture](#pieces-cut-along-their-picture); or `hex` for flat [pieces of "
                             "hexes](#pieces-of-hexes), which have no `size`", default="rectangle", decisive=True)
    title: str = keys.text("the title of its sheets", default=lambda reader: make_title(reader.key))
    kind_: str = keys.custom(_read_counter_kind, {"enum": ["tent", "flat"]},
                             "`tent`, a strip of four panels folded into a "
                             "three-sided tent, or `flat`", name="kind")
    unit_type: str = keys.custom(_read_unit_type, lambda writer: writer.make_entry_schema("unit_types"),
                                 "its unit type; "
                                 "may be left out if there is only one", name="units")
    size: Size | None = keys.custom(
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
    profile: Face = keys.custom(
        _read_side_face, _make_face_schema, "tent, which needs both: the parts of its side, drawn with the bow to the "
                                            "right "
        "and mirrored for port (words are not mirrored), and of its underside")
    flap: Face = keys.custom(_read_side_face, _make_face_schema)
    bow: str = keys.choice(BOWS, "flat: `right`, with the length across (the default), or `up`, with the length up the "
                           "page", default=BOWS[0])
    front: Face = keys.custom(_read_side_face, _make_face_schema,
                              "flat, which needs a `front`: the parts of the face; and "
                              "of the [other face](#fronts-and-backs)")
    back: Face = keys.custom(_read_side_face, make_back_schema)

    default_facing = True

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let texts and formulas use the names of the units, and `copy`."""
        types = reader.context.unit_types
        named_type = types.get(reader.get_raw_text("units"))
        for unit_type in [named_type] if named_type else types.values():
            reader.context = reader.context.with_names(unit_type.value_names)
        reader.context = reader.context.with_names(frozenset({"copy"}))

    @property
    def is_tent(self) -> bool:
        """Whether it is folded into a tent."""
        return self.kind_ == "tent"

    @property
    def has_sheets_by_side(self) -> bool:
        """Whether every side has sheets of its own."""
        return self.pages == "by side"

    @property
    def is_bow_up(self) -> bool:
        """Whether the bow of a flat counter is up."""
        return self.bow == "up"

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        return {name: getattr(self, name) for name in (TENT_FACES if self.is_tent else FLAT_FACES)}

    def validate(self, reader: Reader) -> Self | None:
        hexes = self.shape == HEX
        if self.shape != "rectangle" and self.is_tent:
            reader.add_problem("shape", f"{reader.label} is a tent: a tent stands on a rectangle",
                               "leave 'shape' or 'kind' out")
        if "bow" in reader and (self.is_tent or hexes):
            reader.add_problem("bow", f"{reader.label} has 'bow', but is {'of hexes' if hexes else 'a tent'}",
                               "leave it out: its bow is up" if hexes else "leave it out: its bow is to the right")
        bases = [size.base for size in reader.context.sizes]  # without a size the counter must suit the smallest base
        least_base = min(bases, key=lambda base: min(side.points for side in base)) if bases else None
        if self.is_round and any(beam.points != length.points for beam,
                                 length in ([self.size] if self.size else bases)):
            reader.add_problem("size", f"{reader.label} is round: its width and height must be the same")
        self.check_cut(reader, self.size or least_base,
                       WHY_NOT_ROUNDED.get(self.shape, "stand up" if self.is_tent else ""))
        return self.with_hexes(reader, "front" if self.follows_picture and not self.is_tent else "")


WHY_NOT_ROUNDED = {HEX: "are made of hexes", ROUND: "are round", DRAWN: "are cut along their drawing"}
"""Reasons why pieces cannot have rounded corners, by shape; they complete "its pieces ..."."""


def _read_each(reader: Reader, name: str) -> tuple[str, ...]:
    """Return the variants of a marker: those of a list, or the numbers of a range; () for none."""
    node = reader.get_node(name)
    if isinstance(node, SequenceNode) and len(node.items) > MAX_COPIES:
        reader.add_problem(name, f"'{name}' of {reader.label} names {len(node.items)}, at most {MAX_COPIES} are "
                                 "allowed")
        return ()
    values = reader.read_texts(name)
    if len(values) == 1 and (match := re.fullmatch(r"(\d{1,4})-(\d{1,4})", values[0])):
        first, last = int(match[1]), int(match[2])
        if first <= last <= first + MAX_COPIES:
            return tuple(map(str, range(first, last + 1)))
        reader.add_problem(name, f"'{name}' of {reader.label} must run upwards, over {MAX_COPIES} numbers at most")
    return values


def _read_copies(reader: Reader, name: str) -> tuple[int, ...]:
    """Return the number of copies of each variant; the variants are read again to count them."""
    problem_count, node, label = len(reader.problems), reader.get_node(name), f"'{name}' of {reader.label}"
    each = _read_each(reader, "each")
    # 0: the list has problems, its length is unknown
    variant_count = len(each) or 1 if len(reader.problems) == problem_count else 0
    nodes = node.items if isinstance(node, SequenceNode) else (node,) * variant_count if node else ()
    if len(nodes) > MAX_COPIES + 1:  # a range may have MOST_COPIES + 1 numbers
        reader.add_problem(name, f"{label} has {len(nodes)} numbers, at most {MAX_COPIES} are allowed")
    if node is None or len(nodes) > MAX_COPIES + 1:
        return (1,) * variant_count
    numbers = [read_integer(entry, label, reader.problems, 0, MAX_COPIES) for entry in nodes]
    if variant_count and len(numbers) != variant_count:
        reader.add_problem(name, f"{label} has {len(numbers)} numbers for {variant_count} of 'each'",
                           "give one number for all, or one for every entry of 'each'")
    return tuple(number or 0 for number in (*numbers, *([0] * variant_count))[:variant_count])


def _read_side(reader: Reader, name: str) -> Side | None:
    key = reader.read_text(name) if name in reader else ""
    if key and key not in reader.context.sides:
        reader.add_problem(name, f"'{name}' of {reader.label}: there is no side '{key}'",
                           suggest_name(key, reader.context.sides))
    side: Side | None = reader.context.sides.get(key)
    return side


@data_block
class MarkerKind(CounterBase):
    """A kind of marker: `each` are the names of its variants ("" for the only one), `copies` the number of each.

    `size` is (width, height), (NOTHING, NOTHING) for a piece of hexes. `counter_kind` is the key of the kind of
    counter whose sheets it shares, "" if it has sheets of its own; those have the title `sheet`.
    """

    shape: str = keys.choice(("square", ROUND, DRAWN, HEX), "`square` (any rectangle), `round`, `drawn` if they are "
                             "[cut along their picture](#pieces-cut-along-their-picture), or `hex` for [pieces of "
                             "hexes](#pieces-of-hexes), which have no `size`", default="square", decisive=True)
    title: str = keys.text("its name; may stand in texts as `{title}`", default=lambda reader: make_title(reader.key))
    size: Size = keys.custom(_read_size, {"type": "string"}, "width x height, or one length for a square or a circle")
    each: tuple[str, ...] = keys.custom(
        _read_each, {"type": ["array", "string", "number"]},
        "a list, or a range of numbers (`0-10`): one marker for each, which stands in texts as `{each}`")
    copies: tuple[int, ...] = keys.custom(_read_copies, {"type": ["array", "integer", "string"]},
                                          "how many of it, or a list with a number for each of `each` (1)")
    counter_kind: str = keys.text("a kind of counter: the marker goes on the sheets of that kind if they have space, "
                                  "and has "
                                  "no sheets of its own. A scenario without these counters has it among its markers",
                                  default="", name="with")
    side: Side | None = keys.custom(_read_side, {"type": "string"}, "the key of its side: `ground: side`, `band: "
                                    "side` and `picture: emblem` are those of that side, and `with` puts it on that "
                                    "side’s sheets")
    sheet: str = keys.text("the title of its sheets, which it shares with other markers of that title, for instance "
                           "`Terrain` (Markers)", default="")
    front: Face = keys.custom(read_face, _make_face_schema, "the parts of the face, and of the [other "
                              "face](#fronts-and-backs)", default=...)
    back: Face = keys.custom(read_back, make_back_schema)
    counter_kind_span: Span | None = None

    default_facing = False

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let texts use its title and its variant."""
        reader.context = reader.context.with_names(frozenset({"title", "each"}))

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        return {"front": self.front, "back": self.back}

    def validate(self, reader: Reader) -> Self | None:
        for name, face in self.faces.items():
            if dependency := find_unit_dependency(face, has_side="side" in reader):
                reader.add_problem(name, f"{reader.label} belongs to no unit: '{dependency}' has no meaning here",
                                   "" if dependency == "picture: unit" else "write whose it is: side: ...")
        if self.is_round and self.size[0].points != self.size[1].points:
            reader.add_problem("size", f"{reader.label} is round: its width and height must be the same")
        self.check_cut(reader, self.size, WHY_NOT_ROUNDED.get(self.shape, ""))
        marker = replace(self, each=self.each or ("",), counter_kind_span=reader.find_span("with"))
        return marker.with_hexes(reader, "front" if self.follows_picture else "")


def read_counters(node: Node, context: ReadContext) -> Mapping[str, CounterKind]:
    """Return the kinds of counters of a game."""
    root = Reader(node, context.problems, "the section 'counters'", context)
    return {key: keys.read_block(CounterKind, counter_reader) for key, counter_reader in root.open_entries("counter")}


def read_markers(node: Node, context: ReadContext) -> Mapping[str, MarkerKind]:
    """Return the kinds of markers of a game."""
    root = Reader(node, context.problems, "the section 'markers'", context)
    markers: dict[str, MarkerKind] = {key: keys.read_block(MarkerKind, marker_reader) for key,
                                      marker_reader in root.open_entries("marker")}
    counts = accumulate(sum(kind.copies) for kind in markers.values())
    if excess_kind := next((kind for kind, count in zip(markers.values(), counts, strict=True) if count > MAX_PIECES),
                           None):
        message = f"with those of '{excess_kind.key}' there are more than {MAX_PIECES:,} markers"
        context.problems.add(excess_kind.span, message, "write fewer 'copies'")
    return markers


class TrackMarkers(NamedTuple):
    """The steps of a track that has markers, the size of these in points, and the place of the request."""

    steps: tuple[str, ...]
    size: float
    span: Span | None


def make_track_markers(context: ReadContext) -> Mapping[str, MarkerKind]:
    """Return the markers that tracks ask for, built from the same keys as markers in the data."""
    kinds = dict[str, MarkerKind]()
    for key, track_markers in context.marker_tracks.items():
        front = [{"text": "{title}", "edge": "top", "take": "30 %", "largest": "7 pt"},
                 {"text": "**{each}**", "largest": "12 pt", "margin": "8 %"}]
        size = f"{round(track_markers.size / MM, 2):g} mm"
        marker_values = {"title": make_title(key), "each": track_markers.steps, "size": size, "front": front}
        node = parse_yaml(json.dumps(marker_values, ensure_ascii=False), key, context.problems)
        assert node
        kinds[key] = replace(keys.read_block(MarkerKind, Reader(node, context.problems, f"marker '{key}'", context),
                                             key=key),
                             span=track_markers.span)
    return kinds


def check_marker_sheets(markers: Mapping[str, MarkerKind], context: ReadContext) -> None:
    """Report markers that share the sheets of unknown counters, or that have both `with` and `sheet`."""
    counters = context[COUNTERS]
    for kind in markers.values():
        if kind.counter_kind and kind.counter_kind not in counters:
            if not context.written_names.may_have("counters", kind.counter_kind):
                context.problems.add(kind.counter_kind_span,
                                     f"marker '{kind.key}' goes with counters '{kind.counter_kind}', which "
                                     "do not exist", suggest_name(kind.counter_kind, counters))
        elif kind.counter_kind and kind.sheet:
            context.problems.add(kind.counter_kind_span,
                                 f"marker '{kind.key}' goes with counters: it has no 'sheet' of its "
                                 "own", "leave out 'with' or 'sheet'")


def find_hex_size_warnings(game: Game) -> Iterator[str]:
    """Yield a warning for each map whose hexes are too small for the counters on it."""
    for hexmap in game[MAPS].values():
        kind = game[COUNTERS].get(hexmap.counters) or game[MARKERS].get(hexmap.counters)
        if not kind:
            continue
        sizes = [kind.size] if kind.size else [size.base for size in game.sizes]
        bases = [(width.pt, length.pt) for width, length in sizes]
        if kind.hex_base:  # a piece of hexes is measured as a circle
            bases = [(kind.hex_base.across.pt - 2 * kind.hex_base.inset.pt,) * 2]
        needed_size = max((measure_least_hex(*base, bool(kind.hex_base) or kind.is_round) for base in bases),
                          default=0.0)
        if needed_size > hexmap.across.pt + 1e-6:
            yield (f"map '{hexmap.title}': its hexes are {hexmap.across.text} across flats, too small for "
                   f"'{kind.title}': these need {needed_size / MM:.1f} mm")


def measure_least_hex(width: float, length: float, is_round: bool) -> float:
    """Return the least hex, across flats, for a rectangular or round counter with a side parallel to a flat.

    >>> round(measure_least_hex(1.0, 1.0, False), 3)
    1.366
    """
    if is_round:
        return max(width, length)
    # The corner must lie within the sloping side: the half sides are projected onto its normal, by cos 30 and sin 30.
    slope = 2 * HEX_AROUND_UNIT_SQUARE - 1  # the square root of 3
    return min(max(length, (slope * width + length) / 2), max(width, (slope * length + width) / 2))


COUNTERS = Section("counters", read_counters, entry_block=CounterKind)
MARKERS = Section("markers", read_markers, check_marker_sheets, entry_block=MarkerKind,
                  derive_entries=make_track_markers)
