"""What a unit without a picture looks like, as figures; `printshop.drawing.hulls` draws it."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("ship", "sailing ship", "spacecraft", "aircraft", "vehicle", "walker", "squad")
"""How units may look. Ships, craft and vehicles are seen from above, those of `UPRIGHT` from the front."""
UPRIGHT = ("walker", "squad")
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

    @property
    def name(self) -> str:
        """A name for the drawing: the same figures have the same."""
        numbers = (f"{self.slender:g}".replace(".", "_"), self.turrets, self.masts, self.engines, self.figures)
        return "-".join((self.kind.replace(" ", "-"), *map(str, numbers)))
