"""Reading what a cell has circles for: rows of them, what is counted instead, boxes round a polygon."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from printshop.game.forms.form_model import Around, Pips
from printshop.problems import some, suggestion
from printshop.source import Sequence

if TYPE_CHECKING:
    from printshop.expressions import Formula
    from printshop.game.forms.form_cells import Scope
    from printshop.language.reader import Reader

COUNTS = ("left", "lost")
SHAPES = ("circle", "box", "diamond")
ORIENTATIONS = ("flat-top", "pointy-top")
_LOOKUP = re.compile(r" *lookup\( *(\w+) *, *[\"'](.+?)[\"'] *\) *")


def read_pips(reader: Reader, scope: Scope, kind: str) -> Pips | None:
    """Return the circles of a cell, or, where `kind` is count, what is counted instead."""
    count = scope.formula(reader, kind)
    pips = {key: scope.formula(reader, key) for key in ("marks", "sections", "marked")}
    track = reader.text("track", "")
    if {"{", "}"} & {*track}:
        reader.fail("track", f"'track' of {reader.what} is a name, and has no holes: '{track}'",
                    "leave out what is in braces: what stands several times is numbered, gun.1, gun.2")
    if count and not track:
        track = _track(count, scope)
        if not track and scope.unit_type:
            reader.fail(kind, f"{'the circles' if kind == 'pips' else 'what is counted'} of {reader.what} "
                        f"ha{'ve' if kind == 'pips' else 's'} no name that damage can be marked by",
                        "add 'track: name'")
    letter, shape = reader.text("letter", "Q"), reader.choice("shape", SHAPES, "circle")
    if len(letter) > 2:
        reader.fail("letter", f"'letter' of {reader.what} is '{letter}': one or two letters go in a circle")
    blank = reader.whole("blank", 1 if kind == "count" else 0, 0, 200)
    size = reader.length("size", None)
    if size is not None and not 5 <= size.pt <= 72:
        reader.fail("size", f"'size' of {reader.what} is {size.text}: a circle can be 2 mm to 1 in wide")
        size = None
    group = reader.whole("group", 5, 1, 100)
    lost = reader.choice("counts", COUNTS, COUNTS[0]) == COUNTS[1]
    return Pips(count, pips["marks"], letter, shape, track, blank, pips["sections"], pips["marked"], group,
                size.pt if size else 0.0, kind == "count", lost, _value(count, scope)) if count else None


def _track(count: Formula, scope: Scope) -> str:
    """Return the name of circles that are given none: "hull" of `hull`, "shield.F" of `lookup(shield, "F")`.

    In a row for each entry of a list they need none: they are called by the list and the number of the row.
    """
    looked_up = _LOOKUP.fullmatch(count.text)
    if looked_up:
        return f"{looked_up[1]}.{looked_up[2]}"
    own = set(scope.unit_type.names if scope.unit_type else ()) & count.names
    if scope.each:
        return scope.each
    return next(iter(own)) if len(own) == 1 and len(count.names) == 1 else ""


def _value(count: Formula, scope: Scope) -> str:
    """Return what circles are of, where a formula is nothing but that: "hull", "shield.F", "cargo.casks" in a list."""
    if _LOOKUP.fullmatch(count.text):
        return _track(count, scope)
    bare = count.text.strip()
    own = scope.unit_type and (bare in scope.unit_type.names or scope.each)
    return ".".join(part for part in (scope.each, bare) if part) if own and {bare} == count.names else ""


def read_around(reader: Reader, scope: Scope) -> Around | None:
    """Return the boxes round a polygon, or None after noting what is wrong with them."""
    names = reader.texts("around")
    if not names and isinstance(reader.node("around"), Sequence):
        reader.fail("around", f"'around' of {reader.what} names no field", "such as: around: [shield]")
    fields = scope.unit_type.fields if scope.unit_type else {}
    numbers = {key: one for key, one in fields.items() if one.kind == "numbers"}
    for name in names:
        if name not in numbers:
            reader.fail("around", f"'{name}' in 'around' of {reader.what} is not a numbers field",
                        suggestion(name, numbers))
    rings = tuple(numbers[name] for name in names if name in numbers)
    keys = rings[0].options if rings else ()
    if any(one.options != keys for one in rings):
        reader.fail("around", f"the fields in 'around' of {reader.what} do not have the same sides in the same order",
                    "give both the same 'of'")
        return None
    if rings and not 3 <= len(keys) <= 12:
        reader.fail("around", f"{reader.what} has {some(len(keys), 'side')} to draw, it can be 3 to 12")
        return None
    order = reader.texts("clockwise", keys)
    if sorted(order) != sorted(keys):
        reader.fail("clockwise", f"'clockwise' of {reader.what} names {', '.join(order)}",
                    f"it must name each of {', '.join(keys)} once")
        order = keys
    turned = reader.choice("orientation", ORIENTATIONS, ORIENTATIONS[0])
    shape, blank = reader.choice("shape", SHAPES, "box"), reader.whole("blank", 0, 0, 60)
    return Around(tuple(one.key for one in rings), tuple(one.label for one in rings), order,
                  turned == ORIENTATIONS[1], shape, blank) if rings else None
