"""Product `templates`: arcs, areas, range sticks and turning gauges to cut out, at true scale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count, product
from string import ascii_uppercase

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import Bookmark, Document, Group, Item, Layer, Page, Symbol, Text, Use, placed
from printshop.game.differences import Marks
from printshop.game.model import Game
from printshop.job import Request, Settings
from printshop.layout import boxes, furniture, pack, tiling
from printshop.layout.boxes import Box
from printshop.problems import Misfit, Problems
from printshop.products.product import chosen
from printshop.templates.template import TEMPLATES, Cutout, Sheet, Template, Unfit
from printshop.units import INCH, MM

# Gaps between pieces, tried in this order: the first with which a page still holds its pieces. Rectangles have none if
# they are cut by hand: one cut separates two of them.
GAPS = (5 * MM, 4 * MM, 3 * MM, 2 * MM)
SIZES = ("radius:", "sweep:", "strips:", "diameters:", "diameter:", "across:", "outer:", "lengths:",
         "radii:", "length:", "bands:", "width:")  # keys that set the size of a piece
TOP = 3.5 * MM  # space above the pieces of a page, if there is room
_MARGIN = 2.0  # points: lines on the edge of a piece reach so far beyond it


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the requested templates. Raises PrintshopError for all problems together."""
    problems = Problems()
    if settings.machine and settings.machine.engraves:
        settings = replace(settings, ink=Ink.BLACK)
    area = furniture.content_box(settings.paper)
    piles: dict[str, list[Cutout]] = {}
    codes, marks = list[str](), Marks()
    for kind in chosen(game, game[TEMPLATES], request, "template", "templates.yaml"):
        marked, notes = kind.marked(marks)
        codes += [initial(kind.title, codes)] if kind.coded else []
        sheet = Sheet(area, settings.ink, game.words, codes[-1] if kind.coded else "")
        told = (*filter(None, [kind.use]), *marks.lines(notes))
        pieces = [piece._replace(notes=told) for piece in _pieces(marked, sheet, settings, problems)]
        piles.setdefault(kind.material, []).extend(pieces * kind.copies)
    problems.raise_if_any()
    glued = ", ".join(dict.fromkeys(f"'{piece.title}'" for pile in piles.values() for piece in pile if piece.glued))
    if glued and settings.machine and settings.notes:  # glue tabs suit paper and film only
        settings.notes.say(f"{glued}: longer than the sheet, and so in pieces with tabs to glue them by, which suit "
                           "paper and film, not board; on a sheet that you name with --paper they can be in one piece")
    pages: list[Page] = []
    for material, pile in piles.items():
        small, large = ([piece for piece in pile if _fits(piece, area) == small] for small in (True, False))
        pages += _shared(small, material, game, settings, len(pages) + 1)
        for piece in large:
            pages += _sheets(piece, material, game, settings, len(pages) + 1)
    return Document(f"{game.title}: templates", tuple(pages), subject="templates", keywords=(game.title, "templates"))


def initial(title: str, taken: Collection[str]) -> str:
    """Return the first letter of the codes of a template's pieces: the first unused one of its title, or another.

    >>> initial("Range stick", ["R", "A"])
    'N'
    """
    others = chain.from_iterable(map("".join, product(ascii_uppercase, repeat=length)) for length in count(1))
    own = (letter for letter in title.upper() if letter in ascii_uppercase)
    return next(letter for letter in chain(own, others) if letter not in taken)


def _pieces(template: Template, sheet: Sheet, settings: Settings, problems: Problems) -> list[Cutout]:
    """Return the pieces of a template; report what does not fit its piece, its page or glued sheets."""
    name, paper, area = template.title, settings.paper, sheet.area
    try:
        pieces = [*template.finished(sheet)]
    except (text.TooWide, text.TooTall) as error:
        problems.add(template.place(error.text), f"template '{name}': '{error.text}' does not fit on the piece",
                     "make the piece larger or the words shorter")
        return []
    except Misfit as error:
        place = template.place(error.key if isinstance(error, Unfit) else "")
        problems.add(place, f"template '{name}': {error}", error.hint)
        return []
    for piece in pieces:
        sheets = 0 if template.whole else tiling.least(piece.width, piece.height, paper)
        if not _fits(piece, area) and not 0 < sheets <= tiling.MOST:
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
    return Layer.ENGRAVE if settings.machine and settings.machine.engraves else None


def _shared(pieces: Sequence[Cutout], material: str, game: Game, settings: Settings, first: int) -> Iterator[Page]:
    """Yield the pages of pieces of one material, on as few pages as possible; all cut lines of a page are one layer."""
    def foot(page_pieces: Sequence[Cutout]) -> furniture.Notes:
        """Return the notes on some pieces, beside the ruler."""
        return furniture.notes(tuple(dict.fromkeys(note for piece in page_pieces for note in piece.notes)), area, 8.5)

    area = furniture.content_box(settings.paper)
    on = f"print on {material}{'' if settings.machine else ', cut along the outlines'}"
    room = area.inset(0, 0, 0, foot(pieces).height)
    room = room if all(_fits(piece, room) for piece in pieces) else area
    least = 0.0 if not settings.machine and all(map(_straight, pieces)) else GAPS[-1]
    spots = pack.nest([(piece.width, piece.height) for piece in pieces], (room.width, room.height), least)
    for page in range(max((spot.page for spot in spots), default=-1) + 1):
        on_page, tight = zip(*(pair for pair in zip(pieces, spots, strict=True) if pair[1].page == page), strict=True)
        shared = not settings.machine and all(map(_straight, on_page))
        places = [*_places(on_page, tight, room, (0.0,) if shared else GAPS)]
        drawn = tuple(Group(piece.items, where, layer=_layer(settings))
                      for piece, where in zip(on_page, places, strict=True))
        edges = tuple(shapes.transform_path(line, where) for piece, where in zip(on_page, places, strict=True)
                      for line in (piece.edge, *piece.holes))
        yield furniture.page(
            settings.paper, "Templates", (*drawn, Group(edges, layer=Layer.CUT), *foot(on_page).items),
            game_title=game.title, rights=game.rights,
            note=" · ".join((on, *game.stated)), label=f"T-{first + page}",
            bookmarks=(Bookmark(", ".join(dict.fromkeys(piece.title for piece in on_page))),))


def _straight(piece: Cutout) -> bool:
    """Return whether a piece is a rectangle, so that one cut separates it from the piece beside it."""
    return not piece.glued and len({(round(x, 2), round(y, 2)) for x, y in piece.corners()}) == 4


def _places(pieces: Sequence[Cutout], tight: Sequence[pack.Spot], area: Box, gaps: Sequence[float]
            ) -> Iterator[Transform]:
    """Yield the transforms of a page's pieces, as far apart as the page allows, clear of the header and centred."""
    sizes, spots = [(piece.width, piece.height) for piece in pieces], list(tight)
    for gap in gaps:
        wide = pack.nest(sizes, (area.width, area.height), gap)
        if all(spot.page == 0 for spot in wide):
            spots, (width, height) = list(wide), sizes[0]
            across = int((area.width + gap) / (width + gap))
            alike = len({*sizes}) == 1 and across > 1
            if alike and -(-len(sizes) // across) * (height + gap) - gap <= area.height:  # not in a single column
                spots = [pack.Spot(0, k % across * (width + gap), k // across * (height + gap), turned=False)
                         for k in range(len(sizes))]
            break
    lying = [(spot, *((height, width) if spot.turned else (width, height)))
             for (width, height), spot in zip(sizes, spots, strict=True)]
    right = furniture.middle(area, max(spot.x + width for spot, width, _ in lying)) - area.x
    down = min(TOP, area.height - max(spot.y + height for spot, _, height in lying))
    for spot, width, _ in lying:
        x, y = area.x + (spot.x + right), area.y + (spot.y + down)
        yield Transform(e=x + width, f=y).rotate(90) if spot.turned else Transform(e=x, f=y)


def _sheets(piece: Cutout, material: str, game: Game, settings: Settings, first: int) -> Iterator[Page]:
    """Yield the sheets of a large piece, T-`first` ...; seams avoid words. For a machine, several have no cut layer."""
    words = [place.around((item.x - 1, item.y - 0.75 * item.size, item.x + item.width + 1, item.y + 1))
             for item, place in placed(piece.items) if isinstance(item, Text)]
    paper, sheets = tiling.plan(piece.width, piece.height, settings.paper, tiling.Spared(
        tuple((left, right) for left, _, right, _ in words), tuple((top, bottom) for _, top, _, bottom in words)))
    corners = tuple(piece.corners())
    if sheets.count <= tiling.MOST:
        sheets = replace(sheets, left_out=frozenset(
            (tile.column, tile.row) for tile in sheets.tiles() if not boxes.meets(corners, tile.box)))
    several = sheets.count > 1
    by_hand = settings.machine is not None and several
    if by_hand and settings.notes:
        settings.notes.say(f"{piece.name} is {piece.width / MM:.0f} x {piece.height / MM:.0f} mm and goes on "
                           f"{sheets.count} sheets, which no machine puts together: it is left out; name a sheet that "
                           "takes it with --paper")
    bounds = (-_MARGIN, -_MARGIN, piece.width + _MARGIN, piece.height + _MARGIN)
    shared = Use(Symbol(f"piece-{first}", piece.items, bounds))  # a symbol, so that a file has it once for all sheets
    on, cut = (None, None) if by_hand else (_layer(settings), Layer.CUT)
    drawing: tuple[Item, ...] = (Group((shared,), layer=on) if on else shared,
                                 Group((piece.edge, *piece.holes), layer=cut))
    film = "film" in material
    shown = tiling.Shown(drawing, drawing[1:] if film else (), corners if film else (), told=True)
    for number, tile in enumerate(sheets.tiles()):
        items = (tiling.draw(sheets, tile, shown, paper, tiling.TAPE if film else tiling.GLUE) if several else
                 tiling.alone(drawing, (piece.width, piece.height), paper))
        yield furniture.page(
            paper, f"{piece.name}, {sheets.numbered(tile)}" if several else piece.name, items, game_title=game.title,
            rights=game.rights, note=" · ".join(
                (f"print on {material} at 100 %", *game.stated, *(() if number else piece.notes))),
            label=f"T-{first + number}", slim=several, bookmarks=(Bookmark(piece.name),) if number == 0 else ())
