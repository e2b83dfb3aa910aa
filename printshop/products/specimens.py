"""Sample pages of themes: typefaces in their sizes, colours, rules, frames and grounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printshop.drawing import ornaments, shapes, text, themes
from printshop.drawing.ink import Ink, text_on
from printshop.drawing.items import BLACK, WHITE, Bookmark, Document, Item, Page, Stroke
from printshop.drawing.text import Style, escape
from printshop.drawing.themes import BULLETS, GROUNDS, Theme, titled, worn
from printshop.layout import furniture
from printshop.layout.boxes import Box, Paper
from printshop.problems import Misfit, Problems
from printshop.units import MM

_PROSE = ("The squadron weighed at first light and stood out past the mole in line ahead, 14 hulls and 3 colliers, "
          "with the flood still making. By **half past six** the *Kittiwake* had the enemy’s smoke.")
_ROWS = (("Range", "0–3", "4–6", "7–9"), ("Guns", "2+", "3+", "5+"), ("Rams", "4+", "–", "–"))
_HINT = "print it on a4 or letter paper, upright, or on larger paper"
_OVER = 4.0  # points: ornaments may reach so far beyond the area


def document(looks: Sequence[tuple[str, str, Theme]], paper: Paper, ink: Ink) -> Document:
    """Return a sample page for each theme: its name, its description, its look.

    Raises PrintshopError for all pages together that do not fit the paper.
    """
    pages, problems = [], Problems()
    for name, words, theme in looks:
        with themes.wearing(themes.blackened(theme) if ink is Ink.BLACK else theme):
            try:
                pages.append(_page(name, words, paper, ink))
            except Misfit as error:
                problems.add(None, f"the specimen of the theme '{name}' does not fit {paper.name} paper: {error}",
                             _HINT)
    problems.raise_if_any()
    return Document("Specimens of themes", tuple(pages), subject="Themes")


def _page(name: str, words: str, paper: Paper, ink: Ink) -> Page:
    area = furniture.content_box(paper, scale=False)
    items = tuple(_specimen(name, words, area, ink))
    _, _, right, bottom = shapes.bounds(items)
    for extent, room, way in ((right - area.x, area.width, "wide"), (bottom - area.y, area.height, "high")):
        if extent > room + _OVER:
            raise Misfit(f"it is {extent / MM:.0f} mm {way}, there are {room / MM:.0f} mm")
    return furniture.page(paper, escape(name), items, game_title="", rights="", note=escape(words), scale=False,
                          label=name, bookmarks=(Bookmark(name),))


def _specimen(name: str, words: str, area: Box, ink: Ink) -> Iterator[Item]:
    theme, sizes = worn(), worn().sizes
    color, y = themes.drawn(ink), area.y + 1.2 * sizes.cover
    title = titled(name.replace("_", " ").capitalize() if not theme.capitals else name.replace("_", " "))
    yield from text.line(title, Style("display", sizes.cover, bold=True, color=color), area.center[0], y, "middle",
                         area.width, 12)
    y += 1.8 * sizes.large
    yield from text.line(escape(words), Style("serif", sizes.large, italic=True), area.center[0], y, "middle",
                         area.width, 7)
    y += 14
    yield from ornaments.rule(area.x, y, area.width, color)
    left, right = Box(area.x, y + 20, area.width, 260).columns([1, 1], gap=24)
    y = left.y
    for role, family in (("display", theme.display), ("serif", theme.text), ("sans", theme.figures)):
        style = Style(role, sizes.title, color=color)  # type: ignore[arg-type]
        yield from text.line("Aa Gg Rr & 0123456789", style, left.x, y + sizes.title, max_width=left.width, min_size=8)
        label = f"{ {'display': 'titles', 'serif': 'text', 'sans': 'figures'}[role] }: {family.split('/')[-1]}"
        yield from text.line(escape(label), Style("sans", sizes.note), left.x, y + sizes.title + 12)
        y += sizes.title + 26
    heading = Style("display", sizes.heading, color=color)
    yield from text.line(titled("A heading"), heading, left.x, y + sizes.heading)
    block = text.block(_PROSE, Style("serif", sizes.body), (left.x, y + 1.6 * sizes.heading, left.width, None), 1.3)
    yield from block.items
    y += 1.6 * sizes.heading + block.height + 6
    for point in ("Ships that strike are scored in full.", "A ship aground is worth half."):
        yield from text.line(BULLETS[theme.bullet], Style("serif", sizes.body, color=theme.accent), left.x + 4,
                             y + sizes.body)
        yield from text.line(point, Style("serif", sizes.body), left.x + 18, y + sizes.body)
        y += 1.4 * sizes.body
    yield from _grounds(right, ink)
    yield from _table(Box(right.x, right.y + 130, right.width, 80), ink)
    foot = max(y, right.y + 240) + 24
    yield from _pieces(Box(area.x, foot, area.width, 90), ink)
    yield from _sizes(Box(area.x, foot + 120, area.width, area.bottom - foot - 120))


def _grounds(box: Box, ink: Ink) -> Iterator[Item]:
    """Draw the grounds for words, each with its name."""
    for name, place in zip(GROUNDS, box._replace(height=110).rows([1] * len(GROUNDS), gap=8), strict=True):
        fill = themes.ground(name, ink)
        yield shapes.rect(*place, fill=fill, stroke=Stroke(BLACK, 0.4) if fill == WHITE else None)
        style, base = Style("sans", 10, color=themes.on(fill)), place.center[1] + 3.5
        yield from text.line(name, style._replace(bold=True), place.x + 8, base)
        yield from text.line(fill.hex(), style, place.right - 8, base, "end")


def _table(box: Box, ink: Ink) -> Iterator[Item]:
    head = themes.ground("bar", ink)
    for number, (cells, row) in enumerate(zip(_ROWS, box.rows([1] * len(_ROWS)), strict=True)):
        if not number:
            yield shapes.rect(*row, fill=head)
        for column, (cell, place) in enumerate(zip(cells, row.columns([2, 1, 1, 1]), strict=True)):
            style = Style("sans", 10, bold=not number or not column, color=text_on(head) if not number else BLACK)
            yield from text.line(cell, style, place.x + 8 if not column else place.center[0], place.center[1] + 3.5,
                                 "start" if not column else "middle")
    yield shapes.rect(*box, stroke=Stroke(themes.drawn(ink), 0.8))


def _pieces(box: Box, ink: Ink) -> Iterator[Item]:
    """Draw the frame on white and on the three grounds, as on counters and markers."""
    fills = (WHITE, *(themes.ground(name, ink) for name in GROUNDS))
    for fill, place in zip(fills, box.columns([1] * len(fills), gap=14), strict=True):
        side = min(place.width, place.height)
        square = Box(place.center[0] - side / 2, place.y, side, side)
        yield shapes.rect(*square, fill=fill, stroke=Stroke(BLACK, 0.3))
        yield from ornaments.frame(square, themes.on(fill), 0.9)
        yield from text.line("12", Style("display", 26, bold=True, color=themes.on(fill)), square.center[0],
                             square.center[1] + 9, "middle")


def _sizes(box: Box) -> Iterator[Item]:
    x = box.x
    for name, size in worn().sizes._asdict().items():
        sample = text.line(f"{size:g}", Style("display", size), x, box.y + 40)
        yield from sample
        yield from text.line(name, Style("sans", worn().sizes.note), x, box.y + 54)
        x = shapes.bounds(sample)[2] + 30
