"""Product `rosters`: fleets as lists with totals, blank rosters; and the damage of fleets by the names of tracks.

If a request has no fleet, it gives the roster of its units or of its scenario. If a request has neither units nor a
scenario, it gives a list of all units of the game with their points. Coordinates are points, with the origin at the
top left of the page and y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Bookmark, Document, Group, Item, Page, Stroke
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import choose_grey_fill
from printshop.game.fleets import Fleet, FleetForce, FleetUnit, combine_fleet, has_points
from printshop.game.model import NEUTRAL_SIDE, Game, Side, Unit, make_unique_name
from printshop.game.scenarios import Scenario, format_points, muster_forces
from printshop.layout import flow, page_frame, table
from printshop.layout.flow import FlowBlock, Heading, KeepTogether, Paragraph
from printshop.layout.rectangles import Paper, Rect
from printshop.layout.table import LayoutTable, TableColumn, TableRow
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Problems, Span
from printshop.products.booklets.force_lists import build_ability_blocks, draw_swatch
from printshop.products.forms.compiled import MARKABLE_PRODUCTS, check_damage, check_track, compile_default_forms
from printshop.products.forms.painters import Damage
from printshop.products.product import find_requested_units
from printshop.products.rosters.rows import (
    WRITE_IN_BLANK,
    WRITE_IN_HEIGHT,
    RosterOptions,
    build_force_summary,
    make_blank_roster_table,
    make_roster_tables,
)
from printshop.text_markup import escape_markup
from printshop.words import Words

MarkCounts = Mapping[str, int]

TYPE_SIZES = (11.0, 10.4, 9.8, 9.2, 8.8, 8.2, 7.6)  # points: sizes of type; the first in which all columns fit
LIST_ROW_HEIGHT = 28.0  # points: least height of a row in a list of units, with a picture and two lines
LONG_SIZE = 8.8  # points: greatest size of type of a roster of several pages; paper is turned rather than smaller type
MAX_ROW_HEIGHTS = {True: 28.0, False: 46.0}  # points: greatest height of rows on a page with free space, by `with_sums`
MAX_TITLE_LETTERS = 40  # letters of the title on pages after the first
PART_GAP = 12.0  # points: between the parts of a page
MIN_STORY_HEIGHT = 12.0  # points: least height to begin the summary below the rows
LINE_SPACING = 20.0  # points: between lines to write on
TITLE_STYLE = text.Style("display", 22, bold=True)
LONG_TITLE_STYLE = text.Style("display", 14, bold=True)  # a title of two or three lines
MIN_TITLE_SIZE = 12.0  # points: least size of a title on one line
POINTS_STYLE = text.Style("serif", 22, bold=True)
BODY_STYLE = text.Style("sans", 9.5)
BOLD_STYLE = text.Style("sans", 9.5, bold=True)
LABEL_STYLE = text.Style("sans", 7.5, bold=True)
HEADING_STYLE = text.Style("display", 11, bold=True)
SIGNATURE_FIELDS = (("player", 3.0), ("opponent", 3.0), ("date", 1.4), ("signed", 2.6))
BLANK_FIELDS = (("fleet", 4.0), ("side", 2.0), ("player", 3.0), ("date", 1.4))
LIMIT_FIELD = (("limit", 1.4),)
MIN_NOTE_LINES = 3  # least number of lines for notes


def build_rosters(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return the requested roster, blank rosters or list of units.

    Raises PrintshopError if the request cannot be met, and DoesNotFitError if words are too wide for the page.
    """
    words = game.words
    if request.blank_forms:
        return Document(f"{game.title}: {words('blank_rosters')}",
                        tuple(_lay_out_blank_rosters(game, request.blank_forms, settings)),
                        subject=words("blank_rosters"), keywords=(game.title, words("roster")))
    title, crews_by_side = words("roster"), _group_by_side(game, request.units)
    if request.scenario and not request.units:
        forces = zip(request.scenario.forces, muster_forces(game, request.scenario), strict=True)
        title, crews_by_side = request.scenario.title, [(force.side, list(crew)) for force, crew in forces if crew]
    if request.scenario or request.units:
        units = [unit for _, crew in crews_by_side for unit in crew]
        _check_unit_damage(game, units, request.damage)
        return make_fleet_roster(game, combine_fleet(title, crews_by_side, game, request.damage), settings)
    # units without known values have no rows of their own
    groups: dict[bool, list[Unit]] = {False: [], True: []}
    for unit in find_requested_units(game, request):
        groups[not game.has_known_values(unit)].append(unit)
    fleet = combine_fleet(words("units_and_points" if has_points(game) else "units_title"),
                          _group_by_side(game, groups[False] or groups[True]), game, {}, check_rules=False)
    unknown = tuple(TableRow((escape_markup(side.name) or words("for_any_side"),
                              ", ".join(unit.display_label for unit in crew)))
                    for side, crew in _group_by_side(game, groups[bool(groups[False])]))
    story = (Heading(2, words("values_not_known")),
             LayoutTable((TableColumn(share=1.0), TableColumn(share=4.0)), unknown, has_grid=True)) if unknown else ()
    options = RosterOptions(game, {}, settings.ink, with_sums=False, row_height=LIST_ROW_HEIGHT)
    pages = _lay_out_roster(fleet, options, settings, story, is_unit_list=True)
    return Document(f"{game.title}: {words('units')}", tuple(pages), subject=words("list_of_units"),
                    keywords=(game.title, words("units")))


def make_fleet_roster(game: Game, fleet: Fleet, settings: PrintSettings,
                      components: Sequence[tuple[str, str, str]] = ()) -> Document:
    """Return the roster of a fleet.

    `components` has the name, pages and material of each other component of the fleet's pack.
    """
    options, name = RosterOptions(game, count_marks(game, [ship.unit for ship in fleet.units]),
                                  settings.ink), text.strip_markup(fleet.title)
    return Document(f"{game.title}: {name}", tuple(_lay_out_roster(
        fleet, options, settings, tuple(_build_story(fleet, options, components)))),
                    subject=(roster := game.words("roster")), keywords=(game.title, roster, name))


def _group_by_side(game: Game, units: Sequence[Unit]) -> list[tuple[Side, list[Unit]]]:
    order = dict.fromkeys([*game.sides, *(unit.side.key for unit in units)])
    crews_by_side = [(game.sides.get(key, NEUTRAL_SIDE), [unit for unit in units if unit.side.key == key])
                     for key in order]
    return [(side, crew) for side, crew in crews_by_side if crew]


def _lay_out_roster(fleet: Fleet, options: RosterOptions, settings: PrintSettings, story: tuple[FlowBlock, ...],
                    is_unit_list: bool = False) -> Iterator[Page]:
    """Yield the pages of a roster, with the story after the rows.

    If smaller type saves pages, it is used, except in large print. Rows and pictures grow to fill a single page.
    """
    tables = make_roster_tables(fleet, options)
    candidates = _find_papers_and_sizes(tables, settings, is_unit_list)
    words, roster = options.game.words, options.game.words("roster")
    story += tuple(Paragraph(note, small=True) for note in options.note_marks.take_new_notes(words))

    def compose_pages(paper: Paper, size: float) -> tuple[list[list[Item]], float]:
        """Return the pages in a type size, and the lower end of the last page."""
        box = _content_rect(paper)
        head, top = ((), box.y) if is_unit_list else _draw_roster_head(fleet, options, box)
        style = table.make_ledger_style(size, settings.ink, words)._replace(centre_vertically=True)
        sheets = table.paginate_tables(tables, box.inset(0, top - box.y, 0, 0), box, style)
        pages, bottom = [[*sheet.items] for sheet in sheets], sheets[-1].bottom
        pages[0] = [*head, *pages[0]]
        if story:
            left = box.bottom - bottom - PART_GAP
            first = Rect(box.x, bottom + PART_GAP, box.width, left) if left >= MIN_STORY_HEIGHT else None
            flowing = flow.compose_pages(story, box, first=first)
            if first:
                pages[-1] += flowing[0].items
            pages += [[*sheet.items] for sheet in flowing[1 if first else 0:]]
            bottom = shapes.measure_bounds(flowing[-1].items)[3] if flowing[-1].items else bottom
        return pages, bottom

    (paper, size), (pages, bottom) = candidates[0], compose_pages(*candidates[0])
    if len(pages) > 1 and settings.zoom == 1:
        for candidate in candidates if len(pages) == 2 else [
                candidate for candidate in candidates if candidate[1] <= LONG_SIZE][:2]:
            if len((smaller := compose_pages(*candidate))[0]) < len(pages):
                (paper, size), (pages, bottom) = candidate, smaller
                break
    box = _content_rect(paper)
    count = sum(row.kind == "row" for part in tables for row in part.rows)
    for _ in range(4 if len(pages) == 1 else 0):  # more than once, because rows of several lines grow less
        height = min(options.row_height + (box.bottom - bottom - 4) / count, MAX_ROW_HEIGHTS[options.with_sums])
        options = replace(options, row_height=height)
        tables = make_roster_tables(fleet, options)
        pages, bottom = compose_pages(paper, size)
    # lines for notes at the end, as many as there is room for; none if they are too few
    y, heading_height = bottom + PART_GAP, 0.0 if fleet.notes else 12.0
    lines = int((box.bottom - y - heading_height - 6) // LINE_SPACING)
    if lines >= MIN_NOTE_LINES:
        pages[-1] += [*(text.set_line(words("notes"), HEADING_STYLE, box.x, y + 10) if heading_height else ()),
                      *table.draw_writing_lines(Rect(box.x, y + heading_height, box.width,
                                                     LINE_SPACING * lines + 0.1), LINE_SPACING)]
    name = text.strip_markup(fleet.title)
    short = fleet.title if len(name) <= MAX_TITLE_LETTERS else escape_markup(name[:MAX_TITLE_LETTERS].rstrip()) + "…"
    for number, items in enumerate(pages, 1):
        title = roster if number == 1 or fleet.title == roster else f"{roster}: {short}"
        yield _make_page(items, fleet.title if is_unit_list else title, options.game, paper, f"F-{number}",
                         (Bookmark(name),) if number == 1 else (),
                         options.format_count(fleet.units) if is_unit_list else "")


def _content_rect(paper: Paper) -> Rect:
    return page_frame.find_content_rect(paper, true_scale=False).inset(0, 2, 0, 2)


def _make_page(items: Sequence[Item], title: str, game: Game, paper: Paper, label: str,
               bookmarks: tuple[Bookmark, ...] = (), note: str = "") -> Page:
    return page_frame.make_framed_page(paper, title, tuple(items), **game.imprint, true_scale=False,
                                       label=label, bookmarks=bookmarks, note=note)


def _find_papers_and_sizes(tables: Sequence[LayoutTable], settings: PrintSettings,
                           is_unit_list: bool = False) -> list[tuple[Paper, float]]:
    """Return the papers and sizes of type in which the columns fit, the best first. If none fits, return the smallest.

    Upright paper is preferred, unless its type is smaller than `LONG_SIZE`. In large print, and in a list of
    units, large type matters more than upright paper.
    """
    candidates = [(sheet, size) for sheet in (settings.paper, settings.paper.rotate()) for size in TYPE_SIZES]
    candidates.sort(key=lambda candidate: -candidate[1] if is_unit_list or settings.zoom > 1
                    else candidate[1] < LONG_SIZE)
    return [candidate for candidate in candidates if table.fits_comfortably(
        tables, page_frame.find_content_rect(candidate[0], true_scale=False).width,
        table.make_ledger_style(candidate[1], settings.ink))] or candidates[-1:]


def _build_story(fleet: Fleet, options: RosterOptions,
                 components: Sequence[tuple[str, str, str]]) -> Iterator[FlowBlock]:
    words = options.game.words
    yield from build_force_summary(fleet, options)
    yield from build_ability_blocks(options.game, [ship.unit for ship in fleet.units], 2)
    if components:
        columns = [TableColumn(words(f"{name}_heading"), share=share)
                   for name, share in (("in_this_file", 2.0), ("pages", 1.4), ("print_on", 2.6))]
        yield KeepTogether((Heading(2, words("what_to_print_on")),
                            LayoutTable(tuple(columns), tuple(map(TableRow, components)))))
    if fleet.notes:
        first, *paragraphs = map(Paragraph, fleet.notes)
        yield KeepTogether((Heading(2, words("notes")), first))
        yield from paragraphs


def _lay_out_blank_rosters(game: Game, copies: int, settings: PrintSettings) -> Iterator[Page]:
    """Yield blank rosters to fill in by hand: `copies` pages for each unit type."""
    number, words, roster = count(1), game.words, game.words("roster")
    for kind in game.unit_types.values():
        options = RosterOptions(game, {}, settings.ink)
        sample = make_blank_roster_table(kind, options, 1)
        paper, size = _find_papers_and_sizes([sample], settings)[0]
        box, style = _content_rect(paper), table.make_ledger_style(size, settings.ink, words)
        fields = (*BLANK_FIELDS, *(LIMIT_FIELD if has_points(game, (kind.key,)) else ()))
        first = box.inset(0, 26 + PART_GAP, 0, 0)
        heading_bottom = table.paginate_tables([sample], first, box, style)[0].bottom
        rows = 1 + int((box.bottom - heading_bottom) // WRITE_IN_HEIGHT)
        (sheet,) = table.paginate_tables([make_blank_roster_table(kind, options, rows)], first, box, style)
        title = f"{roster}: {kind.plural}" if len(game.unit_types) > 1 else roster
        for copy in range(copies):
            yield _make_page((*_draw_write_in_fields(fields, box, box.y + 20, words), *sheet.items), title, game, paper,
                             f"FB-{next(number)}",
                             () if copy else (Bookmark(title),))


# --- the head of a roster ----------------------------------------------------------------------------------------


def _draw_roster_head(fleet: Fleet, options: RosterOptions, box: Rect) -> tuple[tuple[Item, ...], float]:
    """Return the head above the rows, and the y of its lower end.

    The head has the title, the sides, the rules that the fleet breaks, and lines for signatures.
    """
    only_squadron = fleet.forces[0] if len(fleet.forces) == 1 else None
    items, words = list[Item](), options.game.words
    width = box.width
    if only_squadron and has_points(options.game):
        points = _format_squadron_points(only_squadron, options)
        items += text.set_line(points, POINTS_STYLE, box.right, box.y + 19, "end")
        width -= text.measure_text(points, POINTS_STYLE) + 14
    y = box.y + 35
    if text.measure_text(fleet.title, TITLE_STYLE) * MIN_TITLE_SIZE / TITLE_STYLE.size <= width:
        items += text.set_line(fleet.title, TITLE_STYLE, box.x, box.y + 19, max_width=width, min_size=MIN_TITLE_SIZE)
    else:  # two or three lines rather than small type
        block = text.set_block(fleet.title, LONG_TITLE_STYLE, (box.x, box.y + 3, width, 3.6 * LONG_TITLE_STYLE.size),
                               min_size=9)
        items += block.items
        y = box.y + 19 + block.height
    for squadron in fleet.forces:
        items += _draw_squadron_line(squadron, options, box, y, is_only=only_squadron is not None)
        y += 14
    if warnings := tuple(fleet.warnings):
        frame, inner, top = y - 3, box.inset(8, 0), y + 2
        head = words("breaks_rules", count=len(warnings))
        words_of_rules: list[Item] = [*text.set_line(head, BOLD_STYLE, inner.x, top + 9)]
        top += 13
        for warning in warnings:
            block = text.set_block(warning, BODY_STYLE, (inner.x + 10, top, inner.width - 10, None), 1.25)
            words_of_rules += [shapes.regular_polygon(inner.x + 3.5, top + 6.2, 2.2, 4, fill=BLACK), *block.items]
            top += block.height + 1
        items += [shapes.rect(box.x, frame, box.width, top + 5 - frame, fill=choose_grey_fill(options.ink, 0.08),
                              stroke=Stroke(BLACK, 1.2)), *words_of_rules]
        y = top + 17
    items += _draw_write_in_fields(SIGNATURE_FIELDS, box, y + 10, words)
    return tuple(items), y + 14 + PART_GAP


def _format_squadron_points(squadron: FleetForce, options: RosterOptions) -> str:
    words, points = options.game.words, options.format_points(squadron.units)
    return (words("points_total", points=points) if squadron.limit is None
            else words("points_of_limit", points=points, limit=format_points(squadron.limit)))


def _draw_squadron_line(squadron: FleetForce, options: RosterOptions, box: Rect, y: float, *,
                        is_only: bool) -> Iterator[Item]:
    x, left_over = box.x, ""
    if squadron.limit is not None:
        is_unknown, words = squadron.points_left is None, options.game.words
        left_over = (words("at_least_over" if is_unknown else "points_over", points=format_points(squadron.points_over))
                     if squadron.points_over else
                     words("points_left", points=WRITE_IN_BLANK if squadron.points_left is None
                           else format_points(squadron.points_left)))
    if squadron.side.name:
        yield Group(draw_swatch(squadron.side, options.ink), Transform().translate(x, y - 8))
        x += 19
    parts = (f"**{escape_markup(squadron.side.name)}**" if squadron.side.name else "",
             options.format_count(squadron.units),
             _format_squadron_points(squadron, options) if has_points(options.game) and not is_only else "",
             "" if is_only else left_over)
    yield from text.set_line(" · ".join(filter(None, parts)), BODY_STYLE, x, y, min_size=6,
                             max_width=box.right - x - (120 if is_only and left_over else 0))
    if is_only and left_over:
        yield from text.set_line(left_over, BOLD_STYLE, box.right, y, "end")


def _draw_write_in_fields(fields: Sequence[tuple[str, float]], box: Rect, baseline: float, words: Words
                          ) -> Iterator[Item]:
    """Draw labels, each followed by a line to write on, side by side in shares of the width."""
    for (key, _), place in zip(fields, box.split_columns([share for _, share in fields], gap=10), strict=True):
        label = words(key)
        yield from text.set_line(label, LABEL_STYLE, place.x, baseline)
        start = place.x + text.measure_text(label, LABEL_STYLE) + 3
        yield shapes.line(start, baseline + 1.5, place.right, baseline + 1.5, table.FINE_RULE)


# --- damage, by the tracks of records and cards ---------------------------------------------------------------------


def count_marks(game: Game, units: Iterable[Unit], products: Iterable[str] = MARKABLE_PRODUCTS) -> dict[str,
                                                                                                        MarkCounts]:
    """Return the number of marks on each unit's default records and cards, by unique name and track."""
    forms = compile_default_forms(game, products)
    return {make_unique_name(unit): {track: circles for form in forms if form.form.unit == unit.kind
                                     for track, circles in form.count_tracks(unit).items()} for unit in units}


def check_scenario_damage(game: Game, scenario: Scenario) -> None:
    """Raise PrintshopError if a unit of a scenario has damage that its record does not have."""
    _check_unit_damage(game, [unit for crew in muster_forces(game, scenario) for unit in crew if unit.damage], {})


def _check_unit_damage(game: Game, units: Sequence[Unit], damage: Mapping[str, Damage]) -> None:
    if units:
        check_damage([(form, tuple(unit for unit in units if unit.kind == form.form.unit))
                      for form in compile_default_forms(game)], damage)


def match_damage_names(fleet: Fleet, mark_counts: Mapping[str, MarkCounts]) -> Fleet:
    """Return the fleet with the names of tracks that the records use.

    A file may spell the name of a track with other capitals, spaces or underscores.
    """
    def normalise(track: str) -> str:
        return " ".join(track.replace("_", " ").split()).casefold()

    def rename_damage(ship: FleetUnit) -> FleetUnit:
        tracks = mark_counts[make_unique_name(ship.unit)]
        names = {normalise(track): track for track in tracks}
        new_names = {track: track if track in tracks else names.get(normalise(track), track) for track in ship.damage}
        if len({*new_names.values()}) < len(new_names):
            return ship
        return replace(ship, damage={new_names[track]: marked for track, marked in ship.damage.items()},
                       damage_spans={new_names.get(track, track): place for track, place in ship.damage_spans.items()})

    return replace(fleet, forces=tuple(replace(squadron, units=tuple(map(rename_damage, squadron.units)))
                                          for squadron in fleet.forces))


def check_fleet_damage(fleet: Fleet, mark_counts: Mapping[str, MarkCounts], problems: Problems) -> None:
    """Report damage to tracks that are not on the ship's records, once for each line of the file.

    If a ship has no records, its damage is not checked.
    """
    reported: set[tuple[Span | None, str]] = set()
    for ship in fleet.units:
        tracks = mark_counts[make_unique_name(ship.unit)]
        for track, marked in ship.damage.items() if tracks else ():
            span = ship.damage_spans.get(track, ship.span)
            if (span, track) in reported:
                continue
            reported.add((span, track))
            check_track(ship.unit, tracks, (track, marked), problems, span)


def find_fleet_damage(fleet: Fleet, mark_counts: Mapping[str, MarkCounts]) -> dict[str, dict[str, int]]:
    """Return the damage of a fleet by unit and track, only for tracks that are in `mark_counts`."""
    marked = {key: {track: marks for track, marks in ship.damage.items() if track in mark_counts[key]}
              for ship in fleet.units for key in (make_unique_name(ship.unit),)}
    return {key: damage for key, damage in marked.items() if damage}
