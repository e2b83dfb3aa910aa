"""The units of every game with most marks have them all in the variants of every form, large enough and apart.

The expected numbers are those of `helpers.mark_counts`, from the forms and the units alone.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import cycle
from statistics import median
from typing import TYPE_CHECKING

import pytest
from helpers import pages as placed
from helpers.games import open_game
from helpers.mark_counts import (
    FOLDERS,
    are_apart,
    count_expected,
    find_marks,
    is_inside,
    is_mark,
    list_forms,
    list_fullest,
    make_record,
)
from helpers.measure import measure_size, read_pdf

from printshop.drawing.display_list import Group, Item, Page, SymbolUse
from printshop.files import AtomicWrite
from printshop.game.forms.model import FORMS
from printshop.layout.zoom import ZOOM
from printshop.lengths import MM
from printshop.output import FORMATS, OutputOptions
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product
from printshop.products.forms.cards import ZOOM_STEP

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.forms.model import Form
    from printshop.game.model import Game

LARGE, ERASE, NUMBERS = frozenset({"large"}), frozenset({"erase"}), frozenset({"numbers"})
OF = re.compile(r"of (\d+)\b")


def make_name(value: str | frozenset[str]) -> str:
    """Return the name of a case: the same in every process, which the order of a set is not."""
    return value if isinstance(value, str) else "+".join(sorted(value))


def list_pairs(*variants: frozenset[str]) -> list[tuple[str, frozenset[str]]]:
    """Return the toy with each of some variants, and each other game with one of them in turn."""
    return [*(("toy", one) for one in variants),
            *zip([key for key in FOLDERS if key != "toy"], cycle(variants))]


def pages_of(game: Game, form: Form, variants: frozenset[str], **request: object) -> list[Page]:
    product = "cards" if form.size else "records"
    expected = PrintRequest(only_keys=(form.key,), **request)  # type: ignore[arg-type]
    return list(find_product(product).build(game, expected, PrintSettings(variants=variants)).pages)


@pytest.mark.parametrize(("key", "variants"), list_pairs(LARGE, ERASE, LARGE | ERASE), ids=make_name)
def test_every_unit_has_its_marks(key: str, variants: frozenset[str]) -> None:
    game = open_game(key)
    for form in list_forms(game):
        units = list_fullest(game, form)
        marks = [(page, [*find_marks(page.items)]) for page in pages_of(game, form, variants, units=units)]
        expected = sum(count_expected(form, unit, variants) for unit in units)
        assert sum(len(result) for _, result in marks) == expected, form.key
        assert all(is_inside(page, mark) for page, result in marks for mark in result), form.key
        assert all(all(are_apart(result)) for _, result in marks), form.key


@pytest.mark.parametrize(("key", "variants"), list_pairs(NUMBERS, LARGE | NUMBERS, ERASE | NUMBERS), ids=make_name)
def test_numbers_and_remaining_circles_equal_the_data(key: str, variants: frozenset[str]) -> None:
    game = open_game(key)
    for form in list_forms(game):
        units = list_fullest(game, form)
        pages = pages_of(game, form, variants, units=units)
        numbers = [int(words[1]) for page in pages for word in find_record_words(page)
                   if (words := OF.match(word.text))]
        marks = sum(1 for page in pages for _ in find_marks(page.items))
        assert sum(numbers) + marks == sum(count_expected(form, unit, variants) for unit in units), form.key


def find_record_words(page: Page) -> list[placed.Word]:
    """The words of the records of a page, without its header, footer and rulers."""
    return [word for word in placed.find_words(find_record_items(page.items)) if word.text.strip()]


@pytest.mark.parametrize("key", FOLDERS)
def test_every_word_of_a_record_is_larger_in_large_print(key: str) -> None:
    game = open_game(key)
    for form in game[FORMS].values():
        units = list_fullest(game, form) if form.unit else ()
        usual, large = ([word for page in pages_of(game, form, variants, units=units)
                         for word in find_record_words(page)] for variants in (frozenset[str](), LARGE))
        assert usual, form.key
        expected, result = count_words(usual), count_words(large)
        if not form.unit:  # blank records fill the pages
            expected = Counter(expected.keys())
        assert not expected - result, form.key
        sizes = [{word.text: word.size for word in sorted(words, key=lambda word: -word.size)}
                 for words in (usual, large)]
        factors = {text: sizes[1][text] / size for text, size in sizes[0].items() if text in sizes[1]}
        # a turned page is up to 5 % narrower, and words beside circles become smaller in steps of 15 %
        assert min(factors.values()) > 0.84 * ZOOM, form.key
        # cards are a step smaller where more of them then fit on a page
        assert median(factors.values()) > ZOOM - 0.01 - ZOOM_STEP, form.key


def count_words(words: list[placed.Word]) -> Counter[str]:
    """Count the words, and the parts of words with a hyphen, which may end a line."""
    return Counter(part for word in words for part in re.findall(r"\w+", word.text))


def find_record_items(items: tuple[Item, ...]) -> Iterator[Item]:
    """Give what is in the records and cards of a page: what stands in groups and symbols of forms."""
    for item in items:
        match item:
            case SymbolUse() if item.symbol.name.startswith(("frame-", "blank-")):
                yield item
            case Group() if any(isinstance(one, SymbolUse) and one.symbol.name.startswith("frame-")
                                for one in item.items):
                yield item
            case Group():
                yield from (Group((one,), item.transform) for one in find_record_items(item.items))


@pytest.mark.parametrize(("key", "variants"), [("stellar_wars", LARGE), ("toy", LARGE), ("toy", ERASE)], ids=make_name)
def test_blank_forms_fit_in_every_variant(key: str, variants: frozenset[str]) -> None:
    game = open_game(key)
    for form in list_forms(game):
        assert any(find_record_words(page) for page in pages_of(game, form, variants, blank_forms=1)), form.key


@pytest.mark.parametrize(("variants", "factor"), [(LARGE, ZOOM), (ERASE, 1.0)], ids=["large", "erase"])
def test_marks_have_their_size_on_the_written_page(variants: frozenset[str], factor: float, tmp_path: Path) -> None:
    game = open_game("toy")
    form, unit, smallest = game[FORMS]["kite"], game.units["Buffeter"], []
    for text in (frozenset[str](), variants):
        document = make_record(game, form, unit, variants=text)
        with AtomicWrite() as delivery:
            FORMATS["pdf"].write_document(document, tmp_path / "kite", delivery, OutputOptions())
        sizes = [measure_size(one.points)[0] * MM for page in read_pdf((tmp_path / "kite.pdf").read_bytes())
                 for one in page if is_mark(one)]
        assert len(sizes) >= count_expected(form, unit, variants)
        smallest.append(min(sizes))
    assert smallest[1] >= factor * smallest[0] - 0.02
