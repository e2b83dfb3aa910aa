"""Checking a game's data to the end: what loads may still hold a name too long or a picture that is none."""

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
    """Load a game, lay out all of it and note every problem; return it, and what is odd. Raises PrintshopError."""
    game, notes = load(folder, *changes, sound=True), Notes()
    problems.extend(game.apart.problems)
    game, how = replace(game, apart=Apart()), replace(how, notes=notes, trial=True)
    for request, product in _requests(game):
        # On the other side of a sheet a thing has less room for words.
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
                if not larger:  # else it does not fit what it is usually printed on, and is made only when asked for
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
    """Lay out a fleet; return its game, what there is of it, and what is odd. Raises PrintshopError."""
    notes = Notes()
    how = replace(how, notes=notes)
    loaded, fleet = open_fleet(find_fleet(str(path)), Asked(), game, changes)
    assemble_fleet(loaded, fleet, tuple(make_fleet(loaded, fleet, how)), how)
    return loaded, f"{path}: a fleet of {some(len(fleet.ships), 'unit')}", [*map(plain, fleet.warnings), *notes]


def _add(error: PrintshopError, problems: Problems) -> None:
    """Note the problems of an error that have not been told in other words, or of another numbered copy of a unit."""

    def wording(problem: Problem) -> tuple[object, str]:
        return problem.span, re.sub(r"[- ]?\b\d+\b", "", problem.message)

    wordings = {*map(wording, problems)}
    problems.extend(problem for problem in error.problems if wording(problem) not in wordings)


def _requests(game: Game) -> Iterator[tuple[Request, Product]]:
    """Give every piece of every product, those too that are printed only when asked for; and blank forms."""
    for product in (product for product in products.there_for(game) if not product.refuses_only):
        all_keys, usual = (*product.entries(game),), product.wanted(game)
        for only in (tuple(key for key in all_keys if key in usual), *((key,) for key in all_keys if key not in usual)):
            if only:
                yield Request(only=only, whole=True), product
            if only and product.filled:
                yield Request(only=only, blank=1, whole=True), product


def warnings(game: Game) -> Iterator[str]:
    """Give what is odd about the units, faces, drawings and hexes of a game, or about what it adds to another."""
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
                    with suppress(FormulaError):  # making the counter has told
                        if part.only_if and part.only_if.evaluate(values) is NOT_KNOWN:
                            left_out[title] = None
                if left_out and part.only_if:
                    yield (f"counter '{kind.key}': part {number} of '{name}' is left out for {few([*left_out])}"
                           f": whether {part.only_if.text} is not known")
    for path in files_in(game.pictures.folders[0]):
        with suppress(art.ArtError):  # a drawing that nothing uses: what uses it has been reported
            if path.suffix == ".svg":
                yield from (f"{path.name}: {warning}" for warning in art.read_svg(path).warnings)
    own_maps = added(game, "maps", dict(game[MAPS]))
    yield from counters.warnings(replace(game, sections={**game.sections, "maps": own_maps}) if game.base else game)


def idle_pictures(game: Game) -> Iterator[str]:
    """Give the pictures that nothing has asked for, of a game of which all products have been made."""
    if game.root.is_dir():  # beside a game in one file there may be others, which share its art/
        yield from (f"art/{name}: nothing names this picture" for name in game.pictures.idle())
