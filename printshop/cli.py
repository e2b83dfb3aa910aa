"""The command line: it gathers the commands, prints problems, sets the exit code."""

from __future__ import annotations

import gc
import warnings
from typing import TYPE_CHECKING, Any

import click

from printshop import __version__
from printshop.catalogue import HiddenGameWarning
from printshop.commands import calibrate, check, export, fleet, make, new, pack, schema, showing, verify, watch
from printshop.commands.common import filled
from printshop.problems import PrintshopError, some

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

COMMANDS = (showing.command, check.command, pack.command, fleet.command, make.command, new.command,
            watch.command, verify.command, calibrate.command, export.command, schema.command)
WRITING = ("pack", "fleet", "make", "new", "schema", "export", "calibrate")
BEGIN = """\b
To begin:
  printshop list                        which games there are
  printshop list {game}
  printshop pack {game}/{scenario}
  printshop make all {game}
  printshop new game my_game            a game of your own

Print the PDF at 100 % ("actual size"): every true-scale page carries rulers to check it by.
"""


class Shop(click.Group):
    """The commands. Problems in the data end with exit code 1 and no traceback; wrong usage with 2."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write how to begin."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(filled(BEGIN))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; report what it raises."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", HiddenGameWarning)
                warnings.showwarning = _Warnings(warnings.showwarning)
                return super().invoke(ctx)
        except PrintshopError as error:
            report(error.problems, "; nothing was written" if ctx.invoked_subcommand in WRITING else "")
            ctx.exit(1)


class _Warnings:
    """Prints what is warned of for the player, once, to standard error; anything else goes where it always does."""

    def __init__(self, others: Callable[..., None]) -> None:
        self._others, self._told = others, set[str]()

    def __call__(self, message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
        if category is not HiddenGameWarning:
            self._others(message, category, *where, **more)
        elif str(message) not in self._told:
            self._told.add(str(message))
            click.echo(f"warning: {message}", err=True)


def report(problems: Iterable[object], outcome: str) -> None:
    """Print problems to standard error, how many they are, and what came of it."""
    found = list(problems)
    for problem in found:
        click.echo(str(problem), err=True)
    click.echo(f"{some(len(found), 'problem')}{outcome}", err=True)


@click.group(cls=Shop, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="printshop")
def main() -> None:
    """Turn YAML ship and scenario data into things to print and play with.

    Counters, hex maps, templates and range sticks at true scale, record sheets, cards, reference charts, scenario
    booklets and whole packs, as PDF and SVG. GAME is the name of a game that comes with printshop, or the
    path of a folder with a game.yaml of your own, or of a file that adds to a game.
    """
    # A run builds large trees that live to its end: looking for cycles in them is most of a load's time.
    gc.set_threshold(200_000, 50, 100)


for _command in COMMANDS:
    main.add_command(_command)
