"""`printshop serve`: the workshop in a browser."""

from __future__ import annotations

import os
from pathlib import Path

import click

from printshop.cli.shared_options import ExampleCommand
from printshop.terminal import tell


@click.command("serve", cls=ExampleCommand)
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
    server.serve_workshop(port, opens=not no_open, say=tell)


@click.command("site", cls=ExampleCommand)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--pyodide", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE",
              help="Python for pages, if it has been fetched already: pyodide-VERSION.tgz of the npm registry.")
def site(folder: Path, pyodide: Path | None) -> None:
    """Write the workshop as a site into FOLDER: static files for any host. Nobody has to install anything.

    Python runs in the page; files stay in the player's browser, and can be saved and opened there. Once loaded it
    works without a net. Where Node.js is, what runs in the page is compiled: it begins some seconds sooner.

    \b
    printshop site public
    python -m http.server --directory public
    """
    from printshop.workshop import site as pages

    count, size = pages.write_site(folder, pyodide)
    tell(f"{folder}: {count} files, {size / 1e6:.1f} MB")
