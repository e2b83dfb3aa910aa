"""`printshop fleet`: the roster of a player's fleet, with its records, cards and counters."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from printshop.commands.common import Taught, changing, counting, delivered, say, set_aside, told
from printshop.commands.options import printing
from printshop.saying import tell


def _limit(_context: click.Context, _parameter: click.Parameter, value: str | None) -> Fraction | None:
    try:
        limit = None if value is None else Fraction(value)
    except (ValueError, ZeroDivisionError):
        limit = Fraction(-1)
    if limit is not None and not 0 <= limit <= 1_000_000:
        raise click.BadParameter(f"'{value}' is not a number of points")
    return limit

if TYPE_CHECKING:
    from printshop.game.changes import Changes
    from printshop.publishing import Printing


@click.command("fleet", cls=Taught)
@click.argument("fleet", metavar="FILE")
@click.option("--game", default="", metavar="GAME", help="The game that it is of, if the file does not say so.")
@click.option("--side", default="", metavar="SIDE", help="The side whose it is, instead of what the file says.")
@click.option("--allies", multiple=True, metavar="SIDE", help="A side whose units may be in it, too; can be repeated.")
@click.option("--limit", default=None, metavar="N", callback=_limit,
              help="The points that it may cost, instead of what the file says.")
@changing
@printing("pdf")
def command(fleet: str, game: str, side: str, allies: tuple[str, ...], limit: Fraction | None,
            changes: Changes, printing: Printing) -> None:
    """Write a fleet of yours: its roster with sums and limits, records with damage marked, cards, counters.

    FILE is YAML or a table saved as CSV; data/reference/fleets.md says what stands in it. One PDF has all of it, and
    each part is a file of its own, too.

    \b
    printshop fleet home_fleet.yaml
    printshop fleet home_fleet.csv --game {game} --limit 300
    """
    from printshop.drawing.text import plain
    from printshop.game.fleets.fleets import Asked
    from printshop.products import fleet_pack
    from printshop.publishing import write_pack
    from printshop.workshop.fleet_files import find_fleet, open_fleet

    if printing.settings.leaf:
        raise click.UsageError("a fleet's sheets are loose, each player takes her own: --booklet is for the booklet of "
                               "a scenario")
    path = find_fleet(fleet)
    opened = open_fleet(path, Asked(side, limit, allies), game, changes)
    set_aside(opened.game)
    components = tuple(counting(fleet_pack.make(opened.game, opened.fleet, printing.settings)))
    made = fleet_pack.assemble(opened.game, opened.fleet, components, printing.settings)
    folder = printing.output / opened.fleet.key
    with delivered(printing.output, folder, whole=True) as delivery:
        write_pack(made, folder, printing.formats, delivery, printing.options, say)
    told(printing.settings)
    for warning in opened.fleet.warnings:
        tell(f"warning: {plain(f'{opened.fleet.title}: {warning}')}", err=True)
