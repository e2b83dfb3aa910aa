"""Print shops and services, by name: what `--profile` may say, and pages as they want them.

They are data, `data/common/services.yaml`, and a user's own file of that name beside it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Group, Layer, Page, parse_color
from printshop.equipment.common import entries
from printshop.problems import Problems, failure, suggestion
from printshop.products.product import HOME, Shop
from printshop.render.press import Condition, Mix, Press
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.drawing.items import Color, Document
    from printshop.game.schema import Reader

INK = 100, 400
"""How much ink a limit can be, in per cent: black alone must be allowed."""
LONGEST_BLEED = 20 * MM
MOST_PAGES = 16
"""The most that the number of pages may have to divide by."""
STANDARDS = {"PDF/X-1a:2001": "1.3", "PDF/X-1a:2003": "1.4"}
"""What files can follow, with the version of PDF that it asks for."""

_SPOT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
_SPOTS = {"cut": Layer.CUT, "score": Layer.SCORE}
_INKS = ("Cyan", "Magenta", "Yellow", "Black", "All", "None")


def services() -> Mapping[str, Press]:
    """Return the services that are known, by name. Raises PrintshopError if their files are no good."""
    problems = Problems()
    found = {_key(name): _read(_key(name), reader) for name, reader in entries("services", "service", problems)}
    problems.raise_if_any()
    return found


def find(name: str) -> Press:
    """Return what a service asks for. Raises PrintshopError, with a suggestion, if there is none of the name."""
    known = services()
    if (key := _key(name)) not in known:
        near = suggestion(key, known)
        raise failure(f"there is no service called '{name}'",
                      near if near.startswith("did you mean") else f"there are {', '.join(known)}")
    return known[key]


def _key(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def _read(name: str, reader: Reader) -> Press:
    space = reader.choice("colours", ("cmyk", "rgb"))
    limit = reader.whole("ink", 300, *INK) / 100
    standard = reader.choice("standard", tuple(STANDARDS), "")
    bleed, line = reader.length("bleed", None), reader.length("line", None)
    title, said = reader.text("condition", ""), reader.text("condition_title", "")
    press = Press(
        name, reader.text("title", ""), "rgb" if space == "rgb" else "cmyk", limit, _mixes(reader, limit),
        _spots(reader), STANDARDS.get(standard, "1.4"), standard, Condition(title, said) if title else None,
        links=reader.flag("links"), bleed=bleed.pt if bleed else 0.0,
        everywhere=reader.choice("bleed_round", ("every page", "pieces"), "pieces") == "every page",
        single=reader.choice("layout", ("sheets", "single"), "sheets") == "single",
        multiple=reader.whole("pages", 1, 1, MOST_PAGES),
        blank_end=reader.choice("last_page", ("blank", "any"), "any") == "blank",
        plain_fonts=reader.flag("plain_fonts"), dpi=reader.whole("dpi", 0, 0, 2400), thinnest=line.pt if line else 0.0)
    _check(press, reader)
    reader.done()
    return press


def _check(press: Press, reader: Reader) -> None:
    if not 0 <= press.bleed <= LONGEST_BLEED:
        reader.fail("bleed", f"'bleed' of {reader.what} is {press.bleed / MM:g} mm", "a bleed is at most 20 mm")
    if press.standard and press.space == "rgb":
        reader.fail("standard", f"{press.standard} of {reader.what} has no RGB colours",
                    "write colours: cmyk, or leave the standard out")
    if press.standard and not press.condition:
        reader.fail("standard", f"{reader.what} follows {press.standard} but names no output condition",
                    "name one of the ICC's registry, for instance condition: CGATS TR 001")


def _spots(reader: Reader) -> Mapping[Layer, str]:
    inner = reader.reader("spots")
    found: dict[Layer, str] = {}
    for key, layer in _SPOTS.items() if inner else ():
        if inner and (name := inner.text(key, "")):
            if not _SPOT.fullmatch(name) or len(name) > 60 or name in _INKS:
                inner.fail(key, f"'{name}' is no name for an ink",
                           "use letters, digits, spaces, - and _, for instance CutContour")
            elif name in found.values():
                inner.fail(key, f"cut and score of {reader.what} have the same ink '{name}'",
                           "lines to cut and lines to fold need inks of their own")
            found[layer] = name
    if inner:
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


def shop(press: Press | None) -> Shop:
    """Return what a service wants of the pages that are made for it."""
    return Shop(press.single, press.bleed, bool(press.spots)) if press else HOME


@dataclass(frozen=True, slots=True)
class _Asked:
    """The pages of a document as a service asks for them."""

    document: Document
    press: Press

    def __iter__(self) -> Iterator[Page]:
        count, last, press = 0, None, self.press
        for page in self.document.pages:
            count, last = count + 1, page
            yield _with_bleed(page, press)
        if last and not last.bleed:  # a blank card would be paid for
            more = int(press.blank_end) + -(count + int(press.blank_end)) % press.multiple
            blank = replace(last, items=(), label="", anchor="", bookmarks=(), links=())
            yield from [_with_bleed(blank, press)] * more


def _with_bleed(page: Page, press: Press) -> Page:
    """Return a page with the bleed round it that every page of a service has, white where nothing runs out."""
    if not press.everywhere or page.bleed:
        return page
    off = press.bleed
    links = tuple(link._replace(x=link.x + off, y=link.y + off) for link in page.links)
    return replace(page, width=page.width + 2 * off, height=page.height + 2 * off, bleed=off, links=links,
                   items=(Group(page.items, IDENTITY.translate(off, off)),))


def asked_by(press: Press | None, document: Document) -> Document:
    """Return a document with pages as a service asks for them, and as many."""
    return replace(document, pages=_Asked(document, press)) if press else document
