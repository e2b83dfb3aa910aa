"""Keys of the files of a small game: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from helpers.problems import collect_problems

from printshop.load_game import read_game

if TYPE_CHECKING:
    from printshop.problems import Problem

GAME = {
    "format": "1",
    "title": "Moat",
    "rights": "free",
    "sides": '{red: {name: Reds, colour: "#d55e00"}, blue: {name: Blues, colour: "#0072b2"}}',
    "unit_types": "{tug: {points: hull, fields: {hull: {kind: whole}}}}",
}
"""The usual keys of game.yaml."""

UNITS = "- {name: Rat, side: red, hull: 4}\n- {name: Cat, side: blue, hull: 8}\n- {name: Eel, side: any, hull: 1}\n"
"""The usual tugs.yaml."""

BATTLE = {
    "title": "Battle",
    "summary": "They meet.",
    "table": "4 ft x 3 ft",
    "forces": "{red: {units: [Rat]}, blue: {units: [Cat]}}",
    "setup": "[Anywhere.]",
    "victory": "{text: Be last.}",
}
"""The usual keys of a scenario."""


def fill_up(usual: dict[str, str], lines: str) -> str:
    """Return lines of YAML, and the usual keys that are not among them, each on a line of its own."""
    own = {line.partition(":")[0].lstrip("^") for line in lines.splitlines()}
    return "\n".join([lines, *(f"{key}: {value}" for key, value in usual.items() if key not in own), ""])


def list_game_problems(folder: Path, name: str, text: str, **others: str) -> tuple[Problem, ...]:
    """Return the problems of the small game with a text in its file `name`; `others` are texts of further files."""
    files = {"game.yaml": fill_up(GAME, ""), "tugs.yaml": UNITS, **{f"{key}.yaml": one for key, one in others.items()}}
    for file, content in {**files, name: text}.items():
        if not content:
            continue
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(content, encoding="utf-8")
    return collect_problems(read_game, folder)


def check_game_limit(folder: Path, name: str, text: str, inside: str, outside: str, **others: str) -> None:
    """Check that a file is read with `inside` in place of @, and that one problem is reported with `outside`.

    The problem must stand at @, or at ^ if the text or `outside` has one.
    """
    accepted, refused = (text.replace("@", part) for part in (inside, outside))
    assert [str(one) for one in list_game_problems(folder, name, accepted.replace("^", ""), **others)] == []
    before = refused[:refused.index("^") if "^" in refused else text.index("@")]
    [problem] = list_game_problems(folder, name, refused.replace("^", ""), **others)
    assert problem.span, problem
    assert (Path(problem.span.file).name, problem.span.line, problem.span.column) == (
        Path(name).name, before.count("\n") + 1, len(before) - before.rfind("\n")), problem


def check_battle_limit(folder: Path, lines: str, inside: str, outside: str, **others: str) -> None:
    """Check a limit in some keys of a scenario, to which the usual keys are added."""
    check_game_limit(folder, "scenarios/battle.yaml", fill_up(BATTLE, lines), inside, outside, **others)


def check_type_limit(folder: Path, keys: str, inside: str, outside: str, units: str = "") -> None:
    """Check a limit in some keys of a unit type, which has these keys alone."""
    check_game_limit(folder, "game.yaml", fill_up(GAME, f"unit_types: {{tug: {{{keys}}}}}"), inside, outside,
                     tugs=units)
