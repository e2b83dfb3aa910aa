"""All that goes to a virtual table: pieces, boards, reference cards, with the names of their pictures."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.naming import Names
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


class Filed(NamedTuple):
    """A piece and the names of the pictures of its faces, without a suffix; `back` is "" if it has but one face.

    `name` is what players read of it on the table: where sides have pieces of the same name, whose it is, too.
    """

    thing: Thing
    front: str
    back: str
    name: str

    def views(self) -> Iterator[tuple[str, View]]:
        """Give the name of each picture and what is to be seen on it; a back is cut out as mirrored."""
        thing = self.thing
        yield self.front, View(thing.width, thing.height, thing.front, thing.outline)
        if self.back:
            yield self.back, View(thing.width, thing.height, thing.back, thing.behind)


@dataclass(frozen=True, slots=True)
class Table:
    """What goes to a table; `charts` are pages, each with the name of its picture.

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
    names = Names()
    charts = tuple((names.give(*words), page) for words, page in
                   (*_charts(game, asked, settings), *((("legend", key), page) for key, page in legends)))
    return Table(game, asked, settings, tuple(_filed(found)), planes, tops, charts)


def _filed(found: Sequence[Thing]) -> Iterator[Filed]:
    """Give the pieces with names for their pictures: the kind and the side stand in them where they tell apart."""
    names = {section: Names() for section in SECTIONS}
    kinds, groups = defaultdict[str, set[str]](set), defaultdict[tuple[str, str], set[str]](set)
    for thing in found:
        kinds[thing.section].add(thing.kind)
        groups[thing.section, thing.name].add(thing.group)
    shared = {section for (section, _), own in groups.items() if len(own) > 1}
    for thing in found:
        words = [thing.kind] if len(kinds[thing.section]) > 1 and thing.section != "markers" else []
        words += [thing.group] if thing.section in shared else []
        endings = ("-front", "-back") if thing.back else ("",)
        name = names[thing.section].give(*words, thing.name, endings=endings)
        called = f"{thing.group} {thing.name}" if thing.section in shared else thing.name
        yield Filed(thing, f"{name}-front" if thing.back else name, f"{name}-back" if thing.back else "", called)


def _charts(game: Game, asked: Asked, settings: Settings) -> Iterator[tuple[tuple[str, ...], Page]]:
    """Give the reference cards, each with the words that its picture is named after."""
    only = things.keys(game, asked, "charts")
    if not only:
        return
    document = find("charts").build(game, Request((), asked.scenario, only=only, whole=True),
                                    replace(settings, notes=None))
    yield from zip(((key,) for key in only), document.pages, strict=True)
