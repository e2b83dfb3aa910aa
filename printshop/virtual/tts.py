"""Export to Tabletop Simulator: a saved object, which is a JSON file, and its pictures.

Counters, markers, maps and charts are tiles: a tile is a square that is stretched in width and depth to the size of its
picture, so that all have their true sizes relative to each other. Pieces of hexes or of a drawn shape are tokens, cut
out along the transparent parts of the picture; a token has one face, so its back is a second state of it. Cards are
decks, on sheets of up to 10 x 7.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from printshop.files import Delivery
from printshop.render.pdf_objects import on_white
from printshop.render.png import encoded
from printshop.units import INCH
from printshop.virtual.pieces import TablePiece, View
from printshop.virtual.table import OUTPUT, How, Lying, Table, plain

if TYPE_CHECKING:
    from PIL.Image import Image

Saved = dict[str, Any]

MOST_COPIES = 20  # of equal pieces, at most this many are on the table: players can copy them
CHART_DPI = 110
ROOM = 0.3  # inches between pieces
LARGEST = 4096  # pixels along a side of any picture
ACROSS, DOWN = 10, 7
LEAST = 2  # cells across and down: Tabletop Simulator accepts no fewer
BACK = "cards-back"
_TILE, _CARD = 2.0, 3.5  # side of a tile and long side of a card at a scale of 1, in inches
_GREY, _FELT = (120, 126, 134), (214, 224, 208)
_DICE = frozenset(("4", "6", "8", "10", "12", "20"))
_BOX, _CIRCLE, _ROUNDED = 0, 2, 3  # shapes of tiles


def write(table: Table, how: How, delivery: Delivery) -> tuple[str, ...]:
    """Write the saved object and its pictures into a folder; return notes for the user.

    Raises PrintshopError for maps that are too large.
    """
    folder = Path(how.output or OUTPUT / f"{table.stem}-tts")
    objects = _Objects(table, how, delivery, folder)
    states = [*objects.maps(), *objects.dice(), *objects.tiles(), *objects.decks(), *objects.charts()]
    saved = {"SaveName": plain(table.title), "GameMode": "", "Date": "", "Note": "", "Rules": "",
             "ObjectStates": states}
    text = json.dumps(saved, ensure_ascii=False, indent=1) + "\n"
    delivery.place(folder / f"{table.stem}.json").write_text(text, encoding="utf-8", newline="\n")
    return tuple(objects.notes)


class _Look(NamedTuple):
    """The position of an object: its middle in inches, y towards the players, width and depth, and its description.

    It is `turned` by degrees, clockwise.
    """

    at: tuple[float, float]
    wide: float
    deep: float
    about: str = ""
    turned: float = 0.0


class _Objects:
    """Builder of the objects: pieces at their positions on the table of a battle, all others in rows to its right."""

    def __init__(self, table: Table, how: How, delivery: Delivery, folder: Path) -> None:
        self._table, self._dpi, self._delivery, self._folder = table, how.dpi, delivery, folder
        self._base = how.base_url if not how.base_url or how.base_url.endswith("/") else f"{how.base_url}/"
        self._left = self._x = self._y = self._deep = 0.0  # rows: left end, next position, depth of the last
        self._corner = 0.0, 0.0  # of the battle's table, or of the hexes of its map
        self._number, self._back = 0, ""
        self.notes: list[str] = []

    def _save(self, name: str, image: Image, dpi: int) -> str:
        """Write a picture, and return its address."""
        self._delivery.place(self._folder / name).write_bytes(encoded(image, dpi))
        return f"{self._base}{quote(name)}"

    def _spot(self, width: float, height: float, tooltip: str = "") -> _Look:
        """Return the position of the next piece in the rows; its size is in points."""
        wide, deep = width / INCH, height / INCH
        if self._x > self._left and self._x + wide > self._left + 30:
            self._x, self._y, self._deep = self._left, self._y + self._deep + ROOM, 0.0
        look = _Look((self._x + wide / 2, self._y + deep / 2), wide, deep, tooltip)
        self._x, self._deep = self._x + wide + ROOM, max(self._deep, deep)
        return look

    def _object(self, kind: str, name: str, look: _Look, scale: tuple[float, float], *, locked: bool = False,
                **more: Any) -> Saved:
        """Return an object; `scale` is how many times wider and deeper it is than its default size."""
        self._number += 1
        identity = hashlib.sha256(f"{self._table.stem} {self._number}".encode()).hexdigest()[:6]
        place = {"posX": round(look.at[0], 4), "posY": 1.0 if locked else 1.2, "posZ": round(-look.at[1], 4),
                 "rotX": 0.0, "rotY": round((180.0 + look.turned) % 360, 4), "rotZ": 0.0,
                 "scaleX": round(scale[0], 6), "scaleY": 1.0, "scaleZ": round(scale[1], 6)}
        return {"GUID": identity, "Name": kind, "Transform": place, "Nickname": plain(name),
                "Description": plain(look.about), "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
                "Locked": locked, "Grid": False, "Snap": True, "Autoraise": True, "Sticky": True,
                "Tooltip": True, "GridProjection": False, "Hands": False, **more, "LuaScript": "", "LuaScriptState": ""}

    def _tile(self, name: str, faces: Sequence[str], look: _Look, shape: int = _BOX, *, locked: bool = False) -> Saved:
        """Return a tile; its picture is stretched to a square, and the tile stretches it back to its true shape."""
        tile = {"Type": shape, "Thickness": 0.1, "Stackable": False, "Stretch": True}
        image = {"ImageURL": faces[0], "ImageSecondaryURL": "".join(faces[1:]), "ImageScalar": 1.0, "WidthScale": 0.0,
                 "CustomTile": tile}
        return self._object("Custom_Tile", name, look, (look.wide / _TILE, look.deep / _TILE), locked=locked,
                            CustomImage=image)

    def _token(self, name: str, faces: Sequence[str], look: _Look) -> Saved:
        """Return a token: it has the shape of its picture, and is not stretched."""
        token = {"Thickness": 0.1, "MergeDistancePixels": 5.0, "StandUp": False, "Stackable": False}
        front, *backs = (self._object(
            "Custom_Token", name, look, (look.deep / _TILE,) * 2,
            CustomImage={"ImageURL": address, "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0,
                         "CustomToken": token}) for address in faces)
        return {**front, "States": {"2": backs[0]}} if backs else front

    def maps(self) -> Iterator[Saved]:
        """Yield the maps side by side, or the plain table of a battle, from the corner of the whole layout."""
        from PIL import Image as Images

        right = 0.0
        for plane in self._table.planes:
            dpi = plane.dpi(self._dpi, LARGEST)
            if dpi < self._dpi:
                self.notes.append(f"map '{plane.hexmap.title}' has {dpi} pixels an inch: {LARGEST} pixels are the most")
            board = plane.board(dpi)
            if plane is self._table.ground:
                self._corner = right + board.shift[0] / INCH, board.shift[1] / INCH
            [image] = self._table.shots([board.view], dpi)
            address = self._save(f"map-{plane.name}.png", on_white(image, "RGB"), dpi)
            wide, deep = image.width / dpi, image.height / dpi
            look = _Look((right + wide / 2, deep / 2), wide, deep)
            yield self._tile(plane.hexmap.title, [address], look, locked=True)
            right += wide + 1
        for top in self._table.tabletops if self._table.request.scenario else ():
            wide, deep = top.width.pt / INCH, top.height.pt / INCH
            address = self._save("table.png", Images.new("RGB", (64, 64), _FELT), 64)
            yield self._tile(top.title, [address], _Look((wide / 2, deep / 2), wide, deep), locked=True)
            right = wide + 1
        self._left = self._x = right + 1

    def dice(self) -> Iterator[Saved]:
        for roll in self._table.game.dice:
            count, _, sides = roll.partition("d")
            if sides in _DICE:
                for _ in range(int(count)):
                    yield self._object(f"Die_{sides}", f"d{sides}", self._spot(INCH, INCH), (1.0, 1.0))
            else:
                self.notes.append(f"d{sides} is no die of Tabletop Simulator: roll {roll} in another way")

    def charts(self) -> Iterator[Saved]:
        for name, page, image in self._table.chart_shots(CHART_DPI):
            address = self._save(f"chart-{name}.png", image, CHART_DPI)
            title = page.bookmarks[0].title if page.bookmarks else name
            yield self._tile(title, [address], self._spot(page.width, page.height))

    def tiles(self) -> Iterator[Saved]:
        pieces = [piece for piece in self._table.pieces if piece.section != "cards"]
        faces = [(name, piece, view) for piece in pieces for name, view in piece.faces]
        dpi = min([self._dpi, *(int(LARGEST * 72 / max(view.width, view.height)) for *_, view in faces)])
        addresses: dict[int, list[str]] = {}
        for (name, piece, _), image in zip(faces, self._table.shots((view for *_, view in faces), dpi), strict=True):
            shown = image if piece.irregular else on_white(image, "RGB")
            address = self._save(f"{piece.section}-{name}.png", shown, dpi)
            addresses.setdefault(id(piece), []).append(address)
        places: dict[int, list[Lying]] = {}
        for lying in self._table.lying:
            places.setdefault(id(lying.piece), []).append(lying)
        for piece in pieces:
            spots = places.get(id(piece), [])
            left, top = self._corner
            looks = [_Look((left + spot.x / INCH, top + spot.y / INCH), piece.width / INCH, piece.height / INCH,
                           _about(piece), spot.turned) for spot in spots[:self._copies(piece)]]
            looks += [self._spot(piece.width, piece.height, _about(piece))
                      for _ in range(self._copies(piece) - len(looks))]
            for look in looks:
                if piece.irregular:
                    yield self._token(piece.label, addresses[id(piece)], look)
                else:
                    shape = {"round": _CIRCLE, "rounded": _ROUNDED}.get(piece.shape, _BOX)
                    yield self._tile(piece.label, addresses[id(piece)], look, shape)

    def _copies(self, piece: TablePiece) -> int:
        """Return the number of copies of a piece on the table, and note if that is not all of them."""
        if piece.count > MOST_COPIES:
            self.notes.append(f"{piece.name}: {MOST_COPIES} of {piece.count} are there, copy them as you need")
        return min(piece.count, MOST_COPIES)

    def decks(self) -> Iterator[Saved]:
        """Yield a deck, or a single card, for every sheet of cards of one kind and side."""
        cards = [piece for piece in self._table.pieces if piece.section == "cards"]
        number = 0
        for _, alike in groupby(cards, key=lambda piece: (piece.kind, piece.group, bool(piece.back))):
            for number, pieces in enumerate(parted([*alike], self._dpi), number + 1):  # noqa: B020 - goes on
                yield self._deck(pieces, Sheet.of(pieces, self._dpi), number)

    def _deck(self, pieces: Sequence[TablePiece], sheet: Sheet, number: int) -> Saved:
        from PIL import Image as Images

        def store(name: str, views: Iterable[View]) -> str:
            return self._save(name, sheet.drawn(self._table.shots(views, sheet.dpi)), sheet.dpi)

        first = pieces[0]
        fronts = store(f"cards-{number}.png", (View(card.width, card.height, card.front) for card in pieces))
        if first.back:
            backs = store(f"cards-{number}-backs.png", (View(card.width, card.height, card.back) for card in pieces))
        else:
            self._back = self._back or self._save(f"{BACK}.png", Images.new("RGB", (64, 90), _GREY), self._dpi)
            backs = self._back
        deck = {str(number): {"FaceURL": fronts, "BackURL": backs, "NumWidth": sheet.across, "NumHeight": sheet.down,
                              "BackIsHidden": True, "UniqueBack": bool(first.back), "Type": 0}}
        look = self._spot(first.width, first.height)
        scale = (max(look.wide, look.deep) / _CARD,) * 2
        cards = [(piece, 100 * number + index) for index, piece in enumerate(pieces)
                 for _ in range(self._copies(piece))]
        held = [self._object("CardCustom", piece.name, look._replace(about=_about(piece)), scale,
                             CardID=card, CustomDeck=deck, SidewaysCard=False) for piece, card in cards]
        return held[0] if len(held) == 1 else self._object(
            "DeckCustom", first.title, look, scale, DeckIDs=[card for _, card in cards], CustomDeck=deck,
            SidewaysCard=False, ContainedObjects=held)


def _about(piece: TablePiece) -> str:
    return ", ".join(filter(None, (piece.design, piece.group if piece.unit else "")))


# --- cards on sheets ---


class Sheet(NamedTuple):
    """A sheet of cards in one picture, none of it transparent.

    It has `across` x `down` cells of `cell` pixels, at `dpi` pixels an inch.
    """

    across: int
    down: int
    cell: tuple[int, int]
    dpi: int

    @classmethod
    def of(cls, pieces: Sequence[TablePiece], dpi: int) -> Sheet:
        """Return the sheet for some cards of one size, about as many down as across."""
        whole, count = cls.largest(pieces[0], dpi), len(pieces)
        across = min(whole.across, max(LEAST, isqrt(count - 1) + 1, -(-count // whole.down)))
        return whole._replace(across=across, down=max(LEAST, -(-count // across)))

    @classmethod
    def largest(cls, piece: TablePiece, dpi: int) -> Sheet:
        """Return the largest sheet of cards of a size: at least two across and two down fit on it."""
        best = min(dpi, int((LARGEST // LEAST - 1) * 72 / max(piece.width, piece.height)))
        wide, high = (max(1, round(side * best / 72)) for side in (piece.width, piece.height))
        return cls(min(ACROSS, LARGEST // wide), min(DOWN, LARGEST // high), (wide, high), best)

    def drawn(self, pictures: Iterable[Image]) -> Image:
        """Return the sheet with pictures in its cells, row by row."""
        from PIL import Image as Images

        wide, high = self.cell
        sheet = Images.new("RGB", (self.across * wide, self.down * high), (255, 255, 255))
        for index, picture in enumerate(pictures):
            row, column = divmod(index, self.across)
            sheet.paste(on_white(picture, "RGB").crop((0, 0, wide, high)), (column * wide, row * high))
        return sheet


def parted(pieces: Sequence[TablePiece], dpi: int) -> Iterator[Sequence[TablePiece]]:
    """Yield the cards of one size in groups that each fill a sheet."""
    whole = Sheet.largest(pieces[0], dpi)
    room = whole.across * whole.down
    yield from (pieces[start:start + room] for start in range(0, len(pieces), room))
