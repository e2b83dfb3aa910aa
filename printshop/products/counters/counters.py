"""Products `counters` (tents and flat pieces at the exact size of their bases) and `markers` for the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from itertools import groupby

from printshop import products
from printshop.drawing.items import Document, Symbol, Use
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game.counters import COUNTERS, MARKERS, MOST_COPIES, MOST_PIECES, CounterKind, MarkerKind
from printshop.game.model import NEUTRAL, Game, Side, Unit
from printshop.job import Request, Settings
from printshop.layout.backs import Backs
from printshop.layout.pieces import Batch, Piece
from printshop.parts import hexes
from printshop.parts.faces import Arrow, Ground, Look, Shown, Text
from printshop.parts.manoeuvres import Window
from printshop.problems import Problems, failure
from printshop.products.counters import cutouts, sheets
from printshop.products.counters.cutouts import Make
from printshop.products.counters.sheets import Stack
from printshop.products.product import added, added_units, chosen, units_of
from printshop.units import set_fractions

Size = tuple[float, float]

TOO_LONG = "give the unit a shorter name for its counters: short: ..."
DIAL = ("cut window and hole out first; the disc with the window lies on top, the one with the slots below it, both "
        "printed side up, on a pin through both holes")
MARKER_TOO_LONG = "shorten the text, allow it a smaller size (smallest: 5 pt), or make the marker larger"
MIXED = "Counters and markers"
_WHOLE_NAME = "shorten its name, or what stands as 'short': whichever the counter shows here"


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the requested counters; markers that go with them fill their last sheets.

    Raises PrintshopError for all problems together: names that are too long, bad pictures, pieces too large.
    """
    problems, loose, all_stacks = Problems(), {}, list[Stack]()
    units = units_of(game, request, pieces=True)
    kinds = chosen(game, game[COUNTERS], request, "counter", "counters.yaml")
    if request.scenario or not request.units:
        loose = {key: in_number(game[MARKERS][key], request)
                 for key in products.find("markers").beside(game, request.scenario)}
        if added_units(game) and not request.scenario and not request.whole:
            loose = added(game, "markers", loose)
    for kind in kinds:
        stacks = list(_stacks(kind, kinds, units, game, settings, problems))
        if extra := tuple(marker_batches([marker for marker in loose.values() if marker.beside == kind.key], settings,
                                         problems)):
            stacks = [replace(stack, title=MIXED) for stack in stacks or [Stack(kind.title, (), kind.note)]]
            stacks[-1] = replace(stacks[-1], extra=extra)
        all_stacks += stacks
    problems.raise_if_any()
    document = sheets.document("counters", "C", all_stacks, game, settings)
    if not document.pages and request.units and not request.scenario:
        raise failure("none of these units has counters", "see the 'units' of every kind in counters.yaml")
    return document


def singly(kind: CounterKind, kinds: list[CounterKind], units: Iterable[Unit], settings: Settings, problems: Problems
           ) -> Iterator[tuple[Unit, Piece]]:
    """Yield each counter of a kind, one of `kinds`, with its unit; report what does not fit."""
    make = _maker(kind, settings)
    for unit in _units_with(kind, kinds, units, problems):
        if size := _size(kind, unit, settings, problems):
            yield from ((unit, piece) for piece in _copies(kind, unit, make(unit.side, size), problems))


def _stacks(kind: CounterKind, kinds: list[CounterKind], units: tuple[Unit, ...], game: Game, settings: Settings,
            problems: Problems) -> Iterator[Stack]:
    """Yield one stack for each side, or one for all; `kinds` has all kinds that are made."""
    members = _units_with(kind, kinds, units, problems)
    if sum(_count(kind, unit, problems) for unit in members) > MOST_PIECES:
        problems.add(kind.span, f"there are more than {MOST_PIECES:,} counters '{kind.key}', copies counted",
                     "name the units that you need")
        return
    sides = (*game.sides.values(), NEUTRAL) if kind.by_side else ()
    groups = [(side.name, [unit for unit in members if unit.side == side]) for side in sides] or [("", members)]
    for side_name, group in groups:
        if group:
            batches = _batches(kind, group, game.words.bow, settings, problems)
            yield Stack(kind.title, tuple(replace(batch, whose=side_name) for batch in batches), kind.note, side_name)


def _batches(kind: CounterKind, units: list[Unit], bow: str, settings: Settings, problems: Problems) -> Iterator[Batch]:
    """Yield a batch for each size, largest first; units keep their order within it."""
    sized = [(size, unit) for unit in units if (size := _size(kind, unit, settings, problems))]
    sized.sort(key=lambda pair: pair[0], reverse=True)
    make, how = _maker(kind, settings), cutouts.cut(kind, settings)
    mixed = len({unit.side.key for unit in units}) > 1  # each side has a row, or a block
    faces = [face for name, face in kind.faces.items() if name != "back" or how.backs is not Backs.NONE]
    apart = cutouts.differ(faces, across=kind.tent and kind.by_side) and not (kind.base and kind.base.zones)
    motley = cutouts.motley(kind.faces, kind.base, how)
    ends = []  # words for the last step: what a finished piece shows
    if kind.tent and any(isinstance(part, Text) for part in kind.faces["flap"]):
        ends.append("the name is underneath")
    if kind.tent and any(isinstance(part, Arrow) for part in kind.faces["profile"]):
        ends.append(f"both arrows point to the {bow}")
    if any(isinstance(part, Window) for face in faces for part in face):
        ends.append(DIAL)
    words = f"{'; '.join(ends)}." if ends else ""
    for size, group in groupby(sized, key=lambda pair: pair[0]):
        members = [unit for _, unit in group]
        pieces = tuple(replace(piece, group=unit.side.name) if mixed else piece
                       for unit in members for piece in _copies(kind, unit, make(unit.side, size), problems))
        if pieces:
            yield Batch(*_title_and_size(kind, members), pieces, "counter", apart, mixed, how, motley,
                        ends=words[:1].upper() + words[1:])


def _title_and_size(kind: CounterKind, members: list[Unit]) -> tuple[str, str]:
    """Return the title of a batch, and its size in words."""
    if kind.base:
        return kind.title, cutouts.hex_size(kind.base)
    names = [unit.size.name for unit in members if unit.size and not kind.size]
    first = members[0].size
    size = kind.size or (first and (first.width, first.length))
    return (", ".join(dict.fromkeys(names)) or "Counters",
            f"{'base ' if kind.tent else ''}{cutouts.dimensions(*size)}" if size else "")


def _units_with(kind: CounterKind, kinds: list[CounterKind], units: Iterable[Unit], problems: Problems) -> list[Unit]:
    """Return the units that get a counter of a kind; `kinds` has all kinds that are made.

    If it is not known which of several kinds suits a unit, it gets the first of them, unless another is known to suit.
    """
    rivals = [(other, other.only_if) for other in kinds if other.only_if and other.unit_type == kind.unit_type]

    def fits(unit: Unit) -> bool:
        try:
            holds = kind.only_if.evaluate(unit.values) if kind.only_if else True
        except FormulaError as error:
            problems.add(kind.span, f"'only_if' of counter '{kind.key}' for {unit.title}: {error.message}", error.hint)
            return False
        if holds is not NOT_KNOWN:
            return bool(holds)
        first = None
        for other, only_if in rivals:
            with suppress(FormulaError):  # reported when that kind is made
                rival_holds = only_if.evaluate(unit.values)
                if rival_holds is NOT_KNOWN:
                    first = first or other
                elif rival_holds:
                    return False
        return first is kind

    return [unit for unit in units if unit.kind == kind.unit_type and fits(unit)]


def _copies(kind: CounterKind, unit: Unit, make: Make, problems: Problems) -> Iterator[Piece]:
    """Yield a unit's counters, as many as the kind's formula says."""
    for number in range(1, _count(kind, unit, problems) + 1):
        shown = Shown({**unit.values, "copy": number}, unit.art, unit.art_bow)
        piece = cutouts.attempt(partial(make, unit.title, shown, unit.span), unit.title, unit.span, problems,
                                _WHOLE_NAME if unit.short else TOO_LONG, unit.art_at)
        if piece is None:
            return
        yield piece


def _count(kind: CounterKind, unit: Unit, problems: Problems) -> int:
    what = f"'copies' of counter '{kind.key}' for {unit.title}"
    try:
        count = kind.copies.evaluate(unit.values) if kind.copies else 1
    except FormulaError as error:
        problems.add(kind.span, f"{what}: {error.message}", error.hint)
        return 0
    if count is NOT_KNOWN:
        return 1
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COPIES:
        problems.add(kind.span, f"{what} gives {count}: it must be a whole number, 0 to {MOST_COPIES}")
        return 0
    return count


def _size(kind: CounterKind, unit: Unit, settings: Settings, problems: Problems) -> Size | None:
    """Return beam and length in points; None, and report it, if there is no size or it is not known."""
    if kind.size:
        return kind.size[0].pt, kind.size[1].pt
    if unit.size:
        return unit.size.width.pt, unit.size.length.pt
    if unit.values.get("size") is not NOT_KNOWN:
        problems.add(unit.span, f"{unit.title} has no size class, and counters '{kind.key}' go by size class",
                     f"give 'counters: {kind.key}' a size of its own")
    elif settings.notes:
        settings.notes.say(f"left out of counters '{kind.key}': how large it is is not known", unit.title)
    return None


def _maker(kind: CounterKind, settings: Settings) -> Callable[[Side, Size], Make]:
    """Return a function that makes counters of a kind for a side and a size.

    It is cached by side and size, because these counters share their drawing.
    """
    faces, how = kind.faces, cutouts.cut(kind, settings)

    @cache
    def maker(side: Side, size: Size) -> Make:
        look = Look(settings.ink, side, "up" if kind.up and not kind.tent else "right", round=kind.round,
                    drawn=kind.drawn)
        if kind.base:
            return cutouts.hexagonal(kind.base, faces["front"], faces["back"], look, how)
        if kind.tent:
            return cutouts.tent(size, faces["profile"], faces["flap"], look, how)
        return cutouts.flat(size if kind.up else size[::-1], faces["front"], faces["back"], look, how)

    return maker


# --- markers ---


def build_markers(game: Game, request: Request, settings: Settings) -> Document:
    """Return the requested markers on sheets of their own. Raises PrintshopError for all problems together."""
    problems, product = Problems(), products.find("markers")
    usual, on = product.wanted(game), dict[str, list[MarkerKind]]()
    for kind in chosen(game, product.entries(game), request, "marker", "markers.yaml",
                       lambda kind: kind.default and (kind.key in usual or not usual)):
        on.setdefault(kind.sheet or "Markers", []).append(in_number(kind, request))
    stacks = [Stack(title, tuple(marker_batches(kinds, settings, problems)), f"to print on {product.material}")
              for title, kinds in on.items()]
    problems.raise_if_any()
    return sheets.document("markers", "M", stacks, game, settings)


def in_number(kind: MarkerKind, request: Request) -> MarkerKind:
    """Return a kind of marker with the number of copies that the scenario sets, if it sets one."""
    count = request.scenario.counts.get(kind.key) if request.scenario else None
    return replace(kind, copies=(count,) * len(kind.each)) if count else kind


def marker_batches(kinds: Iterable[MarkerKind], settings: Settings, problems: Problems) -> Iterator[Batch]:
    """Yield a batch for each shape and ground; its markers are cut out of one grid, edge to edge."""
    alike: dict[object, list[MarkerKind]] = {}
    for kind in kinds:
        how = cutouts.cut(kind, settings)
        back = kind.back if how.backs is not Backs.NONE else ()
        grounds = tuple(part.color for part in (*kind.front, *back)
                        if isinstance(part, Ground) and part.shape == "face")
        form = hexes.form_of(kind.base) if kind.base else None
        width, height = kind.size
        alike.setdefault((width.pt, height.pt, kind.shape, bool(back), grounds, form, how, kind.side and kind.side.key),
                         []).append(kind)
    for group in alike.values():
        first, how = group[0], cutouts.cut(group[0], settings)
        if pieces := tuple(piece for kind in group for piece in marker_copies(kind, settings, problems)):
            faces = [face for kind in group for face in (kind.front, *([kind.back] * (how.backs is not Backs.NONE)))]
            size = (cutouts.hex_size(first.base) if first.base else
                    f"round, {set_fractions(first.size[0].text)}" if first.round else cutouts.dimensions(*first.size))
            yield Batch(sheets.together([kind.title for kind in group], "marker"), size, pieces, "marker",
                        cutouts.differ(faces) and not first.base, cut=how, whose=first.side.name if first.side else "")


def marker_copies(kind: MarkerKind, settings: Settings, problems: Problems) -> Iterator[Piece]:
    """Yield all copies of a marker; faces are symbols, so that a file has them once for all copies."""
    look, how = Look(settings.ink, kind.side, round=kind.round, drawn=kind.drawn), cutouts.cut(kind, settings)
    make = (cutouts.hexagonal(kind.base, kind.front, kind.back, look, how) if kind.base else
            cutouts.flat((kind.size[0].pt, kind.size[1].pt), kind.front, kind.back, look, how))
    for label, copies in zip(kind.each, kind.copies, strict=True):
        name, shown = f"{kind.title} {label}".strip(), Shown({"title": kind.title, "each": label})
        if piece := cutouts.attempt(partial(make, name, shown, kind.span), name, kind.span, problems, MARKER_TOO_LONG):
            bounds = (-how.bleed, -how.bleed, piece.width + how.bleed, piece.height + how.bleed)
            back = (Use(Symbol(f"{piece.name}, back", piece.back, bounds)),) if piece.back else ()
            front = (Use(Symbol(piece.name, piece.items, bounds)),)
            yield from [replace(piece, items=front, group=kind.title, back=back)] * copies
