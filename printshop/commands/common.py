"""What commands share: help with examples that work, games with changes, what they say when they are done."""

from __future__ import annotations

import inspect
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from printshop import arguments, catalogue
from printshop.game.changes import AS_IT_IS, Changes
from printshop.problems import some
from printshop.saying import count, on_a_terminal, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from printshop.drawing.items import Document
    from printshop.files import Delivery
    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Scenario
    from printshop.products.pack import Component
    from printshop.products.product import Settings

ASIDE = "printshop.aside"
"""Where a run keeps the problems that it may not need to mend."""


class Taught(click.Command):
    """A command whose help shows calls that work, with the names of a game that is there."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the help, its {game} and {scenario} filled in."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(filled(inspect.cleandoc(self.help or "")))


def filled(text: str) -> str:
    """Return a text of help with a {game}, a {scenario} of it and the {products} filled in."""
    from printshop.products import NAMES

    game, scenario = catalogue.example()
    return text.format(game=game, scenario=scenario, products=", ".join(NAMES))


def words(*choices: str) -> click.Choice[str]:
    """Return the type of an option that is one of a few words."""
    return click.Choice(choices, case_sensitive=False)


def _changes(_context: click.Context, _parameter: click.Parameter, value: tuple[str, ...]) -> dict[str, str]:
    return arguments.changes(value)


def _palette(_context: click.Context, _parameter: click.Parameter, value: str | None) -> tuple[str, ...]:
    if not value:
        return ()
    from printshop.equipment.palettes import palette

    return palette(value)


def changing(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that change a game for one run; a command gets them as one argument, `changes`."""

    @wraps(command)
    def changed(settings: dict[str, str], palette: tuple[str, ...], **given: Any) -> None:
        command(changes=Changes(settings, palette), **given)

    wrapped = click.option("--palette", metavar="NAME", callback=_palette,
                           help="Other colours for the sides: clear, soft, bold, grey, or your own.")(changed)
    return click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", callback=_changes,
                        help="Change a setting of the game for this run; list GAME names them. Can be repeated.",
                        )(wrapped)


def told(settings: Settings, units: Iterable[Unit] = (), more: Iterable[str] = ()) -> None:
    """Tell what is odd about what has been made, and about the units that have been; then what `more` there is."""
    from printshop.commands.idle import idle
    from printshop.products.trouble import odd

    given = click.get_current_context().params
    for note in dict.fromkeys((*odd(units), *more, *(settings.notes or ()), *idle(given, settings))):
        tell(f"warning: {note}", err=True)


def over(scenarios: Iterable[Scenario]) -> Iterator[str]:
    """Give what is told of forces that cost more than they may."""
    return (force.warning for one in scenarios for force in one.forces if force.warning)


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


def counted(document: Document, name: str) -> Document:
    """Show on a terminal how far a long document has come; in a pipe, nothing."""
    from printshop.publishing import watched

    return watched(document, name, count) if on_a_terminal() else document


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
    """Give the delivery that files are written through, all of them in `home`, then name them.

    What an earlier run has left in the `folder` of a pack and this one has not written again is removed, also the
    `whole` of a pack that has none now.
    """
    from printshop.files import Delivery
    from printshop.publishing import clear, strangers

    with Delivery(home) as delivery:
        yield delivery
        others = strangers(delivery)
    done(delivery.targets(), clear(folder, delivery.targets(), whole=whole) if folder else 0, others)


def done(targets: tuple[Path, ...], cleared: int = 0, strangers: tuple[Path, ...] = ()) -> None:
    """Name what was written, single files, and how many pictures of pages in which folder; and what was removed.

    `strangers` are files of another game that were replaced.
    """
    pictures: dict[tuple[Path, str], int] = {}
    for target in targets:
        if target.suffix in (".svg", ".png"):
            pictures[target.parent, target.suffix] = pictures.get((target.parent, target.suffix), 0) + 1
        else:
            tell(str(target))
    for (folder, suffix), pages in pictures.items():
        tell(f"{folder}/*{suffix}: {some(pages, 'page')}")
    if cleared:
        tell(f"removed {some(cleared, 'old file')} of an earlier run")
    if strangers:
        few = ", ".join(path.name for path in strangers[:2]) + (" ..." if len(strangers) > 2 else "")
        tell(f"these took the place of files of another game that has the same name: {few}")
