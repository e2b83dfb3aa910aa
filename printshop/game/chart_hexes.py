"""Small figures of hexes on reference cards, not to scale: formations, zones, the hexes that a weapon reaches.

`hexes` of a block is a figure or a list of figures, which stand beside each other with hexes of one size. A figure:

============== ===============================================================================================
`orientation`  `flat-top` or `pointy-top`
`cells`        a list: each has `at`, a list of hexes [q, r] as in templates; a `label`; a `shade`, 0 to 1; a
               `pattern`; a `facing`, the bearing in degrees, clockwise from up, of an arrow in them; or a `zone`:
               front, flank, rear or mixed, with the look that it has on bases and counters and its name as label
`lines`        lines across it: a list of `bearing`, `from` (a hex) and `dashed`; or `to` (a hex), where they end,
               instead of `bearing`
`caption`      words below it
============== ===============================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.hex_lists import Ray, read_hexes, read_rays
from printshop.game.hexbases import ZONES
from printshop.game.maps import AREAS
from printshop.hexes import Hex, Orientation
from printshop.source import Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.language.reader import Reader
    from printshop.problems import Span

MOST_CELLS = 400


class HexCell(NamedTuple):
    """Hexes that look alike; `facing` is None where there is no arrow."""

    at: tuple[Hex, ...]
    label: str
    shade: float
    pattern: str
    facing: float | None
    color: str = ""


@dataclass(frozen=True, slots=True)
class HexFigure:
    """A figure of hexes."""

    orientation: Orientation
    cells: tuple[HexCell, ...]
    caption: str
    lines: tuple[Ray, ...] = ()


@dataclass(frozen=True, slots=True)
class HexFigures:
    """Figures beside each other."""

    figures: tuple[HexFigure, ...]


def read_figures(reader: Reader, key: str) -> HexFigures | None:
    """Return the figures at a key of a block; what is wrong with them is noted."""
    node = reader.node(key)
    reader.filled(key)
    several = isinstance(node, Sequence)
    readers = reader.readers(key, "figure") if several else [found for found in (reader.reader(key),) if found]
    found = tuple(figure for one in readers for figure in _figure(one))
    return HexFigures(found) if found else None


def _figure(reader: Reader) -> Iterator[HexFigure]:
    orientation = Orientation(reader.choice("orientation", tuple(one.value for one in Orientation)))
    cells = tuple(_cell(one) for one in reader.readers("cells", "cell", required=True))
    reader.filled("cells")
    _check_once(reader.span("cells"), cells, reader)
    caption, lines = reader.text("caption", ""), read_rays(reader, "lines", ends=orientation)
    every = {cell for one in cells for cell in one.at}
    for q, r in (cell for ray in lines for cell in (ray.start, ray.end or ray.start) if every and cell not in every):
        reader.fail("lines", f"'lines' of {reader.what}: the hex [{q}, {r}] is not in 'cells'",
                    "lines begin and end in hexes that are drawn")
    reader.done()
    if every:
        yield HexFigure(orientation, cells, caption, lines)


def _check_once(span: Span | None, cells: tuple[HexCell, ...], reader: Reader) -> None:
    every = [cell for one in cells for cell in one.at]
    if len(every) > MOST_CELLS:
        reader.problems.add(span, f"{reader.what} has {len(every)} hexes, at most {MOST_CELLS} are allowed")
    for cell in sorted({cell for cell in every if every.count(cell) > 1} if len(every) <= MOST_CELLS else ()):
        reader.problems.add(span, f"the hex [{cell[0]}, {cell[1]}] stands twice in 'cells' of {reader.what}")


def _cell(reader: Reader) -> HexCell:
    facing = reader.number("facing", None, -360, 360)
    zone = reader.choice("zone", tuple(ZONES), "")
    color, look = ZONES.get(zone, ("", ""))
    pattern = reader.choice("pattern", AREAS, "")
    for key in ("shade", "pattern") if zone else ():
        if key in reader:
            reader.fail(key, f"{reader.what} has both 'zone' and '{key}'", "keep one of the two")
    cell = HexCell(read_hexes(reader, "at", required=True), reader.text("label", zone),
                   float(reader.number("shade", 0, 0, 1)), look or pattern, None if facing is None else float(facing),
                   color)
    reader.done()
    return cell
