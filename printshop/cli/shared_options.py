"""Options, arguments and messages that the commands share.

The module imports nothing slow, so that help is quick.
"""

from __future__ import annotations

import inspect
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from printshop import game_paths
from printshop.files import AtomicWrite
from printshop.game_paths import NO_OVERRIDES, GameOverrides
from printshop.output import FORMATS, OutputOptions
from printshop.problems import PrintshopError, make_error, pluralize
from printshop.terminal import on_a_terminal, print_line

if TYPE_CHECKING:  # slow imports, which help does not need
    from printshop.game.model import Game, Unit
    from printshop.layout.rectangles import Paper
    from printshop.print_settings import PrintSettings
    from printshop.products.packs import PackComponent

    Command = Callable[..., None]

T = TypeVar("T")
SET_ASIDE_KEY = "printshop.aside"  # key in `ctx.meta`: problems in parts that the command did not need
INK_CHOICE = click.Choice(("colour", "light", "black"), case_sensitive=False)
MOST_UNITS = 1_000
_MAX_BACK_OFFSET = 5  # mm: greatest offset of backs


class ExampleCommand(click.Command):
    """A command whose help has working examples, with the names of an existing game and scenario."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help text with {game}, {scenario} and {products} filled in."""
        write_help_with_examples(formatter, inspect.cleandoc(self.help or ""))


def write_help_with_examples(formatter: click.HelpFormatter, text: str) -> None:
    """Write a help text with {game}, {scenario} and {products} filled in."""
    from printshop.products import list_product_names

    game, scenario = game_paths.choose_example_scenario()
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text(text.format(game=game, scenario=scenario, products=", ".join(list_product_names())))


def parse_with(parse: Callable[[Any], T]) -> Callable[[click.Context, click.Parameter, Any], T | None]:
    """Return a click callback that parses the text of an option.

    A missing option stays None. A ValueError becomes a usage error.
    """
    def callback(context: click.Context, parameter: click.Parameter, value: Any) -> T | None:
        try:
            return None if value is None else parse(value)
        except ValueError as error:
            raise click.BadParameter(str(error), context, parameter) from error

    return callback


def group_options(name: str, make_value: Callable[..., object],
                  options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    """Return a decorator that adds options to a command and passes their values as one argument, `name`.

    The argument is the result of `make_value`, which is called with the options by name.
    """

    def add_options(command: Command) -> Command:
        @wraps(command)
        def run_command(**values: Any) -> None:
            option_values = {key: values.pop(key) for key in names}
            command(**values, **{name: make_value(**option_values)})

        parameters_before = len(getattr(run_command, "__click_params__", ()))
        for option in reversed(options):
            option(run_command)
        names = [parameter.name for parameter in run_command.__click_params__[parameters_before:]]  # type: ignore[attr-defined]
        return run_command

    return add_options


def _read_palette(name: str) -> tuple[str, ...]:
    from printshop.equipment.papers import find_palette

    return find_palette(name) if name else ()


def _read_settings(texts: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise ValueError(f"'{text[:80]}' is not NAME=VALUE")
        if name in settings:
            raise ValueError(f"'{name}' is set twice")
        settings[name] = value
    return settings


def _parse_date(text: str) -> str:
    from datetime import date  # imported late: few runs give a date

    try:
        return date.fromisoformat(text.strip()).isoformat()
    except ValueError:
        raise ValueError(f"'{text[:40]}' is not a date: write year, month and day, such as 2026-11-27") from None


_CHANGE_OPTIONS = (
    click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", callback=parse_with(_read_settings),
                 help="Change a setting of the game for this run. You can repeat this option. To list the settings: "
                      "printshop list GAME."),
    click.option("--palette", metavar="NAME", callback=parse_with(_read_palette),
                 help="Other colours for the sides: clear, soft, bold, grey, or a palette of your own."),
    click.option("--theme", metavar="NAME", help="Another theme, such as classic, naval, space or fantasy. To list all "
                                                 "themes: printshop list --themes."),
)
change_options = group_options("changes", lambda settings, palette, theme: GameOverrides(
    settings, palette or (), theme or ""), _CHANGE_OPTIONS)
"""A decorator that adds options for changes of a game in one run, as the argument `changes` of the command."""
page_change_options = group_options("changes", lambda settings, palette, theme, date: GameOverrides(
    settings, palette or (), theme or "", date or ""), (
    *_CHANGE_OPTIONS,
    click.option("--date", metavar="DATE", callback=parse_with(_parse_date),
                 help="A date for the feet of the pages, such as 2026-11-27, after the version and the hash of the "
                      "game."),
))
"""A decorator as `change_options`, for commands that print pages."""


def parse_offset(text: str) -> tuple[float, float]:
    """Return an offset right and down, in points, for a text in millimetres such as "0.5,-1". Raises ValueError."""
    from printshop.lengths import MM

    match = re.fullmatch(r" *(-?\d{1,3}(?:\.\d{1,3})?)(?: *mm)? *[,;] *(-?\d{1,3}(?:\.\d{1,3})?)(?: *mm)? *", text)
    if not match:
        raise ValueError(f"'{text}' is not an offset: write two numbers in millimetres, for example 0.5,-1")
    right, down = float(match[1]), float(match[2])
    if max(abs(right), abs(down)) > _MAX_BACK_OFFSET:
        raise ValueError(f"'{text}' is more than {_MAX_BACK_OFFSET} mm: check that the paper lies straight in the "
                         "printer, and that the paper is turned over the correct edge")
    return right * MM, down * MM


def _split_choices(text: str, choices: Iterable[str], noun: str) -> tuple[str, ...]:
    """Return the words of a text that are separated by commas.

    Raises ValueError if a word is not one of the choices.
    """
    choices, names = tuple(choices), dict.fromkeys(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in choices:
            raise ValueError(f"'{name}' is not a {noun}: use one of {', '.join(choices)}")
    return tuple(names)


def _parse_formats(text: str) -> tuple[str, ...]:
    names = _split_choices(text, FORMATS, "format")
    if not names:
        raise ValueError(f"name at least one format: {', '.join(FORMATS)}")
    return names


def _parse_variants(texts: tuple[str, ...]) -> frozenset[str]:
    if not texts:
        return frozenset()
    from printshop.game.elements import VARIANTS

    return frozenset(_split_choices(",".join(texts).casefold(), VARIANTS, "variant"))


def _parse_creep(text: str) -> float:
    from printshop.lengths import MM, parse_length

    length = parse_length(text).pt
    if length > MM:
        raise ValueError(f"'{text}' is too thick: paper is at most 1 mm thick")
    return length


output_option = click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), default=Path("output"),
                             show_default=True, help="The folder to write to.")
paper_option = click.option("--paper", default="universal", show_default=True, metavar="NAME|W x H",
                            help="The paper: a0 to a6, letter, legal, tabloid and so on, a paper of your own, or a "
                                 "size such as \"13 x 19 in\". With universal, pages fit on A4 and on Letter at 100 %. "
                                 "With fit, the sheet is as large as the map.")
_FIT_OPTIONS = (  # options that decide whether things fit
    paper_option,
    click.option("--map-paper", metavar="NAME|W x H", help="The paper for maps, if it differs from --paper: a large "
                                                           "paper, or fit."),
    click.option("--booklet", is_flag=True, help="Make booklets with half-size pages, and a second file with their "
                                                 "sheets, to print on both sides, fold and staple."),
    click.option("--backs", type=click.Choice(("long", "short", "fold", "beside", "none"), case_sensitive=False),
                 help="The place of backs: long or short (on the reverse of a sheet that your printer flips on the "
                      "long or the short edge), fold (on the other half of a sheet that you fold), beside (beside each "
                      "front), or none (no backs). Default: the value of backs in the game."),
    click.option("--profile", metavar="NAME",
                 help="Write PDF with the colours and page boxes of a print shop, and with separate inks for cut and "
                      "fold lines. The profile is print_shop, onebookshelf, drivethru_cards, lulu, game_crafter, or a "
                      "profile of your own."),
    click.option("--font", "fonts", multiple=True, metavar="FILE",
                 help="A font for characters that the other fonts lack. You can repeat this option."),
    click.option("--variant", multiple=True, metavar="large|erase|numbers", callback=parse_with(_parse_variants),
                 help="Print all 1.4 times as large (large), forms for a wipe-off pen (erase), or numbers instead of "
                      "circles (numbers). Separate several variants with commas."),
    click.option("--audit", is_flag=True, help="Add the result of each check for each unit after the records."),
)
_OUTPUT_OPTIONS = (
    click.option("--creep", metavar="LENGTH", callback=parse_with(_parse_creep),
                 help="The thickness of the paper, such as 0.1mm, for booklets with many pages."),
    click.option("--ink", type=INK_CHOICE, default="colour", show_default=True,
                 help="The ink mode: light prints tints and uses the least ink; black prints solid patterns and can "
                      "use more ink than colour."),
    click.option("--back-offset", default="0,0", metavar="DX,DY", callback=parse_with(parse_offset),
                 help="Move the print on back pages by these distances right and down, in millimetres."),
    click.option("--printer", metavar="NAME",
                 help="Correct the errors of a printer that you have measured with printshop calibrate."),
    click.option("--cutter", metavar="NAME", help="Write files for a cutting machine: SVG with a layer for each step, "
                                                  "in the machine's colours. The machine is laser, lightburn, "
                                                  "glowforge, cricut, silhouette, plotter, or one of your own."),
    click.option("--guides", is_flag=True, help="Draw cut lines that continue to the edges of the sheet."),
    click.option("--dpi", type=click.IntRange(36, 1200), default=300, show_default=True, help="The dots per inch of "
                                                                                              "PNG files."),
    click.option("--fillable", is_flag=True, help="Write PDF to fill in on a screen: circles of records become check "
                                                  "boxes, and spaces for writing become text fields. The printed pages "
                                                  "stay the same."),
    click.option("--text", type=click.Choice(["outline", "live", "flat"]), default="outline", show_default=True,
                 help="The form of letters in SVG: shared outlines (outline), text that can be edited (live), or plain "
                      "paths for cutters (flat)."),
)


def output_options(formats: str) -> Callable[[Command], Command]:
    """Return a decorator that adds the options for writing files, as the argument `settings` of the command."""
    descriptions = [f"{form.name} ({form.description})" if form.description else form.name for form in FORMATS.values()]
    form_option = click.option("--format", "formats", default=formats, show_default=True,
                               callback=parse_with(_parse_formats),
                               help=f"The format: {', '.join(descriptions)}. Separate several formats with commas.")
    return group_options("settings", _make_settings, (output_option, form_option, *_FIT_OPTIONS, *_OUTPUT_OPTIONS))


def _is_given(option: str) -> bool:
    return click.get_current_context().get_parameter_source(option) is not click.core.ParameterSource.DEFAULT


def has_given_options() -> bool:
    """Return whether any option of the current command is given, except the folder for the output."""
    command = click.get_current_context().command
    return any(option.name and option.name != "output" and _is_given(option.name) for option in command.params
               if isinstance(option, click.Option))


def _make_fit_settings(*, paper: str, map_paper: str | None, booklet: bool, backs: str | None, profile: str | None,
                       fonts: tuple[str, ...], variant: frozenset[str], audit: bool) -> PrintSettings:
    from printshop.drawing.page_warnings import PageWarnings
    from printshop.equipment import papers
    from printshop.game.config_files import normalize_key
    from printshop.game.pictures import find_font
    from printshop.layout.duplex import BackMode
    from printshop.layout.rectangles import HOME_LAYOUT
    from printshop.print_settings import PrintSettings

    press, shop, notes = None, HOME_LAYOUT, PageWarnings()
    if profile:  # the service's paper or one of its pages, unless the user names another paper
        from printshop.equipment import services

        press = services.find_service(profile)
        shop = services.choose_shop(press)
        pages = {page.name: page.text for page in press.page_formats if page.name not in papers.read_papers()}
        paper = press.paper if press.paper and not _is_given("paper") else pages.get(normalize_key(paper), paper)
        backs = backs or ("long" if press.one_per_page else None)  # single pieces have their backs as pages

    def widen_margin(sheet: Paper) -> Paper:
        return replace(sheet, margin=max(sheet.margin, press.margin)) if press else sheet

    sheet, map_sheet = papers.choose_papers(paper, map_paper, press.paper if press else "")
    sheet = widen_margin(sheet)
    return PrintSettings(sheet, fonts=tuple(map(find_font, fonts)), backs=BackMode(backs) if backs else None,
                         variants=variant, check_reports=audit, map_paper=map_sheet, shop=shop, page_warnings=notes,
                         booklet_paper=widen_margin(papers.fold_paper(sheet)[0]) if booklet else None,
                         options=OutputOptions(press=press, notes=notes))


def _add_larger_papers(settings: PrintSettings) -> PrintSettings:
    from printshop.equipment import papers
    from printshop.layout.rectangles import UNIVERSAL

    return replace(settings, larger_settings=tuple(
        replace(settings, paper=sheet, booklet_paper=papers.fold_paper(sheet)[0] if settings.booklet_paper else None,
                page_warnings=None)
        for sheet in sorted(papers.read_papers().values(), key=lambda sheet: sheet.area)
        if sheet.area > settings.paper.area and sheet.name != UNIVERSAL.name))


fit_options = group_options("settings", lambda **options: _add_larger_papers(_make_fit_settings(**options)),
                            _FIT_OPTIONS)
"""A decorator that adds the options which decide whether things fit, as the argument `settings` of the command."""


def _make_settings(*, output: Path, formats: tuple[str, ...], creep: float | None, ink: str,
                   back_offset: tuple[float, float],
                   printer: str | None, cutter: str | None, guides: bool, dpi: int,
                   text: Literal["outline", "live", "flat"],
                   fillable: bool, **fits: Any) -> PrintSettings:
    from printshop.drawing.ink import Ink
    from printshop.equipment import papers

    settings = _make_fit_settings(**fits)
    scale = 1.0, 1.0
    if printer:
        from printshop.equipment.printers import find_printer  # imported late: few users have measured a printer

        printer_entry = find_printer(printer)
        scale, (right, down) = printer_entry.scale, printer_entry.back_shift_points
        back_offset = back_offset[0] + right, back_offset[1] + down
    if creep and not settings.booklet_paper:
        raise click.UsageError("use --creep only with --booklet")
    fold = papers.fold_paper(settings.paper, creep or 0.0, back_offset)[1] if settings.booklet_paper else None
    machine = None
    if cutter:
        from printshop.equipment import services  # imported late: few users have a cutter

        machine = services.find_cutter(cutter)
    for name in formats:
        if not FORMATS[name].writer and not machine:
            raise click.UsageError(f"--format {name} is for cutting machines: name a machine with --cutter, for "
                                   "example --cutter laser")
    given_formats = formats if _is_given("formats") else ()  # a cutter or a print shop needs no default formats
    if machine and not any(FORMATS[name].cutter for name in formats):
        formats = (*given_formats, "svg")
    if settings.options.press:
        if printer or cutter:
            raise click.UsageError("--profile is for a print shop: leave out --printer and --cutter")
        if fillable:
            raise click.UsageError("--fillable is for a screen, but --profile is for a print shop: leave one of them "
                                   "out")
        formats, fold = given_formats or ("pdf",), None
    options = replace(settings.options, dpi=dpi, text=text, scale=scale, fold=fold, fillable=fillable,
                      cutter=machine.cutter if machine else None)
    settings = replace(settings, ink=Ink(ink), back_offset=back_offset, guides=guides, output=output, formats=formats,
                       options=options, machine=machine.machine if machine else None)
    if machine and machine.machine.margin > settings.paper.margin:  # registration marks lie in the margin
        settings = replace(settings, paper=replace(settings.paper, margin=machine.machine.margin))
    layout_paper = settings.before_zoom().booklet_paper or settings.before_zoom().paper
    return settings if layout_paper.fits_universal else _add_larger_papers(settings)


def load_valid_parts(name: str, changes: GameOverrides = NO_OVERRIDES,
                     only_sections: Collection[str] | None = None) -> Game:
    """Return the valid parts of a game with the given name or path. Raises PrintshopError.

    If `only_sections` are given, and have no problems, the game has only these sections. Otherwise the whole game is
    read, so that all of its problems are reported. Problems in other parts are printed when the command ends.
    """
    from printshop.load_game import read_game

    path = game_paths.find_game(name)
    if only_sections is not None:
        with suppress(PrintshopError):
            return read_game(path, *changes, only_sections=only_sections)
    return report_later(read_game(path, *changes, skip_broken=True))


def report_later(game: Game) -> Game:
    """Return the game, and print the problems of its broken parts when the command ends."""
    click.get_current_context().meta.setdefault(SET_ASIDE_KEY, []).extend(game.broken.problems)
    return game


def split_game_and_scenario(text: str) -> tuple[str, str]:
    """Return the game and the scenario of GAME or GAME/SCENARIO. The scenario may be ""."""
    game, key = game_paths.split_scenario(text)
    if (
        game
        and not os.path.lexists(text)
        and not game_paths.find_game_or_none(text)
        and game_paths.find_game_or_none(game)
    ):
        return game, key
    return text, ""


def find_units(game: Game, words: tuple[str, ...]) -> tuple[Unit, ...]:
    """Return the units for words like `Kestrel`, `Kestrel*5` or `5 x Kestrel`. Raises PrintshopError."""
    try:
        counted_names = [parse_copies(word) for word in words]
        units = game.expand_roster([(name, min(count, MOST_UNITS + 1)) for name, count in counted_names])
    except PrintshopError as error:
        if {"x", "×"} & {*words}:
            raise make_error("an x stands alone between the names of units",
                             "write NAME*3, or put the number and the name in quotes: \"3 x NAME\"") from error
        for word in words:
            full_names = [name for name in game.units if name.startswith(f"{word} ")]
            if full_names and word not in game.units:
                raise make_error(f"there is no unit named '{word}'",
                                 f"did you mean \"{full_names[0]}\"? Put quotes round a name with spaces") from error
        raise
    if len(units) > MOST_UNITS:
        raise make_error(f"there are {len(units):,} units, but at most {MOST_UNITS:,} can be made at once",
                         "print fewer units at once")
    duplicates = [name for name, count in Counter(unit.name for unit in units).items() if count > 1]
    if duplicates:
        raise make_error(f"{duplicates[0]} is named twice, but there is only one unit with this name")
    return units


def parse_copies(word: str) -> tuple[str, int]:
    """Return the name and the number in a word: ("Kestrel", 5) for "Kestrel*5" and for "5 x Kestrel"."""
    number_first = re.fullmatch(r"(\d{1,5}) *[x×] +(\S.*)", word.strip())
    if number_first:
        return number_first[2], int(number_first[1]) or 1
    name, star, number = word.rpartition("*")
    if not star:
        return word.strip(), 1
    if not re.fullmatch(r"\d{1,5}", number) or not int(number):
        raise click.BadParameter((f"'{word}' has no valid number after the *: write, for example, "
                                  f"\"{name or 'NAME'}*5\""),
                                 param_hint="UNIT")
    return name.strip(), int(number)


def print_progress(line: str) -> None:
    """Print the progress of a long run, but only on a terminal."""
    if on_a_terminal():
        print_line(line, err=True)


def report_components(components: Iterable[PackComponent]) -> Iterator[PackComponent]:
    """Yield the components of a pack.

    On a terminal, print a line for each component when it is made.
    """
    for component in components:
        print_progress(f"  {component.product.name}: {pluralize(len(component.pages), 'page')}")
        yield component


@contextmanager
def deliver_files(output_folder: Path, pack_folder: Path | None = None, *,
                  clear_all: bool = False) -> Iterator[AtomicWrite]:
    """Yield a writer of files in `output_folder`. When the files are written, print their names.

    Files of parts that earlier runs wrote are removed from `pack_folder`. If `clear_all` is true, earlier files
    of the whole pack are removed, too.
    """
    from printshop.write_documents import find_foreign_files, remove_stale_files

    with AtomicWrite(output_folder) as delivery:
        yield delivery
        overwritten = find_foreign_files(delivery)
    targets = delivery.list_targets()
    cleared = remove_stale_files(pack_folder, targets, whole_pack=clear_all) if pack_folder else 0
    print_written_files(targets, (".svg", ".png"), "page", "/*{}")
    if cleared:
        print_line(f"removed {pluralize(cleared, 'old file')} from an earlier run")
    if overwritten:
        names = ", ".join(path.name for path in overwritten[:2]) + (" ..." if len(overwritten) > 2 else "")
        print_line(f"files of another game with the same name were replaced: {names}")


def print_written_files(targets: Iterable[Path], picture_suffixes: tuple[str, ...], noun: str,
                        pattern: str = "") -> None:
    """Print the names of written files.

    For picture files, print only the folder and the number of files.
    """
    counts_by_folder = Counter[str]()
    for target in targets:
        if target.suffix in picture_suffixes:
            counts_by_folder[f"{target.parent}{pattern.format(target.suffix)}"] += 1
        else:
            print_line(str(target))
    for folder, number in counts_by_folder.items():
        print_line(f"{folder}: {pluralize(number, noun)}")


def print_warnings(settings: PrintSettings, warnings: Iterable[str] = ()) -> None:
    """Print warnings about the output and about options without effect."""
    parameters = click.get_current_context().params
    idle_options = list_idle_options(parameters, settings) if has_given_options() else ()
    for note in dict.fromkeys((*warnings, *(settings.page_warnings or ()), *idle_options)):
        print_line(f"warning: {note}", err=True)


def list_idle_options(options: Mapping[str, Any], settings: PrintSettings) -> Iterator[str]:
    """Yield a warning for each of a command's `options` that has no effect."""
    from printshop import products

    if settings.page_warnings is None:
        return
    press_service, has_backs, profile = settings.shop, settings.page_warnings.has_backs, options.get("profile")
    backs = options.get("backs")
    if backs == "fold" and press_service.one_per_page:
        yield f"--backs fold changes nothing: for {profile} each back is a separate page"
    if backs in ("long", "short", "fold") and not press_service.one_per_page and not has_backs:
        yield f"--backs {backs} changes nothing: no piece has a back to print"
    if any(options.get("back_offset", ())) and not has_backs and not settings.booklet_paper:
        yield "--back-offset changes nothing: no sheet is printed on both sides"
    if options.get("guides"):
        if settings.machine:
            yield "--guides changes nothing: a cutting machine needs no cut lines"
        elif press_service.one_per_page:
            yield f"--guides changes nothing: for {profile} each piece is a separate page"
        elif press_service.die_lines:
            yield f"--guides changes nothing: for {profile} cut lines have a separate ink"
    if profile and "pdf" not in options["formats"] and not press_service.one_per_page:
        yield f"--profile {profile} does not change the inks: a profile needs --format pdf"
    if profile and options.get("booklet"):
        yield f"no sheets to fold are written for the booklet, because {profile} folds the booklet"
    for product in products.list_products():
        yield from product.list_unused_options(options, settings.page_warnings.products)
