"""The types of a game's units: which fields they have, what is derived from these, and what must hold of every unit.

What rosters show of them follows from the fields where a type does not say: see `printshop.products.rosters.tables`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import partial, reduce
from operator import or_
from typing import Any, Final, NamedTuple, Self

import printshop.game.notations  # noqa: F401 - its kinds of field are known by it
from printshop import silhouettes
from printshop.expressions import FUNCTIONS, Formula, FormulaError, Names, compared
from printshop.game import rows
from printshop.game.fields import FIELD_KINDS, Field, read_field
from printshop.game.formulas import (
    UNSETTLED,
    Derived,
    Wording,
    derived_keys,
    derived_schema,
    read_derived,
    read_formula,
)
from printshop.game.layers import MARKS, reserved
from printshop.game.pictures import ART_BOWS
from printshop.game.references import REFERENCES, references
from printshop.game.values import ENTRIES, Table
from printshop.language import keys, patterns
from printshop.language.keys import Block, Writer, block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, describe
from printshop.problems import suggestion
from printshop.source import MappingNode, Node, Scalar, SequenceNode, scalars

ANY: Final = "any"
"""The key of no side, and so of every side."""
UNIT_KEYS = ("name", "side", "prefix", "class", "sisters", "numbered", "short", "art", "art_bow", "printed", "copies",
             "differs")
"""What every unit may have besides its fields."""
UNIT_NAMES = ("name", "title", "label", "short", "stem", "number", "serial", "tag", "prefix", "class_name",
              "side", "adjective", "size", "size_name", "warnings")
"""What formulas and texts may say of every unit besides its fields."""
LATER = frozenset({"serial", "tag", "warnings"})
"""What a unit has only when all else is worked out."""
NUMBERING: Final = "{name}-{number}"
"""How copies that have no names are called, where their type does not say."""
MOST_COLUMNS = 16  # of a roster
MOST_SHOWN = 8  # columns of a table of units, where nothing is said
NONE = "none"
_LOOKED_UP = re.compile(r"\blookup\(\s*(\w+)\s*,\s*(\w+)\s*[,)]")


def _settled_names(at: Reader) -> Names:
    """Return what a check may go by: what copies of a unit have in common."""
    names: Names = at.context.names
    return names.without(UNSETTLED)


def _read_that(at: Reader, name: str) -> Formula | None:
    if node := at.node(name, required=True):
        return read_formula(node, f"'{name}' of {at.what}", _settled_names(at), at.problems, shared=True)
    return None


@block
class Check(Block):
    """Something that must hold of every unit, or of every fleet, and what to say when it does not.

    `label` says what is demanded, `figures` how a unit stands to it. Where they are not given, `that` speaks for itself
    and, if it is a comparison, its two `sides` with the sign between them.
    """

    that: Formula = keys.special(_read_that, {"type": ["number", "string", "boolean"]}, "a formula that must hold",
                                 default=...)
    message: Wording = keys.wording("what a player reads where it does not, a text with holes")
    warning: bool = keys.flag("whether the unit prints all the same: `printshop check` tells the message, and texts "
                              "and forms have it in `warnings`")
    label: str = keys.text("what is demanded, in an [audit](forms.md#audits)", default="")
    figures: Wording | None = keys.wording("how the unit stands to it there, a text with holes; without it the figure "
                                           "and the limit of a comparison", default=None)
    sides: tuple[Formula, str, Formula] | None = None

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Let its texts use what is known before a unit is tagged and numbered."""
        at.context = replace(at.context, own=at.context.own.without(LATER))

    def settled(self, at: Reader) -> Self | None:
        if not self.that or not self.message:
            return None
        return replace(self, sides=compared(self.that.text, _settled_names(at)))


def _read_plural(at: Reader, name: str) -> str:
    plural = at.text(name, f"{at.key}s")
    if plural.replace(" ", "_") in reserved():
        at.fail(name, f"units of {at.what} cannot be called '{plural}': that is a part of every game",
                "call them by another word: plural: ...")
    elif re.fullmatch(r"[\w -]{1,60}", plural):
        return plural
    else:
        at.fail(name, f"'plural' of {at.what} names a file: it can have letters, digits, spaces, - and _")
    return f"{at.key} units"


def _read_fields(at: Reader, name: str) -> Mapping[str, Field]:
    inner = at.reader(name, required=True)
    fields = {key: read_field(field_reader) for key, field_reader in (inner.each("field") if inner else ())}
    for key in fields:
        if key in {*UNIT_KEYS, *MARKS, *UNIT_NAMES, *FUNCTIONS} or not key.isidentifier():
            at.problems.add(inner.key_span(key) if inner else None, f"a field of {at.what} cannot be called '{key}'",
                            "every unit has that name already, or it is not one word of letters, digits and _")
    return fields


def _read_formulas(at: Reader, _: str) -> tuple[Derived, ...]:
    """Return what is derived; whatever is read after it may name that, too."""
    formulas = read_derived(at, at.context.names, {*at.inside("fields"), *UNIT_NAMES})
    at.context = at.context.within(frozenset({*derived_keys(at), *UNIT_NAMES} - {"tag", "warnings"}))
    return formulas


def _read_numbering(at: Reader, name: str) -> str:
    numbering = at.text(name, NUMBERING)
    if sorted(re.findall(r"\{[^{}]*\}|[{}]", numbering)) == ["{name}", "{number}"]:
        return numbering
    at.fail(name, f"'numbering' of {at.what} must have {{name}} once and {{number}} once, and no more",
            'write for instance numbering: "{name} {number}"')
    return NUMBERING


# --- what rosters show of them


class Shown(NamedTuple):
    """A value of units in a roster, or added up below it: its heading and its name."""

    heading: str
    value: str


def _read_columns(at: Reader, name: str) -> tuple[Shown, ...]:
    """Return the columns at a key: those of a list are headed by their labels."""
    node, (fields, names) = at.node(name), at.context
    if node is not None and not isinstance(node, MappingNode | SequenceNode):
        at.fail(name, f"'{name}' of {at.what} must be a list of values, found {describe(node)}",
                "write for instance [hull, speed], or {Hull: hull}")
        return ()
    if isinstance(node, MappingNode):
        inner = Reader(node, at.problems, f"'{name}' of {at.what}")
        columns = [(Shown(heading, inner.text(heading)), inner.span(heading)) for heading in node.entries]
    else:
        columns = [(Shown(heading_of(value, fields), value), span) for value, span in at.placed_texts(name)]
    for (heading, value), span in columns:
        if value and value not in names:
            at.problems.add(span, f"the units have no value '{value}' for the column '{heading}'",
                            suggestion(value, names))
    if len(columns) > MOST_COLUMNS:
        at.fail(name, f"'{name}' of {at.what} has {len(columns)} columns, at most {MOST_COLUMNS} are allowed")
    return tuple(shown for shown, _ in columns[:MOST_COLUMNS])


def _value_shape(writer: Writer) -> Schema:
    values = writer.entry("values")
    return {"type": ["array", "object"], "items": values, "additionalProperties": values}


@block
class Roster(Block):
    """What rosters show of units of a type; what is None or empty there follows from the fields."""

    columns: tuple[Shown, ...] = keys.special(
        _read_columns, _value_shape,
        "the values that stand beside each name: a list, or a block of headings and values", default=())
    by: str | None = keys.text("the value that parts the units into classes with sums of their own, a choice for "
                               "instance; or `none`", default=None)
    totals: tuple[Shown, ...] = keys.special(
        _read_columns, _value_shape, "what is added up in the summary: a list, or a block of headings and values",
        default=())

    def settled(self, at: Reader) -> Self:
        """Return the roster, after noting what parts nothing, and what cannot be added up."""
        fields, names = at.context
        if self.by not in (None, NONE, *names):
            at.fail("by", f"'by' of {at.what}: the units have no value '{self.by}'",
                    suggestion(str(self.by), [*names, NONE]))
        for heading, value in self.totals:
            if value in fields and not fields[value].counted:
                at.fail("totals", f"{heading} in 'totals' of {at.what} cannot be added up: '{value}' is a "
                        f"{fields[value].kind}")
        return self


def _read_roster(at: Reader, fields: Mapping[str, Field], names: Collection[str]) -> Roster:
    """Return what a unit type says of its rosters; `names` are all values that its units have."""
    at.context = fields, names
    if isinstance(at.peek("roster"), SequenceNode):
        return Roster(columns=_read_columns(at, "roster"))
    inner = at.reader("roster")
    return keys.read(Roster, inner) if inner else Roster()


def heading_of(value: str, fields: Mapping[str, Field]) -> str:
    """Return what stands above the column of a value: its field's label, or its name in words."""
    label = fields[value].label if value in fields else value.replace("_", " ")
    return label[:1].upper() + label[1:]


# --- types


def _read_side(at: Reader, name: str) -> str:
    """Return the key of a side, `any` for everyone's as for what is wrong; "" where it is not there."""
    sides = at.context.sides
    known = f"known here: {', '.join(sorted((*sides, ANY)))}"
    written = at.peek(name)
    if isinstance(written, Scalar) and written.value is None:
        at.node(name)
        at.fail(name, f"side of {at.what} is empty", known)
        return ANY
    key: str = at.text(name, "")
    if not key or key in (*sides, ANY):
        return key
    hint = suggestion(key, (*sides, ANY))
    by_chance = len(key) > len(ANY) + 2 and hint == f"did you mean '{ANY}'?"  # the end of Germany
    at.fail(name, f"side of {at.what}: there is no side '{key}'", known if by_chance else hint)
    return ANY


def side_key(says: str) -> Any:
    """Declare the key of a side, "" where it is not there."""
    return keys.special(_read_side, lambda writer: writer.entry("unit sides"), says, default="")


@block
class Drawn(Block):
    """How units look that have no picture: drawn from their figures, formulas over what they have."""

    look: str = keys.choice(silhouettes.KINDS, "what they are (`ship`): `sailing ship`, `spacecraft`, `aircraft`, "
                            "`vehicle`, `walker`, `squad` or `creature`", name="as", default=silhouettes.KINDS[0])
    seen: str = keys.choice(silhouettes.SEEN, "`from above` or `from the side`; walkers, squads and creatures "
                            "look at us", default=silhouettes.SEEN[0])
    slender: Formula | None = keys.formula("how many times as long as broad, 1 to 8 (4)", default=None)
    turrets: Formula | None = keys.formula("how many turrets, guns or horns are seen, up to 12 (0)", default=None)
    masts: Formula | None = keys.formula("how many masts (0)", default=None)
    engines: Formula | None = keys.formula("how many funnels, nozzles, propellers or pairs of wings (0)", default=None)
    figures: Formula | None = keys.formula("how many men a squad has, or heads a creature (1)", default=None)

    def hull(self, values: Mapping[str, object]) -> silhouettes.Hull:
        """Return the hull of a unit; what is not known of it, or cannot be, is as usual."""
        def figure(formula: Formula | None, usual: float, least: float, most: float) -> float:
            with suppress(FormulaError, TypeError, ValueError):
                return min(max(float(formula.evaluate(values)), least), most) if formula else usual  # type: ignore[arg-type]
            return usual

        slender = round(4 * figure(self.slender, 4, silhouettes.STOUT, silhouettes.SLIM)) / 4
        turrets, masts, engines = (int(figure(formula, 0, 0, silhouettes.MOST))
                                   for formula in (self.turrets, self.masts, self.engines))
        figures = int(figure(self.figures, 1, 1, silhouettes.MOST))
        return silhouettes.Hull(self.look, slender, turrets, masts, engines, figures, self.seen)


@block
class UnitType(Block):
    """What units of one kind have: their fields in order, what is derived from them, and what must hold of each.

    `derived` names all that is derived, in the order of the file; `formulas` work it out, each after those it needs.
    `points` is the value that counts as a unit's points, `serial` the field whose equals are numbered. `constants`
    are what formulas may name besides: the game's settings and tables; `members` what stands behind the dot of a field
    that names other units. `roster` is what a roster shows of them,
    `numbering` how those without names are called in print, `tag` what their counters say instead of a name.
    Where it is not `sound`, nothing is derived: every unit would only repeat the trouble.
    """

    name: str = keys.text("what one is called", default=lambda at: at.key)
    plural: str = keys.special(_read_plural, {"type": patterns.TEXT}, "what several are called; it names their file or "
                               "folder")
    fields: Mapping[str, Field] = keys.special(
        _read_fields, lambda writer: {"type": "object", "additionalProperties": writer.block(FIELD_KINDS)},
        "what stands in the record of each, by key: see below", default=...)
    formulas: tuple[Derived, ...] = keys.special(
        _read_formulas, derived_schema, "by key, in any order: formulas, or blocks with `label` and `formula`",
        name="derived")
    side: str = side_key("the side of those that do not say theirs: the key of a side, or `any`: of upgrades, say")
    points: str = keys.text("the field or derived value that a unit costs (points)", default="points")
    serial: str = keys.text("a field: units that have the same value there are numbered 1, 2 ..., through all forces, "
                            "for `{serial}` in texts", default="")
    numbering: str = keys.special(
        _read_numbering, {"type": patterns.TEXT}, 'how copies that have no names of their own are called in print: '
        '`"{name}-{number}"` (the default, Rat-3), or for instance `"{name} {number}"`; commands and positions call '
        "them Rat-3 in any case", default=NUMBERING)
    checks: tuple[Check, ...] = keys.blocks(Check, "what must hold of every unit: see below", entry="check")
    roster: Roster = keys.special(
        lambda *_: Roster(),
        lambda writer: {**writer.block(Roster), "type": ["array", "object"], "items": writer.entry("values")},
        "what [rosters](fleets.md#what-a-game-says-of-fleets) show of them", default=Roster())
    art: Wording | None = keys.wording('the [picture](units.md#pictures) of those that have none of their own, a name '
                                       'with holes: `"{type}.svg"`. Where there is no such file they have none',
                                       default=None)
    art_bow: str = keys.choice(ART_BOWS, "where the bow points in the pictures of those that do not say it",
                               default=ART_BOWS[0])
    drawn: Drawn | None = keys.inner(Drawn, "how those [are drawn](units.md#drawn-from-figures) that have no picture",
                                     default=None)
    rules: Wording | None = keys.wording('a text with holes, `"{rule}"`, that stands on rosters once for each of them '
                                         "that serves there or is carried: what it does, for players at the table. It "
                                         "is left out where it says nothing", default=None)
    tag: Wording | None = keys.wording("for games whose counters do not bear names, a text with holes: see "
                                       "[below](#what-counters-say)", default=None)
    key: str = ""
    derived: tuple[str, ...] = ()
    constants: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)
    members: Mapping[str, Callable[[], Names]] = field(default_factory=dict, compare=False, repr=False)
    sound: bool = True

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Let formulas use the fields, and what every unit has, but for what its copies have each for themselves."""
        own_names = {*at.inside("fields"), *UNIT_NAMES}
        constants = {name: value for name, value in at.context.constants.items() if name not in own_names}
        at.context = replace(at.context, constants=constants,
                             own=Names(own_names - UNSETTLED, members=members_of(at.context.outlines, at.key)))

    def settled(self, at: Reader) -> Self:
        """Return the type with what rosters show of it; note names that it has not."""
        derived = derived_keys(at)
        valued = (*self.fields, *derived)
        if self.art:
            at.context.pictures.expect(self.art)
        if self.serial and self.serial not in self.fields:
            at.fail("serial", f"'serial' of {at.what}: there is no field '{self.serial}'",
                    suggestion(self.serial, self.fields))
        if "points" in at and self.points not in valued:
            at.fail("points", f"'points' of {at.what}: there is no field or derived value '{self.points}'",
                    suggestion(self.points, valued))
        return replace(self, derived=derived, roster=_read_roster(at, self.fields, (*valued, *UNIT_NAMES)))

    @property
    def names(self) -> Names:
        """Every name that a formula about such a unit may use; extend it with `|`."""
        return Names((*self.fields, *self.derived, *UNIT_NAMES), self.constants, self.members)

    @property
    def labels(self) -> dict[str, str]:
        """What the values of its units are called, by their names."""
        return {**{key: field.label for key, field in self.fields.items()},
                **{formula.key: formula.label for formula in self.formulas}}

    @property
    def columns(self) -> tuple[Shown, ...]:
        """The values that stand beside the names of its units in tables; their points have a column of their own.

        Whom they name comes first: a pilot makes one line with the aircraft.
        """
        plain = (key for key, field in self.fields.items() if field.shown and key != self.points)
        listed = [*references(self.fields), *plain][:MOST_SHOWN]
        return self.roster.columns or tuple(Shown(heading_of(key, self.fields), key) for key in listed)

    @property
    def stem(self) -> str:
        """What files and lists of its units are called: its plural in one word."""
        return self.plural.replace(" ", "_")

    def looked_up(self) -> dict[str, str]:
        """Return, by field, the titles of the game's tables in which its value is looked up."""
        lists = (listing for listing in self.fields.values() if isinstance(listing, rows.ListField))
        titles: dict[str, str] = {}
        for derived in (*self.formulas, *(derived for listing in lists for derived in listing.derived)):
            for name, key in _LOOKED_UP.findall(derived.formula.text):
                if isinstance(table := self.constants.get(name), Table):
                    titles.setdefault(key, table.title)
        return titles


def outlines(types: Node | None) -> dict[str, Names]:
    """Return the names that units of every type will have, whatever is wrong with them, from the data of all types.

    So a formula about one may name, behind a dot, what those units have that one of its fields names (of a type that
    there is not, anything), and what the entries of lists have.
    """
    every: dict[str, Names] = {}

    def joined(kinds: Collection[str]) -> Names:
        return reduce(or_, [every[kind] for kind in kinds if kind in every] or [*every.values()], Names())

    for key, node in _entries(types).items():
        inner = _entries(node)
        fields, members = _entries(inner.get("fields")), {}
        for name, declared in fields.items():
            said = _entries(declared)
            kind, of = (said.get(word) for word in ("kind", "of"))
            if isinstance(kind, Scalar) and kind.text in REFERENCES:
                members[name] = partial(joined, [text.text for text in scalars(of)] if of else [])
            elif isinstance(kind, Scalar) and kind.text == "list":
                members[name] = partial(Names, (*_entries(of), *_entries(said.get("derived")), rows.NUMBER))
            elif isinstance(kind, Scalar) and kind.text in ENTRIES:
                members[name] = partial(Names, ENTRIES[kind.text])
        every[key] = Names((*fields, *_entries(inner.get("derived")), *UNIT_NAMES), members=members)
    return every


def _entries(node: Node | None) -> Mapping[str, Node]:
    return node.entries if node else {}


def members_of(outlines: Mapping[str, Names], kind: str) -> Mapping[str, Callable[[], Names]]:
    """Return what may stand behind the dots of the fields of a type."""
    return outlines[kind].members if kind in outlines else {}


def read_type(at: Reader) -> UnitType:
    """Return a unit type as the game's data describes it, read in the context of its settings and tables."""
    at.begin()
    if not isinstance(at.peek("fields"), MappingNode):  # all that names a field would only repeat what is noted here
        at.reader("fields", required=True)
        plural = _read_plural(at, "plural")
        for attribute, key in keys.keys(UnitType).items():
            at.node(keys.spelt(attribute, key))
        at.done()
        return UnitType(key=at.key, name=at.key, plural=plural, fields={}, formulas=(), checks=(), sound=False)
    unit_type: UnitType = keys.read(UnitType, at, constants=at.context.constants,
                                members=members_of(at.context.outlines, at.key))
    return replace(unit_type, sound=at.sound)
