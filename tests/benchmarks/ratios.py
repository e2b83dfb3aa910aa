"""Time of bulk work beside plain calls of reportlab, in one run: records of 2,000 ships, and a pack.

    python tests/benchmarks/ratios.py [--rounds N] [SCRIPT]

SCRIPT draws the same with reportlab alone: it is called with a number of ships and the file to write. Without one,
the records of plain.py are drawn. Seconds are of the processor, the best of the rounds (5), which run in turn. Ends
with 1 where a ratio is higher than it may be.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

import whole
from measure import HERE, PLAIN, PRINTSHOP, time_processes

sys.path.insert(0, str(HERE.parent))
from budgets.calls import make_ships_file

MOST = {"records of 2,000 ships": 0.75, "pack of an Iron Stars battle, PDF and SVG": 0.85}


def main() -> int:
    """Measure both and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each start compiles all modules again
    with tempfile.TemporaryDirectory() as folder:
        ships, out = Path(folder, "ships.yaml"), ("-o", folder)
        ships.write_text(make_ships_file(2_000), encoding="utf-8")
        script = (sys.executable, str(arguments.script.resolve())) if arguments.script else (*PLAIN, "records")
        commands = ((*PRINTSHOP, "make", "records", str(ships), *out), (*PRINTSHOP, "pack", whole.PACK, *out))
        time_processes(1, *commands)  # compiles the modules
        *ours, (plain, _) = time_processes(arguments.rounds, *commands,
                                           (*script, "2000", str(Path(folder) / "plain.pdf")))
    print(f"{'reportlab alone, 2,000 ships':44} {plain:.2f} s")
    good = True
    for (what, most), (seconds, _) in zip(MOST.items(), ours, strict=True):
        good = good and seconds <= most * plain
        print(f"{what:44} {seconds:.2f} s, ratio {seconds / plain:.2f}, at most {most}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
