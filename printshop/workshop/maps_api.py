"""Maps for painting: the whole map as one drawing with the places of its hexes, and new maps."""

from __future__ import annotations

from itertools import chain

from printshop.drawing.display_list import Group, Page
from printshop.drawing.geometry import Transform
from printshop.game.map_paths import PATH_STYLES, list_side_names
from printshop.game.maps import MAPS, REST
from printshop.game.model import Game
from printshop.output import svg
from printshop.print_settings import PrintSettings
from printshop.problems import make_error
from printshop.products.build import report_errors, use_game_fonts
from printshop.products.maps import hex_drawing
from printshop.scaffold.yaml_writer import check_title, make_file_stem
from printshop.source.value_edits import edit_yaml, read_value_at
from printshop.workshop import games_api, replies
from printshop.workshop.workspace import Workspace

WHOLE_MAP = "whole map"
"""The product of a view that draws a map for painting."""
_MARGIN_SHARE = 0.4  # of a hex, round the map
_FIRST_TERRAIN = {
    "clear": {"hexes": REST, "colour": "#eef0dc"},
    "forest": {"pattern": "crosshatch", "colour": "#cfe0b4", "hexes": []},
    "hill": {"pattern": "hatch", "colour": "#ecdcb0", "hexes": []},
    "water": {"pattern": "bars", "colour": "#a9d6f2", "hexes": []}}


def draw_whole_map(game: Game, key: str) -> replies.BlockDrawing:
    """Return a map on one page, and `map`: the names, places and numbers of all hexes, in the same order.

    Centres and the size of a hex are percents of the page; `places` are columns and rows, from 1. Raises
    PrintshopError.
    """
    hexmap, settings = game[MAPS][key], PrintSettings()
    with report_errors(f"map '{hexmap.title}'", hexmap.span), use_game_fonts(game, settings):
        drawn = hex_drawing.draw_map(hexmap, settings.ink)
    grid, board = drawn.grid, hexmap.board
    margin = _MARGIN_SHARE * grid.across_flats
    page = Page(drawn.width + 2 * margin, drawn.height + 2 * margin,
                (Group(drawn.list_items(), Transform(e=margin, f=margin)),), key)
    left, top, right, bottom = grid.measure_bounds([(0, 0)])

    def to_percent(x: float, y: float) -> tuple[float, float]:
        return round(100 * x / page.width, 3), round(100 * y / page.height, 3)

    centers = [grid.find_center(cell) for cell in board.hexes_by_name.values()]
    kinds = {**PATH_STYLES, **game.path_kinds, **{kind.key: kind for kind in hexmap.path_kinds}}
    with use_game_fonts(game, settings):
        picture = svg.render_browser_svg(page)
    return {**replies.NO_DRAWING, "pages": [picture], "product": WHOLE_MAP, "map": {
        "shape": hexmap.orientation.value, "names": [*board.hexes_by_name],
        "places": [*chain.from_iterable(map(board.find_coordinates, board.hexes_by_name.values()))],
        "centers": [*chain.from_iterable(to_percent(x + margin, y + margin) for x, y in centers)],
        "size": to_percent(right - left, bottom - top), "page": (round(page.width, 1), round(page.height, 1)),
        "sides": list_side_names(board),
        "kinds": [{"key": kind, "label": one.label or kind, "color": one.color} for kind, one in kinds.items()]}}


def new_map(workspace: Workspace, game: str, title: str, grid: str, columns: str, rows: str, across: str
            ) -> replies.NewEntry:
    """Add a map to a game of the user's; return the file, the key and the path of the map. Raises PrintshopError."""
    file, section, text = games_api.find_section(workspace.resolve_own_game(game), MAPS.key)
    check_title(title, "a map")
    if not all(number.isascii() and number.isdecimal() for number in (columns, rows)):
        raise make_error("the columns and rows of a map are whole numbers", "write 12, for example")
    key = make_file_stem(title, "map")
    while read_value_at(text, *section, key):
        key = f"{key}_2"
    cells = {"grid": "square"} if grid == "square" else {"orientation": grid}
    block = {"title": title, **cells, "across": across, "columns": int(columns), "rows": int(rows),
             "terrain": _FIRST_TERRAIN}
    changed = edit_yaml(text, {"do": "add", "path": section, "key": key, "value": {"data": block}})
    workspace.write_files({file: changed.encode()})
    return {"file": workspace.name_of(file), "key": key, "path": [*section, key]}
