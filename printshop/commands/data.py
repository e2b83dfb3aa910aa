"""Commands on data: `list`, `check`, `verify`, `new`, `export` and `schema`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue, commands
from printshop.catalogue import AS_IT_IS, Changes
from printshop.commands import Taught, changing, fitting
from printshop.files import Delivery, output_file
from printshop.problems import PrintshopError, Problems, some
from printshop.saying import give, tell, tell_block

if TYPE_CHECKING:  # slow imports, which help does not need
    from printshop.game.model import Game, Unit
    from printshop.job import Settings

LARGE = 1_000_000  # bytes: a larger game is loaded only when it is named


def _load(name: str, changes: Changes = AS_IT_IS) -> Game:
    from printshop.loading import load

    return load(catalogue.find_game(name), *changes)


@click.command("list", cls=Taught)
@click.argument("game", required=False)
@click.option("--themes", is_flag=True, help="The looks that --theme can name.")
@changing
def list_(game: str | None, themes: bool, changes: Changes) -> None:
    """List the games, or what is in one: units, scenarios, pieces; or the themes.

    \b
    printshop list
    printshop list {game}
    printshop list --themes
    """
    for line in _themes() if themes else _inside(commands.load_sound_game(game, changes), game) if game else games():
        tell(line)


def _themes() -> Iterator[str]:
    """Yield a line for each theme, of printshop or of the user."""
    from printshop.game.themes import themes

    for key, theme in themes().items():
        families = dict.fromkeys(str(family) for family in (theme.display, theme.text, theme.figures) if family)
        yield f"{key:15} {theme.title}" + (f" ({', '.join(families)})" if families else "")


def games() -> Iterator[str]:
    """Yield a line for each game of printshop and of the working folder, and a hint."""
    for key, path in catalogue.games().items():
        yield from _game(key, path)
    own_games = catalogue.own_games()
    if own_games:
        yield from ("", "In this folder")
    for key, path in own_games.items():
        try:
            large = catalogue.main_of(path).stat().st_size > LARGE
            yield from [f"{key:15} large: printshop list {key} shows what is in it"] if large else _game(key, path)
        except PrintshopError:
            yield f"{key:15} cannot be used as it is: printshop check {key}"
    yield ""
    yield "printshop list GAME shows what is in one; a folder with a game.yaml of your own is a GAME too."


def _game(key: str, path: Path) -> Iterator[str]:
    from printshop.game.scenarios import SCENARIOS
    from printshop.loading import load

    game = load(path)
    contents = some(len(game.units), "unit") + ("" if game[SCENARIOS] else ", no scenarios")
    yield f"{key:15} {game.title}: {_how_much_more(game) if game.base else contents}"
    yield from (f"{'':15}   {key}/{name}" for name in game[SCENARIOS] if not game.base or name in game.own["scenarios"])


def _how_much_more(game: Game) -> str:
    added = [some(len(names), section.removesuffix("s").replace("_", " "))
             for section, names in sorted(game.own.items(), key=lambda item: item[0] != "units") if names]
    return f"{', '.join(added) or 'nothing'} more than {game.base}"


def _inside(game: Game, name: str) -> Iterator[str]:
    from printshop import products
    from printshop.game.scenarios import SCENARIOS

    yield f"{game.title}" + (f" - {game.subtitle}" if game.subtitle else "")
    yield f"read from {game.root}" + (f", which adds to {game.base}" if game.base else "")
    if game.settings:
        yield from ("", "Settings, changed with --set NAME=VALUE")
        yield from (f"  {setting!s:24} {setting.label}" for setting in game.settings.values())
    anyones = [unit for unit in game.units.values() if unit.anyones]
    groups = [(side.name, [unit for unit in game.units.values() if unit.side.key == side.key])
              for side in game.sides.values()]
    for title, units in [*groups, *([("For any side" if game.sides else "Units", anyones)] if anyones else [])]:
        yield from ("", title if units else f"{title}: no units of its own", *_units(units, game))
    if game[SCENARIOS]:
        yield from ("", "Scenarios")
        for key, scenario in game[SCENARIOS].items():
            below = game.base and key not in game.own.get("scenarios", ())
            yield f"  {name.rstrip('/') + '/' + key:36} {scenario.title}" + (f" (from {game.base})" if below else "")
    yield from ("", "What --only can name; behind a | what is printed only then")
    for product in products.there_for(game):
        named = game.own.get(product.section, ()) if game.base else product.pieces(game)
        parts = []
        for added, of in ((True, ""), (False, f"from {game.base}: ")):
            pieces = {key: piece.default for key, piece in product.pieces(game).items() if (key in named) is added}
            usual, only_named = (", ".join(key for key, default in pieces.items() if default is is_usual)
                                 for is_usual in (True, False))
            parts += [of + (f"{usual} | {only_named}".strip() if only_named else usual)] if pieces else []
        if parts and not product.refuses_only:
            yield f"  {product.name + ':':11} {'; '.join(parts)}"


def _units(units: list[Unit], game: Game) -> Iterator[str]:
    """Yield a line for each unit; units of the game that this one extends are only named."""
    from printshop.expressions import NOT_KNOWN
    from printshop.game.scenarios import figure, points_of

    shown = [unit for unit in units if not game.base or unit.name in game.own["units"]]
    wide = max([15, *(len(unit.name) for unit in shown)]) + 2
    for unit in shown:
        kind, points = game.unit_types[unit.kind], points_of(unit, game.unit_types)
        details = [kind.name] if len(game.unit_types) > 1 else []
        details += [str(value) for key, field in kind.fields.items()
                    if field.kind == "choice" and (value := unit.values.get(key)) not in (None, NOT_KNOWN)]
        details += [f"{figure(points)} points"] if points else []
        details += [unit.size.name] if unit.size else []
        number = f" (numbered: {unit.numbered_as(1).shown}, {unit.numbered_as(2).shown} ...)" if unit.numbered else ""
        yield f"  {unit.name:{wide}}{', '.join(details)}{number}".rstrip()
    below = [unit.name for unit in units if unit not in shown]
    if below:
        yield from textwrap.wrap(f"from {game.base}: {', '.join(below)}", 110, initial_indent="  ",
                                 subsequent_indent="    ")


@click.command("check", cls=Taught)
@click.argument("paths", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="The game that fleets are of, if their files do not say so.")
@changing
@fitting
def check(paths: tuple[str, ...], game: str, changes: Changes, how: Settings) -> None:
    """Report every problem in the data of games and fleets, all of them at once.

    Without PATHS it checks the games that come with printshop. Nothing is written; only the schemas of a game of
    yours, if it has any, are brought up to date. What does not fit the paper is a problem, or a warning if it is
    printed only when it is asked for.

    \b
    printshop check
    printshop check my_games/boats home_fleet.yaml
    printshop check my_games/boats --paper a3
    """
    from printshop import checking
    from printshop.workshop.fleets import BOOKS, TABLES, is_fleet

    problems = Problems()
    for path in paths or tuple(catalogue.games()):
        file = Path(path)
        try:
            if is_fleet(file) or (file.suffix in (*TABLES, *BOOKS) and not catalogue.is_game(file)):
                fleet_game, summary, warnings = checking.check_fleet(file, game, changes, how)
                commands.set_aside(fleet_game)
                _tell(summary, warnings)
            else:
                part = catalogue.part_of(path)  # the game of a scenario or fleet file is checked whole
                where, key = (str(part), "") if part else commands.game_or_scenario(path)
                _check_game(where, key, changes, how, problems)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()


def _tell(summary: str, warnings: Iterable[str], verdict: str = ", no problems") -> None:
    """Print the summary of a game or fleet, and its warnings; without a verdict, only if there are warnings."""
    lines = [f"  warning: {warning}" for warning in warnings]
    for line in [f"{summary}{verdict}", *lines] if verdict or lines else ():
        tell(line)


def _check_game(path: str, key: str, changes: Changes, how: Settings, problems: Problems) -> None:
    """Check a game, then the fleets in its folder; `key` names a scenario or fleet that must exist.

    No summary says "no problems" if any of them has a problem.
    """
    from printshop import checking, schemas
    from printshop.game.scenarios import SCENARIOS
    from printshop.products.product import find_scenario
    from printshop.workshop.fleets import fleets_in

    game_problems = Problems()
    game, notes = checking.examine(catalogue.find_game(path), changes, how, game_problems)
    fleets = fleets_in(game.fleets)
    if key and not game_problems and key not in {file.stem for file in fleets}:
        find_scenario(game, key)
    idle = () if game_problems else checking.idle_pictures(game)  # broken entries may be those that use them
    holds = f"{some(len(game.units), 'unit')}, {some(len(game[SCENARIOS]), 'scenario')}"
    summaries: list[tuple[str, Iterable[str]]] = [(f"{path}: {_how_much_more(game) if game.base else holds}",
                                                   dict.fromkeys((*checking.warnings(game), *idle, *notes)))]
    if path not in catalogue.games() and not game_problems:
        schemas.renew(game)
    for file in fleets:
        try:
            summaries.append(checking.check_fleet(file, "", changes, how)[1:])
        except PrintshopError as error:
            game_problems.extend(error.problems)
    for summary, odd in summaries:
        _tell(summary, odd, "" if game_problems else ", no problems")
    problems.extend(game_problems)


@click.command("verify", cls=Taught)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", metavar="NAME", help="Hold PDF files against what a print shop asks for.")
def verify(files: tuple[Path, ...], profile: str | None) -> None:
    """Measure PDF and SVG files, and tell what would spoil them on paper.

    Page sizes, rulers, fonts, colours, the thinnest line and the coarsest picture, and whether a PDF asks not to be
    scaled.

    \b
    printshop verify output/{scenario}/{scenario}.pdf
    printshop verify --profile print_shop output/{scenario}/{scenario}.pdf
    """
    from printshop.equipment import services
    from printshop.inspection.verify import verify, verify_svg

    press, problems = services.find(profile) if profile else None, Problems()
    for file in files:
        report = verify_svg(file) if file.suffix.lower() == ".svg" else verify(file, press)
        tell_block(str(report))
        for finding in report.findings:
            problems.add(None, f"{file}: {finding}")
    problems.raise_if_any()


class _Kinds(Taught, click.Group):
    command_class = Taught


@click.group("new", cls=_Kinds)
def new() -> None:
    """Write a file to begin with: a game, a unit, a battle, a fleet, a form.

    It is good as it stands, and its comments say what else it could say: open it in an editor and change it into
    your own. Nothing that is there is ever overwritten.

    \b
    printshop new game harbour
    printshop new unit harbour "Mary Celeste"
    printshop new unit {game} Wasp
    """


@new.command("game")
@click.argument("name", type=click.Path(path_type=Path))
@click.option("--like", default="harbour", show_default=True, metavar="WHAT",
              help="What it begins as: harbour (ships on a table), air (aircraft with pilots), walkers (machines "
              "with armour by location and heat), squads (squads and tanks on cards), "
              "hexes (counters on a map), space (ships that drift).")
def game(name: Path, like: str) -> None:
    """Write a small game to begin with into a new folder NAME.

    A few units, a record sheet, a counter, a template and a battle, with comments: change them into your own.
    Nothing that is there is ever overwritten.

    \b
    printshop new game harbour
    printshop new game aces --like air
    printshop make all harbour
    """
    from printshop.drafts.writing import as_word, write_game

    for path in write_game(name, like):
        tell(str(path))
    battle = next((name / "scenarios").glob("*.yaml"))
    tell(f"next: printshop pack {as_word(f'{name}/{battle.stem}')}")


def _begins(kind: str, word: str, text: str, *options: click.Option) -> None:
    """Add the command that writes a new entry of a kind; its options are passed to the function of `drafts.entries`."""
    def write(game: str, title: str, **choices: str) -> None:
        from printshop.drafts import entries

        files, then = entries.NEW[kind](_load(game), game, title, **choices)
        for path in files:
            tell(str(path))
        tell(f"next: {then}")

    new.add_command(Taught(kind, callback=write, help=text, params=[
        click.Argument(["game"], metavar="GAME"), click.Argument(["title"], metavar=word), *options]))


_begins("unit", "NAME", """Write a unit called NAME for a game, every field with what may stand there.

    In a game of yours it becomes a file in the folder of its type, or an entry of a game in one file. For a game that
    comes with printshop it is written to a file beside you, which adds to that game.

    \b
    printshop new unit {game} Wasp
    printshop new unit harbour "Mary Celeste" --like Rat
    """, click.Option(["--like"], default="", metavar="UNIT", help="The unit that it begins as a copy of."),
    click.Option(["--type", "kind"], default="", metavar="TYPE", help="Its type, where the game has several."))
_begins("scenario", "TITLE", """Write a battle called TITLE for a game: two sides, some of their units, all that a
    scenario can say.

    \b
    printshop new scenario {game} "Three in the Morning"
    """)
_begins("fleet", "TITLE", """Write a fleet called TITLE for a game: a few units to begin with.

    \b
    printshop new fleet {game} "Home Fleet"
    """, click.Option(["--side"], default="", metavar="SIDE", help="Whose fleet it is."))
_begins("form", "TITLE", """Write a record sheet called TITLE for a game, with a row for every field of its units.

    \b
    printshop new form {game} "My own sheet"
    """, click.Option(["--type", "kind"], default="", metavar="TYPE",
                      help="The type of unit it is for, where there are several."))

_DRAWN = ("--dpi", "--only", "--ink", "--font")
_KINDS = {"csv": ("--all", "--fleet", "--semicolons"), "json": ("--all",), "png": _DRAWN, "vassal": _DRAWN,
          "tts": (*_DRAWN, "--base-url")}  # kinds of export, and the options of each


@click.command("export", cls=Taught)
@click.argument("kind", metavar="csv|json|png|vassal|tts", type=click.Choice((*_KINDS,), case_sensitive=False))
@click.argument("game", metavar="GAME[/SCENARIO]")
@click.argument("units", nargs=-1, metavar="[UNIT]...")
@click.option("-o", "--output", default="", metavar="PATH", help="The file or folder to write to, - for the terminal "
              "(csv, json); the file of the module (vassal); the folder (png, tts).")
@click.option("--all", "every", is_flag=True, help="csv, json: those of the game that this one adds to as well.")
@click.option("--fleet", is_flag=True, help="csv: begin with unit, count and side, so that it can be read as a fleet.")
@click.option("--semicolons", is_flag=True, help="csv: semicolons and decimal commas, as spreadsheets in much of "
              "Europe want them.")
@click.option("--dpi", type=click.IntRange(36, 600), help="png, vassal, tts: pixels an inch [150].")
@click.option("--only", multiple=True, metavar="KEY",
              help="png, vassal, tts: only these counters, markers, cards, maps, charts; can be repeated.")
@click.option("--base-url", metavar="URL", help="tts: where you will put the pictures on the web, for all who play.")
@click.option("--ink", type=commands.INKS, help="png, vassal, tts [colour].")
@click.option("--font", "fonts", multiple=True, metavar="FILE",
              help="png, vassal, tts: a font for characters that no other has; can be repeated.")
@changing
def export(kind: str, game: str, units: tuple[str, ...], output: str, every: bool, fleet: bool, semicolons: bool,
           dpi: int | None, only: tuple[str, ...], base_url: str | None, ink: str | None, fonts: tuple[str, ...],
           changes: Changes) -> None:
    """Write units for a spreadsheet or another program, or pieces and maps for a virtual table.

    csv and json have all figures of units, and what is worked out from them: of all units of a game, or those named.
    png has a picture of each counter, marker, card and map; vassal is a module for VASSAL; tts is a saved object for
    Tabletop Simulator, with its pictures: of a game, or of a scenario with its forces.

    \b
    printshop export csv {game}
    printshop export json {game} -o -
    printshop export csv {game} --fleet -o my_fleet.csv
    printshop export png {game} --dpi 300
    printshop export vassal {game}/{scenario}
    printshop export tts {game} --base-url https://example.org/my_game/
    """
    options = {"--all": every, "--fleet": fleet, "--semicolons": semicolons, "--dpi": dpi, "--only": only,
               "--base-url": base_url, "--ink": ink, "--font": fonts}
    if unused := [option for option, value in options.items() if value and option not in _KINDS[kind]]:
        raise click.UsageError(f"{' and '.join(unused)} {'does' if len(unused) == 1 else 'do'} not go with {kind}")
    if kind in ("csv", "json"):
        from printshop.workshop import exporting

        loaded = commands.load_sound_game(game, changes)
        if not units:
            loaded.apart.need("units")
        chosen = exporting.chosen(loaded, units, every)
        text = (exporting.as_json(loaded, chosen) if kind == "json" else
                exporting.as_csv(loaded, chosen, fleet=fleet, semicolons=semicolons))
        if output == "-":
            give(text)
            return
        target = output_file(output or "output/", f"{loaded.key}-units.{kind}")
        with Delivery() as delivery:
            delivery.place(target).write_text((exporting.BOM if kind == "csv" else "") + text, encoding="utf-8",
                                              newline="")
        tell(str(target))
        return
    from printshop.drawing.ink import Ink
    from printshop.drawing.notes import Notes
    from printshop.game.pictures import named_font
    from printshop.job import Request, Settings
    from printshop.products.product import find_scenario
    from printshop.virtual import write
    from printshop.virtual.table import OUTPUT, How

    settings = Settings(ink=Ink(ink or "colour"), fonts=tuple(map(named_font, fonts)), notes=Notes())
    where, key = commands.game_or_scenario(game)
    loaded = _load(where, changes)
    scenario = find_scenario(loaded, key) if key else None
    request = Request(commands.muster(loaded, units) if units else (), scenario, only=only)
    with Delivery(None if kind == "vassal" and output else Path(output or OUTPUT)) as delivery:
        notes = write(kind, loaded, request, settings, delivery, How(output, dpi or 150, base_url or ""))
    commands.tell_files(delivery.targets(), (".png",), "picture")
    commands.tell_notes(settings)
    for note in notes:
        tell(f"note: {note}", err=True)


@click.command("schema", cls=Taught)
@click.argument("game")
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="The folder to write to [.printshop in the game's own].")
def schema(game: str, output: Path | None) -> None:
    """Write JSON Schemas of a game's files: editors complete keys by them, and underline what is wrong.

    Files that `printshop new` writes have theirs already. Of a game that comes with printshop they go to
    .printshop in the folder you are in. `printshop check` keeps those in a game's own folder up to date.

    \b
    printshop schema harbour
    printshop schema {game} -o schemas
    """
    from printshop import schemas

    loaded = _load(game)
    shipped = Path(schemas.FOLDER) if game in catalogue.games() else schemas.folder_of(loaded)
    for path in schemas.write(loaded, output or shipped):
        tell(str(path))
    name, schema = schemas.example(loaded, output or shipped)
    tell(f"To have an editor check a file, give it its first line; {name} for instance")
    tell(schema.rstrip("\n"))
