"""Rows at the places of a picture, drawn: what the guns of a deck plan have stands beside each gun.

Points, in the coordinates of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from printshop.drawing import art, text
from printshop.drawing.art import Art
from printshop.drawing.geometry import Point
from printshop.drawing.ink import mark as in_ink
from printshop.drawing.items import BLACK, WHITE, Item, Stroke
from printshop.drawing.shapes import circle, line, rect
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game.forms.cells import Mounted, Row
from printshop.game.forms.reading import USUAL
from printshop.game.forms.scope import TOGETHER
from printshop.game.model import Unit
from printshop.game.values import Several
from printshop.layout.boxes import Box
from printshop.problems import Misfit
from printshop.products.forms.contents import Items
from printshop.products.forms.painters import PicturePainter, Shown, painter, paints
from printshop.products.forms.plan import PAD, FormError, Slot
from printshop.units import MM

WIDE = 36 * MM
APART = 1 * MM  # between rows
LEAD = 3 * MM  # at least, from a row to the picture
LEAST_PICTURE = (24 * MM, 7 * MM)
MOST_GROWN = 3.0  # times as large as usual
AHEAD, KEEL = 0.24, 0.1  # of the picture: places so near an end are beside it, so near the keel above or below it
NAUTICAL = {"bow": (0.96, 0.5), "stern": (0.04, 0.5), "port": (0.5, 0.14), "starboard": (0.5, 0.86)}
"""Places that every picture has, its bow to the right, if it does not say better; shares of its width and height."""


class _Stand(NamedTuple):
    """One row at the picture: the cells in it by where they stand, and its place in shares of the picture, if any."""

    row: Row
    entry: int
    spot: Point | None
    empty: bool

    def slots(self, place: Box, within: Slot) -> Iterator[Slot]:
        """Give its cells in a place."""
        number = self.row.first + self.entry + 1
        counts = self.row.numbered and self.row.each != TOGETHER
        path = (*within.path, number) if counts else within.path
        inner = Slot(within.cell, place, pad=0.6 * PAD, number=number, each=self.row.each, entry=self.entry,
                     empty=self.empty, path=path, hand=within.hand)
        columns, first = place.columns(self.row.columns), 0
        for cell in self.row.cells:
            for turn in range(1, cell.repeat + 1):
                left, first = columns[first].x, first + cell.across
                box = Box(left, place.y, columns[first - 1].right - left, place.height)
                yield inner._replace(cell=cell, place=box) if not cell.numbered else inner._replace(
                    cell=cell, place=box, number=turn, path=(*path, turn))


@paints(Mounted)
class _MountsPainter(PicturePainter[Mounted]):
    """Draws a picture with its bow to the right, rows above and below it and at its ends, and lines to their places."""

    of_unit = True

    def draw(self, shown: Shown) -> Items:
        with self.picture(shown) as picture:
            return (*self._plan(picture, shown),)

    def blank(self) -> Items:
        if self.cell.of_unit or self.cell.holes:
            return (*self._plan(None, Shown({})),)
        return self.draw(Shown({}))

    def _plan(self, picture: Art | art.Raster | None, shown: Shown) -> Iterator[Item]:
        bow = shown.unit.art_bow if shown.unit and self.cell.of_unit else "right"
        stands = [*self._stands(shown.unit, picture, bow)]
        if self.cell.pointer:
            return self._round(stands, picture, bow, shown)
        return chain(self._picture(picture, bow, self.place), self._in_it(stands, picture, bow, shown))

    def tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        for stand in self._stands(unit, None, ""):
            for slot in stand.slots(self.place, self.slot) if not stand.empty else ():
                yield from painter(slot, self.how).tracks(unit)

    def _stands(self, unit: Unit | None, picture: Art | art.Raster | None, bow: str) -> Iterator[_Stand]:
        """Give every row, once for each entry; places of one name are given to one after the other."""
        spots, given = _spots(picture, bow), dict[str, int]()
        for row in self.cell.mounted:
            if unit and row.only_if and row.only_if.evaluate(unit.values) in (False, None, 0, NOT_KNOWN):
                continue
            listed = unit.values.get(row.each) if unit and row.each else None
            rows = listed.rows if isinstance(listed, Several) else ()
            unknown = (self.how.anyone is False and unit is None) or listed is NOT_KNOWN
            times = (max(len(rows), row.at_least) if row.each else row.repeat) if not unknown else \
                row.blank if row.blank >= 0 else row.repeat
            for entry in range(times):
                values: Mapping[str, object] = {**(unit.values if unit else {}),
                                                **(rows[entry] if entry < len(rows) else {}), "n": entry + 1}
                empty, name = bool(row.each) and entry >= len(rows), ""
                if row.at and not empty and {*chain(*(hole.formula.names for hole in row.at.holes))} <= {*values}:
                    name = text.plain(row.at.fill(values)).strip().casefold()  # type: ignore[arg-type]
                there = spots.get(name, ())
                number = given[name] = given.get(name, -1) + 1
                yield _Stand(row, entry, there[min(number, len(there) - 1)] if there else None, empty)

    def _high(self, row: Row) -> float:
        return max(row.height, self.slot.hand.circle + 1.2 * MM, 1.4 * self.slot.hand.words)

    def _grown(self, stands: list[_Stand], shown: Shown) -> float:
        """Return how much larger than usual the rows are: as large as a hand needs that asks for more."""
        grown, bare = 1.0, self.slot.hand == USUAL
        for stand in stands:
            while not bare and grown < MOST_GROWN and not self._fits(stand, grown, shown):
                grown += 0.1
        return grown

    def _fits(self, stand: _Stand, grown: float, shown: Shown) -> bool:
        place = Box(0, 0, grown * (self.cell.wide or WIDE), grown * self._high(stand.row))
        try:
            tuple(self._filled(stand, place, shown))
        except (Misfit, FormulaError):
            return False
        return True

    def _picture(self, picture: Art | art.Raster | None, bow: str, box: Box) -> Items:
        if picture is None:
            return ()
        return (art.place(picture, box, turn=_TURNS.get(bow, 0), color=in_ink(self.how.ink, BLACK), ink=self.how.ink),)

    def _filled(self, stand: _Stand, place: Box, shown: Shown) -> Iterator[Item]:
        for slot in stand.slots(place, self.slot):
            cell = painter(slot, self.how)
            yield from cell.frame()
            if cell.varies:
                yield from cell.paint(shown.unit, shown.damage) if shown.unit else cell.blank()

    def _in_it(self, stands: list[_Stand], picture: Art | art.Raster | None, bow: str, shown: Shown) -> Iterator[Item]:
        wide = min(self.cell.wide or WIDE, self.place.width)
        on_paper = _placing(picture, bow, self.place)
        for number, stand in enumerate(stands):
            spot = stand.spot or ((number + 0.5) / len(stands), 0.5)
            (x, y), high = on_paper(spot), self._high(stand.row)
            yield from self._filled(stand, Box(x - wide / 2, y - high / 2, wide, high), shown)

    def _round(self, stands: list[_Stand], picture: Art | art.Raster | None, bow: str, shown: Shown) -> Iterator[Item]:
        place = self.place
        grown = self._grown(stands, shown)
        wide = grown * (self.cell.wide or WIDE)
        if wide > place.width:
            raise FormError(f"rows {wide / MM:.0f} mm wide do not go beside the picture", "make 'wide' smaller")
        high = max((grown * self._high(stand.row) for stand in stands), default=0.0)
        sides = _sorted(stands, narrow=place.width < 2 * (wide + LEAD) + LEAST_PICTURE[0])
        left, right = ((wide + LEAD) * bool(sides[end]) for end in ("left", "right"))
        abreast = max(int((place.width + APART) // (wide + APART)), 1)
        strips = {end: -(-len(sides[end]) // abreast) for end in ("top", "bottom")}
        above, below = (count * (high + APART) + (LEAD - APART) * bool(count) for count in strips.values())
        box = place.inset(left, above, right, below)
        ends = max(len(sides["left"]), len(sides["right"])) * (high + APART) - APART
        least = LEAST_PICTURE if picture else (0.0, 0.0)
        if box.width < least[0] or box.height < least[1] or ends > place.height - above - below + 0.01:
            if picture:  # what is crossed off matters more
                yield from self._round([stand._replace(spot=None) for stand in stands], None, bow, shown)
                return
            raise FormError(f"{len(stands)} rows round a picture have too little room",
                            "make the row higher")
        on_paper = _placing(picture, bow, box)
        placed = [*_strips(sides, abreast, place, (wide, high), on_paper),
                  *_columns(sides, place, box, (wide, high), on_paper)]
        yield from self._picture(picture, bow, box)
        ink = in_ink(self.how.ink, BLACK)
        pointed = [(stand, row, on_paper(stand.spot)) for stand, row in placed if stand.spot and picture]
        for _, row, spot in pointed:
            start_x, start_y = _nearest(row, spot)
            for width, color in ((2.2, WHITE), (0.7, ink)):
                yield line(start_x, start_y, *spot, Stroke(color, width, cap="round"))
        for _, _, (x, y) in pointed:
            yield circle(x, y, 1.5, fill=ink, stroke=Stroke(WHITE, 0.6))
        for stand, row in placed:
            yield rect(*row, fill=WHITE, stroke=Stroke(BLACK, 0.5 * max(self.slot.hand.weight, 1.0)))
            yield from self._filled(stand, row, shown)


_TURNS = {"left": 180, "up": 90}


def _spots(picture: Art | art.Raster | None, bow: str) -> dict[str, tuple[Point, ...]]:
    """Return the places of a picture by their names, in shares of it, its bow to the right."""
    spots = {name: (spot,) for name, spot in NAUTICAL.items()} if picture and bow != "none" else {}
    own: dict[str, tuple[Point, ...]] = {}
    for name, x, y in picture.spots if isinstance(picture, Art) else ():
        share = x / picture.width, y / picture.height  # type: ignore[union-attr]
        turned = {"left": (1 - share[0], 1 - share[1]), "up": (1 - share[1], share[0])}.get(bow, share)
        own[name.casefold()] = (*own.get(name.casefold(), ()), turned)
    return spots | own


def _placing(picture: Art | art.Raster | None, bow: str, box: Box) -> Callable[[Point], Point]:
    """Return what takes shares of a picture, its bow to the right, to the paper, where it is as large as goes in."""
    breadth = picture.breadth if picture else 1.0
    breadth = 1 / breadth if bow == "up" else breadth
    width = min(box.width, box.height * breadth)
    drawn = Box(box.center[0] - width / 2, box.center[1] - width / breadth / 2, width, width / breadth)
    return lambda spot: (drawn.x + spot[0] * drawn.width, drawn.y + spot[1] * drawn.height)


def _sorted(stands: list[_Stand], *, narrow: bool) -> dict[str, list[_Stand]]:
    """Return which rows stand at which side of the picture; at its ends there are none where it is `narrow`.

    What has a place on the keel, or none, goes where there is less.
    """
    sides: dict[str, list[_Stand]] = {"top": [], "bottom": [], "left": [], "right": []}
    undecided = list[_Stand]()
    for stand in stands:
        x, y = stand.spot or (0.5, 0.5)
        if stand.spot and abs(y - 0.5) < KEEL and not AHEAD < x < 1 - AHEAD and not narrow:
            sides["left" if x < 0.5 else "right"].append(stand)
        elif stand.spot and abs(y - 0.5) >= KEEL:
            sides["top" if y < 0.5 else "bottom"].append(stand)
        else:
            undecided.append(stand)
    for stand in undecided:
        sides[min("top", "bottom", key=lambda end: len(sides[end]))].append(stand)
    return sides


Placed = Iterator[tuple[_Stand, Box]]


def _strips(sides: Mapping[str, list[_Stand]], abreast: int, place: Box, size: tuple[float, float],
            on_paper: Callable[[Point], Point]) -> Placed:
    """Give where rows of a size stand above and below the picture, so many abreast, each near its place."""
    wide, high = size
    for end in ("top", "bottom"):
        lines = -(-len(sides[end]) // abreast)
        start = place.y if end == "top" else place.bottom - lines * (high + APART) + APART
        along = sorted(sides[end], key=lambda stand: stand.spot[0] if stand.spot else 2.0)
        for number in range(lines):
            taken = along[number::lines]
            wanted = [on_paper(stand.spot or ((turn + 0.5) / len(taken), 0.5))[0] - wide / 2
                      for turn, stand in enumerate(taken)]
            starts = _apart(wanted, wide + APART, place.x, place.right - wide)
            for stand, x in zip(taken, starts, strict=True):
                yield stand, Box(x, start + number * (high + APART), wide, high)


def _columns(sides: Mapping[str, list[_Stand]], place: Box, box: Box, size: tuple[float, float],
             on_paper: Callable[[Point], Point]) -> Placed:
    """Give where rows of a size stand at the ends of the picture, which lies in a box of the place."""
    wide, high = size
    for end, x in (("left", place.x), ("right", place.right - wide)):
        taken = sorted(sides[end], key=lambda stand: stand.spot[1] if stand.spot else 0.5)
        first = on_paper((0.5, 0.5))[1] - high / 2 - (len(taken) - 1) / 2 * (high + APART)
        wanted = [first + number * (high + APART) for number in range(len(taken))]
        starts = _apart(wanted, high + APART, box.y, box.bottom - high)
        for stand, y in zip(taken, starts, strict=True):
            yield stand, Box(x, y, wide, high)


def _apart(wanted: list[float], pitch: float, least: float, most: float) -> list[float]:
    """Return where things begin that would begin where it is `wanted`, in that order, one `pitch` apart at least."""
    starts, count = list[float](), len(wanted)
    for start in wanted:
        starts.append(max(start, starts[-1] + pitch if starts else least))
    for number in range(count - 1, -1, -1):
        starts[number] = min(starts[number], starts[number + 1] - pitch if number + 1 < count else most)
    return starts


def _nearest(row: Box, spot: Point) -> Point:
    """Return the point of a row's edge that is nearest to a place, not at its corners."""
    x, y = spot
    inner = row.inset(min(3 * MM, row.width / 3), min(1 * MM, row.height / 3))
    near_x, near_y = min(max(x, inner.x), inner.right), min(max(y, inner.y), inner.bottom)
    if row.y <= y <= row.bottom or (not inner.x <= x <= inner.right and abs(x - near_x) > abs(y - near_y)):
        return (row.right if x > row.right else row.x), near_y
    return near_x, row.bottom if y > row.bottom else row.y
