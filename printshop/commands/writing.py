"""`printshop new`, `export` and `schema`: files for people and programs to go on with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue
from printshop.catalogue import AS_IT_IS, Changes
from printshop.commands import shared
from printshop.commands.shared import Taught, changing
from printshop.files import Delivery, wanted
from printshop.saying import give, tell

if TYPE_CHECKING:  # help is quick by what it leaves out
    from printshop.game.model import Game


def _load(name: str, changes: Changes = AS_IT_IS) -> Game:
    from printshop.loading import load

    return load(catalogue.find_game(name), *changes)


class _Kinds(Taught, click.Group):
    """The kinds of file that can be begun."""

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
def game(name: Path) -> None:
    """Write a small game to begin with into a new folder NAME.

    A few units, a record sheet, a counter, a template and a battle, with comments: change them into your own.
    Nothing that is there is ever overwritten.

    \b
    printshop new game harbour
    printshop make all harbour
    """
    from printshop.drafts.writing import as_word, write_game

    for path in write_game(name):
        tell(str(path))
    tell(f"next: printshop make all {as_word(str(name))}")


def _begins(what: str, word: str, text: str, *options: click.Option) -> None:
    """Add what begins an entry of a game, called by a `word`; its options are for what `drafts.entries` makes of it."""
    def write(game: str, title: str, **given: str) -> None:
        from printshop.drafts import entries

        files, then = entries.NEW[what](_load(game), game, title, **given)
        for path in files:
            tell(str(path))
        tell(f"next: {then}")

    new.add_command(Taught(what, callback=write, help=text, params=[
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
          "tts": (*_DRAWN, "--base-url")}  # what can be exported, and the options that go with each


@click.command("export", cls=Taught)
@click.argument("kind", metavar="csv|json|png|vassal|tts", type=shared.words(*_KINDS))
@click.argument("game", metavar="GAME[/SCENARIO]")
@click.argument("units", nargs=-1, metavar="[UNIT]...")
@click.option("-o", "--output", default="", metavar="PATH", help="The file or folder to write to, - for the terminal "
              "(csv, json); the file of the module (vassal); the folder (png, tts).")
@click.option("--all", "every", is_flag=True, help="csv, json: those of the game that this one adds to as well.")
@click.option("--fleet", is_flag=True, help="csv: begin with unit, count and side, so that it can be read as a fleet.")
@click.option("--semicolons", is_flag=True, help="csv: semicolons and decimal commas, as spreadsheets in much of "
              "Europe want them.")
@click.option("--dpi", type=click.IntRange(36, 600), default=None, help="png, vassal, tts: pixels an inch [150].")
@click.option("--only", multiple=True, metavar="KEY",
              help="png, vassal, tts: only these counters, markers, cards, maps, charts; can be repeated.")
@click.option("--base-url", default=None, metavar="URL",
              help="tts: where you will put the pictures on the web, for all who play.")
@click.option("--ink", type=shared.words("colour", "light", "black"), default=None, help="png, vassal, tts [colour].")
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
    given = {"--all": every, "--fleet": fleet, "--semicolons": semicolons, "--dpi": dpi, "--only": only,
             "--base-url": base_url, "--ink": ink, "--font": fonts}
    if unused := [option for option, value in given.items() if value and option not in _KINDS[kind]]:
        raise click.UsageError(f"{' and '.join(unused)} {'does' if len(unused) == 1 else 'do'} not go with {kind}")
    if kind in ("csv", "json"):
        from printshop.workshop import exporting

        loaded = shared.load_sound_game(game, changes)
        if not units:
            loaded.apart.need("units")
        chosen = exporting.chosen(loaded, units, every)
        text = (exporting.as_json(loaded, chosen) if kind == "json" else
                exporting.as_csv(loaded, chosen, fleet=fleet, semicolons=semicolons))
        if output == "-":
            give(text)
            return
        target = wanted(output or "output/", f"{loaded.key}-units.{kind}")
        with Delivery() as delivery:
            delivery.place(target).write_text((exporting.BOM if kind == "csv" else "") + text, encoding="utf-8",
                                              newline="")
        tell(str(target))
        return
    from printshop.drawing.ink import Ink
    from printshop.drawing.notes import Notes
    from printshop.game.pictures import named_font
    from printshop.job import Request, Settings
    from printshop.products.selection import find_scenario
    from printshop.virtual import write
    from printshop.virtual.table import OUTPUT, How

    settings = Settings(ink=Ink(ink or "colour"), fonts=tuple(map(named_font, fonts)), notes=Notes())
    where, key = shared.game_or_scenario(game)
    loaded = _load(where, changes)
    scenario = find_scenario(loaded, key) if key else None
    asked = Request(shared.muster(loaded, units) if units else (), scenario, only=only)
    with Delivery(None if kind == "vassal" and output else Path(output or OUTPUT)) as delivery:
        notes = write(kind, loaded, asked, settings, delivery, How(output, dpi or 150, base_url or ""))
    shared.tell_files(delivery.targets(), (".png",), "picture")
    shared.told(settings)
    for note in notes:
        tell(f"note: {note}", err=True)


@click.command("schema", cls=Taught)
@click.argument("game")
@click.option("-o", "--output", default=None, type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
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
