"""Messages of two revisions of printshop about spoilt games, and the texts and options that differ.

Part of compare.py, which says how to read it.
"""

from __future__ import annotations

import ast
import difflib
import hashlib
import json
import re
import shutil
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from tools.mutations import OWN, apply, mutate, slip

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    Ask = Callable[[Path, Sequence[Sequence[Any]]], list[Any]]

SEED = 1
BATCH = 40  # cases of one process
MAX_GROUPS = 60  # groups of changed messages
WHOLE = ("game: ", "extension: ")  # kinds of files that may hold what stands in all others
LONGEST = 200  # characters of a line that are shown
WEIGHTS = {"handbook/harbour": 12, "toy": 5, "harbour": 3}  # how often they are spoilt, to once for each other game
PRODUCTS = {"maps": "maps", "forms": "records", "counters": "counters", "markers": "markers", "templates": "templates",
            "charts": "charts", "game": "charts"}


# Messages

class Case(NamedTuple):
    """A file of a bed of games, what it holds instead, and the command lines that read it."""

    file: str
    data: bytes
    lines: tuple[str, ...]


def write_bed(tree: Path, ground: Path, folder: Path) -> None:
    """Write the games of a revision, those that do not come with it, and files of a player's own below a folder."""
    shutil.copytree(ground, folder)
    for path in sorted(tree.glob("data/*/game.yaml")):
        shutil.copytree(path.parent, folder / "games" / path.parent.name)
    for name, text in OWN.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def cases(bed: Path, expected: int) -> list[Case]:
    """Return a number of cases, always equal for the same games.

    All are read. Of the small games what loads is printed, or the whole is checked.
    """
    files = {str(path.parent.relative_to(bed)): sorted(path.parent.rglob("*.yaml")) for path in bed.rglob("game.yaml")}
    alone = [bed / name for name in OWN] + sorted((bed / "handbook").glob("*.yaml"))
    files.update((str(path.relative_to(bed)), [path]) for path in alone)
    names = sorted(files)
    results = []
    for number in range(expected):
        random = Random(f"{SEED}:{number}")
        game = random.choices(names, [WEIGHTS.get(name, 1) for name in names])[0]
        path = random.choice(files[game])
        sound = path.read_bytes()
        edits = (mutate if number % 3 == 0 else slip)(sound, random)
        small = game in ("toy", "handbook/harbour")
        part = path.relative_to(bed / game).parts[0].removesuffix(".yaml") if small else ""
        lines: tuple[str, ...] = (f"list {game}",)
        if game == "harbour" or game in OWN or "saturday" in game or (small and number % 16 == 0):
            lines = (f"check {game}",)
        elif small:
            lines = (f"list {game}", f"make {PRODUCTS.get(part, 'records')} {game} --format dump")
        results.append(Case(str(path.relative_to(bed)), apply(sound, edits), lines))
    return results


def answers(program: Any, bed: Path, corpus: Sequence[Case], cores: int, ask: Ask, progress: Callable[[str], None]
            ) -> list[str]:
    """Return what a program says of each case; what it has said of the same cases before is remembered."""
    request_text = json.dumps([(case.file, case.data.decode("latin-1"), case.lines) for case in corpus])
    cache_file = program.store / f"messages-{hashlib.sha256(request_text.encode()).hexdigest()[:16]}.json"
    if cache_file.exists():
        return list(json.loads(cache_file.read_text(encoding="utf-8")))
    counter = count(1)

    def work(batch: Sequence[Case]) -> list[str]:
        with tempfile.TemporaryDirectory(prefix="printshop-bed-") as name:
            folder = Path(name) / "bed"
            shutil.copytree(bed, folder)
            tasks = [("tried", str(folder), case.file, case.data.decode("latin-1"), case.lines) for case in batch]
            message = ask(program.tree, tasks)
        progress(f"{program.name}: {min(next(counter) * BATCH, len(corpus))} of {len(corpus)} cases")
        return message

    with ThreadPoolExecutor(cores) as pool:
        batches = [corpus[at:at + BATCH] for at in range(0, len(corpus), BATCH)]
        message = [one for batch in pool.map(work, batches) for one in batch]
    cache_file.write_text(json.dumps(message), encoding="utf-8")
    return message


def problems(text: str) -> list[str]:
    """Return what has been said, a problem with its hints as one line, and without the lines of files that it quotes.

    >>> problems("a.yaml:1:2: error: bad\\n   1 | x: y\\n     |   ^\\n     = good\\n1 problem\\n")
    ['a.yaml:1:2: error: bad = good']
    """
    results: list[str] = []
    for line in text.splitlines():
        if re.match(r" +\d* \| ?|\d+ problems?\b", line):
            continue
        if results and (hint := re.match(r" +(= .*)", line)):
            results[-1] += f" {hint[1]}"
        else:
            results.append(line)
    return results


def pattern(line: str) -> str:
    """Return a message without what belongs to its case: its place, names, numbers.

    >>> pattern("toy/game.yaml:3:14: error: 'Ogg' of Blob-1 must be 2 to 7")
    "<place>: error: '...' of N must be # to #"
    """
    line = re.sub(r"its pages are \w+", "its pages", line)
    line = re.sub(r"^\S+?\.(?:yaml|csv)(?::\d+)+", "<place>", line)
    line = re.sub(r"'(?:[^'\\]|\\.)*'(?!\w)", "'...'", line)
    line = re.sub(r'"[^"]*"', '"..."', line)
    line = re.sub(r"(known here: ).*", r"\1...", line)
    line = re.sub(r"(?<=[a-z,(] )[A-Z][\w’-]*(?: [A-Z][\w’-]*)*", "N", line)
    return re.sub(r"[-−]?\d[\d,./]*", "#", line)[:LONGEST]


def changes(before: Sequence[str], after: Sequence[str]) -> dict[tuple[str, ...], list[int]]:
    """Return the patterns of what has changed, lines with - and +, and the numbers of the cases that have each."""
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, texts in enumerate(zip(before, after, strict=True)):
        old, new = (Counter(problems(text)) for text in texts)
        if old != new:
            groups[*dict.fromkeys(f"{line[:2]}{pattern(line[2:])}"
                                  for line in _list_changed_lines(*texts))].append(number)
        elif texts[0] != texts[1]:
            groups["the same messages, in another order or with other lines of the file",].append(number)
    return dict(sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])))


def _list_changed_lines(before: str, after: str) -> list[str]:
    old, new = (Counter(problems(text)) for text in (before, after))
    return [*(f"- {line}" for line in old - new), *(f"+ {line}" for line in new - old)]


def compare_messages(programs: Sequence[Any], ground: Path, expected: int, only: int | None, cores: int, ask: Ask,
                     progress: Callable[[str], None], report: Path) -> int:
    """Print how what two programs say of spoilt games differs, and return in how many ways it does."""
    with tempfile.TemporaryDirectory(prefix="printshop-bed-") as name:
        bed = Path(name) / "bed"
        write_bed(programs[0].tree, ground, bed)
        corpus = cases(bed, expected)
        if only is not None:
            _show(bed, corpus[only], [ask(program.tree, [("tried", str(bed), *_task(corpus[only]))])[0]
                                      for program in programs])
            return 0
        before, after = (answers(program, bed, corpus, cores, ask, progress) for program in programs)
    groups = changes(before, after)
    changed = sum(map(len, groups.values()))
    texts = []
    for lines, numbers in groups.items():
        case = corpus[numbers[0]]
        words = _list_changed_lines(before[numbers[0]], after[numbers[0]])[:10] or lines
        texts.append(f"{len(numbers)} of this kind, such as {numbers[0]} ({case.file}, {' && '.join(case.lines)})\n"
                     + "".join(f"    {line[:2 * LONGEST]}\n" for line in words))
    report.parent.mkdir(parents=True, exist_ok=True)
    report.write_text("\n".join(texts), encoding="utf-8")
    print("\n".join(texts[:MAX_GROUPS]))
    met = "\n".join(before)
    every = messages(programs[0].tree)
    visible = sum(max(text.split("{}"), key=len) in met for text in every)
    kinds = {pattern(line) for text in before for line in problems(text) if re.search("(error|warning): ", line)}
    print(f"messages: {len(corpus) - changed} cases of {len(corpus)} with the same words, {changed} with others, in "
          f"{len(groups)} ways; all of them: {report}\n"
          f"  the cases have met {visible} of {len(every)} texts of the program, and {len(kinds)} patterns of messages")
    return len(groups)


def _task(case: Case) -> tuple[str, str, tuple[str, ...]]:
    return case.file, case.data.decode("latin-1"), case.lines


def _show(bed: Path, case: Case, message: list[str]) -> None:
    sound, spoilt = ((bed / case.file).read_bytes(), case.data)
    texts = [data.decode("utf-8", "backslashreplace").splitlines() for data in (sound, spoilt)]
    answers = difflib.unified_diff(*(text.splitlines() for text in message), "before", "after", n=99, lineterm="")
    for line in [*difflib.unified_diff(*texts, case.file, case.file, n=0, lineterm=""), "", *answers]:
        print(line[:LONGEST * 2])
    if message[0] == message[1]:
        print(f"both say:\n{message[0]}")


# The interface

def messages(tree: Path) -> dict[str, str]:
    """Return the texts of a program's source that have three words or more, holes as {}, and where each stands."""
    results: dict[str, str] = {}
    for path in sorted((tree / "printshop").rglob("*.py")):
        for text, line in _texts(ast.parse(path.read_text(encoding="utf-8"))):
            if " " in text and len(re.findall(r"[A-Za-z]{2,}", text)) >= 3:
                results.setdefault(" ".join(text.split()), f"{path.relative_to(tree)}:{line}")
    return results


def _texts(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Give the strings below a node that are no docstrings."""
    if isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values), node.lineno
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _texts(part.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        for child in ast.iter_child_nodes(node):
            yield from _texts(child)


def language(folders: Iterable[Path]) -> set[str]:
    """Return what schemas in some folders know: every key below the key that it stands under, and what it allows."""
    results: set[str] = set()
    for folder in folders:
        for path in sorted(folder.glob("*.json")):
            kind = path.name.removesuffix(".schema.json").rpartition("-")[2]
            root = json.loads(path.read_text(encoding="utf-8"))
            results.update(f"{kind}: {fact}" for fact in _facts(root, root, "", set()))
    parts = {fact.partition(": ")[2] for fact in results if not fact.startswith(WHOLE)}
    return {fact for fact in results if not (fact.startswith(WHOLE) and fact.partition(": ")[2] in parts)}


def _facts(node: Any, root: Any, above: str, occurrences: set[tuple[int, str]]) -> Iterator[str]:
    if isinstance(node, list):
        for part in node:
            yield from _facts(part, root, above, occurrences)
    if not isinstance(node, dict) or (id(node), above) in occurrences:
        return
    occurrences.add((id(node), above))
    for key, value in node.items():
        if key == "$ref":
            place = root
            for step in value.removeprefix("#/").split("/"):
                place = place[step.replace("~1", "/").replace("~0", "~")]
            yield from _facts(place, root, above, occurrences)
        elif key in ("properties", "patternProperties"):
            for name, part in value.items():
                yield f"{above} > {name}"
                yield from _facts(part, root, name, occurrences)
        elif key in ("enum", "const", "type", "required"):
            for one in value if isinstance(value, list) else [value]:
                yield f"{above} {key} {one}"
        elif isinstance(value, dict | list):
            yield from _facts(value, root, above if key != "additionalProperties" else f"{above}.*", occurrences)
        elif key not in ("$schema", "$id", "title"):
            text = str(value)
            digest = hashlib.sha256(text.encode()).hexdigest()[:6] if len(text) > LONGEST else ""
            yield f"{above} {key} {text[:LONGEST]}{digest}"


def tables(tree: Path) -> set[str]:
    """Return the rows of the reference's tables: page, heading, and what stands in backquotes in the first column."""
    results: set[str] = set()
    for path in sorted(tree.glob("data/**/*.md")):
        heading = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#"):
                heading = line.strip("# ")
            elif line.startswith("|"):
                results.update(f"{path.name}, {heading}: {key}" for key in re.findall("`([^`]+)`", line.split("|")[1]))
    return results


def compare_interface(programs: Sequence[Any], schemas: Sequence[list[Path]], ask: Ask) -> int:
    """Print what went from one program to the other of what can be said and asked for, and what came."""
    facts = [language(folders) for folders in schemas]
    every: list[tuple[str, list[set[str]]]] = [
        ("keys of the data language", [{fact for fact in some if " description " not in fact} for some in facts]),
        ("words about keys", [{fact for fact in some if " description " in fact} for some in facts]),
        ("rows of the reference", [tables(program.tree) for program in programs]),
        ("commands and options", [{*ask(program.tree, [("options",)])[0]} for program in programs]),
        ("texts of the source", [{*messages(program.tree)} for program in programs])]
    changed = 0
    for what, (old, new) in every:
        went, came = sorted(old - new), sorted(new - old)
        changed += len(went) + len(came)
        print(f"{what}: {len(old)} before, {len(new)} after; {len(went)} went, {len(came)} came")
        alike = what == "texts of the source"
        for line in pair_lines(went, came) if alike else [*(f"- {fact}" for fact in went),
                                                          *(f"+ {fact}" for fact in came)]:
            print(f"  {line}")
    return changed


def pair_lines(went: list[str], came: list[str]) -> Iterator[str]:
    """Give lines with - and +, those behind each other that are alike."""
    left = [*came]
    for old in went:
        yield f"- {old[:LONGEST * 2]}"
        for new in difflib.get_close_matches(old, left, n=1, cutoff=0.75):
            left.remove(new)
            yield f"+ {new[:LONGEST * 2]}"
    yield from (f"+ {new[:LONGEST * 2]}" for new in left)
