"""Commands of the workshop: `serve` opens it in a browser, `site` writes it as a web site."""

from __future__ import annotations

from pathlib import Path

import click

from printshop.cli.shared_options import ExampleCommand
from printshop.terminal import print_line


@click.command("serve", cls=ExampleCommand)
@click.argument("folder", default=".", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--port", type=click.IntRange(0, 65_535), default=0,
              help="The port to use; 0 means the last port of the folder, or any free port.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
@click.option("--share-address", default="", metavar="URL",
              help="The address that links to files begin with: that of a site of the workshop, with its path, such as "
                   "https://club.example.org/games/printshop/. Without this option, links lead to this computer.")
def serve(folder: Path, port: int, no_open: bool, share_address: str) -> None:
    """Open the workshop in your browser.

    The workshop shows the games, your ships and their sheets, and draws them again while you type. It works only
    on the files of FOLDER (default: the current folder). It can be reached only from this computer. Stop the
    command with Ctrl-C.

    \b
    printshop serve
    printshop serve my_games --port 8101 --no-open
    """
    from printshop.workshop import server

    server.serve_workshop(folder, port, opens=not no_open, say=print_line, share_address=share_address)


@click.command("site", cls=ExampleCommand)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--pyodide", type=click.Path(path_type=Path, exists=True, dir_okay=False), metavar="FILE",
              help="The path of pyodide-VERSION.tgz (Python for web pages). Without this option, the file is "
                   "downloaded from the npm registry.")
def site(folder: Path, pyodide: Path | None) -> None:
    """Write the workshop as a web site into FOLDER.

    The site consists of static files for any host, and players need to install nothing. Python runs in the page.
    Files stay in the player's browser, where they can be saved and opened. Once loaded, the site works offline. If
    you have Node.js, the code of the page is compiled, so that the page starts some seconds sooner.

    \b
    printshop site public
    python -m http.server --directory public
    """
    from printshop.workshop import site as pages

    count, size = pages.write_site(folder, pyodide)
    print_line(f"{folder}: {count} files, {size / 1e6:.1f} MB")
