"""Pieces of a virtual table: every counter, marker and card.

Each is drawn without a sheet, and as pixels. Coordinates are points, with the origin at the top left corner of the
piece and y down.
"""

from __future__ import annotations

import struct
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from printshop import products
from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, Document, Group, Item, Page, Path
from printshop.drawing.geometry import Transform
from printshop.file_names import UniqueFileNames
from printshop.game.counters import COUNTERS, MARKERS, CounterKind, MarkerKind
from printshop.game.forms.model import FORMS
from printshop.game.model import Game, Unit
from printshop.game.scenarios import muster_forces
from printshop.layout.cutouts import Cutout
from printshop.layout.duplex import BackMode
from printshop.output.pdf_objects import compose_on_white
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error, suggest_name
from printshop.products.counters import build as counters_build
from printshop.products.counters import cutout_shapes
from printshop.products.forms import cards
from printshop.products.forms.compiled import FormProblems
from printshop.products.product import find_entries, find_requested_units, find_scenario_keys

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

MAX_PIECES = 3000  # different pieces on one table: each has one or two pictures
PIECE_SECTIONS = ("counters", "markers", "cards")


# --- rendering of faces, transparent outside their outlines ---


class ImageView(NamedTuple):
    """A drawing to render, with width and height in points.

    If there is an `outline`, the picture is transparent outside it. If `is_transparent` is true, there is no paper
    below the drawing: everything that is not drawn is transparent.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    outline: Path | None = None
    is_transparent: bool = False


class PictureRequest(NamedTuple):
    """A picture to draw, with `dpi` pixels per inch.

    The views are in cells, row by row, in a grid of `across` x `down` cells. `cell_size` is the size of each cell in
    pixels. A view is cut at the edges of its cell. If `is_on_white` is true, the picture has no transparent parts.
    """

    views: tuple[ImageView, ...]
    dpi: int
    cell_size: tuple[int, int]
    across: int = 1
    down: int = 1
    is_on_white: bool = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        return self.cell_size[0] * self.across, self.cell_size[1] * self.down


Rasterize = Callable[[Iterable[PictureRequest]], Iterator[bytes]]
"""A function that yields the PNG file of each requested picture, in order."""


def request_picture(view: ImageView, dpi: int, *, is_on_white: bool = False) -> PictureRequest:
    """Return the request for the picture of one view, with width and height rounded to whole pixels."""
    # PDFium keeps the sizes of pages with single precision; half a pixel must be rounded as PDFium rounds it.
    sizes = struct.unpack("ff", struct.pack("ff", round(view.width, 6), round(view.height, 6)))
    width, height = (max(1, round(side * dpi / 72)) for side in sizes)
    return PictureRequest((view,), dpi, (width, height), is_on_white=is_on_white)


def rasterize_with_pdfium(requests: Iterable[PictureRequest]) -> Iterator[bytes]:
    """Yield the PNG file of each requested picture, in order. The files contain the resolution."""
    from PIL import Image as Images

    from printshop.output.png import encode_png

    for dpi, of_one_dpi in groupby(requests, key=lambda request: request.dpi):
        equal_requests = tuple(of_one_dpi)
        images = render_views((view for request in equal_requests for view in request.views), dpi)
        for request in equal_requests:
            if request.across == request.down == 1:
                image = next(images)
                yield encode_png(compose_on_white(image, "RGB") if request.is_on_white else image, dpi)
                continue
            width, height = request.cell_size
            sheet = Images.new("RGB", request.size, (255, 255, 255))
            for index, image in enumerate(islice(images, len(request.views))):
                row, column = divmod(index, request.across)
                sheet.paste(compose_on_white(image, "RGB").crop((0, 0, width, height)), (column * width, row * height))
            yield encode_png(sheet, dpi)


def render_views(views: Iterable[ImageView], dpi: int) -> Iterator[Image]:
    """Yield the picture of each view at `dpi` pixels per inch.

    Width and height are rounded to whole pixels.
    """
    from PIL import ImageOps
    from pypdfium2 import PdfDocument

    from printshop.output.png import draw_pixels, render_for_pixels

    def render_page(page: PdfPage, *, is_transparent: bool = False) -> Image:
        with closing(page):  # there may be thousands of pages
            return draw_pixels(page, dpi, transparent=is_transparent)

    views = list(views)
    if not views:
        return
    view_pages = tuple(Page(view.width, view.height, items) for view in views
                       for items in (view.items, *([(view.outline,)] if view.outline else [])))  # mask, black inside
    with PdfDocument(render_for_pixels(Document("pictures", view_pages), dpi)) as pages:
        page_numbers = iter(range(len(pages)))
        for view in views:
            face = render_page(pages[next(page_numbers)], is_transparent=view.is_transparent)
            if view.outline:
                face.putalpha(ImageOps.invert(render_page(pages[next(page_numbers)]).convert("L")))
            yield face


# --- pieces ---


@dataclass(frozen=True, slots=True)
class TablePiece:
    """A piece of a virtual table, with a `front` face and perhaps a `back` face, both drawn upright.

    `section` is one of `PIECE_SECTIONS`. `kind` is the key of the piece's kind in that section, and `kind_title` is
    the title of that kind. `group` is the name of the unit's side. If the piece has no unit, or if the side has no
    name, `group` is the title of the kind. `name` is printed on the piece, and is unique in its `group`. `design` is
    the class of the piece's unit. If the piece has no unit, or if `name` begins with the class, `design` is "".
    `outline` is the edge of the piece. If the piece is a whole rectangle, `outline` is None. `shape` is a word for
    the shape. `heading` is the bearing that the counter of a unit faces when the counter is upright. If the piece has
    no facing, `heading` is None. `unit` is the name of the piece's unit. If there is no unit, `unit` is "". `label`
    is the name for players at the table. It begins with the group if several groups have pieces with the same name.
    `picture_names` are the names of the pictures of the faces, without a suffix. A card of a form with `shared: true`
    belongs to a deck, whose name is `deck`; otherwise, `deck` is "".
    """

    section: str
    kind: str
    kind_title: str
    name: str
    group: str
    count: int
    width: float
    height: float
    front: tuple[Item, ...]
    back: tuple[Item, ...] = ()
    outline: Path | None = None
    shape: str = "rectangle"
    heading: float | None = None
    unit: str = ""
    design: str = ""
    label: str = ""
    picture_names: tuple[str, ...] = ()
    deck: str = ""

    @property
    def is_irregular(self) -> bool:
        """Whether the piece is neither round nor a rectangle."""
        return self.shape == "drawn" or self.shape.startswith("hex")

    @property
    def faces(self) -> tuple[tuple[str, ImageView], ...]:
        """The name and the view of each picture.

        A back has the mirrored outline, because the piece is turned over.
        """
        views = [ImageView(self.width, self.height, self.front, self.outline)]
        if self.back:
            back_outline = shapes.transform_path(self.outline, Transform(a=-1, e=self.width)) if self.outline else None
            views.append(ImageView(self.width, self.height, self.back, back_outline))
        return tuple(zip(self.picture_names, views, strict=True))

    def assign_unit(self, unit: Unit | None) -> TablePiece:
        """Return the piece with the names of a unit.

        If there is no unit, return the piece unchanged. `design` becomes the class of the unit. If the unit has no
        class, `design` becomes the name of the unit in the data. If the title of the unit begins with this text,
        `design` becomes "".
        """
        if unit is None:
            return self
        design = unit.class_name or unit.copied_from or unit.name
        return replace(self, name=unit.display_title, group=unit.side.name or self.group, unit=unit.name,
                       design="" if unit.display_title.startswith(design) else design)


def select_keys(game: Game, request: PrintRequest, section: str) -> tuple[str, ...]:
    """Return the requested keys of a section ("counters", "markers", "cards", "maps" or "charts")."""
    product = products.find_product(section)
    entries = find_entries(product, game)
    if request.only_keys:
        return tuple(key for key in request.only_keys if key in entries)
    if request.units and section not in ("counters", "cards"):
        return ()
    default_keys = find_scenario_keys(product, game, request.scenario, on_screen=True)
    return tuple(key for key in entries if key in default_keys)


def gather_pieces(game: Game, request: PrintRequest, settings: PrintSettings, *, is_flat: bool) -> tuple[TablePiece,
                                                                                                         ...]:
    """Return all requested pieces.

    If `is_flat` is true, unit types that also have flat counters get no tents. Raises PrintshopError if `only_keys`
    contains a key that the game does not have, or if there are more than `MAX_PIECES` pieces. If some things do not
    fit, raises PrintshopError with all these problems together.
    """
    known_keys = [key for section in (*PIECE_SECTIONS, "maps", "charts")
                  for key in find_entries(products.find_product(section), game)]
    for key in request.only_keys:
        if key not in known_keys:
            raise make_error(f"{game.title} has no counter, marker, card, map or chart '{key}'",
                             suggest_name(key, known_keys))
    problems = FormProblems()
    fold_settings = replace(settings, backs=BackMode.FOLD)  # a back for each piece, drawn up to its edge
    request = replace(request, whole_game=True)
    all_pieces = chain(_gather_counters(game, request, fold_settings, problems, is_flat=is_flat),
                       _gather_markers(game, request, fold_settings, problems),
                  # backs not beside fronts
                  _gather_cards(game, request, replace(settings, backs=BackMode.LONG), problems))
    pieces = tuple(islice(all_pieces, MAX_PIECES + 1))
    problems.raise_if_any()
    if len(pieces) > MAX_PIECES:
        raise make_error(f"{game.title} has more than {MAX_PIECES:,} different pieces: these are too many for one "
                         "virtual table",
                         "export a scenario, or add the names of some units")
    return tuple(_name_pictures(pieces))


def _gather_counters(game: Game, request: PrintRequest, settings: PrintSettings, problems: FormProblems, *,
                     is_flat: bool
                     ) -> Iterator[TablePiece]:
    counter_keys = select_keys(game, request, "counters")
    if not counter_keys or (request.scenario and not any(muster_forces(game, request.scenario)) and not request.units):
        return
    kinds = [game[COUNTERS][key] for key in counter_keys]
    if not request.only_keys:  # unit types with tents alone get their first flat kind too, or on a flat table instead
        flat_types = {kind.unit_type for kind in kinds if not kind.is_tent}
        for kind in game[COUNTERS].values():
            if not kind.is_tent and kind.unit_type in {other.unit_type for other in kinds} - flat_types:
                kinds.append(kind)
                flat_types.add(kind.unit_type)
        kinds = [kind for kind in kinds if not (is_flat and kind.is_tent and kind.unit_type in flat_types)]
    units = find_requested_units(game, request, for_pieces=True)
    for kind in kinds:
        unit_pieces = counters_build.make_single_counters(game, kind, kinds, units, settings, problems)
        for unit, pieces in groupby(unit_pieces, key=lambda single: single[0]):
            copies = (_make_tent(piece, kind) if kind.is_tent else
                      replace(_make_flat_piece(piece, "counters", kind, settings),
                              heading=0.0 if kind.is_bow_up or kind.hex_base else 90.0)
                      for _, piece in pieces)
            # Equal pieces in succession are one piece with a count; different ones have numbers in their names.
            distinct_pieces = [replace(piece, count=len([*equal_pieces])) for piece,
                               equal_pieces in groupby(piece.assign_unit(unit) for piece in copies)]
            for number, piece in enumerate(distinct_pieces, 1):
                yield (
                    replace(piece, name=f"{piece.name}, {number} of {len(distinct_pieces)}")
                    if len(distinct_pieces) > 1
                    else piece
                )


def _make_tent(piece: Cutout, kind: CounterKind) -> TablePiece:
    """Return a tent. Its faces are the second and third panels of its strip."""
    panel_height = piece.height / 4
    starboard_face = Group(piece.items, Transform(f=-2 * panel_height))
    port_face = Group(piece.items, Transform(-1, 0, 0, -1, piece.width, 2 * panel_height))
    return TablePiece("counters", kind.key, kind.title, piece.name, kind.title, 1, piece.width, panel_height,
                      (starboard_face,),
                      (port_face,), heading=90.0)


def _make_flat_piece(piece: Cutout, section: str, kind: CounterKind | MarkerKind, settings: PrintSettings,
                     count: int = 1
                     ) -> TablePiece:
    """Return a flat piece. If the piece has an outline, the outline is filled with black."""
    outline, shape = None, "rectangle"
    width, height = piece.width, piece.height
    if piece.hex_outline:
        outline, shape = shapes.polygon(piece.hex_outline.cut_corners,
                                        fill=BLACK), "hex" if len(piece.hex_outline.cells) == 1 else "hexes"
    elif piece.outline:
        outline, shape = replace(piece.outline, fill=BLACK), "drawn"
    elif piece.is_round:
        outline, shape = shapes.ellipse(width / 2, height / 2, width / 2, height / 2, fill=BLACK), "round"
    elif corners := cutout_shapes.choose_cut(kind, settings).corner_radius:
        outline, shape = shapes.rounded_rect(0, 0, width, height, corners, fill=BLACK), "rounded"
    return TablePiece(section, kind.key, kind.title, piece.name, kind.title, count, width, height, piece.items,
                      piece.back, outline, shape)


def _gather_markers(game: Game, request: PrintRequest, settings: PrintSettings,
                    problems: FormProblems) -> Iterator[TablePiece]:
    for key in select_keys(game, request, "markers"):
        kind = counters_build.set_copies(game[MARKERS][key], request)
        for piece, count in Counter(counters_build.make_marker_copies(kind, settings, problems)).items():
            yield _make_flat_piece(piece, "markers", kind, settings, count)


def _gather_cards(game: Game, request: PrintRequest, settings: PrintSettings,
                  problems: FormProblems) -> Iterator[TablePiece]:
    if not (card_keys := select_keys(game, request, "cards")):
        return
    titles = Counter(game[FORMS][key].title for key in card_keys)
    deck_names = {key: form.title if titles[form.title] == 1 else f"{form.title} ({key})"
                  for key in card_keys for form in [game[FORMS][key]]}
    for form, unit, card, count in cards.list_cards(game, replace(request, only_keys=card_keys), settings, problems):
        if unit or not request.units:
            assert form.size
            width, height = form.size[0].pt, form.size[1].pt
            corners = cutout_shapes.choose_cut(form, settings).corner_radius
            outline = shapes.rounded_rect(0, 0, width, height, corners, fill=BLACK) if corners else None
            yield TablePiece("cards", form.key, form.title, form.title, form.title, count, width, height, card.front,
                             card.back, outline, "rounded" if corners else "rectangle",
                             deck=deck_names[form.key] if form.shared else "").assign_unit(unit)


def _name_pictures(pieces: Sequence[TablePiece]) -> Iterator[TablePiece]:
    """Yield the pieces with names for their pictures, and with labels.

    The names of pictures include the kind and the group of a piece if the names would not be unique without them.
    """
    file_names = {section: UniqueFileNames() for section in PIECE_SECTIONS}
    kinds, groups_by_name = defaultdict[str, set[str]](set), defaultdict[tuple[str, str], set[str]](set)
    for piece in pieces:
        kinds[piece.section].add(piece.kind)
        groups_by_name[piece.section, piece.name].add(piece.group)
    shared_names = {section for (section, _), name_groups in groups_by_name.items() if len(name_groups) > 1}
    for piece in pieces:
        words = [piece.kind] if len(kinds[piece.section]) > 1 and piece.section != "markers" else []
        words += [piece.group] if piece.section in shared_names else []
        endings = ("-front", "-back") if piece.back else ("",)
        name = file_names[piece.section].make_name(*words, piece.name, endings=endings)
        label = f"{piece.group} {piece.name}" if piece.section in shared_names else piece.name
        yield replace(piece, label=label, picture_names=tuple(name + ending for ending in endings))
