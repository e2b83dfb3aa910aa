"""What printshop costs, each beside something plain in one run: drawing calls of a library, or the bare reading.

    python tests/benchmarks/run.py [--rounds N] [--keep] [NAME ...]

Seconds are of the processor, the best of the rounds (3); what is compared runs in turn. `--keep` writes the whole
table to RESULTS.md beside this file. Without names all are run, which takes a few minutes.
"""

from __future__ import annotations

import argparse
import gc
import os
import platform
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import page
import warm
import whole
from measure import HERE, PRINTSHOP, Row, processes, table

ROOT = HERE.parents[1]
NAMES = {work.__name__: work for work in (
    whole.start, whole.products, whole.everything, whole.records, whole.counters, whole.check, warm.load, warm.page,
    warm.save, warm.hexes, warm.limits, page.workshop)}


def main() -> None:
    """Run what is asked for and print the table."""
    parser = argparse.ArgumentParser(description=f"{__doc__}\nNAMES: {', '.join(NAMES)}",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    if stray := {*asked.names} - {*NAMES}:
        parser.error(f"no {', '.join(stray)}; known: {', '.join(NAMES)}")
    gc.set_threshold(200_000, 50, 100)  # as the command line does
    compiled = tempfile.TemporaryDirectory()  # Python keeps what it compiles here, as it does for everybody
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = compiled.name
    processes(1, (*PRINTSHOP, "check"), (*PRINTSHOP, "pack", whole.PACK, "-o", compiled.name))
    rows: dict[str, list[Row]] = {}
    for name in asked.names or NAMES:
        print(f"{name} ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)  # `list` looks into the current folder
            rows[name] = NAMES[name](asked.rounds, Path(folder))
            os.chdir(HERE)
        print("\n".join(table({name: rows[name]})), file=sys.stderr, flush=True)
        if asked.keep:
            (HERE / "RESULTS.md").write_text("\n".join((head(), "", *table(rows), "")), encoding="utf-8")
    print("\n".join((head(), "", *table(rows))))


def head() -> str:
    """Say when and where this was measured, of which revision."""
    revision, changed = (subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout
                         for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "printshop")))
    cpu = next((line.partition(": ")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), platform.processor()) if Path("/proc/cpuinfo").exists() else ""
    return (f"# What printshop costs\n\n`python tests/benchmarks/run.py --keep`: seconds of the processor, each beside "
            f"something plain in the same run.\n\n{datetime.now(UTC):%Y-%m-%d}, "
            f"revision {revision.strip()}{' and changes' if changed else ''}, "
            f"Python {platform.python_version()}, {cpu}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
