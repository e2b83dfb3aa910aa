"""What counters and markers have in common: pieces made from faces, pages made from batches of pieces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printshop.drawing import fonts, text
from printshop.drawing.art import ArtError
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Bookmark, Group, Page
from printshop.drawing.misfit import Misfit
from printshop.expressions import FormulaError
from printshop.game.faces import Band
from printshop.hexes import Orientation
from printshop.layout import cutlines, furniture, sheets
from printshop.layout.boxes import Box
from printshop.layout.sheets import BLEED, Batch, Fold, Piece
from printshop.problems import Problem, Problems, Span
from printshop.products import assembly, hexbases
from printshop.products.faces import Bleed, Look, paint
from printshop.units import MM, Length, set_fractions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from printshop.drawing.items import Item
    from printshop.game.faces import Face
    from printshop.game.hexbases import HexBase
    from printshop.game.model import Game
    from printshop.products.product import Settings


ROOM = "give them more of the face, or make the piece larger"


@dataclass(frozen=True, slots=True)
class Stack:
    """What goes on sheets of its own: a heading, its batches, and a few words beside the heading."""

    heading: str
    batches: tuple[Batch, ...]
    note: str = ""


def flat(name: str, size: tuple[float, float], front: Face, back: Face, look: Look, span: Span | None) -> Piece:
    """Return a flat piece; with a back, the two faces head to head, to be folded between them and glued.

    The bow of a unit is at the same end on both: a band along the stern runs on over the fold.
    Size is width and height in points. Raises what `paint` raises.
    """
    width, height = size
    if not back:
        items = paint(front, width, height, look, Bleed(BLEED, BLEED, BLEED, BLEED))
        return Piece(name, width, height, items, round=look.round, span=span)
    face = Bleed(BLEED, 0, BLEED, BLEED)
    turned = replace(look, bow="left") if look.side and look.bow == "right" else look
    upper = Group(paint(back, width, height, turned, face), Transform(-1, 0, 0, -1, width, height))
    lower = Group(paint(front, width, height, look, face), Transform(f=height))
    return Piece(name, width, 2 * height, (upper, lower), (Fold(height),), span=span)


def hexes(name: str, base: HexBase, front: Face, back: Face, look: Look, span: Span | None) -> Piece:
    """Return a piece that covers hexes; one of a single hex may have a back, to be folded over a straight side.

    Raises what `paint` raises.
    """
    form = hexbases.form_of(base)
    bleed = Bleed(BLEED, BLEED, BLEED, BLEED)
    up = replace(look, base=base, bow="up")
    items: tuple[Item, ...] = paint(front, *form.size, up, bleed)
    if back:
        single, form = form.size, form.folding()
        behind = paint(back, *single, up, bleed)
        if base.orientation is Orientation.FLAT:  # the back lies above, on its head
            items = (Group(behind, Transform(-1, 0, 0, -1, *single)), Group(items, Transform(f=single[1])))
        else:
            items = (Group(items), Group(behind, Transform(e=single[0])))
    return Piece(name, *form.size, items, span=span, form=form)


def tent(
    name: str,
    base: tuple[float, float],
    profile: Face,
    flap: Face,
    looks: tuple[Look, Look],
    span: Span | None,
) -> Piece:
    """Return the strip of a tent with the base (beam, length), in points.

    From the top: flap, port profile, ridge, starboard profile, flap. The upper half stands on its head, so
    that both profiles are upright once the ridge is up. `looks` are those of port (bow left) and starboard
    (bow right), which brings the bow to the same end. Raises what `paint` raises.
    """
    beam, length = base
    port, starboard = (_half(base, profile, flap, look) for look in looks)
    upper = Group(port, Transform(-1, 0, 0, -1, length, 2 * beam))
    lower = Group(starboard, Transform(f=2 * beam))
    folds = (Fold(beam), Fold(2 * beam, ridge=True), Fold(3 * beam))
    return Piece(name, length, 4 * beam, (upper, lower), folds, span=span)


def _half(base: tuple[float, float], profile: Face, flap: Face, look: Look) -> tuple[Group, Group]:
    """Draw one side of a tent, upright below the ridge at y = 0, and its flap."""
    beam, length = base
    side = paint(profile, length, beam, look, Bleed(BLEED, 0, BLEED, BLEED))  # on over the fold: no white sliver
    under = paint(flap, length, beam, look, Bleed(BLEED, 0, BLEED, BLEED))
    return Group(side), Group(under, Transform(f=beam))


def differ(faces: Iterable[Face], *, across: bool = False) -> bool:
    """Return whether neighbours on a sheet show different colours where they meet: a band lies along an edge.

    With `across`, bands along top and bottom run on from piece to piece.
    """
    running = {"top", "bottom"} if across else set()
    return any(edge not in running for face in faces for edge in _banded(face))


def _banded(face: Face) -> Iterator[str]:
    """Give the edges of a face that have a band along them, with nothing between."""
    taken = set()
    for part in face:
        if isinstance(part, Band) and part.spot.edge and part.spot.edge not in taken:
            yield part.spot.edge
        taken.add(part.spot.edge)


def dimensions(width: Length, height: Length) -> str:
    """Return two lengths as one size, their unit named once.

    >>> from printshop.units import parse_size
    >>> dimensions(*parse_size("3/4 in x 1 1/2 in"))
    '¾ × 1½ in'
    """
    first = width.amount if width.unit == height.unit else width.text
    return set_fractions(f"{first} × {height.text}")


def hex_size(base: HexBase) -> str:
    """Return the size of a piece of hexes in words: "3 hexes of 40 mm", with how small it is cut."""
    number = "hex" if len(base.cells) == 1 else f"{len(base.cells)} hexes"
    cut = f", cut {set_fractions(base.inset.text)} inside" if base.inset.points else ""
    return f"{number} of {set_fractions(base.across.text)}{cut}"


def attempt(make: Callable[[], Piece], name: str, span: Span | None, problems: Problems, hint: str) -> Piece | None:
    """Return the piece, or None after noting what stands in its way; `hint` is for words that do not fit."""
    try:
        return make()
    except text.TooWide as error:
        problems.add(span, _misfit(name, error, "long"), hint)
    except text.TooTall as error:
        problems.add(span, _misfit(name, error, "high"), hint)
    except FormulaError as error:
        problems.add(span, f"{name}: {error.message}", error.hint)
    except fonts.NoGlyph as error:
        problems.add(span, f"{name}: {error}")
    except ArtError as error:
        problems.extend([art_problem(error, name, span)])
    except Misfit as error:
        problems.add(span, f"{name}: {error}", error.hint or ROOM)
    return None


def _misfit(name: str, error: text.TooWide | text.TooTall, how: str) -> str:
    return (
        f"{name}: '{error.text}' is too {how} for its place: it needs {error.needed / MM:.1f} mm even at the "
        f"smallest size allowed, there are {max(0.0, error.available / MM):.1f} mm"
    )


def art_problem(error: ArtError, name: str, span: Span | None) -> Problem:
    """Return what is wrong with a picture as a problem of the piece that shows it."""
    where = f" (line {error.line}, column {error.column})" if error.line else ""
    return Problem(span, f"{name}: its picture cannot be used: {error.message}{where}", error.hint)


def pages(stacks: Iterable[Stack], game: Game, settings: Settings, code: str) -> Iterator[Page]:
    """Give the sheets of every stack, with heading, rulers, and what to do with the pieces at the foot.

    Raises PrintshopError for pieces that are larger than the page.
    """
    area = furniture.content_box(settings.paper)
    number = 0
    for stack in stacks:
        strip = assembly.height(batch.model for batch in stack.batches)
        for index, sheet in enumerate(sheets.pack(stack.batches, area.inset(0, 0, 0, strip))):
            number += 1
            models = [block.batch.model for block in sheet]
            high = assembly.height(models)
            foot = Box(area.x, area.bottom - high, area.width, high)
            items = (*cutlines.draw(sheet), *assembly.strip(foot, models))
            yield furniture.page(
                settings.paper,
                stack.heading,
                items,
                game_title=game.title,
                rights=game.rights,
                note=stack.note,
                scale=True,
                label=f"{code}-{number}",
                bookmarks=(Bookmark(text.plain(stack.heading)),) if index == 0 else (),
            )
