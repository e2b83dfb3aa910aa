"""Which of the formats that a service takes a page has, and what is said of one that has none of them.

Sizes are those of the page when it is cut, in points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.render.press import Format, Press

SLACK = 0.2 * MM
"""By how much a page may be larger or smaller than a format: services round A5 to hundredths of an inch."""

NEAR = 25.4 * MM
"""By how much a card may be larger than a piece, at the most, to be named as the nearest: it is not made for others."""


def fitting(formats: Iterable[Format], size: tuple[float, float]) -> Format | None:
    """Return the format that a page of this size has, the nearest if there are several, None if it has none.

    >>> from printshop.render.press import Format
    >>> a5 = Format("a5", 5.83 * 72, 8.27 * 72, "5.83 x 8.27 in", (9, 9))
    >>> fitting([a5], (148 * MM, 210 * MM)) is a5, fitting([a5], (5.5 * 72, 8.5 * 72))
    (True, None)
    """
    found = [one for one in formats if _off(one, size) <= SLACK]
    return min(found, key=lambda one: _off(one, size), default=None)


def refused(press: Press, size: tuple[float, float], card: bool) -> str:
    """Return why a service does not take a page or a card of this size, with the nearest that it takes."""
    if not (press.cards if card else press.pages):
        return f"{press.name} takes {'pages, no cards' if card else 'cards, no pages'}"
    near = _nearest([one for one in press.cards if _holds(one, size)] if card else press.pages, size)
    said = f"{press.name} takes no {'card' if card else 'page'} of {millimetres(size)}"
    if near is None or (card and _away(near, size) > NEAR):
        return f"{said}, and has none that is a little larger"
    turned = ": turn it by a quarter" if fitting([near], size[::-1]) else ""
    return f"{said}; nearest: {near.name}, {near.text}{turned}"


def is_card(press: Press, size: tuple[float, float]) -> bool:
    """Say whether something of a size is rather one of the cards and pieces of a service than one of its pages."""
    card, page = _nearest(press.cards, size), _nearest(press.pages, size)
    return card is not None and (page is None or _away(card, size) <= _away(page, size))


def _nearest(formats: Iterable[Format], size: tuple[float, float]) -> Format | None:
    return min(formats, key=lambda one: _away(one, size), default=None)


def _away(one: Format, size: tuple[float, float]) -> float:
    """Return by how much a format is larger or smaller, as it lies or turned."""
    return min(_off(one, size), _off(one, size[::-1]))


def _holds(one: Format, size: tuple[float, float]) -> bool:
    """Say whether something of a size goes on a format, as it lies or turned."""
    return all(own <= other + SLACK for own, other in zip(sorted(size), sorted((one.width, one.height)), strict=True))


def millimetres(size: tuple[float, float]) -> str:
    """Return a size for people.

    >>> millimetres((72, 180))
    '25.4 x 63.5 mm'
    """
    width, height = (round(side / MM, 1) for side in size)
    return f"{width:g} x {height:g} mm"


def _off(one: Format, size: tuple[float, float]) -> float:
    return max(abs(one.width - size[0]), abs(one.height - size[1]))
