"""The lists of a game's units: in its main file, in files of their own, and in the games that it extends."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from printshop.catalogue import data_files
from printshop.game.differences import KEY
from printshop.game.merging import CHANGES, changed, marked
from printshop.language.reader import describe
from printshop.problems import suggestion
from printshop.source import Mapping, Merged, Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from printshop.game.model import UnitType
    from printshop.problems import Problems


class Item(NamedTuple):
    """A unit as it is written; `own` says that it is not one of a game that this one extends."""

    node: Node
    own: bool


def stem_of(unit_type: UnitType) -> str:
    """Return what files and lists of a type's units are called: its plural in one word."""
    return unit_type.plural.replace(" ", "_")


def unit_files(folder: Path, unit_type: UnitType) -> list[Path]:
    """Return the files of one type's units: "ships.yaml" and "ships/*.yaml" for a type whose plural is ships."""
    stem = stem_of(unit_type)
    single = folder / f"{stem}.yaml"
    return ([single] if os.path.lexists(single) else []) + data_files(folder / stem)


class Roll:
    """The units of one type, in the order of the games and their files, as those on top leave them."""

    def __init__(self, unit_type: UnitType, problems: Problems) -> None:
        self._type, self._problems = unit_type, problems
        self._items: list[Item] = []
        self._places: dict[str, int] = {}  # of names, those of sisters too, among the items
        self._taken: set[str] = set()  # names whose units the game that is being added has replaced or changed
        self.lost = False  # something is written that is no unit with a name

    @property
    def names(self) -> frozenset[str]:
        """The names of all units and their sisters."""
        return frozenset(self._places)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items)

    def add(self, lists: Iterable[Node], *, own: bool, extends: bool) -> None:
        """Take the lists of a game; what they replace or change is one of those that were taken before."""
        known, self._taken = dict(self._places), set[str]()
        for node in lists:
            if isinstance(node, Sequence):
                for item in node.items:
                    self._add(item, own, known if extends else None)
            else:
                plural = self._type.plural
                self.lost = True
                self._problems.add(node.span, f"{plural} must be a list, found {describe(node)}",
                                   'begin each of them with "- name: ..."')

    def _add(self, node: Node, own: bool, known: dict[str, int] | None) -> None:
        name = _name(node)
        self.lost |= not name
        node, mark = marked(node, name or self._type.name, self._problems)
        at = known.get(name) if known else None
        if not mark or at is None or name in self._taken:
            if mark and at is None:
                self._nothing(node, name, mark, known)
            self._append(Item(node, own))
            return
        self._taken.add(name)
        if _name(self._items[at].node) != name:
            self._sister(node, name, mark, Item(node, own), at)
        else:
            self._replace(node, name, mark, own, at)

    def _nothing(self, node: Node, name: str, mark: str, known: dict[str, int] | None) -> None:
        hint = f"leave out '{mark}': this game extends no other" if known is None else suggestion(name, known)
        self._problems.add(node.span, f"there is no {self._type.name} '{name}' that this one {mark}", hint)

    def _append(self, item: Item) -> None:
        for name in names_of(item.node):
            self._places.setdefault(name, len(self._items))
        self._items.append(item)

    def _replace(self, node: Node, name: str, mark: str, own: bool, at: int) -> None:
        """Put a unit into the place of the one of its name."""
        base = self._items[at].node
        lost = [] if "sisters" in getattr(node, "entries", {}) or mark == CHANGES else _sisters(base)
        if lost:
            self._problems.add(node.span, f"{name} replaces a {self._type.name} with sisters: {', '.join(lost)}",
                               f"write sisters: [{', '.join(lost)}] if this goes for them, too, or sisters: []")
        if mark == CHANGES and isinstance(base, Mapping):
            node = changed(_as_played(base, node), node)
        self._items[at] = Item(node, own)
        for sister in _sisters(node):
            self._places.setdefault(sister, at)

    def _sister(self, node: Node, name: str, mark: str, item: Item, at: int) -> None:
        """Part a unit from her sisters."""
        base, was_own = self._items[at]
        assert isinstance(base, Mapping)
        alone = base.without("sisters", "short", "printed")
        self._items[at] = Item(_without_sister(base, name), was_own)
        if mark == CHANGES:
            named = {"class": base.entries["name"], **alone.entries}
            item = Item(changed(Merged(alone, named, dict.fromkeys(alone.entries, alone)), node), item.own)
        self._append(item)


def _as_played(base: Mapping, own: Node) -> Mapping:
    """Return a unit without what is said of the figures that another changes: what a book prints is that of the old."""
    said = base.entries.get(KEY)
    left = base.without("printed")
    if not isinstance(said, Mapping) or not isinstance(own, Mapping):
        return left
    return Merged(left, {**left.entries, KEY: said.without(*own.entries)}, dict.fromkeys(left.entries, left))


def names_of(node: Node) -> tuple[str, ...]:
    """Return the name of a unit as it is written, if it has one, and those of its sisters."""
    return tuple(name for name in (_name(node), *_sisters(node)) if name)


def _name(node: Node) -> str:
    name = node.entries.get("name") if isinstance(node, Mapping) else None
    return name.text if isinstance(name, Scalar) else ""


def _sisters(node: Node) -> list[str]:
    found = node.entries.get("sisters") if isinstance(node, Mapping) else None
    nodes = found.items if isinstance(found, Sequence) else (found,) if found else ()
    return [one.text for one in nodes if isinstance(one, Scalar)]


def _without_sister(node: Mapping, name: str) -> Mapping:
    sisters = node.entries["sisters"]
    left = [one for one in getattr(sisters, "items", ()) if getattr(one, "text", "") != name]
    rest = Sequence(sisters.source, sisters.line, sisters.column, tuple(left))
    return Merged(node, {**node.entries, "sisters": rest}, dict.fromkeys(node.entries, node))
