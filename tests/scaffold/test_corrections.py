"""Corrections of problems: the edits that put the right name or number in place."""

from __future__ import annotations

import pytest

from printshop.problems import NameHint, Problem, Span, suggest_name
from printshop.scaffold.corrections import find_corrections
from printshop.source.value_edits import EditPath, edit_yaml, find_path, parse_for_edits

TEXT = """\
units: [{unit: Nikke, cuont: 2, hulls: 5}, 3 x Nikke, Nikke * 2, thurst * thurst]
side: britian
text: "{hull} of {x} and *{x}*"
'{x}': "{y}"
"""


def correct(path: EditPath, problem: Problem) -> tuple[str, str]:
    """Return the words of the best correction, and the text of the file with it."""
    for correction in find_corrections(problem, parse_for_edits(TEXT).node, path):
        text = TEXT
        for edit in correction["edits"]:
            text = edit_yaml(text, edit)
        return correction["words"], text
    return "", TEXT


@pytest.mark.parametrize(("path", "name", "known", "code", "words", "before", "after"), [
    (("side",), "britian", "britain", "", "Use britain", "side: britian", "side: britain"),
    (("units", 0, "unit"), "Nikke", "Nike", "unknown unit", "Use Nike", "unit: Nikke", "unit: Nike"),
    (("units", 1), "Nikke", "Nike", "unknown unit", "Use Nike", "3 x Nikke", "3 x Nike"),
    (("units", 2), "Nikke", "Nike", "unknown unit", "Use Nike", "Nikke * 2", "Nike * 2"),
    (("units", 0, "cuont"), "cuont", "count", "unknown key", "Change to count", "cuont: 2", "count: 2"),
    (("text",), "x", "max", "", "Use {max}", "of {x}", "of {max}"),
    (("units", 0, "hulls"), "hulls", "unit", "unknown key", "", "", ""),  # there is such a key
    (("units", 3), "thurst", "thrust", "", "", "", ""),  # only one of the two may be wrong
    (("side",), "brit", "britain", "", "", "", ""),  # a part of a word
    ((), "side", "sides", "", "", "", ""),
])
def test_name_that_is_meant_replaces_an_unknown_one(path: EditPath, name: str, known: str, code: str, words: str,
                                                    before: str, after: str) -> None:
    hint = NameHint(f"did you mean '{known}'?", name, known)
    assert correct(path, Problem(None, "unknown", hint, code=code)) == (  # type: ignore[arg-type]
        words, TEXT.replace(before, after, 1))


def test_braces_with_an_unknown_name_of_a_formula_are_printed_as_braces() -> None:
    hint = suggest_name("x", ["hull"], is_in_formula=True)
    assert correct(("text",), Problem(None, "unknown name 'x'", hint)) == (
        "Print {x} as it is", TEXT.replace("of {x}", "of {{x}}"))
    assert correct(("text",), Problem(None, "unknown hole", suggest_name("x", ["hull"]))) == ("", TEXT)
    assert correct(("text",), Problem(None, "unknown name 'x'", "write {{")) == ("", TEXT)


def test_numbers_of_records_that_fit_are_offered_except_at_a_unit() -> None:
    form = "forms:\n  record:\n    title: R\n    per_page: 30\n"
    root, span = parse_for_edits(form).node, Span("f", 3, 5)
    problem = Problem(span, "too high", code="records too high", fitting_counts=(10, 8, 6, 4, 2))
    corrections = find_corrections(problem, root, find_path(root, 3, 5))
    assert [one["words"] for one in corrections] == ["10 records", "8 records", "6 records", "4 records"]
    assert edit_yaml(form, corrections[1]["edits"][0]) == form.replace("30", "8")
    at_unit = Problem(span, "too high", code="records too high", fitting_counts=(2,), unit_spans=frozenset([span]))
    assert find_corrections(at_unit, root, find_path(root, 3, 5)) == []
