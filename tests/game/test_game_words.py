"""The language and the words of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import write_file
from helpers.problems import catch_problems

from printshop.load_game import read_game


def add_lines(folder: Path, lines: str) -> Path:
    """Add lines at the beginning of the main file of a game, and return the game."""
    file = folder / "game.yaml"
    file.write_text(f"{lines}\n{file.read_text('utf-8')}", "utf-8")
    return folder


@pytest.mark.parametrize(("lines", "expected"), [
    ("", ("en-GB", "bow", "Forces", "2 units")),
    ("language: de", ("de-DE", "Bug", "Streitkräfte", "2 Einheiten")),
    ("words: {forces: Crews}", ("en-GB", "bow", "Crews", "2 units")),
    ("language: de\nwords: {bow: Nase, de: {forces: Flotten}, nl: {forces: Vloten}}",
     ("de-DE", "Nase", "Flotten", "2 Einheiten")),
    ('language: nl\nwords: {nl: {forces: Vloten, units_count: {one: "{count} eenheid", other: "{count} eenheden"}}}',
     ("nl", "bow", "Vloten", "2 eenheden")),
    ('words: {units_count: "{count} in all"}', ("en-GB", "bow", "Forces", "2 in all")),
])  # fmt: skip
def test_game_chooses_its_language_and_replaces_words(harbour: Path, lines: str, expected: tuple[str, ...]) -> None:
    words = read_game(add_lines(harbour, lines)).words
    assert (words("language"), words("bow"), words("forces"), words("units_count", count=2)) == expected


def test_setting_may_choose_the_language(harbour: Path) -> None:
    lines = "settings: {language: {value: en, options: [en, de]}}\nlanguage: $language"
    assert read_game(add_lines(harbour, lines), {"language": "de"}).words("victory") == "Sieg"


@pytest.mark.parametrize(("lines", "place", "message", "hint"), [
    ("language: xx", (1, 11), "'language' of the game: printshop has no words in 'xx'",
     "write de or en, or add your own words under words: xx:"),
    ("language: German", (1, 11), "'language' of the game must be the code of a language, such as en or de", ""),
    ("words: {forcs: Crews}", (1, 9), "unknown key 'forcs' of 'words' of the game", "did you mean 'forces'?"),
    ("words:\n  de:\n    forcs: Crews", (3, 5), "unknown key 'forcs' of 'de' of 'words' of the game",
     "did you mean 'forces'?"),
    ('words: {page_code: "leaf {fist}"}', (1, 20),
     "'page_code' of 'words' of the game has the unknown hole {fist}", "did you mean 'first'?"),
    ('words: {victory: "{side} wins"}', (1, 18), "'victory' of 'words' of the game has the unknown hole {side}",
     "write a text without holes"),
    ('words: {units_count: {one: "{count} tug"}}', (1, 22),
     "'units_count' of 'words' of the game must be a text, or have the forms 'one' and 'other'", ""),
])  # fmt: skip
def test_mistakes_are_reported_at_their_places(harbour: Path, lines: str, place: tuple[int, int], message: str,
                                               hint: str) -> None:
    (problem,) = catch_problems(read_game, add_lines(harbour, lines))
    assert problem.span is not None
    assert ((problem.span.line, problem.span.column), problem.message, problem.hint) == (place, message, hint)


def test_texts_of_a_game_have_the_decimal_sign_of_its_language(working_folder: Path) -> None:
    game = read_game(write_file("toy.yaml", """
        format: 1
        title: Toy
        sides: {reds: {colour: "#d55e00"}}
        language: de
        unit_types:
          tug:
            fields: {draught: {kind: decimal}}
            checks: [{that: draught < 2, message: "{draught} m is {draught - 0.25} m too deep", warning: true}]
        tugs: [{name: Gull, side: reds, draught: 2.5}]
        """))
    assert game.units["Gull"].warnings == ("2,5 m is 2,25 m too deep",)
