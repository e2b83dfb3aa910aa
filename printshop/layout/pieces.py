"""What is cut out of a sheet: pieces, and batches of them that are cut together.

All lengths are points; a piece has its top left corner as origin, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.units import MM

if TYPE_CHECKING:
    from printshop.drawing.items import Item
    from printshop.layout.combs import HexForm
    from printshop.problems import Span

BLEED = 1.5 * MM
"""How far colour may reach over the outer edges of a block, so that a crooked cut leaves no white sliver."""

TICK_OFF, TICK = 1.8 * MM, 1.8 * MM
ROOM = TICK_OFF + TICK + 0.9 * MM
"""What every block keeps free around it, for its ticks."""

COMB_ROOM = BLEED + 0.8 * MM
"""The same round pieces of hexes, which have no ticks."""

ROUND_GAP = 3.2 * MM
"""Round pieces share no cuts; between them lies room for the bleed of both."""

GUTTER = 2 * BLEED
"""The room between straight pieces whose colours differ along the cut, for the bleed of both."""


class Fold(NamedTuple):
    """A fold across a piece, `at` points below its top. A ridge stays sharp and is drawn dash-dot."""

    at: float
    ridge: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out. Its items have its top left corner as origin and may reach `BLEED` beyond it.

    Where `group` changes from one piece to the next, a new row begins if there is room. `form` is the outline of
    one that is made of hexes; without it, a piece is a rectangle or round.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    folds: tuple[Fold, ...] = ()
    round: bool = False
    span: Span | None = None
    group: str = ""
    form: HexForm | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces of one size and shape, in order; None is a blank cell, which holds its place on the sheet.

    `counted` is what the pieces are called where their number goes with the note ("counter", "marker"); without
    it, it does not. `apart` keeps a gutter between neighbours: what meets at their cuts differs. With `headed`, every
    group of pieces is a block under its own name where that takes no more sheets.

    Raises ValueError for pieces that differ in more than what is drawn on them.
    """

    title: str
    note: str
    pieces: tuple[Piece | None, ...]
    counted: str = ""
    apart: bool = False
    headed: bool = False

    def __post_init__(self) -> None:
        forms = {(piece.width, piece.height, piece.round, piece.folds, piece.form) for piece in self.pieces if piece}
        if len(forms) > 1:
            raise ValueError(f"the pieces of '{self.title}' are not of one size and shape")

    def groups(self) -> tuple[Batch, ...]:
        """Return a batch for each group if they are to have heads of their own, or just this one."""
        if not self.headed:
            return (self,)
        found: dict[str, list[Piece | None]] = {}
        for piece in self.pieces:
            found.setdefault(piece.group if piece else "", []).append(piece)
        return tuple(replace(self, title=name or self.title, pieces=tuple(own)) for name, own in found.items())

    @property
    def model(self) -> Piece:
        """A piece that stands for all of them. Raises ValueError if there is none."""
        for piece in self.pieces:
            if piece is not None:
                return piece
        raise ValueError("a batch needs at least one piece")

    @property
    def gap(self) -> float:
        """The room between neighbours."""
        return ROUND_GAP if self.model.round else GUTTER if self.apart else 0.0

    @property
    def room(self) -> float:
        """What a block of them keeps free all round."""
        return COMB_ROOM if self.model.form else ROOM
