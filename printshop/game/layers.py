"""Find and read the files of a game and of the games that it extends, and merge them into one tree.

A game is a folder with a game.yaml, or a single file with all of its data. Where it says `extends:`, with the name or
the path of another game, it is a layer on top of that game: the two YAML trees are merged, and every value keeps its
own place. A list of several games, which must all extend the same game, puts these on top of one another.

Entries under a name (a form, a side, a table ...) are added to those of the base. An entry whose name the base has,
too, is a mistake unless it says how it is meant: with `replaces: true` it takes the place of the base's entry, and with
`changes: true` its keys, at any depth, take the place of the keys of that entry.

Files in the folder that have the name of no part of a game are noted: a misspelt file would be a silently missing
component, and everything that refers to its contents a mistake. So only the file name is noted, and the parts of the
game that the file may be meant as count as lost.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from printshop import catalogue
from printshop.files import LEADS_OUT, PUT_THERE, within
from printshop.language import sections
from printshop.language.reader import describe, plain_text, true_or_false
from printshop.naming import unfit
from printshop.problems import PrintshopError, Problems, Span, failure, reason, suggestion
from printshop.source import MappingNode, Merged, Node, Scalar, SequenceNode, parse
from printshop.source.memory import Memory
from printshop.source.reading import MAX_VALUES
from printshop.source.workbooks import TABLES

REPLACES, CHANGES = MARKS = ("replaces", "changes")
HEAD = ("sides", "tables", "settings", "unit_types")
BLOCKS = ("size_classes", "fleet")
"""Blocks with a fixed set of keys: single values, lists, and entries under names of their own."""
LISTS = ("needs", "dice", "fonts")
"""Keys that hold a list, or a single value instead of one."""
EXTENDS, WORDS = "extends", "words"


def holders() -> tuple[str, ...]:
    """Return the keys of a game whose entries stand under names of their own."""
    return (*HEAD, *sections.names())


def reserved() -> frozenset[str]:
    """Return the names of a game's keys, files and folders, which no list of units can have."""
    return frozenset((*holders(), *BLOCKS, EXTENDS, WORDS, *LISTS, "format", "title", "subtitle", "rights", "colours",
                      "game", "art", "fleets"))


def _on_top(base: MappingNode | None, entries: Mapping[str, Node], own: MappingNode,
            place: MappingNode | None = None) -> MappingNode:
    """Return `own`, whose `entries` are already merged with those of the base, put on top of that base.

    The result has the place of the mapping `place`, `own` if it is None.
    """
    origins = {**dict.fromkeys(base.entries if base else (), base or own), **dict.fromkeys(entries, own)}
    return Merged(place or own, {**(base.entries if base else {}), **entries}, origins)


def merge(base: MappingNode | None, own: MappingNode, problems: Problems) -> MappingNode:
    """Return the tree of a game merged with that of its base; a base of None has nothing that can be replaced."""
    below = base.entries if base else {}
    return _on_top(base, {key: _merged_section(key, below.get(key), node, problems) for key, node in own.entries.items()
                          if key != EXTENDS}, own, base)


def _merged_section(key: str, base: Node | None, own: Node, problems: Problems) -> Node:
    """Return the value of one key: entries and lists are added to those of the base, single values replace it."""
    lists = (SequenceNode, Scalar) if key in LISTS else (SequenceNode,)
    if isinstance(base, lists) and isinstance(own, lists):
        return _joined(base, own)
    if key == WORDS:  # its values are single words
        mine, mark = marked(own, f"'{key}'", problems)
        return mine if base is None or mark == REPLACES else changed(base, mine)
    if key not in (*holders(), *BLOCKS) or not isinstance(base or own, MappingNode):
        return own
    if not isinstance(own, MappingNode):
        problems.add(own.span, f"{key} must be a block of keys, found {describe(own)}")
        return base or own
    below = base if isinstance(base, MappingNode) else None
    return named(key, below, own, problems) if key in holders() else _merged_block(key, below, own, problems)


def named(section: str, base: MappingNode | None, own: MappingNode, problems: Problems) -> MappingNode:
    """Return the entries of a base and those of a game on top of it, by name."""
    noun = "size class" if section == "classes" else section.removesuffix("s").replace("_", " ")
    below, entries = base.entries if base else {}, dict[str, Node]()
    for key, node in own.entries.items():
        if section in holders() and (why := unfit(key)):
            problems.add(own.key_span(key), f"the key of a {noun}, '{key}', {why}",
                         "it stands in names of files: letters, digits, spaces, - and _ will do")
        entry, mark = marked(node, f"{noun} '{key}'", problems)
        first = below.get(key)
        if first is None and mark:
            problems.add(own.key_span(key), f"there is no {noun} '{key}' that this one {mark}",
                         suggestion(key, below) if base else f"leave out '{mark}': this game extends no other")
        elif base and first is not None and not mark:
            problems.add(own.key_span(key), f"there is a {noun} '{key}' already: {base.key_span(key)}",
                         f"give this one another name, or put it in the other's place with '{REPLACES}: true'")
        # A unit type without a mark is merged: without its fields each of its units would be a problem, too.
        meant = mark == CHANGES or (not mark and section == "unit_types")
        entries[key] = changed(first, entry) if first is not None and meant else entry
    return _on_top(base, entries, own)


def _merged_block(section: str, base: MappingNode | None, own: MappingNode, problems: Problems) -> MappingNode:
    """Return a block with a fixed set of keys, merged with that of the base."""
    mine, mark = marked(own, f"'{section}'", problems)
    if not isinstance(mine, MappingNode):
        return own
    base = None if mark == REPLACES else base
    entries = dict[str, Node]()
    for key, node in mine.entries.items():
        first = base.entries.get(key) if base else None
        if isinstance(node, MappingNode) and (base is None or isinstance(first, MappingNode)):
            inside = named(key, first if isinstance(first, MappingNode) else None, node, problems)
            entries[key] = _in_order(inside) if first else inside
        elif isinstance(first, SequenceNode) and isinstance(node, SequenceNode):
            entries[key] = _joined(first, node)
        else:
            if mark != CHANGES and isinstance(first, Scalar) and isinstance(node, Scalar) and first.text != node.text:
                problems.add(node.span, f"'{key}' of {section} is '{first.text}' already: {first.span}",
                             f"leave it out, or write '{REPLACES}: true' in {section}, with all that belongs there")
            entries[key] = node
    return _on_top(base, entries, mine)


def _joined(base: Node, own: Node) -> SequenceNode:
    """Return the items of two lists as one list; either may be a single value instead."""
    return SequenceNode(own.source, own.line, own.column, (*base.listed, *own.listed))


def _in_order(classes: MappingNode) -> MappingNode:
    """Return entries sorted by their `up_to`; those without one come last, in the same order as before."""
    def rank(key: str) -> float:
        up_to = classes.entries[key].entries.get("up_to")
        return up_to.value if up_to and isinstance(up_to.value, int) else float("inf")

    return classes.having({key: classes.entries[key] for key in sorted(classes.entries, key=rank)})


def marked(node: Node, what: str, problems: Problems) -> tuple[Node, str]:
    """Return an entry without its override key, and that key: `replaces`, `changes`, or "" for none."""
    if not isinstance(node, MappingNode) or not any(mark in node.entries for mark in MARKS):
        return node, ""
    marks = [mark for mark in MARKS if mark in node.entries
             and true_or_false(node.entries[mark], f"'{mark}' of {what}", problems)]
    if len(marks) > 1:
        problems.add(node.key_span(CHANGES), f"{what} says '{REPLACES}' and '{CHANGES}'",
                     f"{REPLACES}: this instead of the other; {CHANGES}: the other, but with these keys")
    return node.without(*MARKS), marks[0] if marks else ""


def changed(base: Node, own: Node) -> Node:
    """Return a value with the keys of another merged into it at any depth; lists and single values are replaced."""
    if not isinstance(base, MappingNode) or not isinstance(own, MappingNode):
        return own
    return _on_top(base, {key: changed(base.entries[key], node) if key in base.entries else node
                          for key, node in own.entries.items()}, own)


MOST, MOST_IN_ALL = 8, 100  # games on top of one another, and all games of a list of several included


class Layer(NamedTuple):
    """The data of one game, without the games that it extends: its folder or file, and a tree of all its sections.

    `roots` are the trees of the single files, which share their values with `tree`.
    """

    path: Path
    main: Path
    tree: MappingNode
    roots: tuple[Node, ...]
    lost: tuple[str, ...] = ()  # sections whose files could not be read

    @property
    def folder(self) -> Path:
        """The folder of its pictures and, unless the game is a single file, of its other files."""
        return self.main.parent

    @property
    def single(self) -> bool:
        """Whether the game is a single file."""
        return self.main.name != catalogue.MAIN

    @property
    def key(self) -> str:
        """The name of the game's folder, or of its only file; each byte that is not text is replaced by one sign."""
        name = self.main.stem if self.single else self.folder.resolve().name
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def shown(path: Path) -> str:
    """Return a path for messages: relative to the working folder if it lies below that folder."""
    try:
        return str(Path(os.path.realpath(path)).relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def parsed(path: Path, home: Path | None, read: list[Node], problems: Problems, memory: Memory,
           parse: Callable[[Path, Problems, str], Node | None] = parse) -> Node | None:
    """Read one of the files of a game, which must lie in the folder `home`, also after following links.

    The tree is appended to `read`. Raises PrintshopError if all trees together have more than MAX_VALUES values.
    """
    node = memory.unchanged(path)
    if not node and home and not within(path, home):
        problems.add(Span(str(path)), f"this {LEADS_OUT}", PUT_THERE)
        return None
    if node := node or memory.tree(path, problems, shown(path), parse):
        read.append(node)
        if sum(root.source.values for root in read) > MAX_VALUES:
            problems.add(Span(shown(path)), f"with this file the game holds more than {MAX_VALUES:,} values",
                         "take files out of it")
            problems.raise_if_any()
    return node


def main_file(path: Path) -> Path:
    """Return the main file of a game, given its folder or that file. Raises PrintshopError if there is none."""
    if path.suffix == ".yaml" and path.is_file():
        return path
    if not (path / catalogue.MAIN).is_file():
        raise failure(f"{path} is not a game: it has no file {catalogue.MAIN}")
    return path / catalogue.MAIN


def read_layers(path: Path, problems: Problems, memory: Memory) -> tuple[Layer, ...]:
    """Return the layers of a game, the bottom one first; an empty tuple, after noting why, if one is missing."""
    tower = _Tower(Path(os.path.realpath(main_file(path))).parent.parent, problems, memory)
    if not tower.add(path, ()):
        return ()
    bottom = [layer.key for layer in tower.layers if EXTENDS not in layer.tree.entries]
    if len(bottom) > 1:
        problems.add(tower.layers[-1].tree.entries[EXTENDS].span,
                     f"{' and '.join(bottom)} are games that stand on their own",
                     "only games that extend the same one can be put together")
    return tuple(tower.layers) if len(bottom) == 1 else ()


def own_layers(stack: Sequence[Layer]) -> Sequence[Layer]:
    """Return a game's own layers: the top one, or all above the bottom if it joins several; none without a base."""
    if len(stack) < 2:
        return ()
    return stack[1:] if isinstance(stack[-1].tree.entries[EXTENDS], SequenceNode) else stack[-1:]


class _Tower:
    """Builder of the layers of a game: each game once, and the games that it extends before it."""

    def __init__(self, root: Path, problems: Problems, memory: Memory) -> None:
        self._root = root  # every game must lie in this folder, or come with printshop
        self._problems, self._memory = problems, memory
        self._trees: list[Node] = []
        self._mains: set[Path] = set()
        self.layers: list[Layer] = []

    def add(self, path: Path, above: tuple[Layer, ...]) -> bool:
        """Add a game, after the games that it extends; return whether all of them could be read."""
        layer = _read_layer(path, self._trees, self._problems, self._memory)
        if layer is None:
            return False
        node, chain, good = layer.tree.entries.get(EXTENDS), (*above, layer), True
        if isinstance(node, SequenceNode) and not node.items:
            self._problems.add(node.span, f"'{EXTENDS}' is an empty list", "name a game, or leave it out")
        for name in node.listed if node else ():
            base = self._find_base(name, chain)
            there = base is not None and (main_file(base).resolve() in self._mains or self.add(base, chain))
            good = there and good
        self.layers.append(layer)
        self._mains.add(layer.main.resolve())
        return good

    def _find_base(self, node: Node, chain: tuple[Layer, ...]) -> Path | None:
        """Return the path of a game that the last of `chain` extends, or None after noting why it cannot be used."""
        layer = chain[-1]
        name = plain_text(node, f"'{EXTENDS}'", self._problems)
        if name is None:
            return None
        try:
            path = catalogue.find_beside(name, layer.folder, self._root, layer.path)
            main = main_file(path).resolve()
        except PrintshopError as error:
            for problem in error.problems:
                self._problems.add(node.span, problem.message, problem.hint)
            return None
        mains = [below.main.resolve() for below in chain]
        if main in mains:
            ring = " and ".join(below.key for below in chain[mains.index(main):])
            self._problems.add(node.span, f"{layer.key} extends itself" if main == mains[-1] else
                               f"{ring} extend each other", "one of them must be a game that stands on its own")
        elif len(chain) >= MOST or len({*self._mains, *mains, main}) > MOST_IN_ALL:
            self._problems.add(node.span, f"there are more than {MOST} games on top of one another, or more than "
                               f"{MOST_IN_ALL} in all: that is too many")
        else:
            return path
        return None


def _read_layer(path: Path, read: list[Node], problems: Problems, memory: Memory) -> Layer | None:
    """Return the data of one game, with the sections that stand in files and folders of their own."""
    main, before = main_file(path), len(read)
    single, folder = main.name != catalogue.MAIN, main.parent
    head = parsed(main, None if single else folder, read, problems, memory)
    if head is None or not _is_game(head, main, problems):
        return None
    assert isinstance(head, MappingNode)
    if single:
        return Layer(path, main, head, (head,))
    entries, lost = dict(head.entries), []
    for name in sections.in_files():
        file = folder / f"{name}.yaml"
        if os.path.lexists(file) and name in head.entries:
            problems.add(head.entries[name].span, f"'{name}' stands in {catalogue.MAIN} and in {name}.yaml",
                         "keep one of the two")
        elif os.path.lexists(file):
            if node := parsed(file, folder, read, problems, memory):
                entries[name] = node
            else:
                lost.append(name)
    for name, most in sections.in_folders().items():
        paths = catalogue.data_files(folder / name)[:most + 1]  # one more, so that the limit is noted
        files = {file.stem: node for file in paths if (node := parsed(file, folder, read, problems, memory))}
        inside = entries.get(name, head.having({}))
        if not files or not isinstance(inside, MappingNode):
            continue
        for key in inside.entries.keys() & files.keys():
            problems.add(inside.key_span(key), f"the {name.removesuffix('s')} '{key}' stands in {catalogue.MAIN} and "
                         f"in {name}/{key}.yaml", "keep one of the two")
        entries[name] = inside.having({**files, **inside.entries})
    return Layer(path, main, head.having(entries), tuple(read[before:]), tuple(lost))


def _is_game(head: Node, main: Path, problems: Problems) -> bool:
    """Return whether the tree of a file can be a game; if not, note what the file seems to be."""
    single = main.name != catalogue.MAIN
    above = main.parents[:2] if single else ()
    home = next((folder for folder in above if (folder / catalogue.MAIN).is_file()), None)
    part = f"this is a part of the game {shown(home)}: name that" if home else ""
    if not isinstance(head, MappingNode):
        problems.add(head.span, f"a game must be a block of keys, found {describe(head)}",
                     part or "write its keys as key: value")
        return False
    if not single or {EXTENDS, "unit_types"} & head.entries.keys():
        return True
    listed = "units" in head.entries and ("game" in head.entries or main.parent.name == catalogue.FLEETS)
    part = f"this is a fleet: printshop fleet {shown(main)}" if listed else part
    near = [hint for key in head.entries if (hint := suggestion(key, (EXTENDS,))).startswith("did")]
    problems.add(head.span, f"this file is no game: it has neither '{EXTENDS}' nor 'unit_types'",
                 near[0] if near else part or f"{EXTENDS}: NAME adds to a game that is there")
    return False


def merged(stack: Sequence[Layer], problems: Problems) -> MappingNode:
    """Return one tree of a game and all the games that it extends."""
    tree = merge(None, stack[0].tree, problems)
    for layer in stack[1:]:
        tree = merge(tree, layer.tree, problems)
    return tree


def own_entries(stack: Sequence[Layer]) -> dict[str, frozenset[str]]:
    """Return the names of entries that a game adds or replaces itself, by section; empty without a base."""
    layers = own_layers(stack)
    nodes = {name: [layer.tree.entries.get(name) for layer in layers] for name in holders()} if layers else {}
    return {name: frozenset(key for node in found if isinstance(node, MappingNode) for key in node.entries)
            for name, found in nodes.items()}


_HIDDEN = (".yaml.txt", ".yml.txt")  # editors save so where the system hides endings
_NOT_READ = (".xls", ".ods", ".json")
OTHER = ("art", "fleets", "__pycache__")
"""Folders whose contents are not checked."""


def read_strays(layer: Layer, units: Mapping[str, str], problems: Problems) -> frozenset[str]:
    """Note files and folders that belong to no part of a game; return the parts that they may be meant as.

    `units` are the names of the unit types, by the names of their files.
    """
    if layer.single:
        return frozenset()
    folder, lost, folders = layer.folder, set[str](), {*units, *sections.in_folders()}
    missing = [part for part in (*sections.in_files(), *folders) if part not in layer.tree.entries
               and not os.path.lexists(folder / f"{part}.yaml") and not catalogue.data_files(folder / part)]
    for path in sorted(folder / name for name in {*folders, *OTHER}):
        if why := _unreadable(path):
            problems.add(Span(shown(path)), why, "" if within(path, folder) else PUT_THERE)
            lost |= {path.name} & {*units}
    for path, unit in _unread_tables(folder, [unit for unit in units if unit not in layer.tree.entries]):
        lost.add(unit)
        hint = f"rename it to {unit}.yaml: JSON is YAML, too" if path.suffix.lower() == ".json" else (
            f"save it beside {catalogue.MAIN} as {unit}.xlsx, or in UTF-8 as {unit}.csv")
        problems.add(Span(shown(path)), f"no {unit} are read from this file", hint)
    for path in _strays(folder, folders):
        if catalogue.is_conflict(path):
            problems.add(Span(shown(path)), "this is a second version of a file, saved after a conflict of changes",
                         "keep one of the two, under the old name, and delete the other")
            continue
        if within(path, path.parent) and catalogue.is_game(path):
            hint = "it is a game of its own: it belongs beside this folder, not into it"
        else:
            possible = [part for part in missing if part in units or (part in folders) == path.is_dir()]
            meant, hint = _part_meant(path, folder, possible, units)
            lost |= {meant} if meant else {*missing}
        message = "no part of a game has this name"
        if path.is_dir():
            message = f"nothing in {catalogue.MAIN} says what this folder holds"
        elif path.suffix not in {".yaml", ""}:
            message = "the files of a game end in .yaml"
        problems.add(Span(shown(path)), message, hint)
    return frozenset(lost - {*sections.in_folders()})


def _unread_tables(folder: Path, units: Collection[str]) -> Iterator[tuple[Path, str]]:
    """Yield files that have the name of a missing list of units and an ending that is not read for units."""
    there = {path.name for path in catalogue.visible(folder)}
    for unit in units:
        if there & {f"{unit}.yaml", *(f"{unit}{suffix}" for suffix in TABLES)} or catalogue.data_files(folder / unit):
            continue
        yield from ((folder / name, unit) for name in sorted(there) if name.casefold() in
                    {f"{unit}{suffix}".casefold() for suffix in (*TABLES, *_NOT_READ)})
        inside = catalogue.visible(folder / unit) if within(folder / unit, folder) else []
        yield from ((path, unit) for path in inside if path.suffix.lower() in (*TABLES, *_NOT_READ))


def _unreadable(folder: Path) -> str:
    """Return why a folder cannot be read; "" if it can be read or does not exist."""
    if not os.path.lexists(folder):
        return ""
    if not within(folder, folder.parent):
        return f"this {LEADS_OUT}"
    try:
        os.scandir(folder).close()
    except OSError as error:
        return f"cannot read the folder: {reason(error)}"
    return ""


def _strays(folder: Path, folders: Collection[str]) -> Iterator[Path]:
    files = {f"{part}.yaml" for part in (*sections.in_files(), *folders) if part not in sections.in_folders()}
    expected = {catalogue.MAIN, *files, *folders, *OTHER}
    folded = {name.casefold() for name in expected}
    for path in catalogue.visible(folder):
        if path.name in folders:
            for file in catalogue.visible(path) if within(path, folder) else []:
                ending = file.suffix != ".yaml" and file.suffix.lower() in {".yml", ".yaml"}
                if ending or file.name.endswith(_HIDDEN) or (file.suffix == ".yaml" and catalogue.is_conflict(file)):
                    yield file
        elif path.name not in expected:
            near = path.name.casefold() in folded or path.suffix in {".yaml", ".yml"} or path.name.endswith(_HIDDEN)
            if near or (within(path, folder) and path.is_dir() and catalogue.visible(path, "*.y*ml")):
                yield path


def _part_meant(path: Path, folder: Path, possible: Collection[str], units: Mapping[str, str]) -> tuple[str, str]:
    """Return the part that a file is meant as and a hint; "" and the known names if that is unclear.

    The part has the name of the file, or is one of the `possible` parts and has nearly that name.
    """
    stem = path.name  # without its endings; with its capitals: Markers.yaml is not markers.yaml
    for ending in (".txt", ".yaml", ".yml"):
        stem = stem[:-len(ending)] if stem.lower().endswith(ending) else stem
    near = re.fullmatch(r"did you mean '(.+)'\?", suggestion(stem, possible))
    inside = () if path.parent == folder else (path.parent.name,)
    parts = {*sections.names(), *units, *OTHER}
    meant = next((name for name in (*inside, stem, stem.casefold()) if name in parts), near[1] if near else "")
    end = "" if path.is_dir() else ".yaml"
    if path.suffix not in {".yaml", ""} and meant in {path.parent.name, stem}:
        return meant, f"rename it to {stem}.yaml"
    if not meant:
        return "", f"known here: {', '.join(sorted(f'{part}{end}' for part in possible or units))}"
    if path.name == f"{meant}{end}":  # the right name, but this part is not read from such a file or folder
        return meant, f"write its {meant} below '{meant}:' in {catalogue.MAIN}" + (
            "" if path.is_dir() else f", or in a file each in the folder {meant}")
    why = f": that is the plural of {units[meant]} in {catalogue.MAIN}" if meant in units else ""
    return meant, f"rename it to {meant}{end}{why}"
