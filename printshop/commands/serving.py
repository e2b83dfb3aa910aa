"""`printshop serve`: the workshop in a browser."""

from __future__ import annotations

import os
from pathlib import Path

import click

from printshop.commands import Taught
from printshop.saying import tell


@click.command("serve", cls=Taught)
@click.argument("folder", default=".", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--port", type=click.IntRange(0, 65_535), default=0, help="Where it listens; 0 is any that is free.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def serve(folder: Path, port: int, no_open: bool) -> None:
    """Open the workshop: a page in your browser with the games, your ships, their sheets, redrawn while you type.

    It works on the files of FOLDER, this one if none is named, and on no others; nobody but this machine can reach
    it. It ends with Ctrl-C.

    \b
    printshop serve
    printshop serve my_games --port 8101 --no-open
    """
    from printshop.workshop import server

    os.chdir(folder)
    server.serve(port, opens=not no_open, say=tell)
