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
    """Return a game and a scenario of it that are there, for examples that work; without any, GAME and SCENARIO."""
    found = ((key, path.stem) for key, folder in games().items() for path in sorted(folder.glob("scenarios/*.yaml")))
    return next(found, ("GAME", "SCENARIO"))


def find_game(name: str) -> Path:
    """Return the folder of a game: one that comes with printshop, or the path of any other.

    Raises PrintshopError, with a suggestion, if there is none.
    """
    known = games()
    if name in known:
        return known[name]
    path = Path(name)
    if (path / "game.yaml").is_file():
        return path
    if path.is_dir():
        inside = sorted(str(one.parent) for one in path.glob("*/game.yaml"))
        raise failure(f"the folder {name} is not a game: it has no file game.yaml",
                      f"there is one in {inside[0]}" if inside else "")
    raise failure(f"there is no game called '{name}'", suggestion(name, known))


def split_scenario(text: str) -> tuple[str, str]:
    """Return game and scenario of "game/scenario"; the game may be a path.

    >>> split_scenario("my/games/boats/first_battle")
    ('my/games/boats', 'first_battle')
    """
    game, _, scenario = text.rstrip("/").removesuffix(".yaml").rpartition("/")
    return game.removesuffix("/scenarios"), scenario
