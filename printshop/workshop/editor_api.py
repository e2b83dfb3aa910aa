"""Actions of the editor: open a file, edit any of its values, draw the block that is edited.

A page names values by paths: lists of keys and of item numbers from 0. A view says which block is edited and drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

from printshop import fleet_files, json_schemas
from printshop.game.forms.cells import CELLS, SHARED_KEYS_OF_CELL
from printshop.game.model import Game
from printshop.problems import PrintshopError, Problem, Span, make_error
from printshop.scaffold import unit_names
from printshop.scaffold.corrections import find_corrections
from printshop.source import Node, ScalarNode
from printshop.source.edit_shapes import Edit
from printshop.source.value_edits import (
    EditPath,
    Scalar,
    edit_list_item,
    edit_yaml,
    find_block_path,
    find_node,
    find_path,
    get_text,
    parse_for_edits,
    read_value,
)
from printshop.workshop import drawings, folder_games, game_cache, replies, unit_renames, user_units
from printshop.workshop.drawings import DrawingOptions, FileContent
from printshop.workshop.value_trees import make_value_tree
from printshop.workshop.workspace import LARGEST, Workspace, make_stamp, read_file_text, stands_in

MOST_EDITS = 1_000  # of one request
MOST_PROBLEMS = 60  # of a document: the search for the place of each takes time
_LARGE = 150_000  # characters: of a larger file, a page gets only its own block and the names of the others
_SPLICED = 5_000  # characters: of a larger file, only the item of a list that is edited is read again


def open_document(workspace: Workspace, file: str, view: replies.View | None = None) -> replies.OpenDocument:
    """Return a file as values, with its problems and a drawing.

    Raises PrintshopError if it is no file to edit.
    """
    return _make_document(workspace, file, read_file_text(workspace.resolve_yaml_file(file)), view)


def edit_document(workspace: Workspace, file: str, stamp: str, edits: list[Edit], view: replies.View | None = None,
                  before: str = "") -> replies.OpenDocument:
    """Make edits, all or none of them, and return the file as `open_document` does.

    If an edit cannot be made, the file stays as it is, and `refusal` says why. A new name of a unit is written into
    fleets and scenarios, too. A page that got no answer sends its request again with the text `before`, which had the
    stamp. If the file has the edits already, they are not made twice. Raises PrintshopError if the file has changed
    since it had the stamp.
    """
    if len(edits) > MOST_EDITS:
        raise make_error(f"there are {len(edits)} changes", f"make at most {MOST_EDITS} at once")
    path, is_repeated = workspace.resolve_yaml_file(file), make_stamp(before) == stamp
    present = read_file_text(path) if is_repeated else workspace.read_unchanged(file, stamp)
    text = before = before if is_repeated else present
    # the game already has the units that these edits have named: their names are free for the comparison
    free_names = {*unit_names.list_names_of_units(present)} - {
        *unit_names.list_names_of_units(before)} if present != before else ()
    place: EditPath = ()
    renamed = dict[str, str]()
    try:
        root = _read_tree(workspace, path, text)
        for change in edits:
            place = (*change["path"],)
            text, root = _edit(workspace, file, text, root, change, renamed, free_names)
        text = unit_names.rename_units(text, renamed,
                                       lambda: game_cache.load_cached_game(workspace.find_game_of_part(path)))
        _check_length(text)
    except PrintshopError as error:
        workspace.read_unchanged(file, stamp)  # a repeated request is refused for this reason alone
        return _make_document(workspace, file, before, view, (error.first_problem, place))
    if text != present:
        workspace.read_unchanged(file, stamp)
        is_sister = any("sisters" in change["path"] for change in edits)  # a name that is no block of its own
        unit_renames.write_and_rename(workspace, file, before, text, None if is_sister and not renamed else renamed)
    return _make_document(workspace, file, text, view)


def write_document_text(workspace: Workspace, file: str, stamp: str, text: str,
                        view: replies.View | None = None) -> replies.OpenDocument:
    """Write the whole text of a file, and return the file. Raises PrintshopError as `edit_document`."""
    if read_file_text(workspace.resolve_yaml_file(file)) != text:  # else the answer was lost: the file has the text
        before = workspace.read_unchanged(file, stamp)
        _check_length(text)
        unit_renames.write_and_rename(workspace, file, before, text)
    return _make_document(workspace, file, text, view)


def find_document_stamp(workspace: Workspace, file: str) -> replies.Stamp:
    """Return the stamp of a file, which is another one after each change. Raises PrintshopError."""
    return {"stamp": make_stamp(read_file_text(workspace.resolve_yaml_file(file)))}


def find_document_schema(workspace: Workspace, file: str) -> replies.DocumentSchema:
    """Return the JSON Schema of a file.

    Return an empty schema if the kind of the file is not known.
    """
    path = workspace.resolve_yaml_file(file)
    try:
        kind, game, _ = find_document_kind(workspace, path)
    except PrintshopError:
        return {"schema": {}}
    return {"schema": json_schemas.make_game_schemas(game, kind).get(kind, {})}


def list_cell_keys(_workspace: Workspace) -> replies.CellKeys:
    """Return the kinds of cells that each key fits, [] for all kinds; and the keys that only rows have."""
    kinds = {key: [] if len(kinds) == len(CELLS.blocks) else [*kinds]
             for key, (_, kinds) in CELLS.kinds_by_key.items()}
    kinds["text"] = [name for name, cell in CELLS.blocks.items() if not cell.no_text]
    return {"kinds": kinds, "row": sorted(drawings.FORM_ROW_KEYS - SHARED_KEYS_OF_CELL)}


# --- edits


def _check_length(text: str) -> None:
    if len(text.encode()) > LARGEST:
        raise make_error(f"more than {LARGEST:,} bytes are too much for a file here", "use an editor")


def _edit(workspace: Workspace, file: str, text: str, root: Node | None, change: Edit,
          renamed: dict[str, str], free_names: Collection[str]) -> tuple[str, Node | None]:
    """Return the text and its values after one edit. Names of units stay different; a new name is added to `renamed`.

    Each of the `free_names` may be given to a unit. Raises PrintshopError for an edit that cannot be made.
    """
    path, action = (*change["path"],), change["do"]
    if change["do"] == "set" and path[-1:] == ("name",) and (name := _find_unit_name(workspace, file, root, path[:-1])):
        value = read_value(change.get("value") or {"text": ""}).data
        new = value.text.strip() if isinstance(value, Scalar) else ""
        if problem := user_units.find_unit_name_problem(workspace, file, {name, *free_names}, new):
            raise make_error(problem)
        # an earlier edit has renamed the unit
        first = next((old for old, new_name in renamed.items() if new_name == name), name)
        renamed[first] = new
    unit = _find_unit_name(workspace, file, root, path) if action in ("copy", "remove") else ""
    if action == "remove" and unit:
        # fleets and battles that follow the new name contain it
        users = unit_renames.rename_in_dependents(workspace, workspace.resolve_yaml_file(file), {unit: f"{unit} 2"})
        if users:
            places = " and ".join(map(workspace.name_of, [*users][:3]))
            raise make_error(f"{unit} is in {places}", "remove it there first")
    if root and len(text) > _SPLICED and (item_edit := edit_list_item(text, root, change)):
        text, root = item_edit
    else:
        text = edit_yaml(text, change)
        root = parse_for_edits(text).node
    if action == "copy" and unit:
        list_node = find_node(root, path[:-1])
        names = {get_text(item.entries.get("name")) for item in (list_node.items if list_node else ())}
        candidates = (f"{unit} {number}" for number in count(2))
        free = next(name for name in candidates if name not in names
                    and not user_units.find_unit_name_problem(workspace, file, free_names, name))
        place = [*path[:-1], int(path[-1]) + 1, "name"]
        text = edit_yaml(text, {"do": "set", "path": place, "value": {"text": free}})
        root = parse_for_edits(text).node
    return text, root


def _find_unit_name(workspace: Workspace, file: str, root: Node | None, path: EditPath) -> str:
    """Return the name of the unit to which a path leads. Return "" if it leads to none."""
    node = find_node(root, (*path, "name"))
    if len(path) not in (1, 2) or not isinstance(path[-1], int) or not isinstance(node, ScalarNode):
        return ""
    try:
        kind, game, _ = find_document_kind(workspace, workspace.resolve_yaml_file(file))
    except PrintshopError:
        return ""
    section = kind if len(path) == 1 else path[0]
    return node.text if section in drawings.list_unit_sections(game) else ""


# --- documents


def find_document_kind(workspace: Workspace, path: Path, theme: str = "") -> tuple[str, Game, tuple[Problem, ...]]:
    """Return the name of the schema of a file, its game, and the problems of a game that cannot be read.

    With problems, the game is the one below. Raises PrintshopError if there is none.
    """
    game, problems = folder_games.load_readable_game(workspace, folder_games.find_game_of_file(workspace, path), theme)
    if fleet_files.is_fleet_file(path):
        return json_schemas.FLEET_SCHEMA, game, problems
    return json_schemas.EXTENSION_SCHEMA if problems else json_schemas.find_schema_name(game, path), game, problems


def _read_tree(workspace: Workspace, path: Path, text: str) -> Node | None:
    """Return the values of a text. Those of a larger file are taken from its game, if this was read with the same text.

    In the values of a game, the values of settings have replaced `$NAME`.
    """
    if len(text) > _SPLICED and "$" not in text:
        with suppress(PrintshopError):
            node = game_cache.find_cached_tree(folder_games.find_game_of_file(workspace, path), path)
            if node and node.source.text == text:
                return node
    return parse_for_edits(text).node


def _make_document(workspace: Workspace, file: str, text: str, view: replies.View | None,
                   *refusal: tuple[Problem, EditPath]) -> replies.OpenDocument:
    """Return a file with its problems and a drawing. `refusal` has the reason and the path of a refused edit."""
    path, view = workspace.resolve_yaml_file(file), view or {}
    block = (*view.get("path", ()),)
    options = DrawingOptions(view.get("unit", ""), view.get("product", ""), view.get("theme", ""))
    failures, readable = list[Problem](), None
    try:
        readable = find_document_kind(workspace, path, options.theme)  # also reads the values that `_read_tree` finds
    except PrintshopError as error:
        failures += error.problems
    root = _read_tree(workspace, path, text)
    has_anchors = root is None or len(text) <= _SPLICED or "&" in text  # then the places of all values are needed
    parsed = parse_for_edits(text) if has_anchors else None
    tree = make_value_tree(text, root, parsed.root if parsed else None,
                      block if len(text) > _LARGE else None) if root else None
    document: replies.OpenDocument = {
        "file": file, "text": text, "stamp": make_stamp(text), "kind": "", "game": "", "title": "", "tree": tree,
        "problems": [], "drawing": None, "refusal": "".join(problem.full_text for problem, _ in refusal)}
    refused = [_describe_problem(workspace, replace(problem, span=None), path, None) | {"path": [*place]}
               for problem, place in refusal]
    problems = [*(parsed.problems if parsed else ()), *failures]
    if readable:
        kind, game, unread = readable
        home = folder_games.find_game_of_file(workspace, path)
        document |= {"kind": kind, "game": folder_games.name_base_game(workspace, home), "title": game.title}
        problems = [*unread, *game.broken.problems]
        if view.get("drawn", True) and not unread:
            content = FileContent(workspace, path, text, root, kind, game)
            document["drawing"], more = drawings.draw_file_block(content, block, options)
            problems += more
    if parsed and parsed.node is None and parsed.problems:  # all other problems follow from these
        problems = [*parsed.problems]
    listed_problems = islice(dict.fromkeys(problems), MOST_PROBLEMS)
    described = [(listed_problem, _describe_problem(workspace, listed_problem, path, root))
                 for listed_problem in listed_problems]
    shown = [problem for problem in _drop_consequences(workspace, described)
             if problem["path"] not in [refused_edit["path"] for refused_edit in refused]]  # the input has a new value
    return {**document, "problems": [*refused, *shown]}


def _drop_consequences(workspace: Workspace, problems: Iterable[tuple[Problem, replies.DocumentProblem]]
                       ) -> Iterator[replies.DocumentProblem]:
    """Yield the problems of this file and the first one of each other file, without units missed because of these."""
    files, missing = {""}, set[str]()
    for cause, problem in sorted(problems, key=lambda entry: not entry[1]["file"]):
        if is_first := (file := problem["file"]) not in files:
            with suppress(PrintshopError):
                missing.update(unit_names.list_names_of_units(read_file_text(workspace.resolve_yaml_file(file))))
        if (is_first or not file) and not (cause.code == "unknown unit" and cause.name in missing):
            yield problem
        files.add(file)


def _describe_problem(workspace: Workspace, problem: Problem, path: Path, root: Node | None) -> replies.DocumentProblem:
    """Return a problem with the path of the value at which it stands. Problems of other files name their file."""
    span = problem.span or Span("")
    is_here = bool(problem.span) and (not span.file or stands_in(path, problem))
    place: EditPath = find_path(root, span.line, span.column) if is_here else ()
    if place and problem.name and problem.code != "unknown unit":
        block = find_block_path(root, span.line, span.column)
        place = (*(place[:-1] if block is None else block), problem.name)
    return {"message": workspace.shorten(problem.message), "hint": workspace.shorten(problem.hint_without_cell),
            "unit": "" if is_here else user_units.find_problem_place(workspace, problem)["unit"],
            "code": problem.code, "subject": problem.subject, "suggestion": problem.suggestion,
            "corrections": find_corrections(problem, root, place),
            "line": span.line, "column": span.column, "path": [*place],
            "file": "" if is_here else workspace.shorten(span.file)}
