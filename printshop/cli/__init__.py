"""The command line. This package collects the commands, prints problems and sets the exit code."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import click

from printshop import __version__
from printshop.cli.shared_options import SET_ASIDE_KEY, write_help_with_examples
from printshop.game_paths import HiddenGameWarning
from printshop.problems import PrintshopError, Problem, describe_os_error, make_error, suggest_name
from printshop.terminal import print_line, report, report_crash, report_usage

# the place of each command
_COMMANDS = {
    **{name.rstrip("_"): f"printshop.cli.data_commands:{name}" for name in ("list_", "check", "new", "verify", "export",
                                                                            "schema")},
    **{name: f"printshop.cli.print_commands:{name}" for name in ("pack", "fleet", "make", "watch", "calibrate",
                                                                 "specimen")},
    "serve": "printshop.cli.serve_command:serve",
    "site": "printshop.cli.serve_command:site",
}
_WRITING_COMMANDS = ("pack", "fleet", "make", "new", "schema", "export", "calibrate", "specimen")
_FIRST_STEPS = """\b
To begin:
  printshop list                        list all games
  printshop list {game}
  printshop pack {game}/{scenario}
  printshop make all {game}
  printshop new game my_game            write a game of your own

Print the PDF at 100 % ("actual size"): every true-scale page has rulers to check the scale.
"""


class CommandGroup(click.Group):
    """The group of all commands.

    Problems in the data end the program with exit code 1 and without a traceback. Wrong usage ends it with exit
    code 2.
    """

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the first steps below the help."""
        write_help_with_examples(formatter, _FIRST_STEPS)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands."""
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import the module of a command, and return the command.

        If there is no such command, return None.
        """
        module, _, name = _COMMANDS.get(cmd_name, "").partition(":")
        return getattr(import_module(module), name) if module else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command with the given name.

        If this is the name of a product, suggest `make`.
        """
        from printshop.products import ALL_PRODUCTS, list_product_names

        name, products_made = args[0], (*list_product_names(), ALL_PRODUCTS)
        if not (name.startswith("-") or self.get_command(ctx, name)):
            hint = suggest_name(name, (*self.list_commands(ctx), *products_made))
            if hint.similar_name in products_made:
                command = " ".join(("printshop make", hint.similar_name, *args[1:2]))
                ctx.fail(f"there is no command '{name}'; did you mean '{command}'?")
            if hint.startswith("known"):
                hint = suggest_name(name, self.list_commands(ctx))
            ctx.fail(f"there is no command '{name}'; {hint}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the command line as a program: print errors and exit with a code."""
        run_commands: Callable[[], Any] = partial(super().main, *args, standalone_mode=False, **extra)
        if not standalone_mode:
            return run_commands()
        sys.excepthook = report_crash
        with _exit_on_signals():
            try:
                code = run_commands()
            except click.ClickException as error:
                report_usage(error)
                code = error.exit_code
            except click.Abort:
                print_line("Aborted!", err=True)
                code = 1
            except (OSError, MemoryError) as error:
                failing = f"cannot use {file}" if (file := getattr(error, "filename", None)) else "cannot continue"
                cause = describe_os_error(error) if isinstance(error, OSError) else "there is not enough memory"
                report([Problem(None, f"{failing}: {cause}")])
                code = 1
        sys.exit(code)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and print all problems, including problems that did not stop it."""
        fatal_problems: tuple[Problem, ...] = ()
        result = None
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("always", HiddenGameWarning)
                warnings.showwarning = _make_warning_printer()
                _isolate_from_environment()
                result = super().invoke(ctx)
        except PrintshopError as error:
            fatal_problems = error.problems
        if other_problems := [problem for problem in ctx.meta.get(SET_ASIDE_KEY, ()) if problem not in fatal_problems]:
            report(other_problems, "; the result does not depend on the parts with "
                                   f"{'this problem' if len(other_problems) == 1 else 'these problems'}", "warning")
        if fatal_problems:
            report(fatal_problems, "; nothing was written" if ctx.invoked_subcommand in _WRITING_COMMANDS else "")
            ctx.exit(1)
        return result


def _make_warning_printer() -> Callable[..., None]:
    """Return a function for `warnings.showwarning` that prints each warning of printshop only once.

    Other warnings are printed as Python prints them.
    """
    printed: set[str] = set()

    def print_warning(message: Warning | str, category: type[Warning], filename: str, line: int, *_: object) -> None:
        if category is not HiddenGameWarning:
            print_line(warnings.formatwarning(message, category, filename, line).rstrip("\n"), err=True)
        elif str(message) not in printed:
            printed.add(str(message))
            print_line(f"warning: {message}", err=True)

    return print_warning


@contextmanager
def _exit_on_signals() -> Iterator[None]:
    """Turn signals that end a program into SystemExit, so that unfinished files are removed."""
    signals = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
               and threading.current_thread() is threading.main_thread()]
    caught: list[int] = []

    def exit_with_signal(number: int, _frame: FrameType | None) -> None:
        caught.append(number)
        raise SystemExit(128 + number)

    previous_handlers = {number: signal.signal(number, exit_with_signal) for number in signals
                         if signal.getsignal(number) is signal.SIG_DFL}
    try:
        yield
    finally:
        for number, handler in previous_handlers.items():
            signal.signal(number, handler)
        if caught:  # even if a library has caught SystemExit
            raise SystemExit(128 + caught[0])


def _isolate_from_environment() -> None:
    """Remove environment settings that would change files or output.

    Raises PrintshopError if the current folder no longer exists.
    """
    # Libraries would date files by SOURCE_DATE_EPOCH, or fail if it is none. ReportLab has settings in RL_ variables,
    # and runs two files of the user's home, or fails where that cannot be read.
    for name in [name for name in os.environ if name == "SOURCE_DATE_EPOCH" or name.startswith("RL_")]:
        del os.environ[name]
    for name in ("reportlab_mods", "reportlab_settings"):
        sys.modules.setdefault(name, ModuleType(name))
    if not logging.getLogger().handlers:  # logs are for programmers, and may quote a file unescaped
        logging.getLogger().addHandler(logging.NullHandler())
    try:
        Path.cwd()
    except OSError as error:
        raise make_error("the current folder no longer exists",
                         "change to another folder: cd ..") from error


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="printshop")
def main() -> None:
    """Turn YAML ship and scenario data into printable wargame material at true scale.

    The commands write counters, hex maps, templates, range sticks, record sheets, cards, reference charts,
    scenario booklets and whole packs, as PDF and SVG. GAME is the name of a game that comes with printshop, the
    path of your own folder with a game.yaml, or the path of a file that extends a game.
    """
    # A run builds large trees that stay in memory to its end: a search for cycles in them takes most of a load's time.
    gc.set_threshold(200_000, 50, 100)
    # At its end, Python looks for cycles twice more: a tenth of the time of two thousand records.
    atexit.register(gc.freeze)
