"""Products `counters` and `markers`: pieces with faces and backs, and the sheets of these pieces."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from printshop.game.counters import CounterKind, MarkerKind
from printshop.game.model import Game
from printshop.game.scenarios import Scenario, muster_forces
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.product import (
    PrintedEntries,
    PrintInstructions,
    Product,
    describe_cutting_out,
    find_entries,
    find_scenario_keys,
)


def _adapt_counter_instructions(printed: PrintedEntries) -> PrintInstructions:
    kinds = printed.entries.values()
    backs = [_find_back_method(kind, printed.settings) for kind in kinds if not kind.is_tent]
    tents, along = any(kind.is_tent for kind in kinds), all(kind.hex_base for kind in kinds)
    return printed.default_instructions._replace(hint=describe_cutting_out(
        backs, printed.settings.words, with_tents=tents, along_lines=along))


def _adapt_marker_instructions(printed: PrintedEntries) -> PrintInstructions:
    methods = (_find_back_method(kind, printed.settings) for kind in printed.entries.values())
    return printed.default_instructions._replace(hint=describe_cutting_out(methods, printed.settings.words))


def _find_back_method(kind: CounterKind | MarkerKind, settings: PrintSettings) -> str:
    """Return the method by which a flat piece gets its back, as a value of `BackMode`."""
    from printshop.products.counters.cutout_shapes import choose_cut

    return str(choose_cut(kind, settings).back_mode.value) if kind.back else "none"


def _find_markers_on_counter_sheets(game: Game, scenario: Scenario | None) -> tuple[str, ...]:
    """Return the keys of the markers that are printed on counter sheets.

    If `scenario` is None, these are markers of the whole game, otherwise markers of the scenario.
    """
    if scenario and not any(muster_forces(game, scenario)):
        return ()  # units are still to be chosen, so there are no counter sheets
    kinds, markers = find_scenario_keys(COUNTERS, game, scenario), find_entries(MARKERS, game)
    return tuple(key for key in find_scenario_keys(MARKERS, game, scenario) if markers[key].counter_kind in kinds)


def _list_marker_names(game: Game, request: PrintRequest, *, beside_counters: bool) -> Iterable[str]:
    from printshop.products.counters.build import list_marker_names

    return list_marker_names(game, request, beside_counters=beside_counters)


COUNTERS, MARKERS = PRODUCTS = (
    # at the exact size of their bases: tents or flat pieces
    Product("counters", "counters", "printshop.products.counters.build:build_counters",
            material="card, 160 to 200 g/m²",
            hint="counters_hint",
            other_sections=("markers",), needs_units=True, per_copy=True, counted_in_booklet=True, is_cut_out=True,
            list_own_pieces=partial(_list_marker_names, beside_counters=True),
            adapt_instructions=_adapt_counter_instructions),
    # each in as many copies as the game needs
    Product("markers", "markers", "printshop.products.counters.build:build_markers",
            material="card, or paper glued to card",
            hint="markers_hint",
            is_cut_out=True, find_keys_printed_elsewhere=_find_markers_on_counter_sheets,
            list_own_pieces=partial(_list_marker_names, beside_counters=False),
            adapt_instructions=_adapt_marker_instructions))


def list_needs(game: Game, scenario: Scenario) -> tuple[str, ...]:
    """Return the things that players of a scenario need and that are not printed, each as a text.

    These are the `needs` of the game, and the things that replace markers of the scenario.
    """
    kinds = find_entries(MARKERS, game)
    used = (kinds[key] for key in find_scenario_keys(MARKERS, game, scenario, on_screen=True))
    return *game.needs, *dict.fromkeys(kind.instead for kind in used if kind.is_replaced)
