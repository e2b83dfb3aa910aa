"""Where a new file goes, and what is written into it in the first line, for editors."""

from __future__ import annotations

import re
import shlex
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop import catalogue
from printshop.game.units import stem_of
from printshop.problems import failure
from printshop.schemas.files import in_one_file

if TYPE_CHECKING:
    from printshop.game.model import Game, UnitType

LONGEST = 100  # characters of a name
_BARE = re.compile(r"[\w./:\\-]+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)  # names that no file on Windows may have
_COUNTED = re.compile(r"\d+ *[x×] +\S.*")


class Place(NamedTuple):
    """Where something new goes: `file` is new, or, with `below`, one that is there and gets it behind its last entry.

    `call` is how commands call the game that has it then; `extends` is what a new game in one file adds to, "" for a
    file that belongs to the game itself.
    """

    file: Path
    call: str
    extends: str
    below: bool = False


def unit_place(game: Game, call: str, unit_type: UnitType, name: str) -> Place:
    """Return where a new unit goes: into the own game's folder or file, or beside a game that comes with printshop.

    Raises PrintshopError if there is something in that place.
    """
    return file_place(game, call, stem_of(unit_type), stem(name, unit_type.key))


def file_place(game: Game, call: str, folder: str, own: str) -> Place:
    """Return where a new file goes that is called so: into a folder of the own game, or where `unit_place` says.

    Raises PrintshopError if there is something in that place.
    """
    if call in catalogue.games():
        return extension_place(call, own)
    if in_one_file(game):
        return Place(game.root, call, "", below=True)
    return Place(free(game.root / folder / f"{own}.yaml"), call, "")


def extension_place(call: str, own: str) -> Place:
    """Return where a new game in one file goes that adds to another. Raises PrintshopError if its place is taken."""
    if own in catalogue.games() or Path(own).is_dir():
        own = f"my_{own}"
    return Place(free(Path(f"{own}.yaml")), own, call)


def free(path: Path) -> Path:
    """Return a path at which there is nothing. Raises PrintshopError if there is."""
    try:
        taken = path.exists() or path.is_symlink()
    except (OSError, ValueError) as error:
        raise failure(f"'{path}' is no name for a new file", "choose another name") from error
    if taken:
        raise failure(f"there is a file {path} already; it stays as it is", "choose another name, or change that file")
    return path


def stem(name: str, otherwise: str) -> str:
    """Return what a file is called after a name: small letters, digits and _; `otherwise` where it has none.

    >>> stem("Mary Celeste", "tug"), stem("H.M.S. Þór — 2", "tug"), stem("???", "tug"), stem("Con", "tug")
    ('mary_celeste', 'h_m_s_þór_2', 'tug', 'con_')
    """
    plain = unicodedata.normalize("NFC", name.casefold())
    words = re.sub(r"\W+|_+", "_", plain).strip("_")[:60].rstrip("_") or otherwise
    return f"{words}_" if _RESERVED.fullmatch(words) else words


def check_title(title: str, what: str) -> None:
    """Raise PrintshopError for a title that is no line."""
    if not title.strip() or title != title.strip() or not title.isprintable():
        raise failure(f"'{title}' is no name for {what}", "a name is one line, with nothing before and behind it")
    if len(title) > LONGEST:
        raise failure(f"this name is {len(title)} characters long, at most {LONGEST} are allowed",
                      "choose a shorter one")


def check_name(name: str, what: str) -> None:
    """Raise PrintshopError for a name that nothing should have: no line, or what commands take for something else."""
    check_title(name, what)
    if _COUNTED.fullmatch(name) or "*" in name or name.startswith("-"):
        raise failure(f"'{name}' would be taken for something else on the command line",
                      "choose a name without * that begins with neither - nor 3 x")


def check_free(game: Game, name: str) -> None:
    """Raise PrintshopError if a game has a unit of a name."""
    taken = next((one for one in game.units.values() if one.name.casefold() == name.casefold()), None)
    if taken:
        kind = game.unit_types[taken.kind].name
        raise failure(f"{game.title} has a {kind} called '{taken.name}' already", "choose another name",
                      taken.span)


def as_word(text: str) -> str:
    r"""Return a text as one word of a command line, in quotes where it needs them.

    >>> as_word("Wasp"), as_word("Mary Celeste"), as_word('The "Rat"')
    ('Wasp', '"Mary Celeste"', '\'The "Rat"\'')
    """
    if _BARE.fullmatch(text):
        return text
    return shlex.quote(text) if set('"$`\\!') & set(text) else f'"{text}"'
