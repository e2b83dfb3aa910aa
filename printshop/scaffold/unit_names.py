"""Names of units, and titles, in the texts of files: find them, and change them.

A text may have lines that cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from printshop.game.forms.model import FORMS
from printshop.game.scenarios import SCENARIOS
from printshop.game.unit_lists import split_count
from printshop.problems import Problems
from printshop.source import MappingNode, SequenceNode, list_scalars, parse_yaml
from printshop.source.value_edits import (
    EditPath,
    edit_yaml,
    find_path,
    get_text,
    parse_for_edits,
    read_value_at,
    set_scalars,
)

_MOST_CUTS = 12  # lines with a mistake that are cut off
NAME_LINE = re.compile(r"^ *- +(?:\{ *)?name: *+[\"']?([^\"'#,{}\n]*[^\"'#,{}\s])", re.MULTILINE)  # of a unit


def list_unit_places(text: str) -> list[tuple[str, EditPath]]:
    """Return the name and path of each block in a list of a file.

    The blocks are the units of the file, or the lines of a fleet.
    """
    node = parse_for_edits(text).node
    lists = [((), node)] if isinstance(node, SequenceNode) else [
        ((key,), value) for key, value in (node.entries if node else {}).items()]
    return [(get_text(item.entries.get("name")), (*path, number)) for path, value in lists
            for number, item in enumerate(value.items) if isinstance(item, MappingNode)]


def find_renamed_block(before: str, after: str) -> dict[str, str]:
    """Return the old and new name of the one block whose name differs in another text.

    Return {} unless exactly one block has another name.
    """
    old, new = list_unit_places(before), list_unit_places(after)
    pairs = {name: other for (name, _), (other, _) in zip(old, new, strict=False) if name != other}
    return pairs if len(old) == len(new) and len(pairs) == 1 and all((*pairs, *pairs.values())) else {}


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


def rename_units(text: str, names: Mapping[str, str]) -> str:
    """Return a text with new names of units in all lists `units`.

    These are lists of a fleet, of forces, and of reinforcements.
    """
    new_texts = dict[EditPath, str]()
    tree = parse_yaml(text, "", Problems()) if names else None
    for scalar in list_scalars(tree) if tree else ():
        count, unit = split_count(words := scalar.text.strip())
        if unit in names:
            path = find_path(tree, scalar.line, scalar.column)
            line = path[:-1] if path[-1:] == ("unit",) else path
            if line[-2:-1] == ("units",):
                new_texts[path] = f"{count} x {names[unit]}" if unit != words else names[unit]
    return set_scalars(text, new_texts)
