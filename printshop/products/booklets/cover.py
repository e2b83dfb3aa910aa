"""Cover of a pack.

It is a panel that fills the printable area, with a picture, the title and the sides. All measures are for a panel of
190 mm and grow with the sheet. In colour, the panel is dark (the theme's colour for bars) with pale letters. In other
ink modes, the panel is white in a frame, and the picture is paler or without colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from printshop.drawing import artwork, patterns, shapes, text, themes
from printshop.drawing.artwork import Drawing, Raster
from printshop.drawing.display_list import BLACK, WHITE, Bookmark, Color, Group, Item, Page, Stroke, parse_color
from printshop.drawing.geometry import Transform, move_point
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color, measure_contrast
from printshop.drawing.text import Style, escape_markup
from printshop.drawing.themes import MIN_TEXT_CONTRAST, current_theme, format_title
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import Scenario, find_unit_points, muster_forces
from printshop.layout.page_frame import has_ours_mark
from printshop.layout.rectangles import Paper, Rect
from printshop.lengths import MM
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError
from printshop.products.build import read_unit_picture, use_game_fonts
from printshop.products.maps.overview import format_map_size

PANEL_SIZE = 190 * MM  # the panel size that all measures are for
# points: size of the title; below the second size it is broken into two lines
TITLE_SIZE, MIN_ONE_LINE_SIZE = 72.0, 46.0
MIN_VISIBLE_SHARE = 0.62  # least visible share of a picture; if more would be lost, nothing is cut off
TITLE_SPOT = "title"  # name of the spot in a drawing for the title
UPRIGHT_TURNS = {"right": 270, "left": 90}  # degrees by which a picture is turned to have its bow at the top
MAX_FACTS = 5
# rays and relative radius of the sun behind the ships, if there is no cover picture
_SUN_RAYS, _SUN_RADIUS_SHARE = 36, 0.34
_PICTURE_SIZE = (400.0, 300.0)  # points


class _CoverStyle(NamedTuple):
    """The colours of a cover, and the size of the cover as a multiple of the usual size (`scale`)."""

    ground: Color
    text_color: Color  # letters
    label_color: Color  # labels
    ink: Ink
    scale: float

    @property
    def is_dark(self) -> bool:
        """Whether letters are pale on a dark ground."""
        return self.ink is Ink.COLOUR

    def make_style(self, role: Literal["sans", "serif", "display"], size: float, *, bold: bool = False,
                   italic: bool = False) -> Style:
        """Return a text style in the cover's size and colour."""
        return Style(role, size * self.scale, bold=bold, italic=italic, color=self.text_color)


class _TextStack(NamedTuple):
    """Items that are set below one another from y = 0, and their total height."""

    items: tuple[Item, ...]
    height: float

    def move_to(self, y: float) -> Group:
        """Return the items with their upper edge at `y`."""
        return Group(self.items, Transform(f=y))


def draw_cover(game: Game, scenario: Scenario, settings: PrintSettings) -> Page:
    """Return the cover of a scenario.

    Raises DoesNotFitError if words are too long, and PrintshopError if a picture cannot be used.
    """
    panel = settings.paper.printable
    cover_style = _choose_cover_style(settings.ink, min(panel.width / PANEL_SIZE, panel.height / PANEL_SIZE))
    foot_texts, title_texts = _set_foot(game, scenario, panel, cover_style, settings.paper), _set_title(game, panel,
                                                                                                        cover_style)
    below = Rect(panel.x, panel.bottom - foot_texts.height, panel.width, foot_texts.height)
    above = Rect(panel.x, panel.y, panel.width, panel.height - foot_texts.height)
    path = scenario.cover or game.cover
    picture = artwork.load_picture(path) if path else None
    title_top = (
        _find_title_top(picture, above, title_texts.height)
        if isinstance(picture, Drawing) and cover_style.is_dark
        else None
    )
    picture_box = above if title_top is not None else above.inset(0, title_texts.height, 0, 0)
    crews = [(force.side, crew) for force, crew in zip(scenario.forces, muster_forces(game, scenario), strict=True)]
    picture_items = _draw_cover_picture(picture, picture_box, settings.ink) if picture else _draw_battle(
        game, crews, picture_box, cover_style, current_theme().accent)
    items = (
        Group(tuple(picture_items), clip=shapes.rect(*picture_box)), shapes.rect(*below, fill=cover_style.ground),
        *((shapes.rect(*panel[:3], title_texts.height, fill=cover_style.ground),) if title_top is None else ()),
        *(_draw_edges(picture_box, cover_style) if title_top is None else ()),
             *_draw_edges(Rect(*below[:3], 0), cover_style),
        title_texts.move_to(panel.y if title_top is None else title_top), foot_texts.move_to(below.y),
        *(() if cover_style.is_dark else (shapes.rect(*panel.inset(0.7), stroke=Stroke(cover_style.text_color,
                                                                                       1.4 * cover_style.scale)),)))
    return Page(settings.paper.width, settings.paper.height, items,
                name := game.words("cover"), "cover", (Bookmark(name),))


def _choose_cover_style(ink: Ink, scale: float) -> _CoverStyle:
    """Return the colours that the theme gives a cover.

    In colour, letters are pale on the theme's colour for bars. In other ink modes, letters have the theme's ink on
    white paper.
    """
    theme = current_theme()
    if ink is not Ink.COLOUR:
        return _CoverStyle(WHITE, themes.choose_heading_color(ink), theme.accent, ink, scale)
    ground = theme.bar
    pale = theme.tint if measure_contrast(theme.tint, ground) >= MIN_TEXT_CONTRAST else choose_text_color(ground)
    quiet = next((color for share in (0.5, 0.35, 0.2)
                  if measure_contrast(color := pale.mix(theme.accent, share), ground)
                  >= MIN_TEXT_CONTRAST), pale)
    return _CoverStyle(ground, pale, quiet, ink, scale)


# --- the title ---


def _set_title(game: Game, panel: Rect, cover_style: _CoverStyle) -> _TextStack:
    """Set the title and the line below it."""
    width, x, unit = 0.84 * panel.width, panel.center[0], cover_style.scale
    y, items = 15.0 * unit, list[Item]()
    lines, size = _break_title(format_title(game.title), cover_style.make_style("display", TITLE_SIZE, bold=True),
                               width)
    style = cover_style.make_style("display", size / unit, bold=True)
    for number, words in enumerate(lines):
        y += (0.98 if number else 0.86) * size
        items += text.set_line(words, style, x, y, "middle", width, 16)
    y += (0.2 if set(lines[-1]) & set("Qgjpqy") else 0.08) * size  # below the tails of letters
    if game.subtitle:
        y += 19.0 * unit
        items += text.set_line(game.subtitle, cover_style.make_style("serif", 15, italic=True), x, y, "middle", width,
                               7)
    return _TextStack(tuple(items), y + 14.0 * unit)


def _break_title(title: str, style: Style, width: float) -> tuple[tuple[str, ...], float]:
    """Return the lines of a title and their type size.

    If the type of one line would be small, there are two lines.
    """
    def measure_size(*lines: str) -> float:
        return style.size * min(1.0, width / max(text.measure_text(line, style) for line in lines))

    breaks = [place for place, sign in enumerate(title) if sign == " "] if "*" not in title else []
    two_line_titles = ((title[:cut], title[cut + 1:]) for cut in breaks)
    one_line_size = measure_size(title)
    if one_line_size >= MIN_ONE_LINE_SIZE / TITLE_SIZE * style.size or not breaks:
        return (title,), one_line_size
    halves = max(two_line_titles, key=lambda lines: measure_size(*lines))
    return halves, measure_size(*halves)


def _find_title_top(picture: Drawing, picture_box: Rect, title_height: float) -> float | None:
    """Return the top of a title on a picture with a spot for the title.

    If the picture has no such spot, or if the spot is not visible, return None.
    """
    spot_y = next((y for name, _, y in picture.named_points if name == TITLE_SPOT), None)
    if spot_y is None:
        return None
    box = _fit_cover_picture(picture, picture_box)
    y = box.y + spot_y * box.height / picture.height - title_height / 2
    return max(y, picture_box.y) if y > picture_box.y - title_height / 4 else None


def _draw_edges(box: Rect, cover_style: _CoverStyle) -> Iterator[Item]:
    """Draw lines along the upper and lower edges of a box."""
    for y in dict.fromkeys((box.y, box.bottom)):
        yield shapes.line(box.x, y, box.right, y, Stroke(cover_style.text_color, 1.6 * cover_style.scale))


# --- the picture ---


def _fit_cover_picture(picture: Drawing | Raster, picture_box: Rect) -> Rect:
    """Return the rectangle of a picture.

    Usually the rectangle covers `picture_box`. If too much of the picture would then be cut off, the whole picture is
    shown inside `picture_box`. If the picture has a spot for the title, it is cut off at the top.
    """
    small, large = sorted((picture_box.width, picture_box.height * picture.aspect_ratio))
    wide = large if small >= MIN_VISIBLE_SHARE * large else small
    high = wide / picture.aspect_ratio
    return Rect(picture_box.center[0] - wide / 2,
                picture_box.bottom - high if _is_poster(picture) else picture_box.center[1] - high / 2,
                wide, high)


def _is_poster(picture: Drawing | Raster) -> bool:
    """Return whether a picture is a drawing with a spot for a title."""
    return isinstance(picture, Drawing) and any(name == TITLE_SPOT for name, *_ in picture.named_points)


def _draw_cover_picture(picture: Drawing | Raster, picture_box: Rect, ink: Ink) -> Iterator[Item]:
    """Draw the picture of the cover. If the picture does not cover the whole box, it is drawn on a tint."""
    box = _fit_cover_picture(picture, picture_box)
    if min(box.width / picture_box.width, box.height / picture_box.height) < 1 or not _is_poster(picture):
        yield shapes.rect(*picture_box, fill=themes.choose_background_color("tint", ink) if ink is Ink.COLOUR
                          else WHITE)
    yield artwork.place_picture(artwork.save_picture_ink(picture, ink), box, ink=ink)


def draw_game_picture(game: Game) -> Page:
    """Return the picture for a game without a cover.

    It shows units before a sun, in the colours of the printed cover. A unit whose picture cannot be used is left out.
    """
    crews = dict[str, tuple[Side, list[Unit]]]()
    for unit in game.units.values():
        if unit.art and _can_be_drawn(unit):
            crews.setdefault(unit.side.key, (unit.side, []))[1].append(unit)
    most = 1 if len(crews) > 1 else 2  # large on a small picture, and few bytes
    chosen = [(side, crew[:most]) for side, crew in crews.values()][:2]
    box = Rect(0, 0, *_PICTURE_SIZE)
    with use_game_fonts(game, PrintSettings()):
        items = tuple(_draw_battle(game, chosen, box, _choose_cover_style(Ink.COLOUR, 1.0), current_theme().accent))
    return Page(box.width, box.height, (Group(items, clip=shapes.rect(*box)),))


def _can_be_drawn(unit: Unit) -> bool:
    try:
        return read_unit_picture(unit) is not None
    except PrintshopError:
        return False


def _draw_battle(game: Game, crews: Sequence[tuple[Side, Sequence[Unit]]], picture_box: Rect, cover_style: _CoverStyle,
                 sun_color: Color) -> Iterator[Item]:
    """Draw the ships of a battle before a sun: the strongest ship of each side, with other ships behind it."""
    near, far = (cover_style.ground.mix(cover_style.text_color, share) if cover_style.is_dark
                 else WHITE.mix(BLACK, share / 2)
                 for share in (0.16, 0.08))
    middle, reach = picture_box.center, picture_box.width + picture_box.height
    yield shapes.rect(*picture_box, fill=far if cover_style.is_dark else WHITE)
    turn = 360 / _SUN_RAYS
    for ray in range(_SUN_RAYS):
        yield shapes.polygon([middle, *(move_point((ray + side) * turn, reach, *middle) for side in (-0.25, 0.25))],
                             fill=near)
    sun = _SUN_RADIUS_SHARE * min(picture_box.width, picture_box.height)
    yield shapes.circle(*middle, 1.16 * sun, fill=near)
    yield shapes.circle(*middle, sun, fill=choose_area_color(cover_style.ink, sun_color),
                        stroke=Stroke(cover_style.text_color, 1.6 * cover_style.scale))
    across = 1 if len(crews) < 4 else 2
    down = -(-len(crews) // across)
    for number, (side, crew) in enumerate(crews):
        place = picture_box.inset(0.05 * picture_box.width,
                                  0.05 * picture_box.height).split_rows([1] * down)[number // across].split_columns(
            [1] * across)[number % across]
        yield from _draw_squadron(game, side, crew, place, cover_style, mirrored=number % 2 == 1)


def _draw_squadron(game: Game, side: Side, crew: Sequence[Unit], box: Rect, cover_style: _CoverStyle, *, mirrored: bool
                   ) -> Iterator[Item]:
    """Draw up to three ships of a side, with the strongest ship largest.

    If none of the ships has a picture, the emblem or the name of the side is drawn.
    """
    ranked = sorted(crew, key=lambda unit: find_unit_points(unit, game.unit_types) or 0, reverse=True)
    ships = tuple(islice({unit.art: unit for unit in ranked if unit.art}.values(), 3))
    box = box.inset(0, 0.06 * box.height)
    color, ground = (cover_style.text_color, cover_style.ground) if cover_style.is_dark else (BLACK, WHITE)
    if not ships:
        if side.emblem_path:
            yield artwork.place_picture(artwork.load_picture(side.emblem_path), box, color=color, background=ground,
                                        ink=cover_style.ink)
        else:
            yield from text.set_line(escape_markup(side.name), cover_style.make_style("display", 34, bold=True),
                                     *box.center, "middle",
                                     box.width, 8)
        return
    flagship, escorts = box.split_columns([64, 36]) if len(ships) > 1 else (box.inset(0.14 * box.width, 0), box)
    places = flagship, *escorts.inset(0, 0.06 * box.height).split_rows([1] * max(len(ships) - 1, 1), gap=14)
    for ship, place in zip(ships, places, strict=False):
        spot = place._replace(x=box.x + box.right - place.right) if mirrored else place
        portrait = read_unit_picture(ship)
        if portrait:
            flat = ship.art_bow == "up" and spot.width > spot.height
            turn = (270 if mirrored else 90) if flat else 0
            if ship.art_bow in UPRIGHT_TURNS and portrait.aspect_ratio < 1:  # a walker would lie on its side
                flat, turn = True, UPRIGHT_TURNS[ship.art_bow]
            yield artwork.place_picture(portrait, artwork.limit_to_sharp_size(portrait, spot), color=color,
                                        background=ground, ink=cover_style.ink, rotation=turn,
                                        mirror=not flat and ship.art_bow == ("right" if mirrored else "left"))


# --- the foot ---


def _set_foot(game: Game, scenario: Scenario, panel: Rect, cover_style: _CoverStyle, paper: Paper) -> _TextStack:
    """Set the scenario's title, its sides, its facts side by side, and the game's lines on † and on rights."""
    x, unit, width = panel.center[0], cover_style.scale, panel.width - 20 * MM * cover_style.scale
    y, items = 11.0 * unit, list[Item]()
    for words, style, step, least in (
        (scenario.title, cover_style.make_style("display", 27, bold=True), 21.0, 10),
        (scenario.subtitle, cover_style.make_style("serif", 12.5, italic=True), 17.0, 7),
    ):
        if words:
            y += step * unit
            items += text.set_line(words, style, x, y, "middle", width, least)
    y += 14.0 * unit
    items += _draw_sides(scenario, Rect(panel.x + (panel.width - width) / 2, y, width, 20.0 * unit), cover_style)
    y += 34.0 * unit
    facts = _set_facts(game, scenario, Rect(panel.x, y, panel.width, 0.0).inset(8 * MM * unit, 0), cover_style, paper)
    items += facts.items
    y += facts.height + 13.0 * unit
    pale = cover_style.text_color.mix(cover_style.ground, 0.2)
    for line, size in ((game.ours if has_ours_mark(items) else "", 7.5), (game.rights, 7)):
        if line:
            style = cover_style.make_style("sans", size)
            style = style._replace(color=pale, size=max(style.size, size if line == game.ours else 0.0))
            block = text.set_block(line, style, (panel.x + 10, y, panel.width - 20, None), 1.2, "middle")
            items += block.items
            y += block.height
    return _TextStack(tuple(items), y + 8.0 * unit)


def _draw_sides(scenario: Scenario, box: Rect, cover_style: _CoverStyle) -> Iterator[Item]:
    """Draw the sides in a row, each with its badge and its name."""
    sides = [force.side for force in scenario.forces]
    style = cover_style.make_style("sans", 12, bold=True)
    chip, gap, between = box.height, 7.0 * cover_style.scale, 26.0 * cover_style.scale
    names = [text.measure_text(escape_markup(side.name), style) for side in sides]
    fixed = len(sides) * (chip + gap) + (len(sides) - 1) * between
    share = min(1.0, (box.width - fixed) / max(sum(names), 1.0))
    x = box.center[0] - (fixed + share * sum(names)) / 2
    for side, wide in zip(sides, names, strict=True):
        yield from draw_side_badge(side, Rect(x, box.y, chip, chip), cover_style.ink, cover_style.text_color)
        x += chip + gap
        yield from text.set_line(escape_markup(side.name), style, x, box.center[1] + 0.35 * style.size,
                                 max_width=share * wide + 0.1, min_size=5)
        x += share * wide + between


def draw_side_badge(side: Side, box: Rect, ink: Ink, edge: Color = BLACK) -> Iterator[Item]:
    """Draw the badge of a side: its emblem on its colour.

    If the side has no emblem, draw its pattern.
    """
    radius, color = 0.14 * box.height, parse_color(side.color)
    if side.emblem_path:
        field = choose_area_color(ink, color)
        sign = artwork.place_picture(artwork.load_picture(side.emblem_path), box.inset(radius),
                                     color=choose_text_color(field), background=field, ink=ink)
        yield Group((shapes.rect(*box, fill=field), sign), clip=shapes.rounded_rect(*box, radius))
    else:
        yield Group(patterns.fill_with_pattern(side.pattern, box, color, ink), clip=shapes.rounded_rect(*box, radius))
    yield shapes.rounded_rect(*box, radius, stroke=Stroke(edge, 0.9))


def _set_facts(game: Game, scenario: Scenario, box: Rect, cover_style: _CoverStyle, paper: Paper) -> _TextStack:
    """Set the facts in equal columns, each below its label, with thin lines between them."""
    facts, words = [(fact.label, fact.text) for fact in scenario.facts], game.words
    if not facts:
        facts += [(words("turns"), str(scenario.turns))] if scenario.turns else []
        facts += [(words("table"), " × ".join(side.text for side in scenario.table))] if scenario.table else []
        facts += [(words("map"), format_map_size(game[MAPS][scenario.map], words, paper))] if scenario.map else []
    if scenario.players:
        facts.insert(0, (words("players"), scenario.players.number_text))
    facts = facts[:MAX_FACTS]
    if not facts:
        return _TextStack((), 0.0)
    unit, columns = cover_style.scale, box.split_columns([1] * len(facts))
    label = cover_style.make_style("sans", 9, bold=True)._replace(color=cover_style.label_color, tracking=0.4 * unit)
    items, deepest = list[Item](), 0.0
    for (name, fact), column in zip(facts, columns, strict=True):
        room = column.inset(6 * unit, 0)
        items += text.set_line(escape_markup(name.upper()), label, room.center[0], box.y + 8.0 * unit, "middle",
                               room.width, 5)
        block = text.set_block(fact, cover_style.make_style("serif", 12.5),
                               (room.x, box.y + 13.0 * unit, room.width, None), 1.15,
                               "middle")
        items += block.items
        deepest = max(deepest, 13.0 * unit + block.height)
    items += (shapes.line(column.x, box.y + 1, column.x, box.y + deepest, Stroke(cover_style.label_color, 0.5))
              for column in columns[1:])
    return _TextStack(tuple(items), deepest)
