"""What a game is, once read and checked: frozen values, no YAML, no drawing; and what its sections are read against."""

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
LONGEST = 20  # letters of a word for the end of a model
_LAST_NUMBER = re.compile(r"[1-9]\d{0,2}(?=\D*$)")
_AHEAD = re.compile(r"(\d{1,6}) *+(?:\* *+)?+(\S.*)")  # how many, without an x
_BEHIND = re.compile(r"(\S(?:.*\S)?) *[x×] *(\d{1,6})")  # how many, where it is not looked for


class Part(NamedTuple):
    """Something of a section, under its names; without any it is all of it. `usual` is what is printed unasked."""

    section: str
    names: tuple[str, ...] = ()
    usual: bool = True


@dataclass(frozen=True, slots=True)
class Apart:
    """What is wrong with a game that is sound without it: the `problems`, and the `parts` that it lacks for them."""

    problems: tuple[Problem, ...] = ()
    parts: frozenset[Part] = field(default=frozenset())

    def names(self, section: str) -> set[str]:
        """Return what is called for in a section, and is not in the game."""
        return {name for part in self.parts if part.section == section for name in part.names}

    def lacks(self, section: str, names: Collection[str] = ()) -> bool:
        """Return whether something of a section is apart: of what is named or, without names, of what is usual."""
        return any(not part.names or (bool({*part.names} & {*names}) if names else part.usual)
                   for part in self.parts if part.section == section)

    def need(self, section: str, names: Collection[str] = ()) -> None:
        """Raise PrintshopError with all problems if something that is needed is apart; see `lacks`."""
        if self.lacks(section, names):
            raise PrintshopError(self.problems)

    def pruned(self, tree: MappingNode) -> MappingNode:
        """Return the tree of a game without the entries of its sections that are apart."""
        lost = {part.section for part in self.parts if not part.names}
        named = sections.names()
        kept = {key: node.without(*self.names(key)) if key in named and isinstance(node, MappingNode) else node
                for key, node in tree.entries.items() if key not in lost}
        return tree.having(kept)


@block
class Words(Block):
    """What the ends, the sides and the line from end to end of a model are called."""

    bow: str = keys.text("what the front end of a model is called", default="bow")
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
        """Return what the game calls something that has one of these names; anything else stays as it is."""
        return str(vars(self).get(name, name))


@block
class Side(Block):
    """A party to the game. `color` is "#rrggbb"; `pattern` tells it apart where there is no colour."""

    name: str = keys.text("what it is called", default=lambda at: spoken(at.key))
    adjective: str = keys.text("the word for what belongs to it, if not its name", default="")
    color: str = keys.colour("its colour", name="colour")
    pattern: str = keys.choice(PATTERNS, "what tells it apart without colours; bars and stripes run across a band",
                               default="solid")
    prefix: str = keys.text("what stands before the names of its ships", default="")
    emblem: str = keys.text("its sign, an SVG drawing of the game's folder `art/`: on the backs of its counters, on "
                            "covers, in the heads of records", default="")
    art: Path | None = None
    key: str = ""

    def settled(self, at: Reader) -> Self:  # noqa: ARG002
        return replace(self, adjective=self.adjective or self.name)


NEUTRAL: Final = Side(key=ANY, name="", adjective="", color="#ffffff", pattern="plain")
"""The side of units that fight for anyone, until a force takes them."""


@block
class SizeClass(Block):
    """A class of bases, (beam, length); `up_to` is its highest number."""

    name: str = keys.text("what it is called", default=lambda at: at.key)
    up_to: int | None = keys.whole("the highest number of the class; the last one needs none", 0, default=None)
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
        """How long they are, fore and aft."""
        return self.base[1]


@dataclass(frozen=True, slots=True)
class Unit:
    """A ship, a tank, a hero: whatever has a record and a counter. `name` is unique within its game.

    `values` holds the fields, the derived values and name, prefix, title, class_name, side, size: everything that
    a formula or a text with {holes} may name. `copies` is how many are made when nothing else is asked; units with
    the same value of the field `serial` are numbered when they are mustered. `art_bow` is where the bow points in the
    picture `art`, which is named at `art_at`. `numbering` is how a copy with a number is called in print; there it is
    `shown` so, if that is not its name. `tagging` is what the counters of its type say of units that are mustered,
    which then have a `tag`. `base` is the name of the unit that this one is a copy of. `differs` are notes on
    values that are not as in the book, by name.
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
    tagging: Wording | None = field(default=None, compare=False)  # formulas of two readings are never the same
    tag: str = ""
    art_at: Span | None = field(default=None, compare=False)
    base: str = ""
    differs: Mapping[str, Difference] = field(default_factory=dict)

    @property
    def anyones(self) -> bool:
        """Whether the unit fights for whoever takes it."""
        return self.side.key == ANY

    @property
    def unknown(self) -> frozenset[str]:
        """The names of all values that are not known."""
        return frozenset(name for name, value in self.values.items() if value is NOT_KNOWN)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is odd about the unit, as markup."""
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
        """The name as markup: a proper name is italic, a numbered boat is not."""
        shown = escape(self.shown or self.name)
        return shown if self.numbered else f"*{shown}*"

    @property
    def known_as(self) -> str:
        """What players know it by, on its counter and wherever they read of it: its tag, or its title and its tag."""
        return self._tagged(self.title, self.tag)

    @property
    def known_label(self) -> str:
        """What players know it by, as markup."""
        return self._tagged(self.label, escape(self.tag))

    @property
    def known_proper(self) -> str:
        """What players know it by, as markup and without a prefix."""
        return self._tagged(self.proper, escape(self.tag))

    def _tagged(self, name: str, tag: str) -> str:
        named = self.class_name and not self.shown  # what has no class but its own is known by its tag alone
        return f"{name} ({tag})" if tag and named else tag or name

    @property
    def names(self) -> dict[str, Value]:
        """What it is called and whose it is, by the names that formulas know."""
        name = self.shown or self.name
        return {"name": name, "title": self.title, "label": self.label, "short": self.short or name,
                "prefix": self.prefix, "class_name": self.class_name, "side": self.side.name,
                "adjective": self.side.adjective}

    def renamed(self, **others: Value) -> Unit:
        """Return the unit with its names, and other values, among what formulas know of it."""
        return replace(self, values={**self.values, **self.names, **others})

    def serving(self, side: Side) -> Unit:
        """Return this unit, which is anyone's, as a unit of a side."""
        return replace(self, side=side, prefix=self.prefix or ("" if self.numbered else side.prefix)).renamed()

    def called(self, name: str) -> Unit:
        """Return a sister of this unit under another name, of this unit's class."""
        sister = replace(self, name=name, class_name=self.class_name or self.name, short="", shown="")
        return sister.renamed(number="", stem=name, tag=name)

    def christened(self, name: str, span: Span | None, number: str = "") -> Unit:
        """Return this unit under a proper name that its owner gives it, of this unit's class.

        What had only a number so far has the prefix of its side from now on; it keeps its `number` if its tag may hang
        on that. Problems with it are the owner's: they are at `span`.
        """
        prefix = self.prefix or (self.side.prefix if self.numbered else "")
        named = replace(self, prefix=prefix, numbered=False, span=span, base=self.name).called(name)
        return named.renamed(number=number) if self.tagging else named

    def numbered_as(self, number: int) -> Unit:
        """Return one of several nameless copies: "Kestrel-3", shown as its type's `numbering` says."""
        name, short = (self.numbering.replace("{number}", str(number)).replace("{name}", name)
                       for name in (self.name, self.short or self.name))
        twin = replace(self, name=f"{self.name}-{number}", numbered=True, shown=name, short=short if self.short else "",
                       base=self.name)
        return twin.renamed(number=str(number), stem=self.short or self.name, tag=short)


@dataclass(frozen=True, kw_only=True)
class GameData:
    """What a game is made of; `data[SECTION]` are the entries of one of its sections, by name.

    `units` has every unit by name, sisters included, in the order of the files; `size_by` is the field by which they
    have their size classes. `words` are what the ends and sides of its models are called. `apart` is what the files
    have besides, and is wrong. `workings` are for those who make something of all this but the units: what is in there
    is as good for the game after a change of a unit.
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
        """Return the entries of a section by its key."""
        return self.sections.get(section, {})

    def data(self) -> dict[str, Any]:
        """Return all of that by name, for what else has it."""
        return {attribute.name: getattr(self, attribute.name) for attribute in fields(GameData)}

    def find(self, name: str) -> Unit:
        """Return the unit of a name; "Kestrel-3" is the third of the numbered Kestrels.

        Raises PrintshopError, with a suggestion, if there is none, or with what is wrong with it if it is apart.
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
        for unit in self.units.values():  # as it is printed
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
        """Return the units of a list of (name, how many), in order, every one with a name of its own.

        Several of a kind are numbered from 1; numbering goes on where a name is listed again. Units that are
        anyone's fight for `side`. Raises PrintshopError for an unknown name.
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
    """What stands in a game's files, be it wrong or right: whose mistakes are noted need not be missed elsewhere.

    `names` are those of a section's entries, "units" and "maps" and so on; of a section in `lost` a part could not be
    read, so that whatever is named may stand there.
    """

    names: Mapping[str, Collection[str]] = field(default_factory=dict)
    lost: Collection[str] = ()

    def has(self, section: str, name: str = "") -> bool:
        """Return whether a section has, or may have, something of a name; without one, whether any of it is lost."""
        return section in self.lost or name in self.names.get(section, ())


@dataclass(frozen=True, kw_only=True)
class Context(GameData):
    """What a section's data may refer to, as far as the game has been read, and where its problems go."""

    problems: Problems
    constants: Mapping[str, object] = field(default_factory=dict)
    outlines: Mapping[str, Names] = field(default_factory=dict)
    noted: Noted = field(default_factory=Noted)
    marks: differences.Marks = field(default_factory=differences.Marks)  # of the page that is being read
    hexes: MapHexes | None = None  # of the map that is being read
    own: Names = field(default_factory=Names)  # names that formulas may use where something is read
    later: frozenset[str] = frozenset()  # names of units that do not stand on the table from the first turn
    tracks: dict[str, Any] = field(default_factory=dict)  # of whose steps there are to be markers, by the keys of these

    @cached_property
    def names(self) -> Names:
        """What formulas may name: the game's settings and tables, and what is known where they stand."""
        return Names((), self.constants) | self.own

    def within(self, names: frozenset[str]) -> Context:
        """Return the context of something whose formulas may use more names."""
        return replace(self, own=self.own | names)

    def wording(self, node: Node, what: str, names: frozenset[str] | set[str] = frozenset()) -> Wording:
        """Return the text with holes at a node; what is wrong with it is noted."""
        return read_wording(node, what, self.names | names if names else self.names, self.problems)

    def formula(self, node: Node, what: str) -> Formula | None:
        """Return the formula at a node, or None; what is wrong with it is noted."""
        return read_formula(node, what, self.names, self.problems)


@dataclass(frozen=True, kw_only=True)
class Game(GameData):
    """A whole game, checked.

    `units` has them in the order of the files. `needs` is what players must bring.
    `fleet_checks` are what must hold of a fleet. `root` is its folder, or its single file. Of a game that extends
    another, `base` is what that is called, and `own` has the names of what it adds or replaces itself, by section:
    "units", "forms" ... `files` are all that it was read from. `fonts` are for characters that no bundled font has,
    `icons` stand in texts, `theme` says how its things look, `cover` is a picture. `dice` are what is rolled,
    "2d6", for tables without any.
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
        """The folder of the fleets of the game."""
        return self.root / catalogue.FLEETS

    @property
    def stated(self) -> tuple[str, ...]:
        """What pages that are measured with, or read beside that, say of the settings: `scale of the table 1/2`."""
        return tuple(f"{setting.label} {setting.text}" for setting in self.settings.values() if setting.on_pages)


def _folded(name: str) -> str:
    """Return what is the same for all ways to write a name: large or small, accents as letters or behind them."""
    return unicodedata.normalize("NFC", name).casefold()


def in_series(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Return the units with their serial numbers, 1, 2 ... for each value of the field that their type names, and tags.

    They run through all sides. Raises PrintshopError for a tag that cannot be worked out.
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
    """Return the name of a unit that no other has, whatever side it fights on: "Kestrel (Mauve)"."""
    return f"{unit.name} ({unit.side.name})" if unit.side.name else unit.name


def marks_of(unit: Unit, damage: Mapping[str, Marks]) -> Marks:
    """Return how many circles of which tracks are marked for a unit; `damage` is by name, or by `key_of` units."""
    if not damage:
        return UNDAMAGED
    marks = damage.get(key_of(unit))
    return damage.get(unit.name, UNDAMAGED) if marks is None else marks
