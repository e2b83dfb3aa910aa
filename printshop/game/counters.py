"""Counters, markers and their faces as declared in YAML: the sections `counters` and `markers`, and faces of cards.

A face is a list of parts in reading order. A part with the keys `edge` and `take` is drawn in a strip along one
edge of the remaining face. A part without an edge fills the remaining face. Borders and grounds always cover the
whole face, including the strips of other parts. A share such as "20 %" is a share of the whole face. On pieces
of hexes, the parts lie inside the outline, below the mark at the front, and the bow is up. The kinds of parts
and their drawing are in `printshop.elements`.

A tent is a strip of four panels that is folded into a three-sided tent. A flat counter has a front and may have
a back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar, NamedTuple, Self

from printshop.formulas import Formula
from printshop.game.elements import ELEMENTS, FACE
from printshop.game.formula_keys import Wording
from printshop.game.hex_bases import HEX_BASE_KEYS as HEX_KEYS
from printshop.game.hex_bases import HexBase, read_hex_base
from printshop.game.model import Game, ReadContext, Side
from printshop.game.pictures import EMBLEM, UNIT
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
BOW_WORDS = {"right": "To the right", "up": "Up"}
BOWS = tuple(BOW_WORDS)
TENT_FACES, FLAT_FACES = ("profile", "flap"), ("front", "back")
MAX_COPIES = 500
MAX_PIECES = 10_000  # markers of a game; also counters made by one command
Size = tuple[Length, Length]

EDGES = ("top", "bottom", "left", "right", "bow", "stern")
SIDE = "side"


class RelativeLength(NamedTuple):
    """A length: `points` plus a share (0 to 1) of a whole length."""

    points: float = 0.0
    share: float = 0.0

    def to_points(self, full_length: float) -> float:
        """Return the length in points for a given whole length."""
        return self.points + self.share * full_length


NO_LENGTH = RelativeLength()
TEXT_MARGIN = RelativeLength(share=0.05)  # the usual margin of words and pictures
RELATIVE_LENGTH_SCHEMA = {"type": ["string", "number"], **keys.make_kind("share")}


def read_relative_length(reader: Reader, name: str,
                         default: RelativeLength | None = NO_LENGTH) -> RelativeLength | None:
    """Return the length or share at a key ("7 pt", "20 %"), or `default` if the key is missing."""
    if name not in reader:
        return default
    text = reader.read_text(name)
    if match := re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) *%", text):
        share = Fraction(match[1]) / 100
        if share > 1:
            reader.add_problem(name, f"'{name}' of {reader.label} must not be more than 100 % of the face")
        return RelativeLength(share=float(share))
    try:
        return RelativeLength(parse_length(text).pt) if text else NO_LENGTH
    except ValueError as error:
        reader.add_problem(name, f"'{name}' of {reader.label}: {error}",
                           "write a length, or a share of the face, for example 20 %")
        return NO_LENGTH


@data_block
class FaceElement(DataBlock):
    """The place of an element on a face.

    `cell` is the number of a hex, or 0 for the whole piece. Each kind of part sets these attributes: `default_margin`
    is the margin of a part without the key `margin`. `required_attribute` names the attribute that must not be None; it
    is "" if there is none. `is_plain` is true if the part is only colour. `has_outline` is true if a piece can be cut
    along the outline of the part. `turns_with_bow` is true if the part turns with the bow. `unit_dependency` is the
    content that needs a unit, or "". `is_fixed` is true if the part looks the same on all pieces.
    """

    edge: str = keys.choice(EDGES,
                            "`edge`: the edge from which the part takes a strip (top, bottom, left, right, bow or "
                            "stern). `take`: the size of the strip, as a length or as a share of the "
                            "face (`20 %`)",
                            label="At the edge", help_text="The part takes a strip along this edge", default="")
    take: RelativeLength = keys.custom(read_relative_length, RELATIVE_LENGTH_SCHEMA,
                                       label="Height or width", help_text="A length, or a share of the face: 20 %",
                                       default=NO_LENGTH)
    own_margin: RelativeLength | None = keys.custom(lambda reader, name: read_relative_length(reader, name, None),
                                                    RELATIVE_LENGTH_SCHEMA,
                                                    "the free space on the left and on the right "
                                                    "of the part", default=None, name="margin")
    only_if: Formula | None = keys.formula("a formula. If the formula is false or unknown, the part is not shown. "
                                           "`printshop check` reports parts with an unknown formula", default=None)
    cell: int = keys.integer("on pieces of several hexes: the number of the hex that contains the part, in the order "
                             "of `cells`. Without this key, the part is drawn on the whole piece", 1, default=0)
    span: Span | None = field(default=None, compare=False)

    default_margin: ClassVar[RelativeLength] = NO_LENGTH
    required_attribute: ClassVar[str] = ""
    is_plain: ClassVar[bool] = False
    has_outline: ClassVar[bool] = False
    turns_with_bow: ClassVar[bool] = False

    @property
    def margin(self) -> RelativeLength:
        """The free space on the left and on the right of the part."""
        return self.default_margin if self.own_margin is None else self.own_margin

    @property
    def unit_dependency(self) -> str:
        """The content that needs a unit, for example "picture: unit", or "" if no content does."""
        return ""

    @property
    def is_fixed(self) -> bool:
        """Whether the part looks the same for all units, apart from its condition."""
        return not self.unit_dependency

    def validate(self, reader: Reader) -> Self | None:
        """Return the part, or None if its `required_attribute` is missing."""
        if self.edge and "take" not in reader:
            reader.add_problem("edge", f"{reader.label} has an 'edge', but no 'take' with the size of the strip",
                               "add the size of the strip, for example 'take: 20 %'")
        elif "take" in reader and "edge" not in reader:
            reader.add_problem("take", f"{reader.label} has a 'take', but no 'edge' for the strip",
                               f"add an 'edge' with one of these values: {', '.join(EDGES)}")
        return None if self.required_attribute and getattr(self, self.required_attribute) is None else self


Face = tuple[FaceElement, ...]
FACE_ELEMENTS: BlockKindsByKey[FaceElement] = BlockKindsByKey(FaceElement, "a part can have only one of these keys",
                                                              "write a separate part for each of these keys")
ELEMENTS.add_container(FACE, FACE_ELEMENTS)


def read_face(reader: Reader, name: str, *, required: bool = True) -> Face:
    """Return the parts of the face at a key.

    Formulas may use the names in the context of the reader.
    """
    node = reader.get_node(name, required=required)
    if node is None:
        return ()
    if not isinstance(node, SequenceNode):
        reader.add_problem(name, f"'{name}' of {reader.label} must be a list of parts, found {describe_node(node)}",
                           "begin each part with \"- \", for example \"- text: ...\"")
        return ()
    element_readers = (Reader(entry, reader.problems, f"part {number} of '{name}' of {reader.label}", reader.context)
                       for number, entry in enumerate(node.items, 1))
    return tuple(element for element_reader in element_readers
                 if (element := keys.read_block(FACE_ELEMENTS, element_reader)))


def read_back(reader: Reader, name: str = "back") -> Face:
    """Return the face at the key `back`.

    The value is a list of parts, the word `side` (the colour and the emblem of the side) or a colour.
    """
    reader.get_node(name)
    word = reader.get_raw_text(name)
    if not word:
        return read_face(reader, name, required=False)
    kinds: Mapping[str, Any] = FACE_ELEMENTS.blocks
    if word == SIDE:
        return kinds["ground"](color=SIDE), kinds["picture"](name=Wording(EMBLEM, (EMBLEM,)),
                                                             own_margin=RelativeLength(share=0.08))
    if not word.startswith("#"):
        reader.add_problem(name, f"'{name}' of {reader.label} cannot be '{word}'",
                           "write a list of parts, the word 'side', or a colour such as \"#0072b2\"")
        return ()
    return (kinds["ground"](color=reader.read_color(name)),)


def _make_face_schema(writer: JsonSchemaWriter) -> Mapping[str, Any]:
    return {"type": "array", "items": writer.make_block_schema(FACE_ELEMENTS), keys.ADDING_KEYWORD: "Add a layer"}


def make_back_schema(writer: JsonSchemaWriter) -> Mapping[str, Any]:
    """Return the JSON Schema of a back."""
    return {**_make_face_schema(writer), "type": ["array", "string"]}


def is_plain_face(face: Face) -> bool:
    """Return whether a face has parts, and all of them are colours, patterns or the emblem of a side."""
    return bool(face) and all(element.is_plain or element.unit_dependency == f"picture: {EMBLEM}" for element in face)


def find_unit_dependency(face: Face, *, has_side: bool = False) -> str:
    """Return the first content of a face that needs a unit, for example "picture: unit".

    If no content needs a unit, return "". If `has_side` is true, the piece has a side. Then only the picture of
    the unit counts as content that needs a unit.
    """
    return next((element.unit_dependency for element in face if element.unit_dependency
                 and not (has_side and element.unit_dependency != f"picture: {UNIT}")), "")


# Ways to print backs; the player may also ask for "short", to flip the sheet on its short edge.
BACK_WORDS = {"beside": "Beside the front, to fold", "long": "On the other side of the sheet",
              "fold": "On the other half of the sheet", "none": "No back"}
BACK_METHODS = tuple(BACK_WORDS)


@data_block
class CutKeys(DataBlock):
    """Keys for cutting pieces out of sheets and for printing their backs.

    None stands for the default of the kind of piece.
    """

    backs: str = keys.choice(BACK_METHODS,
                             "the place of the back: `beside` (the default: beside the front, to be folded), `long` "
                             "(on the other side of the sheet), `fold` (on the other half of the sheet) or `none` (no "
                             "back). Players can choose another place",
                             label="Place of the back", help_text="", choice_words=BACK_WORDS, default=BACK_METHODS[0])
    gap: Length | None = keys.length("the space between neighbouring pieces. `1/8 in` is usual for punches and for "
                                     "print shops", label="Space between pieces",
                                     default=None, maximum="50 mm")
    bleed: Length | None = keys.length("the width of the colour beyond the cut (default: 1.5 mm). Between neighbouring "
                                       "pieces, the width is at most half of the gap",
                                       label="Colour beyond the cut", default=None, maximum="10 mm",
                                       written_default="1.5 mm")
    corners: Length | None = keys.length("the radius of rounded corners. The corners are marked on the sheet, but the "
                                         "cuts are straight", label="Rounded corners",
                                         default=None, maximum="50 mm")

    def check_cut(self, reader: Reader, size: tuple[Length, Length] | None, why_not_rounded: str = "") -> None:
        """Report impossible values.

        `why_not_rounded` says why the pieces cannot have rounded corners, as the end of a sentence, for example
        "are round". It is "" if the corners can be rounded.
        """
        if "backs" in reader and "back" not in reader:
            reader.add_problem("backs", f"{reader.label} has 'backs', but no 'back' to print",
                               "add a 'back', or leave out 'backs'")
        if "corners" in reader and why_not_rounded:
            reader.add_problem("corners", f"{reader.label} cannot have 'corners', because its pieces {why_not_rounded}",
                               "leave out 'corners'")
        elif size and self.corners and min(size).points and 2 * self.corners.points > min(size).points:
            reader.add_problem("corners",
                               f"'corners' of {reader.label} is {self.corners.text}, which is more than half of the "
                               "shorter side of the piece",
                               "write a smaller radius, or 'shape: round'")


# --- counters and markers


def _read_size(reader: Reader, name: str) -> Size:
    """Return the width and the height at a key. A single length stands for both.

    If a piece of hexes has this key, report a mistake.
    """
    node = reader.get_node(name, required=reader.get_raw_text("shape") != HEX)
    if reader.get_raw_text("shape") == HEX:
        if node:
            reader.add_problem(name, f"{reader.label} must not have a '{name}', because the hexes give the size",
                               "write the size of a hex instead, for example 'across: 40 mm'")
        return ZERO_LENGTH, ZERO_LENGTH
    square = isinstance(node, ScalarNode) and not set("x×") & set(node.text)
    side = reader.read_length(name, None) if square else None
    size = (side, side) if side else None if square else reader.read_size(name, None)
    if size and min(size).points <= 0:
        reader.add_problem(name, f"the width and the height of {reader.label} must be more than 0")
    return size or (ZERO_LENGTH, ZERO_LENGTH)


def _read_base_size(reader: Reader, name: str) -> Size | None:
    """Return the size of a counter. Return None if the size class of the unit gives its base."""
    if reader.get_raw_text(name) != BY_CLASS or reader.get_raw_text("shape") == HEX:
        return _read_size(reader, name)
    reader.get_node(name)
    if not reader.context.sizes:
        reader.add_problem(name, f"{reader.label} has the size 'by size class', but the game has no size classes",
                           "add 'size_classes' to game.yaml, or write a size such as 5/8 x 5/8 in")
    return None


@data_block
class CounterBase(CutKeys):
    """Keys that counters and markers have in common.

    `hex_base` describes the hexes that the piece covers, if any.
    """

    default: bool = keys.flag("whether the pieces are also printed when they are not requested by "
                              "name (default: true)", label="Printed by default", default=True)
    shape: str = ""
    key: str = ""
    span: Span | None = None
    hex_base: HexBase | None = None

    default_facing: ClassVar[bool]  # whether the front of a piece of hexes is marked by default

    @property
    def is_round(self) -> bool:
        """Whether the piece is round."""
        return self.shape == ROUND

    @property
    def follows_picture(self) -> bool:
        """Whether the piece is cut along the outline of its picture."""
        return self.shape == DRAWN

    @property
    def faces(self) -> Mapping[str, Face]:
        """The faces of the piece by key."""
        raise NotImplementedError

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys that only pieces of hexes may have."""
        return keys.list_block_keys(HexBase)

    def with_hexes(self, reader: Reader, outline_face: str) -> Self:
        """Return the piece with its hexes, if it covers any.

        Report parts and keys that the piece cannot have. `outline_face` is the key of the face whose picture gives the
        outline of the piece, or "".
        """
        hexes = reader.get_raw_text("shape") == HEX
        base = read_hex_base(reader, facing=self.default_facing) if hexes else None
        cells = len(base.cells) if base else 0
        for name, face in self.faces.items() if base or not hexes else ():
            if wrong_cell := next((element.cell for element in face if element.cell > cells), 0):
                reader.add_problem(name,
                                   f"'{name}' of {reader.label} has a part with 'cell: {wrong_cell}', but the piece "
                                   f"has {cells} {('hex' if cells == 1 else 'hexes')}",
                                   "write the number of one of the hexes in 'cells', counted from 1" if cells
                                   else "leave out 'cell', which only pieces with 'shape: hex' may have")
        for name in () if hexes else HEX_KEYS:
            if reader.get_node(name):
                reader.add_problem(name, f"{reader.label} must not have '{name}' without 'shape: hex'",
                                   "add 'shape: hex', or leave out the key")
        if outline_face in reader and not any(part.has_outline for part in self.faces[outline_face]):
            reader.add_problem("shape", f"{reader.label} has 'shape: drawn', but its front has no picture to cut along",
                               "add a part such as '- picture: island.svg'")
        return replace(self, hex_base=base)


_SHAPE_WORDS = {"rectangle": "Rectangle", ROUND: "Round", DRAWN: "Cut along the picture", HEX: "Hexes"}


def _read_counter_kind(reader: Reader, name: str) -> str:
    return reader.read_choice(name, ("tent", "flat"), "tent" if "profile" in reader else "flat")


def _read_unit_type(reader: Reader, name: str) -> str:
    types: tuple[str, ...] = tuple(reader.context.unit_types)
    key = types[0] if name not in reader and len(types) == 1 else reader.read_text(name)
    if key and key not in types:
        reader.add_problem(name, f"there is no unit type '{key}'", suggest_name(key, types))
    return key if key in types else ""


def _read_side_face(reader: Reader, name: str) -> Face:
    """Return the face at a key. If counters of this kind (tent or flat) do not have this key, return ()."""
    if (_read_counter_kind(reader, "kind") == "tent") is not (name in TENT_FACES):
        return ()
    return read_back(reader) if name == "back" else read_face(reader, name)


@data_block
class CounterKind(CounterBase):
    """A kind of counter.

    `size` is (beam, length), or None if the size class of the unit gives the size. A tent has the faces "profile" and
    "flap". A flat counter has the face "front" and may have the face "back". If `copies` is None, each unit has one
    counter. If `only_if` is None, all units of the type have this kind of counter.
    """

    shape: str = keys.choice(("rectangle", ROUND, DRAWN, HEX),
                             "the shape. `rectangle` is the default. Flat counters can also have the shape `round` "
                             "(for example the discs of [dials](#dials)), `drawn` ([cut along their "
                             "picture](#pieces-cut-along-their-picture)) or `hex` ([pieces of "
                             "hexes](#pieces-of-hexes), which have no `size`)",
                             help_text="", choice_words=_SHAPE_WORDS, default="rectangle", decisive=True)
    title: str = keys.text("the title of the sheets of these counters",
                           help_text="", in_view=True, default=lambda reader: make_title(reader.key))
    kind_: str = keys.custom(_read_counter_kind, {"enum": ["tent", "flat"]},
                             "the kind: `flat`, or `tent` (a strip of four panels that is folded into a three-sided "
                             "tent)", help_text="A tent is folded, and stands on three sides", name="kind",
                             in_view=True,
                             choice_words={"tent": "Tent, folded to stand", "flat": "Flat counter"})
    unit_type: str = keys.custom(_read_unit_type, lambda writer: writer.make_entry_schema("unit_types"),
                                 "the unit type of the counters. If the game has only one unit type, this key may be "
                                 "left out", label="Counters of", help_text="", name="units", in_view=True)
    size: Size | None = keys.custom(
        _read_base_size, {"type": "string"},
        "the base: beam x length, one length for a square (`5/8 in`), or `by size class`. Usual lengths are 1/2, 9/16, "
        "5/8, 3/4 and 1 in", kind="counter size", help_text="Such as 25 mm or 20 x 30 mm", in_view=True)
    copies: Formula | None = keys.formula("a formula for the number of counters of each unit (default: 1). In texts, "
                                          "`{copy}` is the number of the counter",
                                          label="Counters of each unit", default=None, written_default=1)
    only_if: Formula | None = keys.formula("a formula. If the formula is true for a unit, the unit has these counters. "
                                           "If no formula is true for a unit, but one or more formulas are unknown, "
                                           "the unit has the counters of the first kind with "
                                           "an unknown formula", default=None)
    pages: str = keys.choice(("by side", "together"),
                             "the division of the sheets. With `by side` (the default), each side has separate sheets. "
                             "With `together`, each side has separate rows, with the name of the side and the size "
                             "above the rows, if this needs no more paper", label="Sheets", default="by side",
                             choice_words={"by side": "A sheet for each side", "together": "All sides together"})
    note: str = keys.text("a short note for the top of the sheet",
                          label="Note on the sheet", help_text="A line at the top of the sheet", default="")
    profile: Face = keys.custom(
        _read_side_face, _make_face_schema,
        "for tents, which need both keys. `profile`: the parts of the sides of the tent, drawn with the bow to the "
        "right. On the port side, the parts are mirrored, except words. `flap`: the parts of the underside",
        label="Sides of the tent")
    flap: Face = keys.custom(_read_side_face, _make_face_schema, label="Flap of the tent")
    bow: str = keys.choice(BOWS,
                           "for flat counters: the direction of the bow. With `right` (the default), the length runs "
                           "across the page. With `up`, the length runs up the page",
                           label="The front points", help_text="", choice_words=BOW_WORDS, default=BOWS[0])
    front: Face = keys.custom(_read_side_face, _make_face_schema,
                              "for flat counters. `front` (required): the parts of the front. `back`: the parts of the "
                              "[back](#fronts-and-backs)")
    back: Face = keys.custom(_read_side_face, make_back_schema)

    default_facing = True

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let texts and formulas use the names of the values of a unit, and the name `copy`."""
        types = reader.context.unit_types
        named_type = types.get(reader.get_raw_text("units"))
        for unit_type in [named_type] if named_type else types.values():
            reader.context = reader.context.with_names(unit_type.value_names)
        reader.context = reader.context.with_names(frozenset({"copy"}))

    @property
    def is_tent(self) -> bool:
        """Whether the counter is folded into a tent."""
        return self.kind_ == "tent"

    @property
    def has_sheets_by_side(self) -> bool:
        """Whether each side has separate sheets."""
        return self.pages == "by side"

    @property
    def is_bow_up(self) -> bool:
        """Whether the bow of a flat counter points up the page."""
        return self.bow == "up"

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        return {name: getattr(self, name) for name in (TENT_FACES if self.is_tent else FLAT_FACES)}

    def validate(self, reader: Reader) -> Self | None:
        hexes = self.shape == HEX
        if self.shape != "rectangle" and self.is_tent:
            reader.add_problem("shape", f"{reader.label} is a tent and must have the shape 'rectangle'",
                               "leave out 'shape' or 'kind'")
        if "bow" in reader and (self.is_tent or hexes):
            reader.add_problem("bow",
                               f"{reader.label} is {('of hexes' if hexes else 'a tent')} and must not have a 'bow'",
                               "leave out 'bow', because the bow of these pieces "
                               "is always up" if hexes else "leave out 'bow', because the bow of a tent is always to "
                                                            "the right")
        bases = [size.base for size in reader.context.sizes]  # without a size the counter must suit the smallest base
        least_base = min(bases, key=lambda base: min(side.points for side in base)) if bases else None
        if self.is_round and any(beam.points != length.points for beam,
                                 length in ([self.size] if self.size else bases)):
            reader.add_problem("size", f"{reader.label} is round, so the width and the height must be equal")
        self.check_cut(reader, self.size or least_base,
                       WHY_NOT_ROUNDED.get(self.shape, "stand up" if self.is_tent else ""))
        return self.with_hexes(reader, "front" if self.follows_picture and not self.is_tent else "")


WHY_NOT_ROUNDED = {HEX: "are made of hexes", ROUND: "are round", DRAWN: "are cut along their drawing"}
"""Reasons why pieces cannot have rounded corners, by shape. Each reason completes a text that ends in "its pieces"."""


def _read_each(reader: Reader, name: str) -> tuple[str, ...]:
    """Return the variants of a marker, from a list or from a range of numbers. If there are none, return ()."""
    node = reader.get_node(name)
    if isinstance(node, SequenceNode) and len(node.items) > MAX_COPIES:
        reader.add_problem(name,
                           f"'{name}' of {reader.label} lists {len(node.items)} variants; at most {MAX_COPIES} are "
                           "allowed")
        return ()
    values = reader.read_texts(name)
    if len(values) == 1 and (match := re.fullmatch(r"(\d{1,4})-(\d{1,4})", values[0])):
        first, last = int(match[1]), int(match[2])
        if first <= last < first + MAX_COPIES:
            return tuple(map(str, range(first, last + 1)))
        reader.add_problem(name,
                           f"the range in '{name}' of {reader.label} must run from a smaller number to a larger "
                           f"number, and have at most {MAX_COPIES} numbers")
    return values


def _read_copies(reader: Reader, name: str) -> tuple[int, ...]:
    """Return the number of copies of each variant. The key `each` is read again to count the variants."""
    problem_count, node, label = len(reader.problems), reader.get_node(name), f"'{name}' of {reader.label}"
    each = _read_each(reader, "each")
    # 0: the list has problems, its length is unknown
    variant_count = len(each) or 1 if len(reader.problems) == problem_count else 0
    nodes = node.items if isinstance(node, SequenceNode) else (node,) * variant_count if node else ()
    if len(nodes) > MAX_COPIES:
        reader.add_problem(name, f"{label} has {len(nodes)} numbers; at most {MAX_COPIES} are allowed")
    if node is None or len(nodes) > MAX_COPIES:
        return (1,) * variant_count
    numbers = [read_integer(entry, label, reader.problems, 0, MAX_COPIES) for entry in nodes]
    if variant_count and len(numbers) != variant_count:
        reader.add_problem(name, f"{label} has {len(numbers)} numbers, but 'each' has {variant_count} entries",
                           "write one number for all entries, or one number for each entry of 'each'")
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
    """A kind of marker.

    `each` has the names of its variants; `copies` has the number of copies of each variant. If there are no variants,
    `each` has only the name "". `size` is (width, height), or two zero lengths for a piece of hexes. `counter_kind` is
    the key of the kind of counter whose sheets the markers share, or "" if the markers have separate sheets. `sheet` is
    the title of these sheets.
    """

    shape: str = keys.choice(("square", ROUND, DRAWN, HEX),
                             "the shape: `square` (the default: any rectangle), `round`, `drawn` ([cut along the "
                             "picture](#pieces-cut-along-their-picture)) or `hex` ([pieces of "
                             "hexes](#pieces-of-hexes), which have no `size`)",
                             help_text="", choice_words={"square": "Rectangle"} | _SHAPE_WORDS, default="square",
                             decisive=True)
    title: str = keys.text("the name of the marker. Texts may use this "
                           "name as `{title}`", help_text="", in_view=True,
                           default=lambda reader: make_title(reader.key))
    size: Size = keys.custom(_read_size, {"type": "string"},
                             "the size: width x height, or one length for a square or a circle", kind="size",
                             help_text="Such as 20 mm or 20 x 30 mm", in_view=True)
    each: tuple[str, ...] = keys.custom(
        _read_each, {"type": ["array", "string", "number"]},
        "the variants: a list, or a range of numbers (`0-10`). Each variant becomes a marker. Texts may use the "
        "variant as `{each}`", label="Variants", help_text="A list of words, or numbers such as 0-9: each is a marker")
    copies: tuple[int, ...] = keys.custom(_read_copies, {"type": ["array", "integer", "string"]},
                                          "the number of copies of each variant (default: 1): one number for all "
                                          "variants, or a list with one number for each entry of `each`",
                                          label="Copies of each variant",
                                          help_text="A number for all variants, or a list with one for each",
                                          written_default=1)
    counter_kind: str = keys.text("the key of a kind of counter. The markers fill free space on the sheets of these "
                                  "counters, with the backs in the same place (unless it is `none`), and markers that "
                                  "do not fit have further sheets. In a scenario without "
                                  "these counters, the markers are printed with the other markers",
                                  label="Printed with the counters",
                                  help_text="The markers fill free places on the sheets of these counters",
                                  kind="counter", default="", name="with")
    side: Side | None = keys.custom(_read_side, {"type": "string"},
                                    "the key of a side. The values `ground: side`, `band: side` and `picture: emblem` "
                                    "then refer to this side. Markers with the key `with` are printed on the sheets of "
                                    "this side", kind="side", help_text="For the colour and the emblem")
    sheet: str = keys.text("the title of the sheets, for example `Terrain` (default: `Markers`). Markers with the same "
                           "title share sheets", label="Title of the sheet", default="", written_default="Markers")
    front: Face = keys.custom(read_face, _make_face_schema,
                              "`front`: the parts of the front. `back`: the parts "
                              "of the [back](#fronts-and-backs)", default=...)
    back: Face = keys.custom(read_back, make_back_schema)
    instead: str = keys.text("a thing that shows the same and needs no cutting, for example `a d6 beside each ship, "
                             "for its speed`. The list of things that the players need has this text, and a scenario "
                             "prints the marker only if `in_packs` is true",
                             label="Instead of the marker",
                             help_text="What shows the same without cutting, such as a d10", default="")
    in_packs: bool = keys.flag("for markers with `instead`: whether scenarios print the marker, too (default: false). "
                               "It can be a [setting](game.md#settings)", label="Printed in packs, too", default=False)
    counter_kind_span: Span | None = None

    default_facing = False

    @property
    def is_replaced(self) -> bool:
        """Whether a scenario names the thing that players use in place of the marker, and prints no markers."""
        return bool(self.instead) and not self.in_packs

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let texts use the names `title` and `each`."""
        reader.context = reader.context.with_names(frozenset({"title", "each"}))

    @cached_property
    def faces(self) -> Mapping[str, Face]:
        return {"front": self.front, "back": self.back}

    def validate(self, reader: Reader) -> Self | None:
        for name, face in self.faces.items():
            if dependency := find_unit_dependency(face, has_side="side" in reader):
                reader.add_problem(name, f"{reader.label} belongs to no unit and must not have '{dependency}'",
                                   "" if dependency == "picture: unit" else "add the 'side' of the marker")
        if self.is_round and self.size[0].points != self.size[1].points:
            reader.add_problem("size", f"{reader.label} is round, so the width and the height must be equal")
        if "in_packs" in reader and not self.instead:
            reader.add_problem("in_packs", f"{reader.label} needs 'instead' to have 'in_packs'",
                               "add 'instead' with the thing that shows the same, or remove 'in_packs'")
        self.check_cut(reader, self.size, WHY_NOT_ROUNDED.get(self.shape, ""))
        marker = replace(self, each=self.each or ("",), counter_kind_span=reader.find_span("with"))
        return marker.with_hexes(reader, "front" if self.follows_picture else "")


def read_counters(node: Node, context: ReadContext) -> Mapping[str, CounterKind]:
    """Return the kinds of counters of a game by key."""
    readers = Reader(node, context.problems, "the section 'counters'", context).open_entries("counter")
    return {key: kind for key, _, kind in context.read_entries(
        "counters", readers, lambda _, reader: keys.read_block(CounterKind, reader))}


def read_markers(node: Node, context: ReadContext) -> Mapping[str, MarkerKind]:
    """Return the kinds of markers of a game by key."""
    root = Reader(node, context.problems, "the section 'markers'", context)
    markers, counters = dict[str, MarkerKind](), context[COUNTERS]
    for key, reader, marker in context.read_entries("markers", root.open_entries("marker"),
                                                    lambda _, reader: keys.read_block(MarkerKind, reader)):
        markers[key] = marker
        counter = counters.get(marker.counter_kind) if "backs" not in reader else None
        if counter and counter.backs != "none":  # a marker may need its back more than a counter
            markers[key] = replace(marker, backs=counter.backs)
    counts = accumulate(sum(kind.copies) for kind in markers.values())
    if excess_kind := next((kind for kind, count in zip(markers.values(), counts, strict=True) if count > MAX_PIECES),
                           None):
        message = f"with the copies of '{excess_kind.key}', the game has more than {MAX_PIECES:,} markers"
        context.problems.add(excess_kind.span, message, "write smaller numbers in 'copies'")
    return markers


class TrackMarkers(NamedTuple):
    """A track's request for markers.

    It has their key, the steps, their size in points, and the place of the request.
    """

    key: str
    steps: tuple[str, ...]
    size: float
    span: Span | None


def make_track_markers(context: ReadContext) -> Mapping[str, MarkerKind]:
    """Return, by key, the markers that tracks ask for. They have the same keys as the markers in the data."""
    kinds = dict[str, MarkerKind]()
    for key, track_markers in {track.key: track for track in reversed(context.marker_tracks)}.items():
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
                                     f"'with' of marker '{kind.key}': there are "
                                     f"no counters '{kind.counter_kind}'", suggest_name(kind.counter_kind, counters))
        elif kind.counter_kind and kind.sheet:
            context.problems.add(kind.counter_kind_span,
                                 f"marker '{kind.key}' must not have both "
                                 "'with' and 'sheet'", "leave out 'with' or 'sheet'")


def find_hex_size_warnings(game: Game) -> Iterator[str]:
    """Yield a warning for each map with hexes that are too small for its counters."""
    from printshop.game.maps import MAPS

    for hexmap in game[MAPS].values():
        kind = game[COUNTERS].get(hexmap.counters) or game[MARKERS].get(hexmap.counters)
        if not kind:
            continue
        sizes = [kind.size] if kind.size else [size.base for size in game.sizes]
        bases = [(width.pt, length.pt) for width, length in sizes]
        if kind.hex_base:  # a piece of hexes is measured as a circle
            bases = [(kind.hex_base.across.pt - 2 * kind.hex_base.inset.pt,) * 2]
        needed_size = max((max(base) if hexmap.has_squares else
                           measure_least_hex(*base, bool(kind.hex_base) or kind.is_round) for base in bases),
                          default=0.0)
        if needed_size > hexmap.across.pt + 1e-6:
            cells = (f"squares of map '{hexmap.title}' are {hexmap.across.text} wide" if hexmap.has_squares else
                     f"hexes of map '{hexmap.title}' are {hexmap.across.text} across flats")
            yield f"the {cells}, but '{kind.title}' needs at least {needed_size / MM:.1f} mm"


def measure_least_hex(width: float, length: float, is_round: bool) -> float:
    """Return the size across flats of the smallest hex that holds a rectangular or round counter.

    One side of the counter is parallel to a flat of the hex.

    >>> round(measure_least_hex(1.0, 1.0, False), 3)
    1.366
    """
    if is_round:
        return max(width, length)
    # The corner must lie within the sloping side: the half sides are projected onto its normal, by cos 30 and sin 30.
    slope = 2 * HEX_AROUND_UNIT_SQUARE - 1  # the square root of 3
    return min(max(length, (slope * width + length) / 2), max(width, (slope * length + width) / 2))


COUNTERS = Section("counters", read_counters, entry_block=CounterKind, adding="Add counters")
MARKERS = Section("markers", read_markers, check_marker_sheets, entry_block=MarkerKind,
                  derive_entries=make_track_markers, adding="Add a marker")
