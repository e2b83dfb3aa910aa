"""Reading of a game's language and of its own words, which replace or add words of `printshop.words`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from printshop.problems import suggest_name
from printshop.schema.json_patterns import TEXT_TYPES
from printshop.schema.reader import Reader, read_plain_text
from printshop.source import Node
from printshop.words import ENGLISH, HOLE, PLURAL_FORMS, Text, Words, list_languages, load_words

MODEL_PARTS = ("bow", "stern", "port", "starboard", "keel")
MAX_WORD_LENGTH = 20  # letters of the word for one of `MODEL_PARTS`, so that it fits on a gauge
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?")
_TEXT_SCHEMA: dict[str, Any] = {"anyOf": [{"type": TEXT_TYPES}, {
    "type": "object", "properties": {form: {"type": TEXT_TYPES} for form in PLURAL_FORMS},
    "required": [*PLURAL_FORMS], "additionalProperties": False}]}
_TEXTS_SCHEMA = {"type": "object", "additionalProperties": _TEXT_SCHEMA}
WORDS_SCHEMA = {"type": "object", "additionalProperties": {"anyOf": [*_TEXT_SCHEMA["anyOf"], _TEXTS_SCHEMA]}}


def read_language(reader: Reader, name: str) -> str:
    """Return the language of a game, such as "de": one of printshop, or one for which the game has words."""
    language = reader.read_text(name, ENGLISH)
    if not _LANGUAGE.fullmatch(language):
        reader.add_problem(name, f"'{name}' of {reader.label} must be the code of a language, such as en or de")
    elif language not in {*list_languages(), *reader.get_raw_entries("words")}:
        reader.add_problem(name, f"'{name}' of {reader.label}: printshop has no words in '{language}'",
                           f"write {' or '.join(list_languages())}, or add your own words under words: {language}:")
    return language


def read_words(reader: Reader, name: str) -> Words:
    """Return the words of a game.

    They are the words of its language, replaced by the game's own words for any language or for this one.
    """
    language, inner = reader.get_raw_text("language") or ENGLISH, reader.open_mapping(name)
    words = load_words(language)
    if not inner:
        return words
    english = load_words().texts
    codes = [key for key in inner.list_keys() if key not in english and _LANGUAGE.fullmatch(key)]
    texts, texts_by_code = _read_texts(inner), dict[str, Mapping[str, Text]]()
    for code in codes:
        if words_reader := inner.open_mapping(code):
            texts_by_code[code] = _read_texts(words_reader)
            words_reader.finish(english)
    inner.finish(english)
    return replace(words, texts={**words.texts, **texts, **texts_by_code.get(language, {})})


def _read_texts(reader: Reader) -> dict[str, Text]:
    """Return the words in a mapping by key. Other keys are not read."""
    return {key: _read_text(reader, key, node, english) for key, english in load_words().texts.items()
            if key in reader and (node := reader.get_node(key))}


def _read_text(reader: Reader, key: str, node: Node, english: Text) -> Text:
    """Return a word of the game. If it has a mistake, report this and return the English word."""
    label, holes = f"'{key}' of {reader.label}", {*HOLE.findall(str(english))}
    forms = dict.fromkeys(PLURAL_FORMS, node) if not node.entries or isinstance(english, str) else node.entries
    if forms.keys() != {*PLURAL_FORMS}:
        reader.add_problem(key, f"{label} must be a text, or have the forms 'one' and 'other'")
        return english
    texts = {form: read_plain_text(form_node, label, reader.problems) for form, form_node in forms.items()}
    for form, text in texts.items() if len({*texts.values()}) > 1 else [*texts.items()][:1]:
        if text is None:
            return english
        for hole in {*HOLE.findall(text)} - holes:
            reader.problems.add(forms[form].span, f"{label} has the unknown hole {{{hole}}}",
                                suggest_name(hole, sorted(holes)) if holes else "write a text without holes")
        if key in MODEL_PARTS and len(text) > MAX_WORD_LENGTH:
            reader.add_problem(key, f"{label} has {len(text)} letters, but at most {MAX_WORD_LENGTH} letters fit on a "
                               "gauge")
    return {form: text or "" for form, text in texts.items()} if not isinstance(english, str) else texts["one"] or ""
