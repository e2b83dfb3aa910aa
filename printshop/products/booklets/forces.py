"""Tables of a scenario's forces and their abilities, its turn track and its score sheets.

Points, origin top left, y down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple

from printshop.drawing import art, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, shade, text_on
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.patterns import fill
from printshop.expressions import NOT_KNOWN, NotKnown
from printshop.game.counters import MARKERS
from printshop.game.differences import Marks
from printshop.game.formulas import MISSING, cell, marked, show
from printshop.game.happenings import LETTERS, Reinforcement
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import Force, Listing, Scenario, Score, crews, figure
from printshop.game.unit_types import UnitType
from printshop.game.values import Held
from printshop.layout import table
from printshop.layout.boxes import Box
from printshop.layout.flow import BAR, Block, Columns, Figure, Heading, KeepTogether, Para, Space
from printshop.layout.table import FINE, Cell, Column, Look, Row, Table
from printshop.letters import escape
from printshop.problems import Misfit
from printshop.products.booklets import scenes
from printshop.products.safely import picture_of, reported

ROOM, LINE = 6, 19.0  # lines to write on for a force that is still to be chosen; distance between them, points
CLOSE = 9.0  # points: between the columns of a table that is too wide otherwise
BLANK = show(NOT_KNOWN)  # a blank to fill in
ABILITIES = "What they can do"

ROW = 16.5  # points: height of a row of a score sheet
NARROWEST = 58.0  # points: least width of a turn in a narrow column
TWO = 390.0  # points: least width of a column for two score sheets side by side
HEAD, NOTED = 22.0, 13.0  # points: height of a turn's number, and of a row of notes below it
CHIP, TALL = 130.0, 56.0  # points: least width and height of a force that is drawn without a table
GAP = 16.0  # points: between two score sheets, or tables
BOX = 8.5  # points: a tick box
DONE, SIGN = 15.0, 11.5  # points: tick box of a turn; width of an emblem behind a tick box, gap included
TURN = "turn"  # key of the marker for a turn track
COMING = 20.0  # points: height for long lists of reinforcements below a turn's number
MOST = 30  # rows of units in one score sheet
OPEN = 24  # turns on the track if no number of turns is set
CHOSEN = 8  # rows for the units of a force that is still to be chosen

PORTRAIT = 42.0  # points: width for a picture beside a name

_RULE = Stroke(BLACK, 0.7)
_RING = Stroke(WHITE.mix(BLACK, 0.5), 0.6, (2.0, 2.0))
_HEADS = text.Style("sans", 7.5, bold=True)
_BODY, _BOLD = text.Style("sans", 9), text.Style("sans", 9, bold=True)
_BAR = text.Style("sans", 10, bold=True)
_TRACK, _NUMBER = text.Style("sans", 7.5), text.Style("serif", 16, bold=True)
_ASIDE = re.compile(r"(?<! ) *\(side\)$", re.IGNORECASE)
_ARTICLE = re.compile(r"^The ")
_ABOVE = 4.5  # points: from a line to write on to the foot of its row


def swatch(side: Side, ink: Ink) -> tuple[Item, ...]:
    """Return a sample of a side's colour and pattern, 13 x 9 points, with its top left corner at the origin."""
    ground = fill(side.pattern, (0, 0, 13, 9), parse_color(side.color), ink, pitch=3.2, weight=0.6)
    return (*ground, shapes.rect(0, 0, 13, 9, stroke=Stroke(BLACK, 0.5)))


def bar(side: Side, words: str, width: float, ink: Ink) -> tuple[Item, ...]:
    """Return a bar in a side's colour with its emblem, pattern and some words, `flow.BAR` points high."""
    field = area(ink, parse_color(side.color))
    color, x, end = text_on(field), 6.0, 0 if ink is Ink.BLACK or side.pattern == "solid" else 24
    items: list[Item] = [shapes.rect(0, 0, width, BAR, fill=field, stroke=None if ink is Ink.COLOUR else _RULE)]
    if ink is Ink.BLACK:
        items += fill(side.pattern, (0, 0, 24, BAR), BLACK, ink)
        x += 24
    elif side.art:
        items.append(art.place(art.read(side.art), (x, 1.8, BAR - 3.6, BAR - 3.6), color=color, ground=field))
        x += BAR
    items += fill(side.pattern, (width - end, 0, end, BAR), parse_color(side.color), ink) if end else ()
    items += text.line(words, _BAR._replace(color=color), x, 12.2, max_width=width - x - end - 6, min_size=6)
    return tuple(items)


def counted(game: Game, kinds: Sequence[str]) -> str:
    """Return a number of units with the game's word for them, "17 ships"; `kinds` has the type of each unit."""
    if len({*kinds}) != 1:
        return f"{len(kinds)} units"
    kind = game.unit_types[kinds[0]]
    return f"{len(kinds)} {kind.name if len(kinds) == 1 else kind.plural}"


def roster_counted(game: Game, roster: Iterable[tuple[str, int]]) -> str:
    """Return the number of units in a roster with the game's word for them."""
    return counted(game, [game.find(name).kind for name, count in roster for _ in range(count)])


# --- force tables ---------------------------------------------------------------------------------------------


def blocks(game: Game, scenario: Scenario, width: float, ink: Ink, signs: Marks) -> Iterator[Block]:
    """Yield the force tables and a paragraph on balance; `width` is the column's, `signs` marks values with a note.

    Each force has a table. Forces of one kind of unit each, with nothing more to say, are drawn in a row instead. Two
    tables with few columns stand side by side.
    """
    rosters = _Rosters(game, scenario, signs)
    if (len(scenario.forces) > 1 and not rosters.priced and not scenario.show
            and all(len(force.listings) == 1 and not (force.start or force.notes or force.reinforcements
                                                      or force.dummies) for force in scenario.forces)):
        yield KeepTogether((Heading(1, "Forces"), _chips(game, scenario, width, ink)))
    else:
        yield from _apart(scenario, rosters, width, ink)
    balance = scenario.balance
    if balance and all(force.complete for force in scenario.forces):
        totals = " against ".join(figure(force.total) for force in scenario.forces)
        verdict = "so the forces are balanced" if balance.even else "so the forces are **not** balanced"
        yield Space(4)
        yield Para(f"**Is it fair?** {totals}: a difference of **{figure(balance.difference)}** points. Up to "
                   f"{figure((scenario.share or Fraction(0)) * 100)} % of the lesser total may lie between them, here "
                   f"**{figure(balance.limit)}**, {verdict}.", small=True)


def _chips(game: Game, scenario: Scenario, width: float, ink: Ink) -> Figure:
    """Draw the forces in rows: colour, pattern, emblem, name, and pictures of the units."""
    count = len(scenario.forces)
    most = max(int(width / CHIP), 1)
    across = -(-count // -(-count // most))
    wide = (width - 8 * (across - 1)) / across
    items: list[Item] = []
    for number, (force, crew) in enumerate(zip(scenario.forces, crews(game, scenario), strict=True)):
        place = Transform().translate(number % across * (wide + 8), number // across * (TALL + 8))
        side, sign = force.side, Box(0, 0, 44, TALL)
        field = area(ink, parse_color(side.color))
        drawn: list[Item] = [*fill(side.pattern, sign, parse_color(side.color), ink, pitch=4.2, weight=0.8)]
        if side.art:
            known = ink is Ink.COLOUR
            drawn += (shapes.circle(*sign.center, 16, fill=field if known else WHITE, stroke=_RULE), art.place(
                art.read(side.art), sign.inset(11), color=text_on(field) if known else BLACK, ground=field))
        drawn += (shapes.rect(*sign, stroke=_RULE), shapes.rect(0, 0, wide, TALL, stroke=_RULE))
        drawn += text.line(escape(side.name), text.Style("display", 12, bold=True), 51, 15, max_width=wide - 56,
                           min_size=7)
        pictures = [picture for unit in crew if (picture := picture_of(unit))]
        step = min((wide - 56) / max(len(crew), 1), 44.0)
        if len(pictures) == len(crew):
            drawn += (art.place(picture, (51 + step * at, 19, step - 4, TALL - 22), ink=ink,
                                ground=field if art.painted(picture) else None)
                      for at, picture in enumerate(pictures))
        else:
            drawn += text.line(f"{len(crew)} × {force.listings[0].unit}", _BODY, 51, 34, max_width=wide - 56)
        items.append(Group(tuple(drawn), place))
    return Figure(tuple(items), width, -(-count // across) * (TALL + 8) - 8)


def _apart(scenario: Scenario, rosters: _Rosters, width: float, ink: Ink) -> Iterator[Block]:
    tables = {force.side.key: (rosters.heads(force), tuple(rosters.rows(force)))
              for force in scenario.forces if force.listings}
    cells = [cells for heads, rows in tables.values() for cells in (
        heads, *(row.cells if row.kind == "row" else ("", *row.cells[1:]) for row in rows))]  # no words of totals
    half = (width - GAP) / 2
    beside = len(tables) == len(scenario.forces) == 2 and sum(_widths(cells, width)) < half
    wide = half if beside else width
    widths = _widths(cells, wide)
    armies: list[Block] = []
    for force in scenario.forces:
        if force.listings:
            heads, rows = tables[force.side.key]
            columns = tuple(Column(head, align, share=share)
                            for head, align, share in zip(heads, rosters.aligns, widths, strict=True))
            body: tuple[Block, ...] = (Table(columns, rows),)
        else:  # its player chooses the units: print the points limit and lines to write on
            limit = f", for {figure(force.total)} points" if force.stated else ""
            lines = tuple(table.ruled(Box(0, 0, width, LINE * ROOM), LINE))
            body = (Para(f"Its player chooses the units{limit}:"), Figure(lines, width, LINE * ROOM + 1))
        odd = {listing.unit: rosters.game.find(listing.unit) for listing in force.listings}
        flags = "; ".join(f"{unit.label}: {', '.join(unit.warnings)}" for unit in odd.values() if unit.warnings)
        start = "" if rosters.totalled(force) else ", ".join(f"{label}: **{value}**" for label, value in force.start)
        later = (f"**Later.** {coming.when}: {rosters.named(coming)}." for coming in force.reinforcements)
        dummies = ", ".join(f"{count} × {escape(rosters.game[MARKERS][key].title)}"
                            for key, count in force.dummies.items())
        below = (start, f"**Noted:** {flags}." if flags else "", *later,
                 f"**Hidden.** Dummies lie among them: {dummies}." if dummies else "", *force.notes)
        head = Heading(2, escape(force.side.name), bar=bar(force.side, escape(force.side.name), wide, ink))
        armies.append(KeepTogether((*(() if beside or armies else (Heading(1, "Forces"),)), head, *body,
                                    *(Para(words, small=True) for words in below if words))))
    yield from (Heading(1, "Forces"), Columns(2, tuple(armies), GAP)) if beside else armies


class _Rosters:
    """Rows of the force tables: names, the values that the scenario shows, and points if any are known.

    Names and words are set left, numbers centred, points right; a row of several units has the points of one and of
    all.
    """

    def __init__(self, game: Game, scenario: Scenario, signs: Marks) -> None:
        listings = [listing for force in scenario.forces for listing in force.listings]
        units = [game.find(listing.unit) for listing in listings]
        self.game, self.show, self.signs = game, scenario.show, signs
        self.crews = dict(zip((force.side.key for force in scenario.forces), crews(game, scenario), strict=True))
        self.priced = any(listing.total > 0 for listing in listings)
        shown: list[text.Anchor] = ["middle" if value != "serial" and all(
            isinstance(unit.values.get(value), int | Fraction | NotKnown) for unit in units) else "start"
            for _, value in scenario.show]
        prices: list[text.Anchor] = ["end" for _ in self._price("")]
        self.aligns: tuple[text.Anchor, ...] = ("start", *shown, *prices)

    def _price(self, total: str) -> tuple[str, ...]:
        return (total,) if self.priced else ()

    def totalled(self, force: Force) -> bool:
        """Return whether the table of a force ends with a total."""
        return bool(force.listings) and self.priced and (force.total > 0 or not force.complete)

    def heads(self, force: Force) -> tuple[str, ...]:
        """Return the headings of a force's table."""
        kinds = {self.game.find(listing.unit).kind for listing in force.listings}
        kind = self.game.unit_types[kinds.pop()].name if len(kinds) == 1 else "unit"
        return kind.capitalize(), *(label for label, _ in self.show), *self._price("Points")

    def rows(self, force: Force) -> Iterator[Row]:
        """Yield the rows of a force, then its total, its limit and what is left of the limit."""
        crew = self.crews[force.side.key]
        for listing in force.listings:
            yield Row(self.cells(listing, crew))
            crew = crew[listing.count:]
        if self.totalled(force):
            shown, total = ("",) * len(self.show), figure(force.total) if force.complete else BLANK
            count = (roster_counted(self.game, force.roster), *(f"{label}: {value}" for label, value in force.start))
            yield Row((" · ".join(count), *shown, *self._price(total)), "total")
            if force.left is not None and force.limit is not None:
                left = f"{figure(abs(force.left))} {'over' if force.left < 0 else 'left'}"
                yield Row((f"Limit {figure(force.limit)}", *shown, *self._price(left)), "total")

    def named(self, coming: Reinforcement) -> str:
        """Return the units of a reinforcement, as markup: "Rat, 2 × Sly Boots"."""
        return ", ".join(self.game.find(name).label if count == 1 else f"{count} × {self.game.find(name).label}"
                         for name, count in coming.roster)

    def cells(self, listing: Listing, crew: Sequence[Unit]) -> tuple[str, ...]:
        """Return the cells of a roster line; `crew` begins with its units."""
        first, last = crew[0], crew[listing.count - 1]
        label = self.game.find(listing.unit).label
        values = (_counter(first, last) if value == "serial" else cell(first.values.get(value))
                  + self.signs.of([first.differs[value]] if value in first.differs else ()) for _, value in self.show)
        total = figure(listing.total) if listing.points is not None else BLANK
        several = f"{listing.count} × {figure(listing.points)} = " if listing.points and listing.count > 1 else ""
        return (label if listing.count == 1 else f"{listing.count} × {label}", *values, *self._price(several + total))


def _counter(first: Unit, last: Unit) -> str:
    """Return the text on the counters of some units: the field that numbers them, and the first and last number."""
    kind = first.values.get(first.serial) if first.serial else None
    numbers = [str(unit.values["serial"]) for unit in (first, last) if unit.values.get("serial")]
    return " ".join((*((marked(kind),) if kind else ()), "–".join(dict.fromkeys(numbers)))) or MISSING


def _widths(rows: Sequence[Sequence[str | Cell]], width: float) -> tuple[float, ...]:
    """Return the column widths, the same for all forces, so that readers can compare their tables.

    If the columns are too wide together, headings of several words are wrapped; then the widest column is narrowed.
    """
    style = text.Style("sans", 9, bold=True)
    columns = [[str(words) for words in column] for column in zip(*rows, strict=True)]
    widths = [max(text.measure(words, style) for words in column) + 16 for column in columns]
    if sum(widths) > width:
        widths = [max(text.measure(words, style) for words in (*head.split(), *cells)) + CLOSE
                  for head, *cells in columns]
    over = sum(widths) - width
    if over > 0:
        widest = widths.index(max(widths))
        widths[widest] = max(widths[widest] - over, 60.0)
    return tuple(widths)


# --- rules of the units of a fleet or scenario, and of what they carry: no rulebook needed ----------------------


def rules_of(game: Game, units: Iterable[Unit], level: Literal[1, 2], columns: int = 2) -> Iterator[Block]:
    """Yield a heading and the rules texts of unit types and unit fields, each text once; nothing if there are none."""
    kinds = game.unit_types.values()
    headings = (*(kind.plural for kind in kinds), *(field.label for kind in kinds for field in kind.fields.values()))
    texts = {heading: dict[str, dict[str, None]]() for heading in headings}  # heading, text, names
    for unit in _with_what_they_name(game, units):
        with reported(f"the rules of {unit.title}", unit.span):
            for heading, name, words in _said(game.unit_types[unit.kind], unit):
                if words.strip() not in {"", MISSING}:
                    texts[heading].setdefault(words.strip(), {})[name] = None
    blocks: list[Block] = []
    several = sum(map(bool, texts.values())) > 1
    for heading, said in texts.items():
        blocks += [Heading(3, escape(heading.capitalize()))] if said and several else []
        blocks += [Para(f"**{escape(', '.join(names))}.** {words}", small=True) for words, names in said.items()]
    if blocks:
        yield Heading(level, ABILITIES)
        yield from (Columns(columns, tuple(blocks)),) if columns > 1 else blocks


def _said(kind: UnitType, unit: Unit) -> Iterator[tuple[str, str, str]]:
    """Yield the rules texts of a unit and of its fields: heading, name, text."""
    if kind.rules:
        yield kind.plural, unit.class_name or unit.base or unit.name, kind.rules.fill(unit.values)
    for key, field in kind.fields.items():
        value = unit.values.get(key)
        if value is not None and value is not NOT_KNOWN:
            yield from ((field.label, name[:1].upper() + name[1:], words)
                        for name, words in field.rules_of(value, unit.values))


def _with_what_they_name(game: Game, units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield units, each followed by the units it refers to, directly or not; a unit that is referred to comes once."""
    named = set[str]()
    for served in units:
        queue = [served]
        while queue:
            unit = queue.pop()
            yield unit
            names = dict.fromkeys(name for value in unit.values.values() if isinstance(value, Held)
                                  for name in value.names if name not in named)
            queue += [game.units[name] for name in reversed(names)]
            named |= {*names}


# --- the turn track -------------------------------------------------------------------------------------------


def turn_track(game: Game, scenario: Scenario, width: float, ink: Ink) -> Figure:
    """Draw a box for each turn, at most eight to a row (fewer in a narrow column), with the scenario's rows of notes.

    A note that ends in "side" (`Active side`, `Goes first (side)`) has a tick box for each side, others a line to write
    on. A scenario without a set number of turns has `OPEN` boxes. A turn names the sides whose reinforcements arrive,
    beside its number or, if they are too long, in a strip `COMING` points high below it. If the scenario has a round
    marker `turn`, each box has a ring for it, else a tick box.
    """
    turns = scenario.turns or OPEN
    ring = _ring(game, scenario)
    across = min(turns, 8, max(int(width / (ring + 12)), 1))
    if width < TWO:  # a narrow column has rows of equal length
        across = -(-turns // -(-turns // max(int(width / max(NARROWEST, ring + 12)), 1)))
    wide = width / across
    rows = tuple(_track_rows(scenario, wide))
    coming = {turn: "+ " + ", ".join(_ARTICLE.sub("", escape(force.side.name)) for force in scenario.forces
                                     if any(later.turn == turn for later in force.reinforcements))
              for turn in {later.turn for force in scenario.forces for later in force.reinforcements}}
    too_long = any(text.measure(words, _TRACK) > _beside(turn, wide, ring)[1] for turn, words in coming.items())
    below = COMING if too_long else 0.0
    height = HEAD + below + 3.0 + NOTED * len(rows) + (ring + 8 if ring else 0.0)
    boxes = (Group(tuple(_turn(turn + 1, rows, _Turn(coming.get(turn + 1, ""), below, ring),
                               Box(0, 0, wide, height), ink)),
                   Transform().translate(turn % across * wide, turn // across * height)) for turn in range(turns))
    return Figure(tuple(boxes), width, -(-turns // across) * height)


def _ring(game: Game, scenario: Scenario) -> float:
    """Return the diameter of the ring for the turn marker, 0 if there is no such marker."""
    kind = game[MARKERS].get(TURN)
    if not kind or not kind.round or not kind.size or TURN not in scenario.pieces.get(MARKERS.key, (TURN,)):
        return 0.0
    return max(float(side.pt) for side in kind.size) + 2


class _Turn(NamedTuple):
    """Reinforcements in a turn's box, the height kept for them below the number, and the ring's diameter."""

    coming: str
    below: float
    ring: float


def _track_rows(scenario: Scenario, width: float) -> Iterator[tuple[str, tuple[Side, ...]]]:
    """Yield the rows below a turn's number: a label before a line, or tick boxes of sides, in one row if they fit."""
    sides = tuple(force.side for force in scenario.forces)
    for label in scenario.track:
        if not label.casefold().removesuffix(")").endswith("side") or len(sides) < 2:
            yield label, ()
            continue
        yield f"{_ASIDE.sub('', label)}:", ()
        step = (width - 8) / len(sides)
        if all(text.measure(escape(side.name), _TRACK) <= step - BOX - SIGN - 6 for side in sides):
            yield "", sides
        else:
            yield from (("", (side,)) for side in sides)


def _beside(number: int, width: float, ring: float) -> tuple[float, float]:
    """Return the start and the greatest width of words beside a turn's number."""
    start = 11 + text.measure(str(number), _NUMBER)
    return start, width - (0 if ring else DONE) - 7 - start


def _turn(number: int, rows: Sequence[tuple[str, tuple[Side, ...]]], turn: _Turn, place: Box, ink: Ink
          ) -> Iterator[Item]:
    """Draw the box of a turn."""
    _, _, width, height = place
    who, below, ring = turn
    yield shapes.rect(0, 0, width, HEAD, fill=shade(ink, 0.1))
    yield shapes.rect(0, 0, width, height, stroke=_RULE)
    yield from text.line(str(number), _NUMBER, 7, 17)
    if below:
        box = (5, HEAD + 3, width - 10, below)
        try:
            yield from text.block(who, _TRACK, box, 1.1, min_size=4.5).items
        except Misfit:
            yield from text.block(who[:1], _TRACK, box).items
    elif who:
        yield from text.line(who, _TRACK, _beside(number, width, ring)[0], 15)
    top = HEAD + below
    if ring:
        yield shapes.circle(width / 2, top + 5 + ring / 2, ring / 2, fill=WHITE, stroke=_RING)
        top += ring + 8
    else:
        yield shapes.rect(width - DONE - 4, (HEAD - DONE) / 2, DONE, DONE, fill=WHITE, stroke=_RULE)
    for row, (label, sides) in enumerate(rows):
        y = top + 11 + NOTED * row
        for column, side in enumerate(sides):
            x = 5 + column * (width - 8) / len(sides)
            yield shapes.rect(x, y - 6.6, BOX - 1, BOX - 1, fill=WHITE, stroke=_RULE)
            yield Group(tuple(_sign(side, ink)), Transform().translate(x + BOX + 1.5, y - 7.4))
            yield from text.line(escape(side.name), _TRACK, x + BOX + SIGN + 1.5, y,
                                 max_width=width - x - BOX - SIGN - 6.5, min_size=5)
        if label:
            yield from text.line(label, _TRACK, 5, y, max_width=width - 10, min_size=5)
            start = 8 + text.measure(label, _TRACK)
            if start < width - 12 and not label.endswith(":"):
                yield shapes.line(start, y + 1.5, width - 6, y + 1.5, FINE)


def _sign(side: Side, ink: Ink) -> Iterator[Item]:
    """Draw a side's emblem on its colour, or its pattern: 9 points square, top left corner at the origin."""
    box = (0.0, 0.0, 9.0, 9.0)
    if not side.art or ink is not Ink.COLOUR:
        yield from (*fill(side.pattern, box, parse_color(side.color), ink, pitch=2.6, weight=0.5),
                    shapes.rect(*box, stroke=Stroke(BLACK, 0.5)))
        return
    field = area(ink, parse_color(side.color))
    yield shapes.rect(*box, fill=field)
    yield art.place(art.read(side.art), (0.9, 0.9, 7.2, 7.2), color=text_on(field), ground=field)


# --- score sheets ---------------------------------------------------------------------------------------------


def score_sheets(scenario: Scenario, crews: Sequence[tuple[Unit, ...]], width: float, ink: Ink) -> Iterator[Figure]:
    """Draw the forces' score sheets, two side by side if there is room; `crews` has the units of each force.

    A sheet records the points that the enemies of a force have won from it: a row for each unit, then the total. A
    force of more than `MOST` units continues in the next figure, so that none is taller than a page. A force that is
    still to be chosen has empty rows. With more than two forces, a column records who won each score.
    """
    abreast = 2 if width >= TWO else 1
    half = (width - GAP * (abreast - 1)) / abreast
    won_by = (_to_write(2, 4),) if len(scenario.forces) > 2 else ()
    behind = [*(score.title for score in scenario.victory.score), *("Won by" for _ in won_by)]
    scored = Column("Scored", "middle", pad=(0, 2))
    columns = Column(pad=(4, 0)), *(Column(title, pad=(0, 4)) for title in behind), scored
    # columns of scores are equally wide; the first has room for the longest name
    names = max((text.measure(unit.known_proper, _BODY) for crew in crews for unit in crew), default=half * 0.3) + 16
    heads = max((text.measure(column.heading, _HEADS) for column in columns), default=0.0) + 4
    portraits = (any(unit.art for crew in crews for unit in crew)
                 and half - names - PORTRAIT >= heads * (len(columns) - 1))  # only if there is room beside the names
    names += PORTRAIT if portraits else 0.0
    widths = (names, *[(half - names) / (len(columns) - 1)] * (len(columns) - 1))
    look = Look(_BODY, _HEADS, ink, leading=1.2, down=0.0, middle=True, air=6.0, drop=4.5,
                between=None, below_head=Stroke(BLACK, 0.5), edge=_RULE, stripes=shade(ink, 0.06), smallest=5.0)
    largest = max((scenes.large(unit) for crew in crews for unit in crew), default=0.0)
    pairs = [(force, crew or (None,) * CHOSEN) for force, crew in zip(scenario.forces, crews, strict=True)]
    for first in range(0, len(pairs), abreast):
        beside = pairs[first : first + abreast]
        longest = max(len(crew) for _, crew in beside)
        for start in range(0, longest, MOST):
            items: list[Item] = []
            deepest = 0.0
            for column, (force, crew) in enumerate(beside):
                rows = [Row((_named(unit, ink, largest, portraits=portraits) if unit else _to_write(4, 8), *(
                    Cell(drawn=partial(_score, unit, score)) for score in scenario.victory.score),
                    *won_by, _to_write(2, 0)), height=ROW) for unit in crew[start : start + MOST]]
                if not rows:
                    continue
                sheet = table.lay(Table(columns, tuple(rows)), widths, look)
                title = f"Won from {_ARTICLE.sub('the ', escape(force.side.name))}"
                drawn, y = [*bar(force.side, title, half, ink)], BAR + 2
                drawn += sheet.draw(0, y)
                y += sheet.height + ROW * (min(longest - start, MOST) - len(rows))  # totals level
                if start + MOST >= len(crew):
                    y += 24
                    last = half - widths[-1] + 2
                    drawn += text.line("Total", _BOLD, 4, y - 6)
                    drawn.append(shapes.rect(last, y - 17, half - last, 16, fill=WHITE, stroke=_RULE))
                items.append(Group(tuple(drawn), Transform().translate(column * (half + GAP), 0)))
                deepest = max(deepest, y)
            yield Figure(tuple(items), width, deepest)


def _named(unit: Unit, ink: Ink, largest: float, *, portraits: bool) -> Cell:
    """Return a cell with a unit's name and, at the right, its picture, scaled by its base against the `largest` one."""
    def picture(box: Box) -> Iterator[Item]:
        if portrait := picture_of(unit):
            room = Box(box.right - PORTRAIT, box.y + 1.5, PORTRAIT - 6, box.height - 3)
            share = (scenes.large(unit) / largest) ** 0.5 if scenes.large(unit) else 1.0  # small ones are visible
            place = room.inset((1 - share) / 2 * room.width, (1 - share) / 2 * room.height)
            yield art.place(portrait, art.sharp(portrait, place), ink=ink, turn=90 if unit.art_bow == "up" else 0)

    return Cell(unit.known_proper, drawn=picture if portraits else None)


def _to_write(left: float, right: float) -> Cell:
    """Return a cell with a line to write on, inset by `left` and `right`."""
    return Cell(drawn=lambda box: (
        shapes.line(box.x + left, box.bottom - _ABOVE, box.right - right, box.bottom - _ABOVE, FINE),))


def _score(unit: Unit | None, score: Score, place: Box) -> Iterator[Item]:
    """Draw a unit's worth: a tick box before the figure, or a line to write how many times the figure was won."""
    x, foot = place.x, place.bottom - _ABOVE
    base = place.center[1] + _BODY.size * _BODY.face.cap_height / 2
    value = unit.values.get(score.value) if unit else NOT_KNOWN
    below = unit.values.get(score.below) if unit and score.below else None
    if value is None or (isinstance(below, int) and below <= 1):  # the unit is gone before the score is won once
        yield from text.line("–", _BODY, x + 4, base)
        return
    start = 21.0 if score.each else BOX + 4
    if score.each:
        yield shapes.line(x, foot, x + 18, foot, FINE)
    else:
        yield shapes.rect(x, place.center[1] - BOX / 2, BOX, BOX, fill=WHITE, stroke=_RULE)
    if value is NOT_KNOWN:
        times = 9.0 if score.each else 0.0
        yield from text.line("×" if score.each else "", _BOLD, x + start, base)
        yield shapes.line(x + start + times, foot, place.right - 4, foot, FINE)
    else:
        yield from text.line(f"× {show(value)}" if score.each else show(value), _BOLD, x + start, base)


def objective_lines(scenario: Scenario) -> Table:
    """Return a table of the objectives, with a tick box for each side that may hold them at the end."""
    def tick(box: Box) -> tuple[Item, ...]:
        x, y = box.center
        return (shapes.rect(x - BOX / 2, y - BOX / 2, BOX, BOX, fill=WHITE, stroke=_RULE),)

    sides = tuple(Column(_ARTICLE.sub("", escape(force.side.name)), "middle", share=0.8) for force in scenario.forces)
    rows = (Row((f"**{letter}** {goal.title}", goal.worth, *(
        Cell(drawn=tick) if goal.side in ("", force.side.key) else "–" for force in scenario.forces)), height=ROW)
            for letter, goal in zip(LETTERS, scenario.objectives, strict=False))
    return Table((Column("Objective", share=1.5), Column("Worth", share=0.8), *sides), tuple(rows))


def campaign_lines(scenario: Scenario) -> Iterator[Block]:
    """Yield a table in which each side writes what it carries into the next battle."""
    columns = (Column("Side", share=1.0), *(Column(escape(label), share=1.0) for label in scenario.campaign))
    rows = tuple(Row((Cell(escape(force.side.name)), *(_to_write(4, 8) for _ in scenario.campaign)), height=ROW + 3)
                 for force in scenario.forces)
    yield KeepTogether((Heading(1, "Into the next battle"), Table(columns, rows)))


def result_line(width: float) -> Figure:
    """Draw a line across the column on which the winner and the margin are written."""
    style, base = text.Style("sans", 9.5, bold=True), 18.0
    words = ("Winner", "by", "points")
    free = width - 4 - sum(text.measure(word, style) for word in words) - 24
    items: list[Item] = []
    x = 4.0
    for word, share in zip(words, (0.72, 0.28, 0.0), strict=True):
        items += text.line(word, style, x, base)
        x += text.measure(word, style) + 6
        if share:
            items.append(shapes.line(x, base + 1.5, x + share * free, base + 1.5, FINE))
            x += share * free + 6
    return Figure(tuple(items), width, base + 4)
