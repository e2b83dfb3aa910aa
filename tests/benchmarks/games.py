"""How long everything of every game takes, from YAML to PDF: `make all`, a process for each game, in one run.

    python tests/benchmarks/games.py [rounds]

Prints the best of the rounds for each game, its pages, and the sum; then where the time of all of them goes.
"""

from __future__ import annotations

import contextlib
import cProfile
import io
import pstats
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

import pypdfium2

from printshop.catalogue import games

DEEP = 12  # functions shown


def run(key: str, folder: str) -> tuple[float, int]:
    """Return the seconds that `make all` of a game takes, and how many pages it writes."""
    begin = time.perf_counter()
    done = subprocess.run([sys.executable, "-m", "printshop", "make", "all", key, "-o", folder], check=True,
                          capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    return seconds, sum(_pages(Path(line)) for line in done.stdout.splitlines() if line.endswith(".pdf"))


def _pages(path: Path) -> int:
    with pypdfium2.PdfDocument(path) as document:
        return len(document)


def profile(folder: str) -> None:
    """Print where one process spends its time that makes everything of every game."""
    from printshop.cli import main

    watch = cProfile.Profile()
    with contextlib.redirect_stdout(io.StringIO()):
        watch.enable()
        for key in games():
            main(["make", "all", key, "-o", folder], standalone_mode=False)
        watch.disable()
    out = io.StringIO()
    stats = pstats.Stats(watch, stream=out)
    stats.sort_stats("tottime").print_stats(DEEP)
    own: dict[str, float] = defaultdict(float)
    for (file, _, _), (_, _, seconds, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        parts = Path(file).parts
        own["/".join(parts[parts.index("printshop"):][:2]) if "printshop" in parts else "libraries"] += seconds
    print(out.getvalue())
    for name, seconds in sorted(own.items(), key=lambda pair: -pair[1])[:DEEP]:
        print(f"{name:32} {seconds:6.2f} s")


def bench(rounds: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        best: dict[str, tuple[float, int]] = {}
        for _ in range(rounds):
            for key in games():
                best[key] = min(best.get(key, (1e9, 0)), run(key, folder))
        for key, (seconds, pages) in best.items():
            print(f"{key:20} {pages:5} pages  {seconds:6.2f} s")
        print(f"{'together':20} {sum(pages for _, pages in best.values()):5} pages  "
              f"{sum(seconds for seconds, _ in best.values()):6.2f} s")
        profile(folder)


if __name__ == "__main__":
    bench(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
