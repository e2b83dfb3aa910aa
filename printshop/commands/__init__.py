"""Options, arguments and messages that the commands share. It imports nothing slow, so that help is quick."""

from __future__ import annotations

import inspect
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from printshop import catalogue
from printshop.catalogue import AS_IT_IS, Changes
from printshop.files import Delivery
from printshop.problems import PrintshopError, failure, some
from printshop.render import FORMATS, Options
from printshop.saying import on_a_terminal, tell

if TYPE_CHECKING:  # slow imports, which help does not need
    from printshop.game.model import Game, Unit
    from printshop.job import Settings
    from printshop.layout.boxes import Paper
    from printshop.products.pack import Component

    Command = Callable[..., None]

T = TypeVar("T")
ASIDE = "printshop.aside"  # key in `ctx.meta`: problems in parts that the command did not need
INKS = click.Choice(("colour", "light", "black"), case_sensitive=False)
MOST_UNITS = 1_000
_FARTHEST = 5  # mm: greatest offset of backs


class Taught(click.Command):
    """A command whose help has examples that work, with the names of a game that is there."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help with {game}, {scenario} and {products} filled in."""
        write_filled(formatter, inspect.cleandoc(self.help or ""))


def write_filled(formatter: click.HelpFormatter, text: str) -> None:
    """Write a help text with {game}, {scenario} and {products} filled in."""
    from printshop.products import names

    game, scenario = catalogue.example()
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text.format(game=game, scenario=scenario, products=", ".join(names())))


def reads(read: Callable[[Any], T]) -> Callable[[click.Context, click.Parameter, Any], T | None]:
    """Return a click callback that parses an option's text, if given; a ValueError becomes a usage error."""
    def callback(context: click.Context, parameter: click.Parameter, value: Any) -> T | None:
        try:
            return None if value is None else read(value)
        except ValueError as error:
            raise click.BadParameter(str(error), context, parameter) from error

    return callback


def gathered(name: str, meaning: Callable[..., object],
             options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    """Return a decorator that adds options and passes them to the command as one argument, `name`.

    Its value is `meaning`, called with the options by name.
    """

    def add(command: Command) -> Command:
        @wraps(command)
        def wrapped(**values: Any) -> None:
            meant = {key: values.pop(key) for key in names}
            command(**values, **{name: meaning(**meant)})

        before = len(getattr(wrapped, "__click_params__", ()))
        for option in reversed(options):
            option(wrapped)
        names = [parameter.name for parameter in wrapped.__click_params__[before:]]  # type: ignore[attr-defined]
        return wrapped

    return add


def _palette(name: str) -> tuple[str, ...]:
    from printshop.equipment.papers import palette

    return palette(name) if name else ()


def _settings_of(texts: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise ValueError(f"'{text[:80]}' is not NAME=VALUE")
        if name in settings:
            raise ValueError(f"'{name}' is set twice")
        settings[name] = value
    return settings


changing = gathered("changes", lambda settings, palette, theme: Changes(
    settings, palette or (), theme or ""), (
    click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", callback=reads(_settings_of),
                 help="Change a setting of the game for this run; list GAME names them. Can be repeated."),
    click.option("--palette", metavar="NAME", callback=reads(_palette),
                 help="Other colours for the sides: clear, soft, bold, grey, or your own."),
    click.option("--theme", metavar="NAME", help="Another look: classic, naval, space, fantasy ...; list --themes "
                 "names them all."),
))
"""Decorator: adds the options that change a game for one run; the command gets them as the argument `changes`."""


def offset(text: str) -> tuple[float, float]:
    """Return "0.5,-1", millimetres right and down, as points. Raises ValueError."""
    from printshop.units import MM

    match = re.fullmatch(r" *(-?\d{1,3}(?:\.\d{1,3})?)(?: *mm)? *[,;] *(-?\d{1,3}(?:\.\d{1,3})?)(?: *mm)? *", text)
    if not match:
        raise ValueError(f"{text}: write two numbers of millimetres, for instance 0.5,-1")
    right, down = float(match[1]), float(match[2])
    if max(abs(right), abs(down)) > _FARTHEST:
        raise ValueError(f"{text}: a printer that misses by more than {_FARTHEST} mm has the paper laid in askew, or "
                         "turns it over its other edge")
    return right * MM, down * MM


def _listed(text: str, choices: Iterable[str], noun: str) -> tuple[str, ...]:
    """Return the words of a text between commas. Raises ValueError for a word that is not among the choices."""
    choices, names = tuple(choices), dict.fromkeys(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in choices:
            raise ValueError(f"'{name}' is not a {noun}: use {', '.join(choices)}")
    return tuple(names)


def _formats(text: str) -> tuple[str, ...]:
    names = _listed(text, FORMATS, "format")
    if not names:
        raise ValueError(f"name at least one of {', '.join(FORMATS)}")
    return names


def _variants(texts: tuple[str, ...]) -> frozenset[str]:
    if not texts:
        return frozenset()
    from printshop.game.forms.reading import VARIANTS

    return frozenset(_listed(",".join(texts).casefold(), VARIANTS, "variant"))


def _creep(text: str) -> float:
    from printshop.units import MM, parse_length

    length = parse_length(text).pt
    if length > MM:
        raise ValueError(f"{text}: no paper is thicker than 1 mm")
    return length


where = click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"),
                     show_default=True, help="The folder to write to.")
on_paper = click.option("--paper", default="universal", show_default=True, metavar="NAME|W x H",
                        help="a0 to a6, letter, legal, tabloid and so on, a paper of yours, or a size: \"13 x 19 in\". "
                             "universal prints at 100 % on A4 and on Letter; fit is a sheet as large as the map.")
_FITS = (  # options that decide whether things fit
    on_paper,
    click.option("--map-paper", metavar="NAME|W x H", help="Another paper for maps: a large sheet, or fit."),
    click.option("--booklet", is_flag=True, help="Booklets with pages of half the size, and a second file with their "
                 "sheets, to be printed on both sides, folded and stapled."),
    click.option("--backs", type=click.Choice(("long", "short", "fold", "beside", "none"), case_sensitive=False),
                 help="Where backs go: on the other side of the sheet, which your printer turns over its long or "
                      "short edge; on its other half, to be folded; beside each front; nowhere. Without this it is "
                      "as the game says."),
    click.option("--profile", metavar="NAME",
                 help="PDF for a print shop: its inks, its boxes, inks of their own for lines to cut and to fold. "
                      "print_shop, onebookshelf, drivethru_cards, lulu, game_crafter, or one of yours."),
    click.option("--font", "fonts", multiple=True, metavar="FILE",
                 help="A font for characters that no other has; can be repeated."),
    click.option("--variant", multiple=True, metavar="large|erase|numbers", callback=reads(_variants),
                 help="Forms for weak eyes (large), for a wipeable pen (erase), or with figures instead of circles "
                      "(numbers); several with commas."),
    click.option("--audit", is_flag=True, help="Behind the records: what each check says of each unit."),
)
_OTHER = (
    click.option("--creep", metavar="LENGTH", callback=reads(_creep),
                 help="The thickness of the paper, for booklets of many pages: 0.1mm."),
    click.option("--ink", type=INKS, default="colour", show_default=True, help="light has tints instead of full colour "
                 "and takes least; black has neither, but solid patterns, and can take more than colour."),
    click.option("--back-offset", default="0,0", metavar="DX,DY", callback=reads(offset),
                 help="Move what is printed on back pages by so many millimetres, right and down."),
    click.option("--printer", metavar="NAME",
                 help="Make up for what a printer misses by, as measured on the page of printshop calibrate."),
    click.option("--cutter", metavar="NAME", help="Files for a machine that cuts: SVG with a layer for every step, in "
                 "the colours it wants. laser, lightburn, glowforge, cricut, silhouette, plotter, or one of yours."),
    click.option("--guides", is_flag=True, help="Lines to cut by that run on to the edges of the sheet."),
    click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True, help="Dots an inch of PNG."),
    click.option("--fillable", is_flag=True, help="PDF to be filled in on a screen: circles of records are "
                 "check boxes, blanks text fields. It prints as without."),
    click.option("--text", type=click.Choice(["outline", "live", "flat"]), default="outline", show_default=True,
                 help="Letters in SVG: shared outlines, text that can be edited, or plain paths for cutters."),
)


def making(formats: str) -> Callable[[Command], Command]:
    """Return a decorator that adds the options of commands that write files; commands get the argument `how`."""
    descriptions = [f"{form.name} ({form.about})" if form.about else form.name for form in FORMATS.values()]
    form_option = click.option("--format", "formats", default=formats, show_default=True, callback=reads(_formats),
                               help=f"{', '.join(descriptions)}, or several with commas.")
    return gathered("how", _how, (where, form_option, *_FITS, *_OTHER))


def _is_given(option: str) -> bool:
    return click.get_current_context().get_parameter_source(option) is not click.core.ParameterSource.DEFAULT


def _fit(*, paper: str, map_paper: str | None, booklet: bool, backs: str | None, profile: str | None,
         fonts: tuple[str, ...], variant: frozenset[str], audit: bool) -> Settings:
    from printshop.drawing.notes import Notes
    from printshop.equipment import papers
    from printshop.game.pictures import named_font
    from printshop.game.shelves import as_key
    from printshop.job import Settings
    from printshop.layout.backs import Backs
    from printshop.layout.boxes import HOME

    press, shop, notes = None, HOME, Notes()
    if profile:  # the service's paper or one of its pages, unless the user names another paper
        from printshop.equipment import services

        press = services.find(profile)
        shop = services.shop(press)
        pages = {page.name: page.text for page in press.pages if page.name not in papers.papers()}
        paper = press.paper if press.paper and not _is_given("paper") else pages.get(as_key(paper), paper)
        backs = backs or ("long" if press.single else None)  # single pieces have their backs as pages

    def within(sheet: Paper) -> Paper:
        return replace(sheet, margin=max(sheet.margin, press.margin)) if press else sheet

    sheet, large = papers.sheets_for(paper, map_paper, press.paper if press else "")
    sheet = within(sheet)
    return Settings(sheet, fonts=tuple(map(named_font, fonts)), backs=Backs(backs) if backs else None,
                    variants=variant, audit=audit, map_paper=large, shop=shop, notes=notes,
                    leaf=within(papers.folded(sheet)[0]) if booklet else None,
                    options=Options(press=press, notes=notes))


def _with_larger(how: Settings) -> Settings:
    from printshop.equipment import papers
    from printshop.layout.boxes import UNIVERSAL

    return replace(how, others=tuple(
        replace(how, paper=sheet, leaf=papers.folded(sheet)[0] if how.leaf else None, notes=None)
        for sheet in sorted(papers.papers().values(), key=lambda sheet: sheet.area)
        if sheet.area > how.paper.area and sheet.name != UNIVERSAL.name))


fitting = gathered("how", lambda **options: _with_larger(_fit(**options)), _FITS)
"""Decorator: adds the options that decide whether things fit; the command gets them as the argument `how`."""


def _how(*, output: Path, formats: tuple[str, ...], creep: float | None, ink: str, back_offset: tuple[float, float],
         printer: str | None, cutter: str | None, guides: bool, dpi: int, text: Literal["outline", "live", "flat"],
         fillable: bool, **fits: Any) -> Settings:
    from printshop.drawing.ink import Ink
    from printshop.equipment import papers, printers

    how = _fit(**fits)
    measured = printers.find(printer) if printer else printers.Printer("")
    back_offset = (back_offset[0] + measured.offset[0], back_offset[1] + measured.offset[1])
    if creep and not how.leaf:
        raise click.UsageError("--creep is for --booklet")
    fold = papers.folded(how.paper, creep or 0.0, back_offset)[1] if how.leaf else None
    machine = None
    if cutter:
        from printshop.equipment import services  # imported late: few users have a cutter

        machine = services.cutter(cutter)
    for name in formats:
        if not FORMATS[name].writer and not machine:
            raise click.UsageError(f"--format {name} is for machines that cut: name one, such as --cutter laser")
    named = formats if _is_given("formats") else ()  # a cutter or a print shop needs no default formats
    if machine and not any(FORMATS[name].cutter for name in formats):
        formats = (*named, "svg")
    if how.options.press:
        if printer or cutter:
            raise click.UsageError("--profile is for a print shop: it goes with neither --printer nor --cutter")
        if fillable:
            raise click.UsageError("--fillable is for a screen, --profile for a print shop: leave one out")
        formats, fold = named or ("pdf",), None
    options = replace(how.options, dpi=dpi, text=text, scale=measured.scale, fold=fold, fillable=fillable,
                      cutter=machine.cutter if machine else None)
    how = replace(how, ink=Ink(ink), back_offset=back_offset, guides=guides, output=output, formats=formats,
                  options=options, machine=machine.machine if machine else None)
    return how if (how.leaf or how.paper).usual else _with_larger(how)


def load_sound_game(name: str, changes: Changes = AS_IT_IS) -> Game:
    """Return the valid parts of a game by its name or path; other problems are printed. Raises PrintshopError."""
    from printshop.loading import load

    return set_aside(load(catalogue.find_game(name), *changes, sound=True))


def set_aside(game: Game) -> Game:
    """Return a game; its problems in parts that are not needed are printed when the command ends."""
    click.get_current_context().meta.setdefault(ASIDE, []).extend(game.apart.problems)
    return game


def game_or_scenario(text: str) -> tuple[str, str]:
    """Return game and scenario of GAME or GAME/SCENARIO, "" for no scenario."""
    where, key = catalogue.split_scenario(text)
    if where and not os.path.lexists(text) and not catalogue.game_at(text) and catalogue.game_at(where):
        return where, key
    return text, ""


def muster(game: Game, words: tuple[str, ...]) -> tuple[Unit, ...]:
    """Return the units named by words like `Kestrel`, `Kestrel*5` or `5 x Kestrel`. Raises PrintshopError."""
    try:
        wanted = [copies(word) for word in words]
        units = game.muster([(name, min(count, MOST_UNITS + 1)) for name, count in wanted])
    except PrintshopError as error:
        if {"x", "×"} & {*words}:
            raise failure("an x stands alone between the units",
                          "write NAME*3, or the number first and quotes round it: \"3 x NAME\"") from error
        for word in words:
            halves = [name for name in game.units if name.startswith(f"{word} ")]
            if halves and word not in game.units:
                raise failure(f"there is no unit called '{word}'",
                              f"did you mean \"{halves[0]}\"? Put quotes round a name with spaces") from error
        raise
    if len(units) > MOST_UNITS:
        raise failure(f"that is {len(units):,} units, at most {MOST_UNITS:,} are made at once", "print them in parts")
    twice = [name for name, count in Counter(unit.name for unit in units).items() if count > 1]
    if twice:
        raise failure(f"there is only one {twice[0]}, asked for twice")
    return units


def copies(word: str) -> tuple[str, int]:
    """Return the name and the number in a word: ("Kestrel", 5) of "Kestrel*5" and of "5 x Kestrel"."""
    ahead = re.fullmatch(r"(\d{1,5}) *[x×] +(\S.*)", word.strip())
    if ahead:
        return ahead[2], int(ahead[1]) or 1
    name, star, number = word.rpartition("*")
    if not star:
        return word.strip(), 1
    if not re.fullmatch(r"\d{1,5}", number) or not int(number):
        raise click.BadParameter(f"'{word}': write how many behind the star, for instance \"{name or 'NAME'}*5\"",
                                 param_hint="UNIT")
    return name.strip(), int(number)


def say(line: str) -> None:
    """Print the progress of a long run, on a terminal only."""
    if on_a_terminal():
        tell(line, err=True)


def counting(components: Iterable[Component]) -> Iterator[Component]:
    """Yield the components of a pack; on a terminal, print each as it is made."""
    for component in components:
        say(f"  {component.product.name}: {some(len(component.pages), 'page')}")
        yield component


@contextmanager
def delivered(home: Path, folder: Path | None = None, *, whole: bool = False) -> Iterator[Delivery]:
    """Yield the delivery for files in `home`; then print their names and remove old files from a pack's `folder`."""
    from printshop.publishing import clear, strangers

    with Delivery(home) as delivery:
        yield delivery
        foreign = strangers(delivery)
    targets = delivery.targets()
    cleared = clear(folder, targets, whole=whole) if folder else 0
    tell_files(targets, (".svg", ".png"), "page", "/*{}")
    if cleared:
        tell(f"removed {some(cleared, 'old file')} of an earlier run")
    if foreign:
        names = ", ".join(path.name for path in foreign[:2]) + (" ..." if len(foreign) > 2 else "")
        tell(f"these took the place of files of another game that has the same name: {names}")


def tell_files(targets: Iterable[Path], pictures: tuple[str, ...], word: str, among: str = "") -> None:
    """Print the names of files that were written; of `pictures`, by their suffixes, the folder and their number."""
    many = Counter[str]()
    for target in targets:
        if target.suffix in pictures:
            many[f"{target.parent}{among.format(target.suffix)}"] += 1
        else:
            tell(str(target))
    for folder, number in many.items():
        tell(f"{folder}: {some(number, word)}")


def tell_notes(settings: Settings, odd: Iterable[str] = ()) -> None:
    """Print warnings about the output, and options without effect."""
    parameters = click.get_current_context().params
    for note in dict.fromkeys((*odd, *(settings.notes or ()), *idle_options(parameters, settings))):
        tell(f"warning: {note}", err=True)


def idle_options(options: Mapping[str, Any], settings: Settings) -> Iterator[str]:
    """Yield a note for each of a command's `options` that has no effect."""
    from printshop import products

    if settings.notes is None:
        return
    shop, backed, profile = settings.shop, settings.notes.backed, options.get("profile")
    backs = options.get("backs")
    if backs == "fold" and shop.single:
        yield f"--backs fold changes nothing: for {profile} each back is a page of its own"
    if backs in ("long", "short", "fold") and not shop.single and not backed:
        yield f"--backs {backs} changes nothing: no piece of these has a back of its own to print"
    if any(options.get("back_offset", ())) and not backed and not settings.leaf:
        yield "--back-offset changes nothing: nothing of these is printed on the other side of a sheet"
    if options.get("guides"):
        if settings.machine:
            yield "--guides changes nothing: a machine that cuts needs no lines to lay a ruler along"
        elif shop.single:
            yield f"--guides changes nothing: for {profile} each piece is a page of its own"
        elif shop.die:
            yield f"--guides changes nothing: for {profile} cuts are an ink of their own"
    if profile and "pdf" not in options["formats"] and not shop.single:
        yield f"--profile {profile} changes nothing of the inks: it is for --format pdf"
    if profile and options.get("booklet"):
        yield f"no file to fold is made of the booklet: {profile} folds it"
    for product in products.every():
        yield from product.unused(options, settings.notes.products)
