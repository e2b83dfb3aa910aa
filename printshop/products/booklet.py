"""Product `booklet`: a scenario to read, set up, play and score, with a figure of the table to scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import fonts, shapes, text
from printshop.drawing.items import BLACK, Bookmark, Document, Item, Page, Stroke
from printshop.game.model import escape, find
from printshop.game.scenarios import figure
from printshop.game.wording import show
from printshop.layout import furniture
from printshop.layout.flow import TooLarge, compose
from printshop.layout.story import (
    Align,
    Block,
    Columns,
    Contents,
    Figure,
    Heading,
    KeepTogether,
    Numbered,
    Para,
    Space,
    TableBlock,
    Title,
)
from printshop.problems import failure
from printshop.products import deployment as table_top
from printshop.products import find as find_product
from printshop.products import scoring
from printshop.products.product import Product, Request, Settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from printshop.drawing.ink import Ink
    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Balance, Force, Listing, Scenario
    from printshop.layout.boxes import Box

MARGIN = 26.0  # left and right of the text, so that its lines are not too long to read
WRITE_IN = 4  # empty lines where a text has been lost

_HAIR = Stroke(BLACK, 0.35)


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the booklet of a scenario, or of every scenario of the game if none is named.

    Raises PrintshopError if the game has no scenario, or something of it does not fit the page.
    """
    scenarios = [request.scenario] if request.scenario else list(game.scenarios.values())
    if not scenarios:
        raise failure(f"{game.title} has no scenarios", "write one: scenarios/NAME.yaml")
    pages: list[Page] = []
    for scenario in scenarios:
        pages += _pages(game, scenario, settings, len(pages))
    name = text.plain(scenarios[0].title) if len(scenarios) == 1 else "scenarios"
    return Document(f"{game.title}: {name}", tuple(pages), subject="Scenario booklet",
                    keywords=(game.title, "scenario"))


def _pages(game: Game, scenario: Scenario, settings: Settings, before: int) -> Iterator[Page]:
    """Yield the pages of one scenario; `before` is how many of other scenarios the document has already."""

    def label(index: int) -> str:
        return f"B-{before + index + 1}"

    box = furniture.content_box(settings.paper, scale=False).inset(MARGIN, 4, MARGIN, 0)
    name = f"scenario-{scenario.key}"
    try:
        story = _story(game, scenario, box, settings.ink)
        sheets = compose(story, box, ink=settings.ink, name=name, label=label)
    except (text.TooWide, text.TooTall, TooLarge, fonts.NoGlyph) as error:
        title = text.plain(scenario.title)
        raise failure(f"the booklet of '{title}': {error}", span=scenario.span) from error
    for index, sheet in enumerate(sheets):
        found = tuple(Bookmark(heading.title, heading.level) for heading in sheet.headings)
        first = (Bookmark(text.plain(scenario.title)),) if index == 0 else ()
        yield furniture.page(
            settings.paper, scenario.title if index else "Scenario", sheet.items, game_title=game.title,
            rights=game.rights, scale=False, label=label(index), bookmarks=(*first, *found),
            anchor=sheet.anchor, links=sheet.links, rule=index > 0)


def _story(game: Game, scenario: Scenario, box: Box, ink: Ink) -> tuple[Block, ...]:
    return (
        *_opening(scenario, box.width),
        *_forces(game, scenario),
        *_setting_up(scenario, box.width, ink),
        *_rules(scenario, box.width),
        *_scoring(game, scenario, box.width, ink),
        *_closing(game, scenario, box.width),
    )


def _opening(scenario: Scenario, width: float) -> Iterator[Block]:
    """Yield the title, the summary, the contents and the story so far."""
    yield Title(scenario.title, scenario.subtitle)
    if scenario.facts:
        yield _fact_strip(scenario, width)
    yield from (Para(one, lead=True) for one in scenario.summary)
    yield Space(7)
    yield Columns(2, (Contents(levels=1, title=""),), gap=26)
    if scenario.background:
        yield Heading(1, "Background")
        yield Columns(2, tuple(Para(one) for one in scenario.background))


def _fact_strip(scenario: Scenario, width: float) -> Figure:
    """Return the facts side by side, each below its label."""
    step = width / len(scenario.facts)
    items: list[Item] = []
    for number, fact in enumerate(scenario.facts):
        x = number * step + (8 if number else 0)
        label = text.Style("sans", 7.5, bold=True, tracking=0.4)
        items += text.line(fact.label.upper(), label, x, 9)
        place = (x, 12.0, step - 16, 30.0)
        items += text.block(fact.text, text.Style("serif", 10.5), place, 1.15, min_size=8).items
        if number:
            items.append(shapes.line(number * step - 2, 2, number * step - 2, 40, _HAIR))
    return Figure(tuple(items), width, 42)


# --- forces ---------------------------------------------------------------------------------------------


def _forces(game: Game, scenario: Scenario) -> Iterator[Block]:
    tables = [tuple(_force_rows(game, scenario, force)) for force in scenario.forces]
    widths = _widths([row for rows in tables for row in rows])
    for force, rows in zip(scenario.forces, tables, strict=True):
        above = (Heading(1, "Forces"),) if force is scenario.forces[0] else ()
        table = TableBlock(rows, widths, align=_aligns(game, scenario), total=int(force.total > 0))
        start = ", ".join(f"{label}: **{value}**" for label, value in force.start)
        below = (start, *force.notes) if start else force.notes
        yield KeepTogether((*above, Heading(2, escape(force.side.name)), table, *map(Para, below)))
    if scenario.balance:
        yield Space(4)
        yield Para(_balance(scenario.balance, scenario))


def _force_rows(game: Game, scenario: Scenario, force: Force) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a force's table: heading, a row for each line of the roster, the total."""
    priced = _priced(scenario)
    shown = [label for label, _ in scenario.show]
    yield (_called(game, force).capitalize(), *shown, *(("Each", "Points") if priced else ()))
    for one in force.listings:
        yield _roster_row(game, scenario, one, priced)
    if force.total > 0:
        yield (_counted(game, force.roster), *("" for _ in shown), "", figure(force.total))


def _priced(scenario: Scenario) -> bool:
    return any(force.total > 0 for force in scenario.forces)


def _widths(rows: Sequence[tuple[str, ...]]) -> tuple[float, ...]:
    """Return the widths of the columns: the same for all forces, so that the eye can compare them."""
    style = text.Style("sans", 9, bold=True)
    return tuple(max(text.measure(cell, style) for cell in column) + 16 for column in zip(*rows, strict=True))


def _aligns(game: Game, scenario: Scenario) -> tuple[Align, ...]:
    """Return how the columns stand: names and words to the left, numbers to the right."""
    units = [find(game.units, name) for name, _ in scenario.roster]
    numbers = [all(isinstance(unit.values.get(value), int) for unit in units) for _, value in scenario.show]
    shown: list[Align] = ["end" if number else "start" for number in numbers]
    return ("start", *shown, *(("end", "end") if _priced(scenario) else ()))


def _called(game: Game, force: Force) -> str:
    kinds = {find(game.units, one.unit).kind for one in force.listings}
    return game.unit_types[kinds.pop()].name if len(kinds) == 1 else "unit"


def _roster_row(game: Game, scenario: Scenario, listing: Listing, priced: bool) -> tuple[str, ...]:
    unit = find(game.units, listing.unit)
    name = unit.label if listing.count == 1 else f"{listing.count} × {unit.label}"
    values = (escape(_shown(unit, value)) for _, value in scenario.show)
    points = (figure(listing.points), figure(listing.total)) if priced else ()
    return (name, *values, *points)


def _shown(unit: Unit, value: str) -> str:
    found = unit.values.get(value)
    return show(found) if found not in (None, "") else "–"


def _balance(balance: Balance, scenario: Scenario) -> str:
    assert scenario.share is not None
    percent = figure(scenario.share * 100)
    totals = " against ".join(figure(force.total) for force in scenario.forces)
    verdict = "so the forces are balanced" if balance.even else "so the forces are **not** balanced"
    return (f"**Is it fair?** {totals}: a difference of **{figure(balance.difference)}** points. Up to {percent} % "
            f"of the lesser total may lie between them, here **{figure(balance.limit)}**, {verdict}.")


# --- setting up, playing --------------------------------------------------------------------------------


def _setting_up(scenario: Scenario, width: float, ink: Ink) -> Iterator[Block]:
    yield Heading(1, "Setting up")
    steps = tuple(f"**{step.title}.** {step.text}" if step.title else step.text for step in scenario.setup)
    yield Numbered(steps)
    if scenario.deployment:
        over, scale = table_top.width(scenario.deployment) - width, scenario.deployment.scale
        if over > 0:
            raise failure(f"the figure of the table is {over:.0f} pt wider than the page at 1:{scale}",
                          f"give the deployment a smaller scale, for instance 1:{scale * 2}", scenario.span)
        metric = all(side.unit in ("mm", "cm") for side in scenario.table)
        drawn = table_top.draw(scenario.deployment, metric, ink)
        yield Heading(2, "The table before the first turn")
        yield Figure(drawn.items, drawn.width, drawn.height,
                     scenario.deployment.caption or f"Scale 1:{scenario.deployment.scale}.")


def _rules(scenario: Scenario, width: float) -> Iterator[Block]:
    yield Heading(1, "Special rules")
    lost = "special rules of this scenario are"
    yield from _known(scenario.special_rules, "None: the rules as they stand.", lost, width)
    yield Heading(1, "Victory")
    yield from (Para(one) for one in scenario.victory.text)


def _known(prose: tuple[str, ...] | None, none: str, lost: str, width: float) -> Iterator[Block]:
    """Yield paragraphs; `none` where there are none; empty lines where nobody knows any more, naming what is `lost`."""
    if prose is None:
        yield Para(f"The printed {lost} not known. Agree on one here, or play without.")
        yield _write_in(width)
        return
    yield from (Para(one) for one in prose or (none,))


def _write_in(width: float) -> Figure:
    rules = [(0.0, 19.0 * line, width, 19.0 * line) for line in range(1, WRITE_IN + 1)]
    return Figure((shapes.lines(rules, _HAIR),), width, 19.0 * WRITE_IN + 1)


def _scoring(game: Game, scenario: Scenario, width: float, ink: Ink) -> Iterator[Block]:
    """Yield the turn track and, if anything is scored, a sheet for each force."""
    track = scoring.turn_track(scenario, width, ink)
    yield from (Heading(1, "Turn track"), Figure(track.items, width, track.height))
    if scenario.victory.score:
        crews = [game.muster(force.roster) for force in scenario.forces]
        yield Heading(1, "Score sheet")
        for sheet in scoring.score_sheets(scenario, crews, width, ink):
            yield Figure(sheet.items, width, sheet.height)
        result = scoring.result_line(width)
        yield Figure(result.items, width, result.height)


def _closing(game: Game, scenario: Scenario, width: float) -> Iterator[Block]:
    yield from (Heading(1, "Variant"), *_known(scenario.variant, "None.", "variant of this scenario is", width))
    rows = tuple(_pieces(game, scenario))
    if rows or game.needs:
        yield Heading(1, "What you need")
    if rows:
        yield TableBlock((("To print", "Which", "On"), *rows), widths=(1.1, 3.2, 1.9))
    if game.needs:
        yield Para(f"Besides these: {'; '.join(game.needs)}.")
    if scenario.notes:
        yield Heading(1, "Notes")
        yield from (Para(one) for one in scenario.notes)


def _pieces(game: Game, scenario: Scenario) -> Iterator[tuple[str, str, str]]:
    """Yield a row for every kind of piece that the scenario is played with: kind, which, on what."""
    for name, titles, usual in _titles(game):
        wanted = scenario.pieces.get("forms" if name == "records" else name, usual)
        words = ", ".join(escape(titles[key]) for key in wanted if key in titles)
        if words:
            count = f": {_counted(game, scenario.roster)}" if name in {"records", "counters"} else ""
            yield name.capitalize(), f"{words}{count}", find_product(name).material


def _titles(game: Game) -> Iterator[tuple[str, Mapping[str, str], tuple[str, ...]]]:
    """Yield, for each product, the titles of the game's pieces by key, and the keys printed if none is named."""
    counters, markers = game.counters, game.markers
    yield "charts", {key: card.title for key, card in game.charts.items()}, tuple(game.charts)
    yield "records", {key: form.title for key, form in game.forms.items()}, tuple(game.forms)
    yield ("counters", {key: kind.title for key, kind in counters.items()},
           tuple(key for key, kind in counters.items() if kind.default))
    yield ("markers", {key: kind.title for key, kind in markers.items()},
           tuple(key for key, kind in markers.items() if kind.default))
    yield "templates", {key: one.head.title for key, one in game.templates.items()}, tuple(game.templates)


def _counted(game: Game, roster: Iterable[tuple[str, int]]) -> str:
    """Return how many units a roster has, in the game's words: "17 ships"."""
    lines = tuple(roster)
    count = sum(number for _, number in lines)
    kinds = {find(game.units, name).kind for name, _ in lines}
    if len(kinds) != 1:
        return f"{count} units"
    kind = game.unit_types[kinds.pop()]
    return f"{count} {kind.name if count == 1 else kind.plural}"


PRODUCT = Product(
    "booklet",
    "a scenario to read, set up, play and score",
    "paper",
    "Read it together; it is enough to have one.",
    build,
)
