"""A reader of VASSAL modules, written from their documentation: rows of fields, pieces, names of hexes."""

from __future__ import annotations

import io
import math
import zipfile
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

from helpers.cli import invoke
from helpers.images import blank_pictures
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

DPI = 60
MAP = "VASSAL.build.module.Map"
GRID = "VASSAL.build.module.map.boardPicker.board."


def split_fields(text: str, delimiter: str) -> list[str]:
    """Return the fields of a row: a delimiter behind a backslash is part of its field, quotes round a field are not."""
    result, field, here = [], "", 0
    while True:
        end = text.find(delimiter, here)
        if end > here and text[end - 1] == "\\":
            field, here = field + text[here:end - 1] + delimiter, end + 1
            # a delimiter right behind this one ends the field
            continue
        field += text[here:] if end < 0 else text[here:end]
        quoted = len(field) > 1 and field.startswith("'") and field.endswith("'")
        result.append(field[1:-1] if quoted else field)
        if end < 0:
            return result
        field, here = "", end + 1


class Piece(NamedTuple):
    """A piece of a module: its name, the traits about it from the outside in, each with its state; its own state."""

    name: str
    image: str
    traits: tuple[tuple[str, str], ...]
    state: str

    def trait(self, prefix: str) -> tuple[list[str], str]:
        """Return the fields of a trait and its state."""
        [result] = [(split_fields(kind, ";"), state) for kind, state in self.traits if kind.startswith(prefix)]
        return result

    def images(self) -> list[str]:
        """Return every picture that the piece can show."""
        own = [self.image] if self.image else []
        own += [split_fields(kind, ";")[2] for kind, _ in self.traits if kind.startswith("obs;")]
        return own + [name for kind, _ in self.traits if kind.startswith("emb2;")
                      for name in split_fields(split_fields(kind, ";")[16], ",")]


def piece(text: str) -> Piece:
    """Read the text of a slot."""
    plus, null, kind, state = split_fields(text, "/")
    assert (plus, null) == ("+", "null")
    traits = []
    while not kind.startswith("piece;"):
        own, kind = split_fields(kind, "\t")
        mine, state = split_fields(state, "\t")
        traits.append((own, mine))
    _, _, _, image, name = split_fields(kind, ";")
    return Piece(name, image, tuple(traits), state)


class Module(NamedTuple):
    """A module: its tree, and the names and bytes of its files."""

    tree: Element
    files: dict[str, bytes]

    @classmethod
    def read(cls, path: Path) -> Module:
        """Read a module's file."""
        with zipfile.ZipFile(path) as archive:
            assert archive.testzip() is None
            files = {name: archive.read(name) for name in archive.namelist()}
        return cls(ET.fromstring(files["buildFile.xml"]), files)

    def slots(self) -> Iterator[Element]:
        """Yield every slot with a piece."""
        for kind in ("PieceSlot", "CardSlot"):
            yield from self.tree.iter(f"VASSAL.build.widget.{kind}")

    def sizes(self, window: Element) -> list[tuple[int, int]]:
        """Return the width and height of the boards of a window, in pixels."""
        boards = window.iter("VASSAL.build.module.map.boardPicker.Board")
        return [Image.open(io.BytesIO(self.files[f"images/{board.attrib['image']}"])).size if "image" in board.attrib
                else (int(board.attrib["width"]), int(board.attrib["height"])) for board in boards]

    def pieces(self) -> list[Piece]:
        """Return every piece."""
        return [piece(slot.text or "") for slot in self.slots()]


def zoom(window: Element) -> tuple[list[float], float]:
    """Return the levels of a window's zoom and the level at its opening, whose number counts from the largest, 1."""
    [zoomer] = window.iter("VASSAL.build.module.map.Zoomer")
    levels = sorted({float(level) for level in zoomer.attrib["zoomLevels"].split(",")})
    return levels, levels[max(0, min(len(levels) - 1, len(levels) - int(zoomer.attrib["zoomStart"])))]


def hex_at(grid: Element, x: int, y: int) -> str:
    """Return the name of the hex at a pixel: by the numbers of a grid, or by the zone of a zoned grid."""
    if grid.tag == f"{GRID}ZonedGrid":
        zones = [zone for zone in grid.iter(f"{GRID}mapgrid.Zone") if _inside(zone.attrib["path"], x, y)]
        assert len(zones) == 1, (x, y)
        assert zones[0].attrib["locationFormat"] == "$name$"
        return zones[0].attrib["name"]
    [numbers] = grid
    line, place = _counted(grid, x, y)
    if numbers.get("stagger") == "true" and line % 2:
        place += 1
    high, wide = (_shown(value + int(numbers.attrib[f"{axis}Off"]), int(numbers.attrib[f"{axis}Leading"]),
                         numbers.attrib[f"{axis}Type"]) for axis, value in (("h", line), ("v", place)))
    return numbers.attrib["sep"].join((high, wide) if numbers.get("first") == "H" else (wide, high))


def center(grid: Element, line: int, place: int) -> tuple[float, float]:
    """Return the middle of a hex, both counted from 0, in pixels, from the grid's own figures."""
    dx, dy = float(grid.attrib["dx"]), float(grid.attrib["dy"])
    x = int(grid.attrib["x0"]) + dx * line
    y = int(grid.attrib["y0"]) + dy * place + (dy / 2 if line % 2 and not grid.tag.endswith("SquareGrid") else 0)
    return (y, x) if grid.get("sideways") == "true" else (x, y)


def _counted(grid: Element, x: int, y: int) -> tuple[int, int]:
    if grid.get("sideways") == "true":
        x, y = y, x
    dx, dy = float(grid.attrib["dx"]), float(grid.attrib["dy"])
    line = math.floor((x - int(grid.attrib["x0"])) / dx + 0.5)
    down = y - int(grid.attrib["y0"]) - (dy / 2 if line % 2 and not grid.tag.endswith("SquareGrid") else 0)
    return line, math.floor(down / dy + 0.5)


def _shown(value: int, leading: int, kind: str) -> str:
    zeros = ""
    if kind == "A":  # after Z comes AA, then BB
        return chr(ord("A") + value % 26) * (value // 26 + 1)
    while leading > 0 and value < 10**leading:
        zeros, leading = zeros + "0", leading - 1
    return f"{zeros}{value}"


def _inside(path: str, x: float, y: float) -> bool:
    points = [tuple(map(int, point.split(","))) for point in path.split(";")]
    inside = False
    for (x1, y1), (x2, y2) in zip(points, [*points[1:], points[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


@cache
def export_module(name: str, *, drawn: bool = False) -> Module:
    """Return the module of a game or a battle, written once for all tests, with blank pictures if not `drawn`."""
    with TemporaryDirectory() as folder, nullcontext() if drawn else blank_pictures():
        target = Path(folder) / "x.vmod"
        result = invoke("export", "vassal", name, "-o", target, "--dpi", DPI)
        assert result.exit_code == 0, result.output
        return Module.read(target)
