"""Pieces of counters and markers, made from their faces: flat, hexagonal or tents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from printshop.drawing import fonts, shapes, text
from printshop.drawing.artwork import PictureError
from printshop.drawing.display_list import Group
from printshop.drawing.geometry import Transform
from printshop.elements import hexes
from printshop.elements.bands import Band
from printshop.elements.face_outlines import Bleed, FaceStyle
from printshop.elements.faces import FaceError, FaceFitProblem, FacePainter, paint_faces
from printshop.elements.texts import FaceText
from printshop.formulas import NOT_KNOWN, Formula, FormulaError
from printshop.game.counters import MAX_COPIES, CutKeys, Face, is_plain_face
from printshop.game.elements import ShownValues
from printshop.game.formula_keys import StyleError
from printshop.game.hex_bases import HexBase
from printshop.game.model import Unit
from printshop.hexes import Orientation
from printshop.layout.cutouts import BLEED, DEFAULT_CUT, Cutout, CutoutBatch, CutSettings, PieceFold, join_back
from printshop.layout.duplex import BackMode, find_safe_margin
from printshop.lengths import MM, Length, format_shortage, format_size_text, typeset_fractions
from printshop.print_settings import PrintSettings
from printshop.problems import Problems, Span
from printshop.products.build import make_picture_problem
from printshop.words import Words

MakePiece = Callable[[str, ShownValues, Span | None], Cutout]
T = TypeVar("T")

LEAST_SIZE = 4.0  # points: no advice goes below


def choose_cut(declared: CutKeys, settings: PrintSettings) -> CutSettings:
    """Return the settings for the cuts and backs of pieces.

    The player's settings come before the data.
    """
    gap, machine_gap = declared.gap.pt if declared.gap else 0.0, settings.machine.gap if settings.machine else 0.0
    return CutSettings(
        max(gap, machine_gap) if declared.gap or machine_gap else None,
        settings.shop.bleed if settings.shop.one_per_page else declared.bleed.pt if declared.bleed else BLEED,
        declared.corners.pt if declared.corners else 0.0,
        settings.backs or BackMode(declared.backs),
    )


def make_flat_pieces(size: tuple[float, float], front: Face, back: Face, look: FaceStyle,
                     cut: CutSettings = DEFAULT_CUT) -> MakePiece:
    """Return a function that makes flat pieces with a width and height in points.

    Each piece has its back, drawn for printing behind the front. A back beside the front lies head to head with it,
    so that the piece can be folded between front and back and glued. Pieces that are round or cut along their drawing
    are not folded. The bow of a unit is at the same end of front and back, so that a band along the stern continues
    over the fold. The function raises the same errors as `paint_faces`.
    """
    folds_to_back = bool(back) and cut.back_mode is BackMode.BESIDE and not (look.is_round or look.follows_picture)
    bleed = Bleed(cut.bleed, 0 if folds_to_back else cut.bleed, cut.bleed, cut.bleed)
    front_painter = FacePainter(front, *size, look, bleed, "front")
    back_painter = FacePainter(back if cut.back_mode is not BackMode.NONE else (), *size,
                               _make_back_look(look, cut, size), bleed, "back")

    def make_piece(name: str, values: ShownValues, span: Span | None) -> Cutout:
        front_items, back_items = paint_faces((front_painter, back_painter), values)
        if folds_to_back:
            items, fold, size_of_both = join_back(front_items, back_items, size)
            return Cutout(name, *size_of_both, items, (fold,), span=span)
        return Cutout(name, *size, front_items, is_round=look.is_round, span=span, back=back_items,
                      outline=front_painter.find_outline(values) if look.follows_picture else None)

    return make_piece


def _make_back_look(look: FaceStyle, cut: CutSettings, size: tuple[float, float]) -> FaceStyle:
    """Return the look of a back, with the bow at the other end.

    On the reverse of a sheet, words keep clear of the cut.
    """
    turned = replace(look, bow="left") if look.side and look.bow == "right" else look
    return replace(turned, safe_margin=find_safe_margin(*size)) if cut.back_mode.is_duplex else turned


def make_hex_pieces(base: HexBase, front: Face, back: Face, look: FaceStyle,
                    cut: CutSettings = DEFAULT_CUT) -> MakePiece:
    """Return a function that makes pieces of one or more hexes.

    A piece of one hex may be folded to its back.
    """
    hex_shape, front_look = hexes.make_hex_form(base), replace(look, hex_base=base, bow="up")
    bleed, single = Bleed(*[cut.bleed] * 4), hex_shape.size
    two_sided = bool(back) and cut.back_mode is not BackMode.NONE
    back_look = replace(_make_back_look(front_look, cut, single),
                        hex_base=hexes.mirror_base(base, bare=is_plain_face(back))) if two_sided else front_look
    front_painter = FacePainter(front, *single, front_look, bleed, "front")
    painters = [front_painter, *([FacePainter(back, *single, back_look, bleed, "back")] if two_sided else ())]
    folded_shape = (
        hex_shape.add_folded_back() if two_sided and cut.back_mode is BackMode.BESIDE and len(base.cells) == 1 else None
    )

    def make_piece(name: str, values: ShownValues, span: Span | None) -> Cutout:
        items, *backs = paint_faces(painters, values)
        back_items = backs[0] if backs else ()
        if not folded_shape:
            return Cutout(name, *single, items, span=span, hex_outline=hex_shape, back=back_items)
        items, _, _ = join_back(items, back_items, single, vertical=base.orientation is not Orientation.FLAT)
        return Cutout(name, *folded_shape.size, items, span=span, hex_outline=folded_shape)

    return make_piece


def make_tents(base: tuple[float, float], profile: Face, flap: Face, look: FaceStyle,
               cut: CutSettings = DEFAULT_CUT) -> MakePiece:
    """Return a function that makes the strips of tents with a base (beam, length) in points.

    From the top, a strip has these parts: flap, port profile, ridge, starboard profile, flap. The upper half is
    upside down, so that both profiles are upright when the tent is folded. The bow is on the left of the port profile
    and on the right of the starboard profile. Therefore the bow is at the same end of the folded tent in both
    profiles. The function raises the same errors as `paint_faces`.
    """
    beam, length = base
    bleed = Bleed(cut.bleed, 0, cut.bleed, cut.bleed)  # beyond the fold, so that no white shows there
    port_painters, starboard_painters = (
        [FacePainter(face, length, beam, side, bleed, name) for face, name in ((profile, "profile"), (flap, "flap"))]
        for side in (replace(look, bow="left"), look))
    folds = (PieceFold(beam), PieceFold(2 * beam, ridge=True), PieceFold(3 * beam))
    same_flaps = not any(part.turns_with_bow or {part.edge, getattr(part, "align", "")} & {"bow", "stern"}
                         for part in flap)
    starboard_transform, flap_transform = Transform(f=2 * beam), Transform(f=beam)
    port_transform = Transform(-1, 0, 0, -1, length, 2 * beam)

    def make_strip(name: str, values: ShownValues, span: Span | None) -> Cutout:
        painters = (*port_painters, *starboard_painters[:1 if same_flaps else 2])
        port, port_flap, starboard, *flaps = paint_faces(painters, values)
        starboard_flap = flaps[0] if flaps else port_flap
        # each half is drawn upright, below a ridge at y = 0
        items = (Group((Group(port), Group(port_flap, flap_transform)), port_transform),
                 Group((Group(starboard), Group(starboard_flap, flap_transform)), starboard_transform))
        return Cutout(name, length, 4 * beam, items, folds, span=span)

    return make_strip


def split_backs(batch: CutoutBatch) -> tuple[CutoutBatch, ...]:
    """Return one or two batches with the pieces of a batch.

    If backs lie beside their fronts, but cannot be folded to them, the backs become separate pieces.
    """
    if batch.back_mode is not BackMode.BESIDE:
        return (batch,)
    fronts = tuple(piece and replace(piece, back=()) for piece in batch.pieces)
    backs = tuple(piece and replace(
        piece, name=f"{piece.name}, back", items=piece.back, back=(),
        hex_outline=hexes.mirror_form(piece.hex_outline) if piece.hex_outline else None,
        outline=piece.outline and shapes.transform_path(piece.outline, Transform(a=-1, e=piece.width)))
        for piece in batch.pieces)
    if batch.sample.hex_outline:
        return (replace(batch, pieces=fronts, title=batch.words("fronts", title=batch.title)),
                replace(batch, pieces=backs, title=batch.words("backs", title=batch.title)))
    return (replace(batch, pieces=tuple(piece for pair in zip(fronts, backs, strict=True) for piece in pair)),)


def has_differing_edges(faces: Iterable[Face], *, ignore_top_and_bottom: bool = False) -> bool:
    """Return whether the edges of neighbours may differ in colour, because faces have a band along one edge."""
    ignored_edges = {"top", "bottom"} if ignore_top_and_bottom else set()
    return any(isinstance(part, Band) and part.edge and part.edge not in ignored_edges
               and part.edge not in {other.edge for other in face[:number]}  # it is the outermost one
               for face in faces for number, part in enumerate(face))


def shows_side_colors(faces: Mapping[str, Face], base: HexBase | None, cut: CutSettings) -> bool:
    """Return whether the colour of a side reaches the edges of a face.

    If so, pieces of two sides differ at their edges.
    """
    back_faces = faces.get("back", ()) if cut.back_mode not in (BackMode.BESIDE, BackMode.NONE) else ()
    fronts = () if base and base.zones else faces.get("front", ())  # zones leave white around them
    return any(part.is_plain and part.unit_dependency and not part.edge and not part.margin.to_points(1.0)
               for part in (*back_faces, *fronts))


def format_dimensions(width: Length, height: Length) -> str:
    """Return two lengths as one size, with the unit of measure only once.

    >>> from printshop.lengths import parse_size
    >>> format_dimensions(*parse_size("3/4 in x 1 1/2 in"))
    '¾ × 1½ in'
    """
    return typeset_fractions(format_size_text(width, height).replace(" x ", " × "))


def format_hex_size(base: HexBase, words: Words) -> str:
    """Return the size of a piece of hexes after cutting as text, such as "38.5 mm across".

    If the piece has several hexes, the text is, for example, "3 hexes of 40 mm".
    """
    if len(base.cells) > 1:
        return words("hexes_of", count=len(base.cells), size=words.number(typeset_fractions(base.across.text)))
    if not base.inset.points:
        return words("size_across", size=words.number(typeset_fractions(base.across.text)))
    return words("size_across", size=words.number(f"{(base.across.pt - 2 * base.inset.pt) / MM:.4g} mm"))


def try_to_make(make: Callable[[], T], name: str, span: Span | None, problems: Problems,
                advise: Callable[[FaceFitProblem], str], picture_span: Span | None = None) -> T | None:
    """Return the result of `make`. If `make` fails, report the reasons and return None.

    `advise` returns the advice for words that do not fit. `picture_span` is the place in the data that refers to
    the picture.
    """
    try:
        return make()
    except FaceError as error:
        for fit_problem in error.fit_problems:
            if isinstance(fit_problem.error, StyleError):
                _add_formula_problem(fit_problem.error, name, span, problems)
            elif fit_problem.part.span and fit_problem.part.is_fixed and not isinstance(fit_problem.part, FaceText):
                problems.add_final(fit_problem.part.span, f"{fit_problem.place}: {_describe_fit_problem(fit_problem)}",
                                   _complete_advice(fit_problem, advise))
            else:
                problems.add(span, f"{name}: {fit_problem.place}: {_describe_fit_problem(fit_problem)}",
                             _complete_advice(fit_problem, advise))
    except (FormulaError, StyleError) as error:
        _add_formula_problem(error, name, span, problems)
    except fonts.MissingGlyphError as error:
        problems.add(span, f"{name}: {error}", error.hint)
    except PictureError as error:
        problems.extend([make_picture_problem(error, name, span, picture_span)])
    return None


def _add_formula_problem(error: FormulaError | StyleError, name: str, span: Span | None, problems: Problems) -> None:
    """Report a formula that fails, at the formula and only for the first piece for which it fails."""
    message = f"{name}: {error.describe() if isinstance(error, FormulaError) else error}"
    if error.span:
        problems.add_final(error.span, message, error.hint)
    else:
        problems.add(span, message, error.hint)


def _describe_fit_problem(fit_problem: FaceFitProblem) -> str:
    error, part = fit_problem.error, fit_problem.part
    if not isinstance(error, text.TooWideError | text.TooTallError):
        return str(error)
    excess = "long" if isinstance(error, text.TooWideError) else "high"
    size = f"at {part.smallest.pt:g} pt" if isinstance(part, FaceText) else "at the smallest allowed size"
    words = error.text if error.described else f"'{error.text}'"
    extent_text, free = format_shortage(error.extent, error.available)
    if error.described:  # a figure, a table
        return f"{words} is too {excess}: it needs {extent_text} mm {size}, but there is room for only {free} mm"
    return (f"{words} is too {excess}: it needs {extent_text} mm even {size} in the narrowest typeface, but there is "
            f"room for only {free} mm")


def _complete_advice(fit_problem: FaceFitProblem, advise: Callable[[FaceFitProblem], str]) -> str:
    error = fit_problem.error
    if not isinstance(error, text.TooWideError | text.TooTallError):
        return error.hint or "give the elements more space on the face, or make the piece larger"
    room = f" (words keep {round(fit_problem.clear / MM, 1):g} mm inside the cut here)" if fit_problem.clear else ""
    return f"{advise(fit_problem)}{room}"


def advise_for_text(fit_problem: FaceFitProblem) -> str:
    """Return the advice for words that are not the name of a unit."""
    error = fit_problem.error
    has_words = any(map(str.isalpha, getattr(error, "text", ""))) and not getattr(error, "described", False)
    smallest = (f"allow a smaller size ('smallest: {max(fit_problem.part.smallest.pt - 1, LEAST_SIZE):g} pt')"
                if isinstance(fit_problem.part, FaceText) and fit_problem.part.smallest.pt > LEAST_SIZE else "")
    hints = (smallest, "shorten the text" if has_words else "",
             "make its margin smaller ('margin: 0 mm')" if fit_problem.part.margin.to_points(1.0) else "",
             "give the part more room")
    return ", or ".join(filter(None, hints))


def count_copies(formula: Formula, subject: str, unit: Unit, problems: Problems, span: Span | None) -> int:
    """Return the number of counters or cards of a unit, from 0 to `MAX_COPIES`.

    Return 1 if the number is unknown. If the formula gives no such number, a problem at `span` is added to `problems`,
    and the number is 0. `subject` names the formula in the message.
    """
    try:
        count = formula.evaluate(unit.values)
    except FormulaError as error:
        problems.add(span, f"{subject} for {unit.title}: {error.message}", error.hint)
        return 0
    if count is NOT_KNOWN:
        return 1
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_COPIES:
        problems.add(span, f"{subject} for {unit.title} must be a whole number from 0 to {MAX_COPIES}, not {count}")
        return 0
    return count
