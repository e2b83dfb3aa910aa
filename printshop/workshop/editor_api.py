"""The editor of every YAML file: its values as a tree, edits of its text, and the drawing of one of its blocks.

One edit is one change of the text: comments, order and spacing stay. Paths are lists of keys and of numbers of list
items, counted from 0, from the top of the file down.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from printshop import fleet_files, json_schemas
from printshop.game.model import Game
from printshop.problems import PrintshopError, Problem
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode
from printshop.source.value_spans import ValueSpan
from printshop.workshop import drawings, fleets_api, game_cache, units_api, user_units, yaml_edits
from printshop.workshop.workspace import Plain, Workspace, make_stamp, parse_json, read_file_text, stands_in

_WHOLE_TREE = 60_000  # characters of a file of which all values are sent
_DEEPEST_CUT = 2  # levels of a large file that are sent everywhere
_MOST_EDITS = 200  # in one request
_CHANGE_TEXT = "it stands elsewhere, too: change it in the text of the file"


class View(NamedTuple):
    """The block on which a page works, and the way in which it is drawn."""

    path: tuple[str | int, ...] = ()
    unit: str = ""  # the name of the unit for which a form is drawn
    product: str = ""
    theme: str = ""


def open_document(workspace: Workspace, file: str, view: str = "{}") -> Plain:
    """Return the text of a file, its values, its problems and a drawing.

    `view` is JSON with the fields of `View`. Raises PrintshopError if the file cannot be opened.
    """
    return _describe(workspace, file, read_file_text(workspace.resolve_yaml_file(file)), view)


def edit_document(workspace: Workspace, file: str, stamp: str, edits: str, view: str = "{}") -> Plain:
    """Apply a JSON list of edits to a file, each as `yaml_edits.apply_edit` takes it, and return it as `open_document`.

    A name that another unit has is a `refusal`: the file stays as it is. Fleets and battles follow a new name. Raises
    PrintshopError if another program has changed the file since it had the `stamp`.
    """
    text = changed = workspace.read_unchanged(file, stamp)
    for edit in parse_json(edits)[:_MOST_EDITS]:
        changed = yaml_edits.apply_edit(changed, edit)
    for old, new in yaml_edits.find_renamed_unit(text, changed).items():
        if refusal := units_api.find_name_fault(workspace, file, old, new):
            return {**_describe(workspace, file, text, view), "refusal": refusal}
    changed = user_units.rename_units(changed, yaml_edits.find_renamed_unit(text, changed))
    return _describe(workspace, file, units_api.write_and_rename(workspace, file, text, changed), view)


def write_document(workspace: Workspace, file: str, stamp: str, text: str, view: str = "{}") -> Plain:
    """Write the whole text of a file and return it as `open_document`. Raises PrintshopError as `edit_document`."""
    before = workspace.read_unchanged(file, stamp)
    units_api.check_size(text)
    return _describe(workspace, file, units_api.write_and_rename(workspace, file, before, text), view)


def _describe(workspace: Workspace, file: str, text: str, view_text: str) -> Plain:
    path, asked = workspace.resolve_yaml_file(file), parse_json(view_text)
    view = View(**{**asked, "path": tuple(asked.get("path", ()))})
    document: Plain = {"file": file, "text": text, "stamp": make_stamp(text), "kind": "", "game": "", "title": "",
                       "tree": None, "problems": [], "drawing": None, "refusal": ""}
    read = yaml_edits.outline(text)
    if read.node is not None and read.root is not None:
        document["tree"] = _make_tree(read.node, read.root, view.path if len(text) > _WHOLE_TREE else None, 0)
    problems: tuple[Problem, ...] | list[Problem] = read.problems
    try:
        game, kind = _load_game(workspace, path, view.theme)
        base = (fleets_api.find_game_of_file(workspace, path) if kind == drawings.FLEET
                else workspace.find_game_of_part(path))
        document |= {"kind": kind, "title": game.title, "game": user_units.name_base_game(workspace, base)}
        problems = problems or game.broken.problems
        if not any(stands_in(path, one) for one in problems):
            document["drawing"] = drawings.draw_block(workspace, game, kind, path, text, view)
    except PrintshopError as error:
        problems = problems or error.problems
    document["problems"] = [_describe_problem(workspace, one, path, text) for one in problems]
    return document


def _load_game(workspace: Workspace, path: Path, theme: str) -> tuple[Game, str]:
    """Return the game of a file, and the name of the schema of the file. Raises PrintshopError."""
    if fleet_files.is_fleet_file(path):
        base = fleets_api.find_game_of_file(workspace, path)
        return game_cache.load_cached_game(base, theme), json_schemas.FLEET_SCHEMA
    game = game_cache.load_cached_game(workspace.find_game_of_part(path), theme)
    return game, json_schemas.find_schema_name(game, path)


def _make_tree(node: Node, span: ValueSpan | None, path: tuple[str | int, ...] | None, depth: int) -> Plain:
    """Return a value as a page shows it. With a path, blocks outside of it are cut below some depth."""
    tree: Plain = {}
    if span is None or span.kind == "alias":
        tree["fixed"] = _CHANGE_TEXT
    if isinstance(node, ScalarNode):
        return {**tree, "text": node.text if node.plain and node.value is not None else
                "" if node.plain else node.text, "plain": node.plain}
    if path is not None and depth > _DEEPEST_CUT and not path:
        return {**tree, "cut": True, **({"items": []} if isinstance(node, SequenceNode) else {"entries": []})}
    spans = span.items if span and span.kind in ("list", "mapping") else []
    if isinstance(node, SequenceNode):
        inner = [*spans, *[None] * (len(node.items) - len(spans))]
        return {**tree, "items": [_make_tree(one, inner[number], _below(path, number), depth + 1)
                                  for number, one in enumerate(node.items)]}
    own_spans = {key.text: value for key, value in zip(span.keys if span else (), spans, strict=False)
                 if not key.is_merge_key}
    entries = node.entries if isinstance(node, MappingNode) else {}
    return {**tree, "entries": [[key, _make_tree(one, own_spans.get(key), _below(path, key), depth + 1)]
                                for key, one in entries.items()]}


def _below(path: tuple[str | int, ...] | None, step: str | int) -> tuple[str | int, ...] | None:
    """Return the rest of a path below a step; an empty one outside of the path."""
    if path is None:
        return None
    return path[1:] or ("",) if path and path[0] == step else ()


def _describe_problem(workspace: Workspace, problem: Problem, path: Path, text: str) -> Plain:
    """Return a problem with the path of the value at which it is, "" as its file if it is in the text."""
    told = workspace.describe_problem(problem, path, text)
    here = problem.span is not None and (not problem.span.file or stands_in(path, problem))
    place = yaml_edits.path_at(text, problem.span) if here and problem.span and problem.span.line else ()
    place_text = "" if here or not problem.span else f"{workspace.shorten(str(problem.span))}: "
    return {"message": place_text + told["message"], "hint": told["hint"], "line": told["line"],
            "column": told["column"], "path": [*place], "file": "" if here or not problem.span else told["file"]}


def document_schema(workspace: Workspace, file: str) -> Plain:
    """Return the JSON Schema of a file without its patterns, by which its inputs and completions are made."""
    return {"schema": _without_patterns(units_api.find_file_schema(workspace, file)["schema"])}


def _without_patterns(schema: object) -> object:
    """Return a schema without regular expressions and messages of editors: a page does not need them."""
    if isinstance(schema, dict):
        return {key: _without_patterns(one) if key != "properties" else {
            name: _without_patterns(inner) for name, inner in one.items()} for key, one in schema.items()
            if key not in ("pattern", "patternErrorMessage", "errorMessage", "markdownDescription")}
    return [*map(_without_patterns, schema)] if isinstance(schema, list) else schema
