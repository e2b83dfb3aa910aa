"""The drawing of a unit without a picture, described in numbers; `printshop.drawing.hulls` draws it."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("ship", "sailing ship", "spacecraft", "aircraft", "vehicle", "walker", "squad", "creature")
"""Kinds of silhouettes. Those of `UPRIGHT` are seen from the front, the others in one of the views of `SEEN`."""
UPRIGHT = ("walker", "squad", "creature")
SEEN = ("from above", "from the side")
SIDEWAYS = SEEN[1]
MOST = 12  # turrets, masts, engines or figures: more cannot be distinguished
STOUT, SLIM = 1.0, 8.0  # limits of the length of a hull in widths


@dataclass(frozen=True, slots=True)
class Hull:
    """The silhouette of a unit: a `kind` of `KINDS`, its length in widths, and the numbers of its visible features."""

    kind: str
    slender: float = 4.0
    turrets: int = 0
    masts: int = 0
    engines: int = 0
    figures: int = 1
    seen: str = SEEN[0]

    @property
    def name(self) -> str:
        """A name for the drawing, the same for equal numbers."""
        numbers = (f"{self.slender:g}".replace(".", "_"), self.turrets, self.masts, self.engines, self.figures)
        side = ("side",) if self.seen == SIDEWAYS else ()
        return "-".join((self.kind.replace(" ", "-"), *side, *map(str, numbers)))
