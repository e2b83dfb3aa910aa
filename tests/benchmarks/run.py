"""Costs of printshop, each beside plain drawing calls of a library or bare reading, in one run.

    python tests/benchmarks/run.py [--rounds N] [--before REVISION] [--keep] [NAME ...]

Seconds are of the processor, the best of the rounds (3); what is compared runs in turn. `--keep` writes the whole
table to RESULTS.md beside this file. Without names all are run, which takes a few minutes. With `--before` the whole
processes of an earlier revision are measured in the same run, by the scripts of today, and have a column of their own.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import whole
from measure import HERE, PRINTSHOP, Row, table, time_processes

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = HERE.parents[1]
WHOLE = ("start", "products", "everything", "records", "counters", "check")  # whole processes, which every revision has
# The module of each benchmark. It is imported for its run, because an earlier revision lacks modules that others need.
NAMES = {**dict.fromkeys(WHOLE, "whole"), **dict.fromkeys(("load", "page", "save", "hexes", "limits"), "warm"),
         "workshop": "page"}


def main() -> None:
    """Run the chosen benchmarks and print the table."""
    parser = argparse.ArgumentParser(description=f"{__doc__}\nNAMES: {', '.join(NAMES)}",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--before", default="", metavar="REVISION")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--seconds", action="store_true", help=argparse.SUPPRESS)  # as JSON, for `--before`
    asked = parser.parse_args()
    if stray := {*asked.names} - {*NAMES}:
        parser.error(f"no {', '.join(stray)}; known: {', '.join(NAMES)}")
    gc.set_threshold(200_000, 50, 100)  # as the command line does
    compiled = tempfile.TemporaryDirectory()  # for compiled modules, as in ordinary runs
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = compiled.name
    time_processes(1, (*PRINTSHOP, "check"), (*PRINTSHOP, "pack", whole.PACK, "-o", compiled.name))
    if asked.seconds:
        print(json.dumps({row.what: row.seconds for name in asked.names for row in run_benchmark(name, asked.rounds)}))
        return
    rows: dict[str, list[Row]] = {}
    earlier: dict[str, float] = {}
    with check_out(asked.before) as tree:
        for name in asked.names or NAMES:
            print(f"{name} ...", file=sys.stderr, flush=True)
            rows[name] = run_benchmark(name, asked.rounds)
            if tree and name in WHOLE:
                earlier |= read_seconds(tree, name, asked.rounds)
            print("\n".join(table({name: rows[name]}, asked.before, earlier)), file=sys.stderr, flush=True)
            if asked.keep:
                (HERE / "RESULTS.md").write_text("\n".join((make_head(), "", *table(rows, asked.before, earlier), "")),
                                                 encoding="utf-8")
    print("\n".join((make_head(), "", *table(rows, asked.before, earlier))))


def run_benchmark(name: str, rounds: int) -> list[Row]:
    """Run the benchmark with a name, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # `list` looks into the current folder
        rows: list[Row] = getattr(import_module(NAMES[name]), name)(rounds, Path(folder))
        os.chdir(HERE)
    return rows


@contextmanager
def check_out(revision: str) -> Iterator[Path | None]:
    """Yield a folder with all files of an earlier revision and the present benchmarks; None without a revision."""
    if not revision:
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        files = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=files, check=True)
        shutil.copytree(HERE, Path(folder, "tests", "benchmarks"), dirs_exist_ok=True)
        yield Path(folder)


def read_seconds(tree: Path, name: str, rounds: int) -> dict[str, float]:
    """Return the seconds of each row for another revision; {} if it cannot run the benchmark."""
    run = subprocess.run(
        [sys.executable, str(tree / "tests" / "benchmarks" / "run.py"), "--seconds", "--rounds", str(rounds), name],
        env={**os.environ, "PYTHONPATH": str(tree)}, capture_output=True, text=True, check=False)
    if run.returncode:
        print(f"{name} of the earlier revision: {run.stderr.strip()[-500:]}", file=sys.stderr)
        return {}
    seconds: dict[str, float] = json.loads(run.stdout)
    return seconds


def make_head() -> str:
    """Return the head of the table: the command, the date, the revision and the machine."""
    command = shlex.join(("python", "tests/benchmarks/run.py", *sys.argv[1:]))
    revision, changed = (subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout
                         for words in (("rev-parse", "--short", "HEAD"), ("status", "--porcelain", "printshop")))
    cpu = next((line.partition(": ")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), platform.processor()) if Path("/proc/cpuinfo").exists() else ""
    return (f"# What printshop costs\n\n`{command}`: seconds of the processor, each beside something plain in the same "
            f"run.\n\n{datetime.now(UTC):%Y-%m-%d}, "
            f"revision {revision.strip()}{' and changes' if changed else ''}, "
            f"Python {platform.python_version()}, {cpu}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
