"""Load a game and the games that it extends into a checked `Game`, collecting every problem of all files.

A caller that asks for a `sound` game gets it without its broken entries. Each problem is assigned to the entry in which
it stands; the game is then read again without these entries. Entries that refer to them are now wrong themselves and go
in the next reading: so nothing that is left depends on a broken entry.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from printshop import catalogue
from printshop.expressions import NOT_KNOWN
from printshop.game import layers, themes
from printshop.game.fleets import read_rules
from printshop.game.layers import EXTENDS, Layer, main_file, own_layers, shown
from printshop.game.model import UNITS, Apart, Context, Game, Noted, Part, Side, SizeClass, Words
from printshop.game.pictures import ICONS, FontFile, Icon, Pictures, check_marks, read_fonts
from printshop.game.settings import SETTINGS, fill_in, read_settings
from printshop.game.themes import THEME, ThemeEntry
from printshop.game.unit_types import ANY, Check, UnitType, outlines, read_type
from printshop.game.units import AllUnits, names_of, unit_files
from printshop.game.values import Table
from printshop.language import keys, sections
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe
from printshop.problems import PrintshopError, Problem, Problems, suggestion
from printshop.source import MappingNode, Node, SequenceNode
from printshop.source.memory import Memory
from printshop.source.workbooks import TABLES

FORMAT = 1
BLOCKS = ("settings", "sides", "size_classes", "tables", "unit_types")
"""Sections that all other sections depend on."""
_DICE = re.compile(r"([1-9]\d?)?d([1-9]\d{0,2})")
MOST_READINGS = 5  # of a game with mistakes: without the broken entries, without entries that name these, and so on
COLOURS = ("free", "fixed")
LARGE = 50_000  # values; a larger game is not read again without its broken entries: that would take too long
Place = tuple[tuple[int, int], Part | None]
_ANCHOR = re.compile(r"(?<!\w)&\w")  # a YAML anchor: a value of one part may belong to another, too


def _read_format(at: Reader, name: str) -> int:
    if name not in at:
        at.node(name)
        at.lack(name, f"write format: {FORMAT}")
        return FORMAT
    before, version = len(at.problems), at.whole(name)
    if len(at.problems) == before and version != FORMAT:
        at.fail(name, f"this data has format {version}; this printshop reads format {FORMAT}")
    return FORMAT


def _read_dice(at: Reader, name: str) -> tuple[str, ...]:
    """Return the rolls of the game, each once, as "2d6" or "1d20"."""
    rolls: dict[str, None] = {}
    for text, span in at.placed_texts(name):
        if match := _DICE.fullmatch(text.strip()):
            rolls[f"{match[1] or 1}d{match[2]}"] = None
        else:
            at.problems.add(span, f"'{text}' in 'dice' is no roll of dice",
                            "write d6, or 2d6 for two that are rolled together")
    return tuple(rolls)


@block
class Sizes(Block):
    """The size classes of bases, smallest first, and `by`, the field that decides the class of a unit."""

    by: str = keys.text("the field that decides the class of a unit")
    classes: tuple[SizeClass, ...] = keys.named(SizeClass, "the classes by key, smallest first", entry="size class",
                                                default=...)

    def settled(self, at: Reader) -> Sizes:
        readers = dict(at.named("classes", "size class"))
        for before, size in pairwise(self.classes):
            inner = readers[size.key]
            if before.up_to is None:
                what = f"{inner.what} is never used: {before.name}, before it, has no 'up_to'"
                at.problems.add(inner.place, what, f"give {before.name} an 'up_to'")
            elif size.up_to is not None and size.up_to <= before.up_to:
                inner.fail("up_to", f"'up_to' of {inner.what} must be more than the {before.up_to} of {before.name}")
        return self


@block
class Head(Block):
    """The keys of a game's main file, without its sections and its units."""

    format: int = keys.special(_read_format, {"type": "integer"}, "1, the version of this data format", default=...)
    title: str = keys.text("the name of the game")
    subtitle: str = keys.text("a line below it", default="")
    rights: str = keys.text("a line for the foot of every page: the owner of the game", default="")
    cover: str = keys.text("a picture of the game's folder `art/` for the covers of packs, as broad as the page: see "
                           "[below](#covers)", default="")
    needs: tuple[str, ...] = keys.texts("a list for the cover of a pack: what players must bring")
    dice: tuple[str, ...] = keys.special(
        _read_dice, keys.TEXTS, "the dice of the game: `[d6, 2d6, d20]`, with `2d6` for two that are rolled together. "
        "A module for VASSAL has a button for each, a table for Tabletop Simulator the dice themselves, if they have "
        "4, 6, 8, 10, 12 or 20 sides")
    words: Words = keys.inner(
        Words, "the words for the ends and sides of a model on gauges, arcs and sheets of counters, instead of `bow`, "
        "`stern`, `port`, `starboard` and `keel`: `{bow: nose, port: left, starboard: right, keel: middle}`. In the "
        "data they keep their names (`edge: bow`). A game that extends another adds its words to those of the other",
        default=Words())
    fonts: tuple[FontFile, ...] = keys.special(lambda at, _: read_fonts(at), keys.TEXTS, "a list of font files, for "
                                               "characters that printshop's own fonts do not have: see [below](#fonts)")
    sides: tuple[Side, ...] = keys.named(Side, "the sides by key (a game may have none)", entry="side")
    colours: str = keys.choice(COLOURS, "`fixed`: the sides are named after their colours and keep them, also "
                               "with `--palette`; `free` if not given", default="free")
    size_classes: Sizes = keys.inner(Sizes, "the sizes of the units' bases", default=Sizes(by="", classes=()))
    tables: tuple[Table, ...] = keys.named(Table, "tables for charts, and for `lookup` in formulas, by key",
                                           entry="table")

    @classmethod
    def more(cls) -> Mapping[str, keys.Key]:
        """Return the keys of a main file that are read before or after the keys of this block."""
        return {"settings": SETTINGS, "icons": ICONS, "theme": THEME,
                "unit_types": keys.key(keys.named(UnitType, "the types of units by key: see below", default=...))}


def _keys_of_games() -> set[str]:
    """Return the keys that the main file of any game may have."""
    declared = (keys.spelt(attribute, key) for attribute, key in keys.keys(Head).items())
    return {*declared, *Head.more(), *sections.names(), "fleet", EXTENDS}


def load(path: Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = (), theme: str = "", *,
         sound: bool = False, memory: Memory | None = None) -> Game:
    """Return the game that a folder, or a single file, describes.

    `settings` are other values, as text, for its settings; `palette` are other colours, "#rrggbb", for its sides;
    `theme` is the name of another theme. Raises PrintshopError with every problem of all its files, and of the files of
    the games that it extends. With `sound`, entries with problems are left out instead, and listed in `apart`;
    PrintshopError is then raised only if a problem is not within a single entry, or if the game is too large to be read
    again.

    A `memory` must be of this game, read without other settings and colours. It is used, and updated by this reading.
    """
    named_theme = themes.find(theme) if theme else None
    sections.sections()  # loads their modules: until then every file of a game would be unknown
    main_file(path)
    first_problems, memory, apart = Problems(), memory or Memory(), Apart()
    if not memory.ground:
        memory.forget()
    stack = layers.read_layers(path, first_problems, memory)
    if stack and memory.ground and memory.outline != _outline(stack, memory.ground.stems):
        memory.forget()  # the settings filled into its trees were those of another ground
        first_problems = Problems()
        stack = layers.read_layers(path, first_problems, memory)
    problems = first_problems
    for _ in range(MOST_READINGS if stack else 0):
        read = _read_once(stack, settings or {}, palette, problems, apart, memory)
        if read is None:
            break
        game, roots = read
        if not problems:
            return replace(game, apart=apart, theme=named_theme or game.theme)
        if not sound or sum(root.source.values for root in roots) > LARGE:
            break
        places = _places(stack, roots, game.unit_types)
        parts = {_part_of(problem, places) for problem in problems}
        named = frozenset(part for part in parts if part is not None)
        if len(named) < len(parts):  # a problem that is not within a single entry
            break
        if named <= apart.parts:
            return replace(game, apart=apart, theme=named_theme or game.theme)
        apart, problems = Apart(apart.problems or tuple(problems), apart.parts | named), Problems()
    raise PrintshopError(first_problems)


def _read_once(stack: Sequence[Layer], given: Mapping[str, str], palette: Sequence[str], problems: Problems,
               apart: Apart, memory: Memory) -> tuple[Game, Sequence[Node]] | None:
    """Return the game without the parts in `apart`, and the trees of all its files.

    None if a section on which all else depends is missing.
    """
    reader = Reader(apart.pruned(layers.merged(stack, problems)), problems, "the game")
    ground: Ground | None = memory.ground if _only_units(apart) else None
    ground = ground or _read_ground(reader, stack, given, palette, apart, memory)
    if ground is None:
        return None
    head, settings, noted = ground.head, ground.context.settings, frozenset(reader.inside("settings"))
    for root in (root for layer in stack for root in layer.roots):
        fill_in(root, settings, problems, noted)
    reader.context = context = replace(ground.context, problems=problems)
    units = AllUnits(stack, context, noted, apart, memory=memory)
    for unit_type in context.unit_types.values():
        units.read(unit_type)
    units.finish()
    context = replace(context, units=units.units,
                      noted=Noted() if apart.parts else _names_noted(reader, stack, ground.astray, units))
    context = _read_sections(reader, context, of_units=True)
    for root in [root for root in units.roots if root not in memory.marked] if ground.icons else ():
        before = len(problems)
        check_marks(root, reader.inside("icons"), problems)
        memory.marked |= {root} if len(problems) == before else set()
    files = {root.source.name for layer in own_layers(stack) for root in layer.roots}
    own = {name: keys | {key for key, entry in context.sections.get(name, {}).items()  # and what its files ask for
                         if (span := getattr(entry, "span", None)) and span.file in files}
           for name, keys in layers.own_entries(stack).items()}
    below = stack[: len(stack) - len(own_layers(stack))]
    base = below[-1]  # named by its key if it comes with printshop, else by its path
    lines = (Reader(layer.tree, problems, reader.what).text("rights", "") for layer in stack)
    tables = {table.key: table for table in head.tables}
    game = Game(**{**context.data(), "tables": tables}, key=stack[-1].key, title=head.title, subtitle=head.subtitle,
                rights=" ".join(dict.fromkeys(filter(None, lines))), root=stack[-1].path, needs=head.needs,
                fleet_checks=ground.rules, fonts=head.fonts, icons=ground.icons, dice=head.dice,
                theme=ground.theme,
                cover=context.pictures.path(head.cover) if head.cover else None,
                base=(base.key if base.path in catalogue.games().values() else shown(base.path)) if own else "",
                own={**own, "units": frozenset(units.own)} if own else {},
                files=tuple(root.source.path for root in units.roots if root.source.path))
    return game, units.roots


class Ground(NamedTuple):
    """All of a game but its units and the sections that refer to units.

    `stems` are the names of the unit types, by the names of their lists; `astray` are the parts that misnamed files may
    be meant as.
    """

    head: Head
    context: Context
    stems: Mapping[str, str]
    astray: Collection[str]
    rules: tuple[Check, ...]
    icons: tuple[Icon, ...]
    theme: ThemeEntry | None


def _only_units(apart: Apart) -> bool:
    """Return whether all parts in `apart` are units, or entries of sections that refer to units."""
    return {part.section for part in apart.parts} <= {UNITS, *sections.of_units()}


def _outline(stack: Sequence[Layer], stems: Collection[str]) -> object:
    """Return a value that is equal for two readings of a game with the same `Ground`; nodes compare by identity."""
    but = {*stems, *sections.of_units()}
    return [(layer.path, layer.main, layer.lost, [pair for pair in layer.tree.entries.items() if pair[0] not in but])
            for layer in stack]


def _read_ground(reader: Reader, stack: Sequence[Layer], given: Mapping[str, str], palette: Sequence[str],
                 apart: Apart, memory: Memory) -> Ground | None:
    """Return all of a game but its units and what refers to them; None if a basic section is missing.

    The result is kept in `memory` if it has no problems and does not lack anything.
    """
    problems, memory.units, memory.marked = reader.problems, {}, set()
    settings, noted = read_settings(reader, given), frozenset(reader.inside("settings"))
    for root in (root for layer in stack for root in layer.roots):
        fill_in(root, settings, problems, noted)
    head = Head(**keys.taken(Head, reader))
    every = {table.key: table for table in head.tables}
    tables = {key: table for key, table in every.items() if table.sound}
    for key in settings.keys() & every.keys():
        reader.fail("settings", f"a setting and a table are both called '{key}'", "formulas know both by their names")
    unknown = {*(every.keys() - tables.keys()), *(noted - settings.keys())}  # broken: formulas take them for unknown
    constants = {**every, **{key: setting.value for key, setting in settings.items()},
                 **dict.fromkeys(unknown, NOT_KNOWN)}
    pictures = Pictures(tuple(layer.folder / "art" for layer in reversed(stack)))
    sides = _with_emblems(_sides(reader, head, palette), pictures, reader)
    if head.cover and (trouble := pictures.trouble(head.cover)):
        reader.fail("cover", *trouble)
    context = Context(problems=problems, pictures=pictures, sides=sides,
                      sizes=head.size_classes.classes, size_by=head.size_classes.by, unit_types={}, tables=tables,
                      units={}, settings=settings, words=head.words, constants=constants,
                      outlines=outlines(reader.peek("unit_types")))
    reader.context = context
    icons: tuple[Icon, ...] = ICONS.take(reader, "icons")
    theme: ThemeEntry | None = THEME.take(reader, "theme")
    types = {key: read_type(inner) for key, inner in reader.named("unit_types", "unit type", required=True)}
    if _beheaded(reader, types):
        return None
    pictures.check(problems)
    stems = {unit_type.stem: unit_type.name for unit_type in types.values()}
    astray = frozenset(part for layer in stack for part in layers.read_strays(layer, stems, problems))
    context = replace(context, unit_types=types,
                      noted=Noted() if apart.parts else _names_noted(reader, stack, astray))
    context = _read_sections(reader, context, of_units=False)
    ground = Ground(head, context, stems, astray, read_rules(reader, context), icons, theme)
    for key in (*stems, *sections.of_units()):
        reader.node(key)
    for key in {*reader.keys()} - {*_keys_of_games(), *stems}:  # lists of units under the key of an unknown type
        node = reader.peek(key)
        if node and any("name" in item.entries for item in node.items):
            reader.node(key)
            problems.add(reader.key_span(key), f"unknown key '{key}' of {reader.what}",
                         f"did you mean '{next(iter(stems))}'?" if len(stems) == 1 else suggestion(key, stems))
    reader.done((EXTENDS,))
    if not problems and not astray and _only_units(apart):
        memory.ground, memory.outline = ground, _outline(stack, stems)
    return ground


def _sides(reader: Reader, head: Head, palette: Sequence[str]) -> dict[str, Side]:
    """Return the sides, in the colours "#rrggbb" of a palette if one is given and the game allows it."""
    sides, problems = {side.key: side for side in head.sides}, reader.problems
    if ANY in sides:
        reader.fail("sides", f"a side cannot have the key '{ANY}'", "units of side any fight for all of them")
    wrong = [color for color in palette if not re.fullmatch(r"#[0-9a-fA-F]{6}", color)]
    if palette and head.colours == "fixed":
        problems.add(None, f"--palette: the sides of {head.title} are called by their colours, and keep them",
                     "leave out --palette; --ink black tells sides apart by their patterns alone")
    elif wrong:
        problems.add(None, f"--palette: '{wrong[0][:40]}' is not a colour",
                     'write "#rrggbb" for each side, or name colours that are there')
    elif palette and len(palette) < len(sides):
        problems.add(None, f"the palette has {len(palette)} colours, and the game {len(sides)} sides",
                     "take one with more colours, or leave the game its own")
    elif palette:
        return {key: replace(side, color=color) for (key, side), color in zip(sides.items(), palette, strict=False)}
    return sides


def _with_emblems(sides: Mapping[str, Side], pictures: Pictures, reader: Reader) -> dict[str, Side]:
    """Return the sides with the paths of their emblems; an emblem that cannot be used is noted."""
    drawn = dict(sides)
    for key, inner in reader.named("sides", "side"):
        if key not in sides or not (name := sides[key].emblem):
            continue
        if trouble := pictures.trouble(name):
            inner.fail("emblem", *trouble)
        else:
            drawn[key] = replace(sides[key], art=pictures.path(name))
    return drawn


def _beheaded(reader: Reader, types: Mapping[str, UnitType]) -> bool:
    """Return whether a basic section is missing or misread, so that everything else would be a problem.

    The reason is noted already, or is noted here if it is a misspelt key of the main file.
    """
    wrong = [key for key in BLOCKS if key in reader and not isinstance(reader.peek(key), MappingNode)]
    inside = {*_keys_of_games(), *(unit_type.stem for unit_type in types.values())}
    near = {suggestion(key, inside) for key in reader.keys() if key not in inside}  # noqa: SIM118
    wrong += [key for key in BLOCKS if key not in reader and f"did you mean '{key}'?" in near]
    if not wrong and all(unit_type.fields or unit_type.sound for unit_type in types.values()):
        return False
    for key in inside:
        reader.node(key)
    reader.done((EXTENDS,))
    return True


def _names_noted(reader: Reader, stack: Sequence[Layer], astray: Collection[str], units: AllUnits | None = None
                 ) -> Noted:
    """Return the names of all entries in the files; unreadable sections, and those in `astray`, count as lost."""
    every = {*sections.names()}
    lost = {name for name in every if reader.peek(name) and not isinstance(reader.peek(name), MappingNode)}
    lost |= every & {*(name for layer in stack for name in layer.lost), *astray}
    lost |= {"units"} if (units and units.lost) or {*astray} - every else set()
    names = {name: frozenset(reader.inside(name)) for name in (*every, "tables")}
    return Noted({**names, "units": units.names if units else ()}, lost)


def _read_sections(reader: Reader, context: Context, *, of_units: bool) -> Context:
    """Read all sections that refer to units, or all others, each in the context of the earlier ones; check them."""
    asked = [section for section in sections.sections() if section.of_units is of_units]
    for section in asked:
        node = reader.node(section.key)
        if node is not None and not isinstance(node, MappingNode):
            context.problems.add(node.span, f"{section.key} must be a block of keys, found {describe(node)}")
        elif node is not None and section.files and len(node.entries) > section.files:
            context.problems.add(node.span, f"there are more than {section.files} {section.key}")
            node = None
        written = section.read(node, context) if isinstance(node, MappingNode) else {}
        entries = {**section.besides(context), **written}
        context = replace(context, sections={**context.sections, section.key: entries})
    for section in asked:
        section.check(context[section], context)
    return context


def _places(stack: Sequence[Layer], roots: Sequence[Node], types: Mapping[str, UnitType]) -> dict[str, list[Place]]:
    """Return the (line, column) at which each part of a game begins and the part, sorted, for each file.

    The part is None where the text is not within a single part. Files with anchors are left out: a value there may
    belong to several parts.
    """
    whole: dict[str, Part | None] = {}
    for layer in stack:
        if not layer.single:
            whole |= {shown(layer.folder / f"{name}.yaml"): Part(name) for name in sections.in_files()}
            whole |= {shown(path): Part(name, (path.stem,)) for name in sections.in_folders()
                      for path in catalogue.data_files(layer.folder / name)}
            whole |= {shown(path): Part(UNITS) for unit_type in types.values()
                      for path in unit_files(layer.folder, unit_type)}
        whole[shown(layer.main)] = None
    places: dict[str, list[Place]] = {file: [((0, 0), part)] for file, part in whole.items()}
    stems = dict.fromkeys((unit_type.stem for unit_type in types.values()), UNITS)
    for root in roots:
        file = root.source.name
        if not file.endswith(TABLES) and _ANCHOR.search(root.source.text):
            places.pop(file, None)
        elif part := whole.get(file):
            places[file] += sorted(_entry_places(part, root), key=itemgetter(0))
        elif file in places and isinstance(root, MappingNode):
            for key, node in root.entries.items():
                section = stems.get(key) or (key if key in sections.names() else "")
                places[file].append((root.place(key), Part(section) if section else None))
                places[file] += _entry_places(Part(section), node) if section else ()
            places[file].sort(key=itemgetter(0))
    return places


def _entry_places(part: Part, node: Node) -> Iterator[Place]:
    """Yield the places of the entries of a section, or of a list of units; a scenario's own file has none."""
    if isinstance(node, SequenceNode) and part.section == UNITS:
        yield from (((item.line, item.column), Part(UNITS, names_of(item))) for item in node.items)
    elif isinstance(node, MappingNode) and part.section != UNITS and not part.names:
        for key, entry in node.entries.items():
            default = entry.entries.get("default")
            on_request = default is not None and default.value is False
            yield node.place(key), Part(part.section, (key,), not on_request)


def _part_of(problem: Problem, places: Mapping[str, list[Place]]) -> Part | None:
    """Return the part of the game in which a problem stands; None if the whole game depends on it."""
    span = problem.span
    if span is None or span.file not in places:
        return None
    parts = places[span.file]
    return parts[bisect_right(parts, (span.line, span.column), key=itemgetter(0)) - 1][1]
