"""Files of the folder in the page: copied, renamed, deleted; fleets as tables; marks that a saved sheet holds."""

from __future__ import annotations

import csv
import io
import os
import shutil
from collections import Counter
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from printshop import catalogue, products
from printshop.drafts.writing import check_file, stem
from printshop.files import Delivery
from printshop.game.fleets import MOST_DAMAGE, Asked, fleet_node
from printshop.game.model import key_of
from printshop.game.scenarios import points_of
from printshop.job import Request, Settings
from printshop.loading import load
from printshop.problems import PrintshopError, Problems, failure, reason
from printshop.products import pack as packing
from printshop.products.rosters import rosters
from printshop.render import svg
from printshop.render.fields import Names
from printshop.source.workbooks import read_rows
from printshop.workshop import desk, edits, fleets, kept, mustering, own, playing
from printshop.workshop.desk import Plain

HEADINGS = ("unit", "count", "name", "damage", "notes")


def copy(file: str, name: str) -> Plain:
    """Write a copy of a file under a name of its own, and return its path. Raises PrintshopError."""
    source, target = desk.file_of(file), _free(file, name)
    with Delivery() as delivery:
        delivery.place(target).write_bytes(desk.text_of(source).encode())
    shutil.copymode(source, target)
    return {"file": target.as_posix()}


def _free(file: str, name: str) -> Path:
    """Return a file beside another, by a name that is typed. Raises PrintshopError if there is one already."""
    target = check_file(desk.file_of(file).with_name(f"{stem(name, 'file')}.yaml"))
    if os.path.lexists(target):
        raise failure(f"there is a file {target.name} already; it stays as it is", "choose another name")
    return target


def rename(file: str, name: str) -> Plain:
    """Give a file another name, and return its path. Raises PrintshopError, also where another file names it."""
    _unneeded(file)
    target = _free(file, name)
    try:
        desk.file_of(file).rename(target)
    except OSError as error:
        raise failure(f"cannot rename {file}: {reason(error)}") from error
    return {"file": target.as_posix()}


def delete(what: str) -> Plain:
    """Delete a file, or a game of the player's own, a folder. Raises PrintshopError where another file needs it."""
    path = desk.inside(what)
    _unneeded(what)
    if path.is_dir() and len(path.parts) == 1 and (path / catalogue.MAIN).is_file() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        desk.file_of(what).unlink()
    return {}


def _unneeded(what: str) -> None:
    """Raise PrintshopError if a file of the folder names another one, or a game, as what it builds on."""
    path, below = Path(what), own.all_below(Path(what))
    for other in own.naming(path):
        if own.real(other) not in below and not own.is_unused(other):  # of two that need each other, either may go
            raise failure(f"{other} needs it, and would not work without it", "change that first")


def look(text: str) -> Plain:
    """Return what a file is that somebody has sent, without keeping it: game, units, points, and what they look like.

    Of one that cannot be read, nothing of it. Raises PrintshopError for one that is too large.
    """
    told: Plain = {"game": "", "units": "", "points": "", "pages": []}
    if len(text) > desk.LARGEST:
        raise failure("this file is too large to be looked at", "ask for it as a zip")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sent.yaml"
        path.write_text(text, encoding="utf-8")
        try:
            if fleets.is_fleet(path):
                game, fleet = fleets.open_fleet(path, Asked())
                names = [ship.unit.name for ship in fleet.ships]
                points = sum(squadron.points for squadron in fleet.squadrons)
                pages = packing.assemble_fleet(game, fleet, (), Settings()).document.pages
            else:
                game = load(path, sound=True)
                units = tuple(unit for unit in game.units.values() if unit.span and unit.span.file.endswith(path.name))
                names, points = [unit.name for unit in units], sum(
                    points_of(unit, game.unit_types) or Fraction(0) for unit in units)
                pages = products.find("records").build(game, Request(units=units), Settings()).pages if units else ()
            drawn = [svg.shown(page) for page, _ in zip(pages, range(desk.MOST_SHOWN), strict=False)]
            told |= {"game": game.title, "units": ", ".join(names), "points": str(points or ""), "pages": drawn}
        except PrintshopError:
            pass
    return told


def fleet_table(file: str) -> Plain:
    """Return the lines of a fleet as a table, CSV. Raises PrintshopError."""
    text, table = desk.text_of(desk.file_of(file)), io.StringIO()
    edits.head(text)
    rows = csv.writer(table)
    rows.writerow(HEADINGS)
    for entry in edits.lines(text, "units"):
        line = mustering.line_of(entry)
        rows.writerow([line["unit"], line["count"] or "1", "; ".join(line["names"]),
                       line["damage"].replace(", ", "; "), line["notes"]])
    return {"name": f"{Path(file).stem}.csv", "text": table.getvalue()}


def take_table(file: str, stamp: str, table: str) -> Plain:
    """Write the lines of a table, CSV, in the place of those of a fleet. Raises PrintshopError."""
    text, path, problems = desk.unchanged(file, stamp), desk.file_of(file), Problems()
    game = kept.game(mustering.game_of(path))
    with TemporaryDirectory() as folder:
        there = Path(folder) / "table.csv"
        there.write_text(table, encoding="utf-8")
        rows = read_rows(there, problems, "table.csv")
    problems.raise_if_any()
    node = fleet_node(rows, game, problems) if rows else None
    problems.raise_if_any()
    units = node.entries.get("units") if node else None
    said = [edits.on_one_line(one) for one in units.items] if units else []
    if not said:
        raise failure("there is no line in this table", f"its first row is {', '.join(HEADINGS)}")
    desk.put(file, edits.relisted(text, ("units",), said))
    return mustering.open_fleet(file)


def take_marks(file: str, stamp: str, marks: str) -> Plain:
    """Write into a fleet what is marked on a saved sheet of it, JSON as such sheets save it, and tell what that was.

    What the fleet had marked when the sheet was made is added to, or free again. Raises PrintshopError.
    """
    desk.unchanged(file, stamp)
    try:
        found = dict(desk.parsed(marks)["marks"])
    except (ValueError, TypeError, KeyError, RecursionError):
        found = {}
    game, fleet = fleets.open_fleet(desk.file_of(file), Asked(), kept=kept.game)
    tracks = rosters.tracks_of(game, [ship.unit for ship in fleet.ships])
    document = packing.assemble_fleet(game, fleet, tuple(packing.make_fleet(game, fleet, Settings())), Settings()
                                      ).document
    names = Names()
    damage = [field for page in document.pages for field in names.of(page)
              if field.name in tracks.get(field.record, ())]
    used = [field for field in damage if found.get(field.key) is (not field.filled)]
    if not used:
        raise failure("nothing in this file is marked on records of this fleet",
                      "choose what 'Save marks' has written on the sheet of this very fleet")
    gone = Counter((field.record, field.name) for field in used if not field.filled)
    gone.subtract((field.record, field.name) for field in used if field.filled)
    did = []
    for ship in fleet.ships:
        for track in tracks.get(key := key_of(ship.unit), ()):
            before = ship.damage.get(track, 0)
            amount = max(0, min(MOST_DAMAGE, before + gone[key, track]))
            if amount != before:
                stamp = playing.mark(file, stamp, key, track, str(amount))["stamp"]
                did.append(f"{key}: {track.replace('_', ' ')} {before} to {amount}")
    more = f". {left} more left out: no damage of these ships" if (
        left := len(found.keys() - {field.key for field in damage})) else ""
    return {**mustering.open_fleet(file), "done": f"Taken: {'; '.join(did)}{more}."}
