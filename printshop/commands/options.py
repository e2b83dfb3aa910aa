"""The options of every command that writes files: on what it prints, how, in which formats; which did nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from printshop.commands.shared import gathered, offset, words
from printshop.render import FORMATS
from printshop.saying import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from printshop.commands.shared import Command
    from printshop.job import Job, Settings
    from printshop.layout.paper import Paper
    from printshop.render.press import Press


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
    from printshop.products.forms.variants import NAMES

    variants = frozenset(name.strip().casefold() for text in value for name in text.split(",") if name.strip())
    for name in sorted(variants - {*NAMES}):
        raise click.BadParameter(f"'{name}' is not a variant: use {', '.join(NAMES)}", context, parameter)
    return variants


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


where = click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"),
                     show_default=True, help="The folder to write to.")
on_paper = click.option("--paper", default="universal", show_default=True, metavar="NAME|W x H",
                        help="a0 to a6, letter, legal, tabloid and so on, a paper of yours, or a size: \"13 x 19 in\". "
                             "universal prints at 100 % on A4 and on Letter; fit is a sheet as large as the map.")


FITS = (
    on_paper,
    click.option("--map-paper", default=None, metavar="NAME|W x H",
                 help="Another paper for maps: a large sheet, or fit."),
    click.option("--booklet", is_flag=True,
                 help="Booklets with pages of half the size, and a second file with their sheets, to be printed on "
                      "both sides, folded and stapled."),
    click.option("--backs", type=words("long", "short", "fold", "beside", "none"), default=None,
                 help="Where backs go: on the other side of the sheet, which your printer turns over its long or "
                      "short edge; on its other half, to be folded; beside each front; nowhere. Without this it is "
                      "as the game says."),
    click.option("--profile", default=None, metavar="NAME",
                 help="PDF for a print shop: its inks, its boxes, inks of their own for lines to cut and to fold. "
                      "print_shop, onebookshelf, drivethru_cards, lulu, game_crafter, or one of yours."),
    click.option("--font", "fonts", multiple=True, metavar="FILE",
                 help="A font for characters that no other has; can be repeated."),
    click.option("--variant", multiple=True, metavar="large|erase|numbers", callback=_variants,
                 help="Forms for weak eyes (large), for a wipeable pen (erase), or with figures instead of circles "
                      "(numbers); several with commas."),
    click.option("--audit", is_flag=True, help="Behind the records: what each check says of each unit."),
)
"""The options that decide whether things fit."""


OTHER = (
    click.option("--creep", default=None, metavar="LENGTH", callback=_creep,
                 help="The thickness of the paper, for booklets of many pages: 0.1mm."),
    click.option("--ink", type=words("colour", "light", "black"), default="colour", show_default=True,
                 help="light has tints instead of full colour and takes least; black has neither, "
                      "but solid patterns, and can take more than colour."),
    click.option("--back-offset", default="0,0", metavar="DX,DY", callback=lambda _, __, value: offset(value),
                 help="Move what is printed on back pages by so many millimetres, right and down."),
    click.option("--printer", default=None, metavar="NAME",
                 help="Make up for what a printer misses by, as measured on the page of printshop calibrate."),
    click.option("--cutter", default=None, metavar="NAME",
                 help="Files for a machine that cuts: SVG with a layer for every step, in the colours it wants. "
                      "laser, lightburn, glowforge, cricut, silhouette, plotter, or one of yours."),
    click.option("--guides", is_flag=True, help="Lines to cut by that run on to the edges of the sheet."),
    click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True,
                 help="Dots an inch of PNG."),
    click.option("--text", type=click.Choice(["outline", "live", "flat"]), default="outline", show_default=True,
                 help="Letters in SVG: shared outlines, text that can be edited, or plain paths for cutters."),
)
"""The other options that say how things are printed."""


def printing(formats: str) -> Callable[[Command], Command]:
    """Return what adds the options that every command that writes files has; it gets them as one argument, `job`."""
    said = [f"{form.name} ({form.about})" if form.about else form.name for form in FORMATS.values()]
    which = click.option("--format", "formats", default=formats, show_default=True, callback=_formats,
                         help=f"{', '.join(said)}, or several with commas.")
    return gathered("job", _job, (where, which, *FITS, *OTHER))


def _fit(**given: Any) -> Settings:
    settings, _ = _settings(**given)
    return replace(settings, others=tuple(_larger(settings)))


fitting = gathered("how", _fit, FITS)
"""Adds the options that decide whether things fit; a command gets them as one argument, `how`.

It knows all larger sheets, too, for what does not.
"""


def _asked(option: str) -> bool:
    """Return whether the player has given an option."""
    return click.get_current_context().get_parameter_source(option) is not click.core.ParameterSource.DEFAULT


def _settings(*, paper: str, map_paper: str | None, booklet: bool, backs: str | None, profile: str | None,
              fonts: tuple[str, ...], variant: frozenset[str], audit: bool) -> tuple[Settings, Press | None]:
    """Return what the options mean that decide whether things fit, and the press of a print shop."""
    from printshop.drawing.notes import Notes
    from printshop.equipment import as_key, papers
    from printshop.game.pictures import named_font
    from printshop.job import Settings
    from printshop.layout.backs import Backs
    from printshop.layout.paper import HOME

    press, shop = None, HOME
    if profile:  # its paper, unless the player has named another, or a page of its
        from printshop.equipment import services

        press = services.find(profile)
        shop = services.shop(press)
        pages = {page.name: page.text for page in press.pages if page.name not in papers.papers()}
        paper = press.paper if press.paper and not _asked("paper") else pages.get(as_key(paper), paper)
        backs = backs or ("long" if press.single else None)  # which are pages of their own

    def within(sheet: Paper) -> Paper:
        return replace(sheet, margin=max(sheet.margin, press.margin)) if press else sheet

    sheet, large = papers.asked(paper, map_paper, press.paper if press else "")
    sheet = within(sheet)
    return Settings(sheet, fonts=tuple(map(named_font, fonts)), notes=Notes(), backs=Backs(backs) if backs else None,
                    variants=variant, audit=audit, map_paper=large,
                    leaf=within(papers.folded(sheet)[0]) if booklet else None, shop=shop), press


def _job(*, output: Path, formats: tuple[str, ...], creep: float, ink: str, back_offset: tuple[float, float],
         printer: str | None, cutter: str | None, guides: bool, dpi: int, text: Literal["outline", "live", "flat"],
         **fits: Any) -> Job:
    """Return all that a run is told of how to print, and where to."""
    from printshop.drawing.ink import Ink
    from printshop.equipment import papers, printers
    from printshop.job import Job
    from printshop.render import Options

    settings, press = _settings(**fits)
    measured = printers.find(printer) if printer else printers.Printer("")
    back_offset = (back_offset[0] + measured.offset[0], back_offset[1] + measured.offset[1])
    if creep and not settings.leaf:
        raise click.UsageError("--creep is for --booklet")
    fold = papers.folded(settings.paper, creep, back_offset)[1] if settings.leaf else None
    machine = None
    if cutter:
        from printshop.equipment import services  # few have a machine that cuts

        machine = services.cutter(cutter)
    for name in formats:
        if not FORMATS[name].writer and not machine:
            raise click.UsageError(f"--format {name} is for machines that cut: name one, such as --cutter laser")
    named = formats if _asked("formats") else ()  # nobody needs others of what a machine cuts, or a shop prints
    if machine and not any(FORMATS[name].cutter for name in formats):
        formats = (*named, "svg")
    if press:
        if printer or cutter:
            raise click.UsageError("--profile is for a print shop: it goes with neither --printer nor --cutter")
        formats, fold = named or ("pdf",), None
    settings = replace(settings, ink=Ink(ink), back_offset=back_offset, guides=guides,
                       machine=machine.machine if machine else None)
    if not (settings.leaf or settings.paper).usual:
        settings = replace(settings, others=tuple(_larger(settings)))
    return Job(output, formats, settings, Options(
        dpi=dpi, text=text, scale=measured.scale, fold=fold, cutter=machine.cutter if machine else None, press=press,
        notes=settings.notes))


def _larger(settings: Settings) -> Iterator[Settings]:
    from printshop.equipment import papers
    from printshop.layout.paper import UNIVERSAL

    for sheet in sorted(papers.papers().values(), key=lambda sheet: sheet.area):
        if sheet.area > settings.paper.area and sheet.name != UNIVERSAL.name:
            yield replace(settings, paper=sheet, leaf=papers.folded(sheet)[0] if settings.leaf else None, notes=None)


def told(settings: Settings, odd: Iterable[str] = ()) -> None:
    """Tell what is odd about what has been made, and which options have had no effect."""
    given = click.get_current_context().params
    for note in dict.fromkeys((*odd, *(settings.notes or ()), *_idle(given, settings))):
        tell(f"warning: {note}", err=True)


def _idle(given: Mapping[str, Any], settings: Settings) -> Iterator[str]:
    """Give a note for each option, of those `given` to a command, that has no effect."""
    from printshop import products

    if settings.notes is None:
        return
    shop, backed, profile = settings.shop, settings.notes.backed, given.get("profile")
    backs = given.get("backs")
    if backs == "fold" and shop.single:
        yield f"--backs fold changes nothing: for {profile} each back is a page of its own"
    if backs in ("long", "short", "fold") and not shop.single and not backed:
        yield f"--backs {backs} changes nothing: no piece of these has a back of its own to print"
    if any(given.get("back_offset", ())) and not backed and not settings.leaf:
        yield "--back-offset changes nothing: nothing of these is printed on the other side of a sheet"
    if given.get("guides"):
        if settings.machine:
            yield "--guides changes nothing: a machine that cuts needs no lines to lay a ruler along"
        elif shop.single:
            yield f"--guides changes nothing: for {profile} each piece is a page of its own"
        elif shop.die:
            yield f"--guides changes nothing: for {profile} cuts are an ink of their own"
    if profile and "pdf" not in given["formats"] and not shop.single:
        yield f"--profile {profile} changes nothing of the inks: it is for --format pdf"
    if profile and given.get("booklet"):
        yield f"no file to fold is made of the booklet: {profile} folds it"
    for product in products.every():
        yield from product.unused(given, settings.notes.made)
