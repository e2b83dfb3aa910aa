"""The classes of a game, its units, sides and size classes, and of the context in which sections are read."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TypeVar

from printshop import game_paths
from printshop.file_names import PATTERN_WORDS, PATTERNS
from printshop.formulas import NOT_KNOWN, Formula, FormulaError, FormulaNames
from printshop.game import errata
from printshop.game.errata import Difference
from printshop.game.field_values import FieldValue, LookupTable
from printshop.game.formula_keys import Wording, read_formula, read_wording
from printshop.game.pictures import FontFile, GameIcon, Pictures
from printshop.game.settings import Setting
from printshop.game.themes import ThemeEntry
from printshop.game.unit_types import ANY_SIDE, DEFAULT_NUMBERING, Check, UnitType
from printshop.lengths import Length
from printshop.problems import PrintshopError, Problem, Problems, Span, make_error, suggest_name
from printshop.schema import keys, sections
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import ZERO_LENGTH, Reader, make_title
from printshop.silhouettes import SilhouetteSpec
from printshop.source import MappingNode, Node
from printshop.text_markup import OURS_MARK, MarkupText, escape_markup
from printshop.words import Words, load_words

if TYPE_CHECKING:
    from printshop.game.map_hexes import MapHexReader
    from printshop.game.map_paths import PathKind
    from printshop.schema.sections import Section

MarkCounts = Mapping[str, int]
UNITS = "units"
UNDAMAGED: MarkCounts = {}
T = TypeVar("T")
_LAST_NUMBER = re.compile(r"[1-9]\d{0,2}(?=\D*$)")
_PROPER_NAME = re.compile(r'(?P<unit>\S(?:[^"]*\S)?) +"(?P<name> *+[^" ][^"]*)"')
_COUNT_FIRST = re.compile(r"(\d{1,6}) *+(?:\* *+)?+(\S.*)")  # a count without an x: "3 Rat"
_COUNT_LAST = re.compile(r"(\S(?:.*\S)?) *[x×] *(\d{1,6})")  # a count in the wrong place: "Rat x 3"


class UnitMarks(NamedTuple):
    """What players mark at the table: filled marks by track, notes, and texts by the number of their writing space."""

    damage: MarkCounts
    notes: str
    writing: Mapping[str, str] = {}


class BrokenPart(NamedTuple):
    """A broken part of a game.

    It is an entry of a section with its names, or, if there are no names, a whole section. `is_default` is true for an
    entry that is printed by default.
    """

    section: str
    names: tuple[str, ...] = ()
    is_default: bool = True


@dataclass(frozen=True, slots=True)
class BrokenParts:
    """The parts of a loaded game that were removed because they have problems, and these problems."""

    problems: tuple[Problem, ...] = ()
    parts: frozenset[BrokenPart] = field(default=frozenset())

    def list_names(self, section: str) -> set[str]:
        """Return the names of the removed entries of a section."""
        return {name for part in self.parts if part.section == section for name in part.names}

    def lacks(self, section: str, names: Collection[str] = ()) -> bool:
        """Return whether the whole section, or one of its entries with the given `names`, was removed.

        If no names are given, return whether the section, or any of its entries that are printed by default, was
        removed.
        """
        return any(not part.names or (bool({*part.names} & {*names}) if names else part.is_default)
                   for part in self.parts if part.section == section)

    def require(self, section: str, names: Collection[str] = ()) -> None:
        """Raise PrintshopError with all problems if a needed entry was removed. `lacks` decides this."""
        if self.lacks(section, names):
            raise PrintshopError(self.problems)

    def prune(self, tree: MappingNode) -> MappingNode:
        """Return the tree of a game without the removed sections and entries."""
        removed_sections = {part.section for part in self.parts if not part.names}
        entry_sections = sections.list_section_keys()
        entries = {key: node.copy_without(*self.list_names(key)) if key in entry_sections
                   and isinstance(node, MappingNode) else node
                   for key, node in tree.entries.items() if key not in removed_sections}
        return tree.copy_with_entries(entries)


@data_block
class Side(DataBlock):
    """A side of the game.

    `color` is "#rrggbb". `pattern` distinguishes the side in prints without colours.
    """

    name: str = keys.text("the name of the side", help_text="", in_view=True,
                          default=lambda reader: make_title(reader.key))
    adjective: str = keys.text("the side's adjective, if it differs from the name of the side",
                               label="Word for “of this side”",
                               help_text="Such as Danish for Denmark; empty if both are the same", default="")
    color: str = keys.colour("the colour of the side", help_text="", name="colour", in_view=True)
    pattern: str = keys.choice(PATTERNS,
                               "the pattern that shows the side in prints without colours. Bars and stripes run across "
                               "a band", help_text="For prints without colours", kind="pattern",
                               choice_words=PATTERN_WORDS, in_view=True,
                               default="solid")
    prefix: str = keys.text("the prefix of the names of the side's ships",
                            label="Prefix of names", help_text="Such as HMS: it is printed before the names",
                            in_view=True, default="")
    emblem: str = keys.text("the emblem of the side, for the backs of the side's counters, for covers and for the tops "
                            "of records: an SVG drawing from the game's folder `art/`",
                            help_text="On the backs of counters, covers and records", kind="picture", in_view=True,
                            default="")
    emblem_path: Path | None = None
    key: str = ""

    def validate(self, reader: Reader) -> Self:  # noqa: ARG002
        return replace(self, adjective=self.adjective or self.name)


NEUTRAL_SIDE: Final = Side(key=ANY_SIDE, name="", adjective="", color="#ffffff", pattern="plain")
"""The side of a unit that may fight for any side. When a force lists the unit, another side replaces it."""


@data_block
class SizeClass(DataBlock):
    """A size class: its base (beam, length) and `up_to`, the highest number that belongs to the class."""

    name: str = keys.text("the name of the class", default=lambda reader: reader.key)
    up_to: int | None = keys.integer("the highest number that belongs to the class. The last class does not need this "
                                     "key", 0, default=None)
    base: tuple[Length, Length] = keys.size("the base of the class: beam x length", label="Base, width x length")
    differs: tuple[Difference, ...] = keys.block_list(
        Difference, "notes on values that are [not as in the book](differs.md)",
                    label="Differences from the book", entry_label="note")
    key: str = ""

    def validate(self, reader: Reader) -> Self:
        if "base" in reader and self.width is not ZERO_LENGTH and 0 in (self.width.points, self.length.points):
            reader.add_problem("base", f"'base' of {reader.label} must have a width and a length above 0")
        return self

    @property
    def width(self) -> Length:
        """The beam of the bases in this class."""
        return self.base[0]

    @property
    def length(self) -> Length:
        """The length, fore and aft, of the bases in this class."""
        return self.base[1]


@dataclass(frozen=True, slots=True)
class Unit:
    """A ship, a tank, a hero: anything with a record and a counter.

    `name` is unique within its game. `values` has every value that formulas and texts with {holes} may use: the fields,
    the derived values, and name, prefix, title, class_name, side and size. `copies` is the default number of counters
    of the unit. Units with the same value of the field `serial_field` are numbered when forces are made up.

    `art_bow` is the direction of the bow in the picture `art`, and `art_span` is the place in the data that
    refers to the picture. `numbering` is the pattern for the printed name of a numbered copy. If the printed name
    of a copy is not its `name`, it is in `printed_name`.

    `tag_wording` is the text that the unit type defines for the tags on counters. If there is such a text, units of a
    force have a `tag`. If this unit is a copy, `copied_from` is the name of the original unit. `damage` has the marks
    that a scenario fills in on the record at the start, by track, and `damage_span` their place. `notes` are the notes
    of its line in a force or fleet, and `writing` the texts in the writing spaces of its records, by the number of the
    space: "1" is the first one in the order of printing. `differs` has notes on values that differ from the book, by
    the name of the value. `ours` are the names of the values that are not from the book. If all values are ours, they
    include `name`.
    """

    kind: str
    name: str
    prefix: str
    class_name: str
    side: Side
    size: SizeClass | None
    values: Mapping[str, FieldValue]
    art: Path | SilhouetteSpec | None
    span: Span | None
    numbered: bool = False
    sisters: tuple[str, ...] = ()
    short: str = ""
    copies: int = 1
    serial_field: str = ""
    art_bow: str = "right"
    numbering: str = DEFAULT_NUMBERING
    printed_name: str = ""
    tag_wording: Wording | None = field(default=None, compare=False)  # formulas of two readings are never equal
    tag: str = ""
    art_span: Span | None = field(default=None, compare=False)
    copied_from: str = ""
    damage: MarkCounts = field(default_factory=dict)
    damage_span: Span | None = field(default=None, compare=False)
    notes: str = field(default="", compare=False)
    writing: Mapping[str, str] = field(default_factory=dict, compare=False)
    differs: Mapping[str, Difference] = field(default_factory=dict)
    ours: frozenset[str] = frozenset()

    @property
    def name_mark(self) -> str:
        """The mark † behind the name of a unit if all its values are ours, or ""."""
        return OURS_MARK if "name" in self.ours else ""

    def find_ours_mark(self, *value_names: str) -> str:
        """Return the mark † for a text with some values.

        Return "" if none of them is ours or the name has the mark.
        """
        return OURS_MARK if "name" not in self.ours and not self.ours.isdisjoint(value_names) else ""

    @property
    def has_no_side(self) -> bool:
        """Whether the unit may fight for any side."""
        return self.side.key == ANY_SIDE

    @property
    def unknown_values(self) -> frozenset[str]:
        """The names of all unknown values."""
        return frozenset(name for name, value in self.values.items() if value is NOT_KNOWN)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The messages, as markup, of those failed checks that are only warnings."""
        warnings = self.values.get("warnings")
        return tuple(map(str, warnings)) if isinstance(warnings, tuple) else ()

    @property
    def title(self) -> str:
        """The name of the unit with its prefix."""
        name = self.printed_name or self.name
        return f"{self.prefix} {name}" if self.prefix else name

    @property
    def printed_names(self) -> frozenset[str]:
        """The names by which players know a piece of the unit, folded by `fold_name`."""
        names = (self.name, self.title, self.printed_name, self.short, self.display_title, make_unique_name(self))
        return frozenset(map(fold_name, filter(None, names)))

    @property
    def label(self) -> MarkupText:
        """The title as markup."""
        return MarkupText(f"{escape_markup(self.prefix)} {self.proper_name}" if self.prefix else self.proper_name)

    @property
    def proper_name(self) -> str:
        """The name of the unit as markup: italic, except for numbered units."""
        name = escape_markup(self.printed_name or self.name)
        return name if self.numbered else f"*{name}*"

    @property
    def display_title(self) -> str:
        """The name of the unit on its counter and in texts for players: its title, its tag, or both."""
        return self._add_tag(self.title, self.tag)

    @property
    def display_label(self) -> str:
        """The name of the unit on its counter, as markup; see `display_title`."""
        return self._add_tag(self.label, escape_markup(self.tag))

    @property
    def display_proper_name(self) -> str:
        """The name of the unit on its counter, as markup and without a prefix; see `display_title`."""
        return self._add_tag(self.proper_name, escape_markup(self.tag))

    def _add_tag(self, name: str, tag: str) -> str:
        shows_name = self.class_name and not self.printed_name  # a unit without a class has the tag alone
        return f"{name} ({tag})" if tag and shows_name else tag or name

    @property
    def name_values(self) -> dict[str, FieldValue]:
        """The names of the unit and of its side, by the names that formulas use for them."""
        name = self.printed_name or self.name
        return {"name": name, "title": self.title, "label": self.label, "short": self.short or name,
                "prefix": self.prefix, "class_name": self.class_name, "side": self.side.name,
                "adjective": self.side.adjective}

    def update_values(self, **other_values: FieldValue) -> Unit:
        """Return the unit with its current names and `other_values` added to its `values`."""
        return replace(self, values={**self.values, **self.name_values, **other_values})

    def assign_side(self, side: Side) -> Unit:
        """Return this unit on the given side. This unit must be one that may fight for any side."""
        return replace(self, side=side, prefix=self.prefix or ("" if self.numbered else side.prefix)).update_values()

    def make_sister(self, name: str) -> Unit:
        """Return a sister of this unit: a unit with another name and the same class."""
        sister = replace(self, name=name, class_name=self.class_name or self.name, short="", printed_name="")
        return sister.update_values(number="", stem=name, tag=name)

    def give_proper_name(self, name: str, span: Span | None, number: str = "") -> Unit:
        """Return a unit of this unit's class under the proper name that its owner gives it.

        If this unit has only a number, the new unit gets the prefix of the side. If the unit type has a tag, the
        new unit keeps `number`, because the tag may use it. `span` is the place of the name; problems with the
        unit are reported there.
        """
        prefix = self.prefix or (self.side.prefix if self.numbered else "")
        renamed_unit = replace(self, prefix=prefix, numbered=False, span=span, copied_from=self.name).make_sister(name)
        return renamed_unit.update_values(number=number) if self.tag_wording else renamed_unit

    def make_numbered_copy(self, number: int) -> Unit:
        """Return the copy of this unit with the given number: "Kestrel-3".

        The printed name of the copy follows the pattern `numbering`.
        """
        name, short = (self.numbering.replace("{number}", str(number)).replace("{name}", name)
                       for name in (self.name, self.short or self.name))
        numbered_unit = replace(self, name=f"{self.name}-{number}", numbered=True, printed_name=name,
                                short=short if self.short else "",
                                copied_from=self.name)
        return numbered_unit.update_values(number=str(number), stem=self.short or self.name, tag=short)


@dataclass(frozen=True, kw_only=True)
class GameData:
    """The contents of a game. `data[SECTION]` are the entries of a section, by name.

    `units` has every unit by name, including sisters, in the order of the files. `size_field` is the field that
    decides the size class of a unit. `path_kinds` are the kinds of paths that the game declares. `words` are the words
    that printshop prints, in the language of the game. `broken`
    are the broken entries that were removed from the game. `unread_sections` are the keys of the sections that were
    left out, because the command does not need them. `caches` holds computed values that depend on
    everything here except the units, so that they remain valid when a unit changes.
    """

    pictures: Pictures
    sides: Mapping[str, Side]
    sizes: tuple[SizeClass, ...]
    size_field: str
    unit_types: Mapping[str, UnitType]
    tables: Mapping[str, LookupTable]
    units: Mapping[str, Unit]
    sections: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)
    path_kinds: Mapping[str, PathKind] = field(default_factory=dict)
    words: Words = field(default_factory=load_words)
    broken: BrokenParts = field(default_factory=BrokenParts)
    unread_sections: frozenset[str] = frozenset()
    caches: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    def __getitem__(self, section: Section[T]) -> Mapping[str, T]:
        return self.find_entries(section.key)  # type: ignore[return-value]

    def find_entries(self, section: str) -> Mapping[str, object]:
        """Return the entries of the section that has the given key.

        Raises LookupError if the section is one of `unread_sections`.
        """
        if section in self.unread_sections:
            raise LookupError(f"the section '{section}' of this game was not read")
        return self.sections.get(section, {})

    def has_known_values(self, unit: Unit) -> bool:
        """Return whether any value in the rosters of a unit is known, or whether its type has no such values."""
        values = [unit.values.get(key) for _, key in self.unit_types[unit.kind].roster_columns]
        return not values or any(value is not NOT_KNOWN for value in values)

    def to_keywords(self) -> dict[str, Any]:
        """Return all attributes by name, as arguments for another class of game data."""
        return {attribute.name: getattr(self, attribute.name) for attribute in fields(GameData)}

    def find_unit(self, name: str) -> Unit:
        """Return the unit with the given name.

        "Kestrel-3" is the third copy of the numbered unit Kestrel. `Kestrel "Red Tail"` is a Kestrel with a proper
        name. Case is ignored. Raises PrintshopError, with a suggestion, if there is no such unit. If the unit was
        removed because of a problem, the error has all problems of `broken`.
        """
        if name in self.units:
            return self.units[name]
        units_by_folded_name = {fold_name(key): unit for key, unit in self.units.items()}
        if unit := units_by_folded_name.get(fold_name(name)):
            return unit
        base_name, proper_name = split_proper_name(name)
        if proper_name:
            base = self.find_unit(base_name)
            return base.give_proper_name(proper_name, base.span)
        stem, _, number = name.rpartition("-")
        unit = self.units.get(stem) or units_by_folded_name.get(fold_name(stem))
        if unit and number.isdecimal() and unit.numbered and 0 < int(number) < 1000:
            return unit.make_numbered_copy(int(number))
        for unit in self.units.values():  # a name as printed: its type has its own numbering
            number = (
                "".join(_LAST_NUMBER.findall(name)) if unit.numbered and unit.numbering != DEFAULT_NUMBERING else ""
            )
            if number and (copy := unit.make_numbered_copy(int(number))).printed_name == name:
                return copy
        folded_names = {fold_name(name), fold_name(stem)}
        if broken_names := {key for key in self.broken.list_names(UNITS) if fold_name(key) in folded_names}:
            self.broken.require(UNITS, broken_names)
        count_last, count_first = _COUNT_LAST.fullmatch(name), _COUNT_FIRST.fullmatch(name)
        if count_last:
            hint = f"write the number first: {count_last[2]} x {count_last[1]}"
        elif count_first and fold_name(count_first[2]) in units_by_folded_name:
            hint = f"write {count_first[1]} x {units_by_folded_name[fold_name(count_first[2])].name}"
        else:
            hint = suggest_name(name, self.units)
        raise make_error(f"there is no unit named '{name}'", hint, code="unknown unit", name=name)

    def split_unit_name(self, text: str) -> tuple[str, str]:
        """Return the same as `split_proper_name`, unless a unit of the game has the whole text as its name."""
        return (text, "") if text in self.units else split_proper_name(text)

    def expand_roster(self, roster: Iterable[tuple[str, int]], side: Side | None = None) -> tuple[Unit, ...]:
        """Return the units of a roster, which is a list of (name, count). Each unit gets a name of its own.

        The units are in the order of the roster. Several copies of a unit are numbered from 1. If the roster has the
        same unit again, the numbers continue. A copy with a proper name takes a number, too, for its tag. Units that
        may fight for any side get the side `side`. Raises PrintshopError if a name is unknown, or if a unit with a
        proper name is listed with a count.
        """
        units: list[Unit] = []
        numbers: Counter[str] = Counter()
        for written_name, count in roster:
            name, proper_name = self.split_unit_name(written_name)
            unit = self.find_unit(name)
            unit = unit.assign_side(side) if side and unit.has_no_side else unit
            if proper_name:
                if count > 1:
                    raise make_error(f"there is only one {written_name}", f"write {name} for other units")
                numbers[unit.name] += unit.numbered
                units.append(unit.give_proper_name(proper_name, unit.span,
                                                   str(numbers[unit.name]) if unit.numbered else ""))
                continue
            if count == 1 and (not unit.numbered or unit.name not in self.units):
                units.append(unit)
                continue
            first_number = numbers[unit.name] + 1
            numbers[unit.name] += count
            units += [unit.make_numbered_copy(number) for number in range(first_number, first_number + count)]
        return number_units(units)


@dataclass(frozen=True, slots=True)
class WrittenNames:
    """The names of all entries in a game's files, valid or not, by section ("units", "maps" and so on).

    An entry with a mistake is included, so that it is not reported as missing, too. A section in `unreadable`
    could not be read completely, and may therefore have any name.
    """

    names: Mapping[str, Collection[str]] = field(default_factory=dict)
    unreadable: Collection[str] = ()

    def may_have(self, section: str, name: str = "") -> bool:
        """Return whether a section has, or may have, an entry with the given name.

        If no name is given, return whether the section could not be read completely.
        """
        return section in self.unreadable or name in self.names.get(section, ())


@dataclass(frozen=True, kw_only=True)
class ReadContext(GameData):
    """The parts of a game that are already read, and the list of problems.

    A section's data may refer to these parts.
    """

    problems: Problems
    constants: Mapping[str, object] = field(default_factory=dict)
    names_by_type: Mapping[str, FormulaNames] = field(default_factory=dict)
    written_names: WrittenNames = field(default_factory=WrittenNames)
    note_marks: errata.NoteMarks = field(default_factory=errata.NoteMarks)  # of notes on the page that is being read
    map_hexes: MapHexReader | None = None  # of the map that is being read
    local_names: FormulaNames = field(default_factory=FormulaNames)  # further names that formulas may use at this place
    roster_units: tuple[Unit, ...] = ()  # of the forces, each once, with the number of its copies as `copies`
    late_units: frozenset[str] = frozenset()  # names of units that are not on the table in turn 1
    marker_tracks: list[Any] = field(default_factory=list)  # of tracks with a marker for each step: `TrackMarkers`

    @cached_property
    def formula_names(self) -> FormulaNames:
        """The names that formulas may use.

        They are settings, tables, and the local names of the data that is being read.
        """
        return FormulaNames((), self.constants) | self.local_names

    def with_names(self, names: frozenset[str]) -> ReadContext:
        """Return a copy of the context in which formulas may use more names."""
        return replace(self, local_names=self.local_names | names)

    def read_wording(self, node: Node, label: str, names: frozenset[str] | set[str] = frozenset()) -> Wording:
        """Return the text with holes at a node. Report the mistakes in this text."""
        return read_wording(node, label, self.formula_names | names if names else self.formula_names, self.problems,
                            self._absent_names, str(self.words.texts["decimal_sign"]))

    def read_formula(self, node: Node, label: str) -> Formula | None:
        """Return the formula at a node.

        If it has a mistake, report this and return None.
        """
        return read_formula(node, label, self.formula_names, self.problems, absent_names=self._absent_names)

    def read_entries(self, section: str, readers: Iterable[tuple[str, Reader]],
                     read_entry: Callable[[str, Reader], Any],
                     can_reuse: Callable[[Any, Mapping[str, Unit]], bool] = lambda _entry, _units: True,
                     ) -> Iterator[tuple[str, Reader, Any]]:
        """Yield the key, the reader and the block of each entry of a section, as `read_entry` returns the block.

        The block of the last reading is yielded again if its text and all entries of the sections that it may use are
        the same. `can_reuse` gets this block and the units of the last reading. Blocks with problems, and blocks with
        tracks that ask for markers, are always read.
        """
        used = {key: self.sections[key] for key in sections.list_used_sections(section) if key in self.sections}
        used_before, units_before, blocks_before = self.caches.get(section, (None, {}, {}))
        if used_before != used:
            blocks_before = {}
        # The name of a broken entry is no problem where it is used. So this is read again once the entry is mended.
        names, valid_blocks = self.written_names, dict[Node | None, Any]()
        has_all = not names.unreadable and all(entries.keys() >= {*names.names.get(key, ())}
                                               for key, entries in used.items())
        for key, reader in readers:
            reader.mark_start()
            block, counts = blocks_before.get(reader.node), (len(self.problems), len(self.marker_tracks))
            if block is None or not can_reuse(block, units_before):
                block = read_entry(key, reader)
            if has_all and counts == (len(self.problems), len(self.marker_tracks)):
                valid_blocks[reader.node] = block
            yield key, reader, block
        self.caches[section] = used, self.units, valid_blocks

    @property
    def _absent_names(self) -> Collection[FormulaNames]:
        """The names of the values of each type of units, if formulas cannot use any of these values."""
        return () if self.local_names else self.names_by_type.values()


@dataclass(frozen=True, kw_only=True)
class Game(GameData):
    """A complete, checked game.

    `units` are in the order of the files. `needs` lists the things that players must bring. `fleet_checks` are
    conditions that every fleet must meet. `root` is the folder of the game, or its single file. If the game
    extends another game, `base_name` is the name of the other game, and `own_entries` has the names of the
    entries that this game adds or replaces, by section ("units", "forms" ...). `adds_only_units` is true if this game
    only adds units and scenarios to the other game, and changes nothing in the other game.

    `files` are all files that the game was read from, and `notes` are warnings about them. `fonts` are for characters
    that no bundled font has.
    `icons` are drawings for texts. `theme` is the look of the pages. `cover` is a picture. `dice` are the dice
    rolls of the game, such as "2d6", for exports to a virtual table.

    `fingerprint` is a hash of the files and settings, as eight digits. `date` is the date that a user gives for pages.
    """

    key: str
    title: str
    subtitle: str
    rights: str
    ours: str
    root: Path
    needs: tuple[str, ...] = ()
    fleet_checks: tuple[Check, ...] = ()
    base_name: str = ""
    own_entries: Mapping[str, frozenset[str]] = field(default_factory=dict)
    adds_only_units: bool = False
    files: tuple[Path, ...] = ()
    notes: tuple[str, ...] = ()
    fonts: tuple[FontFile, ...] = ()
    icons: tuple[GameIcon, ...] = ()
    dice: tuple[str, ...] = ()
    theme: ThemeEntry | None = None
    cover: Path | None = None
    version: str = ""
    fingerprint: str = ""
    date: str = ""

    @property
    def fleets_folder(self) -> Path:
        """The folder of the game's fleets."""
        return self.root / game_paths.FLEETS_FOLDER

    @property
    def edition(self) -> tuple[str, str]:
        """The version, hash and date for the feet of pages, as markup: `v1.2 · 3fa4c21b · 2026-11-27`.

        The second text is at least as wide for any hash, so that the layout of pages does not depend on the hash.
        """
        version = f"v{escape_markup(self.version)}" if self.version else ""
        hashes = (self.fingerprint, "d" * len(self.fingerprint))
        text, widest = (" · ".join(filter(None, (version, part, self.date))) for part in hashes)
        return text, widest

    @property
    def imprint(self) -> dict[str, Any]:
        """The texts of the game for the headers and feet of pages, as arguments of `make_framed_page`."""
        return {"game_title": self.title, "rights": self.rights, "ours": self.ours, "edition": self.edition,
                "words": self.words}

    @property
    def page_settings(self) -> tuple[str, ...]:
        """The settings that are printed on templates and charts, each with its value: `scale of the table 1/2`."""
        return tuple(f"{setting.label} {setting.text}" for setting in self.settings.values() if setting.on_pages)


def fold_name(name: str) -> str:
    """Return a form of a name for comparison.

    It has no differences in case or in the encoding of accents, and no mark † of an addition at its end.
    """
    return unicodedata.normalize("NFC", name).casefold().rstrip(OURS_MARK)


def join_proper_name(name: str, proper_name: str) -> str:
    """Return the text by which lists of units name a unit with a proper name; see `split_proper_name`."""
    return f'{name} "{proper_name}"' if proper_name else name


def split_proper_name(text: str) -> tuple[str, str]:
    """Return the name of a unit in a text, and the proper name of its copy, or "".

    >>> split_proper_name('Kestrel "Red Tail"'), split_proper_name("Kestrel")
    (('Kestrel', 'Red Tail'), ('Kestrel', ''))
    """
    match = _PROPER_NAME.fullmatch(text)
    return (match["unit"], match["name"]) if match else (text, "")


def number_units(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units with their tags and serial numbers.

    Units of the same type are numbered 1, 2 ... together if they have the same value of the field `serial` of
    this type, even if they are on different sides. Raises PrintshopError if a tag cannot be calculated.
    """
    numbers: Counter[tuple[str, object]] = Counter()
    numbered_units = []
    for unit in units:
        extra_values: dict[str, FieldValue] = {}
        if unit.serial_field:
            key = (unit.kind, unit.values.get(unit.serial_field))
            numbers[key] += 1
            extra_values["serial"] = numbers[key]
        tag = unit.tag
        if unit.tag_wording:
            try:
                tag = unit.tag_wording.fill_plain({**unit.values, **extra_values})
            except FormulaError as error:
                raise make_error(f"the tag of {unit.title}: {error.message}", error.hint, unit.span) from error
            extra_values["tag"] = tag or unit.values["short"]
        numbered_units.append(replace(unit, tag=tag, values={**unit.values, **extra_values}) if extra_values else unit)
    return tuple(numbered_units)


def make_unique_name(unit: Unit) -> str:
    """Return the name of a unit followed by its side, which is unique across all sides: "Kestrel (Mauve)"."""
    return f"{unit.name} ({unit.side.name})" if unit.side.name else unit.name


def find_marks(unit: Unit, damage: Mapping[str, MarkCounts]) -> MarkCounts:
    """Return the number of marks that are filled in on each track of a unit.

    `damage` has these numbers either by the unique name of the unit or by its plain name. If it has none, these are
    the marks with which the unit begins.
    """
    if not damage:
        return unit.damage
    unit_marks = damage.get(make_unique_name(unit))
    return damage.get(unit.name, unit.damage) if unit_marks is None else unit_marks
