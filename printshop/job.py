"""What is asked for, and how it is printed: all that a run is told besides its game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from printshop.drawing.ink import Ink
from printshop.drawing.notes import Notes
from printshop.game.model import Unit
from printshop.game.pictures import FontFile
from printshop.game.scenarios import Scenario
from printshop.layout.backs import Backs
from printshop.layout.boxes import HOME, PAPERS, Machine, Paper, Shop
from printshop.render import Options


@dataclass(frozen=True, slots=True)
class Settings:
    """How things are printed: on which paper, with how much ink, to which files."""

    paper: Paper = PAPERS["universal"]
    ink: Ink = Ink.COLOUR
    variants: frozenset[str] = frozenset()  # of forms, for other eyes and other pens: `VARIANTS`
    audit: bool = False  # pages with what the checks say of each unit come behind its records
    fonts: tuple[FontFile, ...] = ()  # asked before those of the game for characters that no bundled one has
    notes: Notes | None = field(default=None, compare=False)  # where what is odd about pages is taken down
    backs: Backs | None = None  # how fronts and backs come together; None is what the data says of each piece
    back_offset: tuple[float, float] = (0.0, 0.0)  # points right and down for all on back pages, as the printer misses
    guides: bool = False  # to cut by, on all sheets; those with backs have them anyway
    map_paper: Paper | None = None  # another for maps; FIT is a sheet as large as each map
    leaf: Paper | None = None  # a page of booklets that are printed two by two on sheets to fold
    machine: Machine | None = None  # with one, what is cut out has its whole outline on the cut layer, and no guides
    shop: Shop = HOME  # what a print shop wants of the pages
    others: tuple[Settings, ...] = field(default=(), compare=False)  # on larger sheets, smallest first, for what is big
    trial: bool = False  # all that is asked is whether everything fits: one piece of each batch is laid on a sheet
    output: Path = field(default=Path("output"), compare=False)
    formats: tuple[str, ...] = field(default=("pdf",), compare=False)
    options: Options = field(default_factory=Options, compare=False)  # of the formats


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for; of a game which extends another, where nothing is named, its own alone unless the `whole`."""

    units: tuple[Unit, ...] = ()  # in order, each copy named; none is all of the game, or those of the scenario
    scenario: Scenario | None = None
    damage: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # boxes marked, by unit's name and track
    only: tuple[str, ...] = ()  # pieces of a product that has several: templates, markers, charts; none is all
    blank: int = 0  # forms
    packed: bool = False  # a cover comes with it, which tells what there is to print
    whole: bool = False


AS_USUAL = Request()  # what is asked for when nothing in particular is
