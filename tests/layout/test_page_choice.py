"""Choice of single pages by number, range and code: both sides of a sheet, and errors that name what exists."""

from __future__ import annotations

import pytest

from printshop.drawing.display_list import Document, Page
from printshop.layout.page_choice import choose_pages, parse_page_choice
from printshop.problems import PrintshopError


def make_document(labels: str, duplex: str = "") -> Document:
    return Document("Toy", tuple(Page(9, 9, (), label) for label in labels.split()), duplex=duplex)  # type: ignore[arg-type]


@pytest.mark.parametrize(("duplex", "labels", "choice", "chosen"), [
    ("", "C-1 C-2 C-3 C-4", "2", "C-2"),
    ("", "C-1 C-2 C-3 C-4", "4, 1-2", "C-1 C-2 C-4"),
    ("", "C-1 C-2 C-3 C-4", "c-3,C-3", "C-3"),
    ("", "C-1 C-12", "C-1", "C-1"),
    ("", "B-1 C-1 C-2 C-3", "b-1,c-2-c-3", "B-1 C-2 C-3"),
    ("long", "C-1 C-1b C-2 C-2b", "2", "C-2 C-2b"),
    ("long", "C-1 C-1b C-2 C-2b", "C-1", "C-1 C-1b"),
    ("short", "C-1 C-1b C-2 C-2b", "C-2b", "C-2 C-2b"),
])
def test_pages_are_chosen_by_number_and_by_code(duplex: str, labels: str, choice: str, chosen: str) -> None:
    document = choose_pages(make_document(labels, duplex), parse_page_choice(choice))
    assert [page.label for page in document.pages] == chosen.split()
    assert [page.label for page in document.pages] == chosen.split()  # every format reads them again


def test_several_pages_on_a_sheet_are_found_by_each_code() -> None:
    document = Document("Toy", (Page(9, 9, (), "B-1, B-2"), Page(9, 9, (), "B-3, B-4")), is_booklet=True)
    chosen = choose_pages(document, parse_page_choice("B-4"))
    assert [page.label for page in chosen.pages] == ["B-3, B-4"]
    assert not chosen.is_booklet


@pytest.mark.parametrize(("choice", "expected"), [
    ("3,9", ["there is no page 9", "pages 1 to 3, with the codes C-1, C-2, C-3"]),
    ("7-9,C-22", ["there is no page 7-9", "no page has the code 'C-22'", "did you mean 'C-2'?"]),
])
def test_missing_page_is_reported_with_the_available_pages(choice: str, expected: list[str]) -> None:
    with pytest.raises(PrintshopError) as error:
        tuple(choose_pages(make_document("C-1 C-2 C-3"), parse_page_choice(choice)).pages)
    messages = " ".join(f"{problem.message} {problem.hint}" for problem in error.value.problems)
    assert [words for words in expected if words not in messages] == []


@pytest.mark.parametrize("text", ["", " , ", "0", "5-3"])
def test_choice_without_pages_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="page"):
        parse_page_choice(text)
