"""Counters of units: tents and flat counters at the exact size of their bases, sheet by sheet."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from printshop.drawing.items import Document
from printshop.layout.sheets import Batch, Piece
from printshop.problems import Problems, failure
from printshop.products import cutouts
from printshop.products.cutouts import Stack
from printshop.products.faces import Look
from printshop.products.product import Product, Request, Settings, chosen, units_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.counters import CounterKind
    from printshop.game.model import Game, Unit

TOO_LONG = "give the unit a shorter name for its counters: short: ..."


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the counters of the units asked for: the kinds that are made by default, or those of `only`.

    Raises PrintshopError for a game without counters, an unknown kind, and, all together, names that are too
    long, pictures that cannot be used and counters that are larger than the page.
    """
    problems = Problems()
    units = units_of(game, request)
    made = [(kind, list(_stacks(kind, units, game, settings, problems))) for kind in _kinds(game, request)]
    problems.raise_if_any()
    pages = tuple(
        page
        for number, (kind, stacks) in enumerate(made)
        for page in cutouts.pages(stacks, game, settings, kind.title, kind.note, _code(number, made))
    )
    if not pages and request.units and not request.scenario:
        raise failure("none of these units has counters", "see the 'units' of every kind in counters.yaml")
    return Document(f"{game.title}: counters", pages, subject="counters", keywords=(game.title, "counters"))


def _code(number: int, made: list[tuple[CounterKind, list[Stack]]]) -> str:
    return "C" if len(made) == 1 else f"C{chr(ord('a') + number % 26)}"


def _kinds(game: Game, request: Request) -> list[CounterKind]:
    return chosen(game, game.counters, request, "counter", "counters.yaml", lambda kind: kind.default)


def _stacks(
    kind: CounterKind, units: tuple[Unit, ...], game: Game, settings: Settings, problems: Problems
) -> Iterator[Stack]:
    """Give one stack for each side, or one for all."""
    own = [unit for unit in units if unit.kind == kind.unit_type]
    sides = [[unit for unit in own if unit.side == side] for side in game.sides.values()]
    for group in sides if kind.by_side else [own]:
        if group:
            batches = tuple(_batches(kind, group, settings, problems))
            yield Stack(group[0].side.name if kind.by_side else "", batches)


def _batches(kind: CounterKind, units: list[Unit], settings: Settings, problems: Problems) -> Iterator[Batch]:
    """Give a batch for each size, large ones first, the units in their order within it."""
    sized = [(size, unit) for unit in units if (size := _size(kind, unit, problems))]
    sized.sort(key=lambda pair: pair[0], reverse=True)
    for size, group in groupby(sized, key=lambda pair: pair[0]):
        members = [unit for _, unit in group]
        made = [
            cutouts.attempt(partial(_piece, kind, unit, size, settings), unit.title, unit.span, problems, TOO_LONG)
            for unit in members
        ]
        if pieces := tuple(piece for piece in made if piece):
            apart = cutouts.differ(kind.faces.values(), across=kind.tent and kind.by_side)
            yield Batch(_title(kind, members), _written(kind, members[0]), pieces, "counter", apart)


def _size(kind: CounterKind, unit: Unit, problems: Problems) -> tuple[float, float] | None:
    """Return beam and length in points."""
    if kind.size:
        return kind.size[0].pt, kind.size[1].pt
    if unit.size:
        return unit.size.width.pt, unit.size.length.pt
    problems.add(
        unit.span,
        f"{unit.title} has no size class, and counters '{kind.key}' go by size class",
        f"give 'counters: {kind.key}' a size of its own",
    )
    return None


def _title(kind: CounterKind, members: list[Unit]) -> str:
    names = [unit.size.name for unit in members if unit.size and not kind.size]
    return ", ".join(dict.fromkeys(names)) or "Counters"


def _written(kind: CounterKind, unit: Unit) -> str:
    size = kind.size or (unit.size and (unit.size.width, unit.size.length))
    return f"{'base ' if kind.tent else ''}{cutouts.dimensions(*size)}" if size else ""


def _piece(kind: CounterKind, unit: Unit, size: tuple[float, float], settings: Settings) -> Piece:
    starboard = Look(unit.values, settings.ink, unit.side, unit.art)
    if kind.tent:
        port = Look(unit.values, settings.ink, unit.side, unit.art, bow="left")
        return cutouts.tent(unit.title, size, kind.faces["profile"], kind.faces["flap"], (port, starboard), unit.span)
    beam, length = size
    return cutouts.flat(unit.title, (length, beam), kind.faces["front"], kind.faces["back"], starboard, unit.span)


PRODUCT = Product(
    name="counters",
    summary="Counters at the exact size of their bases: folded into tents, or flat.",
    material="card, 160 to 200 g/m²",
    hint="Score the folds before you fold, and glue the flaps.",
    build=build,
)
