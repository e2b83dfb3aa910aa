"""The shapes of the words of a record, as the workshop gets them."""

from __future__ import annotations

from typing import TypedDict


class MarkRow(TypedDict):
    """A row of marks in words. The label "" means that the record has no words beside the marks."""

    label: str
    figures: list[str]
    sections: list[int]  # the numbers of marks between heavy lines; empty without such lines
    group: int  # the number of marks in each group of the row; 0 for a row without groups
    letters: list[str]  # the letter in each mark, or ""; empty without letters


class RecordWords(TypedDict):
    """The words of a unit's record: its rows of marks by track, and its tables of figures, line by line."""

    rows: dict[str, MarkRow]
    tables: list[list[list[str]]]
