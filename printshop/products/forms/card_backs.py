"""The backs of cards: another form filled for the same unit, or a face like that of a counter.

Points, origin at the card's top left corner, y down; a back is drawn upright.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group, Item, Symbol, Use
from printshop.game.faces import SIDE, Band, Border, Ground, Picture, Space, Text
from printshop.layout.backs import SAFE, Backs
from printshop.products.counters.cutouts import attempt, cut
from printshop.products.counters.faces import Bleed, Look, paint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.faces import Face, Part
    from printshop.game.forms.form_model import Form
    from printshop.game.model import Unit
    from printshop.layout import nup
    from printshop.layout.pieces import Cut
    from printshop.products.forms.form_layout import Press
    from printshop.products.forms.form_troubles import Troubles
    from printshop.products.product import Settings

    Damage = Mapping[str, int]

TOO_LONG = "give the text more of the card, or allow it a smaller size"


class Card(NamedTuple):
    """A card as it goes on its sheet: what is on its front, and on its back."""

    front: tuple[Item, ...]
    back: tuple[Item, ...]


def how(form: Form, settings: Settings) -> Cut:
    """Return how the cards of a form are cut and come to their backs; those without a back have none."""
    found = cut(form.cutting, settings)
    return found if form.back or form.face else found._replace(backs=Backs.NONE)


def said(how: Cut) -> str:
    """Return what is done with a sheet of cards that have a back, in a few words; "" for those that have none."""
    match how.backs:
        case Backs.BESIDE:
            return "cut out the pairs, fold and glue them"
        case Backs.FOLD:
            return "fold the sheet and glue it, then cut"
        case Backs.LONG | Backs.SHORT:
            return f"print both sides, flip on {how.backs.value} edge"
    return ""


class Behind:
    """What is behind the cards of a form, which has the size that they really are of."""

    def __init__(self, form: Form, back: Form | None, press: Press, settings: Settings, sheet: nup.Sheet) -> None:
        assert form.size
        self._form, self._ink, self._sheet = form, settings.ink, sheet
        self._size = form.size[0].pt, form.size[1].pt
        self._none = sheet.cut.backs is Backs.NONE
        self._back, self._inside = None, Transform()
        if back and not self._none:
            width, height = self._size
            self._back = press(back, width - 2 * back.margin, height - 2 * back.margin)
            self._inside = Transform(e=back.margin, f=back.margin)
        self._same: tuple[Item, ...] | None = None

    def of(self, unit: Unit | None, damage: Damage, problems: Troubles) -> tuple[Item, ...]:
        """Return what is behind the card of a unit, or behind a blank one; what does not fit is noted."""
        if self._none:
            return ()
        if self._back and unit and self._back.form.unit:
            return (Group(self._back.record(unit, damage, problems), self._inside),)
        if self._back:
            return (Use(self._back.blank().symbol, self._inside),)
        if unit:
            return self._face(self._form.face, unit, problems)
        if self._same is None:
            face = _for_anyone(self._form.face) if self._form.unit else self._form.face
            self._same = self._face(face, None, problems)
        return self._same

    def _face(self, face: Face, unit: Unit | None, problems: Troubles) -> tuple[Item, ...]:
        """Draw a face; one that is the same for everybody is one symbol."""
        safe = SAFE if self._sheet.cut.backs.duplex else 0.0
        look = (Look(unit.values, self._ink, unit.side, unit.art, art_bow=unit.art_bow, safe=safe) if unit
                else Look({}, self._ink, safe=safe))
        width, height = self._size
        span = unit.span if unit else self._form.span
        what = f"the back of the card '{self._form.key}'"
        items = attempt(partial(paint, face, width, height, look, self._bleed()), what, span, problems, TOO_LONG,
                        unit.art_at if unit else None) or ()
        return items if unit else (Use(Symbol(f"back-{self._form.key}", items, (0.0, 0.0, width, height))),)

    def _bleed(self) -> Bleed:
        """Return how far colour runs over the cut, never over a fold beside it."""
        reach, fold = self._sheet.cut.bleed, self._sheet.fold
        return Bleed(0.0 if fold and not fold.across else reach, 0.0 if fold and fold.across else reach, reach, reach)


def _for_anyone(face: Face) -> Face:
    """Return the parts of a face that are the same for all units: a blank card has only these."""
    return tuple(part for part in face if not part.spot.only_if and _fixed(part))


def _fixed(part: Part) -> bool:
    match part:
        case Text():
            return part.wording.fixed
        case Picture():
            return part.name is not None and part.name.fixed
        case Band() | Ground():
            return part.color not in ("", SIDE)
    return isinstance(part, Border | Space)


__all__ = ["Behind", "Card", "how"]
