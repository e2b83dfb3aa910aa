"""Cells that make a table from the names of fields.

The table has the figures of a unit with their marks, or the rows of a list. `make_stats_rows` and `make_list_rows`
return the rows of the table as YAML, as a designer would write them. They are read like all other rows, so that a table
is drawn, filled and printed blank like the rows of a form.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Self

from printshop.game.elements import CHART, ELEMENTS, FACE, FORM
from printshop.game.fields import Field
from printshop.game.forms.cells import LOOK_KEYS, MARKS, TABLE_LOOK_KEYS, Cell, PanelCell
from printshop.game.forms.names import FormContext
from printshop.mark_shapes import MARK_SHAPES, MarkShape
from printshop.problems import Span, add_article, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader, make_title
from printshop.source import MappingNode, MergedMapping, Node, ScalarNode, SequenceNode

Headings = tuple[tuple[str, ScalarNode], ...]
Tree = dict[str, Any]  # YAML, in which texts of the file are nodes

# by kind of field, apart from lists: the names of the values of an entry, and the name of its number
LIST_NAMES: Mapping[str, tuple[tuple[str, ...], str]] = {
    "numbers": (("name", "figure"), "figure"), "entries": (("name", "amount"), "amount")}
ROW_KINDS = ("list", *LIST_NAMES)
COUNTED_KINDS = ("whole", "battery")  # fields whose values may have a mark for each point
WORD_KINDS = ("choice", "choices", "text")  # fields whose values are words, on several lines if need be
WORDS: Tree = {"wrap": True, "valign": "middle", "largest": "9 pt", "smallest": "6 pt"}
FIGURES: Tree = {"largest": "9 pt"}  # of a list: the size of the words beside them
SHADE = 0.12  # of headings
MARKS_OF_BATTERY, MARKS_OF_WHOLE, MOST_MARKS = 10, 10, 40  # pale marks of blank forms
BLANK_ROWS, MOST_BLANK_ROWS = 4, 8


def _read_headings(reader: Reader, name: str) -> Headings:
    """Return the names of values, each with the node of its heading or, without a heading, of its name."""
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


def make_node(tree: object, position_node: Node) -> Node:
    """Return YAML as nodes with the position of another node.

    Nodes within the YAML stay as they are.
    """
    if isinstance(tree, Node):
        return tree
    if isinstance(tree, dict):
        return MergedMapping(position_node, {key: make_node(value, position_node) for key, value in tree.items()}, {})
    if isinstance(tree, list):
        return SequenceNode(position_node.source, position_node.line, position_node.column,
                            tuple(make_node(item, position_node) for item in tree))
    text = str(tree).lower() if isinstance(tree, bool) else str(tree)
    return ScalarNode(position_node.source, position_node.line, position_node.column, text,
                      is_plain=not isinstance(tree, str))


@data_block
class FieldTableCell(Cell):
    """Base class of tables of figures and of lists."""

    shape: MarkShape = keys.choice(MARK_SHAPES, "circle, box or diamond", help_text="", default=MARK_SHAPES[0])
    columns: tuple[float, ...] = keys.custom(  # read with the rows of the table
        lambda *_: (), {"type": ["array", "integer", "string"]},
        "the widths of the columns, written as in a form (default: what the words and marks of all units need)",
        default=(),
        read_if_missing=False)

    containers = (FORM,)

    def validate(self, reader: Reader) -> Self | None:
        for key in (key for key in LOOK_KEYS if key in reader and key not in TABLE_LOOK_KEYS):
            reader.add_problem(key, f"'{key}' of {reader.label} has no meaning: the table has a look of its own",
                               f"remove '{key}'; 'largest', 'smallest' and 'align' are the look of the values, and "
                               "'ground' that of the headings")
        return super().validate(reader)

    def read_look(self, reader: Reader) -> Tree:
        """Return the keys for the look of the values, each with its node."""
        return {key: reader.get_node(key) for key in TABLE_LOOK_KEYS
                if key in reader and key != "ground"}

    def make_panel(self, reader: Reader, rows: list[Tree], columns: int, position_node: Node) -> Cell:
        """Return the cell with the rows of the table, which are read like rows of the form."""
        shares = reader.get_node("columns") if "columns" in reader else columns
        tree = {"columns": shares, "space": "0 mm", "rows": rows}
        panel: PanelCell = keys.read_block(PanelCell,
                                           Reader(make_node(tree, position_node), reader.problems, reader.label,
                                                  reader.context))
        inner = tuple(replace(row, has_equal_marks=not row.each and any(cell.kind == MARKS
                                                                        for cell in row.cells),
                              cells=tuple(replace(cell, fits_contents=True) if isinstance(cell, PanelCell) else cell
                                          for cell in row.cells)) for row in panel.rows)
        return replace(panel, rows=inner, fits_contents="columns" not in reader, across=self.across,
                       repeat=self.repeat, only_if=self.only_if, span=self.span)


def _report_uncounted(reader: Reader, marked: Mapping[str, Span | None], fields: Mapping[str, Field],
                      kinds: Collection[str]) -> None:
    """Report values in 'marks' that are no numbers, and so cannot have a mark for each point."""
    counted = [key for key, field in fields.items() if field.kind in kinds]
    for key, span in marked.items():
        if key in fields and fields[key].kind and key not in counted:  # an unknown kind is reported at the field
            reader.problems.add(span or reader.find_span("marks"),
                                f"'{key}' in 'marks' of {reader.label} is {_name_kind(fields[key])}; marks need a "
                                "whole number",
                                suggest_name(key, counted) if counted else
                                "remove it, or write, for example, {Hits: 4}")


def _name_kind(field: Field) -> str:
    """Return the kind of a field as words with an article."""
    return f"a list of {field.kind}" if field.kind.endswith("s") else add_article(field.kind)


def _find_ground(reader: Reader) -> Node | str:
    """Return the ground of the headings as it is written: it may be a formula. It is "" if there is none."""
    return reader.get_raw_node("ground") or ""


def _make_heading(text: object, ground: Node | str, align: str) -> Tree:
    words = {"text": text, "style": "label", "align": align} if text else {}
    return words | ({"ground": ground} if ground else {})


def _show_heading(key: str, node: ScalarNode, label: str) -> str:
    """Return the heading of a value: that of the form, or the label of the value."""
    return node.text if node.text != key else make_title(label)


def _count_blank_marks(field: Field | None) -> int:
    """Return the number of pale marks for a value on a blank form."""
    if field and field.kind == "battery":
        return MARKS_OF_BATTERY
    highest = getattr(field, "high", None)
    return min(highest, MOST_MARKS) if highest else MARKS_OF_WHOLE


@ELEMENTS.register("stats")
@data_block
class StatsCell(FieldTableCell):
    """A table of figures of the unit: headings, figures, and marks for some of the figures."""

    stats: Headings = _headings_key(
        "a list of fields and derived values: prints a [table](#tables-of-figures) with their headings, their figures, "
        "and the marks of batteries. Each may have its own heading: `{hull: Hull points}`. Lists and other fields with "
        "several entries follow below", label="Table of values", kind="figures",
        help_text="Press a value to show it, or to leave it out", read_if_missing=False, icon="table",
        new_values={"stats": []})
    marked: tuple[str, ...] = keys.texts("those of the numbers that have a mark for each point",
                                         label="Numbers with marks", name="marks")

    exceptions = ((FACE, "a counter has no room for a table of figures; a `text` shows single values"),
                  (CHART, "a chart has no unit, whose figures this table shows"))

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
        of_stats = {key: field for key, field in scope.fields.items() if key in dict(self.stats)}
        _report_uncounted(reader, dict.fromkeys(self.marked), of_stats, (*COUNTED_KINDS, *LIST_NAMES))
        listed_stats = {key: (_show_heading(key, node, labels.get(key, key)), scope.fields.get(key))
                        for key, node in self.stats if key in names}
        stats_node = reader.get_node("stats")
        if not listed_stats or stats_node is None or not reader.is_valid or super().validate(reader) is None:
            return None
        columns, rows = make_stats_rows(listed_stats, self.marked, _find_ground(reader), self.shape,
                                        self.read_look(reader))
        return self.make_panel(reader, rows, columns, stats_node)


def _replace_look(cell: Tree, look: Tree) -> Tree:
    """Return a cell whose usual look is replaced by the look that a form gives to values."""
    default_cell = {key: value for key, value in cell.items() if key != "smallest" or "largest" not in look}
    return default_cell | (
        {"align": look["align"]} if "pips" in cell and "align" in look else {} if "pips" in cell else look)


def make_stats_rows(stats: Mapping[str, tuple[str, Field | None]], marked: Iterable[str], ground: Node | str,
                    shape: str, look: Tree) -> tuple[int, list[Tree]]:
    """Return the number of columns and the rows of a table of values.

    Each value has its heading and, if it is a field, the field. `look` has keys for the look of the values.
    """
    figures = {key: value for key, value in stats.items() if not (value[1] and value[1].kind in ROW_KINDS)}
    marks = {key: _count_blank_marks(field) for key, (_, field) in figures.items()
             if key in {*marked} or (field and field.kind == "battery")}
    rows: list[Tree] = []
    if figures:
        rows += [
            {"rules": True, "shade": SHADE, "cells": [_make_heading(heading, ground, look.get("align", "center"))
                                                      for heading, _ in figures.values()]},
            {"rules": True, "cells": [_replace_look({"text": f"**{{{key}}}**", "align": "center"} | (
                WORDS if field and field.kind in WORD_KINDS else {"largest": "13 pt", "smallest": "6.5 pt"}), look)
                for key, (_, field) in figures.items()]}]
    if marks:
        rows.append({"rules": True, "cells": [
            _replace_look({"pips": f"count({key})" if field and field.kind == "battery" else key, "shape": shape,
                           "blank": marks[key]}, look)
            if key in marks else {} for key, (_, field) in figures.items()]})
    for key, (heading, field) in stats.items():
        if field and field.kind == "entries":
            rows.append({"gap": "1 mm", "cells": [{"text": f"**{heading}**", "notes": key}]})
        elif field and field.kind in ROW_KINDS:
            values = make_list_columns(field, {}, {field.key: (field.key, "")} if key in marked else {})
            inner_columns, inner_rows = make_list_rows(field, heading, values, ground, shape, look)
            rows.append({"gap": "2 mm", "cells": [{"columns": inner_columns, "space": "0 mm",
                                                   "rows": inner_rows}]})
    return max(len(figures), 1), rows


def _read_list_name(reader: Reader, name: str) -> str:
    """Return the name of a field. Report a list of texts, which is allowed only in other containers."""
    if not isinstance(reader.get_raw_node(name), SequenceNode):
        return reader.read_text(name, "")
    reader.get_node(name)
    reason = next((reason for kind, container, reason in ELEMENTS.list_exceptions()
                   if (kind, container) == (name, FORM)), "")
    reader.add_problem(name, f"'{name}' of {reader.label} cannot be a list of texts: {reason}",
                       "write the name of a field, or a row with a 'text' for each of the texts")
    return ""


@ELEMENTS.register("list")
@data_block
class ListCell(FieldTableCell):
    """A table of the entries of a field: headings, and a row for each entry."""

    list_name: str = keys.custom(
        _read_list_name, {"type": json_patterns.TEXT_TYPES},
        "a field with several entries (`list`, `numbers` or `entries`): prints a [table](#tables-of-figures) with a "
        "row for each entry. `shape` and `columns` are written as for `stats`; `blank` is the number of rows on a "
        "blank form", label="Table of a list", kind="list field", help_text="The table has a line for each entry",
        name="list", default="", read_if_missing=False, icon="list", new_values={"list": ""})
    values: Headings = _headings_key(
        "the values of an entry that are printed, perhaps each with its heading (default: all sub-fields)",
        read_if_missing=False)
    marked: Headings = _headings_key(
        "the numbers of an entry that have a mark for each point. `{Hits: 4}` gives each entry a column of 4 marks "
        "with this heading; a formula is allowed, too", label="Numbers with marks",
        name="marks", read_if_missing=False)

    def validate(self, reader: Reader) -> Self | Cell | None:  # type: ignore[override]
        if not self.list_name:  # reported already
            return None
        scope: FormContext = reader.context
        field, list_node = scope.fields.get(self.list_name), reader.get_node("list")
        lists = [key for key, other in scope.fields.items() if other.kind in ROW_KINDS]
        if field is None or field.kind not in ROW_KINDS or list_node is None:
            reader.add_problem("list", f"'{self.list_name}' in 'list' of {reader.label} is not a field with several "
                               "entries", suggest_name(self.list_name, lists))
            return None
        below: Mapping[str, Field] = getattr(field, "fields", {})
        names, _ = LIST_NAMES.get(field.kind, (field.column_names, ""))
        for key, node in self.values:
            if key not in names:
                reader.problems.add(node.span, f"'{key}' in 'values' of {reader.label} is not a value of the entries "
                                    f"of '{self.list_name}'", suggest_name(key, names))
        number = LIST_NAMES.get(field.kind, ((), ""))[1]
        allowed_names = {*names, *([field.key] if number else [])}  # the numbers have the name of the field only
        marks: dict[str, tuple[str, str]] = {}
        for key, node in self.marked:
            if key in allowed_names:
                marks[key] = key, node.text if node.text != key else ""
            elif node.text != key:
                marks[key] = node.text, key
            else:
                reader.problems.add(node.span, f"'{key}' in 'marks' of {reader.label} is not a value of the entries of "
                                    f"'{self.list_name}'", suggest_name(key, names))
        _report_uncounted(reader, {key: node.span for key, node in self.marked}, below, COUNTED_KINDS)
        headings = {key: _show_heading(key, node, _find_label(below, key)) for key, node in self.values if key in names}
        if not reader.is_valid or super().validate(reader) is None:
            return None
        columns, rows = make_list_rows(field, make_title(field.label), make_list_columns(field, headings, marks),
                                       _find_ground(reader), self.shape, self.read_look(reader))
        if isinstance(self.blank, int) and "blank" in reader:
            rows[-1]["blank"] = self.blank
        return self.make_panel(reader, rows, columns, list_node)


def _find_label(below: Mapping[str, Field], key: str) -> str:
    """Return the words for a value of the entries of a list."""
    return below[key].label if key in below else key.replace("_", " ")


class ListColumn(NamedTuple):
    """A column of a table of entries.

    It shows the value `key` or, with `formula`, marks; `track` is the name of the marks.
    """

    heading: str
    key: str = ""
    formula: str = ""
    track: str = ""


def make_list_columns(field: Field, headings: Mapping[str, str], marks: Mapping[str, tuple[str, str]]
                      ) -> tuple[ListColumn, ...]:
    """Return the columns of a table of the entries of a field.

    `headings` are those of the printed values, and `marks` has the formula and heading of each column of marks. If
    `headings` is empty, a table has all sub-fields in their order, with marks in place of figures if there are marks
    for them. Otherwise, the marks of a value follow its figure. Other marks follow last.
    """
    below: Mapping[str, Field] = getattr(field, "fields", {})
    names, number = LIST_NAMES.get(field.kind, (tuple(below), ""))
    marks = {number if number and key == field.key else key: mark for key, mark in marks.items()}
    if field.kind == "entries":  # entries always have a number
        marks = {number: ("", "")} | marks
    several, columns = len(marks) > 1, list[ListColumn]()
    for key in headings or names:
        heading = headings.get(key, "") or ("" if number else make_title(below[key].label))
        is_marked = key in marks
        if key in headings or field.kind == "numbers" or not is_marked:
            columns.append(ListColumn(heading, key))
        if is_marked:
            has_figure = bool(columns) and columns[-1].key == key
            columns.append(ListColumn(marks[key][1] or ("" if has_figure else heading), "", key,
                                      _name_track(key) if several else ""))
    formulas = {column.formula for column in columns}
    for key, (formula, heading) in marks.items():
        if key not in formulas:
            name = "" if number or key not in below else make_title(below[key].label)
            columns.append(ListColumn(heading or name, "", number if number and formula in ("", field.key) else formula,
                                      _name_track(key) if several else ""))
    return tuple(columns)


def _name_track(key: str) -> str:
    return re.sub(r"\W", "_", key.casefold())


def make_list_rows(field: Field, label: str, columns: Sequence[ListColumn], ground: Node | str, shape: str, look: Tree
                   ) -> tuple[int, list[Tree]]:
    """Return the number of columns and the rows of a table of the entries of a field, which has a `label`.

    `look` has keys for the look of the values.
    """
    below: Mapping[str, Field] = getattr(field, "fields", {})
    has_number = field.kind in LIST_NAMES
    headings = [column.heading for column in columns]
    if has_number and columns and not headings[0]:
        headings[0] = label
    first = next((column.key for column in columns if column.key), "")
    cells, heading_cells = list[Tree](), list[Tree]()
    for column, heading in zip(columns, headings, strict=True):
        part = below.get(column.key)
        # the first column has the name of the entry
        is_figure = column.key != first and (_is_figure(part) or has_number)
        if column.formula:
            count = int(column.formula) if column.formula.isdigit() else _count_blank_marks(
                field if has_number else below.get(column.formula))
            cell: Tree = {"pips": column.formula, "shape": shape, "blank": count}
            cells.append(_replace_look(cell | ({"track": column.track} if column.track else {}), look))
        else:
            cells.append(_replace_look(
                {"text": f"{{{column.key}}}", "align": "center"} | FIGURES if is_figure else
                {"text": f"{{'{make_title(part.label)}' if {column.key} else ''}}", "align": "center"} | FIGURES
                if part and part.kind == "flag" else {"text": f"{{{column.key}}}", "align": "left"} | WORDS, look))
        if not heading and heading_cells:  # the heading before it is for figures and their marks, too
            heading_cells[-1]["across"] = heading_cells[-1].get("across", 1) + 1
        else:
            heading_cells.append(_make_heading(heading, ground, cells[-1].get("align", "center")))
    heading_row: Tree = {"rules": True, "shade": SHADE, "cells": heading_cells}
    most = getattr(field, "most", None) or len(field.options)
    entry_row = {"rules": True, "each": field.key, "cells": cells,
                 "blank": most if 0 < most <= MOST_BLANK_ROWS else BLANK_ROWS}
    if field.kind != "numbers":  # there may be none
        heading_row["only_if"] = f"count({field.key}) > 0"
    return len(columns), [heading_row, entry_row]


def _is_figure(field: Field | None) -> bool:
    """Return whether the values of a field are short: a number, a die, a word."""
    return bool(field and (field.is_narrow or field.kind in ("whole", "battery")))
