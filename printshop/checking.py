"""Checking a game's data to the end: what loads may still hold a name too long or a picture that is none."""

from __future__ import annotations

import re
from collections import deque
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from printshop import products
from printshop.drawing import art
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game import counters
from printshop.game.counters import COUNTERS
from printshop.game.maps import MAPS
from printshop.game.model import Apart, in_series
from printshop.game.pictures import files_in
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request
from printshop.layout.backs import Backs
from printshop.loading import load_sound
from printshop.problems import PrintshopError, Problems, few
from printshop.products.pack import assemble, assemble_fleet, make, make_fleet
from printshop.products.safely import larger_paper, odd
from printshop.products.selection import added, added_units, overspent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.catalogue import Changes
    from printshop.expressions import Formula
    from printshop.game.model import Game, Unit
    from printshop.job import Settings
    from printshop.problems import Problem
    from printshop.products.product import Product
    from printshop.workshop.fleets import Opened


def examine(folder: Path, changes: Changes, how: Settings, problems: Problems) -> Game:
    """Load a game, lay out all that is sound of it, and note every problem found.

    What is printed only when it is asked for and does not fit is a note, with the paper on which it would. Raises
    PrintshopError if nothing of the game can be used.
    """
    game = load_sound(folder, *changes)
    problems.extend(game.apart.problems)
    game = replace(game, apart=Apart())
    for request, product in _requests(game):
        both = how.backs is None and _has_backs(game, product, request)
        for way in (how, replace(how, backs=Backs.LONG)) if both else (how,):
            build = partial(product.build, game, request)
            try:
                deque(build(way).pages, maxlen=0)
            except PrintshopError as error:
                usual = {*request.only} & {*product.wanted(game)}
                larger = "" if usual else larger_paper(build, way)
                if not larger:
                    _add(error, problems)
                for problem in error.problems if larger and how.notes else ():
                    assert how.notes
                    where = f"{problem.span}: " if problem.span else ""
                    how.notes.say(f"{where}{problem.message}; it is printed only when asked for, and fits {larger}")
    for scenario in game[SCENARIOS].values():
        try:
            assemble(game, scenario, tuple(make(game, scenario, how)), how)
        except PrintshopError as error:
            _add(error, problems)
    return game


def _has_backs(game: Game, product: Product, request: Request) -> bool:
    """Say whether anything that is asked for has a back: on the other side of a sheet it has less room for words."""
    things = [thing for key, thing in product.things(game).items() if key in request.only]
    return any(getattr(thing, "back", None) or getattr(thing, "faces", {}).get("back") for thing in things)


def check_fleet(path: Path, game: str, changes: Changes, how: Settings) -> Opened:
    """Read a fleet and lay out all of its pages, writing none; `game` goes before what the file says.

    `how` takes down what is odd on pages. Raises PrintshopError with every problem of the fleet.
    """
    from printshop.game.fleets.fleets import Asked
    from printshop.workshop.fleets import open_fleet  # games are checked without any of these

    opened = open_fleet(path, Asked(), game, changes)
    assemble_fleet(opened.game, opened.fleet, tuple(make_fleet(opened.game, opened.fleet, how)), how)
    return opened


def _add(error: PrintshopError, problems: Problems) -> None:
    """Note the problems of an error that have not been told in other words, or of another numbered copy of a unit."""

    def said(problem: Problem) -> tuple[object, str]:
        return problem.span, re.sub(r"[- ]?\b\d+\b", "", problem.message)

    known = {*map(said, problems)}
    problems.extend(problem for problem in error.problems if said(problem) not in known)


def _requests(game: Game) -> Iterator[tuple[Request, Product]]:
    """Give every piece of every product, those too that are printed only when asked for; and blank forms."""
    for product in (product for product in products.there_for(game) if not product.refuses_only):
        every, usual = (*product.things(game),), product.wanted(game)
        for only in (tuple(key for key in every if key in usual), *((key,) for key in every if key not in usual)):
            if only:
                yield Request(only=only, whole=True), product
            if only and product.filled:
                yield Request(only=only, blank=1, whole=True), product


def warnings(game: Game) -> Iterator[str]:
    """Give what is odd about units, left out of counters or drawings, and hexes too small for their counters.

    Of a game that extends another, only what it adds itself counts: the rest is told of that one.
    """
    units = (*added_units(game),) if game.base else (*game.units.values(),)
    yield from odd(units)
    yield from overspent((added(game, "scenarios", game[SCENARIOS]) if game.base else game[SCENARIOS]).values())
    copies = in_series(units)
    for kind in game[COUNTERS].values():
        own = [unit for unit in copies if unit.kind == kind.unit_type and unit.copies]
        for name, face in kind.faces.items():
            for number, part in enumerate(face, 1):
                left_out = dict.fromkeys(unit.title for unit in own if part.only_if and _open(part.only_if, unit))
                if left_out and part.only_if:
                    yield (f"counter '{kind.key}': part {number} of '{name}' is left out for {few([*left_out])}"
                           f": whether {part.only_if.text} is not known")
    for path in files_in(game.pictures.folders[0]) if game.pictures else ():
        with suppress(art.ArtError):  # a drawing that nothing uses: what uses it has been reported
            if path.suffix == ".svg":
                yield from (f"{path.name}: {warning}" for warning in art.read_svg(path).warnings)
    own_maps = added(game, "maps", dict(game[MAPS]))
    yield from counters.warnings(replace(game, sections={**game.sections, "maps": own_maps}) if game.base else game)


def _open(only_if: Formula, unit: Unit) -> bool:
    """Return whether it is not known if a part is there for a unit."""
    try:
        return only_if.evaluate({**unit.values, "copy": 1}) is NOT_KNOWN
    except FormulaError:
        return False  # making the counter has told


def idle_pictures(game: Game) -> Iterator[str]:
    """Give the pictures that nothing has asked for, of a game of which all products have been made."""
    if game.pictures and game.root.is_dir():  # beside a game in one file there may be others, which share its art/
        yield from (f"art/{name}: nothing names this picture" for name in game.pictures.idle())
