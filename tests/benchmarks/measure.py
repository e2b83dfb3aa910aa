"""Measures of cost: processor seconds, which other programs hardly change, and memory."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

HERE = Path(__file__).resolve().parent
PRINTSHOP = (sys.executable, "-m", "printshop")
PLAIN = (sys.executable, str(HERE / "plain.py"))
# The memory of the parent counts as memory of the process: so a small process starts the measured one.
USAGE = ("import resource, subprocess, sys; code = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode; "
         "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
         "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024); sys.exit(code)")


@dataclass(frozen=True)
class Row:
    """One line of the table: the cost of some work, the cost of plain work to compare with, and the limits."""

    what: str
    seconds: float
    beside: str
    plain: float
    megabytes: float = 0.0
    most: float = 0.0  # the greatest ratio to the plain work
    most_seconds: float = 0.0
    most_megabytes: float = 0.0

    @property
    def good(self) -> bool:
        """Whether the costs are within all limits that are set."""
        pairs = ((self.seconds / self.plain, self.most), (self.seconds, self.most_seconds),
                 (self.megabytes, self.most_megabytes))
        return all(value <= limit for value, limit in pairs if limit)


def time_processes(rounds: int, *commands: tuple[str, ...]) -> list[tuple[float, float]]:
    """Run whole processes in turn; return the seconds and the megabytes of each, the best of the rounds."""
    runs: list[list[tuple[float, float]]] = [[] for _ in commands]
    for _ in range(rounds):
        for own, command in zip(runs, commands, strict=True):
            own.append(_process(command))
    return [min(own) for own in runs]


def _process(command: tuple[str, ...]) -> tuple[float, float]:
    process = subprocess.run([sys.executable, "-c", USAGE, *command], capture_output=True, text=True,
                             check=False)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{process.stderr}")
    seconds, memory = process.stdout.split()
    return float(seconds), float(memory)


def time_calls(rounds: int, *works: Callable[[], object]) -> list[float]:
    """Call functions in turn in this process, each once before the measured calls; return the best seconds of each."""
    for work in works:
        work()
    best = [float("inf")] * len(works)
    for _ in range(5 * rounds):
        for place, work in enumerate(works):
            best[place] = min(best[place], _seconds(work))
    return best


def _seconds(work: Callable[[], object]) -> float:
    gc.collect()
    times = 0
    begin = end = time.process_time()
    while end - begin < 0.005:  # quick work is repeated, because the clock is coarse
        work()
        times += 1
        end = time.process_time()
    return (end - begin) / times


def table(rows: dict[str, list[Row]], before: str = "", earlier: Mapping[str, float] | None = None) -> Iterator[str]:
    """Yield the lines of the table as Markdown. `earlier` has the seconds of the revision `before`, by row."""
    column, line = (f" CPU, {before} |", "--:|") if before else ("", "")
    yield f"| | CPU | MB | beside | CPU | ratio | at most |{column}"
    yield f"|---|--:|--:|---|--:|--:|--:|{line}"
    for name, own in rows.items():
        yield f"| **{name}** | | | | | | |{' |' * bool(before)}"
        for row in own:
            seconds = (earlier or {}).get(row.what, 0.0)
            then = f" {_time(seconds)} |" if seconds else " |" * bool(before)
            limits = [f"{row.most:g}" if row.most else "", _time(row.most_seconds) if row.most_seconds else "",
                      f"{row.most_megabytes:g} MB" if row.most_megabytes else ""]
            most = ", ".join(filter(None, limits)) + ("" if row.good else " **missed**")
            yield (f"| {row.what} | {_time(row.seconds)} | {_number(row.megabytes)} | {row.beside} "
                   f"| {_time(row.plain)} | {_number(row.seconds / row.plain)} | {most} |{then}").replace("|  ", "| ")


def _number(value: float) -> str:
    return f"{value:.{0 if value >= 20 else 2}f}" if value else ""


def _time(seconds: float) -> str:
    if seconds < 1e-4:
        return f"{seconds * 1e6:.2f} µs"
    return f"{seconds:.2f} s" if seconds >= 0.3 else f"{seconds * 1e3:.{0 if seconds >= 0.02 else 2}f} ms"
