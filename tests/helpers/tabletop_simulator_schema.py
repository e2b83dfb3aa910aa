"""The documented structure of a saved object for Tabletop Simulator."""

from __future__ import annotations

from typing import Any

NUMBER = {"type": "number"}
TEXT = {"type": "string"}
ADDRESS = {"type": "string", "pattern": r"^(https?://\S+/[A-Za-z0-9._%-]+|[\w.-]+)\.png$"}
TRANSFORM = {
    "type": "object", "additionalProperties": False,
    "properties": {f"{what}{axis}": NUMBER for what in ("pos", "rot", "scale") for axis in "XYZ"},
    "required": [f"{what}{axis}" for what in ("pos", "rot", "scale") for axis in "XYZ"]}
DECK = {
    "type": "object", "minProperties": 1,  # a deck may have cards of several sheets
    "patternProperties": {"^[1-9][0-9]*$": {
        "type": "object",
        "required": ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack", "Type"],
        "properties": {"FaceURL": ADDRESS, "BackURL": ADDRESS, "BackIsHidden": {"type": "boolean"},
                       "NumWidth": {"type": "integer", "minimum": 2, "maximum": 10},
                       "NumHeight": {"type": "integer", "minimum": 2, "maximum": 7},
                       "UniqueBack": {"type": "boolean"}, "Type": {"enum": [0, 1, 2, 3, 4]}}}},
    "additionalProperties": False}
IMAGE = {
    "type": "object", "required": ["ImageURL", "ImageSecondaryURL", "ImageScalar", "WidthScale"],
    "properties": {
        "ImageURL": ADDRESS, "ImageSecondaryURL": {"anyOf": [ADDRESS, {"const": ""}]}, "ImageScalar": NUMBER,
        "CustomTile": {"type": "object", "required": ["Type", "Thickness", "Stackable", "Stretch"],
                       "properties": {"Type": {"enum": [0, 1, 2, 3]}, "Thickness": NUMBER}},
        "CustomToken": {"type": "object", "required": ["Thickness", "MergeDistancePixels", "Stackable"]}}}
SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["ObjectStates"],
    "properties": {"ObjectStates": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/object"}}},
    "$defs": {"object": {
        "type": "object", "required": ["GUID", "Name", "Transform", "Nickname", "Locked"],
        "properties": {"GUID": {"type": "string", "pattern": "^[0-9a-f]{6}$"}, "Nickname": TEXT, "Transform": TRANSFORM,
                       "Name": {"enum": ["Custom_Tile", "Custom_Token", "DeckCustom", "CardCustom",
                                         *(f"Die_{sides}" for sides in (4, 6, 8, 10, 12, 20))]},
                       "Locked": {"type": "boolean"}, "CustomDeck": DECK, "CustomImage": IMAGE,
                       "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
                       "CardID": {"type": "integer", "minimum": 100},
                       "States": {"type": "object", "patternProperties": {"^[2-9]$": {"$ref": "#/$defs/object"}}},
                       "ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}}},
        "allOf": [
            {"if": {"properties": {"Name": {"const": "Custom_Tile"}}},
             "then": {"required": ["CustomImage"], "properties": {"CustomImage": {"required": ["CustomTile"]}}}},
            {"if": {"properties": {"Name": {"const": "Custom_Token"}}},
             "then": {"required": ["CustomImage"], "properties": {"CustomImage": {"required": ["CustomToken"]}}}},
            {"if": {"properties": {"Name": {"const": "DeckCustom"}}},
             "then": {"required": ["DeckIDs", "CustomDeck", "ContainedObjects"]}},
            {"if": {"properties": {"Name": {"const": "CardCustom"}}},
             "then": {"required": ["CardID", "CustomDeck"], "properties": {"CustomDeck": {"maxProperties": 1}}}}]}}}
