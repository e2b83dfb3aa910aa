"""A small game to begin with: the files of `printshop/starter`, written to a folder of the player's own."""

from __future__ import annotations

from pathlib import Path

from printshop import catalogue
from printshop.files import Delivery
from printshop.problems import failure

STARTER = Path(__file__).resolve().parent.parent / "starter"
TITLE = "title: Harbour\n"  # in its game.yaml: the new game is called after its folder


def write_game(folder: Path) -> tuple[Path, ...]:
    """Write the game and return its files.

    Raises PrintshopError, and changes nothing, if there is something at that place or it cannot be written.
    """
    try:
        taken = folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))
        good = bool(folder.name) and folder.name != ".." and folder.name.isprintable()
    except (OSError, ValueError):  # no name that a folder could have
        taken = good = False
    if folder.name in catalogue.games():
        raise failure(f"a game called {folder.name} comes with printshop", "choose another name for the new game")
    if not good:
        raise failure(f"'{folder}' is no name for a new folder", "write for instance: printshop new game harbour")
    if taken:
        raise failure(f"there is a {'folder' if folder.is_dir() else 'file'} {folder} already; it stays as it is",
                      "choose another name for the new game")
    with Delivery() as delivery:
        for source in sorted(STARTER.rglob("*.yaml")):
            text = source.read_text(encoding="utf-8").replace(TITLE, f"title: {_title(folder.name)}\n")
            delivery.place(folder / source.relative_to(STARTER)).write_text(text, encoding="utf-8")
    return delivery.targets()


def _title(name: str) -> str:
    """Return a folder's name as a title, in quotes where YAML would take it for something else.

    >>> _title("harbour"), _title("bay_of-pigs"), _title("1904")
    ('Harbour', 'Bay of pigs', '"1904"')
    """
    words = " ".join(name.replace("_", " ").replace("-", " ").split()) or name
    title = words[:1].upper() + words[1:]
    plain = all(letter.isalnum() or letter == " " for letter in title) and not title[0].isdigit()
    known = title.casefold() in {"true", "false", "null", "unknown", "none"}
    if plain and not known:
        return title
    escaped = title.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
