"""The JSON Schema of a field accepts the values that the program accepts, and no others."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from helpers import yaml_values
from helpers.combinations import GAMES, open_any
from helpers.games import open_game
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from printshop.game.fields import SchemaContext
from printshop.json_schemas import make_game_schemas
from printshop.problems import Problems
from printshop.schema.keys import HELP_KEYWORD
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

TOY = open_game("toy")
FIELDS = {f"{kind.key}.{key}": field for kind in TOY.unit_types.values() for key, field in kind.fields.items()}
SCHEMAS = {name: Draft7Validator(field.make_editor_schema(SchemaContext(TOY.settings))) for name,
           field in FIELDS.items()}
WORDS = ("unknown", "true", "false", "yes", "3", "0", "-1", "99", "2.5", "2d6", "2d6+1", "d6", "3/d6 x2", "3/d8 x2",
         "0/d6 x2", "3/d6 x3", "3 in", "1 1/2 in", "0.5 cm", "3", "1/0 in", "3 inches", "roll", "roll left",
         "double roll left 2", "acrobat", "sack of flour", "left", "{left: 1, front: 2, right: 3, back: 4}",
         "[1, 2, 3, 4]", "[1, 2]", "[]",
         "{rope: 1}", "{rope: 0, torch: 2}", "{}", "{rop: 1}", "[roll left, spill back 2 blindfold]", "[roll left 9]",
         "[{trick: spill, toward: back}]", "[{trick: spill}]", "[ribbon F]", "[a b R]", "[F]", "any text at all", '"3"',
         '"unknown"', "[unknown, 1, 2, 3]",
         "45%", "45 %", "-30\u00b0", "12.5", "1.2345678", "007", "[polite]", "polite", "[loud, polite]", "[loud, loud]",
         "[polite, loud, sleeps late]", "sleeps late", "{left: unknown, front: 1, right: 1, back: 1}", "[roll unknown]")


def is_accepted(name: str, text: str) -> bool:
    """Return whether the program takes a text for a field."""
    problems = Problems()
    node = parse_yaml(text, "text", problems)
    if node is None:
        return False
    value = FIELDS[name].read(node, "it", problems)
    return value is not None and not problems


@pytest.mark.parametrize("name", FIELDS)
def test_schema_and_program_agree(name: str) -> None:
    taken = {text for text in WORDS if is_accepted(name, text)}
    valid = {text for text in WORDS if SCHEMAS[name].is_valid(yaml_values.read_text(text))}
    assert valid - {'"unknown"'} == taken - {'"unknown"'}  # to JSON a word in quotes is the same as one without
    assert len(taken) > 1


@given(st.integers(0, 120), st.sampled_from((4, 6, 8, 20)), st.integers(0, 5), st.sampled_from(("", " ", "x", "!")))
def test_schema_and_program_agree_on_batteries(count: int, die: int, damage: int, end: str) -> None:
    text = f"{count}/d{die} x{damage}{end}"
    assert SCHEMAS["hero.slings"].is_valid(text) == is_accepted("hero.slings", f'"{text}"')


def test_the_parts_of_guns_for_the_inputs_of_an_editor() -> None:
    field = open_game("iron_stars").unit_types["ship"].fields["primary"]
    assert field.make_schema(SchemaContext({}))["x-kind"] == {
        "dice": ["d4", "d6", "d8", "d10", "d12"], "lowest_damage": 1, "highest_damage": 3, "short": False,
        "traits": {"lightning": "Lightning projectors"}}


@pytest.mark.slow
@given(st.lists(st.sampled_from(("roll", "double roll", "spill", "left", "front", "back", "1", "6", "7", "blindfold")),
                max_size=5))
@settings(max_examples=100)
def test_schema_and_program_agree_on_rows(words: list[str]) -> None:
    text = " ".join(words)
    assert SCHEMAS["tumbler.tricks"].is_valid([text]) == is_accepted("tumbler.tricks", f'["{text}"]')


NOTATION = re.compile(r"dash|bracket|quot|indent|yaml|\[|\bkeys?\b|true|false", re.IGNORECASE)


def list_words(schema: object) -> Iterator[str]:
    """Yield the words that the workshop shows below inputs as they are."""
    if isinstance(schema, dict):
        if isinstance(words := schema.get(HELP_KEYWORD), str):
            yield words
        for inner in schema.values():
            yield from list_words(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from list_words(inner)


@pytest.mark.parametrize("name", GAMES)
def test_words_below_inputs_have_no_notation_of_files(name: str) -> None:
    game = open_any(name)
    if game is TOY:  # all other words are the same in each game
        assert not [words for words in list_words(make_game_schemas(game)) if NOTATION.search(words)]
    for kind in game.unit_types.values():
        for field in kind.fields.values():
            assert not NOTATION.search(field.input_hint), field
            shown = field.make_editor_schema(SchemaContext(game.settings)).get(HELP_KEYWORD, field.allowed_text)
            assert shown.casefold() == field.input_hint.casefold()
