"""Tables of a scenario's forces and their abilities, its turn track and its score sheets.

Coordinates are points, with the origin at the top left and y down.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import groupby
from typing import Literal, NamedTuple

from printshop.drawing import artwork, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_area_color, choose_grey_fill, choose_text_color
from printshop.drawing.patterns import fill_with_pattern
from printshop.formulas import NOT_KNOWN, UnknownFigure
from printshop.game.counters import MARKERS
from printshop.game.errata import NoteMarks
from printshop.game.events import LETTERS
from printshop.game.field_values import HeldUnits
from printshop.game.formula_keys import MISSING, format_cell, format_value, to_markup
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import (
    Force,
    RosterLine,
    Scenario,
    Score,
    format_points,
    list_roster_units,
    muster_forces,
)
from printshop.game.unit_types import UnitType
from printshop.layout import table
from printshop.layout.flow import (
    BAR_HEIGHT,
    LONG_TABLE,
    ColumnBlock,
    Figure,
    FlowBlock,
    Heading,
    KeepTogether,
    Paragraph,
    VerticalSpace,
)
from printshop.layout.rectangles import Rect
from printshop.layout.table import FINE_RULE, LayoutTable, TableCell, TableColumn, TableRow, TableStyle, cap_widths
from printshop.problems import DoesNotFitError
from printshop.products.build import read_unit_picture, report_errors
from printshop.text_markup import OURS_MARK, escape_markup
from printshop.words import Words

# lines to write on for a force that is still to be chosen; distance between them, points
FREE_CHOICE_LINES, LINE_SPACING = 6, 19.0
TIGHT_COLUMN_GAP = 9.0  # points: between the columns of a table that is too wide otherwise
MIN_COLUMN_WIDTH = 60.0  # points: a wide column of such a table is narrowed no further
WRITE_IN_BLANK = format_value(NOT_KNOWN)  # a blank to fill in

LOG_ROW_HEIGHT = 22.0  # points: height of a row of the table of battles
SCORE_ROW_HEIGHT = 16.0  # points: height of a row of a score sheet
MIN_TURN_WIDTH = 58.0  # points: least width of a turn in a narrow column
TWO_SHEETS_WIDTH = 390.0  # points: least width of a column for two score sheets side by side
TURN_HEAD_HEIGHT, TURN_ROW_HEIGHT = 22.0, 13.0  # points: height of a turn's number, and of a row of notes below it
MIN_CHIP_WIDTH, CHIP_HEIGHT = 130.0, 56.0  # points: least width and height of a force that is drawn without a table
SHEET_GAP = 16.0  # points: between two score sheets, or tables
TICK_BOX_SIZE = 8.5  # points: a tick box
# points: tick box of a turn; width of an emblem behind a tick box, gap included
TURN_TICK_BOX_SIZE, EMBLEM_WIDTH = 15.0, 11.5
TURN_MARKER = "turn"  # key of the marker for a turn track
# points: usual height of the units that arrive, below a turn's number; greatest height in all rows of turns together
MAX_ARRIVALS_HEIGHT, ALL_ARRIVALS_HEIGHT = 56.0, 360.0
MAX_UNIT_ROWS = 30  # rows in the table of a force, before units share rows
MAX_SCORE_ROWS = 30  # rows of units in one score sheet
OPEN_ENDED_TURNS = 24  # turns on the track if no number of turns is set
BLANK_SCORE_ROWS = 8  # rows for the units of a force that is still to be chosen

_RULE = Stroke(BLACK, 0.7)
_MARKER_OUTLINE = Stroke(WHITE.mix(BLACK, 0.5), 0.6, (2.0, 2.0))
_HEADING_STYLE = text.Style("sans", 7.5, bold=True)
_BODY_STYLE, _BOLD_STYLE = text.Style("sans", 9), text.Style("sans", 9, bold=True)
BAR_STYLE = text.Style("sans", 10, bold=True)
_TRACK_STYLE, _TURN_NUMBER_STYLE = text.Style("sans", 7.5), text.Style("serif", 16, bold=True)
_LEAST_ARRIVALS_SIZE = 5.0  # points: type of the names of many units that arrive
_LEADING_ARTICLE = re.compile(r"^The ")
_LINE_RISE = 4.5  # points: from a line to write on to the foot of its row


def draw_swatch(side: Side, ink: Ink) -> tuple[Item, ...]:
    """Return a sample of a side's colour and pattern, 13 x 9 points, with its top left corner at the origin."""
    ground = fill_with_pattern(side.pattern, (0, 0, 13, 9), parse_color(side.color), ink, pitch=3.2, weight=0.6)
    return (*ground, shapes.rect(0, 0, 13, 9, stroke=Stroke(BLACK, 0.5)))


def draw_side_bar(side: Side, words: str, width: float, ink: Ink) -> tuple[Item, ...]:
    """Return a bar in a side's colour, `flow.BAR_HEIGHT` points high, with emblem, pattern and some words."""
    field = choose_area_color(ink, parse_color(side.color))
    color, x, end = choose_text_color(field), 6.0, 0 if ink is not Ink.BLACK and side.pattern == "solid" else 24
    items: list[Item] = [shapes.rect(0, 0, width, BAR_HEIGHT, fill=field, stroke=None if ink is Ink.COLOUR else _RULE)]
    if side.emblem_path:
        items.append(artwork.place_picture(artwork.load_picture(side.emblem_path),
                                           (x, 1.8, BAR_HEIGHT - 3.6, BAR_HEIGHT - 3.6), color=color, background=field))
        x += BAR_HEIGHT
    items += fill_with_pattern(side.pattern, (width - end, 0, end, BAR_HEIGHT), parse_color(side.color),
                               ink) if end else ()
    items += text.set_line(words, BAR_STYLE._replace(color=color), x, 12.2, max_width=width - x - end - 6, min_size=6)
    return tuple(items)


def format_unit_count(game: Game, kinds: Sequence[str]) -> str:
    """Return the number of units with the game's word for them ("17 ships").

    `kinds` has the type of each unit. If the units have several types, the word is "units".
    """
    if len({*kinds}) != 1:
        return game.words("units_count", count=len(kinds))
    kind = game.unit_types[kinds[0]]
    return f"{len(kinds)} {kind.name if len(kinds) == 1 else kind.plural}"


def format_roster_count(game: Game, roster: Iterable[tuple[str, int]]) -> str:
    """Return the number of units in a roster with the game's word for these units."""
    return format_unit_count(game, [game.find_unit(name).kind for name, count in roster for _ in range(count)])


# --- force tables ---------------------------------------------------------------------------------------------


def build_force_blocks(game: Game, scenario: Scenario, width: float, ink: Ink, marks: NoteMarks) -> Iterator[FlowBlock]:
    """Yield the force tables and a paragraph on balance, for a column `width` points wide.

    Each force has a table. Two tables with few columns stand side by side. If each force has only one kind of unit,
    and there is nothing else to show, the forces are drawn in rows instead of tables. `marks` gives the reference
    marks for values with a note.
    """
    rosters = _ForceTables(game, scenario, marks)
    if (len(scenario.forces) > 1 and not rosters.has_points and not scenario.show
            and not (scenario.players and len(scenario.players.seats) > len(scenario.forces))
            and all(len(force.listings) == 1 and not (
                force.listings[0].notes or force.start or force.notes or force.reinforcements
                or force.dummies) for force in scenario.forces)):
        yield KeepTogether((Heading(1, game.words("forces")), _draw_force_chips(game, scenario, width, ink)))
    else:
        yield from _build_force_tables(scenario, rosters, width, ink)
    balance, rule, compared = scenario.balance, scenario.balance_rule, scenario.compared_forces
    if balance and rule and all(force.is_complete for force in compared):
        words = game.words
        names = [f"{escape_markup(force.side.name)} " if len(scenario.forces) > 2 else "" for force in compared]
        totals = words("against").join(f"{name}{format_points(force.total)}"
                                       for name, force in zip(names, compared, strict=True))
        yield VerticalSpace(4)
        yield Paragraph(words("balanced" if balance.is_even else "not_balanced", totals=totals,
                              difference=format_points(balance.difference), limit=format_points(balance.limit),
                              percent=format_points(rule.share * 100)), small=True)


def _draw_force_chips(game: Game, scenario: Scenario, width: float, ink: Ink) -> Figure:
    """Draw the forces in rows, each with colour, pattern, emblem, name and pictures of the units."""
    count = len(scenario.forces)
    most = max(int(width / MIN_CHIP_WIDTH), 1)
    across = -(-count // -(-count // most))
    chip_width = (width - 8 * (across - 1)) / across
    items: list[Item] = []
    for number, (force, crew) in enumerate(zip(scenario.forces, muster_forces(game, scenario), strict=True)):
        transform = Transform().translate(number % across * (chip_width + 8), number // across * (CHIP_HEIGHT + 8))
        side, sign_box = force.side, Rect(0, 0, 44, CHIP_HEIGHT)
        field = choose_area_color(ink, parse_color(side.color))
        chip_items: list[Item] = [*fill_with_pattern(side.pattern, sign_box, parse_color(side.color), ink, pitch=4.2,
                                                     weight=0.8)]
        if side.emblem_path:
            in_colour = ink is Ink.COLOUR
            chip_items += (
                shapes.circle(*sign_box.center, 16, fill=field if in_colour else WHITE, stroke=_RULE),
                artwork.place_picture(
                    artwork.load_picture(side.emblem_path),
                    sign_box.inset(11),
                    color=choose_text_color(field) if in_colour else BLACK,
                    background=field,
                ),
            )
        chip_items += (shapes.rect(*sign_box, stroke=_RULE), shapes.rect(0, 0, chip_width, CHIP_HEIGHT, stroke=_RULE))
        chip_items += text.set_line(escape_markup(side.name), text.Style("display", 12, bold=True), 51, 15,
                                    max_width=chip_width - 56,
                                    min_size=7)
        pictures = [picture for unit in crew if (picture := read_unit_picture(unit))]
        step = min((chip_width - 56) / max(len(crew), 1), 44.0)
        if len(pictures) == len(crew):
            chip_items += (artwork.place_picture(picture, (51 + step * index, 19, step - 4, CHIP_HEIGHT - 22), ink=ink,
                                                 background=field if artwork.has_own_colors(picture) else None)
                           for index, picture in enumerate(pictures))
        else:
            name = game.find_unit(force.listings[0].unit).name
            chip_items += text.set_line(crew[0].label if len(crew) == 1 else f"{len(crew)} × {name}", _BODY_STYLE, 51,
                                        34, max_width=chip_width - 56)
        items.append(Group(tuple(chip_items), transform))
    return Figure(tuple(items), width, -(-count // across) * (CHIP_HEIGHT + 8) - 8)


def _build_force_tables(scenario: Scenario, rosters: _ForceTables, width: float, ink: Ink) -> Iterator[FlowBlock]:
    words = rosters.game.words
    tables = {force.side.key: (rosters.make_headings(force), tuple(rosters.make_rows(force)))
              for force in scenario.forces if force.listings}
    cells = [cells for heads, rows in tables.values() for cells in (
        heads, *(row.cells if row.kind == "row" else ("", *row.cells[1:]) for row in rows))]  # no words of totals
    half_width = (width - SHEET_GAP) / 2
    longest = max((len(rows) for _, rows in tables.values()), default=0)
    side_by_side = (len(tables) == len(scenario.forces) == 2 and sum(_measure_columns(cells, width)) < half_width
                    and longest <= 2 * LONG_TABLE)
    table_width = half_width if side_by_side else width
    widths = _measure_columns(cells, table_width)
    armies: list[FlowBlock] = []
    for force in scenario.forces:
        if force.listings:
            heads, rows = tables[force.side.key]
            columns = tuple(TableColumn(head, align, share=share)
                            for head, align, share in zip(heads, rosters.alignments, widths, strict=True))
            body: tuple[FlowBlock, ...] = (LayoutTable(columns, rows),)
        else:  # its player chooses the units: print the points limit and lines to write on
            lines = tuple(table.draw_writing_lines(Rect(0, 0, width, LINE_SPACING * FREE_CHOICE_LINES), LINE_SPACING))
            body = (Paragraph(words("player_chooses_for", points=format_points(force.total)) if force.stated_points
                              else words("player_chooses")),
                    Figure(lines, width, LINE_SPACING * FREE_CHOICE_LINES + 1))
        units = list_roster_units(rosters.game, force)
        warnings = "; ".join((
            *(f"{unit.label}: {', '.join(unit.warnings)}" for unit in units.values() if unit.warnings),
            *(f"{units[listing.unit].label}: {listing.notes.rstrip('.')}" for listing in force.listings
              if listing.notes)))
        start = "" if rosters.has_total(force) else ", ".join(f"{label}: **{value}**" for label, value in force.start)
        reinforcements = (words("later_units", arrival=coming.arrival, units=_format_roster(coming.roster, units))
                          for coming in force.reinforcements)
        dummies = ", ".join(f"{count} × {escape_markup(rosters.game[MARKERS][key].title)}"
                            for key, count in force.dummies.items())
        commands = "; ".join(f"{seat.name}: {_format_roster(seat.roster, units)}"
                             for seat in (scenario.players.seats if scenario.players else ())
                             if seat.side == force.side.key and seat.roster)
        notes = (start, words("players_of_side", commands=commands) if commands else "",
                 words("noted", warnings=warnings) if warnings else "", *reinforcements,
                 words("hidden_dummies", dummies=dummies) if dummies else "", *force.notes)
        head = Heading(2, escape_markup(force.side.name),
                       bar=draw_side_bar(force.side, escape_markup(force.side.name), table_width, ink))
        blocks = (*(() if side_by_side or armies else (Heading(1, words("forces")),)), head, *body,
                  *(Paragraph(note, small=True) for note in notes if note))
        is_long = len(tables.get(force.side.key, ("", ()))[1]) > LONG_TABLE and not side_by_side
        armies += blocks if is_long else (KeepTogether(blocks),)
    yield from (Heading(1, words("forces")), ColumnBlock(2, tuple(armies), SHEET_GAP)) if side_by_side else armies


class _ForceTables:
    """The rows of the force tables: names, the values that the scenario shows, and points.

    If no points are known, there is no column for points. Names and words are set at the left, numbers in the middle,
    and points at the right. A row for several units has the points of one unit and the points of all units of the
    row.
    """

    def __init__(self, game: Game, scenario: Scenario, marks: NoteMarks) -> None:
        listings = [listing for force in scenario.forces for listing in force.listings]
        units = [game.find_unit(listing.unit) for listing in listings]
        self.game, self.show, self.marks = game, scenario.show, marks
        self.crews = dict(zip((force.side.key for force in scenario.forces), muster_forces(game, scenario),
                              strict=True))
        self.ours = {value for _, value in scenario.show if all(unit.find_ours_mark(value) for unit in units)}
        self.has_points = any(listing.total > 0 for listing in listings)
        field_alignments: list[text.Anchor] = ["middle" if value != "serial" and all(
            isinstance(unit.values.get(value), int | Fraction | UnknownFigure) for unit in units) else "start"
            for _, value in scenario.show]
        prices: list[text.Anchor] = ["end" for _ in self._make_points_cells("")]
        self.alignments: tuple[text.Anchor, ...] = ("start", *field_alignments, *prices)

    def _make_points_cells(self, total: str) -> tuple[str, ...]:
        return (total,) if self.has_points else ()

    def has_total(self, force: Force) -> bool:
        """Return whether the table of a force ends with a total."""
        return bool(force.listings) and self.has_points and (force.total > 0 or not force.is_complete)

    def make_headings(self, force: Force) -> tuple[str, ...]:
        """Return the headings of a force's table."""
        kinds = {self.game.find_unit(listing.unit).kind for listing in force.listings}
        kind = self.game.unit_types[kinds.pop()].name if len(kinds) == 1 else self.game.words("unit")
        labels = (label + OURS_MARK if value in self.ours else label for label, value in self.show)
        return kind.capitalize(), *labels, *self._make_points_cells(self.game.words("points_heading"))

    def make_rows(self, force: Force) -> Iterator[TableRow]:
        """Yield the rows of a force, then its total and its limit.

        In a force with more than `MAX_UNIT_ROWS` lines, units with equal values have a row together.

        The row of the limit also has the points that are left, or the points over the limit.
        """
        crew = self.crews[force.side.key]
        groups = dict[object, list[tuple[RosterLine, tuple[str, ...]]]]()
        for listing in _join_named_units(self.game, force.listings):
            cells = self.make_cells(listing, crew)
            key = cells[1 : 1 + len(self.show)] if len(force.listings) > MAX_UNIT_ROWS else listing.unit
            groups.setdefault(key, []).append((listing, cells))
            crew = crew[listing.count:]
        for group in groups.values():
            listings, (cells, *other_rows) = zip(*group, strict=True)
            if other_rows:
                number = sum(listing.count for listing in listings)
                total = format_points(sum((listing.total for listing in listings), Fraction(0)))
                points = WRITE_IN_BLANK if any(listing.points is None for listing in listings) else total
                names = ", ".join(row[0] for row in (cells, *other_rows))
                cells = f"**{number}**: {names}", *cells[1 : 1 + len(self.show)], *self._make_points_cells(points)
            yield TableRow(cells)
        if self.has_total(force):
            empty_cells, total = (
                ("",) * len(self.show),
                format_points(force.total) if force.is_complete else WRITE_IN_BLANK,
            )
            count = (format_roster_count(self.game, force.roster),
                     *(f"{label}: {value}" for label, value in force.start))
            yield TableRow((" · ".join(count), *empty_cells, *self._make_points_cells(total)), "total")
            if force.points_left is not None and force.limit is not None:
                words = self.game.words
                left = words("points_over_short" if force.points_left < 0 else "points_left_short",
                             points=format_points(abs(force.points_left)))
                yield TableRow((words("limit_of", points=format_points(force.limit)), *empty_cells,
                                *self._make_points_cells(left)),
                               "total")

    def make_cells(self, listing: RosterLine, crew: Sequence[Unit]) -> tuple[str, ...]:
        """Return the cells of a roster line.

        `crew` begins with the units of the line. The class of units with proper names stands with their names:
        "HMS Thunderer (Kestrel)", or "2 × Kestrel: Thunderer, Conqueror".
        """
        first, last = crew[0], crew[listing.count - 1]
        base, proper_name = self.game.split_unit_name(listing.unit)
        unit = self.game.find_unit(base if listing.count > 1 else listing.unit)
        label = f"{(unit if listing.count > 1 else first).label}{unit.name_mark}"
        if proper_name:
            label += (": " + ", ".join(unit.proper_name for unit in crew[:listing.count]) if listing.count > 1
                      else f" ({escape_markup(base)})")
        values = (_format_counter_text(first, last) if value == "serial" else format_cell(first.values.get(value))
                  + ("" if value in self.ours else unit.find_ours_mark(value))
                  + self.marks.assign_marks([first.differs[value]] if value in first.differs else ())
                  for _, value in self.show)
        points_mark = unit.find_ours_mark(self.game.unit_types[unit.kind].points)
        total = f"{format_points(listing.total)}{points_mark}" if listing.points is not None else WRITE_IN_BLANK
        unit_price = (
            f"{listing.count} × {format_points(listing.points)} = " if listing.points and listing.count > 1 else ""
        )
        return (label if listing.count == 1 else f"{listing.count} × {label}", *values,
                *self._make_points_cells(unit_price + total))


def _format_roster(roster: Iterable[tuple[str, int]], units: Mapping[str, Unit]) -> str:
    """Return units of a force, as markup: "Rat-1, 2 × Sly Boots". `units` has the units by name."""
    return ", ".join(units[name].label if count == 1 else f"{count} × {units[name].label}" for name, count in roster)


def _join_named_units(game: Game, listings: Iterable[RosterLine]) -> Iterator[RosterLine]:
    """Yield the lines of a roster, with one line for all units with proper names that are listed in a row."""
    def find_base(line: RosterLine) -> tuple[str, str, int]:
        base, proper_name = game.split_unit_name(line.unit)
        return base, "" if proper_name else line.unit, id(line.changed)

    for _, lines in groupby(listings, find_base):
        first, *other_lines = lines
        yield replace(first, count=first.count + sum(line.count for line in other_lines))


def _format_counter_text(first: Unit, last: Unit) -> str:
    """Return the text on the counters of some units: the field that numbers units, and the first and last number."""
    kind = first.values.get(first.serial_field) if first.serial_field else None
    numbers = [str(unit.values["serial"]) for unit in (first, last) if unit.values.get("serial")]
    return " ".join((*((to_markup(kind),) if kind else ()), "–".join(dict.fromkeys(numbers)))) or MISSING


def _measure_columns(rows: Sequence[Sequence[str | TableCell]], width: float) -> tuple[float, ...]:
    """Return the column widths, which are the same for all forces, so that readers can compare the tables.

    If the columns together are too wide, headings of several words are wrapped. If the columns are still too wide,
    the widest columns are narrowed.
    """
    style = text.Style("sans", 9, bold=True)
    columns = [[str(words) for words in column] for column in zip(*rows, strict=True)]
    widths = [max(text.measure_text(words, style) for words in column) + 16 for column in columns]
    if sum(widths) > width:
        widths = [max(text.measure_text(words, style) for words in (*head.split(), *cells)) + TIGHT_COLUMN_GAP
                  for head, *cells in columns]
    return tuple(cap_widths([min(wide, MIN_COLUMN_WIDTH) for wide in widths], widths, width))


# --- rules of the units of a fleet or scenario, and of what they carry: no rulebook needed ----------------------


def build_ability_blocks(game: Game, units: Iterable[Unit], level: Literal[1, 2],
                         columns: int = 2) -> Iterator[FlowBlock]:
    """Yield a heading and the rules texts of unit types and unit fields, each text once.

    If there are no such texts, yield nothing.
    """
    kinds = game.unit_types.values()
    headings = (*(kind.plural for kind in kinds), *(field.label for kind in kinds for field in kind.fields.values()))
    texts = {heading: dict[str, dict[str, None]]() for heading in headings}  # heading, text, names
    for unit in _follow_references(game, units):
        with report_errors(f"the rules of {unit.title}", unit.span):
            for heading, name, words in _list_abilities(game.unit_types[unit.kind], unit):
                if words.strip() not in {"", MISSING}:
                    texts[heading].setdefault(words.strip(), {})[name] = None
    blocks: list[FlowBlock] = []
    several = sum(map(bool, texts.values())) > 1
    for heading, paragraphs in texts.items():
        blocks += [Heading(3, escape_markup(heading.capitalize()))] if paragraphs and several else []
        blocks += [Paragraph(f"**{escape_markup(', '.join(names))}.** {words}", small=True) for words,
                   names in paragraphs.items()]
    if blocks:
        yield Heading(level, game.words("abilities"))
        yield from (ColumnBlock(columns, tuple(blocks)),) if columns > 1 else blocks


def _list_abilities(kind: UnitType, unit: Unit) -> Iterator[tuple[str, str, str]]:
    """Yield the rules texts of a unit and of its fields, each as heading, name and text."""
    if kind.rules:
        yield kind.plural, unit.class_name or unit.copied_from or unit.name, kind.rules.fill(unit.values)
    for key, field in kind.fields.items():
        value = unit.values.get(key)
        if value is not None and value is not NOT_KNOWN:
            yield from ((field.label, name[:1].upper() + name[1:], words)
                        for name, words in field.list_rules(value, unit.values))


def _follow_references(game: Game, units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield units, each followed by the units to which it refers directly or through other units.

    If several units refer to a unit, the unit comes only once.
    """
    visited = set[str]()
    for root in units:
        queue = [root]
        while queue:
            unit = queue.pop()
            yield unit
            names = dict.fromkeys(name for value in unit.values.values() if isinstance(value, HeldUnits)
                                  for name in value.names if name not in visited)
            queue += [game.units[name] for name in reversed(names)]
            visited |= {*names}


# --- the turn track -------------------------------------------------------------------------------------------


def draw_turn_track(game: Game, scenario: Scenario, width: float, ink: Ink) -> Figure:
    """Draw a box for each turn, with a row for each of the scenario's notes.

    There are at most eight boxes to a row, and fewer boxes in a narrow column. If a note ends in "side" (`Active
    side`, `Goes first (side)`) and there are several sides, the note has a tick box for each side. Any other note has
    a line to write on. If the scenario has no set number of turns, there are `OPEN_ENDED_TURNS` boxes. A turn lists
    the units that arrive, beside its number. If these words are too long, or turns have names, they stand below the
    number, in smaller type and taller boxes if there are many. If the scenario has a round marker with the key `turn`,
    each box has a ring for that marker. Otherwise each box has a tick box.

    Raises DoesNotFitError if a name does not fit its box.
    """
    turns = scenario.turns or OPEN_ENDED_TURNS
    ring_size = _measure_ring(game, scenario)
    across = min(turns, 8, max(int(width / (ring_size + 12)), 1))
    if width < TWO_SHEETS_WIDTH:  # a narrow column has rows of equal length
        across = -(-turns // -(-turns // max(int(width / max(MIN_TURN_WIDTH, ring_size + 12)), 1)))
    turn_width = width / across
    rows = tuple(_list_track_rows(scenario, turn_width, game.words))
    row_count = -(-turns // across)
    tallest = max(MAX_ARRIVALS_HEIGHT, ALL_ARRIVALS_HEIGHT / row_count)
    reinforcements = {turn: _fit_arrivals([*_list_arrivals(game, scenario, turn)], turn_width - 10, tallest, game.words)
                      for turn in {later.turn for force in scenario.forces for later in force.reinforcements}}
    too_long = scenario.turn_names or any(
        text.measure_text(words, _TRACK_STYLE) > _measure_beside_number(turn, turn_width, ring_size)[1]
        for turn, (words, _) in reinforcements.items())
    heights = [0.0] * row_count  # of the units that arrive; only rows with many units are taller than the others
    if too_long:
        normal_height = min(max((block.height for _, block in reinforcements.values()), default=0.0),
                            MAX_ARRIVALS_HEIGHT)
        heights = [max([normal_height, *(block.height for turn, (_, block) in reinforcements.items()
                                         if (turn - 1) // across == row)]) for row in range(row_count)]
    other_height = TURN_HEAD_HEIGHT + 3.0 + TURN_ROW_HEIGHT * len(rows) + (ring_size + 8 if ring_size else 0.0)
    tops = [sum(heights[:row]) + other_height * row for row in range(row_count + 1)]
    try:
        boxes = tuple(
            Group(tuple(_draw_turn(turn + 1, rows,
                                   _TurnOptions(reinforcements.get(turn + 1), heights[turn // across], ring_size,
                                                "".join(scenario.turn_names[turn:turn + 1])),
                                   Rect(0, 0, turn_width, other_height + heights[turn // across]), ink)),
                  Transform().translate(turn % across * turn_width, tops[turn // across])) for turn in range(turns))
    except DoesNotFitError as error:
        error.span = error.span or scenario.spans.get("turns" if scenario.turn_names else "track")
        error.hint = error.hint or "shorten the names of 'turns', the entries of 'track' or the names of the sides"
        raise
    return Figure(boxes, width, tops[-1])


def _measure_ring(game: Game, scenario: Scenario) -> float:
    """Return the diameter of the ring for the turn marker. If there is no such marker, return 0."""
    kind = game[MARKERS].get(TURN_MARKER)
    if not kind or not kind.is_round or not kind.size or TURN_MARKER not in scenario.pieces.get(MARKERS.key,
                                                                                                (TURN_MARKER,)):
        return 0.0
    return max(float(side.pt) for side in kind.size) + 2


class _TurnOptions(NamedTuple):
    """The reinforcements in a turn's box, the height for them below the number, the diameter of the ring, the name.

    Reinforcements are words to stand beside the number, and the same words set to stand below it.
    """

    reinforcements: tuple[str, text.TextBlock] | None
    reinforcements_height: float
    ring_size: float
    name: str = ""


def _list_arrivals(game: Game, scenario: Scenario, turn: int) -> Iterator[str]:
    """Yield the names of the units that arrive in a turn, each as markup."""
    for force in scenario.forces:
        units = list_roster_units(game, force)
        for later in force.reinforcements:
            for name, count in later.roster if later.turn == turn else ():
                unit = units[name]
                label = escape_markup(unit.short or unit.title)
                yield f"{count}\u00a0×\u00a0{label}" if count > 1 else label


def _fit_arrivals(names: Sequence[str], width: float, tallest: float, words: Words) -> tuple[str, text.TextBlock]:
    """Return the names as words and set in the box of a turn.

    Type of 6 points comes before boxes taller than usual, up to `tallest` points, and these before type of 5 points.
    Only names that have no room even so are counted.
    """
    def set_names(count: int, size: float) -> tuple[str, text.TextBlock]:
        line = "+ " + (words("and_more", names=", ".join(names[:count]), number=len(names) - count)
                       if count < len(names) else ", ".join(names))
        return line, _set_arrivals(line, width, size)

    for size, most in ((_TRACK_STYLE.size, MAX_ARRIVALS_HEIGHT), (6.75, MAX_ARRIVALS_HEIGHT),
                       (6.0, MAX_ARRIVALS_HEIGHT), (6.0, tallest), (_LEAST_ARRIVALS_SIZE, tallest)):
        if (arrangement := set_names(len(names), size))[1].height <= most:
            return arrangement
    count = bisect_left(range(1, len(names)), True, key=lambda count: (
        set_names(count, _LEAST_ARRIVALS_SIZE)[1].height > tallest))
    return set_names(max(count, 1), _LEAST_ARRIVALS_SIZE)


def _set_arrivals(words: str, width: float, size: float) -> text.TextBlock:
    style = _TRACK_STYLE._replace(size=size)
    try:
        return text.set_block(words, style, (5, TURN_HEAD_HEIGHT + 3, width, None), 1.1)
    except DoesNotFitError:  # a long word
        return text.set_block(words, style, (5, TURN_HEAD_HEIGHT + 3, width, None), 1.1, min_size=4.5)


def _list_track_rows(scenario: Scenario, width: float, words: Words) -> Iterator[tuple[str, tuple[Side, ...]]]:
    """Yield the rows below a turn's number. Each row has a label before a line, or tick boxes of sides.

    If there is enough width, the tick boxes of all sides stand in one row.
    """
    sides, suffix = tuple(force.side for force in scenario.forces), words("side").casefold()
    for label in scenario.track:
        if not label.casefold().removesuffix(")").endswith(suffix) or len(sides) < 2:
            yield label, ()
            continue
        yield re.sub(rf"(?<! ) *\({re.escape(suffix)}\)$", "", label, flags=re.IGNORECASE) + ":", ()
        step = (width - 8) / len(sides)
        if all(text.measure_text(escape_markup(side.name), _TRACK_STYLE) <= step - TICK_BOX_SIZE - EMBLEM_WIDTH - 6
               for side in sides):
            yield "", sides
        else:
            yield from (("", (side,)) for side in sides)


def _measure_beside_number(number: int, width: float, ring_size: float) -> tuple[float, float]:
    """Return the start and the greatest width of words beside a turn's number."""
    start = 11 + text.measure_text(str(number), _TURN_NUMBER_STYLE)
    return start, width - (0 if ring_size else TURN_TICK_BOX_SIZE) - 7 - start


def _draw_turn(number: int, rows: Sequence[tuple[str, tuple[Side, ...]]], options: _TurnOptions, rect: Rect, ink: Ink
               ) -> Iterator[Item]:
    """Draw the box of a turn."""
    _, _, width, height = rect
    reinforcements, reinforcements_height, ring_size, name = options
    yield shapes.rect(0, 0, width, TURN_HEAD_HEIGHT, fill=choose_grey_fill(ink, 0.1))
    yield shapes.rect(0, 0, width, height, stroke=_RULE)
    yield from text.set_line(str(number), _TURN_NUMBER_STYLE, 7, 17)
    start, room = _measure_beside_number(number, width, ring_size)
    if name:
        yield from text.set_line(name, _BOLD_STYLE, start, 15, max_width=room, min_size=6)
    if reinforcements:
        words, block = reinforcements
        yield from block.items if reinforcements_height else text.set_line(words, _TRACK_STYLE, start, 15)
    top = TURN_HEAD_HEIGHT + reinforcements_height
    if ring_size:
        yield shapes.circle(width / 2, top + 5 + ring_size / 2, ring_size / 2, fill=WHITE, stroke=_MARKER_OUTLINE)
        top += ring_size + 8
    else:
        yield shapes.rect(width - TURN_TICK_BOX_SIZE - 4, (TURN_HEAD_HEIGHT - TURN_TICK_BOX_SIZE) / 2,
                          TURN_TICK_BOX_SIZE, TURN_TICK_BOX_SIZE, fill=WHITE, stroke=_RULE)
    for row, (label, sides) in enumerate(rows):
        y = top + 11 + TURN_ROW_HEIGHT * row
        for column, side in enumerate(sides):
            x = 5 + column * (width - 8) / len(sides)
            yield shapes.rect(x, y - 6.6, TICK_BOX_SIZE - 1, TICK_BOX_SIZE - 1, fill=WHITE, stroke=_RULE)
            yield Group(tuple(_draw_side_sign(side, ink)), Transform().translate(x + TICK_BOX_SIZE + 1.5, y - 7.4))
            yield from text.set_line(escape_markup(side.name), _TRACK_STYLE, x + TICK_BOX_SIZE + EMBLEM_WIDTH + 1.5, y,
                                     max_width=width - x - TICK_BOX_SIZE - EMBLEM_WIDTH - 6.5, min_size=5)
        if label:
            yield from text.set_line(label, _TRACK_STYLE, 5, y, max_width=width - 10, min_size=5)
            start = 8 + text.measure_text(label, _TRACK_STYLE)
            if start < width - 12 and not label.endswith(":"):
                yield shapes.line(start, y + 1.5, width - 6, y + 1.5, FINE_RULE)


def _draw_side_sign(side: Side, ink: Ink) -> Iterator[Item]:
    """Draw the emblem of a side on the side's colour, 9 points square.

    If the side has no emblem, draw the pattern of the side. The top left corner is at the origin.
    """
    box = (0.0, 0.0, 9.0, 9.0)
    if not side.emblem_path:
        yield from (*fill_with_pattern(side.pattern, box, parse_color(side.color), ink, pitch=2.6, weight=0.5),
                    shapes.rect(*box, stroke=Stroke(BLACK, 0.5)))
        return
    field = BLACK if ink is Ink.BLACK and side.pattern == "solid" else choose_area_color(ink, parse_color(side.color))
    yield shapes.rect(*box, fill=field, stroke=None if ink is Ink.COLOUR else Stroke(BLACK, 0.5))
    yield artwork.place_picture(artwork.load_picture(side.emblem_path), (0.9, 0.9, 7.2, 7.2),
                                color=choose_text_color(field), background=field)


# --- score sheets ---------------------------------------------------------------------------------------------


def draw_score_sheets(scenario: Scenario, crews: Sequence[tuple[Unit, ...]], width: float,
                      ink: Ink, words: Words) -> Iterator[Figure]:
    """Draw the score sheets of the forces; `crews` has the units of each force.

    If there is enough width, two sheets stand side by side. A sheet records the points that the enemies of a force
    have won from it. The sheet has a row for each unit, then the total. If a force has more than `MAX_SCORE_ROWS`
    units, its sheet continues in the next figure, so that no figure is taller than a page. If the units of a force
    are still to be chosen, the rows are empty. If there are more than two forces, a column records which side won
    each score.
    """
    sheets_per_row = 2 if width >= TWO_SHEETS_WIDTH else 1
    sheet_width = (width - SHEET_GAP * (sheets_per_row - 1)) / sheets_per_row
    won_by = (_make_write_in_cell(2, 4),) if len(scenario.forces) > 2 else ()
    score_titles = [*(score.title for score in scenario.victory.score), *(words("won_by") for _ in won_by)]
    score_column = TableColumn(words("scored"), "middle", padding=(0, 2))
    columns = TableColumn(padding=(4, 0)), *(TableColumn(title, padding=(0, 4)) for title in score_titles), score_column
    # columns of scores are equally wide; the first has room for the longest name
    names = max((text.measure_text(unit.display_proper_name, _BODY_STYLE) for crew in crews for unit in crew),
                default=sheet_width * 0.3) + 16
    widths = (names, *[(sheet_width - names) / (len(columns) - 1)] * (len(columns) - 1))
    style = TableStyle(_BODY_STYLE, _HEADING_STYLE, ink, leading=1.2, vertical_padding=0.0, centre_vertically=True,
                       heading_padding=6.0, heading_drop=4.5,
                       row_rule=None, heading_rule=Stroke(BLACK, 0.5), outer_rule=_RULE,
                       stripe_fill=choose_grey_fill(ink, 0.06), min_size=5.0)
    pairs = [(force, crew or (None,) * BLANK_SCORE_ROWS) for force, crew in zip(scenario.forces, crews, strict=True)]
    for first in range(0, len(pairs), sheets_per_row):
        row_pairs = pairs[first : first + sheets_per_row]
        longest = max(len(crew) for _, crew in row_pairs)
        for start in range(0, longest, MAX_SCORE_ROWS):
            items: list[Item] = []
            deepest = 0.0
            for column, (force, crew) in enumerate(row_pairs):
                rows = [TableRow((unit.display_proper_name if unit else _make_write_in_cell(4, 8), *(
                    TableCell(draw_content=partial(_draw_score, unit, score)) for score in scenario.victory.score),
                    *won_by, _make_write_in_cell(2, 0)), min_height=SCORE_ROW_HEIGHT)
                        for unit in crew[start : start + MAX_SCORE_ROWS]]
                if not rows:
                    continue
                sheet = table.set_table(LayoutTable(columns, tuple(rows)), widths, style)
                title = words("won_from", side=_LEADING_ARTICLE.sub("the ", escape_markup(force.side.name)))
                sheet_items, y = [*draw_side_bar(force.side, title, sheet_width, ink)], BAR_HEIGHT + 2
                sheet_items += sheet.draw(0, y)
                # totals level
                y += sheet.height + SCORE_ROW_HEIGHT * (min(longest - start, MAX_SCORE_ROWS) - len(rows))
                if start + MAX_SCORE_ROWS >= len(crew):
                    y += 24
                    last = sheet_width - widths[-1] + 2
                    sheet_items += text.set_line(words("total"), _BOLD_STYLE, 4, y - 6)
                    sheet_items.append(shapes.rect(last, y - 17, sheet_width - last, 16, fill=WHITE, stroke=_RULE))
                items.append(Group(tuple(sheet_items), Transform().translate(column * (sheet_width + SHEET_GAP), 0)))
                deepest = max(deepest, y)
            yield Figure(tuple(items), width, deepest)


def _make_write_in_cell(left: float, right: float) -> TableCell:
    """Return a cell with a line to write on.

    The line is inset by `left` and `right` points.
    """
    return TableCell(draw_content=lambda box: (
        shapes.line(box.x + left, box.bottom - _LINE_RISE, box.right - right, box.bottom - _LINE_RISE, FINE_RULE),))


def _draw_score(unit: Unit | None, score: Score, rect: Rect) -> Iterator[Item]:
    """Draw the points that a unit is worth, after a tick box.

    If the points can be won several times, a line for the number of times replaces the tick box. If the unit is not
    worth any points, draw a dash.
    """
    x, foot = rect.x, rect.bottom - _LINE_RISE
    base = rect.center[1] + _BODY_STYLE.size * _BODY_STYLE.face.cap_height / 2
    value = unit.values.get(score.value) if unit else NOT_KNOWN
    below = unit.values.get(score.below) if unit and score.below else None
    if value is None or (isinstance(below, int) and below <= 1):  # the unit is gone before the score is won once
        yield from text.set_line("–", _BODY_STYLE, x + 4, base)
        return
    start = 21.0 if score.is_repeatable else TICK_BOX_SIZE + 4
    if score.is_repeatable:
        yield shapes.line(x, foot, x + 18, foot, FINE_RULE)
    else:
        yield shapes.rect(x, rect.center[1] - TICK_BOX_SIZE / 2, TICK_BOX_SIZE, TICK_BOX_SIZE, fill=WHITE, stroke=_RULE)
    if value is NOT_KNOWN:
        times = 9.0 if score.is_repeatable else 0.0
        yield from text.set_line("×" if score.is_repeatable else "", _BOLD_STYLE, x + start, base)
        yield shapes.line(x + start + times, foot, rect.right - 4, foot, FINE_RULE)
    else:
        yield from text.set_line(f"× {format_value(value)}" if score.is_repeatable else format_value(value),
                                 _BOLD_STYLE, x + start, base)


def make_objective_table(scenario: Scenario, words: Words) -> LayoutTable:
    """Return a table of the objectives, with a tick box for each side that may hold them at the end."""
    def tick(box: Rect) -> tuple[Item, ...]:
        x, y = box.center
        return (shapes.rect(x - TICK_BOX_SIZE / 2, y - TICK_BOX_SIZE / 2, TICK_BOX_SIZE, TICK_BOX_SIZE, fill=WHITE,
                            stroke=_RULE),)

    sides = tuple(TableColumn(_LEADING_ARTICLE.sub("", escape_markup(force.side.name)), "middle", share=0.8)
                  for force in scenario.forces)
    rows = (TableRow((f"**{letter}** {goal.title}", goal.worth, *(
        TableCell(draw_content=tick) if goal.side in ("", force.side.key) else "–" for force in scenario.forces)),
                     min_height=SCORE_ROW_HEIGHT)
            for letter, goal in zip(LETTERS, scenario.objectives, strict=False))
    return LayoutTable((TableColumn(words("objective"), share=1.5), TableColumn(words("worth"), share=0.8), *sides),
                       tuple(rows))


def build_campaign_blocks(scenario: Scenario, words: Words) -> Iterator[FlowBlock]:
    """Yield a table in which each side writes the values that it carries into the next battle."""
    columns = (TableColumn(words("side"), share=1.0), *(TableColumn(escape_markup(label), share=1.0)
                                                 for label in scenario.campaign))
    rows = tuple(TableRow((TableCell(escape_markup(force.side.name)),
                           *(_make_write_in_cell(4, 8) for _ in scenario.campaign)), min_height=SCORE_ROW_HEIGHT + 3)
                 for force in scenario.forces)
    yield KeepTogether((Heading(1, words("next_battle")), LayoutTable(columns, rows)))


def build_battle_log(scenario: Scenario, count: int, words: Words) -> Iterator[FlowBlock]:
    """Yield a table in which players note the battles that they have fought, with `count` rows; nothing for 0 rows."""
    sides = (escape_markup(force.side.name) for force in scenario.forces)
    columns = (TableColumn(words("date"), share=0.7), *(TableColumn(side, share=1.2) for side in sides),
               TableColumn(words("winner"), share=1.2), TableColumn(words("remarks"), share=1.8))
    row = TableRow(tuple(_make_write_in_cell(2, 8) for _ in columns), min_height=LOG_ROW_HEIGHT)
    if count:
        yield KeepTogether((Heading(1, words("battles_fought")), LayoutTable(columns, (row,) * count)))


def draw_result_line(width: float, words: Words) -> Figure:
    """Draw a line across the column, on which players write the winner and the margin."""
    style, base = text.Style("sans", 9.5, bold=True), 18.0
    parts = words("winner"), words("winner_by"), words("winner_points")
    free = width - 4 - sum(text.measure_text(word, style) for word in parts) - 24
    items: list[Item] = []
    x = 4.0
    for word, share in zip(parts, (0.72, 0.28, 0.0), strict=True):
        items += text.set_line(word, style, x, base)
        x += text.measure_text(word, style) + 6
        if share:
            items.append(shapes.line(x, base + 1.5, x + share * free, base + 1.5, FINE_RULE))
            x += share * free + 6
    return Figure(tuple(items), width, base + 4)
