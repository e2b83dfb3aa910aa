"""Put single faults into printshop, one at a time, and run the tests: do they notice?

`nice python tests/tools/single_faults.py` draws 60 of them: a sign, a comparison, a number, "and" for "or", a truth, a
"not", on lines of code that are drawn evenly; words that people read, annotations and what is raised are left alone.
Each is put into a temporary copy in which the tests that run over its line are run, those that run over least first; a
fault is noticed where one fails. It prints each fault, marks those that nobody noticed, and ends with the share that
was. Look at each of these: some change nothing that can be seen, the others are holes.

Which tests run over a line is known from one run of all of them under `coverage` (to be installed for this script). It
takes half an hour of the processor and is kept among the temporary files for as long as no line of printshop changes;
tests that are new or have changed since are added to it.
"""

from __future__ import annotations

import argparse
import ast
import bisect
import hashlib
import io
import json
import os
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import tokenize
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[2]
SELF = f"tools.{Path(__file__).stem}"
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
FIRST = 3  # as many files of tests are tried before all the others: most faults are noticed by them
LONGEST = 180  # seconds that a run of tests may take
MEMORY = 6 << 30  # bytes that a test may take

COMPARISONS = {ast.Lt: ("<", "<= >="), ast.LtE: ("<=", "< >"), ast.Gt: (">", ">= <="), ast.GtE: (">=", "> <"),
               ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not_in"), ast.Is: ("is", "is_not")}
ARITHMETIC = {ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "/"), ast.Div: ("/", "*"),
              ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "//")}
CONNECTIVES = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
SIGNS = {ast.USub: ("-", "+"), ast.Not: ("not", "")}


class Fault(NamedTuple):
    """A place in a file, by its line and by characters from the start of the text, and what stands there instead.

    `lines` are those of the statement round it, `names` those that the statement gives to something.
    """

    path: str
    line: int
    start: int
    end: int
    instead: str
    lines: range
    names: frozenset[str]


class Reader(ast.NodeVisitor):
    """Finds what could be wrong in a file."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.faults = path, list[Fault]()
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._lines = text.splitlines()
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        self._tokens = [(self._starts[row - 1] + column, token) for _, token, (row, column), *_ in tokens]
        self._around: list[ast.stmt] = []
        self.visit(ast.parse(text))

    def _place(self, line: int, column: int) -> int:
        """Return a place in the text; the columns of trees count bytes."""
        return self._starts[line - 1] + len(self._lines[line - 1].encode()[:column].decode())

    def _ends(self, node: ast.expr) -> tuple[int, int]:
        return (self._place(node.lineno, node.col_offset),
                self._place(node.end_lineno or node.lineno, node.end_col_offset or 0))

    def _note(self, line: int, start: int, end: int, instead: str) -> None:
        inner = self._around[-1]
        last = getattr(inner, "body", None)  # of what has a body, its head is meant
        names = {name.id for name in ast.walk(inner) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)}
        names |= {one.name for one in self._around if isinstance(one, (ast.FunctionDef, ast.ClassDef))}
        lines = range(inner.lineno, (last[0].lineno if last else inner.end_lineno or inner.lineno) + (not last))
        self.faults.append(Fault(self.path, line, start, end, instead, lines, frozenset(names)))

    def _operator(self, left: int, right: int, was: str, instead: str) -> None:
        """Note the operator between two places."""
        at = bisect.bisect_left(self._tokens, (left, ""))
        for start, token in self._tokens[at:]:
            if start >= right:
                return
            if token == was:
                line = bisect.bisect_right(self._starts, start)
                self._note(line, start, start + len(token), instead.replace("_", " "))
                return

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.Raise, ast.Assert, ast.JoinedStr)):
            return
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            return
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return  # of zip(): as an assertion
        if isinstance(node, ast.stmt):
            self._around.append(node)
        for name in node._fields:
            if name in {"annotation", "returns", "decorator_list"}:
                continue
            value = getattr(node, name)
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    self.visit(part)
        self._look(node)
        if isinstance(node, ast.stmt):
            self._around.pop()

    def _look(self, node: ast.AST) -> None:
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                for before, operator, after in zip([left, *others], ops, others, strict=False):
                    was, instead = COMPARISONS.get(type(operator), ("", ""))
                    for one in instead.split():
                        self._operator(self._ends(before)[1], self._ends(after)[0], was, one)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
                if not any(_is_joined(one) for one in (left, right)):
                    self._operator(self._ends(left)[1], self._ends(right)[0], *ARITHMETIC[type(operator)])
            case ast.AugAssign(target=left, op=operator, value=right) if type(operator) in ARITHMETIC:
                was, instead = ARITHMETIC[type(operator)]
                self._operator(self._ends(left)[1], self._ends(right)[0], f"{was}=", f"{instead}=")
            case ast.BoolOp(op=operator, values=values):
                for left, right in pairwise(values):
                    self._operator(self._ends(left)[1], self._ends(right)[0], *CONNECTIVES[type(operator)])
            case ast.UnaryOp(op=operator, operand=operand) if type(operator) in SIGNS:
                self._operator(self._ends(node)[0], self._ends(operand)[0], *SIGNS[type(operator)])
            case ast.Constant(value=bool() | int() | float() as value):
                for one in _list_wrong_numbers(value):
                    self._note(node.lineno, *self._ends(node), repr(one))


def _is_joined(node: ast.expr) -> bool:
    """Say whether texts or lists are put together: what else could be done to them would be noticed at once."""
    return isinstance(node, (ast.JoinedStr, ast.Tuple, ast.List)) or isinstance(getattr(node, "value", 0), str)


def _list_wrong_numbers(value: float) -> list[float]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1] if value > 0 else [value + 1]
    return [round(value * 1.25, 9), round(value * 0.8, 9)] if value else [1.0]


def draw(count: int, random: Random, within: str = "") -> list[Fault]:
    """Return faults on lines of code, drawn evenly from all lines that can have one, in files whose path has a text."""
    on_lines: dict[tuple[str, int], list[Fault]] = defaultdict(list)
    for path in (path for path in _files("printshop", "*.py") if within in path):
        for fault in Reader(path, (ROOT / path).read_text(encoding="utf-8")).faults:
            on_lines[fault.path, fault.line].append(fault)
    places = random.sample(sorted(on_lines), min(count, len(on_lines)))
    return [random.choice(on_lines[place]) for place in places]


class Cover:
    """Which tests run over a line, and how long each takes, in seconds of the processor."""

    def __init__(self) -> None:
        files = {path: hashlib.sha256((ROOT / path).read_bytes()).hexdigest()
                 for path in (*_files("printshop", "*.py"), *_files("tests", "test_*.py"))}
        package = {path: digest for path, digest in files.items() if path.startswith("printshop/")}
        key = hashlib.sha256(json.dumps(package).encode()).hexdigest()[:12]
        self.folder = Path(tempfile.gettempdir()) / f"printshop-covered-{key}"
        self.folder.mkdir(exist_ok=True)
        known = self._kept("files.json")
        fresh = [path for path in files if path not in package and files[path] != known.get(path)]
        if fresh:
            self._run(fresh if known else [])
            (self.folder / "files.json").write_text(json.dumps(files))
        self.seconds = {test: seconds for test, (seconds, sound) in self._kept("tests.json").items() if sound}
        self._rows = sqlite3.connect(self.folder / "lines", check_same_thread=False)
        counts = self._rows.execute("select context, count(*) from line_bits join context on context.id = context_id "
                                    "group by context")
        self._broad: dict[str, int] = dict(counts)  # how many modules a test runs over

    def _kept(self, name: str) -> dict[str, list[float]]:
        path = self.folder / name
        return json.loads(path.read_text()) if path.exists() else {}

    def _run(self, paths: Sequence[str]) -> None:
        """Run tests, or all, under coverage."""
        import coverage

        print(f"running {'changed' if paths else 'all'} tests under coverage")
        with tempfile.TemporaryDirectory() as name:
            _copy(Path(name))
            command = ["-n", "2" if not paths else "1", "-q", *paths]
            subprocess.run(_pytest(command), cwd=name, env=_environment(name, {"cover": str(self.folder)}), check=False)
        data = coverage.CoverageData(str(self.folder / "lines"))
        tests = self._kept("tests.json")
        for path in self.folder.glob("part-*"):
            part = coverage.CoverageData(str(path))
            part.read()
            data.update(part)
            path.unlink()
        for path in self.folder.glob("times-*"):
            tests |= json.loads(path.read_text())
            path.unlink()
        data.write()
        (self.folder / "tests.json").write_text(json.dumps(tests))

    @cache  # noqa: B019 - there is one
    def _tests(self, path: str) -> dict[int, set[str]]:
        from coverage.numbits import numbits_to_nums

        result = defaultdict(set)
        rows = self._rows.execute("select context, numbits from line_bits join context on context.id = context_id "
                                  "join file on file.id = file_id where file.path like ?", (f"%/{path}",))
        for context, numbits in rows:
            for line in numbits_to_nums(numbits) if context in self.seconds else ():
                result[line].add(context)
        return result

    def over(self, fault: Fault) -> set[str]:
        """Return the tests that run over a line; of one that runs on import, those over lines with the names in it."""
        here = self._tests(fault.path)
        results = set[str]().union(*(here[line] for line in fault.lines))
        names = re.compile(rf"\b({'|'.join(fault.names)})\b")
        for path in [fault.path, *_files("printshop", "*.py")] if fault.names and not results else ():
            lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
            there = self._tests(path)
            results |= set[str]().union(*(there[at] for at, line in enumerate(lines, 1) if names.search(line)))
            if results and path == fault.path:
                break
        return results

    def batches(self, path: str, tests: set[str], budget: float) -> Iterator[list[str]]:
        """Yield tests to run, up to the budget: mirrored ones and the most specific first, then the quickest."""
        files: dict[str, list[str]] = defaultdict(list)
        for test in sorted(tests, key=lambda one: (self.seconds[one], one)):
            files[test.split("::")[0]].append(test)
        if not files:
            return
        near = sorted(files, key=lambda file: sum(self._broad[test] for test in files[file][:9]) / len(files[file][:9]))
        near.sort(key=lambda file: not is_mirrored(path, file))
        first = self._within([test for file in near[:FIRST] for test in files[file]], budget / 3)
        yield first
        one_each = [files[file].pop(0) for file in near]
        others = sorted((test for file in near for test in files[file]), key=self.seconds.__getitem__)
        if rest := self._within([test for test in (*one_each, *others) if test not in set(first)], 2 * budget / 3):
            yield rest

    def _within(self, tests: list[str], budget: float) -> list[str]:
        chosen, spent = [], 0.0
        for test in tests:
            if not chosen or spent + self.seconds[test] <= budget:
                chosen.append(test)
                spent += self.seconds[test]
        return chosen


def is_mirrored(module: str, test_file: str) -> bool:
    """Return whether a file of tests stands at the mirrored place of a module.

    These are its own files; the page digests of its package; and for `__init__` all files of the package's folder.
    """
    folder, _, name = module.removeprefix("printshop/").removesuffix(".py").rpartition("/")
    own_folder = f"tests/{folder}/".replace("//", "/")
    starts = own_folder if name == "__init__" else (f"{own_folder}test_{name}", f"{own_folder}test_digests")
    return test_file.startswith(starts)


@cache
def _files(folder: str, pattern: str) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob(pattern))


def _copy(folder: Path) -> None:
    leave = shutil.ignore_patterns(".*", "__pycache__", "node_modules")
    for name in ("printshop", "tests", "data"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for name in ("README.md", "LICENSE", "pyproject.toml"):
        shutil.copy2(ROOT / name, folder)
    (folder / "output").mkdir()


def _pytest(arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", "pytest", "-p", SELF, "-p", "no:cacheprovider", *arguments]


def _environment(folder: str, task: dict[str, object]) -> dict[str, str]:
    """Return what a run of tests in a copy sees: always the same cases are drawn."""
    return {**os.environ, "CI": "1", "PYTHONHASHSEED": "0", "PYTHONPATH": f"{folder}:{folder}/tests",
            "SINGLE_FAULTS": json.dumps(task)}


def _runs(fault: Fault, folder: Path, cover: Cover | None, budget: float) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the files of tests of each run, and its environment."""
    if cover is None:
        if near := [path for path in _files("tests", "test_*.py") if is_mirrored(fault.path, path)]:
            yield near, _environment(str(folder), {})
        return
    for tests in cover.batches(fault.path, cover.over(fault), budget):
        task = _environment(str(folder), {"tests": {test: cover.seconds[test] for test in tests}})
        yield sorted({test.split("::")[0] for test in tests}), task


def find_noticing_test(fault: Fault, folder: Path, cover: Cover | None, budget: float, stamp: float) -> str:
    """Return which test notices a fault in a copy, "" for none; without a `cover` only mirrored tests are run."""
    path = folder / fault.path
    sound = path.read_text(encoding="utf-8")
    times = path.stat().st_mtime
    path.write_text(sound[:fault.start] + fault.instead + sound[fault.end:], encoding="utf-8")
    os.utime(path, (stamp, stamp))  # it distinguishes compiled files
    try:
        for files, task in _runs(fault, folder, cover, budget):
            try:
                process = subprocess.run(_pytest(["-n", "0", "-x", "-q", "--tb=no", "--no-header", *files]), cwd=folder,
                                         env=task, check=False, capture_output=True, text=True, timeout=LONGEST)
            except subprocess.TimeoutExpired:
                return f"{files[0]}: the run takes more than {LONGEST} s"
            if process.returncode not in {0, 5}:
                output = re.search(r"^(?:FAILED|ERROR) (\S+)", process.stdout, re.MULTILINE)
                return output[1] if output else f"the run ends with {process.returncode}"
    finally:
        path.write_text(sound, encoding="utf-8")
        os.utime(path, (times, times))
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, default=60, help="how many faults (60)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=60, help="seconds of tests, as measured, for a fault (60)")
    parser.add_argument("--jobs", type=int, default=1, help="how many faults at a time (1)")
    parser.add_argument("--only", metavar="TEXT", default="", help="those of the sample whose FILE:LINE has this in it")
    parser.add_argument("--within", metavar="TEXT", default="", help="draw from files whose path has this in it")
    parser.add_argument("--near", action="store_true", help="run only tests at the mirrored place; needs no coverage")
    chosen = parser.parse_args()
    sample = [fault for fault in draw(chosen.sample, Random(chosen.seed), chosen.within)
              if chosen.only in f"{fault.path}:{fault.line}"]
    cover = None if chosen.near else Cover()
    folders: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(chosen.jobs) as pool:
        for job in range(chosen.jobs):
            folders.put(Path(name) / str(job))
            _copy(Path(name) / str(job))

        def tell(number: int, fault: Fault) -> tuple[bool, bool]:
            folder, began = folders.get(), time.monotonic()
            by = find_noticing_test(fault, folder, cover, chosen.budget, 1e9 + 10 * number)
            folders.put(folder)
            text = (ROOT / fault.path).read_text(encoding="utf-8")
            line = text.splitlines()[fault.line - 1].strip()
            result = by or (f"{len(cover.over(fault))} tests" if cover else "no mirrored test")
            print(f"{'noticed ' if by else 'SURVIVED'} {fault.path}:{fault.line}: {text[fault.start:fault.end]} -> "
                  f"{fault.instead or 'nothing'}    {line}\n         {result}, {time.monotonic() - began:.0f} s",
                  flush=True)
            return bool(by), is_mirrored(fault.path, by.split("::")[0])

        seen = list(pool.map(tell, range(len(sample)), sample))
    print(f"{sum(by for by, _ in seen)} of {len(seen)} noticed, {sum(near for _, near in seen)} at the mirrored place")


# The functions below serve the runs of pytest that are started above: there this file is a plugin.
TASK = json.loads(os.environ.get("SINGLE_FAULTS", "{}"))
_measured: dict[str, list[float]] = {}
_tracer = None
if "cover" in TASK and WORKER:
    import coverage

    _tracer = coverage.Coverage(f"{TASK['cover']}/part-{WORKER}", source_pkgs=["printshop"], config_file=False)
    _tracer.start()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "tests" in TASK:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        order = {test: number for number, test in enumerate(TASK["tests"])}
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if "tests" in TASK:  # who takes far longer than it should goes in circles, and is ended; files for all may be made
        signal.setitimer(signal.ITIMER_PROF, 60 + 10 * TASK["tests"][item.nodeid])
    if _tracer:
        _tracer.switch_context(item.nodeid)
    began = time.process_time()
    done = yield
    _measured[item.nodeid] = [time.process_time() - began, *_measured.get(item.nodeid, [0, 1])[1:]]
    if _tracer:
        _tracer.switch_context("")
    return done


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if not report.passed:
        _measured[report.nodeid] = [0, 0]


def pytest_sessionfinish() -> None:
    if _tracer:
        _tracer.stop()
        _tracer.save()
        Path(TASK["cover"], f"times-{WORKER}.json").write_text(json.dumps(_measured))


if __name__ == "__main__":
    main()
