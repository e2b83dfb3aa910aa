"""New names of units in all fleets and battles of the folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from printshop import fleet_files
from printshop.files import read_whole_file
from printshop.game.unit_lists import split_count
from printshop.problems import PrintshopError
from printshop.scaffold.unit_names import find_renamed_block, rename_units
from printshop.source.value_edits import MAX_EDITED
from printshop.workshop import game_cache
from printshop.workshop.folder_games import is_built_on, list_own_files, resolve_main_file
from printshop.workshop.workspace import Workspace, stands_in


def rename_in_dependents(workspace: Workspace, file: Path, names: Mapping[str, str]) -> dict[Path, str]:
    """Return the new texts of the other files that build on a file and name its units, after these are renamed.

    `names` are the new names by the old ones. Raises PrintshopError if a text is too large to be changed.
    """
    texts, game = {}, workspace.find_game_of_part(file)
    changed_files = {resolve_main_file(file)}  # the file of a link is changed once
    for path in list_own_files(workspace) if names else ():
        starts = {path, workspace.find_game_of_part(path)}
        if resolve_main_file(path) in changed_files or not any(is_built_on(workspace, start, game) for start in starts):
            continue
        changed_files.add(resolve_main_file(path))
        text = read_whole_file(path, MAX_EDITED).decode("utf-8-sig")
        try:
            new_text = rename_units(text, names, lambda: game_cache.load_cached_game(game))
        except PrintshopError:  # the editor reports the problem when the file is opened
            continue
        if new_text != text:
            texts[path] = new_text
    return texts


def write_and_rename(workspace: Workspace, file: str, before: str, text: str,
                     renamed: Mapping[str, str] | None = None) -> str:
    """Write the text of a file, rename its units in the other files that use them, and return the text.

    `renamed` has the new names of units by their old ones; without it, they are found by a comparison with the text
    `before`. All of these files are written, or none. Raises PrintshopError if one of them cannot be changed.
    """
    renamed = _find_renamed_unit(workspace, file, before, text) if renamed is None else renamed
    names = {old: new for old, new in renamed.items() if split_count(new)[1] == new}
    path = workspace.resolve_yaml_file(file)
    # If the program is killed in between, the file itself is unchanged: the same change can be made again.
    texts = {**rename_in_dependents(workspace, path, names), path: text}
    workspace.write_files({path: text.encode() for path, text in texts.items()})
    return text


def _find_renamed_unit(workspace: Workspace, file: str, before: str, text: str) -> dict[str, str]:
    """Return the old and new name of the one unit or sister whose name differs in another text; {} unless it is one."""
    renamed, path = find_renamed_block(before, text), workspace.resolve_yaml_file(file)
    if not renamed or fleet_files.is_fleet_file(path):
        return {}
    try:
        units = game_cache.load_cached_game(workspace.find_game_of_part(path)).units.values()
    except PrintshopError:
        return {}
    return renamed if any(unit.name in renamed and stands_in(path, unit) for unit in units) else {}
