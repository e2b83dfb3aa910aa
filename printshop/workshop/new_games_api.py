"""Actions for games of the user.

They make new games, versions, entries and maps, add fields of units, and copy parts of the other game.
"""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from printshop import game_paths, products
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.output import svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems, make_error
from printshop.products.forms.record_pages import crop_to_records
from printshop.products.rosters.build import count_marks
from printshop.scaffold import blank_game, game_changes, unit_names
from printshop.scaffold.game_plans import EntryPlan, FieldPlan, SidePlan, UnitTypePlan
from printshop.scaffold.yaml_writer import find_unused_path, make_file_stem, write_starter_game
from printshop.source import parse_yaml_file
from printshop.source.value_edits import find_node
from printshop.workshop import drawings, game_cache, replies, user_units
from printshop.workshop.workspace import Workspace, make_stamp, read_file_text

_DRAWN_PRODUCTS = ("records", "counters")


def new_blank_game(workspace: Workspace, title: str, sides: list[SidePlan], unit: UnitTypePlan) -> replies.NewBlankGame:
    """Write a game from nothing; return its name, and the name of its first battle in requests.

    Raises PrintshopError.
    """
    folder = find_unused_path(workspace.resolve_path(make_file_stem(title, "game")))
    paths = blank_game.write_blank_game(folder, title.strip(), [*map(blank_game.read_new_side, sides)],
                                        blank_game.read_new_unit_type(unit))
    battle = next(file for file in paths if file.parent.name == SCENARIOS.key)
    return {"name": folder.name, "battle": f"{folder.name}/{battle.stem}"}


def draw_blank_game(_workspace: Workspace, title: str, sides: list[SidePlan], unit: UnitTypePlan
                    ) -> replies.DrawnBlankGame:
    """Return the first pages of a game from nothing, the colours of its sides, and its units with all values.

    Nothing is written into the folder. The arguments are those of `new_blank_game`. Raises PrintshopError.
    """
    new_sides, unit_type = [*map(blank_game.read_new_side, sides)], blank_game.read_new_unit_type(unit)
    with TemporaryDirectory() as folder:
        root = Path(folder) / "game"
        blank_game.write_blank_game(root, title.strip(), new_sides, unit_type)
        game = read_game(root)
        pages = [(product, page) for product in _DRAWN_PRODUCTS for page in islice(
            products.find_product(product).build(game, PrintRequest(), PrintSettings()).pages, 1)]
    units = blank_game.list_example_units(new_sides, unit_type)
    return {"pages": [{"product": product, "svg": svg.render_browser_svg(crop_to_records(page))}
                      for product, page in pages],
            "colors": [*blank_game.choose_side_colors(new_sides)],
            "units": [[{"name": example.name, "values": dict(example.values)} for example in side] for side in units]}


def add_field(workspace: Workspace, game: str, kind: str, field: FieldPlan, value: str = ""
               ) -> replies.ChangedFiles:
    """Add a field to a unit type, to all its units with one value, and to its record sheets.

    Without a `value`, units have an example. Returns the changed files with their texts before. Raises PrintshopError.
    """
    loaded = game_cache.load_cached_game(workspace.resolve_own_game(game))
    texts = game_changes.draft_field(loaded, kind, blank_game.read_new_field(field), value,
                                      workspace.find_own_file)
    workspace.write_files({file: after.encode() for file, (_, after) in texts.items()})
    return {"changed": [{"file": workspace.name_of(file), "text": before, "stamp": make_stamp(after)}
                        for file, (before, after) in texts.items()]}


# --- own versions and fields of a game


def list_type_fields(workspace: Workspace, game: str) -> replies.GameFields:
    """Return the fields of each unit type of a game. Raises PrintshopError.

    A field that `has_marks` is shown as marks on a record. An `own` field stands in the user's main file.
    """
    loaded = game_cache.load_cached_game(path := workspace.resolve_game(game))
    tracks = {*chain.from_iterable(count_marks(loaded, loaded.units.values()).values())}
    main = path / game_paths.MAIN_FILE
    own_file = parse_yaml_file(main, Problems()) if workspace.find_game_folder(main) else None
    return {"types": [{"key": key, "name": kind.name, "prints": drawings.list_type_products(loaded, key), "fields": [
                {"key": field.key, "label": field.label, "kind_label": field.kind_label or field.kind,
                 "limits": field.limits, "has_marks": field.key in tracks,
                 "own": bool(find_node(own_file, ("unit_types", key, "fields", field.key)))}
                for field in kind.fields.values()]} for key, kind in loaded.unit_types.items()]}


def adopt_part(workspace: Workspace, game: str, section: str, key: str) -> replies.FileName:
    """Copy a part of the extended game into a game of the user, and return the file of the copy.

    Raises PrintshopError, also for a part that the game has itself.
    """
    loaded = game_cache.load_cached_game(workspace.resolve_own_game(game))
    file, text = game_changes.copy_part(loaded, section, key)
    workspace.write_files({file: text.encode()})
    return {"file": workspace.name_of(file)}


# --- new games, entries and maps


def new_game(workspace: Workspace, name: str, like: str = "", extends: str = "") -> replies.GameName:
    """Write a copy of a starter game, or a game that extends another one; return its name. Raises PrintshopError."""
    folder = find_unused_path(workspace.resolve_path(make_file_stem(name, "game")))
    if extends:
        path = workspace.resolve_game(extends)
        reference = extends if extends in game_paths.find_shipped_games() else f"../{workspace.name_of(path)}"
        game_changes.write_version(folder, game_cache.load_cached_game(path), reference, name)
    else:
        write_starter_game(folder, like, name)
    return {"name": folder.name}


def create_entry(workspace: Workspace, game: str, entry: EntryPlan) -> replies.NewEntry:
    """Write a new unit, battle, fleet, form or map; return its file, key, and path.

    `game` may also be a file, whose game is meant. Raises PrintshopError.
    """
    from printshop.scaffold import new_entries

    if game.endswith(".yaml"):
        game = workspace.name_of(workspace.find_game_of_part(workspace.resolve_yaml_file(game)))
    if (loaded := game_cache.load_cached_game(path := workspace.resolve_game(game))).broken.problems:
        raise PrintshopError(loaded.broken.problems)
    title = entry["title"]
    if entry["section"] == "unit" and any(unit.name.casefold() == title.casefold()
                                          for *_, unit in user_units.iterate_user_units(workspace, path)):
        raise make_error(f"{loaded.title} has a unit called '{title}' already", "choose another name")
    options = {key: option for key, option in entry.items() if key != "section"}
    written = new_entries.DRAFT_COMMANDS[entry["section"]](loaded, game, **options, folder=workspace.folder)
    path = next(path for path in written.paths if path.suffix == ".yaml")
    return {"file": workspace.name_of(path), "key": written.key,
            "path": unit_names.find_unit_path(read_file_text(path), title)}
