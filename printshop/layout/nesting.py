"""Pieces of different sizes on as few pages as they fit, never scaled: rectangles in, places out.

All lengths are points. Rows in the sequence of the pieces come first; where other places need fewer pages, every piece
lies in a free rectangle by the rule of Jylänki ("maximal rectangles, best short side"), tried in several orders; what
is left free stays a whole.
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
_STRIP = 4.0  # what is so many times as long as it is wide
_PASSES = 8  # over all pairs of pieces that may change places
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
    tries = [_rows(sizes, room, gap)]
    tries += [_pack(sizes, room, gap, order, upright) for order in _ORDERS for upright in (True, False)]
    return min(tries, key=lambda spots: max((spot.page for spot in spots), default=0))


def in_sequence(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Return places as `nest` does, with strips of the same width in the sequence of the pieces as far as that goes.

    That is page by page from left to right, then down the page. Two change places where each is as wide as the other
    and has room down the page for it; nothing else moves.
    """
    spots = list(nest(sizes, room, gap))
    for _ in range(_PASSES):
        before = list(spots)
        for one in range(len(spots)):
            for other in range(one + 1, len(spots)):
                if _read(spots[other]) < _read(spots[one]) and _alike(sizes, spots, room, gap, one, other):
                    spots[one], spots[other] = spots[other], spots[one]
        if spots == before:
            break
    return tuple(spots)


def _read(spot: Spot) -> tuple[int, bool, float, float]:
    """Return what spots are read by: those of turned pieces after the others of their page."""
    return spot.page, spot.turned, spot.x, spot.y


def _alike(sizes: Sequence[Size], spots: Sequence[Spot], room: Size, gap: float, one: int, other: int) -> bool:
    """Say whether two pieces can change places."""
    if spots[one].turned != spots[other].turned:
        return False
    wide, high = zip(_footprint(sizes[one], spots[one]), _footprint(sizes[other], spots[other]), strict=True)
    longest = max(high) - _SPECK
    return abs(wide[0] - wide[1]) < _SPECK and all(
        high[k] >= longest or _depth(sizes, spots, room, gap, index) >= longest for k, index in enumerate((one, other)))


def _footprint(size: Size, spot: Spot) -> Size:
    return (size[1], size[0]) if spot.turned else size


def _depth(sizes: Sequence[Size], spots: Sequence[Spot], room: Size, gap: float, index: int) -> float:
    """Return how far down the page a piece could go on from its place."""
    here = spots[index]
    width, _ = _footprint(sizes[index], here)
    below = [
        spot.y - gap for k, spot in enumerate(spots)
        if k != index and spot.page == here.page and spot.y > here.y + _SPECK
        and spot.x < here.x + width + gap - _SPECK and here.x < spot.x + _footprint(sizes[k], spot)[0] + gap - _SPECK
    ]
    return min([room[1], *below]) - here.y


def _rows(sizes: Sequence[Size], room: Size, gap: float) -> tuple[Spot, ...]:
    """Place the pieces in rows as one reads; strips stand on end, others are turned only where they do not fit."""
    page, x, y, high = 0, 0.0, 0.0, 0.0
    spots = []
    for size in sizes:
        turned = size[0] > _STRIP * size[1] or not (size[0] <= room[0] + _SPECK and size[1] <= room[1] + _SPECK)
        turned = turned and size[1] <= room[0] + _SPECK and size[0] <= room[1] + _SPECK
        width, height = (size[1], size[0]) if turned else size
        if x and x + width > room[0] + _SPECK:
            x, y, high = 0.0, y + high + gap, 0.0
        if y and y + height > room[1] + _SPECK:
            page, x, y, high = page + 1, 0.0, 0.0, 0.0
        spots.append(Spot(page, x, y, turned))
        x, high = x + width + gap, max(high, height)
    return tuple(spots)


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
