"""Commands that write pages: `make`, `pack`, `fleet`, `watch`, `specimen` and `calibrate`."""

from __future__ import annotations

import gc
import re
import time
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from printshop import game_paths
from printshop.cli import shared_options
from printshop.cli.shared_options import ExampleCommand, output_options, page_change_options, parse_with
from printshop.files import read_whole_file
from printshop.game_paths import GameOverrides
from printshop.output import OutputOptions
from printshop.problems import PrintshopError, join_first_names, join_with_and, make_error, pluralize, suggest_name
from printshop.terminal import count, on_a_terminal, print_line

if TYPE_CHECKING:  # slow imports, which help does not need
    from collections.abc import Callable, Iterator

    from printshop.game.fleets import Fleet
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario
    from printshop.layout.page_choice import PageChoice
    from printshop.print_settings import PrintRequest, PrintSettings
    from printshop.products.product import Product

Contents = TypeVar("Contents", bound="Fleet | Scenario")
Command = TypeVar("Command", bound="Callable[..., Any]")


def parse_damage(texts: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the total damage in texts like `Kestrel:hull=3,sails=1`, by unit and track. Raises ValueError."""
    damage_by_unit: dict[str, dict[str, int]] = {}
    for text in texts:
        name, _, tracks = text.rpartition(":")
        for mark in tracks.split(","):
            track, _, points = (part.strip() for part in mark.partition("="))
            if not track or not re.fullmatch(r"\d{1,6}", points) or not name.strip():
                raise ValueError(f"'{text[:80]}' is not damage: write NAME:TRACK=3, and separate several tracks with "
                                 "commas")
            damage = damage_by_unit.setdefault(name.strip(), {})
            damage[track] = damage.get(track, 0) + int(points)
    return damage_by_unit


def _parse_pages(text: str) -> PageChoice:
    from printshop.layout.page_choice import parse_page_choice

    return parse_page_choice(text)


_pages_option = click.option(
    "--pages", metavar="3,7|3-5|C-2", callback=parse_with(_parse_pages),
    help="Print only these pages: numbers, ranges, or the codes at the feet of the pages. A number is that of a sheet "
         "of the product, or of a page in the PDF of a pack. Both sides of a sheet are printed.")


def _marks_option(contents: str) -> Callable[[Command], Command]:
    return click.option("--marks", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
                        help=f"Add the damage and notes of a sheet of {contents} that you filled in on a screen. FILE "
                             "is the file that 'Save marks' has written.")


@click.command("make", cls=ExampleCommand)
@click.argument("product")
@click.argument("game", metavar="GAME[/SCENARIO]")
@click.argument("units", nargs=-1, metavar="[UNIT[*N]]...")
@click.option("--scenario", metavar="NAME", help="Print only the units and pieces of this scenario. GAME/SCENARIO has "
                                                 "the same effect.")
@click.option("--damage", multiple=True, metavar="UNIT:TRACK=N", callback=parse_with(parse_damage),
              help="Mark damage on a record. You can repeat this option.")
@click.option("--only", multiple=True, metavar="KEY|NAME",
              help="Print only this template, marker, counter, chart, map or form, or only the piece or the record "
                   "with this printed name, such as Alpha-3. You can repeat this option.")
@_pages_option
@click.option("--blank", type=click.IntRange(1, 1000), metavar="N", is_flag=False, flag_value=1,
              help="Print N blank forms, or N pages of a blank roster. Without a number, print one.")
@page_change_options
@output_options("pdf")
def make(product: str, game: str, units: tuple[str, ...], changes: GameOverrides, scenario: str | None,
         damage: dict[str, dict[str, int]], only: tuple[str, ...], pages: PageChoice | None, blank: int | None,
         settings: PrintSettings) -> None:
    """Write one product of a game, or all products.

    PRODUCT is one of: {products}. The word all stands for every product, with blank forms.

    \b
    printshop make all {game}
    printshop make records {game} NAME "NAME*5" --damage NAME:TRACK=3
    printshop make records {game} --blank 5
    printshop make booklet {game}/{scenario}
    printshop make templates {game} --only KEY
    printshop make counters {game}/{scenario} --pages C-1
    printshop make maps my_games/boats --set hex="1 in"
    printshop make counters my_games/boats --format pdf,png
    """
    from printshop import products
    from printshop.equipment.papers import read_papers
    from printshop.products.product import list_warnings
    from printshop.write_documents import add_progress, write_document

    name = _check_product_name(product, game)
    selection = {"units": units, "--damage": damage, "--only": only, "--pages": pages, "--blank": blank}
    if name == products.ALL_PRODUCTS and any(selection.values()):
        raise click.UsageError("'all' makes every product, with blank forms: use "
                               f"{' and '.join((word for word, value in selection.items() if value))} only with one "
                               "product")
    game, key = shared_options.split_game_and_scenario(game)
    if key and scenario and key != scenario:
        raise click.UsageError(f"the scenarios '{key}' and '{scenario}' are both given: name only one scenario")
    key = key or scenario or ""
    if name == products.ALL_PRODUCTS:
        _write_all(shared_options.load_valid_parts(game, changes), key, settings)
        return
    chosen = products.find_product(name)
    loaded = shared_options.load_valid_parts(game, changes, None if key else chosen.shown_sections)
    other_products = products.list_products() if shared_options.has_given_options() else ()
    for setting, refusal in (option for other in other_products if other != chosen for option in other.own_options):
        if getattr(settings, setting):
            raise click.UsageError(refusal)
    request = _make_product_request(loaded, chosen, units, key, damage, only, blank or 0)
    document = chosen.build(loaded, request, settings)
    if pages:
        from printshop.layout.page_choice import choose_pages  # imported late: few runs choose pages

        document = choose_pages(document, pages)
    if on_a_terminal():
        document = add_progress(document, name, count)
    stem = "-".join(filter(None, (loaded.key, key, "blank" if blank else "", name, *_make_choice_stems(only, pages))))
    with shared_options.deliver_files(settings.output) as delivery:
        write_document(document, settings.output / stem, settings, delivery)
    shared_options.print_warnings(settings, list_warnings(chosen, loaded, request))
    for line in chosen.list_advice(loaded, request, settings, read_papers):
        print_line(line)


def _make_choice_stems(only: tuple[str, ...], pages: PageChoice | None) -> Iterator[str]:
    """Yield the parts of a file name for a choice of entries, pieces and pages."""
    for word in only:
        yield re.sub(r"[^\w-]+", "_", word)[:60]
    if pages:
        yield f"page-{pages.file_stem}"


def _check_product_name(name: str, game: str) -> str:
    from printshop.products import ALL_PRODUCTS, list_product_names

    choices = (*list_product_names(), ALL_PRODUCTS)
    if name not in choices:
        raise make_error(f"there is no product named '{name}'", suggest_name(name, choices) if game not in choices else
                         f"write the product before the game: printshop make {game} {name}")
    return name


def _make_product_request(game: Game, product: Product, units: tuple[str, ...], scenario: str,
                          damage: dict[str, dict[str, int]],
                          only: tuple[str, ...], blank: int) -> PrintRequest:
    from printshop import products
    from printshop.products.product import (
        choose_pieces,
        find_default_keys,
        find_entries,
        find_entry_unit_type,
        list_names_to_choose,
        make_request,
    )

    if units and not product.needs_units:
        raise click.UsageError(f"the product {product.name} does not depend on units: leave out the names of units")
    if (damage or blank) and not product.can_be_marked:
        filled = join_with_and(other.name for other in products.list_products() if other.can_be_marked)
        raise click.UsageError(f"the product {product.name} has no damage to mark: use --damage "
                               f"only with {filled}" if damage else
                               f"the product {product.name} has no blank forms: use --blank only with {filled}")
    if blank and (units or damage):
        raise click.UsageError("blank forms have neither units nor damage: leave out --blank, or leave out the units "
                               "and the damage")
    if only and product.only_refusal:
        raise click.UsageError(product.only_refusal)
    entries = find_entries(product, game)
    request = make_request(product, game, scenario, () if {*only} - {*entries} else only)
    damage_by_name = {}
    for name, tracks in damage.items():
        unit_name = name  # the printed name is allowed, too
        with suppress(PrintshopError):  # a wrong name is reported where damage is marked
            unit_name = game.find_unit(name).name
        damage_by_name[unit_name] = tracks
    units_to_print = shared_options.find_units(game, units) if units else ()
    kinds = {find_entry_unit_type(entries[key]) for key in only or find_default_keys(product, game)
             if key in entries} - {""}
    units_without_entries = [unit.name for unit in units_to_print if kinds and unit.kind not in kinds]
    if units_without_entries and len(units_without_entries) < len(units_to_print):
        printed_for = join_first_names([game.unit_types[kind].plural for kind in kinds])
        raise make_error(f"there are no {product.name} for {join_first_names(units_without_entries)}",
                         f"name only {printed_for}")
    request = replace(request, units=units_to_print, damage=damage_by_name, blank_forms=blank)
    if not {*only} - {*entries}:
        return request
    chosen, found_words = choose_pieces(product, game, request, only)
    unknown = [word for word in only if word not in found_words]
    names = list_names_to_choose(product, game, request) if unknown else ()
    if len(names) > len(entries) and (strange := [word for word in unknown
                                                  if word not in game.find_entries(product.section)]):
        raise make_error(f"{game.title} has no {product.name} with the key or name '{strange[0]}'",
                         suggest_name(strange[0], names))
    return replace(chosen, only_keys=(*chosen.only_keys, *unknown))  # unknown keys are reported later


def _write_all(game: Game, scenario: str, settings: PrintSettings) -> None:
    from printshop import products
    from printshop.print_settings import PrintRequest
    from printshop.products import packs as packing
    from printshop.products.product import (
        find_all_keys,
        find_entries,
        find_game_scenario,
        find_requested_scenarios,
        list_scenario_warnings,
    )
    from printshop.write_documents import write_output_files

    chosen = find_game_scenario(game, scenario) if scenario else None
    folder = settings.output / "-".join(part for part in (game.key, scenario) if part)
    with shared_options.deliver_files(settings.output, folder) as delivery:
        write_output_files(packing.build_all_files(game, chosen, settings), folder, settings, delivery,
                           shared_options.print_progress)
    shared_options.print_warnings(
        settings,
        (
            *list_scenario_warnings(game, find_requested_scenarios(game, PrintRequest(scenario=chosen))),
            *_list_faulty_fleets(game),
        ),
    )
    for product in products.list_products() if not (game.base_name or scenario) else ():
        included = {*find_all_keys(product, game), *product.find_keys_printed_elsewhere(game, None)}
        if keys := [key for key in find_entries(product, game) if key not in included]:
            print_line(f"the {product.name} {join_first_names(keys)} are not included: print them with printshop make "
                       f"{product.name} {game.key} --only {keys[0]}")
    if game.base_name and not scenario:
        print_line(f"the entries that {game.key} takes over from {game.base_name} are not included: print these "
                   f"entries with printshop make all {game.base_name}")


def _list_faulty_fleets(game: Game) -> Iterator[str]:
    """Yield a line for each fleet in the folder of a game that has problems."""
    from printshop.fleet_files import find_fleet_file, list_fleet_files, load_fleet
    from printshop.game.fleets import FleetOptions

    for file in list_fleet_files(game.fleets_folder):
        try:
            load_fleet(find_fleet_file(str(file)), FleetOptions(), load_cached=lambda _path, _theme: game)
        except PrintshopError as error:
            yield f"{file}: this fleet has {pluralize(len(error.problems), 'problem')}; run printshop check for details"


@click.command("pack", cls=ExampleCommand)
@click.argument("scenario", metavar="GAME/SCENARIO")
@click.option("--only", multiple=True, metavar="KEY|NAME",
              help="Print only this part of the pack again: a template, marker, counter, chart, map or form, or the "
                   "piece or the record with this printed name, such as Alpha-3. You can repeat this option.")
@click.option("--players", type=click.IntRange(1), metavar="N",
              help="Print kits for N players; without this option, for the least number of players. Each side has a "
                   "kit. For more players, the sides are divided in the order of the forces until there are N kits.")
@click.option("--learn", is_flag=True, help="Add the walkthrough: an example of play on two pages.")
@click.option("--without", multiple=True, metavar="PRODUCT",
              help="Leave out this product, or the cover. You can repeat this option.")
@_marks_option("this scenario")
@_pages_option
@page_change_options
@output_options("pdf,svg")
def pack(scenario: str, only: tuple[str, ...], players: int | None, learn: bool, without: tuple[str, ...],
         marks: Path | None, pages: PageChoice | None, changes: GameOverrides, settings: PrintSettings) -> None:
    """Write everything that you need to play a scenario.

    You get one PDF with all pages, a file for each component, and every page as SVG. The cover of the PDF shows
    which pages to print on which paper. With --only, --pages or --without, you get one file with only these pages.

    \b
    printshop pack {game}/{scenario}
    printshop pack {game}/{scenario} --pages C-1
    printshop pack {game}/{scenario} --players 2
    printshop pack {game}/{scenario} --paper a4 --ink light -o saturday
    """
    from printshop.game.scenarios import SCENARIOS, muster_forces
    from printshop.load_game import read_game
    from printshop.products import packs as packing
    from printshop.products.product import find_game_scenario, list_scenario_warnings, list_unit_warnings
    from printshop.write_documents import write_document, write_pack

    if only and (pages or without):
        raise click.UsageError(f"{'--pages counts the pages' if pages else '--without leaves out products'} of the "
                               f"whole pack: leave out --only or {'--pages' if pages else '--without'}")
    game_path, key = game_paths.split_scenario(scenario)
    alone = game_paths.find_game_or_none(scenario)
    if alone or not game_path:
        scenarios: tuple[str, ...] = ()
        with suppress(PrintshopError):
            scenarios = tuple(read_game(alone)[SCENARIOS]) if alone else ()
        hint = f"did you mean {scenario}/{scenarios[0]}?" if scenarios else "run printshop list to see all scenarios"
        raise click.BadParameter(f"'{scenario}' is not GAME/SCENARIO; {hint}", param_hint="GAME/SCENARIO")
    game = shared_options.load_valid_parts(game_path, changes)
    chosen = find_game_scenario(game, key)
    chosen = chosen.for_players(players) if players else chosen
    chosen, settings = _read_marks(game, chosen, marks, settings)
    components = tuple(shared_options.report_components(packing.build_pack_components(game, chosen, settings, only,
                                                                                      learn=learn)))
    if only or pages or without:
        part = packing.bind_part(f"{game.title}: {chosen.title}", components) if only else packing.bind_pack(
            game, chosen, components, settings, without, pages)
        stem = "-".join((game.key, key, *_make_choice_stems(only, pages), *(["part"] if without else [])))
        with shared_options.deliver_files(settings.output) as delivery:
            write_document(part, settings.output / stem, settings, delivery)
        shared_options.print_warnings(settings)
        return
    whole = packing.assemble_pack(game, chosen, components, settings)
    folder = settings.output / f"{game.key}-{key}"
    with shared_options.deliver_files(settings.output, folder, clear_all=True) as delivery:
        write_pack(whole, folder, settings, delivery, shared_options.print_progress)
    units = (unit for crew in muster_forces(game, chosen) for unit in crew)
    shared_options.print_warnings(settings, (*list_unit_warnings(game, units),
                                             *list_scenario_warnings(game, (chosen,))))


def _read_marks(game: Game, contents: Contents, marks: Path | None, settings: PrintSettings
                ) -> tuple[Contents, PrintSettings]:
    """Return a fleet or scenario with the marks of a saved sheet, and settings with the first marks of form fields."""
    has_fields = settings.options.fillable or "html" in settings.formats
    if not marks and not has_fields:
        return contents, settings
    from printshop.exports.sheet_marks import mark_units, move_writing_to_fields, read_sheet_marks  # late
    from printshop.source.yaml_reader import MAX_BYTES

    if marks:
        changed = read_sheet_marks(game, contents, read_whole_file(marks, MAX_BYTES).decode(errors="replace"))
        contents = mark_units(game, contents, changed)
        print_line(changed.report)
    if not has_fields:
        return contents, settings
    contents, first_marks = move_writing_to_fields(game, contents)
    return contents, replace(settings, options=replace(settings.options, marks=first_marks))


def _parse_limit(text: str) -> Fraction:
    with suppress(ValueError, ZeroDivisionError):
        if 0 <= Fraction(text) <= 1_000_000:
            return Fraction(text)
    raise ValueError(f"'{text}' is not a number of points")


@click.command("fleet", cls=ExampleCommand)
@click.argument("fleet", metavar="FILE")
@click.option("--game", default="", metavar="GAME", help="The game of the fleet, if the file does not name a game.")
@click.option("--side", default="", metavar="SIDE", help="The side of the fleet. This option replaces the side in the "
                                                         "file.")
@click.option("--allies", multiple=True, metavar="SIDE", help="Another side whose units are allowed. You can repeat "
                                                              "this option.")
@click.option("--limit", metavar="N", callback=parse_with(_parse_limit),
              help="The most points that the fleet may cost. This option replaces the limit in the file.")
@_marks_option("this fleet")
@page_change_options
@output_options("pdf")
def fleet(fleet: str, game: str, side: str, allies: tuple[str, ...], limit: Fraction | None, marks: Path | None,
          changes: GameOverrides, settings: PrintSettings) -> None:
    """Write the roster, records, cards and counters of your fleet.

    The roster shows totals and limits, and the records show damage. FILE is a YAML file, or a table as CSV or
    .xlsx; data/reference/fleets.md describes its format. You get one PDF with everything, and a file for each
    part.

    \b
    printshop fleet home_fleet.yaml
    printshop fleet home_fleet.csv --game {game} --limit 300
    printshop fleet home_fleet.yaml --marks home_fleet-marks.json
    """
    from printshop.drawing.text import strip_markup
    from printshop.fleet_files import find_fleet_file, load_fleet
    from printshop.game.fleets import FleetOptions
    from printshop.products import packs
    from printshop.write_documents import write_pack

    if settings.booklet_paper:
        raise click.UsageError("a fleet is printed on loose sheets, one set for each player: use --booklet only for "
                               "the booklet of a scenario")
    loaded, loaded_fleet = load_fleet(find_fleet_file(fleet), FleetOptions(side, limit, allies), game, changes)
    shared_options.report_later(loaded)
    loaded_fleet, settings = _read_marks(loaded, loaded_fleet, marks, settings)
    components = tuple(shared_options.report_components(packs.build_fleet_components(loaded, loaded_fleet, settings)))
    whole = packs.assemble_fleet(loaded, loaded_fleet, components, settings)
    folder = settings.output / loaded_fleet.key
    with shared_options.deliver_files(settings.output, folder, clear_all=True) as delivery:
        write_pack(whole, folder, settings, delivery, shared_options.print_progress)
    shared_options.print_warnings(settings)
    for warning in loaded_fleet.warnings:
        print_line(f"warning: {strip_markup(f'{loaded_fleet.title}: {warning}')}", err=True)


@click.command("watch", cls=ExampleCommand)
@click.argument("path")
@click.argument("products", nargs=-1, metavar="[PRODUCT]...")
@click.option("--game", default="", metavar="GAME", help="The game of a fleet, if the fleet's file does not name a "
                                                         "game.")
@page_change_options
@output_options("pdf")
def watch(path: str, products: tuple[str, ...], game: str, changes: GameOverrides, settings: PrintSettings) -> None:
    """Write pages again after every save, and report problems.

    PATH is a game, a file of a game, a file of units, a scenario or a fleet. Without PRODUCT, you get the products
    that show the changed file: records and cards for units and forms, or counters, templates or the booklet of a
    scenario. If there is a problem, the last good file stays. Keep that file open in a viewer that reloads it.
    Stop the command with Ctrl-C.

    \b
    printshop watch my_ship.yaml
    printshop watch my_games/boats
    printshop watch my_games/boats records counters
    printshop watch my_games/boats/first_battle
    printshop watch home_fleet.csv --game {game}
    """
    from printshop.cli.watch import Rebuilder, find_watch_target, take_snapshot
    from printshop.cli.watch import watch_changes as watch
    from printshop.products import ALL_PRODUCTS

    names = tuple(_check_product_name(product, path) for product in products)
    if ALL_PRODUCTS in names and len(names) > 1:
        raise click.UsageError("'all' stands for every product: do not name another product")
    target = find_watch_target(path, game)
    if game and not target.fleet:
        raise click.UsageError("--game is only for fleets: every other PATH already determines the game")
    if target.fleet and names:
        raise click.UsageError("all parts of a fleet (roster, records and counters) are made together: do not name a "
                               "product")
    maker = Rebuilder(target, names, settings, changes)

    try:
        for round_number, changed in enumerate(chain([frozenset[Path]()],
                                                     watch(lambda: take_snapshot(maker.sources), time.sleep))):
            outcome = maker.rebuild(changed)
            for line in outcome.lines:
                print_line(line, err=not outcome.succeeded)
            if not round_number:
                print_line(f"watching {pluralize(len(take_snapshot(maker.sources)), 'file')}; press Ctrl-C to stop")
            gc.collect()  # now, while the user does not wait: `watch_changes` may run for days
    except KeyboardInterrupt:
        print_line()


def _parse_back(text: str) -> tuple[float, float]:
    from printshop.lengths import MM

    right, down = shared_options.parse_offset(text)
    return round(right / MM, 3), round(down / MM, 3)


class _MillimetreRange(click.FloatRange):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: Any = value.replace(",", ".") if isinstance(value, str) else value
        return super().convert(number, param, ctx)


@click.command("specimen", cls=ExampleCommand)
@click.argument("names", nargs=-1)
@shared_options.output_option
@shared_options.paper_option
@click.option("--ink", type=shared_options.INK_CHOICE, default="colour", show_default=True,
              help="The ink mode of the sample pages.")
def specimen(names: tuple[str, ...], output: Path, paper: str, ink: str) -> None:
    """Write sample pages of themes.

    There is one page for each theme, or for each theme that you name. It shows type, colours, rules and frames.

    \b
    printshop specimen
    printshop specimen naval space
    """
    from printshop.drawing.ink import Ink
    from printshop.equipment import papers
    from printshop.game.themes import find_theme, load_themes
    from printshop.layout.rectangles import FIT_CONTENT
    from printshop.print_settings import PrintSettings
    from printshop.problems import Problems
    from printshop.products import theme_sampler
    from printshop.products.build import make_theme
    from printshop.write_documents import write_document

    problems = Problems()
    entries = {name: find_theme(name) for name in names} or load_themes()
    looks = [(name, entry.title, make_theme(entry, problems)) for name, entry in entries.items()]
    problems.raise_if_any()
    sheet = papers.find_paper(paper)
    if sheet == FIT_CONTENT:
        raise click.UsageError("--paper fit is only for maps: name a paper, such as a4")
    with shared_options.deliver_files(output) as delivery:
        write_document(theme_sampler.make_theme_samples(looks, sheet, Ink(ink)), output / "specimens",
                       PrintSettings(sheet), delivery)


@click.command("calibrate", cls=ExampleCommand)
@click.option("--printer", metavar="NAME", help="A name for the printer.")
@click.option("--x", type=_MillimetreRange(1, 1000), metavar="MM",
              help="The measured length of the 100 mm line across the page.")
@click.option("--y", type=_MillimetreRange(1, 1000), metavar="MM", help="The measured length of the 100 mm line along "
                                                                        "the page.")
@click.option("--back", metavar="RIGHT,DOWN", callback=parse_with(_parse_back),
              help="The position of the hole on the back of the sheet, in millimetres.")
@shared_options.output_option
@shared_options.paper_option
def calibrate(printer: str | None, x: float | None, y: float | None, back: tuple[float, float] | None, output: Path,
              paper: str) -> None:
    """Measure your printer, so that its errors can be corrected.

    Without measurements, the command writes a page with instructions for both sides of one sheet. With
    measurements and a name for the printer, it stores the measurements. Every other command then corrects the
    errors of that printer if you add --printer NAME.

    \b
    printshop calibrate --paper a4
    printshop calibrate --printer study --x 99.6 --y 100.3 --back 0.4,-0.6
    printshop calibrate --printer study --paper a4
    """
    from printshop.equipment import papers, printers
    from printshop.layout import page_frame
    from printshop.layout.rectangles import FIT_CONTENT, UNIVERSAL
    from printshop.print_settings import PrintSettings
    from printshop.scaffold import yaml_writer as drafts
    from printshop.write_documents import write_document

    if (x, y, back) != (None, None, None):
        if not printer:
            raise click.UsageError("give the printer a name, for example --printer study")
        printer_entry, path = printers.save_measurements(printer, x, y, back)
        across, along = printer_entry.scale
        right, down = printer_entry.back_shift
        print_line(f"{printer}: pages are drawn at {across:.2%} across and {along:.2%} along, and backs are moved "
                   f"{abs(right):g} mm to the {('left' if right < 0 else 'right')} and {abs(down):g} mm "
                   f"{('up' if down < 0 else 'down')}")
        print_line(f"stored in {path}; to print on this printer, add --printer {drafts.quote_argument(printer)}")
        return
    chosen_printer = printers.find_printer(printer) if printer else printers.Printer("")
    sheet = papers.find_paper(paper)
    if sheet == FIT_CONTENT:
        raise click.UsageError("--paper fit is only for maps: name the paper in your printer")
    sheet = sheet.rotate() if sheet.width > sheet.height else sheet
    if sheet.width < UNIVERSAL.width - 1 or sheet.height < UNIVERSAL.height - 1:
        raise click.UsageError(f"the calibration page does not fit on {sheet.name}: print it on a4 or letter, because "
                               "a printer has the same errors on all papers")
    document = page_frame.make_calibration_sheet(sheet, sheet.name != "universal", chosen_printer.back_shift_points,
                                                 chosen_printer.name)
    suffix = f"-{drafts.make_file_stem(chosen_printer.name, 'printer')}" if chosen_printer.name else ""
    with shared_options.deliver_files(output) as delivery:
        write_document(document, output / f"calibration-{sheet.name.replace(' ', '')}{suffix}",
                       PrintSettings(options=OutputOptions(scale=chosen_printer.scale)), delivery)
