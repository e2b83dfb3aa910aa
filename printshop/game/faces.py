"""Faces of counters and markers as the data describes them: a list of parts, first things first.

A part takes a strip off one edge of what is left of the face (`edge` and `take`), or, without an edge, fills
what is left. Borders and grounds cover the face, whatever was taken off it. A share ("20 %") is of the whole
face.

Every part:

=========== ================================================================================================
`edge`      top, bottom, left, right, bow or stern: the side that the part takes its strip from
`take`      how much it takes: a share of the face (`20 %`) or a length (`7 pt`); only with `edge`
`margin`    what stays free left and right of it; a share of the face's width or a length (text, picture: 5 %)
`only_if`   a formula: the part is there only where it holds, and is known to
`cell`      pieces of several hexes: the number of the hex that the part goes into, as listed in `cells`; without
            it, the part goes by the whole piece
=========== ================================================================================================

On pieces of hexes the parts lie inside the outline, below the mark at the front; bow is up.

and one of these keys, which says what the part is, with the keys that go with it:

=========== ================================================================================================
`text`      words with {holes} and *markup*: `family` (sans, serif), `largest` and `smallest` size (14 pt,
            5 pt), `align` (left, middle, right, bow, stern), `wrap` (false) for several lines, `colour`.
            It shrinks to fit; what is too long even at its smallest is reported, never cut off
`picture`   `unit` for the unit's own art, or a file of art/, {holes} allowed; `colour` replaces its black;
            `art_bow` is where the bow points in the file: right, left, up, or none for what never turns with it
`band`      `side` for the colour and pattern of the unit's side, or a colour with a `pattern`; a fine line
            closes its inner edge
`arrow`     `bow` for a triangle that points to the bow; `ridge` for half of one on a tent's ridge; `colour`
`border`    `single` or `double`, with `width`, `colour` and `margin`, its distance from the edge (1.5 mm)
`ground`    a colour behind everything, or `side`; `shape` is face or disc
`pips`      a formula: how many circles, to be marked one after the other; `shape` is circle, box or diamond,
            `letter` stands in each
`space`     how much stays free: `space: 4 %` with an `edge`
=========== ================================================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.context import PATTERNS, Context
from printshop.game.formulas import read_formula
from printshop.game.unit_types import ART_BOWS
from printshop.game.wording import Wording
from printshop.language.reader import Reader, describe
from printshop.problems import suggestion
from printshop.source import Scalar, Sequence
from printshop.units import parse_length

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.expressions import Formula
    from printshop.game.pictures import Pictures
    from printshop.source import Node

EDGES = ("top", "bottom", "left", "right", "bow", "stern")
UNIT = "unit"
SIDE = "side"


class Measure(NamedTuple):
    """A length in points, or a share (0 to 1) of whatever it is measured against."""

    points: float = 0.0
    share: float = 0.0

    def of(self, whole: float) -> float:
        """Return the length in points where the whole is as long as given."""
        return self.points + self.share * whole


NONE = Measure()


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


@dataclass(frozen=True, slots=True)
class Text:
    """Words on one line, or wrapped, as large as fits between `smallest` and `largest`, in points."""

    spot: Spot
    wording: Wording
    family: str
    largest: float
    smallest: float
    wrap: bool
    align: str
    color: str


@dataclass(frozen=True, slots=True)
class Picture:
    """One of the game's pictures, the unit's own where `name` is None. `color` takes the place of a drawing's black.

    `art_bow` is where the bow points in the file: "" where the unit says so, or right.
    """

    spot: Spot
    pictures: Pictures
    name: Wording | None
    color: str
    art_bow: str = ""


@dataclass(frozen=True, slots=True)
class Band:
    """Colour with a pattern; an empty `color` stands for those of the unit's side."""

    spot: Spot
    color: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Arrow:
    """A triangle that points to the bow, or, as `ridge`, the half of one on this side of a tent's ridge."""

    spot: Spot
    ridge: bool
    color: str


@dataclass(frozen=True, slots=True)
class Border:
    """One or two lines around the face, `spot.margin` from its edge."""

    spot: Spot
    double: bool
    width: float
    color: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A colour behind everything, `SIDE` for that of the unit's side."""

    spot: Spot
    color: str
    disc: bool


@dataclass(frozen=True, slots=True)
class Pips:
    """So many circles, boxes or diamonds to mark, as a formula says; `letter` stands in each."""

    spot: Spot
    count: Formula
    shape: str
    letter: str


@dataclass(frozen=True, slots=True)
class Space:
    """Nothing: a strip that stays free."""

    spot: Spot


Part = Text | Picture | Band | Arrow | Border | Ground | Pips | Space
Face = tuple[Part, ...]

COMMON = ("edge", "take", "margin", "only_if", "cell")
KINDS = ("text", "picture", "band", "arrow", "border", "ground", "pips", "space")


def read_face(reader: Reader, key: str, names: frozenset[str], context: Context, *, required: bool = True) -> Face:
    """Return the parts of the face at a key; formulas in it may use `names`."""
    node = reader.node(key, required=required)
    if node is None:
        return ()
    if not isinstance(node, Sequence):
        reader.fail(
            key,
            f"'{key}' of {reader.what} must be a list of parts, found {describe(node)}",
            'begin each part with "- ", for instance "- text: ..."',
        )
        return ()
    parts = [
        _read_part(one, f"part {number} of '{key}' of {reader.what}", names, context)
        for number, one in enumerate(node.items, 1)
    ]
    return tuple(part for part in parts if part)


def _read_part(node: Node, what: str, names: frozenset[str], context: Context) -> Part | None:
    reader = Reader(node, context.problems, what)
    kinds = [kind for kind in KINDS if kind in reader]
    if len(kinds) == 1:
        part = _READERS[kinds[0]](reader, names, context)
        reader.done()
        return part
    if kinds:
        together = ", ".join(f"'{kind}'" for kind in kinds)
        context.problems.add(reader.place, f"{what} has {together}: a part is one thing", "make two parts of it")
    elif given := reader.keys():
        own = [key for key in given if key not in COMMON] or [""]
        context.problems.add(reader.place, f"{what} does not say what it is", suggestion(own[0], KINDS))
    return None


def _read_spot(reader: Reader, names: frozenset[str], margin: Measure = NONE) -> Spot:
    edge = reader.choice("edge", EDGES, "")
    take = _measure(reader, "take") if "take" in reader else None
    if edge and not take and "space" not in reader:
        reader.fail(
            "edge",
            f"{reader.what} lacks 'take': how much of the face it takes",
            "write for instance take: 20 %",
        )
    elif take and "edge" not in reader:
        reader.fail(
            "take",
            f"'take' of {reader.what} needs an 'edge' to take from",
            f"edge is one of {', '.join(EDGES)}",
        )
    given = _measure(reader, "margin") if "margin" in reader else margin
    return Spot(edge, take or Measure(), given, _only_if(reader, names), reader.whole("cell", 0, 1))


def _only_if(reader: Reader, names: frozenset[str]) -> Formula | None:
    node = reader.node("only_if")
    return read_formula(node, f"'only_if' of {reader.what}", names, reader.problems) if node else None


def _measure(reader: Reader, key: str) -> Measure:
    """Return "20 %" or "7 pt"."""
    text = reader.text(key)
    if match := re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?) *%", text):
        share = Fraction(match[1]) / 100
        if share > 1:
            reader.fail(key, f"'{key}' of {reader.what} is more than the whole face")
        return Measure(share=float(share))
    try:
        return Measure(parse_length(text).pt) if text else Measure()
    except ValueError as error:
        reader.fail(key, f"'{key}' of {reader.what}: {error}", "or give a share of the face, for instance 20 %")
        return Measure()


INDENT = Measure(share=0.05)


def _read_text(reader: Reader, names: frozenset[str], context: Context) -> Text:
    node = reader.node("text")
    wording = context.wording(node, f"'text' of {reader.what}", names) if node else Wording("", ())
    family = reader.choice("family", ("sans", "serif"), "sans")
    big, small = (reader.length(key, None) for key in ("largest", "smallest"))
    smallest, largest = small.pt if small else 5.0, big.pt if big else 14.0
    if smallest > largest:
        reader.fail("smallest", f"'smallest' of {reader.what} is more than its largest size, {largest:g} pt")
    return Text(
        _read_spot(reader, names, INDENT),
        wording,
        family,
        largest,
        min(smallest, largest),
        reader.flag("wrap"),
        reader.choice("align", ("middle", "left", "right", "bow", "stern"), "middle"),
        reader.color("colour", "#000000"),
    )


def _read_picture(reader: Reader, names: frozenset[str], context: Context) -> Picture:
    node, pictures = reader.node("picture"), context.pictures
    wording = context.wording(node, f"'picture' of {reader.what}", names) if node else None
    if wording and wording.fixed:
        wording = None if wording.text == UNIT else wording
        _check_art(reader, wording.text if wording else "", pictures)
    elif wording:
        pictures.expect(wording)
    return Picture(_read_spot(reader, names, INDENT), pictures, wording, reader.color("colour", "#000000"),
                   reader.choice("art_bow", ART_BOWS, ""))


def _check_art(reader: Reader, name: str, pictures: Pictures) -> None:
    """Note a picture that is not there; names with holes are looked up when they are filled."""
    trouble = pictures.trouble(name, [UNIT]) if name else None
    if trouble:
        reader.fail("picture", *trouble)


def _side_or_color(reader: Reader, key: str) -> str:
    node = reader.peek(key)
    return reader.text(key) if isinstance(node, Scalar) and node.text == SIDE else reader.color(key)


def _read_band(reader: Reader, names: frozenset[str], _context: Context) -> Band:
    color = _side_or_color(reader, "band")
    pattern = reader.choice("pattern", PATTERNS, "")
    if color == SIDE and pattern:
        reader.fail("pattern", f"{reader.what} has the pattern of the unit's side", "leave 'pattern' out")
    return Band(_read_spot(reader, names), "" if color == SIDE else color, pattern or "solid")


def _read_arrow(reader: Reader, names: frozenset[str], _context: Context) -> Arrow:
    ridge = reader.choice("arrow", ("bow", "ridge")) == "ridge"
    if ridge and "edge" in reader:
        reader.fail("edge", f"the arrow along the ridge ({reader.what}) has its own place", "leave 'edge' out")
    return Arrow(_read_spot(reader, names), ridge, reader.color("colour", "#000000"))


def _read_border(reader: Reader, names: frozenset[str], _context: Context) -> Border:
    double = reader.choice("border", ("single", "double")) == "double"
    width = reader.length("width", None)
    inset = Measure(float(parse_length("1.5 mm")))
    return Border(
        _read_spot(reader, names, inset),
        double,
        width.pt if width else 0.6,
        reader.color("colour", "#000000"),
    )


def _read_ground(reader: Reader, names: frozenset[str], _context: Context) -> Ground:
    disc = reader.choice("shape", ("face", "disc"), "face") == "disc"
    return Ground(_read_spot(reader, names), _side_or_color(reader, "ground"), disc)


def _read_pips(reader: Reader, names: frozenset[str], _context: Context) -> Pips | None:
    node = reader.node("pips")
    count = read_formula(node, f"'pips' of {reader.what}", names, reader.problems) if node else None
    shape, letter = reader.choice("shape", ("circle", "box", "diamond"), "circle"), reader.text("letter", "")
    if len(letter) > 1:
        reader.fail("letter", f"'letter' of {reader.what} must be one letter: it stands in every circle")
    spot = _read_spot(reader, names, INDENT)
    return Pips(spot, count, shape, letter[:1]) if count else None


def _read_space(reader: Reader, names: frozenset[str], _context: Context) -> Space:
    take = _measure(reader, "space")
    spot = _read_spot(reader, names)
    if "edge" not in reader:
        reader.fail("space", f"{reader.what} needs an 'edge' to keep free", f"edge is one of {', '.join(EDGES)}")
    return Space(replace(spot, take=take))


_READERS: dict[str, Callable[[Reader, frozenset[str], Context], Part | None]] = {
    "text": _read_text,
    "picture": _read_picture,
    "band": _read_band,
    "arrow": _read_arrow,
    "border": _read_border,
    "ground": _read_ground,
    "pips": _read_pips,
    "space": _read_space,
}


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
