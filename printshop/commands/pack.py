"""`printshop pack`: everything that is needed to play a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from printshop import arguments
from printshop.commands.common import Taught, changing, counting, delivered, load_sound_game, over, say, told
from printshop.commands.options import printing

if TYPE_CHECKING:
    from printshop.game.changes import Changes
    from printshop.publishing import Printing


@click.command("pack", cls=Taught)
@click.argument("scenario", metavar="GAME/SCENARIO")
@changing
@printing("pdf,svg")
def command(scenario: str, changes: Changes, printing: Printing) -> None:
    """Write everything that is needed to play a scenario.

    One PDF with all pages behind a cover that says what to print on what; each component as a file of its own;
    and every page as SVG.

    \b
    printshop pack {game}/{scenario}
    printshop pack {game}/{scenario} --paper a4 --ink light -o saturday
    """
    from printshop.products import pack as packing
    from printshop.products.contents import find_scenario
    from printshop.publishing import write_pack

    where, key = arguments.scenario_of(scenario)
    game = load_sound_game(where, changes)
    chosen = find_scenario(game, key)
    components = tuple(counting(packing.make(game, chosen, printing.settings)))
    made = packing.assemble(game, chosen, components, printing.settings)
    folder = printing.output / f"{game.key}-{key}"
    with delivered(printing.output, folder, whole=True) as delivery:
        write_pack(made, folder, printing.formats, delivery, printing.options, say)
    told(printing.settings, (unit for crew in game.crews(chosen) for unit in crew), over((chosen,)))
