"""Spoil the games' data at random: every result must be a problem or a printed page.

    python tests/tools/fuzz.py 20000 --seed 1

Each case is one file of one game, or a file that adds to one, or a fleet, mutated (see mutations.py), the game read,
and what the file is for laid out; every so often everything is. A case that ends in anything but problems or pages,
that takes more than 2 s of the processor beyond what the sound game takes, or more than 500 MB of memory, is told with
its number, by which `--only` finds it again, and the smallest part of its changes that does the same; then the exit
code is 1.
"""

from __future__ import annotations

import argparse
import difflib
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from itertools import combinations
from multiprocessing.connection import Connection, wait
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from printshop.cli.check_games import find_game_warnings
from printshop.fleet_files import load_fleet
from printshop.game.fleets import FleetOptions
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product, packs
from printshop.products.product import find_entries
from printshop.scaffold.yaml_writer import write_starter_game

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from helpers.paths import TOY
from helpers.problems import check_whole_game
from tools.mutations import OWN, Edit, apply, mutate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game

SECONDS = 2.0  # of the processor, beyond what the sound game takes
MEMORY = 500_000_000  # bytes
BATCH = 100  # cases that one process works on
LONGEST = 400  # characters of a line of a diff that are shown
WHOLE = 25  # everything is laid out once in this number of cases
PRODUCTS = {"maps": ("maps",), "forms": ("records", "cards"), "counters": ("counters",), "markers": ("markers",),
            "templates": ("templates",), "charts": ("charts",), "scenarios": ("booklet",),
            "game": ("records", "charts"), "mine": ("records", "cards", "booklet")}


class TooSlow(BaseException):
    """More time than allowed: no `except Exception` stops it."""


class Case(NamedTuple):
    """A changed file: its game or fleet, its path below the common folder, and its edits."""

    number: int
    game: str
    file: str
    edits: list[Edit]
    whole: bool



class Bed:
    """Copies of the games in a folder, and files of a player's own; one file is spoilt at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for key, path in find_shipped_games().items():
            shutil.copytree(path, folder / key)
        shutil.copytree(TOY, folder / "toy")
        write_starter_game(folder / "harbour")
        self.files = {path.parent.name: sorted(path.parent.rglob("*.yaml")) for path in folder.glob("*/game.yaml")}
        for name, text in OWN.items():
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            self.files[name] = [path]
        self.bytes = {path: path.read_bytes() for paths in self.files.values() for path in paths}
        self.sound: dict[tuple[str, bool], float] = {}

    def case(self, seed: int, number: int) -> Case:
        """Return a case: the same for the same seed and number, as long as the data is the same."""
        random = Random(f"{seed}:{number}")
        key = random.choice(sorted(self.files))
        path = random.choice(self.files[key])
        return Case(number, key, str(path.relative_to(self.folder)), mutate(self.bytes[path], random),
                    number % WHOLE == 0)

    def measure(self) -> None:
        """Measure how long the sound games take; what is remembered of them is then warm."""
        for key in self.files:
            for whole in (False, True):
                begin = time.process_time()
                work(self.folder / key, "any/game.yaml", whole)
                self.sound[key, whole] = time.process_time() - begin

    def try_out(self, case: Case, edits: list[Edit]) -> str:
        """Return how a case ends: "" if well, else what went wrong, the same words for the same fault."""
        path = self.folder / case.file
        path.write_bytes(apply(self.bytes[path], edits))
        signal.signal(signal.SIGPROF, _stop)
        signal.setitimer(signal.ITIMER_PROF, SECONDS + self.sound.get((case.game, case.whole), 0.0))
        try:
            work(self.folder / case.game, case.file, case.whole)
        except (Exception, TooSlow) as error:
            signal.setitimer(signal.ITIMER_PROF, 0)
            return _fault(error)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            path.write_bytes(self.bytes[path])
        return ""

    def mend(self) -> None:
        """Put everything back that a process left spoilt."""
        for path, data in self.bytes.items():
            path.write_bytes(data)


def _stop(_number: int, _frame: object) -> None:
    raise TooSlow(f"more than {SECONDS:g} s")


def _fault(error: BaseException) -> str:
    """Return an error and the innermost lines of printshop that it went through."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in frames if "printshop" in one.filename]
    result = own if isinstance(error, TooSlow) else own[-3:]
    return f"{type(error).__name__}: {str(error)[:200]}\n    in " + " < ".join(dict.fromkeys(reversed(result[-8:])))


def work(place: Path, file: str, whole: bool) -> None:
    """Read a game and lay out the products of a file, or everything. Raises all other exceptions than problems."""
    try:
        if place.name == "watch.yaml" or place.suffix == ".csv":
            game, fleet = load_fleet(place, FleetOptions("", None))
            components = list(packs.build_fleet_components(game, fleet, PrintSettings()))
            packs.assemble_fleet(game, fleet, components, PrintSettings())
            return
        game = check_whole_game(place) if whole else read_game(place)
        if whole:
            list(find_game_warnings(game))
            return
        for request, product in _requests(game, file):
            for _ in find_product(product).build(game, request, PrintSettings()).pages:
                pass
    except PrintshopError as error:
        check_problems(error)


def _requests(game: Game, file: str) -> Iterator[tuple[PrintRequest, str]]:
    part = Path(file).parts[1:2]
    stem = part[0].removesuffix(".yaml") if part else "mine"
    for product in PRODUCTS.get(stem, ("records", "cards", "counters")):
        keys = tuple(find_entries(find_product(product), game))
        if keys:
            yield PrintRequest(only_keys=() if product == "booklet" else keys), product


def check_problems(error: PrintshopError) -> None:
    """Check that problems can be printed: they have words, not too many, and an existing place."""
    assert error.problems, "no problems"
    lines = str(error)
    assert len(lines) < 2_000_000, f"{len(lines):,} characters of problems"
    for problem in error.problems:
        assert problem.message.strip(), "a problem without words"
        assert "Traceback" not in problem.message
        assert problem.span is None or problem.span.line >= 0


def smallest(bed: Bed, case: Case, fault: str) -> list[Edit]:
    """Return the fewest edits that end in the same fault."""
    kind = fault.partition("\n")[2] if not fault.startswith("TooSlow") else "TooSlow"
    for number in range(1, len(case.edits)):
        for edits in combinations(case.edits, number):
            if kind in bed.try_out(case, list(edits)):
                return list(edits)
    return case.edits


def report(bed: Bed, case: Case, fault: str, edits: list[Edit]) -> str:
    """Return what there is to say of a case that ended badly."""
    sound = bed.bytes[bed.folder / case.file]
    before, after = (data.decode("utf-8", "backslashreplace").splitlines() for data in (sound, apply(sound, edits)))
    diff = list(difflib.unified_diff(before, after, case.file, case.file, n=0, lineterm=""))[2:]
    result = [line if len(line) <= LONGEST else f"{line[:LONGEST]} ... ({len(line)} characters)" for line in diff[:20]]
    return "\n".join([f"case {case.number}, {case.file}{', everything' if case.whole else ''}: {fault}",
                      *(f"    {line}" for line in result)])


def run(bed: Bed, seed: int, numbers: list[int], out: Connection) -> None:
    """Work on some cases in a process of its own; tell which is begun, and what went wrong."""
    space = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (space + MEMORY, space + MEMORY))
    for number in numbers:
        out.send((number, ""))
        used = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (used + 30, resource.RLIM_INFINITY))  # for C, which no signal stops
        case = bed.case(seed, number)
        fault = bed.try_out(case, case.edits)
        if fault:
            resource.setrlimit(resource.RLIMIT_CPU, (used + 300, resource.RLIM_INFINITY))
            out.send((number, report(bed, case, fault, smallest(bed, case, fault))))
    out.close()


class Lane:
    """One process after the other on its own copies of the games."""

    def __init__(self, folder: Path, seed: int, sound: dict[tuple[str, bool], float]) -> None:
        self.bed, self.seed = Bed(folder), seed
        self.bed.sound = sound
        self.at = -1

    def begin(self, numbers: list[int]) -> None:
        self.numbers = numbers
        self.incoming, out = multiprocessing.Pipe(duplex=False)
        self.process = multiprocessing.get_context("fork").Process(target=run, args=(self.bed, self.seed, numbers, out))
        self.process.start()
        out.close()

    def hear(self) -> tuple[int, str] | None:
        """Return the case that is begun, or a report; None when the process is at its end."""
        try:
            number, message = self.incoming.recv()
        except EOFError:
            self.process.join()
            return None
        self.at = number
        return number, message

    def mourn(self) -> str:
        """Return what there is to say of a process that died; "" if it came to its end."""
        if not self.process.exitcode:
            return ""
        self.bed.mend()
        case = self.bed.case(self.seed, self.at)
        name = signal.Signals(-self.process.exitcode).name if self.process.exitcode < 0 else str(self.process.exitcode)
        return report(self.bed, case, f"the process died: {name}", case.edits)


def fuzz(count: int, seed: int, jobs: int, first: int = 0) -> Counter[str]:
    """Work on cases and print what goes wrong; return the faults, each with how often it was met."""
    faults: Counter[str] = Counter()
    waiting = [list(range(at, min(at + BATCH, first + count))) for at in range(first, first + count, BATCH)][::-1]
    with tempfile.TemporaryDirectory(prefix="printshop-fuzz-") as name:
        begin = Bed(Path(name) / "sound")
        begin.measure()
        lanes = [Lane(Path(name) / f"lane{number}", seed, begin.sound) for number in range(min(jobs, len(waiting)))]
        for lane in lanes:
            lane.begin(waiting.pop())
        while lanes:
            for ready in wait([lane.incoming for lane in lanes]):
                lane = next(one for one in lanes if one.incoming is ready)
                heard = lane.hear()
                message = lane.mourn() if heard is None else heard[1]
                if message:
                    _tell(message, faults)
                if heard is None:
                    rest = [number for number in lane.numbers if number > lane.at]
                    if rest or waiting:
                        lane.begin(rest or waiting.pop())
                    else:
                        lanes.remove(lane)
                    _progress(sum(map(len, waiting)), count, faults)
    return faults


def _tell(message: str, faults: Counter[str]) -> None:
    first, _, rest = message.partition("\n    in ")
    kind = (rest or first.partition(": ")[2]).splitlines()[0]
    faults[kind] += 1
    if faults[kind] <= 2:
        print(message, flush=True)


def _progress(left: int, count: int, faults: Counter[str]) -> None:
    if sys.stderr.isatty() or os.environ.get("FUZZ_PROGRESS"):
        print(f"{count - left:,} of {count:,}, {sum(faults.values())} faults", file=sys.stderr, flush=True)


def main() -> int:
    """Read the command line, work, and print the sum."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="one case, by its number")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    begin = time.perf_counter()
    first, count = (arguments.only, 1) if arguments.only is not None else (0, arguments.count)
    faults = fuzz(count, arguments.seed, arguments.jobs, first)
    print(f"{count:,} cases in {time.perf_counter() - begin:.0f} s: {sum(faults.values())} ended badly, "
          f"in {len(faults)} ways")
    for kind, times in faults.most_common():
        print(f"{times:6} {kind}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
