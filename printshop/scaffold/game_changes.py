"""Changes of a user's game.

They are a version of another game, a copy of one of its parts, and one field more for all units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import reduce
from pathlib import Path
from typing import Any

from printshop import game_paths
from printshop.files import AtomicWrite, read_whole_file
from printshop.game.forms.model import FORMS
from printshop.game.model import Game
from printshop.problems import Problems, Span, make_error
from printshop.scaffold import blank_game
from printshop.scaffold.yaml_writer import check_new_game_folder, check_title, find_section_file
from printshop.source import parse_yaml_file, quote_yaml
from printshop.source.value_edits import (
    EditPath,
    Scalar,
    edit_yaml,
    find_block_path,
    find_node,
    list_data,
    list_items,
    parse_for_edits,
    read_value_at,
)
from printshop.source.yaml_reader import MAX_BYTES


def write_version(folder: Path, base: Game, name: str, title: str) -> tuple[Path, ...]:
    """Write a game that extends another game, and return the written files.

    `name` is the other game's name or path as it stands under `extends`. Raises PrintshopError, and changes nothing,
    if the folder is taken.
    """
    check_new_game_folder(folder)
    check_title(title, "a game")
    text = (f"# Your version of {base.title}. It has all units, battles and record sheets of that game. A value that "
            "stands\n# here, or in a file beside this one, replaces the value of that game.\nformat: 1\n"
            f"extends: {quote_yaml(name)}\ntitle: {quote_yaml(title)}\n")
    with AtomicWrite() as delivery:
        delivery.add_file(folder / game_paths.MAIN_FILE).write_text(text, encoding="utf-8", newline="\n")
    return delivery.list_targets()


def copy_part(game: Game, section: str, key: str) -> tuple[Path, str]:
    """Return a file of a game, and its new text, with a copy of an entry of the game that it extends.

    Raises PrintshopError if the game that it extends has no such entry, or if the game has the entry itself.
    """
    entry: Any = game.find_entries(section).get(key)
    if entry is None or not game.base_name or key in game.own_entries.get(section, ()):
        raise make_error(f"{game.title} has no '{key[:60]}' of another game", "open the game again")
    source = parse_yaml_file(Path(entry.span.file), Problems())
    block = find_node(source, (section, key)) or find_node(source, (key,))
    file, path, text = find_section_file(game, section)
    value = {"data": {**list_data(block), "replaces": True}}
    return file, edit_yaml(text, {"do": "set", "path": [*path, key], "value": value})


def draft_field(game: Game, kind: str, field: blank_game.NewField, value: str,
                 is_changeable: Callable[[Span | None], object]) -> Mapping[Path, tuple[str, str]]:
    """Return the texts, before and after, of the files of a game in which a unit type gets one field more.

    All units of the type get the field with one value, and its record sheets get a row for it; only files that are
    changeable by their places. Without a `value`, units have an example. Raises PrintshopError.
    """
    unit_type, main = game.unit_types.get(kind), game.root / game_paths.MAIN_FILE
    texts = dict[Path, str]()
    edits = dict[Path, list[dict[str, Any]]]()

    def find_text(file: Path) -> str:
        if file not in texts:
            texts[file] = read_whole_file(file, MAX_BYTES).decode("utf-8-sig")
        return texts[file]

    if unit_type is None or not read_value_at(find_text(main), "unit_types", kind, "fields"):
        raise make_error(f"the unit type '{kind[:60]}' does not stand in {game_paths.MAIN_FILE} of this game",
                         "write the unit type there")
    blank_game.check_new_field(field, unit_type.name)
    if any(field.label.casefold() == label.casefold() for label in unit_type.value_labels.values()):
        raise make_error(f"{unit_type.name} has a value named '{field.label}' already", "choose another name")
    key = blank_game.make_field_key(field, kind, [*unit_type.value_labels], len(unit_type.fields) + 1)
    edits[main] = [{"do": "set", "path": ["unit_types", kind, "fields", key],
                    "value": {"yaml": blank_game.format_field(key, field)}}]
    for number, unit in enumerate(candidate for candidate in game.units.values() if candidate.kind == kind):
        if unit.span and is_changeable(unit.span):
            file, typed = Path(unit.span.file), blank_game.read_field_value(field, value, number)
            block = find_block_path(parse_for_edits(find_text(file)).node, unit.span.line, unit.span.column)
            edits.setdefault(file, []).append({"do": "set", "path": [*(block or ()), key], "value": {
                "yaml" if field.kind == "number" else "text": typed}})
    for form in game[FORMS].values():
        if form.unit == kind and form.span and is_changeable(form.span):
            file = Path(form.span.file)
            text = find_text(file)
            rows = (*((FORMS.key,) if read_value_at(text, FORMS.key) else ()), form.key, "rows")
            if list_items(text, *rows):
                labels = unit_type.value_labels
                edits.setdefault(file, []).append(_place_field(text, rows, key, field, labels))
    return {file: (texts[file], reduce(edit_yaml, changes, texts[file])) for file, changes in edits.items()}


def _place_field(text: str, rows: EditPath, key: str, field: blank_game.NewField, labels: Mapping[str, str]
                  ) -> dict[str, Any]:
    """Return the edit that shows a field on a form: in the last table of figures with room, else in a row.

    The row stands below the last table if the field fits a table, else before the last row of the form, which often
    is a box for notes.
    """
    tables = [*_find_tables(list_data(read_value_at(text, *rows)), rows)]
    if tables and blank_game.is_narrow_field(field):
        list_path, number, keys = tables[-1]
        width = sum(len(labels.get(stat_key, stat_key)) + 3 for stat_key in keys)
        width += blank_game.measure_field_column(field)
        if len(keys) < blank_game.MAX_BESIDE and width <= blank_game.MAX_WIDTH_BESIDE:
            return {"do": "insert", "path": [*list_path, number, "stats"], "number": len(keys), "value": {"yaml": key}}
        return {"do": "insert", "path": [*list_path], "number": number + 1,
                "value": {"yaml": f"{{stats: [{key}], ground: tint}}"}}
    row = blank_game.format_field_row(key, field, has_marks=field.high <= blank_game.MAX_COUNTED)
    return {"do": "insert", "path": [*rows], "number": len(list_items(text, *rows)) - 1, "value": {"yaml": row}}


def _find_tables(data: Any, path: EditPath) -> Iterator[tuple[EditPath, int, list[str]]]:
    """Yield the list, the number in the list, and the figures of each row with figures within a value of a form."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _find_tables(value, (*path, key))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            if isinstance(value, Mapping) and isinstance(value.get("stats"), list):
                yield path, number, [stat.text for stat in value["stats"] if isinstance(stat, Scalar)]
            yield from _find_tables(value, (*path, number))
