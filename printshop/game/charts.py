"""Charts: reference cards of titled blocks, and the keys of the places of elements in a block.

`CHART_PARTS` are the kinds of elements that can stand in a block. The drawing of a block is in
`printshop.elements.charts`, the pages are in `printshop.products.charts`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import cache
from typing import Any, Self

from printshop.formulas import FormulaError, FormulaNames
from printshop.game.elements import CHART, ELEMENTS, Element, ShownValues
from printshop.game.errata import Difference, NoteMarks, place_note_marks
from printshop.game.formula_keys import dynamic_style
from printshop.game.model import ReadContext
from printshop.problems import DoesNotFitError, Span
from printshop.schema import keys
from printshop.schema.keys import BlockKindsByKey, DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import Reader, make_title
from printshop.schema.sections import Section
from printshop.source import Node, ScalarNode

EACH, ONE = "each", "one"  # copies of a card


@data_block
class ChartPart(DataBlock):
    """The place of an element in a block of a chart. Its formulas may use the settings and tables of the game."""

    span: Span | None = field(default=None, compare=False)

    def validate(self, reader: Reader) -> Self | None:
        part = super().validate(reader)
        if isinstance(part, Element):
            if part.required_attribute and getattr(part, part.required_attribute) in (None, ()):
                return None
            try:
                content = part.resolve(ShownValues({}))
            except (FormulaError, DoesNotFitError) as error:
                reader.problems.add(reader.mapping_span, f"{reader.label}: {error}", error.hint)
                return None
            return replace(part, span=reader.find_span(part.kind)) if content is not None else None
        return part


CHART_PARTS: BlockKindsByKey[ChartPart] = BlockKindsByKey(ChartPart, "an element can have only one of these keys",
                                                          "write a separate element for each of these keys")
ELEMENTS.add_container(CHART, CHART_PARTS)


# --- the notation of elements beside the title of a block


def _read_steps(reader: Reader, name: str) -> Any:
    """Return a numbered list: in a block, `steps` are the steps of a rule, not of a track."""
    texts = reader.read_texts(name)
    kinds: Mapping[str, Any] = CHART_PARTS.blocks
    return kinds["list"](texts=texts, numbered=True) if texts else None


def _get_track_schema(writer: JsonSchemaWriter) -> Any:
    return writer.make_block_schema(CHART_PARTS.blocks["steps"])


def _read_track(reader: Reader, name: str) -> Any:
    inner = reader.open_mapping(name)
    return keys.read_block(CHART_PARTS.blocks["steps"], inner) if inner else None


_OWN_NOTATIONS: Mapping[str, keys.Key] = {name: keys.get_key(key) for name, key in {
    "elements": keys.block_list(
        CHART_PARTS, "a list of [elements](elements.md), written as in the cells of a form. `text`, `note`, `big` and "
        "`lines` can be elements, too", entry_label="element"),
    "track": keys.custom(
        _read_track, _get_track_schema,
        "the keys of a [track](forms.md#tracks) except `track`; boxes are 8 mm wide unless `step_size` gives another "
        "size"),
    "steps": keys.custom(_read_steps, keys.TEXTS_SCHEMA, "a numbered list, as `list`"),
}.items()}


def list_block_notations() -> Mapping[str, keys.Key]:
    """Return the keys that put elements into a block: `list: ...` beside the title is `elements: [{list: ...}]`.

    A kind of element has such a key if it needs no other key. Each key reads one element, a list of elements, or None.
    """
    return _list_notations(tuple(CHART_PARTS.blocks.items()))


@cache
def _list_notations(kinds: tuple[tuple[str, type[ChartPart]], ...]) -> Mapping[str, keys.Key]:
    notations = dict(_OWN_NOTATIONS)
    for name, kind in kinds:
        attributes = keys.list_key_attributes(kind)  # type: ignore[arg-type]
        if all(other == name or attribute in kind.defaults for other, attribute in attributes.items()):
            key = keys.list_block_keys(kind)[attributes[name]]  # type: ignore[arg-type]
            notations.setdefault(name, replace(key, read_value=_make_notation_reader(kind),
                                               default=None))
    return notations


def _make_notation_reader(kind: type[ChartPart]) -> Callable[[Reader, str, Any], Any]:
    def read_part(reader: Reader, name: str, default: Any) -> Any:  # noqa: ARG001 - as other functions that read keys
        return keys.read_block(kind, reader.select_key(name))

    return read_part


@data_block
class ChartBlock(DataBlock):
    """A titled block of a card, with its elements in the order of the file."""

    title: str = keys.text("its heading", help_text="")
    mark: str = keys.text("a word on the heading that marks rules which not every group uses: Advanced",
                          label="Word on the heading", help_text="For rules that not everybody uses, such as Advanced",
                          default="")
    color: str = dynamic_style(keys.colour("the colour of the heading: a colour, or a "
                                           "formula over settings", default="",
                                           name="colour"))
    across: bool = keys.flag("whether the block covers all columns (false)", label="As wide as the page")
    differs: tuple[Difference, ...] = keys.block_list(
        Difference,
        "notes on what is [not as in the book](differs.md), printed at the end of the block",
        label="Differences from the book", entry_label="note")
    parts: tuple[Any, ...] = ()

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let messages call the block by its title, and let formulas use settings and tables only."""
        title = reader.get_raw_node("title")
        reader.label = f"block '{title.text}'" if isinstance(title, ScalarNode) and title.text else reader.label
        reader.context = replace(reader.context, local_names=FormulaNames())  # a box of a scenario shows no unit either

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys of its elements."""
        return list_block_notations()

    @classmethod
    def list_key_hints(cls) -> Mapping[str, str]:
        """Return hints for elements that need several keys."""
        return dict.fromkeys(CHART_PARTS.blocks.keys() - list_block_notations().keys(),
                             "write it as an entry of 'elements', with the other keys that it needs")

    def validate(self, reader: Reader) -> Self:
        """Return the block with its elements, in the order of the file, and the marks of its notes."""
        marks, notations = reader.context.note_marks, self.list_extra_keys()
        placed = place_note_marks(reader, self.differs, marks)
        parts = list[Any]()
        for name in reader.list_keys():
            if name in notations:
                part = notations[name].read(reader, name)
                parts += part if isinstance(part, tuple) else filter(None, (part,))
        if notes := marks.take_new_notes(reader.context.words):
            kinds: Mapping[str, Any] = CHART_PARTS.blocks
            parts.append(kinds["note"](texts=notes))
        return replace(self, title=f"{self.title}{placed}",
                       mark=reader.read_text("mark", "") if self.differs else self.mark, parts=tuple(parts))


@data_block
class ChartCard(DataBlock):
    """A reference card of one page. Each player has a copy, or, if it `is_shared`, all players share one."""

    title: str = keys.text("the name of the card", help_text="", in_view=True,
                           default=lambda reader: make_title(reader.key))
    subtitle: str = keys.text("a line beside the name", help_text="A line beside the title", in_view=True, default="")
    columns: int = keys.integer("the number of columns of the page (3)", 1, 4, help_text="", in_view=True, default=3,
                                choice_words={str(count): str(count) for count in range(1, 5)})
    copies: str = keys.choice((EACH, ONE), "`each`: every player has one; `one`: one is enough for all",
                              help_text="Each: for every player. One: one is enough for all", default=EACH,
                              choice_words={EACH: "One for each player", ONE: "One for all players"})
    blocks: tuple[ChartBlock, ...] = keys.block_list(
        ChartBlock, "the blocks in the order of reading, balanced over the columns",
                    label="Blocks on the page", entry_label="block", default=...,
                                                     minimum=1)
    key: str = ""
    span: Span | None = None

    @property
    def is_shared(self) -> bool:
        """Whether all players share one copy."""
        return self.copies == ONE

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Start new reference marks for the notes of the card."""
        reader.context = replace(reader.context, note_marks=NoteMarks(reader.iterate_texts()))


def read_charts(node: Node, context: ReadContext) -> dict[str, ChartCard]:
    """Return the cards of a game's section `charts`.

    Mistakes are added to the problems of the context.
    """
    readers = Reader(node, context.problems, "the charts", context).open_entries("card")
    return {key: card for key, _, card in context.read_entries(
        "charts", readers, lambda key, reader: keys.read_block(ChartCard, reader, key=key))}


CHARTS = Section("charts", read_charts, entry_block=ChartCard, adding="Add a chart")
