"""`printshop schema`: what editors need to know to check a game's files while they are written."""

from __future__ import annotations

from pathlib import Path

import click

from printshop.commands.common import Taught, load_game
from printshop.saying import tell


@click.command("schema", cls=Taught)
@click.argument("game")
@click.option("-o", "--output", default=None, type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="The folder to write to [.printshop in the game's own].")
def command(game: str, output: Path | None) -> None:
    """Write JSON Schemas of a game's files: editors complete keys by them, and underline what is wrong.

    Files that `printshop new` writes have theirs already. Of a game that comes with printshop they go to
    .printshop in the folder you are in. `printshop check` keeps those in a game's own folder up to date.

    \b
    printshop schema harbour
    printshop schema {game} -o schemas
    """
    from printshop import catalogue
    from printshop.schemas import files

    loaded = load_game(game)
    shipped = Path(files.FOLDER) if game in catalogue.games() else files.folder_of(loaded)
    for path in files.write(loaded, output or shipped):
        tell(str(path))
    name, schema = files.example(loaded, output or shipped)
    tell(f"To have an editor check a file, give it its first line; {name} for instance")
    tell(schema.rstrip("\n"))
