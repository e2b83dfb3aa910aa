"""Pages of pieces: sheets of fronts, with their backs on the reverse or on the other half of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Bookmark, Document, Group, Item, Layer, Page
from printshop.game.model import Game
from printshop.job import Settings
from printshop.layout import backs, cuts, furniture, pack
from printshop.layout.backs import ARM, Backs, Edge, Mirror, backed, edge_of, empty_back, sheet_code, turned
from printshop.layout.boxes import Box
from printshop.layout.cuts import CUT, FOLD, RIDGE
from printshop.layout.pack import Pieces, Sheet
from printshop.layout.pieces import Batch, Cut, Piece
from printshop.problems import PrintshopError, Problems
from printshop.products.counters import assembly
from printshop.products.counters.cutouts import in_pairs

MARKED = "flat pieces, to print on card, or on paper glued to card"
ASIDE = 1.0  # points: crosses on the left are so far outside the room

_LONGEST = 90  # letters of the title above a block of pieces


@dataclass(frozen=True, slots=True)
class Stack:
    """Batches on sheets of their own: a title, a note beside the heading, and the side's name (`whose`).

    `extra` batches go on any sheet with room, of this stack or of earlier stacks with the same title.
    """

    title: str
    batches: tuple[Batch, ...]
    note: str = ""
    whose: str = ""
    extra: tuple[Batch, ...] = ()

    @property
    def heading(self) -> str:
        """The heading of the sheets."""
        return f"{self.title}: {self.whose}" if self.whose else self.title


class _Layout(NamedTuple):
    """Sheets of a stack: their `room`, the `area` for fronts, and the line that they are folded along, if any."""

    stack: Stack
    room: Box
    area: Box
    sheets: tuple[Sheet, ...]
    mirror: Mirror | None


def document(noun: str, code: str, stacks: Iterable[Stack], game: Game, settings: Settings) -> Document:
    """Return sheets of stacks of a `noun`, page codes from `code`. Raises PrintshopError for pieces too large."""
    title, keywords = f"{game.title}: {noun}", (game.title, noun)
    stacks = tuple(replace(stack, batches=tuple(replace(batch, pieces=batch.pieces[:1]) for batch in stack.batches),
                           extra=tuple(replace(batch, pieces=batch.pieces[:1]) for batch in stack.extra))
                   if settings.trial else stack for stack in stacks)
    if settings.shop.single:
        return Document(title, tuple(_singly(noun, code, stacks, settings)), subject=noun, keywords=keywords)
    ways = [batch.backs for stack in stacks for batch in (*stack.batches, *stack.extra)]
    layouts = _on_sheets(stacks, furniture.content_box(settings.paper))
    edge = edge_of(ways)
    return Document(title, tuple(_pages(layouts, game, settings, code, edge)), subject=noun, keywords=keywords,
                    duplex=edge, backed=backed(ways))


def _on_sheets(stacks: Iterable[Stack], whole: Box) -> list[_Layout]:
    """Return the sheets of stacks; stacks of two sides are merged if that saves a sheet."""
    problems, laid = Problems(), list[_Laid]()
    for stack in stacks:
        try:
            own = replace(stack, extra=())
            if not own.whose or not own.batches:  # one stack has all sheets, so the extra batches go there
                own = replace(own, batches=(*own.batches, *stack.extra))
            laid.append((own, _parts(own, whole)))
            if len(laid) > 1 and (merged := _merged(laid[-2], laid[-1], whole)):
                laid[-2:] = [merged]
            if stack.extra and own.batches == stack.batches:
                family = [number for number, (before, _) in enumerate(laid) if before.title == stack.title]
                _spread(laid, family, stack, whole)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()
    return [part for _, parts in laid for part in parts]


_Laid = tuple[Stack, list[_Layout]]


def _with(stack: Stack, batch: Batch, whole: Box) -> _Laid:
    fuller = replace(stack, batches=(*stack.batches, batch))
    return fuller, _parts(fuller, whole)


def _sheets(laid: _Laid) -> int:
    return sum(len(part.sheets) for part in laid[1])


def _blocks(laid: _Laid) -> int:
    return sum(len(sheet) for part in laid[1] for sheet in part.sheets)


def _merged(before: _Laid, after: _Laid, whole: Box) -> _Laid | None:
    """Return the stacks of two sides as one, or None if that saves no sheet; titles of its batches name the side."""
    first, second = before[0], after[0]
    if not (first.whose and second.whose and (first.title, first.note) == (second.title, second.note)):
        return None
    batches = tuple(replace(batch, title=f"{batch.whose}: {batch.title}", whose="") if batch.whose else batch
                    for batch in (*first.batches, *second.batches))
    stack = replace(first, batches=batches, whose=f"{first.whose}, {second.whose}")
    with suppress(PrintshopError):
        merged = stack, _parts(stack, whole)
        if _sheets(merged) < _sheets(before) + _sheets(after):
            return merged
    return None


def _fuller(laid: _Laid, batch: Batch, pieces: Pieces, whole: Box) -> _Laid | None:
    """Return a stack with pieces of a batch added as one block, or None if that takes another sheet."""
    fuller = _with(laid[0], replace(batch, pieces=pieces), whole)
    return fuller if _sheets(fuller) == _sheets(laid) and _blocks(fuller) <= _blocks(laid) + 1 else None


def _filled(laid: _Laid, batch: Batch, whole: Box) -> tuple[_Laid, Batch]:
    """Return a stack with as many pieces of a batch as have room, and a batch of the others."""
    low, high, filled = 0, len(batch.pieces) + 1, laid
    while high - low > 1:
        middle = (low + high) // 2 if low else 1  # try one piece first: often there is no room for any
        if fuller := _fuller(laid, batch, batch.pieces[:middle], whole):
            low, filled = middle, fuller
        else:
            high = middle
    return filled, replace(batch, pieces=batch.pieces[low:])


def _spread(laid: list[_Laid], numbers: Sequence[int], stack: Stack, whole: Box) -> None:
    """Add extra batches to sheets of these stacks, if possible of the same side; put the rest on sheets of their own.

    Batches are split only if that saves a sheet.
    """
    def of_side(batch: Batch) -> list[int]:
        return [number for number in numbers if batch.whose and laid[number][0].whose == batch.whose] or [*numbers]

    left = []
    for batch in stack.extra:
        places = ((number, _fuller(laid[number], batch, batch.pieces, whole)) for number in of_side(batch))
        number, fuller = next(((number, fuller) for number, fuller in places if fuller), (0, None))
        if fuller:
            laid[number] = fuller
        else:
            left.append(batch)
    if not left:
        return
    torn, remains = list(laid), list[Batch]()
    for batch in left:
        remain = batch
        for number in of_side(batch):
            torn[number], remain = _filled(torn[number], remain, whole)
        if remain.pieces:
            remains.append(remain)
    rests = [replace(stack, batches=tuple(batches), whose="", extra=()) for batches in (left, remains)]
    together, apart = ((rest, _parts(rest, whole)) for rest in rests)
    if _sheets(apart) < _sheets(together):
        laid[:], together = torn, apart
    if together[0].batches:
        laid.append(together)


def _parts(stack: Stack, whole: Box) -> list[_Layout]:
    """Return the folded sheets, with single-faced pieces if there is room for them, and the other sheets."""
    batches = [part for batch in stack.batches for part in in_pairs(batch)]
    halves = [batch for batch in batches if batch.backs is Backs.FOLD]
    folded = _layout(stack, halves, whole) if halves else None
    loose = {id(batch) for batch in batches if batch.backs is Backs.NONE and not batch.model.folds
             and not (batch.model.form and batch.model.form.folded)}
    if folded and loose:
        with_loose = [batch for batch in batches if batch.backs is Backs.FOLD or id(batch) in loose]
        fuller = _layout(stack, with_loose, whole)
        if len(fuller.sheets) == len(folded.sheets):
            halves, folded = with_loose, fuller
    among = {id(batch) for batch in halves}
    unfolded = [batch for batch in batches if id(batch) not in among]
    parts = [_layout(stack, unfolded, whole)] if unfolded else []
    if folded:
        parts.insert(0 if id(batches[0]) in among else len(parts), folded)
    return parts


def _layout(stack: Stack, batches: Sequence[Batch], whole: Box) -> _Layout:
    """Return the sheets of batches; if that saves a sheet, hex pieces that differ in nothing else share a grid."""
    layout = _placed(stack, batches, whole)
    if len(layout.sheets) < 2:
        return layout
    alike: dict[object, list[Batch]] = {}
    for batch in batches:
        how = batch.cut if batch.backs is not Backs.NONE else batch.cut._replace(backs=Backs.NONE)
        form = batch.model.form
        alike.setdefault((form, how, batch.note, batch.apart, batch.motley) if form else id(batch), []).append(batch)
    if len(alike) == len(batches):
        return layout
    dense = _placed(stack, [replace(group[0], title=together([one.title for one in group], group[0].counted or "piece"),
                                    pieces=tuple(piece for batch in group for piece in batch.pieces))
                            for group in alike.values()], whole)
    return dense if len(dense.sheets) < len(layout.sheets) else layout


def together(titles: Sequence[str], noun: str) -> str:
    """Return the title above pieces with these titles, or only the noun if they are too long together.

    >>> together(["Red: points", "Red: flag"], "marker")
    'Red: points, flag'
    """
    first, *others = dict.fromkeys(titles)
    whose = first.partition(": ")[0] + ": "
    named = ", ".join((first, *(title.removeprefix(whose) for title in others)))
    return named if len(named) <= _LONGEST else f"{noun.capitalize()}s"


def _placed(stack: Stack, batches: Sequence[Batch], whole: Box) -> _Layout:
    room = whole.inset(0, 0, 0, assembly.height(batches))
    if any(batch.backs is Backs.FOLD for batch in batches):
        return _Layout(stack, room, *pack.folded(batches, room))
    layout = _Layout(stack, room, room, pack.pack(batches, room), None)
    if len(layout.sheets) < 2 or any(batch.backs.duplex for batch in batches):
        return layout
    # full sheets may leave out the instructions, except the first, if that saves a sheet
    fuller = layout._replace(sheets=pack.pack(batches, room, whole))
    return fuller if len(fuller.sheets) < len(layout.sheets) and _has_room(fuller.sheets[0], room) else layout


def _has_room(sheet: Sheet, room: Box) -> bool:
    """Return whether all blocks of a sheet lie within the room, which leaves the foot free."""
    return all(block.box.bottom + block.batch.room <= room.bottom + 1e-6 for block in sheet)


def _pages(layouts: Iterable[_Layout], game: Game, settings: Settings, code: str, edge: Edge) -> Iterator[Page]:
    """Yield the pages of all layouts, A-1 ... with `code` A, a bookmark for each layout; and backs for an `edge`."""
    strips: dict[tuple[object, ...], tuple[Item, ...]] = {}

    def strip(sheet: Sheet, fold: Mirror | None) -> tuple[Item, ...]:
        """Return the instructions for a sheet's pieces, at its foot; with cutting only if that is done by hand."""
        batches, upright = [block.batch for block in sheet], fold is not None and not fold.across
        key = upright, *map(id, batches)
        if key not in strips:
            whole, high = furniture.content_box(settings.paper), assembly.height(batches)
            strips[key] = assembly.strip(
                Box(whole.x, whole.bottom - high, whole.width, high), batches, upright=upright,
                by_hand=settings.machine is None and not settings.shop.die, ink=settings.ink)
        return strips[key]

    def side(stack: Stack, number: int, items: Sequence[Item], note: str = "", *, back: bool = False) -> Page:
        return furniture.page(
            settings.paper, stack.heading, items, game_title=game.title, rights=game.rights,
            note=note, label=f"{code}-{number}{'b' * back}",
            sheet=sheet_code(number, edge, back=back), behind=back)

    for number, (part, sheet) in enumerate(((layout, sheet) for layout in layouts for sheet in layout.sheets), 1):
        stack, mirror, two_sided = part.stack, part.mirror, any(block.batch.backs.duplex for block in sheet)
        corners = part.room.inset(-ASIDE, ARM, ARM, ARM)  # clear of labels and of the ruler on the left
        guided = settings.guides or two_sided or mirror
        items = [*cuts.draw(sheet, part.area if guided else None, outlines=settings.machine is not None,
                            die=settings.shop.die)]
        if mirror or _has_room(sheet, part.room):
            items += strip(sheet, mirror)
        if mirror:
            items += (*cuts.draw_backs(sheet, mirror), *cuts.draw_fold(part.area, mirror))
        if two_sided:
            items.append(backs.crosses(corners))
        # the stack's note is about counters, so a sheet with only markers has another
        note = MARKED if code == "C" and all(block.batch.counted == "marker" for block in sheet) else stack.note
        front = side(stack, number, items, note)
        first = sheet is part.sheets[0]
        yield replace(front, bookmarks=(Bookmark(text.plain(stack.heading)),)) if first else front
        if two_sided:
            behind = Mirror(settings.paper.width / 2)
            back = side(stack, number, (*cuts.draw_backs(sheet, behind), backs.crosses(corners, behind)), back=True)
            yield turned(back, edge, settings.back_offset)
        elif edge:
            yield empty_back(front)


def _singly(noun: str, code: str, stacks: Sequence[Stack], settings: Settings) -> Iterator[Page]:
    """Yield the pieces as pages, A-1, A-1b, A-2 ... with `code` A; if any piece has a back, all have."""
    pieces = [(stack, piece, batch.cut) for stack in stacks for batch in (*stack.batches, *stack.extra)
              for piece in batch.pieces if piece]
    behind = any(piece.back for _, piece, _ in pieces)
    if settings.notes and not settings.shop.die and any(piece.line or piece.form for _, piece, _ in pieces):
        settings.notes.say("cut to rectangles, with white corners beside what is a hex or round: no line to cut by is "
                           "sent to this service", noun)
    before: Stack | None = None
    for number, (stack, piece, cut) in enumerate(pieces, 1):
        front, *back = pages(piece, cut, f"{code}-{number}", settings, backs=behind)
        yield front if stack is before else replace(front, bookmarks=(Bookmark(text.plain(stack.heading)),))
        yield from back
        before = stack


def pages(piece: Piece, cut: Cut, label: str, settings: Settings, *, backs: bool) -> Iterator[Page]:
    """Yield the page of a piece, with folds and, for a die, its outline; with `backs`, also the page of its back."""
    off, (dx, dy) = settings.shop.bleed, settings.back_offset
    size, place = (piece.width + 2 * off, piece.height + 2 * off), IDENTITY.translate(off, off)
    lines: list[tuple[Layer, Item]] = [
        (Layer.SCORE, shapes.line(0, fold.at, piece.width, fold.at, RIDGE if fold.ridge else FOLD))
        for fold in piece.folds]
    if settings.shop.die and piece.line:
        lines.append((Layer.CUT, replace(piece.line, stroke=CUT)))
    elif settings.shop.die and piece.form:
        lines.append((Layer.CUT, shapes.polygon(piece.form.cut, stroke=CUT)))
    elif settings.shop.die and cut.corners:
        lines.append((Layer.CUT, shapes.rounded_rect(0, 0, piece.width, piece.height, cut.corners, stroke=CUT)))
    yield Page(*size, (Group(piece.items, place), *(Group((line,), place, layer=layer) for layer, line in lines)),
               label, bleed=off)
    if backs:
        behind = (Group(piece.back, IDENTITY.translate(off + dx, off + dy)),) if piece.back else ()
        yield Page(*size, behind, f"{label}b", bleed=off)
