"""Run command lines of the printshop that is first on the path; compare.py starts this with the path of a revision.

It reads a list of tasks as JSON from standard input and writes a line of JSON for each to standard output, when it is
done. Of the program it knows the entry of its command line alone. What prints has a process of its own, a
fork of one that has checked a small game; cases of messages, of which there are thousands, share one.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import shlex
import shutil
import signal
import sys
import traceback
import zipfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner
from fontTools.ttLib.tables import _h_e_a_d

from printshop.cli import main

# The hash of a game's files at the foot of each page is constant: a change of one file would change all pages.
with suppress(ImportError):  # an older revision has none
    import_module("printshop.game.load").make_fingerprint = lambda *_: "fedcbafe"

LIBRARIES = ("PIL.Image", "fontTools.ttLib", "pikepdf", "pypdfium2", "reportlab.pdfgen.canvas",
             "svgwrite", "uharfbuzz", "yaml")
OUTPUT = "said.txt"  # what the lines of a task have said, beside what they have written
SECONDS = 20.0  # of the processor, for a line of a case
MEMORY = 4_000_000_000  # bytes


class TooSlow(BaseException):
    """More time than allowed: no `except Exception` stops it."""


def run_line(line: str) -> tuple[int, str]:
    """Run a command line in the folder that it is in; return its exit code and what it said, without that folder."""
    words = [name for word in shlex.split(line)
             for name in (sorted(map(str, Path().glob(word))) if "*" in word else [word])]
    os.environ["PRINTSHOP_CONFIG"] = str(Path("handbook/settings" if "handbook" in line else "settings").resolve())
    result = CliRunner().invoke(main, words, prog_name="printshop")
    text = result.output.replace(f"{Path.cwd()}{os.sep}", "").replace(sys.path[0], "PROGRAM")
    if result.exception and not isinstance(result.exception, SystemExit):
        text += f"crash: {type(result.exception).__name__}: {result.exception}\n"
    return result.exit_code, text


def print_lines(ground: str, into: str, line: str) -> str:
    """Run lines joined by `&&` in a copy of a folder, and make what they leave there the folder `into`."""
    child = os.fork()
    if child:
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        return f"crash: the process ended with {code}\n" if code else ""
    try:
        _print(ground, into, line)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _print(ground: str, into: str, line: str) -> None:
    work = Path(f"{into}.{os.getpid()}")
    shutil.copytree(ground, work)
    os.chdir(work)
    text = ""
    for part in line.split(" && "):
        code, more = run_line(part)
        text += f"$ printshop {part}\n{more}"
        if code:
            text += f"exit code {code}\n"
            break
    for path in [path for path in Path(ground).rglob("*") if path.is_file()]:
        there = work / path.relative_to(ground)
        if there.is_file() and there.read_bytes() == path.read_bytes():
            there.unlink()
    for path in sorted(work.rglob("*.vmod")):
        zipfile.ZipFile(path).extractall(f"{path}.parts")
    (work / OUTPUT).write_text(text, encoding="utf-8")
    shutil.rmtree(into, ignore_errors=True)
    work.rename(into)


def try_lines(folder: str, file: str, data: str, lines: list[str]) -> str:
    """Return what lines say of a folder in which a file holds other bytes; those after one that complains are left."""
    os.chdir(folder)
    path = Path(file)
    sound = path.read_bytes()
    path.write_bytes(data.encode("latin-1"))
    text = ""
    try:
        for line in lines:
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            code, more = run_line(line)
            text += more + _digest(Path("output"))
            if code or "problem" in more or "warning" in more:
                break
    except TooSlow:
        text += f"crash: more than {SECONDS:g} s\n"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        path.write_bytes(sound)
        shutil.rmtree("output", ignore_errors=True)
    return text


def _digest(folder: Path) -> str:
    every = [(str(path), path.read_bytes()) for path in sorted(folder.rglob("*")) if path.is_file()]
    return f"its pages are {hashlib.sha256(repr(every).encode()).hexdigest()[:12]}\n" if every else ""


def options() -> list[str]:
    """Return every argument and option of every command, each on a line that says all that click knows of it."""
    lines = []

    def walk(name: str, command: click.Command) -> None:
        lines.append(f"{name}: {' '.join((command.help or '').split())}")
        for parameter in command.params:
            facts: dict[str, Any] = parameter.to_info_dict()
            names = ", ".join((*facts["opts"], *facts["secondary_opts"]))
            kind = {key: value for key, value in facts["type"].items() if value not in (None, False)}
            fields = ("required", "nargs", "multiple", "default", "is_flag", "flag_value", "count", "hidden", "help")
            more = {key: facts[key] for key in fields if facts.get(key) not in (None, False, "Sentinel.UNSET")}
            lines.append(f"{name} {names}: {kind} {more}")
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=name)
            for key in command.list_commands(context):  # a command may be imported only when it is asked for
                if part := command.get_command(context, key):
                    walk(f"{name} {key}", part)

    walk("printshop", main)
    return lines


def _stop(_number: int, _frame: object) -> None:
    raise TooSlow


def run() -> None:
    """Do what is asked for on standard input."""
    _h_e_a_d.timestampNow = lambda: 0  # some revisions write the time into fonts
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    signal.signal(signal.SIGPROF, _stop)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    tasks = json.load(sys.stdin)
    if len(tasks) > 2:  # what each would load by itself
        for name in LIBRARIES:
            import_module(name)
        for name, ground, *_ in tasks[:1]:
            if name == "printed":
                os.chdir(ground)
                run_line("check harbour")
    for name, *words in tasks:
        done = {"printed": print_lines, "tried": try_lines, "options": options}[name](*words)
        out.write(f"{json.dumps(done)}\n")
        out.flush()


if __name__ == "__main__":
    run()
