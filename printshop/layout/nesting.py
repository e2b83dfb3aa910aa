"""Pieces of different sizes on as few pages as they fit, never scaled: rectangles in, places out.

All lengths are points. Every piece lies in the largest free rectangle rule of Jylänki ("maximal rectangles, best
short side"), tried in several orders; what is left free stays a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Size = tuple[float, float]


class Spot(NamedTuple):
    """Where a piece lies: the page (from 0), its top left corner, whether it is turned by a quarter."""

    page: int
    x: float
    y: float
    turned: bool


class _Room(NamedTuple):
    """A free rectangle."""

    x: float
    y: float
    width: float
    height: float

    def cut(self, used: _Room) -> list[_Room]:
        """Return the largest rectangles of this room that are clear of what is used."""
        right, bottom = self.x + self.width, self.y + self.height
        far, foot = used.x + used.width, used.y + used.height
        if used.x >= right or used.y >= bottom or far <= self.x or foot <= self.y:
            return [self]
        return [
            room
            for room in (
                _Room(self.x, self.y, used.x - self.x, self.height),
                _Room(far, self.y, right - far, self.height),
                _Room(self.x, self.y, self.width, used.y - self.y),
                _Room(self.x, foot, self.width, bottom - foot),
            )
            if room.width > _SPECK and room.height > _SPECK
        ]

    def holds(self, other: _Room) -> bool:
        """Say whether another rectangle lies within this one."""
        return (
            self.x <= other.x + _SPECK
            and self.y <= other.y + _SPECK
            and self.x + self.width >= other.x + other.width - _SPECK
            and self.y + self.height >= other.y + other.height - _SPECK
        )


_SPECK = 1e-6  # sums of floats: rooms smaller than this are none
# The order given comes first: where it needs no more pages than the others, pieces stay in sequence.
_ORDERS: tuple[Callable[[Size], float], ...] = (lambda _: 0, max, lambda size: size[0] * size[1], min, sum)


def fits(size: Size, room: Size) -> bool:
    """Say whether a piece of `size` lies in a page's `room`, turned or not."""
    (width, height), (across, down) = size, (room[0] + _SPECK, room[1] + _SPECK)
    return (width <= across and height <= down) or (height <= across and width <= down)


def nest(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Return a place for each piece (width, height) on pages that have `room`, at least `gap` apart.

    Raises ValueError if a piece is larger than the room: ask `fits` first.
    """
    if not all(fits(size, room) for size in sizes):
        raise ValueError("a piece is larger than the page")
    tries = [_pack(sizes, room, gap, order, upright) for order in _ORDERS for upright in (True, False)]
    return min(tries, key=lambda spots: max((spot.page for spot in spots), default=0))


def _pack(
    sizes: Sequence[Size], room: Size, gap: float, order: Callable[[Size], float], upright: bool
) -> tuple[Spot, ...]:
    """Place the pieces in an order; `upright` pieces are turned only where they do not fit otherwise."""
    page = _Room(0.0, 0.0, room[0] + gap, room[1] + gap)
    pages: list[list[_Room]] = []
    spots: dict[int, Spot] = {}
    for index in sorted(range(len(sizes)), key=lambda one: -order(sizes[one])):
        width, height = sizes[index][0] + gap, sizes[index][1] + gap
        found = _best([*pages, [page]], width, height, upright)
        assert found is not None, "an empty page holds every piece"
        number, used, turned = found
        if number == len(pages):
            pages.append([page])
        pages[number] = _left_over(pages[number], used)
        spots[index] = Spot(number, used.x, used.y, turned)
    return tuple(spots[index] for index in range(len(sizes)))


def _best(
    pages: list[list[_Room]], width: float, height: float, upright: bool
) -> tuple[int, _Room, bool] | None:
    """Return the page, place and direction that waste least of a short side; earlier pages come first."""
    for number, rooms in enumerate(pages):
        found = [
            ((upright and turned, min(room.width - across, room.height - down), room.y, room.x), room, turned)
            for room in rooms
            for across, down, turned in ((width, height, False), (height, width, True))
            if across <= room.width + _SPECK and down <= room.height + _SPECK
        ]
        if found:
            _, room, turned = min(found, key=lambda choice: choice[0])
            across, down = (height, width) if turned else (width, height)
            return number, _Room(room.x, room.y, across, down), turned
    return None


def _left_over(rooms: list[_Room], used: _Room) -> list[_Room]:
    """Return the free rectangles that remain, none within another."""
    cut = list(dict.fromkeys(part for room in rooms for part in room.cut(used)))
    return [
        room
        for k, room in enumerate(cut)
        if not any(other.holds(room) and (k > j or not room.holds(other)) for j, other in enumerate(cut) if j != k)
    ]
