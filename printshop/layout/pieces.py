"""What is cut out of a sheet: pieces, and batches of them that are cut together.

All lengths are points; a piece has its top left corner as origin, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group, Item, Path
from printshop.layout.backs import Backs
from printshop.layout.combs import HexForm
from printshop.problems import Span
from printshop.units import MM

BLEED = 1.5 * MM  # how far colour reaches over the outer edges of a block: a crooked cut leaves no white sliver
TICK_OFF, TICK = 1.8 * MM, 1.8 * MM  # how far from a block its ticks begin, and how long they are
NEAR_OFF, NEAR_TICK = 0.7 * MM, 1.2 * MM  # the same for cards, which fill their sheets
TICK_CLEAR = TICK_OFF - BLEED  # how far ticks stay clear of the bleed
TICK_ROOM, COMB_ROOM = 0.9 * MM, 0.8 * MM  # free beyond ticks; and beyond the bleed of hexes, which have no ticks
ROOM = TICK_OFF + TICK + TICK_ROOM  # what a block keeps free around it as a rule
GUTTER = 2 * BLEED  # the room between straight pieces whose colours differ along the cut, for the bleed of both
ROUND_GAP = 3.2 * MM  # round pieces share no cuts; between them lies room for the bleed of both


class Cut(NamedTuple):
    """How pieces are cut out, in points: `gap` is the room between them, None for what their kind needs.

    `bleed` is how far colours reach over the cut, `corners` the radius that corners are rounded with. `backs` says how
    pieces that have a back come to it; those that stand beside their backs are not told apart from others.
    """

    gap: float | None = None
    bleed: float = BLEED
    corners: float = 0.0
    backs: Backs = Backs.BESIDE

    @property
    def near(self) -> float:
        """How far from a block its ticks begin where there is little room, beyond the colour of backs."""
        return NEAR_OFF if self.backs is Backs.NONE else max(NEAR_OFF, self.bleed + TICK_CLEAR)


USUAL = Cut()


class Fold(NamedTuple):
    """A fold across a piece, `at` points below its top, or `upright`, as far from its left edge.

    A ridge stays sharp and is drawn dash-dot.
    """

    at: float
    ridge: bool = False
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out. Its items have its top left corner as origin and may reach over its edges.

    Where `group` changes from one piece to the next, a new row begins if there is room. `form` is the outline of
    one that is made of hexes, `outline` that of a piece which is cut along a line of its drawing; without either, a
    piece is a rectangle or round. `back` is what is printed behind it, upright, likewise with the top left corner as
    origin.
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
    back: tuple[Item, ...] = ()
    outline: Path | None = None

    @property
    def line(self) -> Path | None:
        """What it is cut along by itself; None for what has straight cuts or is made of hexes."""
        half = self.width / 2
        return self.outline or (shapes.circle(half, self.height / 2, half) if self.round else None)

    def turned(self) -> Piece:
        """Return a rectangular piece that lies on its left side, with its back behind it."""
        folds = tuple(fold._replace(at=fold.at if fold.upright else self.height - fold.at, upright=not fold.upright)
                      for fold in self.folds)
        return replace(self, width=self.height, height=self.width, folds=folds,
                       items=(Group(self.items, Transform(0, 1, -1, 0, self.height, 0)),),
                       back=(Group(self.back, Transform(0, -1, 1, 0, 0, self.width)),) if self.back else ())


def beside(front: tuple[Item, ...], back: tuple[Item, ...], size: tuple[float, float], *, upright: bool = False
           ) -> tuple[tuple[Item, ...], Fold, tuple[float, float]]:
    """Return a face with its back beside it, each width x height points: the items, the fold between, the whole size.

    The back lies above its front, on its head; or, where the fold is `upright`, to the right of it.
    """
    width, height = size
    if upright:
        return (Group(front), Group(back, Transform(e=width))), Fold(width, upright=True), (2 * width, height)
    items = Group(back, Transform(-1, 0, 0, -1, width, height)), Group(front, Transform(f=height))
    return items, Fold(height), (width, 2 * height)


@dataclass(frozen=True)
class Batch:
    """Pieces of one size and shape, in order; None is a blank cell, which holds its place on the sheet.

    `counted` is what the pieces are called where their number goes with the note ("counter", "marker"); without
    it, it does not. `apart` keeps a gutter between neighbours: what meets at their cuts differs; so does `motley` where
    there are several groups, each of which has faces of one colour. With `headed`, every group of pieces is a block
    under its own name where that takes no more sheets. With `near`, ticks are short and close by.

    Raises ValueError for pieces that differ in more than what is drawn on them.
    """

    title: str
    note: str
    pieces: tuple[Piece | None, ...]
    counted: str = ""
    apart: bool = False
    headed: bool = False
    cut: Cut = USUAL
    motley: bool = False
    whose: str = ""
    ends: str = ""
    near: bool = False

    def __post_init__(self) -> None:
        forms = {(piece.width, piece.height, piece.round, piece.folds, piece.form, piece.outline is None)
                 for piece in self.pieces if piece}
        if len(forms) > 1:
            raise ValueError(f"the pieces of '{self.title}' are not of one size and shape")

    def groups(self) -> tuple[Batch, ...]:
        """Return a batch for each group if they are to have heads of their own, or just this one."""
        if not self.headed:
            return (self,)
        groups: dict[str, list[Piece | None]] = {}
        for piece in self.pieces:
            groups.setdefault(piece.group if piece else "", []).append(piece)
        return tuple(replace(self, title=name or self.title, pieces=tuple(pieces)) for name, pieces in groups.items())

    @cached_property
    def model(self) -> Piece:
        """A piece that stands for all of them. Raises ValueError if there is none."""
        if model := next(filter(None, self.pieces), None):
            return model
        raise ValueError("a batch needs at least one piece")

    @cached_property
    def backs(self) -> Backs:
        """How the backs of these pieces are printed that do not stand on the pieces themselves."""
        return self.cut.backs if any(piece and piece.back for piece in self.pieces) else Backs.NONE

    @cached_property
    def gap(self) -> float:
        """The room between neighbours."""
        if self.cut.gap is not None:
            return self.cut.gap
        apart = self.apart or (self.motley and len({piece.group for piece in self.pieces if piece}) > 1)
        usual = ROUND_GAP if self.model.line else GUTTER if apart else 0.0
        return max(usual, 2 * self.cut.bleed) if usual else 0.0

    @property
    def tick_off(self) -> float:
        """How far from a block its ticks begin."""
        return self.cut.near if self.near else self.cut.bleed + TICK_CLEAR

    @property
    def tick(self) -> float:
        """How long its ticks are."""
        return NEAR_TICK if self.near else TICK

    @cached_property
    def room(self) -> float:
        """What a block of them keeps free all round."""
        return self.cut.bleed + COMB_ROOM if self.model.form else self.tick_off + TICK + TICK_ROOM
