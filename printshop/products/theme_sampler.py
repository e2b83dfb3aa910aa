"""Sample pages of themes: typefaces in their sizes, colours, rules, frames and grounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printshop.drawing import ornaments, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Bookmark, Document, Item, Page, Stroke
from printshop.drawing.ink import Ink, choose_text_color
from printshop.drawing.text import Style, escape_markup
from printshop.drawing.themes import BACKGROUNDS, BULLETS, Theme, current_theme, format_title
from printshop.layout import page_frame
from printshop.layout.rectangles import Paper, Rect
from printshop.lengths import MM
from printshop.problems import DoesNotFitError, Problems
from printshop.words import load_words

_SAMPLE_TEXT = ("The squadron weighed at first light and stood out past the mole in line ahead, 14 hulls and 3 "
                "colliers, with the flood still making. By **half past six** the *Kittiwake* had the enemy’s smoke.")
_SAMPLE_ROWS = (("Range", "0–3", "4–6", "7–9"), ("Guns", "2+", "3+", "5+"), ("Rams", "4+", "–", "–"))
_PAPER_HINT = "use upright a4 or letter paper, or use larger paper"
_TILE_SIZE = 160.0, 92.0  # points
_ORNAMENT_MARGIN = 4.0  # points: by which ornaments may reach beyond the area


def make_theme_samples(samples: Sequence[tuple[str, str, Theme]], paper: Paper, ink: Ink) -> Document:
    """Return a sample page for each theme, with its name, its description and its look.

    If pages do not fit the paper, raises PrintshopError with the problems of all these pages together.
    """
    pages, problems = [], Problems()
    for name, words, theme in samples:
        with themes.use_theme(themes.blacken_theme(theme) if ink is Ink.BLACK else theme):
            try:
                pages.append(_make_sample_page(name, words, paper, ink))
            except DoesNotFitError as error:
                problems.add(None, f"the specimen of the theme '{name}' does not fit {paper.name} paper: {error}",
                             _PAPER_HINT)
    problems.raise_if_any()
    return Document("Specimens of themes", tuple(pages), subject="Themes")


def make_theme_tile(title: str, theme: Theme) -> Page:
    """Return a small page with the look of a theme.

    It has a title with its rule, a heading, text and the three grounds.
    """
    with themes.use_theme(theme):
        return Page(*_TILE_SIZE, tuple(_draw_tile(title)))


def _draw_tile(title: str) -> Iterator[Item]:
    theme, color = current_theme(), themes.choose_heading_color(Ink.COLOUR)
    width, height = _TILE_SIZE
    yield shapes.rect(0, 0, width, height, fill=WHITE)
    yield from text.set_line(format_title(title), Style("display", 21, bold=True, color=color), width / 2, 26, "middle",
                             width - 16, 9)
    yield from ornaments.draw_rule(10, 34, width - 20, color)
    bar = themes.choose_background_color("bar", Ink.COLOUR)
    yield shapes.rect(10, 43, 82, 14, fill=bar)
    yield from text.set_line("Range  Guns  Hull", Style("sans", 9, bold=True, color=choose_text_color(bar)), 15, 53.5)
    yield from text.set_line("14 hulls in line ahead", Style("serif", 8.5), 10, 69, max_width=82, min_size=6)
    yield from text.set_line(BULLETS[theme.bullet], Style("serif", 9, color=theme.accent), 10, 81.5)
    yield from text.set_line("3 colliers astern", Style("serif", 8.5), 20, 81.5, max_width=72, min_size=6)
    for name, place in zip(BACKGROUNDS, Rect(102, 43, 48, 40).split_rows([1] * len(BACKGROUNDS), gap=3), strict=True):
        fill = themes.choose_background_color(name, Ink.COLOUR)
        yield shapes.rect(*place, fill=fill, stroke=Stroke(BLACK, 0.3) if fill == WHITE else None)


def _make_sample_page(name: str, words: str, paper: Paper, ink: Ink) -> Page:
    area = page_frame.find_content_rect(paper, true_scale=False)
    items = tuple(_draw_sample(name, words, area, ink))
    _, _, right, bottom = shapes.measure_bounds(items)
    for extent, available, dimension in ((right - area.x, area.width, "wide"), (bottom - area.y, area.height, "high")):
        if extent > available + _ORNAMENT_MARGIN:
            raise DoesNotFitError(f"it is {extent / MM:.0f} mm {dimension}, but there is room for only "
                                  f"{available / MM:.0f} mm")
    return page_frame.make_framed_page(paper, escape_markup(name), items, game_title="", rights="", words=load_words(),
                                       note=escape_markup(words), true_scale=False,
                                       label=name, bookmarks=(Bookmark(name),))


def _draw_sample(name: str, words: str, area: Rect, ink: Ink) -> Iterator[Item]:
    theme, sizes = current_theme(), current_theme().sizes
    color, y = themes.choose_heading_color(ink), area.y + 1.2 * sizes.cover
    title = format_title(name.replace("_", " ").capitalize() if not theme.capitals else name.replace("_", " "))
    yield from text.set_line(title, Style("display", sizes.cover, bold=True, color=color), area.center[0], y, "middle",
                             area.width, 12)
    y += 1.8 * sizes.large
    yield from text.set_line(escape_markup(words), Style("serif", sizes.large, italic=True), area.center[0], y,
                             "middle",
                             area.width, 7)
    y += 14
    yield from ornaments.draw_rule(area.x, y, area.width, color)
    left, right = Rect(area.x, y + 20, area.width, 260).split_columns([1, 1], gap=24)
    y = left.y
    for role, family in (("display", theme.display), ("serif", theme.text), ("sans", theme.figures)):
        style = Style(role, sizes.title, color=color)  # type: ignore[arg-type]
        yield from text.set_line("Aa Gg Rr & 0123456789", style, left.x, y + sizes.title, max_width=left.width,
                                 min_size=8)
        label = f"{ {'display': 'titles', 'serif': 'text', 'sans': 'figures'}[role] }: {family.split('/')[-1]}"
        yield from text.set_line(escape_markup(label), Style("sans", sizes.note), left.x, y + sizes.title + 12)
        y += sizes.title + 26
    heading = Style("display", sizes.heading, color=color)
    yield from text.set_line(format_title("A heading"), heading, left.x, y + sizes.heading)
    block = text.set_block(_SAMPLE_TEXT, Style("serif", sizes.body),
                           (left.x, y + 1.6 * sizes.heading, left.width, None), 1.3)
    yield from block.items
    y += 1.6 * sizes.heading + block.height + 6
    for point in ("Ships that strike are scored in full.", "A ship aground is worth half."):
        yield from text.set_line(BULLETS[theme.bullet], Style("serif", sizes.body, color=theme.accent), left.x + 4,
                                 y + sizes.body)
        yield from text.set_line(point, Style("serif", sizes.body), left.x + 18, y + sizes.body)
        y += 1.4 * sizes.body
    yield from _draw_grounds(right, ink)
    yield from _draw_sample_table(Rect(right.x, right.y + 130, right.width, 80), ink)
    foot = max(y, right.y + 240) + 24
    yield from _draw_frames(Rect(area.x, foot, area.width, 90), ink)
    yield from _draw_type_sizes(Rect(area.x, foot + 120, area.width, area.bottom - foot - 120))


def _draw_grounds(box: Rect, ink: Ink) -> Iterator[Item]:
    """Draw the grounds for words, each with the name of the ground."""
    for name, place in zip(BACKGROUNDS, box._replace(height=110).split_rows([1] * len(BACKGROUNDS), gap=8),
                           strict=True):
        fill = themes.choose_background_color(name, ink)
        yield shapes.rect(*place, fill=fill, stroke=Stroke(BLACK, 0.4) if fill == WHITE else None)
        style, base = Style("sans", 10, color=themes.choose_color_on(fill)), place.center[1] + 3.5
        yield from text.set_line(name, style._replace(bold=True), place.x + 8, base)
        yield from text.set_line(fill.to_hex(), style, place.right - 8, base, "end")


def _draw_sample_table(box: Rect, ink: Ink) -> Iterator[Item]:
    head = themes.choose_background_color("bar", ink)
    for number, (cells, row) in enumerate(zip(_SAMPLE_ROWS, box.split_rows([1] * len(_SAMPLE_ROWS)), strict=True)):
        if not number:
            yield shapes.rect(*row, fill=head)
        for column, (cell, place) in enumerate(zip(cells, row.split_columns([2, 1, 1, 1]), strict=True)):
            style = Style("sans", 10, bold=not number or not column,
                          color=choose_text_color(head) if not number else BLACK)
            yield from text.set_line(cell, style, place.x + 8 if not column else place.center[0], place.center[1] + 3.5,
                                     "start" if not column else "middle")
    yield shapes.rect(*box, stroke=Stroke(themes.choose_heading_color(ink), 0.8))


def _draw_frames(box: Rect, ink: Ink) -> Iterator[Item]:
    """Draw the frame on white and on the three grounds, as on counters and markers."""
    fills = (WHITE, *(themes.choose_background_color(name, ink) for name in BACKGROUNDS))
    for fill, place in zip(fills, box.split_columns([1] * len(fills), gap=14), strict=True):
        side = min(place.width, place.height)
        square = Rect(place.center[0] - side / 2, place.y, side, side)
        yield shapes.rect(*square, fill=fill, stroke=Stroke(BLACK, 0.3))
        yield from ornaments.draw_frame(square, themes.choose_color_on(fill), 0.9)
        yield from text.set_line("12", Style("display", 26, bold=True, color=themes.choose_color_on(fill)),
                                 square.center[0],
                                 square.center[1] + 9, "middle")


def _draw_type_sizes(box: Rect) -> Iterator[Item]:
    x = box.x
    for name, size in current_theme().sizes._asdict().items():
        sample = text.set_line(f"{size:g}", Style("display", size), x, box.y + 40)
        yield from sample
        yield from text.set_line(name, Style("sans", current_theme().sizes.note), x, box.y + 54)
        x = shapes.measure_bounds(sample)[2] + 30
