"""Overlays: hexes at the size of the map's, laid on it with a ship in the centre.

=============== ==============================================================================================
`map`           the key of a map whose hexes these are; or
`across`        the size of a hex across flats, and
`orientation`   how the hexes stand: `flat-top` or `pointy-top`
`radius`        how many hexes are drawn in every direction; without it those of the areas, `grey` and `dots`
`only_areas`    true: of all within the radius only the hexes of areas, `grey` and `dots` (false)
`heading`       where the ship heads, degrees clockwise from up the page, a multiple of 30 (0)
`areas`         by name, each with a `label` (`none` for no words), a `pattern` and a `colour` for its border, and
                its hexes: the bearings `from` and `to` in degrees clockwise from dead ahead, or `hexes`, a list
                of [q, r]
`grey`          a list of hexes that are drawn, but out of range
`dots`          hexes with a dot: a list, `shared` for all that lie in more than one area, or `rays` for all whose
                middle lies on a ray
`rays`          lines from the ship's centre: bearings from dead ahead
`lines`         the same with more to say: a list of `bearing`, `from` (a hex), `label` and `dashed`
`then`          the ship afterwards, dashed: `at` (a hex) and `heading`, from dead ahead
`rings`         ranges round which the grid has a heavy line: a list, or with words for each, {7: gun, 9: beam}
`numbers`       whether every hex has its range (true); `areas`: only those of areas
`cut`           `hexes`: along the outer hexes, or `straight`: from corner to corner (hexes)
`notes`         short texts, each printed in a hex of its own
=============== ==============================================================================================

The ship stands in [0, 0]; [0, -1] is the hex above it (flat-top), or above it to the left (pointy-top).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.context import PATTERNS
from printshop.game.hex_lists import FARTHEST, HexSize, Ray, read_bearings, read_hex, read_hexes, read_rays, read_size
from printshop.game.templates.template_head import Head, as_words, read_notes
from printshop.hexes import Hex, Orientation, add, directions, distance, in_arc, within
from printshop.language.reader import Reader, whole_number
from printshop.source import Mapping, Scalar, Sequence

if TYPE_CHECKING:
    from printshop.game.context import Context

SHIP: Hex = (0, 0)
SHARED, ON_RAYS = "shared", "rays"
MOST_AREAS = 12
UNLABELLED = "none"
ONLY_AREAS = "areas"
CUTS = ("hexes", "straight")
GREY = "#595959"


class Area(NamedTuple):
    """Hexes with a name and perhaps a label. `bounded`: they were listed, so that their border is drawn as well."""

    name: str
    label: str
    cells: frozenset[Hex]
    bounded: bool
    pattern: str
    color: str


class Ring(NamedTuple):
    """A range with a heavy line round it, and what has this range."""

    reach: int
    label: str


class Ghost(NamedTuple):
    """Where the ship is afterwards, and its bearing on the page."""

    at: Hex
    heading: int


@dataclass(frozen=True, slots=True)
class OverlayTemplate:
    """Hexes about a ship in (0, 0) that heads at the bearing `heading`; `rays` are bearings on the page."""

    head: Head
    size: HexSize
    cells: tuple[Hex, ...]
    heading: int
    areas: tuple[Area, ...]
    grey: frozenset[Hex]
    dots: frozenset[Hex]
    rays: tuple[float, ...]
    rings: tuple[Ring, ...]
    numbered: frozenset[Hex]
    straight: bool
    notes: tuple[str, ...]
    lines: tuple[Ray, ...] = ()
    then: Ghost | None = None

    @property
    def every_ray(self) -> tuple[Ray, ...]:
        """All lines, with and without words."""
        return (*(Ray(one) for one in self.rays), *self.lines)


class _Drawn(NamedTuple):
    """What the data says of the hexes drawn: all within `radius`, if there is one, or only the listed ones."""

    radius: int | None
    only_areas: bool


def read_overlay(head: Head, reader: Reader, context: Context) -> OverlayTemplate | None:
    """Return an overlay, None if it has no hexes."""
    size = read_size(reader, context)
    radius = reader.whole("radius", FARTHEST, 1, FARTHEST) if "radius" in reader else None
    drawn = _Drawn(radius, reader.flag("only_areas"))
    heading = _heading(reader)
    areas = tuple(_area(name, one, drawn, heading, size.orientation) for name, one in reader.named("areas", "area"))
    if len(areas) > MOST_AREAS:
        reader.fail("areas", f"{reader.what} has {len(areas)} areas, at most {MOST_AREAS} are possible")
    grey = frozenset(read_hexes(reader, "grey"))
    dots = _dots(reader, areas)
    listed = frozenset({SHIP}).union(grey, dots, *(area.cells for area in areas))
    cells = tuple(sorted(listed)) if drawn.radius is None or drawn.only_areas else within(drawn.radius)
    _check_reach(reader, drawn.radius, listed)
    _check_grey(reader, grey, areas)
    _check_whole(reader, cells, size.orientation)
    rays = tuple((one + heading) % 360 for one in read_bearings(reader, "rays"))
    if _dotted(reader) == ON_RAYS:
        dots = frozenset(cell for cell in cells if any(in_arc(cell, ray, 0, size.orientation) for ray in rays))
    return OverlayTemplate(
        head, size, cells, heading, areas, grey, dots, rays, _rings(reader, cells), _numbered(reader, cells, areas),
        reader.choice("cut", CUTS, CUTS[0]) == CUTS[1], read_notes(reader), _lines(reader, heading, cells),
        _then(reader, heading, cells),
    )  # fmt: skip


def _numbered(reader: Reader, cells: tuple[Hex, ...], areas: tuple[Area, ...]) -> frozenset[Hex]:
    """Return the hexes that have their range."""
    node = reader.node("numbers")
    if isinstance(node, Scalar) and node.text == ONLY_AREAS:
        return frozenset(cell for area in areas for cell in area.cells) - {SHIP}
    return frozenset(cells) - {SHIP} if reader.flag("numbers", True) else frozenset()


def _lines(reader: Reader, heading: int, cells: tuple[Hex, ...]) -> tuple[Ray, ...]:
    rays = read_rays(reader, "lines", heading)
    for ray in rays:
        _check_drawn(reader, "lines", ray.start, cells)
    return rays


def _then(reader: Reader, heading: int, cells: tuple[Hex, ...]) -> Ghost | None:
    inner = reader.reader("then") if "then" in reader else None
    if inner is None:
        return None
    ghost = Ghost(read_hex(inner, "at") if "at" in inner else SHIP, (_heading(inner) + heading) % 360)
    inner.done()
    _check_drawn(reader, "then", ghost.at, cells)
    return ghost


def _check_drawn(reader: Reader, key: str, cell: Hex, cells: tuple[Hex, ...]) -> None:
    if cell not in cells:
        reader.fail(key, f"'{key}' of {reader.what}: the hex [{cell[0]}, {cell[1]}] is not one of those drawn",
                    "add it to 'grey' or to an area")


def _heading(reader: Reader) -> int:
    heading = reader.whole("heading", 0, -360, 360)
    if heading % 30:
        reader.fail("heading", f"'heading' of {reader.what} is {heading}, neither a side nor a corner of a hex",
                    "write a multiple of 30")
    return heading % 360


def _area(name: str, reader: Reader, drawn: _Drawn, heading: int, orientation: Orientation) -> Area:
    bearings = [key for key in ("from", "to") if key in reader]
    if "hexes" in reader:
        cells = frozenset(read_hexes(reader, "hexes"))
        for key in bearings:
            reader.fail(key, f"{reader.what} has both 'hexes' and '{key}'", "keep one of the two")
            reader.node(key)
    else:
        cells = _wedge(reader, drawn, heading, orientation)
    label = reader.text("label", as_words(name))
    area = Area(name, "" if label == UNLABELLED else label, cells, "hexes" in reader,
                reader.choice("pattern", PATTERNS, "plain"), reader.color("colour", GREY))
    reader.done()
    return area


def _wedge(reader: Reader, drawn: _Drawn, heading: int, orientation: Orientation) -> frozenset[Hex]:
    start, end = reader.whole("from", ..., -360, 360), reader.whole("to", ..., -360, 720)
    if drawn.radius is None:
        reader.problems.add(reader.place, f"{reader.what} goes by bearings, and the overlay has no 'radius'",
                            "give the overlay a radius, or the area a list of hexes")
        return frozenset()
    sweep = (end - start) % 360 or 360
    return frozenset(cell for cell in within(drawn.radius) if in_arc(cell, heading + start, sweep, orientation))


def _dotted(reader: Reader) -> str:
    """Return the word at `dots`, if it is one of those that are known."""
    node = reader.node("dots")
    return node.text if isinstance(node, Scalar) and node.text in (SHARED, ON_RAYS) else ""


def _dots(reader: Reader, areas: tuple[Area, ...]) -> frozenset[Hex]:
    """Return the hexes of a list, or those that areas share."""
    if _dotted(reader) == ON_RAYS:
        return frozenset()
    if _dotted(reader) == SHARED:
        seen: set[Hex] = set()
        twice: set[Hex] = set()
        for area in areas:
            twice |= seen & area.cells
            seen |= area.cells
        return frozenset(twice)
    return frozenset(read_hexes(reader, "dots"))


def _check_reach(reader: Reader, radius: int | None, listed: frozenset[Hex]) -> None:
    beyond = sorted(cell for cell in listed if radius is not None and distance(cell) > radius)
    if beyond:
        cell = beyond[0]
        reader.fail("radius", f"{reader.what} names the hex [{cell[0]}, {cell[1]}], {distance(cell)} hexes from the "
                              f"ship: its radius is {radius}", "make the radius larger, or leave it out")
    elif not any(key in reader for key in ("radius", "areas", "grey", "dots")):
        reader.problems.add(reader.place, f"{reader.what} has no hexes", "give it a radius, or areas with hexes")


def _check_grey(reader: Reader, grey: frozenset[Hex], areas: tuple[Area, ...]) -> None:
    for area in areas:
        both = sorted(grey & area.cells)
        if both and area.bounded:
            reader.fail("grey", f"the hex [{both[0][0]}, {both[0][1]}] of 'grey' of {reader.what} lies also in the "
                                f"area '{area.name}'", "a hex is in range or out of it")


def _check_whole(reader: Reader, cells: tuple[Hex, ...], orientation: Orientation) -> None:
    """A piece that falls apart when it is cut out is of no use."""
    left = set(cells)
    front = [SHIP]
    while front:
        cell = front.pop()
        if cell in left:
            left.discard(cell)
            front += [add(cell, step) for step in directions(orientation)]
    if left:
        q, r = min(left, key=lambda cell: (distance(cell), cell))
        reader.problems.add(reader.place, f"{reader.what} would fall apart: nothing joins the hex [{q}, {r}] to the "
                                          "ship", "give it a radius, so that the hexes between are there")


def _rings(reader: Reader, cells: tuple[Hex, ...]) -> tuple[Ring, ...]:
    node = reader.node("rings")
    if node is None:
        return ()
    farthest = max(distance(cell) for cell in cells)
    if isinstance(node, Mapping):
        inner = Reader(node, reader.problems, f"'rings' of {reader.what}")
        return tuple(sorted(Ring(_key(inner, key, farthest), inner.text(key)) for key in inner.keys()))  # noqa: SIM118
    what = f"a range of 'rings' of {reader.what}"
    found = [whole_number(item, what, reader.problems, 1, max(farthest, 1))
             for item in (node.items if isinstance(node, Sequence) else (node,))]
    return tuple(Ring(number, "") for number in sorted({number for number in found if number}))


def _key(reader: Reader, key: str, farthest: int) -> int:
    """Return the range that a key of the rings is."""
    number = int(key) if key.isascii() and key.isdigit() and len(key) < 4 else 0
    if not 1 <= number <= farthest:
        reader.problems.add(reader.key_span(key), f"{reader.what}: '{key}' is not a range from 1 to {farthest}",
                            "write the range, then what reaches so far: {7: gun}")
    return number
