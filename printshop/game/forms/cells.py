"""Rows and cells of forms: the keys of rows, and a class for each kind of cell.

A key such as `pips: hull` or `picture: unit` decides the kind of a cell; without such a key, a cell has words, or
nothing. `CELLS` has all kinds. They are elements (`printshop.elements`); kinds with rows of their own are here and in
`printshop.game.forms.tables`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import Any, ClassVar, NamedTuple, Self

from printshop.file_names import PATTERNS
from printshop.formulas import Formula, FormulaNames
from printshop.game.elements import CHART, ELEMENTS, FACE, FORM, VARIANTS, Element
from printshop.game.forms.names import (
    PLATES,
    SIDE_COLOUR,
    UNSTATED_COLUMNS,
    columns_key,
    points_key,
    read_cell_color,
    read_column_shares,
    read_ground_color,
    read_pattern,
    read_space,
    require_another_key,
    space_key,
)
from printshop.game.formula_keys import (
    DynamicStyle,
    Wording,
    alike_key,
    between_key,
    dynamic_style,
    each_key,
    each_wording,
    find_dynamic_styles,
    turn_key,
)
from printshop.problems import Span, add_article, pluralize, suggest_name
from printshop.schema import json_patterns, keys
from printshop.schema.keys import BlockKindsByKey, DataBlock, data_block, list_key_attributes
from printshop.schema.reader import ZERO_LENGTH, Reader
from printshop.source import MappingNode, MergedMapping, Node, ScalarNode, SequenceNode

STYLES = ("title", "label", "value", "body", "small")
ALIGNS, VALIGNS = ("left", "center", "right"), ("top", "middle", "bottom")
TEXT = "text"  # the kind of a cell that has only words, or nothing
STEPS = "steps"  # the kind of tracks
MARKS, NUMBER = "pips", "count"  # kinds of elements with a number of marks
BOX = "box"  # the kind of a box to write in
SIDES = "sides of the game"  # `each: sides` in forms for no unit: no field of a unit can have this name
SIDE_NAMES = ("name", "adjective", "side")
# keys of cells that may stand beside `cells` in a row: they hold for all cells of the row
LOOK_KEYS = ("style", "align", "wrap", "valign", "largest", "smallest", "colour", "ground", "plate", "pattern")
# kinds of cells that are tables, and the keys for the look of their values and headings
TABLE_KEYS, TABLE_LOOK_KEYS = {"stats", "list"}, ("align", "largest", "smallest", "ground")
REMOVED_KEYS = {"audit": "forms print no audits: the command 'printshop check' and the option --audit show the result "
                         "of every check; the cell 'warnings: true' prints the checks that the unit does not pass"}
BLANK_ROWS = 6
MAX_ROWS, MAX_CELLS, MAX_DEPTH = 200, 100, 6  # of a form or a cell; of a row; cells within cells

NOT = "not "
VARIANT_CHOICES = (*VARIANTS, *(NOT + name for name in VARIANTS))
"""The values of `variant` of a row."""

WIDE_MESSAGE = "is {}; a row round a picture must be 5 to 400 pt wide"

_type_size = partial(points_key, 200, "must be 5 to 200 pt")


def _read_notes(reader: Reader, name: str) -> tuple[str, ...]:
    names, unit_type, declared = reader.read_texts(name), reader.context.unit_type, reader.context.fields
    note_fields = [key for key, field in declared.items() if field.kind in ("battery", "entries")]
    for wrong in (name for name in names if name not in note_fields):
        owner = f" of {add_article(unit_type.name)}" if unit_type else ""
        reader.add_problem(name, f"'{wrong}' in 'notes' of {reader.label} is not a list or battery field{owner}",
                           suggest_name(wrong, note_fields))
    return tuple(name for name in names if name in declared)


def _read_blank(reader: Reader, name: str) -> str | int:
    """Return the content on a blank form: a text, or the number of pale circles or boxes."""
    if "list" in reader:
        return reader.read_integer(name, 0, 0, MAX_ROWS)
    if "pips" in reader or "count" in reader:
        return reader.read_integer(name, 1 if "count" in reader else 0, 0, 200)
    return reader.read_integer(name, 0, 0, 60) if "around" in reader or "steps" in reader else reader.read_text(name,
                                                                                                                "")


@data_block
class Cell(Element):
    """A cell with words or nothing, and the keys of cells of all kinds.

    `label` is its name in messages. `is_numbered` is true if the cell has the key `repeat`, so that its texts may use
    its number. With `write`, players write beside its text. `rows` are the rows within a `PanelCell`. `shade` is the
    shade of the row, if a formula gives it.
    """

    across: int = keys.integer("the number of columns that the cell covers (1)", 1, 100,
                               label="Columns that it covers", default=1)
    repeat: int = keys.integer("the number of such cells side by side; `{n}` is the number of "
                               "each, from 1", 1, 100, label="Copies of the cell", default=1)
    text: Wording | None = each_wording(
        "a text with holes", label="Words", help_text="A value of the unit stands in braces, bold words between two "
        "pairs of stars: **Hull** {Hull}", default=None, icon="text", new_values={"text": "New"})
    each: str = each_key()
    between: str = between_key()
    alike: bool = alike_key()
    style: str = keys.choice(STYLES, "the look of the text: title, label, value, body or small", default="body")
    align: str = keys.choice(
        ALIGNS, "left, center or right (the default for circles is the middle)", label="Alignment", default="")
    wrap: bool = keys.flag(
        "`wrap: true`: the text takes as many lines as it needs; `valign` puts it at the top, in the middle or at the "
        "bottom of the cell", label="On several lines", help_text="The text takes as many lines as it needs",
        default=False)
    valign: str = keys.choice(VALIGNS, label="Place between top and bottom", default=VALIGNS[0])
    turn: str = turn_key()
    largest: float = _type_size(
        "the size of the text, and the size to which it may shrink (6.5 pt). Text that is too long even then "
        "is set in the narrowest typeface, or is an error; none is cut off. For circles that stand alone, `largest` is "
        "their greatest size", label="Largest letters", help_text="Words that are too long shrink")
    smallest: float = _type_size(written_default="6.5 pt", label="Smallest letters", help_text="")
    colour: str = dynamic_style(keys.custom(
        read_cell_color, {"type": "string"},
        "the colour of the words and of the lines of circles, or `side` for that of the side. On a dark `ground` both "
        "are white by default", kind="colour", default="", read_if_missing=False))
    ground: str = dynamic_style(keys.custom(
        read_ground_color, {"type": "string"},
        "the ground of the cell: a colour; `side`, the colour of the unit's side, or in rows of `each: sides` that of "
        "the row's side; or `bar`, `tint` or `accent` of the [theme](game.md#themes)", kind="side colour", default="",
        read_if_missing=False))
    plate: str = keys.choice(PLATES,
                             "the shape of the `ground`: a rectangle, or a disc, shield, hexagon or banner as large as "
                             "the cell allows, for a figure of importance",
                             label="Shape of the ground", default=PLATES[0])
    pattern: str = dynamic_style(keys.custom(
        read_pattern, json_patterns.make_choice_schema((*PATTERNS, SIDE_COLOUR)),
        "a pattern in the colour of `ground`, which is visible in black ink, too; `side` for that of the side",
        default="", read_if_missing=False))
    only_if: Formula | None = keys.formula(
        "a formula: the cell is printed for units for which it is true or unknown, and on blank forms", default=None)
    notes: tuple[str, ...] = keys.custom(
        _read_notes, {"type": ["array", "string"]},
        "entries and battery fields whose entries are printed here, with their circles and traits", default=(),
        read_if_missing=False)
    write: bool = keys.flag(
        "`true`: players write beside the text. The [variant](#variants-large-print-wipeable-pens) `erase` prints no "
        "tint there. The space between rules and a `box` have no tint without this key, too",
        label="Space to write", default=False)
    blank: Any = keys.custom(
        _read_blank, {"type": ["string", "number"]},
        "on a blank form: a label for the space, or the number of pale circles", label="On a blank form", default="")
    rows: tuple[FormRow, ...] = ()
    shade: float = 0.0
    is_numbered: bool = False
    label: str = ""
    span: Span | None = None

    mounted: ClassVar[tuple[FormRow, ...]] = ()  # rows at the places of a picture

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let the texts of a repeated cell use its number."""
        if "repeat" in reader:
            reader.context = reader.context.with_names(frozenset({"n"}))

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys of all kinds, because a key may be meant for a cell of another kind."""
        return {name: key for name, (key, _) in CELLS.kinds_by_key.items()}

    @classmethod
    def list_key_hints(cls) -> Mapping[str, str]:
        """Return hints for keys that belong to rows, and for keys that no longer exist."""
        of_row = {*list_key_attributes(FormRow)} - {*Cell.list_extra_keys()}
        return {**dict.fromkeys(of_row, "write it in the row, beside 'cells'"), **REMOVED_KEYS}

    @cached_property
    def value_names(self) -> tuple[str, ...]:
        """The names of all values on which the cell depends, sorted."""
        looks = (look.formula for look in find_dynamic_styles(self).values())
        formulas = (*(hole.formula for hole in self.holes), *self.formulas, *looks,
                    *((self.only_if,) if self.only_if else ()))
        names = {name for formula in formulas for name in formula.names} | {*self.shown_names}
        return tuple(sorted(names - self.own_names))

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The names of the values that the cell shows as a whole, not in a formula."""
        return self.notes

    @property
    def inner_rows(self) -> tuple[FormRow, ...]:
        """The rows within the cell, or on its picture."""
        return self.rows or self.mounted

    @property
    def is_empty(self) -> bool:
        """Whether the cell shows nothing."""
        return self.kind == TEXT and not (self.text or self.notes)

    @property
    def can_be_heading(self) -> bool:
        """Whether the cell may stand in a row of headings."""
        return self.is_empty or (self.text is not None and not self.formulas and self.style in ("label", "small"))

    def validate(self, reader: Reader) -> Self | None:
        for name in ("text", "notes"):
            if name in reader and self.no_text:
                reader.add_problem(name,
                                   f"'{name}' of {reader.label} cannot be printed: the cell "
                                   f"already shows '{self.kind}'",
                                   "give it another cell, for example in a row above")
        if 0 < self.largest < self.smallest:
            reader.add_problem("smallest", f"'smallest' of {reader.label} is larger than 'largest'", "exchange the two")
        if self.kind == TEXT:
            require_another_key(reader, "valign", ("wrap",))
        elif "valign" in reader and "wrap" not in reader and self.kind != "warnings":
            reader.add_problem("valign", f"'valign' of {reader.label} has no meaning: the cell shows '{self.kind}'",
                               "remove 'valign', which is only for a text with 'wrap' and for 'warnings'")
        if self.turn != "0" and (self.kind != TEXT or self.notes):
            reader.add_problem("turn", f"'turn' of {reader.label} is only for cells with nothing but a text",
                               "give the text a cell of its own")
        require_another_key(reader, "write", ("text", "blank"))
        if self.pattern == SIDE_COLOUR:
            require_another_key(reader, "pattern", ("ground", "band"))
        return replace(self, is_numbered="repeat" in reader, label=reader.label)


class CellKinds(BlockKindsByKey[Cell]):
    """The kinds of cells.

    A cell without the key of a kind has words or nothing: it is of the `default_kind`.
    """

    default_kind: type[Cell] = Cell

    def register(self, name: str, label: str = "") -> Callable[[type[Cell]], type[Cell]]:
        """Return a decorator that registers a block class as the kind `name`, with a `label` for the workshop."""
        def register_class(cls: type[Cell]) -> type[Cell]:
            cls.kind, cls.kind_label = name, label
            if name == TEXT:  # its key is a key of every cell
                self.default_kind = cls
            else:
                self.blocks[name] = cls
            return cls

        return register_class

    @property
    def kinds_by_key(self) -> Mapping[str, tuple[keys.Key, tuple[str, ...]]]:
        """The keys of all kinds, each with the kinds that have it."""
        return _merge_keys(tuple(self.blocks.items()))

    def read_kind(self, reader: Reader, **attributes: Any) -> Cell | None:
        """Return the cell at a reader.

        If the value of its kind's key is missing or wrong, the cell has only words.
        """
        if self.report_excluded_kind(reader):
            return None
        kinds = self.find_kinds(reader)
        if len(kinds) > 1:
            reader.add_problem(kinds[1], f"{reader.label} has '{kinds[0]}' and '{kinds[1]}': {self.conflict_message}",
                               self.hint)
        cls = self.blocks[kinds[0]] if kinds else self.default_kind
        common, declared = list_key_attributes(Cell), self.kinds_by_key
        key_names = reader.list_keys()
        for name in key_names:
            if (
                name in declared
                and name not in common
                and reader.get_node(name)
                and not {*declared[name][1]} & {*kinds}
            ):
                require_another_key(reader, name, declared[name][1])
        cell: Cell | None = keys.read_block(cls, reader, **attributes)
        own_names = list_key_attributes(cls)  # type: ignore[arg-type]
        if cell is None or not kinds or not isinstance(cell, cls) or getattr(cell, own_names[kinds[0]]):
            return cell
        return self.default_kind(**{name: getattr(cell, name) for name in Cell.attributes})


@cache
def _merge_keys(kinds: tuple[tuple[str, type[Cell]], ...]) -> dict[str, tuple[keys.Key, tuple[str, ...]]]:
    every: dict[str, tuple[keys.Key, tuple[str, ...]]] = {}
    for kind, cls in kinds:
        for name, attribute in list_key_attributes(cls).items():  # type: ignore[arg-type]
            key = keys.list_block_keys(cls)[attribute]  # type: ignore[arg-type]
            other, other_kinds = every.get(name, (key, ()))
            every[name] = key if other is key else _join_keys(other, key), (*other_kinds, kind)
    return every


def _join_keys(first: keys.Key, second: keys.Key) -> keys.Key:
    """Return a key whose JSON Schema allows the values of two kinds: a row may have the keys of a cell of any kind."""
    def make_schema(writer: keys.JsonSchemaWriter) -> dict[str, Any]:
        schemas = [key.make_schema(writer) for key in (first, second)]
        return schemas[0] if schemas[0] == schemas[1] else {"anyOf": schemas}

    return first if first == second else replace(second, value_schema=make_schema)


CELLS = CellKinds(Cell, "a cell can show only one thing", "make two cells, or put rows of cells into this one")
ELEMENTS.add_container(FORM, CELLS)


def unit_flag(says: str, shows: str, **options: Any) -> Any:
    """Declare a flag that is only allowed in forms for units."""
    def read(reader: Reader, name: str) -> bool:
        flag = reader.read_flag(name)
        if not flag or reader.context.unit_type:
            return flag
        reader.add_problem(name, f"{reader.label} shows {shows}, but its form has no unit", "give the form a 'unit'")
        return False

    return keys.custom(read, {"type": ["boolean", "string"]}, says, kind="flag", default=False, **options)


def _read_parts(reader: Reader, name: str, noun: str, most: int) -> Iterable[Reader]:
    """Return readers of the rows of a form or the cells of a row, none if there are more than `most`."""
    items = reader.get_items(name, 'begin each entry of the list with "- "', required=noun == "row")
    part_readers = [Reader(_write_out_cells(node) if noun == "row" else node, reader.problems,
                           f"{noun} {number} of {reader.label}", reader.context)
                    for number, node in enumerate(items, 1)]
    if len(part_readers) > most:
        reader.add_problem(name, f"{reader.label} has {len(part_readers)} {noun}s; at most {most} are allowed")
        return ()
    if not part_readers and noun == "row":
        reader.add_problem(name, f"{reader.label} has no rows",
                           "write at least one, for example - {height: 8 mm, cells: [{text: Notes}]}")
    return (part for part in part_readers if reader.context.has_room(part))


def _write_out_cells(row: Node) -> Node:
    """Return a row with its short notations written out.

    A row with keys of a cell in place of `cells` has only this cell. A text among the cells is a cell with this text.
    The keys for the look of a row hold for its cells without such keys.
    """
    if not isinstance(row, MappingNode):
        return row
    if isinstance(cells := row.entries.get("cells"), SequenceNode):
        looks = {key: node for key, node in row.entries.items() if key in LOOK_KEYS}
        items = tuple(_add_look(cell, looks) for cell in cells.items)
        other_keys = {key: node for key, node in row.entries.items() if key not in looks}
        cells_node = SequenceNode(cells.source, cells.line, cells.column, items)
        return row.copy_with_entries(other_keys | {"cells": cells_node})
    of_cell = _find_cell_only_keys(tuple(CELLS.blocks))
    if cells or not of_cell & row.entries.keys():
        return row
    if WITHIN_TEXT_KEYS & row.entries.keys():  # the entries stand within the text of the cell
        of_cell |= {"each"}
    of_cell |= SHARED_KEYS_OF_CELL | {key for key, kind in KEYS_OF_KINDS.items() if kind in row.entries}
    cell = row.copy_with_entries({key: node for key, node in row.entries.items() if key in of_cell})
    return row.copy_with_entries({key: node for key, node in row.entries.items() if key not in of_cell}
                                 | {"cells": SequenceNode(row.source, row.line, row.column, (cell,))})


def _add_look(cell: Node, looks: dict[str, Node]) -> Node:
    if isinstance(cell, ScalarNode) and cell.text:
        cell = MergedMapping(cell, {"text": cell}, {})
    if not looks or not isinstance(cell, MappingNode):
        return cell
    if TABLE_KEYS & cell.entries.keys():  # tables have a look of their own
        looks = {key: node for key, node in looks.items() if key in TABLE_LOOK_KEYS}
    return cell.copy_with_entries({**looks, **cell.entries})


def read_rows(reader: Reader, name: str) -> tuple[FormRow, ...]:
    """Return the rows at a key, none if they are nested too deep."""
    if reader.context.depth > MAX_DEPTH:
        reader.add_problem(name, f"{reader.label} must not have '{name}': rows can be nested in cells at most "
                                 f"{MAX_DEPTH} levels deep")
        return ()
    rows: list[FormRow] = []
    for part in _read_parts(reader, name, "row", MAX_ROWS):
        row: FormRow = keys.read_block(FormRow, part)
        above, space = rows[-1] if rows else None, reader.context.space
        if space and above and "gap" not in part:
            within_table = above.rules and row.rules and (above.is_heading or not row.is_heading)
            row = row if within_table else replace(row, gap=space)
        rows.append(row)
    for variants in ((), *((variant,) for variant in VARIANTS)):
        if rows and not any(row.stands_in(variants) for row in rows):
            variant_text = f"in the variant '{variants[0]}'" if variants else "without a variant"
            reader.add_problem(name, f"{reader.label} has no row {variant_text}",
                               "remove the 'variant' of one of its rows")
            break
    return tuple(rows)


def rows_key(says: str) -> Any:
    """Declare a key for rows."""
    return keys.custom(read_rows, lambda writer: {"type": "array",
                                                   "items": writer.make_reference("form_row", FormRow)}, says,
                       kind="cells", default=...)


@ELEMENTS.register("rows")
@data_block
class PanelCell(Cell):
    """A cell with rows of its own, which are laid out with the rows of the form.

    With `fits_contents`, its columns are wide enough for the contents of all units.
    """

    rows: tuple[FormRow, ...] = rows_key("rows of cells within this cell")
    columns: tuple[float, ...] = columns_key("the widths of their columns, written as in a form")
    space: float = space_key("the space between these rows, written as in a form (default: that of the form)")
    fits_contents: bool = False

    containers = (FORM,)
    exceptions = ((FACE, "there, `edge` and `take` give a part its place"),
                  (CHART, "elements stand below each other there; a `table` has rows"))

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Put the columns, the space and the depth of the rows into the context."""
        super().prepare_reader(reader)
        reader.context = replace(reader.context, depth=reader.context.depth + 1, columns=read_column_shares(reader),
                                 space=read_space(reader, "space", reader.context.space), is_mounted=False)


def _read_height(reader: Reader, name: str) -> float:
    """Return the height of a row in points, 0 for `rest` or a missing key."""
    node = reader.get_node(name)
    if node is None or node.text == "rest":
        return 0.0
    height = reader.read_length(name)
    if height is not ZERO_LENGTH and height.pt <= 0:
        reader.add_problem(name, f"'height' of {reader.label} is {height.text}, but must be more than 0",
                           "write, for example, 6 mm")
    return height.pt


def _read_each(reader: Reader, name: str) -> str:
    """Return the field at `each`, or SIDES. The cells may use the names of its entries, and the number of the row."""
    key, scope = reader.read_text(name, ""), reader.context
    unit = scope.unit_type
    names: frozenset[str] = (lists := scope.entry_names).get(key, FormulaNames())
    if key and scope.each:
        reader.add_problem(name, f"{reader.label} is within a row that already has 'each: {scope.each}'",
                           "remove one of the two 'each'")
    elif key == "sides" and unit is None:
        names, key = frozenset(SIDE_NAMES), SIDES
    elif key and key not in lists:
        description = f"a list field of {add_article(unit.name)}" if unit else "'sides', and there is no unit"
        reader.add_problem(name, f"'{key}' in 'each' of {reader.label} is not {description}",
                           suggest_name(key, lists) if unit else "write 'sides', or give the form a 'unit'")
    each = key if names and not scope.each else ""
    if key and not each:  # a wrong field is reported once: its cells may use any name
        names = frozenset(("n", *SIDE_NAMES)).union(*lists.values())
    numbered = {"n"} if each or "repeat" in reader else set()
    reader.context = replace(scope, local_names=scope.local_names | names | numbered, each=key or scope.each)
    return each


class ColumnWidth(NamedTuple):
    """The widths of a column in points: the least width of its contents, and their width without wrapped words."""

    least: float
    natural: float


@data_block
class FormRow(DataBlock):
    """A row of cells, `height` points high; 0 is the height that its cells need, or, with `takes_rest`, the rest.

    There are `gap` free points above it, and `space` points between its columns.

    The row stands `repeat` times, or once for each entry of the field `each` (or for each side), at least `at_least`
    times. On a blank form it stands `blank` times; -1 is the number on other forms. With `is_numbered`, its cells may
    use the number of the copy, which continues from `first`. With `next_entry_only`, the row shows only the next entry.
    If the rows have too little room, its height shrinks to `least` (0: it does not shrink). With `only_if`, it stands
    on the records of units for which the formula is true; if the result is unknown, it stands as on a blank form. With
    `grows_with_cells`, it is at least as high as the rows within its cells. With `has_equal_marks`, all its marks have
    one size, and each cell covers one column. With a `variant`, it stands only in that variant, or, with "not " before
    the name, only in all other prints. With `keeps_height`, it is never lower than usual. `column_widths` are the
    widths of columns that fit their contents.
    """

    height: float = keys.custom(
        _read_height, {"type": "string"},
        "the height of the row; `rest` for the height that is left of the record (default: the "
        "[natural height](#natural-heights) of its cells)", kind="length or word", default=0.0)
    gap: float = keys.custom(
        lambda reader, name: read_space(reader, name, 0.0), keys.LENGTH_SCHEMA,
        "the space above the row (default: the `space` of the form or block, but none above the first row, and none "
        "between rows of a table, which have `rules`)", label="Space above", default=0.0, read_if_missing=False)
    space: float = keys.custom(
        lambda reader, name: read_space(reader, name, 0.0), keys.LENGTH_SCHEMA,
        "the space between the columns of the row (default: the `space` of the form or block if a cell holds rows, "
        "otherwise none)", default=0.0, read_if_missing=False)
    rules: bool = keys.flag("`true` for lines round the cells of the row", help_text="Lines round the cells of the row",
                            default=False)
    columns: tuple[float, ...] = columns_key("the columns of this row, in place of those of the form")
    least: float = keys.custom(
        lambda reader, name: -1.0 if (length := reader.read_length(name, None)) is None else length.pt,
                               keys.LENGTH_SCHEMA,
        "the least height of the row where the rows have too little room. Without it a row that does not fit is an "
        "error. With `height: rest` it is the least height of the rest (4 mm; 12 mm with a `box`; for a track what its "
        "steps and effects need). The frame of a `box` keeps 0.6 mm clear of the row above and below",
        label="Least height", default=0.0)
    only_if: Formula | None = keys.formula(
        "a formula: the row is printed for units for which it is true. If the result is unknown, the row is printed as "
        "on a blank form: see [What is unknown](#what-is-unknown)", default=None)
    repeat: int = keys.integer(
        "the number of copies of the row; `{n}` is the number of each. `0` with `blank: 1` puts the row on blank forms "
        "only", 0, MAX_ROWS, label="Copies of the row", default=1)
    each: str = keys.custom(
        _read_each, {"type": "string"},
        "a field with entries: the row stands once for each entry, with `{n}` and the parts of the entry: the "
        "sub-fields of a list; `{name}` and `{figure}` of numbers; `{name}`, `{amount}` and `{key}` of items; all "
        "fields of [units that a unit names](game.md#units-that-name-other-units); with `together` all fields of each "
        "unit. In a form without a unit `sides`, with `{name}`, `{side}` and `{adjective}`",
        label="A row for each", help_text="A list of the unit, such as its guns", default="")
    at: Wording | None = keys.formula_text(
        "for a row that is `mounted` on a picture: the name of its place in the picture", default=None)
    wide: float = points_key(400, WIDE_MESSAGE, "for a row that is `mounted`: its width, in place of the `wide` of "
                                                "the picture", label="Width")
    fill_shape: bool = keys.flag(
        "`true`: the circles of a row that is `mounted` fill the shape with the name `at`, evenly spaced. The row has "
        "a single cell with `pips`, and the picture has `pointer: false`", label="Marks fill the shape")
    at_least: int = keys.integer(
        "with `each`: the least number of rows; the rest stay empty", 0, MAX_ROWS, default=0)
    blank: int = keys.custom(
        lambda reader, name: reader.read_integer(name, -1, 0, MAX_ROWS),
        {"type": ["integer", "string"]},  # a text if it belongs to a cell in place of `cells`
        "the number of copies of the row on a blank form (with `each` `at_least` copies, or 6); `0` leaves the row "
        "out. Rows with `only_if` are all printed there", label="On a blank form", default=-1, read_if_missing=False)
    variant: str = keys.choice(
        VARIANT_CHOICES,
        "the only [variant](#variants-large-print-wipeable-pens) in which the row is printed, such as `erase`; or `not "
        "erase` for a row that is not printed in it (default: always printed)", label="Only in the variant", default="")
    shade: float = dynamic_style(keys.number("how dark the ground of the row is, from 0 to 1, or a formula: `0.1 if n "
                                             "% 2 else 0`", 0, 1, label="Darkness of the ground", default=0.0))
    cells: tuple[Cell, ...] = keys.custom(
        lambda reader, name: tuple(filter(None, map(CELLS.read_kind, _read_parts(reader, name, "cell", MAX_CELLS)))),
        lambda writer: {"type": "array", "items": {"anyOf": [{"type": json_patterns.TEXT_TYPES},
                                                             writer.make_block_schema(CELLS)]}},
        "the cells, from the left. A cell with nothing but a text may be written as this text: `[Hull, Armour]`. "
        "Keys for the look of cells (`style`, `align`, `ground` ...) that stand beside `cells` are for all cells that "
        "do not have their own. A row with a single cell may have the keys of this cell in place of `cells`: "
        "`{height: 8 mm, text: Notes}`; `blank`, `columns` and `space` are then those of the cell, and so is `each` "
        "beside `between` or `alike`", kind="cells",
        default=())
    label: str = ""
    takes_rest: bool = False
    is_numbered: bool = False
    first: int = 0
    next_entry_only: bool = False
    grows_with_cells: bool = False
    has_equal_marks: bool = False
    keeps_height: bool = False
    column_widths: tuple[ColumnWidth, ...] = ()

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Put the columns of the row into the context."""
        reader.context = replace(reader.context, columns=read_column_shares(reader, reader.context.columns))

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys of cells: a row may have the keys of its only cell in place of `cells`."""
        return {name: key for name, key in Cell.list_extra_keys().items() if name not in list_key_attributes(FormRow)}

    @classmethod
    def list_key_hints(cls) -> Mapping[str, str]:
        """Return hints for keys that belong to cells, and for keys that no longer exist."""
        return {**dict.fromkeys(_find_cell_only_keys(tuple(CELLS.blocks)), "write it in one of the 'cells' of the row"),
                **REMOVED_KEYS, "spare": "large print goes on on a second page: remove 'spare'"}

    def stands_in(self, variants: Collection[str]) -> bool:
        """Return whether the row stands in a print with some variants."""
        name = self.variant.removeprefix(NOT)
        return not name or (name in variants) == (name == self.variant)

    @property
    def condition_name(self) -> str:
        """The name of the row's condition in the shape of a record, "" without a condition."""
        return f"if {self.only_if.text}" if self.only_if else ""

    @property
    def is_natural(self) -> bool:
        """Whether the height of the row is the one that its cells without rows need."""
        return not (self.height or self.takes_rest or all(cell.rows for cell in self.cells))

    @property
    def is_measured(self) -> bool:
        """Whether its cells determine the height of the row, or its least height if it takes the rest with tracks."""
        return self.is_natural or (self.takes_rest and not self.least and any(
            cell.kind == STEPS for cell in self.cells))

    @property
    def height_names(self) -> tuple[str, str]:
        """The names of the row's natural and least height in the shape of a record."""
        return f"height of {self.label}", f"least height of {self.label}"

    @property
    def is_blank_only(self) -> bool:
        """Whether the row stands on blank forms only."""
        return self.repeat == 0 and self.blank > 0 and not (self.each or self.only_if)

    @property
    def is_heading(self) -> bool:
        """Whether the row has only headings, on a shade."""
        return (self.shade > 0 and any(cell.text for cell in self.cells)
                and all(cell.can_be_heading for cell in self.cells))

    def validate(self, reader: Reader) -> Self | None:
        cells_read = self.cells
        several, takes_rest = self.each or self.repeat > 1, reader.get_raw_text("height") == "rest"
        least = max(self.least, 0.0)
        mounted, lone = reader.context.is_mounted, self.cells[0] if len(self.cells) == 1 else None
        is_complete = reader.is_valid and not reader.unrequested_keys  # else the mistake may be in the cells
        needs_height = mounted and not self.fill_shape and not any(cell.rows for cell in self.cells)
        if "height" not in reader and (needs_height or not self.cells) and is_complete:
            hint = "" if mounted else "give the row cells, or write 'gap' in the row below it"
            reader.add_missing_key("height", hint)
        for name, wrong, message, hint in (
                ("only_if", self.only_if and ("each" in reader or reader.context.unit_type is None),
                 f"'only_if' of {reader.label} is only for rows that stand once on the record of a unit",
                 "remove 'each'" if "each" in reader else "give the form a 'unit'"),
                ("repeat", self.each and self.repeat > 1, f"{reader.label} has both 'each' and 'repeat'",
                 "keep one of the two"),
                ("height", takes_rest and several,
                 (f"{reader.label} is repeated and cannot take the rest of the height"), "give it a height"),
                ("least", self.least >= 0 and not 0 < least <= (self.height or 1_000),
                 f"'least' of {reader.label} must be less than its 'height'", ("write the least height that the "
                                                                         "row may have")),
                ("space", self.rules and self.space > 0, f"'space' of {reader.label} is only for rows without 'rules'",
                 "remove one of the two, or use a cell with 'rows' for each part"),
                ("at", self.at and not mounted,
                 f"'at' of {reader.label} is only for rows that are 'mounted' on a picture", "remove 'at'"),
                ("at", mounted and not self.at,
                 (f"{reader.label} is 'mounted' on a picture and needs the name "
                 "of its place"), "write, for example, at: bow"),
                ("height", takes_rest and mounted,
                 f"{reader.label} is 'mounted' on a picture and cannot take the rest of the height",
                 "give it a height"),
                *((name, self.fill_shape and name in reader,
                   f"{reader.label} fills a shape and cannot have '{name}': it is as large as the shape",
                   f"remove '{name}'") for name in ("height", "wide")),
                *((name, not mounted and name in reader,
                   f"'{name}' of {reader.label} is only for rows that are 'mounted' on a picture", f"remove '{name}'")
                  for name in ("wide", "fill_shape")),
                ("fill_shape", mounted and self.fill_shape and not (
                    _is_only_marks(lone)),
                 (f"{reader.label} fills a shape and must have a single cell with 'pips', without 'text', 'notes' and "
                  "'sections'"), "write, for example, cells: [{pips: armour}], and the text in another row")):
            if wrong:
                reader.add_problem(name, message, hint)
        across = sum(cell.across * cell.repeat for cell in self.cells)
        columns = self.columns
        if across > 1 and columns == UNSTATED_COLUMNS:
            columns = (1.0,) * across
        elif across == 1 and columns:  # a single cell covers all columns
            (alone,) = self.cells
            across, cells_read = len(columns), (replace(alone, across=len(columns)),)
        if self.cells and columns and across != len(columns):
            holder = "the row" if "columns" in reader else "its block" if reader.context.depth else "the form"
            reader.add_problem("cells",
                               f"the cells of {reader.label} cover {pluralize(across, 'column')}, but {holder} has "
                               f"{len(columns)}",
                               "set the number of columns of a cell with 'across'")
        require_another_key(reader, "at_least", ("each",))
        shaded = isinstance(self.shade, DynamicStyle)
        if shaded and any(cell.rows for cell in self.cells):
            reader.add_problem("shade", f"'shade' of {reader.label} cannot be a formula, because its cells hold rows",
                               "give a 'shade' to these rows")
        cells = tuple(replace(cell, shade=self.shade) if shaded and not (cell.ground or cell.rows) else cell
                      # a gap is shaded, too
                      for cell in cells_read or [CELLS.default_kind(across=len(columns))][:shaded])
        field: Any = reader.context.fields.get(self.each)
        name_count = len(field.options) if field and field.kind == "numbers" else 0  # these names are known
        default_blank = 1 if getattr(field, "is_single", False) else BLANK_ROWS
        blank = max(self.at_least, name_count) or default_blank if self.each and "blank" not in reader else self.blank
        has_blocks = any(cell.rows for cell in cells) and not self.rules
        space = reader.context.space if has_blocks and "space" not in reader else self.space
        return replace(self, shade=0.0 if shaded else float(self.shade), cells=cells, columns=columns,
                       takes_rest=takes_rest, least=least, label=reader.label, space=space, blank=blank,
                       is_numbered=bool(self.each) or "repeat" in reader)


@cache
def _find_cell_only_keys(kinds: tuple[str, ...]) -> frozenset[str]:  # noqa: ARG001 - other modules may add kinds
    """Return the keys that cells of some kinds have and rows do not have."""
    return frozenset(Cell.list_extra_keys()) - {*list_key_attributes(FormRow)}


def _is_only_marks(cell: Any) -> bool:
    """Return whether a cell has marks without words and without sections."""
    return bool(cell and cell.kind == MARKS and not (cell.text or cell.notes or cell.sections))


KEYS_OF_KINDS = {"at": "steps", "wide": "mounted"}  # keys of a row without `cells` that belong to a cell of this kind
WITHIN_TEXT_KEYS = {"between", "alike"}  # keys of cells only, beside `each`
SHARED_KEYS_OF_CELL = {"blank", "columns", "space"}  # keys of rows and cells: in a row without `cells`, of the cell


def walk_cells(rows: tuple[FormRow, ...]) -> Iterator[tuple[Cell, FormRow]]:
    """Yield every cell of rows, including cells within cells, each with its row."""
    for row in rows:
        for cell in row.cells:
            yield cell, row
            yield from walk_cells(cell.inner_rows)


def walk_marks(rows: tuple[FormRow, ...]) -> Iterator[tuple[Any, FormRow]]:
    """Yield the cells with a number of marks (`pips` and `count`), each with its row."""
    return ((cell, row) for cell, row in walk_cells(rows) if cell.kind in (MARKS, NUMBER))
