"""Names of units, and titles, in the texts of files: find them, and change them.

A text may have lines that cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple

from printshop.game.extends import OVERRIDE_KEYS
from printshop.game.forms.model import FORMS
from printshop.game.model import Game, fold_name, split_proper_name
from printshop.game.scenarios import SCENARIOS
from printshop.game.unit_fields import find_reference_fields
from printshop.game.unit_lists import split_count
from printshop.game.units import list_unit_names
from printshop.problems import PrintshopError, Problems
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode, parse_yaml
from printshop.source.value_edits import (
    EditPath,
    edit_yaml,
    get_text,
    parse_for_edits,
    read_value_at,
    set_scalars,
)

_MOST_CUTS = 12  # lines with a mistake that are cut off
_UNIT_PLACE = re.compile(r".*\.(?:units|escorts\[\]\.of|(?:ranges|shots)\[\]\.(?:from|to)|(?:deployment|scene)\.arcs)"
                         r"(?:\[\])?(?:\.unit)?")
_ROSTER_PLACE = re.compile(r"(?:.*\.forces\.[^.]+)?\.units(?:\[\])?(?:\.unit)?")  # of a force or a fleet
_FIGURE_PLACE = re.compile(r".*\.(?:deployment|scene|marks)(?:\..*)?")
_PROPER_NAME_PLACE = re.compile(r".*\.units(?:\[\])?\.names(?:\[\])?")
_NAMED_BLOCK_PLACE = re.compile(r".*\.(?:(?:deployment|scene)\.positions|steps\[\]\.marks)")  # its keys name units
_OVERRIDE_PLACE = "name of a unit of another game"
_SUFFIX = r"(?:-\d+)?(?: \(.+\))?(?: +\"[^\"]*\")?(?: *\* *\d+)?"  # of a copy, a side, a proper name, a count
NAME_LINE = re.compile(r"^ *- +(?:\{ *)?name: *+[\"']?([^\"'#,{}\n]*[^\"'#,{}\s])", re.MULTILINE)  # of a unit


def list_unit_places(text: str) -> list[tuple[str, EditPath]]:
    """Return the name and path of each block in a list of a file.

    The blocks are the units of the file, or the lines of a fleet.
    """
    return [(get_text(block.entries.get("name")), path) for block, path in _list_blocks(text)]


def _list_blocks(text: str) -> list[tuple[MappingNode, EditPath]]:
    """Return each block in a list of a file, and its path."""
    node = parse_for_edits(text).node
    lists = [((), node)] if isinstance(node, SequenceNode) else [
        ((key,), value) for key, value in (node.entries if node else {}).items()]
    return [(item, (*path, number)) for path, value in lists
            for number, item in enumerate(value.items) if isinstance(item, MappingNode)]


def find_renamed_block(before: str, after: str) -> dict[str, str]:
    """Return the old and new name of the one block, or sister of a unit, whose name differs in another text.

    Return {} unless exactly one has another name.
    """
    old, new = ([list_unit_names(block) or ("",) for block, _ in _list_blocks(text)] for text in (before, after))
    pairs = {name: other for names, others in zip(old, new, strict=False)
             for name, other in zip(names, others, strict=False) if name != other}
    return pairs if [*map(len, old)] == [*map(len, new)] and len(pairs) == 1 and all((*pairs, *pairs.values())) else {}


def find_unit_path(text: str, name: str) -> list[str | int]:
    """Return the path to the unit with a name.

    Return [] if it is not in the file.
    """
    return next(([*path] for unit, path in list_unit_places(text) if unit == name), [])


def list_names_of_units(text: str) -> list[str]:
    """Return the names of the units in the text of a file, also if the text has lines that cannot be read."""
    return [name for name, _ in list_unit_places(text) if name] or NAME_LINE.findall(text)


def find_title_path(text: str) -> tuple[str | int, ...]:
    """Return the path of a file's title: its own, or that of its only battle, form or unit. Return () for none."""
    tree = read_value_at(text)
    if isinstance(tree, MappingNode) and tree.entries.keys() & {"title", "game", "forces"}:
        return ("title",)
    places: list[EditPath] = [(section, key, "title") for section in (SCENARIOS.key, FORMS.key)
                              if tree and section in tree.entries for key in tree.entries[section].entries]
    places += [(*path, "name") for _, path in list_unit_places(text)]
    return places[0] if len(places) == 1 else ()


def cut_at_error(text: str) -> str:
    """Return the lines of a text before the first one that cannot be read, or all of them."""
    for _ in range(_MOST_CUTS):
        parsed, lines = parse_for_edits(text), text.splitlines(keepends=True)
        if parsed.node or not parsed.problems:
            return text
        span = parsed.problems[0].span
        # an open quote or bracket is reported at the end of the text, after the line that has it
        text = "".join(lines[:min(span.line, len(lines)) - 1]) if span else ""
    return ""


def find_title(text: str) -> str:
    """Return the title of a file with a text, "" for none."""
    readable = cut_at_error(text)
    return get_text(read_value_at(readable, *find_title_path(readable)))


def set_title(text: str, title: str) -> str:
    """Return the text of a file with another title, without control characters.

    If the file has no title of its own, the text stays as it is.
    """
    path, title = find_title_path(text), "".join(sign if sign.isprintable() else " " for sign in title).strip()
    return edit_yaml(text, {"do": "set", "path": [*path], "value": {"text": title}}) if path else text


def rename_units(text: str, names: Mapping[str, str], load_game: Callable[[], Game] | None = None) -> str:
    """Return a text with new names of units in all places that name units.

    These are the lists of fleets, forces, reinforcements and players, the figures of the table and the marks of
    examples, with the numbers of copies: Rat-2. With a game, they are also the fields that refer to units, and a
    text that is the name of another unit of the game stays. A game that cannot be read counts as no game.
    """
    tree = parse_yaml(text, "", Problems()) if names else None
    if tree is None:
        return text
    game = None
    with suppress(PrintshopError):
        game = load_game() if load_game else None
    types = game.unit_types.values() if game else ()
    fields = "|".join(re.escape(key) for kind in types for key in find_reference_fields(kind.fields)) or "(?!)"
    field_place = re.compile(rf"(?:(?:\.[^.]+)?\[\]|.*\.units(?:\[\])?\.with)\.(?:{fields})(?:\[\])?(?:\.unit)?")
    other_names = {fold_name(name) for name in game.units if name not in names} if game else set[str]()
    found_texts = [*_list_texts(tree)]
    proper_names = {fold_name(found.text.strip()) for found in found_texts if _PROPER_NAME_PLACE.fullmatch(found.place)}
    proper_names |= {fold_name(split_proper_name(found.text.strip())[1]) for found in found_texts}
    # A figure with the name of a ship that is also the name of its class is the ship, unless the class fights, too.
    plain_names = {fold_name(split_count(found.text.strip())[1]) for found in found_texts
                   if _ROSTER_PLACE.fullmatch(found.place) and not found.place.endswith(".unit")}
    new_texts, new_keys = dict[EditPath, str](), dict[EditPath, str]()
    for found in found_texts:
        pattern = _NAMED_BLOCK_PLACE if found.is_key else _UNIT_PLACE
        is_name_alone = found.place == _OVERRIDE_PLACE
        if not (pattern.fullmatch(found.place) or (not found.is_key and field_place.fullmatch(found.place))
                or is_name_alone):
            continue
        written = found.text.strip()
        kept_names = set[str]() if _ROSTER_PLACE.fullmatch(found.place) else proper_names
        if not _FIGURE_PLACE.fullmatch(found.place):
            kept_names = kept_names - plain_names
        if fold_name(split_count(written)[1]) in other_names | kept_names:
            continue
        for old, new in names.items():
            if match := re.fullmatch(rf"(\d+ *[x×] +)?{re.escape(old)}({'' if is_name_alone else _SUFFIX})", written,
                                     re.IGNORECASE):
                (new_keys if found.is_key else new_texts)[found.path] = f"{match[1] or ''}{new}{match[2]}"
                break
    return set_scalars(text, new_texts, new_keys)


class _FoundText(NamedTuple):
    """A key or a single value of a file. `place` has the keys of its path with dots, and [] for an item of a list."""

    path: EditPath
    place: str
    text: str
    is_key: bool = False


def _list_texts(node: Node, path: EditPath = (), place: str = "") -> Iterator[_FoundText]:
    """Yield all keys and single values of a tree."""
    if isinstance(node, ScalarNode):
        yield _FoundText(path, place, node.text)
    for number, item in enumerate(node.items):
        yield from _list_texts(item, (*path, number), f"{place}[]")
    for key, value in node.entries.items():
        yield _FoundText((*path, key), place, key, is_key=True)
        is_override = key == "name" and not node.entries.keys().isdisjoint(OVERRIDE_KEYS)
        yield from _list_texts(value, (*path, key), _OVERRIDE_PLACE if is_override else f"{place}.{key}")
