"""Actions on forms: a record with the places of its cells, and changes of cells, rows and the form."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from printshop.game.fields import quote_yaml
from printshop.game.forms.cells import CELLS, SHARED_KEYS_OF_CELL, FormRow
from printshop.game.forms.model import FORMS, Form
from printshop.game.model import Game, Unit
from printshop.game.unit_types import UNIT_NAMES
from printshop.problems import PrintshopError, Problem, make_error
from printshop.scaffold.yaml_writer import make_file_stem
from printshop.schema import keys
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode
from printshop.workshop import game_cache, games_api, user_units, yaml_edits
from printshop.workshop.drawings import (
    FORM_ROW_KEYS,
    NESTED_CELLS,
    draw_form,
    draw_svg,
    find_form_cell,
    is_form_cell,
    list_form_cells,
)
from printshop.workshop.workspace import Plain, Workspace, make_stamp, parse_json, read_file_text

Path_ = tuple[str | int, ...]
"""Where in a file something stands: keys, and numbers of entries of lists."""

WORDS = ("text", "blank", "title", "between", "letter")  # what is a text, whatever is typed
CHOICES = ("style", "align", "valign", "plate", "pattern", "shape", "counts")
SHOWS = ("text", "pips", "count", "lines", "picture", "stats", "list")  # what a cell shows, one of these as a rule
TABLES = ("stats", "list")
OF_TABLE = ("stats", "values", "marks")  # of these: names, each perhaps with its heading
OFFERED = (*SHOWS, *OF_TABLE[1:], "track", "style", "align", "across", "wrap", "shape", "blank", "ground",
           "colour", "largest", "only_if")
OF_FORM, OF_ROW = ("title", "per_page", "columns", "default"), ("height", "rules", "columns", "each", "only_if")
NEW = "New"
MOST_COLUMNS = 1_000
_NUMBERED = re.compile(r"cell \d+ of row \d+ of form '[^']*'")
_OUTER = {**keys.list_block_keys(Form), **keys.list_block_keys(FormRow)}
_MARKUP = re.compile(r"\[([^\[\]]{0,200})\]\([^()]{0,200}\)|[`*]")


def open_form(workspace: Workspace, file: str, key: str, unit: str = "", at: str = "") -> Plain:
    """Return a form: a record of a unit as SVG, where its cells are on it, and the inputs of the cell `at` a path.

    Places are percents of the record; paths are JSON. Raises PrintshopError.
    """
    text = read_file_text(workspace.resolve_yaml_file(file))
    yaml_edits.head(text, *_above(text, key))
    return _told(workspace, file, text, key, unit, at)


def _above(text: str, key: str) -> Path_:
    """Return where in a file a form stands: below `forms`, or, in a file of forms, at the top."""
    return (FORMS.key, key) if FORMS.key in yaml_edits.head(text).keys else (key,)


def _told(workspace: Workspace, file: str, text: str, key: str, unit: str, at: str) -> Plain:
    path = workspace.resolve_yaml_file(file)
    above = _above(text, key)
    told: Plain = {"file": file, "key": key, "text": text, "stamp": make_stamp(text), "game": "", "units": [],
                   "unit": "", "svg": "", "cells": [], "inputs": [], "rows": [], "form": [],
                   "at": "", "row": "", "source": "", "names": [], "problems": []}
    try:
        told["form"] = _inputs(text, above, OF_FORM)
        if (chosen := _chosen(text, at, above)) is not None:
            row = _row_of(chosen)
            inputs, outer = _inputs(text, chosen, OFFERED, every=True), _inputs(text, row, OF_ROW)
            if row == chosen:
                inputs = [one for one in inputs if not _is_of_row(one["key"])]
                outer = [one for one in outer if _is_of_row(one["key"])]
            told |= {"at": at, "row": json.dumps(row), "inputs": inputs, "rows": outer,
                     "source": yaml_edits.source(text, *chosen)}
        loaded = game_cache.load_cached_game(workspace.find_game_of_part(path))
        found = loaded.broken.problems
        form, shown = loaded[FORMS].get(key), None
        of_kind = [one for one in loaded.units.values() if form and one.kind == form.unit]
        told |= {"game": loaded.title, "units": [one.name for one in of_kind]}
        if form and form.unit in loaded.unit_types:
            kind = loaded.unit_types[form.unit]
            shown = user_units.find_any_unit(workspace, path, loaded, unit) if unit else None
            if shown is None or shown.kind != form.unit:
                shown = of_kind[0] if of_kind else None
            told["names"] = [{"key": name, "label": kind.value_labels.get(name, name.replace("_", " ")),
                              "value": games_api.format_unit_cell(shown, name) if shown else "",
                              "own": name in kind.value_labels}
                             for name in dict.fromkeys((*kind.value_labels, *UNIT_NAMES))]
        if form and (not form.unit or shown):
            told |= {"unit": shown.name if shown else "", **draw_record(loaded, form, shown, text, path.name)}
    except PrintshopError as error:
        found = error.problems
    told["problems"] = [_at_cell(workspace.describe_problem(problem, path, text), problem, text) for problem in found]
    return told


def _at_cell(told: Plain, problem: Problem, text: str) -> Plain:
    """Return a problem with the path of the cell that it is at as its unit, and its key there, in words for that."""
    path = yaml_edits.path_at(text, problem.span) if told["line"] and problem.span else ()
    end = len(find_form_cell(text, path))
    at, key = (json.dumps(path[:end]), str(path[end]) if len(path) > end else "") if end else ("", "")
    if at and "'track: " in told["hint"]:
        key = "track"
    return {**told, "unit": at, "key": key, "message": _NUMBERED.sub("this cell", told["message"])}


def _chosen(text: str, at: str, above: Path_) -> Path_ | None:
    """Return the path that a page names, if it leads to a cell of the form; else None."""
    try:
        path: Path_ = tuple(parse_json(at)) if at else ()
    except (ValueError, TypeError):
        return None
    return path if path[:len(above)] == above and len(path) >= len(above) + 2 and is_form_cell(text, path) else None


def _row_of(cell: Path_) -> Path_:
    """Return the path to the row of a cell, which may be that of the cell."""
    return cell[:-2] if cell[-2] == "cells" else cell


def _is_of_row(name: str) -> bool:
    """Return whether a key is one of the row where a row has the keys of its only cell in place of `cells`."""
    return name in FORM_ROW_KEYS and name not in SHARED_KEYS_OF_CELL


def _inputs(text: str, path: Path_, offered: Sequence[str], *, every: bool = False) -> list[Plain]:
    """Return the keys of a block of a form, and all others that stand there if `every` is asked for."""
    entry = yaml_edits.head(text, *path)
    block: Any = next((CELLS.blocks[kind] for kind in CELLS.blocks if kind in entry.keys), CELLS.default_kind)
    own = {keys.get_yaml_name(name, key): key for name, key in keys.list_block_keys(block).items()}
    # of keys that not all cells have, a cell has those of what it shows
    fitting = [name for name in offered if not every or len(kinds := CELLS.kinds_by_key[name][1]) == len(CELLS.blocks)
               or ({*kinds} & {*entry.keys} and (name not in OF_TABLE or {*TABLES} & {*entry.keys}))]
    inputs = []
    for name in dict.fromkeys([*fitting, *(entry.keys if every else ())]):
        value = yaml_edits.value_of(text, entry, name)
        value = value.strip("[]") if name == "columns" else value
        key = own.get(name) or CELLS.kinds_by_key.get(name, (None, ()))[0] if every else _OUTER.get(name)
        inputs.append({"key": name, "value": yaml_edits.unquote_value(value) if name in WORDS else value,
                       "options": _options(name),
                       # its first sentence
                       "said": _MARKUP.sub(r"\1", key.description).partition(". ")[0] if key else ""})
    return inputs


def _options(name: str) -> list[str]:
    if name not in CHOICES:
        return ["true", "false"] if name in ("wrap", "rules", "default", "box", "band") else []
    shape: Any = CELLS.kinds_by_key[name][0].value_schema
    found = shape(None) if callable(shape) else shape
    return [*found.get("enum", ())] or [option for one in found.get("anyOf", ()) for option in one.get("enum", ())]


def draw_record(game: Game, form: Form, unit: Unit | None, text: str, file: str) -> Plain:
    """Return a record of a form as SVG, with those of its cells that the file has."""
    for record in draw_form(game, form, unit):
        cells = list_form_cells(game, form, unit, record, text, file)
        return {"svg": draw_svg(record), "cells": [
            {"at": json.dumps(one["path"]), "label": one["label"] or json.dumps(one["path"]), "place": one["place"]}
            for one in cells]}
    return {}


def change_form(workspace: Workspace, file: str, stamp: str, key: str, at: str, name: str, value: str, unit: str = "",
                cell: str = "", instead: str = "") -> Plain:
    """Write a value of what a path leads to: the form, a row or a cell; with "" it goes.

    What a cell shows `instead` of it goes too, with the keys that only cells that show that have.
    Circles of which there is a plain number are called as the words to their left, for damage. Raises PrintshopError.
    """
    text = workspace.read_unchanged(file, stamp)
    above = _above(text, key)
    path: Path_ = tuple(parse_json(at)) if at else above
    known = {*OF_FORM, *OF_ROW, *CELLS.kinds_by_key} - {*NESTED_CELLS}
    if path[:len(above)] != above or name not in known:
        raise make_error(f"a form has no '{name[:60]}' to be changed here", "change its text")
    text = yaml_edits.set_key(text, name, _said(name, value), *path)
    for old in yaml_edits.head(text, *path).keys if instead in SHOWS and instead != name else ():
        kinds = CELLS.kinds_by_key.get(old, (None, ()))[1]
        if old == instead or (instead in kinds and name not in kinds and len(kinds) < len(CELLS.blocks)):
            text = yaml_edits.set_key(text, old, "", *path)
    if name in ("pips", "count") and value.isdecimal() and path and "track" not in yaml_edits.head(text, *path).keys:
        text = yaml_edits.set_key(text, "track", _track(text, path), *path)
    return _told(workspace, file, workspace.write_text(file, text), key, unit, cell)


def _track(text: str, path: Path_) -> str:
    """Return what damage may call the circles of a cell: as the words to its left, and as no others of the form."""
    cells = yaml_edits.list_items(text, *path[:-1]) if path[-2] == "cells" else ()
    before = [yaml_edits.word(one.entries.get("text")) for one in cells[:int(path[-1])] if isinstance(one, MappingNode)]
    words = make_file_stem(re.sub(r"{[^{}]{0,200}}|<[^<>]{0,200}>", "", " ".join(before[-1:])), "marks")
    return _free(text, words)


def _free(text: str, words: str) -> str:
    """Return the name of a track that no other circles of a file have."""
    taken, name, number = {*re.findall(r"\btrack: *([\w.]+)", text)}, words, 2
    while name in taken:
        name, number = f"{words}_{number}", number + 1
    return name


def _said(name: str, value: str) -> str:
    """Return what is typed as YAML: as it is where it means itself, else in quotes."""
    if not value:
        return ""
    if name == "columns" and re.search(r"[\w.][ ,]+\d", value):  # widths, one beside the other
        return f"[{', '.join(value.strip('[]').replace(',', ' ').split())}]"
    if name in WORDS or "\n" in value:
        return json.dumps(value, ensure_ascii=False) if "\n" in value else quote_yaml(value)
    node = yaml_edits.parse_value(value)
    itself = (isinstance(node, SequenceNode) or (isinstance(node, MappingNode) and name in OF_TABLE)
              or (isinstance(node, ScalarNode) and node.value is not None and node.plain))
    return value if itself else quote_yaml(value)


def rearrange(workspace: Workspace, file: str, stamp: str, key: str, at: str, how: str, unit: str = "") -> Plain:
    """Put a new cell or row behind that of a path, or leave it out: `cell`, `row`, `no cell`, `no row`.

    `circles` is a row with words and circles to mark. Raises PrintshopError.
    """
    text = workspace.read_unchanged(file, stamp)
    path = _chosen(text, at, _above(text, key))
    if path is None or how not in ("cell", "row", "circles", "no cell", "no row"):
        raise make_error("there is no such cell any more", "open the form again")
    row = _row_of(path)
    if how.endswith("cell") and row == path:
        text, path = _with_cells(text, row), (*row, "cells", 0)
    *above, last = path if how.endswith("cell") else row
    number, others = int(last), yaml_edits.list_items(text, *above)
    if how.startswith("no") and len(others) == 1:
        raise make_error("the last one stays", "change it, or leave out the row" if how == "no cell" else "change it")
    cells = [_new_cell(text, path)]
    if how == "circles":
        cells.append(f"{{pips: 5, track: {_free(text, 'marks')}}}")
    new = cells[0] if how == "cell" else _new_row(text, row, cells)
    values = () if how.startswith("no") else (yaml_edits.source(text, *above, number), new)
    changed = yaml_edits.set_item(text, above, number, *values)
    if how.endswith("cell"):
        widths = _shared(text, path, gone=how == "no cell")
        columns = str(len(widths)) if len({*widths}) == 1 else f"[{', '.join(widths)}]"
        changed = yaml_edits.set_key(changed, "columns", columns, *row)
    return _told(workspace, file, workspace.write_text(file, changed), key, unit, "" if not values else json.dumps(
        [*above, number + 1, *(() if how == "cell" else ("cells", 0))]))


def _new_cell(text: str, path: Path_) -> str:
    """Return a new cell, in the style of another."""
    entry = yaml_edits.head(text, *path)
    style = {name: yaml_edits.parse_value(value) for name in ("style", "align")
             if (value := yaml_edits.value_of(text, entry, name))}
    return yaml_edits.on_one_line({"text": NEW, **style})


def _new_row(text: str, row: Path_, cells: Sequence[str]) -> str:
    """Return a new row with some cells, as high as another and with rules as that has."""
    entry = yaml_edits.head(text, *row)
    kept = {name: yaml_edits.value_of(text, entry, name) for name in ("height", "rules")}
    said = [*(f"{name}: {value}" for name, value in kept.items() if value), f"columns: {len(cells)}",
            f"cells: [{', '.join(cells)}]"]
    return f"{{{', '.join(said)}}}"


def _with_cells(text: str, row: Path_) -> str:
    """Return the text with `cells` in a row that has the keys of its only cell in place of them."""
    entry = yaml_edits.head(text, *row)
    of_row, of_cell = ([f"{name}: {yaml_edits.value_of(text, entry, name)}" for name in entry.keys
                        if _is_of_row(name) is belongs] for belongs in (True, False))
    cell = f"{{{', '.join(of_cell)}}}"
    new = ", ".join([*of_row, "columns: 1", f"cells: [{cell}]"])
    return yaml_edits.set_item(text, row[:-1], int(row[-1]), f"{{{new}}}")


def _columns(text: str, row: Path_) -> list[str]:
    """Return how wide the columns of a row are, one beside the other: its own, or those that it has from around it."""
    for block in (row, row[:-2]):
        entry = yaml_edits.head(text, *block)
        node = entry.node.entries.get("columns")
        if isinstance(node, SequenceNode):
            return [*map(yaml_edits.on_one_line, node.items)]
        if number := _number(node):
            return ["1"] * number
    return ["1"]


def _number(node: Node | None) -> int:
    """Return a number of columns; 0 for what is none, or more than a form has."""
    value = node.value if node else None
    return value if isinstance(value, int) and 0 < value <= MOST_COLUMNS else 0


def _shared(text: str, path: Path_, *, gone: bool) -> list[str]:
    """Return how wide the columns of a row are with a cell more behind that of a path, or without that cell."""
    (*row, _, last), widths = path, _columns(text, path[:-2])
    covered = [(_number(cell.entries.get("across")) or 1) * (_number(cell.entries.get("repeat")) or 1)
               for cell in yaml_edits.list_items(text, *row, "cells")]
    first = sum(covered[:int(last)])
    end = first + covered[int(last)]
    return widths[:first] + widths[end:] if gone else widths[:end] + widths[end - 1:end] + widths[end:]
