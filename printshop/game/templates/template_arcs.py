"""Round templates: the arcs round a model, and areas.

`arcs`: the arcs round a model, bounded by lines from its centre to the rim of a disc.

=========== ==================================================================================================
`diameter`  of the disc
`of`        `size classes`: one template for every proportion of bases, the arcs bounded by the bases'
            diagonals; the arcs are then called forward, starboard, aft and port
`arcs`      the arcs by name: each with `label`, `notes` (a list of short lines) and, without `of`, the
            bearings `from` and `to`, in degrees clockwise from dead ahead
=========== ==================================================================================================

`disc`: round areas with a centre mark.

=========== ==================================================================================================
`diameters` the discs by name: `{Small: 3 in, Large: 5 in}`
`notes`     short lines printed below the centre
=========== ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.templates.template_head import Head, as_words, positive
from printshop.problems import suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from printshop.game.context import Context
    from printshop.game.model import SizeClass
    from printshop.language.reader import Reader
    from printshop.units import Length

BY_CLASS = "size classes"
DIAGONAL_ARCS = ("forward", "starboard", "aft", "port")


class Arc(NamedTuple):
    """An arc from bearing `start` over `sweep` degrees, clockwise from dead ahead."""

    label: str
    notes: tuple[str, ...]
    start: float
    sweep: float


class ArcSet(NamedTuple):
    """The arcs of one piece. `name` tells it from its fellows ("3:2"); `bases` are those that it serves."""

    name: str
    arcs: tuple[Arc, ...]
    bases: tuple[SizeClass, ...]


@dataclass(frozen=True, slots=True)
class ArcsTemplate:
    """Arcs round a model: one piece for each of the sets."""

    head: Head
    diameter: Length
    sets: tuple[ArcSet, ...]


@dataclass(frozen=True, slots=True)
class DiscTemplate:
    """Round areas: one piece for each of the named diameters."""

    head: Head
    discs: tuple[tuple[str, Length], ...]
    notes: tuple[str, ...]


def read_arcs(head: Head, reader: Reader, context: Context) -> ArcsTemplate | None:
    """Return arcs about a model, None if what is wrong with them leaves none."""
    diameter = positive(reader, "diameter")
    arcs = reader.named("arcs", "arc", required=True)
    by_class = reader.choice("of", (BY_CLASS,), "") == BY_CLASS
    if "of" in reader and not by_class:
        return None
    if by_class:
        sets = _by_diagonals(arcs, reader, context)
        _check_reach(diameter, sets, reader)
    else:
        sets = (ArcSet("", tuple(_between(name, one) for name, one in arcs), ()),)
    for _, one in arcs:
        one.done()
    if "arcs" in reader and not arcs:
        reader.fail("arcs", f"'arcs' of {reader.what} is empty")
    return ArcsTemplate(head, diameter, sets)


def _between(name: str, reader: Reader) -> Arc:
    start, end = reader.whole("from", ..., -360, 360), reader.whole("to", ..., -360, 720)
    sweep = (end - start) % 360 or 360
    return Arc(reader.text("label", as_words(name)), reader.texts("notes"), float(start % 360), float(sweep))


def _by_diagonals(arcs: list[tuple[str, Reader]], reader: Reader, context: Context) -> tuple[ArcSet, ...]:
    """Return one set of arcs for every proportion of the game's bases."""
    if not context.sizes:
        reader.fail("of", f"{reader.what} is made of size classes, and the game has none",
                    "give size_classes in game.yaml, or give every arc its bearings, from and to")
    for name, one in arcs:
        if name not in DIAGONAL_ARCS:
            hint = suggestion(name, DIAGONAL_ARCS)
            reader.problems.add(one.place, f"unknown arc '{name}' of {reader.what}", hint)
    for name in DIAGONAL_ARCS:
        if arcs and name not in dict(arcs):
            reader.fail("arcs", f"'arcs' of {reader.what} lacks '{name}'",
                        "the diagonals of a base make four arcs: " + ", ".join(DIAGONAL_ARCS))
    words = {name: (one.text("label", context.words.of(as_words(name))), one.texts("notes")) for name, one in arcs}
    shapes: dict[Fraction, list[SizeClass]] = {}
    for size in context.sizes:
        if size.width.points:
            shapes.setdefault(size.length.points / size.width.points, []).append(size)
    return tuple(
        ArcSet(_proportion(ratio), _four(ratio, words), tuple(bases))
        for ratio, bases in sorted(shapes.items(), reverse=True)
    )


def _four(ratio: Fraction, words: Mapping[str, tuple[str, tuple[str, ...]]]) -> tuple[Arc, ...]:
    """Return the four arcs that the diagonals of a base bound, its length being `ratio` times its width."""
    half = degrees(atan2(1, float(ratio)))
    starts = {"forward": -half, "starboard": half, "aft": 180 - half, "port": 180 + half}
    sweeps = {"forward": 2 * half, "starboard": 180 - 2 * half, "aft": 2 * half, "port": 180 - 2 * half}
    return tuple(
        Arc(*words.get(name, (name, ())), starts[name] % 360, sweeps[name]) for name in DIAGONAL_ARCS
    )


def _proportion(ratio: Fraction) -> str:
    """Return the proportion of a base, length to width, in words."""
    return "square" if ratio == 1 else f"{ratio.numerator}:{ratio.denominator}"


def _check_reach(diameter: Length, sets: tuple[ArcSet, ...], reader: Reader) -> None:
    """An arc template that ends inside a base would be of no use: its lines must reach beyond the corners."""
    for base in (base for one in sets for base in one.bases):
        diagonal = (float(base.width.points) ** 2 + float(base.length.points) ** 2) ** 0.5
        if diameter.points and diameter.pt <= diagonal:
            reader.fail("diameter", f"'diameter' of {reader.what} is {diameter.text}: the base of "
                                    f"{base.name} is {diagonal / 72:.2f} in from corner to corner",
                        "the arcs must reach beyond every base: make the diameter larger")


def read_disc(head: Head, reader: Reader, _: Context) -> DiscTemplate:
    """Return round areas."""
    inner = reader.reader("diameters", required=True)
    discs = tuple((name, positive(inner, name)) for name in inner.keys()) if inner else ()  # noqa: SIM118 - not a dict
    if inner and not discs:
        reader.fail("diameters", f"'diameters' of {reader.what} is empty", "for instance {Small: 3 in}")
    return DiscTemplate(head, discs, reader.texts("notes"))
