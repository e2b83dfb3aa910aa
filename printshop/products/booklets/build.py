"""Product `booklet`: a scenario to read, set up, play and score.

The table or map of the scenario is drawn to scale.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from typing import Any, NamedTuple

from printshop import products
from printshop.drawing import shapes, text
from printshop.drawing.display_list import Bookmark, Document, Group, Item, Page, Stroke
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.themes import current_theme
from printshop.game.errata import MARK_SIGNS, NoteMarks
from printshop.game.events import LETTERS, Objective
from printshop.game.maps import MAPS, MapZone
from printshop.game.model import Game, Unit
from printshop.game.scenarios import MARKERS, Fact, Scenario, list_first_units, muster_forces
from printshop.hexes import Hex
from printshop.layout import flow, page_frame
from printshop.layout.cutouts import Cutout
from printshop.layout.duplex import find_page_grid, place_linked_pages
from printshop.layout.flow import (
    LONG_TABLE,
    BookletTitle,
    BulletList,
    ColumnBlock,
    Figure,
    FlowBlock,
    Heading,
    KeepTogether,
    Paragraph,
    TableOfContents,
    VerticalSpace,
    walk_blocks,
)
from printshop.layout.rectangles import Paper, Rect
from printshop.layout.table import LayoutTable, TableColumn, TableRow
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import DoesNotFitError, make_error
from printshop.products.booklets import boxes, deployment, force_lists, illustrations
from printshop.products.booklets.deployment import NARROW_COLUMN
from printshop.products.build import report_errors
from printshop.products.charts.unit_lists import fill_blocks
from printshop.products.counters import build as counters_build
from printshop.products.counters import list_needs
from printshop.products.maps import overview
from printshop.products.product import Product, find_default_keys, find_entries, list_entries, make_instructions
from printshop.products.product import find_requested_scenarios as selected
from printshop.text_markup import escape_markup
from printshop.words import Words

MAX_TEXT_WIDTH = 540.0  # points: widest text block; two columns of comfortable lines
# pages that need no list of contents; beyond which layouts are not compared
MAX_PAGES_WITHOUT_CONTENTS, MAX_PAGES_TO_SEARCH = 8, 10
# shares of the usual size of a map that are tried, and those in large print
MAP_SHARES = (2.2, 1.9, 1.6, 1.3, 1.0, 0.92, 0.85, 0.7, 0.6, 0.5, 0.45)
LARGE_MAP_SHARES = (1.3, 1.2, 1.1, 1.0)
COLUMN_GAP = 18.0  # points: between columns
FULL_PAGE_SHARE = 0.75  # share of the page height: a layout whose pages are all so full ends the search
LAST_PAGE_SHARE = 0.6  # a last page is judged as if it was so full if it is full to a third: free space is usual there
MIN_LINEUP_SHARE = 0.13  # least free share of a page that shows units in line
TWO_COLUMN_LETTERS = 420  # letters: longer sections are set in two columns
FOOT_MARGIN = 11.0  # points: free above the rule at the foot
MAX_NAMED_STACKS = 12  # most hexes of units whose names are shown
MAX_NAMED_HEXES = 4  # most hexes of a zone that is described by their numbers
# a last page less full than this is to be saved; gaps are then reduced to this share
SHORT_PAGE_SHARE, TIGHT_SPACING = 0.3, 0.55
SNUG_SPACING = 0.72  # gaps are reduced to this share to keep the forces on one page
# points: height of the heading and the table head of the table of battles; rows: least and greatest number
LOG_HEAD_HEIGHT, MIN_LOG_ROWS, MAX_LOG_ROWS = 72.0, 3, 12
# least shares of the usual size of a map, except on small pages: of any map, of a map with many counters in their hexes
MIN_MAP_SHARE, MIN_SETUP_SHARE = 0.7, 1.6



def build_booklet(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return a document with the booklet of the requested scenario.

    If no scenario is requested, the document has all scenarios. If no scenario is requested and the game adds
    scenarios to another game, the document has only the added scenarios. Raises PrintshopError if the game has no
    scenario, or if a part of a scenario does not fit the page.
    """
    scenarios = selected(game, request)
    if not scenarios:
        raise make_error(f"{game.title} has no scenarios", "write a scenario in scenarios/NAME.yaml")
    pages, words = list[Page](), game.words
    paper = settings.paper
    two_up = not settings.booklet_paper and find_page_grid(paper).capacity > 1
    if two_up:
        settings = replace(settings, paper=find_page_grid(paper).page_size)
    titles: dict[object, str] = {}
    for scenario in scenarios:
        sides = tuple(force.side.key for force in scenario.forces) if scenario.track else ()
        coming = tuple((force.side.key, later.turn, later.roster) for force in scenario.forces
                       for later in force.reinforcements)
        goals = tuple(goal.zone for goal in scenario.objectives)
        shared_parts = {"map": (scenario.map, scenario.zones, *goals),
                        "track": (scenario.turns, scenario.turn_names, scenario.track, sides, coming),
                        "needed": tuple(_list_components(game, scenario, with_counts=False))}
        earlier_titles = {content: titles[content, part]
                          for content, part in shared_parts.items() if (content, part) in titles}
        has_kits = bool(request.in_pack and scenario.players and not two_up and not settings.booklet_paper
                        and _has_scoring(scenario))
        options = _LayoutOptions(len(pages), earlier_titles, request.in_pack, len(scenarios) == 1, zoom=settings.zoom,
                                 has_kits=has_kits)
        pages += _lay_out_scenario(game, _leave_out_repeats(scenario, titles, words), settings, options)
        if has_kits:
            pages += _lay_out_score_sheet(game, scenario, settings, options._replace(
                pages_before=len(pages), has_kits=False, on_score_sheet=settings.zoom > 1))
        for part in (*shared_parts.items(), *scenario.examples, scenario.special_rules):
            titles.setdefault(part, scenario.title)
    name = text.strip_markup(scenarios[0].title) if len(scenarios) == 1 else words("scenarios")
    sheets = place_linked_pages(pages, paper) if two_up else tuple(pages)
    return Document(f"{game.title}: {name}", sheets, subject=words("scenario_booklet"),
                    keywords=(game.title, words("scenario")), is_booklet=settings.booklet_paper is not None)


def _leave_out_repeats(scenario: Scenario, titles: Mapping[object, str], words: Words) -> Scenario:
    """Return a scenario without the examples and special rules of earlier scenarios of the booklet.

    A sentence names the earlier scenario instead. `titles` are the titles of earlier scenarios by example and by rules.
    """
    repeated = [example for example in scenario.examples if example in titles]
    examples = tuple(example for example in scenario.examples if example not in titles)
    if repeated:
        note = words("same_pictures", title=titles[repeated[0]])
        *other_examples, last = examples or (replace(repeated[0], title="", text="", picture=None),)
        examples = (*other_examples, replace(last, text=f"{last.text} {note}".lstrip()))
    rules = scenario.special_rules
    if rules and rules in titles:
        rules = (words("same_rules", title=titles[rules]),)
    return replace(scenario, examples=examples, special_rules=rules)


class _LayoutOptions(NamedTuple):
    """The position of a scenario in the document, and the options of its layout."""

    pages_before: int  # pages before its first
    earlier_titles: Mapping[str, str]  # by "map", "track" and "needed": title of an earlier scenario with the same
    in_pack: bool  # a cover lists the components
    is_only_scenario: bool  # no other scenario in the document
    map_share: float = 1.0  # size of the map, as a share of the usual size
    forces_together: bool = False  # the forces of all sides stay on one page
    map_in_column: bool = False  # the map stands in a column of the text
    spacing: float = 1.0  # gaps between parts, as a share of the usual gaps
    strip_height: float = 0.0  # points: height of the cover strip below the title
    rules_first: bool = False  # the special rules stand before the map or the figure of the table
    victory_place: str = ""  # the victory conditions stand "before" the examples, or "with" the notes at the end
    on_score_sheet: bool = False  # the title of the page names the score sheet
    zoom: float = 1.0  # factor by which the pages are enlarged afterwards
    log_rows: int = 0  # rows of the table of battles at the end
    has_kits: bool = False  # turn track and score are on sheets of their own, in the kits of the players

    def make_label(self, index: int) -> str:
        """Return the code of a page of the scenario."""
        return f"B-{self.pages_before + index + 1}"


_Layout = tuple[tuple[flow.FlowPage, ...], _LayoutOptions]


def _lay_out_scenario(game: Game, scenario: Scenario, settings: PrintSettings,
                      options: _LayoutOptions) -> Iterator[Page]:
    """Yield the pages of a scenario in the layout with the fewest pages and the least free space.

    If the last page is nearly empty, the parts move closer together, provided that this saves the page. The cover
    strip uses space that is left on the first page. If much space is left below the forces, it shows the units in line.
    """
    paper, title = settings.booklet_paper or settings.paper, text.strip_markup(scenario.title)
    small, box = page_frame.is_narrow(paper), _find_text_box(paper)
    is_large = small and options.zoom > 1
    has_map_figure = ("map" not in options.earlier_titles
                      and _has_informative_map(game, scenario)) or scenario.deployment
    is_leaf = small and options.zoom == 1
    # in large print, the figure of a table or map and a strip are as large as in usual print
    smallest_share = 0.0 if is_leaf else 1.0 if options.zoom > 1 else MIN_SETUP_SHARE if not small and any(
        len(zone.unit_hexes) > MAX_NAMED_STACKS for zone in scenario.zones) else MIN_MAP_SHARE
    most = 1.0 if is_leaf or scenario.deployment else max(0.8 * box.height / overview.MAX_HEIGHT, 1.0
                                                          ) if small else MAP_SHARES[0]
    shares = [share for share in dict.fromkeys((most, *(LARGE_MAP_SHARES if options.zoom > 1 else MAP_SHARES)))
              if smallest_share <= share <= most]
    has_strip = (scenario.banner or scenario.cover or game.cover) and not is_leaf
    strips = [height / options.zoom for height in illustrations.STRIP_HEIGHTS] if has_strip else []
    options = options._replace(strip_height=illustrations.MIN_STRIP_HEIGHT / options.zoom if has_strip else 0.0)
    candidates = [options._replace(map_share=share, forces_together=forces_together, map_in_column=in_column,
                                   spacing=air, rules_first=later, victory_place=place)
                  for forces_together, air in (((False, 1.0), *[(False, SNUG_SPACING)] * is_large) if small
                                               else ((True, 1.0), (True, SNUG_SPACING), (False, 1.0)))
                  for later in (False, *[True] * bool(is_large and has_map_figure and scenario.special_rules))
                  for place in ("", *["before", "with"] * bool(is_large and scenario.examples and (
                      options.has_kits or not _has_scoring(scenario))))
                  for in_column in ((False, True) if has_map_figure and scenario.map and box.width > NARROW_COLUMN
                                    and not any(zone.units for zone in scenario.zones) else (False,))
                  for share in (shares if has_map_figure else [1.0])]
    # Each candidate is laid out in full. The last one has the smallest map, so its number of pages is the goal; the
    # search stops at the first candidate with as few pages, all full enough. Long booklets take the first candidate.
    try:
        compose_as = _make_composer(game, scenario, box, settings.ink, options)
        sheets, best_options = compose_as(candidates[-1]), candidates[-1]
        if len(sheets) > MAX_PAGES_TO_SEARCH:
            sheets, best_options = compose_as(candidates[0]), candidates[0]
        else:
            fewest, least_emptiness = len(sheets), (sys.maxsize, 1.0)
            for candidate in candidates:
                candidate_pages = compose_as(candidate)
                # pages, plus two if forces may be split; then the free share of the emptiest page behind the first
                emptiness = (len(candidate_pages) + 2 * (not (candidate.forces_together or small)),
                             _measure_emptiness(candidate_pages, box.height, is_large))
                if emptiness < least_emptiness:
                    sheets, best_options, least_emptiness = candidate_pages, candidate, emptiness
                if least_emptiness <= (fewest, (1 - FULL_PAGE_SHARE) ** (2 if is_large else 1)):
                    break
            if len(sheets) > 1 and sheets[-1].depth < SHORT_PAGE_SHARE * box.height:
                tight = best_options._replace(map_share=candidates[-1].map_share, spacing=TIGHT_SPACING)
                tight_pages = compose_as(tight)
                sheets, best_options = (tight_pages, tight) if len(tight_pages) < len(sheets) else (sheets,
                                                                                                    best_options)
        is_usual = not small and options.zoom == 1  # large print and leaves have no table of battles
        sheets = _use_free_space(compose_as, (sheets, best_options), box, strips, MAX_LOG_ROWS if is_usual else 0,
                                 is_large=is_large)
        sheet_items = [sheet.items for sheet in sheets]
    except DoesNotFitError as error:
        hint = error.hint or ("print the booklet on larger paper" if small else "")
        raise make_error(f"the booklet of '{title}': {error}", hint, error.span or scenario.span) from error
    free_boxes = [box.inset(0, sheet.depth + 16, 0, 0) for sheet in sheets]
    sections = [[heading.title for heading in sheet.headings if heading.level == 1] for sheet in sheets]
    lines = illustrations.draw_lineup(game, scenario, [
        room if room.height > MIN_LINEUP_SHARE * box.height and titles[-1:] == [game.words("forces")]
        else room._replace(height=0.0) for room, titles in zip(free_boxes, sections, strict=True)], settings.ink)
    for index, (sheet, items, line) in enumerate(zip(sheets, sheet_items, lines, strict=True)):
        headings = tuple(Bookmark(heading.title, heading.level) for heading in sheet.headings)
        yield page_frame.make_framed_page(
            paper, scenario.title if index else game.words("scenario_title"), (*items, *line), **game.imprint,
            true_scale=False,
            label=options.make_label(index), anchor=sheet.anchor,
                                          links=sheet.links,
            bookmarks=headings if index else (Bookmark(title), *headings), rule=index > 0)


def _measure_emptiness(pages: Sequence[flow.FlowPage], height: float, is_large: bool) -> float:
    """Return the free share of the emptiest page behind the first; in large print, the sum of the squares of all.

    A last page that is a third full counts as a page that is `LAST_PAGE_SHARE` full, because the text ends there.
    """
    *free, last = [1 - page.depth / height for page in pages[1:] or pages]
    free.append(min(last, 1 - LAST_PAGE_SHARE) if last < 2 / 3 else last)
    return round(sum(share ** 2 for share in free) if is_large else max(free), 2)


def _use_free_space(compose_as: Callable[[_LayoutOptions], tuple[flow.FlowPage, ...]], layout: _Layout, box: Rect,
                     strips: Sequence[float], max_rows: int, *, is_large: bool) -> tuple[flow.FlowPage, ...]:
    """Return the pages with a higher strip, one of `strips`, and a table of battles, as far as these add no page.

    In large print, a strip that makes other pages emptier is not taken.
    """
    def compose_all(candidates: Iterable[_LayoutOptions]) -> Iterator[_Layout]:
        for candidate in candidates:
            if len(pages := compose_as(candidate)) == len(layout[0]):
                yield pages, candidate

    emptiness = _measure_emptiness(layout[0], box.height, is_large)
    sheets, options = layout = next((
        taller for taller in compose_all(layout[1]._replace(strip_height=strip) for strip in strips)
        if not is_large or _measure_emptiness(taller[0], box.height, is_large) <= emptiness), layout)
    spare = min(box.height - sheets[0].depth - 2, illustrations.MAX_STRIP_HEIGHT / options.zoom - options.strip_height)
    if options.strip_height and spare > 0:
        strip = options._replace(strip_height=options.strip_height + spare)
        sheets, options = next(compose_all((strip,)), layout)
    rows = min(int((box.height - sheets[-1].depth - LOG_HEAD_HEIGHT) / force_lists.LOG_ROW_HEIGHT), max_rows)
    return compose_as(options._replace(log_rows=rows)) if rows >= MIN_LOG_ROWS else sheets


def _make_composer(game: Game, scenario: Scenario, box: Rect, ink: Ink, options: _LayoutOptions
                   ) -> Callable[[_LayoutOptions], tuple[flow.FlowPage, ...]]:
    """Return a function from layout options to pages.

    If there are more than `MAX_PAGES_WITHOUT_CONTENTS` pages, they have a list of contents. Parts that are the same
    for all options are made once.
    """
    parts, notes = _make_parts(game, scenario, box.width, ink, options)
    marks = [note.split(" ")[0] for note in notes]
    in_order = sorted(marks, key=lambda sign: (len(sign), MARK_SIGNS.index(sign[0])))

    def compose_pages(options: _LayoutOptions) -> tuple[flow.FlowPage, ...]:
        blocks = parts(options)
        if marks:
            words = " ".join((*(fact.text for fact in scenario.facts), *flow.list_texts(blocks)))
            marks_in_text = re.findall(_match_any(marks), words)
            signs = dict(zip(dict.fromkeys((*marks_in_text, *marks)), in_order, strict=True))
            if any(old != new for old, new in signs.items()):
                blocks = _replace_marks(blocks, signs)
        compose = partial(flow.compose_pages, rect=box, name=f"scenario-{scenario.key}", spacing=options.spacing,
                          label=options.make_label)
        sheets = compose(blocks)
        if len(sheets) > MAX_PAGES_WITHOUT_CONTENTS:
            opening = 1 + bool(scenario.facts or scenario.players) + len(scenario.summary)
            contents = VerticalSpace(7), ColumnBlock(2, (TableOfContents(),), gap=26)
            sheets = compose((*blocks[:opening], *contents, *blocks[opening:]))
        return sheets

    return compose_pages


def _match_any(marks: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, marks), key=len, reverse=True))


def _replace_marks(value: Any, new_marks: Mapping[str, str]) -> Any:
    """Return `value` with other reference marks in its texts, by the mapping `new_marks`.

    Texts inside tuples, data classes and figures are changed too.
    """
    if isinstance(value, Figure) and (draw := value.drawing):
        return replace(value, drawing=lambda: _replace_marks(draw(), new_marks),
                       caption=_replace_marks(value.caption, new_marks))
    if isinstance(value, str):
        return re.sub(_match_any(new_marks), lambda match: new_marks[match[0]], value)
    if isinstance(value, tuple):
        items = [_replace_marks(item, new_marks) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{part.name: _replace_marks(getattr(value, part.name), new_marks)
                                 for part in fields(value)})
    return value


def _make_parts(game: Game, scenario: Scenario, width: float, ink: Ink, options: _LayoutOptions
                ) -> tuple[Callable[[_LayoutOptions], tuple[FlowBlock, ...]], tuple[str, ...]]:
    """Return a function from layout options to blocks in the order of use, and the notes with their marks.

    The set-up stays with its map, and the victory conditions stay with the score sheet. Notes on the source stand at
    the end.
    """
    words, marks = game.words, NoteMarks(scenario.differs)  # marks that the scenario's texts do not use
    armies = tuple(force_lists.build_force_blocks(game, scenario, width, ink, marks))
    notes = (*marks.take_new_notes(words), *scenario.differs)  # in the order of the page: forces first
    units = (unit for crew in muster_forces(game, scenario) for unit in crew)
    facts = scenario.list_shown_facts(words)
    opening = (*((_draw_fact_strip(facts, width),) if facts else ()),
               *(Paragraph(paragraph, lead=True) for paragraph in scenario.summary),
               *_build_section(words("background"), scenario.background, width))
    rules = tuple(_build_section(words("special_rules"), scenario.special_rules, width))
    middle: list[FlowBlock] = []
    if abilities := tuple(force_lists.build_ability_blocks(game, units, 1, columns=1)):
        middle += _set_in_columns(abilities[:1], abilities[1:], width)
    middle += _build_tables(game, scenario)
    middle += boxes.build_box_blocks(fill_blocks(game, scenario.boxes, ink, scenario), width, ink)
    if example_blocks := tuple(illustrations.build_example_blocks(game, scenario.examples, width,
                                                                  3 if width > NARROW_COLUMN else 2, ink,
                                                                  one_beside=options.zoom > 1)):
        middle += (KeepTogether((Heading(1, words("in_play")), example_blocks[0])), *example_blocks[1:])
    end = (*_build_section(words("variant"), scenario.variant, width),
           *(() if options.in_pack else _build_needs(game, scenario, options)),
           *_build_edition_notes(scenario, notes, width, words))
    drawn_map = cache(partial(_draw_map, game, scenario, ink))

    @cache
    def make_strip(height: float) -> tuple[FlowBlock, ...]:
        strip = illustrations.draw_cover_strip(game, scenario, width, height, ink) if height else None
        return (strip,) if strip else ()

    @cache
    def make_setup(share: float, in_column: bool) -> tuple[FlowBlock, ...]:
        return tuple(_build_setup(game, scenario, width, ink,
                                  options._replace(map_share=share, map_in_column=in_column), drawn_map))

    @cache
    def make_scoring(in_column: bool) -> tuple[FlowBlock, ...]:
        return tuple(_build_scoring(game, scenario, width, ink, options._replace(map_in_column=in_column)))

    rows = [len(block.rows) for block in walk_blocks(armies) if isinstance(block, LayoutTable)]
    has_long_armies = sum(rows) > LONG_TABLE  # a page for all of them would leave half a page empty before it

    def assemble_parts(options: _LayoutOptions) -> tuple[FlowBlock, ...]:
        setup = make_setup(options.map_share, options.map_in_column)
        scoring = make_scoring(options.map_in_column)
        first, figure = (setup[:-1], setup[-1:]) if options.rules_first and not options.map_in_column else (setup, ())
        return (BookletTitle(scenario.title, scenario.subtitle), *make_strip(options.strip_height), *opening,
                *((KeepTogether(armies),) if options.forces_together and armies and not has_long_armies else armies),
                *first, *(() if options.map_in_column else rules), *figure,
                *(scoring if options.victory_place == "before" else ()), *middle,
                *((*scoring, *end) if not options.victory_place else
                  (KeepTogether((*scoring, *end) if options.victory_place == "with" else end),)),
                *force_lists.build_battle_log(scenario, options.log_rows, words))

    return assemble_parts, notes


def _build_section(title: str, prose: Sequence[str] | None, width: float) -> Iterator[FlowBlock]:
    """Yield a section of paragraphs. If the section is long, it has two columns, or goes on on the next leaf.

    If there are no paragraphs, yield nothing.
    """
    if prose:
        yield from _set_in_columns((Heading(1, title),), tuple(map(Paragraph, prose)), width)


def _set_in_columns(heads: tuple[FlowBlock, ...], prose: tuple[FlowBlock, ...], width: float) -> tuple[FlowBlock, ...]:
    if sum(map(len, flow.list_texts(prose))) <= TWO_COLUMN_LETTERS:
        return (KeepTogether((*heads, *prose)),)
    return (*heads, ColumnBlock(2, prose, COLUMN_GAP)) if width > NARROW_COLUMN else (*heads, *prose)


def _draw_fact_strip(facts: Sequence[Fact], width: float) -> Figure:
    """Draw the facts side by side, each below its label. A narrow column has several rows of facts."""
    count = len(facts)
    across = count if width > NARROW_COLUMN else -(-count // -(-count // 3))
    step, label = width / across, text.Style("sans", 8, bold=True, tracking=0.3, color=current_theme().accent)
    fact_lines = [flow.set_balanced_lines(fact.text, text.Style("sans", 9.5), 0.0, step - 16, 1.15)
                  for fact in facts]
    items: list[Item] = []
    top = 0.0
    for first in range(0, count, across):
        deepest = max(words.height for words in fact_lines[first : first + across])
        for number in range(first, min(first + across, count)):
            x = number % across * step
            items += text.set_line(facts[number].label.upper(), label, x + step / 2, top + 8, "middle",
                                   step - 16, 6)
            items.append(Group(fact_lines[number].items, Transform(e=x + 8, f=top + 12.0)))
            if x:
                items.append(shapes.line(x, top + 1, x, top + 12 + deepest, Stroke(current_theme().accent, 0.5)))
        top += 12 + deepest + 8
    return Figure(tuple(items), width, top - 8)


def _build_setup(game: Game, scenario: Scenario, width: float, ink: Ink, options: _LayoutOptions,
                 draw_map: Callable[[float, float], Figure]) -> Iterator[FlowBlock]:
    """Yield the set-up steps, on one page with the figure of the table or map except on a leaf.

    If the map stands in a column of the text, steps, rules and map are in two columns. A paragraph after the
    steps lists the reference cards to use in play.
    """
    words, heading = game.words, Heading(1, game.words("setting_up"))
    steps: list[FlowBlock] = [BulletList(tuple(
        f"**{step.title}.** {step.text}" if step.title else step.text for step in scenario.setup), numbered=True),
        ] if scenario.setup else []
    if cards := [product for product in products.find_products_for(game) if product.section == "charts"]:
        pieces = list_entries(cards[0], game)
        if titles := [f"*{pieces[key].title}*" for key in find_default_keys(cards[0], game, scenario)]:
            last = len(titles)
            pages = words("page_code" if last == 1 else "page_codes_two" if last == 2 else "page_codes", first="R-1",
                          last=f"R-{last}")
            steps.append(Paragraph(words("rules_of_play", titles=words.join(titles), pages=pages)))
    if not _has_informative_map(game, scenario):
        picture: tuple[FlowBlock, ...] = tuple(deployment.build_deployment_blocks(game, scenario, width, ink,
                                                                                  options.map_share, options.zoom))
    elif earlier := options.earlier_titles.get("map"):
        steps.append(Paragraph(words("same_map", title=earlier)))
        picture = ()
    else:
        column = (width - COLUMN_GAP) / 2 if options.map_in_column else width
        map_figure = draw_map(column, options.map_share)
        if options.map_in_column:
            rules = (words("special_rules"), scenario.special_rules), *(
                () if _has_scoring(scenario) else ((words("victory"), scenario.victory.text),))
            prose: list[FlowBlock] = []
            for title, texts in rules:
                prose += (Heading(2, title), *map(Paragraph, texts)) if texts else ()
            yield KeepTogether((heading, ColumnBlock(2, (*steps, *prose, map_figure), COLUMN_GAP)))
            return
        picture = (map_figure,)
    if steps or picture:
        blocks = *_set_in_columns((heading,), tuple(steps), width), *picture
        yield from (KeepTogether(blocks),) if width > NARROW_COLUMN else blocks  # a leaf has no room for all of them


def _has_informative_map(game: Game, scenario: Scenario) -> bool:
    """Return whether the map shows more than hexes: deployment zones, objectives or terrain."""
    if not scenario.map:
        return False
    hexmap = game[MAPS][scenario.map]
    return bool(scenario.zones or scenario.objectives or hexmap.terrain or any(zone.pattern for zone in hexmap.zones))


def _draw_map(game: Game, scenario: Scenario, ink: Ink, width: float, share: float) -> Figure:
    """Draw the map for a column `width` points wide, with its zones.

    The letters of objectives stand in the zones.
    """
    letters: dict[str, str] = {}
    for letter, goal in zip(LETTERS, scenario.objectives, strict=False):
        letters[goal.zone] = ", ".join(filter(None, (letters.get(goal.zone), letter)))
    zones = tuple(replace(zone, label=f"{letters[zone.key]}: {zone.label}" if zone.pattern else letters[zone.key])
                  if zone.key in letters else zone for zone in scenario.zones or game[MAPS][scenario.map].zones)
    first_units = list_first_units(game, scenario)
    crew = {side: tuple((unit.art, unit.art_bow, escape_markup(unit.tag or unit.title)) for unit in units)
            for side, units in first_units.items()}
    zones = tuple(replace(zone, unit_pictures=crew.get(zone.side, ())) if zone.units else zone for zone in zones)
    for zone in zones:
        if isinstance(zone.units, tuple) and len(zone.units) != len(zone.unit_pictures):
            raise make_error(f"'units' of zone '{zone.key}' has {len(zone.units)} hexes, but the side has "
                             f"{len(zone.unit_pictures)} units", "write a hex for each unit", zone.span)
    make_faces = partial(counters_build.make_unit_faces, game, scenario, ink)
    zones = tuple(_stack_units(zone, first_units[zone.side], make_faces(first_units[zone.side]))
                  if isinstance(zone.units, str) else zone for zone in zones)
    return overview.draw_map_figure(game[MAPS][scenario.map], zones, width, ink, game.words, share)


def _stack_units(zone: MapZone, units: Iterable[Unit], faces: Mapping[str, Cutout]) -> MapZone:
    """Return a zone with a counter for each hex with units: that of the first unit, with the number of the others.

    If there are more than `MAX_NAMED_STACKS` of them, names are left out, because they would hide each other.
    """
    stacks, hexes = dict[Hex, list[Unit]](), dict(zone.unit_hexes)
    for unit in units:
        if cell := hexes.get(unit.name) or hexes.get(unit.copied_from):
            stacks.setdefault(cell, []).append(unit)
    pictures = list[tuple[Any, str, str]]()
    for unit, *other_units in stacks.values():
        label = escape_markup(unit.short or unit.tag or unit.title) if len(stacks) <= MAX_NAMED_STACKS else ""
        pictures.append((faces.get(unit.name, unit.art), "none",
                         f"{label} +{len(other_units)}".strip() if other_units else label))
    return replace(zone, units=tuple(stacks), unit_pictures=tuple(pictures))


def _build_tables(game: Game, scenario: Scenario) -> Iterator[FlowBlock]:
    """Yield the table of objectives and the table of random events.

    If no objective has a location, there is no table of objectives.
    """
    words = game.words
    locations = [_describe_location(game, scenario, goal) for goal in scenario.objectives]
    if any(locations):
        columns = (
            TableColumn("", share=0.25),
            TableColumn(words("objective"), share=1.6),
            TableColumn(words("where"), share=2),
            TableColumn(words("worth")),
        )
        rows = [TableRow((letter, goal.title, place, goal.worth))
                for letter, goal, place in zip(LETTERS, scenario.objectives, locations, strict=False)]
        yield KeepTogether((Heading(1, words("objectives")), LayoutTable(columns, tuple(rows))))
    if events := scenario.events:
        rolls = (TableRow((escape_markup(roll.replace("-", "–")), happens)) for roll, happens in events.results)
        yield KeepTogether((Heading(1, words("random_events")), *((Paragraph(events.when),) if events.when else ()),
                            LayoutTable(
            (TableColumn(events.dice, "middle", share=0.3), TableColumn(words("what_happens"),
                                                                        share=4)), tuple(rolls))))


def _describe_location(game: Game, scenario: Scenario, goal: Objective) -> str:
    """Return the location of an objective: its zone, or its distances from two table edges.

    If the zone has at most `MAX_NAMED_HEXES` hexes, their numbers follow its name. If the objective has no location,
    return "".
    """
    if goal.zone:
        hexmap = game[MAPS][scenario.map]
        zone = next(zone for zone in scenario.zones or hexmap.zones if zone.key == goal.zone)
        hexes = ", ".join(map(hexmap.board.format_name, zone.hexes)) if len(zone.hexes) <= MAX_NAMED_HEXES else ""
        return ", ".join(filter(None, (escape_markup(zone.label or zone.key),
                                       hexes and game.words("square_numbers" if hexmap.has_squares else "hex_numbers",
                                                            hexes=hexes))))
    return game.words("at_distances", left=goal.at[0].text, far=goal.at[1].text) if goal.at else ""


def _build_scoring(game: Game, scenario: Scenario, width: float, ink: Ink,
                   options: _LayoutOptions) -> Iterator[FlowBlock]:
    """Yield the victory conditions, the turn track and the score sheets.

    If turns are neither counted nor noted, there is no turn track.
    """
    parts: list[FlowBlock] = [] if options.map_in_column and not _has_scoring(scenario) else [
        *_build_section(game.words("victory"), scenario.victory.text, width)]
    words = game.words
    counted, scored = scenario.turns != 0 or bool(scenario.track), scenario.victory.score or scenario.objectives
    if options.has_kits:
        key = "kits_without_track" if not counted else "kits" if scored else "kits_without_score"
        yield from (*parts, Paragraph(words(key), small=True))
        return
    note = () if scenario.turns else (Paragraph(words("open_ended" if scenario.turns == 0 else "unknown_turns")),)
    if counted and (earlier := options.earlier_titles.get("track")):
        parts.append(Paragraph(words("same_track", title=earlier)))
    elif counted:
        track = force_lists.draw_turn_track(game, scenario, width, ink)
        parts.append(KeepTogether((Heading(1, words("turn_track")), *note, track)))
    sheets: list[FlowBlock] = []
    if scenario.victory.score:
        sheets += force_lists.draw_score_sheets(scenario, muster_forces(game, scenario), width, ink, words)
    if scenario.objectives:
        sheets.append(force_lists.make_objective_table(scenario, words))
    if sheets:
        last = KeepTogether((sheets.pop(), force_lists.draw_result_line(width,
                                                                        words)))  # stay together even on two pages
        parts.append(KeepTogether((*[Heading(1, words("score_sheet"))] * (not options.on_score_sheet), *sheets, last)))
    if parts:
        yield from (KeepTogether(tuple(parts)),) if width > NARROW_COLUMN else parts
    if scenario.campaign:
        yield from force_lists.build_campaign_blocks(scenario, words)


def _lay_out_score_sheet(game: Game, scenario: Scenario, settings: PrintSettings,
                         options: _LayoutOptions) -> Iterator[Page]:
    """Yield the sheet for the kits of all players, with victory conditions, turn track and score."""
    assert scenario.players
    is_scored = scenario.victory.score or scenario.objectives
    title, box = game.words("score_sheet" if is_scored else "turn_track"), _find_text_box(settings.paper)
    if is_large := options.zoom > 1:  # all the room is for the score
        title = f"{title}: {scenario.title}"
    with report_errors(f"the score sheet of '{text.strip_markup(scenario.title)}'", scenario.span):
        # the parts run on below the title, over several pages if needed
        blocks = (*[BookletTitle(scenario.title, scenario.subtitle)] * (not is_large),
                  *_separate_blocks(_build_scoring(game, scenario, box.width, settings.ink, options)))
        sheets = min((flow.compose_pages(blocks, box, name=f"score-{scenario.key}", spacing=air)
                      for air in (1.0, *[SNUG_SPACING, TIGHT_SPACING] * is_large)), key=len)
        rooms = [box.inset(0, sheet.depth + 16, 0, 0)._replace(**{"height": 0.0} if is_large else {})
                 for sheet in sheets]
        for index, (sheet, line) in enumerate(zip(sheets, illustrations.draw_lineup(game, scenario, rooms,
                                                                                    settings.ink), strict=True)):
            yield page_frame.make_framed_page(
                settings.paper, title, (*sheet.items, *line), **game.imprint, true_scale=False,
                label=options.make_label(index), rule=False, bookmarks=(Bookmark(title),)[index:],
                seats=scenario.players.kit_numbers)


def _separate_blocks(blocks: Iterable[FlowBlock]) -> Iterator[FlowBlock]:
    """Yield blocks, and in place of blocks that stay on one page with other such blocks, each of these alone."""
    for block in blocks:
        if isinstance(block, KeepTogether) and any(isinstance(inner, KeepTogether) for inner in block.blocks):
            yield from _separate_blocks(block.blocks)
        else:
            yield block


def _find_text_box(paper: Paper) -> Rect:
    box = page_frame.find_content_rect(paper, true_scale=False)
    side = max(0.0, (box.width - MAX_TEXT_WIDTH) / 2)
    return box.inset(side, 0, side, FOOT_MARGIN)


def _has_scoring(scenario: Scenario) -> bool:
    """Return whether the booklet has a turn track or a score sheet.

    If so, the victory conditions stand beside the track or sheet.
    """
    return bool(scenario.turns != 0 or scenario.track or scenario.victory.score or scenario.objectives)


def _build_edition_notes(scenario: Scenario, marked_notes: Sequence[str], width: float,
                         words: Words) -> Iterator[FlowBlock]:
    """Yield the notes on the source.

    These are the notes of the scenario, the notes with reference marks, a space for a lost variant, and a list of the
    parts that are not known.
    """
    unknown_parts = [words(name) for name, prose in (("unknown_setup", scenario.setup),
                                              ("unknown_rules", scenario.special_rules),
                                              ("unknown_victory", scenario.victory.text)) if prose is None]
    notes = (*scenario.notes, *marked_notes, *((words("lost_variant", blank="_" * 32),) if scenario.variant is None
                                               else ()),
             *((words("unknown_parts", parts=", ".join(unknown_parts)),) if unknown_parts
               else ()))
    if notes:
        yield KeepTogether(_set_in_columns((Heading(1, words("about_edition")),), tuple(Paragraph(note, small=True)
                                                                                      for note in notes), width))


def _build_needs(game: Game, scenario: Scenario, options: _LayoutOptions) -> Iterator[FlowBlock]:
    """Yield the table of components to print, and the other things that players need.

    A booklet in a pack has no such table, because the cover lists the components.
    """
    if earlier := options.earlier_titles.get("needed"):
        yield Paragraph(game.words("same_needs", title=earlier))
        return
    rows = tuple(map(TableRow, _list_components(game, scenario, with_counts=options.is_only_scenario)))
    needs, words = list_needs(game, scenario), game.words
    other_needs = Paragraph(words("besides_these", needs="; ".join(needs)))
    table = LayoutTable((TableColumn(words("to_print"), share=1.1), TableColumn(words("which"), share=3.2),
                         TableColumn(words("print_material"), share=1.9)), rows)
    if rows or needs:
        yield KeepTogether((Heading(1, words("what_you_need")), *((table,) if rows else ()),
                            *((other_needs,) if needs else ())))


def _list_components(game: Game, scenario: Scenario, *, with_counts: bool) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each product that the scenario needs: the product, its entries and its material.

    Markers that are printed on the counter sheets are listed with the counters.
    """
    units = f": {force_lists.format_roster_count(game, scenario.roster)}" if scenario.roster and with_counts else ""
    def list_words(product: Product, entry_keys: Iterable[str]) -> str:
        """Return the titles of entries; markers have their numbers if the scenario gives them."""
        titles, entries = list_entries(product, game), find_entries(product, game)
        counts = scenario.counts if product.section == MARKERS else {}
        return ", ".join(f"{counts[key] * len(entries[key].each)}\u00a0×\u00a0{titles[key].title}" if key in counts
                         else titles[key].title for key in entry_keys)

    markers = products.find_product(MARKERS)
    on_counter_sheets = list_words(markers, markers.find_keys_printed_elsewhere(game, scenario))
    markers_on_counter_sheets = f", {on_counter_sheets}" if on_counter_sheets else ""
    for product in products.find_products_for(game):
        if not product.only_refusal and (
                entry_words := list_words(product, find_default_keys(product, game, scenario))):
            material = make_instructions(product, game, scenario, (), PrintSettings()).material
            also = markers_on_counter_sheets if product.section == "counters" else ""
            yield (game.words.name(product.name).capitalize(),
                   f"{entry_words}{units if product.counted_in_booklet else ''}{also}", material)
