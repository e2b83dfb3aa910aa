"""Export to VASSAL 3.6 and later.

A module is a zip file with maps, counters, markers, cards and charts. The file contains buildFile.xml, which is a tree
of the names of VASSAL's classes; moduledata, which VASSAL reads for its list of modules; and the pictures. All pictures
except charts have one resolution, so that the sizes of all maps and pieces are true relative to each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import floor, sqrt
from typing import NamedTuple
from xml.etree import ElementTree as ET
from xml.etree.ElementTree import Element, SubElement

from printshop.drawing import shapes, text
from printshop.drawing.display_list import Color, Item, parse_color
from printshop.exports.images import ImageView, TablePiece, request_picture
from printshop.exports.table_layout import (
    MAX_SIDE,
    OUTPUT_FOLDER,
    ExportOptions,
    MapImage,
    PlacedPiece,
    VirtualTable,
    clean_name,
    find_first_hex,
)
from printshop.files import AtomicWrite, choose_output_file, make_zip
from printshop.hexes import Orientation
from printshop.products.build import use_game_fonts

VASSAL_VERSION = "3.6.0"  # the oldest VASSAL that can read the module: VASSAL refuses one that is newer than itself
CHART_DPI = 110
_CHARTS_TITLE, DECKS_TITLE = "Reference cards", "Decks"
_PLAIN_BACK_COLOR = parse_color("#787e86")  # of cards in decks that have no back
_DECK_GAP = 18.0  # points round a deck
TABLE_FACINGS = 24
"""The number of facings of a piece on a table."""

TABLE_COLOR = "214,224,208"
FORCES_TITLE = "Forces"
MOVED_MARK_SIZE = 12  # size in pixels of the mark of a moved piece, at the piece's top right
MAX_EQUAL_PIECES = 100  # of equal pieces, at most this many are on the board of forces
_MODULE_CLASSES, _MAP_CLASSES, _WIDGET_CLASSES = (
    "VASSAL.build.module.",
    "VASSAL.build.module.map.",
    "VASSAL.build.widget.",
)
_MAP_COMPONENTS = ("StackMetrics", "PieceMover", "KeyBufferer", "MenuDisplayer", "Scroller", "ForwardToKeyBuffer",
                   "ForwardToChatter", "MapCenterer", "StackExpander", "CounterDetailViewer",
                   "SelectionHighlighters", "HighlightLastMoved", "ImageSaver")
_BOARD_CLASSES = "VASSAL.build.module.map.boardPicker.board."
_WINDOW_SIZE = 1280, 700  # size in pixels of a window on a small screen, which must show a whole board
_ZOOM_LEVELS = (0.02, 0.03, 0.04, 0.05, 0.065, 0.08, 0.1, 0.125, 0.16, 0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0,
                1.25, 1.6)
_MIN_DEFAULT_ZOOM = 0.2  # the smallest of VASSAL's default levels
_ZOOM_STEP = 1.1  # least ratio of two levels: players do not notice a smaller one

# of forces: outer margin, gap between pieces, height of the line with a side's name
FORCES_MARGIN, FORCES_GAP, SIDE_NAME_HEIGHT = 14.0, 10.0, 26.0
MIN_FORCES_WIDTH = 420.0  # least width of the board of forces
FORCES_BACKGROUND = parse_color("#e8ece4")
_SIDE_STYLE, _NAME_STYLE = text.Style("sans", 14.0, bold=True), text.Style("sans", 9.0)
_DESIGN_STYLE = text.Style("sans", 8.0, color=Color(90, 90, 90))
_WORDS_HEIGHT = 24.0  # height of the words below a piece


def write_vassal_module(table: VirtualTable, options: ExportOptions, delivery: AtomicWrite) -> tuple[str, ...]:
    """Write the module, and return notes for the user.

    Raises PrintshopError if a map is too large.
    """
    target = choose_output_file(options.output_path or f"{OUTPUT_FOLDER}/", f"{table.file_stem}.vmod")
    module = _ModuleBuilder(table, min([options.dpi, *(plane.choose_dpi(options.dpi) for plane in table.maps)]))
    images = {f"images/{name}": image for name, image in module.render_images()}
    data = Element("data", version="1")
    for key, value in (("version", "1.0"), ("extra1", ""), ("extra2", ""), ("VassalVersion", VASSAL_VERSION),
                       ("dateSaved", "946684800000"), ("description", ""), ("name", clean_name(table.title))):
        SubElement(data, key).text = value
    trees = {name: ET.tostring(tree, encoding="UTF-8", xml_declaration=True)
             for name, tree in (("buildFile.xml", module.build_tree()), ("moduledata", data))}
    if target.suffix != ".vmod":  # VASSAL recognises modules by it
        target = target.with_name(f"{target.name}.vmod")
    delivery.add_file(target).write_bytes(make_zip((trees | images).items()))
    if module.dpi != options.dpi:
        module.notes.append(f"all pictures except charts have only {module.dpi} pixels per inch: with {options.dpi} "
                            "pixels per inch, the map would be too large")
    return tuple(module.notes)


class _ModuleBuilder:
    """Builder of a module. Its boards, and all pictures except charts, have `dpi` pixels per inch."""

    def __init__(self, table: VirtualTable, dpi: int) -> None:
        self.table, self.dpi = table, dpi
        self.notes: list[str] = []
        self._map_images, self._next_id = tuple(table_map.make_image(dpi) for table_map in table.maps), 1
        battle = table.request.scenario
        self._decks = defaultdict[str, list[TablePiece]](list)  # the cards of each shared deck
        for piece in table.pieces:
            if piece.deck:
                self._decks[piece.deck].append(piece)
        self._forces: ForcesBoard | None = None  # for a scenario that does not say where its units begin
        has_places = battle and battle.deployment and battle.deployment.places and table.plain_tables
        if battle and not has_places and any(piece.section == "counters" for piece in table.pieces):
            with use_game_fonts(table.game, table.settings):
                self._forces = lay_out_forces(table.pieces)
            if self._to_pixels(max(self._forces.view[:2])) > MAX_SIDE:
                self._forces = None
                self.notes.append(f"the scenario has too many counters for a board '{FORCES_TITLE}': take the counters "
                                  "from the window 'Pieces'")

    def _to_pixels(self, points: float) -> int:
        return round(points * self.dpi / 72)

    def render_images(self) -> Iterator[tuple[str, bytes]]:
        views = [(f"{piece.section}-{name}", view) for piece in self.table.pieces for name, view in piece.faces]
        views += [(f"map-{map_image.table_map.name}", map_image.view) for map_image in self._map_images]
        views += [("forces", self._forces.view)] if self._forces else []
        requests = (request_picture(view, self.dpi) for _, view in views)
        for (name, _), data in zip(views, self.table.draw_pictures(requests), strict=True):
            yield f"{name}.png", data
        for title, cards in self._decks.items():
            if not cards[0].back:
                width, height = cards[0].width, cards[0].height
                back = ImageView(width, height, (shapes.rect(0, 0, width, height, fill=_PLAIN_BACK_COLOR),),
                                 cards[0].outline)
                [data] = self.table.draw_pictures([request_picture(back, self.dpi)])
                yield self._name_plain_back(title), data
        for name, _, _, data in self.table.draw_charts(CHART_DPI):
            yield f"chart-{name}.png", data

    def build_tree(self) -> Element:
        """Return the whole module, with its components in the order in which VASSAL builds them.

        The encoder comes first, because VASSAL cannot read a piece without the encoder. The global options come
        before the first map: VASSAL (3.8.0, `Map.shouldDockIntoMainWindow`) shows a map in its main window only if
        `GlobalOptions.addTo` has run before. If a module has no global options, VASSAL adds them after everything
        else.
        """
        root = Element(f"{_MODULE_CLASSES[:-7]}GameModule", name=clean_name(self.table.title), version="1.0",
                       VassalVersion=VASSAL_VERSION,
                       description="")
        SubElement(root, f"{_MODULE_CLASSES}BasicCommandEncoder")
        SubElement(root, f"{_MODULE_CLASSES}GlobalOptions")
        roster, battle = SubElement(root, f"{_MODULE_CLASSES}PlayerRoster"), self.table.request.scenario
        sides = [force.side for force in battle.forces] if battle else list(self.table.game.sides.values())
        for side in dict.fromkeys(clean_name(side.name) for side in sides if side.name):
            SubElement(roster, "entry").text = side
        root.append(self._build_map_window())
        if self._forces:
            root.append(self._build_forces_window(self._forces))
        if self._decks:
            root.append(self._build_decks_window())
        root.append(self._build_palette())
        if self.table.charts:
            window = SubElement(root, f"{_MODULE_CLASSES}ChartWindow", name=_CHARTS_TITLE, text="Charts",
                                tooltip=_CHARTS_TITLE)
            tabs = SubElement(window, f"{_WIDGET_CLASSES}TabWidget", entryName=_CHARTS_TITLE)
            for name, page in self.table.charts:
                title = page.bookmarks[0].title if page.bookmarks else name
                SubElement(tabs, f"{_WIDGET_CLASSES}Chart", chartName=clean_name(title), fileName=f"chart-{name}.png",
                           description="")
        for roll in self.table.game.dice:  # VASSAL's dice report either the total or the single dice, not both
            count, _, faces = roll.partition("d")
            words = roll.removeprefix("1") if count == "1" else roll
            SubElement(root, f"{_MODULE_CLASSES}DiceButton", name=words, text=words, tooltip=f"Roll {words}", icon="",
                       nDice=count, nSides=faces, plus="0", addToTotal="0", reportTotal="false", prompt="false",
                       hotkey="", reportFormat="** $name$ = $result$ *** &lt;$PlayerName$&gt;")
        root.set("nextPieceSlotId", str(self._next_id))
        return root

    def _build_map_window(self) -> Element:
        """Return the window of the game, with its maps and their grids.

        If there are no maps, the window has the plain tables. If there are no plain tables either, it has a default
        table. Pieces lie on the board of the scenario as in its deployment figure.
        """
        boards, titles = [], [board.table_map.hexmap.title for board in self._map_images]
        sizes = [(self._to_pixels(board.view.width), self._to_pixels(board.view.height)) for board in self._map_images]
        left, top, battle_board = 0.0, 0.0, ""
        for map_image in self._map_images:
            hexmap = map_image.table_map.hexmap
            name = hexmap.title if titles.count(hexmap.title) == 1 else f"{hexmap.title} ({hexmap.key})"
            boards.append(_build_board(clean_name(name), image=f"map-{map_image.table_map.name}.png"))
            boards[-1].append(build_grid(map_image))
            if map_image.table_map is self.table.battle_map:
                (left, top), battle_board = map_image.hex_origin, clean_name(name)
        if not boards:
            tables = [(clean_name(top.title), self._to_pixels(top.width.pt), self._to_pixels(top.depth.pt))
                      for top in self.table.plain_tables] or [("Table", 48 * self.dpi, 36 * self.dpi)]
            boards = [_build_board(name, width=str(width), height=str(height), color=TABLE_COLOR) for name, width,
                      height in tables]
            sizes = [(width, height) for _, width, height in tables]
            battle_board = tables[0][0]
        window, on_hexes = _build_window("Board", boards, sizes), str(bool(self._map_images)).lower()
        SubElement(window, f"{_MAP_CLASSES}LOS_Thread", threadName="Range", label="Range", tooltip="Measure a distance",
                   drawRange="true", scale="0" if self._map_images else str(self.dpi), round="Nearest whole number",
                   hideCounters="false", snapStart=on_hexes, snapEnd=on_hexes,
                   threadColor="200,0,0", rangeFg="255,255,255", rangeBg="0,0,0")
        window.extend(self._build_stack(placed_piece._replace(x=placed_piece.x + left, y=placed_piece.y + top),
                                        battle_board)
                      for placed_piece in self.table.placed_pieces)
        return window

    def _build_stack(self, placed_piece: PlacedPiece, board: str, count: int = 1) -> Element:
        """Return `count` pieces that lie on a board when the game begins."""
        stack = Element(f"{_MAP_CLASSES}SetupStack", name=clean_name(placed_piece.piece.label), useGridLocation="false",
                        location="",
                        owningBoard=board, x=str(self._to_pixels(placed_piece.x)),
                        y=str(self._to_pixels(placed_piece.y)))
        stack.extend(self._build_slot(placed_piece.piece, placed_piece.rotation) for _ in range(count))
        return stack

    def _build_forces_window(self, forces: ForcesBoard) -> Element:
        size = self._to_pixels(forces.view.width), self._to_pixels(forces.view.height)
        window = _build_window(FORCES_TITLE, [_build_board(FORCES_TITLE, image="forces.png")], [size], launch="true",
                               buttonName=FORCES_TITLE,
                               tooltip="Units to be set up on the board")
        for piece, x, y in forces.placed_counters:
            if piece.count > MAX_EQUAL_PIECES:
                self.notes.append(f"{piece.label}: only {MAX_EQUAL_PIECES} of {piece.count} lie on the board "
                                  f"'{FORCES_TITLE}'; take more of this piece from the window 'Pieces'")
            window.append(self._build_stack(PlacedPiece(piece, x, y, 0.0), FORCES_TITLE,
                                            min(piece.count, MAX_EQUAL_PIECES)))
        return window

    def _name_plain_back(self, deck: str) -> str:
        return f"deck-{[*self._decks].index(deck) + 1}.png"

    def _build_decks_window(self) -> Element:
        """Return the window with a draw pile and a discard pile for each deck, side by side.

        The cards of a draw pile show their backs. A drawn card shows its front only to its player, until this player
        turns it over. Players shuffle a pile with a right click, which also returns discarded cards.
        """
        gap, x, piles = self._to_pixels(_DECK_GAP), self._to_pixels(_DECK_GAP), list[Element]()
        deepest = max(self._to_pixels(card.height) for cards in self._decks.values() for card in cards)
        for title, cards in self._decks.items():
            width, height = (self._to_pixels(max(sides)) for sides in zip(*((card.width, card.height)
                                                                            for card in cards), strict=True))
            name, pair = clean_name(title), list[Element]()
            for kind, keys in (("", {"faceDown": "Always", "shuffle": "Via right-click Menu",
                                     "shuffleCommand": "Shuffle"}),
                               (": discards", {"faceDown": "Never", "shuffle": "Never", "reshufflable": "true",
                                               "reshuffleCommand": "Return all cards to the deck",
                                               "reshuffleTarget": name})):
                pair.append(Element(f"{_MAP_CLASSES}DrawPile", {
                    "name": f"{name}{kind}", "owningBoard": DECKS_TITLE, "x": str(x + width // 2),
                    "y": str(gap + deepest // 2), "width": str(width), "height": str(height), "allowMultiple": "true",
                    "allowSelect": "true", "drawFaceUp": "false", "reversible": "false", "draw": "true",
                    "color": "120,126,134", "hotkeyOnEmpty": "false", "canSave": "false", "maxStack": "10",
                    "expressionCounting": "false", **keys}))
                x += width + gap
            pair[0].extend(self._build_slot(card) for card in cards for _ in range(min(card.count, MAX_EQUAL_PIECES)))
            piles += pair
            self.notes.append(f"shuffle the deck '{title}' before play: right click on it in the window "
                              f"'{DECKS_TITLE}'")
        size = x, deepest + 2 * gap
        board = _build_board(DECKS_TITLE, width=str(size[0]), height=str(size[1]), color=TABLE_COLOR)
        window = _build_window(DECKS_TITLE, [board], [size], launch="true", buttonName=DECKS_TITLE,
                               tooltip="Draw piles of cards that the players share")
        window.extend(piles)
        return window

    def _build_palette(self) -> Element:
        window = Element(f"{_MODULE_CLASSES}PieceWindow", name="Pieces", text="Pieces", hidden="false",
                         tooltip="Pieces to drag onto the board")
        tabs = SubElement(window, f"{_WIDGET_CLASSES}TabWidget", entryName="Pieces")
        lists: dict[str, Element] = {}
        for piece in self.table.pieces:
            if piece.deck:
                continue
            heading = {"counters": piece.group, "markers": "Markers", "cards": f"Cards: {piece.group}"}[piece.section]
            if heading not in lists:
                lists[heading] = SubElement(tabs, f"{_WIDGET_CLASSES}ListWidget", entryName=clean_name(heading),
                                            width="400",
                                            height="300", scale="1.0", divider="200")
            lists[heading].append(self._build_slot(piece))
        return window

    def _build_slot(self, piece: TablePiece, rotation: float = 0.0) -> Element:
        """Return the slot of a piece. The rotate trait lies outside the flip trait, so that both faces turn."""
        gpid, self._next_id = self._next_id, self._next_id + 1
        images = [f"{piece.section}-{name}.png" for name in piece.picture_names]
        traits = [DELETE_TRAIT, CLONE_TRAIT]
        if piece.section == "counters":
            traits = [DELETE_TRAIT, make_moved_trait(self._to_pixels(piece.width / 2) - MOVED_MARK_SIZE,
                                                     -self._to_pixels(piece.height / 2))]
        if piece.section != "cards":
            facings, heading = TABLE_FACINGS, piece.heading or 0
            if self._map_images:
                orientation = self._map_images[0].table_map.hexmap.orientation
                facings = orientation.side_count
                if not piece.shape.startswith("hex") and heading % 360 not in orientation.side_bearings:
                    facings *= 2  # it may face both sides and corners
            traits.append(make_rotate_trait(facings, round(rotation / (360 / facings)) % facings))
        if piece.deck:  # outside the properties, so that the mask hides them, too
            traits.append(make_mask_trait(images[1] if piece.back else self._name_plain_back(piece.deck)))
        traits.append(make_properties_trait({"Side": piece.group, "Design": piece.design}))
        if piece.back and not piece.deck:
            traits.append(make_flip_trait(*images))
        kind = "CardSlot" if piece.deck else "PieceSlot"
        slot = Element(f"{_WIDGET_CLASSES}{kind}", entryName=clean_name(piece.label), gpid=str(gpid),
                       width=str(self._to_pixels(piece.width)), height=str(self._to_pixels(piece.height)))
        slot.text = define_piece(piece.label, "" if piece.back and not piece.deck else images[0], gpid, traits)
        return slot


def _build_board(name: str, **attributes: str) -> Element:
    return Element(f"{_MAP_CLASSES}boardPicker.Board", {"name": name} | attributes | {"reversible": "false"})


def _build_window(name: str, boards: Iterable[Element], sizes: Iterable[tuple[int, int]], **attributes: str) -> Element:
    """Return a window with boards. Pieces that have moved are marked in the window.

    `sizes` are the sizes of the boards in pixels. When the window opens with one of the boards, the whole board is
    visible.
    """
    window = Element(f"{_MODULE_CLASSES}Map", {"mapName": name, "markMoved": "Always",
                                               "markUnmovedIcon": "/images/unmoved.gif",
                                               "markUnmovedTooltip": "Mark all pieces as not moved"} | attributes)
    picker = SubElement(window, f"{_MAP_CLASSES}BoardPicker", addColumnText="Add column", addRowText="Add row",
                        boardPrompt="Select board", slotHeight="125", slotScale="0.2", slotWidth="350")
    picker.extend(boards)
    for part in _MAP_COMPONENTS:
        SubElement(window, f"{_MAP_CLASSES}{part}")
    levels, start = choose_zoom_levels(sizes)
    SubElement(window, f"{_MAP_CLASSES}Zoomer", zoomLevels=",".join(map(str, levels)), zoomStart=str(start))
    return window


def choose_zoom_levels(sizes: Iterable[tuple[int, int]]) -> tuple[tuple[float, ...], int]:
    """Return the zoom levels in ascending order, and the number of the initial level.

    `sizes` are the sizes of the boards in pixels. The initial level shows the whole of each board. If the window is
    large enough, the initial level shows boards at their true size. VASSAL sorts the levels, and counts the initial
    level from the largest level, which is 1 (`Zoomer.setAttribute`, 3.6 to 3.8). VASSAL reads the levels before the
    initial level, because Java's XML parser sorts attributes by name.
    """
    view_width, view_height = _WINDOW_SIZE
    fitting_zoom = min(1.0, *(min(view_width / width, view_height / height) for width, height in sizes))
    rounded_zoom = floor(fitting_zoom * 10_000) / 10_000  # rounded down, so that it fits
    smaller = [level for level in _ZOOM_LEVELS if _MIN_DEFAULT_ZOOM <= level <= rounded_zoom / _ZOOM_STEP]
    larger = [level for level in _ZOOM_LEVELS if level >= rounded_zoom * _ZOOM_STEP]
    return (*smaller, rounded_zoom, *larger), 1 + len(larger)



# --- the grid of a map ---


def build_grid(map_image: MapImage) -> Element:
    """Return the grid of a map, which names each hex or square by its printed number.

    Coordinates are pixels of the picture of the map, with y down. On a pointy-top map, x and y are exchanged. A grid
    begins at the middle of its first hex, which is a whole pixel. The lines of the grid (columns, or rows on a
    pointy-top map) are counted from this first hex, and every other line is shifted by half a hex. VASSAL cannot count
    in doubled numbers, along the lines of a hexagon, or from another corner in the same way in all its versions. On
    such maps, every hex is a zone with the name of the hex.
    """
    hexmap = map_image.table_map.hexmap
    board, size = hexmap.board, hexmap.across.pt * map_image.dpi / 72
    x, y = map_image.find_center(find_first_hex(hexmap))
    across, along = (x, y) if board.has_column_lines else (y, x)
    kind, shape = ("Square", {"dx": repr(size), "dy": repr(size), "range": "Metric"})
    if board.orientation is not Orientation.SQUARE:
        kind, shape = "Hex", {"sideways": str(not board.has_column_lines).lower(), "dx": repr(size * sqrt(3) / 2),
                              "dy": repr(size)}
    grid = Element(f"{_BOARD_CLASSES}{kind}Grid", {"x0": str(round(across)), "y0": str(round(along)), **shape},
                   snapTo="true", edgesLegal="false", cornersLegal="false", visible="false", dotsVisible="false",
                   color="0,0,0")
    numbering = board.numbering
    if board.radius or numbering.doubled or numbering.begins_right or numbering.begins_at_bottom:
        return _name_each_cell(map_image, grid)
    # VASSAL treats all lines as columns, even if the lines are rows. "H" puts the number of the line first. VASSAL
    # counts letters from A as 0.
    lines, places = board.axes if board.has_column_lines else board.axes[::-1]
    stagger = {"stagger": str(not board.even_low).lower()} if kind == "Hex" else {}
    SubElement(
        grid, f"{_BOARD_CLASSES}mapgrid.{kind}GridNumbering", stagger,
        first="V" if numbering.names_rows_first is board.has_column_lines else "H", sep=numbering.separator,
        hType="A" if lines.is_lettered else "N", vType="A" if places.is_lettered else "N",
        hLeading=str(lines.digits - 1), vLeading=str(places.digits - 1),
        hOff=str(lines.start - lines.is_lettered), vOff=str(places.start - places.is_lettered),
        hDescend="false", vDescend="false", visible="false", fontSize="9",
        color="0,0,0", rotateText="0", hDrawOff="0", vDrawOff="0", locationFormat="$gridLocation$")
    return grid


def _name_each_cell(map_image: MapImage, grid: Element) -> Element:
    """Return a grid with a zone for each hex. Pieces snap to the hexes of `grid`, which also measures distances."""
    zones, (left, top), scale = Element(f"{_BOARD_CLASSES}ZonedGrid"), map_image.hex_origin, map_image.dpi / 72
    board = map_image.table_map.hexmap.board
    for cell in board.whole_hexes:
        corners = map_image.table_map.drawn_map.grid.find_corners(cell)
        path = ";".join(f"{round((x + left) * scale)},{round((y + top) * scale)}" for x, y in corners)
        SubElement(zones, f"{_BOARD_CLASSES}mapgrid.Zone", name=board.format_name(cell), locationFormat="$name$",
                   path=path, useParentGrid="true", useHighlight="false", highlightProperty="")
    zones.append(grid)
    return zones


# --- pieces as VASSAL writes them ---


class VassalTrait(NamedTuple):
    """An ability of a piece in VASSAL, and its initial state.

    The traits of a piece are written one inside the other. Each trait is a row of two fields, separated by a tab: the
    trait itself, and everything that is inside it. The basic piece is innermost. The states of the traits, which
    change during play, are also written as rows of two fields. A command contains the codes of its key and of the
    modifiers (130 is Ctrl).
    """

    kind: str
    state: str = ""


DELETE_TRAIT, CLONE_TRAIT = VassalTrait("delete;Delete;68,130;"), VassalTrait("clone;Clone;67,130;")
"""The traits for taking a piece off the map (Ctrl-D) and for copying it (Ctrl-C)."""


def join_fields(fields: Iterable[str], delimiter: str) -> str:
    r"""Return fields as one row, joined by a delimiter.

    Inside a field, a backslash precedes each delimiter. If a field ends in a backslash, or begins and ends with a
    single quote, the whole field is put in single quotes.

    >>> join_fields(["a", "b;c", "d\\", "'e'"], ";")
    "a;b\\;c;'d\\';''e''"
    """
    def escape_field(field: str) -> str:
        escaped_field = field.replace(delimiter, f"\\{delimiter}")
        needs_quotes = field.endswith("\\") or (field.startswith("'") and field.endswith("'"))
        return f"'{escaped_field}'" if needs_quotes and field else escaped_field

    return delimiter.join(map(escape_field, fields))


def define_piece(name: str, image: str, gpid: int, traits: Sequence[VassalTrait]) -> str:
    """Return the text of a slot with a piece.

    The text has the traits of the piece, outermost first, around a basic piece with a picture.
    """
    kind = f"piece;{join_fields(['', '', image, clean_name(name)], ';')}"
    state = f"null;0;0;{gpid};0"
    for trait in reversed(traits):
        kind, state = join_fields([trait.kind, kind], "\t"), join_fields([trait.state, state], "\t")
    return f"+/{join_fields(['null', kind, state], '/')}"


def make_flip_trait(front: str, back: str) -> VassalTrait:
    """Return the trait of a piece with two faces. One face is visible, and Ctrl-F shows the other face."""
    images, names = join_fields([front, back], ","), join_fields(["", "+ (back)"], ",")
    fields = ["", "128", "", "Flip", "128", "", "", "128", "", "", "", "1", "false", "0", "0", images, names, "true",
              "Face", "", "", "false", "", "1", "1", "true", "", "70,130", ""]
    return VassalTrait(f"emb2;{join_fields(fields, ';')}", "1")


def make_mask_trait(back: str) -> VassalTrait:
    """Return the trait of a card that shows only its back to the other players until its owner turns it (Ctrl-F).

    The owner sees the front with a small picture of the back ("I").
    """
    fields = ["70,130", back, "Turn over", "I", "?", "player:", "", "", "false", "", ""]
    return VassalTrait(f"obs;{join_fields(fields, ';')}", "null;")


def make_rotate_trait(facings: int, index: int = 0) -> VassalTrait:
    """Return the trait of a piece that can be turned in steps of 360 degrees / `facings`.

    `index` is the initial number of steps. Ctrl-] turns the piece right, and Ctrl-[ turns it left.
    """
    return VassalTrait(f"rotate;{facings};93,130;91,130;Turn right;Turn left;;;Facing;", str(index))


def make_properties_trait(properties: Mapping[str, str]) -> VassalTrait:
    """Return the trait that gives a piece properties whose values never change."""
    return VassalTrait(f"mark;{join_fields(properties, ',')}", join_fields(map(clean_name, properties.values()), ","))


def make_moved_trait(right: int, down: int) -> VassalTrait:
    """Return the trait that marks a piece as moved.

    The mark is drawn `right` and `down` pixels from the middle of the piece. Ctrl-M sets or removes the mark.
    """
    return VassalTrait(f"markmoved;/images/moved.gif;{right};{down};Mark moved;77,130", "false")


# --- the board of forces, from which players take the counters of a scenario ---


class ForcesBoard(NamedTuple):
    """A board with the counters of a scenario: its drawing, and each counter with the position of its middle."""

    view: ImageView
    placed_counters: tuple[tuple[TablePiece, float, float], ...]


class _ForceCell(NamedTuple):
    """A piece in a row. `width` includes enough space for the words below the piece."""

    piece: TablePiece
    width: float
    lines: list[tuple[str, text.Style]]


def lay_out_forces(pieces: Iterable[TablePiece]) -> ForcesBoard:
    """Return a board with the counters among `pieces`, in rows under the names of their sides.

    The name of each counter is below it. Players use this board if the scenario does not give the positions of units.
    Coordinates are points, with y down. Raises MissingGlyphError if a font lacks a character.
    """
    sides = defaultdict[str, list[_ForceCell]](list)
    for piece in pieces:
        if piece.section == "counters":
            count = f"{piece.count} × " if piece.count > 1 else ""
            piece_lines = [(text.escape_markup(f"{count}{piece.name}"), _NAME_STYLE),
                           (text.escape_markup(piece.design), _DESIGN_STYLE)]
            cell_width = max(piece.width, *(text.measure_text(*line) for line in piece_lines)) + FORCES_GAP
            sides[piece.group].append(_ForceCell(piece, cell_width, piece_lines))
    cells = [cell for members in sides.values() for cell in members]
    area = sum(cell.width * (cell.piece.height + _WORDS_HEIGHT + FORCES_GAP) for cell in cells)
    widest = [*(cell.width for cell in cells), *(text.measure_text(text.escape_markup(side), _SIDE_STYLE)
                                                 for side in sides)]
    width = max(MIN_FORCES_WIDTH, *widest, sqrt(area * 1.6)) + 2 * FORCES_MARGIN
    items: list[Item] = []
    spots: list[tuple[TablePiece, float, float]] = []
    y = FORCES_MARGIN
    for side, side_cells in sides.items():
        items += text.set_line(text.escape_markup(side), _SIDE_STYLE, FORCES_MARGIN, y + 14)
        y += SIDE_NAME_HEIGHT
        rows: list[list[_ForceCell]] = [[]]
        for cell in side_cells:
            if rows[-1] and sum(other.width for other in rows[-1]) + cell.width > width - 2 * FORCES_MARGIN:
                rows.append([])
            rows[-1].append(cell)
        for row in rows:
            x, bottom = FORCES_MARGIN, y + max(cell.piece.height for cell in row)
            for cell in row:
                middle = x + cell.width / 2
                spots.append((cell.piece, middle, bottom - cell.piece.height / 2))
                for number, (words, style) in enumerate(cell.lines, 1):
                    items += text.set_line(words, style, middle, bottom + 10.5 * number, "middle")
                x += cell.width
            y = bottom + _WORDS_HEIGHT + FORCES_GAP
    return ForcesBoard(ImageView(width, y, (shapes.rect(0, 0, width, y, fill=FORCES_BACKGROUND), *items)), tuple(spots))
