"""The settings of a print run (paper, ink, files) and its request (units, scenario, entries of products)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from printshop.drawing.ink import Ink
from printshop.drawing.page_warnings import PageWarnings
from printshop.game.elements import LARGE
from printshop.game.model import Unit
from printshop.game.pictures import FontFile
from printshop.layout.duplex import BackMode
from printshop.layout.rectangles import HOME_LAYOUT, PAPERS, MachineLayout, Paper, PrintLayout
from printshop.layout.zoom import ZOOM, shrink_paper
from printshop.output import OutputOptions
from printshop.words import Words, load_words

if TYPE_CHECKING:
    from printshop.game.scenarios import Scenario


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Settings for printing: the paper, the ink and the output files."""

    paper: Paper = PAPERS["universal"]
    ink: Ink = Ink.COLOUR
    variants: frozenset[str] = frozenset()  # of forms, a part of `VARIANTS`
    check_reports: bool = False  # adds pages with the results of the checks behind the records of each unit
    fonts: tuple[FontFile, ...] = ()  # searched before those of the game for characters that no bundled one has
    page_warnings: PageWarnings | None = field(default=None, compare=False)  # collects warnings about pages
    backs: BackMode | None = None  # how backs meet their fronts; None: as the data says for each cutout
    back_offset: tuple[float, float] = (0.0, 0.0)  # points right and down for back pages, against the printer's error
    guides: bool = False  # cut guides on all sheets; those with backs always have them
    map_paper: Paper | None = None  # for maps, if not `paper`; FIT is a sheet as large as each map
    booklet_paper: Paper | None = None  # a page of booklets, which are printed two on a sheet and folded
    # a cutting machine: cutouts have their outline on the cut layer, and no guides
    machine: MachineLayout | None = None
    shop: PrintLayout = HOME_LAYOUT  # the requirements of a print shop
    # with larger sheets, smallest first, as fallbacks
    larger_settings: tuple[PrintSettings, ...] = field(default=(), compare=False)
    dry_run: bool = False  # only tests whether everything fits: one cutout of each batch is laid on a sheet
    words: Words = field(default_factory=load_words, compare=False)  # of the game that is printed
    output: Path = field(default=Path("output"), compare=False)
    formats: tuple[str, ...] = field(default=("pdf",), compare=False)
    options: OutputOptions = field(default_factory=OutputOptions, compare=False)  # of the formats

    @property
    def zoom(self) -> float:
        """The factor by which pages without true-scale pieces are enlarged: 1 except in large print."""
        return ZOOM if LARGE in self.variants else 1.0

    def before_zoom(self) -> PrintSettings:
        """Return the settings for the layout of pages that are enlarged afterwards: all papers are smaller."""
        right, down = self.back_offset
        return replace(self, paper=shrink_paper(self.paper, self.zoom),
                       booklet_paper=self.booklet_paper and shrink_paper(self.booklet_paper, self.zoom),
                       back_offset=(right / self.zoom, down / self.zoom),
                       larger_settings=tuple(other.before_zoom() for other in self.larger_settings))


@dataclass(frozen=True, slots=True)
class PrintRequest:
    """The units, scenario and entries to print.

    If no units or entries are named, a game that extends another prints only its own entries, unless `whole_game`
    is true.
    """

    units: tuple[Unit, ...] = ()  # in order, each copy once; none: all of the game, or of the scenario
    scenario: Scenario | None = None
    damage: Mapping[str, Mapping[str, int]] = field(default_factory=dict)  # marked boxes, by name of unit and track
    only_keys: tuple[str, ...] = ()  # keys of entries of a product: templates, markers, charts; none: all
    piece_names: frozenset[str] = frozenset()  # of units and markers, folded by `fold_name`; none: all pieces
    blank_forms: int = 0  # number of blank forms
    in_pack: bool = False  # part of a pack, whose cover lists the components
    whole_game: bool = False

    @property
    def fills_sheets(self) -> bool:
        """Whether free places on sheets have blank forms: not if units or pieces are named one by one."""
        return not self.piece_names and (self.in_pack or not self.units)


DEFAULT_REQUEST = PrintRequest()  # the default: nothing is named
