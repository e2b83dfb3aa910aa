"""Export to Tabletop Simulator: a saved object, which is a JSON file, and its pictures.

Counters, markers, maps and charts are tiles. A tile is a square that is stretched in width and depth to the size of
its picture. Therefore all tiles have their true sizes relative to each other. Pieces that cover hexes or have a drawn
shape are tokens, which are cut out along the transparent parts of the picture. A token has one face; the back of the
piece is a second state of the token. Cards are decks, on sheets of up to 10 x 7 cards.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isqrt
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from printshop.drawing import shapes
from printshop.drawing.display_list import Color
from printshop.exports.images import ImageView, PictureRequest, TablePiece, request_picture
from printshop.exports.table_layout import OUTPUT_FOLDER, ExportOptions, PlacedPiece, VirtualTable, clean_name
from printshop.files import AtomicWrite
from printshop.lengths import INCH

SavedObject = dict[str, Any]

MAX_COPIES = 20  # of equal pieces, at most this many are on the table: players can copy them
CHART_DPI = 110
PIECE_SPACING = 0.3  # inches between pieces
MAX_IMAGE_SIDE = 4096  # pixels along a side of any picture
MAX_CARDS_ACROSS, MAX_CARDS_DOWN = 10, 7
MIN_CELLS = 2  # cells across and down: Tabletop Simulator accepts no fewer
CARD_BACK = "cards-back"
_TILE_SIDE, _CARD_LENGTH = 2.0, 3.5  # side of a tile and long side of a card at a scale of 1, in inches
_CARD_BACK_COLOR, _TABLE_COLOR = Color(120, 126, 134), Color(214, 224, 208)
_DIE_SIDES = frozenset(("4", "6", "8", "10", "12", "20"))
_BOX_SHAPE, _CIRCLE_SHAPE, _ROUNDED_SHAPE = 0, 2, 3  # shapes of tiles


def write_tts_object(table: VirtualTable, options: ExportOptions, delivery: AtomicWrite) -> tuple[str, ...]:
    """Write the saved object and its pictures into a folder, and return notes for the user.

    Raises PrintshopError if a map is too large.
    """
    folder = Path(options.output_path or OUTPUT_FOLDER / f"{table.file_stem}-tts")
    objects = _ObjectBuilder(table, options, delivery, folder)
    states = [*objects.make_maps(), *objects.make_dice(), *objects.make_tiles(), *objects.make_decks(),
              *objects.make_charts()]
    saved = {"SaveName": clean_name(table.title), "GameMode": "", "Date": "", "Note": "", "Rules": "",
             "ObjectStates": states}
    text = json.dumps(saved, ensure_ascii=False, indent=1) + "\n"
    delivery.add_file(folder / f"{table.file_stem}.json").write_text(text, encoding="utf-8", newline="\n")
    return tuple(objects.notes)


class _ObjectPlace(NamedTuple):
    """The position of an object, with its size, description and rotation.

    Lengths are in inches, with y towards the players. `center` is the middle of the object. `rotation` is in
    degrees, clockwise.
    """

    center: tuple[float, float]
    width: float
    depth: float
    description: str = ""
    rotation: float = 0.0


class _ObjectBuilder:
    """Builder of the objects.

    Pieces with a position in the scenario lie on its table or map. All other pieces lie in rows to the right of the
    table or map.
    """

    def __init__(self, table: VirtualTable, options: ExportOptions, delivery: AtomicWrite, folder: Path) -> None:
        self._table, self._dpi, self._delivery, self._folder = table, options.dpi, delivery, folder
        self._picture_prefix = options.picture_prefix
        self._base_url = (
            options.base_url if not options.base_url or options.base_url.endswith("/") else f"{options.base_url}/"
        )
        # rows: left end, next position, depth of the last
        self._row_left = self._next_x = self._next_y = self._row_depth = 0.0
        self._battle_corner = 0.0, 0.0  # of the battle's table, or of the hexes of its map
        self._object_count, self._card_back_url = 0, ""
        self.notes: list[str] = []

    def _save_picture(self, name: str, data: bytes) -> str:
        """Write a PNG file, and return its address."""
        name = self._picture_prefix + name
        self._delivery.add_file(self._folder / name).write_bytes(data)
        return f"{self._base_url}{quote(name)}" if self._base_url else name

    def _draw_picture(self, name: str, request: PictureRequest) -> str:
        """Draw a picture, write it, and return the address of its file."""
        [data] = self._table.draw_pictures([request])
        return self._save_picture(name, data)

    def _take_place(self, width: float, height: float, tooltip: str = "") -> _ObjectPlace:
        """Return the position of the next piece in the rows. `width` and `height` are in points."""
        width_inches, depth_inches = width / INCH, height / INCH
        if self._next_x > self._row_left and self._next_x + width_inches > self._row_left + 30:
            self._next_x, self._next_y, self._row_depth = (
                self._row_left,
                self._next_y + self._row_depth + PIECE_SPACING,
                0.0,
            )
        object_place = _ObjectPlace((self._next_x + width_inches / 2, self._next_y + depth_inches / 2), width_inches,
                                    depth_inches, tooltip)
        self._next_x, self._row_depth = self._next_x + width_inches + PIECE_SPACING, max(self._row_depth, depth_inches)
        return object_place

    def _make_object(self, kind: str, name: str, object_place: _ObjectPlace, scale: tuple[float, float], *,
                     locked: bool = False,
                     **extra_keys: Any) -> SavedObject:
        """Return an object.

        `scale` holds the factors by which the width and depth of the object exceed its default size.
        """
        self._object_count += 1
        guid = hashlib.sha256(f"{self._table.file_stem} {self._object_count}".encode()).hexdigest()[:6]
        transform = {"posX": round(object_place.center[0], 4), "posY": 1.0 if locked else 1.2,
                     "posZ": round(-object_place.center[1], 4),
                     "rotX": 0.0, "rotY": round((180.0 + object_place.rotation) % 360, 4), "rotZ": 0.0,
                     "scaleX": round(scale[0], 6), "scaleY": 1.0, "scaleZ": round(scale[1], 6)}
        return {"GUID": guid, "Name": kind, "Transform": transform, "Nickname": clean_name(name),
                "Description": clean_name(object_place.description), "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
                "Locked": locked, "Grid": False, "Snap": True, "Autoraise": True, "Sticky": True,
                "Tooltip": True, "GridProjection": False, "Hands": False, **extra_keys, "LuaScript": "",
                "LuaScriptState": ""}

    def _make_tile(self, name: str, addresses: Sequence[str], object_place: _ObjectPlace, shape: int = _BOX_SHAPE, *,
                   locked: bool = False) -> SavedObject:
        """Return a tile. Its picture is stretched to a square, and the scale of the tile restores the true shape."""
        tile = {"Type": shape, "Thickness": 0.1, "Stackable": False, "Stretch": True}
        image = {"ImageURL": addresses[0], "ImageSecondaryURL": "".join(addresses[1:]), "ImageScalar": 1.0,
                 "WidthScale": 0.0,
                 "CustomTile": tile}
        return self._make_object("Custom_Tile", name, object_place,
                                 (object_place.width / _TILE_SIDE, object_place.depth / _TILE_SIDE), locked=locked,
                                 CustomImage=image)

    def _make_token(self, name: str, addresses: Sequence[str], object_place: _ObjectPlace) -> SavedObject:
        """Return a token, which has the shape of its picture and is not stretched."""
        token = {"Thickness": 0.1, "MergeDistancePixels": 5.0, "StandUp": False, "Stackable": False}
        front, *backs = (self._make_object(
            "Custom_Token", name, object_place, (object_place.depth / _TILE_SIDE,) * 2,
            CustomImage={"ImageURL": address, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0,
                         "CustomToken": token}) for address in addresses)
        return {**front, "States": {"2": backs[0]}} if backs else front

    def make_maps(self) -> Iterator[SavedObject]:
        """Yield the maps side by side from the top left corner of the layout.

        For a scenario without maps, yield the plain table. Without maps and without a scenario, there are no objects.
        """
        right = 0.0
        for table_map in self._table.maps:
            dpi = table_map.choose_dpi(self._dpi, MAX_IMAGE_SIDE)
            if dpi < self._dpi:
                self.notes.append(f"the picture of map '{table_map.hexmap.title}' has only {dpi} pixels per inch: "
                                  f"pictures may be at most {MAX_IMAGE_SIDE} pixels wide and high")
            map_image = table_map.make_image(dpi)
            if table_map is self._table.battle_map:
                self._battle_corner = right + map_image.hex_origin[0] / INCH, map_image.hex_origin[1] / INCH
            request = request_picture(map_image.view, dpi, is_on_white=True)
            address = self._draw_picture(f"map-{table_map.name}.png", request)
            width, depth = (side / dpi for side in request.size)
            object_place = _ObjectPlace((right + width / 2, depth / 2), width, depth)
            yield self._make_tile(table_map.hexmap.title, [address], object_place, locked=True)
            right += width + 1
        for plain_table in self._table.plain_tables if self._table.request.scenario else ():
            width, depth = plain_table.width.pt / INCH, plain_table.depth.pt / INCH
            address = self._draw_picture("table.png", _request_plain(_TABLE_COLOR, 64, 64, 64))
            yield self._make_tile(plain_table.title, [address], _ObjectPlace((width / 2, depth / 2), width, depth),
                                  locked=True)
            right = width + 1
        self._row_left = self._next_x = right + 1

    def make_dice(self) -> Iterator[SavedObject]:
        for roll in self._table.game.dice:
            count, _, sides = roll.partition("d")
            if sides in _DIE_SIDES:
                for _ in range(int(count)):
                    yield self._make_object(f"Die_{sides}", f"d{sides}", self._take_place(INCH, INCH), (1.0, 1.0))
            else:
                self.notes.append(f"Tabletop Simulator has no d{sides}: roll {roll} in another way")

    def make_charts(self) -> Iterator[SavedObject]:
        for name, page, _, data in self._table.draw_charts(CHART_DPI):
            address = self._save_picture(f"chart-{name}.png", data)
            title = page.bookmarks[0].title if page.bookmarks else name
            yield self._make_tile(title, [address], self._take_place(page.width, page.height))

    def make_tiles(self) -> Iterator[SavedObject]:
        pieces = [piece for piece in self._table.pieces if piece.section != "cards"]
        faces = [(name, piece, view) for piece in pieces for name, view in piece.faces]
        dpi = min([self._dpi, *(int(MAX_IMAGE_SIDE * 72 / max(view.width, view.height)) for *_, view in faces)])
        addresses: dict[int, list[str]] = {}
        requests = (request_picture(view, dpi, is_on_white=not piece.is_irregular) for _, piece, view in faces)
        for (name, piece, _), data in zip(faces, self._table.draw_pictures(requests), strict=True):
            address = self._save_picture(f"{piece.section}-{name}.png", data)
            addresses.setdefault(id(piece), []).append(address)
        placed_by_piece: dict[int, list[PlacedPiece]] = {}
        for placed_piece in self._table.placed_pieces:
            placed_by_piece.setdefault(id(placed_piece.piece), []).append(placed_piece)
        for piece in pieces:
            placed_pieces = placed_by_piece.get(id(piece), [])
            left, top = self._battle_corner
            object_places = [_ObjectPlace((left + placed_piece.x / INCH, top + placed_piece.y / INCH),
                                          piece.width / INCH, piece.height / INCH,
                                          _describe_piece(piece), placed_piece.rotation)
                             for placed_piece in placed_pieces[:self._count_copies(piece)]]
            object_places += [self._take_place(piece.width, piece.height, _describe_piece(piece))
                              for _ in range(self._count_copies(piece) - len(object_places))]
            for object_place in object_places:
                if piece.is_irregular:
                    yield self._make_token(piece.label, addresses[id(piece)], object_place)
                else:
                    shape = {"round": _CIRCLE_SHAPE, "rounded": _ROUNDED_SHAPE}.get(piece.shape, _BOX_SHAPE)
                    yield self._make_tile(piece.label, addresses[id(piece)], object_place, shape)

    def _count_copies(self, piece: TablePiece) -> int:
        """Return the number of copies of a piece on the table, at most `MAX_COPIES`.

        If the piece has more copies, a note for the user is added.
        """
        if piece.count > MAX_COPIES:
            self.notes.append(f"{piece.name}: only {MAX_COPIES} of {piece.count} copies are on the table; make the "
                              "other copies when you need them")
        return min(piece.count, MAX_COPIES)

    def make_decks(self) -> Iterator[SavedObject]:
        """Yield a deck or a single card for the cards of each form and side, or of each form with `shared: true`.

        Either all cards of a deck have backs, or none of them has one. A shared deck lies with its backs up.
        """
        cards, number = [piece for piece in self._table.pieces if piece.section == "cards"], 0
        for _, equal_cards in groupby(cards, key=lambda piece: (piece.kind, piece.deck or piece.group,
                                                                bool(piece.back))):
            deck_cards, decks, objects = [*equal_cards], SavedObject(), list[SavedObject]()
            first = deck_cards[0]
            place = self._take_place(first.width, first.height)
            for number, pieces in enumerate(split_into_sheets(deck_cards, self._dpi), number + 1):  # noqa: B020 - goes on
                sheet_deck, sheet_objects = self._make_sheet(pieces, CardSheet.fit_cards(pieces, self._dpi), number,
                                                             place)
                decks, objects = decks | sheet_deck, objects + sheet_objects
            if len(objects) > 1:
                objects = [self._make_object(
                    "DeckCustom", first.kind_title, place, _choose_card_scale(place),
                    DeckIDs=[card["CardID"] for card in objects], CustomDeck=decks, SidewaysCard=False,
                    ContainedObjects=objects)]
            if first.deck:
                objects[0]["Transform"]["rotZ"] = 180.0
            yield objects[0]

    def _make_sheet(self, pieces: Sequence[TablePiece], sheet: CardSheet, number: int, object_place: _ObjectPlace
                    ) -> tuple[SavedObject, list[SavedObject]]:
        """Return the pictures of the cards on a sheet, as Tabletop Simulator describes them, and its cards."""
        def save_sheet(name: str, views: Iterable[ImageView]) -> str:
            return self._draw_picture(name, PictureRequest(tuple(views), sheet.dpi, sheet.cell_size, sheet.across,
                                                           sheet.down, is_on_white=True))

        first = pieces[0]
        fronts = save_sheet(f"cards-{number}.png", (ImageView(card.width, card.height, card.front) for card in pieces))
        if first.back:
            backs = save_sheet(f"cards-{number}-backs.png",
                               (ImageView(card.width, card.height, card.back) for card in pieces))
        else:
            self._card_back_url = self._card_back_url or self._draw_picture(
                f"{CARD_BACK}.png", _request_plain(_CARD_BACK_COLOR, 64, 90, self._dpi))
            backs = self._card_back_url
        deck = {str(number): {"FaceURL": fronts, "BackURL": backs, "NumWidth": sheet.across, "NumHeight": sheet.down,
                              "BackIsHidden": True, "UniqueBack": bool(first.back), "Type": 0}}
        cards = [(piece, 100 * number + index) for index, piece in enumerate(pieces)
                 for _ in range(self._count_copies(piece))]
        return deck, [self._make_object("CardCustom", piece.name,
                                        object_place._replace(description=_describe_piece(piece)),
                                        _choose_card_scale(object_place), CardID=card, CustomDeck=deck,
                                        SidewaysCard=False) for piece, card in cards]


def _request_plain(color: Color, width: int, height: int, dpi: int) -> PictureRequest:
    """Return the request for a picture of one colour, with a size in pixels."""
    sides = width * 72 / dpi, height * 72 / dpi
    view = ImageView(*sides, (shapes.rect(-1, -1, sides[0] + 2, sides[1] + 2, fill=color),))  # beyond blurred edges
    return PictureRequest((view,), dpi, (width, height), is_on_white=True)


def _choose_card_scale(object_place: _ObjectPlace) -> tuple[float, float]:
    return (max(object_place.width, object_place.depth) / _CARD_LENGTH,) * 2


def _describe_piece(piece: TablePiece) -> str:
    return ", ".join(filter(None, (piece.design, piece.group if piece.unit else "")))


# --- cards on sheets ---


class CardSheet(NamedTuple):
    """A sheet of cards in one picture without transparent parts.

    It has `across` x `down` cells of `cell_size` pixels, at `dpi` pixels per inch.
    """

    across: int
    down: int
    cell_size: tuple[int, int]
    dpi: int

    @classmethod
    def fit_cards(cls, pieces: Sequence[TablePiece], dpi: int) -> CardSheet:
        """Return a sheet for cards of one size, with about as many cells down as across."""
        largest_sheet, count = cls.make_largest(pieces[0], dpi), len(pieces)
        across = min(largest_sheet.across, max(MIN_CELLS, isqrt(count - 1) + 1, -(-count // largest_sheet.down)))
        return largest_sheet._replace(across=across, down=max(MIN_CELLS, -(-count // across)))

    @classmethod
    def make_largest(cls, piece: TablePiece, dpi: int) -> CardSheet:
        """Return the largest sheet for cards with the size of a piece. It has room for at least 2 x 2 cards."""
        best_dpi = min(dpi, int((MAX_IMAGE_SIDE // MIN_CELLS - 1) * 72 / max(piece.width, piece.height)))
        cell_width, cell_height = (max(1, round(side * best_dpi / 72)) for side in (piece.width, piece.height))
        return cls(min(MAX_CARDS_ACROSS, MAX_IMAGE_SIDE // cell_width),
                   min(MAX_CARDS_DOWN, MAX_IMAGE_SIDE // cell_height), (cell_width, cell_height), best_dpi)


def split_into_sheets(pieces: Sequence[TablePiece], dpi: int) -> Iterator[Sequence[TablePiece]]:
    """Yield the cards of one size in groups that fit on one sheet."""
    largest_sheet = CardSheet.make_largest(pieces[0], dpi)
    capacity = largest_sheet.across * largest_sheet.down
    yield from (pieces[start:start + capacity] for start in range(0, len(pieces), capacity))
