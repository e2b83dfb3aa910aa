"""The backs of record sheets: pages of another form for the same units, behind those of the front."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from printshop.game.forms.forms import FORMS
from printshop.layout.backs import Backs
from printshop.layout.leaves import Edge, turned, with_empty_backs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Page
    from printshop.game.forms.form_model import Form
    from printshop.game.model import Game
    from printshop.job import Settings


class Numbers:
    """Takes the numbers of sheets, which are turned over an edge ("" if they are not), from a count.

    A page on the `back` of a sheet has the number that was the `last` to be taken for its front.
    """

    def __init__(self, numbers: Iterator[int], edge: Edge, front: Numbers | None = None) -> None:
        self._numbers, self.edge, self._front = numbers, edge, front
        self.last = 0

    @property
    def back(self) -> bool:
        """Whether the pages are on the backs of sheets."""
        return self._front is not None

    def behind(self) -> Numbers:
        """Return the numbers of the backs of these sheets."""
        return Numbers(self._numbers, self.edge, self)

    def take(self) -> int:
        """Return the number of the next page's sheet."""
        self.last = self._front.last if self._front else next(self._numbers)
        return self.last


def back_of(game: Game, form: Form, settings: Settings) -> tuple[Form | None, Backs]:
    """Return the form that is printed behind another, and how; a sheet is not folded, its back is a page of its own."""
    way = settings.backs or Backs(form.cutting.backs)
    if not form.back or way is Backs.NONE:
        return None, Backs.NONE
    back = replace(game[FORMS][form.back], apart=form.apart, fill=form.fill, copies=form.copies)
    return back, way if way.duplex else Backs.BESIDE


def in_turn(fronts: Iterator[Page], backs: Iterator[Page] | None, edge: Edge, settings: Settings, *,
            sided: bool = False, paired: bool = False) -> Iterator[Page]:
    """Give fronts and backs in turn, for a document whose sheets are turned over an edge, "" if they are not.

    `sided` ones come to lie on one sheet. Otherwise backs are sheets of their own, each behind its front if there are
    as many (`paired`), or all behind the fronts.
    """
    if backs and sided:
        for front, back in zip(fronts, backs, strict=True):
            yield front
            yield turned(back, edge, settings.back_offset)
        return
    pages: Iterator[Page] = fronts
    if backs:
        pairs = zip(fronts, backs, strict=True) if paired else ()
        pages = chain.from_iterable(pairs) if paired else chain(fronts, backs)
    yield from with_empty_backs(pages, edge)


