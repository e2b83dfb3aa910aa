"""Products `counters` and `markers`: pieces with faces and backs, and the sheets of these pieces."""

from __future__ import annotations

from printshop.game.counters import CounterKind, MarkerKind
from printshop.game.model import Game
from printshop.game.scenarios import Scenario, muster_forces
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.product import PrintedEntries, PrintInstructions, Product, describe_cutting_out


class CountersProduct(Product):
    """Counters at the exact size of their bases: tents or flat pieces."""

    name = "counters"
    build_function = "counters.build:build_counters"
    material = "card, 160 to 200 g/m²"
    hint = "Score the folds before you fold, and glue the flaps; cut out the rest."
    shown_sections = ("counters", "markers")
    needs_units = per_copy = counted_in_booklet = is_cut_out = True

    def require_valid(self, game: Game, request: PrintRequest) -> None:
        super().require_valid(game, request)
        game.broken.require("markers")  # markers may be printed on the same sheets

    def make_pack_request(self, game: Game, scenario: Scenario) -> PrintRequest | None:
        """Return the request for a scenario's pack. If players still choose all units, return None."""
        return super().make_pack_request(game, scenario) if any(muster_forces(game, scenario)) else None

    def adapt_instructions(self, printed: PrintedEntries) -> PrintInstructions:
        kinds = printed.entries.values()
        backs = [_find_back_method(kind, printed.settings) for kind in kinds if not kind.is_tent]
        tents, along = any(kind.is_tent for kind in kinds), "along the lines" * all(kind.hex_base for kind in kinds)
        return printed.default_instructions._replace(hint=describe_cutting_out(backs, with_tents=tents,
                                                                               cut_along=along))


class MarkersProduct(Product):
    """Markers for the table, each in as many copies as the game needs."""

    name = "markers"
    build_function = "counters.build:build_markers"
    material = "card, or paper glued to card"
    hint = "Cut off the ones with two faces and fold them; glue the rest to card, unless it is card, and cut."
    is_cut_out = True

    def find_keys_printed_elsewhere(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        """Return the keys of the markers that are printed on counter sheets.

        If `scenario` is None, these are markers of the whole game, otherwise markers of the scenario.
        """
        if scenario and not any(muster_forces(game, scenario)):
            return ()  # units are still to be chosen, so there are no counter sheets
        kinds, markers = COUNTERS.find_scenario_keys(game, scenario), self.find_entries(game)
        return tuple(key for key in self.find_scenario_keys(game, scenario) if markers[key].counter_kind in kinds)

    def adapt_instructions(self, printed: PrintedEntries) -> PrintInstructions:
        ways = (_find_back_method(kind, printed.settings) for kind in printed.entries.values())
        return printed.default_instructions._replace(hint=describe_cutting_out(ways))


def _find_back_method(kind: CounterKind | MarkerKind, settings: PrintSettings) -> str:
    """Return the method by which a flat piece gets its back, as a value of `BackMode`."""
    from printshop.products.counters.cutout_shapes import choose_cut

    return str(choose_cut(kind, settings).back_mode.value) if kind.back else "none"


COUNTERS, MARKERS = PRODUCTS = (CountersProduct(), MarkersProduct())
