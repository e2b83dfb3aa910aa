"""Fields that are lists of rows, with derived values for each row.

A row is a block of keys, or a text with the values of the sub-fields in order.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Self

from printshop.formulas import NOT_KNOWN, FormulaError
from printshop.formulas.functions import count_values
from printshop.game.field_values import FieldValue, ListRows
from printshop.game.fields import (
    FIELD_KINDS,
    MAX_SAMPLES,
    Field,
    FlagField,
    SchemaContext,
    TextField,
    WholeField,
    read_field,
)
from printshop.game.formula_keys import (
    DerivedFormula,
    Wording,
    format_value,
    list_derived_names,
    make_derived_schema,
    read_derived_formulas,
)
from printshop.problems import Problems
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader, describe_node
from printshop.source import UNKNOWN, MappingNode, Node, ScalarNode, SequenceNode, parse_yaml, quote_yaml

if TYPE_CHECKING:
    from printshop.schema.value_kinds import FieldLimits

MAX_ROWS = 1_000
MAX_DERIVED_VALUES = 5_000  # values of all rows of one list
EXCLUDED_KINDS = ("choices", "list", "unit", "units")
ROW_NUMBER = "n"
"""The name that formulas use for the number of a row, counted from 1."""
RowValues = dict[str, FieldValue]


def _read_sub_fields(reader: Reader, name: str) -> Mapping[str, Field]:
    sub_field_kinds = FIELD_KINDS.copy_without(*EXCLUDED_KINDS)
    fields = {key: read_field(field_reader, sub_field_kinds) for key,
              field_reader in reader.open_named(name, "sub-field", required=True)}
    for key in fields:
        if key == ROW_NUMBER or not key.isidentifier():
            reader.problems.add(reader.find_key_span(name),
                                f"a sub-field of {reader.label} must not have the name '{key}'",
                                "write one word of letters, digits and _, but not n, which is the number of the row")
    if not fields and name in reader:
        reader.add_problem(name, f"'{name}' of {reader.label} must have at least one sub-field")
    return fields


def _read_row_formulas(reader: Reader, _: str) -> tuple[DerivedFormula, ...]:
    """Return the formulas for each row.

    If the row and the unit both have a value of the same name, the formulas use the value of the row.
    """
    row_names = {*reader.get_raw_entries("of"), ROW_NUMBER}
    return read_derived_formulas(reader, reader.context.formula_names | row_names, row_names)


def _read_row_rules(reader: Reader, name: str) -> Wording | None:
    """Return the text of the rules of each row.

    If the row and the unit both have a value of the same name, the text uses the value of the row.
    """
    row_names, node = {*reader.get_raw_entries("of"), *list_derived_names(reader)}, reader.get_node(name)
    return reader.context.read_wording(node, f"'{name}' of {reader.label}", row_names) if node else None


@FIELD_KINDS.register("list", "Rows")
@data_block
class ListField(Field):
    """A field whose value is a list of rows; each row has the sub-fields `fields` and the values `derived`.

    `derived_names` lists the names of all derived values, even if their formulas cannot be read and `derived` is
    empty. `most` is the maximum number of rows.
    """

    cell_is_list = parts_are_computed = True

    fields: Mapping[str, Field] = keys.custom(
        _read_sub_fields,
        lambda writer: {
            "type": "object",
            "additionalProperties": writer.make_block_schema(FIELD_KINDS.copy_without(*EXCLUDED_KINDS)),
        },
        "the sub-fields, each under its name, with the keys of a field. In short rows, the name of a flag means that "
        "the flag is true", label="Each row has",
        name="of",
        default=...,
    )
    derived: tuple[DerivedFormula, ...] = keys.custom(
        _read_row_formulas, make_derived_schema,
        "formulas for each row. The formulas can use the values of the row and the fields of the unit",
                                                      default=())
    rules: Wording | None = keys.custom(
        _read_row_rules, {"type": json_patterns.TEXT_TYPES},
        "the rules of a row, as a text with holes, for [rosters](fleets.md#what-a-game-says-of-fleets). The value of "
        "the first sub-field is the name of the row")
    most: int = keys.integer("the largest number of rows (default: 100)", 1, MAX_ROWS, label="Most rows", default=100)
    derived_names: tuple[str, ...] = ()
    short_rows: dict[str, RowValues] = field(default_factory=dict, compare=False, repr=False)  # by texts, read before
    can_be_added = True

    def validate(self, reader: Reader) -> Self:
        return replace(super().validate(reader), derived_names=list_derived_names(reader))

    def list_rules(self, value: Any, values: Mapping[str, FieldValue]) -> Iterator[tuple[str, str]]:
        for row in value.rows:
            if self.rules:
                yield format_value(row[next(iter(self.fields))]), self.rules.fill({**values, **row})
            for key, sub_field in self.fields.items():
                yield from sub_field.list_rules(row[key], values) if row[key] not in (None, NOT_KNOWN) else ()

    def find_doubts(self, value: Any) -> Iterator[str]:
        for row in value.rows:
            for key, sub_field in self.fields.items():
                if row[key] not in (None, NOT_KNOWN):
                    yield from (f"row {row[ROW_NUMBER]} of {self.label}: {doubt}"
                                for doubt in sub_field.find_doubts(row[key]))

    @property
    def column_names(self) -> tuple[str, ...]:
        return (*self.fields, *self.derived_names)

    @property
    def example(self) -> str:
        """A valid row as a short text.

        Values of several words are in quotes, except for the last value.
        """
        last_key = [*self.fields][-1]
        words = [(part.example, key == last_key) for key, part in self.fields.items() if not part.optional]
        row = " ".join(f'"{word}"' if " " in word and not is_last else word for word, is_last in words)
        return f"'{row}'" if row.startswith('"') else row

    def parse_value(self, node: Node, label: str, problems: Problems) -> ListRows | None:
        """Return the rows without derived values.

        If they have mistakes, report the mistakes and return None.
        """
        if not isinstance(node, SequenceNode):
            hint = f"write all rows between [ ], or write each row on its own line after a dash; {self._describe_row()}"
            if isinstance(node, ScalarNode) and node.is_plain and node.text:
                hint = f"write the value between [ ], even if the list has only one value: [{node.text}]"
            problems.add(node.span, f"{label} must be a list, found {describe_node(node)}", hint)
            return None
        if len(node.items) > self.most:
            problems.add(node.span, f"{label} has {len(node.items)} rows; at most {self.most} are allowed")
            return None
        rows = [self._read_row(item, f"row {number} of {label}", problems) for number, item in enumerate(node.items, 1)]
        numbered_rows = tuple({**row, ROW_NUMBER: number} for number, row in enumerate(rows, 1) if row is not None)
        return ListRows.from_rows(tuple(self.fields), numbered_rows) if len(numbered_rows) == len(rows) else None

    def _describe_row(self) -> str:
        """Return a hint: the labels of the sub-fields of a row, and an example of a row."""
        *other_labels, last_label = [part.label for part in self.fields.values() if not part.optional] or [ROW_NUMBER]
        names = f"{', '.join(other_labels)} and {last_label}" if other_labels else last_label
        return f"write the {names} of each row, for example {self.example}"

    def _read_row(self, node: Node, label: str, problems: Problems) -> RowValues | None:
        if isinstance(node, MappingNode):
            if not node.entries.keys() & self.fields.keys():
                problems.add(node.span, f"{label} is a block of keys, but none of the keys is a sub-field of the list",
                             f"{self._describe_row()}, without a colon")
                return None
            reader = Reader(node, problems, label)
            nodes = {key: reader.get_node(key, required=not part.optional) for key, part in self.fields.items()}
            values = {key: None if value is None else self.fields[key].read(value, label, problems)
                      for key, value in nodes.items()}
            reader.finish()
            return values if reader.is_valid else None
        if not isinstance(node, ScalarNode):
            problems.add(node.span, f"{label} cannot be {describe_node(node)}", self._describe_row())
            return None
        if node.text not in self.short_rows:
            problem_count, row = len(problems), self._read_short_row(node, label, problems)
            if len(problems) > problem_count:
                return None
            self.short_rows[node.text] = row
        return self.short_rows[node.text]

    def _read_short_row(self, node: ScalarNode, label: str, problems: Problems) -> RowValues:
        """Return a row that is written as words in the order of the sub-fields.

        A flag is true if its name is among the words. One word too many moves all following words to wrong
        sub-fields: only the first problem is then reported.
        """
        if "," in node.text and not any(part.may_contain_commas for part in self.fields.values()):
            problems.add(node.span, f"{label} must not have commas between its words",
                         f"write {' '.join(node.text.replace(',', ' ').split())}")
            return {}
        row, problems_of_row = RowValues(), Problems()
        position, last_key, word = 0, ("", *self.fields)[-1], ""
        is_plain = node.is_plain or len(self.fields) > 1  # quotes are around the row, not around its words
        for key, part in self.fields.items():
            position += len(node.text[position:]) - len(node.text[position:].lstrip())
            word, quote = part.split_word(node.text[position:], is_last=key == last_key)
            scalar = ScalarNode(node.source, node.line, node.column + position + quote, word, is_plain)
            is_flag = isinstance(part, FlagField)
            if word and part.optional and key != last_key and not is_flag:
                part.read(scalar, "", word_problems := Problems())
                word, quote = ("", 0) if word_problems else (word, quote)  # else it is the word of a later sub-field
            position += len(word) + 2 * quote
            row[key] = None if not word else True if is_flag else part.read(scalar, label, problems_of_row)
            if not word and not part.optional and not is_flag:
                problems_of_row.add(node.span, f"{label} lacks its {part.label}", self._describe_row())
        remaining_text = node.text[position:].strip()
        if remaining_text:
            problems_of_row.add(node.find_span(position),
                                f"{label} has words that belong to no sub-field: '{remaining_text[:60]}'",
                                self._describe_row())
        has_extra_words = remaining_text or (last_key and self.fields[last_key].kind == "whole" and " " in word)
        required_count = sum(not part.optional for part in self.fields.values())
        may_lack_quotes = any(isinstance(part, TextField) for part in [*self.fields.values()][:-1]) and (
            node.text.count(" ") >= required_count)
        for problem in list(problems_of_row)[:1 if has_extra_words else None]:
            problems.add(problem.span, problem.message,
                         problem.hint or (self._describe_row() if may_lack_quotes else ""))
        return row

    def add_derived_values(self, rows: ListRows, values: Mapping[str, FieldValue]) -> ListRows:
        """Return the rows with their derived values.

        The formulas use the values of the row and of the unit. Raises FormulaError if a formula fails or if the
        rows have too many derived values.
        """
        finished_rows, derived_count = [], 0
        for row in rows.rows:
            all_values = {**values, **row}
            for derived in self.derived:
                try:
                    all_values[derived.key] = derived.evaluate(all_values)
                except FormulaError as error:
                    message = f"{derived.label} of row {row[ROW_NUMBER]} of {self.label}: {error.message}"
                    raise FormulaError(message, error.offset, error.hint) from error
                derived_count += count_values(all_values[derived.key])
            if derived_count > MAX_DERIVED_VALUES:
                raise FormulaError(f"{self.label} has more than {MAX_DERIVED_VALUES:,} derived values in all its rows; "
                                   "every value in a list counts")
            finished_rows.append({**row, **{derived.key: all_values[derived.key] for derived in self.derived}})
        return ListRows.from_rows((*self.fields, *(derived.key for derived in self.derived)), tuple(finished_rows),
                                  len(self.derived))

    def write_known_value(self, value: FieldValue) -> str:
        assert isinstance(value, ListRows)
        return f"[{', '.join(self.write_rows(value))}]"

    def write_rows(self, value: ListRows) -> list[str]:
        """Return each row as one line of YAML.

        A row is written as words if printshop reads these as the same row, otherwise as a block in braces.
        """
        return [self._write_row({key: row[key] for key in self.fields if row[key] is not None}) for row in value.rows]

    def _write_row(self, row: Mapping[str, FieldValue]) -> str:
        value_texts = {key: self.fields[key].write_value(value) for key, value in row.items()}
        text = " ".join((key if value else "") if isinstance(value, bool) else
                        value if isinstance(value, str) else value_texts[key] for key, value in row.items()).strip()
        # a number has no quotes
        short_text = quote_yaml(text) if len(self.fields) > 1 else "".join(value_texts.values())
        node = parse_yaml(f"[{short_text}]", "", problems := Problems()) if text else None
        reread_rows = self.read(node, "", problems) if node else None
        if isinstance(reread_rows, ListRows) and len(reread_rows) == 1 and not problems:  # words can be ambiguous
            reread_row = {key: value for key, value in reread_rows.rows[0].items() if value is not None
                          and key != ROW_NUMBER}
            if reread_row == row:
                return short_text
        return "{" + ", ".join(f"{key}: {value}" for key, value in value_texts.items()) + "}"

    @property
    def allowed_text(self) -> str:
        count_text = f"{self.input_hint}, one after each dash, or all between [ ]"
        first_field, *other_fields = self.fields.values()
        return count_text if other_fields else f"{count_text}: {first_field.allowed_text}"

    @property
    def limits(self) -> FieldLimits:
        return {"rows": self.most}

    @property
    def input_hint(self) -> str:
        return f"up to {self.most} rows"

    def describe_parts(self, tables: Mapping[str, str]) -> Iterator[str]:
        if len(self.fields) < 2:
            return
        width = max(map(len, self.fields))
        yield "  words in this order:"
        for key, part in self.fields.items():
            label = "" if part.label == key.replace("_", " ") else f"{part.label}: "
            is_flag = isinstance(part, FlagField)
            description = f"the word {key}, or nothing" if is_flag else part.describe_allowed(tables)
            ending = "; may be left out" if part.optional and not is_flag else ""
            yield f"    {key:{width}}  {label}{description}{ending}"
        yield "  or, in any order, {" + ", ".join(f"{key}: ..." for key in self.fields) + "}"

    def make_schema(self, context: SchemaContext) -> JsonSchema:
        required_keys = [key for key, part in self.fields.items() if not part.optional]
        words_example = " ".join(key if key in required_keys else f"[{key}]" for key in self.fields)
        last_key, word_patterns = ("", *self.fields)[-1], []
        for key, part in self.fields.items():
            takes_rest = key == last_key and isinstance(part, TextField)
            word_pattern = (json_patterns.join_alternatives((r"\S.*", UNKNOWN)) if takes_rest
                            else part.word_pattern) + "(?: +|$)"
            word_patterns.append(f"(?:{word_pattern})?" if part.optional or isinstance(part, FlagField)
                                 else word_pattern)
        row_schema: JsonSchema = {
            "type": ["object", "string"],
            "properties": {key: part.make_editor_schema(context) for key, part in self.fields.items()},
                                  "required": required_keys,
            "additionalProperties": False, "pattern": f"^ *{''.join(word_patterns)}$", "examples": [self.example],
            "patternErrorMessage": f"write {self.label} as words in this order: {words_example}"}
        first_field = next(iter(self.fields.values()))
        if len(required_keys) <= 1:  # a row can be a number alone
            limits = json_patterns.make_limits(first_field.low,
                                               first_field.high) if type(first_field) is WholeField else {}
            row_schema |= {"type": ["object", "string", "number"], **limits}
        return {"type": ["array", "string"], "items": row_schema, "maxItems": self.most,
                "pattern": json_patterns.anchor_pattern(context.placeholder_pattern)}

    def list_sample_values(self) -> list[str]:
        """Return sample values: lists of one row, lists of two rows, and an empty list."""
        sample_texts = [[(key, text) for text in part.list_draft_values()[:4]] for key, part in self.fields.items()]
        combinations = itertools.islice(itertools.product(*sample_texts), MAX_SAMPLES)
        rows = ["{" + ", ".join(f"{key}: {text}" for key, text in row if text) + "}" for row in combinations]
        return [f"[{row}]" for row in rows] + [f"[{row}, {row}]" for row in rows[:2] if self.most > 1] + ["[]"]
