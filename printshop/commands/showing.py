"""`printshop list`: which games there are, and what is in one."""

from __future__ import annotations

import click

from printshop.commands.common import Taught, changing, load_game


@click.command("list", cls=Taught)
@click.argument("game", required=False)
@changing
def command(game: str | None, changes: dict[str, str]) -> None:
    """List the games, or what is in one: units, scenarios, pieces.

    \b
    printshop list
    printshop list {game}
    """
    from printshop.listing import games, inside

    for line in inside(load_game(game, changes), game) if game else games():
        click.echo(line)
