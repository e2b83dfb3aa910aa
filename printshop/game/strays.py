"""Files in a game's folder that are called like no part of a game: told, and what is missing for want of them is not.

A misspelt file would be a silently missing component, and all that names what stands in it a mistake. So its name is
the one thing told, and the parts of the game that it may have been meant as count as lost.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.files import LEADS_OUT, PUT_THERE, within
from printshop.game.layers import shown
from printshop.language import sections
from printshop.problems import Span, reason, suggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from printshop.game.layers import Layer
    from printshop.problems import Problems

SCENARIOS = "scenarios"
_HIDDEN = (".yaml.txt", ".yml.txt")  # how editors save a file whose ending the system does not show
OTHER = ("art", "fleets", "__pycache__")
"""Folders in which anything may lie."""


def read_strays(layer: Layer, units: Mapping[str, str], problems: Problems) -> frozenset[str]:
    """Note the files and folders of a game that it does not know; return the parts that they may have been meant as.

    `units` are the names of unit types, by what their files are called.
    """
    if layer.single:
        return frozenset()
    folder, lost = layer.folder, set[str]()
    parts = (*sections.names(), *units, SCENARIOS)
    missing = [part for part in parts if part not in layer.tree.entries and not _there(folder, part)]
    for name in sorted({*units, SCENARIOS, *OTHER}):
        if why := _unreadable(folder / name):
            problems.add(Span(shown(folder / name)), why, "" if within(folder / name, folder) else PUT_THERE)
            lost |= {name} & {*units}
    for path in _strays(folder, units):
        if catalogue.is_conflict(path):
            problems.add(Span(shown(path)), "this is a second version of a file, from where two were changed at a time",
                         "keep one of the two, under the old name, and delete the other")
            continue
        meant = _meant(path, folder, missing, units)
        hint = _own_game(path) or _rename(path, meant, units) or _known(path, missing, units)
        problems.add(Span(shown(path)), _message(path), hint)
        if not _own_game(path):
            lost |= {meant} if meant else {*missing}
    return frozenset(lost - {SCENARIOS})


def _unreadable(folder: Path) -> str:
    """Return why nothing can be read in a folder: not as if nothing were there; "" if it can, or is not there."""
    if not catalogue.is_there(folder):
        return ""
    if not within(folder, folder.parent):
        return f"this {LEADS_OUT}"
    try:
        os.scandir(folder).close()
    except OSError as error:
        return f"cannot read the folder: {reason(error)}"
    return ""


def _there(folder: Path, part: str) -> bool:
    return os.path.lexists(folder / f"{part}.yaml") or bool(catalogue.data_files(folder / part))


def _strays(folder: Path, units: Collection[str]) -> Iterator[Path]:
    known = {catalogue.MAIN, *(f"{part}.yaml" for part in (*sections.names(), *units)), *units, SCENARIOS, *OTHER}
    folded = {one.casefold() for one in known}
    for path in catalogue.visible(folder):
        if path.name in {*units, SCENARIOS}:
            for one in catalogue.visible(path) if within(path, folder) else []:
                ending = one.suffix != ".yaml" and one.suffix.lower() in {".yml", ".yaml"}
                if ending or one.name.endswith(_HIDDEN) or (one.suffix == ".yaml" and catalogue.is_conflict(one)):
                    yield one
        elif path.name not in known:
            near = path.name.casefold() in folded or path.suffix in {".yaml", ".yml"} or path.name.endswith(_HIDDEN)
            if near or (within(path, folder) and path.is_dir() and catalogue.visible(path, "*.y*ml")):
                yield path


def _stem(path: Path) -> str:
    """Return a file's name without its endings, a folder's as it is."""
    name = path.name
    for ending in (".txt", ".yaml", ".yml"):
        name = name[:-len(ending)] if name.lower().endswith(ending) else name
    return name


def _meant(path: Path, folder: Path, missing: Collection[str], units: Collection[str]) -> str:
    """Return the part that a file was meant as: the one it has the name of, or the missing one with nearly its name."""
    inside: tuple[str, ...] = () if path.parent == folder else (path.parent.name,)
    for name in (*inside, _stem(path), _stem(path).casefold()):  # where capitals count, Markers.yaml is no markers.yaml
        if name in {*sections.names(), *units, SCENARIOS, *OTHER}:
            return name
    near = re.fullmatch(r"did you mean '(.+)'\?", suggestion(_stem(path), _possible(path, missing, units)))
    return near[1] if near else ""


def _possible(path: Path, missing: Collection[str], units: Collection[str]) -> list[str]:
    """Return what is missing and may be a folder, or a file."""
    return [part for part in missing if part in units or (part == SCENARIOS) == path.is_dir()]


def _message(path: Path) -> str:
    if path.is_dir():
        return f"nothing in {catalogue.MAIN} says what this folder holds"
    return "the files of a game end in .yaml" if path.suffix not in {".yaml", ""} else "no part of a game is called so"


def _own_game(path: Path) -> str:
    game = within(path, path.parent) and catalogue.is_game(path)
    return "it is a game of its own: it belongs beside this folder, not into it" if game else ""


def _rename(path: Path, meant: str, units: Mapping[str, str]) -> str:
    """Return what to call a file that was meant as some part; nothing where that is not known."""
    if path.suffix not in {".yaml", ""} and meant in {path.parent.name, _stem(path)}:
        return f"rename it to {_stem(path)}.yaml"
    why = f": that is the plural of {units[meant]} in {catalogue.MAIN}" if meant in units else ""
    return f"rename it to {meant}{'' if path.is_dir() else '.yaml'}{why}" if meant else ""


def _known(path: Path, missing: Collection[str], units: Mapping[str, str]) -> str:
    """Return what a file could be called."""
    end = "" if path.is_dir() else ".yaml"
    names = _possible(path, missing, units) or units
    return f"known here: {', '.join(sorted(f'{part}{end}' for part in names))}"
