"""Counters of units: tents and flat counters at the exact size of their bases, sheet by sheet."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from printshop import products
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game.counters import COUNTERS, MARKERS, MOST_COPIES, MOST_PIECES
from printshop.game.faces import Arrow, Text
from printshop.game.model import NEUTRAL
from printshop.layout.backs import Backs
from printshop.layout.pieces import Batch, Piece
from printshop.problems import Problems, failure
from printshop.products.counters import cutouts, markers, sheets
from printshop.products.counters.faces import Look, Shown
from printshop.products.counters.sheets import Stack
from printshop.products.selection import added, added_units, chosen, units_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.drawing.items import Document
    from printshop.game.counters import CounterKind
    from printshop.game.model import Game, Side, Unit
    from printshop.job import Request, Settings
    from printshop.products.counters.cutouts import Make

TOO_LONG = "give the unit a shorter name for its counters: short: ..."
WHOLE_NAME = "shorten its name, or what stands as 'short': whichever the counter shows here"


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the counters of the units asked for: the kinds that are made by default, or those of `only`.

    Raises PrintshopError for a game without counters, an unknown kind, and, all together, names that are too
    long, pictures that cannot be used and counters that are larger than the page.
    """
    problems = Problems()
    units = units_of(game, request, pieces=True)
    kinds = _kinds(game, request)
    stacks = [stack for kind in kinds
              for stack in _carrying(list(_stacks(kind, kinds, units, game, settings, problems)),
                                     kind, _markers(kind, game, request, settings, problems))]
    problems.raise_if_any()
    document = sheets.document("counters", "C", stacks, game, settings)
    if not document.pages and request.units and not request.scenario:
        raise failure("none of these units has counters", "see the 'units' of every kind in counters.yaml")
    return document


def _markers(
    kind: CounterKind, game: Game, request: Request, settings: Settings, problems: Problems
) -> tuple[Batch, ...]:
    """Return the markers that go with a kind of counter; none for a few units that somebody names or adds."""
    if request.units and not request.scenario:
        return ()
    every = {key: game[MARKERS][key] for key in products.find("markers").beside(game, request.scenario)}
    if added_units(game) and not request.scenario and not request.whole:
        every = added(game, "markers", every)
    return tuple(markers.batches([one for one in every.values() if one.beside == kind.key], settings, problems))


def _carrying(stacks: list[Stack], kind: CounterKind, extra: tuple[Batch, ...]) -> Iterator[Stack]:
    """Give the stacks of a kind, the last one with the markers that go with it."""
    if not extra:
        yield from stacks
        return
    *most, last = stacks or [Stack(kind.title, (), kind.note)]
    yield from (*most, replace(last, batches=(*last.batches, *extra)))


def singly(
    kind: CounterKind, kinds: list[CounterKind], units: Iterable[Unit], settings: Settings, problems: Problems
) -> Iterator[tuple[Unit, Piece]]:
    """Give every counter of a kind, one of `kinds`, by itself with its unit; what does not fit is noted."""
    makers = _Makers(kind, settings)
    for unit in _own(kind, kinds, units, problems):
        size = _size(kind, unit, settings, problems)
        if size:
            yield from ((unit, piece) for piece in _copies(kind, unit, makers.of(unit.side, size), problems))


def _kinds(game: Game, request: Request) -> list[CounterKind]:
    return chosen(game, game[COUNTERS], request, "counter", "counters.yaml", lambda kind: kind.default)


def _stacks(
    kind: CounterKind, kinds: list[CounterKind], units: tuple[Unit, ...], game: Game, settings: Settings,
    problems: Problems
) -> Iterator[Stack]:
    """Give one stack for each side, or one for all; `kinds` are those that are made with it."""
    own = _own(kind, kinds, units, problems)
    if sum(_count(kind, unit, problems) for unit in own) > MOST_PIECES:
        problems.add(kind.span, f"there are more than {MOST_PIECES:,} counters '{kind.key}', copies counted",
                     "name the units that you need")
        return
    sides = [[unit for unit in own if unit.side == side] for side in (*game.sides.values(), NEUTRAL)]
    for group in sides if kind.by_side else [own]:
        if group:
            whose = group[0].side.name if kind.by_side else ""
            batches = tuple(replace(batch, whose=whose) for batch in _batches(kind, group, game, settings, problems))
            yield Stack(kind.title, batches, kind.note, whose)


def _batches(kind: CounterKind, units: list[Unit], game: Game, settings: Settings, problems: Problems
             ) -> Iterator[Batch]:
    """Give a batch for each size, large ones first, the units in their order within it."""
    sized = [(size, unit) for unit in units if (size := _size(kind, unit, settings, problems))]
    sized.sort(key=lambda pair: pair[0], reverse=True)
    makers = _Makers(kind, settings)
    mixed = len({unit.side.key for unit in units}) > 1  # a row, or a block, of its own for each side
    for size, group in groupby(sized, key=lambda pair: pair[0]):
        members = [unit for _, unit in group]
        made = [replace(piece, group=unit.side.name) if mixed else piece
                for unit in members for piece in _copies(kind, unit, makers.of(unit.side, size), problems)]
        if pieces := tuple(made):
            how = cutouts.cut(kind.cutting, settings)
            faces = [face for name, face in kind.faces.items() if name != "back" or how.backs is not Backs.NONE]
            apart = cutouts.differ(faces, across=kind.tent and kind.by_side) and not cutouts.rimmed(kind.base)
            motley = cutouts.motley(kind.faces, kind.base, how)
            yield Batch(_title(kind, members), _written(kind, members[0]), pieces, "counter", apart, mixed, how, motley,
                        ends=_ends(kind, game.words.bow) if kind.tent else "")


def _ends(kind: CounterKind, bow: str) -> str:
    """Return what is to be found on a tent when it stands: words underneath, arrows on its ridge or sides."""
    said = ["the name is underneath"] if any(isinstance(part, Text) for part in kind.faces["flap"]) else []
    arrows = any(isinstance(part, Arrow) for part in kind.faces["profile"])
    said += [f"both arrows point to the {bow}"] if arrows else []
    told = "; ".join(said)
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def _wanted(kind: CounterKind, unit: Unit, problems: Problems) -> bool:
    """Say whether a kind of counter is for a unit; where that hangs on what is not known, it is made."""
    if not kind.only_if:
        return True
    try:
        fits = kind.only_if.evaluate(unit.values)
        return fits is NOT_KNOWN or bool(fits)
    except FormulaError as error:
        problems.add(kind.span, f"'only_if' of counter '{kind.key}' for {unit.title}: {error.message}", error.hint)
        return False


def _own(kind: CounterKind, kinds: list[CounterKind], units: Iterable[Unit], problems: Problems) -> list[Unit]:
    """Return the units that have a counter of a kind; `kinds` are all that are made."""
    return [unit for unit in units if unit.kind == kind.unit_type and _wanted(kind, unit, problems)
            and not _taken(kind, kinds, unit)]


def _taken(kind: CounterKind, kinds: list[CounterKind], unit: Unit) -> bool:
    """Say whether another kind has a unit of which it is not known that this one is for it.

    That is one that is known to be for it or, of those of which none is known, the one that stands first.
    """
    def fit(one: CounterKind) -> object:
        try:
            return one.only_if.evaluate(unit.values) if one.only_if else None
        except FormulaError:  # told where the kind is made
            return None

    if kind.only_if is None or fit(kind) is not NOT_KNOWN:
        return False
    others = [(one, fit(one)) for one in kinds if one.only_if and one.unit_type == kind.unit_type]
    if any(fits is not NOT_KNOWN and fits for _, fits in others):
        return True
    return next(one for one, fits in others if fits is NOT_KNOWN) is not kind


def _copies(kind: CounterKind, unit: Unit, make: Make, problems: Problems) -> Iterator[Piece]:
    """Give a unit's counters, as many as the kind's formula says."""
    for number in range(1, _count(kind, unit, problems) + 1):
        shown = Shown({**unit.values, "copy": number}, unit.art, unit.art_bow)
        hint = WHOLE_NAME if unit.short else TOO_LONG
        piece = cutouts.attempt(partial(make, unit.title, shown, unit.span), unit.title, unit.span, problems, hint,
                                unit.art_at)
        if piece is None:
            return
        yield piece


def _count(kind: CounterKind, unit: Unit, problems: Problems) -> int:
    if not kind.copies:
        return 1
    what = f"'copies' of counter '{kind.key}' for {unit.title}"
    try:
        count = kind.copies.evaluate(unit.values)
    except FormulaError as error:
        problems.add(kind.span, f"{what}: {error.message}", error.hint)
        return 0
    if count is NOT_KNOWN:
        return 1
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MOST_COPIES:
        problems.add(kind.span, f"{what} gives {count}: it must be a whole number, 0 to {MOST_COPIES}")
        return 0
    return count


def _size(kind: CounterKind, unit: Unit, settings: Settings, problems: Problems) -> tuple[float, float] | None:
    """Return beam and length in points; of a piece of hexes, nothing: all are of one size.

    None where there is none: noted, as a mere note where the size is not known.
    """
    if kind.size:
        return kind.size[0].pt, kind.size[1].pt
    if unit.size:
        return unit.size.width.pt, unit.size.length.pt
    if unit.values.get("size") is NOT_KNOWN:
        if settings.notes:
            settings.notes.say(f"left out of counters '{kind.key}': how large it is is not known", unit.title)
        return None
    problems.add(
        unit.span,
        f"{unit.title} has no size class, and counters '{kind.key}' go by size class",
        f"give 'counters: {kind.key}' a size of its own",
    )
    return None


def _title(kind: CounterKind, members: list[Unit]) -> str:
    if kind.base:
        return kind.title
    names = [unit.size.name for unit in members if unit.size and not kind.size]
    return ", ".join(dict.fromkeys(names)) or "Counters"


def _written(kind: CounterKind, unit: Unit) -> str:
    if kind.base:
        return cutouts.hex_size(kind.base)
    size = kind.size or (unit.size and (unit.size.width, unit.size.length))
    return f"{'base ' if kind.tent else ''}{cutouts.dimensions(*size)}" if size else ""


class _Makers:
    """What makes the counters of a kind: one for each side and size, so that what they share is laid out once."""

    def __init__(self, kind: CounterKind, settings: Settings) -> None:
        self._kind, self._settings = kind, settings
        self._makers: dict[tuple[str, tuple[float, float]], Make] = {}

    def of(self, side: Side, size: tuple[float, float]) -> Make:
        """Return what makes the counters of a side that have a size: beam and length, in points."""
        if (side.key, size) not in self._makers:
            self._makers[side.key, size] = self._made(side, size)
        return self._makers[side.key, size]

    def _made(self, side: Side, size: tuple[float, float]) -> Make:
        kind, faces, how = self._kind, self._kind.faces, cutouts.cut(self._kind.cutting, self._settings)
        look = Look(self._settings.ink, side, "up" if kind.up and not kind.tent else "right", drawn=kind.drawn)
        if kind.base:
            return cutouts.hexagonal(kind.base, faces["front"], faces["back"], look, how)
        if kind.tent:
            return cutouts.tent(size, faces["profile"], faces["flap"], look, how)
        return cutouts.flat(size if kind.up else size[::-1], faces["front"], faces["back"], look, how)
