"""The marks on the forms of every unit of every game equal the data, in the display list and in the PDF.

The expected numbers come from the formulas of the forms and the values of the units (`helpers.mark_counts`). The drawn
marks are counted twice: the outlines of the symbols of marks, and, in the written file, every shape with the line of
marks that is as wide as high. A mark that is lost, doubled, outside its page or hidden by a wrong symbol breaks one.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.games import open_game
from helpers.mark_counts import (
    FOLDERS,
    are_apart,
    count_expected,
    count_shapes,
    find_marks,
    is_inside,
    list_forms,
    list_fullest,
    list_units,
    make_record,
)

from printshop.files import AtomicWrite
from printshop.game.field_values import FieldEntries
from printshop.game.forms.model import FORMS
from printshop.output import FORMATS, OutputOptions


@pytest.mark.parametrize("key", FOLDERS)
def test_every_unit_has_the_number_of_boxes_in_the_data(key: str) -> None:
    game = open_game(key)
    for form in list_forms(game):
        for unit in list_units(game, form):
            where = f"{form.key}: {unit.name}"
            pages = [(page, [*find_marks(page.items)]) for page in make_record(game, form, unit).pages]
            assert sum(len(pips) for _, pips in pages) == count_expected(form, unit), where
            assert all(is_inside(page, pip) for page, pips in pages for pip in pips), where
            assert all(all(are_apart(pips)) for _, pips in pages), where


@pytest.mark.slow
@pytest.mark.parametrize("key", FOLDERS)
def test_boxes_in_the_pdf_equal_those_of_the_data(key: str, tmp_path: Path) -> None:
    game = open_game(key)
    for form in list_forms(game):
        units = list_fullest(game, form)
        document = make_record(game, form, *units)
        pages = list(document.pages)
        with AtomicWrite() as delivery:
            FORMATS["pdf"].write_document(document, tmp_path / form.key, delivery, OutputOptions())
        counted = count_shapes((tmp_path / f"{form.key}.pdf").read_bytes(), pages)
        assert sum(counted) == sum(count_expected(form, unit) for unit in units), form.key
        assert counted == [sum(1 for _ in find_marks(page.items)) for page in pages], form.key


def test_ships_that_share_a_record_have_all_their_boxes() -> None:
    """Five destroyers on one record, beside a cruiser: as many boxes as five records would have, damage on hers."""
    game = open_game("iron_stars")
    form, units = game[FORMS]["record"], game.expand_roster([("Tsargrad", 1), ("Volga", 5)])
    (page,) = make_record(game, form, *units).pages
    assert len([*find_marks(page.items)]) == sum(count_expected(form, unit) for unit in units)
    assert all(are_apart([*find_marks(page.items)]))
    large = make_record(game, form, *units, variants=frozenset({"large"})).pages
    assert sum(len([*find_marks(sheet.items)]) for sheet in large) == sum(count_expected(form, unit) for unit in units)


def test_missing_box_is_found() -> None:
    """The count is no tautology: a unit with one point more has one box more, on the list and in the data."""
    game = open_game("toy")
    form = game[FORMS]["card"]
    (page,) = make_record(game, form, game.units["Ogg"]).pages
    girth = game.units["Ogg"].values["girth"]
    assert isinstance(girth, int)
    pack = game.units["Ogg"].values["pack"]
    assert isinstance(pack, FieldEntries)
    assert sum(1 for _ in find_marks(page.items)) == girth + sum(one.amount for one in pack.items) == 8
