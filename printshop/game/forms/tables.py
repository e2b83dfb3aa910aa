"""Cells that make a table of fields from their names: the figures of a unit with their marks, and the rows of a list.

A table is made as the rows that a game would write for it: `make_stats_rows` and `make_list_rows` return YAML, which is
read like any other, so that a table is drawn, filled and printed blank like the rows of a form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Self

from printshop.formulas.functions import add_article
from printshop.game.fields import Field
from printshop.game.forms.cells import CELLS, SHAPES, Cell, PanelCell
from printshop.game.forms.names import FormContext
from printshop.problems import suggest_name
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader, make_title
from printshop.source import MappingNode, MergedMapping, Node, ScalarNode, SequenceNode

Headings = tuple[tuple[str, ScalarNode], ...]
Tree = dict[str, Any]  # YAML, with nodes of the file where a text of the file is kept

# of entries that are not those of a list: the names of their values, and the name of their number
LIST_NAMES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "numbers": (("name", "figure"), "figure"), "entries": (("name", "amount"), "amount")}
ROW_KINDS = ("list", *LIST_NAMES)
WORD_KINDS = ("choice", "choices", "text")  # fields whose values are words, on several lines if need be
WORDS: Tree = {"wrap": True, "valign": "middle", "largest": "9 pt", "smallest": "6 pt"}
SHADE = 0.12  # of headings
MARKS_OF_BATTERY, MARKS_OF_WHOLE, MOST_MARKS = 10, 10, 40  # pale circles of blank forms
BLANK_ROWS, MOST_BLANK_ROWS = 4, 8
# Shares of columns: of a letter of the heading, of what is beside it, of a figure, of a circle and the most of them.
LETTER, BESIDE, FIGURE, MARK, MOST_BESIDE = 1.7, 4.0, 12.0, 4.4, 14


def _read_headings(reader: Reader, name: str) -> Headings:
    """Return names of values, each with the node of its heading, if one is written, or of the name."""
    node = reader.get_node(name)
    entries = node.entries if isinstance(node, MappingNode) else {item.text: item for item in node.items_or_self
                                                                  } if node else {}
    headings = {key: text for key, text in entries.items() if isinstance(text, ScalarNode) and text.text}
    if node and len(headings) < len(entries):
        reader.add_problem(name, f"'{name}' of {reader.label} must be a list of names, or names with their headings",
                           f"write, for example, {name}: [hull, armour], or {name}: {{hull: Hull points}}")
    return tuple(headings.items())


def _headings_key(says: str, **options: Any) -> Any:
    return keys.custom(_read_headings, {"type": ["array", "object", "string"]}, says, default=(), **options)


def make_node(tree: object, at: Node) -> Node:
    """Return YAML as nodes that all stand where another stands, apart from the nodes that are in it already."""
    if isinstance(tree, Node):
        return tree
    if isinstance(tree, dict):
        return MergedMapping(at, {key: make_node(value, at) for key, value in tree.items()}, {})
    if isinstance(tree, list):
        return SequenceNode(at.source, at.line, at.column, tuple(make_node(item, at) for item in tree))
    text = str(tree).lower() if isinstance(tree, bool) else str(tree)
    return ScalarNode(at.source, at.line, at.column, text, plain=not isinstance(tree, str))


@data_block
class FieldTableCell(Cell):
    """What tables of figures and of lists have in common."""

    shape: str = keys.choice(SHAPES, "circle, box or diamond", default=SHAPES[0])
    columns: tuple[float, ...] = keys.custom(  # read with the rows of the table
        lambda *_: (), {"type": ["array", "integer", "string"]},
        "the widths of the columns, written as in a form (default: by their headings and marks)", default=(),
        read_if_missing=False)

    no_text = True

    def make_panel(self, reader: Reader, rows: list[Tree], columns: list[float], at: Node) -> Cell:
        """Return the cell with the rows of the table, read as if the form had them."""
        shares = reader.get_node("columns") if "columns" in reader else [str(round(share, 2)) for share in columns]
        tree = {"columns": shares, "space": "0 mm", "rows": rows}
        panel: PanelCell = keys.read_block(PanelCell, Reader(make_node(tree, at), reader.problems, reader.label,
                                                             reader.context))
        return replace(panel, across=self.across, repeat=self.repeat, only_if=self.only_if, span=self.span)


def _heading(text: object, ground: str, align: str) -> Tree:
    words = {"text": text, "style": "label", "align": align} if text else {}
    return words | ({"ground": ground} if ground else {})


def _show_heading(key: str, node: ScalarNode, label: str) -> str:
    """Return the heading of a value: that of the form, or the label of the value."""
    return node.text if node.text != key else make_title(label)


def _count_blank_marks(field: Field | None) -> int:
    """Return how many pale circles a value has on a blank form."""
    if field and field.kind == "battery":
        return MARKS_OF_BATTERY
    highest = getattr(field, "high", None)
    return min(highest, MOST_MARKS) if highest else MARKS_OF_WHOLE


def _measure_share(heading: str, marks: int, options: Iterable[str] = ()) -> float:
    """Return the share of a column with so many marks on a blank form, or with one of some words."""
    longest = max((len(word) for text in (heading, *options) for word in text.split()), default=0)
    return max(LETTER * max(longest, len(heading)) + BESIDE, FIGURE,
               MARK * min(marks, MOST_BESIDE) + BESIDE if marks else 0.0)


@CELLS.register("stats")
@data_block
class StatsCell(FieldTableCell):
    """A table of figures of the unit: headings, figures, and marks for those that are counted."""

    stats: Headings = _headings_key(
        "a list of fields and derived values: prints a [table](#tables-of-figures) with their headings, their figures, "
        "and the marks of batteries. Each may have its own heading: `{hull: Hull points}`. Lists and other fields with "
        "several entries follow below", read_if_missing=False)
    marked: tuple[str, ...] = keys.texts("those of the numbers that have a mark for each point", name="marks")

    def validate(self, reader: Reader) -> Self | Cell | None:  # type: ignore[override]
        scope: FormContext = reader.context
        if not scope.unit_type:
            reader.add_problem("stats", f"{reader.label} shows values of a unit, but its form has no unit",
                               "give the form a 'unit'")
            return None
        names, labels = scope.unit_type.value_names, scope.unit_type.value_labels
        for key, node in self.stats:
            if key not in names:
                reader.problems.add(node.span, f"'{key}' in 'stats' of {reader.label} is not a field or a derived "
                                    f"value of {add_article(scope.unit_type.name)}", suggest_name(key, labels))
        misspelt = any(key not in names for key, _ in self.stats)  # it may be a value that 'marks' spells right
        for key in (key for key in self.marked if key not in dict(self.stats) and not (misspelt and key in names)):
            reader.add_problem("marks", f"'{key}' in 'marks' of {reader.label} is not one of its 'stats'",
                               suggest_name(key, dict(self.stats)))
        shown = {key: (_show_heading(key, node, labels.get(key, key)), scope.fields.get(key))
                 for key, node in self.stats if key in names}
        at = reader.get_node("stats")
        if not shown or at is None or super().validate(reader) is None:
            return None
        columns, rows = make_stats_rows(shown, self.marked, self.ground, self.shape)
        return self.make_panel(reader, rows, columns, at)


def make_stats_rows(shown: Mapping[str, tuple[str, Field | None]], marked: Iterable[str], ground: str, shape: str
                    ) -> tuple[list[float], list[Tree]]:
    """Return the columns and rows of a table of values, each with its heading and, if it is one, its field."""
    figures = {key: value for key, value in shown.items() if not (value[1] and value[1].kind in ROW_KINDS)}
    marks = {key: _count_blank_marks(field) for key, (_, field) in figures.items()
             if key in {*marked} or (field and field.kind == "battery")}
    rows: list[Tree] = []
    if figures:
        rows += [
            {"rules": True, "shade": SHADE, "cells": [_heading(heading, ground, "center")
                                                      for heading, _ in figures.values()]},
            {"rules": True, "cells": [{"text": f"**{{{key}}}**", "align": "center"} | (
                WORDS if field and field.kind in WORD_KINDS else {"largest": "13 pt", "smallest": "6.5 pt"})
                for key, (_, field) in figures.items()]}]
    if marks:
        rows.append({"rules": True, "cells": [
            {"pips": f"count({key})" if field and field.kind == "battery" else key, "shape": shape, "blank": marks[key]}
            if key in marks else {} for key, (_, field) in figures.items()]})
    for key, (heading, field) in shown.items():
        if field and field.kind == "entries":
            rows.append({"gap": "1 mm", "cells": [{"text": f"**{heading}**", "notes": key}]})
        elif field and field.kind in ROW_KINDS:
            rows.append({"gap": "2 mm", "cells": [{"list": key, "shape": shape}]})
    columns = [_measure_share(heading, marks.get(key, 0), field.options if field else ())
               for key, (heading, field) in figures.items()]
    return columns or [1.0], rows


@CELLS.register("list")
@data_block
class ListCell(FieldTableCell):
    """A table of the entries of a field: headings, and a row for each entry."""

    list_name: str = keys.text(
        "a field with several entries (`list`, `numbers` or `entries`): prints a [table](#tables-of-figures) with a "
        "row for each entry. `blank` is the number of rows on a blank form", name="list", default="")
    values: Headings = _headings_key(
        "the values of an entry that are printed, perhaps each with its heading (default: all sub-fields)",
        read_if_missing=False)
    marked: Headings = _headings_key(
        "the numbers of an entry that have a mark for each point. `{Hits: 4}` gives each entry a column of 4 marks "
        "with this heading; a formula is allowed, too", name="marks", read_if_missing=False)

    def validate(self, reader: Reader) -> Self | Cell | None:  # type: ignore[override]
        scope: FormContext = reader.context
        field, at = scope.fields.get(self.list_name), reader.get_node("list")
        lists = [key for key, other in scope.fields.items() if other.kind in ROW_KINDS]
        if field is None or field.kind not in ROW_KINDS or at is None:
            reader.add_problem("list", f"'{self.list_name}' in 'list' of {reader.label} is not a field with several "
                               "entries", suggest_name(self.list_name, lists))
            return None
        below: Mapping[str, Field] = getattr(field, "fields", {})
        names, _ = LIST_NAMES.get(field.kind, (field.column_names, ""))
        for key, node in self.values:
            if key not in names:
                reader.problems.add(node.span, f"'{key}' in 'values' of {reader.label} is not a value of the entries "
                                    f"of '{self.list_name}'", suggest_name(key, names))
        shown = {key: _show_heading(key, node, getattr(below.get(key), "label", key.replace("_", " ")))
                 for key, node in self.values if key in names}
        marks = {}
        for key, node in self.marked:
            is_formula = key not in names
            marks[key] = (node.text if is_formula else key, key if is_formula else _show_heading(
                key, node, getattr(below.get(key), "label", key.replace("_", " "))))
        if super().validate(reader) is None:
            return None
        columns, rows = make_list_rows(field, shown, marks, self)
        if isinstance(self.blank, int) and "blank" in reader:
            rows[-1]["blank"] = self.blank
        return self.make_panel(reader, rows, columns, at)


def make_list_rows(field: Field, shown: Mapping[str, str], marks: Mapping[str, tuple[str, str]], cell: FieldTableCell
                   ) -> tuple[list[float], list[Tree]]:
    """Return the columns and rows of a table of the entries of a field.

    `shown` has the headings of the values that are printed, and `marks` the formula and heading of each column of
    marks. Without headings for it, a table shows all sub-fields.
    """
    below: Mapping[str, Field] = getattr(field, "fields", {})
    names, number = LIST_NAMES.get(field.kind, (tuple(below), ""))
    if number and not marks:
        marks = {number: (number, "")}
    label = make_title(field.label)
    shown = shown or {key: label if number else make_title(below[key].label) for key in names if key not in marks}
    counts = {key: int(formula) if formula.isdigit() else _count_blank_marks(below.get(key))
              for key, (formula, _) in marks.items()}
    first, *_ = *shown, ""
    figures = {key for key in shown if key != first and _is_figure(below.get(key))}  # the first names the entry
    cells: list[Tree] = [{"text": f"{{{key}}}", "align": "center"} if key in figures else
                         {"text": f"{{{key}}}", "align": "left"} | WORDS
                         if not (below.get(key) and below[key].kind == "flag") else
                         {"text": f"{{'{make_title(below[key].label)}' if {key} else ''}}", "align": "center"}
                         for key in shown]
    cells += [{"pips": formula, "shape": cell.shape, "blank": counts[key]}
              | ({"track": re.sub(r"\W", "_", key.casefold())} if len(marks) > 1 else {})
              for key, (formula, _) in marks.items()]
    headings = [*shown.values(), *(heading for _, heading in marks.values())]
    if not shown and len(headings) == 1:  # the marks have no name but that of the field
        headings = [label]
    heading_row: Tree = {"rules": True, "shade": SHADE, "cells": [
        _heading(heading, cell.ground, inner.get("align", "center"))
        for heading, inner in zip(headings, cells, strict=True)]}
    most = getattr(field, "most", None) or len(field.options)
    entry_row = {"rules": True, "each": field.key, "cells": cells,
                 "blank": most if 0 < most <= MOST_BLANK_ROWS else BLANK_ROWS}
    columns = [_measure_share(heading, 0) * (1 if key in figures else 2) for key, heading in shown.items()]
    columns += [_measure_share(heading, counts[key]) for key, (_, heading) in marks.items()]
    if field.kind != "numbers":  # there may be none
        heading_row["only_if"] = f"count({field.key}) > 0"
    return columns, [heading_row, entry_row]


def _is_figure(field: Field | None) -> bool:
    """Return whether the values of a field are short: a number, a die, a word."""
    return bool(field and (field.is_narrow or field.kind in ("whole", "battery")))
