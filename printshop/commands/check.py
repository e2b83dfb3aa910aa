"""`printshop check`: every problem in the data."""

from __future__ import annotations

import click

from printshop import catalogue
from printshop.commands.common import Taught, changing, number
from printshop.problems import PrintshopError, Problems


@click.command("check", cls=Taught)
@click.argument("paths", nargs=-1)
@changing
def command(paths: tuple[str, ...], changes: dict[str, str]) -> None:
    """Report every problem in the data of games, all of them at once.

    Without PATHS it checks the games that come with printshop. Nothing is written.

    \b
    printshop check
    printshop check my_games/boats
    """
    from printshop.checking import check_game, warnings

    problems = Problems()
    for path in paths or tuple(catalogue.games()):
        try:
            game = check_game(catalogue.find_game(path), changes)
            scenarios = number(len(game.scenarios), "scenario")
            click.echo(f"{path}: {number(len(game.units), 'unit')}, {scenarios}, no problems")
            for warning in warnings(game):
                click.echo(f"  warning: {warning}")
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()
