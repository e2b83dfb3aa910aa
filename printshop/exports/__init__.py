"""Export of counters, maps and reference cards to virtual tables: pictures, VASSAL and Tabletop Simulator.

`pieces` collects the pieces, each as a drawing of its own, and renders drawings to pixels; `table` adds maps and
charts, and writes pictures. `vassal` and `tts` each write one format: `write(table, how, delivery)`.
"""

from __future__ import annotations

from printshop.exports.table_layout import ExportOptions
from printshop.files import AtomicWrite
from printshop.game.model import Game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error


def write_virtual_table(format_name: str, game: Game, request: PrintRequest, settings: PrintSettings,
                        delivery: AtomicWrite, options: ExportOptions) -> tuple[str, ...]:
    """Write a game, or the requested part of it, as `png`, `vassal` or `tts`; return notes for the user.

    Raises PrintshopError with everything that does not fit, and if there is nothing to write.
    """
    from printshop.exports import table_layout, tabletop_simulator, vassal

    if options.base_url and not options.base_url.startswith(("http://", "https://", "file:///")):
        raise make_error(f"'{options.base_url}' is not an address on the web", "write for instance https://example.org/game/")
    table_contents = table_layout.build_table(game, request, settings, is_flat=format_name != "png")
    if format_name == "png" and not (table_contents.pieces or table_contents.maps or table_contents.charts):
        raise make_error(f"{table_contents.title}: there is nothing to make pictures of",
                         "see printshop list for what there is")
    if format_name != "png" and not table_contents.pieces:
        raise make_error(f"{table_contents.title}: there are no pieces to play with",
                         "units are still to be chosen? take the whole game, or name units")
    return {"png": table_layout.write_pictures, "vassal": vassal.write_vassal_module,
            "tts": tabletop_simulator.write_tts_object}[format_name](table_contents, options, delivery)
