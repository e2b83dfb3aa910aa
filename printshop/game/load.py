"""Load a game, and the games that it extends, into a checked `Game`.

The problems of all files are collected. If a caller of `read_game` sets `skip_broken`, the game is loaded without its
broken entries: each problem is assigned to the entry that contains its place, and the game is read again without these
entries. Entries that refer to a removed entry then have problems themselves and are removed in the next reading. So no
remaining entry depends on a broken one.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import inf
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from printshop import game_paths
from printshop.formulas import NOT_KNOWN
from printshop.game import extends, themes
from printshop.game.extends import EXTENDS, GameLayer, format_path, require_main_file, select_own_layers
from printshop.game.field_values import LookupTable
from printshop.game.game_words import WORDS_SCHEMA, read_language, read_words
from printshop.game.map_paths import PathKind, path_kinds_key
from printshop.game.model import (
    UNITS,
    BrokenPart,
    BrokenParts,
    Game,
    ReadContext,
    Side,
    SizeClass,
    WrittenNames,
)
from printshop.game.pictures import (
    ICONS,
    FontFile,
    GameIcon,
    Pictures,
    check_icon_marks,
    check_icon_terrain,
    read_fonts,
)
from printshop.game.settings import SETTINGS, Setting, fill_settings, read_settings
from printshop.game.themes import THEME, ThemeEntry
from printshop.game.unit_types import ANY_SIDE, Check, UnitType, read_names_by_type, read_unit_type
from printshop.game.units import UnitIndex, find_unit_files, list_unit_names
from printshop.problems import NameHint, PrintshopError, Problem, Problems, pluralize, suggest_name
from printshop.schema import json_patterns, keys, sections
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, describe_node
from printshop.source import TABLE_SUFFIXES, MappingNode, Node, SequenceNode
from printshop.source.cache import LoadCache
from printshop.source.yaml_reader import read_limited_bytes
from printshop.text_markup import OURS_MARK
from printshop.words import ENGLISH, Words

FORMAT_VERSION = 1
_FINGERPRINT_DIGITS = 8  # enough to tell the editions of one game apart
BASIC_SECTIONS = ("settings", "sides", "size_classes", "tables", "unit_types")
"""The keys of the sections that all other sections depend on."""
_DICE_ROLL = re.compile(r"([1-9]\d?)?d([1-9]\d{0,2})")
MAX_READINGS = 5  # of a game with mistakes: without the broken entries, without entries that name these, and so on
COLOUR_MODES = ("free", "fixed")
# values; a larger game is not read again without its broken entries: that would take too long
MAX_REREAD_VALUES = 50_000
PartStart = tuple[tuple[int, int], BrokenPart | None]
_ANCHOR = re.compile(r"(?<!\w)&\w")  # a YAML anchor: a value of one part may belong to another, too


def _read_format(reader: Reader, name: str) -> int:
    if name not in reader:
        reader.get_node(name)
        reader.add_missing_key(name, f"write format: {FORMAT_VERSION}")
        return FORMAT_VERSION
    problem_count, version = len(reader.problems), reader.read_integer(name)
    if len(reader.problems) == problem_count and version != FORMAT_VERSION:
        reader.add_problem(name,
                           f"the data has format {version}, but this version of printshop reads only format "
                           f"{FORMAT_VERSION}")
    return FORMAT_VERSION


def _read_ours_line(reader: Reader, name: str) -> str:
    line = reader.read_text(name, "")
    if line and OURS_MARK not in line:
        reader.add_problem(name, f"'{name}' of {reader.label} must contain the mark {OURS_MARK}, which it explains",
                           f"begin the line with {OURS_MARK}")
    return line


def _read_dice(reader: Reader, name: str) -> tuple[str, ...]:
    """Return the dice rolls of the game as "2d6" or "1d20", each roll once."""
    rolls: dict[str, None] = {}
    for text, span in reader.read_texts_with_spans(name):
        if match := _DICE_ROLL.fullmatch(text.strip()):
            rolls[f"{match[1] or 1}d{match[2]}"] = None
        else:
            reader.problems.add(span, f"'{text}' in 'dice' must be a roll of dice",
                                "write d6 for one die, or 2d6 for two dice that are rolled together")
    return tuple(rolls)


@data_block
class SizeClasses(DataBlock):
    """The size classes of bases, smallest first, and the field `by`, which decides the class of a unit."""

    by: str = keys.text("the field that decides the size class of a unit",
                        label="Value that decides the size",
                        help_text="The size of a unit follows from this value, such as hull")
    classes: tuple[SizeClass, ...] = keys.named_blocks(SizeClass,
                                                       "the size classes, smallest first, each under its key",
                                                       entry_label="size class",
                                                       default=...)

    def validate(self, reader: Reader) -> SizeClasses:
        readers = dict(reader.open_named("classes", "size class"))
        for smaller, size in pairwise(self.classes):
            size_reader = readers[size.key]
            if smaller.up_to is None:
                message = (f"{size_reader.label} can never be used, because the size class {smaller.name} before it "
                           "has no 'up_to'")
                reader.problems.add(size_reader.mapping_span, message, f"add an 'up_to' to {smaller.name}")
            elif size.up_to is not None and size.up_to <= smaller.up_to:
                size_reader.add_problem("up_to",
                                        f"'up_to' of {size_reader.label} must be more than {smaller.up_to}, the "
                                        f"'up_to' of {smaller.name}")
        return self


@data_block
class GameHeader(DataBlock):
    """The keys of a game's main file, except the keys of its sections and units."""

    format: int = keys.custom(_read_format, {"type": "integer"}, "the version of this data format: 1", default=...)
    title: str = keys.text("the name of the game", help_text="", in_view=True)
    subtitle: str = keys.text("a line below the title", help_text="A line below the title", in_view=True, default="")
    rights: str = keys.text("a line about the owner of the game, for the bottom edge of every page",
                            label="Owner of the game", kind="prose",
                            help_text="A line for the bottom edge of every page, such as © 2004 Majestic Twelve Games",
                            in_view=True, default="")
    version: str = keys.text("the version of the game, for the bottom edge of every page, after a v. See "
                             "[below](#version)", default="")
    ours: str = keys.custom(
        _read_ours_line, {"type": json_patterns.TEXT_TYPES},
        f"the line that explains the mark {OURS_MARK}, for the bottom edge of every page that has the mark: see "
        "[What is ours](differs.md#what-is-ours). The default is the word `ours_line`",
        label="Meaning of the mark †", default="")
    cover: str = keys.text("a picture from the game's folder `art/` for the covers of packs, as wide as the page: see "
                           "[below](#covers)",
                           label="Cover picture", kind="picture",
                           help_text="For packs, as wide as the page", in_view=True, default="")
    needs: tuple[str, ...] = keys.texts("a list of the things that players must bring, for the cover of a pack",
                                        label="What players bring", adding="Add a thing", kind="texts", in_view=True)
    dice: tuple[str, ...] = keys.custom(
        _read_dice, keys.TEXTS_SCHEMA,
        "the dice of the game, for example `[d6, 2d6, d20]`. `2d6` means two dice that are rolled together. A module "
        "for VASSAL has a button for each roll. A table for Tabletop Simulator has the dice with 4, 6, 8, 10, 12 or 20 "
        "sides", adding="Add dice", kind="texts")
    language: str = keys.custom(read_language, {"type": "string"},
                                "the language of the words that printshop prints, and of the PDF files: `en` (the "
                                "default), `de`, or another language for which the game has `words`. See "
                                "[Language and words](#language-and-words)", default=ENGLISH)
    words: Words = keys.custom(
        read_words, WORDS_SCHEMA,
        "your own words instead of those that printshop prints, for example for the ends, the sides and the centre "
        "line of a model: `{bow: nose, port: left, starboard: right, keel: middle}`. Values in the data (`edge: bow`) "
        "do not change. A game that extends another game adds words to the words of that game. See "
        "[Language and words](#language-and-words)", label="Your words for printed words")
    fonts: tuple[FontFile, ...] = keys.custom(lambda reader, _: read_fonts(reader), keys.TEXTS_SCHEMA,
                                              "the font files for characters that printshop's own fonts do not have: "
                                              "see [below](#fonts)", label="Font files", kind="texts")
    sides: tuple[Side, ...] = keys.named_blocks(Side,
                                                "the sides, each under its key. A game can "
                                                "have no sides", entry_label="side")
    colours: str = keys.choice(COLOUR_MODES,
                               "whether `--palette` can change the colours of the sides. `free` (the default): the "
                               "colours can change. `fixed`: the colours cannot change, because the sides are named "
                               "after their colours", label="Colours of the sides", default="free")
    size_classes: SizeClasses = keys.nested_block(SizeClasses, "the sizes of the units' bases",
                                                  default=SizeClasses(by="", classes=()))
    tables: tuple[LookupTable, ...] = keys.named_blocks(LookupTable,
                                                        "the tables for charts and for `lookup` in formulas, each "
                                                        "under its key",
                                                        entry_label="table")
    path_kinds: tuple[PathKind, ...] = path_kinds_key("kinds of [paths on maps](maps.md#paths), each under its name")

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys of a main file that are read before or after the keys of this block."""
        return {"settings": SETTINGS, "icons": ICONS, "theme": THEME,
                "unit_types": keys.get_key(keys.named_blocks(UnitType, "the unit types, each under its key. See below",
                                                               entry_label="unit type",
                                                             default=...))}


def _list_game_keys() -> set[str]:
    """Return the keys that the main file of every game may have."""
    declared = (keys.get_yaml_name(attribute, key) for attribute, key in keys.list_block_keys(GameHeader).items())
    return {*declared, *GameHeader.list_extra_keys(), *sections.list_section_keys(), "fleet", EXTENDS}


def read_game(path: Path, settings: Mapping[str, str] | None = None, palette: Sequence[str] = (), theme: str = "",
              date: str = "", *, skip_broken: bool = False, cache: LoadCache | None = None,
              only_sections: Collection[str] | None = None) -> Game:
    """Return the game in a folder or in a single file.

    `settings` are values, as text, that replace the values of the game's settings. `palette` are colours,
    "#rrggbb", that replace the colours of the game's sides. `theme` is the name of a theme that replaces the
    game's theme. `date` is a date for the feet of pages.

    Raises PrintshopError with the problems of all files of the game and of the games that it extends. If
    `skip_broken` is true, entries with problems are left out instead and listed in the `broken` attribute of the
    game. PrintshopError is then raised only if a problem is not within a single entry, or if the game is too
    large to be read again.

    A `cache` must come from readings of the same game without other settings and colours. This reading uses the
    cache and updates it.

    If `only_sections` are given, only these sections and the sections that they use are read, and mistakes in the
    other sections are not reported. A cache must then come from readings of the same sections.
    """
    named_theme = themes.find_theme(theme) if theme else None
    read_keys = sections.list_section_keys() if only_sections is None else sections.find_used_sections(only_sections)
    sections.list_sections(read_keys)  # reports sections that are not declared
    unread_sections = frozenset(sections.list_section_keys()) - {*read_keys}

    def finish(game: Game, trees: Sequence[Node]) -> Game:
        fingerprint = make_fingerprint(stack, trees, unread_sections, game.settings, palette, theme)
        return replace(game, broken=broken, theme=named_theme or game.theme, date=date, fingerprint=fingerprint)

    require_main_file(path)
    first_problems, cache, broken = Problems(), cache or LoadCache(), BrokenParts()
    if not cache.base:
        cache.clear()
    stack = extends.read_layers(path, first_problems, cache, unread_sections)
    if stack and cache.base and cache.base_dependencies != _make_core_key(stack, cache.base.type_names):
        cache.clear()  # the settings filled into its trees were those of another ground
        first_problems = Problems()
        stack = extends.read_layers(path, first_problems, cache, unread_sections)
    problems = first_problems
    for _ in range(MAX_READINGS if stack else 0):
        result = _read_once(stack, settings or {}, palette, problems, broken, cache, unread_sections)
        if result is None:
            break
        game, roots = result
        if not problems:
            return finish(game, roots)
        if not skip_broken or sum(root.source.value_count for root in roots) > MAX_REREAD_VALUES:
            break
        part_starts = _index_part_starts(stack, roots, game.unit_types)
        parts = {_find_part(problem, part_starts) for problem in problems}
        entry_parts = frozenset(part for part in parts if part is not None)
        if len(entry_parts) < len(parts):  # a problem that is not within a single entry
            break
        if entry_parts <= broken.parts:
            return finish(game, roots)
        broken, problems = BrokenParts(broken.problems or tuple(problems), broken.parts | entry_parts), Problems()
    raise PrintshopError(first_problems)


def make_fingerprint(stack: Sequence[GameLayer], trees: Sequence[Node], unread_sections: Collection[str],
                     settings: Mapping[str, Setting], palette: Sequence[str], theme: str) -> str:
    """Return eight digits of a hash of all files, with the values of settings, the palette and the theme.

    `trees` are those of the files that were read. Files of unread sections are read here, so that all products of a
    game have the same hash. Folders have no influence: a copy of a game has the hash of the original.
    """
    unread_files = [file for layer in stack for file in extends.list_section_files(layer, unread_sections)]
    contents = [(root.source.name, root.source.text.encode() or _read_bytes(root.source.path)) for root in trees]
    contents += [(str(file), _read_bytes(file)) for file in unread_files]
    choices = ([(key, setting.text) for key, setting in sorted(settings.items())], [*palette], theme)
    digest = hashlib.sha256(repr(choices).encode())
    for name, data in sorted((re.split(r"[\\/]", name)[-1], data) for name, data in contents):
        digest.update(f"\n{name} {len(data)}\n".encode("utf-8", "surrogateescape"))
        digest.update(data)
    return digest.hexdigest()[:_FINGERPRINT_DIGITS]


def _read_bytes(path: Path | None) -> bytes:
    """Return the bytes of a file without a byte order mark, or none if the file cannot be read."""
    data = read_limited_bytes(path, Problems(), path.name) if path else None
    return (data or b"").removeprefix(b"\xef\xbb\xbf")


def _read_once(stack: Sequence[GameLayer], setting_values: Mapping[str, str], palette: Sequence[str],
               problems: Problems, broken: BrokenParts, cache: LoadCache, unread_sections: frozenset[str]
               ) -> tuple[Game, Sequence[Node]] | None:
    """Return the game without the parts in `broken`, and the trees of all its files.

    If a section that all others depend on is missing, return None.
    """
    reader = Reader(broken.prune(extends.merge_layers(stack, problems)), problems, "the game")
    core: GameCore | None = cache.base if _has_only_entry_parts(broken) else None
    core = core or _read_core(reader, stack, setting_values, palette, broken, cache, unread_sections)
    if core is None:
        return None
    head, settings, setting_names = core.header, core.context.settings, frozenset(reader.get_raw_entries("settings"))
    filled_trees = set[Node]()  # of this reading alone: earlier trees of a file are not kept
    for root in (root for layer in stack for root in layer.file_trees):
        problem_count = len(problems)
        if root not in cache.filled_trees:
            fill_settings(root, settings, problems, setting_names)
        if len(problems) == problem_count:
            filled_trees.add(root)
    cache.filled_trees = filled_trees
    written_names = WrittenNames() if broken.parts else _collect_written_names(reader, stack, core.misnamed_parts)
    reader.context = context = _read_sections(reader, replace(
        core.context, problems=problems, written_names=written_names, marker_tracks=[]), of_units=False)
    maps = context.sections.get("maps", {})
    if any(icon.terrain for icon in core.icons) and {*maps} == {*written_names.names.get("maps", "-")}:
        check_icon_terrain(core.icons, maps, problems)  # also where maps are not read: the whole game is read then
    units = UnitIndex(stack, context, setting_names, broken, cache=cache)
    for unit_type in context.unit_types.values():
        units.read_units(unit_type)
    units.finish_all()
    context = replace(context, units=units.units,
                      written_names=WrittenNames() if broken.parts
                      else _collect_written_names(reader, stack, core.misnamed_parts, units))
    context = _read_sections(reader, context, of_units=True)
    for root in [root for root in units.file_trees if root not in cache.trees_with_icons] if core.icons else ():
        problem_count = len(problems)
        check_icon_marks(root, reader.get_raw_entries("icons"), problems)
        cache.trees_with_icons |= {root} if len(problems) == problem_count else set()
    own_file_names = {root.source.name for layer in select_own_layers(stack) for root in layer.file_trees}
    # and what its files ask for
    own_entries = {name: keys | {key for key, entry in context.sections.get(name, {}).items()
                                 if (span := getattr(entry, "span", None)) and span.file in own_file_names}
                   for name, keys in extends.list_own_entries(stack).items()}
    own_keys = {key for layer in select_own_layers(stack) for key in layer.tree.entries}
    addition_keys = {EXTENDS, "format", *sections.list_unit_section_keys(), *core.type_names}
    lower_layers = stack[: len(stack) - len(select_own_layers(stack))]
    base = lower_layers[-1]  # named by its key if it comes with printshop, else by its path
    rights_lines = (Reader(layer.tree, problems, reader.label).read_text("rights", "") for layer in stack)
    tables = {table.key: table for table in head.tables}
    game = Game(**{**context.to_keywords(), "tables": tables}, key=stack[-1].key, title=head.title,
                subtitle=head.subtitle,
                rights=" ".join(dict.fromkeys(filter(None, rights_lines))), ours=head.ours or head.words("ours_line"),
                root=stack[-1].path,
                needs=head.needs,
                fleet_checks=core.fleet_checks, fonts=head.fonts, icons=core.icons, dice=head.dice,
                theme=core.theme,
                cover=context.pictures.find_usable_path(head.cover),
                version=head.version.strip(),
                base_name=(base.key if base.path in game_paths.find_shipped_games().values()
                           else format_path(base.path)) if own_entries else "",
                own_entries={**own_entries, "units": frozenset(units.own_names)} if own_entries else {},
                adds_only_units=bool(own_keys) and own_keys <= addition_keys and not units.has_own_overrides,
                files=tuple(root.source.path for root in units.file_trees if root.source.path),
                notes=tuple(root.source.note for root in units.file_trees if root.source.note))
    return game, units.file_trees


class GameCore(NamedTuple):
    """Everything in a game except its units and its sections.

    `type_names` maps the name of each list of units to the name of the unit type. `misnamed_parts` are the parts
    of the game that may be in files with wrong names.
    """

    header: GameHeader
    context: ReadContext
    type_names: Mapping[str, str]
    misnamed_parts: Collection[str]
    fleet_checks: tuple[Check, ...]
    icons: tuple[GameIcon, ...]
    theme: ThemeEntry | None


def _has_only_entry_parts(broken: BrokenParts) -> bool:
    """Return whether all parts in `broken` are units or entries of sections."""
    return {part.section for part in broken.parts} <= {UNITS, *sections.list_section_keys()}


def _make_core_key(stack: Sequence[GameLayer], type_names: Collection[str]) -> object:
    """Return a value that is equal for two readings of a game if both have the same `GameCore`.

    Nodes are compared by identity.
    """
    excluded_keys = {*type_names, *sections.list_section_keys()}
    return [(layer.path, layer.main_path, layer.unreadable,
             [pair for pair in layer.tree.entries.items() if pair[0] not in excluded_keys])
            for layer in stack]


def _read_core(reader: Reader, stack: Sequence[GameLayer], setting_values: Mapping[str, str], palette: Sequence[str],
               broken: BrokenParts, cache: LoadCache, unread_sections: frozenset[str]) -> GameCore | None:
    """Return everything in a game except its units and its sections.

    If a basic section is missing, return None. If the game core has no problems and nothing is missing from it,
    it is stored in `cache`.
    """
    problems, cache.units, cache.trees_with_icons, cache.filled_trees = reader.problems, {}, set(), set()
    settings, setting_names = read_settings(reader, setting_values), frozenset(reader.get_raw_entries("settings"))
    for root in (root for layer in stack for root in layer.file_trees):
        fill_settings(root, settings, problems, setting_names)
    header = GameHeader(**keys.read_keys(GameHeader, reader))
    all_tables = {table.key: table for table in header.tables}
    tables = {key: table for key, table in all_tables.items() if table.is_valid}
    for key in settings.keys() & all_tables.keys():
        reader.add_problem("settings", f"a setting and a table must not have the same key '{key}'",
                           "rename the setting or the table, because formulas use the key as a name")
    # broken: formulas take them for unknown
    unknown = {*(all_tables.keys() - tables.keys()), *(setting_names - settings.keys())}
    constants = {**all_tables, **{key: setting.value for key, setting in settings.items()},
                 **dict.fromkeys(unknown, NOT_KNOWN)}
    pictures = Pictures(tuple(layer.folder / "art" for layer in reversed(stack)))
    sides = _add_emblems(_read_sides(reader, header, palette), pictures, reader)
    if header.cover and (picture_problem := pictures.find_problem(header.cover)):
        reader.add_problem("cover", *picture_problem)
    context = ReadContext(problems=problems, pictures=pictures, sides=sides,
                          sizes=header.size_classes.classes, size_field=header.size_classes.by, unit_types={},
                          tables=tables,
                          units={}, settings=settings, words=header.words, constants=constants,
                          path_kinds={kind.key: kind for kind in header.path_kinds},
                          names_by_type=read_names_by_type(reader.get_raw_node("unit_types")),
                          unread_sections=unread_sections)
    reader.context = context
    icons: tuple[GameIcon, ...] = ICONS.read(reader, "icons")
    theme: ThemeEntry | None = THEME.read(reader, "theme")
    types = {key: read_unit_type(inner) for key, inner in reader.open_named("unit_types", "unit type", required=True)}
    if _lacks_basic_section(reader, types):
        return None
    pictures.check_duplicates(problems)
    type_names = {unit_type.file_stem: unit_type.name for unit_type in types.values()}
    misnamed_parts = frozenset(part for layer in stack
                               for part in extends.report_stray_files(layer, type_names, problems))
    context = replace(context, unit_types=types)
    fleet_checks: tuple[Check, ...] = ()
    if reader.get_node("fleet"):
        from printshop.game.fleets import read_fleet_rules

        fleet_checks = read_fleet_rules(reader, context)
    core = GameCore(header, context, type_names, misnamed_parts, fleet_checks, icons, theme)
    for key in (*type_names, *sections.list_section_keys()):
        reader.get_node(key)
    # lists of units under the key of an unknown type
    for key in {*reader.list_keys()} - {*_list_game_keys(), *type_names}:
        node = reader.get_raw_node(key)
        if node and any("name" in item.entries for item in node.items):
            reader.get_node(key)
            problems.add(reader.find_key_span(key), f"unknown key '{key}' of {reader.label}",
                         NameHint(f"did you mean '{next(iter(type_names))}'?", key, next(iter(type_names)))
                         if len(type_names) == 1 else suggest_name(key, type_names))
    reader.finish((EXTENDS,))
    if not problems and not misnamed_parts and _has_only_entry_parts(broken):
        cache.base, cache.base_dependencies = core, _make_core_key(stack, type_names)
    return core


def _read_sides(reader: Reader, header: GameHeader, palette: Sequence[str]) -> dict[str, Side]:
    """Return the sides. If a palette is given and the game allows it, the sides have its colours, "#rrggbb"."""
    sides, problems = {side.key: side for side in header.sides}, reader.problems
    if ANY_SIDE in sides:
        reader.add_problem("sides", f"a side cannot have the key '{ANY_SIDE}'",
                           "choose another key, because 'side: any' in a unit means that the unit can fight for every "
                           "side")
    invalid_colors = [color for color in palette if not re.fullmatch(r"#[0-9a-fA-F]{6}", color)]
    if palette and header.colours == "fixed":
        problems.add(None,
                     f"--palette: the sides of {header.title} cannot have other colours, because the sides are named "
                     "after their colours",
                     "leave out --palette, or use --ink black to distinguish the sides only by their patterns")
    elif invalid_colors:
        problems.add(None, f"--palette: '{invalid_colors[0][:40]}' is not a colour",
                     "write \"#rrggbb\" for each side, or the name of a palette")
    elif palette and len(palette) < len(sides):
        problems.add(None, f"the palette has {pluralize(len(palette), 'colour')}, but the game has {len(sides)} sides",
                     "choose a palette with more colours, or leave out the palette")
    elif palette:
        return {key: replace(side, color=color) for (key, side), color in zip(sides.items(), palette, strict=False)}
    return sides


def _add_emblems(sides: Mapping[str, Side], pictures: Pictures, reader: Reader) -> dict[str, Side]:
    """Return the sides with the paths of their emblems; report emblems that cannot be used."""
    with_emblems = dict(sides)
    for key, side_reader in reader.open_named("sides", "side"):
        if key not in sides or not (name := sides[key].emblem):
            continue
        if picture_problem := pictures.find_problem(name):
            side_reader.add_problem("emblem", *picture_problem)
        else:
            with_emblems[key] = replace(sides[key], emblem_path=pictures.find_path(name))
    return with_emblems


def _lacks_basic_section(reader: Reader, types: Mapping[str, UnitType]) -> bool:
    """Return whether a basic section is missing or cannot be read. Then everything else would be a problem, too.

    The reason is either reported already, or it is a misspelt key of the main file, which is reported here.
    """
    broken_keys = [key for key in BASIC_SECTIONS if key in reader
                   and not isinstance(reader.get_raw_node(key), MappingNode)]
    known_keys = {*_list_game_keys(), *(unit_type.file_stem for unit_type in types.values())}
    suggestions = {suggest_name(key, known_keys).similar_name for key in reader.list_keys() if key not in known_keys}
    broken_keys += [key for key in BASIC_SECTIONS if key not in reader and key in suggestions]
    if not broken_keys and all(unit_type.fields or unit_type.is_valid for unit_type in types.values()):
        return False
    for key in known_keys:
        reader.get_node(key)
    reader.finish((EXTENDS,))
    return True


def _collect_written_names(reader: Reader, stack: Sequence[GameLayer], misnamed_parts: Collection[str],
                           units: UnitIndex | None = None
                           ) -> WrittenNames:
    """Return the names of all entries in the files.

    Sections that cannot be read, and `misnamed_parts`, are marked as unreadable.
    """
    section_keys = {*sections.list_section_keys()}
    unreadable = {name for name in section_keys if reader.get_raw_node(name)
                  and not isinstance(reader.get_raw_node(name), MappingNode)}
    unreadable |= section_keys & {*(name for layer in stack for name in layer.unreadable), *misnamed_parts}
    unreadable |= {"units"} if (units and units.is_incomplete) or {*misnamed_parts} - section_keys else set()
    names = {name: frozenset(reader.get_raw_entries(name)) for name in (*section_keys, "tables")}
    return WrittenNames({**names, "units": units.written_names if units else ()}, unreadable)


def _read_sections(reader: Reader, context: ReadContext, *, of_units: bool) -> ReadContext:
    """Read the sections that refer to units (`of_units`), or all other sections, and check their entries.

    Each section is read in the context of the sections before it.
    """
    unit_keys, max_files = {*sections.list_unit_section_keys()}, sections.list_folder_sections()
    selected = sections.list_sections([key for key in sections.list_section_keys()
                                       if key not in context.unread_sections and (key in unit_keys) is of_units])
    for section in selected:
        node = reader.get_node(section.key)
        if node is not None and not isinstance(node, MappingNode):
            context.problems.add(node.span, f"{section.key} must be a block of keys, found {describe_node(node)}")
        elif node is not None and len(node.entries) > (maximum := max_files.get(section.key, inf)):
            context.problems.add(node.span, f"at most {maximum} {section.key} are allowed")
            node = None
        file_entries = section.read_entries(node, context) if isinstance(node, MappingNode) else {}
        entries = {**section.derive_entries(context), **file_entries}
        context = replace(context, sections={**context.sections, section.key: entries})
    for section in selected:
        section.check_entries(context[section], context)
    return context


def _index_part_starts(stack: Sequence[GameLayer], roots: Sequence[Node],
                       types: Mapping[str, UnitType]) -> dict[str, list[PartStart]]:
    """Return, for each file, a sorted list of the places where the parts of the game begin.

    Each item of a list is a place (line, column) and the part that begins there. The part is None if the text
    does not belong to a single part. Files with anchors are left out, because a value in them may belong to
    several parts.
    """
    parts_by_file: dict[str, BrokenPart | None] = {}
    for layer in stack:
        if not layer.is_single_file:
            parts_by_file |= {format_path(layer.folder / f"{name}.yaml"): BrokenPart(name)
                              for name in sections.list_file_section_keys()}
            parts_by_file |= {format_path(path): BrokenPart(name, (path.stem,))
                              for name in sections.list_folder_sections()
                              for path in game_paths.list_data_files(layer.folder / name)}
            parts_by_file |= {format_path(path): BrokenPart(UNITS) for unit_type in types.values()
                              for path in find_unit_files(layer.folder, unit_type)}
        parts_by_file[format_path(layer.main_path)] = None
    part_starts: dict[str, list[PartStart]] = {file: [((0, 0), part)] for file, part in parts_by_file.items()}
    sections_by_stem = dict.fromkeys((unit_type.file_stem for unit_type in types.values()), UNITS)
    for root in roots:
        file = root.source.name
        if not file.endswith(TABLE_SUFFIXES) and _ANCHOR.search(root.source.text):
            part_starts.pop(file, None)
        elif part := parts_by_file.get(file):
            part_starts[file] += sorted(_find_entry_starts(part, root), key=itemgetter(0))
        elif file in part_starts and isinstance(root, MappingNode):
            for key, node in root.entries.items():
                section = sections_by_stem.get(key) or (key if key in sections.list_section_keys() else "")
                part_starts[file].append((root.find_key_position(key), BrokenPart(section) if section else None))
                part_starts[file] += _find_entry_starts(BrokenPart(section), node) if section else ()
            part_starts[file].sort(key=itemgetter(0))
    return part_starts


def _find_entry_starts(part: BrokenPart, node: Node) -> Iterator[PartStart]:
    """Yield the place and the part of each entry of a section, or of each unit of a list.

    For the file of a single entry, such as a scenario, yield nothing.
    """
    if isinstance(node, SequenceNode) and part.section == UNITS:
        yield from (((item.line, item.column), BrokenPart(UNITS, list_unit_names(item))) for item in node.items)
    elif isinstance(node, MappingNode) and part.section != UNITS and not part.names:
        for key, entry in node.entries.items():
            default = entry.entries.get("default")
            on_request = default is not None and default.value is False
            yield node.find_key_position(key), BrokenPart(part.section, (key,), not on_request)


def _find_part(problem: Problem, part_starts: Mapping[str, list[PartStart]]) -> BrokenPart | None:
    """Return the part of the game that contains the place of a problem.

    If the whole game depends on that place, return None.
    """
    span = problem.span
    if span is None or span.file not in part_starts:
        return None
    file_starts = part_starts[span.file]
    return file_starts[bisect_right(file_starts, (span.line, span.column), key=itemgetter(0)) - 1][1]
