"""Small figures of hexes on reference cards, not to scale: formations, zones, the hexes that a weapon reaches.

`hexes` of a block is a figure or a list of figures, which stand beside each other with hexes of one size. A figure:

============== ===============================================================================================
`orientation`  `flat-top` or `pointy-top`
`cells`        a list: each has `at`, a list of hexes [q, r] as in templates; a `label`; a `shade`, 0 to 1; a
               `pattern`; and a `facing`, the bearing in degrees, clockwise from up, of an arrow in them
`caption`      words below it
============== ===============================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.hex_lists import read_hexes
from printshop.game.maps import AREAS
from printshop.hexes import Hex, Orientation
from printshop.source import Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.schema import Reader
    from printshop.problems import Span

MOST_CELLS = 400


class HexCell(NamedTuple):
    """Hexes that look alike; `facing` is None where there is no arrow."""

    at: tuple[Hex, ...]
    label: str
    shade: float
    pattern: str
    facing: float | None


@dataclass(frozen=True, slots=True)
class HexFigure:
    """A figure of hexes."""

    orientation: Orientation
    cells: tuple[HexCell, ...]
    caption: str


@dataclass(frozen=True, slots=True)
class HexFigures:
    """Figures beside each other."""

    figures: tuple[HexFigure, ...]


def read_figures(reader: Reader, key: str) -> HexFigures | None:
    """Return the figures at a key of a block; what is wrong with them is noted."""
    node = reader.node(key)
    several = isinstance(node, Sequence)
    readers = reader.readers(key, "figure") if several else [found for found in (reader.reader(key),) if found]
    found = tuple(figure for one in readers for figure in _figure(one))
    return HexFigures(found) if found else None


def _figure(reader: Reader) -> Iterator[HexFigure]:
    orientation = Orientation(reader.choice("orientation", tuple(one.value for one in Orientation)))
    cells = tuple(_cell(one) for one in reader.readers("cells", "cell", required=True))
    _check_once(reader.span("cells"), cells, reader)
    caption = reader.text("caption", "")
    reader.done()
    if any(cell.at for cell in cells):
        yield HexFigure(orientation, cells, caption)


def _check_once(span: Span | None, cells: tuple[HexCell, ...], reader: Reader) -> None:
    every = [cell for one in cells for cell in one.at]
    if len(every) > MOST_CELLS:
        reader.problems.add(span, f"{reader.what} has {len(every)} hexes, at most {MOST_CELLS} are allowed")
    for cell in sorted({cell for cell in every if every.count(cell) > 1} if len(every) <= MOST_CELLS else ()):
        reader.problems.add(span, f"the hex [{cell[0]}, {cell[1]}] stands twice in 'cells' of {reader.what}")


def _cell(reader: Reader) -> HexCell:
    facing = reader.number("facing", None, -360, 360)
    cell = HexCell(read_hexes(reader, "at", required=True), reader.text("label", ""),
                   float(reader.number("shade", 0, 0, 1)), reader.choice("pattern", AREAS, ""),
                   None if facing is None else float(facing))
    reader.done()
    return cell
