"""Pieces of counters and markers, made from their faces: flat, hexagonal or tents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from printshop.drawing import fonts, shapes, text
from printshop.drawing.art import ArtError
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group
from printshop.expressions import FormulaError
from printshop.game.counters import Cutting, Face, is_plain
from printshop.game.hexbases import HexBase
from printshop.hexes import Orientation
from printshop.job import Settings
from printshop.layout.backs import SAFE, Backs
from printshop.layout.pieces import BLEED, USUAL, Batch, Cut, Fold, Piece, beside
from printshop.parts import hexes
from printshop.parts.faces import Band, Bleed, Look, Painter, Shown
from printshop.problems import Misfit, Problems, Span
from printshop.products.safely import art_problem
from printshop.units import MM, Length, set_fractions, written_size

Make = Callable[[str, Shown, Span | None], Piece]
T = TypeVar("T")


def cut(cutting: Cutting, settings: Settings) -> Cut:
    """Return the way pieces are cut and backed: the player's settings before the data."""
    gap, least = cutting.gap.pt if cutting.gap else 0.0, settings.machine.gap if settings.machine else 0.0
    return Cut(
        max(gap, least) if cutting.gap or least else None,
        settings.shop.bleed if settings.shop.single else cutting.bleed.pt if cutting.bleed else BLEED,
        cutting.corners.pt if cutting.corners else 0.0,
        settings.backs or Backs(cutting.backs),
    )


def flat(size: tuple[float, float], front: Face, back: Face, look: Look, how: Cut = USUAL) -> Make:
    """Return a function that makes flat pieces, width x height points, each with its back drawn to be printed behind.

    A back beside the front lies head to head with it, to be folded between them and glued, unless the piece is round or
    cut along its drawing. The bow of a unit is at the same end on both: a band along the stern continues over the fold.
    The function raises what `Painter.paint` raises.
    """
    paired = bool(back) and how.backs is Backs.BESIDE and not (look.round or look.drawn)
    bleed = Bleed(how.bleed, 0 if paired else how.bleed, how.bleed, how.bleed)
    ahead = Painter(front, *size, look, bleed)
    behind = Painter(back if how.backs is not Backs.NONE else (), *size, _turned(look, how), bleed)

    def piece(name: str, shown: Shown, span: Span | None) -> Piece:
        upper, under = ahead.paint(shown), behind.paint(shown)
        if paired:
            items, fold, whole = beside(upper, under, size)
            return Piece(name, *whole, items, (fold,), span=span)
        return Piece(name, *size, upper, round=look.round, span=span, back=under,
                     outline=ahead.outline(shown) if look.drawn else None)

    return piece


def _turned(look: Look, how: Cut) -> Look:
    """Return the look of a back: its bow at the other end; on the reverse of a sheet, words keep clear of the cut."""
    turned = replace(look, bow="left") if look.side and look.bow == "right" else look
    return replace(turned, safe=SAFE) if how.backs.duplex else turned


def hexagonal(base: HexBase, front: Face, back: Face, look: Look, how: Cut = USUAL) -> Make:
    """Return a function that makes pieces of hexes; a single hex may fold to its back. Raises as `Painter.paint`."""
    form, up = hexes.form_of(base), replace(look, base=base, bow="up")
    bleed, single = Bleed(*[how.bleed] * 4), form.size
    two_sided = bool(back) and how.backs is not Backs.NONE
    turned = replace(_turned(up, how), base=hexes.mirrored(base, bare=is_plain(back))) if two_sided else up
    ahead, behind = Painter(front, *single, up, bleed), Painter(back, *single, turned, bleed)
    folded = form.folding() if two_sided and how.backs is Backs.BESIDE and len(base.cells) == 1 else None

    def piece(name: str, shown: Shown, span: Span | None) -> Piece:
        items, under = ahead.paint(shown), behind.paint(shown) if two_sided else ()
        if not folded:
            return Piece(name, *single, items, span=span, form=form, back=under)
        items, _, _ = beside(items, under, single, upright=base.orientation is not Orientation.FLAT)
        return Piece(name, *folded.size, items, span=span, form=folded)

    return piece


def tent(base: tuple[float, float], profile: Face, flap: Face, look: Look, how: Cut = USUAL) -> Make:
    """Return a function that makes the strips of tents with the base (beam, length), in points.

    From the top: flap, port profile, ridge, starboard profile, flap. The upper half is upside down, so that both
    profiles are upright once the tent is folded. The bow is left on the port side and right on starboard, which brings
    it to the same end. The function raises what `Painter.paint` raises.
    """
    beam, length = base
    bleed = Bleed(how.bleed, 0, how.bleed, how.bleed)  # beyond the fold, so that no white shows there
    left, right = ([Painter(face, length, beam, side, bleed) for face in (profile, flap)]
                   for side in (replace(look, bow="left"), look))
    folds = (Fold(beam), Fold(2 * beam, ridge=True), Fold(3 * beam))
    alike = not any(part.turning or {part.edge, getattr(part, "align", "")} & {"bow", "stern"} for part in flap)
    upright, below = Transform(f=2 * beam), Transform(f=beam)
    turned = Transform(-1, 0, 0, -1, length, 2 * beam)

    def strip(name: str, shown: Shown, span: Span | None) -> Piece:
        port, under = [painter.paint(shown) for painter in left]
        starboard, other = right[0].paint(shown), under if alike else right[1].paint(shown)
        # each half is drawn upright, below a ridge at y = 0
        items = (Group((Group(port), Group(under, below)), turned),
                 Group((Group(starboard), Group(other, below)), upright))
        return Piece(name, length, 4 * beam, items, folds, span=span)

    return strip


def in_pairs(batch: Batch) -> tuple[Batch, ...]:
    """Return a batch with its backs as separate pieces if they lie beside fronts that they cannot be folded to."""
    if batch.backs is not Backs.BESIDE:
        return (batch,)
    fronts = tuple(piece and replace(piece, back=()) for piece in batch.pieces)
    backs = tuple(piece and replace(
        piece, name=f"{piece.name}, back", items=piece.back, back=(),
        form=hexes.reflected(piece.form) if piece.form else None,
        outline=piece.outline and shapes.transform_path(piece.outline, Transform(a=-1, e=piece.width)))
        for piece in batch.pieces)
    if batch.model.form:
        return (replace(batch, pieces=fronts, title=f"{batch.title}: fronts"),
                replace(batch, pieces=backs, title=f"{batch.title}: backs"))
    return (replace(batch, pieces=tuple(piece for pair in zip(fronts, backs, strict=True) for piece in pair)),)


def differ(faces: Iterable[Face], *, across: bool = False) -> bool:
    """Return whether edges of neighbours may differ in colour, by a band along one; `across`: not top or bottom."""
    running = {"top", "bottom"} if across else set()
    return any(isinstance(part, Band) and part.edge and part.edge not in running
               and part.edge not in {other.edge for other in face[:number]}  # it is the outermost one
               for face in faces for number, part in enumerate(face))


def motley(faces: Mapping[str, Face], base: HexBase | None, how: Cut) -> bool:
    """Return whether pieces of several sides differ where they meet: a side's colour reaches the edges of a face."""
    behind = faces.get("back", ()) if how.backs not in (Backs.BESIDE, Backs.NONE) else ()
    fronts = () if base and base.zones else faces.get("front", ())  # zones leave white around them
    return any(part.plain and part.unit and not part.edge and not part.margin.of(1.0) for part in (*behind, *fronts))


def dimensions(width: Length, height: Length) -> str:
    """Return two lengths as one size, with their unit named once.

    >>> from printshop.units import parse_size
    >>> dimensions(*parse_size("3/4 in x 1 1/2 in"))
    '¾ × 1½ in'
    """
    return set_fractions(written_size(width, height).replace(" x ", " × "))


def hex_size(base: HexBase) -> str:
    """Return the size of a piece of hexes in words, as it is cut: "38.5 mm across", "3 hexes of 40 mm"."""
    if len(base.cells) > 1:
        return f"{len(base.cells)} hexes of {set_fractions(base.across.text)}"
    if not base.inset.points:
        return f"{set_fractions(base.across.text)} across"
    return f"{(base.across.pt - 2 * base.inset.pt) / MM:.4g} mm across"


def attempt(make: Callable[[], T], name: str, span: Span | None, problems: Problems, hint: str,
            art: Span | None = None) -> T | None:
    """Return the result of `make`, or None after reporting why it failed.

    `hint` is for words that do not fit; `art` is the place in the data that names the picture.
    """
    try:
        return make()
    except (text.TooWide, text.TooTall) as error:
        how = "long" if isinstance(error, text.TooWide) else "high"
        problems.add(span, f"{name}: '{error.text}' is too {how} for its place: it needs {error.needed / MM:.1f} mm "
                     f"even at the smallest size allowed, there are {max(0.0, error.available / MM):.1f} mm", hint)
    except (FormulaError, fonts.NoGlyph) as error:
        problems.add(span, f"{name}: {error.message if isinstance(error, FormulaError) else error}", error.hint)
    except ArtError as error:
        problems.extend([art_problem(error, name, span, art)])
    except Misfit as error:
        problems.add(span, f"{name}: {error}", error.hint or "give them more of the face, or make the piece larger")
    return None
