"""`printshop new`: files to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from printshop.commands.common import Taught, words


@click.command("new", cls=Taught)
@click.argument("kind", type=words("game"))
@click.argument("name", type=click.Path(path_type=Path))
def command(kind: str, name: Path) -> None:  # noqa: ARG001
    """Write a small game to begin with into a new folder NAME.

    A few units, a record sheet, a counter, a template and a battle, with comments: change them into your own.
    Nothing that is there is ever overwritten.

    \b
    printshop new game harbour
    printshop make all harbour
    """
    from printshop.starting import write_game

    for path in write_game(name):
        click.echo(str(path))
    click.echo(f"next: printshop make all {name}")
