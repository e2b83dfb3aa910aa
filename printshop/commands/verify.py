"""`printshop verify`: files measured."""

from __future__ import annotations

from pathlib import Path

import click

from printshop.commands.common import Taught
from printshop.problems import Problems
from printshop.saying import tell_block


@click.command("verify", cls=Taught)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", default=None, metavar="NAME", help="Hold PDF files against what a print shop asks for.")
def command(files: tuple[Path, ...], profile: str | None) -> None:
    """Measure PDF and SVG files, and tell what would spoil them on paper.

    Page sizes, rulers, fonts, colours, the thinnest line and the coarsest picture, and whether a PDF asks not to be
    scaled.

    \b
    printshop verify output/{scenario}/{scenario}.pdf
    printshop verify --profile print_shop output/{scenario}/{scenario}.pdf
    """
    from printshop.equipment import services
    from printshop.inspection import verify, verify_svg

    press, problems = services.find(profile) if profile else None, Problems()
    for file in files:
        found = verify_svg.verify(file) if file.suffix.lower() == ".svg" else verify.verify(file, press)
        tell_block(str(found))
        for finding in found.findings:
            problems.add(None, f"{file}: {finding}")
    problems.raise_if_any()
