"""Side by side in one run: printshop from YAML to PDF against straight reportlab drawing of the same records.

    python tests/benchmarks/compare.py [rounds]

Whole processes, in turn, medians. reportlab is timed as it comes (pure Python) and with its accelerator, which
printshop has as a dependency. Then: is the cost linear to 20,000 ships, how much memory, how long does a pack take.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fleet

HERE = Path(__file__).resolve().parent


def timed(command: list[str], **environment: str) -> float:
    """Return the seconds that a process takes."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, **environment})
    return time.perf_counter() - begin


def peak(command: list[str]) -> float:
    """Return the peak memory of a process, in MB."""
    script = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
              "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    done = subprocess.run([sys.executable, "-c", script, *command], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024


def compare(rounds: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = {count: fleet.write(count, folder / f"fleet{count}") for count in (200, 2_000, 20_000)}
        printshop = [sys.executable, "-m", "printshop"]
        ours = {count: [*printshop, "make", "records", str(game), "-o", name] for count, game in games.items()}
        straight = [sys.executable, str(HERE / "straight.py"), "2000", str(folder / "straight.pdf")]
        pack = [*printshop, "pack", "iron_stars/meeting_engagement", "-o", name]
        runs: dict[str, list[float]] = {}
        for _ in range(rounds):
            runs.setdefault("printshop, 2,000 ships from YAML", []).append(timed(ours[2_000]))
            runs.setdefault("straight reportlab, as it comes", []).append(timed([*straight, "plain"]))
            runs.setdefault("straight reportlab, accelerated", []).append(timed(straight))
            runs.setdefault("pack of scenario one, PDF and SVG", []).append(timed(pack))
            runs.setdefault("printshop --help", []).append(timed([*printshop, "--help"]))
        medians = {label: statistics.median(times) for label, times in runs.items()}
        base = medians["printshop, 2,000 ships from YAML"]
        for label, seconds in medians.items():
            print(f"{label:36} {seconds:7.2f} s   x {seconds / base:5.2f}")
        for label in ("as it comes", "accelerated"):
            print(f"printshop takes {base / medians[f'straight reportlab, {label}']:.0%} of reportlab {label}")
        small, large = timed(ours[200]), timed(ours[20_000])
        print(f"200 ships {small:.2f} s, 20,000 ships {large:.2f} s: 2,000 to 20,000 costs "
              f"{(large - small) / (base - small):.1f} times 200 to 2,000 (11 is linear)")
        print(f"peak memory at 20,000 ships: {peak(ours[20_000]):.0f} MB")


if __name__ == "__main__":
    compare(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
