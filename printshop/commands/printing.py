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
from typing import TYPE_CHECKING, Any

import click

from printshop import catalogue, commands
from printshop.catalogue import Changes
from printshop.commands import Taught, changing, making, reads
from printshop.problems import PrintshopError, failure, few, some, suggestion
from printshop.render import Options
from printshop.saying import count, on_a_terminal, tell

if TYPE_CHECKING:  # slow imports, which help does not need
    from collections.abc import Iterator

    from printshop.game.model import Game
    from printshop.job import Request, Settings
    from printshop.products.product import Product


def marks(texts: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the damage in texts like `Kestrel:hull=3,sails=1`, by unit and track, added up."""
    marked: dict[str, dict[str, int]] = {}
    for text in texts:
        name, _, tracks = text.rpartition(":")
        for mark in tracks.split(","):
            track, _, points = (part.strip() for part in mark.partition("="))
            if not track or not re.fullmatch(r"\d{1,6}", points) or not name.strip():
                raise ValueError(f"'{text[:80]}' is not damage: write NAME:TRACK=3, several with commas")
            damage = marked.setdefault(name.strip(), {})
            damage[track] = damage.get(track, 0) + int(points)
    return marked


@click.command("make", cls=Taught)
@click.argument("product")
@click.argument("game", metavar="GAME[/SCENARIO]")
@click.argument("units", nargs=-1, metavar="[UNIT[*N]]...")
@click.option("--scenario", metavar="NAME", help="Make it for a scenario: its units and pieces, as GAME/SCENARIO does.")
@click.option("--damage", multiple=True, metavar="UNIT:TRACK=N", callback=reads(marks),
              help="Mark damage on a record; can be repeated.")
@click.option("--only", multiple=True, metavar="KEY",
              help="Only this template, marker, counter, chart, map or form; can be repeated.")
@click.option("--blank", type=click.IntRange(1, 1000), metavar="N", is_flag=False, flag_value=1,
              help="N blank forms, or pages of a blank roster; without a number, one.")
@changing
@making("pdf")
def make(product: str, game: str, units: tuple[str, ...], changes: Changes, scenario: str | None,
         damage: dict[str, dict[str, int]], only: tuple[str, ...], blank: int | None, how: Settings) -> None:
    """Write one product of a game, or everything that it has to print.

    PRODUCT is {products}; or all, which is every one of them and blank forms, too.

    \b
    printshop make all {game}
    printshop make records {game} NAME "NAME*5" --damage NAME:TRACK=3
    printshop make records {game} --blank 5
    printshop make booklet {game}/{scenario}
    printshop make templates {game} --only KEY
    printshop make maps my_games/boats --set hex="1 in"
    printshop make counters my_games/boats --format pdf,png
    """
    from printshop import products
    from printshop.equipment.papers import papers
    from printshop.publishing import watched, write

    name = _product(product, game)
    selection = {"units": units, "--damage": damage, "--only": only, "--blank": blank}
    if name == products.ALL and any(selection.values()):
        raise click.UsageError(f"'all' makes every product as it is, blank forms too: "
                               f"{' and '.join(word for word, value in selection.items() if value)} "
                               "can be given with one product")
    game, key = commands.game_or_scenario(game)
    if key and scenario and key != scenario:
        raise click.UsageError(f"two scenarios are named, '{key}' and '{scenario}'")
    key = key or scenario or ""
    loaded = commands.load_sound_game(game, changes)
    if name == products.ALL:
        _make_all(loaded, key, how)
        return
    chosen = products.find(name)
    for setting, refusal in (option for other in products.every() if other != chosen for option in other.options):
        if getattr(how, setting):
            raise click.UsageError(refusal)
    request = _request(loaded, chosen, units, key, damage, only, blank or 0)
    document = chosen.build(loaded, request, how)
    if on_a_terminal():
        document = watched(document, name, count)
    stem = "-".join(part for part in (loaded.key, key, "blank" if blank else "", name, *only) if part)
    with commands.delivered(how.output) as delivery:
        write(document, how.output / stem, how, delivery)
    commands.tell_notes(how, chosen.warnings(loaded, request))
    for line in chosen.advice(loaded, request, how, papers):
        tell(line)


def _product(word: str, game: str) -> str:
    from printshop.products import ALL, names

    choices = (*names(), ALL)
    if word not in choices:
        raise failure(f"there is no product called '{word}'", suggestion(word, choices) if game not in choices else
                      f"the product comes first: printshop make {game} {word}")
    return word


def _request(game: Game, product: Product, units: tuple[str, ...], scenario: str, damage: dict[str, dict[str, int]],
             only: tuple[str, ...], blank: int) -> Request:
    from printshop import products
    from printshop.products.product import listed, unit_type_of

    if units and not product.of_units:
        raise click.UsageError(f"{product.name} does not depend on units: leave their names out")
    if (damage or blank) and not product.filled:
        filled = listed(other.name for other in products.every() if other.filled)
        raise click.UsageError(f"{product.name} has no damage to mark: --damage goes with {filled}" if damage else
                               f"{product.name} is never blank: --blank goes with {filled}")
    if blank and (units or damage):
        raise click.UsageError("blank forms have neither units nor damage: ask for one or the other")
    if only and product.refuses_only:
        raise click.UsageError(product.refuses_only)
    request = product.request(game, scenario, only)
    hurt = {}
    for name, tracks in damage.items():
        proper = name  # the printed name is allowed, too
        with suppress(PrintshopError):  # a wrong name is reported where damage is marked
            proper = game.find(name).name
        hurt[proper] = tracks
    named = commands.muster(game, units) if units else ()
    entries = product.entries(game)
    kinds = {unit_type_of(entries[key]) for key in only or product.wanted(game) if key in entries} - {""}
    without = [unit.name for unit in named if kinds and unit.kind not in kinds]
    if without and len(without) < len(named):
        printed_for = few([game.unit_types[kind].plural for kind in kinds])
        raise failure(f"there are no {product.name} of {few(without)}", f"leave it out: they are of {printed_for}")
    return replace(request, units=named, damage=hurt, blank=blank)


def _make_all(game: Game, scenario: str, how: Settings) -> None:
    from printshop.job import Request
    from printshop.products import pack as packing
    from printshop.products.product import find_scenario, overspent, scenarios
    from printshop.publishing import write_parts

    chosen = find_scenario(game, scenario) if scenario else None
    folder = how.output / "-".join(part for part in (game.key, scenario) if part)
    with commands.delivered(how.output, folder) as delivery:
        write_parts(packing.parts(game, chosen, how), folder, how, delivery, commands.say)
    commands.tell_notes(how, (*overspent(scenarios(game, Request(scenario=chosen))), *_faulty_fleets(game)))
    if game.base and not scenario:
        tell(f"what {game.key} has from {game.base} is printed of that: printshop make all {game.base}")


def _faulty_fleets(game: Game) -> Iterator[str]:
    """Yield a line for each fleet in the folder of a game that cannot be printed."""
    from printshop.game.fleets import Asked
    from printshop.workshop.fleets import find_fleet, fleets_in, open_fleet

    for file in fleets_in(game.fleets):
        try:
            open_fleet(find_fleet(str(file)), Asked(), kept=lambda _path, _theme: game)
        except PrintshopError as error:
            yield f"{file}: this fleet has {some(len(error.problems), 'problem')}, see printshop check"


@click.command("pack", cls=Taught)
@click.argument("scenario", metavar="GAME/SCENARIO")
@changing
@making("pdf,svg")
def pack(scenario: str, changes: Changes, how: Settings) -> None:
    """Write everything that is needed to play a scenario.

    One PDF with all pages behind a cover that says what to print on what; each component as a file of its own;
    and every page as SVG.

    \b
    printshop pack {game}/{scenario}
    printshop pack {game}/{scenario} --paper a4 --ink light -o saturday
    """
    from printshop.game.scenarios import SCENARIOS, crews
    from printshop.loading import load
    from printshop.products import pack as packing
    from printshop.products.product import find_scenario, overspent, unit_warnings
    from printshop.publishing import write_pack

    where, key = catalogue.split_scenario(scenario)
    alone = catalogue.game_at(scenario)
    if alone or not where:
        scenarios: tuple[str, ...] = ()
        with suppress(PrintshopError):
            scenarios = tuple(load(alone)[SCENARIOS]) if alone else ()
        hint = f"did you mean {scenario}/{scenarios[0]}?" if scenarios else "see printshop list"
        raise click.BadParameter(f"'{scenario}' is not GAME/SCENARIO; {hint}", param_hint="GAME/SCENARIO")
    game = commands.load_sound_game(where, changes)
    chosen = find_scenario(game, key)
    components = tuple(commands.counting(packing.make(game, chosen, how)))
    whole = packing.assemble(game, chosen, components, how)
    folder = how.output / f"{game.key}-{key}"
    with commands.delivered(how.output, folder, whole=True) as delivery:
        write_pack(whole, folder, how, delivery, commands.say)
    units = (unit for crew in crews(game, chosen) for unit in crew)
    commands.tell_notes(how, (*unit_warnings(game, units), *overspent((chosen,))))


def _limit(text: str) -> Fraction:
    with suppress(ValueError, ZeroDivisionError):
        if 0 <= Fraction(text) <= 1_000_000:
            return Fraction(text)
    raise ValueError(f"'{text}' is not a number of points")


@click.command("fleet", cls=Taught)
@click.argument("fleet", metavar="FILE")
@click.option("--game", default="", metavar="GAME", help="The game that it is of, if the file does not say so.")
@click.option("--side", default="", metavar="SIDE", help="The side whose it is, instead of what the file says.")
@click.option("--allies", multiple=True, metavar="SIDE", help="A side whose units may be in it, too; can be repeated.")
@click.option("--limit", metavar="N", callback=reads(_limit),
              help="The points that it may cost, instead of what the file says.")
@changing
@making("pdf")
def fleet(fleet: str, game: str, side: str, allies: tuple[str, ...], limit: Fraction | None, changes: Changes,
          how: Settings) -> None:
    """Write a fleet of yours: its roster with sums and limits, records with damage marked, cards, counters.

    FILE is YAML or a table saved as CSV; data/reference/fleets.md says what stands in it. One PDF has all of it, and
    each part is a file of its own, too.

    \b
    printshop fleet home_fleet.yaml
    printshop fleet home_fleet.csv --game {game} --limit 300
    """
    from printshop.drawing.text import plain
    from printshop.game.fleets import Asked
    from printshop.products import pack
    from printshop.publishing import write_pack
    from printshop.workshop.fleets import find_fleet, open_fleet

    if how.leaf:
        raise click.UsageError("a fleet's sheets are loose, each player takes her own: --booklet is for the booklet of "
                               "a scenario")
    loaded, loaded_fleet = open_fleet(find_fleet(fleet), Asked(side, limit, allies), game, changes)
    commands.set_aside(loaded)
    components = tuple(commands.counting(pack.make_fleet(loaded, loaded_fleet, how)))
    whole = pack.assemble_fleet(loaded, loaded_fleet, components, how)
    folder = how.output / loaded_fleet.key
    with commands.delivered(how.output, folder, whole=True) as delivery:
        write_pack(whole, folder, how, delivery, commands.say)
    commands.tell_notes(how)
    for warning in loaded_fleet.warnings:
        tell(f"warning: {plain(f'{loaded_fleet.title}: {warning}')}", err=True)


@click.command("watch", cls=Taught)
@click.argument("path")
@click.argument("products", nargs=-1, metavar="[PRODUCT]...")
@click.option("--game", default="", metavar="GAME", help="The game that a fleet is of, if its file does not say so.")
@changing
@making("pdf")
def watch(path: str, products: tuple[str, ...], game: str, changes: Changes, how: Settings) -> None:
    """Make what you are writing again on every save, and say at once what is wrong with it.

    PATH is a game, a file of it or of its units, a scenario or a fleet. Without PRODUCT you get what shows the file
    that has changed: the records and cards of units and forms, counters, templates, the booklet of a scenario. What is
    wrong leaves the last good file as it was. Keep that open in a viewer that reads it again. Ctrl-C ends it.

    \b
    printshop watch my_ship.yaml
    printshop watch my_games/boats
    printshop watch my_games/boats records counters
    printshop watch my_games/boats/first_battle
    printshop watch home_fleet.csv --game {game}
    """
    from printshop.products import ALL
    from printshop.workshop.watching import Rebuilder, find_target, look
    from printshop.workshop.watching import changes as watch

    names = tuple(_product(product, path) for product in products)
    if ALL in names and len(names) > 1:
        raise click.UsageError("'all' is every product: name it alone")
    target = find_target(path, game)
    if game and not target.fleet:
        raise click.UsageError("--game is for fleets: any other PATH says itself which game it is of")
    if target.fleet and names:
        raise click.UsageError("a fleet is made whole, its roster, records and counters: name no product")
    maker = Rebuilder(target, names, how, changes)

    try:
        for times, changed in enumerate(chain([frozenset[Path]()], watch(lambda: look(maker.places), time.sleep))):
            outcome = maker.make(changed)
            for line in outcome.lines:
                tell(line, err=not outcome.good)
            if not times:
                tell(f"watching {some(len(look(maker.places)), 'file')}; Ctrl-C ends it")
            gc.collect()  # now, while nobody waits: `watch` may run for days
    except KeyboardInterrupt:
        tell()


def _back(text: str) -> tuple[float, float]:
    from printshop.units import MM

    right, down = commands.offset(text)
    return round(right / MM, 3), round(down / MM, 3)


class _Millimetres(click.FloatRange):
    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: Any = value.replace(",", ".") if isinstance(value, str) else value
        return super().convert(number, param, ctx)


@click.command("specimen", cls=Taught)
@click.argument("names", nargs=-1)
@commands.where
@commands.on_paper
@click.option("--ink", type=commands.INKS, default="colour", show_default=True, help="As for anything that is printed.")
def specimen(names: tuple[str, ...], output: Path, paper: str, ink: str) -> None:
    """Print a page of each theme, or of those that are named: its type, its colours, its rules and frames.

    \b
    printshop specimen
    printshop specimen naval space
    """
    from printshop.drawing.ink import Ink
    from printshop.equipment import papers
    from printshop.game.themes import find, themes
    from printshop.job import Settings
    from printshop.layout.boxes import FIT
    from printshop.problems import Problems
    from printshop.products import specimens
    from printshop.products.safely import theme_of
    from printshop.publishing import write

    problems = Problems()
    entries = {name: find(name) for name in names} or themes()
    looks = [(name, entry.title, theme_of(entry, problems)) for name, entry in entries.items()]
    problems.raise_if_any()
    sheet = papers.find(paper)
    if sheet == FIT:
        raise click.UsageError("--paper fit is for maps: name a sheet, such as a4")
    with commands.delivered(output) as delivery:
        write(specimens.document(looks, sheet, Ink(ink)), output / "specimens", Settings(sheet), delivery)


@click.command("calibrate", cls=Taught)
@click.option("--printer", metavar="NAME", help="What to call the printer.")
@click.option("--x", type=_Millimetres(1, 1000), metavar="MM", help="What 100 mm across the page measure.")
@click.option("--y", type=_Millimetres(1, 1000), metavar="MM", help="What 100 mm along the page measure.")
@click.option("--back", metavar="RIGHT,DOWN", callback=reads(_back),
              help="Where the hole is on the back, in millimetres.")
@commands.where
@commands.on_paper
def calibrate(printer: str | None, x: float | None, y: float | None, back: tuple[float, float] | None, output: Path,
              paper: str) -> None:
    """Print a page to measure a printer by, or keep what was measured.

    Without figures it writes the page, two sides of one sheet, which says what to do. With figures and a name
    for the printer it keeps them; --printer NAME then makes every command print for that printer.

    \b
    printshop calibrate --paper a4
    printshop calibrate --printer study --x 99.6 --y 100.3 --back 0.4,-0.6
    printshop calibrate --printer study --paper a4
    """
    from printshop.drafts import writing as drafts
    from printshop.equipment import papers, printers
    from printshop.job import Settings
    from printshop.layout import furniture
    from printshop.layout.boxes import FIT, UNIVERSAL
    from printshop.publishing import write

    if (x, y, back) != (None, None, None):
        if not printer:
            raise click.UsageError("give the printer a name, for instance --printer study")
        printer_entry, path = printers.measured(printer, x, y, back)
        across, along = printer_entry.scale
        right, down = printer_entry.back
        tell(f"{printer}: pages are drawn at {across:.2%} across and {along:.2%} along, backs {abs(right):g} mm "
             f"to the {'left' if right < 0 else 'right'} and {abs(down):g} mm {'up' if down < 0 else 'down'}")
        tell(f"kept in {path}; print for it with --printer {drafts.as_word(printer)}")
        return
    measured, sheet = printers.find(printer) if printer else printers.Printer(""), papers.find(paper)
    if sheet == FIT:
        raise click.UsageError("--paper fit is for maps: name the paper that is in the printer")
    sheet = sheet.turned() if sheet.width > sheet.height else sheet
    if sheet.width < UNIVERSAL.width - 1 or sheet.height < UNIVERSAL.height - 1:
        raise click.UsageError(f"the page to measure does not fit on {sheet.name}: print it on a4 or letter; what a "
                               "printer misses by is the same on all papers")
    document = furniture.calibration(sheet, sheet.name != "universal", measured.offset, measured.name)
    of = f"-{drafts.stem(measured.name, 'printer')}" if measured.name else ""
    with commands.delivered(output) as delivery:
        write(document, output / f"calibration-{sheet.name.replace(' ', '')}{of}",
              Settings(options=Options(scale=measured.scale)), delivery)
