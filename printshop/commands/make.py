"""`printshop make`: one product of a game, or everything that it has to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from printshop import arguments
from printshop.commands.common import Printing, Taught, changing, counted, done, printing, say

if TYPE_CHECKING:
    from printshop.game.model import Game


@click.command("make", cls=Taught)
@click.argument("product")
@click.argument("game")
@click.argument("units", nargs=-1, metavar="[UNIT[*N]]...")
@click.option("--scenario", metavar="NAME", help="Make it for a scenario: its units, its pieces.")
@click.option("--damage", multiple=True, metavar="UNIT:TRACK=N", help="Mark damage on a record; can be repeated.")
@click.option("--only", multiple=True, metavar="KEY",
              help="Only this template, marker, counter, chart, map or form; can be repeated.")
@click.option("--blank", type=click.IntRange(1, 1000), default=None, metavar="N",
              help="N blank forms instead of records.")
@changing
@printing("pdf")
def command(product: str, game: str, units: tuple[str, ...], changes: dict[str, str], scenario: str | None,
            damage: tuple[str, ...], only: tuple[str, ...], blank: int | None, printing: Printing) -> None:
    """Write one product of a game, or everything that it has to print.

    PRODUCT is {products}; or all, which is every one of them and blank forms, too.

    \b
    printshop make all {game}
    printshop make records {game} NAME "NAME*5" --damage NAME:TRACK=3
    printshop make records {game} --blank 5
    printshop make templates {game} --only KEY
    printshop make maps my_games/boats --set hex="1 in"
    printshop make counters my_games/boats --format pdf,png
    """
    from printshop import products
    from printshop.files import Delivery
    from printshop.game import load as loading
    from printshop.publishing import write

    name = arguments.product_name(product, game)
    if name == arguments.ALL:
        arguments.nothing_else(units, damage, only, blank)
    loaded = loading.load(arguments.game_folder(game), changes)
    if name == arguments.ALL:
        _make_all(loaded, scenario, printing)
        return
    request = arguments.request(loaded, name, units, scenario, damage, only, blank)
    document = products.find(name).build(loaded, request, printing.settings)
    stem = "-".join(part for part in (loaded.key, scenario, "blank" if blank else "", name, *only) if part)
    with Delivery() as delivery:
        write(counted(document, name), printing.output / stem, printing.formats, delivery, printing.options)
    done(delivery.targets())


def _make_all(game: Game, scenario: str | None, printing: Printing) -> None:
    from printshop.files import Delivery
    from printshop.products import everything
    from printshop.products.pack import find_scenario
    from printshop.publishing import clear, write_parts

    chosen = find_scenario(game, scenario) if scenario else None
    folder = printing.output / "-".join(part for part in (game.key, scenario) if part)
    with Delivery() as delivery:
        write_parts(everything.parts(game, chosen, printing.settings), folder, printing.formats, delivery,
                    printing.options, say)
    done(delivery.targets(), clear(folder, folder.name, delivery.targets()))
