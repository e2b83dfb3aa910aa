"""Products `counters` and `markers`: pieces with faces and backs, and the sheets that they are cut from."""

from __future__ import annotations

from printshop.game.counters import CounterKind, MarkerKind
from printshop.game.model import Game
from printshop.game.scenarios import Scenario, crews
from printshop.job import Request, Settings
from printshop.products.product import Handling, Printed, Product, cutting_out


class Counters(Product):
    """Counters at the exact size of their bases: tents or flat pieces."""

    name = "counters"
    made_by = "counters.counters"
    material = "card, 160 to 200 g/m²"
    hint = "Score the folds before you fold, and glue the flaps; cut out the rest."
    shows = ("counters", "markers")
    of_units = in_copies = counted = cut_out = True

    def need(self, game: Game, request: Request) -> None:
        super().need(game, request)
        game.apart.need("markers")  # markers may be printed on the same sheets

    def packed(self, game: Game, scenario: Scenario) -> Request | None:
        """Return the request for a scenario's pack: none if all units are still to be chosen."""
        return super().packed(game, scenario) if any(crews(game, scenario)) else None

    def handled(self, printed: Printed) -> Handling:
        kinds = printed.things.values()
        backs = [_way(kind, printed.settings) for kind in kinds if not kind.tent]
        tents, along = any(kind.tent for kind in kinds), "along the lines" * all(kind.base for kind in kinds)
        return printed.usual._replace(hint=cutting_out(backs, tents=tents, along=along))


class Markers(Product):
    """Markers for the table, each in as many copies as the game needs."""

    name = "markers"
    made_by = "counters.counters:build_markers"
    material = "card, or paper glued to card"
    hint = "Cut off the ones with two faces and fold them; glue the rest to card, unless it is card, and cut."
    cut_out = True

    def beside(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        """Return the keys of markers that are printed on counter sheets, of a scenario or of the whole game."""
        if scenario and not any(crews(game, scenario)):
            return ()  # units are still to be chosen, so there are no counter sheets
        kinds, markers = COUNTERS.named(game, scenario), self.entries(game)
        return tuple(key for key in self.named(game, scenario) if markers[key].beside in kinds)

    def handled(self, printed: Printed) -> Handling:
        ways = (_way(kind, printed.settings) for kind in printed.things.values())
        return printed.usual._replace(hint=cutting_out(ways))


def _way(kind: CounterKind | MarkerKind, settings: Settings) -> str:
    """Return the method by which a flat piece gets its back, a value of `Backs`."""
    from printshop.products.counters.cutouts import cut

    return str(cut(kind, settings).backs.value) if kind.back else "none"


COUNTERS, MARKERS = PRODUCTS = (Counters(), Markers())
