"""A fleet's records and cards on the screen at the table: what is marked on them is kept in the fleet's file.

Circles are touched, and the file says how many of a track are gone: `damage: {hull: 3}`. What is printed of the fleet
afterwards is printed as it stands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from printshop.drawing import shapes
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import Group, Item, Page
from printshop.game.fleets import MOST_DAMAGE, Asked, Fleet, Squadron, Vessel
from printshop.game.model import Game, key_of
from printshop.job import Settings
from printshop.letters import plain
from printshop.problems import Problems, failure
from printshop.products import pack as packing
from printshop.products.rosters import rosters
from printshop.products.safely import setting
from printshop.render import svg
from printshop.render.fields import Names
from printshop.source import Node
from printshop.workshop import desk, edits, fleets, kept, mustering
from printshop.workshop.desk import Plain

MARGIN = 6.0  # points round a record
LONGEST = 300  # characters of a ship's notes


def play(file: str) -> Plain:
    """Return a fleet's ships, and every record and card of theirs as SVG without damage, with what can be marked on it.

    A sheet's `marks` say where each is, in percents of the sheet, whose and of what track it is, and its number there;
    its `blanks`, what they are called and where they are.
    Raises PrintshopError.
    """
    path = desk.file_of(file)
    text = desk.text_of(path)
    game, fleet = fleets.open_fleet(path, Asked(), kept=kept.game)
    tracks = rosters.tracks_of(game, [ship.unit for ship in fleet.ships])
    unhurt = replace(fleet, squadrons=tuple(
        replace(squadron, ships=tuple(replace(ship, damage={}, places={}) for ship in squadron.ships))
        for squadron in fleet.squadrons))
    sheets = [_sheet(page, {key: frozenset(known) for key, known in tracks.items()})
              for component in packing.make_fleet(game, unhurt, Settings(), filled=True)
              for whole in component.pages for page in records(whole)]
    return {"file": file, "stamp": desk.stamp_of(text), "game": game.title, "title": plain(fleet.title),
            "sheets": sheets, "ships": _ships(fleet)}


def records(page: Page, margin: float = MARGIN) -> Iterator[Page]:
    """Give each record of a page as a page of its own; the whole page, if there are none on it."""
    found = [*_outermost(page.items, IDENTITY)]
    for group in found:
        left, top, right, bottom = shapes.bounds([group])
        placed = Group((group,), Transform(e=margin - left, f=margin - top))
        yield Page(right - left + 2 * margin, bottom - top + 2 * margin, (placed,), group.record)
    if not found:
        yield page


def _outermost(items: tuple[Item, ...], place: Transform) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            inner = place.then(item.transform)
            if item.record:
                yield replace(item, transform=inner)
            else:
                yield from _outermost(item.items, inner)


def _sheet(page: Page, tracks: Mapping[str, frozenset[str]]) -> Plain:
    every = [*Names().of(page)]
    fields = [field for field in every if field.name in tracks.get(field.record, ())]
    gone = Counter((field.record, field.name) for field in fields if field.filled)  # circles that it begins without
    count = Counter((field.record, field.name) for field in fields)
    marks = [{"ship": field.record, "track": field.name, "kind": field.kind,
              "number": field.number - gone[of], "of": count[of] - gone[of],
              "at": field.within(page)}
             for field in fields if not field.filled for of in [(field.record, field.name)]]
    whose = dict.fromkeys([page.label, *(mark["ship"] for mark in marks)])
    return {"svg": svg.shown(page), "width": page.width, "height": page.height,
            "ships": [key for key in whose if key in tracks], "marks": marks,
            "blanks": [{"key": field.key, "at": field.within(page)} for field in every if field.kind == "text"]}


def _ships(fleet: Fleet) -> list[Plain]:
    in_order = sorted({_place(ship) for ship in fleet.ships})
    return [{"key": key_of(ship.unit), "damage": dict(ship.damage), "notes": ship.notes,
             "line": in_order.index(_place(ship))} for ship in fleet.ships]


def mark(file: str, stamp: str, ship: str, track: str, amount: str) -> Plain:
    """Write how many circles of a track of a ship are gone, and return stamp and ships. Raises PrintshopError."""
    if not amount.isdecimal() or int(amount) > MOST_DAMAGE:
        raise failure(f"'{amount[:20]}' is no number of circles", f"mark 0 to {MOST_DAMAGE}")
    game, fleet, found = _find(file, ship)
    problems, gone = Problems(), {**found.damage, track: int(amount)}
    changed = replace(found, damage={name: marks for name, marks in gone.items() if marks}, places={}, span=None)
    with setting(game, Settings()):
        tracks = rosters.tracks_of(game, [found.unit])
    rosters.check(Fleet("", "", (Squadron(found.unit.side, (changed,)),)), tracks, problems)
    problems.raise_if_any()
    return _changed(file, stamp, fleet, found, changed)


def note(file: str, stamp: str, ship: str, words: str) -> Plain:
    """Write the notes of a ship, and return stamp and ships. Raises PrintshopError."""
    if len(words) > LONGEST:
        raise failure(f"these notes have {len(words)} characters, the most are {LONGEST}", "write less")
    _, fleet, found = _find(file, ship)
    return _changed(file, stamp, fleet, found, replace(found, notes=" ".join(words.split())))


def _find(file: str, ship: str) -> tuple[Game, Fleet, Vessel]:
    game, fleet = fleets.open_fleet(desk.file_of(file), Asked(), kept=kept.game)
    found = next((one for one in fleet.ships if key_of(one.unit) == ship), None)
    if found is None:
        raise failure(f"'{ship[:60]}' is not in this fleet", "open it again")
    return game, fleet, found


def _changed(file: str, stamp: str, fleet: Fleet, before: Vessel, now: Vessel) -> Plain:
    """Write what is new of a ship into her line; a line of several is parted, so that the others stay as they are."""
    text = desk.unchanged(file, stamp)
    in_order = sorted({_place(one) for one in fleet.ships})
    of_line = [one for one in fleet.ships if _place(one) == _place(before)]
    number, copy, count = in_order.index(_place(before)), of_line.index(before), len(of_line)
    entry = edits.lines(text, "units")[number]
    names, single = mustering.names_of(entry), "name" in entry.entries and "names" not in entry.entries
    if single and len(names) == 1 < count:  # a `name` of several is that of all of them, with a number
        names = [f"{names[0]}-{one}" for one in range(1, count + 1)]
    new = {**({"damage": dict(now.damage) or None} if now.damage != before.damage else {}),
           **({"notes": now.notes or None} if now.notes != before.notes else {})}
    parts: list[Node] = []
    for start, end, more in ((0, copy, {}), (copy, copy + 1, new), (copy + 1, count, {})):
        if end > start:
            several = end - start if end - start > 1 else None
            called = {"name": None, "names": names[start:end] or None, "count": several} if count > 1 else {}
            parts.append(mustering.amended(entry, {**called, **more}))
    changed = edits.listed(text, ("units",), number, *parts)
    desk.put(file, changed)
    ships = [{**one, "damage": dict(now.damage), "notes": now.notes} if one["key"] == key_of(before.unit) else one
             for one in _ships(fleet)]
    return {"stamp": desk.stamp_of(changed), "ships": ships}


def _place(ship: Vessel) -> tuple[int, int]:
    return (ship.span.line, ship.span.column) if ship.span else (0, 0)
