"""The command line: thin. It asks the library, shows progress, prints problems, sets the exit code.

Only what every command needs is imported at the top: `printshop --help` does not know reportlab.
"""

from __future__ import annotations

import gc
import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printshop import __version__, arguments, catalogue
from printshop.problems import PrintshopError, Problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from printshop.drawing.items import Document
    from printshop.game.model import Game
    from printshop.products.product import Settings
    from printshop.render.renderer import Options

FORMATS = ("pdf", "svg", "png", "dump")
WRITING = ("pack", "make", "new")
BEGIN = """\b
To begin:
  printshop list                        which games there are
  printshop list {game}
  printshop pack {game}/{scenario}
  printshop make all {game}
  printshop new game my_game            a game of your own

Print the PDF at 100 % ("actual size"): every true-scale page carries rulers to check it by.
"""


class Taught(click.Command):
    """A command whose help shows calls that work, with the names of a game that is there."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help, its {game} and {scenario} filled in."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_filled(inspect.cleandoc(self.help or "")))


def _filled(text: str) -> str:
    from printshop.products import NAMES

    game, scenario = catalogue.example()
    return text.format(game=game, scenario=scenario, products=", ".join(NAMES))


class Shop(click.Group):
    """The commands. Problems in the data end with exit code 1 and no traceback; wrong usage with 2."""

    command_class = Taught

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write how to begin."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_filled(BEGIN))

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; report what it raises."""
        try:
            return super().invoke(ctx)
        except PrintshopError as error:
            report(error.problems, "; nothing was written" if ctx.invoked_subcommand in WRITING else "")
            ctx.exit(1)


def report(problems: Iterable[object], outcome: str) -> None:
    """Print problems to standard error, how many they are, and what came of it."""
    found = list(problems)
    for problem in found:
        click.echo(str(problem), err=True)
    click.echo(f"{_number(len(found), 'problem')}{outcome}", err=True)


def _formats(context: click.Context, parameter: click.Parameter, value: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",") if name.strip()))
    for name in names:
        if name not in FORMATS:
            raise click.BadParameter(f"'{name}' is not a format: use {', '.join(FORMATS)}", context, parameter)
    if not names:
        raise click.BadParameter(f"name at least one of {', '.join(FORMATS)}", context, parameter)
    return names


def _words(*words: str) -> click.Choice[str]:
    return click.Choice(words, case_sensitive=False)


def _changes(_context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    return arguments.changes(value)


changing = click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", callback=_changes,
                        help="Change a setting of the game for this run; list GAME names them. Can be repeated.")


def printing(formats: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options that every command that writes files has."""
    options = (
        click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"),
                     show_default=True, help="The folder to write to."),
        click.option("--format", "formats", default=formats, show_default=True, callback=_formats,
                     help="pdf, svg, png, dump (what a page is made of, as text), or several with commas."),
        click.option("--paper", type=_words("universal", "a4", "letter"), default="universal",
                     show_default=True, help="universal prints at 100 % on A4 and on Letter."),
        click.option("--ink", type=_words("colour", "light", "black"), default="colour", show_default=True,
                     help="light has tints instead of full colour and takes least; black has neither."),
        click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True,
                     help="Dots an inch of PNG."),
        click.option("--text", type=click.Choice(["outline", "live", "flat"]), default="outline", show_default=True,
                     help="Letters in SVG: shared outlines, text that can be edited, or plain paths for cutters."),
    )

    def add(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.group(cls=Shop, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="printshop")
def main() -> None:
    """Turn YAML ship and scenario data into things to print and play with.

    Counters, hex maps, templates and range sticks at true scale, record sheets, cards, reference charts, scenario
    booklets and whole packs, as PDF and SVG. GAME is the name of a game that comes with printshop, or the
    path of a folder with a game.yaml of your own.
    """
    # A run builds large trees that live to its end: looking for cycles in them is most of a load's time.
    gc.set_threshold(200_000, 50, 100)


@main.command("list")
@click.argument("game", required=False)
@changing
def list_(game: str | None, changes: dict[str, str]) -> None:
    """List the games, or what is in one: units, scenarios, pieces.

    \b
    printshop list
    printshop list {game}
    """
    from printshop.listing import games, inside

    for line in inside(_load(game, changes), game) if game else games():
        click.echo(line)


@main.command()
@click.argument("paths", nargs=-1)
@changing
def check(paths: tuple[str, ...], changes: dict[str, str]) -> None:
    """Report every problem in the data of games, all of them at once.

    Without PATHS it checks the games that come with printshop. Nothing is written.

    \b
    printshop check
    printshop check my_games/boats
    """
    from printshop.checking import check_game, warnings

    problems = Problems()
    for path in paths or tuple(catalogue.games()):
        try:
            game = check_game(catalogue.find_game(path), changes)
            scenarios = _number(len(game.scenarios), "scenario")
            click.echo(f"{path}: {_number(len(game.units), 'unit')}, {scenarios}, no problems")
            for warning in warnings(game):
                click.echo(f"  warning: {warning}")
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()


@main.command()
@click.argument("scenario", metavar="GAME/SCENARIO")
@changing
@printing("pdf,svg")
def pack(scenario: str, changes: dict[str, str], output: Path, formats: tuple[str, ...], **how: Any) -> None:
    """Write everything that is needed to play a scenario.

    One PDF with all pages behind a cover that says what to print on what; each component as a file of its own;
    and every page as SVG.

    \b
    printshop pack {game}/{scenario}
    printshop pack {game}/{scenario} --paper a4 --ink light -o saturday
    """
    from printshop.files import Delivery
    from printshop.products import pack as packing
    from printshop.publishing import clear, write_pack

    where, key = arguments.scenario_of(scenario)
    game = _load(where, changes)
    settings, options = _settings(how)
    chosen = packing.find_scenario(game, key)
    components = []
    for component in packing.make(game, chosen, settings):
        _say(f"  {component.product.name}: {_number(len(component.pages), 'page')}")
        components.append(component)
    made = packing.assemble(game, chosen, tuple(components), settings)
    with Delivery() as delivery:
        write_pack(made, output / key, key, formats, delivery, options, _say)
    _done(delivery.targets())
    _cleared(clear(output / key, key, delivery.targets()))


@main.command()
@click.argument("product")
@click.argument("game")
@click.argument("units", nargs=-1, metavar="[UNIT[*N]]...")
@click.option("--scenario", metavar="NAME", help="Make it for a scenario: its units, its pieces.")
@click.option("--damage", multiple=True, metavar="UNIT:TRACK=N", help="Mark damage on a record; can be repeated.")
@click.option("--only", multiple=True, metavar="KEY",
              help="Only this template, marker, counter, chart, map or form; can be repeated.")
@click.option("--blank", type=click.IntRange(1, 1000), default=None, metavar="N",
              help="N blank forms instead of records.")
@changing
@printing("pdf")
def make(product: str, game: str, units: tuple[str, ...], changes: dict[str, str], output: Path,
         formats: tuple[str, ...], scenario: str | None, damage: tuple[str, ...], only: tuple[str, ...],
         blank: int | None, **how: Any) -> None:
    """Write one product of a game, or everything that it has to print.

    PRODUCT is {products}; or all, which is every one of them and blank forms, too.

    \b
    printshop make all {game}
    printshop make records {game} NAME "NAME*5" --damage NAME:TRACK=3
    printshop make records {game} --blank 5
    printshop make templates {game} --only KEY
    printshop make maps my_games/boats --set hex="1 in"
    printshop make counters my_games/boats --format pdf,png
    """
    from printshop import products
    from printshop.files import Delivery
    from printshop.game import load as loading
    from printshop.publishing import write

    if arguments.product_name(product, game) == arguments.ALL:
        arguments.nothing_else(units, damage, only, blank)
        _make_all(game, changes, scenario, output, formats, how)
        return
    made = products.find(product)
    loaded = loading.load(arguments.game_folder(game), changes)
    settings, options = _settings(how)
    request = arguments.request(loaded, made.name, units, scenario, damage, only, blank)
    document = made.build(loaded, request, settings)
    stem = "-".join(part for part in (loaded.key, scenario, "blank" if blank else "", made.name, *only) if part)
    with Delivery() as delivery:
        write(_watched(document, made.name), output / stem, formats, delivery, options)
    _done(delivery.targets())


def _make_all(game: str, changes: Mapping[str, str], scenario: str | None, output: Path, formats: tuple[str, ...],
              how: dict[str, Any]) -> None:
    from printshop.files import Delivery
    from printshop.game import load as loading
    from printshop.products import everything
    from printshop.products.pack import find_scenario
    from printshop.publishing import clear, write_parts

    loaded = loading.load(arguments.game_folder(game), changes)
    settings, options = _settings(how)
    chosen = find_scenario(loaded, scenario) if scenario else None
    folder = output / "-".join(part for part in (loaded.key, scenario) if part)
    with Delivery() as delivery:
        write_parts(everything.parts(loaded, chosen, settings), folder, formats, delivery, options, _say)
    _done(delivery.targets())
    _cleared(clear(folder, folder.name, delivery.targets()))


@main.command()
@click.argument("kind", type=_words("game"))
@click.argument("name", type=click.Path(path_type=Path))
def new(kind: str, name: Path) -> None:  # noqa: ARG001
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


@main.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def verify(files: tuple[Path, ...]) -> None:
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


def _load(name: str, changes: Mapping[str, str]) -> Game:
    from printshop.game.load import load

    return load(catalogue.find_game(name), changes)


def _settings(how: dict[str, Any]) -> tuple[Settings, Options]:
    from printshop.drawing.ink import Ink
    from printshop.layout.paper import PAPERS
    from printshop.products.product import Settings
    from printshop.render.renderer import Options

    return Settings(PAPERS[how["paper"]], Ink(how["ink"])), Options(dpi=how["dpi"], text=how["text"])


def _watched(document: Document, name: str) -> Document:
    """Show on a terminal how far a long document has come; in a pipe, nothing."""
    from printshop.publishing import watched

    return watched(document, name, sys.stderr) if sys.stderr.isatty() else document


def _say(line: str) -> None:
    if sys.stderr.isatty():
        click.echo(line, err=True)


def _cleared(old: int) -> None:
    if old:
        click.echo(f"removed {_number(old, 'old file')} of an earlier run")


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _done(targets: tuple[Path, ...]) -> None:
    """Name what was written: single files, and how many pictures of pages in which folder."""
    pictures: dict[tuple[Path, str], int] = {}
    for target in targets:
        if target.suffix in (".svg", ".png"):
            pictures[target.parent, target.suffix] = pictures.get((target.parent, target.suffix), 0) + 1
        else:
            click.echo(str(target))
    for (folder, suffix), count in pictures.items():
        click.echo(f"{folder}/*{suffix}: {_number(count, 'page')}")
