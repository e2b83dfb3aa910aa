"""Pictures of a booklet: the cover strip, the units in line on pages with room, and illustrated examples.

Coordinates are points, with the origin at the top left and y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from printshop.drawing import artwork, patterns, shapes, text, themes
from printshop.drawing.artwork import Drawing, Raster
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Stroke, parse_color
from printshop.drawing.geometry import Bounds
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import PlayExample, Scenario, find_unit_points, muster_forces
from printshop.layout.flow import ColumnBlock, Figure, FlowBlock, KeepTogether, Paragraph
from printshop.layout.rectangles import Rect
from printshop.products.build import read_unit_picture
from printshop.text_markup import escape_markup
from printshop.words import Words

MIN_STRIP_HEIGHT, MAX_STRIP_HEIGHT = 90.0, 300.0  # points: least and greatest height of a cover strip
LEAST_BANNER_SHARE, LEAST_COVER_STRIP = 0.7, 113.0  # share of a banner's height; points: less cuts off heads
STRIP_HEIGHTS = (190.0, 150.0, 120.0)  # points: heights of a strip that are tried, if that adds no page
STRIP_SPOT = "band"  # name of the spot in a drawing that the strip is centred on, or of its two ends
# points: least and greatest height of a row of units; gap between rows
MIN_ROW_HEIGHT, MAX_ROW_HEIGHT, ROW_GAP = 70.0, 125.0, 8.0
# most pictures in a row; with fewer different pictures than this there is no line-up
MAX_ROW_PICTURES, MIN_LINEUP_PICTURES = 7, 3
_OTHER_SIDE_TONE = Color(150, 150, 150)  # of a side with a pattern, in black ink: light and dark figures are seen on it
MAX_EXAMPLE_HEIGHT = 156.0  # points: greatest height of a picture
# points: width of the side's field; share of its colour in the tint below the units
SIDE_FIELD_WIDTH, TINT_SHARE = 30.0, 0.14
_NAME_STYLE, _SIDE_STYLE, _SIDE_NAME_HEIGHT = text.Style("sans", 8.5), text.Style("sans", 9, bold=True), 10.0
_NAME_DROP = 8.5  # points: from the keel to the name below it, less the height of its letters


def draw_cover_strip(game: Game, scenario: Scenario, width: float, height: float, ink: Ink) -> Figure | None:
    """Draw a strip cut from the banner or the cover picture.

    The strip is `width` points wide and at most `height` points high. If there is no such picture, or if the strip
    would show too little of it, return None.
    """
    if not (path := scenario.banner or scenario.cover or game.cover):
        return None
    picture = artwork.save_picture_ink(artwork.load_picture(path), ink)
    spots = [(x / picture.width, y / picture.height) for name, x,
             y in picture.named_points if name == STRIP_SPOT] if isinstance(
        picture, Drawing) else []
    ends = {x for x, _ in spots}
    left, across = (min(ends), max(ends) - min(ends)) if len(ends) > 1 else (0.0, 1.0)
    height = min(height, high := (wide := width / across) / picture.aspect_ratio)
    if height < (LEAST_BANNER_SHARE * high if scenario.banner else min(LEAST_COVER_STRIP, high)):
        return None
    top = min(max((spots[0][1] if spots else 0.5) * high - height / 2, 0.0), high - height)
    picture_item = artwork.place_picture(picture, (-left * wide, -top, wide, high), ink=ink)
    edge = shapes.rect(0.5, 0.5, width - 1, height - 1, stroke=Stroke(themes.choose_heading_color(ink), 1.0))
    return Figure((Group((picture_item,), clip=shapes.rect(0, 0, width, height)), edge), width, height)


class ScaledPicture(NamedTuple):
    """The picture of a unit beside those of others.

    If `is_turned` is true, the picture lies on its side. `breadth` is the ratio of the picture's width to its height.
    `length` is the length of the picture relative to the other pictures. `names` are the names to print with it.
    """

    unit: Unit
    picture: Drawing | Raster
    breadth: float
    length: float
    is_turned: bool
    names: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[float, float]:
        """The width and height, relative to the other pictures."""
        return self.length, self.length / self.breadth

    def place(self, box: Bounds, ink: Ink, color: Color | None = None) -> Item:
        """Return the picture, as large as the box allows. In a drawing, black becomes `color`."""
        return artwork.place_picture(self.picture, artwork.limit_to_sharp_size(self.picture, box), ink=ink,
                                     color=color, rotation=90 if self.is_turned else 0)


def measure_base_size(unit: Unit) -> float:
    """Return the side of a square with the area of the unit's base, in points.

    If the unit has no base, return 0.
    """
    return sqrt(unit.size.base[0].pt * unit.size.base[1].pt) if unit.size else 0.0


def read_scaled_picture(unit: Unit, *, at_base_size: bool = True) -> ScaledPicture | None:
    """Return the picture of a unit, or None if it has no picture.

    Raises PrintshopError if it cannot be used. A picture is as long as the unit's base. Without bases, or if not
    `at_base_size`, all pictures from the side have one height, and all pictures from above have one beam.
    """
    if not (picture := read_unit_picture(unit)):
        return None
    turned = unit.art_bow == "up" and picture.aspect_ratio < 1
    breadth = 1 / picture.aspect_ratio if turned else picture.aspect_ratio
    return ScaledPicture(unit, picture, breadth, at_base_size * measure_base_size(unit) or 60.0 * breadth, turned)


def draw_lineup(game: Game, scenario: Scenario, free_boxes: Sequence[Rect], ink: Ink) -> list[list[Item]]:
    """Return the units to draw in the free box of each page.

    They are in line at one scale, on the tints of their sides. All sides stand together, because one side alone looks
    like a mistake. Only the highest box has units in line, if it has room for all sides.
    """
    side_rows = [(force.side, pictures)
                 for force, crew in zip(scenario.forces, muster_forces(game, scenario), strict=True)
                 if (pictures := _group_lineup_pictures(game, crew))]
    is_varied = len({picture.unit.art for _, pictures in side_rows for picture in pictures}) >= MIN_LINEUP_PICTURES
    roomiest = max(free_boxes, key=lambda box: box.height)
    high = MIN_ROW_HEIGHT * len(side_rows) + ROW_GAP * (len(side_rows) - 1)
    return [[*_draw_lineup_rows(game, side_rows, box, ink)] if is_varied and box is roomiest and box.height >= high
            else [] for box in free_boxes]


def _draw_lineup_rows(game: Game, side_rows: Sequence[tuple[Side, list[ScaledPicture]]], rect: Rect,
                      ink: Ink) -> Iterator[Item]:
    """Draw rows of units as high as the room allows."""
    free, row_height = rect.width - SIDE_FIELD_WIDTH - 24, rect.height - ROW_GAP * (len(side_rows) - 1)
    row_height = min(row_height / len(side_rows), MAX_ROW_HEIGHT)
    scale = min(*((free - 14 * (len(pictures) - 1)) / sum(picture.length for picture in pictures)
                  for _, pictures in side_rows),
                *((row_height - 34 - _SIDE_NAME_HEIGHT) * picture.breadth / picture.length
                  for _, pictures in side_rows for picture in pictures))
    row_height = min(row_height, max(scale * picture.length / picture.breadth
                                     for _, pictures in side_rows for picture in pictures)
                     + 68 + _SIDE_NAME_HEIGHT)
    for number, (side, pictures) in enumerate(side_rows):
        place = Rect(rect.x, rect.y + number * (row_height + ROW_GAP), rect.width, row_height)
        yield from _draw_lineup_row(side, pictures, place, scale, ink, game.words)


def _group_lineup_pictures(game: Game, crew: Sequence[Unit]) -> list[ScaledPicture]:
    """Return the pictures of a force, the units with most points first."""
    ranked = sorted(crew, key=lambda unit: find_unit_points(unit, game.unit_types) or 0, reverse=True)
    units_by_picture: dict[object, list[Unit]] = {}
    for unit in ranked:
        if unit.art:
            units_by_picture.setdefault(unit.art, []).append(unit)
    pictures = []
    for units in list(units_by_picture.values())[:MAX_ROW_PICTURES]:
        if picture := read_scaled_picture(units[0]):
            bases = tuple(dict.fromkeys((escape_markup(unit.copied_from) if unit.numbered else unit.proper_name)
                                        + unit.name_mark for unit in units))
            names = (f"{len(units)}\u00a0×\u00a0{bases[0]}",) if len(bases) == 1 and len(units) > 1 else bases
            pictures.append(picture._replace(names=names))
    return pictures


def _draw_lineup_row(side: Side, pictures: Sequence[ScaledPicture], box: Rect, scale: float, ink: Ink, words: Words
                     ) -> Iterator[Item]:
    """Draw a row of units with their names, to the right of a field with the side's emblem."""
    color = parse_color(side.color)
    yield shapes.rect(*box, fill=WHITE if ink is Ink.BLACK else WHITE.mix(color, TINT_SHARE))
    yield from patterns.fill_with_pattern(side.pattern, (box.x, box.y, SIDE_FIELD_WIDTH, box.height), color, ink,
                                          pitch=6.0, weight=1.0)
    field = choose_area_color(ink, color) if ink is Ink.COLOUR else WHITE
    if side.emblem_path:
        x, y = box.x + SIDE_FIELD_WIDTH / 2, box.center[1]
        yield shapes.circle(x, y, 11.5, fill=field, stroke=Stroke(BLACK, 0.6))
        yield artwork.place_picture(artwork.load_picture(side.emblem_path), (x - 7.5, y - 7.5, 15, 15),
                                    color=choose_text_color(field), background=field)
    yield shapes.rect(*box, stroke=Stroke(themes.choose_heading_color(ink), 0.8))
    yield from text.set_line(escape_markup(side.name), _SIDE_STYLE, box.x + SIDE_FIELD_WIDTH + 8, box.y + 13)
    highest = scale * max(picture.length / picture.breadth for picture in pictures)
    keel = box.center[1] + (highest - 20 + _SIDE_NAME_HEIGHT) / 2
    mean = scale * sum(picture.length for picture in pictures) / len(pictures)
    longest = scale * max(picture.length for picture in pictures)
    spare = (box.width - SIDE_FIELD_WIDTH - 24) / len(pictures) - mean
    evening = min(0.6, (spare - 8) / max(longest - mean, 1.0)) if spare > 8 else 0.0  # small ones get a share
    x = box.x + SIDE_FIELD_WIDTH + 12
    for picture in pictures:
        long = scale * picture.length
        wide, high = long + spare + evening * (mean - long), long / picture.breadth
        place = (x + (wide - long) / 2, keel - high, long, high)
        yield picture.place(place, ink)
        names, y = fit_names(picture.names, wide - 4, words), keel + _NAME_DROP + 6
        yield from text.set_line(names, _NAME_STYLE, x + wide / 2, y, "middle", wide - 4, 5.5)
        x += wide


def fit_names(names: Sequence[str], width: float, words: Words, style: text.Style = _NAME_STYLE) -> str:
    """Return the names that fit, and the number of the other names: "Tern, Gull" or "Tern and 2 more"."""
    candidates = [words("and_more", names=", ".join(names[:count]), number=len(names) - count) if count < len(names)
                  else ", ".join(names) for count in range(len(names), 0, -1)]
    return next((line for line in candidates if text.measure_text(line, style) <= width), candidates[-1])


def build_example_blocks(game: Game, entries: Sequence[PlayExample], width: float, max_per_row: int, ink: Ink, *,
                         one_beside: bool = False) -> Iterator[FlowBlock]:
    """Yield examples, each a picture above a text, side by side in rows with about equal numbers of examples.

    If `one_beside` is true, a single example in the last of the rows has its text beside its picture.
    """
    if not entries:
        return
    count = -(-len(entries) // -(-len(entries) // min(max_per_row, len(entries))))
    wide = (width - 18.0 * (count - 1)) / count
    for first in range(0, len(entries), count):
        blocks = tuple(KeepTogether(tuple(_build_example(game, example, wide, ink)))
                       for example in entries[first : first + count])
        if one_beside and len(blocks) < count == len(blocks[0].blocks):
            blocks = tuple(KeepTogether((block,)) for block in blocks[0].blocks)
        yield ColumnBlock(count, blocks) if count > 1 else blocks[0]


def place_example(game: Game, picture: artwork.Drawing | artwork.Raster, place: Bounds, ink: Ink) -> Item:
    """Return a picture of play, whose areas carry meaning in every ink.

    In black ink, only solid sides are black.
    """
    tones = tuple((parse_color(side.color), BLACK if side.pattern == "solid" else _OTHER_SIDE_TONE)
                  for side in game.sides.values())
    return artwork.place_picture(artwork.save_picture_ink(picture, ink, areas_matter=True, side_tones=tones), place,
                                 ink=ink)


def _build_example(game: Game, example: PlayExample, width: float, ink: Ink) -> Iterator[FlowBlock]:
    if example.picture:
        picture = artwork.load_picture(example.picture)
        high = (wide := min(width, MAX_EXAMPLE_HEIGHT * picture.aspect_ratio)) / picture.aspect_ratio
        yield Figure((place_example(game, picture, (0, 0, wide, high), ink),), wide, high)
    yield Paragraph(f"**{example.title}.** {example.text}" if example.title else example.text, small=True)
