"""Cells of forms as containers of elements: their places, grounds, conditions and caches; filled for a unit, and blank.

Lengths are in points, in the coordinates of the record.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from printshop.drawing import artwork, fonts, patterns, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Path, Stroke, parse_color
from printshop.drawing.ink import Ink, Palette, choose_area_color, choose_grey_fill, choose_text_color, measure_contrast
from printshop.drawing.shapes import label_plate, line, rect
from printshop.drawing.text import Style
from printshop.elements.context import DrawContext, Items, SpaceEnd, WordsBeside
from printshop.elements.mark_runs import INLINE, MarkRun
from printshop.elements.marks import SPACE
from printshop.elements.texts import (
    STYLES,
    get_text_color,
    get_text_style,
    is_unknown_text,
    lower_style,
)
from printshop.elements.word_colors import BackingStack
from printshop.elements.writing_places import LINE_WIDTH, set_in_box, set_on_lines
from printshop.formulas import NOT_KNOWN, FormulaError
from printshop.game.elements import ShownValues, Variant
from printshop.game.field_values import Battery, FieldEntries, ListValue, NamedNumbers
from printshop.game.forms.cells import (
    SIDES,
    TEXT,
    Cell,
)
from printshop.game.forms.names import PLATES, SIDE_COLOUR, TOGETHER_KEY
from printshop.game.formula_keys import TextHole, find_dynamic_styles
from printshop.game.model import Side, Unit, make_unique_name
from printshop.game.themes import GROUNDS as GROUND_NAMES
from printshop.layout.rectangles import Rect as Place
from printshop.layout.rectangles import find_shortest
from printshop.layout.text_lines import PAD, RowHeights, find_baseline, get_line_color, measure_line
from printshop.lengths import MM
from printshop.problems import DoesNotFitError, PrintshopError
from printshop.products.forms import shared_records
from printshop.products.forms.grid import FormError, PlacedCell, evaluate_condition
from printshop.text_markup import BLANK, cut_at_blank, escape_markup, remove_blanks, strip_markup

Damage = Mapping[str, int]

MAX_CACHED = 1_000  # entries of a cache: enough for a fleet, and a few MB for all cells of a form
MARK = Style("sans", 7.5, bold=True)
HINT = Style(size=7.5, color=Color(110, 110, 110))  # of the words in a space to write in
RIM = 0.5 * MM  # of the frame of a patterned cell, above and below: circles and boxes come equally near to the edge
FRAME, HEADING_SHADE = Stroke(width=0.5), 0.1  # of a dark ground in black ink, on which words are black
LEAST = 6.0  # points: the least size of the words in a space to write in
LARGEST = 4_000.0  # points: a larger place is only a trial, as no page has this size

WRITING_HEIGHTS = RowHeights(7 * MM, 5 * MM)  # of a space to write in
LARGEST_CELL = 300 * MM
CELL_MARGIN = 0.6 * MM  # round a drawing that fills a cell

_BEHIND_LABEL = " :*†‡§¶"  # signs behind the word for notes: a colon, the beginning of bold words, reference marks
GROUNDS = {"ground", "pattern", "shade"}  # the keys of the ground of a cell


class DrawOptions(NamedTuple):
    """Options for drawing cells: ink, sides, and `is_for_no_unit` for a form without a unit.

    `blank_values` are the known values on a blank form, by name. Places to write in with the label `notes_label` have
    the notes of a unit.
    """

    ink: Ink
    sides: tuple[Side, ...] = ()
    is_for_no_unit: bool = False
    blank_values: tuple[tuple[str, object], ...] = ()
    notes_label: str = "Notes"


class SharedKey(NamedTuple):
    """The values of a unit, by name, and the attributes of the unit on which the drawing of a cell depends."""

    names: frozenset[str]
    unit_attributes: tuple[str, ...] = ()

    def make_getters(self) -> tuple[Callable[[Any], object], Callable[[Any], object] | None]:
        """Return functions that read the values of a unit and, if there are any, its attributes."""
        return (itemgetter(*sorted(self.names)) if self.names else lambda _: (),
                attrgetter(*self.unit_attributes) if self.unit_attributes else None)


class CellPainter:
    """Places the element in a cell, and draws it for one unit after the other; equal contents are drawn once."""

    def __init__(self, slot: PlacedCell, options: DrawOptions) -> None:
        cell = slot.cell if slot.cell.ground or not slot.is_on_bar else replace(slot.cell, ground="bar")
        slot = slot._replace(cell=cell)
        self._is_between_rules = bool(slot.pad)
        self.slot, self.options = slot._replace(pad=slot.pad or PAD) if cell.ground or cell.shade else slot, options
        self.fixed_values: dict[str, object] = {"n": slot.number} if slot.number else {}  # on every record
        if slot.each == SIDES and not slot.is_unused_entry:
            side = options.sides[slot.entry]
            self.fixed_values |= {"name": side.name, "side": side.name, "adjective": side.adjective}
        entries = dict(options.blank_values).get(slot.each) if slot.is_unused_entry else None
        if isinstance(entries, ListValue) and slot.entry < len(entries.rows):  # numbers, whose names are known
            self.fixed_values |= {name: value for name, value in entries.rows[slot.entry].items()
                                  if value is not NOT_KNOWN}
        looks = find_dynamic_styles(cell)
        for name, look in looks.items():
            if {*look.formula.names} <= self.fixed_values.keys():
                with suppress(DoesNotFitError, FormulaError):  # painting reports it
                    cell = replace(cell, **{name: look.evaluate(self.fixed_values)})
        self._is_in_side_colour = SIDE_COLOUR in (cell.ground, cell.colour, cell.pattern)
        if self._is_in_side_colour and slot.each == SIDES and not slot.is_unused_entry:
            cell, self._is_in_side_colour = _apply_side_colour(cell, options.sides[slot.entry]), False
        self.slot = self.slot._replace(cell=cell)
        self.names = names = self._list_names(cell)
        self._styles = find_dynamic_styles(cell) if looks else {}
        # Caches, each with about MAX_CACHED entries: whether the cell is drawn for a unit, and its styles, by the
        # values of their formulas; its ground and its painter, by its styles; its items, by all the values that it
        # shows.
        self._presence_cache: dict[tuple[object, ...], tuple[bool, tuple[Any, ...]]] = {}
        self._styled_painters: dict[tuple[object, ...], tuple[Items, CellPainter]] = {}
        default_looks = {name: look.default for name, look in self._styles.items()}
        self.place, self.variant = slot.rectangle, slot.variant
        usual_cell = replace(cell, **default_looks) if default_looks else cell
        self._is_to_fill = (
            bool(slot.is_writable or cell.has_marks or cell.holds_writing or cell.blank or cell.write)
            or not all(map(self._is_fixed, cell.holes)))
        if self._is_in_side_colour:
            ground = "" if self._is_to_fill else "tint"
            usual_cell = _apply_side_colour(usual_cell if usual_cell.ground != SIDE_COLOUR else replace(
                usual_cell, ground=ground), None)
        # the element of the cell, in a colour that can be read on the ground
        self.cell: Any = _make_legible(usual_cell, options.ink, on_paper=_needs_paper(usual_cell, self.variant))
        self.text_color = get_text_color(self.cell)
        self.pen = get_line_color(self.text_color)
        self._key: Callable[[Any], object] = itemgetter(*names) if names else lambda _: ()
        attributes = cell.unit_attributes
        if self._is_in_side_colour and attributes is not None:
            attributes = tuple(dict.fromkeys((*attributes, "side.key")))
        self.unit_attributes = attributes
        self._unit_key: Callable[[Any], object] | None = attrgetter(*attributes) if attributes else None
        self._item_cache: dict[object, Items] = {}
        self._height_cache: dict[object, RowHeights] = {}  # by the shown values
        formulas = [look.formula for look in self._styles.values()] + ([cell.only_if] if cell.only_if else [])
        self._condition_names = tuple(sorted({name for formula in formulas for name in formula.names}))
        self.has_varying_ground = bool(GROUNDS & {*self._styles}) or self._is_in_side_colour
        self._has_marks = cell.has_marks
        # Words beside the element, which a blank form has, too.
        self._has_words = (self._has_marks or cell.holds_writing) and not cell.no_text and bool(cell.text or cell.notes)
        self._has_list_track = bool(self._has_marks and slot.each)
        # Cells with a `shared_key` need no cache here: their run has one.
        self._caches_items = bool(slot.each) and self.unit_attributes is not None
        fixed = self.cell.is_fixed and {*names} <= self.fixed_values.keys() and not (
            self._styles or self._is_in_side_colour)
        self.varies = not (slot.is_unused_entry or options.is_for_no_unit or fixed)  # from record to record

    # The element in the cell.

    def _list_names(self, cell: Cell) -> tuple[str, ...]:
        """Return the names of the values, those of other cells with marks of the same size among them."""
        peers = {name for peer, _ in self.slot.peers for name in peer.value_names}
        return tuple(sorted({*cell.value_names, *peers})) if peers else cell.value_names

    def draw(self, unit_values: ShownValues) -> Items:
        """Return the items of the element. Raises DoesNotFitError, and FormulaError if a formula fails."""
        if not self._has_own_context:
            return self._draw(unit_values, "")
        name = self.find_own_track(unit_values.unit)
        return self._draw(self._complete(unit_values, name), name)

    @cached_property
    def _takes_notes(self) -> bool:
        """Whether the notes of a unit follow the words of the cell, or its entries of fields."""
        cell, wording = self.cell, self.cell.text
        if cell.kind != TEXT or not (cell.notes or cell.holes):
            return False
        first = next(iter(wording.segments), "") if wording else ""
        label = strip_markup(first).rstrip(_BEHIND_LABEL).casefold() if isinstance(first, str) else None
        return label == self.options.notes_label.casefold() or (
            not label and bool(cell.notes) and self.slot.each == TOGETHER_KEY)  # a row of a shared record

    def draw_blank(self) -> Items:
        """Return the items of the cell for filling in by hand, with the words that are known there."""
        cell, wording = self.cell, self.cell.text
        if wording and not (cell.has_marks or cell.blank) and all(map(self._is_fixed, wording.holes)) and (
                self._is_in_side_colour or not wording.is_fixed):
            return self.draw(ShownValues(self.fixed_values))
        return self._draw(self._blank_values, "")

    @property
    def _blank_values(self) -> ShownValues:
        blank_values = {name: value for name, value in self.options.blank_values if name in self.names}
        values = dict.fromkeys(self.names, NOT_KNOWN) | blank_values | self.fixed_values
        return self._complete(ShownValues(values, is_blank=True), "")

    def _complete(self, unit_values: ShownValues, track: str) -> ShownValues:
        """Return the values with the variant, the damage of the marks, and the picture and side of the unit."""
        slot, unit = self.slot, unit_values.unit
        unit_values = unit_values._replace(damage=unit_values.damage_by_track.get(track, 0) if track else 0,
                                           variant=self.variant)
        if self.unit_attributes == ():
            return unit_values
        if unit:
            unit_values = unit_values._replace(art=unit.art, art_bow=unit.art_bow, side=unit.side)
        return unit_values._replace(side=self.options.sides[slot.entry]
                                    ) if slot.each == SIDES and not slot.is_unused_entry else unit_values

    def _measure(self, values: ShownValues | None) -> RowHeights:
        """Return the natural height of the cell with values, or blank (None). Raises DoesNotFitError, FormulaError."""
        unit_values = self._complete(values, "") if values else self._blank_values
        if self.slot.is_writable and self.cell.is_empty and self.cell.plate == PLATES[0]:
            return WRITING_HEIGHTS
        content, width = self.cell.resolve(unit_values), self._content_rectangle.width
        context = self._make_context(unit_values, "")
        natural, least = self.cell.measure_range(content, width, context)
        if not self.cell.keeps_clear:
            natural += 1 * MM
        if least is None:
            least = self._measure_shortest(values).lowest
            natural = max(natural, least)
        if self._is_space_alone(unit_values, content, context):
            natural = max(natural, WRITING_HEIGHTS.natural)
        return RowHeights(natural, min(natural, least))

    def _is_space_alone(self, unit_values: ShownValues, content: Any, context: DrawContext) -> bool:
        """Return whether an element with an unknown value is only a space to write in, unless it is a text."""
        if self.cell.kind == TEXT or all(unit_values.values.get(name) is not NOT_KNOWN for name in self.names):
            return False
        spaces = list[Place]()

        def note_space(place: Place, *_: object, **__: object) -> Items:
            spaces.append(place)
            return ()

        roomy = self._content_rectangle._replace(height=LARGEST_CELL)
        return not tuple(self.cell.draw(content, roomy, context._replace(draw_space=note_space))) and bool(spaces)

    def list_tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        """Yield the names by which damage refers to the marks of the cell, each with the number of marks."""
        name = self.find_own_track(unit)
        tracks = [(name, 0)] if name else []
        with suppress(DoesNotFitError, FormulaError):  # drawing reports it
            tracks = [*self.cell.list_tracks(ShownValues(self.collect_values(unit)), name)]
        yield from tracks
        for name in self.cell.notes:
            value = unit.values.get(name)
            yield from ((entry.key, entry.amount) for entry in (value.items if isinstance(value, FieldEntries) else ()))

    def lay_out_rows(self, unit: Unit) -> Iterable[list[CellPainter]]:  # noqa: ARG002 - pictures have such rows
        """Return the painters of the cells in each row around a picture."""
        return ()

    def is_shown(self, unit: Unit) -> bool:
        """Return whether the cell is drawn for a unit. Raises FormulaError and StyleError."""
        return not self._condition_names or self._decide(self.collect_values(unit))[0]

    def find_own_track(self, unit: Unit | None) -> str:
        """Return the name by which damage refers to the marks of the element. Return "" if there is none."""
        return self.find_track_name(unit) if getattr(self.cell, "track", "") else ""

    @cached_property
    def _content_rectangle(self) -> Place:
        return self.place if self.cell.keeps_clear else self._inner_rectangle.inset(0, 0.5 * MM)

    @cached_property
    def _usual_context(self) -> DrawContext:
        cell, style = self.cell, STYLES[self.cell.style]
        size = cell.largest or style.size
        return DrawContext(Palette(self.options.ink), self.pen, cell.largest, self.variant.line_weight,
                           draw_space=self.draw_space, color=self.text_color, align=cell.align,
                           text_style=style._replace(color=self.text_color, size=size), label=str(cell.blank or ""),
                           label_style=self.hint_style, fit_inside=_fit_inside, pad=PAD, area=self.slot.area,
                           words=WordsBeside(sizes=(cell.largest or INLINE[0], cell.smallest or INLINE[1]), size=size,
                                             pad=self.slot.pad, gap=self.slot.gap))

    @cached_property
    def _has_own_context(self) -> bool:
        """Whether the context or the values depend on more than values."""
        return bool(self._has_marks or self._has_words or self.slot.peers or self.unit_attributes != ())

    def _make_context(self, unit_values: ShownValues, track: str) -> DrawContext:
        """Return the place of the element, with the words of the cell beside it."""
        context, cell = self._usual_context, self.cell
        context = context._replace(track=track or (cell.kind if self._has_marks else ""))
        if self.slot.peers:
            context = context._replace(equal_size=self._find_equal_size(unit_values))
        if unit_values.is_blank and not cell.no_text and isinstance(cell.blank, str):
            context = context._replace(draw_space=partial(self.draw_space, bare=False))
        if not (self._has_words or (unit_values.is_blank and cell.text)):
            return context
        before = self.fixed_words if unit_values.is_blank else self.make_markup(unit_values.values)
        return context._replace(words=context.words._replace(before=before, behind=self._list_notes(unit_values)))

    def _find_equal_size(self, unit_values: ShownValues) -> float:
        """Return the size in points in which the marks of all cells of the line fit. Return 0 for the usual one."""
        sizes = list[float]()
        for peer, place in self.slot.peers:
            with suppress(DoesNotFitError, FormulaError):  # drawing reports it
                sizes.append(peer.measure_size(peer.resolve(unit_values), place, peer.largest))
        return min(filter(None, sizes), default=0.0)

    def _draw(self, unit_values: ShownValues, track: str) -> Items:
        try:
            content = self.cell.resolve(unit_values)
            context = (self._make_context(unit_values, track) if self._has_own_context or unit_values.is_blank
                       else self._usual_context)
            return tuple(self.cell.draw(content, self._content_rectangle, context))
        except artwork.PictureError as error:
            raise make_picture_error(error) from error
        except (fonts.MissingGlyphError, text.TooWideError, text.TooTallError) as error:
            subject = "" if str(error).startswith(self.cell.subject) else f"{self.cell.subject}: "
            hint = "give the cell more room" if getattr(error, "described", False) else ""
            raise FormError(f"{subject}{error}", error.hint or hint or "give the cell more room, or shorten them"
                            ) from error

    # The place of the element.

    def draw_frame(self) -> Items:
        """Return the items that are the same on every record. Raises FormError."""
        ground = () if self.varies and self.has_varying_ground else self.draw_blank_ground(
            ) if self._is_in_side_colour else self.draw_ground()
        frame = self.cell.draw_frame(self._content_rectangle, self._usual_context)
        if self.varies:
            return (*ground, *frame)
        return (*ground, *frame, *(self.draw_blank() if self.slot.is_unused_entry
                                   else self.draw(ShownValues(self.fixed_values))))

    def draw_ground(self) -> Items:
        """Return the ground of the cell; none if players write into it and need white paper."""
        cell = self.cell
        if not (cell.ground or cell.shade) or _needs_paper(cell, self.variant):
            return ()
        if not cell.ground:
            return (rect(*self.place, fill=choose_grey_fill(self.options.ink, float(cell.shade))),)
        # a pattern of this size would have a million parts
        is_too_large = max(self.place.width, self.place.height) > LARGEST
        if cell.pattern and cell.ground not in GROUND_NAMES and not is_too_large:
            filled = patterns.fill_with_pattern(cell.pattern, (*self.place,), parse_color(cell.ground),
                                                self.options.ink)
            return (*filled, rect(*self.place.inset(0.7 * self.slot.pad, RIM), fill=WHITE)) if _has_frame(
                cell) else filled
        if self.options.ink is Ink.BLACK and cell.plate == PLATES[0] and cell.ground not in GROUND_NAMES and (
                not cell.pattern and choose_text_color(parse_color(cell.ground)) == WHITE):  # a heading stays dark
            return (rect(*self.place.inset(FRAME.width / 2), fill=choose_grey_fill(Ink.BLACK, HEADING_SHADE),
                         stroke=FRAME),)
        return (label_plate(cell.plate, self.place, fill=_choose_fill(cell.ground, self.options.ink)),)

    def draw_blank_ground(self) -> Items:
        """Return the ground of a blank cell in place of the colour of the side.

        Cells for writing are paper with a frame; headings are pale.
        """
        if not self._is_in_side_colour:
            return ()
        if self.slot.cell.ground != SIDE_COLOUR:
            return self.draw_ground()
        fill = WHITE if self._is_to_fill else _choose_fill(self.cell.ground, self.options.ink)
        return (self._draw_plate(fill),)

    def _draw_plate(self, fill: Color) -> Path:
        """Return the shape of the cell with a frame, between rules without one."""
        if self._is_between_rules and self.cell.plate == PLATES[0]:
            return rect(*self.place, fill=fill)
        outline = label_plate(self.cell.plate, self.place.inset(0.4), fill=fill)
        return replace(outline, stroke=Stroke(themes.choose_heading_color(self.options.ink), 0.8))

    def draw_space(self, _: Place, words: str, draw_end: SpaceEnd | None = None, *, bare: bool = True) -> Items:
        """Return a label and a line to write on; between rules the cell itself is the space.

        The label is the known words, or the `blank` of the cell. Without `bare`, there is no line without a label.
        `draw_end` draws marks at the end of the line.
        """
        if self.cell.plate != PLATES[0]:  # players write into the shape itself
            return (self._draw_plate(WHITE),)
        slot, cell, inner, label_words = self.slot, self.cell, self._inner_rectangle, words or self.fixed_words
        stroke = Stroke(self.pen, LINE_WIDTH)
        circled = isinstance(cell.blank, int)  # a number is the count of pale marks, not a label
        lead = label_words or ("" if circled else cell.blank)
        style = self._usual_context.text_style if label_words else self.hint_style
        style = lower_style(style, min(LEAST, style.size), inner.height, lead) if lead or not cell.is_empty else style
        y = inner.y + style.size + 1 if cell.wrap else find_baseline(self.place, style)
        label = text.set_line(lead, style, inner.x, y, "start", inner.width, LEAST) if lead else ()
        behind = label[-1].x + label[-1].width + PAD if label else self.place.x
        ghosts, right = draw_end(behind) if draw_end else ((), inner.right)
        items: Items = (*label, *ghosts)
        if slot.pad or not (label or bare or slot.each):
            return items  # a cell between rules needs no line to write on
        if label:
            rule = line(behind, label[-1].y + 1.5, right, label[-1].y + 1.5, stroke)
            return (*items, rule) if right - behind > 10 * MM else items
        y = find_baseline(self.place, HINT) + 1.5
        return items or (line(inner.x, y, right, y, stroke),)

    @property
    def height_varies(self) -> bool:
        """Whether the natural height of the cell differs from record to record."""
        return bool(self.varies and self.cell.height_varies)

    def measure_height(self, unit: Unit | None) -> RowHeights:
        """Return the natural height of the cell for a unit, or on a blank form (None).

        Drawing reports the mistakes in the cell.
        """
        slot = self.slot
        if unit and slot.each == TOGETHER_KEY and shared_records.is_shared(unit) and not slot.is_unused_entry:
            unit, _ = shared_records.get_record_unit(unit, slot.entry)
        key = self.get_content_key(unit)
        if key not in self._height_cache:
            make_room(self._height_cache)
            height = measure_line(get_text_style(self.cell).size, self.slot.pad)
            with suppress(DoesNotFitError, FormulaError, PrintshopError):
                blank = slot.is_unused_entry or (unit is None and self.varies)
                height = self._measure(None if blank else ShownValues(
                    self.collect_values(unit) if unit and self.varies else self.fixed_values, unit=unit))
            self._height_cache[key] = height
        return self._height_cache[key]

    def _measure_shortest(self, unit_values: ShownValues | None) -> RowHeights:
        """Return the least height at which the cell can be drawn, for values or blank (None)."""
        def fits(height: float) -> bool:
            trial = type(self)(self.slot._replace(rectangle=self.place._replace(height=height)), self.options)
            try:
                _ = trial.draw(unit_values) if unit_values else trial.draw_blank()
            except (DoesNotFitError, FormulaError):
                return False
            return True

        least = 0.0 if fits(0.5 * MM) else find_shortest(fits, 0.5 * MM, LARGEST_CELL, 0.5 * MM)
        return RowHeights(least, least)

    def find_writing_places(self) -> Iterator[Place]:
        """Yield the places to write in, which are the same for all units: beside the words, if there are any."""
        if self.cell.holds_writing:
            unit_values = self._blank_values
            yield from self.cell.find_writing_places(self.cell.resolve(unit_values), self._content_rectangle,
                                                     self._make_context(unit_values, ""))
        elif self.slot.is_writable:
            words = self.fixed_words or (self.cell.text.segments[0] if self.cell.text and self.cell.text.is_fixed
                                         else "")
            left = text.measure_text(str(words), get_text_style(self.cell)) + PAD if words else 0.0
            yield self.place.inset(min(left, 0.7 * self.place.width), 0, 0, 0).inset(0.6)

    def draw_notes(self, unit: Unit) -> Items:
        """Return the notes of a unit, if the words of the cell ask for notes, and if all of the notes fit."""
        cell, label = self.cell, strip_markup(self.fixed_words).rstrip(_BEHIND_LABEL).casefold()
        if not cell.holds_writing or label != self.options.notes_label.casefold() or getattr(cell, "ruled", False) or (
                self._condition_names and not self._decide(self.collect_values(unit))[0]):
            return ()
        places, words = [*self.find_writing_places()], escape_markup(strip_markup(unit.notes))
        style = get_text_style(cell)._replace(bold=False, color=BLACK)
        if getattr(cell, "box", False):
            return set_in_box(words, places[0], style)
        return set_on_lines(words, places, style)

    # Properties of all cells.

    def find_track_name(self, unit: Unit | None) -> str:
        """Return the name of the marks for damage: "hull", "weapons.2", "shield.bow", "turn.7"."""
        track, list_name, numbers = getattr(self.cell, "track", ""), self.slot.each, ".".join(map(str, self.slot.path))
        list_name = "" if list_name == TOGETHER_KEY else list_name  # the marks are those of a unit
        entries = unit.values.get(list_name) if unit and list_name else None
        if isinstance(entries, NamedNumbers | FieldEntries) and not self.slot.is_unused_entry:
            entry = entries.rows[self.slot.entry]
            return f"{list_name}.{entry['name']}" if isinstance(entries, NamedNumbers) else str(entry["key"])
        if list_name:
            return f"{list_name}.{numbers}" + (f".{track}" if track not in ("", list_name) else "")
        return f"{track}.{numbers}" if numbers else track

    def make_markup(self, values: Mapping[str, object]) -> str:
        """Return the text of the cell, as markup."""
        return self.cell.text.fill(values).rstrip() if self.cell.text else ""

    @property
    def _inner_rectangle(self) -> Place:
        """The place to write in by hand."""
        return self.place.inset(self.slot.pad, 0, self.slot.pad + self.slot.gap, 0)

    @property
    def hint_style(self) -> Style:
        """The style of the words in a space to write in."""
        color = WHITE if self.text_color == WHITE else HINT.color  # on a dark ground
        return HINT._replace(size=min(HINT.size, self.cell.largest or HINT.size), color=color)

    @property
    def fixed_words(self) -> str:
        """The words of a blank cell: its text without values, or up to the first unknown value."""
        template = self.cell.text
        if not template:
            return ""
        pieces = [piece if isinstance(piece, str) else piece.fill(self.fixed_values)
                  if self._is_fixed(piece) else BLANK for piece in template.segments]
        if template.is_fixed or self._has_words:
            return remove_blanks("".join(pieces)).strip()
        ahead = "" if self.cell.blank else cut_at_blank("".join(pieces)).strip()
        return ahead if any(sign.isalnum() for sign in ahead) else ""

    def _is_fixed(self, hole: TextHole) -> bool:
        """Return whether a hole has the same words on all records: it depends only on the number of a row."""
        return hole.formula.names <= self.fixed_values.keys()

    def _list_notes(self, unit_values: ShownValues) -> tuple[MarkRun, ...]:
        """Return the entries and notes of fields that stand behind words and marks, and room for unknown ones."""
        runs = list[MarkRun]()
        for value in map(unit_values.values.get, self.cell.notes):
            if isinstance(value, Battery):
                runs += (MarkRun(trait.legend) for trait in value.traits if trait.note)
            for entry in value.items if isinstance(value, FieldEntries) else ():
                name, damaged = str(entry), unit_values.damage_by_track.get(entry.key, 0)
                label = text.escape_markup(name[:1].upper() + name[1:])
                runs.append(MarkRun(label, entry.amount, damaged=damaged, track=entry.key).with_variant(self.variant))
        is_unknown = any(unit_values.values.get(name) is NOT_KNOWN for name in self.cell.notes)
        return (*runs, SPACE) if is_unknown else tuple(runs)

    def collect_values(self, unit: Unit) -> Mapping[str, object]:
        """Return the values that the cell shows, by name; those of its row hide those of the unit."""
        slot = self.slot
        if not slot.number:
            return unit.values
        entries = unit.values.get(slot.each) if slot.each else None
        row_values = {**(entries.rows[slot.entry] if isinstance(entries, ListValue) else {}), "n": slot.number}
        return {name: row_values[name] if name in row_values else unit.values[name]
                for name in self.names}

    def get_content_key(self, unit: Unit | None) -> object:
        """Return a key of the content of the cell for a unit or blank: equal keys mean equal drawings."""
        if unit is None or not self.varies:
            return self.slot.number, self.slot.entry, self.slot.is_unused_entry, unit is None
        return unit.name if self.unit_attributes is None else self._make_key(self.collect_values(unit), unit)

    def _make_key(self, values: Mapping[str, object], unit: Unit) -> object:
        """Return the cache key of a cell without damage: its values, and the attributes of the unit."""
        key = self._key(values), self._unit_key(unit) if self._unit_key else ()
        return (*key, self.find_track_name(unit)) if self._has_list_track else key

    @property
    def shared_key(self) -> SharedKey | None:
        """The names and attributes on which the cell depends, for a cache shared with neighbours; None for no cache.

        Cells of lists have values of their own, and cells of units on one record are drawn for several units.
        """
        return None if self.slot.each or self.unit_attributes is None else SharedKey(
            frozenset(self.names) - {*(("n",) if self.slot.number else ())}, self.unit_attributes)

    def find_marked_names(self, in_texts: Collection[str]) -> set[str]:
        """Return the names of values with reference marks at the cell; rows of marks leave out the names `in_texts`."""
        names = {*self.cell.value_names, *((self.slot.each,) if self.slot.entry == 0 else ())}
        return names.difference(() if self.cell.text else in_texts)

    def paint(self, unit: Unit, damage: Damage, mark: str = "") -> Items:
        """Return the items of a unit's cell above its frame, with its `mark`.

        Raises FormError, FormulaError.
        """
        if self.slot.each == TOGETHER_KEY and shared_records.is_shared(unit) and not self.slot.is_unused_entry:
            unit, damage = shared_records.get_record_unit(unit, self.slot.entry)
            items = self._paint_unit(unit, damage, mark)
            return (Group(items, record=make_unique_name(unit)),) if items else ()
        return self._paint_unit(unit, damage, mark)

    def _paint_unit(self, unit: Unit, damage: Damage, mark: str) -> Items:
        values = self.collect_values(unit)
        if self._is_in_side_colour:
            ground, of_side = self._dress_for_side(unit.side)
            return (*ground, *of_side.paint(unit, damage, mark))
        if self._condition_names:
            is_present, evaluated = self._decide(values)
            if not (is_present or "shade" in self._styles):
                return ()
            if self._styles:
                ground, styled_painter = self._dress(evaluated)
                return (*ground, *styled_painter.paint(unit, damage, mark)) if is_present else ground
        if self._caches_items and not (mark or damage or unit.notes):
            key = self._make_key(values, unit)
            items = self._item_cache.get(key)
            if items is None:
                make_room(self._item_cache)
                items = self._item_cache[key] = self.draw(ShownValues(values, unit=unit, damage_by_track=damage))
            return items
        cell, unit_values = self.cell, ShownValues(values, unit=unit, damage_by_track=damage)
        if mark and cell.text and not (
                cell.no_text or is_unknown_text(cell.text, values, has_label=bool(cell.blank))):
            marked_cell = replace(cell, text=replace(cell.text, segments=(*cell.text.segments, mark)))
            return type(self)(self.slot._replace(cell=marked_cell), self.options).draw_with_notes(unit_values)
        x = self.place.right - max(self.slot.pad / 2, 1)
        above = text.set_line(mark, MARK, x, self.place.y + MARK.size, "end") if mark else ()
        return (*self.draw_with_notes(unit_values), *above)

    def draw_with_notes(self, unit_values: ShownValues) -> Items:
        """Return the items of the element, and behind its words or entries the notes of the unit, if they fit."""
        if unit_values.unit and unit_values.unit.notes and self._takes_notes:
            notes = escape_markup(strip_markup(unit_values.unit.notes))
            context, content = self._make_context(self._complete(unit_values, ""), ""), self.cell.resolve(unit_values)
            if self.cell.notes:
                context = context._replace(words=context.words._replace(
                    behind=(*context.words.behind, MarkRun(notes))))
            elif content.is_unknown:
                content = content._replace(markup=f"{self.fixed_words} {notes}", is_unknown=False)
            else:
                content = content._replace(markup=f"{content.markup}; {notes}", shorter=())
            with suppress(DoesNotFitError, fonts.MissingGlyphError):
                return tuple(self.cell.draw(content, self._content_rectangle, context))
        return self.draw(unit_values)

    def _decide(self, values: Mapping[str, object]) -> tuple[bool, tuple[Any, ...]]:
        """Return whether the cell is drawn for a unit, and its styles. Raises FormulaError and StyleError."""
        key = tuple(map(values.get, self._condition_names))
        decision = self._presence_cache.get(key)
        if decision is None:
            is_present = evaluate_condition(self.cell.only_if, values) != 0
            looks = tuple(look.evaluate(values) for look in self._styles.values()
                          ) if is_present or "shade" in self._styles else ()
            make_room(self._presence_cache)
            decision = self._presence_cache[key] = is_present, looks
        return decision

    def _dress_for_side(self, side: Side | None) -> tuple[Items, CellPainter]:
        """Return the ground of the cell in the colour of a side, and the painter of its other items."""
        key = (side.color, side.pattern) if side else ("",)
        if key not in self._styled_painters:
            styled_painter = type(self)(self.slot._replace(cell=_apply_side_colour(self.slot.cell, side)), self.options)
            make_room(self._styled_painters)
            ground = () if styled_painter.has_varying_ground else styled_painter.draw_ground()
            self._styled_painters[key] = ground, styled_painter
        return self._styled_painters[key]

    def _dress(self, looks: tuple[Any, ...]) -> tuple[Items, CellPainter]:
        """Return the ground of the cell with some styles, and the painter of its other items."""
        if looks not in self._styled_painters:
            cell = replace(self.slot.cell, only_if=None, **dict(zip(self._styles, looks, strict=True)))
            styled_painter = type(self)(self.slot._replace(cell=cell), self.options)
            make_room(self._styled_painters)
            ground = styled_painter.draw_ground() if self.has_varying_ground else ()
            self._styled_painters[looks] = ground, styled_painter
        return self._styled_painters[looks]


def make_room(remembered: dict[Any, Any]) -> None:
    """Empty a cache that has more than MAX_CACHED entries."""
    if len(remembered) > MAX_CACHED:
        remembered.clear()


def _apply_side_colour(cell: Cell, side: Side | None) -> Any:
    """Return a cell with the colour of a side; without a side, it looks like a heading.

    Words in a pale colour are made darker, so that they can be read on paper.
    """
    color = side.color if side else ""
    words = next((shade.to_hex() for share in range(10)
                  if measure_contrast(shade := parse_color(color).mix(BLACK, share / 10), WHITE)
                  >= themes.MIN_TEXT_CONTRAST), "") if color and not cell.ground else ""
    return replace(cell, ground=(color or "bar") if cell.ground == SIDE_COLOUR else cell.ground,
                   colour=words if cell.colour == SIDE_COLOUR else cell.colour,
                   pattern=cell.pattern if cell.pattern != SIDE_COLOUR else side.pattern if side else "")


def _choose_fill(ground: str, ink: Ink) -> Color:
    """Return the colour of a cell's ground: from the data, or from the theme."""
    if ground in GROUND_NAMES:
        return themes.choose_background_color(ground, ink)  # type: ignore[arg-type]
    return choose_area_color(ink, parse_color(ground))


def _has_frame(cell: Cell) -> bool:
    """Return whether the pattern of a cell is only a frame round paper, because lines would cross its content."""
    pattern = cell.pattern not in ("", "solid") and cell.ground not in GROUND_NAMES
    return pattern and (cell.kind != TEXT or bool(cell.text or cell.blank or cell.notes or cell.write))


def _needs_paper(cell: Cell, variant: Variant) -> bool:
    """Return whether a cell has no ground because players write into it."""
    return bool(variant.no_tint and (cell.has_marks or cell.write))


def _make_legible(cell: Cell, ink: Ink, *, on_paper: bool) -> Cell:
    """Return a cell with words that can be read: white on a dark ground, unless the data gives a readable colour.

    Without its ground, or with a pattern as a frame, the words are `on_paper`.
    """
    colour = "" if ink is Ink.BLACK else cell.colour
    if cell.ground:
        on_paper = on_paper or _has_frame(cell)
        black = cell.pattern == "solid" and ink is Ink.BLACK and cell.ground not in GROUND_NAMES
        fill = WHITE if on_paper else BLACK if black else _choose_fill(cell.ground, ink)
        if colour:
            color, intended_fill = parse_color(colour), _choose_fill(cell.ground, Ink.COLOUR)
            pale = on_paper and measure_contrast(color, fill) < min(measure_contrast(color, intended_fill),
                                                                    themes.MIN_TEXT_CONTRAST)
            colour = (BLACK if pale else themes.keep_legible(color, intended_fill, fill)).to_hex()
        elif choose_text_color(fill) == WHITE:
            colour = WHITE.to_hex()
    return cell if colour == cell.colour else replace(cell, colour=colour)


def make_readable(slot: PlacedCell, below: BackingStack, margin: float) -> PlacedCell:
    """Return a cell adapted to the front of a card, whose rows are `margin` points inside its edges.

    A cell with words only is black or white, if this can be read on all colours behind it. Other cells that cannot be
    read on the front, and all such cells in black ink, get white paper: pencil marks cannot be seen on a dark colour.
    """
    cell, place = slot.cell, slot.rectangle.inset(0.0 if slot.pad else 0.5 * MM)  # with the rules round it
    if cell.ground or cell.shade or slot.is_on_bar or not isinstance(cell.colour, str):
        return slot
    spots = [(x + margin, y + margin) for x in (place.x, place.center[0], place.right)
             for y in (place.y, place.center[1], place.bottom)]
    grounds = {backing.printed_color if (backing := below.find_backing(point)) else WHITE for point in spots}
    color = BLACK if below.ink is Ink.BLACK else get_text_color(cell)

    def is_legible(color: Color) -> bool:
        return all(measure_contrast(color, ground) >= themes.MIN_TEXT_CONTRAST for ground in grounds)

    if is_legible(color):
        return slot
    only_words = cell.kind in (TEXT, "warnings") and not (slot.pad or slot.is_writable or cell.notes)
    if below.ink is not Ink.BLACK and (only_words
                                       or cell.colour) and is_legible(other := choose_text_color(next(iter(grounds)))):
        return slot._replace(cell=replace(cell, colour=other.to_hex()))
    if measure_contrast(color, WHITE) < themes.MIN_TEXT_CONTRAST:
        cell = replace(cell, colour=BLACK.to_hex())
    return slot._replace(cell=cell, is_on_paper=True)


def make_picture_error(error: artwork.PictureError) -> DoesNotFitError:
    """Return the error to raise for a picture: the error itself for a unit's own picture, else a FormError."""
    if error.unit_file:
        return error
    position_text = f" (line {error.line}, column {error.column})" if error.line else ""
    return FormError(f"the picture cannot be used: {error.message}{position_text}", error.hint)


def _fit_inside(place: Place, ratio: float) -> Place:  # noqa: ARG001 - a cell is a rectangle
    return place.inset(CELL_MARGIN)
