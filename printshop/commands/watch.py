"""`printshop watch`: what has changed is made again on every save."""

from __future__ import annotations

import gc
import time
from typing import TYPE_CHECKING

import click

from printshop import arguments
from printshop.commands.common import Taught, changing
from printshop.commands.options import printing
from printshop.problems import some
from printshop.saying import tell

if TYPE_CHECKING:
    from printshop.game.changes import Changes
    from printshop.publishing import Printing
    from printshop.workshop.rebuilding import Outcome


@click.command("watch", cls=Taught)
@click.argument("path")
@click.argument("products", nargs=-1, metavar="[PRODUCT]...")
@click.option("--game", default="", metavar="GAME", help="The game that a fleet is of, if its file does not say so.")
@changing
@printing("pdf")
def command(path: str, products: tuple[str, ...], game: str, changes: Changes, printing: Printing) -> None:
    """Make what you are writing again on every save, and say at once what is wrong with it.

    PATH is a game, a file of it or of its units, a scenario or a fleet. Without PRODUCT you get what shows the file
    that has changed: the records and cards of units and forms, counters, templates, the booklet of a scenario. What is
    wrong leaves the last good file as it was. Keep that open in a viewer that reads it again. Ctrl-C ends it.

    \b
    printshop watch my_ship.yaml
    printshop watch my_games/boats
    printshop watch my_games/boats records counters
    printshop watch my_games/boats/first_battle
    printshop watch home_fleet.csv --game {game}
    """
    from printshop.products import ALL
    from printshop.workshop.rebuilding import Rebuilder
    from printshop.workshop.watching import changes as watch
    from printshop.workshop.watching import find_target, look

    names = tuple(arguments.product_name(product, path) for product in products)
    if ALL in names and len(names) > 1:
        raise click.UsageError("'all' is every product: name it alone")
    target = find_target(path, game)
    if game and not target.fleet:
        raise click.UsageError("--game is for fleets: any other PATH says itself which game it is of")
    if target.fleet and names:
        raise click.UsageError("a fleet is made whole, its roster, records and counters: name no product")
    maker = Rebuilder(target, names, printing, changes)
    try:
        _say(maker.make())
        tell(f"watching {some(len(look(maker.places)), 'file')}; Ctrl-C ends it")
        for changed in watch(lambda: look(maker.places), time.sleep):
            _say(maker.make(changed))
    except KeyboardInterrupt:
        tell()


def _say(outcome: Outcome) -> None:
    """Tell what came of a change, then clear away while nobody waits: it may go on for days."""
    for line in outcome.lines:
        tell(line, err=not outcome.good)
    gc.collect()
