"""What a unit without a picture looks like, as figures; `printshop.drawing.hulls` draws it."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("ship", "sailing ship", "spacecraft", "aircraft", "vehicle", "walker", "squad", "creature")
"""How units may look. Those of `UPRIGHT` are seen from the front, the others as `SEEN` says."""
UPRIGHT = ("walker", "squad", "creature")
SEEN = ("from above", "from the side")
SIDEWAYS = SEEN[1]
MOST = 12  # turrets, masts, engines or figures that can be told apart
STOUT, SLIM = 1.0, 8.0  # how many times as long as broad a hull may be


@dataclass(frozen=True, slots=True)
class Hull:
    """What a unit looks like: a `kind` of `KINDS`, how slender it is, and how many it has of what is seen."""

    kind: str
    slender: float = 4.0
    turrets: int = 0
    masts: int = 0
    engines: int = 0
    figures: int = 1
    seen: str = SEEN[0]

    @property
    def name(self) -> str:
        """A name for the drawing: the same figures have the same."""
        numbers = (f"{self.slender:g}".replace(".", "_"), self.turrets, self.masts, self.engines, self.figures)
        side = ("side",) if self.seen == SIDEWAYS else ()
        return "-".join((self.kind.replace(" ", "-"), *side, *map(str, numbers)))
