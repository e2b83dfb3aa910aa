"""Second page of a pack: its components, instructions for printing and building the components, and the forces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing import artwork, patterns, shapes, text
from printshop.drawing.artwork import Drawing, Raster
from printshop.drawing.display_list import BLACK, WHITE, Bookmark, Item, Page, PageLayer, Stroke, parse_color
from printshop.drawing.display_list import Group as ItemGroup
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color, measure_contrast
from printshop.drawing.text import Style, escape_markup
from printshop.drawing.themes import BULLETS, current_theme
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import Force, Scenario, find_unit_points, format_points, muster_forces
from printshop.layout import page_frame
from printshop.layout.rectangles import Paper, Rect
from printshop.layout.table import LayoutTable, TableColumn, TableRow, TableStyle, set_table
from printshop.layout.zoom import ZOOM
from printshop.lengths import MM
from printshop.print_settings import PrintSettings
from printshop.problems import DoesNotFitError, make_error
from printshop.products.booklets.illustrations import fit_names, place_example, read_scaled_picture
from printshop.products.counters import list_needs
from printshop.products.maps.overview import format_map_size
from printshop.words import Words

BODY_STYLE = Style("sans", 9.5)
SMALL_STYLE = Style("sans", 8.5)
LABEL_STYLE = Style("sans", 8, bold=True, tracking=0.3)
NAME_STYLE, _CAPTION_STYLE = Style("sans", 8.5, bold=True), Style("sans", 7.5)
GREY = WHITE.mix(BLACK, 0.65)
ZOOMS = ZOOM, 1.28, 1.15, 1.0  # factors by which the contents are enlarged in large print, tried in turn
USUAL_ZOOMS = 1.08, 1.04, 1.0  # these factors in usual print
ComponentRows = Sequence[tuple[str, ...]]
COLUMN_GAP = 8.0  # points: between the columns of the table
MAX_PICTURES, MAX_REPEATS = 10, 5  # pictures of a force; copies drawn of its only picture
PART_GAP = 20.0  # points: between the parts of the page
HEADING_GAP = 9.0  # points: from the base line of a heading to the text below
FORCE_BAR_HEIGHT, BAR_GAP, NAME_GAP = 20.0, 9.0, 3 * MM
NAMES_HEIGHT = NAME_GAP + 2 * 9.5  # points: two lines of names below a picture
# points: least and greatest height of a picture; lower ones are left out
_MIN_PICTURE_HEIGHT, _MAX_PICTURE_HEIGHT = 20.0, 216.0
_MIN_NAME_WIDTH = 52.0  # points: width for the name below a picture, if possible
_MAX_OVERFLOW = 1.2  # greatest width of a text, as a multiple of the free width: it is then set smaller
_MIN_CONTRAST = 4.0  # least contrast with paper of a colour to draw with


def draw_print_guide(game: Game, scenario: Scenario, rows: ComponentRows, settings: PrintSettings, *,
                     work: Sequence[str]) -> Page:
    """Return the page with the print guide of a pack.

    Each of the `rows` has a component's name, pages, material, copies and next step. `work` is the list of lines
    on pieces, sheets and time, as markup. In large print, the contents are enlarged as far as they fit. Raises
    DoesNotFitError if words are too long, and PrintshopError if the contents are too long for the page.
    """
    whole = page_frame.find_content_rect(settings.paper, true_scale=False).inset(0, 8, 0, 4)
    picture = artwork.load_picture(scenario.parts) if scenario.parts else None
    for zoom in ZOOMS if settings.zoom > 1 else (1.0,) if picture else USUAL_ZOOMS:
        box = Rect(*(length / zoom for length in whole))
        with suppress(*[DoesNotFitError] * (zoom > 1)):
            items = _draw_parts(game, scenario, rows, box, settings, zoom, work=work)
            spare = box.bottom - shapes.measure_bounds(items)[3]
            if spare >= 0:
                break
    if spare < 0:
        raise make_error(f"the front page of '{scenario.title}' is {-spare / MM:.0f} mm too long for the paper",
                         "shorten 'needs' in game.yaml", scenario.span)
    bottom_picture: tuple[Item, ...] = ()
    if picture and (picture_height := box.width / picture.aspect_ratio) + PART_GAP < spare:
        bottom_picture = (place_example(game, picture, (box.x, box.bottom - 6 - picture_height, box.width,
                                                        picture_height), settings.ink),)
        box, spare = box.inset(0, 0, 0, picture_height + PART_GAP), spare - picture_height - PART_GAP
    items = _draw_parts(game, scenario, rows, box, settings, zoom, work=work,
                        extra_gap=min(spare / 5, 1.5 * PART_GAP))
    contents = ItemGroup((*items, *bottom_picture), Transform(a=zoom, d=zoom))
    return page_frame.make_framed_page(settings.paper, title := game.words("print_and_build"), (contents,),
                                       **game.imprint, true_scale=False, label=game.words("front_page"),
                                       anchor="front", bookmarks=(Bookmark(title),))


def _draw_parts(game: Game, scenario: Scenario, rows: ComponentRows, box: Rect, settings: PrintSettings,
                zoom: float, *, work: Sequence[str],
                extra_gap: float = 0.0) -> tuple[Item, ...]:
    """Draw the parts of the page from top to bottom, with `extra_gap` points added to the gaps between them."""
    table = tuple(_draw_component_table(rows, box, settings.ink, game.words, work=work))
    y = shapes.measure_bounds(table)[3] + PART_GAP + extra_gap
    below = tuple(_draw_needs_and_scale(game, scenario, box._replace(y=y), settings.paper, zoom))
    y = shapes.measure_bounds(below)[3] + PART_GAP + extra_gap
    return *table, *below, *_draw_forces(game, scenario, Rect(box.x, y, box.width, box.bottom - y), settings,
                                         8.0 + extra_gap, needs_room=settings.zoom == 1 < zoom)


def _draw_guide_heading(words: str, x: float, y: float) -> Iterator[Item]:
    yield from text.set_line(words, Style("display", current_theme().sizes.large, bold=True,
                                          color=current_theme().accent), x, y)


def _draw_component_table(rows: ComponentRows, box: Rect, ink: Ink, words: Words, *,
                          work: Sequence[str]) -> Iterator[Item]:
    yield from _draw_guide_heading(words("what_to_print"), box.x, box.y)
    headings = "component", "pages_of_file", "print_on_heading", "copies", "and_then"
    columns = [TableColumn(words(heading), flexible=True) for heading in headings]
    columns[0], columns[-1] = columns[0]._replace(style=BODY_STYLE), columns[-1]._replace(padding=(0, 0))
    places = box.split_columns([22, 30, 35, 8, 45], gap=COLUMN_GAP)
    widths = [right.x - left.x for left, right in pairwise(places)] + [places[-1].width]
    look = TableStyle(SMALL_STYLE, LABEL_STYLE, ink, leading=1.2, padding=(0, COLUMN_GAP), vertical_padding=3.9,
                      heading_padding=11.0, heading_drop=4.0, outer_rule=None,
                      row_rule=Stroke(WHITE.mix(BLACK, 0.4), 0.35), heading_rule=Stroke(width=0.9))
    table = set_table(LayoutTable(tuple(columns), tuple(map(TableRow, rows))), widths, look)
    yield from table.draw(box.x, box.y + 1)
    yield shapes.line(box.x, y := box.y + 1 + table.height, box.right, y, look.row_rule)
    if work:
        yield from text.set_block("\n".join(work), SMALL_STYLE, (box.x, y + 5, box.width, None), 1.28).items


def _draw_needs_and_scale(game: Game, scenario: Scenario, box: Rect, paper: Paper, zoom: float) -> Iterator[Item]:
    """Draw the list of other things that players need, and the scale check.

    The outline of a bank card is beside the list and the check. The contents are enlarged by `zoom` afterwards; the
    outline and the ruler then have their true size.
    """
    wide, high, radius = (length / zoom for length in page_frame.BANK_CARD)
    card = Rect(box.right - wide, box.y - 8, wide, high)
    yield ItemGroup((shapes.rounded_rect(*card, radius, stroke=Stroke(width=0.6)),), layer=PageLayer.GUIDE)
    words = f"{game.words('bank_card')}\n{game.words.number('85.60 × 53.98 mm')}"
    yield from text.set_block(words, _CAPTION_STYLE._replace(color=GREY), card.inset(16, 0), 1.4, "middle",
                              "middle").items
    left = box._replace(width=box.width - wide - 22)
    needs = tuple(_draw_needs(game, scenario, left, paper))
    top = shapes.measure_bounds(needs)[3] + PART_GAP
    spare = card.bottom - shapes.measure_bounds(tuple(_draw_scale_check(left._replace(y=top), game.words)))[3]
    # directly above the ruler that it refers to
    scale = tuple(_draw_scale_check(left._replace(y=top + max(spare, 0.0)), game.words))
    yield from (*needs, *scale)
    y = max(shapes.measure_bounds(scale)[3] + 12, card.bottom + 11)
    yield ItemGroup(page_frame.draw_ruler(0, 0), Transform(a=1 / zoom, d=1 / zoom, e=box.x, f=y))


def _draw_scale_check(box: Rect, words: Words) -> Iterator[Item]:
    yield from _draw_guide_heading(words("is_scale_right"), box.x, box.y)
    yield from text.set_block(words("scale_check"), SMALL_STYLE, (box.x, box.y + HEADING_GAP - 3, box.width, None),
                              1.28).items


def _draw_needs(game: Game, scenario: Scenario, box: Rect, paper: Paper) -> Iterator[Item]:
    words = game.words
    yield from _draw_guide_heading(words("also_on_table"), box.x, box.y)
    lines = [words("playing_area", size=" × ".join(side.text for side in scenario.table))] if scenario.table else []
    lines += [words("room_for_map", size=format_map_size(game[MAPS][scenario.map], words,
                                                         paper))] if scenario.map else []
    y = box.y + HEADING_GAP - 3
    for line in (*lines, *list_needs(game, scenario)):
        block = text.set_block(line, SMALL_STYLE, (box.x + 9, y, box.width - 9, None), 1.28)
        yield from text.set_line(BULLETS[current_theme().bullet], SMALL_STYLE._replace(color=current_theme().accent),
                                 box.x, y + 8.4)
        yield from block.items
        y += block.height + 2.5


# --- forces ---


class _PictureGroup(NamedTuple):
    """A picture in a force's row, drawn `repeats` times, and its units.

    If the units have no picture, `picture` is None. `width` is the width of all copies together. `width` and `height`
    are in a unit that is common to all forces.
    """

    picture: Drawing | Raster | None
    units: tuple[Unit, ...]
    width: float
    height: float
    repeats: int


class _ForceRow(NamedTuple):
    """A force and its pictures."""

    force: Force
    pictures: tuple[_PictureGroup, ...]

    def measure_scale(self, width: float) -> float:
        """Return the scale at which the pictures fill `width`."""
        room = width - 8.0 * max(len(self.pictures) - 1, 0)
        return room / max(sum(picture.width for picture in self.pictures), 0.01)

    def measure_spare(self, width: float, scale: float) -> float:
        """Return the free width for each picture at a scale."""
        return (width - scale * sum(picture.width for picture in self.pictures)) / max(len(self.pictures), 1)

    def measure_name_room(self, width: float, scale: float) -> float:
        """Return the width for the name below the narrowest picture at a scale."""
        return self.measure_spare(width, scale) + scale * min((picture.width for picture in self.pictures), default=0.0)


def _draw_forces(game: Game, scenario: Scenario, box: Rect, settings: PrintSettings, row_gap: float, *,
                 needs_room: bool) -> Iterator[Item]:
    """Draw the forces, each with a row of units below its bar, all at one scale.

    If there is no room, nothing is drawn. With `needs_room`, raises DoesNotFitError if the forces and their names have
    too little room.
    """
    fleets = [(force, crew) for force, crew in zip(scenario.forces, muster_forces(game, scenario), strict=True) if crew]
    sized = all(unit.size for _, crew in fleets for unit in crew)
    lines = [_ForceRow(force, tuple(_group_pictures(crew, at_base_size=sized))) for force, crew in fleets]
    if not lines:
        return
    heights = [max((picture.height for picture in line.pictures), default=0.0) for line in lines]
    arrangements = []
    for across in range(1, min(len(lines), 4) + 1):
        row_width, down = (box.width - 14 * (across - 1)) / across, -(-len(lines) // across)
        rows = [max(heights[first : first + across]) for first in range(0, len(lines), across)]
        free = box.height - HEADING_GAP - row_gap * (down - 1) - down * (FORCE_BAR_HEIGHT + BAR_GAP + NAMES_HEIGHT)
        scale = min(free / max(sum(rows), 0.01), _MAX_PICTURE_HEIGHT / max(*heights, 0.01),
                    *(line.measure_scale(row_width) for line in lines))
        if free >= 0 and (scale * max(rows) >= _MIN_PICTURE_HEIGHT or not max(rows)):
            names_fit = min(line.measure_name_room(row_width, scale) for line in lines) >= _MIN_NAME_WIDTH
            rows_filled = 5 * (across * down - len(lines)) < across * down  # fewer than one place in five is empty
            arrangements.append((names_fit, rows_filled, scale, across))
    if needs_room and not max(arrangements, default=(False,))[0]:
        raise DoesNotFitError("the forces")
    if not arrangements:
        return
    *_, scale, across = max(arrangements)
    yield from _draw_guide_heading(game.words("who_fights"), box.x, box.y)
    y = box.y + HEADING_GAP
    for first in range(0, len(lines), across):
        row = lines[first : first + across]
        high = FORCE_BAR_HEIGHT + BAR_GAP + NAMES_HEIGHT + scale * max(heights[first : first + across])
        for place, line in zip(Rect(box.x, y, box.width, high).split_columns([1] * across, gap=14), row, strict=False):
            yield from _draw_force_bar(line.force, place._replace(height=FORCE_BAR_HEIGHT), settings.ink, game.words)
            yield from _draw_force_row(game, line, place.inset(0, FORCE_BAR_HEIGHT + BAR_GAP, 0, NAMES_HEIGHT), scale,
                                       settings.ink)
        y += high + row_gap


def _group_pictures(crew: Sequence[Unit], *, at_base_size: bool) -> Iterator[_PictureGroup]:
    """Yield the pictures of a crew, each once. If all units have the same picture and are few, all are drawn.

    If all units of the scenario have bases (`at_base_size`), pictures have the size of the bases.
    """
    units_by_picture: dict[object, list[Unit]] = {}
    for unit in crew:
        units_by_picture.setdefault(unit.art, []).append(unit)
    for units in list(units_by_picture.values())[:MAX_PICTURES]:
        if not (scaled := read_scaled_picture(units[0], at_base_size=at_base_size)):
            yield _PictureGroup(None, tuple(units), 0.0, 0.0, 0)
            continue
        width, height = scaled.size[::-1] if scaled.is_turned else scaled.size
        times = len(units) if len(units_by_picture) == 1 and len(units) <= MAX_REPEATS else 1
        yield _PictureGroup(scaled.picture, tuple(units), times * width, height, times)


def _draw_force_row(game: Game, row: _ForceRow, box: Rect, scale: float, ink: Ink) -> Iterator[Item]:
    """Draw the pictures of a force in a row, with names, sizes and points below the pictures."""
    side_color = color = parse_color(row.force.side.color)
    while measure_contrast(color, WHITE) < _MIN_CONTRAST:
        color = color.mix(BLACK, 0.12)
    spare, x = row.measure_spare(box.width, scale), box.x
    for group in row.pictures:
        wide, high = scale * group.width, scale * group.height
        if group.picture:
            for spot in Rect(x + spare / 2, box.bottom - high, wide, high).split_columns([1] * group.repeats):
                place = artwork.limit_to_sharp_size(group.picture,
                                                    spot.inset(0.04 * spot.width * (group.repeats > 1), 0))
                has_colors = artwork.has_own_colors(group.picture)
                picture, flat = artwork.save_picture_ink(group.picture, ink) if has_colors else group.picture, color
                background = choose_area_color(ink, side_color)
                if ink is Ink.BLACK:  # the livery of a solid side is black
                    flat, background = BLACK, BLACK if row.force.side.pattern == "solid" else WHITE
                yield artwork.place_picture(picture, place, ink=ink, color=None if has_colors else flat,
                                            background=background if has_colors else None,
                                            align=(0.5, 1.0))
        middle, room = x + (wide + spare) / 2, wide + spare - 4
        y = box.bottom + NAME_GAP + 6
        bases = Counter((escape_markup(unit.copied_from) if unit.numbered else unit.proper_name) + unit.name_mark
                        for unit in group.units)
        names = [(f"{count} × " if count > 1 else "") + name for name, count in bases.items()]
        yield from text.set_line(fit_names(names, room, game.words, NAME_STYLE), NAME_STYLE, middle, y, "middle", room,
                                 5)
        if worth := _describe_worth(game, group.units, room):
            yield from text.set_line(worth, _CAPTION_STYLE._replace(color=GREY), middle, y + 9.5, "middle", room, 5)
        x += wide + spare


def _describe_worth(game: Game, units: Sequence[Unit], width: float) -> str:
    """Return the size and points of the units with one picture, as far as the words fit the width.

    If all units have the same size, the size is given. If all units have the same points, or if each unit has
    different points, the points are given.
    """
    words, sizes = game.words, {unit.size.name for unit in units if unit.size}
    points = list(dict.fromkeys(find_unit_points(unit, game.unit_types) for unit in units))
    size = escape_markup(sizes.pop()) if len(sizes) == 1 else ""
    point_texts = [format_points(worth) for worth in points if worth]
    each = (words("points_each" if len(units) > 1 else "points_total", points=point_texts[0])
            if len(point_texts) == 1 == len(points) else
            # one for each, in the order of the names
            words("points_total", points=words.join(point_texts)) if len(point_texts) == len(units) else "")
    candidates = (" · ".join(filter(None, parts)) for parts in ((size, each), (each,), (size,)))
    return next((line for line in candidates if text.measure_text(line, _CAPTION_STYLE) <= _MAX_OVERFLOW * width),
                "")


def _draw_force_bar(force: Force, box: Rect, ink: Ink, words: Words) -> Iterator[Item]:
    """Draw the bar of a force in the side's colour, with emblem, pattern, name and points."""
    side: Side = force.side
    field = choose_area_color(ink, parse_color(side.color))
    pattern = side.pattern if ink is Ink.BLACK or side.pattern != "solid" else ""
    points = words("points_total", points=format_points(force.total)) if force.total and force.is_complete else ""
    style, base = Style("sans", 9.5, bold=True, color=choose_text_color(field)), box.center[1] + 3.3
    amount = text.set_line(points, style._replace(bold=False), box.right - 5, base, "end")
    yield shapes.rect(*box, fill=field)
    yield from amount
    right = amount[0].x - 6 if amount else box.right
    if pattern:
        right -= (end := min(30.0, 0.14 * box.width))
        yield from patterns.fill_with_pattern(pattern, (right, box.y, end, box.height), parse_color(side.color), ink)
    if ink is not Ink.COLOUR:
        yield shapes.rect(*box, stroke=Stroke(BLACK, 0.5))
    room = box.inset(4, 3, box.right - right + 5, 3)
    if side.emblem_path:
        yield artwork.place_picture(artwork.load_picture(side.emblem_path), room._replace(width=room.height),
                                    color=style.color, background=field, ink=ink)
        room = room.inset(room.height + 5, 0, 0, 0)
    yield from text.set_line(escape_markup(side.name), style, room.x, base, max_width=room.width, min_size=5)
