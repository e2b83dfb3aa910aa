"""Rows at the places of a picture, drawn: what the guns of a deck plan have stands beside each gun.

Points, in the coordinates of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, combinations, pairwise
from typing import NamedTuple

from printshop.drawing import artwork, text
from printshop.drawing.artwork import Drawing
from printshop.drawing.display_list import BLACK, WHITE, Item, Stroke, parse_color
from printshop.drawing.geometry import Point
from printshop.drawing.ink import choose_area_color
from printshop.drawing.ink import choose_line_color as in_ink
from printshop.drawing.shapes import circle, line, rect
from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import ListValue
from printshop.game.forms.cells import SIDES, FormRow, PictureWithRows
from printshop.game.forms.names import TOGETHER_KEY
from printshop.game.model import Unit
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.products.forms.cell_contents import Items
from printshop.products.forms.grid import BLANK, EMPTY, PAD, FormError, PlacedCell, count_repeats, evaluate_condition
from printshop.products.forms.painters import CellValues, PicturePainter, make_painter, register_painter

ROW_WIDTH = 36 * MM
SMALLER = (1.0, 0.9, 0.8, 0.7)  # rows in a picture, so that none lies over another
FRAME_GAP = 1 * MM  # between rows
STAGGER = 3.5 * MM  # between those abreast in several lines, and from line to line: there is a way past each
SLACK = 6 * MM  # from rows above and below the picture to it, at most
PICTURE_GAP = 1.8 * MM  # round them, on a ground of their own
LEAD = 3 * MM  # at least, from a row to the picture
LEAST_PICTURE = (24 * MM, 7 * MM)
LEAST_LONG = 0.6  # of the length that a picture should have: rows at its ends leave it that, or stand elsewhere
AHEAD, KEEL = 0.24, 0.1  # of the picture: places so near an end are beside it, so near the keel above or below it
NAUTICAL = {"bow": (0.96, 0.5), "stern": (0.04, 0.5), "port": (0.5, 0.14), "starboard": (0.5, 0.86)}
"""Places that every picture has, its bow to the right, if it does not say better; shares of its width and height."""


class _Stand(NamedTuple):
    """One row at the picture: the cells in it by where they stand, the name of its place and that, if it has one.

    Places are shares of the picture.
    """

    row: FormRow
    entry: int
    name: str
    spot: Point | None
    empty: bool

    def slots(self, place: Rect, within: PlacedCell) -> Iterator[PlacedCell]:
        """Give its cells in a place."""
        number = self.row.first + self.entry + 1
        counts = self.row.is_numbered and self.row.each != TOGETHER_KEY
        path = (*within.path, number) if counts else within.path
        inner = PlacedCell(within.cell, place, pad=0.6 * PAD, number=number, each=self.row.each, entry=self.entry,
                           is_unused_entry=self.empty, path=path, variant=within.variant)
        columns, first = place.split_columns(self.row.columns), 0
        for cell in self.row.cells:
            for turn in range(1, cell.repeat + 1):
                left, first = columns[first].x, first + cell.across
                box = Rect(left, place.y, columns[first - 1].right - left, place.height)
                yield inner._replace(cell=cell, rectangle=box) if not cell.is_numbered else inner._replace(
                    cell=cell, rectangle=box, number=turn, path=(*path, turn))


class _Frame(NamedTuple):
    """Rows that share a frame and a line, as they are at one place: a turret, and the guns in it."""

    stands: tuple[_Stand, ...]
    spot: Point | None

    def high(self, row: float) -> float:
        """Return how high the frame is with rows that are so high."""
        return len(self.stands) * row

    def filled(self, place: Rect) -> Iterator[tuple[_Stand, Rect]]:
        """Give its rows and where they are in its place."""
        return zip(self.stands, place.split_rows([1] * len(self.stands)), strict=True)


def _framed(stands: list[_Stand]) -> list[_Frame]:
    """Return rows in their frames: those at one place, or whose places have one name that the picture does not know."""
    together: dict[object, list[_Stand]] = {}
    for number, stand in enumerate(stands):
        together.setdefault(stand.spot or stand.name or number, []).append(stand)
    return [_Frame((*rows,), rows[0].spot) for rows in together.values()]


@register_painter(PictureWithRows)
class _MountsPainter(PicturePainter[PictureWithRows]):
    """Draws a picture with its bow to the right, rows above and below it and at its ends, and lines to their places."""

    unit_attributes = None

    def draw(self, shown: CellValues) -> Items:
        with self.open_picture(shown) as picture:
            return (*self._plan(picture, shown),)

    def draw_blank(self) -> Items:
        if self.cell.is_unit_art or self.cell.holes:
            return (*self._plan(None, CellValues({})),)
        return self.draw(CellValues({}))

    def _plan(self, picture: Drawing | artwork.Raster | None, shown: CellValues) -> Iterator[Item]:
        bow = shown.unit.art_bow if shown.unit and self.cell.is_unit_art else "right"
        stands = [*self._stands(shown.unit, picture, bow)]
        if self.cell.pointer:
            return self._round(stands, picture, bow, shown)
        return chain(self._picture(picture, bow, self.place), self._in_it(stands, picture, bow, shown))

    def list_tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        for stand in self._stands(unit, None, ""):
            for slot in stand.slots(self.place, self.slot) if not stand.empty else ():
                yield from make_painter(slot, self.options).list_tracks(unit)

    def _stands(self, unit: Unit | None, picture: Drawing | artwork.Raster | None, bow: str) -> Iterator[_Stand]:
        """Give every row, once for each entry; places of one name are given to one after the other."""
        spots, given = _spots(picture, bow), dict[str, int]()
        for row, times in zip(self.cell.mounted, count_repeats(self.cell.mounted, self._shape(unit)), strict=True):
            listed = unit.values.get(row.each) if unit and row.each else None
            rows = listed.rows if isinstance(listed, ListValue) else ()
            for entry in range(times):
                values: Mapping[str, object] = {**(unit.values if unit else {}),
                                                **(rows[entry] if entry < len(rows) else {}), "n": entry + 1}
                empty, name = bool(row.each) and entry >= len(rows), ""
                if row.at and not empty and {*chain(*(hole.formula.names for hole in row.at.holes))} <= {*values}:
                    name = text.strip_markup(row.at.fill(values)).strip().casefold()  # type: ignore[arg-type]
                there = spots.get(name, ())
                number = given[name] = given.get(name, -1) + 1
                yield _Stand(row, entry, name, there[min(number, len(there) - 1)] if there else None, empty)

    def _shape(self, unit: Unit | None) -> Mapping[str, int]:
        """Return how many entries the lists of its rows have for a unit, and which conditions of the rows hold."""
        if unit is None:
            return {} if self.options.is_for_no_unit else {EMPTY: BLANK}
        shape = {row.condition_name: evaluate_condition(row.only_if, unit.values) for row in self.cell.mounted
                 if row.only_if}
        for name in {row.each for row in self.cell.mounted if row.each}:
            listed = unit.values.get(name)
            shape[name] = BLANK if listed is NOT_KNOWN else len(listed.rows) if isinstance(listed, ListValue) else 0
        return shape

    def _picture(self, picture: Drawing | artwork.Raster | None, bow: str, box: Rect) -> Items:
        if picture is None:
            return ()
        ink, sides = self.options.ink, self.options.sides if self.slot.each == SIDES else ()
        # as on its counters
        field = choose_area_color(ink, parse_color(sides[self.slot.entry].color)) if sides else None
        return (artwork.place_picture(picture, box, rotation=_TURNS.get(bow, 0), color=in_ink(ink, BLACK),
                                      background=field, ink=ink),)

    def _filled(self, stand: _Stand, place: Rect, shown: CellValues) -> Iterator[Item]:
        for slot in stand.slots(place, self.slot):
            cell = make_painter(slot, self.options)
            yield from cell.draw_frame()
            if cell.varies:
                yield from cell.paint(shown.unit, shown.damage) if shown.unit else cell.draw_blank()

    def _in_it(self, stands: list[_Stand], picture: Drawing | artwork.Raster | None, bow: str,
               shown: CellValues) -> Iterator[Item]:
        wide = min(self.cell.wide or ROW_WIDTH, self.place.width)
        on_paper = _placing(picture, bow, self.place)
        places = [(*on_paper(stand.spot or ((number + 0.5) / len(stands), 0.5)), stand.row.height)
                  for number, stand in enumerate(stands)]
        for small in SMALLER:
            boxes = [Rect(x, y, 0, 0).inset(-small * wide / 2, -small * high / 2) for x, y, high in places]
            if not any(one.intersect(other) for one, other in combinations(boxes, 2)):
                break
        for stand, box in zip(stands, boxes, strict=True):
            yield from self._filled(stand, box, shown)

    def _round(self, stands: list[_Stand], picture: Drawing | artwork.Raster | None, bow: str,
               shown: CellValues) -> Iterator[Item]:
        place = self.place.inset(PICTURE_GAP if self.cell.ground else 0.0)
        wide = self.cell.wide or ROW_WIDTH
        if wide > place.width:
            raise FormError(f"rows {wide / MM:.0f} mm wide do not fit beside the picture", "make 'wide' smaller")
        row = max((stand.row.height for stand in stands), default=0.0)
        frames = [frame if picture else frame._replace(spot=None) for frame in _framed(stands)]
        long = self.find_length(shown) if picture else 0.0
        sides = _sorted(frames, narrow=place.width < 2 * (wide + LEAD) + max(LEAST_PICTURE[0], LEAST_LONG * long))
        aside = (wide + LEAD) * bool(sides["left"] or sides["right"])  # on both sides: the picture lies in the middle
        abreast = max(int(place.width // (wide + FRAME_GAP)), 1)
        strips = {end: [*_strips(sides[end], abreast)] for end in ("top", "bottom")}
        above, below = (sum(_highest(line, row) + FRAME_GAP for line in lines) + (LEAD - FRAME_GAP) * bool(lines)
                        for lines in strips.values())
        box = place.inset(aside, above, aside, below)
        ends = max(sum(frame.high(row) + FRAME_GAP for frame in sides[end]) for end in ("left", "right")) - FRAME_GAP
        least = LEAST_PICTURE if picture else (0.0, 0.0)
        if box.width < least[0] or box.height < least[1] or ends > place.height - above - below + 0.01:
            if picture:  # what is crossed off matters more
                yield from self._round(stands, None, bow, shown)
                return
            raise FormError(f"{len(stands)} rows round a picture have too little room",
                            "make the row higher")
        if long:
            long = min(long, box.width)
            high = long / _breadth(picture, bow)
            spare = max(min(place.height - 2 * max(above, below) - high - 2 * SLACK, box.height - ends) / 2, 0.0)
            place, box = place.inset(0, spare), box.inset((box.width - long) / 2, spare)
            level = box.inset(0, max(below - above, 0), 0, max(above - below, 0))  # in the middle, if it has room there
            box = level if level.height >= high else box
        on_paper = _placing(picture, bow, box)
        placed = [*_lines(strips, place, (wide, row), on_paper), *_columns(sides, place, box, (wide, row), on_paper)]
        yield from self._picture(picture, bow, box)
        ink = in_ink(self.options.ink, BLACK)
        pointed = [(box, on_paper(frame.spot)) for frame, box in placed if frame.spot and picture]
        for box, spot in pointed:
            way = _way(box, spot, [other for _, other in placed if other != box])
            for width, color in ((2.2, WHITE), (0.7, ink)):
                for start, end in pairwise(way):
                    yield line(*start, *end, Stroke(color, width, cap="round"))
        for _, (x, y) in pointed:
            yield circle(x, y, 1.5, fill=ink, stroke=Stroke(WHITE, 0.6))
        for frame, box in placed:
            yield rect(*box, fill=WHITE, stroke=Stroke(BLACK, 0.5 * max(self.slot.variant.line_weight, 1.0)))
            for stand, inner in frame.filled(box):
                yield from self._filled(stand, inner, shown)


_TURNS = {"left": 180, "up": 90}


def _spots(picture: Drawing | artwork.Raster | None, bow: str) -> dict[str, tuple[Point, ...]]:
    """Return the places of a picture by their names, in shares of it, its bow to the right."""
    spots = {name: (spot,) for name, spot in NAUTICAL.items()} if picture and bow != "none" else {}
    own: dict[str, tuple[Point, ...]] = {}
    for name, x, y in picture.named_points if isinstance(picture, Drawing) else ():
        share = x / picture.width, y / picture.height  # type: ignore[union-attr]
        turned = {"left": (1 - share[0], 1 - share[1]), "up": (1 - share[1], share[0])}.get(bow, share)
        own[name.casefold()] = (*own.get(name.casefold(), ()), turned)
    return spots | own


def _breadth(picture: Drawing | artwork.Raster | None, bow: str) -> float:
    """Return how long a picture is, its bow to the right, as a share of its height; of none 1."""
    breadth = picture.aspect_ratio if picture else 1.0
    return 1 / breadth if bow == "up" else breadth


def _placing(picture: Drawing | artwork.Raster | None, bow: str, box: Rect) -> Callable[[Point], Point]:
    """Return what takes shares of a picture, its bow to the right, to the paper, where it is as large as goes in."""
    breadth = _breadth(picture, bow)
    width = min(box.width, box.height * breadth)
    drawn = Rect(box.center[0] - width / 2, box.center[1] - width / breadth / 2, width, width / breadth)
    return lambda spot: (drawn.x + spot[0] * drawn.width, drawn.y + spot[1] * drawn.height)


def _sorted(frames: list[_Frame], *, narrow: bool) -> dict[str, list[_Frame]]:
    """Return which frames stand at which side of the picture; at its ends there are none where it is `narrow`.

    What has a place on the keel, or none, goes where there is less.
    """
    sides: dict[str, list[_Frame]] = {"top": [], "bottom": [], "left": [], "right": []}
    undecided = list[_Frame]()
    for frame in frames:
        x, y = frame.spot or (0.5, 0.5)
        if frame.spot and abs(y - 0.5) < KEEL and not AHEAD < x < 1 - AHEAD and not narrow:
            sides["left" if x < 0.5 else "right"].append(frame)
        elif frame.spot and abs(y - 0.5) >= KEEL:
            sides["top" if y < 0.5 else "bottom"].append(frame)
        else:
            undecided.append(frame)
    for frame in undecided:
        sides[min("top", "bottom", key=lambda end: len(sides[end]))].append(frame)
    return sides


def _highest(frames: list[_Frame], row: float) -> float:
    return max(frame.high(row) for frame in frames)


def _strips(frames: list[_Frame], abreast: int) -> Iterator[list[_Frame]]:
    """Give the lines of frames above or below the picture, so many abreast, each from the stern to the bow."""
    along = sorted(frames, key=lambda frame: frame.spot[0] if frame.spot else 2.0)
    lines = -(-len(frames) // abreast)
    return (along[number::lines] for number in range(lines))


PlacedFrames = Iterator[tuple[_Frame, Rect]]


def _lines(strips: Mapping[str, list[list[_Frame]]], place: Rect, size: tuple[float, float],
           on_paper: Callable[[Point], Point]) -> PlacedFrames:
    """Give where frames stand above and below the picture, each near its place, the rows in them of a size."""
    wide, row = size
    for end, lines in strips.items():
        y = place.y if end == "top" else place.bottom - sum(_highest(line, row) + FRAME_GAP
                                                            for line in lines) + FRAME_GAP
        for number, frames in enumerate(lines):
            wanted = [(on_paper(frame.spot)[0] if frame.spot else
                       place.x + (turn + 0.5) / len(frames) * place.width) - wide / 2
                      for turn, frame in enumerate(frames)]
            room = place.x + number * STAGGER, place.right - (len(lines) - 1 - number) * STAGGER
            starts = _apart(wanted, [wide] * len(frames), room, STAGGER if len(lines) > 1 else FRAME_GAP)
            for frame, x in zip(frames, starts, strict=True):
                aside = _highest(frames, row) - frame.high(row) if end == "top" else 0.0
                yield frame, Rect(x, y + aside, wide, frame.high(row))
            y += _highest(frames, row) + FRAME_GAP


def _columns(sides: Mapping[str, list[_Frame]], place: Rect, box: Rect, size: tuple[float, float],
             on_paper: Callable[[Point], Point]) -> PlacedFrames:
    """Give where frames stand at the ends of the picture, which lies in a box, the rows in them of a size."""
    wide, row = size
    for end, x in (("left", place.x), ("right", place.right - wide)):
        taken = sorted(sides[end], key=lambda frame: frame.spot[1] if frame.spot else 0.5)
        heights = [frame.high(row) for frame in taken]
        first = on_paper((0.5, 0.5))[1] - (sum(heights) + (len(taken) - 1) * FRAME_GAP) / 2
        wanted = [first + sum(heights[:number]) + number * FRAME_GAP for number in range(len(taken))]
        for frame, y in zip(taken, _apart(wanted, heights, (box.y, box.bottom)), strict=True):
            yield frame, Rect(x, y, wide, frame.high(row))


def _apart(wanted: list[float], lengths: list[float], room: tuple[float, float],
           apart: float = FRAME_GAP) -> list[float]:
    """Return where things of these lengths begin in a room that would begin where it is `wanted`, in that order."""
    starts = list[float]()
    for number, start in enumerate(wanted):
        starts.append(max(start, starts[-1] + lengths[number - 1] + apart if starts else room[0]))
    limit = room[1]
    for number in reversed(range(len(wanted))):
        starts[number] = min(starts[number], limit - lengths[number])
        limit = starts[number] - apart
    return starts


def _way(frame: Rect, spot: Point, others: list[Rect]) -> list[Point]:
    """Return the corners of a line from a frame to its place, past other frames that are between the two."""
    down = spot[1] > frame.bottom
    edge = frame.bottom if down else frame.y
    between = [box for box in others if (edge <= box.y < spot[1] if down else spot[1] < box.bottom <= edge)]
    places = (frame.x + frame.width * k / 60 for k in range(1, 60))
    free = [x for x in places if all(not box.x - MM < x < box.right + MM for box in between)]
    if not between or not free:
        return [_nearest(frame, spot), spot]
    x = min(free, key=lambda reader: abs(reader - spot[0]))
    past = [box.bottom if down else box.y for box in between if not box.y < spot[1] < box.bottom] or [edge]
    return [(x, edge), (x, max(past) if down else min(past)), spot]


def _nearest(frame: Rect, spot: Point) -> Point:
    """Return the middle of the side of a frame that is towards a place."""
    x, y = spot
    (middle_x, middle_y), beyond_x = frame.center, max(frame.x - x, x - frame.right)
    if beyond_x > max(frame.y - y, y - frame.bottom):
        return (frame.right if x > frame.right else frame.x), middle_y
    return middle_x, frame.bottom if y > frame.bottom else frame.y
