"""Templates: arcs, areas, range sticks and turning gauges to cut out, at true scale."""

from __future__ import annotations

from dataclasses import replace
from itertools import count, product
from string import ascii_uppercase
from typing import TYPE_CHECKING, assert_never

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import Bookmark, Document, Group, Item, Layer, Page
from printshop.drawing.misfit import Misfit
from printshop.game.differences import Marks
from printshop.game.templates.template_arcs import ArcsTemplate, DiscTemplate
from printshop.game.templates.template_bases import BaseTemplate
from printshop.game.templates.template_boxes import BoxesTemplate
from printshop.game.templates.template_curves import CurvesTemplate
from printshop.game.templates.template_overlays import OverlayTemplate
from printshop.game.templates.template_paths import PathTemplate
from printshop.game.templates.template_roses import RoseTemplate
from printshop.game.templates.template_sticks import StickTemplate
from printshop.game.templates.template_turning import TurningTemplate
from printshop.game.templates.templates import TEMPLATES
from printshop.layout import furniture, nesting, tiling
from printshop.problems import Problems
from printshop.products.product import Product, Request, Settings, chosen
from printshop.products.templates import (
    holes,
    template_bases,
    template_boxes,
    template_curves,
    template_discs,
    template_overlays,
    template_paths,
    template_roses,
    template_sticks,
    template_tiles,
    template_turning,
)
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.game.model import Game
    from printshop.game.templates.templates import Template
    from printshop.game.words import Words
    from printshop.layout.boxes import Box
    from printshop.products.templates.cut_pieces import Cutout

GAPS = (5 * MM, 4 * MM, 3 * MM, 2 * MM)  # between pieces: the first that takes no page more than the last
SIZES = ("radius:", "sweep:", "strips:", "diameters:", "diameter:", "across:", "width:")  # what makes a piece large
WHOLE = (StickTemplate, BoxesTemplate, CurvesTemplate)  # are never cut by seams: they have joints of their own, or none
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
        letter = next(codes) if isinstance(template, StickTemplate | BoxesTemplate) else ""
        marked, notes = _marked(template, marks)
        found = _pieces(marked, letter, area, settings, game.words, problems=problems)
        pieces = [piece._replace(notes=notes) for piece in found]
        piles.setdefault(template.head.material, []).extend(pieces * template.head.copies)
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


def _marked(template: Template, marks: Marks) -> tuple[Template, tuple[str, ...]]:
    """Return a template with the marks of its notes behind its title, and their lines.

    The marks of notes on size classes stand behind the keys of these.
    """
    title = template.head.title + marks.of(template.head.differs)
    marked = replace(template, head=template.head._replace(title=title))
    notes = template.head.differs
    if isinstance(marked, ArcsTemplate):
        notes += tuple(note for one in marked.sets for base in one.bases for note in base.differs)
        marked = replace(marked, sets=tuple(one._replace(bases=tuple(
            replace(base, key=base.key + marks.of(base.differs)) for base in one.bases)) for one in marked.sets))
    return marked, marks.lines(notes)


def letters() -> Iterator[str]:
    """Yield A, B ... Z, AA, AB ... without end: what the codes of a stick's pieces begin with."""
    for length in count(1):
        yield from ("".join(one) for one in product(ascii_uppercase, repeat=length))


def _chosen(game: Game, request: Request) -> list[Template]:
    return chosen(game, game[TEMPLATES], request, "template", "templates.yaml", lambda one: one.head.default)


def _pieces(template: Template, letter: str, area: Box, settings: Settings, words: Words, *, problems: Problems
            ) -> list[Cutout]:
    """Return the pieces of a template; what does not fit, on the paper or on a piece, is noted."""
    span, name = template.head.span, template.head.title
    try:
        pieces = [holes.holed(piece, template.head.holes) for piece in _draw(template, letter, area, settings, words)]
    except (text.TooWide, text.TooTall) as error:
        problems.add(template.head.place(error.text), f"template '{name}': '{error.text}' does not fit on the piece",
                     "make the piece larger or the words shorter")
        return []
    except template_overlays.Crowded as error:
        problems.add(template.head.place("notes:"), f"template '{name}': {error}", error.hint)
        return []
    except fonts.NoGlyph as error:
        problems.add(span, f"template '{name}': {error}", error.hint)
        return []
    except Misfit as error:
        problems.add(template.head.place("holes:"), f"template '{name}': {error}", error.hint)
        return []
    for piece in [one for one in pieces if not _printable(one, template, area, settings)][:1]:  # of a stick, all are
        most = _most(template, piece, area, settings)
        problems.add(template.head.place(*SIZES), f"'{piece.name}' is {_size(piece.width, piece.height)}: {most}",
                     _smaller(template))
    return pieces


def _most(template: Template, piece: Cutout, area: Box, settings: Settings) -> str:
    """Return what is the most that can be printed."""
    if not isinstance(template, WHOLE):
        sheets = tiling.least(piece.width, piece.height, settings.paper)
        return f"it would take {sheets} sheets of {settings.paper.name} paper, the most are {tiling.MOST}"
    return f"at most {_size(area.width, area.height)} fit on {settings.paper.name} paper"


def _smaller(template: Template) -> str:
    """Return how to make a piece small enough."""
    match template:
        case OverlayTemplate():
            how = "give it a smaller 'radius' or fewer hexes"
        case PathTemplate():
            how = "give it fewer moves, or hands: apart"
        case CurvesTemplate():
            how = "give it a smaller 'sweep' or shorter radii"
        case _:
            how = "make it smaller"
    return f"it is never scaled down: {how}, or choose larger paper with --paper"


def _printable(piece: Cutout, template: Template, area: Box, settings: Settings) -> bool:
    """Say whether a piece fits the page or, if it may come in pieces, a number of pages that can be glued."""
    tiled = not isinstance(template, WHOLE) and tiling.least(piece.width, piece.height, settings.paper) <= tiling.MOST
    return tiled or _fits(piece, area)


def _fits(piece: Cutout, area: Box) -> bool:
    return nesting.fits((piece.width, piece.height), (area.width, area.height))


def _size(width: float, height: float) -> str:
    return f"{width / MM:.0f} x {height / MM:.0f} mm ({width / INCH:.2f} x {height / INCH:.2f} in)"


def _draw(template: Template, letter: str, area: Box, settings: Settings, words: Words) -> Iterator[Cutout]:
    match template:
        case ArcsTemplate():
            yield from template_discs.arcs(template)
        case BoxesTemplate():
            yield from template_boxes.boxes(template, letter, area)
        case CurvesTemplate():
            yield from template_curves.curves(template, words)
        case DiscTemplate():
            yield from template_discs.discs(template)
        case TurningTemplate():
            yield from template_turning.turning(template, words)
        case StickTemplate():
            longest = max(area.width, area.height)
            yield from template_sticks.sticks(template, letter, longest, settings.ink)
        case OverlayTemplate():
            yield from template_overlays.overlays(template, settings.ink)
        case BaseTemplate():
            yield from template_bases.bases(template, settings.ink)
        case RoseTemplate():
            yield from template_roses.roses(template)
        case PathTemplate():
            yield from template_paths.paths(template, (area.width, area.height))
        case _:
            assert_never(template)


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
                for page in template_tiles.pages(piece, material, game, settings, number + 1):
                    number += 1
                    yield page


def _foot(pieces: Sequence[Cutout], area: Box) -> furniture.Notes:
    """Return the notes on some pieces, beside the ruler."""
    return furniture.notes(tuple(dict.fromkeys(note for piece in pieces for note in piece.notes)), area)


def _shared_out(pieces: list[Cutout], area: Box) -> Iterator[list[tuple[Cutout, nesting.Spot]]]:
    """Yield the pieces of each page with their places, as far apart as the page allows."""
    room = (area.width, area.height)
    spots = nesting.in_sequence([(one.width, one.height) for one in pieces], room, GAPS[-1])
    for page in range(max((spot.page for spot in spots), default=-1) + 1):
        here, tight = zip(*(pair for pair in zip(pieces, spots, strict=True) if pair[1].page == page), strict=True)
        found = tuple(tight)
        for gap in GAPS:
            wide = nesting.in_sequence([(one.width, one.height) for one in here], room, gap)
            if all(spot.page == 0 for spot in wide):
                found = _abreast(here, area, gap) or wide
                break
        yield list(zip(here, _settled(here, found, area), strict=True))


def _abreast(pieces: Sequence[Cutout], area: Box, gap: float) -> tuple[nesting.Spot, ...]:
    """Return the places of pieces of one size in rows, if these leave a page freer than a column does; else none."""
    width, height = pieces[0].width, pieces[0].height
    across = int((area.width + gap) / (width + gap))
    rows = -(-len(pieces) // across) if across else 0
    alike = all((piece.width, piece.height) == (width, height) for piece in pieces)
    if not alike or across < 2 or rows * (height + gap) - gap > area.height:
        return ()
    return tuple(nesting.Spot(0, k % across * (width + gap), k // across * (height + gap), turned=False)
                 for k in range(len(pieces)))


def _settled(pieces: Sequence[Cutout], spots: Sequence[nesting.Spot], area: Box) -> list[nesting.Spot]:
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
        yield Group(piece.items, where, layer=template_tiles.layer(settings))
    edges = tuple(shapes.transform_path(line, where) for piece, where in placed for line in (piece.edge, *piece.holes))
    yield Group(edges, layer=Layer.CUT)


def _place(piece: Cutout, spot: nesting.Spot, area: Box) -> Transform:
    x, y = area.x + spot.x, area.y + spot.y
    return Transform(e=x + piece.height, f=y).rotate(90) if spot.turned else Transform(e=x, f=y)


PRODUCT = Product(
    "templates",
    "firing arcs, areas, range sticks and turning templates at true scale",
    "clear film or card, as each page says",
    "Measure the rulers, then cut along the outlines.",
    build,
)
