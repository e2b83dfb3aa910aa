"""`printshop make`: one product of a game, or everything that it has to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from printshop import arguments
from printshop.commands.common import Taught, changing, counted, delivered, load_sound_game, over, say, told
from printshop.commands.options import printing
from printshop.saying import tell

if TYPE_CHECKING:
    from printshop.game.changes import Changes
    from printshop.game.model import Game
    from printshop.products.product import Request
    from printshop.publishing import Printing

HOME = 216  # mm: wider sheets are not those of printers at home


@click.command("make", cls=Taught)
@click.argument("product")
@click.argument("game", metavar="GAME[/SCENARIO]")
@click.argument("units", nargs=-1, metavar="[UNIT[*N]]...")
@click.option("--scenario", metavar="NAME", help="Make it for a scenario: its units and pieces, as GAME/SCENARIO does.")
@click.option("--damage", multiple=True, metavar="UNIT:TRACK=N", help="Mark damage on a record; can be repeated.")
@click.option("--only", multiple=True, metavar="KEY",
              help="Only this template, marker, counter, chart, map or form; can be repeated.")
@click.option("--blank", type=click.IntRange(1, 1000), default=None, metavar="N", is_flag=False, flag_value=1,
              help="N blank forms, or pages of a blank roster; without a number, one.")
@changing
@printing("pdf")
def command(product: str, game: str, units: tuple[str, ...], changes: Changes, scenario: str | None,
            damage: tuple[str, ...], only: tuple[str, ...], blank: int | None, printing: Printing) -> None:
    """Write one product of a game, or everything that it has to print.

    PRODUCT is {products}; or all, which is every one of them and blank forms, too.

    \b
    printshop make all {game}
    printshop make records {game} NAME "NAME*5" --damage NAME:TRACK=3
    printshop make records {game} --blank 5
    printshop make booklet {game}/{scenario}
    printshop make templates {game} --only KEY
    printshop make maps my_games/boats --set hex="1 in"
    printshop make counters my_games/boats --format pdf,png
    """
    from printshop import products
    from printshop.products import additions
    from printshop.products.product import units_of
    from printshop.publishing import write

    name = arguments.product_name(product, game)
    if name == products.ALL:
        arguments.nothing_else(units, damage, only, blank)
    game, scenario = arguments.of_scenario(game, scenario)
    loaded = load_sound_game(game, changes)
    if name == products.ALL:
        _make_all(loaded, scenario, printing)
        return
    if printing.settings.map_paper and name != "maps":
        raise click.UsageError("--map-paper and --paper fit are for maps")
    if printing.settings.leaf and name != "booklet":
        raise click.UsageError("--booklet is for the booklet")
    request = arguments.request(loaded, name, units, scenario, damage, only, blank)
    document = products.find(name).build(loaded, request, printing.settings)
    stem = "-".join(part for part in (loaded.key, scenario, "blank" if blank else "", name, *only) if part)
    with delivered(printing.output) as delivery:
        write(counted(document, name), printing.output / stem, printing.formats, delivery, printing.options)
    told(printing.settings, units_of(loaded, request) if name in products.TAKES_UNITS and not blank else (),
         over(additions.scenarios(loaded, request)) if name == "booklet" else ())
    if name == "maps" and not printing.settings.map_paper:
        _offered(loaded, request, printing)


def _offered(game: Game, request: Request, printing: Printing) -> None:
    """Say on which sheet maps would be whole that have been made on several."""
    from printshop.equipment.papers import papers
    from printshop.products.hexmaps.maps import one_sheet
    from printshop.units import MM

    large = one_sheet(game, request, papers().values())
    if large and not one_sheet(game, request, (printing.settings.paper,)):
        shop = min(large.width, large.height) > HOME * MM
        tell(f"a copy shop can print it on one sheet: --paper {large.name}, or --paper fit for one that has "
                   "just its size" if shop else f"it is whole on one sheet with --paper {large.name}")


def _make_all(game: Game, scenario: str | None, printing: Printing) -> None:
    from printshop.products import additions, everything
    from printshop.products.contents import find_scenario
    from printshop.products.product import Request
    from printshop.publishing import write_parts

    chosen = find_scenario(game, scenario) if scenario else None
    folder = printing.output / "-".join(part for part in (game.key, scenario) if part)
    with delivered(printing.output, folder) as delivery:
        write_parts(everything.parts(game, chosen, printing.settings), folder, printing.formats, delivery,
                    printing.options, say)
    told(printing.settings, more=over(additions.scenarios(game, Request(scenario=chosen))))
    if game.base and not scenario:
        tell(f"what {game.key} has from {game.base} is printed of that: printshop make all {game.base}")
