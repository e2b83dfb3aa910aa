"""Actions for games of the user: new games, versions, entries and maps; figures of units, parts of the other game."""

from __future__ import annotations

import re
from functools import reduce
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from printshop import game_paths, products
from printshop.game.forms.model import FORMS
from printshop.game.maps import MAPS, REST
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems, make_error
from printshop.products.product import find_entries
from printshop.products.rosters.build import count_marks
from printshop.scaffold import blank_game
from printshop.scaffold.yaml_writer import (
    check_new_game_folder,
    check_title,
    make_file_stem,
    write_starter_game,
)
from printshop.source import parse_yaml_file, quote_yaml
from printshop.source.value_edits import (
    Data,
    edit_yaml,
    find_node,
    list_data,
    list_items,
    read_value_at,
    require_block,
)
from printshop.workshop import drawings, game_cache, replies, user_units
from printshop.workshop.workspace import (
    Workspace,
    make_stamp,
    parse_json,
    read_file_text,
)

_FIRST_TERRAIN = {
    "clear": {"hexes": REST, "colour": "#eef0dc"},
    "forest": {"pattern": "crosshatch", "colour": "#cfe0b4", "hexes": []},
    "hill": {"pattern": "hatch", "colour": "#ecdcb0", "hexes": []},
    "water": {"pattern": "bars", "colour": "#a9d6f2", "hexes": []}}
_DRAWN_PRODUCTS = ("records", "counters")


def new_blank_game(workspace: Workspace, title: str, sides: str, unit: str) -> replies.NewBlankGame:
    """Write a game from nothing; return its name, and the name of its first battle in requests.

    `sides` is a JSON list for `read_new_side`, `unit` is JSON for `read_new_unit_type`. Raises PrintshopError.
    """
    folder = workspace.resolve_path(make_file_stem(title, "game"))
    blank_game.write_blank_game(folder, title.strip(), _read_sides(sides), _read_unit(unit))
    name = workspace.name_of(folder)
    return {"name": name, "battle": f"{name}/{next(iter(read_game(folder)[SCENARIOS]))}"}


def draw_blank_game(workspace: Workspace, title: str, sides: str, unit: str) -> replies.DrawnBlankGame:  # noqa: ARG001
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
    units = blank_game.list_example_units(given, unit_type)
    return {"pages": [{"product": product, "svg": svg.render_browser_svg(drawings.crop_to_records(page))}
                      for product, page in pages],
            "colors": [*blank_game.choose_side_colors(given)],
            "units": [[{"name": one.name, "values": dict(one.values)} for one in side] for side in units]}


def add_figure(workspace: Workspace, game: str, kind: str, figure: str, value: str = "") -> replies.ChangedFiles:
    """Add a figure to a unit type, to all its units with one value, and to its record sheets.

    `figure` is JSON for `read_new_figure`. Without a `value`, units have an example. Returns the changed files with
    their texts before. Raises PrintshopError.
    """
    path = workspace.resolve_own_game(game)
    loaded, new = game_cache.load_cached_game(path), blank_game.read_new_figure(parse_json(figure))
    unit_type, main = loaded.unit_types.get(kind), path / game_paths.MAIN_FILE
    if unit_type is None or not read_value_at(read_file_text(main), "unit_types", kind, "fields"):
        raise make_error(f"the unit type '{kind[:60]}' does not stand in {game_paths.MAIN_FILE} of this game",
                         "write the unit type there")
    blank_game.check_figure(new, unit_type.name)
    if any(new.label.casefold() == label.casefold() for label in unit_type.value_labels.values()):
        raise make_error(f"{unit_type.name} has a figure named '{new.label}' already", "choose another name")
    key = blank_game.make_field_key(new, kind, [*unit_type.value_labels], len(unit_type.fields) + 1)
    field = {"yaml": blank_game.format_field(key, new)}
    edits: dict[str, list[dict[str, Any]]] = {workspace.name_of(main): [
        {"do": "set", "path": ["unit_types", kind, "fields", key], "value": field}]}
    for number, unit in enumerate(one for one in loaded.units.values() if one.kind == kind):
        if file := workspace.find_own_file(unit.span):
            at = user_units.find_unit_path(read_file_text(workspace.resolve_path(file)), unit.name)
            typed = blank_game.read_figure_value(new, value, number)
            edits.setdefault(file, []).append({"do": "set", "path": [*at, key], "value": {
                "yaml" if new.kind == "number" else "text": typed}})
    row = blank_game.format_figure_row(key, new, has_marks=new.high <= blank_game.MAX_COUNTED)
    for form in loaded[FORMS].values():
        if form.unit == kind and (file := workspace.find_own_file(form.span)):
            text = read_file_text(workspace.resolve_path(file))
            rows = (*((FORMS.key,) if read_value_at(text, FORMS.key) else ()), form.key, "rows")
            if count := len(list_items(text, *rows)):  # before the last row, which often is a box for notes
                edits.setdefault(file, []).append({"do": "insert", "path": [*rows], "number": count - 1,
                                                   "value": {"yaml": row}})
    before = {file: read_file_text(workspace.resolve_yaml_file(file)) for file in edits}
    after = {file: reduce(edit_yaml, edits[file], text) for file, text in before.items()}
    workspace.write_files({workspace.resolve_yaml_file(file): text.encode() for file, text in after.items()})
    return {"changed": [{"file": file, "text": before[file], "stamp": make_stamp(text)}
                        for file, text in after.items()]}


def _read_sides(sides: str) -> list[blank_game.NewSide]:
    return [*map(blank_game.read_new_side, parse_json(sides))]


def _read_unit(unit: str) -> blank_game.NewUnitType:
    return blank_game.read_new_unit_type(parse_json(unit))


# --- own versions and figures of a game


def list_figures(workspace: Workspace, game: str) -> replies.GameFigures:
    """Return the figures of each unit type of a game, and the game's files if it is the user's. Raises PrintshopError.

    A figure is `lost` if a record has circles for it, and `own` if it stands in the user's main file.
    """
    loaded = game_cache.load_cached_game(path := workspace.resolve_game(game))
    tracks = {*chain.from_iterable(count_marks(loaded, loaded.units.values()).values())}
    main = path / game_paths.MAIN_FILE
    own = parse_yaml_file(main, Problems()) if workspace.find_game_folder(main) else None
    types = own.entries.get("unit_types") if own else None
    files = user_units.list_own_files(workspace) if own else []
    return {"files": [workspace.name_of(file) for file in files if file.is_relative_to(path)],
            "types": [{"key": key, "name": kind.name, "prints": drawings.list_type_products(loaded, key), "figures": [
                {"key": field.key, "label": field.label, "kind": field.kind, "allowed": field.allowed_text,
                 "lost": field.key in tracks, "own": bool(find_node(types, (key, "fields", field.key)))}
                for field in kind.fields.values()]} for key, kind in loaded.unit_types.items()]}


def adopt_part(workspace: Workspace, game: str, section: str, key: str) -> replies.NewEntry:
    """Copy a part that a game of the user's has from the game that it extends, and return the file of the copy.

    Raises PrintshopError, also for a part that the game has itself.
    """
    loaded = game_cache.load_cached_game(path := workspace.resolve_own_game(game))
    found = (find_entries(product, loaded).get(key) for product in products.list_products()
             if product.section == section)
    span = next((entry.span for entry in found if entry), None)
    if span is None or workspace.find_own_file(span):
        raise make_error(f"'{game[:60]}' has no '{key[:60]}' of another game", "open the game again")
    source = parse_yaml_file(Path(span.file), Problems())
    block = find_node(source, (section, key)) or find_node(source, (key,))
    target, place, text = find_section(path, section)
    return _write_part(workspace, target, [*place, key], text, {**list_data(block), "replaces": True})


def new_version(workspace: Workspace, game: str, title: str) -> replies.GameName:
    """Write a game of the user's that extends another game, and return its name. Raises PrintshopError."""
    folder = workspace.resolve_path(make_file_stem(title, "game"))
    check_new_game_folder(folder)
    base = game_cache.load_cached_game(path := workspace.resolve_game(game))
    name = game if game in game_paths.find_shipped_games() else f"../{workspace.name_of(path)}"
    text = (f"# Your version of {base.title}. It has all units, battles and record sheets of that game. A value that "
            "stands\n# here, or in a file beside this one, replaces the value of that game.\nformat: 1\n"
            f"extends: {quote_yaml(name)}\ntitle: {quote_yaml(title)}\n")
    workspace.write_files({folder / game_paths.MAIN_FILE: text.encode()})
    return {"name": folder.name}


# --- new games, entries and maps


def new_game(workspace: Workspace, name: str, like: str) -> replies.GameName:
    """Write a copy of a starter game and return its name. Raises PrintshopError."""
    folder = workspace.resolve_path(make_file_stem(name, "game"))
    write_starter_game(folder, like, name)
    return {"name": folder.name}


def create_entry(workspace: Workspace, section: str, game: str, title: str, like: str = "", kind: str = "",
                 sides: str = "", side: str = "", unit: str = "", empty: str = "") -> replies.NewEntry:
    """Write a file with a new unit, scenario, fleet or form, and return its file, key, and path. Raises PrintshopError.

    `game` may also be a file, whose game is meant. A unit copies the unit `like`, or an example of its `kind`; with
    `empty`, it copies none, but has legal values. A fleet has only one `unit`, or examples, or, with `empty`, no units.
    """
    from printshop.scaffold import new_entries

    if (write_entry := new_entries.DRAFT_COMMANDS.get(section)) is None:
        raise ValueError(section)
    if game.endswith(".yaml"):
        game = workspace.name_of(workspace.find_game_of_part(workspace.resolve_yaml_file(game)))
    if (loaded := game_cache.load_cached_game(workspace.resolve_game(game))).broken.problems:
        raise PrintshopError(loaded.broken.problems)
    options = {"like": like, "kind": kind, "sides": sides, "side": side, "unit": unit, "empty": empty}
    written, next_command = write_entry(loaded, game, title, folder=workspace.folder,
                                        **{name: option for name, option in options.items() if option})
    path = next(path for path in written if path.suffix == ".yaml")
    return {"file": workspace.name_of(path), "key": re.split("[ /]", next_command)[-1],
            "path": user_units.find_unit_path(read_file_text(path), title)}


def find_section(game: Path, section: str) -> tuple[Path, list[str], str]:
    """Return the file of a game for entries of a section, the path to the section, and the text of the file, or "".

    Raises PrintshopError if the main file of the game cannot be read.
    """
    text = read_file_text(main := game / game_paths.MAIN_FILE)
    if section in require_block(text).entries:
        return main, [section], text
    file = game / f"{section}.yaml"
    return file, [], read_file_text(file) if file.exists() else ""


def _write_part(workspace: Workspace, file: Path, path: list[str], text: str, block: Data) -> replies.NewEntry:
    """Write a block at a path of a file of a game that has a text. Raises PrintshopError."""
    edit = {"do": "set", "path": path, "value": {"data": block}}
    workspace.write_files({file: edit_yaml(text, edit).encode()})
    return {"file": workspace.name_of(file), "key": path[-1], "path": [*path]}


def new_map(workspace: Workspace, game: str, title: str, grid: str, columns: str, rows: str, across: str
            ) -> replies.NewEntry:
    """Add a map to a game of the user's; return the file, the key and the path of the map. Raises PrintshopError."""
    file, section, text = find_section(workspace.resolve_own_game(game), MAPS.key)
    check_title(title, "a map")
    if not all(number.isascii() and number.isdecimal() for number in (columns, rows)):
        raise make_error("the columns and rows of a map are whole numbers", "write 12, for example")
    key = make_file_stem(title, "map")
    while read_value_at(text, *section, key):
        key = f"{key}_2"
    cells = {"grid": "square"} if grid == "square" else {"orientation": grid}
    block = {"title": title, **cells, "across": across, "columns": int(columns), "rows": int(rows),
             "terrain": _FIRST_TERRAIN}
    return _write_part(workspace, file, [*section, key], text, block)
