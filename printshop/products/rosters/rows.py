"""Tables of rosters, and the summary of a fleet.

A table is blank, or has a row for each ship, by class, with totals. The `roster` of a unit type in game.yaml sets the
values that are shown, the totals, and the value that divides the units into classes. The defaults of these settings
depend on the fields of the unit type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Literal

from printshop.drawing import shapes, text
from printshop.drawing.artwork import has_own_colors
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_line_color
from printshop.formulas import NOT_KNOWN, UnknownFigure
from printshop.game.errata import NoteMarks
from printshop.game.field_values import Battery, FieldEntries, ListRows, NamedNumbers
from printshop.game.fleets import Fleet, FleetForce, FleetUnit, has_points
from printshop.game.formula_keys import MISSING, format_cell, format_value, to_markup
from printshop.game.model import Game, Side, Unit, make_unique_name
from printshop.game.scenarios import format_points
from printshop.game.unit_types import NO_VALUE, RosterColumn, UnitType, make_heading
from printshop.layout.flow import BAR_HEIGHT, BulletList, FlowBlock, Heading, KeepTogether
from printshop.layout.rectangles import Rect
from printshop.layout.table import FINE_RULE, RULE, LayoutTable, TableCell, TableColumn, TableRow, make_sum_row
from printshop.products.booklets.force_lists import draw_side_bar, format_unit_count
from printshop.products.booklets.illustrations import read_scaled_picture
from printshop.text_markup import OURS_MARK, escape_markup, strip_markup
from printshop.words import Words

MarkCounts = Mapping[str, int]

SUMMED_FIELD_KINDS = ("whole", "battery", "numbers", "entries", "list")  # kinds of fields that have totals
WRITE_IN_BLANK = format_value(NOT_KNOWN)  # a blank to fill in
SIZE_VALUES = ("size", "size_name")
NOTES_WIDTH = 62.0  # points: least width of a column for notes
WRITE_IN_WIDTHS = {"name": 113.0, "class": 70.0, "number": 28.0, "value": 58.0, "points": 40.0, "notes": 96.0}
"""The least widths, in points, of columns that are filled in by hand: a written digit takes 5 mm."""
MIN_ROW_HEIGHT = 17.0  # points: height of a row with a picture, on a full page
MAX_PLAIN_HEIGHT = 26.0  # points: greatest height of a row without a picture
PICTURE_WIDTHS = {True: 46.0, False: 76.0}  # points: width of the column of pictures, by `with_sums`
MIN_UNKNOWN_WIDTH, MAX_UNKNOWN_WIDTH = 22.0, 44.0  # points: of a column with values to fill in; of the lines
WRITE_IN_HEIGHT = 21.0  # points: height of a row to write in
BOX_SIZE = 28.0, 14.0  # points: width and height of a box to write in
BOX_HEADINGS = "number_heading", "total"  # columns of a list in which players write the number of units, and points
SUM_STYLE = text.Style("sans", 10, bold=True)
SUMMARY_BAR_WIDTH = 200.0  # points: width of the bar of a side above its summary
BAR_GAP = 4.0  # points: above and below the bar of a side


@dataclass(frozen=True, slots=True)
class RosterOptions:
    """The options of a roster's tables: the game, and whether the tables have totals and notes (`with_sums`).

    `mark_counts` has the number of marks on the units' records, by unique name (`make_unique_name`) and track.
    `note_marks` gives the reference marks for values with a note.
    """

    game: Game
    mark_counts: Mapping[str, MarkCounts]
    ink: Ink
    with_sums: bool = True
    note_marks: NoteMarks = field(default_factory=NoteMarks)
    row_height: float = MIN_ROW_HEIGHT  # points: least height of the row of a unit

    def format_count(self, ships: Sequence[FleetUnit]) -> str:
        """Return the number of ships with the game's word for these ships: "17 ships"."""
        return format_unit_count(self.game, [ship.unit.kind for ship in ships])

    def format_points(self, ships: Sequence[FleetUnit]) -> str:
        """Return the total points of some ships.

        If some points are not known, the text has a blank for them.
        """
        if not has_points(self.game, {ship.unit.kind for ship in ships}):
            return MISSING
        return _format_sum([NOT_KNOWN if ship.points is None else Fraction(ship.points) for ship in ships])

    def format_total(self, ships: Sequence[FleetUnit], value: str) -> str:
        """Return the total of a value over some ships.

        If the records of a ship have marks for the value, their number is added. Otherwise the value itself is
        added.
        """
        return _format_sum([_measure_amount(ship.unit, value, self.mark_counts.get(make_unique_name(ship.unit), {}))
                            for ship in ships])


# --- values and classes ---------------------------------------------------------------------------------------------


def _find_class_value(game: Game, kind: UnitType) -> str:
    """Return the value that divides units of a type into classes.

    If the unit type sets no such value, return the first choice among the fields. If there is no choice, return the
    size. If the game has no sizes either, or if the unit type asks for no classes, return "".
    """
    if kind.roster.by is not None:
        return "" if kind.roster.by == NO_VALUE else kind.roster.by
    choices = (key for key, field in kind.fields.items() if field.kind == "choice")
    return next(choices, "size_name" if game.sizes else "")


def _make_class_heading(class_value: str, kind: UnitType, words: Words) -> str:
    return escape_markup(words("size_heading") if class_value == "size_name"
                         else make_heading(class_value, kind.fields).removesuffix(" name"))


def _find_class(unit: Unit, class_value: str, words: Words) -> str:
    value = unit.values.get(class_value) if class_value else None
    return "" if value is None else words("unknown_class") if value is NOT_KNOWN else strip_markup(to_markup(value))


def _group_by_class(ships: Sequence[FleetUnit], class_value: str, game: Game,
                    kind: UnitType | None = None) -> dict[str, list[FleetUnit]]:
    """Return ships by class.

    The order is that of the game's sizes or of a choice's options. Classes that are neither sizes nor options keep
    the given order.
    """
    order: Sequence[str] = tuple(kind.fields[class_value].options) if kind and class_value in kind.fields else ()
    if class_value in SIZE_VALUES:
        order = tuple(size.key if class_value == "size" else size.name for size in game.sizes)
    classes: dict[str, list[FleetUnit]] = {}
    for ship in ships:
        classes.setdefault(_find_class(ship.unit, class_value, game.words), []).append(ship)
    return dict(sorted(classes.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))


def _base_name(track: str) -> str:
    """Return the field of a track: "shield" for "shield.bow"."""
    return track.partition(".")[0]


def _measure_amount(unit: Unit, value: str, tracks: MarkCounts) -> Fraction | UnknownFigure | None:
    """Return the amount that a unit's value adds to a total. If the unit has no such value, return None."""
    figures = unit.values.get(value)
    circles = [count for track, count in tracks.items() if _base_name(track) == value]
    match figures:
        case UnknownFigure():
            return NOT_KNOWN
        case _ if circles:
            return Fraction(sum(circles))
        case Battery() | FieldEntries() | ListRows():
            return Fraction(figures.count)
        case NamedNumbers():
            numbers = [number for number in figures.numbers if isinstance(number, int)]
            return Fraction(sum(numbers)) if len(numbers) == len(figures.numbers) else NOT_KNOWN
        case int() | Fraction() if not isinstance(figures, bool):
            return Fraction(figures)
    return None


def _format_sum(amounts: Sequence[Fraction | UnknownFigure | None]) -> str:
    """Return a total as printed. If some amounts are not known, the text has a blank for them."""
    summands = [amount for amount in amounts if isinstance(amount, Fraction)]
    if summands or not amounts or NOT_KNOWN in amounts:
        return _format_total(sum(summands, Fraction(0)), NOT_KNOWN in amounts)
    return MISSING


def _format_total(total: Fraction, is_incomplete: bool) -> str:
    return (
        format_points(total)
        if not is_incomplete
        else f"{format_points(total)} + {WRITE_IN_BLANK}"
        if total
        else WRITE_IN_BLANK
    )


def _is_number(units: Iterable[Unit], value: str) -> bool:
    """Return whether a value is a number, unknown or missing in each unit.

    If so, the column of the value is set at the right.
    """
    return all(isinstance(unit.values.get(value), int | Fraction | UnknownFigure | None) for unit in units)


# --- rows of ships ---------------------------------------------------------------------------------------------


def make_roster_tables(fleet: Fleet, options: RosterOptions) -> list[LayoutTable]:
    """Return the tables of a fleet.

    The units of a side stand below the bar of the side. Units with the same columns are in one table. A list of units
    ends with a row in which the sum is written.
    """
    several_sides, tables = len(fleet.forces) > 1, list[LayoutTable]()
    kinds = {key: _UnitTypeTable([ship for ship in fleet.units if ship.unit.kind == key], kind, options)
             for key, kind in options.game.unit_types.items()}
    for squadron in fleet.forces:
        groups = {key: ships for key in kinds if (ships := [ship for ship in squadron.units if ship.unit.kind == key])}
        ships_above: list[FleetUnit] = []
        for key, ships in groups.items():
            columns, title = kinds[key].columns, ": ".join((
                *((squadron.side.name or options.game.words("for_any_side"),) if several_sides else ()),
                *((options.game.unit_types[key].plural,) if len(groups) > 1 else ())))
            bar = partial(_draw_bar, squadron.side, escape_markup(title[:1].upper() + title[1:]), options.ink)
            rows = (*((TableRow((TableCell(draw_content=bar), *[""] * (len(columns) - 1)), "group",
                                min_height=BAR_HEIGHT + 2 * BAR_GAP),) if title else ()),
                    *kinds[key].make_ship_rows(ships, ships_above, is_only_table=len(groups) == 1),
                    *(kinds[key].make_end_rows(squadron) if options.with_sums and key == [*groups][-1] else ()))
            if tables and tables[-1].columns == columns:
                tables[-1] = replace(tables[-1], rows=(*tables[-1].rows, *rows))
            else:
                tables.append(LayoutTable(columns, rows, sum_column=kinds[key].points_column))
            ships_above += ships
    if not options.with_sums and has_points(options.game):
        sums = TableCell(draw_content=partial(_draw_sums, options.game.words))
        tables[-1] = replace(tables[-1], rows=(*tables[-1].rows, TableRow(
            (sums, *[""] * (len(tables[-1].columns) - 1)), "total", min_height=WRITE_IN_HEIGHT)))
    return tables


def _draw_bar(side: Side, title: str, ink: Ink, box: Rect) -> Iterator[Item]:
    """Draw the bar of a side across the table."""
    y = box.bottom - BAR_HEIGHT - BAR_GAP
    yield Group(draw_side_bar(side, title, box.width, ink), Transform().translate(box.x, y))
    yield shapes.rect(box.x, y, box.width, BAR_HEIGHT, stroke=RULE)


def _draw_box(box: Rect) -> Iterator[Item]:
    """Draw a box to write in, at the right of a cell."""
    width, height = BOX_SIZE
    yield shapes.rect(box.right - width - 2, box.center[1] - height / 2, width, height, fill=WHITE, stroke=RULE)


def _draw_sums(words: Words, box: Rect) -> Iterator[Item]:
    """Draw the boxes for the total, the limit and the points left over, each to the right of its label."""
    for place, label in zip(box.split_columns([1.0] * 3, gap=0), ("total", "limit", "left_over"), strict=True):
        yield from _draw_box(place)
        yield from text.set_line(words(label), SUM_STYLE, place.right - BOX_SIZE[0] - 8, box.center[1] + 3.5, "end")


def _draw_unknown(box: Rect) -> Iterator[Item]:
    """Draw a line on which an unknown value is written."""
    y = box.center[1] + 4
    yield shapes.line(box.x + 3, y, min(box.right - 3, box.x + MAX_UNKNOWN_WIDTH), y, FINE_RULE)


class _UnitTypeTable:
    """The columns for all ships of one unit type.

    The columns are the same for every side, so that one table has all sides.
    """

    def __init__(self, ships: Sequence[FleetUnit], kind: UnitType, options: RosterOptions) -> None:
        self.kind, self.options, self.class_value, self.value_columns = (
            kind,
            options,
            _find_class_value(options.game, kind),
            kind.roster_columns,
        )
        words = options.game.words
        # classes of fewer than two ships on average have no headings: they are named in a column
        class_sizes = Counter((ship.unit.side.key, _find_class(ship.unit, self.class_value, words)) for ship in ships)
        self.has_class_headings = len(ships) >= 2 * len(class_sizes)
        self.has_pictures = any(ship.unit.art for ship in ships)
        designs = {(ship.unit.art, ship.unit.size): ship.unit for ship in ships}.values()
        picture_width = PICTURE_WIDTHS[options.with_sums]
        self.picture_scale = min((room / length for picture in filter(None, map(read_scaled_picture, designs))
                                  for room, length in zip((picture_width - 4, options.row_height - 3), picture.size,
                                                          strict=True)), default=1.0)
        self.has_class_column = options.with_sums and any(self.make_class_cell(ship) for ship in ships)
        self.has_damage = any(ship.damage for ship in ships)
        # else only the class value is shown
        has_class_names = self.has_class_headings or any(self.find_class_name(ship) for ship in ships)
        units = [ship.unit for ship in ships]
        # columns with the mark † in their headings
        self.ours = {value for _, value in self.value_columns if all(unit.find_ours_mark(value) for unit in units)}
        columns = [TableColumn(min_width=picture_width, padding=(0, 4))] if self.has_pictures else []
        columns += [TableColumn(kind.name.capitalize(), flexible=True)]
        if self.has_class_column:
            columns.append(TableColumn(words("class_heading") if has_class_names
                                       else _make_class_heading(self.class_value, kind, words),
                                       flexible=True))
        for heading, value in self.value_columns:
            number = _is_number(units, value)
            mark = OURS_MARK if ships and value in self.ours else ""
            columns.append(TableColumn(f"{escape_markup(heading)}{mark}", "end" if number else "start",
                                       flexible=not number,
                                       min_width=MIN_UNKNOWN_WIDTH if any(unit.values.get(value) is NOT_KNOWN
                                                                          for unit in units) else 0.0))
        self.points_column = len(columns) if has_points(options.game) else None
        columns += [TableColumn(words("points_heading"), "end")] if self.points_column is not None else []
        columns += [TableColumn(words("damage_heading"), flexible=True, min_width=44.0)] if self.has_damage else []
        self.box_headings = () if options.with_sums or self.points_column is None else BOX_HEADINGS
        columns += [TableColumn(words(key), "end", min_width=BOX_SIZE[0] + 4) for key in self.box_headings]
        self.columns = (*columns, *([TableColumn(words("equipment_heading"), flexible=True, min_width=NOTES_WIDTH)]
                                    if options.with_sums else []))

    def find_class_name(self, ship: FleetUnit) -> str:
        """Return the name of a ship's class.

        If the name only repeats another word of the row, return "". That word is the name of the ship, or the value
        that divides the roster. If a ship has a tag, its class is its design.
        """
        name = ship.unit.class_name or (ship.base if ship.unit.tag else "")
        return "" if name in ("", ship.unit.display_title, _find_class(
            ship.unit, self.class_value, self.options.game.words)) else name

    def make_class_cell(self, ship: FleetUnit) -> str:
        class_name, shared = self.find_class_name(ship), "" if self.has_class_headings else _find_class(
            ship.unit, self.class_value, self.options.game.words)
        return ", ".join(filter(None, (f"{class_name}{ship.unit.name_mark}" if class_name else "", shared)))

    def make_ship_rows(self, ships: Sequence[FleetUnit], ships_above: Sequence[FleetUnit], *,
                       is_only_table: bool) -> Iterator[TableRow]:
        """Yield the rows of ships by class.

        `ships_above` are the ships in the tables above.
        """
        options, classes = self.options, _group_by_class(ships, self.class_value, self.options.game, self.kind)
        running_total = sum((ship.points for ship in ships_above if ship.points is not None), Fraction(0))
        has_unknown, running_text = any(ship.points is None for ship in ships_above), ""
        for name, group in classes.items():
            if len(classes) > 1 and self.has_class_headings:
                yield self._make_sum_row(escape_markup(name) or MISSING, "", "group")
            for ship in group:
                running_total, has_unknown = running_total + (ship.points or 0), has_unknown or ship.points is None
                running_text = (
                    _format_total(running_total, has_unknown)
                    if options.with_sums and self.points_column is not None
                    else ""
                )
                yield TableRow(tuple(self._make_cells(ship)), running_sum=running_text,
                               min_height=options.row_height if self.has_pictures
                               else 0.0 if options.with_sums else min(options.row_height, MAX_PLAIN_HEIGHT))
            if options.with_sums and self.has_class_headings and len(classes) > 1 and len(group) > 1:
                label = f"{escape_markup(name) or MISSING}: {options.format_count(group)}"
                yield self._make_sum_row(label, options.format_points(group), "sum", running_text)
        if options.with_sums and not is_only_table and len(ships) > 1:
            yield self._make_sum_row(options.format_count(ships), options.format_points(ships), "sum", running_text)

    def make_end_rows(self, squadron: FleetForce) -> Iterator[TableRow]:
        """Yield the rows below the last ship: the total, the limit, and the difference between total and limit."""
        options, words = self.options, self.options.game.words
        if has_points(options.game) or len(squadron.units) > 1:
            yield self._make_sum_row(words("total_of", units=options.format_count(squadron.units)),
                                     options.format_points(squadron.units), "total")
        if squadron.limit is not None:
            yield self._make_sum_row(words("limit"), format_points(squadron.limit), "sum")
            left = (
                abs(squadron.limit - squadron.points)
                if squadron.points_over or not squadron.unknown_points_count
                else Fraction(0)
            )
            yield self._make_sum_row(words("over_limit" if squadron.points_over else "left_over"),
                                     _format_total(left, bool(squadron.unknown_points_count)), "sum")

    def _make_sum_row(self, label: str, amount: str, kind: Literal["group", "sum", "total"],
                      running: str = "") -> TableRow:
        return make_sum_row(len(self.columns), self.points_column, label, amount, kind)._replace(running_sum=running)

    def _make_cells(self, ship: FleetUnit) -> Iterator[str | TableCell]:
        if self.has_pictures:
            yield TableCell(draw_content=partial(_draw_thumbnail, ship.unit, self.picture_scale, self.options.ink))
        name = f"{ship.unit.display_label}{'' if self.find_class_name(ship) else ship.unit.name_mark}"
        yield name if self.options.with_sums else "\n".join(filter(None, (
            name, "; ".join(filter(None, (escape_markup(self.make_class_cell(ship)), self._make_notes(ship)))))))
        if self.has_class_column:
            yield escape_markup(self.make_class_cell(ship))
        values = [value for _, value in self.value_columns]
        cell_values = [ship.unit.values.get(value) for value in values]
        differs = ship.unit.differs
        for name, value in zip(values, cell_values, strict=True):
            marks = "" if name in self.ours else ship.unit.find_ours_mark(name)
            marks += self.options.note_marks.assign_marks([differs[name]] if name in differs else ())
            yield TableCell(draw_content=_draw_unknown) if value is NOT_KNOWN else format_cell(value) + marks
        if self.points_column is not None:
            kind_has_points = has_points(self.options.game, (self.kind.key,))
            yield (
                MISSING
                if not kind_has_points
                else TableCell(draw_content=_draw_unknown)
                if ship.points is None
                else f"{format_points(ship.points)}{ship.unit.find_ours_mark(self.kind.points)}"
            )
        yield from [TableCell(draw_content=_draw_box)] * len(self.box_headings)
        if self.has_damage:  # "hull 3/14", with the number of marks if it is known
            tracks = self.options.mark_counts.get(make_unique_name(ship.unit), {})
            yield escape_markup(", ".join(f"{track.replace('_', ' ').replace('.', ' ')}\u00a0{marked}"
                                          + (f"/{tracks[track]}" if track in tracks else "")
                                          for track, marked in ship.damage.items()))
        if self.options.with_sums:
            yield self._make_notes(ship)

    def _make_notes(self, ship: FleetUnit) -> str:
        """Return the notes of a ship, such as "*Lightning projectors", and its entries without a column."""
        column_names = [value for _, value in self.value_columns]
        batteries = [value for name in column_names if isinstance(value := ship.unit.values.get(name), Battery)]
        values_left = [escape_markup(str(value)) for name in self.kind.fields if name not in column_names
                       if isinstance(value := ship.unit.values.get(name), FieldEntries) and value.items]
        notes = dict.fromkeys(trait.legend for battery in batteries for trait in battery.traits if trait.note)
        return "; ".join(filter(None, (*notes, *values_left, ship.notes)))


def _draw_thumbnail(unit: Unit, scale: float, ink: Ink, box: Rect) -> Iterator[Item]:
    """Draw the picture of a unit in the middle of its cell."""
    if picture := read_scaled_picture(unit):
        width, height = (scale * length for length in picture.size)
        color = None if has_own_colors(picture.picture) or not unit.side.name else choose_line_color(
            ink, parse_color(unit.side.color).mix(BLACK, 0.25))
        yield picture.place(Rect(box.center[0] - width / 2, box.center[1] - height / 2, width, height), ink, color)


def make_blank_roster_table(kind: UnitType, options: RosterOptions, rows: int) -> LayoutTable:
    """Return a table to fill in by hand.

    It has `rows` rows, then the total, the limit and the points left over. If the units of the type have no points,
    there are only the `rows` rows.
    """
    units, words = [unit for unit in options.game.units.values() if unit.kind == kind.key], options.game.words
    columns = [TableColumn(kind.name.capitalize(), flexible=True, min_width=WRITE_IN_WIDTHS["name"]),
               TableColumn(words("class_heading"), flexible=True, min_width=WRITE_IN_WIDTHS["class"]),
               *(TableColumn(escape_markup(heading), "middle",
                             min_width=WRITE_IN_WIDTHS["number" if _is_number(units, value) else "value"])
                 for heading, value in kind.roster_columns)]
    points_column = len(columns) if has_points(options.game, (kind.key,)) else None
    columns += (
        [TableColumn(words("points_heading"), "middle",
                     min_width=WRITE_IN_WIDTHS["points"])] if points_column is not None else []
    )
    columns += [TableColumn(words("damage_notes_heading"), flexible=True, min_width=WRITE_IN_WIDTHS["notes"])]
    lines = [TableRow(("",) * len(columns), min_height=WRITE_IN_HEIGHT)] * rows
    end_rows: tuple[tuple[str, Literal["sum", "total"]], ...] = (
        ("total", "total"), ("limit", "sum"), ("left_over", "sum"))
    lines += [make_sum_row(len(columns), points_column, words(label), "", row_kind)._replace(min_height=WRITE_IN_HEIGHT)
              for label,
              row_kind in end_rows if points_column]
    return LayoutTable(tuple(columns), tuple(lines), sum_column=points_column, has_grid=True)


# --- summary -----------------------------------------------------------------------------------------


def build_force_summary(fleet: Fleet, options: RosterOptions) -> Iterator[FlowBlock]:
    """Yield the summary tables of each side, and the warnings about units.

    If there are several sides, the name of each side stands above its tables. If a fleet has only one ship, there are
    no tables.
    """
    headings: list[FlowBlock] = [Heading(2, options.game.words("force_summary"))]
    for squadron in fleet.forces if len(fleet.units) > 1 else ():
        tables = tuple(_build_summary_tables(squadron, options))
        if not tables:
            continue
        if len(fleet.forces) > 1 and squadron.side.name:
            name = escape_markup(squadron.side.name)
            headings.append(Heading(3, name, bar=draw_side_bar(squadron.side, name, SUMMARY_BAR_WIDTH, options.ink)))
        yield KeepTogether((*headings, tables[0]))
        yield from tables[1:]
        headings = []
    warnings = {ship.base: f"{options.game.units[ship.base].label}: {', '.join(ship.unit.warnings)}"
                for ship in fleet.units
                if ship.unit.warnings}
    if warnings:
        yield KeepTogether((Heading(2, options.game.words("noted_designs")), BulletList(tuple(warnings.values()))))


def _build_summary_tables(squadron: FleetForce, options: RosterOptions) -> Iterator[FlowBlock]:
    """Yield a table by class for each unit type, and a table by size.

    Tables that would only repeat the head of the roster are left out.
    """
    shares = _ForceShares(options, Fraction(0) if squadron.unknown_points_count else squadron.points)
    by_size = bool(options.game.sizes)
    for key, kind in options.game.unit_types.items():
        if ships := [ship for ship in squadron.units if ship.unit.kind == key]:
            class_value = _find_class_value(options.game, kind)
            by_size = by_size and class_value not in SIZE_VALUES
            table = _make_class_table(ships, class_value, kind, shares)
            if len(table.rows) > 1 or len(table.columns) > 1 + len(shares.headings):
                yield table
    sizes = _group_by_class(squadron.units, "size_name", options.game)
    if by_size and len(sizes) > 1:
        rows = [(escape_markup(name) or options.game.words("no_size_class"), *cells)
                for name, cells in zip(sizes, map(shares.make_cells, sizes.values()), strict=True)]
        yield KeepTogether((_make_summary_table((options.game.words("size_heading"), *shares.headings), rows),))


def _make_summary_table(headings: Sequence[str], rows: Iterable[tuple[str, ...]],
                        total_rows: Iterable[tuple[str, ...]] = ()) -> LayoutTable:
    columns = [TableColumn(head, "end" if number else "start") for number, head in enumerate(headings)]
    return LayoutTable(tuple(columns), (*map(TableRow, rows), *(TableRow(cells, "total") for cells in total_rows)))


def _make_class_table(ships: Sequence[FleetUnit], class_value: str, kind: UnitType,
                      shares: _ForceShares) -> LayoutTable:
    options, words = shares.options, shares.options.game.words
    tracks = {_base_name(track) for ship in ships for track in options.mark_counts.get(make_unique_name(ship.unit), {})}
    # totals of the values that the type sets, or of the fields with marks on records
    value_columns = kind.roster.totals or tuple(RosterColumn(make_heading(key, kind.fields), key) for key,
                                                field in kind.fields.items()
                                                if field.kind in SUMMED_FIELD_KINDS and key in tracks)

    def make_totals(group: Sequence[FleetUnit]) -> tuple[str, ...]:
        return tuple(options.format_total(group, value) for _, value in value_columns)

    classes = _group_by_class(ships, class_value, options.game, kind) if class_value else {}
    rows = [(escape_markup(name) or MISSING, *cells, *make_totals(group))
            for (name, group), cells in zip(classes.items(), map(shares.make_cells, classes.values()), strict=True)]
    has_classes = len(rows) > 1
    total_rows = [(words("total") if has_classes else options.format_count(ships), *shares.make_cells(ships),
                   *make_totals(ships))]
    lost_counts = [sum(marked for ship in ships for track, marked in ship.damage.items() if _base_name(track) == value)
                   for _, value in value_columns]
    if any(lost_counts):  # rows for the damage to each total, and the rest
        empty_cells = ("",) * len(shares.headings)
        lost_cells = [str(hits or MISSING) if value in tracks else "" for hits,
                      (_, value) in zip(lost_counts, value_columns, strict=True)]
        left_cells = [str(int(whole) - lost_count) if value in tracks and whole.isdecimal() else ""
                      for whole, lost_count, (_, value)
                      in zip(make_totals(ships), lost_counts, value_columns, strict=True)]
        total_rows += [(words("lost_to_damage"), *empty_cells, *lost_cells), (words("left"), *empty_cells, *left_cells)]
    label = _make_class_heading(class_value, kind, words) if has_classes else escape_markup(kind.plural.capitalize())
    return _make_summary_table((label, *shares.headings, *(escape_markup(heading) for heading, _ in value_columns)),
                               rows if has_classes else (), total_rows)


@dataclass(frozen=True, slots=True)
class _ForceShares:
    """The shares of ships in a force: the number of the ships, their points, and their percentage of all `points`.

    If `points` is 0, there are no percentages.
    """

    options: RosterOptions
    points: Fraction

    @property
    def headings(self) -> tuple[str, ...]:
        words = self.options.game.words
        headings = words("number_heading"), words("points_heading"), words("share_heading")
        return headings[:1 if not has_points(self.options.game) else 3 if self.points else 2]

    def make_cells(self, ships: Sequence[FleetUnit]) -> tuple[str, ...]:
        """Return the cells of some ships. The share is rounded to the nearest percent."""
        worth = self.options.format_points(ships)
        percent = int(sum((ship.points or 0 for ship in ships), Fraction(0)) * 100 / (self.points or 1)
                      + Fraction(1, 2))
        return (str(len(ships)), worth, MISSING if worth == MISSING else f"{percent} %")[:len(self.headings)]
