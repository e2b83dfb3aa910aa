"""Product `walkthrough`: an example of play, with scenes to scale and records before and after their marks.

Steps are set like the blocks of reference cards. Lengths are in points, with the origin at the top left and y down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count

from printshop.drawing import artwork, shapes, text
from printshop.drawing.display_list import BLACK, Document, Group, Item
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.elements.pictures import Picture, PictureContent
from printshop.elements.texts import ChartNote, ChartText
from printshop.elements.typeset import ElementDrawing, TypesetElement, shift_items
from printshop.game.elements import ShownValues
from printshop.game.forms.model import FORMS
from printshop.game.model import Game, MarkCounts
from printshop.game.scenarios import SCENARIOS
from printshop.game.walkthroughs import MarkedRecord, Scene, WalkthroughPage
from printshop.layout import page_frame
from printshop.layout.rectangles import UNIVERSAL, Rect
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Problems, Span, make_error
from printshop.products.booklets import deployment
from printshop.products.booklets.illustrations import place_example
from printshop.products.charts.build import make_card_pages
from printshop.products.forms.compiled import FormProblems, check_track
from printshop.products.forms.record_layout import UNLIMITED
from printshop.products.forms.record_pages import compile_usual_form
from printshop.products.product import find_requested_scenarios
from printshop.schema.keys import data_block

# points: between cells; between before and after, side by side and below one another; of the name
CELL_GAP, RECORD_GAP, DOWN_GAP, NAME_HEIGHT = 4.0, 22.0, 13.0, 12.0
# the least scale of cells side by side, as a share of the usual one; points: the greatest height of a cell
MIN_SCALE, MAX_HEIGHT = 0.85, 230.0
MAX_PICTURE_HEIGHT = 300.0  # points
_NAME_STYLE = text.Style("sans", 9)


@data_block
class DrawnPart(TypesetElement):
    """A part of a step that `draw_in` draws in a width."""

    draw_in: Callable[[float], ElementDrawing]
    span: Span | None = None

    def resolve(self, unit_values: object) -> None:
        """Return the content, which is empty."""

    def typeset(self, content: object, width: float, context: object) -> ElementDrawing:  # noqa: ARG002
        """Return the drawing. Raises DoesNotFitError."""
        return self.draw_in(width)


def build_walkthrough(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return the pages of the walkthroughs of the requested scenarios.

    In place of a scenario without a walkthrough, the first scenario that has one is used, and its pages name it. Raises
    PrintshopError if the game has none.
    """
    scenarios = [scenario for scenario in find_requested_scenarios(game, request) if scenario.walkthrough]
    scenarios = scenarios or [scenario for scenario in game[SCENARIOS].values() if scenario.walkthrough][:1]
    if not scenarios:
        raise make_error(f"{game.title} has no walkthrough", "write the key 'walkthrough' in the file of a scenario")
    cards = [replace(card, subtitle="" if scenario is request.scenario else game.words("from_scenario",
                                                                                       name=scenario.title))
             for scenario in scenarios for card in _number_steps(game, scenario.walkthrough, settings.ink)]
    return Document(f"{game.title}: {game.words('example_of_play')}", make_card_pages(game, cards, settings, "E"))


def _number_steps(game: Game, pages: tuple[WalkthroughPage, ...], ink: Ink) -> Iterator[WalkthroughPage]:
    """Yield the pages with numbered steps, and with drawings in place of scenes and marks."""
    numbers, marks = count(1), dict[str, MarkCounts]()

    def draw_part(part: object) -> object:
        if isinstance(part, ChartNote):
            return ChartText(texts=part.texts)
        if isinstance(part, Scene):
            return DrawnPart(draw_in=partial(_draw_scene, part, ink))
        if isinstance(part, Picture):
            return DrawnPart(draw_in=partial(_draw_picture, game, part.resolve(ShownValues({})), ink))
        if not isinstance(part, MarkedRecord):
            return part
        before = marks.get(part.unit.name, {})
        marks[part.unit.name] = {**before, **{track: before.get(track, 0) + n for track, n in part.marks.items()}}
        return DrawnPart(draw_in=_find_cells(game, part, before, marks[part.unit.name], ink), span=part.span)

    for page in pages:
        yield replace(page, blocks=tuple(replace(step, title=f"{next(numbers)}. {step.title}",
                                                 parts=tuple(map(draw_part, step.parts))) for step in page.blocks))


def _draw_picture(game: Game, content: PictureContent, ink: Ink, width: float) -> ElementDrawing:
    """Draw a picture whose areas carry meaning, such as the sides of pieces, in every ink."""
    if not content.source:
        return ElementDrawing((), 0)
    picture = artwork.load_picture(content.source)
    height = min(min(width, content.length or width) / picture.aspect_ratio, MAX_PICTURE_HEIGHT)
    return ElementDrawing((place_example(game, picture, (0, 0, width, height), ink),), height)


def _draw_scene(scene: Scene, ink: Ink, width: float) -> ElementDrawing:
    scale = scene.width / (width - deployment.LEFT_MARGIN - deployment.RIGHT_MARGIN)
    figure = deployment.draw_deployment(replace(scene, scale=1), scene.table[0].unit in ("mm", "cm"), ink, zoom=scale)
    return ElementDrawing(figure.items, figure.height)


def _find_cells(game: Game, part: MarkedRecord, before: MarkCounts, after: MarkCounts, ink: Ink
                ) -> Callable[[float], ElementDrawing]:
    """Return the drawing of the marked cells of a record, before and after, with their headings.

    The record is the first form that has all of the marks. Raises PrintshopError if no form has them.
    """
    unit = part.unit
    for form in game[FORMS].values():
        if form.unit != unit.kind or form.together:
            continue
        page = page_frame.find_content_rect(UNIVERSAL)
        width, room = [side.pt for side in form.size] if form.size else (
            page.width / form.per_row, page.height * form.per_row / form.per_page)
        record = compile_usual_form(game, form, ink, width, UNLIMITED)
        shape = record.find_row_counts(unit)
        record = record.with_less_height(UNLIMITED - min(room, record.measure_height(shape)))
        problems = Problems()
        for mark in after.items():
            check_track(unit, record.count_tracks(unit), mark, problems, part.span)
        if not problems:
            slots = [(painter.slot.rectangle, {name for name, _ in painter.list_tracks(unit)})
                     for painter in record.get_painters(shape)[1]]
            labels = [other for other, tracks in slots if not tracks]
            cells = dict.fromkeys(_add_headings(cell, labels) for cell, tracks in slots if tracks & part.marks.keys())
            form_problems = FormProblems()
            drawings = [record.draw_record(unit, marks, form_problems) for marks in (before, after)]
            form_problems.raise_if_any()
            return partial(draw_cells, game.words("before_and_after", name=unit.display_proper_name), tuple(cells),
                           drawings)
    problems.raise_if_any()
    raise make_error(f"{unit.title} has no record", "write a form for units of its type in forms.yaml", part.span)


def _add_headings(cell: Rect, labels: list[Rect]) -> Rect:
    """Return a cell with the labels right above it or, if there are none, with those at its left."""
    left, top, right, bottom = cell.x, cell.y, cell.right, cell.bottom
    for label in sorted(labels, key=lambda other: -other.y):
        if left - 1 < label.x and label.right < right + 1 and label.y < top < label.bottom + 1:
            top = label.y
    if top == cell.y:
        left = min((label.x for label in labels if top - 1 < label.y and label.bottom < bottom + 1
                    and abs(label.right - left) < 1), default=left)
    return Rect(left, top, right - left, bottom - top)


def draw_cells(heading: str, cells: tuple[Rect, ...], drawings: list[tuple[Item, ...]], width: float) -> ElementDrawing:
    """Draw the cells of two drawings of a record, side by side or, in a small width, below one another.

    The `heading` stands above the cells; it may be empty.
    """
    strip = sum(cell.width + CELL_GAP for cell in cells)
    if len(cells) > 1 and strip * MIN_SCALE > width:
        first, remainder = draw_cells(heading, cells[:1], drawings, width), draw_cells("", cells[1:], drawings, width)
        return ElementDrawing((*first.items, shift_items(remainder.items, 0, first.height)),
                              first.height + remainder.height)
    height = max(cell.height for cell in cells) + 2
    most, scale = min(1.0, MAX_HEIGHT / height), width / (2 * strip + RECORD_GAP)
    right, down = (strip + RECORD_GAP, 0.0) if scale >= MIN_SCALE * most else (0.0, height + DOWN_GAP)
    scale = min(most, scale if right else width / strip)
    start = (width / scale - strip - right) / 2 if right else 0.0
    items: list[Item] = [*text.set_line(heading, _NAME_STYLE, 0, 8)]
    above = NAME_HEIGHT if heading else CELL_GAP
    for number, drawing in enumerate(drawings):
        x, y = start + number * right, number * down
        for cell in cells:
            window = shapes.rect(*cell.inset(-0.25))
            place = Transform().translate(0, above).scale(scale).translate(x - cell.x, y - cell.y)
            items.append(Group((Group(drawing, clip=window),), place))
            x += cell.width + CELL_GAP
    x, y = (start + right - 5, height / 2) if right else (strip / 2, height + DOWN_GAP - CELL_GAP)
    items.append(shapes.arrow(x * scale, above + scale * y, 90 if right else 180, 10, 8, fill=BLACK))
    return ElementDrawing(tuple(items), above + scale * (down + height))
