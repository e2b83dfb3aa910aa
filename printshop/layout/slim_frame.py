"""Slim frame for sheets that are full of cards.

It is a strip with the heading and a strip with a ruler and the rights. The strips lie at the ends of the sheet, or
along its sides, close to the cards. Lengths are points, origin at the top left, y down. The sheet has one ruler in
place of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from printshop.drawing import ornaments, text
from printshop.drawing.display_list import Group, Item, Page
from printshop.drawing.geometry import Transform
from printshop.drawing.themes import current_theme
from printshop.layout.page_frame import (
    EDITION_STYLE,
    GREY,
    RULER_LENGTH,
    RULER_WIDTH,
    draw_ruler,
    fit_line,
    has_ours_mark,
)
from printshop.layout.rectangles import UNIVERSAL, Paper, Rect
from printshop.lengths import MM

Strips = Literal["ends", "sides"]
EDGE = 3.3 * MM  # least distance of cuts and their ticks from the edge: current home printers print to 3 or 4 mm
_GAP, _LEAST_SPACE = 0.5 * MM, 200.0  # between ticks and a strip; beside the ruler, for the rights
_SMALLEST = 4.5  # points


def find_slim_area(paper: Paper, strips: Strips) -> Rect | None:
    """Return the area for cards and their ticks, centred on the sheet.

    Return None if the sheet has no space for a ruler. The paper "universal" has no such area, because it keeps clear of
    the edges of two papers. Nor has a paper whose margin is wider than usual.
    """
    length = paper.width if strips == "ends" else paper.height
    is_guarded = paper.name == UNIVERSAL.name or paper.margin > UNIVERSAL.margin + 0.01
    if is_guarded or length < 2 * EDGE + RULER_LENGTH + _LEAST_SPACE:
        return None
    strip = RULER_WIDTH + _GAP
    sheet = Rect(0, 0, paper.width, paper.height).inset(EDGE)
    return sheet.inset(0, strip) if strips == "ends" else sheet.inset(strip, 0)


def make_slim_page(paper: Paper, title: str, items: Sequence[Item], *, marked: Rect, strips: Strips, game_title: str,
                   rights: str, ours: str = "", edition: tuple[str, str] = ("", ""), note: str = "",
                   sheet_side: str = "", label: str = "", **attributes: Any) -> Page:
    """Return a finished page.

    `marked` is the rectangle of the cards with their ticks, and the strips lie beside it. The other texts and
    `attributes` are those of `make_framed_page`. If there is no space for the note or for the edition, it is left out.
    Raises PrintshopError for other text that does not fit.
    """
    length = max(RULER_LENGTH + _LEAST_SPACE, marked.width if strips == "ends" else marked.height)
    if strips == "ends":
        start = (paper.width - length) / 2
        first, second = (Transform(e=start, f=y) for y in (marked.y - _GAP - RULER_WIDTH, marked.bottom + _GAP))
    else:
        start = (paper.height + length) / 2
        first, second = (Transform(e=x, f=start).rotate(-90) for x in (marked.x - _GAP - RULER_WIDTH,
                                                                        marked.right + _GAP))
    baseline, right = RULER_WIDTH - 4.0, length
    head = list(ornaments.draw_folio(label, right, baseline, current_theme().ink))
    right -= 40.0
    serif = text.Style("serif", 8.5, italic=True, color=GREY)
    head += fit_line("game's title", game_title, serif, (right, baseline), (0.35 * length, _SMALLEST), "end")
    right -= min(text.measure_text(game_title, serif), 0.35 * length) + 8.0
    heading = text.Style("display", 9.5, bold=True, color=current_theme().ink)
    head += fit_line("page title", title, heading, (0.0, baseline), (right, _SMALLEST))
    left = min(text.measure_text(title, heading), right) + 8.0
    small = text.Style("sans", 7.0, color=GREY)
    for markup in (" · ".join(filter(None, (sheet_side, note))), sheet_side):
        if markup and text.measure_text(markup, small) <= right - left:
            head += text.set_line(markup, small, left, baseline)
            break
    turn = 0 if strips == "ends" else -90
    foot, left = list[Item](), RULER_LENGTH + 4.0
    space = length - left
    width = text.measure_text(edition[1], EDITION_STYLE) + 8.0 if edition[1] else 0.0
    if width and text.measure_text(rights, small) + width <= space:
        foot += text.set_line(edition[0], EDITION_STYLE, length, baseline, "end")
        space -= width
    lines = [line for line in (rights, ours if ours and has_ours_mark((*head, *items)) else "") if line]
    for number, line in enumerate(lines):
        y = baseline + (number - (len(lines) - 1) / 2) * 6.0
        foot += fit_line("rights line", line, small, (left, y), (space, _SMALLEST))
    ruler = draw_ruler(*second.apply(4.0, RULER_WIDTH / 2), turn=turn)
    strips_items = (Group(tuple(head), first), Group(tuple(foot), second), *ruler)
    for name in ("true_scale", "zoom", "is_back", "words"):  # of the usual frame
        attributes.pop(name, None)
    return Page(paper.width, paper.height, (*strips_items, *items), label, **attributes)
