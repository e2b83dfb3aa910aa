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
from printshop.layout.paper import HOME, PAPERS, Machine, Paper, Shop
from printshop.render import Options


@dataclass(frozen=True, slots=True)
class Settings:
    """How things are printed: on which paper, with how much ink, to which files.

    `variants` are how forms are made for other eyes and other pens (`VARIANTS` of forms); `audit` says that pages with
    what the checks say of each unit come behind its records. `fonts` are asked for characters that no bundled font
    has, before those of the game. `notes` takes down what is odd about pages as they are made.

    `backs` is how fronts and backs come together, None for what the data says of each piece. `back_offset` (points)
    moves all that stands on back pages to the right and down, by as much as the printer misses. `guides` asks for
    guides to cut by on all sheets; those with backs have them anyway. `map_paper` is another paper for maps; FIT is a
    sheet as large as each map. `leaf` is a page of booklets that are printed two by two on sheets to fold. With a
    `machine`, what is cut out has its whole outline on the cut layer, instead of lines for a knife. `shop` is what a
    print shop wants of the pages. `others` are the same on larger sheets, for what does not fit, smallest first. A
    `trial` only asks whether everything fits: one piece of each batch is laid on a sheet.

    Files go to the folder `output`, in each of the `formats`, which are asked for `options`.
    """

    paper: Paper = PAPERS["universal"]
    ink: Ink = Ink.COLOUR
    variants: frozenset[str] = frozenset()
    audit: bool = False
    fonts: tuple[FontFile, ...] = ()
    notes: Notes | None = field(default=None, compare=False)
    backs: Backs | None = None
    back_offset: tuple[float, float] = (0.0, 0.0)
    guides: bool = False
    map_paper: Paper | None = None
    leaf: Paper | None = None
    machine: Machine | None = None
    shop: Shop = HOME
    others: tuple[Settings, ...] = field(default=(), compare=False)
    trial: bool = False
    output: Path = field(default=Path("output"), compare=False)
    formats: tuple[str, ...] = field(default=("pdf",), compare=False)
    options: Options = field(default_factory=Options, compare=False)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for.

    `units` are the units to print, in order, each copy named (empty: all the game's units, once each, or
    those of the scenario). `damage` is unit name -> track key -> boxes already marked. `only` names the
    pieces wanted of a product that has several (templates, markers, charts); empty means all. `blank` is how many
    blank forms are wanted. `packed` says that a cover comes with it, which tells what there is to print. `whole` says
    that of a game which extends another all is meant where nothing is named, not only what is its own.
    """

    units: tuple[Unit, ...] = ()
    scenario: Scenario | None = None
    damage: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    blank: int = 0
    packed: bool = False
    whole: bool = False


AS_USUAL = Request()  # what is asked for when nothing in particular is
