"""Export of counters, maps and reference cards to virtual tables: pictures, VASSAL and Tabletop Simulator.

`images` collects the pieces, each as a separate drawing, and renders drawings to pixels. `table_layout` adds maps and
charts, and writes pictures. `vassal` writes modules for VASSAL. `tabletop_simulator` writes saved objects for
Tabletop Simulator.
"""

from __future__ import annotations

from pathlib import Path

from printshop.exports.table_layout import ExportOptions
from printshop.files import AtomicWrite, make_zip
from printshop.game.model import Game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error

# of Tabletop Simulator, which finds a picture by its bare name in the folder of its pictures
_OBJECT_FOLDER, _PICTURE_FOLDER = "Saves/Saved Objects", "Mods/Images"
_TABLETOP_GUIDE = (
    "Unpack this zip into the folder 'Tabletop Simulator' (Windows: Documents/My Games, macOS: Library, Linux: "
    ".local/share). Then choose Objects > Saved Objects > {name} in the game. To play with others, upload the "
    "pictures first: Modding > Cloud Manager > Upload All Loaded Files.")


def write_virtual_table(format_name: str, game: Game, request: PrintRequest, settings: PrintSettings,
                        delivery: AtomicWrite, options: ExportOptions) -> tuple[str, ...]:
    """Write a game, or the requested part of it, in a format, and return notes for the user.

    The format is `png`, `vassal` or `tts`. Raises PrintshopError if the web address is invalid, or if there is
    nothing to write. If some things do not fit, raises PrintshopError with all these problems together.
    """
    from printshop.exports import table_layout, tabletop_simulator, vassal

    if options.base_url and not options.base_url.startswith(("http://", "https://", "file:///")):
        raise make_error(f"'{options.base_url}' is not a web address",
                         "write an address such as https://example.org/game/")
    table_contents = table_layout.build_table(game, request, settings, is_flat=format_name != "png",
                                              rasterize=options.rasterize)
    if format_name == "png" and not (table_contents.pieces or table_contents.maps or table_contents.charts):
        raise make_error(f"{table_contents.title} has no pieces, maps or charts to make pictures of",
                         "list the contents of the game: printshop list GAME")
    if format_name != "png" and not table_contents.pieces:
        raise make_error(f"{table_contents.title} has no counters, markers or cards to play with",
                         "if players still choose the units of the scenario, export the whole game, or add the names "
                         "of units")
    return {"png": table_layout.write_pictures, "vassal": vassal.write_vassal_module,
            "tts": tabletop_simulator.write_tts_object}[format_name](table_contents, options, delivery)


def make_table_file(format_name: str, game: Game, request: PrintRequest, settings: PrintSettings, title: str,
                    options: ExportOptions) -> tuple[str, bytes]:
    """Return the name and the bytes of a VASSAL module, or of a zip for the folder of Tabletop Simulator.

    Errors are those of `write_virtual_table`. The path and the prefix in `options` are replaced.
    """
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        output = Path(folder) / (f"{title}.vmod" if format_name == "vassal" else title)
        with AtomicWrite() as delivery:
            notes = write_virtual_table(format_name, game, request, settings, delivery,
                                        options._replace(output_path=str(output), picture_prefix=f"{title}-"))
        if format_name == "vassal":
            return output.name, output.read_bytes()
        files = [(f"{_PICTURE_FOLDER}/{path.name}" if path.suffix == ".png" else
                  f"{_OBJECT_FOLDER}/{title}{path.suffix}", path.read_bytes()) for path in sorted(output.iterdir())]
    guide = "\n".join((_TABLETOP_GUIDE.format(name=title), *notes, ""))
    return f"{title}-tabletop-simulator.zip", make_zip([("READ ME.txt", guide.encode()), *files])
