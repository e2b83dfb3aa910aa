"""Words of pages: complete in each language, all used, and nothing on a page that is neither a word nor data."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_words
from helpers.paths import PACKAGE

from printshop.drawing.text import strip_markup
from printshop.game.scenarios import SCENARIOS
from printshop.print_settings import PrintSettings
from printshop.problems import Problems
from printshop.products import packs
from printshop.source import Node, list_scalars, parse_yaml_file
from printshop.words import ENGLISH, HOLE, Text, Words, list_languages, load_words, read_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printshop.drawing.display_list import Document
    from printshop.game.model import Game

TEXTS = {language: read_texts(PACKAGE / "words" / f"{language}.yaml") for language in list_languages()}
# keys with computed parts in the code
COMPUTED = re.compile(r"calibration_.*|back_over_.*|(counter|marker)_count|.*s_title|print_both_sides_.*|cut_each_.*|"
                      r"(tape|glue)_.*|material_flip_.*|choose_.*_edge|both_sides_.*|(set|one)_for_each_.*|"
                      r"(blank_)?(record_sheet|unit_card)s?|.*_heading|(the_)?(upper|lower)_half|language|ordinal_.")


@pytest.mark.parametrize("language", sorted({*TEXTS} - {ENGLISH}))
def test_language_has_all_keys_holes_and_plural_forms_of_english(language: str) -> None:
    def describe(text: Text) -> object:
        return set(HOLE.findall(str(text))), isinstance(text, str)

    assert {key: describe(text) for key, text in TEXTS[language].items()} == {
        key: describe(text) for key, text in TEXTS[ENGLISH].items()}


def test_every_word_is_used() -> None:
    code = "".join(path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))
    used = {*re.findall(r"""(?<=["'])\w+(?=["'])""", code)}
    assert [key for key in TEXTS[ENGLISH]
            if key not in used and f'"{key}"' not in code and not COMPUTED.fullmatch(key)] == []


def test_plural_forms_lists_numbers_and_names_follow_the_language() -> None:
    words = load_words("de")
    assert [words("units_count", count=count) for count in (0, 1, 2)] == ["0 Einheiten", "1 Einheit", "2 Einheiten"]
    assert [words.join("abc"[:count]) for count in (1, 2, 3)] == ["a", "a und b", "a, b und c"]
    assert words.number("2.5 cm") == "2,5 cm"
    assert (words.name("card"), words.name("felt")) == ("Karton", "felt")


def test_unknown_language_has_english_words_and_its_code() -> None:
    words = load_words("fr")
    assert (words("language"), words("victory")) == ("fr", "Victory")


# --- everything on pages is a word of printshop, or a text of the game ---

_ACCENTS = str.maketrans("aeiouyAEIOUY", "äëïöüýÄËÏÖÜÝ")
_PLAIN_WORD = re.compile(r"\b[A-Za-z]{2,}\b")
UNITS = {"mm", "cm", "dm", "in", "ft", "pt"}
# names of files, programs and codes of pages: no words
SETTINGS = PrintSettings(variants=frozenset({"numbers"}), check_reports=True)
CODES = {"kb", "fb", "sb"}


def _disguise(text: Text) -> Text:
    """Return a text whose words are as wide, but differ from all words of a game. Holes remain."""
    if not isinstance(text, str):
        return {form: str(_disguise(words)) for form, words in text.items()}
    return "".join(part if part.startswith("{") else part.translate(_ACCENTS)
                   for part in re.split(r"(\{\w+\})", text))


def _list_labels(node: Node) -> Iterator[str]:
    """Yield the keys in a tree that are words for players: they have capitals or spaces."""
    yield from (key for key in node.entries if not key.islower() or " " in key)
    for inner in (*node.entries.values(), *node.items):
        yield from _list_labels(inner)


def _list_texts(game: Game) -> Iterator[str]:
    """Yield the texts of a game, and the keys of its own entries."""
    for path in game.files:
        if path.suffix != ".yaml":
            yield path.read_text("utf-8")
        elif root := parse_yaml_file(path, Problems()):
            yield from (scalar.text for scalar in list_scalars(root))
            yield from _list_labels(root)
    for entries in game.sections.values():
        yield from entries
    for kind in game.unit_types.values():
        yield from (kind.key, *(key.replace("_", " ") for key in (*kind.fields, *kind.derived_names)))


def _find_leaks(game: Game, make_documents: Callable[[Game], Iterable[Document]]) -> Counter[str]:
    """Return the words on pages of a game that are neither words of printshop nor in the game's files."""
    known = {word.casefold() for word in _PLAIN_WORD.findall(" ".join(_list_texts(game)))} | UNITS | CODES
    words = Words({key: _disguise(text) for key, text in game.words.texts.items()})
    disguised = replace(game, words=words, ours=words("ours_line"), fingerprint="")
    leaks = Counter[str]()
    for document in make_documents(disguised):
        for page in document.pages:
            line = " ".join(strip_markup(word.text) for word in find_words(page.items))
            leaks.update(word for word in _PLAIN_WORD.findall(line) if word.casefold() not in known
                         and not (word.islower() and any(other.startswith(word) or other.endswith(word)
                                                         for other in known)))
    return leaks


def _make_all(game: Game) -> Iterator[Document]:
    """Yield all products of a game."""
    return (file.document for file in packs.build_all_files(game, None, SETTINGS))


def _make_pack(game: Game) -> Iterator[Document]:
    """Yield the pack of the first battle of a game, with its cover and instructions."""
    scenario = next(iter(game[SCENARIOS].values()))
    yield packs.assemble_pack(game, scenario, tuple(packs.build_pack_components(game, scenario, SETTINGS)),
                              SETTINGS).document


@pytest.mark.slow
@pytest.mark.parametrize(("name", "make_documents"), [("iron_guest", _make_all), ("iron_stars", _make_pack)])
def test_no_word_on_a_page_is_written_in_the_code(
        name: str, make_documents: Callable[[Game], Iterable[Document]]) -> None:
    assert _find_leaks(open_game(name), make_documents) == Counter()
