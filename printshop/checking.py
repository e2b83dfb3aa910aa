"""Check a game completely by laying out all of its products: a name may be too long, or a picture broken."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from printshop import products
from printshop.catalogue import Changes
from printshop.drawing import art
from printshop.drawing.notes import Notes
from printshop.drawing.text import plain
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game import counters
from printshop.game.counters import COUNTERS
from printshop.game.fleets import Asked
from printshop.game.maps import MAPS
from printshop.game.model import Apart, Game, in_series
from printshop.game.pictures import files_in
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.layout.backs import Backs
from printshop.loading import load
from printshop.problems import PrintshopError, Problem, Problems, few, some
from printshop.products.pack import assemble, assemble_fleet, make, make_fleet
from printshop.products.product import Product, added, added_units, overspent, unit_warnings
from printshop.products.safely import larger_paper
from printshop.workshop.fleets import find_fleet, open_fleet


def examine(folder: Path, changes: Changes, how: Settings, problems: Problems) -> tuple[Game, Notes]:
    """Load a game, lay out all of it and add every problem; return the game and its warnings. Raises PrintshopError."""
    game, notes = load(folder, *changes, sound=True), Notes()
    problems.extend(game.apart.problems)
    game, how = replace(game, apart=Apart()), replace(how, notes=notes, trial=True)
    for request, product in _requests(game):
        # With backs on the other side of the sheet a cutout has less room for text: both ways are tried.
        entries = [entry for key, entry in product.entries(game).items() if key in request.only]
        backed = any((getattr(entry, "back", None) or getattr(entry, "faces", {}).get("back"))
                     and getattr(entry, "backs", "") != Backs.LONG.value for entry in entries)
        for way in (how, replace(how, backs=Backs.LONG)) if backed and how.backs is None else (how,):
            build = partial(product.build, game, request)
            try:
                deque(build(way).pages, maxlen=0)
            except PrintshopError as error:
                usual = {*request.only} & {*product.wanted(game)}
                larger = "" if usual else larger_paper(build, way)
                if not larger:  # else only the default paper is too small, and the entry is printed on request
                    _add(error, problems)
                for problem in error.problems if larger else ():
                    where = f"{problem.span}: " if problem.span else ""
                    notes.say(f"{where}{problem.message}; it is printed only when asked for, and fits {larger}")
    for scenario in game[SCENARIOS].values():
        try:
            assemble(game, scenario, tuple(make(game, scenario, how)), how)
        except PrintshopError as error:
            _add(error, problems)
    return game, notes


def check_fleet(path: Path, game: str, changes: Changes, how: Settings) -> tuple[Game, str, list[str]]:
    """Lay out a fleet; return its game, a summary of the fleet, and its warnings. Raises PrintshopError."""
    notes = Notes()
    how = replace(how, notes=notes)
    loaded, fleet = open_fleet(find_fleet(str(path)), Asked(), game, changes)
    assemble_fleet(loaded, fleet, tuple(make_fleet(loaded, fleet, how)), how)
    return loaded, f"{path}: a fleet of {some(len(fleet.ships), 'unit')}", [*map(plain, fleet.warnings), *notes]


def _add(error: PrintshopError, problems: Problems) -> None:
    """Add the problems of an error that are not there yet; numbers are ignored, so that copies of a unit count once."""

    def wording(problem: Problem) -> tuple[object, str]:
        return problem.span, re.sub(r"[- ]?\b\d+\b", "", problem.message)

    wordings = {*map(wording, problems)}
    problems.extend(problem for problem in error.problems if wording(problem) not in wordings)


def _requests(game: Game) -> Iterator[tuple[Request, Product]]:
    """Yield requests for all entries of every product, also those printed only on request, and for blank forms."""
    for product in (product for product in products.there_for(game) if not product.refuses_only):
        all_keys, usual = (*product.entries(game),), product.wanted(game)
        for only in (tuple(key for key in all_keys if key in usual), *((key,) for key in all_keys if key not in usual)):
            if only:
                yield Request(only=only, whole=True), product
            if only and product.filled:
                yield Request(only=only, blank=1, whole=True), product


def warnings(game: Game) -> Iterator[str]:
    """Yield warnings about the units, faces, drawings and hexes of a game, or about its additions to another game."""
    units = (*added_units(game),) if game.base else (*game.units.values(),)
    yield from unit_warnings(game, units)
    yield from overspent((added(game, "scenarios", game[SCENARIOS]) if game.base else game[SCENARIOS]).values())
    copies = in_series(units)
    for kind in game[COUNTERS].values():
        printed = [(unit.title, {**unit.values, "copy": 1}) for unit in copies
                   if unit.kind == kind.unit_type and unit.copies]
        for name, face in kind.faces.items():
            for number, part in enumerate(face, 1):
                left_out: dict[str, None] = {}
                for title, values in printed if part.only_if else ():
                    with suppress(FormulaError):  # reported when the counter was laid out
                        if part.only_if and part.only_if.evaluate(values) is NOT_KNOWN:
                            left_out[title] = None
                if left_out and part.only_if:
                    yield (f"counter '{kind.key}': part {number} of '{name}' is left out for {few([*left_out])}"
                           f": whether {part.only_if.text} is not known")
    for path in files_in(game.pictures.folders[0]):
        with suppress(art.ArtError):  # if a product uses the drawing, the error has been reported
            if path.suffix == ".svg":
                yield from (f"{path.name}: {warning}" for warning in art.read_svg(path).warnings)
    own_maps = added(game, "maps", dict(game[MAPS]))
    yield from counters.warnings(replace(game, sections={**game.sections, "maps": own_maps}) if game.base else game)


def idle_pictures(game: Game) -> Iterator[str]:
    """Yield the pictures that nothing asked for, of a game whose products have all been made."""
    if game.root.is_dir():  # games in one file may share the folder art/ with others
        yield from (f"art/{name}: nothing names this picture" for name in game.pictures.idle())
