"""True-scale templates, cut out and laid on the table: the section `templates` of a game.

templates.yaml has one block of keys for every template. All of them understand

=========== ==================================================================================================
`kind`      `arcs`, `disc`, `stick` or `turning`
`title`     what it is called, also on the piece itself
`material`  what to print it on; templates for one material share their pages (`clear film`)
`copies`    how many of it (1)
`default`   whether it is printed when nothing else is asked for (true)
=========== ==================================================================================================

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

`stick`: a range stick in bands. One longer than the paper is made in pieces with glue tabs.

=========== ==================================================================================================
`width`     how wide the stick is, 12 mm at least
`length`    how long all bands are together, and
`every`     how long each band is, and
`labels`    what each band says; or, for bands of different lengths:
`bands`     a list, nearest first, of blocks with `to` (where the band ends) and `label`
`ticks`     the distance between the fine marks, at which the stick may also be divided (1 in)
`start`     a few words at the end that is held to the shooter
`end`       a few words at the far end
`tinted`    whether every other band is shaded: for card, not for film (false)
=========== ==================================================================================================

`turning`: half a disc with the angles by which models may turn; turned over, it serves the other side.

=========== ==================================================================================================
`radius`    of the half disc
`moments`   when a model may turn: the columns of its table
`rows`      the rows by name: a list with one angle, 0 to 180 degrees, for each of the moments; 0 is no turn
`by`        `size classes`: the rows' names are keys of size classes
=========== ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan2, degrees
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.schema import NOTHING, Reader, describe, spoken, whole_number
from printshop.problems import suggestion
from printshop.source import Node, Sequence
from printshop.units import Length, parse_length

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from printshop.game.context import Context
    from printshop.game.model import SizeClass
    from printshop.problems import Span

    Sizes = tuple[SizeClass, ...]

BY_CLASS = "size classes"
DIAGONAL_ARCS = ("forward", "starboard", "aft", "port")
MOST_COPIES = 100
MOST_BANDS = 60
MOST_TICKS = 2000
INCH = parse_length("1 in")
NARROWEST = parse_length("12 mm")


class Head(NamedTuple):
    """What all templates have."""

    key: str
    title: str
    material: str
    copies: int
    default: bool
    span: Span | None


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


class Band(NamedTuple):
    """A stretch of a stick that ends at `to`, measured from the stick's start."""

    to: Length
    label: str


@dataclass(frozen=True, slots=True)
class StickTemplate:
    """A range stick; its length is where the last band ends."""

    head: Head
    width: Length
    bands: tuple[Band, ...]
    ticks: Length
    start: str
    end: str
    tinted: bool

    @property
    def length(self) -> Length:
        """How long all bands are together."""
        return self.bands[-1].to


class Turns(NamedTuple):
    """A row of a turning template: the angle for each moment, 0 for no turn; `key` is its short name."""

    key: str
    name: str
    angles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurningTemplate:
    """Half a disc with the angles by which models may turn."""

    head: Head
    radius: Length
    moments: tuple[str, ...]
    rows: tuple[Turns, ...]

    @property
    def angles(self) -> tuple[int, ...]:
        """The angles that occur, smallest first."""
        return tuple(sorted({angle for row in self.rows for angle in row.angles if angle}))


Template = ArcsTemplate | DiscTemplate | StickTemplate | TurningTemplate


def read(node: Node, context: Context) -> Mapping[str, Template]:
    """Return the templates of a game; what is wrong with them is noted in the context's problems."""
    found: dict[str, Template] = {}
    for key, reader in Reader(node, context.problems, "the templates").each("template"):
        before = len(context.problems)
        kind = reader.choice("kind", tuple(_READERS))
        if len(context.problems) > before:
            continue  # what its keys mean depends on the kind
        head = Head(key, reader.text("title", spoken(key)),
                    reader.text("material", "clear film"), reader.whole("copies", 1, 1, MOST_COPIES),
                    reader.flag("default", True), reader.place)
        template = _READERS[kind](head, reader, context.sizes)
        reader.done()
        if template is not None and len(context.problems) == before:
            found[key] = template
    return found


def _read_arcs(head: Head, reader: Reader, sizes: Sizes) -> ArcsTemplate | None:
    diameter = _positive(reader, "diameter")
    arcs = reader.named("arcs", "arc", required=True)
    by_class = reader.choice("of", (BY_CLASS,), "") == BY_CLASS
    if "of" in reader and not by_class:
        return None
    if by_class:
        sets = _by_diagonals(arcs, reader, sizes)
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
    return Arc(reader.text("label", _words(name)), reader.texts("notes"), float(start % 360), float(sweep))


def _by_diagonals(arcs: list[tuple[str, Reader]], reader: Reader, sizes: Sizes) -> tuple[ArcSet, ...]:
    """Return one set of arcs for every proportion of the game's bases."""
    if not sizes:
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
    words = {name: (one.text("label", _words(name)), one.texts("notes")) for name, one in arcs}
    shapes: dict[Fraction, list[SizeClass]] = {}
    for size in sizes:
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


def _read_disc(head: Head, reader: Reader, _: Sizes) -> DiscTemplate:
    inner = reader.reader("diameters", required=True)
    discs = tuple((name, _positive(inner, name)) for name in inner.keys()) if inner else ()  # noqa: SIM118 - not a dict
    if inner and not discs:
        reader.fail("diameters", f"'diameters' of {reader.what} is empty", "for instance {Small: 3 in}")
    return DiscTemplate(head, discs, reader.texts("notes"))


def _read_stick(head: Head, reader: Reader, _: Sizes) -> StickTemplate | None:
    width, ticks = _positive(reader, "width"), _positive(reader, "ticks", INCH)
    if 0 < width.pt < NARROWEST.pt:
        reader.fail("width", f"'width' of {reader.what} is {width.text}, the narrowest allowed is {NARROWEST.text}",
                    "its words would be too small to read")
    bands = _uneven_bands(reader) if "bands" in reader else _even_bands(reader)
    if bands and 0 < ticks.points * MOST_TICKS < bands[-1].to.points:
        reader.fail("ticks", f"the ticks of {reader.what}, {ticks.text} apart, are more than {MOST_TICKS} "
                             f"in {bands[-1].to.text}", "make them farther apart, or the stick shorter")
    stick = StickTemplate(head, width, bands, ticks, reader.text("start", ""), reader.text("end", ""),
                          reader.flag("tinted"))
    return stick if bands else None


def _even_bands(reader: Reader) -> tuple[Band, ...]:
    length, every = _positive(reader, "length"), _positive(reader, "every")
    labels = reader.texts("labels", ...)
    if not (length.points and every.points and labels):
        return ()
    count = length.points / every.points
    if count.denominator != 1:
        reader.fail("length", f"'length' of {reader.what} is {length.text}, which is not a whole number of "
                              f"bands of {every.text}", "end the stick where a band ends")
        return ()
    if count > MOST_BANDS:
        reader.fail("every", f"{reader.what} has {count} bands, at most {MOST_BANDS} are possible")
        return ()
    if count != len(labels):
        reader.fail("labels", f"{reader.what} has {count} bands of {every.text} in {length.text}, and "
                              f"{len(labels)} labels", "give one label for each band, the nearest first")
        return ()
    return tuple(Band(every.times(k), label) for k, label in enumerate(labels, 1))


def _uneven_bands(reader: Reader) -> tuple[Band, ...]:
    bands: list[Band] = []
    for one in reader.readers("bands", "band"):
        to, label = _positive(one, "to"), one.text("label")
        if bands and 0 < to.points <= bands[-1].to.points:
            one.fail("to", f"{one.what} ends at {to.text}, the band before it at {bands[-1].to.text}",
                     "list the bands from the nearest to the farthest")
        one.done()
        bands.append(Band(to, label))
    if not bands or len(bands) > MOST_BANDS:
        reader.fail("bands", f"'bands' of {reader.what} must have 1 to {MOST_BANDS} entries")
    for key in ("length", "every", "labels"):
        if key in reader:
            reader.fail(key, f"{reader.what} has both 'bands' and '{key}'", "keep one of the two")
            reader.node(key)
    return tuple(bands)


def _read_turning(head: Head, reader: Reader, sizes: Sizes) -> TurningTemplate:
    radius, moments = _positive(reader, "radius"), reader.texts("moments", ...)
    classes = {size.key: size.name for size in sizes}
    named = reader.choice("by", (BY_CLASS,), "") == BY_CLASS
    inner = reader.reader("rows", required=True)
    rows = []
    for key in inner.keys() if inner else ():
        assert inner is not None
        if named and key not in classes:
            hint = suggestion(key, classes)
            reader.problems.add(inner.key_span(key), f"'{key}' in {inner.what} is not a size class", hint)
        rows.append(Turns(key, classes.get(key, key) if named else key, _angles(key, len(moments), inner)))
    template = TurningTemplate(head, radius, moments, tuple(rows))
    if inner and not template.angles:
        reader.fail("rows", f"'rows' of {reader.what} has no angle other than 0")
    return template


def _angles(key: str, count: int, reader: Reader) -> tuple[int, ...]:
    node = reader.node(key)
    if not isinstance(node, Sequence) or len(node.items) != count:
        found = f"{len(node.items)}" if isinstance(node, Sequence) else describe(node) if node else "nothing"
        reader.fail(key, f"'{key}' in {reader.what} must be a list of {count} angles, one for each of the "
                         f"moments, found {found}", "write 0 where no turn is allowed")
        return (0,) * count
    what = f"an angle of '{key}' in {reader.what}"
    return tuple(whole_number(item, what, reader.problems, 0, 180) or 0 for item in node.items)


def _positive(reader: Reader, key: str, default: Length | None = None) -> Length:
    """Return a length that is more than nothing."""
    length = reader.length(key) if default is None else reader.length(key, default)
    if key in reader and not length.points and length is not NOTHING:
        reader.fail(key, f"'{key}' of {reader.what} must be more than 0")
    return length


def _words(name: str) -> str:
    return name.replace("_", " ")


_READERS: dict[str, Callable[[Head, Reader, Sizes], Template | None]] = {
    "arcs": _read_arcs,
    "disc": _read_disc,
    "stick": _read_stick,
    "turning": _read_turning,
}
