"""Commands on data: `list`, `check`, `verify`, `new`, `export` and `schema`."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import game_paths
from printshop.cli import shared_options
from printshop.cli.shared_options import ExampleCommand, change_options, fit_options
from printshop.files import AtomicWrite, choose_output_file
from printshop.game_paths import NO_OVERRIDES, GameOverrides
from printshop.problems import PrintshopError, Problems, pluralize
from printshop.terminal import give, print_block, print_line

if TYPE_CHECKING:  # slow imports, which help does not need
    from printshop.game.model import Game, Unit
    from printshop.print_settings import PrintSettings

LARGE_GAME_SIZE = 1_000_000  # bytes: a larger game is loaded only when it is named


def _load_game(name: str, changes: GameOverrides = NO_OVERRIDES) -> Game:
    from printshop.load_game import read_game

    return read_game(game_paths.find_game(name), *changes)


@click.command("list", cls=ExampleCommand)
@click.argument("game", required=False)
@click.option("--themes", is_flag=True, help="List the themes that you can use with --theme.")
@change_options
def list_(game: str | None, themes: bool, changes: GameOverrides) -> None:
    """List the games, the contents of a game, or the themes.

    With GAME, the command lists the settings, units, scenarios and pieces of the game.

    \b
    printshop list
    printshop list {game}
    printshop list --themes
    """
    for line in _list_themes() if themes else _describe_contents(shared_options.load_valid_parts(game, changes),
                                                                 game) if game else list_games():
        print_line(line)


def _list_themes() -> Iterator[str]:
    """Yield a line for each theme of printshop or of the user."""
    from printshop.game.themes import load_themes

    for key, theme in load_themes().items():
        families = dict.fromkeys(str(family) for family in (theme.display, theme.text, theme.figures) if family)
        yield f"{key:15} {theme.title}" + (f" ({', '.join(families)})" if families else "")


def list_games() -> Iterator[str]:
    """Yield a line for each game of printshop and each game in the current folder, and a hint."""
    for key, path in game_paths.find_shipped_games().items():
        yield from _describe_game(key, path)
    own_games = game_paths.find_user_games()
    if own_games:
        yield from ("", "In this folder")
    for key, path in own_games.items():
        try:
            large = game_paths.find_main_file(path).stat().st_size > LARGE_GAME_SIZE
            yield from [(f"{key:15} is a large game: printshop list {key} lists the contents "
                         "of the game")] if large else _describe_game(key,
                                                                                                                  path)
        except PrintshopError:
            yield f"{key:15} has problems: printshop check {key} reports the problems"
    yield ""
    yield "printshop list GAME lists the contents of a game. GAME can also be your own folder with a game.yaml."


def _describe_game(key: str, path: Path) -> Iterator[str]:
    from printshop.game.scenarios import SCENARIOS
    from printshop.load_game import read_game

    game = read_game(path)
    contents = pluralize(len(game.units), "unit") + ("" if game[SCENARIOS] else ", no scenarios")
    yield f"{key:15} {game.title}: {_describe_additions(game) if game.base_name else contents}"
    yield from (f"{'':15}   {key}/{name}" for name in game[SCENARIOS] if not game.base_name
                or name in game.own_entries["scenarios"])


def _describe_additions(game: Game) -> str:
    added = [pluralize(len(names), section.removesuffix("s").replace("_", " "))
             for section, names in sorted(game.own_entries.items(), key=lambda item: item[0] != "units") if names]
    return f"{', '.join(added) or 'nothing'} more than {game.base_name}"


def _describe_contents(game: Game, name: str) -> Iterator[str]:
    from printshop import products
    from printshop.game.scenarios import SCENARIOS
    from printshop.products.product import list_entries

    yield f"{game.title}" + (f" - {game.subtitle}" if game.subtitle else "")
    yield f"read from {game.root}" + (f", which extends {game.base_name}" if game.base_name else "")
    if game.settings:
        yield from ("", "Settings (change a setting with --set NAME=VALUE)")
        yield from (f"  {setting!s:24} {setting.label}" for setting in game.settings.values())
    units_without_side = [unit for unit in game.units.values() if unit.has_no_side]
    groups = [(side.name, [unit for unit in game.units.values() if unit.side.key == side.key])
              for side in game.sides.values()]
    for title, units in [*groups, *([("Units for any side" if game.sides else "Units", units_without_side)]
                                    if units_without_side else [])]:
        yield from ("", title if units else f"{title}: no units belong only "
                                            "to this side", *_describe_units(units, game))
    if game[SCENARIOS]:
        yield from ("", "Scenarios")
        for key, scenario in game[SCENARIOS].items():
            below = game.base_name and key not in game.own_entries.get("scenarios", ())
            yield f"  {name.rstrip('/') + '/' + key:36} {scenario.title}" + (f" (from {game.base_name})" if below
                                                                             else "")
    yield from ("", "Keys for --only (an entry whose key stands after a | is printed only if --only names the key)")
    for product in products.find_products_for(game):
        added_keys = game.own_entries.get(product.section, ()) if game.base_name else list_entries(product, game)
        parts = []
        for added, prefix in ((True, ""), (False, f"from {game.base_name}: ")):
            pieces = {key: piece.is_default for key,
                      piece in list_entries(product, game).items() if (key in added_keys) is added}
            default_keys, only_named = (", ".join(key for key, default in pieces.items() if default is is_usual)
                                        for is_usual in (True, False))
            parts += [prefix + (f"{default_keys} | {only_named}".strip() if only_named
                                else default_keys)] if pieces else []
        if parts and not product.only_refusal:
            yield f"  {product.name + ':':11} {'; '.join(parts)}"


def _describe_units(units: list[Unit], game: Game) -> Iterator[str]:
    """Yield a line for each of the game's own units. For units of the extended game, yield only their names."""
    from printshop.formulas import NOT_KNOWN
    from printshop.game.scenarios import find_unit_points, format_points

    own_units = [unit for unit in units if not game.base_name or unit.name in game.own_entries["units"]]
    name_width = max([15, *(len(unit.name) for unit in own_units)]) + 2
    for unit in own_units:
        kind, points = game.unit_types[unit.kind], find_unit_points(unit, game.unit_types)
        details = [kind.name] if len(game.unit_types) > 1 else []
        details += [str(value) for key, field in kind.fields.items()
                    if field.kind == "choice" and (value := unit.values.get(key)) not in (None, NOT_KNOWN)]
        details += [f"{format_points(points)} points"] if points else []
        details += [unit.size.name] if unit.size else []
        number = (
            f" (numbered: {unit.make_numbered_copy(1).printed_name}, {unit.make_numbered_copy(2).printed_name} ...)"
            if unit.numbered
            else ""
        )
        yield f"  {unit.name:{name_width}}{', '.join(details)}{number}".rstrip()
    inherited = [unit.name for unit in units if unit not in own_units]
    if inherited:
        yield from textwrap.wrap(f"from {game.base_name}: {', '.join(inherited)}", 110, initial_indent="  ",
                                 subsequent_indent="    ")


@click.command("check", cls=ExampleCommand)
@click.argument("paths", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="The game of each fleet whose file does not name a game.")
@change_options
@fit_options
def check(paths: tuple[str, ...], game: str, changes: GameOverrides, settings: PrintSettings) -> None:
    """Report all problems in the data of games and fleets.

    Without PATHS, the command checks the games that come with printshop. It writes nothing, except that it updates
    existing JSON Schemas of your own games. Anything that does not fit on the paper is a problem. If it is printed
    only on request, and fits on a larger paper, you get a warning instead. If a game only adds units and scenarios
    to another game, the command lays out the pages of these units and scenarios; check the other game separately.

    \b
    printshop check
    printshop check my_games/boats home_fleet.yaml
    printshop check my_games/boats --paper a3
    """
    from printshop.cli import check_games
    from printshop.fleet_files import TABLE_SUFFIXES, UNREADABLE_SUFFIXES, is_fleet_file

    problems = Problems()
    for path in paths or tuple(game_paths.find_shipped_games()):
        file = Path(path)
        try:
            if is_fleet_file(file) or (file.suffix in (*TABLE_SUFFIXES, *UNREADABLE_SUFFIXES)
                                       and not game_paths.is_game_file(file)):
                fleet_game, summary, warnings = check_games.check_fleet(file, game, changes, settings)
                shared_options.report_later(fleet_game)
                _print_summary(summary, warnings)
            else:
                part = game_paths.find_enclosing_game(path)  # the game of a scenario or fleet file is checked whole
                game_path, key = (str(part), "") if part else shared_options.split_game_and_scenario(path)
                _check_game_and_fleets(game_path, key, changes, settings, problems)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()


def _print_summary(summary: str, warnings: Iterable[str], verdict: str = ", no problems") -> None:
    """Print the summary of a game or fleet, and its warnings.

    If the verdict is empty, print the summary only if there are warnings.
    """
    lines = [f"  warning: {warning}" for warning in warnings]
    for line in [f"{summary}{verdict}", *lines] if verdict or lines else ():
        print_line(line)


def _check_game_and_fleets(path: str, key: str, changes: GameOverrides, settings: PrintSettings,
                           problems: Problems) -> None:
    """Check a game, then the fleets in its folder. A scenario or fleet with the key `key` must exist.

    If the game or one of the fleets has a problem, no summary ends with "no problems".
    """
    from printshop import json_schemas
    from printshop.cli import check_games
    from printshop.fleet_files import list_fleet_files
    from printshop.game.scenarios import SCENARIOS
    from printshop.products.product import find_game_scenario

    game_problems = Problems()
    game, notes = check_games.check_game(game_paths.find_game(path), changes, settings, game_problems)
    fleets = list_fleet_files(game.fleets_folder)
    if key and not game_problems and key not in {file.stem for file in fleets}:
        find_game_scenario(game, key)
    # broken entries may be those that use them
    unused_pictures = () if game_problems else check_games.find_unused_pictures(game)
    contents = f"{pluralize(len(game.units), 'unit')}, {pluralize(len(game[SCENARIOS]), 'scenario')}"
    summaries: list[tuple[str, Iterable[str]]] = [
        (
            f"{path}: {_describe_additions(game) if game.base_name else contents}",
            dict.fromkeys((*check_games.find_game_warnings(game), *unused_pictures, *notes)),
        )
    ]
    if path not in game_paths.find_shipped_games() and not game_problems:
        json_schemas.update_schemas(game)
    for file in fleets:
        try:
            summaries.append(check_games.check_fleet(file, "", changes, settings)[1:])
        except PrintshopError as error:
            game_problems.extend(error.problems)
    for summary, warnings in summaries:
        _print_summary(summary, warnings, "" if game_problems else ", no problems")
    problems.extend(game_problems)


@click.command("verify", cls=ExampleCommand)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME", help="Compare PDF files with the rules of this print shop.")
def verify(files: tuple[Path, ...], profile: str | None) -> None:
    """Measure PDF and SVG files, and report problems that would show in print.

    The command checks page sizes, rulers, fonts, colours, the thinnest line and the coarsest picture. It also
    checks whether a PDF asks for printing without scaling.

    \b
    printshop verify output/{scenario}/{scenario}.pdf
    printshop verify --profile print_shop output/{scenario}/{scenario}.pdf
    """
    from printshop.equipment import services
    from printshop.inspection.verify import verify_pdf, verify_svg

    press, problems = services.find_service(profile) if profile else None, Problems()
    for file in files:
        report = verify_svg(file) if file.suffix.lower() == ".svg" else verify_pdf(file, press)
        print_block(str(report))
        for finding in report.findings:
            problems.add(None, f"{file}: {finding}")
    problems.raise_if_any()


class _NewGroup(ExampleCommand, click.Group):
    command_class = ExampleCommand


@click.group("new", cls=_NewGroup)
def new() -> None:
    """Write a new game, unit, scenario, fleet, form or map.

    The new file is valid, and comments in it explain what you can add. Open the file in an editor and change it as
    you like. Existing files are never overwritten.

    \b
    printshop new game harbour
    printshop new unit harbour "Mary Celeste"
    printshop new unit {game} Wasp
    """


@new.command("game")
@click.argument("name", type=click.Path(path_type=Path))
@click.option("--like", default="harbour", show_default=True, metavar="WHAT",
              help="The game to copy: harbour (ships on a table), air (aircraft with pilots), walkers (machines with "
                   "armour by location and heat), squads (squads and tanks on cards), hexes (counters on a map), space "
                   "(ships that drift).")
@click.option("--extends", default="", metavar="GAME", help="Write your version of this game instead. It has all "
                                                            "that GAME has, until you replace it.")
def game(name: Path, like: str, extends: str) -> None:
    """Write a small game to start from into a new folder NAME.

    The game has a few units, a record sheet, a counter, a template and a scenario, with comments. Change them as
    you like. Existing files are never overwritten.

    \b
    printshop new game harbour
    printshop new game aces --like air
    printshop new game my_stars --extends {game}
    printshop make all harbour
    """
    from printshop.scaffold.yaml_writer import make_folder_title, quote_argument, write_starter_game

    if extends:
        from printshop.scaffold.game_changes import write_version

        base = _load_game(extends)
        reference = extends if extends in game_paths.find_shipped_games() else os.path.relpath(base.root, name)
        for path in write_version(name, base, Path(reference).as_posix(), make_folder_title(name.name)):
            print_line(str(path))
        print_line(f"next: printshop make all {quote_argument(str(name))}")
        return
    for path in write_starter_game(name, like):
        print_line(str(path))
    battle = next((name / "scenarios").glob("*.yaml"))
    print_line(f"next: printshop pack {quote_argument(f'{name}/{battle.stem}')}")


def _add_new_command(entry_kind: str, title_metavar: str, text: str, *options: click.Option) -> None:
    """Add the command that writes a new entry of a kind.

    Its `options` are arguments of the function in `scaffold.new_entries` that writes the entry.
    """
    def write_entry(game: str, title: str, fleets: tuple[str, ...] = (), **choices: str) -> None:
        from printshop.fleet_files import find_fleet_file, load_fleet
        from printshop.game.fleets import FleetOptions
        from printshop.scaffold import new_entries

        loaded = _load_game(game)
        read = [load_fleet(find_fleet_file(file), FleetOptions(), load_cached=lambda _path, _theme: loaded)[1]
                for file in fleets]
        written = new_entries.DRAFT_COMMANDS[entry_kind](loaded, game, title, **choices,
                                                         **({"fleets": read} if read else {}))
        for path in written.paths:
            print_line(str(path))
        print_line(f"next: {written.next_command}")

    new.add_command(ExampleCommand(entry_kind, callback=write_entry, help=text, params=[
        click.Argument(["game"], metavar="GAME"), click.Argument(["title"], metavar=title_metavar), *options]))


_add_new_command("unit", "NAME", """Write a unit called NAME for a game, with notes on the values of every field.

    In your own game, the unit becomes a file in the folder of its unit type, or an entry in the file of the game. For
    a game that comes with printshop, it becomes a file in the current folder, and that file extends the game.

    \b
    printshop new unit {game} Wasp
    printshop new unit harbour "Mary Celeste" --like Rat
    """, click.Option(["--like"], default="", metavar="UNIT", help="The unit to copy."),
    click.Option(["--type", "kind"], default="", metavar="TYPE", help="The unit type of the new unit. A game with "
                                                                      "several unit types needs this "
                                                                      "option or --like."))
_add_new_command("scenario", "TITLE", """Write a scenario called TITLE for a game, with two sides, some of their units
    and all keys of a scenario.

    \b
    printshop new scenario {game} "Three in the Morning"
    printshop new scenario {game} "Three in the Morning" --fleet home.yaml --fleet away.yaml
    """, click.Option(["--fleet", "fleets"], multiple=True, metavar="FILE",
                      help="The units of a side are those of this fleet. You can repeat this option."))
_add_new_command("fleet", "TITLE", """Write a fleet called TITLE for a game, with a few units to start from.

    \b
    printshop new fleet {game} "Home Fleet"
    """, click.Option(["--side"], default="", metavar="SIDE", help="The side of the fleet."))
_add_new_command("form", "TITLE", """Write a record sheet called TITLE for a game, with a row for every field of the
    units.

    \b
    printshop new form {game} "My own sheet"
    printshop new form harbour "My tugs" --like record
    """, click.Option(["--like"], default="", metavar="FORM", help="The form of the game to copy."),
    click.Option(["--type", "kind"], default="", metavar="TYPE",
                 help="The unit type of the records. A game with several unit types needs this option or --like."))

_add_new_command("map", "TITLE", """Write a map called TITLE for a game, with some kinds of terrain to paint.

    \b
    printshop new map harbour "The Ford"
    printshop new map harbour "The Town" --grid square --columns 20 --rows 12 --across "1 in"
    """, click.Option(["--grid"], type=click.Choice(["flat-top", "pointy-top", "square"]), default="flat-top",
                      show_default=True, help="Hexes with a side or a corner up, or squares."),
    *(click.Option([f"--{name}"], default=default_text, show_default=True, metavar=metavar, help=text)
      for name, default_text, metavar, text in (("columns", "10", "N", "The number of columns."),
                                                ("rows", "8", "N", "The number of rows."),
                                                ("across", "20 mm", "LENGTH", "The size of each hex or square."))))

_IMAGE_OPTIONS = ("--dpi", "--only", "--ink", "--font")
_EXPORT_OPTIONS = {"csv": ("--all", "--type", "--fleet", "--semicolons"), "json": ("--all", "--type"),
                   "png": _IMAGE_OPTIONS,
                   "vassal": _IMAGE_OPTIONS,
                   "tts": (*_IMAGE_OPTIONS, "--base-url")}  # kinds of export, and the options of each


@click.command("export", cls=ExampleCommand)
@click.argument("kind", metavar="csv|json|png|vassal|tts", type=click.Choice((*_EXPORT_OPTIONS,), case_sensitive=False))
@click.argument("game", metavar="GAME[/SCENARIO]|FLEET")
@click.argument("units", nargs=-1, metavar="[UNIT]...")
@click.option("-o", "--output", default="", metavar="PATH", help="csv, json: the file or folder to write to, or - for "
                                                                 "the terminal. vassal: the module file to write. png, "
                                                                 "tts: the folder to write to. tts: also a zip for the "
                                                                 "folder of Tabletop Simulator.")
@click.option("--all", "every", is_flag=True, help="csv, json: include the units of the game that this game extends.")
@click.option("--type", "unit_type", default="", metavar="TYPE", help="csv, json: only the units of this type.")
@click.option("--fleet", is_flag=True, help="csv: begin with the columns unit, count and side, so that the file can be "
                                            "used as a fleet.")
@click.option("--semicolons", is_flag=True, help="csv: use semicolons and decimal commas, for spreadsheet programs "
                                                 "with the number format of many European countries.")
@click.option("--dpi", type=click.IntRange(36, 600), help="png, vassal, tts: the pixels per inch (default: 150).")
@click.option("--only", multiple=True, metavar="KEY",
              help="png, vassal, tts: export only this counter, marker, card, map or chart. You can "
                   "repeat this option.")
@click.option("--base-url", metavar="URL", help="tts: the web address from which all players can load the pictures.")
@click.option("--ink", type=shared_options.INK_CHOICE, help="png, vassal, tts: the ink mode (default: colour).")
@click.option("--font", "fonts", multiple=True, metavar="FILE",
              help="png, vassal, tts: a font for characters that the other fonts lack. You can repeat this option.")
@change_options
def export(kind: str, game: str, units: tuple[str, ...], output: str, every: bool, unit_type: str, fleet: bool,
           semicolons: bool, dpi: int | None, only: tuple[str, ...], base_url: str | None, ink: str | None,
           fonts: tuple[str, ...], changes: GameOverrides) -> None:
    """Write units for spreadsheets, or pieces for virtual tables.

    csv and json contain all values of units, including derived values, for all units of a game or for the units
    that you name. csv also writes the lines of a fleet, as a table that can be used as a fleet. png writes a picture
    of each counter, marker, card and map. vassal writes a module for VASSAL. tts writes a saved object for Tabletop
    Simulator, with its pictures. For png, vassal and tts you can name a scenario, to export only that scenario with
    its forces.

    \b
    printshop export csv {game}
    printshop export json {game} -o -
    printshop export csv {game} --fleet -o my_fleet.csv
    printshop export csv home_fleet.yaml
    printshop export png {game} --dpi 300
    printshop export vassal {game}/{scenario}
    printshop export tts {game} --base-url https://example.org/my_game/
    """
    options = {"--all": every, "--type": unit_type, "--fleet": fleet, "--semicolons": semicolons, "--dpi": dpi,
               "--only": only, "--base-url": base_url, "--ink": ink, "--font": fonts}
    if unused := [option for option, value in options.items() if value and option not in _EXPORT_OPTIONS[kind]]:
        raise click.UsageError(f"{' and '.join(unused)} {('does' if len(unused) == 1 else 'do')} not work with {kind}")
    if kind in ("csv", "json"):
        from printshop.exports import unit_tables
        from printshop.fleet_files import format_fleet_file, is_fleet_file

        if kind == "csv" and Path(game).suffix == ".yaml" and is_fleet_file(Path(game)):
            if units or every or unit_type or fleet:
                raise click.UsageError("the lines of a fleet are written as they are: leave out the names of units, "
                                       "--all, --type and --fleet")
            name, text = Path(game).stem, format_fleet_file(Path(game), ";" if semicolons else ",")
        else:
            loaded = shared_options.load_valid_parts(game, changes)
            if not units:
                loaded.broken.require("units")
            chosen = unit_tables.select_units(loaded, units, every, unit_type)
            text = (unit_tables.format_units_json(loaded, chosen) if kind == "json" else
                    unit_tables.format_units_csv(loaded, chosen, fleet=fleet, semicolons=semicolons))
            name = f"{loaded.key}-units"
        if output == "-":
            give(text)
            return
        target = choose_output_file(output or "output/", f"{name}.{kind}")
        with AtomicWrite() as delivery:
            delivery.add_file(target).write_text((unit_tables.BOM if kind == "csv" else "") + text, encoding="utf-8",
                                                 newline="")
        print_line(str(target))
        return
    from printshop.drawing.ink import Ink
    from printshop.drawing.page_warnings import PageWarnings
    from printshop.exports import make_table_file, write_virtual_table
    from printshop.exports.table_layout import OUTPUT_FOLDER, ExportOptions
    from printshop.game.pictures import find_font
    from printshop.print_settings import PrintRequest, PrintSettings
    from printshop.products.product import find_game_scenario

    settings = PrintSettings(ink=Ink(ink or "colour"), fonts=tuple(map(find_font, fonts)), page_warnings=PageWarnings())
    game_path, key = shared_options.split_game_and_scenario(game)
    loaded = _load_game(game_path, changes)
    scenario = find_game_scenario(loaded, key) if key else None
    request = PrintRequest(shared_options.find_units(loaded, units) if units else (), scenario, only_keys=only)
    if kind == "tts" and output.endswith(".zip"):
        _, data = make_table_file(kind, loaded, request, settings, Path(output).stem,
                                  ExportOptions("", dpi or 150, base_url or ""))
        with AtomicWrite() as delivery:
            delivery.add_file(Path(output)).write_bytes(data)
        print_line(output)
        shared_options.print_warnings(settings)
        return
    with AtomicWrite(None if kind == "vassal" and output else Path(output or OUTPUT_FOLDER)) as delivery:
        notes = write_virtual_table(kind, loaded, request, settings, delivery,
                                    ExportOptions(output, dpi or 150, base_url or ""))
    shared_options.print_written_files(delivery.list_targets(), (".png",), "picture")
    shared_options.print_warnings(settings)
    for note in notes:
        print_line(f"note: {note}", err=True)


@click.command("schema", cls=ExampleCommand)
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), metavar="SCHEMA_FOLDER",
              help="The folder to write to (default: .printshop in the folder of the game).")
def schema(game: str, output: Path | None) -> None:
    """Write JSON Schemas of a game's files for your editor.

    With these schemas, editors complete keys and underline mistakes. Files from `printshop new` already have their
    schemas. The schemas of a game that comes with printshop are written to .printshop in the current folder.
    `printshop check` keeps the schemas in the folder of your own game up to date.

    \b
    printshop schema harbour
    printshop schema {game} -o schemas
    """
    from printshop import json_schemas

    loaded = _load_game(game)
    shipped = (
        Path(json_schemas.SCHEMA_FOLDER)
        if game in game_paths.find_shipped_games()
        else json_schemas.find_schema_folder(loaded)
    )
    for path in json_schemas.write_schemas(loaded, output or shipped):
        print_line(str(path))
    name, schema = json_schemas.find_schema_example(loaded, output or shipped)
    print_line("To let an editor check a file, name the file's schema in the first line of the file. "
               f"For {name}, the first line is:")
    print_line(schema.rstrip("\n"))
