"""What a form is made of, once read: rows of cells with one content each. `game.forms.reading` tells the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.faces import USUAL as AS_USUAL

if TYPE_CHECKING:
    from printshop.expressions import Formula
    from printshop.game.faces import Cutting, Face
    from printshop.game.formulas import Hole, Wording
    from printshop.game.pictures import Pictures
    from printshop.problems import Span
    from printshop.units import Length

class Hand(NamedTuple):
    """What the hand that fills in a form needs, in points, and the eye: the least circle, room to write, size of type.

    `weight` is how heavy circles and lines are, 1 for as usual. With `numbers` figures stand for all circles; with
    `plain` there is no tint where something is written.
    """

    circle: float = 0.0
    room: float = 0.0
    words: float = 0.0
    weight: float = 1.0
    numbers: bool = False
    plain: bool = False

    @property
    def larger(self) -> bool:
        """Whether rows must be higher or columns wider than the form says."""
        return bool(self.circle or self.room or self.words)


USUAL = Hand()


@dataclass(frozen=True, slots=True)
class Pips:
    """A group of circles: how many, which carry a letter, and by which name damage marks them.

    `sections` are the sizes of parts that heavy lines divide, `marked` how many are crossed out already. `value` is
    what they are the circles of, where that is a single value of the unit. `size` is
    that of a circle in points, 0 for as large as fits. If they are a `number`, a figure to be written stands for them.
    """

    count: Formula
    marks: Formula | None
    letter: str
    shape: str
    track: str
    blank: int
    sections: Formula | None = None
    marked: Formula | None = None
    group: int = 5
    size: float = 0.0
    number: bool = False
    lost: bool = False
    value: str = ""

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """Everything that the circles are worked out from."""
        return tuple(one for one in (self.count, self.marks, self.sections, self.marked) if one)


@dataclass(frozen=True, slots=True)
class Around:
    """Boxes on every side of a drawn polygon: a ring for each numbers field, the outermost first.

    `keys` are the sides, clockwise, the first at the top: a side of the polygon, or with `pointed` the side to the
    right of the point at the top. `labels` are the names of the rings.
    """

    fields: tuple[str, ...]
    labels: tuple[str, ...]
    keys: tuple[str, ...]
    pointed: bool
    shape: str
    blank: int


@dataclass(frozen=True, slots=True)
class Picture:
    """The unit's own picture, or a file: `name` may have holes."""

    name: Wording | None
    pictures: Pictures


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row; what it does not have is None, empty or 0. `what` names it in messages.

    `numbered` says that it is one of `repeat` cells, be that 1, and knows its number. `write` says that something is
    written beside its text.
    """

    across: int = 1
    text: Wording | None = None
    style: str = "body"
    align: str = ""
    wrap: bool = False
    valign: str = "top"
    largest: float = 0.0
    smallest: float = 0.0
    pips: Pips | None = None
    notes: tuple[str, ...] = ()
    blank: str = ""
    lines: int = 0
    box: bool = False
    around: Around | None = None
    picture: Picture | None = None
    warnings: bool = False
    audit: bool = False
    band: bool = False
    write: bool = False
    rows: tuple[Row, ...] = ()
    columns: tuple[float, ...] = ()
    repeat: int = 1
    numbered: bool = False
    what: str = ""
    span: Span | None = None

    @property
    def holes(self) -> tuple[Hole, ...]:
        """The holes of the texts of this cell."""
        texts = (self.text, self.picture.name if self.picture else None)
        return tuple(piece for one in texts if one for piece in one.pieces if not isinstance(piece, str))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells, `height` points high; 0 is as high as the rows within its cells, or, with `rest`, what is left.

    It stands `repeat` times, or once for each entry of the field (or for each side) `each`, at least `at_least`
    times, and `blank` times on a blank form; -1 is as often as on any other. `numbered` says that its cells know which
    of them it is, counted on from `first`. Where the rows have too little room, it is as low as `least` (0: never
    lower). With `only_if` it stands on the records of units of which that is true. One that `grows` is as high as the
    rows within its cells where they are higher. One that is `spare` is left out of a variant whose records would not
    go on a page otherwise: those with 1 before those with 2; those with 0 never.
    """

    height: float
    shade: float
    rules: bool
    cells: tuple[Cell, ...]
    columns: tuple[float, ...] = ()
    rest: bool = False
    each: str = ""
    at_least: int = 0
    blank: int = -1
    repeat: int = 1
    numbered: bool = False
    least: float = 0.0
    only_if: Formula | None = None
    first: int = 0
    grows: bool = False
    spare: int = 0


@dataclass(frozen=True, slots=True)
class Form:
    """A record sheet, or with a `size` a card to cut out. Without a `unit` it is for nobody: a log, a roster.

    The page of a sheet lies `across`, or stands upright. With `numbers` figures to be written stand for all circles.
    `hand` is what its variant asks for. `back` is the key of the form behind it; or that is a `face`.
    `fit` says that as many stand on a page as can, `blanks` whether there are blank ones of it, `fill` whether
    these take the places that units leave on their last page. With `designs` there is one for all copies of a unit.
    """

    key: str
    title: str
    unit: str
    per_page: int
    per_row: int
    apart: Wording | None
    note: str
    columns: tuple[float, ...]
    rows: tuple[Row, ...]
    span: Span | None
    default: bool = True
    copies: int = 1
    size: tuple[Length, Length] | None = None
    margin: float = 0.0
    hidden: bool = False
    blanks: bool = True
    designs: bool = False
    fill: bool = False
    fit: bool = False
    across: bool = False
    numbers: bool = False
    hand: Hand = USUAL
    numbers_note: str = ""
    back: str = ""
    face: Face = ()
    back_span: Span | None = None
    cutting: Cutting = AS_USUAL
