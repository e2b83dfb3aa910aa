"""Templates: arcs, areas, range sticks and turning gauges to cut out, at true scale."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, product
from string import ascii_uppercase
from typing import TYPE_CHECKING

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import Transform
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
from printshop.job import Request, Settings
from printshop.layout import boxes, furniture, pack, tiling
from printshop.problems import Misfit, Problems
from printshop.products.selection import chosen
from printshop.templates.overlays import Crowded
from printshop.templates.template import TEMPLATES, Cutout, Sheet, Template, holed
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.game.model import Game, Words
    from printshop.job import Request, Settings
    from printshop.layout.boxes import Box
    from printshop.layout.paper import Paper

GAPS = (5 * MM, 4 * MM, 3 * MM, 2 * MM)  # between pieces: the first that takes no page more than the last
SIZES = ("radius:", "sweep:", "strips:", "diameters:", "diameter:", "across:", "width:")  # what makes a piece large
TOP = 3.5 * MM  # what pieces stand lower than they must, where there is room


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the templates of a game: those made by default, or those of `only`.

    Raises PrintshopError for a game without templates, an unknown one, and, all together, pieces that are larger
    than the page and words that do not fit.
    """
    problems = Problems()
    if settings.machine and settings.machine.engraves:
        settings = replace(settings, ink=Ink.BLACK)
    area = furniture.content_box(settings.paper)
    piles: dict[str, list[Cutout]] = {}
    codes, marks = letters(), Marks()
    for template in _chosen(game, request):
        letter = next(codes) if template.coded else ""
        marked, notes = template.marked(marks)
        found = _pieces(marked, letter, area, settings, game.words, problems=problems)
        pieces = [piece._replace(notes=marks.lines(notes)) for piece in found]
        piles.setdefault(template.material, []).extend(pieces * template.copies)
    problems.raise_if_any()
    _warn_of_tabs([piece for pile in piles.values() for piece in pile], settings)
    pages = tuple(_pages(piles, game, settings))
    return Document(f"{game.title}: templates", pages, subject="templates", keywords=(game.title, "templates"))


def _warn_of_tabs(pieces: Sequence[Cutout], settings: Settings) -> None:
    """Note what a machine cuts in pieces that are to be glued: tabs are for paper."""
    glued = ", ".join(dict.fromkeys(f"'{piece.title}'" for piece in pieces if piece.glued))
    if glued and settings.machine and settings.notes:
        settings.notes.say(f"{glued}: longer than the sheet, and so in pieces with tabs to glue them by, which suit "
                           "paper and film, not board; on a sheet that you name with --paper they can be in one piece")


def letters() -> Iterator[str]:
    """Yield A, B ... Z, AA, AB ... without end: what the codes of a stick's pieces begin with."""
    for length in count(1):
        yield from ("".join(one) for one in product(ascii_uppercase, repeat=length))


def _chosen(game: Game, request: Request) -> list[Template]:
    return chosen(game, game[TEMPLATES], request, "template", "templates.yaml", lambda one: one.default)


def _pieces(template: Template, letter: str, area: Box, settings: Settings, words: Words, *, problems: Problems
            ) -> list[Cutout]:
    """Return the pieces of a template; what does not fit, on the paper or on a piece, is noted."""
    span, name = template.span, template.title
    try:
        pieces = [holed(piece, template.holes)
                  for piece in template.pieces(Sheet(area, settings.ink, words, letter))]
    except (text.TooWide, text.TooTall) as error:
        problems.add(template.place(error.text), f"template '{name}': '{error.text}' does not fit on the piece",
                     "make the piece larger or the words shorter")
        return []
    except Crowded as error:
        problems.add(template.place("notes:"), f"template '{name}': {error}", error.hint)
        return []
    except fonts.NoGlyph as error:
        problems.add(span, f"template '{name}': {error}", error.hint)
        return []
    except Misfit as error:
        problems.add(template.place("holes:"), f"template '{name}': {error}", error.hint)
        return []
    for piece in [one for one in pieces if not _printable(one, template, area, settings)][:1]:  # of a stick, all are
        most = _most(template, piece, area, settings)
        problems.add(template.place(*SIZES), f"'{piece.name}' is {_size(piece.width, piece.height)}: {most}",
                     f"it is never scaled down: {template.smaller}, or choose larger paper with --paper")
    return pieces


def _most(template: Template, piece: Cutout, area: Box, settings: Settings) -> str:
    """Return what is the most that can be printed."""
    if not template.whole:
        sheets = tiling.least(piece.width, piece.height, settings.paper)
        return f"it would take {sheets} sheets of {settings.paper.name} paper, the most are {tiling.MOST}"
    return f"at most {_size(area.width, area.height)} fit on {settings.paper.name} paper"


def _printable(piece: Cutout, template: Template, area: Box, settings: Settings) -> bool:
    """Say whether a piece fits the page or, if it may come in pieces, a number of pages that can be glued."""
    tiled = not template.whole and tiling.least(piece.width, piece.height, settings.paper) <= tiling.MOST
    return tiled or _fits(piece, area)


def _fits(piece: Cutout, area: Box) -> bool:
    return pack.fits((piece.width, piece.height), (area.width, area.height))


def _size(width: float, height: float) -> str:
    return f"{width / MM:.0f} x {height / MM:.0f} mm ({width / INCH:.2f} x {height / INCH:.2f} in)"


def _pages(piles: dict[str, list[Cutout]], game: Game, settings: Settings) -> Iterator[Page]:
    """Yield the pages of every material, its pieces placed on as few as possible."""
    area = furniture.content_box(settings.paper)
    number = 0
    for material, pieces in piles.items():
        small = [piece for piece in pieces if _fits(piece, area)]
        room = area.inset(0, 0, 0, _foot(small, area).height)
        for here in _shared_out(small, room if all(_fits(piece, room) for piece in small) else area):
            number += 1
            items = (*_sheet([(piece, _place(piece, spot, area)) for piece, spot in here], settings),
                     *_foot([piece for piece, _ in here], area).items)
            titles = ", ".join(dict.fromkeys(piece.title for piece, _ in here))
            yield furniture.page(
                settings.paper, "Templates", items, game_title=game.title, rights=game.rights,
                note=f"print on {material}{'' if settings.machine else ', cut along the outlines'}",
                label=f"T-{number}", bookmarks=(Bookmark(titles),),
            )  # fmt: skip
        for piece in pieces:
            if not _fits(piece, area):
                for page in _sheets(piece, material, game, settings, number + 1):
                    number += 1
                    yield page


def _foot(pieces: Sequence[Cutout], area: Box) -> furniture.Notes:
    """Return the notes on some pieces, beside the ruler."""
    return furniture.notes(tuple(dict.fromkeys(note for piece in pieces for note in piece.notes)), area)


def _shared_out(pieces: list[Cutout], area: Box) -> Iterator[list[tuple[Cutout, pack.Spot]]]:
    """Yield the pieces of each page with their places, as far apart as the page allows."""
    room = (area.width, area.height)
    spots = pack.in_sequence([(one.width, one.height) for one in pieces], room, GAPS[-1])
    for page in range(max((spot.page for spot in spots), default=-1) + 1):
        here, tight = zip(*(pair for pair in zip(pieces, spots, strict=True) if pair[1].page == page), strict=True)
        found = tuple(tight)
        for gap in GAPS:
            wide = pack.in_sequence([(one.width, one.height) for one in here], room, gap)
            if all(spot.page == 0 for spot in wide):
                found = _abreast(here, area, gap) or wide
                break
        yield list(zip(here, _settled(here, found, area), strict=True))


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


def _settled(pieces: Sequence[Cutout], spots: Sequence[pack.Spot], area: Box) -> list[pack.Spot]:
    """Return the places moved down, away from the header, and to the middle of the sheet, as far as that goes."""
    sizes = [(piece.height, piece.width) if spot.turned else (piece.width, piece.height)
             for piece, spot in zip(pieces, spots, strict=True)]
    right = max(spot.x + width for spot, (width, _) in zip(spots, sizes, strict=True))
    foot = max(spot.y + height for spot, (_, height) in zip(spots, sizes, strict=True))
    across, down = furniture.middle(area, right) - area.x, min(TOP, area.height - foot)
    return [spot._replace(x=spot.x + across, y=spot.y + down) for spot in spots]


def _sheet(placed: list[tuple[Cutout, Transform]], settings: Settings) -> Iterator[Item]:
    """Yield what is printed or engraved on the pieces, then all their edges on one layer."""
    for piece, where in placed:
        yield Group(piece.items, where, layer=_layer(settings))
    edges = tuple(shapes.transform_path(line, where) for piece, where in placed for line in (piece.edge, *piece.holes))
    yield Group(edges, layer=Layer.CUT)


def _place(piece: Cutout, spot: pack.Spot, area: Box) -> Transform:
    x, y = area.x + spot.x, area.y + spot.y
    return Transform(e=x + piece.height, f=y).rotate(90) if spot.turned else Transform(e=x, f=y)


# --- pieces larger than a page

_ALONG = 8  # straight lines for a curve of an edge
_MARGIN = 2.0  # what lines on the edge of a piece reach beyond it


def _plan(piece: Cutout, settings: Settings) -> tuple[Paper, tiling.Tiling]:
    """Return on which paper a piece goes and how it is divided, without sheets on which nothing of it stands."""
    paper, found = tiling.plan(piece.width, piece.height, settings.paper, _spared(piece))
    if found.count > tiling.MOST:
        return paper, found
    corners = _corners(piece)
    empty = {(tile.column, tile.row) for tile in found.tiles() if not boxes.meets(corners, tile.box)}
    return paper, replace(found, left_out=frozenset(empty))


def _corners(piece: Cutout) -> list[Point]:
    found: list[Point] = []
    for part in piece.edge.segments:
        if isinstance(part, Curve):
            start = found[-1]
            found += [shapes.on_curve(start, part, k / _ALONG) for k in range(1, _ALONG)]
        if not isinstance(part, Close):
            found.append((part.x, part.y))
    return found


def _spared(piece: Cutout) -> tiling.Spared:
    """Return what seams should leave alone: the words, and the hex in the middle of the drawing."""
    found = [place.around((item.x - 1, item.y - 0.75 * item.size, item.x + item.width + 1, item.y + 1))
             for item, place in placed(piece.items) if isinstance(item, Text)]
    return tiling.Spared(tuple((left, right) for left, _, right, _ in found),
                         tuple((top, bottom) for _, top, _, bottom in found))


def _layer(settings: Settings) -> Layer | None:
    """Return the layer of what is drawn on pieces."""
    return Layer.ENGRAVE if settings.machine and settings.machine.engraves else None


def _sheets(piece: Cutout, material: str, game: Game, settings: Settings, first: int) -> Iterator[Page]:
    """Yield the sheets of a piece, the page code of the first of them being T-`first`.

    If they are several a machine has nothing to do of them: it would cut open lines at the seams.
    """
    paper, sheets = _plan(piece, settings)
    by_hand = settings.machine is not None and sheets.count > 1
    if by_hand and settings.notes:
        settings.notes.say(f"{piece.name} is {piece.width / MM:.0f} x {piece.height / MM:.0f} mm and goes on "
                           f"{sheets.count} sheets, which no machine puts together: it is left out; name a sheet that "
                           "takes it with --paper")
    bounds = (-_MARGIN, -_MARGIN, piece.width + _MARGIN, piece.height + _MARGIN)
    shared = Symbol(f"piece-{first}", piece.items, bounds)  # a file holds it once, however many sheets show it
    on, cut = (None, None) if by_hand else (_layer(settings), Layer.CUT)
    drawing = (Group((Use(shared),), layer=on) if on else Use(shared), Group((piece.edge, *piece.holes), layer=cut))
    film = "film" in material
    join = tiling.TAPE if film else tiling.GLUE
    shown = tiling.Shown(drawing, drawing[1:] if film else (), tuple(_corners(piece)) if film else ())
    for number, tile in enumerate(sheets.tiles()):
        said = f"print on {material} at 100 %", *(() if number else piece.notes)
        if sheets.count > 1:
            title = f"{piece.name}, {sheets.numbered(tile)}"
            items = tiling.draw(sheets, tile, shown, paper, join)
        else:
            title, items = piece.name, tiling.alone(drawing, (piece.width, piece.height), paper)
        yield furniture.page(
            paper, title, items, game_title=game.title, rights=game.rights,
            note=" · ".join(said), label=f"T-{first + number}", slim=sheets.count > 1,
            bookmarks=(Bookmark(piece.name),) if number == 0 else (),
        )  # fmt: skip
