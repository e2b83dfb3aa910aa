"""Templates: arcs, areas, range sticks and turning gauges to cut out, at true scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, product
from string import ascii_uppercase

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import (
    Bookmark,
    Close,
    Curve,
    Document,
    Group,
    Item,
    Layer,
    Page,
    Symbol,
    Text,
    Use,
    placed,
)
from printshop.game.differences import Marks
from printshop.game.model import Game, Words
from printshop.job import Request, Settings
from printshop.layout import boxes, furniture, pack, tiling
from printshop.layout.boxes import Box
from printshop.problems import Misfit, Problems
from printshop.products.selection import chosen
from printshop.templates.overlays import Crowded
from printshop.templates.pieces import Cutout, Sheet, holed
from printshop.templates.template import TEMPLATES, Template
from printshop.units import INCH, MM

GAPS = (5 * MM, 4 * MM, 3 * MM, 2 * MM)  # between pieces: the first that takes no page more than the last
SIZES = ("radius:", "sweep:", "strips:", "diameters:", "diameter:", "across:", "width:")  # what makes a piece large
TOP = 3.5 * MM  # what pieces stand lower than they must, where there is room
_ALONG = 8  # straight lines for a curve of an edge
_MARGIN = 2.0  # what lines on the edge of a piece reach beyond it


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the templates of a game: those made by default, or those of `only`.

    Raises PrintshopError for a game without templates, an unknown one, and, all together, pieces that are larger
    than the page and words that do not fit.
    """
    problems = Problems()
    if settings.machine and settings.machine.engraves:
        settings = replace(settings, ink=Ink.BLACK)
    piles: dict[str, list[Cutout]] = {}
    codes, marks = letters(), Marks()
    for template in chosen(game, game[TEMPLATES], request, "template", "templates.yaml", lambda one: one.default):
        letter = next(codes) if template.coded else ""
        marked, notes = template.marked(marks)
        pieces = [piece._replace(notes=marks.lines(notes))
                  for piece in _pieces(marked, letter, settings, game.words, problems)]
        piles.setdefault(template.material, []).extend(pieces * template.copies)
    problems.raise_if_any()
    glued = ", ".join(dict.fromkeys(f"'{piece.title}'" for pile in piles.values() for piece in pile if piece.glued))
    if glued and settings.machine and settings.notes:  # tabs are for paper
        settings.notes.say(f"{glued}: longer than the sheet, and so in pieces with tabs to glue them by, which suit "
                           "paper and film, not board; on a sheet that you name with --paper they can be in one piece")
    pages = tuple(_pages(piles, game, settings))
    return Document(f"{game.title}: templates", pages, subject="templates", keywords=(game.title, "templates"))


def letters() -> Iterator[str]:
    """Yield A, B ... Z, AA, AB ... without end: what the codes of a stick's pieces begin with."""
    for length in count(1):
        yield from map("".join, product(ascii_uppercase, repeat=length))


def _pieces(template: Template, letter: str, settings: Settings, words: Words, problems: Problems) -> list[Cutout]:
    """Return the pieces of a template; what does not fit, on the paper or on a piece, is noted.

    A piece fits the page or, if it may come in pieces, a number of pages that can be glued; of a stick, all are of one
    size.
    """
    name, paper, area = template.title, settings.paper, furniture.content_box(settings.paper)
    try:
        pieces = [holed(piece, template.holes)
                  for piece in template.pieces(Sheet(area, settings.ink, words, letter))]
    except (text.TooWide, text.TooTall) as error:
        problems.add(template.place(error.text), f"template '{name}': '{error.text}' does not fit on the piece",
                     "make the piece larger or the words shorter")
        return []
    except Misfit as error:
        place = "notes:" if isinstance(error, Crowded) else "" if isinstance(error, fonts.NoGlyph) else "holes:"
        problems.add(template.place(place), f"template '{name}': {error}", error.hint)
        return []
    for piece in pieces:
        sheets = 0 if template.whole else tiling.least(piece.width, piece.height, paper)
        if _fits(piece, area) or 0 < sheets <= tiling.MOST:
            continue
        most = (f"it would take {sheets} sheets of {paper.name} paper, the most are {tiling.MOST}" if sheets else
                f"at most {_size(area.width, area.height)} fit on {paper.name} paper")
        problems.add(template.place(*SIZES), f"'{piece.name}' is {_size(piece.width, piece.height)}: {most}",
                     f"it is never scaled down: {template.smaller}, or choose larger paper with --paper")
        break
    return pieces


def _fits(piece: Cutout, area: Box) -> bool:
    return pack.fits((piece.width, piece.height), (area.width, area.height))


def _size(width: float, height: float) -> str:
    return f"{width / MM:.0f} x {height / MM:.0f} mm ({width / INCH:.2f} x {height / INCH:.2f} in)"


def _layer(settings: Settings) -> Layer | None:
    """Return the layer of what is drawn on pieces."""
    return Layer.ENGRAVE if settings.machine and settings.machine.engraves else None


def _pages(piles: dict[str, list[Cutout]], game: Game, settings: Settings) -> Iterator[Page]:
    """Yield the pages of every material, its pieces placed on as few as possible; all edges of a page are one layer."""
    area = furniture.content_box(settings.paper)
    number = 0
    for material, pieces in piles.items():
        small = [piece for piece in pieces if _fits(piece, area)]
        room = area.inset(0, 0, 0, _foot(small, area).height)
        for here in _shared_out(small, room if all(_fits(piece, room) for piece in small) else area):
            number += 1
            drawn = tuple(Group(piece.items, where, layer=_layer(settings)) for piece, where in here)
            edges = tuple(shapes.transform_path(line, where) for piece, where in here
                          for line in (piece.edge, *piece.holes))
            foot = _foot([piece for piece, _ in here], area)
            yield furniture.page(
                settings.paper, "Templates", (*drawn, Group(edges, layer=Layer.CUT), *foot.items),
                game_title=game.title, rights=game.rights,
                note=f"print on {material}{'' if settings.machine else ', cut along the outlines'}",
                label=f"T-{number}", bookmarks=(Bookmark(", ".join(dict.fromkeys(piece.title for piece, _ in here))),))
        for piece in pieces:
            if not _fits(piece, area):
                for page in _sheets(piece, material, game, settings, number + 1):
                    number += 1
                    yield page


def _foot(pieces: Sequence[Cutout], area: Box) -> furniture.Notes:
    """Return the notes on some pieces, beside the ruler."""
    return furniture.notes(tuple(dict.fromkeys(note for piece in pieces for note in piece.notes)), area)


def _shared_out(pieces: list[Cutout], area: Box) -> Iterator[list[tuple[Cutout, Transform]]]:
    """Yield the pieces of each page with their places, as far apart as the page allows."""
    room = (area.width, area.height)
    spots = pack.nest([(piece.width, piece.height) for piece in pieces], room, GAPS[-1])
    for page in range(max((spot.page for spot in spots), default=-1) + 1):
        here, tight = zip(*(pair for pair in zip(pieces, spots, strict=True) if pair[1].page == page), strict=True)
        best: Sequence[pack.Spot] = tight
        for gap in GAPS:
            wide = pack.nest([(piece.width, piece.height) for piece in here], room, gap)
            if all(spot.page == 0 for spot in wide):
                best = _abreast(here, area, gap) or wide
                break
        yield [*zip(here, _settled(here, best, area), strict=True)]


def _abreast(pieces: Sequence[Cutout], area: Box, gap: float) -> tuple[pack.Spot, ...]:
    """Return the places of pieces of one size in rows, if these leave a page freer than a column does; else none."""
    width, height = pieces[0].width, pieces[0].height
    across = int((area.width + gap) / (width + gap))
    rows = -(-len(pieces) // across) if across else 0
    alike = all((piece.width, piece.height) == (width, height) for piece in pieces)
    if not alike or across < 2 or rows * (height + gap) - gap > area.height:
        return ()
    return tuple(pack.Spot(0, k % across * (width + gap), k // across * (height + gap), turned=False)
                 for k in range(len(pieces)))


def _settled(pieces: Sequence[Cutout], spots: Sequence[pack.Spot], area: Box) -> Iterator[Transform]:
    """Give the places moved down, away from the header, and to the middle of the sheet, as far as that goes."""
    lying = [(spot, *((piece.height, piece.width) if spot.turned else (piece.width, piece.height)))
             for piece, spot in zip(pieces, spots, strict=True)]
    across = furniture.middle(area, max(spot.x + width for spot, width, _ in lying)) - area.x
    down = min(TOP, area.height - max(spot.y + height for spot, _, height in lying))
    for spot, width, _ in lying:
        x, y = area.x + (spot.x + across), area.y + (spot.y + down)
        yield Transform(e=x + width, f=y).rotate(90) if spot.turned else Transform(e=x, f=y)


# --- pieces larger than a page


def _sheets(piece: Cutout, material: str, game: Game, settings: Settings, first: int) -> Iterator[Page]:
    """Yield the sheets of a piece, the page code of the first of them being T-`first`.

    Seams leave alone the words, and the hex in the middle of the drawing; there are no sheets on which nothing stands.
    If they are several a machine has nothing to do of them: it would cut open lines at the seams.
    """
    words = [place.around((item.x - 1, item.y - 0.75 * item.size, item.x + item.width + 1, item.y + 1))
             for item, place in placed(piece.items) if isinstance(item, Text)]
    paper, sheets = tiling.plan(piece.width, piece.height, settings.paper, tiling.Spared(
        tuple((left, right) for left, _, right, _ in words), tuple((top, bottom) for _, top, _, bottom in words)))
    corners = _corners(piece)
    if sheets.count <= tiling.MOST:
        sheets = replace(sheets, left_out=frozenset(
            (tile.column, tile.row) for tile in sheets.tiles() if not boxes.meets(corners, tile.box)))
    by_hand = settings.machine is not None and sheets.count > 1
    if by_hand and settings.notes:
        settings.notes.say(f"{piece.name} is {piece.width / MM:.0f} x {piece.height / MM:.0f} mm and goes on "
                           f"{sheets.count} sheets, which no machine puts together: it is left out; name a sheet that "
                           "takes it with --paper")
    bounds = (-_MARGIN, -_MARGIN, piece.width + _MARGIN, piece.height + _MARGIN)
    shared = Use(Symbol(f"piece-{first}", piece.items, bounds))  # a file holds it once, however many sheets show it
    on, cut = (None, None) if by_hand else (_layer(settings), Layer.CUT)
    drawing: tuple[Item, ...] = (Group((shared,), layer=on) if on else shared,
                                 Group((piece.edge, *piece.holes), layer=cut))
    film = "film" in material
    shown = tiling.Shown(drawing, drawing[1:] if film else (), tuple(corners) if film else ())
    for number, tile in enumerate(sheets.tiles()):
        several = sheets.count > 1
        items = (tiling.draw(sheets, tile, shown, paper, tiling.TAPE if film else tiling.GLUE) if several else
                 tiling.alone(drawing, (piece.width, piece.height), paper))
        yield furniture.page(
            paper, f"{piece.name}, {sheets.numbered(tile)}" if several else piece.name, items, game_title=game.title,
            rights=game.rights, note=" · ".join((f"print on {material} at 100 %", *(() if number else piece.notes))),
            label=f"T-{first + number}", slim=several, bookmarks=(Bookmark(piece.name),) if number == 0 else ())


def _corners(piece: Cutout) -> list[Point]:
    """Return the corners of a piece's edge, curves as some chords."""
    corners: list[Point] = []
    for part in piece.edge.segments:
        if isinstance(part, Curve):
            start = corners[-1]
            corners += [shapes.on_curve(start, part, k / _ALONG) for k in range(1, _ALONG)]
        if not isinstance(part, Close):
            corners.append((part.x, part.y))
    return corners
