"""Print everything with two revisions of printshop, and show the differences.

    python tests/tools/compare.py REVISION                  pages, messages and interface, against the working tree
    python tests/tools/compare.py REVISION --pages --only toy --only iron_stars
    python tests/tools/compare.py REVISION --pages --job "pack" --job "--backs fold"
    python tests/tools/compare.py REVISION --messages --case 123
    python tests/tools/compare.py REVISION --interface

Pages are those of all games that come with printshop, of the toy of the tests, of the game that `printshop new game`
writes (harbour) and of that of the documentation (handbook/harbour), each revision with its own data. A job is a
command line; the jobs of a game have every value of every option that matters to it once, not every combination. What
REVISION prints and says is kept in the system's temporary folder, by its commit, so that only the first run does it.

How to read what it says. A line a page that differs: game, job, file, page, and how it differs.

    pixels      different pixels at 100 dots an inch; a picture of before, left, and after, right, is named beside it
    structure   the same pixels, but other content: layers, boxes, marks, inks, operators; the first of it is quoted
    bytes only  the same content, written otherwise: the order of objects, their numbers, how streams are packed
    lines       different lines of a text: a dump, a table, output of a command; the first two are quoted
    gone, new   a file or page that only one of them has

The table at the end counts them by game. A job that ends with an error in both revisions prints nothing to compare;
how many there are stands below the table. Of messages, a group is a pattern of changes, with the number of cases that
have it and one of them: `--case` shows it. Of the interface, what went and what came. The exit code is 1 when anything
differs.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pikepdf
import pypdfium2
import resvg_py
from PIL import Image, ImageFilter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools import compare_words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ROOT = Path(__file__).resolve().parents[2]
STORE = Path(tempfile.gettempdir()) / "printshop-compare"
RUNNER = Path(__file__).with_name("compare_run.py")
OUTPUT = "said.txt"
OWN = ("toy", "harbour", "handbook/harbour")  # games that lie in the folder in which jobs run
BATCH = 10  # jobs that one process is asked for
DPI = 100
MAX_PAGES = 6  # pages of a job that are printed with pictures; all are in the report
DAY = 86_400
CORES = os.cpu_count() or 1


class Revision(NamedTuple):
    """A program: its files, and where what it prints is kept."""

    name: str
    tree: Path
    store: Path


# The program

def revision(name: str) -> Revision:
    """Return a revision of git, its files beside the output printed with it before."""
    commit = _git("rev-parse", "--verify", "--end-of-options", f"{name}^{{commit}}").decode().strip()
    tool = hashlib.sha256(Path(__file__).read_bytes() + RUNNER.read_bytes()).hexdigest()
    store = STORE / f"{commit[:12]}-{tool[:6]}"
    if not (store / "tree").exists():
        work = Path(tempfile.mkdtemp(prefix=commit[:12], dir=_make_folder(STORE)))
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit))) as files:
            files.extractall(work / "tree", filter="data")
        _move_folder(work / "tree", _make_folder(store) / "tree")
        shutil.rmtree(work)
    os.utime(store)
    for old in STORE.iterdir():
        if old != store and time.time() - old.stat().st_mtime > DAY:
            shutil.rmtree(old, ignore_errors=True)
    return Revision(name, store / "tree", store)


def _git(*words: str) -> bytes:
    return subprocess.run(["git", "-C", ROOT, *words], check=True, stdout=subprocess.PIPE).stdout


def _make_folder(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _move_folder(source: Path, target: Path) -> None:
    """Move a folder to its place, unless another run was faster."""
    try:
        source.rename(target)
    except OSError:
        if not target.exists():
            raise


def ask(tree: Path, tasks: Sequence[Sequence[Any]]) -> list[Any]:
    """Have a program do tasks of compare_run.py in one process; where it dies, words about that are the answer."""
    done: list[Any] = []
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONWARNINGS": "ignore", "PYTHONHASHSEED": "0"}
    while len(done) < len(tasks):
        process = subprocess.run([sys.executable, "-P", RUNNER], input=json.dumps(tasks[len(done):]), text=True,
                                 capture_output=True, env=environment, check=False)
        done += map(json.loads, process.stdout.splitlines())
        if process.returncode:
            done.append(f"crash: the process ended with {process.returncode}\n{process.stderr[-500:]}")
    return done


def make_ground(program: Revision) -> Path:
    """Return the folder in which a program's jobs run: the games that do not come with it."""
    folder = program.store / "ground"
    if not folder.exists():
        work = Path(tempfile.mkdtemp(dir=program.store))
        shutil.copytree(program.tree / "tests" / "games" / "toy", work / "copy" / "toy")
        ask(program.tree, [("printed", str(work / "copy"), str(work / "new"), "new game harbour")])
        shutil.move(work / "new" / "harbour", work / "copy" / "harbour")
        tests = program.tree / "tests"
        script = tests / "helpers" / "documentation_files.py"
        handbook = runpy.run_path(str(script if script.exists() else tests / "harbour.py"))  # its name until December
        handbook["write"](work / "copy" / "handbook", handbook["blocks"]())
        _move_folder(work / "copy", folder)
        shutil.rmtree(work)
    return folder


# The jobs

class Listing(NamedTuple):
    """The names in `printshop list GAME`: scenarios, lengths that can be set, keys of products, and rare ones."""

    scenarios: list[str]
    lengths: list[str]
    keys: dict[str, list[str]]
    rare: dict[str, list[str]]


def listing(text: str) -> Listing:
    """Read the output of `printshop list GAME`."""
    keys, rare = {}, {}
    for match in re.finditer(r"^  (\w+): +(.*)$", text, re.MULTILINE):
        usual, _, seldom = match[2].partition("|")
        keys[match[1]] = [key.strip() for key in usual.split(",") if key.strip()]
        rare[match[1]] = [key.strip() for key in seldom.split(",") if key.strip()]
    return Listing(re.findall(r"^  ([\w/]+/\w+) ", text, re.MULTILINE),
                   re.findall(r"^  (\w+) = [\d/ ]+ (?:mm|in) ", text, re.MULTILINE), keys, rare)


def jobs(game: str, known: Listing) -> Iterator[str]:
    """Give the command lines that print a game: every value of every option once."""
    yield f"make all {game} --format dump,pdf,svg"
    yield f"list {game}"
    yield f"check {game}"
    yield f"schema {game} -o schema"
    pages = "--format dump,pdf"
    yield f"make all {game} {pages} --ink black --paper letter --palette grey --backs none"
    yield f"make all {game} {pages} --ink light --paper a4 --palette clear --backs long --guides"
    yield f"make all {game} {pages} --paper a3 --palette soft --backs fold --audit"
    yield f"make all {game} {pages} --paper a5 --backs short --back-offset 1,-2"
    yield f'make all {game} {pages} --paper "13 x 19 in" --palette bold --booklet --creep 0.1mm --map-paper fit'
    yield (f"calibrate --printer study --x 99.6 --y 100.3 --back 0.4,-0.6 && calibrate --printer study --paper a4 && "
           f'make all {game} {pages} --printer study --backs beside --palette "#004488 #ddaa33"')
    if known.lengths:
        changed = " ".join(f'--set {name}="1 in"' for name in known.lengths)
        yield f"make all {game} {pages} {changed}"
    for product in ("records", "cards"):
        for key in (*known.keys.get(product, ()), *known.rare.get(product, ())):
            for variant in ("large", "erase", "numbers"):
                yield f"make {product} {game} {pages} --only {key} --variant {variant}"
        if product in known.keys:
            yield f"make {product} {game} {pages} --blank 3 --variant large,numbers"
            yield f"make {product} {game} --format svg --text live"
            yield f"make {product} {game} --format svg --text flat"
    yield f"make rosters {game} {pages} --blank"
    for product, keys in known.rare.items():
        for key in keys:
            yield f"make {product} {game} --format dump,pdf,svg --only {key}"
    yield f"make all {game} --format pdf --profile print_shop"
    yield f"make all {game} --format pdf --profile drivethru_cards"
    yield f"make all {game} --format pdf,png --dpi 60 --profile game_crafter"
    yield f"make all {game} --format svg --cutter laser --dpi 60"
    yield f"make all {game} --format svg --cutter cricut --dpi 60"
    for product, words in (("counters", "dxf --cutter laser"), ("counters", "svg --cutter lightburn"),
                           ("markers", "svg --cutter glowforge"), ("cards", "svg --cutter silhouette"),
                           ("templates", "svg --cutter plotter"), ("templates", "dxf --cutter laser")):
        if product in known.keys:
            yield f"make {product} {game} --format {words} --dpi 60"
    yield f"make counters {game} --format png --dpi 60"
    yield f"make counters {game} --format pdf,svg && verify output/*counters*"
    yield f"export csv {game} && export csv {game} --fleet --semicolons -o fleet.csv && export json {game} --all"
    yield f"export png {game} --dpi 50 --ink light"
    yield f"export vassal {game} --dpi 50"
    yield f"export tts {game} --dpi 50 --base-url https://example.org/game/"
    for scenario in known.scenarios:
        yield f"pack {scenario} --format dump,pdf,svg"
        yield f"export vassal {scenario} --dpi 50 --ink black"
        yield f"export tts {scenario} --dpi 50"
    for scenario in known.scenarios[:1]:
        yield f"pack {scenario} --format pdf --profile lulu"
        yield f"pack {scenario} --format pdf --profile onebookshelf"
        yield f"pack {scenario} {pages} --booklet --paper a4 --ink light"
        yield f"make all {scenario} {pages} --backs long && make booklet {scenario} {pages}"
    yield f'new unit {game} "Compared one" && make all {game} {pages}'
    yield f'new form {game} "Compared form"'
    yield f'new scenario {game} "Compared battle"'
    yield f'new fleet {game} "Compared fleet" && fleet *compared_fleet.yaml {pages}'


GENERAL = ("list", "check", *(f"{name} --help" for name in ("check", "pack", "make", "fleet", "export", "new")),
           "--help", "calibrate --paper a4", "make maps nothing", "mkae all toy", "make recrods toy")


HANDBOOK = (
    "fleet handbook/saturday.yaml --format dump,pdf --audit", "check handbook/saturday.yaml",
    "make all handbook/night.yaml --format dump,pdf", "list handbook/night.yaml", "check handbook/night.yaml",
    "make all handbook/my_ships.yaml --format dump,pdf", "export csv handbook/my_ships.yaml --all",
    "make cards handbook/harbour --format pdf --profile corner_shop --palette club",
    "make all handbook/harbour --format dump,pdf --paper photo",
    "make templates handbook/harbour --format svg --cutter makerspace --dpi 60",
    'make records iron_stars Golem "Alpha*5" --damage Golem:hull=3 --format dump,pdf')


class Job(NamedTuple):
    """A command line, and the game that it is of; "" for none."""

    game: str
    line: str

    @property
    def key(self) -> str:
        return hashlib.sha256(self.line.encode()).hexdigest()[:16]


def games(tree: Path) -> list[str]:
    return [*sorted(path.parent.name for path in tree.glob("data/*/game.yaml")), *OWN]


def every_job(programs: Sequence[Revision], only: Sequence[str]) -> list[Job]:
    """Return the jobs of the games that either program has."""
    results: dict[Job, None] = {}
    for program in programs:
        named = [game for game in games(program.tree) if not only or game in only]
        lists = [Job(game, f"list {game}") for game in named]
        run_jobs(program, lists)
        for job in lists:
            words = (program.store / "pages" / job.key / OUTPUT).read_text(encoding="utf-8")
            results.update(dict.fromkeys(Job(job.game, line) for line in jobs(job.game, listing(words))))
    return [*([] if only else [Job("", line) for line in (*GENERAL, *HANDBOOK)]), *results]


def run_jobs(program: Revision, expected: Sequence[Job]) -> None:
    """Run what has not been run yet, some jobs in one process, as many at once as there are cores."""
    where, folder = make_ground(program), _make_folder(program.store / "pages")
    left = [job for job in expected if not (folder / job.key).exists()]

    def work(batch: Sequence[Job]) -> None:
        tasks = [("printed", str(where), str(folder / job.key), job.line) for job in batch]
        for job, answer in zip(batch, ask(program.tree, tasks), strict=True):
            if answer:
                (_make_folder(folder / job.key) / OUTPUT).write_text(answer, encoding="utf-8")

    by_game = [[job for job in left if job.game == game] for game in dict.fromkeys(job.game for job in left)]
    batches = [some[at:at + BATCH] for some in by_game for at in range(0, len(some), BATCH)]
    with ThreadPoolExecutor(CORES) as pool:
        for number, _ in enumerate(pool.map(work, batches), 1):
            progress(f"{program.name}: printed {min(number * BATCH, len(left))} of {len(left)} jobs")


def progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:60}", end="", file=sys.stderr, flush=True)


# What differs

class Difference(NamedTuple):
    """A page or a file that differs: how, in words, and what it looks like before and after, and where that differs."""

    file: str
    page: int
    kind: str
    words: str = ""
    looks: tuple[Image.Image, Image.Image, Image.Image] | None = None


def differences(before: Path, after: Path) -> Iterator[Difference]:
    """Give what differs between two folders."""
    names = [{str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
             for folder in (before, after)]
    for name in sorted(names[0] | names[1]):
        if name not in names[0] or name not in names[1]:
            yield Difference(name, 0, "gone" if name in names[0] else "new")
            continue
        first, second = (before / name).read_bytes(), (after / name).read_bytes()
        if first != second:
            for result in COMPARERS.get(Path(name).suffix, compare_texts)(first, second):
                yield result._replace(file=name)


def compare_texts(first: bytes, second: bytes) -> Iterator[Difference]:
    """Compare texts; those with lines that begin with "page", as dumps have, page by page."""
    parts = [re.split(r"(?m)^(?=page \d)", data.decode("utf-8", "backslashreplace")) for data in (first, second)]
    for page, (old, new) in enumerate(zip_longest(*parts)):
        if old is None or new is None:
            yield Difference("", page, "new" if old is None else "gone")
        elif old != new:
            changed = [[line for line in one.splitlines() if line not in other]
                       for one, other in ((old, {*new.splitlines()}), (new, {*old.splitlines()}))]
            words = " -> ".join(_short(lines[0].strip()) if lines else "(nothing)" for lines in changed)
            count = max(map(len, changed))
            yield Difference("", page, "lines", f"{count}: {words}" if count else
                             f"the same in another order: {_first_change(old.splitlines(), new.splitlines())}")


def _short(text: str, most: int = 110) -> str:
    return text if len(text) <= most else f"{text[:most]}..."


def compare_archives(first: bytes, second: bytes) -> Iterator[Difference]:
    """Compare archives by the names in them: what they hold lies beside them, and is compared there."""
    names = [zipfile.ZipFile(io.BytesIO(data)).namelist() for data in (first, second)]
    if names[0] != names[1]:
        yield Difference("", 0, "structure", "other files, or another order of them")


def compare_pictures(first: bytes, second: bytes) -> Iterator[Difference]:
    old, new = (Image.open(io.BytesIO(data)) for data in (first, second))
    yield _compare_pixels(0, old.convert("RGBA").convert("RGB"), new.convert("RGBA").convert("RGB"),
                          "" if (old.mode, old.info.get("dpi")) == (new.mode, new.info.get("dpi"))
                          else "mode or resolution")


def compare_drawings(first: bytes, second: bytes) -> Iterator[Difference]:
    """Compare pages of SVG."""
    change = _first_change(*(_elements(data) for data in (first, second)))
    yield _compare_pixels(0, _draw_svg(first), _draw_svg(second), change) if change else Difference("", 0, "bytes only")


def _draw_svg(data: bytes) -> Image.Image:
    fonts = sorted(map(str, (ROOT / "printshop").rglob("*.ttf"))) if b"<text" in data else []
    png = resvg_py.svg_to_bytes(svg_string=data.decode("utf-8"), dpi=DPI, background="#ffffff", font_files=fonts,
                                skip_system_fonts=True)
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


_ATTRIBUTE = re.compile(r'[^\s=]+="[^"]*"')


def _elements(data: bytes) -> list[str]:
    """Return the tags and texts of an SVG, ids by the order in which they come."""
    text = data.decode("utf-8")
    order = {name: f"id{number}" for number, name in enumerate(dict.fromkeys(re.findall(r'\bid="([^"]*)"', text)))}
    text = re.sub(r'(\bid="|#)([\w.:-]+)', lambda match: match[1] + order.get(match[2], match[2]), text)
    parts = [part.partition(">") for part in text.split("<") if part]
    return [" ".join([tag.split()[0], *sorted(_ATTRIBUTE.findall(tag)), text.strip()]) for tag, _, text in parts]


def compare_prints(first: bytes, second: bytes) -> Iterator[Difference]:
    """Compare PDF files page by page, then what belongs to no page."""
    old, new = (pypdfium2.PdfDocument(data) for data in (first, second))
    facts = [_pdf_facts(data) for data in (first, second)]
    for page in range(max(len(old), len(new))):
        if page >= len(old) or page >= len(new):
            yield Difference("", page + 1, "new" if page >= len(old) else "gone")
        elif facts[0][page + 1] != facts[1][page + 1]:
            yield _compare_pixels(page + 1,
                                  *(pdf[page].render(scale=DPI / 72).to_pil().convert("RGB") for pdf in (old, new)),
                                  _first_change(facts[0][page + 1], facts[1][page + 1]))
    if facts[0][0] != facts[1][0]:
        yield Difference("", 0, "structure", _first_change(facts[0][0], facts[1][0]))
    elif facts == facts[::-1]:
        yield Difference("", 0, "bytes only")


def _pdf_facts(data: bytes) -> list[list[str]]:
    """Return what a PDF says, object by object: of the whole file first, then of each page."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        of_pages = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
        pages = [[*_list_facts(page.obj, "", {*of_pages} - {page.objgen})] for page in pdf.pages]
        whole = [fact for key in ("/Root", "/Info") if key in pdf.trailer
                 for fact in _list_facts(pdf.trailer[key], key, {*of_pages})]
    return [whole, *pages]


def _list_facts(thing: Any, path: str, occurrences: set[tuple[int, int]]) -> Iterator[str]:
    if isinstance(thing, pikepdf.Object) and thing.is_indirect:
        if thing.objgen in occurrences:
            yield f"{path} as before"
            return
        occurrences.add(thing.objgen)
    if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        for key in sorted({*thing.keys()} - {"/Parent", "/Length", "/Filter", "/DecodeParms"}):
            yield from _list_facts(thing[key], f"{path}{key}", occurrences)
        if isinstance(thing, pikepdf.Stream):
            yield f"{path} {_text_of(thing)}"
    elif isinstance(thing, pikepdf.Array):
        for number, part in enumerate(thing):
            yield from _list_facts(part, f"{path}/{number}", occurrences)
    else:
        yield f"{path} {thing!r}"


def _text_of(stream: pikepdf.Stream) -> str:
    try:
        data = stream.read_bytes()
    except pikepdf.PdfError:
        data = stream.read_raw_bytes()
    return f"{len(data)} bytes, {hashlib.sha256(data).hexdigest()[:8]}"


def _first_change(old: list[str], new: list[str]) -> str:
    for first, second in zip_longest(old, new, fillvalue="(nothing)"):
        if first != second:
            return f"{_short(first)} -> {_short(second)}"
    return ""


def _compare_pixels(page: int, old: Image.Image, new: Image.Image, otherwise: str) -> Difference:
    """Tell how two pages differ that are not the same bytes; `otherwise` is what differs when no pixel does."""
    size = max(old.width, new.width), max(old.height, new.height)
    looks = [Image.new("RGB", size, "#808080") for _ in (old, new)]
    for look, image in zip(looks, (old, new), strict=True):
        look.paste(image)
    changed = (np.asarray(looks[0]) != np.asarray(looks[1])).any(axis=2)
    count = int(changed.sum())
    if not count:
        return Difference("", page, "structure" if otherwise else "bytes only", otherwise)
    words = f"{count:,}" + (f", size {old.size} -> {new.size}" if old.size != new.size else "")
    return Difference("", page, "pixels", words, (looks[0], looks[1], Image.fromarray(changed)))


def side_by_side(old: Image.Image, new: Image.Image, changed: Image.Image) -> Image.Image:
    """Return two pages beside each other, with a halo around what differs, and that itself in red on the right one."""
    both = Image.new("RGB", (2 * old.width + 10, old.height), "#404040")
    halo = changed.convert("L").filter(ImageFilter.BoxBlur(4)).point([0, *[255] * 255])
    for look, left in ((old, 0), (new, old.width + 10)):
        bright = Image.blend(look, Image.new("RGB", look.size, "#ffe000"), 0.45)
        both.paste(Image.composite(bright, look, halo), (left, 0))
    both.paste("#ff0000", (old.width + 10, 0), changed)
    return both


COMPARERS: dict[str, Callable[[bytes, bytes], Iterator[Difference]]] = {
    ".pdf": compare_prints, ".svg": compare_drawings, ".png": compare_pictures, ".jpg": compare_pictures,
    ".vmod": compare_archives}


def list_differences(job: Job, folders: tuple[Path, Path], pictures: Path) -> list[tuple[str, str]]:
    """Return the kind and a line for each difference in the output of a job, and write pictures of it."""
    lines = []
    result = 0
    for results in differences(*(folder / job.key for folder in folders)):
        place = f"{results.file} page {results.page}" if results.page else results.file
        line = f"{place}: {results.kind} {results.words}".rstrip()
        if results.looks and result < MAX_PAGES:
            result += 1
            stem = re.sub(r"\W+", "-", place.removeprefix("output/"))
            target = _make_folder(pictures / (job.game or "general")) / f"{job.key[:6]}-{stem}.png"
            side_by_side(*results.looks).save(target, compress_level=1)
            line += f" -> {target}"
        lines.append((results.kind, line))
    return lines


KINDS = ("pixels", "structure", "bytes only", "lines", "gone", "new")


def compare_pages(programs: tuple[Revision, Revision], only: Sequence[str], words: Sequence[str],
                  pictures: Path) -> int:
    """Print everything with both programs, print what differs, and return how much does."""
    wanted = [job for job in every_job(programs, only) if not words or any(one in job.line for one in words)]
    for program in programs:
        run_jobs(program, wanted)
    folders = (programs[0].store / "pages", programs[1].store / "pages")
    report, counts = [], {job.game: Counter[str]() for job in wanted}
    with ProcessPoolExecutor(CORES) as pool:
        for job, lines in zip(wanted, pool.map(partial(list_differences, folders=folders, pictures=pictures), wanted),
                              strict=True):
            counts[job.game].update(kind for kind, _ in lines)
            counts[job.game]["jobs"] += 1
            files = [path for path in (folders[1] / job.key).rglob("*") if path.is_file()]
            counts[job.game]["files"] += len(files)
            counts[job.game]["refused"] += "exit code" in (folders[1] / job.key / OUTPUT).read_text(encoding="utf-8")
            if lines:
                head = f"{job.game or '-'} | {job.line}"
                report += [head, *(f"    {line}" for _, line in lines)]
                print("\n    ".join([head, *(line for _, line in lines[:MAX_PAGES])]))
            if len(lines) > MAX_PAGES:
                print(f"    ... and {len(lines) - MAX_PAGES} more of this job")
    (_make_folder(pictures) / "report.txt").write_text("\n".join(report), encoding="utf-8")
    columns = ("jobs", "files", *KINDS, "refused")
    print(f"\n{'game':16}" + "".join(f"{name:>12}" for name in columns))
    for game, count in counts.items():
        print(f"{game or '-':16}" + "".join(f"{count[name] or '.':>12}" for name in columns))
    print(f"jobs that are refused say why, and that is compared. All differences: {pictures / 'report.txt'}")
    return sum(count[kind] for count in counts.values() for kind in KINDS)


def compare_interfaces(programs: tuple[Revision, Revision]) -> int:
    """Print what there is to say and to ask for in one program alone; return how much."""
    schemas = []
    for program in programs:
        expected = [Job(game, f"schema {game} -o schema") for game in games(program.tree)]
        run_jobs(program, expected)
        schemas.append([program.store / "pages" / job.key / "schema" for job in expected])
    return compare_words.compare_interface(programs, schemas, ask)


def main() -> int:
    """Read the command line and compare what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision")
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--messages", action="store_true")
    parser.add_argument("--interface", action="store_true")
    parser.add_argument("--only", action="append", default=[], metavar="GAME", help="pages of this game")
    parser.add_argument("--job", action="append", default=[], metavar="WORDS", help="jobs with these words")
    parser.add_argument("--cases", type=int, default=1500, metavar="N", help="spoilt games [1500]")
    parser.add_argument("--case", type=int, metavar="N", help="show one of the spoilt games, and what both say of it")
    parser.add_argument("--output", type=Path, default=STORE / f"differs-{ROOT.name}", metavar="FOLDER",
                        help="where pictures and reports are written")
    given = parser.parse_args()
    before = revision(given.revision)
    every = not (given.pages or given.messages or given.interface or given.case is not None or given.only or given.job)
    result = 0
    with tempfile.TemporaryDirectory(prefix="now-", dir=STORE) as name:
        programs = before, Revision("working tree", ROOT, Path(name))
        begin = time.perf_counter()
        if every or given.interface:
            result += compare_interfaces(programs)
        if every or given.pages or given.only or given.job:
            shutil.rmtree(given.output / "pages", ignore_errors=True)
            result += compare_pages(programs, given.only, given.job, given.output / "pages")
        if every or given.messages or given.case is not None:
            result += compare_words.compare_messages(
                programs, make_ground(before), max(given.cases, (given.case or 0) + 1), given.case, CORES, ask,
                progress,
                given.output / "messages.txt")
        print(f"{result} differences, {time.perf_counter() - begin:.0f} s")
    return 1 if result else 0


if __name__ == "__main__":
    sys.exit(main())
