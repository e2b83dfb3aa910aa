"""From the files of a game, and of what it extends, to a `Game`: all of them read, every problem of a run collected.

A problem counts for the part in which it stands in the files. What names such a part is read once more without it, and
is then wrong itself: so nothing that is left of a game rests on anything wrong.
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
"""What everything else stands on."""
_DICE = re.compile(r"([1-9]\d?)?d([1-9]\d{0,2})")
MOST_READINGS = 5  # of a game with mistakes in it: without them, without what names that, and so on
COLOURS = ("free", "fixed")
LARGE = 50_000  # values of a game that is not read again without its mistakes: that would take long
Place = tuple[tuple[int, int], Part | None]
_ANCHOR = re.compile(r"(?<!\w)&\w")  # what stands in one part may be another's, too


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
    """Return what is rolled in the game, each once, as "2d6" or "1d20"."""
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
    """The classes of bases, smallest first, and `by`, the field that decides."""

    by: str = keys.text("the field that decides")
    classes: tuple[SizeClass, ...] = keys.named(SizeClass, "the classes by key, smallest first", entry="size class",
                                                default=...)

    def settled(self, at: Reader) -> Sizes:
        readers = dict(at.named("classes", "size class"))
        for before, size in pairwise(self.classes):
            inner = readers[size.key]
            if before.up_to is None:
                what = f"nothing is ever of {inner.what}: {before.name}, before it, has no 'up_to'"
                at.problems.add(inner.place, what, "give that one an 'up_to'")
            elif size.up_to is not None and size.up_to <= before.up_to:
                inner.fail("up_to", f"'up_to' of {inner.what} must be more than the {before.up_to} of {before.name}")
        return self


@block
class Head(Block):
    """What a game's main file says of it besides its sections and its units."""

    format: int = keys.special(_read_format, {"type": "integer"}, "1, the version of this data format", default=...)
    title: str = keys.text("the name of the game")
    subtitle: str = keys.text("a line below it", default="")
    rights: str = keys.text("a line for the foot of every page: whose game it is", default="")
    cover: str = keys.text("a picture of the game's folder `art/` for the covers of packs, as broad as the page: see "
                           "[below](#covers)", default="")
    needs: tuple[str, ...] = keys.texts("a list for the cover of a pack: what players must bring")
    dice: tuple[str, ...] = keys.special(
        _read_dice, keys.TEXTS, "what is rolled: `[d6, 2d6, d20]`, with `2d6` for two that are rolled together. A "
        "module for VASSAL has a button for each, a table for Tabletop Simulator the dice themselves, if they have "
        "4, 6, 8, 10, 12 or 20 sides")
    words: Words = keys.inner(
        Words, "what the ends and sides of a model are called wherever a gauge, an arc or a sheet of counters says so, "
        "if not `bow`, `stern`, `port`, `starboard` and `keel`: `{bow: nose, port: left, starboard: right, keel: "
        "middle}`. In the data they keep their names (`edge: bow`). A game on top of another adds its words to those "
        "below", default=Words())
    fonts: tuple[FontFile, ...] = keys.special(lambda at, _: read_fonts(at), keys.TEXTS, "a list of files of fonts, "
                                               "for characters that printshop's own do not have: see [below](#fonts)")
    sides: tuple[Side, ...] = keys.named(Side, "the sides by key (a game may do without)", entry="side")
    colours: str = keys.choice(COLOURS, "`fixed`: the sides are called by their colours and keep them, whatever "
                               "`--palette` says; `free` if not given", default="free")
    size_classes: Sizes = keys.inner(Sizes, "the sizes of the units' bases", default=Sizes(by="", classes=()))
    tables: tuple[Table, ...] = keys.named(Table, "tables that charts can print and formulas look into, by key",
                                           entry="table")

    @classmethod
    def more(cls) -> Mapping[str, keys.Key]:
        """Return the keys that are read before and after all these."""
        return {"settings": SETTINGS, "icons": ICONS, "theme": THEME,
                "unit_types": keys.key(keys.named(UnitType, "the types of units by key: see below", default=...))}


def _keys_of_games() -> set[str]:
    """Return the keys that any game may have."""
    declared = (keys.spelt(attribute, key) for attribute, key in keys.keys(Head).items())
    return {*declared, *Head.more(), *sections.names(), "fleet", EXTENDS}


def load(path: Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = (), theme: str = "", *,
         sound: bool = False, memory: Memory | None = None) -> Game:
    """Return the game that a folder, or a single file, describes.

    `settings` are other values, as text, for its settings; `palette` are other colours, "#rrggbb", for its sides;
    `theme` is the name of another look.
    Raises PrintshopError with every problem of all its files, and of those of the games that it extends. Asked for what
    is `sound`, it returns the game without what is wrong in it: that is `apart`. Then it raises only where something is
    wrong that is about more than single entries.

    A `memory` of this very game, without other settings and colours, is used, and holds then what there is now.
    """
    named_theme = themes.find(theme) if theme else None
    sections.sections()  # without them all files of a game would be unknown
    main_file(path)
    first_problems, memory, apart = Problems(), memory or Memory(), Apart()
    if not memory.ground:
        memory.forget()
    stack = layers.read_layers(path, first_problems, memory)
    if stack and memory.ground and memory.outline != _outline(stack, memory.ground.stems):
        memory.forget()  # what has been filled into its trees was that of another ground
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
        if len(named) < len(parts):  # the whole game depends on one of them
            break
        if named <= apart.parts:
            return replace(game, apart=apart, theme=named_theme or game.theme)
        apart, problems = Apart(apart.problems or tuple(problems), apart.parts | named), Problems()
    raise PrintshopError(first_problems)


def _read_once(stack: Sequence[Layer], given: Mapping[str, str], palette: Sequence[str], problems: Problems,
               apart: Apart, memory: Memory) -> tuple[Game, Sequence[Node]] | None:
    """Return the game without what is apart, and the trees of all its files."""
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
    own = {name: keys | {key for key, entry in context.sections.get(name, {}).items()  # what its files ask for, too
                         if (span := getattr(entry, "span", None)) and span.file in files}
           for name, keys in layers.own_entries(stack).items()}
    below = stack[: len(stack) - len(own_layers(stack))]
    base = below[-1]  # is called by its name, if it comes with printshop, else by its path
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
    """What a game has besides its units and what names them; `stems` are the names of their types, by their lists'."""

    head: Head
    context: Context
    stems: Mapping[str, str]
    astray: Collection[str]
    rules: tuple[Check, ...]
    icons: tuple[Icon, ...]
    theme: ThemeEntry | None


def _only_units(apart: Apart) -> bool:
    """Return whether nothing is apart that belongs to the ground of a game."""
    return {part.section for part in apart.parts} <= {UNITS, *sections.of_units()}


def _outline(stack: Sequence[Layer], stems: Collection[str]) -> object:
    """Return what is the same for two readings of a game that have the same ground: nodes are equal if they are one."""
    but = {*stems, *sections.of_units()}
    return [(layer.path, layer.main, layer.lost, [pair for pair in layer.tree.entries.items() if pair[0] not in but])
            for layer in stack]


def _read_ground(reader: Reader, stack: Sequence[Layer], given: Mapping[str, str], palette: Sequence[str],
                 apart: Apart, memory: Memory) -> Ground | None:
    """Return what a game has besides its units and what names them; it is kept if there is nothing wrong with it."""
    problems, memory.units, memory.marked = reader.problems, {}, set()
    settings, noted = read_settings(reader, given), frozenset(reader.inside("settings"))
    for root in (root for layer in stack for root in layer.roots):
        fill_in(root, settings, problems, noted)
    head = Head(**keys.taken(Head, reader))
    every = {table.key: table for table in head.tables}
    tables = {key: table for key, table in every.items() if table.sound}
    for key in settings.keys() & every.keys():
        reader.fail("settings", f"a setting and a table are both called '{key}'", "formulas know both by their names")
    unknown = {*(every.keys() - tables.keys()), *(noted - settings.keys())}  # of what is wrong nothing is known
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
    for key in {*reader.keys()} - {*_keys_of_games(), *stems}:  # lists of units under a key of no type
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
    """Return the sides, in the colours "#rrggbb" of a palette if the player asks for one and the game has it."""
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
    """Return the sides with the drawings of their emblems; one that is not there is noted."""
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
    """Return whether something is missing on which all else stands, so that everything would be a problem.

    It has been noted, or is now: a misspelt key of the main file.
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
    """Return what there is in the files, also of what could not be read, or stands in files that have gone `astray`."""
    every = {*sections.names()}
    lost = {name for name in every if reader.peek(name) and not isinstance(reader.peek(name), MappingNode)}
    lost |= every & {*(name for layer in stack for name in layer.lost), *astray}
    lost |= {"units"} if (units and units.lost) or {*astray} - every else set()
    names = {name: frozenset(reader.inside(name)) for name in (*every, "tables")}
    return Noted({**names, "units": units.names if units else ()}, lost)


def _read_sections(reader: Reader, context: Context, *, of_units: bool) -> Context:
    """Read all sections that name units, or all others, each with those before it, and then check them together."""
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
    """Return where the parts of a game begin, by file: line and column, and the part, None for what is more than one.

    What stands in a file with anchors may be other parts', too: there is nothing of that.
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
    """Give the places of the entries of a section, or of a list of units; a scenario's own file has none."""
    if isinstance(node, SequenceNode) and part.section == UNITS:
        yield from (((item.line, item.column), Part(UNITS, names_of(item))) for item in node.items)
    elif isinstance(node, MappingNode) and part.section != UNITS and not part.names:
        for key, entry in node.entries.items():
            default = entry.entries.get("default")
            on_request = default is not None and default.value is False
            yield node.place(key), Part(part.section, (key,), not on_request)


def _part_of(problem: Problem, places: Mapping[str, list[Place]]) -> Part | None:
    """Return the part of the game that a problem is about; None where the whole game depends on it."""
    span = problem.span
    if span is None or span.file not in places:
        return None
    parts = places[span.file]
    return parts[bisect_right(parts, (span.line, span.column), key=itemgetter(0)) - 1][1]
