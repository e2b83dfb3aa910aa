"""Export to VASSAL 3.6 and later: a module, which is a zip file with maps, counters, markers, cards and charts.

It has buildFile.xml, a tree of VASSAL's own classes by name; moduledata, for VASSAL's list of modules; and the
pictures, all of one resolution, so that everything has its true size relative to everything else.
"""

from __future__ import annotations

import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor, sqrt
from typing import NamedTuple
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from printshop.drawing import shapes, text
from printshop.drawing.items import Color, Item, parse_color
from printshop.files import Delivery, output_file
from printshop.hexes import Hex, Orientation
from printshop.products.safely import setting
from printshop.render.png import encoded
from printshop.virtual.pieces import TablePiece, View
from printshop.virtual.table import LONGEST, OUTPUT, Board, How, Lying, Table, first, plain

VERSION = "3.6.0"  # the oldest VASSAL that can read the module: VASSAL refuses one that is newer than itself
CHART_DPI = 110
_CHARTS = "Reference cards"
ON_TABLE, ON_HEXES, BETWEEN = 24, 6, 12
"""The number of facings of a piece: on a table; on hexes; on hexes if it may face both sides and corners."""

GREEN = "214,224,208"
FORCES = "Forces"
MARK = 12  # size in pixels of the mark of a moved piece, at the piece's top right
MOST_ALIKE = 100  # of equal pieces, at most this many are on the board of forces
_MODULE, _MAP, _WIDGET = "VASSAL.build.module.", "VASSAL.build.module.map.", "VASSAL.build.widget."
_PARTS = ("StackMetrics", "PieceMover", "KeyBufferer", "MenuDisplayer", "Scroller", "ForwardToKeyBuffer",
          "ForwardToChatter", "MapCenterer", "StackExpander", "CounterDetailViewer",
          "SelectionHighlighters", "HighlightLastMoved", "ImageSaver")
_BOARD = "VASSAL.build.module.map.boardPicker.board."
_IN_VIEW = 1280, 700  # size in pixels of a window on a small screen, which must show a whole board
_ZOOM_LEVELS = (0.02, 0.03, 0.04, 0.05, 0.065, 0.08, 0.1, 0.125, 0.16, 0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0,
                1.25, 1.6)
_USUAL_LEAST = 0.2  # the smallest of VASSAL's default levels
_ZOOM_STEP = 1.1  # least ratio of two levels: players do not notice a smaller one

EDGE, GAP, HEAD = 14.0, 10.0, 26.0  # of forces: outer margin, gap between pieces, height of the line with a side's name
LEAST = 420.0  # least width of the board of forces
GROUND = parse_color("#e8ece4")
_SIDE, _NAME = text.Style("sans", 14.0, bold=True), text.Style("sans", 9.0)
_SMALL = text.Style("sans", 8.0, color=Color(90, 90, 90))
_LINES = 24.0  # height of the words below a piece


def write(table: Table, how: How, delivery: Delivery) -> tuple[str, ...]:
    """Write the module; return notes for the user. Raises PrintshopError for maps that are too large."""
    target = output_file(how.output or f"{OUTPUT}/", f"{table.stem}.vmod")
    module = _Module(table, min([how.dpi, *(plane.dpi(how.dpi) for plane in table.planes)]))
    images = {f"images/{name}": image for name, image in module.images()}
    data = Element("data", version="1")
    for key, value in (("version", "1.0"), ("extra1", ""), ("extra2", ""), ("VassalVersion", VERSION),
                       ("dateSaved", "946684800000"), ("description", ""), ("name", plain(table.title))):
        SubElement(data, key).text = value
    trees = {name: ET.tostring(tree, encoding="UTF-8", xml_declaration=True)
             for name, tree in (("buildFile.xml", module.tree()), ("moduledata", data))}
    if target.suffix != ".vmod":  # VASSAL recognises modules by it
        target = target.with_name(f"{target.name}.vmod")
    with zipfile.ZipFile(delivery.place(target), "w") as archive:
        for name, content in (trees | images).items():
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))  # a fixed date: equal input gives equal bytes
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    if module.dpi != how.dpi:
        module.notes.append(f"everything has {module.dpi} pixels an inch: with {how.dpi}, the map would be too large")
    return tuple(module.notes)


class _Module:
    """Builder of a module; all its pictures and boards have `dpi` pixels an inch."""

    def __init__(self, table: Table, dpi: int) -> None:
        self.table, self.dpi = table, dpi
        self.notes: list[str] = []
        self._boards, self._next = tuple(plane.board(dpi) for plane in table.planes), 1
        battle = table.request.scenario
        self._forces: Forces | None = None  # for a scenario that does not say where its units begin
        placed = battle and battle.deployment and battle.deployment.places and table.tabletops
        if battle and not placed and any(piece.section == "counters" for piece in table.pieces):
            with setting(table.game, table.settings):
                self._forces = lay_out(table.pieces)
            if self._pixels(max(self._forces.view[:2])) > LONGEST:
                self._forces = None
                self.notes.append(f"there are too many counters for a board '{FORCES}': take them from the window of "
                                  "pieces")

    def _pixels(self, points: float) -> int:
        return round(points * self.dpi / 72)

    def images(self) -> Iterator[tuple[str, bytes]]:
        views = [(f"{piece.section}-{name}", view) for piece in self.table.pieces for name, view in piece.faces]
        views += [(f"map-{board.plane.name}", board.view) for board in self._boards]
        views += [("forces", self._forces.view)] if self._forces else []
        for (name, _), image in zip(views, self.table.shots((view for _, view in views), self.dpi), strict=True):
            yield f"{name}.png", encoded(image, self.dpi)
        for name, _, image in self.table.chart_shots(CHART_DPI):
            yield f"chart-{name}.png", encoded(image, CHART_DPI)

    def tree(self) -> Element:
        """Return the whole module, its components in the order in which VASSAL builds them.

        The encoder comes first: without it no piece can be read. The global options come before the first map: VASSAL
        (3.8.0, `Map.shouldDockIntoMainWindow`) shows a map in its window only if `GlobalOptions.addTo` has run before,
        and adds options that a module lacks behind everything else.
        """
        root = Element(f"{_MODULE[:-7]}GameModule", name=plain(self.table.title), version="1.0", VassalVersion=VERSION,
                       description="")
        SubElement(root, f"{_MODULE}BasicCommandEncoder")
        SubElement(root, f"{_MODULE}GlobalOptions")
        roster, battle = SubElement(root, f"{_MODULE}PlayerRoster"), self.table.request.scenario
        sides = [force.side for force in battle.forces] if battle else list(self.table.game.sides.values())
        for side in dict.fromkeys(plain(side.name) for side in sides if side.name):
            SubElement(roster, "entry").text = side
        root.append(self._map())
        if self._forces:
            root.append(self._set_up(self._forces))
        root.append(self._palette())
        if self.table.charts:
            window = SubElement(root, f"{_MODULE}ChartWindow", name=_CHARTS, text="Charts", tooltip=_CHARTS)
            tabs = SubElement(window, f"{_WIDGET}TabWidget", entryName=_CHARTS)
            for name, page in self.table.charts:
                title = page.bookmarks[0].title if page.bookmarks else name
                SubElement(tabs, f"{_WIDGET}Chart", chartName=plain(title), fileName=f"chart-{name}.png",
                           description="")
        for roll in self.table.game.dice:  # VASSAL's dice report either the total or the single dice, not both
            count, _, faces = roll.partition("d")
            words = roll.removeprefix("1") if count == "1" else roll
            SubElement(root, f"{_MODULE}DiceButton", name=words, text=words, tooltip=f"Roll {words}", icon="",
                       nDice=count, nSides=faces, plus="0", addToTotal="0", reportTotal="false", prompt="false",
                       hotkey="", reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;")
        root.set("nextPieceSlotId", str(self._next))
        return root

    def _map(self) -> Element:
        """Return the window of the game: its maps with their grids, or plain tables, or a default table.

        Pieces stand on a table where the scenario's figure has them.
        """
        boards, titles = [], [board.plane.hexmap.title for board in self._boards]
        sizes = [(self._pixels(board.view.width), self._pixels(board.view.height)) for board in self._boards]
        left, top, fought_on = 0.0, 0.0, ""
        for board in self._boards:
            hexmap = board.plane.hexmap
            name = hexmap.title if titles.count(hexmap.title) == 1 else f"{hexmap.title} ({hexmap.key})"
            boards.append(_board(plain(name), image=f"map-{board.plane.name}.png"))
            boards[-1].append(grid(board))
            if board.plane is self.table.ground:
                (left, top), fought_on = board.shift, plain(name)
        if not boards:
            tables = [(plain(top.title), self._pixels(top.width.pt), self._pixels(top.height.pt))
                      for top in self.table.tabletops] or [("Table", 48 * self.dpi, 36 * self.dpi)]
            boards = [_board(name, width=str(width), height=str(height), color=GREEN) for name, width, height in tables]
            sizes = [(width, height) for _, width, height in tables]
            fought_on = tables[0][0]
        window, on_hexes = _window("Board", boards, sizes), str(bool(self._boards)).lower()
        SubElement(window, f"{_MAP}LOS_Thread", threadName="Range", label="Range", tooltip="Measure a distance",
                   drawRange="true", scale="0" if self._boards else str(self.dpi), round="Nearest whole number",
                   hideCounters="false", snapStart=on_hexes, snapEnd=on_hexes,
                   threadColor="200,0,0", rangeFg="255,255,255", rangeBg="0,0,0")
        window.extend(self._stack(lying._replace(x=lying.x + left, y=lying.y + top), fought_on)
                      for lying in self.table.lying)
        return window

    def _stack(self, lying: Lying, board: str, count: int = 1) -> Element:
        """Return `count` pieces that lie on a board when the game begins."""
        stack = Element(f"{_MAP}SetupStack", name=plain(lying.piece.label), useGridLocation="false", location="",
                        owningBoard=board, x=str(self._pixels(lying.x)), y=str(self._pixels(lying.y)))
        stack.extend(self._slot(lying.piece, lying.turned) for _ in range(count))
        return stack

    def _set_up(self, forces: Forces) -> Element:
        size = self._pixels(forces.view.width), self._pixels(forces.view.height)
        window = _window(FORCES, [_board(FORCES, image="forces.png")], [size], launch="true", buttonName=FORCES,
                         tooltip="Units to be set up on the board")
        for piece, x, y in forces.spots:
            if piece.count > MOST_ALIKE:
                self.notes.append(f"{piece.label}: {MOST_ALIKE} of {piece.count} lie on the board '{FORCES}', the "
                                  "window of pieces has more")
            window.append(self._stack(Lying(piece, x, y, 0.0), FORCES, min(piece.count, MOST_ALIKE)))
        return window

    def _palette(self) -> Element:
        window = Element(f"{_MODULE}PieceWindow", name="Pieces", text="Pieces", hidden="false",
                         tooltip="Pieces to drag onto the board")
        tabs = SubElement(window, f"{_WIDGET}TabWidget", entryName="Pieces")
        lists: dict[str, Element] = {}
        for piece in self.table.pieces:
            heading = {"counters": piece.group, "markers": "Markers", "cards": f"Cards: {piece.group}"}[piece.section]
            if heading not in lists:
                lists[heading] = SubElement(tabs, f"{_WIDGET}ListWidget", entryName=plain(heading), width="400",
                                            height="300", scale="1.0", divider="200")
            lists[heading].append(self._slot(piece))
        return window

    def _slot(self, piece: TablePiece, turned: float = 0.0) -> Element:
        """Return a piece; its rotate trait lies outside its flip trait, so that both faces turn."""
        gpid, self._next = self._next, self._next + 1
        images = [f"{piece.section}-{name}.png" for name in piece.pictures]
        traits = [DELETE, CLONE]
        if piece.section == "counters":
            traits = [DELETE, moved(self._pixels(piece.width / 2) - MARK, -self._pixels(piece.height / 2))]
        if piece.section != "cards":
            facings, heading = ON_TABLE, piece.heading or 0
            if self._boards:
                tilt = self._boards[0].plane.hexmap.orientation.tilt
                facings = ON_HEXES if piece.shape.startswith("hex") or (heading - tilt) % 60 == 0 else BETWEEN
            traits.append(rotate(facings, round(turned / (360 / facings)) % facings))
        traits += [mark({"Side": piece.group, "Design": piece.design}), *([layer(*images)] if piece.back else [])]
        slot = Element(f"{_WIDGET}PieceSlot", entryName=plain(piece.label), gpid=str(gpid),
                       width=str(self._pixels(piece.width)), height=str(self._pixels(piece.height)))
        slot.text = definition(piece.label, "" if piece.back else images[0], gpid, traits)
        return slot


def _board(name: str, **how: str) -> Element:
    return Element(f"{_MAP}boardPicker.Board", {"name": name} | how | {"reversible": "false"})


def _window(name: str, boards: Iterable[Element], sizes: Iterable[tuple[int, int]], **attributes: str) -> Element:
    """Return a window with boards of some sizes in pixels, on which pieces that have moved are marked.

    When it opens, the whole of any of its boards is in view.
    """
    window = Element(f"{_MODULE}Map", {"mapName": name, "markMoved": "Always",
                                       "markUnmovedIcon": "/images/unmoved.gif",
                                       "markUnmovedTooltip": "Mark all pieces as not moved"} | attributes)
    picker = SubElement(window, f"{_MAP}BoardPicker", addColumnText="Add column", addRowText="Add row",
                        boardPrompt="Select board", slotHeight="125", slotScale="0.2", slotWidth="350")
    picker.extend(boards)
    for part in _PARTS:
        SubElement(window, f"{_MAP}{part}")
    levels, start = zoom(sizes)
    SubElement(window, f"{_MAP}Zoomer", zoomLevels=",".join(map(str, levels)), zoomStart=str(start))
    return window


def zoom(sizes: Iterable[tuple[int, int]]) -> tuple[tuple[float, ...], int]:
    """Return the zoom levels for boards of some sizes in pixels, rising, and the number of the initial one.

    That one shows the whole of each board, in its true size if there is room. VASSAL sorts the levels, and counts the
    initial one from the largest, which is 1 (`Zoomer.setAttribute`, 3.6 to 3.8; it is given the levels first, as Java's
    XML parser sorts attributes by their names).
    """
    wide, high = _IN_VIEW
    share = min(1.0, *(min(wide / width, high / height) for width, height in sizes))
    fitting = floor(share * 10_000) / 10_000  # rounded down, so that it fits
    smaller = [level for level in _ZOOM_LEVELS if _USUAL_LEAST <= level <= fitting / _ZOOM_STEP]
    larger = [level for level in _ZOOM_LEVELS if level >= fitting * _ZOOM_STEP]
    return (*smaller, fitting, *larger), 1 + len(larger)



# --- the grid of a map ---


def grid(board: Board) -> Element:
    """Return the grid of a map, which names each hex by its printed number.

    Pixels of the map's picture, y down; on a pointy-top map x and y change places. A grid begins at the middle of its
    first hex, a whole pixel; its lines (columns, or rows on a pointy-top map) are counted from there, and every other
    one lies half a hex further. Where printed numbers do not follow from that, on boards in the shape of a hexagon,
    every line is a zone with a numbering of its own; doubled numbers are left to the picture.
    """
    hexmap = board.plane.hexmap
    flat, size = hexmap.orientation is Orientation.FLAT, hexmap.across.pt * board.dpi / 72

    def along(cell: Hex) -> tuple[float, float]:
        """Return the middle of a hex in the grid's coordinates: across the lines, then along them."""
        x, y = board.center(cell)
        return (x, y) if flat else (y, x)

    start = along(first(hexmap))

    def hexes(high: int | None = None, *, stagger: bool = False) -> Element:
        """Return a grid with the numbers of its hexes: `high` is the first in a line, and lines count from 1.

        To VASSAL the lines run down the page, even where they are rows: "H" puts the number of the line first.
        """
        lines = Element(
            f"{_BOARD}HexGrid", sideways=str(not flat).lower(), x0=str(round(start[0])), y0=str(round(start[1])),
            dx=repr(size * sqrt(3) / 2), dy=repr(size), snapTo="true", edgesLegal="false", cornersLegal="false",
            visible="false", dotsVisible="false", color="0,0,0")
        if high is not None:
            leading, lettered = str(hexmap.board.digits - 1), hexmap.board.lettered# VASSAL counts letters from A as 0
            across, down = lettered and flat, lettered and not flat
            SubElement(
                lines, f"{_BOARD}mapgrid.HexGridNumbering", first="V" if hexmap.board.rows_first is flat else "H",
                sep="", hType="A" if across else "N", vType="A" if down else "N", hLeading=leading, vLeading=leading,
                hOff=str(1 - across), vOff=str(high - down),
                hDescend="false", vDescend="false", stagger=str(stagger).lower(), visible="false", fontSize="9",
                color="0,0,0", rotateText="0", hDrawOff="0", vDrawOff="0", locationFormat="$gridLocation$")
        return lines

    if hexmap.board.doubled:  # VASSAL has no doubled numbers
        return hexes()
    if not hexmap.board.radius:
        return hexes(1, stagger=not hexmap.board.even_low)
    zones = Element(f"{_BOARD}ZonedGrid")
    lines: dict[int, list[Hex]] = {}
    for cell in hexmap.board.cells:
        column, row = hexmap.board.place(cell)
        lines.setdefault(column if flat else row, []).append(cell)
    for number, cells in sorted(lines.items()):
        [loop] = board.plane.drawn.grid.outline(cells)
        scale, (left, top) = board.dpi / 72, board.shift
        path = ";".join(f"{round((x + left) * scale)},{round((y + top) * scale)}" for x, y in loop)
        zone = SubElement(zones, f"{_BOARD}mapgrid.Zone", name=f"Line {number}", locationFormat="$gridLocation$",
                          path=path, useParentGrid="false", useHighlight="false", highlightProperty="")
        # VASSAL's number of the first hex in this line: 0 lies beside the first hex of the first line.
        raw = round((along(cells[0])[1] - start[1] - (size / 2 if (number - 1) % 2 else 0)) / size)
        zone.append(hexes(1 - raw))
    zones.append(hexes())
    return zones


# --- pieces as VASSAL writes them ---


class Trait(NamedTuple):
    """An ability of a piece in VASSAL, and its initial state.

    A piece is written as traits one inside the other, each a row of two fields, separated by a tab: the trait, and all
    that is inside it; innermost is the basic piece. Their states, which change during play, are rows in the same way.
    Commands contain their keys: the key, and the modifiers (130 is Ctrl).
    """

    kind: str
    state: str = ""


DELETE, CLONE = Trait("delete;Delete;68,130;"), Trait("clone;Clone;67,130;")
"""Traits to take a piece off the map (Ctrl-D), and to copy it (Ctrl-C)."""


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


def definition(name: str, image: str, gpid: int, traits: Sequence[Trait]) -> str:
    """Return the text of a slot with a piece: its traits, the outermost first, about a basic piece with a picture."""
    kind = f"piece;{row(['', '', image, plain(name)], ';')}"
    state = f"null;0;0;{gpid};0"
    for trait in reversed(traits):
        kind, state = row([trait.kind, kind], "\t"), row([trait.state, state], "\t")
    return f"+/{row(['null', kind, state], '/')}"


def layer(front: str, back: str) -> Trait:
    """Return the trait of a piece with two faces, of which one is visible: Ctrl-F shows the other."""
    images, names = row([front, back], ","), row(["", "+ (back)"], ",")
    fields = ["", "128", "", "Flip", "128", "", "", "128", "", "", "", "1", "false", "0", "0", images, names, "true",
              "Face", "", "", "false", "", "1", "1", "true", "", "70,130", ""]
    return Trait(f"emb2;{row(fields, ';')}", "1")


def rotate(facings: int, index: int = 0) -> Trait:
    """Return the trait of a piece that can be turned, by 360 degrees / `facings` at a time, `index` times at first.

    Ctrl-] turns it right, Ctrl-[ left.
    """
    return Trait(f"rotate;{facings};93,130;91,130;Turn right;Turn left;;;Facing;", str(index))


def mark(properties: Mapping[str, str]) -> Trait:
    """Return the trait of properties that never change."""
    return Trait(f"mark;{row(properties, ',')}", row(map(plain, properties.values()), ","))


def moved(right: int, down: int) -> Trait:
    """Return the trait of a mark on a piece that has been moved, some pixels from its middle; Ctrl-M changes it."""
    return Trait(f"markmoved;/images/moved.gif;{right};{down};Mark moved;77,130", "false")


# --- the board of forces, from which players take the counters of a scenario ---


class Forces(NamedTuple):
    """A board of the counters of a scenario: its drawing, and the pieces with the positions of their middles."""

    view: View
    spots: tuple[tuple[TablePiece, float, float], ...]


class _Cell(NamedTuple):
    """The place of a piece in a row, `wide` enough for the words below it."""

    piece: TablePiece
    wide: float
    words: list[tuple[str, text.Style]]


def lay_out(pieces: Iterable[TablePiece]) -> Forces:
    """Return the counters among some pieces in rows, each with its name below it, under the names of their sides.

    Players find this board beside a map if a scenario does not say where units begin. Points, y down. Raises NoGlyph.
    """
    sides = defaultdict[str, list[_Cell]](list)
    for piece in pieces:
        if piece.section == "counters":
            count = f"{piece.count} × " if piece.count > 1 else ""
            below = [(text.escape(f"{count}{piece.name}"), _NAME), (text.escape(piece.design), _SMALL)]
            wide = max(piece.width, *(text.measure(*line) for line in below)) + GAP
            sides[piece.group].append(_Cell(piece, wide, below))
    cells = [cell for members in sides.values() for cell in members]
    area = sum(cell.wide * (cell.piece.height + _LINES + GAP) for cell in cells)
    widest = [*(cell.wide for cell in cells), *(text.measure(text.escape(side), _SIDE) for side in sides)]
    width = max(LEAST, *widest, sqrt(area * 1.6)) + 2 * EDGE
    items: list[Item] = []
    spots: list[tuple[TablePiece, float, float]] = []
    y = EDGE
    for side, members in sides.items():
        items += text.line(text.escape(side), _SIDE, EDGE, y + 14)
        y += HEAD
        lines: list[list[_Cell]] = [[]]
        for cell in members:
            if lines[-1] and sum(other.wide for other in lines[-1]) + cell.wide > width - 2 * EDGE:
                lines.append([])
            lines[-1].append(cell)
        for line in lines:
            x, foot = EDGE, y + max(cell.piece.height for cell in line)
            for cell in line:
                middle = x + cell.wide / 2
                spots.append((cell.piece, middle, foot - cell.piece.height / 2))
                for number, (words, style) in enumerate(cell.words, 1):
                    items += text.line(words, style, middle, foot + 10.5 * number, "middle")
                x += cell.wide
            y = foot + _LINES + GAP
    return Forces(View(width, y, (shapes.rect(0, 0, width, y, fill=GROUND), *items)), tuple(spots))
