"""Fields that are lists of rows: blocks of keys, or words in the order of the sub-fields; with what is derived."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Self

from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.expressions.functions import amount
from printshop.game.fields import (
    FIELD_KINDS,
    MOST_TRIED,
    Around,
    Field,
    FlagField,
    TextField,
    WholeField,
    quoted,
    read_field,
)
from printshop.game.formulas import Derived, Wording, derived_keys, derived_schema, read_derived, show
from printshop.game.values import Rows, Value
from printshop.language import keys, patterns
from printshop.language.keys import block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader, describe
from printshop.problems import Problems
from printshop.source import UNKNOWN, MappingNode, Node, Scalar, SequenceNode, parse_text

MOST_ROWS = 1_000
MOST_DERIVED = 5_000  # values of all rows of one list
NOT_IN_ROWS = ("choices", "list", "unit", "units")
NUMBER = "n"
"""What a row calls its number, from 1."""
Row = dict[str, Value]


def _sub_fields(at: Reader, name: str) -> Mapping[str, Field]:
    single = FIELD_KINDS.without(*NOT_IN_ROWS)
    fields = {key: read_field(inside, single) for key, inside in at.named(name, "sub-field", required=True)}
    for key in fields:
        if key == NUMBER or not key.isidentifier():
            at.problems.add(at.key_span(name), f"a sub-field of {at.what} cannot be called '{key}'",
                            "every row has that name already, or it is not one word of letters, digits and _")
    if not fields and name in at:
        at.fail(name, f"'{name}' of {at.what} names no sub-fields")
    return fields


def _derived(at: Reader, _: str) -> tuple[Derived, ...]:
    """Return what is derived for each row, from its own names before those of the unit."""
    of_row = {*at.inside("of"), NUMBER}
    return read_derived(at, at.context.names | of_row, of_row)


def _rules(at: Reader, name: str) -> Wording | None:
    """Return what is said of each row, from its own names before those of the unit."""
    of_row, node = {*at.inside("of"), *derived_keys(at)}, at.node(name)
    return at.context.wording(node, f"'{name}' of {at.what}", of_row) if node else None


@FIELD_KINDS.kind("list")
@block
class ListField(Field):
    """A list of rows, each with all `fields`, and with what is `derived`.

    `worked_out` names all that is derived, also where it cannot be read and `derived` is empty. `most` bounds the rows.
    """

    fields: Mapping[str, Field] = keys.special(
        _sub_fields,
        lambda writer: {"type": "object", "additionalProperties": writer.block(FIELD_KINDS.without(*NOT_IN_ROWS))},
        "the sub-fields by name, each a field of its own (in short rows a flag is written by its name)", name="of",
        default=...)
    derived: tuple[Derived, ...] = keys.special(
        _derived, derived_schema, "formulas for each row, over the row and the unit's fields", default=())
    rules: Wording | None = keys.special(
        _rules, {"type": patterns.TEXT}, "a text with holes for each row: what it does, for "
        "[rosters](fleets.md#what-a-game-says-of-fleets), where the row is called as its first sub-field says")
    most: int = keys.whole("how many rows there may be (100)", 1, MOST_ROWS, default=100)
    worked_out: tuple[str, ...] = ()
    short_rows: dict[str, Row] = field(default_factory=dict, compare=False, repr=False)  # read before
    counted = True

    def settled(self, at: Reader) -> Self:
        return replace(super().settled(at), worked_out=derived_keys(at))

    def rules_of(self, value: Any, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
        for row in value.rows:
            if self.rules:
                yield show(row[next(iter(self.fields))]), self.rules.fill({**values, **row})
            for key, one in self.fields.items():
                yield from one.rules_of(row[key], values) if row[key] not in (None, NOT_KNOWN) else ()

    def doubts(self, value: Any) -> Iterator[str]:
        for row in value.rows:
            for key, one in self.fields.items():
                if row[key] not in (None, NOT_KNOWN):
                    yield from (f"row {row[NUMBER]} of {self.label}: {doubt}" for doubt in one.doubts(row[key]))

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.fields, *self.worked_out)

    @property
    def example(self) -> str:
        """A row that would be right, as a short text: what has several words is in quotes, unless it is the last."""
        last = [*self.fields][-1]
        words = [(part.example, key == last) for key, part in self.fields.items() if not part.optional]
        row = " ".join(f'"{word}"' if " " in word and not end else word for word, end in words)
        return f"'{row}'" if row.startswith('"') else row

    def value(self, node: Node, what: str, problems: Problems) -> Rows | None:
        """Return the rows, nothing derived yet, or None after noting what is wrong with them."""
        if not isinstance(node, SequenceNode):
            hint = f"write all rows between [ ], or one behind each dash; {self._usual()}"
            if isinstance(node, Scalar) and node.plain and node.text:
                hint = f"put it between [ ], also where there is only one: [{node.text}]"
            problems.add(node.span, f"{what} must be a list, found {describe(node)}", hint)
            return None
        if len(node.items) > self.most:
            problems.add(node.span, f"{what}: {len(node.items)} rows are listed, at most {self.most} are allowed")
            return None
        rows = [self._row(item, f"row {number} of {what}", problems) for number, item in enumerate(node.items, 1)]
        good = tuple({**row, NUMBER: number} for number, row in enumerate(rows, 1) if row is not None)
        return Rows.of(tuple(self.fields), good) if len(good) == len(rows) else None

    def _usual(self) -> str:
        """Return what a row looks like."""
        *others, last = [part.label for part in self.fields.values() if not part.optional] or [NUMBER]
        names = f"{', '.join(others)} and {last}" if others else last
        return f"a row has its {names}, for instance {self.example}"

    def _row(self, node: Node, what: str, problems: Problems) -> Row | None:
        if isinstance(node, MappingNode):
            if not node.entries.keys() & self.fields.keys():
                problems.add(node.span, f"{what} is a block of keys, none of which it has",
                             f"{self._usual()}, without a colon")
                return None
            reader = Reader(node, problems, what)
            given = {key: reader.node(key, required=not part.optional) for key, part in self.fields.items()}
            block = {key: None if value is None else self.fields[key].read(value, what, problems)
                     for key, value in given.items()}
            reader.done()
            return block if reader.sound else None
        if not isinstance(node, Scalar):
            problems.add(node.span, f"{what} cannot be {describe(node)}", self._usual())
            return None
        if node.text not in self.short_rows:
            before, row = len(problems), self._short(node, what, problems)
            if len(problems) > before:
                return None
            self.short_rows[node.text] = row
        return self.short_rows[node.text]

    def _short(self, node: Scalar, what: str, problems: Problems) -> Row:
        """Return a row written as words in the order of the sub-fields; a flag is there if its name is.

        A word too many pushes all that follows to the wrong sub-fields: that is one mistake, and told once.
        """
        if "," in node.text and not any(part.commas for part in self.fields.values()):
            problems.add(node.span, f"{what} has commas between its words",
                         f"write {' '.join(node.text.replace(',', ' ').split())}")
            return {}
        row, problems_of_row = Row(), Problems()
        at, last, word = 0, ("", *self.fields)[-1], ""
        plain = node.plain or len(self.fields) > 1  # quotes are around the row, not around its words
        for key, part in self.fields.items():
            at += len(node.text[at:]) - len(node.text[at:].lstrip())
            word, quote = part.word(node.text[at:], last=key == last)
            scalar = Scalar(node.source, node.line, node.column + at + quote, word, plain)
            flag = isinstance(part, FlagField)
            if word and part.optional and key != last and not flag:
                part.read(scalar, "", trial := Problems())
                word, quote = ("", 0) if trial else (word, quote)  # else it belongs to a later one
            at += len(word) + 2 * quote
            row[key] = None if not word else True if flag else part.read(scalar, what, problems_of_row)
            if not word and not part.optional and not flag:
                problems_of_row.add(node.span, f"{what} lacks its {part.label}", self._usual())
        rest = node.text[at:].strip()
        if rest:
            problems_of_row.add(node.span_at(at), f"{what}: nothing is meant by '{rest[:60]}'", self._usual())
        astray = rest or (last and self.fields[last].kind == "whole" and " " in word)
        needed = sum(not part.optional for part in self.fields.values())
        apart = any(isinstance(part, TextField) for part in [*self.fields.values()][:-1]) and (
            node.text.count(" ") >= needed)
        for problem in list(problems_of_row)[:1 if astray else None]:
            problems.add(problem.span, problem.message, problem.hint or (self._usual() if apart else ""))
        return row

    def finished(self, rows: Rows, values: Mapping[str, Value]) -> Rows:
        """Return the rows with what is derived for each, from its own values and the unit's. Raises FormulaError."""
        finished, worked_out = [], 0
        for row in rows.rows:
            whole = {**values, **row}
            for derived in self.derived:
                try:
                    whole[derived.key] = derived.work_out(whole)
                except FormulaError as error:
                    message = f"{derived.label} of row {row[NUMBER]} of {self.label}: {error.message}"
                    raise FormulaError(message, error.offset, error.hint) from error
                worked_out += amount(whole[derived.key])
            if worked_out > MOST_DERIVED:
                raise FormulaError(f"{self.label} derives more than {MOST_DERIVED:,} values for all rows, lists of "
                                   "them counted")
            finished.append({**row, **{derived.key: whole[derived.key] for derived in self.derived}})
        return Rows.of((*self.fields, *(derived.key for derived in self.derived)), tuple(finished), len(self.derived))

    def text_of(self, value: Value) -> str:
        assert isinstance(value, Rows)
        return f"[{', '.join(self.rows_of(value))}]"

    def rows_of(self, value: Rows) -> list[str]:
        """Return the rows, each on one line of YAML: as words where these say it all, else as a block in braces."""
        return [self._written_row({key: row[key] for key in self.fields if row[key] is not None}) for row in value.rows]

    def _written_row(self, given: Mapping[str, Value]) -> str:
        written = {key: self.fields[key].written(value) for key, value in given.items()}
        text = " ".join((key if value else "") if isinstance(value, bool) else
                        value if isinstance(value, str) else written[key] for key, value in given.items()).strip()
        short = quoted(text) if len(self.fields) > 1 else "".join(written.values())  # a number has no quotes
        node = parse_text(f"[{short}]", "", problems := Problems()) if text else None
        again = self.read(node, "", problems) if node else None
        if isinstance(again, Rows) and len(again) == 1 and not problems:  # words can be ambiguous
            meant = {key: value for key, value in again.rows[0].items() if value is not None and key != NUMBER}
            if meant == given:
                return short
        return "{" + ", ".join(f"{key}: {value}" for key, value in written.items()) + "}"

    @property
    def allowed(self) -> str:
        several = f"up to {self.most}, one behind each dash, or between [ ]"
        first, *others = self.fields.values()
        return several if others else f"{several}: {first.allowed}"

    @property
    def hint(self) -> str:
        return f"up to {self.most}: {'; '.join(f'{one.label}: {one.allowed}' for one in self.fields.values())}"

    def parts(self, tables: Mapping[str, str]) -> Iterator[str]:
        if len(self.fields) < 2:
            return
        width = max(map(len, self.fields))
        yield "  words in this order:"
        for key, part in self.fields.items():
            label = "" if part.label == key.replace("_", " ") else f"{part.label}: "
            flag = isinstance(part, FlagField)
            said = f"the word {key}, or nothing" if flag else part.said(tables)
            yield f"    {key:{width}}  {label}{said}{'; may be left out' if part.optional and not flag else ''}"
        yield "  or, in any order, {" + ", ".join(f"{key}: ..." for key in self.fields) + "}"

    def schema(self, around: Around) -> Schema:
        needed = [key for key, part in self.fields.items() if not part.optional]
        written = " ".join(key if key in needed else f"[{key}]" for key in self.fields)
        last, words = ("", *self.fields)[-1], []
        for key, part in self.fields.items():
            free = key == last and isinstance(part, TextField)
            word = (patterns.one_of((r"\S.*", UNKNOWN)) if free else part.pattern) + "(?: +|$)"
            words.append(f"(?:{word})?" if part.optional or isinstance(part, FlagField) else word)
        row: Schema = {
            "type": ["object", "string"],
            "properties": {key: part.described(around) for key, part in self.fields.items()}, "required": needed,
            "additionalProperties": False, "pattern": f"^ *{''.join(words)}$", "examples": [self.example],
            "patternErrorMessage": f"{self.label}, as words in this order: {written}"}
        first = next(iter(self.fields.values()))
        if len(needed) <= 1:  # a row can be a bare number
            limits = patterns.limits(first.low, first.high) if type(first) is WholeField else {}
            row |= {"type": ["object", "string", "number"], **limits}
        return {"type": ["array", "string"], "items": row, "maxItems": self.most,
                "pattern": patterns.whole(around.stand_ins)}

    def tried(self) -> list[str]:
        """Return lists of one row, of two, and of none."""
        parts = [[(key, text) for text in part.candidates()[:4]] for key, part in self.fields.items()]
        every = itertools.islice(itertools.product(*parts), MOST_TRIED)
        rows = ["{" + ", ".join(f"{key}: {text}" for key, text in row if text) + "}" for row in every]
        return [f"[{row}]" for row in rows] + [f"[{row}, {row}]" for row in rows[:2] if self.most > 1] + ["[]"]
