"""What the words of a command line ask for: units and copies, damage, options that go with a product."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue
from printshop.problems import PrintshopError, failure, suggestion

if TYPE_CHECKING:
    from printshop.game.model import Game, Unit
    from printshop.products.product import Request

# What can be asked of which product; the others would have to leave it out without a word.
TAKES_UNITS = ("records", "cards", "counters")
TAKES_DAMAGE = TAKES_BLANK = ("records", "cards")
ALL = "all"  # instead of a product: every one of them


def request(game: Game, product: str, units: tuple[str, ...], scenario: str | None, damage: tuple[str, ...],
            only: tuple[str, ...], blank: int | None) -> Request:
    """Return what the options of `make` ask for. Raises click.UsageError or PrintshopError."""
    from printshop.products import contents
    from printshop.products.pack import find_scenario
    from printshop.products.product import Request

    _fits(product, TAKES_UNITS, bool(units), "does not depend on units: leave their names out")
    _fits(product, TAKES_DAMAGE, bool(damage), "has no damage to mark: --damage goes with records and cards")
    _fits(product, TAKES_BLANK, bool(blank), "is never blank: --blank goes with records and cards")
    if blank and (units or damage):
        raise click.UsageError("blank forms have neither units nor damage: ask for one or the other")
    if only and product == "booklet":
        raise click.UsageError("a booklet is one of a scenario: ask for it with --scenario NAME")
    chosen = find_scenario(game, scenario) if scenario else None
    if chosen and product != "booklet" and not only:
        only = contents.wanted(game, chosen, product)
        if not only:
            raise failure(f"the scenario '{chosen.key}' is played without {product}")
    return Request(muster(game, units) if units else (), chosen, marks(damage), only, blank or 0)


def _fits(product: str, takers: tuple[str, ...], given: bool, why: str) -> None:
    if given and product not in takers:
        raise click.UsageError(f"{product} {why}")


def muster(game: Game, words: tuple[str, ...]) -> tuple[Unit, ...]:
    """Return the units that words like `Kestrel`, `Kestrel*5` or `5 x Kestrel` ask for.

    Raises PrintshopError for a name that is unknown or, where copies have no numbers, asked for twice.
    """
    try:
        units = game.muster([copies(word) for word in words])
    except PrintshopError as error:
        for word in words:
            halves = [name for name in game.units if name.startswith(f"{word} ")]
            if halves and word not in game.units:
                raise failure(f"there is no unit called '{word}'",
                              f"did you mean \"{halves[0]}\"? Put quotes round a name with spaces") from error
        raise
    twice = [name for name, count in Counter(unit.name for unit in units).items() if count > 1]
    if twice:
        raise failure(f"there is only one {twice[0]}, asked for twice")
    return units


def copies(word: str) -> tuple[str, int]:
    """Return name and number of a word: ("Kestrel", 5) of "Kestrel*5" and of "5 x Kestrel".

    >>> copies("5 x Kestrel"), copies("Red Kite")
    (('Kestrel', 5), ('Red Kite', 1))
    """
    ahead = re.fullmatch(r"(\d{1,5}) *[x×] +(\S.*)", word.strip())
    if ahead:
        return ahead[2], int(ahead[1]) or 1
    name, star, number = word.rpartition("*")
    if not star:
        return word.strip(), 1
    if not number.isdecimal() or not 0 < int(number) <= 99_999:
        raise click.BadParameter(f"'{word}': write how many behind the star, for instance \"{name or 'NAME'}*5\"",
                                 param_hint="UNIT")
    return name.strip(), int(number)


def marks(texts: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the damage that texts like `Kestrel:hull=3,sails=1` ask for, by unit and track."""
    found: dict[str, dict[str, int]] = {}
    for text in texts:
        name, _, tracks = text.partition(":")
        for mark in tracks.split(","):
            match = re.fullmatch(r"\s*([\w.]+)\s*=\s*(\d{1,3})\s*", mark)
            if not match:
                raise click.BadParameter(f"'{text}' is not damage: write NAME:TRACK=3, several with commas",
                                         param_hint="--damage")
            found.setdefault(name, {})[match[1]] = int(match[2])
    return found


def changes(texts: tuple[str, ...]) -> dict[str, str]:
    """Return the settings that texts like `hex=1.5 in` ask for. Raises click.BadParameter."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign or not name.strip():
            raise click.BadParameter(f"'{text[:80]}' is not NAME=VALUE", param_hint="--set")
        if name.strip() in found:
            raise click.BadParameter(f"'{name.strip()}' is set twice", param_hint="--set")
        found[name.strip()] = value.strip()
    return found


def product_name(word: str, game: str) -> str:
    """Return the name of a product, or "all". Raises PrintshopError if the words stand in the wrong order."""
    from printshop.products import NAMES

    known = (*NAMES, ALL)
    if game in known and word not in known:
        raise failure(f"there is no product called '{word}'", f"the product comes first: printshop make {game} {word}")
    if word not in known:
        raise failure(f"there is no product called '{word}'", suggestion(word, known))
    return word


def nothing_else(units: tuple[str, ...], damage: tuple[str, ...], only: tuple[str, ...], blank: int | None) -> None:
    """Refuse what would be left out of everything without a word. Raises click.UsageError."""
    given = [name for name, value in (("units", units), ("--damage", damage), ("--only", only), ("--blank", blank))
             if value]
    if given:
        raise click.UsageError(f"'all' makes every product as it is, blank forms too: {' and '.join(given)} "
                               "can be given with one product")


def game_folder(name: str) -> Path:
    """Return the folder of a game for `make`. Raises PrintshopError; words in another order are recognised."""
    game, scenario = catalogue.split_scenario(name)
    if game in catalogue.games():
        raise failure(f"'{name}' is a scenario, not a game",
                      f"write: {game} --scenario {scenario}")
    return catalogue.find_game(name)


def scenario_of(text: str) -> tuple[str, str]:
    """Return game and scenario of GAME/SCENARIO. Raises click.BadParameter if it is a game alone."""
    where, key = catalogue.split_scenario(text)
    known = {text: catalogue.games()[text]} if text in catalogue.games() else {}
    if (Path(text) / "game.yaml").is_file():
        known = {text: Path(text)}
    if where and not known:
        return where, key
    scenarios = sorted(path.stem for folder in known.values() for path in (folder / "scenarios").glob("*.yaml"))
    hint = f"did you mean {text}/{scenarios[0]}?" if scenarios else "see printshop list"
    raise click.BadParameter(f"'{text}' is not GAME/SCENARIO; {hint}", param_hint="GAME/SCENARIO")
