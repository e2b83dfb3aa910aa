"""Check a game completely by laying out all of its products.

For example, a name may be too long, or a picture may be broken. If a game only adds units and scenarios to another
game, only the products of these units and scenarios are laid out. All other products are the same as those of the other
game, and are laid out when that game is checked.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from printshop import products
from printshop.drawing import artwork
from printshop.drawing.page_warnings import PageWarnings
from printshop.drawing.text import strip_markup
from printshop.elements.tracks import Track
from printshop.fleet_files import find_fleet_file, load_fleet
from printshop.formulas import NOT_KNOWN, FormulaError
from printshop.game import counters
from printshop.game.counters import COUNTERS
from printshop.game.fleets import FleetOptions
from printshop.game.forms.cells import walk_cells
from printshop.game.forms.model import FORMS
from printshop.game.maps import MAPS
from printshop.game.model import BrokenParts, Game, Unit, number_units
from printshop.game.pictures import find_pictures
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import GameOverrides
from printshop.layout.duplex import BackMode
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problem, Problems, Span, join_first_names, pluralize
from printshop.products.build import find_larger_paper
from printshop.products.packs import make_pack
from printshop.products.product import (
    Product,
    find_added_entries,
    find_added_units,
    find_default_keys,
    find_entries,
    find_entry_unit_type,
    list_scenario_warnings,
    list_unit_warnings,
)


def check_game(folder: Path, overrides: GameOverrides, settings: PrintSettings,
               problems: Problems) -> tuple[Game, PageWarnings]:
    """Load a game, lay out all of its products and add every problem.

    Return the game and its warnings. Raises PrintshopError if the game cannot be loaded.
    """
    game, page_warnings = read_game(folder, *overrides, skip_broken=True), PageWarnings()
    problems.extend(game.broken.problems)
    game, settings = replace(game, broken=BrokenParts()), replace(settings, page_warnings=page_warnings, dry_run=True)
    for request, product in _list_requests(game):
        # With backs on the other side of the sheet a cutout has less room for text: both ways are tried.
        entries = [entry for key, entry in find_entries(product, game).items() if key in request.only_keys]
        has_backs = any((getattr(entry, "back_key", None) or getattr(entry, "faces", {}).get("back"))
                        and getattr(entry, "backs", "") != BackMode.LONG.value for entry in entries)
        for variant in (
            (settings, replace(settings, backs=BackMode.LONG)) if has_backs and settings.backs is None else (settings,)
        ):
            build = partial(product.build, game, request)
            try:
                deque(build(variant).pages, maxlen=0)
            except PrintshopError as error:
                is_default = {*request.only_keys} & {*find_default_keys(product, game)}
                larger_paper_name = "" if is_default else find_larger_paper(build, variant)
                # else only the default paper is too small, and the entry is printed on request
                if not larger_paper_name:
                    _add_new_problems(error, problems)
                for problem in error.problems if larger_paper_name else ():
                    position_text = f"{problem.span}: " if problem.span else ""
                    page_warnings.add(f"{position_text}{problem.message}; this entry is printed only on request, "
                                      f"and fits on {larger_paper_name}")
    scenarios = game[SCENARIOS]
    if game.adds_only_units:
        scenarios = find_added_entries(game, "scenarios", scenarios)
    for scenario in scenarios.values():
        try:
            make_pack(game, scenario, settings)
        except PrintshopError as error:
            _add_new_problems(error, problems)
    return game, page_warnings


def check_fleet(path: Path, game: str, overrides: GameOverrides, settings: PrintSettings) -> tuple[Game, str,
                                                                                                   list[str]]:
    """Lay out a fleet.

    Return its game, a summary of the fleet, and the warnings. Raises PrintshopError.
    """
    page_warnings = PageWarnings()
    settings = replace(settings, page_warnings=page_warnings)
    loaded, fleet = load_fleet(find_fleet_file(str(path)), FleetOptions(), game, overrides)
    make_pack(loaded, fleet, settings)
    return loaded, f"{path}: a fleet of {pluralize(len(fleet.units), 'unit')}", [*map(strip_markup, fleet.warnings),
                                                                                 *page_warnings]


def _add_new_problems(error: PrintshopError, problems: Problems) -> None:
    """Add the problems of an error that have not been added before.

    Numbers in messages are ignored, so that a problem of several copies of a unit is added only once. What does not
    fit on records is not added again for the same units, which may be named as copies, and together or one by one.
    """

    def normalize_wording(problem: Problem) -> tuple[object, str]:
        return problem.span, re.sub(r"[- ]?\b\d+\b", "", problem.message)

    wordings, fit_problems = {*map(normalize_wording, problems)}, defaultdict[object, set[Span | None]](set)
    for problem in problems:
        fit_problems[problem.cause] |= problem.unit_spans
    problems.extend(problem for problem in error.problems if normalize_wording(problem) not in wordings
                    and not (problem.unit_spans and problem.unit_spans <= fit_problems[problem.cause]))


def _list_requests(game: Game) -> Iterator[tuple[PrintRequest, Product]]:
    """Yield requests for all entries of every product and for blank forms.

    The entries include those that are printed only on request. If the game only adds units to another game, the
    requests are for the records, cards and counters of these units.
    """
    added_types = {unit.kind for unit in find_added_units(game)}
    for product in (product for product in products.find_products_for(game) if not product.only_refusal):
        all_keys, default_keys = (*find_entries(product, game),), find_default_keys(product, game)
        if game.adds_only_units:
            all_keys = tuple(key for key, entry in find_entries(product, game).items()
                             if product.needs_units and find_entry_unit_type(entry) in added_types)
        for only in (tuple(key for key in all_keys if key in default_keys),
                     *((key,) for key in all_keys if key not in default_keys)):
            if only:
                yield PrintRequest(only_keys=only, whole_game=not game.adds_only_units), product
            if only and product.can_be_marked and not game.adds_only_units:
                yield PrintRequest(only_keys=only, blank_forms=1, whole_game=True), product


def find_game_warnings(game: Game) -> Iterator[str]:
    """Yield warnings about the units, faces, drawings and hexes of a game.

    If the game extends another game, only its own units and entries are considered.
    """
    units = (*find_added_units(game),) if game.base_name else (*game.units.values(),)
    yield from list_unit_warnings(game, units)
    yield from list_scenario_warnings(game, (find_added_entries(game, "scenarios", game[SCENARIOS]) if game.base_name
                                        else game[SCENARIOS]).values())
    copies = number_units(units)
    for kind in game[COUNTERS].values():
        conditions = [(name, number, part.only_if) for name, face in kind.faces.items()
                      for number, part in enumerate(face, 1) if part.only_if]
        printed = [(unit.title, {**unit.values, "copy": 1}) for unit in copies
                   if unit.kind == kind.unit_type and unit.copies] if conditions else []
        for name, number, condition in conditions:
            left_out: dict[str, None] = {}
            for title, values in printed:
                with suppress(FormulaError):  # reported when the counter was laid out
                    if condition.evaluate(values) is NOT_KNOWN:
                        left_out[title] = None
            if left_out:
                yield (f"counter '{kind.key}': part {number} of '{name}' is left out for "
                       f"{join_first_names([*left_out])}, because it is unknown whether {condition.text} is true")
    yield from _find_unreached_steps(game, units)
    for path in find_pictures(game.pictures.folders[0]):
        with suppress(artwork.PictureError):  # if a product uses the drawing, the error has been reported
            if path.suffix == ".svg":
                yield from (f"{path.name}: {warning}" for warning in artwork.read_svg(path).warnings)
    own_maps = find_added_entries(game, "maps", dict(game[MAPS]))
    yield from counters.find_hex_size_warnings(replace(game, sections={**game.sections, "maps": own_maps})
                                               if game.base_name else game)
    for hexmap in (own_maps if game.base_name else game[MAPS]).values():
        if hexmap.paths:
            from printshop.game.path_slips import find_path_slips

            yield from find_path_slips(hexmap.paths, hexmap.board)


def _find_unreached_steps(game: Game, units: tuple[Unit, ...]) -> Iterator[str]:
    """Yield a warning for each effect or colour of a step that no unit of the game reaches on its track."""
    tracks: list[tuple[str, str, object]]
    tracks = [(form.unit, cell.label, cell) for form in game[FORMS].values() for cell, _ in walk_cells(form.rows)]
    tracks += [(kind.unit_type, f"part {number} of '{name}' of counter '{kind.key}'", part)
               for kind in game[COUNTERS].values() for name, face in kind.faces.items()
               for number, part in enumerate(face, 1)]
    for unit_type, label, track in tracks:
        if isinstance(track, Track) and unit_type:
            for key in track.find_unreached_keys(unit.values for unit in units if unit.kind == unit_type):
                yield (f"{label}: no {unit_type} has the step '{key}' on this track, so its effect or colour is never "
                       "printed")


def find_unused_pictures(game: Game) -> Iterator[str]:
    """Yield a warning for each unused picture of a game whose products have all been made."""
    if game.root.is_dir():  # games in one file may share the folder art/ with others
        yield from (f"art/{name}: the game does not use this picture" for name in game.pictures.find_unused())
