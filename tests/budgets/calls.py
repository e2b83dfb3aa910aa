"""Numbers of calls of printshop's functions for fixed workloads: the same on every machine, unlike seconds.

    python tests/budgets/calls.py                 count all workloads and compare them with the budget
    python tests/budgets/calls.py --renew         write what they need now to calls.json, as the new budget

Counted are the calls of Python functions in files below the package's folder, resumed generators among them, and the
bodies of modules and classes. Calls within libraries are not: they depend on the versions that are installed. Each
workload runs once, in a process of its own whose environment says nothing of the machine: a fixed hash seed, an empty
folder, no settings, no terminal. Numbers are those of Python 3.11: from 3.12 on comprehensions are no calls.
"""

from __future__ import annotations

import contextlib
import cProfile
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUDGET = HERE / "calls.json"
VERSION = (3, 11)
TOLERANCE = 0.03  # share of the budget by which a workload may need more calls, or fewer
RENEW = "python tests/budgets/calls.py --renew"

SHIP = ("- {{name: Ship {n}, side: britain, type: {type}, points: {points}, hull: {hull}, armour: {armour}, "
        "thrust: {thrust}, primary: {p}/d8 x2, secondary: {s}/d6 x1, light_guns: {l}, torpedoes: {t}/d6 x2}}\n")
TYPES = "Destroyer", "Light Cruiser", "Cruiser", "Battlecruiser"
ENVIRONMENT_NAMES = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH",
                     "DYLD_LIBRARY_PATH")  # what Python itself may need to start


class Workload(NamedTuple):
    """A counted run of the command line or, with no `words`, an edit of a value of a unit in the workshop.

    The file ships.yaml has a number of `ships`. Where there are `fewer`, the calls for each ship are counted,
    too: the difference between both numbers of ships.
    """

    words: tuple[str, ...] = ()
    ships: int = 0
    fewer: int = 0


WORKLOADS = {
    "records of 400 ships": Workload(("make", "records", "ships.yaml", "-o", "out"), 400, 200),
    "counters of 400 ships": Workload(("make", "counters", "ships.yaml", "-o", "out"), 400, 200),
    "check of 200 ships": Workload(("check", "ships.yaml"), 200),
    "check of a game": Workload(("check", "iron_stars")),
    "pack of a battle, PDF and SVG": Workload(("pack", "iron_stars/meeting_engagement", "-o", "out")),
    "one record": Workload(("make", "records", "iron_stars", "Golem", "-o", "out")),
    "one record redrawn in the workshop": Workload(),
}


def count_calls(name: str) -> dict[str, int]:
    """Run a workload; return its calls by what they are for: the whole and, if it is counted, each ship."""
    workload = WORKLOADS[name]
    calls = {name: _count_in_process(name, workload.ships)}
    if workload.fewer:
        fewer = _count_in_process(name, workload.fewer)
        calls[name.replace(str(workload.ships), str(workload.fewer))] = fewer
        each = (calls[name] - fewer) / (workload.ships - workload.fewer)
        calls[f"{name.partition(' ')[0]} of each ship"] = round(each)
    return calls


def find_excess(calls: dict[str, int], budget: dict[str, int]) -> list[str]:
    """Say of all calls that are too many how many, and of those that are far fewer that the budget should say so."""
    text = []
    for name, count in calls.items():
        allowed = budget.get(name, 0)
        share = count / allowed - 1 if allowed else 1.0
        if share > TOLERANCE:
            text.append(f"{name}: {count:,} calls, {share:+.1%} of the {allowed:,} in the budget. Find out what calls "
                        f"more (tests/benchmarks/trace.py says which functions run); if the growth has a reason, say "
                        f"it in the commit and write: {RENEW}")
        elif share < -TOLERANCE:
            text.append(f"{name}: {count:,} calls, {share:+.1%} of the {allowed:,} in the budget. It has become "
                        f"faster; so that it stays so, write: {RENEW}")
    return text


def make_ships_file(count: int) -> str:
    """Return the text of a file with `count` ships for Iron Stars."""
    lines = (SHIP.format(n=n, type=TYPES[n % 4], points=5 + n * 37 % 120, hull=4 + n * 19 % 32, armour=n * 5 % 6,
                         thrust=2 + n * 7 % 9, p=1 + n * 5 % 6, s=1 + n * 11 % 8, l=1 + n * 7 % 12, t=1 + n * 13 % 8)
             for n in range(1, count + 1))
    return f"extends: iron_stars\nships:\n{''.join(lines)}"


def _count_in_process(name: str, ships: int) -> int:
    """Return how many functions are called for a workload with a number of ships."""
    with tempfile.TemporaryDirectory() as folder:
        if ships:
            Path(folder, "ships.yaml").write_text(make_ships_file(ships), encoding="utf-8")
        environment = {key: os.environ[key] for key in ENVIRONMENT_NAMES if key in os.environ} | {
            "PYTHONHASHSEED": "0", "PYTHONPATH": str(ROOT), "PRINTSHOP_CONFIG": "none", "COLUMNS": "80"}
        run = subprocess.run([sys.executable, "-s", __file__, "--one", name], cwd=folder, env=environment, text=True,
                             capture_output=True, check=False, stdin=subprocess.DEVNULL, encoding="utf-8")
    if run.returncode:
        raise RuntimeError(f"{name} ended with {run.returncode}:\n{run.stderr}")
    return int(run.stdout.split()[-1])


def _count(work: Callable[[], object]) -> int:
    """Return how many functions of printshop a piece of work calls."""
    folder = f"{ROOT / 'printshop'}{os.sep}"
    profile = cProfile.Profile(subcalls=False, builtins=False)
    profile.enable()
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            work()
    except SystemExit as end:
        if end.code:
            raise
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats()
               if not isinstance(entry.code, str) and entry.code.co_filename.startswith(folder))


def _command(*words: str) -> None:
    from printshop.cli import main

    main(words)


def _make_redraw() -> Callable[[], object]:
    """Return what changes a figure of a unit once more, as a key in the workshop does, and draws its record."""
    from printshop.workshop import editor_api, new_games_api
    from printshop.workshop import workspace as workspaces
    from printshop.workshop.workspace import Workspace

    workspace = Workspace(Path())
    file = str(new_games_api.create_entry(
        workspace, "iron_stars", {"section": "unit", "title": "Own ship", "like": "Golem"})["file"])

    def change(hull: str = "22") -> None:
        stamp = workspaces.make_stamp(workspaces.read_file_text(workspace.resolve_yaml_file(file)))
        edits = [{"do": "set", "path": ["ships", 0, "hull"], "value": {"yaml": hull}}]
        reply = editor_api.edit_document(workspace, file, stamp, edits, {"path": ["ships", 0]})
        if not reply["drawing"]["pages"] or reply["problems"]:
            raise RuntimeError(f"nothing was drawn: {reply['problems']}")

    for hull in ("20", "21"):  # as in a workshop that is open for a while
        change(hull)
    return change


def _main(arguments: list[str]) -> int:
    if arguments[:1] == ["--one"]:
        words = WORKLOADS[arguments[1]].words
        print(_count(_make_redraw()) if not words else _count(lambda: _command(*words)))
        return 0
    if sys.version_info[:2] != VERSION:
        print(f"the budget is for Python {VERSION[0]}.{VERSION[1]}", file=sys.stderr)
        return 1
    budget = json.loads(BUDGET.read_text(encoding="utf-8")) if BUDGET.exists() else {}
    calls = {what: count for name in WORKLOADS for what, count in count_calls(name).items()}
    for name, count in calls.items():
        print(f"{count:12,}  {name}" + (f"  {count / budget[name] - 1:+.1%}" if name in budget else ""))
    if "--renew" in arguments:
        BUDGET.write_text(json.dumps(calls, indent=2) + "\n", encoding="utf-8")
        return 0
    message = find_excess(calls, budget)
    print("\n".join(message), file=sys.stderr)
    return int(bool(message))


if __name__ == "__main__":
    sys.exit(_main(sys.argv[1:]))
