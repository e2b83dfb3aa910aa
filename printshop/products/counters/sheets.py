"""Pages of pieces.

Backs are on the reverse of the sheet of fronts, or on the other half of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.display_list import Bookmark, Document, Group, Item, Page, PageLayer
from printshop.drawing.geometry import IDENTITY
from printshop.game.model import Game
from printshop.layout import cut_lines, duplex, packing, page_frame
from printshop.layout.cut_lines import CUT_STROKE, FOLD_STROKE, RIDGE_STROKE
from printshop.layout.cutouts import Cutout, CutoutBatch, CutSettings
from printshop.layout.duplex import (
    CROSS_ARM,
    BackMode,
    MirrorLine,
    TurnEdge,
    describe_side,
    find_turn_edge,
    has_backs,
    make_empty_back,
    turn_back_page,
)
from printshop.layout.packing import BlockPieces, CutoutSheet
from printshop.layout.rectangles import Rect
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError, Problems
from printshop.products.counters import instructions
from printshop.products.counters.cutout_shapes import split_backs

CROSSES_OFFSET = 1.0  # points: distance of the crosses on the left from the room

_MAX_SIDE_LETTERS = 50  # letters of the names of several sides in the heading of a sheet
_MAX_TITLE_LETTERS = 90  # letters of the title above a block of pieces


@dataclass(frozen=True, slots=True)
class SheetStack:
    """Batches that have separate sheets, with a title, a note beside the heading, and the name of a side.

    `extra_batches` are placed on any sheet with enough space, either of this stack or of earlier stacks with the same
    title.
    """

    title: str
    batches: tuple[CutoutBatch, ...]
    note: str = ""
    side_name: str = ""
    extra_batches: tuple[CutoutBatch, ...] = ()

    @property
    def heading(self) -> str:
        """The heading of the sheets.

        Many sides are not named there: their names are above their pieces.
        """
        is_short = len(self.side_name) <= _MAX_SIDE_LETTERS or ", " not in self.side_name
        return f"{self.title}: {self.side_name}" if self.side_name and is_short else self.title


class _SheetLayout(NamedTuple):
    """The sheets of a stack.

    `room` is the rectangle for pieces, and `area` is the rectangle for fronts. `mirror` is the line along which the
    sheets are folded. If the sheets are not folded, `mirror` is None.
    """

    stack: SheetStack
    room: Rect
    area: Rect
    sheets: tuple[CutoutSheet, ...]
    mirror: MirrorLine | None


def make_sheets(noun: str, code: str, stacks: Iterable[SheetStack], game: Game, settings: PrintSettings) -> Document:
    """Return a document with the sheets of stacks.

    `noun` is the word for the pieces, and page codes begin with `code`. Raises PrintshopError if pieces are too large.
    """
    name = game.words.name(noun)
    title, keywords = f"{game.title}: {name}", (game.title, name)
    stacks = tuple(replace(stack, batches=tuple(replace(batch, pieces=batch.pieces[:1]) for batch in stack.batches),
                           extra_batches=tuple(replace(batch, pieces=batch.pieces[:1])
                                               for batch in stack.extra_batches))
                   if settings.dry_run else stack for stack in stacks)
    if settings.shop.one_per_page:
        return Document(title, tuple(_lay_out_single_pieces(noun, code, stacks, settings)), subject=name,
                        keywords=keywords)
    back_methods = [batch.back_mode for stack in stacks for batch in (*stack.batches, *stack.extra_batches)]
    layouts = _lay_out_stacks(stacks, page_frame.find_content_rect(settings.paper))
    edge = find_turn_edge(back_methods)
    return Document(title, tuple(_draw_sheets(layouts, game, settings, code, edge)), subject=name, keywords=keywords,
                    duplex=edge, has_backs=has_backs(back_methods))


def _lay_out_stacks(stacks: Iterable[SheetStack], page_rect: Rect) -> list[_SheetLayout]:
    """Return the sheets of stacks. Stacks of two sides are merged if this saves a sheet."""
    problems, stack_layouts = Problems(), list[_StackLayout]()
    for stack in stacks:
        try:
            stack_alone = replace(stack, extra_batches=())
            # one stack has all sheets, so the extra batches go there
            if not stack_alone.side_name or not stack_alone.batches:
                stack_alone = replace(stack_alone, batches=(*stack_alone.batches, *stack.extra_batches))
            stack_layouts.append((stack_alone, _lay_out_stack(stack_alone, page_rect)))
            if len(stack_layouts) > 1 and (merged := _merge_sides(stack_layouts[-2], stack_layouts[-1], page_rect)):
                stack_layouts[-2:] = [merged]
            if stack.extra_batches and stack_alone.batches == stack.batches:
                stack_indexes = [number for number,
                                 (before, _) in enumerate(stack_layouts) if before.title == stack.title]
                _spread_extra_batches(stack_layouts, stack_indexes, stack, page_rect)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()
    return [part for _, parts in stack_layouts for part in parts]


_StackLayout = tuple[SheetStack, list[_SheetLayout]]


def _add_batch(stack: SheetStack, batch: CutoutBatch, page_rect: Rect) -> _StackLayout:
    fuller = replace(stack, batches=(*stack.batches, batch))
    return fuller, _lay_out_stack(fuller, page_rect)


def _count_sheets(layout: _StackLayout) -> int:
    return sum(len(part.sheets) for part in layout[1])


def _count_blocks(layout: _StackLayout) -> int:
    return sum(len(sheet) for part in layout[1] for sheet in part.sheets)


def _merge_sides(first_layout: _StackLayout, second_layout: _StackLayout, page_rect: Rect) -> _StackLayout | None:
    """Return the stacks of two sides as one stack. If merging saves no sheet, return None.

    The titles of the merged batches include the name of the side.
    """
    first, second = first_layout[0], second_layout[0]
    if not (first.side_name and second.side_name and (first.title, first.note) == (second.title, second.note)):
        return None
    batches = tuple(replace(batch, title=f"{batch.side_name}: {batch.title}", side_name="") if batch.side_name
                    else batch
                    for batch in (*first.batches, *second.batches))
    names = dict.fromkeys([*first.side_name.split(", "), second.side_name])  # a side may have stacks of two kinds
    stack = replace(first, batches=batches, side_name=", ".join(names))
    with suppress(PrintshopError):
        merged = stack, _lay_out_stack(stack, page_rect)
        if _count_sheets(merged) < _count_sheets(first_layout) + _count_sheets(second_layout):
            return merged
    return None


def _try_to_add(layout: _StackLayout, batch: CutoutBatch, pieces: BlockPieces, page_rect: Rect) -> _StackLayout | None:
    """Return a stack with pieces of a batch added as one block.

    If this needs another sheet or more than one block, return None.
    """
    fuller = _add_batch(layout[0], replace(batch, pieces=pieces), page_rect)
    return (
        fuller
        if _count_sheets(fuller) == _count_sheets(layout) and _count_blocks(fuller) <= _count_blocks(layout) + 1
        else None
    )


def _add_as_many_as_fit(layout: _StackLayout, batch: CutoutBatch, page_rect: Rect) -> tuple[_StackLayout, CutoutBatch]:
    """Return a stack with as many pieces of a batch as fit, and a batch of the remaining pieces."""
    low, high, filled = 0, len(batch.pieces) + 1, layout
    while high - low > 1:
        middle = (low + high) // 2 if low else 1  # try one piece first: often there is no room for any
        if fuller := _try_to_add(layout, batch, batch.pieces[:middle], page_rect):
            low, filled = middle, fuller
        else:
            high = middle
    return filled, replace(batch, pieces=batch.pieces[low:])


def _spread_extra_batches(layouts: list[_StackLayout], stack_indexes: Sequence[int], stack: SheetStack,
                          page_rect: Rect) -> None:
    """Add extra batches to the sheets of stacks, preferably of the same side.

    If a batch does not fit, it gets a separate sheet. Batches are split only if this saves a sheet.
    """
    def find_stacks(batch: CutoutBatch) -> list[int]:
        return [number for number in stack_indexes if batch.side_name
                and layouts[number][0].side_name == batch.side_name] or [*stack_indexes]

    remaining = []
    for batch in stack.extra_batches:
        places = ((number, _try_to_add(layouts[number], batch, batch.pieces, page_rect))
                  for number in find_stacks(batch))
        number, fuller = next(((number, fuller) for number, fuller in places if fuller), (0, None))
        if fuller:
            layouts[number] = fuller
        else:
            remaining.append(batch)
    if not remaining:
        return
    split_layouts, split_remaining = list(layouts), list[CutoutBatch]()
    for batch in remaining:
        rest_of_batch = batch
        for number in find_stacks(batch):
            split_layouts[number], rest_of_batch = _add_as_many_as_fit(split_layouts[number], rest_of_batch, page_rect)
        if rest_of_batch.pieces:
            split_remaining.append(rest_of_batch)
    rest_stacks = [replace(stack, batches=tuple(batches), side_name="", extra_batches=())
                   for batches in (remaining, split_remaining)]
    rest_layout, split_rest_layout = ((rest_stack, _lay_out_stack(rest_stack, page_rect)) for rest_stack in rest_stacks)
    if _count_sheets(split_rest_layout) < _count_sheets(rest_layout):
        layouts[:], rest_layout = split_layouts, split_rest_layout
    if rest_layout[0].batches:
        layouts.append(rest_layout)


def _lay_out_stack(stack: SheetStack, page_rect: Rect) -> list[_SheetLayout]:
    """Return the folded sheets and the other sheets of a stack.

    If folded sheets have room for single-faced pieces, these pieces are on the folded sheets.
    """
    batches = [part for batch in stack.batches for part in split_backs(batch)]
    folded_batches = [batch for batch in batches if batch.back_mode is BackMode.FOLD]
    folded = _pack_batches(stack, folded_batches, page_rect) if folded_batches else None
    single_faced = {id(batch) for batch in batches if batch.back_mode is BackMode.NONE and not batch.sample.folds
                    and not (batch.sample.hex_outline and batch.sample.hex_outline.has_folded_back)}
    if folded and single_faced:
        with_loose = [batch for batch in batches if batch.back_mode is BackMode.FOLD or id(batch) in single_faced]
        fuller = _pack_batches(stack, with_loose, page_rect)
        if len(fuller.sheets) == len(folded.sheets):
            folded_batches, folded = with_loose, fuller
    on_folded_sheets = {id(batch) for batch in folded_batches}
    unfolded = [batch for batch in batches if id(batch) not in on_folded_sheets]
    parts = [_pack_batches(stack, unfolded, page_rect)] if unfolded else []
    if folded:
        parts.insert(0 if id(batches[0]) in on_folded_sheets else len(parts), folded)
    return parts


def _pack_batches(stack: SheetStack, batches: Sequence[CutoutBatch], page_rect: Rect) -> _SheetLayout:
    """Return the sheets of batches.

    Batches of hex pieces with the same shape and cuts share a grid if this saves a sheet.
    """
    layout = _place_batches(stack, batches, page_rect)
    if len(layout.sheets) < 2:
        return layout
    batches_by_shape: dict[object, list[CutoutBatch]] = {}
    for batch in batches:
        cut = batch.cut if batch.back_mode is not BackMode.NONE else batch.cut._replace(back_mode=BackMode.NONE)
        form = batch.sample.hex_outline
        batches_by_shape.setdefault((form, cut, batch.note, batch.has_gutter, batch.gutter_if_grouped) if form
                                    else id(batch), []).append(batch)
    if len(batches_by_shape) == len(batches):
        return layout
    titles = [join_titles([shape_batch.title for shape_batch in group],
                          group[0].words(f"{group[0].noun or 'piece'}s_title"))
              for group in batches_by_shape.values()]
    merged_layout = _place_batches(stack, [replace(group[0], title=title,
                                                   pieces=tuple(piece for batch in group for piece in batch.pieces))
                                           for title, group in zip(titles, batches_by_shape.values(),
                                                                   strict=True)], page_rect)
    return merged_layout if len(merged_layout.sheets) < len(layout.sheets) else layout


def join_titles(titles: Sequence[str], plural: str) -> str:
    """Return the title above pieces with several titles.

    If the joined title is too long, return only the word for these pieces.

    >>> join_titles(["Red: points", "Red: flag"], "Markers")
    'Red: points, flag'
    """
    first, *other_titles = dict.fromkeys(titles)
    prefix = first.partition(": ")[0] + ": "
    joined = ", ".join((first, *(title.removeprefix(prefix) for title in other_titles)))
    return joined if len(joined) <= _MAX_TITLE_LETTERS else plural


def _place_batches(stack: SheetStack, batches: Sequence[CutoutBatch], page_rect: Rect) -> _SheetLayout:
    rect = page_rect.inset(0, 0, 0, instructions.measure_instructions(batches))
    if any(batch.back_mode is BackMode.FOLD for batch in batches):
        return _SheetLayout(stack, rect, *packing.pack_folded(batches, rect))
    layout = _SheetLayout(stack, rect, rect, packing.pack_batches(batches, rect), None)
    if len(layout.sheets) < 2 or any(batch.back_mode.is_duplex for batch in batches):
        return layout
    # full sheets may leave out the instructions, except the first, if that saves a sheet
    fuller = layout._replace(sheets=packing.pack_batches(batches, rect, page_rect))
    return fuller if len(fuller.sheets) < len(layout.sheets) and _leaves_foot_free(fuller.sheets[0], rect) else layout


def _leaves_foot_free(sheet: CutoutSheet, rect: Rect) -> bool:
    """Return whether all blocks of a sheet lie within a rectangle, so that the bottom of the sheet is free."""
    return all(block.rect.bottom + block.batch.margin <= rect.bottom + 1e-6 for block in sheet)


def _draw_sheets(layouts: Iterable[_SheetLayout], game: Game, settings: PrintSettings, code: str,
                 edge: TurnEdge) -> Iterator[Page]:
    """Yield the pages of all layouts, with page codes such as A-1 and a bookmark for each layout.

    If sheets are turned over an `edge`, the back of each page follows the page.
    """
    strips, words = dict[tuple[object, ...], tuple[Item, ...]](), game.words

    def draw_instructions(sheet: CutoutSheet, mirror: MirrorLine | None) -> tuple[Item, ...]:
        """Return the instructions for the pieces of a sheet, at the bottom of the sheet.

        Steps of cutting are included only if pieces are cut by hand.
        """
        batches, upright = [block.batch for block in sheet], mirror is not None and not mirror.horizontal
        key = upright, *map(id, batches)
        if key not in strips:
            whole, high = page_frame.find_content_rect(settings.paper), instructions.measure_instructions(batches)
            strips[key] = instructions.draw_instructions(
                Rect(whole.x, whole.bottom - high, whole.width, high), batches, folds_down_middle=upright,
                by_hand=settings.machine is None and not settings.shop.die_lines, ink=settings.ink)
        return strips[key]

    def make_page(stack: SheetStack, number: int, items: Sequence[Item], note: str = "", *, back: bool = False,
                  cutouts: int = 0) -> Page:
        return page_frame.make_framed_page(
            settings.paper, stack.heading, items, **game.imprint, note=note, label=f"{code}-{number}{'b' * back}",
            sheet_side=describe_side(number, edge, words, back=back), is_back=back, cutouts=cutouts,
            zoom=settings.zoom)

    for number, (part, sheet) in enumerate(((layout, sheet) for layout in layouts for sheet in layout.sheets), 1):
        stack, mirror, two_sided = part.stack, part.mirror, any(block.batch.back_mode.is_duplex for block in sheet)
        # clear of labels and of the ruler on the left
        corners = part.room.inset(-CROSSES_OFFSET, CROSS_ARM, CROSS_ARM, CROSS_ARM)
        guided = settings.guides or two_sided or mirror
        items = [*cut_lines.draw_sheet(sheet, part.area if guided else None, outlines=settings.machine is not None,
                                       die_lines=settings.shop.die_lines, zoom=settings.zoom)]
        has_steps = bool(mirror) or _leaves_foot_free(sheet, part.room)
        items += draw_instructions(sheet, mirror) if has_steps else ()
        if mirror:
            items += (*cut_lines.draw_backs(sheet, mirror), *cut_lines.draw_fold(part.area, mirror,
                                                                                 words("score_and_fold")))
        if two_sided:
            items.append(duplex.draw_crosses(corners))
        # the stack's note is about counters, so a sheet with only markers has another
        note = words("marker_sheet") if code == "C" and all(block.batch.noun == "marker"
                                                            for block in sheet) else stack.note
        note += "" if has_steps else words("steps_elsewhere", code=f"{code}-{number - part.sheets.index(sheet)}")
        front = make_page(stack, number, items, note,
                          cutouts=sum(piece is not None for block in sheet for piece in block.pieces))
        first = sheet is part.sheets[0]
        yield replace(front, bookmarks=(Bookmark(text.strip_markup(stack.heading)),)) if first else front
        if two_sided:
            back_mirror = MirrorLine(settings.paper.width / 2)
            back = make_page(stack, number, (*cut_lines.draw_backs(sheet, back_mirror),
                                             duplex.draw_crosses(corners, back_mirror)), back=True)
            yield turn_back_page(back, edge, settings.back_offset)
        elif edge:
            yield make_empty_back(front, words)


def _lay_out_single_pieces(noun: str, code: str, stacks: Sequence[SheetStack],
                           settings: PrintSettings) -> Iterator[Page]:
    """Yield each piece as a page, with page codes such as A-1, A-1b (the back) and A-2.

    If any piece has a back, all pieces get a page for the back.
    """
    pieces = [(stack, piece, batch.cut) for stack in stacks for batch in (*stack.batches, *stack.extra_batches)
              for piece in batch.pieces if piece]
    has_backs = any(piece.back for _, piece, _ in pieces)
    if settings.page_warnings and not settings.shop.die_lines and any(piece.cut_line or piece.hex_outline for _, piece,
                                                                      _ in pieces):
        settings.page_warnings.add("cut to rectangles, with white corners beside hexes and round pieces, because this "
                                   "service gets no cutting lines", noun)
    previous_stack: SheetStack | None = None
    for number, (stack, piece, cut) in enumerate(pieces, 1):
        front, *back = make_piece_pages(piece, cut, f"{code}-{number}", settings, with_back=has_backs)
        yield front if stack is previous_stack else replace(front,
                                                            bookmarks=(Bookmark(text.strip_markup(stack.heading)),))
        yield from back
        previous_stack = stack


def make_piece_pages(piece: Cutout, cut: CutSettings, label: str, settings: PrintSettings, *,
                     with_back: bool) -> Iterator[Page]:
    """Yield the page of a piece, with its folds.

    If the piece is cut with a die, the page also has its outline. If `with_back` is true, also yield the page of the
    piece's back.
    """
    bleed, (dx, dy) = settings.shop.bleed, settings.back_offset
    size, transform = (piece.width + 2 * bleed, piece.height + 2 * bleed), IDENTITY.translate(bleed, bleed)
    lines: list[tuple[PageLayer, Item]] = [
        (PageLayer.SCORE, shapes.line(0, fold.position, piece.width, fold.position,
                                      RIDGE_STROKE if fold.ridge else FOLD_STROKE))
        for fold in piece.folds]
    if settings.shop.die_lines and piece.cut_line:
        lines.append((PageLayer.CUT, replace(piece.cut_line, stroke=CUT_STROKE)))
    elif settings.shop.die_lines and piece.hex_outline:
        lines.append((PageLayer.CUT, shapes.polygon(piece.hex_outline.cut_corners, stroke=CUT_STROKE)))
    elif settings.shop.die_lines and cut.corner_radius:
        lines.append((PageLayer.CUT, shapes.rounded_rect(0, 0, piece.width, piece.height, cut.corner_radius,
                                                         stroke=CUT_STROKE)))
    yield Page(*size, (Group(piece.items, transform),
                       *(Group((line,), transform, layer=layer) for layer, line in lines)),
               label, bleed=bleed)
    if with_back:
        behind = (Group(piece.back, IDENTITY.translate(bleed + dx, bleed + dy)),) if piece.back else ()
        yield Page(*size, behind, f"{label}b", bleed=bleed)
