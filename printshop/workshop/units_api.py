"""Actions on files with units: names that fleets and battles follow, pictures, JSON Schemas."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from pathlib import Path

from printshop import fleet_files, game_paths
from printshop.files import is_inside, read_up_to
from printshop.game.pictures import PICTURE_SUFFIXES
from printshop.game.unit_lists import split_count
from printshop.problems import PrintshopError, make_error
from printshop.scaffold.yaml_writer import make_file_stem
from printshop.workshop import game_cache, games_api, replies, user_units
from printshop.workshop.workspace import Workspace, stands_in

LARGEST_PICTURE = 1_400_000  # bytes
MOST_PICTURES = 80  # pictures to choose from


def write_and_rename(workspace: Workspace, file: str, before: str, text: str,
                     renamed: Mapping[str, str] | None = None) -> str:
    """Write a file's text, and new names of its units into the fleets and battles of other files; return the text.

    All of these files are written, or none. Raises PrintshopError where one of them cannot be changed.
    """
    renamed = _find_renamed_unit(workspace, file, before, text) if renamed is None else renamed
    names = {old: new for old, new in renamed.items() if split_count(new)[1] == new}
    path = workspace.resolve_yaml_file(file)
    texts = {path: text, **user_units.rename_in_dependents(workspace, path, names)}
    workspace.write_files({path: text.encode() for path, text in texts.items()})
    return text


def _find_renamed_unit(workspace: Workspace, file: str, before: str, text: str) -> dict[str, str]:
    """Return the old and the new name of the unit of a file that another text renames; {} unless it is just one."""
    renamed, path = user_units.find_renamed_block(before, text), workspace.resolve_yaml_file(file)
    if not renamed or fleet_files.is_fleet_file(path):
        return {}
    try:
        units = game_cache.load_cached_game(workspace.find_game_of_part(path)).units.values()
    except PrintshopError:
        return {}
    return renamed if any(unit.name in renamed and stands_in(path, unit) for unit in units) else {}


def find_unit_name_fault(workspace: Workspace, file: str, before: str, name: str) -> str:
    """Return why a unit cannot be called so, "" if it can."""
    if not name:
        return "everything here has a name"
    count, called = split_count(name)
    if called != name:
        return f"'{name}' in a fleet would be a number of units, {count} of '{called}': choose another name"
    path = workspace.resolve_yaml_file(file)
    try:
        loaded = game_cache.load_cached_game(workspace.find_game_of_part(path))
    except PrintshopError:
        return ""
    elsewhere = (unit.name for one, _, unit in user_units.iterate_user_units(workspace, path) if one != file)
    others = {one.casefold(): one for one in (*elsewhere, *(one for one in loaded.units if one != before))}
    there = others.get(name.casefold())
    return f"{loaded.title} has a unit called '{there}' already: choose another name" if there else ""


def add_picture(workspace: Workspace, file: str, name: str, data: str) -> replies.PictureName:
    """Put a picture, as base64, into the folder art/ of a file's game, and return what the data calls it.

    Raises PrintshopError for what is none, and where another of that name is there.
    """
    path, called = workspace.resolve_yaml_file(file), Path(name)
    suffix, content = called.suffix.lower(), base64.b64decode(data, validate=True)
    if suffix not in PICTURE_SUFFIXES or len(content) > LARGEST_PICTURE:
        raise make_error(f"'{name[:60]}' is no picture of up to {LARGEST_PICTURE:,} bytes",
                         f"give {', '.join(PICTURE_SUFFIXES)}")
    clean_name = f"{make_file_stem(called.stem, 'picture')}{suffix}"
    folder = workspace.find_game_folder(path) or path.parent
    target = workspace.resolve_path(workspace.name_of(folder / "art" / clean_name))
    if target.exists() and read_up_to(target, LARGEST_PICTURE) != content:
        raise make_error(f"there is another picture {clean_name} already; it stays as it is",
                         "give the new one another name")
    workspace.write_files({target: content})
    return {"art": clean_name}


def list_pictures(workspace: Workspace, file: str, name: str = "") -> replies.PictureList:
    """Return the pictures that units of a file may have, or only the picture with a name, as data: addresses."""
    path = workspace.resolve_yaml_file(file)
    home = workspace.find_game_folder(path) or path.parent
    found = {one.name: one for folder in (user_units.find_base_game(workspace, path) / "art", home / "art")
             for one in game_paths.list_visible(folder)
             if one.suffix in PICTURE_SUFFIXES and is_inside(one, folder.parent) and one.is_file()
             and one.stat().st_size <= games_api.LARGEST_SHOWN and name in ("", one.name)}
    return {"pictures": [{"name": key, "url": games_api.make_picture_address(one)}
                         for key, one in [*found.items()][-MOST_PICTURES:]]}
