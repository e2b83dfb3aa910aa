"""The schema of a unit, and of a file of units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.game.differences import NONE
from printshop.game.layers import CHANGES
from printshop.game.model import ANY, ART_BOWS
from printshop.game.notation import looked_up
from printshop.game.units import MOST_COPIES
from printshop.language.patterns import Schema, choice, several, text
from printshop.schemas.fields import Around, described
from printshop.schemas.sections import marks

if TYPE_CHECKING:
    from printshop.game.model import Game, UnitType



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
