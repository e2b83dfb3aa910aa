"""`printshop list`: which games there are, and what is in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from printshop.commands.common import Taught, changing, load_sound_game
from printshop.saying import tell

if TYPE_CHECKING:
    from printshop.game.changes import Changes


@click.command("list", cls=Taught)
@click.argument("game", required=False)
@changing
def command(game: str | None, changes: Changes) -> None:
    """List the games, or what is in one: units, scenarios, pieces.

    \b
    printshop list
    printshop list {game}
    """
    from printshop.listing import games, inside

    for line in inside(load_sound_game(game, changes), game) if game else games():
        tell(line)
