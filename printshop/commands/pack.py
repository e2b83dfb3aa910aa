"""`printshop pack`: everything that is needed to play a scenario."""

from __future__ import annotations

import click

from printshop import arguments
from printshop.commands.common import Printing, Taught, changing, done, load_game, number, printing, say, told


@click.command("pack", cls=Taught)
@click.argument("scenario", metavar="GAME/SCENARIO")
@changing
@printing("pdf,svg")
def command(scenario: str, changes: dict[str, str], printing: Printing) -> None:
    """Write everything that is needed to play a scenario.

    One PDF with all pages behind a cover that says what to print on what; each component as a file of its own;
    and every page as SVG.

    \b
    printshop pack {game}/{scenario}
    printshop pack {game}/{scenario} --paper a4 --ink light -o saturday
    """
    from printshop.files import Delivery
    from printshop.products import pack as packing
    from printshop.publishing import clear, strangers, write_pack

    where, key = arguments.scenario_of(scenario)
    game = load_game(where, changes)
    chosen = packing.find_scenario(game, key)
    components = []
    for component in packing.make(game, chosen, printing.settings):
        say(f"  {component.product.name}: {number(len(component.pages), 'page')}")
        components.append(component)
    made = packing.assemble(game, chosen, tuple(components), printing.settings)
    stem = f"{game.key}-{key}"
    with Delivery() as delivery:
        write_pack(made, printing.output / stem, stem, printing.formats, delivery, printing.options, say)
        others = strangers(delivery)
    done(delivery.targets(), clear(printing.output / stem, stem, delivery.targets()), others)
    told(printing.settings, (unit for crew in game.crews(chosen) for unit in crew))
