"""A module for VASSAL 3.6 and later: one zip file with maps, counters, markers, cards and reference cards.

It holds buildFile.xml, a tree of the program's own classes by name; moduledata, what its list of modules shows; and the
pictures, all of one resolution, so that everything has its true size beside everything else.
"""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from printshop.files import wanted
from printshop.problems import failure
from printshop.virtual import vassal_grid
from printshop.virtual import vassal_pieces as traits
from printshop.virtual.boards import LONGEST
from printshop.virtual.exports import OUTPUT, How
from printshop.virtual.forces import lay_out
from printshop.virtual.pictures import View, png
from printshop.virtual.vassal_pieces import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.files import Delivery
    from printshop.game.deployment import Place
    from printshop.virtual.boards import Board, Tabletop
    from printshop.virtual.forces import Forces
    from printshop.virtual.table import Filed, Table

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

_MODULE, _MAP = "VASSAL.build.module.", "VASSAL.build.module.map."
_PARTS = ("StackMetrics", "PieceMover", "KeyBufferer", "MenuDisplayer", "Scroller", "ForwardToKeyBuffer",
          "ForwardToChatter", "MapCenterer", "StackExpander", "CounterDetailViewer", "Zoomer",
          "SelectionHighlighters", "HighlightLastMoved", "ImageSaver")


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
    files = {"buildFile.xml": _xml(module.tree()), "moduledata": _xml(_data(table)),
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


def _data(table: Table) -> Element:
    data = Element("data", version="1")
    for key, value in (("version", "1.0"), ("extra1", ""), ("extra2", ""), ("VassalVersion", VERSION),
                       ("dateSaved", "946684800000"), ("description", ""), ("name", plain(table.title))):
        SubElement(data, key).text = value
    return data


class _Slot(NamedTuple):
    """A piece in the palette, or, where it stands at the start, with its place."""

    filed: Filed
    place: Place | None = None


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
        """Give every picture of the module by its name."""
        views = [(f"{filed.thing.section}-{name}", view) for filed in self.table.pieces for name, view in filed.views()]
        views += [(f"map-{board.plane.name}", View(board.width, board.height, board.items, clear=True))
                  for board in self._boards]
        if self._forces:
            views.append(("forces", View(self._forces.width, self._forces.height, self._forces.items)))
        for (name, _), image in zip(views, self.table.shots((view for _, view in views), self.dpi), strict=True):
            yield f"{name}.png", png(image, self.dpi)
        pages = [View(page.width, page.height, page.items) for _, page in self.table.charts]
        for (name, _), image in zip(self.table.charts, self.table.shots(pages, CHART_DPI), strict=True):
            yield f"chart-{name}.png", png(image, CHART_DPI)

    def tree(self) -> Element:
        """Return the whole module. The encoder comes first: without it no piece can be read."""
        root = Element(f"{_MODULE[:-7]}GameModule", name=plain(self.table.title), version="1.0", VassalVersion=VERSION,
                       description="")
        SubElement(root, f"{_MODULE}BasicCommandEncoder")
        roster = SubElement(root, f"{_MODULE}PlayerRoster")
        for side in self._sides():
            SubElement(roster, "entry").text = side
        root.append(self._map())
        if self._forces:
            root.append(self._set_up(self._forces))
        root.append(self._palette())
        if self.table.charts:
            root.append(self._charts())
        root.extend(_dice(self.table.game.dice))
        root.set("nextPieceSlotId", str(self._next))
        return root

    def _sides(self) -> list[str]:
        battle, game = self.table.asked.scenario, self.table.game
        sides = [force.side for force in battle.forces] if battle else list(game.sides.values())
        return list(dict.fromkeys(plain(side.name) for side in sides if side.name))

    # --- the map ---

    def _map(self) -> Element:
        found = _window("Board", self._planes())
        scale = "0" if self._boards else str(self.dpi)
        SubElement(found, f"{_MAP}LOS_Thread", threadName="Range", label="Range", tooltip="Measure a distance",
                   drawRange="true", scale=scale, round="Nearest whole number", hideCounters="false",
                   snapStart=str(bool(self._boards)).lower(), snapEnd=str(bool(self._boards)).lower(),
                   threadColor="200,0,0", rangeFg="255,255,255", rangeBg="0,0,0")
        found.extend(self._stacks())
        return found

    def _planes(self) -> Iterator[Element]:
        """Give the boards: maps with their grids, or plain tables, of which one is always there."""
        for board in self._boards:
            one = Element(f"{_MAP}boardPicker.Board", name=self._called(board),
                          image=f"map-{board.plane.name}.png", reversible="false")
            one.append(vassal_grid.grid(board))
            yield one
        if not self._boards:
            for name, width, height in self._tables():
                yield Element(f"{_MAP}boardPicker.Board", name=name, width=str(width), height=str(height), color=GREEN,
                              reversible="false")

    def _called(self, board: Board) -> str:
        titles = [one.plane.one.title for one in self._boards]
        one = board.plane.one
        return plain(one.title if titles.count(one.title) == 1 else f"{one.title} ({one.key})")

    def _tables(self) -> Iterator[tuple[str, int, int]]:
        for top in self.table.tabletops:
            yield _name(top), round(top.width.pt * self.dpi / 72), round(top.height.pt * self.dpi / 72)
        if not self.table.tabletops:
            yield "Table", 48 * self.dpi, 36 * self.dpi

    def _places(self) -> list[Place]:
        battle = self.table.asked.scenario
        return [*battle.deployment.places.values()] if battle and battle.deployment and self.table.tabletops else []

    def _stacks(self) -> Iterator[Element]:
        """Give the pieces that stand on a table when the game begins: where the figure of the table has them."""
        for place in self._places():
            filed = next((one for one in self.table.pieces if _shows(one, place)), None)
            if filed:
                yield self._stack(_Slot(filed, place), _name(self.table.tabletops[0]), (place.x, place.y))

    def _stack(self, slot: _Slot, board: str, at: tuple[float, float], count: int = 1) -> Element:
        """Return so many pieces that lie on a board, `at` points from its corner, when the game begins."""
        x, y = (str(round(one * self.dpi / 72)) for one in at)
        stack = Element(f"{_MAP}SetupStack", name=plain(slot.filed.name), useGridLocation="false", location="",
                        owningBoard=board, x=x, y=y)
        stack.extend(self._slot(slot) for _ in range(count))
        return stack

    # --- forces ---

    def _to_set_up(self) -> Forces | None:
        """Return the counters of a scenario that does not say where they begin, laid out; None for too many."""
        counters = any(filed.thing.section == "counters" for filed in self.table.pieces)
        if not (self.table.asked.scenario and counters) or self._places():
            return None
        found = lay_out(self.table.pieces)
        if max(found.width, found.height) * self.dpi / 72 <= LONGEST:
            return found
        self.notes.append(f"there are too many counters for a board '{FORCES}': take them from the window of pieces")
        return None

    def _set_up(self, forces: Forces) -> Element:
        """Return a window with the forces, to be drawn onto the board."""
        board = Element(f"{_MAP}boardPicker.Board", name=FORCES, image="forces.png", reversible="false")
        found = _window(FORCES, (board,), launch="true", buttonName=FORCES, tooltip="Units to be set up on the board")
        for filed, x, y in forces.spots:
            count = filed.thing.count
            if count > MOST_ALIKE:
                self.notes.append(f"{filed.name}: {MOST_ALIKE} of {count} lie on the board '{FORCES}', the window of "
                                  "pieces has more")
            found.append(self._stack(_Slot(filed), FORCES, (x, y), min(count, MOST_ALIKE)))
        return found

    # --- pieces and charts ---

    def _palette(self) -> Element:
        window = Element(f"{_MODULE}PieceWindow", name="Pieces", text="Pieces", hidden="false",
                         tooltip="Pieces to drag onto the board")
        tabs = SubElement(window, "VASSAL.build.widget.TabWidget", entryName="Pieces")
        lists: dict[str, Element] = {}
        for filed in self.table.pieces:
            heading = _heading(filed)
            if heading not in lists:
                lists[heading] = SubElement(tabs, "VASSAL.build.widget.ListWidget", entryName=plain(heading),
                                            width="400", height="300", scale="1.0", divider="200")
            lists[heading].append(self._slot(_Slot(filed)))
        return window

    def _slot(self, slot: _Slot) -> Element:
        thing, gpid = slot.filed.thing, self._next
        self._next += 1
        size = (str(round(side * self.dpi / 72)) for side in (thing.width, thing.height))
        found = Element("VASSAL.build.widget.PieceSlot", entryName=plain(slot.filed.name), gpid=str(gpid),
                        width=next(size), height=next(size))
        found.text = self._piece(slot, gpid)
        return found

    def _piece(self, slot: _Slot, gpid: int) -> str:
        """Return a piece: what turns it lies outside what flips it, so that both faces turn."""
        filed, thing = slot.filed, slot.filed.thing
        front, back = (f"{thing.section}-{name}.png" if name else "" for name in (filed.front, filed.back))
        own = [traits.delete()] if thing.section == "counters" else [traits.delete(), traits.clone()]
        if thing.section == "counters":
            right, up = (round(side * self.dpi / 144) for side in (thing.width, thing.height))
            own.append(traits.moved(right - MARK, -up))
        if thing.section != "cards":
            own.append(traits.rotate(self._facings(slot), self._index(slot)))
        own.append(traits.mark({"Side": thing.group, "Design": thing.design}))
        if back:
            own.append(traits.layer(front, back))
        return traits.piece(filed.name, "" if back else front, gpid, own)

    def _facings(self, slot: _Slot) -> int:
        thing = slot.filed.thing
        if not self._boards:
            return ON_TABLE
        tilt = self._boards[0].plane.one.orientation.tilt
        fits = thing.shape.startswith("hex") or ((thing.heading or 0) - tilt) % 60 == 0
        return ON_HEXES if fits else BETWEEN

    def _index(self, slot: _Slot) -> int:
        if slot.place is None:
            return 0
        step = 360 / self._facings(slot)
        return round((slot.place.heading - (slot.filed.thing.heading or 0)) % 360 / step) % self._facings(slot)

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


def _dice(rolls: Iterable[str]) -> Iterator[Element]:
    """Give a button for every roll of dice; the program has none whose total and single dice are both told."""
    for roll in rolls:
        count, _, sides = roll.partition("d")
        words = roll.removeprefix("1") if count == "1" else roll
        yield Element(f"{_MODULE}DiceButton", name=words, text=words, tooltip=f"Roll {words}", icon="", nDice=count,
                      nSides=sides, plus="0", addToTotal="0", reportTotal="false", prompt="false", hotkey="",
                      reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;")


def _name(top: Tabletop) -> str:
    return plain(top.title)


def _heading(filed: Filed) -> str:
    """Return the tab that a piece is under: counters under their sides, markers together, cards by themselves."""
    thing = filed.thing
    return {"counters": thing.group, "markers": "Markers", "cards": f"Cards: {thing.group}"}[thing.section]


def _shows(filed: Filed, place: Place) -> bool:
    """Return whether a piece is the counter of a unit that stands in a place."""
    thing, unit = filed.thing, place.unit
    return thing.section == "counters" and thing.unit == unit.name and thing.group in (unit.side.name, thing.title)
