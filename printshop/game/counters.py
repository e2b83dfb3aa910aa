"""Counters of units and markers: the sections `counters` and `markers` of a game.

counters.yaml has one block of keys for every kind of counter:

=========== ================================================================================================
`title`     what the sheets are called; the kind's key by default
`kind`      `tent`, a strip of four panels folded into a three-sided tent, or `flat`; seen from its faces
`units`     the unit type that it is for; may be left out where there is only one
`size`      the base, beam x length (`5/8 x 5/8 in`), or `by size class` for the base of the unit's size class
`default`   whether it is printed when nothing else is asked for (true)
`pages`     `by side`, so that every player has sheets of their own (the default), or `together`
`note`      a few words for the head of the sheet
`profile`   tent: the list of parts of a side of the tent, drawn with the bow to the right; mirrored for port
`flap`      tent: the list of parts of a flap, which ends up underneath
`front`     flat: the list of parts of the face; length across, bow to the right
`back`      flat: the same for the other face, printed next to it: fold, glue, then cut out
=========== ================================================================================================

markers.yaml has one block of keys for every kind of marker:

=========== ================================================================================================
`title`     what it is; may stand in texts as {title}
`size`      width x height (`5/8 x 5/8 in`)
`shape`     `square` (a rectangle, too) or `round`
`each`      a list, or a range of numbers (`0-10`): one marker for each, which stands in texts as {each}
`copies`    how many of it, or a list with a number for every one of `each` (1)
`default`   whether it is printed when nothing else is asked for (true)
`front`     the list of parts of the face
`back`      the same for the other face, printed next to it: fold, glue, then cut out
=========== ================================================================================================

What a part may be is described in `printshop.game.faces`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.game.faces import Face, read_face, uses_unit
from printshop.game.schema import NOTHING, Reader, spoken, whole_number
from printshop.problems import Span, suggestion
from printshop.source import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.context import Context
    from printshop.units import Length

BY_CLASS = "by size class"
MOST_COPIES = 500


@dataclass(frozen=True, slots=True)
class CounterKind:
    """A kind of counter. `size` is (beam, length), None for that of the unit's size class.

    A tent has the faces "profile" and "flap", a flat counter "front" and perhaps "back".
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


@dataclass(frozen=True, slots=True)
class MarkerKind:
    """A kind of marker: `each` names its variants ("" for the only one), `copies` how many there are of each.

    `size` is (width, height).
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


def read(node: Node, context: Context) -> Mapping[str, CounterKind]:
    """Return the kinds of counter of a game."""
    root = Reader(node, context.problems, "the section 'counters'")
    return {key: _read_counter(key, one, context) for key, one in root.each("counter")}


def read_markers(node: Node, context: Context) -> Mapping[str, MarkerKind]:
    """Return the kinds of marker of a game."""
    root = Reader(node, context.problems, "the section 'markers'")
    return {key: _read_marker(key, one, context) for key, one in root.each("marker")}


def _read_counter(key: str, reader: Reader, context: Context) -> CounterKind:
    title = reader.text("title", spoken(key))
    tent = reader.choice("kind", ("tent", "flat"), "tent" if "profile" in reader else "flat") == "tent"
    unit_type = _unit_type(reader, context)
    types = [context.unit_types[unit_type]] if unit_type else context.unit_types.values()
    names = frozenset(name for one in types for name in one.names)
    faces = {
        name: read_face(reader, name, names, context, required=name != "back")
        for name in (("profile", "flap") if tent else ("front", "back"))
    }
    kind = CounterKind(
        key,
        title,
        tent,
        unit_type,
        _counter_size(reader, context),
        reader.flag("default", True),
        reader.choice("pages", ("by side", "together"), "by side") == "by side",
        reader.text("note", ""),
        faces,
        reader.place,
    )
    reader.done()
    return kind


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
    reader.node("size", required=True)
    size = reader.size("size", None)
    if size and min(size).points <= 0:
        reader.fail("size", f"{reader.what} must have a width and a height")
    return size or (NOTHING, NOTHING)


def _read_marker(key: str, reader: Reader, context: Context) -> MarkerKind:
    names = frozenset(("title", "each"))
    title, size = reader.text("title", spoken(key)), _size(reader)
    round_ = reader.choice("shape", ("square", "round"), "square") == "round"
    each = _each(reader)
    front = read_face(reader, "front", names, context)
    back = read_face(reader, "back", names, context, required=False)
    for name, face in (("front", front), ("back", back)):
        if found := uses_unit(face):
            reader.fail(name, f"{reader.what} belongs to no unit: '{found}' has no meaning here")
    if round_ and back:
        reader.fail(
            "back",
            f"{reader.what} has two, but a round marker has one face: two circles have no fold",
            "make it square, or two markers of it",
        )
    if round_ and size[0].points != size[1].points:
        reader.fail("size", f"{reader.what} is round: its width and height must be the same")
    kind = MarkerKind(
        key,
        title,
        size,
        round_,
        each or ("",),
        _copies(reader, len(each) or 1),
        reader.flag("default", True),
        front,
        back,
        reader.place,
    )
    reader.done()
    return kind


def _each(reader: Reader) -> tuple[str, ...]:
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
    found = [whole_number(one, what, reader.problems, 0, MOST_COPIES) for one in nodes]
    if len(found) != variants:
        reader.fail(
            "copies",
            f"{what} has {len(found)} numbers for {variants} of 'each'",
            "give one number for all, or one for every entry of 'each'",
        )
    return tuple(number or 0 for number in (*found, *([0] * variants))[:variants])


__all__ = ["CounterKind", "MarkerKind", "read", "read_markers"]
