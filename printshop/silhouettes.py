"""The numbers of silhouettes. With them, `printshop.drawing.hulls` draws units that have no picture."""

from __future__ import annotations

from dataclasses import dataclass

SILHOUETTE_KINDS = ("ship", "sailing ship", "spacecraft", "aircraft", "vehicle", "walker", "squad", "creature")
"""Kinds of silhouettes. The kinds in `UPRIGHT_KINDS` are drawn from the front, the others in one of the `VIEWS`."""
UPRIGHT_KINDS = ("walker", "squad", "creature")
VIEWS = ("from above", "from the side")
SIDE_VIEW = VIEWS[1]
MAX_FEATURES = 12  # turrets, masts, engines or figures: more cannot be distinguished
MIN_SLENDERNESS, MAX_SLENDERNESS = 1.0, 8.0  # limits of the length of a hull in widths


@dataclass(frozen=True, slots=True)
class SilhouetteSpec:
    """The silhouette of a unit.

    `slenderness` is its length as a multiple of its width. The whole numbers count its features.
    """

    kind: str
    slenderness: float = 4.0
    turrets: int = 0
    masts: int = 0
    engines: int = 0
    figures: int = 1
    view: str = VIEWS[0]

    @property
    def name(self) -> str:
        """A name for the drawing. Silhouettes with equal values have the same name."""
        numbers = (f"{self.slenderness:g}".replace(".", "_"), self.turrets, self.masts, self.engines, self.figures)
        side = ("side",) if self.view == SIDE_VIEW else ()
        return "-".join((self.kind.replace(" ", "-"), *side, *map(str, numbers)))
