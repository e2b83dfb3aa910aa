"""Maps for painting: the whole map as one drawing with the places of its hexes, and new maps."""

from __future__ import annotations

from itertools import chain

from printshop import game_paths
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
from printshop.workshop import replies
from printshop.workshop.value_edits import edit_yaml, require_block
from printshop.workshop.workspace import Workspace, read_file_text

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
    """Add a map to maps.yaml of a game of the user's; return the file and the key of the map. Raises PrintshopError."""
    path = workspace.resolve_game(game)
    file = path / f"{MAPS.key}.yaml"
    if not path.is_dir() or workspace.find_game_folder(file) is None:
        raise make_error(f"'{game[:60]}' is not a game of yours", "make your own version of the game first")
    if MAPS.key in require_block(read_file_text(path / game_paths.MAIN_FILE)).entries:
        raise make_error(f"the maps of this game stand in {game_paths.MAIN_FILE}", "add the map there")
    check_title(title, "a map")
    if not all(number.isascii() and number.isdecimal() for number in (columns, rows)):
        raise make_error("the columns and rows of a map are whole numbers", "write 12, for example")
    text = read_file_text(file) if file.exists() else ""
    taken, key = {*require_block(text).entries} if text else set(), make_file_stem(title, "map")
    while key in taken:
        key = f"{key}_2"
    cells = {"grid": "square"} if grid == "square" else {"orientation": grid}
    block = {"title": title, **cells, "across": across, "columns": int(columns), "rows": int(rows),
             "terrain": _FIRST_TERRAIN}
    changed = edit_yaml(text, {"do": "add", "path": [], "key": key, "value": {"data": block}})
    workspace.write_files({file: changed.encode()})
    return {"file": workspace.name_of(file), "key": key, "path": [key]}
