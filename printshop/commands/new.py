"""`printshop new`: files to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop.commands.common import Taught, load_game
from printshop.saying import tell

if TYPE_CHECKING:
    from printshop.drafts.writing import Written


class Kinds(Taught, click.Group):
    """The kinds of file that can be begun."""

    command_class = Taught


@click.group("new", cls=Kinds)
def command() -> None:
    """Write a file to begin with: a game, a unit, a battle, a fleet, a form.

    It is good as it stands, and its comments say what else it could say: open it in an editor and change it into
    your own. Nothing that is there is ever overwritten.

    \b
    printshop new game harbour
    printshop new unit harbour "Mary Celeste"
    printshop new unit {game} Wasp
    """


@command.command("game")
@click.argument("name", type=click.Path(path_type=Path))
def game(name: Path) -> None:
    """Write a small game to begin with into a new folder NAME.

    A few units, a record sheet, a counter, a template and a battle, with comments: change them into your own.
    Nothing that is there is ever overwritten.

    \b
    printshop new game harbour
    printshop make all harbour
    """
    from printshop.drafts.places import as_word
    from printshop.drafts.starting import write_game

    for path in write_game(name):
        tell(str(path))
    tell(f"next: printshop make all {as_word(str(name))}")


@command.command("unit")
@click.argument("game", metavar="GAME")
@click.argument("name")
@click.option("--like", default="", metavar="UNIT", help="The unit that it begins as a copy of.")
@click.option("--type", "kind", default="", metavar="TYPE", help="Its type, where the game has several.")
def unit(game: str, name: str, like: str, kind: str) -> None:
    """Write a unit called NAME for a game, every field with what may stand there.

    In a game of yours it becomes a file in the folder of its type, or an entry of a game in one file. For a game that
    comes with printshop it is written to a file beside you, which adds to that game.

    \b
    printshop new unit {game} Wasp
    printshop new unit harbour "Mary Celeste" --like Rat
    """
    from printshop.drafts.unit_files import new_unit

    _told(new_unit(load_game(game), game, name, kind, like))


def _told(written: Written) -> None:
    for path in written.files:
        tell(str(path))
    tell(f"next: {written.then}")


@command.command("scenario")
@click.argument("game", metavar="GAME")
@click.argument("title")
def scenario(game: str, title: str) -> None:
    """Write a battle called TITLE for a game: two sides, some of their units, all that a scenario can say.

    \b
    printshop new scenario {game} "Three in the Morning"
    """
    from printshop.drafts.scenarios import new_scenario

    _told(new_scenario(load_game(game), game, title))


@command.command("fleet")
@click.argument("game", metavar="GAME")
@click.argument("title")
@click.option("--side", default="", metavar="SIDE", help="Whose fleet it is.")
def fleet(game: str, title: str, side: str) -> None:
    """Write a fleet called TITLE for a game: a few units to begin with.

    \b
    printshop new fleet {game} "Home Fleet"
    """
    from printshop.drafts.fleets import new_fleet

    _told(new_fleet(load_game(game), game, title, side))


@command.command("form")
@click.argument("game", metavar="GAME")
@click.argument("title")
@click.option("--type", "kind", default="", metavar="TYPE", help="The type of unit it is for, where there are several.")
def form(game: str, title: str, kind: str) -> None:
    """Write a record sheet called TITLE for a game, with a row for every field of its units.

    \b
    printshop new form {game} "My own sheet"
    """
    from printshop.drafts.forms import new_form

    _told(new_form(load_game(game), game, title, kind))
