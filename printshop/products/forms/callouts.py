"""Drawing of rows at the places of a picture.

For example, the values of each gun of a deck plan are beside the gun. Lengths are in points, in the coordinates of the
record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, pairwise
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import artwork, text
from printshop.drawing.artwork import Drawing
from printshop.drawing.clipping import flatten_outlines
from printshop.drawing.display_list import BLACK, WHITE, Item, Segment, Stroke, parse_color
from printshop.drawing.geometry import IDENTITY, Point, Transform
from printshop.drawing.ink import choose_area_color, choose_grey_fill
from printshop.drawing.ink import choose_line_color as in_ink
from printshop.drawing.shapes import circle, line, rect, transform_segments
from printshop.elements.context import Items
from printshop.elements.pictures import PictureContent
from printshop.elements.texts import draw_in_narrow_family
from printshop.formulas import NOT_KNOWN, FormulaError
from printshop.game.elements import ShownValues
from printshop.game.field_values import ListValue
from printshop.game.forms.cells import SIDES, FormRow, walk_cells
from printshop.game.forms.names import TOGETHER_KEY
from printshop.game.model import Unit
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import FIGURE_HEIGHTS, PAD, RowHeights
from printshop.lengths import MM
from printshop.problems import CrowdedError, DoesNotFitError, suggest_name
from printshop.products.forms.grid import (
    BLANK,
    EMPTY,
    FormError,
    FormGrid,
    PlacedCell,
    count_repeats,
    evaluate_condition,
    lay_rows,
    measure_heights,
)
from printshop.products.forms.painters import (
    LARGEST,
    CellPainter,
    DrawOptions,
    make_picture_error,
)

if TYPE_CHECKING:
    from printshop.layout.mark_areas import MarkArea

ROW_WIDTH = 36 * MM
LEAST_LEFT = 3.0  # mm: the hint of an error asks for no row smaller than this
OVERLAP = 0.1 * MM  # two rows in a picture may overlap by less than this
FRAME_GAP = 1 * MM  # between rows
STAGGER = 3.5 * MM  # between rows side by side in several lines, and from line to line: a pointer line passes between
SLACK = 6 * MM  # from rows above and below the picture to it, at most
PICTURE_GAP = 1.8 * MM  # round the picture and its rows, in a cell with a ground
LEAD = 3 * MM  # at least, from a row to the picture
LEAST_PICTURE = (24 * MM, 7 * MM)
LEAST_LONG = 0.6  # of the wanted length of a picture: if rows at its ends leave less, they stand above or below it
AHEAD, KEEL = 0.24, 0.1  # of the picture: within both distances of an end and of the keel, rows stand at that end
NAUTICAL = {"bow": (0.96, 0.5), "stern": (0.04, 0.5), "port": (0.5, 0.14), "starboard": (0.5, 0.86)}
"""Places of every picture without points of its own with these names, its bow to the right; shares of its size."""


class RowFitProblem(NamedTuple):
    """An error of a row on a picture.

    It has the slot of the cell or of the picture, the name of the place of the row, and the error.
    """

    slot: PlacedCell
    place_name: str
    error: DoesNotFitError | FormulaError


class MountedRowsError(FormError):
    """Raised if rows on a picture do not fit.

    `fit_problems` has the errors of all these rows.
    """

    def __init__(self, fit_problems: Sequence[RowFitProblem]) -> None:
        super().__init__("; ".join(f"the row at '{problem.place_name}': {problem.error}" for problem in fit_problems),
                         getattr(fit_problems[0].error, "hint", ""))
        self.fit_problems = tuple(fit_problems)


class _Spot(NamedTuple):
    """A place in a picture: a point and the outline of its shape, if it has one, in shares of the picture."""

    point: Point
    outline: tuple[Segment, ...] = ()


class _MountedRow(NamedTuple):
    """One row at the picture: its cells, its size in points, and the name of its place.

    `row` has no repetition: `outer` has the number of its entry. `spot` is None if the picture has no such place.
    """

    row: FormRow
    outer: PlacedCell
    place_name: str
    spot: _Spot | None
    width: float
    height: float

    def lay_out(self, place: Rect, shape: Mapping[str, int]) -> FormGrid:
        """Return the cells of the row in a place.

        Raises FormError if rows within these cells do not fit.
        """
        grid = FormGrid(place.height)
        lay_rows((replace(self.row, height=place.height),), place, shape, grid, self.outer)
        return grid


class _Frame(NamedTuple):
    """Rows at one place, such as a turret and its guns: they share a frame and a pointer line."""

    rows: tuple[_MountedRow, ...]
    spot: _Spot | None
    width: float

    def measure_height(self, row: float) -> float:
        """Return the height of the frame with rows of a height, in points."""
        return len(self.rows) * row

    def place_rows(self, place: Rect) -> Iterator[tuple[_MountedRow, Rect]]:
        """Return each row of the frame with its rectangle, for a rectangle of the frame."""
        return zip(self.rows, place.split_rows([1] * len(self.rows)), strict=True)

    @property
    def names(self) -> str:
        """The names of the places of the rows, for messages."""
        return " and ".join(dict.fromkeys(f"'{row.place_name}'" for row in self.rows))


def _group_into_frames(mounted_rows: Iterable[_MountedRow]) -> list[_Frame]:
    """Return rows in frames: a frame for each place, or for each name of a place that the picture does not have."""
    rows_by_place: dict[object, list[_MountedRow]] = {}
    for number, mounted_row in enumerate(mounted_rows):
        key = (mounted_row.spot and mounted_row.spot.point) or mounted_row.place_name.casefold() or number
        rows_by_place.setdefault(key, []).append(mounted_row)
    return [_Frame((*rows,), rows[0].spot, max(row.width for row in rows)) for rows in rows_by_place.values()]


def make_painter(slot: PlacedCell, options: DrawOptions) -> CellPainter:
    """Return the painter of a cell in its place."""
    return (MountedRowsPainter if slot.cell.mounted else CellPainter)(slot, options)


class MountedRowsPainter(CellPainter):
    """Painter of a picture with its bow to the right, and of rows around it.

    Lines lead from the rows to their places.
    """

    def _draw(self, unit_values: ShownValues, track: str) -> Items:  # noqa: ARG002 - the rows have the tracks
        try:
            content = self.cell.resolve(unit_values)
            with artwork.mark_unit_errors(content.source if content.is_unit_art else None):
                return (*self._draw_rows(artwork.load_picture(content.source) if content.source else None, content,
                                         unit_values),)
        except artwork.PictureError as error:
            raise make_picture_error(error) from error

    def _measure(self, values: ShownValues | None) -> RowHeights:  # noqa: ARG002
        return FIGURE_HEIGHTS

    def _draw_rows(self, picture: Drawing | artwork.Raster | None, content: PictureContent,
                   unit_values: ShownValues) -> Iterator[Item]:
        bow = content.bow or "right"
        mounted_rows = [*self._list_rows(unit_values.unit, picture, bow)]
        if self.cell.pointer:
            return self._draw_rows_around(mounted_rows, picture, content._replace(bow=bow), unit_values)
        return chain(self._draw_picture(picture, bow, self.place),
                     self._draw_rows_inside(mounted_rows, picture, bow, unit_values))

    def list_tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        """Yield the tracks of all cells in the rows."""
        for painter in chain.from_iterable(self.lay_out_rows(unit)):
            yield from painter.list_tracks(unit)

    def lay_out_rows(self, unit: Unit) -> Iterator[list[CellPainter]]:
        """Yield the painters of the cells of each row, with places in the row."""
        shape = self._find_shape(unit)
        for stand in self._list_rows(unit, None, ""):
            room = Rect(0, 0, stand.width, LARGEST)  # drawing reports rows that do not fit
            if not stand.outer.is_unused_entry:
                yield [make_painter(slot, self.options) for slot in stand.lay_out(room, shape).slots]

    def _list_rows(self, unit: Unit | None, picture: Drawing | artwork.Raster | None,
                   bow: str) -> Iterator[_MountedRow]:
        """Yield every row, once for each entry; rows with equal names get the places of that name in turn."""
        shape, spots, turns = self._find_shape(unit), _find_spots(picture, bow), dict[str, int]()
        outer = PlacedCell(self.slot.cell, self.place, pad=0.6 * PAD, path=self.slot.path, variant=self.slot.variant)
        for row, times in zip(self.cell.mounted, count_repeats(self.cell.mounted, shape), strict=True):
            entries: object = unit.values.get(row.each, NOT_KNOWN) if unit else NOT_KNOWN
            entries = dict(self.options.blank_values).get(row.each) if entries is NOT_KNOWN else entries
            rows = entries.rows if isinstance(entries, ListValue) else ()
            # the row without repetition: the slot has the number of the entry
            single = replace(row, each="", only_if=None, repeat=1, blank=-1, at_least=0, is_numbered=False)
            height = measure_heights((single,), shape).natural
            for entry in range(times):
                values: Mapping[str, object] = {**(unit.values if unit else {}),
                                                **(rows[entry] if entry < len(rows) else {}), "n": entry + 1}
                place_name, is_listed = "", entry < len(rows)
                if row.at and (is_listed or not row.each) and {
                        *chain(*(hole.formula.names for hole in row.at.holes))} <= {*values}:
                    place_name = text.strip_markup(row.at.fill(values)).strip()
                number = row.first + entry + 1
                counts = row.is_numbered and row.each != TOGETHER_KEY
                empty = bool(row.each) and (not is_listed or unit is None or unit.values.get(row.each) is NOT_KNOWN)
                slot = outer._replace(number=number, each=row.each, entry=entry, is_unused_entry=empty,
                                      path=(*outer.path, number) if counts else outer.path)
                name = place_name.casefold()
                named_spots, turn = spots.get(name, ()), turns.get(name, -1) + 1
                turns[name] = turn
                yield _MountedRow(single, slot, place_name,
                                  named_spots[min(turn, len(named_spots) - 1)] if named_spots else None,
                                  row.wide or self.cell.wide or min(ROW_WIDTH, self.place.width), height)

    def _find_shape(self, unit: Unit | None) -> Mapping[str, int]:
        """Return the numbers of entries in the lists of the rows for a unit, and whether conditions of rows hold."""
        if unit is None:
            return {} if self.options.is_for_no_unit else {EMPTY: BLANK}
        rows = [*self.cell.mounted, *(row for _, row in walk_cells(self.cell.mounted))]
        shape = {row.condition_name: evaluate_condition(row.only_if, unit.values) for row in rows if row.only_if}
        for name in {row.each for row in rows if row.each}:
            entries = unit.values.get(name)
            shape[name] = BLANK if entries is NOT_KNOWN else len(entries.rows) if isinstance(entries, ListValue) else 0
        return shape

    def _draw_picture(self, picture: Drawing | artwork.Raster | None, bow: str, box: Rect) -> Items:
        if picture is None:
            return ()
        ink, sides = self.options.ink, self.options.sides if self.slot.each == SIDES else ()
        # in the colour of the side, as on the side's counters
        field = choose_area_color(ink, parse_color(sides[self.slot.entry].color)) if sides else None
        return (artwork.place_picture(picture, box, rotation=_TURNS.get(bow, 0), color=in_ink(ink, BLACK),
                                      background=field, ink=ink),)

    def _fill_rows(self, placed: Iterable[tuple[_MountedRow, Rect, MarkArea | None]], unit_values: ShownValues,
                   fit_problems: Iterable[RowFitProblem] = ()) -> Iterator[Item]:
        """Yield the items of rows. Raises MountedRowsError with all errors, those of `fit_problems` included."""
        all_fit_problems, shape = [*fit_problems], self._find_shape(unit_values.unit)
        for mounted_row, place, area in placed:
            try:
                grid = mounted_row.lay_out(place, shape)
            except DoesNotFitError as error:
                all_fit_problems.append(RowFitProblem(self.slot, mounted_row.place_name, error))
                continue
            yield from (rect(*box, fill=choose_grey_fill(self.options.ink, grey)) for box, grey in grid.grounds)
            for slot in (cell._replace(area=area) for cell in grid.slots):
                try:
                    yield from self._draw_cell(slot, unit_values)
                except MountedRowsError as error:
                    all_fit_problems += error.fit_problems
                except (DoesNotFitError, FormulaError) as error:
                    narrow, _ = draw_in_narrow_family(partial(self._draw_cell, slot, unit_values), error)
                    if narrow is None:
                        all_fit_problems.append(RowFitProblem(slot, mounted_row.place_name, error))
                    yield from narrow or ()
            yield from grid.rules
        if all_fit_problems:
            raise MountedRowsError(all_fit_problems)

    def _draw_cell(self, slot: PlacedCell, unit_values: ShownValues) -> Items:
        painter = make_painter(slot, self.options)
        frame = painter.draw_frame()
        if not painter.varies:
            return frame
        unit = unit_values.unit
        return (*frame, *(painter.paint(unit, unit_values.damage_by_track) if unit else painter.draw_blank()))

    def _draw_rows_inside(self, mounted_rows: list[_MountedRow], picture: Drawing | artwork.Raster | None, bow: str,
                          unit_values: ShownValues) -> Iterator[Item]:
        """Yield the items of rows in the picture: in the shapes that they fill, or centred on their places."""
        on_paper = _make_placing(picture, bow, self.place)
        placed: list[tuple[_MountedRow, Rect, MarkArea | None]] = []
        fit_problems, boxes = list[RowFitProblem](), list[tuple[_Frame, Rect]]()
        standing = [mounted_row for mounted_row in mounted_rows if not mounted_row.row.fill_shape]
        frames = _group_into_frames(standing)
        for number, frame in enumerate(frames):
            x, y = on_paper.apply(*(frame.spot.point if frame.spot else ((number + 0.5) / len(frames), 0.5)))
            height = sum(mounted_row.height for mounted_row in frame.rows)
            boxes.append((frame, Rect(x - frame.width / 2, y - height / 2, frame.width, height)))
            top = y - height / 2
            for mounted_row in frame.rows:
                rectangle = Rect(x - mounted_row.width / 2, top, mounted_row.width, mounted_row.height)
                placed.append((mounted_row, rectangle, None))
                top += mounted_row.height
        for (frame, box), (other, other_box) in combinations(boxes, 2):
            both = box.intersect(other_box)
            if both and min(both.width, both.height) > OVERLAP:
                overlap_error = _describe_overlap(frame, other, both)
                fit_problems.append(RowFitProblem(self.slot, frame.rows[0].place_name, overlap_error))
        filling = [mounted_row for mounted_row in mounted_rows if mounted_row.row.fill_shape]
        columns = self.place.split_columns([1] * max(len(filling), 1))
        names = [name for name, _ in picture.named_shapes] if isinstance(picture, Drawing) else []
        for mounted_row, column in zip(filling, columns, strict=False):
            if mounted_row.spot and mounted_row.spot.outline:
                from printshop.layout.mark_areas import make_mark_area  # few games fill shapes

                outlines = flatten_outlines(transform_segments(mounted_row.spot.outline, on_paper))
                area = make_mark_area([contour.points for contour in outlines])
                left, top, right, bottom = area.bounds
                bounds = Rect(left, top, right - left, bottom - top)
                near = tuple(box for _, box in boxes if bounds.intersect(box))
                area = area._replace(kept_free=near)
                placed.append((mounted_row, area.inner_rectangle, area))
            elif picture:
                fit_problems.append(RowFitProblem(self.slot, mounted_row.place_name, CrowdedError(
                    f"the picture has no shape '{mounted_row.place_name}'",
                    suggest_name(mounted_row.place_name, dict.fromkeys(names)))))
            else:
                placed.append((mounted_row, column, None))
        yield from self._fill_rows(placed, unit_values, fit_problems)

    def _draw_rows_around(self, mounted_rows: list[_MountedRow], picture: Drawing | artwork.Raster | None,
                          content: PictureContent, unit_values: ShownValues) -> Iterator[Item]:
        bow = content.bow
        place = self.place.inset(PICTURE_GAP if self.cell.ground else 0.0)
        wide = max((mounted_row.width for mounted_row in mounted_rows), default=0.0)
        if wide > place.width:
            raise CrowdedError(f"a row of {wide / MM:.0f} mm does not fit beside the picture, which has a place "
                               f"{place.width / MM:.0f} mm wide", "make 'wide' smaller")
        row = max((mounted_row.height for mounted_row in mounted_rows), default=0.0)
        frames = [frame if picture else frame._replace(spot=None) for frame in _group_into_frames(mounted_rows)]
        long = content.length if picture else 0.0
        sides = _sort_frames(frames, narrow=place.width < 2 * (wide + LEAD) + max(LEAST_PICTURE[0], LEAST_LONG * long))
        side_widths = [frame.width for end in ("left", "right") for frame in sides[end]]
        side_space = max(side_widths) + LEAD if side_widths else 0.0  # on both sides: the picture lies in the middle
        abreast = max(int(place.width // (wide + FRAME_GAP)), 1)
        strips = {end: [*_make_strips(sides[end], abreast)] for end in ("top", "bottom")}
        above, below = (sum(_measure_highest(line, row) + FRAME_GAP for line in lines)
                        + (LEAD - FRAME_GAP) * bool(lines) for lines in strips.values())
        box = place.inset(side_space, above, side_space, below)
        ends = max(sum(frame.measure_height(row) + FRAME_GAP for frame in sides[end])
                   for end in ("left", "right")) - FRAME_GAP
        least = LEAST_PICTURE if picture else (0.0, 0.0)
        if box.width < least[0] or box.height < least[1] or ends > place.height - above - below + 0.01:
            if picture:  # leave out the picture: the marks to cross off are more important
                yield from self._draw_rows_around(mounted_rows, None, content, unit_values)
                return
            raise CrowdedError(f"{len(mounted_rows)} rows round a picture have too little room", "make the row higher")
        if long:
            long = min(long, box.width)
            high = long / _measure_ratio(picture, bow)
            spare = max(min(place.height - 2 * max(above, below) - high - 2 * SLACK, box.height - ends) / 2, 0.0)
            place, box = place.inset(0, spare), box.inset((box.width - long) / 2, spare)
            # in the middle of the place, if there is room
            level = box.inset(0, max(below - above, 0), 0, max(above - below, 0))
            box = level if level.height >= high else box
        on_paper = _make_placing(picture, bow, box)
        placed = [*_place_lines(strips, place, row, on_paper), *_place_columns(sides, place, box, row, on_paper)]
        yield from self._draw_picture(picture, bow, box)
        ink = in_ink(self.options.ink, BLACK)
        pointed = [(box, on_paper.apply(*frame.spot.point)) for frame, box in placed if frame.spot and picture]
        for box, spot in pointed:
            route = _find_route(box, spot, [other for _, other in placed if other != box])
            for width, color in ((2.2, WHITE), (0.7, ink)):
                for start, end in pairwise(route):
                    yield line(*start, *end, Stroke(color, width, cap="round"))
        for _, (x, y) in pointed:
            yield circle(x, y, 1.5, fill=ink, stroke=Stroke(WHITE, 0.6))
        for _, box in placed:
            yield rect(*box, fill=WHITE, stroke=Stroke(BLACK, 0.5 * max(self.slot.variant.line_weight, 1.0)))
        yield from self._fill_rows(((mounted_row, inner, None) for frame, box in placed
                                    for mounted_row, inner in frame.place_rows(box)), unit_values)


def _describe_overlap(frame: _Frame, other: _Frame, both: Rect) -> CrowdedError:
    """Return the error for two frames with a rectangle in common. Its hint is the smaller change that removes it."""
    width, height = (ceil(10 * length / MM - 1e-6) / 10 for length in (both.width, both.height))
    if frame.names == other.names:
        rows = f"two rows at {frame.names}"
    else:
        rows = f"the rows at {frame.names} and {other.names}"
    narrower = min(frame.width, other.width) / MM - width, f"make both {width:g} mm narrower ('wide'), or "
    low = min(mounted_row.height for mounted_row in (*frame.rows, *other.rows)) / MM
    lower = low - height / min(len(frame.rows), len(other.rows)), f"make both {height:g} mm lower ('height'), or "
    left, advice = max(narrower, lower)
    return CrowdedError(f"{rows} overlap by {width:g} x {height:g} mm",
                        f"{advice if left >= LEAST_LEFT else ''}move their places in the picture apart")


_TURNS = {"left": 180, "up": 90}


def _find_spots(picture: Drawing | artwork.Raster | None, bow: str) -> dict[str, tuple[_Spot, ...]]:
    """Return the places of a picture by name, in shares of the picture with its bow to the right."""
    spots = dict[str, tuple[_Spot, ...]]()
    if picture and bow != "none":
        spots |= {name: (_Spot(point),) for name, point in NAUTICAL.items()}
    if not isinstance(picture, Drawing):
        return spots
    turn = {"left": Transform(-1, 0, 0, -1, 1, 1), "up": Transform(0, 1, -1, 0, 1, 0)}.get(bow, IDENTITY).scale(
        1 / picture.width, 1 / picture.height)
    outlines: dict[str, list[tuple[Segment, ...]]] = {}
    for name, outline in picture.named_shapes:
        outlines.setdefault(name.casefold(), []).append(transform_segments(outline, turn))
    point_spots: dict[str, tuple[_Spot, ...]] = {}
    for name, x, y in picture.named_points:
        key = name.casefold()
        before = point_spots.get(key, ())
        outline = outlines[key][len(before)] if key in outlines else ()
        point_spots[key] = (*before, _Spot(turn.apply(x, y), outline))
    return spots | point_spots


def _measure_ratio(picture: Drawing | artwork.Raster | None, bow: str) -> float:
    """Return the ratio of a picture's length to its height, with its bow to the right. Return 1 without a picture."""
    breadth = picture.aspect_ratio if picture else 1.0
    return 1 / breadth if bow == "up" else breadth


def _make_placing(picture: Drawing | artwork.Raster | None, bow: str, box: Rect) -> Transform:
    """Return the transform from shares of a picture, its bow to the right, to the largest picture in a box."""
    breadth = _measure_ratio(picture, bow)
    width = min(box.width, box.height * breadth)
    picture_rect = Rect(box.center[0] - width / 2, box.center[1] - width / breadth / 2, width, width / breadth)
    return Transform(a=picture_rect.width, d=picture_rect.height, e=picture_rect.x, f=picture_rect.y)


def _sort_frames(frames: list[_Frame], *, narrow: bool) -> dict[str, list[_Frame]]:
    """Return the frames at each side of the picture; if the space is `narrow`, no frame stands at the ends.

    Other frames with a place on the keel, or without a place, go to the side with fewer frames, above or below.
    """
    sides: dict[str, list[_Frame]] = {"top": [], "bottom": [], "left": [], "right": []}
    undecided = list[_Frame]()
    for frame in frames:
        x, y = frame.spot.point if frame.spot else (0.5, 0.5)
        if frame.spot and abs(y - 0.5) < KEEL and not AHEAD < x < 1 - AHEAD and not narrow:
            sides["left" if x < 0.5 else "right"].append(frame)
        elif frame.spot and abs(y - 0.5) >= KEEL:
            sides["top" if y < 0.5 else "bottom"].append(frame)
        else:
            undecided.append(frame)
    for frame in undecided:
        sides[min("top", "bottom", key=lambda end: len(sides[end]))].append(frame)
    return sides


def _measure_highest(frames: list[_Frame], row: float) -> float:
    return max(frame.measure_height(row) for frame in frames)


def _make_strips(frames: list[_Frame], abreast: int) -> Iterator[list[_Frame]]:
    """Return the lines of frames above or below the picture, at most `abreast` in each, from the stern to the bow."""
    along = sorted(frames, key=lambda frame: frame.spot.point[0] if frame.spot else 2.0)
    lines = -(-len(frames) // abreast)
    return (along[number::lines] for number in range(lines))


PlacedFrames = Iterator[tuple[_Frame, Rect]]


def _place_lines(strips: Mapping[str, list[list[_Frame]]], place: Rect, row: float,
                 on_paper: Transform) -> PlacedFrames:
    """Yield the frames above and below the picture with their rectangles, for rows `row` points high."""
    for end, lines in strips.items():
        y = place.y if end == "top" else place.bottom - sum(_measure_highest(line, row) + FRAME_GAP
                                                            for line in lines) + FRAME_GAP
        for number, frames in enumerate(lines):
            preferred_starts = [(on_paper.apply(*frame.spot.point)[0] if frame.spot else
                                 place.x + (turn + 0.5) / len(frames) * place.width) - frame.width / 2
                                for turn, frame in enumerate(frames)]
            room = place.x + number * STAGGER, place.right - (len(lines) - 1 - number) * STAGGER
            starts = _spread_starts(preferred_starts, [frame.width for frame in frames], room,
                                    STAGGER if len(lines) > 1 else FRAME_GAP)
            for frame, x in zip(frames, starts, strict=True):
                drop = _measure_highest(frames, row) - frame.measure_height(row) if end == "top" else 0.0
                yield frame, Rect(x, y + drop, frame.width, frame.measure_height(row))
            y += _measure_highest(frames, row) + FRAME_GAP


def _place_columns(sides: Mapping[str, list[_Frame]], place: Rect, box: Rect, row: float,
                   on_paper: Transform) -> PlacedFrames:
    """Yield the frames at the ends of a picture in a box with their rectangles, for rows `row` points high."""
    for end in ("left", "right"):
        frames = sorted(sides[end], key=lambda frame: frame.spot.point[1] if frame.spot else 0.5)
        heights = [frame.measure_height(row) for frame in frames]
        first = on_paper.apply(0.5, 0.5)[1] - (sum(heights) + (len(frames) - 1) * FRAME_GAP) / 2
        preferred_starts = [first + sum(heights[:number]) + number * FRAME_GAP for number in range(len(frames))]
        for frame, y in zip(frames, _spread_starts(preferred_starts, heights, (box.y, box.bottom)), strict=True):
            yield frame, Rect(place.x if end == "left" else place.right - frame.width, y, frame.width,
                              frame.measure_height(row))


def _spread_starts(preferred_starts: list[float], lengths: list[float], room: tuple[float, float],
                   gap: float = FRAME_GAP) -> list[float]:
    """Return the starts of intervals within `room`, in order, near `preferred_starts`.

    There are at least `gap` points between the intervals.
    """
    starts = list[float]()
    for number, start in enumerate(preferred_starts):
        starts.append(max(start, starts[-1] + lengths[number - 1] + gap if starts else room[0]))
    limit = room[1]
    for number in reversed(range(len(preferred_starts))):
        starts[number] = min(starts[number], limit - lengths[number])
        limit = starts[number] - gap
    return starts


def _find_route(frame: Rect, spot: Point, other_frames: list[Rect]) -> list[Point]:
    """Return the corners of a line from a frame to its place, past other frames between the two."""
    down = spot[1] > frame.bottom
    edge = frame.bottom if down else frame.y
    between = [box for box in other_frames if (edge <= box.y < spot[1] if down else spot[1] < box.bottom <= edge)]
    places = (frame.x + frame.width * k / 60 for k in range(1, 60))
    free = [x for x in places if all(not box.x - MM < x < box.right + MM for box in between)]
    if not between or not free:
        return [_find_nearest_side(frame, spot), spot]
    x = min(free, key=lambda reader: abs(reader - spot[0]))
    line_ends = [box.bottom if down else box.y for box in between if not box.y < spot[1] < box.bottom] or [edge]
    return [(x, edge), (x, max(line_ends) if down else min(line_ends)), spot]


def _find_nearest_side(frame: Rect, spot: Point) -> Point:
    """Return the middle of the side of a frame that faces a place."""
    x, y = spot
    (middle_x, middle_y), beyond_x = frame.center, max(frame.x - x, x - frame.right)
    if beyond_x > max(frame.y - y, y - frame.bottom):
        return (frame.right if x > frame.right else frame.x), middle_y
    return middle_x, frame.bottom if y > frame.bottom else frame.y
