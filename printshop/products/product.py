"""What a product is: a kind of printed thing that says what it is made of, and what is done with it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, ClassVar, NamedTuple

from printshop.drawing.items import Document, Page
from printshop.game.model import Game
from printshop.game.scenarios import Scenario, crews
from printshop.job import Request, Settings
from printshop.layout.paper import Paper
from printshop.problems import failure
from printshop.products.selection import find_scenario, unit_warnings, units_of

BLANKS = 4  # blank forms in a pack for every force that is still to be chosen


class Piece(NamedTuple):
    """What one thing of a game is called, and whether it is printed when nothing in particular is asked for."""

    title: str
    default: bool


class Handling(NamedTuple):
    """What is done with the pages of a product: what they are printed on, how often, and what comes then; markup."""

    material: str
    copies: str
    hint: str

    def sided(self, edge: str) -> Handling:
        """Return what is done with pages that are printed on both sides and turned over their long or short edge."""
        return self._replace(material=f"{self.material}, on both sides",
                             hint=f"Choose “both sides, flip on {edge} edge”. {self.hint}") if edge else self


class Printed(NamedTuple):
    """What is printed of a product with a scenario: its `things` by key, their pages if made, what is `usual`."""

    things: Mapping[str, Any]
    scenario: Scenario
    pages: Sequence[Page]
    settings: Settings
    usual: Handling


class Product:
    """A kind of printed thing: a subclass for each, an instance of it in the `PRODUCTS` of its module.

    `material`, `copies` and `hint` stand on a pack's cover: what to print it on, how often, and what to do then.
    `section` is where its things are described: the file or folder, and the key in `pieces` of a scenario; `shows`
    are all sections that can be seen in it. What is `of_units` is made of all units there are where none are named;
    with `in_copies` in as many as each unit says, and a booklet tells of it how many (`counted`). What is `filled` can
    have damage marked, or be blank. What is `cut_out` goes into no book. `refuses_only` says why `--only` can name
    nothing of what has no pieces. `options` are settings that concern no other product, with what is said to others.
    `made_by` is the module below `printshop.products`, imported when it is wanted, whose `build` (or which function of
    it, "module:function") lays it out.
    What is `numbered` has files of its own in place of one, where that would be too large.
    """

    name: ClassVar[str]
    made_by: ClassVar[str] = ""
    material: ClassVar[str] = "paper"
    hint: ClassVar[str] = ""
    copies: ClassVar[str] = "1"
    section: ClassVar[str]
    shows: ClassVar[tuple[str, ...]]
    of_units: ClassVar[bool] = False
    in_copies: ClassVar[bool] = False
    counted: ClassVar[bool] = False
    filled: ClassVar[bool] = False
    cut_out: ClassVar[bool] = False
    numbered: ClassVar[bool] = False
    refuses_only: ClassVar[str] = ""
    options: ClassVar[tuple[tuple[str, str], ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.section = getattr(cls, "section", "") or getattr(cls, "name", "")
        cls.shows = getattr(cls, "shows", ()) or (cls.section,)

    def lay_out(self, game: Game, request: Request, settings: Settings) -> Document:
        """Return what is asked for of it as pages, which may be made as they are walked: what `made_by` builds."""
        module, _, function = self.made_by.partition(":")
        build = getattr(import_module(f"printshop.products.{module}"), function or "build")
        document: Document = build(game, request, settings)
        return document

    def build(self, game: Game, request: Request, settings: Settings) -> Document:
        """Return what is asked for as pages. Raises PrintshopError, now or while they are walked, and no other."""
        from printshop.products.safely import made_safely

        self.need(game, request)
        return made_safely(self.name, partial(self.lay_out, game, request), game, settings)

    def entries(self, game: Game) -> Mapping[str, Any]:
        """Return what a game has of it, by key."""
        entries: Mapping[str, Any] = game.entries(self.section)
        return entries

    def pieces(self, game: Game) -> dict[str, Piece]:
        """Return titles and defaults of what a game has of it, by key."""
        heads = ((key, getattr(entry, "head", entry)) for key, entry in self.entries(game).items())
        return {key: Piece(head.title, getattr(head, "default", True)) for key, head in heads}

    def named(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        """Return the keys of what a scenario lists of it, or of what is usual."""
        pieces = self.pieces(game)
        if scenario and self.section in scenario.pieces:
            return tuple(key for key in scenario.pieces[self.section] if key in pieces)
        game.apart.need(self.section)
        return tuple(key for key, piece in pieces.items() if piece.default)

    def beside(self, game: Game, scenario: Scenario | None) -> Collection[str]:
        """Return the keys of what is printed with another product, of a scenario or of the whole game."""
        return ()

    def wanted(self, game: Game, scenario: Scenario | None = None) -> tuple[str, ...]:
        """Return the keys of what belongs to a scenario, or is usual. Raises PrintshopError if something is wrong."""
        beside = self.beside(game, scenario)
        return tuple(key for key in self.named(game, scenario) if key not in beside)

    def complete(self, game: Game) -> tuple[str, ...]:
        """Return the keys of all that a game has of it, also of what is printed only when it is asked for."""
        game.apart.need(self.section, game.apart.names(self.section))
        beside = self.beside(game, None)
        return tuple(key for key in self.pieces(game) if key not in beside)

    def blanks(self, game: Game, keys: Iterable[str], *, played: bool) -> tuple[str, ...]:
        """Return those keys of which there are blank forms besides those of units; `played`: in a scenario."""
        return ()

    def need(self, game: Game, request: Request) -> None:
        """Raise PrintshopError, with all that is wrong in the game's files, if a request needs something that is."""
        game.apart.need(self.section, request.only)
        if self.of_units and not (request.units or request.scenario or request.blank):
            game.apart.need("units")

    def request(self, game: Game, scenario: str = "", only: tuple[str, ...] = ()) -> Request:
        """Return the request for it, or for what a scenario has of it. Raises PrintshopError if that has none."""
        if not scenario:
            return Request(only=only)
        chosen = find_scenario(game, scenario)
        if not self.refuses_only and not only:
            only = self.wanted(game, chosen)
            if not only:
                raise failure(f"the scenario '{chosen.key}' is played without {self.name}")
        return Request(scenario=chosen, only=only)

    def packed(self, game: Game, scenario: Scenario) -> Request | None:
        """Return what a scenario's pack has of it, if anything; forms are blank where all units are to be chosen."""
        only, units = self.wanted(game, scenario), tuple(unit for crew in crews(game, scenario) for unit in crew)
        if not only:
            return None
        return Request(units=units, scenario=scenario, only=() if self.refuses_only else only, packed=True,
                       blank=BLANKS * len(scenario.forces) if self.filled and not units else 0)

    def warnings(self, game: Game, request: Request) -> Iterator[str]:
        """Give what is odd about what it has been made of."""
        if self.of_units and not request.blank:
            yield from unit_warnings(units_of(game, request))

    def advice(self, game: Game, request: Request, settings: Settings,
               papers: Callable[[], Mapping[str, Paper]]) -> Iterator[str]:
        """Give what could be done better with what has been made, on other `papers` that there are."""
        yield from ()

    def unused(self, options: Mapping[str, Any], printed: Collection[str]) -> Iterator[str]:
        """Give a note on each of its `options` that has no effect, where these products have been `printed`."""
        yield from ()

    def apart(self, pages: Sequence[Page], settings: Settings) -> bool:
        """Say whether its pages stay out of the one file of a pack."""
        return False

    def files(self, pages: tuple[Page, ...]) -> Iterator[tuple[str, tuple[Page, ...]]]:
        """Give the files that its pages make up: a title for each, "" for the usual one, and its pages."""
        yield "", pages

    def handling(self, game: Game, scenario: Scenario, pages: Sequence[Page], settings: Settings) -> Handling:
        """Return what is done with its pages, in a scenario's pack; without pages, with what they would be."""
        usual = Handling(self.material, self.copies, self.hint)
        if pages and pages[0].bleed:
            backs = ", its back the next" if any(page.label.endswith("b") for page in pages) else ""
            return usual._replace(hint=f"Each page is a piece{backs}; its edges are cut off.")
        entries = self.entries(game)
        wanted = {key: entries[key] for key in self.wanted(game, scenario) if key in entries}
        return self.handled(Printed(wanted, scenario, pages, settings, usual))

    def handled(self, printed: Printed) -> Handling:
        """Return what is done with pages of some of its things, where that is not the same with all."""
        return printed.usual


def listed(words: Iterable[str]) -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def cutting_out(backs: Iterable[str], *, tents: bool = False) -> str:
    """Return how pieces are cut out whose backs come in these ways (`Backs`), and strips that are folded into tents."""
    ways = {*backs}
    steps = {"Cut out, score and fold the tents, and glue their flaps.": tents,
             "Cut off what has two faces, fold it between them, glue it, and cut it out when it is dry.":
                 "beside" in ways,
             "Fold the sheets with two halves, glue them, and cut out when they are dry.": "fold" in ways}
    sentences = [step for step, applies in steps.items() if applies]
    if ways - {"beside", "fold"}:
        sentences.append("Cut out the rest." if sentences else "Cut out along the lines.")
    return " ".join(sentences)
