"""Pages as a print shop or a service wants them: how large, with which bleed, how many, in how many files."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing.geometry import Transform
from printshop.drawing.items import Group, Page
from printshop.layout.paper import HOME, Shop
from printshop.naming import distinct, sized
from printshop.render.press_sizes import fitting, refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.items import Document
    from printshop.drawing.notes import Notes
    from printshop.render.press import Format, Press

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
        asked = _Asked(document, press, size, _empty(press, size, count))
        if notes is not None:
            _note(asked, count, name or document.title, notes)
        yield ending if len(sizes) > 1 else "", replace(document, pages=asked)


def _size(page: Page, press: Press) -> _Size:
    """Return the size that a page has for a service: cards lie upright if only so they have one of its formats."""
    card, cut = bool(page.bleed), page.trim
    formats = press.cards if card else press.pages
    found = fitting(formats, cut)
    if found is None and card:
        found = fitting(formats, cut[::-1])
    width, height = (found.width, found.height) if found else cut
    return _Size(round(width, _PLACES), round(height, _PLACES), card, found)


def _empty(press: Press, size: _Size, count: int) -> int:
    """Return how many empty pages go to the end of a book; a blank card would be paid for."""
    if size.card:
        return 0
    return int(press.blank_end) + -(count + int(press.blank_end)) % _multiple(press, size.found)


def _multiple(press: Press, found: Format | None) -> int:
    return (found.multiple if found else 0) or press.multiple


@dataclass(frozen=True, slots=True)
class _Asked:
    """The pages of a document that have one size, as a service asks for them, and so many empty ones behind them."""

    document: Document
    press: Press
    size: _Size
    empty: int

    def __iter__(self) -> Iterator[Page]:
        last = None
        for page in self.document.pages:
            if self.press.formats and _size(page, self.press) != self.size:
                continue
            last = page
            yield _made(page, self.press, self.size.found)
        if last:
            blank = replace(last, items=(), label="", anchor="", bookmarks=(), links=())
            yield from [_made(blank, self.press, self.size.found)] * self.empty


def _made(page: Page, press: Press, found: Format | None) -> Page:
    """Return a page upright, and with as much bleed as the service wants: white where nothing runs out."""
    if found and not fitting([found], page.trim):
        page = _turned(page, back=page.label.endswith("b"))
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


def _turned(page: Page, *, back: bool) -> Page:
    """Return a card turned by a quarter: fronts clockwise, backs the other way, so that they stay behind them."""
    place = Transform(0, -1, 1, 0, 0, page.width) if back else Transform(0, 1, -1, 0, page.height, 0)
    return replace(page, width=page.height, height=page.width, items=(Group(page.items, place),), links=())


def _note(asked: _Asked, count: int, name: str, notes: Notes) -> None:
    """Take down what people should know of the pages of one size: whether they are taken, and why some are empty."""
    press, size = asked.press, asked.size
    if press.formats and not size.found:
        notes.say(refused(press, (size.width, size.height), size.card), name)
        return
    if asked.empty:
        notes.say(f"empty pages at the end, because {press.name} wants {wanted(press, size.found)}",
                  f"{asked.empty} in {name}")
    if not size.card and (why := counted(press, count + asked.empty)):
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
