"""Product `templates`: arcs, areas, range sticks and turning gauges to cut out, at true scale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, count, product
from string import ascii_uppercase

from printshop.drawing import shapes, text
from printshop.drawing.display_list import (
    Bookmark,
    Document,
    Group,
    Item,
    Page,
    PageLayer,
    Symbol,
    SymbolUse,
    TextRun,
    map_items,
    walk_with_transforms,
)
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.game.errata import NoteMarks
from printshop.game.model import Game
from printshop.layout import packing, page_frame, rectangles, tiling
from printshop.layout.rectangles import Rect
from printshop.lengths import INCH, MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import DoesNotFitError, Problems
from printshop.products.product import choose_entries
from printshop.products.templates.template import TEMPLATES, Template, TemplateError, TemplatePiece, TemplateSheet

# Gaps between pieces, tried in this order: the first with which a page still holds its pieces. Rectangles have none if
# they are cut by hand: one cut separates two of them.
PIECE_GAPS = (5 * MM, 4 * MM, 3 * MM, 2 * MM)
SIZE_KEYS = ("radius:", "sweep:", "strips:", "diameters:", "diameter:", "across:", "outer:", "lengths:",
             "radii:", "length:", "bands:", "width:")  # keys that set the size of a piece
MAX_SHEETS_WITHOUT_PLAN = 2  # more sheets of one piece than these have a page with their plan
TOP_GAP = 3.5 * MM  # space above the pieces of a page, if there is room
_LINE_MARGIN = 2.0  # points: by which lines on the edge of a piece reach beyond it


def build_templates(game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
    """Return a document with the requested templates.

    Raises PrintshopError if there are no such templates. If pieces have problems, raises PrintshopError with all
    problems together.
    """
    problems = Problems()
    if settings.machine and settings.machine.engraves:
        settings = replace(settings, ink=Ink.BLACK)
    area = page_frame.find_content_rect(settings.paper)
    pieces_by_material: dict[str, list[TemplatePiece]] = {}
    codes, marks = list[str](), NoteMarks()
    for kind in choose_entries(game, game[TEMPLATES], request, "template", "templates.yaml"):
        marked, notes = kind.add_note_marks(marks)
        codes += [choose_code(kind.title, codes)] if kind.has_codes else []
        sheet = TemplateSheet(area, settings.ink, game.words, codes[-1] if kind.has_codes else "")
        notes_of_piece = (*filter(None, [kind.use]), *marks.format_notes(notes, game.words))
        pieces = [piece._replace(notes=notes_of_piece)
                  for piece in _make_template_pieces(marked, sheet, settings, problems)]
        pieces_by_material.setdefault(kind.material, []).extend(pieces * kind.copies)
    problems.raise_if_any()
    glued_titles = ", ".join(dict.fromkeys(f"'{piece.title}'" for pile in pieces_by_material.values() for piece in pile
                                           if piece.is_glued))
    if glued_titles and settings.machine and settings.page_warnings:  # glue tabs suit paper and film only
        settings.page_warnings.add(f"{glued_titles}: too long for one sheet, so divided into pieces with glue tabs. "
                                   "Glue tabs suit paper and film, but not board; to keep each template in one piece, "
                                   "choose a larger sheet with --paper")
    pages: list[Page] = []
    for material, pile in pieces_by_material.items():
        small, large = ([piece for piece in pile if _fits_area(piece, area) == small] for small in (True, False))
        pages += _lay_out_small_pieces(small, material, game, settings, len(pages) + 1)
        for piece in large:
            pages += _lay_out_large_piece(piece, material, game, settings, len(pages) + 1)
    name = game.words.name("templates")
    return Document(f"{game.title}: {name}", tuple(pages), subject=name, keywords=(game.title, name))


def choose_code(title: str, used_codes: Collection[str]) -> str:
    """Return the letter that begins the codes of a template's pieces.

    This is the first letter of the title that is not in `used_codes`. If all letters of the title are used, it is the
    first unused code of A, B ... Z, AA, AB and so on.

    >>> choose_code("Range stick", ["R", "A"])
    'N'
    """
    letter_sequences = chain.from_iterable(map("".join, product(ascii_uppercase, repeat=length)) for length in count(1))
    letters_of_title = (letter for letter in title.upper() if letter in ascii_uppercase)
    return next(letter for letter in chain(letters_of_title, letter_sequences) if letter not in used_codes)


def _make_template_pieces(template: Template, sheet: TemplateSheet, settings: PrintSettings,
                          problems: Problems) -> list[TemplatePiece]:
    """Return the pieces of a template.

    Texts that do not fit on a piece, and pieces that are too large, are reported in `problems`.
    """
    name, paper, area = template.title, settings.paper, sheet.content_rect
    try:
        pieces = [*template.draw_pieces_with_holes(sheet)]
    except (text.TooWideError, text.TooTallError) as error:
        problems.add(template.find_span(error.text), f"template '{name}': '{error.text}' does not fit on the piece",
                     "make the piece larger, or shorten the words")
        return []
    except DoesNotFitError as error:
        span = template.find_span(error.problem_key if isinstance(error, TemplateError) else "")
        problems.add(span, f"template '{name}': {error}", error.hint)
        return []
    for piece in pieces:
        sheets = 0 if template.never_tiled else tiling.count_min_sheets(piece.width, piece.height, paper)
        if not _fits_area(piece, area) and not 0 < sheets <= tiling.MAX_SHEETS:
            limit = (f"the piece needs {sheets} sheets of {paper.name} paper, but at most {tiling.MAX_SHEETS} are "
                     "allowed" if sheets
                     else
                     f"{paper.name} paper has room for only {_format_size(area.width, area.height)}")
            problems.add(template.find_span(*SIZE_KEYS),
                         f"'{piece.name}' is {_format_size(piece.width, piece.height)}: {limit}",
                         f"a template is never scaled down: {template.shrink_hint}, or choose larger paper with "
                         "--paper")
            break
    return pieces


def _fits_area(piece: TemplatePiece, area: Rect) -> bool:
    return packing.fits_page((piece.width, piece.height), (area.width, area.height))


def _format_size(width: float, height: float) -> str:
    return f"{width / MM:.0f} x {height / MM:.0f} mm ({width / INCH:.2f} x {height / INCH:.2f} in)"


def _choose_layer(settings: PrintSettings) -> PageLayer | None:
    return PageLayer.ENGRAVE if settings.machine and settings.machine.engraves else None


def _lay_out_small_pieces(pieces: Sequence[TemplatePiece], material: str, game: Game, settings: PrintSettings,
                          first_number: int) -> Iterator[Page]:
    """Yield the pages with the pieces of one material, on as few pages as possible.

    All cut lines of a page are in one layer.
    """
    def make_notes(page_pieces: Sequence[TemplatePiece]) -> page_frame.FootNotes:
        """Return the notes of some pieces, set at the bottom of the content area."""
        return page_frame.set_foot_notes(tuple(dict.fromkeys(note for piece in page_pieces for note in piece.notes)),
                                         area, 8.5)

    area = page_frame.find_content_rect(settings.paper)
    words = game.words
    instruction = words("print_on" if settings.machine else "print_on_and_cut", material=words.name(material))
    room = area.inset(0, 0, 0, make_notes(pieces).height)
    room = room if all(_fits_area(piece, room) for piece in pieces) else area
    min_gap = 0.0 if not settings.machine and all(map(_is_rectangle, pieces)) else PIECE_GAPS[-1]
    spots = packing.nest_pieces([(piece.width, piece.height) for piece in pieces], (room.width, room.height), min_gap)
    for page in range(max((spot.page for spot in spots), default=-1) + 1):
        on_page, page_spots = zip(*(pair for pair in zip(pieces, spots, strict=True) if pair[1].page == page),
                                  strict=True)
        edge_to_edge = not settings.machine and all(map(_is_rectangle, on_page))
        places = [*_place_pieces(on_page, page_spots, room, (0.0,) if edge_to_edge else PIECE_GAPS)]
        piece_groups = tuple(Group(piece.items, transform, layer=_choose_layer(settings))
                             for piece, transform in zip(on_page, places, strict=True))
        edges = tuple(shapes.transform_path(line, transform) for piece, transform in zip(on_page, places, strict=True)
                      for line in (piece.edge, *piece.holes))
        yield page_frame.make_framed_page(
            settings.paper, words("templates_title"), (*piece_groups, Group(edges, layer=PageLayer.CUT),
                                                       *make_notes(on_page).items),
            **game.imprint,
            note=" · ".join((instruction, *game.page_settings)), label=f"T-{first_number + page}",
            cutouts=len(on_page), material=material, zoom=settings.zoom,
            bookmarks=(Bookmark(", ".join(dict.fromkeys(piece.title for piece in on_page))),))


def _is_rectangle(piece: TemplatePiece) -> bool:
    """Return whether a piece is a rectangle.

    If so, one cut separates the piece from the rectangle beside it.
    """
    return not piece.is_glued and len({(round(x, 2), round(y, 2)) for x, y in piece.iter_corners()}) == 4


def _place_pieces(pieces: Sequence[TemplatePiece], tight_spots: Sequence[packing.PiecePlace], area: Rect,
                  gaps: Sequence[float]
                  ) -> Iterator[Transform]:
    """Yield the transform of each piece of a page: centred, clear of the header, and with wide gaps.

    The first of the `gaps` that leaves all pieces on the page is used. If there is no such gap, the pieces are at
    `tight_spots`.
    """
    sizes, spots = [(piece.width, piece.height) for piece in pieces], list(tight_spots)
    for gap in gaps:
        wide = packing.nest_pieces(sizes, (area.width, area.height), gap)
        if all(spot.page == 0 for spot in wide):
            spots, (width, height) = list(wide), sizes[0]
            across = int((area.width + gap) / (width + gap))
            same_size = len({*sizes}) == 1 and across > 1
            if same_size and -(-len(sizes) // across) * (height + gap) - gap <= area.height:  # not in a single column
                spots = [packing.PiecePlace(0, k % across * (width + gap), k // across * (height + gap), rotated=False)
                         for k in range(len(sizes))]
            break
    turned_sizes = [(spot, *((height, width) if spot.rotated else (width, height)))
                    for (width, height), spot in zip(sizes, spots, strict=True)]
    right = page_frame.find_centred_left(area, max(spot.x + width for spot, width, _ in turned_sizes)) - area.x
    down = min(TOP_GAP, area.height - max(spot.y + height for spot, _, height in turned_sizes))
    for spot, width, _ in turned_sizes:
        x, y = area.x + (spot.x + right), area.y + (spot.y + down)
        yield Transform(e=x + width, f=y).rotate(90) if spot.rotated else Transform(e=x, f=y)


def _lay_out_large_piece(piece: TemplatePiece, material: str, game: Game, settings: PrintSettings,
                         first_number: int) -> Iterator[Page]:
    """Yield the sheets of a large piece, numbered from `first_number`. Seams avoid the words on the piece."""
    text_boxes = [place.map_bounds((item.x - 1, item.y - 0.75 * item.size, item.x + item.width + 1, item.y + 1))
                  for item, place in walk_with_transforms(piece.items) if isinstance(item, TextRun)]
    paper, sheets = tiling.plan_tiling(piece.width, piece.height, settings.paper, tiling.SeamObstacles(
        tuple((left, right) for left, _, right, _ in text_boxes), tuple((top, bottom) for _, top, _,
                                                                        bottom in text_boxes)))
    corners = tuple(piece.iter_corners())
    if sheets.sheet_count <= tiling.MAX_SHEETS:
        sheets = replace(sheets, omitted=frozenset(
            (tile.column, tile.row) for tile in sheets.list_tiles()
                                                   if not rectangles.overlaps_polygon(corners, tile.window)))
    sheets, words = replace(sheets, words=game.words), game.words
    several = sheets.sheet_count > 1
    is_left_out = settings.machine is not None and several
    if is_left_out and settings.page_warnings:
        settings.page_warnings.add(f"{piece.name} is left out: it is {piece.width / MM:.0f} x {piece.height / MM:.0f} "
                                   f"mm and needs {sheets.sheet_count} sheets, but a machine cannot join sheets; "
                                   "choose a larger sheet with --paper")
    bounds = (-_LINE_MARGIN, -_LINE_MARGIN, piece.width + _LINE_MARGIN, piece.height + _LINE_MARGIN)
    # a symbol, so that a file has it once for all sheets
    piece_symbol = SymbolUse(Symbol(f"piece-{first_number}", piece.items, bounds))
    layer, cut = (None, None) if is_left_out else (_choose_layer(settings), PageLayer.CUT)
    drawing: tuple[Item, ...] = (Group((piece_symbol,), layer=layer) if layer else piece_symbol,
                                 Group((piece.edge, *piece.holes), layer=cut))
    film = "film" in material
    join = tiling.TAPE if film else tiling.GLUE
    has_plan = sheets.sheet_count > MAX_SHEETS_WITHOUT_PLAN and not is_left_out
    if has_plan:
        area = page_frame.find_content_rect(settings.paper, true_scale=False)
        lines = map_items(piece.items, lambda item: () if isinstance(item, TextRun) else (item,))
        plan = tiling.draw_plan(sheets, (*lines, piece.edge), material, join, area)
        yield page_frame.make_framed_page(
            settings.paper, words("plan_of_piece", piece=piece.name), tuple(plan), **game.imprint, true_scale=False,
            label=f"T-{first_number}", bookmarks=(Bookmark(piece.name),), material="paper",
            zoom=settings.zoom)
    content = tiling.SheetContent(drawing, drawing[1:] if film else (), corners if film else (),
                                  has_instructions=not has_plan)
    for number, tile in enumerate(sheets.list_tiles()):
        items = (tiling.draw_tile(sheets, tile, content, paper, join) if several else
                 tiling.draw_single_sheet(drawing, (piece.width, piece.height), paper))
        yield page_frame.make_framed_page(
            paper, f"{piece.name}, {sheets.describe_sheet(tile)}" if several else piece.name, items,
                                          **game.imprint, note=" · ".join(
                (words("print_on_at_scale", material=words.name(material)), *game.page_settings,
                 *(() if number else piece.notes))),
            label=f"T-{first_number + has_plan + number}", own_rulers=several, cutouts=int(number == 0),
            material=material, zoom=settings.zoom, bookmarks=() if number or has_plan else (Bookmark(piece.name),))
