"""Texts that players wrote at the table are printed in the writing spaces of records and cards."""

from __future__ import annotations

import pytest
from helpers.fleets import parse_fleet
from helpers.games import open_game
from helpers.pages import find_words

from printshop.layout.rectangles import Rect
from printshop.output.form_fields import FieldNumbering
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError
from printshop.products.forms.written_texts import draw_written_text
from printshop.products.packs import build_components


def _print_texts(writing: str, notes: str = "on fire") -> tuple[dict[int, list[str]], set[str]]:
    """Return the words in each writing space of Nike, by number, and all words of her record."""
    game = open_game("iron_stars")
    fleet = parse_fleet(game, f"side: britain\nunits: [Golem, {{unit: Nike, notes: {notes}, writing: {writing}}}]\n")
    records = next(part for part in build_components(game, fleet, PrintSettings()) if part.product.name == "records")
    numbering, found, all_words = FieldNumbering(), dict[int, list[str]](), set[str]()
    for page in records.pages:
        words = [*find_words(page.items)]
        all_words |= {word.text for word in words}
        for field in numbering.list_fields(page):
            if field.kind == "text" and field.record.startswith("Nike"):
                found[field.number] = [word.text for word in words if field.x <= word.x < field.x + field.width
                                       and field.y < word.y <= field.y + field.height]
    return found, all_words


def test_each_text_stands_in_its_space_and_a_long_one_in_place_of_the_notes() -> None:
    found, words = _print_texts('{1: "12", 7: "0", 8: "ram *them*"}')
    assert found == {1: ["start", "12"], **{number: [f"T{number - 1}"] for number in range(2, 7)}, 7: ["T6", "0"],
                     8: ["ram *them*"]}
    assert "on fire" not in words
    found, _ = _print_texts('{1: "12"}')
    assert (found[1], found[8]) == (["start", "12"], ["on fire"])


def test_character_without_a_font_is_reported_with_its_unit() -> None:
    with pytest.raises(PrintshopError, match="the text in a writing space of HMES Nike: no available font has"):
        _print_texts('{2: "\U0001F680"}')


@pytest.mark.parametrize(("words", "space"), [("12", Rect(10, 20, 20, 8)), ("a rudder jammed " * 9, Rect(0, 0, 90, 9)),
                                              ("burning", Rect(5, 5, 60, 80))])
def test_text_keeps_within_its_space(words: str, space: Rect) -> None:
    (run,) = draw_written_text(words, space)
    assert space.x <= run.x
    assert run.x + run.width <= space.right
    assert space.y < run.y - 0.5 * run.size < run.y < space.bottom
