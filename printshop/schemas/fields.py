"""What may stand in a field of a unit, as JSON Schema."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from printshop.game.notation import in_words
from printshop.language import patterns
from printshop.language.patterns import Schema, choice, text
from printshop.language.reader import spoken
from printshop.schemas.patterns import battery
from printshop.schemas.patterns import row as written_row
from printshop.source import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.fields import Field
    from printshop.game.settings import Setting



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
