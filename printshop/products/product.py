"""What a product is: the one thing that every module of this package exports as `PRODUCT`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from printshop.drawing.ink import Ink
from printshop.layout.paper import PAPERS, Paper

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.drawing.items import Document
    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Scenario


@dataclass(frozen=True, slots=True)
class Settings:
    """How things are printed: on which paper, with how much ink."""

    paper: Paper = PAPERS["universal"]
    ink: Ink = Ink.COLOUR


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for.

    `units` are the units to print, in order, each copy named (empty: all the game's units, once each, or
    those of the scenario). `damage` is unit name -> track key -> boxes already marked. `only` names the
    pieces wanted of a product that has several (templates, markers, charts); empty means all. `blank` is how many
    blank forms are wanted.
    """

    units: tuple[Unit, ...] = ()
    scenario: Scenario | None = None
    damage: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    blank: int = 0


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of printed thing.

    `material`, `copies` and `hint` stand on a pack's cover: what to print it on, how often, and what to do then.
    """

    name: str
    summary: str
    material: str
    hint: str
    build: Callable[[Game, Request, Settings], Document]
    copies: str = "1"
