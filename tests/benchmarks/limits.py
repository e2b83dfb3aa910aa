"""How long what must be quick takes, each beside something known, in one run.

    python tests/benchmarks/limits.py

Reading YAML beside PyYAML's own loader, a formula beside the same sum in Python, and hostile files and drawings,
which must be refused soon, beside a sound one.
"""

from __future__ import annotations

import tempfile
import time
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from printshop.drawing import art
from printshop.expressions import compile_formula
from printshop.problems import Problems
from printshop.source import parse_text

if TYPE_CHECKING:
    from collections.abc import Callable

ART = Path(__file__).resolve().parents[2] / "data" / "iron_stars" / "art" / "russia-cruiser.svg"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'


def seconds(work: Callable[[], object], times: int = 1) -> float:
    """Return the least time of three tries, for one call."""
    best = float("inf")
    for _ in range(3):
        begin = time.perf_counter()
        for _ in range(times):
            work()
        best = min(best, time.perf_counter() - begin)
    return best / times


def show(label: str, ours: float, known: str, theirs: float) -> None:
    """Print a line of the table."""
    print(f"{label:44} {ours * 1e3:10.4f} ms   x {ours / theirs:8.2f} of {known}")


def refused(data: str, folder: Path) -> None:
    """Read a hostile drawing; each try has a file of its own, since what was read is remembered."""
    file = folder / f"{time.perf_counter_ns()}.svg"
    file.write_text(data, encoding="utf-8")
    try:
        art.read_svg(file)
    except art.ArtError:
        return
    raise SystemExit("a hostile drawing was not refused")


def main() -> None:
    """Print the table."""
    fields = "".join(f"  field_{n}: {n if n % 3 else f'value {n}'}\n" for n in range(14))
    fleet = "".join(f"ship-{n}:\n{fields}" for n in range(2000))
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    known = seconds(lambda: yaml.load(fleet, Loader=loader))
    show("YAML, 2,000 mappings", seconds(lambda: parse_text(fleet, "fleet.yaml", Problems())), "yaml.load", known)
    hostile = {"200,000 brackets": "[" * 200_000, "an alias bomb": bomb(), "100,000 same keys": "k: 1\n" * 100_000}
    for label, text in hostile.items():
        show(f"YAML, {label}", seconds(lambda text=text: parse_text(text, "bad.yaml", Problems())), "yaml.load", known)
    formula, values = compile_formula("points / 2 / hull", ["points", "hull"]), {"points": 95, "hull": 19}
    plain = seconds(lambda: Fraction(values["points"]) / 2 / values["hull"], 2000)
    show("a formula", seconds(lambda: formula.evaluate(values), 2000), "the sum in Python", plain)
    with tempfile.TemporaryDirectory() as name:
        folder, svg = Path(name), ART.read_text(encoding="utf-8")
        sound = folder / "sound.svg"
        sound.write_text(svg, encoding="utf-8")
        begin = time.perf_counter()
        art.read_svg(sound)
        known = time.perf_counter() - begin
        for label, data in (("100,000 paths", HEAD + '<path d="M0 0h1"/>' * 100_000 + "</svg>"),
                            ("20,000 nested groups", HEAD + "<g>" * 20_000 + "</g>" * 20_000 + "</svg>"),
                            ("itself within itself", HEAD + '<g id="a"><use href="#a"/></g></svg>')):
            show(f"a drawing, {label}", seconds(lambda data=data: refused(data, folder)), "a sound drawing", known)


def bomb() -> str:
    """Return aliases that expand to billions of values."""
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return "\n".join(rows)


if __name__ == "__main__":
    main()
