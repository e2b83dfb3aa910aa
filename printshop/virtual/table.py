"""All that goes to a virtual table: pieces, boards, reference cards, with the names of their pictures."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.products import find
from printshop.products.own_faces import setting
from printshop.products.product import Request
from printshop.products.trouble import reported
from printshop.virtual import boards, pictures, things
from printshop.virtual.pictures import View
from printshop.virtual.things import SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from PIL.Image import Image

    from printshop.drawing.items import Page
    from printshop.game.model import Game
    from printshop.products.product import Settings
    from printshop.virtual.boards import Plane, Tabletop
    from printshop.virtual.things import Asked, Thing

LONGEST_NAME = 60


class Filed(NamedTuple):
    """A piece and the names of the pictures of its faces, without a suffix; `back` is "" if it has but one face."""

    thing: Thing
    front: str
    back: str

    def views(self) -> Iterator[tuple[str, View]]:
        """Give the name of each picture and what is to be seen on it; a back is cut out as mirrored."""
        thing = self.thing
        yield self.front, View(thing.width, thing.height, thing.front, thing.outline)
        if self.back:
            yield self.back, View(thing.width, thing.height, thing.back, thing.behind)


@dataclass(frozen=True, slots=True)
class Table:
    """What goes to a table; `charts` are pages, each with the name of its picture; `planes` are named by their keys.

    Of maps with terrain, a legend is among the charts.
    """

    game: Game
    asked: Asked
    settings: Settings
    pieces: tuple[Filed, ...]
    planes: tuple[Plane, ...]
    tabletops: tuple[Tabletop, ...]
    charts: tuple[tuple[str, Page], ...]

    @property
    def title(self) -> str:
        """The name of the game and of the scenario."""
        battle = self.asked.scenario
        return f"{self.game.title}: {battle.title}" if battle else self.game.title

    @property
    def stem(self) -> str:
        """What its files are called."""
        battle = self.asked.scenario
        return f"{self.game.key}-{battle.key}" if battle else self.game.key

    def fonts(self) -> AbstractContextManager[None]:
        """Let its pictures be drawn in the fonts that they may have."""
        return setting(self.game, self.settings)

    def shots(self, views: Iterable[View], dpi: int) -> Iterator[Image]:
        """Give the pictures of some views, and note what is odd about them."""
        known = tuple(views)
        if self.settings.notes:
            self.settings.notes.look(item for view in known for item in view.items)
        with self.fonts():
            yield from pictures.shots(known, dpi)


class Names:
    """File names that any system takes, each given once: words in small letters with dashes."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def give(self, *words: str) -> str:
        """Return a name for some words that no other has."""
        stem = slug(*words)
        name, number = stem, 1
        while name in self._given:
            number += 1
            name = f"{stem}-{number}"
        self._given.add(name)
        return name


def slug(*words: str) -> str:
    """Return words as a file name.

    >>> slug("HMS Téméraire", "front"), slug("../大和;"), slug("con")
    ('hms-temeraire-front', 'x', 'con-x')
    """
    plain = unicodedata.normalize("NFKD", " ".join(words)).encode("ascii", "ignore").decode().casefold()
    name = re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")[:LONGEST_NAME].strip("-")
    reserved = re.fullmatch(r"con|prn|aux|nul|com\d|lpt\d", name)  # no files on Windows
    return f"{name}-x" if reserved else name or "x"


def lay(game: Game, asked: Asked, settings: Settings, *, flat: bool) -> Table:
    """Return all that is wanted on a table; a `flat` one has no tents.

    Raises PrintshopError with everything that does not fit, and for what there is not.
    """
    things.check(game, asked)
    with setting(game, settings), reported(f"the pieces of {game.title}"):
        found = things.gather(game, asked, settings, flat=flat)
        planes = boards.planes(game, asked, settings)
        legends = tuple(boards.legends(planes, settings))
    tops = () if planes else boards.tabletops(game, asked)
    charts = (*_charts(game, asked, settings), *((f"legend-{slug(key)}", page) for key, page in legends))
    return Table(game, asked, settings, tuple(_filed(found)), planes, tops, charts)


def _filed(found: Sequence[Thing]) -> Iterator[Filed]:
    """Give the pieces with names for their pictures: the kind and the side stand in them where they tell apart."""
    names = {section: Names() for section in SECTIONS}
    kinds, groups = defaultdict[str, set[str]](set), defaultdict[tuple[str, str], set[str]](set)
    for thing in found:
        kinds[thing.section].add(thing.kind)
        groups[thing.kind, thing.name].add(thing.group)
    for thing in found:
        words = [thing.kind] if len(kinds[thing.section]) > 1 and thing.section != "markers" else []
        words += [thing.group] if len(groups[thing.kind, thing.name]) > 1 else []
        name = names[thing.section].give(*words, thing.name)
        yield Filed(thing, f"{name}-front" if thing.back else name, f"{name}-back" if thing.back else "")


def _charts(game: Game, asked: Asked, settings: Settings) -> Iterator[tuple[str, Page]]:
    only = things.keys(game, asked, "charts")
    if not only:
        return
    document = find("charts").build(game, Request((), asked.scenario, only=only, whole=True),
                                    replace(settings, notes=None))
    yield from zip((slug(key) for key in only), document.pages, strict=True)
