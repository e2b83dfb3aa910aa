"""Export of counters, maps and reference cards to virtual tables: pictures, VASSAL and Tabletop Simulator.

`images` collects the pieces, each as a separate drawing, and renders drawings to pixels. `table_layout` adds maps and
charts, and writes pictures. `vassal` writes modules for VASSAL. `tabletop_simulator` writes saved objects for
Tabletop Simulator.
"""

from __future__ import annotations

from printshop.exports.table_layout import ExportOptions
from printshop.files import AtomicWrite
from printshop.game.model import Game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error


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
