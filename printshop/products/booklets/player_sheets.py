"""Score sheets of the kits: a page for each player with the units to command, victory, turn track and score."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import count

from printshop.drawing import text
from printshop.drawing.display_list import Bookmark, Page
from printshop.game.model import Game
from printshop.game.scenarios import Scenario, muster_forces
from printshop.game.seats import muster_seats
from printshop.layout import flow, page_frame
from printshop.layout.flow import BookletTitle, ColumnBlock, Figure, FlowBlock, Heading, KeepTogether, Paragraph
from printshop.layout.rectangles import Rect
from printshop.print_settings import PrintSettings
from printshop.products.booklets import force_lists, illustrations

SHEET_TITLE = "Score sheet"
COLUMN_GAP = 18.0  # points: between columns
SPACINGS = 1.0, 0.6  # gaps between parts, as a share of the usual gaps; the smaller one only if it saves a page


def make_player_sheets(game: Game, scenario: Scenario, box: Rect, settings: PrintSettings,
                       track: tuple[FlowBlock, ...], pages_before: int) -> Iterator[Page]:
    """Yield the score sheet of each player, in a rectangle. `track` are the blocks of the turn track.

    `pages_before` is the number of pages before the first sheet. Raises DoesNotFitError if a part does not fit the
    page.
    """
    half, crews = (box.width - COLUMN_GAP) / 2, muster_forces(game, scenario)

    @cache
    def make_scores(side: str) -> tuple[Figure, ...]:
        enemies = [(force, crew) for force, crew in zip(scenario.forces, crews, strict=True) if force.side.key != side]
        forces, enemy_crews = zip(*enemies, strict=True)
        return tuple(force_lists.draw_score_sheets(replace(scenario, forces=forces), enemy_crews, half, settings.ink))

    assert scenario.players
    codes = (f"B-{number}" for number in count(pages_before + 1))
    for number, (seat, crew) in enumerate(zip(scenario.players.seats, muster_seats(game, scenario), strict=True), 1):
        blocks: list[FlowBlock] = [BookletTitle(seat.title, scenario.title)]
        blocks += force_lists.build_command_blocks(game, scenario, seat, box.width, settings.ink)
        blocks += track
        end: list[FlowBlock] = []
        if scenario.victory.text:
            end.append(KeepTogether((Heading(1, "Victory"), *map(Paragraph, scenario.victory.text))))
        if scenario.objectives:
            end.append(KeepTogether((Heading(1, "Objectives"), force_lists.make_objective_table(scenario))))
        if scenario.victory.score:
            end.append(KeepTogether((Heading(1, SHEET_TITLE), *make_scores(seat.side),
                                     force_lists.draw_result_line(half))))
        blocks += [ColumnBlock(2, tuple(end), COLUMN_GAP)] if len(end) > 1 else end
        compose = partial(flow.compose_pages, blocks, box, name=f"player-{number}")
        sheets = min((compose(spacing=spacing) for spacing in SPACINGS), key=len)
        for first, sheet in enumerate(sheets):
            free = box.inset(0, sheet.depth + 16, 0, 0)
            line = illustrations.draw_crew_lineup(game, game.sides[seat.side], crew, free, settings.ink)
            yield page_frame.make_framed_page(
                settings.paper, SHEET_TITLE, (*sheet.items, *line), game_title=game.title, rights=game.rights,
                ours=game.ours, edition=game.edition, true_scale=False, label=next(codes),
                bookmarks=() if first else (Bookmark(f"{SHEET_TITLE}: {text.strip_markup(seat.title)}"),),
                seats=(number,))
