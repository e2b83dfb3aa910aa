"""Words beside the marks of a record, and its tables, for a screen that is too small for the record itself.

A record shows the name of a row of marks and its figures in cells near the marks: to the left ("Laser, F"), or above
("Primary", "4/d10", "14-15"). The places of the cells tell which words belong to which marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import NamedTuple

from printshop.elements.marks import MarksContent
from printshop.formulas import FormulaError
from printshop.game.elements import ShownValues
from printshop.game.model import Game, Unit, make_unique_name
from printshop.game.unit_types import NAMES_OF_UNIT
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import DoesNotFitError
from printshop.products.forms.compiled import compile_default_forms
from printshop.products.forms.painters import CellPainter
from printshop.products.forms.record_layout import apply_variants
from printshop.products.forms.word_shapes import MarkRow, RecordWords
from printshop.text_markup import remove_blanks, strip_markup

NEAR = 1 * MM  # the largest gap between marks and their words, and between the cells of a table
LEAST_COLUMNS = 3  # of a table of figures
LONGEST_PREFIX = 2  # letters of a word that is no label of its own, as the "A" before "Laser"
LABEL_STYLE = "label"
_SPACE_TO_WRITE = re.compile("__+")


class _WordCell(NamedTuple):
    """A cell with its words and its tracks. The words "" are those of an empty cell, and of the name of the unit."""

    place: Rect
    words: str
    painter: CellPainter
    tracks: tuple[str, ...]

    @property
    def begins_group(self) -> bool:
        """Whether words between this cell and marks further left belong to this cell, not to these marks."""
        return bool(self.tracks) or self.painter.slot.is_writable or self.painter.cell.style == LABEL_STYLE


def describe_records(game: Game, units: Iterable[Unit]) -> dict[str, RecordWords]:
    """Return the words of each unit's default records and cards, by unique name.

    The tables are those of the first form with marks.
    """
    forms, words = compile_default_forms(game, adapt=partial(apply_variants, variants=())), dict[str, RecordWords]()
    for unit in units:
        records = [_describe_record(*form.find_used_painters(unit)) for form in forms if form.form.unit == unit.kind]
        marked = [record for record in records if record["rows"]]
        words[make_unique_name(unit)] = {
            "rows": {track: row for record in reversed(marked) for track, row in record["rows"].items()},
            "tables": marked[0]["tables"] if marked else []}
    return words


def _describe_record(unit: Unit, painters: Sequence[CellPainter]) -> RecordWords:
    """Return the words of the cells of a unit's record."""
    cells = [*_read_cells(painters, unit)]
    rows, used = _describe_marks(cells, unit)
    for painter in painters:
        for row in painter.lay_out_rows(unit):
            rows |= _describe_marks([*_read_cells(row, unit)], unit)[0]
    return {"rows": rows, "tables": _list_tables([cell for cell in cells if cell.place not in used])}


def _read_cells(painters: Iterable[CellPainter], unit: Unit) -> Iterator[_WordCell]:
    for painter in painters:
        with suppress(FormulaError, DoesNotFitError):  # drawing reports it
            if not painter.is_shown(unit):
                continue
            markup = "" if NAMES_OF_UNIT & {*painter.slot.cell.value_names} else painter.make_markup(
                painter.collect_values(unit))
            words = _SPACE_TO_WRITE.sub("", strip_markup(remove_blanks(markup)))
            yield _WordCell(painter.slot.rectangle, " ".join(words.split()), painter,
                            tuple(name for name, _ in painter.list_tracks(unit)))


def _describe_marks(cells: Sequence[_WordCell], unit: Unit) -> tuple[dict[str, MarkRow], set[Rect]]:
    """Return the rows of marks of cells that stand in one grid, and the places of the words of the rows."""
    rows, used = dict[str, MarkRow](), set[Rect]()
    for cell in cells:
        # other tracks of a cell, such as rings and entries of fields, have no words in cells of their own
        rows |= {track: _make_row(cell, unit, "") for track in cell.tracks if track not in rows}
        if (track := cell.painter.find_own_track(unit)) in cell.tracks and not rows[track]["label"]:
            beside = [] if cell.words else _find_beside(cell, cells) or _find_above(cell, cells)
            used |= {other.place for other in beside}
            rows[track] = _make_row(cell, unit, *_join_label([other.words for other in beside or [cell]]))
    return rows, used


def _make_row(cell: _WordCell, unit: Unit, label: str, *figures: str) -> MarkRow:
    run = None
    with suppress(FormulaError, DoesNotFitError):
        content = cell.painter.cell.resolve(ShownValues(cell.painter.collect_values(unit)))
        run = content.marks if isinstance(content, MarksContent) else None
    letters = [run.letter if number in run.marks else "" for number in range(1, run.count + 1)
               ] if run and run.marks else []
    return {"label": label, "figures": [*figures], "sections": [*run.sections] if run else [],
            "group": run.group if run else 0, "letters": letters}


def _join_label(words: list[str]) -> list[str]:
    """Return words with a label first: letters or a number before a name are a part of the label, as in "A Laser"."""
    count = next((number for number, word in enumerate(words, 1) if sum(map(str.isalpha, word)) > LONGEST_PREFIX), 1)
    return [" ".join(words[:count]), *words[count:]]


def _find_beside(cell: _WordCell, cells: Sequence[_WordCell]) -> list[_WordCell]:
    """Return the cells with words to the left of marks and, if these words exist, to their right.

    The words to the right end at the edge of the table; before a cell that begins a group, they belong to this cell.
    """
    line = [other for other in cells if min(other.place.bottom, cell.place.bottom) - max(
        other.place.y, cell.place.y) > min(other.place.height, cell.place.height) / 2]
    left, edge = list[_WordCell](), cell.place.x
    for other in sorted((one for one in line if one.place.right < edge + NEAR), key=lambda one: -one.place.right):
        if other.tracks or other.place.right < edge - NEAR:
            break
        left, edge = [other, *left], other.place.x
    right, edge = list[_WordCell](), cell.place.right
    for other in sorted((one for one in line if one.place.x > edge - NEAR), key=lambda one: one.place.x):
        if other.place.x > edge + NEAR:
            break
        if other.begins_group:
            right.clear()
            break
        right, edge = [*right, other], other.place.right
    left = sorted((other for other in left if other.words), key=lambda one: (round(one.place.x), one.place.y))
    return [*left, *(other for other in right if other.words)] if left else []


def _find_above(cell: _WordCell, cells: Sequence[_WordCell]) -> list[_WordCell]:
    """Return the cells with words above marks in the same column, from the top. Marks between are left out."""
    place, found, edge = cell.place, list[_WordCell](), cell.place.y
    column = [other for other in cells if place.x - NEAR < other.place.x and other.place.right < place.right + NEAR]
    while level := [other for other in column if abs(other.place.bottom - edge) < NEAR]:
        if found and any(other.tracks for other in level):
            break
        found = [*(other for other in level if other.words and not other.tracks), *found]
        edge = min(other.place.y for other in level)
    return found


def _list_tables(cells: Sequence[_WordCell]) -> list[list[list[str]]]:
    """Return the tables of words: lines of at least LEAST_COLUMNS cells that touch, at least two lines that touch.

    Lines with another number of cells are a table of their own.
    """
    lines, stacks = list[list[_WordCell]](), list[list[list[_WordCell]]]()
    for cell in sorted((cell for cell in cells if cell.painter.cell.text and not (
            cell.tracks or cell.painter.slot.is_writable)), key=lambda one: (round(one.place.y), one.place.x)):
        last = lines[-1][-1].place if lines else None
        if last and abs(last.y - cell.place.y) < NEAR and abs(last.right - cell.place.x) < NEAR:
            lines[-1].append(cell)
        else:
            lines.append([cell])
    for line in (line for line in lines if len(line) >= LEAST_COLUMNS):
        start = line[0].place
        above = next((stack for stack in stacks if abs(stack[-1][0].place.bottom - start.y) < NEAR
                      and abs(stack[-1][0].place.x - start.x) < NEAR), None)
        if above:
            above.append(line)
        else:
            stacks.append([line])
    return [[[cell.words for cell in line] for line in table] for stack in stacks if len(stack) > 1
            for _, table in groupby(stack, key=len)]
