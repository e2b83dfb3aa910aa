"""Where schemas lie: in a hidden folder beside the files that name them in their first line."""

from __future__ import annotations

import contextlib
import json
import re
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from printshop.files import Delivery, check_inside, contents
from printshop.game.units import stem_of
from printshop.problems import PrintshopError
from printshop.schemas.games import EXTENSION, FLEET, MAIN, documents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.game.model import Game
    from printshop.language.patterns import Schema

FOLDER = ".printshop"
SUFFIX = ".schema.json"
_MOST = 8_000_000  # bytes: a file that has more is no schema of ours


def folder_of(game: Game) -> Path:
    """Return where the schemas of a game lie: in its own folder, or beside its only file."""
    return (game.root.parent if in_one_file(game) else game.root) / FOLDER


def in_one_file(game: Game) -> bool:
    """Return whether all of a game's own data stands in one file."""
    return not game.root.is_dir()  # the file may still have to be written


def file_of(game: Game, name: str, folder: Path) -> Path:
    """Return the file of one of a game's schemas; that of a game in one file is called after it alone."""
    stem = re.sub(r"\W+", "_", game.key)
    alone = name == MAIN and in_one_file(game)
    return folder / (f"{stem}{SUFFIX}" if alone else f"{stem}-{name}{SUFFIX}")


def first_line(schema: Path, file: Path) -> str:
    """Return the line by which a YAML file tells editors its schema."""
    return f"# yaml-language-server: $schema={Path(relpath(schema, file.parent)).as_posix()}\n"


def place(game: Game, names: Iterable[str], folder: Path, delivery: Delivery) -> None:
    """Write some of a game's schemas as part of a delivery; those that are there and the same are left alone."""
    check_inside(folder, folder.parent)
    found = documents(game)
    for name in names:
        file, text = file_of(game, name, folder), _text(found[name])
        if _read(file) != text:
            delivery.place(file).write_text(text, encoding="utf-8", newline="\n")


def write(game: Game, folder: Path) -> tuple[Path, ...]:
    """Write all schemas of a game and return their files. Raises PrintshopError."""
    if folder.name == FOLDER:
        check_inside(folder, folder.parent)
    found = documents(game)
    if in_one_file(game):
        found = {name: found[name] for name in (MAIN, FLEET, EXTENSION)}
    with Delivery() as delivery:
        for name, schema in found.items():
            file = delivery.place(file_of(game, name, folder))
            file.write_text(_text(schema), encoding="utf-8", newline="\n")
    return delivery.targets()


def example(game: Game, folder: Path) -> tuple[str, str]:
    """Return a file that a game may have, and the first line of it that names its schema."""
    if in_one_file(game):
        return str(game.root), first_line(file_of(game, MAIN, folder), game.root)
    stem = stem_of(next(iter(game.unit_types.values())))
    home = game.root if folder.resolve().is_relative_to(game.root.resolve()) else folder.parent
    return f"{stem}.yaml", first_line(file_of(game, stem, folder), home / f"{stem}.yaml")


def renew(game: Game) -> None:
    """Bring those schemas up to date that lie with a game, if they can be written."""
    folder = folder_of(game)
    there = {file.name for file in folder.glob(f"*{SUFFIX}")} if folder.is_dir() else set()
    if not there:
        return
    names = [name for name in documents(game) if file_of(game, name, folder).name in there]
    with contextlib.suppress(PrintshopError), Delivery() as delivery:
        place(game, names, folder, delivery)


def _text(schema: Schema) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _read(file: Path) -> str | None:
    try:
        return contents(file, _MOST).decode("utf-8")
    except (OSError, ValueError):
        return None
