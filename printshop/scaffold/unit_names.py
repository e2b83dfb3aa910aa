"""Names of units, and titles, in the texts of files: find them, and change them.

A text may have lines that cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal, NamedTuple, TypeAlias

from printshop.game.extends import OVERRIDE_KEYS
from printshop.game.fleets import FleetFile
from printshop.game.forms.model import FORMS
from printshop.game.model import Game, fold_name, split_proper_name
from printshop.game.scenarios import SCENARIOS
from printshop.game.unit_fields import find_reference_fields
from printshop.game.unit_lists import UnitLine, split_count
from printshop.game.units import list_unit_names
from printshop.problems import PrintshopError, Problems
from printshop.schema.keys import UnitRole, find_keys
from printshop.schema.sections import list_sections
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
    """Return a text with new names of units in all places that name units, with the numbers of copies: Rat-2.

    The places are the values of the keys with a `unit_role`. With a game, they are also the fields that refer to
    units, and a text that is the name of another unit of the game stays. A game that cannot be read counts as no game.
    """
    tree = parse_yaml(text, "", Problems()) if names else None
    if tree is None:
        return text
    game = None
    with suppress(PrintshopError):
        game = load_game() if load_game else None
    types = game.unit_types.values() if game else ()
    fields = frozenset(key for kind in types for key in find_reference_fields(kind.fields))
    found_names = [*_UnitNameSearch(fields).search_file(tree)]
    kept_names = _find_kept_names(found_names)
    other_names = {fold_name(name) for name in game.units if name not in names} if game else set[str]()
    new_texts, new_keys = dict[EditPath, str](), dict[EditPath, str]()
    for found in found_names:
        if fold_name(found.name) in other_names | kept_names.get(found.role, set()):
            continue
        if new_text := _rename(found, names):
            (new_keys if found.is_key else new_texts)[found.path] = new_text
    return set_scalars(text, new_texts, new_keys)


# Two more roles are for units of the game: one to which a field refers, and one that a unit of the file overrides.
_Role: TypeAlias = UnitRole | Literal["field", "override"]


class _FoundName(NamedTuple):
    """The name of a unit or of several copies, or a proper name, in a key or a single value of a file."""

    path: EditPath
    text: str
    role: _Role
    is_key: bool = False

    @property
    def name(self) -> str:
        """The name without the number of units."""
        return split_count(self.text)[1]


def _find_kept_names(found_names: Iterable[_FoundName]) -> dict[str, set[str]]:
    """Return the names that are proper names, and thus stay, for the roles in which a proper name can stand.

    In a list, the name of a ship that is also the name of its class is the ship, unless the class fights without a
    proper name, too. As a figure, it is always the ship.
    """
    proper_names, plain_names = set[str](), set[str]()
    for found in found_names:
        proper_names.add(fold_name(found.text if found.role == "proper name" else split_proper_name(found.text)[1]))
        if found.role == "roster" and found.path[-1] != "unit":
            plain_names.add(fold_name(found.name))
    return {"figure": proper_names, "list": proper_names - plain_names}


def _rename(found: _FoundName, names: Mapping[str, str]) -> str:
    """Return the text of a name with the new name of its unit, "" if the unit has none."""
    suffix = "" if found.role == "override" else _SUFFIX
    for old, new in names.items() if found.role != "proper name" else ():
        if match := re.fullmatch(rf"(\d+ *[x×] +)?{re.escape(old)}({suffix})", found.text, re.IGNORECASE):
            return f"{match[1] or ''}{new}{match[2]}"
    return ""


class _UnitNameSearch(NamedTuple):
    """A search for the names of units in a file, by the keys that the schema declares.

    `fields` are the keys of the game's fields that refer to units.
    """

    fields: Collection[str]

    def search_file(self, tree: Node) -> Iterator[_FoundName]:
        """Yield the names in a fleet, a battle, a list of units, a section, or a game."""
        sections = {section.key: section.entry_block for section in list_sections()}
        yield from self._search_units(tree, ())
        for block in (SCENARIOS.entry_block, FleetFile):
            yield from self._search_block(tree, (), block)
        for key, value in tree.entries.items():
            yield from self._search_units(value, (key,))
            for name, entry in value.entries.items() if key in sections else ():
                yield from self._search_block(entry, (key, name), sections[key])
            for block in sections.values():  # of an entry in the file of its section
                yield from self._search_block(value, (key,), block)

    def _search_units(self, units: Node, path: EditPath) -> Iterator[_FoundName]:
        """Yield the names in a list of units of a game."""
        for number, unit in enumerate(units.items):
            yield from self._search_fields(unit, (*path, number))
            if not unit.entries.keys().isdisjoint(OVERRIDE_KEYS):
                yield _FoundName((*path, number, "name"), get_text(unit.entries.get("name")).strip(), "override")

    def _search_fields(self, block: Node, path: EditPath) -> Iterator[_FoundName]:
        """Yield the names in a block with fields of a unit."""
        for name, value in block.entries.items():
            if name in self.fields:
                yield from self._search_items(value, (*path, name), UnitLine, "field")

    def _search_block(self, node: Node, path: EditPath, block: Any, line_role: _Role | None = None
                      ) -> Iterator[_FoundName]:
        """Yield the names in a declared block. `line_role` is the role of the list of units in which it stands."""
        for name, value in node.entries.items():
            for key in find_keys(block, name):
                role = line_role if key.unit_role == "line" else key.unit_role
                if role == "fields":
                    yield from self._search_fields(value, (*path, name))
                elif key.has_names:
                    yield from self._search_named(value, (*path, name), key.block, role)
                else:
                    yield from self._search_items(value, (*path, name), key.block, role)

    def _search_named(self, value: Node, path: EditPath, block: Any, role: _Role | None) -> Iterator[_FoundName]:
        """Yield the names in blocks under names, which are names of units if there is a `role`."""
        for name, entry in value.entries.items():
            if role:
                yield _FoundName((*path, name), name.strip(), role, is_key=True)
            if block:
                yield from self._search_block(entry, (*path, name), block)

    def _search_items(self, value: Node, path: EditPath, block: Any, role: _Role | None) -> Iterator[_FoundName]:
        """Yield the names in a list of texts and blocks, or in one of them. Texts are names if there is a `role`."""
        paths = [(*path, number) for number, _ in enumerate(value.items)] or [path]
        for item_path, item in zip(paths, value.items_or_self, strict=False):
            if role and isinstance(item, ScalarNode):
                yield _FoundName(item_path, item.text.strip(), role)
            elif block:
                yield from self._search_block(item, item_path, block, role)
