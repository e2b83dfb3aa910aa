"""How long a large numbered hex map takes, beside the bare writing of its operators, in one run.

    python tests/benchmarks/hexmap.py [columns rows]

The map is drawn, cut into sheets and written as PDF. Beside it, the same lines and numbers are formatted straight
into operators, joined and compressed: what nothing can be faster than in Python.
"""

from __future__ import annotations

import sys
import time
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from printshop.drawing.ink import Ink
from printshop.game.board import Board
from printshop.game.maps import HexMap
from printshop.game.model import Game
from printshop.hexes import Grid, Orientation
from printshop.products.hexmaps import maps
from printshop.products.product import Request, Settings
from printshop.render import pdf
from printshop.units import parse_length

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.drawing.items import Document

ACROSS = parse_length("16 mm")


def hex_map(columns: int, rows: int) -> HexMap:
    """Return a bare numbered map."""
    return HexMap("big", "Big", "", "paper", True, Board(Orientation.FLAT, columns, rows), ACROSS, True, False, (), 0,
                  "", "#ffffff", (), True, (), (), None)


def printshop(columns: int, rows: int) -> tuple[Document, bytes]:
    """Return the map's sheets and the finished file."""
    one = hex_map(columns, rows)
    game = Game("big", "Big", "", "", Path(), {}, (), "", {}, {}, {}, maps={"big": one})
    document = maps.build(game, Request(), Settings())
    return document, pdf.to_bytes(document)


def raw(columns: int, rows: int) -> bytes:
    """Return the operators of the same map, compressed: each side once, each number one text."""
    board, grid = Board(Orientation.FLAT, columns, rows), Grid(Orientation.FLAT, ACROSS.pt)
    out = ["0.45 G 0.6 w"]
    for cell in board.cells:
        one, two, three, four, *_ = grid.corners(cell)
        out.append(f"{one[0]:.4f} {one[1]:.4f} m {two[0]:.4f} {two[1]:.4f} l {three[0]:.4f} {three[1]:.4f} l "
                   f"{four[0]:.4f} {four[1]:.4f} l")
    out.append("S BT /F1 7 Tf")
    for cell in board.cells:
        x, y = grid.center(cell)
        out.append(f"1 0 0 -1 {x:.4f} {y:.4f} Tm ({board.name(cell)}) Tj")
    out.append("ET")
    return zlib.compress("\n".join(out).encode("latin-1"), 6)


def seconds(work: Callable[[], object]) -> float:
    """Return the least time of five tries."""
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def main() -> None:
    """Print the times, the sizes and the ratio."""
    columns, rows = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (60, 60)
    document, data = printshop(columns, rows)
    ours, bare = seconds(lambda: printshop(columns, rows)), seconds(lambda: raw(columns, rows))
    drawn = seconds(lambda: maps.hex_board.draw(hex_map(columns, rows), Ink.COLOUR))
    print(f"{columns} x {rows} hexes, {len(tuple(document.pages))} pages, {len(data) / 1024:.0f} KB")
    print(f"printshop {ours * 1e3:7.1f} ms, of which drawing {drawn * 1e3:.1f} ms")
    print(f"bare      {bare * 1e3:7.1f} ms, {len(raw(columns, rows)) / 1024:.0f} KB")
    print(f"ratio     {ours / bare:7.2f}")


if __name__ == "__main__":
    main()
