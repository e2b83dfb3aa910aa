"""Where games are: those that come with printshop, and any folder with a game.yaml in it."""

from __future__ import annotations

from pathlib import Path

from printshop.problems import failure, suggestion


def data_folder() -> Path:
    """Return the folder of the games that come with printshop: inside the package in a wheel, else beside it."""
    package = Path(__file__).resolve().parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"


def games() -> dict[str, Path]:
    """Return the folders of the games that come with printshop, by key."""
    folder = data_folder()
    found = sorted(path.parent for path in folder.glob("*/game.yaml")) if folder.is_dir() else []
    return {path.name: path for path in found}


def example() -> tuple[str, str]:
    """Return a game and a scenario of it that are there, for examples that work; without any, GAME and SCENARIO.

    One that is played on a table goes first: a map can be dozens of sheets, too many for a first try.
    """
    found = [(key, path) for key, folder in games().items() for path in sorted(folder.glob("scenarios/*.yaml"))]
    on_table = (one for one in found if "\ntable:" in one[1].read_text(encoding="utf-8", errors="replace"))
    key, path = next(on_table, found[0] if found else ("GAME", Path("SCENARIO")))
    return key, path.stem


def find_game(name: str) -> Path:
    """Return the folder of a game: one that comes with printshop, or the path of any other.

    Raises PrintshopError, with a suggestion, if there is none.
    """
    known = games()
    if name in known:
        return known[name]
    try:
        found = _find_folder(Path(name))
    except (OSError, ValueError):  # no name that a file could have
        found = None
    if found is None:
        here = [path.parent.name for path in Path().glob("*/game.yaml")]
        raise failure(f"there is no game called '{name}'", suggestion(name, [*known, *here]))
    return found


def _find_folder(path: Path) -> Path | None:
    """Return a game's folder, or None where there is none. Raises PrintshopError for one that is no game's."""
    if (path / "game.yaml").is_file():
        return path
    if path.is_dir():
        inside = sorted(str(one.parent) for one in path.glob("*/game.yaml"))
        raise failure(f"the folder {path} is not a game: it has no file game.yaml",
                      f"there is one in {inside[0]}" if inside else "")
    return None


def split_scenario(text: str) -> tuple[str, str]:
    """Return game and scenario of "game/scenario"; the game may be a path.

    >>> split_scenario("my/games/boats/first_battle")
    ('my/games/boats', 'first_battle')
    """
    game, _, scenario = text.rstrip("/").removesuffix(".yaml").rpartition("/")
    return game.removesuffix("/scenarios"), scenario
