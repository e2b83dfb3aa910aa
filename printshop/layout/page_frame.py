"""Page frame: header, footer, notes and rulers round the content; also the calibration sheet for printers.

Lengths are points, origin at the top left, y down. Everything lies inside `paper.printable`, which every
printer can print. A true-scale page has two rulers in an L: one along the bottom edge, one up the left
side. Each ruler has millimetres on one edge, to exactly 100 mm, and inches on the other edge, to exactly 4
in, from a common zero. On narrow sheets, content is stacked that is side by side on other sheets: the note
is below the title, words are below the ruler, and the rights have several lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from printshop.drawing import fonts, ornaments, shapes, text
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Bookmark,
    Document,
    Group,
    Item,
    Link,
    Page,
    PageLayer,
    Path,
    Stroke,
    SymbolUse,
    TextRun,
)
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.themes import current_theme
from printshop.layout import duplex
from printshop.layout.rectangles import Paper, Rect
from printshop.lengths import INCH, MM
from printshop.problems import DoesNotFitError, PrintshopError, make_error
from printshop.text_markup import OURS_MARK
from printshop.words import Words, load_words

# Heights of header and footer, and the breadth of a ruler, in points.
HEADER_HEIGHT, FOOTER_HEIGHT, RULER_WIDTH = 19.0, 12.0, 13.0
RULER_GAP = 3.0  # between the horizontal ruler and the rule of the footer
CONTENT_GAP = 4.0  # between header, ruler or footer and pieces, which have margins of their own
HEADER_GAP = 4 * MM  # between the rule of the header and content without margins: text, tables, forms
RULER_LENGTH = 4 * INCH + 34.0

NARROW_WIDTH = 176 * MM  # printable width below which text does not fit beside the ruler, and lines are stacked
_LINE_HEIGHT = 9.0  # height of a line of header or footer on a slender sheet
_RIGHTS_LINE_HEIGHT = 7.4
_CROWDED_DROP = 0.2  # points by which the rights are lower on a page with the line `ours` in place of the rule
_VERY_NARROW_WIDTH = 110 * MM  # printable width below which the rights take three lines
_TITLE_SIZES = 13.0, 11.0, 9.5, 8.0  # sizes of a title; the first that leaves space for the note is used
_NOTE_SIZE, _NOTE_LEADING = 7.0, 1.05  # size and leading of a note on two lines
NOTES_SIZE, CARD_NOTES_SIZE = 7.0, 7.0  # sizes of notes at the foot
_NOTES_LEADING, _NOTES_GAP, _NOTES_RULE_LENGTH = 1.15, 2.5, 36.0  # space above notes; length of their rule
_CROP_MARGIN = 6 * MM  # below the blocks of a page that is cropped to them

GREY = WHITE.mix(BLACK, 0.72)
_CODE_WIDTH, _EDITION_GAP = 40.0, 8.0  # space for the page code, and between the rights and the edition
EDITION_STYLE = text.Style("sans", 6.5, color=GREY)
_SMALL_STYLE = text.Style("sans", 7.0)
_OURS_STYLE = text.Style("sans", 7.5)
_EDGE_STROKE, _TICK_STROKE, _RULE_STROKE = Stroke(BLACK, 0.5), Stroke(BLACK, 0.35), Stroke(BLACK, 0.6)
_EDGE_OFFSET = 0.6  # half the distance between the mm and the inch edge of a ruler
_TICK_LENGTH = 5.0  # length of the longest ticks


def find_content_rect(paper: Paper, true_scale: bool = True) -> Rect:
    """Return the rectangle for content.

    If the rulers fit only on the turned sheet, the rectangle is empty. Raises PrintshopError if the rulers fit
    neither the upright nor the turned sheet.
    """
    if true_scale and not has_ruler_space(paper):
        if has_ruler_space(paper.rotate()):
            return Rect(paper.printable.x, paper.printable.y, 0.0, 0.0)
        raise make_error(f"{paper.name} paper is too small for pages at true scale: the rulers need 135 x 155 mm",
                         "choose a larger paper with --paper, for example a5 or half letter")
    bottom_height = (
        CONTENT_GAP / 2 + RULER_WIDTH + _measure_below_ruler(paper)
        if true_scale
        else CONTENT_GAP + measure_footer(paper)
    )
    return paper.printable.inset(RULER_WIDTH + CONTENT_GAP if true_scale else 0.0, measure_header(paper)
                                 + (CONTENT_GAP if true_scale else HEADER_GAP), 0.0, bottom_height)


def is_narrow(paper: Paper) -> bool:
    """Return whether a sheet is so narrow that header and footer are stacked in more lines."""
    return paper.printable.width < NARROW_WIDTH


def measure_header(paper: Paper) -> float:
    """Return the height of the header."""
    return HEADER_HEIGHT + (_LINE_HEIGHT if is_narrow(paper) else 0.0)


def _measure_below_ruler(paper: Paper) -> float:
    """Return the height of everything below the horizontal ruler."""
    return measure_footer(paper) + RULER_GAP + (_LINE_HEIGHT if is_narrow(paper) else 0.0)


def measure_footer(paper: Paper) -> float:
    """Return the height of the footer, which has a rule and the rights below the rule."""
    return FOOTER_HEIGHT + (_count_rights_lines(paper) - 1) * _RIGHTS_LINE_HEIGHT


def _count_rights_lines(paper: Paper) -> int:
    return 1 if not is_narrow(paper) else 2 if paper.printable.width >= _VERY_NARROW_WIDTH else 3


def has_ruler_space(paper: Paper) -> bool:
    """Return whether a sheet, in its orientation, has space for rulers of 4 in and some content."""
    ruler = RULER_WIDTH + CONTENT_GAP + 4 * INCH
    return paper.printable.width >= ruler and paper.printable.height >= measure_header(
        paper
    ) + ruler + _measure_below_ruler(paper)


def find_centred_left(area: Rect, width: float) -> float:
    """Return the left edge of content that is centred on the sheet.

    If the ruler beside `area` is in the way, the content begins at the left edge of `area`.
    """
    return area.x + max(0.0, (area.width - RULER_WIDTH - CONTENT_GAP - width) / 2)


def make_framed_page(paper: Paper, title: str, items: Sequence[Item], *, game_title: str, rights: str, words: Words,
                     ours: str = "",
                     edition: tuple[str, str] = ("", ""), note: str = "", true_scale: bool = True, label: str = "",
                     bookmarks: tuple[Bookmark, ...] = (), anchor: str = "", links: tuple[Link, ...] = (),
                     rule: bool = True, own_rulers: bool = False, sheet_side: str = "", is_back: bool = False,
                     cutouts: int = 0, material: str = "", note_size: float = 7.5, seats: tuple[int, ...] = (),
                     zoom: float = 1.0) -> Page:
    """Return a finished page: the items with header and footer and, if `true_scale` is true, rulers.

    `paper` has the orientation of the page, and `items` lie inside its `find_content_rect`. `title` is the
    title of the content. Without a title, as on a cover, the page has no header. `game_title` is printed in the
    header, `rights` in the footer. `ours`, the line on the mark †, is printed above the rights if the page has this
    mark. `note`, beside the title, says which paper to print on or where to cut; `note_size` is its usual size in
    points.
    `sheet_side`, before the note or instead of it, is the sheet number and side. These six texts are markup.
    `edition` is the version and the hash of the game for the footer, and a text that is at least as wide (see
    `Game.edition`); if there is no space beside the rights, it is left out.
    `words` has the line beside the ruler. `label` is the code of the page. `bookmarks` and `anchor` lead to the page,
    and `links` lead to other pages.
    If `rule` is true, a rule separates the header from the content; content that begins with its own rule needs
    none. If `own_rulers` is true, the items include rulers (see `draw_ruler`). If `is_back` is true, the page
    is a back, with the vertical ruler at the right. `cutouts`, `material` and `seats` are attributes of the page.
    `zoom` enlarges the note and the code of a page that is not enlarged itself.
    Raises PrintshopError for text that does not fit at the smallest size, or has characters that no font has.
    """
    # header and footer stay clear of the vertical ruler
    ruler_space = RULER_WIDTH + CONTENT_GAP if true_scale and not own_rulers else 0.0
    frame = paper.printable.inset(0.0 if is_back else ruler_space, 0, ruler_space if is_back else 0.0, 0)
    head = _draw_header(paper, frame, title, game_title, note, sheet_side, zoom * note_size) if title else ()
    ruler_items = _draw_rulers(paper, is_back) if true_scale and not own_rulers else ()
    foot, baseline, edition_left = _draw_footer(
        paper, frame, rights, ours if ours and has_ours_mark((*head, *items)) else "", bool(label),
        words("check_rulers") if true_scale and not own_rulers else "", own_rulers, edition[1])
    if edition_left:
        foot = (*foot, *_draw_edition(edition[0], edition_left, baseline))
    code = ornaments.draw_folio(label, frame.right / zoom, baseline / zoom, current_theme().ink)
    code = code if zoom == 1 else (Group(code, Transform(a=zoom, d=zoom)),)
    page_items = (*(head if rule else head[:-1]), *ruler_items, *foot, *code, *items)
    return Page(paper.width, paper.height, page_items, label, anchor, bookmarks, links, cutouts=cutouts,
                material=material, seats=seats)


def crop_to_blocks(page: Page) -> Page:
    """Return a framed page without the empty paper below its blocks, which are the groups at the end of its items."""
    blocks = [*takewhile(lambda item: isinstance(item, Group), reversed(page.items))]
    bottom = shapes.measure_bounds(blocks)[3] + _CROP_MARGIN if blocks else page.height
    return replace(page, height=min(page.height, bottom))


def fit_line(role: str, markup: str, style: text.Style, position: Point, limits: tuple[float, float],
              anchor: text.Anchor = "start") -> tuple[Item, ...]:
    """Return a line of text within `limits` (width, smallest size).

    Raises PrintshopError, with the `role` of the text, if the text does not fit or has characters that no font has.
    """
    try:
        return text.set_line(markup, style, *position, anchor, *limits)
    except DoesNotFitError as error:
        raise _make_text_error(role, markup, error) from error


def _make_text_error(role: str, markup: str, error: DoesNotFitError) -> PrintshopError:
    """Return the error for a text that is too long, or that has characters that no font has."""
    if isinstance(error, fonts.MissingGlyphError):
        return make_error(f"the {role} '{text.strip_markup(markup)}': {error}", error.hint)
    return make_error(f"the {role} '{text.strip_markup(markup)}' is too long for the page",
                      "shorten the text: the text does not fit even in the smallest legible type")


@fonts.cache_layout(128)  # by all arguments: pages of a document often share them
def _draw_header(paper: Paper, frame: Rect, title: str, game_title: str, note: str, sheet_side: str, note_size: float
                 ) -> tuple[Item, ...]:
    """Return the items of a header, with its rule as the last item.

    The game's title is at the right, and the page title and the notes are at the left.
    """
    y = frame.y + measure_header(paper) - 0.5
    rule = shapes.line(frame.x, y, frame.right, y, Stroke(current_theme().ink, _RULE_STROKE.width))
    game_style = text.Style("serif", 9.5, italic=True, color=GREY)
    title_style = text.Style("display", _TITLE_SIZES[0], bold=True, color=current_theme().ink)
    if is_narrow(paper):
        game_style = game_style._replace(size=8.5)
        fits_one_line = (
            not (note or sheet_side)
            and text.measure_text(title, title_style) + text.measure_text(game_title, game_style) + 12 <= frame.width
        )
        heading = fit_line("page title", title, title_style, (frame.x, y - 4 if fits_one_line else frame.y + 12),
                            (frame.width, 7.0))
        share = 0.4 if note or sheet_side else 1.0
        game_items = fit_line("game's title", game_title, game_style, (frame.right, y - 4), (frame.width * share, 5.5),
                               "end")
        free_width = frame.width - (frame.right - shapes.measure_bounds(game_items)[0] if game_items else 0.0) - 8
        return (*game_items, *heading,
                *_draw_title_note(note, sheet_side, (frame.x, y - 4), free_width, note_size), rule)
    baseline = y - 6
    game_items = fit_line("game's title", game_title, game_style, (frame.right, baseline), (frame.width * 0.4, 6.0),
                           "end")
    free_width = frame.width - text.measure_text(game_title, game_style) - 12
    for size in _TITLE_SIZES:  # the largest that leaves space for the note
        try:
            heading = fit_line("page title", title, title_style._replace(size=size), (frame.x, baseline),
                                (free_width, _TITLE_SIZES[-1]))
            heading_right = shapes.measure_bounds(heading)[2] - frame.x + 9
            return (*game_items, *heading, *_draw_title_note(note, sheet_side, (frame.x + heading_right, baseline),
                                                             free_width - heading_right, note_size), rule)
        except PrintshopError:
            if size == _TITLE_SIZES[-1]:
                raise
    raise AssertionError("there must be at least one title size")


def _draw_title_note(note: str, sheet_side: str, position: Point, free_width: float, note_size: float
                     ) -> tuple[Item, ...]:
    """Return the sheet number and side beside a title. If there is space, also return the note.

    The text has at most two lines.
    """
    style, (x, y) = text.Style("sans", note_size, color=GREY), position
    small = style._replace(size=_NOTE_SIZE)
    words = " · ".join(part for part in (sheet_side, note) if part)
    if sheet_side and text.measure_text(words, small) > free_width:
        words = sheet_side
    try:
        try:
            return text.set_line(words, style, x, y, max_width=free_width, min_size=_NOTE_SIZE) if words else ()
        except text.TooWideError:
            height = 2 * _NOTE_SIZE * _NOTE_LEADING
            return text.set_block(words, small, (x, y + 2.0 - height, free_width, height + 0.1), _NOTE_LEADING,
                                  valign="bottom",
                                  min_size=5.5).items
    except DoesNotFitError as error:
        raise _make_text_error("page note", words, error) from error


def has_ours_mark(items: Sequence[Item]) -> bool:
    """Return whether a text among the items, or within their groups and symbols, has the mark †.

    A page has thousands of items, so that the groups wait in a list: there is no call for each of them.
    """
    waiting, seen_symbols = [items], set[int]()
    while waiting:
        for item in waiting.pop():
            if isinstance(item, TextRun):
                if OURS_MARK in item.string:
                    return True
            elif isinstance(item, SymbolUse):
                if id(item.symbol) not in seen_symbols:
                    seen_symbols.add(id(item.symbol))
                    waiting.append(item.symbol.items)
            elif isinstance(item, Group):
                waiting.append(item.items)
    return False


@fonts.cache_layout(64)  # all pages of a document share it, because it has no page code
def _draw_footer(paper: Paper, frame: Rect, rights: str, ours: str, has_code: bool,
                 advice: str, is_slim: bool, widest_edition: str) -> tuple[tuple[Item, ...], float, float]:
    """Return the rule, the line `ours` if there is one, and the rights; and two lengths for the items beside them.

    The lengths are the baseline of the edition and the page code, and the left of the edition: 0 without an edition,
    and if the rights leave no space for it.
    The line `ours` takes a line that the rights leave free or, if there is none, the place of the rule and of the gap
    above it: the height for content is the same on all pages. `advice` is the line beside the ruler, on printing
    and on measuring the rulers, or "".
    """
    count, style = _count_rights_lines(paper), _SMALL_STYLE._replace(color=GREY)
    edition_width = text.measure_text(widest_edition, EDITION_STYLE) + _EDITION_GAP if widest_edition else 0.0
    smallest = 6.0 if advice or is_slim else 5.0
    try:
        line_count, rights_items = _set_rights(rights, style, frame, count, has_code, smallest, edition_width)
    except PrintshopError:
        if not edition_width:
            raise
        edition_width = 0.0
        line_count, rights_items = _set_rights(rights, style, frame, count, has_code, smallest, 0.0)
    drop = 0.0 if not ours else _RIGHTS_LINE_HEIGHT if line_count < count else _CROWDED_DROP
    first = frame.bottom - 2.0 - (count - 1) * _RIGHTS_LINE_HEIGHT + drop  # baseline of the rights
    baseline = first + (max(line_count, 0 if ours else 1) - 1) * _RIGHTS_LINE_HEIGHT
    top, items = frame.bottom - measure_footer(paper) + 1, list[Item]()
    if not ours or line_count < count:
        items.append(shapes.line(frame.x, top, frame.right, top, _TICK_STROKE))
    else:
        top = first - 2 * _RIGHTS_LINE_HEIGHT + 2.0
    if advice and is_narrow(paper):
        items += fit_line("check line", advice, _SMALL_STYLE, (paper.printable.x, top - 3.0),
                           (paper.printable.width, 5.0))
    elif advice:
        left, y = (
            paper.printable.x + RULER_WIDTH + CONTENT_GAP + 4 * INCH + 35,
            frame.bottom - _measure_below_ruler(paper) - RULER_WIDTH / 2 + 2.5,
        )
        items += fit_line("check line", advice, text.Style("sans", 7.5), (left, y),
                           (frame.right - left, 5.0))
    if ours:
        items += fit_line("line 'ours'", ours, _OURS_STYLE, (frame.x, first - _RIGHTS_LINE_HEIGHT),
                           (frame.width - _CODE_WIDTH - (0.0 if line_count else edition_width), 5.0))
    items += (Group(rights_items, Transform(f=drop)),) if drop and rights_items else rights_items
    edition_left = frame.right - (_CODE_WIDTH if has_code else 0.0) - edition_width + _EDITION_GAP
    return tuple(items), baseline, edition_left if edition_width else 0.0


@fonts.cache_layout(64)
def _draw_edition(edition: str, x: float, baseline: float) -> tuple[Item, ...]:
    """Return the version and the hash; apart from the footer, whose layout is the same for all hashes."""
    return text.set_line(edition, EDITION_STYLE, x, baseline)


def _set_rights(rights: str, style: text.Style, frame: Rect, count: int, has_code: bool, smallest: float,
                edition_width: float) -> tuple[int, tuple[Item, ...]]:
    """Return the number of lines of the rights, at most `count`, and the rights at the bottom edge of the frame."""
    if count == 1:
        return bool(rights), fit_line("rights line", rights, style, (frame.x, frame.bottom - 2.0),
                                       (frame.width - _CODE_WIDTH - edition_width, smallest))
    height = count * _RIGHTS_LINE_HEIGHT
    width = frame.width - (_CODE_WIDTH if has_code else 0.0) - edition_width
    rectangle = (frame.x, frame.bottom - height, width, height + 0.1)
    try:
        block = text.set_block(rights, style, rectangle, _RIGHTS_LINE_HEIGHT / style.size, min_size=5.0)
    except DoesNotFitError as error:
        raise _make_text_error("rights line", rights, error) from error
    return round(block.height / _RIGHTS_LINE_HEIGHT) if rights else 0, block.items


@fonts.cache_layout(64)
def _draw_rulers(paper: Paper, at_right: bool) -> tuple[Item, ...]:
    """Return the two rulers of a page: one along the bottom edge, one up a side."""
    printable = paper.printable
    bottom = printable.bottom - _measure_below_ruler(paper)
    x, y = printable.x + RULER_WIDTH + CONTENT_GAP, bottom - RULER_WIDTH - CONTENT_GAP
    return (*draw_ruler(x, bottom - RULER_WIDTH / 2),
            *draw_ruler((printable.right if at_right else printable.x + RULER_WIDTH) - RULER_WIDTH / 2, y, turn=-90))


@fonts.cache_layout(64)
def draw_ruler(x: float, y: float, *, turn: int = 0) -> tuple[Item, ...]:
    """Return a ruler with its zero at (x, y), on a white plate of `RULER_LENGTH` x `RULER_WIDTH`.

    The ruler runs to the right along the middle of the plate. `turn` is its clockwise rotation, in degrees. The
    lines are on the guide layer, on which `printshop.inspection` finds the ruler.
    """
    transform = Transform(e=x, f=y).rotate(turn)
    style = text.Style("sans", 7.0, bold=True)
    labels = (*text.set_line("100 mm", style, 4 * INCH + 3, -0.9), *text.set_line("4 in", style, 4 * INCH + 3, 5.6))
    plate = shapes.rect(-4.0, -RULER_WIDTH / 2, RULER_LENGTH, RULER_WIDTH, fill=WHITE)
    return Group((plate,), transform), Group(tuple(_draw_ruler_lines(transform, 0.7)),
                                             layer=PageLayer.GUIDE), Group(labels, transform)


def _draw_ruler_lines(transform: Transform, tick_scale: float = 1.0) -> Iterator[Path]:
    """Yield the edges (mm, 1/16 in) and ticks of a ruler, moved to the page by `transform`."""
    for length, offset in ((100 * MM, -_EDGE_OFFSET), (4 * INCH, _EDGE_OFFSET)):
        yield shapes.polyline((transform.apply(0.0, offset), transform.apply(length, offset)), stroke=_EDGE_STROKE)

    def measure_tick(number: int, steps: tuple[int, ...]) -> float:
        rank = next(rank for rank, step in enumerate(steps) if number % step == 0)
        return tick_scale * _TICK_LENGTH * (1 - 0.6 * rank / (len(steps) - 1))

    marks = [(0.0, -_EDGE_OFFSET - tick_scale * _TICK_LENGTH, _EDGE_OFFSET + tick_scale * _TICK_LENGTH),
             *((k * MM, -_EDGE_OFFSET, -_EDGE_OFFSET - measure_tick(k, (10, 5, 1))) for k in range(1, 101)),
             *((k * INCH / 16, _EDGE_OFFSET, _EDGE_OFFSET + measure_tick(k, (16, 8, 4, 2, 1))) for k in range(1, 65))]
    yield shapes.lines([(*transform.apply(along, near), *transform.apply(along, far)) for along, near, far in marks],
                       _TICK_STROKE)


# --- notes at the foot of a page, or of a card ---------------------------------------------------------------


class FootNotes(NamedTuple):
    """Notes at their final position.

    `height` is the height of the notes, including the space above them.
    """

    items: tuple[Item, ...] = ()
    height: float = 0.0


def set_foot_notes(lines: Sequence[str], rect: Rect, size: float = NOTES_SIZE) -> FootNotes:
    """Set notes at the bottom edge of a rectangle.

    Raises PrintshopError for characters that no font has, or for a word that is too long.
    """
    if not lines:
        return FootNotes()
    style, joined = text.Style("sans", size), "\n".join(lines)
    try:
        height = text.set_block(joined, style, (rect.x, 0.0, rect.width, None), _NOTES_LEADING).height
        top = rect.bottom - height
        words = text.set_block(joined, style, (rect.x, top, rect.width, None), _NOTES_LEADING)
    except (fonts.MissingGlyphError, text.TooWideError) as error:
        raise make_error(f"the note '{text.strip_markup(joined)}': {error}", error.hint) from error
    y = top - _NOTES_GAP / 2
    rule = shapes.line(rect.x, y, rect.x + min(_NOTES_RULE_LENGTH, rect.width), y, Stroke(width=0.3))
    return FootNotes((rule, *words.items), height + _NOTES_GAP)


# --- the calibration page: the printed length of 100 mm, and the offset of a back from its front ----------------------
# The front has a line of 100 mm across and one along the page, the outline of a bank card and, if the page is as large
# as the paper, rulers that count from the edges. A cross on it lies exactly in front of the middle of a grid on the
# back: a needle through the cross shows how far the back must move.

BANK_CARD = (85.60 * MM, 53.98 * MM, 3.18 * MM)  # a bank card, ID-1 of ISO/IEC 7810: width, height, corner radius
_HAIRLINE = Stroke(BLACK, 0.15)
_CAPTION_STYLE, _BODY_STYLE = text.Style("sans", 7.5), text.Style("sans", 9.5)
_TEST_LENGTH = 100 * MM
_GRID_REACH = 10  # mm of the grid on each side of its middle
_SIDE_TICKS, _END_TICKS = 15, 12  # mm counted from the sides, and from head and foot, where the frame's rules are near
_COMMAND = "printshop calibrate --printer NAME --x 99.6 --y 100.3 --back 0.4,-0.6"


def make_calibration_sheet(paper: Paper, edges: bool, offset: tuple[float, float] = (0.0, 0.0),
                           printer: str = "") -> Document:
    """Return the calibration sheet. It has a front, and a back that is moved by `offset` points.

    If `edges` is true, the page is as large as the paper, and rulers at its edges measure the printer's
    margins.
    """
    words = load_words()  # in English, because the sheet belongs to no game
    title = words("calibration_of", printer=printer) if printer else words("calibration")
    cross = paper.width / 2 + 10 * MM, paper.printable.bottom - 36 * MM  # low enough for the content above it
    grid_center = duplex.MirrorLine(paper.width / 2).mirror_rect(Rect(*cross, 0, 0))
    front, back = (make_framed_page(paper, text.escape_markup(title), tuple(items), rights="", words=words,
                                    game_title=words("calibration_paper", name=paper.name), note=words.name(side),
                                    true_scale=False, label=side)
                   for side, items in (("front", _draw_calibration_front(paper, edges, cross, words)),
                                       ("back", _draw_offset_grid(grid_center.x, grid_center.y, words))))
    return Document(title, (front, duplex.turn_back_page(back, "long", offset)), duplex="long")


def _draw_calibration_front(paper: Paper, edges: bool, cross: tuple[float, float], words: Words) -> Iterator[Item]:
    """Yield the instructions, the two 100 mm lines, the outline of a bank card, the cross and the edge rulers."""
    area = find_content_rect(paper, true_scale=False)
    y = area.y + 4
    for step in (*range(1, 6), *(("edges",) if edges else ())):
        block = text.set_block(words(f"calibration_{step}"), _BODY_STYLE, (area.x, y, area.width, None), leading=1.35)
        yield from block.items
        y += block.height + 4
        if step == 4:
            yield from text.set_line(text.escape_markup(_COMMAND), _BODY_STYLE._replace(bold=True), area.x + 12, y + 8)
            y += 17
    left, top = area.x + (area.width - _TEST_LENGTH) / 2 + 10 * MM, y + 14 * MM
    yield from _draw_test_line("x", words, Transform(e=left, f=top))
    yield from _draw_test_line("y", words, Transform(e=left - 14 * MM, f=top + 8 * MM + _TEST_LENGTH).rotate(-90))
    card = Rect(left + (_TEST_LENGTH - BANK_CARD[0]) / 2, top + 16 * MM, BANK_CARD[0], BANK_CARD[1])
    yield Group((shapes.rounded_rect(*card, BANK_CARD[2], stroke=_RULE_STROKE),), layer=PageLayer.GUIDE)
    yield from text.set_block(words("calibration_card"), _CAPTION_STYLE, card.inset(8, 0),
                              align="middle", valign="middle").items
    x, y = cross
    yield shapes.lines([(x - 5 * MM, y, x + 5 * MM, y), (x, y - 5 * MM, x, y + 5 * MM)], _TICK_STROKE)
    yield from text.set_line(words("calibration_cross"), _CAPTION_STYLE, x + 8 * MM, y + 2.5)
    if edges:  # a ruler inwards from the middle of each edge: the first printed line shows the margin
        for x, y, dx, dy in ((paper.width / 2, 0.0, 0, 1), (paper.width / 2, paper.height, 0, -1),
                             (0.0, paper.height / 2, 1, 0), (paper.width, paper.height / 2, -1, 0)):
            ticks = []
            for distance in range(1, (_END_TICKS if dy else _SIDE_TICKS) + 1):
                tick_length = (4.0 if distance % 5 == 0 else 2.0) * MM
                tick_x, tick_y = x + dx * distance * MM, y + dy * distance * MM
                ticks.append((tick_x - tick_length * abs(dy), tick_y - tick_length * abs(dx),
                              tick_x + tick_length * abs(dy),
                              tick_y + tick_length * abs(dx)))
                if distance % 5 == 0:
                    yield from text.set_line(f"{distance}", _CAPTION_STYLE._replace(size=7),
                                             tick_x + (4.6 * MM if dy else 0.0),
                                             tick_y + (2 if dy else 6.2 * MM), anchor="start" if dy else "middle")
            yield shapes.lines(ticks, _TICK_STROKE)


def _draw_test_line(axis: str, words: Words, transform: Transform) -> Iterator[Item]:
    """Yield a 100 mm line between two ticks, with its label.

    The line runs to the right from the origin of `transform`.
    """
    ends = [(*transform.apply(position, -4 * MM), *transform.apply(position, 4 * MM))
            for position in (0.0, _TEST_LENGTH)]
    yield shapes.line(*transform.apply(0, 0), *transform.apply(_TEST_LENGTH, 0), _RULE_STROKE)
    yield shapes.lines(ends, _RULE_STROKE)
    yield Group(text.set_line(words("calibration_line", axis=axis), _CAPTION_STYLE, _TEST_LENGTH / 2, -2.5,
                              anchor="middle"), transform)


def _draw_offset_grid(x: float, y: float, words: Words) -> Iterator[Item]:
    """Yield a millimetre grid centred on (x, y), with numbers above and at the left, and captions."""
    reach = _GRID_REACH * MM
    for distance in range(-_GRID_REACH, _GRID_REACH + 1):
        offset, stroke = distance * MM, _RULE_STROKE if distance % 5 == 0 else _HAIRLINE
        yield shapes.lines([(x + offset, y - reach, x + offset, y + reach),
                            (x - reach, y + offset, x + reach, y + offset)], stroke)
        if distance % 5 == 0:
            sign = f"{distance:+d}".replace("-", "−") if distance else "0"
            yield from text.set_line(sign, _CAPTION_STYLE, x + offset, y - reach - 6, anchor="middle")
            yield from text.set_line(sign, _CAPTION_STYLE, x - reach - 3, y + offset + 2.6, anchor="end")
    yield shapes.circle(x, y, 0.6 * MM, stroke=_RULE_STROKE)
    yield from text.set_line(words("right"), _CAPTION_STYLE, x + reach + 5, y + 2.6)
    yield from text.set_line(words("down"), _CAPTION_STYLE, x, y + reach + 9, anchor="middle")
    yield from text.set_line(words("calibration_grid"), _CAPTION_STYLE, x, y - reach - 20, anchor="middle")
