"""The files of a game, and of the games that it extends: found, read, and put on top of one another.

A game is a folder with a game.yaml, or a single file in which all of that stands. Where it says `extends:`, with the
name or the path of another game, it is a layer on top of that one; see `printshop.game.merging` for how. A list of
several, which must extend the same game, puts these together, one on top of the other.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop import catalogue
from printshop.files import LEADS_OUT, PUT_THERE, within
from printshop.game.merging import EXTENDS, holders, merge
from printshop.language import sections
from printshop.language.reader import describe, plain_text
from printshop.problems import PrintshopError, Problems, Span, failure, suggestion
from printshop.source import Mapping, Merged, Node, parse
from printshop.source import Sequence as SequenceNode
from printshop.source.reading import MAX_VALUES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Mapping as Mapping_

MOST_SCENARIOS = 200  # of a game, with all that it extends
MOST, MOST_IN_ALL = 8, 100  # games on top of one another, and with those beside each other


class Layer(NamedTuple):
    """One game's own data, without what it extends: its folder or file, and a tree of all its sections.

    `roots` are the trees of the single files, which share their values with `tree`.
    """

    path: Path
    main: Path
    tree: Mapping
    roots: tuple[Node, ...]
    lost: tuple[str, ...] = ()  # sections whose files could not be read

    @property
    def folder(self) -> Path:
        """Where its pictures lie and, unless it is a single file, its other files."""
        return self.main.parent

    @property
    def single(self) -> bool:
        """Whether all of it stands in one file."""
        return self.main.name != catalogue.MAIN

    @property
    def key(self) -> str:
        """The game's name: that of its folder, or of its only file; bytes that are no text are one sign each."""
        name = self.main.stem if self.single else self.folder.resolve().name
        return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def shown(path: Path) -> str:
    """Return a path as the user knows it: from the working folder where it lies below that."""
    try:
        return str(Path(os.path.realpath(path)).relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def parsed(path: Path, home: Path | None, read: list[Node], problems: Problems) -> Node | None:
    """Read one of the files of a game, which lie in its folder `home`; no link leads out of that.

    It is added to what has been `read`. Raises PrintshopError when all of it together gets too large.
    """
    if home and not within(path, home):
        problems.add(Span(str(path)), f"this {LEADS_OUT}", PUT_THERE)
        return None
    if node := parse(path, problems, shown(path)):
        read.append(node)
        if sum(one.source.values for one in read) > MAX_VALUES:
            problems.add(Span(shown(path)), f"with this file the game holds more than {MAX_VALUES:,} values",
                         "take files out of it")
            problems.raise_if_any()
    return node


def main_file(path: Path) -> Path:
    """Return the file that a game begins with, of its folder or of the file itself. Raises PrintshopError."""
    if path.suffix == ".yaml" and path.is_file():
        return path
    if not (path / catalogue.MAIN).is_file():
        raise failure(f"{path} is not a game: it has no file {catalogue.MAIN}")
    return path / catalogue.MAIN


def read_layers(path: Path, problems: Problems) -> tuple[Layer, ...]:
    """Return a game and all that it extends, the bottom one first; none, after noting why, if one is missing."""
    tower = _Tower(Path(os.path.realpath(main_file(path))).parent.parent, problems)
    return tuple(tower.found) if tower.add(path, ()) and tower.stands() else ()


def own_layers(stack: Sequence[Layer]) -> Sequence[Layer]:
    """Return those of a stack that count as the game's own: the top one, or all above the bottom if it joins several.

    A game that extends no other has none.
    """
    if len(stack) < 2:
        return ()
    return stack[1:] if isinstance(stack[-1].tree.entries[EXTENDS], SequenceNode) else stack[-1:]


class _Tower:
    """Games on top of one another as they are gathered, each once, what it extends before it."""

    def __init__(self, root: Path, problems: Problems) -> None:
        self._root, self._problems = root, problems  # all of them lie in that folder, or come with printshop
        self._read: list[Node] = []
        self.found: list[Layer] = []
        self._known: set[Path] = set()

    def add(self, path: Path, above: tuple[Layer, ...]) -> bool:
        """Take a game, and below it what it extends; return whether all of that is there."""
        layer = _read(path, self._read, self._problems)
        if layer is None:
            return False
        good = True
        for node in _extended(layer, self._problems):
            base = self._base(node, (*above, layer))
            good = base is not None and self._reach(base, (*above, layer)) and good
        self.found.append(layer)
        self._known.add(layer.main.resolve())
        return good

    def _reach(self, base: Path, above: tuple[Layer, ...]) -> bool:
        return main_file(base).resolve() in self._known or self.add(base, above)

    def _base(self, node: Node, chain: tuple[Layer, ...]) -> Path | None:
        """Return where a game is that the last of these extends, or None after noting why it cannot be."""
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
        mains = [one.main.resolve() for one in chain]
        if main in mains:
            ring = " and ".join(one.key for one in chain[mains.index(main):])
            self._problems.add(node.span, f"{layer.key} extends itself" if main == mains[-1] else
                               f"{ring} extend each other", "one of them must be a game that stands on its own")
        elif len(chain) >= MOST or len({*self._known, *mains, main}) > MOST_IN_ALL:
            self._problems.add(node.span, f"there are more than {MOST} games on top of one another, or more than "
                               f"{MOST_IN_ALL} in all: that is too many")
        else:
            return path
        return None

    def stands(self) -> bool:
        """Return whether all of it rests on one game, after noting if it does not."""
        bottom = [layer.key for layer in self.found if EXTENDS not in layer.tree.entries]
        if len(bottom) > 1:
            self._problems.add(self.found[-1].tree.entries[EXTENDS].span,
                               f"{' and '.join(bottom)} are games that stand on their own",
                               "only games that extend the same one can be put together")
        return len(bottom) == 1


def _extended(layer: Layer, problems: Problems) -> Sequence[Node]:
    """Return the names of what a game extends."""
    node = layer.tree.entries.get(EXTENDS)
    if not isinstance(node, SequenceNode):
        return (node,) if node else ()
    if not node.items:
        problems.add(node.span, f"'{EXTENDS}' is an empty list", "name a game, or leave it out")
    return node.items


def _read(path: Path, read: list[Node], problems: Problems) -> Layer | None:
    main = main_file(path)
    single = main.name != catalogue.MAIN
    head = parsed(main, None if single else main.parent, read, problems)
    if head is None or not _is_game(head, main, problems):
        return None
    assert isinstance(head, Mapping)
    if single:
        return Layer(path, main, head, (head,))
    beside = dict(_sections(main.parent, head, read, problems))
    played = dict(_scenarios(main.parent, read, problems))
    tree = Merged(head, {**head.entries, **beside}, dict.fromkeys(head.entries, head))
    lost = tuple(name for name in sections.names()
                 if name not in tree.entries and os.path.lexists(main.parent / f"{name}.yaml"))
    roots = (head, *beside.values(), *played.values())
    return Layer(path, main, _with_scenarios(tree, played, problems), roots, lost)


def _is_game(head: Node, main: Path, problems: Problems) -> bool:
    """Return whether a file can be that of a game; otherwise what it is instead has been noted."""
    single = main.name != catalogue.MAIN
    home = next((one for one in main.parents[:2] if (one / catalogue.MAIN).is_file()), None) if single else None
    part = f"this is a part of the game {shown(home)}: name that" if home else ""
    if not isinstance(head, Mapping):
        problems.add(head.span, f"a game must be a block of keys, found {describe(head)}",
                     part or "write its keys as key: value")
    elif single and not {EXTENDS, "unit_types"} & head.entries.keys():
        listed = "units" in head.entries and ("game" in head.entries or main.parent.name == catalogue.FLEETS)
        part = f"this is a fleet: printshop fleet {shown(main)}" if listed else part
        near = [hint for key in head.entries if (hint := suggestion(key, (EXTENDS,))).startswith("did")]
        problems.add(head.span, f"this file is no game: it has neither '{EXTENDS}' nor 'unit_types'",
                     near[0] if near else part or f"{EXTENDS}: NAME adds to a game that is there")
    return isinstance(head, Mapping) and not (single and not {EXTENDS, "unit_types"} & head.entries.keys())


def _sections(folder: Path, head: Mapping, read: list[Node], problems: Problems) -> Iterator[tuple[str, Node]]:
    """Give the sections that stand in files of their own."""
    for name in sections.names():
        path = folder / f"{name}.yaml"
        if not os.path.lexists(path):
            continue
        if name in head.entries:
            problems.add(head.entries[name].span, f"'{name}' stands in {catalogue.MAIN} and in {name}.yaml",
                         "keep one of the two")
        elif node := parsed(path, folder, read, problems):
            yield name, node


def _scenarios(folder: Path, read: list[Node], problems: Problems) -> Iterator[tuple[str, Node]]:
    """Give the scenarios that stand in files of their own."""
    for path in catalogue.data_files(folder / "scenarios")[:MOST_SCENARIOS + 1]:  # one more is told
        if node := parsed(path, folder, read, problems):
            yield path.stem, node


def _with_scenarios(tree: Mapping, played: Mapping_[str, Node], problems: Problems) -> Mapping:
    """Return a game's tree with scenarios from files of their own beside those that stand in its main file."""
    inside = tree.entries.get("scenarios")
    if not played or not isinstance(inside, Mapping | None):
        return tree
    for key in inside.entries.keys() & played.keys() if inside else ():
        problems.add(inside.key_span(key) if inside else None, f"the scenario '{key}' stands in {catalogue.MAIN} and "
                     f"in scenarios/{key}.yaml", "keep one of the two")
    entries = {**played, **(inside.entries if inside else {})}
    every = Merged(inside or tree, entries, dict.fromkeys(inside.entries, inside) if inside else {})
    return Merged(tree, {**tree.entries, "scenarios": every}, dict.fromkeys(tree.entries, tree))


def merged(stack: Sequence[Layer], problems: Problems) -> Mapping:
    """Return one tree of a game and all that it extends."""
    tree: Mapping | None = None
    for layer in stack:
        tree = merge(tree, layer.tree, problems)
    assert tree is not None
    return tree


def own_entries(stack: Sequence[Layer]) -> dict[str, frozenset[str]]:
    """Return what a game that extends another has under names of its own, by section; of any other game, nothing."""
    own = own_layers(stack)
    if not own:
        return {}
    nodes = {name: [layer.tree.entries.get(name) for layer in own] for name in holders()}
    return {name: frozenset(key for node in found if isinstance(node, Mapping) for key in node.entries)
            for name, found in nodes.items()}
