"""Wrong forms: every message, at its place."""

from __future__ import annotations

import pytest
from helpers.games import TOY, WITHOUT_PIECES, ChangedGame, read_forms
from helpers.problems import catch_problems

from printshop.problems import PrintshopError

GOOD = (TOY / "forms.yaml").read_text(encoding="utf-8")


FORM = "  unit: kite\n  columns: 1\n  rows: [{height: 9 mm, %scells: [{pips: %s}]}]\n"


@pytest.mark.parametrize(("each", "one", "other", "message"), [
    ("", "string", "string, track: line", "and of cell 1 of row 1 of form 'a' show the same value, string, but "),
    ("", "string", "string, track: line", "have different names for damage: 'line' and 'string'"),
    ("", "string, track: cord", "string, track: line", "have different names for damage: 'line' and 'cord'"),
    ("", "'lookup(hem, \"F\")'", "'lookup(hem,\"F\")', track: line", "of form 'a' show the same value, hem.F, but"),
    ("each: tails, ", "n", "n, track: knots", "of form 'a' show the same value, tails.n, but"),
    ("", "string", "string + 1, track: line", ""),
    ("", "string, track: line", "string, track: line", ""),
    ("", "string", "'3', track: line", ""),
])
def test_circles_of_one_value_have_one_name_on_all_forms(each: str, one: str, other: str, message: str
                                                         ) -> None:
    forms = f"a:\n{FORM % (each, one)}b:\n  size: poker\n{FORM % (each, other)}"
    if not message:
        assert read_forms(forms)
        return
    (problem,) = catch_problems(read_forms, forms)
    assert problem.message.startswith("the circles of cell 1 of row 1 of form 'b' and of ")
    assert message in problem.message
    assert problem.span
    assert problem.span.line == 9


@pytest.mark.parametrize(("columns", "output"), [("", []), ("  columns: 1\n", ["cover 2 columns, but the form has 1"])])
def test_cells_side_by_side_need_columns(columns: str, output: list[str]) -> None:
    forms = f"a:\n  unit: kite\n{columns}  rows: [{{height: 9 mm, cells: [{{text: x}}, {{text: y}}]}}]\n"
    problems = [problem.message for problem in catch_problems(read_forms, forms)] if output else []
    assert read_forms(forms) if not output else all(map(str.__contains__, problems, output))
    assert len(problems) == len(output)


def test_track_has_all_steps() -> None:
    with pytest.raises(PrintshopError, match=r"is a name and cannot have holes: 'line \{n\}'"):
        read_forms("a:\n" + FORM % ("repeat: 2, ", "string, track: 'line {n}'"))


@pytest.fixture(scope="module")
def toy_forms(tmp_path_factory: pytest.TempPathFactory) -> ChangedGame:
    return ChangedGame(TOY, tmp_path_factory.mktemp("copy"), "forms.yaml", WITHOUT_PIECES)


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("unit: hero", "unit: heroe", "'unit' of form 'card': 'heroe' is not one of hero, tower, tumbler, kite",
     "did you mean 'hero'?"),
    ("per_page: 4", "per_page: 0", "'per_page' of form 'card' is 0, but must be at least 1",
     "write a number from 1 to 60"),
    ("height: 7 mm", "height: 7", "'height' of row 2 of form 'card': the length '7' has no unit", "write 7 mm or 7 in"),
    ("height: 7 mm", "height: 7 mn",
     "'height' of row 2 of form 'card': 'mn' is not a unit of length: use in, ft, mm, cm, pt", ""),
    ("across: 3,", "across: 2,", "the cells of row 4 of form 'card' cover 2 columns, but the form has 3",
     "set the number of columns of a cell with 'across'"),
    ("pips: girth", "pips: grith", "'pips' of cell 1 of row 3 of form 'card': unknown name 'grith'",
     "did you mean 'girth'?"),
    ("notes: [pack]", "notes: [girth]",
     "'girth' in 'notes' of cell 1 of row 4 of form 'card' is not a list or battery field of a hero",
     "known here: pack, slings"),
    ("style: small", "style: tiny",
     "'style' of cell 2 of row 1 of form 'card': 'tiny' is not one of title, label, value, body, small", ""),
    ("shape: box", "shpe: box", "unknown key 'shpe' of cell 1 of row 3 of form 'card'", "did you mean 'shape'?"),
    ("shape: box", "audit: true", "unknown key 'audit' of cell 1 of row 3 of form 'card'",
     ("forms print no audits: the command 'printshop check' and the option --audit show the result of every check; the "
     "cell 'warnings: true' prints the checks that the unit does not pass")),
    ("style: small", "style: small, valign: top",
     "'valign' of cell 2 of row 1 of form 'card' needs 'wrap', which is missing",
     "add 'wrap', or leave out 'valign'"),
    ("shape: box", "shape: box, valign: top",
     "'valign' of cell 1 of row 3 of form 'card' has no meaning: the cell shows 'pips'",
     "remove 'valign', which is only for a text with 'wrap' and for 'warnings'"),
    ("shade: 0.1", "shade: 10", "'shade' of row 2 of form 'card' is 10, but must be at least 0 and at most 1",
     "write a number from 0 to 1"),
    ("columns: [2, 1, 1]", "columns: [2, wide, 1]", "'wide' in 'columns' of form 'card' is not a width",
     "write shares, for example [2, 1, 1]"),
    ("size: poker", "size: pokre", "'size' of form 'kite_card': 'pokre' is not a size",
     ("write a width and a height, for example 63 x 88 mm, or one of poker, bridge, tarot, mini, index, A5, A6, A7, "
      "half, quarter")),
    ("size: poker", "size: 2 x 3 mm", "is 2 x 3 mm, which leaves no room between the margins",
     "make 'size' larger or 'margin' smaller"),
    ("each: tails", "each: tail", "of form 'kite' is not a list field of a kite", "did you mean 'tails'?"),
    ("each: sides", "each: heroes", "'heroes' in 'each' of row 4 of form 'log' is not 'sides', and there is no unit",
     "write 'sides', or give the form a 'unit'"),
    ("{lines: 1}]", "{lines: 1, box: true}]", "of form 'log' has 'lines' and 'box': a cell can show only one thing",
     "make two cells, or put rows of cells into this one"),
    ("per_row: 2", "per_row: 3", "form 'log' has 2 records on a page, 3 in a row, so the last row is not full",
     "make 'per_page' a multiple of 3"),
    ("repeat: 25", "repeat: 2500", "'repeat' of row 2 of form 'log' is 2500, but must be at most 200",
     "write a number from 0 to 200"),
    ("group: 20", "group: 0", "is 0, but must be at least 1", "write a number from 1 to 100"),
    ("size: 3 mm", "size: 1 mm", "is 1 mm; a circle must be 2 mm to 1 in wide", ""),
    ("smallest: 6 pt", "smallest: 3 pt", "of form 'kite' must be 5 to 200 pt", ""),
    ("least: 5 mm", "least: 50 mm", "'least' of row 2 of", "write the least height that the row may have"),
    ("fill: true", "copies: 2", "'copies' of form 'card' is only for cards and for forms without a unit",
     "print copies of a unit by its name: NAME*3"),
    ("only_if: girth > 9", "only_if: grith > 9", "unknown name 'grith'", "did you mean 'girth'?"),
    ("copies: 3", "fill: true", "'fill' of form 'log' is about records of units, but the form has no unit",
     "leave it out"),
    ("cells: [{text: Boat, lines: 1}]", "cells: [{band: true}]",
     "of form 'turn_card' shows the band of a side, but its form has no unit",
     "give the form a 'unit'"),
    ("      each: sides\n", "      each: sides\n      only_if: 1 > 0\n",
     "'only_if' of row 4 of form 'log' is only for rows that stand once on the record of a unit",
     "remove 'each'"),
    ("{lines: 1}]", "{lines: 1, gap: 1 mm}]", "unknown key 'gap' of cell", "write it in the row, beside 'cells'"),
    ("least: 5 mm", "lines: 1", "unknown key 'lines' of row", "write it in one of the 'cells' of the row"),
    ("picture: unit", "picture: nobody.svg", "there is no picture 'nobody.svg' in toy/art",
     "put the picture into the folder art/"),
])
def test_mistakes_in_a_form_are_reported(toy_forms: ChangedGame, old: str, new: str, message: str, hint: str) -> None:
    (problem,) = catch_problems(toy_forms.read, (old, new))
    assert message in problem.message
    assert problem.hint == hint
    assert problem.span
    assert problem.span.file.endswith("forms.yaml")
