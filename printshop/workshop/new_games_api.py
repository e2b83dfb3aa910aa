"""Actions for a game from nothing: draw it while its author describes it, and write it."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from printshop import game_paths, products
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.scaffold import blank_game
from printshop.scaffold.yaml_writer import make_file_stem
from printshop.workshop import drawings
from printshop.workshop.workspace import Plain, Workspace, parse_json

_DRAWN_PRODUCTS = ("records", "counters")


def new_blank_game(workspace: Workspace, title: str, sides: str, unit: str) -> Plain:
    """Write a game from nothing; return its name, and the name of its first battle in requests.

    `sides` is a JSON list for `read_new_side`, `unit` is JSON for `read_new_unit_type`. Raises PrintshopError.
    """
    folder = workspace.resolve_path(make_file_stem(title, "game"))
    if folder.exists() or folder.name in game_paths.find_shipped_games():
        raise make_error(f"there is a game or file named {folder.name} already", "choose another name for the game")
    blank_game.write_blank_game(folder, title.strip(), _read_sides(sides), _read_unit(unit))
    name = workspace.name_of(folder)
    return {"name": name, "battle": f"{name}/{next(iter(read_game(folder)[SCENARIOS]))}"}


def draw_blank_game(workspace: Workspace, title: str, sides: str, unit: str) -> Plain:  # noqa: ARG001
    """Return the first pages of a game from nothing, the colours of its sides, and its units with all values.

    Nothing is written into the folder. The arguments are those of `new_blank_game`. Raises PrintshopError.
    """
    given, unit_type = _read_sides(sides), _read_unit(unit)
    with TemporaryDirectory() as folder:
        root = Path(folder) / "game"
        blank_game.write_blank_game(root, title.strip(), given, unit_type)
        game = read_game(root)
        pages = [(product, page) for product in _DRAWN_PRODUCTS for page in islice(
            products.find_product(product).build(game, PrintRequest(), PrintSettings()).pages, 1)]
    units = blank_game.list_first_units(given, unit_type)
    return {"pages": [{"product": product, "svg": svg.render_browser_svg(drawings.crop_to_records(page))}
                      for product, page in pages],
            "colors": [*blank_game.choose_side_colors(given)],
            "units": [[asdict(one) for one in side] for side in units]}


def _read_sides(sides: str) -> list[blank_game.NewSide]:
    return [*map(blank_game.read_new_side, parse_json(sides))]


def _read_unit(unit: str) -> blank_game.NewUnitType:
    return blank_game.read_new_unit_type(parse_json(unit))
