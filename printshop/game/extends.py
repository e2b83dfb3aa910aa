"""Find and read the files of a game and of the games that it extends, and merge them into one tree.

A game is a folder with a game.yaml, or a single file with all data. If a game has the key `extends:` with the
name or path of another game, it is a layer on top of the other game, which is called the "game below". The
two YAML trees are merged, and each value keeps its place in the files. If `extends:` is a list of several
games, all of them must extend the same game, and they are put on top of one another.

Named entries (forms, sides, tables ...) are added to the entries of the game below. If the game below already
has an entry of the same name, the new entry must have one of two keys. With `replaces: true`, the new entry
takes the place of the old entry. With `changes: true`, the keys of the new entry, at any depth, take the
place of the same keys of the old entry. An entry with neither key is a mistake.

Files in the folder whose names belong to no part of a game are reported. Without this report, a component in
a misspelt file would be missing without a message, or every reference to its contents would be reported. The
parts that such a file may contain count as unreadable, so that only the name of the file is reported.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from printshop import game_paths
from printshop.file_names import find_name_problem
from printshop.files import LEADS_OUT_HINT, LEADS_OUT_MESSAGE, is_inside
from printshop.problems import PrintshopError, Problems, Span, describe_os_error, make_error, suggest_name
from printshop.schema import sections
from printshop.schema.reader import describe_node, read_boolean, read_plain_text
from printshop.source import (
    TABLE_SUFFIXES,
    MappingNode,
    MergedMapping,
    Node,
    ScalarNode,
    SequenceNode,
    parse_yaml_file,
)
from printshop.source.cache import LoadCache
from printshop.source.yaml_reader import MAX_VALUES

REPLACES, CHANGES = OVERRIDE_KEYS = ("replaces", "changes")
HEADER_SECTIONS = ("sides", "tables", "settings", "unit_types")
FIXED_KEY_BLOCKS = ("size_classes", "fleet")
"""Blocks with a fixed set of keys. Their values are single values, lists, and mappings of named entries."""
LIST_KEYS = ("needs", "dice", "fonts")
"""Keys whose value is a list, or a single value instead of a list."""
EXTENDS, WORDS = "extends", "words"


def list_entry_sections() -> tuple[str, ...]:
    """Return the keys of a game whose values are mappings of named entries."""
    return (*HEADER_SECTIONS, *sections.list_section_keys())


def list_reserved_names() -> frozenset[str]:
    """Return the names of keys, files and folders of a game.

    No list of units can have one of these names.
    """
    return frozenset((*list_entry_sections(), *FIXED_KEY_BLOCKS, EXTENDS, WORDS, *LIST_KEYS, "format", "title",
                      "subtitle", "rights", "ours", "colours",
                      "game", "art", "fleets"))


def _put_on_base(base: MappingNode | None, entries: Mapping[str, Node], top: MappingNode,
                 located_by: MappingNode | None = None) -> MappingNode:
    """Return the mapping `top`, put on top of the mapping `base` of the game below.

    The argument `entries` has the entries of `top`, already merged with the entries of `base`. The result has the
    place of the mapping `located_by`. If `located_by` is None, it has the place of `top`.
    """
    origins = {**dict.fromkeys(base.entries if base else (), base or top), **dict.fromkeys(entries, top)}
    return MergedMapping(located_by or top, {**(base.entries if base else {}), **entries}, origins)


def merge_trees(base: MappingNode | None, top: MappingNode, problems: Problems) -> MappingNode:
    """Return the tree of a game merged with the tree `base` of the game below.

    If `base` is None, there is no game below, and no entry can replace another.
    """
    base_entries = base.entries if base else {}
    return _put_on_base(base, {key: _merge_section(key, base_entries.get(key), node, problems) for key,
                               node in top.entries.items()
                               if key != EXTENDS}, top, base)


def _merge_section(key: str, base: Node | None, top: Node, problems: Problems) -> Node:
    """Return the value of one key, merged with the value of this key in the game below.

    Entries and lists are added to the entries and lists of the game below. A single value replaces the value of
    the game below.
    """
    list_types = (SequenceNode, ScalarNode) if key in LIST_KEYS else (SequenceNode,)
    if isinstance(base, list_types) and isinstance(top, list_types):
        return _join_lists(base, top)
    if key == WORDS:  # its values are single words
        top_entry, override = split_override(top, f"'{key}'", problems)
        return top_entry if base is None or override == REPLACES else merge_values(base, top_entry)
    if key not in (*list_entry_sections(), *FIXED_KEY_BLOCKS) or not isinstance(base or top, MappingNode):
        return top
    if not isinstance(top, MappingNode):
        problems.add(top.span, f"{key} must be a block of keys, found {describe_node(top)}")
        return base or top
    base_mapping = base if isinstance(base, MappingNode) else None
    return (
        merge_named_entries(key, base_mapping, top, problems)
        if key in list_entry_sections()
        else _merge_block(key, base_mapping, top, problems)
    )


def merge_named_entries(section: str, base: MappingNode | None, top: MappingNode, problems: Problems) -> MappingNode:
    """Return, by name, the entries of a mapping `base` and of a mapping `top` that is put on top of it."""
    noun = "size class" if section == "classes" else section.removesuffix("s").replace("_", " ")
    base_entries, entries = base.entries if base else {}, dict[str, Node]()
    for key, node in top.entries.items():
        if section in list_entry_sections() and (complaint := find_name_problem(key)):
            problems.add(top.find_key_span(key), f"the key '{key}' of a {noun} {complaint}",
                         "use only letters, digits, spaces, - and _, because the key becomes part of file names")
        entry, override = split_override(node, f"{noun} '{key}'", problems)
        base_entry = base_entries.get(key)
        if base_entry is None and override:
            problems.add(top.find_key_span(key), f"this entry {override} the {noun} '{key}', which no game below has",
                         suggest_name(key, base_entries) if base
                         else f"leave out '{override}', because this game extends no other game")
        elif base and base_entry is not None and not override:
            problems.add(top.find_key_span(key), f"there is already a {noun} '{key}' at {base.find_key_span(key)}",
                         f"give this entry another name, or add '{REPLACES}: true' to replace the other entry")
        # A unit type without a mark is merged: without its fields each of its units would be a problem, too.
        is_change = override == CHANGES or (not override and section == "unit_types")
        entries[key] = merge_values(base_entry, entry) if base_entry is not None and is_change else entry
    return _put_on_base(base, entries, top)


def _merge_block(section: str, base: MappingNode | None, top: MappingNode, problems: Problems) -> MappingNode:
    """Return a block with a fixed set of keys, merged with the block of the game below."""
    top_block, override = split_override(top, f"'{section}'", problems)
    if not isinstance(top_block, MappingNode):
        return top
    base = None if override == REPLACES else base
    entries = dict[str, Node]()
    for key, node in top_block.entries.items():
        base_value = base.entries.get(key) if base else None
        if isinstance(node, MappingNode) and (base is None or isinstance(base_value, MappingNode)):
            merged_entries = merge_named_entries(key, base_value if isinstance(base_value, MappingNode) else None, node,
                                                 problems)
            entries[key] = _sort_by_up_to(merged_entries) if base_value else merged_entries
        elif isinstance(base_value, SequenceNode) and isinstance(node, SequenceNode):
            entries[key] = _join_lists(base_value, node)
        else:
            if (
                override != CHANGES
                and isinstance(base_value, ScalarNode)
                and isinstance(node, ScalarNode)
                and base_value.text != node.text
            ):
                problems.add(node.span, f"'{key}' of {section} is already '{base_value.text}' at {base_value.span}",
                             f"leave out this key, or write '{REPLACES}: true' and all keys of the block in {section}")
            entries[key] = node
    return _put_on_base(base, entries, top_block)


def _join_lists(base: Node, top: Node) -> SequenceNode:
    """Return the items of two lists as one list. Each of the two may be a single value instead of a list."""
    return SequenceNode(top.source, top.line, top.column, (*base.items_or_self, *top.items_or_self))


def _sort_by_up_to(classes: MappingNode) -> MappingNode:
    """Return entries sorted by their `up_to`. Entries without `up_to` come last, in their old order."""
    def find_limit(key: str) -> float:
        up_to = classes.entries[key].entries.get("up_to")
        return up_to.value if up_to and isinstance(up_to.value, int) else float("inf")

    return classes.copy_with_entries({key: classes.entries[key] for key in sorted(classes.entries, key=find_limit)})


def split_override(node: Node, label: str, problems: Problems) -> tuple[Node, str]:
    """Return an entry without its override key, and this key (`replaces` or `changes`, or "" if there is none)."""
    if not isinstance(node, MappingNode) or not any(mark in node.entries for mark in OVERRIDE_KEYS):
        return node, ""
    overrides = [mark for mark in OVERRIDE_KEYS if mark in node.entries
                 and read_boolean(node.entries[mark], f"'{mark}' of {label}", problems)]
    if len(overrides) > 1:
        problems.add(node.find_key_span(CHANGES), f"{label} must not have both '{REPLACES}' and '{CHANGES}'",
                     f"keep '{REPLACES}' to replace the whole other entry, or '{CHANGES}' to change only these keys of "
                     "the other entry")
    return node.copy_without(*OVERRIDE_KEYS), overrides[0] if overrides else ""


def merge_values(base: Node, top: Node) -> Node:
    """Return the value `base` with the keys of `top` merged into it at any depth.

    Lists and single values of `base` are replaced.
    """
    if not isinstance(base, MappingNode) or not isinstance(top, MappingNode):
        return top
    return _put_on_base(base, {key: merge_values(base.entries[key], node) if key in base.entries else node
                               for key, node in top.entries.items()}, top)


MAX_STACKED_GAMES, MAX_GAMES = 8, 100  # games on top of one another, and all games of a list of several included


class GameLayer(NamedTuple):
    """The data of one game, without the games that it extends.

    It has the folder or file of the game, and a tree of all its sections. `file_trees` are the trees of the individual
    files. They share their values with `tree`.
    """

    path: Path
    main_path: Path
    tree: MappingNode
    file_trees: tuple[Node, ...]
    unreadable: tuple[str, ...] = ()  # sections whose files could not be read

    @property
    def folder(self) -> Path:
        """The folder of the game's pictures.

        Unless the game is a single file, it also has the game's other files.
        """
        return self.main_path.parent

    @property
    def is_single_file(self) -> bool:
        """Whether the game is a single file."""
        return self.main_path.name != game_paths.MAIN_FILE

    @property
    def key(self) -> str:
        """The name of the game's folder.

        For a game in a single file, this is the name of the file without its suffix. Each byte of the name that cannot
        be decoded is replaced by one character.
        """
        name = self.main_path.stem if self.is_single_file else self.folder.resolve().name
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def format_path(path: Path) -> str:
    """Return a path for messages: relative to the working folder if the path is relative and leads there."""
    if path.is_absolute():
        return os.path.normpath(path)
    try:
        return str(Path(os.path.realpath(path)).relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def parse_game_file(path: Path, game_folder: Path | None, trees: list[Node], problems: Problems, cache: LoadCache,
                    parse: Callable[[Path, Problems, str], Node | None] = parse_yaml_file) -> Node | None:
    """Return the tree of a file of a game.

    If the file cannot be used, report the reason and return None. The file must lie in the folder `game_folder`, even
    after links are followed. The tree is appended to `trees`. Raises PrintshopError if all trees together have more
    than MAX_VALUES values.
    """
    node = cache.find_unchanged_tree(path)
    if not node and game_folder and not is_inside(path, game_folder):
        problems.add(Span(str(path)), f"this {LEADS_OUT_MESSAGE}", LEADS_OUT_HINT)
        return None
    if node := node or cache.load_tree(path, problems, format_path(path), parse):
        trees.append(node)
        if sum(root.source.value_count for root in trees) > MAX_VALUES:
            problems.add(Span(format_path(path)), f"with this file, the game has more than {MAX_VALUES:,} values",
                         "remove files from the game")
            problems.raise_if_any()
    return node


def require_main_file(path: Path) -> Path:
    """Return the main file of a game.

    `path` is the folder of the game or the file itself. Raises PrintshopError if there is no main file.
    """
    if path.suffix == ".yaml" and path.is_file():
        return path
    if not (path / game_paths.MAIN_FILE).is_file():
        raise make_error(f"{path} is not a game: the file {game_paths.MAIN_FILE} is missing")
    return path / game_paths.MAIN_FILE


def read_layers(path: Path, problems: Problems, cache: LoadCache, unread_sections: Collection[str] = ()
                ) -> tuple[GameLayer, ...]:
    """Return the layers of a game without `unread_sections`, from the bottom to the top.

    If a layer is missing, this is reported, and the result is an empty tuple.
    """
    layer_stack = _LayerStack(Path(os.path.realpath(require_main_file(path))).parent.parent, problems, cache,
                              unread_sections)
    if not layer_stack.add_game(path, ()):
        return ()
    bottom_keys = [layer.key for layer in layer_stack.layers if EXTENDS not in layer.tree.entries]
    if len(bottom_keys) > 1:
        problems.add(layer_stack.layers[-1].tree.entries[EXTENDS].span,
                     f"the games {' and '.join(bottom_keys)} cannot be joined, because these games do not extend the "
                     "same game",
                     "list only games that extend the same game")
    return tuple(layer_stack.layers) if len(bottom_keys) == 1 else ()


def select_own_layers(stack: Sequence[GameLayer]) -> Sequence[GameLayer]:
    """Return the layers that are a game's own.

    These are the top layer or, if the game joins several games, all layers above the bottom one. A game that
    extends no other has none.
    """
    if len(stack) < 2:
        return ()
    return stack[1:] if isinstance(stack[-1].tree.entries[EXTENDS], SequenceNode) else stack[-1:]


class _LayerStack:
    """Builder of the layers of a game. Each game is added once, after the games that it extends."""

    def __init__(self, root: Path, problems: Problems, cache: LoadCache, unread_sections: Collection[str]) -> None:
        self._root = root  # every game must lie in this folder, or come with printshop
        self._problems, self._memory, self._unread_sections = problems, cache, unread_sections
        self._trees: list[Node] = []
        self._main_paths: set[Path] = set()
        self.layers: list[GameLayer] = []

    def add_game(self, path: Path, layers_above: tuple[GameLayer, ...]) -> bool:
        """Add a game, after the games that it extends.

        Return whether all of these games could be read.
        """
        layer = _read_layer(path, self._trees, self._problems, self._memory, self._unread_sections)
        if layer is None:
            return False
        node, chain, is_complete = layer.tree.entries.get(EXTENDS), (*layers_above, layer), True
        if isinstance(node, SequenceNode) and not node.items:
            self._problems.add(node.span, f"'{EXTENDS}' must not be an empty list",
                               "write the name of a game, or leave out the key")
        for name in node.items_or_self if node else ():
            base = self._find_base(name, chain)
            is_available = base is not None and (require_main_file(base).resolve() in self._main_paths
                                                 or self.add_game(base, chain))
            is_complete = is_available and is_complete
        self.layers.append(layer)
        self._main_paths.add(layer.main_path.resolve())
        return is_complete

    def _find_base(self, node: Node, chain: tuple[GameLayer, ...]) -> Path | None:
        """Return the path of a game that the last game of `chain` extends.

        If that game cannot be used, report the reason and return None.
        """
        layer = chain[-1]
        name = read_plain_text(node, f"'{EXTENDS}'", self._problems)
        if name is None:
            return None
        try:
            path = game_paths.find_referenced_game(name, layer.folder, self._root, layer.path)
            main_path = require_main_file(path).resolve()
        except PrintshopError as error:
            for problem in error.problems:
                self._problems.add(node.span, problem.message, problem.hint)
            return None
        main_paths = [lower_layer.main_path.resolve() for lower_layer in chain]
        if main_path in main_paths:
            cycle_names = " and ".join(below.key for below in chain[main_paths.index(main_path):])
            self._problems.add(node.span, f"{layer.key} extends itself" if main_path == main_paths[-1] else
                               f"{cycle_names} extend each other", "leave out 'extends' in one of the games")
        elif len(chain) >= MAX_STACKED_GAMES or len({*self._main_paths, *main_paths, main_path}) > MAX_GAMES:
            self._problems.add(node.span,
                               f"too many games: at most {MAX_STACKED_GAMES} games may extend one another in a row, "
                               f"and at most {MAX_GAMES} games may be used in all")
        else:
            return path
        return None


def _read_layer(path: Path, trees: list[Node], problems: Problems, cache: LoadCache, unread_sections: Collection[str]
                ) -> GameLayer | None:
    """Return the data of one game, including sections in separate files and folders, without `unread_sections`.

    If the data is unusable, return None.
    """
    main_path, tree_count = require_main_file(path), len(trees)
    is_single_file, folder = main_path.name != game_paths.MAIN_FILE, main_path.parent
    header = parse_game_file(main_path, None if is_single_file else folder, trees, problems, cache)
    if header is None or not _is_game_tree(header, main_path, problems):
        return None
    assert isinstance(header, MappingNode)
    file_tree, header = header, header.copy_without(*unread_sections) if unread_sections else header
    if is_single_file:
        return GameLayer(path, main_path, header, (file_tree,))
    entries, unreadable = dict(header.entries), []
    for name in sections.list_file_section_keys():
        if name in unread_sections:
            continue
        file = folder / f"{name}.yaml"
        if os.path.lexists(file) and name in header.entries:
            problems.add(header.entries[name].span, f"'{name}' is both in {game_paths.MAIN_FILE} and in {name}.yaml",
                         "keep one of the two versions")
        elif os.path.lexists(file):
            if node := parse_game_file(file, folder, trees, problems, cache):
                entries[name] = node
            else:
                unreadable.append(name)
    for name, max_files in sections.list_folder_sections().items():
        if name in unread_sections:
            continue
        paths = game_paths.list_data_files(folder / name)[:max_files + 1]  # one more, so that the limit is noted
        files = {file.stem: node for file in paths if (node := parse_game_file(file, folder, trees, problems, cache))}
        section_node = entries.get(name, header.copy_with_entries({}))
        if not files or not isinstance(section_node, MappingNode):
            continue
        for key in section_node.entries.keys() & files.keys():
            problems.add(section_node.find_key_span(key),
                         f"the {name.removesuffix('s')} '{key}' is both in {game_paths.MAIN_FILE} and in "
                         f"{name}/{key}.yaml", "keep one of the two entries")
        entries[name] = section_node.copy_with_entries({**files, **section_node.entries})
    return GameLayer(path, main_path, header.copy_with_entries(entries), tuple(trees[tree_count:]), tuple(unreadable))


def list_section_files(layer: GameLayer, names: Collection[str]) -> Iterator[Path]:
    """Yield the files of sections with these names.

    A game in a single file has no such files.
    """
    if layer.is_single_file or not names:
        return
    max_files = sections.list_folder_sections()
    for name in sections.list_section_keys():
        if name in names:
            files = game_paths.list_data_files(layer.folder / name)[:max_files[name]] if name in max_files else [
                layer.folder / f"{name}.yaml"]
            yield from (file for file in files if file.is_file() and is_inside(file, layer.folder))


def _is_game_tree(tree: Node, main_path: Path, problems: Problems) -> bool:
    """Return whether the tree of a file can be a game. If it cannot, report what the file seems to be."""
    is_single_file = main_path.name != game_paths.MAIN_FILE
    parent_folders = main_path.parents[:2] if is_single_file else ()
    game_folder = next((folder for folder in parent_folders if (folder / game_paths.MAIN_FILE).is_file()), None)
    part_hint = ("the file is a part of a game: use the folder of the "
                 f"game instead: {format_path(game_folder)}") if game_folder else ""
    if not isinstance(tree, MappingNode):
        problems.add(tree.span, f"a game must be a block of keys, found {describe_node(tree)}",
                     part_hint or "write each key as 'key: value'")
        return False
    if not is_single_file or {EXTENDS, "unit_types"} & tree.entries.keys():
        return True
    is_fleet = "units" in tree.entries and ("game" in tree.entries or main_path.parent.name == game_paths.FLEETS_FOLDER)
    part_hint = ("the file is a fleet: use the command "
                 f"printshop fleet {format_path(main_path)}") if is_fleet else part_hint
    head_keys = (EXTENDS, "game") if "units" in tree.entries else (EXTENDS, "unit_types")
    spelling_hints = [hint for key in tree.entries if (hint := suggest_name(key, head_keys)).similar_name]
    problems.add(tree.span, f"this file is not a game: it has neither '{EXTENDS}' nor 'unit_types'",
                 spelling_hints[0] if spelling_hints else part_hint or f"write '{EXTENDS}: NAME' to extend an existing "
                                                                       "game")
    return False


def merge_layers(stack: Sequence[GameLayer], problems: Problems) -> MappingNode:
    """Return one tree of a game and of all the games that it extends."""
    tree = merge_trees(None, stack[0].tree, problems)
    for layer in stack[1:]:
        tree = merge_trees(tree, layer.tree, problems)
    return tree


def list_own_entries(stack: Sequence[GameLayer]) -> dict[str, frozenset[str]]:
    """Return the names of the entries that a game itself adds, replaces or changes, by section.

    If the game extends no other, the result is empty.
    """
    own_game_layers = select_own_layers(stack)
    nodes = {name: [layer.tree.entries.get(name) for layer in own_game_layers]
             for name in list_entry_sections()} if own_game_layers else {}
    return {name: frozenset(key for node in section_nodes if isinstance(node, MappingNode) for key in node.entries)
            for name, section_nodes in nodes.items()}


_HIDDEN_SUFFIXES = (".yaml.txt", ".yml.txt")  # editors save so where the system hides endings
_UNREAD_SUFFIXES = (".xls", ".ods", ".json")
UNCHECKED_FOLDERS = ("art", "fleets", "__pycache__")
"""Folders whose contents are not checked."""


def report_stray_files(layer: GameLayer, type_names: Mapping[str, str], problems: Problems) -> frozenset[str]:
    """Report files and folders that belong to no part of a game.

    Return the parts that they may be meant as. `type_names` are the names of the unit types, by the names of their
    files.
    """
    if layer.is_single_file:
        return frozenset()
    folder, misnamed_parts, known_folders = layer.folder, set[str](), {*type_names, *sections.list_folder_sections()}
    missing_parts = [part for part in (*sections.list_file_section_keys(), *known_folders)
                     if part not in layer.tree.entries
                     and not os.path.lexists(folder / f"{part}.yaml") and not game_paths.list_data_files(folder / part)]
    for path in sorted(folder / name for name in {*known_folders, *UNCHECKED_FOLDERS}):
        if complaint := _explain_unreadable(path):
            problems.add(Span(format_path(path)), complaint, "" if is_inside(path, folder) else LEADS_OUT_HINT)
            misnamed_parts |= {path.name} & {*type_names}
    for path, file_stem in _find_unread_tables(
            folder, [unit for unit in type_names if unit not in layer.tree.entries], type_names):
        misnamed_parts.add(file_stem)
        hint = (f"rename the file to {file_stem}.yaml, because each JSON file is also "
                "a YAML file") if path.suffix.lower() == ".json" else (
            f"save the table beside {game_paths.MAIN_FILE} as {file_stem}.xlsx, or in UTF-8 as {file_stem}.csv")
        problems.add(Span(format_path(path)), f"{file_stem} cannot be read from this file", hint)
    for path in _find_strays(folder, known_folders):
        if game_paths.is_sync_conflict(path):
            problems.add(Span(format_path(path)),
                         "this file is a second version that was saved after conflicting changes",
                         "keep one of the two versions under the old name, and delete the other version")
            continue
        if is_inside(path, path.parent) and game_paths.is_game_file(path):
            hint = "the file is a separate game: move the file to a place beside this folder"
        else:
            candidates = [part for part in missing_parts if part in type_names
                          or (part in known_folders) == path.is_dir()]
            intended_part, hint = _guess_part(path, folder, candidates, type_names)
            misnamed_parts |= {intended_part} if intended_part else {*missing_parts}
        message = "no part of a game has this file name"
        if path.is_dir():
            message = f"no unit type in {game_paths.MAIN_FILE} has a folder with this name"
        elif path.suffix not in {".yaml", ""}:
            message = "the names of a game's files must end in .yaml"
        problems.add(Span(format_path(path)), message, hint)
    return frozenset(misnamed_parts - {*sections.list_folder_sections()})


def _find_unread_tables(folder: Path, file_stems: Collection[str], other_stems: Collection[str]
                        ) -> Iterator[tuple[Path, str]]:
    """Yield each file that has the name of a missing list of units, but a suffix from which no units are read.

    Also yield each table with a similar name that is not one of `other_stems`. Each file is a pair of its path and the
    name of the list.
    """
    file_names = {path.name for path in game_paths.list_visible(folder)}
    for file_stem in file_stems:
        if file_names & {
            f"{file_stem}.yaml",
            *(f"{file_stem}{suffix}" for suffix in TABLE_SUFFIXES),
        } or game_paths.list_data_files(folder / file_stem):
            continue
        yield from ((folder / name, file_stem) for name in sorted(file_names) if name.casefold() in
                    {f"{file_stem}{suffix}".casefold() for suffix in (*TABLE_SUFFIXES, *_UNREAD_SUFFIXES)}
                    or (Path(name).suffix in TABLE_SUFFIXES and Path(name).stem not in other_stems
                        and difflib.get_close_matches(Path(name).stem.casefold(), [file_stem.casefold()], cutoff=0.7)))
        inner_paths = game_paths.list_visible(folder / file_stem) if is_inside(folder / file_stem, folder) else []
        yield from ((path, file_stem) for path in inner_paths
                    if path.suffix.lower() in (*TABLE_SUFFIXES, *_UNREAD_SUFFIXES))


def _explain_unreadable(folder: Path) -> str:
    """Return the reason why a folder cannot be read. Return "" if it can be read or does not exist."""
    if not os.path.lexists(folder):
        return ""
    if not is_inside(folder, folder.parent):
        return f"this {LEADS_OUT_MESSAGE}"
    try:
        os.scandir(folder).close()
    except OSError as error:
        return f"cannot read the folder: {describe_os_error(error)}"
    return ""


def _find_strays(folder: Path, known_folders: Collection[str]) -> Iterator[Path]:
    files = {f"{part}.yaml" for part in (*sections.list_file_section_keys(), *known_folders)
             if part not in sections.list_folder_sections()}
    expected_names = {game_paths.MAIN_FILE, *files, *known_folders, *UNCHECKED_FOLDERS}
    folded_names = {name.casefold() for name in expected_names}
    for path in game_paths.list_visible(folder):
        if path.name in known_folders:
            for file in game_paths.list_visible(path) if is_inside(path, folder) else []:
                has_wrong_suffix = file.suffix != ".yaml" and file.suffix.lower() in {".yml", ".yaml"}
                if has_wrong_suffix or file.name.endswith(_HIDDEN_SUFFIXES) or (file.suffix == ".yaml"
                                                                                and game_paths.is_sync_conflict(file)):
                    yield file
        elif path.name not in expected_names:
            is_similar = (
                path.name.casefold() in folded_names
                or path.suffix in {".yaml", ".yml"}
                or path.name.endswith(_HIDDEN_SUFFIXES)
            )
            if is_similar or (is_inside(path, folder) and path.is_dir() and game_paths.list_visible(path, "*.y*ml")):
                yield path


def _guess_part(path: Path, folder: Path, candidates: Collection[str], type_names: Mapping[str, str]) -> tuple[str,
                                                                                                               str]:
    """Return the part that a file is meant as, and a hint.

    The part has the name of the file, or it is one of the `candidates` and has nearly that name. If the part is
    unclear, return "" and a list of known names.
    """
    stem = path.name  # without its endings; with its capitals: Markers.yaml is not markers.yaml
    for ending in (".txt", ".yaml", ".yml"):
        stem = stem[:-len(ending)] if stem.lower().endswith(ending) else stem
    parent_names = () if path.parent == folder else (path.parent.name,)
    known_parts = {*sections.list_section_keys(), *type_names, *UNCHECKED_FOLDERS}
    guessed_part = next((name for name in (*parent_names, stem, stem.casefold()) if name in known_parts),
                        suggest_name(stem, candidates).similar_name)
    suffix = "" if path.is_dir() else ".yaml"
    if path.suffix not in {".yaml", ""} and guessed_part in {path.parent.name, stem}:
        return guessed_part, f"change the name to {stem}.yaml"
    if not guessed_part:
        return "", f"known here: {', '.join(sorted(f'{part}{suffix}' for part in candidates or type_names))}"
    if path.name == f"{guessed_part}{suffix}":  # the right name, but this part is not read from such a file or folder
        return guessed_part, f"move the {guessed_part} to the key '{guessed_part}:' in {game_paths.MAIN_FILE}" + (
            "" if path.is_dir() else f", or move each entry to a separate file in the folder {guessed_part}")
    explanation = (
        f", which is the plural of {type_names[guessed_part]} in {game_paths.MAIN_FILE}"
        if guessed_part in type_names
        else ""
    )
    return guessed_part, f"change the name to {guessed_part}{suffix}{explanation}"
