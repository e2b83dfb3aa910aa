"""Cells with tracks and manoeuvres drawn, filled for a unit and blank."""

from __future__ import annotations

from collections.abc import Iterator

from printshop.drawing import fonts, text
from printshop.game.model import Unit
from printshop.parts.manoeuvres import ManoeuvreCell, TooManyMoves
from printshop.parts.tracks import Look, Stage, TooManySteps, TrackCell, counted, drawn
from printshop.products.forms.contents import Items
from printshop.products.forms.painters import Painter, Shown, paints
from printshop.products.forms.plan import FormError
from printshop.units import MM


@paints(TrackCell)
class TrackPainter(Painter[TrackCell]):
    """Draws the steps of a track, those that are damaged filled."""

    def draw(self, shown: Shown) -> Items:
        """Return the track; where nobody knows its steps, that of a blank form."""
        stages = self.cell.stages(shown.values)
        if stages is None:
            return self.blank()
        return self._track(stages, shown.damage.get(self.track(shown.unit), 0) if self.cell.track else 0, ghost=False)

    def blank(self) -> Items:
        """Return its steps where they are the same for all units, else pale boxes."""
        cell = self.cell
        assert cell.steps
        ghost = bool(cell.steps.formula)
        if ghost and not cell.blank:
            return super().blank()
        return self._track(cell.stages({}, blank=cell.blank if ghost else 0) or (), 0, ghost=ghost)

    def tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        """Give the name by which damage knows the boxes, and how many there are."""
        if self.cell.track:
            yield self.track(unit), len(counted(self.cell.stages(self.values(unit)) or ()))

    def _track(self, stages: tuple[Stage, ...], damaged: int, *, ghost: bool) -> Items:
        cell, hand = self.cell, self.hand
        place = self.inner.inset(0, 0.5 * MM)
        look = Look(self.how.ink, max(cell.box, hand.circle), hand.words, hand.weight, damaged, ghost)
        try:
            return drawn(stages, place, cell, look)
        except TooManySteps as error:
            raise FormError(str(error), error.hint) from error
        except fonts.NoGlyph as error:
            raise FormError(f"the steps: {error}", error.hint) from error
        except (text.TooWide, text.TooTall) as error:
            raise FormError(f"the words of the steps do not fit: {error}",
                            "give the cell more room, or shorten them") from error


@paints(ManoeuvreCell)
class ManoeuvrePainter(Painter[ManoeuvreCell]):
    """Draws the manoeuvres of a unit."""

    def draw(self, shown: Shown) -> Items:
        """Return the manoeuvres; where nobody knows them, what a blank form has."""
        moves = self.cell.listed(shown.values)
        if moves is None:
            return self.blank()
        try:
            return self.cell.drawn(moves, self.inner.inset(0, 0.5 * MM), self.how.ink)
        except (TooManyMoves, TooManySteps) as error:
            raise FormError(str(error), error.hint) from error
