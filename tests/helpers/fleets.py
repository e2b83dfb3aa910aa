"""Fleets read from texts, and the pages of their rosters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.pages import find_rows

from printshop.drawing.display_list import Page
from printshop.game.fleets import Fleet, FleetOptions, read_fleet
from printshop.print_settings import PrintSettings
from printshop.problems import Problems
from printshop.products.rosters import build as rosters_build
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.game.fleets import Fleet
    from printshop.game.model import Game

HOME_FLEET = "game: iron_stars\nside: britain\nlimit: 50\nunits: [Golem, {unit: 2 x Alpha, damage: {hull: 1}}]\n"
"""A small fleet of Iron Stars as a file."""


def parse_fleet(game: Game, text: str, options: FleetOptions | None = None, *, file: str = "f.yaml",
               key: str = "night_watch"
               ) -> Fleet:
    """Return the fleet of a YAML text. Raises PrintshopError with all its problems."""
    problems = Problems()
    node = parse_yaml(text, file, problems)
    fleet = read_fleet(node, key, game, problems, options or FleetOptions()) if node else None
    problems.raise_if_any()
    assert fleet is not None
    return fleet



HOME = """
title: The Home Squadron
side: britain
limit: 100
units:
  - {unit: Golem, damage: {hull: 3, torpedoes: 1}, notes: flagship}
  - {unit: Sycorax, damage: {hull: 2}}
  - 2 x Alpha
  - {unit: Alpha, name: Dauntless}
"""


def make_roster_pages(game: Game, fleet: Fleet, settings: PrintSettings | None = None) -> list[Page]:
    """Return the pages of the roster of a fleet."""
    return list(rosters_build.make_fleet_roster(game, fleet, settings or PrintSettings()).pages)


def read_roster(pages: list[Page]) -> list[str]:
    """Return the lines of rosters, with usual blanks."""
    lines = [" ".join(word.text for word in line) for page in pages for line in find_rows(page.items, 1.5)]
    return [line.replace("\u00a0", " ") for line in lines]




def muster_fleet(game: Game, lines: Iterable[str]) -> Fleet:
    """Return a fleet of some lines. Raises PrintshopError with all its problems."""
    return parse_fleet(game, "units:\n" + "\n".join(lines), file="fleet.yaml", key="fleet")
