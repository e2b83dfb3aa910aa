"""Instructions at the bottom of a counter sheet.

They are numbered steps to cut, fold and glue, each with a small picture. Coordinates are points, with the origin at the
top left of the page and y down. Pictures have the colour of the pieces and are not to scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Color,
    Item,
    LeafItem,
    MoveTo,
    Path,
    Stroke,
    SymbolUse,
    map_items,
    walk_items,
)
from printshop.drawing.geometry import Point
from printshop.drawing.ink import Ink, choose_text_color, measure_luminance
from printshop.hexes import HexGrid, Orientation
from printshop.layout.cutouts import CutoutBatch
from printshop.layout.duplex import BackMode
from printshop.layout.rectangles import Rect
from printshop.words import Words

TENT, FOLDED_PAIR, DUPLEX, FOLDED_SHEET, SINGLE_FACED = METHODS = "tent", "folded", "turned", "halves", "loose"
_SINGLE_ROW_HEIGHT, _ROW_HEIGHT = 50.0, 70.0  # points: height of a row with words beside pictures, and below them
_MAX_STEPS_IN_SINGLE_ROW, _MAX_STEPS_PER_ROW = 4, 5  # most steps in a single row with words beside pictures; in any row
_PICTURE_WIDTH, _PICTURE_HEIGHT = 42.0, 34.0  # points: greatest size of a picture
_COLUMN_GAP = 12.0  # points: between columns
_PALE_GREY, _MIDDLE_GREY = Color(238, 238, 238), Color(196, 196, 196)
_EDGE_LINE = Stroke(BLACK, 0.5, join="round")
_TEXT_STYLE = text.Style("sans", 7.5)
_TENT_HEIGHT, _TENT_LENGTH = 0.866, 1.5  # height and length of a drawn tent, in widths of its base
_MAX_COLOR_LUMINANCE = 0.97  # areas of less luminance are not paper

DrawPicture = Callable[[Rect, Color], Iterator[Item]]


class _AssemblyStep(NamedTuple):
    """The words of a step, and a function that draws a picture of the step into a rectangle.

    The picture has the colour of the pieces.
    """

    words: str
    draw: DrawPicture


def measure_instructions(batches: Sequence[CutoutBatch]) -> float:
    """Return the height of the instructions for some batches, in points."""
    return _measure_rows(len(_list_steps(batches))) + 4 if batches else 0.0


def _measure_rows(steps: int) -> float:
    return _SINGLE_ROW_HEIGHT if steps <= _MAX_STEPS_IN_SINGLE_ROW else _ROW_HEIGHT * -(-steps // _MAX_STEPS_PER_ROW)


def draw_instructions(box: Rect, batches: Sequence[CutoutBatch], *, folds_down_middle: bool = False,
                      by_hand: bool = True,
                      ink: Ink = Ink.COLOUR) -> tuple[Item, ...]:
    """Draw the instructions for some batches: steps in columns of equal width.

    If `folds_down_middle` is true, the sheet is folded down its middle. If `by_hand` is false, steps of cutting by
    hand are left out.
    """
    steps = _list_steps(batches, folds_down_middle=folds_down_middle, by_hand=by_hand)
    if not steps:
        return ()
    color, y = WHITE if ink is Ink.BLACK else _find_piece_color(batches), box.y + 4
    items: list[Item] = [shapes.line(box.x, y, box.right, y, Stroke(BLACK, 0.35))]
    single_row = len(steps) <= _MAX_STEPS_IN_SINGLE_ROW
    rows = -(-len(steps) // _MAX_STEPS_PER_ROW)
    steps_per_row = -(-len(steps) // rows)
    for row in range(rows):
        row_rect = Rect(box.x, y + row * _ROW_HEIGHT, box.width,
                        _SINGLE_ROW_HEIGHT if single_row else _ROW_HEIGHT).inset(0, 6, 0, 2)
        columns = row_rect.split_columns([1] * steps_per_row, gap=_COLUMN_GAP)
        for number, (step, place) in enumerate(zip(steps[row * steps_per_row:], columns, strict=False),
                                               row * steps_per_row + 1):
            picture = Rect(place.x, place.y, _PICTURE_WIDTH, min(_PICTURE_HEIGHT, place.height))
            words = place.inset(_PICTURE_WIDTH + 6, 0, 0, 0) if single_row else place.inset(0, _PICTURE_HEIGHT - 2, 0,
                                                                                            0)
            if single_row:
                picture = picture._replace(y=place.center[1] - picture.height / 2)
            else:
                picture = picture._replace(height=_PICTURE_HEIGHT - 6)
            step_items = step.draw(picture, color)
            items += map_items(step_items, _remove_tones) if ink is Ink.BLACK else step_items
            number_text = f"**{number}**  " if len(steps) > 1 else ""
            items += text.set_block(number_text + step.words, _TEXT_STYLE,
                                    (words.x, words.y, words.width, words.height),
                                    valign="middle" if single_row else "top", min_size=6).items
    return tuple(items)


def _remove_tones(item: LeafItem | SymbolUse) -> tuple[Item, ...]:
    """Return an item of a picture in black ink, with white instead of tones."""
    if isinstance(item, Path) and item.fill not in (None, BLACK):
        return (replace(item, fill=WHITE),)
    return (item,)


def _list_steps(batches: Sequence[CutoutBatch], *, folds_down_middle: bool = False,
                by_hand: bool = True) -> tuple[_AssemblyStep, ...]:
    """Return all steps for a sheet."""
    steps: list[_AssemblyStep] = []
    for method in _list_methods(batches):
        method_steps = _list_method_steps(method, batches, folds_down_middle=folds_down_middle)
        if by_hand:
            steps += method_steps
        elif method != SINGLE_FACED:  # steps that a machine does not do
            steps += method_steps[:2] if method in (DUPLEX, FOLDED_SHEET) else method_steps[-2:]
    return tuple(steps)


def _find_piece_color(batches: Sequence[CutoutBatch]) -> Color:
    """Return the colour of the first area on the pieces that is not paper.

    If there is no such area, return white.
    """
    for item, _ in walk_items(batches[0].sample.items, 0, lambda _, outer: outer):
        if (isinstance(item, Path) and item.fill and measure_luminance(item.fill) < _MAX_COLOR_LUMINANCE
                and sum(isinstance(segment, MoveTo) for segment in item.segments) == 1):
            return item.fill
    return WHITE


def _list_methods(batches: Iterable[CutoutBatch]) -> tuple[str, ...]:
    """Return the methods of putting pieces together, in the order of `METHODS`.

    A sheet with two halves has only one method. If a sheet has duplex pieces, pieces with straight edges and one face
    are cut like these duplex pieces.
    """
    batches = (*batches,)
    methods = {*map(_find_method, batches)}
    if DUPLEX in methods and all(not (batch.sample.cut_line or batch.sample.hex_outline) for batch in batches
                                 if _find_method(batch) == SINGLE_FACED):
        methods.discard(SINGLE_FACED)
    return (FOLDED_SHEET,) if FOLDED_SHEET in methods else tuple(method for method in METHODS if method in methods)


def _find_method(batch: CutoutBatch) -> str:
    if batch.back_mode is not BackMode.NONE and batch.back_mode is not BackMode.BESIDE:
        return FOLDED_SHEET if batch.back_mode is BackMode.FOLD else DUPLEX
    piece = batch.sample
    if not piece.folds:
        return FOLDED_PAIR if piece.hex_outline and piece.hex_outline.has_folded_back else SINGLE_FACED
    return TENT if any(fold.ridge for fold in piece.folds) else FOLDED_PAIR


def _list_method_steps(method: str, batches: Sequence[CutoutBatch], *, folds_down_middle: bool) -> tuple[_AssemblyStep,
                                                                                                         ...]:
    """Return the steps for the pieces of a sheet that are put together by one method."""
    method_batches, words = [batch for batch in batches if _find_method(batch) == method], batches[0].words
    match method:
        case "loose":
            return tuple(_list_single_faced_steps(method_batches, batches))
        case "turned":
            cutting = _describe_cutting(method_batches, len(batches), words("of_this_side"))
            return (_AssemblyStep(words(f"print_both_sides_{method_batches[0].back_mode.value}"), _draw_turned_corner),
                    _AssemblyStep(words("hold_against_light"), _draw_crosses),
                    _AssemblyStep(cutting[0].upper() + cutting[1:], _choose_cutting_picture(method_batches)))
        case "tent":
            ends = {batch.final_step for batch in method_batches}
            return (_AssemblyStep(words("score_tents"), _draw_flat_tent),
                    _AssemblyStep(words("fold_tents"),
                                  partial(_draw_tent, is_standing=False)),
                    _AssemblyStep(f"{words('glue_tents')} {ends.pop() if len(ends) == 1 else ''}".strip(),
                                  partial(_draw_tent, is_standing=True)))
        case "halves":
            return (_AssemblyStep(words("score_halves"),
                                  partial(_draw_halves, folds_down_middle=folds_down_middle)),
                    _AssemblyStep(words("fold_halves"), _draw_closing_faces),
                    _AssemblyStep(words("when_dry", step=_describe_cutting(batches, len(batches))),
                                  _choose_cutting_picture(batches)))
    if any(_find_method(batch) == TENT for batch in batches):  # the first step of tents covers these, too
        return (_AssemblyStep(words("fold_faces_beside_tents"),
                              _draw_closing_faces),)
    first_step_text = words("cut_pairs_first" if any(_find_method(batch) == SINGLE_FACED for batch in batches)
                            else "cut_pairs")
    hexes = all(batch.sample.hex_outline for batch in method_batches)
    return (_AssemblyStep(first_step_text, _draw_flat_hexes if hexes else _draw_flat_faces),
            _AssemblyStep(words("fold_faces"),
                          _draw_closing_hexes if hexes else _draw_closing_faces))


def _describe_cutting(batches: Sequence[CutoutBatch], blocks: int, place: str = "") -> str:
    """Return the instruction for cutting out pieces that have their backs behind them.

    If the pieces are hexes in a grid, there are no straight cuts.
    """
    hexes, words = [batch for batch in batches if batch.sample.hex_outline], batches[0].words
    straight = [batch for batch in batches if not batch.sample.hex_outline and not batch.sample.cut_line]
    if straight:
        return words("cut_lines_and_others" if len(straight) < len(batches) else "cut_lines", where=place,
                     order=_describe_cut_order(blocks, words))
    if hexes:
        kind = "piece" if any(map(_has_several_hexes, hexes)) else "hex"
        shared = "" if any(map(_has_own_lines, hexes)) else "_shared"
        return words(f"cut_each_{kind}{shared}", where=place)
    return words("cut_each_shape" if any(batch.sample.outline for batch in batches) else "cut_each_circle", where=place)


def _describe_cut_order(blocks: int, words: Words) -> str:
    """Return the order of straight cuts.

    Blocks are separated first, because a cut along the rows of one block may run through the block beside it.
    """
    return words("blocks_first" if blocks > 1 else "rows_first")


def _has_several_hexes(batch: CutoutBatch) -> bool:
    return batch.sample.hex_outline is not None and len(batch.sample.hex_outline.cells) > 1


def _has_own_lines(batch: CutoutBatch) -> bool:
    return batch.gap > 0 or _has_several_hexes(batch)


def _list_single_faced_steps(single_faced: Sequence[CutoutBatch],
                             batches: Sequence[CutoutBatch]) -> Iterator[_AssemblyStep]:
    """Yield the steps for pieces without a fold. `batches` are all batches on their sheet."""
    models = [batch.sample for batch in single_faced]
    single_hexes = [batch for batch in single_faced if batch.sample.hex_outline and not _has_several_hexes(batch)]
    methods, words = {*map(_find_method, batches)}, batches[0].words
    if len(single_faced) == len(batches):
        yield _AssemblyStep(words("glue_sheet"), _draw_sheet_on_card)
    elif not methods & {DUPLEX, TENT}:  # tents are printed on card anyway
        yield _AssemblyStep(words("glue_single_faces"), _draw_sheet_on_card)
    cuts = {
        words("cut_ticks", order=_describe_cut_order(len(batches), words)):
            any(not piece.cut_line and not piece.hex_outline for piece in models),
        words("cut_circles"): any(piece.is_round for piece in models),
        words("cut_shapes"): any(piece.outline for piece in models),
        words("cut_hexes"): single_hexes and all(map(_has_own_lines, single_hexes)),
        words("cut_hexes_shared"): not all(map(_has_own_lines, single_hexes)),
        words("cut_several_hexes"): any(map(_has_several_hexes, single_faced)),
    }
    pictures: Sequence[DrawPicture] = (
        _draw_ticks, _draw_circle, _draw_shape, partial(_draw_hexes, cells=_ONE_HEX),
        partial(_draw_hexes, cells=_THREE_HEXES), partial(_draw_hexes, cells=_THREE_HEXES, dotted=True))
    steps = [_AssemblyStep(step, draw) for (step, applies),
             draw in zip(cuts.items(), pictures, strict=True) if applies]
    if len(steps) > 1 and len(methods) > 1:  # the other steps need room, so these become one
        straight = steps[0].draw is _draw_ticks
        steps = [_AssemblyStep(words("cut_ticks_and_others", order=_describe_cut_order(len(batches), words)) if straight
                               else words("cut_pieces"), steps[0].draw)]
    yield from steps
    for ends in dict.fromkeys(batch.final_step for batch in single_faced if batch.final_step):
        yield _AssemblyStep(ends, _draw_circle)


def _choose_cutting_picture(batches: Sequence[CutoutBatch]) -> DrawPicture:
    """Return the picture that shows how pieces are cut."""
    piece = batches[0].sample
    if piece.hex_outline:
        return partial(_draw_hexes, cells=_ONE_HEX if _has_own_lines(batches[0]) else _THREE_HEXES)
    return _draw_shape if piece.outline else _draw_circle if piece.is_round else _draw_ticks


# --- the pictures ---

_ONE_HEX, _THREE_HEXES = ((0, 0),), ((0, 0), (1, 0), (0, 1))


def _dash_line(tone: Color, *, ridge: bool = False) -> Stroke:
    dash = (4.0, 1.2, 0.6, 1.2) if ridge else (1.6, 1.2)
    return Stroke(choose_text_color(tone), 0.5, dash=dash)


def _draw_blade(x: float, y: float) -> Item:
    """Draw the blade of a knife, with its point at (x, y)."""
    return shapes.polygon([(x, y), (x + 3.4, y - 8), (x + 8.4, y - 8), (x + 5.2, y - 3)], fill=_MIDDLE_GREY,
                          stroke=_EDGE_LINE)


def _draw_flat_tent(box: Rect, tone: Color) -> Iterator[Item]:
    panel = min(box.height / 4, box.width / 1.5)
    wide = panel * 1.5
    x, y = box.center[0] - wide / 2, box.y + (box.height - 4 * panel) / 2
    middle = y + 2 * panel
    yield shapes.rect(x, y, wide, 4 * panel, fill=WHITE)
    yield shapes.rect(x, y + panel, wide, 2 * panel, fill=tone)
    yield shapes.polygon([(x + wide - 0.6, middle), (x + wide - 4, middle - 2), (x + wide - 4, middle + 2)],
                         fill=choose_text_color(tone))
    for fold, ridge in ((y + panel, False), (y + 3 * panel, False), (middle, True)):
        yield shapes.line(x, fold, x + wide - 4 * ridge, fold, _dash_line(tone, ridge=ridge))
    yield shapes.rect(x, y, wide, 4 * panel, stroke=_EDGE_LINE)
    yield _draw_blade(x + wide, y + panel * 0.9)


def _draw_tent(box: Rect, tone: Color, *, is_standing: bool) -> Iterator[Item]:
    """Draw a tent, either standing or with its flaps half folded.

    x runs to the bow, y away from the viewer, and z up. An edge of the tent is given as (y, z).
    """
    scale = min(box.height * 0.66, box.width / 2.1) if is_standing else min(box.height * 0.5, box.width / 2.3)
    left, foot = box.x + 1, box.bottom - box.height * (0.24 if is_standing else 0.48)
    ridge, near, far = ((0.5, _TENT_HEIGHT), (0.0, 0.0), (1.0, 0.0)) if is_standing else ((0.5, 0.75), (-0.08, 0.0),
                                                                                          (1.08, 0.0))

    def project(x: float, edge: Point) -> Point:
        y, z = edge
        return left + scale * (0.9 * x + 0.55 * y), foot + scale * (0.2 * x - 0.22 * y - z)

    def draw_panel(front: Point, back: Point, fill: Color) -> Item:
        corners = [project(0, front), project(_TENT_LENGTH, front), project(_TENT_LENGTH, back), project(0, back)]
        return shapes.polygon(corners, fill=fill, stroke=_EDGE_LINE)

    def climb_near_side(share: float) -> Point:
        return near[0] + (ridge[0] - near[0]) * share, near[1] + (ridge[1] - near[1]) * share

    if is_standing:
        yield shapes.polygon([project(_TENT_LENGTH, edge) for edge in (near, far, ridge)], fill=_MIDDLE_GREY,
                             stroke=_EDGE_LINE)
    else:
        yield draw_panel(far, (0.42, -0.38), _PALE_GREY)
        yield draw_panel(near, (0.62, -0.6), _PALE_GREY)
        yield draw_panel(ridge, far, _MIDDLE_GREY)
    yield draw_panel(near, ridge, tone)  # near side, then the arrow to the bow
    back = _TENT_LENGTH - 0.4
    yield shapes.polygon([project(_TENT_LENGTH - 0.05, ridge), project(back, ridge),
                          project(back, climb_near_side(0.78))],
                         fill=choose_text_color(tone))


def _draw_flat_faces(box: Rect, tone: Color) -> Iterator[Item]:
    side = box.height / 2 - 1
    x = box.center[0] - side / 2
    yield shapes.rect(x, box.y + 1, side, 2 * side, fill=tone)
    yield shapes.line(x, box.y + 1 + side, x + side, box.y + 1 + side, _dash_line(tone))
    yield shapes.rect(x, box.y + 1, side, 2 * side, stroke=_EDGE_LINE)
    yield _draw_blade(x + side, box.y + 1 + 0.6 * side)


def _draw_flat_hexes(box: Rect, tone: Color) -> Iterator[Item]:
    grid = HexGrid(Orientation.FLAT, box.height / 2 - 1, box.center[0], box.y + 1 + (box.height / 2 - 1) * 1.5)
    [outline] = grid.trace_outlines([(0, 0), (0, -1)])
    yield shapes.polygon(outline, fill=tone, stroke=_EDGE_LINE)
    yield shapes.line(*grid.find_side((0, 0), 0)[0], *grid.find_side((0, 0), 0)[1], _dash_line(tone))
    yield _draw_blade(box.center[0] + box.height * 0.29, box.y + box.height * 0.24)


def _draw_closing_faces(box: Rect, tone: Color) -> Iterator[Item]:
    """Draw two faces that close over a piece of card."""
    x, low, side = box.x + 3, box.bottom - 3, box.height * 0.7
    for lean, rise, fill in ((-2, 0.9, _PALE_GREY), (4, 1.0, _MIDDLE_GREY), (11, 0.88, tone)):
        top = low - side * rise
        yield shapes.polygon([(x, low), (x + side, low), (x + side + lean, top), (x + lean, top)], fill=fill,
                             stroke=_EDGE_LINE)


def _draw_closing_hexes(box: Rect, tone: Color) -> Iterator[Item]:
    """Draw two hexes that close over a piece of card, hinged at their lower edges."""
    x, low, side = box.x + 3, box.bottom - 2, box.height * 0.42
    for lean, rise, fill in ((-3, 0.94, _PALE_GREY), (3, 1.0, _MIDDLE_GREY), (10, 0.9, tone)):
        corners = [(0.5, 0.0), (1.5, 0.0), (2.0, 0.866), (1.5, 1.732), (0.5, 1.732), (0.0, 0.866)]
        yield shapes.polygon([(x + side * u + lean * v / 1.732, low - side * v * rise) for u, v in corners], fill=fill,
                             stroke=_EDGE_LINE)


def _draw_sheet_on_card(box: Rect, tone: Color) -> Iterator[Item]:
    """Draw a sheet above a piece of card."""
    wide, y = box.width * 0.62, box.bottom
    x, lean = box.x + 1, box.width * 0.24
    for top, thick, fill in ((y - 12, 2.6, _MIDDLE_GREY), (y - 22, 0.0, WHITE)):
        corners = [(x, top + 8), (x + wide, top + 8), (x + wide + lean, top), (x + lean, top)]
        if thick:
            yield shapes.polygon([*corners[:3], (x + wide + lean, top + thick), (x + wide, top + 8 + thick),
                                  (x, top + 8 + thick)], fill=_MIDDLE_GREY.mix(BLACK, 0.25), stroke=_EDGE_LINE)
        yield shapes.polygon(corners, fill=fill, stroke=_EDGE_LINE)
    for column in range(3):
        u, v, lie = x + wide * (0.2 + 0.24 * column) + lean * 0.25, y - 16, lean / 2
        yield shapes.polygon([(u, v), (u + wide * 0.2, v), (u + wide * 0.2 + lie, v - 4), (u + lie, v - 4)],
                             fill=tone, stroke=Stroke(BLACK, 0.3))


def _draw_crosses(box: Rect, tone: Color) -> Iterator[Item]:
    """Draw a sheet held against the light, with crosses in its corners."""
    sheet = Rect(box.center[0] - box.height * 0.37, box.y, box.height * 0.74, box.height)
    yield shapes.rect(*sheet, fill=WHITE, stroke=_EDGE_LINE)
    yield shapes.rect(*sheet.inset(7), fill=tone)
    inner = sheet.inset(3.5)
    yield shapes.lines([line for x in (inner.x, inner.right) for y in (inner.y, inner.bottom)
                        for line in ((x - 2, y, x + 2, y), (x, y - 2, x, y + 2))], Stroke(BLACK, 0.4))


def _draw_ticks(box: Rect, tone: Color) -> Iterator[Item]:
    """Draw a block of six pieces with tick marks round the block, and a knife that cuts along a row."""
    block = Rect(box.x + 6, box.y + 7, box.width - 16, box.height - 13)
    yield shapes.rect(*block, fill=tone)
    across = [block.x + block.width * k / 3 for k in range(4)]
    down = [block.y + block.height * k / 2 for k in range(3)]
    yield shapes.lines([(x, y, x, end) for x in across for y, end in ((block.y - 5, block.y - 1.5),
                                                                      (block.bottom + 1.5, block.bottom + 5))],
                       _EDGE_LINE)
    yield shapes.lines([(x, y, end, y) for y in down for x, end in ((block.x - 5, block.x - 1.5),
                                                                    (block.right + 1.5, block.right + 5))], _EDGE_LINE)
    yield shapes.line(block.x - 1.5, down[1], block.right - 6, down[1], Stroke(choose_text_color(tone), 0.6))
    yield _draw_blade(block.right - 6, down[1])


def _draw_circle(box: Rect, tone: Color) -> Iterator[Item]:
    radius = box.height / 2 - 3
    yield shapes.circle(*box.center, radius + 2.5, fill=tone.mix(WHITE, 0.6))
    yield shapes.circle(*box.center, radius, fill=tone, stroke=_EDGE_LINE)
    yield _draw_blade(box.center[0] + radius * 0.707, box.center[1] - radius * 0.707)


def _draw_shape(box: Rect, tone: Color) -> Iterator[Item]:
    x, y = box.center
    corners = [(x + u * box.height * 0.48, y + v * box.height * 0.42) for u, v in (
        (-1.1, 0.1), (-0.7, -0.7), (0.1, -0.9), (0.8, -0.6), (1.1, 0.1), (0.7, 0.8), (-0.2, 0.95), (-0.8, 0.7))]
    yield shapes.polygon(corners, fill=tone, stroke=_EDGE_LINE)
    yield _draw_blade(*corners[3])


def _draw_hexes(box: Rect, tone: Color, *, cells: tuple[tuple[int, int], ...], dotted: bool = False) -> Iterator[Item]:
    """Draw one or several hexes. If `dotted` is true, the sides between the hexes are not to be cut."""
    across = box.height * (0.86 if len(cells) == 1 else 0.5)
    middle = (box.x + box.width * 0.46, box.center[1]) if len(cells) == 1 else (
        box.x + box.width * 0.34, box.y + box.height * 0.27)
    grid = HexGrid(Orientation.FLAT, across, *middle)
    [outline] = grid.trace_outlines(cells)
    yield shapes.polygon(outline, fill=tone)
    inner = Stroke(choose_text_color(tone), 0.5, dash=(0.7, 1.6)) if dotted else Stroke(choose_text_color(tone), 0.5)
    for cell in cells if len(cells) > 1 else ():
        yield shapes.polygon(grid.find_corners(cell), stroke=inner)
    yield shapes.polygon(outline, stroke=_EDGE_LINE)
    yield _draw_blade(*max(outline, key=lambda point: point[0] - point[1]))


def _draw_turned_corner(box: Rect, tone: Color) -> Iterator[Item]:
    wide, high = min(box.width, box.height * 0.74), min(box.height, box.width / 0.74) - 2
    x, y, ear = box.x, box.center[1] - high / 2, 0.42 * wide
    right, bottom = x + wide, y + high
    fold = [(right, bottom - ear), (right - ear, bottom)]
    yield shapes.polygon([(x, y), (right, y), *fold, (x, bottom)], fill=WHITE, stroke=_EDGE_LINE)
    yield shapes.polygon([*fold, (right - ear, bottom - ear)], fill=tone, stroke=_EDGE_LINE)


def _draw_halves(box: Rect, tone: Color, *, folds_down_middle: bool) -> Iterator[Item]:
    """Draw a sheet with its backs on the upper half, or on the right half, and the line between the halves."""
    sheet = box._replace(width=min(box.width, box.height * 0.74))
    x, y = sheet.center
    yield shapes.rect(*sheet, fill=WHITE)
    yield shapes.rect(*sheet.inset(sheet.width / 2 * folds_down_middle, 0, 0,
                                   sheet.height / 2 * (not folds_down_middle)).inset(3),
                      fill=tone)
    yield shapes.line(*((x, sheet.y, x, sheet.bottom) if folds_down_middle else (sheet.x, y, sheet.right, y)),
                      _dash_line(WHITE, ridge=True))
    yield shapes.rect(*sheet, stroke=_EDGE_LINE)
