"""`printshop verify`: files measured."""

from __future__ import annotations

from pathlib import Path

import click

from printshop.commands.common import Taught
from printshop.problems import Problems


@click.command("verify", cls=Taught)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def command(files: tuple[Path, ...]) -> None:
    """Measure PDF files: page sizes, rulers, fonts, and whether they ask not to be scaled.

    \b
    printshop verify output/{scenario}/{scenario}.pdf
    """
    from printshop.verify import verify as measure

    problems = Problems()
    for file in files:
        found = measure(file)
        click.echo(str(found))
        for finding in found.findings:
            problems.add(None, f"{file}: {finding}")
    problems.raise_if_any()
