"""Keys that hold formulas: derived values, texts with holes, and colours, shapes or patterns that a formula gives.

In a text such as "{hull} ({size}/{hull_vp})", each hole contains a formula, and the rest is markup.

`*italic*` and `**bold**` are allowed in the text, and in a unit's own texts. All other values are escaped in
holes, so that a name with a star stays a name. `{{` and `}}` are printed as braces.

A dynamic style is a colour, a shape or a pattern that a formula gives. `dynamic_style` declares a key that
accepts such a formula. Before a block is drawn for a unit, the drawing code replaces each `DynamicStyle` among
the attributes of the block by its value for the unit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from itertools import groupby, pairwise
from typing import Any, TypeVar

from printshop.formulas import NOT_KNOWN, Formula, FormulaError, FormulaNames, compile_formula
from printshop.game.field_values import Battery, FieldValue, ListValue, NamedNumbers
from printshop.lengths import Length
from printshop.problems import DoesNotFitError, NameHint, Problems, Span, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.json_patterns import JsonSchema
from printshop.schema.keys import DataBlock, JsonSchemaWriter, Key
from printshop.schema.reader import Reader, read_plain_text
from printshop.source import MappingNode, MergedMapping, Node, ScalarNode, SourceText
from printshop.text_markup import BLANK, MarkupText, escape_markup, remove_blanks, strip_markup
from printshop.words import replace_decimal_points

BlockType = TypeVar("BlockType", bound=DataBlock)
_SEGMENT_PATTERN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+")
_ITEM_PATTERN = re.compile(r" *item\( *(\w+) *, *([1-9]\d{0,2}) *\) *")
MISSING = "–"
_TIMES_SIGN = "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}"
_RANGE_PATTERN = re.compile(r"\d+-\d+|-")


@dataclass(frozen=True, slots=True)
class TextHole:
    """A formula in a text.

    Most formulas are a single name, or one item of a list. Then `name` is the name, and `index` is the index of
    the item from 0. Names and items are looked up without the formula, because the records of a fleet fill
    hundreds of thousands of holes.
    """

    formula: Formula
    name: str | None = None
    index: int | None = None
    decimal_sign: str = "."

    def evaluate(self, values: Mapping[str, Any]) -> object:
        """Return the value of the hole. Raises FormulaError if the formula fails."""
        value = values.get(self.name) if self.name else None
        if self.index is not None and isinstance(value, tuple) and self.index < len(value):
            return value[self.index]
        return self.formula.evaluate(values) if self.index is not None or self.name not in values else value

    def fill(self, values: Mapping[str, FieldValue]) -> str:
        """Return the value of the hole as markup. Raises FormulaError if the formula fails."""
        value = self.evaluate(values)
        if self.decimal_sign == "." or isinstance(value, str):
            return to_markup(value)
        return replace_decimal_points(to_markup(value), self.decimal_sign)


@dataclass(frozen=True, slots=True)
class Wording:
    """A compiled text with holes."""

    text: str
    segments: tuple[str | TextHole, ...]
    holes: tuple[TextHole, ...] = field(init=False, compare=False, repr=False)
    has_styles: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "has_styles", "*" in self.text)
        object.__setattr__(self, "holes", tuple(piece for piece in self.segments if not isinstance(piece, str)))

    @property
    def is_fixed(self) -> bool:
        """Whether the text has no holes."""
        return not self.holes

    def fill(self, values: Mapping[str, FieldValue]) -> str:
        """Return the text as markup, with its holes filled. Raises FormulaError if a formula fails."""
        if len(self.segments) == 1 and isinstance(self.segments[0], TextHole):
            return self.segments[0].fill(values)
        filled = [piece if isinstance(piece, str) else piece.fill(values) for piece in self.segments]
        if self.has_styles and not all(map(str.strip, filled)):  # asterisks round nothing would be printed
            return remove_blanks("".join([piece if piece.strip() or isinstance(segment, str) else f"{BLANK}{piece}"
                                          for piece, segment in zip(filled, self.segments, strict=True)]))
        return "".join(filled)

    def fill_plain(self, values: Mapping[str, FieldValue]) -> str:
        """Return the filled text without markup. Raises FormulaError if a formula fails."""
        return strip_markup(self.fill(values)).strip()


def to_markup(value: object) -> str:
    r"""Return a value as markup.

    Text with markup is unchanged; other values are escaped: "4/d8*" as "4/d8\*".
    """
    if isinstance(value, tuple) and not isinstance(value, Length):
        return ", ".join(map(to_markup, value))
    return format_value(value) if isinstance(value, MarkupText) else escape_markup(format_value(value))  # type: ignore[arg-type]


def format_cell(value: object) -> str:
    """Return a value as markup for a table cell.

    If a list has equal words, the word is printed once with its count.
    """
    if value in (None, "", ()):
        return MISSING
    if isinstance(value, tuple) and all(isinstance(word, str) for word in value):
        word_counts = Counter(map(to_markup, value))
        return ", ".join(word if number == 1 else f"{number}{_TIMES_SIGN}{word}" for word,
                         number in word_counts.items())
    if isinstance(value, NamedNumbers):
        return "/".join(map(format_value, value.numbers))
    if isinstance(value, bool):
        return "yes" if value else MISSING
    return to_markup(value)


def format_value(value: FieldValue) -> str:
    """Return a value as it is printed, with typographic minus signs and dashes.

    None is printed as a dash, an unknown value as a space.
    """
    if type(value) is int:
        return str(value) if value >= 0 else f"−{-value}"
    if isinstance(value, tuple) and not isinstance(value, Length):
        return ", ".join(map(format_value, value))
    text = MISSING if value is None else value.text if isinstance(value, Length) else str(value)
    if isinstance(value, Fraction):
        return f"{float(value):.3f}".rstrip("0").rstrip(".").replace("-", "−") + getattr(value, "sign", "")
    if isinstance(value, Battery):
        return text.replace("(x", "(×")
    return text.replace("-", "–") if "-" in text and _RANGE_PATTERN.fullmatch(text) else text


def compile_wording(text: str, names: Collection[str], label: str = "", span: Span | None = None,
                    decimal_sign: str = ".") -> Wording:
    """Return a compiled text with holes. The formulas in its holes may use `names`.

    `label` is the name of the key of the text in messages, and `span` the position of the text. Numbers in holes are
    printed with `decimal_sign`. Raises FormulaError, with the offset in the text, if a formula or a brace is wrong.
    """
    segments: list[str | TextHole] = []
    for match in _SEGMENT_PATTERN.finditer(text):
        segment, hole_text = match[0], match[1]
        if segment in ("{", "}"):
            hint = "write {{ or }} to print a brace"
            raise FormulaError(f"the '{segment}' has no matching brace", match.start(), hint)
        if hole_text is None:
            segments.append(segment[0] if segment in ("{{", "}}") else segment)
            continue
        try:
            formula = replace(compile_formula(hole_text, names), label=label, span=span)
        except FormulaError as error:
            raise FormulaError(error.message, match.start() + 1 + error.offset, error.hint) from error
        item_match = _ITEM_PATTERN.fullmatch(hole_text)
        name, index = ((hole_text.strip(), None) if hole_text.strip() in names else
                       (item_match[1], int(item_match[2]) - 1) if item_match else (None, None))
        segments.append(TextHole(formula, name, index, decimal_sign))
    return Wording(text, tuple(segments))


def read_wording(node: Node, label: str, names: Collection[str], problems: Problems,
                 absent_names: Iterable[Collection[str]] = (), decimal_sign: str = ".") -> Wording:
    """Return the wording at a node.

    If it has a mistake, report it and return the text without holes. `absent_names` are the names of the values of
    units, if no unit is shown. Numbers in holes are printed with `decimal_sign`.
    """
    text = read_plain_text(node, label, problems) or ""
    try:
        return compile_wording(text, names, label, node.span, decimal_sign)
    except FormulaError as error:
        problems.add(find_error_span(error, node), f"{label}: {error.message}",
                     _explain_absent_name(error, absent_names) or error.hint)
        return Wording(text, ())


def _explain_absent_name(error: FormulaError, absent_names: Iterable[Collection[str]]) -> str:
    """Return a hint for the name of a value of units in a place that shows no unit. Return "" for other errors."""
    unknown_name = _find_unknown_name(error)
    if any(unknown_name in names for names in absent_names):
        return NameHint(f"'{unknown_name}' is a value of units, but no unit is shown here: use a setting or a number",
                        unknown_name, is_in_formula=True)
    return ""


def _find_unknown_name(error: FormulaError) -> str:
    """Return the unknown name in a formula, "" for another error."""
    return error.hint.unknown_name if isinstance(error.hint, NameHint) and error.hint.is_in_formula else ""


def find_error_span(error: FormulaError, node: Node) -> Span:
    """Return the position of the mistake of a formula in the text at a node."""
    return node.find_span(error.offset) if isinstance(node, ScalarNode) else node.span


MAX_CACHED_RESULTS = 5_000  # cached results of one formula
MAX_DERIVED_FORMULAS = 200  # values of one unit type, or of one list
_COMMA_HINT = "put quotes round a formula that has a comma and is inside { and }"
PER_COPY_NAMES = frozenset(("name", "title", "label", "short", "stem", "number", "serial", "tag", "prefix",
                            "class_name",
                            "side", "adjective", "warnings"))
"""Names of values that differ between copies of a unit, its sisters, and the same unit on several sides.

A value that is derived from the data of a unit is the same for all of these, so its formula cannot use these
names.
"""


@dataclass(frozen=True, slots=True)
class DerivedFormula:
    """A value that is derived from other values.

    `label` is the name of the value in messages. Ships of a fleet share many values, so the results are cached by the
    values that the formula uses.
    """

    key: str
    label: str
    formula: Formula
    span: Span | None = field(default=None, compare=False)
    cached_results: dict[tuple[FieldValue, ...], FieldValue] = field(default_factory=dict, compare=False, repr=False)

    def evaluate(self, values: Mapping[str, FieldValue]) -> FieldValue:
        """Return the derived value of a unit. Raises FormulaError if the formula fails."""
        arguments = tuple([values[name] for name in self.formula.names])
        try:
            return self.cached_results[arguments]
        except KeyError:
            if len(self.cached_results) > MAX_CACHED_RESULTS:
                self.cached_results.clear()
            value: FieldValue = self.formula.evaluate(values)  # type: ignore[assignment]
            self.cached_results[arguments] = value
            return value


def read_formula(node: Node, label: str, names: Collection[str], problems: Problems, *, shared: bool = False,
                 absent_names: Iterable[Collection[str]] = ()) -> Formula | None:
    """Return the formula at a node, or None after reporting its mistake.

    `absent_names` are those of `read_wording`. If `shared` is true, the formula is calculated once for all copies of a
    unit, so names in `PER_COPY_NAMES` are reported as a mistake.
    """
    if isinstance(node, MappingNode) and node.hint:
        problems.add(node.span, f"{label} must not be inside {{ and }}", "leave out the braces round the formula")
        return None
    text = read_plain_text(node, label, problems)
    try:
        return replace(compile_formula(text, names), label=label, span=node.span) if text else None
    except FormulaError as error:
        unknown_name = _find_unknown_name(error)
        if shared and unknown_name in PER_COPY_NAMES:
            problems.add(find_error_span(error, node),
                         f"{label} cannot use '{unknown_name}': this value differs between copies, sisters and "
                         "sides of a unit, but the formula is calculated only once for all of them",
                         "use a field of the unit instead, for example a choice")
            return None
        is_cut_off = text and text.count("(") > text.count(")") and isinstance(node, ScalarNode) and node.is_plain
        problems.add(find_error_span(error, node), f"{label}: {error.message}",
                     _explain_absent_name(error, absent_names) or (_COMMA_HINT if is_cut_off else error.hint))
        return None


def make_derived_schema(_: JsonSchemaWriter) -> JsonSchema:
    """Return the JSON Schema of derived values: each name has a formula, or a block with a formula."""
    block = {"label": {"title": "Name", "type": json_patterns.TEXT_TYPES},
             "formula": {"type": ["number", "string", "boolean"]}}
    return {"type": "object", "additionalProperties": {
        "type": ["number", "string", "boolean", "object"], "properties": block, "required": ["formula"],
        "additionalProperties": False}}


def list_derived_names(reader: Reader) -> tuple[str, ...]:
    """Return the names of all derived values, valid or not, in the order of the file."""
    reader.get_node("derived")
    return tuple(reader.get_raw_entries("derived"))


def read_derived_formulas(reader: Reader, names: FormulaNames,
                          reserved_names: Collection[str] = ()) -> tuple[DerivedFormula, ...]:
    """Return the derived values, each after the values that it needs.

    Formulas may use `names` and other derived values. A derived value cannot have a name in `reserved_names`,
    because another value has this name. If a derived value cannot be read, report the reason and return (): the
    formulas that need the value would only repeat the problem.
    """
    derived_reader = reader.open_mapping("derived")
    names_derived = derived_reader.list_keys() if derived_reader else ()
    if derived_reader is None or len(names_derived) > MAX_DERIVED_FORMULAS:
        if names_derived:
            reader.add_problem("derived",
                               f"{reader.label} derives {len(names_derived)} values; at most {MAX_DERIVED_FORMULAS} "
                               "are allowed")
        return ()
    if reserved_key := next((key for key in names_derived if key in reserved_names), None):
        reader.problems.add(derived_reader.find_key_span(reserved_key),
                            f"{reader.label} must not derive a value with the name '{reserved_key}'",
                            "choose another name, because a field or a value of every unit already has this name")
        return ()
    names |= set(names_derived)
    formulas: dict[str, DerivedFormula] = {}
    for key in names_derived:
        node, label = derived_reader.get_node(key), key.replace("_", " ")
        if isinstance(node, MappingNode):
            block_reader = Reader(node, reader.problems, f"derived value '{key}'")
            label, node = block_reader.read_text("label", label), block_reader.get_node("formula", required=True)
            block_reader.finish()
        if not key.isidentifier():
            reader.problems.add(derived_reader.find_key_span(key), f"a derived value must not have the name '{key}'",
                                "write one word of letters, digits and _")
        elif node and (formula := read_formula(node, f"the formula of '{key}'", names, reader.problems, shared=True)):
            formulas[key] = DerivedFormula(key, label, formula, node.span)
    return _sort_by_dependency(formulas, reader.problems) if len(formulas) == len(names_derived) else ()


def _sort_by_dependency(formulas: Mapping[str, DerivedFormula], problems: Problems) -> tuple[DerivedFormula, ...]:
    """Return the derived values, each after the values that it needs.

    If they need one another in a circle, report it and return ().
    """
    sorter = TopologicalSorter({key: sorted(derived.formula.names & set(formulas))
                                for key, derived in formulas.items()})
    try:
        return tuple(formulas[key] for key in sorter.static_order())
    except CycleError as error:  # its path leads from a value to one that needs it, and is closed
        path: list[str] = error.args[1][::-1]
    first_key = min(path, key=list(formulas).index)  # the first in the file
    start = path.index(first_key)
    steps = ", ".join(f"'{key}' needs '{other}'" for key,
                      other in pairwise((*path[start:-1], *path[:start], first_key)))
    if len(path) == 2:
        problems.add(formulas[first_key].span, f"'{first_key}' needs itself",
                     "give another name to the derived value, or to the value in the formula")
    else:
        problems.add(formulas[first_key].span, f"these values need one another in a circle: {steps}",
                     "calculate one of these values from fields alone")
    return ()


# --- texts that are repeated for each entry of a field: a list, figures by name, units that it names


ENTRY_NUMBER = "n"  # the name of an entry's number, from 1
_EMPTY_WORDING = Wording("", ())


@dataclass(frozen=True, slots=True)
class RepeatedHole(TextHole):
    """A hole that is filled with a text for each entry of a field, with a separator between these texts."""

    entry_wording: Wording = _EMPTY_WORDING
    separator: str = ""
    merges_equal: bool = False  # merge equal texts that follow one another

    def fill(self, values: Mapping[str, FieldValue]) -> str:
        """Return the texts of all entries as markup, or "" if there are none.

        Raises FormulaError if a formula fails.
        """
        entries = self.formula.evaluate(values)
        if not isinstance(entries, ListValue):
            return to_markup(entries) if entries is NOT_KNOWN else ""
        entry_texts = [self.entry_wording.fill({**values, **entry, ENTRY_NUMBER: number}) for number,
                       entry in enumerate(entries.rows, 1)]
        if self.merges_equal:
            runs = [(words, len([*equal_texts])) for words, equal_texts in groupby(entry_texts)]
            entry_texts = [f"{count} × {words}" if count > 1 else words for words, count in runs]
        return self.separator.join(entry_texts)


def each_key() -> Any:
    """Declare the key that names a field.

    A text is repeated for each entry of this field.
    """
    return keys.text("`each`: a field with several entries (`list`, `entries`, `numbers`, `unit` or `units`). The text "
                     "is repeated for each entry, and may use the values of the entry and the number `{n}` of the "
                     "entry. `between`: the separator (default: `, `). `alike: true`: consecutive equal texts are "
                     "merged, for example to 2 × port, light", label="One for each", default="")


def _read_separator(reader: Reader, name: str) -> str:
    """Return the separator of entries. It may be a space alone."""
    reader.get_node(name)
    return reader.get_raw_text(name) or reader.read_text(name, ", ")


def between_key() -> Any:
    """Declare the key for the separator of entries."""
    return keys.custom(_read_separator, {"type": json_patterns.TEXT_TYPES}, label="Between the entries", default=", ",
                       read_if_missing=False)


def turn_key() -> Any:
    """Declare the key that turns a text.

    Its values are "0", "90" (clockwise, to be read from the right) and "-90" (from the left).
    """
    return keys.choice(("0", "90", "-90"), "`turn: 90`: the text reads down its place; `turn: -90`: it reads up "
                       "(default: 0)", label="Turned by degrees", default="0")


def alike_key() -> Any:
    """Declare the key that decides whether equal texts of consecutive entries are merged and counted."""
    return keys.flag(label="Equal entries together")


def each_wording(description: str, **options: Any) -> Any:
    """Declare a key for a text with holes.

    The key `each` can repeat this text for each entry of a field.
    """
    options.setdefault("default", ...)

    def read(reader: Reader, name: str) -> Wording | None:
        node, field = reader.get_node(name, required=options["default"] is ...), reader.read_text("each", "")
        names: FormulaNames = reader.context.formula_names
        if field and node is None:
            reader.add_problem("each", f"'each' of {reader.label} needs the key '{name}', which is missing")
        elif field and field not in names.member_names:
            reader.add_problem("each", f"'each' of {reader.label} is '{field}', which is not a field with entries",
                               suggest_name(field, names.member_names))
            return None
        for key in ("between", "alike"):
            if key in reader and not field:
                reader.add_problem(key, f"'{key}' of {reader.label} needs the key 'each', which is missing")
        if node is None:
            return None
        entry_names = names | names.member_names[field]() | {ENTRY_NUMBER} if field else names
        wording = read_wording(node, f"'{name}' of {reader.label}", entry_names, reader.problems,
                               decimal_sign=reader.context.words("decimal_sign"))
        if not field:
            return wording
        formula: Formula = compile_formula(field, names)
        separator = escape_markup(_read_separator(reader, "between"))
        return Wording(wording.text, (RepeatedHole(formula, entry_wording=wording, separator=separator,
                                                   merges_equal=reader.read_flag("alike")),))

    return keys.custom(read, {"type": json_patterns.TEXT_TYPES}, description, kind="prose", **options)


# --- looks: a colour, a shape or a pattern that a formula gives for each unit


MAX_CACHED_STYLES = 1_000  # cached values of one key


class StyleError(DoesNotFitError):
    """The error for a formula whose value is not allowed for its key.

    `span` is the position of the formula.
    """


@dataclass(frozen=True, eq=False)
class DynamicStyle:
    """A formula that gives the value of a key for each unit.

    `label` is the name of the key's block in messages. `context` is the context of the block's reader.
    """

    formula: Formula
    key: Key
    name: str
    label: str
    default: Any
    context: Any = field(default=None, repr=False)
    cached_styles: dict[object, Any] = field(default_factory=dict, repr=False)  # cache, by result of the formula

    def evaluate(self, values: Mapping[str, object]) -> Any:
        """Return the value of the key for a unit.

        `values` are the values of the names in the formula. If the result of the formula is None or unknown, return the
        default of the key. Raises StyleError if the key does not allow the result, and FormulaError if the formula
        fails.
        """
        result = self.formula.evaluate(values)
        if result is None or result is NOT_KNOWN:
            return self.default
        if result not in self.cached_styles:
            if len(self.cached_styles) > MAX_CACHED_STYLES:
                self.cached_styles.clear()
            text, problems = f"{float(result):.9f}" if isinstance(result, Fraction) else str(result), Problems()
            value = ScalarNode(SourceText("", text), 1, 1, text, is_plain=not isinstance(result, str))
            reader = Reader(MergedMapping(value, {self.name: value}, {}), problems, self.label, self.context)
            style = self.key.read(reader, self.name)
            for problem in problems:
                error = StyleError(f"{problem.message} (result of the formula '{self.formula.text}')",
                                   problem.hint or "change the formula, or the values that it uses")
                error.span = self.formula.span
                raise error
            self.cached_styles[result] = style
        return self.cached_styles[result]


def dynamic_style(declared: Any, *, unknown: Any = ...) -> Any:
    """Return a declared key that also accepts a formula.

    The result of the formula is read as a value of the key. `unknown` is the value of a key without a default for a
    unit for which the formula gives nothing known. Raises TypeError if a key has neither a default nor this value.
    """
    static_key = keys.get_key(declared)
    if static_key.default is ... and unknown is ...:
        raise TypeError("a dynamic style needs a value for units without a known value")

    def read(reader: Reader, name: str) -> Any:
        node, problems = reader.get_node(name), reader.problems
        if node is None:  # a key may be read even if it is missing
            return static_key.read(reader, name)
        reader.problems = value_problems = Problems()
        value = static_key.read(reader, name)
        reader.problems = problems
        default = static_key.default(reader) if callable(static_key.default) else static_key.default
        default = unknown if default is ... else default
        if value_problems and isinstance(node, ScalarNode) and (not node.text.isalpha()
                                                                or node.text in reader.context.formula_names):
            formula = reader.context.read_formula(node, f"'{name}' of {reader.label}")
            style = DynamicStyle(formula, static_key, name, reader.label, default, reader.context) if formula else None
            if style is None or style.formula.names:
                return style or default
            try:
                return style.evaluate({})
            except StyleError as error:
                reader.problems.add(node.span, str(error), error.hint)
            except FormulaError as error:
                reader.problems.add(find_error_span(error, node), f"'{name}' of {reader.label}: {error}", error.hint)
            return default
        hint = "write a value that the key allows, or a formula"
        problems.extend(replace(problem, hint=problem.hint or hint) for problem in value_problems)
        return value

    return keys.custom(read, lambda writer: {"anyOf": [static_key.make_schema(writer), keys.FORMULA_SCHEMA]},
                       static_key.description,
                       default=static_key.default, name=static_key.name, read_if_missing=static_key.read_if_missing,
                       written_default=static_key.written_default,
                       **{name: getattr(static_key, name) for name in keys.PAGE_ATTRIBUTES})


def find_dynamic_styles(block: DataBlock) -> dict[str, DynamicStyle]:
    """Return the attributes of a block that are dynamic styles, by name."""
    return {name: value for name, value in vars(block).items() if isinstance(value, DynamicStyle)}


def resolve_styles(block: BlockType, values: Mapping[str, object]) -> BlockType:
    """Return a block with the values of its dynamic styles for a unit.

    Raises StyleError and FormulaError.
    """
    styled: Any = block
    styles = find_dynamic_styles(block)
    return replace(styled, **{name: style.evaluate(values) for name, style in styles.items()}) if styles else block
