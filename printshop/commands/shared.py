"""What commands share: help with examples, words of the command line, games with changes, what is said last."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printshop import catalogue
from printshop.catalogue import AS_IT_IS, Changes
from printshop.problems import PrintshopError, failure, few, some, suggestion
from printshop.saying import on_a_terminal, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from printshop.files import Delivery
    from printshop.game.model import Game, Unit
    from printshop.job import Request
    from printshop.products.pack import Component
    from printshop.products.product import Product

    Command = Callable[..., None]

ASIDE = "printshop.aside"  # where a run keeps the problems that it may not need to mend

MOST_UNITS = 1_000
FARTHEST = 5  # mm that a back may be moved


class Taught(click.Command):
    """A command whose help shows calls that work, with the names of a game that is there."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help, its {game} and {scenario} filled in."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(filled(inspect.cleandoc(self.help or "")))


def filled(text: str) -> str:
    """Return a text of help with a {game}, a {scenario} of it and the {products} filled in."""
    from printshop.products import names

    game, scenario = catalogue.example()
    return text.format(game=game, scenario=scenario, products=", ".join(names()))


# --- options that are one argument of a command ---


def gathered(name: str, meaning: Callable[..., object],
             options: Sequence[Callable[[Command], Command]]) -> Callable[[Command], Command]:
    """Add options; a command gets what they mean as one argument: `meaning` has one for each of them, of its name."""

    def add(command: Command) -> Command:
        @wraps(command)
        def wrapped(**given: Any) -> None:
            own = {key: given.pop(key) for key in names}
            command(**given, **{name: meaning(**own)})

        before = len(getattr(wrapped, "__click_params__", ()))
        for option in reversed(options):
            option(wrapped)
        names = [parameter.name for parameter in wrapped.__click_params__[before:]]  # type: ignore[attr-defined]
        return wrapped

    return add


def words(*choices: str) -> click.Choice[str]:
    """Return the type of an option that is one of a few words."""
    return click.Choice(choices, case_sensitive=False)


def _palette(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    if not value:
        return ()
    from printshop.equipment.papers import palette

    return palette(value)


def _changed_settings(_context: click.Context, _parameter: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for text in texts:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or not name:
            raise click.BadParameter(f"'{text[:80]}' is not NAME=VALUE", param_hint="--set")
        if name in settings:
            raise click.BadParameter(f"'{name}' is set twice", param_hint="--set")
        settings[name] = value
    return settings


changing = gathered("changes", Changes, (
    click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", callback=_changed_settings,
                 help="Change a setting of the game for this run; list GAME names them. Can be repeated."),
    click.option("--palette", metavar="NAME", callback=_palette,
                 help="Other colours for the sides: clear, soft, bold, grey, or your own."),
))
"""Adds the options that change a game for one run; a command gets them as one argument, `changes`."""


def offset(text: str, option: str = "--back-offset") -> tuple[float, float]:
    """Return "0.5,-1", millimetres to the right and down, in points. Raises click.UsageError."""
    from printshop.units import MM

    match = re.fullmatch(r" *(-?\d{1,3}(?:\.\d{1,3})?)(?: *mm)? *[,;] *(-?\d{1,3}(?:\.\d{1,3})?)(?: *mm)? *", text)
    if not match:
        raise click.UsageError(f"{option} {text}: write two numbers of millimetres, for instance 0.5,-1")
    right, down = float(match[1]), float(match[2])
    if max(abs(right), abs(down)) > FARTHEST:
        raise click.UsageError(f"{option} {text}: a printer that misses by more than {FARTHEST} mm has the paper "
                               "laid in askew, or turns it over its other edge")
    return right * MM, down * MM


# --- games, and what is said of them ---


def load_game(name: str, changes: Changes = AS_IT_IS) -> Game:
    """Return a game by its name or path. Raises PrintshopError."""
    from printshop.loading import load

    return load(catalogue.find_game(name), *changes)


def load_sound_game(name: str, changes: Changes = AS_IT_IS) -> Game:
    """Return what is sound of a game by its name or path; what is not is told. Raises PrintshopError."""
    from printshop.loading import load_sound

    return set_aside(load_sound(catalogue.find_game(name), *changes))


def set_aside(game: Game) -> Game:
    """Return a game; what is wrong with it, and was not needed, is told when the command is done."""
    click.get_current_context().meta.setdefault(ASIDE, []).extend(game.apart.problems)
    return game


def say(line: str) -> None:
    """Tell how a long run goes on, on a terminal; in a pipe, nothing."""
    if on_a_terminal():
        tell(line, err=True)


def counting(components: Iterable[Component]) -> Iterator[Component]:
    """Tell on a terminal of the components of a pack as they are made."""
    for component in components:
        say(f"  {component.product.name}: {some(len(component.pages), 'page')}")
        yield component


@contextmanager
def delivered(home: Path, folder: Path | None = None, *, whole: bool = False) -> Iterator[Delivery]:
    """Give the delivery that files are written through, all of them in `home`; then name single files and folders.

    What an earlier run has left in the `folder` of a pack and this one has not written again is removed, also the
    `whole` of a pack that has none now. Files of another game that are replaced are told of.
    """
    from printshop.files import Delivery
    from printshop.publishing import clear, strangers

    with Delivery(home) as delivery:
        yield delivery
        others = strangers(delivery)
    targets = delivery.targets()
    cleared = clear(folder, targets, whole=whole) if folder else 0
    for target in targets:
        if target.suffix not in (".svg", ".png"):
            tell(str(target))
    pictures = Counter(target.parent / f"*{target.suffix}" for target in targets if target.suffix in (".svg", ".png"))
    for pattern, pages in pictures.items():
        tell(f"{pattern}: {some(pages, 'page')}")
    if cleared:
        tell(f"removed {some(cleared, 'old file')} of an earlier run")
    if others:
        names = ", ".join(path.name for path in others[:2]) + (" ..." if len(others) > 2 else "")
        tell(f"these took the place of files of another game that has the same name: {names}")


# --- words ---


def product_name(word: str, game: str) -> str:
    """Return the name of a product, or "all". Raises PrintshopError if the words stand in the wrong order."""
    from printshop.products import ALL, names

    known = (*names(), ALL)
    if word not in known:
        raise failure(f"there is no product called '{word}'", suggestion(word, known) if game not in known else
                      f"the product comes first: printshop make {game} {word}")
    return word


def game_or_scenario(text: str) -> tuple[str, str]:
    """Return game and scenario of GAME or GAME/SCENARIO, "" for no scenario."""
    where, key = catalogue.split_scenario(text)
    if where and not catalogue.is_there(Path(text)) and not catalogue.game_at(text) and catalogue.game_at(where):
        return where, key
    return text, ""


def scenario_of(text: str) -> tuple[str, str]:
    """Return game and scenario of GAME/SCENARIO. Raises click.BadParameter if it is a game alone."""
    from printshop.game.scenarios import SCENARIOS
    from printshop.loading import load

    where, key = catalogue.split_scenario(text)
    alone = catalogue.game_at(text)
    if where and not alone:
        return where, key
    scenarios: tuple[str, ...] = ()
    with suppress(PrintshopError):
        scenarios = tuple(load(alone)[SCENARIOS]) if alone else ()
    hint = f"did you mean {text}/{scenarios[0]}?" if scenarios else "see printshop list"
    raise click.BadParameter(f"'{text}' is not GAME/SCENARIO; {hint}", param_hint="GAME/SCENARIO")


def request(game: Game, product: Product, units: tuple[str, ...], scenario: str, damage: tuple[str, ...],
            only: tuple[str, ...], blank: int) -> Request:
    """Return what the options of `make` ask for. Raises click.UsageError or PrintshopError."""
    from printshop import products
    from printshop.products.product import listed
    from printshop.products.selection import unit_type_of

    if units and not product.of_units:
        raise click.UsageError(f"{product.name} does not depend on units: leave their names out")
    if (damage or blank) and not product.filled:
        with_damage = listed(other.name for other in products.every() if other.filled)
        raise click.UsageError(f"{product.name} has no damage to mark: --damage goes with {with_damage}" if damage else
                               f"{product.name} is never blank: --blank goes with {with_damage}")
    if blank and (units or damage):
        raise click.UsageError("blank forms have neither units nor damage: ask for one or the other")
    if only and product.refuses_only:
        raise click.UsageError(product.refuses_only)
    asked = product.request(game, scenario, only)
    hurt = {}
    for name, tracks in marks(damage).items():
        try:
            hurt[game.find(name).name] = tracks  # it may be named as it is printed
        except PrintshopError:  # of one side only, or wrong: whoever marks the damage tells
            hurt[name] = tracks
    named = muster(game, units) if units else ()
    things = product.things(game)
    kinds = {unit_type_of(things[key]) for key in only or product.wanted(game) if key in things} - {""}
    without = [unit.name for unit in named if kinds and unit.kind not in kinds]
    if without and len(without) < len(named):
        made = few([game.unit_types[kind].plural for kind in kinds])
        raise failure(f"there are no {product.name} of {few(without)}", f"leave it out: they are of {made}")
    return replace(asked, units=named, damage=hurt, blank=blank)


def muster(game: Game, words: tuple[str, ...]) -> tuple[Unit, ...]:
    """Return the units that words like `Kestrel`, `Kestrel*5` or `5 x Kestrel` ask for.

    Raises PrintshopError for a name that is unknown or, where copies have no numbers, asked for twice.
    """
    try:
        asked = [copies(word) for word in words]
        units = game.muster([(name, min(count, MOST_UNITS + 1)) for name, count in asked])
    except PrintshopError as error:
        if {"x", "×"} & {*words}:
            raise failure("an x stands alone between the units",
                          "write NAME*3, or the number first and quotes round it: \"3 x NAME\"") from error
        for word in words:
            halves = [name for name in game.units if name.startswith(f"{word} ")]
            if halves and word not in game.units:
                raise failure(f"there is no unit called '{word}'",
                              f"did you mean \"{halves[0]}\"? Put quotes round a name with spaces") from error
        raise
    if len(units) > MOST_UNITS:
        raise failure(f"that is {len(units):,} units, at most {MOST_UNITS:,} are made at once", "print them in parts")
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
    if not re.fullmatch(r"\d{1,5}", number) or not int(number):
        raise click.BadParameter(f"'{word}': write how many behind the star, for instance \"{name or 'NAME'}*5\"",
                                 param_hint="UNIT")
    return name.strip(), int(number)


def marks(texts: tuple[str, ...]) -> dict[str, dict[str, int]]:
    """Return the damage that texts like `Kestrel:hull=3,sails=1` ask for, by unit and track; they add up.

    >>> marks(("Kestrel:hull=3, left wing=1", "Kestrel:sails=2"))
    {'Kestrel': {'hull': 3, 'left wing': 1, 'sails': 2}}
    """
    marked: dict[str, dict[str, int]] = {}
    for text in texts:
        name, _, tracks = text.rpartition(":")
        for mark in tracks.split(","):
            track, _, points = (part.strip() for part in mark.partition("="))
            if not track or not re.fullmatch(r"\d{1,6}", points) or not name.strip():
                raise click.BadParameter(f"'{text[:80]}' is not damage: write NAME:TRACK=3, several with commas",
                                         param_hint="--damage")
            own = marked.setdefault(name.strip(), {})
            own[track] = own.get(track, 0) + int(points)
    return marked
