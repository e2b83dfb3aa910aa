"""Backs of forms: read from the data, and every problem at its place."""

from __future__ import annotations

import pytest
from helpers.games import read_forms
from helpers.problems import catch_problems, join_lines

from printshop.game.forms.model import FORMS
from printshop.problems import PrintshopError

CARD = """
front:
  unit: hero
  size: poker
  columns: 1
  rows: [{height: 9 mm, cells: [{text: "{label}"}]}]
  BACK
behind:
  unit: hero
  size: poker
  columns: 1
  rows: [{height: 9 mm, cells: [{text: "{label}"}]}]
  MORE
log:
  columns: 1
  rows: [{height: 9 mm, cells: [{text: log}]}]
"""


def catch_back_problems(back: str, more: str = "") -> list[str]:
    return join_lines(catch_problems(read_forms, CARD.replace("BACK", back).replace("MORE", more)))


def test_back_is_another_form_and_is_not_printed_alone() -> None:
    game = read_forms(CARD.replace("BACK", "back: behind").replace("MORE", "default: true"))
    assert game[FORMS]["front"].back_key == "behind"
    assert game[FORMS]["front"].default
    assert not game[FORMS]["behind"].default
    assert game[FORMS]["front"].backs == "beside"


@pytest.mark.parametrize(("back", "more", "message"), [
    ("back: behin", "", "7: the back of the form 'front': there is no form 'behin' | did you mean 'behind'?"),
    ("back: front", "", "7: the back of the form 'front' cannot be the form itself"),
    ("back: log", "", "7: the back of the form 'front', 'log', has another size | give both the same 'size'"),
    ("back: behind", "back: side",
     "7: the back of the form 'front', 'behind', has a back itself | remove 'back' there"),
    ("back: behind", "margin: 1 mm", "9: 'margin' of the form 'behind', which is a back, must be at least 2 mm"),
    ("back: [{txt: x}]", "",
     "7: part 1 of 'back' of form 'front' has no key that determines its kind | did you mean 'text'?"),
    ("back: \"#12345\"", "", "7: 'back' of form 'front': '#12345' is not a colour"),
    ("backs: long", "", "7: form 'front' has 'backs', but no 'back' to print"),
    ("back: behind\n  backs: turn", "", "8: 'backs' of form 'front': 'turn' is not one of beside, long, fold, none"),
])
def test_mistakes_are_reported(back: str, more: str, message: str) -> None:
    problems = catch_back_problems(back, more)
    assert any(message in one for one in problems), problems


@pytest.mark.parametrize(("old", "new", "message"), [
    ("behind:\n  unit: hero", "behind:\n  unit: tower", "another unit type, tower | write 'unit: hero' in that form"),
    ("behind:\n  unit: hero\n  size: poker", "behind:\n  unit: hero\n  size: mini", "has another size"),
    ("front:\n  unit: hero", "front:", "is for another unit type, hero | remove 'unit' from that form"),
])
def test_mismatched_backs_are_reported(old: str, new: str, message: str) -> None:
    text = CARD.replace('{text: "{label}"}', "{text: x}").replace("BACK", "back: behind").replace("MORE", "")
    assert old in text
    with pytest.raises(PrintshopError, match="the back of the form 'front', 'behind'") as error:
        read_forms(text.replace(old, new))
    assert any(message in f"{problem.message} | {problem.hint}" for problem in error.value.problems)


@pytest.mark.parametrize(("form", "message"), [
    ("back: side",
     "'back' of form 'log', which is a sheet, must be the key of another form | write the key of that form"),
    ("front: side", "'front' of form 'log' is only for cards | remove it, or give the form a 'size'"),
    ("gap: 3 mm", "'gap' of form 'log' is only for cards | remove it, or give the form a 'size'"),
    ("size: poker\n  back: side", "form 'log' has no unit, so 'ground: side' has no meaning here"),
    ("back: hero_sheet", "has another size"),
    ("back: other", "has another position on the page than the front | give both the same 'per_page'"),
])
def test_sheets_and_cards_can_have_no_unit(form: str, message: str) -> None:
    forms = """
log:
  columns: 1
  rows: [{height: 9 mm, cells: [{text: log}]}]
  FORM
other:
  per_page: 2
  columns: 1
  rows: [{height: 9 mm, cells: [{text: log}]}]
hero_sheet:
  size: A6
  columns: 1
  rows: [{height: 9 mm, cells: [{text: log}]}]
"""
    problems = catch_problems(read_forms, forms.replace("FORM", form))
    assert any(message in f"{problem.message} | {problem.hint}" for problem in problems)
