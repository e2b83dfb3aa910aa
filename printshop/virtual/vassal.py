"""A module for VASSAL 3.6 and later: one zip file with maps, counters, markers, cards and reference cards.

It holds buildFile.xml, a tree of the program's own classes by name; moduledata, what its list of modules shows; and the
pictures, all of one resolution, so that everything has its true size beside everything else.
"""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from printshop.drawing import shapes, text
from printshop.drawing.items import Color, parse_color
from printshop.files import wanted
from printshop.hexes import Orientation
from printshop.problems import failure
from printshop.virtual.table import LONGEST, OUTPUT, How, View, first, plain, png

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from printshop.drawing.items import Item
    from printshop.files import Delivery
    from printshop.game.deployment import Place
    from printshop.hexes import Hex
    from printshop.virtual.table import Board, Filed, Table

FLAT = True
VERSION = "3.6.0"  # of the program that can read it: a newer one than the player's is refused
CHART_DPI = 110
CHART_TITLE = "Reference cards"
ON_TABLE, ON_HEXES, BETWEEN = 24, 6, 12
"""How many ways a piece can face: on a table, and on hexes, if it faces their sides or their points as well."""

GREEN = "214,224,208"
FORCES = "Forces"
MARK = 12  # pixels of the mark of what has moved, at the top right of a piece
MOST_ALIKE = 100
"""Of more pieces alike, only so many stand ready."""

FLIP, DELETE, CLONE, MOVED = "70,130", "68,130", "67,130", "77,130"  # Ctrl and F, D, C, M: the key, what is held
RIGHT, LEFT = "93,130", "91,130"  # Ctrl and ], [

_MODULE, _MAP = "VASSAL.build.module.", "VASSAL.build.module.map."
_PARTS = ("StackMetrics", "PieceMover", "KeyBufferer", "MenuDisplayer", "Scroller", "ForwardToKeyBuffer",
          "ForwardToChatter", "MapCenterer", "StackExpander", "CounterDetailViewer", "Zoomer",
          "SelectionHighlighters", "HighlightLastMoved", "ImageSaver")
_BOARD = "VASSAL.build.module.map.boardPicker.board."

EDGE, GAP, HEAD = 14.0, 10.0, 26.0  # of forces: round all of it, between pieces, of the line above a side's
LEAST = 420.0  # wide
GROUND = parse_color("#e8ece4")
_SIDE, _NAME = text.Style("sans", 14.0, bold=True), text.Style("sans", 9.0)
_SMALL = text.Style("sans", 8.0, color=Color(90, 90, 90))
_LINES = 24.0  # below a piece


def write(table: Table, how: How, delivery: Delivery) -> tuple[str, ...]:
    """Write the module; return what is worth telling.

    Raises PrintshopError where there are no pieces, and for maps that are too large.
    """
    if not table.pieces:
        raise failure(f"{table.title}: there are no pieces to play with",
                      "units are still to be chosen? take the whole game, or name units")
    target = wanted(how.output or f"{OUTPUT}/", f"{table.stem}.vmod")
    module = _Module(table, min([how.dpi, *(plane.dpi(how.dpi) for plane in table.planes)]))
    images = dict(module.images())
    data = Element("data", version="1")
    for key, value in (("version", "1.0"), ("extra1", ""), ("extra2", ""), ("VassalVersion", VERSION),
                       ("dateSaved", "946684800000"), ("description", ""), ("name", plain(table.title))):
        SubElement(data, key).text = value
    files = {"buildFile.xml": _xml(module.tree()), "moduledata": _xml(data),
             **{f"images/{name}": data for name, data in images.items()}}
    if target.suffix != ".vmod":  # VASSAL finds it by that
        target = target.with_name(f"{target.name}.vmod")
    delivery.place(target).write_bytes(zipped(files))
    if module.dpi != how.dpi:
        module.notes.append(f"everything has {module.dpi} pixels an inch: with {how.dpi}, the map would be too large")
    return tuple(module.notes)


def zipped(files: dict[str, bytes]) -> bytes:
    """Return files as a zip file, the same bytes every time."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return data.getvalue()


def _xml(tree: Element) -> bytes:
    data: bytes = ET.tostring(tree, encoding="UTF-8", xml_declaration=True)
    return data


class _Module:
    """A module in the making: `dpi` pixels are an inch, in all its pictures and on all its boards."""

    def __init__(self, table: Table, dpi: int) -> None:
        self.table, self.dpi = table, dpi
        self._boards = tuple(plane.board(dpi) for plane in table.planes)
        self._next = 1
        self.notes: list[str] = []
        with table.fonts():
            self._forces = self._to_set_up()

    def images(self) -> Iterator[tuple[str, bytes]]:
        views = [(f"{filed.thing.section}-{name}", view) for filed in self.table.pieces for name, view in filed.views()]
        views += [(f"map-{board.plane.name}", View(board.width, board.height, board.items, clear=True))
                  for board in self._boards]
        if self._forces:
            views.append(("forces", View(self._forces.width, self._forces.height, self._forces.items)))
        for (name, _), image in zip(views, self.table.shots((view for _, view in views), self.dpi), strict=True):
            yield f"{name}.png", png(image, self.dpi)
        for name, _, image in self.table.chart_shots(CHART_DPI):
            yield f"chart-{name}.png", png(image, CHART_DPI)

    def tree(self) -> Element:
        """Return the whole module. The encoder comes first: without it no piece can be read."""
        root = Element(f"{_MODULE[:-7]}GameModule", name=plain(self.table.title), version="1.0", VassalVersion=VERSION,
                       description="")
        SubElement(root, f"{_MODULE}BasicCommandEncoder")
        roster = SubElement(root, f"{_MODULE}PlayerRoster")
        battle = self.table.asked.scenario
        sides = [force.side for force in battle.forces] if battle else list(self.table.game.sides.values())
        for side in dict.fromkeys(plain(side.name) for side in sides if side.name):
            SubElement(roster, "entry").text = side
        root.append(self._map())
        if self._forces:
            root.append(self._set_up(self._forces))
        root.append(self._palette())
        if self.table.charts:
            root.append(self._charts())
        for roll in self.table.game.dice:  # the program has none whose total and single dice are both told
            count, _, faces = roll.partition("d")
            words = roll.removeprefix("1") if count == "1" else roll
            SubElement(root, f"{_MODULE}DiceButton", name=words, text=words, tooltip=f"Roll {words}", icon="",
                       nDice=count, nSides=faces, plus="0", addToTotal="0", reportTotal="false", prompt="false",
                       hotkey="", reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;")
        root.set("nextPieceSlotId", str(self._next))
        return root

    # --- the map ---

    def _map(self) -> Element:
        window = _window("Board", self._planes())
        scale = "0" if self._boards else str(self.dpi)
        SubElement(window, f"{_MAP}LOS_Thread", threadName="Range", label="Range", tooltip="Measure a distance",
                   drawRange="true", scale=scale, round="Nearest whole number", hideCounters="false",
                   snapStart=str(bool(self._boards)).lower(), snapEnd=str(bool(self._boards)).lower(),
                   threadColor="200,0,0", rangeFg="255,255,255", rangeBg="0,0,0")
        window.extend(self._stacks())
        return window

    def _planes(self) -> Iterator[Element]:
        """Give the boards: maps with their grids, or plain tables, of which one is always there."""
        titles = [board.plane.hexmap.title for board in self._boards]
        for board in self._boards:
            hexmap = board.plane.hexmap
            name = hexmap.title if titles.count(hexmap.title) == 1 else f"{hexmap.title} ({hexmap.key})"
            element = Element(f"{_MAP}boardPicker.Board", name=plain(name), image=f"map-{board.plane.name}.png",
                              reversible="false")
            element.append(grid(board))
            yield element
        tables = [(plain(top.title), round(top.width.pt * self.dpi / 72), round(top.height.pt * self.dpi / 72))
                  for top in self.table.tabletops] or [("Table", 48 * self.dpi, 36 * self.dpi)]
        for name, width, height in tables if not self._boards else ():
            yield Element(f"{_MAP}boardPicker.Board", name=name, width=str(width), height=str(height), color=GREEN,
                          reversible="false")

    def _places(self) -> list[Place]:
        battle = self.table.asked.scenario
        return [*battle.deployment.places.values()] if battle and battle.deployment and self.table.tabletops else []

    def _stacks(self) -> Iterator[Element]:
        """Give the pieces that stand on a table when the game begins: where the figure of the table has them."""
        for place in self._places():
            unit = place.unit
            filed = next((filed for filed in self.table.pieces
                          if filed.thing.section == "counters" and filed.thing.unit == unit.name
                          and filed.thing.group in (unit.side.name, filed.thing.title)), None)
            if filed:
                yield self._stack(filed, plain(self.table.tabletops[0].title), (place.x, place.y), place=place)

    def _stack(self, filed: Filed, board: str, at: tuple[float, float], count: int = 1,
               place: Place | None = None) -> Element:
        """Return so many pieces that lie on a board, `at` points from its corner, when the game begins."""
        x, y = (str(round(value * self.dpi / 72)) for value in at)
        stack = Element(f"{_MAP}SetupStack", name=plain(filed.name), useGridLocation="false", location="",
                        owningBoard=board, x=x, y=y)
        stack.extend(self._slot(filed, place) for _ in range(count))
        return stack

    # --- forces ---

    def _to_set_up(self) -> Forces | None:
        """Return the counters of a scenario that does not say where they begin, laid out; None for too many."""
        counters = any(filed.thing.section == "counters" for filed in self.table.pieces)
        if not (self.table.asked.scenario and counters) or self._places():
            return None
        forces = lay_out(self.table.pieces)
        if max(forces.width, forces.height) * self.dpi / 72 <= LONGEST:
            return forces
        self.notes.append(f"there are too many counters for a board '{FORCES}': take them from the window of pieces")
        return None

    def _set_up(self, forces: Forces) -> Element:
        board = Element(f"{_MAP}boardPicker.Board", name=FORCES, image="forces.png", reversible="false")
        found = _window(FORCES, (board,), launch="true", buttonName=FORCES, tooltip="Units to be set up on the board")
        for filed, x, y in forces.spots:
            count = filed.thing.count
            if count > MOST_ALIKE:
                self.notes.append(f"{filed.name}: {MOST_ALIKE} of {count} lie on the board '{FORCES}', the window of "
                                  "pieces has more")
            found.append(self._stack(filed, FORCES, (x, y), min(count, MOST_ALIKE)))
        return found

    # --- pieces and charts ---

    def _palette(self) -> Element:
        window = Element(f"{_MODULE}PieceWindow", name="Pieces", text="Pieces", hidden="false",
                         tooltip="Pieces to drag onto the board")
        tabs = SubElement(window, "VASSAL.build.widget.TabWidget", entryName="Pieces")
        lists: dict[str, Element] = {}
        for filed in self.table.pieces:
            heading = {"counters": filed.thing.group, "markers": "Markers",
                       "cards": f"Cards: {filed.thing.group}"}[filed.thing.section]
            if heading not in lists:
                lists[heading] = SubElement(tabs, "VASSAL.build.widget.ListWidget", entryName=plain(heading),
                                            width="400", height="300", scale="1.0", divider="200")
            lists[heading].append(self._slot(filed))
        return window

    def _slot(self, filed: Filed, place: Place | None = None) -> Element:
        thing, gpid = filed.thing, self._next
        self._next += 1
        size = (str(round(side * self.dpi / 72)) for side in (thing.width, thing.height))
        found = Element("VASSAL.build.widget.PieceSlot", entryName=plain(filed.name), gpid=str(gpid),
                        width=next(size), height=next(size))
        found.text = self._piece(filed, place, gpid)
        return found

    def _piece(self, filed: Filed, place: Place | None, gpid: int) -> str:
        """Return a piece: what turns it lies outside what flips it, so that both faces turn."""
        thing = filed.thing
        front, back = (f"{thing.section}-{name}.png" if name else "" for name in (filed.front, filed.back))
        traits = [delete()] if thing.section == "counters" else [delete(), clone()]
        if thing.section == "counters":
            right, up = (round(side * self.dpi / 144) for side in (thing.width, thing.height))
            traits.append(moved(right - MARK, -up))
        if thing.section != "cards":
            facings = ON_TABLE
            if self._boards:
                tilt = self._boards[0].plane.hexmap.orientation.tilt
                fits = thing.shape.startswith("hex") or ((thing.heading or 0) - tilt) % 60 == 0
                facings = ON_HEXES if fits else BETWEEN
            turned = (place.heading - (thing.heading or 0)) % 360 if place else 0.0
            traits.append(rotate(facings, round(turned / (360 / facings)) % facings))
        traits.append(mark({"Side": thing.group, "Design": thing.design}))
        if back:
            traits.append(layer(front, back))
        return piece(filed.name, "" if back else front, gpid, traits)

    def _charts(self) -> Element:
        window = Element(f"{_MODULE}ChartWindow", name=CHART_TITLE, text="Charts", tooltip=CHART_TITLE)
        tabs = SubElement(window, "VASSAL.build.widget.TabWidget", entryName=CHART_TITLE)
        for name, page in self.table.charts:
            title = page.bookmarks[0].title if page.bookmarks else name
            SubElement(tabs, "VASSAL.build.widget.Chart", chartName=plain(title), fileName=f"chart-{name}.png",
                       description="")
        return window


def _window(name: str, boards: Iterable[Element], **more: str) -> Element:
    """Return a window with boards, on which pieces that have moved are marked."""
    own = {"mapName": name, "markMoved": "Always", "markUnmovedIcon": "/images/unmoved.gif",
           "markUnmovedTooltip": "Mark all pieces as not moved"}
    found = Element(f"{_MODULE}Map", own | more)
    picker = SubElement(found, f"{_MAP}BoardPicker", addColumnText="Add column", addRowText="Add row",
                        boardPrompt="Select board", slotHeight="125", slotScale="0.2", slotWidth="350")
    picker.extend(boards)
    for part in _PARTS:
        SubElement(found, f"{_MAP}{part}")
    return found


# --- the grid of a map ---


def grid(board: Board) -> Element:
    """Return the grid of a map, whose hexes are called what is printed on them.

    Pixels of the map's picture, y down; on a map with points up, x and y change places. A grid begins at the middle of
    its first hex, a whole pixel; its lines (columns, or rows with points up) are counted from there, and every other
    one lies half a hex further. Where printed numbers do not follow from that, on boards in the shape of a hexagon,
    every line is a zone with a numbering of its own.
    """
    hexmap = board.plane.hexmap
    if not hexmap.board.radius:
        found = _hexes(board)
        found.append(_numbers(board, high=1, stagger=not hexmap.board.even_low))
        return found
    zones = Element(f"{_BOARD}ZonedGrid")
    lines: dict[int, list[Hex]] = {}
    for cell in hexmap.board.cells:
        column, row = hexmap.board.place(cell)
        lines.setdefault(column if hexmap.orientation is Orientation.FLAT else row, []).append(cell)
    for number, cells in sorted(lines.items()):
        [loop] = board.plane.drawn.grid.outline(cells)
        scale, (left, top) = board.dpi / 72, board.shift
        path = ";".join(f"{round((x + left) * scale)},{round((y + top) * scale)}" for x, y in loop)
        zone = SubElement(zones, f"{_BOARD}mapgrid.Zone", name=f"Line {number}", locationFormat="$gridLocation$",
                          path=path, useParentGrid="false", useHighlight="false", highlightProperty="")
        own = _hexes(board)
        own.append(_numbers(board, high=1 - _raw(board, number, cells[0]), stagger=False))
        zone.append(own)
    zones.append(_hexes(board))
    return zones


def _turned(board: Board, point: tuple[float, float]) -> tuple[float, float]:
    """Return a point as the grid counts: across the lines, then along them."""
    return point if board.plane.hexmap.orientation is Orientation.FLAT else (point[1], point[0])


def _hexes(board: Board) -> Element:
    hexmap = board.plane.hexmap
    x, y = _turned(board, board.center(first(hexmap)))
    size = hexmap.across.pt * board.dpi / 72
    return Element(
        f"{_BOARD}HexGrid", sideways=str(hexmap.orientation is Orientation.POINTY).lower(), x0=str(round(x)),
        y0=str(round(y)), dx=repr(size * sqrt(3) / 2), dy=repr(size), snapTo="true", edgesLegal="false",
        cornersLegal="false", visible="false", dotsVisible="false", color="0,0,0")


def _numbers(board: Board, *, high: int, stagger: bool) -> Element:
    """Return how hexes are called: the first of a line `high`, lines from 1 on.

    To VASSAL the lines run down the page, even where they are rows: "H" puts the number of the line first.
    """
    hexmap = board.plane.hexmap
    line_first = hexmap.board.rows_first is (hexmap.orientation is Orientation.POINTY)
    leading = str(hexmap.board.digits - 1)
    return Element(
        f"{_BOARD}mapgrid.HexGridNumbering", first="H" if line_first else "V", sep="", hType="N", vType="N",
        hLeading=leading, vLeading=leading, hOff="1", vOff=str(high), hDescend="false", vDescend="false",
        stagger=str(stagger).lower(), visible="false", fontSize="9", color="0,0,0", rotateText="0", hDrawOff="0",
        vDrawOff="0", locationFormat="$gridLocation$")


def _raw(board: Board, line: int, cell: Hex) -> int:
    """Return which hex of a line VASSAL takes one for, counted from 0 beside the first hex of the first line."""
    hexmap = board.plane.hexmap
    size = hexmap.across.pt * board.dpi / 72
    start, here = (_turned(board, board.center(at))[1] for at in (first(hexmap), cell))
    return round((here - start - (size / 2 if (line - 1) % 2 else 0)) / size)


# --- pieces as VASSAL writes them ---


class Trait(NamedTuple):
    """What a piece can do, and in which state it begins.

    A piece is written as traits one inside the other, each a row of two fields, parted by a tab: the trait, and all
    that is inside it; innermost is the basic piece. Their states, which change during play, are rows in the same way.
    """

    kind: str
    state: str = ""


def row(fields: Iterable[str], delimiter: str) -> str:
    r"""Return fields as one row, joined by a delimiter.

    Inside a field a backslash goes before it, and a field that ends in a backslash or stands in single quotes is put in
    single quotes.

    >>> row(["a", "b;c", "d\\", "'e'"], ";")
    "a;b\\;c;'d\\';''e''"
    """
    def escaped(field: str) -> str:
        inner = field.replace(delimiter, f"\\{delimiter}")
        quoted = field.endswith("\\") or (field.startswith("'") and field.endswith("'"))
        return f"'{inner}'" if quoted and field else inner

    return delimiter.join(map(escaped, fields))


def piece(name: str, image: str, gpid: int, traits: Sequence[Trait]) -> str:
    """Return a piece as the text of a slot: its traits, the outermost first, about a basic piece with a picture."""
    kind = f"piece;{row(['', '', image, plain(name)], ';')}"
    state = f"null;0;0;{gpid};0"
    for trait in reversed(traits):
        kind, state = row([trait.kind, kind], "\t"), row([trait.state, state], "\t")
    return f"+/{row(['null', kind, state], '/')}"


def layer(front: str, back: str) -> Trait:
    """Return two pictures, of which one is shown: Ctrl-F shows the other."""
    images, names = row([front, back], ","), row(["", "+ (back)"], ",")
    fields = ["", "128", "", "Flip", "128", "", "", "128", "", "", "", "1", "false", "0", "0", images, names, "true",
              "Face", "", "", "false", "", "1", "1", "true", "", FLIP, ""]
    return Trait(f"emb2;{row(fields, ';')}", "1")


def rotate(facings: int, index: int = 0) -> Trait:
    """Return that a piece can be turned, by 360 degrees / `facings` at a time; it begins turned `index` times."""
    fields = [str(facings), RIGHT, LEFT, "Turn right", "Turn left", "", "", "Facing", ""]
    return Trait(f"rotate;{row(fields, ';')}", str(index))


def mark(properties: Mapping[str, str]) -> Trait:
    """Return properties of a piece that never change."""
    return Trait(f"mark;{row(properties, ',')}", row(map(plain, properties.values()), ","))


def moved(right: int, down: int) -> Trait:
    """Return that a piece bears a mark once it has been moved, so many pixels from its middle; Ctrl-M changes it."""
    fields = ["/images/moved.gif", str(right), str(down), "Mark moved", MOVED]
    return Trait(f"markmoved;{row(fields, ';')}", "false")


def delete() -> Trait:
    """Return that a piece can be taken off the map."""
    return Trait(f"delete;Delete;{DELETE};")


def clone() -> Trait:
    """Return that there can be more of a piece."""
    return Trait(f"clone;Clone;{CLONE};")


# --- the forces of a scenario, as they are laid out to be drawn from ---


class Spot(NamedTuple):
    """Where the middle of a piece lies."""

    filed: Filed
    x: float
    y: float


class Forces(NamedTuple):
    """What is drawn below the pieces, and where these lie."""

    width: float
    height: float
    items: tuple[Item, ...]
    spots: tuple[Spot, ...]


def lay_out(pieces: Sequence[Filed]) -> Forces:
    """Return the counters among some pieces, in rows, each with its name below it, under the names of their sides.

    That is what players find beside a map when a scenario does not say where units begin. Points, y down. Raises
    NoGlyph.
    """
    counters = [filed for filed in pieces if filed.thing.section == "counters"]
    sides = defaultdict[str, list["Filed"]](list)
    for filed in counters:
        sides[filed.thing.group].append(filed)
    cells = {id(filed): max(filed.thing.width, *(text.measure(*words) for words in _words(filed))) + GAP
             for filed in counters}
    area = sum(cells[id(filed)] * (filed.thing.height + _LINES + GAP) for filed in counters)
    widest = [*cells.values(), *(text.measure(text.escape(side), _SIDE) for side in sides)]
    width = max(LEAST, *widest, sqrt(area * 1.6)) + 2 * EDGE
    items: list[Item] = []
    spots: list[Spot] = []
    y = EDGE
    for side, members in sides.items():
        items += text.line(text.escape(side), _SIDE, EDGE, y + 14)
        y += HEAD
        for row in _rows(members, [cells[id(filed)] for filed in members], width - 2 * EDGE):
            x, foot = EDGE, y + max(filed.thing.height for filed, _ in row)
            for filed, wide in row:
                spots.append(Spot(filed, x + wide / 2, foot - filed.thing.height / 2))
                for number, (words, style) in enumerate(_words(filed), 1):
                    items += text.line(words, style, x + wide / 2, foot + 10.5 * number, "middle")
                x += wide
            y = foot + _LINES + GAP
    return Forces(width, y, (shapes.rect(0, 0, width, y, fill=GROUND), *items), tuple(spots))


def _rows(members: Sequence[Filed], cells: Sequence[float], width: float) -> Iterator[list[tuple[Filed, float]]]:
    row: list[tuple[Filed, float]] = []
    used = 0.0
    for filed, wide in zip(members, cells, strict=True):
        if row and used + wide > width:
            yield row
            row, used = [], 0.0
        row.append((filed, wide))
        used += wide
    if row:
        yield row


def _words(filed: Filed) -> list[tuple[str, text.Style]]:
    thing = filed.thing
    count = f"{thing.count} × " if thing.count > 1 else ""
    return [(text.escape(f"{count}{thing.name}"), _NAME), (text.escape(thing.design), _SMALL)]
