"""Print services (`--profile`) and cutting machines (`--cutter`): their requirements on files.

They are data, `data/common/services.yaml` and `cutters.yaml`, and the user's own files of these names. For a service
this module also converts documents: sizes, bleed, number of pages, number of files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Literal, NamedTuple, Self

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Color, Document, Group, Layer, Page, Stream, parse_color
from printshop.drawing.notes import Notes
from printshop.equipment import papers
from printshop.game.shelves import Shelf
from printshop.language import keys
from printshop.language.keys import Block, block, read
from printshop.language.reader import NOTHING, Reader
from printshop.layout.boxes import FIT, HOME, Machine, Shop
from printshop.naming import distinct, sized
from printshop.problems import PrintshopError
from printshop.render.cut import FRONTS, LABELS, STEPS, Cutter, Front, Step
from printshop.render.press import Condition, Format, Mix, Press, fitting, refused
from printshop.source import Scalar
from printshop.units import MM, Length, parse_length, written_size

STANDARDS = {"PDF/X-1a:2001": "1.3", "PDF/X-1a:2003": "1.4"}
"""The standards that files can follow, each with its version of PDF."""
APART = 3 * MM
"""The default gap between pieces whose outlines are moved for a kerf."""

_MOST_PAGES, _MOST_BOUND = 16, 10_000  # the greatest divisor of the number of pages; the most pages of a book
_SMALLEST, _LARGEST = 5 * MM, 5000 * MM  # sides of a format
_BLEED = parse_length("20 mm")  # the greatest bleed
_SPOT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
_INKS = ("Cyan", "Magenta", "Yellow", "Black", "All", "None")
# Steps of different groups need different colours; engraved lines may have that of areas, inner cuts that of outlines.
_DIFFERENT: tuple[tuple[Step, ...], ...] = (("engrave", "lines"), ("score",), ("inner", "cut"), ("check",))


# --- print shops and services ---


def _bleed(at: Reader, name: str) -> tuple[float, float] | None:
    """Return the bleed of a format, across and along, or None if it has none of its own."""
    node = at.peek(name)
    pair = isinstance(node, Scalar) and " x " in node.text
    bleed = at.size(name) if pair else (at.length(name, None),) * 2
    sides = [side for side in bleed if side]
    for side in sides[:2 if pair else 1]:
        if side.points > _BLEED.points:
            at.fail(name, f"'{name}' of {at.what} is {side.text}", f"a bleed is at most {_BLEED.text}")
    return (sides[0].pt, sides[1].pt) if sides else None


@block
class FormatEntry(Block):
    """A format of a service that has a bleed or a number of pages of its own."""

    size: tuple[Length, Length] = keys.size("width x height, trimmed")
    bleed: tuple[float, float] | None = keys.special(
        _bleed, {"type": "string"}, "the bleed of this format, if it differs from the service's; across x along, if "
        "these differ")
    pages: int = keys.whole("the number of pages is a multiple of this, if it differs from the service's", 1,
                            _MOST_PAGES, default=0)


def _formats(at: Reader, name: str) -> tuple[tuple[str, str, FormatEntry], ...]:
    """Return the formats of a service, each with its name and its size as written."""
    below, formats = at.reader(name), []
    for key in below.keys() if below else ():
        assert below
        node, entry = below.peek(key), None
        if isinstance(node, Scalar):
            entry = FormatEntry(size=below.size(key), bleed=None)
        elif inner := below.reader(key):
            entry = read(FormatEntry, inner)
        if entry:
            sides = [side.pt for side in entry.size]
            if entry.size[0] is not NOTHING and not _SMALLEST <= min(sides) <= max(sides) <= _LARGEST:
                below.fail(key, f"'{key}' of {below.what} has a side of less than 5 mm or more than 5 m")
            formats.append((key, node.text if isinstance(node, Scalar) else written_size(*entry.size), entry))
    return tuple(formats)


@block
class SizesEntry(Block):
    """The formats of pages and of cards that a service accepts."""

    pages: tuple[tuple[str, str, FormatEntry], ...] = keys.special(_formats, {"type": "object"})
    cards: tuple[tuple[str, str, FormatEntry], ...] = keys.special(_formats, {"type": "object"})

    def settled(self, at: Reader) -> Self:
        if not self.pages and not self.cards:
            at.problems.add(at.place, f"{at.what} has neither pages nor cards", "leave it out to allow any size")
        return self


@block
class SpotsEntry(Block):
    """The names of the spot inks for lines to cut and lines to fold."""

    cut: str = keys.text(default="")
    score: str = keys.text(default="")

    def settled(self, at: Reader) -> Self:
        for key, name in (("cut", self.cut), ("score", self.score)):
            if name and (not _SPOT.fullmatch(name) or len(name) > 60 or name in _INKS):
                at.fail(key, f"'{name}' is not a name for an ink",
                        "use letters, digits, spaces, - and _, for instance CutContour")
        if self.score and self.cut == self.score:
            at.fail("score", f"cut and score of {at.what} have the same ink '{self.cut}'",
                    "lines to cut and lines to fold need inks of their own")
        return self


def _inks(at: Reader, name: str) -> Mapping[Color, Mix]:
    """Return the ink mixes of single colours, given in per cent: "#0072b2": 100 50 0 0."""
    below, mixes = at.reader(name), {}
    for key in below.keys() if below else ():
        assert below
        words, place = below.text(key), below.key_span(key)
        shares = [int(word) / 100 for word in words.split() if re.fullmatch(r"100|\d{1,2}", word)]
        if len(shares) != 4 or len(words.split()) != 4:
            at.problems.add(place, f"'{name}' of {at.what}: '{words}' is not a mix: write four shares of 0 to 100 per "
                            "cent: cyan, magenta, yellow and black, for instance 100 50 0 0")
            continue
        try:
            mixes[parse_color(key)] = Mix(*shares)
        except ValueError as error:
            at.problems.add(place, f"'{name}' of {at.what}: {error}")
    return mixes


@block
class ServiceEntry(Block):
    """A print service in a file."""

    colours: Literal["cmyk", "rgb"] = keys.choice(("cmyk", "rgb"), "`cmyk`, or `rgb` as on the screen")
    ink: int = keys.whole("the greatest total ink at any place, in per cent, 100 to 400; 300 if left out", 100, 400,
                          default=300)
    inks: Mapping[Color, Mix] = keys.special(_inks, {"type": "object"}, "exact mixes for single colours: cyan, "
                                             "magenta, yellow and black in per cent")
    spots: SpotsEntry | None = keys.inner(SpotsEntry, "the names of the inks for lines to `cut` and to `score`; those "
                                          "left out are printed in black", default=None)
    bleed: Length = keys.length("the width of colour beyond the edge of a page, up to 20 mm", default="0 mm",
                                most=_BLEED.text, why="a bleed is at most 20 mm")
    bleed_round: str = keys.choice(
        ("every page", "outer edges", "pieces"), "`every page`: all pages have the bleed; otherwise only `pieces` that "
        "are pages. `outer edges`: pages may lack it at the side where they are bound", default="pieces")
    sizes: SizesEntry | None = keys.inner(SizesEntry, "the accepted formats, under names that you choose: `pages`, and "
                                          "`cards` (with other pieces); any size if left out", default=None)
    paper: str = keys.text("the paper of pages, unless `--paper` names another", default="")
    margin: Length = keys.length("the least white margin of pages", default="0 mm",
                                 most=papers.MARGINS[1], why="a margin is at most 40 mm wide")
    layout: str = keys.choice(("sheets", "single"), "`single`: each card, counter and marker is a page, its back the "
                              "next one; otherwise several share `sheets`", default="sheets")
    standard: str = keys.choice(tuple(STANDARDS), "`PDF/X-1a:2001` or `PDF/X-1a:2003`", default="")
    condition: str = keys.text("the output condition: its name in the ICC's registry, and a description; a standard "
                               "needs it", default="")
    condition_title: str = keys.text(default="")
    links: bool = keys.flag("`true`: links and bookmarks stay")
    pages: int = keys.whole("the number of pages of a book is a multiple of this, 1 to 16", 1, _MOST_PAGES, default=1)
    fewest: int = keys.whole("the fewest and the most pages of a book", 1, _MOST_BOUND, default=0)
    most: int = keys.whole(low=1, high=_MOST_BOUND, default=0)
    last_page: str = keys.choice(("blank", "any"), "`blank` or `any`", default="any")
    plain_fonts: bool = keys.flag("`true`: no fonts with two-byte codes: text in a font of yours becomes outlines")
    dpi: int = keys.whole("the least resolution of pictures, in dots an inch, which `verify` checks, and the least "
                          "width of lines", 0, 2400, default=0)
    line: Length = keys.length(default="0 mm", most="1 mm", why="the thinnest line is at most 1 mm wide")
    title: str = keys.text("a description for your own use", default="")


def _press(name: str, reader: Reader) -> Press:
    entry: ServiceEntry = read(ServiceEntry, reader)
    bleed, limit = (entry.bleed.pt, entry.bleed.pt), entry.ink / 100
    pages, cards = (tuple(Format(key, size.size[0].pt, size.size[1].pt, text, size.bleed or bleed, size.pages)
                          for key, text, size in formats)
                    for formats in ((entry.sizes.pages, entry.sizes.cards) if entry.sizes else ((), ())))
    spots = {Layer.CUT: entry.spots.cut, Layer.SCORE: entry.spots.score} if entry.spots else {}
    press = Press(
        name, entry.title, entry.colours, limit, entry.inks, {layer: ink for layer, ink in spots.items() if ink},
        STANDARDS.get(entry.standard, "1.4"), entry.standard,
        Condition(entry.condition, entry.condition_title) if entry.condition else None, entry.links, bleed[0],
        everywhere=entry.bleed_round == "every page", outer=entry.bleed_round == "outer edges",
        single=entry.layout == "single", pages=pages, cards=cards, paper=entry.paper, margin=entry.margin.pt,
        multiple=entry.pages, fewest=entry.fewest, most=entry.most, blank_end=entry.last_page == "blank",
        plain_fonts=entry.plain_fonts, dpi=entry.dpi, thinnest=entry.line.pt)
    for mix in press.mixes.values():
        if sum(mix) > limit:
            reader.fail("inks", f"'inks' of {reader.what}: '{' '.join(f'{100 * share:.0f}' for share in mix)}' is "
                        f"{100 * sum(mix):.0f} % of ink, the limit is {100 * limit:.0f} %")
    if press.most and press.most < press.fewest:
        reader.fail("most", f"{reader.what} binds at most {press.most} pages and at least {press.fewest}")
    if press.paper:
        _check_paper(press, reader)
    if press.standard and press.space == "rgb":
        reader.fail("standard", f"{press.standard} of {reader.what} has no RGB colours",
                    "write colours: cmyk, or leave the standard out")
    if press.standard and not press.condition:
        reader.fail("standard", f"{reader.what} follows {press.standard} but names no output condition",
                    "name one of the ICC's registry, for instance condition: CGATS TR 001")
    return press


def _check_paper(press: Press, reader: Reader) -> None:
    try:
        paper = papers.find(press.paper)
    except PrintshopError as error:
        reader.fail("paper", f"'paper' of {reader.what}: {error.problems[0].message}", error.problems[0].hint)
        return
    size = paper.width, paper.height
    if paper == FIT:
        reader.fail("paper", f"'paper' of {reader.what}: only a map has a paper that fits it",
                    "name a paper, such as letter, or leave it out")
    elif press.formats and not fitting(press.pages, size):
        reader.fail("paper", f"'paper' of {reader.what}: {refused(press, size, card=False)}",
                    "name a paper of one of its 'sizes'")


_SERVICES = Shelf("services", "service", _press)
services, find = _SERVICES.entries, _SERVICES.find


# --- the files that a service wants ---


_PLACES = 4  # decimal places of a point to which sizes are rounded before they are compared


def shop(press: Press | None) -> Shop:
    """Return the requirements of a service that affect layout."""
    if press is None:
        return HOME
    return Shop(press.single, max(press.bleed, *(max(card.bleed) for card in press.cards), 0.0), bool(press.spots))


class _Size(NamedTuple):
    """The trimmed size of some pages, and the service's format of that size, if there is one."""

    width: float
    height: float
    card: bool
    format: Format | None


def asked_by(press: Press | None, document: Document, name: str = "",
             notes: Notes | None = None) -> Iterator[tuple[str, Document]]:
    """Yield the files that a service wants of a document: the ending of each file's name, and its pages.

    There is one file for each trimmed size, if the service accepts only certain sizes. Warnings about pages that it
    does not accept, and about empty pages, go into `notes` under the document's `name`. Pages are left out for a
    service that only makes cards, and cards for one that makes none.
    """
    if press is None:
        yield "", document
        return
    sizes = Counter(_size(page, press) for page in document.pages)
    if not press.formats:
        sizes = Counter({_Size(0.0, 0.0, all(size.card for size in sizes), None): sizes.total()})
    endings = distinct(sized(size.width, size.height) for size in sizes)
    for ending, (size, count) in zip(endings, sizes.items(), strict=True):
        if press.formats and not (press.cards if size.card else press.pages):
            if notes is not None:
                notes.say(f"{refused(press, (size.width, size.height), size.card)}: left out", name or document.title)
            continue
        empty = 0  # cards get no blank ones: they would be paid for
        if not size.card:
            multiple = (size.format and size.format.multiple) or press.multiple
            empty = int(press.blank_end) + -(count + int(press.blank_end)) % multiple
        if notes is not None:
            _note(press, size, (count, empty), name or document.title, notes)
        yield (ending if len(sizes) > 1 else "",
               replace(document, pages=Stream(partial(_pages, document, press, size, empty))))


def _size(page: Page, press: Press) -> _Size:
    """Return the size of a page for a service; a card is turned upright if only then it has one of the formats."""
    card, cut = bool(page.bleed), page.trim
    formats = press.cards if card else press.pages
    taken = fitting(formats, cut)
    if taken is None and card:
        taken = fitting(formats, cut[::-1])
    width, height = (taken.width, taken.height) if taken else cut
    return _Size(round(width, _PLACES), round(height, _PLACES), card, taken)


def _pages(document: Document, press: Press, size: _Size, empty: int) -> Iterator[Page]:
    """Yield the pages of one size as a service wants them, followed by `empty` blank pages."""
    last = None
    for page in document.pages:
        if not press.formats or _size(page, press) == size:
            last = page
            yield _fitted(page, press, size.format)
    if last:
        blank = replace(last, items=(), label="", anchor="", bookmarks=(), links=())
        yield from [_fitted(blank, press, size.format)] * empty


def _fitted(page: Page, press: Press, taken: Format | None) -> Page:
    """Return a page upright, with the bleed that the service wants, which is white where no colour reaches the edge."""
    if taken and not fitting([taken], page.trim):
        # A card turned by 90 degrees: fronts clockwise, backs anticlockwise, so that they stay behind their fronts.
        quarter = (0, -1, 1, 0, 0, page.width) if page.label.endswith("b") else (0, 1, -1, 0, page.height, 0)
        page = replace(page, width=page.height, height=page.width, items=(Group(page.items, Transform(*quarter)),),
                       links=())
    if not press.everywhere and not page.bleed:
        return page
    across, along = taken.bleed if taken else (press.bleed, press.bleed)
    width, height = page.trim
    right, down = across - (page.width - width) / 2, along - (page.height - height) / 2
    if not right and not down:
        return page
    links = tuple(link._replace(x=link.x + right, y=link.y + down) for link in page.links)
    return replace(page, width=width + 2 * across, height=height + 2 * along, bleed=across, bleed_along=along,
                   links=links, items=(Group(page.items, Transform(e=right, f=down)),))


def _note(press: Press, size: _Size, counts: tuple[int, int], name: str, notes: Notes) -> None:
    """Add the warnings about the pages of one size: unaccepted sizes, and reasons for empty pages."""
    count, empty = counts
    if press.formats and not size.format:
        notes.say(refused(press, (size.width, size.height), size.card), name)
        return
    if empty:
        notes.say(f"empty pages at the end, because {press.name} wants {page_count_rule(press, size.format)}",
                  f"{empty} in {name}")
    if not size.card and (why := counted(press, count + empty)):
        notes.say(why, name)


def page_count_rule(press: Press, taken: Format | None) -> str:
    """Return a service's rule for the number of pages and for the last page, in words."""
    multiple = (taken and taken.multiple) or press.multiple
    number = {1: "", 2: "an even number of pages"}.get(multiple, f"a number of pages that divides by {multiple}")
    return " and ".join(part for part in (number, "the last one empty" if press.blank_end else "") if part)


def counted(press: Press, count: int) -> str:
    """Return why a service does not accept a book of this number of pages, or ""."""
    if count < press.fewest:
        return f"{press.name} binds at least {press.fewest} pages"
    if press.most and count > press.most:
        return f"{press.name} binds at most {press.most} pages"
    return ""


# --- machines that cut ---


def _step(at: Reader, name: str) -> str | None:
    """Return the colour of a cutter's step, "" for "none", or None if the key is missing."""
    node = at.peek(name)
    if isinstance(node, Scalar) and node.text == "none":
        at.node(name)
        return ""
    return at.color(name, None)


_COLOUR = {"type": "string"}


@block
class CutterEntry(Block):
    """A cutting machine in a file."""

    cut: str = keys.colour("the colours of outlines, and of cuts inside them; these have the same if it is left out")
    inner: str | None = keys.special(_step, _COLOUR)
    score: str | None = keys.special(_step, _COLOUR, "the colour of folds")
    engrave: str | None = keys.special(
        _step, _COLOUR, "the colours of engraved areas, and of engraved lines, which have the same if it is left out; "
        "without either, templates are printed as well")
    lines: str | None = keys.special(_step, _COLOUR)
    check: str | None = keys.special(_step, _COLOUR, "the colour of the square that checks the size")
    line: Length = keys.length("the width of lines to cut, 0.001 to 1 mm; 0.01 mm if left out",
                               default="0.01 mm", least="0.001 mm", most="1 mm")
    kerf: Length = keys.length("the width of material that the machine removes, up to 1 mm", default="0 mm",
                               most="1 mm")
    gap: Length | None = keys.length("the least gap between pieces, up to 20 mm; if it is left out, pieces share cuts, "
                                     "unless there is a kerf", default=None, most="20 mm")
    front: Front = keys.choice(FRONTS, "where the print is: on a `layer`, in a `picture` beside the file, or `none`",
                               default="layer")
    frame: bool = keys.flag("`true`: a frame round the page, on the layer of the size check")
    title: str = keys.text("a description for your own use", default="")

    def settled(self, at: Reader) -> Self:
        """Report steps that the machine cannot distinguish by colour, and a gap that is too narrow for the kerf."""
        if self.kerf.points and self.gap and self.gap.points <= self.kerf.points:
            at.fail("gap", f"{at.what} has a kerf, but no gap between pieces",
                    "cuts that pieces share cannot make up for a kerf: write gap: 3 mm, or leave it out")
        colors = self.colors
        for first, second in combinations(_DIFFERENT, 2):  # the machine distinguishes steps by colour
            for step in second:
                for other in first:
                    if step in at and other in colors and colors.get(step) == colors[other]:
                        at.fail(step, f"'{step}' of {at.what} has the colour of '{other}'",
                                f"the machine tells {LABELS[step]} from {LABELS[other]} by colour: use another colour")
        return self

    @property
    def colors(self) -> dict[Step, str]:
        """The colour of each step that has one."""
        written: dict[Step, str | None] = {step: getattr(self, step) for step in STEPS}
        like: dict[Step, Step] = {"inner": "cut", "lines": "engrave"}
        return {step: color for step, named in written.items()
                if (color := written[like.get(step, step)] if named is None else named)}


class Profile(NamedTuple):
    """A cutting machine: the format of its files, and its requirements on pages."""

    cutter: Cutter
    machine: Machine


def _profile(name: str, reader: Reader) -> Profile:
    entry: CutterEntry = read(CutterEntry, reader)
    colors = {step: parse_color(color) for step, color in entry.colors.items()}
    cutter = Cutter(name, colors, entry.line.pt, entry.kerf.pt, entry.front, entry.frame)
    return Profile(cutter, Machine(cutter.engraves, entry.gap.pt if entry.gap else APART if entry.kerf.points else 0.0))


_CUTTERS = Shelf("cutters", "cutter", _profile)
cutters, cutter = _CUTTERS.entries, _CUTTERS.find
