"""Costs of whole processes: products beside plain drawing, checking beside bare reading, a cold start."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import fleets
from measure import PLAIN, PRINTSHOP, Row, time_processes

from printshop.game_paths import find_shipped_games

if TYPE_CHECKING:
    from pathlib import Path

PACK = "iron_stars/meeting_engagement"
ALL = {"records": "iron_stars", "cards": "for_the_masses", "counters": "stellar_wars", "markers": "iron_guest",
       "charts": "ironclads", "maps": "stellar_wars", "booklet": PACK, "templates": "iron_guest",
       "rosters": "for_the_masses"}  # a game with much of each


def start(rounds: int, folder: Path) -> list[Row]:
    """A cold start: help, the list of games, one ship, beside Python's own."""
    commands = {"--help": ("--help",), "list": ("list",), "list iron_stars": ("list", "iron_stars"),
                "make records iron_stars Golem": ("make", "records", "iron_stars", "Golem", "-o", str(folder)),
                "the same as SVG": ("make", "records", "iron_stars", "Golem", "--format", "svg", "-o", str(folder))}
    (bare, _), *runs = time_processes(2 * rounds, (sys.executable, "-c", "pass"),
                                      *((*PRINTSHOP, *words) for words in commands.values()))
    return [Row(what, seconds, "python -c pass", bare, megabytes)
            for what, (seconds, megabytes) in zip(commands, runs, strict=True)]


def records(rounds: int, folder: Path) -> list[Row]:
    """Record sheets of thousands of ships, and a pack."""
    few, many = (str(fleets.write_game(count, folder / f"records{count}")) for count in (2_000, 20_000))
    make, out = (*PRINTSHOP, "make", "records"), ("-o", str(folder))
    straight = (*PLAIN, "records", "2000", str(folder / "plain.pdf"))
    pack, ours, (plain, _) = time_processes(rounds, (*PRINTSHOP, "pack", PACK, *out), (*make, few, *out), straight)
    (large, memory), = time_processes(1, (*make, many, *out))
    beside = "reportlab, 2,000 ships"
    return [Row("records of 2,000 ships", ours[0], beside, plain, ours[1], most=0.3),
            Row("records of 20,000 ships", large, "of 2,000", ours[0], memory, most=10, most_megabytes=180),
            Row("pack of an Iron Stars battle, PDF and SVG", pack[0], beside, plain, pack[1], most=0.45)]


def counters(rounds: int, folder: Path) -> list[Row]:
    """Counters of thousands of ships, each with a drawing."""
    game = str(fleets.write_game(5_000, folder / "counters", drawn=True))
    rows = []
    for key, most in (("tents", 4), ("tokens", 0)):
        (ours, memory), (plain, _) = time_processes(
            rounds, (*PRINTSHOP, "make", "counters", game, "--only", key, "-o", str(folder)),
            (*PLAIN, "counters", "5000", str(folder / "c.pdf")))
        rows.append(Row(f"5,000 counters: {key}", ours, "reportlab, 5,000 tents", plain, memory, most=most))
    return rows


def products(rounds: int, folder: Path) -> list[Row]:
    """Each product, of a game with many pages of it, beside the same marks with plain calls of reportlab."""
    return [_marks(rounds, folder, f"{name} of {game.split('/')[0]}", ("make", name, game))
            for name, game in ALL.items()]


def everything(rounds: int, folder: Path) -> list[Row]:
    """All products of each game, beside the same marks with plain calls of reportlab."""
    return [_marks(rounds, folder, f"all of {key}", ("make", "all", key)) for key in find_shipped_games()]


def _marks(rounds: int, folder: Path, what: str, words: tuple[str, ...]) -> Row:
    out = folder / what.replace(" ", "-")
    dump = out / "dump.txt"
    subprocess.run([*PRINTSHOP, *words, "--format", "dump", "-o", out], check=True, capture_output=True)
    dump.write_text("".join(path.read_text("utf-8") for path in sorted(out.rglob("*.txt"))), encoding="utf-8")
    redraw = (*PLAIN, "pages", str(dump), str(out / "plain.pdf"))
    time_processes(1, redraw)
    (ours, memory), (plain, _) = time_processes(rounds, (*PRINTSHOP, *words, "-o", str(out)), redraw)
    return Row(what, ours, "reportlab, same marks", plain, memory)


def check(rounds: int, folder: Path) -> list[Row]:
    """Checking of fleets, alone and on top of a shipped game, beside PyYAML reading the same file."""
    cases = [(fleets.write_extension(count, folder / f"check{count}"),
              f"check of {count:,} ships on top of Iron Stars", most)
             for count, most in ((560, 1.0), (2_000, 2.5))]
    cases.append((fleets.write_game(2_000, folder / "check"), "check of 2,000 ships alone", 0))
    rows = []
    for game, what, most in cases:
        (ours, memory), (plain, _) = time_processes(rounds, (*PRINTSHOP, "check", str(game)),
                                                    (*PLAIN, "read", str(game / "ships.yaml")))
        rows.append(Row(what, ours, "PyYAML, same ships", plain, memory, most_seconds=most))
    return rows
