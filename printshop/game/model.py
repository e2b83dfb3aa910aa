"""The game, its units, sides and sizes as frozen values, and the context in which sections are read."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

from printshop import catalogue
from printshop.expressions import NOT_KNOWN, Formula, FormulaError, Names
from printshop.game import differences
from printshop.game.board import MapHexes
from printshop.game.differences import Difference
from printshop.game.formulas import Wording, read_formula, read_wording
from printshop.game.pictures import FontFile, Icon, Pictures
from printshop.game.settings import Setting
from printshop.game.themes import ThemeEntry
from printshop.game.unit_types import ANY, NUMBERING, Check, UnitType
from printshop.game.values import Table, Value
from printshop.language import keys, sections
from printshop.language.keys import Block, block
from printshop.language.reader import NOTHING, Reader, spoken
from printshop.language.sections import Section
from printshop.letters import Marked, escape
from printshop.naming import PATTERNS
from printshop.problems import PrintshopError, Problem, Problems, Span, failure, suggestion
from printshop.silhouettes import Hull
from printshop.source import MappingNode, Node
from printshop.units import Length

Marks = Mapping[str, int]
UNITS = "units"
UNDAMAGED: Marks = {}
T = TypeVar("T")
LONGEST = 20  # letters of one of `Words`, so that it fits on a gauge
_LAST_NUMBER = re.compile(r"[1-9]\d{0,2}(?=\D*$)")
_AHEAD = re.compile(r"(\d{1,6}) *+(?:\* *+)?+(\S.*)")  # a count without an x: "3 Rat"
_BEHIND = re.compile(r"(\S(?:.*\S)?) *[x×] *(\d{1,6})")  # a count in the wrong place: "Rat x 3"


class Part(NamedTuple):
    """An entry of a section, by its names; without names, the whole section. `usual` ones are printed by default."""

    section: str
    names: tuple[str, ...] = ()
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Apart:
    """Problems that were cut out of a loaded game, and the entries (`parts`) that were removed because of them."""

    problems: tuple[Problem, ...] = ()
    parts: frozenset[Part] = field(default=frozenset())

    def names(self, section: str) -> set[str]:
        """Return the names of the removed entries of a section."""
        return {name for part in self.parts if part.section == section for name in part.names}

    def lacks(self, section: str, names: Collection[str] = ()) -> bool:
        """Return whether some of the entries in `names` are removed; without names, of those printed by default."""
        return any(not part.names or (bool({*part.names} & {*names}) if names else part.usual)
                   for part in self.parts if part.section == section)

    def need(self, section: str, names: Collection[str] = ()) -> None:
        """Raise PrintshopError with all problems if a needed entry is removed; see `lacks`."""
        if self.lacks(section, names):
            raise PrintshopError(self.problems)

    def pruned(self, tree: MappingNode) -> MappingNode:
        """Return the tree of a game without the removed sections and entries."""
        lost = {part.section for part in self.parts if not part.names}
        named = sections.names()
        kept = {key: node.without(*self.names(key)) if key in named and isinstance(node, MappingNode) else node
                for key, node in tree.entries.items() if key not in lost}
        return tree.having(kept)


@block
class Words(Block):
    """The game's words for the ends, the sides and the centre line of a model."""

    bow: str = keys.text("the word for the front end of a model", default="bow")
    stern: str = keys.text("the other end", default="stern")
    port: str = keys.text("the left side", default="port")
    starboard: str = keys.text("the right side", default="starboard")
    keel: str = keys.text("the line from end to end", default="keel")

    def settled(self, at: Reader) -> Self:
        for name, word in vars(self).items():
            if len(word) > LONGEST:
                at.fail(name, f"'{name}' of {at.what} has {len(word)} letters, at most {LONGEST} fit on a gauge")
        return self

    def of(self, name: str) -> str:
        """Return the game's word for `bow`, `stern`, `port`, `starboard` or `keel`; other names are unchanged."""
        return str(vars(self).get(name, name))


@block
class Side(Block):
    """A side of the game. `color` is "#rrggbb"; `pattern` tells sides apart where there is no colour."""

    name: str = keys.text("its name", default=lambda at: spoken(at.key))
    adjective: str = keys.text("the adjective for what belongs to it, if not its name", default="")
    color: str = keys.colour("its colour", name="colour")
    pattern: str = keys.choice(PATTERNS, "the pattern for prints without colours; bars and stripes run across a band",
                               default="solid")
    prefix: str = keys.text("the prefix of the names of its ships", default="")
    emblem: str = keys.text("its emblem, an SVG drawing in the game's folder `art/`: for the backs of its counters, "
                            "for covers and the heads of records", default="")
    art: Path | None = None
    key: str = ""

    def settled(self, at: Reader) -> Self:  # noqa: ARG002
        return replace(self, adjective=self.adjective or self.name)


NEUTRAL: Final = Side(key=ANY, name="", adjective="", color="#ffffff", pattern="plain")
"""The side of units that fight for any side, until a force takes them."""


@block
class SizeClass(Block):
    """A class of bases, (beam, length); `up_to` is the highest number of the class."""

    name: str = keys.text("its name", default=lambda at: at.key)
    up_to: int | None = keys.whole("the highest number of the class; the last class needs none", 0, default=None)
    base: tuple[Length, Length] = keys.size("its base, beam x length")
    differs: tuple[Difference, ...] = keys.blocks(
        Difference, "notes, where it is [not as in the book](differs.md)", entry="note")
    key: str = ""

    def settled(self, at: Reader) -> Self:
        if "base" in at and self.width is not NOTHING and 0 in (self.width.points, self.length.points):
            at.fail("base", f"'base' of {at.what} must have a width and a length")
        return self

    @property
    def width(self) -> Length:
        """The beam of its bases."""
        return self.base[0]

    @property
    def length(self) -> Length:
        """The length of its bases, fore and aft."""
        return self.base[1]


@dataclass(frozen=True, slots=True)
class Unit:
    """A ship, a tank, a hero: anything with a record and a counter. `name` is unique within its game.

    `values` holds the fields, the derived values and name, prefix, title, class_name, side, size: every name that
    formulas and texts with {holes} may use. `copies` is the default number of its counters; units with the same value
    of the field `serial` are numbered when forces are made up. `art_bow` is the direction of the bow in the picture
    `art`; `art_at` is the place in the data that names the picture. `numbering` is the pattern for the name of a
    numbered copy in print; a copy has that name as `shown` if it is not its `name`. `tagging` is the text for the tags
    on counters of its type; units of a force then have a `tag`. `base` is the name of the unit that this one is a copy
    of. `differs` are notes on values that differ from the book, by name.
    """

    kind: str
    name: str
    prefix: str
    class_name: str
    side: Side
    size: SizeClass | None
    values: Mapping[str, Value]
    art: Path | Hull | None
    span: Span | None
    numbered: bool = False
    sisters: tuple[str, ...] = ()
    short: str = ""
    copies: int = 1
    serial: str = ""
    art_bow: str = "right"
    numbering: str = NUMBERING
    shown: str = ""
    tagging: Wording | None = field(default=None, compare=False)  # formulas of two readings are never equal
    tag: str = ""
    art_at: Span | None = field(default=None, compare=False)
    base: str = ""
    differs: Mapping[str, Difference] = field(default_factory=dict)

    @property
    def anyones(self) -> bool:
        """Whether the unit fights for any side that takes it."""
        return self.side.key == ANY

    @property
    def unknown(self) -> frozenset[str]:
        """The names of all unknown values."""
        return frozenset(name for name, value in self.values.items() if value is NOT_KNOWN)

    @property
    def warnings(self) -> tuple[str, ...]:
        """The texts of the checks that only warn and that the unit fails, as markup."""
        warnings = self.values.get("warnings")
        return tuple(map(str, warnings)) if isinstance(warnings, tuple) else ()

    @property
    def title(self) -> str:
        """The name with its prefix."""
        shown = self.shown or self.name
        return f"{self.prefix} {shown}" if self.prefix else shown

    @property
    def label(self) -> Marked:
        """The title as markup."""
        return Marked(f"{escape(self.prefix)} {self.proper}" if self.prefix else self.proper)

    @property
    def proper(self) -> str:
        """The name as markup: italic, except for numbered units."""
        shown = escape(self.shown or self.name)
        return shown if self.numbered else f"*{shown}*"

    @property
    def known_as(self) -> str:
        """The name on its counter and wherever players read of it: its tag, or its title and its tag."""
        return self._tagged(self.title, self.tag)

    @property
    def known_label(self) -> str:
        """The name on its counter, as markup; see `known_as`."""
        return self._tagged(self.label, escape(self.tag))

    @property
    def known_proper(self) -> str:
        """The name on its counter, as markup and without a prefix; see `known_as`."""
        return self._tagged(self.proper, escape(self.tag))

    def _tagged(self, name: str, tag: str) -> str:
        named = self.class_name and not self.shown  # a unit without a class has the tag alone
        return f"{name} ({tag})" if tag and named else tag or name

    @property
    def names(self) -> dict[str, Value]:
        """Its names and those of its side, by the names that formulas know."""
        name = self.shown or self.name
        return {"name": name, "title": self.title, "label": self.label, "short": self.short or name,
                "prefix": self.prefix, "class_name": self.class_name, "side": self.side.name,
                "adjective": self.side.adjective}

    def renamed(self, **others: Value) -> Unit:
        """Return the unit with its current names, and other values, among its `values`."""
        return replace(self, values={**self.values, **self.names, **others})

    def serving(self, side: Side) -> Unit:
        """Return this unit, which fights for any side, as a unit of one side."""
        return replace(self, side=side, prefix=self.prefix or ("" if self.numbered else side.prefix)).renamed()

    def called(self, name: str) -> Unit:
        """Return a sister of this unit: another name, the same class."""
        sister = replace(self, name=name, class_name=self.class_name or self.name, short="", shown="")
        return sister.renamed(number="", stem=name, tag=name)

    def christened(self, name: str, span: Span | None, number: str = "") -> Unit:
        """Return this unit under a proper name that its owner gives it, of this unit's class.

        A unit that only had a number gets the prefix of its side; it keeps its `number` if its type has a tag, which
        may use the number. `span` is the place of the name, to which problems with the unit are reported.
        """
        prefix = self.prefix or (self.side.prefix if self.numbered else "")
        named = replace(self, prefix=prefix, numbered=False, span=span, base=self.name).called(name)
        return named.renamed(number=number) if self.tagging else named

    def numbered_as(self, number: int) -> Unit:
        """Return one of several copies that have only numbers: "Kestrel-3", in print as `numbering` says."""
        name, short = (self.numbering.replace("{number}", str(number)).replace("{name}", name)
                       for name in (self.name, self.short or self.name))
        twin = replace(self, name=f"{self.name}-{number}", numbered=True, shown=name, short=short if self.short else "",
                       base=self.name)
        return twin.renamed(number=str(number), stem=self.short or self.name, tag=short)


@dataclass(frozen=True, kw_only=True)
class GameData:
    """The contents of a game; `data[SECTION]` are the entries of one of its sections, by name.

    `units` has every unit by name, sisters included, in the order of the files; `size_by` is the field that decides
    their size classes. `words` are the game's words for the ends and sides of its models. `apart` are broken entries of
    the files, which the game lacks. `workings` is a cache for values computed from all of this but the units: they
    remain valid when a unit changes.
    """

    pictures: Pictures
    sides: Mapping[str, Side]
    sizes: tuple[SizeClass, ...]
    size_by: str
    unit_types: Mapping[str, UnitType]
    tables: Mapping[str, Table]
    units: Mapping[str, Unit]
    sections: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)
    words: Words = field(default_factory=Words)
    apart: Apart = field(default_factory=Apart)
    workings: dict[object, Any] = field(default_factory=dict, compare=False, repr=False)

    def __getitem__(self, section: Section[T]) -> Mapping[str, T]:
        return self.sections.get(section.key, {})  # type: ignore[return-value]

    def entries(self, section: str) -> Mapping[str, object]:
        """Return the entries of a section, by the key of the section."""
        return self.sections.get(section, {})

    def data(self) -> dict[str, Any]:
        """Return all attributes by name, to make another class of game data from them."""
        return {attribute.name: getattr(self, attribute.name) for attribute in fields(GameData)}

    def find(self, name: str) -> Unit:
        """Return the unit of a name; "Kestrel-3" is the third of the numbered Kestrels.

        Case is ignored. Raises PrintshopError, with a suggestion, if there is no such unit, or with all problems if the
        unit was removed for one.
        """
        if name in self.units:
            return self.units[name]
        folded = {_folded(key): unit for key, unit in self.units.items()}
        if unit := folded.get(_folded(name)):
            return unit
        stem, _, number = name.rpartition("-")
        unit = self.units.get(stem) or folded.get(_folded(stem))
        if unit and number.isdecimal() and unit.numbered and 0 < int(number) < 1000:
            return unit.numbered_as(int(number))
        for unit in self.units.values():  # a name as printed: its type has its own numbering
            number = "".join(_LAST_NUMBER.findall(name)) if unit.numbered and unit.numbering != NUMBERING else ""
            if number and (copy := unit.numbered_as(int(number))).shown == name:
                return copy
        asked = {_folded(name), _folded(stem)}
        if wrong := {key for key in self.apart.names(UNITS) if _folded(key) in asked}:
            self.apart.need(UNITS, wrong)
        behind, ahead = _BEHIND.fullmatch(name), _AHEAD.fullmatch(name)
        if behind:
            hint = f"the number comes first: {behind[2]} x {behind[1]}"
        elif ahead and _folded(ahead[2]) in folded:
            hint = f"write {ahead[1]} x {folded[_folded(ahead[2])].name}"
        else:
            hint = suggestion(name, self.units)
        raise failure(f"there is no unit called '{name}'", hint)

    def muster(self, roster: Iterable[tuple[str, int]], side: Side | None = None) -> tuple[Unit, ...]:
        """Return the units of a list of (name, count), in order, each with a name of its own.

        Several of a unit are numbered from 1, and on from the last number where a name is listed again. Units for any
        side get the side `side`. Raises PrintshopError for an unknown name.
        """
        mustered: list[Unit] = []
        numbers: Counter[str] = Counter()
        for name, count in roster:
            unit = self.find(name)
            unit = unit.serving(side) if side and unit.anyones else unit
            if count == 1 and (not unit.numbered or unit.name not in self.units):
                mustered.append(unit)
                continue
            first = numbers[unit.name] + 1
            numbers[unit.name] += count
            mustered += [unit.numbered_as(number) for number in range(first, first + count)]
        return in_series(mustered)


@dataclass(frozen=True, slots=True)
class Noted:
    """The names written in a game's files, valid or not: an entry with a mistake need not be reported as missing, too.

    `names` are those of the entries of each section, "units", "maps" and so on; a section in `lost` could not be read
    completely, so that any name may stand there.
    """

    names: Mapping[str, Collection[str]] = field(default_factory=dict)
    lost: Collection[str] = ()

    def has(self, section: str, name: str = "") -> bool:
        """Return whether a section has, or may have, an entry of a name; without a name, whether part of it is lost."""
        return section in self.lost or name in self.names.get(section, ())


@dataclass(frozen=True, kw_only=True)
class Context(GameData):
    """The part of a game that has been read, to which a section's data may refer, and the list of problems."""

    problems: Problems
    constants: Mapping[str, object] = field(default_factory=dict)
    outlines: Mapping[str, Names] = field(default_factory=dict)
    noted: Noted = field(default_factory=Noted)
    marks: differences.Marks = field(default_factory=differences.Marks)  # of notes on the page that is being read
    hexes: MapHexes | None = None  # of the map that is being read
    own: Names = field(default_factory=Names)  # further names that formulas may use at this place
    later: frozenset[str] = frozenset()  # names of units that are not on the table in turn 1
    tracks: dict[str, Any] = field(default_factory=dict)  # tracks with a marker for each step, by marker key

    @cached_property
    def names(self) -> Names:
        """The names that formulas may use: the game's settings and tables, and the names known at this place."""
        return Names((), self.constants) | self.own

    def within(self, names: frozenset[str]) -> Context:
        """Return the context with more names that formulas may use."""
        return replace(self, own=self.own | names)

    def wording(self, node: Node, what: str, names: frozenset[str] | set[str] = frozenset()) -> Wording:
        """Return the text with holes at a node; its mistakes are noted."""
        return read_wording(node, what, self.names | names if names else self.names, self.problems)

    def formula(self, node: Node, what: str) -> Formula | None:
        """Return the formula at a node, or None after noting its mistake."""
        return read_formula(node, what, self.names, self.problems)


@dataclass(frozen=True, kw_only=True)
class Game(GameData):
    """A complete, checked game.

    `units` are in the order of the files. `needs` is a list of things that players must bring. `fleet_checks` are
    conditions that every fleet must meet. `root` is its folder, or its single file. For a game that extends another,
    `base` is the name of that game, and `own` has the names of the entries that it adds or replaces itself, by section:
    "units", "forms" ... `files` are all files that it was read from. `fonts` are for characters that no bundled font
    has, `icons` are for texts, `theme` is its look, `cover` is a picture. `dice` are its rolls, "2d6", for exports to a
    virtual table.
    """

    key: str
    title: str
    subtitle: str
    rights: str
    root: Path
    needs: tuple[str, ...] = ()
    fleet_checks: tuple[Check, ...] = ()
    base: str = ""
    own: Mapping[str, frozenset[str]] = field(default_factory=dict)
    files: tuple[Path, ...] = ()
    fonts: tuple[FontFile, ...] = ()
    icons: tuple[Icon, ...] = ()
    dice: tuple[str, ...] = ()
    theme: ThemeEntry | None = None
    cover: Path | None = None

    @property
    def fleets(self) -> Path:
        """The folder of the game's fleets."""
        return self.root / catalogue.FLEETS

    @property
    def stated(self) -> tuple[str, ...]:
        """The settings that are printed on templates and charts, each as `scale of the table 1/2`."""
        return tuple(f"{setting.label} {setting.text}" for setting in self.settings.values() if setting.on_pages)


def _folded(name: str) -> str:
    """Return a name without differences of case and of composed or decomposed accents, for comparison."""
    return unicodedata.normalize("NFC", name).casefold()


def in_series(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units with their tags and serial numbers: 1, 2 ... for each value of the field `serial` of their type.

    The numbers run through all sides. Raises PrintshopError for a tag that cannot be worked out.
    """
    numbers: Counter[tuple[str, object]] = Counter()
    named = []
    for unit in units:
        more: dict[str, Value] = {}
        if unit.serial:
            key = (unit.kind, unit.values.get(unit.serial))
            numbers[key] += 1
            more["serial"] = numbers[key]
        tag = unit.tag
        if unit.tagging:
            try:
                tag = unit.tagging.words({**unit.values, **more})
            except FormulaError as error:
                raise failure(f"the tag of {unit.title}: {error.message}", error.hint, unit.span) from error
            more["tag"] = tag or unit.values["short"]
        named.append(replace(unit, tag=tag, values={**unit.values, **more}) if more else unit)
    return tuple(named)


def key_of(unit: Unit) -> str:
    """Return a name that is unique across all sides: "Kestrel (Mauve)"."""
    return f"{unit.name} ({unit.side.name})" if unit.side.name else unit.name


def marks_of(unit: Unit, damage: Mapping[str, Marks]) -> Marks:
    """Return the number of filled-in marks of a unit, by track; `damage` is by name, or by `key_of` the unit."""
    if not damage:
        return UNDAMAGED
    marks = damage.get(key_of(unit))
    return damage.get(unit.name, UNDAMAGED) if marks is None else marks
