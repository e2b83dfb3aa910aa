"""What commands share: their options, help with examples that work, what they say when they are done."""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from printshop import arguments, catalogue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.drawing.items import Document
    from printshop.game.model import Game
    from printshop.products.product import Settings
    from printshop.render.renderer import Options

FORMATS = ("pdf", "svg", "png", "dump")


class Taught(click.Command):
    """A command whose help shows calls that work, with the names of a game that is there."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help, its {game} and {scenario} filled in."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(filled(inspect.cleandoc(self.help or "")))


def filled(text: str) -> str:
    """Return a text of help with a {game}, a {scenario} of it and the {products} filled in."""
    from printshop.products import NAMES

    game, scenario = catalogue.example()
    return text.format(game=game, scenario=scenario, products=", ".join(NAMES))


def words(*choices: str) -> click.Choice[str]:
    """Return the type of an option that is one of a few words."""
    return click.Choice(choices, case_sensitive=False)


def _formats(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
    for name in names:
        if name not in FORMATS:
            raise click.BadParameter(f"'{name}' is not a format: use {', '.join(FORMATS)}", context, parameter)
    if not names:
        raise click.BadParameter(f"name at least one of {', '.join(FORMATS)}", context, parameter)
    return names


def _changes(_context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    return arguments.changes(value)


changing = click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", callback=_changes,
                        help="Change a setting of the game for this run; list GAME names them. Can be repeated.")


@dataclass(frozen=True, slots=True)
class Printing:
    """What the options of `printing` ask for: where to write what, how it is printed and how files are written."""

    output: Path
    formats: tuple[str, ...]
    settings: Settings
    options: Options


def printing(formats: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options that every command that writes files has; it gets them as one argument, `printing`."""
    options = (
        click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"),
                     show_default=True, help="The folder to write to."),
        click.option("--format", "formats", default=formats, show_default=True, callback=_formats,
                     help="pdf, svg, png, dump (what a page is made of, as text), or several with commas."),
        click.option("--paper", type=words("universal", "a4", "letter"), default="universal",
                     show_default=True, help="universal prints at 100 % on A4 and on Letter."),
        click.option("--ink", type=words("colour", "light", "black"), default="colour", show_default=True,
                     help="light has tints instead of full colour and takes least; black has neither."),
        click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True,
                     help="Dots an inch of PNG."),
        click.option("--text", type=click.Choice(["outline", "live", "flat"]), default="outline", show_default=True,
                     help="Letters in SVG: shared outlines, text that can be edited, or plain paths for cutters."),
    )

    def add(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def collected(**given: Any) -> None:
            how = {name: given.pop(name) for name in inspect.signature(_collected).parameters}
            command(**given, printing=_collected(**how))

        wrapped: Callable[..., None] = collected
        for option in reversed(options):
            wrapped = option(wrapped)
        return wrapped

    return add


def _collected(output: Path, formats: tuple[str, ...], paper: str, ink: str, dpi: int,
               text: Literal["outline", "live", "flat"]) -> Printing:
    """Return what the options mean: a parameter for each of them, of the same name."""
    from printshop.drawing.ink import Ink
    from printshop.layout.paper import PAPERS
    from printshop.products.product import Settings
    from printshop.render.renderer import Options

    return Printing(output, formats, Settings(PAPERS[paper], Ink(ink)), Options(dpi=dpi, text=text))


def load_game(name: str, changes: Mapping[str, str]) -> Game:
    """Return a game by its name or path. Raises PrintshopError."""
    from printshop.game.load import load

    return load(catalogue.find_game(name), changes)


def counted(document: Document, name: str) -> Document:
    """Show on a terminal how far a long document has come; in a pipe, nothing."""
    from printshop.publishing import watched

    return watched(document, name, sys.stderr) if sys.stderr.isatty() else document


def say(line: str) -> None:
    """Tell how a long run goes on, on a terminal; in a pipe, nothing."""
    if sys.stderr.isatty():
        click.echo(line, err=True)


def number(count: int, thing: str) -> str:
    """Return "1 page" or "3 pages"."""
    return f"{count} {thing}{'' if count == 1 else 's'}"


def done(targets: tuple[Path, ...], cleared: int = 0) -> None:
    """Name what was written, single files, and how many pictures of pages in which folder; and what was removed."""
    pictures: dict[tuple[Path, str], int] = {}
    for target in targets:
        if target.suffix in (".svg", ".png"):
            pictures[target.parent, target.suffix] = pictures.get((target.parent, target.suffix), 0) + 1
        else:
            click.echo(str(target))
    for (folder, suffix), count in pictures.items():
        click.echo(f"{folder}/*{suffix}: {number(count, 'page')}")
    if cleared:
        click.echo(f"removed {number(cleared, 'old file')} of an earlier run")
