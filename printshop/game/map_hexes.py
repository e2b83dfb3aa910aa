"""What stands in some hexes of a map, as its data describes it: terrain, labels, zones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from printshop.game.board import SIDES, Board
from printshop.language.reader import NOTHING, Reader, spoken
from printshop.patterns import PATTERNS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from printshop.game.context import Context
    from printshop.hexes import Hex
    from printshop.problems import Span
    from printshop.units import Length

MOST_ACROSS = 250  # columns, rows
MOST_NAMED = 200_000  # hexes named by all terrains and zones of a map, however often
MOST_TERRAIN, MOST_ZONES, MOST_LABELS = 100, 100, 2_000
# Solid areas swallow numbers and counters, and plain ones say nothing in black and white.
AREAS = tuple(one for one in PATTERNS if one not in {"plain", "solid"})
PLACES = ("above", "middle", "below")
UNLABELLED = "none"
T = TypeVar("T")


class Terrain(NamedTuple):
    """What lies in some hexes. `color` is "#rrggbb" or "" for none; so are `pattern` and `letter`."""

    label: str
    hexes: tuple[Hex, ...]
    color: str
    pattern: str
    letter: str
    picture: Path | None
    span: Span | None


class Label(NamedTuple):
    """Words at a hex; `size` is None for one that suits the hexes."""

    text: str
    at: Hex
    size: Length | None
    place: str
    span: Span | None


class Zone(NamedTuple):
    """Hexes with a line round them, of this colour; `pattern` is its side's, `facing` where its pieces may look."""

    label: str
    hexes: tuple[Hex, ...]
    color: str
    span: Span | None
    pattern: str = ""
    facing: tuple[int, ...] = ()


def _few(reader: Reader, key: str, found: Sequence[T], most: int) -> Sequence[T]:
    """Return the entries of a key, none after noting that there are too many."""
    if len(found) <= most:
        return found
    reader.fail(key, f"'{key}' of {reader.what} has {len(found):,} entries, at most {most:,} are possible")
    return ()


class Hexes:
    """Reads what stands in some of a board's hexes."""

    def __init__(self, board: Board, edges: tuple[str, ...], context: Context) -> None:
        self.board, self.edges, self.context = board, edges, context
        self._named = 0

    def every_terrain(self, reader: Reader) -> tuple[Terrain, ...]:
        """Return all that lies on a map."""
        found = _few(reader, "terrain", reader.named("terrain", "terrain"), MOST_TERRAIN)
        return tuple(self._terrain(name, one) for name, one in found)

    def labels(self, reader: Reader) -> tuple[Label, ...]:
        """Return the words at hexes of a map."""
        found = _few(reader, "labels", reader.readers("labels", "label"), MOST_LABELS)
        return tuple(label for one in found for label in self._label(one))

    def zones(self, reader: Reader) -> tuple[Zone, ...]:
        """Return the zones of a map."""
        found = _few(reader, "zones", reader.named("zones", "zone"), MOST_ZONES)
        return tuple(self._zone(name, one) for name, one in found)

    def _listed(self, reader: Reader, key: str = "hexes") -> tuple[Hex, ...]:
        """Return the hexes of a list of numbers and blocks of numbers, each once."""
        found: dict[Hex, None] = {}
        for text, span in reader.placed_texts(key, ...):
            ends = [self._hex(reader, one.strip(), span) for one in text.split("-", 1)]
            if self._named <= MOST_NAMED and all(ends):
                found.update(self._counted(reader, key, self.board.block(*(end for end in (ends[0], ends[-1]) if end))))
        return tuple(found)

    def _counted(self, reader: Reader, key: str, cells: Iterable[Hex]) -> dict[Hex, None]:
        """Return hexes, each once; so many as would take forever to draw are noted."""
        found = dict.fromkeys(cells)
        self._named += len(found)
        if self._named > MOST_NAMED:
            reader.fail(key, f"{reader.what} names too many hexes: {MOST_NAMED:,} may be named on a map in all")
        return found

    def _hex(self, reader: Reader, text: str, span: Span | None) -> Hex | None:
        names = self.board.names
        if names and text not in names:
            first, last = self.board.reach
            order = "row, then column" if self.board.rows_first else "column, then row"
            reader.problems.add(span, f"{reader.what}: there is no hex '{text}'",
                                f"hexes are called {first} to {last}: {order}")
        return names.get(text)

    def _terrain(self, name: str, reader: Reader) -> Terrain:
        """Return what lies in some hexes."""
        color = reader.color("colour") if "colour" in reader else ""
        pattern = reader.choice("pattern", AREAS, "")
        letter, picture = reader.text("letter", ""), self._picture(reader)
        if len(letter) > 3:
            reader.fail("letter", f"'letter' of {reader.what} is '{letter}': three characters at most")
        if not (pattern or letter or "picture" in reader):
            reader.problems.add(reader.place, f"{reader.what} needs a 'pattern', a 'letter' or a 'picture'",
                                "a colour alone is not seen in black and white")
        found = Terrain(reader.text("label", spoken(name)), self._listed(reader), color, pattern, letter, picture,
                        reader.place)
        reader.done()
        return found

    def _picture(self, reader: Reader) -> Path | None:
        name, pictures = reader.text("picture", ""), self.context.pictures
        trouble = pictures.trouble(name) if name else None
        if trouble:
            reader.fail("picture", f"'picture' of {reader.what}: {trouble[0]}", trouble[1])
        return pictures.path(name) if name and not trouble else None

    def _label(self, reader: Reader) -> Iterator[Label]:
        """Give the words at a hex, if there is such a hex."""
        words, name = reader.text("text"), reader.text("at")
        at = self._hex(reader, name, reader.span("at")) if name else None
        size = reader.length("size") if "size" in reader else None
        if size and size is not NOTHING and not 5 <= size.pt <= 144:
            reader.fail("size", f"'size' of {reader.what} is {size.text}: letters are 5 pt to 2 in high")
        place = reader.choice("place", PLACES, "middle")
        reader.done()
        if at:
            yield Label(words, at, size, place, reader.span("text"))

    def _zone(self, name: str, reader: Reader) -> Zone:
        """Return some hexes with a line round them."""
        if ("edge" in reader) == ("hexes" in reader):
            reader.problems.add(reader.place, f"{reader.what} needs either 'edge' with 'depth', or 'hexes'")
            reader.node("hexes")
        hexes = self._strip(reader) if "edge" in reader else self._listed(reader) if "hexes" in reader else ()
        side = reader.choice("side", tuple(self.context.sides)) if "side" in reader else ""
        own = self.context.sides.get(side)
        label = reader.text("label", self._reach(own.name, hexes) if own else spoken(name))
        color, pattern = (own.color, own.pattern) if own else ("#000000", "")
        found = Zone("" if label == UNLABELLED else label, hexes, reader.color("colour", color),
                     reader.span("label"), pattern,
                     tuple(self._facing(reader)))
        reader.done()
        return found

    def _facing(self, reader: Reader) -> Iterator[int]:
        for one, span in reader.placed_texts("facing"):
            if one.isascii() and one.isdigit() and len(one) < 4 and int(one) < 360:
                yield int(one)
            else:
                reader.problems.add(span, f"'facing' of {reader.what}: '{one}' is no bearing",
                                    "write degrees, clockwise from the top: 0, 60, 90 ... 330")

    def _reach(self, side: str, hexes: tuple[Hex, ...]) -> str:
        """Return what a side's zone is called: the side, and which rows or columns, if it takes some whole."""
        places = [self.board.place(cell) for cell in hexes]
        columns, rows = ({place[k] for place in places} for k in (0, 1))
        if self.board.radius or len(places) != len(columns) * len(rows):
            return side
        for name, own, other, every in (("rows", rows, columns, self.board.columns),
                                        ("columns", columns, rows, self.board.rows)):
            if own and len(other) == every and max(own) - min(own) + 1 == len(own):
                return f"{side}: {name} {min(own)}–{max(own)}" if len(own) > 1 else f"{side}: {name[:-1]} {min(own)}"
        return side

    def _strip(self, reader: Reader) -> tuple[Hex, ...]:
        known = (self.edges or tuple("123456")) if self.board.radius else SIDES
        edge, depth = reader.choice("edge", known), reader.whole("depth", 1, 1, MOST_ACROSS)
        cells = self.board.strip(known.index(edge), depth) if edge in known else ()
        return tuple(self._counted(reader, "edge", cells))
