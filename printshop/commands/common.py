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
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from printshop.drawing.items import Document
    from printshop.game.model import Game, Unit
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


def _variants(context: click.Context, parameter: click.Parameter, value: tuple[str, ...]) -> frozenset[str]:
    if not value:
        return frozenset()
    from printshop.products.forms.form_variants import NAMES

    found = frozenset(name.strip().casefold() for one in value for name in one.split(",") if name.strip())
    for name in sorted(found - {*NAMES}):
        raise click.BadParameter(f"'{name}' is not a variant: use {', '.join(NAMES)}", context, parameter)
    return found


def _changes(_context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    return arguments.changes(value)


def _creep(context: click.Context, parameter: click.Parameter, value: str | None) -> float:
    from printshop.units import MM, parse_length

    if value is None:
        return 0.0
    try:
        length = parse_length(value).pt
    except ValueError as error:
        raise click.BadParameter(str(error), context, parameter) from error
    if length > MM:
        raise click.BadParameter(f"{value}: no paper is thicker than 1 mm", context, parameter)
    return length


def _offset(_context: click.Context, _parameter: click.Parameter, value: str) -> tuple[float, float]:
    return arguments.offset(value)


def _palette(_context: click.Context, _parameter: click.Parameter, value: str | None) -> dict[str, str]:
    from printshop.equipment.palettes import palette
    from printshop.game.palettes import PALETTE

    return {PALETTE: palette(value)} if value else {}


def changing(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that change a game for one run; a command gets them as one argument, `changes`."""

    @wraps(command)
    def changed(changes: dict[str, str], palette: dict[str, str], **given: Any) -> None:
        command(changes={**changes, **palette}, **given)

    wrapped = click.option("--palette", metavar="NAME", callback=_palette,
                           help="Other colours for the sides: clear, soft, bold, grey, or your own.")(changed)
    return click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", callback=_changes,
                        help="Change a setting of the game for this run; list GAME names them. Can be repeated.",
                        )(wrapped)


where = click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"),
                     show_default=True, help="The folder to write to.")
on_paper = click.option("--paper", default="universal", show_default=True, metavar="NAME|W x H",
                        help="a0 to a6, letter, legal, tabloid and so on, a paper of yours, or a size: \"13 x 19 in\". "
                             "universal prints at 100 % on A4 and on Letter; fit is a sheet as large as the map.")


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
        where,
        click.option("--format", "formats", default=formats, show_default=True, callback=_formats,
                     help="pdf, svg, png, dump (what a page is made of, as text), or several with commas."),
        on_paper,
        click.option("--map-paper", default=None, metavar="NAME|W x H",
                     help="Another paper for maps: a large sheet, or fit."),
        click.option("--booklet", is_flag=True,
                     help="Booklets with pages of half the size, and a second file with their sheets, to be printed on "
                          "both sides, folded and stapled."),
        click.option("--creep", default=None, metavar="LENGTH", callback=_creep,
                     help="The thickness of the paper, for booklets of many pages: 0.1mm."),
        click.option("--ink", type=words("colour", "light", "black"), default="colour", show_default=True,
                     help="light has tints instead of full colour and takes least; black has neither."),
        click.option("--backs", type=words("long", "short", "fold", "beside", "none"), default=None,
                     help="Where backs go: on the other side of the sheet, which your printer turns over its long or "
                          "short edge; on its other half, to be folded; beside each front; nowhere. Without this it is "
                          "as the game says."),
        click.option("--back-offset", default="0,0", metavar="DX,DY", callback=_offset,
                     help="Move what is printed on back pages by so many millimetres, right and down."),
        click.option("--printer", default=None, metavar="NAME",
                     help="Make up for what a printer misses by, as measured on the page of printshop calibrate."),
        click.option("--cutter", default=None, metavar="NAME",
                     help="Files for a machine that cuts: SVG with a layer for every step, in the colours it wants. "
                          "laser, lightburn, glowforge, cricut, silhouette, plotter, or one of yours."),
        click.option("--profile", default=None, metavar="NAME",
                     help="PDF for a print shop: its inks, its boxes, inks of their own for lines to cut and to fold. "
                          "print_shop, onebookshelf, drivethru_cards, lulu, game_crafter, or one of yours."),
        click.option("--guides", is_flag=True, help="Lines to cut by that run on to the edges of the sheet."),
        click.option("--font", "fonts", multiple=True, metavar="FILE",
                     help="A font for characters that no other has; can be repeated."),
        click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True,
                     help="Dots an inch of PNG."),
        click.option("--text", type=click.Choice(["outline", "live", "flat"]), default="outline", show_default=True,
                     help="Letters in SVG: shared outlines, text that can be edited, or plain paths for cutters."),
        click.option("--variant", multiple=True, metavar="large|erase|numbers", callback=_variants,
                     help="Forms for weak eyes (large), for a wipeable pen (erase), or with figures instead of circles "
                          "(numbers); several with commas."),
        click.option("--audit", is_flag=True, help="Behind the records: what each check says of each unit."),
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


def _collected(output: Path, formats: tuple[str, ...], paper: str, map_paper: str | None, booklet: bool, creep: float,
               ink: str, backs: str | None, back_offset: tuple[float, float], printer: str | None, cutter: str | None,
               profile: str | None, guides: bool, fonts: tuple[str, ...], dpi: int,
               text: Literal["outline", "live", "flat"], variant: frozenset[str], audit: bool) -> Printing:
    """Return what the options mean: a parameter for each of them, of the same name."""
    from printshop.drawing.ink import Ink
    from printshop.drawing.notes import Notes
    from printshop.equipment import cutters, papers, printers, services
    from printshop.game.fonts import named_font
    from printshop.layout.backs import Backs
    from printshop.products.product import Settings
    from printshop.render.renderer import Options

    known = printers.find(printer) if printer else printers.Printer("")
    back_offset = (back_offset[0] + known.offset[0], back_offset[1] + known.offset[1])
    sheet, large = papers.asked(paper, map_paper)
    if creep and not booklet:
        raise click.UsageError("--creep is for --booklet")
    leaf, fold = papers.folded(sheet, creep) if booklet else (None, None)
    machine = cutters.find(cutter) if cutter else None
    if machine and "svg" not in formats:
        formats = (*_named_formats(formats), "svg")
    press = services.find(profile) if profile else None
    if press:
        if printer or cutter:
            raise click.UsageError("--profile is for a print shop: it goes with neither --printer nor --cutter")
        formats, fold = _named_formats(formats) or ("pdf",), None
        backs = backs or ("long" if press.single else None)  # which are pages of their own
    settings = Settings(sheet, Ink(ink), fonts=tuple(map(named_font, fonts)), notes=Notes(),
                        backs=Backs(backs) if backs else None, back_offset=back_offset, guides=guides,
                        variants=variant, audit=audit, map_paper=large, leaf=leaf,
                        machine=machine.machine if machine else None, shop=services.shop(press))
    return Printing(output, formats, settings, Options(
        dpi=dpi, text=text, scale=known.scale, fold=fold, cutter=machine.cutter if machine else None, press=press))


def _named_formats(formats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the formats if the player has named them; nobody needs others of what a machine cuts."""
    asked = click.get_current_context().get_parameter_source("formats")
    return () if asked is click.core.ParameterSource.DEFAULT else formats


def told(settings: Settings, units: Iterable[Unit] = ()) -> None:
    """Tell what is odd about what has been made, and about the units that have been."""
    from printshop.checking import odd

    for note in dict.fromkeys((*odd(units), *(settings.notes or ()), *_idle(settings))):
        click.echo(f"warning: {note}", err=True)


def _idle(settings: Settings) -> Iterator[str]:
    """Give a note where the player has asked for backs, and nothing has one."""
    from printshop.layout.backs import Backs

    asked = settings.backs in (Backs.LONG, Backs.SHORT, Backs.FOLD) and not settings.shop.single
    if asked and settings.backs and settings.notes is not None and not settings.notes.backed:
        yield f"--backs {settings.backs.value} changes nothing: no piece of these has a back of its own to print"


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


def done(targets: tuple[Path, ...], cleared: int = 0, strangers: tuple[Path, ...] = ()) -> None:
    """Name what was written, single files, and how many pictures of pages in which folder; and what was removed.

    `strangers` are files of another game that were replaced.
    """
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
    if strangers:
        few = ", ".join(path.name for path in strangers[:2]) + (" ..." if len(strangers) > 2 else "")
        click.echo(f"these took the place of files of another game that has the same name: {few}")
