"""Audits: pages for designers.

They have the results of all checks of a unit, and the sources of its derived values. The pages follow the records. A
check states its requirement (`label`) and its figures (`figures`). Without these keys, they are taken from the
condition: the two sides of a comparison, or the values in any other formula.

Lengths are in points, with the origin at the top left and y down. Two tables stand side by side if there is room, else
one above the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from printshop.drawing import text
from printshop.drawing.display_list import Bookmark, Group, Item, Stroke
from printshop.drawing.display_list import Page as Printed
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_grey_fill
from printshop.drawing.text import Style
from printshop.formulas import NOT_KNOWN, Formula
from printshop.game.field_values import Battery, FieldEntries, ListRows, NamedNumbers
from printshop.game.fields import Field
from printshop.game.forms.model import FORMS, Form
from printshop.game.formula_keys import DerivedFormula, to_markup
from printshop.game.model import Game, Unit
from printshop.game.unit_types import Check, UnitType
from printshop.layout import page_frame
from printshop.layout.rectangles import Rect
from printshop.layout.table import (
    LayoutTable,
    TableCell,
    TableColumn,
    TableLayout,
    TableRow,
    TableStyle,
    measure_columns,
    set_table,
)
from printshop.lengths import MM, Length
from printshop.print_settings import PrintSettings
from printshop.products.build import report_errors
from printshop.products.forms.grid import FormError
from printshop.text_markup import escape_markup
from printshop.words import Words

PASSED, WARNING, BROKEN, UNDECIDED = "held", "warning", "broken", "not known"
SIGNS = {"<=": "≤", ">=": "≥", "<": "<", ">": ">", "==": "=", "!=": "≠"}
_SUM = re.compile(r"\s*+\(*+\s*+\w++(?:[\s()]*+[-+*/][\s()]*+\w++)*+[\s)]*+")
_NAME = re.compile(r"[^\W\d]\w*")
_LONG = (bool, tuple, ListRows, FieldEntries, NamedNumbers, type(None))  # values that cannot be shown among words
MOST = 60  # characters of a value that is shown beside others


class CheckResult(NamedTuple):
    """The result of a check for a unit; all texts are markup.

    `limit` is the sign and the value with which the figures are compared, "" if there is no plain value. `message` is
    empty if the check holds.
    """

    rule: str
    figures: str
    limit: str
    state: str
    message: str


class DerivedFigure(NamedTuple):
    """A derived value with its label, and its source.

    The source is the sum, or the values in the formula. All texts are markup.
    """

    label: str
    value: str
    made_from: str


class UnitAudit(NamedTuple):
    """The results of all checks of a unit, and all its derived figures."""

    results: tuple[CheckResult, ...]
    derived_figures: tuple[DerivedFigure, ...]


Named = tuple[str, str]  # the label of a value, and the value, as markup


def audit_unit(unit: Unit, unit_type: UnitType, words: Words) -> UnitAudit:
    """Return the results of the checks of a unit's type, and the sources of its derived values."""
    return UnitAudit(tuple(_make_result(check, unit, unit_type, words) for check in unit_type.checks),
                     tuple(_list_derived_figures(unit, unit_type, words)))


def _make_result(check: Check, unit: Unit, unit_type: UnitType, words: Words) -> CheckResult:
    values, limit = unit.values, ""
    holds = check.that.evaluate(values)
    state = UNDECIDED if holds is NOT_KNOWN else PASSED if holds else WARNING if check.warning else BROKEN
    figures = check.figures.fill(values) if check.figures else _join_values(
        _name_values(check.that, values, _list_labels(unit_type.fields), words))
    if check.comparison and not check.figures:  # "3" and "≤ 2", for values that can be shown among words
        left_value, right_value = check.comparison[0].evaluate(values), check.comparison[2].evaluate(values)
        if not isinstance(left_value, _LONG) and not isinstance(right_value, _LONG):
            sign = check.comparison[1]
            figures, limit = _format_value(left_value, words), (
                f"{SIGNS.get(sign) or words.name(sign)} {_format_value(right_value, words)}")
    return CheckResult(check.label or escape_markup(check.that.text), figures, limit, state,
                       check.message.fill(values) if state in (WARNING, BROKEN) else "")


def _format_value(value: object, words: Words) -> str:
    """Return a value as markup; an unknown value as words."""
    return words.name(UNDECIDED) if value is NOT_KNOWN else to_markup(value)


def _list_derived_figures(unit: Unit, unit_type: UnitType, words: Words) -> Iterator[DerivedFigure]:
    """Yield the derived values that are numbers, in the order of the file.

    The source of a plain sum is the sum itself: "limit 125 − cost 144". Other sources are lists of values.
    """
    settings = {name: (name.replace("_", " "), _format_value(value, words))
                for name, value in unit_type.constants.items() if isinstance(value, int | Fraction | Length)}
    formulas = {derived.key: derived for derived in unit_type.formulas}
    labels = {**_list_labels(formulas), **_list_labels(unit_type.fields)}
    for key in unit_type.derived_names:
        value, derived = unit.values.get(key), formulas.get(key)
        if derived is None or isinstance(value, str | bool | type(None)) or not derived.formula.names:
            continue
        named_values = _name_values(derived.formula, unit.values, labels, words)
        made_from, terms = _join_values(named_values), {**settings, **named_values}
        if _SUM.fullmatch(derived.formula.text):
            made_from = " ".join(_NAME.sub(lambda match, terms=terms: " ".join(  # type: ignore[misc]
                terms.get(match[0], (match[0],))), derived.formula.text.replace("*", "×").replace("-", "−")).split())
        yield DerivedFigure(escape_markup(derived.label[:1].upper() + derived.label[1:]),
                            f"{_format_brief(value, words)}{unit.find_ours_mark(key)}", made_from)


def _join_values(named_values: Mapping[str, Named]) -> str:
    """Return a list of values with their labels: "points: 38 · hull: 10"."""
    return " · ".join(f"{label}:\u00a0{value}" for label, value in named_values.values())


def _list_labels(labelled: Mapping[str, DerivedFormula] | Mapping[str, Field]) -> dict[str, str]:
    return {name: value.label for name, value in labelled.items()}


def _name_values(formula: Formula, values: Mapping[str, object], labels: Mapping[str, str],
                 words: Words) -> dict[str, Named]:
    """Return the labels and values for the names in a formula, in the order of the formula."""
    places = {match[0]: match.start() for match in reversed([*_NAME.finditer(formula.text)])}
    return {name: (escape_markup(labels.get(name, name.replace("_", " "))), _format_brief(values.get(name), words))
            for name in sorted(formula.names, key=lambda name: places.get(name, len(formula.text)))}


def _format_brief(value: object, words: Words) -> str:
    """Return a value for a list of values; of a value with many parts, only their number."""
    if value is None or value == ():
        return words("none")
    if isinstance(value, NamedNumbers):
        figures = [number for number in value.numbers if isinstance(number, int)]
        return str(sum(figures)) if len(figures) == len(value.numbers) else words.name(UNDECIDED)
    if isinstance(value, ListRows | FieldEntries | Battery):
        text = str(value)
        return to_markup(value) if 0 < len(text) <= MOST and not isinstance(value, ListRows) else str(value.count)
    return _format_value(value, words)


# --- tables


MARKS = {PASSED: "✓", WARNING: "!", BROKEN: "✗", UNDECIDED: "?"}
SIZE = 8.5
ASIDE, BELOW = 6 * MM, 6 * MM  # between tables side by side, between units
SIDE_BY_SIDE_WIDTH = 28.0  # in sizes of type: the least width of a table beside another one
# columns with the keys of their headings and their shares of the width
CHECK_COLUMNS = ("audit_rule", 4.3), ("audit_figures", 2.4), ("limit", 1.3), ("audit_verdict", 1.9)
CHECK_COLUMNS_NO_LIMIT = CHECK_COLUMNS[0], ("audit_figures", 3.7), CHECK_COLUMNS[3]
DERIVED_COLUMNS = ("audit_derived", 3.5), ("audit_value", 2.1), ("audit_from", 4.7)
PAD = 1.2 * MM

Tables = Sequence[TableLayout]


def make_table_style(size: float, ink: Ink) -> TableStyle:
    """Return the look of the tables of an audit, in type of `size` points."""
    return TableStyle(Style(size=size), Style(size=size, bold=True), ink, leading=1.2, padding=(PAD / 2, PAD / 2),
                      vertical_padding=PAD / 2,
                      row_rule=Stroke(width=0.3), heading_rule=Stroke(width=0.3), outer_rule=Stroke(width=0.8),
                      heading_fill=choose_grey_fill(ink, 0.12))


def make_audit_pages(game: Game, forms: Sequence[Form], units: Sequence[Unit], settings: PrintSettings, page_code: str,
                     number: Iterator[int], *, packed: bool = False) -> Iterator[Printed]:
    """Yield the pages of audits, which follow the records. Raises PrintshopError."""
    sheets = {form.unit for form in game[FORMS].values() if not form.size and form.default} if packed else set()
    kinds = {form.unit for form in forms} - sheets
    size = SIZE
    area = page_frame.find_content_rect(settings.paper, true_scale=False)
    page = partial(page_frame.make_framed_page, settings.paper, title := game.words("audit"),
                   game_title=game.title, words=game.words, rights=game.rights, edition=game.edition,
                   true_scale=False)
    filled: list[Item] = []
    bookmarks: tuple[Bookmark, ...] = (Bookmark(title),)
    y = area.y
    for unit in (unit for unit in units if unit.kind in kinds):
        for block, height in _make_blocks(unit, game.unit_types[unit.kind], area, size, settings.ink,
                                          game.words):
            if filled and y + height > area.bottom + 0.01:
                yield page(tuple(filled), label=f"{page_code}-{next(number)}", bookmarks=bookmarks)
                filled, y, bookmarks = [], area.y, ()
            filled.append(Group(block, Transform(e=area.x, f=y)))
            y += height + BELOW
    if filled:
        yield page(tuple(filled), label=f"{page_code}-{next(number)}", bookmarks=bookmarks)


def _make_blocks(unit: Unit, unit_type: UnitType, area: Rect, size: float, ink: Ink, words: Words
                 ) -> Iterator[tuple[tuple[Item, ...], float]]:
    """Yield the audit of a unit in blocks that are no higher than a page, each with its height in points."""
    with report_errors(f"what the checks say of {unit.title}", unit.span):
        width, points, worth = area.width, unit.values.get(unit_type.points), ""
        if isinstance(points, int):  # "38 points", "1 point", but "cost 38"
            noun = text.escape_markup(unit_type.points.replace("_", " "))
            worth = f"{points} {noun[:-1] if points == 1 else noun}" if noun.endswith("s") else f"{noun} {points}"
            worth = f", {worth}"
        # side by side if there is room, the same for all units
        tables: Tables = _set_tables(audit_unit(unit, unit_type, words), width, size, ink, words)[-1]
        title = Style("serif", size + 4)
        top = title.size * 1.7
        while True:
            head = text.set_line(f"{unit.label}{unit.name_mark}{worth}", title, 0, title.size, max_width=width,
                                  min_size=8.0)
            if not tables:
                none = text.set_line(words("nothing_to_check"), Style(size=size), 0, top + size)
                yield (*head, *none), top + size * 1.2
                return
            first_parts, tables = _divide_tables(tables, width, area.height - top)
            yield ((*head, *_place_tables(first_parts, Rect(0, top, width, 0))),
                   top + _measure_height(first_parts, width))
            if not tables:
                return
            worth = words("continued", title="")


def _set_tables(checked: UnitAudit, width: float, size: float, ink: Ink, words: Words) -> list[tuple[TableLayout, ...]]:
    """Return the tables of a unit one above the other and, if there is room, side by side. Raises TooWideError."""
    columns, derived_columns = (
        tuple(TableColumn(words(heading), share=share) for heading, share in pairs)
        for pairs in (CHECK_COLUMNS if any(finding.limit for finding in checked.results) else CHECK_COLUMNS_NO_LIMIT,
                      DERIVED_COLUMNS))

    def check(finding: CheckResult) -> TableRow:
        """Return the row of a check.

        Without a limit, the figures also cover the column of limits.
        """
        requirement, verdict = finding.rule, f"{MARKS[finding.state]} {words.name(finding.state)}"
        if finding.message:
            requirement, verdict = f"{requirement}\n**{finding.message}**", f"**{verdict}**"
        figures = ((finding.figures, finding.limit) if finding.limit else
                   (TableCell(finding.figures, column_span=len(columns) - 2),))
        return TableRow((requirement, *figures, verdict))

    tables = []
    if checked.results:
        tables.append(LayoutTable(columns, tuple(map(check, checked.results))))
    if checked.derived_figures:
        tables.append(LayoutTable(derived_columns,
                                  tuple(TableRow((derived.label, f"**{derived.value}**", derived.made_from))
                                        for derived in checked.derived_figures)))
    in_ink, rooms = make_table_style(size, ink), [width]
    if len(tables) == 2 and width >= 2 * SIDE_BY_SIDE_WIDTH * size + ASIDE:
        rooms.append((width - ASIDE) / 2)
    return [tuple(set_table(table, measure_columns(table, room, in_ink), in_ink) for table in tables) for room in rooms]


def _are_side_by_side(tables: Tables, width: float) -> bool:
    return bool(tables) and all(table.width < width - 0.01 for table in tables)


def _measure_height(tables: Tables, width: float) -> float:
    if _are_side_by_side(tables, width):
        return max(table.height for table in tables)
    return sum(table.height for table in tables) + max(0, len(tables) - 1) * PAD * 2


def _place_tables(tables: Tables, place: Rect) -> Iterator[Item]:
    x, y = place.x, place.y
    for table in tables:
        yield from table.draw(x, y)
        if _are_side_by_side(tables, place.width):
            x += table.width + ASIDE
        else:
            y += table.height + PAD * 2


def _divide_tables(tables: Tables, width: float, height: float) -> tuple[Tables, Tables]:
    """Return the parts of tables that fit on a page, and the rest. Raises FormError if not even one line fits."""
    first_parts: list[TableLayout] = []
    later_parts: list[TableLayout] = []
    free, are_level = height, _are_side_by_side(tables, width)
    for table in tables:
        if later_parts and not are_level:
            later_parts.append(table)
            continue
        upper, lower = table.split_at(free)
        first_parts += [upper] if upper.rows else []
        later_parts += [lower] if lower else []
        free -= 0.0 if are_level else upper.height + PAD * 2
    if not first_parts:
        raise FormError(f"a line of the check results is higher than the page, {height / MM:.0f} mm",
                        "shorten its 'label' or 'figures', or choose larger paper")
    return first_parts, later_parts
