"""The options of every command that writes files: on what it prints, how, in which formats; which did nothing."""

from __future__ import annotations

import inspect
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from printshop.commands.shared import offset, words
from printshop.render import FORMATS
from printshop.saying import tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from printshop.drawing.notes import Notes
    from printshop.job import Job, Settings
    from printshop.layout.paper import Paper, Shop
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

    found = frozenset(name.strip().casefold() for one in value for name in one.split(",") if name.strip())
    for name in sorted(found - {*NAMES}):
        raise click.BadParameter(f"'{name}' is not a variant: use {', '.join(NAMES)}", context, parameter)
    return found


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


def printing(formats: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options that every command that writes files has; it gets them as one argument, `job`."""
    said = [f"{one.name} ({one.about})" if one.about else one.name for one in FORMATS.values()]
    which = click.option("--format", "formats", default=formats, show_default=True, callback=_formats,
                         help=f"{', '.join(said)}, or several with commas.")

    def add(command: Callable[..., None]) -> Callable[..., None]:
        return _gathered(_gathered(command, "job", _collected, OTHER), "how", _settings, (where, which, *FITS))

    return add


def fitting(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that decide whether things fit; a command gets them as one argument, `how`.

    It knows all larger sheets, too, for what does not.
    """

    @wraps(_settings)
    def settings(**given: Any) -> Settings:
        how = _settings(**given)
        return replace(how, others=tuple(_larger(how)))

    return _gathered(command, "how", settings, FITS)


def _gathered(command: Callable[..., None], name: str, meaning: Callable[..., object],
              options: Sequence[Callable[[Callable[..., None]], Callable[..., None]]]) -> Callable[..., None]:
    @wraps(command)
    def gathered(**given: Any) -> None:
        own = {key: given.pop(key) for key in inspect.signature(meaning).parameters}
        command(**given, **{name: meaning(**own)})

    wrapped: Callable[..., None] = gathered
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped


def _settings(paper: str, map_paper: str | None, booklet: bool, backs: str | None, profile: str | None,
              fonts: tuple[str, ...], variant: frozenset[str], audit: bool) -> Settings:
    """Return what the options mean that decide whether things fit: a parameter for each of them, of the same name."""
    from printshop.drawing.notes import Notes
    from printshop.equipment import papers
    from printshop.game.pictures import named_font
    from printshop.job import Settings
    from printshop.layout.backs import Backs
    from printshop.layout.paper import HOME

    press, shop = _service(profile) if profile else (None, HOME)
    sheet, large = papers.asked(_sheet(paper, press), map_paper, press.paper if press else "")
    sheet = _within(sheet, press)
    leaf = _within(papers.folded(sheet)[0], press) if booklet else None
    if press:
        backs = backs or ("long" if press.single else None)  # which are pages of their own
    return Settings(sheet, fonts=tuple(map(named_font, fonts)), notes=Notes(), backs=Backs(backs) if backs else None,
                    variants=variant, audit=audit, map_paper=large, leaf=leaf, shop=shop)


def _collected(output: Path, formats: tuple[str, ...], creep: float, ink: str, back_offset: tuple[float, float],
               printer: str | None, cutter: str | None, guides: bool, dpi: int,
               text: Literal["outline", "live", "flat"], how: Settings) -> Job:
    """Return what the other options mean, too: a parameter for each of them, of the same name."""
    from printshop.drawing.ink import Ink
    from printshop.equipment import papers, printers
    from printshop.job import Job
    from printshop.render import Options

    profile = click.get_current_context().params["profile"]
    press = _service(profile)[0] if profile else None
    known = printers.find(printer) if printer else printers.Printer("")
    back_offset = (back_offset[0] + known.offset[0], back_offset[1] + known.offset[1])
    if creep and not how.leaf:
        raise click.UsageError("--creep is for --booklet")
    fold = papers.folded(how.paper, creep, back_offset)[1] if how.leaf else None
    machine = None
    if cutter:
        from printshop.equipment import services  # few have a machine that cuts

        machine = services.cutter(cutter)
    only = [name for name in formats if not FORMATS[name].writer]
    if only and not machine:
        raise click.UsageError(f"--format {only[0]} is for machines that cut: name one, such as --cutter laser")
    if machine and not any(FORMATS[name].cutter for name in formats):
        formats = (*_named_formats(formats), "svg")
    if press:
        if printer or cutter:
            raise click.UsageError("--profile is for a print shop: it goes with neither --printer nor --cutter")
        formats, fold = _named_formats(formats) or ("pdf",), None
    settings = replace(how, ink=Ink(ink), back_offset=back_offset, guides=guides,
                       machine=machine.machine if machine else None)
    if not (settings.leaf or settings.paper).usual:
        settings = replace(settings, others=tuple(_larger(settings)))
    return Job(output, formats, settings, Options(
        dpi=dpi, text=text, scale=known.scale, fold=fold, cutter=machine.cutter if machine else None, press=press,
        notes=settings.notes))


def _service(name: str) -> tuple[Press, Shop]:
    from printshop.equipment import services

    press = services.find(name)
    return press, services.shop(press)


def _sheet(paper: str, press: Press | None) -> str:
    """Return the paper that is asked for: that of a service, unless the player has named another, or a page of its."""
    from printshop.equipment import as_key, papers

    asked = click.get_current_context().get_parameter_source("paper")
    if press and press.paper and asked is click.core.ParameterSource.DEFAULT:
        return press.paper
    formats = {one.name: one for one in press.pages} if press else {}
    name = as_key(paper)
    return formats[name].text if name in formats and name not in papers.papers() else paper


def _within(paper: Paper, press: Press | None) -> Paper:
    return replace(paper, margin=max(paper.margin, press.margin)) if press else paper


def _larger(settings: Settings) -> Iterator[Settings]:
    from printshop.equipment import papers
    from printshop.layout.paper import UNIVERSAL

    sheet, leaf = settings.paper, settings.leaf
    known = sorted(papers.papers().values(), key=lambda one: one.area)
    for one in (one for one in known if one.area > sheet.area and one.name != UNIVERSAL.name):
        yield replace(settings, paper=one, leaf=papers.folded(one)[0] if leaf else None, notes=None)


def _named_formats(formats: tuple[str, ...]) -> tuple[str, ...]:
    """Return the formats if the player has named them; nobody needs others of what a machine cuts."""
    asked = click.get_current_context().get_parameter_source("formats")
    return () if asked is click.core.ParameterSource.DEFAULT else formats


def told(settings: Settings, odd: Iterable[str] = ()) -> None:
    """Tell what is odd about what has been made, and which options have had no effect."""
    given = click.get_current_context().params
    for note in dict.fromkeys((*odd, *(settings.notes or ()), *idle(given, settings))):
        tell(f"warning: {note}", err=True)


def idle(given: Mapping[str, Any], settings: Settings) -> Iterator[str]:
    """Give a note for each option, of those `given` to a command, that has no effect."""
    from printshop import products

    if settings.notes is None:
        return
    yield from _of_backs(given, settings, settings.notes)
    yield from _of_makers(given, settings)
    for product in products.every():
        yield from product.unused(given, settings.notes.made)


def _of_backs(given: Mapping[str, Any], settings: Settings, notes: Notes) -> Iterator[str]:
    asked = given.get("backs") in ("long", "short", "fold")
    if asked and settings.shop.single and given["backs"] == "fold":
        yield f"--backs fold changes nothing: for {given['profile']} each back is a page of its own"
    if asked and not settings.shop.single and not notes.backed:
        yield f"--backs {given['backs']} changes nothing: no piece of these has a back of its own to print"
    if any(given.get("back_offset", ())) and not notes.backed and not settings.leaf:
        yield "--back-offset changes nothing: nothing of these is printed on the other side of a sheet"


def _of_makers(given: Mapping[str, Any], settings: Settings) -> Iterator[str]:
    """Give those that go not with a machine that cuts, or a print shop."""
    if given.get("guides"):
        if settings.machine:
            yield "--guides changes nothing: a machine that cuts needs no lines to lay a ruler along"
        elif settings.shop.single:
            yield f"--guides changes nothing: for {given['profile']} each piece is a page of its own"
        elif settings.shop.die:
            yield f"--guides changes nothing: for {given['profile']} cuts are an ink of their own"
    if given.get("profile"):
        if "pdf" not in given["formats"] and not settings.shop.single:
            yield f"--profile {given['profile']} changes nothing of the inks: it is for --format pdf"
        if given.get("booklet"):
            yield f"no file to fold is made of the booklet: {given['profile']} folds it"
