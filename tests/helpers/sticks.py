"""Sticks of one or more pieces in a written PDF, measured as if they were glued together."""

from __future__ import annotations

from typing import Any, NamedTuple

from helpers import measure

PENS = {"bands": (0.9, 2), "marks": (1.4, 2), "joints": (0.5, 2)}


class Stick(NamedTuple):
    """A stick, in mm from its beginning: where it ends, and where lines of each kind go across it."""

    length: float
    bands: list[float]
    marks: list[float]
    joints: list[float]

    def steps(self, wanted: list[float]) -> list[float]:
        """Return where its bands end: at a line, or at a joint that takes the place of one that is wanted there."""
        seams = [place for place in self.joints if any(abs(place - one) < 1 for one in wanted)]
        return sorted({round(place, 2) for place in (*self.bands, *seams)})


def stick(page: Any, wide: float) -> Stick:
    """Return the stick of a page, so many mm wide, whose pieces stand upright beside each other, their tabs below."""
    pieces = sorted(
        shape for shape in measure.find_strokes(page, 0.9, 4) if abs(measure.measure_size(shape)[0] - wide) < 0.01
    )
    across = {
        name: [
            line
            for line in measure.find_strokes(page, *pen)
            if len(line) == 2 and measure.measure_size(line)[0] > wide - 2 and measure.measure_size(line)[1] < 0.001
        ]
        for name, pen in PENS.items()
    }
    found: dict[str, list[float]] = {name: [] for name in PENS}
    past = 0.0
    for number, piece in enumerate(pieces):
        left, top = min(x for x, _ in piece), min(y for _, y in piece)
        _, high = measure.measure_size(piece)
        own = {name: [line[0][1] - top for line in lines if left - 0.1 < min(x for x, _ in line) < left + 1
                      and line[0][1] < top + high + 0.1] for name, lines in across.items()}
        for name, places in own.items():
            found[name] += [past + place for place in places]
        past += own["joints"][0] if number < len(pieces) - 1 else high
    return Stick(past, *(sorted(found[name]) for name in PENS))
