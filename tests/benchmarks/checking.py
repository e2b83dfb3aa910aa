"""How long it takes to know what is wrong, each beside something known, in one run.

    python tests/benchmarks/checking.py [rounds]

`printshop check` of fleets beside Python's bare start and beside PyYAML reading the same file; memory of the largest;
and what `printshop watch` does on a save of one ship, in a warm process, for every game that comes with printshop. All
of it in seconds of the processor, which other programs do not lengthen much; the best of the rounds.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import fleet

from printshop.catalogue import games
from printshop.products.product import Settings
from printshop.publishing import Printing
from printshop.render import Options
from printshop.workshop.watching import Rebuilder, find_target

READ = "import sys, yaml; yaml.load(open(sys.argv[1]), Loader=getattr(yaml, 'CSafeLoader', yaml.SafeLoader))"
USED = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "used = resource.getrusage(resource.RUSAGE_CHILDREN); "
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)")


def used(rounds: int, *command: str) -> tuple[float, float]:
    """Return the seconds and the megabytes that a process needs."""
    runs = []
    for _ in range(rounds):
        done = subprocess.run([sys.executable, "-c", USED, sys.executable, *command], check=True, capture_output=True,
                              text=True)
        seconds, memory = done.stdout.split()
        runs.append((float(seconds), float(memory)))
    return min(runs)


def fleets(rounds: int, folder: Path) -> None:
    """Print the table of fleets."""
    bare, _ = used(rounds, "-c", "pass")
    print(f"{'python -c pass':28} {bare:6.2f} s")
    for count in (200, 2_000, 20_000):
        game = fleet.write(count, folder / f"fleet{count}")
        read, _ = used(rounds, "-c", READ, str(game / "ships.yaml"))
        check, memory = used(rounds, "-m", "printshop", "check", str(game))
        print(f"{f'check of {count:,} ships':28} {check:6.2f} s, {check / bare:5.0f} x bare Python, "
              f"{check / read:4.1f} x PyYAML reading the file ({read:.2f} s), {memory:.0f} MB")


def saves(rounds: int) -> None:
    """Print what a save of one ship costs: of a file with her alone, and of the folder with all."""
    printing = Printing(Path("output"), ("pdf",), Settings(), Options())
    for key, source in games().items():
        shutil.copytree(source, key)
        every = Rebuilder(find_target(f"./{key}"), (), printing)
        every.make()
        assert every.game
        unit = next(iter(every.game.units.values()))
        assert unit.span
        path = Path(unit.span.file)
        for label, maker in (("all", every), ("her file", Rebuilder(find_target(f"./{path}"), (), printing))):
            maker.make()
            best = min(_seconds(maker, path) for _ in range(3 * rounds))
            print(f"{f'save of {unit.name}, {label}':36} {best:6.3f} s  {key}")


def _seconds(maker: Rebuilder, path: Path) -> float:
    begin = time.process_time()
    outcome = maker.make(frozenset([path]))
    assert outcome.good, outcome.lines
    return time.process_time() - begin


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        gc.set_threshold(200_000, 50, 100)  # as the command line does
        fleets(times, Path(name))
        saves(times)
    print(f"this process took {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
