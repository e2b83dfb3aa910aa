"""Counters of units and markers: the sections `counters` and `markers` of a game.

counters.yaml has one block of keys for every kind of counter:

=========== ================================================================================================
`title`     what the sheets are called; the kind's key by default
`kind`      `tent`, a strip of four panels folded into a three-sided tent, or `flat`; seen from its faces
`units`     the unit type that it is for; may be left out where there is only one
`size`      the base, beam x length (`1/2 x 3/4 in`; `5/8 in` is a square), or `by size class` for the base of the
            unit's size class
`shape`     `rectangle`; `drawn` for a flat counter that is cut along the outline of the first picture of its face; or
            `hex` for a flat one that covers hexes and has no `size`, but the keys of `printshop.game.hexbases`:
            `across`, `orientation`, `inset`, `cells`, `facing`, `zones`
`copies`    a formula: how many are made for each unit (1); in texts {copy} is the number of one of them, from 1
`only_if`   a formula: the units that it is for
`default`   whether it is printed when nothing else is asked for (true)
`pages`     `by side`, so that every player has sheets of their own (the default), or `together`
`note`      a few words for the head of the sheet
`profile`   tent: the list of parts of a side of the tent, drawn with the bow to the right; mirrored for port
`flap`      tent: the list of parts of a flap, which ends up underneath
`bow`       flat: `right`, length across (the default), or `up`, length up the page
`front`     flat: the list of parts of the face
`back`      flat: the same for the other face; or `side`, or a colour, for nothing but that
=========== ================================================================================================

markers.yaml has one block of keys for every kind of marker:

=========== ================================================================================================
`title`     what it is; may stand in texts as {title}
`size`      width x height (`3 x 2 1/2 in`; `5/8 in` is a square)
`shape`     `square` (a rectangle, too), `round`, `drawn` as above, or `hex`, which has the keys of
            `printshop.game.hexbases`
`each`      a list, or a range of numbers (`0-10`): one marker for each, which stands in texts as {each}
`copies`    how many of it, or a list with a number for every one of `each` (1)
`default`   whether it is printed when nothing else is asked for (true)
`with`      a kind of counter: it is printed on the sheets of that kind, where there is room, and on none of its own
`sheet`     what the sheets that it is on are called (Markers)
`front`     the list of parts of the face
`back`      the same for the other face; or a colour
=========== ================================================================================================

What a part may be is described in `printshop.game.faces`. How pieces lie on their sheets and come to their backs
say the keys of `printshop.game.cutting`: `backs`, `gap`, `bleed`, `corners`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from printshop.game.cutting import USUAL, Cutting, check_corners, read_back, read_cutting
from printshop.game.faces import Face, Picture, read_face, uses_unit
from printshop.game.formulas import read_formula
from printshop.game.hexbases import KEYS as HEX_KEYS
from printshop.game.hexbases import HexBase, read_base
from printshop.game.maps import MAPS
from printshop.hexes import SQUARE
from printshop.language.reader import NOTHING, Reader, spoken, whole_number
from printshop.language.sections import Section
from printshop.problems import Span, suggestion
from printshop.source import Node, Scalar, Sequence
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from printshop.expressions import Formula, Names
    from printshop.game.context import Context
    from printshop.game.model import Game
    from printshop.units import Length

BY_CLASS = "by size class"
HEX, DRAWN = "hex", "drawn"
BOWS = ("right", "up")
MOST_COPIES = 500
MOST_PIECES = 10_000  # markers of a game, and counters that are made at once


@dataclass(frozen=True, slots=True)
class CounterKind:
    """A kind of counter. `size` is (beam, length), None for that of the unit's size class.

    A tent has the faces "profile" and "flap", a flat counter "front" and perhaps "back". `base` are the hexes of one
    that covers hexes. `copies` and `only_if` are None where every unit has one. `up`: a flat one has its bow up.
    One that is `drawn` is cut along the outline of its picture.
    """

    key: str
    title: str
    tent: bool
    unit_type: str
    size: tuple[Length, Length] | None
    default: bool
    by_side: bool
    note: str
    faces: Mapping[str, Face]
    span: Span | None
    base: HexBase | None = None
    copies: Formula | None = None
    only_if: Formula | None = None
    up: bool = False
    cutting: Cutting = USUAL
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class MarkerKind:
    """A kind of marker: `each` names its variants ("" for the only one), `copies` how many there are of each.

    `size` is (width, height); `base` are the hexes of one that covers hexes, whose size is nothing. `beside` is the key
    of the kind of counter whose sheets it goes on, "" if it has sheets of its own, which are called `sheet`. One that
    is `drawn` is cut along the outline of its picture.
    """

    key: str
    title: str
    size: tuple[Length, Length]
    round: bool
    each: tuple[str, ...]
    copies: tuple[int, ...]
    default: bool
    front: Face
    back: Face
    span: Span | None
    base: HexBase | None = None
    beside: str = ""
    sheet: str = ""
    beside_span: Span | None = None
    cutting: Cutting = USUAL
    drawn: bool = False


def read(node: Node, context: Context) -> Mapping[str, CounterKind]:
    """Return the kinds of counter of a game."""
    root = Reader(node, context.problems, "the section 'counters'")
    return {key: _read_counter(key, one, context) for key, one in root.each("counter")}


def read_markers(node: Node, context: Context) -> Mapping[str, MarkerKind]:
    """Return the kinds of marker of a game."""
    root = Reader(node, context.problems, "the section 'markers'")
    found = {key: _read_marker(key, one, context) for key, one in root.each("marker")}
    for kind, every in zip(found.values(), accumulate(sum(kind.copies) for kind in found.values()), strict=True):
        if every > MOST_PIECES:
            what = f"there are more than {MOST_PIECES:,} markers, those of '{kind.key}' counted"
            context.problems.add(kind.span, what, "write fewer 'copies'")
            break
    return found


def _read_counter(key: str, reader: Reader, context: Context) -> CounterKind:
    title = reader.text("title", spoken(key))
    tent = reader.choice("kind", ("tent", "flat"), "tent" if "profile" in reader else "flat") == "tent"
    unit_type = _unit_type(reader, context)
    names = _names(unit_type, context)
    shape = reader.decisive("shape", ("rectangle", DRAWN, HEX), "rectangle")
    hexes = shape == HEX
    faces = _read_faces(("profile", "flap") if tent else ("front", "back"), reader, names | {"copy"}, context)
    kind = CounterKind(
        key, title, tent, unit_type,
        (NOTHING, NOTHING) if hexes else _counter_size(reader, context),
        reader.flag("default", True),
        reader.choice("pages", ("by side", "together"), "by side") == "by side",
        reader.text("note", ""),
        faces,
        reader.place,
        _base(reader, faces, facing=True) if hexes else None,
        _formula(reader, "copies", names),
        _formula(reader, "only_if", names),
        reader.choice("bow", BOWS, BOWS[0]) == "up",
        _cutting(reader, "stand up" if tent else ""),
        shape == DRAWN,
    )  # fmt: skip
    _check_counter(kind, reader, hexes=hexes)
    if not kind.size and not hexes:
        check_corners(kind.cutting, _smallest(context), reader)
    reader.done()
    return kind


def _read_faces(keys: Iterable[str], reader: Reader, names: frozenset[str], context: Context) -> dict[str, Face]:
    """Return the faces by name; only a back may be left out."""
    return {key: read_back(reader, names, context) if key == "back" else read_face(reader, key, names, context)
            for key in keys}


def _cutting(reader: Reader, corners: str) -> Cutting:
    """Return how pieces are cut; `corners` says why theirs cannot be rounded, if it is not for their shape."""
    shape = reader.peek("shape")
    others = {HEX: "are made of hexes", "round": "are round", DRAWN: "are cut along their drawing"}
    return read_cutting(reader, others.get(shape.text if isinstance(shape, Scalar) else "", corners))


def _smallest(context: Context) -> tuple[Length, Length] | None:
    """Return the base of the size class with the shortest side: a counter without a size may have to fit on it."""
    bases = [(size.width, size.length) for size in context.sizes]
    return min(bases, key=lambda base: min(one.points for one in base)) if bases else None


def _check_counter(kind: CounterKind, reader: Reader, *, hexes: bool) -> None:
    """Note keys that do not go with one another."""
    if (hexes or kind.drawn) and kind.tent:
        reader.fail("shape", f"{reader.what} is a tent: a tent stands on a rectangle", "leave 'shape' or 'kind' out")
    elif kind.drawn:
        _check_drawn(kind.faces["front"], reader)
    if not hexes:
        _no_hexes(reader, kind.faces)
    if "bow" in reader and (kind.tent or hexes):
        reader.fail("bow", f"{reader.what} has 'bow', but is {'of hexes' if hexes else 'a tent'}",
                    "leave it out: its bow is up" if hexes else "leave it out: its bow is to the right")
    check_corners(kind.cutting, kind.size, reader)


def _names(unit_type: str, context: Context) -> Names:
    """Return the names that a counter's texts and formulas may use."""
    types = [context.unit_types[unit_type]] if unit_type else list(context.unit_types.values())
    names = context.names
    for one in types:
        names = names | one.names
    return names


def _formula(reader: Reader, key: str, names: Names) -> Formula | None:
    node = reader.node(key)
    return read_formula(node, f"'{key}' of {reader.what}", names, reader.problems) if node else None


def _base(reader: Reader, faces: Mapping[str, Face], *, facing: bool) -> HexBase | None:
    """Return the hexes of a piece; what its faces cannot have is noted."""
    base = read_base(reader, facing=facing)
    if "size" in reader:
        reader.node("size")
        reader.fail("size", f"{reader.what} is as large as its hexes: it has no 'size'", "write across: 40 mm instead")
    if base:
        _check_cells(reader, faces, len(base.cells))
    return base


def _no_hexes(reader: Reader, faces: Mapping[str, Face]) -> None:
    """Note what only pieces of hexes can have."""
    _check_cells(reader, faces, 0)
    for key in HEX_KEYS:
        if key in reader:
            reader.node(key)
            reader.fail(key, f"{reader.what} has '{key}', but covers no hexes", "write shape: hex as well")


def _check_cells(reader: Reader, faces: Mapping[str, Face], cells: int) -> None:
    """Note parts that go into a hex that the piece does not have."""
    for name, face in faces.items():
        if wrong := next((part.spot.cell for part in face if part.spot.cell > cells), 0):
            reader.fail(
                name,
                f"'cell: {wrong}' in '{name}' of {reader.what}: it has {cells} {'hex' if cells == 1 else 'hexes'}",
                "count the hexes of 'cells' from 1" if cells else "only pieces with shape: hex have cells",
            )


def _unit_type(reader: Reader, context: Context) -> str:
    types = tuple(context.unit_types)
    if "units" not in reader and len(types) == 1:
        return types[0]
    key = reader.text("units")
    if key and key not in types:
        reader.fail("units", f"there is no unit type '{key}'", suggestion(key, types))
    return key if key in types else ""


def _counter_size(reader: Reader, context: Context) -> tuple[Length, Length] | None:
    node = reader.node("size")
    if isinstance(node, Scalar) and node.text == BY_CLASS:
        if not context.sizes:
            reader.fail(
                "size",
                f"{reader.what} goes by size class, but the game has no size classes",
                "add size_classes to game.yaml, or write a size such as 5/8 x 5/8 in",
            )
        return None
    return _size(reader)


def _size(reader: Reader) -> tuple[Length, Length]:
    node = reader.node("size", required=True)
    square = isinstance(node, Scalar) and not set("x×") & set(node.text)
    side = reader.length("size", None) if square else None
    size = (side, side) if side else None if square else reader.size("size", None)
    if size and min(size).points <= 0:
        reader.fail("size", f"{reader.what} must have a width and a height")
    return size or (NOTHING, NOTHING)


def _read_marker(key: str, reader: Reader, context: Context) -> MarkerKind:
    names = frozenset(("title", "each"))
    title = reader.text("title", spoken(key))
    shape = reader.decisive("shape", ("square", "round", DRAWN, HEX), "square")
    size = (NOTHING, NOTHING) if shape == HEX else _size(reader)
    before, each = len(reader.problems), _each(reader)
    variants = len(each) or 1 if len(reader.problems) == before else 0  # of a wrong list nobody knows how long it is
    faces = _read_faces(("front", "back"), reader, names, context)
    kind = MarkerKind(
        key, title, size, shape == "round",
        each or ("",),
        _copies(reader, variants),
        reader.flag("default", True),
        faces["front"],
        faces["back"],
        reader.place,
        _base(reader, faces, facing=False) if shape == HEX else None,
        reader.text("with", ""),
        reader.text("sheet", ""),
        reader.span("with"),
        _cutting(reader, ""),
        shape == DRAWN,
    )  # fmt: skip
    if shape != HEX:
        _no_hexes(reader, faces)
    _check_marker(kind, reader)
    reader.done()
    return kind


def _check_drawn(front: Face, reader: Reader) -> None:
    if not any(isinstance(part, Picture) for part in front) and "front" in reader:
        reader.fail("shape", f"{reader.what} is cut along a picture, but its front has none",
                    "add a part such as - picture: island.svg")


def _check_marker(kind: MarkerKind, reader: Reader) -> None:
    """Note faces that a marker cannot have, and a round one that is not."""
    for name, face in (("front", kind.front), ("back", kind.back)):
        if found := uses_unit(face):
            reader.fail(name, f"{reader.what} belongs to no unit: '{found}' has no meaning here")
    if kind.drawn:
        _check_drawn(kind.front, reader)
    if kind.round and kind.size[0].points != kind.size[1].points:
        reader.fail("size", f"{reader.what} is round: its width and height must be the same")
    check_corners(kind.cutting, kind.size, reader)


def check_beside(markers: Mapping[str, MarkerKind], context: Context) -> None:
    """Note markers that are to go with counters that there are not, and those with a sheet and a place elsewhere."""
    problems, counters = context.problems, context[COUNTERS]
    for kind in markers.values():
        if kind.beside and kind.beside not in counters:
            if context.noted.has("counters", kind.beside):
                continue
            problems.add(kind.beside_span,
                         f"marker '{kind.key}' goes with counters '{kind.beside}', which there are not",
                         suggestion(kind.beside, counters))
        elif kind.beside and kind.sheet:
            problems.add(kind.beside_span, f"marker '{kind.key}' goes with counters: it has no 'sheet' of its own",
                         "leave out 'with' or 'sheet'")


def _each(reader: Reader) -> tuple[str, ...]:
    found = reader.node("each")
    if isinstance(found, Sequence) and len(found.items) > MOST_COPIES:
        reader.fail("each", f"'each' of {reader.what} names {len(found.items)}, at most {MOST_COPIES} are allowed")
        return ()
    values = reader.texts("each")
    if len(values) == 1 and (match := re.fullmatch(r"(\d{1,4})-(\d{1,4})", values[0])):
        first, last = int(match[1]), int(match[2])
        if not first <= last <= first + MOST_COPIES:
            reader.fail("each", f"'each' of {reader.what} must run upwards, over {MOST_COPIES} numbers at most")
            return values
        return tuple(str(number) for number in range(first, last + 1))
    return values


def _copies(reader: Reader, variants: int) -> tuple[int, ...]:
    node = reader.node("copies")
    if node is None:
        return (1,) * variants
    what = f"'copies' of {reader.what}"
    nodes = node.items if isinstance(node, Sequence) else (node,) * variants
    if len(nodes) > MOST_COPIES + 1:  # as many as a range has
        reader.fail("copies", f"{what} has {len(nodes)} numbers, at most {MOST_COPIES} are allowed")
        return (1,) * variants
    found = [whole_number(one, what, reader.problems, 0, MOST_COPIES) for one in nodes]
    if variants and len(found) != variants:
        reader.fail(
            "copies",
            f"{what} has {len(found)} numbers for {variants} of 'each'",
            "give one number for all, or one for every entry of 'each'",
        )
    return tuple(number or 0 for number in (*found, *([0] * variants))[:variants])


def warnings(game: Game) -> Iterator[str]:
    """Give the maps whose hexes are too small for the counters that lie on them."""
    for one in game[MAPS].values():
        kind = game[COUNTERS].get(one.counters) or game[MARKERS].get(one.counters)
        need = max((least(*size) for size in _sizes(kind, game)), default=0.0) if kind else 0.0
        if kind and need > one.across.pt + 1e-6:
            yield (f"map '{one.title}': its hexes are {one.across.text} across flats, too small for '{kind.title}': "
                   f"these need {need / MM:.1f} mm")


def _sizes(kind: CounterKind | MarkerKind, game: Game) -> Iterator[tuple[float, float, bool]]:
    """Give width, length and roundness of every counter of a kind, in points; one of a hex counts as round."""
    if kind.base:
        hexes = kind.base.across.pt - 2 * kind.base.inset.pt
        yield hexes, hexes, True
        return
    sizes = [kind.size] if kind.size else [(one.width, one.length) for one in game.sizes]
    for width, length in sizes:
        yield width.pt, length.pt, bool(getattr(kind, "round", False))


def least(width: float, length: float, round_: bool) -> float:
    """Return how large a hex must be, across flats, for a counter that has one side parallel to one of its flats.

    >>> round(least(1.0, 1.0, False), 3)
    1.366
    """
    if round_:
        return max(width, length)
    # The corner lies within the sloping side: half of either side counts as it leans, by cos 30 and sin 30.
    slope = 2 * SQUARE - 1
    ways = (max(length, (slope * width + length) / 2), max(width, (slope * length + width) / 2))
    return min(ways)


COUNTERS = Section("counters", read)
MARKERS = Section("markers", read_markers, check_beside)


__all__ = ["CounterKind", "MarkerKind", "check_beside", "least", "read", "read_markers", "warnings"]
