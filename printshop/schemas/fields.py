"""The schema of a unit and of a file of units: what may stand in each field, also as words of a row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from printshop.game.differences import NONE
from printshop.game.layers import CHANGES, MARKS
from printshop.game.model import ANY, ART_BOWS
from printshop.game.notation import in_words, looked_up
from printshop.game.units import MOST_COPIES
from printshop.language import patterns
from printshop.language.patterns import ANY_WHOLE, DICE, LENGTH, Schema, choice, literal, numbers, one_of, several, text
from printshop.language.reader import spoken
from printshop.source import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from printshop.game.fields import Columns, Field
    from printshop.game.model import Game, UnitType
    from printshop.game.settings import Setting


MARK_WORDS = {"replaces": "true: this takes the place of the entry of the same name in the game that this one extends.",
              "changes": "true: that entry stays, but with the keys that are given here put into it."}


@dataclass(frozen=True, slots=True)
class Around:
    """What else may stand for a value: the game's settings; and in which tables fields are looked up, by field.

    Where units may be `changed` in parts, what holds figures by name may have some of them.
    """

    settings: Mapping[str, Setting] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    changed: bool = False

    @property
    def stand_ins(self) -> str:
        """A pattern for the words that may stand instead of a number or another notation."""
        return patterns.one_of((UNKNOWN, *(rf"\${key}" for key in self.settings)))


def described(one: Field, around: Around) -> Schema:
    """Return the schema of a field, with what an editor shows of it."""
    said = in_words(one, around.tables)
    optional = "May be left out." if one.optional else "Must be there."
    complaint = f"{one.label}: {said}; or {UNKNOWN}"
    return {"title": spoken(one.label), "description": f"{said[:1].upper()}{said[1:]}. {optional}",
            **bare(one, around), "errorMessage": complaint, "patternErrorMessage": complaint}


def bare(one: Field, around: Around) -> Schema:
    """Return what may stand in a field: its own notation, `unknown`, or a setting."""
    match one.kind:
        case "whole":
            found = {"type": ["integer", "string"], **_limits(one), "pattern": patterns.whole(around.stand_ins)}
        case "choice":
            fitting = [f"${key}" for key, setting in around.settings.items() if setting.text in one.options]
            found = choice((*one.options, UNKNOWN, *fitting))
        case "flag":
            found = {"type": ["boolean", "string"], "pattern": patterns.whole(around.stand_ins)}
        case "entries":
            found = _entries(one, around)
        case "numbers":
            found = _numbers(one, around)
        case "list":
            found = _rows(one, around)
        case "text":
            found = text()
        case _:
            found = _notation(one, around)
    return found


def _limits(one: Field) -> Schema:
    return {key: value for key, value in (("minimum", one.low), ("maximum", one.high)) if value is not None}


def _notation(one: Field, around: Around) -> Schema:
    known = {"length": patterns.LENGTH, "dice": patterns.DICE}
    own = known[one.kind] if one.kind in known else battery(one)
    examples: list[object] = [int(one.example) if one.example.isdigit() else one.example]
    found: Schema = {"type": "string", "pattern": rf"^ *{patterns.one_of((own, around.stand_ins))} *$"}
    if one.short:
        found |= {"type": ["string", "integer"], "minimum": one.low or 1, "maximum": one.high or 999}
    return {**found, "examples": examples}


def _entries(one: Field, around: Around) -> Schema:
    amount = {"type": ["integer", "string"], "minimum": 1, "maximum": 99,
              "pattern": patterns.whole(patterns.one_of(rf"\${key}" for key in around.settings) or "(?!)")}
    things = {key: {"title": thing.name, **amount} for key, thing in one.things.items()}
    return {"type": ["object", "string"], "properties": things, "additionalProperties": False,
            "pattern": patterns.whole(around.stand_ins)}


def _numbers(one: Field, around: Around) -> Schema:
    figure = {"type": ["integer", "string"], **_limits(one), "pattern": patterns.whole(around.stand_ins)}
    names = {"properties": dict.fromkeys(one.options, figure), "additionalProperties": False,
             "required": [] if around.changed else list(one.options)}
    return {**figure, **names, "type": ["object", "array", "integer", "string"], "items": figure,
            "minItems": len(one.options), "maxItems": len(one.options)}


def _rows(one: Field, around: Around) -> Schema:
    assert one.entry is not None
    fields = one.entry.fields
    needed = [key for key, part in fields.items() if not part.optional]
    written = " ".join(key if key in needed else f"[{key}]" for key in fields)
    row: Schema = {
        "type": ["object", "string"], "properties": {key: described(part, around) for key, part in fields.items()},
        "required": needed, "additionalProperties": False, "pattern": written_row(one.entry),
        "examples": [one.entry.example], "patternErrorMessage": f"{one.label}, as words in this order: {written}"}
    first = next(iter(fields.values()))
    if len(needed) <= 1:  # a row can be a bare number
        row |= {"type": ["object", "string", "number"], **(_limits(first) if first.kind == "whole" else {})}
    return {"type": ["array", "string"], "items": row, "maxItems": one.entry.most,
            "pattern": patterns.whole(around.stand_ins)}


def battery(field: Field) -> str:
    """Return a pattern for the batteries that a field may hold."""
    count = f"0{{0,2}}{numbers(field.low or 1, field.high or 999)}"
    dice = one_of(str(die) for die in field.dice) if field.dice else "[0-9]{1,3}"
    damage = f"0?{numbers(*field.damage)}"
    traits = one_of(literal(word) for word in field.traits)
    words = f"(?: +{traits}(?:[ ,]+{traits})*[ ,]*)?" if field.traits else ""
    long = f"{count}/d0{{0,2}}{dice} *x *{damage}{words}"
    return one_of((long, count)) if field.short else long


def written_row(columns: Columns) -> str:
    """Return a pattern for a row of a list that is written as words."""
    last = ("", *columns.fields)[-1]
    words = []
    for key, one in columns.fields.items():
        word = f"{_word(key, one, key == last)}(?: +|$)"
        words.append(f"(?:{word})?" if one.optional or one.kind == "flag" else word)
    return f"^ *{''.join(words)}$"


def _word(key: str, field: Field, last: bool) -> str:
    unknown = () if field.kind == "flag" else (UNKNOWN,)
    found = {"choice": one_of(literal(one) for one in _longest_first(field.options)), "flag": literal(key),
             "length": LENGTH, "dice": DICE, "text": r"\S.*" if last else r"\S+"}
    if field.kind in ("whole", "numbers"):
        return one_of((_bounded(field), *unknown))
    if field.kind == "battery":
        return one_of((battery(field), *unknown))
    return one_of((found.get(field.kind, "(?!)"), *unknown))


def _bounded(field: Field) -> str:
    return ANY_WHOLE if field.low is None or field.low < 0 else f"[+]?{numbers(field.low, field.high)}"


def _longest_first(words: Collection[str]) -> list[str]:
    return sorted(words, key=len, reverse=True)


def unit(game: Game, unit_type: UnitType) -> Schema:
    """Return the schema of one unit of a type; one that changes a unit of the game below may leave things out."""
    around = Around(game.settings, tables_of(game, unit_type), bool(game.base))
    fields = {key: described(one, around) for key, one in unit_type.fields.items()}
    needed = ["name", *(["side"] if game.sides else []),
              *(key for key, one in unit_type.fields.items() if not one.optional)]
    found: Schema = {"title": unit_type.name, "type": "object", "properties": {**_general(game, unit_type), **fields},
                     "additionalProperties": False}
    if not game.base:
        return {**found, "required": needed}
    changes = {"properties": {CHANGES: {"const": True}}, "required": [CHANGES]}  # what it changes has all the rest
    return {**found, "properties": {**found["properties"], **marks()},
            "if": changes, "then": {"required": ["name"]}, "else": {"required": needed}}


def units(game: Game, unit_type: UnitType) -> Schema:
    """Return the schema of a list of units."""
    return {"title": unit_type.plural, "description": f"The {unit_type.plural} of {game.title}, one behind each dash.",
            "type": "array", "items": unit(game, unit_type)}


def tables_of(game: Game, unit_type: UnitType) -> dict[str, str]:
    """Return, by field, the titles of the tables in which the values of a unit's fields are looked up."""
    rules = game.rules.get(unit_type.key)
    formulas = [one.formula.text for one in rules.derived] if rules else []
    for one in unit_type.fields.values():
        formulas += [derived.formula.text for derived in one.entry.derived] if one.entry else []
    return looked_up(unit_type, formulas)


def _general(game: Game, unit_type: UnitType) -> Schema:
    """Return what every unit may have besides its fields."""
    kind = unit_type.name
    flag, whole = {"type": "boolean"}, {"type": "integer", "minimum": 0, "maximum": MOST_COPIES}
    derived = dict.fromkeys(unit_type.derived, several(text()))
    note = {"type": ["object", "string"], "properties": {key: text() for key in ("printed", "played", "why")},
            "required": ["printed", "why"], "additionalProperties": False, "pattern": f"^{NONE}$"}
    noted = dict.fromkeys((*unit_type.fields, *unit_type.derived), note)
    return {
        "name": _said(text(), "Name", f"The name of the {kind}; no two units may have the same."),
        "side": _said(choice((*game.sides, ANY)), "Side", f"Whose it is; {ANY}: of whoever takes it."),
        "prefix": _said({"type": ["string", "number", "null"]}, "Prefix",
                        'What stands before the name, instead of what the side has; "" for nothing.'),
        "class": _said(text(), "Class", "The name of its class, if that is not its own."),
        "sisters": _said(several(text()), "Sisters", "Names of units that are the same in all but name."),
        "numbered": _said(flag, "Numbered", "true: copies have no names but numbers, Name-1, Name-2 ..."),
        "short": _said(text(), "Short name", "A shorter name, for counters."),
        "art": _said({**text(), "examples": game.pictures.names() if game.pictures else []}, "Picture",
                     "A picture in the folder art/, its bow to the right: SVG, PNG or JPEG."),
        "art_bow": _said(choice(ART_BOWS), "Bow in the picture",
                         "Where the bow points in the picture; none: the picture never turns with it (right)."),
        "printed": _said({"type": "object", "properties": derived, "additionalProperties": False}, "Printed",
                         "Derived values as a book prints them, to be compared with what the figures give."),
        "differs": _said({"type": ["object", "string"], "properties": noted, "additionalProperties": False,
                          "pattern": f"^{NONE}$"}, "Differs from the book",
                         "Notes on values that are not as the book prints them, by field: printed, played, why."),
        "copies": _said(whole, "Copies", "How many counters are made of it when nothing else is asked (1)."),
    }


def _said(schema: Schema, title: str, description: str) -> Schema:
    return {"title": title, "description": description, **schema}


def marks() -> Schema:
    """Return what an entry may have besides its keys in a game that extends another."""
    return {mark: {"type": "boolean", "description": MARK_WORDS[mark]} for mark in MARKS}
