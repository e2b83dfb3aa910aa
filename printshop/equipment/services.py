"""Who makes something of the files: print shops and services (`--profile`), machines that cut (`--cutter`).

They are data, `data/common/services.yaml` and `cutters.yaml`, and a user's own files of those names beside them. Of a
service this also says how the pages come to it: how large, with which bleed, how many, in how many files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import NamedTuple

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Color, Document, Group, Layer, Page, Stream, parse_color
from printshop.drawing.notes import Notes
from printshop.equipment import find_entry, known, papers
from printshop.language.reader import NOTHING, Reader
from printshop.layout.paper import FIT, HOME, Machine, Shop
from printshop.naming import distinct, sized
from printshop.problems import PrintshopError
from printshop.render.cut import FRONTS, LABELS, STEPS, Cutter, Step
from printshop.render.press import Condition, Format, Mix, Press, fitting, refused
from printshop.source import Scalar
from printshop.units import MM

INK = 100, 400
"""How much ink a limit can be, in per cent: black alone must be allowed."""
LONGEST_BLEED = 20 * MM
MOST_PAGES = 16
"""The most that the number of pages may have to divide by."""
MOST_BOUND = 10_000
BROADEST, MARGIN = (0.0, 1.0), (0.0, papers.MARGINS[1] / MM)
"""How broad the finest line can be, and a margin, in millimetres."""
SIZES = 5 * MM, 5000 * MM
"""How small and how large a format can be."""
STANDARDS = {"PDF/X-1a:2001": "1.3", "PDF/X-1a:2003": "1.4"}
"""What files can follow, with the version of PDF that it asks for."""

_SPOT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
_SPOTS = {"cut": Layer.CUT, "score": Layer.SCORE}
_INKS = ("Cyan", "Magenta", "Yellow", "Black", "All", "None")


def services() -> Mapping[str, Press]:
    """Return the services that are known, by name. Raises PrintshopError if their files are no good."""
    return known("services", "service", _read)


def find(name: str) -> Press:
    """Return what a service asks for. Raises PrintshopError, with a suggestion, if there is none of the name."""
    return find_entry(name, services(), "service")


def _read(name: str, reader: Reader) -> Press:
    space = reader.choice("colours", ("cmyk", "rgb"))
    limit = reader.whole("ink", 300, *INK) / 100
    standard = reader.choice("standard", tuple(STANDARDS), "")
    bleed, line = _bleed(reader), _length(reader, "line", BROADEST, hint="the finest line is at most 1 mm broad")
    round_what = reader.choice("bleed_round", ("every page", "outer edges", "pieces"), "pieces")
    pages, cards = _formats(reader, bleed)
    title, said = reader.text("condition", ""), reader.text("condition_title", "")
    press = Press(
        name, reader.text("title", ""), "rgb" if space == "rgb" else "cmyk", limit, _mixes(reader, limit),
        _spots(reader), STANDARDS.get(standard, "1.4"), standard, Condition(title, said) if title else None,
        links=reader.flag("links"), bleed=bleed[0],
        everywhere=round_what == "every page", outer=round_what == "outer edges",
        single=reader.choice("layout", ("sheets", "single"), "sheets") == "single", pages=pages, cards=cards,
        paper=reader.text("paper", ""), margin=_length(reader, "margin", MARGIN, hint="a margin is at most 40 mm wide"),
        multiple=reader.whole("pages", 1, 1, MOST_PAGES),
        fewest=reader.whole("fewest", 0, 1, MOST_BOUND), most=reader.whole("most", 0, 1, MOST_BOUND),
        blank_end=reader.choice("last_page", ("blank", "any"), "any") == "blank",
        plain_fonts=reader.flag("plain_fonts"), dpi=reader.whole("dpi", 0, 0, 2400), thinnest=line)
    _check(press, reader)
    reader.done()
    return press


def _check(press: Press, reader: Reader) -> None:
    """Note what does not go together."""
    if press.most and press.most < press.fewest:
        reader.fail("most", f"{reader.what} binds at most {press.most} pages and at least {press.fewest}")
    if press.paper:
        try:
            paper = papers.find(press.paper)
        except PrintshopError as error:
            reader.fail("paper", f"'paper' of {reader.what}: {error.problems[0].message}", error.problems[0].hint)
        else:
            size = paper.width, paper.height
            if paper == FIT:
                reader.fail("paper", f"'paper' of {reader.what}: only a map has a paper that fits it",
                            "name a paper, such as letter, or leave it out")
            elif press.formats and not fitting(press.pages, size):
                reader.fail("paper", f"'paper' of {reader.what}: {refused(press, size, card=False)}",
                            "name a paper of one of its 'sizes'")
    if press.standard and press.space == "rgb":
        reader.fail("standard", f"{press.standard} of {reader.what} has no RGB colours",
                    "write colours: cmyk, or leave the standard out")
    if press.standard and not press.condition:
        reader.fail("standard", f"{reader.what} follows {press.standard} but names no output condition",
                    "name one of the ICC's registry, for instance condition: CGATS TR 001")


def _bleed(reader: Reader, usual: tuple[float, float] | None = None) -> tuple[float, float]:
    """Return how far colours run over the edges, across and along; of a format, which has a usual one, two lengths."""
    node = reader.peek("bleed")
    if isinstance(node, Scalar) and " x " in node.text and usual:
        pair = reader.size("bleed")
        found = pair[0].pt, pair[1].pt
    else:
        length = reader.length("bleed", None)
        found = (length.pt, length.pt) if length else usual or (0.0, 0.0)
    if not 0 <= min(found) <= max(found) <= LONGEST_BLEED:
        reader.fail("bleed", f"'bleed' of {reader.what} is {max(found) / MM:g} mm", "a bleed is at most 20 mm")
    return found


def _formats(reader: Reader, bleed: tuple[float, float]) -> tuple[tuple[Format, ...], tuple[Format, ...]]:
    """Return the formats of pages and of cards."""
    inner = reader.reader("sizes")
    if inner is None:
        return (), ()
    pages, cards = (tuple(_format(name, below, bleed) for name in below.keys()) if below else ()  # noqa: SIM118
                    for below in map(inner.reader, ("pages", "cards")))
    inner.done()
    if not pages and not cards:
        reader.fail("sizes", f"'sizes' of {reader.what} has neither pages nor cards", "leave it out for any size")
    return pages, cards


def _format(name: str, below: Reader, bleed: tuple[float, float]) -> Format:
    node = below.peek(name)
    if isinstance(node, Scalar):
        size, own, multiple = below.size(name), bleed, 0
    else:
        inner = below.reader(name)
        assert inner
        size, own, multiple = inner.size("size"), _bleed(inner, bleed), inner.whole("pages", 0, 1, MOST_PAGES)
        inner.done()
    width, height = (side.pt for side in size)
    if size[0] is not NOTHING and not SIZES[0] <= min(width, height) <= max(width, height) <= SIZES[1]:
        below.fail(name, f"'{name}' of {below.what} has a side of less than 5 mm or more than 5 m")
    return Format(name, width, height, node.text if isinstance(node, Scalar) else papers.written(size), own, multiple)


def _spots(reader: Reader) -> Mapping[Layer, str]:
    """Return the names of the inks of lines to cut and to fold."""
    inner = reader.reader("spots")
    if inner is None:
        return {}
    found: dict[Layer, str] = {}
    for key, layer in _SPOTS.items():
        if name := inner.text(key, ""):
            if not _SPOT.fullmatch(name) or len(name) > 60 or name in _INKS:
                inner.fail(key, f"'{name}' is no name for an ink",
                           "use letters, digits, spaces, - and _, for instance CutContour")
            elif name in found.values():
                inner.fail(key, f"cut and score of {reader.what} have the same ink '{name}'",
                           "lines to cut and lines to fold need inks of their own")
            found[layer] = name
    inner.done()
    return found


def _mixes(reader: Reader, limit: float) -> Mapping[Color, Mix]:
    """Return the inks of single colours, in per cent: "#0072b2": 100 50 0 0."""
    inner, found = reader.reader("inks"), {}
    for key in inner.keys() if inner else ():
        words, place = (inner.text(key), inner.key_span(key)) if inner else ("", None)
        try:
            found[parse_color(key)] = _mix(words, limit)
        except ValueError as error:
            reader.problems.add(place, f"'inks' of {reader.what}: {error}")
    return found


def _mix(words: str, limit: float) -> Mix:
    shares = [int(word) / 100 for word in words.split() if re.fullmatch(r"100|\d{1,2}", word)]
    if len(shares) != 4 or len(words.split()) != 4:
        raise ValueError(f"'{words}' is not a mix: write four shares of 0 to 100 per cent, cyan, magenta, yellow and "
                         "black, for instance 100 50 0 0")
    if sum(shares) > limit:
        raise ValueError(f"'{words}' is {100 * sum(shares):.0f} % of ink, the limit is {100 * limit:.0f} %")
    return Mix(*shares)


_PLACES = 4  # sizes that differ by less are the same


def shop(press: Press | None) -> Shop:
    """Return what a service wants of the pages that are made for it."""
    if press is None:
        return HOME
    return Shop(press.single, max(press.bleed, *(max(one.bleed) for one in press.cards), 0.0), bool(press.spots))


class _Size(NamedTuple):
    """A size that pages have when they are cut, and the format of the service that it is, if it is one."""

    width: float
    height: float
    card: bool
    found: Format | None


def asked_by(press: Press | None, document: Document, name: str = "",
             notes: Notes | None = None) -> Iterator[tuple[str, Document]]:
    """Give the files that a service wants of a document: what each one's name ends in, and its pages.

    There is one for each size that they have when they are cut, if the service asks for certain sizes. What it would
    not take, and how many empty pages there are, goes into the notes; there the document is called by its `name`.
    Pages for one that makes cards alone are left out, and cards for one that makes none.
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
        empty = 0  # a blank card would be paid for
        if not size.card:
            empty = int(press.blank_end) + -(count + int(press.blank_end)) % _multiple(press, size.found)
        if notes is not None:
            _note(press, size, (count, empty), name or document.title, notes)
        yield (ending if len(sizes) > 1 else "",
               replace(document, pages=Stream(partial(_pages, document, press, size, empty))))


def _size(page: Page, press: Press) -> _Size:
    """Return the size that a page has for a service: cards lie upright if only so they have one of its formats."""
    card, cut = bool(page.bleed), page.trim
    formats = press.cards if card else press.pages
    found = fitting(formats, cut)
    if found is None and card:
        found = fitting(formats, cut[::-1])
    width, height = (found.width, found.height) if found else cut
    return _Size(round(width, _PLACES), round(height, _PLACES), card, found)


def _multiple(press: Press, found: Format | None) -> int:
    return (found.multiple if found else 0) or press.multiple


def _pages(document: Document, press: Press, size: _Size, empty: int) -> Iterator[Page]:
    """Give the pages of a document that have one size, as a service asks for them, and so many empty ones behind."""
    last = None
    for page in document.pages:
        if not press.formats or _size(page, press) == size:
            last = page
            yield _made(page, press, size.found)
    if last:
        blank = replace(last, items=(), label="", anchor="", bookmarks=(), links=())
        yield from [_made(blank, press, size.found)] * empty


def _made(page: Page, press: Press, found: Format | None) -> Page:
    """Return a page upright, and with as much bleed as the service wants: white where nothing runs out."""
    if found and not fitting([found], page.trim):
        # A card turned by a quarter: fronts clockwise, backs the other way, so that they stay behind them.
        quarter = (0, -1, 1, 0, 0, page.width) if page.label.endswith("b") else (0, 1, -1, 0, page.height, 0)
        page = replace(page, width=page.height, height=page.width, items=(Group(page.items, Transform(*quarter)),),
                       links=())
    if not press.everywhere and not page.bleed:
        return page
    across, along = found.bleed if found else (press.bleed, press.bleed)
    width, height = page.trim
    right, down = across - (page.width - width) / 2, along - (page.height - height) / 2
    if not right and not down:
        return page
    links = tuple(link._replace(x=link.x + right, y=link.y + down) for link in page.links)
    return replace(page, width=width + 2 * across, height=height + 2 * along, bleed=across, bleed_along=along,
                   links=links, items=(Group(page.items, Transform(e=right, f=down)),))


def _note(press: Press, size: _Size, counts: tuple[int, int], name: str, notes: Notes) -> None:
    """Take down what people should know of the pages of one size: whether they are taken, and why some are empty."""
    count, empty = counts
    if press.formats and not size.found:
        notes.say(refused(press, (size.width, size.height), size.card), name)
        return
    if empty:
        notes.say(f"empty pages at the end, because {press.name} wants {wanted(press, size.found)}",
                  f"{empty} in {name}")
    if not size.card and (why := counted(press, count + empty)):
        notes.say(why, name)


def wanted(press: Press, found: Format | None) -> str:
    """Return what a service wants of the number of pages, and of the last one."""
    multiple = _multiple(press, found)
    number = {1: "", 2: "an even number of pages"}.get(multiple, f"a number of pages that divides by {multiple}")
    return " and ".join(part for part in (number, "the last one empty" if press.blank_end else "") if part)


def counted(press: Press, count: int) -> str:
    """Return why a service does not take a book of so many pages, "" if it does."""
    if count < press.fewest:
        return f"{press.name} binds at least {press.fewest} pages"
    if press.most and count > press.most:
        return f"{press.name} binds at most {press.most} pages"
    return ""


KERF, LINE, GAP = (0.0, 1.0), (0.001, 1.0), (0.0, 20.0)
"""What lengths may be, in millimetres."""

APART = 3 * MM
"""The room between pieces whose outlines are moved for a kerf, if nothing else is said."""

# Each of these is done in another way; engraved lines may go with engraved areas, inner cuts with the others.
_APART: tuple[tuple[Step, ...], ...] = (("engrave", "lines"), ("score",), ("inner", "cut"), ("check",))


class Profile(NamedTuple):
    """A machine: how its files are written, and what pages for it are like."""

    cutter: Cutter
    machine: Machine


def cutters() -> Mapping[str, Profile]:
    """Return the machines that are known, by name. Raises PrintshopError if their files are no good."""
    return known("cutters", "cutter", _read_cutter)


def cutter(name: str) -> Profile:
    """Return the machine of a name. Raises PrintshopError, with a suggestion, if there is none."""
    return find_entry(name, cutters(), "cutter")


def _read_cutter(name: str, reader: Reader) -> Profile:
    reader.text("title", "")
    colors: dict[Step, Color] = dict(_colors(reader))
    line, kerf = _length(reader, "line", LINE, 0.01 * MM), _length(reader, "kerf", KERF)
    gap = _length(reader, "gap", GAP, APART if kerf else 0.0)
    if kerf and gap <= kerf:
        reader.fail("gap" if "gap" in reader else "kerf", f"{reader.what} has a kerf, but no gap between pieces",
                    "cuts that pieces share cannot make up for a kerf: write gap: 3 mm, or leave it out")
    front = reader.choice("front", FRONTS, "layer")
    cutter = Cutter(name, colors, line, kerf, next(one for one in FRONTS if one == front), reader.flag("frame"))
    reader.done()
    return Profile(cutter, Machine(cutter.engraves, gap))


def _colors(reader: Reader) -> Iterator[tuple[Step, Color]]:
    """Give the colour of each step; what is done in different ways must not have one colour."""
    found = {step: text for step in STEPS if (text := _color(reader, step))}
    like: tuple[tuple[Step, Step], ...] = (("inner", "cut"), ("lines", "engrave"))
    for one, other in like:
        if one not in reader and other in found:
            found[one] = found[other]
    for first, second in combinations(_APART, 2):
        for step in second:
            for other in first:
                if step in reader and other in found and found[step] == found[other]:
                    reader.fail(step, f"'{step}' of {reader.what} has the colour of '{other}'",
                                f"the machine tells {LABELS[step]} from {LABELS[other]} by colour: give it another")
    yield from ((step, parse_color(found[step])) for step in STEPS if step in found)


def _color(reader: Reader, step: Step) -> str:
    """Return the colour of a step, "" for none; what cuts must have one."""
    node = reader.peek(step)
    if step != "cut" and isinstance(node, Scalar) and node.text == "none":
        reader.text(step, "")
        return ""
    return reader.color(step) if step == "cut" else reader.color(step, "")


def _length(reader: Reader, key: str, limits: tuple[float, float], default: float = 0.0, hint: str = "") -> float:
    """Return a length in points; the limits are in millimetres."""
    length = reader.length(key, None)
    if length is None:
        return default
    if not limits[0] - 1e-9 <= length.pt / MM <= limits[1] + 1e-9:
        reader.fail(key, f"'{key}' of {reader.what}: {length.text}", hint or f"from {limits[0]:g} to {limits[1]:g} mm")
        return default
    return length.pt
