"""A game on top of the one that it extends: two trees of YAML made one, in which every value keeps its own place.

What stands under a name (a form, a side, a table ...) is added to what the base has. A name that the base has, too, is
a mistake unless the entry says what is meant: `replaces: true`, and it takes the place of the base's entry, or
`changes: true`, and the keys that it gives take the place of that entry's keys, however deep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.language import sections
from printshop.language.reader import describe, true_or_false
from printshop.naming import unfit
from printshop.problems import suggestion
from printshop.source import Mapping, Merged, Node, Scalar, Sequence

if TYPE_CHECKING:
    from printshop.problems import Problems

REPLACES, CHANGES = MARKS = ("replaces", "changes")
HEAD, SCENARIOS = ("sides", "tables", "settings", "unit_types"), "scenarios"
BLOCKS = ("size_classes", "fleet")
"""What holds keys that are always the same: single values, lists, and entries under names of their own."""
LISTS = ("needs", "dice", "fonts")
"""What holds a list, or a single value in the place of one."""
EXTENDS, WORDS = "extends", "words"


def holders() -> tuple[str, ...]:
    """Return the keys below which entries stand under names of their own."""
    return (*HEAD, *sections.names(), SCENARIOS)


def reserved() -> frozenset[str]:
    """Return what a game's keys, files and folders are called: no units can be called so."""
    return frozenset((*holders(), *BLOCKS, EXTENDS, WORDS, *LISTS, "format", "title", "subtitle", "rights", "colours",
                      "game", "art", "fleets"))


def merge(base: Mapping | None, own: Mapping, problems: Problems) -> Mapping:
    """Return a game's tree on top of that of its base; None stands for no base, and then nothing can be replaced."""
    entries = dict(base.entries) if base else {}
    origins = dict.fromkeys(entries, base) if base else {}
    for key, node in own.entries.items():
        if key == EXTENDS:
            continue
        entries[key] = _section(key, entries.get(key), node, problems)
        origins[key] = own
    return Merged(base or own, entries, {key: one for key, one in origins.items() if one})


def _section(key: str, base: Node | None, own: Node, problems: Problems) -> Node:
    """Return one key's value: entries are added to entries, lists to lists, and of single values the own one counts."""
    if isinstance(base, Sequence) and isinstance(own, Sequence):
        return joined(base, own)
    if key in LISTS and isinstance(base, Sequence | Scalar) and isinstance(own, Sequence | Scalar):
        return joined(base, own)
    if key == WORDS:  # a single value each
        mine, mark = marked(own, f"'{key}'", problems)
        return mine if base is None or mark == REPLACES else changed(base, mine)
    if key not in (*holders(), *BLOCKS) or not isinstance(base or own, Mapping):
        return own
    if not isinstance(own, Mapping):
        problems.add(own.span, f"{key} must be a block of keys, found {describe(own)}")
        return base or own
    below = base if isinstance(base, Mapping) else None
    return named(key, below, own, problems) if key in holders() else _block(key, below, own, problems)


def named(section: str, base: Mapping | None, own: Mapping, problems: Problems) -> Mapping:
    """Return the entries of a base and a game's own, by name."""
    entries = dict(base.entries) if base else {}
    origins = dict.fromkeys(entries, base) if base else {}
    noun = _noun(section)
    for key, node in own.entries.items():
        if section in holders() and (why := unfit(key)):
            problems.add(own.key_span(key), f"the key of a {noun}, '{key}', {why}",
                         "it stands in names of files: letters, digits, spaces, - and _ will do")
        entry, mark = marked(node, f"{noun} '{key}'", problems)
        first = entries.get(key)
        if first is None and mark:
            problems.add(own.key_span(key), f"there is no {noun} '{key}' that this one {mark}",
                         suggestion(key, entries) if base else f"leave out '{mark}': this game extends no other")
        elif base and first is not None and not mark:
            problems.add(own.key_span(key), f"there is a {noun} '{key}' already: {base.key_span(key)}",
                         f"give this one another name, or put it in the other's place with '{REPLACES}: true'")
        # A type without its fields is told once, not again by all of its units.
        meant = mark == CHANGES or (not mark and section == "unit_types")
        entries[key] = changed(first, entry) if first is not None and meant else entry
        origins[key] = own
    return Merged(own, entries, {key: one for key, one in origins.items() if one})


def _block(section: str, base: Mapping | None, own: Mapping, problems: Problems) -> Mapping:
    """Return a block whose keys are always the same, with what both say."""
    mine, mark = marked(own, f"'{section}'", problems)
    if not isinstance(mine, Mapping) or base is None or mark == REPLACES:
        return own if not isinstance(mine, Mapping) else _unmarked(mine, problems)
    entries, origins = dict(base.entries), dict.fromkeys(base.entries, base)
    for key, node in mine.entries.items():
        first = entries.get(key)
        if isinstance(first, Mapping) and isinstance(node, Mapping):
            entries[key] = in_order(named(key, first, node, problems))
        elif isinstance(first, Sequence) and isinstance(node, Sequence):
            entries[key] = joined(first, node)
        else:
            if mark != CHANGES and isinstance(first, Scalar) and isinstance(node, Scalar) and first.text != node.text:
                problems.add(node.span, f"'{key}' of {section} is '{first.text}' already: {first.span}",
                             f"leave it out, or write '{REPLACES}: true' in {section}, with all that belongs there")
            entries[key] = node
        origins[key] = mine
    return Merged(mine, entries, origins)


def joined(base: Node, own: Node) -> Sequence:
    """Return one list of two, each of which may be a single value instead."""
    items = [one for node in (base, own) for one in (node.items if isinstance(node, Sequence) else (node,))]
    return Sequence(own.source, own.line, own.column, tuple(items))


def _unmarked(block: Mapping, problems: Problems) -> Mapping:
    """Return a block without base; its entries have nothing to replace."""
    entries = {key: named(key, None, node, problems) if isinstance(node, Mapping) else node
               for key, node in block.entries.items()}
    return Merged(block, entries, dict.fromkeys(entries, block))


def in_order(classes: Mapping) -> Mapping:
    """Return entries that have an `up_to` in its order, those without it last; all others as they are."""

    def rank(item: tuple[str, Node]) -> float:
        node = item[1].entries.get("up_to") if isinstance(item[1], Mapping) else None
        value = node.value if isinstance(node, Scalar) else None
        return value if isinstance(value, int) else float("inf")

    if all(rank(item) == float("inf") for item in classes.entries.items()):
        return classes
    return Merged(classes, dict(sorted(classes.entries.items(), key=rank)), dict.fromkeys(classes.entries, classes))


def marked(node: Node, what: str, problems: Problems) -> tuple[Node, str]:
    """Return an entry without its mark, and the mark, "" for none: whether it `replaces` or `changes` another."""
    if not isinstance(node, Mapping) or not any(mark in node.entries for mark in MARKS):
        return node, ""
    found = [mark for mark in MARKS if mark in node.entries
             and true_or_false(node.entries[mark], f"'{mark}' of {what}", problems)]
    if len(found) > 1:
        problems.add(node.key_span(CHANGES), f"{what} says '{REPLACES}' and '{CHANGES}'",
                     f"{REPLACES}: this instead of the other; {CHANGES}: the other, but with these keys")
    return node.without(*MARKS), found[0] if found else ""


def changed(base: Node, own: Node) -> Node:
    """Return a value with the keys of another put into it, however deep; lists and single values are taken whole."""
    if not isinstance(base, Mapping) or not isinstance(own, Mapping):
        return own
    entries = {**base.entries, **{key: changed(base.entries[key], node) if key in base.entries else node
                                  for key, node in own.entries.items()}}
    return Merged(own, entries, {key: own if key in own.entries else base for key in entries})


def _noun(section: str) -> str:
    """Return what one entry of a section is called.

    >>> _noun("unit_types"), _noun("classes"), _noun("forms")
    ('unit type', 'size class', 'form')
    """
    return "size class" if section == "classes" else section.removesuffix("s").replace("_", " ")
